"""Proofs of explanations: Singular scripts that prove each step without casbridge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from casbridge.backends.singular import SINGULAR
from casbridge.crosscheck.certificates import digest_of
from casbridge.encodings import encode
from casbridge.encodings.relations import least_exact_apart
from casbridge.errors import UnsupportedError
from casbridge.logic.claims import claim_field, claims_of
from casbridge.logic.explaining import Explanation, Outcome
from casbridge.logic.replay import Replay
from casbridge.logic.steps import Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.variants.relations import Relation, Sandwich, Sum, Tuples
from casbridge.scripts.rendering import clean, provenance, write_script

#: The most cells of a step. Singular allows 32,767 variables, but is slow long before.
MOST_VARIABLES = 2_000


def steps_script(explanation: Explanation) -> str:
    """A Singular script that proves each step, from the givens to the end. It runs by hand or by `casbridge verify`.

    The script has the puzzle's units, the records of the steps, and procedures that make polynomials of them. It keeps
    the candidates itself. It prints a line for each check, and at last `casbridge: certificate holds` or
    `casbridge: certificate REFUTED: …`, as certificates of answers do.

    Raises UnsupportedError for a step with more than `MOST_VARIABLES` cells, or whose record names what does not exist.

    >>> from casbridge.logic.explaining import explain
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> script = steps_script(explain(Puzzle(sudoku(1, 2), (0, 2, 0, 0))))
    >>> print(*[line for line in script.splitlines() if line.startswith("take_step")][:2], sep="\\n")
    take_step("step 1, zeroing by r1c2 = 2", intvec(1,4), intvec(2), intvec(2,1,2,4), intvec(0), intvec(0), intvec(1,2,4,2));
    take_step("step 2, last cell: r1c1 = 1", intvec(1), intvec(2), intvec(2,1), intvec(0), intvec(1,1), intvec(0));
    """  # noqa: E501
    puzzle, layout = explanation.puzzle, explanation.puzzle.layout
    calls = list(_calls(layout, explanation.steps, Replay(puzzle), ""))
    most = max([size for size, _ in calls], default=1)
    if most > MOST_VARIABLES:
        raise UnsupportedError(f"a step that speaks of {most} cells; the proof is written for up to {MOST_VARIABLES}")
    system = encode(puzzle).system
    end = str(explanation.outcome) if explanation.outcome in (Outcome.SOLVED, Outcome.CONTRADICTION) else ""
    header = [f"{clean(layout.description)}: a proof of the {len(explanation.steps)} steps of an explanation."]
    header += [f"{name}: {clean(text)}" for name, text in system.facts if name in ("puzzle", "regions")]
    header += ["Cells are numbered row by row, from 1." if layout.is_grid else "Vertices are numbered from 1."]
    context: dict[str, Any] = {
        "header": [*header, "", "Run by hand: Singular -q SCRIPT.sing", provenance()],
        "system_digest": digest_of(system),
        "characteristic": least_exact_apart(layout.relations, layout.digits, claim_field(layout.digits).characteristic),
        "most_cells": max(most, 1),
        "cells": layout.cells,
        "digits": layout.digits,
        "units": [(clean(unit.name), [cell + 1 for cell in unit.cells]) for unit in layout.units],
        "relations": [_stated(relation) for relation in layout.relations],
        "givens": [(cell + 1, digit) for cell, digit in enumerate(puzzle.givens) if digit],
        "calls": [call for _, call in calls],
        "end": end,
    }
    text, _ = write_script(f"{SINGULAR.name}/explanation.sing.j2", context)
    return text


def _calls(layout: Layout, steps: Sequence[Step], replay: Replay, before: str) -> Iterator[tuple[int, str]]:
    """For each step its lines of the script, with the number of variables that they need."""
    for number, step in enumerate(steps, 1):
        if objection := replay.strange_number(step):
            raise UnsupportedError(f"no proof of step {before}{number}: {objection}")
        said = f"step {before}{number}, {_said(layout, step)}"
        if step.theorem is Theorem.PRESET:
            cell, digit = step.cells[0] + 1, step.digits[0]
            yield 1, f"begin_trial({cell}, {digit});"
            yield from _calls(layout, step.nested, replay.trial(step), f"{before}{number}.")
            yield 1, f'end_trial("{said}", {cell}, {digit});'
        else:
            claims = claims_of(step, layout, replay.candidates)
            size = max((len(claim.negation.smaller.domains) for claim in claims), default=1)
            numbers: tuple[list[int], ...] = (
                [unit + 1 for unit in step.units],
                [cell + 1 for cell in step.cells],
                [cell + 1 for pair in step.differ for cell in pair],
                [number for unit, digit in step.occurs for number in (unit + 1, digit)],
                [step.placement.cell + 1, step.placement.digit] if step.placement else [],
                [number for removal in step.removals for number in (removal.cell + 1, removal.digit)],
            )
            if layout.relations:
                numbers = (*numbers, [relation + 1 for relation in step.relations])
            vectors = [f"intvec({','.join(map(str, listed)) or '0'})" for listed in numbers]
            yield size, f'take_step("{said}", {", ".join(vectors)});'
        replay.carry_out(step)


def _stated(relation: Relation) -> tuple[str, int, list[int], list[int]]:
    """A relation in words, its kind, its cells from 1, and its numbers, as the script has them."""
    cells = [cell + 1 for cell in relation.cells]
    words = clean(f"{relation.clue}: {relation.name}")
    if isinstance(relation, Tuples):
        return words, 1, cells, [digit for digits in sorted(relation.allowed) for digit in digits] or [0]
    if isinstance(relation, Sum):
        return f"{'all differ; ' * relation.differ}{words}", 2, cells, [*relation.weights, relation.total]
    assert isinstance(relation, Sandwich)
    return words, 3, cells, [relation.total]


def _said(layout: Layout, step: Step) -> str:
    name = clean(step.name)
    if step.placement is not None:
        return f"{name}: {layout.cell_name(step.placement.cell)} = {step.placement.digit}"
    if step.theorem is Theorem.ZEROING and len(step.cells) == 1 and len(step.digits) == 1:
        return f"{name} by {layout.cell_name(step.cells[0])} = {step.digits[0]}"
    zeroed: dict[int, list[str]] = {}
    for removal in step.removals:
        zeroed.setdefault(removal.digit, []).append(layout.cell_name(removal.cell))
    if not zeroed:
        return name
    return f"{name}: " + ", ".join([f"no {digit} in {' '.join(cells)}" for digit, cells in zeroed.items()])
