"""casbridge charseries --certificate, and casbridge verify: exit codes, documents, and what is not written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import SHIDOKU, Caller, process
from tests.crosscheck.hostile import with_own_digest

CURVE = "x*y^2 + y + 1\n"


@pytest.fixture
def curve(tmp_path: Path) -> Path:
    path = tmp_path / "curve.txt"
    path.write_text(CURVE, encoding="utf-8")
    return path


@pytest.fixture
def proof(call: Caller, tmp_path: Path) -> Path:
    """A certificate of a puzzle's series by the reference."""
    path = tmp_path / "proof.sing"
    said = call("charseries", SHIDOKU, "--certificate", path)
    assert said.code == 0
    assert said.err == f"casbridge: wrote {path}; casbridge verify runs it\n"
    assert said.out.startswith("[x1 - 1, x2 - 4")
    return path


@pytest.mark.slow
@pytest.mark.singular
def test_a_certificate_holds(call: Caller, proof: Path) -> None:
    said = call("verify", proof)
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[-1] == "certificate holds"
    assert lines[0].startswith("system: 72 equations in 16 variables over GF(11): ")
    assert all(": holds" in line for line in lines[1:-1])
    document = call("verify", proof, "--json", "--timeout", "60").document()
    assert document["status"] == "holds"
    assert document["reason"] is None
    assert document["checks"] == lines[1:-1]
    assert len(document["system"]) == 64
    assert document["version"]
    piped = process("verify", "-", "--json", input=proof.read_text(encoding="utf-8"))
    assert (piped.code, piped.document()["status"]) == (0, "holds")


@pytest.mark.singular
def test_a_certificate_of_another_backend(call: Caller, curve: Path, tmp_path: Path) -> None:
    path = tmp_path / "proof.sing"
    said = call("charseries", curve, "--backend", "singular:char_series", "--certificate", path, "--json")
    assert (said.code, said.document()["count"]) == (0, 2)
    assert "Not claimed" in path.read_text(encoding="utf-8")
    assert call("verify", path).code == 0


@pytest.mark.singular
def test_a_certificate_is_refuted(call: Caller, curve: Path, tmp_path: Path) -> None:
    from casbridge import certificate, read_system

    system = read_system(CURVE)
    path = tmp_path / "proof.sing"
    (equation,) = system.polynomials()
    path.write_text(certificate(system, [(equation + 1,)]), encoding="utf-8")
    said = call("verify", path)
    assert said.code == 1
    assert said.out.splitlines()[-1].startswith(
        "certificate REFUTED: the zeros of chain 1 are zeros of the system: fails"
    )
    document = call("verify", path, "--json").document()
    assert document["status"] == "refuted"
    assert "an equation not being 0 there: y^2*x+y+1" in document["reason"]


def test_an_altered_certificate_is_not_run(call: Caller, proof: Path) -> None:
    text = proof.read_text(encoding="utf-8")
    proof.write_text(text.replace("prove_everything();\nquit;", '"casbridge: certificate holds";\nquit;'))
    said = call("verify", proof)
    assert (said.code, said.out) == (3, "")
    assert said.complaint().startswith("no verdict: failed: the text was altered")
    document = call("verify", proof, "--json").document()
    assert (document["status"], document["checks"], document["system"]) == ("failed", [], None)


@pytest.mark.singular
def test_a_certificate_of_the_system_that_is_named(call: Caller, proof: Path, curve: Path) -> None:
    assert call("verify", proof, SHIDOKU).code == 0
    said = call("verify", proof, curve)
    assert (said.code, said.out) == (2, "")
    assert "about another system: 72 equations" in said.complaint()
    assert call("verify", proof, SHIDOKU, "--encoding", "indicators").code == 2


def test_a_hostile_certificate_is_bad_input(call: Caller, proof: Path, tmp_path: Path) -> None:
    text = proof.read_text(encoding="utf-8").replace("// -- the algebra --", f'system("sh", "touch {tmp_path}/x"); //')
    proof.write_text(with_own_digest(text), encoding="utf-8")
    said = call("verify", proof)
    assert (said.code, said.out) == (2, "")
    assert "proof.sing:" in said.complaint()
    assert not (tmp_path / "x").exists()


def test_what_is_no_certificate(call: Caller, curve: Path) -> None:
    said = call("verify", curve)
    assert said.code == 2
    assert "curve.txt: no certificate" in said.complaint()
    assert call("verify", "no-such-file").code == 2
    assert call("verify", curve, "--timeout", "x").code == 2


@pytest.mark.usefixtures("nothing_hidden")
def test_without_singular(call: Caller, proof: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASBRIDGE_SINGULAR", "/no/such/Singular")
    said = call("verify", proof)
    assert said.code == 3
    assert "missing" in said.complaint()


@pytest.mark.singular
def test_limits(call: Caller, proof: Path) -> None:
    said = call("verify", proof, "--timeout", "0.001")
    assert said.code == 4
    assert "limit of time" in said.complaint()
    assert call("verify", proof, "--memory", "2M").code == 4
    document = call("verify", proof, "--memory", "2M", "--json").document()
    assert document["status"] == "memory"


def test_no_certificate_of_what_is_not_whole(call: Caller, tmp_path: Path) -> None:
    path = tmp_path / "proof.sing"
    said = call("charseries", "2x2", "--limit", "2", "--certificate", path, "--json")
    assert (said.code, said.document()["status"]) == (0, "partial")
    assert said.complaint() == "no certificate: the answer is partial, not complete"
    assert not path.exists()


def test_one_certificate_for_one_system(call: Caller, tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(f"{SHIDOKU}\n{SHIDOKU}\n", encoding="utf-8")
    said = call("charseries", puzzles, "--certificate", tmp_path / "proof.sing")
    assert said.code == 2
    assert "one puzzle or system" in said.complaint()


def test_a_place_that_cannot_be_written(call: Caller, tmp_path: Path) -> None:
    said = call("charseries", SHIDOKU, "--certificate", tmp_path / "no" / "proof.sing", "--json")
    assert (said.code, said.document()["status"]) == (2, "complete")
    assert "cannot write" in said.complaint()
