"""A teacher: three easy puzzles with their solutions, and how one that a pupil brings is solved."""

import casbridge

for made in casbridge.generate("2x2", 3, seed=1, difficulty="singles"):
    print(made.line, made.solution.line)
print(casbridge.solve(".4.....1..3.2...").text)
print(casbridge.explain(".4.....1..3.2...").difficulty.level)
print(casbridge.count("2x2"))
