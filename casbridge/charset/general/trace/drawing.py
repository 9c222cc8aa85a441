"""Drawing the tree of a decomposition as SVG, from left to right.

A branch is a box. The line into a box says what is 0 there and, below, why. A full box is a chain of the series, a
broken grey box an end without zeros. The rest of a branch, after others were split off, is one more box, "≠ 0".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

from casbridge.charset.general.trace.tree import OPEN, DecompositionTree, TreeNode, shortened
from casbridge.drawings import register

_INK = "#1a1a1a"
_PAPER = "#ffffff"
_LINE = "#9a9a9a"
_FAINT = "#5f5f5f"
_CHAIN_LINE = "#2f7d32"

_MARGIN = 12
_FONT = 12
_SMALL = 10
#: The width of a character of a monospaced font, in parts of its size.
_WIDE = 0.61
_LINE_HEIGHT = 16
_ROW = 8  # between boxes, one above the other
_GUTTER = 22  # from a box to where its lines part
_LONGEST_CHAIN, _LONGEST_EQUATION, _LONGEST_LABEL, _LONGEST_REASON = 44, 30, 24, 36
_MOST_EQUATIONS = 4

#: The kinds of boxes, and their rectangles.
_SHAPES = {
    "start": f'fill="{_PAPER}" stroke="{_INK}" stroke-width="1.5"',
    "branch": f'fill="{_PAPER}" stroke="{_LINE}"',
    "chain": f'fill="#cfe8cf" stroke="{_CHAIN_LINE}" stroke-width="1.5"',
    "part": f'fill="{_PAPER}" stroke="{_CHAIN_LINE}" stroke-dasharray="4 3"',
    "dead": f'fill="#f2f2f2" stroke="{_LINE}" stroke-dasharray="2 3"',
    "open": f'fill="{_PAPER}" stroke="#c77700" stroke-dasharray="6 3"',
}


@dataclass
class _Box:
    """A box, its place, the label of the line into it, and the boxes after it."""

    lines: list[str]
    title: str
    kind: str
    label: str = ""
    reason: str = ""
    label_title: str = ""
    depth: int = 0
    x: float = 0.0
    y: float = 0.0  # the middle
    after: list[_Box] = field(default_factory=list)

    @property
    def width(self) -> float:
        return max((len(line) for line in self.lines), default=1) * _FONT * _WIDE + 16

    @property
    def height(self) -> float:
        return len(self.lines) * _LINE_HEIGHT + 10

    @property
    def label_width(self) -> float:
        return max(len(self.label) * _FONT, len(self.reason) * _SMALL) * _WIDE


def draw(tree: DecompositionTree) -> str:
    """The tree as an SVG document that needs no other file.

    >>> from casbridge.algebra import PolynomialSystem, Ring, variables
    >>> from casbridge.charset.general.trace import trace_series
    >>> x, y = variables(Ring.of("x y"))
    >>> draw(trace_series(PolynomialSystem.of(x.ring, [x * y - 1]))[1]).count("<rect")
    4
    """
    boxes = _boxes(tree)
    _place(boxes)
    width = max(box.x + box.width for box in boxes) + _MARGIN
    height = max(box.y + box.height / 2 for box in boxes) + _MARGIN
    unfinished = "" if tree.complete else ", not finished"
    title = f"Zero decomposition: {len(tree.nodes)} branches, {len(tree.chains)} chains{unfinished}"
    lines = "\n".join(piece for box in boxes for piece in _lines(box))
    shapes = "\n".join(map(_shape, boxes))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}" role="img"'
        f' font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{_FONT}">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="100%" height="100%" fill="{_PAPER}"/>\n{lines}\n{shapes}\n</svg>\n'
    )


def _boxes(tree: DecompositionTree) -> list[_Box]:
    """All boxes from the top down; a box stands before its successors."""
    equations = [f"{equation} = 0" for equation in tree.equations] or ["0 = 0"]
    shown = [shortened(equation, _LONGEST_EQUATION) for equation in equations[:_MOST_EQUATIONS]]
    if len(equations) > _MOST_EQUATIONS:
        shown.append(f"and {len(equations) - _MOST_EQUATIONS} more")
    found = []
    stack = [(tree.nodes[0], _Box(shown, "\n".join(equations), "start"))]
    while stack:
        node, box = stack.pop()
        found.append(box)
        if box.kind in ("start", "branch"):
            parts = tree.parts(node)
            box.after = [_box(tree, part, is_rest, box.depth + 1) for part, is_rest in parts]
            stack.extend(reversed([(part, after) for (part, _), after in zip(parts, box.after, strict=True)]))
    return found


def _box(tree: DecompositionTree, node: TreeNode, is_rest: bool, depth: int) -> _Box:
    """The box of a branch with children, with its chain so far, or of an end. The rest of the start needs no label."""
    if is_rest or not node.children:
        box = _end(tree, node)
    else:
        text = f"[{', '.join([*map(str, node.below), '…'])}]"
        box = _Box([shortened(text, _LONGEST_CHAIN)], f"branch {node.number}, with {text}", "branch")
    box.depth = depth
    condition, box.reason = tree.label(node, is_rest, _LONGEST_REASON)
    box.label = shortened(condition, _LONGEST_LABEL)
    nonzero = "".join(f", {polynomial} ≠ 0" for polynomial in node.nonzero)
    box.label_title = condition if is_rest else f"{condition}{nonzero}: {tree.reason(node)}"
    return box


def _end(tree: DecompositionTree, node: TreeNode) -> _Box:
    words, number = tree.ending(node), tree.chain_number(node)
    if node.chain is None:
        return _Box([words], f"branch {node.number}: {words}", "open" if node.end == OPEN else "dead")
    text = shortened(repr(node.chain), _LONGEST_CHAIN)
    if number is None and tree.complete:
        return _Box([text, "part of another chain"], words, "part")
    return _Box([text if number is None else f"{number}: {text}"], words, "chain")


def _place(boxes: list[_Box]) -> None:
    """Give each box its place: a column for each depth, a row for each end, other boxes in the middle of theirs."""
    x = float(_MARGIN)
    for depth in range(1 + max(box.depth for box in boxes)):
        column = [box for box in boxes if box.depth == depth]
        if depth:
            x += max(box.label_width for box in column) + 16
        for box in column:
            box.x = x
        x += max((box.width for box in column if box.after), default=0) + _GUTTER
    y = float(_MARGIN)
    for box in boxes:
        if not box.after:
            height = max(box.height, 2.0 * _LINE_HEIGHT)
            box.y = y + height / 2
            y += height + _ROW
    for box in reversed(boxes):
        if box.after:
            box.y = (box.after[0].y + box.after[-1].y) / 2
    top = min(box.y - box.height / 2 for box in boxes)
    if top < _MARGIN:
        for box in boxes:
            box.y += _MARGIN - top


def _lines(box: _Box) -> Iterator[str]:
    """The lines from a box to its successors, with their labels."""
    if not box.after:
        return
    start = box.x + box.width
    part = min(after.x - after.label_width for after in box.after) - 12
    path = f"M{start:.0f} {box.y:.0f}H{part:.0f}"
    if len(box.after) > 1:
        path += f"M{part:.0f} {box.after[0].y:.0f}V{box.after[-1].y:.0f}"
    path += "".join(f"M{part:.0f} {after.y:.0f}H{after.x:.0f}" for after in box.after)
    yield f'<path d="{path}" stroke="{_LINE}" stroke-width="1.2" fill="none"/>'
    for after in box.after:
        if after.label:
            yield (
                f'<g fill="{_INK}"><title>{escape(after.label_title)}</title>'
                f'<text x="{part + 5:.0f}" y="{after.y - 4:.0f}" font-weight="bold">{escape(after.label)}</text>'
                f'<text x="{part + 5:.0f}" y="{after.y + 12:.0f}" font-size="{_SMALL}" fill="{_FAINT}">'
                f"{escape(after.reason)}</text></g>"
            )


def _shape(box: _Box) -> str:
    top = box.y - box.height / 2
    ink = _FAINT if box.kind in ("dead", "branch") else _INK
    texts = "".join(
        f'<text x="{box.x + 8:.0f}" y="{top + 5 + _LINE_HEIGHT * (i + 0.75):.0f}">{escape(line)}</text>'
        for i, line in enumerate(box.lines)
    )
    return (
        f'<g fill="{ink}"><title>{escape(box.title)}</title>'
        f'<rect x="{box.x:.0f}" y="{top:.0f}" width="{box.width:.0f}" height="{box.height:.0f}" rx="4"'
        f" {_SHAPES[box.kind]}/>{texts}</g>"
    )


register(DecompositionTree, "svg", draw)
