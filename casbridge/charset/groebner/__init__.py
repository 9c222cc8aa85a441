"""Gröbner bases in the order degrevlex, and all zeros where they are finitely many, or a curve.

    generators ──▶ modular: F4 modulo a prime ──▶ guided: exact members over QQ
                     └──▶ pairs: which are needed        └──▶ quotient: standard monomials, powers of a linear form
                                                                  └──▶ parametrisation ──▶ closed_points: chains
                                                                         └──▶ lifting: from primes to QQ
    modular ──▶ curve: a plane curve and fractions ──▶ quotient
    modular ──▶ torus: whether there are zeros where no variable is 0

Read `modular` first. numpy and python-flint are needed here, and loaded with these modules only.
"""
