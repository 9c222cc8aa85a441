"""One or more values of every public kind, also very large ones, for tests of what all values promise."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import casbridge
from casbridge import (
    Answer,
    Availability,
    Chain,
    Counted,
    Equation,
    Field,
    Job,
    Limits,
    Measure,
    PointChain,
    Polynomial,
    PolynomialSystem,
    Ring,
    Series,
    Status,
    Task,
    Verdict,
    VerdictKind,
    Witness,
    variables,
)
from casbridge.algebra.answers import PointComponents
from casbridge.backends.protocol import Result
from casbridge.crosscheck.verdicts import CheckedResult, Fault
from casbridge.scripts import Script

SHIDOKU = ".4.....1..3.2..."
#: What a text of a user may hold.
MARKUP = "<script>alert('x')</script>&\"\x1b[31m"
_LONG = 10**5_000


@cache
def huge_polynomial() -> Polynomial:
    """About 10 MB as text."""
    ring = Ring.of("x y")
    return Polynomial(ring, {(i, j): 10**60 + i for i in range(400) for j in range(300)})


@cache
def circle() -> PolynomialSystem:
    return casbridge.read_system("x^2 + y^2 = 5\ny = x + 1")


@cache
def shidoku() -> Any:
    return casbridge.encode(casbridge.read_puzzle(SHIDOKU))


@cache
def huge_system() -> PolynomialSystem:
    ring = Ring.of(f"x{i}" for i in range(1, 3_001))
    pattern = Polynomial(Ring.of("t1 t2"), {(1, 0): 1, (0, 1): -1})
    return PolynomialSystem(ring, tuple(Equation(pattern, (i, i + 1), f"{MARKUP} {i}") for i in range(2_999)), MARKUP)


@cache
def long_witness() -> Witness:
    x, y = variables(Ring.of("x y"))
    return Witness(Fault.FALSE_ZERO, "a:b", MARKUP * 50, (_LONG, -_LONG), x - y, grid="1" * 6_561)


@cache
def verdict() -> Verdict:
    return casbridge.crosscheck(circle(), "reference,sympy")


def disagreement() -> Verdict:
    result = Result("mycas", "solve", Status.COMPLETE, Answer(Task.POINTS, circle().ring, ((),)), version="1")
    checked = CheckedResult(result, frozenset(), 0, faults=(long_witness(),))
    return Verdict(VerdictKind.DISAGREE, MARKUP, (checked,), long_witness(), ("x", "y"), rests_on=(MARKUP,))


def long_script() -> Script:
    script = casbridge.render(circle())
    return Script(
        script.target, script.method, script.text + MARKUP * 10_000, "0", script.names, circle(), {"a": MARKUP}
    )


def huge_chain() -> Chain:
    return Chain(huge_polynomial().ring, (huge_polynomial(),))


def points(number: int) -> Answer:
    ring = Ring.of(f"x{i}" for i in range(1, 21))
    return Answer(Task.POINTS, ring, PointComponents(ring, [(n,) * 19 + (_LONG,) for n in range(number)]))


def first_claim() -> Any:
    explanation = casbridge.explain(SHIDOKU)
    state = explanation.state_after(0)
    return next(iter(casbridge.logic.claims_of(explanation.steps[0], explanation.puzzle.layout, state.candidates)))


@cache
def theorem() -> Any:
    plane = casbridge.geometry.Plane("u", "x y")
    a, b, c = plane.point("A", 0, 0), plane.point("B", "u", 0), plane.point("C", "x", "y")
    return plane.prove([casbridge.geometry.collinear(a, b, c)], [c.y])


def run_again() -> Any:
    return casbridge.bugs.Run(0, failed(), disagreement())


def shrunk() -> Any:
    from casbridge.bugs.bundle import Bundle
    from casbridge.bugs.reductions import size_of
    from casbridge.bugs.shrinking import Shrunk

    bundle = Bundle("x^2 - 1", "singular:std", ("reference",), Status.CRASHED, MARKUP)
    return Shrunk(bundle, size_of(circle()), size_of(circle()), 7, True, 1.5)


def failed() -> Result:
    return Result(MARKUP, "solve", Status.CRASHED, reason=MARKUP * 100, transcript="\x00" + MARKUP * 1_000)


#: A name → what makes a value. They are made when a test asks for them.
VALUES: dict[str, Callable[[], Any]] = {
    "field": lambda: Field(11),
    "ring": lambda: Ring.of("x y"),
    "ring, large": lambda: huge_system().ring,
    "polynomial": lambda: variables(Ring.of("x1 x2"))[0] ** 2 - 3,
    "polynomial, huge": huge_polynomial,
    "polynomial, long numbers": lambda: variables(Ring.of("x"))[0] * _LONG - _LONG,
    "equation": lambda: circle().equations[0],
    "equation, with markup": lambda: Equation(circle().equations[0].pattern, (0, 1), MARKUP * 100, MARKUP),
    "system": circle,
    "system, huge": huge_system,
    "system of SymPy's": lambda: casbridge.from_sympy([__import__("sympy").Symbol("x") - 1]),
    "puzzle": lambda: casbridge.read_puzzle(SHIDOKU, name=MARKUP.replace("\x1b", "")),
    "puzzle, large": lambda: casbridge.read_puzzle("25x1", family="latin"),
    "unit": lambda: casbridge.read_puzzle("3x3").layout.units[0],
    "layout": lambda: casbridge.read_puzzle("3x3").layout,
    "encoded puzzle": shidoku,
    "solution": lambda: casbridge.solve(SHIDOKU)[0],
    "solutions": lambda: casbridge.solve("2x2"),
    "solutions, none": lambda: casbridge.solve("11.. .... .... ...."),
    "made": lambda: casbridge.generate("2x2", seed=1),
    "explanation": lambda: casbridge.explain(SHIDOKU),
    "step": lambda: casbridge.explain(SHIDOKU).steps[0],
    "difficulty": lambda: casbridge.explain(SHIDOKU).difficulty,
    "count": lambda: casbridge.count("2x2"),
    "count, none": lambda: Counted(Status.PARTIAL, at_least=7, reason=MARKUP * 100),
    "count, huge": lambda: Counted(Status.COMPLETE, _LONG),
    "count, infinite": lambda: casbridge.count("x*y = 0"),
    "script": lambda: casbridge.render(shidoku(), "singular"),
    "script, long": long_script,
    "method": lambda: casbridge.SINGULAR.method("std"),
    "target": lambda: casbridge.SINGULAR,
    "availability": lambda: Availability(False, reason=MARKUP, hint="install it"),
    "backend": lambda: next(one for one in casbridge.list_backends() if one.name == "reference"),
    "backends": casbridge.list_backends,
    "limits": lambda: Limits(5, 2**30, 10),
    "job": lambda: Job(circle(), "std", Limits(5)),
    "result": lambda: casbridge.run(circle()),
    "result, with a script": lambda: casbridge.run(circle(), "sympy"),
    "result, failed": failed,
    "answer": lambda: casbridge.run(shidoku()).answer,
    "answer, a basis": lambda: casbridge.run(circle(), "reference:basis").answer,
    "answer, long points": lambda: points(1_000),
    "answer, a dimension": lambda: casbridge.run(circle(), "reference:dimension").answer,
    "answer, boxes": lambda: casbridge.run(circle(), "reference:real").answer,
    "answer, branches": lambda: casbridge.run(circle(), "sympy:solve").answer,
    "verdict": verdict,
    "verdict, a fault": disagreement,
    "checked result": lambda: disagreement().checked[0],
    "witness": long_witness,
    "measure": lambda: casbridge.measure(casbridge.run(circle())),
    "measure, reason": lambda: Measure(1, reason=MARKUP * 100),
    "verification": lambda: casbridge.Verification(
        casbridge.Proof.REFUTED, MARKUP * 100, (MARKUP,) * 5, witness={"point": MARKUP}
    ),
    "chain": lambda: casbridge.char_series(casbridge.read_system("x*y^2 + y + 1"))[0],
    "chain, huge": huge_chain,
    "chain of a point": lambda: PointChain(Ring.of("x y"), (0, 1), (1, _LONG)),
    "triangular set": lambda: casbridge.char_series(casbridge.read_system("x*y^2 + y + 1"))[0].triangular_set(),
    "triangular set, huge": lambda: huge_chain().triangular_set(),
    "layout of a large graph": lambda: casbridge.read_puzzle("queens-12", colours=12).layout,
    "state": lambda: casbridge.explain("3x3", up_to="singles").last_state,
    "claim": first_claim,
    "audit": lambda: casbridge.audit("sum-product", range(1, 10)),
    "wish": lambda: casbridge.making.Wish(casbridge.read_puzzle("3x3").layout),
    "series": lambda: casbridge.char_series(shidoku()),
    "series, huge": lambda: Series([huge_chain()] * 3 + [Chain(Ring.of("x"), variables(Ring.of("x")))] * 1_000),
    "series, empty": lambda: casbridge.char_series(casbridge.read_system("x = 1\nx = 2")),
    "series of SymPy's": lambda: casbridge.char_series([__import__("sympy").Symbol("x") ** 2 - 2]),
    "component of a theorem": lambda: theorem().components[0],
    "theorem": theorem,
    "automorphisms": lambda: casbridge.making.automorphism_group(casbridge.read_puzzle("2x2")),
    "fault of a program": lambda: casbridge.testing.FAULTS["hang"],
    "run of a bundle": run_again,
    "rerun": lambda: casbridge.bugs.Rerun("mycas", (run_again(),) * 3, True, 3),
    "bundle": lambda: shrunk().bundle,
    "shrunk bundle": shrunk,
    "study": lambda: casbridge.open_study("no/such/study.toml"),
}

#: The name of a class whose docstring makes no value, or takes long → a name in `VALUES`.
OF_KIND = {
    "AutomorphismGroup": "automorphisms",
    "BackendInfo": "backend",
    "Bundle": "bundle",
    "Claim": "claim",
    "Difficulty": "difficulty",
    "EncodedPuzzle": "encoded puzzle",
    "Fault": "fault of a program",
    "Layout": "layout",
    "Rerun": "rerun",
    "Run": "run of a bundle",
    "Shrunk": "shrunk bundle",
    "Study": "study",
    "TheoremComponent": "component of a theorem",
    "Unit": "unit",
    "Wish": "wish",
}
