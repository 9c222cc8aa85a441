"""Counting grids: how many there are, how many that are essentially different, and what a symmetry fixes."""

from casbridge.counting.burnside import EssentiallyDifferent, FixedClass, essentially_different
from casbridge.counting.derivation import Derivation, Step, derivation
from casbridge.counting.fixed import fixed_up_to_relabelling
from casbridge.counting.group_check import crosscheck_group
from casbridge.counting.group_comparison import GroupResult, GroupVerdict, GroupWitness
from casbridge.counting.group_facts import GroupFacts, Membership
from casbridge.counting.group_scripts import GroupScript, group_script
from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import (
    ConjugacyClass,
    conjugacy_classes,
    generators,
    group_order,
    number_of_classes,
)
from casbridge.counting.totals import total_grids

__all__ = [
    "BoxShape",
    "ConjugacyClass",
    "Derivation",
    "EssentiallyDifferent",
    "FixedClass",
    "GroupFacts",
    "GroupResult",
    "GroupScript",
    "GroupVerdict",
    "GroupWitness",
    "Membership",
    "Step",
    "conjugacy_classes",
    "crosscheck_group",
    "derivation",
    "essentially_different",
    "fixed_up_to_relabelling",
    "generators",
    "group_order",
    "group_script",
    "number_of_classes",
    "total_grids",
]
