"""Tasks with a comparison of their own: right answers agree, planted lies get a witness that is checked here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from puppets import Puppet, registered
from script_cases import GOAL_CASES

from casbridge.algebra.answers import OWN_COMPARISON, Answer, Task
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.formats import read_system
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Result, Status
from casbridge.backends.transcripts import parse
from casbridge.charset.ideals.factors import OverTower
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.operations import in_radical
from casbridge.crosscheck import Verdict, VerdictKind, crosscheck
from casbridge.crosscheck.judging import judge
from casbridge.crosscheck.tasks.comparing import own_task
from casbridge.crosscheck.tasks.factors import judge_factors
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.crosscheck.verdicts import Fault, Judged, Witness
from casbridge.errors import UnsupportedError, UsageError
from casbridge.limits import Deadline

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
RECORDED = sorted(path for path in TRANSCRIPTS.glob("*/*.txt") if path.stem.rsplit(".", 1)[0] in GOAL_CASES)

EMBEDDED = "variables: x y\nsaturate: {}\neliminate: y\nx^2\nx*y*(y - 1)"
TWISTED = "variables: x y z\neliminate: z\ny - x^2\nz - x^3"


def answer_of(
    system: PolynomialSystem, task: Task, components: Sequence[str], times: Sequence[int] = (), order: str = ""
) -> Answer:
    """Components as texts, with commas between their polynomials."""
    read = [tuple(parse_polynomial(text, system.ring) for text in one.split(",") if text.strip()) for one in components]
    return Answer(task, system.ring, tuple(read), order, multiplicities=tuple(times))


def judged(system: PolynomialSystem, *answers: Answer) -> Verdict:
    results = [Result(f"cas{n}", "method", Status.COMPLETE, answer) for n, answer in enumerate(answers)]
    return judge(results, system, deadline=Deadline.after(60))


def check(system: PolynomialSystem, answer: Answer, witness: Witness) -> None:
    """The witness shows the fault, by division and expansion."""
    ideal = Ideal(system.ring, system.polynomials())
    given = Ideal(system.ring, answer.components[0]) if len(answer) == 1 else None
    f, parts = witness.polynomial, witness.factors or ()
    component = None if witness.chain is None else Ideal(system.ring, witness.chain)
    match witness.fault:
        case Fault.FOREIGN_POLYNOMIAL if answer.task is Task.RADICAL:
            assert f is not None
            assert not in_radical(ideal, f)
        case Fault.FOREIGN_POLYNOMIAL if answer.task is Task.ELIMINATION:
            assert f is not None
            assert not ideal.contains(f) or any(v in system.goal.eliminate for v in f.support())
        case Fault.FOREIGN_POLYNOMIAL:
            assert f is not None
            assert not any(ideal.contains(f * by**9) for by in system.goal.saturate)
        case Fault.NOT_RADICAL:
            assert f is not None
            assert given is not None
            assert not given.contains(f)
            assert witness.power is not None
            assert ideal.contains(f**witness.power)
        case Fault.MISSING_POLYNOMIAL:
            assert f is not None
            lacking = given or component
            assert lacking is not None
            assert not lacking.contains(f)
            assert all(ideal.contains(f * by ** (witness.power or 0)) for by in system.goal.saturate or (f**0,))
        case Fault.NOT_PRIME:
            assert component is not None
            assert component.is_whole or component.contains(parts[0] * parts[1])
            assert component.is_whole or not any(component.contains(part) for part in parts)
        case Fault.NOT_PRIMARY:
            assert component is not None
            assert component.is_whole or component.contains(parts[0] * parts[1])
            assert component.is_whole or not (component.contains(parts[0]) or in_radical(component, parts[1]))
        case Fault.MISSING_COMPONENT:
            assert f is not None
            assert not ideal.contains(f)
            assert all(Ideal(system.ring, one).contains(f) for one in answer.components)
        case Fault.REDUCIBLE_FACTOR:
            assert f is not None
            assert all(f.quotient(part) is not None for part in parts)
            assert all(0 < part.total_degree < f.total_degree for part in parts)
        case Fault.WRONG_PRODUCT:
            assert system.goal.factor is not None
            product = Polynomial.constant(system.ring, 1)
            for (factor,), times in zip(answer.components, answer.multiplicities, strict=True):
                product = product * factor**times
            assert f == system.goal.factor - product
            assert f
        case Fault.WRONG_NUMBER:
            assert witness.value
            assert witness.chain == ideal.basis
        case _:
            assert witness.fault in (
                Fault.REDUNDANT_COMPONENT,
                Fault.REPEATED_FACTOR,
                Fault.NO_BASIS,
                Fault.NOT_REDUCED,
            )


# -- right answers -----------------------------------------------------------------------------------------------------


def test_what_real_systems_said_is_right() -> None:
    """Every recorded answer of every CAS to a task with a comparison of its own."""
    by_case: dict[tuple[str, Task], list[Result]] = {}
    for path in RECORDED:
        case, method = path.stem.rsplit(".", 1)
        try:
            answer = parse(path.read_text(encoding="utf-8"))
        except UnsupportedError:
            continue
        assert answer.task in OWN_COMPARISON
        result = Result(path.parent.name, method, Status.COMPLETE, answer)
        by_case.setdefault((case, answer.task), []).append(result)
    assert len(by_case) > 25
    for (case, _), results in by_case.items():
        for one in judge(results, GOAL_CASES[case], certify=True).checked:
            assert one.judgement is not None
            assert one.judgement.word is Judged.RIGHT, (case, one.result.name, one.judgement.why)


@pytest.mark.parametrize(
    ("text", "method"),
    [
        (EMBEDDED.format("x"), "radical"),
        (EMBEDDED.format("y"), "saturate"),
        (EMBEDDED.format("x, y"), "saturate"),
        (TWISTED, "eliminate"),
        (EMBEDDED.format("x"), "primary"),
        (TWISTED, "dimension"),
        ("factor: 2*(x^2 - 3)^2*(y + x)", "factor"),
        ("variables: a x\nfactor: 3*(x^2 - 2)^2*(x - a)\na^2 - 2", "factor"),
    ],
)
def test_what_the_reference_says_is_right(text: str, method: str) -> None:
    system = read_system(text)
    result = registry.run(system, f"reference:{method}")
    assert result.answer is not None, result.reason
    verdict = judged(system, result.answer, result.answer)
    assert verdict.kind is VerdictKind.AGREE, verdict.reason
    assert verdict.rests_on


def test_other_generators_and_other_constants_are_the_same_answer() -> None:
    system = read_system(TWISTED)
    forms = [answer_of(system, Task.ELIMINATION, [one]) for one in ("y - x^2", "3*x^2 - 3*y, x*y - x^3")]
    assert judged(system, *forms).kind is VerdictKind.AGREE
    system = read_system("factor: 2*x^2 - 1/2")
    forms = [
        answer_of(system, Task.FACTORS, ["1/2", "2*x - 1", "2*x + 1"], [1, 1, 1]),
        answer_of(system, Task.FACTORS, ["2", "x - 1/2", "x + 1/2"], [1, 1, 1]),
        answer_of(system, Task.FACTORS, ["1 - 2*x", "-x - 1/2"], [1, 1]),
    ]
    assert judged(system, *forms).kind is VerdictKind.AGREE


def test_right_decompositions_may_differ() -> None:
    system = read_system("variables: x y\nx^2\nx*y")
    forms = [answer_of(system, Task.PRIMARY, ["x", one]) for one in ("x^2, y", "x^2, x*y, y^2", "x^2, y - x")]
    assert judged(system, *forms).kind is VerdictKind.AGREE


# -- planted lies ------------------------------------------------------------------------------------------------------

RADICAL, SATURATION, ELIMINATION = Task.RADICAL, Task.SATURATION, Task.ELIMINATION
PRIMARY, FACTORS = Task.PRIMARY, Task.FACTORS

LIES = {
    "the radical is too small": (EMBEDDED.format("1"), RADICAL, ["x^2, x*y*(y - 1)"], (), Fault.NOT_RADICAL),
    "the radical is too large": (EMBEDDED.format("1"), RADICAL, ["x, y"], (), Fault.FOREIGN_POLYNOMIAL),
    "the radical lacks an equation": (TWISTED, RADICAL, ["y - x^2"], (), Fault.MISSING_POLYNOMIAL),
    "the radical is everything": (TWISTED, RADICAL, ["1"], (), Fault.FOREIGN_POLYNOMIAL),
    "saturated once": ("saturate: x\nx^3*y", SATURATION, ["x^2*y"], (), Fault.MISSING_POLYNOMIAL),
    "not saturated": (EMBEDDED.format("y"), SATURATION, ["x^2, x*y*(y - 1)"], (), Fault.MISSING_POLYNOMIAL),
    "saturated by too much": ("saturate: x\nx*y^2*(y - 1)", SATURATION, ["y"], (), Fault.FOREIGN_POLYNOMIAL),
    "an equation got lost": ("saturate: x\nx*y\nx*z", SATURATION, ["y"], (), Fault.MISSING_POLYNOMIAL),
    "the elimination lost a generator": (
        "variables: t x y z\neliminate: t\nx - t^2\ny - t^3\nz - t^4",
        ELIMINATION,
        ["y^2 - x^3"],
        (),
        Fault.MISSING_POLYNOMIAL,
    ),
    "a variable was not eliminated": (TWISTED, ELIMINATION, ["y - x^2, z - x*y"], (), Fault.FOREIGN_POLYNOMIAL),
    "a polynomial from elsewhere": (TWISTED, ELIMINATION, ["y - x^2, x"], (), Fault.FOREIGN_POLYNOMIAL),
    "the embedded component is lost": ("x^2\nx*y", PRIMARY, ["x"], (), Fault.MISSING_COMPONENT),
    "a component is not primary": ("x^2\nx*y", PRIMARY, ["x^2, x*y"], (), Fault.NOT_PRIMARY),
    "two primes in one component": ("x*y", PRIMARY, ["x*y"], (), Fault.NOT_PRIMARY),
    "a component that is redundant": ("x^2\nx*y", PRIMARY, ["x", "x^2, y", "x, y"], (), Fault.REDUNDANT_COMPONENT),
    "two components with one prime": (
        "x^2\nx*y\ny^2",
        PRIMARY,
        ["x^2, y", "x, y^2"],
        (),
        Fault.REDUNDANT_COMPONENT,
    ),
    "a component that is everything": ("x", PRIMARY, ["x", "1"], (), Fault.NOT_PRIMARY),
    "a component without an equation": ("x\ny", PRIMARY, ["x"], (), Fault.MISSING_POLYNOMIAL),
    "no components": ("x*y", PRIMARY, [], (), Fault.MISSING_COMPONENT),
    "a factor is lost": ("factor: x^2 - 1", FACTORS, ["x - 1"], (1,), Fault.WRONG_PRODUCT),
    "the unit is lost": ("factor: 2*x^2 - 2", FACTORS, ["x - 1", "x + 1"], (1, 1), Fault.WRONG_PRODUCT),
    "a wrong multiplicity": ("factor: x^3 - x^2", FACTORS, ["x", "x - 1"], (1, 2), Fault.WRONG_PRODUCT),
    "a factor is reducible": ("factor: x^4 - 4", FACTORS, ["x^4 - 4"], (1,), Fault.REDUCIBLE_FACTOR),
    "a factor is reducible modulo 5": (
        "field: 5\nfactor: x^4 - 4",
        FACTORS,
        ["x^2 - 2", "x^2 + 2"],
        (1, 1),
        None,
    ),
    "a factor is a power": ("factor: x^2 + 2*x + 1", FACTORS, ["x^2 + 2*x + 1"], (1,), Fault.REDUCIBLE_FACTOR),
    "a factor in two variables": ("factor: x^2 - y^2", FACTORS, ["x^2 - y^2"], (1,), Fault.REDUCIBLE_FACTOR),
    "a factor twice": ("factor: x^2*y", FACTORS, ["x", "1/2*x", "2*y"], (1, 1, 1), Fault.REPEATED_FACTOR),
}


@pytest.mark.parametrize("lie", LIES)
def test_no_lie_is_accepted(lie: str) -> None:
    text, task, components, times, fault = LIES[lie]
    system = read_system(text)
    answer = answer_of(system, task, components, times)
    # Two that lie alike are no proof.
    verdict = judged(system, answer, answer)
    if fault is None:
        assert verdict.kind is VerdictKind.AGREE, "2 and −2 are no squares modulo 5"
        return
    assert verdict.kind is VerdictKind.DISAGREE, verdict.reason
    assert verdict.witness is not None
    assert verdict.witness.fault is fault, verdict.witness.text
    assert verdict.witness.as_dict(system.ring.variables)["fault"] == str(fault)
    check(system, answer, verdict.witness)
    names = {witness.backend for one in verdict.checked for witness in one.faults}
    assert names == {"cas0:method", "cas1:method"}


@pytest.mark.parametrize(("dimension", "degree"), [(0, 3), (2, 3), (1, 2), (-1, 0), (1, -3)])
def test_wrong_numbers(dimension: int, degree: int) -> None:
    system = read_system(TWISTED)
    answer = Answer(Task.DIMENSION, system.ring, (), dimension=dimension, degree=degree)
    verdict = judged(system, answer, answer)
    assert verdict.kind is VerdictKind.DISAGREE
    assert verdict.witness is not None
    check(system, answer, verdict.witness)


def test_a_factor_over_a_tower_is_reducible() -> None:
    system = read_system("variables: a x y\nfactor: x^2 - 2*y^2\na^2 - 2")
    verdict = judged(system, answer_of(system, FACTORS, ["x^2 - 2*y^2"], [1]))
    assert verdict.witness is not None
    assert verdict.witness.fault is Fault.REDUCIBLE_FACTOR
    assert verdict.witness.factors is not None
    assert {str(f) for f in verdict.witness.factors} == {"y - 1/2*a*x", "y + 1/2*a*x"}
    right = answer_of(system, FACTORS, ["-2", "y - 1/2*a*x", "y + 1/2*a*x"], [1, 1, 1])
    twice = answer_of(system, FACTORS, ["-a", "y - 1/2*a*x", "a*y + x"], [1, 1, 1])
    assert judged(system, right, twice).kind is VerdictKind.AGREE


#: In two variables over an extension; x in the first factor is linear.
_OVER_GAUSS = "variables: a y x\nfactor: (x + a*y + y^2)*(x^2 - 10*y^2*a + 3*a)\na^2 + 1"


@pytest.mark.parametrize("is_factored", [True, False])
def test_a_lone_factorisation_is_judged(is_factored: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise UnsupportedError("a norm of too high a degree")

    if not is_factored:
        monkeypatch.setattr(OverTower, "proper_factors", refuse)
    system = read_system(_OVER_GAUSS)
    truth = Truth(system, Deadline.after(60))
    right = answer_of(system, FACTORS, ["x + a*y + y^2", "x^2 - 10*y^2*a + 3*a"], [1, 1])
    judgement = judge_factors("it", right, truth)
    assert judgement.is_right
    missing = Result("other", "", Status.CRASHED, reason="boom")
    verdict = judge([missing, Result("it", "", Status.COMPLETE, right)], system)
    assert verdict.kind is VerdictKind.UNDECIDED
    assert not is_factored or "right" in verdict.reason
    lies = {
        Fault.WRONG_PRODUCT: answer_of(system, FACTORS, ["x + a*y + y^2", "x^2 - 10*y^2*a - 3*a"], [1, 1]),
        Fault.REDUCIBLE_FACTOR: replace(right, components=((system.goal.factor,),), multiplicities=(1,)),
    }
    for fault, lie in lies.items():
        if is_factored or fault is Fault.WRONG_PRODUCT:
            verdict = judge([missing, Result("it", "", Status.COMPLETE, lie)], system)
            assert [one.fault for one in verdict.checked[1].faults] == [fault]
        else:
            with pytest.raises(UnsupportedError):
                judge_factors("it", lie, truth)


BROKEN_PROMISES = {
    "a component that is not prime": ("x^2 - 4", Task.PRIMES, ["x^2 - 4"], "", Fault.NOT_PRIME),
    "a component that is not radical": ("x^2", Task.PRIMES, ["x^2"], "", Fault.NOT_PRIME),
    "a prime that contains another one": ("x*y", Task.PRIMES, ["x", "y", "x, y"], "", Fault.REDUNDANT_COMPONENT),
    "a prime twice": ("x*y", Task.PRIMES, ["x", "y", "2*x"], "", Fault.REDUNDANT_COMPONENT),
    "a basis that is not reduced": (
        "x - 1\ny - x",
        Task.BASIS,
        ["x - 1, y - x"],
        "lex",
        Fault.NOT_REDUCED,
    ),
    "a basis of another ideal": ("x^2\ny", Task.BASIS, ["x, y"], "lex", Fault.FOREIGN_POLYNOMIAL),
}


@pytest.mark.parametrize("lie", BROKEN_PROMISES)
def test_zeros_are_not_all_that_primes_and_bases_promise(lie: str) -> None:
    text, task, components, order, fault = BROKEN_PROMISES[lie]
    system = read_system(text)
    answer = answer_of(system, task, components, order=order)
    with registered(Puppet("liar", answer)) as names:
        verdict = crosscheck(system, ["reference", *names], seconds=60)
    assert verdict.kind is VerdictKind.DISAGREE
    assert verdict.witness is not None
    assert verdict.witness.fault is fault, verdict.witness.text
    check(system, answer, verdict.witness)


def test_answers_that_keep_their_promises() -> None:
    system = read_system("x^2*y - x*y\ny^3 - y")
    verdict = crosscheck(system, "reference:primes,reference:basis,reference:series", seconds=60)
    assert verdict.kind is VerdictKind.AGREE
    judgements = [one.judgement for one in verdict.checked]
    assert [one.word for one in judgements if one is not None] == [Judged.RIGHT] * 3


# -- verdicts ----------------------------------------------------------------------------------------------------------


def test_methods_for_different_tasks_are_not_compared() -> None:
    assert own_task([("a", Task.SERIES), ("b", Task.PRIMES), ("c", Task.BASIS), ("d", None)]) is None
    system = read_system("variables: x y\nsaturate: x\nx*y")
    with pytest.raises(UsageError, match=r"reference:saturate \(saturation\); reference:radical \(radical\)"):
        crosscheck(system, "reference:saturate,reference:radical")
    with pytest.raises(UsageError, match=r"reference:radical \(radical\); reference:primes \(zeros\)"):
        crosscheck(system, "reference:radical,reference:primes")
    with pytest.raises(UsageError, match="no variables to eliminate"):
        crosscheck(system, "reference:eliminate,singular:eliminate")


def test_a_bare_name_means_the_method_for_the_goal() -> None:
    system = read_system("factor: x^2 - 1")
    verdict = crosscheck(system, "reference,sympy", seconds=60)
    assert verdict.kind is VerdictKind.AGREE
    assert [one.result.method for one in verdict.checked] == ["factor", "factor_list"]
    with pytest.raises(UsageError, match="gap has no method for saturation"):
        crosscheck(read_system("saturate: x\nx"), "reference,gap")


def test_equal_answers_without_a_proof_are_consistent() -> None:
    system = read_system("parameters: p\nvariables: x y\nx^2 - p*y")
    right = Answer(Task.DIMENSION, system.ring, (), dimension=1, degree=2)
    same = judged(system, right, right)
    assert same.kind is VerdictKind.CONSISTENT
    assert "equal in cas0 and cas1, not proved: " in same.reason
    assert "the reference cannot tell" in same.reason
    other = judged(system, right, replace(right, degree=3))
    assert other.kind is VerdictKind.DISAGREE
    assert other.witness is not None
    assert other.witness.fault is Fault.CONTRADICTION
    assert "has the degree 2, cas1:method 3" in other.witness.text


def test_a_tower_that_is_no_field_gives_no_verdict() -> None:
    system = read_system("variables: a x\nfactor: x^2 - 1\na^2 - 4")
    answer = answer_of(system, FACTORS, ["x - 1", "x + 1"], [1, 1])
    verdict = judged(system, answer)
    assert verdict.kind is VerdictKind.UNDECIDED
    (judgement,) = [one.judgement for one in verdict.checked]
    assert judgement is not None
    assert "define no field: a**2 - 4 has the factors" in judgement.why


def test_time_that_is_over_is_no_verdict() -> None:
    system = read_system(TWISTED)
    answer = answer_of(system, RADICAL, ["y - x^2, z - x^3"])
    results = [Result(name, "", Status.COMPLETE, answer) for name in "ab"]
    verdict = judge(results, system, deadline=Deadline.after(0))
    assert (verdict.kind, verdict.stopped) == (VerdictKind.UNDECIDED, {"time"})


def test_too_few_answers_and_other_rings() -> None:
    system = read_system("x^2")
    missing = Result("mycas", "", Status.MISSING, reason="not installed")
    right = Result("it", "", Status.COMPLETE, answer_of(system, RADICAL, ["x"]))
    verdict = judge([missing, right], system)
    assert verdict.kind is VerdictKind.UNDECIDED
    assert verdict.reason.startswith("only it answered (mycas: missing)")
    elsewhere = read_system("field: 7\nx^2")
    foreign = Result("other", "", Status.COMPLETE, answer_of(elsewhere, RADICAL, ["x"]))
    verdict = judge([right, foreign], system)
    assert verdict.witness is not None
    assert verdict.witness.fault is Fault.OTHER_RING


@given(
    st.lists(st.sampled_from(["x - 1", "x + y", "x^2 + 1", "y - x^2", "x*y + 2"]), min_size=1, max_size=3), st.data()
)
def test_a_factorisation_is_right_until_something_is_changed(factors: list[str], data: st.DataObject) -> None:
    system = read_system("variables: x y\nfactor: " + "*".join(f"({f})" for f in factors))
    answer = registry.run(system, "reference:factor").answer
    assert answer is not None
    assert judged(system, answer, answer).kind is VerdictKind.AGREE
    place = data.draw(st.integers(0, len(answer) - 1))
    times = list(answer.multiplicities)
    times[place] += 1
    if answer.components[place][0] != Polynomial.constant(system.ring, 1):
        wrong = replace(answer, multiplicities=tuple(times))
        assert judged(system, wrong, wrong).kind is VerdictKind.DISAGREE


@pytest.mark.singular
@pytest.mark.parametrize(
    ("text", "backends"),
    [
        (EMBEDDED.format("1"), "reference:radical,singular:radical"),
        (EMBEDDED.format("y"), "reference:saturate,singular:sat"),
        (TWISTED, "reference,singular,sympy"),
        (EMBEDDED.format("1"), "singular:primdecGTZ,singular:primdecSY"),
        (TWISTED, "reference:dimension,singular:dim"),
        pytest.param("variables: a x y\nfactor: x^4 - 4*y^4\na^2 - 2", "singular,sympy", marks=pytest.mark.slow),
        ("field: 7\nvariables: a x\nfactor: (x^3 - 2)*(x - a)^2\na^3 - 2", "reference,singular"),
    ],
)
def test_real_systems_agree(text: str, backends: str) -> None:
    verdict = crosscheck(read_system(text), backends, seconds=60)
    assert verdict.kind is VerdictKind.AGREE, (verdict.reason, verdict.witness)


#: Macaulay2 #3518 and sage #41812: FLINT's factoring was wrong; Singular 4.3.1 ended with a signal.
FLINT = (
    "field: 2\nvariables: z y x\nfactor: x^4*y + x^4*z + x^2*y^3 + x^2*y^2*z + x^2*y*z^2 + x^2*z^3 + x*y^4 + x*z^4"
    " + y^4*z + y^3*z^2 + y^2*z^3 + y*z^4",
    "field: 3\nvariables: z y x\nfactor: x^18 + x^12*y^6 + x^6*y^12 + y^18",
)


@pytest.mark.singular
@pytest.mark.parametrize("text", FLINT)
def test_factors_in_small_characteristic(text: str) -> None:
    verdict = crosscheck(read_system(text), "reference,singular", seconds=60)
    assert verdict.kind is VerdictKind.AGREE, (verdict.reason, verdict.witness)


@pytest.mark.sage
@pytest.mark.slow
def test_sages_hilbert_polynomial_has_the_wrong_sign() -> None:
    """Sage 9.5: its own algorithm gives −t − 3 where Singular's gives t + 3."""
    system = read_system("variables: x y\nx^2\nx*y*(y - 1)")
    verdict = crosscheck(system, "reference:dimension,sage:hilbert_polynomial", seconds=120)
    sage = verdict.checked[1].result
    assert sage.answer is not None, sage.reason
    if sage.answer.degree == -1:
        assert verdict.kind is VerdictKind.DISAGREE
        assert verdict.witness is not None
        assert (verdict.witness.fault, verdict.witness.backend) == (Fault.WRONG_NUMBER, "sage:hilbert_polynomial")
    else:
        assert verdict.kind is VerdictKind.AGREE
