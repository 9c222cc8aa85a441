"""A text in a CAS's language: its comments, its strings, its brackets. Nothing is evaluated.

Comments and the insides of strings become blanks, so that each place in the text stays where it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial, wraps
from typing import NamedTuple, Protocol

from casbridge.algebra.fields import VARIABLE_NAME, Field
from casbridge.algebra.notation import STRICT, Notation
from casbridge.algebra.passages import NAME, Parts, Passage, system_of_parts
from casbridge.algebra.systems import PolynomialSystem
from casbridge.errors import UNREAD, InputError, Location, SeveralIdealsError, printable
from casbridge.limits import NEVER, Deadline

#: The line in a script's head before the changed names, each in a line of its own: v1 is system.
RENAMED = "Renamed, because the name is taken or unreadable there:"
#: The most characters of a text.
LONGEST = 1 << 25

#: The values of names that are put in may be so many times as long as the text.
_MOST_GROWTH = 20
_SHORTEST_LIMIT = 100_000
_DEEPEST = 100  # brackets inside each other
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_BRACKETS = re.compile(r"[()\[\]{},;]")
_VISIBLE = re.compile(r"[^\n]")
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_SINGLE = re.compile(r"'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'", re.DOTALL)
_CHANGED = re.compile(r"([A-Za-z]\w*) is ([A-Za-z_]\w*)", re.ASCII)
_DECORATION = " \t\r#%/*()-"


#: A name with an index in the inputs of msolve and Bertini: x[1], x[1,2].
INDEX = re.compile(r"([A-Za-z]\w*)\[([0-9]+(?:,[0-9]+)*)\]", re.ASCII)


def without_indices(text: str, source: str | None) -> str:
    """The text with x_1 for x[1]. Raises InputError where x_1 is another name.

    >>> without_indices("x[1] - x[1,2]", None)
    'x_1  - x_1_2 '
    """
    names = {*NAME.findall(text)}

    def written(match: re.Match[str]) -> str:
        name = f"{match.group(1)}_{match.group(2).replace(',', '_')}"
        if name in names:
            at = Location(source, 1, 1).after(text[: match.start()])
            raise at.error(f"{printable(match.group(), 40)} beside {printable(name, 40)}", "one of the two")
        return f"{name} "

    return INDEX.sub(written, text)


class Syntax(NamedTuple):
    """How a language writes comments, strings and powers.

    line: what begins a comment up to the end of the line. block: what begins and ends a longer one.
    nested: whether there are comments inside comments. strings: whether there are texts between double quotes.
    also: what else begins a comment up to the end of the line. towers: whether x^2^3 is x^(2^3), not (x^2)^3.
    quoted: what stands before and behind a text in another kind of string, which may have double quotes.
    single: whether there are texts between single quotes, and between three of them.
    """

    line: str = ""
    block: tuple[str, str] | None = None
    nested: bool = False
    strings: bool = True
    also: tuple[str, ...] = ()
    towers: bool = False
    quoted: str = ""
    single: bool = False


def blank(text: str) -> str:
    """Blanks in place of a text's characters. Its lines stay.

    >>> blank("ab\\nc")
    '  \\n '
    """
    return _VISIBLE.sub(" ", text)


class Code:
    """A text without its comments, and its places.

    text: as long as the whole text; blanks stand for comments and for what is in strings.
    whole: the text as it is. head: what the comments before the first statement say, a line each.
    Raises InputError for a comment or a string without an end, and for a text that is too long.

    >>> code = Code('# a title\\nf := "a; b"; # a remark', Syntax("#"))
    >>> code.text.strip(), code.head
    ('f := "    ";', ['a title'])
    """

    def __init__(self, whole: str, syntax: Syntax, source: str | None = None, deadline: Deadline = NEVER) -> None:
        self.whole, self.source, self.deadline = whole, source, deadline
        if len(whole) > LONGEST:
            raise InputError(f"a text of {len(whole)} characters", source=source, expected=f"at most {LONGEST}")
        self._left = max(_SHORTEST_LIMIT, _MOST_GROWTH * len(whole))
        self._lines = [0, *(match.end() for match in re.finditer("\n", whole))]
        self.head: list[str] = []
        self.text = self._without_comments(syntax)

    def place(self, at: int) -> Location:
        """The place of a character."""
        line = bisect_right(self._lines, at)
        return Location(self.source, line, at - self._lines[line - 1] + 1)

    def spend(self, text: str, at: int) -> str:
        """The text, where all values of names that were put in are not too long together. Raises InputError."""
        self._left -= len(text)
        if self._left < 0:
            raise self.place(at).error("values of names that are very long together", "shorter ones")
        return text

    def passage(self, start: int, end: int) -> Passage:
        """The text between two characters, without comments."""
        return Passage.of(self.text[start:end], self.place(start))

    def begin(self, start: int, end: int) -> int:
        """Where a part begins that has white space before it."""
        return end - len(self.text[start:end].lstrip())

    def bracket(self, opening: int) -> tuple[int, int]:
        """The part from an opening bracket to the one that closes it."""
        return opening, self.closing(opening) + 1

    def closing(self, opening: int) -> int:
        """The place of the bracket that closes the one at `opening`. Raises InputError where there is none."""
        for at, depth in self.brackets(opening):
            if not depth and at != opening:
                return at
        bracket = self.text[opening]
        raise self.place(opening).error(f"no {_CLOSING[bracket]!r} for this {bracket!r}", "it before the end")

    def items(self, start: int, end: int, separator: str = ",") -> list[tuple[int, int]]:
        """The parts between separators that stand in no brackets. An empty text has no parts."""
        if not self.text[start:end].strip():
            return []
        cuts = [at for at, depth in self.brackets(start, end) if not depth and self.text[at] == separator]
        return list(zip([start, *(at + 1 for at in cuts)], [*cuts, end], strict=True))

    def arguments(self, opening: int) -> list[tuple[int, int]]:
        """The arguments of a call whose opening bracket is there."""
        return self.items(opening + 1, self.closing(opening))

    def brackets(self, start: int, end: int | None = None) -> Iterator[tuple[int, int]]:
        """Each bracket and separator with the number of brackets around it; a closing one is as its opening one."""
        stack: list[str] = []
        for number, match in enumerate(_BRACKETS.finditer(self.text, start, len(self.text) if end is None else end)):
            if not number % 1000:
                self.deadline.check(UNREAD)
            sign = match.group()
            if sign in _CLOSING:
                if len(stack) >= _DEEPEST:
                    raise self.place(match.start()).error(f"more than {_DEEPEST} nested brackets", "fewer")
                yield match.start(), len(stack)
                stack.append(_CLOSING[sign])
            elif sign in ",;":
                yield match.start(), len(stack)
            else:
                if not stack or stack.pop() != sign:
                    raise self.place(match.start()).error(f"found {sign!r}", "the bracket that closes the last one")
                yield match.start(), len(stack)

    def lists(self, brackets: str) -> list[int]:
        """Where lists begin that stand in no other list. A bracket directly behind a name or a bracket is an index."""
        starts: list[int] = []
        end = 0
        for match in re.finditer(f"[{re.escape(brackets)}]", self.text):
            if match.start() >= end and not (match.group() == "[" and self._is_operand_before(match.start())):
                end = self.closing(match.start())
                starts.append(match.start())
        return starts

    def _is_operand_before(self, at: int) -> bool:
        """Whether a name or a closing bracket stands in the same line before a place."""
        sign_before = self.text[max(0, at - 40) : at].rstrip(" \t")[-1:]
        return sign_before.isalnum() or sign_before in ("_", ")", "]")

    def names(self, parts: Sequence[tuple[int, int]]) -> list[str]:
        """The parts as names of variables. Raises InputError for what is none."""
        names = []
        for start, end in parts:
            text, at = self.passage(start, end)
            if not VARIABLE_NAME.match(text):
                raise at.error(f"variable {printable(text, 60)!r}", "a letter followed by letters, digits or _")
            names.append(text)
        return names

    def renamed(self) -> dict[str, str]:
        """For changed names, the names that the script's head gives them."""
        originals: dict[str, str] = {}
        inside = False
        for line in self.head:
            changed = _CHANGED.fullmatch(line)
            if inside and changed:
                originals[changed.group(1)] = changed.group(2)
            else:
                inside = line == RENAMED
        return originals

    def _without_comments(self, syntax: Syntax) -> str:
        lines = [one for one in (syntax.line, *syntax.also) if one]
        openers = [*lines, *(syntax.block or ())[:1], *('"' * syntax.strings), *filter(None, [syntax.quoted])]
        openers += ["'", "'''"] if syntax.single else []
        if not openers:
            return self.whole
        # The longer opener first: "#=" is none of "#".
        beginning = re.compile("|".join(re.escape(one) for one in sorted(openers, key=len, reverse=True)))
        pieces: list[str] = []
        at, in_head = 0, True
        while match := beginning.search(self.whole, at):
            self.deadline.check(UNREAD)
            start, opener = match.start(), match.group()
            pieces.append(self.whole[at:start])
            if opener in "\"'":
                in_head = False
                string = (_STRING if opener == '"' else _SINGLE).match(self.whole, start)
                if string is None:
                    quote = "double" if opener == '"' else "single"
                    raise self.place(start).error("a string without an end", f"a second {quote} quote")
                at = string.end()
                pieces.append(f"{opener}{blank(self.whole[start + 1 : at - 1])}{opener}")
                continue
            if opener in (syntax.quoted, "'''"):
                end = self.whole.find(opener, start + len(opener))
                if end < 0:
                    raise self.place(start).error("a string without an end", f"a second {opener}")
                at = end + len(opener)
                pieces.append(blank(self.whole[start:at]))
                continue
            at = self._end_of_line(start) if opener in lines else self._end_of_block(start, syntax)
            comment = self.whole[start:at]
            in_head = in_head and not pieces[-1].strip()
            if in_head:
                self.head += [line.strip(_DECORATION) for line in comment.split("\n")]
            pieces.append(blank(comment))
        return "".join([*pieces, self.whole[at:]])

    def _end_of_line(self, start: int) -> int:
        end = self.whole.find("\n", start)
        return len(self.whole) if end < 0 else end

    def _end_of_block(self, start: int, syntax: Syntax) -> int:
        assert syntax.block is not None
        opener, closer = syntax.block
        signs, depth = re.compile(f"{re.escape(opener)}|{re.escape(closer)}"), 0
        for number, match in enumerate(signs.finditer(self.whole, start)):
            if not number % 1000:
                self.deadline.check(UNREAD)
            if match.group() == closer:
                depth -= 1
            elif syntax.nested or not depth:
                depth += 1
            if not depth:
                return match.end()
        raise self.place(start).error(f"a comment without an end: {opener}", closer)


