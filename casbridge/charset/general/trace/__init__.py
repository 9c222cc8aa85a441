"""The tree of a decomposition: which polynomial was split, by what, into which branches, and how each branch ended.

    Decomposition ──branches──▶ TreeCollector ──▶ DecompositionTree ──▶ words, JSON, and by `drawing` SVG

A branch is split off another one because a polynomial may vanish: a factor of an equation, or a factor of an initial by
which the method divides. In the new branch that polynomial is 0. In the old one it is not 0 from then on. So the
branches share no zeros. Each branch ends with a chain, without zeros, or in further branches.

The algorithm is in `casbridge.charset.general.decomposition`. Source: Xu 2019, proposition 3.8 and theorem 3.17.
"""

import casbridge.charset.general.trace.drawing  # noqa: F401  registers the drawing of a tree
from casbridge.charset.general.trace.tree import (
    OPEN,
    DecompositionTree,
    TreeCollector,
    TreeNode,
    shortened,
    trace_series,
)
from casbridge.lazy import public

__all__ = ["OPEN", "DecompositionTree", "TreeCollector", "TreeNode", "shortened", "trace_series"]
__dir__ = public(__name__)
