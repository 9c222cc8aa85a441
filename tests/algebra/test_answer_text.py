"""Answers as text: written and read back they are equal, and other texts are refused with their place."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from script_cases import CASES, GOAL_CASES

from casbridge.algebra import Field, Ring, variables
from casbridge.algebra.answer_text import answer_document, answer_from_text, answer_to_text
from casbridge.algebra.answers import Answer, PointComponents, Task
from casbridge.algebra.boxes import Box
from casbridge.algebra.branches import Branch
from casbridge.algebra.parametrisations import Parametrisation
from casbridge.algebra.radicals import IMAGINARY, Expression, Name, Number, Power, Product, Root, Sum
from casbridge.backends.msolve import MSOLVE
from casbridge.backends.transcripts import read_answer
from casbridge.errors import CasbridgeError, InputError
from casbridge.scripts import Script, render
from tests.algebra.strategies import FIELDS, coefficients, polynomials
from tests.effort import examples

NAMES = ("a", "b", "x", "sqrt", "I", "RootOf")


@st.composite
def rings(draw: st.DrawFn) -> Ring:
    """Rings with and without parameters; names that mean something in expressions are among them."""
    names = tuple(draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True)))
    return Ring(draw(FIELDS), names, names[: draw(st.integers(0, len(names) - 1))])


def expressions(names: tuple[str, ...]) -> st.SearchStrategy[Expression]:
    """Trees of any shape, also such as no reader of a CAS's text makes."""
    leaves: st.SearchStrategy[Expression] = st.one_of(
        st.fractions(-9, 9, max_denominator=5).map(lambda q: Number(q.numerator if q.denominator == 1 else q)),
        st.sampled_from([IMAGINARY, Root((-2, 0, 1), 1), Root((1, -1, 0, 0, 0, 1), 4)]),
        st.sampled_from(names).map(Name),
    )
    exponents = st.sampled_from([2, -1, Fraction(1, 2), Fraction(-7, 3)])

    def larger(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        some = st.lists(inner, min_size=2, max_size=3).map(tuple)
        bases = inner.filter(lambda one: one != Number(0))
        return st.one_of(st.builds(Sum, some), st.builds(Product, some), st.builds(Power, bases, exponents))

    return st.recursive(leaves, larger, max_leaves=10)


@st.composite
def branches(draw: st.DrawFn, ring: Ring) -> Branch:
    parameters = tuple(draw(st.lists(st.sampled_from(("t1", "t2")), max_size=2, unique=True)))
    inside = expressions((*ring.variables, *parameters))
    given_ones = draw(st.lists(st.sampled_from(ring.variables), max_size=3, unique=True))
    values = tuple((name, draw(inside)) for name in given_ones)
    return Branch(values, tuple(draw(st.lists(inside, max_size=2))), parameters)


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    ring = draw(rings())
    point = st.tuples(*[coefficients(ring.field).map(ring.field.element)] * ring.size)
    component = st.lists(polynomials(ring), max_size=3).map(tuple)
    components = draw(
        st.lists(component, max_size=3) | st.lists(point, max_size=4).map(lambda points: PointComponents(ring, points))
    )
    return Answer(
        draw(st.sampled_from(Task)),
        ring,
        components,
        draw(st.sampled_from(["", "lex", "degrevlex"])),
        draw(st.none() | st.integers(-1, 9)),
        draw(st.none() | st.integers(0, 10**20)),
        tuple(draw(st.lists(st.integers(1, 99), max_size=3))),
        tuple(draw(st.lists(branches(ring), max_size=2))),
        tuple(draw(st.lists(parametrisations(ring), max_size=2))),
        tuple(draw(st.lists(boxes(ring), max_size=2))),
    )


def boxes(ring: Ring) -> st.SearchStrategy[Box]:
    value = coefficients(ring.field).map(ring.field.element)
    return st.tuples(*[st.tuples(value, value)] * ring.size)


@st.composite
def parametrisations(draw: st.DrawFn, ring: Ring) -> Parametrisation:
    value = coefficients(ring.field).map(ring.field.element)
    in_t = st.lists(value, max_size=4).map(tuple)
    coordinates = draw(st.tuples(*[st.tuples(in_t, in_t)] * ring.size))
    return Parametrisation(draw(in_t), coordinates, draw(st.tuples(*[value] * ring.size)))


@settings(deadline=None, max_examples=examples(100))
@given(answers())
def test_an_answer_comes_back(answer: Answer) -> None:
    text = answer_to_text(answer)
    assert text.isascii()
    assert text.isprintable()
    again = answer_from_text(text)
    assert again == answer
    assert isinstance(again.components, PointComponents) == isinstance(answer.components, PointComponents)
    assert again.components_known == answer.components_known
    assert answer_to_text(again) == text


def expected(path: Path) -> Script | None:
    """The script of a transcript whose form does not name its job."""
    case, method = path.stem.rsplit(".", 1)
    target = MSOLVE if path.parent.name == "msolve" else None
    return render({**CASES, **GOAL_CASES}[case], target, method) if target else None


def test_answers_of_real_systems_come_back() -> None:
    tasks = set()
    for path in sorted((Path(__file__).resolve().parents[1] / "transcripts").glob("*/*.txt")):
        try:
            answer = read_answer(path.read_text(encoding="utf-8"), expected(path)).answer
        except CasbridgeError:  # it says why there is none
            continue
        assert answer_from_text(answer_to_text(answer)) == answer, path
        tasks.add(answer.task)
    assert tasks == {*Task} - {Task.NUMBER}


def test_what_is_easily_lost() -> None:
    ring = Ring.of("x y", Field(7))
    x, y = variables(ring)
    nothing = Answer(Task.BRANCHES, Ring.of("x"), PointComponents(Ring.of("x"), []))
    everything = Answer(Task.PRIMES, ring, ((),))
    empty_point = Answer(Task.POINTS, Ring(Field(7), ()), PointComponents(Ring(Field(7), ()), [()]))
    long_number = Answer(Task.POINTS, Ring.of("x"), PointComponents(Ring.of("x"), [(Fraction(10**5000, 3),)]))
    long_value = Answer.of_branches(Ring.of("x y"), [Branch((("x", Number(10**6000)),))])
    shared = Answer(Task.SERIES, ring, [(x - 1, y - 1), (x - 1, y - 2)])
    for answer in (nothing, everything, empty_point, long_number, long_value, shared):
        assert answer_from_text(answer_to_text(answer)) == answer
    assert answer_from_text(answer_to_text(nothing)).components_known
    assert hash(shared) == hash(replace(shared, components=((x - 1, y - 1), (x - 1, y - 2))))


WELL = {"schema": "casbridge-answer/1", "task": "points", "field": "GF(7)", "variables": ["x", "y"]}
POINT = {**WELL, "points": ["1 2"]}
CHAIN = {**WELL, "task": "characteristic series", "components": [["x - 1"]]}
BRANCH = {**WELL, "task": "branches", "field": "QQ", "components": []}


def in_branch(*expressions: str) -> dict[str, Any]:
    return {**BRANCH, "branches": [{"values": [["x", one] for one in expressions]}]}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ([], "the document is []; expected an object"),
        ({**POINT, "schema": "casbridge-answer/2"}, 'schema is "casbridge-answer/2"; expected casbridge-answer/1'),
        ({**POINT, "task": "guess"}, 'task is "guess"; expected one of characteristic series'),
        ({**POINT, "more": 1}, "has a field 'more'"),
        (WELL, "the document has neither components and points; expected one of them"),
        ({**POINT, "components": []}, "has both components and points"),
        ({**POINT, "field": "GF(6)"}, "field or variables: characteristic 6 is not a prime"),
        ({**POINT, "field": 7}, "field is 7; expected a text"),
        ({**POINT, "variables": ["x", "x"]}, "variable x is named twice"),
        ({**POINT, "variables": ["__import__('os')", "x"]}, "variable name"),
        ({**POINT, "points": ["1 2", "1"]}, "points [1] has 1 coordinates; expected 2"),
        ({**POINT, "points": ["1 7"]}, "points has the coordinate '7'; expected a whole number from 0 to 6"),
        ({**POINT, "points": ["1 ٢"]}, "has the coordinate"),
        ({**POINT, "field": "QQ", "points": ["1 1/0"]}, "points has the coordinate '1/0'; expected a number such as"),
        ({**POINT, "field": "QQ", "points": ["1 " + "9" * 200_001]}, "expected a number such as"),
        ({**POINT, "points": [[1, 2]]}, "points has another form; expected a list of texts, a point each"),
        ({**CHAIN, "components": [["x - 1", "2x"]]}, "components[0][1] is no polynomial of GF(7)[x, y]"),
        ({**CHAIN, "components": [["x - 1", 2]]}, "components[0][1] is 2; expected a text"),
        ({**CHAIN, "components": ["x - 1"]}, 'components[0] is "x - 1"; expected a list of polynomials'),
        ({**CHAIN, "components": [["x^(9^99)"]]}, "an exponent above 2^31 - 1"),
        ({**CHAIN, "order": "revlex"}, 'order is "revlex"; expected one of lex, deglex, degrevlex'),
        ({**CHAIN, "dimension": -2}, "dimension is -2; expected a whole number from -1 to"),
        ({**CHAIN, "degree": 1.5}, "degree is 1.5; expected a whole number from 0 to"),
        ({**CHAIN, "multiplicities": [0]}, "multiplicities[0] is 0; expected a whole number from 1 to"),
        (in_branch("1", "2"), "branches[0].values names a variable twice; expected each variable at most once"),
        (in_branch("1 2"), "branches[0].values[0][1] is 2 expressions; expected one"),
        (in_branch(""), "branches[0].values[0][1] is 0 expressions; expected one"),
        (in_branch("1 sum:2"), "has the token 'sum:2'"),
        (in_branch("$z"), "has the token '$z'"),
        (in_branch("$x power:1/0"), "has the token 'power:1/0'"),
        (in_branch("0 power:-1"), "has the token 'power:-1'"),
        (in_branch("$x power:99999999"), "has the token 'power:99999999'"),
        (in_branch("root:2:-2,0,1"), "has the token 'root:2:-2,0,1'"),
        (in_branch("root:0:1,2,1"), "has the token 'root:0:1,2,1'"),
        (in_branch("$x" + " power:2" * 400), "has 321 expressions inside each other; expected at most 320"),
        (in_branch("__import__('os')"), "has the token \"__import__('os')\""),
        ({**BRANCH, "branches": [{"values": [], "parameters": ["x"]}]}, "expected other names than those of the"),
        ({**BRANCH, "branches": [{"values": [["z", "1"]]}]}, 'values[0][0] is "z"; expected one of x, y'),
    ],
)
def test_what_is_refused(document: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        answer_from_text(json.dumps(document, ensure_ascii=False))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[" * 5000, '{"schema": NaN}', "nothing", '{"task": 1, "task": 1}'])
def test_what_is_no_json(text: str) -> None:
    with pytest.raises(InputError):
        answer_from_text(text)


@settings(deadline=None, max_examples=examples(75))
@given(st.data())
def test_a_text_that_was_changed_gives_an_answer_or_an_input_error(data: st.DataObject) -> None:
    text = answer_to_text(data.draw(answers()))
    at = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.sampled_from(["", "0", '"', "[", "}", ",", "/", " ", "$", "\0", "é"]))
    with suppress(InputError):
        assert isinstance(answer_from_text(text[:at] + put + text[at + 1 :]), Answer)


def test_a_tiny_answer_is_written_quickly() -> None:
    ring = Ring.of("x y", Field(11))
    x, y = variables(ring)
    tiny = [Answer(Task.SERIES, ring, PointComponents(ring, [(1, 2), (3, 4)])), Answer(Task.BASIS, ring, ((x - 1, y),))]
    best = min(_seconds(tiny) for _ in range(5))
    assert best / 1000 < 0.0002  # 0.02 ms where it was measured


def _seconds(some: list[Answer]) -> float:
    started = time.perf_counter()
    for number in range(1000):
        answer_to_text(some[number % 2])
    return time.perf_counter() - started


@pytest.mark.slow
def test_a_million_points() -> None:
    ring = Ring.of(" ".join(f"x{n}" for n in range(16)), Field(11))
    points = [tuple([(n >> shift) % 11 for shift in range(16)]) for n in range(1_000_000)]
    answer = Answer(Task.SERIES, ring, PointComponents(ring, points))
    started = time.perf_counter()
    text = answer_to_text(answer)
    again = answer_from_text(text)
    assert time.perf_counter() - started < 120  # 5 s where it was measured
    assert again == answer
    assert len(text) < 45_000_000


def test_the_document_leaves_out_what_is_not_there() -> None:
    document = answer_document(Answer(Task.PRIMES, Ring.of("x"), ()))
    assert sorted(document) == ["components", "field", "schema", "task", "variables"]
