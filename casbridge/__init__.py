"""casbridge: one statement of a puzzle or a polynomial system, several computer algebra systems, one verdict.

    Puzzle ──encode──▶ PolynomialSystem ──render──▶ Script ──run──▶ transcript ──parse──▶ Result ─┐
                             │                                                                    ├─crosscheck─▶ Verdict
                             └────────────── reference backend (charset) ─────────────▶ Result ───┘

Every stage is a function between frozen values. A stage imports only from its left in this list:

    version, lazy, errors, limits, chance, files, strict, drawings,
    processes, algebra, charset, puzzles, encodings, scripts, backends, crosscheck, studies, report, cli

Side rooms import the stages up to crosscheck:

    board      peers of cells, and the quick solver      counting   numbers of grids
    geometry   theorems of the plane by Wu's method      making     new puzzles, transformations, canonical forms
    logic      explanations, step by step                bugs       faults of CASs, packed and run again

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
from casbridge.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing

    from casbridge.algebra import (
        QQ as QQ,
        Equation as Equation,
        Field as Field,
        Polynomial as Polynomial,
        PolynomialSystem as PolynomialSystem,
        Ring as Ring,
        variables as variables,
    )
    from casbridge.algebra.answers import Answer as Answer, Task as Task
    from casbridge.algebra.families import family as family
    from casbridge.algebra.sympy_polynomials import from_sympy as from_sympy
    from casbridge.backends.gap import GAP as GAP
    from casbridge.backends.oneshot import OneShotBackend as OneShotBackend
    from casbridge.backends.protocol import Backend as Backend, Job as Job, Result as Result, Status as Status
    from casbridge.backends.registry import register as register, run as run
    from casbridge.backends.sage import SAGE as SAGE
    from casbridge.backends.singular import SINGULAR as SINGULAR
    from casbridge.backends.sympy import SYMPY as SYMPY
    from casbridge.backends.transcripts import parse as parse
    from casbridge.backends.writing import render as render
    from casbridge.charset import Chain as Chain, PointChain as PointChain, SplitSeries as SplitSeries
    from casbridge.charset.char_series import char_series as char_series
    from casbridge.crosscheck import (
        Verdict as Verdict,
        VerdictKind as VerdictKind,
        Witness as Witness,
        crosscheck as crosscheck,
        solutions as solutions,
    )
    from casbridge.crosscheck.certificates import certificate as certificate
    from casbridge.crosscheck.measures import measure as measure
    from casbridge.crosscheck.sizes import Measure as Measure
    from casbridge.crosscheck.verification import Proof as Proof, Verification as Verification, verify as verify
    from casbridge.encodings import EncodedPuzzle as EncodedPuzzle, audit as audit, decode as decode, encode as encode
    from casbridge.errors import CasbridgeError as CasbridgeError
    from casbridge.limits import Limits as Limits
    from casbridge.logic import Explanation as Explanation, explain as explain
    from casbridge.processes.locate import Availability as Availability
    from casbridge.puzzles import Puzzle as Puzzle, Solution as Solution, families as families
    from casbridge.puzzles.families import member as member
    from casbridge.puzzles.reading import (
        read as read,
        read_file as read_file,
        read_puzzles as read_puzzles,
        read_system as read_system,
    )
    from casbridge.report.opening import Study as Study, open_study as open_study
    from casbridge.scripts import Method as Method, Script as Script, Target as Target

_HOMES, _find, __dir__ = lazy(
    __name__,
    {
        "algebra": "QQ Equation Field Polynomial PolynomialSystem Ring variables",
        "algebra.answers": "Answer Task",
        "algebra.families": "family",
        "algebra.sympy_polynomials": "from_sympy",
        "backends.gap": "GAP",
        "backends.oneshot": "OneShotBackend",
        "backends.protocol": "Backend Job Result Status",
        "backends.registry": "register run",
        "backends.sage": "SAGE",
        "backends.singular": "SINGULAR",
        "backends.sympy": "SYMPY",
        "backends.transcripts": "parse",
        "backends.writing": "render",
        "charset": "Chain PointChain SplitSeries",
        "charset.char_series": "char_series",
        "crosscheck": "Verdict VerdictKind Witness crosscheck solutions",
        "crosscheck.certificates": "certificate",
        "crosscheck.measures": "measure",
        "crosscheck.sizes": "Measure",
        "crosscheck.verification": "Proof Verification verify",
        "encodings": "EncodedPuzzle audit decode encode",
        "errors": "CasbridgeError",
        "limits": "Limits",
        "logic": "Explanation explain",
        "processes.locate": "Availability",
        "puzzles": "Puzzle Solution",
        "puzzles.families": "families member",
        "puzzles.reading": "read read_file read_puzzles read_system",
        "report.opening": "Study open_study",
        "scripts": "Method Script Target",
    },
)

__all__ = [*_HOMES]


def __getattr__(name: str) -> typing.Any:
    if name == "__version__":
        from casbridge.version import version

        return version()
    return _find(name)
