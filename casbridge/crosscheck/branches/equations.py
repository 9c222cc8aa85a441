"""Branches as polynomial equations: a new variable for each radical, each root and each denominator.

    Branch ──resolve──▶ values in free variables ──state──▶ Stated: a polynomial system in more variables

The zeros of a branch are the closure of the projection of that system's zeros, as far as conjugates are concerned: a
radical u = b^(1/q) is any solution of u^q = b. The same radical is the same variable. Numbers under radicals are powers
and products over a common base, so that sqrt(8) is 2*sqrt(2), and sqrt(6) is sqrt(2)*sqrt(3) where these occur.
Roots of negative numbers are powers of one root of unity. Inverses of numbers in radicals are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import count
from math import gcd, lcm

from casbridge.algebra.branches import Branch
from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.radicals import (
    NEVER_DEFINED,
    Expression,
    Name,
    Number,
    Power,
    Product,
    Root,
    Sum,
    names_in,
    parts,
    power,
    replaced,
)
from casbridge.algebra.systems import PolynomialSystem
from casbridge.crosscheck.branches.algebras import Algebra
from casbridge.crosscheck.branches.numerics import exact_root
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

_MOST_EXTRAS = 60
_LARGEST_UNITY = 120  # the order of a root of unity
_LARGEST_POWER = 2_000  # of a sum
_MOST_TERMS = 20_000  # of a polynomial
_MOST_PRIMES = 78_498  # by which numbers under radicals are divided, those below 1,000,000


@dataclass(frozen=True)
class Resolved:
    """A branch whose values are in its free variables and its parameters only.

    free: the free variables. parameters: the free parameters that are left; one that is the value of a variable is
        replaced by this variable, which is free then.
    denominators: what is not 0 at a point of the branch: its conditions, and what stands below a fraction line as the
        solver wrote it, inner ones first.

    >>> branch = Branch((("x", Name("t")), ("y", Power(Name("x"), 2))), parameters=("t",))
    >>> resolved = resolve(branch, Ring.of("x y"))
    >>> resolved.free, resolved.parameters, str(resolved.values["y"])
    (('x',), (), 'x^2')
    """

    ring: Ring
    values: Mapping[str, Expression]
    conditions: tuple[Expression, ...]
    free: tuple[str, ...]
    parameters: tuple[str, ...]
    denominators: tuple[Expression, ...] = ()

    @property
    def expressions(self) -> list[Expression]:
        """An expression for each variable of the ring."""
        return [self.values.get(name, Name(name)) for name in self.ring.variables]


def resolve(branch: Branch, ring: Ring) -> Resolved:
    """A branch with values in free variables and parameters only.

    Raises UnsupportedError for a variable that is given by itself.

    >>> resolve(Branch((("x", Name("y")), ("y", Name("x")))), Ring.of("x y"))
    Traceback (most recent call last):
    casbridge.errors.UnsupportedError: x is given by itself
    """
    values = dict(branch.values)
    renamed: dict[str, Expression] = {}
    for name, value in branch.values:
        if isinstance(value, Name) and value.name in branch.parameters and value.name not in renamed:
            renamed[value.name] = Name(name)
            del values[name]
    done: dict[str, Expression] = {}
    waiting = {name: replaced(value, renamed) for name, value in values.items()}
    while waiting:
        ready = [name for name, value in waiting.items() if not names_in(value) & waiting.keys()]
        if not ready:
            raise UnsupportedError(f"{next(iter(waiting))} is given by itself")
        for name in ready:
            done[name] = replaced(waiting.pop(name), done)
    conditions = tuple(replaced(replaced(one, renamed), done) for one in branch.conditions)
    # Before values are put into each other: a product with 0 drops its other factors.
    inner = (part for one in (*(value for _, value in branch.values), *branch.conditions) for part in parts(one))
    below = (one.base for one in inner if isinstance(one, Power) and one.exponent < 0)
    denominators = dict.fromkeys(replaced(replaced(one, renamed), done) for one in (*below, *branch.conditions))
    free = tuple(name for name in ring.variables if name not in done)
    left = tuple(name for name in branch.parameters if name not in renamed)
    used = {name for one in (*done.values(), *conditions) for name in names_in(one)}
    return Resolved(ring, done, conditions, free, tuple(name for name in left if name in used), tuple(denominators))


@dataclass(frozen=True)
class Stated:
    """A branch as polynomials.

    system: over more variables; the ring's own come first. Empty where each value is a polynomial in free variables.
    kept: the positions in the ring of the system's first variables.
    direct: polynomials of the ring: a variable less its value, for values that are polynomials.
    empty: whether a condition is that 0 is not 0.
    is_constant: whether the system's first equations are monic ones of radicals of numbers, one for each new variable
        in turn, and the others give the kept variables in turn.

    >>> x, y = (Name(name) for name in "xy")
    >>> stated = state(resolve(Branch((("x", Power(y, Fraction(1, 2))),)), Ring.of("x y")))
    >>> [str(polynomial) for polynomial in stated.system.polynomials()]
    ['-e1**2 + y', '-e1 + x']
    """

    ring: Ring
    system: PolynomialSystem
    kept: tuple[int, ...]
    direct: tuple[Polynomial, ...]
    empty: bool = False
    is_constant: bool = False

    @cached_property
    def extras(self) -> tuple[str, ...]:
        """The variables that are to be eliminated."""
        return self.system.ring.variables[len(self.kept) :]

    @property
    def low_ring(self) -> Ring:
        """The ring of the variables that are kept."""
        return Ring(self.ring.field, self.system.ring.variables[: len(self.kept)])

    def component(self, polynomials: Iterable[Polynomial]) -> tuple[Polynomial, ...]:
        """Polynomials in the kept variables, and the direct ones, in the ring."""
        return (*(one.rename(self.ring, self.kept) for one in polynomials), *self.direct)


def state(resolved: Resolved, deadline: Deadline = NEVER) -> Stated:
    """A resolved branch as polynomials. Raises UnsupportedError where that would take too much.

    >>> state(resolve(Branch((("y", Power(Name("x"), 2)),)), Ring.of("x y"))).direct
    (y - x**2,)
    """
    return _Stating(resolved, deadline).stated()


@dataclass
class _Extra:
    """A new variable and its equation.

    inverse: the variable's inverse as a polynomial, where it is known without another variable.
    is_inverse: whether it is the inverse of something.
    """

    name: str
    equation: Polynomial
    inverse: Polynomial | None = None
    is_inverse: bool = False


@dataclass
class _Stating:
    """One branch on its way. The polynomials are in a ring with room for all new variables."""

    resolved: Resolved
    deadline: Deadline
    extras: list[_Extra] = field(default_factory=list)
    known: dict[Expression, Polynomial] = field(default_factory=dict)
    radicals: dict[tuple[Polynomial, int], Polynomial] = field(default_factory=dict)
    inverses: dict[Polynomial, Polynomial] = field(default_factory=dict)

    def __post_init__(self) -> None:
        resolved = self.resolved
        expressions = [part for one in (*resolved.values.values(), *resolved.conditions) for part in parts(one)]
        room = min(_MOST_EXTRAS, 2 * sum(isinstance(one, Power | Root) for one in set(expressions)) + 8)
        taken = {*resolved.ring.variables, *resolved.parameters}
        names = (name for number in count(1) if (name := f"e{number}") not in taken)
        self.names = [next(names) for _ in range(room)]
        first = (*resolved.ring.variables, *resolved.parameters)
        self.ring = Ring(resolved.ring.field, (*first, *self.names))
        numbers = [
            (one.base.value, one.exponent)
            for one in expressions
            if isinstance(one, Power) and isinstance(one.base, Number)
        ]
        #: For each base under a radical but numbers, the common index of the roots.
        self.common_indexes: dict[Expression, int] = {}
        for one in expressions:
            if isinstance(one, Power) and not isinstance(one.base, Number):
                before = self.common_indexes.get(one.base, 1)
                self.common_indexes[one.base] = lcm(before, Fraction(one.exponent).denominator)
        #: Coprime numbers, of which the numbers under radicals are products of powers.
        self.base = _coprime_base(part for value, _ in numbers for part in (abs(value.numerator), value.denominator))
        #: For -1 and for each number of the base, the common index of the roots.
        self.indexes: dict[int, int] = {}
        for value, exponent in numbers:
            for number in self.factored(value):
                self.indexes[number] = lcm(self.indexes.get(number, 1), Fraction(exponent).denominator)

    def stated(self) -> Stated:
        resolved, ring = self.resolved, self.resolved.ring
        made = {name: self.polynomial(value) for name, value in resolved.values.items()}
        equations: list[Polynomial] = []
        for condition in resolved.conditions:
            polynomial = self.polynomial(condition)
            if not polynomial:
                return Stated(ring, PolynomialSystem.of(Ring.of(()), []), (), (), empty=True)
            # Where no new variable occurs, the closure is the same without the condition.
            if any(place >= ring.size + len(resolved.parameters) for place in polynomial.support()):
                equations.append(self.inverse(polynomial) * polynomial - 1)
        given = {name: self.variable(name) - value for name, value in made.items()}
        low = range(ring.size)
        direct = {name: one for name, one in given.items() if all(place in low for place in one.support())}
        equations = [*(one.equation for one in self.extras), *equations]
        equations = [one for one in dict.fromkeys(equations) if one]
        equations += [one for name, one in given.items() if name not in direct]
        used = sorted({place for one in equations for place in one.support()})
        kept = tuple(place for place in used if place in low)
        small = Ring(ring.field, tuple(self.ring.variables[place] for place in used))
        moved = [one.within(small, used) for one in equations]
        moved = _with_positive_signs(moved, self._even(used))
        everywhere = tuple(one.within(ring, low) for one in direct.values())
        constant = len(moved) == len(used) and all(self._numbers_in(one.equation) is not None for one in self.extras)
        constant = constant and all(given[name].degree(self.ring.index[name]) for name in given if name not in direct)
        return Stated(ring, PolynomialSystem.of(small, moved), kept, everywhere, is_constant=constant)

    def _even(self, used: Sequence[int]) -> list[int]:
        """The places, among those used, of new variables that occur in their own equation with even exponents only."""
        found = []
        for extra in self.extras:
            place = self.ring.index[extra.name]
            if place in used and all(e[place] % 2 == 0 for e in extra.equation.terms):
                found.append(used.index(place))
        return found

    def variable(self, name: str) -> Polynomial:
        place = self.ring.index[name]
        return Polynomial(self.ring, {tuple(int(i == place) for i in range(self.ring.size)): 1})

    def constant(self, value: Coefficient) -> Polynomial:
        return Polynomial.constant(self.ring, value)

    def new(self) -> tuple[str, Polynomial]:
        if len(self.extras) >= len(self.names):
            raise UnsupportedError(f"it has more than {len(self.names)} radicals and denominators")
        name = self.names[len(self.extras)]
        return name, self.variable(name)

    def polynomial(self, expression: Expression) -> Polynomial:
        """A polynomial in the variables, the parameters and the new variables."""
        if expression not in self.known:
            self.deadline.check("the branch was not stated")
            found = self._polynomial(expression)
            if len(found.terms) > _MOST_TERMS:
                raise UnsupportedError(f"a polynomial in it has more than {_MOST_TERMS} terms")
            self.known[expression] = found
        return self.known[expression]

    def _polynomial(self, expression: Expression) -> Polynomial:
        match expression:
            case Number(value):
                return self.constant(value)
            case Name(name):
                return self.variable(name)
            case Sum(terms):
                return sum((self.polynomial(one) for one in terms), self.constant(0))
            case Product(factors):
                found = self.constant(1)
                for one in factors:
                    found = found * self.polynomial(one)
                return found
            case Power(base, exponent):
                return self._power(base, Fraction(exponent))
            case Root(coefficients):
                return self._root(coefficients)

    def _power(self, base: Expression, exponent: Fraction) -> Polynomial:
        if exponent.denominator == 1 and exponent < 0:
            # Whole exponents go to the factors.
            factors = base.factors if isinstance(base, Product) else (base,)
            found = self.constant(1)
            for one in factors:
                nested = isinstance(one, Power) and Fraction(one.exponent).denominator == 1
                inner = power(one.base, one.exponent * -1) if isinstance(one, Power) and nested else None
                found = found * (self.inverse(self.polynomial(one)) if inner is None else self.polynomial(inner))
            return self._raised(found, -int(exponent))
        if exponent.denominator == 1:
            return self._raised(self.polynomial(base), int(exponent))
        if exponent < 0:
            return self.inverse(self._power(base, -exponent))
        index = self.common_indexes.get(base, exponent.denominator)
        root = self.radical(self.polynomial(base), index)
        return self._raised(root, int(exponent * index))

    def _raised(self, base: Polynomial, exponent: int) -> Polynomial:
        if exponent > 1 and len(base.terms) > 1:
            terms = len(base.terms) - 1
            if exponent > _LARGEST_POWER or (exponent * terms) ** min(terms, 2) > _MOST_TERMS**2:
                raise UnsupportedError(f"the power {exponent} of a sum in it is too large")
        return base**exponent

    def factored(self, value: Coefficient) -> dict[int, int]:
        """A rational number as -1 and numbers of the base with exponents. What is left becomes part of the base."""
        found = {-1: 1} if value < 0 else {}
        for left, sign in ((abs(value.numerator), 1), (value.denominator, -1)):
            for number in self.base:
                while left % number == 0:
                    found[number] = found.get(number, 0) + sign
                    left //= number
            if left > 1:
                self.base.append(left)
                found[left] = sign
        return found

    def radical(self, base: Polynomial, index: int) -> Polynomial:
        """A root of a polynomial: the root of the powers in its content, and a new variable for the rest."""
        if not base:
            return base
        if base.is_constant:
            return self._number_root(base.evaluate([0] * self.ring.size), index)
        content, rest = _split_content(base)
        outside, inside = _split_powers(content, index)
        for (known, other), variable in self.radicals.items():
            scale, primitive = _split_content(known)
            if other == index and primitive == rest:
                # (c·f)^(1/q) is c^(1/q)·f^(1/q) for each f, since c is positive.
                return self.constant(outside) * self._number_root(Fraction(inside) / Fraction(scale), index) * variable
        rest = rest * self.constant(inside)
        return self.constant(outside) * self._variable_of(rest, index, lambda u: (rest - u**index, None))

    def _variable_of(
        self, base: Polynomial, index: int, make: Callable[[Polynomial], tuple[Polynomial, Polynomial | None]]
    ) -> Polynomial:
        """The variable of a root. make: gives the equation and the inverse of a new one."""
        if (base, index) not in self.radicals:
            name, variable = self.new()
            self.extras.append(_Extra(name, *make(variable)))
            self.radicals[base, index] = variable
        return self.radicals[base, index]

    def _number_root(self, value: Coefficient, index: int) -> Polynomial:
        """The root of a rational number, by those of its factors over the base."""
        found = self.constant(1)
        for number, exponent in self.factored(value).items():
            common = self.indexes.get(number, index)
            common = common if common % index == 0 else index
            if number == -1:
                found = found * self._unity(common) ** (common // index)
                continue
            whole, part = divmod(exponent * (common // index), common)
            found = found * self.constant(Fraction(number) ** whole)
            if part:
                found = found * self._root_of_base(number, common) ** part
        return found

    def _root_of_base(self, number: int, index: int) -> Polynomial:
        base, inverse = self.constant(number), self.constant(Fraction(1, number))
        return self._variable_of(base, index, lambda u: (u**index - number, u ** (index - 1) * inverse))

    def _unity(self, index: int) -> Polynomial:
        """(-1)^(1/index), a primitive root of unity of twice that order."""
        from flint import fmpz_poly

        order = 2 * index
        if order > _LARGEST_UNITY:
            raise UnsupportedError(f"it has a root of unity of order {order}, above {_LARGEST_UNITY}")
        cyclotomic = list(map(int, fmpz_poly.cyclotomic(order)))
        return self._variable_of(self.constant(-1), index, lambda u: (self._at(u, cyclotomic), u ** (order - 1)))

    def _root(self, coefficients: Sequence[int]) -> Polynomial:
        name, variable = self.new()
        self.extras.append(_Extra(name, self._at(variable, coefficients)))
        return variable

    def _at(self, variable: Polynomial, coefficients: Iterable[int]) -> Polynomial:
        """The value of a polynomial in one variable, its coefficients lowest first."""
        return sum((variable**exponent * one for exponent, one in enumerate(coefficients)), self.constant(0))

    def inverse(self, polynomial: Polynomial) -> Polynomial:
        """The inverse of a polynomial. Raises UnsupportedError for 0."""
        if not polynomial:
            raise UnsupportedError(NEVER_DEFINED)
        content, rest = _split_content(polynomial)
        if len(rest.terms) == 1:
            ((exponents, sign),) = rest.terms.items()
            found = self.constant(Fraction(sign) / Fraction(content))
            for place, exponent in enumerate(exponents):
                if exponent:
                    found = found * self._inverse_of_variable(place) ** exponent
            return found
        inverse = self._inverse_of_number(rest) or self._divisor(rest)
        return inverse * self.constant(1 / Fraction(content))

    def _inverse_of_number(self, polynomial: Polynomial) -> Polynomial | None:
        """The inverse of a polynomial in radicals of numbers; None for another one, and where it is too large."""
        extras = self._numbers_in(polynomial)
        if extras is None:
            return None
        generators = [self.ring.index[one.name] for one in extras]
        with suppress(UnsupportedError):
            algebra = Algebra(self.ring, generators, [one.equation for one in extras], self.deadline)
            return algebra.inverse(polynomial)
        return None

    def _numbers_in(self, polynomial: Polynomial) -> list[_Extra] | None:
        """The new variables of a polynomial and of their equations; None where other variables occur."""
        first = self.ring.size - len(self.names)
        waiting, found = list(polynomial.support()), set[int]()
        while waiting:
            place = waiting.pop()
            if place < first or self.extras[place - first].is_inverse:
                return None
            if place not in found:
                found.add(place)
                waiting += self.extras[place - first].equation.support()
        return [self.extras[place - first] for place in sorted(found)]

    def _inverse_of_variable(self, place: int) -> Polynomial:
        own, first = self.variable(self.ring.variables[place]), self.ring.size - len(self.names)
        if place >= first and (inverse := self.extras[place - first].inverse) is not None:
            return inverse
        for (base, index), variable in self.radicals.items():
            if variable == own:
                return variable ** (index - 1) * self.inverse(base)
        return self._divisor(own)

    def _divisor(self, polynomial: Polynomial) -> Polynomial:
        """A new variable for the inverse of a polynomial."""
        if polynomial not in self.inverses:
            name, variable = self.new()
            self.extras.append(_Extra(name, variable * polynomial - 1, polynomial, is_inverse=True))
            self.inverses[polynomial] = variable
        return self.inverses[polynomial]


def _with_positive_signs(equations: list[Polynomial], even: Sequence[int]) -> list[Polynomial]:
    """The same equations after changes of sign of new variables, so that conjugate branches give the same ones."""
    for place in even:
        flipped = [
            Polynomial(one.ring, {e: -c if e[place] % 2 else c for e, c in one.terms.items()}) for one in equations
        ]
        if [sorted(one.terms.items()) for one in flipped] < [sorted(one.terms.items()) for one in equations]:
            equations = flipped
    return equations


def _split_content(polynomial: Polynomial) -> tuple[Coefficient, Polynomial]:
    """A positive number and a polynomial with whole coefficients without a common divisor; their product."""
    common = lcm(*(c.denominator for c in polynomial.terms.values()))
    content = Fraction(gcd(*(int(c * common) for c in polynomial.terms.values())), common)
    return content, Polynomial(polynomial.ring, {e: c / content for e, c in polynomial.terms.items()})


def _split_powers(value: Coefficient, index: int) -> tuple[Coefficient, Coefficient]:
    """Numbers a and b with a^index·b = value, where b has no small factor to that power."""
    from flint import fmpz

    outside = inside = Fraction(1)
    for number, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime, exponent in fmpz(number).factor(trial_limit=_MOST_PRIMES):
            whole, part = divmod(sign * exponent, index)
            outside, inside = outside * Fraction(int(prime)) ** whole, inside * Fraction(int(prime)) ** part
    return outside, inside


def _coprime_base(numbers: Iterable[int]) -> list[int]:
    """Coprime numbers above 1, no powers, of which all the numbers are products of powers: of 12 and 18, 2 and 3."""
    found: list[int] = []
    waiting = [number for number in numbers if number > 1]
    while waiting:
        number = waiting.pop()
        other = next((one for one in found if gcd(one, number) > 1), None)
        if other is None:
            found.append(_without_power(number))
            continue
        common = gcd(other, number)
        found.remove(other)
        waiting += [part for part in (other // common, common, number // common) if part > 1]
    return sorted(found)


def _without_power(number: int) -> int:
    """The smallest number of which a number is a power."""
    for exponent in range(number.bit_length(), 1, -1):
        root = exact_root(number, exponent)
        if isinstance(root, int):
            return root
    return number
