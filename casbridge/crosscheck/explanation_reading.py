"""Certificates of explanations as data: units, givens and steps, by the grammar of what `explain --proof` writes.

A certificate is read, printed again from what was read, and compared line by line: a line that is not the same is
refused. The text of a step must fit its numbers. `casbridge.logic.text.proofs` writes these certificates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from casbridge.crosscheck.certificate_reading import CertificateText, ReadCertificate
from casbridge.crosscheck.certificates import digest_of
from casbridge.encodings import encode
from casbridge.errors import InputError
from casbridge.puzzles.layouts import graph
from casbridge.puzzles.puzzle import Puzzle
from casbridge.scripts.rendering import clean, fill

_TEMPLATE = "singular/explanation.sing.j2"
_OF_A_GRID = "Cells are numbered row by row, from 1."
_NUMBER = "(?:0|[1-9][0-9]{0,8})"
_VECTOR = rf"intvec\(({_NUMBER}(?:,{_NUMBER})*)\)"
_STEP = rf'take_step\("([^"\\]*)", {", ".join([_VECTOR] * 6)}\);'
_BEGIN = rf"begin_trial\(({_NUMBER}), ({_NUMBER})\);"
_END = rf'end_trial\("([^"\\]*)", ({_NUMBER}), ({_NUMBER})\);'
_ENDS = {
    'report_check(is_solved(), "each cell has one candidate left, and no unit has a digit twice");': "solved",
    'report_check(is_contradictory, "the steps end in a contradiction");': "contradiction",
}
#: More cells than `explain --proof` writes a step about.
_MOST_CELLS = 2_000


def read_explanation_certificate(text: CertificateText) -> ReadCertificate | None:
    """The certificate of an explanation; None for a text without units of cells.

    Raises InputError, with the line, for what casbridge does not write, and for a digest that is not the puzzle's.

    >>> read_explanation_certificate(CertificateText("quit;")) is None
    True
    """
    if "list cells_of_unit;" not in text.lines:
        return None
    header, named_digest = text.header()
    ring = text.next_match(rf"ring casbridge_ring = ({_NUMBER}), \(x\(1..({_NUMBER})\)\), dp;", "a ring")
    characteristic, most_cells = _numbers(ring)
    if not 1 <= most_cells <= _MOST_CELLS:
        text.fail(f"{most_cells} variables", f"1 to {_MOST_CELLS}")
    (cells,) = _numbers(text.next_match(rf"int number_of_cells = ({_NUMBER});", "the number of cells"))
    (digits,) = _numbers(text.next_match(rf"int number_of_digits = ({_NUMBER});", "the number of digits"))
    text.next_match("list cells_of_unit;", "the units")
    units: list[tuple[str, list[int]]] = []
    while found := text.following(rf"cells_of_unit\[{len(units) + 1}\] = {_VECTOR};  // (.*)"):
        text.check_comment(found.group(2))
        units.append((found.group(2), [int(number) for number in found.group(1).split(",")]))
    text.next_match(r"fill_candidates\(\);", "fill_candidates();")
    givens: list[tuple[int, int]] = []
    while found := text.following(rf"only_candidate\(({_NUMBER}), ({_NUMBER})\);"):
        cell, digit = _numbers(found)
        givens.append((cell, digit))
    text.next_match(r"check_units\(\);", "check_units();")
    calls = _calls(text, digits, is_grid=_OF_A_GRID in header)
    puzzle = _puzzle(text, cells, digits, units, givens)
    try:
        system = encode(puzzle).system
    except InputError as error:
        text.fail(error.found, error.expected or "another puzzle")
    if characteristic != system.ring.field.characteristic:
        text.line_number = next(n for n, line in enumerate(text.lines, 1) if line.startswith("ring "))
        text.fail(f"characteristic {characteristic}", f"{system.ring.field.characteristic}, as for the system")
    last = text.lines[text.line_number] if text.line_number < len(text.lines) else ""
    context: dict[str, Any] = {
        "header": header,
        "system_digest": named_digest,
        "characteristic": characteristic,
        "most_cells": most_cells,
        "cells": cells,
        "digits": digits,
        "units": units,
        "givens": givens,
        "calls": calls,
        "end": _ENDS.get(last, ""),
    }
    script = fill(_TEMPLATE, context)
    text.is_printed_as(script)
    digest = digest_of(system)
    text.check_digest(digest, named_digest)
    return ReadCertificate(system, digest, script)


def _numbers(found: re.Match[str]) -> tuple[int, ...]:
    return tuple(map(int, found.groups()))


def _puzzle(
    text: CertificateText,
    cells: int,
    digits: int,
    units: Sequence[tuple[str, Sequence[int]]],
    givens: Sequence[tuple[int, int]],
) -> Puzzle:
    """The puzzle as a graph: its system is that of the puzzle, for each pair of a unit's cells must differ."""
    for _, members in units:
        if len(set(members)) < len(members) or not all(1 <= cell <= cells for cell in members):
            text.fail("a unit with strange cells", f"different cells from 1 to {cells}")
    edges = {(a - 1, b - 1) for _, members in units for a, b in combinations(members, 2)}
    try:
        layout = graph(cells, tuple(edges), digits)
    except InputError as error:
        text.fail(error.found, error.expected or "fewer cells")
    filled = [0] * cells
    for cell, digit in givens:
        if not (1 <= cell <= cells and 1 <= digit <= digits):
            text.fail(f"the given {digit} in cell {cell}", f"cells 1 to {cells}, digits 1 to {digits}")
        filled[cell - 1] = digit
    return Puzzle(layout, tuple(filled))


def _calls(text: CertificateText, digits: int, *, is_grid: bool) -> list[str]:
    """The lines of the steps; InputError where the words of one do not fit its numbers."""

    def cell_name(cell: int) -> str:
        return f"r{(cell - 1) // digits + 1}c{(cell - 1) % digits + 1}" if is_grid else f"v{cell}"

    def must_say(said: str, *tails: str) -> None:
        name = r'step [1-9][0-9]*(?:\.[1-9][0-9]*)*, [^:="\\]{1,200}'
        if not any(re.fullmatch(name + re.escape(tail), said) for tail in tails) or clean(said) != said:
            text.fail(f"a step called {said!r}", f"a name that ends in {' or '.join(map(repr, tails))}")

    calls: list[str] = []
    while True:
        if found := text.following(_STEP):
            said = found.group(1)
            cells, value, zeroed = (_list(found.group(place)) for place in (3, 6, 7))
            if value:
                must_say(said, f": {cell_name(value[0])} = {value[-1]}")
            elif zeroed:
                by_digit: dict[int, list[str]] = {}
                for cell, digit in zip(zeroed[::2], zeroed[1::2], strict=False):
                    by_digit.setdefault(digit, []).append(cell_name(cell))
                removed = ", ".join(f"no {digit} in {' '.join(names)}" for digit, names in by_digit.items())
                by = [f" by {cell_name(cells[0])} = {next(iter(by_digit))}"] if len(cells) == len(by_digit) == 1 else []
                must_say(said, f": {removed}", *by)
            else:
                must_say(said, "")
        elif found := text.following(_END):
            said, cell, digit = found.group(1), int(found.group(2)), int(found.group(3))
            must_say(said, f": no {digit} in {cell_name(cell)}")
        else:
            found = text.following(_BEGIN)
            if found is None:
                return calls
        calls.append(found.group())


def _list(numbers: str) -> list[int]:
    """The numbers of a vector; 0 alone stands for none."""
    return [] if numbers == "0" else [int(number) for number in numbers.split(",")]
