"""Reducible elements of chains, and factors over one tower, by the ways of the other modules, cheapest first.

Quadratic polynomials need no norms from a whole tower: square roots are found step by step. Let L = M(z) with z² = A in
M, not in characteristic 2. An element p + q·z with q = 0 is a square exactly if p or p·A is a square in M. With q ≠ 0
it is a square exactly if n² = p² − q²·A has a root n in M, and r² = (p + n)/2 or r² = (p − n)/2 has a root r in M. Then
(r + q/(2r)·z)² = p + q·z. In an extension of odd degree an element of M is a square only if it is one in M.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import prod

from casbridge.algebra.arithmetic import FlintArithmetic, Native
from casbridge.charset.elements import Element, Elements
from casbridge.charset.towers.adic_roots import quadratic_factors
from casbridge.charset.towers.inseparable import Roots
from casbridge.charset.towers.norms import Norms
from casbridge.charset.towers.residue_points import FiniteTower, ResiduePoints
from casbridge.charset.towers.tower import Tower

#: Smaller towers that are tried, about.
_MOST_TOWERS = 40
#: Degree of the largest tower in which initials are inverted to keep coefficients short.
_MOST_INVERTED = 8

#: An element of a tower: a numerator in normal form and a denominator in K[u].
_TowerFraction = tuple[Native, Native]


class TowerField(Tower):
    """A tower as a field over which polynomials are factored.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> field = TowerField(elements, [elements.of_polynomial(x**2 - 2)])
    >>> field.split(elements.of_polynomial(y**2 - 3)), field.split(elements.of_polynomial(y**2 - 2))
    (None, (y - x, y + x))
    """

    points = cached_property(ResiduePoints)
    norms = cached_property(Norms)
    roots = cached_property(Roots)
    finite = cached_property(FiniteTower)

    def __init__(self, elements: Elements, steps: Sequence[Element]) -> None:
        super().__init__(elements, steps)
        self.split = cache(self._split)

    def _split(self, element: Element) -> tuple[Element, ...] | None:
        """The different irreducible factors of an element that is reduced modulo the tower; None if irreducible."""
        elements, variable = self.elements, element.variable
        over_field = [element]
        if not self.steps or not self.characteristic or isinstance(self.arithmetic, FlintArithmetic):
            over_field = [factor for factor in elements.factors(element) if factor.variable == variable]
        if not self.steps:
            return None if over_field[0].degree == element.degree else tuple(over_field)
        found: list[Native] = []
        shortest: list[Element] = []
        for factor in over_field:
            rest = factor.native
            for known in found:
                rest, _ = self.strip(rest, known, variable)
            if not self.degree_in(rest, variable):
                continue
            for native in self.factors(rest, variable):
                if self.degree_in(native, variable) == element.degree:
                    return None
                normalised = self.normalised(native, variable)
                found.append(normalised)
                ways = (elements.of(self.primitive(way, variable)) for way in (native, normalised))
                shortest.append(min(ways, key=lambda way: way.size))
        # A check: the element is a product of powers of the factors, up to a unit of the self.
        rest = element.native
        for native in found:
            rest, multiplicity = self.strip(rest, native, variable)
            if not multiplicity:
                raise ArithmeticError("a factor over a tower does not divide")
        if self.degree_in(rest, variable):
            raise ArithmeticError("a factor over a tower is missing")
        return tuple(elements.sorted(shortest))

    def factors(self, native: Native, variable: int) -> list[Native]:
        """The different irreducible factors of a polynomial that is reduced modulo the self."""
        if self.degree_in(native, variable) == 1:
            return [native]
        if (
            self.characteristic
            and isinstance(self.arithmetic, FlintArithmetic)
            and not self.parameters_with(native, variable)
        ):
            return self.finite.factors(native, variable)
        derivative = self.arithmetic.derivative(native, variable)
        if not derivative:
            return self._through_powers(native, variable)
        irreducible, squarefree = self.points.judge(native, variable)
        if irreducible:
            return [native]
        if not squarefree:
            common = self.gcd(self.normalised(native, variable), derivative, variable)
            if self.degree_in(common, variable):
                return self._with_multiple(native, common, variable)
        if self.degree_in(native, variable) == 2 and self.characteristic != 2:
            return quadratic_factors(self, native, variable) or _quadratic_factors(self, native, variable)
        return self.by_norms(native, variable)

    def by_norms(self, native: Native, variable: int) -> list[Native]:
        """The factors of a separable polynomial: over smaller towers first, where the norms are smaller."""
        for field in self._smaller_towers(native):
            if field.points.judge(native, variable)[0]:
                continue
            found = field.norms.factors(native, variable)
            if len(found) > 1:
                found = [self.reduced(factor) for factor in found]
                return [factor for part in found for factor in self.factors(part, variable)]
        return self.norms.factors(native, variable)

    def _smaller_towers(self, native: Native) -> Iterator[TowerField]:
        """The smaller towers that contain the coefficients of a polynomial, lowest degree first."""
        degrees = self.arithmetic.degrees(native)
        found = {frozenset().union(*(needed for v, needed in self._needed.items() if degrees[v]))}
        for needed in self._needed.values():
            found |= {part | needed for part in found if len(found) < _MOST_TOWERS}
        towers = [
            tuple(step for step in self.steps if step.variable in part)
            for part in found
            if part and len(part) < len(self.steps)
        ]
        for steps in sorted(towers, key=lambda steps: (prod(s.degree for s in steps), [s.number for s in steps])):
            yield _field_of(self.elements, steps)

    @cached_property
    def below(self) -> TowerField:
        """The field of all steps but the last."""
        return _field_of(self.elements, self.steps[:-1])

    @cached_property
    def _needed(self) -> dict[int, frozenset[int]]:
        """For the variable of every step: the variables of the steps that it needs, itself included."""
        found: dict[int, frozenset[int]] = {}
        for step in self.steps:
            needed = [found[v] for v in found if step.degrees[v]]
            found[step.variable] = frozenset({step.variable}).union(*needed)
        return found

    def _with_multiple(self, native: Native, common: Native, variable: int) -> list[Native]:
        """The factors of b from gcd(b, b′) and its cofactor. Inseparable factors occur in the gcd only."""
        quotient = self.primitive(self.divide(native, common, variable)[0], variable)
        found = []
        if self.degree_in(quotient, variable):
            found = [self.normalised(factor, variable) for factor in self.factors(quotient, variable)]
        for factor in found:
            common, _ = self.strip(common, factor, variable)
        return [*found, *self.factors(common, variable)] if self.degree_in(common, variable) else found

    def _through_powers(self, native: Native, variable: int) -> list[Native]:
        """The factors of g(x^p): for every factor h of g, h(x^p) is irreducible or the p-th power of a factor."""
        p, coefficients = self.characteristic, self.coefficients(native, variable)
        lowered = self.from_coefficients({power // p: c for power, c in coefficients.items()}, variable)
        factors = [self.normalised(factor, variable) for factor in self.factors(lowered, variable)]
        roots = [self.roots.root_of_polynomial(factor, variable) for factor in factors]
        pairs = zip(factors, roots, strict=True)
        return [self.with_powers(factor, variable, p) if root is None else root for factor, root in pairs]


def _field_of(elements: Elements, steps: tuple[Element, ...]) -> TowerField:
    """The field of steps that are reduced modulo each other; the same object each time."""
    if steps not in elements.fields:
        elements.fields[steps] = TowerField(elements, steps)
    field: TowerField = elements.fields[steps]
    return field


@dataclass(frozen=True)
class Split:
    """The first reducible element of a chain, and its factors.

    index: the position of the element, from 0.
    factors: different, irreducible over the tower. Up to a unit, the element is a product of powers of them.
    """

    index: int
    factors: tuple[Element, ...]


def split_tower(elements: Elements, chain: Sequence[Element]) -> Split | None:
    """The first position at which a chain is reducible over the tower of all lower elements; None if there is none.

    chain: ascending main variables; no initial is zero in the tower below it. The factors have the main variable of
    the element, are reduced modulo the lower elements and have no content.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> elements = Elements(x.ring)
    >>> split_tower(elements, [elements.of_polynomial(p) for p in (x**2 - 2, y**2 - 8, z**2 + y)])
    Split(index=1, factors=(y - 2*x, y + 2*x))
    """
    for index, element in enumerate(chain):
        if element.degree > 1:
            elements.check()
            factors = factors_over(elements, chain[:index], element)
            if factors is not None:
                return Split(index, factors)
    return None


def factors_over(elements: Elements, lower: Sequence[Element], element: Element) -> tuple[Element, ...] | None:
    """The different irreducible factors of an element over the tower of the lower ones; None if it is irreducible.

    lower: an irreducible chain, in whose tower the element's initial is not zero.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> factors_over(elements, [elements.of_polynomial(x**2 - 2)], elements.of_polynomial(y**2 - 8))
    (y - 2*x, y + 2*x)
    """
    return _field_below(elements, lower).split(_primitive(elements, element, lower))


def with_free_initial(elements: Elements, lower: Sequence[Element], element: Element) -> tuple[Element, Element] | None:
    """A multiple of an element by a unit c of the tower whose initial p has no algebraic variables, and p.

    None where the initial has none anyway, and where the tower is of high degree. On the zeros of the chain at which no
    initial of it vanishes, c vanishes only where p does.

    lower: an irreducible chain, in whose tower the element's initial is not zero.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> with_free_initial(elements, [elements.of_polynomial(x**2 - 2)], elements.of_polynomial(x * y - 1))
    (y - 1/2*x, 1)
    """
    field, reduced = _field_below(elements, lower), _primitive(elements, element, lower)
    initial = elements.initial(reduced)
    if not any(initial.degrees[v] for v in field.variables) or field.degree > _MOST_INVERTED:
        return None
    multiple = field.reduced(field.cofactor(initial.native) * reduced.native)
    free = elements.of(field.leading(multiple, element.variable)[0])
    return elements.of(field.primitive(multiple, element.variable)), free


def are_coprime(elements: Elements, lower: Sequence[Element], given: Sequence[Element]) -> bool:
    """Whether it is proved quickly that elements with the same main variable have no common factor.

    lower: an irreducible chain; the factors are over its tower. The elements need not be reduced modulo it.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> chain, *others = map(elements.of_polynomial, (x**2 - 2, y**2 - 2, y**2 - x, y - x))
    >>> [are_coprime(elements, [chain], [others[0], other]) for other in others]
    [False, True, False]
    """
    points, linear = _points_below(elements, lower, given)
    return points.are_coprime([element.native for element in given], given[0].variable, linear)


def is_nonzero(elements: Elements, lower: Sequence[Element], element: Element) -> bool:
    """Whether it is proved quickly that an element is not 0 over the tower of an irreducible chain, the lower elements.

    The element need not be reduced modulo it.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> elements = Elements(x.ring)
    >>> *chain, first, second = map(elements.of_polynomial, (x**2 - 2, x * y - 1, (y * z - 1) * x, (2 * y - x) * z))
    >>> is_nonzero(elements, chain, first), is_nonzero(elements, chain, second)
    (True, False)
    """
    points, linear = _points_below(elements, lower, [element])
    return points.is_nonzero(element.native, linear)


def _points_below(
    elements: Elements, lower: Sequence[Element], given: Sequence[Element]
) -> tuple[ResiduePoints, list[Element]]:
    """The points of the tower of a chain, and the linear elements of the chain that matter for given elements."""
    occurring, linear = 0, []
    for element in given:
        occurring |= element.occurring
    for step in reversed(lower):
        if occurring >> step.variable & 1:
            occurring |= step.occurring
            linear += [step] * (step.degree == 1)
    elements.check()
    elements.work += 100 + 5 * sum(element.size for element in (*given, *linear))
    return _field_below(elements, lower).points, linear[::-1]


def without_common_factors(
    elements: Elements, lower: Sequence[Element], element: Element, others: Iterable[Element]
) -> Element:
    """An element without the factors that it has in common with others; 1 where nothing is left.

    lower: an irreducible chain without free variables; the factors are over its field. It is much quicker to find
    common factors than to find all.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> chain, element, other = map(elements.of_polynomial, (x**2 - 2, y**2 - 8, x * y + 4))
    >>> without_common_factors(elements, [chain], element, [other])
    y - 2*x
    """
    field, variable = _field_below(elements, lower), element.variable
    rest = _primitive(elements, element, lower)
    for other in others:
        reduced = _primitive(elements, other, lower)
        if reduced is elements.zero:
            return elements.one
        if reduced.variable != variable:
            continue
        elements.check()
        elements.work += 100 + 5 * (rest.size + reduced.size)
        if field.points.are_coprime([rest.native, reduced.native], variable):
            continue
        common = field.gcd(rest.native, reduced.native, variable)
        if field.degree_in(common, variable):
            native, _ = field.strip(rest.native, common, variable)
            if not field.degree_in(native, variable):
                return elements.one
            rest = elements.of(field.primitive(field.normalised(native, variable), variable))
    return rest


def _field_below(elements: Elements, lower: Sequence[Element]) -> TowerField:
    steps = (_primitive(elements, step, lower[:index]) for index, step in enumerate(lower) if step.degree > 1)
    return _field_of(elements, tuple(steps))


def _primitive(elements: Elements, element: Element, lower: Sequence[Element]) -> Element:
    """Reduced, and without the content with respect to the main variable."""
    reduced = elements.remainder_by(element, lower)
    return elements.primitive(reduced) if reduced.variable == element.variable else reduced


def _quadratic_factors(field: TowerField, native: Native, variable: int) -> list[Native]:
    """The irreducible factors of a squarefree polynomial of degree 2, in characteristic other than 2."""
    second, first, absolute = _quadratic(field, native, variable)
    root = _square_root(field, first * first - 4 * second * absolute, variable)
    if root is None:
        return [native]
    numerator, denominator = root
    linear = denominator * (2 * second * field.arithmetic.generator(variable) + first)
    return [field.reduced(linear - numerator), field.reduced(linear + numerator)]


def _quadratic(tower: Tower, native: Native, variable: int) -> tuple[Native, Native, Native]:
    """The three coefficients of a polynomial of degree 2, the highest first."""
    coefficients = tower.coefficients(native, variable)
    zero = tower.arithmetic.constant(0)
    return coefficients[2], coefficients.get(1, zero), coefficients.get(0, zero)


def _square_root(field: TowerField, native: Native, variable: int) -> _TowerFraction | None:
    """The square root of a polynomial that stands for an element of the field. variable: above the field."""
    arithmetic = field.arithmetic
    field.elements.check()
    native, multiplier = field.reduce(native)
    one = arithmetic.constant(1)
    if not native:
        return native, one
    # native·multiplier = e·k² with k in K[u], and the content of e in K[u] is squarefree.
    native = native * multiplier
    content = field.content(field.parts(native))
    powers = arithmetic.factor(content) if arithmetic.main(content)[0] >= 0 else []
    outside = prod((factor ** (multiplicity // 2) for factor, multiplicity in powers), start=one)
    found = _inner_root(field, arithmetic.divide(native, outside * outside)[0], variable)
    return None if found is None else _cancelled(field, found[0] * outside, found[1] * multiplier)


def _inner_root(field: TowerField, native: Native, variable: int) -> _TowerFraction | None:
    arithmetic = field.arithmetic
    one, squared = arithmetic.constant(1), arithmetic.generator(variable) ** 2
    if not field.steps:
        root = arithmetic.square_root(native)
        return None if root is None else (root, one)
    if field.points.judge(squared - native, variable)[0]:
        return None
    step = field.steps[-1]
    if step.degree == 2:
        return _root_over_quadratic(field, native, variable)
    if step.degree % 2 and not field.degree_in(native, step.variable):
        return _square_root(field.below, native, variable)
    factors = field.by_norms(squared - native, variable)
    if len(factors) == 1:
        return None
    linear = field.coefficients(field.normalised(factors[0], variable), variable)
    return -linear[0], linear[1]


def _root_over_quadratic(field: TowerField, native: Native, variable: int) -> _TowerFraction | None:
    """Over the step a·y² + b·y + c: z = 2a·y + b, A = b² − 4ac."""
    below, step = field.below, field.steps[-1]
    a, b, c = _quadratic(field, step.native, step.variable)
    discriminant = b * b - 4 * a * c
    z = 2 * a * field.arithmetic.generator(step.variable) + b
    parts = field.coefficients(native, step.variable)
    if 1 not in parts:
        root = _square_root(below, native, variable)
        if root is not None:
            return root
        root = _square_root(below, native * discriminant, variable)
        return None if root is None else _quotient(field, (root[0] * z, root[1]), field.reduce(discriminant))
    # 4a²·native = p + q·z
    p, q = 2 * a * (2 * a * parts.get(0, 0) - b * parts[1]), 2 * a * parts[1]
    norm = _square_root(below, p * p - q * q * discriminant, variable)
    if norm is None:
        return None
    for n in (norm[0], -norm[0]):
        whole = norm[1] * p + n
        # r² = whole/(2·norm[1])
        root = _square_root(below, 2 * norm[1] * whole, variable)
        if root is not None:
            # r + q·z/(2r) = (whole + norm[1]·q·z)/(2r·norm[1]), r = root[0]/(root[1]·2·norm[1])
            numerator = 2 * (whole + norm[1] * q * z) * root[1] * norm[1]
            return _quotient(field, field.reduce(numerator), field.reduce(4 * root[0] * norm[1] * a))
    return None


def _quotient(tower: Tower, first: _TowerFraction, second: _TowerFraction) -> _TowerFraction:
    """first/second for a second that is not zero."""
    cofactor = tower.cofactor(second[0])
    scalar, multiplier = tower.reduce(cofactor * second[0])
    inverse = _cancelled(tower, cofactor * multiplier * second[1], scalar)
    numerator, multiplier = tower.reduce(first[0] * inverse[0])
    return _cancelled(tower, numerator, first[1] * inverse[1] * multiplier)


def _cancelled(tower: Tower, numerator: Native, denominator: Native) -> _TowerFraction:
    """Without common factors."""
    divide = tower.arithmetic.divide
    if tower.arithmetic.main(denominator)[0] < 0:
        return divide(numerator, denominator)[0], tower.arithmetic.constant(1)
    common = tower.content([denominator, *tower.parts(numerator)])
    return divide(numerator, common)[0], divide(denominator, common)[0]
