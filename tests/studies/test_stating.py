"""A puzzle of a study after deductions: another system with the same zeros, and never a part of the deductions."""

from __future__ import annotations

import pytest

from casbridge.encodings.names import Encoding
from casbridge.errors import LimitError
from casbridge.limits import Deadline
from casbridge.logic import LEVELS
from casbridge.puzzles.reading import read_puzzles
from casbridge.studies.stating import AS_IT_IS, stated, stated_by
from casbridge.studies.values import Case, Input, Work
from casbridge.studies.work import do_chunk

SHIDOKU = ".4.....1..3.2..."


@pytest.mark.parametrize("encoding", [*Encoding])
def test_deductions_keep_the_solution(encoding: str) -> None:
    names = [stated_by(encoding, level) for level in (AS_IT_IS, "singles", "subsets")]
    works = [
        Work(k, Case(Input("p", "puzzle", SHIDOKU), name), "given", "reference", 1) for k, name in enumerate(names)
    ]
    answers = [(one.status, one.components, one.degree, one.dimension) for work in works for one in do_chunk([work])]
    assert answers == [("complete", 1, 1, 0)] * 3


def test_the_names_are_different() -> None:
    names = [stated_by(encoding, level) for encoding in Encoding for level in (AS_IT_IS, *LEVELS)]
    assert len(set(names)) == len(names)
    puzzle = read_puzzles(SHIDOKU)[0]
    assert dict(stated(puzzle, "colouring after singles").system.facts)["simplified"].startswith("by singles")


def test_deductions_that_did_not_end_are_none() -> None:
    puzzle = read_puzzles(SHIDOKU)[0]
    with pytest.raises(LimitError):
        stated(puzzle, "colouring after presets", deadline=Deadline.after(0))
