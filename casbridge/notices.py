"""Remarks on an input that was read, but may not say what its author meant.

They are records of the logger ``casbridge.reading``, at the level WARNING. `warnings` would print them, and would stop
a program that turns warnings into errors, although the input is legal. The command line prints each on standard error.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

#: The logger's name.
LOGGER = "casbridge.reading"
_listeners: list[list[str]] = []


def notice(text: str) -> None:
    """Log a remark. Nothing is printed unless the program has set up logging.

    >>> with listening() as heard:
    ...     notice("file.txt: polynomial 1 is the constant 2")
    >>> heard
    ['file.txt: polynomial 1 is the constant 2']
    """
    for listener in _listeners:
        listener.append(text)
    import logging

    logger = logging.getLogger(LOGGER)
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    logger.warning("%s", text)


@contextmanager
def listening() -> Iterator[list[str]]:
    """A context with a list of the remarks that are logged in it.

    >>> with listening() as heard:
    ...     pass
    >>> heard
    []
    """
    heard: list[str] = []
    _listeners.append(heard)
    try:
        yield heard
    finally:
        _listeners.remove(heard)
