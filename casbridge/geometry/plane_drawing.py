"""Drawing a figure of plane geometry as SVG: points with their names, the lines and circles through them.

The conclusion has a colour of its own. Each name is put at the side of its point with the most room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from itertools import pairwise
from math import cos, dist, hypot, pi, sin

from casbridge.errors import InputError

_INK = "#1a1a1a"
_PAPER = "#ffffff"
_LINE = 'stroke="#5f6b7a" stroke-width="1.3"'
_RESULT = 'stroke="#c0392b" stroke-width="2"'

_SIZE = 400  # of the longer side
_MARGIN = 34
_AWAY = 15  # from a point to the middle of its name
_BEYOND = 0.12  # the part of its length by which a line of the conclusion goes beyond its points

_Place = tuple[float, float]
#: The centre and the radius.
_Circle = tuple[_Place, float]


def draw_figure(
    places: Mapping[str, tuple[Fraction | int, Fraction | int]],
    *,
    lines: Iterable[str] = (),
    circles: Iterable[str] = (),
    result_lines: Iterable[str] = (),
    result_circles: Iterable[str] = (),
    title: str = "",
) -> str:
    """The figure as an SVG document that needs no other file.

    places: name → coordinates.
    lines: names of points, separated by spaces, joined in this order.
    circles: names of three points each.
    result_lines: names of points on a straight line of the conclusion, drawn in red.
    result_circles: names of three points each on a circle of the conclusion, drawn in red.

    Raises InputError for unknown names, for circles of other than three points, and for circles of points on one line.

    >>> draw_figure({"A": (0, 0), "B": (1, 0), "C": (0, 1)}, lines=["A B C A"], circles=["A B C"]).count("<circle")
    4
    """
    at = {name: (float(x), -float(y)) for name, (x, y) in places.items()}
    if not at:
        raise InputError("a figure without points", expected="at least one")

    def points(text: str) -> list[_Place]:
        for name in text.split():
            if name not in at:
                raise InputError(f"the point {name}", expected=f"one of {', '.join(at)}")
        return [at[name] for name in text.split()]

    paths = [(_LINE, points(text)) for text in lines]
    paths += [(_RESULT, _straight(points(text))) for text in result_lines]
    rounds = [(_LINE, _through(points(text))) for text in circles]
    rounds += [(_RESULT, _through(points(text))) for text in result_circles]
    # Everything into view.
    corners = [*at.values(), *(place for _, path in paths for place in path)]
    corners += [(x + r * side, y + r * side) for _, ((x, y), r) in rounds for side in (-1, 1)]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    wide, high = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
    scale = _SIZE / (max(wide, high) or 1)

    def place(point: _Place) -> _Place:
        return _MARGIN + (point[0] - left) * scale, _MARGIN + (point[1] - top) * scale

    body: list[str] = []
    ink: list[_Place] = []  # points on all lines and circles, a few pixels apart
    for style in (_LINE, _RESULT):
        for path in ([place(point) for point in path] for which, path in paths if which == style):
            steps = "L".join(f"{x:.1f} {y:.1f}" for x, y in path)
            body.append(f'<path d="M{steps}" {style} fill="none" stroke-linejoin="round"/>')
            for (ax, ay), (bx, by) in pairwise(path):
                n = int(dist((ax, ay), (bx, by)) / 4) + 1
                ink += [(ax + (bx - ax) * i / n, ay + (by - ay) * i / n) for i in range(n + 1)]
        for (x, y), radius in ((place(centre), r * scale) for which, (centre, r) in rounds if which == style):
            body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {style} fill="none"/>')
            ink += _around((x, y), radius, int(radius * 2 * pi / 4) + 8)
    dots = {name: place(point) for name, point in at.items()}
    body += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="{_INK}"/>' for x, y in dots.values()]
    body += _names(dots, ink)
    width, height = wide * scale + 2 * _MARGIN, high * scale + 2 * _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}" role="img" font-family="Georgia, Times, serif" font-size="16"'
        f' font-style="italic" text-anchor="middle">\n<title>{escape(title)}</title>\n'
        f'<rect width="100%" height="100%" fill="{_PAPER}"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _straight(points: list[_Place]) -> list[_Place]:
    """The two ends of a line through all points, a little beyond the outermost points."""
    ends = max(((a, b) for a in points for b in points), key=lambda pair: dist(*pair), default=None)
    if ends is None:
        raise InputError("a line without points", expected="at least two")
    (ax, ay), (bx, by) = ends
    dx, dy = (bx - ax) * _BEYOND, (by - ay) * _BEYOND
    return [(ax - dx, ay - dy), (bx + dx, by + dy)]


def _through(points: list[_Place]) -> _Circle:
    if len(points) != 3:
        raise InputError(f"a circle through {len(points)} points", expected="three")
    (ax, ay), (bx, by), (cx, cy) = points
    bx, by, cx, cy = bx - ax, by - ay, cx - ax, cy - ay
    area = 2 * (bx * cy - by * cx)
    if not area:
        raise InputError("a circle through three points on one line", expected="three that are not")
    b, c = bx * bx + by * by, cx * cx + cy * cy
    x, y = (cy * b - by * c) / area, (bx * c - cx * b) / area
    return (ax + x, ay + y), hypot(x, y)


def _around(centre: _Place, radius: float, number: int) -> list[_Place]:
    """So many points on a circle."""
    angles = (2 * pi * i / number for i in range(number))
    return [(centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for angle in angles]


def _names(dots: Mapping[str, _Place], ink: list[_Place]) -> Iterator[str]:
    """Each name, at the side of its point with the most room."""
    taken = list(dots.values())
    for name, dot in dots.items():
        near = [other for other in (*ink, *taken) if dist(other, dot) < 3 * _AWAY and other != dot]
        room = _around(dot, _AWAY, 16)
        best = max(room, key=lambda spot: min((dist(spot, other) for other in near), default=0.0))
        taken.append(best)
        yield f'<text x="{best[0]:.1f}" y="{best[1] + 5:.1f}" fill="{_INK}">{escape(name)}</text>'
