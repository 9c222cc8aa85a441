"""Triangular and ascending sets, with what is defined on them.

A `Chain` is what an answer prints: any list of polynomials, in normal form. A `TriangularSet` is checked, keeps its
polynomials as they are, and knows its mathematics; `TriangularSet.of` makes one of a chain.

Sources: Xu Xiaoning 2019, definitions 3.3 to 3.5 and 3.16; Wang Dongming, Elimination Methods, chapters 1, 2 and 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from math import prod
from typing import Any, Protocol, Self, overload

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring
from casbridge.charset.definitions.division import check_triangular, is_reduced, is_trivial, pseudo_remainder
from casbridge.charset.definitions.ranks import (
    SetRank,
    class_of,
    initial,
    main_degree,
    main_variable,
    position_of,
    rank,
    ring_of_all,
)
from casbridge.errors import InputError, UnsupportedError, UsageError


class HasPolynomials(Protocol):
    """A ring and polynomials of it: a Chain, a PointChain, a TriangularSet."""

    @property
    def ring(self) -> Ring: ...

    @property
    def polynomials(self) -> tuple[Polynomial, ...]: ...


class TriangularSet(Sequence[Polynomial]):
    """A triangular set [T1, …, Tr]: polynomials with 0 < cls(T1) < … < cls(Tr); a sequence that is never changed.

    The empty one needs its ring. Equal to a set of the same ring with the same polynomials.
    Raises InputError where the main variables do not ascend or a polynomial is a constant.
    Source: Xu 2019, definition 3.3; Wang, Elimination Methods, chapter 2.

    >>> from casbridge.algebra import variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> T = TriangularSet([x**2 - 2, x * z**3 + y])
    >>> T, len(T), T[1]
    ([x**2 - 2, x*z**3 + y], 2, x*z**3 + y)
    >>> T.main_variables, T.degrees, T.initials, T.parameters, T.dimension, T.degree
    (('x', 'z'), (2, 3), (1, x), ('y',), 1, 6)
    >>> TriangularSet([z, y])
    Traceback (most recent call last):
    casbridge.errors.InputError: main variable y after z; expected strictly ascending main variables
    """

    __slots__ = ("__dict__", "_polynomials", "_ring")

    def __init__(self, polynomials: Iterable[Polynomial] = (), ring: Ring | None = None) -> None:
        self._polynomials = tuple(polynomials)
        self._ring = ring_of_all(self._polynomials, ring)
        self._check()

    def _check(self) -> None:
        if self.is_trivial:
            raise InputError(
                f"the constant {self[0]} in a triangular set",
                expected="polynomials with variables",
                hint="an AscendingSet may be one constant",
            )
        check_triangular(self._polynomials)

    @classmethod
    def of(cls, chain: HasPolynomials) -> Self:
        """The triangular set with the polynomials of a chain."""
        return cls(chain.polynomials, chain.ring)

    # -- looking at it ------------------------------------------------------------------------------------------------

    @property
    def ring(self) -> Ring:
        return self._ring

    @property
    def polynomials(self) -> tuple[Polynomial, ...]:
        return self._polynomials

    def __len__(self) -> int:
        return len(self._polynomials)

    @overload
    def __getitem__(self, index: int) -> Polynomial: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Polynomial, ...]: ...

    def __getitem__(self, index: int | slice) -> Polynomial | tuple[Polynomial, ...]:
        return self._polynomials[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TriangularSet):
            return self.ring == other.ring and self.polynomials == other.polynomials
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.ring, self.polynomials))

    def __repr__(self) -> str:
        return f"[{', '.join(map(str, self))}]"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle \\left[{', '.join(p.latex() for p in self)}\\right]$"

    @property
    def is_trivial(self) -> bool:
        """Whether this is one nonzero constant, as only an AscendingSet can be (definition 3.4)."""
        return is_trivial(self._polynomials)

    @cached_property
    def main_variables(self) -> tuple[str, ...]:
        """lv(T): the names of the main variables, ascending; ("",) for a trivial ascending set."""
        return tuple(main_variable(polynomial) for polynomial in self)

    @cached_property
    def degrees(self) -> tuple[int, ...]:
        """The main degrees."""
        return tuple(main_degree(polynomial) for polynomial in self)

    @cached_property
    def initials(self) -> tuple[Polynomial, ...]:
        """ini(T): the initial of every polynomial; () for a trivial ascending set."""
        return () if self.is_trivial else tuple(initial(polynomial) for polynomial in self)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The variables that are no main variable, u1, …, ud in the paper: those that the set leaves free."""
        return tuple(name for name in self.ring.variables if name not in self.main_variables)

    @property
    def dimension(self) -> int:
        """n − r, the number of parameters: the dimension of Z(T/I) over the algebraic closure, where it is not empty.

        −1 for a trivial ascending set, which has no zeros.
        """
        return -1 if self.is_trivial else self.ring.size - len(self)

    @property
    def degree(self) -> int:
        """The product of the main degrees: the degree of the tower over the parameters; 0 for a trivial set."""
        return prod(self.degrees)

    @property
    def rank(self) -> SetRank:
        """The rank (definition 3.10), a value that can be compared."""
        return rank(self._polynomials)

    # -- parts of it --------------------------------------------------------------------------------------------------

    def below(self, variable: str | int, *, inclusive: bool = False) -> TriangularSet:
        """T_{<x}: the polynomials with a main variable below x, given by name or position; with x itself if inclusive.

        >>> from casbridge.algebra import variables
        >>> x, y, z = variables(Ring.of("x y z"))
        >>> T = TriangularSet([x**2 - 2, y - x, z**2 - y])
        >>> T.below("y"), T.below("y", inclusive=True), T.above("y"), T.at("y")
        ([x**2 - 2], [x**2 - 2, y - x], [z**2 - y], [y - x])
        """
        position = position_of(self.ring, variable)
        return self._where(lambda found: found < position or (inclusive and found == position))

    def above(self, variable: str | int, *, inclusive: bool = False) -> TriangularSet:
        """T_{>x}: the polynomials with a main variable above x; with x itself if inclusive."""
        position = position_of(self.ring, variable)
        return self._where(lambda found: found > position or (inclusive and found == position))

    def at(self, variable: str | int) -> TriangularSet:
        """T_x: the polynomial with the main variable x, if there is one."""
        position = position_of(self.ring, variable)
        return self._where(lambda found: found == position)

    def _where(self, wanted: Callable[[int], bool]) -> TriangularSet:
        return TriangularSet([f for f in self if class_of(f) and wanted(class_of(f) - 1)], self.ring)

    # -- properties ---------------------------------------------------------------------------------------------------

    @cached_property
    def is_fine(self) -> bool:
        """Whether no initial vanishes modulo the polynomials below: prem(ini(Ti), [T1, …, Ti−1]) ≠ 0 for all i.

        Source: Xu 2019, definition 3.5; Wang, Elimination Methods, chapter 2 (fine triangular sets).

        >>> from casbridge.algebra import variables
        >>> x, y = variables(Ring.of("x y"))
        >>> TriangularSet([x**2 - 2, x * y - 1]).is_fine, TriangularSet([x**2, x**2 * y - 1]).is_fine
        (True, False)
        """
        return all(pseudo_remainder(h, self[:i]) for i, h in enumerate(self.initials))

    @property
    def is_ascending(self) -> bool:
        """Whether every polynomial is reduced with respect to those below it (definition 3.4).

        >>> from casbridge.algebra import variables
        >>> x, y = variables(Ring.of("x y"))
        >>> TriangularSet([x**2 - 2, x * y - 1]).is_ascending, TriangularSet([x**2 - 2, y - x**3]).is_ascending
        (True, False)
        """
        return self.is_trivial or all(is_reduced(f, self[:i]) for i, f in enumerate(self))

    @cached_property
    def is_irreducible(self) -> bool:
        """Whether this is a fine triangular set in which every polynomial is irreducible over the tower of those below.

        K0 = K(parameters) and K_i = K_(i−1)[y_i]/(T_i): T_i must be irreducible in K_(i−1)[y_i] for every i. Then T has
        a generic zero (u, η1, …, ηr), and a polynomial vanishes at it exactly if it is in the saturation.

        Raises UnsupportedError where the arithmetic cannot factor. Trivial ascending sets are not irreducible.
        Source: Xu 2019, definition 3.16; Wang, Elimination Methods, chapter 4.

        >>> from casbridge.algebra import variables
        >>> x, y = variables(Ring.of("x y"))
        >>> TriangularSet([x**2 - 2, y**2 - 3]).is_irreducible, TriangularSet([x**2 - 2, y**2 - 8]).is_irreducible
        (True, False)
        """
        if self.is_trivial or not self.is_fine:
            return False
        from casbridge.charset.general.elements import Elements
        from casbridge.charset.towers import is_irreducible

        elements = Elements(self.ring)
        return bool(is_irreducible(elements, [elements.of_polynomial(polynomial) for polynomial in self]))

    @property
    def is_normal(self) -> bool:
        """Whether the initials are in the parameters only: then the set is a Gröbner basis over the parameters."""
        parameters = {self.ring.index[name] for name in self.parameters}
        return all(parameters.issuperset(h.support()) for h in self.initials)

    def in_saturation(self, polynomial: Polynomial) -> bool:
        """Whether f is in sat(T) = ⟨T⟩ : (∏ initials)^∞, the ideal whose zeros are the closure of Z(T/I).

        prem(f, T) = 0 always says yes. The converse holds for irreducible sets, where it also says that f vanishes at
        the generic zero, and for sets with initials in the parameters only.

        Raises UnsupportedError where prem(f, T) ≠ 0 and the set is neither of the two, so that this says nothing.
        Source: Xu 2019, definition 3.16; Wang, Elimination Methods, chapters 4 and 6.

        >>> from casbridge.algebra import variables
        >>> x, y = variables(Ring.of("x y"))
        >>> T = TriangularSet([x * y - x**2])
        >>> T.in_saturation(y - x), T.in_saturation(x)
        (True, False)
        """
        if not pseudo_remainder(polynomial, self):
            return True
        if self.is_normal or self.is_irreducible:
            return False
        raise UnsupportedError(
            f"whether {polynomial} is in the saturation cannot be read off: its pseudo-remainder is not 0, but the "
            "triangular set is not irreducible"
        )

    # -- zeros --------------------------------------------------------------------------------------------------------

    def zeros(self, degree: int = 1) -> Iterator[tuple[Any, ...]]:
        """Z(T/I) in GF(p^degree), one point after the other: the common zeros of the set at which no initial vanishes.

        The parameters take all values of the field, and every main variable the roots of its polynomial, from the
        lowest variable up. A point has one coordinate a variable, lowest first: integers for degree 1,
        `flint.fq_default` elements for others. Over QQ it is the rational points, where there are no parameters.

        Raises UnsupportedError over QQ where there are parameters, and for degrees above 1 without python-flint;
        UsageError for degrees below 1 and for others than 1 over QQ.
        Source: Xu 2019, definition 3.15 (Z(C/I)).

        >>> from casbridge.algebra import Field, variables
        >>> x, y = variables(Ring.of("x y", Field(3)))
        >>> T = TriangularSet([x * y**2 + 1])
        >>> list(T.zeros()), T.zeros_count(degree=2)
        ([(2, 1), (2, 2)], 8)
        """
        from casbridge.charset.finite.triangular_zeros import field_of_zeros

        if degree < 1:
            raise UsageError(f"zeros in an extension of degree {degree}", expected="a degree of at least 1")
        return iter(()) if self.is_trivial else field_of_zeros(self, degree).zeros(range(self.ring.size))

    def zeros_count(self, degree: int = 1) -> int:
        """The number of zeros that `zeros` lists; variables that occur nowhere are counted without listing."""
        from casbridge.charset.finite.triangular_zeros import field_of_zeros

        if degree < 1:
            raise UsageError(f"zeros in an extension of degree {degree}", expected="a degree of at least 1")
        if self.is_trivial:
            return 0
        occurring = sorted({v for polynomial in self for v in polynomial.support()})
        field = field_of_zeros(self, degree)
        return sum(1 for _ in field.zeros(occurring)) * int(field.size ** (self.ring.size - len(occurring)))


class AscendingSet(TriangularSet):
    """An ascending set: triangular, and every polynomial is reduced with respect to all before it; or one constant.

    One nonzero constant is the *trivial* (contradictory) ascending set, which has no zeros.
    Raises InputError for what is neither.
    Source: Xu 2019, definition 3.4; Wang, Elimination Methods, chapter 2.

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

    __slots__ = ()

    def _check(self) -> None:
        check_triangular(self.polynomials)
        if self.is_trivial:
            return
        for i, polynomial in enumerate(self):
            if not is_reduced(polynomial, self[:i]):
                shown = ", ".join(map(str, self[:i]))
                raise InputError(f"{polynomial} is not reduced with respect to [{shown}]", expected="an ascending set")
