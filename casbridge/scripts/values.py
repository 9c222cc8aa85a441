"""Script; its Target, a computer algebra system; and its Method, an algorithm there."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casbridge.algebra.answers import Task
from casbridge.algebra.extensions import goal_objection
from casbridge.algebra.polynomials import CARET
from casbridge.algebra.systems import PolynomialSystem
from casbridge.arguments import kind_of
from casbridge.brief import Brief
from casbridge.calls import with_hints
from casbridge.drawings import Shown
from casbridge.errors import UsageError, printable
from casbridge.scripts.abilities import ANY_FIELD, ANY_SIZE, Ground, Sizes, against_field, against_size, sizes_in_words

if TYPE_CHECKING:
    from casbridge.algebra.answers import Answer

#: Names that mean nothing to any system: one letter and a number. A CAS may give a meaning to some letters alone.
NUMBERED = "[A-Za-z][0-9]{0,9}"
#: The same, or with indices, as in x_1 and a_1_2: where an underscore is a sign of names.
INDEXED = f"{NUMBERED}(?:_[0-9]{{1,9}}){{0,3}}"
#: The largest random seed: Singular's random numbers are residues modulo 2^31 - 1.
LARGEST_SEED = 2**31 - 2


def checked_seed(seed: int) -> int:
    """A random seed as it is. Raises UsageError for what is none.

    >>> checked_seed(7)
    7
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= LARGEST_SEED:
        raise UsageError(f"seed={seed!r}", expected=f"a whole number from 0 to {LARGEST_SEED}")
    return seed


def _shown(value: object) -> str:
    return printable(repr(value), 60)


def _no_objection(system: PolynomialSystem) -> str | None:
    """A method's objection to a system where it has none."""
    return None


@with_hints
@dataclass(frozen=True, repr=False)
class Method(Brief, Shown):
    """An algorithm in a CAS.

    name: the name after the colon in `singular:std`, and of the template; as a rule its name in the CAS.
    task: what it answers.
    summary: what it is, in words.
    fields: the ground fields that it works over, see `casbridge.scripts.abilities`.
    order: for bases, the monomial order of the answer; see `casbridge.algebra.orders`.
    objection: for a system, why the method cannot do it, in words, or None, where `fields` and `sizes` do not say it.
        It is called for systems that `fields`, `parameters` and `sizes` allow.
    wu: for series, whether the zeros are ∪ Zero(C/I), in Wu's sense; otherwise they are only ∪ V(sat C).
    parameters: whether it takes systems with parameters: its template then makes the field with them.
    options: the arguments that the program gets for the method, where the script cannot say what is asked.
    sizes: of the systems that it can do.
    version: casbridge's version of the method. It grows by 1 when casbridge's own part of the method changes its
        answers: then studies run it again. A script's text counts by itself.

    >>> Method("std", Task.BASIS, "reduced Groebner basis", order="degrevlex").does
    'QQ, GF(p)'
    """

    name: str
    task: Task
    summary: str
    fields: tuple[Ground, ...] = ANY_FIELD
    order: str = ""
    objection: Callable[[PolynomialSystem], str | None] = field(default=_no_objection, compare=False, repr=False)
    wu: bool = False
    parameters: bool = False
    options: tuple[str, ...] = ()
    sizes: Sizes = ANY_SIZE
    version: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.task, Task):
            tasks = ", ".join(f"Task.{one.name}" for one in Task)
            raise UsageError(f"{kind_of(self.task)} for the task of {_shown(self.name)}", expected=tasks)
        if not isinstance(self.fields, tuple) or not all(isinstance(one, Ground) for one in self.fields):
            found = f"{kind_of(self.fields)} for the fields of {_shown(self.name)}"
            raise UsageError(found, expected="a tuple, such as (RATIONALS, PRIMES) or (PRIMES,)")

    def objection_to(self, system: PolynomialSystem, backend: str = "") -> str | None:
        """Why the method cannot do a system; None where nothing is known against it.

        backend: a name, for the text.

        >>> from casbridge.algebra import Field, Ring
        >>> from casbridge.backends.sympy import SYMPY
        >>> SYMPY.method("solve").objection_to(PolynomialSystem.of(Ring.of("x", Field(7)), []), "sympy")
        'sympy:solve works over QQ, not over GF(7)'
        """
        name = f"{backend}:{self.name}" if backend else self.name
        if system.ring.parameters and not self.parameters:
            return f"{name} takes no parameters"
        found = goal_objection(system, self.task) or against_field(name, self.fields, self.task, system)
        # The objection comes last: it need not think of systems that the data refuses.
        return found or against_size(name, self.sizes, system) or self.objection(system)

    @property
    def does(self) -> str:
        """What it can do, for people: fields, parameters, sizes.

        >>> from casbridge.backends.singular import SINGULAR
        >>> SINGULAR.method("char_series").does
        'QQ, GF(p) (p < 2^29); with parameters; degree <= 1000000; at most 32767 variables'
        """
        fields = ", ".join(map(str, self.fields))
        return "; ".join([fields, *(["with parameters"] if self.parameters else []), *sizes_in_words(self.sizes)])

    def as_dict(self) -> dict[str, Any]:
        """Its description and its abilities, as values for JSON; None for no limit.

        >>> from casbridge.backends.singular import SINGULAR
        >>> SINGULAR.method("char_series").as_dict()["fields"][1]["largest_characteristic"] == 2**29 - 1
        True
        """
        return {
            "name": self.name,
            "task": str(self.task),
            "summary": self.summary,
            "order": self.order or None,
            "fields": [asdict(one) for one in self.fields],
            "parameters": self.parameters,
            "sizes": asdict(self.sizes),
            "does": self.does,
        }


