"""Answers in any dimension: right ones agree in whatever form they come, wrong ones are caught with a witness."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from math import prod

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import Polynomial, PolynomialSystem
from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.formats import read_system
from casbridge.backends.protocol import Result, Status
from casbridge.charset.elements import Elements
from casbridge.crosscheck import CheckedResult, Fault, Verdict, VerdictKind, Witness, crosscheck, judging
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.claims import SYSTEM, Claim, Within, claims_of
from casbridge.crosscheck.closed_points import points_of_chain
from casbridge.crosscheck.judging import PROVERS, Prover, judge_checked
from casbridge.crosscheck.ledger import Finding, Proof, Trust, Unknown
from casbridge.crosscheck.provers import direct, points, reference, singular
from casbridge.crosscheck.provers.points import evidence
from casbridge.crosscheck.provers.protocol import Question
from casbridge.crosscheck.provers.reference import Compared, Inclusion
from casbridge.limits import Deadline, Limits
from tests.crosscheck.puppets import Puppet, registered
from tests.crosscheck.series_cases import CASES, SeriesCase, adjacent_minors, slow_unless_small
from tests.effort import examples

AGREE, DISAGREE = VerdictKind.AGREE, VerdictKind.DISAGREE
CONSISTENT, UNDECIDED = VerdictKind.CONSISTENT, VerdictKind.UNDECIDED

BY_SINGULAR = pytest.param("singular", marks=pytest.mark.singular)
WITH_CHAINS = [name for name, case in CASES.items() if case.chains]


def of_both(names: Collection[str]) -> pytest.MarkDecorator:
    """Each case by the reference; by Singular, which is started for each, in `make test` the small ones."""
    marks = {name: (pytest.mark.singular, *slow_unless_small(name)) for name in names}
    by_singular = [pytest.param(name, "singular", marks=marks[name]) for name in names]
    return pytest.mark.parametrize(("name", "by"), [*((name, "reference") for name in names), *by_singular])


def whole(case: SeriesCase) -> Answer:
    return case.series() if case.chains else Answer(Task.SERIES, case.system.ring, ())


def question_of(system: PolynomialSystem, answer: Answer, *, complete: bool = True) -> Question:
    result = Result("it", "", Status.COMPLETE if complete else Status.PARTIAL, answer)
    return Question(system, (CheckedResult(result),), claims_of(0, answer, partial=not complete))


def summed(findings: Iterable[Finding]) -> Compared:
    """What a prover says of the zeros of one answer."""
    outcomes = [finding.outcome for finding in findings]
    faults = tuple(one for one in outcomes if isinstance(one, Witness))
    shown = next((one for one in outcomes if isinstance(one, Proof)), None)
    unknown = next((one for one in outcomes if isinstance(one, Unknown)), Unknown(""))
    return Compared(faults, shown, reason=unknown.reason, stopped=unknown.stopped)


def judged(system: PolynomialSystem, answer: Answer, by: str, *, complete: bool = True) -> Compared:
    if by == "singular":
        return summed(singular.prove(question_of(system, answer, complete=complete), Deadline.after(60), None))
    return Inclusion(system).judge("it", answer, complete=complete)


def recheck(witness: Witness, system: PolynomialSystem, answer: Answer) -> None:
    """The witness shows what it says, by substitution or by pseudo-division."""
    elements = Elements(system.ring)
    if witness.fault is Fault.FALSE_ZERO:
        assert witness.polynomial is not None
        assert any(witness.polynomial.normal() == p.normal() for p in system.polynomials())
        if witness.point is not None:
            assert witness.polynomial.evaluate(witness.point) != 0
            assert any(all(not f.evaluate(witness.point) for f in component) for component in answer.components)
    else:
        assert witness.fault is Fault.MISSING_ZERO
        if witness.point is not None:
            assert system.first_violated(witness.point) is None
            assert all(any(f.evaluate(witness.point) for f in component) for component in answer.components)
    if witness.chain and witness.polynomial is not None and witness.text.find("by Singular") < 0:
        chain = [elements.of_polynomial(p) for p in witness.chain]
        assert elements.remainder_by(elements.of_polynomial(witness.polynomial), chain) is not elements.zero
        if witness.fault is Fault.MISSING_ZERO:
            for component in answer.components:
                assert any(witness.polynomial.quotient(p) is not None for p in component)
            for equation in system.polynomials():
                assert elements.remainder_by(elements.of_polynomial(equation), chain) is elements.zero


# -- right answers ----------------------------------------------------------------------------------------------------


@of_both(CASES)
def test_singulars_series_are_right(name: str, by: str) -> None:
    case = CASES[name]
    found = judged(case.system, whole(case), by)
    assert found.proved, found
    equations = tuple(case.system.polynomials())
    assert judged(case.system, Answer(Task.BASIS, case.system.ring, (equations,), "lex"), by).proved
    repeated = [*whole(case).components, *whole(case).components]
    assert judged(case.system, Answer(Task.SERIES, case.system.ring, repeated), by).proved


REDUNDANT = {
    name: case.series(*(chain for place, chain in enumerate(case.chains) if place not in case.redundant))
    for name, case in CASES.items()
    if case.redundant
}


@pytest.mark.parametrize("name", REDUNDANT)
def test_a_chain_in_the_closure_of_another_may_be_left_out(name: str) -> None:
    assert judged(CASES[name].system, REDUNDANT[name], "reference").proved


@pytest.mark.singular
@pytest.mark.parametrize("name", REDUNDANT)
def test_answers_with_and_without_such_a_chain_agree(name: str) -> None:
    case = CASES[name]
    with registered(Puppet("all", case.series()), Puppet("less", REDUNDANT[name])) as names:
        verdict = crosscheck(case.system, names)
    assert verdict.kind is AGREE, verdict.reason
    assert not any(one.faults for one in verdict.checked)


@pytest.mark.singular
@pytest.mark.parametrize("columns", [pytest.param(number, marks=pytest.mark.slow) for number in (3, 4, 5)])
def test_adjacent_minors(columns: int) -> None:
    """More chains than primes, and as many forms as there are methods: one zero set."""
    system = adjacent_minors(columns)
    backends = ["char_series", "minAssGTZ", "std", "facstd"]
    verdict = crosscheck(system, [*(f"singular:{method}" for method in backends), "sympy:groebner"], seconds=60)
    assert verdict.kind is AGREE, verdict.reason
    assert [one.count for one in verdict.checked][:2] == [{3: 4, 4: 8, 5: 14}[columns], {3: 2, 4: 3, 5: 5}[columns]]
    for one in verdict.checked:
        assert one.result.answer is not None
        assert judged(system, one.result.answer, "singular").proved


@pytest.mark.slow
@pytest.mark.sage
@pytest.mark.singular
def test_sage_in_dimension_zero_and_above() -> None:
    primes = "sage:minimal_associated_primes"
    finite = CASES["sqrt2-sqrt8"].system
    verdict = crosscheck(finite, ["singular:char_series", "sage:triangular_decomposition", primes], seconds=120)
    assert verdict.kind is AGREE, verdict.reason
    curve = CASES["initial-vanishes"].system
    verdict = crosscheck(curve, ["singular:char_series", primes], seconds=120)
    assert verdict.kind is AGREE, verdict.reason


# -- wrong answers ----------------------------------------------------------------------------------------------------


def perturbed(component: Component) -> Component:
    return (*component[:-1], component[-1] + 1)


def negated(component: Component) -> Component:
    """The wrong sign of one term."""
    polynomial = component[-1]
    exponents = min(polynomial.terms, key=lambda e: (sum(e), e))
    term = Polynomial(polynomial.ring, {exponents: polynomial.terms[exponents]})
    return (*component[:-1], polynomial - 2 * term)


def too_large(component: Component) -> Component:
    return component[:-1]


@of_both(WITH_CHAINS)
@pytest.mark.parametrize("lie", [perturbed, too_large])
def test_a_wrong_chain(name: str, lie: Callable[[Component], Component], by: str) -> None:
    case = CASES[name]
    answer = case.series()
    places = range(len(answer.components)) if by == "reference" else [len(answer.components) - 1]
    for place in places:
        told = [lie(one) if i == place else one for i, one in enumerate(answer.components)]
        wrong = Answer(Task.SERIES, case.system.ring, tuple(told))
        found = judged(case.system, wrong, by)
        assert not found.proved
        assert found.faults, (place, found)
        for witness in found.faults:
            recheck(witness, case.system, wrong)


@of_both(WITH_CHAINS)
def test_a_missing_chain(name: str, by: str) -> None:
    case = CASES[name]
    for place in range(len(case.chains)):
        if place in case.redundant:
            continue
        components = tuple(one for i, one in enumerate(case.series().components) if i != place)
        wrong = Answer(Task.SERIES, case.system.ring, components)
        found = judged(case.system, wrong, by)
        assert [witness.fault for witness in found.faults[:1]] == [Fault.MISSING_ZERO], found
        recheck(found.faults[0], case.system, wrong)
        # Of an answer that is not claimed to be whole, nothing is missing.
        assert judged(case.system, wrong, by, complete=False).proved


def liars() -> dict[str, tuple[str, str, list[str], Task]]:
    """What is wrong with the zeros of x·z = y·z = 0, a plane and a line; and who says so."""
    return {
        "missing component": ("missing zero", "x*z, y*z", ["z"], Task.SERIES),
        "wrong component": ("false zero", "x*z, y*z", ["z", "x, y", "x - 1, y"], Task.SERIES),
        "perturbed": ("false zero", "x*z, y*z", ["z", "x, y - x - 1"], Task.SERIES),
        "too small": ("missing zero", "x*z, y*z", ["z", "x, y, z - 1"], Task.SERIES),
        "too small by a chain": ("missing zero", "x*z, y*z", ["x, z", "x, y"], Task.SERIES),
        "wrong sign": ("false zero", "x*z + z, y*z", ["z", "x - 1, y"], Task.SERIES),
        "a prime missing": ("missing zero", "x*z, y*z", ["x, y"], Task.PRIMES),
        "a prime too large": ("false zero", "x*z, y*z", ["z", "x"], Task.PRIMES),
        "nothing at all": ("missing zero", "x*z, y*z", [], Task.PRIMES),
        "the vanishing initial": ("missing zero", "x*z, y*z", ["x*z, y"], Task.SERIES),
    }


@pytest.mark.parametrize("by", ["reference", BY_SINGULAR])
@pytest.mark.parametrize("lie", liars())
def test_each_kind_of_liar(lie: str, by: str) -> None:
    fault, system_text, texts, task = liars()[lie]
    case = SeriesCase("variables: x y z", system_text, tuple(texts))
    answer = Answer(task, case.system.ring, case.components(*texts))
    found = judged(case.system, answer, by)
    assert [str(witness.fault) for witness in found.faults[:1]] == [fault], found
    recheck(found.faults[0], case.system, answer)
    if by == "singular":
        return
    assert found.faults[0].point is not None
    honest = Answer(Task.PRIMES, case.system.ring, case.components("z", "x + 1, y" if "+" in system_text else "x, y"))
    with registered(Puppet("honest", honest), Puppet("liar", answer)) as names:
        for order in (names, names[::-1]):
            verdict = crosscheck(case.system, order)
            assert verdict.kind is DISAGREE
            assert verdict.reason == "wrong: liar:told"
            assert verdict.witness is not None
            document = verdict.as_dict()["witness"]
            assert document["chain"]
            assert document["point"]


def test_what_is_said_in_other_words_agrees() -> None:
    """Embedded components, reducible chains, initials that vanish: the same zeros."""
    case = SeriesCase("variables: x y z", "x*z, y*z", ("z", "x, y"))
    ring = case.system.ring
    for texts in (
        ["z", "x, y", "x, y, z"],
        ["z", "x, y", "x, y, z - 1"],
        ["x, z", "y, z", "z", "x, y"],
        ["z^2", "x, y"],
    ):
        found = judged(case.system, Answer(Task.SERIES, ring, case.components(*texts)), "reference")
        assert found.proved, (texts, found)
    split = SeriesCase("variables: x y z", "y^2 - x^2, z*y - x", ("x, y", "y - x, z - 1", "y + x, z + 1"))
    lumped = split.series("x, y", "y^2 - x^2, y*z - x")
    found = judged(split.system, lumped, "reference")
    assert found.proved, found
    with registered(Puppet("good", split.series()), Puppet("lumped", lumped)) as names:
        verdict = crosscheck(split.system, names)
    assert verdict.kind is AGREE


@pytest.mark.parametrize("by", ["reference", BY_SINGULAR])
def test_zeros_of_an_initial_are_not_in_the_closure(by: str) -> None:
    """The zeros of x·(x − y²) as a chain are those of x − y², for x is its initial."""
    case = SeriesCase("variables: x y", "x^2 - y^2*x", ("x*(x - y^2)",))
    (witness,) = judged(case.system, case.series(), by).faults
    assert (witness.fault, witness.chain) == (Fault.MISSING_ZERO, case.components("x")[0])
    if by == "reference":
        assert witness.point is not None
        assert (witness.point[0], witness.polynomial) == (0, case.components("y^2 - x")[0][0])
        assert str(witness.polynomial.evaluate(witness.point)) == witness.value != "0"


def test_no_zeros_and_everything() -> None:
    none = read_system("variables: x y\nx*y - 1\nx")
    empty = Answer(Task.SERIES, none.ring, ())
    one = Answer(Task.PRIMES, none.ring, ((Polynomial.constant(none.ring, 1),),))
    assert judged(none, empty, "reference").proved
    assert judged(none, one, "reference").proved
    some = Answer(Task.SERIES, none.ring, ((next(none.polynomials()),),))
    assert judged(none, some, "reference").faults[0].fault is Fault.FALSE_ZERO
    everything = PolynomialSystem(none.ring, ())
    assert judged(everything, Answer(Task.SERIES, none.ring, ((),)), "reference").proved
    assert judged(everything, empty, "reference").faults[0].fault is Fault.MISSING_ZERO


# -- partial answers, limits, evidence --------------------------------------------------------------------------------


def told(system: PolynomialSystem, limits: Limits | None = None, **answers: tuple[Answer, Status]) -> Verdict:
    puppets = [Puppet(name, answer, status) for name, (answer, status) in answers.items()]
    with registered(*puppets) as names:
        return crosscheck(system, names, limits)


def test_a_partial_answer_is_consistent_at_best() -> None:
    case = SeriesCase("variables: x y z", "x*z, y*z", ("z", "x, y"))
    good = (case.series(), Status.COMPLETE)
    assert told(case.system, good=good, part=(case.series("z"), Status.PARTIAL)).kind is CONSISTENT
    assert told(case.system, good=good, part=(case.series("x"), Status.PARTIAL)).kind is DISAGREE
    assert told(case.system, good=(case.series("z"), Status.COMPLETE), part=good).kind is DISAGREE


def without_proof(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
    """A prover that never proves anything."""
    yield from (Finding(goal, Unknown("it did not come to an end")) for goal in question.goals)


def of_zeros(claim: Claim, _: Task) -> bool:
    return isinstance(claim, Within)


@pytest.fixture
def unproved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the reference and without Singular."""
    ladder = (PROVERS[0], Prover("nobody", without_proof, of_zeros), PROVERS[-1])
    assert (ladder[0].prove, ladder[-1].prove) == (direct.prove, points.prove)
    monkeypatch.setattr(judging, "PROVERS", ladder)


