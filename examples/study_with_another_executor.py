"""A study on any executor with the interface of `concurrent.futures`: here joblib's loky, with reusable processes.

The driver takes an executor, or a function that makes one. It calls the function again where an executor broke as a
whole, as loky's does when a worker dies. MPI's `mpi4py.futures.MPIPoolExecutor` is used in the same way.
"""

import tempfile
from collections import Counter
from pathlib import Path

from loky import get_reusable_executor

from casbridge.algebra.families import family
from casbridge.algebra.formats import write_plain
from casbridge.limits import Limits
from casbridge.studies.driver import run_study
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.store import Store
from casbridge.studies.values import Input


def main() -> None:
    plan = Plan("katsura", (), ("reference:general", "reference:basis"), fields=("GF(101)",), limits=Limits(seconds=30))
    inputs = [(Input(f"katsura-{n}", "system", write_plain(family("katsura", n)), "katsura", n), ()) for n in (1, 2, 3)]
    with tempfile.TemporaryDirectory() as folder, Store.create(Path(folder, "katsura.sqlite"), plan) as store:
        store.sync(plan, jobs_of(plan, inputs))
        summary = run_study(plan, store, lambda: get_reusable_executor(max_workers=2))
        print("jobs:", summary.done, "verdicts:", dict(Counter(row["kind"] for row in store.verdict_rows())))
        for row in store.rows():
            print(f"{row.input} by {row.backend}: {row.status}, degree {row.degree}, dimension {row.dimension}")


if __name__ == "__main__":
    main()
