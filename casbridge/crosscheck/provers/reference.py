"""Prover, a second opinion beside Singular's: answers are compared with the system by the reference's chains.

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

The reference's chains may lack zeros, too. So each answer is compared with the sound components of all others as well:
with their irreducible chains, where these are not in the zero set of one of the C₁, …, Cₘ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from casbridge.algebra.answers import CHAINS, Answer, Point, Task, point_of
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset import Chain, PointChain
from casbridge.charset.elements import Element, ElementChain, Elements
from casbridge.charset.series import series_of
from casbridge.crosscheck.checking import MOST_FAULTS
from casbridge.crosscheck.claims import SYSTEM, Within
from casbridge.crosscheck.closed_points import is_lacked, points_of_chain, short_product, with_point
from casbridge.crosscheck.division import Divisor
from casbridge.crosscheck.ledger import Finding, Proof, Trust
from casbridge.crosscheck.provers.protocol import Question, found_apart
from casbridge.crosscheck.verdicts import Fault, Witness, list_text
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline

_MOST_CHAINS = 5_000
_MOST_PAIRS = 2_000
_SECONDS_TO_DIVIDE = 5.0
_MOST_LEARNT = 200
_SHARE_TO_LEARN = 0.3


def prove(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
    """What the reference says of each answer, in a process apart. That its chains are all is not believed.

    >>> from casbridge.algebra import Ring
    >>> all_points = Answer(Task.PRIMES, Ring.of("x"), ((),))
    >>> question = Question.of(PolynomialSystem(Ring.of("x"), ()), a=all_points, b=all_points)
    >>> sorted({finding.outcome.text for finding in prove(question, Deadline.after(60), None)})
    ['division', "the reference's 1 irreducible chain"]
    """
    yield from found_apart(_judge_all, question, deadline, memory, "the reference")


def _judge_all(question: Question, deadline: Deadline) -> Iterator[Finding]:
    inclusion = Inclusion(question.system, deadline)
    for number in question.readable:
        # Points are compared with all answers before.
        if question.answers[number].zeros is None:
            inclusion.learn(question.name(number), question.answer(number))
    for number in sorted(set(question.concerned) & set(question.readable)):
        name, answer, complete = question.name(number), question.answer(number), question.is_complete(number)
        seen = inclusion.judge(name, answer, complete=complete, points=question.answers[number].zeros)
        yield from question.refuted(number, *seen.faults, certain=False)
        if seen.sound is not None and question.answers[number].zeros is None:
            yield Finding(Within(number, SYSTEM), seen.sound)
        if seen.complete is not None:
            yield Finding(Within(SYSTEM, number), seen.complete)
        if seen.reason:
            yield from question.open(number, seen.reason, seen.stopped)


@dataclass(frozen=True)
class Compared:
    """What the reference says of one answer.

    sound: why it has no false zero. complete: why no zero is missing. None where that is not shown.
    reason, stopped: why something is open, and the limit that is why.

    >>> Compared(sound=Proof("division")).proved
    True
    """

    faults: tuple[Witness, ...] = ()
    sound: Proof | None = None
    complete: Proof | None = None
    reason: str = ""
    stopped: str = ""

    @property
    def proved(self) -> bool:
        """Whether everything that was to be shown is shown."""
        return not self.faults and not self.reason and self.sound is not None


@dataclass(frozen=True)
class _Piece:
    """A component, or a part of one, as elements.

    initials: those of a chain that are no constants; () for generators.
    """

    position: int
    elements: ElementChain
    initials: ElementChain
    is_chain: bool


def _any(relations: Iterable[bool | None]) -> bool | None:
    """Whether one of some things is true; None where that is open."""
    found = set(relations)
    return True if True in found else None if None in found else False


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
        #: Irreducible chains of other answers whose zeros are the system's, each with who has it.
        self.learnt: dict[ElementChain, str] = {}

    def learn(self, name: str, answer: Answer) -> None:
        """Take the components of an answer that are sound and not known yet. Each answer is compared with them."""
        deadline = self.deadline.share(_SHARE_TO_LEARN)
        for position, component in enumerate(answer.components[:_MOST_LEARNT], 1):
            try:
                deadline.check()
                part = self._piece(
                    [self.elements.of_polynomial(p) for p in component if p], answer.task in CHAINS, position
                )
                if any(element.variable < 0 for element in part.elements):
                    continue
                # Of a chain that is reducible, only some of its parts may be known.
                if answer.task is not Task.TRIANGULAR and self._is_known(part):
                    continue
                for piece in self._pieces(part):
                    if self._may_be_component(piece.elements) and not (
                        self._violated(piece.elements) or self._is_known(piece)
                    ):
                        self.learnt.setdefault(piece.elements, name)
            except (LimitError, UnsupportedError):
                continue

    def _is_known(self, part: _Piece) -> bool:
        """Whether a part lies in the zeros of a chain that is known; for generators, if division shows it."""
        known = [*self.chains, *self.learnt]
        if part.is_chain:
            return any(self._contains(self._piece(chain), part.elements) for chain in known)
        divisors = [Divisor(self._polynomials(part.elements), order, self.deadline) for order in ("degrevlex", "lex")]

        def inside(element: Element) -> bool:
            return any(not divisor.remainder(self.elements.polynomial(element)) for divisor in divisors)

        for chain in known:
            piece = self._piece(chain)
            if all(map(inside, piece.elements)) and not any(map(inside, piece.initials)):
                return True
        return False

    def _lacking(self, chain: ElementChain) -> str:
        """Of whose chain zeros are missing, in words."""
        shown = list_text(self._polynomials(chain))
        whose = f" of {self.learnt[chain]}" if chain in self.learnt else ""
        return f"lacks zeros of the system: those of the chain {shown}{whose}"

    def judge(
        self, name: str, answer: Answer, *, complete: bool = True, points: frozenset[Point] | None = None
    ) -> Compared:
        """What is known of an answer; `name` is whose.

        complete: whether it is claimed to have all zeros. points: its zeros, where they are known to be these points,
        and zeros of the system.
        """
        try:
            if points is not None:
                missing = tuple(islice(self._missing_points(name, points), MOST_FAULTS)) if complete else ()
                return Compared(missing, Proof("substitution"), None if missing or not complete else self._believed)
            is_chain = answer.task in CHAINS
            parts = [
                self._piece([self.elements.of_polynomial(p) for p in component if p], is_chain, position)
                for position, component in enumerate(answer.components, 1)
            ]
            divided = all(map(self._is_sound, parts))
            wrong = (
                () if divided else tuple(islice((f for p in parts for f in self._false_zeros(name, p)), MOST_FAULTS))
            )
            # That the irreducible parts of a component are all is believed of the decomposition.
            sound = Proof("division") if divided else Proof("division by irreducible chains", Trust.ONE_WAY)
            seen = Compared(wrong, None if wrong else sound)
            return self._complete(name, parts, seen) if complete else seen
        except LimitError:
            return Compared(reason="the reference did not come to an end in time", stopped="time")
        except UnsupportedError as error:
            return Compared(reason=f"the reference cannot tell: {error}")

    @property
    def _believed(self) -> Proof:
        count = len(self.chains)
        chains = f"{count} irreducible chain{'s' * (count != 1)}" if count else "proof that there are none"
        return Proof(f"the reference's {chains}", Trust.ONE_WAY)

    @cached_property
    def chains(self) -> list[ElementChain]:
        """The irreducible chains of the system, all of them shown to be zeros of it."""
        found = list(self._decomposed(self.system))
        if any(self._violated(chain) is not None for chain in found):
            raise UnsupportedError("a chain of its own is not one of the system")
        return found

    @property
    def _telling_chains(self) -> Iterator[ElementChain]:
        """Those that may be components of the zero set, by their dimension."""
        return filter(self._may_be_component, [*self.chains, *self.learnt])

    def _may_be_component(self, chain: ElementChain) -> bool:
        return len(chain) <= len(self.equations)

    def _polynomials(self, elements: ElementChain) -> tuple[Polynomial, ...]:
        return tuple(self.elements.polynomial(element) for element in elements)

    def _decomposed(self, system: PolynomialSystem) -> Iterator[ElementChain]:
        chains: Iterable[Chain | PointChain] = series_of(system, self.deadline)
        for number, chain in enumerate(chains):
            if number >= _MOST_CHAINS:
                raise UnsupportedError(f"there are more than {_MOST_CHAINS} chains")
            yield tuple(self.elements.of_polynomial(p) for p in chain.polynomials)

    def _piece(self, elements: Sequence[Element], is_chain: bool = True, position: int = 0) -> _Piece:
        ordered = tuple(sorted(elements, key=lambda e: e.rank) if is_chain else elements)
        initials = map(self.elements.initial, ordered) if is_chain else ()
        lowest = self.ring.lowest
        return _Piece(position, ordered, tuple(i for i in initials if i.variable >= lowest), is_chain)

    def _pieces(self, part: _Piece) -> Iterator[_Piece]:
        """Irreducible chains whose V(sat E) together are the zeros of a component."""
        for chain in self._decomposed(PolynomialSystem.of(self.ring, self._polynomials(part.elements))):
            if any(self._outside(element, chain) for element in part.elements):
                raise UnsupportedError("a chain of its own is not one of a component")
            if all(self._outside(initial, chain) for initial in part.initials):
                yield self._piece(chain)

    def _outside(self, element: Element, chain: ElementChain) -> bool:
        """Whether an element is not in the prime sat(chain)."""
        return self.elements.remainder_by(element, chain) is not self.elements.zero

    def _violated(self, chain: ElementChain) -> Element | None:
        return next((equation for equation in self.equations if self._outside(equation, chain)), None)

    def _is_sound(self, part: _Piece) -> bool:
        """Whether division shows that a component has no zeros but the system's."""
        if any(element.variable < self.ring.lowest for element in part.elements):
            return True
        return self._violated(part.elements) is None if part.is_chain else self._divides(part)

    def _false_zeros(self, name: str, part: _Piece) -> Iterator[Witness]:
        """A witness that a component has a zero which is no zero of the system, if there is one."""
        if self._is_sound(part):
            return
        for piece in self._pieces(part):
            violated = self._violated(piece.elements)
            if violated is not None:
                yield self._false_zero(name, part, self._polynomials(piece.elements), self.equations[violated])
                return

    def _false_zero(self, name: str, part: _Piece, chain: tuple[Polynomial, ...], equation: Polynomial) -> Witness:
        kind = "chain" if part.is_chain else "component"
        text = f"{name} has zeros that the system has not: an equation is not 0 on {kind} {part.position}"
        if chain != self._polynomials(part.elements):
            text += f", at the zeros of {list_text(chain)}"
        witness = Witness(Fault.FALSE_ZERO, name, text, polynomial=equation, chain=chain)
        return with_point(witness, self.ring, lambda point: equation.evaluate(point) != 0)

    def _divides(self, part: _Piece) -> bool:
        """Whether division already shows that all equations are in the ideal of the generators."""
        deadline = self.deadline.share(1, most=_SECONDS_TO_DIVIDE)
        divisor = Divisor(self._polynomials(part.elements), "lex", deadline)
        try:
            return not any(divisor.remainder(equation) for equation in self.equations.values())
        except LimitError:
            self.elements.check()
            return False

    def _missing_points(self, name: str, points: frozenset[Point]) -> Iterator[Witness]:
        for elements in self._telling_chains:
            chain = self._polynomials(elements)
            point = missing = point_of(chain, self.ring)
            if point is None:
                # More zeros than points can be, or zeros that are none: some are missing.
                sampled = (one for one in points_of_chain(chain, self.ring) if one not in points)
                missing = next((one for one in sampled if self.system.first_violated(one) is None), None)
            if point is None or point not in points:
                text = f"{name} {self._lacking(elements)}"
                yield Witness(Fault.MISSING_ZERO, name, text, missing, chain=chain)

    def _complete(self, name: str, parts: Sequence[_Piece], seen: Compared) -> Compared:
        missing: list[ElementChain] = []
        unknown: list[ElementChain] = []
        for chain in self._telling_chains:
            relation = _any([self._contains(part, chain) for part in parts])
            if relation is None:
                open_parts = [part for part in parts if self._contains(part, chain) is None]
                pieces = [[self._lies_in(chain, piece) for piece in self._pieces(part)] for part in open_parts]
                relation = _any(map(_any, pieces))
            if relation is False:
                missing.append(chain)
            elif relation is None and chain not in self.learnt:
                unknown.append(chain)
        if missing:
            lacking = tuple(self._missing(name, chain, parts) for chain in missing[:MOST_FAULTS])
            return replace(seen, faults=(*seen.faults, *lacking))
        if unknown:
            shown = list_text(self._polynomials(unknown[0]))
            return replace(seen, reason=f"whether the zeros of {shown} are in a closure cannot be told by division")
        return replace(seen, complete=self._believed)

    def _contains(self, part: _Piece, chain: ElementChain) -> bool | None:
        """Whether V(sat chain) lies in the zeros of a component; None where only its initials leave it open."""
        if any(self._outside(element, chain) for element in part.elements):
            return False
        return True if all(self._outside(initial, chain) for initial in part.initials) else None

    def _lies_in(self, chain: ElementChain, piece: _Piece) -> bool | None:
        """`_contains` for an irreducible chain, by dimensions where the initials leave it open."""
        found = self._contains(piece, chain)
        if found is not None or len(piece.elements) < len(chain):
            return found
        return False if len(piece.elements) > len(chain) else self._contains(self._piece(chain), piece.elements)

    def _missing(self, name: str, chain: ElementChain, parts: Sequence[_Piece]) -> Witness:
        polynomials = self._polynomials(chain)
        text = f"{name} {self._lacking(chain)}"
        # The polynomials of some components vanish there, and only their closures lack it.
        open_parts = [part for part in parts if self._contains(part, chain) is None]
        parts = [part for part in parts if part not in open_parts]
        parts += [piece for part in open_parts for piece in self._pieces(part)]
        components = [self._polynomials(part.elements) for part in parts]
        witness = Witness(Fault.MISSING_ZERO, name, text, polynomial=self._product(chain, parts), chain=polynomials)
        return with_point(witness, self.ring, lambda point: is_lacked(point, self.system, components))

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
