"""What a study tells while it runs: to a terminal, in plain lines, and as JSON lines in a log.

Everything goes through the standard `logging`, to the logger "casbridge.studies": each record has a text for people,
and a dictionary for programs as `record.study`. What is told is in the store already.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from os import PathLike
from typing import TYPE_CHECKING, Any, TextIO

from casbridge import files
from casbridge.errors import WriteError
from casbridge.limits import Stopwatch

if TYPE_CHECKING:
    from casbridge.studies.values import Outcome, VerdictOutcome, Work

#: The logger that a running study tells everything.
LOGGER = logging.getLogger("casbridge.studies")
#: Seconds between two plain lines about the progress.
_PLAIN_SECONDS = 10.0
_DRAWN_SECONDS = 0.2


class Progress:
    """Counts what is done, and tells the logger. A driver calls it; `watching` shows it.

    >>> progress = Progress()
    >>> progress.begin(10, workers=2)
    >>> progress.line()
    '0 of 10 jobs'
    """

    def __init__(self) -> None:
        self.total = self.finished = self.linked = 0
        self.statuses: Counter[str] = Counter()
        self.verdicts: Counter[str] = Counter()
        self.running: tuple[str, ...] = ()
        self._watch = Stopwatch()
        self._recent: list[tuple[float, int]] = []
        #: What is called when something changed.
        self.shows: list[Callable[[], None]] = []

    def begin(self, total: int, workers: int, *, at_most: bool = False) -> None:
        """The driver begins. total: jobs that wait. at_most: the store may have results of some of them already."""
        self.total, self._watch = total, Stopwatch()
        self._recent = [(0.0, 0)]
        text = f"{many(total, 'job')} to do, {many(workers, 'worker')}"
        if at_most and total:
            text = f"at most {text}; results that are there already are looked up first"
        self.tell("begin", text, total=total, workers=workers)

    def done(self, pairs: Sequence[tuple[Work, Outcome]]) -> None:
        """Jobs whose outcomes are in the store."""
        self.finished += len(pairs)
        self.statuses.update(outcome.status for _, outcome in pairs)
        if LOGGER.isEnabledFor(logging.DEBUG):
            for work, one in pairs:
                name = f"{_name(work)}: {one.status} in {one.wall_seconds:.2f} s"
                fields = {
                    "job": one.number,
                    "input": work.case.input.name,
                    "encoding": work.case.encoding,
                    "field": work.case.field,
                    "variable_order": work.variable_order,
                    "backend": work.backend,
                    "repeat": work.repeat,
                    "status": one.status,
                    "reason": one.reason,
                    "wall_seconds": round(one.wall_seconds, 6),
                    "host": one.host,
                }
                self.tell("job", name, logging.DEBUG, **fields)
        self.moved()

    def known(self, number: int, statuses: Sequence[str] = ()) -> None:
        """So many jobs got a result that the store had already. statuses: of results that this run brought."""
        if not number:
            return
        self.finished += number
        self.statuses.update(statuses)
        self.linked += number
        self.moved()

    def judged(self, pairs: Sequence[tuple[str, VerdictOutcome]]) -> None:
        """Verdicts that are in the store, each with the name of its input."""
        self.verdicts.update(outcome.kind for _, outcome in pairs)
        for name, one in pairs:
            level = logging.WARNING if one.kind == "disagree" else logging.DEBUG
            if LOGGER.isEnabledFor(level):
                fields = {"input": name, "case": one.number, "repeat": one.repeat, "verdict": one.kind}
                self.tell("verdict", f"{name}: {one.kind}: {one.reason}", level, **fields, reason=one.reason)
        self.moved()

    def warn(self, event: str, text: str, **fields: Any) -> None:
        """Something that the user should know: a worker that died, a host with other versions."""
        self.tell(event, text, logging.WARNING, **fields)

    def end(self, text: str, *, stopped: bool = False) -> None:
        """The driver ends. stopped: before all was done."""
        self.running = ()
        self.tell("end", text, logging.WARNING if stopped else logging.INFO, **self.state())

    def tell(self, event: str, text: str, level: int = logging.INFO, **fields: Any) -> None:
        """Tell the logger."""
        LOGGER.log(level, text, extra={"study": {"event": event, **fields}})

    def moved(self) -> None:
        """Something changed."""
        now = self._watch.seconds
        if not self._recent or now - self._recent[-1][0] >= 1:
            self._recent.append((now, self.finished))
            del self._recent[:-30]
        for show in self.shows:
            show()

    @property
    def rate(self) -> float:
        """Jobs a second, lately."""
        if not self._recent:
            return 0.0
        (then, before), now = self._recent[0], self._watch.seconds
        return (self.finished - before) / (now - then) if now > then else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the end at this rate; None where it is not known."""
        rate = self.rate
        return (self.total - self.finished) / rate if rate and self.total else None

    def state(self) -> dict[str, Any]:
        """All numbers, for programs."""
        left = self.seconds_left
        return {
            "done": self.finished,
            "total": self.total,
            "rate": round(self.rate, 3),
            "seconds_left": None if left is None else round(left, 1),
            "statuses": dict(self.statuses),
            "verdicts": dict(self.verdicts),
            "running": list(self.running),
        }

    def line(self) -> str:
        """All numbers in a line."""
        text = f"{self.finished} of {self.total} jobs"
        if self.finished and self.rate:
            text += f", {self.rate:.3g} a second"
        if (left := self.seconds_left) is not None and 0 < self.finished < self.total:
            text += f", {duration(left)} left"
        if self.linked:
            text += f"; {self.linked} needed no run"
        counts = [", ".join(f"{n} {name}" for name, n in some.most_common()) for some in (self.statuses, self.verdicts)]
        return "; ".join(part for part in (text, *counts) if part)


