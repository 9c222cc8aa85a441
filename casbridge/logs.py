"""Records for Python's `logging`: what casbridge starts, and how it ends.

    casbridge
      casbridge.backends     INFO: each job (method, size, limits), and how it ended (status, version, seconds, reason)
      casbridge.crosscheck   INFO: each comparison, and its verdict
      casbridge.processes    DEBUG: each program that is started, and how it ended

Nothing is printed until the user asks for it, as with any library: `logging.basicConfig(level=logging.INFO)`. As long
as nobody has imported `logging`, nobody listens, and it is not imported here either. Environment variables and what is
sent to a program are never written.
"""

from __future__ import annotations

import re
import sys

from casbridge.errors import printable

#: The most characters of a record.
LONGEST = 400
# A name and a password in an address.
_ACCOUNT = re.compile(r"://[^/@\s]*@")
# The numbers that `logging` gives to its levels.
_INFO, _DEBUG = 20, 10


class Log:
    """The log of a room: one line a record, without control characters, of at most `LONGEST` characters.

    room: the room's name.

    >>> Log("backends").debug("%s ended: %s", "singular", "timeout")
    """

    def __init__(self, room: str) -> None:
        self._name = f"casbridge.{room}"

    def info(self, text: str, *parts: object) -> None:
        """What a user wants to follow: jobs and verdicts. parts: for the places %s in the text."""
        self._write(_INFO, text, parts)

    def debug(self, text: str, *parts: object) -> None:
        """What helps to find a fault: programs and their ends."""
        self._write(_DEBUG, text, parts)

    def _write(self, level: int, text: str, parts: tuple[object, ...]) -> None:
        logging = sys.modules.get("logging")
        logger = None if logging is None else logging.getLogger(self._name)
        if logging is None or logger is None or not logger.isEnabledFor(level):
            return
        ours = logging.getLogger("casbridge")
        if not ours.handlers:
            ours.addHandler(logging.NullHandler())
        # As one argument: a % in a name must not be read as a place.
        logger.log(level, "%s", printable(_ACCOUNT.sub("://...@", text % parts), LONGEST), stacklevel=3)
