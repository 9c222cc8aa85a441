"""Prover: answers are compared with each other, exactly, without the reference and without another program.

Answers that are points are compared as sets. Each point was substituted into the system: a point that one answer has
and another lacks is a zero, and the other one is wrong.

Zeros that are not in the field are compared as closed points, by the reduced bases of their primes. An answer lacks a
closed point if a product of its polynomials, one from each component, is not 0 there.

A Gröbner basis G is compared with the points S of a complete answer: each polynomial must be 0 at each point, and G
must have as many standard monomials as S has points. Then V(G) = S, for V(G) has at most as many points.

Two bases are compared as ideals: each is reduced modulo the other. A polynomial that does not reduce to zero is outside
the ideal of a Gröbner basis. Before that is said, the basis is shown to be a Gröbner basis.

Other components are compared as they are, up to order and constant factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations

from casbridge.algebra.answers import CHAINS, Answer, Component, Point, Task, point_component
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.definitions.ranks import initial
from casbridge.crosscheck.checking import MOST_FAULTS, not_a_basis
from casbridge.crosscheck.claims import Within
from casbridge.crosscheck.closed_points import ClosedPoint, factors_outside, short_product, vanish
from casbridge.crosscheck.division import Divisor, failing_pair, standard_monomials
from casbridge.crosscheck.ledger import Finding, Proof, Trust, equal
from casbridge.crosscheck.provers.protocol import Question, found_apart, joined
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import Deadline

_MOST_CLOSED_POINTS = 100
_MOST_MONOMIALS = 500
#: Seconds for the ideals of bases whose zeros are known to be the same.
_SECONDS_FOR_IDEALS = 5.0
_PARTIAL_POINTS = "the answers as points are not complete, so that those as polynomials cannot be compared"


def prove(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
    """Which answers have the same zeros, and which are wrong. See `protocol.Prove`.

    >>> from casbridge.algebra import PolynomialSystem, Ring
    >>> all_points = Answer(Task.PRIMES, Ring.of("x"), ((),))
    >>> question = Question.of(PolynomialSystem(Ring.of("x"), ()), a=all_points, b=all_points)
    >>> [finding.claim for finding in prove(question, Deadline.after(60), None)]
    [Within(lower=1, upper=0), Within(lower=0, upper=1)]
    """
    bases = [number for number in question.readable if question.answer(number).task is Task.BASIS]
    if len(bases) < 2 and all(question.answers[number].zeros is not None for number in question.readable):
        yield from _compare_all(question, deadline)
    else:
        yield from found_apart(
            _compare_all, question, deadline, memory, "the comparison of the answers with each other"
        )


def _compare_all(question: Question, deadline: Deadline) -> Iterator[Finding]:
    yield from _Comparison(question, deadline).findings()


class _Comparison:
    """One comparison of all answers with each other.

    wrong: the numbers of answers with faults. points, closed: the known zeros, by number. others: all other numbers.
    """

    def __init__(self, question: Question, deadline: Deadline) -> None:
        self.question = question
        self.system = question.system
        self.ring = question.system.ring
        self.deadline = deadline
        self.wrong = {number for number in question.readable if question.answers[number].faults}
        self.points = {i: zeros for i in question.readable if (zeros := question.answers[i].zeros) is not None}
        self.closed = {
            i: closed for i in question.readable if (closed := question.answers[i].closed_points) is not None
        }
        self.others = [i for i in question.readable if i not in self.points and i not in self.closed]

    def findings(self) -> Iterator[Finding]:
        """All that is found, the surest first."""
        for compare in (self._points, self._closed_points, self._bases_with_more_zeros, self._with_zeros, self._pairs):
            try:
                yield from compare()
            except UnsupportedError as error:
                for number in self.others:
                    yield from self.question.open(number, str(error))

    def _is_whole(self, number: int) -> bool:
        return self.question.is_complete(number) and number not in self.wrong

    def _is_basis(self, number: int) -> bool:
        answer = self.question.answer(number)
        return answer.task is Task.BASIS and bool(answer.order) and self.question.is_complete(number)

    def _accuse(self, number: int, *faults: Witness) -> Iterator[Finding]:
        if faults:
            self.wrong.add(number)
            yield from self.question.refuted(number, *faults)

    def _closed_of(self, number: int) -> Mapping[ClosedPoint, int]:
        """The closed points of an answer; points of the field are closed points of degree 1."""
        if number in self.closed:
            return self.closed[number]
        return {frozenset(point_component(point, self.ring)): 1 for point in self.points[number]}

    def _points(self) -> Iterator[Finding]:
        """Each true zero that some answer has must be in each complete answer."""
        true_zeros: dict[Point, str] = {}
        for number, points in self.points.items():
            # Each point of an answer without faults was found to be a zero.
            for point in self.deadline.over(points - true_zeros.keys()):
                if number not in self.wrong or self.system.first_violated(point) is None:
                    true_zeros[point] = self.question.name(number)
        for number, points in self.points.items():
            if self.question.is_complete(number):
                name, missing = self.question.name(number), sorted(true_zeros.keys() - points)
                more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
                head = f"{name} lacks a zero of the system that"
                faults = [
                    Witness(Fault.MISSING_ZERO, name, f"{head} {true_zeros[point]} has{more}", point)
                    for point in missing[:MOST_FAULTS]
                ]
                yield from self._accuse(number, *faults)
        whole = [number for number in self.points if self._is_whole(number)]
        for number in self.points.keys() - self.wrong:
            for other in whole:
                if other != number:
                    yield Finding(Within(number, other), Proof("the same points"))

    def _closed_points(self) -> Iterator[Finding]:
        """Each closed point that some answer has must be in each complete answer."""
        if not self.closed:
            return
        known = [*self.points, *self.closed]
        for number in filter(self._is_whole, known):
            mine = self._closed_of(number)
            faults: dict[ClosedPoint, Witness] = {}
            for other in known:
                # Points were compared already. Those of a wrong answer are not all zeros.
                if other == number or (other in self.points and (number in self.points or other in self.wrong)):
                    continue
                for closed, degree in self._closed_of(other).items():
                    if closed in mine or closed in faults or len(faults) >= MOST_FAULTS:
                        continue
                    factors = factors_outside(closed, mine, degree, self.deadline)
                    if factors is not None:
                        what = "a zero" if degree == 1 else f"zeros (a closed point of degree {degree})"
                        text = f"lacks {what} of the system that {self.question.name(other)} has"
                        faults[closed] = self._missing(number, text, factors, closed)
            yield from self._accuse(number, *faults.values())

    def _missing(
        self, number: int, text: str, factors: Sequence[Polynomial], polynomials: Iterable[Polynomial]
    ) -> Witness:
        name, chain = self.question.name(number), sorted(polynomials, key=lambda p: (p.support(), p.total_degree))
        product = short_product(factors, self.ring)
        return Witness(Fault.MISSING_ZERO, name, f"{name} {text}", polynomial=product, chain=tuple(chain))

    def _bases_with_more_zeros(self) -> Iterator[Finding]:
        """An answer is wrong if a Gröbner basis, whose zeros are the system's, has more of them."""
        bases = [number for number in self.others if self._is_whole(number) and self._is_basis(number)]
        known = {**self.points, **self.closed} if bases else {}
        for number in filter(self._is_whole, known):
            if len(known[number]) > _MOST_CLOSED_POINTS:
                continue
            mine = self._closed_of(number)
            for other in bases:
                answer = self.question.answer(other)
                basis = _generators(answer)
                monomials = standard_monomials(answer, _MOST_MONOMIALS)
                if not basis or monomials <= sum(mine.values()) or (mine and monomials > _MOST_MONOMIALS):
                    continue
                divisor = Divisor(basis, answer.order, self.deadline)
                if any(divisor.remainder(polynomial) for polynomial in self.system.polynomials()):
                    continue
                factors = _more_zeros(divisor, mine, monomials)
                if factors is not None and failing_pair(basis, answer.order, self.deadline) is None:
                    theirs = self.question.name(other)
                    text = f"lacks zeros of the system that the basis of {theirs} has"
                    text = text if mine else f"has no zeros, but the basis of {theirs} is not {{1}}"
                    yield from self._accuse(number, self._missing(number, text, factors, basis))
                    break

    def _with_zeros(self) -> Iterator[Finding]:
        """Each answer beside a complete one whose zeros are known."""
        known = sorted([*self.points, *self.closed])
        whole = next(filter(self._is_whole, known), None)
        if whole is None:
            for number in self.others if known else ():
                yield from self.question.open(number, _PARTIAL_POINTS)
            return
        for number in self.question.readable:
            if number == whole or number in self.wrong or (number in self.points and whole in self.points):
                continue
            if number in known:
                mine, theirs = self._closed_of(number).keys(), self._closed_of(whole).keys()
                if mine <= theirs:
                    yield Finding(Within(number, whole), Proof("the same closed points"))
                if theirs <= mine:
                    yield Finding(Within(whole, number), Proof("the same closed points"))
            elif self._is_whole(number):
                yield from self._polynomials_beside(number, whole)

    def _polynomials_beside(self, number: int, whole: int) -> Iterator[Finding]:
        answer, name, is_basis = self.question.answer(number), self.question.name(number), self._is_basis(number)
        if whole in self.points:
            count = len(self.points[whole])
            fault = self._fault_at_points(name, answer.components, self.points[whole])
        elif is_basis:
            count = sum(self.closed[whole].values())
            fault = self._fault_at_closed_points(name, answer.components[0], whole)
        else:
            if answer.task not in CHAINS and self._all_on_components(whole, answer.components):
                yield Finding(Within(whole, number), Proof("division modulo closed points"))
            return
        if fault is not None:
            yield from self._accuse(number, fault)
        elif is_basis and standard_monomials(answer, count) == count:
            # Components that are no primes, or meet, have fewer zeros than their degrees say.
            trust = Trust.CONFIRMED if whole in self.points else Trust.ONE_WAY
            yield from equal(number, whole, Proof("its standard monomials", trust))

    def _all_on_components(self, whole: int, components: Sequence[Component]) -> bool:
        """Whether each closed point of an answer lies on a component."""
        for closed, degree in self.closed[whole].items():
            divisor = Divisor(tuple(closed), "lex", self.deadline)
            if not any(all(vanish(divisor, degree, polynomial) for polynomial in part) for part in components):
                return False
        return True

    def _fault_at_points(self, name: str, components: Sequence[Component], points: frozenset[Point]) -> Witness | None:
        """A point that is a zero of no component, with a polynomial of the first one that is not 0 there."""
        for point in sorted(points):
            self.deadline.check()
            culprits = [next((p for p in component if p.evaluate(point) != 0), None) for component in components]
            if culprits and None not in culprits:
                witness = Witness(Fault.WRONG_POLYNOMIAL, name, "", point, culprits[0])
                text = f"{name} has a polynomial that is {witness.value}, not 0, at a zero of the system"
                return replace(witness, text=text)
        return None

    def _fault_at_closed_points(self, name: str, basis: Component, whole: int) -> Witness | None:
        for closed, degree in self.closed[whole].items():
            divisor = Divisor(tuple(closed), "lex", self.deadline)
            culprit = next((polynomial for polynomial in basis if not vanish(divisor, degree, polynomial)), None)
            if culprit is not None:
                where = f"(a closed point of degree {degree} that {self.question.name(whole)} has)"
                text = f"{name} has a polynomial that is not 0 at zeros of the system {where}"
                chain = tuple(sorted(closed, key=str))
                return Witness(Fault.WRONG_POLYNOMIAL, name, text, polynomial=culprit, chain=chain)
        return None

    def _pairs(self) -> Iterator[Finding]:
        """All pairs: two answers that disagree count, whatever else cannot be compared.

        Equal components come first. Of answers that are known to be the same, ideals are compared once.
        """
        soon = self.deadline.share(1, most=_SECONDS_FOR_IDEALS)
        alike = {number: number for number in self.question.readable}
        pairs = list(combinations(self.question.readable, 2))
        bases = {number for number in self.question.readable if self._is_basis(number)}
        for first, second in pairs:
            known = {first, second} <= {*self.others}
            if alike[first] == alike[second] or not (known or {first, second} <= bases) or {first, second} & self.wrong:
                continue
            if _same_components(self.question.answer(first), self.question.answer(second)):
                alike = joined(alike, first, second)
                if known:
                    yield from equal(second, first, Proof("the same polynomials"))
        for first, second in pairs:
            if alike[first] == alike[second] or not {first, second} <= bases or {first, second} & self.wrong:
                continue
            if {first, second} <= {*self.others}:
                found = list(self._ideals(first, second, self.deadline))
            else:
                try:  # Their zeros were compared. Equal zeros do not make equal ideals.
                    found = list(self._ideals(first, second, soon))
                except LimitError:
                    continue
            yield from found
            if any(isinstance(finding.outcome, Proof) for finding in found):
                alike = joined(alike, first, second)

    def _ideals(self, first: int, second: int, deadline: Deadline) -> Iterator[Finding]:
        """Whether two bases generate the same ideal; if not, which of them is wrong."""
        for mine, theirs in ((second, first), (first, second)):
            answer = self.question.answer(theirs)
            divisor = Divisor(_generators(answer), answer.order, deadline)
            outside = next((f for f in _generators(self.question.answer(mine)) if divisor.remainder(f)), None)
            if outside is None:
                continue
            pair = failing_pair(_generators(answer), answer.order, deadline)
            if pair is not None:
                yield from self._accuse(theirs, not_a_basis(self.question.name(theirs), *pair))
                return
            wrong, culprit = theirs, next((f for f in self.system.polynomials() if divisor.remainder(f)), None)
            text = f"an equation is not in the ideal of the Groebner basis of {self.question.name(theirs)}"
            if culprit is None:
                wrong, culprit = mine, outside
                text = (
                    f"{self.question.name(mine)} has a polynomial that is not in the ideal of the system: it does not "
                    f"reduce to zero modulo the Groebner basis of {self.question.name(theirs)}, and each equation does"
                )
            fault = Witness(Fault.NOT_IN_IDEAL, self.question.name(wrong), text, polynomial=culprit)
            yield from self._accuse(wrong, fault)
            return
        yield from equal(second, first, Proof("the same ideal"))


