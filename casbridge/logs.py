"""Records of what casbridge starts, and how it ended, for Python's own `logging`.

    casbridge
      casbridge.backends     INFO: each job (backend, version, method, size, limits), and how it ended
      casbridge.crosscheck   INFO: each verdict
      casbridge.processes    DEBUG: each program that is started, and how it ended

Nothing is printed until the user asks for it, as with any library: `logging.basicConfig(level=logging.INFO)`.
`logging` is imported by the first room that has something to say.
"""

from __future__ import annotations

import logging

from casbridge.errors import printable

#: The most characters of a record.
LONGEST = 400

logging.getLogger("casbridge").addHandler(logging.NullHandler())


class Log:
    """The log of a room: one line a record, without control characters, of at most `LONGEST` characters.

    room: the room's name. A text is made only where somebody listens.

    >>> Log("backends").debug("%s ended: %s", "singular", "timeout")
    """

    def __init__(self, room: str) -> None:
        self._logger = logging.getLogger(f"casbridge.{room}")

    def info(self, text: str, *parts: object) -> None:
        """What a user wants to follow: jobs and verdicts. parts: for the places %s in the text."""
        self._write(logging.INFO, text, parts)

    def debug(self, text: str, *parts: object) -> None:
        """What helps to find a fault: programs and their ends."""
        self._write(logging.DEBUG, text, parts)

    def _write(self, level: int, text: str, parts: tuple[object, ...]) -> None:
        if self._logger.isEnabledFor(level):
            # As one argument: a % in a name must not be read as a place.
            self._logger.log(level, "%s", printable(text % parts, LONGEST), stacklevel=3)
