"""Rational plane curves: the equation of a curve from its parameters, and fractions on it.

Binary forms P₀, P₁, P₂ of degree n in s and t give a curve of points (P₀ : P₁ : P₂). Two forms f and g have the Bézout
matrix B(f, g), with (f(y)·g(z) − f(z)·g(y)) / (y − z) = Σ B_ij·y^i·z^j at s = 1.

    M = X₀·B(P₁, P₂) + X₁·B(P₂, P₀) + X₂·B(P₀, P₁) ──▶ F = det M
                                                   ╰─▶ A_(i+j) = the cofactors C_ij

Where X is a point of the curve with the parameter τ, the vector (1, τ, …, τ^(n−1)) is in the kernel of M. If the rank
of M is n − 1 at one point of the curve, then F is irreducible of degree n, and one point has one parameter. The
cofactors have degree n − 1. On the curve, A_k = D·s^(2n−2−k)·t^k with the form D of the double points. So A_k depends
on k = i + j only. For P₀ = Σ p_k·t^k·s^(n−k) the sum Σ p_k·A_(k+i) is X₀·E_i, with E_i = D·s^(n−2−i)·t^i on the curve.
So there t/s = E₁/E₀, and a form q = Σ q_k·t^k·s^(n−k) is Σ q_k·A_k / E₀. Where s = 1, q may have a degree up to 2n − 2.

All values are whole numbers: determinants of matrices at whole points, and divided differences of them.

Source: Sendra, Winkler, Pérez-Díaz, *Rational Algebraic Curves*, 2008, chapter 4; Goldman, Sederberg and Anderson,
"Vector elimination: a technique for the implicitization, inversion, and intersection of planar parametric rational
polynomial curves", 1984.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from casbridge.errors import UnsupportedError

#: A prime modulo which the rank of a matrix of rational numbers is asked for.
_PRIME = (1 << 61) - 1

#: Places of the whole points, and points of the curve, that are tried.
_TRIES = 20

#: Coordinates of whole points are at most about as large.
_FAR = 1_000

#: Coefficients of X₁^i·X₂^j at (i, j), where X₀ = 1.
PlaneTerms = dict[tuple[int, int], int]


class PlaneModel(NamedTuple):
    """A rational plane curve F(1, X₁, X₂) = 0, and fractions on it.

    curve: F, of degree n. denominators: E₀ and E₁, of degree n − 2.
    power: A₀, of degree n − 1; on the curve it is E₀·s^n.
    numerators: Σ q_k·A_k for each other form q, of degree n − 1; on the curve it is E₀·q.
    """

    curve: PlaneTerms
    denominators: tuple[PlaneTerms, PlaneTerms]
    power: PlaneTerms
    numerators: list[PlaneTerms]


def is_birational(forms: Sequence[Sequence[int]], characteristic: int = 0) -> bool:
    """Whether it is proved that three forms give a curve of their degree, and that a point has one parameter.

    forms: the coefficients of t^k·s^(n−k) at k.

    >>> is_birational([[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]), is_birational([[1, 0, 0], [0, 0, 1], [3, 0, 1]])
    (True, False)
    """
    from flint import nmod_mat, nmod_poly

    size, p = len(forms[0]) - 1, characteristic or _PRIME
    matrices = [nmod_mat(matrix, p) for matrix in _matrices(forms)]
    chance = random.Random(0)
    for place in range(p) if p <= _TRIES else [chance.randrange(p) for _ in range(_TRIES)]:
        values = [nmod_poly(list(form), p)(place) for form in forms[:3]]
        if sum((values[i] * matrices[i] for i in (1, 2)), values[0] * matrices[0]).rank() == size - 1:
            return True
    return False


def plane_model(forms: Sequence[Sequence[int]]) -> Generator[int, None, PlaneModel]:
    """The plane curve of the first three forms, and the fractions of all others. Yields the work of each step.

    The first three forms must be proved to be birational.

    >>> steps = plane_model([[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    >>> try:
    ...     while next(steps):
    ...         pass
    ... except StopIteration as ended:
    ...     print(ended.value.curve, *ended.value.denominators)
    {(3, 0): -1, (0, 2): 1} {(1, 0): -1} {(0, 1): -1}
    """
    from flint import fmpz_mat

    size = len(forms[0]) - 1
    matrices = _matrices(forms)
    units = fmpz_mat(size, 2, [1, *[0] * (2 * size - 2), 1])
    combinations = _combinations(forms)
    chance = random.Random(0)
    for _ in range(_TRIES):
        origin = [chance.randint(-_FAR, _FAR) for _ in range(2)] if _ else [0, 0]
        values: list[list[list[Any]]] = [[] for _ in range(combinations.nrows() + 1)]
        for j in range(size + 1):
            for of_one in values:
                of_one.append([])
            matrix = matrices[0] + origin[0] * matrices[1] + (origin[1] + j) * matrices[2]
            for _i in range(size + 1 - j):
                determinant = matrix.det()
                if not determinant:
                    break
                found, denominator = matrix.solve(units).numer_denom()
                cofactors = [found[k, 0] for k in range(size)] + [found[k, 1] for k in range(1, size)]
                several = combinations * fmpz_mat(len(cofactors), 1, cofactors)
                factor = determinant // denominator
                for of_one, value in zip(values, [determinant, *(factor * v for v in several.entries())], strict=True):
                    of_one[j].append(value)
                matrix += matrices[1]
                yield size * size
            else:
                continue
            break
        else:
            curve, power, *others = (_interpolated(of_one, origin) for of_one in values)
            yield len(values) * size**3
            return PlaneModel(curve, (others[0], others[1]), power, others[2:])
    raise UnsupportedError("a rational curve with too many whole points")


def _matrices(forms: Sequence[Sequence[int]]) -> list[Any]:
    """The matrices of X₀, X₁ and X₂ in M."""
    first, second, third = forms[:3]
    return [_bezout(second, third), _bezout(third, first), _bezout(first, second)]


def _bezout(first: Sequence[int], second: Sequence[int]) -> Any:
    """The Bézout matrix of two forms of the same degree."""
    from flint import fmpz_mat

    size = len(first) - 1
    rows = [[0] * size for _ in range(size)]
    for i in reversed(range(size)):
        for j in range(size):
            rows[i][j] = first[i + 1] * second[j] - first[j] * second[i + 1]
            if j and i + 1 < size:
                rows[i][j] += rows[i + 1][j - 1]
    return fmpz_mat(rows)


def _combinations(forms: Sequence[Sequence[int]]) -> Any:
    """A₀, E₀, E₁ and the other numerators as combinations of A₀, …, A_(2n−2), a row each, where X₀ = 1."""
    from flint import fmpz_mat

    width = 2 * len(forms[0]) - 3
    first, others = forms[0], forms[3:]
    rows = [[1], first, [0, *first], *others]
    return fmpz_mat([[*row, *[0] * (width - len(row))] for row in rows])


def _interpolated(values: list[list[Any]], origin: Sequence[int]) -> PlaneTerms:
    """A polynomial in two variables of degree n from its values.

    values: at the point (a + i, b + j) for i + j ≤ n, at [j][i]. origin: a, b.
    """
    from flint import fmpz_poly

    size = len(values)
    by_power = [_differences(row) for row in values]
    columns = [_differences([by_power[j][i] for j in range(size - i)]) for i in range(size)]
    x, found = fmpz_poly([0, 1]), [fmpz_poly([0])]
    for j in reversed(range(size)):
        row = fmpz_poly([0])
        for i in reversed(range(size - j)):
            row = row * (x - (origin[0] + i)) + columns[i][j]
        # The polynomial in the second variable, with coefficients in the first, times this variable minus b + j.
        shifted = [fmpz_poly([0]), *found]
        found = [
            higher - (origin[1] + j) * lower for higher, lower in zip(shifted, [*found, fmpz_poly([0])], strict=True)
        ]
        found[0] += row
    return {(i, j): int(c) for j, row in enumerate(found) for i, c in enumerate(row.coeffs()) if c}


def _differences(values: Sequence[Any]) -> list[Any]:
    """Newton's divided differences of values of a polynomial with whole coefficients at places with distance 1."""
    found = [*values]
    for step in range(1, len(found)):
        for i in reversed(range(step, len(found))):
            found[i] = (found[i] - found[i - 1]) // step
    return found
