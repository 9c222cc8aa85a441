"""Counting grids: how many there are, how many that are essentially different, and what a symmetry fixes."""

from casbridge.counting.burnside import EssentiallyDifferent, FixedClass, essentially_different
from casbridge.counting.cache import Cache
from casbridge.counting.completions import Completions, completions
from casbridge.counting.derivation import Derivation, Step, derivation
from casbridge.counting.dimensions import Dimension, dimension, zeros_by_dimension
from casbridge.counting.fixed import fixed_up_to_relabelling
from casbridge.counting.fixed_grids import FixedGrid, fixed_grid
from casbridge.counting.fixed_stacks import fixed_by_stacks
from casbridge.counting.grid_classes import GridClass, grid_classes
from casbridge.counting.group_check import crosscheck_group
from casbridge.counting.group_comparison import GroupResult, GroupVerdict, GroupWitness
from casbridge.counting.group_facts import GroupFacts, Membership
from casbridge.counting.group_scripts import GroupScript, group_script
from casbridge.counting.permutation_types import essentially_different_colourings
from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import (
    ConjugacyClass,
    conjugacy_classes,
    generators,
    group_order,
    number_of_classes,
    turns_and_reflections,
)
from casbridge.counting.totals import total_grids

__all__ = [
    "BoxShape",
    "Cache",
    "Completions",
    "ConjugacyClass",
    "Derivation",
    "Dimension",
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
    "Step",
    "completions",
    "conjugacy_classes",
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
