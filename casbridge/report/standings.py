"""What each method did in a study, in numbers: solved and verified, solved and unverified, wrong, and how fast.

    Material ──standings──▶ Standing: a method over all groups
             ──by_group───▶ solved and asked, for each method and group

A group is a family, or the first part of the names of inputs. The group `START` measures the start of each method.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from casbridge.errors import printable
from casbridge.report.material import Material, answered
from casbridge.studies.values import Row

#: The group of inputs that measure the start of each method: a method has next to nothing to do for them.
START = "start"
#: The group of puzzles that have no other one, and that of systems.
PUZZLES, SYSTEMS = "puzzles", "systems"
#: What can be said of a job with an answer, best first.
SOLVED = ("verified", "unverified", "wrong")

#: Statuses of jobs that a method did not take, or not yet. They are no part of what it was asked.
NOT_ASKED = ("unsupported", "missing", "invalid", "waiting")


def group_of(row: Row) -> str:
    """The group of a row's input: its family, else the first part of its name, else whether it is a puzzle.

    >>> row = Row(1, "symbolicdata/Caprasse.xml", "", None, "", "QQ", "given", "reference", 1, "complete")
    >>> group_of(row)
    'symbolicdata'
    """
    first, slash, _ = row.input.partition("/")
    return printable(row.family or (first if slash else PUZZLES if row.encoding else SYSTEMS), 200)


def outcome_of(material: Material, row: Row) -> str:
    """One of `SOLVED` for a job with an answer, else its status.

    >>> row = Row(1, "circle", "", None, "", "", "given", "reference", 1, "complete", verdict="consistent")
    >>> outcome_of(Material("circles", (row,)), row)
    'unverified'
    """
    if row.number in material.wrong:
        return "wrong"
    if not answered(row):
        return row.status
    return "verified" if row.number in material.verified else "unverified"


@dataclass(frozen=True)
class Standing:
    """What a method did.

    outcomes: how many jobs had which outcome, see `outcome_of`.
    seconds: the median wall time of the answers that are not wrong, without those of the group `START`.
    total: the wall time of all jobs. peak: the largest memory, in bytes.
    start: the median wall time of the answers in the group `START`.
    net: the median of the wall times minus start, at least 0, of the same answers as seconds.

    None where there is nothing to measure.

    >>> Standing("reference", Counter(verified=2, timeout=1)).solved
    2
    """

    method: str
    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: float | None = None
    total: float = 0.0
    peak: int | None = None
    start: float | None = None
    net: float | None = None

    @property
    def solved(self) -> int:
        """How many jobs have an answer that is not wrong."""
        return self.outcomes["verified"] + self.outcomes["unverified"]


def standings(material: Material) -> list[Standing]:
    """What each method did, in the order of the methods.

    >>> row = Row(1, "circle", "", None, "", "", "given", "reference", 1, "complete", wall_seconds=0.5)
    >>> standings(Material("circles", (row,)))[0].seconds
    0.5
    """
    rows: dict[str, list[Row]] = {method: [] for method in material.methods}
    for row in material.rows:
        rows[material.method_of(row)].append(row)
    return [_standing(material, method, found) for method, found in rows.items()]


def _standing(material: Material, method: str, rows: Sequence[Row]) -> Standing:
    outcomes = {row.number: outcome_of(material, row) for row in rows}
    right = [row for row in rows if outcomes[row.number] in SOLVED[:2]]
    times = [row.wall_seconds or 0.0 for row in right if group_of(row) != START]
    start = start_of(right)
    return Standing(
        method,
        Counter(outcomes.values()),
        median(times) if times else None,
        sum(row.wall_seconds or 0.0 for row in rows),
        max((row.peak_memory for row in rows if row.peak_memory), default=None),
        start,
        median(max(one - start, 0.0) for one in times) if times and start is not None else None,
    )


def start_of(rows: Iterable[Row]) -> float | None:
    """The median wall time of the rows in the group `START`; None where there are none.

    >>> row = Row(1, "start/one.txt", "", None, "", "", "given", "reference", 1, "complete", wall_seconds=0.5)
    >>> start_of([row]), start_of([])
    (0.5, None)
    """
    times = [row.wall_seconds or 0.0 for row in rows if group_of(row) == START]
    return median(times) if times else None


def by_group(material: Material) -> dict[str, dict[str, Counter[str]]]:
    """For each group and each method, how many jobs had which outcome. Both in the order of the rows.

    >>> row = Row(1, "circle", "", None, "", "", "given", "reference", 1, "timeout", wall_seconds=5.0)
    >>> by_group(Material("circles", (row,)))
    {'systems': {'reference': Counter({'timeout': 1})}}
    """
    found: dict[str, dict[str, Counter[str]]] = {}
    for row in material.rows:
        methods = found.setdefault(group_of(row), {})
        methods.setdefault(material.method_of(row), Counter())[outcome_of(material, row)] += 1
    return found
