"""What a verdict costs: seconds of the processor and of the clock for each pair of answers.

    python -m benchmarks judging [--backends A,B,…] [--files FILE…] [--save FILE] [--beside FILE]

The systems are small members of families, 17-clue puzzles, and the files. Each backend answers once; then each pair of
answers is judged: with new processes, then again in the same session. --save keeps the rows as JSON. --beside compares
them with the rows that another version saved: the geometric mean of the ratios, and each verdict that differs.
"""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Iterator
from itertools import combinations, islice
from math import exp, log
from pathlib import Path
from typing import Any

import casbridge
from benchmarks.measure import parser, print_machine, print_table
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result
from casbridge.crosscheck.judging import judge
from casbridge.errors import CasbridgeError
from casbridge.limits import Deadline, Limits
from casbridge.processes import apart

FAMILIES = {"cyclic": (3, 4), "katsura": (2, 3), "noon": (2, 3), "eco": (3, 4)}
PUZZLES = Path(__file__).parent.parent / "examples" / "studies" / "seventeen.txt"
BACKENDS = "reference,reference:primes,singular:minAssGTZ,sympy:groebner"


def systems(files: list[str]) -> Iterator[tuple[str, PolynomialSystem]]:
    """Names and systems: of the families over QQ and GF(32003), of puzzles, of files."""
    for family, sizes in FAMILIES.items():
        for n in sizes:
            for p in (0, 32003):
                yield (
                    f"{family}-{n}" + f" mod {p}" * bool(p),
                    casbridge.family(family, n, field=f"GF({p})" if p else None),
                )
    for number, puzzle in enumerate(islice(casbridge.read_puzzles(PUZZLES.read_bytes()), 5), 1):
        yield f"17 clues, {number}", casbridge.encode(puzzle).system
    for file in files:
        yield Path(file).stem, read_system(Path(file).read_text(encoding="utf-8"))


def processor_seconds() -> float:
    """Of this process and of those that have ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def judged(pair: list[Result], system: PolynomialSystem, seconds: float) -> dict[str, Any]:
    """The verdict, and what it cost: `cpu` with new processes, `warm` the wall time of a second time."""
    apart._end_workers()
    before = processor_seconds()
    verdict = judge(pair, system, None, Deadline.after(seconds))
    apart._end_workers()  # the seconds of a child count when it has ended
    cpu = processor_seconds() - before
    judge(pair, system, None, Deadline.after(seconds))
    started = time.perf_counter()
    judge(pair, system, None, Deadline.after(seconds))
    return {"verdict": str(verdict.kind), "cpu": cpu, "warm": time.perf_counter() - started}


def main(arguments: list[str]) -> None:
    """Print a row for each pair."""
    options = parser("judging", __doc__)
    options.add_argument("--backends", default=BACKENDS)
    options.add_argument("--files", nargs="*", default=[])
    options.add_argument("--seconds", type=float, default=10.0, help="for each answer; a verdict gets twice as much")
    options.add_argument("--save")
    options.add_argument("--beside")
    given = options.parse_args(arguments)
    print_machine()
    rows: dict[str, dict[str, Any]] = {}
    for title, system in systems(given.files):
        results = []
        for name in given.backends.split(","):
            try:
                backend, method = registry.split_name(name, None)
                results.append(backend.run(Job(system, method, Limits(seconds=given.seconds))))
            except CasbridgeError as error:
                print(f"{title}, {name}: {error}")
        for pair in combinations([one for one in results if one.answer is not None], 2):
            named = f"{title}: {', '.join(one.name for one in pair)}"
            rows[named] = judged(list(pair), system, 2 * given.seconds)
    print_table(
        ["system and answers", "verdict", "processor [s]", "warm, wall [s]"],
        [[name, row["verdict"], row["cpu"], row["warm"]] for name, row in rows.items()],
    )
    if given.save:
        Path(given.save).write_text(json.dumps(rows), encoding="utf-8")
    if given.beside:
        beside = json.loads(Path(given.beside).read_text(encoding="utf-8"))
        both = [name for name in rows if name in beside]
        ratios = {name: rows[name]["cpu"] / beside[name]["cpu"] for name in both}
        print(f"geometric mean of {len(both)} ratios: {exp(sum(map(log, ratios.values())) / len(both)):.3g}")
        for name in both:
            then, now = beside[name]["verdict"], rows[name]["verdict"]
            if then != now or (ratios[name] > 2 and rows[name]["cpu"] > 1):
                print(f"{name}: {then} → {now}, {ratios[name]:.2g} times")
