"""Checking explanations from anywhere: the record of each step, and each of its claims by a backend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from casbridge.board.peers import digits_of, mask_of
from casbridge.board.solutions import solver_of, with_digit
from casbridge.brief import Brief
from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline, Limits
from casbridge.logic.claims import Claim, claims_of
from casbridge.logic.explaining import Explanation, Outcome
from casbridge.logic.proving import TIME_OVER, ClaimProver, Decision, ProofStatus, first_zero, prover_of
from casbridge.logic.replay import Replay, wrong_shape
from casbridge.logic.steps import Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.puzzle import Puzzle

#: The most cells of a counterexample that a sentence names.
MOST_NAMED = 12
#: The most choices to find out whether a candidate is in a solution.
MOST_TRIED = 100_000


@dataclass(frozen=True, repr=False)
class StepCheck(Brief):
    """Whether a step is proved. It has no truth value: look at `proof`.

    number, reason: the step's place in the explanation, from 1; and why it is not proved, if so.
    claims: the number of claims decided, those of nested steps included.
    within: the places of the nested steps that lead to the one at fault.
    counterexample: digits of cells that agree with everything the step names, but not with its conclusion.
    stopped: whether it is undecided because of a limit on time or memory.

    >>> StepCheck(3, Step(Theorem.ZEROING, "zeroing"), ProofStatus.PROVED, claims=7).as_dict()["proof"]
    'proved'
    """

    number: int
    step: Step
    proof: ProofStatus
    reason: str = ""
    claims: int = 0
    within: tuple[int, ...] = ()
    counterexample: tuple[tuple[str, int], ...] = ()
    stopped: bool = False

    def __bool__(self) -> bool:
        raise TypeError("a StepCheck has no truth value; look at its proof")

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        found = {"number": self.number, "proof": str(self.proof), "claims": self.claims, "reason": self.reason or None}
        return {**found, "within": list(self.within), "counterexample": dict(self.counterexample) or None}


@dataclass(frozen=True, repr=False)
class ExplanationCheck(Brief):
    """Whether an explanation is proved: a check for each step, and one of its end.

    end: the first false statement about the end or the whole; None if there is none.
    backend, version, asked: the backend, and the number of systems that it was asked about, equal ones once.
    open_end: for an end that is undecided, the reason; else "".

    >>> ExplanationCheck((), "it says solved, but r1c1 has no value", "reference:split", "0.1.0", 0).proof
    <ProofStatus.REFUSED: 'refused'>
    """

    steps: tuple[StepCheck, ...]
    end: str | None
    backend: str
    version: str
    asked: int
    open_end: str = ""

    @property
    def proof(self) -> ProofStatus:
        """REFUSED if a step or the end is, else UNDECIDED if a step or the end is, else PROVED."""
        if self.end is not None or self.count(ProofStatus.REFUSED):
            return ProofStatus.REFUSED
        return ProofStatus.UNDECIDED if self.open_end or self.count(ProofStatus.UNDECIDED) else ProofStatus.PROVED

    def count(self, proof: ProofStatus) -> int:
        """The number of steps with this status."""
        return sum(step.proof is proof for step in self.steps)

    @property
    def claims(self) -> int:
        """The number of claims decided."""
        return sum(step.claims for step in self.steps)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "proof": str(self.proof),
            "backend": self.backend,
            "version": self.version or None,
            **{str(proof): self.count(proof) for proof in ProofStatus},
            "claims": self.claims,
            "asked": self.asked,
            "end": self.end or self.open_end or None,
            "steps": [step.as_dict() for step in self.steps],
        }


def check_steps(
    puzzle: Puzzle,
    steps: Sequence[Step],
    prover: ClaimProver,
    deadline: Deadline | None = None,
    *,
    before: Sequence[Step] = (),
) -> Iterator[StepCheck]:
    """The check of each step in order, as soon as it is made. Nothing but the puzzle and the steps is trusted.

    A step that is refused is taken nevertheless if possible, and the next ones are checked after it. After the
    deadline steps are undecided; by default the limits of the prover give it.

    before: steps that were checked already. They are taken, not checked again.

    >>> from casbridge.logic.explaining import explain
    >>> from casbridge.puzzles import sudoku
    >>> found = explain(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> [(str(check.proof), check.claims) for check in check_steps(found.puzzle, found.steps[:2], prover_of())]
    [('proved', 2), ('proved', 1)]
    """
    deadline = prover.limits.deadline() if deadline is None else deadline
    replay = Replay(puzzle)
    for step in before:
        replay.carry_out(step)
    last = len(before) + len(steps)
    for number, step in enumerate(steps, len(before) + 1):
        if objection := replay.objection(step):
            yield StepCheck(number, step, ProofStatus.REFUSED, objection)
            continue
        if step.theorem is Theorem.CONTRADICTION and number < last:
            yield StepCheck(number, step, ProofStatus.REFUSED, "there are steps after the contradiction")
        else:
            prover.deadline = deadline
            check = _checked(step, replay, prover)
            prover.deadline = NEVER
            yield replace(check, number=number)
        replay.carry_out(step)


def check_explanation(
    explanation: Explanation,
    backend: str | ClaimProver = "reference",
    limits: Limits | None = None,
    *,
    deadline: Deadline | None = None,
) -> ExplanationCheck:
    """Check an explanation: each step, the end, and all other statements of its document.

    backend: `name` or `name:method`, or a ClaimProver, which remembers what it proved for other explanations.
    limits: on the whole check, and on the memory for each system. By default a ClaimProver has its own.
    deadline: for the whole check, in place of the seconds of the limits. After it steps are undecided.

    To see progress, iterate over `check_steps` and call `end_objection` after it.

    >>> from casbridge import explain, read_puzzles
    >>> check = check_explanation(explain(read_puzzles(".4.....1..3.2...")[0]))
    >>> check.proof, check.count(ProofStatus.PROVED), check.claims
    (<ProofStatus.PROVED: 'proved'>, 21, 45)
    """
    prover = prover_of(backend, limits) if isinstance(backend, str) else backend
    deadline = (limits or prover.limits).deadline() if deadline is None else deadline
    asked, open_end = prover.asked, ""
    steps = tuple(check_steps(explanation.puzzle, explanation.steps, prover, deadline))
    try:
        end = end_objection(explanation, deadline)
    except LimitError as error:
        end = explanation.misstatement or None
        open_end = f"whether each candidate that is left is in a solution: {error}"
    return ExplanationCheck(steps, end, prover.name, prover.version, prover.asked - asked, open_end)


def end_objection(explanation: Explanation, deadline: Deadline = NEVER) -> str | None:
    """The first false statement of an explanation about its end or the whole; None if there is none.

    Raises LimitError after the deadline, or if it is too hard to see whether a candidate is in a solution.

    >>> from casbridge.puzzles import sudoku
    >>> end_objection(Explanation(Puzzle(sudoku(1, 2), (0, 2, 0, 0)), (), Outcome.SOLVED))
    'it says solved, but r1c1 has no value'
    """
    puzzle, outcome = explanation.puzzle, explanation.outcome
    said = f"it says {outcome}, but"
    replay = Replay(puzzle)
    for number, step in enumerate(explanation.steps, 1):
        if replay.objection(step) is None:
            replay.carry_out(step)
        elif outcome is Outcome.SOLVED:
            return f"{said} step {number} cannot be carried out"
    ends = bool(explanation.steps) and explanation.steps[-1].theorem is Theorem.CONTRADICTION
    if ends is not (outcome is Outcome.CONTRADICTION):
        return f"{said} its last step is {'a' if ends else 'no'} contradiction"
    if outcome is Outcome.SOLVED:
        if 0 in replay.values:
            return f"{said} {puzzle.layout.cell_name(replay.values.index(0))} has no value"
        if violation := puzzle.violation(replay.values):
            return f"{said} {violation}"
    if explanation.witnesses and outcome is not Outcome.SEVERAL:
        return f"{said} gives solutions that its steps do not lead to"
    if outcome is Outcome.SEVERAL and (wrong := _wrong_witnesses(explanation, replay, deadline)):
        return f"{said} {wrong}"
    return explanation.misstatement or None


def _wrong_witnesses(explanation: Explanation, replay: Replay, deadline: Deadline) -> str | None:
    """Two solutions must be given, and each candidate that is left must be in one. Raises LimitError."""
    layout = explanation.puzzle.layout
    given = {witness.digits for witness in explanation.witnesses}
    if len(given) < 2:
        return "does not give two"
    if violation := next(filter(None, map(explanation.puzzle.violation, given)), None):
        return f"one that it gives is none: {violation}"
    left = {(cell, digit) for cell, mask in enumerate(replay.candidates) for digit in digits_of(mask)}
    seen = {pair for solution in given for pair in enumerate(solution)}
    if strange := seen - left:
        return f"the steps exclude what one that it gives has in {layout.cell_name(min(strange)[0])}"
    places = [mask_of(cell for cell, digit in left if digit == one) for one in range(1, layout.digits + 1)]
    for cell, digit in sorted(left):
        if (cell, digit) not in seen:
            boards = with_digit(places, digit - 1, 1 << cell)
            found = next(solver_of(layout).search(boards, nodes=MOST_TRIED, deadline=deadline), None)
            if found is None:
                return f"{digit}, a candidate that is left in {layout.cell_name(cell)}, is part of none"
            seen.update(enumerate(found))
    return None


def record_objection(explanation: Explanation) -> str | None:
    """The first step that has no valid form and cannot be shown, with the reason; None if all have.

    >>> from casbridge.logic.steps import Removal
    >>> from casbridge.puzzles import sudoku
    >>> odd = Step(Theorem.WING, "XY-wing", (0,), (1,), (0,), ((0, 1),), removals=(Removal(1, 1, (0,), 0),))
    >>> record_objection(Explanation(Puzzle(sudoku(1, 2), (0, 0, 0, 0)), (odd,), Outcome.STOPPED))
    'step 1: an XY-wing is of three cells with 2, 2 and 2 candidates'
    """
    return _first_objection(explanation.steps, Replay(explanation.puzzle), "step ")


def _first_objection(steps: Sequence[Step], replay: Replay, before: str) -> str | None:
    for number, step in enumerate(steps, 1):
        if objection := replay.objection(step) or wrong_shape(step, replay):
            return f"{before}{number}: {objection}"
        if step.nested and (inside := _first_objection(step.nested, replay.trial(step), f"{before}{number}.")):
            return inside
        replay.carry_out(step)
    return None


def _checked(step: Step, replay: Replay, prover: ClaimProver) -> StepCheck:
    """The check of a step without objection. Its number is filled in later."""
    if step.theorem is Theorem.PRESET:
        return _checked_preset(step, replay, prover)
    relevant = mask_of(digit - 1 for digit in step.digits) if step.occurs else None
    undecided: Decision | None = None
    count = 0
    for place, narrow in enumerate(claims_of(step, replay.board, replay.candidates, narrow=True)):
        if prover.deadline.passed:
            undecided = Decision(ProofStatus.UNDECIDED, TIME_OVER, stopped=True)
            break
        count += 1
        decision = prover.decide(narrow, relevant)
        if decision.proof is ProofStatus.PROVED:
            continue
        claim = next(islice(claims_of(step, replay.board, replay.candidates), place, None))
        if len(claim.differ) > len(narrow.differ):
            decision = prover.decide(claim)
        if decision.proof is ProofStatus.REFUSED:
            return _refused(step, claim, count, prover.limits_now.seconds)
        if decision.proof is ProofStatus.UNDECIDED:
            undecided = decision
    if undecided is not None:
        return StepCheck(0, step, ProofStatus.UNDECIDED, undecided.reason, count, stopped=undecided.stopped)
    said = wrong_shape(step, replay)
    return StepCheck(0, step, ProofStatus.REFUSED if said else ProofStatus.PROVED, said or "", count)


def _checked_preset(step: Step, replay: Replay, prover: ClaimProver) -> StepCheck:
    if (said := wrong_shape(step, replay)) is not None:
        return StepCheck(0, step, ProofStatus.REFUSED, said)
    inside = replay.trial(step)
    found = StepCheck(0, step, ProofStatus.PROVED)
    count = 0
    for number, inner in enumerate(step.nested, 1):
        if objection := inside.objection(inner):
            return StepCheck(0, step, ProofStatus.REFUSED, objection, count, (number,))
        check = _checked(inner, inside, prover)
        count += check.claims
        check = replace(check, step=step, claims=count, within=(number, *check.within))
        if check.proof is ProofStatus.REFUSED:
            return check
        if check.proof is ProofStatus.UNDECIDED and found.proof is ProofStatus.PROVED:
            found = check
        inside.carry_out(inner)
    return replace(found, claims=count)


def _refused(step: Step, claim: Claim, count: int, seconds: float | None) -> StepCheck:
    """The check of a refused step, with a counterexample. The reference finds it, and it is tried out."""
    small = claim.negation.smaller
    undecided = StepCheck(0, step, ProofStatus.UNDECIDED, claims=count)
    try:
        zero = first_zero(small, seconds)
    except LimitError as error:
        return replace(undecided, reason=f"refused, but no counterexample yet: {error}", stopped=True)
    if zero is None:
        return replace(undecided, reason="refused by the backend, but the reference has no counterexample")
    # Cells without an equation may have any of their values.
    found = dict(zip(small.names, zero, strict=True))
    domains = zip(claim.names, claim.negation.domains, strict=True)
    shown = {name: found.get(name) or digits_of(domain)[0] for name, domain in domains}
    assert claim.is_counterexample([*shown.values()])
    target = claim.names[claim.target] if claim.target >= 0 else ""
    few = len(shown) <= MOST_NAMED // 2
    told = [f"{name} = {digit}" for name, digit in shown.items() if (few or name in found) and name != target]
    more = f" and {len(told) - MOST_NAMED} more" if len(told) > MOST_NAMED else ""
    said = f"with {', '.join(told[:MOST_NAMED])}{more} all" if told else "all"
    end = f", but {target} is {shown[target]}" if target else ": there is no contradiction"
    said = f"{said} that the step names holds{end}"
    return StepCheck(0, step, ProofStatus.REFUSED, said, count, counterexample=tuple(shown.items()))
