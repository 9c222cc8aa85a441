"""Private folders for the files of programs. None is left when this process is gone, however it ended."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from pathlib import Path
from types import TracebackType

from casbridge.processes.guardian import Key, guard, release

_counter = itertools.count(1)


class PrivateFolder:
    """A new folder that only this user may read, removed on leaving the context or by `end`.

    path: where the folder is; its name begins with "casbridge-".

    Raises OSError where it cannot be made. In a fork's child the folder is the parent's: the child does not remove it.

    >>> with PrivateFolder() as path:
    ...     path.is_dir()
    True
    >>> path.exists()
    False
    """

    def __init__(self) -> None:
        self.path = Path(tempfile.gettempdir()).absolute() / f"casbridge-{os.urandom(8).hex()}"
        self._key: Key = ("folder", next(_counter))
        self._owner = os.getpid()
        # The guardian knows the folder before there is one.
        guard(self._key, self.end, str(self.path))
        try:
            self.path.mkdir(mode=0o700)
        except BaseException:
            release(self._key)
            raise

    def __enter__(self) -> Path:
        return self.path

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        """Remove the folder with everything in it. May be called again."""
        if os.getpid() == self._owner:
            shutil.rmtree(self.path, ignore_errors=True)
            release(self._key)
