"""The real Giac."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from script_cases import PAPER, colouring, system, whole_answer

from casbridge.algebra.answers import Task
from casbridge.backends.giac import GIAC, GiacBackend
from casbridge.backends.protocol import Job, Status
from casbridge.crosscheck import VerdictKind, crosscheck
from casbridge.limits import Limits
from casbridge.processes.ended import Ended, Finished, in_words
from casbridge.scripts import render

BACKEND = GiacBackend()
MINUTE = Limits(seconds=60)


@pytest.mark.parametrize("asked", [PAPER, system("x", ["0"])], ids=["GF(11)", "no equations"])
def test_what_it_cannot_do_is_refused(asked: object) -> None:
    result = BACKEND.run(Job(asked))  # type: ignore[arg-type]
    assert result.status in (Status.UNSUPPORTED, Status.MISSING)


def asked_instead(expression: str, limits: Limits = MINUTE) -> tuple[Status, str, str, tuple[str, ...]]:
    """What comes out where Giac is asked another thing than to solve: status, reason, answer, warnings."""
    text = render(system("x y", ["x-1", "y"]), GIAC, answer_file="answer.txt").text
    asked = "solve(left_sides, unknowns)"
    assert asked in text
    ran = BACKEND.run_script(lambda: text.replace(asked, expression), limits)
    return ran.status, ran.reason, ran.answer or "", ran.warnings


def test_its_remarks_on_time_are_no_words_of_an_error() -> None:
    said = '// Time 0\n"Done",\n// gbasis begins\nterminate called after throwing\n  what():  std::bad_alloc\n'
    assert BACKEND.said_in(said) == "terminate called after throwing; what():  std::bad_alloc"


@pytest.mark.parametrize(("ended", "words"), [("exited", "stopped"), ("signal", "was killed by SIGSEGV")])
def test_an_error_has_no_mark_of_the_script(ended: Ended, words: str) -> None:
    said = "GiacError: Not invertible Error: Bad Argument Value"
    finished = Finished(ended, 0 if ended == "exited" else None, None if ended == "exited" else 11, said)
    judged = (Status.COMPLETE, "") if ended == "exited" else (Status.CRASHED, in_words("Giac", finished, said, MINUTE))
    ran = BACKEND._outcome(finished, judged, None)
    assert (ran.status, ran.reason) == (Status.CRASHED, f"Giac {words}; it said: {said.partition(': ')[2]}")


@pytest.mark.giac
class TestGiac:
    @pytest.mark.parametrize(
        ("names", "polynomials", "expected"),
        [
            ("x y", ["x^2-1", "y-x-1"], [["x = -1", "y = 0"], ["x = 1", "y = 2"]]),
            ("x y", ["x", "x-1"], []),
            ("x", ["x^2+1"], [["x = -I"], ["x = I"]]),
            ("x", ["x^2-2"], [["x = -sqrt(2)"], ["x = sqrt(2)"]]),
            ("x", ["4*x^2+9"], [["x = (-3/2)*I"], ["x = (3/2)*I"]]),
            ("x y", ["x*y"], [["x = 0"], ["y = 0"]]),
            ("x y z", ["x-y", "z"], [["x = y", "z = 0"]]),
            ("e i", ["e^2+1", "i-e"], [["e = -I", "i = -I"], ["e = I", "i = I"]]),
            ("D I", ["D-2", "I-D"], [["D = 2", "I = 2"]]),
            ("i1 ii", ["i1^2+1", "ii-3"], [["i1 = -I", "ii = 3"], ["i1 = I", "ii = 3"]]),
            ("solve system rhs", ["solve-1", "system-2", "rhs-3"], [["solve = 1", "system = 2", "rhs = 3"]]),
        ],
    )
    def test_branches(self, names: str, polynomials: list[str], expected: list[list[str]]) -> None:
        answer = whole_answer(BACKEND.run(Job(system(names, polynomials), limits=MINUTE)))
        assert answer.task is Task.BRANCHES
        assert sorted(branch.lines() for branch in answer.branches) == expected

    def test_it_solves_over_the_complex_numbers(self) -> None:
        """By default Giac's solve gives real solutions alone."""
        answer = whole_answer(BACKEND.run(Job(system("x", ["x^3-1"]), limits=MINUTE)))
        assert len(answer.branches) == 3

    @pytest.mark.parametrize(("polynomial", "said"), [("x^5-x-1", "a decimal number"), ("x^3-3*x+1", "rootof([[")])
    def test_what_cannot_be_stated_is_shown(self, polynomial: str, said: str) -> None:
        result = BACKEND.run(Job(system("x", [polynomial]), limits=MINUTE))
        assert result.status is Status.UNPARSABLE
        assert said in result.reason

    @pytest.mark.slow
    def test_errors_are_no_answers(self) -> None:
        status, reason, answer, _ = asked_instead("inv([[1,2],[2,4]])")
        assert (status, answer) == (Status.CRASHED, "")
        assert "GiacError" not in reason
        assert "Not invertible" in reason
        status, reason, answer, _ = asked_instead('throw("boom")')
        assert status in (Status.CRASHED, Status.UNPARSABLE)
        assert answer == ""
        assert asked_instead("while(true){x1:=1;}", Limits(seconds=2))[0] is Status.TIMEOUT

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("said", "written"),
        [
            ("7", "unstated: 7"),
            ("[3]", "unstated: 3"),
            ("[[1,2,3]]", "unstated: [1,2,3]"),
            ("[[x>3,y]]", "x = x>3"),
            ("[[abs(x),i*sin(x)]]", "x = abs(x)\ny = I*sin(x)"),
            ("undef", "unstated: undef"),
        ],
    )
    def test_other_answers_are_written_as_they_are(self, said: str, written: str) -> None:
        status, _, answer, _ = asked_instead(said)
        assert status is Status.COMPLETE
        assert f"\nbranch:\n{written}\ncasbridge:end" in answer

    def test_its_own_messages_are_warnings(self) -> None:
        assert asked_instead("solve(x^2-y>0,x)")[3][0].startswith("Warning! Solving parametric inequation")
        assert BACKEND.run(Job(system("x", ["x-1"]), limits=MINUTE)).warnings == ()

    @pytest.mark.slow
    def test_one_letter_and_digits_are_a_free_name(self, tmp_path: Path) -> None:
        """Giac gives no other meaning to any name that stays."""
        letters = [chr(code) for code in (*range(65, 91), *range(97, 123))]
        names = [name for letter in letters for name in (letter, f"{letter}0", f"{letter}1", f"{letter}25")]
        lines = [f'print("{name} is", type({name})==identifier);' for name in names if GIAC.accepts(name)]
        assert len(lines) > 200
        (tmp_path / "names.giac").write_text("\n".join(lines), encoding="utf-8")
        run = subprocess.run(
            [BACKEND.availability().path, "names.giac"],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=True,
            timeout=60,
        )
        assert run.stdout.count(" is,1") + run.stdout.count(" is,true") == len(lines)

    @pytest.mark.slow
    def test_limits_hold(self) -> None:
        large = colouring(2, 2, {}, 0)
        assert BACKEND.run(Job(large, limits=Limits(seconds=1))).status is Status.TIMEOUT
        assert BACKEND.run(Job(large, limits=Limits(memory=50 << 20))).status is Status.MEMORY


