"""Results kept in files, under the question and the code that determined them."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from casbridge import files
from casbridge.errors import UsageError, WriteError, printable


def is_count(value: object) -> bool:
    """Whether a value is a whole number, at least 0.

    >>> is_count(288), is_count(True), is_count([None])
    (True, False, False)
    """
    return type(value) is int and value >= 0


class Cache:
    """A folder of results, one file each; it is made if it does not exist. Several processes may use it at once.

    A result is found again only for the same question and the same code of `casbridge.counting`.

    say: called with a line about each damaged file.

    Raises UsageError if files cannot be written to the folder.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     kept = Cache(folder)
    ...     kept.put({"total": "2x2"}, 288)
    ...     kept.get({"total": "2x2"}), kept.get({"total": "2x3"})
    (288, None)
    """

    def __init__(self, folder: str | os.PathLike[str], say: Callable[[str], object] = warnings.warn) -> None:
        self.folder = Path(folder)
        self._say = say
        expected = "a folder that can be written to, or where one can be made"
        if not os.fspath(folder):
            raise UsageError("a cache without a name", expected=expected)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            # Now, and not when a long computation has ended.
            with tempfile.TemporaryFile(dir=self.folder):
                pass
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            reason = error.strerror if isinstance(error, OSError) else error
            raise UsageError(f"cache {printable(str(folder))}: {reason}", expected=expected) from error

    def get(self, question: Mapping[str, Any], is_valid: Callable[[Any], bool] | None = None) -> Any:
        """The result; None if none is kept.

        A file that this class did not write, or whose result is not valid, is renamed to *.damaged, with a message.

        is_valid: whether a value of JSON's types can be the result; by default any can.
        """
        wanted = _with_code(question)
        file = self._file(wanted)
        try:
            kept = json.loads(file.read_bytes())
            result = kept["result"]
            written = kept == {"question": wanted, "result": result, "digest": _digest([wanted, result])}
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            written = False
        if written and (is_valid is None or is_valid(result)):
            return result
        aside = file.with_suffix(".damaged")
        try:
            file.replace(aside)
        except OSError as error:
            raise WriteError(file, error) from None
        self._say(f"{printable(str(file))} is damaged: set aside as {aside.name}; its result is computed again")
        return None

    def put(self, question: Mapping[str, Any], result: Any) -> None:
        """Keep a result of JSON's types. Raises WriteError if the file cannot be written."""
        wanted = _with_code(question)
        text = json.dumps({"question": wanted, "result": result, "digest": _digest([wanted, result])}) + "\n"
        files.write(self._file(wanted), text, follow=False)

    def _file(self, question: Mapping[str, Any]) -> Path:
        return self.folder / f"{_digest(question)[:32]}.json"


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _with_code(question: Mapping[str, Any]) -> dict[str, Any]:
    # Through JSON, so that a tuple is what it will be when it is read.
    return dict(json.loads(json.dumps({**question, "code": _code()})))


@cache
def _code() -> str:
    """The digest of this package's code."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
