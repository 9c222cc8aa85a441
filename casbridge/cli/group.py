"""The group of commands: each in a module of its own that is imported only when it is called."""

from __future__ import annotations

import difflib
import errno
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import FrameType
from typing import Any

import click

from casbridge.errors import CasbridgeError, WriteError, printable

SCHEMA = "casbridge/1"

#: Command → what `casbridge --help` says of it. The module of the same name defines `command`.
COMMANDS = {
    "solve": "Solve puzzles: all solutions, each checked.",
    "explain": "Explain how a puzzle is solved, step by step, and how difficult it is.",
    "count": "Count the solutions of puzzles, or the zeros of a system, without listing them.",
    "generate": "Make puzzles with exactly one solution, by the thousand.",
    "transform": "Exchange rows, columns and digits: the same puzzles with other looks.",
    "canonical": "Give the one form that all equivalent puzzles share.",
    "equivalent": "Say whether two puzzles are the same but for their looks, and how.",
    "render": "Write a script for a computer algebra system.",
    "crosscheck": "Ask several backends, and say whether they agree.",
    "charseries": "Compute the irreducible characteristic series.",
    "verify": "Run a certificate of a characteristic series, and say whether it holds.",
    "backends": "Show the backends: versions, methods, and what is missing.",
    "audit": "Say whether an encoding has solutions that are no permutations of the digits.",
    "parse": "Read the output of a script that was run elsewhere.",
    "convert": "Convert puzzles and systems between formats, or draw them.",
    "completion": "Print the shell's completion script.",
}

EPILOG = """\b
Examples:
  casbridge solve .4.....1..3.2...
  casbridge render puzzle.txt --to singular:char_series -o puzzle.sing
  casbridge crosscheck puzzle.txt --backends reference,singular,sympy
  casbridge COMMAND --help
"""


_MOST_SECONDS_TO_TIDY = 0.5


class Interrupted(Exception):
    """Ctrl-C (or what is made of SIGTERM and SIGHUP) while a command was at work."""


class LazyGroup(click.Group):
    """Knows its commands by name and first line; imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"casbridge.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            close = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean {close[0]}?" if close else ""
            raise click.UsageError(error.message + hint, ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            # Before click sees it, which would write an empty line first.
            raise Interrupted from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from casbridge.version import version

        click.echo(f"casbridge {version()}")
        ctx.exit()


@click.group(cls=LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="The version."
)
def casbridge() -> None:
    """State a puzzle or a polynomial system once, ask several computer algebra systems, know whether they agree."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code. Whatever goes wrong is one line on standard error."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _open_missing_streams()
    signals = _Signals(main_program=arguments is None)
    try:
        code = casbridge.main(given, prog_name="casbridge", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except CasbridgeError as error:
        return _complain(str(error), error.exit_code, given)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except click.exceptions.Exit as done:
        return done.exit_code
    except (Interrupted, KeyboardInterrupt, click.Abort):
        signals.hold()
        if arguments is None:
            with suppress(KeyboardInterrupt):
                _end_threads()
        with suppress(OSError):  # after SIGHUP, the terminal may be gone
            click.echo(f"casbridge: {signals.said}", err=True)
        return signals.exit_code
    except click.ClickException as error:
        hint = ""
        if isinstance(error, click.UsageError) and error.ctx is not None:
            hint = f" (see {error.ctx.command_path} --help)"
        return _complain(error.format_message() + hint, 2, given)
    except (BrokenPipeError, SystemExit):
        # The reader went away (`| head`; click exits with 1 then): nothing is wrong, and nothing more can be said.
        _give_up_output()
        return 0
    except OSError as error:
        if error.filename is not None:
            return _complain(f"cannot read or write {error.filename}: {error.strerror or error}", 2, given)
        _give_up_output()
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        where = "standard output" if full else "standard input or output"
        return _complain(str(WriteError(where, error)), 2, given)
    except MemoryError:
        return _complain("out of memory; a smaller input, --limit or another backend may help", 4, given)
    except RecursionError:
        return _complain("the input is nested too deeply", 2, given)
    finally:
        _close_backends()
        signals.release()


class _Signals:
    """Makes SIGTERM and SIGHUP what Ctrl-C is, so that they leave nothing behind either.

    Only for the main program, in its main thread, and where nobody handles or ignores the signal (nohup).
    """

    def __init__(self, *, main_program: bool) -> None:
        self._received = signal.SIGINT
        self._ours: list[signal.Signals] = []
        if not main_program or threading.current_thread() is not threading.main_thread():
            return
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:
                self._ours.append(number)
                signal.signal(number, self._interrupt)

    @property
    def exit_code(self) -> int:
        return 128 + self._received

    @property
    def said(self) -> str:
        return "interrupted" if self._received is signal.SIGINT else f"ended by {self._received.name}"

    def hold(self) -> None:
        """Let a second signal not disturb what the first one began: a service manager may send both."""
        for number in self._ours:
            signal.signal(number, signal.SIG_IGN)

    def release(self) -> None:
        """The signals end this process again as they used to."""
        for number in self._ours:
            signal.signal(number, signal.SIG_DFL)

    def _interrupt(self, number: int, _: FrameType | None) -> None:
        self._received = signal.Signals(number)
        raise KeyboardInterrupt


def _end_threads() -> None:
    """End the programs that threads wait for, and give the threads a moment to remove their directories."""
    groups = sys.modules.get("casbridge.processes.groups")
    if groups is None:
        return
    groups.end_all_for_good()
    deadline = time.monotonic() + _MOST_SECONDS_TO_TIDY
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(max(0.0, deadline - time.monotonic()))


def _complain(message: str, code: int, arguments: Sequence[str]) -> int:
    text = printable(" ".join(message.split("\n")).strip(), 1000)
    if "--json" in arguments or "--jsonl" in arguments:
        document = {"schema": SCHEMA, "status": "error", "error": text, "exit_code": code}
        click.echo(json.dumps(document, ensure_ascii=False))
    click.echo(f"casbridge: {text}", err=True)
    return code


def _open_missing_streams() -> None:
    """Where the caller closed standard input, output or error, it is empty, or goes nowhere."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _give_up_output() -> None:
    """What is still to be written to standard output goes nowhere, so that Python does not try once more at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _close_backends() -> None:
    """Sessions that backends keep open; nothing to do where no backend was asked for."""
    registry = sys.modules.get("casbridge.backends.registry")
    if registry is not None:
        registry.close_all()
