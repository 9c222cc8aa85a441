"""casbridge: one statement of a puzzle or a polynomial system, several computer algebra systems, one verdict.

    Puzzle ──encode──▶ PolynomialSystem ──render──▶ Script ──run──▶ transcript ──parse──▶ Result ─┐
                             │                                                                    ├─crosscheck─▶ Verdict
                             └────────────── reference backend (charset) ─────────────▶ Result ───┘

Every stage is a function between frozen values. A stage imports only from its left in this list:

    version, lazy, errors, drawings, brief, arguments, calls, logs, notices, limits, chance, files, strict,
    processes, algebra, charset, puzzles, encodings, scripts, backends, crosscheck, studies, report, cli

Side rooms import the stages up to crosscheck:

    board      peers of cells, and the quick solver      counting   numbers of grids
    geometry   theorems of the plane by Wu's method      making     new puzzles, transformations, canonical forms
    logic      explanations, step by step                bugs       faults of CASs, packed and run again

What one types most often is here. The rest is in the rooms, such as `casbridge.making` and `casbridge.logic`. A room
that has the name of a function may be called: `casbridge.crosscheck(…)`, `casbridge.backends()`.

>>> import casbridge
>>> casbridge.solve(".4.....1..3.2...").lines
['1423324141322314']
>>> casbridge.count("2x2") == 288, casbridge.explain(".4.....1..3.2...").difficulty.level
(True, 'singles')
>>> encoded = casbridge.encode(casbridge.read_puzzle(".4.....1..3.2..."))
>>> len(encoded.system)
72
>>> casbridge.char_series(encoded)[0].texts()[:3]
['x1 - 1', 'x2 - 4', 'x3 - 2']
>>> [solution.line for solution in casbridge.decode(encoded, casbridge.run(encoded).answer)]
['1423324141322314']
"""

from __future__ import annotations

import casbridge.cli  # noqa: F401 - it imports nothing, and lets the program answer Ctrl-C with one line
from casbridge.drawings import announce
from casbridge.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing

    from casbridge import (
        algebra as algebra,
        bugs as bugs,
        charset as charset,
        counting as counting,
        encodings as encodings,
        geometry as geometry,
        logic as logic,
        making as making,
        puzzles as puzzles,
        scripts as scripts,
        studies as studies,
        sympy as sympy,
        testing as testing,
    )
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
    from casbridge.backends import CalledBackends
    from casbridge.backends.gap import GAP as GAP
    from casbridge.backends.listing import BackendInfo as BackendInfo, list_backends as list_backends
    from casbridge.backends.oneshot import OneShotBackend as OneShotBackend
    from casbridge.backends.protocol import Backend as Backend, Job as Job, Result as Result, Status as Status
    from casbridge.backends.registry import register as register, run as run
    from casbridge.backends.sage import SAGE as SAGE
    from casbridge.backends.singular import SINGULAR as SINGULAR
    from casbridge.backends.sympy import SYMPY as SYMPY
    from casbridge.backends.transcripts import parse as parse
    from casbridge.backends.writing import render as render
    from casbridge.charset import Chain as Chain, PointChain as PointChain, Series as Series, SplitSeries as SplitSeries
    from casbridge.charset.char_series import char_series as char_series
    from casbridge.counting.answering import count as count
    from casbridge.counting.completions import Counted as Counted
    from casbridge.crosscheck import (
        CalledCrosscheck,
        Solutions as Solutions,
        Verdict as Verdict,
        VerdictKind as VerdictKind,
        Witness as Witness,
        solutions as solutions,
        solve as solve,
    )
    from casbridge.crosscheck.certificates import certificate as certificate
    from casbridge.crosscheck.measures import measure as measure
    from casbridge.crosscheck.sizes import Measure as Measure
    from casbridge.crosscheck.verification import Proof as Proof, Verification as Verification, verify as verify
    from casbridge.encodings import EncodedPuzzle as EncodedPuzzle, audit as audit, decode as decode, encode as encode
    from casbridge.errors import (
        BackendError as BackendError,
        CasbridgeError as CasbridgeError,
        InputError as InputError,
        LimitError as LimitError,
        UnsupportedError as UnsupportedError,
        UsageError as UsageError,
    )
    from casbridge.limits import Limits as Limits
    from casbridge.logic import Explanation as Explanation, explain as explain
    from casbridge.making.asked import generate as generate
    from casbridge.making.generating import Made as Made, NotMade as NotMade
    from casbridge.processes.locate import Availability as Availability
    from casbridge.puzzles import Puzzle as Puzzle, Solution as Solution, families as families
    from casbridge.puzzles.families import member as member
    from casbridge.puzzles.reading import (
        read as read,
        read_file as read_file,
        read_puzzles as read_puzzles,
        read_system as read_system,
    )
    from casbridge.puzzles.subjects import read_puzzle as read_puzzle, sudoku as sudoku
    from casbridge.report import CalledReport
    from casbridge.report.opening import Study as Study, open_study as open_study
    from casbridge.scripts import Method as Method, Script as Script, Target as Target

    # Packages that may be called.
    backends: CalledBackends
    crosscheck: CalledCrosscheck
    report: CalledReport

