"""What moves on a terminal while something takes long: on standard error, and only where that is a terminal."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import Any

from casbridge.cli.output import is_terminal


def spinner(text: str) -> Any:
    """Something that moves, with a text beside it."""
    if not is_terminal(sys.stderr):
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(text)


def bar(text: str) -> Any:
    """A `Bar`, or None where there is no terminal."""
    return Bar(text) if is_terminal(sys.stderr) else nullcontext()


class Bar:
    """How many of how many are done."""

    def __init__(self, text: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._progress.add_task(text, total=None)

    def show(self, done: int, of: int) -> None:
        self._progress.update(self._task, completed=done, total=of)

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()
