"""How a notebook finds the drawing of a value, without the value importing what draws it.

    value ──asks──▶ drawings ◀──register── the module that draws it, when it is imported
                             ◀──announce── casbridge itself: the function that draws it, imported on demand

A room's `__init__` imports its drawing modules, or registers functions that import them.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

_DRAWINGS: dict[tuple[str, str], Callable[[Any], str]] = {}
_ANNOUNCED: dict[tuple[str, str], str] = {}


def register(kind: type | str, form: str, draw: Callable[[Any], str]) -> None:
    """Let `draw` draw all values of a class, and of the classes made of it, in one form.

    kind: the class; or, to avoid an import, its full name, such as "casbridge.logic.steps.State".
    form: "text", "html", "svg" or "latex".

    >>> class Square: pass
    >>> register(Square, "text", lambda square: "□")
    >>> drawing(Square(), "text")
    '□'
    """
    _DRAWINGS[_full_name(kind) if isinstance(kind, type) else kind, form] = draw


def announce(kinds: Iterable[str], form: str, function: str) -> None:
    """Let a function that is imported when it is needed draw the values of classes, as `register` does.

    kinds: full names of classes. function: `module:name`.

    >>> announce(["builtins.complex"], "text", "cmath:phase")
    >>> drawing(1 + 0j, "text")
    0.0
    """
    for kind in kinds:
        _ANNOUNCED[kind, form] = function


def drawing(value: object, form: str) -> str:
    """The drawing of a value. Raises LookupError if no function is registered for this class and form.

    >>> drawing(1, "svg")
    Traceback (most recent call last):
    LookupError: no svg drawing of int is registered
    """
    for kind in type(value).__mro__:
        name = _full_name(kind)
        draw = _DRAWINGS.get((name, form))
        if draw is None and (announced := _ANNOUNCED.get((name, form))):
            module, _, function = announced.partition(":")
            draw = getattr(import_module(module), function)
        if draw is not None:
            return draw(value)
    raise LookupError(f"no {form} drawing of {type(value).__name__} is registered")


class Shown:
    """A value that a notebook shows by its drawing in HTML; `announce` and `register` say which one.

    Without a drawing of its own, a dataclass is a table of its fields: `casbridge.notebook.forms` is announced for all.

    >>> from casbridge.limits import Limits
    >>> "<table" in Limits(seconds=5)._repr_html_()
    True
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return drawing(self, "html")


def record_html(record: object) -> str:
    """What a notebook shows of a named tuple, which cannot inherit from `Shown`: its `_repr_html_` is this function.

    >>> from casbridge.counting.derivation import CountStep
    >>> "all grids" in CountStep("N", 288, "all grids")._repr_html_()
    True
    """
    module, _, function = _ANNOUNCED[_full_name(Shown), "html"].partition(":")
    return str(getattr(import_module(module), function)(record))


def _full_name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
