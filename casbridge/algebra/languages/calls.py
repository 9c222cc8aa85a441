"""The list that a script gives to a solver or to a call for a basis: `groebner([f, g], x)`, or `F = […]; groebner(F)`.

The readers of SymPy's, GAP's, Maxima's, FriCAS's, Giac's and CoCoA's scripts share it. A script is read where the list
is written out, and stays as it is; else the system could be another one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from casbridge.algebra.languages.scanning import Code, blank
from casbridge.algebra.languages.statements import equation, unchanged, value_of
from casbridge.algebra.passages import NAME, Passage
from casbridge.errors import UNREAD, InputError, Location, printable

_EXAMPLE = "a list of polynomials, such as [x^2 - 1, x*y]"


class Style(NamedTuple):
    """How a language gives a name a value.

    assigned: the pattern of the sign. end: the pattern of what ends a statement.
    changed: the pattern of the sign with which a later statement gives the name, or an element, another value.
    changing: the pattern of calls that change the value of a name, up to the name.
    """

    assigned: str
    end: str
    changed: str
    changing: str = ""


class Call(NamedTuple):
    """A call: its name, the place where its list begins, and the places of its other arguments."""

    name: str
    within: int
    others: Sequence[tuple[int, int]]


def call_of(code: Code, pattern: re.Pattern[str], style: Style) -> Call | None:
    """The first call of a script that a pattern finds, with the list that it takes; None for a script without a call.

    pattern: the name of the call as group 1, up to the opening bracket.
    Raises InputError where its first argument is no list that is written out, or the name of one; for a list in an
    expression, or one that is changed later; and for a later call with another list.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> code = Code("F := [x - 1]; solve(F, [x]);", Syntax())
    >>> call = call_of(code, re.compile(r"(solve)\\s*\\("), Style(":=", ";", ":="))
    >>> call.name, call.within, [code.text[slice(*part)].strip() for part in call.others]
    ('solve', 5, ['[x]'])
    """
    first: Call | None = None
    for match in pattern.finditer(code.text):
        code.deadline.check(UNREAD)
        arguments = code.arguments(match.end() - 1)
        if not arguments:
            raise code.place(match.start(1)).error(f"{match.group(1)} without arguments", _EXAMPLE)
        if first is None:
            within = _list_of(code, arguments[0], match.group(1), style)
            first = Call(match.group(1), within, arguments[1:])
        elif code.passage(*arguments[0]).text.startswith("["):
            within = code.begin(*arguments[0])
            if _bare(code, within) != _bare(code, first.within):
                raise code.place(within).error("a second list", "one, the list of polynomials")
    return first


def _bare(code: Code, within: int) -> str:
    return "".join(code.text[slice(*code.bracket(within))].split())


def _list_of(code: Code, part: tuple[int, int], call: str, style: Style) -> int:
    """Where the list begins that an argument is, or names."""
    text, at = code.passage(*part)
    begin = code.begin(*part)
    if text.startswith("[") and code.closing(begin) == begin + len(text) - 1:
        return begin
    if not re.fullmatch(r"%?[A-Za-z]\w*", text, re.ASCII):
        shown = printable(" ".join(text.split()), 60)
        raise at.error(f"{call} of {shown!r}", "a list that is written out, or its name")
    return list_named(code, text, style, at)


def list_named(code: Code, name: str, style: Style, at: Location) -> int:
    """Where the list begins that a statement gives a name. at: where the name is used.

    Raises InputError for no such statement, for a list in an expression, and for one that is changed later.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> from casbridge.errors import START
    >>> list_named(Code("F := [x]; F := [y];", Syntax()), "F", Style(":=", ";", ":="), START)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 11: a later change of F; expected all its polynomials in one statement
    """
    named = re.search(rf"(?<![\w.%]){re.escape(name)}\s*(?:{style.assigned})\s*(?=\[)", code.text)
    if named is None:
        raise at.error(f"{printable(name, 40)}, which is no list that is written out", _EXAMPLE)
    within = named.end()
    closing = code.closing(within)
    behind = re.split(style.end, code.text[closing + 1 : closing + 200], maxsplit=1)[0]
    if found := behind.strip():
        place = code.place(closing + 1 + len(behind) - len(behind.lstrip()))
        raise place.error(f"found {printable(found, 40)!r} behind the list", "the list alone, written out")
    unchanged(code, name, closing, style.changed, style.changing)
    return within


def members_of(code: Code, within: int, assigned: str = "") -> list[Passage]:
    """The polynomials and equations of a list; 0 for a list without any. A comma may stand behind the last one.

    assigned: the sign with which names of polynomials get their values, see `value_of`.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> [one.text for one in members_of(Code("[x, y = 1,]", Syntax()), 0)]
    ['x', 'y = 1']
    """
    parts = code.arguments(within)
    if len(parts) > 1 and not code.text[slice(*parts[-1])].strip():
        parts = parts[:-1]
    values = (value_of(code, part, assigned) for part in code.deadline.over(parts, UNREAD))
    found = [equation(code, start, end) for start, end in values]
    empty = next((one for one in found if not one.text), None)
    if empty is not None:
        raise empty.at.error("nothing between two commas", "a polynomial")
    inner = next((one for one in found if one.text.startswith("[")), None)
    if inner is not None:
        raise inner.at.error("a list inside the list", "one list of polynomials")
    return found or [Passage("0", code.place(within))]


def names_of(code: Code, parts: Sequence[tuple[int, int]], style: Style) -> Passage | None:
    """The names that the arguments of a call list, in their order; None for no arguments.

    They stand one by one, in a bracket, or in a list with a name.
    Raises InputError for another argument.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> code = Code("solve(F, [x, y])", Syntax())
    >>> names_of(code, code.arguments(5)[1:], Style("=", ";", "=")).text
    'x y'
    """
    if not parts:
        return None
    text, at = code.passage(*parts[0])
    if text[:1] in ("[", "(", "{") and len(parts) == 1:
        inner = [part for part in code.arguments(code.begin(*parts[0])) if code.text[slice(*part)].strip()]
        return Passage(" ".join(code.names(inner)), at)
    if len(parts) == 1 and NAME.fullmatch(text):
        listed = re.search(rf"(?<![\w.%]){text}\s*(?:{style.assigned})\s*(?=[\[(])", code.text)
        if listed is not None:
            within = list_named(code, text, style, at) if code.text[listed.end()] == "[" else listed.end()
            return Passage(" ".join(code.names(code.arguments(within))), at)
    return Passage(" ".join(code.names(parts)), at)


def reversed_names(names: Passage | None) -> Passage | None:
    """The names in the other order: a ring has the lowest variable first.

    >>> from casbridge.errors import START
    >>> reversed_names(Passage("y x", START)).text
    'x y'
    """
    return names and names._replace(text=" ".join(reversed(names.text.split())))


def blank_out(code: Code, match: re.Match[str], end: int) -> None:
    """Put blanks in place of a statement that was read, from a match to a place.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> code = Code("x = 1; y", Syntax())
    >>> blank_out(code, re.match("x", code.text), 5)
    >>> code.text
    '     ; y'
    """
    start = match.start()
    code.text = code.text[:start] + blank(code.text[start:end]) + code.text[end:]


def no_list(code: Code, expected: str) -> InputError:
    """The error for a script without a call whose list can be read. expected: such a call.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> str(no_list(Code("", Syntax(), "f"), "solve([x - 1], [x])"))
    'f: no list of polynomials in a call; expected solve([x - 1], [x])'
    """
    return InputError("no list of polynomials in a call", source=code.source, expected=expected)
