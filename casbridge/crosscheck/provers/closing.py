"""A second way to search finite domains: no zero is missing, as an equation closes every other branch.

    system ──▶ domains, units, tables ──▶ search ──▶ every branch is closed, or ends at a zero that the answers have

A branch gives each variable the values that are left for it. It is *closed* by an equation that has no zero with these
values, or by a unit: as many variables as there are values, which differ pairwise, so that each value has a place.
Other branches are split, until each variable has one value. This point is a zero that the answers have, or an equation
is not 0 there, or it is a zero that all of them lack.

The search shares no code with `casbridge.charset.finite`, whose answers it checks. Domains are proved by expansion: a
univariate equation is the product of its linear factors, so that no zero has another value, in no extension either.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations_with_replacement, pairwise, product
from math import comb, prod
from operator import or_

from casbridge.algebra.answers import Point
from casbridge.algebra.arithmetic import arithmetic_of
from casbridge.algebra.fields import Coefficient, local_ring
from casbridge.algebra.polynomials import Polynomial, variables as variables_of
from casbridge.algebra.systems import Equation, PolynomialSystem
from casbridge.crosscheck.claims import SYSTEM, Within
from casbridge.crosscheck.ledger import Finding, Proof, Unknown
from casbridge.crosscheck.provers.protocol import Question
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.errors import CasbridgeError, UnsupportedError, limit_of
from casbridge.limits import NEVER, Deadline

_HIGHEST_DEGREE = 500
_MOST_PAIRS = 5_000
_MOST_TUPLES = 1_024
_MOST_MULTISETS = 30_000
_MOST_VALUES = 2_000
_NO_END = "no end of the search"
_SEARCH = "a search in which an equation closes every other branch"


def prove(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
    """The findings of the search about answers that are points, in this process. See `protocol.Prove`.

    >>> from casbridge import Answer, Ring, Task, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> answer = Answer(Task.PRIMES, x.ring, ((x, y), (x - 1, y - 1)))
    >>> from casbridge.crosscheck.checking import check_all
    >>> system = PolynomialSystem.of(x.ring, [x**2 - x, y - x])
    >>> results = [one.result for one in Question.of(system, a=answer).answers]
    >>> question = Question(system, check_all(results, system), (Within(SYSTEM, 0),))
    >>> [finding.outcome.text for finding in prove(question, Deadline.after(60), None)]
    ['a search in which an equation closes every other branch']
    """
    known: dict[frozenset[Point], Point | Exception | None] = {}
    for number in question.concerned:
        zeros, name = question.answers[number].zeros, question.name(number)
        if zeros is None or Within(SYSTEM, number) not in question.goals:
            continue
        if zeros not in known:
            try:
                known[zeros] = zero_outside(question.system, zeros, deadline)
            except CasbridgeError as error:
                known[zeros] = error
        done = known[zeros]
        if isinstance(done, Exception):
            yield Finding(Within(SYSTEM, number), Unknown(f"the search: {done}", limit_of(done)))
        elif done is not None:
            text = f"{name} lacks a zero of the system that a search found"
            yield from question.refuted(number, Witness(Fault.MISSING_ZERO, name, text, done))
        else:
            yield Finding(Within(SYSTEM, number), Proof(_SEARCH))


def zero_outside(system: PolynomialSystem, zeros: frozenset[Point], deadline: Deadline = NEVER) -> Point | None:
    """A zero of a system that is none of these; None if all other branches are closed.

    Raises UnsupportedError where variables lack finite domains and for parameters, LimitError after the deadline.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> system = PolynomialSystem.of(x.ring, [x**2 - 1, y**2 - 1, x + y])
    >>> zero_outside(system, frozenset({(1, -1), (-1, 1)})), zero_outside(system, frozenset({(1, -1)}))
    (None, (-1, 1))
    """
    return _Search(system, zeros, deadline).zero_outside()


@lru_cache(maxsize=1024)
def _split_roots(pattern: Polynomial) -> tuple[Coefficient, ...] | None:
    """The roots of a univariate polynomial, if it is the product of their linear factors and a constant; else None."""
    if pattern.total_degree > _HIGHEST_DEGREE:
        return None
    (x,) = variables_of(pattern.ring)
    candidates, _ = arithmetic_of(pattern.ring).roots(pattern.native, 0)
    left, found = pattern, []
    for root in candidates:
        times = 0
        while (quotient := left.quotient(x - root)) is not None and not left.is_constant:
            left, times = quotient, times + 1
        if times:
            found.append(root)
    return tuple(found) if left.is_constant else None


class _Scope:
    """Equations in the same variables. `keep` removes values that no common zero has, where few tuples are left.

    known: what `keep` found, shared with scopes of the same equations.
    """

    def __init__(
        self,
        variables: tuple[int, ...],
        equations: Sequence[tuple[Polynomial, tuple[int, ...]]],
        values: Sequence[Coefficient],
        known: dict[tuple[int, ...], tuple[int, ...] | None],
    ) -> None:
        self.variables = variables
        self.equations = equations
        self.values = values
        self._known = known

    def keep(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        """The masks without impossible values; None if no tuple is left."""
        if prod(map(int.bit_count, masks)) > _MOST_TUPLES:
            return masks
        if masks not in self._known:
            self._known[masks] = self._kept(masks)
        return self._known[masks]

    def _kept(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        kept = [0] * len(masks)
        for bits in product(*map(_bits, masks)):
            values = [self.values[bit] for bit in bits]
            if not any(pattern.evaluate([values[i] for i in places]) for pattern, places in self.equations):
                kept = [mask | 1 << bit for mask, bit in zip(kept, bits, strict=True)]
        return tuple(kept) if kept[0] else None


@lru_cache(maxsize=256)
def _say_each_once(patterns: tuple[Polynomial, ...], values: tuple[Coefficient, ...], deadline: Deadline) -> bool:
    """Whether polynomials together say: the variables have each of as many values once."""
    size = len(values)
    if comb(2 * size - 1, size) > _MOST_MULTISETS or not all(map(_is_symmetric, patterns)):
        return False
    tests = [_quick_value(one) or one.evaluate for one in sorted(patterns, key=lambda one: len(one.terms))]
    for chosen in deadline.over(combinations_with_replacement(values, size)):
        vanish = not any(test(chosen) for test in tests)
        if vanish is not all(a < b for a, b in pairwise(chosen)):
            return False
    return True


def _quick_value(pattern: Polynomial) -> Callable[[Sequence[Coefficient]], Coefficient] | None:
    """The value of a symmetric polynomial that is made of the sum of all variables, their product, and constants."""
    size, p = pattern.ring.size, pattern.ring.field.characteristic
    weights: dict[int, Coefficient] = {}
    for exponents, coefficient in pattern.terms.items():
        if max(exponents) > 1 or sum(exponents) not in (0, 1, size):
            return None
        weights[sum(exponents)] = coefficient
    constant, of_sum, of_product = weights.get(0, 0), weights.get(1, 0), weights.get(size, 0) if size > 1 else 0

    def value(values: Sequence[Coefficient]) -> Coefficient:
        found = constant + of_sum * sum(values) + (of_product * prod(values) if of_product else 0)
        return found % p if p else found

    return value


def _is_symmetric(pattern: Polynomial) -> bool:
    terms = pattern.terms
    return all(
        terms.get((*e[:i], e[i + 1], e[i], *e[i + 2 :])) == c for e, c in terms.items() for i in range(len(e) - 1)
    )


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


#: Values that are allowed beside each value, by bit; and the unions of these, by mask.
_Table = tuple[dict[int, int], dict[int, int]]


class _Search:
    """One search. Masks stand for sets of values: bit i is values[i]. A variable without a domain has the mask 0."""

    def __init__(self, system: PolynomialSystem, zeros: frozenset[Point], deadline: Deadline) -> None:
        if system.ring.parameters:
            raise UnsupportedError("it takes no parameters")
        self.system = system
        self.zeros = zeros
        self.deadline = deadline
        self.size = system.ring.size
        domains = self._domains()
        self.values = sorted({value for domain in domains.values() for value in domain})
        if len(self.values) > _MOST_VALUES:
            raise UnsupportedError(f"there are more than {_MOST_VALUES} values")
        place = {value: bit for bit, value in enumerate(self.values)}
        self.start = [sum(1 << place[value] for value in domains.get(v, ())) for v in range(self.size)]
        #: Equations with a variable that has no domain: they are solved when all others have values.
        self.late: list[Equation] = []
        self.peers: list[list[int]] = [[] for _ in range(self.size)]
        self.tables: list[list[tuple[int, _Table]]] = [[] for _ in range(self.size)]
        self.scopes: list[_Scope] = []
        self.scopes_of: list[list[int]] = [[] for _ in range(self.size)]
        self.units: list[tuple[tuple[int, ...], int]] = []
        self.units_of: list[list[int]] = [[] for _ in range(self.size)]
        self._sort_equations()

    def _domains(self) -> dict[int, tuple[Coefficient, ...]]:
        found: dict[int, tuple[Coefficient, ...]] = {}
        own: defaultdict[int, list[Polynomial]] = defaultdict(list)
        for equation in self.system.equations:
            if len(equation.variables) == 1 and equation.pattern:
                own[equation.variables[0]].append(equation.pattern)
        for variable, patterns in own.items():
            self.deadline.check(_NO_END)
            roots = next((r for r in map(_split_roots, dict.fromkeys(patterns)) if r is not None), None)
            if roots is not None:
                found[variable] = tuple(r for r in roots if not any(pattern.evaluate((r,)) for pattern in patterns))
        return found

    def _sort_equations(self) -> None:
        """Differences, other pairs, scopes, and units, from the equations in two and more variables."""
        groups: defaultdict[tuple[int, ...], list[Equation]] = defaultdict(list)
        self.constants = 0
        known: dict[tuple[int, int, int], _Table | bool] = {}
        evaluated: defaultdict[int, dict[tuple[int, int], bool]] = defaultdict(dict)
        for equation in self.system.equations:
            if not equation.variables:
                self.constants += bool(equation.pattern)
            elif not all(self.start[v] for v in equation.variables):
                self.late.append(equation)
            elif len(equation.variables) == 2:
                first, second = equation.variables
                key = id(equation.pattern), self.start[first], self.start[second]
                if key not in known:
                    self.deadline.check(_NO_END)
                    known[key] = self._table(*key[1:], equation.pattern, evaluated[id(equation.pattern)])
                table = known[key]
                if table is True:
                    self.peers[first].append(second)
                    self.peers[second].append(first)
                elif isinstance(table, tuple):
                    # The second one's table is the same, read the other way.
                    self.tables[first].append((second, table))
                    self.tables[second].append((first, _transposed(table, self.start[second])))
                else:
                    groups[tuple(sorted(equation.variables))].append(equation)
            elif len(equation.variables) > 2:
                groups[tuple(sorted(equation.variables))].append(equation)
        kept: defaultdict[object, dict[tuple[int, ...], tuple[int, ...] | None]] = defaultdict(dict)
        for variables, equations in groups.items():
            local = [(e.pattern, tuple(variables.index(v) for v in e.variables)) for e in equations]
            same = tuple((id(pattern), places) for pattern, places in local)
            self._add_scope(_Scope(variables, local, self.values, kept[same]))
        adjacent = [set(peers) for peers in self.peers]
        for members in _cliques(adjacent, self.start, self.deadline):
            self._add_unit(members)
        self.peers = [sorted(peers) for peers in adjacent]

    def _table(
        self, first: int, second: int, pattern: Polynomial, evaluated: dict[tuple[int, int], bool]
    ) -> _Table | bool:
        """The allowed pairs; True if they are the pairs of different values; False if there are too many to look at."""
        if first.bit_count() * second.bit_count() > _MOST_PAIRS:
            return False
        rows, columns = {}, _bits(second)
        for i in _bits(first):
            row = 0
            for j in columns:
                if (i, j) not in evaluated:
                    evaluated[i, j] = not pattern.evaluate((self.values[i], self.values[j]))
                row |= evaluated[i, j] << j
            rows[1 << i] = row
        if all(row == second & ~bit for bit, row in rows.items()):
            return True
        return rows, {}

    def _add_scope(self, scope: _Scope) -> None:
        values = tuple(self.values[bit] for bit in _bits(reduce(or_, (self.start[v] for v in scope.variables))))
        patterns = tuple(pattern for pattern, _ in scope.equations)
        if len(values) == len(scope.variables) and _say_each_once(patterns, values, self.deadline):
            for v in scope.variables:
                self.peers[v] += (w for w in scope.variables if w != v)
            self._add_unit(scope.variables)
            return
        for v in scope.variables:
            self.scopes_of[v].append(len(self.scopes))
        self.scopes.append(scope)

    def _add_unit(self, members: tuple[int, ...]) -> None:
        mask = 0
        for v in members:
            mask |= self.start[v]
            self.units_of[v].append(len(self.units))
        self.units.append((members, mask))

    def zero_outside(self) -> Point | None:
        """Close every branch that holds none of the zeros. The result is a zero in a branch that is not closed."""
        domained = [v for v in range(self.size) if self.start[v]]
        occurring = {v for equation in self.system.equations for v in equation.variables}
        univariate = {e.variables[0] for e in self.system.equations if len(e.variables) == 1 and e.pattern}
        if self.constants or any(self._has_no_value(v) for v in univariate if not self.start[v]):
            return None
        if len(occurring) < self.size and self.zeros:
            raise UnsupportedError("a variable is in no equation")
        masks = self.start[:]
        if not self._propagate(masks, domained):
            return None
        stack = [masks]
        while stack:
            self.deadline.check(_NO_END)
            masks = stack.pop()
            choices = self._choices(masks, domained)
            if not choices:
                missing = self._end({v: self.values[masks[v].bit_length() - 1] for v in domained})
                if missing is not None:
                    return missing
            for variable, bit in choices:
                child = masks[:]
                child[variable] = bit
                if self._propagate(child, [variable]):
                    stack.append(child)
        return None

    def _has_no_value(self, variable: int) -> bool:
        """Whether univariate equations leave a variable no value: the roots of one are known, and none fits."""
        patterns = [e.pattern for e in self.system.equations if e.variables == (variable,) and e.pattern]
        return any(_split_roots(pattern) is not None for pattern in patterns)

    def _choices(self, masks: list[int], domained: Sequence[int]) -> list[tuple[int, int]]:
        """The branches of one split: the values of a variable, or the two places of a value in a unit."""
        fewest, chosen = 1 << 30, -1
        for v in domained:
            mask = masks[v]
            if mask & (mask - 1):
                count = mask.bit_count()
                if count < fewest:
                    fewest, chosen = count, v
                    if count == 2:
                        break
        if chosen < 0:
            return []
        if fewest > 2:
            for members, _ in self.units:
                once = twice = thrice = 0
                for v in members:
                    mask = masks[v]
                    thrice |= twice & mask
                    twice |= once & mask
                    once |= mask
                bit = twice & ~thrice
                if bit:
                    bit &= -bit
                    return [(v, bit) for v in members if masks[v] & bit]
        return [(chosen, 1 << bit) for bit in _bits(masks[chosen])]

    def _propagate(self, masks: list[int], changed: Iterable[int]) -> bool:
        """Remove values that an equation or a unit excludes. False if one of them closes the branch."""
        queue = list(changed)
        units: set[int] = set()
        scopes: set[int] = set()
        while True:
            while queue:
                v = queue.pop()
                mask = masks[v]
                if not mask & (mask - 1):
                    for w in self.peers[v]:
                        other = masks[w]
                        if other & mask:
                            other ^= mask
                            if not other:
                                return False
                            masks[w] = other
                            queue.append(w)
                for w, (rows, unions) in self.tables[v]:
                    allowed = unions.get(mask)
                    if allowed is None:
                        allowed = 0
                        for bit, row in rows.items():
                            if bit & mask:
                                allowed |= row
                        unions[mask] = allowed
                    other = masks[w] & allowed
                    if other != masks[w]:
                        if not other:
                            return False
                        masks[w] = other
                        queue.append(w)
                units.update(self.units_of[v])
                scopes.update(self.scopes_of[v])
            if units:
                members, whole = self.units[units.pop()]
                once = twice = 0
                for v in members:
                    mask = masks[v]
                    twice |= once & mask
                    once |= mask
                if once != whole:
                    return False
                single = once & ~twice
                if single:
                    for v in members:
                        hidden = masks[v] & single
                        if hidden and hidden != masks[v]:
                            if hidden & (hidden - 1):
                                return False
                            masks[v] = hidden
                            queue.append(v)
            elif scopes:
                scope = self.scopes[scopes.pop()]
                before = tuple([masks[v] for v in scope.variables])
                kept = scope.keep(before)
                if kept is None:
                    return False
                for v, old, new in zip(scope.variables, before, kept, strict=True):
                    if old != new:
                        masks[v] = new
                        queue.append(v)
            else:
                return True

    def _end(self, values: dict[int, Coefficient]) -> Point | None:
        """A zero with these values that was not given; None where there is none. Closes what is no zero."""
        if len(values) == self.size:
            point = tuple(values[v] for v in range(self.size))
            if point in self.zeros:
                return None
            return point if self.system.first_violated(point) is None else None
        for equation in self.late:
            unknown = [i for i, v in enumerate(equation.variables) if v not in values]
            if len(unknown) > 1:
                continue
            left = _substituted(equation, unknown, values)
            if not left:
                continue
            roots = () if left.is_constant else _split_roots(left)
            if roots is None:
                raise UnsupportedError("an equation with one unknown does not split into linear factors")
            if not roots:
                return None
            if unknown:
                ends = (self._end({**values, equation.variables[unknown[0]]: root}) for root in roots)
                return next((missing for missing in ends if missing is not None), None)
        raise UnsupportedError("a variable has no finite domain")


def _transposed(table: _Table, second: int) -> _Table:
    rows, _ = table
    columns = [1 << bit for bit in _bits(second)]
    return {column: sum(bit for bit, row in rows.items() if row & column) for column in columns}, {}


def _cliques(adjacent: Sequence[set[int]], masks: Sequence[int], deadline: Deadline) -> Iterator[tuple[int, ...]]:
    """Sets of variables that differ pairwise and have as many values as variables."""
    done: set[tuple[int, int]] = set()
    for v in range(len(masks)):
        deadline.check(_NO_END)
        for w in sorted(adjacent[v]):
            if w < v or (v, w) in done:
                continue
            members, mask = [v, w], masks[v] | masks[w]
            common = adjacent[v] & adjacent[w]
            for u in sorted(common):
                if u in common:
                    members.append(u)
                    mask |= masks[u]
                    common &= adjacent[u]
            if len(members) == mask.bit_count():
                members.sort()
                done.update((a, b) for i, a in enumerate(members) for b in members[i + 1 :])
                yield tuple(members)


def _substituted(equation: Equation, unknown: Sequence[int], values: dict[int, Coefficient]) -> Polynomial:
    """An equation with values for all variables but at most one, as a polynomial in that one."""
    pattern = equation.pattern
    p = pattern.ring.field.characteristic
    terms: defaultdict[tuple[int, ...], Coefficient] = defaultdict(int)
    for exponents, coefficient in pattern.terms.items():
        value = coefficient
        for i, v in enumerate(equation.variables):
            if i not in unknown and exponents[i]:
                value *= pow(int(values[v]), exponents[i], p) if p else values[v] ** exponents[i]
        terms[tuple(exponents[i] for i in unknown) or (0,)] += value
    return Polynomial(local_ring(pattern.ring.field, 1), terms)
