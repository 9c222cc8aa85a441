"""How a notebook finds the drawing of a value, without the value importing what draws it.

    value ──asks──▶ drawings ◀──register── the module that draws it, when it is imported

A room's `__init__` imports its drawing modules, or registers functions that import them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_DRAWINGS: dict[tuple[str, str], Callable[[Any], str]] = {}


def register(kind: type | str, form: str, draw: Callable[[Any], str]) -> None:
    """Let `draw` draw all values of a class in one form.

    kind: the class, or its full name such as "casbridge.logic.steps.State", so that it need not be imported.
    form: "text", "html", "svg" or "latex".

    >>> class Square: pass
    >>> register(Square, "text", lambda square: "□")
    >>> drawing(Square(), "text")
    '□'
    """
    _DRAWINGS[_full_name(kind) if isinstance(kind, type) else kind, form] = draw


def drawing(value: object, form: str) -> str:
    """The drawing of a value. Raises LookupError where no function is registered for its class and this form.

    >>> drawing(1, "svg")
    Traceback (most recent call last):
    LookupError: no svg drawing of int is registered
    """
    draw = _DRAWINGS.get((_full_name(type(value)), form))
    if draw is None:
        raise LookupError(f"no {form} drawing of {type(value).__name__} is registered")
    return draw(value)


def _full_name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
