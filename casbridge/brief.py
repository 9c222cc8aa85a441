"""One short line for a value, however large the value is: what `repr` shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import log10
from reprlib import Repr
from typing import Any

from casbridge.drawings import Shown
from casbridge.errors import printable

#: The most characters of a `repr`.
LONGEST = 400
# Python itself writes no longer whole numbers; of longer ones the size is said.
_LONGEST_NUMBER = 10_000  # bits


class _Short(Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxtuple = self.maxlist = self.maxset = self.maxfrozenset = self.maxdict = self.maxdeque = 6
        self.maxstring = self.maxother = 120
        self.maxlong = 40
        self.maxlevel = 4

    def repr_int(self, number: int, level: int) -> str:
        return number_in_short(number) if number.bit_length() > 100 else repr(number)

    def repr_Fraction(self, number: Fraction, level: int) -> str:
        return f"Fraction({self.repr_int(number.numerator, level)}, {self.repr_int(number.denominator, level)})"

    def repr_instance(self, value: object, level: int) -> str:
        return printable(repr(value), self.maxother)


_SHORT = _Short()


def number_in_short(number: int, most: int = 40) -> str:
    """A whole number: its digits, or of one with many the first and the last; of a very large one the size.

    >>> number_in_short(2**100), number_in_short(10**60 + 7), number_in_short(-(10**5000))
    ('1267650600228229401496703205376', '100000000000000000...000000000000000007', '-(a number with about 5001 digits)')
    """
    if number.bit_length() <= _LONGEST_NUMBER:
        return printable(str(number), most)
    sign, digits = "-" if number < 0 else "", int(number.bit_length() * log10(2)) + 1
    return f"{sign}(a number with about {digits} digits)"


def brief(value: object, most: int = LONGEST) -> str:
    """The `repr` of a value as one line of at most `most` characters. Of many members some are shown.

    >>> brief([1, "two", None]), brief(range(3)), brief(tuple(range(100)))
    ("[1, 'two', None]", 'range(0, 3)', '(0, 1, 2, 3, 4, 5, ...)')
    """
    return printable(_SHORT.repr(value), most)


def in_short(members: Iterable[str], number: int, most: int = LONGEST) -> str:
    """A list's members, already as texts, in brackets; of many the first ones, and how many there are.

    members: not all of them are asked for. number: how many there are.

    >>> in_short(map(str, range(3)), 3), in_short(map(str, range(10**9)), 10**9, 40)
    ('[0, 1, 2]', '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ... (1000000000 in all)]')
    """
    shown: list[str] = []
    room = most
    for member in members:
        text = printable(member, most)
        room -= len(text) + 2
        if room < 0 and shown:
            break
        shown.append(text)
    left = number - len(shown)
    return f"[{', '.join(shown)}{f', ... ({number} in all)' if left else ''}]"


class Brief(Shown):
    """A dataclass whose `repr` is one short line: the fields that differ from their defaults, each of them shortened.

    A notebook shows these fields as a table, unless `casbridge.notebook.forms` has a form for the class.

    >>> from dataclasses import dataclass
    >>> @dataclass(repr=False)
    ... class Point(Brief):
    ...     name: str
    ...     at: tuple[int, ...] = ()
    >>> Point("A"), Point("B", tuple(range(1000)))
    (Point(name='A'), Point(name='B', at=(0, 1, 2, 3, 4, 5, ...)))
    """

    __slots__ = ()

    def __repr__(self) -> str:
        shown = (f"{name}={brief(value, 160)}" for name, value in told_fields(self))
        return printable(f"{type(self).__name__}({', '.join(shown)})", LONGEST)


def brief_record(record: Any) -> str:
    """One short line for a named tuple, which cannot inherit from `Brief`: its `__repr__` calls this.

    >>> from typing import NamedTuple
    >>> class Point(NamedTuple):
    ...     name: str
    ...     at: tuple[int, ...]
    ...     __repr__ = brief_record
    >>> Point("B", tuple(range(1000)))
    Point(name='B', at=(0, 1, 2, 3, 4, 5, ...))
    """
    shown = (f"{name}={brief(value, 160)}" for name, value in zip(record._fields, record, strict=True))
    return printable(f"{type(record).__name__}({', '.join(shown)})", LONGEST)


def told_fields(value: Any) -> Iterator[tuple[str, Any]]:
    """The name and the value of each field of a dataclass that differs from its default and is part of its `repr`.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Point:
    ...     name: str
    ...     at: int = 0
    >>> [*told_fields(Point("A"))], [*told_fields(Point("B", 1))]
    ([('name', 'A')], [('name', 'B'), ('at', 1)])
    """
    from dataclasses import MISSING, fields

    for one in fields(value):
        found = getattr(value, one.name)
        default = one.default if one.default_factory is MISSING else one.default_factory()
        is_default = default is not MISSING and type(default) is type(found) and bool(default == found)
        if one.repr and not is_default:
            yield one.name, found
