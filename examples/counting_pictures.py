"""The pictures of the guide's page on counting, drawn from what is counted.

`python counting_pictures.py` says what there is to draw; `python counting_pictures.py FOLDER` also draws it, as it is
in docs/pictures.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import product
from math import cos, hypot, pi, sin
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

from casbridge.counting import (
    BoxShape,
    conjugacy_classes,
    fixed_grid,
    fixed_up_to_relabelling,
    grid_classes,
    turns_and_reflections,
)

INK, PAPER, THIN, FAINT, RED = "#1a1a1a", "#ffffff", "#9a9a9a", "#5f5f5f", "#c0392b"
FILLS = ("#8ecae6", "#ffb703", "#90be6d", "#f28482", "#cdb4db", "#f6f193", "#b08968", "#adb5bd", "#ff99c8", "#52b3a4")
SKY, ORANGE = FILLS[:2]

NINE = BoxShape(3, 3)

#: A picture: what it says of itself, its width and height, and its elements.
Picture = tuple[str, float, float, list[str]]


def main() -> None:
    folder = Path(sys.argv[1]) if sys.argv[1:] else None
    for name, made in PICTURES.items():
        title, width, height, body = made()
        print(f"{name}: {title}")
        if folder is not None:
            (folder / f"{name}.svg").write_text(svg(title, width, height, body), encoding="utf-8")


# -- the pictures -----------------------------------------------------------------------------------------------------


def band() -> Picture:
    """Two first bands; the rows of the first box in three colours, wherever their digits are."""
    pure = ("123456789", "456789123", "789123456")
    mixed = ("123457689", "456891723", "789623145")
    body = []
    for top, name, rows in ((10, "pure", pure), (128, "mixed", mixed)):
        digits = [int(digit) for row in rows for digit in row]
        body.append(text(34, top + 53, name, 16, FAINT))
        body += grid(72, top, 32, 9, 3, 3, 3, digits, [FILLS[(digit - 1) // 3] for digit in digits])
    return "first bands, the upper row of the second box pure or mixed", 370, 236, body


def operations() -> Picture:
    """What moves in the five operations."""
    cell, side = 13, 13 * 9
    body = []

    def panel(number: int, name: str, fills: dict[int, str]) -> tuple[float, float]:
        row, column = divmod(number, 3)
        x, y = 24 + column * 186, 40 + row * 206
        body.extend(grid(x, y, cell, 9, 9, 3, 3, None, [fills.get(place) for place in range(81)]))
        body.append(text(x + side / 2, y + side + 24, name, 15, INK))
        return x, y

    def lines(which: dict[int, str], by_rows: bool) -> dict[int, str]:
        return {(9 * line + i if by_rows else 9 * i + line): fill for line, fill in which.items() for i in range(9)}

    two = {3: SKY, 5: ORANGE}
    blocks = {line: SKY if line < 3 else ORANGE for line in range(6)}
    for number, (name, which, by_rows, ends) in enumerate(
        (
            ("two rows of a band", two, True, (3.5, 5.5)),
            ("two bands", blocks, True, (1.5, 4.5)),
            ("two columns of a stack", two, False, (3.5, 5.5)),
            ("two stacks", blocks, False, (1.5, 4.5)),
        )
    ):
        x, y = panel(number, name, lines(which, by_rows))
        one, other = (end * cell for end in ends)
        if by_rows:
            body += arrow((x + side + 4, y + one), (x + side + 4, y + other), bend=22, both=True)
        else:
            body += arrow((x + one, y - 4), (x + other, y - 4), bend=22, both=True)
    triangles = {9 * i + j: SKY if j > i else ORANGE for i in range(9) for j in range(9) if i != j}
    x, y = panel(4, "transposed", triangles)
    body.append(line((x - 8, y - 8), (x + side + 8, y + side + 8), dashed=True))
    body += arrow((x + 7.5 * cell, y + 1.5 * cell), (x + 1.5 * cell, y + 7.5 * cell), both=True)
    return "the operations that generate all symmetries: what is exchanged", 560, 420, body


def edges() -> Picture:
    """The colourings of a square's edges, each class in a frame."""
    turns = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    symmetries = turns + [tuple(reversed(turn)) for turn in turns]
    classes: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for colouring in product(range(2), repeat=4):
        least = min(tuple(colouring[edge] for edge in symmetry) for symmetry in symmetries)
        classes.setdefault(least, []).append(colouring)
    size, step = 38, 62
    body, x, y = [], 16.0, 16.0
    for members in classes.values():
        if x + len(members) * step > 620:
            x, y = 16.0, y + step + 22
        width = len(members) * step
        body.append(f'<rect x="{x}" y="{y}" width="{width}" height="{step}" rx="8" fill="none" stroke="{THIN}"/>')
        for number, colouring in enumerate(members):
            left, top = x + number * step + 12, y + 12
            corners = [(left, top), (left + size, top), (left + size, top + size), (left, top + size)]
            for edge, colour in enumerate(colouring):
                (x1, y1), (x2, y2) = corners[edge], corners[(edge + 1) % 4]
                # Somewhat shorter than the edge, so that colours do not cover each other.
                a, b = (x1 + 0.12 * (x2 - x1), y1 + 0.12 * (y2 - y1)), (x2 - 0.12 * (x2 - x1), y2 - 0.12 * (y2 - y1))
                body.append(line(a, b, ("#1259b8", ORANGE)[colour], 6))
        x += width + 16
    sizes = ", ".join(str(len(members)) for members in classes.values())
    return f"16 colourings in {len(classes)} classes: {sizes}", 620, y + step + 16, body


