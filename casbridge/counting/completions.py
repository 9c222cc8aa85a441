"""The number of solutions of a puzzle, counted without listing them; and one question, "how many?", to all that count.

puzzle ──────────────▶ completions ──────────────────────┐
                                                         ├──▶ Counted
system ──▶ backend: its own count, or the answer's zeros ┘
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial, total_ordering
from itertools import combinations, islice
from math import comb, inf, perm
from typing import Any, NamedTuple

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.polynomials import number_text
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import BY_DIMENSION, Counting, Job, Status
from casbridge.board.solutions import solver_of
from casbridge.brief import number_in_short
from casbridge.charset import SplitSeries
from casbridge.charset.finite import zeros
from casbridge.charset.finite.domains import roots_of
from casbridge.counting.bands import BandsCount, best_bands, class_of_band, lower_bands
from casbridge.counting.frontier import Budget, FrontierCount, GraphSweep
from casbridge.counting.symmetries import BoxShape
from casbridge.counting.totals import total_grids
from casbridge.counting.unit_sweep import UnitSweep
from casbridge.crosscheck.division import standard_monomials
from casbridge.crosscheck.sizes import Measure
from casbridge.drawings import Shown, record_html
from casbridge.encodings import encode
from casbridge.errors import BackendError, LimitError, UnsupportedError, printable
from casbridge.limits import Deadline, Limits, Stopwatch
from casbridge.processes.apart import GRACE_SECONDS, call
from casbridge.puzzles.layouts import LARGEST_SIDE, Layout, sudoku
from casbridge.puzzles.puzzle import Puzzle

#: The number of states after which a count is given up unless told otherwise: some minutes.
MOST_STATES = 20_000_000

#: Shapes with a formula, and the seconds that should be left for it on a slow machine.
_SECONDS = {(2, 2): 0, (2, 3): 0, (3, 2): 0, (2, 4): 0, (4, 2): 0, (3, 3): 3, (2, 5): 400, (5, 2): 400}
_BY_SPLITTING = "splitting and propagation, equal parts once"
_FIRST_TRIAL = 1_000
#: The name of this room as what counts: in JSON documents, and where a backend's name may stand.
COUNTING = "counting"
_ZEROS = "the different zeros of the answer"
_MOST_MONOMIALS = 1_000_000
#: The puzzle's system is tried for so many seconds, if it has no more pairs of cells that differ than the next number.
_SECONDS_TO_SPLIT = 3.0
_SECONDS_TO_SPLIT_RELATIONS = 20.0
_MOST_PAIRS = 40_000
#: Choices of the quick solver before splitting is tried: less than a second.
_FEW_CHOICES = 1_000
_MOST_LISTED = 10_000
#: With less time no tables are computed.
_SECONDS_FOR_TABLES = 3.0


class Completions(NamedTuple):
    """The number of a puzzle's solutions, or a lower bound if it is not exact.

    reason: "" if exact, else the limit that was reached.
    method: how it was counted, in words. states: how many states were looked at.

    >>> Completions(2, True, "", "by hand", 0).number
    2
    """

    number: int
    exact: bool
    reason: str
    method: str
    states: int

    def _repr_html_(self) -> str:
        return record_html(self)


def completions(puzzle: Puzzle, *, seconds: float | None = None, states: int | None = MOST_STATES) -> Completions:
    """The number of solutions; a lower bound if seconds or states to look at are limited. Memory is bounded always.

    >>> from casbridge.puzzles import latin, sudoku
    >>> completions(Puzzle(sudoku(2, 2), (0,) * 16)).number
    288
    >>> found = completions(Puzzle(latin(5), (0,) * 25), states=20)
    >>> found.exact, found.reason
    (False, 'the limit of 20 states')
    """
    deadline = Deadline.after(seconds)
    budget = Budget(deadline, states)
    layout = puzzle.layout

    def exactly(number: int, method: str) -> Completions:
        return Completions(number, True, "", method, budget.looked)

    grid: Sequence[int] | None = puzzle.givens
    if layout.digits <= LARGEST_SIDE and layout.cells <= LARGEST_SIDE**2:  # not for large graphs
        grid = solver_of(layout).known(puzzle.givens)
    elif any(puzzle.givens[a] and puzzle.givens[a] == puzzle.givens[b] for a, b in layout.different):
        grid = None
    if grid is None:
        if not any(puzzle.givens):
            return exactly(0, _BY_SPLITTING)
        return exactly(0, f"the givens {'and the clues ' if layout.relations else ''}contradict each other")
    if all(grid):
        return exactly(1, f"the {'givens' if any(puzzle.givens) else 'clues'} leave no choice")
    if layout.relations:
        return _with_relations(puzzle, deadline, budget, try_splitting=states is None or states >= MOST_STATES)
    names = _orders_of_names(layout, puzzle.givens)
    method = "the givens' band cell by cell, the others by its columns"
    listed = 0
    counts: Sequence[BandsCount | FrontierCount] = ()
    try:
        if names is not None and (total := _known_total(layout, deadline)) is not None:
            return exactly(total // names, "the number of all grids, by the names of the givens")
        by_bands = layout == sudoku(3, 3)
        if by_bands and (seconds is None or seconds >= _SECONDS_FOR_TABLES):
            found = _with_one_band(layout, grid, budget)
            if found is not None:
                return exactly(found, method)
        if states is None or states >= MOST_STATES:
            most = _SECONDS_TO_SPLIT / 6 if by_bands else _SECONDS_TO_SPLIT
            listed, exact = _by_splitting(puzzle, deadline.share(1 / 3, most))
            if exact:
                return exactly(listed, _BY_SPLITTING)
        best: BandsCount | FrontierCount
        if by_bands:
            names, method = 1, "band by band, by the columns that digits are in"
            best = best_bands(grid, budget)
            counts = [best]
        else:
            method = "cell by cell, by what matters for the rest"
            if names is not None and names > 1:
                method += ", for the empty grid, by the names of the givens"
                grid = [0] * layout.cells
            counts = in_orders = _counts_in_orders(layout, grid, budget)
            best = _best(in_orders, budget)
        best.finish()
        return exactly(best.found // (names or 1), method)
    except LimitError:
        number = max((count.found for count in counts), default=0) // (names or 1)
        if number < listed:
            number, method = listed, "by listing"
        return Completions(number, False, budget.reached, method, budget.looked)


def _with_relations(puzzle: Puzzle, deadline: Deadline, budget: Budget, *, try_splitting: bool) -> Completions:
    """The number where digits have more to fulfil than to differ: by a short listing, by splitting, and by listing."""
    listed = 0
    if try_splitting:
        with suppress(LimitError):
            number = sum(1 for _ in _solutions(puzzle, deadline.share(1 / 3), _FEW_CHOICES))
            return Completions(number, True, "", "by listing", budget.looked)
        listed, exact = _by_splitting(puzzle, deadline.share(1 / 2, _SECONDS_TO_SPLIT_RELATIONS))
        if exact:
            return Completions(listed, True, "", _BY_SPLITTING, budget.looked)
    found = 0
    try:
        for _ in _solutions(puzzle, deadline):
            found += 1
            budget.spend()
    except LimitError:
        return Completions(max(found, listed), False, budget.reached, "by listing", budget.looked)
    return Completions(found, True, "", "by listing", budget.looked)


def _solutions(puzzle: Puzzle, deadline: Deadline, choices: int | None = None) -> Iterator[tuple[int, ...]]:
    solver = solver_of(puzzle.layout)
    boards = solver.boards(puzzle.givens)
    return iter(()) if boards is None else solver.search(boards, nodes=choices, deadline=deadline)


def _by_splitting(puzzle: Puzzle, deadline: Deadline) -> tuple[int, bool]:
    """The number by the characteristic series of the puzzle's system, and True; else how many were listed, and False.

    This is quick where few givens are missing.
    """
    pairs = sum(comb(len(unit.cells), 2) for unit in puzzle.layout.units)
    if pairs > _MOST_PAIRS or puzzle.layout.digits > LARGEST_SIDE:
        return 0, False
    system = encode(puzzle).system
    half = (deadline.left() or 0.0) / 2
    with suppress(LimitError):
        return SplitSeries(system, deadline).count(), True
    listed = 0
    with suppress(LimitError):
        for _ in islice(SplitSeries(system, Deadline.after(half)), _MOST_LISTED):
            listed += 1
    return listed, False


def _best(counts: list[FrontierCount], budget: Budget) -> FrontierCount:
    """The count that gets furthest: all are tried for some time, the better half of them for longer, and so on."""
    trial = _FIRST_TRIAL
    while len(counts) > 1:
        for count in counts:
            end = budget.looked + trial
            while budget.looked < end and budget.left == inf:
                if not count.step():
                    return count
        counts = sorted(counts, key=lambda count: count.gap)[: (len(counts) + 1) // 2]
        trial *= 4
    return counts[0]


def _orders_of_names(layout: Layout, givens: Sequence[int]) -> int | None:
    """The number of relabellings of the givens, if they lie in cells that must all differ; else None.

    The empty layout has that many solutions for each solution of the puzzle.
    """
    given = [cell for cell, digit in enumerate(givens) if digit]
    if len(given) > layout.digits or len({givens[cell] for cell in given}) < len(given):
        return None
    all_differ = all(pair in layout.different for pair in combinations(given, 2))
    return perm(layout.digits, len(given)) if all_differ else None


def _known_total(layout: Layout, deadline: Deadline) -> int | None:
    """The number of solutions of the empty layout, if there is a formula and time for it; else None."""
    left = deadline.left()
    if layout.family != "sudoku" or layout.diagonals or layout.constraints or layout.box not in _SECONDS:
        return None
    return total_grids(BoxShape(*layout.box), deadline) if left is None or left >= _SECONDS[layout.box] else None


def _with_one_band(layout: Layout, grid: Sequence[int], budget: Budget) -> int | None:
    """The completions of a 9×9 grid with all givens in one band or stack; None for other givens. Raises LimitError.

    The band is filled first. The sets of digits in its columns say in how many ways the rest can be filled.
    """
    given = [divmod(cell, 9) for cell, digit in enumerate(grid) if digit]
    by_rows = len({row // 3 for row, _ in given}) < 2
    bands = {place[0 if by_rows else 1] // 3 for place in given} or {0}
    if len(bands) > 1:
        return None
    lines = sorted(range(9), key=lambda line: line // 3 not in bands)
    cells = [9 * line + across if by_rows else 9 * across + line for line in lines for across in range(9)]
    sweep = UnitSweep(layout, grid, [cell for cell in cells if not grid[cell]], by_rows, budget, one_end=True)
    while sweep.level < sweep.cells - 54:
        sweep.advance()
    total = 0
    for (marks,), ways in sweep.states.items():
        budget.check()
        columns = []
        for column in range(9, 18) if by_rows else range(9):
            a, b, c = (digit for digit, mark in enumerate(marks) if mark >> column & 1)
            columns.append((a, b, c))
        total += ways * lower_bands(class_of_band(columns))
    return total


def _counts_in_orders(layout: Layout, grid: Sequence[int], budget: Budget) -> list[FrontierCount]:
    """Counts of the fillings of a grid's open cells, in several orders of the cells; each gives the same number."""
    if not layout.is_grid or any(len(unit.cells) < layout.digits for unit in layout.units):
        return [FrontierCount(GraphSweep(layout, grid, budget), None, budget)]
    counts = []
    for order, by_rows in _orders(layout, grid):
        forward = UnitSweep(layout, grid, order, by_rows, budget)
        backward = UnitSweep(layout, grid, order[::-1], by_rows, budget, backwards=True)
        counts.append(FrontierCount(forward, backward, budget))
    return counts


