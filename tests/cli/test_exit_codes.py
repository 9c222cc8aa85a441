"""Every exit code for every cause, streams, signals, and a CAS that fails or lies behind the real transport."""

from __future__ import annotations

import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import pytest
from living import none_left

from tests import fake_cas
from tests.cli.calling import SHIDOKU, SOLVED, Caller, Said, process

FOUR_POINTS = "field: 11\nvariables: x y\n(x^2-1)*(x^2-4)\ny - x\n"
COMPONENTS = "x-1;y-1|x+1;y+1|x-2;y-2|x+2;y+2"
COMMAND = [sys.executable, "-m", "casbridge"]


class Fake:
    """A CAS that fails or lies as it is told, behind `--backend singular`."""

    def __init__(self, directory: Path) -> None:
        self.mark = f"mark-{uuid.uuid4().hex}"
        self.plan = directory / "plan"
        self.system = directory / "system.txt"
        self.system.write_text(FOUR_POINTS, encoding="utf-8")
        self.environment = {
            "CASBRIDGE_HIDE": "",
            "CASBRIDGE_SINGULAR": str(fake_cas.install(directory)),
            "CASBRIDGE_FAKE_PLAN": str(self.plan),
            "CASBRIDGE_FAKE_COMPONENTS": COMPONENTS,
            "CASBRIDGE_FAKE_MARK": self.mark,
        }

    def will(self, *faults: str) -> None:
        self.plan.write_text("".join(f"{fault}\n" for fault in faults), encoding="utf-8")

    def __call__(self, command: str, *arguments: str, fault: str = "") -> Said:
        self.will(*([fault] * 3 if fault else []))
        return process(command, self.system, *arguments, environment=self.environment)


@pytest.fixture
def fake(tmp_path: Path) -> Any:
    made = Fake(tmp_path)
    yield made
    assert none_left(made.mark)


# -- a CAS that lies --------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("lie", fake_cas.LIES)
def test_lies_are_told_by_the_exit_code(fake: Fake, lie: str) -> None:
    if lie == "swap":
        fake.system.write_text(FOUR_POINTS.replace("y - x", "y - x - 1"), encoding="utf-8")
        fake.environment["CASBRIDGE_FAKE_COMPONENTS"] = "x-1;y-2|x+1;y|x-2;y-3|x+2;y+1"
    said = fake("crosscheck", "--backends", "reference,singular:minAssGTZ", "--json", fault=lie)
    document = said.document()
    if lie == "duplicate":
        assert (said.code, document["verdict"]) == (1, "disagree")  # minimal primes are irredundant
        assert [b["redundant"] for b in document["backends"]] == [0, 1]
        assert document["witness"]["fault"] == "redundant component"
        return
    assert (said.code, document["verdict"]) == (1, "disagree")
    witness = document["witness"]
    assert witness["backend"] == "singular:minAssGTZ"
    point = {name: int(value) for name, value in witness["point"].items()}
    x, y = point["x"], point["y"]
    shift = 1 if lie == "swap" else 0
    is_zero = (x * x - 1) * (x * x - 4) % 11 == 0 and (y - x - shift) % 11 == 0
    assert is_zero is (witness["fault"] == "missing zero")
    plain = fake("crosscheck", "--backends", "reference,singular:minAssGTZ", fault=lie)
    assert plain.code == 1
    assert "disagree: wrong: singular:minAssGTZ" in plain.out
    assert "witness: " in plain.out


@pytest.mark.slow
def test_the_truth_agrees(fake: Fake) -> None:
    said = fake("crosscheck", "--backends", "reference,singular:minAssGTZ", "--json")
    assert (said.code, said.document()["verdict"], said.err) == (0, "agree", "")


@pytest.mark.slow
def test_a_lie_in_solve_and_count(fake: Fake) -> None:
    components = "|".join(";".join(f"x{i + 1}-{digit}" for i, digit in enumerate(SOLVED)) for _ in range(1))
    fake.environment["CASBRIDGE_FAKE_COMPONENTS"] = components
    fake.will("change")
    said = process("solve", SHIDOKU, "--backend", "singular", "--json", environment=fake.environment)
    assert (said.code, said.document()["status"]) == (3, "unparsable")
    assert said.document()["solutions"] == []
    said = process("solve", SHIDOKU, "--backend", "singular", "--json", environment=fake.environment)
    assert (said.code, said.document()["solutions"]) == (0, [SOLVED])


# -- a CAS that fails -------------------------------------------------------------------------------------------------

