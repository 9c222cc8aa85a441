"""How explanations are printed for people."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import click

from casbridge.cli.output import is_terminal
from casbridge.logic import LEVELS, Explanation, Outcome, Step, Theorem
from casbridge.logic.checking import ExplanationCheck, StepCheck
from casbridge.logic.claims import Claim, claims_of
from casbridge.logic.proving import ProofStatus
from casbridge.logic.replay import Replay
from casbridge.logic.text.notation import arrays, book_records, book_step
from casbridge.logic.text.words import describe, describe_records
from casbridge.puzzles import Puzzle
from casbridge.puzzles.text_drawing import draw_text

_WITHOUT_STEPS = {
    Outcome.SOLVED: "no step was needed",
    Outcome.CONTRADICTION: "by Theorem 1 alone",
    Outcome.SEVERAL: "no theorem zeroes anything",
}
_FIELD_NAMES = ("values", "counts", "orders", "candidates")


def print_line(explanation: Explanation, check: ExplanationCheck | None) -> None:
    """One of several puzzles in a line: the puzzle, its end, its difficulty, and the result of the check."""
    end = explanation.solution.line if explanation.solution else str(explanation.outcome)
    click.echo(f"{explanation.puzzle.line}  {end}  {_summary(explanation)}")
    if check is not None:
        print_check(check)


def print_explanation(
    explanation: Explanation,
    notation: str,
    zeroing: bool,
    records: bool,
    at: int | None,
    claims: bool,
    check: ExplanationCheck | None,
) -> None:
    """The steps, or the state after `at` of them; the records; the solution and the difficulty."""
    puzzle, steps = explanation.puzzle, explanation.steps
    state = explanation.last_state if at is None else explanation.state_after(at)
    if at is not None:
        click.echo(arrays(state) if notation == "book" else arrays(state, _FIELD_NAMES))
    else:
        checks = check.steps if check is not None else ()
        for line in _lines(puzzle, steps, notation, zeroing, Replay(puzzle) if claims else None, checks):
            click.echo(line)
        if explanation.solution:
            click.echo()
            click.echo(draw_text(puzzle, explanation.solution, colour=is_terminal(sys.stdout)))
    if records:
        click.echo()
        click.echo(book_records(state) if notation == "book" else describe_records(state))
    if at is None:
        click.echo(explanation.outcome.sentence)
        for witness in explanation.witnesses:
            click.echo(f"  such as {witness.line}")
        click.echo(_summary(explanation))
    if check is not None:
        print_check(check)


def print_check(check: ExplanationCheck) -> None:
    """How many steps are proved, and what is wrong with the others."""
    for step in check.steps:
        if step.proof is not ProofStatus.PROVED:
            place = ".".join(map(str, (step.number, *step.within)))
            click.echo(f"step {place} is {step.proof}: {step.reason}")
    if check.end is not None:
        click.echo(f"the record is refused: {check.end}")
    elif check.open_end:
        click.echo(f"the end is undecided: {check.open_end}")
    version = f" {check.version}" if check.version else ""
    click.echo(
        f"{check.count(ProofStatus.PROVED)} of {len(check.steps)} steps proved by {check.backend}{version}: "
        f"{check.claims} claims, {check.asked} systems asked"
    )


def _summary(explanation: Explanation) -> str:
    """wings (5 of 8), 66 steps: 45 × hidden single, …"""
    difficulty = explanation.difficulty
    if not difficulty.level:
        if explanation.outcome is Outcome.STOPPED and explanation.steps:
            return "by Theorem 1 alone"
        return _WITHOUT_STEPS.get(explanation.outcome, "nothing was zeroed so far")
    uses = [f"{number} × {theorem}" for theorem, number in difficulty.uses if theorem.level]
    depth = f"; {difficulty.presets} presets in all, depth {difficulty.depth}" if difficulty.presets else ""
    return (
        f"{difficulty.level} ({difficulty.rank} of {len(LEVELS)}), {difficulty.steps} steps: {', '.join(uses)}{depth}"
    )


def _lines(
    puzzle: Puzzle,
    steps: Sequence[Step],
    notation: str,
    zeroing: bool,
    replay: Replay | None,
    checks: Sequence[StepCheck],
    before: str = "",
) -> Iterator[str]:
    """A line for each step, and below it, with a replay, its claims. A trial's steps come before its refutation."""
    width = len(str(len(steps)))
    for number, step in enumerate(steps, 1):
        place = f"{before}{number}" if before else f"{number:>{width}}"
        if step.nested:
            trial = replay.trial(step) if replay is not None else None
            inner = f"{' ' * (len(before) - len(before.lstrip()) + 4)}{place.strip()}."
            yield from _lines(puzzle, step.nested, notation, zeroing, trial, (), inner)
        if zeroing or step.theorem is not Theorem.ZEROING:
            proof = f"{checks[number - 1].proof}  " if checks else ""
            said = book_step(puzzle, step) if notation == "book" else describe(puzzle.layout, step)
            yield f"{place}  {proof}{said}"
            if replay is not None:
                for claim in claims_of(step, puzzle.layout, replay.candidates, narrow=True):
                    yield from _claim_lines(claim, " " * (len(place) + 2))
        if replay is not None:
            replay.carry_out(step)


def _claim_lines(claim: Claim, indent: str) -> Iterator[str]:
    yield f"{indent}{claim.conclusion_text()} is in the radical of"
    for text in claim.hypothesis_texts():
        yield f"{indent}  {text}"
