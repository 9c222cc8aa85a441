"""Families by name and size: what any kind of family has, and how a user names a member, such as "noon-3,c=1/2".

name, n, seed, parameters ──chosen──▶ Member: a family, a size, a seed, values of the parameters
"noon-3,c=1/2" ──named──▶ Member
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from casbridge.algebra.fields import QQ, Field
from casbridge.arguments import text_of
from casbridge.chance import LARGEST_SEED, Chance
from casbridge.errors import UsageError, printable

Made = TypeVar("Made")
#: The value of a parameter.
Value = int | Fraction
#: A known number as a function of the size; None where it is not known.
Known = Callable[[int], int | None]

_MEMBER = re.compile(r"([A-Za-z]+(?:[-_][A-Za-z]+)*)[-_]?([0-9]+)((?:,[^,]*)*)\Z", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]+(?:/[0-9]+|\.[0-9]+)?\Z", re.ASCII)
_LONGEST = 30  # characters of a number


def table(*numbers: int | None, first: int) -> Known:
    """The known numbers for the sizes from the first one on.

    >>> table(6, 18, first=1)(2), table(6, 18, first=1)(3)
    (18, None)
    """
    return dict(enumerate(numbers, first)).get


def unknown(n: int) -> None:
    """The number that is not known for any size.

    >>> unknown(3) is None
    True
    """


@dataclass(frozen=True)
class Parameter:
    """A parameter of a family.

    summary: what it is.
    default: its value where none is given, or a function of the member's size.
    least, largest: the values that it may have. None: no largest.
    whole: whether it is a whole number; else a fraction is a value too.

    >>> Parameter("colours", 3).value("colours", "4", 5), Parameter("albedo", 1, 0, whole=False).value("c", 0.5, 3)
    (4, Fraction(1, 2))
    """

    summary: str
    default: Value | Callable[[int], Value]
    least: Value = 1
    largest: Value | None = None
    whole: bool = True

    def value(self, name: str, given: object, n: int) -> Value:
        """The value that a user gives: a number, or text such as 3, 1/2, 0.5. None is the default.

        name: of the parameter, for messages. n: the size of the member.
        Raises UsageError for anything else.
        """
        if given is None:
            return self.default(n) if callable(self.default) else self.default
        text = repr(given) if isinstance(given, float) else str(given).strip()
        if isinstance(given, bool) or len(text) > _LONGEST or not _NUMBER.match(text) or re.search(r"/0+\Z", text):
            raise UsageError(f"{name} = {printable(str(given), 40)}", expected=self.expected)
        fraction = Fraction(text)
        found: Value = fraction.numerator if fraction.denominator == 1 else fraction
        if (self.whole and not isinstance(found, int)) or not self.least <= found <= self._most:
            raise UsageError(f"{name} = {text}", expected=self.expected)
        return found

    @property
    def _most(self) -> Value | float:
        return math.inf if self.largest is None else self.largest

    @property
    def expected(self) -> str:
        """The values that it may have, in words.

        >>> Parameter("terms", 4, least=2, largest=9).expected, Parameter("density", 1, whole=False).expected
        ('a whole number from 2 to 9', 'a number such as 3, 1/2 or 0.5, at least 1')
        """
        kind = "a whole number" if self.whole else "a number such as 3, 1/2 or 0.5"
        if self.largest is not None:
            return f"{kind} from {self.least} to {self.largest}"
        return f"{kind}{',' if not self.whole else ''} at least {self.least}"


@dataclass(frozen=True)
class Family(Generic[Made]):
    """A family: a name, and for each size n a system or a puzzle.

    name: in lower case.
    summary: the definition in a few words.
    source: where it comes from.
    least, largest: the sizes that it has. `largest` keeps a member small enough to be written within seconds.
    build: makes a member. The field is for systems.
    parameters: by name.
    seeded: whether a member depends on a seed.
    zeros: the number of zeros over the algebraic closure of the rationals, each counted once; of a puzzle the number of
        its solutions. All three numbers are for the parameters' defaults and over QQ; None is infinite or unknown.
    degree: of the ideal: the number of zeros with their multiplicities, if there are finitely many. Else the degree of
        the projective closure.
    dimension: of the zero set; 0 where there are finitely many zeros.

    >>> Family("points", "x = 1, ..., n", "none", 1, 9, lambda member, field: member.n, zeros=lambda n: n).zeros(4)
    4
    """

    name: str
    summary: str
    source: str
    least: int
    largest: int
    build: Callable[[Member[Made], Field], Made] = field(repr=False)
    parameters: Mapping[str, Parameter] = field(default_factory=dict, hash=False)
    seeded: bool = False
    zeros: Known = field(default=unknown, repr=False)
    degree: Known = field(default=unknown, repr=False)
    dimension: Known = field(default=unknown, repr=False)


@dataclass(frozen=True)
class Member(Generic[Made]):
    """A member of a family.

    n: its size. seed: 0 for a family that needs none. parameters: all of the family's, by name.

    >>> parameters = {"c": Parameter("the constant", 1)}
    >>> family = Family("points", "x = 1, ..., n", "none", 1, 9, lambda member, field: member.n, parameters)
    >>> Member(family, 4, 0, {"c": 1}).name, Member(family, 4, 0, {"c": 2}).name
    ('points-4', 'points-4,c=2')
    """

    family: Family[Made]
    n: int
    seed: int
    parameters: Mapping[str, Value] = field(hash=False)

    @property
    def _changed(self) -> list[tuple[str, str]]:
        """The seed and the parameters that are not the defaults, with their values."""
        seed = [("seed", str(self.seed))] if self.seed else []
        known = self.family.parameters
        changed = [(name, str(v)) for name, v in self.parameters.items() if v != known[name].value(name, None, self.n)]
        return seed + changed

    @property
    def name(self) -> str:
        """The name as `named` reads it. Defaults are left out."""
        return ",".join([f"{self.family.name}-{self.n}", *(f"{key}={value}" for key, value in self._changed)])

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """Where it comes from, as a system's facts."""
        values = [f"n = {self.n}", *([f"seed = {self.seed}"] if self.family.seeded else [])]
        values += [f"{name} = {value}" for name, value in self.parameters.items()]
        family = self.family
        return (
            ("family", f"{family.name}, {', '.join(values)}"),
            ("definition", family.summary),
            ("source", family.source),
        )

    @property
    def chance(self) -> Chance:
        """The random choices of a member: the same for the same seed and size."""
        return Chance(self.seed, self.n)

    def made(self, field: Field = QQ) -> Made:
        """The system over a field, or the puzzle."""
        return self.family.build(self, field)


