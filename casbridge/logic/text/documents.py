"""Explanations as JSON documents, and back: records that anyone can write, keep and have checked.

Cells and units have their names (r1c1 or v7, "row 3"), digits are numbers, and null is an absent value. Reading checks
the form. `casbridge.logic.checking` checks the steps, and whatever else the document says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn, TypeGuard, TypeVar

from casbridge.board.peers import board_of
from casbridge.errors import InputError, printable
from casbridge.logic.checking import record_objection
from casbridge.logic.claims import Claim, claims_of
from casbridge.logic.explaining import Explanation, Outcome
from casbridge.logic.replay import Replay
from casbridge.logic.steps import Link, Placement, Removal, Step
from casbridge.logic.text.words import describe
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.printing import print_toml
from casbridge.puzzles.puzzle import DIGITS, Puzzle, Solution
from casbridge.puzzles.toml import parse_toml

#: The most presets within each other in a document.
DEEPEST = 64
#: The most steps in a document. A 25×25 grid has some ten thousand.
MOST_STEPS = 1_000_000

_Read = TypeVar("_Read")
_SCHEMA = "casbridge/1"


def explanation_document(
    explanation: Explanation,
    *,
    steps: bool = True,
    claims: bool = False,
    text: Callable[[Step], str] | None = None,
) -> dict[str, Any]:
    """An explanation for JSON; `read_explanation` reads it back.

    steps: whether to write the steps. Without them it cannot be read back.
    claims: whether to write the polynomials of each step, see `claim_document`.
    text: the sentence to write for a step, such as `describe` of `casbridge.logic.text.words` gives.

    >>> from casbridge.logic.explaining import explain
    >>> from casbridge.puzzles import sudoku
    >>> document = explanation_document(explain(Puzzle(sudoku(1, 2), (0, 2, 0, 0))))
    >>> document["outcome"], document["solution"], document["steps"][1]["placement"]
    ('solved', '1221', {'cell': 'r1c1', 'digit': 1})
    """
    puzzle = explanation.puzzle
    replay = Replay(puzzle) if claims else None
    document: dict[str, Any] = {
        **({"name": puzzle.name} if puzzle.name else {}),
        "puzzle": puzzle.line,
        "layout": puzzle.layout.description,
        "toml": print_toml(puzzle),
        "outcome": str(explanation.outcome),
        "solution": explanation.solution.line if explanation.solution else None,
        "witnesses": [witness.line for witness in explanation.witnesses],
        "difficulty": explanation.difficulty.as_dict(),
    }
    if steps:
        document["steps"] = _steps(puzzle.layout, explanation.steps, replay, text)
    return document


def claim_document(claim: Claim) -> dict[str, Any]:
    """A claim for JSON: its polynomials in Python's syntax. Products of linear factors are not multiplied out.

    >>> claim_document(Claim(2, (1, 3), ((0, 1),), (), 1, 2, ("r1c1", "r1c2")))["hypotheses"]
    ['r1c1 - 1', '(r1c2 - 1)*(r1c2 - 2)', 'r1c2 + r1c1 - 3']
    """
    return {
        "variables": list(claim.ring().variables),
        "field": claim.ring().field.name,
        "hypotheses": claim.hypothesis_texts(),
        "conclusion": claim.conclusion_text(),
    }


def _steps(
    layout: Layout, steps: Sequence[Step], replay: Replay | None, text: Callable[[Step], str] | None
) -> list[dict[str, Any]]:
    written = []
    for number, step in enumerate(steps, 1):
        inside = None
        more: dict[str, Any] = {}
        if replay is not None:
            more["claims"] = [
                claim_document(claim) for claim in claims_of(step, layout, replay.candidates, narrow=True)
            ]
            inside = replay.trial(step) if step.theorem is Theorem.PRESET else None
            replay.carry_out(step)
        if text is not None:
            more["text"] = text(step)
        nested = _steps(layout, step.nested, inside, text)
        written.append({"number": number, **_step(layout, step), "nested": nested, **more})
    return written


def _step(layout: Layout, step: Step) -> dict[str, Any]:
    cell = layout.cell_name

    def unit(number: int) -> str | None:
        return layout.units[number].name if number >= 0 else None

    return {
        "theorem": str(step.theorem),
        "theorem_number": step.theorem.number,
        "name": step.name,
        "cells": [cell(one) for one in step.cells],
        "digits": list(step.digits),
        "units": [unit(one) for one in step.units],
        "differ": [[cell(a), cell(b)] for a, b in step.differ],
        "occurs": [{"unit": unit(number), "digit": digit} for number, digit in step.occurs],
        "placement": {"cell": cell(step.placement.cell), "digit": step.placement.digit} if step.placement else None,
        "removals": [
            {"cell": cell(one.cell), "digit": one.digit, "by": [cell(by) for by in one.by], "unit": unit(one.unit)}
            for one in step.removals
        ],
        "links": [
            {
                "cell": cell(link.cell),
                "digit": link.digit,
                "true": link.true,
                "cause": link.cause + 1 if link.cause >= 0 else None,
                "unit": unit(link.unit),
            }
            for link in step.links
        ],
    }


# -- reading ----------------------------------------------------------------------------------------------------------


def parse_explanation(text: str, puzzle: Puzzle | None = None, *, source: str = "<record>") -> Explanation:
    """The explanation in a JSON text, read by `read_explanation`.

    puzzle: the puzzle that it must be about. source: the name of the text in messages.

    >>> parse_explanation("[]")
    Traceback (most recent call last):
    casbridge.errors.InputError: <record>: the document is a list; expected an object
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"bad JSON: {error.msg}", source=source, line=error.lineno, column=error.colno, expected="one document"
        ) from None
    except (RecursionError, ValueError) as error:
        what = "is nested too deeply" if isinstance(error, RecursionError) else "has a number with too many digits"
        raise InputError(f"the JSON {what}", source=source, expected="an explanation") from None
    return read_explanation(document, puzzle, source=source)


