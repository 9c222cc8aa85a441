"""Records of what is started and how it ended, for Python's logging; nothing is printed by default."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest

import casbridge
from casbridge import LimitError
from casbridge.cli import main
from casbridge.logs import LONGEST, Log
from casbridge.processes.program import run_program
from tests.every_value import SHIDOKU, circle

ROOT = Path(__file__).resolve().parent.parent


def test_a_job_and_a_verdict_are_recorded(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "casbridge")
    casbridge.run(circle(), "reference:basis", seconds=60, memory=2**30)
    verdict = casbridge.crosscheck(circle(), "reference,reference:basis")
    said = [(record.name, record.getMessage()) for record in caplog.records]
    began, ended = said[:2]
    name = "casbridge.backends"
    assert began == (name, "reference:basis: asked about 2 equations in 2 variables over QQ; limits 60 s, 1024 MiB")
    assert ended[0] == name
    assert ended[1].startswith(f"reference:basis {casbridge.__version__}: complete in ")
    assert said[2][1] == "comparing reference:series, reference:basis; Limits()"
    assert said[-1] == ("casbridge.crosscheck", f"{verdict.kind}: {verdict.reason}"[:LONGEST])
    assert {record.levelno for record in caplog.records} == {logging.INFO}
    assert "contextlib.py" not in {record.filename for record in caplog.records}


def test_a_job_that_fails_says_why(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "casbridge")
    casbridge.run(circle(), "reference:split")
    casbridge.run(circle(), "maple")
    messages = [record.getMessage() for record in caplog.records]
    assert any(": unsupported in " in one and "split domain" in one for one in messages), messages
    assert any(one.startswith("maple") and ": missing in " in one for one in messages), messages


def test_each_kind_of_work_says_what_began_and_how_it_ended(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "casbridge")
    casbridge.count("2x2")
    casbridge.generate("2x2", seed=1)
    casbridge.explain(SHIDOKU)
    casbridge.char_series(circle())
    casbridge.solve(SHIDOKU)
    with pytest.raises(LimitError):
        casbridge.char_series(casbridge.family("cyclic-7"), seconds=0.01)
    began = [
        ("counting", "counting <Puzzle 4×4 Sudoku with boxes 2×2: ................>", "288 (complete)"),
        ("making", "looking for puzzle 1, seed 1, 4×4 Sudoku with boxes 2×2", "4 clues"),
        ("logic", f"explaining <Puzzle 4×4 Sudoku with boxes 2×2: {SHIDOKU}>, up to presets", "solved, 21 steps"),
        ("charset", f"characteristic series of {circle()!r}", "2 chains"),
    ]
    records = [(record.name.removeprefix("casbridge."), record.getMessage()) for record in caplog.records]
    for (room, text, result), start, end in zip(began, records[0:8:2], records[1:8:2], strict=True):
        assert start == (room, text)
        assert end[0] == room
        assert end[1].startswith(f"{text}: {result} after ")
    solving, solved, late, ended = records[8:]
    assert solving[1].startswith("reference:series: asked for the chains, one by one, of 72 equations")
    assert solved[1].startswith(f"reference:split {casbridge.__version__}: complete, 1 answers in ")
    assert late[1].startswith("characteristic series of ")
    assert ": ended by LimitError: " in ended[1]


def test_programs_are_recorded_for_debugging(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    caplog.set_level(logging.DEBUG, "casbridge")
    run_program(["sh", "-c", "exit 3", "https://me:secret@example.org/x", "a\x1b[31m\nb"], cwd=tmp_path, memory=2**30)
    run_program(["sh", "-c", "true", "x" * 5_000], cwd=tmp_path, environment={"TOKEN": "secret"}, stdin_text="secret")
    records = [record for record in caplog.records if record.name == "casbridge.processes"]
    messages = [record.getMessage() for record in records]
    assert "started" in messages[0]
    assert "memory 1024 MiB" in messages[0]
    assert "exited, exit code 3, after" in messages[1]
    assert "secret" not in "".join(messages)
    assert all(one.isprintable() and len(one) <= LONGEST for one in messages)
    assert {record.levelno for record in records} == {logging.DEBUG}


def test_a_percent_sign_is_no_place(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "casbridge")
    Log("backends").info("%s done", "100%s")
    assert caplog.messages == ["100%s done"]


def test_nothing_is_printed_by_default_and_a_library_sets_no_level() -> None:
    program = (
        "import logging, casbridge;"
        "casbridge.crosscheck(casbridge.read_system('x^2 - 1'), 'reference,reference:basis');"
        "ours = logging.getLogger('casbridge'); print([type(one).__name__ for one in ours.handlers], ours.level)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert (done.stdout, done.stderr) == ("[] 0\n", "")
    listening = "import logging; logging.getLogger('casbridge').setLevel(10);" + program
    done = subprocess.run([sys.executable, "-c", listening], capture_output=True, text=True, cwd=ROOT, check=True)
    assert (done.stdout, done.stderr) == ("['NullHandler'] 10\n", "")


def test_the_command_line_prints_records_on_demand() -> None:
    command = [sys.executable, "-m", "casbridge"]
    quiet = subprocess.run([*command, "solve", SHIDOKU, "--json"], capture_output=True, text=True, cwd=ROOT)
    assert quiet.stderr == ""
    circle_file = str(ROOT / "examples" / "systems" / "circle.txt")
    arguments = ["-vv", "crosscheck", circle_file, "--backends", "reference,reference:basis", "--json"]
    loud = subprocess.run([*command, *arguments], capture_output=True, text=True, cwd=ROOT)
    assert "casbridge.backends: reference:basis: asked about" in loud.stderr
    assert "casbridge.processes: process " in loud.stderr
    assert loud.stdout.startswith("{")
    behind = subprocess.run([*command, "count", "2x2", "-v"], capture_output=True, text=True, cwd=ROOT)
    assert "casbridge.counting: counting <Puzzle" in behind.stderr
    assert main(["solve", SHIDOKU, "--format", "line"]) == 0
