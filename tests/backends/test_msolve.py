"""msolve: what it is given, how its own output is read, and the real program."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from program_versions import expected_of
from script_cases import CASES, PAPER, PAPER_CHAIN, done, system, whole_answer

from casbridge.algebra import PolynomialSystem
from casbridge.algebra.boxes import Box
from casbridge.algebra.families import family
from casbridge.backends.msolve import MSOLVE, MsolveBackend
from casbridge.backends.protocol import Job, Status
from casbridge.backends.transcripts import parse
from casbridge.crosscheck import VerdictKind, crosscheck
from casbridge.crosscheck.verdicts import Fault
from casbridge.errors import BackendError, UnsupportedError
from casbridge.limits import Limits
from casbridge.scripts import Script, render

FOLDER = Path(__file__).parents[1] / "transcripts" / "msolve"
BACKEND = MsolveBackend()
MINUTE = Limits(seconds=60)
ASKED = system("x y", ["x^2+y^2-5", "x*y-2"])
BASIS = """#Reduced Groebner basis data
#---
#field characteristic: 0
#variable order:       y, x
#monomial order:       graded reverse lexicographical
#length of basis:      3 elements sorted by increasing leading monomials
#---
[y*x-2,\x20
y^2+x^2-5,\x20
x^3+2*y-5*x]:
"""


def cases_for(method: str) -> list[str]:
    """The recorded systems that a method can do."""
    return [name for name in CASES if MSOLVE.method(method).objection_to(CASES[name]) is None]


class TestWhatItIsGiven:
    def test_the_file_has_nothing_but_the_system(self) -> None:
        asked = system("x1 x2 x10", ["0", "x1*x10^2/2 - x2/3 + 1", "(x2-1)^2", "0"], 0, "quit;", [("fact", "1")])
        assert render(asked, MSOLVE).text == "x10,x2,x1\n0\n3*x1*x10^2 - 2*x2 + 6,\nx2^2 - 2*x2 + 1\n"

    def test_patterns_are_multiplied_out(self) -> None:
        lines = render(PAPER, MSOLVE).text.splitlines()
        assert len(lines) == 2 + 72
        assert lines[1] == "11"
        assert not any("(" in line or "F" in line for line in lines)
        assert all(line.endswith(",") for line in lines[2:-1])

    @pytest.mark.parametrize(
        ("asked", "why"),
        [
            (system("x y", []), "at least one equation other than 0 = 0, and there is none"),
            (system("x y", ["0", "0"]), "at least one equation other than 0 = 0, and there is none"),
            (system("", ["3"]), "at least one variable, and there is none"),
            (system("x y", ["x^10001-y"]), "degrees <= 10000, and there is one of 10001"),
        ],
    )
    def test_what_it_cannot_do_is_refused(self, asked: PolynomialSystem, why: str) -> None:
        for method in MSOLVE.methods:
            objection = method.objection_to(asked)
            assert objection is not None
            assert why in objection


class TestReading:
    SCRIPT = render(ASKED, MSOLVE, "groebner")

    def read(self, text: str, script: Script = SCRIPT) -> list[str]:
        return [str(polynomial) for polynomial in parse(text, script).components[0]]

    def test_a_basis(self) -> None:
        assert self.read(BASIS) == ["x*y - 2", "y**2 + x**2 - 5", "2*y + x**3 - 5*x"]

    @pytest.mark.parametrize(
        ("old", "new", "why"),
        [
            (BASIS, "", "no answer in the output"),
            (BASIS, "[-1]:\n", "no answer in the output: expected a reduced Groebner basis"),
            (BASIS, BASIS + BASIS, "no answer in the output"),
            (BASIS, "Warning: possible bug\n" + BASIS, "it begins 'Warning: possible bug'"),
            (BASIS, BASIS + "Warning", "no answer"),
            ("x]:\n", "x", "no answer"),
            ("5*x]:", "5*", "no answer"),
            ("characteristic: 0", "characteristic: 7", "over characteristic 7; expected 0"),
            ("y, x", "x, y", "in the variables x, y; expected y, x"),
            ("y, x", "y, x, A", "in the variables y, x, A"),
            ("3 elements", "2 elements", "answers 3 polynomials, and says that there are 2"),
            ("graded reverse lexicographical", "lexicographical", "no answer"),
            ("#Reduced Groebner basis", "#Leading ideal", "no answer"),
            ("x^3", "z^3", "unknown variable 'z'; expected one of x, y"),
            ("x^3+", "x^3+system(1)+", "no answer|answers"),
            ("y*x-2", "10/0*", "answers '10/0\\*'"),
            ("y*x-2", "0", "a polynomial that is not zero"),
            ("y*x-2", "", "answers ''"),
        ],
    )
    def test_all_else_is_no_answer(self, old: str, new: str, why: str) -> None:
        assert old in BASIS
        with pytest.raises(BackendError, match=why):
            self.read(BASIS.replace(old, new))

    @given(st.data())
    def test_a_text_that_is_cut_off_is_no_answer(self, data: st.DataObject) -> None:
        end = data.draw(st.integers(0, len(BASIS.rstrip()) - 1))
        with pytest.raises(BackendError):
            self.read(BASIS[:end])

    def test_names_come_back(self) -> None:
        text = (FOLDER / "renamed.groebner.txt").read_text(encoding="utf-8")
        script = render(CASES["renamed"], MSOLVE, "groebner")
        assert "v1" in text
        assert parse(text, script).ring == CASES["renamed"].ring

    def test_long_numbers(self) -> None:
        number = "9" * 20_000
        assert number in self.read(BASIS.replace("y*x-2", f"y*x-{number}"))[0]


PARAMETRISED = """[0, [0,\x20
2,\x20
4,\x20
['y', 'x'],
[0, 1],
[1,
[[4, [4, 0, -5, 0, 1]],
[3, [0, -10, 0, 4]],
[
[[3, [20, 0, -8, 0]],
1]
]]]]]:
"""
ADDING = """[0, [0,\x20
3,\x20
4,\x20
['y', 'x', 'A'],
[1,2,1],
[1,
[[4, [0, 6, 11, 6, 1]],
[3, [6, 22, 18, 4]],
[
[[3, [0, -8, -8, -2]],
1],
[[3, [0, -10, -14, -4]],
2]
]]]]]:
"""


class TestReadingParametrisations:
    SCRIPT = render(ASKED, MSOLVE, "parametrization")

    def text(self, output: str) -> list[str]:
        return [one.text(["x", "y"]) for one in parse(output, self.SCRIPT).parametrisations]

    def test_a_variable_is_the_root(self) -> None:
        assert self.text(PARAMETRISED) == [
            "t^4 - 5*t^2 + 4 = 0, x = t, y = (8*t^2 - 20)/(4*t^3 - 10*t), t = x",
        ]

    def test_another_order_of_the_variables(self) -> None:
        assert self.text(PARAMETRISED.replace("'y', 'x'", "'x', 'y'")) == [
            "t^4 - 5*t^2 + 4 = 0, x = (8*t^2 - 20)/(4*t^3 - 10*t), y = t, t = y",
        ]

    def test_a_linear_form_is_the_root(self) -> None:
        assert self.text(ADDING) == [
            "t^4 + 6*t^3 + 11*t^2 + 6*t = 0, "
            "x = (4*t^3 + 14*t^2 + 10*t)/(8*t^3 + 36*t^2 + 44*t + 12), "
            "y = (2*t^3 + 8*t^2 + 8*t)/(4*t^3 + 18*t^2 + 22*t + 6), t = -2*x - y"
        ]

    def test_no_zeros(self) -> None:
        answer = parse("[-1]:\n", self.SCRIPT)
        assert answer.components_known
        assert len(answer) == 0

    def test_infinitely_many_zeros_are_not_none(self) -> None:
        with pytest.raises(UnsupportedError, match=r"infinitely many.*try msolve:groebner"):
            parse("[1, 2, -1, []]:\n", self.SCRIPT)

    def test_long_numbers(self) -> None:
        number = "7" * 20_000
        assert number in self.text(PARAMETRISED.replace("-5", number))[0]

    @pytest.mark.parametrize(
        ("old", "new", "why"),
        [
            (PARAMETRISED, "", "no answer in the output"),
            (PARAMETRISED, BASIS, "no answer in the output: expected a parametrisation"),
            (PARAMETRISED, PARAMETRISED * 2, "no answer"),
            (PARAMETRISED, "[-1]:[-1]:", "no answer"),
            (PARAMETRISED, "[-1]", "no answer"),
            (PARAMETRISED, "[-2]:", "another list"),
            (PARAMETRISED, "[1, 3, -1, []]:", "in 3 variables; expected 2"),
            (PARAMETRISED, "[0, []]:", "no parametrisation of its form"),
            (PARAMETRISED, "[0]:", "no answer"),
            (PARAMETRISED, "[" * 100, "no answer"),
            (PARAMETRISED, "[__import__('os')]:", "no answer"),
            ("[0, [0,", "[0, [7,", "characteristic 7"),
            ("'y', 'x'", "'y', 'z'", "in the variables y, z; expected x, y"),
            ("'y', 'x'", "'y', 'y'", "in the variables y, y"),
            ("'y', 'x'", "'y'", "in the variables y;"),
            ("'y', 'x'", "'y', 7", "in the variables y, 7"),
            ("[0, 1],", "[1, 1],", "no linear form"),
            ("[0, 1],", "[0, 2],", "no linear form"),
            ("[0, 1],", "[1],", "no linear form"),
            ("[4, [4,", "[3, [4,", "no polynomial"),
            ("[4, 0, -5", "['y', 0, -5", "no polynomial"),
            ("-8, 0]],\n1]", "-8, 0]],\n0]", "no coordinate of its form for y"),
            ("-8, 0]],\n1]", "-8, 0]]]", "no coordinate of its form for y"),
            ("[[3, [20, 0, -8, 0]],\n1]\n", "", "0 coordinates beside t; expected 1"),
            ("-5, 0", "-5,, 0", "no answer"),
            ("-5, 0", "-5 0", "no answer"),
            ("-5, 0", "-5.0, 0", "no answer"),
            ("-5, 0", "1 / 2^9999999, 0", "denominator 2\\^9999999"),
            ("-5, 0", "1 / 2, 0", "no polynomial"),
        ],
    )
    def test_all_else_is_no_answer(self, old: str, new: str, why: str) -> None:
        assert old in PARAMETRISED
        with pytest.raises(BackendError, match=why):
            self.text(PARAMETRISED.replace(old, new))

    @given(st.data())
    def test_a_text_that_is_cut_off_is_no_answer(self, data: st.DataObject) -> None:
        end = data.draw(st.integers(0, len(PARAMETRISED.rstrip()) - 1))
        with pytest.raises(BackendError):
            self.text(PARAMETRISED[:end])


class TestReadingRealZeros:
    SCRIPT = render(ASKED, MSOLVE, "real")
    ZEROS = PARAMETRISED.rstrip()[:-2] + ",[1,\n[[[-1, -1], [-2, -2]], [[7 / 2^2, 9 / 2^2], [1 / 2, 5 / 2^1]]]\n]]:\n"

    def boxes(self, output: str) -> tuple[Box, ...]:
        return parse(output, self.SCRIPT).boxes

    def test_boxes_lowest_variable_first(self) -> None:
        y = (Fraction(7, 4), Fraction(9, 4))
        x = (Fraction(1, 2), Fraction(5, 2))
        assert self.boxes(self.ZEROS) == (((-2, -2), (-1, -1)), (x, y))

    def test_boxes_in_another_order(self) -> None:
        """msolve's coordinates are in the order of the parametrisation's names."""
        assert self.boxes(self.ZEROS.replace("'y', 'x'", "'x', 'y'"))[0] == ((-1, -1), (-2, -2))

    def test_no_real_zeros(self) -> None:
        assert self.boxes(PARAMETRISED.rstrip()[:-2] + ",[1,\n[]\n]]:\n") == ()
        assert self.boxes("[-1]:\n") == ()

    def test_infinitely_many_zeros_are_not_none(self) -> None:
        with pytest.raises(UnsupportedError, match="infinitely many"):
            self.boxes("[1, 2, -1, []]:\n")

    @pytest.mark.parametrize(
        ("old", "new", "why"),
        [
            (
                ",[1,\n[[[-1, -1], [-2, -2]], [[7 / 2^2, 9 / 2^2], [1 / 2, 5 / 2^1]]]\n]",
                "",
                "no parametrisation and boxes",
            ),
            ("[-1, -1], [-2, -2]", "[-1, -1]", "no box of its form"),
            ("[-1, -1], [-2, -2]", "[-1, -1], [-2, -2], [3, 3]", "no box of its form"),
            ("[-1, -1], [-2, -2]", "[-1, -1], [-2]", "no box of its form"),
            ("[-1, -1], [-2, -2]", "[-1, -1], ['x', -2]", "no box of its form"),
            ("7 / 2^2", "7 / 3", "no answer"),
            ("7 / 2^2", "7 / 2^", "no answer"),
            ("7 / 2^2", "7 2^2", "no answer"),
            ("]]]\n]]:", "]]]\n]]", "no answer"),
        ],
    )
    def test_all_else_is_no_answer(self, old: str, new: str, why: str) -> None:
        assert old in self.ZEROS
        with pytest.raises(BackendError, match=why):
            self.boxes(self.ZEROS.replace(old, new))


def fake(folder: Path, does: str) -> MsolveBackend:
    """msolve with a program that does something instead."""
    executable = folder / "msolve"
    executable.write_text(f'#!/bin/bash\nif [ "$1" = -V ]; then echo 0.99.1; exit; fi\n{does}\n', encoding="utf-8")
    executable.chmod(0o755)
    (folder / "basis").write_text(BASIS, encoding="utf-8")
    return MsolveBackend(executable)


@pytest.mark.parametrize(
    ("does", "status", "reason"),
    [
        ("cp {}/basis answer.txt", Status.COMPLETE, ""),
        ("cp {}/basis answer.txt; exit 3", Status.CRASHED, "ended with exit code 3"),
        ("kill -SEGV $$", Status.CRASHED, "killed by SIGSEGV"),
        ("echo Bad input data; exit 1", Status.CRASHED, "exit code 1; it said: Bad input data"),
        ("cp {}/basis answer.txt; echo Warning", Status.UNPARSABLE, "warned beside its answer: Warning"),
        ("cp {}/basis answer.txt; echo Warning >&2", Status.UNPARSABLE, "warned beside its answer: Warning"),
        ("cat {}/basis {}/basis > answer.txt", Status.UNPARSABLE, "no answer in the output"),
        ("head -c 100 {}/basis > answer.txt", Status.UNPARSABLE, "no answer in the output"),
        ("true > answer.txt", Status.UNPARSABLE, "an empty answer"),
        ("true", Status.UNPARSABLE, "no answer file"),
        ("cat {}/basis", Status.UNPARSABLE, "a message beside its answer: #Reduced"),
        ("exec sleep 60", Status.TIMEOUT, "limit of time, 0.4 s"),
        ("exec yes", Status.UNPARSABLE, "printed too much"),
        ("echo Cannot allocate memory; kill -ABRT $$", Status.MEMORY, "ran out of memory"),
    ],
)
def test_what_the_program_does_is_a_status(does: str, status: Status, reason: str, tmp_path: Path) -> None:
    backend = fake(tmp_path, does.replace("{}", str(tmp_path)))
    backend.largest_output = 1 << 16
    result = backend.run(Job(ASKED, "groebner", Limits(seconds=0.4 if status is Status.TIMEOUT else 60)))
    assert result.status is status, result
    assert reason in result.reason
    assert result.version == "0.99.1"


def test_the_program_gets_the_methods_options_and_the_seed(tmp_path: Path) -> None:
    backend = fake(tmp_path, 'echo "$@"; exit 1')
    for seed, more in ((0, ""), (7, " --random-seed 7")):
        assert f"-f job.ms -o answer.txt -g 2{more}" in backend.run(Job(ASKED, "groebner", seed=seed)).reason


def test_the_linear_form_may_have_a_common_factor() -> None:
    """msolve 0.7.5 states it with denominators: A is -(110*y + 115*x)/112 here."""
    script = render(system("x y", ["x^2-2*x+1", "y-x"]), MSOLVE, "parametrization")
    text = (
        "[0, [0,\n3,\n2,\n['y', 'x', 'A'],\n[-110/1008,-115/1008,-112/1008],\n[1,\n[[1, [225, 112]],\n[0, [112]],\n"
        "[\n[[0, [-112]],\n1],\n[[0, [-112]],\n1]\n]]]]]:"
    )
    (parametrisation,) = parse(text, script).parametrisations
    assert parametrisation.form == (Fraction(-115, 112), Fraction(-110, 112))


def test_no_seed_goes_to_a_program_whose_help_has_none(tmp_path: Path) -> None:
    """msolve 0.7.5 ends with its help at an option that it does not know."""
    backend = fake(tmp_path, 'if [ "$1" = -h ]; then echo "Basic call: msolve -f FILE"; else echo "$@"; exit 1; fi')
    assert backend.run(Job(ASKED, "groebner", seed=7)).reason.endswith("-f job.ms -o answer.txt -g 2")


@pytest.mark.msolve
class TestMsolve:
    def test_the_papers_chain(self) -> None:
        assert list(whole_answer(BACKEND.run(Job(PAPER, "groebner", MINUTE))).points()) == [PAPER_CHAIN]

    @pytest.mark.slow
    @pytest.mark.parametrize("case", cases_for("groebner"))
    def test_it_agrees_with_the_reference(self, case: str) -> None:
        verdict = crosscheck(CASES[case], ["reference", "msolve:groebner"], seconds=60)
        assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), verdict.reason

    @pytest.mark.slow
    @pytest.mark.parametrize("case", cases_for("parametrization"))
    def test_its_parametrisations_agree_with_the_reference(self, case: str) -> None:
        verdict = crosscheck(CASES[case], ["reference", "msolve:parametrization"], seconds=60)
        if case == "positive":
            assert verdict.checked[1].result.status is Status.UNSUPPORTED
        else:
            assert verdict.kind is VerdictKind.AGREE, verdict.reason

    @pytest.mark.slow
    @pytest.mark.singular
    @pytest.mark.parametrize(
        "texts",
        [
            ["x^2-x", "y^2-y", "z^2-z"],
            ["x^3-2", "y-1", "z+x"],
            ["x^4-2", "y-x^2", "z-x^2"],
            ["x^2", "x*y", "y^2-y", "z^2+1"],
            ["x-1", "y-2", "z-1/3"],
        ],
    )
    def test_its_zeros_are_singulars(self, texts: list[str]) -> None:
        """Also where msolve adds a variable, or changes the order of the variables."""
        verdict = crosscheck(system("x y z", texts), ["msolve:parametrization", "singular:std"], seconds=60)
        assert verdict.kind is VerdictKind.AGREE, verdict.reason
        assert not any(one.redundant for one in verdict.checked)

    @pytest.mark.slow
    @pytest.mark.parametrize("case", cases_for("real"))
    def test_its_real_zeros_are_the_references(self, case: str) -> None:
        verdict = crosscheck(CASES[case], ["reference:real", "msolve:real"], seconds=60)
        if case == "positive":
            assert [str(one.result.status) for one in verdict.checked] == ["unsupported"] * 2
        else:
            assert verdict.kind is VerdictKind.AGREE, verdict.reason

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "texts",
        [
            ["x^3-2", "y-1", "z+x"],
            ["x^2-x", "y^2-y", "z^2-z"],
            ["x^4-2", "y-x^2", "z-x^2"],
            ["x^2-2*x+1", "y^2-2", "z^2+y"],
        ],
    )
    def test_coordinates_stand_at_their_variables(self, texts: list[str]) -> None:
        """Also where msolve adds a variable, or changes the order of the variables."""
        verdict = crosscheck(system("x y z", texts), ["msolve:real", "reference:real"], seconds=60)
        assert verdict.kind is VerdictKind.AGREE, verdict.reason

    @pytest.mark.slow
    @pytest.mark.parametrize(("name", "n", "count"), [("katsura", 4, 12), ("noon", 3, 7), ("cyclic", 5, 10)])
    def test_numbers_of_real_zeros(self, name: str, n: int, count: int) -> None:
        verdict = crosscheck(family(name, n), ["msolve:real", "reference:real"], seconds=60)
        assert verdict.kind is VerdictKind.AGREE, verdict.reason
        assert [len(one.result.answer.boxes) for one in verdict.checked if one.result.answer] == [count, count]

    def test_zeros_that_it_loses_are_found(self) -> None:
        asked = system("y x", ["y^3-y", "x^2+x*y"])
        for names in (["msolve:parametrization", "reference"], ["msolve:real", "reference:real"]):
            verdict = crosscheck(asked, names, seconds=60)
            if verdict.checked[0].result.version == "0.10.1":
                assert verdict.kind is VerdictKind.DISAGREE
                assert verdict.witness is not None
                assert verdict.witness.backend == names[0]
                assert verdict.witness.fault is Fault.MISSING_ZERO

    @pytest.mark.parametrize("name", ["B", "_", "x^", "e", "E", "i", "nil", "x_1", "a__b", "x_", "A1", "print"])
    def test_names_that_are_kept_work(self, name: str) -> None:
        if MSOLVE.accepts(name):
            asked = system(f"{name} y", [f"{name}^2-y", "y-4"])
            answer = whole_answer(BACKEND.run(Job(asked, "groebner", MINUTE)))
            assert {str(q) for q in answer.components[0]} == {"y - 4", f"{name}**2 - 4"}

    def test_large_exponents_are_still_read_wrongly(self) -> None:
        """Where this fails, msolve has larger exponents, and the limit on degrees can go."""
        raw = render(system("x y", ["x^9999-y", "y^2-1"]), MSOLVE).text.replace("9999", "70000")
        ran = BACKEND.run_script(lambda: raw, MINUTE, arguments=("-g", "2"))
        assert "x^4464" in (ran.answer or "")

    @pytest.mark.slow
    def test_limits_hold(self) -> None:
        large = family("cyclic", 7)
        assert BACKEND.run(Job(large, "groebner", Limits(seconds=0.3))).status is Status.TIMEOUT
        few = BACKEND.run(Job(large, "groebner", Limits(seconds=60, memory=300 << 20)))
        assert few.status is Status.MEMORY
        assert few.reason == "msolve takes 1100 MiB of address space to begin; the limit is 300 MiB"
        assert BACKEND.run(Job(large, "groebner", Limits(seconds=60, memory=1200 << 20))).status is Status.COMPLETE

    def test_a_seed_is_given_to_a_program_that_takes_one(self) -> None:
        given = "--random-seed" in BACKEND.arguments(MSOLVE.method("groebner"), 7)
        assert given is expected_of("msolve").get("takes_seed", True)

    def test_equal_seeds_give_equal_answers(self) -> None:
        answers = [done(BACKEND.run(Job(ASKED, "groebner", MINUTE, seed=7))).answer for _ in range(2)]
        assert answers[0] == answers[1]
