"""Materials of reports that no CAS was asked for: as large as wanted, the same each time."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from typing import Any

from casbridge.report.material import Material
from casbridge.studies.values import Row

METHODS = ("reference", "singular:std", "singular:char_series", "sympy:groebner")
#: A little work and a growth for each method.
_SPEED = {"reference": (0.02, 3.4), "singular:std": (0.004, 2.2), "singular:char_series": (0.01, 2.9)}
_FAMILIES = {"cyclic": 3, "katsura": 2, "noon": 3, "eco": 4, "reimer": 2}
PUZZLE = ".4.....1..3.2..."
SOLVED = "1423324141322314"
LIMIT = 60.0


def rows(count: int, *, repeats: int = 2, fields: tuple[str, ...] = ("QQ", "GF(32003)"), seed: int = 1) -> list[Row]:
    """At least so many rows, up to whole inputs."""
    chance = random.Random(seed)
    found: list[Row] = []
    for place, (name, family, n, encoding) in enumerate(_inputs()):
        if len(found) >= count:
            break
        verdicts = {
            (field, repeat): "disagree"
            if place % 17 in (0, 7) and field == fields[-1]
            else "agree"
            if place % 3
            else "consistent"
            for field in fields
            for repeat in range(1, repeats + 1)
        }
        for field in fields:
            for method in METHODS:
                for repeat in range(1, repeats + 1):
                    found.append(
                        _row(chance, len(found) + 1, name, family, n, encoding, field, method, repeat, verdicts)
                    )
    return found


def _inputs() -> Iterator[tuple[str, str, int | None, str]]:
    yield "puzzles.txt:1", "", None, "colouring"
    yield "puzzles.txt:1", "", None, "symmetric"
    for size in range(7):
        for family, least in _FAMILIES.items():
            yield f"{family}-{least + size}", family, least + size, ""
    number = 0
    while True:
        number += 1
        yield f"systems/random-{number:05d}.xml", "", None, ""


def _row(
    chance: random.Random,
    number: int,
    name: str,
    family: str,
    n: int | None,
    encoding: str,
    field: str,
    method: str,
    repeat: int,
    verdicts: dict[tuple[str, int], str],
) -> Row:
    base, growth = _SPEED.get(method, (0.3, 4.0))
    size = n if n is not None else 2 + (number * 7919 % 61) / 9
    seconds = (
        base * math.exp(growth * (size - 3) * 0.55) * math.exp(chance.gauss(0, 0.25)) * (1.3 if field == "QQ" else 1)
    )
    status, reason = "complete", ""
    if seconds > LIMIT:
        status, reason, seconds = "timeout", "stopped after 60 s", LIMIT
    elif chance.random() < 0.01:
        status, reason = "crashed", f"{method} ended with signal 11 after {seconds:.2f} s"
    elif chance.random() < 0.01:
        status, reason = "memory", "more than 2 GB"
    elif method == "sympy:groebner" and field != "QQ" and name.startswith("noon"):
        status, reason, seconds = "unsupported", "no characteristic above 46337 here", 0.0
    fine = status == "complete"
    return Row(
        number,
        name,
        family,
        n,
        encoding,
        field,
        "given",
        method,
        repeat,
        status,
        reason,
        used="reference:series" if method == "reference" else method,
        components=1 + number % 3 if fine else None,
        degree=math.factorial(min(n or 3, 9)) if fine else None,
        dimension=0 if fine else None,
        wall_seconds=round(seconds, 4),
        cpu_seconds=round(seconds * 0.97, 4),
        peak_memory=int(4e7 + seconds * 3e7),
        verdict=verdicts[field, repeat],
        attempt=1,
        version={"reference": "0.1.0", "sympy:groebner": "1.14.0"}.get(method, "4.3.1"),
        casbridge="0.1.0",
        host="grappa" if number % 2 else "linguine",
        load=round(chance.uniform(0.1, 2.0), 2),
        started=1.7e9 + number,
        ended=1.7e9 + number + seconds,
        limit_seconds=LIMIT,
        limit_memory=2_000_000_000,
    )


def text(kind: str, number: int) -> str:
    if kind == "script":
        return f"// Job {number}.\nring r = 0, (x, y), dp;\nideal i = x^2 + y^2 - {number}, x*y;\nstd(i);\n"
    if kind == "transcript":
        return f"_[1]=x*y\n_[2]=x2+y2-{number}\n"
    if kind == "verdict":
        wrong = {"name": METHODS[1], "variable_order": "given", "faults": [{"fault": "false zero"}]}
        return json.dumps({"backends": [wrong]})
    return PUZZLE


def material(count: int, **options: Any) -> Material:
    """A study as a report shows it."""
    found = rows(count, **options)
    verdicts = []
    for row in {(row.input, row.encoding, row.field, row.repeat): row for row in found if row.verdict}.values():
        wrong = row.verdict == "disagree"
        verdicts.append(
            {
                "input": row.input,
                "encoding": row.encoding,
                "field": row.field,
                "repeat": row.repeat,
                "kind": row.verdict,
                "reason": f"{METHODS[1]} has a zero that the system has not" if wrong else "all have the same zeros",
                "witness": {
                    "fault": "false zero",
                    "backend": METHODS[1],
                    "text": "a point of the answer violates equation 2",
                    "point": {"x": "1", "y": "-7"},
                    "polynomial": "x*y",
                    "value": "-7",
                    "grid": SOLVED if row.encoding else None,
                }
                if wrong
                else None,
            }
        )
    runs = [
        {
            "host": "grappa",
            "started": 1.7e9,
            "ended": 1.7e9 + 3600,
            "workers": 2,
            "executor": "processes",
            "machine": "x86_64, 2 processors, 24 GB",
            "versions": "Singular 4.3.1, SymPy 1.14.0",
        }
    ]
    return Material(
        "katsura, noon and Sudoku",
        found,
        verdicts,
        runs,
        {"time of a job": "60 s", "memory of a job": "2 GB", "repeats": "2", "seed": "1"},
        plan='[study]\nname = "katsura, noon and Sudoku"\n\n[limits]\nseconds = 60\nmemory = "2G"\n',
        command="casbridge run classics.toml",
        export="casbridge export classics.toml --to csv",
        text=text,
        grid=lambda row: SOLVED if row.status == "complete" else "",
    )