def _generators(basis: Answer) -> list[Polynomial]:
    """The polynomials of a basis; {1} where the answer says that there are no zeros."""
    if not basis.components:
        return [Polynomial.constant(basis.ring, 1)]
    return [polynomial for polynomial in basis.components[0] if polynomial]


def _more_zeros(basis: Divisor, zeros: Iterable[ClosedPoint], degree: int) -> list[Polynomial] | None:
    """Polynomials, one for each of `zeros`, whose product is not 0 at some zero of a Gröbner basis; else None.

    degree: how many standard monomials the basis has. A list means for certain that the basis has another zero.
    """
    # A combination may be 0 where its parts are not, so some are tried.
    for weight in (1, 2, 3):
        ordered = [sorted(closed, key=lambda p: p.support()) for closed in zeros]
        factors = [reduce(lambda combined, f: weight * combined + f, polynomials) for polynomials in ordered]
        if not vanish(basis, degree, *factors):
            return factors
    return None


def _same_components(first: Answer, second: Answer) -> bool:
    """Whether two answers have the same components, up to order and constant factors, and of comparable kinds."""

    kinds = {first.task in CHAINS, second.task in CHAINS}
    if first.task is not second.task and Task.BASIS in (first.task, second.task):
        return False
    if len(kinds) > 1:
        chains = first if first.task in CHAINS else second
        # A chain has the zeros of its polynomials where all initials are constants.
        if not all(initial(f).is_constant for chain in chains.components for f in chain):
            return False
    mine, theirs = ({frozenset(p.normal() for p in one) for one in answer.components} for answer in (first, second))
    return mine == theirs
