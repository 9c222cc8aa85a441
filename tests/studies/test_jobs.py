"""The matrix of jobs, and their order."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from casbridge.errors import InputError
from casbridge.limits import Limits
from casbridge.studies import jobs as jobs_module
from casbridge.studies.filters import Filter, only
from casbridge.studies.jobs import JobSpec, cases_of, jobs_of, place_of, size_of
from casbridge.studies.plan import MOST_REPEATS, Plan
from casbridge.studies.values import Case, Input

PLAN = Plan(
    "all",
    (),
    ("reference", "singular:std", "sympy:groebner"),
    fields=("QQ", "GF(7)"),
    variable_orders=("given", "auto"),
    exclude=(Filter((("backends", ("sympy:groebner",)), ("inputs", ("cyclic-6",)))),),
    limits=Limits(seconds=60),
    repeat=3,
    seed=1,
)
CYCLIC = Input("cyclic-6", "system", "x", "cyclic", 6)
PUZZLE = Input("top95.txt:3", "puzzle", "1...")
BROKEN = Input("broken.xml", "invalid", "", reason="no such file")
INPUTS = [(CYCLIC, ()), (PUZZLE, ("colouring", "symmetric")), (BROKEN, ("colouring",))]


def systems(count: int) -> list[tuple[Input, tuple[str, ...]]]:
    return [(Input(f"line {n}", "system", f"x - {n}"), ()) for n in range(count)]


def test_the_cases() -> None:
    assert [(case.input.name, case.encoding, case.field) for case in cases_of(PLAN, INPUTS)] == [
        ("cyclic-6", "", "QQ"),
        ("cyclic-6", "", "GF(7)"),
        ("top95.txt:3", "colouring", "QQ"),
        ("top95.txt:3", "colouring", "GF(7)"),
        ("top95.txt:3", "symmetric", "QQ"),
        ("top95.txt:3", "symmetric", "GF(7)"),
        ("broken.xml", "", ""),
    ]


def test_without_fields_a_case_has_its_own() -> None:
    assert [case.field for case in cases_of(replace(PLAN, fields=()), INPUTS[:1])] == [""]


def test_the_jobs_without_the_excluded_ones() -> None:
    jobs = list(jobs_of(PLAN, INPUTS))
    of = {name: [job for job in jobs if job.input == name] for name in ("cyclic-6", "top95.txt:3", "broken.xml")}
    assert len(of["cyclic-6"]) == 2 * 2 * 2 * 3  # fields, orders, backends but SymPy, repeats
    assert len(of["top95.txt:3"]) == 2 * 2 * 2 * 3 * 3
    assert [(job.backend, job.repeat) for job in of["broken.xml"]] == [(backend, 1) for backend in PLAN.backends]
    assert not any(job.backend == "sympy:groebner" for job in of["cyclic-6"])
    assert len(set(map(repr, jobs))) == len(jobs)


def test_the_jobs_of_a_case_follow_each_other() -> None:
    jobs = list(jobs_of(PLAN, INPUTS))
    changes = sum(one.case != other.case for one, other in pairwise(jobs))
    assert changes + 1 == len({job.case for job in jobs})


def test_the_size_is_the_number_of_jobs() -> None:
    size = size_of(PLAN, INPUTS)
    assert (size.inputs, size.invalid, size.cases, size.jobs) == (3, 1, 7, len(list(jobs_of(PLAN, INPUTS))))
    assert size.excluded == 2 * 2 * 3
    assert size.jobs == size_of(replace(PLAN, exclude=()), INPUTS).jobs - size.excluded
    assert size.longest(60, 2) == (size.jobs + 1) // 2 * 60
    assert size.longest(None) is None


def test_too_many_jobs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "MOST_JOBS", 10)
    with pytest.raises(InputError, match="more than 10 jobs"):
        list(jobs_of(PLAN, INPUTS))


def test_the_order_is_shuffled_and_the_same_for_the_same_seed() -> None:
    plan = Plan("order", (), ("reference", "sympy"), seed=5)

    def order(seed: int) -> list[tuple[str, str]]:
        jobs = sorted(jobs_of(replace(plan, seed=seed), systems(100)), key=lambda job: job.place)
        return [(job.input, job.backend) for job in jobs]

    assert order(5) == order(5) != order(6)
    assert order(5) != sorted(order(5))
    # Each half of the order has jobs of both methods: a machine that slows down slows both.
    firsts = [backend for _, backend in order(5)[:100]]
    assert 30 < firsts.count("sympy") < 70


def test_the_order_depends_on_no_hash_of_python() -> None:
    code = (
        "from casbridge.studies.jobs import place_of\nfrom casbridge.studies.values import *\n"
        "print(place_of(1, Case(Input('circle', 'system', 'x')), 'given', 'reference', 1))"
    )
    places = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    # A store keeps the places, so they are the same in later versions.
    assert places == ["16369061011165\n"] * 2


def test_repeats_of_a_job_are_far_apart() -> None:
    plan = Plan("order", (), ("reference", "sympy"), repeat=4)
    jobs = sorted(jobs_of(plan, systems(500)), key=lambda job: job.place)
    assert [job.repeat for job in jobs] == sorted(job.repeat for job in jobs)
    rank: dict[tuple[str, str], list[int]] = {}
    for place, job in enumerate(jobs):
        rank.setdefault((job.input, job.backend), []).append(place)
    distances = [later - earlier for ranks in rank.values() for earlier, later in pairwise(ranks)]
    assert min(distances) >= 500  # of 1000 in a round
    rounds = [[(job.input, job.backend) for job in jobs[start : start + 1000]] for start in (0, 1000)]
    assert rounds[0] != rounds[1]


@given(st.integers(0, 2**63 - 1), st.text(), st.integers(1, MOST_REPEATS))
def test_a_place_fits_into_a_store(seed: int, name: str, repeat: int) -> None:
    place = place_of(seed, Case(Input(name, "system", "x")), "given", "reference", repeat)
    assert 0 < place < 2**63


def test_a_filter_takes_jobs() -> None:
    wanted = only(["top95.txt", "encoding=symmetric", "repeat=2"])
    found = [job for job in jobs_of(PLAN, INPUTS) if wanted.matches(job)]
    assert len(found) == 2 * 2 * 3
    assert all(isinstance(job, JobSpec) and job.repeat == 2 for job in found)


def test_the_memory_stays_flat() -> None:
    plan = Plan("many", (), ("reference", "sympy"), repeat=2, exclude=(only(["backends=none"]),))

    def peak(count: int) -> int:
        tracemalloc.start()
        try:
            for _ in jobs_of(plan, ((Input(f"line {n}", "system", "x"), ()) for n in range(count))):
                pass
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(100)
    assert peak(1200) < peak(300) + 50_000
