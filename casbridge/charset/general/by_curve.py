"""A start for curves in projective space over GF(p): one chain for each of its components, and chains for some points.

    F4 ──▶ the cone over the curve, x0 = 1 ──▶ a plane curve F, fractions Wᵥ / F' ──▶ its factors ──▶ chains
                                                  └──▶ the points where F' vanishes ──▶ chains

A homogeneous system has cones as zeros. The chains F = 0, F'·xᵥ = Wᵥ are made homogeneous. All their zeros are zeros
of the system, and all points with x0 = 1 and F' ≠ 0 are among them. What is left are the points with F' = 0. If the
resultant of F and F' has the full degree, only the origin is such a point at x0 = 0.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casbridge.algebra.arithmetic import Exponents, chosen_arithmetic
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.elements import Elements
from casbridge.charset.general.decomposition import StepwiseStart
from casbridge.charset.general.groebner import integer_terms
from casbridge.errors import UnsupportedError

#: Smaller primes may have too few points.
_LEAST_PRIME = 1_000
#: Its turns are so many times longer.
_PROMISE = 8
#: Linear forms that are tried.
_FORMS = 3

_Terms = dict[Exponents, int]


class ByCurve(StepwiseStart):
    """A start by a plane curve, for homogeneous systems over GF(p) whose zeros are the cone over a curve.

    It raises UnsupportedError where they are not, or where the curve is not seen as a plane curve.
    closure: require only V(P) = ∪ V(sat C). The chains of the components are enough then.

    >>> from casbridge.algebra import Field, variables
    >>> x, y, z, u = variables(Ring.of("x y z u", Field(32003)))
    >>> start = ByCurve(Elements(x.ring), [x * u + y * z - u**2, z**2 - y * u + x * y + x**2])
    >>> start.advance(1_000_000), len(start.found)
    (True, 5)
    >>> start.found[1]
    (y, z^2 + x^2, u)
    """

    is_irredundant = True
    promise = _PROMISE

    def __init__(self, elements: Elements, polynomials: Sequence[Polynomial], *, closure: bool = False) -> None:
        super().__init__(elements, polynomials)
        self.closure = closure

    @staticmethod
    def is_available(ring: Ring, polynomials: Sequence[Polynomial]) -> bool:
        """Whether this start takes a system: homogeneous, over a large GF(p), and not too few equations for a curve.

        >>> from casbridge.algebra import Field, variables
        >>> x, y, z, u = variables(Ring.of("x y z u", Field(32003)))
        >>> ByCurve.is_available(x.ring, [x * z - y**2, y * u]), ByCurve.is_available(x.ring, [x * z - y, y * u])
        (True, False)
        """
        return (
            _LEAST_PRIME <= ring.field.characteristic < 1 << 31
            and not ring.lowest
            and len(polynomials) >= ring.size - 2 > 1
            and all(len({sum(e) for e in polynomial.terms}) == 1 for polynomial in polynomials)
            and chosen_arithmetic() == "flint"
        )

    def run(self) -> Iterator[int]:
        from casbridge.charset.groebner.closed_points import closed_points_modulo
        from casbridge.charset.groebner.curve import Cone
        from casbridge.charset.groebner.modular import ModularRun, TooLarge

        p, size, deadline = self.elements.ring.field.characteristic, self.elements.ring.size, self.elements.deadline
        run = ModularRun(size, [integer_terms(f) for f in self.polynomials], p, deadline=deadline)
        try:
            yield from run.steps()
        except TooLarge as error:
            raise UnsupportedError("a Groebner basis that is too large") from error
        cone = Cone(run, deadline)
        yield 100 * len(cone.low)
        if not cone.is_free():
            raise UnsupportedError("a curve with points that are not on it")
        plane = yield from cone.plane_curve()
        self.fits = True
        curve, derivative, *fractions = _natives([plane.curve, plane.derivative, *plane.fractions], p)
        for factor, _ in curve.factor()[1]:
            self.take_terms(_chain(factor, derivative % factor, [one % factor for one in fractions], size))
            yield 1_000
        if self.closure:
            self.complete = True
            return
        number = int(curve.resultant(derivative, "x2").degrees()[1])
        if number < plane.degree * (plane.degree - 1):
            raise UnsupportedError("a curve with multiple points where the lowest variable is 0")
        yield 100 * plane.degree**2
        chance = random.Random(0)
        for _ in range(_FORMS):
            points = cone.points(plane, number, tuple(chance.randint(-100, 100) for _ in range(cone.size)))
            yield number * (100 + number // 2) * cone.size // 3
            if points is not None:
                break
        else:
            raise UnsupportedError("points of a curve that no linear form separates")
        has_origin = False
        for point in closed_points_modulo(points, p):
            chain = [_homogeneous(terms) for terms in point]
            self.take_terms(chain)
            # Initials that are constants do not vanish at the origin.
            has_origin = has_origin or all(_is_monic(terms) for terms in chain)
            yield 100 + number**2
        if not has_origin:
            self.take_terms({tuple(int(v == size - 1 - i) for v in range(size)): 1} for i in range(size))
        self.complete = True


def _natives(arrays: Sequence[Any], p: int) -> list[Any]:
    """FLINT's polynomials in x2 and x1, from coefficients of x2^k·x1^i at [k, i]."""
    from flint import nmod_mpoly_ctx

    context = nmod_mpoly_ctx.get(["x2", "x1"], modulus=p, ordering="lex")
    return [
        context.from_dict({(k, i): c for k, row in enumerate(array.tolist()) for i, c in enumerate(row) if c % p})
        for array in arrays
    ]


def _chain(curve: Any, derivative: Any, fractions: Sequence[Any], size: int) -> Iterator[_Terms]:
    """The chain of a component: F, and F'·xᵥ − Wᵥ, homogeneous."""

    def terms(native: Any, variable: int | None = None, sign: int = 1) -> _Terms:
        found = {}
        for (k, i), c in native.to_dict().items():
            exponents = [0] * (size - 1)
            exponents[-2:] = [int(k), int(i)]
            if variable is not None:
                exponents[variable] += 1
            found[tuple(exponents)] = sign * int(c)
        return found

    yield _homogeneous(terms(curve))
    for v, fraction in enumerate(fractions):
        yield _homogeneous(terms(derivative, size - 4 - v) | terms(fraction, sign=-1))


def _homogeneous(terms: Mapping[Exponents, int]) -> _Terms:
    """A polynomial made homogeneous by the lowest variable."""
    degree = max(map(sum, terms))
    return {(*e, degree - sum(e)): c for e, c in terms.items()}


def _is_monic(terms: Mapping[Exponents, int]) -> bool:
    """Whether the greatest term of a homogeneous polynomial is a power of its main variable."""
    greatest = max(terms)
    return max(greatest) == sum(greatest)
