"""Liars are caught where the zeros are no points of the field too, and honest answers agree there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest
import sympy

from casbridge.algebra import Polynomial, PolynomialSystem
from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.formats import read_system
from casbridge.backends.protocol import Status
from casbridge.crosscheck import Fault, Verdict, VerdictKind, crosscheck
from casbridge.crosscheck.closed_points import factors_outside, triangular_basis
from casbridge.crosscheck.division import failing_pair
from tests.crosscheck.planted import Lie, another_last_constant, no_zeros, without_the_first, without_the_last
from tests.crosscheck.puppets import Puppet, registered

AGREE, DISAGREE = VerdictKind.AGREE, VerdictKind.DISAGREE
SLOW = pytest.mark.slow

#: A system; its series; its primes by other generators; its bases in lex and degrevlex; its zeros.
SYSTEMS = {
    "line": ("x^2 - 2\ny - x", ["x^2 - 2, y - x"], ["3*y - 3*x, x^2 - 2"], ["x^2 - 2, y - x"] * 2, 2),
    "cross": (
        "(x^2 - 2)*(x - 1)\ny^2 - x^2",
        ["x^2 - 2, y - x", "x^2 - 2, y + x", "x - 1, y - 1", "x - 1, y + 1"],
        ["y + 1, x - 1", "2*y - 2*x, x^2 - 2", "x + y, x^2 - 2", "y - x, x - 1"],
        ["x^3 - x^2 - 2*x + 2, y^2 - x^2"] * 2,
        6,
    ),
    "GF(7)": (
        "field: 7\nx^2 + 1\ny - x",
        ["x^2 + 1, y - x"],
        ["y + 6*x, 2*x^2 + 2"],
        ["x^2 + 1, y - x", "y - x, x^2 + 1"],
        2,
    ),
}  # fmt: skip


def parsed(system: PolynomialSystem, texts: Sequence[str]) -> list[Component]:
    p = system.ring.field.characteristic
    head = f"variables: {' '.join(system.ring.variables)}\n" + (f"field: {p}\n" if p else "")
    return [tuple(read_system(head + text.replace(", ", "\n")).polynomials()) for text in texts]


def honest(name: str) -> tuple[PolynomialSystem, dict[str, Answer]]:
    text, chains, primes, bases, _ = SYSTEMS[name]
    system = read_system("variables: x y\n" + text)
    answers = {
        "chars": Answer(Task.SERIES, system.ring, tuple(parsed(system, chains))),
        "primes": Answer(Task.PRIMES, system.ring, tuple(parsed(system, primes))),
    }
    for order, basis in zip(("lex", "degrevlex"), bases, strict=True):
        answers[order] = Answer(Task.BASIS, system.ring, tuple(parsed(system, [basis])), order)
    return system, answers


def judge(system: PolynomialSystem, answers: dict[str, Answer], statuses: dict[str, Status] | None = None) -> Verdict:
    told = statuses or {}
    puppets = [Puppet(name, answer, told.get(name, Status.COMPLETE)) for name, answer in answers.items()]
    with registered(*puppets) as names:
        return crosscheck(system, names)


def a_point_more(components: list[Component]) -> Sequence[Component]:
    first, second = components[0]
    return [*components, (first + 1, second)]


def only_rational_points(components: list[Component]) -> Sequence[Component]:
    return [component for component in components if all(f.total_degree == 1 for f in component)]


LIES = [no_zeros, without_the_first, without_the_last, another_last_constant, a_point_more, only_rational_points]


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_honest_answers_agree_in_all_combinations(name: str) -> None:
    system, answers = honest(name)
    for size in (2, 3, 4):
        for chosen in permutations(answers, size):
            verdict = judge(system, {one: answers[one] for one in chosen})
            assert verdict.kind is AGREE, verdict.reason
            assert not any(one.faults for one in verdict.checked)
            if {"chars", "primes"} & set(chosen):
                assert f"total degree {SYSTEMS[name][4]}" in verdict.reason


#: In `make test` every lie about the system of most components, and one of each sort over a finite field.
TOLD = [
    pytest.param(
        name,
        lie,
        marks=() if name == "cross" or (name == "GF(7)" and lie in (without_the_first, a_point_more)) else SLOW,
    )
    for name in SYSTEMS
    for lie in LIES
]


@pytest.mark.parametrize("size", [2, pytest.param(3, marks=SLOW)])
@pytest.mark.parametrize("liar", ["chars", "primes"])
@pytest.mark.parametrize(("name", "lie"), TOLD)
def test_a_liar_is_named(name: str, lie: Lie, liar: str, size: int) -> None:
    system, answers = honest(name)
    wrong = Answer(answers[liar].task, system.ring, tuple(lie([*answers[liar].components])))
    told = answers | {liar: wrong}
    for chosen in permutations(told, size):
        if liar not in chosen:
            continue
        verdict = judge(system, {one: told[one] for one in chosen})
        assert verdict.kind is DISAGREE, (chosen, verdict.reason)
        assert verdict.reason == f"wrong: {liar}:told"
        assert verdict.witness is not None
        assert verdict.witness.polynomial is not None or verdict.witness.extension is not None
        more = lie in (another_last_constant, a_point_more)
        wrong_faults = {fault.fault for one in verdict.checked for fault in one.faults}
        assert (Fault.FALSE_ZERO if more else Fault.MISSING_ZERO) in wrong_faults


@pytest.mark.parametrize(
    ("name", "order"),
    [
        pytest.param(name, order, marks=() if (name, order) in (("cross", "lex"), ("GF(7)", "degrevlex")) else SLOW)
        for name in SYSTEMS
        for order in ("lex", "degrevlex")
    ],
)
def test_a_wrong_basis_is_named(name: str, order: str) -> None:
    system, answers = honest(name)
    (basis,) = answers[order].components
    wrong = Answer(Task.BASIS, system.ring, ((*basis[:-1], basis[-1] + 1),), order)
    for chosen in permutations(["chars", order, "primes"]):
        verdict = judge(system, {one: (answers | {order: wrong})[one] for one in chosen})
        assert verdict.kind is DISAGREE
        assert verdict.reason == f"wrong: {order}:told"
    less = Answer(Task.BASIS, system.ring, ((*basis, Polynomial.constant(system.ring, 1)),), order)
    assert judge(system, {"chars": answers["chars"], order: less}).reason == f"wrong: {order}:told"


def test_a_repeated_component_is_redundant() -> None:
    system, answers = honest("line")
    (first,) = answers["chars"].components
    (second,) = answers["primes"].components
    verdict = judge(system, {"a": Answer(Task.PRIMES, system.ring, (first, second)), "chars": answers["chars"]})
    assert verdict.kind is VerdictKind.DISAGREE  # minimal primes are irredundant
    assert [fault.fault for fault in verdict.checked[0].faults] == [Fault.REDUNDANT_COMPONENT]
    verdict = judge(system, {"a": Answer(Task.SERIES, system.ring, (first, second)), "chars": answers["chars"]})
    assert verdict.kind is AGREE
    assert [one.redundant for one in verdict.checked] == [1, 0]


def test_components_that_are_not_prime_are_wrong_as_primes_only() -> None:
    """Components that hold more than one prime, or one with multiplicity, have the same zeros in other words."""
    system = read_system("variables: x y\n(x^2 - 2)*(x^2 - 3)*(x^2 - 3)\ny^2 - x^2")
    right = ["x^2 - 2, y - x", "x^2 - 2, y + x", "x^2 - 3, y - x", "x^2 - 3, y + x"]
    # y^2 − 2 splits over QQ(√2), so that the first is no prime; and the third is not radical.
    for lumped in (["x^2 - 2, y^2 - 2", *right[2:]], [*right[:3], "(x^2 - 3)^2, y + x"]):
        answers = {
            "right": Answer(Task.PRIMES, system.ring, tuple(parsed(system, right))),
            "lumped": Answer(Task.COMPONENTS, system.ring, tuple(parsed(system, lumped))),
        }
        verdict = judge(system, answers)
        assert verdict.kind is AGREE, verdict.reason
        verdict = judge(system, {**answers, "lumped": replace(answers["lumped"], task=Task.PRIMES)})
        assert verdict.reason == "wrong: lumped:told"
        assert {fault.fault for fault in verdict.checked[1].faults} == {Fault.NOT_PRIME}
    short = Answer(Task.PRIMES, system.ring, tuple(parsed(system, ["x^2 - 2, y^2 - 2"])))
    verdict = judge(system, {"right": answers["right"], "short": short})
    assert verdict.reason == "wrong: short:told"


def test_a_basis_with_multiple_zeros_agrees() -> None:
    system = read_system("variables: x y\n(x^2 - 2)^2\ny - x")
    chains = tuple(parsed(system, ["x^2 - 2, y - x"]))
    answers = {
        "chars": Answer(Task.SERIES, system.ring, chains),
        "primes": Answer(Task.PRIMES, system.ring, chains),
        "std": Answer(Task.BASIS, system.ring, (tuple(system.polynomials()),), "lex"),
    }
    verdict = judge(system, answers)
    assert verdict.kind is AGREE
    assert "; nothing is missing, by " in verdict.reason


def test_partial_answers() -> None:
    system, answers = honest("cross")
    part = Answer(Task.PRIMES, system.ring, answers["primes"].components[1:3])
    partial = {"part": Status.PARTIAL}
    assert judge(system, {"chars": answers["chars"], "part": part}, partial).kind is VerdictKind.CONSISTENT
    short = Answer(Task.SERIES, system.ring, answers["chars"].components[1:])
    assert judge(system, {"short": short, "part": part}, partial).reason == "wrong: short:told"


def test_what_is_certain() -> None:
    system = read_system("variables: x y\nx^2 - 2\ny - x")
    first, second, third = (
        triangular_basis(one, system.ring)
        for one in parsed(system, ["x^2 - 2, y^2 - 2", "x^2 - 2, y - x", "x^2 - 2, y + x"])
    )
    assert first
    assert second
    assert third
    whole, plus, minus = frozenset(first), frozenset(second), frozenset(third)
    assert factors_outside(whole, [plus, minus], 4) is None
    assert factors_outside(whole, [plus], 4) is not None
    assert factors_outside(plus, [whole], 2) is None
    assert factors_outside(plus, [minus], 2) is not None
    assert factors_outside(plus, [], 2) == []
    assert failing_pair(first, "degrevlex") is None


SPHERES = {
    # A circle without rational points at small values; the extension by one root shows one of its points.
    "circle": ("variables: x y z\nx^2 + y^2 + z^2 - 1\nx*y*z", ["x, z^2 + y^2 - 1", "y, z^2 + x^2 - 1"]),
    # A line over an extension of degree 4 by two roots: no coordinates in one root, but a chain without free variables.
    "line": ("variables: t x y\n(x^2 - 2)*t*(t - 1)\ny^2 - x*y - 1", ["t, y^2 - x*y - 1", "t - 1, y^2 - x*y - 1"]),
}


@pytest.mark.parametrize("name", SPHERES)
def test_the_witness_of_a_lost_component_is_a_single_zero_up_to_conjugates(name: str) -> None:
    text, chains = SPHERES[name]
    system = read_system(text)
    answer = Answer(Task.SERIES, system.ring, tuple(parsed(system, chains)))
    with registered(Puppet("loser", answer)) as names:
        verdict = crosscheck(system, ["reference", *names])
    assert verdict.kind is DISAGREE
    witness = verdict.witness
    assert witness is not None
    assert witness.fault is Fault.MISSING_ZERO
    assert witness.backend == "loser:told"
    names = list(system.ring.variables)
    if name == "circle":
        assert witness.extension is not None
        root = sympy.Symbol(str(*sympy.sympify(witness.extension.minimal).free_symbols))
        at = dict(zip(names, map(sympy.sympify, witness.extension.coordinates), strict=True))
        values = [sympy.sympify(str(one)).subs(at) for one in (*system.polynomials(), *parsed(system, ["z"])[0])]
        reduced = [sympy.rem(value, sympy.sympify(witness.extension.minimal), root) for value in values]
        assert reduced == [0, 0, 0]
        assert 0 not in (at["x"], at["y"])
    else:
        assert witness.chain is not None
        assert len(witness.chain) == 3
        basis = sympy.groebner([str(one) for one in witness.chain], *map(sympy.Symbol, reversed(names)))
        assert all(basis.contains(sympy.sympify(str(one))) for one in system.polynomials())
        assert basis.is_zero_dimensional
        assert not basis.contains(sympy.sympify("t*(t - 1)"))
