"""Eight systems through every method of every backend: answers, times, sizes, and why a method has no answer.

`--vectors FILE` asks about other systems instead: a JSON list of systems with their characteristic series, as in
`name`, `characteristic`, `variables`, `polynomials`, `chains`. It prints each disagreement, and how many there are.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import casbridge
from benchmarks.measure import parser, print_machine
from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck.measures import measure
from casbridge.crosscheck.mixtures import JointVerdict, judge_mixture
from casbridge.crosscheck.sizes import MEASURED
from casbridge.errors import CasbridgeError, printable
from casbridge.limits import Deadline
from casbridge.report.cells import seconds_text
from casbridge.report.markdown_page import escaped, table

PAPER = Path(__file__).parent.parent / "examples" / "puzzles" / "shidoku.txt"
_MEMORY = 2 << 30
# A comparison has so many times the seconds of a job.
_COMPARING = 15
#: Members of families: family, size, field.
_MEMBERS = {"cyclic-4": ("cyclic", 4, 0), "cyclic-5": ("cyclic", 5, 0), "katsura-3": ("katsura", 3, 32003)}
_MEMBERS["noon-3"] = ("noon", 3, 0)
#: Systems as texts.
_TEXTS = {
    "x\\*y^2 + y + 1": "x*y^2 + y + 1",
    "inconsistent": "variables: x y\nx*y - 1\nx^2*y - x + 1",
    "zero ideal": "variables: x y\n0",
}


def systems() -> dict[str, PolynomialSystem]:
    """The eight systems by their names."""
    (puzzle,) = casbridge.read_puzzles(PAPER.read_bytes())
    found = {"Example 4.1": casbridge.encode(puzzle).system}
    for name, (family, n, p) in _MEMBERS.items():
        found[name] = casbridge.family(family, n, field=f"GF({p})" if p else None)
    return found | {name: read_system(text) for name, text in _TEXTS.items()}


@dataclass(frozen=True)
class Asked:
    """A system, the results of all methods, the verdict, and the places of the answers that are proved."""

    system: PolynomialSystem
    results: dict[str, Result]
    verdict: JointVerdict
    proved: frozenset[int]

    def size(self, seconds: float) -> dict[str, Any]:
        """What the answers without faults say of the system's size; those that are proved come first."""
        deadline, found = Deadline.after(seconds), dict.fromkeys(MEASURED)
        fine = [place for place in range(len(self.results)) if not self.verdict.checked[place].faults]
        results = [*self.results.values()]
        answers = [results[place].answer for place in sorted(fine, key=lambda place: place not in self.proved)]
        for answer in answers:
            if answer is None or answer.task not in (Task.SERIES, Task.PRIMES, Task.POINTS, Task.BASIS):
                continue
            size = measure(answer, self.system, deadline.share(0.3), _MEMORY)
            found = {name: getattr(size, name) if value is None else value for name, value in found.items()}
            if None not in found.values():
                break
        return found


def ask(system: PolynomialSystem, methods: Sequence[str], seconds: float, more: Sequence[Result] = ()) -> Asked:
    """Ask each method, and judge the answers. more: answers from elsewhere."""
    results = {name: registry.run(system, name, seconds=seconds, memory=_MEMORY) for name in methods}
    results |= {one.name: one for one in more}
    asked = [(result, system) for result in results.values()]
    verdict = judge_mixture(asked, system, None, Deadline.after(_COMPARING * seconds), _MEMORY)
    sure = frozenset(place for place in range(len(asked)) if verdict.is_proved(place))
    return Asked(system, results, verdict, sure)


def all_methods(pattern: str = "*") -> list[str]:
    """The methods that run and answer about any system: those for zeros, and those for a task without a goal."""
    zeros = registry.matching(pattern)
    others = [
        f"{name}:{method.name}"
        for name in registry.names()
        if not registry.is_script_only(registry.get(name))
        for method in registry.get(name).methods
        if method.task in (Task.RADICAL, Task.PRIMARY, Task.DIMENSION, Task.REAL, Task.CHARSET)
    ]
    wanted = dict.fromkeys([*zeros, *(others if pattern == "*" else ())])
    order = {name: place for place, name in enumerate(registry.names())}
    return sorted(wanted, key=lambda name: order[name.partition(":")[0]])


