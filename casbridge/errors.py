"""One exception tree, and places in a text. Every error carries the exit code that the command line ends with."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

#: What the system says where a disk, a quota or the largest size of a file is reached.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class CasbridgeError(Exception):
    """Base of everything that casbridge raises on purpose: one clear line and an exit code.

    >>> [error.exit_code for error in (CasbridgeError, InputError, LimitError)]
    [3, 2, 4]
    """

    exit_code = 3


class InputError(CasbridgeError):
    """Bad input. The message has the place, the finding, the expectation and a hint.

    >>> str(InputError("found 'x'", source="grid.txt", line=3, column=5, expected="a digit 1-4 or a blank"))
    "grid.txt:3:5: found 'x'; expected a digit 1-4 or a blank"
    """

    exit_code = 2

    def __init__(
        self,
        found: str,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        expected: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.found, self.expected, self.hint = found, expected, hint
        self.source, self.line, self.column = source, line, column
        if source is not None:
            where = ":".join(str(part) for part in (source, line, column) if part is not None) + ": "
        else:
            where = f"line {line}{'' if column is None else f', column {column}'}: " if line is not None else ""
        text = where + found + (f"; expected {expected}" if expected else "") + (f" ({hint})" if hint else "")
        super().__init__(printable(text))

    def located(self, source: str, *, is_other: bool = False) -> InputError:
        """The same error, with the name of the file that the text came from; is_other: instead of another name."""
        if self.source is not None and not is_other:
            return self
        further = {"expected": self.expected, "hint": self.hint}
        return type(self)(self.found, source=source, line=self.line, column=self.column, **further)


class UsageError(InputError):
    """Options that do not fit together, or that ask for something that does not exist.

    >>> str(UsageError("no backends", expected="reference,singular"))
    'no backends; expected reference,singular'
    """


class EncodingError(InputError):
    """A puzzle that an encoding cannot state, or a zero that is no digit.

    >>> issubclass(EncodingError, InputError)
    True
    """


class SeveralIdealsError(InputError):
    """A script that states several systems, of which none was chosen.

    names: how each can be chosen. systems: for each a function that reads it, and gives it a name.

    >>> SeveralIdealsError("several ideals").names
    ()
    """

    names: Sequence[str] = ()
    systems: Sequence[Callable[..., Any]] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        # The functions are closures, which are no data: another process gets the names alone.
        return type(self), self.args, {**vars(self), "systems": ()}


class TemplateError(InputError):
    """A template that is missing or uses an undefined name.

    >>> str(TemplateError("no template", source="x.j2", line=2))
    'x.j2:2: no template'
    """


class WriteError(CasbridgeError):
    """A file that cannot be written: which one, why, and what to do. Its exit code is 4 where the disk is full, else 2.

    path: the file. error: what the system said.

    >>> str(WriteError("x.svg", PermissionError(13, "Permission denied")))
    'cannot write x.svg: Permission denied (name a file that can be written, in a folder that can)'
    """

    def __init__(self, path: str | os.PathLike[str], error: OSError | ValueError) -> None:
        self.path = os.fspath(path)
        self.error = error
        full = getattr(error, "errno", None) in FULL
        self.exit_code = 4 if full else 2
        reason = getattr(error, "strerror", None) or str(error)
        elsewhere = "name a file that can be written, in a folder that can"
        hint = "make room there, or name another place" if full else elsewhere
        super().__init__(f"cannot write {printable(self.path, 200)}: {reason} ({hint})")


class UnsupportedError(CasbridgeError):
    """A well-formed request that this backend, method or arithmetic cannot do; the text says why.

    >>> UnsupportedError.exit_code
    3
    """


class BackendError(CasbridgeError):
    """An external computer algebra system failed: missing, crashed, or said something unreadable.

    >>> BackendError.exit_code
    3
    """


class LimitError(CasbridgeError):
    """A limit on time or memory was reached.

    >>> LimitError.exit_code
    4
    """

    exit_code = 4


def limit_of(error: BaseException | None) -> str:
    """Which limit an error is about: "time", "memory", or "" where it is about none.

    >>> limit_of(LimitError("too late")), limit_of(MemoryError()), limit_of(None)
    ('time', 'memory', '')
    """
    if isinstance(error, MemoryError):
        return "memory"
    return "time" if isinstance(error, LimitError) else ""


def printable(text: str, limit: int = 400) -> str:
    """`text` as one line without control characters, shortened in the middle beyond `limit` characters.

    >>> printable("a\\x1b[31m\\nb")
    'a\\\\x1b[31m\\\\nb'
    """
    escaped = text
    if not text.isprintable():
        escaped = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    if len(escaped) <= limit:
        return escaped
    half = (limit - 3) // 2
    return f"{escaped[:half]}...{escaped[-half:]}"


def without_middle(text: str, most: int) -> str:
    """A text; of one with more than `most` characters the beginning and the end, and how many are missing.

    >>> without_middle("abcdefghij", 4)
    'ab\\n[... 6 characters left out ...]\\nij'
    """
    half = most // 2
    if len(text) <= most:
        return text
    return f"{text[:half]}\n[... {len(text) - 2 * half} characters left out ...]\n{text[-half:]}"


def reason_of(error: BaseException, limit: int = 400) -> str:
    """Why an error ended a piece of work, as one line. Any other error is a fault of casbridge.

    >>> reason_of(LimitError("no answer within 5 s")), reason_of(ValueError("no digit"))
    ('no answer within 5 s', 'casbridge itself: ValueError: no digit')
    """
    if isinstance(error, MemoryError):
        return "casbridge itself ran out of memory"
    own = "" if isinstance(error, CasbridgeError) else f"casbridge itself: {type(error).__name__}: "
    return printable(f"{own}{error}", limit)


class Location(NamedTuple):
    """A place in an input. None is unknown.

    source: the file's name.
    line, column: both count from 1.

    >>> print(Location("grid.txt", 3, 5).error("found 'x'", "a digit"))
    grid.txt:3:5: found 'x'; expected a digit
    """

    source: str | None = None
    line: int | None = None
    column: int | None = None

    def after(self, text: str) -> Location:
        """The place behind a text that begins here.

        >>> Location("f", 1, 5).after("a"), Location("f", 1, 5).after("ab\\nc")
        (Location(source='f', line=1, column=6), Location(source='f', line=2, column=2))
        """
        newline = text.rfind("\n")
        if newline < 0:
            return Location(self.source, self.line or 1, (self.column or 1) + len(text))
        return Location(self.source, (self.line or 1) + text.count("\n"), len(text) - newline)

    def error(self, found: str, expected: str | None = None, hint: str | None = None) -> InputError:
        """The error for this place. hint: what to do."""
        return InputError(found, expected=expected, hint=hint or None, **self._asdict())

    def placed(self, error: InputError) -> InputError:
        """An error without a place, with this one.

        >>> print(Location("f", 2).placed(InputError("characteristic 4", expected="a prime")))
        f:2: characteristic 4; expected a prime
        """
        return self.error(error.found, error.expected, error.hint)


#: The beginning of a text without a name.
START = Location(None, 1, 1)
#: What a deadline says that passes before the end of an input.
UNREAD = "the input was not read"
