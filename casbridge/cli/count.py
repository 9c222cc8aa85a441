"""casbridge count"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Any

import click

from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.protocol import Backend, Job, Status
from casbridge.backends.reference import ReferenceBackend
from casbridge.charset.finite.zeros import zeros
from casbridge.cli import options
from casbridge.cli.count_grids import count_grids, print_details
from casbridge.cli.group import SCHEMA
from casbridge.cli.output import exit_code, overall, print_document, say, to_json, worst
from casbridge.cli.progress import spinner
from casbridge.counting.cache import Cache
from casbridge.counting.completions import completions
from casbridge.counting.dimensions import dimension, zeros_by_dimension
from casbridge.counting.shapes import shape_of
from casbridge.counting.totals import is_known
from casbridge.counting.workers import outcomes
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import LimitError, UnsupportedError, UsageError
from casbridge.limits import Deadline, Limits, Stopwatch
from casbridge.puzzles import Puzzle

EPILOG = """\b
Examples:
  casbridge count 3x3
  casbridge count 3x3 --steps
  casbridge count 3x3 --up-to-symmetry --json
  casbridge count .4.....1..3.2...
  casbridge count 2x2 --backend reference
  casbridge count 2x2 --backend singular:vdim
  casbridge count graph.col --colours 3
  casbridge count system.txt --backend singular:minAssGTZ
