"""The group of commands: each in a module of its own that is imported only when it is called."""

from __future__ import annotations

import atexit
import codecs
import gc
import io
import os
import signal
import sys
import threading
import time
from _thread import start_new_thread
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from types import FrameType
from typing import Any, NoReturn, TextIO

import click

from casbridge.calls import MEANT
from casbridge.errors import FULL, CasbridgeError, UsageError, WriteError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.processes import forking

#: The version of our JSON documents.
SCHEMA = "casbridge/1"
#: Command → its line in `casbridge --help`. The module of the same name defines `command`, but for `_ELSEWHERE`.
COMMANDS = {
    "solve": "Solve puzzles: all solutions, each checked.",
    "explain": "Explain how a puzzle is solved, step by step, and how difficult it is.",
    "count": "Count the solutions of puzzles, or the zeros of a system, without listing them.",
    "generate": "Make puzzles with exactly one solution, by the thousand.",
    "worksheet": "Write a worksheet for a class: puzzles on paper, with answers.",
    "transform": "Exchange rows, columns and digits: the same puzzles in another form.",
    "canonical": "Give the one form that all equivalent puzzles share.",
    "equivalent": "Say whether two puzzles are equivalent, and by which transformation.",
    "render": "Write a script for a computer algebra system.",
    "crosscheck": "Ask several backends, and say whether they agree.",
    "charseries": "Compute the irreducible characteristic series.",
    "certify": "Prove a claim about a system's zeros by an identity, also for Lean.",
    "bundle": "Pack a job, its answer and the verdict into one file.",
    "rerun": "Run the job of a bundle again, and compare.",
    "shrink": "Find the smallest system that shows a bundle's fault.",
    "report-bug": "Write a report of a bundle's fault for the CAS's tracker.",
    "fuzz": "Look for faults of backends with systems made by chance.",
    "zoo": "Ask systems about inputs on which they are, or were, wrong.",
    "run": "Run a study: many systems through many methods, each result kept.",
    "status": "Say how far a study is.",
    "report": "Write a study as a page, or its plots for a paper.",
    "export": "Write the table of a study as CSV, JSON lines or Parquet.",
    "merge": "Join the stores of several studies into one.",
    "compare": "Say what changed between two studies: answers, statuses, times.",
    "verify": "Say whether a certificate of a characteristic series holds.",
    "backends": "Show the backends: versions, methods, and what is missing.",
    "audit": "Say whether an encoding has solutions that are no permutations of the digits.",
    "parse": "Read the output of a script that was run elsewhere.",
    "convert": "Convert puzzles and systems between formats, or draw them.",
    "families": "Show the families of systems and puzzles that have names, such as cyclic-6.",
    "completion": "Print the shell's completion script.",
}


def _listen(ctx: click.Context, _: click.Parameter, often: int) -> None:
    """Print the records of `casbridge.logs` on standard error."""
    if often and not ctx.resilient_parsing:
        import logging

        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s"))
        ours = logging.getLogger("casbridge")
        ours.handlers[:] = [handler]
        ours.setLevel(logging.INFO if often == 1 else logging.DEBUG)


_EPILOG = """\b
Examples:
  casbridge solve .4.....1..3.2...
  casbridge render puzzle.txt --to singular:char_series -o puzzle.sing
  casbridge crosscheck puzzle.txt --backends reference,singular,sympy
  casbridge COMMAND --help
"""
#: Commands in modules of other names, as `NAME_command`.
_ELSEWHERE = {"canonical": "transform", "equivalent": "transform"}
_MOST_SECONDS_TO_TIDY = 0.5
#: The shell sets this variable when it wants completions.
_COMPLETE = "_CASBRIDGE_COMPLETE"
_Handler = Callable[[int, Any], None]


_HEARD: dict[str, Any] = {"show_default": False, "expose_value": False, "callback": _listen}


class _LazyGroup(click.Group):
    """Knows its commands by name and first line; imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS or cmd_name in self.commands:
            return self.commands.get(cmd_name)
        module = import_module(f"casbridge.cli.{_ELSEWHERE.get(cmd_name, cmd_name.replace('-', '_'))}")
        found: click.Command = getattr(module, f"{cmd_name}_command" if cmd_name in _ELSEWHERE else "command")
        if not any({"-v", "--verbose"}.intersection(one.opts) for one in found.params):
            # The option of all commands may also stand behind the command.
            found.params.append(click.Option(["-v", "--verbose"], count=True, hidden=True, **_HEARD))
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=COMMANDS, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from casbridge.version import version

        click.echo(f"casbridge {version()}")
        ctx.exit()


@click.group(
    cls=_LazyGroup, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"], "show_default": True}
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="The version."
)
@click.option(
    "-v",
    "--verbose",
    count=True,
    **_HEARD,
    help="Say on standard error what is started and how it ended; -vv: each program.",
)
def casbridge() -> None:
    """State a puzzle or a polynomial system once, ask several computer algebra systems, know whether they agree."""


_COMPLETION_EPILOG = """\b
Examples:
  casbridge completion bash > ~/.local/share/bash-completion/completions/casbridge
  casbridge completion zsh > ~/.zfunc/_casbridge
  casbridge completion fish > ~/.config/fish/completions/casbridge.fish
