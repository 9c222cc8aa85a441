"""Without names, crosscheck asks the reference and what is installed and takes the system, also on a bare machine."""

from __future__ import annotations

import json

import pytest

import casbridge
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Status
from casbridge.crosscheck.asking import default_backends
from tests.cli.calling import Caller

CIRCLE = "x^2 + y^2 - 1\nx*y"


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without computer algebra systems: only SymPy is here."""
    monkeypatch.setattr(OneShotBackend, "installed", lambda self: self.name == "sympy")


@pytest.mark.usefixtures("bare")
def test_a_bare_machine_has_two_that_agree(capsys: pytest.CaptureFixture[str]) -> None:
    verdict = casbridge.crosscheck(read_system(CIRCLE))
    assert [one.result.backend for one in verdict.checked] == ["reference", "sympy"]
    assert verdict.kind == "agree"
    for text in (CIRCLE, ".4.....1..3.2...", "field: 7\nx^2 - 1"):
        said = Caller(capsys)("crosscheck", text, "--json")
        told = json.loads(said.out)
        assert (said.code, [one["name"].partition(":")[0] for one in told["backends"]]) == (0, ["reference", "sympy"])


@pytest.mark.parametrize(
    "text",
    [
        "x^2 - 2",
        "parameters: a\nx^2 - a",
        *(
            pytest.param(text, marks=pytest.mark.slow)
            for text in ("field: 7\nx^2 - 1", "factor: x^2 - 1\n", "eliminate: x\nx*y - 1\nx - 2")
        ),
    ],
)
def test_only_those_that_take_the_system_are_asked(text: str) -> None:
    system = read_system(text)
    names = default_backends(system)
    assert "reference" in names
    for name in names:
        backend, default = registry.split_name(name, system.goal.task)
        method = next(one for one in backend.methods if one.name == default)
        assert method.objection_to(system) is None
        assert not registry.is_script_only(backend)
    verdict = casbridge.crosscheck(system, seconds=60)
    assert [one.result.backend for one in verdict.checked] == names
    assert all(one.result.status is not Status.MISSING for one in verdict.checked)
