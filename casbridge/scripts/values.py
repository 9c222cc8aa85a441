"""What a script is for, and what it is: Method, Target, Script."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.algebra.systems import PolynomialSystem
from casbridge.errors import UsageError


def _no_objection(system: PolynomialSystem) -> str | None:
    return None


@dataclass(frozen=True)
class Method:
    """An algorithm in a CAS: its name there, what it answers, and an objection to systems that it cannot do.

    objection: given a system, says in words why the method cannot do it and what to try, or None.
    fields: which ground fields it works over, in words, for `casbridge backends`.
    order: for bases, the monomial order of the answer ("lex" or "degrevlex"; the highest variable is the greatest).
    wu: for series, whether the zeros are ∪ Zero(C/I), in Wu's sense; otherwise they are only ∪ V(sat C).
    """

    name: str
    task: Task
    summary: str
    fields: str = "QQ, GF(p)"
    order: str = ""
    objection: Callable[[PolynomialSystem], str | None] = field(default=_no_objection, compare=False)
    wu: bool = False


@dataclass(frozen=True)
class Target:
    """What a script is for: its template folder, its way of writing, the names that it reserves.

    template: `templates/<name>/<method>.<extension>.j2` is rendered for a method.
    title: the CAS's name in sentences.
    by_hand: how a user runs the script, with {script} for its file.
    reserved: names that a variable must not have (keywords, library functions, names that the template defines).
    safe_name: a regular expression; a variable whose name it does not match in full is renamed.
    templates: a folder of the backend's own, if its templates are not among casbridge's.
    longest_sum: more terms are put into parentheses by so many, for a reader with a recursion limit; 0 for no limit.
    """

    name: str
    extension: str
    by_hand: str
    methods: tuple[Method, ...]
    default_method: str
    reserved: frozenset[str] = frozenset()
    style: tuple[str, str] = CARET
    title: str = ""
    safe_name: str = "[A-Za-z][A-Za-z0-9_]*"
    longest_sum: int = 0
    templates: Path | None = None

    def method(self, name: str = "") -> Method:
        """The method of that name, or the default one; UsageError for a name that does not exist."""
        wanted = name or self.default_method
        for method in self.methods:
            if method.name == wanted:
                return method
        known = ", ".join(method.name for method in self.methods)
        raise UsageError(f"{self.name} has no method {wanted!r}", expected=f"one of {known}")

    def accepts(self, name: str) -> bool:
        """Whether a variable keeps this name in a script."""
        return name not in self.reserved and re.fullmatch(self.safe_name, name, re.ASCII) is not None


@dataclass(frozen=True)
class Script:
    """A rendered script.

    job: the digest that its answer carries.
    names: the name in the script of every ring variable, lowest first.
    """

    target: Target
    method: Method
    text: str
    job: str
    names: tuple[str, ...]
    system: PolynomialSystem = field(repr=False)
    facts: Mapping[str, str] = field(default_factory=dict)
