"""Patterns compiled once: tables of allowed pairs, sets of allowed multisets, folded sums and products.

Bit i of a mask stands for the i-th value of the variable's universe.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

from casbridge.algebra.fields import Coefficient, Field
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.bitmasks import bits_of
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: The values that the bits of a variable's mask stand for, ascending.
Universe = tuple[Coefficient, ...]

_MOST_TUPLES = 2_000
_MOST_SEEN = 50_000
_UNKNOWN: tuple[int, ...] = (-1,)
_MOST_MULTISETS = 100_000
_MOST_LISTED_MULTISETS = 1_000
_MOST_STATES = 4_000
_MOST_TABLES = 1_024


class Table:
    """The allowed pairs of a polynomial in two variables. rows[i]: the mask of second values that go with bit i.

    >>> table = Table((0b110, 0b001))
    >>> table.supports(0b10), table.transposed(3).rows
    (1, (2, 1, 1))
    """

    __slots__ = ("_union", "rows")

    def __init__(self, rows: tuple[int, ...]) -> None:
        self.rows = rows
        self._union: dict[int, int] = {}

    def supports(self, mask: int) -> int:
        """The mask of second values that some first value of a mask allows."""
        found = self._union.get(mask)
        if found is None:
            found = 0
            for bit in bits_of(mask):
                found |= self.rows[bit]
            self._union[mask] = found
        return found

    def transposed(self, width: int) -> Table:
        """The table with the two variables exchanged. width: the number of second values."""
        columns = [0] * width
        for i, row in enumerate(self.rows):
            for j in bits_of(row):
                columns[j] |= 1 << i
        return Table(tuple(columns))


_tables: dict[tuple[Polynomial, Universe, Universe], Table] = {}


def table_of(pattern: Polynomial, first: Universe, second: Universe, deadline: Deadline = NEVER) -> Table:
    """The table of a polynomial in two variables. Tables are remembered.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> table_of(x - y, (0, 1, 2), (1, 2)).rows
    (0, 1, 2)
    """
    key = (pattern, first, second)
    table = _tables.get(key)
    if table is None:
        if len(_tables) >= _MOST_TABLES:
            _tables.clear()
        table = _tables[key] = Table(_rows(pattern, first, second, deadline))
    return table


def _rows(pattern: Polynomial, first: Universe, second: Universe, deadline: Deadline) -> tuple[int, ...]:
    p = pattern.ring.field.characteristic
    by_second: dict[int, list[tuple[int, Coefficient]]] = {}
    for (e, f), c in pattern.terms.items():
        by_second.setdefault(f, []).append((e, c))
    degrees = sorted(by_second, reverse=True)
    rows = []
    for a in first:
        deadline.check()
        row_coefficients: list[tuple[int, Coefficient]] = []
        for f in degrees:
            total: Coefficient = 0
            for e, c in by_second[f]:
                total += c * (pow(int(a), e, p) if p else a**e)
            row_coefficients.append((f, total % p if p else total))
        row = 0
        for j, b in enumerate(second):
            value: Coefficient = 0
            for f, c in row_coefficients:
                value += c * (pow(int(b), f, p) if p else b**f)
            if (value % p if p else value) == 0:
                row |= 1 << j
        rows.append(row)
    return tuple(rows)


@lru_cache(maxsize=1024)
def elementary_form(pattern: Polynomial) -> tuple[Coefficient, ...] | None:
    """c₀ … c_n if the polynomial is Σ c_k·e_k in the elementary symmetric functions e_k; else None.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> elementary_form(x * y * z + x + y + z - 6), elementary_form(x + y)
    ((-6, 1, 0, 1), None)
    """
    n = pattern.ring.size
    found: dict[int, Coefficient] = {}
    counts: dict[int, int] = {}
    for exponents, coefficient in pattern.terms.items():
        degree = sum(exponents)
        if max(exponents, default=0) > 1 or found.setdefault(degree, coefficient) != coefficient:
            return None
        counts[degree] = counts.get(degree, 0) + 1
    if any(count != comb(n, degree) for degree, count in counts.items()):
        return None
    return tuple(found.get(k, 0) for k in range(n + 1))


@lru_cache(maxsize=256)
def allowed_multisets(
    forms: Sequence[tuple[Coefficient, ...]], universe: Universe, characteristic: int
) -> tuple[tuple[int, ...], ...] | None:
    """All multisets of n values at which every form vanishes, as counts along the universe; None if too many to try.

    forms: for each equation c₀ … c_n, the coefficients of the elementary symmetric functions.

    >>> allowed_multisets(((-6, 1, 0, 0),), (1, 2, 3), 0)
    ((0, 3, 0), (1, 1, 1))
    """
    size = len(forms[0]) - 1
    solved = _vieta(forms, universe, characteristic)
    if solved is not None:
        return solved
    only_ends = size > 1 and all(k in (0, 1, size) for form in forms for k, c in enumerate(form) if c)
    if only_ends:
        solved = _equal_multisets(forms, universe, characteristic)
        if solved is not None:
            return solved
    if comb(len(universe) + size - 1, size) > _MOST_MULTISETS:
        return None
    found: list[tuple[int, ...]] = []
    counts = [0] * len(universe)

    def advance(state: list[Coefficient], value: Coefficient, times: int = 1) -> list[Coefficient]:
        """The state with more copies of a value: e_0 … e_n, or only the sum and the product."""
        if only_ends:
            state = [state[0] + value * times, state[1] * value**times]
            return [e % characteristic for e in state] if characteristic else state
        for _ in range(times):
            state = [1, *(state[k] + value * state[k - 1] for k in range(1, size + 1))]
            if characteristic:
                state = [e % characteristic for e in state]
        return state

    def vanishes(state: list[Coefficient]) -> bool:
        symmetric = [1, state[0], *([0] * (size - 2)), state[1]] if only_ends else state
        totals = (sum((c * e for c, e in zip(form, symmetric, strict=True) if c), start=0) for form in forms)
        return all((total % characteristic if characteristic else total) == 0 for total in totals)

    def extend(position: int, left: int, state: list[Coefficient]) -> None:
        last = position == len(universe) - 1
        for count in range(left + 1):
            counts[position] = count
            if last or count == left:
                counts[position] = left
                if vanishes(advance(state, universe[position], left - count)):
                    found.append(tuple(counts))
                break
            extend(position + 1, left - count, state)
            state = advance(state, universe[position])
        counts[position] = 0

    if universe:
        extend(0, size, [0, 1] if only_ends else [1, *([0] * size)])
    return tuple(found)


def _equal_multisets(
    forms: Sequence[tuple[Coefficient, ...]], universe: Universe, characteristic: int
) -> tuple[tuple[int, ...], ...] | None:
    """The multisets with the sum and the product of the universe; None if the forms do not demand both."""
    size = len(universe)
    field = Field(characteristic)
    whole = [field.element(1), field.element(sum(universe, start=0)), field.element(prod(universe, start=1))]
    asked: set[int] = set()
    for form in forms:
        if len(form) != size + 1 or size < 2 or any(not isinstance(value, int) for value in universe):
            return None
        if field.element(form[0] * whole[0] + form[1] * whole[1] + form[size] * whole[2]) != 0:
            return None
        if not (form[1] and form[size]):
            asked.update(k for k in (1, size) if form[k])
    if asked != {1, size}:
        return None
    try:
        from casbridge.algebra.multisets import EqualMultisets

        equal = EqualMultisets([int(value) for value in universe], field, budget=_MOST_MULTISETS)
        if equal.count() > _MOST_LISTED_MULTISETS:
            return None
    except UnsupportedError:
        return None
    return tuple(tuple(map(multiset.count, universe)) for multiset in equal)


def _vieta(
    forms: Sequence[tuple[Coefficient, ...]], universe: Universe, characteristic: int
) -> tuple[tuple[int, ...], ...] | None:
    """The multiset of the roots of t^n − e₁·t^(n−1) + …, if a form gives each e_k alone; else None.

    A form in several e_k then says nothing new, or is a contradiction.
    """
    size = len(forms[0]) - 1
    field = Field(characteristic)
    symmetric: list[Coefficient | None] = [None] * (size + 1)
    symmetric[0] = 1
    for form in forms:
        degrees = [k for k in range(1, size + 1) if form[k]]
        if len(degrees) != 1:
            continue
        k = degrees[0]
        value = field.element(-form[0] * field.inverse(form[k]))
        if symmetric[k] is not None and symmetric[k] != value:
            return ()
        symmetric[k] = value
    known = [e for e in symmetric if e is not None]
    if len(known) <= size:
        return None
    if any(field.element(sum((c * e for c, e in zip(form, known, strict=True)), start=0)) != 0 for form in forms):
        return ()
    coefficients = [(-1) ** k * e for k, e in enumerate(known)]
    counts = []
    for value in universe:
        count = 0
        while len(coefficients) > 1:
            quotient: list[Coefficient] = []
            carry: Coefficient = 0
            for c in coefficients:
                carry = carry * value + c
                if characteristic:
                    carry %= characteristic
                quotient.append(carry)
            if quotient.pop() != 0:
                break
            coefficients = quotient
            count += 1
        counts.append(count)
    return (tuple(counts),) if len(coefficients) == 1 else ()


class MultisetScope(NamedTuple):
    """Variables whose values are one of some multisets. multisets: as counts along the universe.

    >>> domains = [0b01, 0b11]
    >>> MultisetScope((0, 1), ((1, 1),)).prune(domains), domains
    ([1], [1, 2])
    """

    variables: tuple[int, ...]
    multisets: tuple[tuple[int, ...], ...]

    def prune(self, domains: list[int]) -> list[int] | None:
        """Remove values that no possible multiset has. Returns the changed variables; None on a contradiction."""
        width = len(self.multisets[0]) if self.multisets else 0
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
        allowed = 0
        needed = [len(self.variables)] * width
        possible = False
        for multiset in self.multisets:
            for f, h, m in zip(fixed, holders, multiset, strict=True):
                if not f <= m <= f + h:
                    break
            else:
                possible = True
                for bit, m in enumerate(multiset):
                    left = m - fixed[bit]
                    if left:
                        allowed |= 1 << bit
                    if left < needed[bit]:
                        needed[bit] = left
        if not possible:
            return None
        changed = []
        forced = 0
        for bit in range(width):
            if needed[bit] and needed[bit] == holders[bit]:
                forced |= 1 << bit
        for v in open_variables:
            mask = domains[v] & allowed
            must = mask & forced
            if must:
                if must & (must - 1):
                    return None
                mask = must
            if not mask:
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
        """Settle the variables if one is chosen or only one can be. Returns as `MultisetScope.prune` does."""
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
        if taken:
            for v in possible:
                domains[v] = self.other
            return possible
        if not possible:
            return None
        if len(possible) > 1:
            return []
        domains[possible[0]] = chosen
        return possible


class FoldScope(NamedTuple):
    """Variables whose contributions, folded by + or · from a start, give a target; pruned by reachable partial results.

    contributions[i][bit]: the summand or factor of the i-th variable with that value.
    combine: + or ·.

    >>> from operator import add
    >>> domains = [0b11, 0b10]
    >>> FoldScope((0, 1), ((0, 1), (0, 1)), add, start=0, target=1).prune(domains), domains
    ([0], [1, 2])
    """

    variables: tuple[int, ...]
    contributions: tuple[tuple[Coefficient, ...], ...]
    combine: Callable[[Coefficient, Coefficient], Coefficient]
    start: Coefficient
    target: Coefficient

    def prune(self, domains: list[int]) -> list[int] | None:
        """Remove values on no path from start to target. Returns as `MultisetScope.prune` does.

        With too many states it does nothing.
        """
        combine = self.combine
        layers: list[set[Coefficient]] = [{self.start}]
        choices = [bits_of(domains[v]) for v in self.variables]
        for contribution, bits in zip(self.contributions, choices, strict=True):
            layers.append({combine(state, contribution[bit]) for state in layers[-1] for bit in bits})
            if len(layers[-1]) > _MOST_STATES:
                return []
        if self.target not in layers[-1]:
            return None
        wanted = {self.target}
        changed = []
        for i in range(len(choices) - 1, -1, -1):
            contribution = self.contributions[i]
            kept = 0
            previous: set[Coefficient] = set()
            for bit in choices[i]:
                c = contribution[bit]
                reaching = [state for state in layers[i] if combine(state, c) in wanted]
                if reaching:
                    kept |= 1 << bit
                    previous.update(reaching)
            v = self.variables[i]
            if kept != domains[v]:
                domains[v] = kept
                changed.append(v)
            wanted = previous
        return changed


class TupleScope:
    """Any polynomial in several variables, as the tuples at which it vanishes, once few enough tuples are left.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> domains = [0b11, 0b11]
    >>> TupleScope(x * y - 2, (0, 1), ((1, 2), (2, 3))).prune(domains), domains
    ([0, 1], [1, 1])
    """

    __slots__ = ("_seen", "pattern", "universes", "variables")

    def __init__(self, pattern: Polynomial, variables: tuple[int, ...], universes: tuple[Universe, ...]) -> None:
        self.pattern = pattern
        self.variables = variables
        self.universes = universes
        self._seen: dict[tuple[int, ...], tuple[int, ...] | None] = {}

    def prune(self, domains: list[int]) -> list[int] | None:
        """Keep the values of tuples at which the polynomial vanishes. Returns as `MultisetScope.prune` does."""
        masks = tuple([domains[v] for v in self.variables])
        size = 1
        for mask in masks:
            size *= mask.bit_count()
            if size > _MOST_TUPLES:
                return []
        # Structures are shared between threads: another thread may clear the dictionary at any time, so ask it once.
        kept = self._seen.get(masks, _UNKNOWN)
        if kept is _UNKNOWN:
            if len(self._seen) > _MOST_SEEN:
                self._seen.clear()
            kept = self._seen[masks] = self._kept(masks)
        if kept is None:
            return None
        changed = [v for v, old, new in zip(self.variables, masks, kept, strict=True) if old != new]
        for v, mask in zip(self.variables, kept, strict=True):
            domains[v] = mask
        return changed

    def _kept(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        kept = [0] * len(masks)
        universes = self.universes
        for bits in product(*map(bits_of, masks)):
            if self.pattern.evaluate([universe[bit] for universe, bit in zip(universes, bits, strict=True)]) == 0:
                for i, bit in enumerate(bits):
                    kept[i] |= 1 << bit
        return tuple(kept) if kept[0] else None


#: A condition on several variables that removes values from their domains.
Scope = MultisetScope | OneScope | FoldScope | TupleScope


def fold_of(pattern: Polynomial, variables: tuple[int, ...], universes: tuple[Universe, ...]) -> FoldScope | None:
    """The fold of a sum of univariate polynomials, or of one monomial plus a constant; None for other polynomials.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> fold_of(x**2 + y + z - 1, (0, 1, 2), ((0, 2), (0, 1), (3, 4))).contributions
    ((0, 4), (0, 1), (3, 4))
    """
    field = pattern.ring.field
    p = field.characteristic
    constant: Coefficient = 0
    others: list[tuple[tuple[int, ...], Coefficient]] = []
    for exponents, coefficient in pattern.terms.items():
        if any(exponents):
            others.append((exponents, coefficient))
        else:
            constant = coefficient

    def power(value: Coefficient, exponent: int) -> Coefficient:
        return pow(int(value), exponent, p) if p else value**exponent

    if all(sum(1 for e in exponents if e) == 1 for exponents, _ in others):
        sums = []
        for i, universe in enumerate(universes):
            parts = [(exponents[i], c) for exponents, c in others if exponents[i]]
            sums.append(tuple(field.element(sum((c * power(x, e) for e, c in parts), start=0)) for x in universe))
        add = (lambda a, b: (a + b) % p) if p else (lambda a, b: a + b)
        return FoldScope(variables, tuple(sums), add, 0, field.element(-constant))
    if len(others) == 1:
        exponents, coefficient = others[0]
        powers = tuple(tuple(power(x, e) for x in universe) for e, universe in zip(exponents, universes, strict=True))
        multiply = (lambda a, b: a * b % p) if p else (lambda a, b: a * b)
        return FoldScope(variables, powers, multiply, 1, field.element(-constant * field.inverse(coefficient)))
    return None
