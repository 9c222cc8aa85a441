"""Points of the plane in coordinates, and statements about them as polynomials, for `theorems`.

>>> plane = Plane("u v w", "x y")
>>> A, B, C = plane.point("A", 0, 0), plane.point("B", "u", 0), plane.point("C", "v", "w")
>>> D = plane.point("D", "x", "y")
>>> parallelogram = {"AB is parallel to CD": parallel(A, B, C, D), "AD is parallel to BC": parallel(A, D, B, C)}
>>> M, N = midpoint(A, C), midpoint(B, D)
>>> proof = plane.prove(parallelogram, {"the diagonals halve each other": M.x - N.x, "in both coordinates": M.y - N.y})
>>> proof.proved, proof.condition_texts()
(True, ['A and B differ, so that u ≠ 0', 'A, B, C are not on one line, so that w ≠ 0'])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.definitions.division import pseudo_remainder
from casbridge.drawings import Shown
from casbridge.errors import InputError
from casbridge.geometry.theorems import Statements, TheoremComponent, TheoremProof, prove


@dataclass(frozen=True)
class Point(Shown):
    """A point with its coordinates, made by `Plane.point`.

    >>> Plane("u", "x").point("A", 1, "u").y
    u
    """

    x: Polynomial
    y: Polynomial

    def __repr__(self) -> str:
        return f"({self.x}, {self.y})"


class Plane:
    """The plane, with named points. Coordinates are rational numbers, names of variables, or polynomials in them.

    parameters: the names of the free variables, lowest first.
    dependent: the names of the variables that follow from them, lowest first.

    >>> plane = Plane("u", "x y")
    >>> plane.point("A", 0, "u"), plane.ring
    ((0, u), QQ[u, x, y])
    """

    def __init__(self, parameters: str, dependent: str) -> None:
        self.parameters = Ring.of(parameters).variables
        self.ring = Ring.of([*self.parameters, *Ring.of(dependent).variables])
        self.points: dict[str, Point] = {}
        self._known: dict[Polynomial, str] = {}

    def point(self, name: str, x: str | Coefficient | Polynomial, y: str | Coefficient | Polynomial) -> Point:
        """A new point. name: for words and pictures."""
        return self.add(name, Point(self._coordinate(x), self._coordinate(y)))

    def add(self, name: str, point: Point) -> Point:
        """A point under a name, such as a midpoint.

        >>> plane = Plane("u", "x")
        >>> plane.add("M", midpoint(plane.point("A", 0, 0), plane.point("B", "u", 2)))
        (1/2*u, 1)
        """
        self.points[name] = point
        self._known = {}
        return point

    def _coordinate(self, value: str | Coefficient | Polynomial) -> Polynomial:
        if isinstance(value, Polynomial):
            return value
        if isinstance(value, str):
            if value not in self.ring.index:
                raise InputError(f"the coordinate {value!r}", expected=f"a variable of {self.ring}, or a number")
            return Polynomial(self.ring, {tuple(int(name == value) for name in self.ring.variables): 1})
        return Polynomial.constant(self.ring, value)

    def prove(
        self, hypotheses: Statements, conclusions: Statements, *, nonzero: Statements = (), seconds: float | None = None
    ) -> TheoremProof:
        """`theorems.prove` with the plane's parameters, and conditions in words about its points."""
        return prove(hypotheses, conclusions, self.parameters, nonzero=nonzero, words=self.words, seconds=seconds)

    def places(
        self, component: TheoremComponent, values: Mapping[str, Coefficient]
    ) -> dict[str, tuple[Coefficient, Coefficient]]:
        """The coordinates of the points in an instance of a component; see `TheoremComponent.instance`."""
        found = component.instance(values)
        at = [found[name] for name in self.ring.variables]
        return {name: (point.x.evaluate(at), point.y.evaluate(at)) for name, point in self.points.items()}

    def words(self, polynomials: Sequence[Polynomial]) -> str | None:
        """A statement about the points that implies, over the real numbers, that polynomials are not all 0; or None.

        polynomials: with ascending main variables.

        >>> plane = Plane("u v w", "x")
        >>> A, B, C = plane.point("A", 0, 0), plane.point("B", "u", 0), plane.point("C", "v", "w")
        >>> plane.words([B.x]), plane.words([C.y]), plane.words([C.x - B.x]), plane.words([C.x - B.x, C.y])
        ('A and B differ', 'A, B, C are not on one line', 'AB and BC are not perpendicular', 'B and C differ')
        >>> plane.words([C.x + 1])
        """
        if not self._known:
            for said, text in self._conditions():
                if said:  # of several texts for the same polynomial, the first is the simplest
                    self._known.setdefault(said.normal(), text)
        if len(polynomials) == 1 and (exact := self._known.get(polynomials[0].normal())) is not None:
            return exact
        return next((text for said, text in self._known.items() if not pseudo_remainder(said, polynomials)), None)

    def _conditions(self) -> Iterator[tuple[Polynomial, str]]:
        """Polynomials, and statements that they are not 0: simple ones first, dependent points last."""
        at, free = self.points, len(self.parameters)
        depends = {name: any(v >= free for v in (*p.x.support(), *p.y.support())) for name, p in at.items()}
        names = sorted(at, key=depends.__getitem__)
        for a, b in combinations(names, 2):
            yield square_of_distance(at[a], at[b]), f"{a} and {b} differ"
        for a, b, c in combinations(names, 3):
            yield collinear(at[a], at[b], at[c]), f"{a}, {b}, {c} are not on one line"
        # There are many pairs of segments, so only those between free points are tried.
        segments = list(combinations([name for name in names if not depends[name]], 2))
        for (a, b), (c, d) in combinations(segments, 2):
            yield perpendicular(at[a], at[b], at[c], at[d]), f"{a}{b} and {c}{d} are not perpendicular"
            if len({a, b, c, d}) == 4:
                yield parallel(at[a], at[b], at[c], at[d]), f"{a}{b} and {c}{d} are not parallel"
        for (a, b), (c, d) in combinations(segments, 2):
            yield equal_distances(at[a], at[b], at[c], at[d]), f"{a}{b} and {c}{d} are not of the same length"


