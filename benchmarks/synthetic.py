"""A store of made-up results, as large as one likes: for benchmarks and tests of what reads stores."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from casbridge.limits import Limits
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.store import Store
from casbridge.studies.texts import packed
from casbridge.studies.values import Input, Outcome, VerdictOutcome, VerdictWork, Work

BACKENDS = ("reference", "singular:std", "singular:char_series", "sympy:groebner", "giac:gbasis")
FIELDS = ("QQ", "GF(32003)")
FAMILIES = ("cyclic", "katsura", "noon", "eco", "reimer")
LIMITS = Limits(seconds=60, memory=2 << 30)
_CHUNK = 500
_BEGAN = 1_700_000_000.0
_REASONS = {
    "timeout": "stopped after 60 s",
    "memory": "more than 2 GiB",
    "crashed": "Singular was ended by signal 11 (Segmentation fault)",
    "unparsable": "? error occurred in or before job line 12: `x1 +* x2`",
    "unsupported": "no primes over GF(32003)",
    "missing": "no giac on PATH",
}


def make_store(path: Path, jobs: int, *, done: float = 1.0, seed: int = 1, texts: bool = True) -> None:
    """Make a store with at least so many jobs, of five backends, two fields and two repeats.

    done: the part of the jobs that have a result. texts: whether results have scripts and transcripts of their own.
    """
    plan = Plan(
        f"synthetic {jobs}", (), BACKENDS, FIELDS, limits=LIMITS, repeat=2, seed=seed, text='name = "synthetic"'
    )
    inputs = -(-jobs // (len(BACKENDS) * len(FIELDS) * plan.repeat))
    chance = random.Random(seed)
    with Store.create(path, plan) as store:
        store.sync(plan, jobs_of(plan, ((one, ()) for one in _inputs(inputs))))
        works = islice(store.waiting(), round(done * store.counts().jobs))
        run = store.begin_run(workers=2, executor="processes", load=1.9, machine="made up")
        while chunk := [*islice(works, _CHUNK)]:
            outcomes = [_outcome(work, chance, texts) for work in chunk]
            store.keep(outcomes)
        asked = store.to_judge()
        while some := [*islice(asked, _CHUNK)]:
            store.keep_verdicts([_verdict(one, chance) for one in some])
        store.end_run(run)


def _inputs(number: int) -> Iterator[Input]:
    for count in range(number):
        family, n = FAMILIES[count % len(FAMILIES)], 3 + count // len(FAMILIES) % 10
        variant = count // (10 * len(FAMILIES))
        name = f"{family}-{n}" + (f" seed {variant}" if variant else "")
        yield Input(name, "system", f"x1^2 + x2 - {count + 1}\nx2^2 - x1", family, n)


def _outcome(work: Work, chance: random.Random, texts: bool) -> Outcome:
    """An outcome whose time grows with n, and that is stopped where it would take too long."""
    n = work.case.input.n or 3
    slowness = 2.0 ** (BACKENDS.index(work.backend) / 2)
    wall = 0.002 * slowness * math.exp(0.9 * (n - 3)) * chance.lognormvariate(0, 0.4)
    status = "complete" if wall < (LIMITS.seconds or 0) else "timeout"
    if chance.random() < 0.03:
        status = chance.choice([*_REASONS])
    wall = min(wall, LIMITS.seconds or wall)
    script = transcript = None
    if texts and work.backend != "reference":
        listing = "\n".join(f"poly f{k} = x{k}^{n} - {chance.randrange(1000)};" for k in range(20))
        script = packed(f"// {work.case.input.name} over {work.case.field}\n{listing}\nstd(ideal(f0, f1));\n")
        transcript = packed(f"[1]: x1 - {chance.randrange(10**6)}\n[2]: x2 + 1\n")
    complete = status == "complete"
    began = _BEGAN + work.number * 0.5
    return Outcome(
        work.number,
        key=f"{chance.getrandbits(128):032x}",
        status=status,
        reason=_REASONS.get(status, ""),
        used=f"{work.backend}:split" if work.backend == "reference" else work.backend,
        components=chance.randrange(1, 9) if complete else None,
        degree=math.factorial(n) if complete else None,
        dimension=0 if complete else None,
        wall_seconds=wall,
        cpu_seconds=0.97 * wall,
        peak_memory=chance.randrange(20, 400) << 20,
        version="" if work.backend == "reference" else "4.3.1",
        casbridge="0.1.0",
        host=chance.choice(("node-1", "node-2")),
        load=1.5 + chance.random(),
        started=began,
        ended=began + wall,
        limits=LIMITS,
        script=script,
        transcript=transcript,
    )


def _verdict(work: VerdictWork, chance: random.Random) -> VerdictOutcome:
    names = [backend for backend, _, _ in work.answers]
    draw = chance.random()
    kind, reason, witness = "agree", "equal, and nothing is missing: a certificate of Singular", None
    if len(names) < 2:
        kind, reason = "undecided", f"{len(names)} of {len(BACKENDS)} backends answered; a verdict needs two"
    elif draw < 0.01:
        kind, reason = "disagree", f"the answer of {names[0]} lacks a zero"
        witness = {
            "fault": "missing_zero",
            "backend": names[0],
            "text": f"{names[0]} has no zero (0, 1)",
            "point": {"x1": "0", "x2": "1"},
            "polynomial": "x1 - 1",
            "value": "-1",
        }
    elif draw < 0.15:
        kind, reason = "consistent", "equal answers; no proof that nothing is missing within 5 s"
    document = packed(json.dumps({"verdict": kind, "reason": reason, "backends": names, "witness": witness}))
    return VerdictOutcome(work.number, work.repeat, "made up", kind, reason, witness, 0.1, document)
