"""Tasks with a comparison of their own: ideals, sets of primes, primary decompositions, factors and numbers.

    results ──▶ comparing ──truth──▶ ideals, primes, primary, factors, numbers ──▶ Judgement ──▶ Verdict

`truth` holds what the reference computes of the system, once for all answers. Each of the next five files judges one
answer beside it: a witness of what is wrong, or a proof that the answer is right. `comparing` compares the answers that
were not judged with each other. Read `judgement`, `truth`, one of the five, then `comparing`.
"""
