"""A puzzle of a study after deductions: another system with the same zeros, and never a part of the deductions."""

from __future__ import annotations

import pytest

from casbridge.algebra import Field
from casbridge.encodings import encode
from casbridge.encodings.names import Encoding
from casbridge.errors import EncodingError, LimitError, UsageError
from casbridge.limits import Deadline
from casbridge.logic import LEVELS
from casbridge.logic.simplifying import encode_simplified
from casbridge.puzzles.reading import read_puzzles
from casbridge.studies.stating import AS_IT_IS, own_field, stated, stated_by
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


@pytest.mark.parametrize("encoding", [Encoding.SUM_PRODUCT, Encoding.SYMMETRIC])
@pytest.mark.parametrize("level", [AS_IT_IS, "singles"])
@pytest.mark.parametrize("values", [(), (1, 2, 3, -1)])
@pytest.mark.parametrize("domains", [True, False])
def test_options_are_those_of_encode(encoding: Encoding, level: str, values: tuple[int, ...], domains: bool) -> None:
    puzzle = read_puzzles(SHIDOKU)[0]
    name = stated_by(encoding, level, values, domains=domains)
    how = {"values": values or None, "domains": domains}
    expected = (
        encode(puzzle, encoding, **how) if level == AS_IT_IS else encode_simplified(puzzle, level, encoding, **how)
    )
    assert stated(puzzle, name) == expected
    assert own_field(puzzle, name) == expected.system.ring.field


def test_values_that_are_not_enough_are_stated_without_audit_only() -> None:
    puzzle = read_puzzles(SHIDOKU)[0]
    name = stated_by(Encoding.SUM_PRODUCT, values=(1, 2, 3, 11), audit=False)
    assert name == "sum-product with 1,2,3,11 without audit"
    assert not stated(puzzle, name, Field(13)).is_exact
    with pytest.raises(EncodingError, match="are not enough"):
        stated(puzzle, "sum-product with 1,2,3,11", Field(13))


def test_an_encoding_with_options_runs() -> None:
    names = ["symmetric without domains", "sum-product with 1,2,3,-1", "colouring with 5,6,7,8 after singles"]
    for name in names:
        (one,) = do_chunk([Work(1, Case(Input("p", "puzzle", SHIDOKU), name), "given", "reference", 1)])
        assert (one.status, one.components) == ("complete", 1), name
    # Four digits have no five values.
    (one,) = do_chunk(
        [Work(1, Case(Input("p", "puzzle", SHIDOKU), "colouring with 1,2,3,4,5"), "given", "reference", 1)]
    )
    assert (one.status, one.reason) == ("unsupported", "5 values for 4 digits; expected a value for every digit")
    for wrong in ("colouring with x", "colouring without", "after singles"):
        with pytest.raises(UsageError):
            stated(read_puzzles(SHIDOKU)[0], wrong)
