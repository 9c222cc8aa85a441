"""What a rendered script says, for every target."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from script_cases import CASES, PAPER, PAPER_CLUES, colouring, system, with_goal

from casbridge.algebra import Equation, PolynomialSystem, Ring, local_ring, variables
from casbridge.backends.gap import GAP
from casbridge.backends.giac import GIAC
from casbridge.backends.macaulay2 import MACAULAY2
from casbridge.backends.maxima import MAXIMA
from casbridge.backends.protocol import Job
from casbridge.backends.sage import SAGE
from casbridge.backends.singular import SINGULAR
from casbridge.backends.sympy import SYMPY
from casbridge.errors import TemplateError, UnsupportedError, UsageError
from casbridge.scripts import Target, render
from casbridge.scripts.rendering import clean

TARGETS = [SINGULAR, SYMPY, SAGE, GAP, MACAULAY2, MAXIMA, GIAC]
ALL_METHODS = [pytest.param(t, m.name, id=f"{t.name}:{m.name}") for t in TARGETS for m in t.methods]
BIG = 2147483647


def bound_names(python: str) -> set[str]:
    """The names that a Python script binds, without those inside functions and comprehensions."""
    found = set()
    waiting: list[ast.AST] = [ast.parse(python)]
    while waiting:
        match waiting.pop():
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                found |= {(one.asname or one.name).partition(".")[0] for one in names}
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                pass
            case node:
                waiting += ast.iter_child_nodes(node)
    return found


def gap_locals(gap: str) -> set[str]:
    """The names that are local to a function of a GAP script."""
    return {name for names in re.findall(r"^ *local (.*);", gap, re.M) for name in names.split(", ")}


def case_of(target: Target, method: str) -> PolynomialSystem:
    """The paper's system, or another one where the method needs the rationals, with a goal."""
    found = target.method(method)
    paper = with_goal(PAPER, found)
    return with_goal(CASES["rational"], found) if found.objection_to(paper) else paper


@pytest.mark.parametrize(("target", "name"), ALL_METHODS)
def test_every_case_renders_as_clean_text(target: Target, name: str) -> None:
    method = target.method(name)
    cases = {case: with_goal(one, method) for case, one in CASES.items()}
    able = {case: one for case, one in cases.items() if method.objection_to(one) is None}
    assert able
    for case, one in able.items():
        script = render(one, target, name)
        assert script.job in script.text, case
        assert "\0" not in script.text, case
        assert script.text.endswith("\n"), case
        assert not script.text.endswith("\n\n"), case
        assert not re.search(r"[ \t]$", script.text, re.M), f"{case}: no trailing blanks"
        if target is SYMPY:
            compile(script.text, f"{case}.py", "exec")


@pytest.mark.parametrize(("target", "method"), ALL_METHODS)
def test_rendering_is_a_function_of_system_target_and_method(target: Target, method: str) -> None:
    case = case_of(target, method)
    first, second = render(case, target, method), render(case, target, method)
    assert first.text == second.text
    assert first.job == second.job
    assert re.fullmatch("[0-9a-f]{12}", first.job)
    there = render(case, target, method, answer_file="a.txt")
    elsewhere = render(case, target, method, answer_file="b/c.txt")
    assert there.job == elsewhere.job, "where the answer goes is no part of the job"


def test_jobs_differ_where_systems_or_methods_do() -> None:
    jobs = {
        render(with_goal(CASES[c], m), SINGULAR, m.name).job
        for c in ("positive", "positive-7", "rational")
        for m in SINGULAR.methods
    }
    assert len(jobs) == 3 * len(SINGULAR.methods)


