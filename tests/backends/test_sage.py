"""The real Sage, and none."""

from __future__ import annotations

from pathlib import Path

import pytest
from script_cases import CASES, PAPER, PAPER_CHAIN, system, zero_methods

from casbridge.backends.protocol import Backend, Job, Status
from casbridge.backends.sage import SAGE, SageBackend
from casbridge.limits import Limits

METHODS = zero_methods(SAGE)


@pytest.mark.usefixtures("nothing_hidden")
def test_without_sage_it_is_missing_with_a_hint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CASBRIDGE_SAGE", raising=False)
    monkeypatch.setattr("sys.path", [])
    result = SageBackend().run(Job(PAPER))
    assert result.status is Status.MISSING
    assert "CASBRIDGE_SAGE" in result.reason
    assert "install" in result.reason


@pytest.mark.usefixtures("nothing_hidden")
def test_what_is_named_and_is_no_sage_is_not_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CASBRIDGE_SAGE", str(tmp_path / "sage"))
    found = SageBackend().availability()
    assert not found.available
    assert "no such file" in found.reason


@pytest.mark.sage
@pytest.mark.slow
class TestSage:
    def test_it_is_a_backend(self) -> None:
        backend = SageBackend()
        assert isinstance(backend, Backend)
        assert backend.availability().available

    @pytest.mark.parametrize("method", [method for method in METHODS if method != "solve"])
    def test_every_method_over_prime_fields_gives_the_papers_chain(self, method: str) -> None:
        result = SageBackend().run(Job(PAPER, method))
        assert result.status is Status.COMPLETE, result.reason
        assert result.answer is not None
        assert list(result.answer.points()) == [PAPER_CHAIN]
        assert result.version == SageBackend().availability().version

    def test_zeros_outside_the_field_are_not_left_out_in_silence(self) -> None:
        result = SageBackend().run(Job(CASES["irrational-7"], "variety"))
        assert result.status is Status.UNSUPPORTED
        assert "only 0 of 2 zeros" in result.reason

    def test_multiplicities_are_no_missing_zeros(self) -> None:
        result = SageBackend().run(Job(system("x y", ["x^2*(x-1)", "y^3"], 7), "variety"))
        assert result.answer is not None
        assert set(result.answer.points()) == {(0, 0), (1, 0)}

    def test_limits_hold(self) -> None:
        assert SageBackend().run(Job(PAPER, "variety", Limits(seconds=0.3))).status is Status.TIMEOUT
        assert SageBackend().run(Job(PAPER, "variety", Limits(memory=100 << 20))).status is Status.MEMORY

    @pytest.mark.slow
    @pytest.mark.parametrize("method", METHODS)
    def test_a_seed_changes_no_answer(self, method: str) -> None:
        result = SageBackend().run(Job(CASES["rational"], method, seed=7))
        assert result.status is Status.COMPLETE, result.reason
