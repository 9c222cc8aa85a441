"""The same with the names of version 0.1: counting was in a room of its own, with other values as arguments."""

import casbridge
from casbridge.counting.systems import Zeros, count_zeros

system = casbridge.family("katsura", 3)
verdict = casbridge.crosscheck(system, ["reference", "sympy"])
print(verdict.kind, [one.count for one in verdict.checked])
numbers = [count_zeros(system, which=which) for which in (Zeros.CLOSURE, Zeros.REAL, Zeros.MULTIPLICITY)]
print(*[counted.number for counted in numbers])
print(casbridge.char_series(system)[0])
