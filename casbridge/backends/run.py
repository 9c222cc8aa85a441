"""`run`: one system, one backend, one Result."""

from __future__ import annotations

from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.values import Job, Limits, Result
from casbridge.encodings import EncodedPuzzle


def run(
    subject: EncodedPuzzle | PolynomialSystem,
    backend: str = "reference",
    *,
    seconds: float | None = None,
    memory: int | None = None,
    answers: int | None = None,
) -> Result:
    """Ask one backend (`name` or `name:method`) about a system.

    seconds, memory (bytes), answers: limits; see `casbridge.backends.values.Limits`. What the backend does wrong is a
    status of the result, never an exception; UsageError is raised for a backend or method that does not exist.

    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> result = run(encode(Puzzle(sudoku(2, 2), (0,) * 16)))
    >>> str(result.status), len(result.answer)
    ('complete', 288)
    """
    chosen, method = registry.split_name(backend)
    system = subject.system if isinstance(subject, EncodedPuzzle) else subject
    return chosen.run(Job(system, method, Limits(seconds, memory, answers)))
