"""Curves in projective space modulo a prime: the cone over a curve as a plane curve and fractions on it.

    reduced basis of a homogeneous ideal, x0 = 1 ──▶ Cone: the ring R as a module over GF(p)[x1], up to any degree
        ├──▶ fibres at x1 = a: R modulo (x1 − a) ──▶ interpolated: F(x1, x2) = 0, xᵥ = Wᵥ(x1, x2) / F'(x1, x2)
        └──▶ R modulo F': finitely many points, where this does not say what xᵥ is

x0, x1 and x2 are the lowest variables. F' is the derivative of F by x2. K_t are the elements of R of degree at most t.
From a degree r on, x1 maps a basis of K_t modulo K_(t−1) to one of K_(t+1) modulo K_t. So R is a module over GF(p)[x1].
The standard monomials without x1 generate it. Its relations are x1·b − NF(x1·b) for monomials b of lower degree than r.
`Cone.is_free` is the proof that it has no torsion. Then its rank d is the degree of the curve.

The equations F = 0 and F'·xᵥ − Wᵥ = 0 hold in R, not only in the fibres that were computed: an element g of K_d that is
0 in M fibres is h·∏ (x1 − aᵢ). If it is not 0, the products of h and the first factors are independent, so at most
dim K_(r−1) of them have a degree below r. Each further factor raises the degree. So M ≤ d + dim K_(r−1).

The plane curve with the fractions is due to Kronecker. Its use here is like that of Giusti, Lecerf and Salvy,
"A Gröbner free alternative for polynomial system solving", 2001. Exponents are given greatest variable first.
"""

from __future__ import annotations

import random
from collections.abc import Generator
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from casbridge.algebra.arithmetic import Exponents
from casbridge.charset.groebner.modular import ModularRun
from casbridge.charset.groebner.pairs import divides, times
from casbridge.charset.groebner.quotient import (
    ModularQuotient,
    Parametrized,
    as_vectors,
    is_squarefree,
    product,
    spanned,
)
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

_Residues = npt.NDArray[np.int64]

#: The largest degree of a curve, and the most standard monomials of one degree.
_MOST_DEGREE, _MOST_MONOMIALS = 45, 400


class PlaneCurve(NamedTuple):
    """A curve where x0 = 1: F(x1, x2) = 0 and xᵥ = Wᵥ(x1, x2) / F'(x1, x2).

    curve: F, coefficients of x2^k·x1^i at [k, i]; it is monic in x2. fractions: Wᵥ for x3, x4, … in the same form.

    >>> PlaneCurve(np.array([[0, 1], [1, 0]]), []).degree
    1
    """

    curve: _Residues
    fractions: list[_Residues]

    @property
    def degree(self) -> int:
        return len(self.curve) - 1

    @property
    def derivative(self) -> _Residues:
        """F' in the same form; the coefficients are not reduced."""
        return self.curve[1:] * np.arange(1, len(self.curve))[:, None]