@with_hints
@dataclass(frozen=True, repr=False)
class Target(Shown):
    """A CAS that scripts are written for. The template of a method is `templates/<name>/<method>.<extension>.j2`.

    name: as in the names of backends. title: as in sentences. extension: of a script's file.
    by_hand: how a user runs the script, with {script} for its file and {options} for the method's arguments.
    reserved: names of the form below that a variable must not have, since they have a meaning in the script.
    style: the signs for power and product.
    safe_name: a regular expression; a variable whose whole name does not match is renamed. Words should not match: a
        later version may give them a meaning.
    longest_sum: the most terms of a sum without parentheses, for a reader with a recursion limit; 0 for no limit.
    longest_number: the most digits of a number, for a reader with a limit; 0 for no limit. Longer ones become sums.
    seed_variable: an environment variable that also gets the random seed, such as PYTHONHASHSEED; "" for none.
    expanded: whether equations are multiplied out, for a reader that knows no functions.
    reader: reads the program's own output as an answer to a script, where a script cannot write the answer in our form.
        It raises BackendError for all that is no such answer, and UnsupportedError where the program says that it can
        give none.
    templates: a folder of the backend's own, if its templates are not among casbridge's.

    >>> target = Target("maple", "mpl", "maple {script}", (Method("Basis", Task.BASIS, "a basis"),), "Basis")
    >>> target.method().name, target.accepts("x1"), target.accepts("_x")
    ('Basis', True, False)
    """

    name: str
    extension: str
    by_hand: str
    methods: tuple[Method, ...]
    default_method: str
    reserved: frozenset[str] = frozenset()
    style: tuple[str, str] = CARET
    title: str = ""
    safe_name: str = INDEXED
    longest_sum: int = 0
    longest_number: int = 0
    seed_variable: str = ""
    expanded: bool = False
    reader: Callable[[str, Script], Answer] | None = field(default=None, compare=False)
    templates: Path | None = None

    def __post_init__(self) -> None:
        for kept, value in (("methods", self.methods), ("reserved", self.reserved)):
            if isinstance(value, str) or not isinstance(value, Collection):
                hint = f"({kept},) is a tuple of one" if kept == "methods" else "frozenset(text.split()) is one"
                raise UsageError(f"{kind_of(value)} for {kept}", expected="several values", hint=hint)
        object.__setattr__(self, "methods", tuple(self.methods))
        object.__setattr__(self, "reserved", frozenset(self.reserved))
        if isinstance(self.templates, str):
            object.__setattr__(self, "templates", Path(self.templates))
        if not isinstance(self.name, str) or not re.fullmatch(r"(?a)[A-Za-z][\w.-]*", self.name):
            raise UsageError(f"the target's name {_shown(self.name)}", expected="letters, digits and _, as in mycas")
        names = [one.name for one in self.methods if isinstance(one, Method)]
        if len(names) != len(self.methods) or not names:
            raise UsageError(f"methods of {self.name} that are no Method", expected='Method("gb", Task.BASIS, "…"), …')
        if self.default_method not in names:
            found = f"the default method {_shown(self.default_method)} of {self.name}"
            raise UsageError(found, expected=f"one of {', '.join(names)}")
        if not isinstance(self.style, tuple) or len(self.style) != 2:
            raise UsageError(f"{kind_of(self.style)} for style", expected="CARET, PYTHON, or the signs as ('^', '*')")
        if self.extension.startswith("."):
            raise UsageError(f"the extension {_shown(self.extension)}", expected="none of its point, as in py")
        if self.by_hand and "{script}" not in self.by_hand:
            expected = "the command that runs a script, with {script} for its file"
            raise UsageError(f"by_hand={_shown(self.by_hand)}", expected=expected)

    def __repr__(self) -> str:
        return f"<Target {printable(self.name, 60)}: {printable(', '.join(one.name for one in self.methods), 300)}>"

    def method(self, name: str = "") -> Method:
        """The method of a name; "" is the default method. Raises UsageError for a name that does not exist."""
        known = {method.name: method for method in self.methods}
        wanted = name or self.default_method
        if wanted not in known:
            raise UsageError(f"{self.name} has no method {wanted!r}", expected=f"one of {', '.join(known)}")
        return known[wanted]

    def accepts(self, name: str) -> bool:
        """Whether a variable of this name keeps it in a script."""
        return name not in self.reserved and re.fullmatch(self.safe_name, name, re.ASCII) is not None

    def names(self, variables: Sequence[str]) -> tuple[str, ...]:
        """The name of every variable in a script: its own where the target can read it, else a new name v1, v2, ….

        >>> from casbridge.backends.singular import SINGULAR
        >>> SINGULAR.names(["x1", "system", "_y"])
        ('x1', 'v1', 'v2')
        """
        taken = set(variables)
        new = (name for number in count(1) if (name := f"v{number}") not in taken and self.accepts(name))
        return tuple(variable if self.accepts(variable) else next(new) for variable in variables)


@dataclass(frozen=True, repr=False)
class Script(Shown):
    """A rendered script.

    job: the digest that its answer carries. facts: provenance that the answer repeats.
    names: what the script calls the ring's variables, lowest first.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.backends.sympy import SYMPY
    >>> from casbridge.scripts import render
    >>> script = render(PolynomialSystem.of(Ring.of("x"), variables(Ring.of("x"))), SYMPY)
    >>> script.method.name, script.names, script.job in script.text
    ('groebner', ('x',), True)
    """

    target: Target
    method: Method
    text: str
    job: str
    names: tuple[str, ...]
    system: PolynomialSystem = field(repr=False)
    facts: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """target:method"""
        return f"{self.target.name}:{self.method.name}"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        lines = self.text.count("\n") + 1
        return f"<Script for {printable(self.name, 120)}, {lines} lines, job {self.job}>"
