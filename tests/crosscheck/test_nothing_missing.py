"""Nothing ends in `agree` without a proof that no zero is missing: lies alone, in pairs alike, and in the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

import pytest
from hypothesis import given, strategies as st

from casbridge.algebra import Field, Polynomial, PolynomialSystem, Ring
from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.formats import read_system
from casbridge.backends.protocol import Result, Status
from casbridge.charset import Chain, PointChain
from casbridge.charset.general.cofactors import ExplainedBasis
from casbridge.charset.series import series_of
from casbridge.crosscheck import Fault, VerdictKind, Witness, crosscheck, judging
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.claims import Claim, Within
from casbridge.crosscheck.judging import PROVERS, Prover, judge_checked
from casbridge.crosscheck.ledger import Finding, Unknown
from casbridge.crosscheck.provers import reference
from casbridge.crosscheck.provers.closing import zero_outside
from casbridge.crosscheck.provers.covering import Covering, is_sound
from casbridge.crosscheck.provers.finite import are_covered, small_algebra
from casbridge.crosscheck.provers.protocol import Question
from casbridge.crosscheck.provers.reference import Inclusion
from casbridge.encodings import encode
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.reading import read
from tests.charset.brute import the_variable
from tests.crosscheck.planted import LIES, SYSTEMS, chains_of, told
from tests.crosscheck.puppets import Puppet, registered, series, true_components

AGREE, DISAGREE, CONSISTENT = VerdictKind.AGREE, VerdictKind.DISAGREE, VerdictKind.CONSISTENT
QUICK = ("line and plane", "roots")
#: Systems whose identities take longer.
SLOW = ("triangle", "q-minors", "biquadratic", "minors", "f31991-cubes")
ALL = [pytest.param(name, marks=() if name == QUICK[0] else pytest.mark.slow) for name in SYSTEMS]


def judged(system: PolynomialSystem, components: Sequence[Component]) -> bool | None:
    """Whether components are the zeros of a system, by the reference alone; None where it cannot tell."""
    found = Inclusion(system, Deadline.after(60)).judge("it", Answer(Task.SERIES, system.ring, tuple(components)))
    return True if found.proved else False if found.faults else None


# -- lies -------------------------------------------------------------------------------------------------------------


def test_there_are_twenty_kinds_of_lies() -> None:
    assert len(LIES) >= 20


@pytest.mark.parametrize("name", ALL)
def test_the_truth_agrees_and_says_what_it_rests_on(name: str) -> None:
    right = chains_of(SYSTEMS[name])
    for forms in ((right, right), (right, right[::-1])):
        verdict = told(SYSTEMS[name], *zip("ab", forms, strict=True))
        assert verdict.kind is AGREE, verdict.reason
        assert verdict.rests_on
        assert all(text in verdict.reason for text in verdict.rests_on)
        assert verdict.as_dict()["rests_on"] == list(verdict.rests_on)


@pytest.mark.parametrize("name", ALL)
def test_no_lie_ends_in_agree(name: str) -> None:
    """Each kind alone beside the truth, and twice alike."""
    system = SYSTEMS[name]
    right = chains_of(system)
    lies = {lie: list(tell(right)) for lie, tell in LIES.items()}
    wrong = {lie: components for lie, components in lies.items() if judged(system, components) is False}
    assert len(wrong) >= 10
    for lie, components in wrong.items():
        alone = told(system, ("liar", components), ("honest", right))
        assert alone.kind is DISAGREE, (lie, alone.reason)
        assert {one.result.backend for one in alone.checked if one.faults} == {"liar"}, lie
        alike = told(system, ("liar", components), ("other", components))
        assert alike.kind is DISAGREE, (lie, alike.reason)
        assert not alike.rests_on


@pytest.mark.parametrize("name", ALL)
def test_no_two_lies_end_in_agree(name: str) -> None:
    """Two kinds of lies at once, the same from two backends."""
    system = SYSTEMS[name]
    right = chains_of(system)
    kinds = list(LIES.values())
    for first, second in zip(kinds[:6], kinds[9:15], strict=True):
        once = list(first(right))
        twice = list(second(once)) if once and once[0] and all(once) else once
        if judged(system, twice) is False:
            assert told(system, ("a", twice), ("b", twice)).kind is not AGREE, (first, second)


# -- lies of the reference --------------------------------------------------------------------------------------------


def telling(chains: Sequence[Component], system: PolynomialSystem) -> Iterator[int]:
    """The places of chains whose zeros are in the closure of no other chain's."""
    for place in range(len(chains)):
        others = [chain for number, chain in enumerate(chains) if number != place]
        if judged(system, others) is False:
            yield place


