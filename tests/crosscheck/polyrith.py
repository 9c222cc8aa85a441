"""Claims that Lean's tactics prove: those of Mathlib's tests of `polyrith` and `linear_combination` over fields.

Source: Mathlib, test/polyrith.lean (Dhruv Bhatia, Robert Y. Lewis, Mario Carneiro, 2022), test/linear_combination.lean.
Each is (hypotheses, claim, least exponent); decimals are written as fractions.
"""

from __future__ import annotations

#: Hypotheses with `;` between them.
IDENTITIES = [
    ("3*x + 2*y = 10", "3*x + 2*y = 10", 1),
    ("x*y + 2*x = 1; x = y", "x*y = -2*y + 1", 1),
    ("x + 2 = -3; y = 10", "-y + 2*x + 4 = -16", 1),
    ("x + 2*y - z = 4; 2*x + y + z = -2; x + 2*y + z = 2", "-3*x - 3*y - 4*z = 2", 1),
    ("x + 21/10*y + 2*z = 2; x + 8*z + 5*w = -13/2; x + y + 5*z + 5*w = 3", "x + 11/5*y + 2*z - 5*w = -17/2", 1),
    ("a = 4; 3 = b; c*3 = d; -d = a", "2*a - 3 + 9*c + 3*d = 8 - b + 3*d - 3*a", 1),
    ("a = b", "a*a = a*b", 1),
    ("a = b", "a*c = b*c", 1),
    ("a = b; b = 1", "c*a + b = c*b + 1", 1),
    ("x + y = 3; 3*x = 7", "x*x*y + y*x*y + 6*x = 3*x*y + 14", 1),
    ("z = w", "x*z + 2*y*z = x*w + 2*y*w", 1),
    ("2*a = 4; 2*b = a - b", "b = 2/3", 1),
    ("a*d = b*c; c*f = e*d", "c*(a*f - b*e) = 0", 1),
    ("r^2 = q^2 + p^3; s^3 = q + r; t*s = p", "2*q*s^3 = (s^3 - t^3)*s^3", 1),
    ("x = y; x*y = 0", "x + y*z = 0", 2),
    ("x = y; x*y = 0", "y*z = -x", 2),
    ("y^3 + x*(3*z^2) = 0; x^3 + z*(3*y^2) = 0; y*(3*x^2) + z^3 = 0; x^3*y + y^3*z + z^3*x = 0", "x = 0", 6),
]
