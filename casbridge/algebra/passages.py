"""What a text states in any form: passages of it, and the system that they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import NamedTuple

from casbridge.algebra.denominators import Denominators, SparseTerms, with_conditions
from casbridge.algebra.expressions import MOST_WORK, cleared, natural_key, parse_terms
from casbridge.algebra.fields import QQ, Field, Ring
from casbridge.algebra.notation import STRICT, Notation
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import Equation, Goal, PolynomialSystem, dense_terms, equation_of_terms
from casbridge.errors import UNREAD, InputError, Location, printable
from casbridge.limits import NEVER, Deadline
from casbridge.notices import notice

#: A name in a polynomial.
NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_SEPARATORS = re.compile(r"[\s,]+")
_COMMA = re.compile(",")
_NO_SEPARATOR = re.compile(r"(?!)")


class Passage(NamedTuple):
    """Text of the input, without white space around it, and the place where it begins.

    >>> from casbridge.errors import START
    >>> Passage.of("  x", START).at.column
    3
    """

    text: str
    at: Location

    @staticmethod
    def of(text: str, at: Location) -> Passage:
        """The passage of a text that begins at a place."""
        stripped = text.lstrip()
        return Passage(stripped.rstrip(), at.after(text[: len(text) - len(stripped)]))


class Parts(NamedTuple):
    """What a text has: its polynomials and, where it names them, the variables, the field and the parameters.

    goal: the texts of a goal, `eliminate`, `saturate` and `factor`.
    renamed: for names in the text, what the system calls them.
    short: whether the polynomials are in the short form, as in `Notation`.

    >>> from casbridge.errors import START
    >>> Parts([Passage.of("x - 1", START)]).variables is None
    True
    """

    polynomials: Sequence[Passage]
    variables: Passage | None = None
    field: Passage | None = None
    parameters: Passage | None = None
    goal: Mapping[str, Passage] = {}
    renamed: Mapping[str, str] = {}
    short: bool = False


#: Relations that are no equations, as in texts and in the languages of CASs.
_NO_EQUATION = re.compile(r"[!~]=|=?/=|<>|<=|>=|=<|=>|[<>\u2260\u2264\u2265\u2a7d\u2a7e]")
#: What to do about an inequality.
INEQUALITY_HINT = (
    "for f != 0 write z*(f) = 1 with a new variable z; leave other inequalities out, and check them at the real zeros"
)
#: The headers of a goal, and what stands in them.
GOALS = {
    "eliminate": "variables, such as 'eliminate: x y'",
    "saturate": "polynomials, such as 'saturate: x, y - 1'",
    "factor": "a polynomial, such as 'factor: x^2 - 1'",
}


def system_of_parts(
    parts: Parts,
    *,
    source: str | None = None,
    field: Field | None = None,
    name: str = "",
    deadline: Deadline = NEVER,
    notation: Notation = STRICT,
) -> PolynomialSystem:
    """The system that the parts of a text state.

    source: the name of the file, for errors.
    field: the ground field, instead of the one in the text.
    name: the system's.
    notation: what may stand in a polynomial, and the variables, instead of those in the text.
    Raises InputError, with line and column, for parts that are no system.

    >>> from casbridge.errors import START
    >>> parts = Parts([Passage.of("v1^2 = 3*y", START)], renamed={"v1": "system"})
    >>> system = system_of_parts(parts)
    >>> system.ring, list(system.polynomials())
    (QQ[system, y], [-3*y + system**2])
    """
    polynomials, names, named_field, named_parameters, goal_texts = parts[:5]
    if notation.variables:
        names = Passage(" ".join(notation.variables), names.at if names else Location(source))
    in_goal = goal_passages(goal_texts)
    if named_field is not None:
        with placed(named_field):
            named = Field.from_name(named_field.text)
        field = field or named
    if not polynomials and "factor" not in goal_texts:
        raise InputError("no polynomials", source=source, expected="at least one (0 for a system without equations)")
    parameters = _parameters(named_parameters)
    if names is None:
        written = deadline.over([*polynomials, *chain.from_iterable(in_goal.values())], UNREAD, every=1)
        occurring = {name for passage in written for name in notation.names(passage.text)}
        variables = sorted(occurring.difference(parameters), key=natural_key)
    else:
        variables = _names(names)
    with placed(names or (polynomials or in_goal["factor"])[0]):
        both = next((name for name in variables if name in parameters), None)
        if both is not None:
            raise InputError(f"{both} is a parameter and a variable", expected="one of the two")
        ring = Ring(field or QQ, (*parameters, *variables), parameters)
    work = [MOST_WORK]
    patterns: dict[Polynomial, Polynomial] = {}
    equations: list[Equation] = []
    divisors: list[Polynomial] = []
    for number, passage in enumerate(polynomials, 1):
        terms = _terms(passage, ring, work, deadline, notation, divisors)
        if terms:
            with placed(passage):
                origin = f"polynomial {number}"
                equations.append(equation_of_terms(terms, ring, origin, lambda t: patterns.setdefault(t, t)))
    goal = goal_of(in_goal, ring, work, deadline, notation)
    if parts.renamed:
        with placed(names or (polynomials or in_goal["factor"])[0]):
            own = tuple(parts.renamed.get(one, one) for one in ring.variables)
            ring = Ring(ring.field, own, own[: ring.lowest])
    system = with_conditions(PolynomialSystem(ring, tuple(equations), name=name, goal=goal), divisors)
    for fact, text in system.facts:
        notice(f"{source or '<input>'}: {fact} is {text}")
    return system


def goal_passages(headers: Mapping[str, Passage]) -> dict[str, list[Passage]]:
    """The parts of each header of the goal: the names of `eliminate`, the polynomials of the others.

    >>> from casbridge.errors import START
    >>> [part.text for part in goal_passages({"saturate": Passage.of("x, y - 1", START)})["saturate"]]
    ['x', 'y - 1']
    """
    found: dict[str, list[Passage]] = {}
    for key, (text, at) in headers.items():
        separator = _SEPARATORS if key == "eliminate" else _COMMA if key == "saturate" else _NO_SEPARATOR
        starts = [0, *(match.end() for match in separator.finditer(text)), len(text) + 1]
        ends = [*(match.start() for match in separator.finditer(text)), len(text)]
        found[key] = []
        for start, end, following in zip(starts[:-1], ends, starts[1:], strict=True):
            found[key].append(Passage.of(text[start:end], at))
            at = at.after(text[start:following])
        if not text:
            raise headers[key].at.error(f"nothing in '{key}:'", GOALS[key])
    return found


def goal_of(
    passages: dict[str, list[Passage]], ring: Ring, work: list[int], deadline: Deadline, notation: Notation = STRICT
) -> Goal:
    """The goal that `goal_passages` found.

    work: [the number of term products still allowed]. notation: what may stand in a polynomial.
    Raises InputError for what cannot be read.

    >>> from casbridge.errors import START
    >>> goal_of({"eliminate": [Passage.of("x", START)]}, Ring.of("x y"), [1], NEVER).eliminate
    (0,)
    """
    positions: list[int] = []
    for name, at in passages.get("eliminate", ()):
        if name not in ring.unknowns:
            raise at.error(f"no variable {printable(name, 60)!r}", f"one of {' '.join(ring.unknowns)}")
        if ring.index[name] in positions:
            raise at.error(f"{printable(name, 60)!r} is given twice", "different variables")
        positions.append(ring.index[name])
    read: dict[str, list[Polynomial]] = {"saturate": [], "factor": []}
    for key, found in read.items():
        for passage in passages.get(key, ()):
            terms = _terms(passage, ring, work, deadline, notation)
            if key == "factor" and not terms:
                raise passage.at.error("the factors of 0", "a polynomial that is not 0")
            found.append(Polynomial(ring, dense_terms(terms, range(ring.size), ring.size)))
    return Goal(tuple(positions), tuple(read["saturate"]), next(iter(read["factor"]), None))


def _terms(
    passage: Passage,
    ring: Ring,
    work: list[int],
    deadline: Deadline,
    notation: Notation,
    divisors: list[Polynomial] | None = None,
) -> SparseTerms:
    """The terms of an equation's left side minus its right side, without denominators.

    divisors: gets the divisors that must not be 0. None: the passage is a polynomial, and not an equation.
    """
    is_rational = notation.rational and divisors is not None
    divisible = ring.size if is_rational else ring.lowest
    denominators = Denominators(ring.field, ring.lowest, divisible) if ring.parameters or is_rational else None
    read = partial(
        parse_terms,
        index=ring.index,
        field=ring.field,
        work=work,
        deadline=deadline,
        denominators=denominators,
        notation=notation,
    )
    if relation := _NO_EQUATION.search(passage.text):
        sign, at = relation.group(), passage.at.after(passage.text[: relation.start()])
        raise at.error(f"found {sign!r}, an inequality, which is not read", "an equation", INEQUALITY_HINT)
    left, sign, right = passage.text.partition("=") if divisors is not None else (passage.text, "", "")
    terms = read(left, at=passage.at)
    if sign:
        subtracted = read(right, at=passage.at.after(left).after(sign))
        for monomial, value in subtracted.items():
            difference = ring.field.element(terms.pop(monomial, 0) - value)
            if difference:
                terms[monomial] = difference
    if denominators is None:
        return terms
    if divisors is not None:
        divisors += denominators.conditions()
    return cleared(terms, denominators, passage.at)


def _names(passage: Passage) -> list[str]:
    return _SEPARATORS.sub(" ", passage.text).split()


def _parameters(passage: Passage | None) -> tuple[str, ...]:
    """The parameters that a text names."""
    if passage is None:
        return ()
    names = _names(passage)
    twice, times = Counter(names).most_common(1)[0] if names else ("", 0)
    if times > 1:
        raise passage.at.error(f"parameter {printable(twice, 60)} is named twice", "distinct parameters")
    with placed(passage):
        return Ring(QQ, tuple(names)).variables


@contextmanager
def placed(passage: Passage) -> Iterator[None]:
    """An InputError within gets the passage's place.

    >>> with placed(Passage("4", Location("f", 2))):
    ...     Field(6)
    Traceback (most recent call last):
    casbridge.errors.InputError: f:2: characteristic 6 is not a prime; expected 0 or a prime below 2^31 (try 7)
    """
    try:
        yield
    except InputError as error:
        raise passage.at.placed(error) from None