class _Forgetful:
    """The reference's series of a system without one of its chains."""

    def __init__(self, system: PolynomialSystem, place: int) -> None:
        self.wanted = set(system.polynomials())
        self.place = place

    def __call__(self, system: PolynomialSystem, deadline: Deadline) -> list[Chain | PointChain]:
        chains = list(series_of(system, deadline))
        return (
            [c for i, c in enumerate(chains) if i != self.place] if set(system.polynomials()) == self.wanted else chains
        )


def in_this_process(*arguments: object, **options: object) -> Iterator[object]:
    compute, question, deadline = arguments[:3]
    yield from compute(question, deadline)  # type: ignore[operator]


@pytest.mark.parametrize("name", ALL)
def test_where_the_reference_loses_a_chain(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its prover has lost the chain too. Beside the truth, and beside the same lie, nothing ends in `agree`."""
    system = SYSTEMS[name]
    right = chains_of(system)
    monkeypatch.setattr(reference, "found_apart", in_this_process)
    for place in telling(right, system):
        wrong = [chain for number, chain in enumerate(right) if number != place]
        with monkeypatch.context() as patched:
            patched.setattr(reference, "series_of", _Forgetful(system, place))
            beside = told(system, ("reference", wrong), ("honest", right))
            alike = told(system, ("reference", wrong), ("other", wrong))
            primes = Answer(Task.PRIMES, system.ring, tuple(right))
            other = told(system, ("reference", wrong), ("primes", primes))
        assert beside.kind is DISAGREE, (place, beside.reason)
        assert {one.result.backend for one in beside.checked if one.faults} == {"reference"}
        assert alike.kind is not AGREE, (place, alike.reason)
        assert other.kind is not AGREE, (place, other.reason)


@pytest.mark.parametrize("task", [Task.SERIES, Task.PRIMES])
def test_what_the_reference_lost_is_learnt(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    system = SYSTEMS["line and plane"]
    x, y, z = (the_variable(system.ring, v) for v in range(3))
    monkeypatch.setattr(reference, "series_of", _Forgetful(system, 1))
    inclusion = Inclusion(system)
    (kept,) = (tuple(map(inclusion.elements.polynomial, chain)) for chain in inclusion.chains)
    lost = (z,) if kept == (x, y) else (x, y)
    short = Answer(task, system.ring, (kept,))
    assert inclusion.judge("it", short).proved
    inclusion.learn("other", Answer(task, system.ring, (kept, lost, (x, y, z))))
    assert len(inclusion.learnt) == 1
    found = inclusion.judge("it", short)
    assert found.faults[0].text.endswith(" of other")
    assert found.faults[0].point is not None
    inclusion.learn("liar", Answer(task, system.ring, ((x - 1,),)))
    assert len(inclusion.learnt) == 1
    assert inclusion.judge("other", Answer(task, system.ring, (kept, lost))).proved


@pytest.mark.parametrize("first", ["chains", "basis"])
def test_components_that_meet_count_twice(first: str) -> None:
    """Two components with six zeros by their degrees have four. A basis with six zeros must not confirm them."""
    system = read_system("variables: x y\nx^2 - 2\n(y^2 - 2)*(y - 3*x)")
    x, y = (the_variable(system.ring, v) for v in range(2))
    basis = Answer(Task.BASIS, system.ring, ((x**2 - 2, (y**2 - 2) * (y - 3 * x)),), "lex")
    wrong = Answer(Task.SERIES, system.ring, ((x**2 - 2, y**2 - 2), (x**2 - 2, y - x)))
    answers = {"chains": wrong, "basis": basis}
    verdict = told(system, *sorted(answers.items(), key=lambda one: one[0] != first))
    assert verdict.kind is not AGREE, verdict.reason


def test_there_are_enough_chains_to_lose() -> None:
    """Counted where it is quick; the slow tests have them all."""
    quick = [sum(1 for _ in telling(chains_of(SYSTEMS[name]), SYSTEMS[name])) for name in QUICK]
    assert quick == [2, 2]


@pytest.mark.slow
def test_all_chains_to_lose() -> None:
    assert sum(len(list(telling(chains_of(system), system))) for system in SYSTEMS.values()) >= 47


def test_the_plane_that_the_reference_lost() -> None:
    """The two cases that the page on cross-checks began with."""
    system = SYSTEMS["line and plane"]
    x, y, z = (the_variable(system.ring, v) for v in range(3))
    right = Answer(Task.PRIMES, system.ring, ((x, y), (z,)))
    verdict = told(system, ("reference", [(x, y)]), ("singular", right))
    assert verdict.reason == "wrong: reference:told"
    assert verdict.witness is not None
    assert verdict.witness.fault is Fault.MISSING_ZERO
    curve = SYSTEMS["curve"]
    x, y = (the_variable(curve.ring, v) for v in range(2))
    verdict = told(curve, ("reference", [(x, y + 1)]), ("singular", [(x * y**2 + y + 1,)]))
    assert verdict.reason == "wrong: reference:told"


# -- without a proof --------------------------------------------------------------------------------------------------


def by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """No prover shows that nothing is missing, and nobody looks for a common fault."""
    monkeypatch.setattr(judging, "PROVERS", PROVERS[:1])


def of_zeros(claim: Claim, _: Task) -> bool:
    return isinstance(claim, Within)


def test_equal_answers_without_a_proof_are_consistent(monkeypatch: pytest.MonkeyPatch) -> None:
    by_nobody(monkeypatch)
    for name in QUICK:
        right = chains_of(SYSTEMS[name])
        verdict = told(SYSTEMS[name], ("singular", right), ("sympy", right))
        assert verdict.kind is CONSISTENT
        assert verdict.reason.startswith("equal in Singular and SymPy, not proved: ")
        assert verdict.rests_on == ()
        assert not verdict.stopped
    right = chains_of(SYSTEMS["roots"])
    assert told(SYSTEMS["roots"], ("a", right), ("b", right), ("reference", right)).reason.startswith(
        "equal in a, b and the reference, not proved: "
    )


@pytest.mark.parametrize(
    ("limit", "seconds", "stopped", "told_text"),
    [
        ("time", 2, {"time"}, "a prover: no answer"),
        ("memory", 60, {"memory"}, "a prover: no answer"),
    ],
)
def test_a_limit_that_ended_the_proof_is_told(
    monkeypatch: pytest.MonkeyPatch, limit: str, seconds: float, stopped: set[str], told_text: str
) -> None:
    def ended(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
        yield from (Finding(goal, Unknown("a prover: no answer", limit)) for goal in question.goals)

    monkeypatch.setattr(judging, "PROVERS", (PROVERS[0], Prover("a prover", ended, of_zeros)))
    right = chains_of(SYSTEMS["roots"])
    results = [
        Result(name, "", Status.COMPLETE, Answer(Task.SERIES, SYSTEMS["roots"].ring, tuple(right))) for name in "ab"
    ]
    verdict = judge_checked(check_all(results, SYSTEMS["roots"]), SYSTEMS["roots"], Deadline.after(seconds))
    assert (verdict.kind, set(verdict.stopped)) == (CONSISTENT, stopped)
    assert told_text in verdict.reason


@pytest.mark.parametrize("seconds", [None, 40])
def test_a_limit_of_the_user_is_the_time_of_the_proof(monkeypatch: pytest.MonkeyPatch, seconds: float | None) -> None:
    left: list[float] = []

    def measuring(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
        left.append(deadline.left() or 0.0)
        return iter(())

    monkeypatch.setattr(judging, "PROVERS", (PROVERS[0], Prover("a prover", measuring, of_zeros, 1.0)))
    answer = Answer(Task.SERIES, SYSTEMS["roots"].ring, tuple(chains_of(SYSTEMS["roots"])))
    with registered(Puppet("a", answer), Puppet("b", answer)) as names:
        crosscheck(SYSTEMS["roots"], names, seconds=seconds)
    assert (max(left) > 8) is (seconds is not None)


def test_no_limit_is_told_where_another_proof_succeeds(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
        yield from (Finding(goal, Unknown("no answer", "time")) for goal in question.goals)

    monkeypatch.setattr(judging, "PROVERS", (Prover("a prover", ended, of_zeros, 0.1), *PROVERS))
    right = chains_of(SYSTEMS["roots"])
    verdict = told(SYSTEMS["roots"], ("a", right), ("b", right))
    assert (verdict.kind, verdict.stopped) == (AGREE, frozenset())
    assert "no answer" not in verdict.reason


def test_the_same_wrong_no_zeros_is_no_agreement(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in QUICK:
        verdict = told(SYSTEMS[name], ("a", []), ("b", []))
        assert verdict.kind is DISAGREE
        assert [bool(one.faults) for one in verdict.checked] == [True, True]
    by_nobody(monkeypatch)
    assert told(SYSTEMS["roots"], ("a", []), ("b", [])).kind is CONSISTENT


def test_a_fault_that_only_one_prover_sees_is_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last prover says without a point that zeros are missing, and the reference proves the opposite."""

    def accuser(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
        for number in question.concerned:
            text = f"{question.name(number)} lacks zeros of the system, by Singular"
            yield from question.refuted(number, Witness(Fault.MISSING_ZERO, question.name(number), text), certain=False)

    reference_alone = next(prover for prover in PROVERS if prover.prove is reference.prove)
    monkeypatch.setattr(judging, "PROVERS", (PROVERS[0], Prover("accuser", accuser, of_zeros), reference_alone))
    system = SYSTEMS["line and plane"]
    right = chains_of(system)
    verdict = told(system, ("a", right), ("b", right))
    assert verdict.kind is CONSISTENT
    assert "a:told lacks zeros of the system, by Singular, but " in verdict.reason
    verdict = told(system, ("a", right[:1]), ("b", right[:1]))
    assert verdict.kind is DISAGREE


def test_certify_takes_the_time_of_the_comparison() -> None:
    given: list[float] = []

    def slow(question: object, deadline: Deadline, memory: int | None) -> Iterator[object]:
        given.append(deadline.left() or 0)
        return iter(())

    system = SYSTEMS["roots"]
    right = chains_of(system)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(judging, "PROVERS", (PROVERS[0], Prover("slow", slow, of_zeros, 1.0)))  # type: ignore[arg-type]
        told(system, ("a", right), ("b", right))
        told(system, ("a", right), ("b", right), certify=True)
    assert given[0] <= 4 < 50 < given[1]


def test_no_proof_is_needed_for_partial_answers() -> None:
    system = SYSTEMS["four points"]
    right = chains_of(system)
    whole = Result("a", "", Status.COMPLETE, Answer(Task.SERIES, system.ring, tuple(right)))
    part = Result("b", "", Status.PARTIAL, Answer(Task.SERIES, system.ring, tuple(right[:2])))
    verdict = judge_checked(check_all([whole, part], system), system)
    assert (verdict.kind, verdict.rests_on) == (CONSISTENT, ())


# -- the search -------------------------------------------------------------------------------------------------------

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("encoding", ["colouring", "sum-product", "symmetric", "indicators"])
def test_the_search_closes_a_puzzle(encoding: str) -> None:
    for text in (".4.....1..3.2...", "12.............."):
        (puzzle,) = read(text)
        encoded = encode(puzzle, encoding)
        zeros = frozenset(filter(None, series(encoded.system).points()))
        assert zero_outside(encoded.system, zeros) is None
        for lost in sorted(zeros)[:2]:
            assert zero_outside(encoded.system, zeros - {lost}) == lost


def test_the_search_closes_a_large_puzzle() -> None:
    (puzzle,) = read(PUZZLE.replace("7", "."))
    encoded = encode(puzzle)
    zeros = frozenset(filter(None, series(encoded.system).points()))
    assert len(zeros) == 6
    assert zero_outside(encoded.system, zeros) is None
    assert zero_outside(encoded.system, zeros - {min(zeros)}) == min(zeros)


def closes_exactly(text: str) -> int:
    """How many zeros a system has; each of them is missing if it is not told."""
    system = read_system(text)
    zeros = frozenset(filter(None, series(system).points()))
    assert zero_outside(system, zeros) is None
    for zero in zeros:
        assert zero_outside(system, zeros - {zero}) == zero
    return len(zeros)


def test_more_values_than_variables_that_differ() -> None:
    """No value needs a place. Over GF(11), F(t) = (t-1)(t-2)(t-3)(t-4), and G says that two variables differ."""
    variables = "xyz"
    domains = [f"({v}-1)*({v}-2)*({v}-3)*({v}-4)" for v in variables]
    differ = [f"({a}+{b})*({a}^2+{b}^2) - 10*({a}^2+{a}*{b}+{b}^2) + 35*({a}+{b}) - 50" for a, b in ("xy", "yz", "xz")]
    assert closes_exactly("\n".join(["field: 11", "variables: x y z", *domains, *differ])) == 24


@pytest.mark.parametrize(
    ("equations", "number"),
    [("x+y+z-6", 7), ("x+y+z-6\nx*y*z-6", 6), ("x*y*z-6", 6), ("x+y+z-6\nx*y+y*z+z*x-12", 1), ("x*y+y*z+z*x-11", 6)],
)
def test_sums_and_products_that_allow_repetitions(equations: str, number: int) -> None:
    domains = "\n".join(f"({v}-1)*({v}-2)*({v}-3)" for v in "xyz")
    assert closes_exactly(f"variables: x y z\n{domains}\n{equations}") == number


def test_two_backends_that_lose_the_same_grid() -> None:
    """Alike, and without the reference."""
    (puzzle,) = read("12..............")
    encoded = encode(puzzle)
    components = true_components(encoded.system)
    short = series(encoded.system, components[:-1])
    with registered(Puppet("a", short), Puppet("b", short)) as names:
        verdict = crosscheck(encoded, names)
    assert verdict.kind is DISAGREE
    assert [len(one.faults) for one in verdict.checked] == [1, 1]
    assert verdict.witness is not None
    assert encoded.system.first_violated(verdict.witness.point or ()) is None


def test_what_the_search_cannot_do() -> None:
    for text in ("x^2 - 2", "x*y - 1", "variables: x y\nx^2 - 1"):
        system = read_system(text)
        with pytest.raises(UnsupportedError):
            zero_outside(system, frozenset({(1,) * system.ring.size}))
    (puzzle,) = read(PUZZLE)
    with pytest.raises(LimitError):
        zero_outside(encode(puzzle).system, frozenset(), Deadline.after(0))


def test_the_search_solves_for_variables_without_a_domain() -> None:
    system = read_system("variables: x y z\nx^2 - 1\ny - x - 2\nz^2 - y")
    with pytest.raises(UnsupportedError):
        zero_outside(system, frozenset())  # z**2 - 3
    system = read_system("variables: x y z\nx^2 - 1\n2*y - x - 7\nz^2 - y^2")
    zeros = frozenset({(1, 4, 4), (1, 4, -4), (-1, 3, 3), (-1, 3, -3)})
    assert zero_outside(system, zeros) is None
    assert zero_outside(system, zeros - {(1, 4, -4)}) == (1, 4, -4)


@given(st.data())
def test_the_search_finds_exactly_what_is_missing(data: st.DataObject) -> None:
    """Random systems over GF(3) with all domains, beside all points."""
    system, zeros = random_system(data, domains=True)
    told_zeros = frozenset(data.draw(st.lists(st.sampled_from(sorted(zeros)), unique=True))) if zeros else zeros
    missing = zero_outside(system, told_zeros)
    assert (missing is None) is (told_zeros == zeros)
    assert missing is None or missing in zeros - told_zeros


def random_system(data: st.DataObject, *, domains: bool) -> tuple[PolynomialSystem, frozenset[tuple[int, ...]]]:
    """A system over GF(3) in three variables, and its zeros in the field."""
    ring = Ring.of("x y z", Field(3))
    monomials = [e for e in product(range(3), repeat=3) if sum(e) <= 3]
    polynomials = [
        Polynomial(
            ring, dict(zip(chosen, data.draw(st.lists(st.integers(1, 2), min_size=4, max_size=4)), strict=False))
        )
        for chosen in data.draw(
            st.lists(st.lists(st.sampled_from(monomials), min_size=1, max_size=4), min_size=1, max_size=3)
        )
    ]
    if domains:
        polynomials += [the_variable(ring, v) ** 3 - the_variable(ring, v) for v in range(3)]
    system = PolynomialSystem.of(ring, polynomials)
    zeros = (point for point in product(range(3), repeat=3) if system.first_violated(point) is None)
    return system, frozenset(zeros)


# -- identities -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in SYSTEMS]
)
def test_identities_prove_the_truth_only(name: str) -> None:
    system = SYSTEMS[name]
    right = Answer(Task.SERIES, system.ring, tuple(chains_of(system)))
    covering_ = Covering(system, Deadline.after(60))
    assert is_sound(right, system)
    assert covering_.of_components(right)
    for place in range(len(right.components)):
        less = replace(right, components=(*right.components[:place], *right.components[place + 1 :]))
        if judged(system, less.components) is False:
            assert not covering_.of_components(less)


@given(st.data())
def test_finitely_many_zeros_are_covered_exactly_if_each_is_in_a_part(data: st.DataObject) -> None:
    """Over GF(3) and QQ, with multiple zeros: parts are sets where some polynomials are 0, and others are not."""
    ring = Ring.of("x y", data.draw(st.sampled_from([Field(3), Field(0)])))
    x, y = (the_variable(ring, v) for v in range(2))
    terms = st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 2)), st.integers(-1, 1), max_size=3)
    polynomials = st.lists(st.builds(partial(Polynomial, ring), terms), max_size=2)
    times = data.draw(st.integers(1, 2))
    equations = [(v**3 - v) ** times for v in (x, y)] + [f**times for f in data.draw(polynomials)]
    parts = data.draw(st.lists(st.tuples(polynomials, polynomials), max_size=3))
    known = ExplainedBasis([f for f in equations if f])
    zeros = [p for p in product((-1, 0, 1), repeat=2) if not any(f.evaluate(p) for f in equations)]
    inside = [
        any(not any(f.evaluate(p) for f in ones) and all(f.evaluate(p) for f in others) for ones, others in parts)
        for p in zeros
    ]
    algebra = small_algebra(known, NEVER)
    assert algebra is not None
    assert are_covered(known, algebra, parts, NEVER) is all(inside)


