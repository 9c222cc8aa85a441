"""Factors of separable polynomials over a tower by norms (Trager, "Algebraic factoring", 1976).

The norm N of b(x + θ) is a polynomial over K(u). The norm of each irreducible factor of b(x + θ) is a power of an
irreducible N_j. The gcds of b(x + θ) with the N_j split b. If deg N_j = [L : K(u)]·deg gcd(b(x + θ), N_j), the gcd is
irreducible, because the norm of each of its factors is a multiple of N_j. Otherwise another θ is tried: N need not be
squarefree.

If L is not separable over K(u), let S be the largest separable subfield. The coefficients of b to the power q = p^e are
in S for an e large enough. Let b* be the polynomial with these coefficients. It factors over S as b does over L, and
the factors of b are the gcd(b, G(x^q)), G a factor of b*. In normal form an element of S has only powers of y^(p^i) for
a step that is a polynomial in y^(p^i).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, prod

from casbridge.algebra.arithmetic import Native
from casbridge.charset.elements import HIGHEST_DEGREE, coefficient_work
from casbridge.charset.towers.tower import Tower
from casbridge.errors import UnsupportedError

#: Values of θ that are tried. Far fewer are needed.
_ATTEMPTS = 1000

#: Work of a resultant from which on it is only begun where the turn allows it: FLINT's function does not return before.
_LONG_RESULTANT = 300_000


class _NotSeparable(Exception):
    """A polynomial whose coefficients are not in the separable part of the tower."""


class Norms:
    """Norms and factors over one tower.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.charset.elements import Elements
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> norms = Norms(Tower(elements, [elements.of_polynomial(x**2 - 2)]))
    >>> norms.norm(elements.of_polynomial(y - x).native, 1)
    y^2 - 2
    """

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        p = tower.characteristic
        self.inseparable = [1] * len(tower.steps)
        if p:
            for position, step in enumerate(tower.steps):
                powers = gcd(*(e[step.variable] for e in tower.arithmetic.terms(step.native)))
                while powers % (p * self.inseparable[position]) == 0:
                    self.inseparable[position] *= p
        self.separable_degree = tower.degree // prod(self.inseparable)

    def norm(self, native: Native, variable: int, steps: Sequence[Native] = ()) -> Native:
        """The norm from the separable part of the tower, up to a factor in K(u).

        steps: in place of the steps of the tower.
        Raises UnsupportedError for a norm of so high a degree that FLINT may not return.
        """
        tower = self.tower
        degree = self.separable_degree * tower.degree_in(native, variable)
        if degree > HIGHEST_DEGREE:
            what = f"a norm of degree {degree} over a tower of degree {tower.degree}"
            raise UnsupportedError(f"{what}; the general way takes at most {HIGHEST_DEGREE}")
        for position in reversed(range(len(tower.steps))):
            tower.elements.check()
            step, power = tower.steps[position], self.inseparable[position]
            divisor = steps[position] if steps else step.native
            if not tower.degree_in(native, step.variable):
                native = native ** (step.degree // power)
                continue
            if power > 1:
                divisor = self._deflated(divisor, step.variable, power)
                native = self._deflated(native, step.variable, power)
            degrees = tower.degree_in(divisor, step.variable) * tower.degree_in(native, step.variable)
            if (work := self._least_work(divisor, native, step.variable)) > _LONG_RESULTANT:
                tower.elements.spend(work)
            native = tower.arithmetic.resultant(divisor, native, step.variable)
            tower.elements.work += 10 + len(native) * coefficient_work(tower.arithmetic.bits(native)) * degrees // 20
            native = tower.primitive(native, variable)
        return native

    def _least_work(self, first: Native, second: Native, variable: int) -> int:
        """About the least work of a resultant that is dense, with the degrees and the bits that it may have."""
        arithmetic = self.tower.arithmetic
        degrees, others = arithmetic.degrees(first), arithmetic.degrees(second)
        high, low = degrees[variable], others[variable]
        terms = prod(
            1 + high * d + low * e for v, (e, d) in enumerate(zip(degrees, others, strict=True)) if v != variable
        )
        bits = high * arithmetic.bits(second) + low * arithmetic.bits(first)
        return (high + low) ** 2 * terms * (1 + bits // 64) // 1_000

    def _deflated(self, native: Native, variable: int, power: int) -> Native:
        """The polynomial with y^power replaced by y."""
        terms = {}
        for exponents, coefficient in self.tower.arithmetic.terms(native).items():
            if exponents[variable] % power:
                raise _NotSeparable
            terms[tuple(e // power if v == variable else e for v, e in enumerate(exponents))] = coefficient
        return self.tower.arithmetic.from_terms(terms)

    def factors(self, native: Native, variable: int) -> list[Native]:
        """The irreducible factors, normalised, of a polynomial that is reduced and separable over the tower."""
        tower, power = self.tower, 1
        if self.separable_degree == tower.degree:
            return self._refined(native, variable, power)
        while True:
            lifted = tower.reduced(tower.with_powers(native, variable, 1, power))
            try:
                found = self._refined(tower.normalised(lifted, variable), variable, power)
            except _NotSeparable:
                power *= tower.characteristic
                continue
            if len(found) == 1:
                return [native]
            if power == 1:
                return found
            return [tower.gcd(native, tower.with_powers(factor, variable, power), variable) for factor in found]

    def _refined(self, native: Native, variable: int, power: int) -> list[Native]:
        tower = self.tower
        done: list[Native] = []
        todo = [native]
        for attempt in range(_ATTEMPTS):
            scale, shift = self._move(attempt, native, variable, power)
            pending = []
            for part in todo:
                irreducible, others = self._split(part, variable, scale, shift)
                done += irreducible
                pending += others
            todo = pending
            if not todo:
                return [tower.normalised(part, variable) for part in done]
        raise ArithmeticError("no shift makes the norm squarefree")

    def _split(self, native: Native, variable: int, scale: Native, shift: Native) -> tuple[list[Native], list[Native]]:
        """Factors that are proved irreducible, and other factors, from the norm of b(scale·x + shift)."""
        tower = self.tower
        if tower.degree_in(native, variable) == 1:
            return [native], []
        generator = tower.arithmetic.generator(variable)
        shifted = self._substituted(native, variable, scale * generator + shift, tower.arithmetic.constant(1))
        judgement = self._specialised(shifted, variable)
        if judgement is not None:
            return ([native], []) if judgement else ([], [native])
        parts = self._factors_with(self.norm(shifted, variable), variable)
        sizes = [tower.degree_in(part, variable) for part in parts]
        squarefree = sum(sizes) == self.separable_degree * tower.degree_in(native, variable)
        if len(parts) == 1:
            return ([native], []) if squarefree else ([], [native])
        done: list[Native] = []
        others: list[Native] = []
        rest = tower.normalised(shifted, variable)
        for position, (part, size) in enumerate(zip(parts, sizes, strict=True), 1):
            factor = rest
            if position < len(parts) or not squarefree:
                factor = tower.gcd(part, rest, variable, size // self.separable_degree if squarefree else 0)
            if position < len(parts):
                rest = tower.normalised(tower.divide(rest, factor, variable)[0], variable)
            whole = size == self.separable_degree * tower.degree_in(factor, variable)
            (done if whole else others).append(self._substituted(factor, variable, generator - shift, scale))
        return done, others

    def _specialised(self, native: Native, variable: int) -> bool | None:
        """The judgement of the norm at a random point u of QQ^d, or None where the norm itself is needed.

        True: it is irreducible, and so are the norm and the polynomial. False: it seems not to be squarefree.
        """
        tower, arithmetic = self.tower, self.tower.arithmetic
        parameters = tower.parameters_with(native, variable)
        if tower.characteristic or not parameters:
            return None
        values = {u: tower.random.randint(-20, 20) for u in parameters}
        steps = [arithmetic.substitute(step.native, values) for step in tower.steps]
        if any(tower.degree_in(n, step.variable) < step.degree for n, step in zip(steps, tower.steps, strict=True)):
            return None
        norm = self.norm(arithmetic.substitute(native, values), variable, steps)
        degree = tower.degree * tower.degree_in(native, variable)
        if tower.degree_in(norm, variable) < degree:
            return None
        parts = self._factors_with(norm, variable)
        if sum(tower.degree_in(part, variable) for part in parts) < degree:
            return False
        return True if len(parts) == 1 else None

    def _factors_with(self, norm: Native, variable: int) -> list[Native]:
        """The different irreducible factors of a norm in which the variable occurs, highest degree first.

        The gcd with the factor of highest degree takes the fewest steps, and the last factor needs no gcd.
        """
        tower = self.tower
        found = [factor for factor, _ in tower.arithmetic.factor(norm) if tower.degree_in(factor, variable)]
        return sorted(found, key=lambda factor: -tower.degree_in(factor, variable))

    def _substituted(self, native: Native, variable: int, numerator: Native, denominator: Native) -> Native:
        """b(numerator/denominator) without the denominator, reduced."""
        tower = self.tower
        coefficients = tower.coefficients(native, variable)
        found, scale = tower.arithmetic.constant(0), tower.arithmetic.constant(1)
        for power in range(max(coefficients), -1, -1):
            tower.elements.check()
            found = found * numerator
            if power in coefficients:
                found = found + coefficients[power] * scale
            scale = scale * denominator
        return tower.primitive(tower.reduced(found), variable)

    def _move(self, attempt: int, native: Native, variable: int, power: int) -> tuple[Native, Native]:
        """A scale and a shift in the separable part.

        At first the shift is the sum of the variables y that do not occur. Then it is random, as `_random_shift` says.
        The scale is not zero. It is 1 except over finite fields, where shifts may not be enough.
        """
        tower, arithmetic = self.tower, self.tower.arithmetic
        p, one = tower.characteristic, arithmetic.constant(1)
        if not attempt:
            degrees, steps = arithmetic.degrees(native), zip(tower.steps, self.inseparable, strict=True)
            missing = [s.variable for s, inseparable in steps if not degrees[s.variable] and inseparable < s.degree]
            return one, tower.reduced(sum((arithmetic.generator(v) ** power for v in missing), arithmetic.constant(0)))
        parameters = tower.parameters_with(native, variable)
        if p and not parameters:
            scale, shift = (
                arithmetic.from_terms({exponents: tower.random.randrange(p) for exponents in tower.basis})
                for _ in range(2)
            )
            return scale or one, shift
        return one, self._random_shift(attempt, parameters, power)

    def _random_shift(self, attempt: int, parameters: Sequence[int], power: int) -> Native:
        """Σ s·y^power with small integers s; in characteristic p, from the third attempt, with polynomials s in u."""
        tower, arithmetic = self.tower, self.tower.arithmetic
        p, random = tower.characteristic, tower.random
        bound = min(attempt + 1, p - 1) if p else attempt + 1
        total = arithmetic.constant(0)
        for v in tower.variables:
            value = random.randint(-bound, bound)
            factor = arithmetic.constant(value % p if p else value)
            if p and attempt > 2:
                for u in parameters:
                    scale = arithmetic.constant(random.randrange(p))
                    factor = factor + scale * arithmetic.generator(u) ** random.randint(1, attempt // 3)
            total = total + factor * arithmetic.generator(v) ** power
        return tower.reduced(total)