class ReadSystem(Protocol):
    """A function that reads a system in one language; its parameters are those of `read_system`.

    >>> from casbridge.algebra.languages import read_bertini
    >>> read: ReadSystem = read_bertini
    >>> read("variable_group x; function f; f = x - 1;", name="line").name
    'line'
    """

    __name__: str

    def __call__(
        self,
        text: str,
        *,
        source: str | None = None,
        field: Field | None = None,
        name: str = "",
        deadline: Deadline = NEVER,
        notation: Notation = STRICT,
    ) -> PolynomialSystem: ...


# What the docstring of each reader ends with.
_PARAMETERS = """
    source: the name of the file, for errors.
    field: the ground field, instead of the one in the text; where neither is given it is QQ.
    name: the system's.
    notation: what may stand in a polynomial, and the variables, instead of those in the text.
    Raises InputError, with line and column, for another text.
    """


def reader(syntax: Syntax) -> Callable[[Callable[[Code, Notation], Parts]], ReadSystem]:
    """Make the reader of a language from a function that gives the parts of a text in it.

    >>> @reader(Syntax("#"))
    ... def read_lines(code: Code, notation: Notation) -> Parts:
    ...     "A polynomial in each line."
    ...     return Parts([code.passage(*part) for part in code.items(0, len(code.text), ";")])
    >>> list(read_lines("x - 1; y # the second").polynomials())
    [x - 1, y]
    """

    def decorate(parts_of: Callable[[Code, Notation], Parts]) -> ReadSystem:
        @wraps(parts_of, assigned=("__module__", "__name__", "__qualname__"))
        def read(
            text: str,
            *,
            source: str | None = None,
            field: Field | None = None,
            name: str = "",
            deadline: Deadline = NEVER,
            notation: Notation = STRICT,
        ) -> PolynomialSystem:
            def complete(make_parts: Callable[[], Parts], name: str) -> PolynomialSystem:
                parts = make_parts()
                how = notation._replace(towers=syntax.towers, short=notation.short or parts.short)
                return system_of_parts(parts, source=source, field=field, name=name, deadline=deadline, notation=how)

            try:
                return complete(lambda: parts_of(Code(text, syntax, source, deadline), notation), name)
            except SeveralIdealsError as error:
                # The script is not run again for each system.
                error.systems = [partial(complete, make_parts) for make_parts in error.systems]
                raise
            except RecursionError:
                raise InputError("calls inside of many others", source=source, expected="fewer") from None

        del read.__wrapped__  # else help would show the parameters of `parts_of`
        read.__doc__ = f"{parts_of.__doc__}{_PARAMETERS}"
        return read

    return decorate