def _orders(layout: Layout, grid: Sequence[int]) -> Iterator[tuple[list[int], bool]]:
    """Orders of the open cells in which few units are begun and not yet ended; and whether they are row by row."""
    n = layout.side
    for by_rows, thickness in zip((True, False), layout.box or (1, 1), strict=True):
        cells = [n * line + across if by_rows else n * across + line for line in range(n) for across in range(n)]
        bands = [cells[start : start + n * thickness] for start in range(0, n * n, n * thickness)]
        emptiest = sorted(bands, key=lambda band: sum(not grid[cell] for cell in band))
        arranged = [bands, emptiest[::2] + emptiest[1::2][::-1]]
        if len(bands) == 3:  # each in the middle once
            arranged = [bands, bands[1:] + bands[:1], [bands[0], bands[2], bands[1]]]
        orders = [[cell for band in own for cell in band if not grid[cell]] for own in arranged]
        for number, order in enumerate(orders):
            if order not in orders[:number]:
                yield order, by_rows


@total_ordering
@dataclass(frozen=True, eq=False, repr=False)
class Counted(Shown):
    """A number and how it was counted, or why there is none.

    status: `complete` where there is a number, or infinitely many zeros; `partial` where only a lower bound (at_least)
        is known.
    backend: `counting`, or `name:method` of a backend. method: how it was counted, in words.
    seconds: elapsed wall time.
    size: of the zeros of a system, see `casbridge.counting.systems`; else None.

    An exact number is equal to the same `int`, has its order, and `int()` gives it. Without an exact number, `<` and
    `int()` raise ValueError. Two counts are equal if they say the same; the way of counting does not matter.

    >>> Counted(Status.PARTIAL, at_least=7, reason="the limit of 2 s")
    <Counted at least 7, by counting: the limit of 2 s>
    >>> int(Counted(Status.COMPLETE, 7)), Counted(Status.COMPLETE, 7) == 7
    (7, True)
    >>> Counted(Status.COMPLETE, 7) < 8
    True
    """

    status: Status
    number: int | None = None
    at_least: int | None = None
    reason: str = ""
    backend: str = COUNTING
    method: str = ""
    seconds: float = 0.0
    size: Measure | None = None

    @property
    def dimension(self) -> int | None:
        """Of the zeros of a system, where it is known."""
        return None if self.size is None else self.size.dimension

    def _says(self) -> int | tuple[Status, int | None, int | None]:
        return (self.status, self.at_least, self.dimension) if self.number is None else self.number

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Counted):
            return self._says() == other._says()
        return self._says() == other if isinstance(other, int) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._says())

    def __lt__(self, other: object) -> bool:
        return int(self) < int(other) if isinstance(other, (int, Counted)) else NotImplemented

    # A count without a number may be equal to another one, but it is not ≤ it. total_ordering would say it is.
    def __le__(self, other: object) -> bool:
        return int(self) <= int(other) if isinstance(other, (int, Counted)) else NotImplemented

    def __int__(self) -> int:
        if self.number is None:
            raise ValueError(f"no exact number: {self}")
        return self.number

    __index__ = __int__

    def __bool__(self) -> bool:
        raise TypeError("a Counted has no truth value; look at its number")

    def __str__(self) -> str:
        if self.number is not None:
            return number_text(self.number)
        if self.status is Status.COMPLETE:
            return f"infinitely many: dimension {self.dimension}"
        return f"at least {self.at_least}" if self.at_least is not None else f"no number: {self.status}"

    def __repr__(self) -> str:
        why = f": {printable(self.reason, 160)}" if self.reason else ""
        number = str(self) if self.number is None else number_in_short(self.number)
        return f"<Counted {number}, by {printable(self.backend, 80)}{why}>"


