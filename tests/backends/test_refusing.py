"""Jobs that a method cannot do are refused before anything starts, with the methods that can do them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import casbridge
from casbridge.algebra.answers import Task
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Job, Status
from casbridge.backends.refusing import instead_of, refusal
from casbridge.errors import UnsupportedError
from casbridge.processes.locate import Program
from casbridge.scripts import RATIONALS, Method, Sizes, Target

OVER_F7 = read_system("field: 7\nx^2 - 1")
OVER_QQ = read_system("x^2 - 1")
TOWER = read_system("variables: a b x\nfactor: x^2 - a*b\na^2 - 2\nb^2 - a")


class OfTheTest(OneShotBackend):
    """A backend whose program is a file of the test's."""

    program = Program("no-such-program", "CASBRIDGE_OF_THE_TEST", title="Test", hint="")

    def __init__(self, name: str, *methods: Method) -> None:
        self.script_target = Target(name, "txt", "{script}", methods, methods[0].name)
        super().__init__()


@pytest.fixture
def offered() -> Iterator[list[OneShotBackend]]:
    """Backends that are registered while the test runs."""
    first = OfTheTest("first", Method("roots", Task.POINTS, "points", (RATIONALS,)))
    second = OfTheTest("second", Method("few", Task.POINTS, "points", sizes=Sizes(largest_dimension=0)))
    for backend in (first, second):
        registry.register(backend)
    yield [first, second]
    for backend in (first, second):
        registry.unregister(backend.name)


def started(*arguments: object, **more: object) -> None:
    raise AssertionError("a program was started")


