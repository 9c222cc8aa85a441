"""SymPy's `groebner` beside the plug-in's: SymPy's expressions to SymPy's result, in a warm session of Singular.

SymPy's time is that of one run in a process apart, which is stopped at the limit. The plug-in's is the median of some
runs. Both results must be equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.measure import median, parser, print_machine, print_table, seconds
from casbridge.algebra.families import family
from casbridge.backends.singular import SingularBackend
from casbridge.errors import LimitError
from casbridge.limits import Deadline, Stopwatch
from casbridge.processes.apart import call

RUNS = 5
#: Family, size, order.
SYSTEMS = (
    ("katsura", 3, "lex"),
    ("katsura", 4, "lex"),
    ("katsura", 5, "lex"),
    ("cyclic", 4, "lex"),
    ("cyclic", 5, "lex"),
    ("noon", 3, "lex"),
    ("noon", 4, "lex"),
    ("katsura", 4, "grevlex"),
    ("katsura", 5, "grevlex"),
    ("cyclic", 5, "grevlex"),
    ("cyclic", 6, "grevlex"),
    ("noon", 4, "grevlex"),
    ("eco", 6, "grevlex"),
    ("reimer", 4, "grevlex"),
)


def expressions(name: str, size: int) -> tuple[list[Any], tuple[Any, ...]]:
    """SymPy's expressions of a family's member, and its generators, greatest first."""
    import sympy

    system = family(name, size)
    return [f.as_expr() for f in system.polynomials()], tuple(sympy.symbols(system.ring.variables))[::-1]


def by_sympy(F: list[Any], gens: tuple[Any, ...], order: str) -> tuple[float, list[Any]]:
    """The seconds that SymPy's own function takes without its import, and the basis."""
    import sympy

    watch = Stopwatch()
    found = sympy.groebner(F, *gens, order=order).exprs
    return watch.seconds, found


def row(name: str, size: int, order: str, limit: float) -> list[object]:
    """One line of the table."""
    from casbridge.sympy import groebner

    F, gens = expressions(name, size)
    groebner([gens[0]], *gens, order=order)  # the session is warm
    found: list[Any] = []

    def ours() -> None:
        found[:] = groebner(F, *gens, order=order, fallback=False).exprs

    bridged = median([seconds(ours) for _ in range(RUNS)])
    try:
        own, basis = call(by_sympy, F, gens, order, deadline=Deadline.after(limit))
    except LimitError:
        return [f"{name}-{size}", order, f"over {limit:g}", bridged, f"over {limit / bridged:.0f}"]
    if basis != found:
        raise SystemExit(f"{name}-{size} {order}: the results differ")
    return [f"{name}-{size}", order, own, bridged, f"{own / bridged:.1f}"]


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("plugin", __doc__)
    options.add_argument("--limit", type=float, default=300.0, help="seconds that SymPy gets for one system")
    chosen = options.parse_args(arguments)
    found = SingularBackend().availability()
    if not found.available:
        raise SystemExit(f"{found.reason}; {found.hint}")
    import sympy

    print_machine(f"Singular {found.version}, SymPy {sympy.__version__}")
    rows = [row(*system, chosen.limit) for system in SYSTEMS]
    print_table(["system", "order", "SymPy s", "plug-in s", "times faster"], rows)


if __name__ == "__main__":
    main()
