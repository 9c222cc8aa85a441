"""Making puzzles: full grids, digging, patterns, and what is wished of a puzzle."""

from casbridge.making.chance import Chance
from casbridge.making.digging import Digger
from casbridge.making.filling import random_grid
from casbridge.making.generating import Difficulty, Made, NotMade, generate, make
from casbridge.making.patterns import SYMMETRIES, has_symmetry, orbits, parse_pattern
from casbridge.making.regions import random_regions
from casbridge.making.solutions import is_proper, solutions
from casbridge.making.uniform import UniformGrids, uniform_grids
from casbridge.making.wishes import Wish

__all__ = [
    "SYMMETRIES",
    "Chance",
    "Difficulty",
    "Digger",
    "Made",
    "NotMade",
    "UniformGrids",
    "Wish",
    "generate",
    "has_symmetry",
    "is_proper",
    "make",
    "orbits",
    "parse_pattern",
    "random_grid",
    "random_regions",
    "solutions",
    "uniform_grids",
]