_HOMES, _find, __dir__ = lazy(
    __name__,
    {
        "algebra": "QQ Equation Field Polynomial PolynomialSystem Ring variables",
        "algebra.answers": "Answer Task",
        "algebra.families": "family",
        "algebra.sympy_polynomials": "from_sympy",
        "backends.gap": "GAP",
        "backends.listing": "BackendInfo list_backends",
        "backends.oneshot": "OneShotBackend",
        "backends.protocol": "Backend Job Result Status",
        "backends.registry": "register run",
        "backends.sage": "SAGE",
        "backends.singular": "SINGULAR",
        "backends.sympy": "SYMPY",
        "backends.transcripts": "parse",
        "backends.writing": "render",
        "charset": "Chain PointChain Series SplitSeries",
        "charset.char_series": "char_series",
        "counting.answering": "count",
        "counting.completions": "Counted",
        "crosscheck": "Solutions Verdict VerdictKind Witness solutions solve",
        "crosscheck.certificates": "certificate",
        "crosscheck.measures": "measure",
        "crosscheck.sizes": "Measure",
        "crosscheck.verification": "Proof Verification verify",
        "encodings": "EncodedPuzzle audit decode encode",
        "errors": "BackendError CasbridgeError InputError LimitError UnsupportedError UsageError",
        "limits": "Limits",
        "logic": "Explanation explain",
        "making.asked": "generate",
        "making.generating": "Made NotMade",
        "processes.locate": "Availability",
        "puzzles": "Puzzle Solution",
        "puzzles.families": "families member",
        "puzzles.reading": "read read_file read_puzzles read_system",
        "puzzles.subjects": "read_puzzle sudoku",
        "report.opening": "Study open_study",
        "scripts": "Method Script Target",
    },
    packages=(
        "algebra backends bugs charset counting crosscheck encodings geometry logic making puzzles report scripts "
        "studies sympy testing"
    ),
)

__all__ = [*_HOMES, "crosscheck"]
#: A name that is looked for here, such as a command's → what does that, in a room below.
_BELOW = {
    **{
        name: f"sympy.{name}"
        for name in ("groebner", "radical", "eliminate", "primary_decomposition", "minimal_primes")
    },
    **dict.fromkeys(("canonical", "canonical_form"), "making.canonical_form"),
    "equivalent": "making.equivalent",
    **dict.fromkeys(("transform", "transformation"), "making.Transformation"),
    **dict.fromkeys(("hint", "hints", "next_hint"), "logic.next_hint"),
    **dict.fromkeys(("worksheet", "worksheets"), "making.worksheets.Worksheet"),
    **dict.fromkeys(("certify", "identity"), "crosscheck.identities.identity_of"),
    **dict.fromkeys(("bundle", "bundle_of"), "bugs.bundle_of"),
    "shrink": "bugs.shrink",
    **dict.fromkeys(("study", "run_study"), "open_study"),
    **dict.fromkeys(("convert", "write_system"), "algebra.formats.write_plain"),
    "prove": "geometry.prove",
}

announce(["casbridge.drawings.Shown"], "html", "casbridge.notebook.forms:html_of")


def __getattr__(name: str) -> typing.Any:
    if name == "__version__":
        from casbridge.version import version

        return version()
    if name in _BELOW:
        import sys

        said = f"module {__name__!r} has no attribute {name!r}; {__name__}.{_BELOW[name]} does that"
        raise AttributeError(said, name=name, obj=sys.modules[__name__])
    return _find(name)