FAILURES = {
    "be-killed": ("crashed", 3),
    "junk": ("unparsable", 3),
    "half-answer": ("unparsable", 3),
    "error-and-go-on": ("unparsable", 3),
    "no-more-memory": ("memory", 4),
    "hang": ("timeout", 4),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAILURES)
def test_failures(fake: Fake, fault: str) -> None:
    status, code = FAILURES[fault]
    limits = ["--timeout", "1.5"] if fault == "hang" else []
    for command in ("charseries", "count"):
        method = "singular:char_series" if command == "charseries" else "singular:minAssGTZ"
        said = fake(command, "--backend", method, "--json", *limits, fault=fault)
        assert (said.code, said.document()["status"]) == (code, status)
        assert said.document()["reason"]
    said = fake("crosscheck", "--backends", "reference,singular:minAssGTZ", "--json", *limits, fault=fault)
    assert (said.code, said.document()["verdict"]) == (code, "undecided")
    assert said.document()["status"] == "undecided"


@pytest.mark.slow
def test_nothing_there() -> None:
    environment = {"CASBRIDGE_HIDE": "", "CASBRIDGE_SINGULAR": "/nonexistent/Singular"}
    said = process("solve", SHIDOKU, "--backend", "singular", "--json", environment=environment)
    assert (said.code, said.document()["status"]) == (3, "missing")
    said = process("solve", SHIDOKU, "--backend", "singular", environment=environment)
    assert said.code == 3
    assert "/nonexistent/Singular" in said.complaint()
    said = process("crosscheck", SHIDOKU, "--backends", "reference,singular", "--json", environment=environment)
    assert (said.code, said.document()["verdict"]) == (3, "undecided")
    said = process("crosscheck", SHIDOKU, "--backends", "reference,singular,sympy", "--json", environment=environment)
    assert (said.code, said.document()["verdict"]) == (0, "agree")
    said = process("backends", environment=environment)
    assert said.code == 0
    assert "/nonexistent/Singular" in said.out
    assert "casbridge render INPUT --to singular" in said.out


def test_unsupported(call: Caller, tmp_path: Path) -> None:
    path = tmp_path / "system.txt"
    path.write_text("x^2 - 2\n", encoding="utf-8")
    said = call("charseries", path, "--backend", "reference:split", "--json")
    assert (said.code, said.document()["status"], said.document()["chains"]) == (3, "unsupported", [])
    assert "do not split" in said.document()["reason"]
    assert "do not split" in call("charseries", path, "--backend", "reference:split").complaint()
    assert call("count", path, "--backend", "reference:split").code == 3
    said = call("crosscheck", path, "--backends", "reference:split,reference:basis")
    assert said.code == 3
    assert "undecided" in said.out
    said = call("solve", SHIDOKU, "--backend", "sympy:solve", "--json")
    assert (said.code, said.document()["status"]) == (3, "unsupported")
    assert "QQ" in said.document()["reason"]


# -- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_stream_that_is_stopped_by_time() -> None:
    started = time.monotonic()
    said = process("charseries", "3x3", "--timeout", "1", "--jsonl")
    assert time.monotonic() - started < 20
    assert said.code == 4
    *chains, last = said.lines()
    assert len(chains) > 100
    assert (last["status"], last["count"], last["reason"]) == ("partial", len(chains), "stopped after 1 s")
    assert len(chains[-1]["polynomials"]) == 81


@pytest.mark.slow
def test_a_document_that_is_stopped_by_time() -> None:
    said = process("solve", "3x3", "--timeout", "1", "--json")
    document = said.document()
    assert (said.code, document["status"], said.err) == (4, "timeout", "")
    assert document["count"] == len(document["solutions"]) > 100
    assert all(len(line) == 81 for line in document["solutions"])


@pytest.mark.slow
def test_text_that_is_stopped_by_time() -> None:
    said = process("solve", "3x3", "--timeout", "1", "--format", "line")
    assert said.code == 4
    assert len(said.out.splitlines()) > 100
    assert "timeout" in said.complaint()
    assert process("count", "2x5", "--timeout", "1").code == 4


@pytest.mark.slow
def test_hopeless_puzzles_stop_in_time(tmp_path: Path) -> None:
    """Empty but for a contradiction that only a search shows: nine cells for eight digits, far apart."""
    rows = [["."] * 25 for _ in range(25)]
    for i in range(12):
        rows[0][2 * i + 1] = "123456789ABCDEFGHIJKLMNOP"[i]
        rows[2 * i + 1][0] = "123456789ABCDEFGHIJKLMNOP"[24 - i]
        rows[2 * i + 1][24 - 2 * i] = "123456789ABCDEFGHIJKLMNOP"[(7 * i) % 25]
    path = tmp_path / "large.txt"
    path.write_text("".join("".join(row) for row in rows), encoding="utf-8")
    started = time.monotonic()
    for command in (["solve"], ["count"], ["charseries"], ["crosscheck", "--backends", "reference"]):
        said = process(*command, path, "--timeout", "1", "--json")
        assert said.code in (4, 0, 3), said.err
        said.document()
    assert time.monotonic() - started < 40


