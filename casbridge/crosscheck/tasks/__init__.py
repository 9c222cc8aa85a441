"""Tasks with a comparison of their own: ideals, sets of primes, primary decompositions, factors, numbers, boxes and
characteristic sets.

    Question ──▶ comparing ──truth──▶ ideals, primes, primary, factors, numbers, real, characteristic ─┐
    Findings ◀───── comparing ◀───────────────────────────── Assessment ◀───────────────────────────────┘

`truth` holds what the reference computes of the system, once for all answers. Each of the next seven files judges one
answer beside it: a witness of what is wrong, or a proof that the answer is right. `comparing` compares the answers that
were not judged with each other. Read `assessment`, `truth`, one of the seven, then `comparing`.
"""