Exit code: 4 with "at least" before the number if a limit was reached.
"""

#: What counts puzzles where nothing else is asked for.
COUNTING = "counting"
#: How many zeros a radical ideal has.
BY_DIMENSION = "the dimension of the ring modulo the ideal, by a Gröbner basis"
_GRACE_SECONDS = 1.0
_OF_THE_SYSTEM = ("backend", "encoding", "field", "values", "domains", "simplify")


@click.command(name="count", epilog=EPILOG)
@options.input_options
@click.option(
    "--backend", help="Count the zeros of the system: name or name:method.  [default: counting for puzzles, reference]"
)
@options.encoding_options
@click.option("--steps", is_flag=True, help="For a shape: how the number comes about.")
@click.option("--up-to-symmetry", is_flag=True, help="For a shape: essentially different grids, by Burnside's lemma.")
@click.option("--sympy", "permutations", is_flag=True, help="With --up-to-symmetry: permutations of cells for SymPy.")
@click.option("--cache", type=click.Path(file_okay=False), help="For a shape: a folder where results are kept.")
@click.option("--timeout", type=options.SecondsType(), help="Wall time for each job: 10, 5m, 1h.")
@click.option("--memory", type=options.BytesType(), help="Memory for each job: 500M, 2G.")
@options.json_option
@options.jsonl_option
@click.pass_context
def command(
    context: click.Context,
    source: str,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    lines: bool,
    backend: str | None,
    encoding: str,
    field: Any,
    values: str | None,
    domains: bool,
    simplify: str | None,
    steps: bool,
    up_to_symmetry: bool,
    permutations: bool,
    cache: str | None,
    timeout: float | None,
    memory: int | None,
    as_json: bool,
    as_jsonl: bool,
) -> int:
    """Count the solutions of the puzzles in INPUT, or the zeros of a system in its field, without listing them.

    INPUT may be a shape: 3x3 is the empty grid with boxes of 3 rows and 3 columns, counted by formulas; --steps and
    --up-to-symmetry say more of it. Other puzzles are counted by a search that remembers. With --backend, or options of
    the encoding, it is the zeros of the puzzle's system that are counted, which the encoding may allow more of.
    """
    options.check_forms(as_json, as_jsonl)
    asked = [f"--{name}" for name in _OF_THE_SYSTEM if _is_given(context, name)]
    special = [
        name
        for name, given in (("--steps", steps), ("--up-to-symmetry", up_to_symmetry), ("--cache", cache is not None))
        if given
    ]
    if special and asked:
        raise UsageError(f"{special[0]} together with {asked[0]}", expected=f"{special[0]} for a shape such as 3x3")
    if steps and up_to_symmetry:
        raise UsageError("--steps and --up-to-symmetry together", expected="one or the other")
    if permutations and not up_to_symmetry:
        raise UsageError("--sympy without --up-to-symmetry", expected="both, or neither")
    found = options.read_input(source, colours, box, family, lines, field)
    limits = Limits(timeout, memory)
    if special:
        puzzle = found[0] if isinstance(found, list) and len(found) == 1 else None
        shape = None if puzzle is None else shape_of(puzzle)
        if puzzle is None or shape is None:
            raise UsageError(f"{special[0]} for this input", expected="a shape such as 3x3, of at least 2 by 2")
        counted = count_grids(
            shape,
            limits,
            steps=steps,
            up_to_symmetry=up_to_symmetry,
            permutations=permutations,
            cache=None if cache is None else Cache(cache),
        )
        counts = iter([{**_about(puzzle), **counted}])
    else:
        counts = _documents(found, backend, encoding, field, values, domains, simplify, limits, of_system=bool(asked))
    documents = []
    for document in counts:
        documents.append(document)
        if as_jsonl:
            click.echo(to_json({"schema": SCHEMA, **document}))
        elif not as_json:
            print_details(document, permutations)
            _print(document)
    if len(documents) == 1 and documents[0]["count"] is not None and not (as_json or as_jsonl):
        say(f"{documents[0]['method']} ({documents[0]['seconds']:.1f} s)")
    codes = [exit_code(Status(document["status"]), document["reason"] or "") for document in documents]
    if as_json:
        print_document(documents[0] if len(documents) == 1 else {"status": overall(codes), "results": documents})
    return worst(codes)


def _is_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT


def _documents(
    found: list[Puzzle] | PolynomialSystem,
    backend: str | None,
    encoding: str,
    field: Any,
    values: str | None,
    domains: bool,
    simplify: str | None,
    limits: Limits,
    *,
    of_system: bool,
) -> Iterator[dict[str, Any]]:
    """What was counted, one by one."""
    if isinstance(found, list) and not of_system:
        for puzzle in found:
            shape = shape_of(puzzle)
            if shape is not None and is_known(shape):
                yield {**_about(puzzle), **count_grids(shape, limits)}
            else:
                with spinner("counting") if len(found) == 1 else nullcontext():
                    document = _count_puzzle(puzzle, limits)
                yield document
        return
    chosen, _, method = (backend or "reference").partition(":")
    if (chosen, method) == ("singular", "vdim"):
        for subject in options.subjects(found, encoding, field, values, domains, simplify):
            yield _count_by_dimension(subject, limits)
        return
    known, method = registry.split_name(backend or "reference")
    for subject in options.subjects(found, encoding, field, values, domains, simplify):
        yield _count(subject, known, method, limits)


def _about(puzzle: Puzzle) -> dict[str, Any]:
    named = {"name": puzzle.name} if puzzle.name else {}
    return {**named, "puzzle": puzzle.line, "layout": puzzle.layout.description}


def _count_puzzle(puzzle: Puzzle, limits: Limits) -> dict[str, Any]:
    """The number of its solutions, or at least how many there are."""
    watch = Stopwatch()
    count: int | None = None
    at_least: int | None = None
    method = reason = ""
    status = Status.COMPLETE
    try:
        count_them = partial(completions, puzzle, seconds=limits.seconds)
        if limits.memory is None:
            done = count_them()
        else:
            # A little longer than it takes itself, so that it can say what it found.
            seconds = None if limits.seconds is None else limits.seconds + _GRACE_SECONDS
            done = outcomes([(count_them, ())], seconds=seconds, memory=limits.memory)[0]
        method = done.method
        if done.exact:
            count = done.number
        else:
            status, reason, at_least = Status.PARTIAL, done.reason, done.number
    except LimitError:
        status, reason = Status.TIMEOUT, f"no count within {limits.seconds:g} s"
    except MemoryError as error:
        status, reason = Status.MEMORY, str(error) or "out of memory"
    document = {**_about(puzzle), "count": count}
    if at_least is not None:
        document["at_least"] = at_least
    return {
        **document,
        "status": str(status),
        "reason": reason or None,
        "backend": COUNTING,
        "method": method or None,
        "seconds": round(watch.seconds, 6),
    }


def _count_by_dimension(subject: EncodedPuzzle | PolynomialSystem, limits: Limits) -> dict[str, Any]:
    """The number of zeros by the dimension of the quotient ring, as Singular computes it."""
    system = system_of(subject)
    about = _about(subject.puzzle) if isinstance(subject, EncodedPuzzle) else {}
    watch = Stopwatch()
    found = dimension(system, seconds=limits.seconds, memory=limits.memory)
    return {
        **about,
        "count": found.number,
        "status": str(found.status),
        "reason": found.reason or None,
        "backend": "singular:vdim",
        "method": BY_DIMENSION,
        "seconds": round(watch.seconds, 6),
    }


def _count(subject: EncodedPuzzle | PolynomialSystem, backend: Backend, method: str, limits: Limits) -> dict[str, Any]:
    system = system_of(subject)
    about: dict[str, Any] = {"name": system.name} if system.name else {}
    if isinstance(subject, EncodedPuzzle):
        about |= _about(subject.puzzle)
    watch = Stopwatch()
    count: int | None = None
    reason = ""
    status = Status.COMPLETE
    job = Job(system, method, limits)
    how = "the different zeros of the answer"
    try:
        if isinstance(backend, ReferenceBackend) and method in ("series", "split"):
            method, how = "split", "splitting with remembered parts, without listing"
            try:
                count = backend.count(job)
            except UnsupportedError:
                if job.method == "split":
                    raise
                job, how = replace(job, method="general"), "the different zeros of the answer"
        if count is None:
            result = backend.run(job)
            method, status, reason = result.method, result.status, result.reason
            # What a limit cut short is not counted: there may be more.
            if result.answer is not None and status is Status.COMPLETE:
                count = zeros_by_dimension(system, result.answer)
                if count is not None:
                    how = BY_DIMENSION
                else:
                    deadline = Deadline.after(limits.seconds)
                    within = system if isinstance(subject, EncodedPuzzle) else None
                    count = len(set(zeros(result.answer, deadline, within=within)))
    except UnsupportedError as error:
        status, reason = Status.UNSUPPORTED, str(error)
    except LimitError:
        status, reason = Status.TIMEOUT, f"no count within {limits.seconds:g} s"
    except MemoryError:
        status, reason = Status.MEMORY, "out of memory"
    return {
        **about,
        "count": count,
        "status": str(status),
        "reason": reason or None,
        "backend": f"{backend.name}:{method}",
        "method": how,
        "seconds": round(watch.seconds, 6),
    }


def _print(document: dict[str, Any]) -> None:
    if document["count"] is not None:
        click.echo(document["count"])
        return
    if "at_least" in document:
        click.echo(f"at least {document['at_least']}")
    say(f"casbridge: {document['backend']}: {document['status']}: {document['reason']}")
