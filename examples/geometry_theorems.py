"""Theorems of elementary geometry, proved by Wu's method: from coordinates to the conditions that textbooks forget.

Each theorem is a plane with named points, hypotheses and conclusions; the first coordinates are free to choose, the
others follow. `python geometry_theorems.py FOLDER` also draws an instance of each, as they are in docs/pictures.
"""

import sys
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from casbridge.algebra import Polynomial
from casbridge.geometry.plane import (
    Plane,
    collinear,
    concyclic,
    equal_distances,
    midpoint,
    perpendicular,
)
from casbridge.geometry.plane_drawing import draw_figure
from casbridge.geometry.theorems import TheoremProof


@dataclass
class Theorem:
    """What is said; values of the parameters for a picture, and what is to be joined in it."""

    title: str
    plane: Plane
    hypotheses: dict[str, Polynomial]
    conclusions: dict[str, Polynomial]
    values: dict[str, int]
    drawing: dict[str, list[str]] = field(default_factory=dict)

    def prove(self) -> TheoremProof:
        return self.plane.prove(self.hypotheses, self.conclusions, seconds=60)

    def picture(self, proof: TheoremProof) -> str:
        """The figure for the values, its coordinates computed from the chain of a general component."""
        places = self.plane.places(proof.general[0], self.values)
        return draw_figure(places, title=self.title, **self.drawing)


def simson(on_the_circle: bool = True) -> Theorem:
    """The feet of the perpendiculars from a point of the circumcircle to the sides are on one line."""
    plane = Plane("u1 u2 u3 u4", "x1 x2 x3 x4 x5") if on_the_circle else Plane("u1 u2 u3 u4 u5", "x2 x3 x4 x5")
    A, B, C = plane.point("A", 0, 0), plane.point("B", "u1", 0), plane.point("C", "u2", "u3")
    D = plane.point("D", "u4", "x1" if on_the_circle else "u5")
    E, F, G = plane.point("E", "x2", "x3"), plane.point("F", "x4", "x5"), plane.point("G", "u4", 0)
    hypotheses = {
        "E is on BC": collinear(B, C, E),
        "DE is perpendicular to BC": perpendicular(D, E, B, C),
        "F is on CA": collinear(C, A, F),
        "DF is perpendicular to CA": perpendicular(D, F, C, A),
    }
    conclusions = {"E, F, G are on one line": collinear(E, F, G)}
    lines = ["A B C A", "D E", "D F", "D G", "A F", "B G", "C E"]
    if on_the_circle:
        hypotheses = {"D is on the circle through A, B, C": concyclic(A, B, C, D), **hypotheses}
        values = {"u1": 6, "u2": -1, "u3": 7, "u4": 3}
        drawing = {"lines": lines, "circles": ["A B C"], "result_lines": ["E F G"]}
        return Theorem("Simson's line", plane, hypotheses, conclusions, values, drawing)
    values = {"u1": 6, "u2": -1, "u3": 7, "u4": 7, "u5": 4}
    drawing = {"lines": lines, "result_lines": ["E F", "F G"]}
    return Theorem("Simson's line for any point D, which is false", plane, hypotheses, conclusions, values, drawing)


def nine_points() -> Theorem:
    """The midpoints of the sides, the feet of the altitudes, and the midpoints of AH, BH, CH are on one circle."""
    plane = Plane("u1 u2 u3", "x1 x2 x3 x4 x5")
    A, B, C = plane.point("A", "u1", 0), plane.point("B", "u2", 0), plane.point("C", 0, "u3")
    H = plane.point("H", 0, "x1")
    D, E, F = plane.point("D", "x2", "x3"), plane.point("E", "x4", "x5"), plane.point("F", 0, 0)
    L, M, N = (plane.add(name, midpoint(*ends)) for name, ends in (("L", (B, C)), ("M", (C, A)), ("N", (A, B))))
    P, Q, R = (plane.add(name, midpoint(end, H)) for name, end in (("P", A), ("Q", B), ("R", C)))
    others = {"D": D, "E": E, "F": F, "P": P, "Q": Q, "R": R}
    return Theorem(
        "The nine-point circle",
        plane,
        {
            "AH is perpendicular to BC": perpendicular(A, H, B, C),
            "D is on BC": collinear(B, C, D),
            "AD is perpendicular to BC": perpendicular(A, D, B, C),
            "E is on CA": collinear(C, A, E),
            "BE is perpendicular to CA": perpendicular(B, E, C, A),
        },
        {f"{name} is on the circle through L, M, N": concyclic(L, M, N, X) for name, X in others.items()},
        {"u1": -3, "u2": 5, "u3": 7},
        {"lines": ["A B C A", "A D", "B E", "C F"], "result_circles": ["L M N"]},
    )


