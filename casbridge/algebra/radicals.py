"""Expressions in radicals, as symbolic solvers write them: sqrt(2)*x/(y - I), RootOf(x^5 - x + 1, 0).

An expression is a tree of numbers, names, sums, products, powers with rational exponents, and roots of polynomials. A
power means its principal value: u^(1/q) = exp(log(u)/q), with the imaginary part of log(u) in (-pi, pi].
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from casbridge.algebra.fields import QQ, Coefficient, Ring
from casbridge.algebra.polynomials import CARET, Polynomial, number_text
from casbridge.errors import InputError, UnsupportedError, printable

#: The largest numerator of an exponent.
LARGEST_EXPONENT = 10_000
#: The largest denominator of an exponent.
LARGEST_ROOT = 1_000

#: What is said of an expression with a denominator that is 0 whatever its names are.
NEVER_DEFINED = "a denominator in it is 0 everywhere"

_MOST_BITS = 100_000  # of a number
_MOST_PARTS = 50_000  # of an expression


@dataclass(frozen=True)
class Number:
    """A rational number.

    >>> str(Number(Fraction(-3, 2)))
    '-3/2'
    """

    value: Coefficient

    def __str__(self) -> str:
        return number_text(self.value)


@dataclass(frozen=True)
class Name:
    """A variable or a free parameter.

    >>> str(Name("x1"))
    'x1'
    """

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Sum:
    """A sum of two terms or more.

    >>> str(Sum((Name("x"), Number(-1))))
    'x - 1'
    """

    terms: tuple[Expression, ...]

    def __str__(self) -> str:
        first, *others = map(_term_text, self.terms)
        return first + "".join(f" - {one[1:]}" if one.startswith("-") else f" + {one}" for one in others)


@dataclass(frozen=True)
class Product:
    """A product of two factors or more.

    >>> str(Product((Number(2), Sum((Name("x"), Name("y"))))))
    '2*(x + y)'
    """

    factors: tuple[Expression, ...]

    def __str__(self) -> str:
        negative = self.factors[0] == Number(-1)
        return ("-" if negative else "") + "*".join(map(_factor_text, self.factors[negative:]))


@dataclass(frozen=True)
class Power:
    """A power with a rational exponent; its principal value.

    >>> str(Power(Name("x"), Fraction(-1, 2))), str(IMAGINARY)
    ('x^(-1/2)', 'I')
    """

    base: Expression
    exponent: Coefficient

    def __str__(self) -> str:
        if self == IMAGINARY:
            return "I"
        if self.exponent == Fraction(1, 2):
            return f"sqrt({self.base})"
        whole = isinstance(self.exponent, int) and self.exponent > 0
        exponent = str(self.exponent) if whole else f"({self.exponent})"
        base = str(self.base) if isinstance(self.base, Name | Root) else f"({self.base})"
        return f"{base}^{exponent}"


@dataclass(frozen=True)
class Root:
    """A root of a squarefree polynomial with whole coefficients, lowest first.

    index: its place, from 0: first the real roots, ascending; then the others by real part, then by imaginary part.

    >>> str(Root((-2, 0, 1), 1))
    'RootOf(x^2 - 2, 1)'
    """

    coefficients: tuple[int, ...]
    index: int

    def __str__(self) -> str:
        polynomial = Polynomial(Ring.of("x"), {(e,): c for e, c in enumerate(self.coefficients)})
        return f"RootOf({polynomial.text(style=CARET)}, {self.index})"


#: An expression in radicals.
Expression = Number | Name | Sum | Product | Power | Root
#: The imaginary unit.
IMAGINARY = Power(Number(-1), Fraction(1, 2))


def _term_text(expression: Expression) -> str:
    return f"({expression})" if isinstance(expression, Sum) else str(expression)


def _factor_text(expression: Expression) -> str:
    whole = isinstance(expression, Number) and expression.value.denominator == 1 and expression.value >= 0
    return str(expression) if whole or isinstance(expression, Name | Power | Root) else f"({expression})"


def add(*terms: Expression) -> Expression:
    """The sum of expressions; numbers are added.

    >>> str(add(Name("x"), Number(2), Number(-2)))
    'x'
    """
    flat = [one for term in terms for one in (term.terms if isinstance(term, Sum) else (term,))]
    number = QQ.element(Fraction(sum(one.value for one in flat if isinstance(one, Number))))
    others: list[Expression] = [one for one in flat if not isinstance(one, Number)]
    if number or not others:
        others.append(Number(number))
    return others[0] if len(others) == 1 else Sum(tuple(others))


def multiply(*factors: Expression) -> Expression:
    """The product of expressions; numbers are multiplied.

    >>> str(multiply(Number(2), Name("x"), Number(Fraction(1, 2))))
    'x'
    """
    flat = [one for factor in factors for one in (factor.factors if isinstance(factor, Product) else (factor,))]
    number: Coefficient = 1
    for one in flat:
        if isinstance(one, Number):
            number = _bounded(Fraction(number) * one.value)
    others: list[Expression] = [one for one in flat if not isinstance(one, Number)]
    if not number:
        return Number(0)
    if number != 1 or not others:
        others.insert(0, Number(number))
    return others[0] if len(others) == 1 else Product(tuple(others))


def power(base: Expression, exponent: Coefficient) -> Expression:
    """A power; a number to a whole power is a number. Raises InputError for 0 to a negative power and for sizes.

    >>> str(power(Number(2), -3)), str(power(Number(4), Fraction(1, 2)))
    ('1/8', 'sqrt(4)')
    """
    exponent = QQ.element(exponent)
    if abs(exponent.numerator) > LARGEST_EXPONENT or exponent.denominator > LARGEST_ROOT:
        largest = f"at most {LARGEST_EXPONENT}, and roots up to the {LARGEST_ROOT}th"
        raise InputError(f"an exponent {printable(str(exponent), 40)}", expected=largest)
    if exponent == 0:
        return Number(1)
    if exponent == 1:
        return base
    if isinstance(base, Number) and not base.value and exponent < 0:
        raise InputError("a division by zero", expected="a divisor that is not zero")
    if isinstance(base, Number) and base.value in (0, 1):
        return base
    if isinstance(base, Number) and isinstance(exponent, int):
        bits = max(abs(base.value.numerator), base.value.denominator).bit_length() - 1
        if bits * abs(exponent) > _MOST_BITS:
            raise InputError("a power that grows too large", expected=f"at most {_MOST_BITS} bits")
        return Number(QQ.element(Fraction(base.value) ** exponent))
    return Power(base, exponent)


def _bounded(number: Fraction) -> Coefficient:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > _MOST_BITS:
        raise InputError("a number that grows too large", expected=f"at most {_MOST_BITS} bits")
    return QQ.element(number)


def value_of(polynomial: Polynomial, at: Sequence[Expression]) -> Expression:
    """The value of a polynomial over QQ at expressions, one a variable.

    >>> from casbridge.algebra.polynomials import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> str(value_of(2 * x**2 * y - 1, (Name("t"), IMAGINARY)))
    '2*t^2*I - 1'
    """
    terms = []
    for exponents, coefficient in polynomial.sorted_terms():
        powers = [power(one, exponent) for one, exponent in zip(at, exponents, strict=True) if exponent]
        terms.append(multiply(Number(coefficient), *powers))
    return add(*terms)


def names_in(expression: Expression) -> frozenset[str]:
    """The names that occur in an expression.

    >>> sorted(names_in(add(Name("x"), power(Name("y"), -1))))
    ['x', 'y']
    """
    return frozenset(part.name for part in parts(expression) if isinstance(part, Name))


def parts(expression: Expression) -> Iterator[Expression]:
    """All subexpressions, inner ones first.

    >>> [str(part) for part in parts(Power(Name("x"), Fraction(1, 2)))]
    ['x', 'sqrt(x)']
    """
    inner: tuple[Expression, ...] = ()
    if isinstance(expression, Sum):
        inner = expression.terms
    elif isinstance(expression, Product):
        inner = expression.factors
    elif isinstance(expression, Power):
        inner = (expression.base,)
    for one in inner:
        yield from parts(one)
    yield expression


def replaced(expression: Expression, by: Mapping[str, Expression]) -> Expression:
    """An expression with other expressions in place of names. Raises UnsupportedError where it grows too large.

    >>> str(replaced(Power(Name("x"), 2), {"x": Name("y")}))
    'y^2'
    """
    if not names_in(expression) & by.keys():
        return expression
    found = _replaced(expression, by)
    if sum(1 for _ in parts(found)) > _MOST_PARTS:
        raise UnsupportedError("its expressions are too long")
    return found


def _replaced(expression: Expression, by: Mapping[str, Expression]) -> Expression:
    match expression:
        case Name(name):
            return by.get(name, expression)
        case Sum(terms):
            return add(*[_replaced(one, by) for one in terms])
        case Product(factors):
            return multiply(*[_replaced(one, by) for one in factors])
        case Power(base, exponent):
            try:
                return power(_replaced(base, by), exponent)
            except InputError:
                raise UnsupportedError(NEVER_DEFINED) from None
        case _:
            return expression