def classes_of_symmetries() -> Picture:
    """The cycles of cells for one symmetry of each of four classes, which fix some grids."""
    classes = {found.name: found for found in conjugacy_classes(NINE)}
    known = turns_and_reflections(NINE)
    still = "1·(1 1 1) 1·(1 1 1) 1·(1 1 1)"
    shown = (
        ("a quarter turn", "transposed, twice 1·(2 1) 2·(1 1 1)", known["quarter turn clockwise"]),
        ("reflection in the diagonal", f"transposed, twice {still}", known["reflection in the diagonal"]),
        ("the bands go round", f"rows 3·(1 1 1), columns {still}", None),
        ("the rows of each band go round", f"rows 1·(3) 1·(3) 1·(3), columns {still}", None),
    )
    body, said = [], []
    for number, (words, name, symmetry) in enumerate(shown):
        found = classes[name]
        image = symmetry or found.representative
        fixed = fixed_up_to_relabelling(NINE, image)
        said.append(f"{words} ({found.size} such, each fixes {fixed} grids)")
        fills, letters = orbits(image)
        x, y = 16 + number % 2 * 290, 40 + number // 2 * 326
        body.append(text(x + 126, y - 14, words, 16, INK))
        body += grid(x, y, 28, 9, 9, 3, 3, letters, fills, small=True)
        body.append(text(x + 126, y + 274, f"{found.size} such, each fixes {fixed} grids", 13, FAINT))
    return "cycles of cells: " + "; ".join(said), 574, 672, body


def orbits(image: Sequence[int]) -> tuple[list[str | None], list[str]]:
    """A colour and a letter for the cells of each cycle; cells that stay have neither."""
    fills: list[str | None] = [None] * len(image)
    letters = ["·"] * len(image)
    number = 0
    for start in range(len(image)):
        if image[start] == start or fills[start]:
            continue
        cell = start
        while not fills[cell]:
            # Colours are used again; with a step of 3 they differ between neighbours.
            fills[cell] = FILLS[number * 3 % len(FILLS)]
            letters[cell] = (ascii_uppercase + ascii_lowercase)[number]
            cell = image[cell]
        number += 1
    return fills, letters


