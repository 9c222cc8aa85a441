"""Records of the zoo: a file with one line of JSON for each visit, which grows while a run goes on.

    Visit ──record──▶ FILE ──read_records──▶ visits: for the page, for the run that goes on, for merge_records

A visit is identified by its thread, system, backend, version and platform.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence

from casbridge import files
from casbridge.bugs.zoo import Outcome, Visit
from casbridge.errors import UsageError
from casbridge.puzzles.reading import read_text
from casbridge.strict import Place, read_json

#: The ending of a file of records.
SUFFIX = ".jsonl"
_FIELDS = (
    "thread", "system", "platform", "backend", "version", "outcome", "fault", "witness", "reason", "seconds", "shown",
    "runs",
)  # fmt: skip
_MOST_RUNS = 1000


def record(visit: Visit, path: str) -> None:
    """Add a visit to a file of records.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     record(Visit("a#1", "sympy:solve", "1.14.0", Outcome.RIGHT), f"{folder}/zoo.jsonl")
    ...     [visit.version for visit in read_records([f"{folder}/zoo.jsonl"])]
    ['1.14.0']
    """
    files.append(path, _line(visit))


def _line(visit: Visit) -> str:
    document = {**visit.as_dict(), "thread": visit.thread, "system": visit.system, "platform": visit.platform}
    return json.dumps({name: document[name] for name in _FIELDS}, ensure_ascii=False) + "\n"


def resumed(path: str) -> list[Visit]:
    """The visits in a file of records that a run goes on with. A last line that a kill cut off is taken away.

    >>> resumed("no/such/file.jsonl")
    []
    """
    if not os.path.exists(path):
        return []
    visits = read_records([path])
    files.write(path, "".join(map(_line, visits)))
    return visits


def read_records(paths: Iterable[str | os.PathLike[str]]) -> list[Visit]:
    """The visits in files of records, each once: the first one counts.

    A last line that a kill cut off is left out. Raises InputError for any other line that is no record.

    >>> read_records([])
    []
    """
    visits: dict[tuple[str, ...], Visit] = {}
    for path in paths:
        text, source = read_text(os.fspath(path), expected="records of casbridge zoo")
        *lines, _ = text.split("\n")
        for number, line in enumerate(lines, 1):
            visit = _visit(read_json(line, f"{source}:{number}"))
            visits.setdefault(visit.identity, visit)
    return list(visits.values())


def _visit(line: Place) -> Visit:
    line.members(_FIELDS)
    seconds = line.member("seconds")

    def text(name: str) -> str:
        place = line.member(name)
        return "" if place.is_null else place.text(lines=True)

    return Visit(
        line.member("thread").text(100, empty=False),
        line.member("backend").text(200, empty=False),
        line.member("version").text(100, empty=False),
        Outcome(line.member("outcome").choice([str(outcome) for outcome in Outcome])),
        text("fault"),
        text("witness"),
        text("reason"),
        0.0 if seconds.value == 0 else seconds.number(),
        line.member("shown").whole(1, _MOST_RUNS),
        line.member("runs").whole(1, _MOST_RUNS),
        platform=line.member("platform").text(200),
        system=line.member("system").text(100),
    )


def merge_records(paths: Sequence[str], output: str) -> int:
    """Join files of records into a new one, and give the number of its visits. No visit is there twice.

    Raises UsageError if the new file exists already.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     first, second = f"{folder}/12.jsonl", f"{folder}/13.jsonl"
    ...     for path, version in ((first, "1.13.3"), (second, "1.13.3"), (second, "1.14.0")):
    ...         record(Visit("a#1", "sympy:solve", version, Outcome.RIGHT), path)
    ...     merge_records([first, second], f"{folder}/both.jsonl")
    2
    """
    visits = read_records(paths)
    if not files.write_new(output, "".join(map(_line, visits))):
        raise UsageError(f"{output} exists", expected="the name of a new file")
    return len(visits)
