"""How a study states a puzzle: by an encoding, as it is or after deductions. A case has both as one name.

"colouring" ◀──stated_by──▶ ("colouring", "none"),  "colouring after singles" ◀──stated_by──▶ ("colouring", "singles")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casbridge.algebra.fields import Field
from casbridge.encodings.names import Encoding
from casbridge.limits import NEVER, Deadline

if TYPE_CHECKING:
    from casbridge.encodings.encoding import EncodedPuzzle
    from casbridge.puzzles.puzzle import Puzzle

#: The level of `simplify` for a puzzle as it is.
AS_IT_IS = "none"
_AFTER = " after "


def stated_by(encoding: str, level: str) -> str:
    """The name of an encoding after the deductions of a level.

    encoding: one of `casbridge.encodings.names.Encoding`. level: one of `casbridge.logic.LEVELS`, or AS_IT_IS.

    >>> stated_by("colouring", "singles"), stated_by("colouring", AS_IT_IS)
    ('colouring after singles', 'colouring')
    """
    return encoding if level == AS_IT_IS else f"{encoding}{_AFTER}{level}"


def stated(puzzle: Puzzle, name: str, field: Field | None = None, *, deadline: Deadline = NEVER) -> EncodedPuzzle:
    """The system of a puzzle by a name of `stated_by`; "" is the colouring encoding.

    field: None for the one of the encoding.
    Raises UsageError for an encoding that does not exist, EncodingError for a puzzle that it cannot state,
    LimitError after the deadline.

    >>> from casbridge import read_puzzles
    >>> (puzzle,) = read_puzzles(".4.....1..3.2...")
    >>> [len(stated(puzzle, name).system) for name in ("colouring", "colouring after singles")]
    [72, 16]
    """
    from casbridge.encodings.encoding import encode

    encoding, level = _parts(name)
    if not level:
        return encode(puzzle, encoding, field, deadline=deadline)
    from casbridge.logic.simplifying import encode_simplified

    found = encode_simplified(puzzle, level, encoding, field, deadline=deadline)
    # Deductions that the deadline ended would make another system each time.
    deadline.check()
    return found


def own_field(puzzle: Puzzle, name: str) -> Field:
    """The field of `stated` where none is asked for.

    >>> from casbridge import read_puzzles
    >>> own_field(*read_puzzles(".4.....1..3.2..."), "sum-product after singles")
    QQ
    """
    from casbridge.encodings.encoding import default_field

    return default_field(puzzle.layout.digits, Encoding.from_name(_parts(name)[0]))


def _parts(name: str) -> tuple[str, str]:
    """The encoding and the level of a name; "" where there is no level."""
    encoding, _, level = (name or Encoding.COLOURING).partition(_AFTER)
    return encoding, level