def duration(seconds: float) -> str:
    """A time in words.

    >>> duration(5.2), duration(600), duration(100_000)
    ('5 s', '10 min', '27 h 46 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = int(seconds // 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


def many(number: int, noun: str) -> str:
    """A number of things in words.

    >>> many(1, "job"), many(1200, "job")
    ('1 job', '1200 jobs')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


@contextmanager
def watching(
    *,
    log: str | PathLike[str] | None = None,
    stream: TextIO | None = None,
    quiet: bool = False,
) -> Iterator[Progress]:
    """Show a study's progress while this context lasts.

    log: a file to which each event is added as a line of JSON: when, which event, and its fields.
    stream: where it is shown, standard error by default: drawn on a terminal, in plain lines elsewhere.
    quiet: show warnings only.

    Raises WriteError for a log that cannot be written.

    >>> import io
    >>> shown = io.StringIO()
    >>> with watching(stream=shown) as progress:
    ...     progress.begin(2, workers=1)
    >>> shown.getvalue()
    '2 jobs to do, 1 worker\\n'
    """
    shown = sys.stderr if stream is None else stream
    progress = Progress()
    handlers: list[logging.Handler] = []
    if log is not None:
        try:
            handlers.append(_JsonHandler(log))
        except OSError as error:
            raise WriteError(log, error) from None
    before, propagate = LOGGER.level, LOGGER.propagate
    drawn = not quiet and shown.isatty()
    screen = _Terminal(progress, shown) if drawn else _Lines(progress, shown, quiet)
    handlers.append(screen)
    progress.shows.append(screen.moved)
    LOGGER.setLevel(logging.DEBUG if log is not None else logging.INFO)
    LOGGER.propagate = False
    for handler in handlers:
        LOGGER.addHandler(handler)
    try:
        yield progress
    finally:
        progress.shows.clear()
        LOGGER.setLevel(before)
        LOGGER.propagate = propagate
        for handler in handlers:
            LOGGER.removeHandler(handler)
            handler.close()


class _JsonHandler(logging.FileHandler):
    """Each event as a line of JSON."""

    def __init__(self, path: str | PathLike[str]) -> None:
        super().__init__(path, encoding="utf-8")
        self.setLevel(logging.DEBUG)

    def _open(self) -> Any:
        return open(self.baseFilename, "a", encoding="utf-8", opener=files.without_waiting)

    def format(self, record: logging.LogRecord) -> str:
        fields: Mapping[str, Any] = getattr(record, "study", {})
        about = {"time": _when(record.created), "level": record.levelname.lower(), "text": record.getMessage()}
        return json.dumps({**about, **fields}, ensure_ascii=False)

    def handleError(self, record: logging.LogRecord) -> None:
        error = sys.exc_info()[1]
        if isinstance(error, OSError):  # it ends the study, as a store that cannot be written does
            raise WriteError(self.baseFilename, error) from None
        super().handleError(record)


class _Lines(logging.Handler):
    """Plain lines: each event for people, and now and then how far it is."""

    def __init__(self, progress: Progress, stream: TextIO, quiet: bool) -> None:
        super().__init__(logging.WARNING if quiet else logging.INFO)
        self._progress, self._stream, self._quiet = progress, stream, quiet
        self._last = Stopwatch()

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError, ValueError):
            print(record.getMessage(), file=self._stream, flush=True)

    def moved(self) -> None:
        if not self._quiet and self._last.seconds >= _PLAIN_SECONDS:
            self._last = Stopwatch()
            self._progress.tell("progress", self._progress.line(), **self._progress.state())


class _Terminal(logging.Handler):
    """A bar with the numbers, what runs now, and warnings above it."""

    def __init__(self, progress: Progress, stream: TextIO) -> None:
        from rich.console import Console
        from rich.live import Live

        super().__init__(logging.INFO)
        self._progress = progress
        self._console = Console(file=stream)
        self._last = Stopwatch()
        self._live = Live(console=self._console, get_renderable=self._drawn, auto_refresh=False, transient=True)
        self._live.start()

    def emit(self, record: logging.LogRecord) -> None:
        from rich.text import Text

        style = "bold red" if record.levelno >= logging.WARNING else ""
        with suppress(OSError, ValueError):
            self._console.print(Text(record.getMessage(), style=style))

    def moved(self) -> None:
        if self._last.seconds >= _DRAWN_SECONDS:
            self._last = Stopwatch()
            with suppress(OSError, ValueError):
                self._live.refresh()

    def close(self) -> None:
        with suppress(OSError, ValueError):
            self._live.stop()
        super().close()

    def _drawn(self) -> Any:
        from rich.console import Group
        from rich.padding import Padding
        from rich.progress_bar import ProgressBar
        from rich.text import Text

        now = self._progress
        bar = ProgressBar(total=max(1, now.total), completed=now.finished, width=40)
        # The numbers have lines of their own, and may take two: none is cut off on a narrow terminal.
        parts: list[Any] = [Padding(bar, 0), Text(now.line())]
        if now.running:
            more = len(now.running) - 4
            names = ", ".join(now.running[:4]) + (f" and {more} more" if more > 0 else "")
            parts.append(Text(f"now: {names}", style="dim", overflow="ellipsis", no_wrap=True))
        return Group(*parts)


def _name(work: Work) -> str:
    """A job in words."""
    case = work.case
    parts = [case.input.name, case.encoding, case.field, "" if work.variable_order == "given" else work.variable_order]
    repeat = f" #{work.repeat}" if work.repeat > 1 else ""
    return f"{' '.join(part for part in parts if part)} by {work.backend}{repeat}"


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds % 1 * 1000):03d}Z"
