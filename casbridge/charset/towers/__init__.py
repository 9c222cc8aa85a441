"""Irreducibility over towers of algebraic extensions.

A chain c1, …, cr with ascending main variables y1, …, yr stands for the tower K(u)[y1]/c1[y2]/c2 …, u the other
variables. It is irreducible where every element is irreducible over the tower of all elements below it, so that
every step of the tower is a field (the seed paper, Definition 3.16; Wang, "Elimination Methods", sections 4.4 and 9.4).

splitting: the chain, position by position. factoring: one element. tower: arithmetic in one tower. places: cheap
proofs of irreducibility in residue fields. squares: square roots, for degree 2. norms: factors by norms. finite:
factors over finite fields. inseparable: p-th roots.
"""

from casbridge.charset.towers.splitting import Split, factors_over, split_tower

__all__ = ["Split", "factors_over", "split_tower"]