def test_limit_beats_time(call: Caller) -> None:
    said = call("charseries", "3x3", "--timeout", "20", "--limit", "3", "--json")
    assert (said.code, said.document()["status"], said.document()["count"]) == (0, "partial", 3)


def test_memory(call: Caller) -> None:
    said = process("crosscheck", "3x3", "--backends", "reference", "--memory", "20M", "--timeout", "20", "--json")
    assert said.code == 4
    assert said.document()["backends"][0]["status"] in ("memory", "timeout")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--timeout", "0"),
        ("--timeout", "-1"),
        ("--timeout", "1e9"),
        ("--timeout", "soon"),
        ("--memory", "1K"),
        ("--memory", "lots"),
        ("--memory", "1e99G"),
        ("--limit", "-1"),
        ("--limit", "1.5"),
        ("--field", "12"),
        ("--field", "GF(4)"),
        ("--values", "1,2"),
        ("--values", "1,2,3,3"),
        ("--box", "3"),
        ("--box", "0x4"),
        ("--encoding", "colour"),
        ("--backend", "reference:nosuch"),
        ("--colours", "3"),
        ("--format", "pdf"),
        ("--no-domains",),
    ],
    ids=" ".join,
)
def test_bad_options(call: Caller, arguments: tuple[str, ...]) -> None:
    said = call("solve", SHIDOKU, *arguments)
    assert (said.code, said.out) == (2, "")
    assert said.complaint()


@pytest.mark.parametrize("command", ["solve", "charseries", "count", "crosscheck"])
def test_one_form_of_json(call: Caller, command: str) -> None:
    said = call(command, SHIDOKU, "--json", "--jsonl")
    assert said.code == 2
    assert "one or the other" in said.complaint()


def test_a_script_in_a_folder(call: Caller, tmp_path: Path) -> None:
    said = call("render", SHIDOKU, "--to", "singular", "-o", tmp_path)
    (written,) = tmp_path.iterdir()
    assert (said.code, said.out, said.complaint()) == (0, "", f"wrote {written}")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (("slove", SHIDOKU), "solve"),
        (("crosschek", SHIDOKU), "crosscheck"),
        (("solve", SHIDOKU, "--jsno"), "--json"),
        (("crosscheck", SHIDOKU, "--seconds", "5"), "Did you mean '--timeout'?"),
        (("generate", "2x2", "--level", "singles"), "Did you mean '--difficulty'?"),
        (("crosscheck", SHIDOKU, "--solver", "singular"), "Did you mean '--backends'?"),
        (("solve", SHIDOKU, "--backend", "singlar"), "did you mean singular?"),
        (("solve", SHIDOKU, "--backend", "singular:minassgtz"), "did you mean singular:minAssGTZ?"),
        (("render", SHIDOKU, "--to", "sing"), "singular"),
    ],
    ids=str,
)
def test_suggestions(call: Caller, wrong: tuple[str, ...], right: str) -> None:
    said = call(*wrong)
    assert said.code == 2
    assert right in said.complaint()


# -- streams ----------------------------------------------------------------------------------------------------------


def shell(line: str, **environment: str) -> Said:
    done = subprocess.run(
        ["sh", "-c", line.replace("casbridge", shlex.join(COMMAND))],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **environment},
    )
    return Said(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("charseries 2x2", marks=pytest.mark.slow),
        pytest.param("charseries 3x3", marks=pytest.mark.slow),
        pytest.param("solve 2x2", marks=pytest.mark.slow),
        "solve 3x3 --jsonl",
        pytest.param("charseries 3x3 --json", marks=pytest.mark.slow),
        pytest.param("backends", marks=pytest.mark.slow),
    ],
)
def test_a_reader_that_goes_away(command: str) -> None:
    said = shell(f"casbridge {command} | head -c 20")
    assert (len(said.out), said.err) == (20, "")


def test_the_exit_code_of_a_broken_pipe() -> None:
    assert shell("{ casbridge charseries 3x3; echo $? >&2; } | head -1").err == "0\n"


def test_standard_input() -> None:
    assert shell(f"printf {SHIDOKU} | casbridge solve - --format line").out == SOLVED + "\n"


