"""Reading answers: what CASs really printed, and what they must not get away with."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from script_cases import CASES, GOAL_CASES, PAPER, PAPER_CHAIN, counted, system

from casbridge.algebra import QQ, Coefficient, Field, Polynomial, PolynomialSystem, Ring
from casbridge.algebra.answers import CHAINS, OWN_COMPARISON, Answer, Component, Task, point_component
from casbridge.backends.fricas import FRICAS
from casbridge.backends.gap import GAP
from casbridge.backends.giac import GIAC
from casbridge.backends.macaulay2 import MACAULAY2
from casbridge.backends.maxima import MAXIMA
from casbridge.backends.msolve import MSOLVE
from casbridge.backends.pari import PARI
from casbridge.backends.sage import SAGE
from casbridge.backends.singular import SINGULAR
from casbridge.backends.sympy import SYMPY
from casbridge.backends.transcripts import first_error_line, first_warning_line, parse, read_answer
from casbridge.charset.finite import zeros
from casbridge.crosscheck.branches.parametrised import closed_points
from casbridge.errors import BackendError, UnsupportedError
from casbridge.scripts import Target, render

FOLDER = Path(__file__).parents[1] / "transcripts"
TARGETS = {
    target.name: target for target in (SINGULAR, SYMPY, SAGE, GAP, MACAULAY2, MAXIMA, GIAC, MSOLVE, FRICAS, PARI)
}
FILES = sorted(FOLDER.glob("*/*.txt"))
#: Giac 1.9.0.35 says that these systems without zeros have no equations.
WRONG = {("giac", "inconsistent.gbasis_plex"), ("giac", "inconsistent-7.gbasis_plex")}
#: Coordinates over QQ among which zeros are looked for.
GRID = (*range(-4, 5), Fraction(1, 2), Fraction(-4, 7), Fraction(2, 21))


def coordinates(system: PolynomialSystem) -> Iterator[tuple[Coefficient, ...]]:
    field = system.ring.field
    values: tuple[Coefficient, ...] = tuple(range(field.characteristic)) if field.characteristic else GRID
    return product(values, repeat=system.ring.size)


def initial(polynomial: Polynomial) -> Polynomial:
    main = max(polynomial.support())
    degree = polynomial.degree(main)
    terms = {(*e[:main], 0, *e[main + 1 :]): c for e, c in polynomial.terms.items() if e[main] == degree}
    return Polynomial(polynomial.ring, terms)


def is_zero_of(component: Component, point: tuple[Coefficient, ...], task: Task) -> bool:
    """Whether a point is in the part that a component describes; for a chain, where no initial vanishes."""
    if any(polynomial.evaluate(point) for polynomial in component):
        return False
    return task not in CHAINS or all(initial(polynomial).evaluate(point) for polynomial in component)


def parts(path: Path) -> tuple[PolynomialSystem, Target, str]:
    case, method = path.stem.rsplit(".", 1)
    return {**CASES, **GOAL_CASES}[case], TARGETS[path.parent.name], method


def test_every_method_of_every_target_has_transcripts() -> None:
    kept = {(target.name, method) for _, target, method in map(parts, FILES)}
    assert kept == {(target.name, method.name) for target in TARGETS.values() for method in target.methods}


def method_of(path: Path) -> str:
    return f"{path.parent.name}:{path.stem.rpartition('.')[2]}"


@pytest.mark.parametrize("method", sorted({method_of(path) for path in FILES}))
def test_recorded_transcripts_have_the_zeros_of_their_systems(method: str) -> None:
    for path in FILES:
        if method_of(path) == method:
            check_transcript(path)


def check_transcript(path: Path) -> None:
    """That the zeros are right, or that the reason why there are none is one of the known ones."""
    asked, target, method = parts(path)
    try:
        # msolve's own output does not name its job.
        script = render(asked, target, method) if target.reader else None
        answer = parse(path.read_text(encoding="utf-8"), script)
    except UnsupportedError:
        orders = (target.name, method) == ("macaulay2", "irreducibleCharacteristicSeries")
        assert orders or target.method(method).sizes.largest_dimension == 0
        return
    except BackendError:
        # nonlinsolve answers {(EmptySet,)} to the system 3 = 0; other solvers give decimal numbers.
        decimals = {("sage", "solve"), ("maxima", "solve"), ("maxima", "algsys"), ("giac", "solve")}
        assert (target.name, path.stem) in {("sympy", "constant.nonlinsolve")} or (
            path.stem.startswith("quintic.") and (target.name, method) in decimals
        )
        return
    assert answer.ring == asked.ring, "the user's names are back"
    assert answer.task is target.method(method).task
    assert answer.order == target.method(method).order
    if (target.name, path.stem) in WRONG:
        assert answer.components == ((),)
        return
    if answer.task in OWN_COMPARISON:
        return  # tests/crosscheck/test_tasks.py judges them
    if asked is PAPER:
        assert list(zeros(answer)) == [PAPER_CHAIN]
        return
    if answer.parametrisations:
        components, faults = closed_points("it", asked.ring, answer.parametrisations)
        assert not faults
        answer = replace(answer, components=components)
    if not answer.components_known:
        assert len(answer) == len(answer.branches) == path.read_text(encoding="utf-8").count("branch:")
        return
    # Of a series in Wu's sense, or an irreducible one, no closures are needed here; a regular chain's closure has more.
    closed = answer.task is Task.TRIANGULAR and not target.method(method).wu
    for point in coordinates(asked):
        is_zero = asked.first_violated(point) is None
        task = Task.COMPONENTS if closed and is_zero else answer.task
        assert any(is_zero_of(component, point, task) for component in answer.components) == is_zero, point


@pytest.mark.parametrize(
    ("case", "target", "method"),
    [
        ("irrational-7", "sage", "variety"),
        ("quintic", "sage", "variety"),
        ("positive", "sage", "triangular_decomposition"),
    ],
)
def test_a_cas_that_cannot_give_all_zeros_says_so(case: str, target: str, method: str) -> None:
    text = (FOLDER / target / f"{case}.{method}.txt").read_text(encoding="utf-8")
    with pytest.raises(UnsupportedError, match="try "):
        parse(text)


def test_branches_are_read_as_they_are_stated() -> None:
    found = read_answer(counted(BRANCHES.replace("branch:", "warning: may be incomplete\nbranch:", 1)))
    assert found.warnings == ("may be incomplete",)
    assert not found.answer.components_known
    assert [branch.lines() for branch in found.answer.branches] == [
        ["x = (1/2)*sqrt(y + 1) + I", "condition: y - 1 != 0"],
        ["free: t1 t2", "x = t1", "y = t2^2"],
        [],
    ]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("x = t1", "x = t1\nx = t2", "once for a variable"),
        ("x = t1", "z = t1", "once for a variable"),
        ("x = t1", "y", "expected VARIABLE = EXPRESSION"),
        ("x = t1", "x = Abs(t1)", "'x = Abs(t1)': line 1, column 1: unknown name 'Abs'"),
        ("free: t1 t2", "free: t1 y", "a free parameter 'y'"),
        ("free: t1 t2", "free: t1", "unknown name 't2'"),
        ("y - 1 != 0", "y > 1", "a condition 'y > 1'"),
        ("branch:\nfree", "unstated: ConditionSet(x, y)\nbranch:\nfree", "cannot be stated as a branch: ConditionSet"),
        ("6a 3", "6a 2", "3 branches were read; expected 2"),
        ("field: QQ", "field: 7", "branches over GF(7)"),
        ("branch:\nx = sqrt", "component:\nx = sqrt", "expected branch:"),
        ("y - 1 != 0", "y - 1 != 0\nwarning: late", "expected VARIABLE = EXPRESSION"),
    ],
)
def test_a_branch_that_cannot_be_stated_is_unparsable(old: str, new: str, why: str) -> None:
    assert old in BRANCHES
    with pytest.raises(BackendError) as caught:
        parse(BRANCHES.replace(old, new, 1))
    assert why in str(caught.value)


def test_renamed_variables_and_parameters_in_branches() -> None:
    text = BRANCHES.replace("variables: x y", "variables: x y\nname: x = t1").replace("I\n", "RootOf(x^2 - 2, 1)\n")
    (first, second, _) = parse(counted(text)).branches
    assert first.lines()[0] == "t1 = (1/2)*sqrt(y + 1) + RootOf(x^2 - 2, 1)"
    assert second.lines()[:2] == ["free: t1_ t2", "t1 = t1_"]


def test_provenance_comes_back() -> None:
    found = read_answer((FOLDER / "singular" / "renamed.std.txt").read_text(encoding="utf-8"))
    assert found.facts["encoding"] == "colouring"
    assert "数独" in found.facts["file  : x"]
    assert found.job in (FOLDER / "singular" / "renamed.std.txt").read_text(encoding="utf-8")


# -- strictness -------------------------------------------------------------------------------------------------------

SMALL = system("x std", ["x^2-1", "std-x"], 11)
SCRIPT = render(SMALL, SINGULAR, "char_series")
GOOD = counted(
    f"""\
