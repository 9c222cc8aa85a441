"""What each backend does with a program that goes wrong: the status, how soon it is noticed, and what stays behind.

The program of each backend is replaced by one that hangs, is killed, takes all memory, writes junk, half an answer, or
a wrong answer. The real program need not be installed. The table is Markdown.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.measure import parser, print_machine
from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.errors import UnsupportedError
from casbridge.report.markdown_page import table
from casbridge.testing.faults import FAULTS, MAIN_FAULTS, run_fault

#: Fault → the head of its column.
HEADS = {
    "hang": "hangs",
    "be-killed": "is killed",
    "eat-memory": "takes all memory",
    "junk": "writes junk",
    "half-answer": "is cut off",
    "lie": "lies",
}


def cell(backend: OneShotBackend, name: str) -> tuple[str, int]:
    """What comes out, with the seconds after the limit, or after the start; and the number of orphans, 0 or 1."""
    fault = FAULTS[name]
    try:
        result, wrong = run_fault(backend, fault)
    except UnsupportedError as error:
        return str(error), 0
    left = wrong == "processes are left behind"
    late = result.wall_seconds - (fault.seconds if name == "hang" else 0)
    told = str(result.status) if name != "lie" else ("wrong" if not wrong else "not seen")
    remark = f"; **{wrong}**" if wrong and not left else ""
    return f"{told}, {late:.2f} s{remark}", int(left)


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("faults", __doc__)
    options.add_argument("backends", nargs="*", help="names (default: all that run scripts)")
    chosen = options.parse_args(arguments).backends
    print_machine()
    print()
    head = ["backend", *(HEADS[name] for name in MAIN_FAULTS), "orphans"]
    rows = []
    for name in chosen or registry.names():
        backend = registry.get(name)
        if not isinstance(backend, OneShotBackend):
            continue
        cells = [cell(backend, fault) for fault in MAIN_FAULTS]
        orphans = sum(left for _, left in cells)
        rows.append([name, *(text for text, _ in cells), str(orphans or "none")])
    print(table(head, rows, left=len(head)))
