"""Special cases: zeros in the closure of a branch at which a denominator of the branch is 0.

    parts ──▶ pieces V(K) ∖ V(J₁) ∖ … ──strata K + Jᵢ──▶ chains on which no piece is ──▶ a zero that is lost

An answer is the set that it states: the union over its branches of the points at which the values are defined. Let K be
a prime of a closure, and d a denominator or a condition. The points of V(K) at which d is 0 are in V(J). For a
polynomial d this is J = ⟨d⟩. For a d in radicals J is its norm: let N(t, z) be the closure of z = d(t), by elimination;
then J = N(t, 0). It holds all points at which some conjugate of d is 0.

A branch without radicals is V(K) without its V(J). Branches with radicals state V(K) together, with all branches in
whose closures it is: outside the V(J) of all of them the radicals depend continuously on the point, so that what is
known of almost all points, see `points`, holds there too.

Each zero of the system with K + J is to be in another piece. For the generic point of an irreducible chain C this is
decided by pseudo-division: sat(C) has all of K, and no J entirely. Then it remains to decide it for C + J.
What is lost is a point: it is put into the equations, and into each branch with its radicals, by exact arithmetic.
That nothing is lost is proved by identities; see `provers.covering`. The chains alone are no proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from casbridge.algebra.answers import Component, Point
from casbridge.algebra.fields import Ring, unused_name
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.radicals import Expression, Name, Number, Power, Product, Sum, add, names_in
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.elements import Element, Elements
from casbridge.charset.ideals.bases import groebner_basis
from casbridge.charset.series import series_of
from casbridge.crosscheck.branches.constants import have_all_zeros
from casbridge.crosscheck.branches.eliminating import by_reference
from casbridge.crosscheck.branches.equations import Resolved, state
from casbridge.crosscheck.branches.numerics import UndefinedError, are_zero, value_at
from casbridge.crosscheck.branches.points import Part, is_rational
from casbridge.crosscheck.closed_points import closed_points_on, place_of, points_of_chain
from casbridge.crosscheck.division import Divisor
from casbridge.crosscheck.provers.covering import Covering
from casbridge.crosscheck.verdicts import Extension, Fault, SpecialCases, Witness
from casbridge.errors import LimitError, UnsupportedError, limit_of, printable
from casbridge.limits import NEVER, Deadline, Stopwatch
from casbridge.processes.apart import attempt

_MOST_STRATA = 200
_MOST_POINTS = 500
_MOST_TRIED = 60
_MOST_CLOSED = 10
_MOST_SHOWN = 200


def special_cases(
    name: str, parts: Sequence[Part], system: PolynomialSystem, deadline: Deadline = NEVER, memory: int | None = None
) -> SpecialCases:
    """Whether all zeros of the system in the closures of an answer are zeros of the answer.

    name: whose answer it is. parts: its branches, with the primes of their closures. The work is done in a process
    apart.

    >>> from casbridge.algebra.branches import Branch
    >>> from casbridge.algebra.radicals import Name, multiply, power
    >>> from casbridge.crosscheck.branches.eliminating import closure_of
    >>> from casbridge.crosscheck.branches.equations import resolve
    >>> a, b, x = variables(Ring.of("a b x"))
    >>> resolved = resolve(Branch((("x", multiply(Name("b"), power(Name("a"), -1))),)), a.ring)
    >>> stated = state(resolved)
    >>> part = Part(1, "x = b/a", resolved, stated, closure_of(stated, Deadline.after(60)).primes)
    >>> special_cases("it", [part], PolynomialSystem.of(a.ring, [a * x - b])).faults[0].text
    'it states these zeros only where a is not 0; it lacks a = 0, b = 0, x = 1'
    """
    if not any(part.resolved.denominators or part.resolved.parameters for part in parts):
        return SpecialCases(proof="no branch has a denominator")
    watch = Stopwatch()
    done = attempt(_decide, name, tuple(parts), system, deadline, deadline=deadline, memory=memory)
    if done.error is None:
        decided: SpecialCases = done.value
        return decided
    what = limit_of(done.error)
    took = f"it took too much {what}, and was stopped after {watch.seconds:.1f} s"
    return SpecialCases(reason=took if what else printable(str(done.error)))


@dataclass(frozen=True)
class _Piece:
    """V(polynomials) without each V(excluded): all of its points are points of the answer."""

    polynomials: Component
    excluded: tuple[Component, ...]


def _decide(name: str, parts: Sequence[Part], system: PolynomialSystem, deadline: Deadline) -> SpecialCases:
    equations = tuple(system.polynomials())
    open_chain: Component | None = None
    known: list[_Piece] = []
    # Norms of radicals may take long. A zero that is lost where a polynomial is 0 is soon seen.
    below = [one for part in parts for one in part.resolved.denominators]
    for with_radicals in (True,) if all(map(is_rational, below)) else (False, True):
        pieces, strata, unread = _pieces(parts, system.ring, deadline.share(0.5), with_radicals=with_radicals)
        open_chain, known = None, []
        for chain in _outside(pieces, strata, equations, system.ring, deadline):
            lost = _lost(name, chain, parts, system, deadline)
            if lost is not None:
                return SpecialCases((lost,))
            if have_all_zeros(parts, chain, deadline):
                known.append(_Piece(chain, ()))
            else:
                open_chain = open_chain or chain
    if open_chain is not None:
        where = printable(f"[{', '.join(map(str, open_chain))}]", _MOST_SHOWN)
        text = f"whether the zeros on {where}, where a denominator may be 0, are in a branch is not known"
        return SpecialCases(reason="; ".join(filter(None, (text, unread))))
    simple = [
        (one.polynomials, tuple(J[0] for J in one.excluded if J)) for one in [*pieces, *known] if all(one.excluded)
    ]
    reason = "identities do not prove it"
    try:
        if all(Covering(system, deadline).of_parts(stratum, simple) for stratum in strata):
            return SpecialCases(
                proof="identities that were expanded: no zero is where a denominator is 0 in each branch"
            )
    except (LimitError, UnsupportedError) as error:
        reason = f"identities: {error}"
    return SpecialCases(
        reason=f"only the reference's chains show that no zero is lost where a denominator is 0; {reason}"
    )


def _pieces(
    parts: Sequence[Part], ring: Ring, deadline: Deadline, *, with_radicals: bool
) -> tuple[list[_Piece], list[Component], str]:
    """The pieces of an answer; what is to be covered by them; and why a branch is no piece, or "".

    with_radicals: whether denominators in radicals are looked at.
    """
    pieces: list[_Piece] = []
    closures: list[tuple[Part, Component, list[Component] | None]] = []
    strata: list[Component] = []
    unread = ""
    for part in parts:
        try:
            excluded = _excluded(part, ring, deadline, with_radicals=with_radicals)
        except (LimitError, UnsupportedError) as error:
            excluded, unread = None, printable(f"branch {part.number}: {error}")
        for component in part.components:
            closures.append((part, component, excluded))
            strata += [(*component, *one) for one in ([()] if excluded is None else excluded)]
            if excluded is not None and all(map(is_rational, part.resolved.expressions)):
                pieces.append(_Piece(component, tuple(excluded)))
    radical = [K for part, K, _ in closures if not all(map(is_rational, part.resolved.expressions))]
    for component in dict.fromkeys(radical):
        # Its points may be shared out among all branches in whose closure it is, and that are defined on some of it.
        own = Divisor(groebner_basis(ring, component, "degrevlex", deadline), "degrevlex", deadline)

        def vanish(polynomials: Component, divisor: Divisor = own) -> bool:
            return not any(map(divisor.remainder, polynomials))

        around = [Js for _, K, Js in closures if vanish(K) and not (Js and any(map(vanish, Js)))]
        if None not in around:
            pieces.append(_Piece(component, tuple(dict.fromkeys(J for Js in around for J in Js or ()))))
    return pieces, list(dict.fromkeys(strata)), unread


def _excluded(part: Part, ring: Ring, deadline: Deadline, *, with_radicals: bool) -> list[Component]:
    """Ideals outside of whose zeros the branch has each point of its closure."""
    resolved = part.resolved
    if resolved.parameters and (
        resolved.denominators or not all(_is_integral(one, resolved) for one in resolved.parameters)
    ):
        raise UnsupportedError("its free parameters may have no values at some points of its closure")
    found: dict[Component, None] = {}
    for denominator in dict.fromkeys(one for below in resolved.denominators for one in _factors(below)):
        deadline.check("the denominators were not eliminated")
        if not names_in(denominator):
            if are_zero([denominator]) is not False:
                raise UnsupportedError(f"its denominator {denominator} may be 0")
        elif is_rational(denominator) or with_radicals:
            found.update(dict.fromkeys(_where_zero(denominator, resolved, ring, deadline)))
    lowest = ring.lowest
    return [J for J in found if not any(f and all(v < lowest for v in f.support()) for f in J)]


def _is_integral(parameter: str, resolved: Resolved) -> bool:
    """Whether a free parameter is a root of a monic polynomial over the values of a branch, so that none is lost."""
    return any(
        names_in(value) == {parameter} and is_rational(value) and _is_polynomial(value)
        for value in resolved.values.values()
    )


def _is_polynomial(value: Expression) -> bool:
    (name,) = names_in(value)
    return bool(state(Resolved(Ring.of(f"{name} {name}0"), {f"{name}0": value}, (), (name,), ())).direct[0].degree(0))


def _factors(denominator: Expression) -> Iterator[Expression]:
    """Expressions one of which is 0 where a denominator is defined and 0."""
    if isinstance(denominator, Product):
        for one in denominator.factors:
            yield from _factors(one)
    elif isinstance(denominator, Power):
        if denominator.exponent > 0:
            yield from _factors(denominator.base)
    elif not isinstance(denominator, Number):
        yield denominator


def _where_zero(denominator: Expression, resolved: Resolved, ring: Ring, deadline: Deadline) -> Iterator[Component]:
    """Ideals J that have each point at which a conjugate of a denominator is 0 among their zeros."""
    z = unused_name("z", {*ring.variables, *resolved.parameters})
    wider = Ring(ring.field, (*ring.variables, z))
    graph = state(Resolved(wider, {z: denominator}, (), ring.variables, ()), deadline)
    primes = by_reference(graph, deadline) if graph.system.equations else [None]
    for prime in primes:
        polynomials = graph.component(() if prime is None else prime.generators)
        cut = (Polynomial(ring, {e[:-1]: c for e, c in f.terms.items() if not e[-1]}) for f in polynomials)
        yield tuple(f.normal() for f in cut if f)


def _outside(
    pieces: Sequence[_Piece], strata: Iterable[Component], equations: Component, ring: Ring, deadline: Deadline
) -> Iterator[Component]:
    """The chains of zeros of the system, within some strata, whose generic points are in no piece."""
    elements = Elements(ring, deadline=deadline)
    waiting = [frozenset((*equations, *stratum)) for stratum in strata]
    seen = set(waiting)
    while waiting:
        known = waiting.pop()
        if len(seen) > _MOST_STRATA:
            raise UnsupportedError(f"there are more than {_MOST_STRATA} cases in which a denominator is 0")
        for chain in series_of(PolynomialSystem.of(ring, sorted(known, key=str)), deadline):
            own = tuple(chain.polynomials)
            divisors = [elements.of_polynomial(one) for one in own]

            def vanish(polynomials: Component, divisors: Sequence[Element] = divisors) -> bool:
                left = (elements.remainder_by(elements.of_polynomial(one), divisors) for one in polynomials)
                return all(one is elements.zero for one in left)

            has = [piece for piece in pieces if vanish(piece.polynomials) and not any(map(vanish, piece.excluded))]
            if not has:
                yield own
                continue
            smallest = min(has, key=lambda piece: len(piece.excluded))
            further = {known.union(own, J) for J in smallest.excluded} - seen
            seen |= further
            waiting += further


# -- points -----------------------------------------------------------------------------------------------------------


def _lost(
    name: str, chain: Component, parts: Sequence[Part], system: PolynomialSystem, deadline: Deadline
) -> Witness | None:
    """A zero on a chain that no branch has, as a witness; None where none is seen."""
    ring = system.ring
    for point in sorted(islice(points_of_chain(chain, ring), _MOST_POINTS), key=_difficulty)[:_MOST_TRIED]:
        deadline.check("no zero that is lost was seen")
        if system.first_violated(point) is None and all(has_point(part, point) is False for part in parts):
            below = _zero_denominators_at(parts, point)
            return _witness(name, below, chain, _zero_text(ring, point)).at(point)
    if any(part.resolved.parameters for part in parts):
        return None
    for basis in islice(closed_points_on(chain, system, (), deadline), _MOST_CLOSED):
        place, closed = place_of(basis, ring, deadline), _ValuesModulo(ring, basis, deadline)
        if isinstance(place, Extension) and not any(closed.is_of(part) for part in parts):
            text = f"{_zero_text(ring, place.coordinates)}, where {place.minimal} = 0"
            below = _zero_denominators(parts, closed.is_zero, closed.vanishes)
            return _witness(name, below, basis, text).at(place)
    return None


def _witness(name: str, below: Iterable[str], chain: Component, zero: str) -> Witness:
    """The witness of a zero that is lost. below: of each branch near it, a denominator that is 0 there."""
    where = " or ".join(f"{printable(one, _MOST_SHOWN)} is not 0" for one in dict.fromkeys(below))
    states = f"{name} states these zeros only where {where}; it lacks" if where else f"{name} lacks"
    return Witness(Fault.SPECIAL_CASE, name, printable(f"{states} {zero}", 4 * _MOST_SHOWN), chain=chain)


class _ValuesModulo:
    """A zero in an extension, by the reduced basis of its polynomials; values there are fractions modulo them."""

    def __init__(self, ring: Ring, basis: Iterable[Polynomial], deadline: Deadline) -> None:
        self.ring, self.divisor = ring, Divisor(tuple(basis), "lex", deadline)

    def is_zero(self, polynomial: Polynomial) -> bool:
        return not self.divisor.remainder(polynomial)

    def vanishes(self, expression: Expression) -> bool:
        return not self.fraction(expression)[0]

    def is_of(self, part: Part) -> bool:
        """Whether a branch may have the point. Radicals are not evaluated."""
        try:
            if any(map(self.vanishes, part.resolved.denominators)):
                return False
            for name, value in part.resolved.values.items():
                above, below = self.fraction(value)
                if not self.is_zero(above - below * self.fraction(Name(name))[0]):
                    return False
        except UndefinedError:
            return False
        except UnsupportedError:
            pass
        return True

    def fraction(self, expression: Expression) -> tuple[Polynomial, Polynomial]:
        """The value as a numerator and a denominator. Raises UndefinedError, and UnsupportedError for radicals."""
        one = Polynomial.constant(self.ring, 1)
        match expression:
            case Number(value):
                return one * value, one
            case Name(name):
                return self.divisor.remainder(variables(self.ring)[self.ring.index[name]]), one
            case Sum(terms):
                above, below = Polynomial(self.ring), one
                for a, b in map(self.fraction, terms):
                    above, below = self.divisor.remainder(above * b + a * below), self.divisor.remainder(below * b)
                return above, below
            case Product(factors):
                above, below = one, one
                for a, b in map(self.fraction, factors):
                    above, below = self.divisor.remainder(above * a), self.divisor.remainder(below * b)
                return above, below
            case Power(base, int(exponent)):
                above, below = self.fraction(base)
                if exponent < 0 and not above:
                    raise UndefinedError("a denominator is 0")
                above, below = (above, below) if exponent > 0 else (below, above)
                return self.divisor.remainder(above ** abs(exponent)), self.divisor.remainder(below ** abs(exponent))
        raise UnsupportedError("a number in radicals at a point of an extension")


def _zero_denominators_at(parts: Sequence[Part], point: Point) -> Iterator[str]:
    at = dict(zip(parts[0].resolved.ring.variables, point, strict=True))
    return _zero_denominators(parts, lambda one: not one.evaluate(point), lambda one: are_zero([value_at(one, at)]))


def _zero_denominators(
    parts: Sequence[Part], is_zero: Callable[[Polynomial], bool], vanishes: Callable[[Expression], bool | None]
) -> Iterator[str]:
    """Of each branch whose closure has a point the first denominator that is 0 there, in words.

    is_zero: whether a polynomial is 0 at the point. vanishes: whether an expression is.
    """

    def certainly_vanishes(expression: Expression) -> bool:
        try:
            return bool(vanishes(expression))
        except UnsupportedError:
            return False

    for part in parts:
        if any(all(map(is_zero, component)) for component in part.components):
            below = (one for denominator in part.resolved.denominators for one in _factors(denominator))
            yield from islice((str(one).replace("^", "**") for one in below if certainly_vanishes(one)), 1)


def _difficulty(point: Point) -> tuple[Fraction, int]:
    """A measure of points: small numbers are easy to check by hand, and a point of many zeros says little."""
    sizes = (abs(Fraction(value)) or Fraction(3, 2) for value in point)
    return sum(sizes, Fraction()), sum(value < 0 for value in point)


def _zero_text(ring: Ring, coordinates: Sequence[object]) -> str:
    return ", ".join(f"{variable} = {value}" for variable, value in zip(ring.variables, coordinates, strict=True))


def has_point(part: Part, point: Point) -> bool | None:
    """Whether a point with rational coordinates is a point of a branch, as it is stated; None where it is not known.

    >>> from casbridge.algebra.branches import Branch
    >>> from casbridge.algebra.radicals import Name, power
    >>> from casbridge.crosscheck.branches.equations import resolve
    >>> resolved = resolve(Branch((("y", power(Name("x"), -1)),)), Ring.of("x y"))
    >>> part = Part(1, "y = 1/x", resolved, state(resolved))
    >>> [has_point(part, one) for one in ((2, 1), (1, 1), (0, 1))]
    [False, True, False]
    """
    resolved, at = part.resolved, dict(zip(part.resolved.ring.variables, point, strict=True))
    if resolved.parameters:
        return _has_parameters(part, point)
    try:
        not_zero = [are_zero([value_at(one, at)]) for one in resolved.denominators]
        differences = [add(value_at(value, at), Number(-at[name])) for name, value in resolved.values.items()]
        is_zero = [are_zero([one]) for one in differences]
    except UndefinedError:
        return False
    except UnsupportedError:
        return None
    if True in not_zero or False in is_zero:
        return False
    return None if None in (*not_zero, *is_zero) else True


def _has_parameters(part: Part, point: Point) -> bool | None:
    """`has_point` for a branch with free parameters: whether equations for them have a solution."""
    stated, resolved = part.stated, part.resolved
    if any(one.evaluate(point) for one in stated.direct):
        return False
    everywhere = variables(stated.system.ring)
    fixed = [everywhere[i] - point[place] for i, place in enumerate(stated.kept)]
    larger = PolynomialSystem.of(stated.system.ring, [*stated.system.polynomials(), *fixed])
    if not any(True for _ in series_of(larger)):
        return False
    return True if not resolved.conditions and all(map(is_rational, resolved.expressions)) else None
