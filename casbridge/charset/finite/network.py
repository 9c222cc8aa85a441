"""A system on its domains: differences, relations and scopes, and the propagation of what follows from them.

mask        bit i of a variable's mask: the i-th value of its universe is possible
difference  a pair of variables, peers, whose table of allowed pairs is "everything but equal"
unit        pairwise different variables with as many values as there are variables: each value has a place
relation    another table of allowed pairs
scope       one or several equations in the same variables, three or more
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import combinations
from threading import Lock
from typing import NamedTuple

from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import Equation, PolynomialSystem
from casbridge.charset.bitmasks import bits_of
from casbridge.charset.finite.domains import (
    Domain,
    NoZeros,
    find_domains,
    without_powers_of_monomials,
)
from casbridge.charset.finite.relations import (
    MultisetScope,
    OneScope,
    Scope,
    Table,
    TupleScope,
    Universe,
    allowed_multisets,
    elementary_form,
    fold_of,
    table_of,
)
from casbridge.limits import NEVER, Deadline

_LARGEST_COMMON_UNIVERSE = 96
#: Pairs of values that a table may have. Beyond, an equation is a scope, which looks at the remaining values only.
_LARGEST_TABLE = 1_000_000


class _Structure(NamedTuple):
    """The equations in two or more variables, compiled; independent of the univariate equations.

    peers: for every variable, the variables that must differ from it.
    units, scopes: see above.
    units_of, scopes_of: for every variable, the positions of its units and scopes.
    arcs: for every variable, pairs of another variable and the table of its allowed values.
    adjacent_by_difference: `peers` as masks.
    adjacent_otherwise: for every variable, the mask of the variables that share a relation or a scope.
    """

    peers: tuple[tuple[int, ...], ...]
    units: tuple[tuple[int, ...], ...]
    units_of: tuple[tuple[int, ...], ...]
    arcs: tuple[tuple[tuple[int, Table], ...], ...]
    scopes: tuple[Scope, ...]
    scopes_of: tuple[tuple[int, ...], ...]
    adjacent_by_difference: tuple[int, ...]
    adjacent_otherwise: tuple[int, ...]

    @property
    def only_differences(self) -> bool:
        """Whether there are neither relations nor scopes."""
        return not self.scopes and not any(self.adjacent_otherwise)


class Network:
    """A system compiled for splitting. Errors as for `find_domains`.

    constrained: the positions of the variables that occur in an equation.
    universes: for each variable the values of its bits; () for a variable that occurs in no equation.
    domains: the masks to start from.
    interchangeable_values: whether every permutation of the values takes zeros to zeros, domains aside.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> network = Network(PolynomialSystem.of(x.ring, [x**2 - 1, y - x - 2]))
    >>> network.universes[0], network.domains
    ((-1, 1, 3), [3, 6])
    """

    def __init__(self, system: PolynomialSystem, deadline: Deadline = NEVER) -> None:
        self.ring = system.ring
        self.size = system.ring.size
        system = without_powers_of_monomials(system)
        domains = find_domains(system, deadline)
        self.constrained = tuple(sorted(domains))
        self.universes = _universes(self.size, domains)
        position = [{value: i for i, value in enumerate(universe)} for universe in self.universes]
        self.domains = [
            sum(1 << position[v][value] for value in domains[v]) if v in domains else 0 for v in range(self.size)
        ]
        self.common_universe = len({self.universes[v] for v in self.constrained}) <= 1
        self.structure = _structure(system, self.universes, self.domains, deadline)
        self.interchangeable_values = self.common_universe and self.structure.only_differences

    # -- propagation --------------------------------------------------------------------------------------------------

    def propagate(self, domains: list[int], fixed: list[int], before: Sequence[int]) -> bool:
        """Shrink the domains until nothing more follows; False on a contradiction.

        domains: a zero mask stands for a variable outside this subproblem.
        fixed: the variables with peers that have just got one value; emptied.
        before: the domains at the last fixpoint.
        """
        if self.structure.only_differences:
            return self._propagate_differences(domains, fixed, before)
        return self._propagate_everything(domains, before)

    def _propagate_differences(self, domains: list[int], fixed: list[int], before: Sequence[int]) -> bool:
        structure = self.structure
        peers, units, units_of = structure.peers, structure.units, structure.units_of
        while True:
            while fixed:
                v = fixed.pop()
                bit = domains[v]
                for w in peers[v]:
                    mask = domains[w]
                    if mask & bit:
                        mask ^= bit
                        if not mask:
                            return False
                        domains[w] = mask
                        if not mask & (mask - 1):
                            fixed.append(w)
            dirty: set[int] = set()
            for v, mask in enumerate(domains):
                if mask != before[v]:
                    dirty.update(units_of[v])
            if not dirty:
                return True
            before = domains[:]
            for number in dirty:
                placed = _place(units[number], domains)
                if placed is None:
                    return False
                fixed.extend(placed)
            if not fixed:
                return True

    def _propagate_everything(self, domains: list[int], before: Sequence[int]) -> bool:
        structure = self.structure
        peers, arcs, units_of, scopes_of = structure.peers, structure.arcs, structure.units_of, structure.scopes_of
        changed = [v for v, (now, then) in enumerate(zip(domains, before, strict=True)) if now != then]
        units: dict[int, None] = {}
        scopes: dict[int, None] = {}
        while True:
            while changed:
                v = changed.pop()
                own = domains[v]
                if not own & (own - 1):
                    for w in peers[v]:
                        mask = domains[w]
                        if mask & own:
                            mask ^= own
                            if not mask:
                                return False
                            domains[w] = mask
                            changed.append(w)
                for w, table in arcs[v]:
                    mask = domains[w]
                    if mask:
                        kept = mask & table.supports(own)
                        if kept != mask:
                            if not kept:
                                return False
                            domains[w] = kept
                            changed.append(w)
                units.update(dict.fromkeys(units_of[v]))
                scopes.update(dict.fromkeys(scopes_of[v]))
            if units:
                pruned = _place(structure.units[units.popitem()[0]], domains)
            elif scopes:
                pruned = structure.scopes[scopes.popitem()[0]].prune(domains)
            else:
                return True
            if pruned is None:
                return False
            changed.extend(pruned)


def _place(unit: Sequence[int], domains: list[int]) -> list[int] | None:
    """Fix the variables of a unit that alone have some value. Returns these variables; None on a contradiction."""
    once = twice = single = members = 0
    for v in unit:
        mask = domains[v]
        if mask:
            members += 1
            twice |= once & mask
            once |= mask
            if not mask & (mask - 1):
                single |= mask
    values = once.bit_count()
    if values < members:
        return None
    hidden = once & ~twice & ~single
    placed: list[int] = []
    if hidden and values == members:
        for v in unit:
            mask = domains[v] & hidden
            if mask:
                if mask & (mask - 1):
                    return None
                domains[v] = mask
                placed.append(v)
    return placed


def _universes(size: int, domains: dict[int, Domain]) -> tuple[Universe, ...]:
    """A common universe if it is small, so that patterns are compiled once; else each variable's own domain."""
    values: set[Coefficient] = set()
    for domain in set(domains.values()):
        values.update(domain)
        if len(values) > _LARGEST_COMMON_UNIVERSE:
            return tuple(domains.get(v, ()) for v in range(size))
    common = tuple(sorted(values))
    return tuple(common if v in domains else () for v in range(size))


