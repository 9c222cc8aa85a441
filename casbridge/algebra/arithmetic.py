"""The library that computes with polynomials: python-flint, or SymPy's rings in pure Python where it has no wheel.

An `Arithmetic` belongs to one ring. It makes and takes *native* elements, which nothing else looks into. Terms are
dictionaries from exponent tuples to coefficients (see `casbridge.algebra.fields.Coefficient`). The order of terms is
lexicographic, the highest variable greatest: a native has the leading term of its `Polynomial`.

The environment variable ``CASBRIDGE_ARITHMETIC`` (``flint`` or ``sympy``) chooses; the default is flint if installed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec
from math import lcm, prod
from typing import Any

from casbridge.algebra.fields import Coefficient, Ring
from casbridge.errors import UnsupportedError, UsageError

#: One exponent a variable, lowest variable first.
Exponents = tuple[int, ...]
#: Exponents → coefficient.
Terms = Mapping[Exponents, Coefficient]
#: A polynomial as the library has it.
Native = Any
#: Product of degrees from which on resultants are found from their values.
_HIGH_DEGREES = 30
#: Bits of the numbers that balls of python-flint are made of.
PRECISION = 320


class FlintArithmetic:
    """Exact arithmetic in one polynomial ring by python-flint: fmpq_mpoly over QQ, nmod_mpoly over GF(p).

    Natives support ``+ - * ** ==`` among themselves, ``len`` (the number of terms) and ``bool`` (whether not zero).

    order: FLINT's monomial order. Methods that speak of a main variable need "lex".
    context: FLINT's ring.

    >>> flint = FlintArithmetic(Ring.of("x y"))
    >>> x, y = flint.generator(0), flint.generator(1)
    >>> flint.terms((x + y) ** 2 - x**2), flint.roots(x**2 - flint.constant(4), 0)
    ({(0, 2): 1, (1, 1): 2}, ([-2, 2], True))
    """

    name = "flint"

    def __init__(self, ring: Ring, order: str = "lex") -> None:
        try:
            import flint
        except ImportError as error:
            from casbridge.processes.ended import says_out_of_memory

            if says_out_of_memory(str(error)):
                raise MemoryError("no memory left to load python-flint") from error
            raise
        self._flint: Any = flint
        self._inexact = self._flint.utils.flint_exceptions.DomainError
        self._p = ring.field.characteristic
        self._size = ring.size
        names = ring.variables[::-1]  # FLINT's first variable is its greatest
        self._read: Callable[[Any], Coefficient] = int if self._p else rational
        if self._p:
            self.context = flint.nmod_mpoly_ctx.get(names, modulus=self._p, ordering=order)
        else:
            self.context = flint.fmpq_mpoly_ctx.get(names, order)

    def from_terms(self, terms: Terms) -> Native:
        number = self._number
        return self.context.from_dict({e[::-1]: c if type(c) is int else number(c) for e, c in terms.items()})

    def _number(self, value: Coefficient) -> Any:
        return value if isinstance(value, int) else self._flint.fmpq(value.numerator, value.denominator)

    def terms(self, native: Native) -> dict[Exponents, Coefficient]:
        read = self._read
        # Quicker than to_dict.
        return {tuple(map(int, e[::-1])): read(c) for e, c in zip(native.monoms(), native.coeffs(), strict=True)}

    def normal(self, native: Native) -> Native:
        """A monic native's multiple in normal form; see `Polynomial.normal`."""
        if self._p:
            return native
        # The leading coefficient is 1, so that the multiple by the common denominator has no common factor.
        common = lcm(*[int(c.q) for c in native.coeffs()])
        return native if common == 1 else native * common

    def degrees(self, native: Native) -> tuple[int, ...]:
        return tuple(map(int, native.degrees()[::-1])) if native else (0,) * self._size

    def degree(self, native: Native, variable: int) -> int:
        """The degree in one variable; 0 for zero."""
        return max(0, int(native.degrees()[self._size - 1 - variable]))

    def is_constant(self, native: Native) -> bool:
        """Whether no variable occurs."""
        return len(native) < 2 and bool(native.is_constant())

    def leading(self, native: Native, variable: int, degree: int) -> Native:
        """The coefficient of the highest power of a variable, which is known."""
        if degree == 1:
            return native.derivative(self._size - 1 - variable)
        return native // self.generator(variable) ** degree

    def main(self, native: Native) -> tuple[int, int]:
        """The highest variable that occurs and the degree in it; (-1, 0) for constants."""
        variable = self._size
        for degree in native.degrees():
            variable -= 1
            if degree > 0:
                return variable, int(degree)
        return -1, 0

    def bits(self, native: Native) -> int:
        """The bits of the last coefficient, the larger of numerator and denominator: a quick estimate for all."""
        if self._p or not native:
            return self._p.bit_length()
        return int(native.coefficient(len(native) - 1).height_bits())

    def generator(self, variable: int) -> Native:
        # One by one: together they take the square of their number of bytes.
        return self.context.gen(self._size - 1 - variable)

    def constant(self, value: Coefficient) -> Native:
        return self.context.constant(value % self._p if self._p else self._number(value))

    def monic(self, native: Native) -> Native:
        """The multiple by a constant whose leading coefficient is 1; zero stays zero."""
        if not native:
            return native
        leading = native.leading_coefficient()
        return native if leading == 1 else native / leading

    def derivative(self, native: Native, variable: int) -> Native:
        return native.derivative(self._size - 1 - variable)

    def substitute(self, native: Native, values: Mapping[int, Coefficient]) -> Native:
        """The native with some variables replaced by values of the field."""
        return native.subs({self._size - 1 - v: self._number(c) for v, c in values.items()})

    def divide(self, dividend: Native, divisor: Native) -> tuple[Native, Native]:
        """Quotient and remainder: no term of the remainder is a multiple of the divisor's leading term."""
        quotient, remainder = divmod(dividend, divisor)
        return quotient, remainder

    def quotient(self, dividend: Native, divisor: Native) -> Native | None:
        """dividend / divisor where it is exact, None where it is not."""
        # Far faster than divmod where it is not exact.
        try:
            return dividend / divisor
        except self._inexact:
            return None

    def gcd(self, first: Native, second: Native) -> Native:
        return first.gcd(second)

    def square_root(self, native: Native) -> Native | None:
        """A polynomial whose square is a native, not 0; None where there is none."""
        try:
            return native.sqrt()
        except self._inexact:
            return None

    def is_form(self, native: Native) -> bool:
        """Whether a native, not 0, is homogeneous."""
        return len(set(map(sum, native.monoms()))) == 1

    def gcd_of_forms(self, first: Native, second: Native) -> Native | None:
        """The greatest common divisor of homogeneous polynomials, with one variable less; None for others."""
        monomials = [native.monoms() for native in (first, second)]
        if any(len(set(map(sum, each))) > 1 for each in monomials):
            return None
        # The variable of highest degree that occurs in both is set to 1.
        degree, place = max(
            (int(min(pair)), i) for i, pair in enumerate(zip(first.degrees(), second.degrees(), strict=True))
        )
        if not degree:
            return None
        power = min(int(e[place]) for each in monomials for e in each)
        values = {place: self._number(1)}
        common = first.subs(values).gcd(second.subs(values))
        exponents = [tuple(map(int, e)) for e in common.monoms()]
        totals = [*map(sum, exponents)]
        most = max(totals) + power
        return self.monic(
            self.context.from_dict(
                {
                    (*e[:place], most - total, *e[place + 1 :]): c
                    for e, total, c in zip(exponents, totals, common.coeffs(), strict=True)
                }
            )
        )

    def resultant(self, first: Native, second: Native, variable: int) -> Native:
        """The resultant of two polynomials in which a variable occurs, up to a constant factor."""
        place = self._size - 1 - variable
        degrees = [max(pair) for pair in zip(first.degrees(), second.degrees(), strict=True)]
        others = [i for i, degree in enumerate(degrees) if degree and i != place]
        if self._p or len(others) != 1 or first.degrees()[place] * second.degrees()[place] < _HIGH_DEGREES:
            return first.resultant(second, place)
        from casbridge.algebra.resultants import resultant_in_two_variables

        rows = [self._coefficients(native, place, *others) for native in (first, second)]
        found = enumerate(resultant_in_two_variables(*rows).coeffs())
        return self.context.from_dict(
            {tuple(power if i == others[0] else 0 for i in range(self._size)): c for power, c in found if c}
        )

    def _coefficients(self, native: Native, place: int, other: int) -> list[Any]:
        """The coefficients with respect to one of FLINT's variables, of a multiple, as polynomials in another one."""
        degrees = native.degrees()
        rows = [[0] * int(degrees[other] + 1) for _ in range(degrees[place] + 1)]
        native *= lcm(*[int(c.q) for c in native.coeffs()])
        for exponents, coefficient in zip(native.monoms(), native.coeffs(), strict=True):
            rows[exponents[place]][exponents[other]] = coefficient.p
        return [self._flint.fmpz_poly(row) for row in rows]

    def factor(self, native: Native) -> list[tuple[Native, int]]:
        """The irreducible factors over the field with multiplicities, without the constant, in a fixed order."""
        places = [place for place, degree in enumerate(native.degrees()) if degree > 0]
        if len(places) == 1:
            found = self._factors_in_one_variable(native, places[0])
        else:
            found = [(factor, int(multiplicity)) for factor, multiplicity in native.factor()[1]]
        if len(found) > 1:  # FLINT 3.6 gives this order; others before it do not
            found.sort(key=lambda pair: (pair[1], [*zip(pair[0].monoms(), pair[0].coeffs(), strict=True)]))
        return found

    def _factors_in_one_variable(self, native: Native, place: int) -> list[tuple[Native, int]]:
        """The factors of a polynomial in one variable, as `factor` gives them: FLINT is quicker in such a ring."""
        found = self._univariate(native, place).factor()[1]
        if len(found) == 1 and found[0][1] == 1:
            return [(native, 1)]
        before, after = (0,) * place, (0,) * (self._size - 1 - place)
        terms = [{(*before, e, *after): c for e, c in enumerate(factor.coeffs()) if c} for factor, _ in found]
        return [(self.context.from_dict(one), int(m)) for one, (_, m) in zip(terms, found, strict=True)]

    def _univariate(self, native: Native, place: int) -> Any:
        """A polynomial in one variable in the ring of this variable alone. place: of the variable, for FLINT."""
        coefficients: list[Any] = [0] * (int(native.degrees()[place]) + 1)
        for exponents, coefficient in zip(native.monoms(), native.coeffs(), strict=True):
            coefficients[int(exponents[place])] = coefficient
        if self._p:
            return self._flint.nmod_poly([int(c) for c in coefficients], self._p)
        return self._flint.fmpq_poly(coefficients)

    def roots(self, native: Native, variable: int) -> tuple[list[Coefficient], bool]:
        """The roots in the field of a univariate polynomial, ascending, and whether it splits into linear factors."""
        degree = self.degree(native, variable)
        pairs = self._univariate(native, self._size - 1 - variable).roots()
        return sorted(self._read(root) for root, _ in pairs), sum(int(times) for _, times in pairs) == degree


