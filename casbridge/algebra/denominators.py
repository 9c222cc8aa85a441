"""Quotients by polynomials in the parameters: how they are read, and how the denominators are cleared."""

from __future__ import annotations

from collections.abc import Mapping

from casbridge.algebra.fields import Coefficient, Field, local_ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import SparseMonomial, dense_terms
from casbridge.errors import UnsupportedError

_HIGHEST_DEGREE = 10_000  # of a common denominator
_MOST_PRODUCTS = 1_000_000  # of terms, when denominators are cleared

#: {((variable, exponent > 0), …) ascending: coefficient ≠ 0}.
SparseTerms = dict[SparseMonomial, Coefficient]


class Denominators:
    """The divisors of one equation. While it is read, 1 divided by the first divisor is the variable −1, and so on.

    field: of the numbers.
    parameters: how many there are; they are the variables 0, 1, ….

    >>> from casbridge.algebra.fields import QQ
    >>> found = Denominators(QQ, 1)
    >>> a_plus_1 = {((0, 1),): 1, (): 1}
    >>> found.inverse(a_plus_1), found.inverse({(): 2})
    ({((-1, 1),): 1}, {(): Fraction(1, 2)})
    >>> found.cleared({((-1, 1), (1, 2)): 1, (): 3})
    {((1, 2),): 1, ((0, 1),): 3, (): 3}
    """

    def __init__(self, field: Field, parameters: int) -> None:
        self.field = field
        self.parameters = parameters
        self._ring = local_ring(field, parameters)
        self._divisors: dict[Polynomial, int] = {}

    def are_over(self, terms: Mapping[SparseMonomial, Coefficient]) -> bool:
        """Whether the terms have no variables but parameters, so that they can be divided by."""
        return all(variable < self.parameters for monomial in terms for variable, _ in monomial)

    def inverse(self, divisor: SparseTerms) -> SparseTerms:
        """1 divided by terms in the parameters and in earlier quotients.

        Raises ZeroDivisionError where they are 0, and UnsupportedError where the work would take long.
        """
        # divisor = numerator/common
        common, numerators = self._over_common(divisor)
        numerator = Polynomial(self._ring)
        for factor, terms in numerators:
            numerator += factor * Polynomial(self._ring, dense_terms(terms, range(self.parameters), self.parameters))
        if not numerator:
            raise ZeroDivisionError("a quotient by 0")
        shared = common.gcd(numerator)
        common, numerator = _quotient(common, shared), _quotient(numerator, shared)
        inverse: SparseMonomial = ()
        if numerator.total_degree:
            leading = numerator.terms[numerator.leading_exponents()]
            place = self._divisors.setdefault(numerator * self.field.inverse(leading), len(self._divisors))
            inverse = ((-1 - place, 1),)
        else:
            leading = numerator.terms[(0,) * self.parameters]
        scaled = common * self.field.inverse(leading)
        return {inverse + monomial: value for monomial, value in _sparse(scaled).items()}

    def cleared(self, terms: SparseTerms) -> SparseTerms:
        """The terms times their least common denominator: polynomials in all variables.

        Raises UnsupportedError where the work would take long.
        """
        if not any(monomial and monomial[0][0] < 0 for monomial in terms):
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
        return common, [(_quotient(common, denominators[quotients]), group) for quotients, group in groups.items()]


def _quotient(dividend: Polynomial, divisor: Polynomial) -> Polynomial:
    found = dividend.quotient(divisor)
    assert found is not None
    return found


def _sparse(polynomial: Polynomial) -> SparseTerms:
    return {tuple((v, e) for v, e in enumerate(exps) if e): c for exps, c in polynomial.terms.items()}
