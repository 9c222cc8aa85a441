"""Branches at points: what conjugates hide or invent, found by certified numerics.

A closure is over the rationals: where x = sqrt(2) is a branch, the closure has -sqrt(2) too. So

- a branch is evaluated at chosen values of its free variables. A ball of an equation's value that does not contain 0
  proves a false zero, without any elimination;
- a prime of a closure on which none of these points lies belongs to conjugates only;
- the zeros of a prime, at chosen values of its free variables, are compared with the branches at the same values. A
  zero from which each branch is apart is missing in the answer, though the closures have it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain as chained, islice, product
from math import prod
from random import Random

from casbridge.algebra.answers import Component, Point
from casbridge.algebra.arithmetic import precision, rational
from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.radicals import Expression, Number, Power, Root, parts as parts_of
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.chains import Chain, PointChain
from casbridge.charset.definitions.ranks import class_of, main_degree
from casbridge.charset.elements import Elements
from casbridge.charset.series import series_of
from casbridge.crosscheck.branches.eliminating import Prime
from casbridge.crosscheck.branches.equations import Resolved, Stated
from casbridge.crosscheck.branches.numerics import (
    Ball,
    UncertainError,
    ball,
    decimal,
    polynomial_value,
    value_at,
    values,
)
from casbridge.crosscheck.metamorphic import Substitution
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.errors import InputError, LimitError, UnsupportedError, printable
from casbridge.limits import NEVER, Deadline

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53)
#: Values of free variables for exact witnesses.
_SMALL: tuple[Coefficient, ...] = (1, 2, -1, 0, 3, -2, 4, Fraction(1, 2), 9, -3, Fraction(3, 5), 5, -4)
_MOST_EXACT = 400
_MOST_ZEROS = 400
_LARGEST_DENOMINATOR = 1_000
#: A branch without values, in words.
_ALL_FREE = "each variable is free"
_LACKS = "lacks a zero of the system that only the conjugates of its branches have"

#: A ball for each variable of the ring.
Place = tuple[Ball, ...]
_Value = Coefficient | complex


@dataclass(frozen=True)
class Part:
    """One branch of an answer, and the results of each stage so far.

    number: from 1. text: the branch, for messages.
    primes: of its closure, in the kept variables; None before elimination.

    >>> from casbridge.algebra.branches import Branch
    >>> from casbridge.crosscheck.branches.equations import resolve, state
    >>> resolved = resolve(Branch(), Ring.of("x"))
    >>> Part(1, "", resolved, state(resolved), (Prime((), ()),)).components
    [()]
    """

    number: int
    text: str
    resolved: Resolved
    stated: Stated
    primes: tuple[Prime, ...] | None = None

    @property
    def components(self) -> list[Component]:
        """The primes, by generators in the ring."""
        return [self.stated.component(prime.generators) for prime in self.primes or ()]


def _assignments(names: Sequence[str]) -> Iterator[dict[str, _Value]]:
    """Values of names at which radicals are in different places of the complex plane."""
    if not names:
        yield {}
        return
    primes = [_PRIMES[i % len(_PRIMES)] + len(_PRIMES) * (i // len(_PRIMES)) for i in range(len(names))]
    yield dict(zip(names, primes, strict=True))
    yield {name: Fraction(-p, p + 1) for name, p in zip(names, primes, strict=True)}
    yield {name: complex(p, 1 + i) for i, (name, p) in enumerate(zip(names, primes, strict=True))}
    yield {name: complex(-p, 2 + 3 * i) for i, (name, p) in enumerate(zip(names, primes, strict=True))}
    chance = Random(len(names))
    for _ in range(4):
        yield {name: complex(chance.randint(-9, 9), chance.choice((-1, 1)) * chance.randint(1, 9)) for name in names}
    for _ in range(2):
        yield {name: Fraction(chance.randint(-50, 50), chance.choice((7, 11, 13))) for name in names}


def _small_assignments(names: Sequence[str]) -> Iterator[dict[str, Coefficient]]:
    """Small values of names, for exact points."""
    if len(_SMALL) ** len(names) <= _MOST_EXACT:
        for values_of_names in product(_SMALL, repeat=len(names)):
            yield dict(zip(names, values_of_names, strict=True))
        return
    chance = Random(0)
    for _ in range(_MOST_EXACT):
        yield {name: chance.choice(_SMALL) for name in names}


# -- false zeros ------------------------------------------------------------------------------------------------------


def false_zeros(name: str, part: Part, system: PolynomialSystem, deadline: Deadline = NEVER) -> Witness | None:
    """A witness for a false zero of a branch, if a point of the branch proves it; else None.

    name: whose answer the branch is from.

    >>> from casbridge.algebra import variables
    >>> from casbridge.algebra.branches import Branch
    >>> from casbridge.algebra.radicals import Name
    >>> from casbridge.crosscheck.branches.equations import resolve, state
    >>> x, y = variables(Ring.of("x y"))
    >>> resolved = resolve(Branch((("x", Name("y")),)), x.ring)
    >>> part = Part(1, "x = y", resolved, state(resolved))
    >>> false_zeros("it", part, PolynomialSystem.of(x.ring, [x + y - 2])).point
    (2, 2)
    """
    equations = list(system.polynomials())
    with precision():
        for at, places in _samples(part.resolved, deadline):
            violated = [_violated(place, equations) for place in places]
            if violated and None not in violated:
                return _exact_false_zero(name, part, equations, deadline) or _false_zero(
                    name, part, at, places[0], violated[0]
                )
    return None


def _samples(resolved: Resolved, deadline: Deadline) -> Iterator[tuple[Mapping[str, _Value], list[Place]]]:
    """Values of the free variables and parameters, and the places one of which is the branch's point there."""
    for at in _assignments((*resolved.free, *resolved.parameters)):
        deadline.check("the branch was not evaluated")
        with suppress(UncertainError):
            found = values([*resolved.expressions, *resolved.conditions], {name: ball(one) for name, one in at.items()})
            size = resolved.ring.size
            # A condition that may be 0 leaves the point out.
            if not any(condition.contains(0) for one in found for condition in one[size:]):
                yield at, [one[:size] for one in found]


