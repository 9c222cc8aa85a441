"""What the targets share: sizes of systems, limits of scripts, and words for people."""

from __future__ import annotations

from casbridge.scripts.abilities import Sizes

#: More terms in one sum make an expression too deep for Python's compiler.
LONGEST_SUM = 200
#: Python reads no number of more than 4300 digits.
LONGEST_NUMBER = 4000
#: What the methods for dimension and degree give.
NUMBERS = "the dimension, and the degree of the leading monomials of a basis that compares degrees first"
#: Sizes for solvers over the complex numbers: 0 = 0 alone they answer as if there were no equations.
SOLVERS = Sizes(fewest_equations=1)
