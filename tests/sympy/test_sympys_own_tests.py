"""SymPy's own tests of `groebner` and its solvers, with the plug-in's functions in place of SymPy's.

The tests are those of the installed SymPy: `test_groebnertools.py` and `test_polytools.py` in `sympy/polys/tests`, and
`test_polysys.py` in `sympy/solvers/tests`. The guide lists what SymPy computes itself, and why.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from importlib import import_module
from importlib.abc import SourceLoader
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

import pytest

from casbridge.sympy import bases, rings, solve_poly_system, solve_triangulated, using
from casbridge.sympy.solving import POLYSYS

pytestmark = pytest.mark.singular

REPLACED = {
    "sympy.polys.tests.test_groebnertools": {"groebner": rings.groebner},
    "sympy.polys.tests.test_polytools": {
        "groebner": bases.groebner,
        "is_zero_dimensional": bases.is_zero_dimensional,
    },
    "sympy.solvers.tests.test_polysys": {
        "solve_poly_system": solve_poly_system,
        "solve_triangulated": solve_triangulated,
        "solve_generic": POLYSYS["solve_generic"],
        "solve_biquadratic": POLYSYS["solve_biquadratic"],
    },
}
#: What SymPy computes itself in which test, and how often.
BY_SYMPY = {
    "test_groebner": {"no equations": 1, "coefficients in RR": 1, "method='unknown'": 1},
    "test_solve_poly_system": {"coefficients in EX": 4},
    "test_solve_biquadratic": {
        "coefficients in ZZ[r]": 2,
        "coefficients in ZZ[x1,r]": 1,
        "coefficients in ZZ[x0,x1,y0,y1,r]": 1,
    },
    "test_solve_issue_3686": {"coefficients in RR": 1},
}
#: Tests of seconds.
SLOW = {"test_solve_poly_system", "test_solve_biquadratic", "test_solve_triangulated"}
GUIDE = Path(__file__).parents[2] / "docs" / "sympy.md"


def found(module_name: str) -> tuple[ModuleSpec, SourceLoader]:
    """Where a module is, past pytest, which would rewrite each of its thousands of assertions."""
    package = import_module(module_name.rpartition(".")[0])
    spec = PathFinder.find_spec(module_name, package.__path__)
    if spec is None:
        pytest.skip(f"no {module_name}: SymPy was installed without its tests", allow_module_level=True)
    assert isinstance(spec.loader, SourceLoader)
    return spec, spec.loader


def imported(module_name: str) -> ModuleType:
    """A module as Python imports it."""
    if module_name not in sys.modules:
        spec, loader = found(module_name)
        module = sys.modules[module_name] = module_from_spec(spec)
        loader.exec_module(module)
    return sys.modules[module_name]


def sources(module_name: str) -> dict[str, str]:
    """The source of each function of a module, by its name; the module is not imported."""
    _, loader = found(module_name)
    text = loader.get_source(module_name) or ""
    lines = text.splitlines()
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return {one.name: "\n".join(lines[one.lineno - 1 : one.end_lineno]) for one in functions}


def concerned() -> list[tuple[str, str]]:
    """The tests that call one of the functions, by themselves or in a helper."""
    tests = []
    for module_name, functions in REPLACED.items():
        texts = sources(module_name)
        called = re.compile(rf"\b({'|'.join(functions)})\(")
        helpers = [name for name, text in texts.items() if name.startswith("_do_") and called.search(text)]
        for name, text in texts.items():
            calls = called.search(text) or any(f"{helper}(" in text for helper in helpers)
            if name.startswith("test_") and calls:
                tests.append((module_name, name))
    return tests


TESTS = concerned()


def test_there_are_tests() -> None:
    names = {name for _, name in TESTS}
    assert {"test_groebner", "test_is_zero_dimensional", "test_fglm", "test_benchmark_cyclic_4_f5b"} <= names
    assert BY_SYMPY.keys() <= names
    assert len(TESTS) >= 20


@pytest.mark.parametrize(
    ("module_name", "name"),
    [pytest.param(*test, marks=pytest.mark.slow if test[1] in SLOW else (), id=test[1]) for test in TESTS],
)
def test_it_passes(module_name: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = imported(module_name)
    for function, ours in REPLACED[module_name].items():
        monkeypatch.setattr(module, function, ours)
    with using(backend="singular") as calls:
        getattr(module, name)()
    assert {call.engine.partition(":")[0] for call in calls} <= {"singular", "sympy"}
    assert any(call.engine.startswith("singular:") for call in calls)
    assert Counter(call.reason for call in calls if call.reason) == BY_SYMPY.get(name, {})


def test_the_guide_lists_what_sympy_computes() -> None:
    rows = re.findall(r"^\| `(test_\w+)` \| (.*?) \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    listed = {name: {reason.strip("` ") for reason in reasons.split(", `")} for name, reasons in rows}
    assert listed == {name: set(reasons) for name, reasons in BY_SYMPY.items()}