@pytest.mark.parametrize(
    ("name", "system"),
    [
        ("sympy:solve", OVER_F7),
        ("sage:solve", OVER_F7),
        ("maxima:algsys", OVER_F7),
        ("giac:solve", OVER_F7),
        ("singular:factorize", TOWER),
        ("gap:Factors", TOWER),
        ("gap:ReducedGroebnerBasis", read_system("x^20000000 - 1")),
        ("macaulay2:factor", TOWER),
        ("singular:char_series", read_system("field: 2147483647\nx^2 - 1")),
        ("singular:dim", PolynomialSystem.of(casbridge.Ring.of(""), [])),
        ("singular:std", PolynomialSystem.of(casbridge.Ring.of([f"x{i}" for i in range(2**15)]), [])),
        ("sage:variety", read_system("field: 536870923\nx^2 - 1")),
        ("sage:minimal_associated_primes", read_system("field: 2147483647\nx^2 - 1")),
        ("sage:factor", read_system("field: 2147483647\nfactor: x^2 - y^2")),
    ],
)
def test_nothing_is_started_for_a_job_that_is_refused(
    name: str, system: PolynomialSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("subprocess.Popen", started)
    monkeypatch.setattr("casbridge.backends.oneshot.run_program", started)
    monkeypatch.setattr("casbridge.processes.locate.run_program", started)
    result = casbridge.run(system, name)
    assert (result.status, result.name, result.answer) == (Status.UNSUPPORTED, name, None)
    assert result.reason.partition(";")[0]
    assert "; try " in result.reason, result.reason
    with pytest.raises(UnsupportedError, match="; try "):
        casbridge.render(system, name)


@pytest.mark.parametrize(
    ("name", "system"), [("sympy:solve", OVER_F7), ("singular:factorize", TOWER), ("sympy:factor_list", TOWER)]
)
def test_what_is_named_instead_can_do_it(name: str, system: PolynomialSystem) -> None:
    backend, method = registry.split_name(name)
    named = instead_of(backend.name, next(one for one in backend.methods if one.name == method), system)
    assert 1 <= len(named) <= 2
    assert len({one.partition(":")[0] for one in named}) == len(named)
    result = casbridge.run(system, named[0], seconds=60)
    assert result.status is Status.COMPLETE, result.reason


def test_methods_of_the_same_task_come_before_others() -> None:
    char_series = registry.get("singular").methods[0]
    names = instead_of("singular", char_series, read_system("field: 2147483647\nx^2 - 1"))
    assert names[0] == "reference:series"
    assert {registry.task_of(*registry.split_name(name)) for name in names} == {Task.SERIES}


def test_without_one_of_the_task_others_give_the_zeros() -> None:
    solve = next(method for method in registry.get("sympy").methods if method.name == "solve")
    names = instead_of("sympy", solve, OVER_F7)
    assert names[0] == "sympy:groebner"
    assert "sympy:eliminate" not in names


@pytest.mark.parametrize("method", ["series", "general", "closure", "primes", "real"])
def test_the_reference_refuses_high_degrees_as_data(method: str) -> None:
    system = read_system("variables: x y\nx^20000 - y\ny - 1")
    result = casbridge.run(system, f"reference:{method}")
    assert result.status is Status.UNSUPPORTED
    assert f"reference:{method} takes degrees <= 10000" in result.reason
    assert "; try " not in result.reason or "reference:" not in result.reason.partition("; try ")[2]
    solve = next(one for one in registry.get("msolve").methods if one.name == "parametrization")
    for other, named in map(registry.split_name, instead_of("msolve", solve, system)):
        assert refusal(other.name, next(one for one in other.methods if one.name == named), system) is None


#: Systems that many methods refuse: fields, parameters, degrees, numbers of variables.
REFUSED = {
    "GF(2)": "field: 2\nx^2 + x + 1",
    "GF(7)": "field: 7\nvariables: x y\nx*y - 1",
    "p near 2^31": "field: 2147483647\nx^2 - 3",
    "p above 2^29": "field: 536870923\nx^2 - 4",
    "parameters": "parameters: a\nvariables: x y\nx^2 - a\ny - x",
    "parameters mod 7": "field: 7\nparameters: a\nvariables: x\nx^2 - a",
    "no variables": "variables:\n0",
    "a number": "variables: x\n1",
    "no equations": "variables: x y\n0",
    "one variable": "x^3 - 2",
    "degree 2^16": "variables: x y\nx^65536 - y\ny - 1",
    "degree 10^9": "variables: x y\nx^1000000000 - y\ny - 1",
    "many variables": f"variables: {' '.join(f'x{i}' for i in range(33_000))}\nx1 - 1",
}


@pytest.mark.parametrize(
    "text",
    [pytest.param(text, id=name, marks=[pytest.mark.slow] * (name != "GF(7)")) for name, text in REFUSED.items()],
)
def test_what_a_refusal_names_does_not_refuse(text: str) -> None:
    """For each method with each goal; where no method is named, none of the task can do it."""
    variable = next(iter(read_system(text).ring.variables[-1:]), "1")
    goals = {Task.SATURATION: f"saturate: {variable}\n", Task.ELIMINATION: f"eliminate: {variable}\n"}
    named, systems = 0, {goal: read_system(goal + text) for goal in ("", *goals.values()) if " 1\n" not in goal}
    for backend in map(registry.get, registry.names()):
        for method in backend.methods:
            system = systems.get(goals.get(method.task, ""))
            if method.task is Task.FACTORS or system is None:
                continue
            why = refusal(backend.name, method, system)
            for name in why.partition("; try ")[2].split(" or ") if why and "; try " in why else ():
                other, wanted = registry.split_name(name)
                found = next(one for one in other.methods if one.name == wanted)
                assert refusal(other.name, found, system) is None, (backend.name, method.name, why)
                assert (other.name, wanted) != (backend.name, method.name)
                # Points are in the field, and whether all zeros are is not known before.
                assert found.task is method.task or found.task is not Task.POINTS, (backend.name, method.name, why)
                named += 1
    assert named


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sage:solve", "sympy:solve", "maxima:solve", "giac:solve"])
def test_what_is_named_where_zeros_lie_outside_of_the_field(name: str) -> None:
    backend, wanted = registry.split_name(name)
    method = next(one for one in backend.methods if one.name == wanted)
    for other in instead_of(backend.name, method, read_system(REFUSED["GF(2)"])):
        assert casbridge.run(read_system(REFUSED["GF(2)"]), other, seconds=60).status is Status.COMPLETE


@pytest.mark.parametrize(
    ("name", "system"),
    [
        ("singular:factorize", "factor: x^10000000 - 1"),
        ("singular:char_series", "x^10000000 - 1"),
        ("singular:radical", "x^65535 - 1"),
        ("singular:minAssGTZ", "x^65536 - 1"),
        ("sage:radical", "x^65536 - 1"),
        ("macaulay2:saturate", "saturate: x\nx^32767 - 1"),
        ("macaulay2:eliminate", "variables: x y\neliminate: x\nx^32767 - y"),
        ("giac:gbasis", "x^32768 - 1"),
        ("giac:solve", "x^32768 - 1"),
        ("maxima:solve", "x^2000 - 1"),
        ("maxima:poly_grobner", f"variables: {' '.join(f'x{i}' for i in range(63))}\nx1 - 1"),
        ("sympy:groebner", f"variables: {' '.join(f'x{i}' for i in range(451))}\nx1 - 1"),
        ("reference:real", "variables:\n0"),
    ],
)
def test_what_is_too_large_is_refused_before_anything_starts(
    name: str, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("subprocess.Popen", started)
    assert casbridge.run(read_system(system), name).status is Status.UNSUPPORTED


def test_fewer_equations_than_variables_are_not_for_methods_for_finitely_many_zeros() -> None:
    real = next(one for one in registry.get("msolve").methods if one.name == "real")
    variety = next(one for one in registry.get("sage").methods if one.name == "solve")
    for given in ("variables: x y\n0", "variables: x y\nx*y - 1"):
        assert "reference:real" not in instead_of("msolve", real, read_system(given))
        assert "sage:variety" not in instead_of("sage", variety, read_system(given))


def test_a_task_with_an_answer_of_its_own_has_no_substitute(offered: list[OneShotBackend]) -> None:
    lonely = OfTheTest("lonely", Method("odd", Task.SATURATION, "", (RATIONALS,)))
    system = read_system("field: 7\nparameters: a\nsaturate: x\nx*a")
    assert instead_of("lonely", lonely.methods[0], system) == ()
    assert refusal("lonely", lonely.methods[0], system) == "lonely:odd takes no parameters"


def test_an_installed_program_comes_first(
    offered: list[OneShotBackend], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = OfTheTest("asked", Method("points", Task.POINTS, "", (RATIONALS,), sizes=Sizes(fewest_variables=9)))
    program = tmp_path / "second"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("CASBRIDGE_SAGE", "/nowhere")
    monkeypatch.setenv("CASBRIDGE_OF_THE_TEST", "/nowhere")
    # Of two that are both missing both are named, in their order.
    assert instead_of("asked", asked.methods[0], OVER_QQ) == ("sage:variety", "first:roots")
    monkeypatch.setattr(offered[1], "_executable", program)
    assert instead_of("asked", asked.methods[0], OVER_QQ) == ("second:few",)
    assert instead_of("asked", asked.methods[0], OVER_QQ, wider=True) == ("first:roots",)


def test_a_version_is_not_told_to_ask_itself() -> None:
    singular = registry.get("singular@4.4")
    result = singular.run(Job(TOWER, "factorize"))
    assert result.name == "singular@4.4:factorize"
    assert "try" in result.reason
    assert "singular:factorize" not in result.reason.partition("; try ")[2]


def test_a_job_that_nothing_is_known_against_runs() -> None:
    assert casbridge.run(OVER_QQ, "reference:basis").status is Status.COMPLETE
    assert refusal("sympy", registry.get("sympy").methods[0], OVER_QQ) is None


def test_bertini_has_no_method_for_no_equations() -> None:
    """One method does not send to the other, which refuses the system too."""
    for method in registry.get("bertini").methods:
        said = refusal("bertini", method, read_system("variables: x y\n0\n"))
        assert said is not None
        assert said.startswith(f"bertini:{method.name} takes at least one equation")
        assert "try bertini" not in said


@pytest.mark.parametrize("name", ["phcpack:phc", "bertini:isolated"])
def test_a_numerical_solver_s_refusal_names_methods_that_give_the_zeros(name: str) -> None:
    backend, wanted = registry.split_name(name)
    method = next(one for one in backend.methods if one.name == wanted)
    system = read_system("field: 7\nx^2 - 3\ny - x")
    assert instead_of(backend.name, method, system)
