"""Irreducible triangular sets and series: the definitions that need factors over towers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.brief import Brief
from casbridge.charset.definitions.division import pseudo_remainder
from casbridge.charset.definitions.triangular import AscendingSet, TriangularSet
from casbridge.charset.definitions.wu import Polynomials, characteristic_set, nonzero_polynomials
from casbridge.charset.elements import Elements
from casbridge.charset.general.method import GeneralSeries
from casbridge.charset.towers import split_tower
from casbridge.errors import InputError, UnsupportedError


def is_irreducible(triangular: TriangularSet) -> bool:
    """Whether a triangular set is fine, and each polynomial is irreducible over the tower of those below it.

    K0 = K(parameters) and K_i = K_(i−1)[y_i]/(T_i): T_i must be irreducible in K_(i−1)[y_i] for every i. Then T has
    a generic zero (u, η1, …, ηr), and the saturation is the ideal of all polynomials that vanish there.

    Trivial ascending sets are not irreducible. Raises UnsupportedError where the arithmetic cannot factor.
    Source: Xu Xiaoning 2019, definition 3.16; Wang Dongming, Elimination Methods, chapter 4.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> is_irreducible(TriangularSet([x**2 - 2, y**2 - 3])), is_irreducible(TriangularSet([x**2 - 2, y**2 - 8]))
    (True, False)
    """
    if triangular.is_trivial or not triangular.is_fine:
        return False
    elements = Elements(triangular.ring)
    return split_tower(elements, list(map(elements.of_polynomial, triangular))) is None


def in_saturation(polynomial: Polynomial, triangular: TriangularSet) -> bool:
    """Whether f is in sat(T) = ⟨T⟩ : (∏ initials)^∞, the ideal whose zeros are the closure of Z(T/I).

    prem(f, T) = 0 always says yes. prem(f, T) ≠ 0 says no for irreducible sets, and for sets with initials in the
    parameters only. For irreducible sets the answer also says whether f vanishes at the generic zero.

    Raises UnsupportedError where prem(f, T) ≠ 0 and the set is neither of the two.
    Source: Xu 2019, definition 3.16; Wang, Elimination Methods, chapters 4 and 6.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> T = TriangularSet([x * y - x**2])
    >>> in_saturation(y - x, T), in_saturation(x, T)
    (True, False)
    """
    if not pseudo_remainder(polynomial, triangular):
        return True
    if triangular.is_normal or is_irreducible(triangular):
        return False
    raise UnsupportedError(
        f"whether {polynomial} is in the saturation cannot be read off: its pseudo-remainder is not 0, but the "
        "triangular set is not irreducible"
    )


@dataclass(frozen=True, repr=False)
class FactorRelations(Brief):
    """Theorem 3.17: T1, …, Tk−1 is irreducible, and Tk splits over its tower into powers of the factors F1, …, Ft.

    Z(P) = Z(P1) ∪ … ∪ Z(Pk) ∪ Z(Q1) ∪ … ∪ Z(Qt) with Pi = P ∪ {ini(Ti)} and Qj = P ∪ {Fj}. `index` is k, from 1,
    `factors` are the Fj, `initial_systems` the Pi, and `factor_systems` the Qj.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> factor_relations([x**3 + x]).factor_systems
    ((x**3 + x, x), (x**3 + x, x**2 + 1))
    """

    index: int
    factors: tuple[Polynomial, ...]
    initial_systems: tuple[tuple[Polynomial, ...], ...]
    factor_systems: tuple[tuple[Polynomial, ...], ...]


def factor_relations(polynomials: Polynomials, medial: Sequence[Polynomial] | None = None) -> FactorRelations:
    """Splits a system by the first polynomial of a medial set that is reducible over the tower of those below it.

    medial: a reducible ascending set in the ideal of P, not a trivial one. Whether it is in the ideal is not checked.
    The default is the characteristic set.

    The paper has the systems Pi only for i < k. Its factors keep the content of Tk, which divides the initial of Tk.
    Here the factors have no content, and Pk stands for it.

    Raises InputError for an irreducible set, for a set that is not ascending, and as `basic_set` does.
    Source: Xu 2019, theorem 3.17; Wang, Elimination Methods, chapters 4 and 9.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> found = factor_relations([x**2 - 2, y**2 - 8])
    >>> found.index, sorted(found.factors, key=str)
    (2, [y + 2*x, y - 2*x])
    """
    ring, given = nonzero_polynomials(polynomials)
    triangular = characteristic_set(PolynomialSystem.of(ring, given)) if medial is None else AscendingSet(medial, ring)
    elements = Elements(ring)
    split = None if triangular.is_trivial else split_tower(elements, list(map(elements.of_polynomial, triangular)))
    if split is None:
        raise InputError(f"the ascending set {triangular}", expected="a reducible one, to be split")
    factors = tuple(map(elements.polynomial, split.factors))
    initial_systems, factor_systems = (
        tuple(tuple(dict.fromkeys([*given, polynomial])) for polynomial in added)
        for added in (triangular.initials[: split.index + 1], factors)
    )
    return FactorRelations(split.index + 1, factors, initial_systems, factor_systems)


def irreducible_characteristic_series(polynomials: Polynomials) -> list[TriangularSet]:
    """An irreducible characteristic series: Z(P) = ∪ Z(Ci/Ii) with all Ci irreducible.

    It is [] exactly where P has no zeros, since every irreducible set has a generic zero.

    By definition: proceed as `characteristic_series`, and split a system by `factor_relations` where its set is
    reducible. A `GeneralSeries`, which is quicker, gives the same as chains.

    Raises InputError as `basic_set` does.
    Source: Xu 2019, theorem 3.17 and definition 3.16; Wang, Elimination Methods, chapter 4.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> sorted(irreducible_characteristic_series([x**2 - 2, y**2 - 8]), key=str)
    [[x**2 - 2, y + 2*x], [x**2 - 2, y - 2*x]]
    >>> irreducible_characteristic_series([x * y - 1, x**2])
    []
    """
    ring, given = nonzero_polynomials(polynomials)
    return [TriangularSet.of(chain) for chain in GeneralSeries(PolynomialSystem.of(ring, given))]