def _violated(place: Place, equations: Sequence[Polynomial]) -> Polynomial | None:
    """The first equation that is certainly not 0 at a place."""
    return next((one for one in equations if not polynomial_value(one, place).contains(0)), None)


def _exact_false_zero(name: str, part: Part, equations: Sequence[Polynomial], deadline: Deadline) -> Witness | None:
    """A witness with rational coordinates, where one is found."""
    for point in _exact_points(part.resolved, deadline):
        violated = next((one for one in equations if one.evaluate(point)), None)
        if violated is not None:
            witness = Witness(Fault.FALSE_ZERO, name, "", point, violated)
            text = f"{name} has a zero at which an equation is {witness.value}, not 0, in branch {part.number}"
            return replace(witness, text=printable(f"{text}: {part.text or _ALL_FREE}"))
    return None


def _exact_points(resolved: Resolved, deadline: Deadline) -> Iterator[Point]:
    for at in _small_assignments((*resolved.free, *resolved.parameters)):
        deadline.check("the branch was not evaluated")
        with suppress(InputError, UnsupportedError):
            found = [value_at(one, at) for one in (*resolved.expressions, *resolved.conditions)]
            known = [one.value for one in found if isinstance(one, Number)]
            size = resolved.ring.size
            if len(known) == len(found) and all(known[size:]):
                yield tuple(known[:size])


def _false_zero(name: str, part: Part, at: Mapping[str, _Value], place: Place, equation: Polynomial | None) -> Witness:
    assert equation is not None
    where = ", ".join(f"{variable} = {decimal(ball(value))}" for variable, value in at.items())
    value = decimal(polynomial_value(equation, place), 8)
    text = f"{name} has a zero at which an equation is {value}, not 0, in branch {part.number}"
    text = printable(f"{text}: {part.text or _ALL_FREE}{f', at {where}' if where else ''}")
    near = tuple(decimal(one) for one in place)
    return Witness(Fault.FALSE_ZERO, name, text, polynomial=equation, value=value, approximation=near)


# -- which primes belong to a branch ----------------------------------------------------------------------------------


