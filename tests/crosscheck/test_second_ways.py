"""Lies in the reference: whatever it gets wrong of ideals, nothing wrong ends in `agree`, and nothing right is wrong.

Each mutation changes one function of the reference, for its answers and for its judgements.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from inspect import isgenerator
from typing import Any, NamedTuple

import pytest
from hypothesis import given, strategies as st

from casbridge.algebra import Field, Ring
from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.extensions import Step
from casbridge.algebra.formats import read_system
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Result, Status
from casbridge.backends.reference_ideals import ideal_answer
from casbridge.charset.ideals import bases, components, factors, numbers, operations
from casbridge.charset.ideals.components import Prime
from casbridge.charset.ideals.ideal import Ideal
from casbridge.crosscheck import Verdict, VerdictKind
from casbridge.crosscheck.judging import judge
from casbridge.crosscheck.provers import protocol
from casbridge.crosscheck.tasks import truth
from casbridge.crosscheck.tasks.irreducibility import is_irreducible
from casbridge.errors import CasbridgeError, LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline

Mutation = Callable[..., Any]


def _less(basis: Sequence[Polynomial]) -> tuple[Polynomial, ...]:
    return tuple(basis[:-1]) if len(basis) > 1 else tuple(basis)


def _of(ideal: Ideal, generators: Iterable[Polynomial]) -> Ideal:
    return Ideal(ideal.ring, generators, ideal.deadline)


def _chains_but(place: int) -> Mutation:
    def but(*arguments: Any) -> Iterator[Any]:
        return (chain for n, chain in enumerate(SOUND["series_of"](*arguments)) if n != place)

    return but


def _primes_joined(ideal: Ideal) -> list[Prime]:
    found = SOUND["minimal_primes"](ideal)
    return [Prime(found[0].chain, SOUND["intersected"]([prime.ideal for prime in found]))] if found else []


def _product(ideals: Sequence[Ideal]) -> Ideal:
    first, *others = ideals
    for other in others:
        first = _of(first, [a * b for a in first.basis for b in other.basis])
    return first


SOUND: dict[str, Mutation] = {
    "series_of": components.series_of,
    "minimal_primes": components.minimal_primes,
    "multiplier": components.multiplier,
    "groebner_basis": bases.groebner_basis,
    "without_variables": bases.without_variables,
    "saturated": operations.saturated,
    "eliminated": operations.eliminated,
    "intersected": operations.intersected,
    "dimension_and_degree": numbers.dimension_and_degree,
    "factors_over": factors.factors_over,
}
#: What is wrong → the function, and what takes its place.
MUTATIONS: dict[str, tuple[str, Mutation]] = {
    "the first chain is lost": ("series_of", _chains_but(0)),
    "the second chain is lost": ("series_of", _chains_but(1)),
    "a prime is lost": ("minimal_primes", lambda ideal: SOUND["minimal_primes"](ideal)[-1:]),
    "the primes are joined": ("minimal_primes", _primes_joined),
    "the multiplier is 1": ("multiplier", lambda ideal, _: Polynomial.constant(ideal.ring, 1)),
    "bases lack a polynomial": ("groebner_basis", lambda *a: _less(SOUND["groebner_basis"](*a))),
    "bases have a variable": ("groebner_basis", lambda *a: (variables(a[0])[0], *SOUND["groebner_basis"](*a))),
    "bases are 1": ("groebner_basis", lambda *a: (Polynomial.constant(a[0], 1),)),
    "eliminations lack a polynomial": ("without_variables", lambda *a: _less(SOUND["without_variables"](*a))),
    "nothing is saturated": ("saturated", lambda ideal, _: ideal),
    "saturations have a variable": (
        "saturated",
        lambda ideal, by: SOUND["saturated"](ideal, by).plus([variables(ideal.ring)[0]]),
    ),
    "nothing is eliminated": ("eliminated", lambda ideal, _: _of(ideal, [])),
    "eliminations have a variable": (
        "eliminated",
        lambda ideal, by: SOUND["eliminated"](ideal, by).plus([variables(ideal.ring)[-1]]),
    ),
    "intersections are the first ideal": ("intersected", lambda ideals: ideals[0]),
    "intersections are products": ("intersected", _product),
    "the degree is larger": (
        "dimension_and_degree",
        lambda ideal: (SOUND["dimension_and_degree"](ideal)[0], SOUND["dimension_and_degree"](ideal)[1] + 1),
    ),
    "the dimension is smaller": (
        "dimension_and_degree",
        lambda ideal: (SOUND["dimension_and_degree"](ideal)[0] - 1, SOUND["dimension_and_degree"](ideal)[1]),
    ),
    "nothing factors over towers": ("factors_over", lambda *_: None),
    "nothing factors": ("factors", lambda self: [(self, 1)]),
}  # fmt: skip

_EMBEDDED = "variables: x y z\nsaturate: x\neliminate: y\nx^2*(y - 1)\nx*y*z\nx*z^2"
_LINES = "variables: x y z\nsaturate: x, y\neliminate: z\nx*z\ny*z^2\nx*y*(z - 1)"
CASES = [
    (Task.RADICAL, _EMBEDDED),
    (Task.SATURATION, "variables: x y\nsaturate: x, y\nx^2*(y - 1)\nx*y*(y - 1)^2"),
    pytest.param(Task.SATURATION, _EMBEDDED, marks=pytest.mark.slow),
    pytest.param(Task.SATURATION, _LINES, marks=pytest.mark.slow),
    (Task.ELIMINATION, "variables: t x y z\neliminate: t\nx - t^2\ny - t^3\nz - t^4"),
    pytest.param(Task.PRIMARY, "variables: x y\nx^2*(x - 1)\nx*y", marks=pytest.mark.slow),
    (Task.PRIMARY, "variables: x y\nx^2\nx*y"),
    (Task.DIMENSION, _LINES),
    (Task.FACTORS, "variables: x y\nfactor: 2*(x^2 - y^2)*(x^2 + y)"),
    (Task.FACTORS, "variables: a x\nfactor: x^4 - 4\na^2 - 2"),
]


class _Done(NamedTuple):
    """What a call in this process ended with."""

    items: list[Any]
    value: Any
    error: Exception | None


def _here(function: Mutation, *arguments: Any, **_: Any) -> _Done:
    try:
        value = function(*arguments)
        return _Done(list(value), None, None) if isgenerator(value) else _Done([], value, None)
    except CasbridgeError as error:
        return _Done([], None, error)


@contextmanager
def mutated(name: str) -> Iterator[None]:
    """The reference with one of its functions changed, in all modules that have it."""
    function, change = MUTATIONS[name]
    with pytest.MonkeyPatch.context() as patched:
        if function == "factors":
            patched.setattr(Polynomial, "factors", change)
        for module in [module for home, module in sys.modules.items() if home.startswith("casbridge.")]:
            if vars(module).get(function) is SOUND.get(function, change):
                patched.setattr(module, function, change)
        yield


def told(system: PolynomialSystem, *answers: Answer, seconds: float = 30) -> Verdict:
    results = [Result(f"cas{n}", "told", Status.COMPLETE, answer) for n, answer in enumerate(answers)]
    return judge(results, system, deadline=Deadline.after(seconds), certify=True)


@pytest.mark.slow
@pytest.mark.parametrize(("task", "text"), CASES)
def test_the_reference_is_trusted_in_nothing(task: Task, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "attempt", _here)
    system = read_system(text)
    right = ideal_answer(system, task)
    assert told(system, right, right).kind is VerdictKind.AGREE
    fooled = 0
    for name in MUTATIONS:
        with mutated(name):
            alone = told(system, right, right, seconds=2)
            assert alone.kind is not VerdictKind.DISAGREE, (name, alone.reason)
            try:
                wrong = ideal_answer(system, task, Deadline.after(1))
            except CasbridgeError:
                continue
            alike = told(system, wrong, wrong, seconds=2)
            beside = told(system, wrong, right, seconds=2)
        if told(system, wrong, wrong).kind is VerdictKind.DISAGREE:
            fooled += 1
            assert alike.kind is not VerdictKind.AGREE, (name, wrong)
            assert beside.kind is not VerdictKind.AGREE, (name, wrong)
    assert fooled


def test_what_no_second_way_confirms_is_consistent(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> bool:
        raise LimitError("it took too long")

    monkeypatch.setattr(protocol, "attempt", _here)
    monkeypatch.setattr(truth, "is_saturation", late)
    system = read_system(_EMBEDDED)
    right = ideal_answer(system, Task.SATURATION)
    verdict = told(system, right, right)
    assert verdict.kind is VerdictKind.CONSISTENT
    assert "no second way confirms the saturation: it took too long" in verdict.reason
    assert not verdict.rests_on


_IRREDUCIBLE = (
    "x^4 + 1",
    "x^4 - 10*x^2 + 1",
    "x^4 + y^4",
    "x^2 + x + 4",
    "x*y*z - 1",
    "field: 2\nx^2 + x*y + y^2",
    "field: 2\nx^24 + x^7 + x^2 + x + 1",
    "field: 3\nx^3 - y",
    "field: 32003\nx^2 + y^2 - z^2",
)


@pytest.mark.parametrize("text", _IRREDUCIBLE)
def test_images_show_that_polynomials_are_irreducible(text: str) -> None:
    (polynomial,) = read_system(text).polynomials()
    assert is_irreducible(polynomial, range(polynomial.ring.size), [], NEVER)
    with pytest.raises(UnsupportedError, match="no image shows"):
        is_irreducible(polynomial**2, range(polynomial.ring.size), [], NEVER)


def _products() -> st.SearchStrategy[tuple[Polynomial, Polynomial]]:
    """Two polynomials of one ring, no constants."""

    def of_field(p: int) -> st.SearchStrategy[Polynomial]:
        ring = Ring.of("x y", Field(p)) if p else Ring.of("x y")
        exponents = st.tuples(st.integers(0, 2), st.integers(0, 2))
        terms = st.dictionaries(
            exponents, st.integers(-3, 3).filter(lambda c: c % p if p else c), min_size=1, max_size=4
        )
        return terms.map(lambda found: Polynomial(ring, {e: ring.field.element(c) for e, c in found.items()}))

    def both(p: int) -> st.SearchStrategy[tuple[Polynomial, Polynomial]]:
        one = of_field(p).filter(lambda polynomial: not polynomial.is_constant)
        return st.tuples(one, one)

    return st.sampled_from([0, 2, 5]).flatmap(both)


@given(_products())
def test_no_image_of_a_product_is_irreducible(both: tuple[Polynomial, Polynomial]) -> None:
    first, second = both
    with pytest.raises(UnsupportedError, match="no image shows"):
        is_irreducible(first * second, range(first.ring.size), [], NEVER)


def test_irreducible_over_a_tower() -> None:
    a, b, x, y = variables(Ring.of("a b x y"))
    roots = [Step(0, a**2 - 2), Step(1, b**2 - 3)]
    assert is_irreducible(x**2 - 5, [2, 3], roots, NEVER)
    assert is_irreducible(x**2 + a * x * y - 3 * y**2, [2, 3], roots[:1], NEVER)
    for reducible in (x**2 - 6, x**2 - 3 * y**2, x**4 - 4):
        with pytest.raises(UnsupportedError, match="no image shows"):
            is_irreducible(reducible, [2, 3], roots, NEVER)
    a, x = variables(Ring.of("a x", Field(2)))
    assert is_irreducible(x**2 + x + a, [1], [Step(0, a**2 + a + 1)], NEVER)
    with pytest.raises(UnsupportedError, match="no image shows"):
        is_irreducible(x**2 + x + 1, [1], [Step(0, a**2 + a + 1)], NEVER)


_A, _B, _U, _X, _Y = variables(Ring.of("a b u x y"))
_ROOTS = [Step(0, _A**2 - 2), Step(1, _B**2 - 3)]
#: Of √2 + √3 + √5, times 1 for u = 1: reducible modulo every prime.
_OF_ROOTS = _X**8 - 40 * _X**6 * _U**2 + 352 * _X**4 * _U**4 - 960 * _X**2 * _U**6 + 576 * _U**8
_OF_TWO = _X**4 - 10 * _X**2 * _U**2 + _U**4
_C, _V, _W, _Z = variables(Ring.of("c v w z", Field(7)))
#: Of √v + √w.
_MODULAR = _Z**4 - 2 * (_V + _W) * _Z**2 + (_V - _W) ** 2


@pytest.mark.parametrize(
    ("polynomial", "own", "tower"),
    [
        (_OF_TWO, [3], []),
        (_OF_TWO, [2, 3], []),
        (_OF_TWO, [3], [Step(0, _A**2 - 7)]),
        (_OF_TWO, [3], [Step(0, _A**2 - _U)]),
        (_OF_ROOTS, [3], []),
        (_OF_ROOTS, [3], [Step(0, _A**2 - 7), Step(1, _B**2 - _A)]),
        (_MODULAR, [3], []),
        (_MODULAR, [1, 2, 3], []),
        (_MODULAR, [3], [Step(0, _C**2 - 3)]),
        (_MODULAR, [3], [Step(0, _C**3 - _V)]),
    ],
)
def test_irreducible_though_all_images_over_finite_fields_split(
    polynomial: Polynomial, own: Sequence[int], tower: Sequence[Step]
) -> None:
    assert is_irreducible(polynomial, own, tower, NEVER)


@pytest.mark.parametrize(
    ("polynomial", "own", "tower"),
    [
        (_OF_TWO, [3], _ROOTS[:1]),
        (_OF_TWO, [3], [Step(0, _A**2 - 2 * _U**2)]),
        (_OF_ROOTS, [3], _ROOTS[1:]),
        (_OF_ROOTS, [3], [Step(0, _A**4 - 10 * _A**2 + 1)]),
        (_OF_TWO * (_X**4 - 14 * _X**2 * _U**2 + 9 * _U**4), [3], []),
        (_OF_TWO * _OF_TWO, [3], []),
        (_MODULAR, [3], [Step(0, _C**2 - _V)]),
        (_MODULAR, [3], [Step(0, _C**2 - _V * _W)]),
        (_MODULAR * (_Z + _V**3 + _W**2), [3], []),
        (_MODULAR * (_V + _W), [2, 3], []),
        (_MODULAR**7, [3], []),
    ],
)
def test_reducible_polynomials_are_never_shown_irreducible(
    polynomial: Polynomial, own: Sequence[int], tower: Sequence[Step]
) -> None:
    with pytest.raises(UnsupportedError, match="no image shows"):
        is_irreducible(polynomial, own, tower, NEVER)


@given(st.sampled_from([0, 2, 3, 5]), st.data())
def test_no_product_over_a_tower_is_irreducible(p: int, data: st.DataObject) -> None:
    ring = Ring.of("a u x y", Field(p)) if p else Ring.of("a u x y")
    a, u, *_ = variables(ring)
    exponents = st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 2), st.integers(0, 1))
    coefficients = st.integers(-2, 2).map(ring.field.element).filter(bool)
    polynomials = st.dictionaries(exponents, coefficients, min_size=1, max_size=4).map(
        lambda terms: Polynomial(ring, terms)
    )
    first, second = (data.draw(polynomials.filter(lambda one: bool(one.degree(2) + one.degree(3)))) for _ in "12")
    step = a**2 + a + 1 if p in (0, 2, 5) else a**2 + 1
    with pytest.raises(UnsupportedError, match="no image shows"):
        is_irreducible(first * second, [2, 3], [Step(0, data.draw(st.sampled_from([step, a**2 - u])))], NEVER)
