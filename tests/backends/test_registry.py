"""Backends by name, also from packages that are not ours."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casbridge.algebra import Field, Ring, variables
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.registry import run
from casbridge.crosscheck import crosscheck
from casbridge.errors import BackendError, UsageError
from casbridge.processes.locate import Availability
from casbridge.scripts import Method, Target


class Oracle:
    name = "oracle"
    methods: tuple[Method, ...] = ()
    default_method = ""
    target: Target | None = None
    closed = 0

    def availability(self) -> Availability:
        return Availability(True)

    def run(self, job: Job) -> Result:
        return Result(self.name, "", Status.UNSUPPORTED, reason="it is silent")

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def oracle() -> Iterator[Oracle]:
    backend = Oracle()
    registry.register(backend)
    yield backend
    registry.unregister("oracle")


@pytest.fixture
def third_parties(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package with a backend that works and several that do not."""
    (tmp_path / "third.py").write_text(
        "import test_registry\n"
        "class Works(test_registry.Oracle):\n    name = 'works'\n"
        "instance = Works()\n"
        "class Raises:\n    def __init__(self): raise RuntimeError('no\\nlicence')\n"
        "class Lacks:\n    name = 'lacks'\n",
        encoding="utf-8",
    )
    information = tmp_path / "third-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: third\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text(
        "[casbridge.backends]\nworks = third:Works\ninstance = third:instance\nraises = third:Raises\n"
        "lacks = third:Lacks\nabsent = third_gone:Absent\nsingular = third:Works\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.delitem(sys.modules, "third", raising=False)


def test_our_own_come_first() -> None:
    assert registry.names()[:5] == ("reference", "singular", "sympy", "sage", "gap")
    assert registry.get("singular") is registry.get("singular")


def test_an_unknown_name() -> None:
    with pytest.raises(UsageError, match=r"no backend 'singlar'; expected one of .*singular.*did you mean singular\?"):
        registry.get("singlar")
    with pytest.raises(UsageError, match="no backend ''"):
        registry.split_name(":std")


def test_names_with_methods() -> None:
    backend, method = registry.split_name("singular:char_series")
    assert (backend.name, method) == ("singular", "char_series")
    assert registry.split_name(" singular ") == (backend, backend.default_method)
    with pytest.raises(UsageError, match=r"no method 'minassgtz' of singular.*did you mean singular:minAssGTZ\?"):
        registry.split_name("singular:minassgtz")
    with pytest.raises(UsageError, match="no method '' of singular"):
        registry.split_name("singular:")


def test_registering(oracle: Oracle) -> None:
    assert registry.get("oracle") is oracle
    assert "oracle" in registry.names()
    assert registry.split_name("oracle") == (oracle, "")
    with pytest.raises(UsageError, match="expected oracle alone"):
        registry.split_name("oracle:delphi")
    with pytest.raises(UsageError, match="a second backend named oracle"):
        registry.register(Oracle())
    other = Oracle()
    registry.register(other, replace=True)
    assert registry.get("oracle") is other
    with pytest.raises(UsageError, match="a Bad; expected a backend"):
        registry.register(type("Bad", (), {"name": "bad"})())
    registry.close_all()
    assert other.closed == 1


@pytest.mark.usefixtures("third_parties")
def test_third_parties() -> None:
    assert {"works", "instance", "raises", "lacks", "absent"} < set(registry.names())
    assert registry.get("works").availability().available
    assert registry.get("instance").name == "works"
    assert type(registry.get("singular")).__module__ == "casbridge.backends.singular"


@pytest.mark.usefixtures("third_parties")
def test_a_broken_one_does_not_break_the_others() -> None:
    with pytest.raises(BackendError, match=r"third:Raises of third\) cannot be loaded: RuntimeError: no\\nlicence"):
        registry.get("raises")
    problems = registry.problems()
    assert {"raises", "lacks", "absent", "singular (third)"} <= set(problems)
    assert not {"works", "instance", "singular"} & set(problems)
    assert problems["singular (third)"] == "the name singular is taken by casbridge"
    assert "it needs name, methods" in problems["lacks"]


def one_point() -> PolynomialSystem:
    ring = Ring.of("x", Field(11))
    return PolynomialSystem.of(ring, variables(ring))


@pytest.mark.parametrize("value", [0, -1, True, "1", float("nan"), float("inf"), [1]], ids=repr)
@pytest.mark.parametrize("limit", ["seconds", "memory", "limit"])
def test_limits_that_are_none(limit: str, value: object) -> None:
    limits: dict[str, Any] = {limit: value}
    with pytest.raises(UsageError, match=f"{limit}=.*expected a "):
        run(one_point(), **limits)
    with pytest.raises(UsageError, match=f"{limit}="):
        crosscheck(one_point(), **limits)


def test_names_in_one_string() -> None:
    verdict = crosscheck(one_point(), "reference, reference:basis,")
    assert [one.result.method for one in verdict.checked] == ["split", "basis"]
    with pytest.raises(UsageError, match="no backends"):
        crosscheck(one_point(), " ,")


def test_patterns_stand_for_methods_that_give_zeros() -> None:
    assert registry.expanded(["sympy:solve", "reference"]) == ["sympy:solve", "reference"]
    whole = registry.expanded(["reference", "sympy:solve", "sympy:*"])
    assert whole == ["reference", "sympy:solve", "sympy:groebner", "sympy:nonlinsolve", "sympy:solve_poly_system"]
    # A name that is given twice stays twice: who takes names says what that means.
    assert registry.expanded(["gap", "gap"]) == ["gap", "gap"]
    # A bare name is the backend's default method.
    assert "sympy:groebner" not in registry.expanded(["sympy", "*"])
    assert len(registry.expanded(["*", "singular:*"])) == len(set(registry.expanded(["*"])))
    with pytest.raises(
        UsageError, match=r'the pattern mycas\* matches no method that gives zeros; expected "\*", or a'
    ):
        registry.expanded(["mycas*"])


def test_a_crosscheck_takes_patterns() -> None:
    verdict = crosscheck(read_system("x^2 - 1"), "reference:s*")
    assert verdict.names == ("reference:series", "reference:split")
