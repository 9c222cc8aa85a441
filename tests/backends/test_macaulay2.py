"""The real Macaulay2."""

from __future__ import annotations

import subprocess

import pytest
from script_cases import CASES, GOAL_CASES, PAPER, PAPER_CHAIN, cases_of, done, system, zero_methods
from sympy import groebner, symbols

from casbridge.algebra import Ring
from casbridge.algebra.answers import Answer, Component, Task
from casbridge.backends.macaulay2 import MACAULAY2, Macaulay2Backend
from casbridge.backends.protocol import Job, Status
from casbridge.backends.singular import SingularBackend
from casbridge.crosscheck import VerdictKind, crosscheck
from casbridge.limits import Limits
from casbridge.scripts import render

BACKEND = Macaulay2Backend()
SERIES = "irreducibleCharacteristicSeries"
#: The methods that do all systems.
METHODS = [name for name in zero_methods(MACAULAY2) if name != SERIES]
#: The largest prime below 2^29.
LARGEST = 536870909
MINUTE = Limits(seconds=60)


def test_what_it_cannot_do_is_refused() -> None:
    large = BACKEND.run(Job(system("x", ["x-1"], LARGEST + 14), "decompose"))
    assert large.status is Status.UNSUPPORTED
    over = f"macaulay2:decompose works over QQ and GF(p) (p < 2^29), not over GF({LARGEST + 14})"
    assert large.reason.startswith(f"{over}; try reference:primes")


def described(answer: Answer) -> list[object]:
    """What an answer says, in one form: factors with multiplicities, without numbers; ideals by reduced bases."""
    if answer.task is Task.FACTORS:
        pairs = zip(answer.components, answer.multiplicities, strict=True)
        return sorted((str(factor.normal()), times) for (factor,), times in pairs if not factor.is_constant)
    return sorted(reduced_basis(component, answer.ring) for component in answer.components)


def reduced_basis(component: Component, ring: Ring) -> list[str]:
    """The reduced Groebner basis of some generators, by SymPy."""
    options = {"modulus": ring.field.characteristic} if ring.field.characteristic else {"domain": "QQ"}
    texts = [polynomial.text() for polynomial in component]
    return sorted(map(str, groebner(texts or ["0"], *symbols(ring.variables), **options).exprs))


