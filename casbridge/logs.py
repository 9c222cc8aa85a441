"""Records for Python's `logging`: what casbridge starts, and how it ends.

    casbridge
      casbridge.backends     INFO: each job (method, size, limits), and how it ended (status, version, seconds, reason)
      casbridge.crosscheck   INFO: each comparison, and its verdict
      casbridge.counting     INFO: each count, and its number
      casbridge.making       INFO: each new puzzle that is looked for, and what was found
      casbridge.logic        INFO: each explanation, and its outcome
      casbridge.charset      INFO: each characteristic series, and the number of its chains
      casbridge.studies      INFO: the events of a study that runs (see `casbridge.studies.progress`)
      casbridge.processes    DEBUG: each program that is started, and how it ended

Nothing is printed until the user asks for it, as with any library: `logging.basicConfig(level=logging.INFO)`. As long
as nobody has imported `logging`, nobody listens, and it is not imported here either. Environment variables and what is
sent to a program are never written.
"""

from __future__ import annotations

import re
import sys
import time
from contextlib import contextmanager

from casbridge.errors import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: The most characters of a record.
LONGEST = 400
# A name and a password in an address.
_ACCOUNT = re.compile(r"://[^/@\s]*@")
# The numbers that `logging` gives to its levels.
_INFO, _DEBUG = 20, 10


class Work:
    """Work that a log follows. result: how it ended, in words; whoever does the work says it.

    >>> Work().result
    'done'
    """

    def __init__(self) -> None:
        self.result: object = "done"


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

    @contextmanager
    def work(self, text: str, *parts: object) -> Iterator[Work]:
        """A context that leaves a record when it is entered, and one with the result and the seconds when it is left.

        An exception is such an end, too: its class and its message are in the record. parts: for the places %s.

        >>> with Log("counting").work("counting %s", "grids") as work:
        ...     work.result = 288
        """
        work, began = Work(), time.monotonic()
        within_contextlib = 4
        self._write(_INFO, text, parts, within_contextlib)
        ended = "done"
        try:
            yield work
            ended = str(work.result)
        except BaseException as error:
            ended = f"ended by {type(error).__name__}: {error}" if str(error) else f"ended by {type(error).__name__}"
            raise
        finally:
            self._write(_INFO, f"{text}: %s after %.3f s", (*parts, ended, time.monotonic() - began), within_contextlib)

    def _write(self, level: int, text: str, parts: tuple[object, ...], stack: int = 3) -> None:
        logging = sys.modules.get("logging")
        logger = None if logging is None else logging.getLogger(self._name)
        if logging is None or logger is None or not logger.isEnabledFor(level):
            return
        ours = logging.getLogger("casbridge")
        if not ours.handlers:
            ours.addHandler(logging.NullHandler())
        # As one argument: a % in a name must not be read as a place.
        logger.log(level, "%s", printable(_ACCOUNT.sub("://...@", text % parts), LONGEST), stacklevel=stack)
