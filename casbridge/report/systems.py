"""What the answers of a study say of each system: the dimension of its zeros, and how many there are.

Material ──known_sizes──▶ KnownSize: a case with the numbers that its answers have in common
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from casbridge.crosscheck.sizes import MEASURED
from casbridge.report.material import Material, case_of
from casbridge.studies.values import Row


@dataclass(frozen=True)
class KnownSize:
    """The numbers of zeros that the answers about a case give.

    case: its name. answers: how many complete answers say it. verified: whether a verdict proves these answers.
    numbers: for each name of `MEASURED` the number; None where no answer knows it, and where answers differ.

    >>> KnownSize("circle", 2, True, {"dimension": 0, "degree": 2}).text("degree")
    '2'
    """

    case: str
    answers: int
    verified: bool
    numbers: Mapping[str, int | None]

    def text(self, name: str) -> str:
        """A number as a table shows it: ∞ for the number of infinitely many zeros, "" for one that is not known.

        >>> KnownSize("line", 1, False, {"dimension": 1}).text("degree")
        '∞'
        """
        number = self.numbers.get(name)
        if number is None:
            infinite = (self.numbers.get("dimension") or 0) > 0
            return "∞" if infinite and name == "degree" else ""
        return str(number)


def known_sizes(material: Material) -> list[KnownSize]:
    """For each case with a complete answer what its answers say, in the order of the rows.

    Verified answers are asked, and where there are none those that are not wrong.

    >>> row = Row(1, "circle", "", None, "", "", "given", "reference", 1, "complete", dimension=0, degree=2)
    >>> [one.numbers["degree"] for one in known_sizes(Material("circles", (row,)))]
    [2]
    """
    cases: dict[tuple[str, str, str], list[Row]] = {}
    for row in material.rows:
        if row.status == "complete" and row.number not in material.wrong:
            cases.setdefault((row.input, row.encoding, row.field), []).append(row)
    found = []
    for rows in cases.values():
        verified = [row for row in rows if row.number in material.verified]
        asked = verified or rows
        numbers = {name: _common(asked, name) for name in MEASURED}
        found.append(KnownSize(case_of(rows[0]), len(asked), bool(verified), numbers))
    return found


def _common(rows: list[Row], name: str) -> int | None:
    """The common number of all rows that have a number; None if they differ."""
    numbers = {number for row in rows if (number := getattr(row, name)) is not None}
    return numbers.pop() if len(numbers) == 1 else None
