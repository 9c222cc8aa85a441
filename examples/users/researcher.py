"""A researcher: do several systems agree on a polynomial system, how many zeros has it, and what is its series?"""

import casbridge

system = casbridge.family("katsura", 3)
verdict = casbridge.crosscheck(system, "reference,sympy")
print(verdict.kind, [one.count for one in verdict.checked])
print(casbridge.count(system), casbridge.count(system, real=True), casbridge.count(system, multiplicity=True))
print(casbridge.char_series(system)[0])
