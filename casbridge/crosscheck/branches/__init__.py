"""What branches in radicals amount to: the components of the zero set that a symbolic solver's answer describes.

    Branch ──equations──▶ Stated ──eliminating──▶ primes ──points──▶ primes of the branch ──▶ components
              │                                              ▲
              └──────────────────── numerics ────────────────┘

A branch means the closure of the points that it gives. Read `equations`, `eliminating`, `numerics`, `points`, then
`converting`, which puts them together. A rational parametrisation is another answer that is no list of components:
`parametrised` makes closed points of it.
"""
