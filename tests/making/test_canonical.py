"""Canonical forms: beside brute force over the whole group, and over all grids of small shapes."""

from __future__ import annotations

from collections import Counter
from itertools import chain, permutations, product
from pathlib import Path
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings, strategies as st

from casbridge import encode, solutions
from casbridge.counting import BoxShape, essentially_different, grid_classes, total_grids
from casbridge.counting.symmetries import symmetries_of_square
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import Deadline
from casbridge.making import (
    Chance,
    Seen,
    automorphism_group,
    canonical_form,
    equivalent,
    from_cells,
    from_words,
    number_of_symmetries,
    random_regions,
    random_transformation,
)
from casbridge.making.minlex import Lines, least
from casbridge.puzzles import Layout, Puzzle, Solution, graph, jigsaw, latin, sudoku
from tests.effort import examples
from tests.making.layouts import ALL, BENT, SMALL, block_permutations, by, square_grid, with_clues

#: The least of all 9×9 grids, which is the one with most automorphisms too.
MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
SEVENTEEN = Path("/work/shared/data/puzzles/seventeen-clues-1967.txt")

names = st.sampled_from(sorted(ALL))
seeds = st.integers(0, 2**32)
shares = st.sampled_from([0.0, 0.1, 0.3, 0.5])


def puzzle_of(line: str, layout: Layout) -> Puzzle:
    return Puzzle(layout, tuple(int(character.replace(".", "0")) for character in line))


def brute_force(digits: tuple[int, ...], lines: Lines) -> tuple[tuple[int, ...], int]:
    """The least form by going through the group, and how many of its elements lead there."""
    n = lines.side
    grid = [digits[row * n : (row + 1) * n] for row in range(n)]
    grids = [grid, list(zip(*grid, strict=True))] if lines.rows == lines.columns else [grid]
    best: list[int] = []
    ways = 0
    for turned in grids:
        for rows in block_permutations(n, lines.rows):
            for columns in block_permutations(n, lines.columns):
                labels = {0: 0}
                made = [labels.setdefault(turned[row][column], len(labels)) for row in rows for column in columns]
                if not best or made < best:
                    best, ways = made, 0
                ways += made == best
    return tuple(best), ways


# -- beside brute force -----------------------------------------------------------------------------------------------


@given(seeds, st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.8, 1.0]))
def test_least_puzzles_of_side_4(seed: int, share: float) -> None:
    """Also such with a digit twice in a row or box."""
    puzzle = with_clues(sudoku(2, 2), share, Random(seed))
    form, ways = brute_force(puzzle.givens, Lines(4, 2, 2))
    assert canonical_form(puzzle).puzzle.givens == form
    assert automorphism_group(puzzle).order == ways


@pytest.mark.slow
@settings(deadline=None, max_examples=examples(25))
@given(seeds, st.sampled_from([0.2, 0.5, 0.8, 0.95, 1.0]), st.integers(0, 2))
def test_least_puzzles_of_side_6(seed: int, share: float, blank: int) -> None:
    """Also dense puzzles, whose first two rows are placed together, and puzzles with blank columns."""
    random = Random(seed)
    digits = random_transformation(sudoku(2, 3), by(random))(Puzzle(sudoku(2, 3), square_grid(2, 3))).givens
    digits = tuple(digit if random.random() < share and cell % 6 >= blank else 0 for cell, digit in enumerate(digits))
    form, ways = brute_force(digits, Lines(6, 2, 3))
    assert canonical_form(Puzzle(sudoku(2, 3), digits)).puzzle.givens == form
    assert automorphism_group(Puzzle(sudoku(2, 3), digits)).order == ways