some banner
casbridge:begin {SCRIPT.job}
task: characteristic series
field: 11
variables: x v1
name: v1 = std
component:
x-1
v1-1
component:
x+1
v1+1
casbridge:end {SCRIPT.job} 2
Auf Wiedersehen.
"""
)


BRANCHES = counted(
    """\
casbridge:begin 1f2e3d4c5b6a
task: branches
field: QQ
variables: x y
branch:
x = sqrt(y + 1)/2 + I
condition: y - 1 != 0
branch:
free: t1 t2
x = t1
y = t2**2
branch:
casbridge:end 1f2e3d4c5b6a 3
"""
)


def points(answer: Answer) -> list[object]:
    return list(answer.points())


def test_a_good_answer_is_read() -> None:
    assert points(parse(GOOD, SCRIPT)) == points(parse(GOOD)) == [(1, 1), (10, 10)]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("casbridge:begin", "> . > casbridge:begin"),
        lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
        lambda text: text.replace("component:\nx+1", "\ncomponent:\n\nx+1"),
        lambda text: text.rstrip("\n"),
        lambda text: "junk\x00\x1b[31m\n" * 5 + text + "? no matter\n",
        lambda text: text.replace("x+1", "x + 1").replace("x-1", "1*x - 1"),
    ],
)
def test_what_stands_around_an_answer_does_not_matter(change: object) -> None:
    assert callable(change)
    assert points(parse(change(GOOD), SCRIPT)) == [(1, 1), (10, 10)]


@pytest.mark.parametrize("line", ["Warning, solutions may have been lost", "  *** Warning: not proved", "#W  large"])
def test_an_answer_beside_which_a_cas_warned_does_not_count(line: str) -> None:
    for text in (f"{line}\n{GOOD}", f"{GOOD}{line}\n"):
        with pytest.raises(BackendError, match="a warning stands beside the answer: "):
            parse(text)
    assert points(parse(f"Warning, =< is in-place assign, check [a]\n{GOOD}")) == [(1, 1), (10, 10)]


def test_a_script_s_reason_has_the_system_s_names() -> None:
    text = """casbridge:begin 1f2e3d4c5b6a
