"""Encodings, audits and scripts that would be too large are refused or stopped, and the message says why."""

from __future__ import annotations

import time
from itertools import combinations

import pytest

from casbridge.algebra.multisets import EqualMultisets
from casbridge.backends.singular import SINGULAR
from casbridge.encodings import audit, encode, search_values
from casbridge.errors import EncodingError, LimitError, UnsupportedError
from casbridge.limits import Deadline
from casbridge.puzzles import Puzzle, graph, sudoku
from casbridge.scripts import render

LARGEST = Puzzle(sudoku(8, 8), (0,) * 64**2)


def coloured(colours: int, vertices: int = 3) -> Puzzle:
    return Puzzle(graph(vertices, ((0, 1),), colours), (0,) * vertices)


@pytest.mark.parametrize("encoding", ["colouring", "indicators", "symmetric", "sum-product"])
def test_a_graph_with_20000_colours_is_refused_at_once(encoding: str) -> None:
    started = time.process_time()
    with pytest.raises(EncodingError, match="20000 digits"):
        encode(coloured(20_000), encoding)
    assert time.process_time() - started < 1


def test_the_refusal_says_which_limit_it_was() -> None:
    complete = Puzzle(graph(200, tuple(combinations(range(200), 2)), 1000), (0,) * 200)
    with pytest.raises(EncodingError, match=r"expected at most 1000 \(more colours than vertices are never needed\)"):
        encode(coloured(20_000))
    with pytest.raises(EncodingError, match=r"\d{7,} equations in the encoding indicators; expected at most 4000000"):
        encode(complete, "indicators")


@pytest.mark.parametrize("encoding", ["colouring", "indicators"])
def test_encoding_stops_at_its_deadline(encoding: str) -> None:
    with pytest.raises(LimitError, match="the puzzle was not encoded within 0 s"):
        encode(LARGEST, encoding, deadline=Deadline.after(0))


def test_a_frame_is_built_once_whatever_the_deadline() -> None:
    first = encode(coloured(3)).system.equations[-1]
    assert encode(coloured(3), deadline=Deadline.after(60)).system.equations[-1] is first
    for vertices in range(1, 40):
        encode(coloured(3, vertices + 1))
    assert encode(coloured(3)).system.equations[-1] == first


def test_scripts_stop_at_their_deadline() -> None:
    with pytest.raises(LimitError, match="the script was not written within 0 s"):
        render(encode(coloured(3)).system, SINGULAR, deadline=Deadline.after(0))


def test_audits_and_searches_stop_at_their_deadline() -> None:
    for work in (
        lambda: audit("sum-product", range(1, 65), deadline=Deadline.after(0.05)),
        lambda: audit("sum-product", range(1, 10), scope="field", deadline=Deadline.after(0)),
        lambda: list(search_values(20, deadline=Deadline.after(0.05))),
    ):
        started = time.process_time()
        with pytest.raises(LimitError):
            work()
        assert time.process_time() - started < 2


def test_a_search_that_is_too_large_says_how_large() -> None:
    with pytest.raises(UnsupportedError, match="too large tables here, with more than 1000 entries"):
        EqualMultisets(range(1, 65), budget=1000)


@pytest.mark.slow
def test_a_large_audit_is_refused_soon() -> None:
    started = time.process_time()
    with pytest.raises(UnsupportedError, match="too large tables"):
        audit("sum-product", range(1, 65))
    assert time.process_time() - started < 8
