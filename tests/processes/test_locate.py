"""Finding programs: what is asked for by name is never replaced by something else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Protocol

import pytest
from living import none_left

from casbridge.algebra import Field, Ring, variables
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Job, Status
from casbridge.backends.sage import SageBackend
from casbridge.backends.singular import SingularBackend
from casbridge.errors import BackendError
from casbridge.limits import Limits
from casbridge.processes import locate as locating
from casbridge.processes.locate import Program, locate
from tests.cli.calling import Caller

pytestmark = pytest.mark.usefixtures("nothing_hidden")

VARIABLE = "CASBRIDGE_TEST_PROGRAM"


def program(folder: Path, version: str = "1.2.3", name: str = "testcas") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho x >> {folder}/asked\necho TestCAS version {version}, 2024\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture(autouse=True)
def _nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def test_the_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    argument, variable, on_path = (program(tmp_path / name) for name in ("argument", "variable", "path"))
    wheel = program(tmp_path / "site" / "sage_wheels" / "bin")
    assert locate("testcas", VARIABLE) is None
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "site")])
    assert locate("testcas", VARIABLE) == wheel
    monkeypatch.setenv("PATH", f"{on_path.parent}{os.pathsep}{os.environ['PATH']}")
    assert locate("testcas", VARIABLE) == on_path
    monkeypatch.setenv(VARIABLE, str(variable))
    assert locate("testcas", VARIABLE) == variable
    assert locate("testcas", VARIABLE, argument) == argument
    assert locate("testcas", VARIABLE, "testcas") == on_path
    monkeypatch.setenv(VARIABLE, "")
    assert locate("testcas", VARIABLE) == on_path


def test_a_variable_that_points_nowhere_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_path = program(tmp_path / "path")
    monkeypatch.setenv("PATH", str(on_path.parent))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "gone"))
    with pytest.raises(BackendError, match=rf"{VARIABLE} is set to .*gone: no such file"):
        locate("testcas", VARIABLE)
    on_path.chmod(0o644)
    monkeypatch.setenv(VARIABLE, str(on_path))
    with pytest.raises(BackendError, match="not an executable file"):
        locate("testcas", VARIABLE)
    with pytest.raises(BackendError, match="no such file"):
        locate("testcas", VARIABLE, "~/no/such/program")


CAS = Program("testcas", VARIABLE, title="TestCAS", hint="install it")


def test_a_version_is_asked_once(tmp_path: Path) -> None:
    path = program(tmp_path)
    assert [CAS.version(path) for _ in range(3)] == ["1.2.3"] * 3
    assert (tmp_path / "asked").read_text() == "x\n"
    program(tmp_path, "2.0")
    os.utime(path, ns=(0, 0))
    assert CAS.version(path) == "2.0"


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("4.3.1", "4.3.1"),
        ("31", "31"),
        ("TestCAS version 9.5, Release Date: 2022-01-30", "9.5"),
        ("TestCAS 1.2.3 (amd64)", "1.2.3"),
        ("hello", ""),
        ("\\033[31m\\377", ""),
        ("\\033[31m4.3.1", ""),
        ("4.3.1\\007", ""),
        ("4.3.1\\377", ""),
        ("4.3.1;rm", ""),
        ("x31m", ""),
        ("1..2", ""),
        ("1." * 50 + "1", ""),
    ],
)
def test_a_version_is_plain_digits_and_dots(tmp_path: Path, said: str, version: str) -> None:
    path = program(tmp_path)
    path.write_text(f"#!/bin/sh\nprintf '{said}\\n'\n", encoding="utf-8")
    assert CAS.version(path) == version
    assert CAS.find(path).available == bool(version)


def test_a_program_that_fails_has_no_version(tmp_path: Path) -> None:
    path = program(tmp_path)
    path.write_text("#!/bin/sh\necho 1.2.3\nexit 1\n", encoding="utf-8")
    assert CAS.version(path) == ""
    with pytest.raises(BackendError, match="No such file"):
        CAS.version(tmp_path / "gone")


def test_no_version_is_not_remembered(tmp_path: Path) -> None:
    path = program(tmp_path)
    text = path.read_bytes()
    path.write_bytes(b"#!/bin/sh\nexit 1\n".ljust(len(text), b"\n"))
    os.utime(path, ns=(0, 0))
    assert CAS.version(path) == ""
    path.write_bytes(text)
    os.utime(path, ns=(0, 0))
    assert CAS.version(path) == "1.2.3"


class Later(Protocol):
    def __call__(self, path: Path, cache: str | Path, *, lasting: bool = True) -> str: ...


class TestRemembered:
    """Versions are remembered for the processes that come later."""

    ASKS = (
        "import sys\nfrom pathlib import Path\nfrom casbridge.processes.locate import Program\n"
        "print(Program('testcas', '', title='', hint='').version(Path(sys.argv[1])))\n"
    )

    @pytest.fixture
    def later(self, monkeypatch: pytest.MonkeyPatch) -> Later:
        """Asks as a process that comes later does: one that knows nothing but what the file says."""

        def ask(path: Path, cache: str | Path, *, lasting: bool = True) -> str:
            monkeypatch.setattr(locating, "_known", {})
            monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
            return Program("testcas", "", title="", hint="", lasting=lasting).version(path)

        return ask

    def ask(self, path: Path, cache: str | Path) -> str:
        """Asks in another process."""
        environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
        argv = [sys.executable, "-c", self.ASKS, str(path)]
        finished = subprocess.run(argv, env=environment, capture_output=True, text=True, check=True)
        assert finished.stderr == ""
        return finished.stdout.strip()

    def asked(self, folder: Path) -> int:
        return len((folder / "asked").read_text().splitlines())

    def test_it_is_asked_once(self, tmp_path: Path) -> None:
        path = program(tmp_path)
        assert [self.ask(path, tmp_path) for _ in range(2)] == ["1.2.3"] * 2
        assert self.asked(tmp_path) == 1
        program(tmp_path, "1.2.4444")
        assert self.ask(path, tmp_path) == "1.2.4444"
        assert [entry.name for entry in (tmp_path / "casbridge").iterdir()] == ["versions.json"]

    @pytest.mark.parametrize(
        "content", [b"", b"{", b"\xff\x00", b"[]", b"null", b'{"a": 1}', b"[" * 100_000, b"\x80\x04N."]
    )
    def test_a_damaged_file_is_written_anew(self, later: Later, tmp_path: Path, content: bytes) -> None:
        path = program(tmp_path)
        later(path, tmp_path)
        file = tmp_path / "casbridge" / "versions.json"
        file.write_bytes(content)
        assert [later(path, tmp_path) for _ in range(2)] == ["1.2.3"] * 2
        assert self.asked(tmp_path) == 2
        assert list(json.loads(file.read_bytes()).values()) == ["1.2.3"]

    def test_what_it_says_is_not_believed_where_it_is_no_version(self, later: Later, tmp_path: Path) -> None:
        path = program(tmp_path)
        later(path, tmp_path)
        file = tmp_path / "casbridge" / "versions.json"
        file.write_text(json.dumps(dict.fromkeys(json.loads(file.read_bytes()), "\x1b[31m")))
        assert later(path, tmp_path) == "1.2.3"

    def test_what_depends_on_folders_holds_until_one_changes(self, later: Later, tmp_path: Path) -> None:
        """As a Python's SymPy does on the folders of its packages."""
        (packages := tmp_path / "packages").mkdir()
        path = program(tmp_path)
        path.write_text(
            path.read_text(encoding="utf-8") + f"echo 'in: {packages}'\necho in: /no/such\n", encoding="utf-8"
        )
        assert [later(path, tmp_path, lasting=False) for _ in range(3)] == ["1.2.3"] * 3
        assert self.asked(tmp_path) == 1
        (packages / "sympy-1.15.dist-info").mkdir()
        assert [later(path, tmp_path, lasting=False) for _ in range(2)] == ["1.2.3"] * 2
        assert self.asked(tmp_path) == 2

    def test_what_depends_on_folders_and_names_none_is_asked_each_time(self, later: Later, tmp_path: Path) -> None:
        path = program(tmp_path)
        assert [later(path, tmp_path, lasting=False) for _ in range(2)] == ["1.2.3"] * 2
        assert self.asked(tmp_path) == 2

    @pytest.mark.parametrize(
        "entry", [["1.2.3", "/"], ["1.2.3", ["/"]], ["1.2.3", ["/", "x"]], [], [1], {"a": 1}, None]
    )
    def test_a_damaged_entry_is_left_out(self, later: Later, tmp_path: Path, entry: object) -> None:
        path = program(tmp_path)
        later(path, tmp_path)
        file = tmp_path / "casbridge" / "versions.json"
        file.write_text(json.dumps(dict.fromkeys(json.loads(file.read_bytes()), entry)))
        assert later(path, tmp_path) == "1.2.3"
        assert self.asked(tmp_path) == 2

    def test_a_folder_that_cannot_be_written(self, later: Later, tmp_path: Path) -> None:
        path = program(tmp_path)
        (tmp_path / "file").touch()
        assert [later(path, tmp_path / "file") for _ in range(2)] == ["1.2.3"] * 2
        assert later(path, "/dev/null/x") == "1.2.3"


