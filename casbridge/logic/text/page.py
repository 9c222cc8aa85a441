"""The HTML page that steps through an explanation, and the frame with this page in a notebook.

The page needs no network and no other file. It holds the start grid and all steps in words as plain HTML, and the rest
as JSON. From the JSON its script draws the pictures of `draw_state`.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from html import escape
from itertools import combinations
from typing import Any

from casbridge.errors import UsageError
from casbridge.logic.explaining import Explanation, Outcome
from casbridge.logic.steps import Step, first_state
from casbridge.logic.text import drawing
from casbridge.logic.text.hints import hint_of
from casbridge.logic.text.vocabulary import Words, name_of, rule_in_hints, statement_of
from casbridge.logic.text.words import book_step, describe
from casbridge.logic.theorems.catalogue import Theorem, word_of
from casbridge.puzzles.drawing import draw_svg, title_of
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.printing import print_toml
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.rules import further_rules, own_rule
from casbridge.puzzles.variants.relations import Sandwich, Sum, Tuples
from casbridge.scripts.rendering import fill
from casbridge.version import version

_SIGNS = {"proved": "✓", "refused": "✗", "undecided": "?"}
#: The height of the frame in a notebook.
_HEIGHT = 680
#: Wider grids scroll on a phone; others are shrunk to its width.
_LARGE = 1000


def explanation_page(
    explanation: Explanation, *, proofs: Sequence[str] | None = None, words: Words = Words.PLAIN
) -> str:
    """A self-contained HTML page that steps forward and backward through an explanation, and can be played.

    Buttons, a slider, the list of steps, arrow keys, Home, End, space and swiping move through it. The address
    `#step-12` is step 12, `#step-12.3` step 3 of the trial of preset 12, `#end` the end, `#playing` the game. Without
    scripts the page shows the start, the steps in words and the solution.

    In the game one writes digits and pencil marks, undoes, checks, and asks for hints. The browser keeps the game.

    proofs: the word to show beside each step, such as "proved".
    words: what the sentences say of candidates: removed, or zeroed as in the book.

    >>> from casbridge import explain, read_puzzles
    >>> page = explanation_page(explain(read_puzzles(".4.....1..3.2...")[0]))
    >>> page.splitlines()[0], "in box 2, 4 has no place but r2c3: r2c3 is 4" in page
    ('<!DOCTYPE html>', True)
    """
    if proofs is not None and len(proofs) != len(explanation.steps):
        raise UsageError(f"{len(proofs)} proofs", expected=f"one a step, {len(explanation.steps)}")
    puzzle, solution, difficulty = explanation.puzzle, explanation.solution, explanation.difficulty
    plan = drawing.plan_of(puzzle.layout)
    elements = drawing.style_sheet(".board", {name: f"var(--{name})" for name in drawing.PALETTE})
    style = fill("html/explanation.css.j2", {"light": drawing.PALETTE, "dark": drawing.DARK, "elements": elements})
    script = fill("html/explanation.js.j2", {})
    title = title_of(puzzle, f"{puzzle.clues} given")
    context = {
        "title": title,
        "style_digest": _digest(style),
        "script_digest": _digest(script),
        "generator": f"casbridge {version()}",
        "style": style,
        "script": script,
        "data": safe_json(page_data(explanation, words)),
        "level": difficulty.level,
        "word": word_of(difficulty.level) if solution is not None else "",
        "rules": [own_rule(puzzle.layout), *further_rules(puzzle.layout)],
        "figures": _figures(explanation),
        "uses": [
            (theorem, name_of(Step(theorem, theorem.value), words), count)
            for theorem, count in difficulty.uses
            if theorem.number
        ],
        "width": f"{plan.width:g}",
        "large": plan.width > _LARGE,
        "label": f"{title}: {puzzle.line}",
        "layers": "\n".join(drawing.picture_layers(first_state(puzzle), None)),
        "ending": explanation.ending,
        "witnesses": " and ".join(witness.line for witness in explanation.witnesses),
        "steps": list(_entries(puzzle.layout, explanation.steps, "", proofs or (), words)),
        "words": words,
        "has_clues": bool(puzzle.layout.relations),
        "solution": draw_svg(puzzle, solution) if solution is not None else "",
    }
    return fill("html/explanation.html.j2", context)


def notebook_fragment(explanation: Explanation) -> str:
    """The page in a frame of its own, so that several pages do not disturb each other, with a caption.

    >>> from casbridge.logic import explain
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> notebook_fragment(explain(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))).count("<iframe")
    1
    """
    page = escape(explanation_page(explanation), quote=True)
    title = escape(title_of(explanation.puzzle, _figures(explanation)), quote=True)
    return (
        '<figure style="margin:0">\n'
        f'<iframe title="{title}" sandbox="allow-scripts" width="100%" height="{_HEIGHT}" srcdoc="{page}"'
        ' style="width:100%;border:1px solid #9a9a9a"></iframe>\n'
        f"<figcaption>{title}</figcaption>\n</figure>"
    )


def page_data(explanation: Explanation, words: Words = Words.PLAIN) -> dict[str, Any]:
    """The data of the page's script: the plan of the grid, the givens, the steps and the units that they light up.

    Cells and units are numbered from 0, digits from 1. `zeroed` and `placed` of a step lead to the next state. `play`
    has what a game needs: which cells differ, and which digits the explanation leaves in each cell.

    >>> from casbridge.logic import explain
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> page_data(explain(Puzzle(sudoku(1, 2), (0, 2, 0, 0))))["steps"][1]["placed"]
    Placement(cell=0, digit=1)
    """
    puzzle, layout = explanation.puzzle, explanation.puzzle.layout
    plan, steps = drawing.plan_of(layout), [_step_data(puzzle, step, words) for step in explanation.steps]
    for number, step in enumerate(explanation.steps):
        if step.theorem is not Theorem.ZEROING:
            where, _, reason, finding = hint_of(layout, number + 1, step, words).texts
            steps[number]["hint"] = where, reason, finding
    shown = sorted(_units_of(steps))
    board = {name: getattr(plan, name) for name in ("cell", "ring", "value", "pencil", "centres", "spots")}
    return {
        "title": title_of(puzzle, f"{puzzle.clues} given"),
        "board": {"graph": not layout.is_grid, **board},
        "names": [layout.cell_name(cell) for cell in range(layout.cells)],
        "givens": puzzle.givens,
        "theorems": {theorem.number: statement_of(theorem, words) for theorem in Theorem},
        "rules": {theorem.number: rule_in_hints(theorem, layout, words) for theorem in Theorem},
        "units": {unit: {"cells": layout.units[unit].cells, "path": drawing.outline(plan, unit)} for unit in shown},
        "steps": steps,
        "play": _play_data(explanation),
    }


def _play_data(explanation: Explanation) -> dict[str, Any]:
    """What a game needs. key: the name under which a browser keeps the game, the same for the same puzzle.

    clues, allowed: the relations of variants, and the tables of digits that they point to. With one only solution a
    game is compared with that, and needs none.
    """
    puzzle, layout, state = explanation.puzzle, explanation.puzzle.layout, explanation.last_state
    units = [unit.cells for unit in layout.units]
    together = {frozenset(pair) for cells in units for pair in combinations(cells, 2)}
    unique = explanation.outcome is Outcome.SOLVED
    clues, allowed = ([], []) if unique else _clues(layout)
    return {
        "key": sha256(print_toml(replace(puzzle, name="")).encode("utf-8", "replace")).hexdigest()[:32],
        "unique": unique,
        "outcome": str(explanation.outcome),
        "sentence": explanation.ending,
        "open": [state.digits(cell) for cell in range(layout.cells)],
        "units": units,
        "names": [unit.name for unit in layout.units],
        "pairs": [pair for pair in layout.different if frozenset(pair) not in together],
        "clues": clues,
        "allowed": allowed,
    }


def _clues(layout: Layout) -> tuple[list[dict[str, Any]], list[list[tuple[int, ...]]]]:
    """The relations of variants for a game, and the tables of digits that some of them point to."""
    tables: dict[frozenset[tuple[int, ...]], int] = {}
    found: list[dict[str, Any]] = []
    for one in layout.relations:
        clue: dict[str, Any] = {"cells": one.cells, "name": one.name}
        if isinstance(one, Tuples):
            clue["allowed"] = tables.setdefault(one.allowed, len(tables))
        elif isinstance(one, Sum):
            clue |= {"weights": one.weights, "total": one.total}
        elif isinstance(one, Sandwich):
            clue["between"] = one.total
        else:
            raise TypeError(type(one))
        found.append(clue)
    return found, [sorted(table) for table in tables]


def safe_json(data: Any) -> str:
    """JSON for a script element: compact, ASCII, without any "<".

    >>> safe_json({"name": "</script>"})
    '{"name":"\\\\u003c/script>"}'
    """
    return json.dumps(data, separators=(",", ":"), sort_keys=False).replace("<", "\\u003c")


def _step_data(puzzle: Puzzle, step: Step, words: Words) -> dict[str, Any]:
    """A step for the script. Empty entries are left out."""
    plan, lit = drawing.plan_of(puzzle.layout), drawing.highlight_of(puzzle.layout, step)
    found = {
        "theorem": step.theorem.number,
        "name": name_of(step, words),
        "book": book_step(puzzle, step),
        "zeroed": [(removal.cell, removal.digit) for removal in step.removals],
        "placed": step.placement,
        **{name: getattr(lit, name) for name in ("outlined", "shaded", "cells", "failed", "marks")},
        "clue": drawing.clue_outline(plan, lit.clue) if lit.clue else "",
        "arrows": [("strong" if arrow.strong else "weak", *drawing.arrow_paths(plan, arrow)) for arrow in lit.arrows],
        "trial": (step.cells[0], step.digits[0]) if step.nested else None,
        "nested": [_step_data(puzzle, nested, words) for nested in step.nested],
    }
    return {name: value for name, value in found.items() if name == "theorem" or value}


def _units_of(steps: Sequence[dict[str, Any]]) -> set[int]:
    found: set[int] = set()
    for step in steps:
        found |= {*step.get("outlined", ()), *step.get("shaded", ()), *_units_of(step.get("nested", ()))}
    return found


def _entries(
    layout: Layout, steps: Sequence[Step], before: str, proofs: Sequence[str], words: Words
) -> Iterator[dict[str, Any]]:
    """The list of steps, with those of trials within it."""
    for number, step in enumerate(steps, 1):
        proof = proofs[number - 1] if proofs else ""
        yield {
            "path": f"{before}{number}",
            "number": step.theorem.number,
            "sentence": describe(layout, step, words),
            "proof": proof,
            "sign": _SIGNS.get(proof, "·"),
            "nested": list(_entries(layout, step.nested, f"{before}{number}.", (), words)),
        }


def _figures(explanation: Explanation) -> str:
    figures = explanation.difficulty
    said = [f"{figures.steps} {'step' if figures.steps == 1 else 'steps'}, Theorem 1 not counted"]
    if figures.presets:
        deep = f", {figures.depth} within each other" if figures.depth > 1 else ""
        said.append(f"{figures.presets} {'preset' if figures.presets == 1 else 'presets'}{deep}")
    return "; ".join([*said, str(explanation.outcome)])


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
