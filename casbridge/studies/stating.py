"""How a study states a puzzle: an encoding with its options, as it is or after deductions. A case has one name of all.

"colouring" ◀──stated_by──▶ ("colouring", "none"),  "colouring after singles" ◀──stated_by──▶ ("colouring", "singles")
"symmetric without domains",  "sum-product with 1,2,3,-1"
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from casbridge.algebra.fields import Field
from casbridge.encodings.names import Encoding
from casbridge.errors import UsageError, printable
from casbridge.limits import NEVER, Deadline

if TYPE_CHECKING:
    from casbridge.encodings.encoding import EncodedPuzzle
    from casbridge.puzzles.puzzle import Puzzle

#: The level of `simplify` for a puzzle as it is.
AS_IT_IS = "none"
_NAME = re.compile(r"(\S+)(?: with ([-\d,]+))?( without domains)?( without audit)?(?: after (\S.*))?")


def stated_by(
    encoding: str, level: str = AS_IT_IS, values: tuple[int, ...] = (), *, domains: bool = True, audit: bool = True
) -> str:
    """The name of an encoding with its options, after the deductions of a level.

    encoding: one of `casbridge.encodings.names.Encoding`. level: one of `casbridge.logic.LEVELS`, or AS_IT_IS.
    values: of the digits; () is the encoding's own. domains, audit: as for `casbridge.encode`.

    >>> stated_by("colouring", "singles"), stated_by("colouring")
    ('colouring after singles', 'colouring')
    >>> stated_by("sum-product", "singles", (1, 2, 3, -1), domains=False)
    'sum-product with 1,2,3,-1 without domains after singles'
    """
    parts = [encoding]
    if values:
        parts.append(f"with {','.join(map(str, values))}")
    if not domains:
        parts.append("without domains")
    if not audit:
        parts.append("without audit")
    if level != AS_IT_IS:
        parts.append(f"after {level}")
    return " ".join(parts)


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

    parts = _parts(name)
    how: dict[str, Any] = {"values": parts.values, "domains": parts.domains, "audit": parts.audit, "deadline": deadline}
    if not parts.level:
        return encode(puzzle, parts.encoding, field, **how)
    from casbridge.logic.simplifying import encode_simplified

    found = encode_simplified(puzzle, parts.level, parts.encoding, field, **how)
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

    parts = _parts(name)
    return default_field(puzzle.layout.digits, Encoding.from_name(parts.encoding), parts.values, puzzle.layout)


class _Parts(NamedTuple):
    encoding: str
    values: tuple[int, ...] | None
    domains: bool
    audit: bool
    level: str


def _parts(name: str) -> _Parts:
    """What a name says; "" where there is no level."""
    from casbridge.encodings.auditing import parse_digits

    match = _NAME.fullmatch(name or Encoding.COLOURING)
    if match is None:
        raise UsageError(f"encoding {printable(name, 60)!r}", expected="a name such as 'symmetric without domains'")
    encoding, values, bare, blind, level = match.groups()
    return _Parts(encoding, None if values is None else parse_digits(values), bare is None, blind is None, level or "")
