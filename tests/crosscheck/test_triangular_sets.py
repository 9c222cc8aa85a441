"""Answers of triangular sets: chains that may be reducible, whose zeros are those of V(sat C)."""

from __future__ import annotations

import pytest
from script_cases import counted

from casbridge import crosscheck
from casbridge.algebra import PolynomialSystem
from casbridge.algebra.answers import Answer, Task
from casbridge.backends.transcripts import parse
from casbridge.charset.finite import zeros
from casbridge.errors import BackendError, UnsupportedError
from tests.crosscheck.puppets import Puppet, registered
from tests.crosscheck.series_cases import SeriesCase

SQUARES = SeriesCase("variables: x y", "x^2 - 4, y^2 - x*y", ())
CURVE = SeriesCase("variables: x y", "x*y^2 + y + 1", ())
IMAGINARY = SeriesCase("variables: x y", "x^4 - x^2 - 2, y^2 - x*y", ())


def triangular(system: PolynomialSystem, case: SeriesCase, *chains: str) -> Answer:
    return Answer(Task.TRIANGULAR, system.ring, case.components(*chains))


def verdict(case: SeriesCase, *chains: str, others: str = "reference") -> tuple[str, str, str]:
    """The verdict, what is wrong, and the remark on triangular sets beside the reference."""
    system = case.system
    with registered(Puppet("told", triangular(system, case, *chains))) as names:
        found = crosscheck(system, [*names, others])
    return str(found.kind), str(found.witness.fault) if found.witness else "", found.checked[0].note or ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "chains"),
    [
        (SQUARES, ["x^2 - 4, y^2 - x*y"]),
        (SQUARES, ["x - 2, y^2 - 2*y", "x + 2, y^2 + 2*y"]),
        (CURVE, ["x*y^2 + y + 1"]),
        (CURVE, ["x*y^2 + y + 1", "x, y + 1"]),
        (IMAGINARY, ["x^4 - x^2 - 2, y^2 - x*y"]),
        (IMAGINARY, ["x^2 - 2, y^2 - x*y", "x^2 + 1, y^2 - x*y"]),
        # At x = 2 the initial vanishes, and the zeros there are those of the second chain.
        (SQUARES, ["x^2 - 4, (x - 2)*y^2 - 8*y", "x - 2, y^2 - 2*y"]),
    ],
)
def test_right_ones_agree_and_may_be_reducible(case: SeriesCase, chains: list[str]) -> None:
    kind, fault, note = verdict(case, *chains)
    assert (kind, fault) == ("agree", ""), note
    assert "reducible" not in note


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "chains", "fault"),
    [
        (SQUARES, ["x - 2, y^2 - 2*y", "x + 2, y"], "missing zero"),
        (SQUARES, ["x^2 - 4, y^2 - x*y", "x - 2, y - 1"], "false zero"),
        # The initial vanishes at x = 2: there the chain has no zeros, though its polynomials have one.
        (SQUARES, ["x^2 - 4, (x - 2)*y^2 - 8*y", "x - 2, y - 2"], "missing zero"),
        (IMAGINARY, ["x^2 + 1, y^2 - x*y"], "missing zero"),
        (CURVE, ["x, y + 1"], "missing zero"),
    ],
)
def test_wrong_ones_do_not(case: SeriesCase, chains: list[str], fault: str) -> None:
    assert verdict(case, *chains)[:2] == ("disagree", fault)


@pytest.mark.parametrize("task", [Task.SERIES, Task.TRIANGULAR])
def test_where_an_initial_vanishes_is_no_zero_of_a_chain(task: Task) -> None:
    case = SeriesCase("variables: x y", "x^2 - x, y^2 - y", ())
    answer = Answer(task, case.system.ring, case.components("x^2 - x, x*y^2 - y"))
    assert list(zeros(answer, within=case.system)) == [(1, 0), (1, 1)]
    as_generators = Answer(Task.COMPONENTS, answer.ring, answer.components)
    assert list(zeros(as_generators, within=case.system)) == [(0, 0), (1, 0), (1, 1)]


def test_a_short_chain_has_no_points_of_its_own() -> None:
    case = SeriesCase("variables: x y", "x^2 - x, y^2 - y", ())
    answer = Answer(Task.TRIANGULAR, case.system.ring, case.components("x*y - x"))
    with pytest.raises(UnsupportedError, match="initial"):
        list(zeros(answer, within=case.system))


@pytest.mark.parametrize("lines", ["y - 1\nx - 1", "x - 1\nx^2 - 1", "1"])
def test_their_main_variables_ascend(lines: str) -> None:
    text = "casbridge:begin 1f\ntask: triangular sets\nfield: QQ\nvariables: x y\ncomponent:\n{}\ncasbridge:end 1f 1"
    assert parse(counted(text.format("x - 1\ny^2 - x"))).task is Task.TRIANGULAR
    with pytest.raises(BackendError, match="not triangular"):
        parse(counted(text.format(lines)))
