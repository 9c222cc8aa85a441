"""Patterns compiled once: tables of allowed pairs, sets of allowed multisets, folded sums and products.

Bit i of a mask stands for the i-th value of the variable's universe.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from operator import add, le, mul
from typing import NamedTuple

from casbridge.algebra.fields import Coefficient, Field, local_ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import Equation
from casbridge.charset.bitmasks import bits_of
from casbridge.charset.finite.domains import Domain, NoZeros, multiplicities
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: The values that the bits of a variable's mask stand for, ascending.
Universe = Domain

_MOST_TUPLES = 2_000
_MOST_SEEN = 50_000
_MOST_MULTISETS = 100_000
_MOST_LISTED_MULTISETS = 1_000
_MOST_STATES = 4_000

#: How often each value of the universe occurs.
_Counts = tuple[int, ...]


class Table:
    """The allowed pairs of a polynomial in two variables. rows[i]: the mask of second values that go with bit i.

    supports: gives the mask of second values that some first value of a mask allows.

    >>> table = Table((0b110, 0b001))
    >>> table.supports(0b10), table.transposed(3).rows
    (1, (2, 1, 1))
    """

    def __init__(self, rows: tuple[int, ...]) -> None:
        self.rows = rows
        self.supports: Callable[[int], int] = cache(self._union)

    def _union(self, mask: int) -> int:
        found = 0
        for bit in bits_of(mask):
            found |= self.rows[bit]
        return found

    def transposed(self, width: int) -> Table:
        """The table with the two variables exchanged. width: the number of second values."""
        return Table(tuple(sum(1 << i for i, row in enumerate(self.rows) if row >> j & 1) for j in range(width)))


def table_of(pattern: Polynomial, first: Universe, second: Universe, deadline: Deadline = NEVER) -> Table:
    """The table of a polynomial in two variables.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> table_of(x - y, (0, 1, 2), (1, 2)).rows
    (0, 1, 2)
    """
    field = pattern.ring.field
    p = field.characteristic
    by_second: dict[int, list[tuple[int, Coefficient]]] = {}
    for (e, f), c in pattern.terms.items():
        by_second.setdefault(f, []).append((e, c))
    powers = [[_power(b, f, p) for f in by_second] for b in deadline.over(second, every=1)]
    rows = []
    for a in deadline.over(first, every=1):
        sums = [field.element(sum(c * _power(a, e, p) for e, c in terms)) for terms in by_second.values()]
        row = 0
        for j, own in enumerate(powers):
            value = sum(map(mul, sums, own))
            if not (value % p if p else value):
                row |= 1 << j
        rows.append(row)
    return Table(tuple(rows))


def _power(value: Coefficient, exponent: int, p: int) -> Coefficient:
    return pow(int(value), exponent, p) if p else value**exponent


# -- scopes -----------------------------------------------------------------------------------------------------------


class _MultisetScope(NamedTuple):
    """Variables whose values are one of some multisets."""

    variables: tuple[int, ...]
    multisets: tuple[_Counts, ...]

    def prune(self, domains: list[int]) -> list[int] | None:
        """Remove values that no possible multiset has."""
        width = len(self.multisets[0])
        fixed = [0] * width
        holders = [0] * width
        open_variables = []
        for v in self.variables:
            mask = domains[v]
            if mask & (mask - 1):
                open_variables.append(v)
                for bit in bits_of(mask):
                    holders[bit] += 1
            else:
                fixed[mask.bit_length() - 1] += 1
        most = list(map(add, fixed, holders))
        possible = [counts for counts in self.multisets if all(map(le, fixed, counts)) and all(map(le, counts, most))]
        if not possible:
            return None
        allowed = forced = 0
        for bit, counts in enumerate(zip(*possible, strict=True)):
            if max(counts) > fixed[bit]:
                allowed |= 1 << bit
            if min(counts) == most[bit] > fixed[bit]:
                forced |= 1 << bit
        changed = []
        for v in open_variables:
            mask = domains[v] & allowed
            mask = mask & forced or mask
            if not mask or mask & forced & (mask - 1):
                return None
            if mask != domains[v]:
                domains[v] = mask
                changed.append(v)
        return changed


class OneScope(NamedTuple):
    """Variables of which exactly one has the value `chosen` and all others the value `other`, both masks.

    >>> domains = [0b10, 0b11]
    >>> OneScope((0, 1), chosen=0b10, other=0b01).prune(domains), domains
    ([1], [2, 1])
    """

    variables: tuple[int, ...]
    chosen: int
    other: int

    def prune(self, domains: list[int]) -> list[int] | None:
        """Settle the variables if one is chosen or only one can be."""
        chosen = self.chosen
        taken = False
        possible = []
        for v in self.variables:
            mask = domains[v]
            if mask == chosen:
                if taken:
                    return None
                taken = True
            elif mask & chosen:
                possible.append(v)
        if not taken and len(possible) != 1:
            return [] if possible else None
        for v in possible:
            domains[v] = self.other if taken else chosen
        return possible


class _FoldScope(NamedTuple):
    """Variables whose contributions, folded by + or · from a start, give a target; pruned by reachable partial results.

    contributions[i][bit]: the summand or factor of the i-th variable with that value.
    """

    variables: tuple[int, ...]
    contributions: tuple[tuple[Coefficient, ...], ...]
    combine: Callable[[Coefficient, Coefficient], Coefficient]
    start: Coefficient
    target: Coefficient

    def prune(self, domains: list[int]) -> list[int] | None:
        """Remove values on no path from start to target. With too many states it does nothing."""
        combine = self.combine
        layers: list[set[Coefficient]] = [{self.start}]
        choices = [bits_of(domains[v]) for v in self.variables]
        for contribution, bits in zip(self.contributions, choices, strict=True):
            layers.append({combine(state, contribution[bit]) for state in layers[-1] for bit in bits})
            if len(layers[-1]) > _MOST_STATES:
                return []
        if self.target not in layers.pop():
            return None
        wanted = {self.target}
        changed = []
        steps = zip(self.variables, self.contributions, choices, layers, strict=True)
        for v, contribution, bits, layer in reversed(list(steps)):
            kept = 0
            previous: set[Coefficient] = set()
            for bit in bits:
                c = contribution[bit]
                reaching = [state for state in layer if combine(state, c) in wanted]
                if reaching:
                    kept |= 1 << bit
                    previous.update(reaching)
            if kept != domains[v]:
                domains[v] = kept
                changed.append(v)
            wanted = previous
        return changed


class _TupleScope:
    """Any polynomial in several variables, as the tuples at which it vanishes, once few enough tuples are left."""

    def __init__(self, pattern: Polynomial, variables: tuple[int, ...], universes: Sequence[Universe]) -> None:
        self._pattern = pattern
        self.variables = variables
        self._universes = universes
        self._kept = lru_cache(_MOST_SEEN)(self._possible)

    def prune(self, domains: list[int]) -> list[int] | None:
        masks = tuple([domains[v] for v in self.variables])
        if prod(map(int.bit_count, masks)) > _MOST_TUPLES:
            return []
        kept = self._kept(masks)
        if not kept[0]:
            return None
        for v, mask in zip(self.variables, kept, strict=True):
            domains[v] = mask
        return [v for v, old, new in zip(self.variables, masks, kept, strict=True) if old != new]

    def _possible(self, masks: tuple[int, ...]) -> list[int]:
        kept = [0] * len(masks)
        for bits in product(*map(bits_of, masks)):
            point = [universe[bit] for universe, bit in zip(self._universes, bits, strict=True)]
            if self._pattern.evaluate(point) == 0:
                for i, bit in enumerate(bits):
                    kept[i] |= 1 << bit
        return kept


class _ProductScope:
    """A product of factors in one variable each and of a cofactor: one of them must vanish.

    masks: for each variable of a factor the values at which it vanishes.
    cofactor: its scope; None for a constant. whole: the scope of the product.
    """

    def __init__(self, variables: tuple[int, ...], masks: dict[int, int], cofactor: Scope | None, whole: Scope) -> None:
        self.variables = variables
        self._masks = tuple(masks.items())
        self._cofactor = cofactor
        self._whole = whole

    def prune(self, domains: list[int]) -> list[int] | None:
        """Where only one of the factors can still vanish, prune by it."""
        possible = []
        for v, mask in self._masks:
            rest = domains[v] & mask
            if rest == domains[v]:
                return []
            if rest:
                possible.append((v, rest))
        if not possible:
            return None if self._cofactor is None else self._cofactor.prune(domains)
        if len(possible) > 1 or (self._cofactor is not None and self._cofactor.prune(domains.copy()) is not None):
            return self._whole.prune(domains)
        ((v, rest),) = possible
        domains[v] = rest
        return [v]


def _product_scope(equation: Equation, universes: Sequence[Universe], whole: Scope) -> _ProductScope | None:
    """The scope of a polynomial with a factor in one variable; None for others."""
    cofactor, variables = equation.pattern, equation.variables
    masks: dict[int, int] = {}
    for i, v in enumerate(variables):
        content = _content(equation.pattern, i)
        if not content.is_constant:
            masks[v] = sum(1 << bit for bit, value in enumerate(universes[v]) if content.evaluate([value]) == 0)
            divided = cofactor.quotient(content.rename(cofactor.ring, (i,)))
            assert divided is not None
            cofactor = divided
    if not masks:
        return None
    used = cofactor.support()
    moved = [used.index(i) if i in used else 0 for i in range(len(variables))]
    rest = None
    if len(used) > 1:
        own = cofactor.rename(local_ring(cofactor.ring.field, len(used)), moved)
        rest = scope_of(Equation(own, tuple([variables[i] for i in used])), universes)
    return _ProductScope(variables, masks, rest, whole)


def _content(pattern: Polynomial, variable: int) -> Polynomial:
    """The largest factor of a polynomial that depends on one variable alone."""
    ring = local_ring(pattern.ring.field, 1)
    parts: dict[tuple[int, ...], dict[tuple[int, ...], Coefficient]] = {}
    for exponents, coefficient in pattern.terms.items():
        others = (*exponents[:variable], *exponents[variable + 1 :])
        parts.setdefault(others, {})[exponents[variable],] = coefficient
    found = Polynomial(ring, {})
    for part in parts.values():
        found = found.gcd(Polynomial(ring, part))
        if found.is_constant:
            break
    return found


#: A condition on several variables. `prune` removes values from domains, and returns the changed variables, or None on
#: a contradiction.
Scope = _MultisetScope | OneScope | _FoldScope | _TupleScope | _ProductScope


def scope_of(equation: Equation, universes: Sequence[Universe]) -> Scope:
    """The scope of one equation, for a sum of univariate polynomials or a monomial plus a constant a quick one.

    universes: of all variables of the ring.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.algebra.systems import equation_of
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> domains = [0b11, 0b10, 0b11]
    >>> scope_of(equation_of(x * y - 4), [(1, 2)] * 3).prune(domains), domains
    ([0], [2, 2, 3])
    """
    pattern, variables = equation.pattern, equation.variables
    own = [universes[v] for v in variables]
    field = pattern.ring.field
    p = field.characteristic
    others = [(exponents, c) for exponents, c in pattern.terms.items() if any(exponents)]
    constant = pattern.terms.get((0,) * len(variables), 0)
    if all(sum(map(bool, exponents)) == 1 for exponents, _ in others):
        sums = []
        for i, universe in enumerate(own):
            parts = [(exponents[i], c) for exponents, c in others if exponents[i]]
            sums.append(tuple(field.element(sum(c * _power(x, e, p) for e, c in parts)) for x in universe))
        plus = (lambda a, b: (a + b) % p) if p else add
        return _FoldScope(variables, tuple(sums), plus, 0, field.element(-constant))
    if len(others) == 1:
        ((exponents, coefficient),) = others
        powers = [tuple(_power(x, e, p) for x in universe) for e, universe in zip(exponents, own, strict=True)]
        times = (lambda a, b: a * b % p) if p else mul
        target = field.element(-constant * field.inverse(coefficient))
        return _FoldScope(variables, tuple(powers), times, 1, target)
    whole = _TupleScope(pattern, variables, own)
    return _product_scope(equation, universes, whole) or whole


def scopes_of_group(equations: Sequence[Equation], universes: Sequence[Universe]) -> tuple[list[Scope], bool]:
    """The scopes of equations in the same variables, and whether the values must also differ pairwise.

    Symmetric equations are taken together as multisets, others one by one. Raises NoZeros if no multiset is allowed.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.algebra.systems import equation_of
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> scopes_of_group([equation_of(x + y + z - 5)], [(1, 2, 3)] * 3)
    ([_MultisetScope(variables=(0, 1, 2), multisets=((1, 2, 0), (2, 0, 1)))], False)
    >>> scopes_of_group([equation_of(x + y + z - 6), equation_of(x * y * z - 6)], [(1, 2, 3)] * 3)
    ([], True)
    """
    variables = tuple(sorted(equations[0].variables))
    universe = universes[variables[0]]
    alike = all(universes[v] == universe for v in variables)
    form_of = [(equation, _elementary_form(equation.pattern) if alike else None) for equation in equations]
    forms = {form for _, form in form_of if form is not None}
    rest = [equation for equation, form in form_of if form is None]
    scopes: list[Scope] = []
    differ = False
    if forms:
        multisets = _allowed_multisets(tuple(sorted(forms, key=repr)), universe, equations[0].pattern.ring.field)
        if multisets is None:
            rest = list(equations)
        elif not multisets:
            raise NoZeros
        elif len(universe) == 2 and len(multisets) == 1 and 1 in multisets[0]:
            chosen = multisets[0].index(1)
            scopes.append(OneScope(variables, 1 << chosen, 1 << (1 - chosen)))
        else:
            # One multiset, each value at most once: the values differ pairwise. If it has all values, that is enough.
            differ = len(multisets) == 1 and max(multisets[0]) == 1
            if not differ or not min(multisets[0]):
                scopes.append(_MultisetScope(variables, multisets))
    return scopes + [scope_of(equation, universes) for equation in rest], differ


# -- symmetric equations ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _elementary_form(pattern: Polynomial) -> tuple[Coefficient, ...] | None:
    """c₀ … c_n if the polynomial is Σ c_k·e_k in the elementary symmetric functions e_k; else None."""
    n = pattern.ring.size
    found: dict[int, list[Coefficient]] = {}
    for exponents, coefficient in pattern.terms.items():
        if max(exponents, default=0) > 1:
            return None
        found.setdefault(sum(exponents), []).append(coefficient)
    if any(len(own) != comb(n, degree) or len(set(own)) > 1 for degree, own in found.items()):
        return None
    return tuple(found[k][0] if k in found else 0 for k in range(n + 1))


@lru_cache(maxsize=256)
def _allowed_multisets(
    forms: tuple[tuple[Coefficient, ...], ...], universe: Universe, field: Field
) -> tuple[_Counts, ...] | None:
    """All multisets of n values at which every form vanishes; None if there are too many to try.

    forms: for each equation c₀ … c_n, the coefficients of the elementary symmetric functions.
    """
    size = len(forms[0]) - 1
    solved = _vieta(forms, universe, field)
    if solved is not None:
        return solved
    only_ends = all(k in (0, 1, size) for form in forms for k, c in enumerate(form) if c)
    solved = _equal_multisets(forms, universe, field) if only_ends else None
    if solved is not None or comb(len(universe) + size - 1, size) > _MOST_MULTISETS:
        return solved

    def vanishes(values: Sequence[Coefficient]) -> bool:
        symmetric: list[Coefficient] = [1]
        if only_ends:
            symmetric += [sum(values), *[0] * (size - 2), prod(values)]
        else:
            for value in values:
                symmetric = [a + value * b for a, b in zip([*symmetric, 0], [0, *symmetric], strict=True)]
        return all(field.element(sum(map(mul, form, symmetric))) == 0 for form in forms)

    found = [values for values in combinations_with_replacement(universe, size) if vanishes(values)]
    return tuple(sorted(tuple(map(values.count, universe)) for values in found))


def _equal_multisets(
    forms: Sequence[tuple[Coefficient, ...]], universe: Universe, field: Field
) -> tuple[_Counts, ...] | None:
    """The multisets with the sum and the product of the universe; None if the forms do not demand both."""
    size = len(universe)
    if len(forms[0]) != size + 1 or not all(isinstance(value, int) for value in universe):
        return None
    total, product = sum(universe), prod(universe)
    if any(field.element(form[0] + form[1] * total + form[size] * product) != 0 for form in forms):
        return None
    alone = [form for form in forms if not (form[1] and form[size])]
    if not (any(form[1] for form in alone) and any(form[size] for form in alone)):
        return None
    try:
        from casbridge.algebra.multisets import EqualMultisets

        equal = EqualMultisets([int(value) for value in universe], field, budget=_MOST_MULTISETS)
        if equal.count() > _MOST_LISTED_MULTISETS:
            return None
    except UnsupportedError:
        return None
    return tuple(tuple(map(multiset.count, universe)) for multiset in equal)


def _vieta(forms: Sequence[tuple[Coefficient, ...]], universe: Universe, field: Field) -> tuple[_Counts, ...] | None:
    """The multiset of the roots of t^n − e₁·t^(n−1) + …, if a form gives each e_k alone; else None.

    A form in several e_k then says nothing new, or is a contradiction.
    """
    size = len(forms[0]) - 1
    symmetric: dict[int, Coefficient] = {0: 1}
    for form in forms:
        degrees = [k for k in range(1, size + 1) if form[k]]
        if len(degrees) == 1:
            value = field.element(-form[0] * field.inverse(form[degrees[0]]))
            if symmetric.setdefault(degrees[0], value) != value:
                return ()
    if len(symmetric) <= size:
        return None
    known = [symmetric[k] for k in range(size + 1)]
    if any(field.element(sum(map(mul, form, known))) != 0 for form in forms):
        return ()
    counts = tuple(multiplicities([(-1) ** k * e for k, e in enumerate(known)], universe, field))
    return (counts,) if sum(counts) == size else ()
