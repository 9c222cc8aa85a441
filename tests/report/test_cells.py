"""Cells and the series of plots: medians over repeats, borders, thinning."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import combinations

from hypothesis import given, strategies as st

from casbridge.report.cells import (
    SHORTEST,
    cactus,
    cell_of,
    cells_of,
    edge_of,
    growth,
    limit_of,
    limits_text,
    marked,
    sampled,
    scatter,
    seconds_text,
    status_counts,
    thinned,
)
from casbridge.report.material import STATUSES, Material
from casbridge.report.pictures import pictures
from casbridge.studies.values import Row
from tests.report.synthetic import LIMIT, METHODS, material

ROW = Row(1, "circle", "", None, "", "QQ", "given", "reference", 1, "complete", wall_seconds=1.0)


def runs(*found: tuple[str, float]) -> list[Row]:
    return [replace(ROW, repeat=k, status=status, wall_seconds=seconds) for k, (status, seconds) in enumerate(found, 1)]


def test_a_cell_is_the_median_of_its_repeats() -> None:
    cell = cell_of("c", "m", runs(("complete", 3.0), ("complete", 1.0), ("complete", 2.0)))
    assert (cell.seconds, cell.status, cell.done, cell.answers) == (2.0, "complete", 3, 3)


def test_most_repeats_without_an_answer_make_a_cell_without_one() -> None:
    cell = cell_of("c", "m", runs(("complete", 3.0), ("timeout", 60.0), ("timeout", 60.0)))
    assert (cell.seconds, cell.status, cell.answers) == (None, "timeout", 1)


def test_few_repeats_without_an_answer_do_not() -> None:
    cell = cell_of("c", "m", runs(("complete", 3.0), ("complete", 5.0), ("crashed", 0.1)))
    assert (cell.seconds, cell.status, cell.answers) == (5.0, "complete", 2)


def test_an_answer_in_no_time_has_a_place_on_a_logarithmic_axis() -> None:
    assert cell_of("c", "m", runs(("complete", 0.0))).seconds == SHORTEST


@given(st.lists(st.tuples(st.sampled_from(STATUSES), st.floats(0, 100)), min_size=1, max_size=6))
def test_a_cell_has_seconds_exactly_with_a_status_of_an_answer(found: list[tuple[str, float]]) -> None:
    cell = cell_of("c", "m", runs(*found))
    assert (cell.seconds is not None) == (cell.status in ("complete", "partial"))
    assert cell.done == sum(status != "waiting" for status, _ in found)


def test_a_partial_answer_that_a_limit_stopped_stands_at_the_border() -> None:
    stopped = replace(ROW, backend="b", status="partial", reason="stopped after 20 s", wall_seconds=20.0)
    whole = replace(stopped, backend="c", reason="")
    cells = cells_of(Material("s", (ROW, stopped, whole)))
    assert [cell.seconds for cell in cells] == [1.0, None, 20.0]
    assert [point["y"] for other in "bc" for point in scatter(cells, "reference", other, 100)] == [100, 20.0]
    assert {point["method"] for point in cactus(cells)} == {"reference", "c"}


def test_a_wrong_answer_has_no_place_in_a_quantile_plot() -> None:
    rows = [replace(ROW, number=k, backend=name, verdict="disagree") for k, name in enumerate("ab")]
    faults = {"a": [], "b": [{"fault": "missing zero"}]}
    backends = [{"name": name, "variable_order": "given", "faults": faults[name]} for name in "ab"]
    text = json.dumps({"backends": backends})
    cells = cells_of(Material("s", rows, text=lambda kind, number: text if kind == "verdict" else ""))
    assert [cell.wrong for cell in cells] == [False, True]
    assert [point["method"] for point in cactus(cells)] == ["a"]
    assert [point["what"] for point in scatter(cells, "a", "b", 100)] == ["wrong"]


def _judged(*faults: list[str], family: str = "f", n: int = 2) -> Material:
    """Methods a, b, c on one case, with these faults of their answers."""
    rows = [
        replace(ROW, number=k, backend=name, verdict="disagree", family=family, n=n) for k, name in enumerate("abc")
    ]
    backends = [
        {"name": name, "variable_order": "given", "faults": [{"fault": fault} for fault in own]}
        for name, own in zip("abc", faults, strict=True)
    ]
    text = json.dumps({"backends": backends})
    return Material("s", rows, text=lambda kind, number: text if kind == "verdict" else "")


def test_wrong_answers_are_a_class_of_their_own() -> None:
    study = _judged([], [], ["missing zero"])
    assert status_counts(study) == {"a": {"complete": 1}, "b": {"complete": 1}, "c": {"wrong": 1}}
    found = growth(cells_of(study), "f", 100)
    assert {point["method"]: (point["what"], point["seconds"]) for point in found} == {
        "a": ("answered", 1.0),
        "b": ("answered", 1.0),
        "c": ("wrong", 1.0),
    }
    # A scatter plot shows what its two methods say of each other.
    pairs = [("a", "b"), ("a", "c")]
    assert [scatter(cells_of(study), *pair, 100)[0]["what"] for pair in pairs] == ["both answered", "wrong"]
    doubtful = cells_of(_judged(["contradiction"], ["contradiction"], []))
    assert [scatter(doubtful, *pair, 100)[0]["what"] for pair in pairs] == ["disagree", "both answered"]
    bars = next(picture for picture in pictures(study) if picture.name == "statuses").spec
    assert bars["datasets"]["points"][-1]["status"] == "wrong"


def test_the_limits_are_told_as_they_are() -> None:
    five = replace(ROW, limit_seconds=5.0)
    waiting = replace(ROW, status="waiting", limit_seconds=None)
    assert limits_text([five, five, waiting]) == "The limit was 5 s."
    mixed = [five, five, replace(five, limit_seconds=8.0), ROW]
    assert limits_text(mixed) == "The limit was 5 s for 2 jobs, 8 s for 1 job, none for 1 job."
    assert limits_text([ROW]) == ""


def test_waiting_and_unsupported_jobs_have_no_place_in_a_scatter_plot() -> None:
    others = [replace(ROW, backend="sympy:groebner", status=status) for status in ("waiting", "unsupported", "missing")]
    for other in others:
        cells = cells_of(Material("s", (ROW, other)))
        assert scatter(cells, "reference", "sympy:groebner", 100) == []


def test_a_scatter_plot_has_each_case_that_one_method_answered() -> None:
    study = material(300)
    cells = cells_of(study)
    edge = edge_of(cells, limit_of(study.rows))
    assert edge > LIMIT
    for first, second in combinations(METHODS, 2):
        points = scatter(cells, first, second, edge)
        assert points
        assert len({point["case"] for point in points}) == len(points)
        assert not [point for point in points if point["x"] == point["y"] == edge]
        at_border = [point for point in points if edge in (point["x"], point["y"])]
        assert all(point["what"] in ("one answered", "wrong") for point in at_border)


def test_a_cactus_plot_counts_answers() -> None:
    study = material(300)
    cells = cells_of(study)
    lines = cactus(cells)
    for method in METHODS:
        line = [point for point in lines if point["method"] == method]
        assert [point["n"] for point in line] == list(range(1, len(line) + 1))
        assert len(line) == sum(cell.seconds is not None and not cell.wrong for cell in cells if cell.method == method)
        assert [point["seconds"] for point in line] == sorted(point["seconds"] for point in line)


def test_long_lines_are_sampled_with_their_ends() -> None:
    line = [{"method": "a", "n": n, "seconds": 1.0} for n in range(1, 1001)]
    few = sampled(line, 100)
    assert len(few) <= 102
    assert (few[0]["n"], few[-1]["n"]) == (1, 1000)
    assert [point["marked"] for point in marked(line)].count(True) <= 10


def test_points_on_each_other_are_drawn_once() -> None:
    points = [
        {"x": 1.0, "y": 1.0 + k * 1e-6, "what": what} for k in range(50) for what in ("both answered", "disagree")
    ]
    assert len(thinned(points)) == 2


def test_growth_has_the_sizes_of_a_family() -> None:
    study = material(300)
    cells = cells_of(study)
    points = growth(cells, "cyclic", 120.0)
    assert {point["n"] for point in points} >= {3, 4, 5}
    assert {point["seconds"] for point in points if point["what"] == "no answer"} <= {120.0}


@given(st.floats(1e-4, 1e5))
def test_times_are_short(seconds: float) -> None:
    text = seconds_text(seconds)
    number, unit = text.split()
    assert math.isclose(float(number) * (0.001 if unit == "ms" else 1), seconds, rel_tol=0.51)
    assert len(number) <= 6
