"""Irreducibility and factors over towers of algebraic extensions.

    chain ──▶ factoring ──▶ factors of the first reducible element; degree 2 by square roots
                  ├─▶ residue_points   cheap proofs of irreducibility in residue fields
                  ├─▶ adic_roots       quadratic polynomials over number fields of high degree
                  ├─▶ norms            factors by norms
                  └─▶ inseparable      p-th roots
                        all on tower: arithmetic in one tower

A chain c1, …, cr with ascending main variables y1, …, yr stands for the tower K(u)[y1]/c1[y2]/c2 …, u the other
variables. It is irreducible where every element is irreducible over the tower of all elements below it. Then every
step of the tower is a field (Xu 2019, definition 3.16; Wang, "Elimination Methods", sections 4.4 and 9.4).
"""

from casbridge.charset.towers.factoring import (
    Split,
    are_coprime,
    factors_over,
    is_nonzero,
    split_tower,
    with_free_initial,
    without_common_factors,
)

__all__ = [
    "Split",
    "are_coprime",
    "factors_over",
    "is_nonzero",
    "split_tower",
    "with_free_initial",
    "without_common_factors",
]
