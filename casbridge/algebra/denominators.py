"""Quotients by polynomials: how they are read, how denominators are cleared, and which conditions they state.

    x/(y - 1) = 2 ──Denominators──▶ x - 2*y + 2 and the divisor y - 1 ──with_conditions──▶ y*t - t - 1

A divisor in the parameters alone is a unit of the field, and states no condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import count
from operator import sub

from casbridge.algebra.fields import Coefficient, Field, Ring, local_ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem, SparseMonomial, dense_terms, equation_of_terms, widened
from casbridge.errors import UnsupportedError, printable

_HIGHEST_DEGREE = 10_000  # of a common denominator
_MOST_PRODUCTS = 1_000_000  # of terms, when denominators are cleared
_LONGEST_COMMON = 20_000  # terms of a common denominator
_MOST_TERMS = 100  # of a product of denominators that get one variable
_LONGEST_SHOWN = 120
#: How the origin of an equation begins that says that denominators are not 0.
_CONDITION = "the denominator"

#: {((variable, exponent > 0), …) ascending: coefficient ≠ 0}.
SparseTerms = dict[SparseMonomial, Coefficient]


class Denominators:
    """The divisors of one equation. While it is read, 1 divided by the first divisor is the variable −1, and so on.

    field: of the numbers.
    parameters: how many there are; they are the variables 0, 1, ….
    divisible: how many variables a divisor may have: the variables 0, 1, …. By default they are the parameters.

    >>> from casbridge.algebra.fields import QQ
    >>> found = Denominators(QQ, 1)
    >>> a_plus_1 = {((0, 1),): 1, (): 1}
    >>> found.inverse(a_plus_1), found.inverse({(): 2})
    ({((-1, 1),): 1}, {(): Fraction(1, 2)})
    >>> found.cleared({((-1, 1), (1, 2)): 1, (): 3})
    {((1, 2),): 1, ((0, 1),): 3, (): 3}
    """

    def __init__(self, field: Field, parameters: int, divisible: int | None = None) -> None:
        self.field = field
        self.parameters = parameters
        self.divisible = parameters if divisible is None else divisible
        self._divisors: dict[Polynomial, int] = {}

    @cached_property
    def _ring(self) -> Ring:
        return local_ring(self.field, self.divisible)

    def conditions(self) -> list[Polynomial]:
        """The divisors that have more variables than parameters. They may be 0 at a point."""
        return [one for one in self._divisors if any(v >= self.parameters for v in one.support())]

    def are_over(self, terms: Mapping[SparseMonomial, Coefficient]) -> bool:
        """Whether the terms can be divided by: they have no other variables."""
        return all(variable < self.divisible for monomial in terms for variable, _ in monomial)

    def inverse(self, divisor: SparseTerms) -> SparseTerms:
        """1 divided by terms in the variables 0, 1, … and in earlier quotients.

        Raises ZeroDivisionError where they are 0, and UnsupportedError where the work would take long.
        """
        # divisor = numerator/common
        common, numerators = self._over_common(divisor)
        numerator = Polynomial(self._ring)
        for factor, terms in numerators:
            numerator += factor * Polynomial(self._ring, dense_terms(terms, range(self.divisible), self.divisible))
        if not numerator:
            raise ZeroDivisionError("a quotient by 0")
        shared = common.gcd(numerator)
        common, numerator = _quotient(common, shared), _quotient(numerator, shared)
        unit = self.field.inverse(numerator.terms[numerator.leading_exponents()])
        # x^2*y + x*y has the divisors x, y and x + 1, so that different divisors have few factors in common.
        powers = tuple(map(min, *numerator.terms, numerator.leading_exponents()))
        rest = Polynomial(self._ring, {tuple(map(sub, e, powers)): c for e, c in (numerator * unit).terms.items()})
        divisors = [
            (Polynomial(self._ring, dense_terms({((v, 1),): 1}, range(v + 1), self.divisible)), e)
            for v, e in enumerate(powers)
            if e
        ]
        divisors += [(rest, 1)] if rest.total_degree else []
        inverse = sorted((-1 - self._divisors.setdefault(one, len(self._divisors)), e) for one, e in divisors)
        return {(*inverse, *monomial): value for monomial, value in _sparse(common * unit).items()}

    def cleared(self, terms: SparseTerms) -> SparseTerms:
        """The terms times their least common denominator: polynomials in all variables.

        Raises UnsupportedError where the work would take long.
        """
        if not self._divisors or not any(monomial and monomial[0][0] < 0 for monomial in terms):
            return terms
        _, numerators = self._over_common(terms)
        found: SparseTerms = {}
        work = 0
        for factor, group in numerators:
            work += len(factor.terms) * len(group)
            if work > _MOST_PRODUCTS:
                raise UnsupportedError("clearing the denominators gives too many terms")
            multiplier = _sparse(factor)
            for monomial, coefficient in group.items():
                powers = dict(monomial)
                for shift, value in multiplier.items():
                    product = {v: powers.get(v, 0) + dict(shift).get(v, 0) for v in {*powers, *dict(shift)}}
                    key = tuple(sorted(product.items()))
                    found[key] = self.field.element(found.get(key, 0) + coefficient * value)
        return {monomial: value for monomial, value in found.items() if value}

    def _over_common(self, terms: SparseTerms) -> tuple[Polynomial, list[tuple[Polynomial, SparseTerms]]]:
        """The least common denominator, and the terms by denominator, each group with its cofactor."""
        groups: dict[SparseMonomial, SparseTerms] = {}
        for monomial, coefficient in terms.items():
            cut = sum(variable < 0 for variable, _ in monomial)
            groups.setdefault(monomial[:cut], {})[monomial[cut:]] = coefficient
        divisors = [*self._divisors]
        one = common = Polynomial.constant(self._ring, 1)
        denominators: dict[SparseMonomial, Polynomial] = {}
        for quotients in groups:
            degree = sum(divisors[-1 - place].total_degree * exponent for place, exponent in quotients)
            denominator = one
            if degree + common.total_degree > _HIGHEST_DEGREE:
                raise UnsupportedError(f"a common denominator of a degree above {_HIGHEST_DEGREE}")
            for place, exponent in quotients:
                for _ in range(exponent):
                    denominator = denominator * divisors[-1 - place]
                    if len(denominator.terms) * exponent > _MOST_PRODUCTS:
                        raise UnsupportedError("a common denominator of too many terms")
            denominators[quotients] = denominator
            common = common * _quotient(denominator, common.gcd(denominator))
            if len(common.terms) > _LONGEST_COMMON:
                raise UnsupportedError("a common denominator of too many terms")
        return common, [(_quotient(common, denominators[quotients]), group) for quotients, group in groups.items()]


def _quotient(dividend: Polynomial, divisor: Polynomial) -> Polynomial:
    found = dividend.quotient(divisor)
    assert found is not None
    return found


def _sparse(polynomial: Polynomial) -> SparseTerms:
    return {tuple((v, e) for v, e in enumerate(exps) if e): c for exps, c in polynomial.terms.items()}


def with_conditions(system: PolynomialSystem, divisors: Iterable[Polynomial]) -> PolynomialSystem:
    """The system with the conditions that polynomials are not 0.

    divisors: polynomials that are not 0, in as many variables as the system's ring has.

    A further variable t, the highest, has the equation t*d = 1, where d is the product of the divisors. There are
    several, each for some of the divisors, where the product would be long. A zero of the system at which no divisor
    vanishes has exactly one value of t. Where variables are eliminated, t is one of them.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> found = with_conditions(PolynomialSystem.of(x.ring, [x - 2 * y + 2]), [y - 1])
    >>> list(found.polynomials()), found.equations[1].origin, found.facts
    ([-2*y + x + 2, y*t - t - 1], 'the denominator y - 1 is not 0', (('variable t', '1/(y - 1), since the denominator y - 1 is not 0'),))
    """  # noqa: E501
    groups: list[tuple[Polynomial, list[str]]] = []
    for given in divisors:
        divisor = Polynomial(system.ring, given.terms).normal()
        if divisor.is_constant or any(str(divisor) in names for _, names in groups):
            continue
        product, names = groups.pop() if groups else (Polynomial.constant(system.ring, 1), [])
        new = _quotient(divisor, product.gcd(divisor))
        if names and len(product.terms) * len(new.terms) > _MOST_TERMS:
            groups.append((product, names))
            product, new, names = Polynomial.constant(system.ring, 1), divisor, []
        groups.append(((product * new).normal(), [*names, str(divisor)]))
    for product, names in groups:
        name = next(one for n in count() if (one := f"t{n or ''}") not in system.ring.variables)
        system = widened(system, [name])
        position = system.ring.index[name]
        words = f"{_CONDITION}s {', '.join(names)} are not 0" if names[1:] else f"{_CONDITION} {names[0]} is not 0"
        words = printable(words, _LONGEST_SHOWN)
        inverse = "*".join(one if one.isidentifier() else f"({one})" for one in names)
        inverse = printable(f"1/({inverse})" if names[1:] else f"1/{inverse}", _LONGEST_SHOWN)
        terms = {(*monomial, (position, 1)): value for monomial, value in _sparse(product).items()} | {(): -1}
        equation = equation_of_terms(terms, system.ring, words)
        fact = f"variable {name}", f"{inverse}, since {words}"
        eliminate = (*system.goal.eliminate, position) if system.goal.eliminate else ()
        system = replace(
            system,
            equations=(*system.equations, equation),
            facts=(*system.facts, fact),
            goal=replace(system.goal, eliminate=eliminate),
        )
    return system


def inverse_variables(system: PolynomialSystem) -> tuple[int, ...]:
    """The positions of the variables that `with_conditions` added.

    >>> from casbridge.algebra.formats import read_system
    >>> inverse_variables(read_system("1/x + 1/y = 1"))
    (2,)
    """
    return tuple(one.variables[-1] for one in system.equations if one.origin.startswith(_CONDITION))