@pytest.mark.parametrize("given", ["", "12345"], ids=["empty", "too short"])
def test_bad_standard_input(call: Caller, monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
    said = call("solve", "-")
    assert said.code == 2
    assert "<stdin>" in said.complaint()


def test_streams_that_are_closed() -> None:
    assert shell(f"casbridge solve {SHIDOKU} >&-").code == 0
    assert shell(f"casbridge solve {SHIDOKU} --json >&- 2>&-").code == 0
    said = shell("casbridge solve - <&-")
    assert said.code == 2
    assert "nothing in it" in said.complaint()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize(
    "command",
    [
        f"solve {SHIDOKU}",
        pytest.param("charseries 2x2 --json", marks=pytest.mark.slow),
        pytest.param("backends", marks=pytest.mark.slow),
        "--help",
    ],
)
def test_a_full_disk(command: str) -> None:
    said = shell(f"casbridge {command} >/dev/full")
    assert said.code == 4
    assert "No space left" in said.complaint()


def test_places_that_cannot_be_written(call: Caller, tmp_path: Path) -> None:
    for arguments in (
        ("solve", SHIDOKU, "--format", "svg", "-o", tmp_path / "no" / "x.svg"),
        ("convert", SHIDOKU, tmp_path / "no" / "x.toml"),
        ("render", SHIDOKU, "--to", "singular", "-o", tmp_path / "no" / "x.sing"),
    ):
        said = call(*arguments)
        assert said.code == 2
        assert str(tmp_path) in said.complaint()
    assert call("solve", SHIDOKU, "--format", "svg", "-o", tmp_path / "x.svg", "--json").code == 2


@pytest.mark.parametrize(
    "arguments",
    [("convert", "-", "--to", "line"), ("solve", "--values", "1,2,3"), ("parse", "--puzzle", "2x2")],
    ids=" ".join,
)
def test_an_error_after_reading_names_the_file(arguments: tuple[str, ...], call: Caller, tmp_path: Path) -> None:
    graph = tmp_path / "triangle.col"
    graph.write_text("p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n", encoding="utf-8")
    said = call(arguments[0], graph, *arguments[1:], "--colours", "2")
    assert said.code in (2, 3)
    assert said.complaint().startswith(f"{graph}:")


@pytest.mark.slow
def test_no_colours_where_no_terminal_is() -> None:
    for command in (f"solve {SHIDOKU}", f"crosscheck {SHIDOKU} --backends reference,sympy", "backends", "--help"):
        said = shell(f"casbridge {command}")
        assert "\x1b" not in said.out + said.err
        assert said.out


def on_a_terminal(*arguments: str, **environment: str) -> str:
    import pexpect

    child = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], *arguments], env={**os.environ, **environment, "TERM": "xterm"}, timeout=30
    )
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    before = child.before
    assert isinstance(before, bytes)
    return before.decode()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve", "explain"])