@pytest.mark.slow
def test_least_grids_of_side_4() -> None:
    """All 288: two classes, as large as counted."""
    grids = [solution.digits for solution in solutions(encode(Puzzle(sudoku(2, 2), (0,) * 16)))]
    sizes = Counter(canonical_form(Puzzle(sudoku(2, 2), grid)).puzzle.givens for grid in grids)
    assert len(grids) == 288
    assert sorted(sizes.values()) == [96, 192]
    for form, size in sizes.items():
        assert brute_force(form, Lines(4, 2, 2))[0] == form
        assert automorphism_group(Puzzle(sudoku(2, 2), form)).orbit == size
    assert sizes == {found.representative: found.size for found in grid_classes(BoxShape(2, 2))}


@given(seeds, shares)
def test_least_latin_squares(seed: int, share: float) -> None:
    puzzle = with_clues(latin(4), share, Random(seed))
    form, ways = brute_force(puzzle.givens, Lines(4, 4, 4))
    assert (canonical_form(puzzle).puzzle.givens, automorphism_group(puzzle).order) == (form, ways)


@pytest.mark.parametrize("side", [9, 16])
def test_dense_puzzles_of_large_sides(side: int) -> None:
    random = Random(side)
    layout = sudoku(3, 3) if side == 9 else sudoku(4, 4)
    grid = square_grid(*(layout.box or (3, 3)))
    for share in (0.97, 0.9, 0.7):
        puzzle = Puzzle(layout, tuple(digit if random.random() < share else 0 for digit in grid))
        found = [canonical_form(random_transformation(layout, by(random))(puzzle)).puzzle for _ in range(2)]
        assert found[0] == found[1]


@pytest.mark.parametrize("grid", ["1234214334124321", "1234234134124123", "1234214334214312"])
def test_full_latin_squares(grid: str) -> None:
    puzzle = puzzle_of(grid, latin(4))
    form, ways = brute_force(puzzle.givens, Lines(4, 4, 4))
    assert (canonical_form(puzzle).puzzle.givens, automorphism_group(puzzle).order) == (form, ways)


# -- all grids of a shape ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_all_grids_of_side_6() -> None:
    """The 39,168 with their first row in order: 49 classes, whose orbits are all 28,200,960 grids."""
    first_row = Puzzle(sudoku(2, 3), (*range(1, 7), *(0,) * 30))
    sizes = Counter(least(solution.digits, Lines(6, 2, 3))[0] for solution in solutions(encode(first_row)))
    assert sum(sizes.values()) == 39_168
    assert len(sizes) == 49
    orbits = {form: automorphism_group(Puzzle(sudoku(2, 3), form)).orbit for form in sizes}
    assert orbits == {form: 720 * size for form, size in sizes.items()}
    assert sum(orbits.values()) == 28_200_960
    assert orbits == {found.representative: found.size for found in grid_classes(BoxShape(2, 3))}


@pytest.mark.slow
def test_classes_of_side_6() -> None:
    """One grid of each class by another way: its form is itself, and its orbit is the class."""
    classes = grid_classes(BoxShape(2, 3))
    for found in classes:
        puzzle = Puzzle(sudoku(2, 3), found.representative)
        assert canonical_form(puzzle).puzzle == puzzle
        assert automorphism_group(puzzle).orbit == found.size
    assert len(classes) == essentially_different(BoxShape(2, 3)).number
    assert sum(found.size for found in classes) == total_grids(BoxShape(2, 3))


# -- one form for all that are equivalent -----------------------------------------------------------------------------


@pytest.mark.slow
@settings(deadline=None)  # the first puzzle of a layout waits for its symmetries
@given(names, seeds, shares)
def test_equivalent_puzzles_have_one_form(name: str, seed: int, share: float) -> None:
    random = Random(seed)
    puzzle = with_clues(ALL[name], share if name in SMALL else share / 3, random)
    moved = random_transformation(puzzle.layout, by(random))(puzzle)
    found = canonical_form(puzzle)
    assert found.transformation(puzzle) == found.puzzle
    assert canonical_form(moved).puzzle == found.puzzle
    assert canonical_form(found.puzzle).puzzle == found.puzzle
    shown = equivalent(puzzle, moved)
    assert shown is not None
    assert shown(puzzle) == moved