def reflection() -> Picture:
    """Why the reflection in the middle row fixes no grid."""
    symmetry = turns_and_reflections(NINE)["reflection in the middle row"]
    cell, x, y = 24, 14, 12
    fills: list[str | None] = [SKY if symmetry[place] == place else None for place in range(81)]
    above = 2 * 9 + 8
    for place in (above, symmetry[above]):
        fills[place] = ORANGE
    symbols = ["·"] * 81
    symbols[above], symbols[symmetry[above]] = "a", "b"
    symbols[36:45] = "123456789"
    body = [*grid(x, y, cell, 9, 9, 3, 3, [symbol if symbol != "·" else "" for symbol in symbols], fills)]
    right = x + 9 * cell + 6
    body += arrow((right, y + 2.5 * cell), (right, y + 6.5 * cell), bend=40, both=True)
    words = ("All digits are in the middle row,", "and it stays: no new names.", "But a and b are in one column:")
    for number, words_of_line in enumerate((*words, "they differ, and are exchanged.")):
        body.append(text(276, 84 + 24 * number, words_of_line, 15, INK, "start"))
    return "the reflection in the middle row fixes no grid", 506, 240, body


def quarter_turn() -> Picture:
    """A grid, the grid turned, and the names that make it the first one again."""
    turn = turns_and_reflections(NINE)["quarter turn clockwise"]
    found = fixed_grid(NINE, turn)
    assert found is not None
    turned = [0] * 81
    for cell, digit in enumerate(found.grid):
        turned[turn[cell]] = digit
    names = {digit: found.relabelling[digit - 1] + 1 for digit in range(1, 10)}
    same = [names[digit] for digit in turned] == list(found.grid)
    cycles: list[list[int]] = []
    for digit in range(1, 10):
        if all(digit not in cycle for cycle in cycles):
            cycles.append([digit])
            while names[cycles[-1][-1]] != digit:
                cycles[-1].append(names[cycles[-1][-1]])
    colour = {digit: FILLS[number] for number, cycle in enumerate(cycles) for digit in cycle}
    body = []
    for x, words, digits in ((14, "a grid", found.grid), (304, "turned clockwise", turned)):
        body.append(text(x + 117, 26, words, 16, INK))
        body += grid(x, 40, 26, 9, 9, 3, 3, digits, [colour[digit] for digit in digits])
    body += arrow((254, 157), (298, 157))
    body.append(text(622, 26, "new names", 16, INK))
    body += arrow((544, 157), (572, 157))
    y = 40.0
    for cycle in cycles:
        if len(cycle) == 1:
            body += node(622, y + 20, str(cycle[0]), colour[cycle[0]])
            body.append(text(642, y + 25, "stays", 13, FAINT, "start"))
            continue
        places = [
            (622 + 34 * sin(2 * pi * i / len(cycle)), y + 48 - 34 * cos(2 * pi * i / len(cycle)))
            for i in range(len(cycle))
        ]
        for i, place in enumerate(places):
            body += arrow(shortened(place, places[i - 1]), shortened(places[i - 1], place))[::-1]
        for digit, (px, py) in zip(cycle, places, strict=True):
            body += node(px, py, str(digit), colour[digit])
        y += 106
    return f"turned and relabelled it is the same: {same}", 690, 296, body


def shidoku() -> Picture:
    """The two classes of 4×4 grids."""
    body = []
    classes = grid_classes(BoxShape(2, 2))
    for number, found in enumerate(classes):
        x = 20 + number * 220
        body += grid(x, 16, 42, 4, 4, 2, 2, found.representative, [FILLS[d - 1] for d in found.representative])
        body.append(text(x + 84, 212, f"{found.size} such grids", 16, INK))
    sizes = " and ".join(str(found.size) for found in classes)
    return f"{sizes} grids: the two classes of 4×4 grids", 428, 230, body


PICTURES = {
    "counting-band": band,
    "counting-operations": operations,
    "counting-edges": edges,
    "counting-classes": classes_of_symmetries,
    "counting-reflection": reflection,
    "counting-quarter-turn": quarter_turn,
    "counting-shidoku": shidoku,
}


# -- elements ---------------------------------------------------------------------------------------------------------