class Cone:
    """The ring R modulo a homogeneous ideal, with x0 = 1.

    run: of generators that are homogeneous; it is over.
    degree: the rank of R over GF(p)[x1], if it is free. start: the degree r.
    low: the standard monomials of degree below r. top: those of degree r.
    Raises UnsupportedError where R is not finite over GF(p)[x1], or x0 divides zero.

    >>> run = ModularRun(4, [{(2, 0, 0, 0): 1, (0, 1, 1, 0): 1}, {(0, 2, 0, 0): 1, (0, 0, 1, 1): 1}], 101)
    >>> all(work > 0 for work in run.steps())
    True
    >>> cone = Cone(run)
    >>> cone.degree, cone.is_free(), cone.dimension(3)
    (4, True, 12)
    """

    def __init__(self, run: ModularRun, deadline: Deadline = NEVER) -> None:
        self.p, self.deadline = run.p, deadline
        tails = run.tails()
        self.size = size = len(next(iter(tails), ())) - 1
        if size < 2 or any(leading[-1] for leading in tails):
            raise UnsupportedError("a cone whose lowest variable divides zero")
        affine = {leading[:-1]: [(e[:-1], c) for e, c in tail] for leading, tail in tails.items()}
        if any(not any(e[v] == sum(e) for e in affine) for v in range(size - 1)):
            raise UnsupportedError("no curve whose points have different first coordinates")
        self.start, layers = self._layers([*affine])
        self.low = [e for layer in layers[:-2] for e in layer]
        self.top = layers[-2]
        self.degree = len(self.top)
        if not 1 < self.degree <= _MOST_DEGREE or layers[-1] != [times(e, size - 1) for e in self.top]:
            raise UnsupportedError("no curve of a degree that is taken")
        standard = [*self.low, *self.top, *layers[-1]]
        self._place = {e: i for i, e in enumerate(standard)}
        self._quotient = ModularQuotient(standard, as_vectors(affine, standard), self.p, deadline)

    @staticmethod
    def _layers(leads: list[Exponents]) -> tuple[int, list[list[Exponents]]]:
        """The degree r, and the standard monomials of each degree up to r + 1, in an order that x1 keeps."""
        size = len(leads[0])
        layer: list[Exponents] = [(0,) * size]
        layers = [layer]
        more: int | None = None
        highest = max(e[-1] for e in leads)
        while more is None or more > 0:
            by_degree = [e for e in leads if sum(e) <= len(layers)]
            products = dict.fromkeys(times(e, v) for v in range(size - 1, -1, -1) for e in layer)
            layer = [e for e in products if not any(divides(lead, e) for lead in by_degree)]
            layers.append(layer)
            if len(layer) > _MOST_MONOMIALS:
                raise UnsupportedError("no curve of a degree that is taken")
            if more is None and all(e[-1] for e in layer):
                more = highest + 1
            more = None if more is None else more - 1
        return len(layers) - 2, layers

    def dimension(self, degree: int) -> int:
        """The dimension of K_t for a degree t of at least r − 1."""
        return len(self.low) + self.degree * (degree - self.start + 1)

    def products(self, form: tuple[int, ...], degree: int) -> _Residues:
        """The products of a basis of K_t with a linear form, in K_(t+1), one a row. degree: t, at least r."""
        rows = np.sum([c * self._multiples[v] for v, c in enumerate(form) if c], axis=0) % self.p
        found = np.zeros((self.dimension(degree), self.dimension(degree + 1)), dtype=np.int64)
        found[: len(rows), : rows.shape[1]] = rows
        top = rows[-self.degree :]
        for start in range(len(rows), len(found), self.degree):
            top = self.times_first(top)
            found[start : start + self.degree, : top.shape[1]] = top
        return found

    def times_first(self, rows: _Residues) -> _Residues:
        """The products of elements of K_t, one a row, with x1, in K_(t+1). t is at least r."""
        first = self._multiples[self.size - 1]
        found = np.zeros((len(rows), rows.shape[1] + self.degree), dtype=np.int64)
        # x1 only moves what is not low.
        found[:, len(self.low) + self.degree :] = rows[:, len(self.low) :]
        low = first[: len(self.low)]
        found[:, : low.shape[1]] += product(rows[:, : len(self.low)], low, self.p)
        return found % self.p

    @cached_property
    def _multiples(self) -> list[_Residues]:
        """For each variable the products of a basis of K_r with it, in K_(r+1)."""
        basis = [*self.low, *self.top]
        found = []
        for variable in range(self.size):
            products = [times(e, variable) for e in basis]
            found.append(np.array([self._quotient.normal_form(e) for e in products], dtype=np.int64))
        return found

    @cached_property
    def _relations(self) -> list[int]:
        """The places of b in K_r for which the relation x1·b = NF(x1·b) does not only name another monomial."""
        return [i for i, e in enumerate(self.low) if times(e, self.size - 1) not in self._place]

    @cached_property
    def _generators(self) -> tuple[list[int], _Residues, _Residues]:
        """The places of monomials without x1; for each monomial the place among these, and its power of x1."""
        kept = [i for e, i in self._place.items() if not e[-1]]
        of = {i: place for place, i in enumerate(kept)}
        column = np.array([of[self._place[(*e[:-1], 0)]] for e in self._place])
        return kept, column, np.array([e[-1] for e in self._place])

    def _at(self, a: int) -> tuple[_Residues, _Residues]:
        """K_(r+1) in terms of monomials without x1, where x1 = a, a row each; and the relations between these."""
        kept, column, power = self._generators
        powers = [1]
        for _ in range(int(power.max())):
            powers.append(powers[-1] * a % self.p)
        image = np.zeros((len(column), len(kept)), dtype=np.int64)
        image[np.arange(len(column)), column] = np.array(powers)[power]
        first = self._multiples[self.size - 1][self._relations]
        return image, (product(first, image, self.p) - a * image[self._relations]) % self.p

    def is_free(self) -> bool:
        """Whether R has no torsion over GF(p)[x1]: two combinations of the relations' minors are coprime.

        False also where it is not shown.
        """
        from flint import nmod_mat, nmod_poly

        chance, many = random.Random(0), len(self._relations)
        degree = many * (self.start + 1)
        if not many:
            return True
        if self.p <= degree:
            return False
        width = len(self._generators[0])
        choices = [
            np.array([chance.randrange(self.p) for _ in range(width * many)]).reshape(width, many) for _ in range(2)
        ]
        values = []
        for a in range(degree + 1):
            self.deadline.check("no points of a curve")
            _, relations = self._at(a)
            minors = [product(relations, choice, self.p) for choice in choices]
            values.append([int(nmod_mat(many, many, minor.ravel().tolist(), self.p).det()) for minor in minors])
        first, second = (nmod_poly(one.tolist(), self.p) for one in _interpolated(np.array(values), self.p))
        return bool(first) and first.gcd(second).degree() == 0

    def plane_curve(self) -> Generator[int, None, PlaneCurve]:
        """The plane curve and the fractions; proved where R is free. Yields the work of each step.

        Raises UnsupportedError where x2 does not separate the points of a fibre.
        """
        many = self.degree + len(self.low) + 1
        places: list[int] = []
        values: list[_Residues] = []
        bad = 0
        for a in range(self.p):
            self.deadline.check("no points of a curve")
            fibre = self._fibre(a)
            yield 10 * self.dimension(self.start)
            if fibre is None:
                bad += 1
                if bad > 4 * self.degree**2 or (bad > 10 and not places):
                    break
                continue
            places.append(a)
            values.append(fibre)
            if len(places) == many:
                break
        if len(places) < many:
            raise UnsupportedError("a plane on which the curve's points are not different")
        degree = self.degree
        used = np.array(places[: degree + 1])
        found = _interpolated(np.array(values[: degree + 1]), self.p, used)
        powers = np.ones((many, degree + 1), dtype=np.int64)
        for i in range(degree):
            powers[:, i + 1] = powers[:, i] * np.array(places) % self.p
        if np.any((product(powers, found.T, self.p) - np.array(values)) % self.p):
            raise UnsupportedError("a plane on which the curve has another degree")
        # Rows: x2^k of F, then of each fraction.
        parts = np.split(found, [degree * v for v in range(1, self.size - 1)])
        curve = np.vstack([parts[0], np.eye(1, degree + 1, dtype=np.int64)])
        for part in (curve, *parts[1:]):
            if any(part[k, degree - k + 1 :].any() for k in range(len(part))):
                raise UnsupportedError("a plane on which the curve has another degree")
        return PlaneCurve(curve, parts[1:])

    def _fibre(self, a: int) -> _Residues | None:
        """The coefficients of F and of all Wᵥ at x1 = a, x3 first; None where the fibre has a multiple point."""
        from flint import nmod_poly

        p, degree = self.p, self.degree
        image, relations = self._at(a)
        reduced = _Reduced(relations, p)
        if len(reduced.kept) != degree:
            return None
        kept = np.array(self._generators[0])[reduced.kept]
        matrix = reduced(product(self._multiples[self.size - 2][kept], image, p))
        one, *variables = reduced(product(self._units, image, p))
        found = spanned(matrix, one, variables, p, self.deadline)
        if found is None:
            return None
        minimal = nmod_poly(found.minimal, p)
        if not is_squarefree(minimal):
            return None
        derivative = minimal.derivative()
        numbers = found.minimal[:-1]
        for variable in found.variables:
            part = [int(c) for c in (nmod_poly(variable, p) * derivative % minimal).coeffs()]
            numbers += [*part, *[0] * (degree - len(part))]
        return np.array(numbers, dtype=np.int64)

    @cached_property
    def _units(self) -> _Residues:
        """1, x3, x4, … in K_(r+1)."""
        one = (0,) * self.size
        wanted = [one, *(times(one, v) for v in range(self.size - 3, -1, -1))]
        return np.array([self._quotient.normal_form(e) for e in wanted], dtype=np.int64)

    def points(self, plane: PlaneCurve, number: int, form: tuple[int, ...]) -> Parametrized | None:
        """The points where F' vanishes, by a linear form; None where the form does not separate simple points.

        number: how many they are, the degree of the resultant of F and F'.
        """
        p, derivative = self.p, plane.derivative % self.p
        least = self.start + 1
        highest = least + plane.degree - 1
        second = self.products(tuple(int(v == self.size - 2) for v in range(self.size)), highest)
        # F' times a basis of K_(r+1), by Horner's rule.
        basis = np.eye(self.dimension(least), dtype=np.int64)
        multiples = np.zeros((len(basis), 0), dtype=np.int64)
        shifted = [basis]
        for _ in range(plane.degree - 1):
            shifted.append(self.times_first(shifted[-1]))
        for k in range(len(derivative) - 1, -1, -1):
            self.deadline.check("no points of a curve")
            width = self.dimension(least + len(derivative) - 1 - k)
            total = np.zeros((len(basis), width), dtype=np.int64)
            if multiples.shape[1]:
                rows = multiples.shape[1]
                total += product(multiples, second[:rows, :width], p)
            for i, c in enumerate(derivative[k].tolist()):
                if c:
                    total[:, : shifted[i].shape[1]] += c * shifted[i] % p
            multiples = total % p
        reduced = _Reduced(multiples, p)
        kept = reduced.kept
        if len(kept) != number or kept[-1] >= self.dimension(highest - 1):
            return None
        matrix = reduced(self.products(form, highest - 1)[kept])
        wanted = np.zeros((self.size + 1, multiples.shape[1]), dtype=np.int64)
        one = (0,) * self.size
        for row, e in enumerate([one, *(times(one, v) for v in range(self.size))]):
            vector = self._quotient.normal_form(e)
            wanted[row, : len(vector)] = vector
        first, *variables = reduced(wanted)
        return spanned(matrix, first, variables, p, self.deadline)


