"""Explanations as JSON documents, and back: records that anyone can write, keep and have checked.

Cells and units have their names (r1c1 or v7, "row 3"), digits are numbers, and null is an absent value. Reading checks
the form. `casbridge.logic.checking` checks the steps, and whatever else the document says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, NoReturn, TypeVar

from casbridge.board.peers import board_of
from casbridge.errors import InputError, printable
from casbridge.logic.checking import record_objection
from casbridge.logic.claims import Claim, claims_of
from casbridge.logic.explaining import Explanation, Outcome
from casbridge.logic.replay import Replay
from casbridge.logic.steps import Link, Placement, Removal, Step
from casbridge.logic.text.vocabulary import Words
from casbridge.logic.text.words import describe
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.printing import print_toml
from casbridge.puzzles.puzzle import DIGITS, Puzzle, Solution
from casbridge.puzzles.toml import parse_toml
from casbridge.puzzles.variants.relations import Relation

#: The most presets within each other in a document.
DEEPEST = 64
#: The most steps in a document. A 25×25 grid has some ten thousand.
MOST_STEPS = 1_000_000

_SCHEMA = "casbridge/1"
_Kind = TypeVar("_Kind")
_Part = TypeVar("_Part", Placement, Removal, Link, "_Occurs")
# What the entries of a list are. The parts of a step are objects, with the fields of these tuples.
_ENTRIES = {"cells": "cell", "by": "cell", "digits": "digit", "units": "unit", "differ": "pair"}
_ENTRIES["relations"] = "relation"
_EXPECTED = {str: "a text", list: "a list", dict: "an object", bool: "true or false"}


class _Occurs(NamedTuple):
    """An entry of `Step.occurs`."""

    unit: int
    digit: int


def explanation_document(
    explanation: Explanation, *, steps: bool = True, claims: bool = False, text: Callable[[Step], str] | None = None
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
        inside = replay.trial(step) if replay is not None and step.theorem is Theorem.PRESET else None
        document = {"number": number, **_step(layout, step), "nested": _steps(layout, step.nested, inside, text)}
        if replay is not None:
            claims = claims_of(step, layout, replay.candidates, narrow=True)
            document["claims"] = [claim_document(claim) for claim in claims]
            replay.carry_out(step)
        if text is not None:
            document["text"] = text(step)
        written.append(document)
    return written


def _said(relation: Relation) -> str:
    return f"{relation.clue}: {relation.name}"


def _step(layout: Layout, step: Step) -> dict[str, Any]:
    cell, units = layout.cell_name, [*board_of(layout).names, None]  # −1 is no unit
    placed = step.placement
    return {
        "theorem": str(step.theorem),
        "theorem_number": step.theorem.number,
        "name": step.name,
        "cells": [cell(one) for one in step.cells],
        "digits": list(step.digits),
        "units": [units[one] for one in step.units],
        "differ": [[cell(a), cell(b)] for a, b in step.differ],
        "occurs": [{"unit": units[unit], "digit": digit} for unit, digit in step.occurs],
        **({"relations": [_said(layout.relations[one]) for one in step.relations]} if step.relations else {}),
        "placement": None if placed is None else {"cell": cell(placed.cell), "digit": placed.digit},
        "removals": [
            {"cell": cell(one), "digit": digit, "by": [cell(other) for other in by], "unit": units[unit]}
            for one, digit, by, unit in step.removals
        ],
        "links": [
            {"cell": cell(one), "digit": digit, "true": true, "cause": cause + 1 or None, "unit": units[unit]}
            for one, digit, true, cause, unit in step.links
        ],
    }


def parse_explanation(text: str, puzzle: Puzzle | None = None, *, source: str = "<record>") -> Explanation:
    """The explanation in a JSON text, read by `read_explanation`, which says what `puzzle` and `source` are.

    >>> parse_explanation("[]")
    Traceback (most recent call last):
    casbridge.errors.InputError: <record>: the document is a list; expected an object
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        said, line, column = f"bad JSON: {error.msg}", error.lineno, error.colno
        raise InputError(said, source=source, line=line, column=column, expected="one document") from None
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

    >>> from casbridge import explain, read_puzzles
    >>> found = explain(read_puzzles(".4.....1..3.2...")[0])
    >>> read_explanation(explanation_document(found)) == found
    True
    """
    return _ExplanationReader(source).explanation(document, puzzle)


class _ExplanationReader:
    """Reads one document. `where` is always the place in it, in words."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.steps_read = 0
        self.numbers: dict[str, dict[str, int]] = {}
        self.layout: Layout

    def explanation(self, document: object, puzzle: Puzzle | None) -> Explanation:
        top = self._is(document, dict, "the document")
        if "results" in top and "steps" not in top:
            self._refuse("the document has several results", "the explanation of one puzzle")
        stated = None
        if top.get("toml") is not None:
            stated = parse_toml(self._text(top, "toml", "the document"), source=f"{self.source}: toml")
        puzzle = puzzle or stated
        if puzzle is None:
            self._refuse("the document states no puzzle", '"toml", as casbridge explain --json writes it')
        if stated is not None and (stated.layout, stated.givens) != (puzzle.layout, puzzle.givens):
            about = [f"{printable(one.line, 120)} ({one.layout.description})" for one in (stated, puzzle)]
            self._refuse(f"the document is about {about[0]}", about[1])
        self.layout = layout = puzzle.layout
        self.numbers["cell"] = {layout.cell_name(cell): cell for cell in range(layout.cells)}
        relations = enumerate(map(_said, layout.relations))
        self.numbers["relation"] = {said: number for number, said in reversed([*relations])}
        self.numbers["unit"] = {name: number for number, name in enumerate(board_of(layout).names)}
        outcome = self._text(top, "outcome", "the document")
        if outcome not in list(Outcome):
            self._refuse(f"the outcome {outcome!r}", f"one of {', '.join(Outcome)}")
        steps = self._steps(self._is(top.get("steps"), list, 'the document: "steps"'), "step ", 0)
        lines = enumerate(self._list(top, "witnesses", "the document"), 1)
        witnesses = tuple(Solution(puzzle, self._grid(line, f"witness {number}")) for number, line in lines)
        found = Explanation(puzzle, steps, Outcome(outcome), witnesses)
        return replace(found, misstatement=self._misstatement(top, found, stated))

    def _misstatement(self, top: dict[str, Any], found: Explanation, stated: Puzzle | None) -> str:
        """The first statement of the document that its puzzle and its steps contradict."""
        shown = record_objection(found) is None
        claims = shown and _has(top["steps"], "claims")
        words = _words_of(top["steps"])
        text = partial(describe, self.layout, words=words) if shown and words is not None else None
        written = explanation_document(found, claims=claims, text=text)
        written |= {"schema": _SCHEMA, "status": found.outcome.status}
        written |= {key: top.get(key) for key in ("toml", "check")}
        written["name"] = top.get("name") if stated is None else stated.name
        if isinstance(top.get("check"), dict) and top.get("status") in ("refused", "undecided"):
            written["status"] = top["status"]
        return next(self._differences(top, written, "", () if shown else ("claims", "text")), "")

    def _differences(self, given: object, written: object, where: str, ignored: Sequence[str]) -> Iterator[str]:
        if isinstance(given, dict) and isinstance(written, dict):
            for key in [key for key in given if key not in ignored]:
                if key not in written:
                    self._refuse(f"{where or 'the document'} has the key {printable(key, 60)!r}", ", ".join(written))
                place = f"{where}, {key}" if where else key
                yield from self._differences(given[key], written[key], place, ignored)
        elif isinstance(given, list) and isinstance(written, list) and len(given) == len(written):
            for number, (one, other) in enumerate(zip(given, written, strict=True), 1):
                yield from self._differences(one, other, f"{where} {number}", ignored)
        elif (type(given) is not type(written) or given != written) and not (given is None and written == []):
            yield f"it says that {where} is {_shown(given)}, but by its steps it is {_shown(written)}"

    def _steps(self, found: list[Any], where: str, depth: int) -> tuple[Step, ...]:
        if depth > DEEPEST:
            first = where.split(".")[0].strip()
            self._refuse(f"{first} has presets within presets, {depth} deep", f"at most {DEEPEST}")
        self.steps_read += len(found)
        if self.steps_read > MOST_STEPS:
            self._refuse("the document has too many steps", f"at most {MOST_STEPS}")
        return tuple([self._step(one, f"{where}{number}", depth) for number, one in enumerate(found, 1)])

    def _step(self, found: object, where: str, depth: int) -> Step:
        step = self._is(found, dict, where)
        theorem = self._text(step, "theorem", where)
        if theorem not in list(Theorem):
            self._refuse(f"{where}: the theorem {theorem!r}", f"one of {', '.join(Theorem)}")
        placement = step.get("placement")
        lists = {key: self._field(step, key, where) for key in ("cells", "digits", "units", "differ", "relations")}
        occurs = [self._part(_Occurs, one, f"{where}, occurs") for one in self._list(step, "occurs", where)]
        removals, links = (enumerate(self._list(step, key, where), 1) for key in ("removals", "links"))
        return Step(
            Theorem(theorem),
            self._text(step, "name", where) if "name" in step else theorem,
            **lists,
            occurs=tuple([(one.unit, one.digit) for one in occurs]),
            placement=None if placement is None else self._part(Placement, placement, f"{where}, placement"),
            removals=tuple([self._part(Removal, one, f"{where}, removal {number}") for number, one in removals]),
            links=tuple([self._part(Link, one, f"{where}, link {number}") for number, one in links]),
            nested=self._steps(self._list(step, "nested", where), f"{where}.", depth + 1),
        )

    def _part(self, form: type[_Part], found: object, where: str) -> _Part:
        table = self._is(found, dict, where)
        values: dict[str, Any] = {}
        for field in ("true", "cause", "cell", "digit", "unit") if form is Link else form._fields:
            absent = field == "unit" and form is not _Occurs and table.get(field) is None
            values[field] = -1 if absent else self._field(table, field, where)
        return form(**values)

    def _field(self, table: dict[str, Any], key: str, where: str) -> Any:
        """The value of a field, in numbers."""
        if key in _ENTRIES:
            return tuple([self._value(_ENTRIES[key], one, where) for one in self._list(table, key, where)])
        return self._value(key, table.get(key), where)

    def _value(self, kind: str, found: Any, where: str) -> Any:
        if kind in self.numbers:
            numbers = self.numbers[kind]
            if not isinstance(found, str) or found not in numbers:
                first, last = next(iter(numbers), ""), next(reversed(numbers), "")
                such = f", up to {last}" if kind == "cell" else f" such as {first}"
                self._refuse(f"{where}: the {kind} {_shown(found)}", f"a {kind}'s name{such}" if numbers else "none")
            return numbers[found]
        if kind == "digit":
            if type(found) is not int or not 1 <= found <= self.layout.digits:
                self._refuse(f"{where}: the digit {_shown(found)}", f"1 to {self.layout.digits}")
            return found
        if kind == "pair":
            if not isinstance(found, list) or len(found) != 2:
                self._refuse(f"{where}: a pair in differ is {_shown(found)}", "two names of cells")
            return self._value("cell", found[0], where), self._value("cell", found[1], where)
        if kind == "true":
            return self._is(found, bool, f'{where}: "true"')
        if found is not None and not (type(found) is int and found >= 1):
            self._refuse(f"{where}: the cause is {_shown(found)}", "the number of an earlier link, or null")
        return -1 if found is None else found - 1

    def _grid(self, line: object, where: str) -> tuple[int, ...]:
        if not isinstance(line, str):
            self._refuse(f"{where} is {_shown(line)}", "a grid in one line")
        largest = self.layout.digits
        try:
            digits = [*map(DIGITS.index, line)] if largest < len(DIGITS) else [*map(int, line.split(","))]
        except ValueError:
            digits = []
        if len(digits) != self.layout.cells or not all(1 <= digit <= largest for digit in digits):
            self._refuse(f"{where} is {line!r}", f"{self.layout.cells} digits from 1 to {largest}")
        return tuple(digits)

    def _text(self, table: dict[str, Any], key: str, where: str) -> str:
        return self._is(table.get(key), str, f'{where}: "{key}"')

    def _list(self, table: dict[str, Any], key: str, where: str) -> list[Any]:
        """A list that may be missing."""
        found = table.get(key)
        return [] if found is None else self._is(found, list, f'{where}: "{key}"')

    def _is(self, found: object, kind: type[_Kind], where: str) -> _Kind:
        if not isinstance(found, kind):
            self._refuse(f"{where} is {_shown(found)}", _EXPECTED[kind])
        return found

    def _refuse(self, found: str, expected: str) -> NoReturn:
        raise InputError(found, source=self.source, expected=expected)


def _has(steps: list[Any], key: str) -> bool:
    """Whether a step of a document, or a step within one, has this key."""
    return any(key in step or _has(step.get("nested") or [], key) for step in steps)


def _words_of(steps: list[Any]) -> Words | None:
    """The words of the first sentence that has some of them; None if the steps have no sentences."""
    texts = [step["text"] for step in steps if isinstance(step.get("text"), str)]
    said = (words for text in texts for words in Words if f" {words.done} " in text)
    return next(said, Words.PLAIN) if _has(steps, "text") else None


def _shown(found: object) -> str:
    """A value in words, short."""
    if isinstance(found, dict | list):
        return _EXPECTED[type(found)]
    return "missing" if found is None else printable(repr(found), 60)
