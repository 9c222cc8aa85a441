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
    "windoku": ((bool,), "true or false"),
    "anti_knight": ((bool,), "true or false"),
    "anti_king": ((bool,), "true or false"),
    "non_consecutive": ((bool,), "true or false"),
    "cages": ((list,), 'a list [{ cells = "r1c1 r1c2", sum = 9 }, …]'),
    "thermometers": ((list,), 'a list ["r1c1 r1c2 r2c3", …], from the bulb on'),
    "arrows": ((list,), 'a list [{ circle = "r1c1", shaft = "r1c2 r1c3" }, …]'),
    "white_dots": ((list,), 'a list ["r1c1 r1c2", …]'),
    "black_dots": ((list,), 'a list ["r1c1 r1c2", …]'),
    "all_dots": ((bool,), "true or false"),
    "bars": ((list,), 'a list ["r1c1 r1c2", …]'),
    "all_bars": ((bool,), "true or false"),
    "even": ((str, list), 'cells, "r1c1 r1c2"'),
    "odd": ((str, list), 'cells, "r1c1 r1c2"'),
    "greater": ((list,), 'a list ["r1c1 > r1c2", …]'),
    "little_killers": ((list,), 'a list [{ start = "r1c2", direction = "down-left", sum = 9 }, …]'),
    "sandwiches": ((dict,), "a table { r1 = 20, c3 = 7 }"),
}
#: The keys of constraints, which `casbridge.puzzles.variants.reading` reads.
VARIANT_KEYS = (*FIELDS,)[(*FIELDS,).index("windoku") :]
#: The keys of a puzzle on a grid.
GRID_KEYS = ("family", "name", "box", "side", "diagonals", "regions", "grid", "given", *VARIANT_KEYS)
#: The keys of a graph.
GRAPH_KEYS = ("family", "name", "vertices", "edges", "colours", "given")
#: Other spelling → key.
SYNONYMS = {"colors": "colours", "givens": "grid"}
#: All keys of a puzzle's document.
KEYS = (*FIELDS, *SYNONYMS)