@settings(deadline=None)  # the first puzzle of a layout waits for its symmetries
@given(names, seeds, shares)
def test_automorphisms(name: str, seed: int, share: float) -> None:
    random = Random(seed)
    puzzle = with_clues(ALL[name], share if name in SMALL else share / 3, random)
    group = automorphism_group(puzzle)
    assert all(generator(puzzle) == puzzle for generator in group.generators)
    assert number_of_symmetries(puzzle.layout) % group.order == 0
    if group.order <= 500:
        elements = list(group.elements())
        assert len(set(elements)) == group.order
        assert elements[0].is_identity
        assert all(element(puzzle) == puzzle for element in elements)


def grids_of_side_9(number: int) -> list[Puzzle]:
    """Solutions of random puzzles with 17 to 30 random clues that are easily completed."""
    layout, random = sudoku(3, 3), Random(11)
    found: list[Puzzle] = []
    while len(found) < number:
        found.append(Puzzle(layout, filled(layout, random)))
    return found


def filled(layout: Layout, random: Random) -> tuple[int, ...]:
    """A random solution: the cell with the fewest candidates gets one of them, and back where there is none."""
    units = [unit.cells for unit in layout.units]
    peers = [set(chain.from_iterable(unit for unit in units if cell in unit)) - {cell} for cell in range(layout.cells)]
    digits = [0] * layout.cells
    candidates = [set(range(1, layout.digits + 1)) for _ in range(layout.cells)]

    def fill() -> bool:
        blank = [cell for cell in range(layout.cells) if not digits[cell]]
        if not blank:
            return True
        cell = min(blank, key=lambda cell: len(candidates[cell]))
        for digit in random.sample(sorted(candidates[cell]), len(candidates[cell])):
            digits[cell] = digit
            changed = [peer for peer in peers[cell] if not digits[peer] and digit in candidates[peer]]
            for peer in changed:
                candidates[peer].discard(digit)
            if all(candidates[peer] for peer in changed) and fill():
                return True
            for peer in changed:
                candidates[peer].add(digit)
            digits[cell] = 0
        return False

    assert fill()
    return tuple(digits)


