"""Runs that look for faults: the same by the same seed, resumable, and finds alike are kept once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from casbridge.algebra.answers import Answer, Task
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.reference import ReferenceBackend
from casbridge.bugs import read_bundle
from casbridge.bugs.families import generated
from casbridge.bugs.fuzzing import FAILED, Folder, Looked, Plan, Summary, fuzz, look
from casbridge.cli import main
from casbridge.errors import InputError, UsageError
from casbridge.limits import Limits
from casbridge.processes.locate import Availability
from casbridge.scripts import Method

FAMILIES = ("products", "idempotents", "small-characteristic")
MOST = 8


class Loser:
    """The reference, but it loses a component of each system with an odd number of equations, and fails at some."""

    name, default_method, target = "loser", "try", None
    methods = (Method("try", Task.PRIMES, "sometimes"),)

    def availability(self) -> Availability:
        return Availability(True, version="1")

    def run(self, job: Job) -> Result:
        if "u" in job.system.ring.variables:
            return Result(self.name, "try", Status.CRASHED, reason=f"no division of {len(job.system)} by 0")
        result = replace(ReferenceBackend().run(replace(job, method="general")), backend=self.name, method="try")
        if result.answer is None:
            return result
        components = tuple(result.answer.components)[len(job.system) % 2 :]
        return replace(result, status=Status.COMPLETE, reason="", answer=replace(result.answer, components=components))


@pytest.fixture(autouse=True)
def loser() -> Iterator[None]:
    registry.register(Loser())
    yield
    registry.unregister("loser")


def plan_of(seed: int = 5, *backends: str) -> Plan:
    return Plan(backends or ("reference", "loser"), seed, FAMILIES, Limits(seconds=20))


def told(looked: Looked) -> Looked:
    """Without what differs from run to run."""
    return replace(looked, elapsed=0.0, asked=tuple(replace(one, seconds=0.0) for one in looked.asked))


def test_finds_are_bundles_and_alike_ones_are_counted(tmp_path: Path) -> None:
    folder = Folder.new(tmp_path / "run", plan_of())
    found = list(fuzz(folder, systems=MOST))
    assert [one.number for one in found] == list(range(MOST))
    summary = Summary.of(found)
    assert summary.jobs == MOST
    assert summary.verdicts["disagree"] >= 2
    assert {kind.backend for kind in summary.kinds} == {"loser:try"}
    assert {kind.kind for kind in summary.kinds} >= {"missing zero"}
    files = sorted(file.name for file in (tmp_path / "run" / "finds").iterdir())
    assert files == sorted(kind.file for kind in summary.kinds)
    for kind in summary.kinds:
        of_it = [one for one in found if any((kind.kind, kind.shape) in asked.kinds for asked in one.asked)]
        assert (kind.times, kind.first) == (len(of_it), of_it[0].number)
        bundle = read_bundle(str(tmp_path / "run" / "finds" / kind.file))
        assert bundle.fault is not None
        assert (bundle.fault.kind, bundle.fault.shape, bundle.backend) == (kind.kind, kind.shape, "loser")
        assert bundle.against == ("reference",)


def test_versions_have_files_of_their_own(tmp_path: Path) -> None:
    """Two versions of a backend, both wrong: the finds of each are kept, with a witness of its own."""

    class Other(Loser):
        name = "loser@2"

        def run(self, job: Job) -> Result:
            return replace(super().run(job), backend=self.name)

    registry.register(Other())
    try:
        folder = Folder.new(tmp_path / "run", plan_of(5, "loser", "loser@2", "reference"))
        summary = Summary.of(list(fuzz(folder, systems=4)))
    finally:
        registry.unregister("loser@2")
    assert {kind.backend for kind in summary.kinds} == {"loser:try", "loser@2:try"}
    for kind in summary.kinds:
        bundle = read_bundle(str(tmp_path / "run" / "finds" / kind.file))
        assert f"{bundle.backend}:try" == kind.backend
        witness = bundle.verdict["witness"]
        assert witness is None or witness["backend"] == kind.backend


def test_the_same_seed_gives_the_same_run(tmp_path: Path) -> None:
    first, second, other = (
        [told(one) for one in fuzz(Folder.new(tmp_path / name, plan_of(seed)), systems=3)]
        for name, seed in (("a", 5), ("b", 5), ("c", 6))
    )
    assert first == second
    assert first != other


@pytest.mark.slow
@pytest.mark.parametrize(
    "torn",
    [
        '{"number": 4, "fam',
        *(pytest.param(torn, marks=pytest.mark.slow) for torn in ("", "no line", '{"number": 9, "family": "x"}')),
    ],
)
def test_a_run_that_was_stopped_goes_on(tmp_path: Path, torn: str) -> None:
    whole = [told(one) for one in fuzz(Folder.new(tmp_path / "whole", plan_of()), systems=7)]
    list(fuzz(Folder.new(tmp_path / "part", plan_of()), systems=4))
    jobs = tmp_path / "part" / "jobs.jsonl"
    with jobs.open("a", encoding="utf-8", errors="surrogateescape") as file:
        file.write(torn)
    folder = Folder.resumed(tmp_path / "part")
    assert folder.plan == plan_of()
    assert len(folder.looked) == 4
    assert [told(one) for one in fuzz(folder, systems=7)] == whole[4:]
    assert [told(Looked.of_line(line)) for line in jobs.read_text().splitlines()] == whole
    elapsed = [one.elapsed for one in folder.looked]
    assert elapsed == sorted(elapsed)


@pytest.mark.parametrize(
    "torn",
    [
        "[" * 100_000,
        "\0\udcff",
        replace(Looked(1, "towers", "agree", (), 1.0), elapsed=-1.0).line,
        replace(Looked(1, "towers", "agree", (), 1.0), elapsed=float("nan")).line,
        replace(Looked(1, "towers", "agree", (), 1.0), verdict="\x1b[31m").line,
    ],
    ids=range(5),
)
def test_a_line_that_is_none_counts_for_nothing(tmp_path: Path, torn: str) -> None:
    Folder.new(tmp_path, plan_of())
    good = Looked(0, "towers", "agree", (), 1.0)
    jobs, whole = tmp_path / "jobs.jsonl", f"{good.line}\n"
    jobs.write_text(f"{whole}{torn}\n{whole}", encoding="utf-8", errors="surrogateescape")
    content = jobs.read_bytes()
    assert (Folder.resumed(tmp_path).looked, Folder.resumed(tmp_path).damaged) == ([good], (2, 3))
    assert jobs.read_bytes() == content


def test_the_time_holds_for_the_whole_run(tmp_path: Path) -> None:
    folder = Folder.new(tmp_path / "run", plan_of())
    assert len(list(fuzz(folder, seconds=1e-9))) == 0
    (one,) = fuzz(folder, systems=1)
    assert list(fuzz(Folder.resumed(tmp_path / "run"), seconds=one.elapsed / 2)) == []


def test_a_fault_of_casbridge_does_not_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(plan: Plan, made: Any, number: int) -> Any:
        if number == 1:
            raise KeyError("lost")
        return look(plan, made, number)

    monkeypatch.setattr("casbridge.bugs.fuzzing.look", broken)
    found = list(fuzz(Folder.new(tmp_path / "run", plan_of()), systems=3))
    assert [one.verdict == FAILED for one in found] == [False, True, False]
    assert found[1].error == "KeyError: 'lost'"
    assert Folder.resumed(tmp_path / "run").looked[1].error == "KeyError: 'lost'"


def test_planted_zeros_judge_a_single_backend() -> None:
    """Nobody else answers; a planted point is lost."""
    plan = plan_of(5, "loser")
    made = next(one for n in range(99) if len((one := generated(5, n, ("products",))).system) % 2 and one.planted)
    assert "u" not in made.system.ring.variables
    # All components are lost but those that stay.
    liar = Loser()
    liar.run = lambda job: Result("loser", "try", Status.COMPLETE, Answer(Task.PRIMES, job.system.ring, ()))  # type: ignore[method-assign]
    registry.register(liar, replace=True)
    found = look(plan, made)
    (asked,) = found.looked.asked
    assert asked.kinds == (("missing zero", "no zeros at all"),)
    assert found.looked.verdict == "disagree"
    assert found.bundles[0].fault is not None


def test_timeouts_are_no_finds(tmp_path: Path) -> None:
    slow = Loser()
    slow.run = lambda job: Result("loser", "try", Status.TIMEOUT, reason="too slow")  # type: ignore[method-assign]
    registry.register(slow, replace=True)
    found = list(fuzz(Folder.new(tmp_path / "run", plan_of()), systems=3))
    assert not Summary.of(found).kinds
    assert Summary.of(found).statuses["loser:try"] == {"timeout": 3}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Plan(("reference", "reference"), 1), "named twice"),
        (lambda: Plan((), 1), "no backends"),
        (lambda: Plan(("mycas",), 1), "no backend 'mycas'"),
        (lambda: Plan(("sympy:eliminate", "reference:eliminate"), 1), "methods for elimination"),
        (lambda: Plan(("reference:radical", "reference"), 1), "methods for different tasks"),
        (lambda: Plan(("reference",), 1, ("none",)), "family 'none'"),
        (lambda: Plan(("reference",), -1), "the seed -1"),
        (lambda: Folder.resumed("/no/such"), "no run in /no/such"),
        (lambda: Folder.new("/proc/no", Plan(("reference",), 1)), "cannot make the folder"),
    ],
)
def test_what_is_no_run_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()


def test_numbers_are_compared_as_numbers() -> None:
    """Each answer has no components. That says nothing of zeros."""
    found = look(Plan(("reference:dimension",), 1), generated(1, 0, ("products",)))
    assert found.bundles == ()
    assert [one.status for one in found.looked.asked] == ["complete"]


def test_a_folder_with_a_run_is_not_begun_anew(tmp_path: Path) -> None:
    Folder.new(tmp_path, plan_of())
    with pytest.raises(UsageError, match=r"holds a run already.*--resume"):
        Folder.new(tmp_path, plan_of())
    (tmp_path / "run.json").write_text('{"schema": "casbridge-fuzz/9"}')
    with pytest.raises(InputError, match=r"no run in .*casbridge-fuzz/1"):
        Folder.resumed(tmp_path)


class TestCommand:
    def test_a_run_and_its_resumption(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        folder = str(tmp_path / "run")
        begin = ["fuzz", "-o", folder, "--backends", "reference,loser", "--seed", "5", "--families", ",".join(FAMILIES)]
        assert main([*begin, "--systems", "3", "--timeout", "20"]) == 0
        shown = capsys.readouterr().out
        assert "3 systems in " in shown
        assert "loser:try  missing zero (" in shown
        assert f"bundles: {folder}/finds" in shown
        assert main(["fuzz", "-o", folder, "--resume", "--systems", "4", "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        assert (document["status"], document["jobs"], document["seed"]) == ("complete", 4, 5)
        assert document["asked"] == ["reference", "loser"]
        assert document["finds"][0]["backend"] == "loser:try"
        assert sum(document["verdicts"].values()) == 4

    @pytest.mark.usefixtures("nothing_hidden")
    def test_a_missing_backend_is_told(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("CASBRIDGE_GIAC", "/no/such")
        names = ["--backends", "reference,giac", "--families", "products"]
        assert main(["fuzz", "-o", str(tmp_path / "run"), "--seed", "5", "--systems", "1", *names]) == 0
        out, err = capsys.readouterr()
        assert err.startswith("casbridge: giac is missing, the others are asked: CASBRIDGE_GIAC is set to /no/such")
        assert "1 undecided" in out

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (["--seed", "6"], "--seed is another one than in the run"),
            (["--backends", "loser"], "--backends is another one"),
            (["--timeout", "7"], "--timeout is another one"),
            (["--families", "towers"], "--families is another one"),
            (["--families", "none"], "family 'none'"),
        ],
    )
    def test_options_that_are_not_the_runs(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
    ) -> None:
        Folder.new(tmp_path, plan_of())
        assert main(["fuzz", "-o", str(tmp_path), "--resume", "--systems", "1", *options]) == 2
        assert message in capsys.readouterr().err

    @pytest.mark.slow
    @pytest.mark.parametrize(("sent", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
    def test_what_ends_a_run_loses_one_system(self, tmp_path: Path, sent: signal.Signals, code: int) -> None:
        folder = tmp_path / "run"
        command = [sys.executable, "-m", "casbridge", "fuzz", "-o", str(folder), "--seed", "2", "--systems", "400"]
        command += ["--backends", "reference:general,reference:closure", "--families", "products,idempotents"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ})
        jobs, patience = folder / "jobs.jsonl", time.monotonic() + 60
        while not (jobs.exists() and jobs.read_text().count("\n") >= 3) and time.monotonic() < patience:
            time.sleep(0.05)
        process.send_signal(sent)
        assert process.wait(30) == code
        lines = jobs.read_text().splitlines()
        assert len(lines) >= 3
        resumed = Folder.resumed(folder)
        assert len(resumed.looked) >= len(lines) - 1
        following = next(fuzz(resumed))
        assert following.number == len(resumed.looked) - 1


@pytest.mark.parametrize("options", [("--systems", "3"), ("--systems", "2", "--time", "60")])
def test_a_run_shows_its_progress_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    steps: list[tuple[int, int]] = []

    @contextmanager
    def bar(text: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda done, of: steps.append((done, of))

    monkeypatch.setattr("casbridge.cli.fuzz.bar", bar)
    chosen = ["--backends", "reference", "--families", "products", "--seed", "1", *options]
    assert main(["fuzz", *chosen, "-o", str(tmp_path / "finds")]) == 0
    systems = int(options[1])
    assert steps == [(number, systems) for number in range(1, systems + 1)]
