"""Specifications of the plots in Vega-Lite, without their data: the page, the figures and a notebook draw the same.

Each is a function of what the whole study needs (methods, axes) and of a theme; `with_data` puts the points in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from math import ceil, floor, log10
from typing import Any

from casbridge.errors import UsageError
from casbridge.report.cells import SHORTEST
from casbridge.report.material import STATUSES, VERDICTS

Spec = dict[str, Any]


@dataclass(frozen=True)
class Theme:
    """Colours of plots on one background. Each series also has a shape and a dash of its own.

    series: of methods. marks: for a wrong answer, a disagreement, for both answered, for one answered.

    >>> LIGHT.paper
    '#ffffff'
    """

    ink: str
    faint: str
    grid: str
    paper: str
    series: tuple[str, ...]
    marks: tuple[str, str, str, str]


#: On white paper. The series are Okabe and Ito's colours, which colour-blind people can tell apart.
LIGHT = Theme(
    "#1c1e21",
    "#5c636b",
    "#e3e6ea",
    "#ffffff",
    ("#0072b2", "#d55e00", "#009e73", "#aa3f83", "#b07d00", "#2f8fc4", "#4d4d4d", "#7a4b9d"),
    ("#c4122f", "#c4122f", "#0072b2", "#c26a00"),
)
#: On a dark screen.
DARK = Theme(
    "#e8eaed",
    "#a4abb3",
    "#343a41",
    "#16191d",
    ("#56b4e9", "#ff8b3d", "#2fc89b", "#ef8fc8", "#f2c641", "#a9d8f5", "#c3c7cc", "#c3a3e8"),
    ("#ff6b7f", "#ff6b7f", "#56b4e9", "#ffb454"),
)
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
_DASHES = ([1, 0], [6, 2], [2, 2], [8, 2, 2, 2])
_WHAT = ("wrong", "disagree", "both answered", "one answered")
_WHAT_SHAPES = ("cross", "diamond", "circle", "triangle-up")
_CLIP = re.compile(r"\bclip\d+\b")
# Fonts whose letters are equally wide, so that a viewer sets the text as it was laid out.
_FONT = "'Liberation Sans', Arimo, Arial, 'Nimbus Sans', Helvetica, sans-serif"
# A letter of a wide font in a label, in pixels: there is room for it where a viewer has none of these fonts.
_LETTER = 6.6
#: Fills of statuses and verdicts, and the signs that stand for them; the page has the same in its style sheet.
FILLS: Mapping[str, str] = {
    "complete": "#a8d5ba",
    "partial": "#d3e8c8",
    "wrong": "#c4122f",
    "timeout": "#f6d186",
    "memory": "#e3b7e8",
    "crashed": "#f2a49b",
    "unparsable": "#f4c2a1",
    "unsupported": "#d9dde2",
    "missing": "#e9ebee",
    "invalid": "#c9ced6",
    "waiting": "#f7f8f9",
    "agree": "#a8d5ba",
    "consistent": "#cfe3f5",
    "disagree": "#c4122f",
    "undecided": "#e4e6ea",
    "failed": "#f4c2a1",
}
#: The same on a dark screen.
DARK_FILLS: Mapping[str, str] = {
    "complete": "#1f5c43",
    "partial": "#3c5a35",
    "wrong": "#c4122f",
    "timeout": "#6f5212",
    "memory": "#5f3a6c",
    "crashed": "#7d322c",
    "unparsable": "#70452a",
    "unsupported": "#3b4149",
    "missing": "#30353c",
    "invalid": "#474d57",
    "waiting": "#22262b",
    "agree": "#1f5c43",
    "consistent": "#264b70",
    "disagree": "#c4122f",
    "undecided": "#3f444c",
    "failed": "#70452a",
}
#: The sign of each status and verdict in a cell, since colour alone says nothing to some.
SIGNS: Mapping[str, str] = {
    "complete": "✓",
    "partial": "½",
    "wrong": "≠",
    "timeout": "T",
    "memory": "M",
    "crashed": "×",
    "unparsable": "?",
    "unsupported": "–",
    "missing": "○",
    "invalid": "!",
    "waiting": "·",
    "agree": "=",
    "consistent": "≈",
    "disagree": "≠",
    "undecided": "?",
    "failed": "!",
}


def config(theme: Theme) -> Spec:
    """The look of all plots.

    >>> config(LIGHT)["background"]
    '#ffffff'
    """
    return {
        "background": theme.paper,
        # Vega-Lite would put titles, which are texts of others, into expressions that describe each mark.
        "aria": False,
        "font": _FONT,
        "padding": 8,
        "view": {"stroke": None},
        "axis": {
            "domainColor": theme.faint,
            "tickColor": theme.faint,
            "gridColor": theme.grid,
            "labelColor": theme.faint,
            "titleColor": theme.ink,
            "labelFontSize": 11,
            "titleFontSize": 12,
            "titleFontWeight": "normal",
            "labelOverlap": True,
        },
        "legend": {
            "labelColor": theme.ink,
            "titleColor": theme.ink,
            "labelFontSize": 11,
            "labelLimit": 220,
            "columnPadding": 18,
            "symbolSize": 60,
            "symbolLimit": 0,
            "symbolStrokeWidth": 2,
            # A second legend stands below the first one.
            "layout": {"bottom": {"anchor": "start", "direction": "vertical"}},
        },
        "title": {"color": theme.ink, "fontSize": 13, "fontWeight": "bold", "anchor": "start"},
    }


def _low_of(least: float) -> float:
    """Where an axis begins: a little below the shortest time."""
    return max(least, SHORTEST) * 0.75


def decades(low: float, edge: float) -> list[float]:
    """The powers of ten between the ends of an axis, or the ends where there is none.

    >>> decades(0.02, 120)
    [0.1, 1.0, 10.0, 100.0]
    """
    powers = range(ceil(log10(low) - 1e-9), floor(log10(edge) + 1e-9) + 1)
    return [float(f"1e{power}") for power in powers] or [low, edge]


def _seconds(field: str, title: str, low: float, edge: float) -> Spec:
    return {
        "field": field,
        "type": "quantitative",
        "title": title,
        "scale": {"type": "log", "domain": [low, edge], "nice": False},
        "axis": {"values": decades(low, edge), "format": "~g"},
    }


def _series(methods: Sequence[str], theme: Theme) -> Spec:
    """Colour and shape of each method, in one legend."""

    def scale(values: Sequence[Any], moved: int = 0) -> Spec:
        """moved: by how much the values move on when all were used, so that a colour gets another shape then."""
        size = len(values)
        places = [(place + moved * (place // size)) % size for place in range(len(methods))]
        return {"domain": list(methods), "range": [values[place] for place in places]}

    legend = {"title": None, "orient": "bottom", "columns": 2}
    common = {"field": "method", "type": "nominal", "title": None}
    return {
        "color": {**common, "scale": scale(theme.series), "legend": legend},
        "shape": {**common, "scale": scale(_SHAPES, 1), "legend": legend},
    }


def _edge_rule(channel: str, edge: float, theme: Theme) -> list[Spec]:
    """The border on which jobs without an answer stand, with its name."""
    along: Spec = {channel: {"datum": edge}}
    text: Spec = {"type": "text", "text": "no answer", "color": theme.faint, "fontSize": 10, "fontStyle": "italic"}
    place: Spec
    if channel == "y":
        text, place = {**text, "align": "left", "dy": -8}, {"x": {"value": 4}}
    else:
        text, place = {**text, "align": "left", "angle": 270, "dy": 8}, {"y": {"value": "height"}}
    return [
        {
            "data": {"values": [{}]},
            "mark": {"type": "rule", "color": theme.faint, "strokeDash": [3, 3], "strokeWidth": 1},
            "encoding": along,
        },
        {"data": {"values": [{}]}, "mark": text, "encoding": {**along, **place}},
    ]


def scatter_plot(first: str, second: str, least: float, edge: float, theme: Theme = LIGHT) -> Spec:
    """Times of two methods on the same cases; see `cells.scatter` for the points.

    least: the shortest time of the study. edge: the border on which jobs without an answer stand.

    >>> scatter_plot("a", "b", 0.01, 120)["width"]
    320
    """
    low = _low_of(least)
    x, y = _seconds("x", f"{first}, seconds", low, edge), _seconds("y", f"{second}, seconds", low, edge)
    # The lines of equal times and of ten times as much.
    factors = ((1, 1), (1, 10), (10, 1)) if edge > 10 * low else ((1, 1),)
    ends = [
        {"x": x_end, "y": y_end, "line": line}
        for line, (a, b) in enumerate(factors)
        for x_end, y_end in ((low * a, low * b), (edge / b, edge / a))
    ]
    guides = {"x": x, "y": y, "detail": {"field": "line"}}
    legend = {"title": None, "orient": "bottom", "columns": 3}
    what = {"field": "what", "type": "nominal", "title": None, "legend": legend}
    return {
        "description": f"Times of {first} and {second} on the same cases, on logarithmic axes.",
        "width": 320,
        "height": 320,
        "config": config(theme),
        "layer": [
            {
                "data": {"values": ends},
                "transform": [{"filter": "datum.line == 0"}],
                "mark": {"type": "line", "color": theme.faint, "strokeWidth": 1, "clip": True},
                "encoding": guides,
            },
            {
                "data": {"values": ends},
                "transform": [{"filter": "datum.line > 0"}],
                "mark": {"type": "line", "color": theme.faint, "strokeWidth": 0.7, "strokeDash": [2, 4], "clip": True},
                "encoding": guides,
            },
            *_edge_rule("x", edge, theme),
            *_edge_rule("y", edge, theme),
            {
                "data": {"name": "points"},
                "mark": {"type": "point", "filled": False, "size": 38, "strokeWidth": 1.4, "opacity": 0.85},
                "encoding": {
                    "x": x,
                    "y": y,
                    "color": {**what, "scale": {"domain": list(_WHAT), "range": list(theme.marks)}},
                    "shape": {**what, "scale": {"domain": list(_WHAT), "range": list(_WHAT_SHAPES)}},
                    "tooltip": {"field": "about"},
                },
            },
        ],
    }


def cactus_plot(methods: Sequence[str], least: float, edge: float, theme: Theme = LIGHT) -> Spec:
    """How many cases each method answers within which time each; see `cells.cactus` for the points.

    >>> cactus_plot(["a"], 0.01, 120)["height"]
    320
    """
    y = _seconds("seconds", "seconds for the n-th fastest answer", _low_of(least), edge)
    x = {
        "field": "n",
        "type": "quantitative",
        "title": "n: cases answered",
        "axis": {"tickMinStep": 1, "format": "~d"},
        "scale": {"nice": False, "zero": True},
    }
    series = _series(methods, theme)
    return {
        "description": "Quantile plot: the time of the n-th fastest answer of each method, on a logarithmic axis.",
        "width": 520,
        "height": 320,
        "config": config(theme),
        "data": {"name": "points"},
        "layer": [
            {
                "mark": {"type": "line", "interpolate": "step-before", "strokeWidth": 2},
                "encoding": {"x": x, "y": y, "color": series["color"]},
            },
            {
                "transform": [{"filter": "datum.marked"}],
                "mark": {"type": "point", "filled": True, "size": 55, "opacity": 1},
                "encoding": {
                    "x": x,
                    "y": y,
                    "color": series["color"],
                    "shape": series["shape"],
                    "tooltip": {"field": "about"},
                },
            },
        ],
    }


def growth_plot(
    family: str, methods: Sequence[str], groups: Sequence[str], least: float, edge: float, theme: Theme = LIGHT
) -> Spec:
    """How the time of each method grows with n along a family; see `cells.growth` for the points.

    groups: the fields (and encodings); where there are several, each has a dash of its own.

    >>> growth_plot("cyclic", ["a"], ["QQ"], 0.01, 120)["width"]
    320
    """
    y = _seconds("seconds", "seconds", _low_of(least), edge)
    x = {
        "field": "x",
        "type": "quantitative",
        "title": f"n, {family}",
        "axis": {"tickMinStep": 1, "format": "~d", "grid": False},
        "scale": {"zero": False, "nice": False, "padding": 14},
    }
    series = _series(methods, theme)
    dash: Spec = {"value": [1, 0]}
    if len(groups) > 1:
        legend = {"title": None, "orient": "bottom", "columns": 2, "symbolType": "stroke", "symbolSize": 300}
        ranges = [_DASHES[place % len(_DASHES)] for place in range(len(groups))]
        dash = {
            "field": "group",
            "type": "nominal",
            "scale": {"domain": list(groups), "range": ranges},
            "legend": legend,
        }
    return {
        "description": f"Seconds against n for {family}, a line for each method, on a logarithmic axis.",
        "width": 320,
        "height": 300,
        "config": config(theme),
        "data": {"name": "points"},
        "layer": [
            *_edge_rule("y", edge, theme),
            {
                "transform": [{"filter": "datum.what == 'answered'"}],
                "mark": {"type": "line", "strokeWidth": 2},
                "encoding": {
                    "x": x,
                    "y": y,
                    "color": series["color"],
                    "strokeDash": dash,
                    "detail": {"field": "group"},
                    "order": {"field": "n", "type": "quantitative"},
                },
            },
            {
                "transform": [{"filter": "datum.what == 'wrong'"}],
                "mark": {"type": "text", "text": "≠ wrong", "align": "left", "dx": 7, "fontSize": 10},
                "encoding": {"x": x, "y": y, "color": {"value": theme.marks[0]}},
            },
            {
                "mark": {"type": "point", "size": 60, "strokeWidth": 1.6, "opacity": 1},
                "encoding": {
                    "x": x,
                    "y": y,
                    "color": series["color"],
                    "shape": series["shape"],
                    "fill": {
                        "condition": {"test": "datum.what == 'answered'", **series["color"], "legend": None},
                        "value": theme.paper,
                    },
                    "tooltip": {"field": "about"},
                },
            },
        ],
    }


def status_plot(methods: Sequence[str], statuses: Sequence[str]) -> Spec:
    """How many jobs of each method have which status, or a wrong answer; points: method, status, jobs, place.

    statuses: those that occur; see `casbridge.report.material.OUTCOMES`.

    >>> status_plot(["a", "b"], ["complete"])["height"]["step"]
    28
    """
    fills = {"domain": list(statuses), "range": [FILLS.get(status, LIGHT.faint) for status in statuses]}
    return {
        "description": "The number of jobs of each method with each status.",
        "width": 520,
        "height": {"step": 28},
        "config": config(LIGHT),
        "data": {"name": "points"},
        "encoding": {
            "y": {
                "field": "method",
                "type": "nominal",
                "sort": list(methods),
                "title": None,
                "axis": {"labelLimit": 220, "minExtent": _room(methods, 270)},
            },
            "x": {"field": "jobs", "type": "quantitative", "title": "jobs", "stack": "zero", "scale": {"nice": False}},
            "order": {"field": "place", "type": "quantitative"},
        },
        "layer": [
            {
                "mark": {"type": "bar", "stroke": LIGHT.paper, "strokeWidth": 1},
                "encoding": {
                    "color": {
                        "field": "status",
                        "type": "nominal",
                        "scale": fills,
                        "legend": {"title": None, "orient": "bottom", "columns": 5, "symbolType": "square"},
                    }
                },
            },
            {
                "mark": {"type": "text", "fontSize": 11},
                "encoding": {
                    # A filter would stack the numbers without the narrow bars.
                    "opacity": {"condition": {"test": "datum.wide", "value": 1}, "value": 0},
                    "text": {"field": "jobs"},
                    "color": {
                        "condition": {"test": "datum.status == 'wrong'", "value": "#ffffff"},
                        "value": LIGHT.ink,
                    },
                    "x": {"field": "jobs", "type": "quantitative", "bandPosition": 0.5, "stack": "zero"},
                },
            },
        ],
    }


def _room(names: Sequence[str], most: float) -> float:
    """Pixels for the longest of some labels in a wide font; most: the longest that a label may be."""
    return min(_LETTER * max(map(len, names), default=0), most)


def matrix_plot(cases: Sequence[str], columns: Sequence[str]) -> Spec:
    """Cases against methods and the verdict; points: case, column, kind, label.

    kind: a status, a verdict, or "disagree" for a wrong answer.

    >>> matrix_plot(["a"], ["b", "verdict"])["width"]["step"]
    84
    """
    kinds = [*STATUSES, *VERDICTS]
    # The heads lean out of the picture to the right.
    aside = 0.9 * _room(columns[-1:], 260) - 42
    place = {
        "x": {
            "field": "column",
            "type": "nominal",
            "sort": list(columns),
            "title": None,
            "axis": {
                "orient": "top",
                "labelAngle": -30,
                "labelLimit": 220,
                "labelAlign": "left",
                "labelOverlap": False,
                "ticks": False,
                "domain": False,
            },
        },
        "y": {
            "field": "case",
            "type": "nominal",
            "sort": list(cases),
            "title": None,
            "axis": {
                "labelLimit": 260,
                "labelPadding": 6,
                "labelOverlap": False,
                "ticks": False,
                "domain": False,
                "minExtent": _room(cases, 320),
            },
        },
    }
    fills = {"domain": kinds, "range": [FILLS[kind] for kind in kinds]}
    return {
        "description": "For each case the verdict, and what each method did.",
        "width": {"step": 84},
        "height": {"step": 20},
        "padding": {"left": 8, "top": 24, "bottom": 8, "right": max(8, round(aside))},
        "config": config(LIGHT),
        "data": {"name": "points"},
        "encoding": place,
        "layer": [
            {
                "mark": {"type": "rect", "stroke": LIGHT.paper, "strokeWidth": 2},
                "encoding": {"color": {"field": "kind", "type": "nominal", "scale": fills, "legend": None}},
            },
            {
                "mark": {"type": "text", "fontSize": 11},
                "encoding": {
                    "text": {"field": "label"},
                    "color": {
                        "condition": {"test": "datum.kind == 'disagree'", "value": "#ffffff"},
                        "value": LIGHT.ink,
                    },
                },
            },
        ],
    }


def with_data(spec: Spec, points: Sequence[Mapping[str, Any]]) -> Spec:
    """A specification with its points, complete for Vega-Lite.

    >>> with_data(cactus_plot(["a"], 0.01, 120), [])["datasets"]
    {'points': []}
    """
    return {**spec, "datasets": {"points": [dict(point) for point in points]}}


def svg_of(spec: Spec, prefix: str = "") -> str:
    """The picture as SVG. Raises UsageError where the library for it is missing.

    prefix: of all names in it; several pictures in one page must not share names.

    >>> svg_of(with_data(cactus_plot(["a"], 0.01, 120), []))[:4]
    '<svg'
    """
    # Vega counts its clips through all pictures of a process.
    places: dict[str, str] = {}
    svg = _CLIP.sub(
        lambda found: places.setdefault(found[0], f"{prefix}clip{len(places)}"), _library().vegalite_to_svg(spec)
    )
    head, end, body = svg.partition(">")
    return f'{head} role="img"{end}<title>{escape(spec["description"])}</title>{body}'


def png_of(spec: Spec) -> bytes:
    """The picture as PNG, for a paper: 3 pixels for each unit of the specification.

    >>> png_of(with_data(cactus_plot(["a"], 0.01, 120), []))[:4]
    b'\\x89PNG'
    """
    return bytes(_library().vegalite_to_png(spec, scale=3.0))


def lacking() -> str:
    """What plots need and is not installed, with what adds it; "" where they can be drawn.

    >>> lacking()
    ''
    """
    try:
        _library()
    except UsageError as error:
        return str(error)
    return ""


@lru_cache(maxsize=1)
def javascript() -> str:
    """The text of Vega-Lite, Vega and vega-embed, for a page without network.

    >>> "vegaEmbed" in javascript()
    True
    """
    return str(_library().javascript_bundle("window.vegaEmbed = vegaEmbed;"))


def _library() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise UsageError(
            "plots need vl-convert-python", expected="it to be installed", hint="pip install 'casbridge[report]'"
        ) from None
    return vl_convert