BASES = {"gbasis": "std", "gbasis_plex": "std_lp"}


def test_a_basis_is_proved_and_not_only_likely() -> None:
    assert "proba_epsilon:=0:;" in render(PAPER, GIAC, "gbasis").text


@pytest.mark.giac
class TestBases:
    @pytest.mark.parametrize("method", BASES)
    def test_a_point(self, method: str) -> None:
        result = BACKEND.run(Job(system("x y", ["x^2-1", "x-y-1", "2*y+4"], 7), method, MINUTE))
        assert list(whole_answer(result).points()) == [(6, 5)]

    def test_no_zeros(self) -> None:
        answer = whole_answer(BACKEND.run(Job(system("x y", ["x*y-1", "x"]), "gbasis", MINUTE)))
        assert [str(one) for one in answer.components[0]] == ["1"]

    @pytest.mark.slow
    @pytest.mark.singular
    @pytest.mark.parametrize("p", [0, 2, 101, 32003, 2147483647])
    @pytest.mark.parametrize("method", BASES)
    def test_they_are_singulars(self, method: str, p: int) -> None:
        """Both are reduced, and in the same order."""
        asked = system("x y z", ["x^2*y-3*x+1", "y^2-x*z-5", "z^3-2*x*y+z"], p)
        verdict = crosscheck(asked, [f"giac:{method}", f"singular:{BASES[method]}"], seconds=60)
        ours, theirs = (whole_answer(one.result) for one in verdict.checked)
        assert {q.normal() for q in ours.components[0]} == {q.normal() for q in theirs.components[0]}

    @pytest.mark.slow
    def test_a_wrong_basis_of_a_system_without_zeros_is_found(self) -> None:
        """Giac 1.9.0.35 gives no polynomials for x and x - 1, 1.9.0.996 gives both of them."""
        verdict = crosscheck(system("x", ["x", "x-1"]), ["reference:basis", "giac:gbasis_plex"], seconds=60)
        assert verdict.kind is VerdictKind.DISAGREE
        assert verdict.witness is not None
        assert verdict.witness.backend == "giac:gbasis_plex"
