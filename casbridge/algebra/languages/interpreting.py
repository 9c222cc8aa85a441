"""The interpreter of scripts: it gives names their values, statement by statement, as the table of a language says.

    Language, a table ──▶ Interpreter ──▶ ideals, and lists that a solver gets ──▶ the Parts of the one system

Polynomials stay texts, in which the values of names are put in. A call is read where the table knows its name. What it
does not know is an error, which counts where the value is needed. Loops, branches and functions are not run. The system
is the one ideal that has a name or of which something is asked; without ideals the one list that a solver gets;
without such a list the one list of polynomials.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import chain, pairwise

from casbridge.algebra.expressions import natural_key
from casbridge.algebra.languages.objects import (
    LONGEST_NUMBER,
    MOST_ELEMENTS,
    Field,
    Object,
    Polynomial,
    Polynomials,
    Ring,
    Text,
    Unread,
    bracketed,
    matrix,
    number_of,
)
from casbridge.algebra.languages.programs import EXPECTED, Candidate, Program, Statement, Value, statements
from casbridge.algebra.languages.scanning import Code
from casbridge.algebra.languages.tables import NEVER, Asked, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Parts, Passage, system_of_parts
from casbridge.errors import UNREAD, InputError, printable

_TOKEN = (
    r"(?P<blank>\s+)|(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<name>NAME)|(?P<bracket>[(\[{])"
    r"|(?P<string>\"[^\"]*\"|'[^'\n]*')|(?P<sign>\*\*|[=!<>:]=+|//|\.\.|->|:>|/\.|\S)"
)
_KEYWORD = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:=(?!=)|:=|->|:>|=>)\s*")
_ONE_TARGET = r"\s*(%?[A-Za-z][\w$]*)\s*(?:\[{1,2}([^\[\]\n=]{1,200})\]{1,2}\s*)?"
_TARGETS = r"\s*[(\[{]*\s*[A-Za-z][\w$]*+(?:\s*[)\]}]*\s*,\s*[(\[{]*\s*[A-Za-z][\w$]*+)*+[\s,)\]}]*+"
_NAME_ALONE = re.compile(r"[A-Za-z][\w$]*", re.ASCII)
#: A name and what it is used on, without brackets.
_COMMAND = re.compile(r"[A-Za-z]\w*[ \t]+[\"A-Za-z0-9]")
_CALL_ALONE = re.compile(r"([A-Za-z_]\w*)\s*(?=\()")
_RETURN = re.compile(r"return\b")
_PLAIN_FUNCTION = re.compile(r"def\s+\w+\s*\(([\w\s,]*)\)\s*(?:->[^:\n]*)?:")
#: Signs before = or := that add the elements of a list to another.
_JOINING = ("+", "|", "cat", "join")
#: Functions of numbers, which all languages have.
_COMMON = words("min max abs sqrt sin cos tan exp log ln floor ceil ceiling round arctan atan factorial binomial")


class Interpreter(Program):
    """A script while it is read.

    values: of names. stated: ideals, and lists that a solver gets. lists: other lists, that stand alone.
    errors: why values are not read that no name has.
    bound: the values of a loop's names. notation: what the user says of variables.

    >>> issubclass(Interpreter, Program)
    True
    """

    states = "systems"

    def __init__(self, code: Code, language: Language, notation: Notation) -> None:
        super().__init__(code)
        self.language, self.notation = language, notation
        self.values: dict[str, Object] = {}
        self.bound: dict[str, Object] = {}
        self.stated: list[Polynomials] = []
        self.lists: list[Polynomials] = []
        self.errors: list[InputError] = []
        self.rings: list[Ring] = []
        # Variables that are no names of a ring, and what they are called in the script: x_1 for x[1].
        self.symbols: dict[str, str] = {}
        self.declared: set[str] = set()
        # The parameters of functions that are expressions, and where these stand.
        self.formulas: dict[str, tuple[list[str], tuple[int, int]]] = {}
        # The parameters of functions, and where their statements stand; in a function, the values that are older.
        self.bodies: dict[str, tuple[list[str], tuple[int, int]]] = {}
        self.outside: list[Object] = []
        self.indexed: set[str] = set()
        # The values of names with indices.
        self.cells: dict[str, Object] = {}
        # Rings whose variables are those of another one.
        self.shared: dict[Ring, Ring] = {}
        # Names that got a value after they were used as variables.
        self.late: dict[str, InputError] = {}
        # Why variables are not read in equations that are solved: conditions on their values.
        self.conditions: dict[str, InputError] = {}
        # What the last solver got.
        self.asked: Object = Text("")
        self.statement = Statement(0, 0)
        self._is_inside = self.is_assigning = False
        signs = "=" if language.assigned in ("=", ":?=") else ":" if language.assigned == ":" else ""
        follow = {"=": r"(?![=>!])", ":": r"(?![=:])"}.get(signs, "")
        self._assigned = re.compile(_ONE_TARGET + rf"([-+*/^|&.]|[a-z]+(?=:))?{language.assigned}{follow}")
        self._several = re.compile(rf"({_TARGETS}){language.assigned}{follow}")
        name = language.names or (r"%?[A-Za-z_][\w$]*" if language.has_percent else r"[A-Za-z_$][\w$]*")
        self.token = re.compile(_TOKEN.replace("NAME", name), re.ASCII)
        behind = r"'*(?:\s*[({\"]|\s+\w)" if language.is_applied else rf"\s*\{language.calls}"
        self._called = re.compile(rf"(?<![\w.$])([A-Za-z_$%][\w$]*){behind}")
        self.tables = (_COMMON, language.computing, language.questions, language.functions, language.solvers)
        assigning = {"=": r"(?<![=!<>/])=(?![=!>])", ":": r":(?!=)|(?<=:):"}.get(signs, language.assigned)
        self._assigning = re.compile(rf"{assigning}|\+\+|--(?=\s*[;)\n])|[-+*/]=(?!=)")

    # -- statements ----------------------------------------------------------------------------------------------------

    def run(self, part: tuple[int, int] | None = None) -> None:
        """Read all statements, or those of a part."""
        for statement in self.code.deadline.over(self._statements(part), UNREAD):
            if self.language.stop.match(self.code.text, *statement[:2]):
                return
            self.statement = statement
            if not self.read_statement(statement):
                self.unread.append(statement)

    def _statements(self, part: tuple[int, int] | None = None) -> Iterator[Statement]:
        """The statements; those inside of a block are one with it."""
        language, block, depth = self.language, None, 0
        base: int | None = None
        for statement in statements(self.code, language.end, goes_on=language.lines, part=part):
            text = self.code.text[statement.start : statement.end]
            if language.is_indented:
                line = statement.start - (self.code.place(statement.start).column or 1) + 1
                indent = len(self.code.whole[line : statement.start]) - len(
                    self.code.whole[line : statement.start].lstrip()
                )
                if not self.code.text[line : statement.start].strip():
                    indent = statement.start - line
                if base is None or (block is None and not self._opens(text)):
                    base = indent if base is None else min(base, indent)
                if block is not None and "\n" not in self.code.text[block.end : statement.start]:
                    block = Statement(block.start, statement.end)
                    continue
                if block is not None and (indent > base or re.match(r"(?:else|elif|except|finally)\b", text)):
                    block = Statement(block.start, statement.end)
                    continue
                if block is not None:
                    yield block
                    block = None
                if re.match(r"if\s+__name__\b", text):
                    base = None
                elif self._opens(text):
                    block = statement
                else:
                    yield statement
                continue
            flat = self._without_brackets(statement)
            for word in language.blocks.finditer(flat):
                depth += 1 if word.lastgroup == "open" else -(depth > 0)
            block = Statement(block.start, statement.end) if block else statement
            if not depth:
                yield block
                block = None
        if block is not None:
            yield block

    def _opens(self, text: str) -> bool:
        return self.language.blocks.match(text) is not None

    def _without_brackets(self, statement: Statement) -> str:
        """The text of a statement with blanks for what is in brackets."""
        pieces, at = [], statement.start
        for position, depth in self.code.brackets(*statement[:2]):
            if not depth and self.code.text[position] in "([{":
                pieces.append(self.code.text[at:position])
            elif not depth and self.code.text[position] in ")]}":
                at = position
        return " ".join([*pieces, self.code.text[at : statement.end]])

    def read_statement(self, statement: Statement) -> bool:
        """Read a statement; whether it is known."""
        text, start, end = self.code.text, statement.start, statement.end
        if self.language.unread.search(text, start, end):
            with suppress(InputError):
                self.value(start, end)
            return False
        loop = self.language.loops.match(text, start, end)
        if loop is not None:
            return self._loop(loop, statement)
        called = _CALL_ALONE.match(text, start, end)
        if called is not None and called.group(1) in self.bodies and self.code.closing(called.end()) + 1 >= end:
            call = Call(called.group(1), start, called.end(), self.code.arguments(called.end()))
            is_plain = not call.arguments or not self.functions[call.name]
            if is_plain and len(call.arguments) == len(self.bodies[call.name][0]):
                self._run_function(call, is_alone=True)
                return True
        for pattern, read in self.language.forms:
            match = pattern.match(text, start, end)
            if match is not None and read(self, match, statement):
                return True
        if self.language.harmless.match(text, start, end):
            return True
        assigned = self._assigned.match(text, start, end)
        if assigned is not None:
            return self.assign(assigned, statement)
        several = self._several.match(text, start, end)
        if several is not None and "," in several.group(1):
            return self._assign_several(several, statement)
        stated_before = len(self.stated)
        try:
            value = self.value(start, end)
        except InputError as why:
            self._lose(stated_before, why)
            self.errors.append(why.with_traceback(None))  # else it keeps all frames
            if self.language.assigned == ":" and len(self.code.items(start, end)) > 1:  # Maxima's solve(F, x), a = 2
                return False
            is_command = not self.language.is_applied and _COMMAND.match(text, start, end) is not None
            return not is_command and self.is_computing(start, end)
        if isinstance(value, Polynomials) and not value.name and value not in self.stated:
            value.last = end
            self.lists.append(value)
        if isinstance(value, Unread):
            self.errors.append(value.error)
            return self.is_computing(start, end)
        return not self._is_assigning(start, end)

    def _run_function(self, call: Call, *, is_alone: bool = False) -> Object:
        """The value of a function of the script, whose statements are read: its names are its own.

        is_alone: whether statements that are not read may stand behind the system in it.
        """
        names, body = self.bodies[call.name]
        if len(call.arguments) != len(names):
            raise self.call_not_read(call)
        values = [self._value_or_error(*part) for part in call.arguments]
        self.code.spend(self.code.text[slice(*body)], call.at)
        scope = ("values", "functions", "formulas", "bodies", "bound", "outside", "statement", "is_assigning")
        outer_scope = {one: copy(getattr(self, one)) for one in scope}
        lists, earlier = [[*one] for one in (self.stated, self.lists, self.errors)], [*self.unread]
        self.outside, self.bound, self.is_assigning = [*self.values.values(), *self.stated, *values], {}, False
        del self.bodies[call.name]
        try:
            for name, value in zip(names, values, strict=True):
                self.bind(name, value)
            for statement in self.code.deadline.over(self._statements(body), UNREAD):
                self.statement = statement
                if returned := _RETURN.match(self.code.text, statement.start, statement.end):
                    return self._value_or_error(returned.end(), statement.end)
                if not self.read_statement(statement):
                    self.unread.append(statement)
                    if not is_alone:
                        raise self.not_read(statement)
            return Unread(self.call_not_read(call))
        except InputError:
            if not is_alone:
                self.stated, self.lists, self.errors, self.unread = *lists, earlier
            raise
        finally:
            for one in self.stated if earlier else ():
                if one not in lists[0]:  # the statement may stand behind the function, and was run before it
                    one.error = one.error or self.not_read(earlier[0])
            for key, old in outer_scope.items():
                setattr(self, key, old)

    def _loop(self, match: re.Match[str], statement: Statement) -> bool:
        """A loop over plain values, of which each statement is read."""
        groups, end = match.groupdict(), statement.end
        if re.search(r"\b(?:break|continue|next|return)\b", self.code.text[match.end() : end]):
            return False
        closing = re.compile(r"\s*\b(?:end(?:\s*(?:do|for))?|od)\s*\Z").search(self.code.text, match.end(), end)
        if closing is not None and not self.language.is_indented:
            end = closing.start()
        name, behind = match["name"], self.language.behind_loops
        outer = self.values.pop(name, None) if behind == "outer" else self.values.get(name)
        at = self.code.place(statement.start)
        following: Object = Unread(at.error(f"{printable(name, 40)} behind its loop", "another name"))
        try:
            if groups.get("values"):
                values: Sequence[Object] = self.range_of(*match.span("values"))
            else:
                step = "step_behind" if groups.get("step_behind") else "step"
                first, last, by = [
                    self.integer(*match.span(one)) if groups.get(one) else 1 for one in ("first", "last", step)
                ]
                values = self.numbers(first, last, by, at=statement.start).elements
                following = Polynomial(str(first + by * len(values)), at, is_integer=True)
            for value in self.code.deadline.over(values, UNREAD):
                self.code.spend(self.code.text[match.end() : end], statement.start)
                self.bind(name, value)
                if not all(self.read_statement(one) for one in self._statements((match.end(), end))):
                    return False
        except InputError:
            return False
        if behind == "next" and isinstance(following, Polynomial):
            self.bind(name, following)
        elif behind != "last":
            self.values.pop(name, None)
            outer = following if behind == "next" else outer
            self.values |= {name: outer} if outer else {}
        return True

    def assign(self, assigned: re.Match[str], statement: Statement) -> bool:
        """Give a name the value behind a match, whose groups are the name, an index, and a sign as in F += [f]."""
        name, operator = assigned.group(1), assigned.group(3)
        index = assigned.span(2) if assigned.group(2) else None
        start, end = self.code.begin(assigned.end(), statement.end), statement.end
        if self.language.has_options:
            start = self._assign_in_turn(start, end)
        if self.reaches_out(start, end):
            return False
        is_known = True
        stated_before = len(self.stated)
        self.is_assigning = True
        try:
            if operator or index:
                return self._change_element(name, index, operator, (start, end))
            value = self._value_or_tuple(start, end)
        except InputError as error:
            value = Unread(error, self._mentioned(start, end))
            self._lose(stated_before, error)
        finally:
            self.is_assigning = False
        if isinstance(value, Unread):
            is_known = self.is_computing(start, end)
        changed = self.values.get(name) if operator or index else None
        self.bind(name, value)
        if isinstance(changed, Polynomials) and self.language.is_shared:  # other names of the list
            changed.elements[:] = [value for _ in changed.elements]
        return is_known

    def _lose(self, before: int, error: InputError) -> None:
        """What is made of ideals that an expression states is not read: nor are they."""
        for listed in self.stated[before:]:
            if listed.is_ideal:
                listed.error = listed.error or error

    def _change_element(
        self, name: str, index: tuple[int, int] | None, operator: str | None, part: tuple[int, int]
    ) -> bool:
        """F[1] = f, F += [f], f += g. Raises InputError for an element that is not there."""
        listed = self.values.get(name)
        if isinstance(listed, Polynomial) and index is None and operator in ("+", "-", "*"):
            addition = self.value(*part)
            if not isinstance(addition, Polynomial) or "=" in listed.text + addition.text:
                raise self.not_plain(*part)
            if operator == "-":
                addition = replace(addition, text=f"-{bracketed(addition.text)}")
            pair = Polynomials(self.statement.start, [listed, addition])
            self.bind(name, self.added(pair, self.statement.start, "*" if operator == "*" else "+"))
            return True
        if not isinstance(listed, Polynomials):
            return listed is None and index is not None and not operator and self._set_cell(name, index, part)
        changed = self.to_change(name, listed)
        value = self.value(*part)
        if index is not None and not operator:
            position = self.integer(*index) - self.language.first
            if not 0 <= position <= len(changed.elements) or not isinstance(value, Polynomial):
                raise self.not_plain(*part)
            changed.elements[position : position + 1] = [value]
            return True
        if index is not None or not isinstance(value, Polynomials) or operator not in _JOINING:
            raise self.not_plain(*part)
        changed.elements += value.elements
        return True

    def _set_cell(self, name: str, index: tuple[int, int], part: tuple[int, int]) -> bool:
        """x[1] = f, where x is no list: the value of a name with an index."""
        if name in self.functions:
            self.functions[name] = True
            return False
        indices = [self.integer(*one) for one in self.code.items(*index)]
        self.indexed.add(name)
        cell = "_".join([name, *map(str, indices)])
        if cell in self.symbols and self.language.is_lazy:
            at = self.code.place(self.statement.start)
            problem = f"{printable(name, 40)}{indices} gets a value behind the list"
            self.late[cell] = at.error(problem, "values before it")
        self.cells[cell] = self.value(*part)
        return True

    def to_change(self, name: str, listed: Polynomials) -> Polynomials:
        """A list that a statement changes. After a solver got it, it is not known which list counts."""
        if listed in self.stated and listed.error is None:
            at = self.code.place(self.statement.start)
            listed.error = at.error(f"a later change of {printable(name, 40)}", "all its polynomials before the call")
        if not self.language.is_shared or listed.is_tuple:
            old, listed = listed, Polynomials(listed.at, [*listed.elements], name=name, ring=listed.ring)
            self.values[name] = listed
            old.is_part = old not in self.values.values()
        listed.last = self.statement.end
        return listed

    def _assign_in_turn(self, start: int, end: int) -> int:
        """F = x, y = value: where the last value begins, after the names before it got it; the start for one value."""
        while (next_target := self._several.match(self.code.text, start, end)) is not None:
            if "," in next_target.group(1):
                self._assign_several(next_target, Statement(start, end))
            else:
                return start
            start = self.code.begin(next_target.end(), end)
        return start

    def _assign_several(self, match: re.Match[str], statement: Statement) -> bool:
        """x, y = R.gens(); R, (x, y) = polynomial_ring(QQ, …)."""
        targets = NAME.findall(match.group(1))
        try:
            parts = self.code.items(match.end(), statement.end)
            if len(parts) == len(targets) > 1:
                value: Object = Polynomials(match.end(), [self.value(*part) for part in parts], is_part=True)
            else:
                value = self.value(match.end(), statement.end)
        except InputError as error:
            for name in targets:
                self.bind(name, Unread(error))
            return self.is_computing(match.end(), statement.end)
        elements: list[Object] = value.elements if isinstance(value, Polynomials) else []
        is_nested = "(" in match.group(1).strip()[1:]  # R, (x, y) = …
        if elements and isinstance(elements[-1], Polynomials) and (is_nested or len(targets) > len(elements)):
            elements = [*elements[:-1], *elements[-1].elements]
        if isinstance(value, Unread | Ring) and value.error:
            for name in targets:
                self.bind(name, Unread(value.error, getattr(value, "of", None)))
            return self.is_computing(match.end(), statement.end)
        if len(elements) != len(targets):
            raise self.code.place(match.start()).error(
                f"{len(targets)} names for {len(elements)} values: {self.shown(*statement[:2])}", "one name for each"
            )
        if isinstance(value, Polynomials):
            value.is_part = True
        for name, one in zip(targets, elements, strict=True):
            self.bind(name, one)
        return True

    def bind(self, name: str, value: Object) -> None:
        """Give a name a value. What stood for it before is no system any more, but for what a solver got."""
        is_same = isinstance(value, Polynomial) and value.text == name
        if name in self.symbols and self.language.is_lazy and name not in self.late and not is_same:
            at = self.code.place(self.statement.start)
            self.late[name] = at.error(f"{printable(name, 40)} gets a value behind the list", "values before it")
        old = self.values.get(name)
        if isinstance(old, Polynomials) and old not in [value, *self.outside] and self._states(old):
            if isinstance(value, Unread) and not (value.is_basis and value.of is old):
                at = self.code.place(self.statement.start)
                problem = f"a later change of {printable(name, 40)}: {self.shown(*self.statement[:2])}"
                old.error = at.error(problem, "all its polynomials in one statement")
                self.stated += [] if old in self.stated else [old]
            elif old.is_ideal and not isinstance(value, Unread) and old in self.stated:
                self.stated.remove(old)
        if isinstance(value, Polynomials):
            value.name = value.name or name
            value.last = max(value.last, self.statement.end)
        self.values[name] = value
        self.functions.pop(name, None)

    def _states(self, listed: Polynomials) -> bool:
        return (
            listed.is_ideal
            or listed in self.stated
            or any(not polynomial.is_variable for polynomial in listed.polynomials)
        )

    def is_computing(self, start: int, end: int) -> bool:
        """Whether a part calls only functions that are known to change nothing."""
        text, language = self.code.text, self.language
        if language.is_indented:
            is_block = self._opens(text[start:end])
        else:
            is_block = language.blocks.search(self._without_brackets(Statement(start, end))) is not None
        if is_block or (language.is_applied and "[" in text[start:end]):
            return False
        for match in self._called.finditer(text, start, end):
            name = match.group(1)
            is_known = any(name in table for table in self.tables)
            is_known = is_known or name in self.values or name in self.indexed or name in self.bound
            is_known = is_known or (name in self.formulas and not self.functions.get(name, True))
            changes = self.functions.get(name, None if not is_known else False)
            if changes is None or (changes and not is_known):
                return False
        if any(name in language.changing for name in _NAME_ALONE.findall(text, start, end)):
            return False
        return not self._is_assigning(start, end) and not self.reaches_out(start, end)

    def _is_assigning(self, start: int, end: int) -> bool:
        """Whether a part gives something a value."""
        text = self.code.text[start:end]
        if self.language.has_options:
            return ":=" in text or self._assigning.search(self._without_brackets(Statement(start, end))) is not None
        return self._assigning.search(text) is not None

    def _mentioned(self, start: int, end: int) -> Polynomials | None:
        """The first ideal or list that a part mentions."""
        values = (self.values.get(name) for name in _NAME_ALONE.findall(self.code.text, start, end))
        return next((value for value in values if isinstance(value, Polynomials)), None)

    def define(self, name: str, statement: Statement) -> bool:
        """A function of the script: it is not run."""
        self.values.pop(name, None)
        text = self.code.text[statement.start : statement.end]
        self.functions[name] = self.language.reaching.search(text) is not None or self.reaches_out(*statement[:2])
        body = _PLAIN_FUNCTION.match(self.code.text, statement.start, statement.end)
        if body is not None:
            self.bodies[name] = NAME.findall(body.group(1)), (body.end(), statement.end)
        return True

    # -- values --------------------------------------------------------------------------------------------------------

    def value(self, start: int, end: int) -> Object:
        """The value of an expression. Raises InputError for one that is not read."""
        end = start + len(self.code.text[start:end].rstrip())
        start = self.code.begin(start, end)
        if start >= end:
            raise self.code.place(start).error("nothing, where a value stands", EXPECTED)
        if " for " in self.code.text[start:end] and (repeated := self.comprehension(start, end)) is not None:
            return repeated
        return self.expression(start, end)

    def _value_or_tuple(self, start: int, end: int) -> Object:
        """The value of an expression, or of several that are a tuple without brackets."""
        parts = self.code.items(start, end) if self.language.has_tuples else []
        if len(parts) < len(("first", "second")):
            return self.value(start, end)
        return Polynomials(start, [self.value(*part) for part in parts], is_tuple=True)

    def _value_or_error(self, start: int, end: int) -> Object:
        try:
            return self._value_or_tuple(start, end)
        except InputError as error:
            return Unread(error, self._mentioned(start, end))

    def expression(self, start: int, end: int) -> Object:
        """The value of an expression without blanks around it: see `operands.Script`."""
        raise NotImplementedError

    def named(self, name: str, at: int) -> Object:
        """The value of a name: what a statement gave it, or a variable. Raises InputError for another name."""
        if self.language.indexed is not None and "_" in name:
            return self.language.indexed(self, name, at)
        value = self.bound.get(name) or self.values.get(name) or self.language.predefined.get(name)
        if isinstance(value, Polynomial) and len(value.text) > LONGEST_NUMBER:
            self.code.spend(value.text, at)
        if value is not None:
            return value
        rings = [] if self.language.is_assigned else [ring for ring in self.rings if name in ring.variables]
        if len(rings) == 1:
            return self.generator(rings[0], [*rings[0].variables].index(name) + 1, at)
        if name in self.functions:
            raise self.code.place(at).error(f"the function {printable(name, 40)}", EXPECTED)
        if name in self.language.numbers and name not in self.notation.variables:
            hint = f"if it is a variable, name the variables with --variables {name},x"
            problem = f"{name}, a number of {self.language.name}'s"
            raise self.code.place(at).error(problem, "rational coefficients", hint)
        if not self.language.is_symbolic and (self.rings or self.declared) and name not in self.notation.variables:
            error = next((ring.error for ring in self.rings if ring.error), None)
            raise error or self.code.place(at).error(
                f"{printable(name, 40)}, which has no value that is read", EXPECTED
            )
        return self.symbol(name, name, at)

    def symbol(self, name: str, written: str, at: int) -> Polynomial:
        """A variable that no ring has. written: as the script has it. Raises InputError for two with one name."""
        if self.symbols.setdefault(name, written) != written:
            problem = f"{printable(written, 40)} beside {printable(self.symbols[name], 40)}"
            raise self.code.place(at).error(problem, "one of the two")
        return Polynomial(name, self.code.place(at))

    def indexed_symbol(self, name: str, places: Sequence[int], at: int) -> Object:
        """The variable x_1 for x[1], or its value."""
        self.symbols.pop(name, None)
        if (cell := self.cells.get("_".join([name, *map(str, places)]))) is not None:
            if isinstance(cell, Polynomial):
                self.code.spend(cell.text, at)
            return cell
        self.indexed.add(name)
        return self.symbol("_".join([name, *map(str, places)]), f"{name}{[*places]}", at)

    def call(self, call: Call) -> Object:
        """The value of a call."""
        language = self.language
        given = self.values.get(call.name)
        if isinstance(given, Ring | Field) and len(call.arguments) == 1:  # R(f)
            return self.value(*call.arguments[0])
        if given is not None and not isinstance(given, Ring | Field):
            raise self.call_not_plain(call)
        if call.name in self.functions and call.name in self.formulas:
            return self._applied(call)
        if call.name in self.bodies and not self.functions.get(call.name, True):
            return self._run_function(call)
        if call.name in self.functions:
            raise self.call_not_read(call)
        if solver := language.solvers.get(call.name):
            return self.ask(call, solver)
        if read := language.functions.get(call.name):
            try:
                return read(self, call)
            except InputError as why:
                if call.name not in language.rings:
                    raise
                self.rings.append(Ring(call.at, error=why))
                return self.rings[-1]
        error = self.call_not_read(call)
        is_question = call.name in language.questions
        if not is_question and call.name not in language.computing and call.name not in _COMMON:
            raise error
        of = None
        with self.inside(not is_question):
            for part in call.arguments:
                keyword, stated_before = self.keyword(part), len(self.stated)
                try:
                    value = self.value(*(keyword[1] if keyword else part))
                    of = of or (value if isinstance(value, Polynomials) else getattr(value, "of", None))
                except InputError as why:
                    self._lose(stated_before, why)
        return Unread(error, of)

    def _applied(self, call: Call) -> Object:
        """The value of a function that is an expression."""
        names, body = self.formulas[call.name]
        values = [self.value(*part) for part in call.arguments]
        if len(values) != len(names) or self.functions[call.name]:
            raise self.call_not_read(call)
        outer_values, formula = dict(self.bound), self.formulas.pop(call.name)
        self.code.spend(self.code.text[slice(*body)], call.at)
        try:
            scope = dict(self.bound) if self.language.assigned == ":" else {}  # Maxima's names are dynamic
            self.bound = {**scope, **dict(zip(names, values, strict=True))}
            return self.value(*body)
        finally:
            self.bound, self.formulas[call.name] = outer_values, formula

    def call_not_read(self, call: Call) -> InputError:
        """The error for a call of which is not known what it means."""
        return self.code.place(call.at).error(f"a call that is not read: {self.shown_call(call)}", EXPECTED)

    def call_not_plain(self, call: Call) -> InputError:
        """The error for a call whose arguments are not read."""
        return self.not_plain(call.at, self._end_of(call))

    def shown_call(self, call: Call) -> str:
        """A call for a message."""
        return self.shown(call.at, self._end_of(call))

    def _end_of(self, call: Call) -> int:
        has_bracket = self.code.text[call.opening] in "(["
        return self.code.closing(call.opening) + 1 if has_bracket else call.arguments[-1][1]

    @contextmanager
    def inside(self, is_inside: bool) -> Iterator[None]:
        """Within a call that makes another system: an ideal there is none that the script states."""
        was_inside, self._is_inside = self._is_inside, self._is_inside or is_inside
        try:
            yield
        finally:
            self._is_inside = was_inside

    def index(self, value: Object, name: str, at: int, opening: int) -> Object:
        """x[1]: an element of a list, or a variable with an index."""
        stop = self.code.closing(opening) + 1
        double = self.code.text[opening : opening + 2] == "[["
        parts = self.code.arguments(opening + double)
        if isinstance(value, Unread):
            return value
        if (isinstance(value, Polynomial) and not value.is_variable) or not parts:
            raise self.not_plain(at, stop)
        if self.language.is_indented and isinstance(value, Polynomials) and ":" in self.code.text[opening:stop]:
            return self._part_of(value, parts)
        indices = [self.integer(*part) for part in parts]
        if isinstance(value, Polynomials) and value.is_vector:
            rows = [Polynomials(value.at, row) for row in value.rows]
            value = Polynomials(value.at, value.items if len(parts) == 1 else [*rows])
        if isinstance(value, Polynomial) and not value.rings:
            return self.indexed_symbol(name, indices, at)
        for position in indices:
            if not isinstance(value, Polynomials):
                raise self.not_plain(at, stop)
            position -= self.language.first + value.first - 1
            if (
                not -len(value.elements) * self.language.is_shared * (1 - self.language.first)
                <= position
                < len(value.elements)
            ):
                raise self.code.place(at).error(f"no element {self.shown(at, stop)}", EXPECTED)
            value = value.elements[position]
        return value

    def _part_of(self, value: Polynomials, parts: Sequence[tuple[int, int]]) -> Polynomials:
        """F[1:], and M[:, 1:] of a matrix: another list."""
        picked = [self._picked(*part) for part in parts]
        value.is_part = True
        if value.is_vector and len(picked) == len(("rows", "columns")):
            found = matrix([row[picked[1]] for row in value.rows[picked[0]]], value.at)
        elif len(picked) == 1 and not value.is_vector:
            found = Polynomials(value.at, value.elements[picked[0]])
        else:
            raise self.not_plain(parts[0][0], parts[-1][1])
        found.error = value.error
        self.code.spend(" " * len(found.items), parts[0][0])
        return found

    def _picked(self, start: int, end: int) -> slice:
        """What 1:, :-1, :: or a number picks of a list."""
        text = self.code.text[start:end]
        if ":" not in text:
            number = self.integer(start, end)
            return slice(number, number + 1 or None)
        cuts = [start - 1, *(start + one.start() for one in re.finditer(":", text)), end]
        bounds = [(low + 1, high) for low, high in pairwise(cuts)]
        return slice(*(self.integer(*bound) if self.code.text[slice(*bound)].strip() else None for bound in bounds))

    def generator(self, ring: Ring, number: int, at: int) -> Polynomial:
        """A variable of a ring by its number, from 1 on."""
        if not 0 < number <= len(ring.variables):
            problem = f"the variable {number} of a ring with {len(ring.variables)}"
            raise self.code.place(at).error(problem, "one of its variables")
        return Polynomial(ring.variables[number - 1], self.code.place(at), (self.shared.get(ring, ring),))

    def generators(self, ring: Ring) -> Polynomials:
        """The variables of a ring."""
        return Polynomials(ring.at, [self.generator(ring, n + 1, ring.at) for n in range(len(ring.variables))])

    def integer(self, start: int, end: int) -> int:
        """A whole number. Raises InputError for another value."""
        value = self.value(start, end)
        number = number_of(value.text) if isinstance(value, Polynomial) else None
        if number is None:
            written = self.shown(start, end)
            raise self.code.place(self.code.begin(start, end)).error(
                f"{written}, where a whole number is read", "a number written out"
            )
        return number

    def numbers(self, first: int, last: int, step: int = 1, at: int = 0) -> Polynomials:
        """The whole numbers from the first to the last."""
        numbers = range(first, last + (1 if step > 0 else -1), step or 1)
        if len(numbers) > MOST_ELEMENTS:
            raise self.code.place(at).error(f"{len(numbers)} numbers", f"at most {MOST_ELEMENTS}")
        location = self.code.place(at)
        return Polynomials(at, [Polynomial(str(number), location, is_integer=True) for number in numbers])

    def each(self, name: str, values: Sequence[Object], body: Callable[[], Object]) -> Polynomials:
        """The value of an expression for each value of a name."""
        outer_value = self.bound.get(name)
        images: list[Object] = []
        try:
            for one in self.code.deadline.over(values, UNREAD):
                self.code.spend("  ", self.statement.start)
                self.bound[name] = one
                value = body()
                is_spliced = isinstance(value, Polynomials) and value.is_sequence
                images += value.elements if is_spliced else [value]  # type: ignore[union-attr]
        finally:
            self.bound.pop(name, None)
            if outer_value is not None:
                self.bound[name] = outer_value
        return Polynomials(self.statement.start, images, is_sequence=True)

    def added(self, listed: Object, at: int, sign: str = "+") -> Polynomial:
        """The sum of a list, or the product with the sign *."""
        if not isinstance(listed, Polynomials) or len(listed.polynomials) < len(listed.elements):
            raise self.code.place(at).error(f"a {'sum' if sign == '+' else 'product'} that is not read", EXPECTED)
        listed.is_part = True
        if any("=" in polynomial.text for polynomial in listed.polynomials):
            raise self.code.place(at).error("a sum of equations", EXPECTED)
        texts = [bracketed(polynomial.text) for polynomial in listed.polynomials]
        text = self.code.spend(f" {sign} ".join(texts) or ("0" if sign == "+" else "1"), at)
        rings = dict.fromkeys(chain.from_iterable(polynomial.rings for polynomial in listed.polynomials))
        is_integer = all(polynomial.is_integer for polynomial in listed.polynomials)
        return Polynomial(f"({text})", self.code.place(at), tuple(rings), is_integer)

    def keyword(self, part: tuple[int, int]) -> tuple[str, tuple[int, int]] | None:
        """The name of an option, and where its value stands; None for another argument."""
        match = _KEYWORD.match(self.code.text, *part)
        return (match.group(1), (match.end(), part[1])) if match else None

    def listed(self, opening: int) -> Polynomials:
        """A list that is written out; with names and ranges in it."""
        listed = Polynomials(opening, is_tuple=self.code.text[opening] == "(")
        closing = self.code.closing(opening)
        parts = self.code.items(opening + 1, closing)
        if parts and self.language.has_universe:  # [P | f, g]
            cut = self.code.text.find("|", *parts[0])
            parts[0] = (parts[0][0] if cut < 0 else cut + 1, parts[0][1])
            parts = parts if self.code.text[slice(*parts[0])].strip() else parts[1:]
        if len(parts) > 1 and not self.code.text[slice(*parts[-1])].strip():
            parts = parts[:-1]
        if len(parts) == 1 and (repeated := self.comprehension(*parts[0])) is not None:
            return repeated
        for part in self.code.deadline.over(parts, UNREAD):
            begin = self.code.begin(*part)
            is_starred = self.language.is_indented and self.code.text.startswith("*", begin, part[1])
            try:
                value = self.value(begin + is_starred, part[1])
            except InputError as error:
                value = Unread(error)
            if isinstance(value, Polynomials) and (value.is_sequence or is_starred):
                value.is_part = True
                listed.elements += value.items
                listed.error = listed.error or value.error
            else:
                listed.elements.append(value)
                if isinstance(value, Unread):
                    listed.error = listed.error or value.error
        return listed

    def comprehension(self, start: int, end: int) -> Polynomials | None:
        """[f for i in range(3)], [f : i in [1..3]], [1..3]; None for another part."""
        text = self.code.text[start:end]
        if ".." in text:
            cut = next((at for at in range(start, end) if self.code.text.startswith("..", at)), end)
            if not re.search(r"[\[({:|]", self.code.text[start:cut]):
                return self.numbers(self.integer(start, cut), self.integer(cut + 2, end), at=start)
        signs = list(re.finditer(r"\bfor\b|(?<![:=]):(?!=)|\bif\b|\|", text)) if " in " in text else []
        signs = [sign for sign in signs if self.depth(start, start + sign.start()) == 0]
        if any(sign.group() == "for" for sign in signs):
            signs = [sign for sign in signs if sign.group() in ("for", "if")]
        if not signs or any(sign.group() == "if" for sign in signs):
            return None
        cuts = [start + sign.start() for sign in signs]
        loops = []
        for sign, stop in zip(signs, [*cuts[1:], end], strict=True):
            for low, high in self.code.items(start + sign.end(), stop):
                match = re.compile(r"\s*([A-Za-z]\w*)\s+in\b").match(self.code.text, low, high)
                if match is None:
                    return None
                loops.append((match.group(1), (match.end(), high)))
        return Polynomials(start, self._looped(loops, (start, cuts[0])).elements)

    def _looped(self, loops: list[tuple[str, tuple[int, int]]], body: tuple[int, int]) -> Polynomials:
        """The values of an expression in loops, the first one outside, as a sequence."""
        (name, part), *inner_loops = loops
        inner = (lambda: self._looped(inner_loops, body)) if inner_loops else (lambda: self.value(*body))
        return self.each(name, self.range_of(*part), inner)

    def range_of(self, start: int, end: int) -> Sequence[Object]:
        """The values that a loop's name takes: 1:3, 1..3, a list. Raises InputError for what is not read."""
        cut = re.compile(r"\.\.|:").search(self.code.text, start, end)
        if cut is not None and self.depth(start, cut.start()) == 0:
            second_colon = re.compile(":").search(self.code.text, cut.end(), end)
            if second_colon is not None and self.depth(cut.end(), second_colon.start()) == 0:
                step, last = self.integer(cut.end(), second_colon.start()), self.integer(second_colon.end(), end)
            else:
                step, last = 1, self.integer(cut.end(), end)
            return self.numbers(self.integer(start, cut.start()), last, step, at=start).elements
        value = self.value(start, end)
        if not isinstance(value, Polynomials):
            raise self.not_plain(start, end)
        if value.error and not any(isinstance(item, Unread) for item in value.items):
            raise value.error
        value.is_part = True
        return value.items

    def depth(self, start: int, at: int) -> int:
        """The number of brackets that are open at a place, of those behind the start."""
        text = self.code.text[start:at]
        return sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))

    # -- systems -------------------------------------------------------------------------------------------------------

    def ideal(self, call: Call, parts: Sequence[tuple[int, int]], ring: Ring | None = None) -> Polynomials:
        """An ideal with generators that stand there: one by one, or in lists."""
        ideal = Polynomials(call.at, ring=ring, is_ideal=True, last=self.statement.end)
        for part in parts:
            try:
                value = self.value(*part)
                same_ideal = value.of if isinstance(value, Unread) and value.is_basis else None
                if same_ideal is not None and same_ideal.is_ideal and len(parts) == 1:  # the ideal of its own basis
                    return same_ideal
                self._add_generators(ideal, value, part)
            except InputError as error:
                ideal.error = ideal.error or error
        if not self._is_inside:
            self.stated.append(ideal)
        return ideal

    def _add_generators(self, ideal: Polynomials, value: Object, part: tuple[int, int]) -> None:
        if isinstance(value, Polynomials):
            value.is_part = True
            ideal.error = ideal.error or value.error
            for element in value.elements:
                self._add_generators(ideal, element, part)
        elif isinstance(value, Polynomial):
            ideal.elements.append(value)
        elif isinstance(value, Unread):
            raise value.error
        else:
            raise self.not_plain(*part)

    def ask(self, call: Call, solver: Callable[[Interpreter, Call], Asked]) -> Unread:
        """A solver, or a call for a basis, gets a list: the list is the system."""
        error = self.code.place(call.at).error(f"a value that is not read: {self.shown_call(call)}", EXPECTED)
        equations: Object = Unread(error)
        asked = Asked()
        try:
            equations = self.asked = self.value(*call.arguments[0]) if call.arguments else equations
            asked = solver(self, call)
            equations = asked.equations or equations
        except InputError as why:
            equations = Polynomials(call.at, error=why)
        if isinstance(equations, Unread):
            if equations.is_basis:
                return equations
            equations = Polynomials(call.at, error=equations.error)
        if isinstance(equations, Polynomial):
            # A list that has no value is no variable.
            is_unknown = equations.is_variable and not equations.rings
            is_unknown = is_unknown and equations.text not in {*(asked.variables or ())}
            equations = Polynomials(call.at, [equations], is_single=True, error=error if is_unknown else None)
        if not isinstance(equations, Polynomials):
            equations = Polynomials(call.at, error=error)
        equations.last = max(equations.last, self.statement.end)
        names = None if asked.variables is None else tuple(dict.fromkeys(asked.variables))
        if names is not None and equations.variables is not None and {*equations.variables} != {*names}:
            at = self.code.place(call.at)
            equations.error = at.error(f"other variables: {', '.join(names)[:60]}", "the same variables as before")
        primes = [one.text if one else "" for one in (equations.characteristic, asked.characteristic)]
        if equations in self.stated and primes[0] != primes[1] and self.language.modulus is NEVER:
            at = self.code.place(call.at)
            equations.error = at.error(f"another characteristic: {self.shown_call(call)}", "the same as before")
        equations.variables = equations.variables or names
        equations.characteristic = equations.characteristic or asked.characteristic
        equations.ring = equations.ring or asked.ring
        equations.eliminate = equations.eliminate or tuple(asked.eliminate)
        if equations not in self.stated and not self._is_inside:
            equations.is_part = False
            self.stated.append(equations)
        return Unread(error, equations, is_basis=True)

    def names_of(self, parts: Sequence[tuple[int, int]]) -> list[str]:
        """The variables that arguments name, one by one or in lists. Raises InputError for other values."""
        names: list[str] = []
        for part in parts:
            value = self.value(*part)
            elements = value.elements if isinstance(value, Polynomials) else [value]
            if isinstance(value, Polynomials):
                value.is_part = True
                if value.error:
                    raise value.error
            for element in elements:
                if isinstance(element, Unread):
                    raise element.error
                if not isinstance(element, Polynomial) or not element.is_variable:
                    at = self.code.place(self.code.begin(*part))
                    raise at.error(f"variable {self.shown(*part)!r}", "names of variables")
                names.append(element.text)
        return names

    @cached_property
    def candidates(self) -> list[Polynomials]:
        """What may be the system: ideals; else lists that a solver gets; else lists of polynomials."""
        candidates = [listed for listed in self.stated if not listed.is_part or listed.is_ideal] or self.stated
        candidates = [candidate for candidate in candidates if not candidate.is_single] or candidates
        if not candidates:
            named_lists = [one for one in self.values.values() if isinstance(one, Polynomials)]
            lists = [one for one in dict.fromkeys([*self.lists, *named_lists]) if not one.is_part]
            candidates = [
                listed
                for listed in lists
                if listed.error or any(not p.is_variable and p.number is None for p in listed.polynomials)
            ]
            candidates = [candidate for candidate in candidates if not candidate.error] or candidates
            if not candidates and not self.errors and not any(isinstance(one, Unread) for one in self.values.values()):
                candidates = [
                    listed
                    for listed in lists
                    if not listed.elements or any(p.number in (None, 0) for p in listed.polynomials)
                ]
        distinct: dict[object, Polynomials] = {}
        for candidate in candidates:
            distinct.setdefault(
                candidate if candidate.error or len(candidates) == 1 else self._normal(candidate), candidate
            )
        return list(distinct.values())

    def _normal(self, listed: Polynomials) -> object:
        """What two lists share that are the same system: polynomials up to their order and a factor, and variables."""
        variables = frozenset(listed.variables or ())
        try:
            parts = Parts([*map(self._passage, listed.polynomials)])
            polynomials = system_of_parts(parts, deadline=self.code.deadline).polynomials()
            rings = [
                *chain.from_iterable(polynomial.rings for polynomial in listed.polynomials),
                *filter(None, [listed.ring]),
            ]
            kinds = frozenset(
                (ring.number and ring.number.text, *ring.variables, *(ring.parameters or ())) for ring in rings
            )
            prime = listed.characteristic and listed.characteristic.text
            return frozenset(str(polynomial.normal()) for polynomial in polynomials), variables, kinds, prime
        except InputError:
            return listed

    def system(self) -> Parts:
        """The parts of the one system. Raises InputError for none, for several, and for what is not read."""
        own_list = self.values.get(self.language.own) if self._is_own else None
        if not isinstance(own_list, Polynomials):
            return self.parts_of(self._chosen())
        solved_list = next((listed for listed in self.stated if listed.variables is not None or listed.ring), None)
        if solved_list is not None and solved_list is not own_list:
            own_list.variables, own_list.characteristic = solved_list.variables, solved_list.characteristic
            own_list.ring = own_list.ring or solved_list.ring
        unknowns = self.values.get(self.language.own_variables)
        if isinstance(unknowns, Polynomials):
            own_list.variables = tuple(
                polynomial.text for polynomial in unknowns.polynomials if polynomial.text != "nothing"
            )
        return self.parts_of(own_list, is_own=True)

    def parts_of(self, stated: Object, *, is_own: bool = False) -> Parts:
        """The parts of a list or an ideal. is_own: whether casbridge wrote it, so that nothing behind it changes it."""
        if isinstance(stated, Polynomials | Unread) and stated.error:
            raise stated.error
        assert isinstance(stated, Polynomials)
        strange = next((element for element in stated.elements if not isinstance(element, Polynomial)), None)
        if strange is not None:
            raise self.code.place(stated.at).error(
                "a list with values that are no polynomials", "one list of polynomials"
            )
        ring = self._ring_of(stated)
        names = [stated.name, *(name for name, value in self.values.items() if value is ring and ring is not None)]
        if not is_own:
            value = Value(stated.at, stated.last)
            self.check(value, [name for name in names if name] or ["\0"], self._changing())
            if not stated.elements and not stated.is_ideal:
                raise self.code.place(stated.at).error("a list without polynomials", self.language.example)
        passages = [*map(self._passage, stated.polynomials)] or [Passage("0", self.code.place(stated.at))]
        written = {name for passage in passages for name in NAME.findall(passage.text)}
        late = next((self.late[name] for name in self.late if name in written), None)
        if late is not None and not is_own:
            raise late
        condition = next((self.conditions[name] for name in self.conditions if name in written), None)
        if condition is not None and not self.stated:
            raise condition
        return self._parts(stated, ring, passages, written)

    def _passage(self, one: Polynomial) -> Passage:
        """A polynomial's text; in Julia // is what / is elsewhere."""
        is_julia = "//" in self.language.quotient
        return Passage(one.text.replace("//", "/ ") if is_julia else one.text, one.at)

    @property
    def _is_own(self) -> bool:
        """Whether casbridge wrote the script: then its list has a name that is known."""
        return any("Written by casbridge" in line for line in self.code.head)

    def _parts(self, stated: Polynomials, ring: Ring | None, passages: list[Passage], written: set[str]) -> Parts:
        at = self.code.place(stated.at)
        characteristic, variables = stated.characteristic, stated.variables
        given = self.values.get(self.language.own_parameters) if self._is_own else None
        parameters: Sequence[str] | None = None
        if isinstance(given, Polynomials):
            parameters = [polynomial.text for polynomial in given.polynomials]
        if ring is not None:
            at = self.code.place(ring.at)
            characteristic = characteristic or ring.number
            variables = tuple(reversed(ring.variables))
            parameters = None if ring.parameters is None else tuple(ring.parameters)
        if variables is not None and parameters is None:
            parameters = tuple(sorted(written.difference(variables), key=natural_key))
        return Parts(
            passages,
            None if variables is None else Passage(" ".join(variables), at),
            characteristic,
            Passage(" ".join(parameters), at) if parameters else None,
            {"eliminate": Passage(" ".join(stated.eliminate), at)} if stated.eliminate else {},
            renamed=self.code.renamed(),
        )

    def _chosen(self) -> Object:
        """The one system, or the one with the name that the user says. Raises InputError for none and for several."""
        stated = self.candidates
        candidates: list[Candidate[Object]] = [Candidate(listed.name, listed.at, listed) for listed in stated]
        for name, value in self.values.items():
            if isinstance(value, Unread) or (isinstance(value, Polynomials) and value not in stated):
                candidates.append(Candidate(name, getattr(value, "at", 0), value, is_stated=False))
        return self.choose(candidates, self.notation.ideal).payload

    def nothing_stated(self) -> InputError:
        """The error for a script without a system: what was not read, if anything."""
        if self.unread:
            return self.not_read(self.unread[0])
        errors = [
            one.error for one in (*self.rings, *self.values.values()) if isinstance(one, Unread | Ring) and one.error
        ]
        problem = "no ideal and no list of polynomials"
        no_system = InputError(problem, source=self.code.source, expected=self.language.example)
        return next(iter([*self.errors, *errors]), no_system)

    def _ring_of(self, stated: Polynomials) -> Ring | None:
        rings = dict.fromkeys(chain.from_iterable(polynomial.rings for polynomial in stated.polynomials))
        if stated.ring is not None:
            rings.setdefault(stated.ring, None)
        if not rings and stated.variables is None and self.rings and not self.language.is_symbolic:
            names = chain.from_iterable(NAME.findall(polynomial.text) for polynomial in stated.polynomials)
            if not self.symbols.keys().isdisjoint(names):
                raise self.code.place(stated.at).error("polynomials before their ring", "the ring first")
        if not rings and stated.variables is None and len(self.rings) == 1:
            rings = dict.fromkeys(self.rings)
        if len(rings) > 1:
            raise self.code.place(stated.at).error("variables of two rings in one system", "one ring")
        ring = next(iter(rings), None)
        if ring is not None and ring.error:
            raise ring.error
        return ring

    def _changing(self) -> str:
        calls = "|".join(map(re.escape, self.language.changing)) or r"(?!)"
        return (
            rf"(?<![\w.$'`])NAME\s*(?:\[[^\]\n]*\]+\s*)?(?:[-+*/^|&.]|[a-z]+)?{self.language.assigned}(?![=>])"
            rf"|(?<![\w.$'`])NAME\s*\.\s*(?:{calls})\b|\b(?:{calls})\b[^\n;]*(?<![\w.$'`])NAME(?![\w'`])"
        )
