"""What a study costs beside its jobs: small jobs, the driver's memory, two workers beside one; and its scale.

Small jobs: the reference by a study, with limits, driver and store, beside a bare loop over `casbridge.run` in one
process without limits. Each line is a process of its own, so that peaks of memory do not mix.

`--scale N` simulates a cluster: a thousand workers that do no work, finish out of order, die and come back, and N jobs
through the driver and the store.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import casbridge
from benchmarks.measure import memory_now, parser, print_machine, print_table
from benchmarks.simulated import SimulatedWorkers
from casbridge.algebra.formats import read_system
from casbridge.limits import Limits
from casbridge.studies.driver import run_study
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.progress import Progress
from casbridge.studies.store import Store
from casbridge.studies.texts import packed
from casbridge.studies.values import Input, Outcome, Work

MIB = 1 << 20
LIMITS = Limits(seconds=60)
#: Kinds of small systems: points by splitting, and a curve and points by Wu's method.
KINDS = {
    "points": "field: GF(101)\nx^2 - x\ny^2 - {n}*y\nx + y - 1",
    "curves": "field: GF(101)\nvariables: x y z\nx^2 + y^2 - {n}\nx*y - z\nz^2 - 3*x",
}


def systems(kind: str, jobs: int) -> Iterator[tuple[Input, tuple[str, ...]]]:
    """Small systems, as inputs of a study."""
    return ((Input(f"{kind} {n}", "system", KINDS[kind].format(n=n)), ()) for n in range(jobs))


def bare(kind: str, jobs: int) -> dict[str, Any]:
    """A bare loop in one process without limits."""
    texts = [given.text for given, _ in systems(kind, jobs)]
    casbridge.run(read_system(texts[0]))
    started = time.perf_counter()
    for text in texts:
        casbridge.run(read_system(text))
    return {"seconds": time.perf_counter() - started, "peak": peak()}


def studied(kind: str, jobs: int, workers: int) -> dict[str, Any]:
    """The same by a study with an empty store."""
    plan = Plan("small jobs", (), ("reference",), limits=LIMITS, crosscheck=False)
    with tempfile.TemporaryDirectory() as folder, Store.create(Path(folder, "small.sqlite"), plan) as store:
        store.sync(plan, jobs_of(plan, systems(kind, jobs)))
        started = time.perf_counter()
        summary = run_study(plan, store, workers=workers)
        took = time.perf_counter() - started
        assert summary.statuses == {"complete": jobs}, summary
    return {"seconds": took, "peak": peak()}


def peak() -> int:
    """Bytes of this process's peak memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class Memory(Progress):
    """Notes the memory that the driver holds, a hundred times in all."""

    def __init__(self) -> None:
        super().__init__()
        self.samples: list[tuple[int, int]] = []

    def moved(self) -> None:
        super().moved()
        if not self.samples or self.finished - self.samples[-1][0] >= self.total // 100:
            self.samples.append((self.finished, memory_now()))


def simulated(jobs: int, workers: int, death: float, folder: Path) -> dict[str, Any]:
    """So many jobs through the driver and the store, with workers that do no work."""
    plan = Plan("simulated", (), ("reference", "reference:general"), limits=LIMITS, crosscheck=False, repeat=5)
    chance = random.Random(1)
    answer = packed('{"schema":"casbridge-answer/1","task":"characteristic series"}')

    def outcomes(works: Sequence[Work]) -> list[Outcome]:
        return [
            Outcome(
                work.number,
                f"{chance.getrandbits(128):032x}",
                "complete",
                used=work.backend,
                components=1,
                wall_seconds=0.004,
                cpu_seconds=0.004,
                version="1.0",
                casbridge="1.0",
                host=f"node{work.number % 50}",
                started=1.7e9,
                ended=1.7e9 + 0.004,
                limits=work.limits,
                answer=answer,
                basis=work.basis,
            )
            for work in works
        ]

    path = folder / "simulated.sqlite"
    with Store.create(path, plan) as store:
        started = time.perf_counter()
        store.sync(plan, jobs_of(plan, systems("curves", jobs // 10)))
        synced = time.perf_counter() - started
        number = store.counts().jobs
        progress = Memory()
        executor = SimulatedWorkers(workers, outcomes, death=death, least=workers // 2)
        started = time.perf_counter()
        with executor.at_work():
            summary = run_study(plan, store, executor, progress=progress)
        took = time.perf_counter() - started
        assert summary.statuses == {"complete": number}, summary
        assert store.counts().statuses == {"complete": number}
    early = next(memory for done, memory in progress.samples if done >= number // 10)
    return {
        "jobs": number,
        "deaths": executor.deaths,
        "calls out at most": executor.most_out,
        "seconds to lay out": synced,
        "seconds": took,
        "rows a second": number / took,
        "MiB held after a tenth": early / MIB,
        "MiB held at the end": progress.samples[-1][1] / MIB,
        "MiB of the store": os.path.getsize(path) / MIB,
    }


def in_process(*arguments: Any) -> dict[str, Any]:
    """What a call of this module measures in a process of its own."""
    command = [sys.executable, "-m", "benchmarks", "studies", "--alone", json.dumps(arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


def main(arguments: list[str]) -> None:
    """Measure, and print tables."""
    options = parser("studies", __doc__)
    options.add_argument("--jobs", type=int, default=10_000, help="small jobs (default 10,000)")
    options.add_argument("--scale", type=int, default=0, metavar="N", help="simulate N jobs on a cluster")
    options.add_argument("--workers", type=int, default=1000, help="simulated workers (default 1,000)")
    options.add_argument("--death", type=float, default=0.001, help="chance that a call ends with its worker")
    options.add_argument("--alone", help="one measurement, for this benchmark itself")
    given = options.parse_args(arguments)
    if given.alone:
        name, *rest = json.loads(given.alone)
        print(json.dumps(bare(*rest) if name == "bare" else studied(*rest)))
        return
    print_machine()
    if given.scale:
        with tempfile.TemporaryDirectory() as folder:
            found = simulated(given.scale, given.workers, given.death, Path(folder))
        print_table(("a simulated cluster", ""), [*found.items()])
        return
    rows: list[tuple[Any, ...]] = []
    for kind in KINDS:
        alone = in_process("bare", kind, given.jobs)
        one = in_process("studied", kind, given.jobs, 1)
        two = in_process("studied", kind, given.jobs, 2)
        few = in_process("studied", kind, given.jobs // 10, 1)
        each = [1000 * found["seconds"] / given.jobs for found in (alone, one, two)]
        rows.append((kind, *each, each[1] - each[0], each[1] / each[2], few["peak"] / MIB, one["peak"] / MIB))
    heads = ("a job, in ms", "bare loop", "1 worker", "2 workers", "more a job", "speed-up")
    print_table((*heads, f"peak MiB, {given.jobs // 10:,}", f"{given.jobs:,}"), rows)
