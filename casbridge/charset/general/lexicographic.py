"""Lexicographic Gröbner bases of systems over QQ with finitely many zeros, by way of a degree order.

Buchberger's algorithm is FLINT's, within limits on sizes. The change of order is that of Faugère, Gianni, Lazard and
Mora ("Efficient computation of zero-dimensional Gröbner bases by change of ordering", 1993), with exact linear algebra.
A lexicographic basis is nearly triangular and has no extraneous factors: a good start for the decomposition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring
from casbridge.charset.general.groebner import Sizes, buchberger, degree_key, is_available
from casbridge.limits import NEVER, Deadline

#: Primes for linear algebra that guesses the answer. Exact arithmetic then proves it.
_PRIMES = (2_147_483_629, 2_147_483_587, 2_147_483_579)


def bases(
    ring: Ring,
    polynomials: Sequence[Polynomial],
    sizes: Sizes,
    deadline: Deadline = NEVER,
    *,
    finite_only: bool = False,
) -> Iterator[tuple[Polynomial, ...]]:
    """Other generators of an ideal as starts for a decomposition, as far as they are found within the sizes.

    With finitely many zeros there is one, the lexicographic basis. Otherwise there are two: the polynomials together
    with their basis in the degree order, and the lexicographic basis by Buchberger's algorithm alone.

    finite_only: give nothing if there are infinitely many zeros.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> list(bases(x.ring, [x * y - 1, y - x], Sizes(50, 50, 500, 50)))
    [(x**2 - 1, y - x)]
    """
    if not is_available(ring):
        return
    basis = buchberger(ring, polynomials, "degrevlex", sizes)
    if basis is not None:
        found = _by_degree_basis(ring, basis, sizes, deadline)
        if found is not None:
            yield found
            return
    if finite_only:
        return
    if basis is not None:
        yield (*polynomials, *(Polynomial(ring, terms) for terms in basis))
    basis = buchberger(ring, polynomials, "lex", sizes)
    if basis is not None:
        yield tuple(Polynomial(ring, terms) for terms in basis)


def _by_degree_basis(
    ring: Ring, basis: Sequence[Mapping[Exponents, int]], sizes: Sizes, deadline: Deadline
) -> tuple[Polynomial, ...] | None:
    quotient = _Quotient.of(ring, basis, sizes.zeros)
    if quotient is None:
        return None
    if not quotient.monomials:
        return (Polynomial.constant(ring, 1),)
    found = _change_order(ring, quotient, deadline)
    return None if found is None else tuple(found)


class _Quotient:
    """The ring modulo an ideal with finitely many zeros: a vector space, whose basis are the standard monomials."""

    def __init__(self, monomials: list[Exponents], leading: Mapping[Exponents, Mapping[Exponents, int]]) -> None:
        self.monomials = monomials
        self.size = len(monomials)
        self.place = {monomial: i for i, monomial in enumerate(monomials)}
        self._leading = leading
        self._vectors: dict[Exponents, list[Any]] = {}
        self._matrices: dict[int, Any] = {}

    @staticmethod
    def of(ring: Ring, basis: Sequence[Mapping[Exponents, int]], most: int) -> _Quotient | None:
        """None where there are infinitely many standard monomials, or more than `most`."""
        leading = {max(terms, key=degree_key): terms for terms in basis}
        pure = {v for e in leading for v in range(ring.size) if e[v] == sum(e)}
        if len(pure) < ring.size and (0,) * ring.size not in leading:
            return None
        found: list[Exponents] = []
        todo = [(0,) * ring.size]
        seen = set(todo)
        for monomial in todo:
            if any(all(a >= b for a, b in zip(monomial, e, strict=True)) for e in leading):
                continue
            found.append(monomial)
            if len(found) > most:
                return None
            for larger in (_times(monomial, variable) for variable in range(ring.size)):
                if larger not in seen:
                    seen.add(larger)
                    todo.append(larger)
        return _Quotient(sorted(found, key=degree_key), leading)

    def matrix(self, variable: int) -> Any:
        """The rows are the images of the standard monomials under multiplication by a variable."""
        import flint

        found = self._matrices.get(variable)
        if found is None:
            rows = [self._image(_times(monomial, variable)) for monomial in self.monomials]
            found = self._matrices[variable] = flint.fmpq_mat(self.size, self.size, [c for row in rows for c in row])
        return found

    def _image(self, monomial: Exponents) -> list[Any]:
        """The normal form of a monomial, as coordinates."""
        import flint

        known = self._vectors.get(monomial)
        if known is not None:
            return known
        zero, one = flint.fmpq(0), flint.fmpq(1)
        vector: list[Any] = [zero] * self.size
        if monomial in self.place:
            vector[self.place[monomial]] = one
        elif monomial in self._leading:
            terms = self._leading[monomial]
            scale = flint.fmpq(-1, terms[monomial])
            for exponents, coefficient in terms.items():
                if exponents != monomial:
                    vector[self.place[exponents]] = scale * coefficient
        else:
            # A multiple of a smaller monomial that is not standard: by linearity from that one's normal form.
            variable = next(v for v, e in enumerate(monomial) if e and _lower(monomial, v) not in self.place)
            for i, coefficient in enumerate(self._image(_lower(monomial, variable))):
                if coefficient:
                    for j, other in enumerate(self._image(_times(self.monomials[i], variable))):
                        if other:
                            vector[j] += coefficient * other
        self._vectors[monomial] = vector
        return vector


def _times(monomial: Exponents, variable: int) -> Exponents:
    return (*monomial[:variable], monomial[variable] + 1, *monomial[variable + 1 :])


def _lower(monomial: Exponents, variable: int) -> Exponents:
    return (*monomial[:variable], monomial[variable] - 1, *monomial[variable + 1 :])


class _BadPrime(Exception):
    """A number that is not 0 vanishes modulo the prime."""


def _change_order(ring: Ring, quotient: _Quotient, deadline: Deadline) -> list[Polynomial] | None:
    """The lexicographic basis, lowest leading monomial first; None where all primes turned out bad."""
    for prime in _PRIMES:
        try:
            return _OrderChange(ring, quotient, prime, deadline).basis()
        except _BadPrime:
            continue
    return None


class _OrderChange:
    """Goes through the monomials in lexicographic order: each is independent of smaller ones, or gives a relation."""

    def __init__(self, ring: Ring, quotient: _Quotient, prime: int, deadline: Deadline) -> None:
        self.ring = ring
        self.quotient = quotient
        self.prime = prime
        self.deadline = deadline
        self.vectors: dict[Exponents, Any] = {}
        self.independent: list[Exponents] = []
        self.dependent: list[Exponents] = []
        self._rows: list[tuple[int, list[int]]] = []

    def basis(self) -> list[Polynomial]:
        import flint

        one = (0,) * self.ring.size
        self.vectors[one] = flint.fmpq_mat(1, self.quotient.size, [m == one for m in self.quotient.monomials])
        todo: dict[Exponents, tuple[Exponents, int] | None] = {one: None}
        while todo:
            self.deadline.check("no complete decomposition")
            monomial = min(todo, key=_lexicographic_key)
            source = todo.pop(monomial)
            if any(all(a >= b for a, b in zip(monomial, e, strict=True)) for e in self.dependent):
                continue
            if source is not None:
                self.vectors[monomial] = self.vectors[source[0]] * self.quotient.matrix(source[1])
            if self._is_independent(self.vectors[monomial]):
                self.independent.append(monomial)
                for variable in range(self.ring.size):
                    todo.setdefault(_times(monomial, variable), (monomial, variable))
            else:
                self.dependent.append(monomial)
        return self._relations()

    def _is_independent(self, vector: Any) -> bool:
        """Whether a vector is independent of the earlier ones, modulo the prime."""
        p = self.prime
        row = [self._residue(c) for c in vector.entries()]
        for pivot, known in self._rows:
            factor = row[pivot]
            if factor:
                row = [(a - factor * b) % p for a, b in zip(row, known, strict=True)]
        pivot = next((i for i, c in enumerate(row) if c), -1)
        if pivot < 0:
            return False
        scale = pow(row[pivot], -1, p)
        self._rows.append((pivot, [c * scale % p for c in row]))
        return True

    def _residue(self, value: Any) -> int:
        denominator = int(value.q) % self.prime
        if not denominator:
            raise _BadPrime
        return int(value.p) % self.prime * pow(denominator, -1, self.prime) % self.prime

    def _relations(self) -> list[Polynomial]:
        """Each dependent monomial as a combination of smaller independent ones, exactly."""
        import flint

        size = self.quotient.size
        if len(self.independent) != size:
            raise _BadPrime
        rows = [c for m in self.independent for c in self.vectors[m].entries()]
        square = flint.fmpq_mat(size, size, rows).transpose()
        columns = [c for m in self.dependent for c in self.vectors[m].entries()]
        solved = square.solve(flint.fmpq_mat(len(self.dependent), size, columns).transpose())
        found = []
        for column, monomial in enumerate(self.dependent):
            terms: dict[Exponents, Coefficient] = {monomial: 1}
            for row, other in enumerate(self.independent):
                value = solved[row, column]
                if value:
                    if _lexicographic_key(other) > _lexicographic_key(monomial):
                        raise _BadPrime
                    terms[other] = Fraction(-int(value.p), int(value.q))
            found.append(Polynomial(self.ring, terms).normal())
        return found


def _lexicographic_key(exponents: Exponents) -> Exponents:
    return exponents[::-1]
