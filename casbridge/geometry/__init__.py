"""Theorems of plane geometry by Wu's method.

    plane (points, and polynomials about them) ──hypotheses, conclusions──▶ theorems ──▶ TheoremProof
                        instances of a component ──▶ plane_drawing ──▶ SVG

Read `theorems` first. It takes any polynomials and knows nothing of points.
"""

from __future__ import annotations

from casbridge.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from casbridge.geometry.plane import (
        Plane as Plane,
        Point as Point,
        collinear as collinear,
        concyclic as concyclic,
        midpoint as midpoint,
        parallel as parallel,
        perpendicular as perpendicular,
    )
    from casbridge.geometry.theorems import (
        Statement as Statement,
        TheoremComponent as TheoremComponent,
        TheoremOutcome as TheoremOutcome,
        TheoremProof as TheoremProof,
        prove as prove,
    )

_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        "plane": "Plane Point collinear concyclic midpoint parallel perpendicular",
        "theorems": "Statement TheoremComponent TheoremOutcome TheoremProof prove",
    },
)
__all__ = [*_HOMES]
