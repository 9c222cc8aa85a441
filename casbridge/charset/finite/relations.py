"""Templates compiled once: tables of allowed pairs, sets of allowed multisets, folded sums and products.

Everything here speaks of *bits*: bit i of a mask stands for the i-th value of the variable's universe.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb, prod

from casbridge.algebra.fields import Coefficient, Field
from casbridge.algebra.multisets import EqualMultisets
from casbridge.algebra.polynomials import Polynomial
from casbridge.errors import UnsupportedError

Universe = tuple[Coefficient, ...]

MOST_TUPLES = 2_000
_MOST_SEEN = 50_000
_UNKNOWN: tuple[int, ...] = (-1,)
MOST_MULTISETS = 100_000
MOST_LISTED_MULTISETS = 1_000
MOST_STATES = 4_000
WIDE = 1_024


def bits_of(mask: int) -> list[int]:
    """The positions of the ones, ascending.

    >>> bits_of(0b1010)
    [1, 3]
    """
    if mask.bit_length() > WIDE:
        return [position for position, digit in enumerate(reversed(f"{mask:b}")) if digit == "1"]
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Table:
    """The allowed pairs of a polynomial in two variables: rows[i] is the mask of second values that go with bit i."""

    __slots__ = ("_union", "rows")

    def __init__(self, rows: tuple[int, ...]) -> None:
        self.rows = rows
        self._union: dict[int, int] = {}

    def supports(self, mask: int) -> int:
        """The mask of the second variable's values that some value in the first variable's mask allows."""
        found = self._union.get(mask)
        if found is None:
            found = 0
            for bit in bits_of(mask):
                found |= self.rows[bit]
            self._union[mask] = found
        return found

    def transposed(self, width: int) -> Table:
        columns = [0] * width
        for i, row in enumerate(self.rows):
            for j in bits_of(row):
                columns[j] |= 1 << i
        return Table(tuple(columns))


@lru_cache(maxsize=1024)
def table_of(pattern: Polynomial, first: Universe, second: Universe) -> Table:
    """The table of a polynomial in two variables, by Horner's rule along every row."""
    p = pattern.ring.field.characteristic
    by_second: dict[int, list[tuple[int, Coefficient]]] = {}
    for (e, f), c in pattern.terms.items():
        by_second.setdefault(f, []).append((e, c))
    degrees = sorted(by_second, reverse=True)
    rows = []
    for a in first:
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
    return Table(tuple(rows))


@lru_cache(maxsize=1024)
def elementary_form(pattern: Polynomial) -> tuple[Coefficient, ...] | None:
    """c₀ … c_n when the polynomial is Σ c_k·e_k in the elementary symmetric functions e_k; None when it is not."""
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
    """
    size = len(forms[0]) - 1
    solved = _vieta(forms, universe, characteristic)
    if solved is not None:
        return solved
    only_ends = all(k in (0, 1, size) for form in forms for k, c in enumerate(form) if c)
    if only_ends:
        solved = _equal_multisets(forms, universe, characteristic)
        if solved is not None:
            return solved
    if comb(len(universe) + size - 1, size) > MOST_MULTISETS:
        return None
    found: list[tuple[int, ...]] = []
    counts = [0] * len(universe)

    def vanishes(symmetric: Sequence[Coefficient]) -> bool:
        for form in forms:
            total = sum((c * e for c, e in zip(form, symmetric, strict=True) if c), start=0)
            if (total % characteristic if characteristic else total) != 0:
                return False
        return True

    def extend_ends(position: int, left: int, total: Coefficient, multiplied: Coefficient) -> None:
        if position == len(universe) - 1:
            value = universe[position]
            counts[position] = left
            symmetric: list[Coefficient] = [0] * (size + 1)
            symmetric[0] = 1
            symmetric[size] = multiplied * value**left
            symmetric[1] = total + value * left
            if vanishes(symmetric):
                found.append(tuple(counts))
            counts[position] = 0
            return
        value = universe[position]
        for count in range(left + 1):
            counts[position] = count
            extend_ends(position + 1, left - count, total + value * count, multiplied)
            multiplied = multiplied * value
            if characteristic:
                multiplied %= characteristic
        counts[position] = 0

    def extend(position: int, left: int, symmetric: list[Coefficient]) -> None:
        if left == 0:
            if vanishes(symmetric):
                found.append(tuple(counts))
            return
        if position == len(universe):
            return
        value = universe[position]
        for count in range(left + 1):
            counts[position] = count
            extend(position + 1, left - count, symmetric)
            symmetric = [symmetric[0]] + [symmetric[k] + value * symmetric[k - 1] for k in range(1, size + 1)]
            if characteristic:
                symmetric = [e % characteristic for e in symmetric]
        counts[position] = 0

    if only_ends and size > 1:
        extend_ends(0, size, 0, 1)
    else:
        start: list[Coefficient] = [1, *([0] * size)]
        extend(0, size, start)
    return tuple(found)


def _equal_multisets(
    forms: Sequence[tuple[Coefficient, ...]], universe: Universe, characteristic: int
) -> tuple[tuple[int, ...], ...] | None:
    """The multisets with sum and product of the universe where the forms ask for both; None where they do not."""
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
        equal = EqualMultisets([int(value) for value in universe], field, budget=MOST_MULTISETS)
        if equal.count() > MOST_LISTED_MULTISETS:
            return None
    except UnsupportedError:
        return None
    return tuple(tuple(map(multiset.count, universe)) for multiset in equal)


def _vieta(
    forms: Sequence[tuple[Coefficient, ...]], universe: Universe, characteristic: int
) -> tuple[tuple[int, ...], ...] | None:
    """The multiset when every e_k is given alone: the roots of t^n − e₁·t^(n−1) + …; None when some e_k is not.

    Equations between several e_k say nothing new then, or contradict.
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
    field = Field(characteristic)
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


