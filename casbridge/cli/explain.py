"""casbridge explain"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from casbridge import files
from casbridge.cli import options
from casbridge.cli.explain_text import print_check, print_explanation, print_line
from casbridge.cli.group import SCHEMA
from casbridge.cli.output import overall, print_document, say, to_json, worst
from casbridge.cli.progress import spinner
from casbridge.errors import UsageError
from casbridge.limits import Limits
from casbridge.logic import LEVELS, Explanation, Outcome, explain
from casbridge.logic.checking import ExplanationCheck, check_explanation, record_objection
from casbridge.logic.proving import ProofStatus, Prover, prover_of
from casbridge.logic.text.documents import explanation_document, parse_explanation
from casbridge.logic.text.words import describe
from casbridge.puzzles import Puzzle
from casbridge.puzzles.reading import read_text

EPILOG = """\b
Examples:
  casbridge explain .4.....1..3.2...
  casbridge explain puzzle.txt --no-zeroing
  casbridge explain puzzle.txt --notation book --records
  casbridge explain puzzle.txt --html explanation.html
  casbridge explain puzzle.txt --verify singular
  casbridge explain puzzle.txt --check record.json --verify sympy
  casbridge explain puzzle.txt --rate --proof proof.sing
  casbridge explain puzzles.txt --rate --jsonl
