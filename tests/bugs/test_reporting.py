"""Reports: snippets that run, reasons that are checked, forms that cannot be broken by what a CAS prints."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.backends.protocol import Status
from casbridge.backends.writing import render
from casbridge.bugs import reasons as module
from casbridge.bugs.asking import whole_name
from casbridge.bugs.bundle import Bundle, RunNote
from casbridge.bugs.failures import COMPONENT, POINT, Failure
from casbridge.bugs.reasons import reasons
from casbridge.bugs.reporting import Report, report, snippet_of
from casbridge.errors import InputError, UsageError
from casbridge.limits import Limits

#: What SymPy's solve says of it lacks x = 0.
LOST = "variables: v z y x\nx*y\nx*z\nx*v\n"


def bundle_with(problem: str, backend: str, fault: Failure, **witness: Any) -> Bundle:
    empty = dict.fromkeys(("point", "extension", "polynomial", "value", "grid", "chain"))
    told = {**empty, "fault": fault.kind, "backend": backend, "text": "it is wrong", **witness}
    verdict = {"verdict": "disagree", "reason": "", "backends": [], "witness": told if witness else None}
    unused = {"order": None, "dimension": None, "degree": None, "multiplicities": []}
    answer = {"task": "points", "count": 1, "components": [["x - 1", "y"]], "branches": [], **unused}
    versions = {backend: "1.14.0", "python": "3.11.7", "casbridge": "0.1.0"}
    whole = Bundle(problem, backend, (), Status.COMPLETE, "", fault, (RunNote(0, Status.COMPLETE, fault),))
    return replace(whole, answer=answer, verdict=verdict, versions=versions)


def missing(shape: str = POINT) -> Failure:
    return Failure("sympy:groebner", "missing zero", shape)


# -- reasons ----------------------------------------------------------------------------------------------------------


def test_a_missing_point() -> None:
    bundle = bundle_with(
        LOST,
        "sympy:groebner",
        missing(),
        point={"v": "1", "z": "2", "y": "3", "x": "0"},
        polynomial="x - 1",
        value="-1",
    )
    assert reasons(bundle) == (
        "v = 1, z = 2, y = 3, x = 0 is a zero of the system. There y*x = 0, z*x = 0, v*x = 0.",
        "The answer does not have it: x - 1 is 0 at each zero of the answer, and -1 there.",
    )
    renamed = reasons(bundle, {"x": "v1"})
    assert renamed[0].startswith("v = 1, z = 2, y = 3, v1 = 0 is a zero of the system. There y*v1 = 0")


def test_a_missing_point_in_an_extension() -> None:
    place = {"x": "a", "y": "-1/2*a"}
    bundle = bundle_with("x^2 - 2\nx + 2*y", "sympy:groebner", missing(), point=place, extension="a**2 - 2")
    assert reasons(bundle)[0] == (
        "x = a, y = -1/2*a, where a**2 - 2 = 0 is a zero of the system. There x**2 - 2 = 0, 2*y + x = 0."
    )
    wrong = bundle_with("x^2 - 3\nx + 2*y", "sympy:groebner", missing(), point=place, extension="a**2 - 2")
    with pytest.raises(InputError, match=r"a witness at which x\*\*2 - 3 is not 0"):
        reasons(wrong)


def test_a_witness_over_a_prime_field() -> None:
    bundle = bundle_with("field: 7\nx^2 - 2", "sympy:groebner", missing(), point={"x": "10"})
    assert reasons(bundle)[0].startswith("x = 10 is a zero")
    with pytest.raises(InputError, match="is not 0; expected a zero of the system"):
        reasons(bundle_with("field: 7\nx^2 - 2", "sympy:groebner", missing(), point={"x": "5"}))


def test_a_missing_component() -> None:
    bundle = bundle_with(LOST, "sympy:groebner", missing(COMPONENT), chain=["x"])
    assert reasons(bundle) == (
        "The system has all points where x = 0.",
        "The answer does not have all of them.",
    )
    place = {"x": "0", "y": "5"}
    both = bundle_with(
        "variables: y x\nx*y*(x - 1)", "sympy:groebner", missing(COMPONENT), chain=["x*y - x"], point=place
    )
    assert reasons(both)[-1] == "So are all points where y*x - x = 0, and no leading coefficient is 0."


def test_a_zero_in_decimals() -> None:
    near = {"x": "1.4142136", "y": "-0.5*I"}
    bundle = bundle_with("x^2 - 2\n4*y^2 + 1", "sympy:groebner", missing("a conjugate"), approximation=near)
    assert reasons(bundle) == (
        "The system has a zero where x is about 1.4142136, y is about -0.5*I.",
        "The answer does not have it.",
    )
    fault = Failure("sympy:groebner", "false zero", POINT)
    false = bundle_with("x - y", "sympy:groebner", fault, approximation=near, polynomial="x - y", value="1.4 + 0.5*I")
    assert reasons(false) == (
        "The answer has a zero where x is about 1.4142136, y is about -0.5*I.",
        "There -y + x is 1.4 + 0.5*I, not 0. The system says that it is 0.",
    )


def test_decimals_say_which_conjugate_is_lost() -> None:
    bundle = bundle_with(
        "x^4 - 2", "sympy:groebner", missing(), point={"x": "a"}, extension="a**4 - 2", approximation={"x": "-1.19*I"}
    )
    assert "x is about -1.19*I" in reasons(bundle)[0]


def test_a_special_case_says_which_denominator_is_0() -> None:
    fault = Failure("sympy:groebner", "special case", POINT)
    text = "sympy:groebner states these zeros only where x is not 0; it lacks x = 0, y = 0"
    bundle = bundle_with("x*y", "sympy:groebner", fault, point={"x": "0", "y": "0"}, text=text)
    assert reasons(bundle)[0].startswith("x = 0, y = 0 is a zero of the system.")
    assert "where x is not 0" in reasons(bundle)[-1]
    with pytest.raises(InputError, match="is not 0; expected a zero of the system"):
        reasons(bundle_with("x*y", "sympy:groebner", fault, point={"x": "1", "y": "1"}, text=text))


def test_a_false_zero() -> None:
    fault = Failure("sympy:groebner", "false zero", POINT)
    bundle = bundle_with("x - y", "sympy:groebner", fault, point={"x": "1", "y": "3"}, polynomial="x - y", value="-2")
    assert reasons(bundle) == (
        "The answer has the zero x = 1, y = 3.",
        "There -y + x is -2, not 0. The system says that it is 0.",
    )
    other = bundle_with("x - y", "sympy:groebner", fault, point={"x": "1", "y": "1"}, polynomial="x - y", value="-2")
    with pytest.raises(InputError, match="a witness at which -y \\+ x is 0; expected an equation that is not"):
        reasons(other)
    strange = bundle_with("x - y", "sympy:groebner", fault, point={"x": "1", "y": "3"}, polynomial="x - 5", value="-4")
    assert reasons(strange)[1] == "There x - 5 is -4, not 0."
    part = bundle_with("x - y", "sympy:groebner", fault, chain=["x"], polynomial="x - y")
    assert reasons(part) == (
        "The answer has the points where x = 0.",
        "There -y + x is not 0. The system says that it is 0.",
    )


def test_other_faults_and_ends() -> None:
    basis = bundle_with("x - y", "sympy:groebner", Failure("sympy:groebner", "not in the ideal"), polynomial="x")
    assert reasons(basis) == ("it is wrong", "The polynomial is x.")
    crash = replace(bundle_with("x", "sympy:groebner", Failure("sympy:groebner", "crashed", "…")), reason="signal 6")
    assert reasons(crash) == ("It ended without an answer: signal 6",)
    other = {"name": "reference", "version": "0.1.0", "status": "complete", "seconds": 0.25}
    verdict = {**crash.verdict, "backends": [{"name": "sympy:groebner"}, other]}
    fault = Failure("sympy:groebner", "timeout")
    slow = replace(crash, fault=fault, limits=Limits(seconds=5), verdict=verdict)
    assert reasons(slow) == ("No answer came within 5 s.", "reference 0.1.0 has an answer after 0.25 s.")


def test_nothing_is_claimed_that_was_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SECONDS_TO_SUBSTITUTE", 0.1)
    huge = bundle_with("x^2000000000 - 1", "sympy:groebner", missing(), point={"x": "2"})
    said = "x = 2 is said to be a zero of the system. That could not be checked here."
    assert reasons(huge)[0] == said
    unread = bundle_with("x^2 - 1", "sympy:groebner", missing(), point={"x": "2/a"})
    assert reasons(unread)[0] == said.replace("2", "2/a")


def test_a_long_system_is_not_listed() -> None:
    many = "\n".join(f"x^{n} - x" for n in range(2, 20))
    bundle = bundle_with(many, "sympy:groebner", missing(), point={"x": "1"})
    assert reasons(bundle)[0] == "x = 1 is a zero of the system. Each of the 18 polynomials of the system is 0 there."


# -- snippets ---------------------------------------------------------------------------------------------------------

#: Systems for snippets, and what is in the output for each of them.
_CASES = {
    "": "x^2 - y\ny - 4\n",
    "eliminate": "eliminate: y\nx^2 - y\ny - 4\n",
    "elimination_ideal": "eliminate: y\nx^2 - y\ny - 4\n",
    "sat": "saturate: x - 2\nx^2 - y\ny - 4\n",
    "saturation": "saturate: x - 2\nx^2 - y\ny - 4\n",
    "saturate": "saturate: x - 2\nx^2 - y\ny - 4\n",
    "factor": "factor: x^2 - 4\n",
    "factorize": "factor: x^2 - 4\n",
    "factor_list": "factor: x^2 - 4\n",
    "Factors": "factor: x^2 - 4\n",
    "nffactor": "factor: x^2 - 4\ny^2 - 2\n",
}


def _names() -> list[Any]:
    found = []
    for name in registry.OWN_BACKENDS:
        runs = registry.get(name).target is not None and not registry.is_script_only(registry.get(name))
        for method in registry.get(name).methods if runs else ():
            marks = [] if name == "sympy" else [getattr(pytest.mark, name)]
            found.append(pytest.param(f"{name}:{method.name}", marks=marks))
    return found


def short(backend: str) -> Bundle:
    return bundle_with(_CASES.get(backend.partition(":")[2], _CASES[""]), backend, Failure(backend, "timeout"))


@pytest.mark.slow
@pytest.mark.parametrize("backend", _names())
def test_snippets_run_without_casbridge(backend: str) -> None:
    """The real program ends well, and prints something about the system."""
    made = report(short(backend), limits=Limits(seconds=100))
    assert made.said.endswith(" prints:"), made.said
    assert re.search("x|[02]", made.output)
    assert "error" not in made.output.lower()


def test_a_report_names_the_command_where_the_input_does_not_say_what_is_asked() -> None:
    text = report(short("msolve:parametrization"), run=False).text()
    assert "This file shows it, with msolve -P 2 -f FILE.ms:" in text
    assert "This script shows it:" in report(short("gap:ReducedGroebnerBasis"), run=False).text()


def test_a_snippet_is_short_and_names_no_casbridge() -> None:
    for backend in (
        "sympy:solve",
        "sympy:groebner",
        "singular:minAssGTZ",
        "macaulay2:decompose",
        "gap",
        "giac",
        "sage:hilbert_polynomial",
    ):
        text = snippet_of(short(whole_name(backend)))
        assert "casbridge" not in text
        assert len(text.splitlines()) < 10
    assert snippet_of(short("sympy:solve")).splitlines()[-3:] == [
        'x, y = symbols("x y")',
        "equations = [-y + x**2, y - 4]",
        "print(solve(equations, [x, y], dict=True))",
    ]
    assert "(y, x), dp;" in snippet_of(short("singular:std"))
    assert "(x, y), dp;" in snippet_of(short("singular:char_series"))


def test_a_reason_has_the_powers_of_the_cas() -> None:
    fault = Failure("giac:solve", "missing zero", COMPONENT)
    made = report(bundle_with("variables: y x\nx^2*y", "giac:solve", fault, chain=["x^2 - y"]), run=False)
    assert made.why[0] == "The system has all points where x^2 - y = 0."
    assert made.snippet.splitlines()[-1] == "solve([y*x^2], [y, x]);"


def test_names_that_a_cas_has_taken() -> None:
    bundle = bundle_with("variables: R J system S\nR*J - system\nS", "singular:std", Failure("singular:std", "timeout"))
    text = snippet_of(bundle)
    assert "ring R1 = 0, (S, v1, J, R), dp;" in text
    assert "system" not in text


def test_a_seed_is_in_the_snippet() -> None:
    fault = Failure("singular:std", "timeout")
    notes = (RunNote(1, Status.COMPLETE), RunNote(2, Status.TIMEOUT, fault))
    text = snippet_of(replace(bundle_with("x", "singular:std", fault), runs=notes))
    assert 'system("random", 2);' in text


def test_a_method_without_a_template_gives_the_whole_script() -> None:
    problem = "variables: a x\nfactor: x^2 - 2\na^2 - 2\n"
    bundle = bundle_with(problem, "sympy:factor_list", Failure("sympy:factor_list", "timeout"))
    assert snippet_of(bundle) == render(bundle.system, "sympy:factor_list").text


def test_a_backend_without_scripts() -> None:
    with pytest.raises(UsageError, match="reference has no scripts"):
        snippet_of(bundle_with("x", "reference:general", Failure("reference:general", "timeout")))


# -- reports ----------------------------------------------------------------------------------------------------------


def test_a_report_without_a_run() -> None:
    point = {"v": "1", "z": "2", "y": "3", "x": "0"}
    made = report(bundle_with(LOST, "sympy:groebner", missing(), point=point), run=False)
    assert made.title == "SymPy, groebner: a solution of a polynomial system is lost"
    assert (made.said, made.output) == ("SymPy 1.14.0 answered:", "[x - 1, y]")
    assert made.versions == ("SymPy 1.14.0", "Python 3.11.7", "found with casbridge 0.1.0")
    text = made.text()
    assert "    from sympy import *\n" in text
    assert "- v = 1, z = 2, y = 3, x = 0 is a zero of the system." in text


def test_an_answer_without_components_is_not_called_empty() -> None:
    """Numbers are shown as they are; boxes and parametrisations, which a bundle does not have, as they were printed."""
    bundle = bundle_with("x^2 - 1", "msolve:real", missing())
    assert bundle.answer is not None
    bare = {**bundle.answer, "components": []}
    numbers = {"task": "dimension and degree", "count": 0, "dimension": 1, "degree": -2}
    boxes = {"task": "real zeros", "count": 3}
    shown = [
        report(replace(bundle, answer={**bare, **answer}, transcript="[[-1, -1]]"), run=False).output
        for answer in (numbers, boxes, {"count": 0})
    ]
    assert shown == ["dimension 1, degree -2", "[[-1, -1]]", "no solutions"]


@pytest.mark.slow
def test_a_report_shows_what_the_cas_prints() -> None:
    point = {"v": "1", "z": "2", "y": "3", "x": "0"}
    made = report(bundle_with(LOST, "sympy:groebner", missing(), point=point))
    assert made.said.startswith("SymPy 1.")
    assert made.output.startswith("GroebnerBasis([x*y, x*z, v*x], x, y, z, v, ")


def test_a_hostile_answer_does_not_end_the_fence() -> None:
    nasty = "````\n# not a heading\n\x1b[31mred\x00\n```"
    made = Report("t", "print(1)", "py", "It prints:", nasty, ("because",), ("SymPy 1",))
    lines = made.text("github").splitlines()
    assert lines[4] == "`````python"
    assert lines.count("`````") == 2
    bundle = bundle_with(LOST, "sympy:groebner", missing(COMPONENT), chain=["x\x1b[31m"])
    assert report(replace(bundle, answer=None, reason="a\x1b[31m"), run=False).output.isprintable()
    assert all(line.isprintable() for line in reasons(bundle))
    with pytest.raises(UsageError, match="plain or github"):
        made.text("html")


def test_nothing_to_report() -> None:
    with pytest.raises(InputError, match="without a fault"):
        report(replace(bundle_with(LOST, "sympy:groebner", missing()), fault=None))


def test_the_system_is_read_anew() -> None:
    """The script of a bundle is never used."""
    made = bundle_with("x*y - 1\n", "sympy:groebner", missing(), chain=["x"])
    hostile = replace(made, script="import os; os.system('true')", transcript="boo")
    assert report(hostile, run=False) == report(made, run=False)
    assert list(read_system("x*y - 1").polynomials()) == list(hostile.system.polynomials())
