"""Rows and texts as a page holds them: columns of numbers and codes, compressed, in base64.

rows ──columns──▶ {"input": {"names": ["cyclic-5", …], "codes": [0, 0, 1, …]}, "wall_seconds": {"values": […]}, …}
texts ──Shelf──▶ chunks, each read by the page only when one of its texts is asked for
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Sequence
from math import isfinite
from typing import Any

from casbridge.errors import printable, without_middle
from casbridge.studies.values import COLUMNS, Row

#: Texts of one chunk, in characters, and the longest text that is kept whole.
CHUNK, LONGEST = 1 << 20, 400_000
# The largest whole number that JavaScript knows exactly.
_LARGEST = 2**53
_LONGEST_CELL = 1000


def columns(rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
    """The rows by columns: numbers as `values`, texts as `codes` into `names`, one value for all as `constant`.

    Texts have no control characters; a long one is shortened.

    >>> rows = [Row(k, "circle", "", None, "", "QQ", "given", name, 1, "complete") for k, name in ((1, "a"), (2, "b"))]
    >>> columns(rows)["backend"], columns(rows)["field"]
    ({'names': ['a', 'b'], 'codes': [0, 1]}, {'constant': 'QQ'})
    """
    return {name: _column([getattr(row, name) for row in rows]) for name in COLUMNS if name not in ("number", "key")}


def _column(cells: Sequence[Any]) -> dict[str, Any]:
    if any(isinstance(cell, str | tuple) or _is_large(cell) for cell in cells):
        places: dict[Any, int] = {}
        codes = [places.setdefault(cell, len(places)) for cell in cells]
        names = [_text(cell) for cell in places]
        return {"constant": names[0]} if len(names) == 1 else {"names": names, "codes": codes}
    values = [_number(cell) for cell in cells]
    if len(set(values)) <= 1:
        return {"constant": values[0] if values else None}
    return {"values": values}


def _is_large(cell: Any) -> bool:
    return isinstance(cell, int) and abs(cell) >= _LARGEST


def _text(cell: Any) -> str:
    if cell is None:
        return ""
    return printable("; ".join(map(str, cell)) if isinstance(cell, tuple) else str(cell), _LONGEST_CELL)


def _number(cell: float | int | None) -> float | int | None:
    """Six digits of a fraction are more than a clock has. JSON knows no infinity."""
    if isinstance(cell, float):
        if not isfinite(cell):
            return None
        rounded = float(f"{cell:.6g}") if abs(cell) < 1e6 else round(cell, 1)
        return int(rounded) if rounded.is_integer() and abs(rounded) < _LARGEST else rounded
    return cell


class Shelf:
    """Texts for a page in compressed chunks, equal ones once, up to a size.

    size: how many characters of base64 all chunks together may have.

    >>> shelf = Shelf(1000)
    >>> shelf.place("ring r;"), shelf.place("ideal i;"), shelf.place("ring r;")
    ([0, 0], [0, 1], [0, 0])
    >>> len(shelf.chunks())
    1
    """

    def __init__(self, size: int) -> None:
        self._left = size
        self._places: dict[str, list[int]] = {}
        self._open: list[str] = []
        self._size = 0
        self._closed: list[str] = []
        self.full = False

    def place(self, text: str) -> list[int] | None:
        """The chunk of a text and its place there. None where there is no room for it, and for an empty text."""
        if not text:
            return None
        text = without_middle(text, LONGEST)
        if text in self._places:
            return self._places[text]
        if self._size + len(text) > CHUNK and self._open:
            self._close()
        # Before it is compressed, a text counts as a third of its length.
        if self.full or (self._size + len(text)) // 3 > self._left:
            self.full = True
            return None
        found = [len(self._closed), len(self._open)]
        self._places[text] = found
        self._open.append(text)
        self._size += len(text)
        return found

    def chunks(self) -> list[str]:
        """All chunks. Each is a JSON list of texts as `packed_json` gives it."""
        if self._open:
            self._close()
        return self._closed

    def _close(self) -> None:
        chunk = packed_json(self._open)
        self._closed.append(chunk)
        self._left -= len(chunk)
        self._open, self._size = [], 0


def packed_json(data: Any) -> str:
    """JSON, compressed by zlib, in base64: no character that HTML knows.

    >>> packed_json([1]).isascii()
    True
    """
    content = json.dumps(data, separators=(",", ":"), allow_nan=False).encode("ascii")
    return b64encode(zlib.compress(content, 6)).decode("ascii")
