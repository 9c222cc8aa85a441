"""Polynomials: immutable and exact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import MAX_EMAX, MAX_PREC, Decimal, localcontext
from fractions import Fraction
from heapq import nlargest
from math import gcd, lcm
from operator import itemgetter
from typing import Any

from casbridge.algebra.arithmetic import Exponents, Native, Terms, arithmetic_of
from casbridge.algebra.fields import Coefficient, Ring
from casbridge.arguments import wrong
from casbridge.brief import LONGEST, number_in_short
from casbridge.calls import with_hints
from casbridge.drawings import Shown
from casbridge.errors import InputError, UnsupportedError, printable

#: How Python writes a polynomial: the power sign, the product sign.
PYTHON = ("**", "*")
#: The same for Singular, Sage and others.
CARET = ("^", "*")

#: A polynomial with more terms is not shown whole.
MOST_TERMS_SHOWN = 100
# So many terms of it are shown.
_FIRST_TERMS = 6
_EXPONENT_TO_CHECK = 10_000
_LONGEST_POWER = 50_000_000  # bits
_LONGEST_FOR_PYTHON = 10_000  # bits, below the 4,300 digits that Python converts


class Polynomial(Shown):
    """An element of a ring, made from terms or by arithmetic; never changed, hashable, compared exactly.

    >>> ring = Ring.of("x y")
    >>> x, y = variables(ring)
    >>> (x - y) * (x + y)
    -y**2 + x**2
    >>> (x**2 - 1).evaluate([3, 0])
    8
    """

    __slots__ = ("_hash", "_native", "_terms", "ring")

    ring: Ring

    def __init__(self, ring: Ring, terms: Terms | None = None, *, native: Native | None = None) -> None:
        """From terms {exponents: coefficient} (reduced to the field, zeros dropped) or from a native element."""
        self.ring = ring
        self._native = native
        self._hash: int | None = None
        self._terms: dict[Exponents, Coefficient] | None = None
        if native is None:
            element = ring.field.element
            self._terms = {e: value for e, c in (terms or {}).items() if (value := element(c))}

    @staticmethod
    def constant(ring: Ring, value: Coefficient) -> Polynomial:
        """The constant polynomial of a value."""
        return Polynomial(ring, {(0,) * ring.size: value})

    @property
    def terms(self) -> dict[Exponents, Coefficient]:
        """The terms {exponents: coefficient}, without zeros. Not to be changed."""
        if self._terms is None:
            self._terms = arithmetic_of(self.ring).terms(self._native)
        return self._terms

    @property
    def native(self) -> Native:
        """The element that the arithmetic computes with."""
        if self._native is None:
            self._native = arithmetic_of(self.ring).from_terms(self.terms)
        return self._native

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Polynomial):
            return self.ring == other.ring and self.terms == other.terms
        return NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.ring, frozenset(self.terms.items())))
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return (Polynomial, (self.ring, self.terms))

    @property
    def is_constant(self) -> bool:
        """Whether no variable but parameters occurs."""
        lowest = self.ring.lowest
        return not any(any(e[lowest:] if lowest else e) for e in self.terms)

    def degree(self, variable: int) -> int:
        """The degree in one variable (given by position); 0 for constants and for zero."""
        return max((e[variable] for e in self.terms), default=0)

    @property
    def total_degree(self) -> int:
        """The largest sum of a term's exponents; 0 for zero."""
        return max(map(sum, self.terms), default=0)

    def support(self) -> tuple[int, ...]:
        """The positions of the variables that occur."""
        return tuple([i for i, powers in enumerate(zip(*self.terms, strict=True)) if any(powers)])

    def _other(self, other: Polynomial | Coefficient) -> Native:
        if isinstance(other, Polynomial):
            if other.ring != self.ring:
                raise InputError(f"polynomials of {other.ring} and {self.ring}", expected="one ring")
            return other.native
        return Polynomial.constant(self.ring, other).native

    def _make(self, native: Native) -> Polynomial:
        return Polynomial(self.ring, native=native)

    def __add__(self, other: Polynomial | Coefficient) -> Polynomial:
        return self._make(self.native + self._other(other))

    __radd__ = __add__

    def __sub__(self, other: Polynomial | Coefficient) -> Polynomial:
        return self._make(self.native - self._other(other))

    def __rsub__(self, other: Polynomial | Coefficient) -> Polynomial:
        return self._make(self._other(other) - self.native)

    def __mul__(self, other: Polynomial | Coefficient) -> Polynomial:
        return self._make(self.native * self._other(other))

    __rmul__ = __mul__

    def __neg__(self) -> Polynomial:
        return self._make(-self.native)

    def __pow__(self, exponent: int) -> Polynomial:
        if exponent == 0:
            return Polynomial.constant(self.ring, 1)
        return self._make(self.native**exponent)

    def quotient(self, divisor: Polynomial) -> Polynomial | None:
        """self / divisor where it is exact, None where it is not."""
        result = arithmetic_of(self.ring).quotient(self.native, self._other(divisor))
        return None if result is None else self._make(result)

    def derivative(self, variable: int) -> Polynomial:
        """The derivative with respect to the variable at a position.

        >>> from casbridge.algebra.fields import Ring
        >>> x, y = variables(Ring.of("x y"))
        >>> (x**3 * y + y).derivative(0)
        3*x**2*y
        """
        return self._make(arithmetic_of(self.ring).derivative(self.native, variable))

    def gcd(self, other: Polynomial) -> Polynomial:
        """A greatest common divisor, up to a constant."""
        return self._make(arithmetic_of(self.ring).gcd(self.native, self._other(other)))

    def factors(self) -> list[tuple[Polynomial, int]]:
        """The irreducible factors over the field with multiplicities, in normal form, sorted; without the constant.

        A polynomial in parameters alone is a constant.
        """
        found = ((self._make(factor), times) for factor, times in arithmetic_of(self.ring).factor(self.native))
        pairs = [(factor.normal(), times) for factor, times in found if not factor.is_constant]
        return sorted(pairs, key=lambda pair: (pair[0].total_degree, str(pair[0])))

    def evaluate(self, point: Sequence[Coefficient]) -> Coefficient:
        """The value at a point of the field, one coordinate a variable, lowest first.

        Raises UnsupportedError over QQ where powers would have more than some millions of digits.
        """
        field = self.ring.field
        p = field.characteristic
        total: Coefficient = 0
        for exponents, coefficient in self.terms.items():
            value = coefficient
            for coordinate, exponent in zip(point, exponents, strict=True):
                if not exponent:
                    continue
                if p:
                    value = value * pow(int(field.element(coordinate)), exponent, p)
                    continue
                if exponent > _EXPONENT_TO_CHECK and coordinate not in (-1, 0, 1):
                    bits = max(coordinate.numerator.bit_length(), coordinate.denominator.bit_length())
                    if exponent * bits > _LONGEST_POWER:
                        raise UnsupportedError(f"the power {exponent} of {coordinate} is too long to be computed")
                value = value * coordinate**exponent
            total += value
        return field.element(total)

    def rename(self, ring: Ring, positions: Sequence[int]) -> Polynomial:
        """The same polynomial in another ring: variable i here is variable positions[i] there."""
        moved: dict[Exponents, Coefficient] = {}
        if ring.size > 1 and len({*positions}) == len(positions):
            places = [-1] * ring.size  # of the last exponent, a 0, for variables that do not occur
            for place, position in enumerate(positions):
                places[position] = place
            pick = itemgetter(*places)
            moved = {pick((*exponents, 0)): coefficient for exponents, coefficient in self.terms.items()}
            return Polynomial(ring, moved)
        for exponents, coefficient in self.terms.items():
            target = [0] * ring.size
            for position, exponent in zip(positions, exponents, strict=True):
                target[position] += exponent
            key = tuple(target)
            moved[key] = moved.get(key, 0) + coefficient
        return Polynomial(ring, moved)

    def within(self, ring: Ring, places: Sequence[int]) -> Polynomial:
        """The same polynomial in a ring of some of its variables: variable i there is variable places[i] here.

        No other variable occurs.
        """
        return Polynomial(ring, {tuple([e[place] for place in places]): c for e, c in self.terms.items()})

    def leading_exponents(self) -> Exponents:
        """The exponents of the first term in the lexicographic order in which the highest variable weighs most."""
        return max(self.terms, key=lambda exponents: exponents[::-1])

    def normal(self) -> Polynomial:
        """The multiple in normal form: monic over GF(p); over QQ primitive, with a positive leading coefficient.

        With parameters, the coefficients as polynomials in the parameters have no common factor.

        >>> (x,) = variables(Ring.of("x"))
        >>> (3 - 6 * x).normal()
        2*x - 1
        >>> a, x = variables(Ring.of("x", parameters="a"))
        >>> (a * x - a**2).normal()
        x - a
        """
        if not self.terms:
            return self
        if self.ring.parameters and (common := self.content()).total_degree:
            divided = self.quotient(common)
            assert divided is not None
            return divided.normal()
        leading = self.terms[self.leading_exponents()]
        if self.ring.field.characteristic:
            return self._multiple(self.ring.field.inverse(leading))
        content = gcd(*(c.numerator for c in self.terms.values()))
        return self.cleared()._multiple(1, content if leading > 0 else -content)

    def coefficients(self) -> dict[Exponents, Polynomial]:
        """The coefficients as polynomials in the parameters, by the exponents of the other variables.

        >>> a, x, y = variables(Ring.of("x y", parameters="a"))
        >>> (a * x + x - a * y**2).coefficients()
        {(0, 2): -a, (1, 0): a + 1}
        """
        lowest, zeros = self.ring.lowest, (0,) * len(self.ring.unknowns)
        found: dict[Exponents, dict[Exponents, Coefficient]] = {}
        for exponents, coefficient in self.terms.items():
            found.setdefault(exponents[lowest:], {})[(*exponents[:lowest], *zeros)] = coefficient
        return {exponents: Polynomial(self.ring, terms) for exponents, terms in found.items()}

    def content(self) -> Polynomial:
        """The greatest common divisor of the coefficients as polynomials in the parameters, up to a constant.

        >>> a, x = variables(Ring.of("x", parameters="a"))
        >>> (a * x - a**2).content(), (a * x - 1).content()
        (a, 1)
        """
        found = Polynomial(self.ring)
        for coefficient in sorted(self.coefficients().values(), key=lambda one: len(one.terms)):
            found = found.gcd(coefficient) if found else coefficient
            if not found.total_degree:
                return Polynomial.constant(self.ring, 1)
        return found

    def cleared(self) -> Polynomial:
        """The polynomial times the smallest positive integer that leaves no denominators; itself over GF(p).

        >>> (x,) = variables(Ring.of("x"))
        >>> (x * Fraction(1, 2) + Fraction(1, 3)).cleared()
        3*x + 2
        """
        return self._multiple(lcm(*(c.denominator for c in self.terms.values())))

    def _multiple(self, factor: Coefficient, divisor: int = 1) -> Polynomial:
        """Every coefficient times the factor, then divided by the divisor without a remainder."""
        if factor == divisor == 1:
            return self
        return Polynomial(self.ring, {e: c * factor // divisor for e, c in self.terms.items()})

    def sorted_terms(self) -> list[tuple[Exponents, Coefficient]]:
        """The terms, leading term first."""
        return sorted(self.terms.items(), key=lambda term: term[0][::-1], reverse=True)

    def text(self, names: Sequence[str] | None = None, style: tuple[str, str] = PYTHON) -> str:
        """The polynomial as a target writes it. Residues are printed symmetrically: over GF(11), 10 is −1.

        names: the target's names of the variables, lowest first.
        style: its signs for power and product.
        """
        return format_terms(self.sorted_terms(), names or self.ring.variables, self.ring.field.symmetric, style)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        if len(self.terms) <= MOST_TERMS_SHOWN:
            return printable(self._in_short(self.sorted_terms()), LONGEST)
        first = nlargest(_FIRST_TERMS, self.terms.items(), key=lambda term: term[0][::-1])
        return f"{printable(self._in_short(first), LONGEST - 40)} + ... ({len(self.terms)} terms)"

    def _in_short(self, terms: list[tuple[Exponents, Coefficient]]) -> str:
        return format_terms(terms, self.ring.variables, self.ring.field.symmetric, number=short_number)

    def _repr_latex_(self) -> str | None:
        if len(self.terms) > MOST_TERMS_SHOWN:
            return None
        return f"$\\displaystyle {self.latex()}$"

    def as_expr(self, *symbols: Any) -> Any:
        """The polynomial as an expanded SymPy expression, with symmetric residues as in SymPy.

        symbols: one a variable, lowest first; by default symbols with the variables' names.

        >>> x, y = variables(Ring.of("x y"))
        >>> (x * y - 1).as_expr() ** 2, (x + y).as_expr(3, 4)
        ((x*y - 1)**2, 7)
        """
        import sympy

        given = symbols or sympy.symbols(self.ring.variables)
        symmetric, terms = self.ring.field.symmetric, []
        for exponents, coefficient in self.terms.items():
            value = symmetric(coefficient)
            powers = [s**e for s, e in zip(given, exponents, strict=True) if e]
            terms.append(sympy.Mul(sympy.Rational(value.numerator, value.denominator), *powers))
        return sympy.Add(*terms)

    _sympy_ = as_expr

    def as_poly(self, *symbols: Any) -> Any:
        """The polynomial as a SymPy Poly over QQ or GF(p), its generators the symbols, lowest first; see `as_expr`.

        >>> x, y = variables(Ring.of("x y"))
        >>> (x * y - 1).as_poly()
        Poly(x*y - 1, x, y, domain='QQ')
        """
        import sympy

        p, symmetric = self.ring.field.characteristic, self.ring.field.symmetric
        values = {exponents: symmetric(coefficient) for exponents, coefficient in self.terms.items()}
        terms = {exponents: sympy.Rational(v.numerator, v.denominator) for exponents, v in values.items()}
        given = symbols or sympy.symbols(self.ring.variables)
        return sympy.Poly.from_dict(terms, *given, domain=sympy.GF(p) if p else sympy.QQ)

    def _sage_(self) -> Any:
        """The polynomial as Sage's, inside Sage's Python. Sage names the greatest generator first.

        Parameters are in the field of coefficients. The ring is multivariate, also in one variable: its ideals have
        more methods.
        """
        from sage.all import GF, QQ, FractionField, PolynomialRing

        ring = self.ring
        field = GF(ring.field.characteristic) if ring.field.characteristic else QQ
        over, lowest = field, ring.lowest
        if lowest:
            over = FractionField(PolynomialRing(field, list(ring.parameters)[::-1]))
        parent = PolynomialRing(over, len(ring.unknowns), list(ring.unknowns)[::-1])
        total = parent(0)
        for exponents, coefficient in self.terms.items():
            unit = over(field(coefficient.numerator) / field(coefficient.denominator))
            for name, exponent in zip(ring.parameters, exponents[:lowest], strict=True):
                unit *= over(name) ** exponent
            total += parent({exponents[lowest:][::-1]: unit})
        return total

    def _polynomial_(self, parent: Any) -> Any:
        """The polynomial in a ring of Sage's, which calls this for `parent(polynomial)`."""
        return parent(self._sage_())

    def latex(self) -> str:
        """The polynomial in LaTeX: x1 becomes x_{1}."""
        names = [latex_name(name) for name in self.ring.variables]
        return format_terms(self.sorted_terms(), names, self.ring.field.symmetric, ("^{", " "), "}", _latex_number)


def latex_name(name: str) -> str:
    """A variable's name in LaTeX.

    >>> latex_name("x12"), latex_name("alpha_1"), latex_name("speed")
    ('x_{12}', '\\\\mathit{alpha\\\\_1}', '\\\\mathit{speed}')
    """
    head = name.rstrip("0123456789").rstrip("_")
    tail = name[len(head) :].lstrip("_")
    if len(head) == 1:
        return head + (f"_{{{tail}}}" if tail else "")
    escaped = name.replace("_", "\\_")
    return f"\\mathit{{{escaped}}}"


def number_text(value: Coefficient) -> str:
    """A number in decimal, however long: Python itself stops at 4,300 digits.

    >>> number_text(Fraction(-1, 3)), len(number_text(10**5000))
    ('-1/3', 5001)
    """
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{number_text(value.numerator)}/{number_text(value.denominator)}"
    whole = int(value)
    if whole.bit_length() < _LONGEST_FOR_PYTHON:
        return str(whole)
    with localcontext(prec=MAX_PREC, Emax=MAX_EMAX):
        return format(Decimal(whole), "f")


def short_number(value: Coefficient) -> str:
    """A number in decimal; of one with many digits only some of them.

    >>> short_number(Fraction(-1, 3)), short_number(10**60)
    ('-1/3', '100000000000000000...000000000000000000')
    """
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{number_in_short(value.numerator)}/{number_in_short(value.denominator)}"
    return number_in_short(int(value))


def format_terms(
    terms: Iterable[tuple[Exponents, Coefficient]],
    names: Sequence[str],
    symmetric: Callable[[Coefficient], Coefficient],
    style: tuple[str, str] = PYTHON,
    close: str = "",
    number: Callable[[Coefficient], str] = number_text,
) -> str:
    """Terms as text, in the order given.

    symmetric: gives the representative of a coefficient that is printed; see `Field.symmetric`.
    style: the signs for power and product. close: what follows an exponent. number: writes a positive number.

    >>> ring = Ring.of("x y")
    >>> format_terms([((2, 1), 1), ((0, 0), -3)], ring.variables, ring.field.symmetric)
    'x**2*y - 3'
    """
    power, times = style
    pieces: list[str] = []
    for exponents, coefficient in terms:
        value = symmetric(coefficient)
        factors = [
            name if exponent == 1 else f"{name}{power}{exponent}{close}"
            for name, exponent in zip(names, exponents, strict=True)
            if exponent
        ]
        size = -value if value < 0 else value
        if size != 1 or not factors:
            factors.insert(0, number(size))
        sign = ("-" if value < 0 else "") if not pieces else (" - " if value < 0 else " + ")
        pieces.append(sign + times.join(factors))
    return "".join(pieces) or "0"


def _latex_number(value: Coefficient) -> str:
    if value.denominator == 1:
        return number_text(value)
    return f"\\frac{{{number_text(value.numerator)}}}{{{number_text(value.denominator)}}}"


@with_hints
def variables(ring: Ring) -> tuple[Polynomial, ...]:
    """The variables of a ring as polynomials, lowest first.

    >>> x, y = variables(Ring.of("x y"))
    >>> (x + y) ** 2
    y**2 + 2*x*y + x**2
    """
    if not isinstance(ring, Ring):
        hints = {"text": "variables(Ring.of('x y')) gives x and y", "system": "system.ring is its ring"}
        raise wrong(ring, "a Ring", hints)
    positions = range(ring.size)
    return tuple(Polynomial(ring, {tuple(int(i == j) for j in positions): 1}) for i in positions)
