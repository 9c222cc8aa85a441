"""Every example runs, as a user runs it, and prints what it is there for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import casbridge

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
NEEDS_SINGULAR = {
    "paper_one_solution",
    "paper_all_grids",
    "sums_and_products",
    "thirty_nine_clues",
    "script_by_hand",
    "counting_grids",
}

#: Example → what it must print, line by line or as parts of lines.
FACTS = {
    "study": [
        "6 jobs ran: {'complete': 6}, verdicts: {'agree': 3}",
        "once more: 0 jobs ran",
        "reference         [2, 4, 8]",
        "sympy:groebner    [2, 4, 8]",
        "times of 3 sizes by 2 methods",
        "katsura-3: 8 zeros, dimension 0, verdict agree",
        "two-methods.html has ",
    ],
    "study_with_another_executor": [
        "jobs: 6 verdicts: {'agree': 3}",
        "katsura-3 by reference:general: complete, degree 8, dimension 0",
    ],
    "parameters": [
        "two lines, over QQ(a, b, c, d):",
        "holds where a*d - b*c != 0",
        "[b**2*x**2 + a**2*x**2 - a**2*b**2, y - x]",
        "holds where m != 0 and m - 3 != 0",
        "a, b, c, d = 1, 2, 2, 4: another case",
    ],
    "paper_one_solution": [
        "72 polynomials in 16 variables over GF(11)",
        "[x1 - 1, x2 - 4, x3 - 2, x4 - 3, x5 - 3, x6 - 2, x7 - 4, x8 - 1, "
        "x9 - 4, x10 - 1, x11 - 3, x12 - 2, x13 - 2, x14 - 3, x15 - 1, x16 - 4]",
        "as printed in the paper: True",
        "agree: reference:split, singular:char_series, singular:minAssGTZ, sympy:groebner have the same 1 zero",
    ],
    "paper_all_grids": [
        "agree: reference:split, singular:minAssGTZ have the same 288 zeros",
        "chains: 288",
        "every one like in Example 4.1: True",
    ],
    "sums_and_products": [
        "28 equations over QQ, as printed:",
        "sympy:solve: 1423324121344312, as printed there: True",
        "singular:minAssGTZ: 1423324121344312, as printed there: True",
        "reference:general: 1423324121344312, as printed there: True",
        "reference:split: unsupported: ",
        "40 equations, domain polynomials added: 1423324121344312",
    ],
    "thirty_nine_clues": [
        "39 clues",
        "sum-product: 135 equations over QQ; -1 is 8, -2 is 9",
        "colouring: 891 equations over GF(11)",
        "the same solution: True",
        "agree: reference:split, singular:std have the same 1 zero",
    ],
    "audit_encodings": [
        "  1 2 4 4 4 5 7 9 9",
        "  2 3 4 6 6 6 7 10 10",
        "8 -> -1, 9 -> -2",
        "modulo 10007: sufficient over the digits: True",
    ],
    "jigsaw": [
        "region 1: r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r3c1 r4c1 r4c2",
        *(f"{encoding}: " for encoding in ("colouring", "sum-product", "symmetric", "indicators")),
    ],
    "graph_colouring": [
        "petersen, 2 colours: 25 equations, 0 colourings",
        "petersen, 3 colours: 25 equations, 120 colourings",
        "myciel3, 3 colours: 31 equations, 0 colourings",
        "myciel3, 4 colours: 31 equations, 12480 colourings",
    ],
    "large_puzzles": [
        f"{name}: {side}×{side} Sudoku"
        for name, side in (("plane-tree", 16), ("harbour", 16), ("night-train", 16), ("orchard", 25))
    ],
    "classic_families": [
        "cyclic-5: dimension 0, degree 70 (known: 70)",
        "cyclic-4: dimension 1,",
        "mycielski-3: graph with 5 vertices and 5 edges, 3 colours, 30 solutions (known: 30)",
    ],
    "families": ["6×6 Sudoku", "10×10 Sudoku", "12×12 Sudoku", "and diagonals", "7×7 Latin square", "read back: True"],
    "many_answers": ["chains one by one: 288", "limit of 10: partial, 10 components", "6×6 grids: 28200960"],
    "counting_grids": [
        "  2x2: 288\n",
        "  2x3: 28200960\n",
        "  2x4: 29136487207403520\n",
        "  3x3: 6670903752021072936960\n",
        " 2612736  56·6⁶: first bands",
        " 6.65708e+21  of all grids",
        *(f" {number}  " for number in (36288, 6091, 2051, 416, 174, 74, 71, 44, 18383222420692992)),
        "  2x2: the series has 288 points; as many as by the formulas: True",
        "  2x3: the series has 28200960 points; as many as by the formulas: True",
        "  2x2: Singular's vdim is 288",
        "  2x2, the first row given: by SymPy's basis the dimension is 12",
        "  2x2, the first row given: 12 completions",
    ],
    "grids_up_to_symmetry": [
        "colourings of a square's edges: 6 essentially different; "
        "one by one: ['bbbb', 'bbbg', 'bbgg', 'bgbg', 'bggg', 'gggg']",
        "4×4: 128 symmetries, 256 grids fixed by all together: 2 classes",
        "  96 grids such as 1234341221434321",
        "  192 grids such as 1234341223414123",
        "  4!·2·2·3 = 288: 1234341221434321, 1234341223414123, 1234342121434312",
        "reflection in the middle row: it stays: True; r4c1 goes to a cell of its column: True",
        "  grids fixed: 0; one found by search: None",
        "turned and relabelled it is the same: True",
        "grids like it, relabelled ones counting as one: 13056",
    ],
    "fewest_clues": [
        "3 clues of 1234341221434321: 0 proper",
        "3 clues of 1234341223414123: 0 proper",
        "4 clues of 1234341221434321: 12 proper, such as 1..4.........32.",
        "4 clues of 1234341223414123: 128 proper, such as 12......2......3",
        "all clues but 3 and 4, 12....1221....21: 4 solutions",
        "all clues but 3 and 4, 12....122..1.12.: 2 solutions",
        "three digits, two solutions: 123.3.........2.",
    ],
    "false_reason": [
        "step 5, hidden single, claims that r2c3 - 4 is in the radical of",
        "  (r1c3 - 4)*(r1c4 - 4)*(r2c3 - 4)*(r2c4 - 4)",
        "reference:split: 21 steps, 45 claims: proved",
        "with 2 cells of 3: refused",
        "step 5: with r1c3 = 2, r1c4 = 2, r2c4 = 4 all that the step names holds, but r2c3 is 1",
    ],
    "worksheet": [
        "1: 4..53.3...46.352..21....5...2...6..3 easy",
        " medium",
        " hard",
        "3: ",
        "4: ",
        "3 pages",
        "Look at box 3.",
        "r4c3 is 4.",
    ],
    "explanation_page": [
        "presets: 82 steps, 4 presets; solved",
        "the page: 2",
        "step 1: r1c2 is 6, so 6 is removed from r1c1",
        "step 32: naked pair in row 2 and box 2: r2c4 and r2c6 have the candidates 4 and 6 only",
        "step 34: forcing chain: if r5c5 were 2",
        "<figure",
        "<title>Hard: 9×9 Sudoku with boxes 3×3, 81 of 81 known</title>",
    ],
    "same_but_for_looks": [
        "the same form: True",
        "seen through: True",
        "and solved: True",
        "1234341221434321: 32 automorphisms, 96 of the 288 grids",
        "1234341223414123: 16 automorphisms, 192 of the 288 grids",
        "36 puzzles become 2304, 2304 different ones",
        "puzzle 37 is in group 2: rows 1→3→1, 4→6→4, 7→9→7",
    ],
    "making_puzzles": [
        "1....2.1..32.... from 1423324141322314: 5 clues, minimal: True",
        "without r1c1 these cells could be different: r1c1, r1c2, r3c1, r3c2",
        "6×6 jigsaw Sudoku, proper: True",
        "576 of 576 Latin squares came up",
        "the same pattern after a quarter turn: True",
    ],
    "counting_pictures": [
        "counting-band: ",
        "counting-operations: ",
        "counting-edges: 16 colourings in 6 classes: 1, 4, 4, 2, 4, 1",
        "counting-classes: ",
        "counting-quarter-turn: turned and relabelled it is the same: True",
        "counting-shidoku: 96 and 192 grids",
    ],
    "systems": ["['[x, y - 1]', '[x - 1, y]']", "reference:split: unsupported: no", "[a - 1, b - 2"],
    "characteristic_series": [
        "  [a, b*x + c]  dimension 2, free: b, c; b != 0",
        "  [x**2 - z*y**2]  dimension 2, free: z, y",
        "  [x**2 - 2, y + 2*x, z**2 + 4]  dimension 0, 4 zeros",
        "  [y**2 - x, z - x*y]  dimension 1, free: x",
        "  [u**2 - 3, v + 3*u]  dimension 0, 2 zeros",
        "  [a**2 + t, b**2 + a*b + t]  dimension 1, free: t",
        "├─ x = 0 (initial of x*y**2 + y + 1) → chain 2: [x, y + 1]",
        "the same by the definitions: True",
        "closures only: [[x*y**2 + y + 1]]",
    ],
    "script_by_hand": ["casbridge:begin", "x2-4", "│ 1 4 │ 2 3 │", "violates: None"],
    "custom_templates": ["// Ours: ", "refused: singular/std.sing.j2:1: 'charcteristic' is undefined"],
    "third_party_backend": [
        "exhaustive:search: complete, [[x, y - 1], [x - 1, y]]",
        "agree: reference:split, exhaustive:search, sympy:groebner have the same 2 zeros",
        "exhaustive:search: unsupported: exhaustive:search takes at most 1000000 points",
        "from the recorded transcript: [(1, 2), (9, 10)]",
    ],
    "geometry_theorems": [
        "-- Simson's line --",
        "  A and C differ, so that u3**2 + u2**2 ≠ 0",
        "Proved: holds on 1 general component, and on all degenerate ones.",
        "-- Pappus's theorem --",
        "Not proved: fails on 1 of 1 general component.",
    ],
    "values_page": [
        "a verdict with a witness: <Verdict: disagree: ",
        "a script: <Script for singular:std, ",
        "22 values on one page",
    ],
    "notebook": [
        "<figure",
        "Example 4.1",
        r"\mathbf{4}",
        "{'name': 'sympy:groebner', 'status': 'complete', 'count': 1}",
    ],
}


def the_puzzle(path: Path) -> casbridge.Puzzle:
    (puzzle,) = casbridge.read_puzzles(path.read_bytes())
    return puzzle


def test_every_example_is_listed_here_and_in_the_folder_s_readme() -> None:
    found = {path.stem for path in EXAMPLES.glob("*.py")}
    assert found == set(FACTS)
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert [name for name in found if f"`{name}" not in readme] == []


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow, *([pytest.mark.singular] if name in NEEDS_SINGULAR else [])])
        for name in sorted(FACTS, key=lambda name: name not in NEEDS_SINGULAR)
    ],
)
def test_example(name: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, str(EXAMPLES / f"{name}.py")]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr
    missing = [fact for fact in FACTS[name] if fact not in done.stdout]
    assert not missing, done.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("example", "names"), [("counting_pictures", "counting-*.svg"), ("explanation_page", "explaining-*.svg")]
)
def test_pictures_of_the_guide_are_these(example: str, names: str, tmp_path: Path) -> None:
    """To draw them anew: `python examples/counting_pictures.py docs/pictures`, and so for the other."""
    subprocess.run([sys.executable, str(EXAMPLES / f"{example}.py"), str(tmp_path)], check=True, timeout=300)
    drawn = {file.name: file.read_text(encoding="utf-8") for file in tmp_path.glob(names)}
    pictures = EXAMPLES.parent / "docs" / "pictures"
    assert {file.name: file.read_text(encoding="utf-8") for file in pictures.glob(names)} == drawn


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem == "long-winter" else [])
        for path in sorted((EXAMPLES / "puzzles").iterdir())
    ],
)
def test_puzzle_file_has_exactly_one_solution(path: Path) -> None:
    puzzle = the_puzzle(path)
    encoded = casbridge.encode(puzzle)
    solutions = [solution for solution, _ in zip(casbridge.solutions(encoded), range(2), strict=False)]
    assert len(solutions) == 1
    assert solutions[0].violation() is None


def test_the_39_clues_are_those_of_the_seed() -> None:
    """The equations x_i - v of the seed's script, where -1 stands for 8 and -2 for 9, in the seed's order."""
    # fmt: off
    equations = {
        0: 7, 2: 5, 3: 6, 6: -1, 8: 4, 9: 6, 10: 4, 16: 2, 17: 7, 18: 1, 19: 2, 20: -1, 21: 4, 22: 7, 25: 5, 26: 6,
        27: 2, 28: 5, 29: 1, 31: 6, 35: -1, 45: -1, 49: 5, 51: 2, 52: 6, 55: -1, 58: 3, 61: 7, 63: 5, 65: 2, 66: 7,
        67: 4, 70: -1, 71: 3, 72: 3, 74: 7, 75: 5, 78: 4, 80: 2,
    }
    # fmt: on
    puzzle = the_puzzle(EXAMPLES / "puzzles" / "thirty-nine.txt")
    of_digit = {8: -1, 9: -2}
    assert {cell: of_digit.get(digit, digit) for cell, digit in enumerate(puzzle.givens) if digit} == equations
