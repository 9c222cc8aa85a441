"""The judge: from results to a verdict with a judgement for each answer.

    results ──check──▶ first findings ──▶ Ledger ◀──findings── PROVERS, in turn, about the claims that are open
                                            └──▶ Judgement of each answer ──▶ Verdict

Each prover is asked about the claims that are open. Equal answers form a class; one of each class is asked about. What
a prover finds goes into the ledger. Before that, each point is substituted into the equations. Judgements and the
verdict are functions of the ledger alone.

- wrong: a claim is refuted. right: each claim that is required is proved. not judged: neither.
- Some answer is wrong, or two contradict each other: `disagree`. Fewer than two answers: `undecided`.
- All are right: `agree`, or `consistent` if one is partial. All are equal, or there is evidence for each: `consistent`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf

from casbridge.algebra.answers import CHAINS, OWN_COMPARISON, Answer, Point, Task
from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck.branches.generic import generic_verdict
from casbridge.crosscheck.checking import check_all, closed_text, counted
from casbridge.crosscheck.claims import PROMISES, SYSTEM, Claim, Has, Quality, Within, claims_of, is_required
from casbridge.crosscheck.closed_points import evaluation_at, special_zero, zero_of
from casbridge.crosscheck.ledger import Finding, Ledger, Proof, Trust, Unknown, is_checkable
from casbridge.crosscheck.provers import closing, covering, direct, points, reference, singular
from casbridge.crosscheck.provers.protocol import Prove, Question, is_readable, node_of
from casbridge.crosscheck.tasks import comparing
from casbridge.crosscheck.tasks.comparing import own_task
from casbridge.crosscheck.verdicts import (
    CheckedResult,
    Fault,
    Judged,
    Judgement,
    Verdict,
    VerdictKind,
    Witness,
    by_reason,
)
from casbridge.errors import CasbridgeError, LimitError, limit_of, printable
from casbridge.limits import NEVER, Deadline

#: Seconds for a comparison without a limit.
COMPARISON_SECONDS = 60.0
#: Where nobody asks for more, proofs are tried as long as the answers took, and at least for so many seconds. So is the
#: search for further faults after the first.
SECONDS_FOR_A_PROOF = 4.0
_SECONDS_FOR_A_POINT = 1.0
_LEAST_SECONDS = 0.05


@dataclass(frozen=True)
class Prover:
    """A prover, and when it is asked.

    proves: whether it may prove or refute a claim of an answer to a task.
    share: the part of the remaining seconds that it may use.
    most: an upper bound of these seconds.
    alone: whether it is of use for a lone answer.
    """

    name: str
    prove: Prove
    proves: Callable[[Claim, Task], bool]
    share: float = 0.5
    most: float = inf
    alone: bool = True


def _of_zeros(claim: Claim, _: Task) -> bool:
    return isinstance(claim, Within)


def _nothing_missing(claim: Claim, _: Task) -> bool:
    return isinstance(claim, Within) and claim.is_completeness


def _is_ideal(claim: Claim, _: Task) -> bool:
    return isinstance(claim, Has) and claim.quality is Quality.IDEAL


def _zeros_or_ideal(claim: Claim, task: Task) -> bool:
    return isinstance(claim, Within) or _is_ideal(claim, task)


def _form_of_bases(claim: Claim, task: Task) -> bool:
    return task is Task.BASIS and isinstance(claim, Has) and claim.quality in (Quality.FORM, Quality.IRREDUNDANT)


def _ideal_or_primes(claim: Claim, task: Task) -> bool:
    return _is_ideal(claim, task) or (task is Task.PRIMES and isinstance(claim, Has))


#: For answers that are compared by their zeros, cheapest first. A new one is one more line. Two are asked twice:
#: identities first for a short time, before slower provers; and a radical ideal, which needs that nothing is missing.
PROVERS = (
    Prover("the answers beside each other", direct.prove, _zeros_or_ideal, 0.5, alone=False),
    Prover("a search", closing.prove, _nothing_missing, 0.6),
    Prover("Buchberger's criterion", comparing.prove_form, _form_of_bases, 0.3),
    Prover("a radical ideal", comparing.prove_radical, _is_ideal, 0.3),
    Prover("identities", covering.prove, _zeros_or_ideal, 0.3, most=1.5),
    Prover("the reference", reference.prove, _of_zeros, 0.45),
    Prover("Singular's quotients", partial(singular.prove, by_quotients=True), _of_zeros, 0.5),
    Prover("identities", covering.prove, _zeros_or_ideal, 0.5),
    Prover("Singular", singular.prove, _of_zeros, 0.5),
    Prover("a radical ideal", comparing.prove_radical, _is_ideal, 0.3),
    Prover("the reference's ideals", comparing.prove, _ideal_or_primes, 0.8),
    Prover("points over small fields", points.prove, _of_zeros, 1.0, most=5.0),
)
#: For answers to tasks with a comparison of their own.
OWN_PROVERS = (
    Prover("the reference's ideals", comparing.prove, lambda *_: True, 0.8),
    Prover("the answers beside each other", comparing.prove_alike, _of_zeros, 1.0, alone=False),
)

#: What answers to a task that are right have in common, in words.
_IN_COMMON = {
    Task.RADICAL: "the radical",
    Task.SATURATION: "the saturation",
    Task.ELIMINATION: "the elimination",
    Task.PRIMARY: "a primary decomposition",
    Task.DIMENSION: "the right numbers",
    Task.FACTORS: "the factorisation",
    Task.REAL: "the real zeros",
    Task.CHARSET: "a characteristic set",
}


def judge(
    results: Sequence[Result],
    system: PolynomialSystem,
    rules: Callable[[Point], str | None] | None = None,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    certify: bool = False,
    generic: bool = False,
) -> Verdict:
    """The verdict over results, with a judgement of each answer.

    rules: say why a zero is no solution of a puzzle, or None.
    deadline: COMPARISON_SECONDS from now where none is given.
    memory: bytes for each process that is started.
    certify: take all the time that is left for proofs.
    generic: compare the closures of branches, and say so. Otherwise an answer is the set that it states, without points
        at which a denominator is 0.

    Raises UsageError for a task with a comparison of its own together with another one.

    >>> from casbridge.algebra import Ring
    >>> judge([], PolynomialSystem(Ring.of("x"), ())).reason
    'no backend answered; two are needed'
    """
    deadline = Deadline.after(COMPARISON_SECONDS) if deadline == NEVER else deadline
    checked = first_checked(results, system, rules, deadline, memory, generic=generic)
    verdict = judge_checked(checked, system, deadline, memory, certify=certify, generic=generic)
    return generic_verdict(verdict) if generic else verdict


def first_checked(
    results: Sequence[Result],
    system: PolynomialSystem,
    rules: Callable[[Point], str | None] | None = None,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    generic: bool = False,
) -> tuple[CheckedResult, ...]:
    """The results, each checked by itself where its task is compared by zeros. Arguments and errors: as for `judge`.

    >>> from casbridge.algebra import Ring
    >>> first_checked([], PolynomialSystem(Ring.of("x"), ()))
    ()
    """
    task = own_task([(result.name, result.answer.task) for result in results if result.answer is not None])
    if task is None:
        return check_all(results, system, rules, deadline, memory, generic=generic)
    return tuple(counted(result, system) for result in results)


def judge_checked(
    checked: Sequence[CheckedResult],
    system: PolynomialSystem,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    certify: bool = False,
    generic: bool = False,
) -> Verdict:
    """The verdict over results that `check` has seen, or that have a task with a comparison of its own.

    Where several answers of one backend are compared with those of others, the others need be checked only once.

    deadline, memory, certify, generic: as for `judge`.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends import registry
    >>> system = read_system("x^2")
    >>> (x,) = (f for f in read_system("x").polynomials())
    >>> larger = Result("mycas", "basis", Status.COMPLETE, Answer(Task.BASIS, system.ring, ((x,),), order="lex"))
    >>> judge_checked(check_all([larger, registry.run(system, "reference")], system), system).witness.fault
    <Fault.FOREIGN_POLYNOMIAL: 'foreign polynomial'>
    """
    deadline = Deadline.after(COMPARISON_SECONDS) if deadline == NEVER else deadline
    case = Case(tuple(checked), system, generic)
    own = max(SECONDS_FOR_A_PROOF, sum(checked[number].result.wall_seconds for number in case.answered))
    seconds = inf if certify else own
    ledger = _proved(case, Ledger().plus(case.first_findings()), deadline, memory, seconds)
    verdict = case.verdict(ledger)
    if "time" not in verdict.stopped:
        return verdict
    tried = min(seconds, inf if deadline.seconds is None else deadline.seconds)
    # A higher limit on time gives no more seconds to proofs that had all that a proof gets.
    stopped = verdict.stopped - {"time"} if tried == own and case.are_equal(ledger, Trust.ONE_WAY) else verdict.stopped
    return replace(verdict, reason=f"{verdict.reason}; proofs had at most {tried:.3g} s", stopped=stopped)


def _proved(case: Case, ledger: Ledger, deadline: Deadline, memory: int | None, seconds: float) -> Ledger:
    """The one loop: each prover is asked about the claims that are open. seconds: for proofs beyond equality."""
    soon: Deadline | None = None
    for prover in case.provers:
        if len(case.answered) < 2 and not prover.alone:
            continue
        goals = case.goals(ledger, prover)
        if not goals:
            continue
        if soon is None and (case.are_equal(ledger) or case.is_refuted(ledger)):
            soon = deadline.share(1.0, most=seconds)
        share = (soon or deadline).share(prover.share, most=prover.most)
        left = share.left()
        if left is not None and left < _LEAST_SECONDS:
            ledger = ledger.plus([Finding(goal, Unknown("no time was left", "time")) for goal in goals])
            continue
        question = replace(case.question, goals=tuple(goals), ledger=ledger)
        try:
            for finding in prover.prove(question, share, memory):
                ledger = ledger.plus([_confirming(case.substituted(finding, prover.name), question.ledger)])
        except Exception as error:  # whatever a prover raises, the others go on
            kind = "" if isinstance(error, CasbridgeError) else f"{type(error).__name__}: "
            ended = Unknown(printable(f"{prover.name}: {kind}{error}"), limit_of(error))
            ledger = ledger.plus([Finding(goal, ended) for goal in goals])
    return case.pointed(ledger, deadline.share(1.0, most=_SECONDS_FOR_A_POINT))


@dataclass(frozen=True)
class Case:
    """Results about one system, and what a ledger says of them.

    >>> from casbridge.algebra import Ring
    >>> Case((), PolynomialSystem(Ring.of("x"), ())).answered
    ()
    """

    checked: tuple[CheckedResult, ...]
    system: PolynomialSystem
    generic: bool = False

    @property
    def answered(self) -> tuple[int, ...]:
        """The numbers of the results with an answer."""
        return tuple(number for number, one in enumerate(self.checked) if one.answered and one.result.answer)

    @property
    def question(self) -> Question:
        """The question for provers, without goals. Transcripts are not sent to other processes."""
        bare = tuple(replace(one, result=replace(one.result, script=None, transcript="")) for one in self.checked)
        return Question(self.system, bare, ())

    @property
    def task(self) -> Task | None:
        """The task with a comparison of its own that the answers have; None for answers that are zeros."""
        tasks = {self._answer(number).task for number in self.answered}
        return next((task for task in tasks if task in OWN_COMPARISON), None)

    @property
    def provers(self) -> tuple[Prover, ...]:
        """The provers for the task of the answers."""
        return PROVERS if self.task is None else OWN_PROVERS

    def _answer(self, number: int) -> Answer:
        answer = self.checked[number].result.answer
        assert answer is not None
        return answer

    def name(self, number: int) -> str:
        """The name of the backend that gave an answer."""
        return self.checked[number].result.name

    def is_whole(self, number: int) -> bool:
        """Whether an answer states that nothing is missing."""
        return self.checked[number].result.status is Status.COMPLETE

    def claims(self, number: int) -> tuple[Claim, ...]:
        """What an answer states."""
        claims = claims_of(number, self._answer(number), partial=not self.is_whole(number))
        return tuple(claim for claim in claims if not (self.generic and claim == Has(number, Quality.LITERAL)))

    # -- findings -----------------------------------------------------------------------------------------------------

    def first_findings(self) -> Iterator[Finding]:
        """What the check of each answer alone has shown."""
        question = self.question
        for number in self.answered:
            one = self.checked[number]
            yield from question.refuted(number, *one.faults)
            if self._answer(number).ring == self.system.ring:
                yield Finding(Has(number, Quality.RING), Proof("the system's ring"))
            if one.sound:
                yield Finding(Within(number, SYSTEM), Proof(one.sound))
            if is_readable(one, self.system):
                yield from comparing.form_at_sight(question, number)
            if self._answer(number).task is Task.BRANCHES:
                yield from self._special_cases(question, number)
            for claim in (one for one in self.claims(number) if isinstance(one, Within)):
                if one.uncompared:
                    yield Finding(claim, Unknown(one.uncompared, one.stopped))
                if one.evidence:
                    yield Finding(claim, Proof(one.evidence, Trust.EVIDENCE))

    def _special_cases(self, question: Question, number: int) -> Iterator[Finding]:
        """Whether branches are all that they state as sets, or only their closures."""
        special, claim = self.checked[number].special_cases, Has(number, Quality.LITERAL)
        if special is None:
            reason = self.checked[number].uncompared
            yield Finding(claim, Unknown(reason) if reason else Proof("its branches are points"))
        elif special.proof:
            yield Finding(claim, Proof(special.proof))
        else:
            yield Finding(claim, Unknown(special.reason))
            yield from question.refuted(number, *special.faults)

    def substituted(self, finding: Finding, prover: str) -> Finding:
        """A prover's finding as it is, unless its point, substituted, shows nothing.

        Not tested: tasks with a comparison of their own, claims between answers.
        """
        witness, claim = finding.outcome, finding.claim
        if not isinstance(witness, Witness) or not is_checkable(witness) or not isinstance(claim, Within):
            return finding
        if self.task is not None or SYSTEM not in (claim.lower, claim.upper):
            return finding
        number = node_of(claim)
        try:
            value_of = self._evaluation(witness)
            evaluated = ((equation, value_of(equation)) for equation in self.system.polynomials())
            violated, value = next(((equation, value) for equation, value in evaluated if value), (None, 0))
            inside = self._holds(number, witness, value_of)
            is_shown = witness.polynomial is not None and bool(value_of(witness.polynomial))
        except LimitError:
            return finding  # a root of high degree: the prover's own check counts
        if (violated is None) is claim.is_soundness or inside is (claim.is_completeness):
            shown = witness.point if witness.extension is None else witness.extension.coordinates
            text = printable(f"{prover} gave a point of {self.name(number)} that shows nothing: {shown}")
            return Finding(claim, Unknown(text))
        if violated is not None:
            # The equation as the user wrote it.
            witness = replace(witness, polynomial=violated, value="" if witness.extension is None else str(value))
        elif not is_shown:
            witness = replace(witness, polynomial=None, value="")
        return replace(finding, outcome=witness)

    def _evaluation(self, witness: Witness) -> Callable[[Polynomial], Coefficient | Polynomial]:
        """A function that evaluates polynomials at the point of a witness. It raises LimitError where that is long."""
        if witness.extension is not None:
            return evaluation_at(witness.extension, self.system.ring, Deadline.after(_SECONDS_FOR_A_POINT))
        point = witness.point
        assert point is not None
        return lambda polynomial: polynomial.evaluate(point)

    def _holds(
        self, number: int, witness: Witness, value_of: Callable[[Polynomial], Coefficient | Polynomial]
    ) -> bool | None:
        """Whether a witness's point is in an answer's zeros; None where only the closure of a chain may have it."""
        answer = self._answer(number)
        zeros = self.checked[number].zeros
        if zeros is not None:
            return witness.point in zeros
        if not answer.components_known:
            return None
        inside = any(not any(map(value_of, component)) for component in answer.components)
        return None if inside and answer.task in CHAINS else inside

    def pointed(self, ledger: Ledger, deadline: Deadline) -> Ledger:
        """The ledger with points for faults of missing zeros that have none."""
        if self.task is not None:
            return ledger
        findings = list(ledger.findings)
        for position, finding in enumerate(findings):
            witness = finding.outcome
            if not isinstance(witness, Witness) or witness.fault is not Fault.MISSING_ZERO:
                continue
            if witness.point is not None or witness.extension is not None or not isinstance(finding.claim, Within):
                continue
            if not self._answer(node_of(finding.claim)).components_known:
                continue  # which points a branch has is not known here
            pointed = self._with_point(witness, self._answer(node_of(finding.claim)), deadline)
            findings[position] = self.substituted(replace(finding, outcome=pointed), "the search for a point")
            if not isinstance(findings[position].outcome, Witness):
                findings[position] = finding
        return Ledger(tuple(findings))

    def _with_point(self, witness: Witness, answer: Answer, deadline: Deadline) -> Witness:
        """The witness of a missing zero with a point, in the field or a small extension, where there is one."""
        chain, special = witness.chain or (), None
        try:
            zero = zero_of(chain, self.system, answer.components, deadline)
            if zero is None:
                zero = points.missing_zero(answer, self.system, chain, deadline)
            if zero is None:
                special = special_zero(chain, self.system, answer.components, deadline)
        except CasbridgeError:
            return witness  # it shows the fault without a point, too
        if special is not None:
            basis, zero = special
            # A chain with free variables tells of no single zero.
            witness = witness if zero is not None else replace(witness, chain=basis)
        return witness.at(zero)

    # -- what is open -------------------------------------------------------------------------------------------------

    def goals(self, ledger: Ledger, prover: Prover) -> list[Claim]:
        """The open claims that a prover is asked about: one of each class of answers that are equal."""
        goals: list[Claim] = []
        for number in self.answered:
            if not is_readable(self.checked[number], self.system):
                continue
            for claim in self.claims(number):
                if not prover.proves(claim, self._answer(number).task) or ledger.is_settled(claim):
                    continue
                if not any(self._same(ledger, claim, goal) for goal in goals):
                    goals.append(claim)
        return goals

    def _same(self, ledger: Ledger, one: Claim, other: Claim) -> bool:
        if not (isinstance(one, Within) and isinstance(other, Within)):
            return one == other
        pairs = (one.lower, other.lower), (one.upper, other.upper)
        return all(a == b or (SYSTEM not in (a, b) and ledger.are_equal(a, b)) for a, b in pairs)

    def are_equal(self, ledger: Ledger, least: Trust = Trust.CONFIRMED) -> bool:
        """Whether the whole answers are shown to be equal, and the partial ones to lie in them, or in the system."""
        whole = [number for number in self.answered if self.is_whole(number)]
        goal = whole[0] if whole else SYSTEM
        return all(ledger.are_equal(goal, number, least) for number in whole) and all(
            {goal, SYSTEM} & ledger.paths(number, least).keys() for number in self.answered if number not in whole
        )

    def is_refuted(self, ledger: Ledger) -> bool:
        """Whether some answer is known to be wrong."""
        return any(isinstance(ledger.state(claim), tuple) for number in self.answered for claim in self.claims(number))

    # -- judgement and verdict ----------------------------------------------------------------------------------------

    def judgement(self, ledger: Ledger, number: int) -> Judgement:
        """The judgement of one answer."""
        name, task = self.name(number), self._answer(number).task
        faults: dict[tuple[object, ...], Witness] = {}
        proofs: dict[str, None] = {}
        complete: dict[str, None] = {}
        still: dict[str, None] = {}
        stopped: set[str] = set()
        claims = self.claims(number)
        states = {claim: ledger.state(claim) for claim in claims}
        refuting = {id(one) for state in states.values() if isinstance(state, tuple) for one in state}
        for finding in ledger.findings:
            if id(finding.outcome) in refuting and isinstance(finding.outcome, Witness):
                own = _named(finding.outcome, name)
                key = (own.fault, own.chain) if own.chain else (own.fault, own.point, own.polynomial, own.factors)
                faults[key] = _together(faults[key], own) if key in faults else own
        for claim, state in states.items():
            if isinstance(state, Proof):
                if not (isinstance(claim, Has) and claim.quality is Quality.RING):
                    proofs[f"{_claim_text(claim, task)}: {state.text}"] = None
                if isinstance(claim, Within) and claim.is_completeness:
                    # The first proof of the path is the one about the system.
                    complete[next(proof.text for proof in ledger.proofs(claim) or ())] = None
            elif isinstance(state, Unknown) and is_required(claim):
                reason = state.reason or self._contradiction(ledger, number) or "no prover decides it"
                still[f"{_claim_text(claim, task)}: {reason}"] = None
                stopped |= {state.stopped} - {""}
        # If another fault is known, the contradiction with a right answer says nothing more.
        own_faults = [one for one in faults.values() if one.fault is not Fault.CONTRADICTION] or [*faults.values()]
        # What the closures lack comes first, and what anyone can check by substitution.
        shown = tuple(sorted(own_faults, key=lambda one: (one.fault is Fault.SPECIAL_CASE, not is_checkable(one))))
        return Judgement(tuple(proofs), shown, tuple(still), frozenset(stopped), tuple(complete))

    def _contradiction(self, ledger: Ledger, number: int) -> str:
        witness = self._contradicting(ledger, number)
        return "" if witness is None else witness.text

    def _contradicting(self, ledger: Ledger, number: int) -> Witness | None:
        """That an answer and another one contradict each other."""
        for finding in ledger.findings:
            claim = finding.claim
            nodes = (claim.lower, claim.upper) if isinstance(claim, Within) else (SYSTEM,)
            if isinstance(finding.outcome, Witness) and number in nodes and SYSTEM not in nodes:
                return finding.outcome
        return None

    def verdict(self, ledger: Ledger) -> Verdict:
        """The verdict, a function of the ledger."""
        judgements = {number: self.judgement(ledger, number) for number in self.answered}
        checked = tuple(self._judged(ledger, number, judgements.get(number)) for number in range(len(self.checked)))
        kind, reason, witness = self._kind(ledger, judgements)
        if self.system.ring.parameters:
            reason = f"over {self.system.ring.field_name}: {reason}"
        rests_on: dict[str, None] = {}
        if kind is VerdictKind.AGREE:
            rests_on = dict.fromkeys(text for one in judgements.values() for text in one.completeness)
        stopped = frozenset[str]()
        if kind is not VerdictKind.DISAGREE:
            stopped = frozenset().union(*(one.stopped for one in judgements.values()))
        variables = self.system.ring.variables
        return Verdict(kind, reason, checked, witness, variables, stopped=stopped, rests_on=tuple(rests_on))

    def _judged(self, ledger: Ledger, number: int, judgement: Judgement | None) -> CheckedResult:
        one = self.checked[number]
        if judgement is None:
            return one
        alike = next(other for other in self.answered if ledger.are_equal(number, other, Trust.ONE_WAY))
        return replace(one, faults=judgement.faults, judgement=judgement, alike=alike)

    def _kind(self, ledger: Ledger, judgements: dict[int, Judgement]) -> tuple[VerdictKind, str, Witness | None]:
        wrong = [number for number, one in judgements.items() if one.faults]
        if wrong:
            first = min(wrong, key=lambda number: not is_checkable(judgements[number].faults[0]))
            names = ", ".join(sorted({self.name(number) for number in wrong}))
            return VerdictKind.DISAGREE, f"wrong: {names}", judgements[first].faults[0]
        for number in self.answered:
            if (witness := self._contradicting(ledger, number)) is not None:
                pair = witness.text.partition(" contradict")[0]
                return VerdictKind.DISAGREE, f"one is wrong: {pair}", witness
        names = ", ".join(map(self.name, self.answered))
        if len(judgements) < 2:
            others = ", ".join(f"{one.result.name}: {one.result.status}" for one in self.checked if not one.answered)
            first_text = f"only {names} answered" if names else "no backend answered"
            ending = f" ({others})" if others else "; two are needed"
            texts = [f"{one.word}" + (f": {one.why}" if one.open else "") for one in judgements.values()]
            lone = "".join(f"; its answer is {text}" for text in texts)
            return VerdictKind.UNDECIDED, printable(f"{first_text}{ending}{lone}", 400), None
        words = {one.word for one in judgements.values()}
        in_common = self._in_common(ledger)
        if not all(map(self.is_whole, self.answered)):
            if words == {Judged.RIGHT} or self.are_equal(ledger, Trust.ONE_WAY):
                return VerdictKind.CONSISTENT, f"no contradiction between {names}; {self._partial_text()}", None
        elif words == {Judged.RIGHT}:
            proofs = " and ".join(dict.fromkeys(text for one in judgements.values() for text in one.completeness))
            if self.task is not None:
                return VerdictKind.AGREE, f"{names} {in_common}, proved by {proofs}", None
            return VerdictKind.AGREE, f"{names} {in_common}; nothing is missing, by {proofs}", None
        alike: dict[str, list[str]] = {}
        for number, one in judgements.items():
            if one.open:
                alike.setdefault(by_reason(one.open), []).append(self.name(number))
        reasons = "; ".join(f"{', '.join(some)}: {text}" for text, some in alike.items())
        if self.are_equal(ledger, Trust.ONE_WAY):
            text = f"equal in {self._systems()}, not proved: {names} {in_common}; {reasons}"
            return VerdictKind.CONSISTENT, text, None
        if all(self._is_likely(ledger, number) for number in self.answered):
            seen = "; ".join(f"{self.name(number)}: {self._evidence(ledger, number)}" for number in self.answered)
            return VerdictKind.CONSISTENT, f"no contradiction between {names}, but no proof; {seen}; {reasons}", None
        return VerdictKind.UNDECIDED, reasons, None

    def _evidence(self, ledger: Ledger, number: int) -> str:
        """What speaks for the zeros of an answer, in words."""
        shown = [ledger.proofs(c, Trust.EVIDENCE) or () for c in self.claims(number) if isinstance(c, Within)]
        return " and ".join(dict.fromkeys(proof.text for proofs in shown for proof in proofs))

    def _is_likely(self, ledger: Ledger, number: int) -> bool:
        return all(ledger.proofs(c, Trust.EVIDENCE) is not None for c in self.claims(number) if isinstance(c, Within))

    def _partial_text(self) -> str:
        stopped = [bool(self.checked[i].result.reason) for i in self.answered if not self.is_whole(i)]
        limits = {"the limit on answers": stopped.count(False), "a limit on time or memory": sum(stopped)}
        return " and ".join(f"{number} of them stopped at {limit}" for limit, number in limits.items() if number)

    def _systems(self) -> str:
        """The systems whose answers are equal, or the methods where there is only one system."""
        titles = dict.fromkeys(_title(self.checked[number].result.backend) for number in self.answered)
        texts = list(titles) if len(titles) > 1 else [self.name(number) for number in self.answered]
        return " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))

    def _in_common(self, ledger: Ledger) -> str:
        """What the answers have in common, in words."""
        if self.task is not None:
            return f"have {_IN_COMMON[self.task]}"
        answered = [self.checked[number] for number in self.answered]
        known = next((one.zeros for one in answered if one.zeros is not None), None)
        closed = next((one.closed_points for one in answered if one.closed_points is not None), None)
        literal = [Has(number, Quality.LITERAL) for number in self.answered]
        if any(claim in self.claims(claim.node) and ledger.proofs(claim) is None for claim in literal):
            return "have the same closures"
        if known is not None:
            return "have no zeros" if not known else f"have the same {len(known)} zero{'s' * (len(known) != 1)}"
        return "have the same zeros" if closed is None else f"have the same zeros: {closed_text(closed)}"


def _confirming(finding: Finding, before: Ledger) -> Finding:
    """A finding as it is; or with the witness that an earlier prover gave of the same fault, if no point shows either.

    Then it confirms that one, and is no second fault. Qualities are left out: of them each witness names a component.
    """
    witness = finding.outcome
    if not isinstance(witness, Witness) or not isinstance(finding.claim, Within) or is_checkable(witness):
        return finding
    for other in (one.outcome for one in before.findings if one.claim == finding.claim):
        if isinstance(other, Witness) and other.fault is witness.fault and not is_checkable(other):
            return replace(finding, outcome=other)
    return finding


def _claim_text(claim: Claim, task: Task) -> str:
    """A claim in words, for proofs and reasons."""
    if isinstance(claim, Has):
        return PROMISES.get(task, {}).get(claim.quality, str(claim.quality))
    return "nothing is missing" if claim.is_completeness else "nothing is false"


def _named(witness: Witness, name: str) -> Witness:
    """The witness of an equal answer as one of this answer."""
    if witness.backend == name or witness.fault is Fault.CONTRADICTION:
        return witness
    return replace(witness, backend=name, text=witness.text.replace(witness.backend, name, 1))


def _together(one: Witness, other: Witness) -> Witness:
    """Two witnesses of the same fault as one. If only one has a point, it may take the polynomial of the other."""
    located, further = (other, one) if is_checkable(other) and not is_checkable(one) else (one, other)
    polynomial, point = further.polynomial, located.point
    shows = polynomial is not None and (polynomial.evaluate(point) if point else not is_checkable(located))
    if located.polynomial is None and shows:
        located = replace(located, polynomial=polynomial, value="")
    return replace(one, **{name: getattr(located, name) for name in ("point", "extension", "polynomial", "value")})


def _title(backend: str) -> str:
    """A backend's name as in sentences."""
    if backend == "reference":
        return "the reference"
    try:
        target = registry.get(backend.partition("@")[0]).target
    except CasbridgeError:
        return backend
    return (target.title if target is not None else "") or backend