@dataclass(frozen=True, slots=True)
class MultisetScope:
    """Variables whose values, with repetitions, are one of the given multisets (counts along the universe)."""

    variables: tuple[int, ...]
    multisets: tuple[tuple[int, ...], ...]

    def prune(self, domains: list[int]) -> list[int] | None:
        """Remove values that belong to no multiset still possible; the changed variables, or None when none is."""
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


@dataclass(frozen=True, slots=True)
class OneScope:
    """Variables with two values of which exactly one has the value `chosen` (a mask), the others `other`."""

    variables: tuple[int, ...]
    chosen: int
    other: int

    def prune(self, domains: list[int]) -> list[int] | None:
        """Settle the others when one is chosen, the last one that can be; the changed variables, or None."""
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


@dataclass(frozen=True, slots=True)
class FoldScope:
    """Variables whose contributions, folded by + or · from a start, give a target; pruned by reachable partial results.

    contributions[i][bit] is what the i-th variable adds (or multiplies by) with that value.
    """

    variables: tuple[int, ...]
    contributions: tuple[tuple[Coefficient, ...], ...]
    combine: Callable[[Coefficient, Coefficient], Coefficient]
    start: Coefficient
    target: Coefficient

    def prune(self, domains: list[int]) -> list[int] | None:
        """Remove values on no path from start to target; the changed variables, or None when there is no path.

        With too many states it does nothing.
        """
        combine = self.combine
        layers: list[set[Coefficient]] = [{self.start}]
        choices = [bits_of(domains[v]) for v in self.variables]
        for contribution, bits in zip(self.contributions, choices, strict=True):
            layers.append({combine(state, contribution[bit]) for state in layers[-1] for bit in bits})
            if len(layers[-1]) > MOST_STATES:
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
    """Any polynomial in several variables: once few enough tuples are left, those at which it vanishes."""

    __slots__ = ("_seen", "pattern", "universes", "variables")

    def __init__(self, pattern: Polynomial, variables: tuple[int, ...], universes: tuple[Universe, ...]) -> None:
        self.pattern = pattern
        self.variables = variables
        self.universes = universes
        self._seen: dict[tuple[int, ...], tuple[int, ...] | None] = {}

    def prune(self, domains: list[int]) -> list[int] | None:
        """Keep the values that occur in a tuple at which the polynomial vanishes; the changed variables, or None."""
        masks = tuple([domains[v] for v in self.variables])
        size = 1
        for mask in masks:
            size *= mask.bit_count()
            if size > MOST_TUPLES:
                return []
        # Structures are shared between threads: never ask twice for what another may have dropped meanwhile.
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


Scope = MultisetScope | OneScope | FoldScope | TupleScope


def fold_of(pattern: Polynomial, variables: tuple[int, ...], universes: tuple[Universe, ...]) -> FoldScope | None:
    """The fold of a sum of univariate polynomials, or of one monomial plus a constant; None for anything else."""
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