@pytest.mark.usefixtures("unproved")
def test_points_are_evidence_and_no_proof() -> None:
    case = SeriesCase("variables: x y z\nfield: 3", "x*z, y*z", ("z", "x, y"))
    primes = replace(case.series(), task=Task.PRIMES)
    verdict = told(case.system, a=(case.series(), Status.COMPLETE), b=(replace(primes), Status.COMPLETE))
    assert verdict.kind is CONSISTENT  # the same polynomials
    other = Answer(Task.PRIMES, case.system.ring, case.components("z", "x + y, x - y"))
    verdict = told(case.system, a=(case.series(), Status.COMPLETE), b=(other, Status.COMPLETE))
    assert verdict.kind is CONSISTENT, verdict.reason
    assert "points over GF(3), GF(3^2)" in verdict.reason
    assert "did not come to an end" in verdict.reason
    wrong = Answer(Task.PRIMES, case.system.ring, case.components("z", "x + y, x - y, z - 1"))
    verdict = told(case.system, a=(case.series(), Status.COMPLETE), b=(wrong, Status.COMPLETE))
    assert verdict.kind is DISAGREE
    assert verdict.witness is not None
    recheck(verdict.witness, case.system, wrong)


@pytest.mark.usefixtures("unproved")
def test_modulo_a_prime_nothing_is_proved() -> None:
    case = SeriesCase("variables: x y", "x*y^2 + y + 1", ("x*y^2 + y + 1",))
    other = Answer(Task.PRIMES, case.system.ring, case.components("x*y^2 + y + 1, x^2*y^2 + x*y + x"))
    verdict = told(case.system, a=(case.series(), Status.COMPLETE), b=(other, Status.COMPLETE))
    assert verdict.kind is CONSISTENT
    wrong = Answer(Task.PRIMES, case.system.ring, case.components("x*y^2 + y + 2"))
    verdict = told(case.system, a=(case.series(), Status.COMPLETE), b=(wrong, Status.COMPLETE))
    assert verdict.kind is UNDECIDED
    assert "which is no proof" in verdict.reason


