"""The tables of a layout, and what follows without a choice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.board.peers import board_of, cells_of, digits_of, mask_of, peers_of
from casbridge.board.solutions import Undecided, solutions, solver_of
from casbridge.errors import UnsupportedError
from casbridge.puzzles import Layout, Puzzle, graph
from tests.board.test_solutions import LAYOUTS
from tests.effort import examples


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.description)
def test_the_tables_are_those_of_the_units(layout: Layout) -> None:
    board = board_of(layout)
    for a in range(layout.cells):
        with_a = [unit for unit, members in enumerate(board.members) if a in members]
        peers = {b for unit in with_a for b in board.members[unit]} - {a}
        assert board.units_of[a] == tuple(with_a)
        assert set(cells_of(board.peers[a])) == peers == set(peers_of(layout)[a])
        assert {pair: unit for pair, unit in board.unit_of_both.items() if pair[0] == a} == {
            (a, b): next(unit for unit in with_a if b in board.members[unit]) for b in sorted(peers)
        }
    assert [unit for unit, full in enumerate(board.full) if full] == [
        unit for unit, members in enumerate(board.members) if len(members) == layout.digits
    ]


def test_sets_are_masks() -> None:
    assert cells_of(mask_of([5, 0, 3])) == [0, 3, 5]
    assert digits_of(mask_of([0, 4])) == (1, 5)


@pytest.mark.slow
def test_a_graph_of_any_size_has_peers_but_no_masks() -> None:
    edges = tuple((a, a + step) for step in range(1, 6) for a in range(20_000 - step))
    layout = graph(20_000, edges, 3)
    assert peers_of(layout)[0] == (1, 2, 3, 4, 5)
    with pytest.raises(UnsupportedError):
        board_of(layout)


@settings(max_examples=examples(60), deadline=None)
@given(st.sampled_from(LAYOUTS), st.data())
def test_what_is_known_is_in_every_solution(layout: Layout, data: st.DataObject) -> None:
    givens = [0] * layout.cells
    for cell in data.draw(st.lists(st.integers(0, layout.cells - 1), max_size=layout.cells // 2)):
        givens[cell] = data.draw(st.integers(1, layout.digits))
    known = solver_of(layout).known(givens)
    found = solutions(Puzzle(layout, tuple(givens)), 50)
    if known is None:
        assert found == []
        return
    assert all(not digit or digit == known[cell] for cell, digit in enumerate(givens))
    for solution in found:
        assert all(not digit or digit == solution[cell] for cell, digit in enumerate(known))


def test_a_search_ends_at_its_limit_of_choices() -> None:
    solver = solver_of(LAYOUTS[0])
    everything = [solver.everywhere] * 4
    with pytest.raises(Undecided):
        next(solver.search(everything, nodes=1))
    assert next(solver.search(everything, nodes=100))
