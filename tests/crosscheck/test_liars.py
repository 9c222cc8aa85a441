"""Wrong answers are caught with a witness that anyone can check; right ones agree, in whatever form they come."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st
from sympy import GF, QQ as SYMPY_QQ, Poly, groebner, symbols

from casbridge.algebra import QQ, Field, Polynomial, PolynomialSystem, Ring
from casbridge.algebra.answers import Answer, Component, PointComponents, Task
from casbridge.algebra.formats import read_system
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck import Verdict, VerdictKind, crosscheck
from casbridge.crosscheck.ledger import Finding, Proof
from casbridge.crosscheck.provers.direct import _Comparison
from casbridge.crosscheck.provers.protocol import Question, node_of
from casbridge.crosscheck.verdicts import Fault
from casbridge.encodings import EncodedPuzzle, encode
from casbridge.errors import InputError, UsageError
from casbridge.limits import Deadline, Limits
from casbridge.puzzles import Puzzle, latin, sudoku
from casbridge.puzzles.reading import read
from tests.charset.brute import the_variable, with_roots
from tests.crosscheck.planted import (
    Lie,
    a_contradiction,
    a_polynomial_less,
    a_polynomial_twice,
    a_stranger_more,
    another_coefficient,
    another_constant,
    everything,
    no_zeros,
    one,
    variables_exchanged,
    without_the_last,
)
from tests.crosscheck.puppets import Puppet, registered, series, true_components
from tests.effort import examples

F11 = Field(11)
DISAGREE, AGREE = VerdictKind.DISAGREE, VerdictKind.AGREE


def four_points(field: Field = F11) -> PolynomialSystem:
    ring = Ring.of("x y z", field)
    x, y, z = (the_variable(ring, v) for v in range(3))
    return PolynomialSystem.of(ring, [(x**2 - 1) * (x**2 - 4), y - x - 1, z**2 - z, z * (x - 1)])


def curve() -> PolynomialSystem:
    """Zeros that are no points of the field."""
    return read_system("variables: x y\nx^2 - 2\ny^2 - x*y")


def judge(system: PolynomialSystem, *answers: Answer, reference: bool = True) -> Verdict:
    puppets = [Puppet(f"puppet{i}", answer) for i, answer in enumerate(answers)]
    with registered(*puppets) as names:
        return crosscheck(system, [*(["reference"] if reference else []), *names])


def recheck(verdict: Verdict, system: PolynomialSystem) -> None:
    """The witness shows what it says, by substitution into the expanded system."""
    witness = verdict.witness
    assert witness is not None
    assert witness.text
    answers = {one.result.name: one.result.answer for one in verdict.checked}
    if witness.fault is Fault.OTHER_RING:
        answer = answers[witness.backend]
        assert answer is not None
        assert answer.ring != system.ring
    elif witness.fault is Fault.FALSE_ZERO:
        assert witness.point is not None
        assert witness.polynomial in list(system.polynomials())
        value = witness.polynomial.evaluate(witness.point)
        assert value != 0
        assert str(system.ring.field.symmetric(value)) == witness.value
    elif witness.fault is Fault.MISSING_ZERO:
        assert witness.point is not None
        assert all(f.evaluate(witness.point) == 0 for f in system.polynomials())
        answer = answers[witness.backend]
        assert answer is not None
        assert all(any(f.evaluate(witness.point) for f in component) for component in answer.components)
    elif witness.fault is Fault.WRONG_POLYNOMIAL:
        assert witness.point is not None
        assert witness.polynomial is not None
        assert all(f.evaluate(witness.point) == 0 for f in system.polynomials())
        assert witness.polynomial.evaluate(witness.point) != 0
    else:
        assert witness.polynomial is not None


def half_of_them(components: list[Component]) -> Sequence[Component]:
    return components[: len(components) // 2]


LIES: list[Lie] = [
    without_the_last, half_of_them, no_zeros, a_stranger_more, variables_exchanged, another_constant,
    another_coefficient, a_contradiction, one,
]  # fmt: skip
HALF_TRUTHS = [a_polynomial_less, a_polynomial_twice, everything]


@pytest.mark.parametrize("task", [Task.SERIES, Task.PRIMES, Task.COMPONENTS])
@pytest.mark.parametrize("field", [Field(11), QQ], ids=str)
@pytest.mark.parametrize("lie", LIES)
def test_a_liar_is_caught(lie: Lie, field: Field, task: Task) -> None:
    system = four_points(field)
    answer = replace(series(system, lie(true_components(system))), task=task)
    verdict = judge(system, answer)
    assert verdict.kind is DISAGREE
    assert verdict.witness is not None
    assert verdict.witness.backend == "puppet0:told"
    recheck(verdict, system)
    assert not any(one.faults for one in verdict.checked if one.result.backend == "reference")


@pytest.mark.parametrize("lie", HALF_TRUTHS)
def test_an_answer_with_too_many_zeros_is_caught(lie: Lie) -> None:
    system = four_points()
    for task in (Task.SERIES, Task.PRIMES):
        verdict = judge(system, replace(series(system, lie(true_components(system))), task=task))
        assert verdict.kind is DISAGREE
        assert verdict.reason == "wrong: puppet0:told"
        recheck(verdict, system)


@pytest.mark.parametrize("lie", LIES)
def test_a_liar_among_many_is_named(lie: Lie) -> None:
    system = four_points()
    good, bad = series(system), series(system, lie(true_components(system)))
    verdict = judge(system, good, bad, good)
    assert verdict.kind is DISAGREE
    assert verdict.reason == "wrong: puppet1:told"
    assert [bool(one.faults) for one in verdict.checked] == [False, False, True, False]


@pytest.mark.parametrize("lie", [without_the_last, a_stranger_more, variables_exchanged, another_constant])
def test_the_reference_is_not_needed(lie: Lie) -> None:
    system = four_points()
    verdict = judge(system, series(system, lie(true_components(system))), series(system), reference=False)
    assert verdict.kind is DISAGREE
    assert verdict.witness is not None
    assert verdict.witness.backend == "puppet0:told"
    recheck(verdict, system)


def test_two_liars() -> None:
    system = four_points()
    verdict = judge(
        system,
        series(system, without_the_last(true_components(system))),
        series(system, a_stranger_more(true_components(system))),
    )
    assert verdict.kind is DISAGREE
    assert verdict.reason == "wrong: puppet0:told, puppet1:told"


def test_duplicates_are_redundant_and_no_disagreement() -> None:
    system = four_points()
    components = true_components(system)
    for task in (Task.SERIES, Task.PRIMES, Task.COMPONENTS):
        verdict = judge(system, replace(series(system, [*components, components[1], components[0]]), task=task))
        assert verdict.kind is (DISAGREE if task is Task.PRIMES else AGREE)
        assert {fault.fault for fault in verdict.checked[1].faults} <= {Fault.REDUNDANT_COMPONENT}
        assert [one.redundant for one in verdict.checked] == [0, 2]
        assert [one.count for one in verdict.checked] == [len(components)] * 2


def test_a_duplicate_does_not_hide_a_missing_one() -> None:
    system = four_points()
    components = true_components(system)
    verdict = judge(system, series(system, [*components[:-1], components[0]]))
    assert verdict.kind is DISAGREE
    assert verdict.checked[1].redundant == 1


@pytest.mark.parametrize(
    "ring",
    [Ring.of("x y z w", Field(11)), Ring.of("x y", Field(11)), Ring.of("y x z", Field(11)), Ring.of("x y z")],
    ids=str,
)
@pytest.mark.parametrize("task", [Task.SERIES, Task.POINTS, Task.BASIS])
def test_an_answer_over_another_ring(ring: Ring, task: Task) -> None:
    system = four_points()
    components = [tuple(the_variable(ring, v) - v - 1 for v in range(ring.size))]
    order = "lex" if task is Task.BASIS else ""
    verdict = judge(system, Answer(task, ring, tuple(components), order))
    assert verdict.kind is DISAGREE
    assert verdict.witness is not None
    assert verdict.witness.fault is Fault.OTHER_RING
    recheck(verdict, system)
    assert verdict.as_dict()["witness"]["fault"] == "other ring"


# -- right answers in other forms -------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", [Field(11), QQ], ids=str)
def test_right_answers_in_every_form_agree(field: Field) -> None:
    system = four_points(field)
    ring = system.ring
    x, y, z = (the_variable(ring, v) for v in range(3))
    components = true_components(system)
    points = PointComponents(ring, [chain for chain in Answer(Task.SERIES, ring, components).points() if chain])
    grouped = ((x - 1, y - 2, z * (z - 1)), ((x + 1) * (x**2 - 4), y - x - 1, z))
    answers = [
        Answer(Task.SERIES, ring, tuple(reversed(components))),
        Answer(Task.PRIMES, ring, tuple((3 * p[0], p[1] - p[0], p[2] + 2 * p[1]) for p in components)),
        Answer(Task.POINTS, ring, points),
        Answer(Task.COMPONENTS, ring, grouped),
        Answer(Task.COMPONENTS, ring, (*grouped, grouped[0])),
        Answer(Task.BASIS, ring, _groebner(system, "lex"), "lex"),
        Answer(Task.BASIS, ring, _groebner(system, "degrevlex"), "degrevlex"),
        Answer(Task.BASIS, ring, (tuple(system.polynomials()),), "degrevlex"),
    ]
    verdict = judge(system, *answers)
    assert verdict.kind is AGREE, verdict.reason
    assert verdict.witness is None
    assert not any(one.faults for one in verdict.checked)


def _groebner(system: PolynomialSystem, order: str) -> tuple[Component, ...]:
    """A basis by SymPy; the highest variable is its first."""
    ring = system.ring
    names = symbols(ring.variables[::-1])
    p = ring.field.characteristic
    domain = GF(p) if p else SYMPY_QQ
    theirs = {"degrevlex": "grevlex"}.get(order, order)
    found = groebner([Poly(str(f), *names, domain=domain) for f in system.polynomials()], *names, order=theirs)
    return (tuple(Polynomial(ring, {m[::-1]: _number(c, p) for m, c in f.terms()}) for f in found.polys),)


def _number(value: object, p: int) -> int | Fraction:
    return int(value) % p if p else Fraction(str(value))  # type: ignore[call-overload]


BASES = [
    "x^2 - 2\ny^2 - x*y",
    "x*y - 1\ny^2 - x",
    "x*y*z - 1\nx + y + z\nx*y + y*z + z*x",
    "x^2 + y^2 - 1\nx - y",
    "field: 7\nx^3 - 2\ny^3 - x",
]


@pytest.mark.parametrize(
    "text",
    [pytest.param(one, marks=() if one in (BASES[1], BASES[-1]) else pytest.mark.slow) for one in BASES],
    ids=range(len(BASES)),
)
def test_bases_of_systems_without_points_are_compared_as_ideals(text: str) -> None:
    system = read_system(text)
    bases = [Answer(Task.BASIS, system.ring, _groebner(system, order), order) for order in ("lex", "degrevlex")]
    assert judge(system, *bases, reference=False).kind is AGREE
    for lexicographic in (True, False):
        right, other = bases if lexicographic else bases[::-1]
        (component,) = other.components
        stranger = the_variable(system.ring, 0) - 3
        changed = (component[0] + 1, *component[1:])
        for wrong in (changed, component[1:], component[:-1], (*component, stranger)):
            verdict = judge(system, right, replace(other, components=(wrong,)), reference=False)
            assert verdict.kind in (DISAGREE, VerdictKind.UNDECIDED), (wrong, verdict.reason)
            if wrong is changed:
                assert verdict.kind is DISAGREE


@pytest.mark.parametrize(
    ("field", "order"),
    [
        (Field(11), "degrevlex"),
        (QQ, "lex"),
        pytest.param(Field(11), "lex", marks=pytest.mark.slow),
        pytest.param(QQ, "degrevlex", marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_wrong_bases_against_points(field: Field, order: str) -> None:
    system = four_points(field)
    (component,) = _groebner(system, order)
    x = the_variable(system.ring, 0)
    for i in range(len(component)):
        for wrong in (
            (*component[:i], component[i] + 1, *component[i + 1 :]),
            (*component[:i], *component[i + 1 :]),
            (*component[:i], component[i] * x + x**5, *component[i + 1 :]),
        ):
            verdict = judge(system, Answer(Task.BASIS, system.ring, (wrong,), order))
            assert verdict.kind is DISAGREE, (wrong, verdict.reason)
            recheck(verdict, system)
    verdict = judge(system, Answer(Task.BASIS, system.ring, ((*component, x**2 - x),), order))
    assert verdict.kind is DISAGREE
    verdict = judge(system, Answer(Task.BASIS, system.ring, ((*component, component[0] * x),), order))
    assert {fault.fault for fault in verdict.checked[1].faults} == {Fault.NOT_REDUCED}


def test_no_zeros_in_every_form() -> None:
    system = read_system("field: 11\nx^2 - x\ny^2 - y\nx + y - 3")
    one = Polynomial.constant(system.ring, 1)
    empty: tuple[Component, ...] = ()
    answers = [Answer(task, system.ring, empty) for task in (Task.SERIES, Task.PRIMES, Task.COMPONENTS, Task.POINTS)]
    answers += [Answer(Task.BASIS, system.ring, ((3 * one,),), "lex"), Answer(Task.PRIMES, system.ring, ((one,),))]
    verdict = judge(system, *answers)
    assert verdict.kind is AGREE
    assert "puppet5:told have no zeros; nothing is missing" in verdict.reason
    wrong = Answer(Task.BASIS, system.ring, (tuple(system.polynomials())[:2],), "lex")
    assert judge(system, wrong).kind is DISAGREE


def test_everything_is_a_zero() -> None:
    system = PolynomialSystem(Ring.of("x y"), ())
    assert judge(system, Answer(Task.PRIMES, system.ring, ((),)), reference=True).kind is AGREE
    assert judge(system, Answer(Task.PRIMES, system.ring, ())).kind is DISAGREE


# -- too little to say ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [s for s in Status if s not in (Status.COMPLETE, Status.PARTIAL)])
def test_one_answer_is_no_verdict(status: Status) -> None:
    system = four_points()
    with registered(Puppet("silent", None, status)) as names:
        verdict = crosscheck(system, ["reference", *names])
        assert verdict.kind is VerdictKind.UNDECIDED
        assert f"silent:told: {status}" in verdict.reason
        with registered(Puppet("second", series(system))) as more:
            assert crosscheck(system, ["reference", *names, *more]).kind is AGREE
        with registered(Puppet("liar", series(system, without_the_last(true_components(system))))) as more:
            assert crosscheck(system, ["reference", *names, *more]).kind is DISAGREE
    with registered(Puppet("silent", None, status), Puppet("mute", None, status)) as names:
        assert crosscheck(system, names).kind is VerdictKind.UNDECIDED


def test_a_single_answer_that_is_wrong_is_wrong() -> None:
    system = four_points()
    with registered(Puppet("alone", series(system, a_stranger_more(true_components(system))))) as names:
        verdict = crosscheck(system, names)
    assert verdict.kind is DISAGREE
    recheck(verdict, system)


def test_partial_answers_are_consistent() -> None:
    system = four_points()
    components = true_components(system)
    with registered(
        Puppet("part", series(system, components[:2]), Status.PARTIAL),
        Puppet("other", series(system, components[2:]), Status.PARTIAL),
    ) as names:
        assert crosscheck(system, ["reference", names[0]]).kind is VerdictKind.CONSISTENT
        assert crosscheck(system, names).kind is VerdictKind.CONSISTENT
        assert crosscheck(system, ["reference", names[0]], Limits(limit=1)).kind is VerdictKind.CONSISTENT
    with registered(
        Puppet("part", series(system, [components[0], *a_stranger_more(components)[-1:]]), Status.PARTIAL)
    ) as names:
        assert crosscheck(system, ["reference", *names]).kind is DISAGREE
    short = series(system, components[:-1])
    with registered(Puppet("part", series(system, components[-1:]), Status.PARTIAL), Puppet("short", short)) as names:
        verdict = crosscheck(system, names)
        assert verdict.kind is DISAGREE
        assert verdict.witness is not None
        assert verdict.witness.backend == "short:told"


def test_verdicts_and_results_have_no_truth_value() -> None:
    verdict = judge(four_points(), series(four_points()))
    with pytest.raises(TypeError, match="no truth value"):
        bool(verdict)
    with pytest.raises(TypeError, match="no truth value"):
        bool(verdict.checked[0].result)
    assert bool(verdict.checked[0].result.answer)
    with pytest.raises(ValueError):
        Result("a", "b", Status.COMPLETE, None)


@pytest.mark.parametrize("names", [["reference", "reference:series"], ["reference:split", "reference:split"]])
def test_the_same_backend_twice(names: list[str]) -> None:
    with pytest.raises(UsageError, match="named twice"):
        crosscheck(four_points(), names)


def test_both_ways_of_the_reference() -> None:
    verdict = crosscheck(four_points(), ["reference:split", "reference:general"])
    assert verdict.kind is AGREE
    assert [one.result.name for one in verdict.checked] == ["reference:split", "reference:general"]


# -- puzzles ----------------------------------------------------------------------------------------------------------


def test_spurious_zeros_are_the_encodings_fault() -> None:
    """Over GF(13) the values 1, 2, 3, 11 and 1, 1, 1, 1 have the same sum and product."""
    encoded = encode(Puzzle(latin(4), (0,) * 16), "sum-product", Field(13), values=[1, 2, 3, 11], audit=False)
    verdict = _puzzle_verdict(encoded)
    assert verdict.kind is AGREE
    spurious = [len(one.spurious) for one in verdict.checked]
    assert spurious[0] == spurious[1] > 0
    assert "are both" in verdict.checked[0].spurious[0][1]
    assert not any(one.faults for one in verdict.checked)


def test_zeros_that_are_no_solutions_do_not_disagree() -> None:
    encoded = encode(Puzzle(latin(2), (0,) * 4))
    equations = tuple(equation for equation in encoded.system.equations if equation.role == "F")
    loose = replace(encoded, system=PolynomialSystem(encoded.system.ring, equations))
    verdict = _puzzle_verdict(loose)
    assert verdict.kind is AGREE
    assert [len(one.spurious) for one in verdict.checked] == [14, 14]
    assert [one.count for one in verdict.checked] == [16, 16]
    assert "are both" in verdict.checked[0].spurious[0][1]
    assert not any(one.faults for one in verdict.checked)


def _puzzle_verdict(encoded: EncodedPuzzle) -> Verdict:
    with registered(Puppet("other", series(encoded.system))) as names:
        return crosscheck(encoded, ["reference", *names])


def test_many_zeros_are_compared_in_time() -> None:
    (puzzle,) = read("12..............")
    encoded = encode(puzzle)
    started = time.monotonic()
    assert _puzzle_verdict(encoded).kind is AGREE
    large = encode(Puzzle(sudoku(2, 2), (0,) * 16))
    assert _puzzle_verdict(large).kind is AGREE
    assert time.monotonic() - started < 20


def test_a_comparison_that_takes_too_long_is_undecided() -> None:
    """A basis that no division comes to an end with in time."""
    ring = Ring.of("x y z", Field(32003))
    x, y, z = (the_variable(ring, v) for v in range(3))
    system = PolynomialSystem.of(ring, [with_roots(ring, 0, range(40)), y - x**7, z**2 - y**9 - x])
    slow = Answer(Task.BASIS, ring, ((z**2 - y**9 - x, y**40 - z**3 * x**30 - x**5, x**90 - x - 1),), "lex")
    started = time.monotonic()
    verdict = judge_limited(system, slow, 0.4)
    assert verdict.kind in (VerdictKind.UNDECIDED, DISAGREE)
    assert time.monotonic() - started < 30


def judge_limited(system: PolynomialSystem, answer: Answer, seconds: float) -> Verdict:
    with registered(Puppet("slow", answer)) as names:
        return crosscheck(system, ["reference", *names], Limits(seconds=seconds))


@settings(deadline=None, max_examples=examples(60))
@given(st.data())
def test_random_subsets_and_strangers(data: st.DataObject) -> None:
    """Any set of points but the right one is a disagreement, the right one in any order with any repeats is not."""
    system = four_points()
    right = true_components(system)
    ring = system.ring
    strangers = [
        tuple(the_variable(ring, v) - data.draw(st.integers(0, 10)) for v in range(3))
        for _ in range(data.draw(st.integers(0, 2)))
    ]
    chosen = (
        data.draw(st.permutations(right)) if data.draw(st.booleans()) else data.draw(st.lists(st.sampled_from(right)))
    )
    told = [*chosen, *strangers, *data.draw(st.lists(st.sampled_from(right), max_size=2))]
    verdict = judge(system, series(system, told))
    same = {tuple(c) for c in told} == {tuple(c) for c in right}
    assert verdict.kind is (AGREE if same else DISAGREE)
    if same:
        assert verdict.checked[1].redundant == len(told) - len(right)
    else:
        recheck(verdict, system)


def test_checking_points_of_the_wrong_length() -> None:
    with pytest.raises(InputError, match="coordinates"):
        four_points().first_violated((1, 2))


def test_a_basis_with_the_right_zeros_must_be_a_groebner_basis() -> None:
    """Of x, x - 1 they are no zeros, as it should be; but the two are no Groebner basis of the whole ring."""
    system = read_system("variables: x y\nx\nx - 1\ny")
    both = tuple(system.polynomials())
    verdict = judge(system, Answer(Task.BASIS, system.ring, (both,), "lex"))
    assert verdict.kind is DISAGREE
    assert verdict.witness is not None
    assert (verdict.witness.fault, str(verdict.witness.polynomial)) == (Fault.NO_BASIS, "1")
    whole = Answer(Task.BASIS, system.ring, ((Polynomial.constant(system.ring, 1),),), "lex")
    assert judge(system, whole).kind is AGREE


class TestEqualBasesAreComparedOnce:
    @staticmethod
    def bases(system: PolynomialSystem, order: str, *, number: int) -> list[Answer]:
        x, y = (the_variable(system.ring, v) for v in range(2))
        basis = (x**2 - 2, y**2 - x * y)
        return [Answer(Task.BASIS, system.ring, (tuple(k * f for f in basis),), order) for k in range(1, number + 1)]

    def test_ideals_are_compared_once_for_each_order(self, monkeypatch: pytest.MonkeyPatch) -> None:
        system, asked = curve(), []
        answers = [*self.bases(system, "lex", number=4), *self.bases(system, "degrevlex", number=4)]
        x, y = (the_variable(system.ring, v) for v in range(2))
        # Another basis of the same ideal, with one polynomial more.
        answers.append(Answer(Task.BASIS, system.ring, ((x**2 - 2, y**2 - x * y, y**3 - 2 * y),), "lex"))
        question = Question.of(system, **{f"it{place}": answer for place, answer in enumerate(answers)})
        ideals = _Comparison._ideals

        def counted(self: _Comparison, first: int, second: int, deadline: Deadline) -> Iterator[Finding]:
            asked.append((first, second))
            return ideals(self, first, second, deadline)

        monkeypatch.setattr(_Comparison, "_ideals", counted)
        found = list(_Comparison(question, Deadline.after(60)).findings())
        assert all(isinstance(finding.outcome, Proof) for finding in found)
        assert {node_of(finding.claim) for finding in found} == set(range(1, 9))
        assert asked == [(0, 8)]

    def test_each_of_equal_wrong_bases_is_accused(self) -> None:
        system = curve()
        x, y = (the_variable(system.ring, v) for v in range(2))
        wrong = [Answer(Task.BASIS, system.ring, ((k * (x**2 - 2), y - x),), "lex") for k in (1, 2, 3)]
        verdict = judge(system, *wrong, *self.bases(system, "lex", number=2), reference=False)
        assert verdict.kind is DISAGREE
        assert [bool(one.faults) for one in verdict.checked] == [True, True, True, False, False]
