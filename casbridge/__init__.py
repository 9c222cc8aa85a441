"""casbridge: one statement of a puzzle or a polynomial system, several computer algebra systems, one verdict.

    Puzzle ──encode──▶ PolynomialSystem ──render──▶ Script ──run──▶ transcript ──parse──▶ Result ─┐
                             │                                                                    ├─crosscheck─▶ Verdict
                             └────────────── reference backend (charset) ─────────────▶ Result ───┘

Every stage is a function between frozen values. A stage imports only from its left in this list:

    errors, algebra, charset, puzzles, encodings, scripts, backends, crosscheck, cli

Side rooms, which import all up to crosscheck: logic (why each value is what it is), making (new puzzles, and which
are the same but for their looks), counting (how many grids there are).

>>> import casbridge
>>> (puzzle,) = casbridge.read_puzzles(".4.....1..3.2...")
>>> encoded = casbridge.encode(puzzle)
>>> len(encoded.system)
72
>>> casbridge.char_series(encoded.system)[0].texts()[:3]
['x1 - 1', 'x2 - 4', 'x3 - 2']
>>> [solution.line for solution in casbridge.decode(encoded, casbridge.run(encoded).answer)]
['1423324141322314']
"""

from __future__ import annotations

import casbridge.cli  # noqa: F401 - it imports nothing, and lets the program answer Ctrl-C with one line

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing

    from casbridge.algebra import (
        QQ,
        Equation,
        Field,
        Polynomial,
        PolynomialSystem,
        Ring,
        variables,
    )
    from casbridge.algebra.answers import Answer, Task
    from casbridge.algebra.sympy_polynomials import from_sympy
    from casbridge.backends.oneshot import OneShotBackend
    from casbridge.backends.protocol import Backend, Job, Result, Status
    from casbridge.backends.registry import register
    from casbridge.backends.run import render, run
    from casbridge.backends.targets import GAP, SAGE, SINGULAR, SYMPY
    from casbridge.backends.transcripts import parse
    from casbridge.charset import Chain, PointChain, SplitSeries
    from casbridge.charset.char_series import char_series
    from casbridge.crosscheck import Verdict, VerdictKind, Witness, crosscheck, solutions
    from casbridge.crosscheck.certificates import certificate
    from casbridge.crosscheck.verification import Proof, Verification, verify
    from casbridge.encodings import EncodedPuzzle, audit, decode, encode
    from casbridge.errors import CasbridgeError
    from casbridge.limits import Limits
    from casbridge.logic import Explanation, explain
    from casbridge.processes.availability import Availability
    from casbridge.puzzles import Puzzle, Solution
    from casbridge.puzzles.reading import read, read_file, read_puzzles, read_system
    from casbridge.scripts import Method, Script, Target

#: Public name → the module that defines it: nothing is imported before it is used.
_HOMES = {
    "QQ": "algebra",
    "GAP": "backends.targets",
    "SAGE": "backends.targets",
    "SINGULAR": "backends.targets",
    "SYMPY": "backends.targets",
    "Answer": "algebra.answers",
    "Availability": "processes.locate",
    "Backend": "backends.protocol",
    "CasbridgeError": "errors",
    "Chain": "charset",
    "EncodedPuzzle": "encodings",
    "Equation": "algebra",
    "Explanation": "logic",
    "Field": "algebra",
    "Job": "backends.protocol",
    "Limits": "limits",
    "Method": "scripts",
    "OneShotBackend": "backends.oneshot",
    "PointChain": "charset",
    "Polynomial": "algebra",
    "PolynomialSystem": "algebra",
    "Proof": "crosscheck.verification",
    "Puzzle": "puzzles",
    "Result": "backends.protocol",
    "Ring": "algebra",
    "Script": "scripts",
    "Solution": "puzzles",
    "SplitSeries": "charset",
    "Status": "backends.protocol",
    "Target": "scripts",
    "Task": "algebra.answers",
    "Verdict": "crosscheck",
    "VerdictKind": "crosscheck",
    "Verification": "crosscheck.verification",
    "Witness": "crosscheck",
    "audit": "encodings",
    "certificate": "crosscheck.certificates",
    "char_series": "charset.char_series",
    "crosscheck": "crosscheck",
    "decode": "encodings",
    "encode": "encodings",
    "explain": "logic",
    "from_sympy": "algebra.sympy_polynomials",
    "parse": "backends.transcripts",
    "read": "puzzles.reading",
    "read_file": "puzzles.reading",
    "read_puzzles": "puzzles.reading",
    "read_system": "puzzles.reading",
    "register": "backends.registry",
    "render": "backends.run",
    "run": "backends.run",
    "solutions": "crosscheck",
    "variables": "algebra",
    "verify": "crosscheck.verification",
}

__all__ = [
    "GAP",
    "QQ",
    "SAGE",
    "SINGULAR",
    "SYMPY",
    "Answer",
    "Availability",
    "Backend",
    "CasbridgeError",
    "Chain",
    "EncodedPuzzle",
    "Equation",
    "Explanation",
    "Field",
    "Job",
    "Limits",
    "Method",
    "OneShotBackend",
    "PointChain",
    "Polynomial",
    "PolynomialSystem",
    "Proof",
    "Puzzle",
    "Result",
    "Ring",
    "Script",
    "Solution",
    "SplitSeries",
    "Status",
    "Target",
    "Task",
    "Verdict",
    "VerdictKind",
    "Verification",
    "Witness",
    "audit",
    "certificate",
    "char_series",
    "crosscheck",
    "decode",
    "encode",
    "explain",
    "from_sympy",
    "parse",
    "read",
    "read_file",
    "read_puzzles",
    "read_system",
    "register",
    "render",
    "run",
    "solutions",
    "variables",
    "verify",
]


def __getattr__(name: str) -> typing.Any:
    if name == "__version__":
        from casbridge.version import version

        return version()
    if name not in _HOMES:
        raise AttributeError(f"module 'casbridge' has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(f"casbridge.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
