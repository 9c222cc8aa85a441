"""Making puzzles: random grids, puzzles as they are wished, transformations, canonical forms.

    Wish, seed, number ──make──▶ Made (a proper puzzle) or NotMade
        layout ──random_grid or uniform_grids──▶ full grid ──Digger──▶ puzzle ──DifficultyScale──▶ level

    Layout ──from_words, from_cells, from_lines, random_transformation──▶ Transformation: Puzzle ──▶ Puzzle
    Puzzle ──canonical_form──▶ CanonicalForm ──▶ equivalent, AutomorphismGroup, Seen
    Exercise ──Worksheet──▶ worksheet_html, worksheet_pdf

Read for puzzles: `wishes`, `filling`, `digging`, `generating`.
For worksheets: `worksheets`, `worksheet_pages`.
For transformations: `words`, `transformations`, `minlex`, `symmetries`.
"""

from casbridge.board.solutions import is_proper, solutions
from casbridge.chance import Chance
from casbridge.lazy import public
from casbridge.making.digging import Digger
from casbridge.making.filling import UniformGrids, random_grid, random_regions, uniform_grids
from casbridge.making.generating import Made, NotMade, generate, generate_each, make, only_new
from casbridge.making.symmetries import (
    AutomorphismGroup,
    CanonicalForm,
    Seen,
    automorphism_group,
    canonical_form,
    equivalent,
    number_of_symmetries,
    random_transformation,
)
from casbridge.making.transformations import (
    NumberedPuzzle,
    Transformation,
    from_cells,
    from_lines,
    from_words,
    identity,
    sixty_four,
    sixty_four_of_each,
)
from casbridge.making.wishes import SYMMETRIES, DifficultyScale, Wish, has_symmetry, orbits, parse_pattern
from casbridge.making.words import LineImages

__all__ = [
    "SYMMETRIES",
    "AutomorphismGroup",
    "CanonicalForm",
    "Chance",
    "DifficultyScale",
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

__dir__ = public(__name__)
