"""Transformations of systems, with their way back for answers: metamorphic relations.

    system ──permuted, reordered, moved, …──▶ Transformed: another system, and what must hold of its zeros
                                                  │
    answer about the other system ──answer_back──▶ answer about the first one

A CAS that is right about both systems gives answers that fit together, however large the systems are. So an answer can
be refuted where nothing else can be computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, count

from casbridge.algebra.answers import CHAINS, Answer, Component, PointComponents, Task, point_component, point_of
from casbridge.algebra.boxes import Box, Interval, are_apart
from casbridge.algebra.branches import Branch
from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.radicals import Name, replaced, value_of
from casbridge.algebra.systems import Equation, Goal, PolynomialSystem, equation_of
from casbridge.chance import Chance
from casbridge.charset.definitions.ranks import class_of, initial
from casbridge.errors import InputError, UnsupportedError, printable

_MOST_SHOWN = 200


class Relation(StrEnum):
    """What must hold of the zeros of a transformed system."""

    SAME = "its zeros, taken back, are the zeros of the system"
    AFFINE_PART = "its zeros where the new variable is 1 are, without it, the zeros of the system"
    MORE = "the zeros of the system are among its zeros, and all others are zeros of the other ideal"


@dataclass(frozen=True)
class Substitution:
    """A homomorphism of rings: the image of each variable, in the ring that the polynomials go to.

    >>> x, y = variables(Ring.of("x y"))
    >>> Substitution(x.ring, (x + 1, y - x))(x * y)
    x*y + y - x**2 - x
    """

    ring: Ring
    images: tuple[Polynomial, ...]

    def __call__(self, polynomial: Polynomial) -> Polynomial:
        """The image of a polynomial."""
        if self.positions is not None:
            return polynomial.rename(self.ring, self.positions)
        powers: dict[tuple[int, int], Polynomial] = {}
        total = Polynomial(self.ring)
        for exponents, coefficient in polynomial.terms.items():
            term = Polynomial.constant(self.ring, coefficient)
            for variable, exponent in enumerate(exponents):
                if exponent:
                    power = powers.get((variable, exponent)) or self.images[variable] ** exponent
                    term = term * powers.setdefault((variable, exponent), power)
            total = total + term
        return total

    def point(self, point: Sequence[Coefficient]) -> tuple[Coefficient, ...]:
        """The values of the images at a point: where the point comes from, or goes to, the other way."""
        if self.positions is not None:
            return tuple([point[place] for place in self.positions])
        return tuple(image.evaluate(point) for image in self.images)

    @cached_property
    def positions(self) -> tuple[int, ...] | None:
        """Where each variable goes, if each becomes a variable; else None."""
        places = {one: place for place, one in enumerate(variables(self.ring))}
        found = tuple(places.get(image, -1) for image in self.images)
        return None if -1 in found else found

    @cached_property
    def keeps_chains(self) -> bool:
        """Whether the image of a chain is a chain with the images of its initials, up to constants.

        So it is where each variable becomes a multiple of the one of the same place plus lower ones, and each parameter
        itself.
        """
        few = self.ring.lowest
        if len(self.images) != self.ring.size or self.images[:few] != variables(self.ring)[:few]:
            return False
        return all(
            class_of(image) == place + 1 and image.degree(place) == 1 and initial(image).is_constant
            for place, image in enumerate(self.images[few:], few)
        )


@dataclass(frozen=True)
class Transformed:
    """A system that another one became, and the way back for answers.

    name: of the transformation. text: what was done, in words. It can be repeated by hand.
    before, system: the system, and what it became.
    relation: what must hold of the zeros.
    back: takes polynomials of `system`'s ring to those of `before`'s.
    forth: the images of the old variables in the new ring, where each old system is transformed by them; else None.
    other: for a product the generators of the other ideal.

    >>> x, y = variables(Ring.of("x y"))
    >>> moved = moved_by(PolynomialSystem.of(x.ring, [x * y - 1]), (x + 2, y))
    >>> list(moved.system.polynomials()), moved.text
    ([x*y + 2*y - 1], 'x becomes x + 2')
    >>> moved.answer_back(Answer(Task.POINTS, x.ring, [(x + 1, y - 1)])).components
    ((x - 1, y - 1),)
    """

    name: str
    text: str
    before: PolynomialSystem
    system: PolynomialSystem
    relation: Relation
    back: Substitution
    forth: Substitution | None = None
    other: tuple[Polynomial, ...] = ()

    @property
    def statement(self) -> str:
        """What must hold of the zeros, in words."""
        return f"{self.name} ({self.text}): {self.relation}" if self.text else f"{self.name}: {self.relation}"

    def then(self, following: Callable[[PolynomialSystem], Transformed]) -> Transformed:
        """This transformation and another one after it. Neither is a product or makes homogeneous.

        >>> x, y = variables(Ring.of("x y"))
        >>> both = renamed(PolynomialSystem.of(x.ring, [x - y**2]), "y x").then(lambda one: reordered(one, (1, 0)))
        >>> both.system.ring, list(both.system.polynomials()), list(map(both.back, both.system.polynomials()))
        (QQ[x, y], [y - x**2], [-y**2 + x])
        """
        second = following(self.system)
        if self.forth is None or second.forth is None:
            raise InputError(f"{self.name} and then {second.name}", expected="transformations of the same zeros")
        forth = Substitution(second.system.ring, tuple(map(second.forth, self.forth.images)))
        back = Substitution(self.before.ring, tuple(map(self.back, second.back.images)))
        name, text = f"{self.name}, {second.name}", "; ".join(filter(None, (self.text, second.text)))
        return Transformed(name, text, self.before, second.system, Relation.SAME, back, forth)

    def answer_back(self, answer: Answer) -> Answer | None:
        """An answer about `system` as one about `before`; None where it cannot be stated there.

        - A Gröbner basis is one of its order only. It becomes the generators of an ideal with the same zeros.
        - A chain whose initials are not constant is one of its order only: there is no way back to another order.
        - Of a homogeneous system the part where the new variable is 1 goes back.
        - Branches come back from systems with the same zeros.
        - An answer about a product has more zeros: there is no way back.
        - Boxes of real zeros come back where the map is affine, as larger boxes; they do not if two of these meet.
        - A characteristic set comes back where chains stay chains.
        - Parametrisations do not come back.
        - Factors, a dimension and a degree come back from systems with the same zeros only.
        """
        ring, task = self.before.ring, answer.task
        alone = self.relation is Relation.MORE
        alone |= self.relation is Relation.AFFINE_PART and task in (Task.DIMENSION, Task.FACTORS)
        if alone or answer.ring != self.system.ring:
            return None
        if answer.parametrisations or (task is Task.CHARSET and not self.back.keeps_chains):
            return None
        if task is Task.REAL:
            return self._boxes_back(answer)
        if task is Task.BRANCHES:
            return self._branches_back(answer)
        if task is Task.FACTORS:
            return replace(answer, ring=ring, components=[tuple(map(self.back, one)) for one in answer.components])
        if isinstance(answer.components, PointComponents) and self.forth is not None and not ring.parameters:
            points = [self.forth.point(point) for point in answer.components.points]
            return replace(answer, ring=ring, components=PointComponents(ring, points))
        if task in CHAINS and not self.back.keeps_chains:
            if not all(p.is_constant or initial(p).is_constant for one in answer.components for p in one):
                return None
            task = Task.COMPONENTS
        if task is Task.BASIS and self.back.positions != tuple(range(ring.size)):
            task = Task.COMPONENTS
        found = [self._component_back(component) for component in answer.components]
        # A part where the new variable is 0 becomes the ideal of all polynomials, which has no zeros.
        components = tuple(one for one in found if not any(p.is_constant for p in one))
        return replace(answer, task=task, ring=ring, components=components, order=answer.order * (task is Task.BASIS))

    def answer_forth(self, answer: Answer) -> Answer | None:
        """An answer about `before` as a partial one about a product; None for other relations.

        It has zeros of the product, but not all of them.
        """
        if self.relation is not Relation.MORE:
            return None
        return answer if answer.task is not Task.BASIS else replace(answer, task=Task.COMPONENTS, order="")

    def _branches_back(self, answer: Answer) -> Answer | None:
        """Branches of the system: the old variables' values at those of the new ones. Free variables are parameters."""
        from casbridge.crosscheck.branches.equations import resolve

        if self.forth is None:
            return None
        new, old = self.system.ring, self.before.ring
        fresh = (name for name in map("c{}".format, count(1)) if name not in new.index and name not in old.index)
        found = []
        try:
            for branch in answer.branches:
                solved = resolve(branch, new)
                free = {name: Name(next(fresh)) for name in (*solved.free, *solved.parameters)}
                values = {name: replaced(value, free) for name, value in solved.values.items()} | free
                at = [values[name] for name in new.variables]
                pairs = zip(old.variables, (value_of(image, at) for image in self.forth.images), strict=True)
                conditions = tuple(replaced(condition, free) for condition in solved.conditions)
                found.append(Branch(tuple(pairs), conditions, tuple(name.name for name in free.values())))
        except (UnsupportedError, InputError):
            return None
        return Answer.of_branches(old, found)

    def _boxes_back(self, answer: Answer) -> Answer | None:
        """The boxes of the old variables' values at those of the new ones: of an affine map, exactly."""
        if self.forth is None or any(image.total_degree > 1 for image in self.forth.images):
            return None
        boxes = tuple(tuple(_interval(image, box) for image in self.forth.images) for box in answer.boxes)
        apart = all(are_apart(one, other) for one, other in combinations(boxes, 2))
        return replace(answer, ring=self.before.ring, boxes=boxes) if apart else None

    def _component_back(self, component: Component) -> Component:
        point = None if self.before.ring.parameters else point_of(component, self.system.ring)
        if self.forth is not None and point is not None:
            return point_component(self.forth.point(point), self.before.ring)
        return tuple(filter(None, (self.back(polynomial).normal() for polynomial in component)))


