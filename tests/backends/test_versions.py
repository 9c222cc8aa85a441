"""Two versions of one CAS, by fakes that tell versions and by the real ones that are here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fake_cas
import pytest
from script_cases import CASES, system

from casbridge import open_study
from casbridge.algebra.formats import read_system
from casbridge.backends import fetching, packages, registry
from casbridge.backends.fetching import obtain, packaged
from casbridge.backends.protocol import Job, Status
from casbridge.backends.registry import run, split_name
from casbridge.backends.singular import SingularBackend
from casbridge.backends.writing import render
from casbridge.crosscheck import VerdictKind, crosscheck
from casbridge.errors import BackendError, UsageError
from casbridge.processes.environments import Requirement
from casbridge.processes.versions import matches
from casbridge.testing import Kind, check_backend, check_fault

pytestmark = pytest.mark.usefixtures("nothing_hidden")

LINE = system("x y", ["y-x"], 7)


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two Singulars: the older one answers [x], the newer one [x - y]."""
    for version, told, answer in (("8.1", "8.1.0 (8102", "x"), ("8.2", "8.2.3 (82311", "x-y")):
        folder = tmp_path / version
        folder.mkdir()
        inner = fake_cas.install(folder)
        text = inner.read_text(encoding="utf-8")
        settings = f"export CASBRIDGE_FAKE_VERSION='{told}' CASBRIDGE_FAKE_COMPONENTS='{answer}'\n"
        inner.write_text(text.replace("#!/bin/sh\n", f"#!/bin/sh\n{settings}"), encoding="utf-8")
        monkeypatch.setenv(f"CASBRIDGE_SINGULAR_{version.replace('.', '_')}", str(inner))
    monkeypatch.setattr(registry, "_loaded", {})


@pytest.mark.usefixtures("two")
def test_they_are_asked_in_one_run() -> None:
    verdict = crosscheck(LINE, "reference,singular@8.1:std,singular@8.2:std")
    results = {one.result.name: one.result for one in verdict.checked}
    assert {name: result.version for name, result in results.items() if name != "reference:general"} == {
        "singular@8.1:std": "8.1.0.2",
        "singular@8.2:std": "8.2.3.11",
    }
    assert results["singular@8.2:std"].backend == "singular@8.2"
    assert verdict.kind is VerdictKind.DISAGREE
    assert "singular@8.1:std" in verdict.reason
    assert "singular@8.2:std" not in verdict.reason
    registry.close_all()


@pytest.mark.usefixtures("two")
def test_sessions_are_apart() -> None:
    backends = [registry.get(name) for name in ("singular@8.1", "singular@8.2.3", "singular@8.1")]
    assert backends[0] is backends[2]
    answers = []
    for backend in backends:
        result = backend.run(Job(LINE, "std"))
        assert result.answer is not None, result.reason
        answers.append([str(p) for p in result.answer.components[0]])
    assert answers == [["x"], ["-y + x"], ["x"]]
    registry.close_all()


def test_names() -> None:
    backend, method = split_name("singular@4.4:std")
    assert (backend.name, method, backend.default_method) == ("singular@4.4", "std", "minAssGTZ")
    assert split_name("sympy@1.9")[0].name == "sympy@1.9"
    assert not any("@" in name for name in registry.names())
    for text in ("singular@", "singular@4.4p1", "singular@4.4@4.4", "singular@../x", "singular@4."):
        with pytest.raises(UsageError, match="of singular; expected digits and dots"):
            split_name(text)
    with pytest.raises(UsageError, match="reference has no versions to choose from"):
        split_name("reference@0.1")
    with pytest.raises(UsageError, match="no backend 'singlar'"):
        split_name("singlar@4.4")
    with pytest.raises(UsageError, match=r"no method 'sdt' of singular@4.4.*singular@4.4:std"):
        split_name("singular@4.4:sdt")
    with pytest.raises(UsageError, match="no versions to choose from"):
        SingularBackend().of_version("4.4").of_version("4.3")


def test_a_script_is_the_same_for_each_version() -> None:
    assert render(LINE, "singular@0.1:std").text == render(LINE, "singular:std").text


def test_one_that_is_missing_is_a_status() -> None:
    result = run(LINE, "singular@0.1:std")
    assert result.status is Status.MISSING
    assert result.name == "singular@0.1:std"
    assert "no Singular 0.1 here" in result.reason
    assert "CASBRIDGE_SINGULAR_0_1" in result.reason
    assert "--with" not in result.reason, "no package has it"
    assert "--with sympy==0.1" in run(LINE, "sympy@0.1").reason


@pytest.mark.slow
def test_this_pythons_sympy_is_one_of_its_versions() -> None:
    usual = run(CASES["rational"], "sympy:groebner")
    named = run(CASES["rational"], f"sympy@{usual.version}:groebner")
    assert named.version == usual.version
    assert named.answer == usual.answer


