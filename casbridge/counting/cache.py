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

from casbridge.errors import InputError, UsageError


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
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            found = f"cache {self.folder}: {error.strerror}"
            raise UsageError(found, expected="a folder, or where one can be made") from error

    def get(self, question: Mapping[str, Any]) -> Any:
        """The result, None where none is kept. Raises InputError for a file that no cache wrote."""
        wanted = _with_code(question)
        file = self._file(wanted)
        try:
            text = file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        try:
            kept = json.loads(text)
            question_there, result = kept["question"], kept["result"]
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{file} is no kept result", expected="what casbridge wrote", hint="remove it") from error
        if question_there != wanted:
            raise InputError(f"{file} is about something else", expected="what casbridge wrote", hint="remove it")
        return result

    def put(self, question: Mapping[str, Any], result: Any) -> None:
        """Keep a result of JSON's types."""
        wanted = _with_code(question)
        text = json.dumps({"question": wanted, "result": result}) + "\n"
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
        digest = hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()
        return self.folder / f"{digest[:32]}.json"


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
