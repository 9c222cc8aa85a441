"""Counting grids: how many there are, how many that are essentially different, and what a symmetry fixes."""

from casbridge.counting.burnside import EssentiallyDifferent, FixedClass, essentially_different
from casbridge.counting.derivation import Derivation, Step, derivation
from casbridge.counting.fixed import fixed_up_to_relabelling
from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import ConjugacyClass, conjugacy_classes, generators, group_order
from casbridge.counting.totals import total_grids

__all__ = [
    "BoxShape",
    "ConjugacyClass",
    "Derivation",
    "EssentiallyDifferent",
    "FixedClass",
    "Step",
    "conjugacy_classes",
    "derivation",
    "essentially_different",
    "fixed_up_to_relabelling",
    "generators",
    "group_order",
    "total_grids",
]