Exit code: 1 if a step is refused; 3, or 4 by limits, if one is undecided, or the time was over.
"""


@dataclass(frozen=True)
class _Explained:
    """An explanation, and what checking it came to, if that was asked for."""

    explanation: Explanation
    check: ExplanationCheck | None
    #: Why the steps of a record cannot be shown.
    objection: str | None = None

    @property
    def code(self) -> int:
        codes = [4 if self.explanation.outcome in (Outcome.TIMEOUT, Outcome.MEMORY) else 0]
        if self.check is not None and self.check.proof is ProofStatus.REFUSED:
            codes.append(1)
        if self.check is not None and self.check.proof is ProofStatus.UNDECIDED:
            undecided = [step for step in self.check.steps if step.proof is ProofStatus.UNDECIDED]
            codes.append(4 if all(step.stopped for step in undecided) else 3)
        return worst(codes)

    @property
    def status(self) -> str:
        if self.check is not None and self.check.proof is not ProofStatus.PROVED:
            return str(self.check.proof)
        return self.explanation.outcome.status


@click.command(name="explain", epilog=EPILOG)
@options.input_options
@click.option(
    "--up-to", type=click.Choice(LEVELS), default=LEVELS[-1], show_default=True, help="The hardest theorems to use."
)
@click.option("--rate", is_flag=True, help="Only how it ends and how difficult it is, not the steps.")
@click.option(
    "--notation",
    type=click.Choice(["words", "book"]),
    default="words",
    show_default=True,
    help="Sentences, or NA, NAK, MMK, KH and marks such as I7, J39, G12.",
)
@click.option("--zeroing/--no-zeroing", default=True, show_default=True, help="Whether to print steps of Theorem 1.")
@click.option("--records", is_flag=True, help="What zeroed each candidate, cell by cell, at the end or --at a step.")
@click.option("--at", type=click.IntRange(0), metavar="N", help="The state after N steps, not the steps.")
@click.option("--claims", is_flag=True, help="What each step claims, as polynomials.")
@click.option("--verify", metavar="BACKEND", help="Have every step checked: reference, singular, sympy, …")
@click.option(
    "--check",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Check the explanation in this file, as --json writes it, not one of our own.",
)
@click.option(
    "--proof",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a Singular script that proves each step; see casbridge verify.",
)
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="File for a page to step through it.")
@click.option(
    "--svg", type=click.Path(path_type=Path, dir_okay=False), help="File for a picture of the end, or --at N."
)
@click.option("--timeout", type=options.SecondsType(), help="Wall time for each puzzle, and each question: 10, 5m, 1h.")
@click.option("--memory", type=options.BytesType(), help="Memory of a backend that verifies: 500M, 2G.")
@options.json_option
@options.jsonl_option
def command(
    source: str,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    lines: bool,
    up_to: str,
    rate: bool,
    notation: str,
    zeroing: bool,
    records: bool,
    at: int | None,
    claims: bool,
    verify: str | None,
    check: Path | None,
    proof: Path | None,
    html: Path | None,
    svg: Path | None,
    timeout: float | None,
    memory: int | None,
    as_json: bool,
    as_jsonl: bool,
) -> int:
    """Solve the puzzles in INPUT step by step, always by the easiest theorem that applies, and say why.

    Each step names its theorem, its cells and its units, and for each candidate that is zeroed the cell that did it.
    The class of the hardest theorem is the puzzle's difficulty. For several puzzles there is a line for each.
    """
    options.check_forms(as_json, as_jsonl)
    prover = prover_of(verify or "reference", Limits(timeout, memory)) if verify or check else None
    if memory is not None and prover is None:
        raise UsageError("--memory without --verify", expected="both, or neither")
    found = options.read_puzzles(source, colours, box, family, lines, hint="use casbridge charseries")
    files = (("--html", html), ("--svg", svg), ("--proof", proof))
    for name, given in (*files, ("--check", check), ("--at", at)):
        if given is not None and len(found) > 1:
            raise UsageError(f"{name} for {len(found)} puzzles", expected="one puzzle")
    if rate and (claims or records or at is not None):
        raise UsageError("--rate with what is printed of the steps", expected="one or the other")
    if claims and at is not None:
        raise UsageError("--claims with --at", expected="one or the other: claims are printed below the steps")
    if check is not None and up_to != LEVELS[-1]:
        raise UsageError("--up-to with --check", expected="one or the other: the record has its own theorems")
    one_by_one = (_explained(puzzle, up_to, timeout, prover, check) for puzzle in found)
    explained = _with_files(one_by_one, html, svg, proof, at)
    if as_json or as_jsonl:
        done = _print_json(explained, len(found) > 1, as_jsonl, rate, claims)
    else:
        done = []
        for one in explained:
            done.append(one)
            if one.objection is not None and one.check is not None:
                print_check(one.check)
            elif rate or len(found) > 1:
                print_line(one.explanation, one.check)
            else:
                print_explanation(one.explanation, notation, zeroing, records, at, claims, one.check)
    return worst(one.code for one in done)


def _explained(
    puzzle: Puzzle, up_to: str, timeout: float | None, prover: Prover | None, record: Path | None
) -> _Explained:
    if record is not None:
        text, name = read_text(str(record))
        explanation = parse_explanation(text, puzzle, source=name)
    else:
        with spinner("explaining") if puzzle.layout.digits > 9 else nullcontext():
            explanation = explain(puzzle, up_to=up_to, seconds=timeout)
    if prover is None:
        return _Explained(explanation, None)
    with spinner(f"checking {len(explanation.steps)} steps"):
        check = check_explanation(explanation, prover)
    return _Explained(explanation, check, record_objection(explanation) if record is not None else None)


def _document(one: _Explained, rate: bool, claims: bool) -> dict[str, Any]:
    layout = one.explanation.puzzle.layout
    if rate or one.objection is not None:
        document = explanation_document(one.explanation, steps=False)
    else:
        document = explanation_document(one.explanation, claims=claims, text=lambda step: describe(layout, step))
    if one.check is not None:
        check = one.check.as_dict()
        if rate:
            del check["steps"]
        document["check"] = check
    return {"status": one.status, **document}


def _print_json(
    explained: Iterator[_Explained], several: bool, as_jsonl: bool, rate: bool, claims: bool
) -> list[_Explained]:
    done, documents = [], []
    for one in explained:
        done.append(one)
        document = _document(one, rate, claims)
        if not as_jsonl:
            documents.append(document)
        elif several or rate:
            click.echo(to_json({"schema": SCHEMA, **document}))
        else:
            for step in document.pop("steps", []):
                click.echo(to_json({"step": step}))
            click.echo(to_json({"schema": SCHEMA, **document}))
    if not as_jsonl:
        codes = [one.code for one in done]
        whole = {"results": documents, "count": len(documents), "status": overall(codes)}
        print_document(whole if several else documents[0])
    return done


def _with_files(
    explained: Iterator[_Explained], html: Path | None, svg: Path | None, proof: Path | None, at: int | None
) -> Iterator[_Explained]:
    """Files are written before anything is printed, which a pipe may end."""
    for one in explained:
        most = len(one.explanation.steps)
        if at is not None and at > most:
            raise UsageError(f"--at {at}", expected=f"at most {most}, the number of steps")
        _write_files(one, html, svg, proof, at)
        yield one


def _write_files(one: _Explained, html: Path | None, svg: Path | None, proof: Path | None, at: int | None) -> None:
    explanation = one.explanation
    if one.objection is not None:
        for path in filter(None, (proof, html, svg)):
            say(f"casbridge: did not write {path}: {one.objection}")
        return
    if proof is not None:
        from casbridge.logic.text.proofs import steps_script

        files.write(proof, steps_script(explanation))
        say(f"casbridge: wrote {proof}")
    if html is not None:
        from casbridge.logic.text.page import explanation_page

        proofs = [str(step.proof) for step in one.check.steps] if one.check is not None else None
        files.write(html, explanation_page(explanation, proofs=proofs))
        say(f"casbridge: wrote {html}")
    if svg is not None:
        from casbridge.logic.text.drawing import draw_state

        number = len(explanation.steps) if at is None else at
        state = explanation.state_after(number)
        step = explanation.steps[number] if number < len(explanation.steps) else None
        files.write(svg, draw_state(state, step))
        say(f"casbridge: wrote {svg}")
