"""SymPy as a backend: right answers, honest refusals, limits that hold."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from script_cases import CASES, PAPER, PAPER_CHAIN, colouring, system

from casbridge.algebra.radicals import Name
from casbridge.backends.protocol import Backend, Job, Result, Status
from casbridge.backends.sympy import SymPyBackend
from casbridge.errors import UsageError
from casbridge.limits import Limits

BACKEND = SymPyBackend()

#: The 4×4 puzzle of "Solving standard or jigsaw Sudoku by polynomials" (2019): sums and products of the units.
SEED = system(
    " ".join(f"x{i:02d}" for i in range(16)),
    [
        f"{sign.join(f'x{i:02d}' for i in unit)}-{number}"
        for sign, number in (("+", 10), ("*", 24))
        for unit in [
            *(range(4 * r, 4 * r + 4) for r in range(4)),
            *(range(c, 16, 4) for c in range(4)),
            *((k, k + 1, k + 4, k + 5) for k in (0, 2, 8, 10)),
        ]
    ]
    + ["x00-1", "x01-4", "x14-1", "x15-2"],
)
SEED_SOLUTION = (1, 4, 2, 3, 3, 2, 4, 1, 2, 1, 3, 4, 4, 3, 1, 2)


def points(result: Result) -> list[object]:
    assert result.status is Status.COMPLETE, f"{result.status}: {result.reason}"
    assert result.answer is not None
    return list(result.answer.points())


def test_it_is_a_backend() -> None:
    assert isinstance(BACKEND, Backend)
    found = BACKEND.availability()
    assert found.available
    assert found.version


@pytest.mark.slow
def test_groebner_gives_the_papers_chain() -> None:
    result = BACKEND.run(Job(PAPER, "groebner"))
    assert points(result) == [PAPER_CHAIN]
    assert result.name == "sympy:groebner"
    assert result.version == BACKEND.availability().version
    assert result.script is not None
    assert result.script.job in result.transcript
    assert result.cpu_seconds


def test_a_system_without_a_place_for_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    result = BACKEND.run(Job(PAPER, "groebner"))
    assert result.status is Status.CRASHED
    assert "No such file or directory" in result.reason


@pytest.mark.slow
def test_solve_gives_the_printed_solution_of_the_4x4() -> None:
    assert points(BACKEND.run(Job(SEED, "solve"))) == [SEED_SOLUTION]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("polynomials", "expected"),
    [
        (["x^2-1", "y-x"], {(1, 1), (-1, -1)}),
        (["x*y-1", "x"], set()),
        (["(x-1)^2", "y-x"], {(1, 1)}),
        (["x^2*(x-1)", "y^3", "x*y"], {(0, 0), (1, 0)}),
        (["x*(x-1)", "y*(y-1)", "x*y"], {(0, 0), (0, 1), (1, 0)}),
    ],
)
def test_solve_gives_all_zeros_with_multiplicities_or_without(polynomials: list[str], expected: set[object]) -> None:
    assert set(points(BACKEND.run(Job(system("x y", polynomials), "solve")))) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "polynomials", "branches"),
    [
        ("solve", ["x^2-2", "y-x"], {("x = -sqrt(2)", "y = -sqrt(2)"), ("x = sqrt(2)", "y = sqrt(2)")}),
        ("solve", ["(x-1)*(x^5-x-1)", "y-x"], {("x = 1", "y = 1")}),
        ("solve", ["x*y"], {("x = 0",), ("y = 0",)}),
        ("nonlinsolve", ["x*y"], {("x = 0",), ("y = 0",)}),
        ("solve_poly_system", ["x^2+1", "y-x"], {("x = -I", "y = -I"), ("x = I", "y = I")}),
        ("solve_poly_system", ["x*y-1", "x"], set()),
    ],
)
def test_what_a_solver_says_is_stated_as_it_is(method: str, polynomials: list[str], branches: set[object]) -> None:
    result = BACKEND.run(Job(system("x y", polynomials), method))
    assert result.status is Status.COMPLETE, result.reason
    assert result.answer is not None
    assert {tuple(branch.lines()) for branch in result.answer.branches} == branches


@pytest.mark.slow
def test_roots_of_polynomials_are_stated_by_their_index() -> None:
    result = BACKEND.run(Job(system("x y", ["x^5-x-1", "y-x"]), "nonlinsolve"))
    assert result.answer is not None
    values = {branch.lines()[0] for branch in result.answer.branches}
    assert values == {f"x = RootOf(x^5 - x - 1, {index})" for index in range(5)}


@pytest.mark.slow
def test_what_is_no_expression_in_radicals_is_shown() -> None:
    result = BACKEND.run(Job(system("x y z", ["x*y^2*z-1", "x+y"]), "nonlinsolve"))
    assert result.status is Status.UNPARSABLE, result
    assert "unknown name " in result.reason


def test_a_value_that_is_left_out_is_a_condition() -> None:
    """SymPy says that z is in {z} without {0}."""
    result = BACKEND.run(Job(system("x y z", ["x*z-1", "y*z-2"]), "nonlinsolve"))
    assert result.answer is not None, result.reason
    (branch,) = result.answer.branches
    assert {*branch.given} == {"x", "y"}
    assert branch.conditions == (Name("z"),)


@pytest.mark.slow
def test_solve_poly_system_refuses_in_its_own_words() -> None:
    result = BACKEND.run(Job(system("x y", ["x*y"]), "solve_poly_system"))
    assert result.status is Status.UNSUPPORTED
    assert "SymPy's solve_poly_system gives up: only zero-dimensional systems supported" in result.reason


@pytest.mark.parametrize("method", ["solve", "nonlinsolve", "solve_poly_system"])
def test_a_system_without_equations_is_not_asked(method: str) -> None:
    result = BACKEND.run(Job(system("x y", ["0"]), method))
    assert result.status is Status.UNSUPPORTED
    assert "0 = 0" in result.reason
    assert "sympy:groebner" in result.reason


def test_solve_over_a_prime_field_is_unsupported() -> None:
    result = BACKEND.run(Job(PAPER, "solve"))
    assert result.status is Status.UNSUPPORTED
    assert result.reason.startswith("sympy:solve works over QQ, not over GF(11); try sympy:groebner")


@pytest.mark.slow
def test_limits_hold() -> None:
    result = BACKEND.run(Job(colouring(3, 3, {}), "groebner", Limits(seconds=1.5)))
    assert result.status is Status.TIMEOUT
    assert result.wall_seconds < 60
    result = BACKEND.run(Job(colouring(3, 3, {}), "groebner", Limits(seconds=60, memory=60 << 20)))
    assert result.status is Status.MEMORY


def test_a_limit_on_answers_makes_the_result_partial() -> None:
    result = BACKEND.run(Job(system("x", ["x^2-1"]), "solve", Limits(limit=1)))
    assert result.status is Status.PARTIAL
    assert result.answer is not None
    assert len(result.answer) == 1


def test_an_unknown_method_raises() -> None:
    with pytest.raises(UsageError, match="groebner, solve"):
        BACKEND.run(Job(PAPER, "variety"))


class Broken(SymPyBackend):
    """A SymPy that runs other code than the script."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code

    def command(self, executable: str, script: str) -> list[str]:
        return [executable, "-c", self.code]