"""


@casbridge.command(name="completion", epilog=_COMPLETION_EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def _completion(shell: str) -> None:
    """Print the completion script for a SHELL."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(casbridge, {}, "casbridge", _COMPLETE).source())


def run(arguments: Sequence[str] | None = None, early: _Handler = signal.default_int_handler) -> int:
    """Run the command line and return the exit code. Whatever goes wrong is one line on standard error.

    arguments: None are those of this process: then signals are handled, and the first of them ends the process.
    early: what handled Ctrl-C so far, while the program began.

    >>> run(["solve", ".4.....1..3.2...", "--format", "line"])
    1423324141322314
    0
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # the caller closed it
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    _escape_what_cannot_be_encoded()
    if arguments is not None:
        try:
            return _outcome(arguments)
        except KeyboardInterrupt:
            return _complain("interrupted", 128 + signal.SIGINT, arguments)
    signals = _Signals(early)
    forking.allow()
    try:
        code = _outcome(sys.argv[1:])
        signals.leave_to(signal.SIG_DFL)
        if signals.received is None:
            if code == 4:
                # After a limit: Python's own end would also free each value of a large job.
                atexit._run_exitfuncs()
                _exit(code)
            # Otherwise Python's own end looks for cycles among all objects: 10 ms.
            gc.freeze()
            return code
    except BaseException:
        # Also what a signal led to indirectly, such as a thread that was never started.
        if signals.received is None:
            raise
        signals.leave_to(signal.SIG_IGN)
    # A second signal must not disturb what the first one began: a service manager may send both.
    signals.leave_to(signal.SIG_IGN)
    return signals.end_process()


def _escape_what_cannot_be_encoded() -> None:
    """Let standard output take every sign, whatever its encoding: "×" is \\u00d7 in ASCII, and &#215; in SVG or HTML.

    A file or a pipe that is not UTF-8 gets ASCII, for JSON and SVG in Latin-1 cannot be read.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("casbridge", _escaped)
        keeps = sys.stdout.isatty() or codecs.lookup(sys.stdout.encoding).name.startswith("utf")
        sys.stdout.reconfigure(encoding=None if keeps else "ascii", errors="casbridge")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """An error handler of codecs: escapes of JSON, or of XML where the text begins like it."""
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    if error.object.startswith("<"):
        return "".join(f"&#{ord(sign)};" for sign in text), error.end
    units = text.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2)), error.end


