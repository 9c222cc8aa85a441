"""Packages that import a name's module when the name is first used, list public names only, and may be called."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def lazy(
    package: str, names: Mapping[str, str], packages: str = ""
) -> tuple[dict[str, str], Callable[[str], Any], Callable[[], list[str]]]:
    """The table name → module of a package, and its functions `__getattr__` and `__dir__`.

    package: the package's `__name__`.
    names: for each module of the package (or `.room.module` beside it) its public names, between spaces. A module must
    not have the name of a function, since it would hide the function once it is imported. The module's own name, if
    nothing in the module has it, is the module itself.
    packages: public packages within it, between spaces. They are listed and found, and are not in the table.

    >>> table, find, _ = lazy("casbridge", {"errors": "InputError LimitError", "algebra.fields": "Ring"})
    >>> table["Ring"], find("LimitError").exit_code
    ('algebra.fields', 4)
    """
    homes = {name: module for module, listed in names.items() for name in listed.split()}
    within = packages.split()

    def find(name: str) -> Any:
        if name in within:
            return import_module(f".{name}", package)  # which makes it an attribute of the package
        if name not in homes:
            # With the name and the module Python says which public name is like it.
            raise AttributeError(
                f"module {package!r} has no attribute {name!r}", name=name, obj=sys.modules.get(package)
            )
        module = import_module(f".{homes[name]}", package)
        is_module = homes[name].rpartition(".")[2] == name and not hasattr(module, name)
        found = module if is_module else getattr(module, name)
        setattr(sys.modules[package], name, found)
        return found

    return homes, find, public(package, packages)


def public(package: str, packages: str = "") -> Callable[[], list[str]]:
    """The function `__dir__` of a package: its `__all__`, public packages within it, and names such as `__doc__`.

    >>> import casbridge.algebra
    >>> {"Ring", "__doc__"} <= {*dir(casbridge.algebra)}, "annotations" in dir(casbridge.algebra)
    (True, False)
    """

    def listed() -> list[str]:
        found = vars(sys.modules[package])
        special = (name for name in found if name.startswith("__") and name.endswith("__"))
        return sorted({*special, *found.get("__all__", ()), *packages.split()})

    return listed


def called(package: str, function: str) -> None:
    """Let a package be called that has the name of a function: the call is the function's.

    So `casbridge.crosscheck(system)` and `import casbridge.crosscheck.certificates` both work, in any order.

    Its `__doc__`, and so `help`, begins with the signature and arguments of the function; `__own_doc__` is its own.

    package: the package's `__name__`. function: `module:name`, where the function is within the package.

    >>> import casbridge.crosscheck, inspect
    >>> callable(casbridge.crosscheck), [*inspect.signature(casbridge.crosscheck).parameters][:2]
    (True, ['subject', 'backends'])
    """
    home, _, name = function.partition(":")

    def meant() -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(import_module(f".{home}", package), name)
        return found

    def call(self: object, *arguments: Any, **options: Any) -> Any:
        return meant()(*arguments, **options)

    def signature(self: object) -> Any:
        from inspect import signature

        return signature(meant())

    room = sys.modules[package]
    described = room.__doc__ or ""
    del room.__doc__  # the class's property takes its place
    vars(room)["__own_doc__"] = described

    def doc(self: object) -> str:
        from inspect import getdoc

        title, _, rest = described.partition("\n")
        about = (getdoc(meant()) or "").partition("\n>>>")[0].rstrip()
        return f"{title}\n\n{package}{signature(self)}\n\n{about}\n\nThe package:\n{rest}"

    parts = {"__call__": call, "__signature__": property(signature), "__doc__": property(doc)}
    room.__class__ = type("CallablePackage", (type(sys),), parts)
