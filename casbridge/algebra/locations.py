"""Places in a text, for messages about it."""

from __future__ import annotations

from typing import NamedTuple

from casbridge.errors import InputError


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
        return InputError(
            found, source=self.source, line=self.line, column=self.column, expected=expected, hint=hint or None
        )

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
