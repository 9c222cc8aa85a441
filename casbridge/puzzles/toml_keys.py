"""The keys of a puzzle's TOML document, which `toml` reads."""

from __future__ import annotations

#: The types of each key's value, and what is expected.
FIELDS: dict[str, tuple[tuple[type, ...], str]] = {
    "family": ((str,), "a text"),
    "name": ((str,), "a text"),
    "box": ((str, list), '"2x3" or [2, 3]'),
    "side": ((int,), "a number"),
    "diagonals": ((bool,), "true or false"),
    "regions": ((str,), "a text with the rows"),
    "grid": ((str,), "a text with the rows"),
    "given": ((dict,), "a table { r1c1 = 4 }, or { v1 = 2 } for a graph"),
    "vertices": ((int,), "a number"),
    "edges": ((list,), "a list [[1, 2], …]"),
    "colours": ((int,), "a number"),
}
#: The keys of a puzzle on a grid.
GRID_KEYS = ("family", "name", "box", "side", "diagonals", "regions", "grid", "given")
#: The keys of a graph.
GRAPH_KEYS = ("family", "name", "vertices", "edges", "colours", "given")
#: Other spelling → key.
SYNONYMS = {"colors": "colours", "givens": "grid"}
#: All keys of a puzzle's document.
KEYS = (*FIELDS, *SYNONYMS)
