"""A program in a CAS's language: its statements, one after the other, and the values that they give to names.

    Code ──statements──▶ Statement ──the table of a language──▶ values of names ──▶ the one system that is stated

A reader knows some statements, and what each means for the system. Any other statement before the system is refused:
it may change everything. Behind the system it may do what it likes, but give no new value to what was read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from casbridge.algebra.languages.scanning import Code
from casbridge.algebra.passages import Parts, Passage
from casbridge.errors import UNREAD, InputError, SeveralIdealsError, printable

#: What is expected in place of what is not read.
EXPECTED = "the ring, the polynomials and the ideal written out; what stands behind them is not read"
_SHOWN = 60
_MOST_NAMED = 6
_LINE_END = re.compile("\n")
_SIGN = re.compile(r"\S")
_WORD = re.compile(r"[A-Za-z@][\w@'$]*")


Payload = TypeVar("Payload")


class Statement(NamedTuple):
    """A statement: where it begins and ends in the code, without what separates it from the next one."""

    start: int
    end: int
    is_closed: bool = True


def statements(
    code: Code,
    end: str = ";",
    blocks: re.Pattern[str] | None = None,
    goes_on: re.Pattern[str] | None = None,
    part: tuple[int, int] | None = None,
) -> Iterator[Statement]:
    """The statements of a program, without empty ones.

    end: the sign behind a statement. blocks: how statements begin that end with a brace. goes_on: how lines end that
    end no statement; None where a line ends none. part: where the statements stand; None for all of the text.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> code = Code("f(1; 2); if (x) { y; } z", Syntax())
    >>> [code.text[start:end].strip() for start, end, _ in statements(code, blocks=re.compile("if"))]
    ['f(1; 2)', 'if (x) { y; }', 'z']
    """
    start, stop_at = part or (0, len(code.text))
    first = start - 1
    for at, sign in _cuts(code, start, stop_at, lines=goes_on is not None):
        if sign == "\n":
            if first < start:
                first = _first_sign(code, start)
            if first < at and not (goes_on and goes_on.search(code.text[max(start, at - 40) : at])):
                yield Statement(first, at)
                start = at + 1
            continue
        is_block = sign == "}" and blocks is not None and blocks.match(code.text, code.begin(start, at)) is not None
        if sign == end or is_block:
            stop = at + is_block
            if code.text[start:stop].strip():
                yield Statement(code.begin(start, stop), stop)
            start = at + 1
    if code.text[start:stop_at].strip():
        yield Statement(code.begin(start, stop_at), stop_at, is_closed=False)


def _first_sign(code: Code, start: int) -> int:
    """The place of the first sign from a place on; the end of the text where there is none."""
    sign = _SIGN.search(code.text, start)
    return len(code.text) if sign is None else sign.start()


def _cuts(code: Code, start: int, end: int, *, lines: bool) -> Iterator[tuple[int, str]]:
    """The signs outside of brackets that may end a statement, in their order: separators, closing brackets, lines."""
    outside, is_inside = start, False
    for at, depth in code.brackets(start, end):
        if depth:
            continue
        sign = code.text[at]
        if lines and not is_inside:
            yield from ((match.start(), "\n") for match in _LINE_END.finditer(code.text, outside, at))
        is_inside = sign in "([{"
        outside = at + 1
        yield at, sign
    if lines:
        yield from ((match.start(), "\n") for match in _LINE_END.finditer(code.text, outside, end))


@dataclass
class Value:
    """What a name stands for.

    at: where the statement begins that made it. last: where the last statement ends that gave it a part.
    passages: its polynomials. error: why it is not read; it counts where the value is needed.
    is_derived: whether it was computed from an ideal that is stated, so that it states nothing itself.
    ring: that of its variables, where the language has them belong to rings.
    """

    at: int
    last: int
    passages: list[Passage] = field(default_factory=list)
    error: InputError | None = None
    is_derived: bool = False
    ring: object = None


class Candidate(NamedTuple, Generic[Payload]):
    """A list or an ideal that may be the system of a program.

    name: "" where it has none. at: where its statement begins. payload: what the reader made of it.
    ring: the name of its ring, where names belong to rings. is_stated: whether it counts where no name is chosen.
    """

    name: str
    at: int
    payload: Payload
    ring: str = ""
    is_stated: bool = True


class Program:
    """What was read of a program so far, and the statements that no table has.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> program = Program(Code("f(x); I = x", Syntax()))
    >>> program.not_read(Statement(0, 4)).found
    'a statement that is not read: f(x)'
    """

    #: What a program in the language states, for errors.
    states = "ideals"

    def __init__(self, code: Code) -> None:
        self.code = code
        self.unread: list[Statement] = []
        # The functions of the program, and whether they change what is outside of them; None where that is not known.
        self.functions: dict[str, bool | None] = {}

    def shown(self, start: int, end: int) -> str:
        """A part of the program for a message, in one line."""
        text = " ".join(self.code.whole[start:end].split())
        return printable(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…")

    def reaches_out(self, start: int, end: int) -> bool:
        """Whether a function of the program is named there that changes what is outside of it."""
        return any(self.functions.get(name) for name in _WORD.findall(self.code.text, start, end))

    def not_read(self, statement: Statement) -> InputError:
        """The error for a statement of which is not known what it means."""
        problem = f"a statement that is not read: {self.shown(*statement[:2])}"
        return self.code.place(statement.start).error(problem, EXPECTED)

    def not_plain(self, start: int, end: int) -> InputError:
        """The error for a value that is no polynomial written out."""
        begin = self.code.begin(start, end)
        return self.code.place(begin).error(f"a value that is not read: {self.shown(start, end)}", EXPECTED)

    def polynomial(self, written: str, start: int) -> Passage:
        """A polynomial that stands at a place, with the values of names put in."""
        passage = Passage.of(written, self.code.place(start))
        self.code.spend(passage.text, start)
        return passage

    def nothing_stated(self) -> InputError:
        """The error for a program that states no system."""
        if self.unread:
            return self.not_read(self.unread[0])
        return InputError(f"no {self.states}", source=self.code.source, expected=EXPECTED)

    def choose(self, candidates: Sequence[Candidate[Payload]], ideal: str) -> Candidate[Payload]:
        """The one candidate that is stated, or the one that is chosen by its name.

        ideal: "" and "*" choose none. `i` and `r.i`, with the name of its ring, are names; `line 7` is the ideal there.
        A name that is stated counts before one that is not, such as that of an ideal that was computed.
        Raises SeveralIdealsError for several, and InputError for none and for a name that is not there.

        >>> from casbridge.algebra.languages.scanning import Syntax
        >>> program = Program(Code("i = x; j = y", Syntax()))
        >>> candidates = [Candidate("i", 0, "x"), Candidate("j", 7, "y")]
        >>> program.choose(candidates, "j").payload
        'y'
        >>> program.choose(candidates, "")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        casbridge.errors.SeveralIdealsError: line 1, column 8: several ideals: i in line 1, j in line 1; ...
        """
        ordered = sorted(candidates, key=lambda one: one.at)
        stated = [one for one in ordered if one.is_stated]
        chosen, name = stated, "".join(ideal.split())
        if name not in ("", "*"):
            with_name = [one for one in ordered if name in ("".join(way.split()) for way in self._names_of(one))]
            chosen = [one for one in with_name if one.is_stated] or with_name
            if not chosen:
                expected = self._listed(stated) or f"{self.states} written out"
                raise InputError(f"no ideal {printable(ideal, 40)!r}", source=self.code.source, expected=expected)
        if not chosen:
            raise self.nothing_stated()
        if len(chosen) > 1:
            problem, at = f"several {self.states}: {self._listed(chosen)}", self.code.place(chosen[1].at)._asdict()
            error = SeveralIdealsError(problem, expected="one", hint="--ideal NAME chooses it", **at)
            error.names = self._labels(stated)
            error.systems = [partial(self.parts_of, listed.payload) for listed in stated]
            raise error
        return chosen[0]

    def parts_of(self, payload: Any) -> Parts:
        """The parts of a system, of which a candidate has the payload. Raises InputError for what is not read."""
        raise NotImplementedError

    def _names_of(self, one: Candidate[Payload]) -> list[str]:
        """The names by which a candidate may be chosen, the shortest first."""
        _, line, column = self.code.place(one.at)
        names = [one.name, f"{one.ring}.{one.name}" if one.ring else ""] if one.name else []
        return [*filter(None, names), f"line {line}", f"line {line}, column {column}"]

    def _labels(self, candidates: list[Candidate[Payload]]) -> list[str]:
        """For each candidate the first of its names that no other one has."""
        names_of_each = [self._names_of(candidate) for candidate in candidates]
        times = Counter(name for names in names_of_each for name in names)
        return [next((name for name in names if times[name] == 1), names[-1]) for names in names_of_each]

    def _listed(self, candidates: list[Candidate[Payload]]) -> str:
        """The candidates for a message: how each is chosen, and its line."""
        labels = [
            label if label.startswith("line ") else f"{printable(label, 40)} in line {self.code.place(one.at).line}"
            for label, one in zip(self._labels(candidates), candidates[:_MOST_NAMED], strict=False)
        ]
        hidden = len(candidates) - len(labels)
        return ", ".join(labels) + (f" and {hidden} more" if hidden else "")

    def check(self, value: Value, names: Sequence[str], changing: str) -> None:
        """Check that no unread statement stands before a value, and none behind it changes what was read.

        names: of what was read. changing: a pattern of statements that change it, in which NAME stands for the names.
        Nor may a function of the program be called that changes what is outside of it.
        Raises InputError for such a statement.
        """
        pattern = re.compile(changing.replace("NAME", "(?:" + "|".join(map(re.escape, names)) + ")"))
        for statement in self.code.deadline.over(self.unread, UNREAD, every=1):
            if statement.start < value.last or self.reaches_out(*statement[:2]):
                raise self.not_read(statement)
            change = pattern.search(self.code.text, statement.start, statement.end)
            if change is not None:
                at = self.code.place(change.start())
                raise at.error(f"a later change of {printable(names[0], 40)}: {self.shown(*change.span())}", EXPECTED)