def _interval(affine: Polynomial, box: Box) -> Interval:
    """The least and the greatest value of an affine polynomial in a box."""
    low = high = Fraction(0)
    for exponents, coefficient in affine.terms.items():
        place = next((v for v, exponent in enumerate(exponents) if exponent), None)
        ends = (coefficient, coefficient) if place is None else sorted(coefficient * end for end in box[place])
        low, high = low + ends[0], high + ends[1]
    return low, high


def _same_ring(name: str, text: str, before: PolynomialSystem, equations: Iterable[Equation]) -> Transformed:
    """Other equations of the same ideal."""
    same = Substitution(before.ring, variables(before.ring))
    return Transformed(name, text, before, replace(before, equations=tuple(equations)), Relation.SAME, same, same)


def permuted(system: PolynomialSystem, order: Sequence[int]) -> Transformed:
    """The equations in another order.

    order: the places of the equations, from 0, in their new order.

    >>> (x,) = variables(Ring.of("x"))
    >>> list(permuted(PolynomialSystem.of(x.ring, [x - 1, x**2 - 1]), (1, 0)).system.polynomials())
    [x**2 - 1, x - 1]
    """
    _check_permutation(order, len(system), "equations")
    text = f"equations in the order {_numbers(order)}" if len(system) > 1 else ""
    return _same_ring("equations permuted", text, system, [system.equations[place] for place in order])