class _Reduced:
    """A subspace, and vectors modulo it. kept: the coordinates that are left, the lowest where possible.

    rows: a basis of the subspace, or more.
    """

    def __init__(self, rows: _Residues, p: int) -> None:
        from flint import nmod_mat

        self.p = p
        many, width = rows.shape
        matrix, rank = nmod_mat(many, width, rows[:, ::-1].ravel().tolist(), p).rref()
        entries = np.array([int(c) for c in matrix.entries()], dtype=np.int64).reshape(many, width)[:rank, ::-1]
        pivots = width - 1 - (entries[:, ::-1] != 0).argmax(axis=1)
        self.kept = np.setdiff1d(np.arange(width), pivots)
        self._pivots, self._rules = pivots, entries[:, self.kept]

    def __call__(self, vectors: _Residues) -> _Residues:
        return (vectors[:, self.kept] - product(vectors[:, self._pivots], self._rules, self.p)) % self.p


def _interpolated(values: _Residues, p: int, places: _Residues | None = None) -> _Residues:
    """The coefficients, lowest first, of polynomials from their values at 0, 1, 2, …; a column each, to a row each."""
    from flint import nmod_mat

    many, columns = values.shape
    at = np.arange(many) if places is None else places
    powers = [[pow(int(a), i, p) for i in range(many)] for a in at]
    matrix = nmod_mat(many, many, [c for row in powers for c in row], p)
    solved = matrix.solve(nmod_mat(many, columns, values.ravel().tolist(), p))
    entries = np.array([int(c) for c in solved.entries()], dtype=np.int64)
    return np.asarray(entries.reshape(many, columns).T)
