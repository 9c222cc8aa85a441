"""Hints: the next step of an explanation in growing clarity, for a player who wants to find it."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from casbridge.drawings import Shown
from casbridge.logic.explaining import Explanation
from casbridge.logic.steps import Step
from casbridge.logic.text.vocabulary import Words, name_of, rule_in_hints
from casbridge.logic.text.words import describe_parts, listed, unit_names
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.layouts import Layout

#: How clear a hint can be: where to look, which rule, the step with its reason, what it finds.
CLARITIES = (1, 2, 3, 4)
#: A place to look at names at most so many cells.
_MOST_CELLS = 3


@dataclass(frozen=True)
class Hint(Shown):
    """The next step, and what to say of it.

    number: of the step in the explanation, from 1.
    where: the units or the cells to look at.
    rule: the name of the step's rule, and the rule.
    reason: why the rule applies there.
    finding: the value that the step finds, or the digits that it removes from cells.

    >>> from casbridge import explain, read_puzzles
    >>> for text in next_hint(explain(read_puzzles(".4.....1..3.2...")[0])).texts:
    ...     print(text)
    Look at box 2.
    Hidden single: if a digit is possible in only one cell of a row, a column or a box, the cell has this digit.
    In box 2, 4 has no place but r2c3.
    r2c3 is 4.
    """

    number: int
    step: Step
    where: str
    rule: str
    reason: str
    finding: str

    @property
    def texts(self) -> tuple[str, ...]:
        """The four sentences, in growing clarity."""
        return f"Look at {self.where}.", *map(sentence, (self.rule, self.reason, self.finding))

    def as_dict(self, layout: Layout, clarity: int = CLARITIES[-1]) -> dict[str, Any]:
        """For JSON: what the hint says up to a clarity, and no more."""
        step = self.step
        found: dict[str, Any] = {"step": self.number, "clarity": clarity, "texts": list(self.texts[:clarity])}
        if clarity > 1:
            found |= {"theorem": str(step.theorem), "name": step.name}
        if clarity == CLARITIES[-1]:
            placed = step.placement
            found["placement"] = None if placed is None else {"cell": layout.cell_name(placed[0]), "digit": placed[1]}
            found["removals"] = [{"cell": layout.cell_name(one.cell), "digit": one.digit} for one in step.removals]
        return found


def sentence(said: str) -> str:
    """Words as a sentence. Names of cells, such as r1c1, have no capital letter.

    >>> sentence("in box 2, 4 has no place but r2c3"), sentence("r2c3 is 4")
    ('In box 2, 4 has no place but r2c3.', 'r2c3 is 4.')
    """
    first = said[: -len(said.lstrip(ascii_lowercase)) or None]
    return f"{said[:1].upper() if len(first) > 1 else said[:1]}{said[1:]}."


def next_hint(explanation: Explanation, after: int = 0, words: Words = Words.PLAIN) -> Hint | None:
    """A hint at the first step after so many that a player has to find: one that is not by Theorem 1.

    None if there is no such step. A contradiction is a step: it says where the puzzle breaks its rules.

    >>> from casbridge.logic import explain
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> explanation = explain(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> next_hint(explanation).finding, next_hint(explanation, after=2).finding, next_hint(explanation, after=5)
    ('r1c1 is 1', 'r2c2 is 1', None)
    """
    layout = explanation.puzzle.layout
    for number, step in enumerate(explanation.steps[after:], after + 1):
        if step.theorem is not Theorem.ZEROING:
            return hint_of(layout, number, step, words)
    return None


def hint_of(layout: Layout, number: int, step: Step, words: Words = Words.PLAIN) -> Hint:
    """The hint at a step. number: of the step in its explanation.

    >>> from casbridge import explain, read_puzzles
    >>> puzzle = read_puzzles(".4.....1..3.2...")[0]
    >>> hint_of(puzzle.layout, 1, explain(puzzle).steps[0], Words.BOOK).finding
    '4 is zeroed in r1c1, r1c3, r1c4, r2c1, r2c2, r3c2 and r4c2'
    """
    reason, finding = describe_parts(layout, step, words)
    rule = f"{name_of(step, words)}: {rule_in_hints(step.theorem, layout, words)}"
    return Hint(number, step, where_to_look(layout, step), rule, reason.removeprefix(f"{step.name}: "), finding)


def where_to_look(layout: Layout, step: Step) -> str:
    """The units, or the cells, in which the reason of a step lies.

    >>> from casbridge.puzzles import sudoku
    >>> where_to_look(sudoku(2, 2), Step(Theorem.NAKED_SINGLE, "naked single", (5,), (1,)))
    'r2c2'
    >>> where_to_look(sudoku(2, 2), Step(Theorem.FISH, "X-wing", (), (1,), (0, 2, 4, 5), occurs=((0, 1), (2, 1))))
    'rows 1 and 3'
    """
    units = [*dict.fromkeys(unit for unit, _ in step.occurs)] if step.theorem is not Theorem.CHAIN else []
    if step.theorem not in (Theorem.WING, Theorem.COLOURING, Theorem.CHAIN, Theorem.PRESET, Theorem.CLUE):
        units = units or list(step.units[:1])
        if units:
            return unit_names(layout, units)
    cells = [step.links[0].cell] if step.links else [*step.cells] or [cell for pair in step.differ for cell in pair]
    cells = [*dict.fromkeys(cells)]
    said = [layout.cell_name(cell) for cell in cells[:_MOST_CELLS]]
    if len(cells) > _MOST_CELLS:
        return f"{', '.join(said)} and the cells that are linked to them"
    return listed(said) or "the grid"
