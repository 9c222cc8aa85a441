"""A driver in a process of its own: `python running_study.py STORE LOG WORKERS [RETRY]`, for tests that kill it.

The study has small and middling systems, the reference and SymPy, and verdicts.
"""

from __future__ import annotations

import sys
from pathlib import Path

from casbridge.limits import Limits
from casbridge.studies.driver import Summary, run_study
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.progress import watching
from casbridge.studies.store import Store
from casbridge.studies.values import Input

BACKENDS = ("reference:general", "sympy:groebner")
SYSTEMS = 8


def plan() -> Plan:
    return Plan("killed", (), BACKENDS, limits=Limits(seconds=60), repeat=2, seed=5)


def inputs() -> list[tuple[Input, tuple[str, ...]]]:
    texts = [f"field: GF(101)\nvariables: x y z\nx^2 + y^2 - {n + 1}\nx*y - z\nz^2 - 3*x" for n in range(SYSTEMS)]
    return [(Input(f"system {n}", "system", text), ()) for n, text in enumerate(texts)]


def run(path: Path, log: Path, workers: int, retry: tuple[str, ...] = ()) -> Summary:
    store = Store.open(path, write=True) if path.exists() else Store.create(path, plan())
    with store, watching(log=log, quiet=True) as progress:
        store.sync(plan(), jobs_of(plan(), inputs()))
        return run_study(plan(), store, workers=workers, retry=retry, progress=progress)


def main() -> int:
    path, log, workers, *retry = sys.argv[1:]
    try:
        run(Path(path), Path(log), int(workers), tuple(retry))
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
