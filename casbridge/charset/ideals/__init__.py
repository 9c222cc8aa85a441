"""Ideals by their Gröbner bases over QQ and GF(p): what the reference says where zeros are not enough.

    polynomials ──▶ bases ──▶ ideal ──▶ numbers      dimension and degree
                                ├─────▶ operations   elimination, saturation, intersection
                                ├─────▶ components   minimal primes, radical, primary decomposition
                                └─────▶ quotients    matrices of the variables modulo an ideal, or along a chain
                                           ├──▶ zeros ──▶ locating   how many different zeros; in the field, real
                                           └──▶ real                 the real zeros, isolated

Read in this order. `factors` has factors over a tower of extensions; it needs no ideals. The minimal primes come from
the irreducible chains of Wu's method, everything else from Buchberger's algorithm, whose reductions FLINT computes.
Library functions may not return: callers put this work into a process apart.
"""
