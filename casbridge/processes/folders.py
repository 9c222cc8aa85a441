"""Private folders of programs and workers, removed at the latest when this process is gone."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from types import TracebackType


class PrivateFolder:
    """A new folder for one program's files, removed on leaving the context or by `remove`.

    path: where it is; its name begins with "casbridge-".

    >>> with PrivateFolder() as path:
    ...     path.is_dir()
    True
    >>> path.exists()
    False
    """

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="casbridge-"))

    def __enter__(self) -> Path:
        return self.path

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.remove()

    def remove(self) -> None:
        """Remove the folder with everything in it. May be called again."""
        shutil.rmtree(self.path, ignore_errors=True)
