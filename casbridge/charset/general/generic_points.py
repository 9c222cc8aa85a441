"""Members of low degree of the ideal of a component, from its points modulo a prime.

The zeros of an irreducible chain C are a component V(sat C). Points of it modulo a prime are found quickly: the free
variables take random values, and each element of the chain gives the value of its main variable. The polynomials of
degree d that vanish at many points are a linear system. One with its rational coefficients guessed is in sat C exactly
if its pseudo-remainder by C is 0. All that is computed modulo the prime is a guess; only this check counts.

The ideals of points are computed degree by degree, as Möller and Buchberger did ("The construction of multivariate
polynomials with preassigned zeros", 1982). A Gröbner basis of the saturation may be far more work, and it has many
members of higher degree.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.elements import Element, Elements
from casbridge.charset.general.conjugate_points import ConjugatePoints, NoPoints
from casbridge.charset.general.groebner import integer_terms
from casbridge.charset.groebner.lifting import Lifting
from casbridge.charset.groebner.pairs import degree_key, divides, times
from casbridge.charset.groebner.primes import half_primes

if TYPE_CHECKING:
    import numpy as np

#: The highest degree of members, and the most monomials of a linear system.
_HIGHEST_DEGREE, _MOST_MONOMIALS = 4, 500

#: Primes that are tried, since algebraic numbers of a chain need not be in GF(p).
_MOST_PRIMES = 12
#: Primes whose results are put together for members with long coefficients.
_MOST_LIFTED = 6
#: The most conjugates of a point that are taken together.
_MOST_CONJUGATES = 64
#: More points than monomials.
_MORE_POINTS = 8
#: Rounds of points, and points that are tried at once for each that is needed.
_ROUNDS, _TRIES = 6, 2


class Members(NamedTuple):
    """Members of an ideal. codimension: of the zeros that their leading monomials have.

    exact: it is proved that they have no zeros beside those of the ideal.
    """

    polynomials: tuple[Polynomial, ...]
    codimension: int
    exact: bool = False


class ChainPoints:
    """Random points modulo a prime at which an irreducible chain vanishes and its initials do not.

    coefficients: as of `ConjugatePoints`. rows: equations that a point gives.

    >>> points = ChainPoints(2, {1: [{(2, 0): 1}, {(0, 0): -1}]}, 101)
    >>> found = points.find(3)
    >>> found.shape, bool(((found[0] ** 2 - found[1]) % 101 == 0).all())
    ((2, 3), True)
    """

    rows = 1

    def __init__(self, size: int, coefficients: dict[int, list[dict[Exponents, int]]], p: int) -> None:
        import numpy as np

        self._size, self._p, self._steps = size, p, coefficients
        self._random = np.random.default_rng(1)
        self.work = 0

    def find(self, count: int) -> np.ndarray:
        """So many points, one a column. Raises NoPoints."""
        import numpy as np

        found: list[Any] = []
        have = 0
        for _ in range(_ROUNDS):
            part = self._some((count - have) * _TRIES + 20)
            found.append(part)
            have += part.shape[1]
            if have >= count:
                return np.concatenate(found, axis=1)[:, :count]
            if not have:
                break
        raise NoPoints

    def ones(self, values: Any) -> Any:
        """The image of 1 at the points."""
        import numpy as np

        return np.ones(values.shape[1], dtype="int64")

    def times(self, image: Any, values: Any, variable: int) -> Any:
        """The image of a product with a variable."""
        return image * values[variable] % self._p

    def _some(self, count: int) -> Any:
        p = self._p
        values = self._random.integers(1, p, size=(self._size, count), dtype="int64")
        for main in range(self._size):
            if main not in self._steps:
                continue
            images = [self._image(terms, values) for terms in self._steps[main]]
            good = images[-1] != 0
            if len(images) == 2:
                values[main] = -images[0] * self._power(images[1], p - 2) % p
            elif len(images) == 3:
                root, is_square = self._square_root((images[1] * images[1] - 4 * (images[2] * images[0] % p)) % p)
                values[main] = (root - images[1]) % p * self._power(2 * images[2] % p, p - 2) % p
                good &= is_square
            else:
                good &= self._roots(images, values[main])
            values = values[:, good]
        return values

    def _image(self, terms: dict[Exponents, int], values: Any) -> Any:
        """The values of a polynomial."""
        import numpy as np

        p = self._p
        total = np.zeros(values.shape[1], dtype="int64")
        self.work += 10 + len(terms) * (5 + values.shape[1] // 50)
        for exponents, coefficient in terms.items():
            product = np.full(values.shape[1], coefficient, dtype="int64")
            for v, power in enumerate(exponents):
                for _ in range(power):
                    product = product * values[v] % p
            total += product
            total %= p
        return total

    def _power(self, base: Any, exponent: int) -> Any:
        import numpy as np

        p = self._p
        self.work += len(base) // 2
        result = np.ones_like(base)
        while exponent:
            if exponent & 1:
                result = result * base % p
            base = base * base % p
            exponent >>= 1
        return result

    def _square_root(self, values: Any) -> tuple[Any, Any]:
        """Square roots, and which values have one: the way of Tonelli and Shanks, for all at once."""
        p = self._p
        odd, twos = p - 1, 0
        while not odd & 1:
            odd, twos = odd >> 1, twos + 1
        base = 2
        while pow(base, p >> 1, p) == 1:
            base += 1
        unit = pow(base, odd, p)
        root, rest = self._power(values, (odd + 1) // 2), self._power(values, odd)
        for step in range(twos - 1, 0, -1):
            test = rest
            for _ in range(step - 1):
                test = test * test % p
            wrong = test != 1
            root[wrong] = root[wrong] * unit % p
            unit = unit * unit % p
            rest[wrong] = rest[wrong] * unit % p
        found = root * root % p == values
        flip = self._random.integers(0, 2, size=len(root), dtype="int64") == 1
        root[flip] = (p - root[flip]) % p
        return root, found

    def _roots(self, images: Sequence[Any], into: Any) -> Any:
        """Put a random root of each polynomial into an array; which ones have a root. images: of the coefficients."""
        import numpy as np
        from flint import nmod_poly

        self.work += 40 * len(into) * len(images)
        good = np.zeros(len(into), dtype=bool)
        for i, column in enumerate(zip(*(image.tolist() for image in images), strict=True)):
            if column[-1]:
                roots = nmod_poly([*column], self._p).roots()
                if roots:
                    into[i] = int(roots[int(self._random.integers(len(roots)))][0])
                    good[i] = True
        return good


def low_members(ring: Ring, elements: Elements, chain: Sequence[Element]) -> Generator[int, None, Members | None]:
    """Computes members of the ideal of a component over QQ, of low degree; None where points are not found.

    A generator that yields the work of each step, in about microseconds.

    ring: of the members. elements: of a ring in the same variables, perhaps in another order.
    chain: irreducible, of `elements`; the ideal is sat(chain).

    >>> from casbridge.algebra import variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> elements = Elements(x.ring)
    >>> chain = [*map(elements.of_polynomial, (x * y - 1, x * z - 1))]
    >>> def steps():
    ...     print((yield from low_members(x.ring, elements, chain)))
    >>> all(work > 0 for work in steps())
    Members(polynomials=(z - y, x*y - 1), codimension=2, exact=False)
    True
    """
    guesses: dict[Exponents, _Guess] | None = None
    used = 0
    for _, p in zip(range(_MOST_PRIMES), half_primes(), strict=False):
        try:
            relations = yield from _Search(ring, elements, chain, p).run()
        except NoPoints:
            yield 100
            continue
        used += 1
        if guesses is None:
            guesses = {leading: _Guess([*terms]) for leading, terms in relations.items()}
        for leading, terms in relations.items():
            guess = guesses.get(leading)
            if guess is not None and guess.member is None:
                before = elements.work
                guess.improve(p, terms, ring, elements, chain)
                yield 20 + 5 * len(terms) + elements.work - before
        members = {leading: guess.member for leading, guess in guesses.items() if guess.member is not None}
        codimension = _codimension([*members])
        if codimension == len(chain) or used == _MOST_LIFTED or len(members) == len(guesses):
            return Members((*members.values(),), codimension, _is_exact([*members], elements, chain))
    return None


class _Guess:
    """A polynomial that may be a member, from its coefficients modulo primes.

    member: None until rational coefficients are found and proved.

    >>> from casbridge.algebra import variables
    >>> ring = Ring.of("x")
    >>> guess, elements = _Guess([(1,), (0,)]), Elements(ring)
    >>> guess.improve(101, {(1,): 1, (0,): 99}, ring, elements, [elements.of_polynomial(variables(ring)[0] - 2)])
    >>> guess.member
    x - 2
    """

    def __init__(self, monomials: Sequence[Exponents]) -> None:
        self.member: Polynomial | None = None
        self._monomials = monomials
        self._lifting = Lifting([len(monomials)])

    def improve(
        self, p: int, terms: dict[Exponents, int], ring: Ring, elements: Elements, chain: Sequence[Element]
    ) -> None:
        """Take the coefficients modulo a further prime. ring, elements, chain: as of `low_members`."""
        if len(terms) > len(self._monomials):  # some coefficients were 0 modulo the primes before
            self._monomials, self._lifting = [*terms], Lifting([len(terms)])
        if not set(terms) <= set(self._monomials):
            return
        self._lifting.take(p, [terms.get(e, 0) for e in self._monomials])
        rationals = self._lifting.rationals()
        if rationals is not None:
            ((numerators, _),) = rationals
            polynomial = Polynomial(ring, dict(zip(self._monomials, numerators, strict=True))).normal()
            places = [elements.ring.index[name] for name in ring.variables]
            element = elements.of_polynomial(polynomial.rename(elements.ring, places))
            if elements.remainder_by(element, chain) is elements.zero:
                self.member = polynomial


class _Search:
    """The search for members modulo one prime."""

    def __init__(self, ring: Ring, elements: Elements, chain: Sequence[Element], p: int) -> None:
        self.ring, self.elements, self.chain, self.p = ring, elements, chain, p
        self.is_homogeneous = all(map(elements.is_form, chain))
        terms = ((integer_terms(elements.polynomial(element)), element.variable) for element in chain)
        coefficients = {main: _coefficients(each, main, p) for each, main in terms}
        kind = ConjugatePoints if _has_conjugates(chain) else ChainPoints
        self.points: ConjugatePoints | ChainPoints = kind(ring.size, coefficients, p)
        self.places = [elements.ring.index[name] for name in ring.variables]

    def run(self) -> Generator[int, None, dict[Exponents, dict[Exponents, int]]]:
        """The relations between monomials modulo the prime, each with its leading monomial. Raises NoPoints."""
        import numpy as np

        variables = range(self.ring.size)
        standard: list[Exponents] = [(0,) * self.ring.size]
        monomials = standard
        found: dict[Exponents, dict[Exponents, int]] = {}
        values = self.points.find(60 + 3 * self.ring.size)
        images: dict[Exponents, Any] = {}
        for _ in range(_HIGHEST_DEGREE):
            candidates = {times(e, v) for e in monomials for v in variables}
            monomials = [e for e in candidates if not any(divides(other, e) for other in found)]
            monomials.sort(key=degree_key)
            columns = monomials if self.is_homogeneous else [*standard, *monomials]
            if not monomials or len(columns) > _MOST_MONOMIALS:
                break
            if values.shape[1] * self.points.rows < len(columns) + _MORE_POINTS:
                values = np.concatenate([values, self.points.find(2 * len(columns))], axis=1)
                images = {}
            relations = yield from self._relations(columns, values, images)
            found |= relations
            monomials = [e for e in monomials if e not in relations]
            standard = [*standard, *monomials]
        return found

    def _image(self, exponents: Exponents, values: Any, images: dict[Exponents, Any]) -> Any:
        if exponents not in images:
            v = next((v for v, e in enumerate(exponents) if e), -1)
            if v < 0:
                images[exponents] = self.points.ones(values)
            else:
                lower = self._image(times(exponents, v, -1), values, images)
                images[exponents] = self.points.times(lower, values, self.places[v])
        return images[exponents]

    def _relations(
        self, columns: Sequence[Exponents], values: Any, images: dict[Exponents, Any]
    ) -> Generator[int, None, dict[Exponents, dict[Exponents, int]]]:
        """For each monomial that depends on lower ones at the points, the terms of the relation."""
        import numpy as np
        from flint import nmod_mat

        count = len(columns) + _MORE_POINTS
        matrix = np.stack([self._image(e, values, images)[:count] for e in columns], axis=1)
        self.elements.check()
        yield self.points.work + count * len(columns) * (1 + len(columns) // 100) // 10
        self.points.work = 0
        reduced, rank = nmod_mat(count, len(columns), matrix.ravel().tolist(), self.p).rref()
        entries = np.array([int(c) for c in reduced.entries()[: rank * len(columns)]], dtype="int64")
        entries = entries.reshape(rank, len(columns))
        pivots = (entries != 0).argmax(axis=1).tolist() if rank else []
        found = {}
        for column in sorted(set(range(len(columns))).difference(pivots)):
            found[columns[column]] = {columns[column]: 1}
            for row in np.flatnonzero(entries[:, column]).tolist():
                found[columns[column]][columns[pivots[row]]] = self.p - int(entries[row, column])
        return found


def _has_conjugates(chain: Sequence[Element]) -> bool:
    """Whether points over GF(p) may miss conjugates, and these are few enough to be taken together.

    Square roots over GF(p) come with either sign.
    """
    return any(e.degree > 2 for e in chain) and prod(e.degree for e in chain) <= _MOST_CONJUGATES


def _coefficients(terms: dict[Exponents, int], main: int, p: int) -> list[dict[Exponents, int]]:
    """The coefficients of a polynomial in its main variable, from the power 0 on, modulo p.

    terms: with exponents greatest variable first. Those of the coefficients are lowest variable first.
    """
    found: list[dict[Exponents, int]] = [{} for _ in range(1 + max(e[-1 - main] for e in terms))]
    for e, c in terms.items():
        exponents = e[::-1]
        found[exponents[main]][(*exponents[:main], 0, *exponents[main + 1 :])] = c % p
    return found


def _is_exact(leading: Sequence[Exponents], elements: Elements, chain: Sequence[Element]) -> bool:
    """Whether members of sat(chain) with these leading monomials are proved to have no other zeros.

    The chain has D zeros, or a homogeneous one has a cone over D points. The members have no other zeros if they have
    at most as many, with multiplicities. For a further component of homogeneous members is the point 0, in the cone.
    """
    from casbridge.charset.groebner.quotient import Staircase

    size, most = elements.ring.size, prod(element.degree for element in chain)
    if len(chain) == size:
        standard = Staircase(size, leading, most).standard
        return standard is not None and len(standard) <= most
    if len(chain) < size - 1 or not all(map(elements.is_form, chain)):
        return False
    many = 0
    for v in range(size):  # the multiplicity of the ideal of the leading monomials is the sum over its primes
        if not any(e[v] == sum(e) for e in leading):
            without = [(*e[:v], *e[v + 1 :]) for e in leading]
            standard = Staircase(size - 1, without, most).standard
            many += most + 1 if standard is None else len(standard)
    return many <= most


def _codimension(leading: Sequence[Exponents]) -> int:
    """The codimension of a monomial ideal: the size of a smallest set of variables that meets each monomial."""
    supports = {frozenset(v for v, power in enumerate(e) if power) for e in leading}
    return _fewest([one for one in supports if not any(other < one for other in supports)], len(supports))


def _fewest(supports: Sequence[frozenset[int]], most: int) -> int:
    """The size of a smallest set that meets each of the given sets; more than `most` where that many are not enough."""
    if not supports or most < 0:
        return 0
    smallest = min(supports, key=lambda support: (len(support), sorted(support)))
    for v in sorted(smallest):
        most = min(most, 1 + _fewest([s for s in supports if v not in s], most - 1))
        supports = [s - {v} for s in supports]  # the others are with v, or have been looked at
        if not all(supports):
            break
    return most
