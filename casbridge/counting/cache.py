"""Results that are kept, under the key of what determined them: the question, and the code that answered it."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from casbridge.errors import InputError, UsageError, printable


class Cache:
    """A folder of results, one file each, made where it does not exist. It may be used by several processes at once.

    A result is found again only if the question is the same, to the letter, and so is the code of `casbridge.counting`.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     kept = Cache(folder)
    ...     kept.put({"total": "2x2"}, 288)
    ...     kept.get({"total": "2x2"}), kept.get({"total": "2x3"})
    (288, None)
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        expected = "a folder that can be written to, or where one can be made"
        if not os.fspath(folder):
            raise UsageError("a cache without a name", expected=expected)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            # Now, and not when a long computation has ended.
            with tempfile.TemporaryFile(dir=self.folder):
                pass
        except OSError as error:
            raise UsageError(f"cache {printable(str(folder))}: {error.strerror}", expected=expected) from error

    def get(self, question: Mapping[str, Any]) -> Any:
        """The result, None where none is kept. Raises InputError for a file that no cache wrote."""
        wanted = _with_code(question)
        file = self._file(wanted)
        try:
            content = file.read_bytes()
        except FileNotFoundError:
            return None
        try:
            kept = json.loads(content)
            result = kept["result"]
            written = kept["question"] == wanted and kept["digest"] == _digest([wanted, result])
        except (ValueError, KeyError, TypeError, RecursionError):
            written = False
        if not written:
            raise InputError(f"{file} is no kept result", expected="what casbridge wrote there", hint="remove it")
        return result

    def put(self, question: Mapping[str, Any], result: Any) -> None:
        """Keep a result of JSON's types. Raises OSError where it cannot be written."""
        wanted = _with_code(question)
        text = json.dumps({"question": wanted, "result": result, "digest": _digest([wanted, result])}) + "\n"
        # Nobody ever sees half a file.
        descriptor, partly = tempfile.mkstemp(dir=self.folder, prefix=".", suffix=".partly")
        try:
            with open(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(partly, self._file(wanted))
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(partly)
            raise

    def _file(self, question: Mapping[str, Any]) -> Path:
        return self.folder / f"{_digest(question)[:32]}.json"


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _with_code(question: Mapping[str, Any]) -> dict[str, Any]:
    # Through JSON, so that a tuple is what it will be when it is read.
    asked: dict[str, Any] = json.loads(json.dumps({**question, "code": _code()}))
    return asked


@cache
def _code() -> str:
    """The digest of this package's code."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
