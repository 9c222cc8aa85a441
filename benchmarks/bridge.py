"""The bridge's share of the time, for each backend that is installed, with a small job and a large one.

A job's wall time through casbridge is split into: rendering the script; the CAS's own time, which is that of the same
script run by hand in a process of its own, the CAS's start included; parsing the answer; and the rest, which is
starting and watching the process, and files. The share is all but the CAS's own time. Both ways alternate, and each
figure is a median. So small differences of two long times are noise: such a rest may be below 0.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import median, parser, print_machine, print_table, seconds
from casbridge.algebra.answers import Task
from casbridge.algebra.families import family
from casbridge.algebra.fields import Field
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.oneshot import ANSWER_FILE, OneShotBackend
from casbridge.backends.protocol import Job, Status
from casbridge.backends.transcripts import read_answer
from casbridge.limits import Limits
from casbridge.scripts import Method, Script, render

SMALL = read_system("x^2 - 3*x + 2\ny - x^2")
#: For methods over QQ alone: 343 points.
MANY_POINTS = read_system("\n".join("*".join(f"({name} - {n})" for n in range(1, 8)) for name in "xyz"))
#: For the others.
KATSURA = family("katsura", 4, field=Field(32003))
HEADINGS = ("job", "wall [s]", "the CAS", "of it its start", "rendering", "parsing", "rest", "share")


def by_hand(backend: OneShotBackend, executable: str, script: Script, arguments: Sequence[str], limit: float) -> str:
    """Run a script without casbridge; its answer."""
    with tempfile.TemporaryDirectory() as name:
        file = f"job.{script.target.extension}"
        Path(name, file).write_text(script.text, encoding="utf-8")
        command = [*backend.command(executable, file), *arguments]
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **backend.environment}
        subprocess.run(
            command, cwd=name, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=limit, env=environment
        )
        return Path(name, ANSWER_FILE).read_text(encoding="utf-8")


def row(backend: OneShotBackend, method: Method, system: PolynomialSystem, repeats: int, limit: float) -> list[object]:
    """The figures of one job."""
    target, path = backend.script_target, backend.availability().path
    title = f"{backend.name}:{method.name}, {len(system)} equations"
    limits = Limits(seconds=limit)
    first = backend.run(Job(system, method.name, limits, fresh=True))
    if first.status is not Status.COMPLETE:
        return [title, f"{first.status}", *[""] * (len(HEADINGS) - 2)]
    script = render(system, target, method.name, answer_file=ANSWER_FILE)
    # A system without work shows how long the CAS takes to start, to read a script and to end.
    variable = read_system("x - 1") if system.ring.field.characteristic == 0 else read_system("field: 32003\nx - 1")
    nothing = render(variable, target, method.name, answer_file=ANSWER_FILE)
    arguments = backend.arguments(method, 0)
    answer = by_hand(backend, path, script, arguments, limit)
    ways = {
        "wall": lambda: backend.run(Job(system, method.name, limits, fresh=True)),
        "cas": lambda: by_hand(backend, path, script, arguments, limit),
        "start": lambda: by_hand(backend, path, nothing, arguments, limit),
        "rendering": lambda: render(system, target, method.name, answer_file=ANSWER_FILE),
        "parsing": lambda: read_answer(answer, script),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(repeats):
        for name, way in ways.items():
            times[name].append(seconds(way))
    wall, cas, start, rendering, parsing = (median(times[name]) for name in ways)
    rest = wall - cas - rendering - parsing
    return [title, wall, cas, start, rendering, parsing, rest, f"{max(0.0, 1 - cas / wall):.0%}"]


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("bridge", __doc__)
    options.add_argument("--repeats", type=int, default=5, help="of each job")
    options.add_argument("--limit", type=float, default=60.0, help="seconds for each job")
    options.add_argument("--backends", default="", help="only these, separated by commas")
    chosen = options.parse_args(arguments)
    wanted = {name for name in chosen.backends.split(",") if name}
    found = [registry.get(name) for name in registry.OWN_BACKENDS if not wanted or name in wanted]
    backends = [one for one in found if isinstance(one, OneShotBackend) and one.availability().available]
    print_machine(*(f"{one.name} {one.availability().version}" for one in backends))
    rows = []
    for backend in backends:
        # Bases where there are some, for that is what most systems have.
        method = next((one for one in backend.methods if one.task is Task.BASIS), backend.script_target.method())
        large = MANY_POINTS if method.task is Task.BRANCHES or method.objection_to(KATSURA) else KATSURA
        rows += [row(backend, method, system, chosen.repeats, chosen.limit) for system in (SMALL, large)]
    print_table(HEADINGS, rows)
