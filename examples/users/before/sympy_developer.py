"""The same with the names of version 0.1: the answer was asked for, and measured for its numbers of zeros."""

from sympy.abc import x, y

import casbridge

equations = [x**2 + y**2 - 5, x * y - 2]
print(casbridge.crosscheck(equations, ["reference", "sympy:groebner", "sympy:solve"]).kind)
result = casbridge.run(equations)
size = casbridge.measure(result, equations)
print(size.degree, size.real)
print(casbridge.solutions(equations))
print(casbridge.char_series(equations, x, y))
