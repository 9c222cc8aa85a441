"""Gröbner bases modulo a prime by matrices: the algorithm F4.

    generators ──▶ batches of pairs with the least sugar ──▶ a matrix each: reducers above, S-polynomials below
                                                                 └──▶ its new leading monomials are new members

A monomial is one integer. Its fields are the total degree, the degree without the lowest variable, without the two
lowest, and so on. So integers compare as monomials do in the order degrevlex, and a product is a sum.

Source: Faugère, "A new efficient algorithm for computing Gröbner bases (F4)", 1999.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from casbridge.algebra.arithmetic import Exponents
from casbridge.charset.groebner.pairs import GrowingBasis, Pair, degree_key
from casbridge.limits import NEVER, Deadline

#: Monomials as integers: of numpy's int64, or of Python where the fields need more than 62 bits.
_Keys = npt.NDArray[Any]
_Residues = npt.NDArray[np.int64]

_NARROW, _WIDE = 62, 16
#: Pairs of one sugar that one matrix takes at most.
_MOST_ROWS = 400
#: Entries of a matrix beyond which a run is given up: 8 bytes each.
_MOST_ENTRIES = 60_000_000


class TooLarge(Exception):
    """A size was exceeded."""


class Polynomial(NamedTuple):
    """A monic polynomial modulo a prime: monomials in descending order, and their coefficients.

    >>> Polynomial(np.array([5]), np.array([1])).keys
    array([5])
    """

    keys: _Keys
    coefficients: _Residues


class Packing:
    """Monomials in some variables as integers that compare in the order degrevlex.

    size: the number of variables. highest: a degree that has to fit; more may fit.

    >>> packing = Packing(2, 10)
    >>> keys = packing.packed(np.array([[1, 1], [0, 2], [3, 0]]))
    >>> bool(keys[0] > keys[1]), packing.exponents(keys).tolist()
    (True, [[1, 1], [0, 2], [3, 0]])
    """

    def __init__(self, size: int, highest: int) -> None:
        bits = min(_NARROW // size, _WIDE)
        self.is_wide = highest >= 1 << bits
        if self.is_wide:
            bits = max(_WIDE, highest.bit_length())
        self.highest = (1 << bits) - 1
        self._dtype: Any = object if self.is_wide else np.int64
        self.size = size
        self._shifts = np.array([bits * place for place in range(size)], dtype=self._dtype)

    def packed(self, exponents: Any) -> _Keys:
        """Integers of monomials, one a row, greatest variable first."""
        sums = np.cumsum(np.asarray(exponents), axis=1).astype(self._dtype)
        # The partial sum of all variables is in the highest field.
        return np.asarray((sums << self._shifts).sum(axis=1), dtype=self._dtype)

    def exponents(self, keys: _Keys) -> npt.NDArray[np.int64]:
        """The monomials of integers, one a row."""
        sums = ((keys[:, None] >> self._shifts) & self.highest).astype(np.int64)
        sums[:, 1:] -= sums[:, :-1].copy()
        return np.asarray(sums, dtype=np.int64)

    def degree(self, keys: _Keys) -> int:
        """The largest total degree."""
        return int(keys.max() >> self._shifts[-1]) if len(keys) else 0


class ModularRun:
    """A run of F4 modulo a prime: the reduced Gröbner basis, in the order degrevlex, of generators.

    generators: exponents, greatest variable first, with coefficients that are residues, not all 0.
    p: a prime below 2^31. most: terms of all members together beyond which TooLarge is raised.
    growing: the members, and the pairs that are left.

    >>> run = ModularRun(2, [{(1, 1): 1, (0, 0): 6}, {(2, 0): 1, (0, 1): 6}], 7)
    >>> all(work > 0 for work in run.steps())
    True
    >>> run.tails()
    {(1, 1): [((0, 0), 1)], (2, 0): [((0, 1), 1)], (0, 2): [((1, 0), 1)]}
    """

    def __init__(
        self,
        size: int,
        generators: Sequence[Mapping[Exponents, int]],
        p: int,
        *,
        most: int = 2_000_000,
        deadline: Deadline = NEVER,
    ) -> None:
        self.p, self.most, self.deadline = p, most, deadline
        self.packing = Packing(size, 2 * max((sum(e) for terms in generators for e in terms), default=0))
        self.growing: GrowingBasis[Polynomial] = GrowingBasis()
        self._size, self._generators = size, generators
        self._terms = 0

    def steps(self) -> Iterator[int]:
        """Do the whole run; after each step its work, in about microseconds."""
        rows = [self._of(terms) for terms in self._generators]
        order = sorted(range(len(rows)), key=lambda i: (self.packing.degree(rows[i].keys[:1]), len(rows[i].keys)))
        yield from self._step([rows[i] for i in order], order, 0)
        pairs = self.growing.pairs
        while pairs:
            sugar = pairs[0].sugar
            chosen: list[Pair] = []
            while pairs and pairs[0].sugar == sugar and len(chosen) < _MOST_ROWS:
                chosen.append(heapq.heappop(pairs))
            self._make_room(max(sum(pair.multiple) for pair in chosen))
            yield from self._step([self._s_polynomial(pair) for pair in chosen], chosen, sugar)
            pairs = self.growing.pairs

    def basis(self) -> list[dict[Exponents, int]]:
        """When the run is over: the reduced basis, monic, smallest leading monomial first."""
        found = [{leading: 1} | {e: self.p - c for e, c in tail} for leading, tail in self.tails().items()]
        return sorted(found, key=lambda terms: degree_key(next(iter(terms))[::-1]))

    def tails(self) -> dict[Exponents, list[tuple[Exponents, int]]]:
        """When the run is over: the normal forms of the leading monomials, as monomials with coefficients."""
        members = [self.growing.members[i].polynomial for i in self.growing.current]
        rows = [Polynomial(one.keys[1:], self.p - one.coefficients[1:]) for one in members]
        found = {}
        for leading, tail in zip(self._leading(members), _each(self._reduced(rows)), strict=True):
            monomials = map(tuple, self.packing.exponents(tail.keys).tolist())
            found[leading] = [*zip(monomials, tail.coefficients.tolist(), strict=True)]
        return found

    def terms(self, number: int) -> dict[Exponents, int]:
        """A member as exponents with coefficients."""
        keys, coefficients = self.growing.members[number].polynomial
        monomials = map(tuple, self.packing.exponents(keys).tolist())
        return dict(zip(monomials, coefficients.tolist(), strict=True))

    def reduces(self, polynomials: Iterable[Mapping[Exponents, int]]) -> bool:
        """When the run is over: whether polynomials modulo the prime, not 0, are all in the ideal."""
        given = [*polynomials]
        self._make_room(max((sum(e) for terms in given for e in terms), default=0))
        return not given or not self._reduced([self._of(terms) for terms in given]).entries.any()

    def _of(self, terms: Mapping[Exponents, int]) -> Polynomial:
        keys = self.packing.packed([*terms])
        order = np.argsort(keys)[::-1]
        return _monic(keys[order], np.array([*terms.values()], dtype=np.int64)[order], self.p)

    def _make_room(self, degree: int) -> None:
        """Take wider fields where a degree does not fit."""
        if degree <= self.packing.highest:
            return
        old, members = self.packing, self.growing.members
        self.packing = Packing(self._size, 2 * degree)
        for i, member in enumerate(members):
            keys = self.packing.packed(old.exponents(member.polynomial.keys))
            members[i] = member._replace(polynomial=member.polynomial._replace(keys=keys))

    def _multiple(self, number: int, multiple: Exponents) -> Polynomial:
        """A member times the monomial that takes its leading monomial to a multiple."""
        keys, coefficients = self.growing.members[number].polynomial
        return Polynomial(keys + (self.packing.packed([multiple])[0] - keys[0]), coefficients)

    def _s_polynomial(self, pair: Pair) -> Polynomial:
        """The S-polynomial of a pair, unreduced; terms may stand twice."""
        one, other = (self._multiple(number, pair.multiple) for number in (pair.first, pair.second))
        keys = np.concatenate([one.keys[1:], other.keys[1:]])
        return Polynomial(keys, np.concatenate([one.coefficients[1:], self.p - other.coefficients[1:]]))

    def _step(self, rows: list[Polynomial], sources: Sequence[Any], sugar: int) -> Iterator[int]:
        """Reduce rows, and add what is left of them. sources: numbers of generators, or pairs of S-polynomials."""
        reduced = self._reduced(rows)
        counted = reduced.echelon()
        yield 100 + reduced.work
        new = yield from self._new(reduced, counted, [sources[i] for i in counted])
        for one, exponents in zip(new, self._leading(new), strict=True):
            self._terms += len(one.keys)
            yield 5 + 2 * len(self.growing.pairs) + 10 * len(self.growing.current)
            self.deadline.check("no Groebner basis")
            self.growing.add(one, exponents, sugar or sum(exponents))
        if self._terms > self.most:
            raise TooLarge

    def _new(
        self, reduced: Matrix, counted: Sequence[int], sources: Sequence[Any]
    ) -> Generator[int, None, list[Polynomial]]:
        """The new members of a step: none has a leading monomial that is a multiple of another one's."""
        new = [*_each(reduced, counted)]
        # Linear algebra does not see multiples.
        while more := self._multiples(new):
            least = [one for number, one in enumerate(new) if number not in more]
            again = self._reduced([new[number] for number in more], least)
            new = [*least, *_each(again, again.echelon())]
            yield again.work
        return sorted(new, key=lambda one: one.keys[0])

    def _leading(self, polynomials: Sequence[Polynomial]) -> list[Exponents]:
        return [tuple(self.packing.exponents(one.keys[:1])[0].tolist()) for one in polynomials]

    def _multiples(self, polynomials: Sequence[Polynomial]) -> list[int]:
        """The numbers of the polynomials whose leading monomial is a multiple of another one's."""
        leads = np.array(self._leading(polynomials), dtype=np.int64)
        return [i for i, lead in enumerate(leads) if np.sum(np.all(leads <= lead, axis=1)) > 1]

    def _reduced(self, rows: Sequence[Polynomial], more: Sequence[Polynomial] = ()) -> Matrix:
        """The normal forms of rows by the members in the basis, and by more polynomials."""
        return self._reduced_by(rows, sorted([*more, *self._current()], key=lambda one: len(one.keys)))

    def _current(self) -> list[Polynomial]:
        """The members in the basis."""
        return [self.growing.members[i].polynomial for i in self.growing.current]

    def _reduced_by(self, rows: Sequence[Polynomial], basis: Sequence[Polynomial]) -> Matrix:
        """The normal forms of rows: each monomial is reduced by the first polynomial whose leading one divides it."""
        leads = np.array(self._leading(basis), dtype=np.int64)
        known = todo = np.unique(np.concatenate([row.keys for row in rows]))
        reducers: list[Polynomial] = []
        work = 0
        while len(todo) and basis:
            self.deadline.check("no Groebner basis")
            work += len(todo) * leads.size // 500
            exponents = self.packing.exponents(todo)
            fresh = []
            for start in range(0, len(todo), 512):
                part = np.asarray(np.all(leads[None, :, :] <= exponents[start : start + 512, None, :], axis=2))
                which = part.argmax(axis=1)
                for place in np.flatnonzero(part[np.arange(len(which)), which]):
                    number = which[place]
                    keys, coefficients = basis[number]
                    reducer = Polynomial(keys + (todo[start + place] - keys[0]), coefficients)
                    reducers.append(reducer)
                    fresh.append(reducer.keys[1:])
            if not fresh:
                break
            keys = np.concatenate(fresh)
            work += len(keys) // 5 + len(known) // 10
            todo = np.unique(keys)
            # Far quicker than np.setdiff1d, since both are sorted.
            places = np.minimum(np.searchsorted(known, todo), len(known) - 1)
            todo = todo[known[places] != todo]
            known = np.union1d(known, todo)
            if len(known) * len(rows) > _MOST_ENTRIES:
                raise TooLarge
        matrix = Matrix(known[::-1], rows, reducers, self.p, self.deadline)
        matrix.work += work
        return matrix


