"""Making puzzles: from others, by transformations, with canonical forms that tell them apart."""

from casbridge.making.book import NumberedPuzzle, sixty_four, sixty_four_of_each
from casbridge.making.canonical import (
    AutomorphismGroup,
    CanonicalForm,
    automorphism_group,
    canonical_form,
    equivalent,
)
from casbridge.making.layout_symmetries import number_of_symmetries, random_transformation
from casbridge.making.transformations import LineImages, Transformation, from_cells, from_lines, identity
from casbridge.making.words import from_words

__all__ = [
    "AutomorphismGroup",
    "CanonicalForm",
    "LineImages",
    "NumberedPuzzle",
    "Transformation",
    "automorphism_group",
    "canonical_form",
    "equivalent",
    "from_cells",
    "from_lines",
    "from_words",
    "identity",
    "number_of_symmetries",
    "random_transformation",
    "sixty_four",
    "sixty_four_of_each",
]