@pytest.mark.singular
def test_a_fault_that_no_point_shows_is_not_believed_against_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    case = CASES["sqrt2-sqrt8"]
    primes = Answer(Task.COMPONENTS, case.system.ring, case.components("x^2 - 2, y^2 - 8"))
    fault = Witness(Fault.FALSE_ZERO, "b:told", "b:told is wrong")

    def mistaken(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
        yield Finding(Within(SYSTEM, 0), Proof("faith", Trust.ONE_WAY))
        yield Finding(Within(1, SYSTEM), fault)

    provers = (PROVERS[0], Prover("a mistaken one", mistaken, of_zeros), *PROVERS[4:])
    monkeypatch.setattr(judging, "PROVERS", provers)
    verdict = told(case.system, a=(case.series(), Status.COMPLETE), b=(primes, Status.COMPLETE))
    assert verdict.kind in (UNDECIDED, CONSISTENT)
    assert "proves the opposite" in verdict.reason
    less = Answer(Task.COMPONENTS, case.system.ring, case.components("x^2 - 2, y^2 - 8, x - 1"))
    assert told(case.system, a=(case.series(), Status.COMPLETE), b=(less, Status.COMPLETE)).kind is DISAGREE


def test_without_time_nothing_is_known() -> None:
    case = SeriesCase("variables: x y z", "x*z, y*z", ("z", "x, y"))
    primes = Answer(Task.PRIMES, case.system.ring, case.components("z", "x + y, x - y"))
    results = [Result(name, "", Status.COMPLETE, answer) for name, answer in (("a", case.series()), ("b", primes))]
    checked = check_all(results, case.system)
    verdict = judge_checked(checked, case.system, Deadline.after(0))
    assert (verdict.kind, verdict.stopped) == (UNDECIDED, {"time"})
    assert judge_checked(checked, case.system, Deadline.after(60)).kind is AGREE
    question = question_of(case.system, case.series())
    findings = list(reference.prove(question, Deadline.after(20), None))
    assert findings[-1] == Finding(Within(SYSTEM, 0), Proof("the reference's 2 irreducible chains", Trust.ONE_WAY))
    found = summed(reference.prove(question, Deadline.after(20), 1 << 20))
    assert found.proved or "memory" in found.reason
    found = summed(reference.prove(question, Deadline.after(0), None))
    assert found.stopped == "time"


@pytest.mark.slow
def test_a_system_that_no_one_decides_is_undecided_in_time() -> None:
    names = " ".join(f"x{i}" for i in range(8))
    equations = [f"x{i}^5*x{(i + 1) % 8} + x{(i + 2) % 8}^4*x{(i + 5) % 8} - x{(i + 3) % 8}*x{i} - 1" for i in range(7)]
    system = read_system(f"variables: {names}\n" + "\n".join(equations))
    first = Answer(Task.COMPONENTS, system.ring, (tuple(system.polynomials()),))
    second = Answer(Task.COMPONENTS, system.ring, (tuple(p * p for p in system.polynomials()),))
    verdict = told(system, Limits(seconds=2), a=(first, Status.COMPLETE), b=(second, Status.COMPLETE))
    assert verdict.kind in (UNDECIDED, CONSISTENT)
    assert verdict.reason


# -- parts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WITH_CHAINS)
def test_sampled_points_are_zeros(name: str) -> None:
    case = CASES[name]
    for chain in case.series().components:
        for _, point in zip(range(5), points_of_chain(chain, case.system.ring), strict=False):
            assert case.system.first_violated(point) is None


@settings(deadline=None, max_examples=examples(40))
@given(st.data())
def test_random_systems_over_small_fields(data: st.DataObject) -> None:
    """The reference's judgement of random components is what all points of GF(3) and GF(9) say, or stronger."""
    monomials = ["x", "y", "x*y", "y^2", "x^2", "x*y^2"]

    def polynomial() -> str:
        coefficients = data.draw(st.lists(st.integers(0, 2), min_size=7, max_size=7))
        return "+".join(f"{c}*{m}" for c, m in zip(coefficients, ["1", *monomials], strict=True))

    head = "variables: x y\nfield: 3\n"
    system = read_system(head + "\n".join(polynomial() for _ in range(data.draw(st.integers(1, 2)))))
    components = [
        tuple(read_system(head + "\n".join(polynomial() for _ in range(2))).polynomials())
        for _ in range(data.draw(st.integers(0, 2)))
    ]
    if data.draw(st.booleans()):
        components.append(tuple(system.polynomials()))
    answer = Answer(Task.PRIMES, system.ring, tuple(components))
    found = Inclusion(system).judge("it", answer)
    seen = evidence(answer, system)
    assert found.proved is not bool(found.faults)
    if seen.against:
        assert found.faults
    for witness in found.faults:
        recheck(witness, system, answer)


def test_all_wrong_alike() -> None:
    case = SeriesCase("variables: x y z", "x*z, y*z", ("z", "x, y"))
    for wrong in (case.series("z"), case.series("z", "x, y - 1"), Answer(Task.BASIS, case.system.ring, ((),), "lex")):
        verdict = told(case.system, a=(wrong, Status.COMPLETE), b=(wrong, Status.COMPLETE))
        assert verdict.kind is DISAGREE
        assert "a:told" in verdict.reason
        assert "b:told" in verdict.reason
    right = case.series()
    verdict = told(case.system, a=(right, Status.COMPLETE), b=(right, Status.COMPLETE))
    proof = "identities that were expanded: no zero is outside the components"
    assert verdict.reason == f"a:told, b:told have the same zeros; nothing is missing, by {proof}"
    assert verdict.rests_on == (proof,)


def test_numbers_of_more_digits_than_python_writes() -> None:
    """Over no small field does such a coefficient stay what it is."""
    huge = prod(points._PRIMES) ** 1_000
    assert huge > 10**4_300
    system = read_system(f"variables: x y\n{Decimal(huge)}*x*y - 1\ny^2 - 1")
    answer = Answer(Task.BASIS, system.ring, (tuple(system.polynomials()),))
    assert evidence(answer, system, complete=True, deadline=Deadline.after(10)) is not None
    verdict = crosscheck(system, ["reference", "reference:basis"])
    assert verdict.kind is VerdictKind.AGREE
    assert str(verdict)
