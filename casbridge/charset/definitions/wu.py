"""Wu's method as the textbook defines it: a second opinion beside `general.decomposition`, doubled on purpose.

These definitions are for reading, trying and testing. `GeneralSeries` decomposes larger systems. Every function takes
a PolynomialSystem, a value that carries a system (an encoded puzzle), or an iterable of polynomials of one ring. Zero
polynomials are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import HasSystem, PolynomialSystem, system_of
from casbridge.brief import Brief
from casbridge.charset.definitions.division import is_reduced, pseudo_remainders
from casbridge.charset.definitions.ranks import class_of, rank, ring_of_all
from casbridge.charset.definitions.triangular import AscendingSet
from casbridge.errors import InputError

#: What the functions of Wu's method take.
Polynomials = PolynomialSystem | HasSystem | Iterable[Polynomial]


def basic_set(polynomials: Polynomials) -> AscendingSet:
    """A basic set: an ascending set of lowest rank among all that consist of polynomials of P.

    It is built from below. B1 is a polynomial of lowest rank. Each next polynomial has the lowest rank among the
    polynomials that are reduced with respect to B1, B2, … so far. A constant B1 ends the set at once. Of several
    polynomials of the same rank the shortest is taken, then the first. Without nonzero polynomials the set is empty.

    Raises InputError for an empty iterable, which has no ring, and for polynomials of different rings.
    Source: Xu 2019, definition 3.12; Wang, Elimination Methods, chapter 2.

    >>> from casbridge.algebra import variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> basic_set([x * y - z, y**2 - x, x**2 * z + 1, x**2 - 2])
    [x**2 - 2, y**2 - x, -z + x*y]
    """
    return _basic_set(*nonzero_polynomials(polynomials))


def medial_set(polynomials: Polynomials) -> AscendingSet:
    """A medial set: an ascending set in the ideal of P, of a rank not higher than that of any basic set of P.

    The loop is that of `characteristic_set` without going back to P: B = a basic set of F, R = the nonzero
    prem(F \\ B, B), and F = B ∪ R until R is empty. It forgets polynomials, and so is quicker. Z(P) ⊂ Z(M) always
    holds. But prem(P, M) may be other than 0, and then Z(M/I) is not in Z(P). A trivial M says that there are no zeros.

    Raises InputError as `basic_set` does.
    Source: Xu 2019, definition 3.6 (any ascending set in the ideal); Wang, Elimination Methods, chapter 2.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> P = [y**2 - y + 1, x * y**2 - x * y]
    >>> medial_set(P), characteristic_set(P)
    ([x], [x, y**2 - y + 1])
    """
    return _reduced_basic_set(*nonzero_polynomials(polynomials), kept=())


def characteristic_set(polynomials: Polynomials) -> AscendingSet:
    """A characteristic set of P: an ascending set C in the ideal of P with prem(P, C) = 0, by the paper's algorithm.

    C = a basic set of F, R = the nonzero prem(F \\ C, C), F = P ∪ C ∪ R, from F = P on until R is empty or C trivial.
    Remainders are taken in normal form, that is, up to constant factors. A trivial C (one constant) shows that
    there are no zeros. A system without zeros may also have another characteristic set, as the last one below. The
    zero ideal has the empty set.

    The paper's text takes a basic set of R in each round. That does not end for {y, x + y}. Wang takes a basic set of
    F, and so does this function.

    Raises InputError as `basic_set` does.
    Source: Xu 2019, definition 3.7 and the algorithm after definition 3.12; Wang, Elimination Methods, chapter 2.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> characteristic_set([x * y - 1, x * y**2 - x])
    [x**3 - x, x*y - 1]
    >>> characteristic_set([x * y - 1, x]), characteristic_set([x * y - 1, x**2])
    ([1], [x**2, x*y - 1])
    """
    ring, given = nonzero_polynomials(polynomials)
    return _reduced_basic_set(ring, given, given)


def is_characteristic_set(candidate: Sequence[Polynomial], polynomials: Polynomials) -> bool:
    """Whether a set is ascending and prem(P, C) = 0: the half of definition 3.7 that pseudo-division decides.

    The other half, C in the ideal of P, takes a Gröbner basis and is not checked.
    Raises InputError as `basic_set` does. Source: Xu 2019, definition 3.7; Wang, Elimination Methods, chapter 2.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> is_characteristic_set([x**3 - x, x * y - 1], [x * y - 1, x * y**2 - x]), is_characteristic_set([x], [x, y])
    (True, False)
    """
    ring, given = nonzero_polynomials(polynomials)
    ascending = _ascending(candidate, ring)
    return ascending is not None and not any(pseudo_remainders(given, ascending))


@dataclass(frozen=True, repr=False)
class ZeroRelations(Brief):
    """Proposition 3.8: a characteristic set C of P with its initials I, and the systems Pi = P ∪ {ini(Ci)}.

    Z(C/I) ⊂ Z(P) ⊂ Z(C); Z(C/I) = Z(P/I); and Z(P) = Z(C/I) ∪ Z(P1) ∪ … ∪ Z(Pr). For a trivial C there are no
    initials and no systems: Z(P) is empty.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> zero_relations([x * y - 1]).systems
    ((x*y - 1, x),)
    """

    characteristic_set: AscendingSet
    initials: tuple[Polynomial, ...]
    systems: tuple[tuple[Polynomial, ...], ...]


def zero_relations(polynomials: Polynomials) -> ZeroRelations:
    """The characteristic set, the initials and the enlarged systems between whose zeros proposition 3.8 holds.

    Raises InputError as `basic_set` does.
    Source: Xu 2019, proposition 3.8; Wang, Elimination Methods, chapter 2 (the well-ordering principle).

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> zero_relations([x * y**2 + y + 1])
    ZeroRelations(characteristic_set=[x*y**2 + y + 1], initials=(x,), systems=((x*y**2 + y + 1, x),))
    """
    ring, given = nonzero_polynomials(polynomials)
    found = _reduced_basic_set(ring, given, given)
    return ZeroRelations(found, found.initials, tuple(tuple(_union(given, [h])) for h in found.initials))


def characteristic_series(polynomials: Polynomials) -> list[AscendingSet]:
    """A characteristic series of P: ascending sets with Z(P) = ∪ Z(Ci/Ii) and prem(P, Ci) = 0.

    Proposition 3.8 is applied again and again: C is the first set. The series of P ∪ C ∪ {h} follow, for all initials h
    of C that are not constant. Trivial sets and repetitions are left out. [] says that there are no zeros. The sets
    may be reducible, may share zeros, and may have no zeros, as in the second example; the sets of
    `irreducible_characteristic_series` always have zeros. The recursion always ends, but soon only for small systems.

    Raises InputError as `basic_set` does. Source: Xu 2019, definition 3.15; Wang, Elimination Methods, chapter 2.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> characteristic_series([x * y**2 + y + 1])
    [[x*y**2 + y + 1], [x, y + 1]]
    >>> characteristic_series([x * y - 1, x**2]), characteristic_series([x * y - 1, x])
    ([[x**2, x*y - 1]], [])
    """
    ring, given = nonzero_polynomials(polynomials)
    waiting = [given]
    seen: set[frozenset[Polynomial]] = set()
    found: dict[AscendingSet, None] = {}
    while waiting:
        current = waiting.pop()
        key = frozenset(polynomial.normal() for polynomial in current)
        if key not in seen:
            seen.add(key)
            basis = _reduced_basic_set(ring, current, current)
            if not basis.is_trivial:
                found.setdefault(AscendingSet([polynomial.normal() for polynomial in basis], ring))
            waiting += [_union(current, basis, [h]) for h in reversed(basis.initials) if not h.is_constant]
    return list(found)


def is_characteristic_series(candidates: Iterable[Sequence[Polynomial]], polynomials: Polynomials) -> bool:
    """Whether all are ascending sets, none trivial, with prem(P, Ci) = 0: all Z(Ci/Ii) are in Z(P) then.

    The other half of the definition, that together they are all of Z(P), is not checked.
    Raises InputError as `basic_set` does. Source: Xu 2019, definition 3.15.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> is_characteristic_series([[x * y**2 + y + 1], [x, y + 1]], [x * y**2 + y + 1])
    True
    """
    ring, given = nonzero_polynomials(polynomials)
    sets = (_ascending(candidate, ring) for candidate in candidates)
    return all(a is not None and not a.is_trivial and not any(pseudo_remainders(given, a)) for a in sets)


def nonzero_polynomials(polynomials: Polynomials) -> tuple[Ring, list[Polynomial]]:
    """The ring, and the nonzero polynomials in order, each once. Raises InputError as `basic_set` does.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> nonzero_polynomials([x, x - x, x])
    (QQ[x, y], [x])
    """
    if isinstance(polynomials, Iterable):
        listed = list(polynomials)
        return ring_of_all(listed), _union(listed)
    system = system_of(polynomials)
    return system.ring, _union(system.polynomials())


def _union(*sets: Iterable[Polynomial]) -> list[Polynomial]:
    """The nonzero polynomials of all, each once, in order."""
    return list(dict.fromkeys(filter(None, chain.from_iterable(sets))))


def _basic_set(ring: Ring, polynomials: Iterable[Polynomial]) -> AscendingSet:
    chosen: list[Polynomial] = []
    for polynomial in sorted(polynomials, key=lambda polynomial: (rank(polynomial), len(polynomial.terms))):
        # Ranks ascend, so the first candidate that is reduced with respect to the chosen ones is of lowest rank.
        if not class_of(polynomial):
            return AscendingSet([polynomial], ring)
        if not chosen or (class_of(polynomial) > class_of(chosen[-1]) and is_reduced(polynomial, chosen)):
            chosen.append(polynomial)
    return AscendingSet(chosen, ring)


def _reduced_basic_set(ring: Ring, current: Sequence[Polynomial], kept: Sequence[Polynomial]) -> AscendingSet:
    """A basic set by which all polynomials have remainder 0. kept: those that are added again in each round."""
    while True:
        basis = _basic_set(ring, current)
        if basis.is_trivial:
            return basis
        chosen = set(basis)
        remainders = pseudo_remainders((f for f in current if f not in chosen), basis)
        nonzero = [remainder.normal() for remainder in remainders if remainder]
        if not nonzero:
            return basis
        current = _union(kept, basis, nonzero)


def _ascending(candidate: Sequence[Polynomial], ring: Ring) -> AscendingSet | None:
    """The candidate as an ascending set; None where it is not ascending. Raises InputError for another ring."""
    ring_of_all(candidate, ring)
    try:
        return AscendingSet(candidate, ring)
    except InputError:
        return None
