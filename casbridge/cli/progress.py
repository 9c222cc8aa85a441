"""What moves on a terminal during long work: on standard error, and only if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from casbridge.cli.output import is_terminal


@contextmanager
def spinner(text: str) -> Iterator[None]:
    """A context in which something moves, with a text beside it.

    >>> with spinner("counting"):
    ...     print(288)
    288
    """
    if is_terminal(sys.stderr):
        from rich.console import Console

        with Console(stderr=True).status(text):
            yield
    else:
        yield


@contextmanager
def bar(text: str) -> Iterator[Callable[[int, int], None] | None]:
    """A context that gives a function (done, of) which shows how much is done; None if there is no terminal.

    >>> with bar("puzzles") as shown:
    ...     print(shown)
    None
    """
    if not is_terminal(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text, total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


@contextmanager
def backends_at_work() -> Iterator[Callable[[str, Any], None] | None]:
    """A context that gives a function (name, result) which shows each backend's work; None if there is no terminal.

    A result of None says that the backend begins.

    >>> with backends_at_work() as show:
    ...     print(show)
    None
    """
    if not is_terminal(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        tasks: dict[str, Any] = {}

        def show(name: str, result: Any) -> None:
            if name not in tasks:
                tasks[name] = progress.add_task(name, total=1)
            if result is not None:
                progress.update(tasks[name], completed=1, description=f"{name}: {result.status}")

        yield show
