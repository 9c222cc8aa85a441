"""An explanation as preprocessing: the simplified system has the same zeros."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from casbridge.backends.registry import run
from casbridge.charset import SplitSeries
from casbridge.cli.group import casbridge
from casbridge.crosscheck.solving import solutions
from casbridge.encodings import Encoding, encode
from casbridge.errors import EncodingError
from casbridge.logic import LEVELS, encode_simplified, explain, simplify
from casbridge.puzzles import Puzzle, graph, sudoku
from tests.logic.cases import LAYOUTS, random_puzzle
from tests.logic.test_deduction import OF_LEVEL, puzzle_of

SHIDOKU = "1..........4...2"


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LAYOUTS))
@pytest.mark.parametrize("encoding", list(Encoding))
def test_the_zeros_stay_the_same(name: str, encoding: Encoding) -> None:
    layout = LAYOUTS[name]
    for clues in (layout.cells // 4, layout.cells // 3):
        puzzle = random_puzzle(layout, clues, clues)
        try:
            before = encode(puzzle, encoding)
        except EncodingError:
            with pytest.raises(EncodingError):
                encode_simplified(puzzle, encoding=encoding)
            return
        for level in (LEVELS[0], LEVELS[2], LEVELS[-1]):
            after = encode_simplified(puzzle, level, encoding)
            assert after.system.ring == before.system.ring
            assert after.puzzle == puzzle
            wanted = {chain.point for chain in SplitSeries(before.system)}
            assert {chain.point for chain in SplitSeries(after.system)} == wanted
            assert {one.digits for one in solutions(after)} == {one.digits for one in solutions(before)}


def test_a_solved_puzzle_leaves_only_values() -> None:
    puzzle = puzzle_of(OF_LEVEL["chains"])
    encoded = encode_simplified(puzzle, "chains")
    assert len(encoded.system) == 81
    assert {equation.pattern.total_degree for equation in encoded.system.equations} == {1}
    (solution,) = solutions(encoded)
    assert solution.violation() is None
    sizes = [len(encode_simplified(puzzle, level).system) for level in LEVELS[:-1]]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] < len(encode(puzzle).system)


def test_a_contradiction_has_no_zeros() -> None:
    for puzzle in (
        Puzzle(sudoku(2, 2), (1, 1, *[0] * 14)),
        Puzzle(sudoku(2, 2), (1, 2, 3, 0, 0, 0, 0, 4, *[0] * 8)),
        Puzzle(graph(3, ((0, 1), (1, 2), (0, 2)), 2), (1, 0, 0)),
    ):
        for encoding in (Encoding.COLOURING, Encoding.INDICATORS):
            answer = run(encode_simplified(puzzle, "chains", encoding)).answer
            assert answer is not None
            assert not len(answer)


def test_values_and_steps_of_ones_own() -> None:
    puzzle = random_puzzle(sudoku(2, 2), 3, 5)
    found = explain(puzzle, up_to="singles")
    for values in ((5, 6, 7, 8), (-1, 1, 2, 3)):
        encoded = simplify(found, values=values, said="my steps")
        assert {one.digits for one in solutions(encoded)} == {one.digits for one in solutions(encode(puzzle))}
        assert "by my steps" in dict(encoded.system.facts)["simplified"]
    assert {one.digits for one in solutions(simplify(found, "symmetric", domains=False))} == {
        one.digits for one in solutions(encode(puzzle))
    }


def called(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(casbridge, list(arguments), standalone_mode=False)
    assert result.exception is None, result.exception
    return result.return_value or 0, result.output


def test_the_option_of_the_command_line() -> None:
    for command in (["count", SHIDOKU], ["count", SHIDOKU, "--encoding", "indicators"]):
        assert called(*command)[1].splitlines()[0] == called(*command, "--simplify", "subsets")[1].splitlines()[0]
    plain = set(called("solve", SHIDOKU, "--format", "line")[1].splitlines())
    assert set(called("solve", SHIDOKU, "--format", "line", "--simplify", "singles")[1].splitlines()) == plain
    _, script = called("render", SHIDOKU, "--to", "singular:std", "--simplify", "singles")
    assert "simplified: by singles" in script
    assert len(script) < len(called("render", SHIDOKU, "--to", "singular:std")[1])
    assert called("convert", SHIDOKU, "-", "--to", "msolve", "--simplify", "singles")[0] == 0
    assert called("charseries", SHIDOKU, "--simplify", "singles")[0] == 0


@pytest.mark.singular
def test_a_crosscheck_of_simplified_systems() -> None:
    code, output = called("crosscheck", SHIDOKU, "--backends", "reference,singular", "--simplify", "singles")
    assert code == 0
    assert "agree" in output