def page(found: dict[str, Asked], seconds: float) -> Iterator[str]:
    """The page, part by part."""
    methods = [*next(iter(found.values())).results]
    results = [one for asked in found.values() for one in asked.results.values()]
    # A method that refuses a system does not ask for its program's version.
    versions = {one.backend: "" for one in results} | {one.backend: one.version for one in results if one.version}
    yield "## The systems"
    rows = []
    for name, asked in found.items():
        size = asked.size(_COMPARING * seconds)
        texts = ["" if value is None else str(value) for value in size.values()]
        if (size["dimension"] or 0) > 0:
            texts[1:] = ["∞", "∞", "", ""]
        rows.append([name, asked.system.ring.field.name, *texts, str(asked.verdict.kind)])
    yield table(["system", "field", *MEASURED, "verdict"], rows)
    yield "## The methods"
    notes: dict[str, int] = {}
    lines = []
    for method in methods:
        cells = [cell(asked, place, notes) for asked in found.values() for place in [[*asked.results].index(method)]]
        lines.append([f"`{method}`", *cells])
    yield table(["method", *found], lines)
    yield "\n".join(f"{number}. {escaped(text)}" for text, number in notes.items())
    yield "## Versions"
    yield table(["backend", "version"], [[f"`{name}`", version or "not here"] for name, version in versions.items()])


def cell(asked: Asked, place: int, notes: dict[str, int]) -> str:
    """What a method did with a system: the time of an answer, or the number of the reason why there is none."""
    result = [*asked.results.values()][place]
    wrong = asked.verdict.checked[place].faults
    if wrong:
        return f"**wrong** ({note(f'{wrong[0].fault}: {wrong[0].text}', notes)})"
    if result.status is Status.COMPLETE:
        return f"{seconds_text(result.wall_seconds)}{'' if place in asked.proved else ' ?'}"
    return f"{result.status} ({note(result.reason, notes)})"


def note(text: str, notes: dict[str, int]) -> int:
    """The number of a reason, which is shortened where it is long."""
    return notes.setdefault(printable(text, 240), len(notes) + 1)


def vectors(file: Path, methods: Sequence[str], seconds: float) -> None:
    """Ask about each vector, and print what disagrees."""
    statuses: Counter[tuple[str, str]] = Counter()
    disagreements = 0
    for one in json.loads(file.read_text("utf-8")):
        field = f"field: {'QQ' if not one['characteristic'] else one['characteristic']}\n"
        head = f"{field}variables: {' '.join(one['variables'])}\n"
        system = read_system(head + "\n".join(one["polynomials"]))
        chains = tuple(tuple(read_system(head + "\n".join(chain)).polynomials()) for chain in one["chains"])
        known = Result("vectors", "chains", Status.COMPLETE, Answer(Task.SERIES, system.ring, chains))
        asked = ask(system, methods, seconds, [known])
        for place, (name, result) in enumerate(asked.results.items()):
            wrong = asked.verdict.checked[place].faults
            kind = "wrong" if wrong else "proved" if place in asked.proved else str(result.status)
            statuses[name, kind] += 1
            for witness in wrong:
                disagreements += 1
                print(f"{one['name']}: {name}: {witness.fault}: {witness.text}", flush=True)
            if result.status not in (Status.COMPLETE, Status.UNSUPPORTED, Status.TIMEOUT, Status.MISSING):
                print(f"{one['name']}: {name}: {result.status}: {result.reason}", flush=True)
        print(f"{one['name']}: {asked.verdict.kind}, {len(asked.proved)} answers proved", flush=True)
    kinds = [*dict.fromkeys(kind for _, kind in statuses)]
    names = [*dict.fromkeys(name for name, _ in statuses)]
    print(table(["method", *kinds], [[name, *(str(statuses[name, kind] or "") for kind in kinds)] for name in names]))
    print(f"\n{disagreements} disagreements")


def main(arguments: Sequence[str] = ()) -> None:
    """Print the tables."""
    options = parser("systems", __doc__)
    options.add_argument("--seconds", type=float, default=20.0, help="for each job (default 20)")
    options.add_argument("--methods", default="*", help="a pattern for methods, such as singular:* (default all)")
    options.add_argument("--vectors", type=Path, help="a JSON list of systems with their series")
    chosen = options.parse_args(arguments)
    methods = all_methods(chosen.methods)
    try:
        if chosen.vectors:
            print_machine()
            vectors(chosen.vectors, methods, chosen.seconds)
            return
        found = {name: ask(system, methods, chosen.seconds) for name, system in systems().items()}
        print("\n\n".join(page(found, chosen.seconds)))
    except CasbridgeError as error:
        raise SystemExit(str(error)) from None
