"""The general way: irreducible characteristic series of every system over QQ and GF(p).

    system ──▶ portfolio ──▶ decomposition ──▶ redundancy ──▶ chains
                 │  ▲            └──▶ trace: the tree of its branches
                 ▼  └─ groebner, lexicographic (Gröbner bases), components (another order first)
               several starts that take turns

Read `decomposition` first, it is Wu's method; then `redundancy`, `portfolio`, and `method`, the entrance. `irreducible`
has the definitions that need all this.
"""
