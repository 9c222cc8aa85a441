"""Worksheets on paper: where things stand on a page, and the pages as SVG, HTML and PDF.

Lengths are in millimetres. The drawings are those of `casbridge.puzzles.drawing`, made larger or smaller.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from html import escape
from importlib.util import find_spec
from io import BytesIO
from math import ceil
from typing import Any, NamedTuple
from unicodedata import east_asian_width
from xml.etree import ElementTree

from casbridge.errors import UsageError
from casbridge.making.worksheets import Answers, Exercise, Worksheet
from casbridge.puzzles.drawing import FAINT, INK, draw_svg
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import DIGITS
from casbridge.puzzles.rules import further_rules, own_rule
from casbridge.scripts.rendering import fill
from casbridge.version import version

_MARGIN = 15.0
#: Between two puzzles beside each other, and above each other.
_GAP = 8.0
#: The side of a cell in a drawing, in its own units.
_CELL = 36.0
#: The distance of a grid from the left edge of its drawing, in the drawing's units.
_INSET = 6.0
#: A cell may not be smaller than this.
_LEAST_CELL = 2.5
#: The distance of two lines of rules, in the size of their letters; and the least such size.
_LINE = 1.3
_LEAST_LETTER = 2.0
#: Letters of a sentence are narrower than those that `_ems` allows for.
_SENTENCE = 0.85
_POINT = 25.4 / 72
_ANSWERS = "Answers"
_MOST_TITLE_LINES = 2
#: The least part of its size that the letters of a title in one line have.
_LEAST_OF_ONE_LINE = 0.75


class _Look(NamedTuple):
    """Sizes.

    title, text, rule, foot: of letters.
    cell, answer: the least side of a puzzle's cell that is easy to read, and of an answer's. most: the largest side.
    puzzles, answers: the most of them on a page.
    """

    title: float
    text: float
    rule: float
    foot: float
    cell: float
    answer: float
    most: float
    puzzles: int
    answers: int


_NORMAL = _Look(18 * _POINT, 11 * _POINT, 11 * _POINT, 8 * _POINT, 6.5, 4.4, 16.0, 6, 12)
# Digits are 20 of the 36 units of a cell: 15.3 mm for 24 points. The rule of a plain Sudoku is one line on A4.
_LARGE = _Look(26 * _POINT, 18 * _POINT, 14 * _POINT, 14 * _POINT, 15.3, 10.2, 24.0, 4, 4)


class _Grid(NamedTuple):
    """How drawings stand on a page: columns, rows, and the side of a cell."""

    columns: int
    rows: int
    cell: float


@dataclass(frozen=True)
class _Part:
    """The pages of puzzles, or those of answers. items: each drawing with its number and caption."""

    heading: str
    items: tuple[tuple[str, str], ...]
    grid: _Grid
    name_line: bool
    rules: tuple[str, ...] = ()

    @property
    def pages(self) -> list[tuple[tuple[str, str], ...]]:
        size = self.grid.columns * self.grid.rows
        return [self.items[start : start + size] for start in range(0, len(self.items), size)]


def worksheet_svgs(sheet: Worksheet) -> list[str]:
    """The pages as SVG documents. Their size is in points: 72 to an inch.

    Raises UsageError if so many puzzles on a page cannot be read.

    >>> from casbridge.making.worksheets import exercise_of
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> exercise = exercise_of(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> pages = worksheet_svgs(Worksheet((exercise,) * 7, "Small"))
    >>> len(pages), pages[0].count("2×2 Sudoku"), "Answers" in pages[2]
    (3, 6, True)
    """
    pages = [(part, items) for part in _parts(sheet) for items in part.pages]
    return [_svg(sheet, part, items, f"{number} / {len(pages)}") for number, (part, items) in enumerate(pages, 1)]


def worksheet_html(sheet: Worksheet) -> str:
    """The worksheet as an HTML page that needs no other file and no network, and prints on the sheet's paper.

    Raises UsageError as `worksheet_svgs` does.

    >>> from casbridge.making.worksheets import exercise_of
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> page = worksheet_html(Worksheet((exercise_of(Puzzle(sudoku(1, 2), (0, 2, 0, 0))),), "<Small>"))
    >>> page.startswith("<!DOCTYPE html>"), "&lt;Small&gt;" in page, page.count("<svg")
    (True, True, 2)
    """
    look = _look(sheet)
    parts: list[dict[str, Any]] = []
    for number, part in enumerate(_parts(sheet)):
        width = part.grid.cell / _CELL * _widest([drawing for drawing, _ in part.items])
        heading = _titled(sheet, part.heading)
        parts.append({"part": part, "heading": heading, "name": f"part{number}", "width": f"{width:.2f}"})
    longest = max((one["heading"] for one in parts), key=_ems)
    sizes = {"title": _shrunk(look.title, longest, sheet.paper.width - 2 * _MARGIN), "margin": _MARGIN, "gap": _GAP}
    rules = rules_on(sheet)
    sizes["rules_size"] = _rule_lines(sheet, rules)[0] if rules else 0.0
    style = fill("html/worksheet.css.j2", {"sheet": sheet, "look": look, "parts": parts, **sizes})
    context = {
        "title": _clean(sheet.title),
        "generator": f"casbridge {version()}",
        "style": style,
        "style_digest": b64encode(sha256(style.encode()).digest()).decode(),
        "parts": parts,
        "note": _clean(sheet.note, 1000),
    }
    return fill("html/worksheet.html.j2", context)


def worksheet_pdf(sheet: Worksheet) -> bytes:
    """The worksheet as a PDF document with its fonts. Equal worksheets give equal bytes.

    Raises UsageError where the extra `pdf` is not installed, and as `worksheet_svgs` does.

    >>> from casbridge.making.worksheets import exercise_of
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> worksheet_pdf(Worksheet((exercise_of(Puzzle(sudoku(1, 2), (0, 2, 0, 0))),), "Small"))[:5]
    b'%PDF-'
    """
    require_pdf()
    import vl_convert
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import BooleanObject, DictionaryObject, NameObject, TextStringObject

    writer = PdfWriter()
    for page in worksheet_svgs(sheet):
        read = PdfReader(BytesIO(vl_convert.svg_to_pdf(page)))
        _order(read.pages[0])
        writer.append(read)
    writer.add_metadata({"/Title": _clean(sheet.title), "/Creator": f"casbridge {version()}"})
    root = writer.root_object
    root[NameObject("/Lang")] = TextStringObject("en")
    shown = DictionaryObject({NameObject("/DisplayDocTitle"): BooleanObject(True)})
    root[NameObject("/ViewerPreferences")] = shown
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _order(found: Any) -> None:
    """Put the entries of all dictionaries in a PDF object in order: vl-convert writes them in any."""
    if isinstance(found, dict):
        entries = sorted(found.items())
        found.clear()
        found.update(entries)
        for name, value in entries:
            if name != "/Parent":
                _order(value.get_object() if hasattr(value, "get_object") else value)
    elif isinstance(found, list):
        for value in found:
            _order(value.get_object() if hasattr(value, "get_object") else value)


def require_pdf() -> None:
    """Raise UsageError where what `worksheet_pdf` needs is not installed.

    >>> require_pdf()
    """
    if find_spec("vl_convert") is None or find_spec("pypdf") is None:
        needed = "a PDF needs vl-convert-python and pypdf"
        hint = "pip install 'casbridge[pdf]', or write .html and print that"
        raise UsageError(needed, expected="them to be installed", hint=hint)


def page_count(sheet: Worksheet) -> int:
    """The number of pages.

    >>> from casbridge.making.worksheets import exercise_of
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> page_count(Worksheet((exercise_of(Puzzle(sudoku(3, 3), (0,) * 81)),) * 7, "Blank"))
    3
    """
    return sum(len(part.pages) for part in _parts(sheet))


# -- where things stand -----------------------------------------------------------------------------------------------


def _look(sheet: Worksheet) -> _Look:
    return _LARGE if sheet.large_print else _NORMAL


def _parts(sheet: Worksheet) -> list[_Part]:
    look, found = _look(sheet), []
    numbered = [*enumerate(sheet.exercises, 1)]
    if sheet.answers is not Answers.ONLY:
        drawn = [(draw_svg(one.puzzle), _caption(number, one)) for number, one in numbered]
        rules = rules_on(sheet)
        grid = _grid(sheet, drawn, look.cell, look.puzzles, sheet.per_page, rules)
        found.append(_Part("", tuple(drawn), grid, sheet.name_line, rules))
    if sheet.answers is not Answers.NONE:
        answers = [(draw_svg(one.puzzle, one.solution), _answer_caption(number, one)) for number, one in numbered]
        found.append(_Part(_ANSWERS, tuple(answers), _grid(sheet, answers, look.answer, look.answers, None), False))
    return found


def rules_on(sheet: Worksheet) -> tuple[str, ...]:
    """The rules, and what letters stand for, a sentence each.

    A rule of some puzzles begins with their numbers.

    >>> from casbridge.making.worksheets import exercise_of
    >>> from casbridge.puzzles import Puzzle, latin
    >>> diagonals, plain = (exercise_of(Puzzle(latin(4, has), (0,) * 16)) for has in (True, False))
    >>> rules_on(Worksheet((diagonals, plain, diagonals), "Squares"))  # doctest: +NORMALIZE_WHITESPACE
    ('Each row and each column has every digit from 1 to 4 once.',
     'Puzzles 1 and 3: Each of the two long diagonals has every digit once.')
    """
    places: dict[str, list[int]] = {}
    for number, one in enumerate(sheet.exercises, 1):
        layout = one.puzzle.layout
        for sentence in [own_rule(layout), *_letters(layout), *further_rules(layout)]:
            places.setdefault(sentence, []).append(number)
    every = len(sheet.exercises)
    return tuple(
        sentence if len(found) == every else f"{_puzzles(found)}: {sentence}" for sentence, found in places.items()
    )


def _letters(layout: Layout) -> Iterator[str]:
    """What the drawing of a grid writes for digits above 9: letters, if it has one for each digit."""
    if layout.is_grid and 9 < layout.digits < len(DIGITS):
        last = DIGITS[layout.digits]
        more = "" if last == "A" else f", {last} is {layout.digits}"
        yield f"The digits are 1 to 9 and A{more and f' to {last}'}: A is 10{more}."


def _puzzles(numbers: Sequence[int]) -> str:
    """Puzzles 1, 3 and 5. Three or more consecutive numbers are written 1–3."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = [part for run in runs for part in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run))]
    listed = " and ".join(filter(None, (", ".join(said[:-1]), said[-1])))
    return f"Puzzle{'s' * (len(numbers) > 1)} {listed}"


def _note_lines(sheet: Worksheet) -> list[str]:
    """The note at the foot, beside the number of the page."""
    foot = _look(sheet).foot
    width = sheet.paper.width - 2 * _MARGIN - foot * 8
    return _wrapped(_clean(sheet.note, 1000), width / (0.52 * foot))


def _title_lines(sheet: Worksheet, heading: str) -> tuple[float, list[str]]:
    """The size of the letters and the lines of a page's title: one, or two if its letters would be much smaller."""
    look, width = _look(sheet), sheet.paper.width - 2 * _MARGIN
    words = _titled(sheet, heading).split(" ")
    sizes = [look.title * 0.95**step for step in range(40)]
    for most, least in ((1, look.title * _LEAST_OF_ONE_LINE), (_MOST_TITLE_LINES, look.foot)):
        for size in (size for size in sizes if size >= least):
            lines = _broken(words, partial(_fits, width / size))
            if len(lines) <= most:
                return size, lines
    return size, lines


def _fits(most: float, line: str) -> bool:
    return _ems(line) <= most


def _further_lines(sheet: Worksheet) -> float:
    """The height of the title's lines after the first one, the same on all pages."""
    size, lines = max((_title_lines(sheet, heading) for heading in ("", _ANSWERS)), key=lambda found: len(found[1]))
    return (len(lines) - 1) * size * _LINE


def _rule_lines(sheet: Worksheet, rules: Sequence[str]) -> tuple[float, list[str]]:
    """The size of the letters and the lines of the rules: at most a third of the page."""
    size, paper = _look(sheet).rule, sheet.paper
    while True:
        lines = [line for rule in rules for line in _in_lines(rule, (paper.width - 2 * _MARGIN) / size)]
        if size < _LEAST_LETTER or len(lines) * size * _LINE <= paper.height / 3:
            return size, lines
        size *= 0.9


def _in_lines(words: str, most: float) -> list[str]:
    """Words in lines that are not wider than so many letters' sizes."""
    return _broken(words.split(), lambda line: _SENTENCE * _ems(line) <= most)


def _caption(number: int, one: Exercise) -> str:
    name = _clean(one.puzzle.name, 40)
    return " · ".join(filter(None, (str(number), name, one.word, "no solution" if one.remark == "no solution" else "")))


def _answer_caption(number: int, one: Exercise) -> str:
    return " · ".join(filter(None, (str(number), one.remark)))


def _clean(text: str, limit: int = 200) -> str:
    """Without characters that cannot be printed, and not longer than fits."""
    found = "".join(character if character.isprintable() else "\ufffd" for character in text)
    return found if len(found) <= limit else f"{found[: limit - 1]}…"


def _size(drawing: str) -> tuple[float, float]:
    """The width and the height of a drawing in its own units."""
    root = ElementTree.fromstring(drawing)
    return float(root.attrib["width"]), float(root.attrib["height"])


def _widest(drawings: Sequence[str]) -> float:
    return max(_size(drawing)[0] for drawing in drawings)


def _room(sheet: Worksheet, rules: Sequence[str]) -> tuple[float, float, float]:
    """The width, the top and the height of the place for drawings."""
    look, paper = _look(sheet), sheet.paper
    top = _MARGIN + look.title * _LINE + _further_lines(sheet) + (look.text * 2.6 if sheet.name_line else look.text)
    if rules:
        size, lines = _rule_lines(sheet, rules)
        top += (len(lines) + 0.5) * size * _LINE
    bottom = _MARGIN + look.foot * (0.6 + 1.3 * max(2, len(_note_lines(sheet))) if sheet.note else 1.6)
    return paper.width - 2 * _MARGIN, top, paper.height - top - bottom


def _grid(
    sheet: Worksheet,
    drawn: Sequence[tuple[str, str]],
    easy: float,
    most: int,
    asked: int | None,
    rules: Sequence[str] = (),
) -> _Grid:
    """The largest number of drawings whose cells are easy to read; or the number that was asked for."""
    look, (width, _, height) = _look(sheet), _room(sheet, rules)
    sizes = [_size(drawing) for drawing, _ in drawn]
    wide, high = max(one[0] for one in sizes), max(one[1] for one in sizes)

    def best(count: int) -> _Grid:
        found = _Grid(1, count, 0.0)
        for columns in range(1, count + 1):
            rows = ceil(count / columns)
            across = (width - _GAP * (columns - 1)) / columns / wide
            down = ((height - _GAP * (rows - 1)) / rows - look.text * 1.5) / high
            cell = min(min(across, down) * _CELL, look.most)
            if cell > found.cell:
                found = _Grid(columns, rows, cell)
        return found

    if asked is None:
        grids = (best(count) for count in range(min(most, len(drawn)), 0, -1))
        return next((grid for grid in grids if grid.cell >= easy), best(1))
    grid = best(asked)
    if grid.cell < _LEAST_CELL:
        fits = next((count for count in range(min(asked, 500), 0, -1) if best(count).cell >= _LEAST_CELL), 1)
        raise UsageError(f"{asked} puzzles on a page: too small to read", expected=f"at most {fits}")
    return grid


# -- SVG --------------------------------------------------------------------------------------------------------------


def _svg(sheet: Worksheet, part: _Part, items: Sequence[tuple[str, str]], number: str) -> str:
    paper, look = sheet.paper, _look(sheet)
    size = f'width="{paper.width / _POINT:.3f}" height="{paper.height / _POINT:.3f}"'
    view = f'viewBox="0 0 {paper.width:g} {paper.height:g}"'
    body = "\n".join((*_frame(sheet, part, look, number), *_drawings(sheet, part, look, items)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} font-family="Helvetica, Arial, sans-serif">\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


def _frame(sheet: Worksheet, part: _Part, look: _Look, number: str) -> Iterator[str]:
    """The title, the line for a name, and the foot."""
    paper = sheet.paper
    size, lines = _title_lines(sheet, part.heading)
    for place, words in enumerate(lines):
        above = _MARGIN + look.title + place * size * _LINE
        yield _text(_MARGIN, above, size, words, paper.width - 2 * _MARGIN, 'font-weight="bold"')
    if part.name_line:
        line = _MARGIN + look.title * _LINE + _further_lines(sheet) + look.text * 1.4
        middle = paper.width * 0.62
        for start, end, word in ((_MARGIN, middle - 5, "Name"), (middle, paper.width - _MARGIN, "Date")):
            yield _text(start, line, look.text, word)
            way = f"M{start + look.text * 3:.2f} {line + 0.6:.2f}H{end:.2f}"
            yield f'<path d="{way}" stroke="{INK}" stroke-width="0.3"/>'
    if part.rules:
        size, lines = _rule_lines(sheet, part.rules)
        first = _room(sheet, ())[1]
        for place, words in enumerate(lines):
            yield _text(_MARGIN, first + size + place * size * _LINE, size, words)
    foot = paper.height - _MARGIN
    yield _text(paper.width - _MARGIN, foot, look.foot, number, look=f'text-anchor="end" fill="{FAINT}"')
    width = paper.width - 2 * _MARGIN - look.foot * (len(number) + 1)
    lines = _note_lines(sheet)
    for below, line_text in zip(range(len(lines) - 1, -1, -1), lines, strict=True):
        yield _text(_MARGIN, foot - below * look.foot * 1.3, look.foot, line_text, width, f'fill="{FAINT}"')


def _drawings(sheet: Worksheet, part: _Part, look: _Look, items: Sequence[tuple[str, str]]) -> Iterator[str]:
    width, top, height = _room(sheet, part.rules)
    columns, rows, cell = part.grid
    scale = cell / _CELL
    wide, high = width / columns, height / rows
    for place, (drawing, caption) in enumerate(items):
        row, column = divmod(place, columns)
        own_width, _ = _size(drawing)
        left = _MARGIN + column * wide + (wide - own_width * scale) / 2
        above = top + row * high
        yield _text(left + _INSET * scale, above + look.text, look.text, caption, wide - _INSET * scale - 1)
        yield f'<g transform="translate({left:.3f} {above + look.text * 1.5:.3f}) scale({scale:.5f})">\n{drawing}</g>'


def _text(x: float, y: float, size: float, words: str, width: float = 0.0, look: str = "") -> str:
    """A line of text. width: letters get smaller until they fit into it; 0 for any width."""
    if width:
        size = _shrunk(size, words, width)
    colour = "" if "fill=" in look else f' fill="{INK}"'
    return f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.3f}"{colour} {look}>{escape(words)}</text>'


def _shrunk(size: float, words: str, width: float) -> float:
    """The size of letters at which words fit into a width; at most `size`."""
    return min(size, width / (_ems(words) or 1))


def _ems(words: str) -> float:
    """About the width of words, in the size of their letters."""
    return sum(1.0 if letter in "WM@%—…" or east_asian_width(letter) in "WF" else 0.62 for letter in words)


def _titled(sheet: Worksheet, heading: str) -> str:
    return " – ".join(filter(None, (_clean(sheet.title), heading)))


def _wrapped(text: str, most: float) -> list[str]:
    """A command in lines of about so many letters. An option and its value stay together."""
    return _broken(re.split(r" (?=-|casbridge )", text), lambda line: len(line) <= most)


def _broken(words: Iterable[str], fits: Callable[[str], bool]) -> list[str]:
    """Words in lines that fit. A word that does not fit has a line of its own."""
    lines = [""]
    for word in words:
        if lines[-1] and not fits(f"{lines[-1]} {word}"):
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def as_json(sheet: Worksheet) -> dict[str, Any]:
    """What the sheet is, for JSON: its paper, its pages, its exercises by number.

    >>> from casbridge.making.worksheets import exercise_of
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> as_json(Worksheet((exercise_of(Puzzle(sudoku(1, 2), (0, 2, 0, 0))),), "Small"))["pages"]
    2
    """
    return {
        "title": sheet.title,
        "paper": str(sheet.paper),
        "large_print": sheet.large_print,
        "answers": str(sheet.answers),
        "pages": page_count(sheet),
        "count": len(sheet.exercises),
        "puzzles": [{"number": number, **one.as_dict()} for number, one in enumerate(sheet.exercises, 1)],
    }
