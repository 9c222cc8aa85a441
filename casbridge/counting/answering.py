"""`count`: how many solutions or zeros, for whatever a user has. The command `casbridge count` asks the same functions.

shape ────▶ by a formula          puzzle ──▶ by counting, without its system
system ───▶ by a backend          encoded puzzle ──▶ the zeros of its system, by a backend
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from casbridge.algebra.fields import Field, field_of
from casbridge.algebra.subjects import read_subject
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.arguments import nature_of, text_of, wrong
from casbridge.backends.protocol import Status
from casbridge.calls import with_hints
from casbridge.counting.completions import COUNTING, Counted, count_puzzle, count_system, timed
from casbridge.counting.symmetries import BoxShape, shape_of
from casbridge.counting.systems import Zeros, count_zeros
from casbridge.counting.totals import is_known, method_of, total_grids
from casbridge.encodings import EncodedPuzzle, encode
from casbridge.errors import UsageError
from casbridge.limits import Limits
from casbridge.logs import Log
from casbridge.processes.apart import call
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.subjects import is_text, puzzle_of, read_any, the_puzzle

_LOG = Log("counting")

_NO_LIMITS = Limits()
_EXPECTED = "a puzzle or a system: a text such as '3x3' or 'x^2 - 1', a path, a Puzzle, a PolynomialSystem"
_HINTS = {
    "number": "'3x3' is a shape",
    "texts": "read_puzzles reads several puzzles, read_system polynomials, one a line",
    "result": "measure(result, system) counts the zeros of an answer",
    "answer": "measure(answer, system) counts the zeros of an answer",
    "chains": "measure(chains, system) counts the zeros of a series",
    "series": "measure(chains, system) counts the zeros of a series",
    "layout": "Puzzle(layout, givens) is a puzzle",
}
_MAY_BE_MORE = "zeros of the system, of which some may be no solutions of the puzzle"
_SEVERAL = "[count(one) for one in read_puzzles(text)] counts each"


@with_hints
def count(
    subject: Any,
    backend: str | None = None,
    *,
    real: bool = False,
    rational: bool = False,
    multiplicity: bool = False,
    seconds: float | None = None,
    memory: int | None = None,
    encoding: str | None = None,
    field: Field | str | None = None,
    values: Sequence[int] | None = None,
    domains: bool = True,
    audit: bool = True,
) -> Counted:
    """The number of a puzzle's solutions, or of a system's different zeros over the algebraic closure; none is listed.

    subject: a shape such as `3x3` (all grids); a puzzle or a system as a text, a path or a value; or equations of
        SymPy's.
    backend: `name` or `name:method`, which counts the zeros of the system. Without one, puzzles are counted by
        themselves, and systems by the reference. `counting` is that name for puzzles.
    real, rational, multiplicity: of a system, only the real zeros; only those with coordinates in the field; each zero
        as often as its multiplicity says.
    seconds, memory (bytes): limits. A count that they stop is `partial`, or has no number, and a reason.
    encoding, field, values, domains, audit: the zeros of the puzzle's system are counted, see `encode`. Without domains
        or audit the encoding may allow more zeros than the puzzle has solutions; then the result's `method` says so.

    The result compares with numbers: `count("2x2") == 288`. Infinitely many zeros are an answer too.

    >>> count("2x2"), count("2x2") == 288, int(count(".4.....1..3.2..."))
    (<Counted 288, by counting>, True, 1)
    >>> str(count("x^2 + y^2 = 5\\ny = x + 1")), str(count("x*y = 0"))
    ('2', 'infinitely many: dimension 1')
    >>> from sympy.abc import x
    >>> int(count([x**3 - 2])), int(count([x**3 - 2], real=True))
    (3, 1)
    """
    limits = Limits(seconds, memory)
    kinds = {Zeros.REAL: real, Zeros.RATIONAL: rational, Zeros.MULTIPLICITY: multiplicity}
    wished = [kind for kind, is_wished in kinds.items() if is_wished]
    if len(wished) > 1:
        raise UsageError(f"{wished[0]} together with {wished[1]}", expected="one of them")
    over = field_of(field)
    asked = _asked(subject, over)
    of_encoding = encoding is not None or field is not None or values is not None or not domains or not audit
    if backend is not None:
        text_of(backend, "the name of a backend")
    if isinstance(asked, Puzzle) and (of_encoding or backend not in (None, COUNTING)):
        how: dict[str, Any] = {"values": values, "domains": domains, "audit": audit, "deadline": limits.deadline()}
        asked = encode(asked, encoding or "colouring", over, **how)
    elif isinstance(asked, EncodedPuzzle) and of_encoding:
        raise UsageError("options of the encoding for an encoded puzzle", expected="the puzzle", hint="puzzle.puzzle")
    elif not isinstance(asked, Puzzle) and (encoding is not None or values is not None or not (domains and audit)):
        raise UsageError("options of the encoding for a polynomial system", expected="a puzzle")
    elif isinstance(asked, PolynomialSystem) and field is not None and not is_text(subject):
        hint = "from_sympy(equations, modulus=7) is one over GF(7)"
        raise UsageError("a field for a system that has its ring", expected="the system over that field", hint=hint)
    if wished and isinstance(asked, (Puzzle, EncodedPuzzle)):
        raise UsageError(f"{wished[0]} zeros of a puzzle", expected="a system of polynomials")
    return count_any(asked, backend, limits, wished[0] if wished else Zeros.CLOSURE)


def count_any(
    subject: Puzzle | EncodedPuzzle | PolynomialSystem,
    backend: str | None = None,
    limits: Limits = _NO_LIMITS,
    which: Zeros = Zeros.CLOSURE,
) -> Counted:
    """The number of a puzzle's solutions, of the zeros of its system, or of a system's zeros.

    backend: for systems; None is the reference. which: of a system's zeros.

    >>> from casbridge.puzzles import Puzzle, latin
    >>> count_any(Puzzle(latin(3), (0,) * 9)).number
    12
    """
    with _LOG.work("counting %s", subject) as work:
        counted = _counted(subject, backend, limits, which)
        work.result = f"{counted} ({counted.status})"
    return counted


def _counted(
    subject: Puzzle | EncodedPuzzle | PolynomialSystem, backend: str | None, limits: Limits, which: Zeros
) -> Counted:
    if isinstance(subject, EncodedPuzzle):
        counted = count_system(subject.system, backend or "reference", limits, within=subject.system)
        known = subject.is_exact or not counted.method
        return counted if known else replace(counted, method=f"{counted.method}; {_MAY_BE_MORE}")
    if isinstance(subject, PolynomialSystem):
        return count_zeros(subject, backend or "reference", limits, which)
    shape = shape_of(subject)
    return count_puzzle(subject, limits) if shape is None or not is_known(shape) else count_shape(shape, limits)


def count_shape(shape: BoxShape, limits: Limits = _NO_LIMITS) -> Counted:
    """The number of all grids of a shape, by a formula; within limits in a process apart.

    >>> count_shape(BoxShape(2, 3)).number
    28200960
    """

    def counted() -> Counted:
        if limits == _NO_LIMITS:
            number = total_grids(shape)
        else:
            number = call(total_grids, shape, deadline=limits.deadline(), memory=limits.memory)
        return Counted(Status.COMPLETE, number, method=method_of(shape, False))

    return timed(counted, limits, Counted(Status.CRASHED))


def _asked(subject: Any, field: Field | None) -> Puzzle | EncodedPuzzle | PolynomialSystem:
    """The puzzle or the system that a user means."""
    if is_text(subject):
        found = read_any(subject, field=field)
        return found if isinstance(found, PolynomialSystem) else the_puzzle(found, _SEVERAL)
    if isinstance(subject, EncodedPuzzle):
        return subject
    nature = nature_of(subject)
    if nature in ("puzzle", "puzzles", "solution", "explanation"):
        return puzzle_of(subject, _SEVERAL)
    if nature in ("system", "polynomial", "polynomials", "sympy", "sympys") or nature == "other":
        found = read_subject([subject] if nature == "polynomial" else subject)
        if isinstance(getattr(found, "system", found), PolynomialSystem):
            return system_of(found)
    raise wrong(subject, _EXPECTED, _HINTS)