class _SymPyArithmetic:
    """The same by SymPy's sparse rings (`sympy.polys.rings`): slower, pure Python, an independent second opinion."""

    name = "sympy"

    def __init__(self, ring: Ring) -> None:
        from sympy import GF, QQ as RATIONALS
        from sympy.polys.rings import PolyRing

        self._field = ring.field
        self._p = ring.field.characteristic
        self._domain = GF(self._p, symmetric=False) if self._p else RATIONALS
        self._size = ring.size
        self._ring = PolyRing(tuple(reversed(ring.variables)), self._domain, "lex")

    def from_terms(self, terms: Terms) -> Native:
        return self._ring.from_dict({e[::-1]: self._element(c) for e, c in terms.items() if c})

    def _element(self, value: Coefficient) -> Any:
        return self._domain(int(value)) if self._p else self._domain(value.numerator, value.denominator)

    def terms(self, native: Native) -> dict[Exponents, Coefficient]:
        return {e[::-1]: self._read(c) for e, c in native.terms() if c}

    def _read(self, value: Any) -> Coefficient:
        return int(value) % self._p if self._p else rational(value)

    def normal(self, native: Native) -> Native:
        return native if self._p else native * lcm(*(int(c.denominator) for c in native.coeffs()))

    def degrees(self, native: Native) -> tuple[int, ...]:
        return tuple(max(0, int(d)) for d in reversed(native.degrees())) if native else (0,) * self._size

    def degree(self, native: Native, variable: int) -> int:
        return self.degrees(native)[variable]

    def is_constant(self, native: Native) -> bool:
        return bool(native.is_ground)

    def leading(self, native: Native, variable: int, degree: int) -> Native:
        return self.divide(native, self.generator(variable) ** degree)[0]

    def main(self, native: Native) -> tuple[int, int]:
        degrees = self.degrees(native)
        variable = next((v for v in reversed(range(self._size)) if degrees[v]), -1)
        return variable, degrees[variable] if variable >= 0 else 0

    def bits(self, native: Native) -> int:
        if self._p or not native:
            return self._p.bit_length()
        last = native[min(native)]
        return max(int(last.numerator).bit_length(), int(last.denominator).bit_length())

    def generator(self, variable: int) -> Native:
        return self._ring.gens[self._size - 1 - variable]

    def constant(self, value: Coefficient) -> Native:
        return self._ring.ground_new(self._element(value))

    def monic(self, native: Native) -> Native:
        return native.monic() if native else native

    def derivative(self, native: Native, variable: int) -> Native:
        found = native.diff(self.generator(variable))
        found.strip_zero()  # over GF(p) it leaves terms whose coefficient is 0
        return found

    def substitute(self, native: Native, values: Mapping[int, Coefficient]) -> Native:
        return native.subs([(self.generator(v), self._element(c)) for v, c in values.items()]) if values else native

    def divide(self, dividend: Native, divisor: Native) -> tuple[Native, Native]:
        if not dividend:
            return dividend, dividend
        quotients, remainder = dividend.div([divisor])
        return quotients[0], remainder

    def quotient(self, dividend: Native, divisor: Native) -> Native | None:
        quotient, remainder = self.divide(dividend, divisor)
        return None if remainder else quotient

    def gcd(self, first: Native, second: Native) -> Native:
        return first.gcd(second)

    def square_root(self, native: Native) -> Native | None:
        powers = self.factor(native)
        if any(multiplicity % 2 for _, multiplicity in powers):
            return None
        root = prod((factor ** (multiplicity // 2) for factor, multiplicity in powers), start=self.constant(1))
        constant = self.divide(native, root * root)[0]
        roots, _ = self.roots(self.generator(0) ** 2 - constant, 0)
        return root * self.constant(roots[0]) if roots else None

    def is_form(self, native: Native) -> bool:
        return len({sum(e) for e in native.monoms()}) == 1

    def gcd_of_forms(self, first: Native, second: Native) -> Native | None:
        return None

    def resultant(self, first: Native, second: Native, variable: int) -> Native:
        if self._size == 1:
            return self._ring.ground_new(first.resultant(second))
        # SymPy eliminates the first variable of a ring.
        eliminated = self.generator(variable)
        ring = self._ring.clone(symbols=sorted(self._ring.symbols, key=lambda symbol: str(symbol) != str(eliminated)))
        return first.set_ring(ring).resultant(second.set_ring(ring)).set_ring(self._ring)

    def factor(self, native: Native) -> list[tuple[Native, int]]:
        if not self._p:
            return [(factor, int(multiplicity)) for factor, multiplicity in native.factor_list()[1]]
        occurring = [variable for variable, degree in enumerate(self.degrees(native)) if degree]
        if not occurring:
            return []
        if len(occurring) > 1:
            reason = "SymPy cannot factor polynomials in several variables over GF(p)"
            raise UnsupportedError(f"{reason}; install python-flint")
        (variable,) = occurring
        place = self._size - 1 - variable
        univariate = self._ring.clone(symbols=("t",)).from_dict({(e[place],): c for e, c in native.terms()})
        before, after = (0,) * place, (0,) * variable
        return [
            (self._ring.from_dict({(*before, *e, *after): c for e, c in factor.terms()}), int(multiplicity))
            for factor, multiplicity in univariate.factor_list()[1]
        ]

    def roots(self, native: Native, variable: int) -> tuple[list[Coefficient], bool]:
        factors = [{e[variable]: c for e, c in self.terms(factor).items()} for factor, _ in self.factor(native)]
        linear = [factor for factor in factors if max(factor) == 1]
        found = [self._field.element(-one.get(0, 0) * self._field.inverse(one[1])) for one in linear]
        return sorted(found), len(linear) == len(factors)


#: Either of the two.
Arithmetic = FlintArithmetic | _SymPyArithmetic


def rational(value: Any) -> Coefficient:
    """A rational number of python-flint, of SymPy or of Python as a coefficient.

    >>> rational(Fraction(4, 2)), rational(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    numerator, denominator = int(value.numerator), int(value.denominator)
    return numerator if denominator == 1 else Fraction(numerator, denominator)


@lru_cache(maxsize=1)
def chosen_arithmetic() -> str:
    """Which implementation is in use: ``flint`` or ``sympy``. Raises UsageError for another in the environment.

    >>> chosen_arithmetic() in ("flint", "sympy")
    True
    """
    chosen = os.environ.get("CASBRIDGE_ARITHMETIC", "")
    if chosen not in ("", "flint", "sympy"):
        raise UsageError(f"CASBRIDGE_ARITHMETIC={chosen}", expected="flint or sympy")
    return chosen or ("flint" if find_spec("flint") else "sympy")


def need_flint(what: str) -> None:
    """Raise UnsupportedError if python-flint is not in use.

    what: what needs it, in the plural.

    >>> need_flint("ideals") if chosen_arithmetic() == "flint" else None
    """
    if chosen_arithmetic() != "flint":
        raise UnsupportedError(f"{what} need python-flint; install it")


@lru_cache(maxsize=256)
def arithmetic_of(ring: Ring, name: str | None = None) -> Arithmetic:
    """The arithmetic of a ring.

    name: "flint" or "sympy"; None is `chosen_arithmetic`.

    >>> arithmetic_of(Ring.of("x"), "sympy").name
    'sympy'
    """
    return FlintArithmetic(ring) if (name or chosen_arithmetic()) == "flint" else _SymPyArithmetic(ring)


@contextmanager
def precision(bits: int = PRECISION) -> Iterator[None]:
    """Balls of so many bits, within the block.

    >>> from flint import arb
    >>> with precision(64):
    ...     print(arb(2).sqrt().str(10, radius=False))
    1.414213562
    """
    need_flint("numbers with certified errors")
    from flint import ctx

    before, ctx.prec = ctx.prec, bits
    try:
        yield
    finally:
        ctx.prec = before
