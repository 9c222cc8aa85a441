"""Theorems of plane geometry by Wu's method.

    plane (points, and polynomials about them) ──hypotheses, conclusions──▶ theorems ──▶ TheoremProof
                        instances of a component ──▶ plane_drawing ──▶ SVG

Read `theorems` first. It takes any polynomials and knows nothing of points.
"""
