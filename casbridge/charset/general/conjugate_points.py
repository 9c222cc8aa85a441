"""Zeros of an irreducible chain modulo a prime, each with all its conjugates: they need not be over GF(p).

The free variables take random values. Then the ring modulo the chain is an algebra over GF(p), and its dimension D is
the product of the main degrees. A polynomial vanishes at the zeros over these values if its image there is 0. One
choice of values gives D linear equations for the coefficients of a polynomial that vanishes there.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from casbridge.algebra.arithmetic import Exponents
from casbridge.charset.groebner.pairs import times

if TYPE_CHECKING:
    import numpy as np

#: The most random choices of values for each needed one.
_TRIES = 3


class NoPoints(Exception):
    """Too few points were found."""


class ConjugatePoints:
    """Zeros of an irreducible chain at random values of the free variables.

    Each choice of values is one place of `find`'s second axis: each variable is the matrix of its multiplication in the
    algebra. The basis of the algebra are the products of powers of the main variables.

    coefficients: for each main variable, the terms of its coefficients, from the power 0 on. Exponents are given lowest
    variable first.
    rows: D, the dimension of the algebra.
    work: the work so far, in about microseconds.

    >>> points = ConjugatePoints(2, {1: [{(1, 0): -1}, {}, {(0, 0): 1}]}, 101)
    >>> found = points.find(3)
    >>> points.rows, found.shape
    (2, (2, 2, 2, 2))
    >>> square = points.times(points.times(points.ones(found), found, 1), found, 1)
    >>> bool((square == points.times(points.ones(found), found, 0)).all())
    True
    """

    def __init__(self, size: int, coefficients: dict[int, list[dict[Exponents, int]]], p: int) -> None:
        import numpy as np

        self._size, self._p = size, p
        self._steps = dict(sorted(coefficients.items()))
        self.rows = prod(len(terms) - 1 for terms in self._steps.values())
        self._random = np.random.default_rng(1)
        self.work = 0

    def find(self, count: int) -> np.ndarray:
        """Matrices for at least `count` equations. Raises NoPoints."""
        import numpy as np

        wanted = -(-count // self.rows)
        found: list[Any] = []
        for _ in range(_TRIES):
            found.append(self._some(wanted - sum(part.shape[1] for part in found)))
            if sum(part.shape[1] for part in found) == wanted:
                return np.concatenate(found, axis=1)
        raise NoPoints

    def ones(self, values: Any) -> Any:
        """The image of 1: D coordinates for each choice of values."""
        import numpy as np

        image = np.zeros((values.shape[1], values.shape[2]), dtype="int64")
        image[:, 0] = 1
        return image.ravel()

    def times(self, image: Any, values: Any, variable: int) -> Any:
        """The image of a product with a variable."""
        self.work += values[variable].size // 50
        return self._product(values[variable], image.reshape(values.shape[1], -1)).ravel()

    def _some(self, count: int) -> Any:
        """Matrices for so many choices of values, or fewer."""
        import numpy as np

        p = self._p
        values = self._random.integers(1, p, size=(self._size, count, 1, 1), dtype="int64")
        degrees: list[tuple[int, int]] = []
        for main, terms in self._steps.items():
            known: dict[Exponents, Any] = {}
            images = [self._image(each, values, known) for each in terms]
            good, solved = self._solved(self._matrices(images[-1], values, degrees), images[:-1])
            values = values[:, good]
            matrices = [self._matrices(image, values, degrees) for image in solved]
            many, old = len(matrices), values.shape[2]
            if many == 1:
                values[main] = matrices[0]
                continue
            degrees.append((main, many))
            # Products with the power j of the main variable have the coordinates from j·old on.
            wider = np.zeros((self._size, values.shape[1], many * old, many * old), dtype="int64")
            for j in range(many):
                here = slice(j * old, (j + 1) * old)
                wider[:, :, here, here] = values
            wider[main] = 0
            for j, matrix in enumerate(matrices):
                wider[main, :, j * old : (j + 1) * old, -old:] = matrix
            for j in range((many - 1) * old):
                wider[main, :, j + old, j] = 1
            values = wider
            self.work += values.size // 200
        return values

    def _image(self, terms: dict[Exponents, int], values: Any, known: dict[Exponents, Any]) -> Any:
        """The coordinates of a polynomial."""
        import numpy as np

        total = np.zeros(values.shape[1:3], dtype="int64")
        for exponents, coefficient in terms.items():
            total += self._monomial(exponents, values, known) * coefficient % self._p
            total %= self._p
        self.work += 10 + len(terms) * (5 + total.size // 50)
        return total

    def _monomial(self, exponents: Exponents, values: Any, known: dict[Exponents, Any]) -> Any:
        if exponents not in known:
            v = next((v for v, e in enumerate(exponents) if e), -1)
            if v < 0:
                known[exponents] = self.ones(values).reshape(values.shape[1:3])
            else:
                self.work += values[v].size // 50
                lower = self._monomial(times(exponents, v, -1), values, known)
                known[exponents] = self._product(values[v], lower)
        return known[exponents]

    def _product(self, matrices: Any, vectors: Any) -> Any:
        return (matrices * vectors[:, None, :] % self._p).sum(axis=2) % self._p

    def _matrices(self, image: Any, values: Any, degrees: Sequence[tuple[int, int]]) -> Any:
        """The matrices of the multiplication by a polynomial with these coordinates."""
        import numpy as np

        columns = [image]
        for variable, degree in degrees:
            last = columns
            for _ in range(degree - 1):
                last = [self._product(values[variable], column) for column in last]
                columns = [*columns, *last]
        self.work += len(columns) * (5 + values[0].size // 50)
        return np.stack(columns, axis=2)

    def _solved(self, matrices: Any, images: Sequence[Any]) -> tuple[Any, list[Any]]:
        """The coordinates of −image/initial; first, for which choices of values the initial is a unit.

        matrices: of the initial.
        """
        import numpy as np
        from flint import nmod_mat

        p, rows = self._p, matrices.shape[1]
        right = np.stack(images, axis=2)
        good, found = np.zeros(len(matrices), dtype=bool), []
        for i, matrix in enumerate(matrices):
            try:
                initial = nmod_mat(rows, rows, matrix.ravel().tolist(), p)
                solution = initial.solve(nmod_mat(rows, len(images), right[i].ravel().tolist(), p))
            except ZeroDivisionError:
                continue
            good[i] = True
            found.append([-int(c) % p for c in solution.entries()])
        self.work += len(matrices) * (10 + rows**2)
        solved = np.array(found, dtype="int64").reshape(len(found), rows, len(images))
        return good, [solved[:, :, j] for j in range(len(images))]
