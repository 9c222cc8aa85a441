"""Collections of puzzles as people keep them: columns of CSV, remarks and solutions behind a puzzle, titles, a count.

`parsing` reads a text as it is first. What it refuses is tidied here: all that is no puzzle becomes blanks, so that
each place in the text stays where it is, and is read once more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise
from math import isqrt

from casbridge.errors import InputError, printable

#: A puzzle in one line.
_PUZZLE = re.compile(r"[0-9A-Za-z.*_-]{16,}\Z", re.ASCII)
_BLANK_SIGN = re.compile(r"[0._*-]")
_ROW = re.compile(r"[0-9.*_|+\s-]*\Z", re.ASCII)
_CELL = re.compile(r"[0-9A-Za-z.*_]", re.ASCII)
_DASHED = re.compile(r"[0-9A-Za-z.-]+\Z", re.ASCII)
#: The title of a column.
_TITLE = re.compile(r"\s*\"?(?:[A-Za-z][A-Za-z _-]{0,40})?\"?\s*", re.ASCII)
#: What may be a puzzle, right or wrong.
_LONG = re.compile(r"(?<![^\s,;])(?=[^\s,;]*[0-9.])[0-9A-Za-z.*_-]{12,}(?![^\s,;])", re.ASCII)
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
    for tidy in (_dashes, _titled_grids, _columns, _titles, _below_count):
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
    is_lines = length >= 16 and isqrt(length) ** 2 == length
    if not (is_grid or is_lines) or not any("-" in row and row.strip("-") for row in rows):
        return None
    return [line.replace("-", ".") for line in lines]


def _columns(lines: Sequence[str]) -> list[str] | None:
    """The column of puzzles, the one with most blanks, below titles or a count; None for other lines.

    Raises InputError for the line without a puzzle where more than half have one.
    """
    numbers = [number for number, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
    last = numbers[-1] if numbers else 0
    numbers = [n for n in numbers if n == last or not _is_title(lines[n], n == numbers[0])]
    if numbers and _is_count(lines[numbers[0]], {len(numbers) - 1}):
        numbers = numbers[1:]
    if not numbers:
        return None
    damaged: InputError | None = None
    for split in (_FIELD, re.compile(r"\S+")):
        spans = [[match.span() for match in split.finditer(lines[number]) if match.group()] for number in numbers]
        best, blanks = -1, 0
        for column in range(min(map(len, spans))):
            texts = [_cells(lines[number], each[column]) for number, each in zip(numbers, spans, strict=True)]
            length = Counter(len(text) for text in texts if _is_puzzle(text)).most_common(1)
            wrong = (
                [i for i, text in enumerate(texts) if not (_PUZZLE.match(text) and len(text) == length[0][0])]
                if length
                else []
            )
            if length and not wrong:
                count = sum(len(_BLANK_SIGN.findall(text)) for text in texts)
                best, blanks = (column, count) if count > blanks else (best, blanks)
            elif length and 2 * length[0][1] > len(texts) and best < 0:
                line, column = numbers[wrong[0]] + 1, spans[wrong[0]][column][0] + 1
                damaged = damaged or InputError(
                    f"found {printable(texts[wrong[0]], 40)!r}",
                    line=line,
                    column=column,
                    expected=f"a puzzle with {length[0][0]} cells, as in other lines",
                    hint=f"{length[0][1]} lines have one",
                )
        if best >= 0:
            found = ["" if line.strip() and not line.lstrip().startswith("#") else line for line in lines]
            for number, each in zip(numbers, spans, strict=True):
                text = _cells(lines[number], each[best])
                found[number] = " " * lines[number].index(text, each[best][0]) + text.replace("-", ".")
            return found
    if damaged:
        raise damaged
    return None


def _cells(line: str, span: tuple[int, int]) -> str:
    return line[slice(*span)].strip('" ')


def _is_title(line: str, is_first: bool) -> bool:
    """Whether a line names a puzzle, or all columns: it has words, and nothing like a row of cells."""
    if not re.search("[A-Za-z]", line) or _LONG.search(line):
        return False
    fields = re.split(r"[,;\t]", line)
    return len(fields) == 1 or (is_first and all(map(_TITLE.fullmatch, fields)))


def _is_count(line: str, counts: Collection[int]) -> bool:
    """Whether a line has one of some counts, and perhaps another small number."""
    numbers = line.split()
    return len(numbers) in (1, 2) and all(map(str.isdigit, numbers)) and numbers[0] in map(str, counts)


def _below_count(lines: Sequence[str]) -> list[str] | None:
    """Rows of cells below their number, or below the side of the grid or of a box; None for other lines."""
    first, *others = [number for number, line in enumerate(lines) if line.strip()] or [0]
    for cells in (str.split, _CELL.findall):
        sizes = {len(cells(lines[number])) for number in others if _ROW.match(lines[number])}
        size = sizes.pop() if len(sizes) == 1 else 0
        if _is_count(lines[first], {len(others), size, isqrt(size), len(others) // (size or 1)}) and size > 1:
            return ["" if number == first else line for number, line in enumerate(lines)]
    return None


def _titled_grids(lines: Sequence[str]) -> list[str] | None:
    """`_titles` where rows of 16 signs below a title are a grid, not a puzzle each; None for other lines."""
    titles = sum(1 for line in lines if re.search("[A-Za-z]", line) and _is_title(line, is_first=False))
    rows = sum(1 for line in lines if re.fullmatch(r"\s*\S{16}\s*", line))
    return _titles(lines) if titles and rows == 16 * titles else None


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
    others = [number for number, count in counts.items() if count != side]
    # A title stands above a grid. What stands elsewhere may be another input.
    written = [number for number, line in enumerate(lines) if line.strip()]
    below = {number: lines[following] for number, following in pairwise(written)}
    is_above = all(_ROW.match(below.get(number, "the end")) for number in [*titles, *others])
    if side < 4 or len(rows) % side or len(titles) > len(rows) // side or not titles or not is_above:
        return None
    left_out = {*titles, *others}
    return ["" if number in left_out else line for number, line in enumerate(lines)]