def test_a_seed_goes_to_python_as_well() -> None:
    """The order of a set of texts is the same in each process of the same seed."""
    code = "import os, sys; sys.exit(os.environ.get('PYTHONHASHSEED', 'none') + ' ' + str(hash('casbridge')))"

    def said(seed: int) -> str:
        return Broken(code).run(Job(CASES["rational"], "solve", seed=seed)).reason

    assert said(7) == said(7)
    assert "it said: 7 " in said(7)
    assert said(7) != said(8)
    assert "it said: none " in said(0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "status", "why"),
    [
        ("1/0", Status.CRASHED, "ZeroDivisionError"),
        ("raise SystemExit(3)", Status.CRASHED, "exit code 3"),
        ("print('words\\nthe last words\\n'); raise SystemExit(3)", Status.CRASHED, "it said: words; the last words"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", Status.CRASHED, "SymPy was killed by SIGSEGV"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", Status.CRASHED, "SymPy was killed by SIGKILL"),
        ("raise MemoryError", Status.MEMORY, "MemoryError"),
        ("print('hello')", Status.UNPARSABLE, "no answer"),
        ("open('answer.txt', 'w').write('junk')", Status.UNPARSABLE, "no line casbridge:begin"),
        ("open('answer.txt', 'w').write('casbridge:begin 0a\\ntask: points\\n')", Status.UNPARSABLE, "job"),
        ("import time; time.sleep(60)", Status.TIMEOUT, "limit of time, 2 s"),
    ],
)
def test_what_goes_wrong_becomes_a_status_with_a_reason(code: str, status: Status, why: str) -> None:
    result = Broken(code).run(Job(CASES["rational"], "solve", Limits(seconds=2)))
    assert result.status is status, result.reason
    assert why in result.reason
    assert "\n" not in result.reason