def chosen(
    families: Mapping[str, Family[Made]], name: str, n: object, seed: object = 0, parameters: Mapping[str, object] = {}
) -> Member[Made]:
    """The member that a user asks for. Upper and lower case are the same, and so are - and _ in a name.

    families: by name.
    n: the size, a whole number.
    parameters: values by name; see `Parameter.value`.
    Raises UsageError for an unknown family or parameter, for a size or a value that is too small or too large, and for
    a seed where there are no random choices.

    >>> family = Family("points", "x = 1, ..., n", "none", 1, 9, lambda member, field: member.n)
    >>> chosen({"points": family}, "Points", 4).made()
    4
    >>> chosen({"points": family}, "point", 4)
    Traceback (most recent call last):
    casbridge.errors.UsageError: no family 'point'; expected one of points (did you mean points?)
    >>> chosen({"points": family}, "points", 10)
    Traceback (most recent call last):
    casbridge.errors.UsageError: points of size 10; expected n from 1 to 9
    """
    family = found_family(families, text_of(name, "the name of a family, such as 'cyclic'"))
    key = family.name
    if isinstance(n, bool) or not isinstance(n, int) or not family.least <= n <= family.largest:
        shown = f"{n:.3g}" if isinstance(n, int) and abs(n) > 10**20 else printable(str(n), 40)
        shown = repr(shown) if isinstance(n, str) else shown
        raise UsageError(f"{key} of size {shown}", expected=f"n from {family.least} to {family.largest}")
    if seed and not family.seeded:
        raise UsageError(f"a seed for {key}, which has no random choices", expected="no seed")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= LARGEST_SEED:
        raise UsageError(f"the seed {printable(str(seed), 40)}", expected=f"0 to {LARGEST_SEED}")
    for given in parameters:
        if given not in family.parameters:
            known = [*(["seed"] if family.seeded else []), *family.parameters]
            near = closest(given, known)
            hint = f"did you mean {near}?" if near else None
            found = f"the parameter {printable(given, 40)!r} of {key}"
            raise UsageError(found, expected=", ".join(known) or "none", hint=hint)
    values = {one: each.value(one, parameters.get(one), n) for one, each in family.parameters.items()}
    return Member(family, n, seed, values)


