"""The real Maxima."""

from __future__ import annotations

import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from program_versions import expected_of
from script_cases import PAPER, colouring, system, whole_answer

from casbridge.algebra.answers import Answer, Task
from casbridge.backends.maxima import MAXIMA, MaximaBackend
from casbridge.backends.protocol import Job, Status
from casbridge.charset.finite import zeros
from casbridge.crosscheck import VerdictKind, crosscheck
from casbridge.limits import Limits
from casbridge.scripts import render

BACKEND = MaximaBackend()
METHODS = [method.name for method in MAXIMA.methods if method.task is Task.BRANCHES]
BASES = {"poly_grobner": "std", "poly_grobner_lex": "std_lp"}
MINUTE = Limits(seconds=60)


@pytest.mark.parametrize("asked", [PAPER, system("x", ["0"])], ids=["GF(11)", "no equations"])
def test_what_it_cannot_do_is_refused(asked: object) -> None:
    result = BACKEND.run(Job(asked))  # type: ignore[arg-type]
    assert result.status in (Status.UNSUPPORTED, Status.MISSING)


def lines(answer: Answer) -> list[list[str]]:
    return [branch.lines() for branch in answer.branches]


#: Output of a Maxima and its exit code → the status, and a part of the reason.
ENDS = {
    "expt: undefined: 0 to a negative exponent.\n -- an error. To debug this try: debugmode(true);\n": (
        (0, 255), Status.CRASHED, "it said: expt: undefined: 0 to a negative exponent.",
    ),
    "file_search1: charsets not found in file_search_maxima,file_search_lisp.\n -- an error. To debug\n": (
        (0, 255), Status.MISSING, "no share package charsets",
    ),
    "loadfile: failed to load /usr/share/maxima/5.47.0/share/contrib/Grobner/grobner.lisp\n -- an error. x\n": (
        (0, 255), Status.MISSING, "cannot load its own share package grobner",
    ),
    "Condition in LET [or a callee]: INTERNAL-SIMPLE-ERROR: The storage for CONS is exhausted.\n": (
        (0, 255), Status.MEMORY, "The storage for CONS is exhausted",
    ),
    "SIMPLE-WARNING: Maxima is unable to set up the help system.\n(Details: x: Error)\n\nread and interpret job\n": (
        (0,), Status.UNPARSABLE, "left no answer file",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("output", "code"), [(output, code) for output, end in ENDS.items() for code in end[0]])
def test_an_error_is_told_whatever_the_exit_code(output: str, code: int, tmp_path: Path) -> None:
    """Maxima 5.49 ends with exit code 0 after an error."""
    (tmp_path / "output").write_text(output, encoding="utf-8")
    program = tmp_path / "maxima"
    program.write_text(f'#!/bin/sh\ncat "{tmp_path}/output"\nexit {code}\n', encoding="utf-8")
    program.chmod(0o755)
    ran = BACKEND.driving(program, "5.49.0").run_script(lambda: "", MINUTE)
    _, status, reason = ENDS[output]
    assert ran.status is status, ran
    assert reason in ran.reason
    assert "SIMPLE-WARNING" not in ran.reason


@pytest.mark.maxima
class TestMaxima:
    @pytest.mark.parametrize("method", METHODS)
    def test_points(self, method: str) -> None:
        answer = whole_answer(BACKEND.run(Job(system("x y", ["x^2-1", "y-x-1"]), method, MINUTE)))
        assert answer.task is Task.BRANCHES
        assert sorted(lines(answer)) == [["x = -1", "y = 0"], ["x = 1", "y = 2"]]

    @pytest.mark.slow
    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize(
        ("names", "polynomials", "expected"),
        [
            ("x y", ["x", "x-1"], []),
            ("x", ["x^2+1"], [["x = -I"], ["x = I"]]),
            ("x", ["x^2-2"], [["x = -sqrt(2)"], ["x = sqrt(2)"]]),
            ("x y", ["x*y"], [["free: p", "x = 0", "y = p"], ["free: p", "x = p", "y = 0"]]),
            ("x y z", ["x-y", "z"], [["free: p", "x = p", "y = p", "z = 0"]]),
            ("e i", ["e^2+1", "i-e"], [["e = -I", "i = -I"], ["e = I", "i = I"]]),
            ("D I", ["D-2", "I-D"], [["D = 2", "I = 2"]]),
            ("inf true", ["inf-1", "true-2"], [["inf = 1", "true = 2"]]),
            ("solve system rhs", ["solve-1", "system-2", "rhs-3"], [["solve = 1", "system = 2", "rhs = 3"]]),
        ],
    )
    def test_branches(self, method: str, names: str, polynomials: list[str], expected: list[list[str]]) -> None:
        answer = whole_answer(BACKEND.run(Job(system(names, polynomials), method, MINUTE)))
        found = [
            [line.replace(name, "p") for line in branch.lines()]
            for branch in answer.branches
            for name in [*branch.parameters, "\0"][:1]
        ]
        assert sorted(found) == expected

    def test_its_own_messages_are_warnings(self) -> None:
        result = BACKEND.run(Job(system("x y", ["x+y-1", "2*x+2*y-2"]), "solve", MINUTE))
        assert len(whole_answer(result).branches) == 1
        assert result.warnings == ("solve: dependent equations eliminated: (2)",)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("method", "polynomial", "said"),
        [("solve", "x^5-x-1", "0 = x^5-x-1"), ("algsys", "x^5-x-1", "1.167304")],
    )
    def test_what_cannot_be_stated_is_shown(self, method: str, polynomial: str, said: str) -> None:
        result = BACKEND.run(Job(system("x", [polynomial]), method, MINUTE))
        assert result.status is Status.UNPARSABLE
        assert said in result.reason

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("outcome", "status", "reason"),
        [
            ('error("boom", 7)', Status.CRASHED, "MaximaError: boom 7"),
            ("1/0", Status.CRASHED, "0 to a negative exponent"),
            ("?car(3)", Status.CRASHED, "3 is not of type LIST"),
            ("asksign(x*y+z)", Status.CRASHED, "it asks: (Is z + x y positive, negative or zero?)"),
            ("quit()", Status.UNPARSABLE, "left no answer"),
            ("for i do 1", Status.TIMEOUT, "limit of time"),
        ],
    )
    def test_what_goes_wrong(self, outcome: str, status: Status, reason: str) -> None:
        text = render(system("x", ["x-1"]), MAXIMA, answer_file="answer.txt").text
        asked = "errcatch(solve(%equations, %unknowns))"
        assert asked in text
        ran = BACKEND.run_script(lambda: text.replace(asked, f"errcatch({outcome})"), Limits(seconds=5))
        assert ran.status is status, ran
        assert reason in ran.reason

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("outcome", "written"),
        [
            ('error("solve: gives up")', "unsupported: Maxima's solve: gives up"),
            ('error("algsys: gives up")', "unsupported: Maxima's algsys: gives up"),
            ("[[x = 1, x < 2]]", "unstated: [x = 1,x < 2]"),
            ("[3]", "unstated: [3]"),
            ("7", "unstated: [7]"),
            ("[[x = %e^(%i*%pi/7)]]", "x = %e^((%pi*I)/7)"),
            ("[[x = %i1 + %r12]]", "free: free_i1 free_r12\nx = free_r12+free_i1"),
        ],
    )
    def test_other_answers_are_written_as_they_are(self, outcome: str, written: str) -> None:
        text = render(system("x", ["x-1"]), MAXIMA, answer_file="answer.txt").text
        asked = "errcatch(solve(%equations, %unknowns))"
        ran = BACKEND.run_script(lambda: text.replace(asked, f"errcatch({outcome})"), MINUTE)
        assert ran.answer is not None, ran.reason
        assert f"\n{written}\n" in ran.answer

    @pytest.mark.slow
    def test_the_users_own_files_are_not_read(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / ".maxima").mkdir()
        (tmp_path / ".maxima" / "maxima-init.mac").write_text('print("mine")$ quit()$', encoding="utf-8")
        (tmp_path / ".maxima" / "maxima-init.lisp").write_text('(princ "mine") (bye)', encoding="utf-8")
        monkeypatch.setenv("HOME", str(tmp_path))
        result = BACKEND.run(Job(system("x", ["x-1"]), limits=MINUTE))
        assert lines(whole_answer(result)) == [["x = 1"]]
        assert "mine" not in result.transcript

    @pytest.mark.slow
    def test_no_name_with_a_meaning_is_taken_for_safe(self, tmp_path: Path) -> None:
        """Names that have a value or a place in the grammar."""
        (tmp_path / "names.lisp").write_text(
            """(in-package :maxima)
            (do-symbols (s :maxima)
              (let ((n (symbol-name s)))
                (when (and (> (length n) 1) (char= (char n 0) #\\$)
                           (or (boundp s) (some (lambda (p) (get s p)) '(nud led lbp sysconst op operators))))
                  (format t "~a~%" (print-invert-case (intern (subseq n 1) :keyword))))))""",
            encoding="utf-8",
        )
        (tmp_path / "names.mac").write_text('load("names.lisp")$ quit()$', encoding="utf-8")
        command = BACKEND.command(BACKEND.availability().path, "names.mac")
        run = subprocess.run(
            command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=60
        )
        names = run.stdout.split()
        assert len(names) > 300
        assert [name for name in names if MAXIMA.accepts(name)] == []

    @pytest.mark.slow
    def test_limits_hold(self) -> None:
        large = colouring(2, 2, {}, 0)
        assert BACKEND.run(Job(large, limits=Limits(seconds=1))).status is Status.TIMEOUT
        assert BACKEND.run(Job(large, limits=Limits(memory=100 << 20))).status is Status.MEMORY


