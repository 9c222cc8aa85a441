"""The real GAP, a fake one that goes wrong, and none."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import fake_gap
import pytest
from script_cases import CASES, PAPER, PAPER_CHAIN, system

from casbridge.backends.gap import GAP, GapBackend
from casbridge.backends.protocol import Backend, Job, Status
from casbridge.crosscheck import VerdictKind, crosscheck
from casbridge.limits import Limits

BIG = 2147483647


@pytest.mark.usefixtures("nothing_hidden")
def test_without_gap_it_is_missing_with_a_hint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CASBRIDGE_GAP", raising=False)
    monkeypatch.setattr("sys.path", [])
    result = GapBackend().run(Job(PAPER))
    assert result.status is Status.MISSING
    assert "CASBRIDGE_GAP" in result.reason
    assert "install" in result.reason


@pytest.mark.parametrize("program", ["echo gap 1.2.3", "cat", "exit 1", "kill -SEGV $$"])
def test_another_program_named_gap(tmp_path: Path, program: str) -> None:
    executable = tmp_path / "gap"
    executable.write_text(f"#!/bin/sh\n{program}\n")
    executable.chmod(0o755)
    found = GapBackend(executable).availability()
    assert not found.available
    assert "another program" in found.reason
    assert "set CASBRIDGE_GAP" in found.hint


@pytest.mark.slow
def test_an_enormous_degree_is_refused() -> None:
    result = GapBackend().run(Job(system("x y", ["x^20000000*y-1"], 7)))
    assert result.status in (Status.UNSUPPORTED, Status.MISSING)


FAULTS: dict[str, tuple[Status, str]] = {
    "hang": (Status.TIMEOUT, "limit of time, 1 s"),
    "exit-3": (Status.CRASHED, "GAP ended with exit code 3"),
    "segfault": (Status.CRASHED, "GAP was killed by SIGSEGV"),
    "be-killed": (Status.CRASHED, "GAP was killed by SIGKILL"),
    "error": (Status.CRASHED, "Error, Variable: 'foo' must have a value"),
    "no-more-memory": (Status.MEMORY, "reached the pre-set memory limit"),
    "last-words": (Status.CRASHED, "exit code 5; it said: words; the last words"),
    "panic": (Status.MEMORY, "cannot extend the workspace"),
    "flood": (Status.UNPARSABLE, "printed too much"),
    "die-silently": (Status.UNPARSABLE, "left no answer"),
    "half-answer": (Status.UNPARSABLE, ""),
    "wrong-count": (Status.UNPARSABLE, "expected 2"),
    "junk": (Status.UNPARSABLE, "no answer in the output"),
    "other-job": (Status.UNPARSABLE, "0123456789ab"),
}


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> GapBackend:
    (tmp_path / "lines").write_text("component:\nx-1\ny+2\n")
    monkeypatch.setenv("CASBRIDGE_FAKE_LINES", str(tmp_path / "lines"))
    monkeypatch.setenv("CASBRIDGE_FAKE_PLAN", str(tmp_path / "plan"))
    return GapBackend(fake_gap.install(tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_and_its_status(fake: GapBackend, tmp_path: Path, fault: str) -> None:
    status, reason = FAULTS[fault]
    (tmp_path / "plan").write_text(f"{fault}\n")
    asked = system("x y", ["x-1", "y+2"], 7)
    result = fake.run(Job(asked, limits=Limits(seconds=1 if fault == "hang" else 60)))
    assert result.status is status, result
    assert reason in result.reason
    assert result.version == "4.99.1"
    assert result.script is not None
    result = fake.run(Job(asked))
    assert result.answer is not None
    assert list(result.answer.points()) == [(1, 5)]


@pytest.mark.gap
class TestGap:
    def test_it_is_a_backend(self) -> None:
        backend = GapBackend()
        assert isinstance(backend, Backend)
        assert re.match(r"4\.\d", backend.availability().version)

    @pytest.mark.slow
    def test_the_papers_chain(self) -> None:
        result = GapBackend().run(Job(PAPER))
        assert result.status is Status.COMPLETE, result.reason
        assert result.answer is not None
        assert list(result.answer.points()) == [PAPER_CHAIN]
        assert result.version == GapBackend().availability().version

    @pytest.mark.slow
    @pytest.mark.parametrize("case", [case for case in CASES if case != "paper-4.1"])
    def test_it_agrees_with_sympys_basis(self, case: str) -> None:
        """Both are reduced bases in the same order, so that they are the same up to factors."""
        verdict = crosscheck(CASES[case], ["gap", "sympy:groebner"], seconds=120)
        assert verdict.kind is VerdictKind.AGREE, verdict.reason
        ours, theirs = (one.result.answer for one in verdict.checked)
        assert ours is not None
        assert theirs is not None
        assert {p.normal() for p in ours.components[0]} == {p.normal() for p in theirs.components[0]}

    @pytest.mark.slow
    @pytest.mark.parametrize("p", [2, 65521, 65537, BIG])
    def test_small_and_large_fields(self, p: int) -> None:
        asked = system("x y z", ["x^2*y-3*x+1", "y^2-x-5", "z-2*x*y"], p)
        verdict = crosscheck(asked, ["gap", "sympy:groebner"], seconds=120)
        assert verdict.kind is VerdictKind.AGREE, verdict.reason

    @pytest.mark.slow
    @pytest.mark.singular
    @pytest.mark.parametrize("p", [0, 7])
    def test_it_agrees_with_singular_and_the_reference(self, p: int) -> None:
        asked = system("x y z", ["x^2+y*z-2", "y^2-z", "(z-1)*(z-4)*x"], p)
        verdict = crosscheck(asked, ["reference", "singular:std", "singular:char_series", "gap"], seconds=120)
        assert verdict.kind is VerdictKind.AGREE, verdict.reason

    @pytest.mark.slow
    def test_no_name_that_gap_has_is_taken_for_safe(self) -> None:
        """All of GAP's names, with those of the packages that it loads by itself."""
        run = subprocess.run(
            [GapBackend().availability().path, "-q"],
            input='for name in NamesGVars() do if IsReadOnlyGlobal(name) then Print(name, "\\n"); fi; od; QUIT;\n',
            capture_output=True,
            text=True,
            check=True,
        )
        names = run.stdout.split()
        assert len(names) > 5000
        assert [name for name in names if GAP.accepts(name)] == []

    @pytest.mark.slow
    def test_lines_longer_than_gaps_buffer(self) -> None:
        names = [f"x{i}" for i in range(13)]
        large = 10**3998 + 7
        long = "x0+" + "+".join(f"{large}*{name}" for name in names[1:])
        asked = system(" ".join(names), [long, *(f"{name}-1" for name in names[1:])])
        result = GapBackend().run(Job(asked, limits=Limits(seconds=60)))
        assert result.answer is not None, result.reason
        assert list(result.answer.points()) == [(-12 * large, *[1] * 12)]

    def test_limits_hold(self) -> None:
        assert GapBackend().run(Job(PAPER, limits=Limits(seconds=0.2))).status is Status.TIMEOUT
        assert GapBackend().run(Job(PAPER, limits=Limits(memory=100 << 20))).status is Status.MEMORY
