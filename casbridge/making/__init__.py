"""Making puzzles: full grids, digging, patterns, and what is wished of a puzzle."""

from casbridge.making.chance import Chance
from casbridge.making.digging import Digger
from casbridge.making.filling import random_grid
from casbridge.making.patterns import SYMMETRIES, has_symmetry, orbits, parse_pattern
from casbridge.making.solutions import is_proper, solutions
from casbridge.making.uniform import UniformGrids, uniform_grids

__all__ = [
    "SYMMETRIES",
    "Chance",
    "Digger",
    "UniformGrids",
    "has_symmetry",
    "is_proper",
    "orbits",
    "parse_pattern",
    "random_grid",
    "solutions",
    "uniform_grids",
]
