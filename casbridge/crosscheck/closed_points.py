"""Zeros of components: closed points, which are conjugate over the field, and points of the field on a chain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from random import Random

from casbridge.algebra.answers import Component, Point, point_of
from casbridge.algebra.arithmetic import arithmetic_of
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.fields import Ring, unused_name
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.ranks import class_of, initial, main_degree
from casbridge.charset.series import series_of
from casbridge.crosscheck.division import Divisor
from casbridge.crosscheck.verdicts import Extension, Witness
from casbridge.limits import NEVER, Deadline

_MOST_FACTORS = 20
_MOST_TERMS = 60
_LARGEST_EXTENSION = 6
# What free variables are set to; and parameters, which are not to be special.
_SMALL = (0, 1, -1, 2, -2, 3, -3)
_PARAMETERS = (2, 3, 4, 9, -5, 7, 16)
# So many coordinates are tried.
_MOST_STEPS = 2_000
# So many values of the free variables are tried.
_MOST_SPECIAL = 20

#: The polynomials of a closed point.
ClosedPoint = frozenset[Polynomial]


def triangular_basis(component: Component, ring: Ring, deadline: Deadline = NEVER) -> Component | None:
    """The reduced lex Gröbner basis of a component whose leading monomials are a power of each variable; else None.

    Such polynomials are a Gröbner basis as they are, for their leading monomials have no common factors.

    >>> x, y = variables(Ring.of("x y"))
    >>> triangular_basis((y - 2 * x, x**2 - 2), x.ring)
    (x**2 - 2, y - 2*x)
    >>> triangular_basis((x * y - 1, x**2 - 2), x.ring)
    """
    ordered = sorted(component, key=class_of)
    if list(map(class_of, ordered)) != list(range(ring.lowest + 1, ring.size + 1)):
        return None
    if not all(initial(polynomial).is_constant for polynomial in component):
        return None
    reduced: list[Polynomial] = []
    for polynomial in ordered:
        reduced.append(Divisor(reduced, "lex", deadline).remainder(polynomial).normal())
    return tuple(reduced)


def reducible(basis: Component) -> bool:
    """Whether a univariate polynomial of the basis factors, so that it is not the prime that it is said to be.

    >>> x, y = variables(Ring.of("x y"))
    >>> reducible((x**2 - 4, y)), reducible((x**2 - 2, y))
    (True, False)
    """

    def is_univariate(polynomial: Polynomial) -> bool:
        lowest = polynomial.ring.lowest
        return sum(variable >= lowest for variable in polynomial.support()) == 1 and main_degree(polynomial) > 1

    return any(sum(times for _, times in one.factors()) != 1 for one in filter(is_univariate, basis))


def vanish(divisor: Divisor, degree: int, *factors: Polynomial) -> bool:
    """Whether a product is 0 at every zero of a Gröbner basis: then some power of it reduces to zero.

    degree: how many zeros the basis has, counted with multiplicity.
    factors: of the product; without any it is 1.

    >>> x, y = variables(Ring.of("x y"))
    >>> basis = Divisor([x**2 - x, y], "lex")
    >>> vanish(basis, 2, x), vanish(basis, 2, x, x - 1)
    (False, True)
    """
    if not factors:
        return False
    first, *others = factors
    left = reduce(lambda product, factor: divisor.remainder(product * factor), others, divisor.remainder(first))
    power = 1
    while left and power < degree:
        left = divisor.remainder(left * left)
        power *= 2
    return not left


def factors_outside(
    closed: ClosedPoint, others: Iterable[ClosedPoint], degree: int, deadline: Deadline = NEVER
) -> list[Polynomial] | None:
    """A polynomial from each of the others, such that their product is not 0 at some zero of `closed`; else None.

    A list means for certain that some zero of `closed` is in none of the others. Where `closed` is a prime, every such
    case is found.

    >>> x, y = variables(Ring.of("x y"))
    >>> plus, minus = frozenset({x**2 - 2, y - x}), frozenset({x**2 - 2, y + x})
    >>> factors_outside(plus, [minus], 2), factors_outside(plus, [plus], 2)
    ([y + x], None)
    """
    divisor = Divisor(tuple(closed), "lex", deadline)
    factors: list[Polynomial] = []
    for other in others:
        factor = next((f for f in sorted(other, key=str) if not vanish(divisor, degree, f)), None)
        if factor is None:
            return None
        factors.append(factor)
    return None if vanish(divisor, degree, *factors) else factors


def short_product(factors: Iterable[Polynomial], ring: Ring) -> Polynomial | None:
    """The product of different factors, or None where it is too long to be shown.

    >>> x, y = variables(Ring.of("x y"))
    >>> short_product([x, y, x], x.ring), short_product([], x.ring)
    (x*y, 1)
    """
    product = Polynomial.constant(ring, 1)
    for number, factor in enumerate(dict.fromkeys(factors)):
        product = product * factor
        if number >= _MOST_FACTORS or len(product.terms) > _MOST_TERMS:
            return None
    return product


def root_name(ring: Ring) -> str:
    """A name for a root that is no variable of the ring.

    >>> root_name(Ring.of("x y")), root_name(Ring.of("a b"))
    ('a', 'a1')
    """
    return unused_name("a", ring.index)


def zero_of(
    chain: Component, system: PolynomialSystem, components: Iterable[Component], deadline: Deadline = NEVER
) -> Point | Extension | None:
    """The zero of a chain that is a closed point, if it is a zero of the system that no component has; else None.

    It is in the field, or in the extension by a root of the one polynomial that is not linear. None also where two
    polynomials or more are not linear, where the extension is large, or where the ring has parameters.

    >>> x, y = variables(Ring.of("x y"))
    >>> zero_of((x - 2, y + 1), PolynomialSystem.of(x.ring, [x + 2 * y]), [])
    (2, -1)
    >>> zero_of((x**2 - 2, y - 3 * x), PolynomialSystem.of(x.ring, [x**2 - 2]), [(x,)])
    Extension(minimal='a**2 - 2', coordinates=('a', '3*a'))
    """
    lacked = _lacked(chain, system, components, deadline)
    return None if lacked is None else place_of(lacked, system.ring, deadline)


def _lacked(
    chain: Component, system: PolynomialSystem, components: Iterable[Component], deadline: Deadline
) -> Component | None:
    """The basis of a chain that is a closed point of the system, and of no component; else None."""
    ring = system.ring
    basis = triangular_basis(chain, ring, deadline)
    if basis is None or ring.parameters or reducible(basis):
        return None
    divisor = Divisor(basis, "lex", deadline)
    if any(map(divisor.remainder, system.polynomials())) or not all(any(map(divisor.remainder, c)) for c in components):
        return None
    return basis


def place_of(basis: Component, ring: Ring, deadline: Deadline = NEVER) -> Point | Extension | None:
    """The closed point of a triangular basis, in the field or in a small extension by one root; else None.

    >>> x, y = variables(Ring.of("x y"))
    >>> place_of((x**2 - 2, y - x), x.ring)
    Extension(minimal='a**2 - 2', coordinates=('a', 'a'))
    """
    point = point_of(basis, ring)
    if point is not None:
        return point
    nonlinear = [polynomial for polynomial in basis if main_degree(polynomial) > 1]
    if len(nonlinear) != 1 or len(nonlinear[0].support()) != 1 or nonlinear[0].total_degree > _LARGEST_EXTENSION:
        return None
    (variable,) = nonlinear[0].support()
    names = [root_name(ring) if v == variable else name for v, name in enumerate(ring.variables)]
    divisor = Divisor(basis, "lex", deadline)
    texts = tuple(divisor.remainder(one).text(names) for one in variables(ring))
    return Extension(nonlinear[0].text(names), texts)


def evaluation_at(extension: Extension, ring: Ring, deadline: Deadline = NEVER) -> Callable[[Polynomial], Polynomial]:
    """A function that evaluates polynomials of a ring at a point in an extension: to polynomials in the root.

    It raises LimitError.

    >>> x, y = variables(Ring.of("x y"))
    >>> evaluation_at(Extension("a**2 - 2", ("a", "3*a")), x.ring)(x * y - 5)
    1
    """
    line = Ring(ring.field, (root_name(ring),))
    reduced = Divisor([parse_polynomial(extension.minimal, line)], "lex", deadline).remainder
    powers = [[Polynomial.constant(line, 1), parse_polynomial(text, line)] for text in extension.coordinates]

    def evaluate(polynomial: Polynomial) -> Polynomial:
        total = Polynomial(line)
        for exponents, coefficient in polynomial.terms.items():
            term = Polynomial.constant(line, coefficient)
            for known, exponent in zip(powers, exponents, strict=True):
                while len(known) <= exponent:
                    known.append(reduced(known[-1] * known[1]))
                term = reduced(term * known[exponent])
            total = total + term
        return total

    return evaluate


def special_zero(
    chain: Component, system: PolynomialSystem, components: Sequence[Component], deadline: Deadline = NEVER
) -> tuple[Component, Point | Extension | None] | None:
    """A closed point on a chain with free variables that is a zero of the system, and of no component.

    Its free variables have small values. The result has its basis, and its coordinates where `zero_of` gives them. It
    is None where no such point is found: for chains without free variables, and for rings with parameters, always.

    >>> x, y = variables(Ring.of("x y"))
    >>> special_zero((y**2 + x**2 + 1,), PolynomialSystem.of(x.ring, [(y**2 + x**2 + 1) * x]), [(x,)])
    ((x - 1, y**2 + 2), Extension(minimal='a**2 + 2', coordinates=('1', 'a')))
    """
    found: tuple[Component, Point | Extension | None] | None = None
    if len(chain) == system.ring.size:
        return None
    for basis in closed_points_on(chain, system, components, deadline):
        place = place_of(basis, system.ring, deadline)
        if place is not None:
            return basis, place
        found = found or (basis, None)
    return found


def closed_points_on(
    chain: Component, system: PolynomialSystem, components: Sequence[Component], deadline: Deadline = NEVER
) -> Iterator[Component]:
    """Closed points on a chain that are zeros of the system and of no component; its free variables have small values.

    >>> x, y = variables(Ring.of("x y"))
    >>> next(closed_points_on((y**2 + x,), PolynomialSystem.of(x.ring, [y**2 + x]), [(x,)]))
    (x - 1, y**2 + 1)
    """
    chains = _special_chains(chain, system.ring) if len(chain) < system.ring.size else [chain]
    for special in chains:
        for closed in series_of(PolynomialSystem.of(system.ring, special), deadline):
            basis = _lacked(tuple(closed.polynomials), system, components, deadline)
            if basis is not None:
                yield basis


def _special_chains(chain: Component, ring: Ring) -> Iterator[Component]:
    """A chain with values for its free variables at which no degree falls."""
    arithmetic = arithmetic_of(ring)
    free = sorted(set(range(ring.size)).difference(class_of(one) - 1 for one in chain))
    if not free or ring.parameters or not all(map(class_of, chain)):
        return
    random = Random(0)
    for number in range(_MOST_SPECIAL):
        values = {v: ring.field.element(_SMALL[(number + 1) % len(_SMALL)]) for v in free}
        if number >= len(_SMALL):
            values = {v: ring.field.element(random.choice(_SMALL)) for v in free}
        made = [Polynomial(ring, native=arithmetic.substitute(one.native, values)) for one in chain]
        if all(
            class_of(a) == class_of(b) and main_degree(a) == main_degree(b) for a, b in zip(chain, made, strict=True)
        ):
            everywhere = variables(ring)
            yield (*(everywhere[v] - value for v, value in values.items()), *made)


def points_of_chain(chain: Sequence[Polynomial], ring: Ring) -> Iterator[Point]:
    """Some points of Zero(C/I), the zeros of a chain at which none of its initials vanishes, with small coordinates.

    The order is always the same. There may be none, even if there are infinitely many over the field or an extension.
    Parameters have values, too.

    >>> from itertools import islice
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> all(not p[0] * p[1] ** 2 + p[1] + 1 for p in islice(points_of_chain([x * y**2 + y + 1], x.ring), 5))
    True
    >>> list(points_of_chain([x - 2, y**2 - x * 2, z - y], x.ring))
    [(2, -2, -2), (2, 2, 2)]
    """
    arithmetic = arithmetic_of(ring)
    mains = [arithmetic.main(polynomial.native) for polynomial in chain]
    by_variable = {main: (polynomial.native, degree) for polynomial, (main, degree) in zip(chain, mains, strict=True)}
    if len(by_variable) < len(chain) or -1 in by_variable:
        return
    free, special = (list(dict.fromkeys(map(ring.field.element, values))) for values in (_SMALL, _PARAMETERS))
    random = Random(0)
    # The beginnings of points, the next one last.
    waiting: list[Point] = [()]
    left = _MOST_STEPS
    while waiting and left > 0:
        start = waiting.pop()
        variable = len(start)
        if variable == ring.size:
            yield start
            continue
        if variable in by_variable:
            native, degree = by_variable[variable]
            substituted = arithmetic.substitute(native, dict(enumerate(start)))
            whole = arithmetic.degrees(substituted)[variable] == degree
            values = arithmetic.roots(substituted, variable)[0] if whole else []
        else:
            values = random.sample(free, len(free)) if variable >= ring.lowest else special
        left -= len(values)
        waiting += [(*start, value) for value in reversed(values)]


def with_point(witness: Witness, ring: Ring, fits: Callable[[Point], bool]) -> Witness:
    """The witness with the first of `points_of_chain` that fits, where it has a chain with such a point.

    >>> from casbridge.crosscheck.verdicts import Fault
    >>> x, y = variables(Ring.of("x y"))
    >>> witness = Witness(Fault.MISSING_ZERO, "it", "why", chain=(x - 2, y**2 - x * 2))
    >>> with_point(witness, x.ring, lambda point: True).point
    (2, -2)
    """
    points = () if witness.chain is None else points_of_chain(witness.chain, ring)
    return next((witness.at(point) for point in points if fits(point)), witness)


def is_lacked(point: Point, system: PolynomialSystem, components: Iterable[Iterable[Polynomial]]) -> bool:
    """Whether a point is a zero of the system, and no zero of any component.

    >>> x, y = variables(Ring.of("x y"))
    >>> is_lacked((0, 1), PolynomialSystem.of(x.ring, [x * y]), [[y]])
    True
    """
    return system.first_violated(point) is None and all(any(p.evaluate(point) for p in one) for one in components)