@pytest.mark.macaulay2
class TestMacaulay2:
    @pytest.mark.slow
    def test_the_papers_chain(self) -> None:
        for method in METHODS:
            answer = done(BACKEND.run(Job(PAPER, method, MINUTE))).answer
            assert answer is not None
            assert list(answer.points()) == [PAPER_CHAIN]

    @pytest.mark.slow
    @pytest.mark.parametrize("case", [case for case in CASES if case != "paper-4.1"])
    def test_it_agrees_with_the_reference(self, case: str) -> None:
        verdict = crosscheck(CASES[case], ["reference", *(f"macaulay2:{method}" for method in METHODS)], seconds=60)
        assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), verdict.reason
        assert len([one for one in verdict.checked if one.result.answer is not None]) == 1 + len(METHODS)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("names", "polynomials", "p"),
        [("x y", ["x^2-2", "y^2-8"], 0), ("x y", ["(2*x-1)*(x+3)", "3*y-x"], 7), ("x y", ["x^2+x", "y^2+y+1"], 2)],
    )
    def test_its_chains(self, names: str, polynomials: list[str], p: int) -> None:
        asked = system(names, polynomials, p)
        verdict = crosscheck(asked, ["reference:general", f"macaulay2:{SERIES}"], seconds=60)
        assert verdict.kind is VerdictKind.AGREE, verdict.reason
        assert all(one.result.status is Status.COMPLETE for one in verdict.checked)

    def test_chains_in_another_order_of_the_variables_are_refused(self) -> None:
        result = BACKEND.run(Job(CASES["initials"], SERIES, MINUTE))
        words = "Macaulay2 takes these variables, lowest first, in the order y x; try macaulay2:decompose"
        assert (result.status, result.reason) == (Status.UNSUPPORTED, words)

    def test_systems_at_which_it_dies_are_refused(self) -> None:
        result = BACKEND.run(Job(CASES["zero-ideal"], SERIES, MINUTE))
        assert result.status is Status.UNSUPPORTED

    @pytest.mark.slow
    def test_equal_seeds_give_equal_answers(self) -> None:
        """Two unit vectors that are parallel: the algorithm projects at random."""
        asked = system("y1 y0 x1 x0", ["x0^2+y0^2-1", "x1^2+y1^2-1", "x0*y1-x1*y0"], 32003)
        answers = [done(BACKEND.run(Job(asked, "decompose", MINUTE, seed=seed))).answer for seed in (7, 7)]
        assert answers[0] == answers[1]

    @pytest.mark.slow
    def test_no_name_that_macaulay2_has_is_taken_for_safe(self) -> None:
        program = "for d in dictionaryPath do for name in keys d do stdio << toString name << endl; exit 0"
        command = [BACKEND.availability().path, "--no-readline", "--silent", "-q", "-e", program]
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=60)
        names = run.stdout.split()
        assert len(names) > 2000
        assert [name for name in names if MACAULAY2.accepts(name)] == []

    @pytest.mark.slow
    @pytest.mark.singular
    @pytest.mark.parametrize(
        ("method", "other"),
        [
            ("radical", "radical"),
            ("saturate", "sat"),
            ("eliminate", "eliminate"),
            ("primaryDecomposition", "primdecGTZ"),
            ("degree", "dim"),
            ("dim", "dim"),
            ("factor", "factorize"),
        ],
    )
    def test_its_ideals_are_singulars(self, method: str, other: str) -> None:
        compared = 0
        for name, asked in cases_of(MACAULAY2.method(method)).items():
            if MACAULAY2.method(method).objection_to(asked):
                continue
            ours = done(BACKEND.run(Job(asked, method, MINUTE))).answer
            theirs = done(SingularBackend(persistent=False).run(Job(asked, other, MINUTE))).answer
            assert ours is not None
            assert theirs is not None
            assert ours.dimension == theirs.dimension, name
            assert method == "dim" or ours.degree == theirs.degree, name
            assert described(ours) == described(theirs), name
            compared += 1
        assert compared > 2

    def test_it_has_no_extensions_to_factor_over(self) -> None:
        result = BACKEND.run(Job(GOAL_CASES["root"], "factor", MINUTE))
        assert result.status is Status.UNSUPPORTED
        assert "try singular:factorize" in result.reason

    def test_an_error_ends_it_and_is_quoted(self) -> None:
        text = render(system("x", ["x-1"]), MACAULAY2, answer_file="answer.txt").text
        broken = text.replace("decompose systemIdeal", "decompose 7")
        assert broken != text
        ran = BACKEND.run_script(lambda: broken, MINUTE)
        assert ran.status is Status.CRASHED
        assert "error: no method found for applying decompose" in ran.reason
        assert "exit code 1" in ran.reason

    @pytest.mark.slow
    def test_long_sums(self) -> None:
        """A sum without parentheses takes Macaulay2 time by the square of its length."""
        polynomial = "+".join(f"{i + 1}*x^{i}" for i in range(5_000))
        answer = done(BACKEND.run(Job(system("x", [polynomial], 31), "gb", Limits(seconds=20)))).answer
        assert answer is not None
        assert answer.components[0][0].total_degree == 4999

    @pytest.mark.slow
    def test_limits_hold(self) -> None:
        assert BACKEND.run(Job(PAPER, limits=Limits(seconds=0.3))).status is Status.TIMEOUT
        assert BACKEND.run(Job(PAPER, limits=Limits(memory=100 << 20))).status is Status.MEMORY
