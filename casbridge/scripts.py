"""Rendering a system as a script for a computer algebra system, through one strict Jinja environment.

A script prints its answer in one plain form, the same for every target, so that one reader understands all of them:

    casbridge:begin 1f2e3d4c5b6a           a digest of the job: an answer to another job is noticed
    task: characteristic series
    field: 11
    variables: x1 x2 v1                    as the script names them, lowest first
    name: v1 = system                      where a variable was renamed: script's name = user's name
    order: lex                             for a Gröbner basis
    fact: puzzle = 2x2 .4.....1..3.2...    provenance, copied from the system
    component:
    x1-1
    x2-4
    casbridge:end 1f2e3d4c5b6a 1           the number of components: a truncated answer is noticed
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.algebra.systems import PolynomialSystem


def _no_objection(system: PolynomialSystem) -> str | None:
    return None


@dataclass(frozen=True)
class Method:
    """An algorithm in a CAS: its name there, what it answers, and an objection to systems that it cannot do.

    objection: given a system, says in words why the method cannot do it and what to try, or None.
    fields: which ground fields it works over, in words, for `casbridge backends`.
    order: for bases, the monomial order of the answer ("lex" or "degrevlex").
    """

    name: str
    task: Task
    summary: str
    fields: str = "QQ, GF(p)"
    order: str = ""
    objection: Callable[[PolynomialSystem], str | None] = field(default=_no_objection, compare=False)


@dataclass(frozen=True)
class Target:
    """What a script is for: its template folder, its way of writing, the names that it reserves.

    template: `templates/<name>/<method>.<extension>.j2` is rendered for a method.
    by_hand: how a user runs the script, with {script} for its file.
    reserved: names that a variable must not have (keywords, library functions, names that the template defines).
    """

    name: str
    extension: str
    by_hand: str
    methods: tuple[Method, ...]
    default_method: str
    reserved: frozenset[str] = frozenset()
    style: tuple[str, str] = CARET


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
