"""SymPy's own functions over another engine: their code, with some of their module's names bound to other functions.

SymPy's modules are not changed.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from casbridge.errors import UnsupportedError


def over(module: ModuleType, function: Callable[..., Any], **names: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a module with other functions under some names. The module's other functions stay as they are.

    Raises UnsupportedError for a name that the function does not use: SymPy's code would keep its own engine.

    >>> import textwrap
    >>> loud = over(textwrap, textwrap.shorten, TextWrapper=lambda **options: 1 / 0)
    >>> textwrap.shorten("as before", 20), loud("another engine", 20)
    Traceback (most recent call last):
    ZeroDivisionError: division by zero
    """
    assert isinstance(function, FunctionType)
    unused = [name for name in names if name not in function.__code__.co_names]
    if unused:
        raise UnsupportedError(f"this version of SymPy is not known: {function.__name__} does not use {unused[0]}")
    return _rebuilt(function, {**vars(module), **names})


def namespace(module: ModuleType, **names: Callable[..., Any]) -> dict[str, Any]:
    """The names of a module whose functions all see other functions under some names.

    Raises UnsupportedError for a name that the module does not have.

    >>> import textwrap
    >>> found = namespace(textwrap, indent=lambda text, prefix: text)
    >>> found["indent"]("a", "  "), textwrap.indent("a", "  ")
    ('a', '  a')
    """
    unknown = [name for name in names if name not in vars(module)]
    if unknown:
        raise UnsupportedError(f"this version of SymPy is not known: {module.__name__} has no {unknown[0]}")
    found = dict(vars(module))
    for name, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            found[name] = _rebuilt(value, found)
    found.update(names)
    return found


def _rebuilt(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    made = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    made.__doc__ = function.__doc__
    return made
