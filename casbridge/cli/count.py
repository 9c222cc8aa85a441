"""casbridge count"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import click

from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.reference import ReferenceBackend
from casbridge.backends.values import Backend, Job, Limits, Status
from casbridge.charset.zeros import zeros
from casbridge.cli import options
from casbridge.cli.group import SCHEMA
from casbridge.cli.output import exit_code, overall, print_document, say, to_json, worst
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import LimitError, UnsupportedError

EPILOG = """\b
Examples:
  casbridge count 2x2
  casbridge count 2x3 --json
  casbridge count graph.col --colours 3
  casbridge count system.txt --backend singular:minAssGTZ
"""


@click.command(name="count", epilog=EPILOG)
@options.input_options
@click.option("--backend", default="reference", show_default=True, help="name or name:method.")
@options.encoding_options
@click.option("--timeout", type=options.SecondsType(), help="Wall time for each job: 10, 5m, 1h.")
@click.option("--memory", type=options.BytesType(), help="Memory for each job: 500M, 2G.")
@options.json_option
@options.jsonl_option
def command(
    source: str,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    lines: bool,
    backend: str,
    encoding: str,
    field: Any,
    values: str | None,
    domains: bool,
    timeout: float | None,
    memory: int | None,
    as_json: bool,
    as_jsonl: bool,
) -> int:
    """Count the solutions of the puzzles in INPUT, or the zeros of a system in its field.

    The reference counts without listing. INPUT may be a shape: 2x3 is the empty grid with boxes of 2 rows, 3 columns.
    With an encoding that allows more than the puzzle does, it is the system's zeros that are counted.
    """
    options.check_forms(as_json, as_jsonl)
    found = options.read_input(source, colours, box, family, lines, field)
    chosen, method = registry.split_name(backend)
    limits = Limits(timeout, memory)
    documents = []
    for subject in options.subjects(found, encoding, field, values, domains):
        document = _count(subject, chosen, method, limits)
        documents.append(document)
        if as_jsonl:
            click.echo(to_json({"schema": SCHEMA, **document}))
        elif not as_json:
            _print(document)
    codes = [exit_code(Status(document["status"]), document["reason"] or "") for document in documents]
    if as_json:
        print_document(documents[0] if len(documents) == 1 else {"status": overall(codes), "results": documents})
    return worst(codes)


def _count(subject: EncodedPuzzle | PolynomialSystem, backend: Backend, method: str, limits: Limits) -> dict[str, Any]:
    system = system_of(subject)
    about: dict[str, Any] = {"name": system.name} if system.name else {}
    if isinstance(subject, EncodedPuzzle):
        about |= {"puzzle": subject.puzzle.line, "layout": subject.puzzle.layout.description}
    started = time.monotonic()
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
                deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
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
        "seconds": round(time.monotonic() - started, 6),
    }


def _print(document: dict[str, Any]) -> None:
    if document["count"] is None:
        say(f"casbridge: {document['backend']}: {document['status']}: {document['reason']}")
    else:
        click.echo(document["count"])
