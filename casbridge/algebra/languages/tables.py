"""The table of a language: how its statements and expressions look, and what its calls mean.

A reader of a language is mostly such a table, and functions for the calls that only this language has; their first
argument is the `Interpreter`, which reads scripts as the table says. `calls` has what calls of several languages mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from casbridge.algebra.languages.objects import Object, Polynomials, Ring
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.passages import Passage

#: A pattern that matches nothing.
NEVER = re.compile(r"(?!)")


def words(text: str) -> frozenset[str]:
    """The words of a text, for the tables of languages.

    >>> sorted(words("solve dim"))
    ['dim', 'solve']
    """
    return frozenset(text.split())


@dataclass(frozen=True)
class Call:
    """A call: its name, the places of the name, of its opening bracket, and of its arguments."""

    name: str
    at: int
    opening: int
    arguments: Sequence[tuple[int, int]]


class Asked(NamedTuple):
    """What a solver, or a call for a basis, says of its list.

    variables: the lowest first, None for those that occur. eliminate: those that are to be eliminated.
    equations: the list, where it is another one than the value of the first argument.
    """

    variables: Sequence[str] | None = None
    characteristic: Passage | None = None
    ring: Ring | None = None
    eliminate: Sequence[str] = ()
    equations: Polynomials | None = None


@dataclass(frozen=True)
class Language:
    """The table of a language.

    assigned: the sign that gives a name a value. end: what ends a statement; lines: how lines end that end none, None
    where a line ends none. loops: how loops begin, with groups name and values, or first, last and step. behind_loops:
    what a loop's name stands for behind it: its "last" value, the "next" one, or its "outer" value, as before. blocks:
    words that open and close a statement with others inside, as groups of these names; is_indented: whether indented
    lines belong to the statement above.
    brackets: those of lists; round ones are tuples with has_tuples. calls: the bracket of a call. equals: signs of an
    equation. joined: what makes one list of two. modulus: what stands between a list and its characteristic.
    both: what stands between two equations that hold both.
    refused: signs with another meaning than in mathematics, and what is written for it. names: the pattern of names,
    where they have other signs or an index, and indexed: what those with an index x_1 mean. is_applied: whether f x is
    a call, and K[x] a ring. has_percent: whether names may begin with %. has_quotes: whether 'x' is x without its
    value. has_universe: whether a list may name its ring first, as in [P | f]. has_options: whether calls have options
    such as order = 1, so that = in brackets assigns nothing.
    is_symbolic: whether a name without a value is a variable. numbers: names of numbers, such as Pi. predefined: names
    with a value. first: the number of the first element. is_implicit: 1 where 2x is a product, 2 where x y is, too.
    is_assigned: whether a ring's variable has its name only where a statement gives it. is_lazy: whether a list gets
    the later values of its variables. is_shared: whether G = F is the same list.
    quotient: what is written for 1/2, where that is a decimal number.
    functions: what calls mean. rings: those that make rings. solvers: calls whose first argument is the system, and
    what they say of it. questions: calls that are asked of a system. computing: other calls that change nothing.
    methods: what methods of values mean. changing: methods and functions that change a value in ways that are not read.
    stop: how the statement begins that ends a script. forms: other statements, tried first. harmless: statements that
    mean nothing. unread: what makes a statement one that is not read, such as a condition. own, own_variables,
    own_parameters: what scripts of casbridge's call the list, and those of the names. reaching: what makes a function
    change what is outside of it. example: a text that is read.
    """

    name: str
    example: str
    assigned: str = "="
    end: str = ";"
    lines: re.Pattern[str] | None = None
    loops: re.Pattern[str] = NEVER
    behind_loops: str = "last"
    blocks: re.Pattern[str] = NEVER
    is_indented: bool = False
    brackets: str = "["
    has_tuples: bool = False
    calls: str = "("
    equals: tuple[str, ...] = ("=",)
    joined: re.Pattern[str] = NEVER
    modulus: re.Pattern[str] = NEVER
    both: str = ""
    refused: Mapping[str, str] = field(default_factory=dict)
    names: str = ""
    indexed: Callable[[Any, str, int], Object] | None = None
    is_applied: bool = False
    is_symbolic: bool = False
    numbers: frozenset[str] = frozenset()
    first: int = 1
    is_implicit: int = 0
    is_lazy: bool = False
    is_shared: bool = False
    is_assigned: bool = False
    functions: Mapping[str, Callable[[Any, Call], Object]] = field(default_factory=dict)
    rings: frozenset[str] = frozenset()
    solvers: Mapping[str, Callable[[Any, Call], Asked]] = field(default_factory=dict)
    questions: frozenset[str] = frozenset()
    computing: frozenset[str] = frozenset()
    methods: Mapping[str, Callable[[Any, Object, Call], Object]] = field(default_factory=dict)
    changing: frozenset[str] = frozenset()
    forms: Sequence[tuple[re.Pattern[str], Callable[[Any, re.Match[str], Statement], bool]]] = ()
    stop: re.Pattern[str] = NEVER
    harmless: re.Pattern[str] = NEVER
    own: str = ""
    own_variables: str = ""
    own_parameters: str = ""
    reaching: re.Pattern[str] = NEVER
    unread: re.Pattern[str] = NEVER
    quotient: str = ""
    has_options: bool = False
    has_universe: bool = False
    has_percent: bool = False
    has_quotes: bool = False
    predefined: Mapping[str, Object] = field(default_factory=dict)
