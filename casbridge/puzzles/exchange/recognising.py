"""The form of another program that a text has, by its content."""

from __future__ import annotations

import re
from typing import Unpack

from casbridge.errors import InputError
from casbridge.puzzles.exchange.fpuzzles import read_fpuzzles
from casbridge.puzzles.exchange.links import is_link, read_links
from casbridge.puzzles.exchange.made import is_made, read_made
from casbridge.puzzles.exchange.programs import (
    has_sections,
    is_hodoku,
    is_opensudoku,
    read_hodoku,
    read_opensudoku,
    read_sections,
)
from casbridge.puzzles.exchange.sudokupad import read_sudokupad, unshortened
from casbridge.puzzles.lettered import read_lettered
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.puzzle import Puzzle
from casbridge.strict import read_json

_FPUZZLES = re.compile(r'\s*\{\s*"')
_SHORTENED = re.compile(r"\s*\{(?:id|cs|ce|ca|re|t|metadata|metaData|cells|cellSize):")
# A grid of digits, where f-puzzles and SudokuPad have objects. Cages of SudokuPad have cells [1, 2].
_PLAIN = re.compile(r'"grid"\s*:\s*(?:"|\[\s*(?:\[\s*)?["0-9n])|"cells"\s*:\s*"[0-9.]{16}')
_LONGEST = 1 << 23  # of a document in JSON


def exchanged_form(text: str) -> str:
    """The form of another program that a text is in; "" for none.

    link, fpuzzles, sudokupad, shortened (SudokuPad's), sections (SadMan's), hodoku, opensudoku; made
    (casbridge's own JSON of puzzles).

    >>> exchanged_form('{"size": 9, "grid": []}'), exchanged_form("[Puzzle]\\n1..."), exchanged_form("1...")
    ('fpuzzles', 'sections', '')
    """
    begins = text.lstrip()[:1]
    if begins == "<":
        return "opensudoku" if is_opensudoku(text) else "link" if is_link(text) else ""
    if begins == "{":
        if is_made(text):
            return "made"
        if _SHORTENED.match(text):
            return "shortened"
        if not _FPUZZLES.match(text) or '"_ns"' in text:
            return ""
        if '"grid"' in text and '"size"' in text and not _PLAIN.search(text):
            return "fpuzzles"
        return "sudokupad" if '"cells"' in text and not _PLAIN.search(text) else ""
    if begins == ":" and is_hodoku(text):
        return "hodoku"
    if is_link(text):
        return "link"
    return "sections" if has_sections(text) else ""


def read_exchanged(text: str, form: str, **wanted: Unpack[ReadingOptions]) -> list[Puzzle]:
    """The puzzles in a text in one of these forms. Raises InputError for what is no puzzle.

    >>> [puzzle.line for puzzle in read_exchanged("[Puzzle]\\n1...\\n....\\n....\\n....", "sections")]
    ['1...............']
    """
    readers = {
        "link": read_links,
        "sections": read_sections,
        "hodoku": read_hodoku,
        "opensudoku": read_opensudoku,
        "made": read_made,
        "lettered": read_lettered,
    }
    if form in readers:
        return readers[form](text, **wanted)
    source = wanted.get("source")
    if len(text) > _LONGEST:
        raise InputError(f"a document of {len(text)} characters", source=source, expected=f"at most {_LONGEST}")
    if form == "shortened":
        return [read_sudokupad(unshortened(text.strip(), source), wanted)]
    document = read_json(text, source)
    is_fpuzzles = isinstance(document.value, dict) and "grid" in document.value and "size" in document.value
    return [read_fpuzzles(document, text, False, wanted) if is_fpuzzles else read_sudokupad(document, wanted)]
