"""An answer is the set that it states: where a denominator is 0, a branch has no point."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from test_branches import CARDANO, branch, judged, system_of

from casbridge.algebra import Field, Polynomial, PolynomialSystem, Ring, variables
from casbridge.algebra.answers import Answer, Component
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck.branches.converting import convert
from casbridge.crosscheck.branches.special_cases import SpecialCases, _outside, _Piece, has_point, special_cases
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.judging import judge
from casbridge.crosscheck.measures import measure
from casbridge.crosscheck.provers.covering import Covering
from casbridge.crosscheck.verdicts import Fault, Verdict, VerdictKind
from casbridge.limits import Deadline

#: Variables, equations, branches.
Case = tuple[str, list[str], list[str]]

LOST: dict[str, tuple[Case, str]] = {
    "a linear equation": (("a b x", ["a*x-b"], ["x = b/a"]), "a"),
    "zeros over the algebraic closure only": (("a b x", ["(1+a^2)*x-b"], ["x = b/(1+a^2)"]), "a**2 + 1"),
    "a fraction that could be shortened": (("x y", ["x-y"], ["x = y^2/y"]), "y"),
    "a fraction in a fraction": (("x y", ["x-y"], ["x = 1/(1/y)"]), "y"),
    "a value that is 0": (("x y z", ["x", "y"], ["x = y/z; y = 0"]), "z"),
    "a root below": (("x y", ["x^2-y"], ["x = y/sqrt(y)", "x = -y/sqrt(y)"]), "y"),
    "a number less a root": (("x y", ["x-y-1"], ["x = (y^2-1)/(y-1)"]), "y - 1"),
    "one conjugate is 0": (
        ("p q x", ["x^2+p*x+q"], ["x = q/(-p/2 - sqrt(p^2/4-q))", "x = q/(-p/2 + sqrt(p^2/4-q))"]),
        "(-1/2)*p - sqrt((1/4)*p**2 - q)",
    ),
    "a quadratic equation": (
        ("a x", ["a*x^2+x+1"], ["x = (-1 + sqrt(1-4*a))/(2*a)", "x = (-1 - sqrt(1-4*a))/(2*a)"]),
        "a",
    ),
    "a condition": (("x y", ["x-y"], ["x = y; x - 1 != 0"]), "y - 1"),
    "a special case of a special case": (
        ("b c x y", ["b*x-c"], ["x = c/b", "b = 0; c = 0; x != 0", "b = 0; c = 0; x = 0; y - 7 != 0"]),
        "y - 7",
    ),
    "a parameter": (("x y z", ["0*x"], ["free: s; x = s*y"]), ""),
}
WHOLE: dict[str, Case] = {
    "the special case is another branch": ("a b x", ["a*x-b"], ["x = b/a", "a = 0; b = 0"]),
    "no zero has the denominator 0": ("a x", ["(1+a^2)*x-1"], ["x = 1/(1+a^2)"]),
    "two denominators that are not both 0": ("a x", ["(a^2-a)*x"], ["x = 0/a", "a = 0", "a = 1"]),
    "another branch has another denominator": ("x y z", ["x-z"], ["x = z*y/y", "x = z*(y-1)/(y-1)"]),
    "special cases over an extension": ("a b x", ["(1+a^2)*x-b"], ["x = b/(1+a^2)", "b = 0; a = I", "b = 0; a = -I"]),
    "special cases of a special case": (
        "b c x y",
        ["b*x-c"],
        ["x = c/b", "b = 0; c = 0; x != 0", "b = 0; c = 0; x = 0; y != 0", "b = 0; c = 0; x = 0; y = 0"],
    ),
    "a root over what is not 0": ("x y", ["x^2*(y-1)^2-y"], ["x = sqrt(y)/(y-1)", "x = -sqrt(y)/(y-1)"]),
    "a number below": ("x y", ["x^2-2*y^2"], ["x = y*2/sqrt(2)", "x = -y*2/sqrt(2)"]),
    "a quadratic equation": (
        "a x",
        ["a*x^2+x+1"],
        ["x = (-1 + sqrt(1-4*a))/(2*a)", "x = (-1 - sqrt(1-4*a))/(2*a)", "a = 0; x = -1"],
    ),
    "a parameter": ("x y", ["y^2-x^3"], ["free: t; x = t^2; y = t^3"]),
}


def decided(case: Case) -> SpecialCases:
    names, equations, branches = case
    system = system_of(names, equations)
    answer = Answer.of_branches(system.ring, [branch(one, system.ring) for one in branches])
    converted = convert("it", answer, system, Deadline.after(60))
    assert converted.answer is not None, converted
    return special_cases("it", converted.parts, system, Deadline.after(60))


@pytest.mark.parametrize("name", LOST)
def test_a_special_case_that_is_lost(name: str) -> None:
    case, denominator = LOST[name]
    (witness,) = decided(case).faults
    assert witness.fault is Fault.SPECIAL_CASE
    assert f"{denominator} is not 0" in witness.text if denominator else witness.point
    system = system_of(*case[:2])
    if witness.point is None:
        assert witness.extension is not None
        return
    assert system.first_violated(witness.point) is None


@pytest.mark.parametrize("name", WHOLE)
def test_no_special_case_is_lost(name: str) -> None:
    result = decided(WHOLE[name])
    assert result.proof
    assert not result.faults
    assert not result.reason


def test_a_denominator_that_is_0_at_complex_points_only() -> None:
    (witness,) = decided(LOST["zeros over the algebraic closure only"][0]).faults
    assert witness.extension is not None
    assert witness.extension.coordinates[1:] == ("0", "1")


def test_what_is_not_decided_is_not_agree() -> None:
    verdict = judged("x y", ["x*y-1"], ["x = 1/y"])
    assert verdict.kind is VerdictKind.AGREE
    # The parameter has a value at each point, but that is not seen.
    verdict = judged("x y", ["0*x"], ["free: s; x = s*(s + y)"])
    assert verdict.kind is not VerdictKind.AGREE
    assert "the same zero" not in verdict.reason


def test_what_the_closures_lack_comes_first() -> None:
    verdict = judged("x y z", ["x*y-y*z"], ["x = y*z/y"])
    faults = [witness.fault for one in verdict.checked for witness in one.faults]
    assert faults == [Fault.MISSING_ZERO, Fault.SPECIAL_CASE]
    assert verdict.witness is not None
    assert verdict.witness.fault is Fault.MISSING_ZERO


def test_generic_verdicts_say_so() -> None:
    system = system_of("a b x", ["a*x-b"])
    answers = [Answer.of_branches(system.ring, [branch(one, system.ring)]) for one in ("x = b/a", "b = a*x")]
    results = [Result(f"it{i}", "solve", Status.COMPLETE, answer) for i, answer in enumerate(answers)]

    def checked(generic: bool) -> Verdict:
        return judge(results, system, generic=generic)

    literal, generic = checked(generic=False), checked(generic=True)
    assert literal.kind is VerdictKind.DISAGREE
    assert [[witness.fault for witness in one.faults] for one in literal.checked] == [[Fault.SPECIAL_CASE], []]
    assert "generic" not in literal.as_dict()
    assert generic.kind is VerdictKind.AGREE
    assert generic.as_dict()["generic"] is True
    assert all(sentence.startswith("generic: ") for sentence in generic.reason.split("; "))


def test_a_partial_answer_lacks_nothing() -> None:
    system = system_of("a b x", ["a*x-b"])
    answer = Answer.of_branches(system.ring, [branch("x = b/a", system.ring)])
    whole, partial = (Result("it", "solve", status, answer) for status in (Status.COMPLETE, Status.PARTIAL))
    assert [one.special_cases is not None for one in check_all([whole, partial], system)] == [True, False]


def test_conjugates_that_are_not_stated_are_not_counted() -> None:
    system = system_of("x", ["(x^2-2)*(x^2+3)*(x-1)"])
    lines = ["x = sqrt(2)", "x = 2/sqrt(2)", "x = sqrt(-3)", "x = 1", "x = sqrt(4) - 1"]
    answer = Answer.of_branches(system.ring, [branch(one, system.ring) for one in lines])
    size = measure(answer, system)
    assert (size.degree, size.rational, size.real) == (3, 1, 2)
    verdict = judged("x", ["(x^2-2)*(x^2+3)*(x-1)"], lines)
    lost = [witness for one in verdict.checked for witness in one.faults]
    assert all(witness.fault is Fault.MISSING_ZERO and witness.approximation for witness in lost)


def test_two_of_three_roots_by_cardano() -> None:
    system = system_of("x", ["x^3+x+1"])
    answer = Answer.of_branches(system.ring, [branch(one, system.ring) for one in CARDANO[:2]])
    assert measure(answer, system).degree == 2
    (_, it) = judged("x", ["x^3+x+1"], CARDANO[:2]).checked
    (witness,) = it.faults
    assert witness.text.endswith("it states 2 of these 3")
    assert witness.approximation


def test_branches_that_have_each_zero_of_a_chain_though_a_conjugate_is_not_defined() -> None:
    cube_root = "(sqrt(108*y^3+729)/2+27/2)^(1/3)"
    omegas = ("1", "(-1/2 - sqrt(3)*I/2)", "(-1/2 + sqrt(3)*I/2)")
    lines = [f"x = -{cube_root}*{omega}/3 + y/({omega}*{cube_root})" for omega in omegas]
    assert not decided(("y x", ["x^3+x*y+1"], lines)).faults
    assert judged("y x", ["x^3+x*y+1"], lines).kind is VerdictKind.AGREE


# -- by trying every point --------------------------------------------------------------------------------------------


def polynomial_of(ring: Ring, chance: Random, names: int) -> Polynomial:
    """A small polynomial in the first variables."""
    factors = (*variables(ring)[:names], Polynomial.constant(ring, 1))
    first, second = (chance.choice(factors) * chance.choice(factors) * chance.choice((1, 2, -1)) for _ in range(2))
    return first + second


def literal(pieces: Sequence[_Piece], point: Sequence[int]) -> bool:
    """Whether a point is in a piece."""
    return any(
        not any(f.evaluate(point) for f in piece.polynomials)
        and not any(all(not f.evaluate(point) for f in J) for J in piece.excluded)
        for piece in pieces
    )


@pytest.mark.parametrize("prime", [5, 7])
@pytest.mark.parametrize("seed", range(12))
def test_systems_linear_in_one_variable_over_small_fields(prime: int, seed: int) -> None:
    """d·x = n has the branch x = n/d, and where d = n = 0 whatever is added for that."""
    chance = Random(seed)
    ring = Ring.of("a b x", Field(prime))
    x = variables(ring)[-1]
    d, n = polynomial_of(ring, chance, 2), polynomial_of(ring, chance, 2)
    if d.is_constant:
        d = variables(ring)[0]
    graph = d * x - n
    pieces = [_Piece((graph,), ((d,),))]
    if seed % 2:
        e = variables(ring)[chance.randrange(2)] - chance.randrange(2)
        pieces.append(_Piece((d, n), ((e,),)))
    strata: list[Component] = [(*piece.polynomials, *J) for piece in pieces for J in piece.excluded]
    chains = list(_outside(pieces, strata, (graph,), ring, Deadline.after(60)))
    points = product(range(prime), repeat=3)
    lost = [point for point in points if not graph.evaluate(point) and not literal(pieces, point)]
    if lost:
        assert chains
    if not chains:
        simple = [(piece.polynomials, tuple(J[0] for J in piece.excluded)) for piece in pieces]
        covering = Covering(PolynomialSystem.of(ring, [graph]), Deadline.after(60))
        assert all(covering.of_parts(stratum, simple) for stratum in strata)
    # Each chain has a point that is lost; in the field or in an extension.
    for chain in chains:
        on = [p for p in product(range(prime), repeat=3) if not any(f.evaluate(p) for f in chain)]
        assert not on or any(point in lost for point in on)


@pytest.mark.parametrize("seed", range(10))
def test_branches_over_the_rationals(seed: int) -> None:
    """What is said of an answer holds at each point with small coordinates."""
    chance = Random(100 + seed)
    ring = Ring.of("a b x")
    d, n = (polynomial_of(ring, chance, 2) for _ in range(2))
    if d.is_constant:
        d = variables(ring)[1]
    equation = d * variables(ring)[-1] - n
    if len(equation.factors()) > 1:
        return
    lines = [f"x = ({n})/({d})".replace("**", "^"), *(["a = 0; b = 0"] if n and not n.evaluate((0, 0, 0)) else [])]
    system = PolynomialSystem.of(ring, [equation])
    answer = Answer.of_branches(ring, [branch(one, ring) for one in lines])
    converted = convert("it", answer, system, Deadline.after(60))
    if converted.answer is None:  # a = b = 0 is no solution
        assert converted.faults
        return
    result = special_cases("it", converted.parts, system, Deadline.after(60))
    zeros = [p for p in product(range(-2, 3), repeat=3) if not equation.evaluate(p)]
    lost = [p for p in zeros if not any(has_point(part, p) for part in converted.parts)]
    assert result.faults or not lost
    for witness in result.faults:
        if witness.point is not None:
            assert system.first_violated(witness.point) is None
            assert not any(has_point(part, witness.point) for part in converted.parts)