def cycle_type(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Of the permutation of digits that makes the second row of the first one."""
    image = dict(zip(first, second, strict=True))
    lengths = []
    while image:
        start = here = next(iter(image))
        length = 0
        while here in image:
            here, length = image.pop(here), length + 1
        assert here == start
        lengths.append(length)
    return tuple(sorted(lengths))


def invariant(puzzle: Puzzle) -> object:
    """The cycle types of all pairs of rows and of columns, in a band or not: equal for equivalent grids."""
    rows = [puzzle.givens[start : start + 9] for start in range(0, 81, 9)]

    def of(lines: list[tuple[int, ...]]) -> list[tuple[tuple[int, ...], bool]]:
        return sorted((cycle_type(lines[i], lines[j]), i // 3 == j // 3) for i in range(9) for j in range(i))

    return sorted([of(rows), of(list(zip(*rows, strict=True)))])


@pytest.mark.slow
def test_grids_of_side_9_by_chance() -> None:
    random = Random(2)
    grids = grids_of_side_9(40)
    forms = set()
    for grid in grids:
        first, second = (canonical_form(random_transformation(grid.layout, by(random))(grid)) for _ in range(2))
        assert first.puzzle == second.puzzle
        assert invariant(first.puzzle) == invariant(grid)
        forms.add(first.puzzle)
    # Their invariants say that no two are equivalent.
    assert len({str(invariant(grid)) for grid in grids}) == len(grids)
    assert len(forms) == len(grids)
    assert equivalent(grids[0], grids[1]) is None


@pytest.mark.slow
@pytest.mark.skipif(not SEVENTEEN.exists(), reason="the puzzles with 17 clues are not here")
def test_puzzles_with_17_clues() -> None:
    lines = [line.split()[0] for line in SEVENTEEN.read_text().splitlines() if line and line[0] in ".0123456789"][:200]
    random, layout = Random(4), sudoku(3, 3)
    forms = set()
    for line in lines:
        puzzle = puzzle_of(line, layout)
        form = canonical_form(puzzle).puzzle
        assert canonical_form(random_transformation(layout, by(random))(puzzle)).puzzle == form
        forms.add(form)
    assert len(forms) == len(lines)


# -- known forms and groups -------------------------------------------------------------------------------------------


def test_the_most_symmetric_grid() -> None:
    puzzle = puzzle_of(MOST_SYMMETRIC, sudoku(3, 3))
    assert canonical_form(random_transformation(puzzle.layout, Chance(1))(puzzle)).puzzle == puzzle
    group = automorphism_group(puzzle)
    assert (group.order, group.relabellings) == (648, 1)
    assert group.orbit == 3359232 * 362880 // 648
    assert len(set(group.elements())) == 648
    assert len(group.generators) <= 9


def test_empty_puzzles() -> None:
    for layout in (sudoku(2, 2), sudoku(3, 3), sudoku(4, 4), latin(12)):
        empty = Puzzle(layout, (0,) * layout.cells)
        assert canonical_form(empty).puzzle == empty
        group = automorphism_group(empty)
        assert group.order == number_of_symmetries(layout)
        assert group.orbit == 1
        assert all(generator(empty) == empty for generator in group.generators)
    group = automorphism_group(Puzzle(sudoku(2, 2), (0,) * 16))
    assert len(set(group.elements())) == 128
    with pytest.raises(LimitError, match="3359232 automorphisms"):
        next(automorphism_group(Puzzle(sudoku(3, 3), (0,) * 81)).elements())


def test_one_clue() -> None:
    puzzle = Puzzle(sudoku(3, 3), (*(0,) * 40, 5, *(0,) * 40))
    assert canonical_form(puzzle).puzzle.line == "." * 80 + "1"
    group = automorphism_group(puzzle)
    assert (group.order, group.relabellings, group.orbit) == (3359232 // 81, 40320, 81 * 9)


def test_boxes_lie_down() -> None:
    """3×2 and 2×3 are one: by transposition."""
    puzzle = Puzzle(sudoku(3, 2), square_grid(3, 2))
    other = from_words("transpose", sudoku(3, 2))(puzzle)
    assert canonical_form(puzzle).puzzle == canonical_form(other).puzzle
    assert canonical_form(puzzle).puzzle.layout == sudoku(2, 3)
    shown = equivalent(puzzle, other)
    assert shown is not None
    assert shown(puzzle) == other


def test_jigsaws_turn() -> None:
    puzzle = Puzzle(BENT, (1, 2, *(0,) * 14))
    forms = set()
    for turn in ("identity", "quarter turn clockwise", "half turn", "transpose", "reflection in the middle row"):
        forms.add(canonical_form(from_words(turn, BENT)(puzzle)).puzzle)
    assert len(forms) == 1


def test_solutions_are_grids() -> None:
    layout = sudoku(2, 2)
    first, second = (Solution(Puzzle(layout, (clue, *(0,) * 15)), square_grid(2, 2)) for clue in (0, 1))
    assert canonical_form(first) == canonical_form(second) == canonical_form(Puzzle(layout, square_grid(2, 2)))
    assert automorphism_group(first).order == automorphism_group(second).order


def test_different_layouts_are_not_equivalent() -> None:
    assert equivalent(Puzzle(latin(4), (0,) * 16), Puzzle(sudoku(2, 2), (0,) * 16)) is None
    assert equivalent(Puzzle(latin(1), (0,)), Puzzle(latin(1), (1,))) is None
    assert automorphism_group(Puzzle(latin(1), (1,))).order == 1


@pytest.mark.slow
def test_what_has_no_form() -> None:
    with pytest.raises(UnsupportedError, match="only grids"):
        canonical_form(Puzzle(graph(2, ((0, 1),), 2), (0, 0)))
    regular = tuple((row ^ column) + 1 for row in range(16) for column in range(16))
    with pytest.raises(LimitError, match="more than 100000 arrangements"):
        canonical_form(Puzzle(latin(16), regular))


CYCLIC = Puzzle(latin(25), tuple((row + column) % 25 + 1 for row in range(25) for column in range(25)))
SPARSE = Puzzle(sudoku(8, 8), tuple(digit if cell % 7 == 0 else 0 for cell, digit in enumerate(square_grid(8, 8))))


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [CYCLIC, SPARSE], ids=["cyclic Latin square", "64x64"])
def test_forms_end_at_the_deadline(puzzle: Puzzle) -> None:
    for function in (canonical_form, automorphism_group, lambda one, deadline: equivalent(one, one, deadline)):
        started = process_time()
        with pytest.raises(LimitError):
            function(puzzle, Deadline.after(0.2))
        assert process_time() - started < 2
    with pytest.raises(LimitError, match="no canonical form within 0 s"):
        canonical_form(CYCLIC, Deadline.after(0))


# -- layouts with the same rules --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (latin(4), sudoku(1, 4)),
        (sudoku(4, 1), sudoku(1, 4)),
        (sudoku(2, 3), ALL["jigsaw of boxes"]),
        (jigsaw(tuple(cell // 4 for cell in range(16))), latin(4)),
        (jigsaw(tuple(cell % 4 for cell in range(16)), True), latin(4, True)),
        (sudoku(2, 2, True), jigsaw((3, 3, 1, 1, 3, 3, 1, 1, 2, 2, 0, 0, 2, 2, 0, 0), True)),
    ],
    ids=lambda layout: layout.description,
)
def test_layouts_count_by_their_rules(one: Layout, other: Layout) -> None:
    random = Random(3)
    assert number_of_symmetries(one) == number_of_symmetries(other)
    for share in (0.2, 0.6):
        puzzle = with_clues(one, share, random)
        moved = random_transformation(one, by(random))(puzzle)
        again = Puzzle(other, moved.givens)
        assert canonical_form(again).puzzle == canonical_form(puzzle).puzzle
        shown = equivalent(puzzle, again)
        assert shown is not None
        assert (shown.source, shown.target) == (one, other)
        assert shown(puzzle) == again
        assert automorphism_group(puzzle).order == automorphism_group(again).order


# -- jigsaws ----------------------------------------------------------------------------------------------------------


def jigsaw_of(rows: str) -> Layout:
    letters = rows.replace("/", "")
    return jigsaw(tuple("ABCDEF".index(letter) for letter in letters))


def other_letters(layout: Layout, random: Random) -> Layout:
    """The same regions under other numbers."""
    numbers = random.sample(range(layout.side), layout.side)
    return jigsaw(tuple(numbers[region] for region in layout.regions or ()), layout.diagonals)


def are_equivalent(one: Puzzle, other: Puzzle) -> bool:
    """By trying all: turns and reflections that take regions to regions, then permutations of lines that keep them."""
    n = one.layout.side

    def written(cells: dict[int, int], puzzle: Puzzle) -> tuple[frozenset[frozenset[int]], tuple[int, ...]]:
        """The regions, and the clues with digits renamed as they come."""
        regions: dict[int, set[int]] = {}
        digits = [0] * (n * n)
        for cell, place in cells.items():
            regions.setdefault((puzzle.layout.regions or ())[cell], set()).add(place)
            digits[place] = puzzle.givens[cell]
        names = {0: 0}
        return frozenset(map(frozenset, regions.values())), tuple(names.setdefault(d, len(names)) for d in digits)

    same = {cell: cell for cell in range(n * n)}
    wanted, last = written(same, other), n - 1
    for transposed in (False, True):
        for up in (False, True):
            for left in (False, True):
                turn = {}
                for row, column in product(range(n), repeat=2):
                    i, j = (column, row) if transposed else (row, column)
                    turn[row * n + column] = (last - i if up else i) * n + (last - j if left else j)
                if written(turn, one)[0] != wanted[0]:
                    continue
                for swapped, rows, columns in product((False, True), permutations(range(n)), permutations(range(n))):
                    cells = {}
                    for cell, place in turn.items():
                        i, j = divmod(place, n)
                        i, j = (j, i) if swapped else (i, j)
                        cells[cell] = rows[i] * n + columns[j]
                    if written(cells, one) == wanted:
                        return True
    return False


def test_region_letters_in_any_order() -> None:
    """Two turns of one jigsaw whose letters do not first appear in their order."""
    layouts = [jigsaw_of("AAAB/CABB/CCDB/CDDD"), jigsaw_of("BBBA/CBAA/CCDA/CDDD")]
    for clues in ((1,), (1, 2, 3), (0, 1, 0, 2, 3)):
        one, other = (Puzzle(layout, clues + (0,) * (16 - len(clues))) for layout in layouts)
        assert are_equivalent(one, other)
        assert canonical_form(one).puzzle == canonical_form(other).puzzle
        shown = equivalent(one, other)
        assert shown is not None
        assert shown(one) == other


@settings(deadline=None, max_examples=examples(40))
@given(st.sampled_from([(4, False), (5, False), (6, False), (5, True)]), seeds, st.sampled_from([0.1, 0.3, 0.7]))
def test_region_letters_do_not_matter(kind: tuple[int, bool], seed: int, share: float) -> None:
    """Random regions, random letters for them, a random symmetry of the square."""
    random = Random(seed)
    layout = other_letters(random_regions(latin(*kind), by(random)), random)
    puzzle = with_clues(layout, share, random)
    turned = from_cells(layout, random.choice(list(symmetries_of_square(layout.side).values())))(puzzle)
    moved = random_transformation(turned.layout, by(random))(turned)
    moved = Puzzle(other_letters(moved.layout, random), moved.givens)
    form = canonical_form(puzzle)
    assert canonical_form(moved).puzzle == form.puzzle
    assert form.transformation(puzzle) == form.puzzle
    shown = equivalent(puzzle, moved)
    assert shown is not None
    assert shown(puzzle) == moved
    assert automorphism_group(moved).order == automorphism_group(puzzle).order
    assert number_of_symmetries(moved.layout) == number_of_symmetries(puzzle.layout)


@settings(deadline=None, max_examples=examples(25))
@given(seeds)
def test_small_jigsaws_beside_brute_force(seed: int) -> None:
    """Puzzles with one or two clues, so that many are equivalent and many are not."""
    random = Random(seed)
    base = random_regions(latin(4), by(random))
    one, other = (
        with_clues(other_letters(from_cells(base, turn).target, random), 0.1, random)
        for turn in random.sample(list(symmetries_of_square(4).values()), 2)
    )
    shown = equivalent(one, other)
    assert (shown is not None) == are_equivalent(one, other)
    assert shown is None or shown(one) == other


def test_a_jigsaw_under_other_letters_is_not_new() -> None:
    layout = jigsaw_of("AAAB/CABB/CCDB/CDDD")
    seen = Seen([Puzzle(layout, (1, *(0,) * 15))])
    assert not seen.add(Puzzle(other_letters(layout, Random(1)), (1, *(0,) * 15)))


def test_other_jigsaws_are_turned_only() -> None:
    """Rows 1 and 2 of a jigsaw exchanged, with their regions: not the same layout, and not held for equivalent."""
    regions = BENT.regions or ()
    exchanged = jigsaw((*regions[4:8], *regions[:4], *regions[8:]))
    one, other = Puzzle(BENT, (1, *(0,) * 15)), Puzzle(exchanged, (*(0,) * 4, 1, *(0,) * 11))
    assert equivalent(one, other) is None