def renamed(system: PolynomialSystem, names: str | Sequence[str]) -> Transformed:
    """The variables under other names, lowest first, parameters too; their order stays.

    >>> x, y = variables(Ring.of("x y"))
    >>> swapped = renamed(PolynomialSystem.of(x.ring, [x - y**2]), "y x")
    >>> swapped.system.ring, list(swapped.system.polynomials())
    (QQ[y, x], [-x**2 + y])
    """
    before = system.ring
    called = tuple(names.split() if isinstance(names, str) else names)
    ring = replace(before, variables=called, parameters=called[: before.lowest])
    if ring.size != before.size:
        raise InputError(f"{ring.size} names for {before.size} variables", expected="one a variable")
    changed = [
        f"{old} is called {new}" for old, new in zip(before.variables, ring.variables, strict=True) if old != new
    ]
    forth, back = Substitution(ring, variables(ring)), Substitution(before, variables(before))
    other = replace(system, ring=ring, goal=_goal(system.goal, forth))
    return Transformed("variables renamed", ", ".join(changed), system, other, Relation.SAME, back, forth)


def reordered(system: PolynomialSystem, order: Sequence[int]) -> Transformed:
    """The generators of the ring in another order. The names stay.

    order: the old places of the variables, from 0, in their new order, lowest first. Parameters stay the lowest.

    >>> x, y = variables(Ring.of("x y"))
    >>> reordered(PolynomialSystem.of(x.ring, [x - y**2]), (1, 0)).system.ring
    QQ[y, x]
    """
    _check_permutation(order, system.ring.size, "variables")
    before = system.ring
    called = tuple(before.variables[place] for place in order)
    if set(called[: before.lowest]) != set(before.parameters):
        raise InputError(f"the variables in the order {' '.join(called)}", expected="the parameters first")
    ring = replace(before, variables=called, parameters=called[: before.lowest])
    new_place = {old: new for new, old in enumerate(order)}
    equations = tuple(replace(e, variables=tuple(new_place[v] for v in e.variables)) for e in system.equations)
    forth = Substitution(ring, tuple(variables(ring)[new_place[v]] for v in range(ring.size)))
    back = Substitution(before, tuple(variables(before)[v] for v in order))
    text = f"variables in the order {' '.join(ring.variables)}"
    other = replace(system, ring=ring, equations=equations, goal=_goal(system.goal, forth))
    return Transformed("generators permuted", text, system, other, Relation.SAME, back, forth)


