"""Preprocessing by deduction: the puzzle's system after the steps of an explanation, with the same zeros.

Each step follows from the puzzle's equations. So its conclusion may become an equation, and superfluous equations are
left out. In the colouring encoding

  a cell with a value v has x − v, and any other cell ∏ (x − v) over the candidates v that are left;
  a pair of cells has no equation if they have no common candidate;
  any other pair has G = (F(x) − F(y))/(x − y) for F = ∏ (t − v) over the candidates of both;
  the relations of variants have the equations that they have before.

In the other encodings values are substituted like givens, domain polynomials have the candidates that are left, and the
indicators of zeroed candidates are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from casbridge.algebra import Equation, Field, Polynomial
from casbridge.board.peers import digits_of
from casbridge.encodings import EncodedPuzzle, Encoding, encode, patterns
from casbridge.encodings.encoding import puzzle_text
from casbridge.encodings.relations import equations_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.explaining import Explanation, Outcome, explain
from casbridge.logic.replay import Replay
from casbridge.logic.theorems.catalogue import LEVELS
from casbridge.puzzles.puzzle import Puzzle


def encode_simplified(
    puzzle: Puzzle,
    up_to: str = LEVELS[0],
    encoding: str | Encoding = Encoding.COLOURING,
    field: Field | None = None,
    *,
    values: Sequence[int] | None = None,
    domains: bool = True,
    audit: bool = True,
    seconds: float | None = None,
    deadline: Deadline = NEVER,
) -> EncodedPuzzle:
    """The system of a puzzle after the steps of the theorems up to a class: `simplify` of its explanation.

    up_to: one of LEVELS. seconds, deadline: for the steps; those found by then are used. The rest is as in `encode`.

    >>> from casbridge.puzzles import sudoku
    >>> encoded = encode_simplified(Puzzle(sudoku(2, 2), (1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2)))
    >>> len(encode(encoded.puzzle).system), len(encoded.system)
    (72, 16)
    """
    explanation = explain(puzzle, up_to=up_to, seconds=seconds, deadline=deadline)
    return simplify(explanation, encoding, field, values=values, domains=domains, audit=audit, said=up_to)


def simplify(
    explanation: Explanation,
    encoding: str | Encoding = Encoding.COLOURING,
    field: Field | None = None,
    *,
    values: Sequence[int] | None = None,
    domains: bool = True,
    audit: bool = True,
    said: str = "",
) -> EncodedPuzzle:
    """The system of an explanation's puzzle after its steps. If they are right, it has the zeros of `encode`'s system.

    `casbridge.logic.checking` says whether they are right. The system renders, runs and decodes like any other.

    said: the name of the deduction in the system's facts.

    >>> from casbridge import read_puzzles
    >>> found = explain(read_puzzles(".4.....1..3.2...")[0])
    >>> str(simplify(found).system.equations[0].polynomial(simplify(found).system.ring)), len(simplify(found).system)
    ('x1 - 1', 16)
    """
    puzzle = explanation.puzzle
    replay = Replay(puzzle)
    for step in explanation.steps:
        replay.carry_out(step)
    chosen = Encoding.from_name(encoding)
    left_open = Puzzle(puzzle.layout, tuple(replay.values), puzzle.name)
    encoded = encode(left_open, chosen, field, values=values, domains=domains, audit=audit)
    system = encoded.system
    if chosen is Encoding.COLOURING:
        equations = _colouring(puzzle, replay, system.ring.field, encoded.values)
    else:
        equations = _restricted(system.equations, replay, chosen, system.ring.field, encoded.values)
    if explanation.outcome is Outcome.CONTRADICTION:
        one = patterns.constant(system.ring.field, 1)
        equations = [*equations, Equation(one, (), "the steps end in a contradiction")]
    facts = {**dict(system.facts), "puzzle": puzzle_text(puzzle)}
    left = sum(not value for value in replay.values)
    facts["simplified"] = f"by {said or 'deduction'}, {len(explanation.steps)} steps; {left} cells are left open"
    simplified = replace(system, equations=tuple(equations), facts=tuple(facts.items()))
    return replace(encoded, puzzle=puzzle, system=simplified)


def _colouring(puzzle: Puzzle, replay: Replay, over: Field, values: tuple[int, ...]) -> list[Equation]:
    layout, candidates = puzzle.layout, replay.candidates
    name = layout.cell_name
    equations = []
    for cell, left in enumerate(candidates):
        origin, role = f"{name(cell)} is one of its candidates", "F"
        if left.bit_count() <= 1:
            known = "given" if puzzle.givens[cell] else "found"
            origin, role = (f"{name(cell)} = {left.bit_length()} is {known}", "given") if left else (origin, "")
        equations.append(Equation(_domain(over, left, values), (cell,) if left else (), origin, role))
    noun = "cells" if layout.is_grid else "vertices"
    difference = cache(lambda both: patterns.difference(over, [values[digit - 1] for digit in digits_of(both)]))
    for (a, b), unit in layout.different.items():
        if candidates[a] & candidates[b]:
            pattern = difference(candidates[a] | candidates[b])
            pair = (a, b) if pattern.ring.size else ()
            equations.append(Equation(pattern, pair, f"{unit.name}: {noun} {name(a)} and {name(b)} differ", "G"))
    return [*equations, *equations_of(layout, Encoding.COLOURING, over, values)]


def _restricted(
    equations: Sequence[Equation], replay: Replay, encoding: Encoding, over: Field, values: tuple[int, ...]
) -> list[Equation]:
    """The equations with smaller domain polynomials, or with zeroed indicators."""
    name = replay.board.layout.cell_name
    found = []
    for equation in equations:
        if encoding is Encoding.INDICATORS and equation.role == "bit":
            cell, digit = divmod(equation.variables[0], replay.board.digits)
            if not replay.has(cell, digit + 1):
                origin = f"{name(cell)} is not {digit + 1}"
                equation = Equation(patterns.domain(over, (0,)), equation.variables, origin, "zero")
        elif equation.role == "domain":
            (cell,) = equation.variables
            left = replay.candidates[cell]
            origin = f"{name(cell)} is one of its candidates"
            equation = Equation(_domain(over, left, values), (cell,) if left else (), origin, "domain")
        found.append(equation)
    return found


def _domain(over: Field, left: int, values: tuple[int, ...]) -> Polynomial:
    if not left:
        return patterns.constant(over, 1)
    return patterns.domain(over, [values[digit - 1] for digit in digits_of(left)])
