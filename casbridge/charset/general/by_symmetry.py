"""A start for systems with interchangeable variables: parts that differ by a symmetry are decomposed once.

Variables are interchangeable if exchanging any two of them gives the same equations. A zero has equal coordinates in
some of them and different ones in the others: this is a partition of the variables into classes. Its zeros are those of
a smaller system. Each class has one variable there, its lowest:

- in each equation the class's variable stands for all of them;
- where f vanishes, so does f with x and y exchanged. The difference of both is divisible by x − y, which is not 0 if x
  and y are in different classes. So the quotient is an equation, too, and quotients of quotients are.

Partitions with classes of the same sizes, in the same order, have the same smaller system with other names. If a
quotient is a constant, its variables cannot all be different, and most partitions have no zeros.

    xᵢ(S − xᵢ²) = xᵢ − 1 for all i, S the sum of squares ──▶ S = 1 + x² + xy + y² ──▶ x + y + z = 0 ──▶ 1 = 0

So there are three classes at most. The quotients are divided differences in Newton's sense.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import combinations, product
from math import prod

from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.elements import ElementChain, Elements
from casbridge.charset.general.decomposition import Start, StepwiseStart, without_contained
from casbridge.errors import UnsupportedError

#: Numbers of terms of all equations, and of partitions, beyond which the start gives up.
_MOST_TERMS, _MOST_PARTITIONS = 20_000, 5_000

#: How many times longer its turns are once it is known that most partitions have no zeros, and where more than two
#: variables are interchangeable.
_PROMISE, _PROMISE_OF_MANY = 8, 4


def interchangeable(ring: Ring, polynomials: Iterable[Polynomial]) -> list[tuple[int, ...]]:
    """The largest sets of at least two variables any two of which can be exchanged, up to factors of the equations.

    >>> x, y, z = variables(Ring.of("x y z"))
    >>> interchangeable(x.ring, [x**2 + y - z, y**2 + x - z])
    [(0, 1)]
    """
    given = {polynomial.normal() for polynomial in polynomials}
    found: list[list[int]] = []
    # Variables that can be exchanged have the same degrees.
    degrees = [sorted(polynomial.degree(variable) for polynomial in given) for variable in range(ring.size)]
    for variable in range(ring.lowest, ring.size):
        for block in found:
            if degrees[block[0]] == degrees[variable] and all(
                exchanged(polynomial, block[0], variable).normal() in given for polynomial in given
            ):
                block.append(variable)
                break
        else:
            found.append([variable])
    return [tuple(block) for block in found if len(block) > 1]


def exchanged(polynomial: Polynomial, first: int, second: int) -> Polynomial:
    """A polynomial with two variables exchanged.

    >>> x, y = variables(Ring.of("x y"))
    >>> exchanged(x**2 + y, 0, 1)
    y**2 + x
    """
    positions = [*range(polynomial.ring.size)]
    positions[first], positions[second] = second, first
    return polynomial.rename(polynomial.ring, positions)


#: For each variable the lowest variable of its class: itself for the others.
_Partition = tuple[int, ...]


class BySymmetry(StepwiseStart):
    """A start that decomposes one smaller system for all partitions that differ by a symmetry.

    It raises UnsupportedError for too many partitions.

    elements, polynomials: of the system. blocks: as of `interchangeable`.
    series: makes a start from a smaller system, its elements, and `different`, blocks of positions. It need not find
    zeros at which two variables of a block are equal.

    >>> from casbridge.charset.general.method import Portfolio
    >>> x, y = variables(Ring.of("x y"))
    >>> equations = [x**2 + y - 2, y**2 + x - 2]
    >>> start = BySymmetry(Elements(x.ring), equations, interchangeable(x.ring, equations), Portfolio)
    >>> start.advance(100_000), start.complete, start.found
    (True, True, [(x - 1, y - 1), (x + 2, y + 2), (x^2 - x - 1, y + x - 1)])
    """

    def __init__(
        self,
        elements: Elements,
        polynomials: Sequence[Polynomial],
        blocks: Sequence[tuple[int, ...]],
        series: Callable[..., Start],
        *,
        closure: bool = False,
    ) -> None:
        super().__init__(elements, polynomials)
        self.blocks, self.series, self.closure = blocks, series, closure
        if max(map(len, blocks)) > 2:
            self.promise = _PROMISE_OF_MANY

    def run(self) -> Iterator[int | None]:
        elements, ring = self.elements, self.elements.ring
        equations = {polynomial.normal(): frozenset[int]() for polynomial in self.polynomials}
        yield from self._add_quotients(equations)
        impossible = [different for polynomial, different in equations.items() if polynomial.is_constant]
        if impossible:
            self.promise = _PROMISE
        solved: dict[tuple[tuple[int, int], ...], tuple[Ring, list[tuple[Polynomial, ...]]]] = {}
        for partition in self._partitions(impossible):
            lowest = [variable for variable in range(ring.size) if partition[variable] == variable]
            # The same names for the same sizes of classes: the k-th variable of a block is its k-th class.
            key = tuple((self._block(variable), partition.count(variable)) for variable in lowest)
            if key not in solved:
                small = Ring(ring.field, tuple(ring.variables[variable] for variable in lowest), ring.parameters)
                positions = [lowest.index(variable) for variable in partition]
                kept = [f.rename(small, positions) for f, different in equations.items() if different <= {*lowest}]
                chains = yield from self._solved(small, kept, lowest)
                solved[key] = small, chains
            _, chains = solved[key]
            before = elements.work
            equal = [
                elements.of(elements.arithmetic.generator(variable) - elements.arithmetic.generator(other))
                for variable, other in enumerate(partition)
                if variable != other
            ]
            for chain in chains:
                renamed = [elements.of_polynomial(f.rename(ring, lowest)) for f in chain]
                reduced = [elements.remainder_by(one, renamed) for one in equal]
                self.take(tuple(sorted((*renamed, *reduced), key=lambda element: element.variable)))
            elements.check()
            yield elements.work - before
            if self.has_enough:
                return
        self.complete = True
        # Points of different partitions are different, and those of one are compared.
        self.is_irredundant = all(len(chain) == ring.size - ring.lowest for chain in self.found)

    def _block(self, variable: int) -> int:
        """The number of the block of a variable; −1 minus the variable where it is in none."""
        return next((number for number, block in enumerate(self.blocks) if variable in block), -1 - variable)

    def _add_quotients(self, equations: dict[Polynomial, frozenset[int]]) -> Iterator[int]:
        """Add the quotients, with the variables that must be different for them to vanish."""
        gens = variables(self.elements.ring)
        pairs = [pair for block in self.blocks for pair in combinations(block, 2)]
        todo = [*equations.items()]
        terms = sum(len(polynomial.terms) for polynomial in equations)
        while todo:
            polynomial, different = todo.pop()
            support = {*polynomial.support()}
            for first, second in pairs:
                if support.isdisjoint((first, second)):
                    continue
                self.elements.check()
                yield 10 + 5 * len(polynomial.terms)
                divided = (polynomial - exchanged(polynomial, first, second)).quotient(gens[first] - gens[second])
                if not divided:
                    continue
                found, needed = divided.normal(), different | {first, second}
                if found not in equations or needed < equations[found]:
                    equations[found] = needed
                    terms += len(found.terms)
                    if terms > _MOST_TERMS:
                        raise UnsupportedError("too many equations by symmetries")
                    if not found.is_constant:
                        todo.append((found, needed))

    def _partitions(self, impossible: Sequence[frozenset[int]]) -> Iterator[_Partition]:
        """The partitions that may have zeros. impossible: sets of variables that cannot all be different."""
        most = [len(block) for block in self.blocks]
        for number, block in enumerate(self.blocks):
            # The variables of a block are interchangeable, so only the sizes matter.
            bounds = [len(different) - 1 for different in impossible if different <= {*block}]
            most[number] = min([most[number], *bounds])
        if prod(_count(len(block), bound) for block, bound in zip(self.blocks, most, strict=True)) > _MOST_PARTITIONS:
            raise UnsupportedError("too many partitions of the interchangeable variables")
        ways = [[*_classes(len(block), bound)] for block, bound in zip(self.blocks, most, strict=True)]
        for chosen in product(*ways):
            partition = [*range(self.elements.ring.size)]
            for block, classes in zip(self.blocks, chosen, strict=True):
                for variable, number in zip(block, classes, strict=True):
                    partition[variable] = block[classes.index(number)]
            yield tuple(partition)

    def _solved(
        self, ring: Ring, polynomials: Sequence[Polynomial], lowest: Sequence[int]
    ) -> Generator[int | None, None, list[tuple[Polynomial, ...]]]:
        """The chains of a smaller system on which no two variables of a block are equal everywhere."""
        elements = Elements(ring, deadline=self.elements.deadline)
        of_blocks = [[place for place, variable in enumerate(lowest) if variable in block] for block in self.blocks]
        series = self.series(PolynomialSystem.of(ring, [f for f in polynomials if f]), elements, different=of_blocks)
        yield from self.turns(series)
        before = elements.work
        gens = variables(ring)
        unequal = [
            elements.of_polynomial(gens[first] - gens[second])
            for places in of_blocks
            for first, second in combinations(places, 2)
        ]
        chains = series.found
        if not series.is_irredundant:
            chains = without_contained(elements, chains, closure=self.closure)
        found: list[ElementChain] = [
            chain for chain in chains if all(elements.remainder_by(one, chain) is not elements.zero for one in unequal)
        ]
        yield elements.work - before
        return [tuple(map(elements.polynomial, chain)) for chain in found]


def _count(size: int, most: int) -> int:
    """How many `_classes` there are.

    >>> _count(3, 2), _count(7, 3)
    (4, 365)
    """
    ways = [1]
    for _ in range(size):
        ways = [number * one + before for number, (one, before) in enumerate(zip([*ways, 0], [0, *ways], strict=True))]
    return sum(ways[: most + 1])


def _classes(size: int, most: int) -> Iterator[tuple[int, ...]]:
    """Each partition of some things into a number of classes or fewer, once. It gives the class of each thing.

    >>> [*_classes(3, 2)]
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)]
    """
    if size == 0:
        yield ()
        return
    for rest in _classes(size - 1, most):
        for number in range(min(max(rest, default=-1) + 2, most)):
            yield (*rest, number)
