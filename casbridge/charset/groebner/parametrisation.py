"""Zeros of an ideal over QQ by one polynomial in a linear form t: a rational univariate representation.

    exact basis ──▶ modulo many primes: minimal polynomial M of t ──▶ lifted to QQ: a guess ──▶ `vanish` is a proof

At the roots of M the variables are xᵥ = bᵥ(t) / (q·M'(t)). An equation at such a point is F(t) / (q·M'(t))^d for an
integer polynomial F. If F vanishes modulo M and a prime p, then p^deg φ divides the resultant of F and φ, for each
irreducible factor φ of M. Where the product of the primes exceeds a bound of the resultant, the resultant is 0, and F
vanishes at the roots of φ.

Source: Rouillier, "Solving zero-dimensional systems through the rational univariate representation", 1999.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from operator import mul
from typing import Any

from casbridge.algebra.arithmetic import Exponents
from casbridge.charset.groebner.lifting import Lifting
from casbridge.charset.groebner.primes import half_primes, word_primes
from casbridge.charset.groebner.quotient import IntegerBasis, Parametrized, is_squarefree
from casbridge.limits import NEVER, Deadline

#: Primes in a row that may be bad.
_MOST_BAD = 10


@dataclass(frozen=True, slots=True)
class Parametrisation:
    """The points xᵥ = numerators[v](t) / (q·M'(t)) at the roots t of M.

    minimal: M, an integer polynomial of FLINT, squarefree.
    numerators: one a variable, greatest variable first. denominator: q.
    form: t as coefficients of the variables. is_lowest: t is the lowest variable.

    >>> from flint import fmpz_poly
    >>> Parametrisation(fmpz_poly([-2, 0, 1]), (fmpz_poly([4]),), 1, (1,)).is_lowest
    True
    """

    minimal: Any
    numerators: tuple[Any, ...]
    denominator: int
    form: tuple[int, ...]

    @property
    def is_lowest(self) -> bool:
        return self.form[-1] == 1 and not any(self.form[:-1])

    def modulo(self, p: int, factor: Any = None) -> tuple[Any, list[Any]] | None:
        """A factor of M modulo a prime, and the variables as polynomials in t; None where the prime is bad."""
        from flint import nmod_poly

        minimal = self.minimal if factor is None else factor
        reduced = nmod_poly(minimal, p)
        if reduced.degree() < minimal.degree():
            return None
        derivative = nmod_poly(self.minimal.derivative(), p) * (self.denominator % p) % reduced
        common, inverse, _ = derivative.xgcd(reduced)
        if common.degree():
            return None
        return reduced, [nmod_poly(one, p) % reduced * inverse % reduced for one in self.numerators]


def parametrised(
    basis: IntegerBasis, form: Sequence[int], deadline: Deadline = NEVER
) -> Generator[int, None, Parametrisation | None]:
    """Find a parametrisation by a linear form; it is not proved. None where the form does not separate simple zeros.

    Yields the work of each step.

    >>> from flint import fmpz_mpoly_ctx
    >>> from casbridge.charset.groebner.quotient import Staircase
    >>> y, x = fmpz_mpoly_ctx.get(["y", "x"], "degrevlex").gens()
    >>> basis = IntegerBasis([y - 2 * x, x**2 - 2], Staircase(2, [(1, 0), (0, 2)]))
    >>> def steps():
    ...     points = yield from parametrised(basis, [0, 1])
    ...     print(points.minimal, points.numerators)
    >>> all(work > 0 for work in steps())
    x^2 + (-2) (8, 4)
    True
    """
    many = len(basis.staircase.standard or ())

    def image(p: int) -> Parametrized | None:
        quotient = basis.modulo(p, deadline)
        return None if quotient is None else quotient.parametrized(form)

    return (yield from reconstructed(image, form, many))


def reconstructed(
    image: Callable[[int], Parametrized | None], form: Sequence[int], many: int
) -> Generator[int, None, Parametrisation | None]:
    """Find a parametrisation from those modulo primes; it is not proved. None where the roots are multiple.

    image: for a prime the parametrisation modulo it, by the same linear form, or None. many: the degree of M.
    Yields the work of each step.

    >>> def steps():
    ...     points = yield from reconstructed(lambda p: Parametrized([p - 2, 0, 1], [[0, 2], [0, 1]]), [0, 1], 2)
    ...     print(points.minimal, points.numerators)
    >>> all(work > 0 for work in steps())
    x^2 + (-2) (8, 4)
    True
    """
    from flint import fmpz_poly, nmod_poly

    size = len(form)
    lifting = Lifting([many + 1, *[many] * size], first=4)
    bad = 0
    for p in half_primes():
        found = image(p)
        yield 1_000 + many * many // 4 + many**3 // 300
        minimal = None if found is None else nmod_poly(found.minimal, p)
        if minimal is None or found is None or not is_squarefree(minimal):
            bad += 1
            if (bad == 2 and not lifting.taken) or bad == _MOST_BAD:
                return None
            continue
        numbers = [*found.minimal]
        for variable in found.variables:
            coefficients = [int(c) for c in (nmod_poly(variable, p) * minimal.derivative() % minimal).coeffs()]
            numbers += [*coefficients, *[0] * (many - len(coefficients))]
        lifting.take(p, numbers)
        bad = 0
        if not lifting.is_due():
            continue
        rationals = lifting.rationals()
        yield lifting.taken * many * size // 4
        if rationals is None:
            continue
        (monic, lead), *others = rationals
        # xᵥ = gᵥ / (M / lead)' with gᵥ = numerators / denominators[v], all over one denominator.
        common = lcm(*(denominator for _, denominator in others))
        return Parametrisation(
            fmpz_poly(monic),
            tuple(fmpz_poly(numerators) * (lead * (common // d)) for numerators, d in others),
            common,
            tuple(form),
        )
    return None


def minimal_polynomial(basis: IntegerBasis, variable: int, deadline: Deadline = NEVER) -> Generator[int, None, Any]:
    """Find the minimal polynomial of a variable, as FLINT's integer polynomial; it is not proved.

    Yields the work of each step.

    >>> from flint import fmpz_mpoly_ctx
    >>> from casbridge.charset.groebner.quotient import Staircase
    >>> y, x = fmpz_mpoly_ctx.get(["y", "x"], "degrevlex").gens()
    >>> basis = IntegerBasis([y - 2 * x, x**2 - 2], Staircase(2, [(1, 0), (0, 2)]))
    >>> def steps():
    ...     print((yield from minimal_polynomial(basis, 0)))
    >>> all(work > 0 for work in steps())
    x^2 + (-8)
    True
    """
    from flint import fmpz_poly

    many = len(basis.staircase.standard or ())
    lifting: Lifting | None = None
    degree = 0
    for p in half_primes():
        quotient = basis.modulo(p, deadline)
        yield 1_000 + many * many // 4 + many**3 // 1_000
        if quotient is None:
            continue
        coefficients = quotient.minimal_polynomial(variable)
        if lifting is None or len(coefficients) > degree:  # a bad prime may have a smaller degree
            lifting, degree = Lifting([len(coefficients)]), len(coefficients)
        if len(coefficients) < degree:
            continue
        lifting.take(p, coefficients)
        if not lifting.is_due():
            continue
        rationals = lifting.rationals()
        if rationals is not None:
            return fmpz_poly(rationals[0][0])
    return None


def vanish(
    parametrisation: Parametrisation,
    polynomials: Iterable[Mapping[Exponents, int]],
    factors: Iterable[Any],
    deadline: Deadline = NEVER,
) -> Generator[int, None, bool]:
    """Whether polynomials with integer coefficients vanish at the points of irreducible factors of M: a proof.

    polynomials: exponents, greatest variable first, with coefficients. Yields the work of each step.

    >>> from flint import fmpz_poly
    >>> points = Parametrisation(fmpz_poly([-2, 0, 1]), (fmpz_poly([4]),), 1, (1,))
    >>> def steps(polynomial):
    ...     print((yield from vanish(points, [polynomial], [points.minimal])))
    >>> all(steps({(2,): 1, (0,): -2})), all(steps({(2,): 1, (0,): -3}))
    True
    False
    (True, True)
    """
    polynomials = [*polynomials]
    product = parametrisation.minimal.__class__([1])
    bits = 0
    degree = parametrisation.minimal.degree()
    highest = max([degree - 1, *(one.degree() for one in parametrisation.numerators)])
    heights = [_norm_bits(one) for one in parametrisation.numerators]
    below = _norm_bits(parametrisation.minimal.derivative()) + parametrisation.denominator.bit_length()
    for factor in factors:
        product *= factor
        for terms in polynomials:
            total = max(map(sum, terms), default=0)
            largest = max(
                c.bit_length() + sum(map(mul, exponents, heights)) + below * (total - sum(exponents))
                for exponents, c in terms.items()
            )
            high = total * highest
            bits = max(bits, largest + len(terms).bit_length() + -(-high * _norm_bits(factor) // factor.degree()))
    for p in word_primes():
        deadline.check("no zeros were found")
        points = parametrisation.modulo(p, product)
        if points is None:
            continue
        values = Values(*points)
        if any(values.at(terms) for terms in polynomials):
            return False
        yield 100 + (3 + degree // 32) * sum(map(len, polynomials))
        bits -= p.bit_length() - 1
        if bits < 0:
            return True
    return False


class Values:
    """Values of polynomials at a point whose coordinates are polynomials in t modulo another one.

    >>> from flint import nmod_poly
    >>> Values(nmod_poly([5, 0, 1], 7), [nmod_poly([0, 2], 7)]).at({(2,): 1, (0,): -1})
    0
    """

    def __init__(self, modulus: Any, point: Sequence[Any]) -> None:
        self._modulus, self._point = modulus, point
        self._monomials: dict[Exponents, Any] = {(0,) * len(point): point[0] * 0 + 1}

    def at(self, terms: Mapping[Exponents, int]) -> Any:
        """The value of a polynomial with integer coefficients."""
        p = self._modulus.modulus()
        total = self._point[0] * 0
        for exponents, coefficient in terms.items():
            total += self.monomial(exponents) * (coefficient % p)
        return total % self._modulus

    def monomial(self, exponents: Exponents) -> Any:
        """The value of a monomial."""
        if exponents not in self._monomials:
            v = next(v for v, e in enumerate(exponents) if e)
            less = (*exponents[:v], exponents[v] - 1, *exponents[v + 1 :])
            self._monomials[exponents] = self.monomial(less) * self._point[v] % self._modulus
        return self._monomials[exponents]


def _norm_bits(polynomial: Any) -> int:
    """Bits of the sum of the absolute values of the coefficients."""
    return sum(abs(int(c)) for c in polynomial.coeffs()).bit_length()
