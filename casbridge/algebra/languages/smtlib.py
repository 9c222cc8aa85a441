"""Polynomial systems in SMT-LIB 2: declared variables over the reals or GF(p), and equations that are asserted.

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
_EQUATION = "an equation (= f g), or a conjunction (and …) of equations"
_FUNCTIONS = "+ - * / ^ ff.add ff.mul ff.neg let"
_SIGNS = {"+": "+", "ff.add": "+", "-": "-", "*": "*", "ff.mul": "*", "/": "/", "^": "^", "ff.neg": "-"}
_INEQUALITIES = ("<", "<=", ">", ">=", "not", "distinct")


class _Tree(NamedTuple):
    """A symbol, or a list in brackets, whose text is ""; and its place in the script."""

    at: int
    text: str
    items: list[_Tree]

    @property
    def head(self) -> str:
        """The symbol that a list begins with; "" for another list."""
        return self.items[0].text if self.items else ""

    @property
    def shown(self) -> str:
        """The symbol, or that which the list begins with, for messages."""
        return printable(self.text or self.head or "()", 60)


class _Value(NamedTuple):
    """What a term is: a polynomial, as text that may stand in a product, or equations that hold together."""

    text: str = ""
    is_number: bool = False
    equations: tuple[Passage, ...] | None = None


def _statements(code: Code) -> Iterator[_Tree]:
    """The statements of a script. Raises InputError for brackets without partners."""
    stack: list[_Tree] = []
    at = 0
    while at < len(code.whole):
        token = _TOKEN.match(code.whole, at)
        if token is None:
            raise code.place(at).error("a string or a quoted symbol without an end", "the sign that ends it")
        bracket, symbol = token.groups()
        if bracket == "(":
            if len(stack) >= _DEEPEST:
                raise code.place(at).error(f"more than {_DEEPEST} nested brackets", "fewer")
            stack.append(_Tree(at, "", []))
        elif (bracket or symbol) and not stack:
            raise code.place(at).error(f"found {printable(token.group(), 60)!r}", "a statement in brackets")
        elif symbol:
            stack[-1].items.append(_Tree(at, symbol[1:-1] if symbol[0] == "|" else symbol, []))
        elif bracket and len(stack) == 1:
            code.deadline.check(UNREAD)
            yield stack.pop()
        elif bracket:
            inner = stack.pop()
            stack[-1].items.append(inner)
        at = token.end()
    if stack:
        raise code.place(stack[-1].at).error("no ')' for this '('", "it before the end")


class _Script:
    """What the statements up to a place declare and assert."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.variables: list[str] = []
        self.sorts: dict[str, _Tree] = {}
        self.scopes: list[dict[str, _Value]] = [{"true": _Value(equations=())}]
        self.equations: list[Passage] = []
        self.field: Passage | None = None
        self.question: _Tree | None = None
        self.is_popped = False

    def error(self, tree: _Tree, found: str, expected: str, hint: str = "") -> InputError:
        """The error for a part of the script."""
        return self.code.place(tree.at).error(found, expected, hint)

    def read(self, statement: _Tree) -> None:
        """Read a statement."""
        read = _STATEMENTS.get(statement.head)
        if read is None:
            problem = f"a statement that is not read: {statement.shown}"
            raise self.error(statement, problem, "declarations and asserted equations")
        size, method = read
        if size and len(statement.items) != size:
            raise self.error(statement, f"{len(statement.items) - 1} parts behind {statement.shown}", f"{size - 1}")
        is_other = bool(size) or (statement.head == "check-sat" and self.is_popped)
        if (self.question is not None and is_other) or (self.question is None and statement.head == "pop"):
            line = self.code.place(self.question.at).line if self.question is not None else 0
            behind = f" behind the check-sat in line {line}" if line else " before the check-sat"
            raise self.error(statement, f"{statement.head}{behind}", "one system", "leave the others out")
        method(self, statement, *statement.items[1:])

    def pass_over(self, statement: _Tree, *_: _Tree) -> None:
        """Note which system is asked about."""
        self.question = statement if statement.head == "check-sat" else self.question
        self.is_popped = self.is_popped or statement.head == "pop"

    def logic(self, _: _Tree, name: _Tree) -> None:
        if _WHOLE_NUMBERS.match(name.text):
            problem = f"the logic {name.shown}, in which variables are whole numbers"
            raise self.error(name, problem, "QF_NRA, QF_LRA or QF_FF")

    def define_sort(self, _: _Tree, name: _Tree, parameters: _Tree, sort: _Tree) -> None:
        self.check_no_parameters(name, parameters)
        self.sorts[name.text] = self.sorts.get(sort.text, sort)

    def declare(self, _: _Tree, name: _Tree, *parameters_and_sort: _Tree) -> None:
        self.check_no_parameters(name, *parameters_and_sort[:-1])
        if not VARIABLE_NAME.match(name.text):
            raise self.error(name, f"variable {name.shown!r}", "a letter followed by letters, digits or _")
        self.note_sort(parameters_and_sort[-1])
        self.give(name, _Value(name.text))
        self.variables.append(name.text)

    def define(self, _: _Tree, name: _Tree, *rest: _Tree) -> None:
        *parameters, sort, term = rest
        self.check_no_parameters(name, *parameters)
        if sort.text != "Bool":
            self.note_sort(sort)
        self.give(name, self.value(term, is_equation=sort.text == "Bool"))

    def check_no_parameters(self, name: _Tree, *parameters: _Tree) -> None:
        if any(parameter.text or parameter.items for parameter in parameters):
            raise self.error(name, f"{name.shown} with parameters", "()")

    def give(self, name: _Tree, value: _Value) -> None:
        """Give a name its meaning."""
        if not name.text or name.text in self.scopes[0]:
            raise self.error(name, f"{name.shown} is declared twice" if name.text else "a list", "each name once")
        self.scopes[0][name.text] = value

    def note_sort(self, sort: _Tree) -> None:
        """Note the field of a sort. Raises InputError for a sort that is no field."""
        sort = self.sorts.get(sort.text, sort)
        names = [item.text for item in sort.items] or [sort.text]
        if len(names) == 3 and names[:2] == ["_", "FiniteField"]:
            self.note_field(sort, names[2])
        elif names == ["Real"]:
            self.note_field(sort, "QQ")
        else:
            name = printable(" ".join(names), 60)
            suffix = ", whole numbers" if name == "Int" else ""
            raise self.error(sort, f"the sort {name}{suffix}", "Real or (_ FiniteField p)")

    def note_field(self, tree: _Tree, field: str) -> None:
        if self.field is not None and self.field.text != field:
            raise self.error(tree, "a second sort of numbers", printable(self.field.text, 60))
        self.field = self.field or Passage(field, self.code.place(tree.at))

    def assertion(self, _: _Tree, term: _Tree) -> None:
        self.equations += self.value(term, is_equation=True).equations or ()

    def value(self, term: _Tree, *, is_equation: bool | None = False) -> _Value:
        """What a term is: a polynomial; equations where these are expected; either where it is None."""
        value = self.of_list(term) if term.items else self.of_symbol(term)
        if is_equation is not None and is_equation != (value.equations is not None):
            problem = "a term that is no equation" if is_equation else "an equation"
            raise self.error(term, problem, _EQUATION if is_equation else "a polynomial")
        return value

    def of_symbol(self, term: _Tree) -> _Value:
        for scope in reversed(self.scopes):
            if term.text in scope:
                value = scope[term.text]
                for text in (value.text, *(equation.text for equation in value.equations or ())):
                    self.code.spend(text, term.at)
                return value
        if _NUMBER.match(term.text):
            whole, _, places = term.text.partition(".")
            is_whole = not places.strip("0")
            return _Value(whole if is_whole else f"({whole}{places}/1{'0' * len(places)})", True)
        if match := _FIELD_NUMBER.match(term.text):
            self.note_field(term, match.group(2))
            return _Value(f"({match.group(1)})", True)
        raise self.error(term, f"unknown name {term.shown!r}", "a declared variable, or a number")

    def of_list(self, term: _Tree) -> _Value:
        head, arguments = term.head, term.items[1:]
        if head == "let" and len(arguments) == 2:
            given = [(item.head, (item.items or [item])[-1]) for item in arguments[0].items]
            self.scopes.append({name: self.value(one, is_equation=None) for name, one in given})
            value = self.value(arguments[1], is_equation=None)
            self.scopes.pop()
            return value
        if head == "!" and arguments:
            return self.value(arguments[0], is_equation=None)
        if head == "as" and len(arguments) == 2 and (match := _FIELD_NAME.match(arguments[0].text)):
            self.note_sort(arguments[1])
            return _Value(f"({match.group(1)})", True)
        if head == "and":
            each = (self.value(argument, is_equation=True).equations or () for argument in arguments)
            return _Value(equations=tuple(equation for equations in each for equation in equations))
        if head == "=" and len(arguments) > 1:
            sides = [self.value(argument).text for argument in arguments]
            location = self.code.place(term.at)._replace(
                column=None
            )  # a column of the term's text is none of the script
            return _Value(
                equations=tuple(Passage(f"{one} = {next_side}", location) for one, next_side in pairwise(sides))
            )
        if head in _SIGNS and arguments:
            return self.of_numbers(term, [self.value(argument) for argument in arguments])
        if head in _INEQUALITIES:
            raise self.error(term, f"{head}, an inequality, which is not read", "an equation", INEQUALITY_HINT)
        raise self.error(term, f"{term.shown}, which is not read", f"{_EQUATION}; in polynomials {_FUNCTIONS}")

    def of_numbers(self, term: _Tree, values: list[_Value]) -> _Value:
        """A sum, a difference, a product, a quotient or a power."""
        head, sign = term.head, _SIGNS[term.head]
        first, *operands = values
        is_number = all(value.is_number for value in values)
        if not operands and head in ("-", "ff.neg"):
            return _Value(f"(-{first.text})", is_number)
        if head == "ff.neg" or (head in "/^" and not operands) or (head == "^" and not values[-1].text.isdigit()):
            raise self.error(term, f"{head} with other arguments", "numbers or polynomials that it takes")
        if head == "/" and not all(operand.is_number and operand.text.strip("(-0)") for operand in operands):
            raise self.error(term, "a quotient by a polynomial or by 0", "a quotient by another number")
        if head == "^":
            return _Value(f"({first.text})^{operands[0].text}", is_number)
        text = sign.join(value.text for value in values)
        return _Value(text if sign == "*" else f"({text})", is_number)


_PASSED_OVER = (
    *("set-info", "set-option", "get-info", "get-option", "get-model", "get-value", "get-assertions"),
    *("get-assignment", "get-proof", "get-unsat-core", "echo", "check-sat", "push", "pop"),
)
#: For each statement the number of its parts, 0 for any number, and what reads it.
_STATEMENTS: dict[str, tuple[int, Callable[..., None]]] = {
    **dict.fromkeys(_PASSED_OVER, (0, _Script.pass_over)),
    "set-logic": (2, _Script.logic),
    "define-sort": (4, _Script.define_sort),
    "declare-const": (3, _Script.declare),
    "declare-fun": (4, _Script.declare),
    "define-const": (4, _Script.define),
    "define-fun": (5, _Script.define),
    "assert": (2, _Script.assertion),
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
    script = _Script(code)
    for statement in _statements(code):
        if statement.head == "exit":
            break
        script.read(statement)
    if not script.equations:
        raise InputError("no asserted equation", source=code.source, expected="(assert (= f g))")
    variables = Passage(" ".join(script.variables), code.place(0)) if script.variables else None
    return Parts(script.equations, variables, script.field)
