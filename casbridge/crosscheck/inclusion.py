"""A second opinion beside Singular's: whether an answer has a system's zeros, by the reference's irreducible chains.

Let C₁, …, Cₘ be the irreducible chains of the system P: V(P) = ∪ V(sat Cᵢ), where sat(C) = ⟨C⟩ : (∏ initials)^∞ is a
prime, and f is in it exactly if the pseudo-remainder of f by C is 0.

An answer is *sound* if its components D have no zeros but the system's. A chain D is sound if all pseudo-remainders of
P by D are 0: then Iˢp ∈ ⟨D⟩, and p ∈ sat(D). Otherwise D is decomposed itself: V(sat D) is the union of the V(sat E)
for those irreducible chains E of D modulo which no initial of D is 0, and the pseudo-remainders of P by these decide.
So they do for the irreducible chains of generators.

It is *complete* if each V(sat Cᵢ), being irreducible, lies in the zero set of one component: its generators, or the
polynomials of a chain D, are in sat(Cᵢ), and no initial of D is, for Iˢf ∈ ⟨D⟩ gives f ∈ sat(Cᵢ) then. Where a
polynomial of D is not in sat(Cᵢ), it certainly does not. Where all are, and an initial too, D is decomposed; equal
dimensions, where one prime contains another only if they are equal, may decide then.

A chain of more polynomials than P has lies in another one's zero set: no component of V(P) has so small a dimension.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from casbridge.algebra.answers import Answer, Component, Point, Task, point_of
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset import Chain, PointChain
from casbridge.charset.elements import Element, Elements
from casbridge.charset.series import series_of
from casbridge.crosscheck.checking import MOST_FAULTS
from casbridge.crosscheck.closed_points import short_product
from casbridge.crosscheck.division import Divisor
from casbridge.crosscheck.provers.protocol import SYSTEM, Finding
from casbridge.crosscheck.sampling import points_of_chain
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.errors import LimitError, UnsupportedError, printable
from casbridge.limits import NEVER, Deadline

#: More chains are not compared.
MOST_CHAINS = 5_000
_MOST_PAIRS = 2_000
_SECONDS_TO_DIVIDE = 5.0

ElementChain = tuple[Element, ...]


@dataclass(frozen=True)
class _Piece:
    """A component, or a part of one, as elements.

    initials: those of a chain that are no constants; () for generators.
    """

    position: int
    elements: ElementChain
    initials: ElementChain
    is_chain: bool


_SAME = frozenset({SYSTEM})


def _finding(faults: Sequence[Witness]) -> Finding:
    """What faults amount to; none of them prove that the zeros are the system's."""
    if not faults:
        return Finding(same_as=_SAME)
    return Finding(faults=tuple(faults), certain=any(witness.point for witness in faults))


