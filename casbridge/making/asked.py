"""`generate` with keywords, which are the options of the command `casbridge generate`.

`casbridge.making.generate` is the iterator below it, which takes a `Wish`.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from typing import Any, TypedDict, Unpack, overload

from casbridge.arguments import kind_of, text_of, wrong
from casbridge.calls import with_hints
from casbridge.chance import LARGEST_SEED, new_seed
from casbridge.errors import InputError, UsageError, printable
from casbridge.limits import Limits
from casbridge.logic.theorems.catalogue import levels_of
from casbridge.making.filling import uniform_grids
from casbridge.making.generating import ATTEMPTS, Made, NotMade, generate_each, only_new
from casbridge.making.symmetries import Seen
from casbridge.making.variants import asked_for, variants_of
from casbridge.making.wishes import SYMMETRIES, Wish, parse_pattern
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.reading import read_text
from casbridge.puzzles.subjects import puzzle_of

_LARGEST = 10**6


class _Wanted(TypedDict, total=False):
    """The keywords of `generate`."""

    seed: int | None
    start: int
    solution: Any
    diagonals: bool
    variant: Any
    random_regions: bool
    symmetry: str
    pattern: Any
    clues: Any
    difficulty: Any
    uniform: bool
    full: bool
    distinct: bool
    inequivalent: bool
    attempts: int
    seconds: float | None


@overload
def generate(shape: Any = "3x3", number: None = None, **wanted: Unpack[_Wanted]) -> Made: ...


@overload
def generate(shape: Any = "3x3", number: int = ..., **wanted: Unpack[_Wanted]) -> list[Made]: ...


@with_hints
def generate(
    shape: Any = "3x3",
    number: int | None = None,
    *,
    seed: int | None = None,
    start: int = 1,
    solution: Any = None,
    diagonals: bool = False,
    variant: Any = (),
    random_regions: bool = False,
    symmetry: str = "none",
    pattern: Any = None,
    clues: Any = None,
    difficulty: Any = None,
    uniform: bool = False,
    full: bool = False,
    distinct: bool = False,
    inequivalent: bool = False,
    attempts: int = ATTEMPTS,
    seconds: float | None = None,
) -> Made | list[Made]:
    """A proper puzzle: it has exactly one solution and, unless you ask otherwise, no clue too many. Or a list of them.

    shape: of a box, such as `2x3`; or an empty puzzle of any family, as `read_puzzle` reads it; or a Layout.
    number: None is one puzzle; a number is a list of so many.
    seed: the same seed gives the same puzzles, also by `casbridge generate --seed`. start: the number of the first one.
    solution: a full grid that is to be the solution.
    diagonals: the two main diagonals are units too. random_regions: a jigsaw with random regions.
    variant: rules and clues of variants, such as "killer" or ["windoku", "killer"]; see `casbridge.making.variants`.
    symmetry: of the pattern of clues, a name in `casbridge.making.SYMMETRIES`.
    pattern: the cells that are clues: a text or the path of a file, x for a clue and . for none.
    clues: how many, such as 24, (22, 26) or "22..26".
    difficulty: the hardest step, such as "singles" or "singles..subsets"; see `casbridge.logic.LEVELS`.
    uniform: full grids that are exactly equally likely. full: full grids only.
    distinct: no puzzle twice. inequivalent: no two that are equivalent; see `casbridge.making.equivalent`.
    attempts: full grids to try for each puzzle. seconds: limit on the time for each puzzle.

    Raises NotMade, a LimitError, where a puzzle is not found within the limits; UsageError or InputError for a wish
    that no puzzle can meet.

    >>> made = generate("2x2", seed=1)
    >>> made.puzzle.line, made.solution.line, made.seed
    ('.....4.2..13....', '2341143242133124', 1)
    >>> [one.line for one in generate("2x2", 2, seed=1)][0] == made.line
    True
    >>> generate("2x2", variant=["windoku", "killer"], seed=1).puzzle.layout.description
    '4×4 Sudoku with boxes 2×2, windows, killer cages'
    """
    _require_numbers(number, start, attempts, seed)
    text_of(symmetry, f"a symmetry: {', '.join(SYMMETRIES)}")
    limits = Limits(seconds=seconds)
    layout, grid = _beginning(shape, solution, diagonals)
    layout, drawn = asked_for(layout, _variants_of(variant))
    wish = Wish(
        layout,
        solution=grid,
        variants=drawn,
        symmetry=symmetry,
        pattern=None if pattern is None else _pattern_of(pattern, layout),
        clues=None if clues is None else clues_of(clues),
        levels=None if difficulty is None else difficulty_of(difficulty),
        uniform=uniform,
        random_regions=random_regions,
        full=full,
    )
    new = distinct or inequivalent
    if inequivalent and not layout.is_grid:
        raise UsageError("inequivalent graphs", expected="grids")
    if uniform and not random_regions:
        uniform_grids(layout, deadline=limits.deadline())
    count, rounds = number or 1, None if new else number or 1
    seed = new_seed() if seed is None else seed
    found = generate_each([wish], rounds, seed, start=start, seconds=seconds, attempts=attempts)
    made: list[Made] = []
    for one in only_new(found, count, Seen(up_to_symmetry=inequivalent)) if new else found:
        if isinstance(one, NotMade):
            raise one
        made.append(one)
    return made[0] if number is None else made


def _require_numbers(number: object, start: object, attempts: object, seed: object) -> None:
    if number is not None and not _is_number(number, 1, _LARGEST):
        found = kind_of(number) if not isinstance(number, int) else f"number={number}"
        raise UsageError(found, expected=f"how many puzzles, 1 to {_LARGEST}", hint="the shape comes first")
    for name, value in (("start", start), ("attempts", attempts)):
        if not _is_number(value, 1, _LARGEST):
            raise UsageError(f"{name}={printable(repr(value), 60)}", expected=f"a whole number from 1 to {_LARGEST}")
    if seed is not None and not _is_number(seed, 0, LARGEST_SEED):
        expected = f"a whole number from 0 to {LARGEST_SEED}, or None"
        raise UsageError(f"seed={printable(repr(seed), 60)}", expected=expected)


def _beginning(shape: Any, solution: Any, diagonals: bool) -> tuple[Layout, tuple[int, ...] | None]:
    """The layout to fill, and the full grid to dig from, if it is given."""
    layout, grid = _layout_of(shape), None
    if solution is not None:
        if shape != "3x3":
            raise UsageError("a shape together with a solution", expected="one or the other")
        layout, grid = _full_grid(solution)
    if diagonals and not layout.is_grid:
        raise UsageError("diagonals for a graph", expected="a grid")
    return replace(layout, diagonals=True) if diagonals else layout, grid


def _variants_of(given: Any) -> tuple[str, ...]:
    names = (given,) if isinstance(given, str) else given
    if not isinstance(names, (tuple, list)) or not all(isinstance(one, str) for one in names):
        raise UsageError(f"variant: {kind_of(given)}", expected='a name such as "killer", or a list of names')
    return tuple(name for one in names for name in variants_of(one))


def clues_of(given: Any) -> tuple[int, int]:
    """The least and the largest number of clues that a user means.

    >>> clues_of(24), clues_of("22..26"), clues_of((22, 26))
    ((24, 24), (22, 26), (22, 26))
    """
    expected = "a number such as 24, or 22..26"
    if isinstance(given, str):
        match = re.match(r"(?a)(\d{1,5})(?:\.\.(\d{1,5}))?\Z", given.strip())
        if match is None:
            raise InputError(f"number of clues {printable(given, 40)!r}", expected=expected)
        return int(match.group(1)), int(match.group(2) or match.group(1))
    if _is_number(given, 0, _LARGEST):
        return given, given
    if isinstance(given, (tuple, list)) and len(given) == 2 and all(_is_number(one, 0, _LARGEST) for one in given):
        return given[0], given[1]
    raise UsageError(f"clues: {kind_of(given)}", expected=expected)


def difficulty_of(given: Any) -> tuple[str, str]:
    """The easiest and the hardest class of difficulty that a user means.

    >>> difficulty_of("easy"), difficulty_of("singles..subsets"), difficulty_of(("singles", "fish"))
    (('singles', 'singles'), ('singles', 'subsets'), ('singles', 'fish'))
    """
    if isinstance(given, str):
        return levels_of(given)
    if isinstance(given, (tuple, list)) and len(given) == 2 and all(isinstance(one, str) for one in given):
        return levels_of("..".join(given))
    raise UsageError(
        f"difficulty: {kind_of(given)}", expected="a word such as easy, or easy..hard, or singles..subsets"
    )


def _is_number(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _layout_of(shape: Any) -> Layout:
    """The layout of an empty puzzle, or of a shape."""
    if isinstance(shape, Layout):
        return shape
    if isinstance(shape, int):
        raise wrong(shape, "a shape such as '3x3'", {"number": "generate('3x3', number=5) makes five puzzles"})
    if isinstance(shape, (list, tuple)) and len(shape) == 2 and all(isinstance(one, int) for one in shape):
        raise wrong(shape, "a shape such as '3x3'", {"numbers": f"generate('{shape[0]}x{shape[1]}')"})
    puzzle = puzzle_of(shape)
    if puzzle.clues == puzzle.layout.cells > 0:
        found, hint = "a full grid for a shape", "generate(solution=grid) makes puzzles with this solution"
        raise UsageError(found, expected="a shape such as 3x3", hint=hint)
    if puzzle.clues:
        raise UsageError(f"a puzzle with {puzzle.clues} clues for a shape", expected="an empty puzzle")
    return puzzle.layout


def _full_grid(solution: Any) -> tuple[Layout, tuple[int, ...]]:
    """The layout and the digits of a full grid."""
    digits: tuple[int, ...] | None = getattr(solution, "digits", None)
    puzzle = puzzle_of(solution)
    grid = puzzle.givens if digits is None else digits
    if blanks := sum(1 for digit in grid if not digit):
        what = "1 cell is blank" if blanks == 1 else f"{blanks} cells are blank"
        raise UsageError(f"solution: {what}", expected="a full grid", hint="solve(puzzle) finds solutions")
    return puzzle.layout, grid


def _pattern_of(pattern: Any, layout: Layout) -> tuple[int, ...]:
    """The cells of a pattern."""
    if isinstance(pattern, os.PathLike) or (isinstance(pattern, str) and os.path.isfile(pattern)):
        text, source = read_text(os.fspath(pattern))
        return parse_pattern(text, layout, source)
    if not isinstance(pattern, str):
        raise wrong(pattern, "the text of a pattern, or the path of a file: x for a clue and . for none")
    return parse_pattern(pattern, layout, "<pattern>")