@pytest.mark.parametrize(
    ("text", "backend", "requirement"),
    [
        ("sympy==1.11.1", "sympy", "sympy==1.11.1"),
        ("SymPy==1.12rc1", "sympy", None),
        ("singular==4.4", "singular", "passagemath-singular=="),
        ("passagemath-singular==10.5.49", "singular", "passagemath-singular==10.5.49"),
        ("singular==4.2", "no known package has singular 4.2; expected one of 4.4", None),
        ("reference==0.1", "reference is no backend in a package; expected one of", None),
        ("numpy==1.0", "numpy is no backend in a package", None),
        ("sympy", "expected NAME==VERSION", None),
    ],
)
def test_what_may_be_fetched(text: str, backend: str, requirement: str | None) -> None:
    if requirement is None:
        with pytest.raises(UsageError, match=backend):
            packaged(text)
    else:
        name, wanted = packaged(text)
        assert name == backend
        assert str(wanted).startswith(requirement)


def test_what_cannot_be_fetched_is_said_in_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(wanted: Requirement, **_: Any) -> Path:
        raise BackendError(f"{wanted} could not be installed: no connection")

    monkeypatch.setattr(fetching, "environment", fails)
    monkeypatch.setattr(packages, "_failed", {})
    found = obtain("sympy==0.0.3")
    assert (found.name, found.reason) == ("sympy@0.0.3", "sympy==0.0.3 could not be installed: no connection")
    result = run(LINE, "sympy@0.0.3")
    assert (result.status, result.reason) == (Status.MISSING, found.reason)


def test_what_was_fetched_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = tmp_path / "casbridge" / "environments" / "passagemath-singular-1.0"
    place = made / "lib" / "python3.11" / "site-packages" / "sage_wheels" / "bin"
    place.mkdir(parents=True)
    (made / "bin").mkdir()
    (made / "complete").touch()
    fake_cas.install(place)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CASBRIDGE_FAKE_VERSION", "9.1.0 (9104")
    monkeypatch.setenv("CASBRIDGE_FAKE_COMPONENTS", "x-y")
    assert obtain("passagemath-singular==1.0").name == "singular@9.1.0.4"
    result = run(LINE, "singular@9.1:std")
    assert result.answer is not None, result.reason
    assert (result.version, [str(p) for p in result.answer.components[0]]) == ("9.1.0.4", ["-y + x"])


@pytest.mark.singular
@pytest.mark.singular_4_4
def test_two_real_singulars_of_which_one_is_wrong() -> None:
    """Oscar.jl's issue 5571: over QQ(a) the lexicographical basis of x + a*y and x + y is {y, x}."""
    ideal = read_system("parameters: a\nvariables: y x\nx + a*y\nx + y")
    verdict = crosscheck(ideal, "singular:std_lp,singular@4.4:std_lp")
    versions = [one.result.version for one in verdict.checked]
    if not versions[1].startswith("4.4.1.") or int(versions[1].split(".")[3]) not in (4, 5):
        pytest.skip(f"Singular {versions[1]} is another one")
    assert verdict.kind is VerdictKind.DISAGREE
    assert verdict.witness is not None
    assert verdict.witness.backend == "singular@4.4:std_lp"


@pytest.mark.slow
@pytest.mark.singular
@pytest.mark.singular_4_4
def test_two_real_singulars_in_a_study(tmp_path: Path) -> None:
    """Each method that gives zeros, of both versions, in one matrix: the answers agree, and have their versions."""
    (tmp_path / "two.toml").write_text(
        '[study]\nname = "two"\n[[inputs]]\nfamily = "katsura"\nn = [1, 2]\n'
        '[matrix]\nbackends = ["singular:*", "singular@4.4:*"]\nfield = ["QQ", "GF(7)"]\n[limits]\nseconds = 60\n'
    )
    study = open_study(tmp_path / "two.toml")
    study.run(workers=2)
    assert [row["kind"] for row in study.verdicts()] == ["agree"] * 4
    versions = {
        name: {row.version for row in study.results(backend=f"{name}:*")} for name in ("singular", "singular@4.4")
    }
    assert all(len(found) == 1 for found in versions.values())
    assert versions["singular"] != versions["singular@4.4"]
    methods = {row.backend.partition(":")[2] for row in study.results(backend="singular:*")}
    assert methods == {row.backend.partition(":")[2] for row in study.results(backend="singular@4.4:*")}
    assert {"std", "char_series", "triangL"} <= methods


@pytest.mark.slow
@pytest.mark.singular_4_4
def test_a_second_singular_passes_the_conformance_suite() -> None:
    systems = ["rational", "positive-7", "inconsistent", "names"]
    report = check_backend(registry.get("singular@4.4"), systems=systems, faults=["half-answer", "lie", "hang"])
    report.require()
    assert report.backend == "singular@4.4"
    assert matches(report.version, "4.4")
    assert sum(one.part == "systems" and one.kind is Kind.PASSED for one in report.outcomes) > 40


def test_another_version_is_replaced_by_the_same_fake_program() -> None:
    """It needs no Singular 4.4: the faults are those of a fake."""
    backend = registry.get("singular@4.4")
    assert isinstance(backend, SingularBackend)
    assert check_fault(backend, "half-answer").kind is Kind.PASSED


@pytest.mark.sympy_1_9
def test_two_real_sympys() -> None:
    results = [run(CASES["rational"], f"{name}:groebner", seed=5) for name in ("sympy", "sympy@1.9")]
    assert results[0].answer == results[1].answer
    assert results[0].version != results[1].version
    assert results[1].version.startswith("1.9")
