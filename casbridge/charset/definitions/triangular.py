"""Triangular and ascending sets: their properties, their parts, their zeros.

A `Chain` is what an answer prints: any list of polynomials, in normal form. A `TriangularSet` is checked and keeps its
polynomials as they are. `TriangularSet.of` makes one of a chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, Protocol, Self, overload

from casbridge.algebra.arithmetic import arithmetic_of
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import MOST_TERMS_SHOWN, Polynomial
from casbridge.brief import in_short
from casbridge.charset.definitions import ranks
from casbridge.charset.definitions.division import check_triangular, is_reduced, is_trivial, pseudo_remainder
from casbridge.drawings import Shown
from casbridge.errors import InputError, UnsupportedError, UsageError


class _HasPolynomials(Protocol):
    """A ring and polynomials of it: a Chain, a PointChain, a TriangularSet."""

    @property
    def ring(self) -> Ring: ...

    @property
    def polynomials(self) -> tuple[Polynomial, ...]: ...


class TriangularSet(Sequence[Polynomial], Shown):
    """A triangular set [T1, …, Tr]: an immutable sequence of polynomials with 0 < cls(T1) < … < cls(Tr).

    ring: needed for the empty set only.

    Two sets are equal if they have the same ring and the same polynomials.
    Raises InputError where the main variables do not ascend or a polynomial is a constant.
    Source: Xu 2019, definition 3.3; Wang, Elimination Methods, chapter 2.

    >>> from casbridge.algebra import variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> T = TriangularSet([x**2 - 2, x * z**3 + y])
    >>> T, len(T), T[1]
    ([x**2 - 2, x*z**3 + y], 2, x*z**3 + y)
    >>> T.main_variables, T.degrees, T.initials, T.parameters, T.dimension, T.degree
    (('x', 'z'), (2, 3), (1, x), ('y',), 1, 6)
    >>> T.is_fine, TriangularSet([x**2, x**2 * y - 1]).is_fine
    (True, False)
    >>> T.is_ascending, TriangularSet([x**2 - 2, y - x**3]).is_ascending
    (True, False)
    >>> TriangularSet([z, y])
    Traceback (most recent call last):
    casbridge.errors.InputError: main variable y after z; expected strictly ascending main variables
    """

    def __init__(self, polynomials: Iterable[Polynomial] = (), ring: Ring | None = None) -> None:
        self.polynomials = tuple(polynomials)
        self.ring = ranks.ring_of_all(self.polynomials, ring)
        check_triangular(self.polynomials)
        self._check()

    def _check(self) -> None:
        if self.is_trivial:
            what, hint = f"the constant {self[0]} in a triangular set", "an AscendingSet may be one constant"
            raise InputError(what, expected="polynomials with variables", hint=hint)

    @classmethod
    def of(cls, chain: _HasPolynomials) -> Self:
        """The triangular set with the polynomials of a chain."""
        return cls(chain.polynomials, chain.ring)

    def __len__(self) -> int:
        return len(self.polynomials)

    @overload
    def __getitem__(self, index: int) -> Polynomial: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Polynomial, ...]: ...

    def __getitem__(self, index: int | slice) -> Polynomial | tuple[Polynomial, ...]:
        return self.polynomials[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TriangularSet) and (self.ring, *self) == (other.ring, *other)

    def __hash__(self) -> int:
        return hash((self.ring, self.polynomials))

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self))}]"

    def __repr__(self) -> str:
        return in_short(map(repr, self), len(self))

    def _repr_latex_(self) -> str | None:
        if sum(len(p.terms) for p in self) > MOST_TERMS_SHOWN:
            return None
        return f"$\\displaystyle \\left[{', '.join(p.latex() for p in self)}\\right]$"

    @property
    def is_trivial(self) -> bool:
        """Whether this is one nonzero constant, as only an AscendingSet can be (definition 3.4)."""
        return is_trivial(self.polynomials)

    @cached_property
    def main_variables(self) -> tuple[str, ...]:
        """lv(T): the names of the main variables, ascending; ("",) for a trivial ascending set."""
        return tuple(map(ranks.main_variable, self))

    @cached_property
    def degrees(self) -> tuple[int, ...]:
        """The main degrees."""
        return tuple(map(ranks.main_degree, self))

    @cached_property
    def initials(self) -> tuple[Polynomial, ...]:
        """ini(T): the initial of every polynomial; () for a trivial ascending set."""
        return () if self.is_trivial else tuple(map(ranks.initial, self))

    @property
    def parameters(self) -> tuple[str, ...]:
        """The variables that are no main variable, u1, …, ud in the paper: the set leaves them free.

        A ring's own parameters are not among them.
        """
        return tuple(name for name in self.ring.unknowns if name not in self.main_variables)

    @property
    def dimension(self) -> int:
        """n − r, the number of parameters: the dimension of Z(T/I) over the algebraic closure, if it is not empty.

        −1 for a trivial ascending set, which has no zeros.
        """
        return -1 if self.is_trivial else len(self.ring.unknowns) - len(self)

    @property
    def degree(self) -> int:
        """The product of the main degrees: the degree of the tower over the parameters; 0 for a trivial set."""
        return prod(self.degrees)

    @property
    def rank(self) -> ranks.SetRank:
        """The rank (definition 3.10), a value that can be compared."""
        return ranks.rank(self.polynomials)

    def below(self, variable: str | int, *, inclusive: bool = False) -> TriangularSet:
        """T_{<x}: the polynomials with a main variable below x.

        variable: x, by its name or its position.
        inclusive: include the polynomial with the main variable x.

        >>> from casbridge.algebra import variables
        >>> x, y, z = variables(Ring.of("x y z"))
        >>> T = TriangularSet([x**2 - 2, y - x, z**2 - y])
        >>> T.below("y"), T.below("y", inclusive=True), T.above("y"), T.at("y")
        ([x**2 - 2], [x**2 - 2, y - x], [z**2 - y], [y - x])
        """
        end = ranks.position_of(self.ring, variable) + inclusive
        return self._where(lambda main: main < end)

    def above(self, variable: str | int, *, inclusive: bool = False) -> TriangularSet:
        """T_{>x}: the polynomials with a main variable above x. Arguments as for `below`."""
        before = ranks.position_of(self.ring, variable) - inclusive
        return self._where(lambda main: main > before)

    def at(self, variable: str | int) -> TriangularSet:
        """T_x: the polynomial with the main variable x, or nothing."""
        position = ranks.position_of(self.ring, variable)
        return self._where(lambda main: main == position)

    def _where(self, wanted: Callable[[int], bool]) -> TriangularSet:
        mains = [ranks.class_of(f) - 1 for f in self]
        return TriangularSet([f for f, main in zip(self, mains, strict=True) if main >= 0 and wanted(main)], self.ring)

    @cached_property
    def is_fine(self) -> bool:
        """Whether no initial vanishes modulo the polynomials below: prem(ini(Ti), [T1, …, Ti−1]) ≠ 0 for all i.

        Source: Xu 2019, definition 3.5; Wang, Elimination Methods, chapter 2 (fine triangular sets).
        """
        return all(pseudo_remainder(h, self[:i]) for i, h in enumerate(self.initials))

    @property
    def is_ascending(self) -> bool:
        """Whether every polynomial is reduced with respect to those below it (definition 3.4)."""
        return all(is_reduced(f, self[:i]) for i, f in enumerate(self) if i)

    @property
    def is_normal(self) -> bool:
        """Whether the initials are in the parameters only: then the set is a Gröbner basis over the parameters."""
        parameters = {self.ring.index[name] for name in (*self.ring.parameters, *self.parameters)}
        return all(parameters.issuperset(h.support()) for h in self.initials)

    def zeros(self, degree: int = 1) -> Iterator[tuple[Any, ...]]:
        """Z(T/I) in GF(p^degree), one point after the other: the common zeros of the set at which no initial vanishes.

        The parameters take all values of the field, and every main variable the roots of its polynomial, from the
        lowest variable up. A point has one coordinate a variable, lowest first: integers for degree 1,
        `flint.fq_default` elements for higher degrees. Over QQ the points are the rational ones.

        Raises UnsupportedError over QQ where there are parameters, and for degrees above 1 without python-flint;
        UsageError for degrees below 1 and, over QQ, above 1. Source: Xu 2019, definition 3.15 (Z(C/I)).

        >>> from casbridge.algebra import Field, variables
        >>> x, y = variables(Ring.of("x y", Field(3)))
        >>> T = TriangularSet([x * y**2 + 1])
        >>> list(T.zeros()), T.zeros_count(degree=2)
        ([(2, 1), (2, 2)], 8)
        """
        return _zeros(self, degree, range(self.ring.size))

    def zeros_count(self, degree: int = 1) -> int:
        """The number of zeros that `zeros` lists. Variables that occur nowhere are counted without listing."""
        occurring = sorted({v for polynomial in self for v in polynomial.support()})
        listed = sum(1 for _ in _zeros(self, degree, occurring))
        return listed and listed * int(self.ring.field.characteristic**degree) ** (self.ring.size - len(occurring))


class AscendingSet(TriangularSet):
    """An ascending set: a triangular set in which every polynomial is reduced with respect to all before it.

    One nonzero constant is the *trivial* (contradictory) ascending set, which has no zeros.
    Raises InputError for other sequences. Source: Xu 2019, definition 3.4; Wang, Elimination Methods, chapter 2.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> AscendingSet([x**2 - 2, x * y - 1])
    [x**2 - 2, x*y - 1]
    >>> AscendingSet([x - x + 1]).is_trivial
    True
    >>> AscendingSet([x**2 - 2, y - x**3])
    Traceback (most recent call last):
    casbridge.errors.InputError: y - x**3 is not reduced with respect to [x**2 - 2]; expected an ascending set
    """

    def _check(self) -> None:
        for i, polynomial in enumerate(self):
            if i and not is_reduced(polynomial, self[:i]):
                shown = ", ".join(map(str, self[:i]))
                raise InputError(f"{polynomial} is not reduced with respect to [{shown}]", expected="an ascending set")


def _zeros(chain: TriangularSet, degree: int, variables: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """Z(T/I) as values of the variables at these positions, ascending; the others must occur nowhere."""
    if chain.is_trivial:
        return iter(())
    p, where = chain.ring.field.characteristic, f"zeros in an extension of degree {degree}"
    if degree < 1:
        raise UsageError(where, expected="a degree of at least 1")
    if not p and degree != 1:
        raise UsageError(f"{where} of QQ", expected="degree 1: the rational points")
    if not p and (chain.parameters or chain.ring.parameters):
        free = ", ".join((*chain.ring.parameters, *chain.parameters))
        raise UnsupportedError(f"infinitely many zeros over QQ cannot be listed: {free} may take any value")
    by_variable = {polynomial.support()[-1]: polynomial for polynomial in chain}
    roots, values = (_roots, lambda: range(p)) if degree == 1 else _extension(p, degree)

    def above(below: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if len(below) == len(variables):
            yield below
            return
        variable = variables[len(below)]
        polynomial, known = by_variable.get(variable), dict(zip(variables, below, strict=False))
        for value in values() if polynomial is None else roots(polynomial, variable, known):
            yield from above((*below, value))

    return above(())


def _roots(polynomial: Polynomial, variable: int, below: dict[int, Any]) -> Iterable[Any]:
    """The roots in the main variable over the values of the variables below; none where the initial vanishes."""
    arithmetic, native = arithmetic_of(polynomial.ring), polynomial.native
    occurring = {v: below[v] for v in polynomial.support()[:-1]}
    substituted = arithmetic.substitute(native, occurring) if occurring else native
    same_degree = arithmetic.degrees(substituted)[variable] == polynomial.degree(variable)
    return arithmetic.roots(substituted, variable)[0] if same_degree else []


def _extension(p: int, degree: int) -> tuple[Callable[..., Iterable[Any]], Callable[[], Iterable[Any]]]:
    """The same as `_roots` in GF(p^degree), on python-flint, and all elements of this field."""
    try:
        import flint
    except ImportError:
        raise UnsupportedError("zeros in an extension of the field need python-flint, which is not here") from None
    field = flint.fq_default_ctx(p, degree)
    univariate = flint.fq_default_poly_ctx(field)

    def roots(polynomial: Polynomial, variable: int, below: dict[int, Any]) -> Iterable[Any]:
        coefficients = [field(0)] * (polynomial.degree(variable) + 1)
        for exponents, coefficient in polynomial.terms.items():
            powers = [below[v] ** exponent for v, exponent in enumerate(exponents[:variable]) if exponent]
            coefficients[exponents[variable]] += prod(powers, start=field(int(coefficient)))
        if coefficients[-1] == 0:  # an `fq_default` is always true, even zero
            return []
        found = [root for root, _ in univariate(coefficients).roots()]
        return sorted(found, key=lambda root: [int(c) for c in reversed(root.to_list())])

    return roots, lambda: (field(list(reversed(digits))) for digits in product(range(p), repeat=degree))