def test_colours_on_a_terminal(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in on_a_terminal(command, SHIDOKU)
    assert "\x1b[" not in on_a_terminal(command, SHIDOKU, NO_COLOR="1")
    assert "\x1b" not in on_a_terminal(command, SHIDOKU, "--json")


@pytest.mark.parametrize("shell_name", ["bash", "zsh", "fish"])
def test_completion(call: Caller, shell_name: str) -> None:
    said = call("completion", shell_name)
    assert said.code == 0
    assert "_CASBRIDGE_COMPLETE" in said.out
    assert call("completion", "tcsh").code == 2


def test_completion_completes() -> None:
    said = shell("casbridge", _CASBRIDGE_COMPLETE="bash_complete", COMP_WORDS="casbridge cros", COMP_CWORD="1")
    assert "crosscheck" in said.out


# -- signals ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_interrupted_crosscheck_leaves_nothing(fake: Fake) -> None:
    fake.will("hang", "hang")
    for backends in ("reference,singular:minAssGTZ", "singular:minAssGTZ,singular:char_series"):
        fake.will("hang-ignoring-signals", "hang-ignoring-signals")
        said = interrupted(["crosscheck", str(fake.system), "--backends", backends], fake.environment)
        assert said.code == 130
        assert said.complaint() == "interrupted"
        assert none_left(fake.mark)


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["count", "2x5"], ["crosscheck", "3x3", "--backends", "reference,sympy"], ["solve", "3x3", "--json"]]
)
def test_interrupting_the_reference(arguments: list[str]) -> None:
    said = interrupted(arguments, {})
    assert said.code == 130
    assert said.complaint() == "interrupted"


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda number: number.name)
@pytest.mark.parametrize(
    "arguments",
    [["crosscheck", "2x2", "--backends", "singular:char_series,sympy"], ["solve", "2x2", "--backend", "sympy"]],
    ids=lambda arguments: arguments[0],
)
def test_signals_leave_nothing(tmp_path: Path, number: signal.Signals, arguments: list[str]) -> None:
    mark = f"mark-{uuid.uuid4().hex}"
    child = subprocess.Popen(
        [*COMMAND, *arguments],
        env={**os.environ, "TMPDIR": str(tmp_path), "CASBRIDGE_FAKE_MARK": mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    expected = len([name for name in arguments[-1].split(",") if name])
    deadline = time.monotonic() + 30
    while len(list(tmp_path.glob("casbridge-*"))) < expected and time.monotonic() < deadline:
        time.sleep(0.02)
    assert len(list(tmp_path.glob("casbridge-*"))) == expected
    time.sleep(0.3)
    child.send_signal(number)
    out, err = child.communicate(timeout=30)
    said = "interrupted" if number == signal.SIGINT else f"ended by {number.name}"
    assert (child.returncode, out, err) == (128 + number, "", f"casbridge: {said}\n")
    assert list(tmp_path.glob("casbridge-*")) == []
    assert none_left(mark)


@pytest.mark.slow
def test_a_signal_that_is_ignored_stays_so() -> None:
    said = shell("trap '' HUP; casbridge count 3x4 --timeout 2 & sleep 1; kill -HUP $!; wait $!; echo $?")
    assert said.out.splitlines()[-1] == "4"


def interrupted(arguments: list[str], environment: dict[str, str]) -> Said:
    child = subprocess.Popen(
        [*COMMAND, *arguments],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        time.sleep(2.5)
        child.send_signal(signal.SIGINT)
        started = time.monotonic()
        out, err = child.communicate(timeout=30)
        assert time.monotonic() - started < 15
    finally:
        if child.poll() is None:
            child.kill()
    return Said(child.returncode, out, err)


# -- convert ----------------------------------------------------------------------------------------------------------


def test_puzzles_convert_and_come_back(call: Caller, tmp_path: Path) -> None:
    for form, ending in (("toml", "toml"), ("grid", "txt"), ("line", "line")):
        path = tmp_path / f"puzzle.{ending}"
        assert call("convert", SHIDOKU, path, "--to", form).code == 0
        assert call("convert", path, "-", "--to", "line").out == SHIDOKU + "\n"
    column = tmp_path / "graph.col"
    column.write_text("p edge 3 2\ne 1 2\ne 2 3\n", encoding="utf-8")
    toml = tmp_path / "graph.toml"
    assert call("convert", column, toml, "--colours", "3").code == 0
    back = call("convert", toml, "-", "--to", "dimacs").out
    assert [line for line in back.splitlines() if line[:1] in "pe"] == ["p edge 3 2", "e 1 2", "e 2 3"]
    assert call("count", toml).out == call("count", column, "--colours", "3").out == "12\n"


def test_systems_convert_and_come_back(call: Caller, tmp_path: Path) -> None:
    first = tmp_path / "first.txt"
    assert call("convert", SHIDOKU, first, "--to", "plain").code == 0
    plain = call("convert", first, "-").out
    for ending in ("xml", "ms"):
        path = tmp_path / f"system.{ending}"
        assert call("convert", first, path).code == 0
        back = call("convert", path, "-").out
        assert [x for x in back.splitlines() if x[0] != "#"] == [x for x in plain.splitlines() if x[0] != "#"]
        assert json.loads(call("charseries", path, "--json").out)["count"] == 1


@pytest.mark.slow
def test_parse_reads_what_a_rendered_script_prints(call: Caller, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    assert call("render", SHIDOKU, "--to", "sympy:groebner", "-o", script).code == 0
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True, timeout=60)
    printed = done.stdout
    output = tmp_path / "output.txt"
    output.write_text(printed, encoding="utf-8")
    said = call("parse", output, "--puzzle", SHIDOKU, "--json")
    assert (said.code, said.document()["solutions"]) == (0, [SOLVED])
    assert "1 solution" in call("parse", output, "--puzzle", SHIDOKU).out
    other = call("parse", output, "--puzzle", "2...............")
    assert other.code == 2
    assert other.complaint()
    field = call("parse", output, "--puzzle", SHIDOKU, "--field", "13")
    assert field.code == 2
    assert "give --encoding, --field or --values as when rendering" in field.complaint()
    output.write_text(printed.replace("casbridge:end", "casbridge: end"), encoding="utf-8")
    assert call("parse", output).code in (2, 3)
    wide = call("parse", output, "--puzzle", "1" + "." * 80)
    assert wide.code in (2, 3)