def collinear(a: Point, b: Point, c: Point) -> Polynomial:
    """A polynomial that is 0 if a, b and c are on one line.

    >>> plane = Plane("u v", "x")
    >>> collinear(plane.point("A", 0, 0), plane.point("B", 1, 0), plane.point("C", "u", "v"))
    v
    """
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def parallel(a: Point, b: Point, c: Point, d: Point) -> Polynomial:
    """A polynomial that is 0 if the lines ab and cd are parallel or the same.

    >>> plane = Plane("u v", "x")
    >>> O = plane.point("O", 0, 0)
    >>> parallel(O, plane.point("A", 1, 0), O, plane.point("B", "u", "v"))
    v
    """
    return (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)


def perpendicular(a: Point, b: Point, c: Point, d: Point) -> Polynomial:
    """A polynomial that is 0 if the lines ab and cd are perpendicular.

    >>> plane = Plane("u v", "x")
    >>> O = plane.point("O", 0, 0)
    >>> perpendicular(O, plane.point("A", 1, 0), O, plane.point("B", "u", "v"))
    u
    """
    return (b.x - a.x) * (d.x - c.x) + (b.y - a.y) * (d.y - c.y)


def square_of_distance(a: Point, b: Point) -> Polynomial:
    """|ab|², which is 0 for real points only if a = b.

    >>> plane = Plane("u v", "x")
    >>> square_of_distance(plane.point("A", 0, 0), plane.point("B", "u", "v"))
    v**2 + u**2
    """
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def equal_distances(a: Point, b: Point, c: Point, d: Point) -> Polynomial:
    """A polynomial that is 0 if |ab| = |cd|. For a = c: d is on the circle around a through b.

    >>> plane = Plane("u v", "x")
    >>> O = plane.point("O", 0, 0)
    >>> equal_distances(O, plane.point("A", "u", 0), O, plane.point("B", 0, "v"))
    -v**2 + u**2
    """
    return square_of_distance(a, b) - square_of_distance(c, d)


def concyclic(a: Point, b: Point, c: Point, d: Point) -> Polynomial:
    """A polynomial that is 0 if a, b, c and d are on one circle or one line.

    >>> plane = Plane("u v", "x")
    >>> concyclic(plane.point("A", 0, 0), plane.point("B", 1, 0), plane.point("C", 0, 1), plane.point("D", "u", "v"))
    v**2 - v + u**2 - u
    """
    rows = [(p.x - a.x, p.y - a.y, square_of_distance(p, a)) for p in (b, c, d)]
    (x1, y1, s1), (x2, y2, s2), (x3, y3, s3) = rows
    return s1 * (x2 * y3 - x3 * y2) - s2 * (x1 * y3 - x3 * y1) + s3 * (x1 * y2 - x2 * y1)


def midpoint(a: Point, b: Point) -> Point:
    """The midpoint of ab.

    >>> plane = Plane("u", "x")
    >>> midpoint(plane.point("A", 0, 0), plane.point("B", "u", 2))
    (1/2*u, 1)
    """
    return Point((a.x + b.x) * Fraction(1, 2), (a.y + b.y) * Fraction(1, 2))
