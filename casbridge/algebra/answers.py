"""Tasks for backends, and their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, overload

from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.polynomials import Polynomial, short_number
from casbridge.brief import brief, in_short
from casbridge.drawings import Shown
from casbridge.errors import UnsupportedError, printable

if TYPE_CHECKING:
    from casbridge.algebra.boxes import Box
    from casbridge.algebra.branches import Branch
    from casbridge.algebra.parametrisations import Parametrisation

#: Generators of one part of the zero set: a chain, a prime, a basis, a triangular set, or xi − ai for a point.
Component = tuple[Polynomial, ...]
#: One coordinate a variable, lowest first.
Point = tuple[Coefficient, ...]


class Task(StrEnum):
    """What is asked.

    For the tasks up to NUMBER, the system's zero set is the union of the zero sets of the answer's components. The
    others have a comparison of their own, see `OWN_COMPARISON`. I is the ideal of the system's equations.

    >>> Task("minimal primes")
    <Task.PRIMES: 'minimal primes'>
    """

    SERIES = "characteristic series"  # irreducible chains; the zero set of one is V(sat(chain))
    TRIANGULAR = "triangular sets"  # chains that may be reducible; the zero set of one is V(sat(chain)) too
    PRIMES = "minimal primes"
    BASIS = "groebner basis"  # exactly one component
    COMPONENTS = "decomposition"  # generators; the parts are neither irreducible nor disjoint in general
    POINTS = "points"  # finitely many points with coordinates in the field
    BRANCHES = "branches"  # what a symbolic solver says: parametrisations by radicals, see `casbridge.algebra.branches`
    PARAMETRISATION = "rational parametrisation"  # the zeros by the roots of one polynomial, if they are finitely many
    NUMBER = "number of zeros"  # no answer, only a count: see `casbridge.backends.protocol.Counting`
    RADICAL = "radical"  # generators of √I, one component
    SATURATION = "saturation"  # generators of I : ⟨f, g, …⟩^∞, one component; f, g, … are the goal's
    ELIMINATION = "elimination"  # generators of I without the goal's variables, one component
    PRIMARY = "primary decomposition"  # generators of each primary ideal, a component each
    DIMENSION = "dimension and degree"  # two numbers, no components
    REAL = "real zeros"  # boxes with rational corners: one real zero in each, each real zero in one, no common points
    FACTORS = "factorisation"  # factors of the goal's polynomial, a component of one polynomial each
    CHARSET = "characteristic set"  # one triangular set C with prem(equations, C) = 0, and 0 at all zeros


#: Tasks whose answers are compared as ideals, as sets of primes, as factors or as numbers, not as sets of zeros.
OWN_COMPARISON = frozenset(
    {
        Task.RADICAL,
        Task.SATURATION,
        Task.ELIMINATION,
        Task.PRIMARY,
        Task.DIMENSION,
        Task.FACTORS,
        Task.REAL,
        Task.CHARSET,
    }
)
#: Tasks whose components are chains: the zero set of a chain is the closure of its zeros at which no initial vanishes.
CHAINS = frozenset({Task.SERIES, Task.TRIANGULAR})
#: Tasks whose answers only the programs' own forms state, which a target's `reader` reads.
OWN_FORM = frozenset({Task.PARAMETRISATION, Task.REAL})
#: Tasks whose answer is one ideal: exactly one component, its generators.
ONE_IDEAL = frozenset({Task.BASIS, Task.RADICAL, Task.SATURATION, Task.ELIMINATION})
#: Tasks whose answer is exactly one component. It may be one constant, which has no zeros.
ONE_COMPONENT = ONE_IDEAL | {Task.CHARSET}


@dataclass(frozen=True, repr=False)
class Answer(Shown):
    """An answer as components over a ring.

    No components: the system has no zeros (the BASIS {1} is given in this way). One component without polynomials:
    the zero ideal, every point is a zero.
    order: the monomial order of a BASIS; see `casbridge.algebra.orders`.
    dimension, degree: of DIMENSION, see `casbridge.charset.ideals.numbers`. Without zeros they are -1 and 0. degree is
        None where the CAS gives the dimension only.
    multiplicities: of FACTORS, one a component. A constant of the field, or of the tower, is a factor too.
    branches: of BRANCHES. Where each is a point, the components are these points. Otherwise there are no components,
        and that says nothing about zeros: see `components_known`.
    boxes: of REAL, which has no components.
    parametrisations: of PARAMETRISATION. There are no components either, unless there are no zeros.

    >>> ring = Ring.of("x y")
    >>> list(Answer(Task.POINTS, ring, [point_component((3, 4), ring)]).points())
    [(3, 4)]
    """

    task: Task
    ring: Ring
    components: Sequence[Component]
    order: str = ""
    dimension: int | None = None
    degree: int | None = None
    multiplicities: tuple[int, ...] = ()
    branches: tuple[Branch, ...] = ()
    parametrisations: tuple[Parametrisation, ...] = ()
    boxes: tuple[Box, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.components, list):
            object.__setattr__(self, "components", tuple(self.components))  # equal components are equal answers

    def __len__(self) -> int:
        return len(self.branches) or len(self.parametrisations) or len(self.boxes) or len(self.components)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        if self.task is Task.DIMENSION:
            numbers = ("none" if value is None else short_number(value) for value in (self.dimension, self.degree))
            return f"<Answer, {self.task}: {', '.join(numbers)}>"
        members = self.branches or self.parametrisations or self.boxes or self.components
        shown = in_short(map(_in_short, members), len(members), 300)
        return f"<Answer, {self.task}, {len(self)} over {printable(repr(self.ring), 60)}: {shown}>"

    @property
    def components_known(self) -> bool:
        """Whether the components say what the zeros are.

        False for branches and parametrisations that are not yet given by polynomials.
        """
        other = self.task in (Task.BRANCHES, Task.PARAMETRISATION)
        return not other or bool(self.components) or isinstance(self.components, PointComponents)

    @staticmethod
    def of_branches(ring: Ring, branches: Sequence[Branch]) -> Answer:
        """The answer that branches are.

        >>> from casbridge.algebra.branches import Branch
        >>> from casbridge.algebra.radicals import Number
        >>> ring = Ring.of("x")
        >>> list(Answer.of_branches(ring, [Branch((("x", Number(3)),))]).points())
        [(3,)]
        >>> Answer.of_branches(ring, [Branch()]).components_known
        False
        """
        points = [branch.point(ring) for branch in branches]
        known = [point for point in points if point is not None]
        components = PointComponents(ring, known) if len(known) == len(points) else ()
        return Answer(Task.BRANCHES, ring, components, branches=tuple(branches))

    @staticmethod
    def of_parametrisations(ring: Ring, parametrisations: Sequence[Parametrisation]) -> Answer:
        """The answer that parametrisations are. Without any there are no zeros.

        >>> Answer.of_parametrisations(Ring.of("x"), []).components_known
        True
        """
        components = () if parametrisations else PointComponents(ring, ())
        return Answer(Task.PARAMETRISATION, ring, components, parametrisations=tuple(parametrisations))

    def first(self, most: int) -> Answer:
        """The answer with its first components or branches only.

        >>> len(Answer(Task.POINTS, Ring.of("x"), [point_component((n,), Ring.of("x")) for n in range(9)]).first(2))
        2
        """
        if self.task is Task.BRANCHES:
            return Answer.of_branches(self.ring, self.branches[:most])
        if self.task is Task.PARAMETRISATION:
            return Answer.of_parametrisations(self.ring, self.parametrisations[:most])
        return replace(self, components=self.components[:most])

    def as_expr(self, *symbols: Any) -> list[tuple[Any, ...]]:
        """The components as tuples of SymPy expressions; see `Polynomial.as_expr`.

        Raises UnsupportedError for an answer without polynomials: a dimension, boxes of real zeros, and branches or
        parametrisations that are not yet given by polynomials.

        >>> Answer(Task.POINTS, Ring.of("x y"), [point_component((3, 4), Ring.of("x y"))]).as_expr()
        [(x - 3, y - 4)]
        """
        return [tuple(f.as_expr(*symbols) for f in component) for component in self._known_components()]

    def as_poly(self, *symbols: Any) -> list[tuple[Any, ...]]:
        """The components as tuples of SymPy Polys; see `Polynomial.as_poly`. Errors as for `as_expr`.

        >>> Answer(Task.POINTS, Ring.of("x"), [point_component((3,), Ring.of("x"))]).as_poly()
        [(Poly(x - 3, x, domain='QQ'),)]
        """
        return [tuple(f.as_poly(*symbols) for f in component) for component in self._known_components()]

    def _sage_(self) -> list[Any]:
        """The components as ideals of Sage's, inside Sage's Python. Errors as for `as_expr`."""
        parent = Polynomial.constant(self.ring, 0)._sage_().parent()
        return [parent.ideal([f._sage_() for f in component]) for component in self._known_components()]

    def _known_components(self) -> Sequence[Component]:
        if self.task in (Task.DIMENSION, Task.REAL):
            raise UnsupportedError(f"an answer to {self.task} has no polynomials; ask a method that gives polynomials")
        if not self.components_known:
            raise UnsupportedError("branches that are not given by polynomials; ask a method that gives polynomials")
        return self.components

    def points(self) -> Iterator[Point | None]:
        """For every component the one point that its linear polynomials xi − ai describe, or None."""
        if isinstance(self.components, PointComponents):
            return iter(self.components.points)
        return (point_of(component, self.ring) for component in self.components)


def _in_short(member: Component | Box | Branch | Parametrisation) -> str:
    """A member of an answer for its repr."""
    if not isinstance(member, tuple):
        return brief(member)
    return in_short(
        (repr(f) if isinstance(f, Polynomial) else " to ".join(map(short_number, f)) for f in member), len(member)
    )


class PointComponents(Sequence[Component]):
    """Points as components xi − ai, which are made only when somebody looks at them.

    >>> components = PointComponents(Ring.of("x y"), [(1, 2), (3, 4)])
    >>> len(components), components[1]
    (2, (x - 3, y - 4))
    """

    def __init__(self, ring: Ring, points: Sequence[Point]) -> None:
        self.ring = ring
        self.points = points

    def __len__(self) -> int:
        return len(self.points)

    @overload
    def __getitem__(self, index: int) -> Component: ...

    @overload
    def __getitem__(self, index: slice) -> PointComponents: ...

    def __getitem__(self, index: int | slice) -> Component | PointComponents:
        if isinstance(index, slice):
            return PointComponents(self.ring, self.points[index])
        return point_component(self.points[index], self.ring)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PointComponents):
            return self.ring == other.ring and list(self.points) == list(other.points)
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash((self.ring, tuple(self.points)))

    def __repr__(self) -> str:
        return f"PointComponents({self.ring!r}, {len(self)} points)"


def point_of(component: Component, ring: Ring) -> Point | None:
    """The point that n polynomials c·xi − a describe, one a variable; None where they are anything else.

    >>> ring = Ring.of("x y")
    >>> x, y = (Polynomial(ring, {(1, 0): 1}), Polynomial(ring, {(0, 1): 1}))
    >>> point_of((x - 3, 2 * y - 1), ring), point_of((x - 3, y - x), ring)
    ((3, Fraction(1, 2)), None)
    """
    if len(component) != ring.size:
        return None
    constant = (0,) * ring.size
    coordinates: dict[int, Coefficient] = {}
    field = ring.field
    for polynomial in component:
        terms = polynomial.terms
        linear = [e for e in terms if e != constant]
        if len(linear) != 1 or sum(linear[0]) != 1:
            return None
        value = -terms.get(constant, 0) * field.inverse(terms[linear[0]])
        coordinates[linear[0].index(1)] = field.element(value)
    return tuple(coordinates[v] for v in range(ring.size)) if len(coordinates) == ring.size else None


def point_component(point: Sequence[Coefficient], ring: Ring, variables: Sequence[int] | None = None) -> Component:
    """The chain xi − ai of a point, in normal form.

    variables: the positions that the point has coordinates for; None is all.

    >>> point_component((3, 4), Ring.of("x y"))
    (x - 3, y - 4)
    """
    constant = (0,) * ring.size
    positions = range(ring.size) if variables is None else variables
    linear = [(*constant[:v], 1, *constant[v + 1 :]) for v in positions]
    return tuple(Polynomial(ring, {e: 1, constant: -a}).normal() for e, a in zip(linear, point, strict=True))
