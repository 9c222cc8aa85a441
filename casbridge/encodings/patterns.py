"""The patterns of the encodings' equations, each built once by its closed form.

All are polynomials of `local_ring(field, k)`, the ring in the local variables t1 < … < tk.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from casbridge.algebra import Field, Polynomial, local_ring


def constant(field: Field, value: int) -> Polynomial:
    """A polynomial without variables.

    >>> constant(Field(11), 12)
    1
    """
    return Polynomial.constant(local_ring(field, 0), value)


def domain(field: Field, values: Sequence[int]) -> Polynomial:
    """∏ (t1 − value): the paper's F.

    >>> domain(Field(0), (1, 2, 3)), domain(Field(0), (0, 1)), domain(Field(0), (4,))
    (t1**3 - 6*t1**2 + 11*t1 - 6, t1**2 - t1, t1 - 4)
    """
    return Polynomial(local_ring(field, 1), {(k,): c for k, c in enumerate(_expanded(field, values))})


def difference(field: Field, values: Sequence[int]) -> Polynomial:
    """(F(t1) − F(t2))/(t1 − t2) for F = ∏ (t − value): the paper's G.

    For F = Σ c_k·t^k this is Σ c_k·(t1^(k−1) + t1^(k−2)·t2 + … + t2^(k−1)). For a single value it is the constant 1:
    two cells cannot differ.

    >>> difference(Field(0), (1, 2, 3))
    t2**2 + t1*t2 - 6*t2 + t1**2 - 6*t1 + 11
    """
    if len(values) == 1:
        return constant(field, 1)
    coefficients = _expanded(field, values)
    terms: dict[tuple[int, ...], int] = {
        (i, k - 1 - i): coefficients[k] for k in range(1, len(coefficients)) for i in range(k)
    }
    return Polynomial(local_ring(field, 2), terms)


def elementary(field: Field, values: Sequence[int], degree: int) -> Polynomial:
    """e_degree(t1, …, tn) − e_degree(values): the sum of all products of `degree` different variables.

    Degree 1 is the equation of sums, degree n the equation of products.

    >>> elementary(Field(0), (1, 2, 3), 2)
    t2*t3 + t1*t3 + t1*t2 - 11
    """
    size, terms = len(values), dict[tuple[int, ...], int]()
    for chosen in combinations(range(size), degree):
        exponents = [0] * size
        for variable in chosen:
            exponents[variable] = 1
        terms[tuple(exponents)] = 1
    # F = ∏ (t − v) has the coefficient (−1)^degree · e_degree(values) at t^(n − degree).
    terms[(0,) * size] = -((-1) ** degree) * _expanded(field, values)[size - degree]
    return Polynomial(local_ring(field, size), terms)


def exactly_one(field: Field, size: int) -> Polynomial:
    """t1 + … + tk − 1, for k = size.

    >>> exactly_one(Field(11), 2)
    t2 + t1 - 1
    """
    terms = {tuple(int(i == j) for j in range(size)): 1 for i in range(size)}
    return Polynomial(local_ring(field, size), {**terms, (0,) * size: -1})


def not_both(field: Field) -> Polynomial:
    """t1·t2.

    >>> not_both(Field(11))
    t1*t2
    """
    return Polynomial(local_ring(field, 2), {(1, 1): 1})


def _expanded(field: Field, roots: Sequence[int]) -> list[int]:
    """The coefficients of ∏ (t − root), constant first; over GF(p) modulo p."""
    p = field.characteristic
    coefficients = [1]
    for root in roots:
        shifted = [0, *coefficients]
        for k, c in enumerate(coefficients):
            shifted[k] -= root * c
        coefficients = [c % p for c in shifted] if p else shifted
    return coefficients
