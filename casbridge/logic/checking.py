"""Checking explanations, wherever they come from: each step's record, and each of its claims by a backend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from casbridge.board.peers import digits_of
from casbridge.board.solutions import solver_of, with_digit
from casbridge.errors import LimitError
from casbridge.limits import Limits
from casbridge.logic.claims import Claim, claims_of
from casbridge.logic.explaining import Explanation, Outcome
from casbridge.logic.proving import Decision, ProofStatus, Prover, first_zero, prover_of
from casbridge.logic.replay import Replay
from casbridge.logic.steps import Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.logic.theorems.shapes import wrong_shape
from casbridge.puzzles.puzzle import Puzzle, Solution

#: So many cells of a counterexample are named in a sentence.
MOST_NAMED = 12
#: Of choices, to see whether a candidate is part of a solution.
MOST_TRIED = 100_000


@dataclass(frozen=True)
class StepCheck:
    """What checking a step came to. It has no truth value: look at `proof`.

    number: the step's place in the explanation, from 1. within: for a step within presets the places on the way to it.
    claims: how many were decided, those of nested steps too. reason: why it is not proved.
    counterexample: digits of cells with which all that the step names holds, but not what it concludes.
    stopped: whether a limit on time or memory is why it is undecided.
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
        return {
            "number": self.number,
            "proof": str(self.proof),
            "claims": self.claims,
            "reason": self.reason or None,
            "within": list(self.within),
            "counterexample": dict(self.counterexample) or None,
        }


@dataclass(frozen=True)
class ExplanationCheck:
    """What checking an explanation came to: a check for each step, and why it does not end as it says, if so.

    backend, version: who proved. asked: how many systems it was asked about; equal claims are asked about once.
    """

    steps: tuple[StepCheck, ...]
    end: str | None
    backend: str
    version: str
    asked: int

    @property
    def proof(self) -> ProofStatus:
        """REFUSED if any step is, or if it does not end as it says; UNDECIDED if any is; else PROVED."""
        found = {step.proof for step in self.steps} | ({ProofStatus.REFUSED} if self.end is not None else set())
        return next(
            (proof for proof in (ProofStatus.REFUSED, ProofStatus.UNDECIDED) if proof in found), ProofStatus.PROVED
        )

    def count(self, proof: ProofStatus) -> int:
        """How many steps came to this."""
        return sum(step.proof is proof for step in self.steps)

    @property
    def claims(self) -> int:
        """How many claims were decided."""
        return sum(step.claims for step in self.steps)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "proof": str(self.proof),
            "backend": self.backend,
            "version": self.version or None,
            "proved": self.count(ProofStatus.PROVED),
            "refused": self.count(ProofStatus.REFUSED),
            "undecided": self.count(ProofStatus.UNDECIDED),
            "claims": self.claims,
            "asked": self.asked,
            "end": self.end,
            "steps": [step.as_dict() for step in self.steps],
        }


def check_steps(puzzle: Puzzle, steps: Sequence[Step], prover: Prover) -> Iterator[StepCheck]:
    """The check of every step in order, as soon as it is made; nothing but the puzzle and the steps is trusted.

    A step that is refused is carried out nevertheless, where it can be; the next ones are checked in what it leaves.
    """
    replay = Replay(puzzle)
    for number, step in enumerate(steps, 1):
        objection = replay.objection(step)
        if objection is None and step.theorem is Theorem.CONTRADICTION and number < len(steps):
            objection = "there are steps after the contradiction"
        if objection is not None:
            yield StepCheck(number, step, ProofStatus.REFUSED, objection)
            if replay.objection(step) is not None:
                continue
        else:
            yield replace(_checked(step, replay, prover), number=number, step=step)
        replay.carry_out(step)