def test_points_are_counted() -> None:
    system = read_system("variables: x y\n(x - 1)^2*(x + 2)\ny^2 - 2*x*y + x^2")
    points = frozenset({(1, 1), (-2, -2)})
    counting = Covering(system)
    assert counting.of_points(points).endswith("no more standard monomials than zeros")
    assert not counting.of_points(frozenset({(1, 1)}))
    assert not counting.of_points(frozenset())
    empty = read_system("variables: x y\nx*y - 1\nx")
    assert "1 is in the ideal" in Covering(empty).of_points(frozenset())


def test_a_chain_without_its_limit_points() -> None:
    """At (0, -1) the initial of the first chain is 0: an identity does not reach the closure there."""
    system = SYSTEMS["curve"]
    x, y = (the_variable(system.ring, v) for v in range(2))
    chain = (x * y**2 + y + 1,)
    alone = Answer(Task.SERIES, system.ring, (chain,))
    assert not Covering(system).of_components(alone)
    assert Covering(system).of_components(replace(alone, components=(chain, (x, y + 1))))
    assert Covering(system).of_components(replace(alone, task=Task.COMPONENTS))


def test_what_is_not_sound() -> None:
    system = SYSTEMS["line and plane"]
    x, y, z = (the_variable(system.ring, v) for v in range(3))
    for task in (Task.SERIES, Task.PRIMES):
        assert is_sound(Answer(task, system.ring, ((x, y), (z,))), system)
        assert not is_sound(Answer(task, system.ring, ((x,), (z,))), system)
        assert not is_sound(Answer(task, system.ring, ((),)), system)
    assert is_sound(Answer(Task.PRIMES, system.ring, ((x + y, x - y), (z,))), system)


