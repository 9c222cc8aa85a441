"""Where finitely many zeros lie: how many are in the field, and over QQ how many are real.

A linear form with different values at all zeros maps exactly the zeros over a field to values in it: conjugate zeros
have conjugate values. The values are the roots of characteristic polynomials, see `quotients`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import prod
from operator import mul
from typing import Any

from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.definitions.ranks import class_of, main_degree
from casbridge.charset.groebner.primes import PRIMES
from casbridge.charset.ideals.quotients import (
    FORMS,
    NO_FORM,
    Algebra,
    FullChain,
    OrderedBasis,
    basis_of,
    linear_form,
    quotient_algebra,
    squarefree_part,
    tower_algebra,
)
from casbridge.charset.ideals.zeros import number_of_zeros
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: The most zeros of one part, or of parts with common zeros, of which `rational_and_real` says where they lie.
MOST_LOCATED = 200
#: The most zeros, and the most terms of chains, that `few_zeros` takes.
FEW, MOST_TERMS = 64, 1_000
# The most zeros that `few_zeros` locates over QQ, and what numerators and denominators are below then.
_VERY_FEW, _SMALL = 12, 1 << 64
#: Why `rational_and_real` says nothing of zeros over a field with parameters.
NOT_LOCATED = "zeros over a field with parameters are not located"


@dataclass(frozen=True, slots=True)
class FewZeros:
    """The number of zeros of small chains.

    number: of different zeros over the algebraic closure.
    rational: how many of them have all coordinates in the field; None where that is not known.
    real: how many have real coordinates; None for another field than QQ, and where that is not known.
    """

    number: int
    rational: int | None = None
    real: int | None = None


def few_zeros(ring: Ring, chains: Sequence[FullChain], deadline: Deadline = NEVER) -> FewZeros | None:
    """`number_of_zeros` of small chains, where a linear form tells the zeros apart; else None.

    The work is bounded: it needs no process apart. Over GF(p) the same linear form says how many zeros are rational;
    over QQ `rational_and_real` says it for very small chains.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> few_zeros(x.ring, [(x**2 - 2, x * y - 1), (x, y)]), few_zeros(x.ring, [(x**2, y)])
    (FewZeros(number=3, rational=1, real=3), None)
    """
    different = list(dict.fromkeys(chains))
    if sum(prod(map(main_degree, chain)) for chain in different) > FEW:
        return None
    if sum(len(f.terms) for chain in different for f in chain) > MOST_TERMS:
        return None
    p = ring.field.characteristic or PRIMES[0]
    towers: list[Algebra] = []
    for chain in different:
        tower = tower_algebra(ring, chain, p, 0, deadline)
        if tower is None:
            return None
        towers.append(tower)
    if not towers:
        return FewZeros(0, 0, None if ring.field.characteristic else 0)
    for number in range(FORMS):
        form = linear_form(number, len(ring.unknowns), p)
        product = reduce(mul, [tower.form(form) for tower in towers])
        if squarefree_part(product).degree() != product.degree():
            continue
        zeros = sum(tower.size for tower in towers)
        if ring.parameters:
            return FewZeros(zeros, _rational_alone(ring, zeros))
        if ring.field.characteristic:
            return FewZeros(zeros, len(product.roots()))
        if zeros > _VERY_FEW or not all(_is_small(f) for chain in different for f in chain):
            return FewZeros(zeros)
        try:
            sizes = [tower.size for tower in towers]
            places = [_located(ring, [chain], size, deadline) for chain, size in zip(different, sizes, strict=True)]
        except UnsupportedError:
            return FewZeros(zeros)
        return FewZeros(zeros, sum(rational for rational, _ in places), sum(real or 0 for _, real in places))
    return None


def _rational_alone(ring: Ring, zeros: int) -> int | None:
    """The number of rational zeros as far as the number of all says it: a single one has no conjugates.

    In positive characteristic a single zero may be a p-th root that is not in the field.
    """
    if not zeros:
        return 0
    return 1 if zeros == 1 and not ring.field.characteristic else None


def _is_small(polynomial: Polynomial) -> bool:
    """Whether a polynomial over QQ has small coefficients."""
    coefficients = polynomial.terms.values()
    return all(max(abs(c.numerator), c.denominator) < _SMALL for c in coefficients)


def rational_and_real(
    ring: Ring, parts: Sequence[OrderedBasis | FullChain], zeros: int, deadline: Deadline = NEVER
) -> tuple[int, int | None]:
    """How many zeros have all coordinates in the field, and over QQ how many have real ones.

    parts: as for `number_of_zeros`. zeros: how many different ones they have together.

    Parts without common zeros are looked at one by one. Where a chain has as many zeros as its first polynomial has
    roots, the other coordinates are rational functions of the first one, and the roots say all.

    A small field may have no linear form with different values at all zeros. There the rank of all xᵖ − x gives the
    number of zeros in it.

    Raises UnsupportedError where that is not known: over a field with parameters (but for a single zero), for more than
    `MOST_LOCATED` zeros of one part, and where no form is found. LimitError after the deadline.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> rational_and_real(x.ring, [(x**3 - 2 * x, x * y + y - 1)], 3)
    (1, 3)
    """
    if ring.parameters:
        if (rational := _rational_alone(ring, zeros)) is None:
            raise UnsupportedError(NOT_LOCATED)
        return rational, None
    different = list(dict.fromkeys(parts))
    numbers = [zeros] if len(different) == 1 else [number_of_zeros(ring, [part], deadline) for part in different]
    if sum(numbers) != zeros:  # some zeros are in several parts
        return _located(ring, different, zeros, deadline)
    found = [_located(ring, [part], number, deadline) for part, number in zip(different, numbers, strict=True)]
    real = None if ring.field.characteristic else sum(one or 0 for _, one in found)
    return sum(rational for rational, _ in found), real


def _located(
    ring: Ring, parts: Sequence[OrderedBasis | FullChain], zeros: int, deadline: Deadline
) -> tuple[int, int | None]:
    """`rational_and_real` for different parts, taken together."""
    p = ring.field.characteristic
    if not zeros:
        return 0, None if p else 0
    first = _first_polynomial(parts[0], zeros) if len(parts) == 1 else None
    if first is not None:
        return len(first.roots()), None if p else number_of_real_roots(first)
    if zeros > MOST_LOCATED:
        raise UnsupportedError(f"{zeros} zeros are not located; {MOST_LOCATED} of one part are the most")
    algebras = []
    for part in parts:
        own = None if isinstance(part, OrderedBasis) else tower_algebra(ring, part, p, 0, deadline)
        if own is None:
            basis = basis_of(ring, part, deadline)
            own = quotient_algebra(basis, basis.standard(), p, deadline)
        if own.size:
            algebras.append(own)
    for number in range(FORMS):
        form = linear_form(number, len(ring.unknowns), p)
        product = squarefree_part(reduce(mul, [squarefree_part(own.minimal(form)) for own in algebras]))
        if product.degree() == zeros:
            return len(product.roots()), None if p else number_of_real_roots(product)
    if p and len(parts) == 1:
        return sum(map(_fixed_by_frobenius, algebras)), None
    raise UnsupportedError(NO_FORM)


def _first_polynomial(part: OrderedBasis | FullChain, zeros: int) -> Any:
    """The squarefree part of a chain's first polynomial, if each of its roots gives exactly one zero; else None."""
    if isinstance(part, OrderedBasis) or any(main_degree(f) > 1 for f in part[1:]):
        return None
    from flint import fmpq, fmpq_poly, nmod_poly

    p, place = part[0].ring.field.characteristic, class_of(part[0]) - 1
    values: list[Any] = [0] * (main_degree(part[0]) + 1)
    for exponents, coefficient in part[0].terms.items():
        value = fmpq(int(coefficient.numerator), int(coefficient.denominator))
        values[exponents[place]] = int(value.p) if p else value
    polynomial = squarefree_part(nmod_poly(values, p) if p else fmpq_poly(values))
    return polynomial if polynomial.degree() == zeros else None


def number_of_real_roots(polynomial: Any) -> int:
    """How many real roots a squarefree polynomial over QQ (python-flint's `fmpq_poly`) has. The number is proved.

    FLINT isolates all roots by balls, and gives real ones the imaginary part 0.

    >>> from flint import fmpq_poly
    >>> number_of_real_roots(fmpq_poly([-2, 0, 0, 0, 1]))
    2
    """
    return sum(root.imag == 0 for root, _ in polynomial.complex_roots())


def _fixed_by_frobenius(own: Algebra) -> int:
    """The number of zeros over GF(p), by a rank.

    The ideal with all xᵖ − x is radical, and its zeros are those over GF(p): they are as many as its dimension.
    """
    return own.size - own.stacked_rank([matrix**own.p - matrix for matrix in own.matrices])