def moved_by(system: PolynomialSystem, images: Sequence[Polynomial]) -> Transformed:
    """Each variable becomes a multiple of itself plus lower variables and a constant.

    So chains stay chains. Raises InputError for other images.

    >>> x, y = variables(Ring.of("x y"))
    >>> moved = moved_by(PolynomialSystem.of(x.ring, [y**2 - 2]), (3 * x, y + x - 1))
    >>> list(moved.system.polynomials()), moved.back.images
    ([y**2 + 2*x*y - 2*y + x**2 - 2*x - 1], (1/3*x, y - 1/3*x + 1))
    """
    ring = system.ring
    forth = Substitution(ring, tuple(images))
    if not forth.keeps_chains or any(image.total_degree != 1 for image in images):
        found = ", ".join(map(str, images))
        raise InputError(f"the map to {printable(found, _MOST_SHOWN)}", expected="c*x + lower variables + a constant")
    inverse: list[Polynomial] = []
    generators = variables(ring)
    for place, image in enumerate(images):
        factor = image.terms[tuple(int(v == place) for v in range(ring.size))]
        lower = Substitution(ring, (*inverse, *generators[place:]))(image - factor * generators[place])
        inverse.append((generators[place] - lower) * ring.field.inverse(factor))
    equations, goal = _equations(map(forth, system.polynomials())), _goal(system.goal, forth)
    other, back = replace(system, equations=equations, goal=goal), Substitution(ring, tuple(inverse))
    text = ", ".join(f"{x} becomes {image}" for x, image in zip(generators, images, strict=True) if x != image)
    return Transformed("moved by an affine map", text, system, other, Relation.SAME, back, forth)


def combined(system: PolynomialSystem, steps: Sequence[tuple[int, int, Polynomial]]) -> Transformed:
    """Multiples of equations added to others: an invertible combination, so that the ideal is the same.

    steps: (i, j, f), one after the other: f times equation j is added to equation i; i and j count from 0 and differ.

    >>> x, y = variables(Ring.of("x y"))
    >>> list(combined(PolynomialSystem.of(x.ring, [x, y]), [(0, 1, x - 1)]).system.polynomials())
    [x*y - y + x, y]
    """
    polynomials = list(system.polynomials())
    for i, j, factor in steps:
        if i == j:
            raise InputError(f"equation {i + 1} added to itself", expected="another one")
        polynomials[i] = polynomials[i] + factor * polynomials[j]
    text = ", then ".join(f"({f}) times equation {j + 1} added to equation {i + 1}" for i, j, f in steps)
    return _same_ring("equations combined", text, system, _equations(polynomials))


