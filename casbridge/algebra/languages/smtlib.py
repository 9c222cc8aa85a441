"""Polynomial systems in SMT-LIB 2: declared variables over the reals or GF(p), and equations that are asserted.

    (assert (= (* x y) 1.0))  ──_trees──▶  ["assert", ["=", …]]  ──_Reader──▶  equations

Each statement is read, or refused by its name. Terms become text, which `expressions` reads as any polynomial.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from casbridge.algebra.fields import VARIABLE_NAME
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import INEQUALITY_HINT, Parts, Passage
from casbridge.errors import UNREAD, InputError, printable

# Comments, strings and quoted symbols are SMT-LIB's own: a string has "" for a quote, and a symbol |a;b| no comment.
_TOKEN = re.compile(r'\s+|;[^\n]*|([()])|("(?:[^"]|"")*+"|\|[^|\\]*+\||[^\s()";|]+)')
_FIELD_NUMBER = re.compile(r"#f(-?[0-9]+)m([0-9]+)\Z")
_FIELD_NAME = re.compile(r"ff(-?[0-9]+)\Z")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?\Z")
_WHOLE_NUMBERS = re.compile(r"\w*(?:IA|IDL)\Z")
_DEEPEST = 100
_SHOWN = 60
#: Statements that change no system.
_HARMLESS = frozenset(
    "set-info set-option get-model get-value get-info get-option get-assertions get-assignment get-proof "
    "get-unsat-core echo check-sat".split()
)
_EXPECTED = "declarations and asserted equations"
_EQUATION = "an equation (= f g), or a conjunction (and …) of equations"
_FUNCTIONS = "one of + - * / ^ ff.add ff.mul ff.neg let"
_SYMBOLS = {"+": "+", "ff.add": "+", "-": "-", "*": "*", "ff.mul": "*", "/": "/"}


class _Token(NamedTuple):
    """A symbol or a number, and its place in the text."""

    at: int
    text: str


class _List(NamedTuple):
    """What stands in brackets, and the place of the opening one."""

    at: int
    items: list[_Token | _List]

    @property
    def head(self) -> str:
        """The symbol that the list begins with; "" for another list."""
        return self.items[0].text if self.items and isinstance(self.items[0], _Token) else ""


_Tree = _Token | _List


class _Value(NamedTuple):
    """What a term is: a polynomial as text, or the equations that are true together."""

    text: str = ""
    is_sum: bool = False
    is_number: bool = False
    equations: tuple[Passage, ...] | None = None

    @property
    def factor(self) -> str:
        """The text in a product."""
        return f"({self.text})" if self.is_sum else self.text


def _trees(code: Code) -> Iterator[_Tree]:
    """The statements of a text, one after the other. Raises InputError for brackets without partners."""
    stack: list[_List] = []
    at = 0
    while at < len(code.whole):
        token = _TOKEN.match(code.whole, at)
        if token is None:
            raise code.place(at).error("a string or a quoted symbol without an end", "the sign that ends it")
        bracket, symbol = token.groups()
        tree: _Tree | None = None
        if bracket == "(":
            if len(stack) >= _DEEPEST:
                raise code.place(at).error(f"more than {_DEEPEST} nested brackets", "fewer")
            stack.append(_List(at, []))
        elif bracket and not stack:
            raise code.place(at).error("found ')'", "the bracket that it closes")
        elif bracket:
            tree = stack.pop()
        elif symbol:
            tree = _Token(at, symbol[1:-1] if symbol[0] == "|" else symbol)
        if tree is not None and stack:
            stack[-1].items.append(tree)
        elif tree is not None:
            code.deadline.check(UNREAD)
            yield tree
        at = token.end()
    if stack:
        raise code.place(stack[-1].at).error("no ')' for this '('", "it before the end")


class _Reader:
    """The declarations and equations of the statements so far."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.variables: dict[str, None] = {}  # in their order
        self.sorts: dict[str, _Tree] = {}
        self.scopes: list[dict[str, _Value]] = [{"true": _Value(equations=())}]
        self.equations: list[Passage] = []
        self.field: Passage | None = None
        self.levels: list[tuple[int, int]] = []  # what there was at each (push)
        self.answered: _List | None = None

    def error(self, tree: _Tree, found: str, expected: str, hint: str = "") -> InputError:
        """The error for a part of the script."""
        return self.code.place(tree.at).error(found, expected, hint)

    def symbol(self, tree: _Tree) -> str:
        """The symbol that a tree is."""
        if isinstance(tree, _List):
            raise self.error(tree, "a list in brackets", "a symbol")
        return tree.text

    def statement(self, tree: _Tree) -> None:
        """Read one statement."""
        shown = printable(tree.text if isinstance(tree, _Token) else tree.head or "(", _SHOWN)
        read = _STATEMENTS.get(shown) if isinstance(tree, _List) else None
        if shown in _HARMLESS and isinstance(tree, _List):
            self.answered = tree if shown == "check-sat" else self.answered
        elif read is None or not isinstance(tree, _List):
            raise self.error(tree, f"a statement that is not read: {shown}", _EXPECTED)
        elif len(tree.items) not in read[0]:
            raise self.error(tree, f"{len(tree.items) - 1} parts behind {shown}", f"{read[0][0] - 1}")
        else:
            read[1](self, *tree.items[1:])

    def logic(self, name: _Tree) -> None:
        if _WHOLE_NUMBERS.match(self.symbol(name)):
            found = f"the logic {printable(self.symbol(name), _SHOWN)}, in which variables are whole numbers"
            raise self.error(name, found, "QF_NRA, QF_LRA or QF_FF")

    def define_sort(self, name: _Tree, parameters: _Tree, sort: _Tree) -> None:
        self.no_parameters(name, parameters)
        self.sorts[self.symbol(name)] = self.meant(sort)

    def meant(self, sort: _Tree) -> _Tree:
        """The sort that a named one stands for."""
        return self.sorts.get(sort.text, sort) if isinstance(sort, _Token) else sort

    def no_parameters(self, name: _Tree, parameters: _Tree) -> None:
        if not isinstance(parameters, _List) or parameters.items:
            raise self.error(name, f"{printable(self.symbol(name), _SHOWN)} with parameters", "()")

    def declare(self, name: _Tree, *parameters_and_sort: _Tree) -> None:
        symbol = self.new(name)
        for parameters in parameters_and_sort[:-1]:
            self.no_parameters(name, parameters)
        if not VARIABLE_NAME.match(symbol):
            expected = "a letter followed by letters, digits or _"
            raise self.error(name, f"variable {printable(symbol, _SHOWN)!r}", expected)
        self.of_sort(parameters_and_sort[-1])
        self.variables[symbol] = None
        self.scopes[0][symbol] = _Value(symbol)

    def new(self, name: _Tree) -> str:
        """A symbol that has no meaning yet."""
        symbol = self.symbol(name)
        if symbol in self.scopes[0]:
            raise self.error(name, f"{printable(symbol, _SHOWN)} is declared twice", "each name once")
        return symbol

    def of_sort(self, sort: _Tree) -> None:
        """Note the field of a sort: that of all others, too."""
        meant = self.meant(sort)
        items = [one.text for one in meant.items if isinstance(one, _Token)] if isinstance(meant, _List) else []
        if items[:2] == ["_", "FiniteField"] and len(items) == 3:
            self.in_field(meant, items[2])
        elif isinstance(meant, _Token) and meant.text == "Real":
            self.in_field(meant, "QQ")
        else:
            name = items[1] if items[:1] == ["_"] and len(items) > 1 else self.symbol(meant)
            what = ", whole numbers" if name == "Int" else ""
            raise self.error(sort, f"the sort {printable(name, _SHOWN)}{what}", "Real or (_ FiniteField p)")

    def in_field(self, tree: _Tree, field: str) -> None:
        if self.field is not None and self.field.text != field:
            raise self.error(tree, "a second sort of numbers", printable(self.field.text, _SHOWN))
        self.field = self.field or Passage(field, self.code.place(tree.at))

    def define(self, name: _Tree, *others: _Tree) -> None:
        symbol, term = self.new(name), others[-1]
        for parameters in others[:-2]:
            self.no_parameters(name, parameters)
        value = self.value(term)
        if not (isinstance(others[-2], _Token) and others[-2].text == "Bool"):
            self.of_sort(others[-2])
        self.scopes[0][symbol] = value

    def assertion(self, term: _Tree) -> None:
        if self.answered is not None:
            line = self.code.place(self.answered.at).line
            raise self.error(term, f"an assertion behind the check-sat in line {line}", "one system")
        self.equations += self.equations_of(term)

    def push(self, *levels: _Tree) -> None:
        self.levels += [(len(self.equations), len(self.scopes[0]))] * self.count(levels)

    def pop(self, *levels: _Tree) -> None:
        for _ in range(self.count(levels)):
            if not self.levels or self.levels.pop() != (len(self.equations), len(self.scopes[0])):
                at = levels[0].at if levels else len(self.code.whole)
                raise self.code.place(at).error("a pop that takes statements back", "one system")

    def count(self, levels: tuple[_Tree, ...]) -> int:
        number = self.symbol(levels[0]) if levels else "1"
        if not re.fullmatch("[0-9]{1,3}", number):
            raise self.error(levels[0], f"{printable(number, _SHOWN)} levels", "a small number")
        return int(number)

    def equations_of(self, term: _Tree) -> tuple[Passage, ...]:
        """The equations that a term states."""
        value = self.value(term)
        if value.equations is None:
            raise self.error(term, "a term that is no equation", _EQUATION)
        return value.equations

    def number(self, term: _Tree) -> _Value:
        """The polynomial that a term is."""
        value = self.value(term)
        if value.equations is not None:
            raise self.error(term, "an equation", "a polynomial")
        return value

    def value(self, term: _Tree) -> _Value:
        """What a term is. Brackets are at most `_DEEPEST` inside each other, and so are the calls."""
        if isinstance(term, _Token):
            return self.of_symbol(term)
        head, arguments = term.head, term.items[1:]
        if head == "let" and len(arguments) == 2 and isinstance(arguments[0], _List):
            bindings = [one for one in arguments[0].items if isinstance(one, _List) and len(one.items) == 2]
            scope = {self.symbol(one.items[0]): self.value(one.items[1]) for one in bindings}
            self.scopes.append(scope)
            value = self.value(arguments[1])
            self.scopes.pop()
            return value
        if head == "!" and arguments:
            return self.value(arguments[0])
        if head == "as" and len(arguments) == 2 and (match := _FIELD_NAME.match(self.symbol(arguments[0]))):
            self.of_sort(arguments[1])
            return _Value(match.group(1), is_sum=match.group(1)[0] == "-", is_number=True)
        if head == "and":
            return _Value(equations=tuple(one for argument in arguments for one in self.equations_of(argument)))
        if head == "=" and len(arguments) > 1:
            sides = [self.number(argument).text for argument in arguments]
            place = self.code.place(term.at)._replace(column=None)
            pairs = pairwise(sides)
            return _Value(equations=tuple(Passage(f"{left} = {right}", place) for left, right in pairs))
        if head in _SYMBOLS or head in ("ff.neg", "^"):
            return self.of_numbers(term, head, [self.number(argument) for argument in arguments])
        if head in ("<", "<=", ">", ">=", "not", "distinct"):
            raise self.error(term, f"{head}, an inequality, which is not read", "an equation", INEQUALITY_HINT)
        shown = printable(head, _SHOWN) if head else "a list"
        is_logical = head in ("or", "=>", "xor", "ite")
        raise self.error(
            term, f"{shown}, which is not read", _EQUATION if is_logical else f"{_EQUATION}, or {_FUNCTIONS}"
        )

    def of_symbol(self, term: _Token) -> _Value:
        for scope in reversed(self.scopes):
            if term.text in scope:
                value = scope[term.text]
                for text in (value.text, *(one.text for one in value.equations or ())):
                    self.code.spend(text, term.at)
                return value
        if _NUMBER.match(term.text):
            whole, _, places = term.text.partition(".")
            is_whole = not places.strip("0")
            number = whole if is_whole else f"{whole}{places}/1{'0' * len(places)}"
            return _Value(number, is_sum=not is_whole, is_number=True)
        if match := _FIELD_NUMBER.match(term.text):
            self.in_field(term, match.group(2))
            return _Value(match.group(1), is_sum=match.group(1)[0] == "-", is_number=True)
        raise self.error(term, f"unknown name {printable(term.text, _SHOWN)!r}", "a declared variable, or a number")

    def of_numbers(self, term: _List, head: str, values: list[_Value]) -> _Value:
        """A sum, a difference, a product or a quotient."""
        is_number = all(value.is_number for value in values)
        if not values or (head == "ff.neg" and len(values) > 1) or (head == "/" and len(values) < 2):
            raise self.error(term, f"{head} with {len(values)} arguments", "other ones")
        if head == "^":
            if len(values) != 2 or not values[1].text.isdigit():
                raise self.error(term, "a power with another exponent", "a whole number")
            return _Value(f"({values[0].text})^{values[1].text}", is_number=is_number)
        if head == "ff.neg" or (head == "-" and len(values) == 1):
            return _Value(f"-{values[0].factor}", True, is_number)
        if head == "/" and (other := next((one for one in values[1:] if not one.is_number), None)):
            raise self.error(term, f"a quotient by {printable(other.text, _SHOWN)}", "a quotient by a number")
        sign = _SYMBOLS[head]
        first = values[0].text if sign in "+-" else values[0].factor
        return _Value(sign.join([first, *(value.factor for value in values[1:])]), sign in "+-/", is_number)