class Matrix:
    """Rows reduced by reducers.

    columns: all monomials, in descending order. Those that reducers lead are left out of the result.

    >>> row = Polynomial(np.array([5, 3]), np.array([1, 1]))
    >>> matrix = Matrix(np.array([5, 3, 0]), [row], [Polynomial(np.array([5, 0]), np.array([1, 6]))], 7, NEVER)
    >>> matrix.columns, matrix.entries
    (array([3, 0]), array([[1, 1]]))
    """

    def __init__(
        self, columns: _Keys, rows: Sequence[Polynomial], reducers: list[Polynomial], p: int, deadline: Deadline
    ) -> None:
        self.p, self._deadline = p, deadline
        ascending = columns[::-1]
        last = len(columns) - 1

        def places(keys: _Keys) -> npt.NDArray[np.int64]:
            return last - np.searchsorted(ascending, keys)

        # A column of numbers for each row, so that a row of this array is one monomial's.
        entries = np.zeros((len(columns), len(rows)), dtype=np.int64)
        for number, row in enumerate(rows):  # an S-polynomial may have a monomial twice
            np.add.at(entries[:, number], places(row.keys), row.coefficients)
        entries %= p
        self.work = entries.size // 100
        reduced = np.zeros(len(columns), dtype=bool)
        reducers.sort(key=lambda reducer: reducer.keys[0], reverse=True)
        for reducer in reducers:
            deadline.check("no Groebner basis")
            place, *_ = at = places(reducer.keys)
            reduced[place] = True
            heads = np.flatnonzero(entries[place])
            self.work += 15
            if len(heads):
                tail = at[1:]
                self.work += len(tail) * len(heads) // 50
                if 2 * len(heads) > len(rows):
                    factors = (p - entries[place]) % p
                    entries[tail] = (entries[tail] + reducer.coefficients[1:, None] * factors) % p
                else:
                    factors = p - entries[place, heads]
                    block = np.ix_(tail, heads)
                    entries[block] = (entries[block] + reducer.coefficients[1:, None] * factors) % p
        self.columns = columns[~reduced]
        self.entries = np.ascontiguousarray(entries[~reduced].T)

    def echelon(self) -> list[int]:
        """Bring the rows to reduced echelon form; the numbers of the rows that do not depend on earlier rows."""
        entries, p = self.entries, self.p
        counted = []
        for number in range(len(entries)):
            self._deadline.check("no Groebner basis")
            places = np.flatnonzero(entries[number])
            self.work += 5
            if not len(places):
                continue
            counted.append(number)
            pivot = places[0]
            inverse = pow(int(entries[number, pivot]), -1, p)
            entries[number, places] = row = entries[number, places] * inverse % p
            others = np.flatnonzero(entries[:, pivot])
            others = others[others != number]
            if len(others):
                self.work += len(others) * len(places) // 50
                block = np.ix_(others, places)
                entries[block] = (entries[block] + (p - entries[others, pivot])[:, None] * row) % p
        return counted


def _each(matrix: Matrix, numbers: Sequence[int] | None = None) -> Iterator[Polynomial]:
    """The rows of a matrix as polynomials."""
    for number in range(len(matrix.entries)) if numbers is None else numbers:
        places = np.flatnonzero(matrix.entries[number])
        yield Polynomial(matrix.columns[places], matrix.entries[number, places])


def _monic(keys: _Keys, coefficients: _Residues, p: int) -> Polynomial:
    kept = coefficients % p != 0
    keys, coefficients = keys[kept], coefficients[kept] % p
    if not len(keys):
        return Polynomial(keys, coefficients)
    return Polynomial(keys, coefficients * pow(int(coefficients[0]), -1, p) % p)