def test_it_is_the_same_in_another_process() -> None:
    code = (
        "from script_cases import PAPER; from casbridge.scripts import render;"
        "from casbridge.backends.sage import SAGE; print(render(PAPER, SAGE).job)"
    )
    path = str(Path(__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "12345"}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == render(PAPER, SAGE).job


def colouring_for(target: Target, rows: int, clues: Mapping[int, int]) -> PolynomialSystem:
    """The paper's model, over QQ for a target that has no method over prime fields."""
    over_f11 = colouring(rows, rows, clues)
    return colouring(rows, rows, clues, 0) if target.method().objection_to(over_f11) else over_f11


@pytest.mark.parametrize("target", TARGETS, ids=lambda t: t.name)
class TestThePaper:
    def test_f_and_g_are_defined_once_and_applied(self, target: Target) -> None:
        text = render(colouring_for(target, 2, PAPER_CLUES), target).text
        define = {SINGULAR: "proc {}(", GAP: "\n{} := ", MACAULAY2: "\n{} = ", MAXIMA: "\n{}(", GIAC: "\n{}("}.get(
            target, "def {}("
        )
        assert text.count(define.format("F")) == text.count(define.format("G")) == 1
        assert "(x - 1)*(x - 2)*(x - 3)*(x - 4)" in text
        assert "(F(x) - F(y))/(x - y)" in text
        assert len(re.findall(r"^ +F\(x\d+\)", text, re.M)) == 12
        assert len(re.findall(r"^ +G\(x\d+, x\d+\)", text, re.M)) == 56
        assert len(re.findall(r"^ +x\d+ - \d,", text, re.M)) == 4
        assert "72 equations in 16 variables over " in text

    def test_lines_say_what_they_stand_for(self, target: Target) -> None:
        text = render(colouring_for(target, 2, PAPER_CLUES), target).text
        assert re.search(r"G\(x1, x2\),? +(//|#|--|/\*) +cells 1 and 2 differ", text)

    def test_the_header_says_where_it_comes_from(self, target: Target) -> None:
        text = render(colouring_for(target, 2, PAPER_CLUES), target).text
        assert "boxes: 2x2" in text
        assert "casbridge" in text
        assert target.by_hand.format(script=f"SCRIPT.{target.extension}") in text

    def test_an_empty_9x9_has_891_polynomials_in_81_variables(self, target: Target) -> None:
        text = render(colouring_for(target, 3, {}), target).text
        assert "891 equations in 81 variables" in text
        assert len(re.findall(r"^ +[FG]\(x", text, re.M)) == 891


class TestSeeds:
    @pytest.mark.parametrize(("target", "method"), ALL_METHODS)
    def test_a_seed_is_set_before_the_system_and_none_by_default(self, target: Target, method: str) -> None:
        case = case_of(target, method)
        plain, seeded = render(case, target, method), render(case, target, method, seed=71)
        before, after = seeded.text.split("The system: ")
        assert "71" in before
        assert len(seeded.text.splitlines()) - len(plain.text.splitlines()) in range(3, 13)
        assert "random" not in plain.text
        assert plain.text.split("The system: ")[1] == after.replace(seeded.job, plain.job)
        assert render(case, target, method, seed=0).text == plain.text
        assert len({plain.job, seeded.job, render(case, target, method, seed=72).job}) == 3

    @pytest.mark.parametrize("seed", [-1, 2**31 - 1, True, 1.0, "1", None], ids=repr)
    def test_what_is_no_seed(self, seed: object) -> None:
        wrong: Any = seed
        with pytest.raises(UsageError, match=r"seed=.*expected a whole number from 0 to 2147483646"):
            render(PAPER, SINGULAR, seed=wrong)
        with pytest.raises(UsageError, match="seed="):
            Job(PAPER, seed=wrong)


class TestNames:
    def test_reserved_and_unreadable_names_are_renamed_and_listed(self) -> None:
        script = render(CASES["renamed"], SINGULAR)
        assert script.names == ("v1", "v2", "v3", "v4")
        assert "v1 is system" in script.text
        assert "name: v1 = system" in script.text

    @pytest.mark.parametrize("target", TARGETS, ids=lambda t: t.name)
    def test_what_a_template_defines_is_never_a_variable(self, target: Target) -> None:
        """Names bound at the top level of our own scripts are reserved, whatever the method."""
        for method in target.methods:
            text = render(with_goal(system("x", ["x-1", "x^2-1"]), method), target, method.name).text
            if target is SINGULAR:
                bound = set(re.findall(r"^(?:ring|ideal|matrix|list|int|link|proc|poly|def) (\w+)", text, re.M))
            elif target is GAP:
                bound = set(re.findall(r"^ *(?:for )?(\w+) (?::=|in) ", text, re.M)) - gap_locals(text)
            elif target is MACAULAY2:
                bound = set(re.findall(r"^ *(?:for )?(\w+) (?:=|in) ", text, re.M))
                assert {"casbridgeRing", "answerComponents"} <= bound
            elif target is MAXIMA:
                bound = set(re.findall(r"^([\w%]+)(?:: |\(.*\) := )", text, re.M))
                assert {"%equations", "%write"} <= bound
            elif target is GIAC:
                bound = set(re.findall(r"^(\w+)(?:\(.*\))?:=", text, re.M))
                assert {"left_sides", "write_answer"} <= bound
            else:
                bound = bound_names(text)
            assert {name for name in bound - {"x"} if target.accepts(name)} == set()

    def test_new_names_avoid_the_old_ones(self) -> None:
        script = render(system("v1 system v3", ["v1-1", "system-2", "v3-3"]), SINGULAR)
        assert script.names == ("v1", "v2", "v3")

    def test_functions_and_parameters_avoid_variables(self) -> None:
        paper = PAPER
        names = ("F", "G", "x", "y", "z", "u", "t1", *(f"c{i}" for i in range(9)))
        script = render(PolynomialSystem(Ring.of(names, paper.ring.field), paper.equations), SYMPY)
        functions = re.findall(r"^def (\w+)\(([^)]*)\)", script.text, re.M)[:2]
        assert [name for name, _ in functions] == ["F_of", "G_of"]
        for _, parameters in functions:
            assert not set(parameters.split(", ")) & set(names)

    def test_words_are_renamed(self) -> None:
        for name in ("lambda", "print", "None", "symbols", "__name__", "_a", "a_", "ab", "x" * 90, f"x{10**20}"):
            assert render(system(name, [f"{name}-1"]), SYMPY).names == ("v1",)
        assert render(system("a_1_2", ["a_1_2-1"]), SYMPY).names == ("a_1_2",)


class TestPolynomials:
    @pytest.mark.parametrize("target", TARGETS, ids=lambda t: t.name)
    def test_there_are_no_fractions(self, target: Target) -> None:
        text = render(system("x y", ["x/2 - 3/4*y"]), target).text
        assert re.search(r"^ +-3\*y \+ 2\*x", text, re.M)

    def test_residues_are_symmetric(self) -> None:
        assert "x + 5" in render(system("x", ["x-6"], 11), SINGULAR).text

    def test_templates_of_one_role_that_differ_are_printed_or_numbered(self) -> None:
        ring, local = Ring.of("a b c d"), local_ring(CASES["rational"].ring.field, 2)
        s, t = variables(local)
        long = (s + t) ** 2 + s
        other = (s - t) ** 3 + 1
        equations = [Equation(f, (i, i + 1), role="mixed") for f in (long, other) for i in range(3)]
        text = render(PolynomialSystem(ring, tuple(equations)), SINGULAR).text
        assert "proc mixed_1_of(" in text
        assert "proc mixed_2_of(" in text

    def test_sums_are_not_functions(self) -> None:
        ring, local = Ring.of("a b c d"), local_ring(CASES["rational"].ring.field, 2)
        s, t = variables(local)
        equations = [Equation(s + t - 5, (i, i + 1), role="sum") for i in range(3)]
        text = render(PolynomialSystem(ring, tuple(equations)), SINGULAR).text
        assert "proc sum" not in text
        assert re.search(r"^  b \+ a - 5,", text, re.M)

    def test_long_sums_are_no_deeper_than_python_compiles(self) -> None:
        polynomial = "+".join(f"{i + 1}*x^{i}" for i in range(20_000))
        text = render(system("x", [polynomial], 31), SYMPY).text
        compile(text, "script.py", "exec")

    def test_what_is_too_large_for_a_cas_is_refused(self) -> None:
        local = local_ring(CASES["rational"].ring.field, 1)
        (t,) = variables(local)
        huge = type(t)(local, {(3_000_000_000,): 1, (0,): -1})
        with pytest.raises(UnsupportedError, match="3000000000"):
            render(PolynomialSystem(Ring.of("x"), (Equation(huge, (0,)),)), SINGULAR, "std")
        with pytest.raises(UnsupportedError, match=r"works over QQ and GF\(p\) \(p < 2\^29\), not over"):
            render(system("x", ["x-1"], BIG), SINGULAR, "char_series")
        assert render(system("x", ["x-1"], BIG), SINGULAR, "std")

    def test_solve_over_a_prime_field_is_refused(self) -> None:
        with pytest.raises(UnsupportedError, match=r"^sympy:solve works over QQ, not over GF\(11\)$"):
            render(PAPER, SYMPY, "solve")


class TestProvenance:
    @pytest.mark.parametrize("target", TARGETS, ids=lambda t: t.name)
    @given(text=st.text(max_size=60), name=st.text(max_size=60))
    def test_no_text_leaves_its_comment_or_string(self, target: Target, text: str, name: str) -> None:
        plain = PolynomialSystem(Ring.of("x"), CASES["constant"].equations, "N", (("P", "Q"),))
        odd = PolynomialSystem(plain.ring, plain.equations, name, ((name, text),))
        script, odd_script = render(plain, target), render(odd, target)
        text_line = re.compile(
            r"\s*(?://|#|--|/\*|import sys|sys\.|$|\"fact"
            r"|(?:write\(output, |write_line\(|writeLine |%write\(|fprint\(stream, Unquoted, )\"fact)"
        )
        code, odd_code = (
            [line.replace(s.job, "") for line in s.text.split("\n") if not text_line.match(line)]
            for s in (script, odd_script)
        )
        assert code == odd_code
        assert len(odd_script.text.splitlines()) == len(odd_script.text.split("\n")) - 1
        for line in odd_script.text.split("\n"):
            fact = re.match(r".*\"fact: (.*)$", line)
            assert not fact or re.fullmatch(r"[^\"\\]*\"(?:,|;|\)[;,]|, \"\\n\"\);)", fact.group(1))

    @given(st.text(max_size=5000))
    def test_cleaned_text_is_one_printable_line(self, text: str) -> None:
        cleaned = clean(text)
        assert cleaned.isprintable()
        assert not set(cleaned) & set('"\\')
        assert "*/" not in cleaned
        assert clean(cleaned) == cleaned

    def test_an_encoding_is_not_taken_for_pythons(self) -> None:
        facts = PolynomialSystem(Ring.of("x"), (), "coding: none", (("encoding", "colouring"),))
        compile(render(facts, SYMPY).text.encode(), "script.py", "exec")

    @pytest.mark.parametrize("path", ["", 'a"b', "a\\b", "a\nb"])
    def test_answer_files_with_odd_names_are_refused(self, path: str) -> None:
        with pytest.raises(UsageError):
            render(PAPER, SINGULAR, answer_file=path)


class TestOwnTemplates:
    """A user's templates come before ours."""

    def write(self, folder: Path, text: str, name: str = "singular/std.sing.j2") -> Path:
        path = folder / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        return folder

    def test_they_replace_ours(self, tmp_path: Path) -> None:
        folder = self.write(tmp_path, "{% for text, origin in equations %}{{ text }};{% endfor %}")
        assert render(CASES["positive"], SINGULAR, "std", templates=folder).text == "-z^2 + x*y;x*z - y;"

    def test_they_extend_ours(self, tmp_path: Path) -> None:
        text = (
            '{% extends "casbridge/singular/std.sing.j2" %}'
            "{% block compute %}list answer = groebner(equations);{% endblock %}"
        )
        script = render(CASES["positive"], SINGULAR, "std", templates=self.write(tmp_path, text))
        assert "list answer = groebner(equations);" in script.text
        assert "casbridge:begin" in script.text
        assert "groebner(" not in render(CASES["positive"], SINGULAR, "std").text

    def test_other_methods_are_still_ours(self, tmp_path: Path) -> None:
        folder = self.write(tmp_path, "nothing")
        assert "char_series" in render(PAPER, SINGULAR, "char_series", templates=folder).text

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("a\n{{ undefined_name }}", r"std\.sing\.j2:2: .*undefined_name"),
            ("a\nb\n{% if %}", r"std\.sing\.j2:3: "),
            ("\n\n{{ equations.foo }}", r"std\.sing\.j2:3: .*foo"),
            ("{{ 1 // 0 }}", r"std\.sing\.j2:1: .*zero"),
            ('{% extends "no/such.j2" %}', r"no template no/such\.j2"),
        ],
    )
    def test_broken_ones_are_errors_with_a_place(self, tmp_path: Path, text: str, message: str) -> None:
        with pytest.raises(TemplateError, match=message) as caught:
            render(PAPER, SINGULAR, "std", templates=self.write(tmp_path, text))
        assert caught.value.exit_code == 2

    def test_a_missing_folder_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(TemplateError, match="nowhere"):
            render(PAPER, SINGULAR, templates=tmp_path / "nowhere")


def test_unknown_methods_are_named() -> None:
    with pytest.raises(UsageError, match="char_series, minAssGTZ"):
        render(PAPER, SINGULAR, "groebner")


def test_jinja_and_sympy_are_not_imported_before_they_are_needed() -> None:
    code = "import sys, casbridge.scripts, casbridge.backends.singular, casbridge.backends.sympy; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"jinja2", "sympy", "flint"} & set(run.stdout.split())
