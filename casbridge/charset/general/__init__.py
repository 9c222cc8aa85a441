"""The general way: irreducible characteristic series of every system over QQ and GF(p).

    system ──▶ method: several starts that take turns ──▶ decomposition ──▶ chains
                 ├──▶ groebner: Gröbner bases as starts         └──▶ trace: the tree of its branches
                 └──▶ by_basis: all zeros by one polynomial ──▶ chains

Read `decomposition` first, it is Wu's method; then `method`, the entrance, which `apart` calls in a process apart.
`components` finds the components from chains in another order, with `generic_points` and `conjugate_points`.
`side_by_side` lets several processes work at the starts, each at its share (`shares`).
`irreducible` has the definitions that need all this.
"""