def check_explanation(
    explanation: Explanation,
    backend: str | Prover = "reference",
    limits: Limits | None = None,
) -> ExplanationCheck:
    """Check an explanation by a backend (`name` or `name:method`): every step, and that it ends as it says.

    limits: on each system that the backend is asked about. For progress iterate `check_steps`; then `end_objection`.
    A Prover may be used for many explanations: it remembers what it proved.

    >>> from casbridge.logic.explaining import explain
    >>> from casbridge.puzzles import sudoku
    >>> shidoku = Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0))
    >>> check = check_explanation(explain(shidoku))
    >>> check.proof, check.count(ProofStatus.PROVED), check.claims
    (<ProofStatus.PROVED: 'proved'>, 21, 45)
    """
    prover = prover_of(backend, limits) if isinstance(backend, str) else backend
    asked = prover.asked
    steps = tuple(check_steps(explanation.puzzle, explanation.steps, prover))
    return ExplanationCheck(steps, end_objection(explanation), prover.name, prover.version, prover.asked - asked)


def end_objection(explanation: Explanation) -> str | None:
    """Why what the steps leave is not what the explanation says that they do, in words; None where it is.

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
        blank = next((cell for cell, value in enumerate(replay.values) if not value), None)
        if blank is not None:
            return f"{said} {puzzle.layout.cell_name(blank)} has no value"
        violation = Solution(puzzle, tuple(replay.values)).violation()
        return violation and f"{said} {violation}"
    if outcome is Outcome.SEVERAL:
        return _wrong_witnesses(explanation, replay)
    return None


def _wrong_witnesses(explanation: Explanation, replay: Replay) -> str | None:
    said = f"it says {explanation.outcome}, but"
    found = [witness.digits for witness in explanation.witnesses]
    if len(set(found)) < 2:
        return f"{said} does not give two"
    for digits in found:
        violation = explanation.puzzle.violation(digits)
        if violation is not None:
            return f"{said} one that it gives is none: {violation}"
    strange = next(
        (cell for cell, left in enumerate(replay.candidates) for one in found if not left >> (one[cell] - 1) & 1), None
    )
    if strange is not None:
        return f"{said} the steps exclude what one that it gives has in {explanation.puzzle.layout.cell_name(strange)}"
    return _false_candidate(replay, found, said)


def _false_candidate(replay: Replay, known: Sequence[Sequence[int]], said: str) -> str | None:
    """Each candidate that is left must be part of a solution. Raises LimitError where that is too hard to see."""
    layout = replay.board.layout
    solver = solver_of(layout)
    places = [0] * layout.digits
    for cell, left in enumerate(replay.candidates):
        for digit in digits_of(left):
            places[digit - 1] |= 1 << cell
    seen = {pair for solution in known for pair in enumerate(solution)}
    for cell, left in enumerate(replay.candidates):
        for digit in digits_of(left):
            if (cell, digit) in seen:
                continue
            boards = with_digit(places, digit - 1, 1 << cell)
            solution = next(solver.search(boards, nodes=MOST_TRIED), None)
            if solution is None:
                return f"{said} {digit}, a candidate that is left in {layout.cell_name(cell)}, is part of none"
            seen.update(enumerate(solution))
    return None


def record_objection(explanation: Explanation) -> str | None:
    """Which step of a record is no step at all, whatever its algebra, so that nothing can be said of it; None if none.

    >>> from casbridge.logic.steps import Removal
    >>> from casbridge.puzzles import sudoku
    >>> odd = Step(Theorem.WING, "XY-wing", (0,), (1,), (0,), ((0, 1),), removals=(Removal(1, 1, (0,), 0),))
    >>> record_objection(Explanation(Puzzle(sudoku(1, 2), (0, 0, 0, 0)), (odd,), Outcome.STOPPED))
    'step 1: an XY-wing is of three cells with 2, 2 and 2 candidates'
    """
    return _first_objection(explanation.steps, Replay(explanation.puzzle), "step ")


def _first_objection(steps: Sequence[Step], replay: Replay, before: str) -> str | None:
    for number, step in enumerate(steps, 1):
        objection = replay.objection(step) or wrong_shape(step, replay)
        if objection is not None:
            return f"{before}{number}: {objection}"
        if step.theorem is Theorem.PRESET:
            inside = _first_objection(step.nested, replay.trial(step), f"{before}{number}.")
            if inside is not None:
                return inside
        replay.carry_out(step)
    return None


# -- one step ---------------------------------------------------------------------------------------------------------


def _checked(step: Step, replay: Replay, prover: Prover) -> StepCheck:
    """The check of a step without objection; its number is to be filled in."""
    if step.theorem is Theorem.PRESET:
        return _checked_preset(step, replay, prover)
    relevant = sum(1 << (digit - 1) for digit in step.digits) if step.occurs else None
    undecided: Decision | None = None
    count = 0
    for place, narrow in enumerate(claims_of(step, replay.board, replay.candidates, narrow=True)):
        count += 1
        decision = prover.decide(narrow, relevant)
        if decision.proof is ProofStatus.PROVED:
            continue
        claim = next(islice(claims_of(step, replay.board, replay.candidates), place, None))
        if len(claim.differ) > len(narrow.differ):
            decision = prover.decide(claim)
        if decision.proof is ProofStatus.REFUSED:
            return _refused(step, claim, count, prover.limits.seconds)
        if decision.proof is ProofStatus.UNDECIDED:
            undecided = decision
    if undecided is not None:
        return StepCheck(0, step, ProofStatus.UNDECIDED, undecided.reason, count, stopped=undecided.stopped)
    if (said := wrong_shape(step, replay)) is not None:
        return StepCheck(0, step, ProofStatus.REFUSED, said, count)
    return StepCheck(0, step, ProofStatus.PROVED, claims=count)


def _checked_preset(step: Step, replay: Replay, prover: Prover) -> StepCheck:
    """The steps within a preset, each in what those before it leave of the trial."""
    if (said := wrong_shape(step, replay)) is not None:
        return StepCheck(0, step, ProofStatus.REFUSED, said)
    inside = replay.trial(step)
    undecided: StepCheck | None = None
    count = 0
    for number, inner in enumerate(step.nested, 1):
        objection = inside.objection(inner)
        if objection is not None:
            return StepCheck(0, step, ProofStatus.REFUSED, objection, count, (number,))
        check = _checked(inner, inside, prover)
        count += check.claims
        check = replace(check, step=step, claims=count, within=(number, *check.within))
        if check.proof is ProofStatus.REFUSED:
            return check
        if check.proof is ProofStatus.UNDECIDED:
            undecided = undecided or check
        inside.carry_out(inner)
    return replace(undecided, claims=count) if undecided else StepCheck(0, step, ProofStatus.PROVED, claims=count)


def _refused(step: Step, claim: Claim, count: int, seconds: float | None) -> StepCheck:
    """With a counterexample, which the reference finds and which is tried out before it is shown."""
    small = claim.negation.smaller
    try:
        zero = first_zero(small, seconds)
    except LimitError as error:
        return StepCheck(
            0, step, ProofStatus.UNDECIDED, f"refused, but no counterexample yet: {error}", count, stopped=True
        )
    if zero is None:
        said = "refused by the backend, but the reference has no counterexample"
        return StepCheck(0, step, ProofStatus.UNDECIDED, said, count)
    # Cells that no equation is left of may have any of their values.
    found = dict(zip(small.names, zero, strict=True))
    domains = zip(claim.names, claim.negation.domains, strict=True)
    point = tuple([found.get(name) or digits_of(domain)[0] for name, domain in domains])
    assert claim.is_counterexample(point)
    shown = tuple(zip(claim.names, point, strict=True))
    return StepCheck(0, step, ProofStatus.REFUSED, _in_words(claim, shown, small), count, (), shown)


def _in_words(claim: Claim, point: tuple[tuple[str, int], ...], small: Claim) -> str:
    target = claim.names[claim.target] if claim.target >= 0 else ""
    few = len(point) <= MOST_NAMED // 2
    told = [f"{name} = {digit}" for name, digit in point if (few or name in small.names) and name != target]
    more = f" and {len(told) - MOST_NAMED} more" if len(told) > MOST_NAMED else ""
    given = f"with {', '.join(told[:MOST_NAMED])}{more} " if told else ""
    if not target:
        return f"{given}all that the step names holds: there is no contradiction"
    return f"{given}all that the step names holds, but {target} is {dict(point)[target]}"
