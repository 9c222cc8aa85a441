"""A system on its domains: differences, relations and scopes, and the propagation of what follows from them.

mask        bit i of a variable's mask: the i-th value of its universe is possible
difference  a pair of variables, peers, whose table of allowed pairs is "everything but equal"
unit        pairwise different variables with as many values as there are variables: each value has a place
relation    another table of allowed pairs
scope       one or several equations in the same variables, three or more
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from threading import Lock

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import Equation, PolynomialSystem
from casbridge.charset.bitmasks import bits_of
from casbridge.charset.finite.domains import Domain, NoZeros, find_domains, without_powers_of_monomials
from casbridge.charset.finite.relations import Scope, Table, Universe, scope_of, scopes_of_group, table_of
from casbridge.limits import NEVER, Deadline

_LARGEST_COMMON_UNIVERSE = 96
#: Pairs of values that a table may have. Beyond, an equation is a scope, which looks at the remaining values only.
_LARGEST_TABLE = 1_000_000
_MOST_KNOWN = 16


class Network:
    """A system compiled for splitting. Errors as for `find_domains`.

    domains (argument): as `find_domains` finds them without powers of monomials, where that was done already.

    constrained: the positions of the variables that occur in an equation.
    universes: for each variable the values of its bits; () for a variable that occurs in no equation.
    domains: the masks to start from.
    structure: the equations in two or more variables.
    interchangeable_values: whether every permutation of the values takes zeros to zeros, domains aside.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> network = Network(PolynomialSystem.of(x.ring, [x**2 - 1, y - x - 2]))
    >>> network.universes[0], network.domains
    ((-1, 1, 3), [3, 6])
    """

    def __init__(
        self, system: PolynomialSystem, deadline: Deadline = NEVER, domains: Mapping[int, Domain] | None = None
    ) -> None:
        self.size = system.ring.size
        system = without_powers_of_monomials(system)
        if domains is None:
            domains = find_domains(system, deadline)
        self.constrained = tuple(sorted(domains))
        common = {value for domain in set(domains.values()) for value in domain}
        # A common universe, if it is small, lets a pattern be compiled once.
        shared = dict.fromkeys(domains, tuple(sorted(common))) if len(common) <= _LARGEST_COMMON_UNIVERSE else domains
        self.universes = tuple(shared.get(v, ()) for v in range(self.size))
        position = [{value: i for i, value in enumerate(universe)} for universe in self.universes]
        self.domains = [sum(1 << position[v][value] for value in domains.get(v, ())) for v in range(self.size)]
        self.structure = _structure(system, self.universes, self.domains, deadline)
        one_universe = len({self.universes[v] for v in self.constrained}) <= 1
        self.interchangeable_values = one_universe and self.structure.only_differences

    def propagate(self, domains: list[int], changed: list[int]) -> bool:
        """Shrink the domains until nothing more follows; False on a contradiction.

        domains: a zero mask stands for a variable outside this subproblem.
        changed: the variables that have lost values since the last fixpoint; emptied.
        """
        structure = self.structure
        peers, arcs, units_of, scopes_of = structure.peers, structure.arcs, structure.units_of, structure.scopes_of
        mixed = not structure.only_differences
        units: set[int] = set()
        scopes: set[int] = set()
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
                units.update(units_of[v])
                if mixed:
                    for w, table in arcs[v]:
                        mask = domains[w]
                        kept = mask & table.supports(own) if mask else mask
                        if kept != mask:
                            if not kept:
                                return False
                            domains[w] = kept
                            changed.append(w)
                    scopes.update(scopes_of[v])
            if not units and not scopes:
                return True
            while units:
                placed = _place(structure.units[units.pop()], domains)
                if placed is None:
                    return False
                changed += placed
            if scopes and not changed:
                pruned = structure.scopes[scopes.pop()].prune(domains)
                if pruned is None:
                    return False
                changed += pruned


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


class _Structure:
    """The equations in two or more variables, compiled, for any univariate equations unless `used_domains` is set.

    peers: for every variable, the variables that must differ from it; adjacent_by_difference: the same as masks.
    units, scopes: see above.
    units_of, scopes_of: for every variable, the positions of its units and scopes.
    arcs: for every variable, pairs of another variable and the table of its allowed values.
    adjacent_otherwise: for every variable, the mask of the variables that share a relation or a scope.
    only_differences: whether there are neither relations nor scopes.
    """

    def __init__(
        self, equations: Sequence[Equation], universes: tuple[Universe, ...], domains: Sequence[int], deadline: Deadline
    ) -> None:
        size = len(universes)
        self.adjacent_by_difference = [0] * size
        self.adjacent_otherwise = [0] * size
        self.arcs: list[list[tuple[int, Table]]] = [[] for _ in range(size)]
        self.scopes: list[Scope] = []
        self.used_domains = False
        wide: dict[tuple[int, ...], list[Equation]] = {}
        kinds: dict[tuple[Polynomial, Universe, Universe], tuple[Table, Table] | None] = {}
        for equation in equations:
            if len(equation.variables) > 2:
                wide.setdefault(tuple(sorted(equation.variables)), []).append(equation)
                continue
            v, w = equation.variables
            first, second = universes[v], universes[w]
            if len(first) * len(second) > _LARGEST_TABLE:
                self.scopes.append(scope_of(equation, universes))
                continue
            key = (equation.pattern, first, second)
            if key not in kinds:
                deadline.check()
                table = table_of(*key, deadline)
                everything = (1 << len(first)) - 1
                differ = first == second and all(row == everything ^ 1 << i for i, row in enumerate(table.rows))
                kinds[key] = None if differ else (table, table.transposed(len(second)))
            tables = kinds[key]
            if tables is not None:
                # On the domains it may be a difference all the same, or say nothing.
                self.used_domains = True
                rows = [(bit, tables[0].rows[bit] & domains[w]) for bit in bits_of(domains[v])]
                if all(row == domains[w] for _, row in rows):
                    continue
                if first != second or any(row != domains[w] & ~(1 << bit) for bit, row in rows):
                    self.arcs[v].append((w, tables[0]))
                    self.arcs[w].append((v, tables[1]))
                    _connect(self.adjacent_otherwise, (v, w))
                    continue
            _connect(self.adjacent_by_difference, (v, w))
        for variables, group in wide.items():
            deadline.check()
            scopes, differ = scopes_of_group(group, universes)
            self.scopes += scopes
            if differ:
                _connect(self.adjacent_by_difference, variables)
        for scope in self.scopes:
            _connect(self.adjacent_otherwise, scope.variables)
        self.only_differences = not any(self.adjacent_otherwise)
        self.peers = list(map(bits_of, self.adjacent_by_difference))
        self.units = _units(universes, self.peers, self.adjacent_by_difference)
        self.units_of = _holders(self.units, size)
        self.scopes_of = _holders([scope.variables for scope in self.scopes], size)


def _connect(adjacent: list[int], variables: Sequence[int]) -> None:
    together = 0
    for v in variables:
        together |= 1 << v
    for v in variables:
        adjacent[v] |= together ^ 1 << v


_known: dict[object, tuple[tuple[Equation, ...], _Structure]] = {}
_known_lock = Lock()


def _structure(
    system: PolynomialSystem, universes: tuple[Universe, ...], domains: Sequence[int], deadline: Deadline
) -> _Structure:
    """The structure of the equations in two or more variables. Systems that share the equations share the structure."""
    equations = tuple([e for e in system.equations if len(e.variables) > 1])
    key = (tuple(map(id, equations)), universes)
    with _known_lock:
        if key in _known:
            _known[key] = _known.pop(key)
            return _known[key][1]
    structure = _Structure(equations, universes, domains, deadline)
    if not structure.used_domains:
        with _known_lock:
            _known[key] = (equations, structure)
            if len(_known) > _MOST_KNOWN:
                del _known[next(iter(_known))]
    return structure


def _holders(groups: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """For every variable, the positions of the groups that have it."""
    found: list[list[int]] = [[] for _ in range(size)]
    for number, group in enumerate(groups):
        for v in group:
            found[v].append(number)
    return found


def _units(
    universes: Sequence[Universe], peers: Sequence[Sequence[int]], adjacent: Sequence[int]
) -> list[tuple[int, ...]]:
    """Cliques of differences with as many variables as values, found greedily, least shared pairs first."""
    sizes = {len(universe) for universe in universes if universe}
    if len(sizes) != 1:
        return []
    (size,) = sizes
    shared = [((adjacent[v] & adjacent[w]).bit_count(), v, w) for v in range(len(peers)) for w in peers[v] if v < w]
    units: list[tuple[int, ...]] = []
    covered: set[tuple[int, int]] = set()
    for count, v, w in sorted(shared):
        if count < size - 2 or (v, w) in covered:
            continue
        clique = [v, w]
        candidates = adjacent[v] & adjacent[w]
        while candidates:
            x = (candidates & -candidates).bit_length() - 1
            clique.append(x)
            candidates &= adjacent[x]
        if len(clique) > size:
            raise NoZeros
        if len(clique) == size:
            units.append(tuple(sorted(clique)))
            covered.update(combinations(units[-1], 2))
    return units
