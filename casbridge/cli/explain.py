"""casbridge explain

Examples:
  casbridge explain .4.....1..3.2...
  casbridge explain puzzle.txt --no-zeroing
  casbridge explain puzzle.txt --notation book --records
  casbridge explain puzzle.txt --hint
  casbridge explain puzzle.txt -o explanation.html
  casbridge explain puzzle.txt --verify singular
  casbridge explain puzzle.txt --check record.json --verify sympy
  casbridge explain puzzle.txt --rate --proof proof.sing
  casbridge explain puzzles.txt --rate --jsonl
Exit code: 1 if a step is refused, 3 if one is undecided, 4 if a limit stopped the explanation or its check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import accumulate
from types import SimpleNamespace
from typing import Any, NamedTuple

import click

from casbridge import files
from casbridge.cli import options
from casbridge.cli.output import Documents, answer_each, in_colour, input_document, say, spinner, to_json, worst
from casbridge.errors import UsageError
from casbridge.logic import LEVELS, Explanation, Outcome, Step, Theorem, explain
from casbridge.logic.checking import ExplanationCheck, StepCheck, check_explanation, record_objection
from casbridge.logic.claims import claims_of
from casbridge.logic.proving import ClaimProver, ProofStatus, prover_of
from casbridge.logic.replay import Replay
from casbridge.logic.text.documents import explanation_document, parse_explanation
from casbridge.logic.text.hints import CLARITIES, Hint, next_hint
from casbridge.logic.text.vocabulary import Words
from casbridge.logic.text.words import arrays, book_records, book_step, describe, describe_records
from casbridge.logic.theorems.catalogue import TEACHERS_WORDS
from casbridge.puzzles import Puzzle
from casbridge.puzzles.printing import draw_text
from casbridge.puzzles.reading import read_text

_WITHOUT_STEPS = {
    Outcome.SOLVED: "no step was needed",
    Outcome.CONTRADICTION: "by Theorem 1 alone",
    Outcome.SEVERAL: "no theorem removes anything",
}
_FIELD_NAMES = ("values", "counts", "orders", "candidates")


@options.command(__doc__, source="INPUT", reading="puzzles")
@click.option(
    "--up-to", type=click.Choice((*TEACHERS_WORDS, *LEVELS)), default=LEVELS[-1], help="The hardest theorems to use."
)
@click.option("--rate", is_flag=True, help="Only the outcome and the difficulty, not the steps.")
@click.option(
    "--notation",
    type=click.Choice(["words", "book"]),
    default="words",
    help="Sentences, or NA, NAK, MMK, KH and marks such as I7, J39, G12.",
)
@click.option(
    "--words",
    type=click.Choice([*map(str, Words)]),
    default=str(Words.PLAIN),
    help="Whether sentences call candidates removed or, as in the book, zeroed.",
)
@click.option("--hint", is_flag=True, help="Only the next step, in growing clarity; with --at, the one after N steps.")
@click.option(
    "--clarity",
    type=click.IntRange(CLARITIES[0], CLARITIES[-1]),
    help="How much a hint says: 1 where to look, 2 the rule, 3 the reason, 4 the digit.  [default: all of it]",
)
@click.option("--zeroing/--no-zeroing", default=True, help="Whether to print steps of Theorem 1.")
@click.option("--records", is_flag=True, help="What removed each candidate, cell by cell, at the end or --at a step.")
@click.option("--at", type=options.NUMBER, metavar="N", help="The state after N of the printed steps, not the steps.")
@click.option("--claims", is_flag=True, help="What each step claims, as polynomials.")
@click.option("--verify", metavar="BACKEND", help="Have every step checked: reference, singular, sympy, …")
@click.option(
    "--check",
    type=click.Path(exists=True, dir_okay=False),
    help="Check the explanation in this file, which --json wrote, instead of a new one.",
)
@click.option("--proof", type=options.FILE, help="Write a Singular script that proves each step; see casbridge verify.")
@click.option("--html", "-o", type=options.FILE, help="File for a page to step through it, and to play the puzzle.")
@click.option("--svg", type=options.FILE, help="File for a picture of the end, or --at N.")
def command(asked: options.Asked, verify: str | None, **shown: Any) -> int:
    """Solve the puzzles in INPUT step by step, always by the easiest theorem that applies, and say why.

    Each step names its theorem, its cells, its units, and the cell that removed each candidate. The class of the
    hardest theorem is the puzzle's difficulty. For several puzzles there is a line for each.
    """
    wanted = SimpleNamespace(**shown)
    wanted.words = Words(wanted.words)
    _refuse_beside_hint(wanted, verify)
    if wanted.rate and (wanted.claims or wanted.records or wanted.at is not None):
        raise UsageError("--rate with what is printed of the steps", expected="one or the other")
    if wanted.claims and wanted.at is not None:
        raise UsageError("--claims with --at", expected="one or the other: claims are printed below the steps")
    if wanted.check is not None and wanted.up_to != LEVELS[-1]:
        raise UsageError("--up-to with --check", expected="one or the other: the record has its own theorems")
    with asked.own_limits() as own:
        prover = prover_of(verify or "reference", asked.limits) if verify or wanted.check else None
        found = asked.puzzles(hint="use casbridge charseries", contradictions=False)
    for name in ("html", "svg", "proof", "check", "at") if len(found) > 1 else ():
        if getattr(wanted, name) is not None:
            raise UsageError(f"--{name} for {len(found)} puzzles", expected="one puzzle")

    if wanted.records and not wanted.zeroing:
        raise UsageError("--records with --no-zeroing", expected="one or the other: records name steps of Theorem 1")
    with_steps = not (wanted.rate or wanted.hint)

    def explain_one(job: options.OwnLimits, puzzle: Puzzle, documents: Documents) -> int:
        one = _explained(puzzle, job, prover, wanted)
        if wanted.at is not None:
            wanted.at = _steps_until(one.explanation.steps, wanted)
        # Before anything is printed: a pipe may end while we print.
        _write_files(one, wanted)
        document = {} if asked.is_text else _document(one, wanted)
        job.finish()
        if asked.is_text:
            _print(one, wanted, documents.several)
        elif asked.as_jsonl and not documents.several and with_steps:
            for step in document.pop("steps", []):
                click.echo(to_json({"step": step}))
        documents.write(document)
        # There may be a hint even if the time ran out.
        return 0 if wanted.hint and isinstance(_hint(one.explanation, wanted), Hint) else one.code

    return answer_each(own, found, asked, explain_one, input_document)


def _refuse_beside_hint(wanted: SimpleNamespace, verify: str | None) -> None:
    """Refuse --hint with options that show other things of the steps, and --clarity alone."""
    if not wanted.hint:
        if wanted.clarity is not None:
            raise UsageError("--clarity without a hint", expected="--hint")
        return
    others = {"--rate": wanted.rate, "--records": wanted.records, "--claims": wanted.claims}
    for option, given in (*others.items(), ("--verify", verify), ("--check", wanted.check)):
        if given:
            raise UsageError(f"--hint with {option}", expected="one or the other")


class _Explained(NamedTuple):
    """An explanation and, if wanted, its check. objection: why the steps of a record cannot be shown."""

    explanation: Explanation
    check: ExplanationCheck | None
    objection: str | None

    @property
    def code(self) -> int:
        limited = 4 if self.explanation.outcome in (Outcome.TIMEOUT, Outcome.MEMORY) else 0
        if self.check is None or self.check.proof is ProofStatus.PROVED:
            return limited
        if self.check.proof is ProofStatus.REFUSED:
            return 1
        stopped = all(step.stopped for step in self.check.steps if step.proof is ProofStatus.UNDECIDED)
        return worst([limited, 4 if stopped else 3])


def _explained(
    puzzle: Puzzle, own: options.OwnLimits, prover: ClaimProver | None, wanted: SimpleNamespace
) -> _Explained:
    if wanted.check is not None:
        text, name = read_text(wanted.check)
        explanation = parse_explanation(text, puzzle, source=name)
    else:
        with spinner("explaining") if puzzle.layout.digits > 9 else nullcontext():
            explanation = explain(puzzle, up_to=wanted.up_to, deadline=own.deadline)
    objection = record_objection(explanation) if wanted.check is not None else None
    if prover is None:
        return _Explained(explanation, None, objection)
    with spinner(f"checking {len(explanation.steps)} steps"):
        return _Explained(explanation, check_explanation(explanation, prover, deadline=own.deadline), objection)


def _write_files(one: _Explained, wanted: SimpleNamespace) -> None:
    explanation, most = one.explanation, len(one.explanation.steps)
    if one.objection is not None:
        for path in filter(None, (wanted.proof, wanted.html, wanted.svg)):
            say(f"casbridge: did not write {path}: {one.objection}")
        return
    texts: dict[str, str] = {}
    if wanted.proof is not None:
        from casbridge.logic.text.proofs import steps_script

        texts[wanted.proof] = steps_script(explanation)
    if wanted.html is not None:
        from casbridge.logic.text.page import explanation_page

        proofs = [str(step.proof) for step in one.check.steps] if one.check is not None else None
        texts[wanted.html] = explanation_page(explanation, proofs=proofs, words=wanted.words)
    if wanted.svg is not None:
        from casbridge.logic.text.drawing import draw_state

        at = most if wanted.at is None else wanted.at
        texts[wanted.svg] = draw_state(
            explanation.state_after(at), explanation.steps[at] if at < most else None, wanted.words
        )
    for path, text in texts.items():
        files.write(path, text)
        say(f"casbridge: wrote {path}")


def _document(one: _Explained, wanted: SimpleNamespace) -> dict[str, Any]:
    layout, check, words = one.explanation.puzzle.layout, one.check, wanted.words
    if wanted.hint:
        return _hint_document(one.explanation, wanted)
    if wanted.rate or one.objection is not None:
        document = explanation_document(one.explanation, steps=False)
    else:
        document = explanation_document(
            one.explanation, claims=wanted.claims, text=lambda step: describe(layout, step, words)
        )
    if check is not None:
        document["check"] = check.as_dict()
        if wanted.rate:
            del document["check"]["steps"]
    unproved = check is not None and check.proof is not ProofStatus.PROVED
    return {"status": str(check.proof) if check and unproved else one.explanation.outcome.status, **document}


def _print(one: _Explained, wanted: SimpleNamespace, several: bool) -> None:
    explanation = one.explanation
    if wanted.hint:
        _print_hint(explanation, wanted, several)
    elif one.objection is None and (wanted.rate or several):
        end = explanation.solution.line if explanation.solution else explanation.outcome
        click.echo(f"{explanation.puzzle.line}  {end}  {_summary(explanation)}")
    elif one.objection is None:
        _print_steps(one, wanted)
    if one.check is not None:
        _print_check(one.check, wanted)


def _numbers(steps: Iterable[Step], wanted: SimpleNamespace) -> list[int]:
    """The number of each step among those that are printed; where it is not, that of the last one before it."""
    return list(accumulate(wanted.zeroing or step.theorem is not Theorem.ZEROING for step in steps))


def _steps_until(steps: Sequence[Step], wanted: SimpleNamespace) -> int:
    """How many steps there are until the one with the number --at, and the steps of Theorem 1 after it."""
    numbers = _numbers(steps, wanted)
    most = numbers[-1] if numbers else 0
    if wanted.at > most:
        raise UsageError(f"--at {wanted.at}", expected=f"at most {most}, the number of steps")
    return wanted.at if wanted.zeroing else sum(number <= wanted.at for number in numbers)


def _hint(explanation: Explanation, wanted: SimpleNamespace) -> Hint | str:
    """The hint at the next step, or why there is none.

    The steps of a puzzle without a solution lead to a contradiction, so none of them is a hint.
    """
    if explanation.outcome is Outcome.CONTRADICTION:
        clash = explanation.puzzle.clash()
        return explanation.ending if clash is None else f"no solution: two givens clash in {clash}"
    after = wanted.at or 0
    found = next_hint(explanation, after, wanted.words)
    if found is None and explanation.outcome is Outcome.SOLVED:
        return "nothing is left to find: each cell has its value"
    return found or f"no further step: {explanation.ending}"


def _hint_document(explanation: Explanation, wanted: SimpleNamespace) -> dict[str, Any]:
    hint = _hint(explanation, wanted)
    no_hint = isinstance(hint, str)
    return {
        "status": explanation.outcome.status if no_hint else "complete",
        **input_document(explanation.puzzle),
        "outcome": str(explanation.outcome),
        "hint": None if isinstance(hint, str) else hint.as_dict(explanation.puzzle.layout, _clarity(wanted)),
        "reason": hint if no_hint else None,
    }


def _clarity(wanted: SimpleNamespace) -> int:
    return int(wanted.clarity or CLARITIES[-1])


def _print_hint(explanation: Explanation, wanted: SimpleNamespace, several: bool) -> None:
    hint = _hint(explanation, wanted)
    if several:
        click.echo(explanation.puzzle.line)
    if isinstance(hint, str):
        click.echo(hint)
        return
    for number, text in enumerate(hint.texts[: _clarity(wanted)], 1):
        click.echo(f"{number}  {text}")


def _print_steps(one: _Explained, wanted: SimpleNamespace) -> None:
    """The steps, or the state --at one of them; the records; the solution and the difficulty."""
    explanation, at, book = one.explanation, wanted.at, wanted.notation == "book"
    state = explanation.last_state if at is None else explanation.state_after(at)
    if at is not None:
        click.echo(arrays(state) if book else arrays(state, _FIELD_NAMES))
    else:
        replay = Replay(explanation.puzzle) if wanted.claims else None
        for line in _lines(one, wanted, explanation.steps, replay):
            click.echo(line)
        if explanation.solution:
            click.echo("\n" + draw_text(explanation.puzzle, explanation.solution, colour=in_colour()))
    if wanted.records:
        click.echo("\n" + (book_records(state) if book else describe_records(state, wanted.words)))
    if at is None:
        click.echo(explanation.ending)
        for witness in explanation.witnesses:
            click.echo(f"  such as {witness.line}")
        click.echo(_summary(explanation, wanted.zeroing))


def _place(check: ExplanationCheck, step: StepCheck, wanted: SimpleNamespace) -> str:
    """The number of a step as it is printed, and within it those of the nested steps that lead to the fault."""
    steps, path = [one.step for one in check.steps], []
    for number in (step.number, *step.within):
        path.append(_numbers(steps, wanted)[number - 1])
        last, steps = steps[number - 1], list(steps[number - 1].nested)
    is_hidden = last.theorem is Theorem.ZEROING and not wanted.zeroing
    return f"{'Theorem 1 after ' * is_hidden}step {'.'.join(map(str, path))}"


def _print_check(check: ExplanationCheck, wanted: SimpleNamespace) -> None:
    """How many steps are proved, and what is wrong with the others."""
    for step in check.steps:
        if step.proof is not ProofStatus.PROVED:
            click.echo(f"{_place(check, step, wanted)} is {step.proof}: {step.reason}")
    if check.end is not None:
        click.echo(f"the record is refused: {check.end}")
    elif check.open_end:
        click.echo(f"the end is undecided: {check.open_end}")
    steps = f"{len(check.steps)} steps{'' if wanted.zeroing else ', with those of Theorem 1,'}"
    proved = f"{check.count(ProofStatus.PROVED)} of {steps} proved by {check.backend} {check.version}"
    click.echo(f"{proved.rstrip()}: {check.claims} claims, {check.asked} systems asked")


def _summary(explanation: Explanation, zeroing: bool = False) -> str:
    """wings (5 of 8), 66 steps: 45 × hidden single, … With zeroing also how many steps of Theorem 1 there are."""
    difficulty = explanation.difficulty
    if not difficulty.level and explanation.outcome is Outcome.STOPPED and explanation.steps:
        return "by Theorem 1 alone"
    if not difficulty.level:
        return _WITHOUT_STEPS.get(explanation.outcome, "nothing was removed so far")
    uses = [f"{number} × {theorem}" for theorem, number in difficulty.uses if theorem.level]
    depth = f"; {difficulty.presets} presets in all, depth {difficulty.depth}" if difficulty.presets else ""
    level = f"{difficulty.level} ({difficulty.rank} of {len(LEVELS)})"
    others = len(explanation.steps) - difficulty.steps
    steps = f"{difficulty.steps} steps" + f" and {others} of Theorem 1" * (zeroing and others > 0)
    return f"{level}, {steps}: {', '.join(uses)}{depth}"


def _lines(
    one: _Explained, wanted: SimpleNamespace, steps: Sequence[Step], replay: Replay | None, before: str = ""
) -> Iterator[str]:
    """A line for each step, and below it, with a replay, its claims. A trial's steps come before its refutation."""
    puzzle = one.explanation.puzzle
    checks = one.check.steps if one.check is not None and not before else ()
    numbers = _numbers(steps, wanted)
    for index, (number, step) in enumerate(zip(numbers, steps, strict=True)):
        place = f"{before}{number}" if before else f"{number:>{len(str(numbers[-1]))}}"
        if step.nested:
            trial = replay.trial(step) if replay is not None else None
            inner = f"{' ' * (len(before) - len(before.lstrip()) + 4)}{place.strip()}."
            yield from _lines(one, wanted, step.nested, trial, inner)
        if wanted.zeroing or step.theorem is not Theorem.ZEROING:
            proof = f"{checks[index].proof}  " if checks else ""
            said = book_step(puzzle, step) if wanted.notation == "book" else describe(puzzle.layout, step, wanted.words)
            yield f"{place}  {proof}{said}"
            if replay is not None:
                indent = " " * (len(place) + 2)
                for claim in claims_of(step, puzzle.layout, replay.candidates, narrow=True):
                    yield f"{indent}{claim.conclusion_text()} is in the radical of"
                    yield from (f"{indent}  {text}" for text in claim.hypothesis_texts())
        if replay is not None:
            replay.carry_out(step)
