"""Answers as text and back, exactly: for a store, for another process, for another machine.

The text is one JSON object; docs/json.md has its fields. Polynomials stand in it as casbridge prints them. Points are
lines of coordinates, so that a million of them are read and written quickly. An expression of a branch is a line in
postfix notation, which has no depth and no names that could be taken for functions:

    3/2           a number
    $x            a variable or a free parameter
    sum:2         the sum of the 2 expressions before it
    product:3     the product of the 3 expressions before it
    power:-1/2    the expression before it to the power -1/2
    root:1:-2,0,1 RootOf(x^2 - 2, 1): the index, then the coefficients, the lowest first
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from casbridge.algebra.answers import Answer, Component, Point, PointComponents, Task
from casbridge.algebra.arithmetic import rational
from casbridge.algebra.boxes import Box
from casbridge.algebra.branches import Branch
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.fields import Coefficient, Field, Ring
from casbridge.algebra.notation import integer_of
from casbridge.algebra.orders import ORDERS
from casbridge.algebra.parametrisations import Parametrisation
from casbridge.algebra.polynomials import Polynomial, number_text
from casbridge.algebra.radical_parsing import parse_expression
from casbridge.algebra.radicals import (
    LARGEST_EXPONENT,
    LARGEST_ROOT,
    Expression,
    Name,
    Number,
    Power,
    Product,
    Root,
    Sum,
    parts,
)
from casbridge.errors import InputError, printable
from casbridge.strict import Place, read_json

#: The form of the text, in its field `schema`.
ANSWER_SCHEMA = "casbridge-answer/1"

_MOST = 10**9  # characters of a text; components, branches, points
_LARGEST = 10**30  # a dimension, a degree, a multiplicity
_MOST_DIGITS = 100_000  # of a number
_SHORT_NUMBER = 4_000  # digits that Python converts
_NUMBER = re.compile(r"-?[0-9]+(?:/[0-9]+)?\Z", re.ASCII)
_TOKEN = re.compile(r"(?:(sum|product):([0-9]{1,9})|power:(\S+)|root:([0-9]{1,9}):(\S+)|\$(\w+)|(\S+))\Z", re.ASCII)
_MOST_PARTS = 100_000  # of an expression
_DEEPEST = 320  # expressions inside each other
_REQUIRED = ("schema", "task", "field", "variables")
_OPTIONAL = (
    "parameters",
    "order",
    "dimension",
    "degree",
    "multiplicities",
    "components",
    "points",
    "branches",
    "parametrisations",
    "boxes",
)

#: An expression and how many expressions are inside each other in it.
_Part = tuple[Expression, int]


def answer_to_text(answer: Answer) -> str:
    """An answer as one line of JSON.

    >>> ring = Ring.of("x y")
    >>> print(answer_to_text(Answer(Task.POINTS, ring, PointComponents(ring, [(1, Fraction(1, 2)), (3, 4)]))))
    {"schema":"casbridge-answer/1","task":"points","field":"QQ","variables":["x","y"],"points":["1 1/2","3 4"]}
    """
    return json.dumps(answer_document(answer), separators=(",", ":"))


def answer_from_text(text: str) -> Answer:
    """The answer that a text states, equal to the one that was written.

    The text may come from others: nothing in it is evaluated. Raises InputError, with the place, for anything else, and
    for polynomials and numbers that are too long for `casbridge.algebra.expressions.parse_polynomial`.

    >>> ring = Ring.of("x", Field(7))
    >>> answer_from_text(answer_to_text(Answer(Task.POINTS, ring, PointComponents(ring, [(7,)]))))
    Traceback (most recent call last):
    casbridge.errors.InputError: points has the coordinate '7'; expected a whole number from 0 to 6
    """
    if len(text) > _MOST:
        raise InputError(f"an answer of {len(text)} characters", expected=f"at most {_MOST}")
    return _answer(read_json(text))


def answer_document(answer: Answer) -> dict[str, Any]:
    """An answer as JSON's types. Fields that an answer does not have are left out.

    >>> document = answer_document(Answer(Task.DIMENSION, Ring.of("x y"), (), dimension=1, degree=2))
    >>> document["dimension"], document["degree"], "order" in document
    (1, 2, False)
    """
    ring = answer.ring
    found: dict[str, Any] = {"schema": ANSWER_SCHEMA, "task": str(answer.task), "field": ring.field.name}
    found["variables"] = list(ring.unknowns)
    optional = (
        ("parameters", list(ring.parameters)),
        ("order", answer.order),
        ("multiplicities", list(answer.multiplicities)),
    )
    found |= {name: value for name, value in optional if value}
    numbers = (("dimension", answer.dimension), ("degree", answer.degree))
    found |= {name: value for name, value in numbers if value is not None}
    if isinstance(answer.components, PointComponents):
        found["points"] = [_line_of(point) for point in answer.components.points]
    else:
        found["components"] = list(_texts_of(answer.components))
    if answer.branches:
        found["branches"] = [_branch_document(branch) for branch in answer.branches]
    if answer.parametrisations:
        found["parametrisations"] = [_parametrisation_document(one) for one in answer.parametrisations]
    if answer.boxes:
        found["boxes"] = [[_line_of(interval) for interval in box] for box in answer.boxes]
    return found


def _line_of(point: Sequence[Coefficient]) -> str:
    try:
        return " ".join(map(str, point))
    except ValueError:  # Python writes no numbers of more than 4,300 digits
        return " ".join(map(number_text, point))


def _texts_of(components: Iterable[Component]) -> Iterator[list[str]]:
    """The polynomials of each component as texts. A polynomial that stands in many components is printed once."""
    known: dict[int, str] = {}
    kept: list[Polynomial] = []  # while they are kept, no other object gets their id
    for component in components:
        texts = []
        for polynomial in component:
            text = known.get(id(polynomial))
            if text is None:
                text = known[id(polynomial)] = str(polynomial)
                kept.append(polynomial)
            texts.append(text)
        yield texts


def _branch_document(branch: Branch) -> dict[str, Any]:
    found: dict[str, Any] = {"values": [[name, _postfix(value)] for name, value in branch.values]}
    if branch.conditions:
        found["conditions"] = [_postfix(condition) for condition in branch.conditions]
    if branch.parameters:
        found["parameters"] = list(branch.parameters)
    return found


def _parametrisation_document(given: Parametrisation) -> dict[str, Any]:
    coordinates = [[_line_of(one), _line_of(other)] for one, other in given.coordinates]
    return {"polynomial": _line_of(given.polynomial), "coordinates": coordinates, "form": _line_of(given.form)}


def _postfix(expression: Expression) -> str:
    return " ".join(map(_token_of, parts(expression)))


def _token_of(part: Expression) -> str:
    match part:
        case Number(value):
            return number_text(value)
        case Name(name):
            return f"${name}"
        case Sum(terms):
            return f"sum:{len(terms)}"
        case Product(factors):
            return f"product:{len(factors)}"
        case Power(_, exponent):
            return f"power:{exponent}"
        case Root(coefficients, index):
            return f"root:{index}:{','.join(map(number_text, coefficients))}"


# -- reading ----------------------------------------------------------------------------------------------------------


def _answer(place: Place) -> Answer:
    if place.member("schema").value != ANSWER_SCHEMA:
        place.member("schema").fail(ANSWER_SCHEMA)
    place.members(_REQUIRED, _OPTIONAL)
    ring, order = _ring(place), place.member("order")
    task = Task(place.member("task").choice(Task))
    components = _components(place, ring)
    multiplicities = _optional(place, "multiplicities")
    return Answer(
        task,
        ring,
        components,
        "" if order.is_null else order.choice(ORDERS),
        _whole_or_none(place.member("dimension"), -1),
        _whole_or_none(place.member("degree"), 0),
        tuple([one.whole(1, _LARGEST) for one in multiplicities]),
        tuple([_branch(one, ring) for one in _optional(place, "branches")]),
        tuple([_parametrisation(one, ring) for one in _optional(place, "parametrisations")]),
        tuple([_box(one, ring) for one in _optional(place, "boxes")]),
    )


def _optional(place: Place, name: str) -> list[Place]:
    """The elements of a list that may be missing."""
    member = place.member(name)
    return [] if member.is_null else member.items(_MOST)


def _whole_or_none(place: Place, least: int) -> int | None:
    return None if place.is_null else place.whole(least, _LARGEST)


def _ring(place: Place) -> Ring:
    field = place.member("field")
    variables, parameters = (
        tuple([one.text() for one in _optional(place, name)]) for name in ("variables", "parameters")
    )
    try:
        return Ring(Field.from_name(field.text()), parameters + variables, parameters)
    except InputError as error:
        field.fail(error.expected or "a field and its variables", f"or variables: {error.found}")


def _components(place: Place, ring: Ring) -> Sequence[Component]:
    components, points = place.member("components"), place.member("points")
    if components.is_null == points.is_null:
        place.fail("one of them", f"has {'neither' if points.is_null else 'both'} components and points")
    if not points.is_null:
        return PointComponents(ring, _points(points, ring))
    known: dict[str, Polynomial] = {}
    found = []
    for one in components.items(_MOST):
        if not isinstance(one.value, list):
            one.fail("a list of polynomials")
        polynomials = []
        for number, text in enumerate(one.value):
            polynomial = known.get(text) if isinstance(text, str) else None
            if polynomial is None:
                polynomial = _polynomial(Place(text, f"{one.path}[{number}]", one.source), ring)
                known[text] = polynomial
            polynomials.append(polynomial)
        found.append(tuple(polynomials))
    return tuple(found)


def _polynomial(place: Place, ring: Ring) -> Polynomial:
    try:
        return parse_polynomial(place.text(), ring)
    except InputError as error:
        place.fail(error.expected or "a polynomial", f"is no polynomial of {ring}: {error.found}")


def _points(place: Place, ring: Ring) -> list[Point]:
    """Points, each token converted once."""
    if not isinstance(place.value, list) or not all(isinstance(line, str) for line in place.value):
        place.fail("a list of texts, a point each", "has another form")
    lines: list[str] = place.value
    size = ring.size
    rows = [line.split() for line in lines]
    for number, row in enumerate(rows):
        if len(row) != size:
            place.fail(str(size), f"[{number}] has {len(row)} coordinates")
    numbers = {token: _coordinate(place, token, ring.field) for token in {token for row in rows for token in row}}
    return [tuple([numbers[token] for token in row]) for row in rows]


def _coordinate(place: Place, token: str, field: Field) -> Coefficient:
    value = _number(token)
    p = field.characteristic
    if value is None or (p and not (isinstance(value, int) and 0 <= value < p)):
        expected = f"a whole number from 0 to {p - 1}" if p else "a number such as -3/2"
        place.fail(expected, f"has the coordinate {printable(token, 60)!r}")
    return value


def _number(text: str) -> Coefficient | None:
    """A whole number or a fraction; None for anything else."""
    if not _NUMBER.match(text) or len(text) > 2 * _MOST_DIGITS:
        return None
    upper, _, lower = text.partition("/")
    whole = integer_of(upper)
    if not lower:
        return whole
    divisor = integer_of(lower)
    return rational(Fraction(whole, divisor)) if divisor else None


def _branch(place: Place, ring: Ring) -> Branch:
    place.members(("values",), ("conditions", "parameters"))
    parameters = tuple([one.text() for one in _optional(place, "parameters")])
    names = {*ring.variables, *parameters}
    if len(names) != ring.size + len(parameters):
        place.member("parameters").fail("other names than those of the variables, each once")
    values = []
    for one in place.member("values").items(ring.size):
        variable, value = one.items(2, 2)
        values.append((variable.choice(ring.variables), _expression(value, names)))
    if len(dict(values)) != len(values):
        place.member("values").fail("each variable at most once", "names a variable twice")
    conditions = tuple([_expression(one, names) for one in _optional(place, "conditions")])
    return Branch(tuple(values), conditions, parameters)


def _parametrisation(place: Place, ring: Ring) -> Parametrisation:
    place.members(("polynomial", "coordinates", "form"))
    coordinates = []
    for one in place.member("coordinates").items(ring.size, ring.size):
        numerator, denominator = one.items(2, 2)
        coordinates.append((_numbers(numerator, ring.field), _numbers(denominator, ring.field)))
    form = _numbers(place.member("form"), ring.field)
    if len(form) != ring.size:
        place.member("form").fail(f"{ring.size} numbers", f"has {len(form)}")
    return Parametrisation(_numbers(place.member("polynomial"), ring.field), tuple(coordinates), form)


def _box(place: Place, ring: Ring) -> Box:
    found = []
    for one in place.items(ring.size, ring.size):
        numbers = _numbers(one, ring.field)
        if len(numbers) != 2:
            one.fail("2 numbers", f"has {len(numbers)}")
        found.append((numbers[0], numbers[1]))
    return tuple(found)


def _numbers(place: Place, field: Field) -> tuple[Coefficient, ...]:
    return tuple([_coordinate(place, token, field) for token in place.text().split()])


def _expression(place: Place, names: set[str]) -> Expression:
    """The expression that a line in postfix notation states."""
    stack: list[_Part] = []
    tokens = place.text().split()
    if len(tokens) > _MOST_PARTS:
        place.fail(f"at most {_MOST_PARTS}", f"has {len(tokens)} tokens")
    for token in tokens:
        part = _part(token, stack, names)
        if part is None:
            expected = "a number, $ and a name, sum:n, product:n, power:q, root:n:coefficients"
            place.fail(f"{expected}, with the expressions before it", f"has the token {printable(token, 60)!r}")
        if part[1] > _DEEPEST:
            place.fail(f"at most {_DEEPEST}", f"has {part[1]} expressions inside each other")
        stack.append(part)
    if len(stack) != 1:
        place.fail("one", f"is {len(stack)} expressions")
    return stack[0][0]


def _part(token: str, stack: list[_Part], names: set[str]) -> _Part | None:
    """The expression of one token; its parts come from the stack. None for a wrong token."""
    found = _TOKEN.match(token)
    if found is None:
        return None
    kind, count, exponent, index, coefficients, name, other = found.groups()
    if kind:
        wanted = int(count)
        if not 2 <= wanted <= len(stack):
            return None
        inner, depth = tuple([one for one, _ in stack[-wanted:]]), max(depth for _, depth in stack[-wanted:])
        del stack[-wanted:]
        return (Sum(inner) if kind == "sum" else Product(inner)), depth + 1
    if exponent:
        return _power(exponent, stack)
    if index:
        root = _root(int(index), coefficients.split(","))
        return None if root is None else (root, 1)
    if name:
        return (Name(name), 1) if name in names else None
    value = _number(other)
    return None if value is None else (Number(value), 1)


def _power(text: str, stack: list[_Part]) -> _Part | None:
    exponent = _number(text) if len(text) < _SHORT_NUMBER else None
    if exponent is None or not stack:
        return None
    if abs(exponent.numerator) > LARGEST_EXPONENT or exponent.denominator > LARGEST_ROOT:
        return None
    base, depth = stack[-1]
    if base == Number(0) and exponent <= 0:
        return None
    stack.pop()
    return Power(base, exponent), depth + 1


def _root(index: int, texts: list[str]) -> Root | None:
    """The root; None where `parse_expression` reads its text as something else."""
    coefficients = [_number(one) for one in texts]
    whole = tuple([one for one in coefficients if isinstance(one, int)])
    root = Root(whole, index)
    try:
        return root if len(whole) == len(coefficients) and parse_expression(str(root), ()) == root else None
    except InputError:
        return None
