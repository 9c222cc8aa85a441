"""Gröbner bases over QQ within limits on sizes, as far as the decomposition has a use for them: FLINT computes them."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm
from typing import Any, NamedTuple

from casbridge.algebra.arithmetic import Exponents, chosen_arithmetic
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring


class Sizes(NamedTuple):
    """Where Buchberger's algorithm is given up: polynomials in the basis, terms in one, bits of a coefficient; and the
    number of zeros, with multiplicities, beyond which the order is not changed.
    """

    polynomials: int
    terms: int
    bits: int
    zeros: int


def is_available(ring: Ring) -> bool:
    """Whether there are Gröbner bases here: python-flint has them over QQ only."""
    return not ring.field.characteristic and chosen_arithmetic() == "flint"


def buchberger(
    ring: Ring, polynomials: Iterable[Polynomial], order: str, sizes: Sizes
) -> list[dict[Exponents, int]] | None:
    """The reduced basis in an order ("lex", "degrevlex"), highest variable greatest, as terms with whole coefficients;
    None where a size was exceeded.
    """
    import flint

    context = flint.fmpz_mpoly_ctx.get(list(reversed(ring.variables)), order)  # FLINT's first variable is its greatest
    natives = [context.from_dict(_whole_terms(polynomial)) for polynomial in polynomials if polynomial]
    return _basis(context, natives, sizes)


def saturated_basis(
    ring: Ring, polynomials: Iterable[Polynomial], divisor: Polynomial, sizes: Sizes
) -> tuple[Polynomial, ...] | None:
    """A basis (degree order) of the ideal of all f with h^k·f in the ideal of some polynomials, h the divisor; None
    where a size was exceeded.

    It is what is left of the ideal with 1 − t·h where t is eliminated. For that t has the weight of all polynomials
    that come up, by way of a power of it in its place, so that a monomial with t is greater than any without.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> saturated_basis(x.ring, [x**2 * y - x, x * y**2 - y], x, Sizes(50, 50, 500, 0))
    (x*y - 1,)
    """
    import flint

    polynomials = [polynomial for polynomial in polynomials if polynomial]
    context = flint.fmpz_mpoly_ctx.get([_free_name(ring), *reversed(ring.variables)], "degrevlex")
    natives = [
        context.from_dict({(0, *e): c for e, c in _whole_terms(polynomial).items()}) for polynomial in polynomials
    ]
    weight = 4 * max(polynomial.total_degree for polynomial in (divisor, *polynomials))
    inverse = context.from_dict({(max(weight, 1), *e): c for e, c in _whole_terms(divisor).items()})
    basis = _basis(context, [*natives, inverse - 1], sizes)
    if basis is None:
        return None
    found = []
    for terms in basis:
        free, others = (max((sum(e) for e in terms if bool(e[-1]) is with_t), default=-1) for with_t in (False, True))
        if others < 0:
            found.append(Polynomial(ring, {e[:-1]: c for e, c in terms.items()}).normal())
        elif others <= free:
            return None  # the weight was too low: there may be more without t than those in the basis
    return tuple(found)


def _free_name(ring: Ring) -> str:
    """A name that no variable of the ring has."""
    name = "t"
    while name in ring.index:
        name += "_"
    return name


def _whole_terms(polynomial: Polynomial) -> dict[Exponents, int]:
    """The terms of a multiple with whole coefficients, highest variable first."""
    scale = lcm(*(c.denominator for c in polynomial.terms.values()))
    return {e[::-1]: int(c * scale) for e, c in polynomial.terms.items()}


def _basis(context: Any, natives: list[Any], sizes: Sizes) -> list[dict[Exponents, int]] | None:
    import flint

    found, complete = flint.fmpz_mpoly_vec(natives, context).buchberger_naive(sizes[:3])
    if not complete:
        return None
    reduced = found.autoreduction()
    return [{tuple(map(int, e[::-1])): int(c) for e, c in reduced[i].to_dict().items()} for i in range(len(reduced))]