_STATEMENTS: dict[str, tuple[range, Callable[..., None]]] = {
    "set-logic": (range(2, 3), _Reader.logic),
    "define-sort": (range(4, 5), _Reader.define_sort),
    "declare-const": (range(3, 4), _Reader.declare),
    "declare-fun": (range(4, 5), _Reader.declare),
    "define-const": (range(4, 5), _Reader.define),
    "define-fun": (range(5, 6), _Reader.define),
    "assert": (range(2, 3), _Reader.assertion),
    "push": (range(1, 3), _Reader.push),
    "pop": (range(1, 3), _Reader.pop),
}


@reader(Syntax(strings=False))
def read_smtlib(code: Code, notation: Notation) -> Parts:
    """The system in a script of SMT-LIB 2: its asserted equations.

    Variables of the sort Real or (_ FiniteField p) are declared, the lowest first. Conjunctions, chains of equations,
    `let`, and names without parameters that `define-fun` gives are read. Decimal numbers are exact, as in SMT-LIB.
    Whole numbers, inequalities, `or`, `ite` and functions are refused, and so is what makes several systems.

    >>> system = read_smtlib("(declare-const x Real) (declare-const y Real) (assert (= (* x y) 1.5 (+ x y)))")
    >>> system.ring, list(system.polynomials())
    (QQ[x, y], [x*y - 3/2, -y - x + 3/2])
    >>> read_smtlib("(declare-fun x () Int)")
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 19: the sort Int, whole numbers; expected Real or (_ FiniteField p)
    """
    script = _Reader(code)
    for tree in _trees(code):
        if isinstance(tree, _List) and tree.head == "exit":
            break
        script.statement(tree)
    if not script.equations:
        raise InputError("no asserted equation", source=code.source, expected="(assert (= f g))")
    variables = Passage(" ".join(script.variables), code.place(0)) if script.variables else None
    return Parts(script.equations, variables, script.field)
