"""Equivalent puzzles with clues: an exchange of lines takes clues to clues, beside brute force on 4×4."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from itertools import permutations, product

import pytest

from casbridge.board.solutions import solutions
from casbridge.chance import Chance
from casbridge.making import symmetries
from casbridge.making.symmetries import automorphism_group, canonical_form, equivalent, random_transformation
from casbridge.making.transformations import Transformation, from_cells, is_symmetry, moved_constraints
from casbridge.puzzles import Layout, Puzzle, latin, sudoku, with_constraints
from casbridge.puzzles.variants import (
    AntiKnight,
    Arrow,
    BlackDot,
    Cage,
    Constraint,
    Greater,
    LittleKiller,
    Parity,
    SandwichSum,
    Thermometer,
    WhiteDot,
    Windoku,
)
from casbridge.puzzles.variants.lines import DIRECTIONS
from casbridge.puzzles.variants.protocol import WholeGrid, neighbours
from tests.variant_cases import PLAIN, VARIANTS, case, true_case

NAMES = (1, 2, 3, 4)


@cache
def plain_symmetries(layout: Layout) -> list[tuple[int, ...]]:
    """All exchanges of lines, with transposition or without, that take units to units."""
    lines = [
        tuple(rows[i] * 4 + columns[j] for i in range(4) for j in range(4))
        for rows, columns in product(permutations(range(4)), repeat=2)
    ]
    transposed = [tuple(cells[cell % 4 * 4 + cell // 4] for cell in range(16)) for cells in lines]
    return [cells for cells in lines + transposed if is_symmetry(layout, cells)]


def images(puzzle: Puzzle) -> set[tuple[tuple[Constraint, ...], tuple[int, ...]]]:
    """The clues and givens of all equivalent puzzles on this grid, by brute force."""
    layout, found = puzzle.layout, set()
    names = (NAMES, NAMES[::-1]) if layout.relations else permutations(NAMES)
    for cells, new in product(plain_symmetries(layout.plain), [*names]):
        moved = moved_constraints(layout, cells, new)
        if isinstance(moved, str):
            continue
        givens = [0] * 16
        for cell, digit in enumerate(puzzle.givens):
            givens[cells[cell]] = new[digit - 1] if digit else 0
        found.add((moved, tuple(givens)))
    return found


@pytest.mark.parametrize("small", [4, 0], ids=["each symmetry", "line by line"])
@pytest.mark.parametrize("count", [5, pytest.param(40, marks=pytest.mark.slow)])
def test_forms_are_equal_exactly_for_equivalent_puzzles(
    small: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(symmetries, "_SMALL_SIDE", small)
    rng = random.Random(count)
    for number in range(count):
        name = rng.choice(sorted(VARIANTS))
        layout, grid = true_case(rng, name, *rng.sample(sorted(VARIANTS), number % 2))
        if not layout.constraints:
            continue
        puzzle = Puzzle(layout, tuple(digit if rng.random() < 0.3 else 0 for digit in grid))
        form = canonical_form(puzzle)
        assert form.transformation(puzzle) == form.puzzle
        wanted = images(puzzle)
        # Another puzzle of the class has the same form.
        constraints, givens = rng.choice(sorted(wanted, key=repr))
        other = Puzzle(with_constraints(layout.plain, constraints), givens)
        assert canonical_form(other).puzzle == form.puzzle
        way = equivalent(puzzle, other)
        assert way is not None
        assert way(puzzle) == other
        assert sorted(solutions(other)) == sorted(
            way(type(form.puzzle)(layout, one)).givens for one in solutions(puzzle)
        )
        # A puzzle with one given or one clue more, or less, is equivalent only if brute force says so.
        cell, digit = rng.randrange(16), rng.randint(1, 4)
        near = Puzzle(other.layout, tuple(digit if i == cell else old for i, old in enumerate(other.givens)))
        fewer = Puzzle(with_constraints(layout.plain, other.layout.constraints[:-1]), other.givens)
        for one in (near, fewer):
            is_image = (one.layout.constraints, one.givens) in wanted
            assert (equivalent(puzzle, one) is not None) == is_image


def _meaning(one: Constraint, cells: Sequence[int]) -> Hashable:
    """What a clue says after its cells moved, without the order in which it names them."""

    def moved(own: Iterable[int]) -> tuple[int, ...]:
        return tuple(cells[cell] for cell in own)

    match one:
        case WholeGrid():
            pairs = [own.cells for own in (*one.groups(4), *one.relations(4, ()))] or [*neighbours(4)]
            return type(one), frozenset(frozenset(moved(pair)) for pair in pairs)
        case Cage(own, total, repeats):
            return Cage, frozenset(moved(own)), total, repeats
        case Thermometer(own):
            return Thermometer, moved(own)
        case Arrow(circle, shaft):
            return Arrow, moved(circle), frozenset(moved(shaft))
        case Parity(cell, even):
            return Parity, cells[cell], even
        case Greater(larger, smaller):
            return Greater, cells[larger], cells[smaller]
        case LittleKiller(_, _, total):
            return LittleKiller, frozenset(moved(one.cells(4))), total
        case SandwichSum(_, _, total):
            line = moved(one.cells(4))
            return SandwichSum, min(line, line[::-1]), total
    return type(one), frozenset(moved((one.a, one.b)))  # type: ignore[attr-defined]


def _meanings(layout: Layout, cells: Sequence[int] = range(16)) -> frozenset[Hashable]:
    return frozenset(_meaning(one, cells) for one in layout.constraints)


def _ways_by_brute_force(puzzle: Puzzle, other: Puzzle) -> int:
    """The number of ways to move the cells and to rename the digits that take a puzzle to another one."""
    layout, goal, number = puzzle.layout, _meanings(other.layout), 0
    reverse = NAMES[::-1]
    turned = [one.turned_round(4) if one.has_relations else one for one in layout.constraints]
    images = {NAMES: layout}
    if layout.relations and all(turned):
        images[reverse] = with_constraints(layout.plain, turned)  # type: ignore[arg-type]
    elif not layout.relations:
        images = dict.fromkeys(permutations(NAMES), layout)
    for cells in plain_symmetries(layout.plain):
        for names, image in images.items():
            givens = [0] * 16
            for cell, digit in enumerate(puzzle.givens):
                givens[cells[cell]] = names[digit - 1] if digit else 0
            number += tuple(givens) == other.givens and _meanings(image, cells) == goal
    return number


def _stated_otherwise(rng: random.Random, one: Constraint) -> Constraint:
    """The same clue in other words, if there are any."""
    match one:
        case LittleKiller(_, direction, total):
            opposite = {(-a, -b): name for name, (a, b) in DIRECTIONS.items()}[DIRECTIONS[direction]]
            return LittleKiller(one.cells(4)[-1], opposite, total)
        case Arrow(circle, shaft):
            ways = [Arrow(circle, way) for way in permutations(shaft)]
            return rng.choice([way for way in ways if way.objection(4) is None])
        case WhiteDot() | BlackDot():
            return type(one)(one.b, one.a)
        case Cage(cells, total, repeats):
            return Cage(tuple(rng.sample(cells, len(cells))), total, repeats)
    return one


@pytest.mark.parametrize("small", [4, 0], ids=["each symmetry", "line by line"])
@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_automorphisms_and_equivalence_are_those_of_the_whole_group(
    name: str, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(symmetries, "_SMALL_SIDE", small)
    rng = random.Random(name)
    for layout in (sudoku(2, 2), PLAIN[rng.randrange(2, 4)], *[latin(4)] * (name in ("arrow", "little killer"))):
        clues = [VARIANTS[name](rng) for _ in range(2)]
        layouts = [with_constraints(layout, own) for own in (clues[0], clues[0] + clues[1] * (name != "sandwich"))]
        for given in layouts:
            puzzle = Puzzle(given, tuple(rng.randint(1, 4) if rng.random() < 0.1 else 0 for _ in range(16)))
            group = automorphism_group(puzzle)
            assert group.order * group.relabellings == _ways_by_brute_force(puzzle, puzzle)
            cells = rng.choice(plain_symmetries(layout))
            moved = moved_constraints(given, cells)
            if not isinstance(moved, str):
                puzzle = Puzzle(given, (0,) * 16)
                stated = [_stated_otherwise(rng, one) for one in moved]
                other = Puzzle(with_constraints(layout, stated), (0,) * 16)
                assert _ways_by_brute_force(puzzle, other)
                assert equivalent(puzzle, other)
                assert canonical_form(puzzle).puzzle == canonical_form(other).puzzle
            clue = with_constraints(layout, clues[1])
            is_image = _ways_by_brute_force(Puzzle(given, (0,) * 16), Puzzle(clue, (0,) * 16)) > 0
            assert (equivalent(Puzzle(given, (0,) * 16), Puzzle(clue, (0,) * 16)) is not None) == is_image


def test_a_little_killer_has_no_first_end() -> None:
    ends = [LittleKiller(4, "down-right", 8), LittleKiller(14, "up-left", 8)]
    layouts = [with_constraints(sudoku(2, 2), clues) for clues in (ends[:1], ends[1:], ends)]
    assert len(set(layouts)) == 1
    diagonal = with_constraints(sudoku(2, 2), [LittleKiller(0, "down-right", 10)])
    assert automorphism_group(Puzzle(diagonal, (0,) * 16)).order == 32


def test_which_exchanges_keep_which_clues() -> None:
    nine = sudoku(3, 3)

    def says(first: list[Constraint], second: list[Constraint], layout: Layout = nine) -> bool:
        empty = (0,) * layout.cells
        one, other = (Puzzle(with_constraints(layout, constraints), empty) for constraints in (first, second))
        way = equivalent(one, other)
        assert way is None or way(one) == other
        return way is not None

    # A cage goes to any cells that are alike; with another sum only by reversed digits.
    assert says([Cage((0, 1), 5)], [Cage((72, 74), 5)])
    assert says([Cage((0, 1), 5)], [Cage((72, 74), 15)])
    assert not says([Cage((0, 1), 5)], [Cage((72, 74), 6)])
    assert not says([Cage((0, 1), 5)], [Cage((72, 75), 5)])
    # A thermometer goes on touching, a dot on being between neighbours.
    assert says([Thermometer((0, 10, 20))], [Thermometer((2, 10, 18))])
    assert says([Thermometer((0, 10, 20))], [Thermometer((60, 70, 80))])
    assert not says([Thermometer((0, 10, 20))], [Thermometer((60, 70, 61))])
    assert says([WhiteDot(0, 1)], [WhiteDot(9, 10)])
    assert not says([WhiteDot(0, 1)], [WhiteDot(2, 3)])
    # A sandwich needs the whole line; other lines go anywhere within their blocks.
    assert says([SandwichSum(True, 0, 5)], [SandwichSum(False, 8, 5)])
    assert says([SandwichSum(True, 0, 5), SandwichSum(True, 1, 7)], [SandwichSum(True, 3, 5), SandwichSum(True, 5, 7)])
    # With anti-knight only turns and reflections are left.
    assert says([AntiKnight(), Cage((0, 1), 5)], [AntiKnight(), Cage((71, 80), 5)])
    assert not says([AntiKnight(), Cage((0, 1), 5)], [AntiKnight(), Cage((72, 74), 5)])
    # The digits of a pill keep their order.
    assert says([Arrow((0, 1), (2, 3))], [Arrow((0, 9), (18, 27))])
    assert says([Arrow((0, 1), (9, 10))], [Arrow((78, 79), (69, 70))])
    # The order of a shaft says nothing.
    assert says([Arrow((0, 1), (9, 10))], [Arrow((0, 1), (10, 9))])


@pytest.mark.parametrize("layout", [sudoku(3, 3), sudoku(2, 3), sudoku(3, 2), sudoku(2, 4), latin(6)], ids=str)
def test_large_grids_have_forms(layout: Layout) -> None:
    """Random exchanges of lines lead to the same form, also where few cells have clues."""
    rng, chance = random.Random(3), Chance(3)
    side = layout.side
    for size in (0, 1, 2, 6, layout.cells // 5):
        cells = rng.sample(range(layout.cells), 3 * size)
        cages = [Cage(tuple(cells[i : i + 3]), rng.randint(6, 12), True) for i in range(0, len(cells), 3)]
        givens = tuple(rng.randint(1, side) if rng.random() < 0.15 else 0 for _ in range(layout.cells))
        puzzle = Puzzle(with_constraints(layout, [*cages, Cage((0, 1))]), givens if size % 3 else (0,) * layout.cells)
        turn = random_transformation(layout, chance, relabel=False)
        moved = from_cells(puzzle.layout, turn.cells)(puzzle)
        way = equivalent(puzzle, moved)
        assert isinstance(way, Transformation)
        assert way(puzzle) == moved


def test_windows_with_cages() -> None:
    layout = with_constraints(sudoku(3, 3), [Windoku(), Cage((10, 11), 5)])
    turned = with_constraints(sudoku(3, 3), [Windoku(), Cage((69, 70), 5)])
    assert equivalent(Puzzle(layout, (0,) * 81), Puzzle(turned, (0,) * 81)) is not None


def test_the_class_of_a_random_layout_is_closed() -> None:
    """Images of images are images."""
    rng = random.Random(9)
    for name in ("thermometer", "arrow", "little killer", "sandwich", "dots"):
        layout, _ = case(rng, name)
        if layout.plain in PLAIN[:2]:
            wanted = images(Puzzle(layout, (0,) * 16))
            constraints, givens = rng.choice(sorted(wanted, key=repr))
            assert images(Puzzle(with_constraints(layout.plain, constraints), givens)) == wanted