def read_explanation(document: object, puzzle: Puzzle | None = None, *, source: str = "<record>") -> Explanation:
    """The explanation in a document of the form that `explanation_document` writes.

    The outcome, the witnesses and the steps are read. Keys may be missing if they are empty or can be computed. All
    others (the solution, the difficulty, numbers, sentences, claims) are compared with what the steps give. The first
    difference becomes the explanation's `misstatement`, which a check refuses. "check", the result of an earlier check,
    is not read.

    puzzle: the puzzle that it must be about; by default the one that the document states.
    source: the name of the document in messages.

    Raises InputError, with the place in the document, for anything that does not have this form.

    >>> from casbridge.logic.explaining import explain
    >>> from casbridge.puzzles import sudoku
    >>> found = explain(Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0)))
    >>> read_explanation(explanation_document(found)) == found
    True
    """
    return _ExplanationReader(source).explanation(document, puzzle)


class _ExplanationReader:
    """Reads one document. `where` is always the place in it, in words."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.steps_read = 0
        self.cells: dict[str, int] = {}
        self.units: dict[str, int] = {}
        self.layout: Layout

    def explanation(self, document: object, puzzle: Puzzle | None) -> Explanation:
        top = self._object(document, "the document")
        if "results" in top and "steps" not in top:
            self._refuse("the document has several results", "the explanation of one puzzle")
        stated = self._stated(top)
        if puzzle is None:
            if stated is None:
                self._refuse("the document states no puzzle", '"toml", as casbridge explain --json writes it')
            puzzle = stated
        elif stated is not None and (stated.layout, stated.givens) != (puzzle.layout, puzzle.givens):
            about = [f"{printable(one.line, 120)} ({one.layout.description})" for one in (stated, puzzle)]
            self._refuse(f"the document is about {about[0]}", about[1])
        self.layout = puzzle.layout
        self.cells = {self.layout.cell_name(cell): cell for cell in range(self.layout.cells)}
        self.units = {name: number for number, name in enumerate(board_of(self.layout).names)}
        outcome = self._text(top, "outcome", "the document")
        if outcome not in list(Outcome):
            self._refuse(f"the outcome {outcome!r}", f"one of {', '.join(Outcome)}")
        steps = self._steps(self._list(top, "steps", "the document"), "step ", 0)
        lines = enumerate(self._list(top, "witnesses", "the document", missing=True), 1)
        witnesses = tuple(Solution(puzzle, self._digits(line, f"witness {number}")) for number, line in lines)
        found = Explanation(puzzle, steps, Outcome(outcome), witnesses)
        return replace(found, misstatement=self._misstatement(top, found, stated))

    def _stated(self, top: dict[str, Any]) -> Puzzle | None:
        if top.get("toml") is None:
            return None
        return parse_toml(self._text(top, "toml", "the document"), source=f"{self.source}: toml")

    # -- what is computed anew ----------------------------------------------------------------------------------------

    def _misstatement(self, top: dict[str, Any], found: Explanation, stated: Puzzle | None) -> str:
        """The first statement of the document that its puzzle and its steps contradict."""
        shown = record_objection(found) is None
        claims = shown and _has(top["steps"], "claims")
        text = partial(describe, self.layout) if shown and _has(top["steps"], "text") else None
        written = explanation_document(found, claims=claims, text=text)
        written |= {
            "schema": _SCHEMA,
            "status": found.outcome.status,
            "toml": top.get("toml"),
            "check": top.get("check"),
        }
        written["name"] = top.get("name") if stated is None else stated.name
        if isinstance(top.get("check"), dict) and top.get("status") in ("refused", "undecided"):
            written["status"] = top["status"]
        return next(self._differences(top, written, "", () if shown else ("claims", "text")), "")

    def _differences(self, given: object, written: object, where: str, ignored: Sequence[str]) -> Iterator[str]:
        if isinstance(given, dict) and isinstance(written, dict):
            for key, value in given.items():
                if key in ignored:
                    continue
                if key not in written:
                    self._refuse(f"{where or 'the document'} has the key {printable(key, 60)!r}", ", ".join(written))
                place = f"{where}, {key}" if where else key
                yield from self._differences(value, written[key], place, ignored)
        elif isinstance(given, list) and isinstance(written, list) and len(given) == len(written):
            for number, (one, other) in enumerate(zip(given, written, strict=True), 1):
                yield from self._differences(one, other, f"{where} {number}", ignored)
        elif (type(given) is not type(written) or given != written) and not (given is None and written == []):
            yield f"it says that {where} is {_kind(given)}, but by its steps it is {_kind(written)}"

    # -- steps --------------------------------------------------------------------------------------------------------

    def _steps(self, found: list[Any], where: str, depth: int) -> tuple[Step, ...]:
        if depth > DEEPEST:
            first = where.split(".")[0].strip()
            self._refuse(f"{first} has presets within presets, {depth} deep", f"at most {DEEPEST}")
        self.steps_read += len(found)
        if self.steps_read > MOST_STEPS:
            self._refuse("the document has too many steps", f"at most {MOST_STEPS}")
        return tuple([self._step(one, f"{where}{number}", depth) for number, one in enumerate(found, 1)])

    def _step(self, found: object, where: str, depth: int) -> Step:
        step = self._object(found, where)
        theorem = self._text(step, "theorem", where)
        if theorem not in list(Theorem):
            self._refuse(f"{where}: the theorem {theorem!r}", f"one of {', '.join(Theorem)}")
        placement = step.get("placement")

        def each(key: str, read: Callable[[object, str], _Read], said: str = "") -> tuple[_Read, ...]:
            """The entries of a list. said: the name of an entry in messages."""
            entries = enumerate(self._list(step, key, where, missing=True), 1)
            return tuple([read(one, f"{where}, {said} {number}" if said else where) for number, one in entries])

        return Step(
            Theorem(theorem),
            self._text(step, "name", where) if "name" in step else theorem,
            cells=each("cells", self._cell),
            digits=each("digits", self._digit),
            units=each("units", self._unit),
            differ=each("differ", self._pair),
            occurs=each("occurs", self._occurs),
            placement=None if placement is None else self._placement(placement, f"{where}, placement"),
            removals=each("removals", self._removal, "removal"),
            links=each("links", self._link, "link"),
            nested=self._steps(self._list(step, "nested", where, missing=True), f"{where}.", depth + 1),
        )

    def _pair(self, found: object, where: str) -> tuple[int, int]:
        if not isinstance(found, list) or len(found) != 2:
            self._refuse(f"{where}: a pair in differ is {_kind(found)}", "two names of cells")
        return self._cell(found[0], where), self._cell(found[1], where)

    def _occurs(self, found: object, where: str) -> tuple[int, int]:
        one = self._object(found, f"{where}, occurs")
        return self._unit(one.get("unit"), where), self._digit(one.get("digit"), where)

    def _placement(self, found: object, where: str) -> Placement:
        one = self._object(found, where)
        return Placement(self._cell(one.get("cell"), where), self._digit(one.get("digit"), where))

    def _removal(self, found: object, where: str) -> Removal:
        one = self._object(found, where)
        by = tuple([self._cell(cell, where) for cell in self._list(one, "by", where, missing=True)])
        return Removal(*self._placement(one, where), by, self._unit_or_none(one, where))

    def _link(self, found: object, where: str) -> Link:
        one = self._object(found, where)
        true, cause = one.get("true"), one.get("cause")
        if not isinstance(true, bool):
            self._refuse(f'{where}: "true" is {_kind(true)}', "true or false")
        if cause is not None and (not _is_whole(cause) or cause < 1):
            self._refuse(f"{where}: the cause is {_kind(cause)}", "the number of an earlier link, or null")
        place = -1 if cause is None else cause - 1
        return Link(*self._placement(one, where), true, place, self._unit_or_none(one, where))

    # -- values -------------------------------------------------------------------------------------------------------

    def _digits(self, line: object, where: str) -> tuple[int, ...]:
        if not isinstance(line, str):
            self._refuse(f"{where} is {_kind(line)}", "a grid in one line")
        largest = self.layout.digits
        parts = list(line) if largest < len(DIGITS) else line.split(",")
        try:
            digits = [DIGITS.index(part) if largest < len(DIGITS) else int(part) for part in parts]
        except ValueError:
            digits = []
        if len(digits) != self.layout.cells or not all(1 <= digit <= largest for digit in digits):
            self._refuse(f"{where} is {line!r}", f"{self.layout.cells} digits from 1 to {largest}")
        return tuple(digits)

    def _cell(self, found: object, where: str) -> int:
        if not isinstance(found, str) or found not in self.cells:
            last = self.layout.cell_name(self.layout.cells - 1) if self.cells else "none"
            self._refuse(f"{where}: the cell {_kind(found)}", f"a cell's name, up to {last}")
        return self.cells[found]

    def _unit(self, found: object, where: str) -> int:
        if not isinstance(found, str) or found not in self.units:
            names = list(self.units)
            self._refuse(f"{where}: the unit {_kind(found)}", f"a unit's name such as {names[0]}" if names else "none")
        return self.units[found]

    def _unit_or_none(self, table: dict[str, Any], where: str) -> int:
        unit = table.get("unit")
        return -1 if unit is None else self._unit(unit, where)

    def _digit(self, found: object, where: str) -> int:
        if not _is_whole(found) or not 1 <= found <= self.layout.digits:
            self._refuse(f"{where}: the digit {_kind(found)}", f"1 to {self.layout.digits}")
        return found

    def _text(self, table: dict[str, Any], key: str, where: str) -> str:
        found = table.get(key)
        if not isinstance(found, str):
            self._refuse(f'{where}: "{key}" is {_kind(found)}', "a text")
        return found

    def _list(self, table: dict[str, Any], key: str, where: str, *, missing: bool = False) -> list[Any]:
        found = table.get(key)
        if found is None and missing:
            return []
        if not isinstance(found, list):
            self._refuse(f'{where}: "{key}" is {_kind(found)}', "a list")
        return found

    def _object(self, found: object, where: str) -> dict[str, Any]:
        if not isinstance(found, dict):
            self._refuse(f"{where} is {_kind(found)}", "an object")
        return found

    def _refuse(self, found: str, expected: str) -> NoReturn:
        raise InputError(found, source=self.source, expected=expected)


def _has(steps: list[Any], key: str) -> bool:
    """Whether a step of a document, or a step within one, has this key."""
    return any(key in step or _has(step.get("nested") or [], key) for step in steps)


def _is_whole(found: object) -> TypeGuard[int]:
    return isinstance(found, int) and not isinstance(found, bool)


def _kind(found: object) -> str:
    """A value in words, short."""
    if found is None:
        return "missing"
    if isinstance(found, dict):
        return "an object"
    if isinstance(found, list):
        return "a list"
    return printable(repr(found), 60)
