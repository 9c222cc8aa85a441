"""A SymPy developer: is what `sympy.solve` says right, and how many solutions should there be?"""

from sympy.abc import x, y

import casbridge

equations = [x**2 + y**2 - 5, x * y - 2]
print(casbridge.crosscheck(equations, "reference,sympy:groebner,sympy:solve").kind)
print(casbridge.count(equations), casbridge.count(equations, real=True))
print(casbridge.solutions(equations))
print(casbridge.char_series(equations, x, y))