def test_programs_are_asked_side_by_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each of them answers only when all of them have been asked."""
    for variable, name, says in (
        ("CASBRIDGE_SINGULAR", "Singular", "4.3.1"),
        ("CASBRIDGE_SAGE", "sage", "SageMath version 9.5, 2022"),
        ("CASBRIDGE_GAP", "gap", "GAP version 4.12.1"),
    ):
        path = program(tmp_path, name=name)
        wait = f"until [ -e {tmp_path}/Singular.a -a -e {tmp_path}/sage.a -a -e {tmp_path}/gap.a ]; do sleep 0.02; done"
        path.write_text(f"#!/bin/sh\ntouch {tmp_path}/{name}.a\n{wait}\necho {says}\n", encoding="utf-8")
        monkeypatch.setenv(variable, str(path))
    said = Caller(capsys)("backends", "--json")
    found = {one["name"]: one for one in json.loads(said.out)["backends"]}
    assert [found[name]["version"] for name in ("singular", "sage", "gap")] == ["4.3.1", "9.5", "4.12.1"]


@pytest.mark.slow
def test_a_program_that_does_not_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ended with all that it started, at the job's limit or after its own."""
    mark = f"mark-{uuid.uuid4().hex}"
    path = program(tmp_path)
    path.write_text(f"#!/bin/sh\ntrap '' TERM\nsh -c 'sleep 60; : {mark}' &\nsleep 60\n: {mark}\n", encoding="utf-8")
    ring = Ring.of("x", Field(11))
    system = PolynomialSystem.of(ring, variables(ring))
    for backend in (SingularBackend(path), SageBackend(path)):
        result = backend.run(Job(system, limits=Limits(seconds=0.5)))
        assert (result.status, "did not answer within 0.5 s" in result.reason) == (Status.TIMEOUT, True)
        with monkeypatch.context() as patched:
            patched.setattr("casbridge.processes.locate.VERSION_SECONDS", 0.3)
            found = backend.availability()
            assert (found.available, "did not answer within 0.3 s" in found.reason) == (False, True)
            assert backend.run(Job(system, limits=Limits(seconds=60))).status is Status.MISSING
    assert none_left(mark)


def test_nothing_heavy_is_imported() -> None:
    program = "import sys, casbridge.backends.singular, casbridge.backends.registry\n"
    program += "print([m for m in ('pexpect', 'sympy', 'jinja2') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"
