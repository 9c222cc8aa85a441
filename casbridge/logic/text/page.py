"""The HTML page that steps through an explanation, and the frame with this page in a notebook.

The page needs no network and no other file. It holds the start grid and all steps in words as plain HTML, and the rest
as JSON. From the JSON its script draws the pictures of `draw_state`.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from typing import Any

from casbridge.errors import UsageError
from casbridge.logic.explaining import Explanation
from casbridge.logic.states import first_state
from casbridge.logic.steps import Step
from casbridge.logic.text.drawing import DARK, PALETTE, arrow_paths, outline, picture_layers, plan_of, style_sheet
from casbridge.logic.text.highlights import highlight_of
from casbridge.logic.text.notation import book_step
from casbridge.logic.text.words import describe
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.drawing import draw_svg, title_of
from casbridge.puzzles.layouts import Layout
from casbridge.scripts.rendering import fill
from casbridge.version import version

_BEGINNING = "extension: a blank cell has all digits as candidates"
_SIGNS = {"proved": "✓", "refused": "✗", "undecided": "?"}
_LEGEND = (
    ("bold", "a given"),
    ("small", "a candidate"),
    ("struck", "a candidate that this step zeroes"),
    ("double frame", "the value that this step finds"),
    ("thick border", "a unit in which the reason lies"),
    ("shade", "units in which something is zeroed"),
    ("blue cell, boxed digit", "cells and candidates that are the reason"),
    ("disc, ring", "of a chain: this candidate would be true, would be false; of a colouring: its two colours"),
    ("thick circle", "the candidate that is assumed, and zeroed"),
    ("line, dashes", "of the two candidates one is true; at most one is"),
    ("slanted digit, dashed frame", "in a trial: what would follow, and what was set"),
)
#: The height of the frame in a notebook.
_HEIGHT = 680
#: Wider grids scroll on a phone; others are shrunk to its width.
_LARGE = 1000


def explanation_page(explanation: Explanation, *, proofs: Sequence[str] | None = None) -> str:
    """A self-contained HTML page that steps forward and backward through an explanation.

    Buttons, a slider, the list of steps, arrow keys, Home, End, space and swiping move through it. The address
    `#step-12` is step 12, `#step-12.3` step 3 of the trial of preset 12, `#end` the end. Without scripts the page shows
    the start, the steps in words and the solution.

    proofs: the word to show beside each step, such as "proved".

    >>> from casbridge.logic import explain
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> page = explanation_page(explain(Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0))))
    >>> page.splitlines()[0], "in box 2, 4 has no place but r2c3: r2c3 is 4" in page
    ('<!DOCTYPE html>', True)
    """
    if proofs is not None and len(proofs) != len(explanation.steps):
        raise UsageError(f"{len(proofs)} proofs", expected=f"one a step, {len(explanation.steps)}")
    puzzle = explanation.puzzle
    layout = puzzle.layout
    plan = plan_of(layout)
    style = fill(
        "html/explanation.css.j2",
        {
            "light": _variables(PALETTE),
            "dark": _variables(DARK),
            "elements": style_sheet(".board", {name: f"var(--{name})" for name in PALETTE}),
        },
    )
    script = fill("html/explanation.js.j2", {})
    difficulty = explanation.difficulty
    title = title_of(puzzle, f"{puzzle.clues} given")
    solution = explanation.solution
    return fill(
        "html/explanation.html.j2",
        {
            "title": title,
            "policy": _policy(style, script),
            "generator": f"casbridge {version()}",
            "style": style,
            "script": script,
            "data": safe_json(page_data(explanation)),
            "level": difficulty.level,
            "figures": _figures(explanation),
            "uses": [
                {"number": theorem.number, "name": str(theorem), "level": theorem.level, "count": count}
                for theorem, count in difficulty.uses
                if theorem.number
            ],
            "width": f"{plan.width:g}",
            "large": plan.width > _LARGE,
            "label": f"{title}: {puzzle.line}",
            "layers": "\n".join(picture_layers(first_state(puzzle), None)),
            "beginning": _BEGINNING,
            "ending": _ending(explanation),
            "steps": list(_entries(layout, explanation.steps, "", proofs or ())),
            "legend": _LEGEND,
            "solution": draw_svg(puzzle, solution) if solution is not None else "",
        },
    )


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


def page_data(explanation: Explanation) -> dict[str, Any]:
    """The data of the page's script: the plan of the grid, the givens, the steps and the units that they light up.

    Cells and units are numbered from 0, digits from 1. `zeroed` and `placed` of a step lead to the next state.

    >>> from casbridge.logic import explain
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> page_data(explain(Puzzle(sudoku(1, 2), (0, 2, 0, 0))))["steps"][1]["placed"]
    Placement(cell=0, digit=1)
    """
    puzzle = explanation.puzzle
    layout = puzzle.layout
    plan = plan_of(layout)
    steps = [_step_data(explanation, step) for step in explanation.steps]
    return {
        "title": title_of(puzzle, f"{puzzle.clues} given"),
        "board": {
            "graph": not layout.is_grid,
            "cell": plan.cell,
            "ring": plan.ring,
            "value": plan.value,
            "pencil": plan.pencil,
            "centres": plan.centres,
            "spots": plan.spots,
        },
        "names": [layout.cell_name(cell) for cell in range(layout.cells)],
        "givens": puzzle.givens,
        "theorems": {theorem.number: theorem.statement for theorem in Theorem},
        "units": {
            unit: {"cells": layout.units[unit].cells, "path": outline(plan, unit)} for unit in sorted(_units_of(steps))
        },
        "steps": steps,
    }


def safe_json(data: Any) -> str:
    """JSON for a script element: compact, ASCII, without any "<".

    >>> safe_json({"name": "</script>"})
    '{"name":"\\\\u003c/script>"}'
    """
    return json.dumps(data, separators=(",", ":"), sort_keys=False).replace("<", "\\u003c")


# -- pieces -----------------------------------------------------------------------------------------------------------


def _step_data(explanation: Explanation, step: Step) -> dict[str, Any]:
    """A step for the script. Empty entries are left out."""
    puzzle = explanation.puzzle
    plan = plan_of(puzzle.layout)
    lit = highlight_of(puzzle.layout, step)
    arrows = [("strong" if arrow.strong else "weak", *arrow_paths(plan, arrow)) for arrow in lit.arrows]
    found = {
        "theorem": step.theorem.number,
        "name": step.name,
        "book": book_step(puzzle, step),
        "zeroed": [(removal.cell, removal.digit) for removal in step.removals],
        "placed": step.placement,
        "outlined": lit.outlined,
        "shaded": lit.shaded,
        "cells": lit.cells,
        "failed": lit.failed,
        "marks": lit.marks,
        "arrows": arrows,
        "trial": (step.cells[0], step.digits[0]) if step.nested else None,
        "nested": [_step_data(explanation, nested) for nested in step.nested],
    }
    return {name: value for name, value in found.items() if name == "theorem" or value}


def _units_of(steps: Sequence[dict[str, Any]]) -> set[int]:
    found: set[int] = set()
    for step in steps:
        found |= {*step.get("outlined", ()), *step.get("shaded", ()), *_units_of(step.get("nested", ()))}
    return found


def _entries(layout: Layout, steps: Sequence[Step], before: str, proofs: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The list of steps, with those of trials within it."""
    for number, step in enumerate(steps, 1):
        proof = proofs[number - 1] if proofs else ""
        yield {
            "path": f"{before}{number}",
            "number": step.theorem.number,
            "sentence": describe(layout, step),
            "proof": proof,
            "sign": _SIGNS.get(proof, "·"),
            "nested": list(_entries(layout, step.nested, f"{before}{number}.", ())),
        }


def _figures(explanation: Explanation) -> str:
    difficulty = explanation.difficulty
    said = [f"{difficulty.steps} {'step' if difficulty.steps == 1 else 'steps'}, zeroing not counted"]
    if difficulty.presets:
        presets = "preset" if difficulty.presets == 1 else "presets"
        deep = f", {difficulty.depth} within each other" if difficulty.depth > 1 else ""
        said.append(f"{difficulty.presets} {presets}{deep}")
    return "; ".join([*said, str(explanation.outcome)])


def _ending(explanation: Explanation) -> str:
    found = " and ".join(witness.line for witness in explanation.witnesses)
    return explanation.outcome.sentence + (f"; two of them are {found}" if found else "")


def _variables(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


def _policy(style: str, script: str) -> str:
    """A policy under which the browser loads nothing and uses only the page's own style and script."""

    def digest(text: str) -> str:
        return b64encode(sha256(text.encode()).digest()).decode()

    return (
        f"default-src 'none'; script-src 'sha256-{digest(script)}'; style-src 'sha256-{digest(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