def own_primes(part: Part, system: PolynomialSystem, deadline: Deadline = NEVER) -> Part:
    """The part without the primes that belong to conjugates only. Raises UnsupportedError where that cannot be told.

    A prime is the branch's own if a point of the branch lies on it and on no other one. Others stay if the system
    vanishes on them: they may hide that a zero is missing, but then the zeros are compared, see `missing_zeros`.

    >>> from casbridge.algebra.branches import Branch
    >>> from casbridge.crosscheck.branches.equations import resolve, state
    >>> resolved = resolve(Branch(), Ring.of("x"))
    >>> part = Part(1, "", resolved, state(resolved), (Prime((), ()),))
    >>> own_primes(part, PolynomialSystem(Ring.of("x"), ())) == part
    True
    """
    primes, components = part.primes or (), part.components
    if len(primes) < 2:
        return part
    certain: set[int] = set()
    near: set[int] = set()
    with precision():
        for _, places in _samples(part.resolved, deadline):
            on = [[i for i, one in enumerate(components) if _is_near(place, one)] for place in places]
            near.update(chained.from_iterable(on))
            if all(len(one) == 1 for one in on) and len({one[0] for one in on}) == 1:
                certain.add(on[0][0])
    constant = not part.resolved.free and not part.resolved.parameters
    kept: list[Prime] = []
    for number, prime in enumerate(primes):
        if number in certain or _is_inside(part, prime, system, deadline):
            kept.append(prime)
        elif not (constant and near and number not in near):
            which = f"of conjugates of branch {part.number}, which has zeros that the system has not"
            raise UnsupportedError(f"whether a part {which}, belongs to the branch cannot be told")
    return replace(part, primes=tuple(kept))


def _is_near(place: Place, component: Component) -> bool:
    """Whether all polynomials may be 0 at a place."""
    return all(polynomial_value(one, place).contains(0) for one in component)


def _is_inside(part: Part, prime: Prime, system: PolynomialSystem, deadline: Deadline) -> bool:
    """Whether the system vanishes on a prime of a branch."""
    ring = system.ring
    own = _with_chain(part, prime, deadline)
    elements = Elements(ring, deadline=deadline)
    chain = tuple(elements.of_polynomial(one.rename(ring, part.stated.kept)) for one in own.chain)
    for equation in system.polynomials():
        substituted = _substituted(equation, part)
        if elements.remainder_by(elements.of_polynomial(substituted), chain) is not elements.zero:
            return False
    return True


def _substituted(polynomial: Polynomial, part: Part) -> Polynomial:
    """A polynomial with the values of the variables whose values are polynomials."""
    images = list(variables(polynomial.ring))
    for one in part.stated.direct:
        images[_given(one, part)] -= one
    return Substitution(polynomial.ring, tuple(images))(polynomial)


def _given(direct: Polynomial, part: Part) -> int:
    """The position of the variable that a direct polynomial gives: it is the variable less its value."""
    return next(
        place
        for place, name in enumerate(part.resolved.ring.variables)
        if name in part.resolved.values and direct.degree(place)
    )


def _with_chain(part: Part, prime: Prime, deadline: Deadline) -> Prime:
    """A prime with its chain. Raises UnsupportedError where it is not found."""
    if prime.chain or not prime.generators:
        return prime
    series = series_of(PolynomialSystem.of(part.stated.low_ring, prime.generators), deadline)
    chains: list[Chain | PointChain] = list(series)
    shortest = min((len(one.polynomials) for one in chains), default=0)
    found = [one for one in chains if len(one.polynomials) == shortest]
    if len(found) != 1:
        raise UnsupportedError("a prime of a closure could not be put into triangular form")
    return prime._replace(chain=tuple(found[0].polynomials))


# -- missing zeros ----------------------------------------------------------------------------------------------------


def missing_zeros(
    name: str, parts: Sequence[Part], system: PolynomialSystem, deadline: Deadline = NEVER
) -> tuple[Witness, ...]:
    """Witnesses for zeros that the closures have and no branch has. Raises UnsupportedError where that cannot be told.

    >>> missing_zeros("it", [], PolynomialSystem(Ring.of("x"), ()))
    ()
    """
    seen: set[frozenset[Polynomial]] = set()
    branches = [_BranchPoints(part) for part in parts]
    with precision():
        for part in parts:
            for prime, component in zip(part.primes or (), part.components, strict=True):
                marks = frozenset(component)
                if marks in seen or not part.stated.system.equations:
                    continue
                seen.add(marks)
                zeros = _PrimeZeros(part, _with_chain(part, prime, deadline))
                if witnesses := _missing_of_prime(name, zeros, branches, system, deadline):
                    return tuple(replace(witness, chain=component) for witness in witnesses)
    return ()


