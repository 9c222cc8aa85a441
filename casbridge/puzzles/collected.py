"""Collections of puzzles as people keep them: columns of CSV, remarks and solutions behind a puzzle, titles, a count.

`parsing` reads a text as it is first. What it refuses is tidied here: all that is no puzzle becomes blanks, so that
each place in the text stays where it is, and is read once more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

#: A puzzle in one line.
_PUZZLE = re.compile(r"[0-9A-Za-z.*_-]{16,}\Z", re.ASCII)
_BLANK_SIGN = re.compile(r"[0._*-]")
_ROW = re.compile(r"[0-9.*_|+\s-]*\Z", re.ASCII)
_CELL = re.compile(r"[0-9A-Za-z.*_]", re.ASCII)
_DASHED = re.compile(r"[0-9A-Za-z.-]+\Z", re.ASCII)
#: The title of a column.
_TITLE = re.compile(r"\s*\"?[A-Za-z][A-Za-z _-]{0,40}\"?\s*", re.ASCII)
_FIELD = re.compile(r'"[^"]*"|[^,;\t]*')


def tidied(text: str) -> str:
    """The text with blanks for all that is no puzzle; the text itself where nothing is known of it.

    >>> puzzle, solution = "12....122.3.4...", "1234341221434321"
    >>> tidied(f"puzzle,solution\\n{puzzle},{solution}").split() == [puzzle]
    True
    >>> tidied(f"{puzzle} easy").split() == tidied(f"1\\n{puzzle}").split() == [puzzle]
    True
    >>> tidied("Grid 1\\n12..\\n..12\\n2.3.\\n4...").split()
    ['12..', '..12', '2.3.', '4...']
    >>> tidied("12--\\n--12\\n2-3-\\n4---").split()
    ['12..', '..12', '2.3.', '4...']
    """
    lines = text.split("\n")
    for tidy in (_dashes, _columns, _titles):
        found = tidy(lines)
        if found is not None:
            return "\n".join(found)
    return text


def _is_puzzle(text: str) -> bool:
    return (
        _PUZZLE.match(text) is not None
        and isqrt(len(text)) ** 2 == len(text)
        and _BLANK_SIGN.search(text) is not None
        and re.search("[0-9A-Za-z]", text) is not None
    )


def _dashes(lines: Sequence[str]) -> list[str] | None:
    """A grid, or a puzzle in each line, with - for blanks; None for other lines."""
    rows = [line.strip() for line in lines if line.strip()]
    lengths = {len(row) for row in rows}
    if len(lengths) != 1 or not all(map(_DASHED.match, rows)):
        return None
    (length,) = lengths
    is_grid = length == len(rows) >= 4
    if not (is_grid or all(map(_is_puzzle, rows))) or not any("-" in row and row.strip("-") for row in rows):
        return None
    return [line.replace("-", ".") for line in lines]


def _columns(lines: Sequence[str]) -> list[str] | None:
    """The first column that has a puzzle in each line, behind a line of titles or a count; None for other lines."""
    numbers = [number for number, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
    if not numbers:
        return None
    first, *others = numbers
    splits: tuple[re.Pattern[str], ...] = (_FIELD, re.compile(r"\S+"))
    for split in splits:
        for kept in (numbers, others):
            if not kept or (kept is others and not _is_head(lines[first], len(others))):
                continue
            spans = [[match.span() for match in split.finditer(lines[number]) if match.group()] for number in kept]
            for column in range(min(map(len, spans))):
                places = [each[column] for each in spans]
                texts = [lines[number][slice(*place)].strip('" ') for number, place in zip(kept, places, strict=True)]
                if all(map(_is_puzzle, texts)) and len({len(one) for one in texts}) == 1:
                    found = [
                        " " * len(line) if line.strip() and not line.lstrip().startswith("#") else line
                        for line in lines
                    ]
                    for number, (start, end), one in zip(kept, places, texts, strict=True):
                        begin = lines[number].index(one, start, end)
                        found[number] = f"{' ' * begin}{one.replace('-', '.')}"
                    return found
    return None


def _is_head(line: str, puzzles: int) -> bool:
    """Whether a line names columns, or says how many puzzles follow."""
    if line.strip().isdigit():
        return line.strip() == str(puzzles)
    return all(map(_TITLE.fullmatch, re.split(r"[,;\t]", line)))


def _titles(lines: Sequence[str]) -> list[str] | None:
    """Grids with lines of words between them; None for other lines."""
    counts = {
        number: len(_CELL.findall(line)) for number, line in enumerate(lines) if _ROW.match(line) and _CELL.search(line)
    }
    if not counts:
        return None
    side = Counter(counts.values()).most_common(1)[0][0]
    rows = [number for number, count in counts.items() if count == side]
    titles = [number for number, line in enumerate(lines) if re.search("[A-Za-z]", line)]
    others = [number for number in counts if number not in rows]
    # A title stands above a grid. What stands elsewhere may be another input.
    written = [number for number, line in enumerate(lines) if line.strip()]
    below = {number: lines[following] for number, following in pairwise(written)}
    is_above = all(_ROW.match(below.get(number, "the end")) for number in [*titles, *others])
    if side < 4 or len(rows) % side or len(titles) > len(rows) // side or not titles or not is_above:
        return None
    return ["" if number in titles or number in others else line for number, line in enumerate(lines)]