# -- compiling ------------------------------------------------------------------------------------------------------

_KNOWN: OrderedDict[object, tuple[tuple[Equation, ...], _Structure]] = OrderedDict()
_MOST_KNOWN = 16
_known_lock = Lock()


def _structure(
    system: PolynomialSystem, universes: tuple[Universe, ...], domains: Sequence[int], deadline: Deadline
) -> _Structure:
    """The structure of the equations in two or more variables. Systems that share the equations share the structure."""
    equations = tuple([e for e in system.equations if len(e.variables) > 1])
    key = (len(universes), tuple(map(id, equations)), universes)
    with _known_lock:
        known = _KNOWN.get(key)
        if known is not None:
            _KNOWN.move_to_end(key)
            return known[1]
    builder = _Builder(universes, domains, system.ring.field.characteristic, deadline)
    structure = builder.build(equations)
    if not builder.used_domains:
        with _known_lock:
            _KNOWN[key] = (equations, structure)
            if len(_KNOWN) > _MOST_KNOWN:
                _KNOWN.popitem(last=False)
    return structure


class _Builder:
    """Sorts equations into differences, relations and scopes."""

    def __init__(
        self,
        universes: tuple[Universe, ...],
        domains: Sequence[int],
        characteristic: int,
        deadline: Deadline = NEVER,
    ) -> None:
        self.deadline = deadline
        self.universes = universes
        self.domains = domains
        self.characteristic = characteristic
        self.used_domains = False
        size = len(universes)
        self.difference = [0] * size
        self.otherwise = [0] * size
        self.arcs: list[list[tuple[int, Table]]] = [[] for _ in range(size)]
        self.scopes: list[Scope] = []
        self.units: list[tuple[int, ...]] = []

    def build(self, equations: Sequence[Equation]) -> _Structure:
        wide: dict[tuple[int, ...], list[Equation]] = {}
        kinds: dict[tuple[int, Universe, Universe], tuple[Table, bool]] = {}
        for equation in equations:
            if len(equation.variables) > 2:
                wide.setdefault(tuple(sorted(equation.variables)), []).append(equation)
                continue
            v, w = equation.variables
            if len(self.universes[v]) * len(self.universes[w]) > _LARGEST_TABLE:
                self.scopes.append(self._single(equation.pattern, equation.variables))
                continue
            key = (id(equation.pattern), self.universes[v], self.universes[w])
            if key not in kinds:
                self.deadline.check()
                table = table_of(equation.pattern, self.universes[v], self.universes[w], self.deadline)
                kinds[key] = (table, self.universes[v] == self.universes[w] and _is_difference(table))
            table, differ = kinds[key]
            if differ:
                self._add_difference(v, w)
            else:
                self._add_relation(v, w, table)
        for variables, group in wide.items():
            self.deadline.check()
            self._add_scope(variables, group)
        self._find_units()
        for scope in self.scopes:
            together = sum(1 << v for v in set(scope.variables))
            for v in scope.variables:
                self.otherwise[v] |= together & ~(1 << v)
        return _Structure(
            peers=tuple(tuple(bits_of(mask)) for mask in self.difference),
            units=tuple(self.units),
            units_of=self._holders(self.units),
            arcs=tuple(map(tuple, self.arcs)),
            scopes=tuple(self.scopes),
            scopes_of=self._holders([scope.variables for scope in self.scopes]),
            adjacent_by_difference=tuple(self.difference),
            adjacent_otherwise=tuple(self.otherwise),
        )

    def _holders(self, groups: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
        """For every variable, the positions of the groups that have it."""
        found: list[list[int]] = [[] for _ in self.universes]
        for number, group in enumerate(groups):
            for v in group:
                found[v].append(number)
        return tuple(map(tuple, found))

    def _add_difference(self, v: int, w: int) -> None:
        self.difference[v] |= 1 << w
        self.difference[w] |= 1 << v

    def _add_relation(self, v: int, w: int, table: Table) -> None:
        """Add a table. On the domains it may be a difference, or say nothing."""
        self.used_domains = True
        first, second = self.domains[v], self.domains[w]
        rows = [(bit, table.rows[bit] & second) for bit in bits_of(first)]
        if all(row == second for _, row in rows):
            return
        if self.universes[v] == self.universes[w] and all(row == second & ~(1 << bit) for bit, row in rows):
            self._add_difference(v, w)
            return
        self.arcs[v].append((w, table))
        self.arcs[w].append((v, table.transposed(len(self.universes[w]))))
        self.otherwise[v] |= 1 << w
        self.otherwise[w] |= 1 << v

    def _add_scope(self, variables: tuple[int, ...], group: Sequence[Equation]) -> None:
        """Add equations in the same variables: symmetric equations together as multisets, others one by one."""
        symmetric: list[tuple[Coefficient, ...]] = []
        rest: list[Equation] = []
        one_universe = len({self.universes[v] for v in variables}) == 1
        for equation in group:
            form = elementary_form(equation.pattern) if one_universe else None
            if form is None:
                rest.append(equation)
            else:
                symmetric.append(form)
        if symmetric:
            universe = self.universes[variables[0]]
            multisets = allowed_multisets(tuple(sorted(set(symmetric), key=repr)), universe, self.characteristic)
            if multisets is None:
                rest = list(group)
            elif not multisets:
                raise NoZeros
            elif len(universe) == 2 and len(multisets) == 1 and 1 in multisets[0] and len(variables) > 2:
                chosen = multisets[0].index(1)
                self.scopes.append(OneScope(variables, 1 << chosen, 1 << (1 - chosen)))
            elif len(multisets) == 1 and max(multisets[0]) == 1:
                # The values are those of a set, each once: they differ pairwise, and each has a place.
                for v, w in combinations(variables, 2):
                    self._add_difference(v, w)
                if min(multisets[0]) == 0:
                    self.scopes.append(MultisetScope(variables, multisets))
            else:
                self.scopes.append(MultisetScope(variables, multisets))
        for equation in rest:
            self.scopes.append(self._single(equation.pattern, equation.variables))

    def _single(self, pattern: Polynomial, variables: tuple[int, ...]) -> Scope:
        universes = tuple(self.universes[v] for v in variables)
        return fold_of(pattern, variables, universes) or TupleScope(pattern, variables, universes)

    def _find_units(self) -> None:
        """Find cliques of differences with as many variables as values, greedily, least shared pairs first."""
        sizes = {len(universe) for universe in self.universes if universe}
        if len(sizes) != 1:
            return
        (size,) = sizes
        adjacent = self.difference
        edges = []
        for v, mask in enumerate(adjacent):
            for w in bits_of(mask >> (v + 1)):
                common = mask & adjacent[v + 1 + w]
                count = common.bit_count()
                if count >= size - 2:
                    edges.append((count, v, v + 1 + w))
        covered: set[tuple[int, int]] = set()
        for _, v, w in sorted(edges):
            if (v, w) in covered:
                continue
            clique = [v, w]
            candidates = adjacent[v] & adjacent[w]
            while candidates:
                x = (candidates & -candidates).bit_length() - 1
                clique.append(x)
                candidates &= adjacent[x]
            if len(clique) == size:
                clique.sort()
                self.units.append(tuple(clique))
                covered.update(combinations(clique, 2))
            elif len(clique) > size:
                raise NoZeros


def _is_difference(table: Table) -> bool:
    everything = (1 << len(table.rows)) - 1
    return all(row == everything & ~(1 << i) for i, row in enumerate(table.rows))
