"""Real programs that take more memory than they may: the status is `memory`, with the program's own words."""

from __future__ import annotations

import pytest

import casbridge
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Status
from casbridge.crosscheck.asking import ask_all
from casbridge.limits import LARGEST_DEFAULT_MEMORY, Limits, default_memory, jobs_at_once
from casbridge.processes.locate import Availability


def backend(name: str) -> OneShotBackend:
    found = registry.get(name)
    assert isinstance(found, OneShotBackend)
    return found


@pytest.mark.parametrize(
    ("name", "megabytes", "script"),
    [
        pytest.param("pari", 300, "print(2^(2^40))", marks=pytest.mark.pari),
        pytest.param("pari", 600, "v=[];while(1,v=concat(v,vector(10^6)))", marks=[pytest.mark.pari, pytest.mark.slow]),
        pytest.param("fricas", 400, ")set break quit\nv := new(10^8,0)$Vector Integer\n", marks=pytest.mark.fricas),
        pytest.param("maxima", 400, "make_array(fixnum, 10^8)$ quit()$", marks=pytest.mark.maxima),
        pytest.param(
            "maxima", 600, "n: 3$ for i: 1 thru 99 do n: n*n$ quit()$", marks=[pytest.mark.maxima, pytest.mark.slow]
        ),
        pytest.param("giac", 100, "normal((a+b+c+d+e+1)^60)", marks=[pytest.mark.giac, pytest.mark.slow]),
        pytest.param("gap", 300, "x := ListWithIdenticalEntries(10^9, 1);", marks=[pytest.mark.gap, pytest.mark.slow]),
        pytest.param(
            "macaulay2",
            1500,
            "L = new MutableList from toList(0..10^9)",
            marks=[pytest.mark.macaulay2, pytest.mark.slow],
        ),
        pytest.param("sympy", 200, "x = [0] * 10**9", marks=pytest.mark.slow),
    ],
)
def test_its_own_words(name: str, megabytes: int, script: str) -> None:
    ran = backend(name).run_script(lambda: script, Limits(60, megabytes << 20))
    assert ran.status is Status.MEMORY, (ran.reason, ran.transcript)
    assert f"ran out of memory; the limit is {megabytes} MiB" in ran.reason


@pytest.mark.pari
def test_a_small_stack_is_no_warning_of_paris_answer() -> None:
    result = casbridge.run(read_system("factor: x^4 - 1"), "pari:factor", memory=300 << 20, seconds=60)
    assert "Warning: not enough memory, new PARI stack" in result.transcript
    assert result.status is Status.COMPLETE, result.reason


def test_the_default_limit_is_called_so() -> None:
    said = f"{LARGEST_DEFAULT_MEMORY >> 20} MiB is the default limit, --memory sets another"
    assert Limits(memory=LARGEST_DEFAULT_MEMORY, by_default=True).memory_in_words == said
    assert Limits(memory=1 << 30).with_memory(8).memory_in_words == "the limit is 1024 MiB"


def test_many_jobs_at_once_get_what_programs_need(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = 24 << 30
    pages = {"SC_PHYS_PAGES": machine >> 12, "SC_PAGE_SIZE": 1 << 12}
    monkeypatch.setattr("os.sysconf", pages.__getitem__)
    seen: list[Limits] = []
    names = [f"b{number}" for number in range(20)]
    ask_all(names, [seen.append] * len(names), Limits())
    assert len(seen) == 20
    assert {limits.memory for limits in seen} == {default_memory(8)} == {1536 << 20}
    assert (jobs_at_once(3), jobs_at_once(20)) == (3, 8)
    pages["SC_PHYS_PAGES"] = (2 << 30) >> 12
    assert (jobs_at_once(3), jobs_at_once(20)) == (3, 4)


def test_msolve_says_what_to_do_where_its_share_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casbridge.limits.default_memory", lambda jobs=1: 900 << 20)
    here = Availability(True, "/bin/true", "0.10.1")
    made = backend("msolve")
    monkeypatch.setattr(type(made), "_find", lambda self, deadline=None: here)
    result = casbridge.run(read_system("x - 1"), "msolve:groebner")
    assert result.status is Status.MEMORY
    assert result.reason.endswith("900 MiB is the default limit, --memory sets another")
