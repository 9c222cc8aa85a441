"""Starts by Wu's method on a Gröbner basis: the basis in steps, then the decomposition of what it generates."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any

from casbridge.algebra.arithmetic import chosen_arithmetic
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.elements import Elements
from casbridge.charset.general.decomposition import Start, StepwiseStart
from casbridge.charset.general.groebner import integer_terms
from casbridge.charset.groebner.primes import PRIMES, BadPrime
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: Bits of the coefficients of an exact basis beyond which it is given up.
_MOST_BITS = 10_000

#: A generator that yields the work of each step and returns generators of the ideal; None where they are too large.
BasisSteps = Generator[int, None, Sequence[Polynomial] | None]


class OnBasis(StepwiseStart):
    """Wu's method on other generators of the ideal.

    It raises UnsupportedError where they are too large.
    basis: finds the generators. direct: makes a start from polynomials.

    >>> from casbridge.algebra import variables
    >>> from casbridge.charset.general.decomposition import Decomposition
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> basis = guided_basis(x.ring, [x**2 * y - x, x * y**2 - x])
    >>> start = OnBasis(elements, basis, lambda polynomials: Decomposition(elements, polynomials))
    >>> start.advance(1_000_000), start.complete, start.found
    (True, True, [(x,), (x - 1, y - 1), (x + 1, y + 1)])
    """

    def __init__(self, elements: Elements, basis: BasisSteps, direct: Callable[[Sequence[Polynomial]], Start]) -> None:
        super().__init__(elements, ())
        self.basis, self.direct = basis, direct

    def run(self) -> Iterator[int | None]:
        polynomials = yield from self.basis
        if polynomials is None:
            raise UnsupportedError("a Groebner basis that is too large")
        series = self.direct(polynomials)
        series.found, series.most, series.tell = self.found, self.most, self.tell
        yield from self.turns(series)
        self.complete = series.complete


def is_guided(ring: Ring) -> bool:
    """Whether `guided_basis` takes polynomials of a ring.

    >>> is_guided(Ring.of("x y"))
    True
    """
    return ring.size > 0 and ring.field.characteristic < 1 << 31 and chosen_arithmetic() == "flint"


def guided_basis(ring: Ring, polynomials: Sequence[Polynomial], deadline: Deadline = NEVER) -> BasisSteps:
    """Computes members of an ideal: its basis in the order degrevlex, if the prime that guides it is a good one.

    Over GF(p) they are the reduced Gröbner basis. Over QQ each one is exactly in the ideal, but a member may be
    missing. So the polynomials are returned with them. Parameters are taken as variables.

    Returns None where the basis is too large. Yields the work of each step, in about microseconds.

    >>> from casbridge.algebra import Field, variables
    >>> x, y = variables(Ring.of("x y", Field(7)))
    >>> def steps():
    ...     print((yield from guided_basis(x.ring, [x**2 * y - x, x * y**2 - x])))
    >>> all(work > 0 for work in steps())
    (x*y - x**2, x**3 - x)
    True
    """
    from casbridge.charset.groebner.modular import ModularRun, TooLarge

    given = [polynomial for polynomial in polynomials if polynomial]
    if not given:
        return ()
    generators = [integer_terms(polynomial) for polynomial in given]
    p = ring.field.characteristic
    try:
        if p:
            images = [{e: c % p for e, c in terms.items()} for terms in generators]
            run = ModularRun(ring.size, images, p, deadline=deadline)
            yield from run.steps()
            return tuple(Polynomial(ring, {e[::-1]: c for e, c in terms.items()}).normal() for terms in run.basis())
        exact = yield from _exact(ring, generators, deadline)
    except TooLarge:
        return None
    return None if exact is None else (*given, *exact)


def _exact(ring: Ring, generators: Sequence[Any], deadline: Deadline) -> Generator[int, None, list[Polynomial] | None]:
    """Members over QQ. Raises TooLarge."""
    from flint import fmpz_mpoly_ctx

    from casbridge.charset.groebner.guided import GuidedRun

    context = fmpz_mpoly_ctx.get([*reversed(ring.variables)], "degrevlex")
    natives = [context.from_dict(terms) for terms in generators]
    for prime in PRIMES:
        try:
            run = GuidedRun(context, natives, prime, bits=_MOST_BITS, deadline=deadline)
            yield from run.steps()
        except BadPrime:
            continue
        found = (native.to_dict().items() for native in run.exact_basis())
        return [Polynomial(ring, {tuple(map(int, e[::-1])): int(c) for e, c in terms}) for terms in found]
    return None