def count_puzzle(puzzle: Puzzle, limits: Limits) -> Counted:
    """The number of a puzzle's solutions, or at least how many there are when a limit is reached.

    >>> from casbridge.puzzles import sudoku
    >>> count_puzzle(Puzzle(sudoku(2, 2), (0,) * 16), Limits()).number
    288
    """
    return timed(lambda: _completed(puzzle, limits), limits, Counted(Status.CRASHED))


def count_system(
    system: PolynomialSystem, backend: str, limits: Limits, *, within: PolynomialSystem | None = None
) -> Counted:
    """The number of a system's zeros in its field, by a backend (`name` or `name:method`) that counts or lists them.

    within: the zeros must satisfy this system; it makes listing them quicker.

    Raises UsageError for a backend or method that does not exist, or whose answers are no zeros.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(11)))
    >>> count_system(PolynomialSystem.of(x.ring, [x**2 - x, y**2 - y]), "reference", Limits()).number
    4
    """
    chosen, method = registry.split_counting_name(backend)
    unnamed = Counted(Status.CRASHED, backend=f"{chosen.name}:{method}")
    return timed(lambda: _by_backend(system, Job(system, method, limits), chosen, within), limits, unnamed)


def dimension(system: PolynomialSystem, *, seconds: float | None = None, memory: int | None = None) -> Counted:
    """The number of zeros of a system by `singular:vdim`, within seconds and bytes of memory.

    `unsupported` for a system that leaves a variable without a finite domain in the field.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(11)))
    >>> dimension(PolynomialSystem.of(x.ring, [x**2 - x, y - x])).status in (Status.COMPLETE, Status.MISSING)
    True
    """
    return count_system(system, "singular:vdim", Limits(seconds, memory))


