"""Every command that reads input or computes keeps --timeout and --memory, and numbers of any size are read."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from casbridge.cli.group import COMMANDS, casbridge
from casbridge.cli.options import OwnLimits
from casbridge.errors import InputError, LimitError
from casbridge.limits import Limits, bytes_of, seconds_of
from tests.cli.calling import SHIDOKU, Caller, process

ROOT = Path(__file__).resolve().parents[2]
LONG = "1" * 500


def command(name: str) -> click.Command:
    found = casbridge.get_command(click.Context(casbridge), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "completion"])
def test_every_command_has_limits(name: str) -> None:
    options = {option for parameter in command(name).params for option in parameter.opts}
    assert {"--timeout", "--time", "--memory"} <= options


def numbers() -> list[tuple[str, str]]:
    """Each option of each command that takes a number, a time or a size."""
    return [
        (name, parameter.opts[0])
        for name in COMMANDS
        for parameter in command(name).params
        if isinstance(parameter, click.Option)
        and not parameter.is_flag
        and (
            isinstance(parameter.type, click.IntRange) or parameter.type.name in ("number", "time", "size", "n or n..m")
        )
    ]


@pytest.mark.parametrize(("name", "option"), numbers())
def test_a_number_of_any_size_is_one_line(name: str, option: str, call: Caller) -> None:
    for text in (LONG, "1" * 5000, "-1", "x"):
        said = call(name, SHIDOKU, SHIDOKU, f"{option}={text}")
        assert said.code == 2, text
        assert said.complaint(), text


def test_times_and_sizes() -> None:
    assert [seconds_of(text) for text in ("10", "2.5s", "3m", "1h", ".5")] == [10, 2.5, 180, 3600, 0.5]
    assert [bytes_of(text) for text in ("1M", "2G", "1.5GiB", "1048576")] == [2**20, 2**31, 3 * 2**29, 2**20]
    for text in ("0", "-1", LONG, f"{LONG}h", "1e3", "inf", "nan"):
        with pytest.raises(InputError):
            seconds_of(text)
        with pytest.raises(InputError):
            bytes_of(text)


def large(folder: Path) -> Path:
    path = folder / "large.txt"
    path.write_text("\n".join(f"x^{n % 50}*y^{n // 50} - {n}" for n in range(60_000)), encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "5x5"),
        ("render", "LARGE", "--to", "singular"),
        ("convert", "LARGE", "-", "--to", "msolve"),
        ("charseries", "5x5"),
        ("crosscheck", "4x4", "--backends", "reference,sympy"),
        ("count", "5x5", "--backend", "reference:split"),
        ("audit", "sum-product", "--digits", "1-36"),
        ("generate", "5x5", "--seed", "1"),
        ("equivalent", "LARGE", "2x2"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_the_time_is_kept(arguments: tuple[str, ...], tmp_path: Path) -> None:
    given = [str(large(tmp_path)) if argument == "LARGE" else argument for argument in arguments]
    started = time.monotonic()
    said = process(*given, "--timeout", "0.1")
    assert time.monotonic() - started < 20  # the start of the program, and a busy machine
    assert said.code == 4
    assert "0.1 s" in said.out + said.err
    assert "Traceback" not in said.err


@pytest.mark.slow
def test_which_job_ran_out(tmp_path: Path) -> None:
    path = str(large(tmp_path))
    assert process("convert", path, "-", "--timeout", "0.1").complaint().endswith(f"{path}: not done within 0.1 s")


@pytest.mark.slow
def test_the_timer_interrupts_only_the_making_of_items() -> None:
    printed = 0

    def print_all() -> None:
        nonlocal printed
        with OwnLimits(Limits(0.01), "a job") as own:
            for _ in own.each(iter(int, 1)):
                if not printed:
                    started = time.monotonic()
                    while time.monotonic() < started + 1:
                        printed += 1

    with pytest.raises(LimitError, match=r"a job: not done within 0\.01 s"):
        print_all()
    assert printed
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_each_item_may_be_a_job() -> None:
    def slow() -> list[int]:
        time.sleep(0.1)
        return [1]

    with OwnLimits(Limits(0.02), "jobs") as own:
        assert sum(number for number in own.each((slow()[0] for _ in range(3)), anew=True)) == 3


@pytest.mark.slow
def test_what_swallows_the_first_error_gets_another() -> None:
    def never_ends() -> None:
        while True:
            pass

    def stubborn() -> None:
        with OwnLimits(Limits(0.01), "a job"):
            try:
                never_ends()
            except LimitError:
                never_ends()

    with pytest.raises(LimitError):
        stubborn()


@pytest.mark.skipif(sys.platform != "linux", reason="the address space is limited on Linux only")
def test_memory_of_this_process_is_limited_for_the_job() -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(LimitError, match="a job: out of memory"), OwnLimits(Limits(memory=2**20), "a job"):
        bytearray(2**30)
    assert resource.getrlimit(resource.RLIMIT_AS) == before


@pytest.mark.skipif(sys.platform != "linux", reason="the address space is limited on Linux only")
def test_programs_do_not_inherit_the_limit_on_this_process() -> None:
    program = (
        "from casbridge.cli.options import OwnLimits\n"
        "from casbridge.limits import Limits\n"
        "from casbridge.processes.apart import call\n"
        "import resource\n"
        "with OwnLimits(Limits(memory=2**27), 'a job'):\n"
        "    soft = call(resource.getrlimit, resource.RLIMIT_AS, memory=2**31)[0]\n"
        "assert soft > 2**30, soft\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, "")


#: Commands on several inputs, or on one, that would run for minutes.
SLOW_FOR_MINUTES = (
    ("solve", "{puzzles}", "--json"),
    ("count", "{systems}", "--backend", "reference:primes", "--json"),
    ("explain", "{puzzles}", "--rate", "--json"),
    ("charseries", "{systems}", "--json"),
    ("generate", "5x5", "--number", "100", "--json"),
    ("worksheet", "5x5", "--number", "100", "-o", "{folder}/sheet.html"),
    ("crosscheck", "{systems}", "{systems}", "--backends", "reference,reference:basis", "--json"),
)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", SLOW_FOR_MINUTES, ids=lambda arguments: arguments[0])
def test_time_is_for_the_whole_command(arguments: tuple[str, ...], tmp_path: Path) -> None:
    puzzles, systems = tmp_path / "puzzles.txt", tmp_path / "systems.txt"
    puzzles.write_text(f"{'.' * 625}\n" * 50)
    names = "abcdef"
    powers = [
        f"{a}^9 + {b}^7*{c}^3 + {c}*{b} + 3" for a, b, c in zip(names, names[1:] + "a", names[2:] + "ab", strict=True)
    ]
    systems.write_text("variables: a b c d e f\n" + "\n".join(powers))
    places = {"puzzles": str(puzzles), "systems": str(systems), "folder": str(tmp_path)}
    # Fifty puzzles, or jobs that take minutes, end in much less than a job's own limit.
    done = process(*[one.format(**places) for one in arguments], "--time", "2", "--timeout", "300")
    assert done.code == 4, done.err
    if "--json" in arguments:
        json.loads(done.out or "{}")


def test_what_limits_mean_is_said_once() -> None:
    """Each command that has the shared options shows the same sentences."""
    shared = {"--timeout", "--time", "--memory"}
    texts = {
        (parameter.opts[0], parameter.help)
        for name in COMMANDS
        for parameter in command(name).params
        if isinstance(parameter, click.Option) and parameter.opts[0] in shared and name not in ("fuzz", "shrink")
    }
    assert {option for option, _ in texts} == shared
    assert len(texts) == len(shared)