def euler_line() -> Theorem:
    """Orthocentre, centroid and circumcentre are on one line."""
    plane = Plane("u1 u2 u3", "x1 x2 x3")
    A, B, C = plane.point("A", "u1", 0), plane.point("B", "u2", 0), plane.point("C", 0, "u3")
    H, centre = plane.point("H", 0, "x1"), plane.point("O", "x2", "x3")
    S = plane.point("S", (A.x + B.x + C.x) * Fraction(1, 3), (A.y + B.y + C.y) * Fraction(1, 3))
    return Theorem(
        "Euler's line",
        plane,
        {
            "AH is perpendicular to BC": perpendicular(A, H, B, C),
            "O is as far from A as from B": equal_distances(centre, A, centre, B),
            "O is as far from A as from C": equal_distances(centre, A, centre, C),
        },
        {"H, S, O are on one line": collinear(H, S, centre)},
        {"u1": -2, "u2": 7, "u3": 6},
        {"lines": ["A B C A"], "circles": ["A B C"], "result_lines": ["H S O"]},
    )


def pappus() -> Theorem:
    """A, B, C on one line, D, E, F on another: then AE∩BD, AF∩CD and BF∩CE are on one line."""
    plane = Plane("u1 u2 u3 u4 u5 u6 u7", "x1 x2 x3 x4 x5 x6 x7")
    A, B, C = plane.point("A", 0, 0), plane.point("B", "u1", 0), plane.point("C", "u2", 0)
    D, E, F = plane.point("D", "u3", "u4"), plane.point("E", "u5", "u6"), plane.point("F", "u7", "x1")
    P, Q, R = plane.point("P", "x3", "x2"), plane.point("Q", "x5", "x4"), plane.point("R", "x7", "x6")
    return Theorem(
        "Pappus's theorem",
        plane,
        {
            "D, E, F are on one line": collinear(D, E, F),
            "P is on AE": collinear(A, E, P),
            "P is on BD": collinear(B, D, P),
            "Q is on AF": collinear(A, F, Q),
            "Q is on CD": collinear(C, D, Q),
            "R is on BF": collinear(B, F, R),
            "R is on CE": collinear(C, E, R),
        },
        {"P, Q, R are on one line": collinear(P, Q, R)},
        {"u1": 5, "u2": 11, "u3": 1, "u4": 5, "u5": 5, "u6": 6, "u7": 9},
        {"lines": ["A B C", "D E F", "A E", "B D", "A F", "C D", "B F", "C E"], "result_lines": ["P Q R"]},
    )


#: File name → theorem.
THEOREMS = {
    "geometry-simson": simson,
    "geometry-nine-points": nine_points,
    "geometry-euler": euler_line,
    "geometry-pappus": pappus,
    "geometry-refuted": lambda: simson(on_the_circle=False),
}


def main() -> None:
    folder = Path(sys.argv[1]) if sys.argv[1:] else None
    for name, made in THEOREMS.items():
        theorem = made()
        proof = theorem.prove()
        print(f"-- {theorem.title} --")
        print("Points:", ", ".join(f"{point} = {place}" for point, place in theorem.plane.points.items()))
        print(proof.text())
        print()
        if folder is not None:
            (folder / f"{name}.svg").write_text(theorem.picture(proof), encoding="utf-8")


if __name__ == "__main__":
    main()
