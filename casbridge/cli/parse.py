"""casbridge parse

Examples:
  Singular puzzle.sing | casbridge parse -
  casbridge parse output.txt --puzzle puzzle.txt
  casbridge parse output.txt --json
"""

from __future__ import annotations

from typing import Any

import click

from casbridge.algebra.answers import CHAINS, Answer, Task
from casbridge.algebra.extensions import number_of_members
from casbridge.backends.transcripts import ReadAnswer, read_answer
from casbridge.charset.definitions.chains import chain_of
from casbridge.charset.finite import zeros
from casbridge.cli import options
from casbridge.cli.charseries import chain_document
from casbridge.cli.output import print_document, say
from casbridge.crosscheck.measures import measure
from casbridge.crosscheck.sizes import Measure
from casbridge.crosscheck.tasks.assessment import answer_text
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import BackendError, InputError, UnsupportedError, UsageError
from casbridge.limits import Deadline
from casbridge.puzzles import Solution
from casbridge.puzzles.printing import draw_text
from casbridge.puzzles.reading import read_text

_SECONDS_TO_MEASURE = 2.0


@options.command(__doc__, source="SCRIPT-OUTPUT", encoding=True, jsonl=None)
@click.option("--puzzle", help="The puzzle that the script was rendered from: its solutions are shown and checked.")
def command(asked: options.Asked, puzzle: str | None) -> int:
    """Read the answer in the output of a rendered script that was run elsewhere; - is standard input."""
    with asked.own_limits():
        text, name = read_text(asked.source)
        try:
            read = read_answer(text)
        except BackendError as error:
            raise BackendError(f"{name}: {error}") from None
        solutions = None if puzzle is None else _solutions(read, puzzle, asked)
        document = _document(read)
        if asked.as_json and read.answer.task is not Task.DIMENSION:
            document |= _size(read.answer)
    if asked.as_json:
        if solutions is not None:
            document["solutions"] = [solution.line for solution in solutions]
        print_document(document)
    elif solutions is not None:
        for solution in solutions:
            click.echo(draw_text(solution.puzzle, solution))
        click.echo(f"{len(solutions)} solution{'s' * (len(solutions) != 1)}")
    else:
        components = document.get("chains", document.get("components", []))
        for component in components:
            times = f" multiplicity {component['multiplicity']}" if "multiplicity" in component else ""
            click.echo(f"[{', '.join(component['polynomials'])}]{times}")
        for warning in read.warnings:
            click.echo(f"it warned: {warning}")
        for branch in read.answer.branches:
            click.echo(str(branch) or "each variable is free")
        if read.answer.task is Task.DIMENSION:
            click.echo(answer_text(read.answer))
        elif not components and not read.answer.branches:
            click.echo("no components: the system has no zeros")
    return 0


def _solutions(read: ReadAnswer, puzzle: str, asked: options.Asked) -> list[Solution]:
    encoded = asked.other_subject(puzzle, expected="one puzzle")
    if not isinstance(encoded, EncodedPuzzle):
        raise UsageError(f"a polynomial system in {puzzle}", expected="one puzzle")
    system = encoded.system
    if read.answer.ring != system.ring:
        raise InputError(
            f"the answer is over {read.answer.ring}",
            expected=f"{system.ring}, the ring of the puzzle's system",
            hint="give --encoding, --field or --values as when rendering",
        )
    found = []
    try:
        for point in dict.fromkeys(zeros(read.answer, within=system)):
            violated = system.first_violated(point)
            if violated is not None:
                wrong = f"the answer has a zero that violates {violated.origin}"
                raise InputError(wrong, expected="this puzzle's answer")
            why = encoded.spurious(point)
            if why is None:
                found.append(Solution(encoded.puzzle, encoded.decode(point)))
            else:
                say(f"casbridge: a zero is no solution: {why}")
    except UnsupportedError as error:
        raise InputError(str(error), expected="an answer whose zeros can be read off") from None
    return found


def _document(read: ReadAnswer) -> dict[str, Any]:
    answer = read.answer
    about = {"status": "complete", "task": str(answer.task)}
    components = [chain_document(chain_of(component, answer.ring)) for component in answer.components]
    if answer.task is Task.FACTORS:
        # As they are, with constants, which `count` leaves out.
        powers = zip(answer.components, answer.multiplicities, strict=True)
        components = [{"polynomials": [str(factor)], "multiplicity": times} for (factor,), times in powers]
    key = "chains" if answer.task in CHAINS else "components"
    over = {**answer.ring.as_dict(), "order": answer.order or None}
    run: dict[str, Any] = {"job": read.job, "facts": dict(read.facts)}
    if answer.task is Task.BRANCHES:
        run["warnings"] = list(read.warnings)
        return {**about, **over, **run, "branches": [one.as_dict() for one in answer.branches], "count": len(answer)}
    if answer.task is Task.DIMENSION:
        return {**about, **over, **run, "dimension": answer.dimension, "degree": answer.degree}
    return {**about, **over, **run, key: components, "count": number_of_members(answer)}


def _size(answer: Answer) -> dict[str, Any]:
    """The fields about the zeros of an answer. Without the system not all of them are known."""
    try:
        return measure(answer, deadline=Deadline.after(_SECONDS_TO_MEASURE)).fields()
    except UsageError:
        return Measure(number_of_members(answer), reason=f"{answer.task} can be measured only with the system").fields()