@dataclass(frozen=True)
class _PrimeZeros:
    """The zeros of a prime of a branch, at chosen values of its free variables."""

    part: Part
    prime: Prime

    @cached_property
    def free(self) -> list[str]:
        """The variables that no polynomial of the chain, and no direct one, gives."""
        low = self.part.stated.low_ring
        given = {low.variables[class_of(one) - 1] for one in self.prime.chain}
        direct = {self.part.resolved.ring.variables[_given(one, self.part)] for one in self.part.stated.direct}
        return [one for one in self.part.resolved.ring.variables if one not in given | direct]

    def at(self, values_of_free: Mapping[str, _Value], deadline: Deadline) -> list[Place]:
        """All zeros with these values. Raises UncertainError."""
        stated, ring = self.part.stated, self.part.resolved.ring
        low = stated.low_ring
        if prod(map(main_degree, self.prime.chain)) > _MOST_ZEROS:
            raise UnsupportedError(f"a closure has more than {_MOST_ZEROS} conjugate zeros")
        free = {place: ball(values_of_free[one]) for place, one in enumerate(low.variables) if one in values_of_free}
        found = zeros_of_chain(self.prime.chain, free, deadline)
        return [self._completed(known, values_of_free, ring) for known in found]

    def _completed(self, known: Mapping[int, Ball], values_of_free: Mapping[str, _Value], ring: Ring) -> Place:
        kept = self.part.stated.kept
        place = [ball(values_of_free.get(one, 0)) for one in ring.variables]
        for i, value in known.items():
            place[kept[i]] = value
        for one in self.part.stated.direct:
            given = _given(one, self.part)
            place[given] = ball(0)
            place[given] = -polynomial_value(one, place)
        return tuple(place)


def zeros_of_chain(
    chain: Component, free: Mapping[int, Ball], deadline: Deadline = NEVER, bits: int | None = None
) -> list[dict[int, Ball]]:
    """All zeros of a chain as balls, by the positions of the variables; a root of each polynomial in turn.

    free: the values of the free variables. bits: see `roots_at`. Raises UncertainError, LimitError.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> with precision(64):
    ...     print([decimal(zero[1], 3) for zero in zeros_of_chain((x - 2, x * y - 3), {})])
    ['1.50']
    """
    found = [dict(free)]
    for polynomial in sorted(chain, key=class_of):
        main, longer = class_of(polynomial) - 1, []
        for known in found:
            deadline.check("the zeros of a chain were not found")
            longer += [{**known, main: root} for root in roots_at(polynomial, main, known, bits)]
        found = longer
    return found


def roots_at(polynomial: Polynomial, main: int, known: Mapping[int, Ball], bits: int | None = None) -> list[Ball]:
    """The roots of a polynomial in its main variable, where the lower variables have known values.

    main, known: variables by their positions. bits: how small the balls are to be, 2^(-bits), where the known values
        allow that; None: so small that they are apart. Raises UncertainError.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> with precision(64):
    ...     print([decimal(one, 3) for one in roots_at(x * y - 3, 1, {0: ball(2)})])
    ['1.50']
    """
    from flint import acb_poly, arb, fmpz_poly

    rest: dict[int, dict[tuple[int, ...], Coefficient]] = {}
    for exponents, coefficient in polynomial.cleared().terms.items():
        rest.setdefault(exponents[main], {})[(*exponents[:main], 0, *exponents[main + 1 :])] = coefficient
    if len(polynomial.support()) == 1:
        whole = fmpz_poly([int(sum(rest.get(e, {}).values())) for e in range(max(rest) + 1)])
        return [root for root, _ in whole.complex_roots()]
    point = [known.get(place, ball(0)) for place in range(polynomial.ring.size)]
    coefficients = [polynomial_value(Polynomial(polynomial.ring, rest.get(e, {})), point) for e in range(max(rest) + 1)]
    if coefficients[-1].contains(0):
        raise UncertainError("the initial of a closure's polynomial may be 0")
    if len(coefficients) == 2:
        return [-coefficients[0] / coefficients[1]]
    try:
        found: list[Ball] = acb_poly(coefficients).roots(tol=None if bits is None else arb(2) ** -bits)
    except ValueError as error:
        raise UncertainError(f"the roots of a closure's polynomial were not separated: {error}") from None
    return found


