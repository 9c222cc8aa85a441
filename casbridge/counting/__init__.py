"""Count grids, essentially different grids, and solutions of puzzles, without listing them.

    BoxShape ──▶ total_grids, derivation              all grids, and the steps to their number
             ──▶ essentially_different, grid_classes  grids up to symmetry and relabelling
             ──▶ crosscheck_group                     the symmetries, by GAP and SymPy, too
    Puzzle   ──▶ completions                          its solutions, or a lower bound
    system   ──▶ completions.count_system             its zeros, by a backend

To read:

1. All grids: `bands` (3x3), `totals` and `factorisations` (two rows or columns), `derivation`.
2. Symmetry: `symmetries`, `fixed`, `fixed_stacks` (a second way), `burnside`; then `group_check`.
3. Puzzles: `completions`, and its ways `bands`, `frontier` and `unit_sweep`. For the command line: `cache`.
"""

from casbridge.counting.burnside import EssentiallyDifferent, FixedClass, GridClass, essentially_different, grid_classes
from casbridge.counting.cache import Cache
from casbridge.counting.completions import Completions, Counted, completions, dimension, zeros_by_dimension
from casbridge.counting.derivation import CountStep, Derivation, derivation
from casbridge.counting.fixed import FixedGrid, fixed_grid, fixed_up_to_relabelling
from casbridge.counting.fixed_stacks import fixed_by_stacks
from casbridge.counting.group_check import (
    GroupFacts,
    GroupResult,
    GroupScript,
    GroupVerdict,
    GroupWitness,
    Membership,
    crosscheck_group,
    group_script,
)
from casbridge.counting.symmetries import (
    BoxShape,
    ConjugacyClass,
    conjugacy_classes,
    essentially_different_colourings,
    generators,
    group_order,
    number_of_classes,
    turns_and_reflections,
)
from casbridge.counting.systems import Zeros, count_zeros
from casbridge.counting.totals import total_grids
from casbridge.lazy import public

__all__ = [
    "BoxShape",
    "Cache",
    "Completions",
    "ConjugacyClass",
    "CountStep",
    "Counted",
    "Derivation",
    "EssentiallyDifferent",
    "FixedClass",
    "FixedGrid",
    "GridClass",
    "GroupFacts",
    "GroupResult",
    "GroupScript",
    "GroupVerdict",
    "GroupWitness",
    "Membership",
    "Zeros",
    "completions",
    "conjugacy_classes",
    "count_zeros",
    "crosscheck_group",
    "derivation",
    "dimension",
    "essentially_different",
    "essentially_different_colourings",
    "fixed_by_stacks",
    "fixed_grid",
    "fixed_up_to_relabelling",
    "generators",
    "grid_classes",
    "group_order",
    "group_script",
    "number_of_classes",
    "total_grids",
    "turns_and_reflections",
    "zeros_by_dimension",
]

__dir__ = public(__name__)