@given(st.data())
def test_agree_means_that_the_zeros_are_the_systems(data: st.DataObject) -> None:
    """Random systems over GF(3) and random components: `agree` is true at all points of the field."""
    system, zeros = random_system(data, domains=data.draw(st.booleans()))
    right = chains_of(system)
    components = list(right)
    if right and data.draw(st.booleans()):
        lie = data.draw(st.sampled_from(sorted(LIES)))
        components = list(LIES[lie](right))
    task = data.draw(st.sampled_from([Task.SERIES, Task.COMPONENTS]))
    with pytest.MonkeyPatch.context() as patched:
        # Without Singular, and in this process: it is quicker.
        patched.setattr(judging, "PROVERS", PROVERS[:5])
        verdict = told(system, ("a", components), ("b", components), task=task)
    if verdict.kind is AGREE:
        inside = {
            point
            for point in product(range(3), repeat=3)
            if any(not any(f.evaluate(point) for f in component) for component in components)
        }
        assert zeros <= inside
        assert inside == zeros or task is Task.SERIES


# -- parameters -------------------------------------------------------------------------------------------------------


def test_parameters() -> None:
    system = read_system("parameters: a\nvariables: x y\na*x^2 - a\nx*y")
    right = chains_of(system)
    verdict = told(system, ("a", right), ("b", right))
    assert verdict.kind is AGREE, verdict.reason
    for wrong in ([], right[:1], right[1:]):
        assert told(system, ("a", wrong), ("b", wrong)).kind is DISAGREE
    with pytest.raises(UnsupportedError):
        zero_outside(system, frozenset())
    empty = read_system("parameters: a\nvariables: x\na")
    assert Covering(empty).of_points(frozenset())
    a = the_variable(system.ring, 0)
    assert Covering(system).of_components(Answer(Task.SERIES, system.ring, (*right, (a,))))
