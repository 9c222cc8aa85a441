"""The paper's Example 4.1, the empty Shidoku 4.2 and systems between them, from the puzzle's string to the result.

Every way reads the string, encodes it (colouring over GF(11)), computes, and checks every answer by substitution into
every equation and by the puzzle's rules. This process is warm: nothing is imported or compiled for the first time, and
Singular's session is open. casbridge's SymPy backend starts a process a job, so the same call in this process is there
too. `solve` of SymPy has no finite fields: it works over Q, and is in the table for Example 4.1 only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from io import BytesIO, TextIOWrapper

import casbridge
from benchmarks.measure import Work, interleaved, median, parser, print_machine, print_table, puzzle_of
from casbridge.backends import registry
from casbridge.backends.protocol import Status
from casbridge.backends.sympy import SYMPY
from casbridge.backends.transcripts import parse
from casbridge.charset.finite import zeros
from casbridge.crosscheck.solving import Solving
from casbridge.limits import Limits
from casbridge.scripts import render

#: What is given → the number of chains.
SYSTEMS = {
    "Example 4.1": (".4.....1..3.2...", 1),
    "first row given": ("1234............", 12),
    "two cells given": ("12..............", 24),
    "one cell given": ("1...............", 72),
    "Example 4.2, empty": ("................", 288),
}
REFERENCE = "reference:split"
SINGULAR = ("singular:char_series", "singular:minAssGTZ", "singular:facstd", "singular:std", "singular:slimgb")
SYMPY_HERE = "sympy:groebner, this process"
MOST_SECONDS = 60.0
CHAR_SERIES_SECONDS = 900.0


class Stopped(Exception):
    """A way that did not finish."""


def checked_result(line: str, chains: int, backend: str, limit: float, field: casbridge.Field | None = None) -> Work:
    """The whole work of one way as a function."""

    def work() -> None:
        puzzle = puzzle_of(line)
        solving = Solving(casbridge.encode(puzzle, field=field), backend, Limits(seconds=limit))
        found = sum(1 for _ in solving)
        if solving.status is not Status.COMPLETE:
            raise Stopped(f"{solving.status}: {solving.reason}")
        if found != chains or solving.redundant or solving.spurious_count:
            raise SystemExit(f"{backend} finds {found} solutions of {line}, expected {chains}")

    return work


def sympy_here(line: str, chains: int) -> Work:
    """SymPy's Gröbner basis without a process of its own: the rendered script, run in this one."""

    def work() -> None:
        encoded = casbridge.encode(puzzle_of(line))
        script = render(encoded.system, SYMPY, "groebner")
        held = BytesIO()
        with redirect_stdout(TextIOWrapper(held, encoding="utf-8", write_through=True)) as output:
            exec(compile(script.text, "<script>", "exec"), {"__name__": "__main__"})
            output.flush()
            text = held.getvalue().decode()
        points = set(zeros(parse(text, script), within=encoded.system))
        if any(encoded.system.first_violated(point) or encoded.spurious(point) for point in points):
            raise SystemExit(f"SymPy finds a zero of {line} that is none")
        if len(points) != chains:
            raise SystemExit(f"SymPy finds {len(points)} solutions of {line}, expected {chains}")

    return work


def finishes(work: Callable[[], object]) -> str:
    """A first run, which warms up: "" or why the way takes no part."""
    try:
        work()
    except Stopped as stopped:
        return str(stopped)
    return ""


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("paper", __doc__)
    options.add_argument("--slow", action="store_true", help="char_series on the larger systems too: some minutes")
    options.add_argument("--only", default="", help="systems whose title has this in it")
    options.add_argument("--repeats", type=int, default=9, help="rounds; a way is left out after 20 s of its own")
    chosen = options.parse_args(arguments)
    singular = registry.get("singular").availability()
    print_machine(f"Singular {singular.version}" if singular.available else "no Singular")
    rows: list[list[object]] = []
    for title, (line, chains) in SYSTEMS.items():
        if chosen.only not in title:
            continue
        ways: dict[str, Work] = {REFERENCE: checked_result(line, chains, "reference", MOST_SECONDS)}
        for name in SINGULAR if singular.available else ():
            quick = name != "singular:char_series" or chains <= 12
            if quick or chosen.slow:
                ways[name] = checked_result(line, chains, name, MOST_SECONDS if quick else CHAR_SERIES_SECONDS)
        ways["sympy:groebner"] = checked_result(line, chains, "sympy:groebner", MOST_SECONDS)
        stopped = {name: finishes(work) for name, work in ways.items() if name != "singular:char_series" or chains == 1}
        if not stopped["sympy:groebner"]:
            ways[SYMPY_HERE] = sympy_here(line, chains)
        if chains == 1:
            ways["sympy:solve over Q"] = checked_result(line, chains, "sympy:solve", MOST_SECONDS, casbridge.QQ)
        running = {name: work for name, work in ways.items() if not stopped.get(name)}
        times = {name: median(found) for name, found in interleaved(running, chosen.repeats, 20.0).items()}
        for name in ways:
            if name in times:
                rows.append([title, chains, name, 1000 * times[name], times[name] / times[REFERENCE]])
            else:
                rows.append([title, chains, name, stopped[name].partition(":")[0], f"> {MOST_SECONDS:.0f} s"])
    print_table(["system", "chains", "way", "ms", "times the reference"], rows)
    registry.close_all()
