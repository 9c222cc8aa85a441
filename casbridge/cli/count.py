"""casbridge count"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import click

from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends.protocol import Status
from casbridge.cli import options
from casbridge.cli.count_grids import count_grids, print_details
from casbridge.cli.group import SCHEMA
from casbridge.cli.output import exit_code, overall, print_document, say, to_json, worst
from casbridge.cli.progress import spinner
from casbridge.counting.cache import Cache
from casbridge.counting.counted import Counted, count_puzzle, count_system
from casbridge.counting.shapes import shape_of
from casbridge.counting.totals import is_known
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import UsageError
from casbridge.limits import Limits
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
            cache=None if cache is None else Cache(cache, say),
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
                    counted = count_puzzle(puzzle, limits)
                yield {**_about(puzzle), **_document(counted)}
        return
    for subject in options.subjects(found, encoding, field, values, domains, simplify):
        system = system_of(subject)
        about: dict[str, Any] = {"name": system.name} if system.name else {}
        within = None
        if isinstance(subject, EncodedPuzzle):
            about |= _about(subject.puzzle)
            within = system
        yield {**about, **_document(count_system(system, backend or "reference", limits, within=within))}


def _about(puzzle: Puzzle) -> dict[str, Any]:
    named = {"name": puzzle.name} if puzzle.name else {}
    return {**named, "puzzle": puzzle.line, "layout": puzzle.layout.description}


def _document(counted: Counted) -> dict[str, Any]:
    at_least = {} if counted.at_least is None else {"at_least": counted.at_least}
    return {
        "count": counted.number,
        **at_least,
        "status": str(counted.status),
        "reason": counted.reason or None,
        "backend": counted.backend,
        "method": counted.method or None,
        "seconds": round(counted.seconds, 6),
    }


def _print(document: dict[str, Any]) -> None:
    if document["count"] is not None:
        click.echo(document["count"])
        return
    if "at_least" in document:
        click.echo(f"at least {document['at_least']}")
    say(f"casbridge: {document['backend']}: {document['status']}: {document['reason']}")
