"""A start for systems with finitely many zeros: all of them by one polynomial, and a chain for each of its factors.

    F4 modulo a prime: finitely many? ──▶ exact basis ──▶ parametrisation ──▶ its factors ──▶ closed points ──▶ chains

The chains are all if their degrees add up to the number of standard monomials. For the members of the basis are in the
ideal, so there are no more zeros than that, and different chains of this kind have different zeros.

Where the minimal polynomial of a variable has several factors, or one twice, each factor is added to the ideal, and
each part is solved for itself. No part is missing if their zeros are as many as the standard monomials, or if the
minimal polynomial is proved to be in the ideal.

Where the exact basis has long coefficients, but all zeros modulo the prime are simple, there is a shorter way:

    few exact members: a bound of the number of zeros ──▶ Newton's method from the prime ──▶ parametrisation ──▶ chains
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from math import prod
from typing import Any

from casbridge.algebra.arithmetic import Exponents, chosen_arithmetic
from casbridge.algebra.fields import Ring
from casbridge.charset.general.decomposition import StepwiseStart
from casbridge.charset.general.groebner import integer_terms
from casbridge.charset.groebner.primes import PRIMES, BadPrime
from casbridge.errors import UnsupportedError

#: Standard monomials beyond which the zeros are left to other starts.
_MOST_ZEROS = 1_000
#: Bits of the coefficients of an exact basis beyond which it is given up, and those of a part's basis.
_MOST_BITS, _MOST_BITS_OF_PARTS = 10_000, 1_000
#: Bits of the coefficients of an exact basis beyond which simple zeros are lifted from a prime instead, and how many
#: linear forms are tried to see whether they are simple.
_BEFORE_LIFTING = ((100, 5), (_MOST_BITS, 0))
#: Zeros that are lifted from a prime at most, and digits to its base.
_MOST_LIFTED, _MOST_DIGITS = 500, 5_000
#: Terms of a minimal polynomial beyond which it is not proved to be in the ideal: that would take too long.
_MOST_TERMS = 24
#: Bounds of the coefficients of linear forms that are tried, one after the other. 0 stands for the lowest variable.
_FORMS = (0, 1, 2, 3, 5, 8, 13, 30, 100)
#: Its turns are so many times longer once it has done so much work, and it is known that there are finitely many zeros.
_PROMISE, _LONG = 8, 200_000

#: Work that is enough to decide whether there are finitely many zeros, or else other strategies do not wait any more.
_DECISION = 300_000
#: About the work of the products with a variable.
_WORK_OF_QUOTIENT = 1_000

_Terms = dict[Exponents, int]


class ByBasis(StepwiseStart):
    """A start by a Gröbner basis in the order degrevlex, over QQ or GF(p), for finitely many zeros that are all simple.

    It raises UnsupportedError for infinitely many zeros, and for multiple zeros.

    >>> from casbridge.algebra import variables
    >>> from casbridge.charset.elements import Elements
    >>> x, y = variables(Ring.of("x y"))
    >>> start = ByBasis(Elements(x.ring), [x**2 - 2, y**2 - 8])
    >>> start.advance(1_000_000), start.complete, start.found
    (True, True, [(x^2 - 2, y + 2*x), (x^2 - 2, y - 2*x)])
    """

    is_irredundant = True

    @staticmethod
    def is_available(ring: Ring) -> bool:
        """Whether this start takes systems of a ring: several variables, no parameters, and python-flint is here.

        >>> ByBasis.is_available(Ring.of("x y")), ByBasis.is_available(Ring.of("x"))
        (True, False)
        """
        return (
            ring.size > 1 and not ring.lowest and ring.field.characteristic < 1 << 31 and chosen_arithmetic() == "flint"
        )

    def advance(self, work: int) -> bool:
        self.is_deciding = self.work + work < _DECISION
        if self.fits and self.work > _LONG:
            self.promise = _PROMISE
        return super().advance(work)

    def run(self) -> Iterator[int]:
        from casbridge.charset.groebner.modular import ModularRun, TooLarge

        generators = [integer_terms(polynomial) for polynomial in self.polynomials if polynomial]
        p = self.elements.ring.field.characteristic
        if not generators:
            raise UnsupportedError("infinitely many zeros")
        for prime in [p] if p else PRIMES:
            images = [{e: c % prime for e, c in terms.items() if c % prime} for terms in generators]
            if not all(images):
                continue
            run = ModularRun(self.elements.ring.size, images, prime, deadline=self.elements.deadline)
            try:
                yield from run.steps()
                yield from self._modular(run) if p else self._exact(run, generators)
            except BadPrime:
                continue
            except TooLarge as error:
                raise UnsupportedError("a Groebner basis that is too large") from error
            return
        raise UnsupportedError("primes that mislead")

    def _staircase(self, run: Any) -> Any:
        """What the leading monomials of a run leave."""
        from casbridge.charset.groebner.quotient import Staircase

        growing = run.growing
        staircase = Staircase(
            self.elements.ring.size, [growing.members[i].leading for i in growing.current], _MOST_ZEROS
        )
        self.fits = staircase.standard is not None
        if staircase.standard is None:
            raise UnsupportedError("infinitely many zeros, or too many")
        return staircase

    def _forms(self) -> Iterator[list[int]]:
        """Linear forms: the lowest variable, then others with larger and larger coefficients."""
        size, chance = self.elements.ring.size, random.Random(0)
        for bound in _FORMS:
            yield [*(chance.randint(-bound, bound) for _ in range(size - 1)), 1]

    def _modular(self, run: Any) -> Iterator[int]:
        """The chains over GF(p)."""
        from casbridge.charset.groebner.closed_points import closed_points_modulo
        from casbridge.charset.groebner.quotient import ModularQuotient, as_vectors

        standard = self._staircase(run).standard
        if standard:
            quotient = ModularQuotient(standard, as_vectors(run.tails(), standard), run.p, self.elements.deadline)
            for form in self._forms():
                found = quotient.parametrized(form)
                yield 200 + len(standard) ** 3 // 20
                if found is not None:
                    break
            else:
                raise UnsupportedError("zeros that no linear form separates")
            for chain in closed_points_modulo(found, run.p):
                self.take_terms(chain)
                yield 100 + len(standard) ** 2
        self.complete = True

    def _exact(self, run: Any, generators: Sequence[_Terms]) -> Iterator[int]:
        """The chains over QQ. Raises BadPrime."""
        from flint import fmpz_mpoly_ctx

        from casbridge.charset.groebner.guided import GuidedRun
        from casbridge.charset.groebner.modular import TooLarge

        ring, deadline = self.elements.ring, self.elements.deadline
        self._staircase(run)
        context = fmpz_mpoly_ctx.get([*reversed(ring.variables)], "degrevlex")
        natives = [context.from_dict(terms) for terms in generators]
        for bits, forms in _BEFORE_LIFTING:
            exact = GuidedRun(context, natives, run.p, bits=bits, deadline=deadline)
            try:
                yield from exact.steps()
                chains = yield from self._chains(exact, generators)
            except TooLarge:
                lifted = (yield from self._lifted(run, generators, context, forms)) if forms else None
                if lifted is None:  # multiple zeros, perhaps
                    continue
                chains = lifted
            break
        else:
            raise TooLarge
        for chain in chains:
            self.take_terms(chain)
        if len(set(self.found)) < len(self.found):
            raise UnsupportedError("chains that are not proved to be all")
        self.complete = True

    def _simple(self, run: Any, forms: int) -> Generator[int, None, tuple[Any, list[int]] | None]:
        """All zeros modulo a prime by one polynomial, and its linear form; None where zeros are multiple, it seems."""
        from flint import nmod_poly

        from casbridge.charset.groebner.quotient import ModularQuotient, as_vectors, is_squarefree

        standard = self._staircase(run).standard
        if not 0 < len(standard) <= _MOST_LIFTED:
            return None
        quotient = ModularQuotient(standard, as_vectors(run.tails(), standard), run.p, self.elements.deadline)
        for form in islice(self._forms(), forms):
            found = quotient.parametrized(form)
            yield _WORK_OF_QUOTIENT + len(standard) ** 3 // 20
            if found is not None and is_squarefree(nmod_poly(found.minimal, run.p)):
                return found, form
        return None

    def _lifted(
        self, run: Any, generators: Sequence[_Terms], context: Any, forms: int
    ) -> Generator[int, None, list[list[_Terms]] | None]:
        """The chains, lifted from the prime without a basis over QQ; None where no form tells simple zeros apart.

        forms: how many are tried.
        """
        from casbridge.charset.groebner.bounding import is_bounded_by
        from casbridge.charset.groebner.closed_points import chain_of, closed_point
        from casbridge.charset.groebner.newton import lifted_points

        deadline = self.elements.deadline
        simple = yield from self._simple(run, forms)
        if simple is None:
            return None
        if not (yield from is_bounded_by(run, generators, context, bits=_MOST_BITS, deadline=deadline)):
            raise BadPrime
        points, form = simple
        found = yield from lifted_points(points, form, generators, run.p, most=_MOST_DIGITS, deadline=deadline)
        if found is None:
            return None
        chains = []
        for one in found:
            if one.is_lowest:
                chains.append(chain_of(one))
                continue
            chain = yield from closed_point(one, one.minimal, generators, deadline, good=run.p)
            if chain is None:
                raise UnsupportedError("a chain that is not proved")
            chains.append(chain)
        if _points_of(chains) < len(points.minimal) - 1:
            raise UnsupportedError("chains that are not proved to be all")
        return chains

    def _chains(self, exact: Any, generators: Sequence[_Terms]) -> Generator[int, None, list[list[_Terms]]]:
        """The chains of a part, which is split where a variable tells zeros apart."""
        from casbridge.charset.groebner.guided import GuidedRun
        from casbridge.charset.groebner.modular import TooLarge

        staircase = self._staircase(exact)
        product, parts, form = yield from self._split(exact, staircase)
        found: list[list[_Terms]] = []
        try:
            for part in parts:
                own = GuidedRun(
                    exact.context,
                    [part],
                    exact.p,
                    known=exact.exact_basis(),
                    bits=_MOST_BITS_OF_PARTS,
                    deadline=exact.deadline,
                )
                yield from own.steps()
                found += yield from self._chains(own, generators)
        except TooLarge as error:
            if sum(part.total_degree() for part in parts) < product.total_degree():
                raise UnsupportedError("multiple zeros in a part that is too large") from error
            parts = []
        # The parts have all zeros if these are as many as there may be, or if the product is in the ideal.
        if parts and _points_of(found) < len(staircase.standard):
            is_small = len(product) <= _MOST_TERMS and max(map(abs, product.coeffs())) < 1 << _MOST_BITS_OF_PARTS
            if not is_small or exact.remainder(product):
                raise UnsupportedError("parts that are not proved to be all")
        return found if parts else (yield from self._points(exact, staircase, generators, form))

    def _split(self, exact: Any, staircase: Any) -> Generator[int, None, tuple[Any, list[Any], list[int]]]:
        """The minimal polynomial of a variable that tells some zeros apart, and its factors; [] where none does.

        The last value is the first linear form to try: if possible, a variable with different values at all zeros.
        """
        from flint import nmod_poly

        from casbridge.charset.groebner.parametrisation import minimal_polynomial
        from casbridge.charset.groebner.primes import half_primes
        from casbridge.charset.groebner.quotient import IntegerBasis, is_squarefree

        many, size = len(staircase.standard), staircase.size
        units = [[int(v == variable) for v in range(size)] for variable in range(size)]
        if many < 2:
            return None, [], units[-1]
        basis = IntegerBasis(exact.exact_basis(), staircase)
        quotient = next(filter(None, (basis.modulo(p, self.elements.deadline) for p in half_primes())))
        for variable in range(size - 1, -1, -1):
            modular = nmod_poly(quotient.minimal_polynomial(variable), quotient.p)
            yield _WORK_OF_QUOTIENT + many * many // 2
            if modular.degree() == many and is_squarefree(modular):
                return None, [], units[variable]
        for variable in range(size - 1, -1, -1):
            minimal = yield from minimal_polynomial(basis, variable, self.elements.deadline)
            factors = minimal.factor()[1]
            if len(factors) > 1 or any(power > 1 for _, power in factors):
                x = exact.context.gens()[variable]
                return _at(minimal, x), [_at(factor, x) for factor, _ in factors], units[variable]
        return None, [], units[-1]

    def _points(
        self, exact: Any, staircase: Any, generators: Sequence[_Terms], first: list[int]
    ) -> Generator[int, None, list[list[_Terms]]]:
        """The chains of a part as it stands. first: a linear form that is tried before others."""
        from casbridge.charset.groebner.closed_points import closed_point
        from casbridge.charset.groebner.parametrisation import parametrised
        from casbridge.charset.groebner.quotient import IntegerBasis

        deadline = self.elements.deadline
        if not staircase.standard:
            return []
        basis = IntegerBasis(exact.exact_basis(), staircase)
        for form in [first, *self._forms()]:
            points = yield from parametrised(basis, form, deadline)
            if points is not None:
                break
        else:
            raise UnsupportedError("zeros that no linear form separates, or multiple ones")
        chains: list[list[_Terms]] = []
        for factor, _ in points.minimal.factor()[1]:
            chain = yield from closed_point(points, factor, generators, deadline)
            if chain is None:
                raise UnsupportedError("a chain that is not proved")
            chains.append(chain)
        if _points_of(chains) < len(staircase.standard):
            raise UnsupportedError("chains that are not proved to be all")
        return chains


def _points_of(chains: Sequence[Sequence[_Terms]]) -> int:
    """How many zeros chains have that are lowest variable first: the product of the main degrees of each."""
    return sum(prod(max(e[-1 - v] for e in terms) for v, terms in enumerate(chain)) for chain in chains)


def _at(polynomial: Any, value: Any) -> Any:
    """A polynomial in one variable, at a polynomial in several."""
    found = value * 0
    for c in reversed(polynomial.coeffs()):
        found = found * value + int(c)
    return found