def with_redundant(system: PolynomialSystem, multipliers: Mapping[int, Polynomial]) -> Transformed:
    """The equations, and a sum of multiples of them as one more equation.

    multipliers: for places of equations, from 0, their factors.

    >>> x, y = variables(Ring.of("x y"))
    >>> list(with_redundant(PolynomialSystem.of(x.ring, [x, y]), {0: y, 1: 1 - x}).system.polynomials())
    [x, y, y]
    """
    polynomials = list(system.polynomials())
    more = sum((factor * polynomials[place] for place, factor in multipliers.items()), Polynomial(system.ring))
    text = "added the sum of " + ", ".join(f"({f}) times equation {place + 1}" for place, f in multipliers.items())
    added = [*system.equations, equation_of(more)] if more else system.equations
    return _same_ring("redundant equation", text if more else "nothing is added", system, added)


def homogenised(system: PolynomialSystem) -> Transformed:
    """Each term is filled up with powers of a new variable, the lowest one, to the degree of its equation.

    Parameters count as coefficients.

    >>> x, y = variables(Ring.of("x y"))
    >>> made = homogenised(PolynomialSystem.of(x.ring, [y**2 - x, y - 1]))
    >>> made.system.ring, list(made.system.polynomials())
    (QQ[h, x, y], [y**2 - h*x, y - h])
    >>> made.answer_back(Answer(Task.PRIMES, made.system.ring, [tuple(made.system.polynomials())])).components
    ((y**2 - x, y - 1),)
    """
    _without_goal(system, "made homogeneous")
    before = system.ring
    names = chain(["h"], map("h{}".format, count(1)))
    new = next(name for name in names if name not in before.index)
    few = before.lowest
    ring = replace(before, variables=(*before.parameters, new, *before.unknowns))
    filled = []
    for f in system.polynomials():
        degree = max(sum(e[few:]) for e in f.terms)
        filled.append(Polynomial(ring, {(*e[:few], degree - sum(e[few:]), *e[few:]): c for e, c in f.terms.items()}))
    generators = variables(before)
    back = Substitution(before, (*generators[:few], Polynomial.constant(before, 1), *generators[few:]))
    other = replace(PolynomialSystem.of(ring, filled), name=system.name, facts=system.facts)
    return Transformed("homogenised", f"by {new}", system, other, Relation.AFFINE_PART, back)


def multiplied(system: PolynomialSystem, others: Sequence[Polynomial]) -> Transformed:
    """Each equation times each of other polynomials: the product of two ideals.

    >>> x, y = variables(Ring.of("x y"))
    >>> list(multiplied(PolynomialSystem.of(x.ring, [x - 1, y]), [x - 2]).system.polynomials())
    [x**2 - 3*x + 2, x*y - 2*y]
    """
    _without_goal(system, "multiplied")
    products = _equations(f * g for f in system.polynomials() for g in others)
    text = f"multiplied by the ideal of {printable(', '.join(map(str, others)), _MOST_SHOWN)}"
    made = _same_ring("product of ideals", text, system, products)
    return replace(made, relation=Relation.MORE, forth=None, other=tuple(others))


def _equations(polynomials: Iterable[Polynomial]) -> tuple[Equation, ...]:
    """Equations of the polynomials that are not 0."""
    return tuple(equation_of(f) for f in polynomials if f)


def _goal(goal: Goal, forth: Substitution) -> Goal:
    """The goal of a transformed system. Raises InputError where the variables to eliminate become no variables."""
    if goal.eliminate and forth.positions is None:
        raise InputError("variables to eliminate, moved by a map", expected="a goal without them")
    return Goal(
        tuple(sorted(forth.positions[v] for v in goal.eliminate)) if forth.positions else (),
        tuple(map(forth, goal.saturate)),
        None if goal.factor is None else forth(goal.factor),
    )