def found_family(families: Mapping[str, Family[Made]], name: str) -> Family[Made]:
    """The family with a name. Upper and lower case are the same, and so are - and _.

    Raises UsageError, with a name that is close, where there is none.

    >>> found_family({"points": Family("points", "", "", 1, 9, lambda member, field: member.n)}, "POINTS").largest
    9
    """
    if (key := _key(name)) in families:
        return families[key]
    near = closest(key, [*families])
    hint = f"did you mean {near}?" if near else None
    raise UsageError(f"no family {printable(name, 60)!r}", expected=f"one of {', '.join(families)}", hint=hint)


def named(families: Mapping[str, Family[Made]], text: str, given: Mapping[str, object] = {}) -> Member[Made] | None:
    """The member with a name such as "cyclic-6", "Cyclic6" or "noon-3,c=1/2"; None where no family has such a name.

    given: values of parameters, instead of those in the name.
    Raises UsageError for a family that exists and a size, a seed or a parameter that it does not have.

    >>> family = Family("points", "x = 1, ..., n", "none", 1, 9, lambda member, field: member.n)
    >>> named({"points": family}, "points-4").n, named({"points": family}, "point-4")
    (4, None)
    """
    parts = member_parts(text)
    if parts is None or _key(parts[0]) not in families:
        return None
    name, size, rest = parts
    values: dict[str, object] = {}
    for part in rest:
        key, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or not value or key in values:
            found = f"{printable(part, 60)!r} in the name of a member of {_key(name)}"
            raise UsageError(found, expected="name=value, each name once", hint="such as random-3,seed=7,terms=5")
        values[key] = value
    seed = values.pop("seed", 0)
    if isinstance(seed, str) and re.match(r"[0-9]{1,19}\Z", seed, re.ASCII):
        seed = int(seed)
    return chosen(families, name, int(size) if len(size) < 20 else size, seed, {**values, **given})


def chosen_or_named(
    families: Mapping[str, Family[Made]],
    name: str,
    n: int | None,
    seed: int,
    parameters: Mapping[str, object],
    function: str,
) -> Member[Made]:
    """The member of a family with a size, or, without one, the member with a name such as "cyclic-3" or "noon-3,c=1/2".

    function: whose arguments these are, for errors. Raises UsageError where there is no such member.

    >>> points = Family("points", "x = 1, ..., n", "none", 1, 9, lambda member, field: member.n)
    >>> chosen_or_named({"points": points}, "points-3", None, 0, {}, "family").n
    3
    """
    if n is not None:
        return chosen(families, name, n, seed, parameters)
    text = text_of(name, "the name of a family, such as 'cyclic'")
    if (member := named(families, f"{text},seed={seed}" if seed else text, parameters)) is not None:
        return member
    parts = member_parts(text)
    key = found_family(families, text if parts is None else parts[0]).name
    raise UsageError(f"{key} without a size", expected=f"{function}({key!r}, n), or a name such as '{key}-3'")


def member_parts(text: str) -> tuple[str, str, list[str]] | None:
    """The family, the size and the further parts of what may be the name of a member; None for other texts.

    >>> member_parts("random-3,seed=7"), member_parts("x-1"), member_parts("1-x")
    (('random', '3', ['seed=7']), ('x', '1', []), None)
    """
    match = _MEMBER.match(text)
    return None if match is None else (match.group(1), match.group(2), match.group(3).split(",")[1:])


def closest(name: str, known: Sequence[str]) -> str | None:
    """The known name that is most like a name; None where none is.

    >>> closest("cyclik", ["cyclic", "katsura"]), closest("x", ["cyclic"])
    ('cyclic', None)
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(_key(name), known, 1)), None)


def _key(name: str) -> str:
    return name.strip().lower().replace("_", "-")
