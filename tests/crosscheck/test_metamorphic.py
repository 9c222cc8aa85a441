"""Transformed systems have the zeros that they are said to have, and answers come back right: by brute force."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import QQ, Coefficient, Field, Polynomial, PolynomialSystem, Ring, variables
from casbridge.algebra.answers import Answer, Component, PointComponents, Task
from casbridge.algebra.branches import Branch
from casbridge.algebra.radicals import Name, Number, Power, add, multiply
from casbridge.algebra.systems import Goal
from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.reference import ReferenceBackend
from casbridge.chance import Chance
from casbridge.charset.definitions.ranks import initial
from casbridge.charset.series import series_of
from casbridge.crosscheck import VerdictKind
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.judging import judge_checked
from casbridge.crosscheck.metamorphic import (
    TRANSFORMATIONS,
    Relation,
    Transformed,
    by_chance,
    combined,
    homogenised,
    moved_by,
    multiplied,
    permuted,
    renamed,
    reordered,
    with_redundant,
)
from casbridge.errors import InputError
from tests.effort import examples

Points = set[tuple[Coefficient, ...]]
ROOT = Power(Number(2), Fraction(1, 2))
SHUFFLES = ("equations permuted", "variables renamed", "generators permuted")


@st.composite
def systems(draw: st.DrawFn, fields: tuple[Field, ...] = (Field(2), Field(3), Field(5))) -> PolynomialSystem:
    ring = Ring.of("x y z"[: draw(st.sampled_from((3, 5)))], draw(st.sampled_from(fields)))
    exponents = st.tuples(*[st.integers(0, 2)] * ring.size)
    polynomials = st.dictionaries(exponents, st.integers(-3, 3), min_size=1, max_size=3)
    return PolynomialSystem.of(ring, [Polynomial(ring, terms) for terms in draw(st.lists(polynomials, max_size=3))])


def every_point(ring: Ring) -> list[tuple[int, ...]]:
    return list(product(range(ring.field.characteristic), repeat=ring.size))


def zeros(system: PolynomialSystem) -> Points:
    return {point for point in every_point(system.ring) if system.first_violated(point) is None}


def lies_in(point: tuple[Coefficient, ...], component: Component) -> bool:
    return not any(f.evaluate(point) for f in component)


def zeros_of(answer: Answer) -> Points:
    """The points of the field that an answer has. Of a chain, those at which no initial is 0."""
    found = set()
    for component in answer.components:
        initials = [initial(f) for f in component if f.support()] if answer.task is Task.SERIES else []
        for point in every_point(answer.ring):
            if lies_in(point, component) and all(f.evaluate(point) for f in initials):
                found.add(point)
    return found


def expected_of(made: Transformed) -> Points:
    """The zeros of the first system, by those of the other one and the statement alone."""
    after = zeros(made.system)
    if made.relation is Relation.AFFINE_PART:
        return {point[1:] for point in after if point[0] == 1}
    if made.relation is Relation.MORE:
        return {point for point in after if not lies_in(point, made.other)}
    assert made.forth is not None
    return {made.forth.point(point) for point in after}


@pytest.mark.parametrize("name", TRANSFORMATIONS)
@given(system=systems(), seed=st.integers(0, 2**32))
def test_the_zeros_are_those_that_are_stated(name: str, system: PolynomialSystem, seed: int) -> None:
    made = by_chance(name, system, Chance(seed))
    assert made == by_chance(name, system, Chance(seed))
    before = zeros(system)
    if made.relation is Relation.MORE:
        assert before <= zeros(made.system)
        assert expected_of(made) == {point for point in before if not lies_in(point, made.other)}
    else:
        assert expected_of(made) == before


@pytest.mark.parametrize("name", TRANSFORMATIONS)
@given(system=systems(), seed=st.integers(0, 2**32))
def test_the_way_back_undoes_the_way_forth(name: str, system: PolynomialSystem, seed: int) -> None:
    made = by_chance(name, system, Chance(seed))
    if made.forth is not None:
        for generator in variables(system.ring):
            assert made.back(made.forth(generator)) == generator
    if name in ("variables renamed", "generators permuted", "homogenised", "moved by an affine map"):
        assert list(map(made.back, made.system.polynomials())) == list(system.polynomials())


@pytest.mark.parametrize("name", [one for one in TRANSFORMATIONS if one != "product of ideals"])
@settings(max_examples=examples(60))
@given(system=systems(), seed=st.integers(0, 2**32))
def test_answers_come_back_with_their_zeros(name: str, system: PolynomialSystem, seed: int) -> None:
    """Chains by the reference, points by brute force, and the equations themselves as generators."""
    made = by_chance(name, system, Chance(seed))
    ring, before = made.system.ring, zeros(system)
    chains = tuple(chain.polynomials for chain in series_of(made.system))
    equations = tuple(made.system.polynomials())
    for answer in (
        Answer(Task.SERIES, ring, chains),
        Answer(Task.BASIS, ring, (equations,), "lex"),
        Answer(Task.COMPONENTS, ring, (equations,)),
        Answer(Task.POINTS, ring, PointComponents(ring, sorted(zeros(made.system)))),
    ):
        back = made.answer_back(answer)
        if back is None:
            assert answer.task is Task.SERIES
            continue
        assert back.ring == system.ring
        assert zeros_of(back) == before


@given(system=systems(), seed=st.integers(0, 2**32))
def test_shuffles_one_after_the_other(system: PolynomialSystem, seed: int) -> None:
    chance = Chance(seed)
    made = by_chance(SHUFFLES[0], system, chance)
    for name in SHUFFLES[1:]:
        made = made.then(lambda one, name=name: by_chance(name, one, chance))  # type: ignore[misc]
    assert expected_of(made) == zeros(system)
    assert sorted(map(str, map(made.back, made.system.polynomials()))) == sorted(map(str, system.polynomials()))


@given(system=systems(), seed=st.integers(0, 2**32))
def test_answers_go_forth_into_a_product_as_a_part(system: PolynomialSystem, seed: int) -> None:
    made = by_chance("product of ideals", system, Chance(seed))
    answer = Answer(Task.COMPONENTS, system.ring, (tuple(system.polynomials()),))
    forth = made.answer_forth(answer)
    assert forth is not None
    assert zeros_of(forth) <= zeros(made.system)
    assert made.answer_back(answer) is None


def test_a_chain_whose_initial_is_not_constant_has_no_way_to_another_order() -> None:
    x, y = variables(Ring.of("x y"))
    made = reordered(PolynomialSystem.of(x.ring, [x * y - 1]), (1, 0))
    assert made.answer_back(Answer(Task.SERIES, made.system.ring, (tuple(made.system.polynomials()),))) is None
    moved = moved_by(PolynomialSystem.of(x.ring, [x * y - 1]), (2 * x + 1, y - x))
    back = moved.answer_back(Answer(Task.SERIES, x.ring, (tuple(moved.system.polynomials()),)))
    assert back == Answer(Task.SERIES, x.ring, ((x * y - 1,),))


def test_a_basis_in_another_order_becomes_generators() -> None:
    x, y = variables(Ring.of("x y"))
    system = PolynomialSystem.of(x.ring, [x - y**2, y**3])
    made = reordered(system, (1, 0))
    back = made.answer_back(Answer(Task.BASIS, made.system.ring, (tuple(made.system.polynomials()),), "degrevlex"))
    assert back is not None
    assert (back.task, back.order) == (Task.COMPONENTS, "")
    kept = renamed(system, "b a")
    again = kept.answer_back(Answer(Task.BASIS, kept.system.ring, (tuple(kept.system.polynomials()),), "degrevlex"))
    assert again is not None
    assert (again.task, again.order) == (Task.BASIS, "degrevlex")
    assert again.components == ((y**2 - x, y**3),)


def test_parts_at_infinity_do_not_come_back() -> None:
    """h*(x - h) has the part h = 0, which the system x - 1 has not."""
    (x,) = variables(Ring.of("x"))
    made = homogenised(PolynomialSystem.of(x.ring, [x - 1]))
    h, u = variables(made.system.ring)
    back = made.answer_back(Answer(Task.PRIMES, h.ring, ((h,), (u - h,), (h - 2, u))))
    assert back == Answer(Task.PRIMES, x.ring, ((x - 1,),))


def test_names_and_numbers_stay_exact_over_the_rationals() -> None:
    x, y = variables(Ring.of("x y", QQ))
    made = moved_by(PolynomialSystem.of(x.ring, [x - 2, y - 3]), (3 * x + 1, 2 * y - x))
    assert made.answer_back(Answer(Task.POINTS, x.ring, PointComponents(x.ring, [(7, 11)]))) == Answer(
        Task.POINTS, x.ring, PointComponents(x.ring, [(22, 15)])
    )
    assert made.text == "x becomes 3*x + 1, y becomes 2*y - x"


def test_a_goal_goes_with_its_system() -> None:
    x, y = variables(Ring.of("x y"))
    system = PolynomialSystem.of(x.ring, [x * y], goal=Goal((0,), (x,), y**2 - x))
    assert renamed(system, "u v").system.goal.eliminate == (0,)
    swapped = reordered(system, (1, 0))
    assert swapped.system.goal.eliminate == (1,)
    assert [str(f) for f in swapped.system.goal.saturate] == ["x"]
    factors = Answer(Task.FACTORS, swapped.system.ring, tuple((f,) for f in swapped.system.goal.saturate))
    assert swapped.answer_back(factors) == Answer(Task.FACTORS, x.ring, [(x,)])
    moved = moved_by(replace(system, goal=Goal((), (), y)), (x, y - x))
    assert moved.system.goal.factor == y - x
    numbers = Answer(Task.DIMENSION, x.ring, (), dimension=1, degree=2)
    assert moved.answer_back(numbers) == numbers
    plain = homogenised(replace(system, goal=Goal()))
    assert plain.answer_back(replace(numbers, ring=plain.system.ring)) is None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda s: permuted(s, (0, 0)), r"the order \(0, 0\) of 2 equations"),
        (lambda s: reordered(s, (1,)), "of 2 variables"),
        (lambda s: renamed(s, "u"), "1 names for 2 variables"),
        (lambda s: renamed(s, "u u"), "variable u is named twice"),
        (lambda s: moved_by(s, variables(s.ring)[::-1]), r"the map to y, x; expected c\*x \+ lower"),
        (lambda s: moved_by(s, tuple(v**2 for v in variables(s.ring))), "the map to"),
        (lambda s: combined(s, [(1, 1, variables(s.ring)[0])]), "equation 2 added to itself"),
        (lambda s: by_chance("turned", s, Chance(1)), "transformation 'turned'; expected one of equations permuted"),
        (lambda s: moved_by(replace(s, goal=Goal((0,))), variables(s.ring)[:0]), "the map to"),
        (lambda s: moved_by(replace(s, goal=Goal((0,))), [v + 1 for v in variables(s.ring)]), "variables to eliminate"),
        (lambda s: homogenised(replace(s, goal=Goal((0,)))), "a system with a goal, made homogeneous"),
        (lambda s: multiplied(replace(s, goal=Goal((0,))), variables(s.ring)), "a system with a goal, multiplied"),
        (lambda s: homogenised(s).then(homogenised), "expected transformations of the same zeros"),
        (lambda s: multiplied(s, variables(s.ring)).then(homogenised), "product of ideals and then homogenised"),
    ],
)
def test_what_is_no_transformation_is_refused(make: object, message: str) -> None:
    x, y = variables(Ring.of("x y"))
    with pytest.raises(InputError, match=message):
        make(PolynomialSystem.of(x.ring, [x * y, y - 1]))  # type: ignore[operator]


@pytest.mark.parametrize("name", TRANSFORMATIONS)
def test_branches_come_back(name: str) -> None:
    """The curve y = x^2 and the points x = sqrt(2), y = x + 1, stated in the variables of the transformed system."""
    x, y = variables(Ring.of("x y"))
    system = PolynomialSystem.of(x.ring, [(y - x**2) * (x**2 - 2), (y - x**2) * (y - x - 1)])
    curve = {"y": Power(Name("x"), 2)}
    points = [
        {"x": multiply(Number(sign), ROOT), "y": add(multiply(Number(sign), ROOT), Number(1))} for sign in (1, -1)
    ]
    for seed in range(examples(16)):
        made = by_chance(name, system, Chance(seed))
        if made.forth is None or made.relation is not Relation.SAME:
            assert made.answer_back(Answer.of_branches(made.system.ring, ())) is None
            continue
        # The way there of the branches is the way back of the inverse.
        inverse = replace(made, before=made.system, system=system, forth=made.back, back=made.forth)
        given = Answer.of_branches(x.ring, [Branch(tuple(one.items())) for one in (curve, *points)])
        moved = inverse.answer_back(given)
        assert moved is not None
        assert moved.ring == made.system.ring
        back = made.answer_back(moved)
        assert back is not None
        for about, answer in ((made.system, moved), (system, back)):
            first = Result("it", "", Status.COMPLETE, answer)
            second = ReferenceBackend().run(Job(about, "general"))
            verdict = judge_checked(check_all([first, second], about), about)
            assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), (seed, verdict.reason)


@pytest.mark.parametrize("name", TRANSFORMATIONS)
def test_parameters_stay_the_lowest_and_units(name: str) -> None:
    a, x, y = variables(Ring.of("x y", parameters="a"))
    system = PolynomialSystem.of(a.ring, [a * x**2 - 1, (a - 1) * y - x])
    for seed in range(examples(16)):
        made = by_chance(name, system, Chance(seed))
        assert made.system.ring.parameters == ("a",)
        chains = tuple(chain.polynomials for chain in series_of(made.system))
        back = made.answer_back(Answer(Task.SERIES, made.system.ring, chains))
        if back is not None:
            first = Result("it", "", Status.COMPLETE, back)
            second = ReferenceBackend().run(Job(system, "general"))
            assert judge_checked(check_all([first, second], system), system).kind in (
                VerdictKind.AGREE,
                VerdictKind.CONSISTENT,
            )


def test_parameters_that_would_not_be_the_lowest_are_refused() -> None:
    a, x = variables(Ring.of("x", parameters="a"))
    with pytest.raises(InputError, match="in the order x a; expected the parameters first"):
        reordered(PolynomialSystem.of(a.ring, [a * x]), (1, 0))


def test_a_redundant_equation_may_be_nothing() -> None:
    (x,) = variables(Ring.of("x"))
    system = PolynomialSystem.of(x.ring, [x])
    assert len(with_redundant(system, {0: x - 1}).system) == 2
    assert with_redundant(system, {}).system == system
    assert with_redundant(system, {}).text == "nothing is added"
