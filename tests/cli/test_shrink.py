"""casbridge shrink: files, documents, exit codes, and what is left when it is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from casbridge.bugs.bundles import read_bundle
from casbridge.bugs.reductions import size_of
from tests import fake_cas
from tests.bugs.test_shrinking import LARGE, Sick, has_mixed_term
from tests.cli.calling import Caller, process
from tests.crosscheck.puppets import registered

SMALL = "field: GF(2)\nvariables: y x\ny*x\n"


@pytest.fixture
def find(call: Caller, tmp_path: Path) -> Path:
    """A bundle of a backend that is called sick."""
    system, file = tmp_path / "large.txt", tmp_path / "find.json"
    system.write_text(LARGE, encoding="utf-8")
    with registered(Sick("sick", has_mixed_term)):
        assert call("bundle", system, "--backend", "sick", "-o", file).code == 0
    return file


def test_a_smaller_bundle(call: Caller, find: Path, tmp_path: Path) -> None:
    small = tmp_path / "small.json"
    with registered(Sick("sick", has_mixed_term)):
        said = call("shrink", find, "-o", small)
        assert (said.code, said.err) == (0, "")
        lines = said.out.splitlines()
        assert lines[0] == "before: 4 equations, 5 variables, 11 terms, degree sum 13"
        assert lines[1] == "after:  1 equation, 2 variables, 1 term, degree sum 2"
        assert lines[2:5] == ["  field: GF(2)", "  variables: y x", "  y*x"]
        assert lines[-1].startswith("minimal: the fault needs each equation and each term (")
        assert read_bundle(str(small)).problem == SMALL
        assert call("rerun", small).code == 0
        document = call("shrink", find, "--json").document()
        assert (document["status"], document["minimal"], document["file"]) == ("complete", True, None)
        assert document["before"] == {"equations": 4, "variables": 5, "terms": 11, "degrees": 13}
        assert document["after"] == {"equations": 1, "variables": 2, "terms": 1, "degrees": 2}
        assert document["bundle"]["problem"] == SMALL
        printed = call("shrink", small)
        assert json.loads(printed.out)["problem"] == SMALL
        assert printed.err.splitlines()[0] == lines[1].replace("after: ", "before:")


def test_a_budget(call: Caller, find: Path, tmp_path: Path) -> None:
    small = tmp_path / "small.json"
    with registered(Sick("sick", has_mixed_term, seconds=0.1)):
        said = call("shrink", find, "--time", "0.3s", "-o", small)
    assert said.code == 0
    assert said.out.splitlines()[-1].startswith("stopped: the time was used up (")
    assert read_bundle(str(small)).fault == read_bundle(str(find)).fault


def test_what_does_not_fail_here(call: Caller, find: Path, tmp_path: Path) -> None:
    small = tmp_path / "small.json"
    with registered(Sick("sick", lambda job: False)):
        said = call("shrink", find, "-o", small)
        assert (said.code, said.out) == (3, "")
        expected = "sick:told 1 is complete; expected missing zero (a component)"
        assert said.complaint() == f"the fault does not show here: {expected}"
        document = call("shrink", find, "--json").document()
        assert (document["status"], document["exit_code"]) == ("error", 3)
        healthy = tmp_path / "healthy.json"
        assert call("bundle", "x^2 - 1", "--backend", "sick", "-o", healthy).code == 0
        said = call("shrink", healthy)
        assert (said.code, said.out) == (2, "")
        assert "a bundle without a fault" in said.complaint()
    assert not small.exists()
    # The backend is not there any more.
    assert call("shrink", find).code == 2


def test_bad_usage(call: Caller, find: Path, tmp_path: Path) -> None:
    for arguments in (["--time", "0"], ["--time", "soon"], ["--runs", "0"], ["--runs", "1001"]):
        said = call("shrink", find, *arguments)
        assert (said.code, said.out) == (2, ""), arguments
    find.write_text("{}", encoding="utf-8")
    assert call("shrink", find).complaint() == f"{find}: schema is null; expected casbridge-bundle/1"
    with registered(Sick("sick", has_mixed_term)):
        assert call("shrink", tmp_path).code == 2


@pytest.mark.slow
@pytest.mark.parametrize("wait", [0.0, 0.3, 1.0, 2.5])
def test_killed_while_it_shrinks(tmp_path: Path, wait: float) -> None:
    """The file is the old bundle or a new one, whole; nothing else is in the folder."""
    folder = tmp_path / "finds"
    folder.mkdir()
    system, file = tmp_path / "large.txt", folder / "find.json"
    system.write_text("variables: y x\n" + "\n".join(f"x^{n}*y + y^{n} + {n}*x - {n}" for n in range(2, 14)))
    environment = {
        "CASBRIDGE_HIDE": "",
        "CASBRIDGE_SINGULAR": str(fake_cas.install(tmp_path)),
        "CASBRIDGE_FAKE_COMPONENTS": "x-5;y-5",
    }
    made = process("bundle", system, "--backend", "singular:minAssGTZ", "-o", file, environment=environment)
    assert made.code == 0, made.err
    before = read_bundle(str(file))
    assert str(before.fault) == "false zero (a point)"
    command = [sys.executable, "-m", "casbridge", "shrink", str(file), "-o", str(file), "--time", "60"]
    started = subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        moment = time.monotonic() + 30
        while started.poll() is None and read_bundle(str(file)) == before and time.monotonic() < moment:
            time.sleep(0.05)
        time.sleep(wait)
        started.send_signal(signal.SIGKILL)
    finally:
        started.kill()
        started.communicate(timeout=30)
    after = read_bundle(str(file))
    assert after.fault == before.fault
    assert size_of(after.system) < size_of(before.system)
    parts = [name for name in os.listdir(folder) if name != "find.json"]
    # A new file that had no name yet when the process was killed.
    assert all(name.startswith(".casbridge-") and name.endswith(".part") for name in parts)
