"""Reading polynomials written out: x1^2 - 3/2*(x2 + 1)*x3.

One pass over the tokens builds dictionaries of sparse terms. Sums, products, powers and quotients are computed;
`Denominators` says what may be divided by. The work is bounded: a text that would take long is refused with its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from typing import NoReturn

from casbridge.algebra.denominators import Denominators, SparseTerms
from casbridge.algebra.fields import QQ, Coefficient, Field, Ring
from casbridge.algebra.notation import (
    MOST_DIGITS,
    STRICT,
    Notation,
    decimal_value,
    integer_of,
    is_number,
    lowered,
    split_name,
)
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import SparseMonomial, dense_terms
from casbridge.errors import START, UNREAD, InputError, Location, UnsupportedError, printable
from casbridge.limits import NEVER, Deadline

#: Products of two terms that reading one input may take: about a second of work.
MOST_WORK = 1_000_000

_LONGEST_POLYNOMIAL = 10_000_000  # characters
_MOST_BITS = 332_193  # of a number with MOST_DIGITS digits
_LARGEST_EXPONENT = 2**31 - 1  # of a variable
_DEEPEST = 100  # parentheses, and powers of powers, inside each other
_SHORT_NUMBER = 4_000
_EXPONENT = re.compile(r"[eE][0-9]*")
_FUNCTION = re.compile(r"[A-Za-z_][0-9]*[A-Za-z_]\w*", re.ASCII)
#: What to do about a decimal number.
DECIMAL_HINT = "write fractions such as 3/2, or read decimal numbers as exact fractions with --decimals exact"
_POWER_SIGNS = ("^", "**")
_PRODUCT_HINT = "write * for a product, or read such products with --implicit"
_NAMED_VARIABLES = "--variables names the variables, if others are meant"
_LONGEST_PRODUCT = 60  # characters of a name that may be a product
_DECIMAL_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9])")
_FACTOR = "a number, a variable or '('"
#: What to do about a comma.
LIST_HINT = "put brackets around a list: [x^2 - 1, x*y]"
#: A character that stands in no polynomial → what to do about it. Many come from pages and papers by copying.
_HINTS = {
    ".": DECIMAL_HINT,
    ",": LIST_HINT,
    ";": "put each polynomial in a line of its own",
    **dict.fromkeys("½⅓¼¾⅔", "write fractions such as 1/2"),
    "≡": "state the field in a line of its own: field: GF(7)",
    "\\": "LaTeX is not read: write x*y^2 for a product, and an equation a line",
    **dict.fromkeys("·×∙⋅∗", "write * for a product"),
    **dict.fromkeys("−–—", "write - for minus"),
    **{sign: f"write ^{power} for {sign}" for power, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    **dict.fromkeys("√∛", "give the root a variable and an equation of its own, such as r^2 - 2"),
    **dict.fromkeys("!<>≤≥≠", "inequalities are not read: equations alone"),
    "=": "an equation has one =",
    "[": "write x1 for x[1]",
    "%": "a comment begins with #",
}
_NO_LETTER = "names have the letters a to z and A to Z, digits and _"
_FUNCTIONS = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "sqrt", "exp", "log", "ln", "abs")
_NO_FUNCTION = "give its value a variable and an equation of its own, such as r^2 - 2 for sqrt(2)"
_NO_QUOTIENT = "quotients by other polynomials are read in the equations of the plain form, and of some languages"
_PRODUCTS_BETWEEN_CHECKS = 1000  # of the deadline


def parse_polynomial(text: str, ring: Ring) -> Polynomial:
    """The polynomial of a ring that a text writes out.

    It may have sums, differences, products with ``*``, powers with ``^`` or ``**``, quotients by constants, parentheses
    and integers. Where the ring has parameters, quotients by polynomials in these are read too, and the result is the
    polynomial times its least common denominator, a unit. Raises InputError, with line and column, for anything else.

    >>> parse_polynomial("(x + y)^2/2 - x*y", Ring.of("x y"))
    1/2*y**2 + 1/2*x**2
    >>> parse_polynomial("x/(a + 1) - 1/a", Ring.of("x", parameters="a"))
    a*x - a - 1
    >>> parse_polynomial("2x", Ring.of("x"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 2: found 'x' after '2'; expected an operator (write * for a product, ...
    """
    denominators = Denominators(ring.field, ring.lowest) if ring.parameters else None
    terms = parse_terms(text, ring.index, ring.field, denominators=denominators)
    if denominators is not None:
        terms = cleared(terms, denominators, START)
    return Polynomial(ring, dense_terms(terms, range(ring.size), ring.size))


def parse_terms(
    text: str,
    index: Mapping[str, int],
    field: Field,
    *,
    at: Location = START,
    work: list[int] | None = None,
    deadline: Deadline = NEVER,
    denominators: Denominators | None = None,
    notation: Notation = STRICT,
) -> SparseTerms:
    """The terms of a polynomial, without zeros.

    index: the position of every variable.
    at: where the text begins, for errors.
    work: [the number of term products still allowed], shared by the polynomials of one input.
    denominators: takes the divisors; `cleared` then clears them. With them, exponents may be negative. None: only
        constants are divided by.
    notation: what may stand in the text beside products with their sign and whole numbers.

    >>> parse_terms("x*y^2 - 12", {"x": 0, "y": 1}, Field(11))
    {((0, 1), (1, 2)): 1, (): 10}
    >>> parse_terms("2xy - 0.5", {"x": 0, "y": 1}, QQ, notation=Notation(implicit=True, decimals=True))
    {((0, 1), (1, 1)): 2, (): Fraction(-1, 2)}
    """
    allowed = [MOST_WORK] if work is None else work
    return _ExpressionParser(text, index, field, at, allowed, deadline, denominators, notation).terms()


def cleared(terms: SparseTerms, denominators: Denominators, at: Location) -> SparseTerms:
    """The terms times their least common denominator. InputError, with the place, where that would take long.

    >>> denominators = Denominators(QQ, 1)
    >>> cleared(parse_terms("x/a", {"a": 0, "x": 1}, QQ, denominators=denominators), denominators, START)
    {((1, 1),): 1}
    """
    try:
        return denominators.cleared(terms)
    except UnsupportedError as error:
        raise at.error(str(error), "an equation without denominators") from None


def natural_key(name: str) -> list[tuple[str, int]]:
    """Sorts names as people do, numbers by value.

    >>> sorted(["x10", "x2", "a"], key=natural_key)
    ['a', 'x2', 'x10']
    """
    return [(letters, int(digits[:_SHORT_NUMBER] or -1)) for letters, digits in re.findall(r"([^0-9]*)([0-9]*)", name)]


class _ExpressionParser:
    """One text and the token that is next. Tokens are plain strings; an error works out where they stand."""

    def __init__(
        self,
        text: str,
        index: Mapping[str, int],
        field: Field,
        start: Location,
        work: list[int],
        deadline: Deadline,
        denominators: Denominators | None,
        notation: Notation,
    ) -> None:
        self.written = text
        text, self.places = lowered(text) if notation.raised else (text, None)
        self.text, self.start, self.notation = text, start, notation
        self.splits: dict[str, list[str] | None] = {}
        self.denominators = denominators
        # Without a sign, 1/2x is (1/2)*x. With parameters it is refused, as 1/a x is.
        self.has_parameters = denominators is not None and denominators.parameters > 0
        self.index, self.field = index, field
        self.work, self.deadline = work, deadline
        self.p = field.characteristic
        self.at = 0
        if len(text) > _LONGEST_POLYNOMIAL:
            raise start.error(f"a polynomial with {len(text)} characters", f"at most {_LONGEST_POLYNOMIAL}")
        foreign = notation.foreign.search(text)
        if foreign:
            character = foreign.group()
            hint = _HINTS.get(character, _NO_LETTER if character.isalpha() else "")
            if _DECIMAL_COMMA.match(text, foreign.start()):
                hint = f"a decimal number has a point, and --decimals exact reads it; {hint}"
            place = self._place_of(foreign.start())
            raise place.error(f"found {character!r}", f"{_FACTOR}, or one of + - * / ^ )", hint)
        self.tokens = [*notation.tokens.findall(text), ""]

    def terms(self) -> SparseTerms:
        """The terms of the whole text."""
        terms = self._sum(0)
        if self.tokens[self.at]:
            self._unexpected("an operator or the end")
        if any(exponent > _LARGEST_EXPONENT for monomial in terms for _, exponent in monomial):
            self._fail(0, "a degree above 2^31 - 1", "a smaller one")
        return terms

    def _sum(self, depth: int) -> SparseTerms:
        if depth > _DEEPEST:
            self._fail(self.at - 1, f"more than {_DEEPEST} nested parentheses", "fewer")
        terms: SparseTerms = {}
        while True:
            self.deadline.check(UNREAD)
            for _ in range(_PRODUCTS_BETWEEN_CHECKS):
                self._product(terms, depth)
                if self.tokens[self.at] not in ("+", "-"):
                    return terms

    def _product(self, total: SparseTerms, depth: int) -> None:
        """Read one product, with its signs, and add it to the total."""
        tokens, index = self.tokens, self.index
        coefficient: Coefficient = 1
        powers: dict[int, int] = {}
        sums: SparseTerms | None = None
        divide = False
        while True:
            start = self.at
            token = tokens[start]
            if token == "-" or token == "+":
                self.at += 1
                if token == "-":
                    coefficient = -coefficient
                continue
            variable = index.get(token)
            if variable is not None:
                self.at += 1
                exponent = self._exponent_behind_name(depth)
                if divide or exponent < 0:
                    quotient = self._to_power({((variable, 1),): 1}, exponent, divide, start)
                    sums = quotient if sums is None else self._multiply(sums, quotient, start)
                elif exponent:
                    powers[variable] = powers.get(variable, 0) + exponent
            elif is_number(token):
                self.at += 1
                number = self._number(start)
                if tokens[self.at] in _POWER_SIGNS:
                    number = self._constant_power(number, self._exponent(depth), start)
                coefficient = self._times(coefficient, number, divide, start)
                divide = divide and self.has_parameters
            elif token == "(":
                self.at += 1
                factor = self._parenthesis(depth)
                exponent = self._exponent(depth) if tokens[self.at] in _POWER_SIGNS else 1
                if factor.keys() <= {()}:
                    number = self._constant_power(factor.get((), 0), exponent, start)
                    coefficient = self._times(coefficient, number, divide, start)
                    divide = divide and self.has_parameters
                else:
                    factor = self._to_power(factor, exponent, divide, start)
                    sums = factor if sums is None else self._multiply(sums, factor, start)
            elif token in ("", ")", "*", "/", "^", "**", "."):
                self._unexpected(_FACTOR, _HINTS["%"] if self.text.lstrip().startswith("//") else "")
            elif pieces := self._pieces(start, divide):
                self.at += 1
                *others, last = pieces
                for piece in others:
                    powers[piece] = powers.get(piece, 0) + 1
                exponent = self._exponent_behind_name(depth)
                if exponent < 0:
                    quotient = self._to_power({((last, 1),): 1}, exponent, divide, start)
                    sums = quotient if sums is None else self._multiply(sums, quotient, start)
                elif exponent:
                    powers[last] = powers.get(last, 0) + exponent
            else:
                names = ", ".join([*self.index][:6]) + (", …" if len(self.index) > 6 else "")
                expected = f"one of {names}" if names else "a constant"
                self._fail(self.at, f"unknown variable {printable(token, 60)!r}", expected, self._hint_for(token))
            token = tokens[self.at]
            if token == "*" or token == "/":
                self.at += 1
                divide = token == "/"
            elif token and token not in "+-)" and token not in _POWER_SIGNS:
                self._check_implicit(divide)
                divide = False
            elif token in _POWER_SIGNS:
                self._unexpected("an operator", "write parentheses around a power of a power")
            else:
                break
        monomial = tuple(sorted(powers.items()))
        if sums is None:
            self._add(total, monomial, coefficient)
        else:
            for key, value in self._multiply(sums, {monomial: coefficient}, self.at - 1).items():
                self._add(total, key, value)

    def _hint_for(self, name: str) -> str:
        """What to do about an unknown name."""
        with suppress(InputError):
            if len(name) > _LONGEST_PRODUCT or not split_name(name, self.index):
                return _NAMED_VARIABLES if self.index else ""
        return _PRODUCT_HINT

    def _exponent_behind_name(self, depth: int) -> int:
        """The exponent of the name that was just read; 1 where there is none."""
        token = self.tokens[self.at]
        if token in _POWER_SIGNS:
            return self._exponent(depth)
        if self.notation.short and token.isdigit():
            self.at += 1
            exponent = self._integer(self.at - 1)
            if exponent > _LARGEST_EXPONENT:
                self._fail(self.at - 1, "an exponent above 2^31 - 1", "a smaller one")
            return exponent
        return 1

    def _pieces(self, at: int, divide: bool) -> list[int]:
        """The variables whose product a name is, where products need no sign; [] for a name that is no product."""
        name = self.tokens[at]
        if not self.notation.implicit:
            return []
        if name not in self.splits:
            self._spend(len(name) * max(map(len, self.index), default=1), at)
            try:
                self.splits[name] = split_name(name, self.index)
            except InputError as error:
                raise self._place(at).placed(error) from None
        pieces = self.splits[name] or []
        if pieces and divide:
            self._fail(at, f"a division by {printable(name, 40)!r}", "a product in parentheses behind the sign /")
        return [self.index[piece] for piece in pieces]

    def _check_implicit(self, divide: bool) -> None:
        """Check that the factor that comes next may stand behind the last one without a sign between them."""
        tokens, at = self.tokens, self.at
        before, token = tokens[at - 1], tokens[at]
        found = f"found {printable(token, 40)!r} after {printable(before, 40)!r}"
        is_index = token == "(" and tokens[at + 1].isdigit() and tokens[at + 2 : at + 3] == [")"]
        if token == "(" and before in _FUNCTIONS and not self.notation.implicit:
            self._fail(at, f"{before}(…), as in a call of a function", "a polynomial", _NO_FUNCTION)
        if is_index and (before[0].isalpha() or before[0] == "_"):
            name = f"{printable(before, 20)}({printable(tokens[at + 1], 20)})"
            self._fail(at, f"{name}, which may be a name with an index", "a sign * for a product, or another name")
        if not (self.notation.implicit or self.notation.short):
            is_factor = token[0].isalpha() or token[0] == "_" or (token == "(" and not _FUNCTION.fullmatch(before))
            is_decimal = before.isdigit() and _EXPONENT.fullmatch(token)
            or_number = ", or --decimals exact if it is a decimal number" if is_decimal else ""
            hint = f"{_PRODUCT_HINT if is_factor else 'write * for a product'}{or_number}"
            self._fail(at, found, "an operator", hint)
        if is_number(token):
            self._fail(at, found, "an operator", "a number is multiplied with a sign * before it")
        if token == "(" and _FUNCTION.fullmatch(before):
            self._fail(at, f"{found}, as in a call of a function", "a sign * for a product")
        if divide and self.denominators is not None:
            self._fail(at, f"{found}, which is a divisor", "parentheses that say what is divided by")

    def _to_power(self, base: SparseTerms, exponent: int, divide: bool, at: int) -> SparseTerms:
        """A power of a base, or 1 divided by it. A base behind the sign / or with a negative exponent is a divisor."""
        if exponent and (divide or exponent < 0):
            inverse = self._inverse(base, at)
            base = base if divide and exponent < 0 else inverse
        return self._power(base, abs(exponent), at)

    def _inverse(self, divisor: SparseTerms, at: int) -> SparseTerms:
        """1 divided by a polynomial, which must have no variables but those that `Denominators` takes."""
        known = self.denominators
        if known is None or not known.are_over(divisor):
            what = repr(printable(self.tokens[at], 40)) if self.tokens[at] != "(" else "a polynomial"
            parameters = [name for name, place in self.index.items() if known and place < known.divisible]
            expected = f"a divisor in the parameters ({', '.join(parameters)})" if parameters else "a constant divisor"
            self._fail(at, f"a division by {what}", expected, _NO_QUOTIENT)
        try:
            self._spend(len(divisor) * (len(divisor) + known.divisible), at)
            return known.inverse(divisor)
        except ZeroDivisionError:
            self._fail(at, f"a division by zero in {self.field}", "a divisor that is not zero")
        except UnsupportedError as error:
            self._fail(at, str(error), "an equation without denominators")

    def _parenthesis(self, depth: int) -> SparseTerms:
        """The sum after an opening parenthesis, up to the one that closes it."""
        opening = self.at - 1
        terms = self._sum(depth + 1)
        if self.tokens[self.at] != ")":
            _, line, column = self._place(opening)
            self._unexpected(f"')' for the '(' in line {line}, column {column}")
        self.at += 1
        return terms

    def _exponent(self, depth: int) -> int:
        """The integer after a power sign. x^2^3 is x^(2^3). Exponents are integers over every field."""
        if depth > _DEEPEST:
            self._fail(self.at, f"more than {_DEEPEST} powers of powers", "fewer")
        self.at += 1
        start = self.at
        token = self.tokens[start]
        sign = 1
        if token == "-" and self.denominators is not None:
            self.at, sign = self.at + 1, -1
            token = self.tokens[self.at]
        if not token.isdigit() and token != "(":
            self._unexpected(f"{'a non-negative' if self.denominators is None else 'an'} integer exponent")
        self.at += 1
        characteristic, self.p = self.p, 0
        value: Coefficient
        if token == "(":
            terms = self._parenthesis(depth)
            value = terms.get((), 0) if terms.keys() <= {()} else Fraction(1, 2)  # which is refused below
        else:
            value = self._integer(self.at - 1)
        if self.tokens[self.at] in _POWER_SIGNS:
            if not self.notation.towers:
                self._fail(self.at, "a power of a power", "parentheses, as in (x^2)^3 or x^(2^3)")
            value = self._constant_power(value, self._exponent(depth + 1), start)
        self.p = characteristic
        if not isinstance(value, int) or (value < 0 and self.denominators is None):
            is_any = self.denominators is not None
            self._fail(start, f"an exponent that is no {'' if is_any else 'non-negative '}integer", "0, 1, 2, …")
        if abs(value) > _LARGEST_EXPONENT:
            self._fail(start, "an exponent above 2^31 - 1", "a smaller one")
        return sign * value

    def _integer(self, at: int) -> int:
        digits = self.tokens[at]
        if len(digits) > MOST_DIGITS:
            self._fail(at, f"a number with {len(digits)} digits", f"at most {MOST_DIGITS}")
        return integer_of(digits)

    def _number(self, at: int) -> Coefficient:
        """The element of the field that a whole or a decimal number is."""
        token = self.tokens[at]
        if token.isdigit():
            return self._integer(at)
        value = decimal_value(token)
        if value is None:
            self._fail(at, f"the number {printable(token, 40)}", f"at most {MOST_DIGITS} digits")
        if not self.p:
            return self._bounded(QQ.element(value), at)
        if not value.denominator % self.p:
            self._fail(at, f"{printable(token, 40)}, a division by zero in {self.field}", "another number")
        return value.numerator * self.field.inverse(value.denominator % self.p) % self.p

    def _times(self, coefficient: Coefficient, number: Coefficient, divide: bool, at: int) -> Coefficient:
        p = self.p
        if not divide:
            product = coefficient * number
            if p:
                return product % p
            return product if coefficient in (1, -1) else self._bounded(product, at)
        if not (number % p if p else number):
            self._fail(at, f"a division by zero in {self.field}", "a divisor that is not zero")
        if p:
            return coefficient * self.field.inverse(number) % p
        return self._bounded(QQ.element(Fraction(coefficient) / number), at)

    def _bounded(self, number: Coefficient, at: int) -> Coefficient:
        bits = number.numerator.bit_length() + number.denominator.bit_length()
        if bits > 10_000:
            self._spend(bits // 1_000, at)
        if bits > _MOST_BITS:
            self._fail(at, "a number that grows too large", f"at most {MOST_DIGITS} digits")
        return number

    def _constant_power(self, base: Coefficient, exponent: int, at: int) -> Coefficient:
        if exponent < 0 and not (base % self.p if self.p else base):
            self._fail(at, f"a division by zero in {self.field}", "a divisor that is not zero")
        if self.p:
            return pow(int(base), exponent, self.p)
        bits = max(abs(base.numerator), base.denominator).bit_length() - 1
        if bits * abs(exponent) > _MOST_BITS:
            self._fail(at, "a power that grows too large", f"at most {MOST_DIGITS} digits")
        return QQ.element(Fraction(base) ** exponent)

    def _power(self, terms: SparseTerms, exponent: int, at: int) -> SparseTerms:
        if not terms or not exponent:
            return {} if exponent else {(): 1}
        if len(terms) == 1:
            ((monomial, coefficient),) = terms.items()
            power = self._constant_power(coefficient, exponent, at)
            return {tuple((variable, e * exponent) for variable, e in monomial): power}
        if not self.p and (exponent // 2 * (len(terms) - 1)) ** 2 > self.work[0]:
            self._fail(at, "a power with too many terms", "a smaller exponent")
        result = terms
        for bit in f"{exponent:b}"[1:]:
            result = self._multiply(result, result, at)
            if bit == "1":
                result = self._multiply(result, terms, at)
        return result

    def _multiply(self, first: SparseTerms, second: SparseTerms, at: int) -> SparseTerms:
        weight = 1 if self.p else 1 + _bits(first) * _bits(second) // 500_000
        self._spend(len(first) * len(second) * weight, at)
        product: SparseTerms = {}
        for m, c in first.items():
            for n, d in second.items():
                monomial = m or n
                if m and n:
                    powers = dict(m)
                    for variable, exponent in n:
                        powers[variable] = powers.get(variable, 0) + exponent
                    monomial = tuple(sorted(powers.items()))
                self._add(product, monomial, c * d)
        return product

    def _add(self, total: SparseTerms, monomial: SparseMonomial, coefficient: Coefficient) -> None:
        known = total.get(monomial)
        if known is not None:
            coefficient += known
            if type(coefficient) is Fraction:
                coefficient = self._bounded(coefficient, self.at - 1)
        if self.p:
            coefficient %= self.p
        elif type(coefficient) is Fraction:
            coefficient = QQ.element(coefficient)
        if coefficient:
            total[monomial] = coefficient
        elif known is not None:
            del total[monomial]

    def _spend(self, work: int, at: int) -> None:
        self.work[0] -= work
        if self.work[0] < 0:
            self._fail(at, "more products and fractions than reading multiplies out", "polynomials written out")

    def _unexpected(self, expected: str, hint: str = "") -> NoReturn:
        token = self.tokens[self.at]
        self._fail(self.at, f"found {printable(token, 60)!r}" if token else "the polynomial ends early", expected, hint)

    def _fail(self, at: int, found: str, expected: str, hint: str = "") -> NoReturn:
        raise self._place(at).error(found, expected, hint)

    def _place(self, at: int) -> Location:
        """Where a token stands."""
        offsets = (match.start() for match in self.notation.tokens.finditer(self.text))
        return self._place_of(next(islice(offsets, at, None), len(self.text.rstrip())))

    def _place_of(self, offset: int) -> Location:
        """Where a character of the text stands in what was written."""
        return self.start.after(self.written[: self.places[offset] if self.places else offset])


def _bits(terms: SparseTerms) -> int:
    return max((c.numerator.bit_length() + c.denominator.bit_length() for c in terms.values()), default=0)
