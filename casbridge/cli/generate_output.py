"""How generated puzzles are printed: their form, their file, and the line about all of them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from casbridge.cli.group import SCHEMA
from casbridge.cli.output import is_terminal, say, to_json
from casbridge.cli.transformed import how_to_read
from casbridge.errors import UsageError, WriteError, printable
from casbridge.making.canonical import Seen
from casbridge.making.generating import Made, NotMade
from casbridge.making.records import drawing_is_read, has_lines, line_is_read
from casbridge.making.wishes import Wish
from casbridge.puzzles.printing import print_toml
from casbridge.puzzles.text_drawing import draw_text

#: Bytes at the end of a file in which its last line is looked for.
_LONGEST_LINE = 2**22
#: The end of a file's name → the form of what is in it. Others have lines.
_FORMS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".toml": "toml"}


def form_of_output(
    form: str | None, output: Path | None, append: bool, total: int, wishes: Sequence[Wish], as_jsonl: bool
) -> str:
    """text, line, toml or jsonl: as asked for, else a form that reads back as the same puzzles.

    >>> from casbridge.puzzles import sudoku
    >>> form_of_output(None, Path("puzzles.txt"), False, 5, [Wish(sudoku(2, 2))], False)
    'line'
    """
    if as_jsonl:
        return "jsonl"
    if form is None:
        form = _form_unasked(output, append, total, wishes)
    elif form == "line" and (odd := _without_lines(wishes)):
        raise UsageError(f"{odd} in one line", expected="--jsonl, or --format toml for one puzzle")
    if form == "toml" and total != 1:
        raise UsageError(f"{total} puzzles in one TOML file", expected="one puzzle, or --jsonl")
    return form


def _form_unasked(output: Path | None, append: bool, total: int, wishes: Sequence[Wish]) -> str:
    if output is None and is_terminal(sys.stdout):
        return "text"
    if output is not None:
        ending = output.suffix.lower()
        if ending == ".json":
            raise UsageError(f"a file {output.name}", expected=".jsonl for a line of JSON a puzzle, or another ending")
        if ending in _FORMS:
            return _FORMS[ending]
    layouts = [wish.layout for wish in wishes]
    regular = not any(wish.random_regions for wish in wishes)
    if total == 1 and not append:
        if output is None and regular and all(map(drawing_is_read, layouts)):
            return "text"
        return "line" if regular and all(map(line_is_read, layouts)) else "toml"
    if odd := _without_lines(wishes):
        raise UsageError(f"lines for {odd}", expected="--jsonl for several puzzles")
    return "line"


def _without_lines(wishes: Sequence[Wish]) -> str | None:
    """What has no lines; None if all puzzles have."""
    odd = next((wish for wish in wishes if wish.random_regions or not has_lines(wish.layout)), None)
    if odd is None:
        return None
    return "random regions" if odd.random_regions else f"a {odd.layout.description}"


def mend_end(output: Path, form: str, wishes: Sequence[Wish]) -> None:
    """Prepare a file for more lines: take away half a line that a kill or a full disk left at its end.

    >>> mend_end(Path("there is no such file"), "line", [])
    """
    try:
        if form not in ("line", "jsonl") or not output.is_file():
            return
        with output.open("r+b") as file:
            start = max(0, file.seek(0, os.SEEK_END) - _LONGEST_LINE)
            file.seek(start)
            end = file.read()
            last = end[end.rfind(b"\n") + 1 :]
            if not last:
                return
            line = last.decode("utf-8", "replace")
            if _is_whole(line, form, wishes):
                file.write(b"\n")
            else:
                file.truncate(start + len(end) - len(last))
                say(f"casbridge: took half a line away from the end of {printable(str(output))}: {printable(line, 60)}")
    except OSError as error:
        raise WriteError(output, error) from None


def _is_whole(line: str, form: str, wishes: Sequence[Wish]) -> bool:
    if form == "line":
        return any(len(line.strip()) == wish.layout.cells for wish in wishes)
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def text_of(
    form: str, record: Callable[[Made | NotMade], dict[str, Any]], made: Made | NotMade, *, several: bool
) -> str:
    r"""One puzzle in its form. A puzzle that was not found is said on standard error, except in JSON.

    >>> from casbridge.making.generating import make
    >>> from casbridge.puzzles import sudoku
    >>> text_of("line", vars, make(Wish(sudoku(2, 2)), seed=1), several=False)
    '.....4.2..13....\n'
    """
    if form == "jsonl":
        return to_json({"schema": SCHEMA, **record(made)}) + "\n"
    if isinstance(made, NotMade):
        nearest = f": {made.nearest.puzzle.line}" if made.nearest is not None else ""
        say(f"casbridge: puzzle {made.number}: {made}{nearest}")
        return ""
    if form == "toml":
        return print_toml(made.puzzle)
    if form == "line" or (several and has_lines(made.puzzle.layout)):
        return made.puzzle.line + "\n"
    return draw_text(made.puzzle, colour=is_terminal(sys.stdout) and "NO_COLOR" not in os.environ) + "\n"


class Summary:
    """The line about all puzzles that were made.

    >>> from casbridge.making.generating import make
    >>> from casbridge.puzzles import sudoku
    >>> summary = Summary([Wish(sudoku(2, 2))])
    >>> summary.add(make(Wish(sudoku(2, 2)), seed=1))
    >>> summary.made, summary.different, summary.missing
    (1, 1, 0)
    """

    def __init__(self, wishes: Sequence[Wish]) -> None:
        self._wishes = wishes
        self._clues: set[int] = set()
        self._minimal = self._within = 0
        self._levels: set[str] = set()
        self._different = Seen()
        self.made = self.missing = 0

    def add(self, made: Made | NotMade) -> None:
        if isinstance(made, NotMade):
            self.missing += 1
            return
        self.made += 1
        self._different.add(made.puzzle)
        self._clues.add(made.puzzle.clues)
        self._minimal += made.minimal is True
        self._within += made.minimal_in_pattern is True
        if made.level is not None:
            self._levels.add(made.level)

    @property
    def different(self) -> int:
        return len(self._different)

    def say(self, seed: int, seconds: float, form: str) -> None:
        """Print how many puzzles, how many different ones, their clues, and the seed that makes them again."""
        layouts = {wish.layout: wish for wish in self._wishes}
        if form == "line" or (form == "text" and self.made > 1):
            for layout in layouts:
                how = how_to_read(layout)
                if how:
                    say(how)
        kind = next(iter(layouts)).description if len(layouts) == 1 else "several layouts"
        if self._wishes[0].random_regions:
            kind = f"random regions, from a {kind}"
        if len(self._wishes) > 1:
            kind += f", {len(self._wishes)} solutions"
        say(f"{kind}: {self._what()}, seed {seed}  ({seconds:.1f} s)")

    def _what(self) -> str:
        full = self._wishes[0].full
        what = "grid" if full else "puzzle"
        said = f"1 {what}" if self.made == 1 else f"{self.made} {what}s"
        if self.made > 1:
            said += f", {'all' if self.different == self.made else f'{self.different} of them'} different"
        if not self.made or full:
            return said
        least, most = min(self._clues), max(self._clues)
        said += "," if self.made > 1 else ""
        said += f" with {least}" + (f" to {most}" if least != most else "") + (" clues" if most != 1 else " clue")
        if self._minimal == self.made:
            said += ", minimal"
        elif self._within == self.made:
            said += ", minimal within the pattern's symmetry"
        elif self._minimal:
            said += f", {self._minimal} of them minimal"
        return said + (f", {' and '.join(sorted(self._levels))}" if self._levels else "")