def timed(count: Callable[[], Counted], limits: Limits, about: Counted) -> Counted:
    """What `count` gives, with the wall time. A limit that it reaches is a status.

    limits: for the message. about: what is known where `count` raises.

    >>> timed(lambda: Counted(Status.COMPLETE, 7), Limits(), Counted(Status.CRASHED)).number
    7
    """
    watch = Stopwatch()
    try:
        return replace(count(), seconds=watch.seconds)
    except (LimitError, MemoryError, UnsupportedError, BackendError) as error:
        status, reason = Status.of(error), str(error)
        if status is Status.TIMEOUT:
            reason = f"no count within {limits.seconds or 0:g} s"
        elif status is Status.MEMORY:
            reason = reason or "out of memory"
        return replace(about, status=status, reason=reason, seconds=watch.seconds)


def _completed(puzzle: Puzzle, limits: Limits) -> Counted:
    count = partial(completions, puzzle, seconds=limits.seconds)
    if limits.memory is None:
        done = count()
    else:
        # A little longer than it takes itself, so that it can say what it found.
        longer = None if limits.seconds is None else limits.seconds + GRACE_SECONDS
        done = call(count, deadline=Limits(longer).deadline(), memory=limits.memory)
    if done.exact:
        return Counted(Status.COMPLETE, done.number, method=done.method)
    return Counted(Status.PARTIAL, at_least=done.number, reason=done.reason, method=done.method)


