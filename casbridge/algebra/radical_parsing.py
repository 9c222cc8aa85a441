"""Reading expressions in radicals: one pass over the tokens builds the tree. Nothing is evaluated."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from math import prod
from typing import Any, NoReturn

from casbridge.algebra.expressions import parse_terms
from casbridge.algebra.fields import QQ, VARIABLE_NAME, Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.radicals import IMAGINARY, Expression, Name, Number, Product, Root, add, multiply, power
from casbridge.errors import START, InputError, printable

#: The largest degree of a polynomial in RootOf.
LARGEST_DEGREE = 1_000

_LONGEST = 1_000_000  # characters
_DEEPEST = 80  # parentheses, calls and powers inside each other
_MOST_DIGITS = 30_000  # of a number
_TOKEN = re.compile(r"[0-9]+|[A-Za-z_][A-Za-z0-9_]*|\*\*|!=|\S")
_POWER_SIGNS = ("^", "**")
_ROOTS = ("RootOf", "CRootOf")
_OF_ANGLES = ("exp", "cos", "sin")
_OPERAND = "a number, a name, sqrt(...), RootOf(...) or '('"


def parse_expression(text: str, names: Iterable[str] | Mapping[str, str]) -> Expression:
    """The expression that a text writes out. Nothing in it is evaluated but arithmetic with rational numbers.

    It may have + - * / ^ (also **), whole numbers, rational exponents, sqrt(...), I, RootOf(polynomial, index) (also
    CRootOf), parentheses and the names. A polynomial in RootOf has one variable, of any name. Unless pi is a name, also
    exp(q*I*pi), cos(q*pi) and sin(q*pi) for rational numbers q: they become powers of -1.

    names: the names that may occur; a mapping says what each is called in the expression.
    Raises InputError, with line and column, for anything else.

    >>> str(parse_expression("-sqrt(12 - 4*x)/2 + I", ["x"]))
    '(-1/2)*sqrt((-4)*x + 12) + I'
    >>> parse_expression("Abs(x)", ["x"])
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 1: unknown name 'Abs'; expected one of x, sqrt, RootOf, I
    """
    known = dict(names) if isinstance(names, Mapping) else {name: name for name in names}
    return _Parser(text, known).whole()


def parse_condition(text: str, names: Iterable[str] | Mapping[str, str]) -> Expression:
    """The expression E of a condition "E != 0". Raises what `parse_expression` raises.

    >>> str(parse_condition("x - 1 != 0", ["x"]))
    'x - 1'
    """
    left, sign, right = text.partition("!=")
    if not sign or right.strip() != "0":
        raise InputError(f"a condition {printable(text, 80)!r}", expected="EXPRESSION != 0")
    return parse_expression(left, names)


def _root_of(text: str, variable: str, index: int) -> Root:
    """The root of a polynomial that is written out. Raises InputError."""
    terms = parse_terms(text, {variable: 0}, QQ)
    powers = {(monomial[0][1] if monomial else 0): Fraction(c) for monomial, c in terms.items()}
    degree = max(powers, default=0)
    if not 1 <= degree <= LARGEST_DEGREE:
        raise InputError(f"a polynomial of degree {degree}", expected=f"degree 1 to {LARGEST_DEGREE}")
    if index >= degree:
        raise InputError(f"index {printable(str(index), 40)}", expected=f"0 to {degree - 1}")
    polynomial = Polynomial(Ring.of("x"), {(e,): c for e, c in powers.items()}).normal()
    derivative = Polynomial(polynomial.ring, {(e - 1,): e * c for (e,), c in polynomial.terms.items() if e})
    if not polynomial.gcd(derivative).is_constant:
        raise InputError("a polynomial with multiple roots", expected="a squarefree one")
    return Root(tuple(int(polynomial.terms.get((e,), 0)) for e in range(degree + 1)), index)


class _Parser:
    """One text and the token that is next."""

    def __init__(self, text: str, names: Mapping[str, str]) -> None:
        self.text = text
        self.names = names
        self.at = 0
        if len(text) > _LONGEST:
            raise START.error(f"an expression with {len(text)} characters", f"at most {_LONGEST}")
        self.tokens = [*_TOKEN.findall(text), ""]

    def whole(self) -> Expression:
        found = self._sum(0)
        if self.tokens[self.at]:
            self._fail(f"found {printable(self.tokens[self.at], 40)!r}", "an operator or the end")
        return found

    def _take(self, *wanted: str) -> str:
        """Take the next token if it is wanted, and return it; else return ""."""
        token = self.tokens[self.at]
        self.at += token in wanted
        return token if token in wanted else ""

    def _sum(self, depth: int) -> Expression:
        if depth > _DEEPEST:
            self._fail(f"more than {_DEEPEST} expressions inside each other", "fewer")
        terms = [self._product(depth)]
        while sign := self._take("+", "-"):
            term = self._product(depth)
            terms.append(term if sign == "+" else multiply(Number(-1), term))
        return add(*terms)

    def _product(self, depth: int) -> Expression:
        factors = [self._signed(depth)]
        while sign := self._take("*", "/"):
            start = self.at
            factor = self._signed(depth)
            factors.append(factor if sign == "*" else self._made(power, factor, -1, at=start))
        return self._made(multiply, *factors, at=self.at - 1)

    def _signed(self, depth: int) -> Expression:
        """A power with its signs: -x^2 is -(x^2)."""
        negative = False
        while sign := self._take("+", "-"):
            negative ^= sign == "-"
        found = self._power(depth)
        return multiply(Number(-1), found) if negative else found

    def _power(self, depth: int) -> Expression:
        """An operand with its exponent, if any. x^2^3 is x^(2^3)."""
        start = self.at
        base = self._operand(depth)
        if not self._take(*_POWER_SIGNS):
            return base
        if depth >= _DEEPEST:
            self._fail(f"more than {_DEEPEST} expressions inside each other", "fewer")
        place = self.at
        exponent = self._signed(depth + 1)
        if not isinstance(exponent, Number):
            self._fail(f"an exponent {printable(str(exponent), 40)}", "a rational number", place)
        return self._made(power, base, exponent.value, at=start)

    def _operand(self, depth: int) -> Expression:
        token, start = self.tokens[self.at], self.at
        self.at += 1
        if token.isdigit():
            if self.tokens[self.at] == ".":
                self._fail("a decimal number", "an exact one, such as 3/2", start)
            if len(token) > _MOST_DIGITS:
                self._fail(f"a number with {len(token)} digits", f"at most {_MOST_DIGITS}", start)
            return Number(int(Decimal(token)))  # int(token) refuses more than 4300 digits
        if token in self.names:
            return Name(self.names[token])
        if token == "I":
            return IMAGINARY
        if token == "(":
            return self._closed(depth, start)
        if token == "sqrt" and self._take("("):
            inner = self._closed(depth, self.at - 1)
            return self._made(power, inner, Fraction(1, 2), at=start)
        if token in _ROOTS and self._take("("):
            return self._root()
        if token in _OF_ANGLES and "pi" not in self.names and self._take("("):
            return self._of_angle(token, depth)
        self.at = start
        if VARIABLE_NAME.match(token):
            known = [*islice(self.names, 6), *(("...",) if len(self.names) > 6 else ()), "sqrt", "RootOf", "I"]
            self._fail(f"unknown name {printable(token, 60)!r}", f"one of {', '.join(known)}")
        found = f"found {printable(token, 40)!r}" if token else "the expression ends early"
        return self._fail(found, _OPERAND)

    def _closed(self, depth: int, opening: int) -> Expression:
        """The sum after an opening parenthesis, up to the one that closes it."""
        found = self._sum(depth + 1)
        if not self._take(")"):
            self._fail(f"found {printable(self.tokens[self.at] or 'the end', 40)!r}", "')'")
        return found

    def _of_angle(self, function: str, depth: int) -> Expression:
        """What is after "exp(", "cos(" or "sin(", up to the parenthesis that closes it, as powers of -1."""
        start, names = self.at, self.names
        self.names = {**names, "pi": "π"}  # which is no name of a variable
        angle = self._closed(depth, start - 1)
        self.names = names
        factors = angle.factors if isinstance(angle, Product) else (angle,)
        turns = prod((Fraction(one.value) for one in factors if isinstance(one, Number)), start=Fraction(1))
        units = sorted(str(one) for one in factors if not isinstance(one, Number))
        unit, wanted = ("I*pi", ["I", "π"]) if function == "exp" else ("pi", ["π"])
        if turns and units != wanted:
            self._fail(f"{function}({printable(str(angle), 40)})", f"a rational multiple of {unit}", start)
        there, back = (self._made(power, Number(-1), turn % 2, at=start) for turn in (turns, -turns))
        if function == "exp":
            return there
        half = Number(Fraction(1, 2))
        if function == "cos":
            return multiply(half, add(there, back))
        return multiply(half, IMAGINARY, add(back, multiply(Number(-1), there)))

    def _root(self) -> Expression:
        """The root after "RootOf(", up to the parenthesis that closes it."""
        first, depth = self.at, 0
        while (token := self.tokens[self.at]) and (depth or token not in (",", ")")):
            depth += (token == "(") - (token == ")")
            self.at += 1
        inside = self.tokens[first : self.at]
        unknown = sorted({one for one in inside if VARIABLE_NAME.match(one)})
        if len(unknown) != 1 or not self._take(","):
            self._fail(f"{printable(' '.join(inside), 60)!r}", "RootOf(polynomial in one variable, index)", first)
        place, index = self.at, self.tokens[self.at]
        self.at += index.isdigit()
        if not index.isdigit() or not self._take(")"):
            self._fail(f"index {printable(index, 40)!r}", "a whole number and ')'", place)
        return self._made(_root_of, " ".join(inside), unknown[0], int(Decimal(index)), at=first)

    def _made(self, make: Callable[..., Expression], *arguments: Any, at: int) -> Expression:
        """What a function makes; its InputError gets the place of a token."""
        try:
            return make(*arguments)
        except InputError as error:
            self._fail(error.found, error.expected or "another expression", at)

    def _fail(self, found: str, expected: str, at: int | None = None) -> NoReturn:
        place = self.at if at is None else at
        offsets = (match.start() for match in _TOKEN.finditer(self.text))
        raise START.after(self.text[: next(islice(offsets, place, None), len(self.text.rstrip()))]).error(
            found, expected
        )
