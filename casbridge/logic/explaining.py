"""explain: the steps that solve a puzzle, each with its theorem and its reason."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from typing import Any

from casbridge.board.peers import cells_of
from casbridge.board.solutions import Bitboards, Option, solver_of
from casbridge.calls import with_hints
from casbridge.charset.bitmasks import few_bits_of
from casbridge.drawings import Shown
from casbridge.errors import LimitError, UsageError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position
from casbridge.logic.steps import Difficulty, Removal, State, Step, difficulty_of, first_state
from casbridge.logic.theorems.catalogue import LEVELS, TEACHERS_WORDS, Theorem
from casbridge.logic.theorems.chains import chain, colouring, wing
from casbridge.logic.theorems.clues import clue
from casbridge.logic.theorems.subsets import fish, intersection, subset
from casbridge.logs import Log
from casbridge.puzzles.puzzle import Puzzle, Solution
from casbridge.puzzles.subjects import puzzle_of

_LOG = Log("logic")

_Finder = Callable[[Position, Deadline], Step | None]
# The functions that look for a step of each class between singles and presets.
_FINDERS: tuple[tuple[_Finder, ...], ...] = ((clue, intersection), (subset,), (fish,), (wing,), (colouring,), (chain,))


class Outcome(StrEnum):
    """How an explanation ends. sentence: the same in words. status: of a document or a command.

    >>> Outcome.TIMEOUT.sentence, Outcome.STOPPED.status
    ('stopped: the time was over', 'partial')
    """

    SOLVED = "solved", "solved, each value follows: there is no other solution"
    CONTRADICTION = "contradiction", "no solution: the givens lead to a contradiction"
    SEVERAL = "several solutions", "several solutions: each candidate that is left is part of one"
    STOPPED = "stopped", "stopped: no theorem of the classes that were asked for applies any more", "partial"
    TIMEOUT = "timeout", "stopped: the time was over", "timeout"
    MEMORY = "memory", "stopped: the next theorem would take too much memory", "memory"

    sentence: str
    status: str

    def __new__(cls, value: str, sentence: str = "", status: str = "complete") -> Outcome:
        found = str.__new__(cls, value)
        found._value_, found.sentence, found.status = value, sentence, status
        return found


@dataclass(frozen=True, repr=False)
class Explanation(Shown):
    """The steps that solve a puzzle, or go as far as they can.

    witnesses: two solutions if there are several.
    misstatement: for an explanation read from a document, the first statement in it that its steps contradict; else "".

    >>> from casbridge.puzzles import sudoku
    >>> found = explain(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> len(found.steps), found.last_state.values, found.state_after(2).values
    (5, (1, 2, 2, 1), (1, 2, 0, 0))
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    outcome: Outcome
    witnesses: tuple[Solution, ...] = ()
    misstatement: str = field(default="", compare=False)

    @cached_property
    def difficulty(self) -> Difficulty:
        """The hardest theorem that the steps use, and how much work they are."""
        return difficulty_of(self.steps)

    def states(self) -> Iterator[State]:
        """The state before the first step, and the state after each step."""
        return accumulate(self.steps, State.after, initial=first_state(self.puzzle))

    def state_after(self, number: int) -> State:
        """The state after so many steps."""
        return first_state(self.puzzle).after(*self.steps[:number])

    @cached_property
    def last_state(self) -> State:
        """The state after all steps."""
        return self.state_after(len(self.steps))

    @property
    def solution(self) -> Solution | None:
        """The only solution; None if the explanation does not end in one."""
        return Solution(self.puzzle, self.last_state.values) if self.outcome is Outcome.SOLVED else None

    @cached_property
    def ending(self) -> str:
        """How it ends, in words. Clues that contradict each other are named, if they are found without a search.

        >>> from casbridge.puzzles import latin, with_constraints
        >>> from casbridge.puzzles.variants import WhiteDot
        >>> explain(Puzzle(with_constraints(latin(3), [WhiteDot(1, 2)]), (2, *[0] * 8))).ending
        'no solution: these contradict each other: white dot r1c2-r1c3: r1c2 and r1c3 are consecutive; r1c1 = 2 is \
given'
        """
        if self.outcome is not Outcome.CONTRADICTION or not self.puzzle.layout.constraints:
            return self.outcome.sentence
        from casbridge.board.contradictions import contradiction

        found = contradiction(self.puzzle)
        return f"no solution: {found.text if found else 'the clues and the givens lead to a contradiction'}"

    def __repr__(self) -> str:
        level = self.difficulty.level or "no level"
        ended = f"{self.outcome}, {level}, {len(self.steps)} steps"
        return f"<Explanation of a {self.puzzle.layout.description}: {ended}>"


@with_hints
def explain(
    puzzle: Any, *, up_to: str = LEVELS[-1], seconds: float | None = None, deadline: Deadline = NEVER
) -> Explanation:
    """The steps that solve a puzzle, always by the easiest theorem that applies.

    First comes Theorem 1 for each given. Then comes a value by Theorem 4, 3 or 2, and Theorem 1 for it. If no value
    follows, the harder theorems come in their order until one of them zeroes a candidate. The same puzzle always has
    the same steps. If a puzzle has several solutions, the steps end when each candidate that is left is in one. If it
    has none, they end in a contradiction.

    up_to: the hardest class of theorems to use, one of LEVELS, or a teacher's word such as "hard".
    seconds, deadline: then the explanation ends with the steps found so far. Seconds go before a deadline.

    >>> found = explain(".4.....1..3.2...")
    >>> found.outcome, found.solution.line, found.difficulty.level
    (<Outcome.SOLVED: 'solved'>, '1423324141322314', 'singles')
    >>> explain(".4.....1..3.2...", up_to="hard") == found
    True
    """
    words = {word: hardest for word, (_, hardest) in TEACHERS_WORDS.items()}
    up_to = words.get(up_to, up_to) if isinstance(up_to, str) else up_to
    if up_to not in LEVELS:
        expected = f"one of {', '.join((*words, *LEVELS))}"
        raise UsageError(f"the class {printable(repr(up_to), 60)}", expected=expected)
    stated = puzzle_of(puzzle, hint="[explain(one) for one in read_puzzles(text)] explains each")
    within = Deadline.checked(deadline) if seconds is None else Deadline.after(seconds)
    with _LOG.work("explaining %s, up to %s", stated, up_to) as work:
        explanation = _Explaining(stated, up_to, within).run()
        work.result = f"{explanation.outcome}, {len(explanation.steps)} steps"
    return explanation


class _Explaining:
    def __init__(self, puzzle: Puzzle, up_to: str, deadline: Deadline) -> None:
        self.puzzle = puzzle
        self.deadline = deadline
        self.finders = [find for finders in _FINDERS[: LEVELS.index(up_to)] for find in finders]
        self.with_presets = up_to == LEVELS[-1]
        self.steps: list[Step] = []
        self.known: list[tuple[int, ...]] = []
        #: Whether a candidate is in a solution, where that is known.
        self.truth: dict[tuple[int, int], bool] = {}
        self.ends: _Ends = ChainMap()

    def run(self) -> Explanation:
        try:
            outcome = self._solve()
        except (LimitError, MemoryError) as error:
            outcome = Outcome.TIMEOUT if isinstance(error, LimitError) else Outcome.MEMORY
        shown = self.known[:2] if outcome is Outcome.SEVERAL else ()
        return Explanation(self.puzzle, tuple(self.steps), outcome, tuple(Solution(self.puzzle, one) for one in shown))

    def _solve(self) -> Outcome:
        position = Position(self.puzzle.layout)
        self.deadline.check()
        given = [(cell, digit) for cell, digit in enumerate(self.puzzle.givens) if digit]
        for cell, digit in given:
            position.place(cell, digit)
        for cell, _ in given:
            position.zero_peers(cell, self.steps)
        while True:
            self.deadline.check()
            position.run_singles(self.steps, self.deadline)
            if position.failure is not None:
                self.steps.append(position.failure)
                return Outcome.CONTRADICTION
            if not position.open and (wrong := clue(position, self.deadline)) is not None:
                self.steps.append(wrong)
                return Outcome.CONTRADICTION
            if not position.open:
                return Outcome.SOLVED
            step = next(filter(None, (find(position, self.deadline) for find in self.finders)), None)
            if step is None and self.with_presets:
                tried = [candidate for candidate in _in_order(position) if not self.truth.get(candidate, False)]
                step = _first_refuted(position, tried, position.open, self.ends, self.deadline, self._is_true)
            if step is None:
                return Outcome.SEVERAL if self.with_presets else Outcome.STOPPED
            self.steps.append(step)
            if step.theorem is Theorem.CONTRADICTION:
                return Outcome.CONTRADICTION
            position.zero(step)

    def _is_true(self, boards: Bitboards, cell: int, digit: int) -> bool:
        """Whether some solution has the digit in the cell: one within the bitboards. What is found is remembered."""
        if (cell, digit) not in self.truth:
            self.truth[cell, digit] = self._find(boards)
        return self.truth[cell, digit]

    def _find(self, boards: Bitboards) -> bool:
        """Remember a solution within the bitboards, if there is one. Candidates not known to be true come first."""
        solver, truth = solver_of(self.puzzle.layout), self.truth

        def branch(boards: Bitboards, placed: int) -> list[Option]:
            options = solver.options(boards, placed)
            return sorted(options, key=lambda option: truth.get((option[1].bit_length() - 1, option[0] + 1), False))

        solution = next(solver.search(list(boards), branch, deadline=self.deadline), None)
        if solution is not None and solution not in self.known:
            self.known.append(solution)
            truth.update(dict.fromkeys(enumerate(solution), True))
        return solution is not None


# A trial uses Theorems 1 to 4, and clues. If no candidate is refuted, trials within the trial follow, to the least
# depth that refutes one. Only candidates that are in no solution are set then, so no long trial is wasted: a search for
# a solution comes first, among the candidates that the first trial left. A refutation does not use this.
#
# Theorems zero no fewer candidates where fewer are left. So when more candidates have been zeroed since a trial ended
# without a refutation, the same trial goes on from its end, without these candidates.

#: A cell, a digit, and how many presets within each other at most, to the position where this trial ended.
_Ends = ChainMap[tuple[int, int, int], Position]


def _resumed(ends: _Ends, position: Position, trial: tuple[int, int, int]) -> Position | None:
    """The end of a trial without the candidates that have been zeroed since; None for a trial that was not yet made."""
    own = ends.maps[0]
    if (end := own.get(trial) or ends.get(trial)) is None:
        return None
    # The ends of the trials around this one are theirs.
    resumed = end if trial in own else end.copy()
    for bit, (there, here) in enumerate(zip(end.places, position.places, strict=True)):
        if zeroed := there & ~here:
            for cell in cells_of(zeroed):
                resumed.remove(cell, 1 << bit)
    return resumed


def _in_order(position: Position) -> list[tuple[int, int]]:
    """The open candidates, ordered by the number of candidates in their cell."""
    open_cells = [cell for cell, value in enumerate(position.values) if not value]
    open_cells.sort(key=lambda cell: position.candidates[cell].bit_count())
    return [(cell, bit + 1) for cell in open_cells for bit in few_bits_of(position.candidates[cell])]


def _first_refuted(
    position: Position,
    tried: Sequence[tuple[int, int]],
    deepest: int,
    ends: _Ends,
    deadline: Deadline,
    is_true: Callable[[Bitboards, int, int], bool] | None = None,
) -> Step | None:
    """The refutation of the first candidate of those that the least depth refutes.

    At the next depth those come first whose trials left the fewest candidates: they are the quickest to refute.

    is_true: whether a candidate is in a solution, with the bitboards where its trial at the first depth ended.
    """
    own = ends.maps[0]
    for depth in range(1, deepest + 1):
        for cell, digit in tried:
            if depth > 1 and is_true is not None and is_true(own[cell, digit, 1].places, cell, digit):
                continue
            trial = _resumed(ends, position, (cell, digit, depth))
            if trial is None or _refutation(trial, None, depth, ends, deadline) is not None:
                trial, steps = position.copy(), list[Step]()
                trial.place(cell, digit)
                trial.zero_peers(cell, steps)
                if (nested := _refutation(trial, steps, depth, ends, deadline)) is not None:
                    removals = (Removal(cell, digit, (cell,), -1),)
                    return Step(Theorem.PRESET, "preset", (cell,), (digit,), removals=removals, nested=tuple(nested))
            own[cell, digit, depth] = trial
        left = [candidate for candidate in tried if (*candidate, depth) in own]
        tried = sorted(left, key=lambda candidate: sum(map(int.bit_count, own[*candidate, depth].places)))
    return None


def _refutation(
    trial: Position, taken: list[Step] | None, depth: int, ends: _Ends, deadline: Deadline
) -> list[Step] | None:
    """The steps of a trial to a contradiction, after those taken, with at most `depth` presets within each other.

    taken: None where only the contradiction counts; then not all steps are returned.
    """
    deadline.check()
    within = ends.new_child() if depth > 1 else ends
    steps = [] if taken is None else taken
    while True:
        trial.run_singles(taken, deadline)
        if trial.failure is not None:
            return [*steps, trial.failure]
        if (found := clue(trial, deadline, brief=taken is None)) is not None:
            steps.append(found)
            if found.theorem is Theorem.CONTRADICTION:
                return steps
            trial.zero(found)
            continue
        if depth == 1 or not trial.open:
            return None
        if (found := _first_refuted(trial, _in_order(trial), depth - 1, within, deadline)) is None:
            return None
        steps.append(found)
        trial.zero(found)