def _exit(code: int) -> NoReturn:
    """End the process at once, once what was printed is out."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    os._exit(code)


def _outcome(given: Sequence[str]) -> int:
    """The exit code of a command, whose error is printed. Raises KeyboardInterrupt when it is interrupted."""
    try:
        if _COMPLETE in os.environ:
            casbridge.main(prog_name="casbridge", complete_var=_COMPLETE)
        if any("\0" in argument for argument in given):
            raise UsageError("an argument with a NUL", expected="names of files without it")
        # Not by click's `main`, which writes an empty line when it is interrupted.
        with casbridge.make_context("casbridge", list(given)) as context:
            code = casbridge.invoke(context)
        sys.stdout.flush()
        return int(code or 0)
    except CasbridgeError as error:
        return _complain(str(error), error.exit_code, given)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        if isinstance(error, click.NoSuchOption):
            error = _suggested(error)
        where = getattr(error, "ctx", None)
        hint = f" (see {where.command_path} --help)" if where is not None else ""
        return _complain(printable(error.format_message()) + hint, 2, given)
    except (BrokenPipeError, SystemExit):
        # The reader went away (`| head`; click exits with 1 then): nothing is wrong, and nothing more can be said.
        _give_up(sys.stdout)
        return 0
    except OSError as error:
        if error.filename is not None:
            return _complain(f"cannot read or write {error.filename}: {error.strerror or error}", 2, given)
        _give_up(sys.stdout)
        refused = WriteError("standard output" if error.errno in FULL else "standard input or output", error)
        return _complain(str(refused), refused.exit_code, given)
    except MemoryError:
        return _complain("out of memory; a smaller input, --limit or another backend may help", 4, given)
    except RecursionError:
        return _complain("the input is nested too deeply", 2, given)
    finally:
        if registry := sys.modules.get("casbridge.backends.registry"):
            registry.close_all()


def _suggested(error: click.NoSuchOption) -> click.UsageError:
    """The error with the option of the command that is meant, where another name of it is known."""
    known = {name for one in (error.ctx.command.params if error.ctx else ()) for name in one.opts}
    word = error.option_name.lstrip("-").replace("-", "_")
    meant = [name for one in MEANT.get(word, ()) if (name := f"--{one.replace('_', '-')}") in known]
    if not meant:
        return error
    return click.UsageError(f"No such option '{error.option_name}'. Did you mean '{meant[0]}'?", error.ctx)


class _Signals:
    """Ctrl-C, SIGTERM and SIGHUP end this process alike, and leave nothing behind.

    A signal that is ignored (nohup) or handled by somebody else stays as it is. Only the main thread handles signals.
    """

    def __init__(self, early: _Handler) -> None:
        self.received: signal.Signals | None = None
        self._moment = NEVER
        self._ours: list[signal.Signals] = []
        self._ends = self._repeats = False
        if threading.current_thread() is not threading.main_thread():
            return
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            handler = signal.getsignal(number)
            if handler in (signal.SIG_DFL, signal.default_int_handler, early):
                self._ours.append(number)
                signal.signal(number, self._interrupt)
        if self._ours:
            sys.unraisablehook = _say_what_was_dropped

    def leave_to(self, handler: signal.Handlers) -> None:
        """From here on the signals do what they do by default, or nothing. After a first one they do nothing."""
        self._ends = True
        handler = signal.SIG_IGN if self.received else handler
        for number in self._ours:
            signal.signal(number, handler)

    def end_process(self) -> NoReturn:
        """End the process at once, after its programs and threads. Python would wait for threads that do not end."""
        received = self.received or signal.SIGINT
        with suppress(Exception):
            if groups := sys.modules.get("casbridge.processes.groups"):
                # The programs that threads wait for; then the threads have a moment to remove their directories.
                groups.end_all_for_good()
                deadline = Deadline.after(_MOST_SECONDS_TO_TIDY)
                for thread in threading.enumerate():
                    if thread is not threading.current_thread():
                        thread.join(deadline.left())
        text = "interrupted" if received is signal.SIGINT else f"ended by {received.name}"
        _exit(_complain(text, 128 + received, [one for one in sys.argv[1:] if one != "--jsonl"]))

    def _interrupt(self, number: int, _: FrameType | None) -> None:
        repeats, self._repeats = self._repeats, False
        if self.received is None:
            self.received = signal.Signals(number)
            with suppress(RuntimeError):  # no more threads
                # Not by `threading`: this may be the middle of a start of a thread, under a lock.
                start_new_thread(self._repeat, (threading.get_ident(),))
        elif (repeats and _is_interrupted()) or not self._moment.passed:
            # Soon after the first signal a second one would only disturb the end, and our own one always would.
            return
        self._moment = Deadline.after(_MOST_SECONDS_TO_TIDY)
        raise KeyboardInterrupt

    def _repeat(self, main: int) -> None:
        """Send the first signal again until the end begins: Python drops an exception in `__del__` or in a callback."""
        assert self.received is not None
        while not self._ends:
            time.sleep(2 * _MOST_SECONDS_TO_TIDY)
            if not self._ends:
                self._repeats = True
                signal.pthread_kill(main, self.received)


def _is_interrupted() -> bool:
    """Whether a KeyboardInterrupt is being handled: an `except` or a `finally` is at work."""
    error = sys.exc_info()[1]
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _say_what_was_dropped(dropped: sys.UnraisableHookArgs) -> None:
    """Say what exception Python dropped, unless it is an interrupt: that one comes again."""
    if not isinstance(dropped.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(dropped)


def _say(text: str) -> None:
    """One line on standard error, unless the stream is closed."""
    try:
        click.echo(f"casbridge: {text}", err=True)
    except OSError:
        _give_up(sys.stderr)


def _complain(message: str, code: int, arguments: Sequence[str]) -> int:
    text = printable(" ".join(message.split("\n")).strip(), 1000)
    if "--json" in arguments or "--jsonl" in arguments:
        import json

        document = {"schema": SCHEMA, "status": "error", "error": text, "exit_code": code}
        try:
            click.echo(json.dumps(document, ensure_ascii=False))
        except OSError:
            _give_up(sys.stdout)
    _say(text)
    return code


def _give_up(stream: TextIO) -> None:
    """Drop what is left for a stream: else Python would try to write it once more at its end, and exit with 120."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
