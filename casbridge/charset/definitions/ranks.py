"""Classes, main variables, initials and ranks: how Wu's method compares polynomials and ascending sets.

Sources: Xu Xiaoning 2019, section 3, definitions 3.9 and 3.10 and lemma 3.11; Wang Dongming, Elimination Methods,
chapters 1 and 2. The paper's names are cls, lv (the leading variable), ldeg, ini and lc.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import total_ordering
from itertools import chain
from math import inf
from typing import Literal, NamedTuple, overload

from casbridge.algebra.arithmetic import arithmetic_of
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.brief import Brief
from casbridge.errors import InputError


class Rank(NamedTuple):
    """The rank of a nonzero polynomial: its class, then its main degree. Ranks are ordered lexicographically.

    All nonzero constants have the rank (0, 0), below that of every other polynomial (definition 3.9).

    >>> Rank(0, 0) < Rank(1, 9) < Rank(2, 1)
    True
    """

    class_index: int
    main_degree: int


@total_ordering
@dataclass(frozen=True, repr=False)
class SetRank(Brief):
    """The rank of an ascending set: the ranks of its polynomials (definition 3.10).

    The first difference decides. If one set continues the other, the *longer* set is lower. So a trivial ascending set
    is below all others, and the empty set is above all.

    >>> SetRank((Rank(1, 2), Rank(2, 1))) < SetRank((Rank(1, 2),)) < SetRank((Rank(1, 3), Rank(2, 1))) < SetRank(())
    True
    """

    ranks: tuple[Rank, ...]

    def __lt__(self, other: SetRank) -> bool:
        above_all = (inf,)
        return (*self.ranks, above_all) < (*other.ranks, above_all)


def class_of(polynomial: Polynomial) -> int:
    """The class cls: the index, from 1, of the highest variable that occurs; 0 for constants.

    A ring's parameters are elements of the field: a polynomial in them alone is a constant. They count in the index.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> class_of(x**2 * y - 1), class_of(x + 1), class_of(x - x)
    (2, 1, 0)
    """
    return _main(polynomial)[0] + 1


def _main(polynomial: Polynomial) -> tuple[int, int]:
    """The position of the main variable and the degree in it; (−1, 0) for constants."""
    variable, degree = arithmetic_of(polynomial.ring).main(polynomial.native) if polynomial else (-1, 0)
    return (variable, degree) if variable >= polynomial.ring.lowest else (-1, 0)


def main_variable(polynomial: Polynomial) -> str:
    """The name of the highest variable that occurs, lv; "" for constants.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> main_variable(x**3 * y - 1), main_variable(x - x + 7)
    ('y', '')
    """
    index = class_of(polynomial)
    return polynomial.ring.variables[index - 1] if index else ""


def main_degree(polynomial: Polynomial) -> int:
    """The degree in the main variable, ldeg; 0 for constants.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> main_degree(x**3 * y**2 - 1)
    2
    """
    return _main(polynomial)[1]


def initial(polynomial: Polynomial) -> Polynomial:
    """The coefficient ini of the highest power of the main variable, a polynomial in the variables below.

    Raises InputError for constants, which have no main variable.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> initial((x - 1) * y**2 + x**5 * y)
    x - 1
    """
    return _split(polynomial, class_of(polynomial) - 1, "initial")[0]


def reductum(polynomial: Polynomial) -> Polynomial:
    """The polynomial without its highest power of the main variable: f − ini(f)·lv(f)^ldeg(f).

    Raises InputError for constants.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> reductum((x - 1) * y**2 + x**5 * y - 3)
    x**5*y - 3
    """
    return _split(polynomial, class_of(polynomial) - 1, "reductum")[1]


def _split(polynomial: Polynomial, variable: int, what: str) -> tuple[Polynomial, Polynomial]:
    """The coefficient of the highest power of a variable, and the polynomial without this power. −1 is an error."""
    if variable < 0:
        raise InputError(f"the {what} of the constant {polynomial}", expected="a polynomial in which a variable occurs")
    arithmetic, native = arithmetic_of(polynomial.ring), polynomial.native
    power = arithmetic.generator(variable) ** arithmetic.degrees(native)[variable]
    leading, rest = arithmetic.divide(native, power)
    return Polynomial(polynomial.ring, native=leading), Polynomial(polynomial.ring, native=rest)


def leading_coefficient(polynomial: Polynomial, variable: str | int) -> Polynomial:
    """The coefficient lc of the highest power of a variable; the polynomial itself if the variable does not occur.

    variable: a name, or a position (0 for the lowest).

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> f = (x - 1) * y**2 + x**5 * y
    >>> leading_coefficient(f, "x"), leading_coefficient(f, 1)
    (y, x - 1)
    """
    return _split(polynomial, position_of(polynomial.ring, variable), "coefficient")[0]


@overload
def rank(subject: Polynomial) -> Rank: ...


@overload
def rank(subject: Sequence[Polynomial]) -> SetRank: ...


def rank(subject: Polynomial | Sequence[Polynomial]) -> Rank | SetRank:
    """The rank of a polynomial or of an ascending set (definitions 3.9 and 3.10).

    Raises InputError for the zero polynomial, which has no rank.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> rank(x * y**2)
    Rank(class_index=2, main_degree=2)
    >>> rank([x**2, y]) < rank([x**2])
    True
    """
    if not isinstance(subject, Polynomial):
        return SetRank(tuple(rank(polynomial) for polynomial in subject))
    if not subject:
        raise InputError("the rank of the zero polynomial", expected="a nonzero polynomial")
    variable, degree = _main(subject)
    return Rank(variable + 1, degree)


def compare_ranks(
    first: Polynomial | Sequence[Polynomial], second: Polynomial | Sequence[Polynomial]
) -> Literal[-1, 0, 1]:
    """Compares two polynomials or two ascending sets: −1 if the first has the lower rank, 0 for the same rank, else 1.

    See `Rank` and `SetRank`. Two sets have the same rank only if they are equally long and have the same ranks one by
    one (lemma 3.11, 1). A polynomial that is reduced with respect to a set lowers the set's rank when it is put in
    (lemma 3.11, 2).

    Raises InputError for the zero polynomial, for polynomials of different rings, and for a polynomial against a set.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> compare_ranks(x**9, y), compare_ranks(y**2 + 1, x * y**2), compare_ranks(x, x - x + 5)
    (-1, 0, 1)
    >>> compare_ranks([x**2, y], [x**2])
    -1
    """
    if isinstance(first, Polynomial) != isinstance(second, Polynomial):
        raise InputError("a polynomial against a set of polynomials", expected="two polynomials or two ascending sets")
    sets = ([subject] if isinstance(subject, Polynomial) else subject for subject in (first, second))
    if members := list(chain.from_iterable(sets)):
        ring_of_all(members)
    lower, higher = rank(first), rank(second)
    return 0 if lower == higher else -1 if lower < higher else 1  # type: ignore[operator]


def ring_of_all(polynomials: Sequence[Polynomial], ring: Ring | None = None) -> Ring:
    """The ring that all polynomials have. Raises InputError without polynomials, and for different rings.

    ring: the ring that they must have, if given.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> ring_of_all([x, y])
    QQ[x, y]
    """
    if ring is None and not polynomials:
        raise InputError("no polynomials, and so no ring", expected="polynomials or a ring")
    wanted = ring or polynomials[0].ring
    for polynomial in polynomials:
        if polynomial.ring != wanted:
            raise InputError(f"a polynomial of {polynomial.ring}", expected=f"one of {wanted}")
    return wanted


def position_of(ring: Ring, variable: str | int) -> int:
    """The position of a variable, given by its name or its position. Raises InputError for other variables.

    >>> position_of(Ring.of("x y"), "y"), position_of(Ring.of("x y"), 0)
    (1, 0)
    """
    position = ring.index.get(variable, -1) if isinstance(variable, str) else variable
    if 0 <= position < ring.size:
        return position
    raise InputError(f"the variable {variable!r}", expected=f"a variable of {ring}, or a position below {ring.size}")