def _without_goal(system: PolynomialSystem, what: str) -> None:
    if system.goal:
        raise InputError(f"a system with a goal, {what}", expected="a system without one")


def _check_permutation(order: Sequence[int], size: int, what: str) -> None:
    if sorted(order) != list(range(size)):
        raise InputError(f"the order {tuple(order)} of {size} {what}", expected=f"each of 0 to {size - 1} once")


def _numbers(order: Sequence[int]) -> str:
    return printable(" ".join(str(place + 1) for place in order), _MOST_SHOWN)


# -- by chance --------------------------------------------------------------------------------------------------------


def _by_chance_renamed(system: PolynomialSystem, chance: Chance) -> Transformed:
    ring = system.ring
    return renamed(system, [*ring.parameters, *chance.shuffled(ring.unknowns)])


def _by_chance_reordered(system: PolynomialSystem, chance: Chance) -> Transformed:
    lowest, size = system.ring.lowest, system.ring.size
    return reordered(system, [*chance.shuffled(range(lowest)), *chance.shuffled(range(lowest, size))])


def _by_chance_moved(system: PolynomialSystem, chance: Chance) -> Transformed:
    generators, images = variables(system.ring), []
    for place, generator in enumerate(generators):
        if place < system.ring.lowest:  # a parameter
            images.append(generator)
            continue
        factor = -1 if chance.below(2) else 1
        image = generator * factor + (chance.below(5) - 2)
        if place and chance.below(2):
            image = image + generators[chance.below(place)] * chance.pick((1, -1, 2))
        images.append(image)
    return moved_by(system, images)


def _by_chance_combined(system: PolynomialSystem, chance: Chance) -> Transformed:
    steps = []
    for _ in range(min(3, len(system)) if len(system) > 1 else 0):
        i, j = chance.shuffled(range(len(system)))[:2]
        steps.append((i, j, Polynomial.constant(system.ring, chance.pick((1, -1, 2, -3)))))
    return combined(system, steps)


def _by_chance_redundant(system: PolynomialSystem, chance: Chance) -> Transformed:
    chosen = chance.shuffled(range(len(system)))[:2]
    one = Polynomial.constant(system.ring, 1)
    factors = (one, -one, *variables(system.ring))
    return with_redundant(system, {place: chance.pick(factors) for place in chosen})


def _by_chance_multiplied(system: PolynomialSystem, chance: Chance) -> Transformed:
    """The other ideal is that of a point that need not be a zero, or of a hyperplane."""
    generators = variables(system.ring)
    linear = [generator - (chance.below(7) - 3) for generator in generators[system.ring.lowest :]]
    return multiplied(system, linear if chance.below(2) else [chance.pick(linear)])


#: Name → a transformation with choices by chance.
TRANSFORMATIONS: dict[str, Callable[[PolynomialSystem, Chance], Transformed]] = {
    "equations permuted": lambda system, chance: permuted(system, chance.shuffled(range(len(system)))),
    "variables renamed": _by_chance_renamed,
    "generators permuted": _by_chance_reordered,
    "moved by an affine map": _by_chance_moved,
    "equations combined": _by_chance_combined,
    "redundant equation": _by_chance_redundant,
    "homogenised": lambda system, _: homogenised(system),
    "product of ideals": _by_chance_multiplied,
}


def by_chance(name: str, system: PolynomialSystem, chance: Chance) -> Transformed:
    """A transformation by its name in TRANSFORMATIONS. The same stream of choices gives the same one.

    Raises InputError for another name.

    >>> x, y = variables(Ring.of("x y"))
    >>> by_chance("moved by an affine map", PolynomialSystem.of(x.ring, [x * y]), Chance(1)).statement
    'moved by an affine map (x becomes x - 1): its zeros, taken back, are the zeros of the system'
    """
    make = TRANSFORMATIONS.get(name)
    if make is None:
        raise InputError(f"transformation {name!r}", expected=f"one of {', '.join(TRANSFORMATIONS)}")
    return make(system, chance)
