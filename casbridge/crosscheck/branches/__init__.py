"""What branches in radicals amount to: the components of the zero set that a symbolic solver's answer describes.

    Branch ──equations──▶ Stated ──eliminating──▶ primes ──points──▶ primes of the branch ──▶ components
              │                                              ▲
              └──────────────────── numerics ────────────────┘

    branches with their primes ──special_cases──▶ a zero that is lost where a denominator is 0 ──generic──▶ verdict

Branches are first compared as the closures of the points that they give. `special_cases` decides whether points of the
closures are lost where a denominator is 0. Read `equations`, `eliminating`, `numerics`, `points`, `converting`, which
puts them together, then `special_cases`. A rational parametrisation is another answer that is no list of components:
`parametrised` makes closed points of it.
"""
