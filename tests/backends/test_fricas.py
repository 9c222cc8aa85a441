"""The real FriCAS."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from script_cases import CASES, PAPER, PAPER_CHAIN, done, system, whole_answer

from casbridge.algebra import PolynomialSystem
from casbridge.algebra.answers import CHAINS, OWN_COMPARISON
from casbridge.backends.fricas import FRICAS, FricasBackend
from casbridge.backends.protocol import Job, Status
from casbridge.crosscheck import VerdictKind, crosscheck
from casbridge.limits import Limits
from casbridge.scripts import render

BACKEND = FricasBackend()
METHODS = [method.name for method in FRICAS.methods]
MINUTE = Limits(seconds=60)
#: Cyclic-4: curves; one more point of view than the reference's cases.
CYCLIC = system("a b c d", ["a+b+c+d", "a*b+b*c+c*d+d*a", "a*b*c+b*c*d+c*d*a+d*a*b", "a*b*c*d-1"])
NOON = system("x y z", [f"10*{a}*{b}^2+10*{a}*{c}^2-11*{a}+10" for a, b, c in ("xyz", "yzx", "zxy")])


@pytest.mark.parametrize(
    ("asked", "method", "words"),
    [
        (PAPER, "groebnerFactorize", "works over QQ, not over GF(11); try "),
        (CASES["zero-ideal"], "characteristicSerie", "other than 0 = 0, and there is none; try "),
        (CASES["constant"], "lexTriangular", "degrees >= 1, and there is one of 0; try "),
    ],
)
def test_what_it_cannot_do_is_refused(asked: PolynomialSystem, method: str, words: str) -> None:
    result = BACKEND.run(Job(asked, method))
    assert result.status is Status.UNSUPPORTED
    assert words in result.reason


def test_a_text_cannot_end_a_string_or_a_comment() -> None:
    named = system("x", ["x-1"], 0, "a_", [("file_", ')system touch smuggled"_')])
    text = render(named, FRICAS).text
    assert """cons("fact: file__ = )system touch smuggled'__", answerLines)""" in text
    assert all("smuggled" not in line or line.startswith(("--", "answerLines")) for line in text.splitlines())


def test_the_script_is_named_on_standard_input(tmp_path: Path) -> None:
    """GCL 2.7 takes the option -eval for itself."""
    program = tmp_path / "fricas"
    program.write_text('#!/bin/sh\necho "$# options"; cat >&2; exit 3\n', encoding="utf-8")
    program.chmod(0o755)
    ran = BACKEND.driving(program, "1.3.13").run_script(lambda: ")quit\n", MINUTE)
    assert ran.reason.endswith("2 options; )read job.input )quiet")


@pytest.mark.parametrize("version", ["1.3.8", "1.3.11"])
def test_what_it_prints_before_the_script_is_no_warning_and_no_reason(version: str, tmp_path: Path) -> None:
    banner = f"openServer result -2\nWarning: HyperTeX macro table not found\n  Version: FriCAS {version}\n \n(1) -> "
    assert BACKEND.warning_in(f"{banner}fine\n") == ""
    assert BACKEND.warning_in(f"{banner}\nWarning: odd\n") == "Warning: odd"
    assert BACKEND.said_in(f"{banner}the last words\n") == "the last words"


@pytest.mark.fricas
class TestFricas:
    @pytest.mark.parametrize("method", METHODS)
    def test_points(self, method: str) -> None:
        answer = whole_answer(BACKEND.run(Job(system("x y", ["x^2-1", "y-x-1"]), method, MINUTE)))
        assert answer.task is FRICAS.method(method).task
        for point in product((-1, 0, 1, 2), repeat=2):
            found = any(all(p.evaluate(point) == 0 for p in component) for component in answer.components)
            assert found == (point in ((-1, 0), (1, 2)))

    def test_an_error_ends_it(self, tmp_path: Path) -> None:
        """FriCAS goes on after errors by itself."""
        folder = tmp_path / "fricas"
        folder.mkdir()
        text = (
            '{% extends "casbridge/fricas/base.input.j2" %}{% block compute %}answerComponents := [[1/0]]{% endblock %}'
        )
        (folder / "groebner.input.j2").write_text(text, encoding="utf-8")
        script = render(system("x", ["x"]), FRICAS, answer_file="answer.txt", templates=tmp_path)
        ran = BACKEND.run_script(lambda: script.text, MINUTE)
        assert ran.status is Status.CRASHED
        assert ran.reason.startswith("FriCAS ended with exit code 1; it said: ")
        assert ran.reason.endswith("division by zero")

    def test_the_message_of_an_error_is_told(self) -> None:
        """It stands below the line that says that there was an error."""
        ran = BACKEND.run_script(lambda: 'error "my own words"\n', MINUTE)
        assert ran.reason.endswith("it said: Error signalled from user code: my own words")

    def test_nobody_is_asked(self, tmp_path: Path) -> None:
        ran = BACKEND.run_script(lambda: ")clear completely\n)pquit\n", MINUTE)
        assert ran.status is not Status.TIMEOUT

    @pytest.mark.slow
    def test_the_papers_chain(self) -> None:
        for method in ("groebner", "groebner_lex"):
            assert list(whole_answer(BACKEND.run(Job(PAPER, method, MINUTE))).points()) == [PAPER_CHAIN]

    @pytest.mark.slow
    @pytest.mark.parametrize("case", [case for case in CASES if case != "paper-4.1"])
    def test_it_agrees_with_the_reference(self, case: str) -> None:
        methods = [method.name for method in FRICAS.methods if method.task not in OWN_COMPARISON]
        verdict = crosscheck(CASES[case], ["reference", *(f"fricas:{method}" for method in methods)], seconds=5)
        assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), verdict.reason
        refused = {one.result.status for one in verdict.checked} - {Status.COMPLETE}
        assert refused <= {Status.UNSUPPORTED, Status.TIMEOUT}

    @pytest.mark.slow
    @pytest.mark.singular
    @pytest.mark.parametrize("asked", [CYCLIC, NOON, system("x y", ["x*y^2+y+1"])], ids=["cyclic-4", "noon-3", "curve"])
    def test_series_of_the_classics(self, asked: PolynomialSystem) -> None:
        names = ["fricas:zeroSetSplit", "fricas:groebnerFactorize", "singular:std"]
        verdict = crosscheck(asked, names, seconds=60)
        assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), verdict.reason
        assert len([one for one in verdict.checked if one.result.answer is not None]) == len(names)

    @pytest.mark.slow
    def test_chains_have_their_lowest_polynomial_first(self) -> None:
        for method in (one.name for one in FRICAS.methods if one.task in CHAINS):
            answer = whole_answer(BACKEND.run(Job(system("x y z", ["x^2-2", "x*y-1", "y*z-x"]), method, MINUTE)))
            mains = [[max(f.support()) for f in chain] for chain in answer.components]
            assert mains == [[0, 1, 2]]

    @pytest.mark.slow
    def test_a_random_seed(self) -> None:
        result = BACKEND.run(Job(system("x y", ["x^2-1", "y-x-1"]), "groebnerFactorize", MINUTE, seed=7))
        assert len(done(result).answer or ()) == 2