def _missing_of_prime(
    name: str, zeros: _PrimeZeros, branches: Sequence[_BranchPoints], system: PolynomialSystem, deadline: Deadline
) -> tuple[Witness, ...]:
    """Witnesses for zeros of a prime that no branch has."""
    unresolved, resolved = "", False
    for at in islice(_assignments(zeros.free), 4):
        try:
            places = zeros.at(at, deadline)
        except UncertainError as error:
            unresolved = str(error)
            continue
        open_here = False
        lost: list[Place] = []
        for place in places:
            deadline.check("the zeros of a closure were not compared")
            states = [branch.is_apart(place) for branch in branches]
            if all(states):
                lost.append(place)
            else:
                open_here |= False not in states
        if lost:
            exact = _exact_missing(name, zeros, branches, system, deadline)
            stated = "" if zeros.free or open_here else f": it states {len(places) - len(lost)} of these {len(places)}"
            text = f"{name} {_LACKS}{stated}"
            near = (tuple(map(decimal, place)) for place in lost)
            return (exact,) if exact else tuple(Witness(Fault.MISSING_ZERO, name, text, approximation=n) for n in near)
        resolved |= not open_here
        if open_here:
            unresolved = "whether a branch has a zero of its closure cannot be told by balls"
    if not resolved:
        raise UnsupportedError(unresolved or "the zeros of a closure were not found")
    return ()


@dataclass(frozen=True)
class _BranchPoints:
    """The points of one branch, as balls. A branch without free variables is evaluated once for all comparisons."""

    part: Part

    @cached_property
    def components(self) -> list[Component]:
        return self.part.components

    @cached_property
    def constants(self) -> list[Place]:
        """The values of the expressions and the conditions, of a branch without free variables."""
        resolved = self.part.resolved
        return values([*resolved.expressions, *resolved.conditions], {})

    def is_apart(self, place: Place) -> bool | None:
        """True where the branch certainly has no point at a place, False where a point overlaps it, None where balls
        fail."""
        resolved, ring = self.part.resolved, self.part.resolved.ring
        if not self.part.primes:
            return True
        is_constant = not resolved.free and not resolved.parameters
        if not is_constant and not any(_is_near(place, component) for component in self.components):
            return True
        if resolved.parameters:
            # Without radicals the image of the parameters is dense in the closure: it holds almost all of its zeros.
            rational = all(is_rational(one) for one in (*resolved.values.values(), *resolved.conditions))
            return False if rational else None
        try:
            at = {one: place[ring.index[one]] for one in resolved.free}
            found = self.constants if is_constant else values([*resolved.expressions, *resolved.conditions], at)
        except UncertainError:
            return None
        size = ring.size
        apart = [any(not a.overlaps(b) for a, b in zip(place, one[:size], strict=True)) for one in found]
        if all(apart):
            return True
        if any(apart):
            return None
        return None if any(one.contains(0) for other in found for one in other[size:]) else False


def is_rational(expression: Expression) -> bool:
    """Whether there are no radicals and no roots in an expression.

    >>> from casbridge.algebra.radicals import Name
    >>> is_rational(Power(Name("x"), -1)), is_rational(Power(Name("x"), Fraction(1, 2)))
    (True, False)
    """
    return not any(
        isinstance(one, Root) or (isinstance(one, Power) and Fraction(one.exponent).denominator > 1)
        for one in parts_of(expression)
    )


def _exact_missing(
    name: str, zeros: _PrimeZeros, branches: Sequence[_BranchPoints], system: PolynomialSystem, deadline: Deadline
) -> Witness | None:
    """A missing zero with rational coordinates, where one is found."""
    for at in islice(_small_assignments(zeros.free), 60):
        with suppress(UncertainError, LimitError):
            for place in zeros.at(at, deadline.share(0.5)):
                point = _rational_point(place)
                if point is None or system.first_violated(point) is not None:
                    continue
                exact = tuple(ball(one) for one in point)
                if all(branch.is_apart(exact) for branch in branches):
                    return Witness(Fault.MISSING_ZERO, name, f"{name} {_LACKS}", point)
    return None


def _rational_point(place: Place) -> Point | None:
    """A point with small rational coordinates within the balls of a place, if there is one."""
    found: list[Coefficient] = []
    for one in place:
        if not one.imag.contains(0):
            return None
        guess = Fraction(one.real.mid().str(40, radius=False)).limit_denominator(_LARGEST_DENOMINATOR)
        if not one.contains(ball(guess)):
            return None
        found.append(rational(guess))
    return tuple(found)
