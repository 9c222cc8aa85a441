"""`decode`: an answer as solutions."""

from __future__ import annotations

from casbridge.algebra.answers import Answer
from casbridge.charset.finite.zeros import zeros
from casbridge.encodings.encoding import EncodedPuzzle
from casbridge.errors import EncodingError
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.puzzle import Solution


def decode(encoded: EncodedPuzzle, answer: Answer, *, deadline: Deadline = NEVER) -> tuple[Solution, ...]:
    """The grids of an answer's zeros, each once, in the order of the answer.

    They are what the answer says, not yet checked: ask each for its `violation()`, or use `crosscheck`.
    Raises EncodingError at a zero that is no digit, UnsupportedError where the zeros cannot be read off, LimitError
    after the deadline.

    >>> from casbridge.backends.run import run
    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> encoded = encode(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> [solution.line for solution in decode(encoded, run(encoded).answer)]
    ['1221']
    """
    if answer.ring != encoded.system.ring:
        raise EncodingError(f"an answer over {answer.ring}", expected=f"one over {encoded.system.ring}")
    points = dict.fromkeys(zeros(answer, deadline, within=encoded.system))
    return tuple(Solution(encoded.puzzle, encoded.decode(point)) for point in points)