task: points
field: 7
variables: v1 y
name: v1 = zeta
unsupported: it takes them in the order y v1; v12 is another
casbridge:end 1f2e3d4c5b6a 0 5
"""
    with pytest.raises(UnsupportedError, match="in the order y zeta; v12 is another"):
        parse(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("component:\nx+1", "// ** a warning\ncomponent:\nx+1", "a warning'"),
        ("component:\nx+1", "component:\n// ** a warning\nx+1", "a warning'"),
        (f"casbridge:end {SCRIPT.job} 2 10\n", "", "line 13, 'Auf"),
        ("Auf", "casbridge:begin 000000000000\nAuf", "second answer"),
        ("Auf", f"casbridge:end {SCRIPT.job} 2 10\nAuf", "for the second time"),
        (" 2 10\n", " 3 10\n", "2 components were read; expected 3"),
        (" 2 10\n", " 1 10\n", "2 components were read; expected 1"),
        (f"end {SCRIPT.job}", "end 000000000000", "expected " + SCRIPT.job),
        (SCRIPT.job, "000000000000", "expected job " + SCRIPT.job),
        (f"begin {SCRIPT.job}", "begin", "digest"),
        ("component:\nx+1\nv1+1\n", "", "1 components were read; expected 2"),
        ("x+1", "y+1", "y"),
        ("x+1", "std+1", "std"),
        ("x+1", "x+", "line 11"),
        ("x+1", "   ? error occurred", "line 11"),
        ("x+1", "__import__('os')", "line 11"),
        ("x+1", "0", "zero"),
        ("x+1\nv1+1", "v1+1\nx+1", "not triangular"),
        ("x+1\nv1+1", "1", "not triangular"),
        ("x+1\nv1+1", "v1+x\nv1+1", "not triangular"),
        ("task: characteristic series\n", "", "expected a line task"),
        ("task: characteristic series", "task: minimal primes", "expected characteristic series"),
        ("task: characteristic series", "task: magic", "expected one of"),
        ("field: 11", "field: 13", r"expected GF\(11\)"),
        ("field: 11", "field: 12", "not a prime"),
        ("field: 11", "field: 11\nfield: 11", "second line field"),
        ("variables: x v1", "variables: v1 x", "an answer in"),
        ("variables: x v1", "variables: x v1 y", "an answer in"),
        ("variables: x v1\nname: v1 = std", "variables: x x", "named twice"),
        ("name: v1 = std\n", "", "an answer in"),
        ("name: v1 = std", "name: v1 = x", "named twice"),
        ("name: v1 = std", "name: v2 = std", "not among the variables"),
        ("name: v1 = std", "name: v1", "NEW = OLD"),
        ("variables", "order: lex\nvariables", "basis for order lex"),
        ("variables", "order: best\nvariables", "expected lex or deglex or degrevlex"),
        ("variables", "colour: red\nvariables", "expected a line variables"),
        ("name: v1 = std\n", "name: v1 = std\nx-1\n", "expected component"),
        ("some banner", "// ** possible OVERFLOW in mult(d=20000, d=20000, max=32767)", "did not fit"),
        ("name: v1", "// ** int overflow(*)\nname: v1", "did not fit"),
        ("Auf", "fact: int overflow\nAuf", "did not fit"),
    ],
)
def test_everything_between_the_markers_is_recognised_or_refused(old: str, new: str, message: str) -> None:
    assert GOOD.count(old)
    with pytest.raises(BackendError, match=message):
        parse(GOOD.replace(old, new), SCRIPT)


def test_a_puzzle_may_be_named_like_a_complaint() -> None:
    found = read_answer(counted(GOOD.replace("component", "fact: puzzle = int overflow\ncomponent", 1)), SCRIPT)
    assert found.facts == {"puzzle": "int overflow"}


def test_without_a_begin_the_output_is_quoted() -> None:
    with pytest.raises(BackendError, match=r"no answer.*`foo` is undefined"):
        parse("Singular\n   ? `foo` is undefined\n   ? error occurred in or before\n")


@pytest.mark.parametrize("sign", ["\n", " ", "\t", ">", "x", "\n\n>", "? "])
def test_noise_is_refused_soon(sign: str) -> None:
    started = time.monotonic()
    with pytest.raises(BackendError):
        parse(sign * 100_000)
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("text", [GOOD, BRANCHES], ids=["components", "branches"])
def test_a_lost_line_and_a_doubled_one_are_seen(text: str) -> None:
    lines = text.split("\n")
    begin, end = (
        next(n for n, line in enumerate(lines) if line.startswith(f"casbridge:{word}")) for word in ("begin", "end")
    )
    for place in range(begin, end + 1):
        for times in (0, 2):
            with pytest.raises(BackendError):
                parse("\n".join([*lines[:place], *lines[place : place + 1] * times, *lines[place + 1 :]]))


def test_the_lines_are_counted() -> None:
    lost = GOOD.replace("v1+1\n", "")
    with pytest.raises(BackendError, match="9 lines stand in the answer; expected 10"):
        parse(lost)
    with pytest.raises(BackendError, match="the job, the number of components, and the number of lines"):
        parse(GOOD.replace(" 2 10\n", " 2\n"))


@pytest.mark.parametrize("cut", range(0, len(GOOD), 3))
def test_a_truncated_answer_is_never_read(cut: int) -> None:
    end = GOOD.index("\nAuf")
    if cut < end:
        with pytest.raises(BackendError):
            parse(GOOD[:cut], SCRIPT)


@pytest.mark.parametrize(
    ("task", "lines", "message"),
    [
        ("points", "x-1", "no point"),
        ("points", "x-1\nx-2", "no point"),
        ("points", "x-1\ny^2-1", "no point"),
        ("points", "x-1\ny-x", "no point"),
        ("points", "x-1\ny-1\ny-2", "no point"),
        ("minimal primes", "1", "constant"),
        ("decomposition", "x\n1", "constant"),
        ("groebner basis", "x\n1", "constant"),
        ("groebner basis", "x\ncomponent:\ny", "expected one"),
    ],
)
def test_components_have_their_tasks_shape(task: str, lines: str, message: str) -> None:
    body = f"component:\n{lines}\n"
    text = f"casbridge:begin 0a\ntask: {task}\nfield: QQ\nvariables: x y\norder: lex\n{body}"
    with pytest.raises(BackendError, match=message):
        parse(counted(f"{text}casbridge:end 0a {body.count('component')}\n"))


def test_a_basis_needs_its_order_and_one_component() -> None:
    head = "casbridge:begin 0a\ntask: groebner basis\nfield: QQ\nvariables: x y\n"
    with pytest.raises(BackendError, match="order"):
        parse(counted(head + "component:\nx\ncasbridge:end 0a 1\n"))
    with pytest.raises(BackendError, match="expected one"):
        parse(counted(head + "order: lex\ncasbridge:end 0a 0\n"))
    assert parse(counted(head + "order: lex\ncomponent:\n1\ncasbridge:end 0a 1\n")).components


def test_unsupported_is_a_reason_and_must_be_complete() -> None:
    head = "casbridge:begin 0a\ntask: points\nfield: QQ\nvariables: x\nunsupported: too wild; try another\n"
    with pytest.raises(UnsupportedError, match="too wild; try another"):
        parse(counted(head + "casbridge:end 0a 0\n"))
    with pytest.raises(BackendError, match="cut off"):
        parse(head)
    with pytest.raises(BackendError, match="after unsupported"):
        parse(counted(head + "component:\nx\ncasbridge:end 0a 1\n"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("all is well\n", ""),
        ("Traceback (most recent call last):\n  File x\nValueError: no\n", "ValueError: no"),
        ("   ? `a` is undefined\n   ? error occurred", "? `a` is undefined"),
        ("x\nhalt 14\n", "halt 14"),
        (
            " \n   Error signalled from user code in function f: \n      a b\n\n(2) -> ",
            "Error signalled from user code in function f: a b",
        ),
        (
            "\n   >> Error detected within library code:\n   division by zero\n\n(1) -> ",
            ">> Error detected within library code: division by zero",
        ),
        (
            "   There are no library operations named foo \n      Use HyperDoc Browse or issue\n",
            "There are no library operations named foo",
        ),
        (
            "   Cannot find a definition or applicable library operation named fo with\n",
            "Cannot find a definition or applicable library operation named fo with",
        ),
    ],
)
def test_the_first_error_line(text: str, line: str) -> None:
    assert first_error_line(text) == line


# -- identities -------------------------------------------------------------------------------------------------------

FIELDS = st.sampled_from([QQ, Field(2), Field(7), Field(2147483647)])


@st.composite
def point_answers(draw: st.DrawFn) -> Answer:
    field = draw(FIELDS)
    size = draw(st.integers(0, 4))
    ring = Ring.of([f"a{i}" for i in range(size)], field)
    numbers = st.fractions(max_denominator=50) if field is QQ else st.integers(0, field.characteristic - 1)
    coordinate = st.tuples(*[numbers.map(field.element)] * size)
    return Answer(Task.POINTS, ring, [point_component(p, ring) for p in draw(st.lists(coordinate, max_size=4))])


@pytest.mark.slow
@given(point_answers())
def test_an_answer_written_down_is_read_back(answer: Answer) -> None:
    lines = ["casbridge:begin ab", "task: points", f"field: {answer.ring.field.characteristic}"]
    lines += [" ".join(("variables:", *answer.ring.variables))]
    for component in answer.components:
        lines += ["component:", *(polynomial.text(style=("^", "*")) for polynomial in component)]
    lines += [f"casbridge:end ab {len(answer)} {len(lines) - 1}"]
    read = parse("\n".join(lines))
    assert (read.task, read.ring, read.components) == (answer.task, answer.ring, answer.components)


@given(st.text(max_size=200))
def test_any_text_is_an_answer_or_a_clear_error(text: str) -> None:
    for junk in (text, GOOD.replace("x+1", text), GOOD.replace("field: 11", text), GOOD.replace("component:\n", text)):
        with suppress(BackendError, UnsupportedError):
            parse(junk, SCRIPT)


HEAD = "casbridge:begin 1f2e\ntask: {}\nfield: 11\nvariables: x y\n"


def test_the_dimension_and_the_degree_are_read() -> None:
    head = HEAD.format("dimension and degree")
    answer = parse(counted(head + "dimension: 1\ndegree: 5\ncasbridge:end 1f2e 0"))
    assert (answer.dimension, answer.degree, len(answer)) == (1, 5, 0)
    assert parse(counted(head + "dimension: -1\ncasbridge:end 1f2e 0")).degree is None
    with pytest.raises(UnsupportedError, match="too large"):
        parse(counted(head + "unsupported: too large\ncasbridge:end 1f2e 0"))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("degree: 5", "expected a line dimension:"),
        ("dimension: 2.0", "expected a whole number"),
        ("dimension: -2", "expected a whole number"),
        ("dimension: 1\ndegree: 1/2", "expected a whole number"),
        ("dimension: 1\ndimension: 1", "a second line dimension:"),
        ("dimension: 1\ncomponent:", "a component; expected none"),
    ],
)
def test_other_dimensions_are_refused(lines: str, message: str) -> None:
    with pytest.raises(BackendError, match=message):
        parse(counted(HEAD.format("dimension and degree") + lines + "\ncasbridge:end 1f2e 0"))
    with pytest.raises(BackendError, match="expected none for points"):
        parse(counted(HEAD.format("points") + "dimension: 0\ncasbridge:end 1f2e 0"))


def test_factors_are_read_with_their_multiplicities() -> None:
    text = "component:\nmultiplicity: 2\nx-1\ncomponent:\n3\ncasbridge:end 1f2e 2"
    answer = parse(counted(HEAD.format("factorisation") + text))
    x = Polynomial(answer.ring, {(1, 0): 1})
    assert (list(answer.components), answer.multiplicities) == ([(x - 1,), (0 * x + 3,)], (2, 1))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("component:\nmultiplicity: 0\nx", "at least 1"),
        ("component:\nmultiplicity: 2\nmultiplicity: 2\nx", "multiplicity"),
        ("component:\nx\ny", "has 2 polynomials; expected one, a factor"),
        ("component:", "has 0 polynomials; expected one, a factor"),
        ("component:\nx - x", "a polynomial that is zero"),
    ],
)
def test_other_factors_are_refused(lines: str, message: str) -> None:
    with pytest.raises(BackendError, match=message):
        parse(counted(HEAD.format("factorisation") + lines + "\ncasbridge:end 1f2e 1"))


@pytest.mark.parametrize("task", ["radical", "saturation", "elimination"])
def test_an_ideal_is_one_component(task: str) -> None:
    head = HEAD.format(task)
    assert parse(counted(head + "component:\n1\ncasbridge:end 1f2e 1")).components == ((Polynomial.constant(RING, 1),),)
    assert parse(counted(head + "component:\ncasbridge:end 1f2e 1")).components == ((),)
    with pytest.raises(BackendError, match=f"0 components; expected one, the {task}"):
        parse(counted(head + "casbridge:end 1f2e 0"))


RING = Ring.of("x y", Field(11))


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (
            "\nexpt: undefined: 0 to a negative exponent.\n -- an error. To debug this try: x;\nError: \nMore",
            "expt: undef",
        ),
        ("incorrect syntax: Missing )\nfoo((3$\n     ^\nError:", "incorrect syntax: Missing )"),
        ("undef\n:73: syntax error  line 73 col 88 at ; in  x;\n", ":73: syntax error  line 73"),
        ("a.m2:1:2:(1):[7]: error: no f:\n--   3 (of ZZ)\na.m2:1:1:(3):[6]: --back trace--", "f: 3 (of ZZ)"),
        ("Error, Variable: 'Foo' must have a value\n", "Error, Variable: 'Foo' must have a value"),
        # GCL 2.7.1, under FriCAS and under Maxima 5.49; what it says after an error is no message.
        (
            "\nError:\nFast links are on: do (si::use-fast-links nil) for debugging\nSignalled by X.\n\n"
            "INTERNAL-SIMPLE-READER-ERROR: Stream error: Right paren found.\n\nBroken at NIL.  Type :H for Help.\n>>",
            "INTERNAL-SIMPLE-READER-ERROR: Stream error: Right paren found.",
        ),
        (
            "Maxima encountered a Lisp error:\n\n INTERNAL-SIMPLE-TYPE-ERROR: 3 is not of type LIST: \n\nError:\n"
            "Fast links are on\nCondition in CATCH [or a callee]: INTERNAL-SIMPLE-ERROR: The tag X is undefined.\n",
            "INTERNAL-SIMPLE-TYPE-ERROR: 3 is not of type LIST:",
        ),
        ("job.mac:1:5:incorrect syntax: Premature end\n", "job.mac:1:5:incorrect syntax: Premature end"),
        ("Error: \n\n  the file is damaged\n", "Error: the file is damaged"),
        ("msolve: invalid option -- '-'\nInvalid usage\n\nhelp\n", "msolve: invalid option -- '-'"),
    ],
)
def test_the_error_message_of_a_cas_is_found(output: str, said: str) -> None:
    assert said in first_error_line(output)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("Warning: the basis may be incomplete\n", "Warning: the basis may be incomplete"),
        ("ok\n  ***   factor: Warning: not proved\n", "*** factor: Warning: not proved"),
        ("-- warning: guessed\n", "-- warning: guessed"),
        ("#W  guessed\n", "#W guessed"),
        ("  *** Warning: increasing stack size to 16000000.\n", ""),
        ("a.py:1: DeprecationWarning: old\n// Warning: x, declared as global variable(s)\nno warning\n", ""),
    ],
)
def test_a_line_in_which_a_cas_warns(output: str, said: str) -> None:
    assert " ".join(first_warning_line(output).split()) == said