def _by_backend(system: PolynomialSystem, job: Job, backend: Any, within: PolynomialSystem | None) -> Counted:
    counted = backend.count(job) if isinstance(backend, Counting) else None
    if counted is not None:
        name = f"{backend.name}:{counted.method}"
        return Counted(Status.COMPLETE, counted.number, backend=name, method=counted.how)
    result = backend.run(job)
    name = f"{backend.name}:{result.method}"
    # What a limit cut short is not counted: there may be more.
    if result.status is not Status.COMPLETE:
        return Counted(result.status, reason=result.reason, backend=name, method=_ZEROS)
    number, method = zeros_by_dimension(system, result.answer), BY_DIMENSION
    if number is None:
        number, method = len(set(zeros(result.answer, job.limits.deadline(), within=within))), _ZEROS
    return Counted(Status.COMPLETE, number, backend=name, method=method)


def zeros_by_dimension(system: PolynomialSystem, answer: Answer) -> int | None:
    """The number of a system's zeros by a Gröbner basis: its standard monomials. None for more than 1,000,000 zeros,
    if the answer is no basis, and if some variable has no equation that splits into different linear factors.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(11)))
    >>> system = PolynomialSystem.of(x.ring, [x**2 - x, y**2 - y, x * y])
    >>> zeros_by_dimension(system, Answer(Task.BASIS, x.ring, [(x**2 - x, x * y, y**2 - y)], "degrevlex"))
    3
    """
    if answer.task is not Task.BASIS or not answer.order or not has_simple_domains(system):
        return None
    number = standard_monomials(answer, _MOST_MONOMIALS) if answer.components else 0
    return number if number <= _MOST_MONOMIALS else None


def has_simple_domains(system: PolynomialSystem) -> bool:
    """Whether each variable has an equation that splits into different linear factors: then each zero is simple.

    >>> from casbridge.algebra.formats import read_system
    >>> has_simple_domains(read_system("x^2 - x\\ny^2 - 1")), has_simple_domains(read_system("x^2\\ny^2 - 1"))
    (True, False)
    """
    simple = {
        equation.variables[0]
        for equation in system.equations
        if len(equation.variables) == 1
        and equation.pattern
        and len(roots_of((equation.pattern,)) or ()) == equation.pattern.total_degree
    }
    return len(simple) == system.ring.size
