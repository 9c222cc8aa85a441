"""The reference of all of casbridge, from its docstrings: a page for each package.

package ──pages──▶ a file of reStructuredText ──autodoc, as_markup──▶ signatures and docstrings ──link──▶ links of types

casbridge's docstrings are plain text with doctests. `as_markup` turns one into reStructuredText, which autodoc puts
under the signature. The pages are written when the site is built, and are not kept.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec, resolve_name
from pathlib import Path
from pkgutil import ModuleInfo, iter_modules, walk_packages
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

PACKAGE = "casbridge"

_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
#: `seconds: …` and `memory (bytes), limit (answers): …` at the beginning of a line.
_NAMED = re.compile(r"(?P<names>[*]*\w+(?: \([^()]*\))?(?:, [*]*\w+(?: \([^()]*\))?)*): +(?P<text>.*)")
_ITEM = re.compile(r"(?:[-*]|\d+[.)]) ")
_EMPHASIS = re.compile(r"(?<![\w*])\*([A-Za-z][A-Za-z '-]*[a-z])\*(?![\w*])")
_FULL_NAME = re.compile(r"casbridge(?:\.\w+)+")


def escaped(text: str) -> str:
    r"""A line of a docstring as reStructuredText: signs stand for themselves, text between backquotes is code, and
    a full name such as `casbridge.limits.Limits` is a link.

    >>> print(escaped("all x*y of *these*: `2*x`").strip())
    all x\*y of \ *these*\ \: \ ``2*x``\
    """
    parts: list[str] = []
    for number, part in enumerate(_CODE.split(text)):
        if number % 2 == 0:
            # Every second piece stands between asterisks, as in *this*.
            for place, piece in enumerate(_EMPHASIS.split(part)):
                plain = re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", piece)
                parts.append(f"\\ *{plain}*\\ " if place % 2 else plain)
        elif _FULL_NAME.fullmatch(part):
            parts.append(f"\\ :py:obj:`{part}`\\ ")
        else:
            # A literal ends where its quotes stand before a sign; `\ ` is nothing.
            parts.append(f"\\ ``{part.strip()}``\\ ")
    return "".join(parts)


def _paragraphs(lines: list[str]) -> Iterator[list[str]]:
    """The groups of lines between empty ones."""
    group: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            group.append(line)
        elif group:
            yield group
            group = []


def as_markup(lines: list[str], parameters: frozenset[str] = frozenset()) -> list[str]:
    r"""The lines of a docstring as reStructuredText.

    parameters: a line that begins with one of these names, or several, and a colon describes them.

    >>> text = ["All of them", "", "    at most: x_1", "", "most (cells): a limit", "    in words"]
    >>> for line in as_markup(text, frozenset({"most"})):
    ...     print(line or "-")
    All of them
    -
    ::
    -
        at most: x_1
    -
    ``most (cells)``
        a limit
        in words
    -
    >>> as_markup([">>> 1 + 1", "2"])[0]
    '.. code-block:: pycon'
    """
    said: list[str] = []
    for group in _paragraphs(lines):
        if group[0].lstrip().startswith(">>>"):
            said += [
                ".. code-block:: pycon",
                "",
                *(f"    {line}" for line in inspect.cleandoc("\n".join(group)).splitlines()),
                "",
            ]
            continue
        if all(line.startswith("    ") for line in group) and not _described(group[0].strip(), parameters):
            said += ["::", "", *group, ""]
            continue
        inside = False
        for line in group:
            named = _described(line.strip(), parameters)
            if named:
                if not inside and said and said[-1]:
                    said.append("")
                said += [", ".join(f"``{name}``" for name in named[0]), f"    {escaped(named[1])}"]
                inside = True
            elif item := _ITEM.match(line):
                if said and said[-1] and not said[-1].lstrip().startswith("- "):
                    said.append("")
                said.append(f"- {escaped(line[item.end() :].strip())}")
                inside = False
            else:
                deep = "    " if inside else "  " if said and said[-1].startswith(("- ", "  ")) else ""
                said.append(deep + escaped(line.strip()))
        said.append("")
    return said


def _described(line: str, parameters: frozenset[str]) -> tuple[list[str], str] | None:
    """A line of the form `names: text` as its names with their units, and its text; None for another line."""
    match = _NAMED.fullmatch(line)
    if match is None:
        return None
    names = [name.strip() for name in re.split(r", (?![^()]*\))", match["names"])]
    plain = {name.lstrip("*").partition(" ")[0] for name in names}
    return (names, match["text"]) if plain <= parameters else None


def _parameters(thing: Any) -> frozenset[str]:
    """The names of a function's parameters, or of a class's fields and of those of its constructor."""
    names: set[str] = set()
    if isinstance(thing, type):
        for base in thing.__mro__:
            names |= {*vars(base), *inspect.get_annotations(base)}
    with suppress(TypeError, ValueError):
        names |= {*inspect.signature(thing).parameters}
    return frozenset(names)


def _packages() -> list[str]:
    """casbridge's packages, and `casbridge` itself, for the modules that stand in none."""
    return [
        PACKAGE,
        *(module.name for module in walk_packages(import_module(PACKAGE).__path__, f"{PACKAGE}.") if module.ispkg),
    ]


