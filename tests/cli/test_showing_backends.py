"""casbridge backends: what is here, what it can do, and whether it works."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from casbridge.algebra.answers import Answer, Task, point_component
from casbridge.algebra.polynomials import variables
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result, Status
from casbridge.limits import Deadline
from casbridge.processes import locate
from casbridge.processes.locate import Availability, Program
from casbridge.scripts import PRIMES, Method
from tests.cli.calling import Caller


class Puppet:
    """A backend that answers with points."""

    target = None
    default_method = "points"

    def __init__(self, name: str, points: list[int], status: Status = Status.COMPLETE, here: bool = True) -> None:
        self.name, self.points, self.status, self.here = name, points, status, here
        self.methods: tuple[Method, ...] = (Method("points", Task.POINTS, "points"),)
        self.asked: list[Job] = []

    def availability(self) -> Availability:
        return Availability(self.here, version="1" if self.here else "", reason="" if self.here else "not here")

    def run(self, job: Job) -> Result:
        self.asked.append(job)
        ring = job.system.ring
        if self.status is not Status.COMPLETE:
            return Result(self.name, job.method, self.status, reason="no wish")
        answer = Answer(Task.POINTS, ring, [point_component((n,), ring) for n in self.points])
        return Result(self.name, job.method, self.status, answer)


@pytest.fixture
def puppets(monkeypatch: pytest.MonkeyPatch) -> dict[str, Puppet]:
    """The only backends there are."""
    made = {
        "right": Puppet("right", [1, 2]),
        "absent": Puppet("absent", [], here=False),
    }
    monkeypatch.setattr(registry, "OWN_BACKENDS", {})
    monkeypatch.setattr(registry, "_declared", lambda: ({}, {}))
    monkeypatch.setattr(registry, "_registered", made)
    return made


def test_a_check_shows_status_and_time(call: Caller, puppets: dict[str, Puppet]) -> None:
    said = call("backends", "--check")
    assert said.code == 0
    assert "right 1\n  checked: right:points: complete, 0.000 s\n" in said.out
    assert "absent: not here" in said.out
    assert [len(puppet.asked) for puppet in puppets.values()] == [1, 0]


def test_without_check_no_job_runs(call: Caller, puppets: dict[str, Puppet]) -> None:
    assert call("backends").code == 0
    assert "check" not in call("backends", "--json").document()["backends"][0]
    assert not puppets["right"].asked


@pytest.mark.parametrize(
    ("puppet", "reason"),
    [
        (Puppet("odd", [1]), "are not 1 and 2"),
        (Puppet("odd", [1, 2, 3]), "wrong: "),
        (Puppet("odd", [], Status.CRASHED), "no wish"),
    ],
)
def test_one_that_fails_is_exit_code_3(call: Caller, puppets: dict[str, Puppet], puppet: Puppet, reason: str) -> None:
    puppets["odd"] = puppet
    said = call("backends", "--check", "--json")
    document = said.document()
    assert (said.code, document["status"]) == (3, "failed")
    checks = {one["name"]: one["check"] for one in document["backends"]}
    assert checks["absent"] is None
    assert checks["right"]["status"] == "complete"
    assert reason in checks["odd"]["reason"]
    assert checks["odd"]["status"] == ("crashed" if puppet.status is Status.CRASHED else "unparsable")
    assert checks["right"].keys() == {"method", "status", "reason", "seconds"}


def test_the_job_is_one_that_the_backend_can_do(call: Caller, puppets: dict[str, Puppet]) -> None:
    right = puppets["right"]
    right.methods = (replace(right.methods[0], fields=(PRIMES,)),)
    assert call("backends", "--check").code == 0
    assert right.asked[0].system.ring.field.characteristic == 32003
    right.methods = (Method("radical", Task.RADICAL, "no zeros"),)
    document = call("backends", "--check", "--json").document()
    assert document["backends"][0]["check"] is None


class Factoring(Puppet):
    """A backend that only factors."""

    def __init__(self, roots: list[int]) -> None:
        super().__init__("factoring", roots)
        self.methods = (Method("points", Task.FACTORS, "factors"),)

    def run(self, job: Job) -> Result:
        (x,) = variables(job.system.ring)
        factors = tuple((x - n,) for n in self.points)
        answer = Answer(Task.FACTORS, x.ring, factors, multiplicities=(1,) * len(factors))
        return Result(self.name, job.method, self.status, answer)


@pytest.mark.parametrize(("roots", "status"), [([1, 2], "complete"), ([1, 3], "unparsable"), ([1], "unparsable")])
def test_a_backend_that_only_factors_is_checked_too(
    call: Caller, puppets: dict[str, Puppet], roots: list[int], status: str
) -> None:
    puppets["factoring"] = Factoring(roots)
    said = call("backends", "--check", "--json")
    (check,) = [one["check"] for one in said.document()["backends"] if one["name"] == "factoring"]
    assert (said.code, check["status"]) == (0 if status == "complete" else 3, status)


def test_the_limit_of_time_is_the_job_s(call: Caller, puppets: dict[str, Puppet]) -> None:
    call("backends", "--check", "--timeout", "7")
    call("backends", "--check")
    seconds = [job.limits.seconds for job in puppets["right"].asked]
    assert seconds[0] is not None
    assert seconds[0] <= 7
    assert seconds[1] == 60


def test_the_second_time_no_program_starts(call: Caller, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # A folder that no other process writes to at the same time.
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("casbridge.processes.locate._known", {})
    monkeypatch.setattr(registry, "names", lambda: ("sympy", "singular", "gap", "pari"))
    ask = Program._ask
    silent: set[str] = set()

    def asked(program: Program, path: Path, deadline: Deadline) -> Any:
        told = ask(program, path, deadline)
        if not told.version:  # a Python without SymPy, say; it is asked again
            silent.add(str(path))
        return told

    monkeypatch.setattr(Program, "_ask", asked)
    first = call("backends", "--json").document()["backends"]
    run = locate.run_program

    def started(argv: Sequence[str], **more: Any) -> Any:
        assert argv[0] in silent, f"a program was started: {argv}"
        return run(argv, **more)

    known = {one["name"]: one["version"] for one in first if one["available"]}
    monkeypatch.setattr("casbridge.processes.locate._known", {})
    monkeypatch.setattr("casbridge.processes.locate.run_program", started)
    again = {
        one["name"]: one["version"] for one in call("backends", "--json").document()["backends"] if one["available"]
    }
    assert again == known


def test_what_each_method_can_do_is_shown(call: Caller) -> None:
    said = call("backends").out
    assert (
        "  singular:char_series: irreducible characteristic series; over QQ, GF(p) (p < 2^29); with parameters" in said
    )
    document = call("backends", "--json").document()
    methods = {f"{one['name']}:{method['name']}": method for one in document["backends"] for method in one["methods"]}
    assert methods["singular:char_series"]["fields"][1]["largest_characteristic"] == 2**29 - 1
    assert methods["gap:Factors"]["fields"][0]["most_variables"] == 1
    assert methods["singular:triangL"]["sizes"]["largest_dimension"] == 0


@pytest.mark.usefixtures("nothing_hidden")
def test_a_program_that_hangs_is_asked_once(call: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gap = tmp_path / "gap"
    gap.write_text(f"#!/bin/sh\necho asked >> {tmp_path}/asked\nexec sleep 60\n", encoding="utf-8")
    gap.chmod(0o755)
    monkeypatch.setenv("CASBRIDGE_GAP", str(gap))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr("casbridge.processes.locate.VERSION_SECONDS", 0.3)
    monkeypatch.setattr(registry, "names", lambda: ("gap",))
    said = call("backends")
    assert f"{gap} did not answer within 0.3 s when asked for its version" in said.out
    assert (tmp_path / "asked").read_text(encoding="utf-8") == "asked\n"