class Inclusion:
    """The reference's comparison of answers with one system.

    After `deadline` nothing more is known.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> inclusion = Inclusion(PolynomialSystem.of(x.ring, [x * y]))
    >>> inclusion.judge("a", Answer(Task.PRIMES, x.ring, ((x,), (y,)))).proved
    True
    >>> inclusion.judge("a", Answer(Task.SERIES, x.ring, ((x,),))).faults[0].text
    'a lacks zeros of the system: those of the chain [y]'
    """

    def __init__(self, system: PolynomialSystem, deadline: Deadline = NEVER) -> None:
        self.system = system
        self.ring = system.ring
        self.deadline = deadline
        self.elements = Elements(system.ring, deadline=deadline)
        self.equations = {self.elements.of_polynomial(p): p for p in system.polynomials() if p}

    def judge(
        self, name: str, answer: Answer, *, complete: bool = True, points: frozenset[Point] | None = None
    ) -> Finding:
        """What is known of an answer; `name` is whose.

        complete: whether it is claimed to have all zeros. points: its zeros, where they are known to be these points,
        and zeros of the system.
        """
        try:
            if points is not None:
                faults = list(self._missing_points(name, points)) if complete else []
                return _finding(faults)
            parts = [self._part(i, one, answer.task is Task.SERIES) for i, one in enumerate(answer.components, 1)]
            faults = []
            for part in parts:
                faults += self._false_zeros(name, part)
                if len(faults) >= MOST_FAULTS:
                    break
            if faults or not complete:
                return _finding(faults)
            return self._complete(name, answer, parts)
        except LimitError:
            return Finding(reason="the reference did not come to an end in time", stopped=True)
        except UnsupportedError as error:
            return Finding(reason=f"the reference cannot tell: {error}")

    # -- the chains ----------------------------------------------------------------------------------------------------

    @cached_property
    def chains(self) -> list[ElementChain]:
        """The irreducible chains of the system, all of them shown to be zeros of it."""
        found = list(self._decomposed(self.system))
        for chain in found:
            if self._violated(chain) is not None:
                raise UnsupportedError("a chain of its own is not one of the system")
        return found

    @cached_property
    def telling_chains(self) -> list[ElementChain]:
        """Those that may be components of the zero set, by their dimension."""
        return [chain for chain in self.chains if len(chain) <= len(self.equations)]

    def polynomials(self, chain: ElementChain) -> tuple[Polynomial, ...]:
        """An element chain as polynomials in normal form."""
        return tuple(self.elements.polynomial(element) for element in chain)

    def _decomposed(self, system: PolynomialSystem) -> Iterator[ElementChain]:
        chains: Iterable[Chain | PointChain] = series_of(system, self.deadline)
        for number, chain in enumerate(chains):
            if number >= MOST_CHAINS:
                raise UnsupportedError(f"there are more than {MOST_CHAINS} chains")
            yield tuple(self.elements.of_polynomial(p) for p in chain.polynomials)

    def _part(self, position: int, component: Component, is_chain: bool) -> _Piece:
        elements = tuple(self.elements.of_polynomial(p) for p in component if p)
        if is_chain:
            elements = tuple(sorted(elements, key=lambda e: e.rank))
        return self._part_of(elements, is_chain, position)

    def _part_of(self, elements: ElementChain, is_chain: bool = True, position: int = 0) -> _Piece:
        initials = map(self.elements.initial, elements) if is_chain else ()
        return _Piece(position, elements, tuple(i for i in initials if i.variable >= 0), is_chain)

    def _pieces(self, part: _Piece) -> Iterator[_Piece]:
        """Irreducible chains whose V(sat E) together are the zeros of a component."""
        polynomials = [self.elements.polynomial(element) for element in part.elements]
        for chain in self._decomposed(PolynomialSystem.of(self.ring, polynomials)):
            if any(self._outside(element, chain) for element in part.elements):
                raise UnsupportedError("a chain of its own is not one of a component")
            if all(self._outside(initial, chain) for initial in part.initials):
                yield self._part_of(chain)

    def _outside(self, element: Element, chain: ElementChain) -> bool:
        """Whether an element is not in the prime sat(chain)."""
        return self.elements.remainder_by(element, chain) is not self.elements.zero

    def _violated(self, chain: ElementChain) -> Element | None:
        return next((equation for equation in self.equations if self._outside(equation, chain)), None)

    # -- soundness -----------------------------------------------------------------------------------------------------

    def _false_zeros(self, name: str, part: _Piece) -> list[Witness]:
        if any(element.variable < 0 for element in part.elements):
            return []
        if part.is_chain and self._violated(part.elements) is None:
            return []
        if not part.is_chain and self._divides(part):
            return []
        for piece in self._pieces(part):
            equation = self._violated(piece.elements)
            if equation is not None:
                return [self._false_zero(name, part, piece.elements, self.equations[equation])]
        return []

    def _divides(self, part: _Piece) -> bool:
        """Whether division already shows that all equations are in the ideal of the generators."""
        deadline = self.deadline.share(1, most=_SECONDS_TO_DIVIDE)
        divisor = Divisor([self.elements.polynomial(element) for element in part.elements], "lex", deadline)
        try:
            return not any(divisor.remainder(equation) for equation in self.equations.values())
        except LimitError:
            self.elements.check()
            return False

    def _false_zero(self, name: str, part: _Piece, chain: ElementChain, equation: Polynomial) -> Witness:
        polynomials = self.polynomials(chain)
        kind = "chain" if part.is_chain else "component"
        text = f"{name} has zeros that the system has not: an equation is not 0 on {kind} {part.position}"
        if polynomials != self.polynomials(part.elements):
            text += f", at the zeros of {_shown(polynomials)}"
        for point in points_of_chain(polynomials, self.ring):
            value = equation.evaluate(point)
            if value:
                shown = str(self.ring.field.symmetric(value))
                return Witness(Fault.FALSE_ZERO, name, text, point, equation, shown, chain=polynomials)
        return Witness(Fault.FALSE_ZERO, name, text, polynomial=equation, chain=polynomials)

    # -- completeness --------------------------------------------------------------------------------------------------

    def _missing_points(self, name: str, points: frozenset[Point]) -> Iterator[Witness]:
        found = 0
        for chain in self.telling_chains:
            polynomials = self.polynomials(chain)
            point = point_of(polynomials, self.ring)
            if point is None:
                # More zeros than points can be, or zeros that are none: some are missing.
                sampled = (one for one in points_of_chain(polynomials, self.ring) if one not in points)
                missing = next((one for one in sampled if self.system.first_violated(one) is None), None)
            else:
                missing = point
            if point is None or point not in points:
                text = f"{name} lacks zeros of the system: those of the chain {_shown(polynomials)}"
                yield Witness(Fault.MISSING_ZERO, name, text, missing, chain=polynomials)
                found += 1
            if found >= MOST_FAULTS:
                return

    def _complete(self, name: str, answer: Answer, parts: Sequence[_Piece]) -> Finding:
        faults: list[Witness] = []
        unknown: list[ElementChain] = []
        for chain in self.telling_chains:
            relations = [self._contains(part, chain) for part in parts]
            if True in relations:
                continue
            if None in relations:
                relations = [
                    self._resolved(part, chain) if relation is None else relation
                    for part, relation in zip(parts, relations, strict=True)
                ]
            if True in relations:
                continue
            if None in relations:
                unknown.append(chain)
            elif len(faults) < MOST_FAULTS:
                faults.append(self._missing(name, chain, parts))
        if faults:
            return _finding(faults)
        if unknown:
            shown = _shown(self.polynomials(unknown[0]))
            return Finding(reason=f"whether the zeros of {shown} are in a closure cannot be told by division")
        return Finding(same_as=_SAME, note=self._remark(answer, parts))

    def _contains(self, part: _Piece, chain: ElementChain) -> bool | None:
        """Whether V(sat chain) lies in the zeros of a component; None where only its initials leave it open."""
        if any(self._outside(element, chain) for element in part.elements):
            return False
        return True if all(self._outside(initial, chain) for initial in part.initials) else None

    def _resolved(self, part: _Piece, chain: ElementChain) -> bool | None:
        answers = [self._lies_in(chain, piece) for piece in self._pieces(part)]
        if True in answers:
            return True
        return None if None in answers else False

    def _lies_in(self, chain: ElementChain, piece: _Piece) -> bool | None:
        """`_contains` for an irreducible chain, by dimensions where the initials leave it open."""
        found = self._contains(piece, chain)
        if found is not None or len(piece.elements) < len(chain):
            return found
        if len(piece.elements) > len(chain):
            return False
        return self._contains(self._part_of(chain), piece.elements)

    def _missing(self, name: str, chain: ElementChain, parts: Sequence[_Piece]) -> Witness:
        polynomials = self.polynomials(chain)
        text = f"{name} lacks zeros of the system: those of the chain {_shown(polynomials)}"
        # The polynomials of some components vanish there, and only their closures lack it.
        open_parts = [part for part in parts if self._contains(part, chain) is None]
        parts = [part for part in parts if part not in open_parts]
        parts += [piece for part in open_parts for piece in self._pieces(part)]
        product = self._product(chain, parts)
        for point in points_of_chain(polynomials, self.ring):
            if self.system.first_violated(point) is None and all(
                any(self.elements.polynomial(element).evaluate(point) for element in part.elements) for part in parts
            ):
                value = "" if product is None else str(self.ring.field.symmetric(product.evaluate(point)))
                return Witness(Fault.MISSING_ZERO, name, text, point, product, value, chain=polynomials)
        return Witness(Fault.MISSING_ZERO, name, text, polynomial=product, chain=polynomials)

    def _product(self, chain: ElementChain, parts: Sequence[_Piece]) -> Polynomial | None:
        """A polynomial that vanishes on the whole answer and not on the chain, unless it is too long to be shown."""
        factors: dict[Element, None] = {}
        for part in parts:
            if not any(element in factors for element in part.elements):
                factor = next((e for e in part.elements if self._outside(e, chain)), None)
                if factor is None:
                    return None
                factors[factor] = None
        return short_product(map(self.elements.polynomial, factors), self.ring) if factors else None

    def _remark(self, answer: Answer, parts: Sequence[_Piece]) -> str:
        """That a component which should be irreducible holds several parts of one dimension."""
        if answer.task not in (Task.SERIES, Task.PRIMES) or len(parts) * len(self.chains) > _MOST_PAIRS:
            return ""
        for part in parts:
            inside = [chain for chain in self.chains if self._contains(part, chain)]
            size = len(part.elements) if part.is_chain else min(map(len, inside), default=0)
            largest = [chain for chain in inside if len(chain) == size]
            for other in largest[1:]:
                if self._contains(self._part_of(largest[0]), other) is False:
                    first, second = sorted(_shown(self.polynomials(one)) for one in (largest[0], other))
                    kind = "chain" if part.is_chain else "prime"
                    return f"its {kind} {part.position} is reducible: it holds {first} and {second}"
        return ""


def _shown(polynomials: Sequence[Polynomial]) -> str:
    return printable(f"[{', '.join(map(str, polynomials))}]", 200)