def _public(folder: Any) -> list[ModuleInfo]:
    return [module for module in iter_modules(folder) if not module.name.startswith("_")]


def page(package: str) -> str:
    """A package's page: its docstring, its public names, its modules, and links to the packages in it.

    >>> "casbridge.encodings.auditing" in page("casbridge.encodings")
    True
    """
    module = import_module(package)
    inside = _public(module.__path__)
    lines = [
        package,
        "=" * len(package),
        "",
        f".. automodule:: {package}",
        "    :members:",
        "    :ignore-module-all:",
        "",
    ]
    # The package itself names what stands in its packages.
    homes: dict[str, str] = getattr(module, "_HOMES", {})
    if homes:
        lines += ["Its public names:", "", ".. rst-class:: names", ""]
        lines += [f"- :py:obj:`{name} <{home_of(package, name)}>`" for name in sorted(homes)]
        lines += [""]
    for name in (f"{package}.{one.name}" for one in inside if not one.ispkg):
        lines += [name, "-" * len(name), "", f".. automodule:: {name}", "    :members:", "    :ignore-module-all:", ""]
    deeper = [f"{package}.{one.name}" for one in inside if one.ispkg]
    if deeper:
        lines += [".. toctree::", "    :hidden:", "", *(f"    {name}" for name in deeper), ""]
    return "\n".join(lines)


def write_pages(folder: Path) -> None:
    """Write every package's page into a folder. Files that are as they should be are left alone, and others removed."""
    folder.mkdir(exist_ok=True)
    wanted = {folder / f"{package}.rst": page(package) for package in _packages()}
    for file in {*folder.iterdir()} - wanted.keys():
        file.unlink()
    for file, text in wanted.items():
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


# -- links of the types in signatures ---------------------------------------------------------------------------------


def home_of(module: str, name: str) -> str:
    """The full name of what a module calls `name`, through imports and packages that pass a name on; else "".

    >>> home_of("casbridge.charset.char_series", "Polynomial")
    'casbridge.algebra.polynomials.Polynomial'
    >>> home_of("casbridge", "char_series")
    'casbridge.charset.char_series.char_series'
    """
    seen = set()
    while module.partition(".")[0] == PACKAGE and (module, name) not in seen:
        seen.add((module, name))
        passed_on: dict[str, str] = getattr(sys.modules.get(module), "_HOMES", {})
        if name in passed_on:
            module = resolve_name(f".{passed_on[name]}", module)
        elif name in _imports(module):
            module, name = _imports(module)[name]
    return f"{module}.{name}" if module.partition(".")[0] == PACKAGE and hasattr(import_module(module), name) else ""


@cache
def _imports(module: str) -> dict[str, tuple[str, str]]:
    """For each name that a module imports, also for type checkers alone: where it comes from, and its name there."""
    spec = find_spec(module)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return {}
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
    return found


def _link(app: Sphinx, document: nodes.document) -> None:
    """Give each name in a signature its full name; names from other packages are no links."""
    for reference in [*document.findall(pending_xref)]:
        if reference.get("refdomain") != "py" or reference.get("refexplicit") or "py:module" not in reference:
            continue
        target = reference["reftarget"]
        if target.startswith(f"{PACKAGE}."):
            continue
        home = home_of(reference["py:module"], target) if "." not in target else ""
        if home:
            reference["reftarget"] = home
            reference.attributes.pop("refspecific", None)
        else:
            reference.replace_self(reference.children)


def _convert(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    parameters = _parameters(thing) if what in ("class", "function", "method", "exception") else frozenset()
    # The docstring of a package that may be called begins with its function, which has a place of its own here.
    if own := getattr(thing, "__own_doc__", ""):
        lines[:] = [*inspect.cleandoc(own).splitlines(), ""]
    lines[:] = as_markup(lines, parameters)


def setup(app: Sphinx) -> dict[str, Any]:
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("builder-inited", lambda app: write_pages(Path(app.srcdir) / "reference"))
    app.connect("autodoc-process-docstring", _convert)
    app.connect("doctree-read", _link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
