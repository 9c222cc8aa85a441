"""Packages that import a name's module when the name is first used."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def lazy(
    package: str, names: Mapping[str, str]
) -> tuple[dict[str, str], Callable[[str], Any], Callable[[], list[str]]]:
    """The table name → module of a package, and its functions `__getattr__` and `__dir__`.

    package: the package's `__name__`.
    names: for each module of the package (or `.room.module` beside it) its public names, between spaces. A module must
    not have the name of a function, since it would hide the function once it is imported. The module's own name, if
    nothing in the module has it, is the module itself.

    >>> table, find, _ = lazy("casbridge", {"errors": "InputError LimitError", "algebra.fields": "Ring"})
    >>> table["Ring"], find("LimitError").exit_code
    ('algebra.fields', 4)
    """
    homes = {name: module for module, listed in names.items() for name in listed.split()}

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(f".{homes[name]}", package)
        is_module = homes[name].rpartition(".")[2] == name and not hasattr(module, name)
        found = module if is_module else getattr(module, name)
        setattr(sys.modules[package], name, found)
        return found

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return homes, find, listed