def svg(title: str, width: float, height: float, body: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}" role="img" font-family="Helvetica, Arial, sans-serif">\n'
        f'<title>{title}</title>\n<rect width="100%" height="100%" fill="{PAPER}"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def grid(
    x: float,
    y: float,
    cell: float,
    columns: int,
    rows: int,
    box_rows: int,
    box_columns: int,
    symbols: Sequence[object] | None = None,
    fills: Sequence[str | None] | None = None,
    small: bool = False,
) -> Iterator[str]:
    """A grid with its boxes, symbols and coloured cells."""
    for place, fill in enumerate(fills or ()):
        if fill:
            row, column = divmod(place, columns)
            yield (
                f'<rect x="{x + column * cell:g}" y="{y + row * cell:g}" width="{cell:g}" height="{cell:g}"'
                f' fill="{fill}"/>'
            )
    thin, thick = "", ""
    for row in range(rows + 1):
        part = f"M{x:g} {y + row * cell:g}h{columns * cell:g}"
        thin, thick = (thin, thick + part) if row % box_rows == 0 else (thin + part, thick)
    for column in range(columns + 1):
        part = f"M{x + column * cell:g} {y:g}v{rows * cell:g}"
        thin, thick = (thin, thick + part) if column % box_columns == 0 else (thin + part, thick)
    yield f'<path d="{thin}" stroke="{THIN}" stroke-width="1" fill="none"/>'
    width = 2.5 if cell > 15 else 1.5
    yield f'<path d="{thick}" stroke="{INK}" stroke-width="{width}" stroke-linecap="square" fill="none"/>'
    size = round(cell * (0.46 if small else 0.58))
    for place, symbol in enumerate(symbols or ()):
        if symbol != "":
            row, column = divmod(place, columns)
            yield text(x + (column + 0.5) * cell, y + (row + 0.5) * cell + size * 0.36, str(symbol), size, INK)


def text(x: float, y: float, words: str, size: float, colour: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.4g}" y="{y:.4g}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def line(
    start: tuple[float, float], end: tuple[float, float], colour: str = INK, width: float = 1.5, dashed: bool = False
) -> str:
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    return (
        f'<path d="M{start[0]:.4g} {start[1]:.4g}L{end[0]:.4g} {end[1]:.4g}" stroke="{colour}" stroke-width="{width:g}"'
        f'{dashes} stroke-linecap="round" fill="none"/>'
    )


def arrow(
    start: tuple[float, float], end: tuple[float, float], bend: float = 0, both: bool = False, colour: str = RED
) -> list[str]:
    """An arrow; a bent one goes by a point that is so far beside the middle, to the right of a way down."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    control = (x1 + x2) / 2 + bend * (y2 - y1) / length, (y1 + y2) / 2 - bend * (x2 - x1) / length
    found = [
        f'<path d="M{x1:.4g} {y1:.4g}Q{control[0]:.4g} {control[1]:.4g} {x2:.4g} {y2:.4g}" stroke="{colour}"'
        ' stroke-width="2" fill="none"/>',
        head(control, end, colour),
    ]
    return [*found, head(control, start, colour)] if both else found


def head(start: tuple[float, float], end: tuple[float, float], colour: str) -> str:
    """The head of an arrow that comes from start."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    u, v = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = end[0] + 3 * u, end[1] + 3 * v
    points = [tip] + [(end[0] - 6 * u - side * 4.5 * v, end[1] - 6 * v + side * 4.5 * u) for side in (1, -1)]
    return f'<path d="M{"L".join(f"{x:.4g} {y:.4g}" for x, y in points)}Z" fill="{colour}"/>'


def shortened(start: tuple[float, float], end: tuple[float, float], by: float = 18) -> tuple[float, float]:
    """The point before the end."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    return end[0] - by * (end[0] - start[0]) / length, end[1] - by * (end[1] - start[1]) / length


def node(x: float, y: float, words: str, fill: str) -> list[str]:
    return [
        f'<circle cx="{x:.4g}" cy="{y:.4g}" r="13" fill="{fill}" stroke="{INK}"/>',
        text(x, y + 5.5, words, 15, INK),
    ]


if __name__ == "__main__":
    main()