@pytest.mark.maxima
class TestSharePackages:
    @pytest.fixture(autouse=True)
    def loadable(self, request: pytest.FixtureRequest) -> None:
        """Skip the methods of a package that this version of Maxima cannot load, once that is told."""
        method = getattr(request.node, "callspec", None) and request.node.callspec.params.get("method")
        if method in expected_of("maxima").get("missing", ()):
            result = BACKEND.run(Job(system("x", ["x-1"]), method, MINUTE))
            assert result.status is Status.MISSING
            assert "cannot load its own share package" in result.reason
            pytest.skip(result.reason)

    @pytest.mark.parametrize("method", [*BASES, "charser", "ics"])
    def test_a_point(self, method: str) -> None:
        result = BACKEND.run(Job(system("x y", ["x-1", "2*y-x-4", "0"]), method, MINUTE))
        assert list(zeros(whole_answer(result))) == [(1, Fraction(5, 2))]

    @pytest.mark.parametrize(("method", "package"), [("charser", "charsets"), ("poly_grobner", "grobner")])
    def test_without_its_package_a_method_is_missing(self, method: str, package: str) -> None:
        text = render(system("x", ["x-1"]), MAXIMA, method, answer_file="answer.txt").text
        ran = BACKEND.run_script(lambda: f"file_search_maxima: file_search_lisp: []$\n{text}", MINUTE)
        expected = f"this Maxima has no share package {package}; apt install maxima-share (Debian, Ubuntu)"
        assert (ran.status, ran.reason) == (Status.MISSING, expected)

    @pytest.mark.slow
    @pytest.mark.singular
    @pytest.mark.parametrize("method", BASES)
    def test_bases_are_singulars(self, method: str) -> None:
        """Both are reduced, and in the same order."""
        asked = system("x y z", ["x^2*y-3*x+1", "y^2-x*z-5", "z^3-2*x*y+z"])
        verdict = crosscheck(asked, [f"maxima:{method}", f"singular:{BASES[method]}"], seconds=60)
        ours, theirs = (whole_answer(one.result) for one in verdict.checked)
        assert {q.normal() for q in ours.components[0]} == {q.normal() for q in theirs.components[0]}

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("names", "polynomials"),
        [
            ("x y", ["x*(x-1)", "y^2-x"]),
            ("x y z", ["x*y", "x*z"]),
            ("x y z", ["x*z-y^2", "x*y-z"]),
            ("i j", ["i*j-1", "i"]),
        ],
    )
    def test_chains_agree_with_the_reference(self, names: str, polynomials: list[str]) -> None:
        verdict = crosscheck(
            system(names, polynomials), ["reference:general", "maxima:charser", "maxima:ics"], seconds=60
        )
        assert verdict.kind is VerdictKind.AGREE, verdict.reason
        assert all(one.result.status is Status.COMPLETE for one in verdict.checked)

    @pytest.mark.slow
    def test_an_error_of_the_package_is_no_answer(self) -> None:
        """Factoring over an extension is among what is broken in Maxima 5.46."""
        result = BACKEND.run(Job(system("x y", ["x^2-2", "y^2-8"]), "ics", MINUTE))
        assert result.status is Status.CRASHED
        assert "subst: improper argument" in result.reason
