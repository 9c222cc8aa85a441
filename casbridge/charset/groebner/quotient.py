"""The ring modulo an ideal with finitely many zeros, modulo a prime: powers of a linear form, and what they span.

    reduced basis ──▶ Staircase: the standard monomials ──▶ ModularQuotient: products with a linear form t
                                            └──▶ minimal polynomial of t, each variable as a polynomial in t

Source: Faugère, Gianni, Lazard and Mora, "Efficient computation of zero-dimensional Gröbner bases by change of
ordering", 1993. Exponents are given greatest variable first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from casbridge.algebra.arithmetic import Exponents
from casbridge.charset.groebner.pairs import degree_key, divides, times
from casbridge.limits import NEVER, Deadline

_Residues = npt.NDArray[np.int64]

#: Rows of a matrix from which on its powers are computed row by row, if most of its rows have one entry.
_MANY = 60


class Staircase:
    """The monomials that no leading one divides, and the smallest multiples of them that are not of this kind.

    size: the number of variables. leading: monomials. most: `standard` is not computed beyond so many.
    standard: the monomials, smallest first; None for infinitely many, or more than `most`.

    >>> Staircase(2, [(1, 0), (0, 2)]).standard
    [(0, 0), (0, 1)]
    >>> Staircase(2, [(1, 0)]).standard is None
    True
    """

    def __init__(self, size: int, leading: Sequence[Exponents], most: int = 1_000) -> None:
        self.size, self.leading = size, leading
        self.standard: list[Exponents] | None = None
        if any(not any(e[v] == sum(e) for e in leading) for v in range(size)):
            return  # no power of v is leading
        todo = [] if (0,) * size in leading else [(0,) * size]
        seen = set(todo)
        for monomial in todo:
            if len(todo) > most:
                return
            for larger in self.multiples(monomial):
                if larger not in seen and not any(divides(e, larger) for e in leading):
                    seen.add(larger)
                    todo.append(larger)
        self.standard = sorted(todo, key=lambda e: degree_key(e[::-1]))

    @staticmethod
    def multiples(monomial: Exponents) -> list[Exponents]:
        """The products with each variable.

        >>> Staircase.multiples((1, 0))
        [(2, 0), (1, 1)]
        """
        return [times(monomial, v) for v in range(len(monomial))]


class Parametrized(NamedTuple):
    """The minimal polynomial of a linear form t, monic, and the variables as polynomials in t.

    Residues modulo a prime, lowest coefficient first. The degree is the number of standard monomials.
    """

    minimal: list[int]
    variables: list[list[int]]


class IntegerBasis:
    """A reduced basis of integer polynomials, in the order degrevlex, with what it leaves.

    natives: FLINT's polynomials. staircase: of their leading monomials, with finitely many standard ones.

    >>> from flint import fmpz_mpoly_ctx
    >>> y, x = fmpz_mpoly_ctx.get(["y", "x"], "degrevlex").gens()
    >>> IntegerBasis([y - 2 * x, x**2 - 2], Staircase(2, [(1, 0), (0, 2)])).modulo(7).normal_form((1, 0))
    array([0, 2])
    """

    def __init__(self, natives: Sequence[Any], staircase: Staircase) -> None:
        self.staircase = staircase
        place = {monomial: i for i, monomial in enumerate(staircase.standard or ())}
        self._tails: list[tuple[Exponents, int, list[int], Any]] = []
        for native in natives:
            (leading, lead), *tail = [(tuple(map(int, e)), int(c)) for e, c in native.to_dict().items()]
            places = [place[e] for e, _ in tail]
            self._tails.append((leading, lead, places, np.array([c for _, c in tail], dtype=object)))

    def modulo(self, p: int, deadline: Deadline = NEVER) -> ModularQuotient | None:
        """The ring modulo the ideal, modulo a prime below 2^31; None where the prime divides a leading coefficient."""
        found = {}
        for leading, lead, places, coefficients in self._tails:
            if not lead % p:
                return None
            found[leading] = vector = np.zeros(len(self.staircase.standard or ()), dtype=np.int64)
            if places:
                vector[places] = (coefficients % p).astype(np.int64) * (-pow(lead, -1, p) % p) % p
        return ModularQuotient(self.staircase.standard or (), found, p, deadline)


class _Step:
    """A row times a matrix modulo a prime below 2^31, quick where most rows of the matrix have the one entry 1.

    So it is for products with a variable: most of them are standard monomials.
    """

    def __init__(self, matrix: _Residues, p: int) -> None:
        heads, single = matrix.argmax(axis=1), np.count_nonzero(matrix, axis=1) == 1
        single &= matrix[np.arange(len(matrix)), heads] == 1
        self.dense = np.flatnonzero(~single)
        self._p, self._single, self._heads = p, single, heads[single]
        self._high, self._low = matrix[self.dense] >> 16, matrix[self.dense] & 0xFFFF

    def __call__(self, row: _Residues) -> _Residues:
        dense = row[self.dense]
        found = ((dense @ self._high % self._p) << 16) + dense @ self._low
        np.add.at(found, self._heads, row[self._single])
        found %= self._p
        return found


class ModularQuotient:
    """The ring modulo an ideal, modulo a prime p below 2^31.

    standard: monomials that no leading one divides, smallest first: all of them, or those up to a degree.
    tails: the normal forms of the leading monomials of a reduced basis, as coefficients of the standard monomials.

    >>> quotient = ModularQuotient([(0, 0), (0, 1)], {(1, 0): np.array([0, 2]), (0, 2): np.array([2, 0])}, 7)
    >>> quotient.parametrized([0, 1])
    Parametrized(minimal=[5, 0, 1], variables=[[0, 2], [0, 1]])
    >>> quotient.minimal_polynomial(0)
    [6, 0, 1]
    """

    def __init__(
        self, standard: Sequence[Exponents], tails: Mapping[Exponents, _Residues], p: int, deadline: Deadline = NEVER
    ) -> None:
        self.p, self.deadline = p, deadline
        self._tails = tails
        self._place = {monomial: i for i, monomial in enumerate(standard)}
        self._forms: dict[Exponents, _Residues] = {}
        self._matrices: dict[int, _Residues] = {}

    def minimal_polynomial(self, variable: int) -> list[int]:
        """The minimal polynomial of a variable, lowest coefficient first and monic."""
        p, size = self.p, len(self._place)
        step = _Step(self._matrix(variable), p)
        weights = np.random.default_rng(0).integers(0, p, (size, 2))
        vector = np.zeros(size, dtype=np.int64)
        vector[:1] = 1
        powers = []
        for _ in range(2 * size):
            self.deadline.check("no zeros were found")
            powers.append(vector)
            vector = step(vector)
        rows = np.array(powers).reshape(2 * size, size)
        found = [1]
        for column in range(weights.shape[1]):
            # The sequence of products with a random vector has the same recurrence, or one of a factor.
            found = _recurrence(product(rows, weights[:, column, None], p)[:, 0], p)
            if not product(np.array([found]), rows[: len(found)], p).any():
                return found
        return self._minimal_polynomial(variable)

    def _minimal_polynomial(self, variable: int) -> list[int]:
        """As `minimal_polynomial`, by FLINT. For small primes: random vectors do not help there."""
        from flint import nmod_mat

        size = len(self._place)
        matrix = nmod_mat(size, size, self._matrix(variable).ravel().tolist(), self.p)
        return [int(c) for c in matrix.minpoly().coeffs()]

    def parametrized(self, form: Sequence[int]) -> Parametrized | None:
        """What powers of a linear form span, where they span all; else None. form: its coefficients."""
        size, n = len(self._place), len(form)
        matrix = sum((c * self._matrix(v) for v, c in enumerate(form) if c), np.zeros((size, size), dtype=np.int64))
        one, *variables = (self.normal_form(e) for e in [(0,) * n, *(times((0,) * n, v) for v in range(n))])
        return spanned(matrix % self.p, one, variables, self.p, self.deadline)

    def _matrix(self, variable: int) -> _Residues:
        """The products of the standard monomials with a variable, one a row."""
        if variable not in self._matrices:
            rows = [self.normal_form(times(monomial, variable)) for monomial in self._place]
            self._matrices[variable] = np.array(rows, dtype=np.int64).reshape(len(rows), len(rows))
        return self._matrices[variable]

    def normal_form(self, monomial: Exponents) -> _Residues:
        """The normal form of a product of a standard monomial and a variable."""
        missing = [monomial]
        while missing:
            self.deadline.check("no zeros were found")
            needed = self._attempt(missing[-1])
            missing = [*missing, *needed] if needed else missing[:-1]
        return self._forms[monomial]

    def _attempt(self, monomial: Exponents) -> list[Exponents]:
        """Compute a normal form, or return the monomials whose normal forms are needed first."""
        if monomial in self._forms:
            return []
        vector = np.zeros(len(self._place), dtype=np.int64)
        if monomial in self._place:
            vector[self._place[monomial]] = 1
        elif monomial in self._tails:
            vector = self._tails[monomial]
        else:
            # By linearity from the normal form of a smaller monomial that is not standard.
            lower = ((v, times(monomial, v, -1)) for v, e in enumerate(monomial) if e)
            variable, smaller = next((v, e) for v, e in lower if e not in self._place)
            if smaller not in self._forms:
                return [smaller]
            coefficients, standard = self._forms[smaller], [*self._place]
            places = np.flatnonzero(coefficients)
            products = [times(standard[i], variable) for i in places]
            if needed := [product for product in products if product not in self._forms]:
                return needed
            if products:
                rows = np.array([self._forms[product] for product in products])
                vector = product(coefficients[None, places], rows, self.p)[0]
        self._forms[monomial] = vector
        return []


def as_vectors(
    tails: Mapping[Exponents, Sequence[tuple[Exponents, int]]], standard: Sequence[Exponents]
) -> dict[Exponents, _Residues]:
    """Normal forms, given as monomials with coefficients, as coefficients of the standard monomials.

    >>> as_vectors({(1, 0): [((0, 1), 2)]}, [(0, 0), (0, 1)])
    {(1, 0): array([0, 2])}
    """
    place = {monomial: i for i, monomial in enumerate(standard)}
    found = {}
    for leading, tail in tails.items():
        found[leading] = vector = np.zeros(len(standard), dtype=np.int64)
        for monomial, c in tail:
            vector[place[monomial]] = c
    return found


def spanned(
    matrix: _Residues, one: _Residues, variables: Sequence[_Residues], p: int, deadline: Deadline = NEVER
) -> Parametrized | None:
    """What the powers of an element span, where they span a whole ring; else None.

    matrix: the products of a basis with the element, one a row. one, variables: elements of the ring.

    >>> spanned(np.array([[0, 1], [2, 0]]), np.array([1, 0]), [np.array([0, 2])], 7)
    Parametrized(minimal=[5, 0, 1], variables=[[0, 2]])
    """
    from flint import nmod_mat

    size = len(matrix)
    rows = np.asarray(one)[None, :]
    step = _Step(matrix, p)
    if size >= _MANY and len(step.dense) * 2 <= size:
        powers_of_t = [rows[0]]
        for _ in range(size):
            deadline.check("no zeros were found")
            powers_of_t.append(step(powers_of_t[-1]))
        rows = np.array(powers_of_t)
    while len(rows) <= size:  # 1, …, t^(k−1) times t^k
        deadline.check("no zeros were found")
        rows = np.vstack([rows, product(rows, matrix, p)])
        matrix = product(matrix, matrix, p) if len(rows) <= size else matrix
    wanted = [rows[size], *variables]
    powers = nmod_mat(size, size, rows[:size].T.ravel().tolist(), p)
    right = nmod_mat(size, len(wanted), np.array(wanted).T.ravel().tolist(), p)
    try:
        solved = powers.solve(right)
    except ZeroDivisionError:
        return None
    columns = [[int(c) for c in row] for row in solved.transpose().tolist()]
    return Parametrized([*(-c % p for c in columns[0]), 1], columns[1:])


def product(first: _Residues, second: _Residues, p: int) -> _Residues:
    """The product of two matrices of residues modulo a prime below 2^31.

    Floating-point numbers are quick and exact here: no sum exceeds 2^53, since one matrix is taken in pieces of few
    bits.

    >>> product(np.array([[3, 4]]), np.array([[5], [6]]), 7)
    array([[4]])
    """
    bits = 53 - p.bit_length() - len(second).bit_length()
    left = first.astype(np.float64)
    total = np.zeros((len(first), second.shape[1]), dtype=np.int64)
    for shift in range(0, p.bit_length(), bits):
        piece = ((second >> shift) & ((1 << bits) - 1)).astype(np.float64)
        total = (total + (left @ piece).astype(np.int64) % p * pow(2, shift, p)) % p
    return total


def _recurrence(sequence: _Residues, p: int) -> list[int]:
    """The shortest linear recurrence of a sequence: a monic polynomial, lowest coefficient first.

    Source: Massey, "Shift-register synthesis and BCH decoding", 1969.
    """
    values = sequence[::-1].copy()
    size = len(values)
    now, before = (np.zeros(size + 1, dtype=np.int64) for _ in range(2))
    now[0] = before[0] = 1
    degree, shift, old = 0, 1, 1
    for number in range(size):
        window = values[size - 1 - number : size - number + degree]
        difference = int((now[: degree + 1] * window % p).sum() % p)
        if difference:
            factor = difference * pow(old, -1, p) % p
            kept = now.copy() if 2 * degree <= number else None
            now[shift:] = (now[shift:] + (p - factor) * before[: size + 1 - shift]) % p
            if kept is not None:
                degree, before, old, shift = number + 1 - degree, kept, difference, 0
        shift += 1
    return [int(c) for c in now[degree::-1]]


def is_squarefree(polynomial: Any) -> bool:
    """Whether one of FLINT's polynomials in one variable, not a constant, has no multiple root.

    >>> from flint import nmod_poly
    >>> is_squarefree(nmod_poly([5, 0, 1], 7)), is_squarefree(nmod_poly([1, 2, 1], 7))
    (True, False)
    """
    return not polynomial.gcd(polynomial.derivative()).degree()
