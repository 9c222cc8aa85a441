"""Making puzzles: grids, digging, patterns, wishes; and from others, by transformations, with canonical forms."""

from casbridge.board.solutions import is_proper, solutions
from casbridge.making.book import NumberedPuzzle, sixty_four, sixty_four_of_each
from casbridge.making.canonical import (
    AutomorphismGroup,
    CanonicalForm,
    automorphism_group,
    canonical_form,
    equivalent,
)
from casbridge.making.chance import Chance
from casbridge.making.different import Seen, only_new
from casbridge.making.digging import Digger
from casbridge.making.filling import random_grid
from casbridge.making.generating import Difficulty, Made, NotMade, generate, generate_each, make
from casbridge.making.layout_symmetries import number_of_symmetries, random_transformation
from casbridge.making.line_images import LineImages
from casbridge.making.patterns import SYMMETRIES, has_symmetry, orbits, parse_pattern
from casbridge.making.regions import random_regions
from casbridge.making.transformations import Transformation, from_cells, from_lines, identity
from casbridge.making.uniform import UniformGrids, uniform_grids
from casbridge.making.wishes import Wish
from casbridge.making.words import from_words

__all__ = [
    "SYMMETRIES",
    "AutomorphismGroup",
    "CanonicalForm",
    "Chance",
    "Difficulty",
    "Digger",
    "LineImages",
    "Made",
    "NotMade",
    "NumberedPuzzle",
    "Seen",
    "Transformation",
    "UniformGrids",
    "Wish",
    "automorphism_group",
    "canonical_form",
    "equivalent",
    "from_cells",
    "from_lines",
    "from_words",
    "generate",
    "generate_each",
    "has_symmetry",
    "identity",
    "is_proper",
    "make",
    "number_of_symmetries",
    "only_new",
    "orbits",
    "parse_pattern",
    "random_grid",
    "random_regions",
    "random_transformation",
    "sixty_four",
    "sixty_four_of_each",
    "solutions",
    "uniform_grids",
]
