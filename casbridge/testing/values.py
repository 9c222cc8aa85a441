"""What the suite says: exclusions, outcomes and the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Any

from casbridge.brief import Brief
from casbridge.errors import UsageError, printable


class Kind(StrEnum):
    """How one check ended.

    >>> str(Kind.PASSED)
    'passed'
    """

    PASSED = "passed"
    FAILED = "failed"
    EXCLUDED = "excluded"  # it fails, and an exclusion says why
    UNSUPPORTED = "unsupported"  # the method says that it cannot do the system, and why
    MISSING = "missing"  # the program is not installed


@dataclass(frozen=True, repr=False)
class Exclusion(Brief):
    """A check that is known to fail. An exclusion that is no longer needed fails itself.

    system: the name of a system, as in `SYSTEMS`, or a pattern such as "irrational*".
    method: the name of a method, or a pattern such as "*".
    reason: why it fails, in words.
    report: the address of the upstream report, where there is one.

    Raises ValueError for an exclusion without a reason.

    >>> Exclusion("quintic", "solve", "the CAS gives decimal numbers").covers("solve", "quintic")
    True
    """

    system: str
    method: str
    reason: str
    report: str = ""

    def __post_init__(self) -> None:
        if not self.reason.strip():
            raise ValueError(f"the exclusion of {self.method} for {self.system} has no reason")

    def covers(self, method: str, system: str) -> bool:
        """Whether it is about a method and a system."""
        return fnmatchcase(system, self.system) and fnmatchcase(method, self.method)

    def __str__(self) -> str:
        return f"{self.reason} ({self.report})" if self.report else self.reason


@dataclass(frozen=True, repr=False)
class Outcome(Brief):
    """One check and how it ended.

    part: "contract", "systems", "faults" or "smuggling".
    case: the system, the fault or the rule. method: the backend's method, "" where the check is about no method.
    seconds: how long it took.

    >>> print(Outcome("faults", "hang", "std", Kind.PASSED, "timeout", 1.02))
    passed       faults     std: hang  (timeout)
    """

    part: str
    case: str
    method: str
    kind: Kind
    reason: str = ""
    seconds: float = 0.0

    def __str__(self) -> str:
        name = f"{self.method}: {self.case}" if self.method else self.case
        return f"{self.kind:<12} {self.part:<10} {name}" + (f"  ({printable(self.reason)})" if self.reason else "")

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        told = {"part": self.part, "case": self.case, "method": self.method or None, "outcome": str(self.kind)}
        return {**told, "reason": self.reason or None, "seconds": round(self.seconds, 6)}


@dataclass(frozen=True, repr=False)
class Report(Brief):
    """What the suite found out about a backend.

    backend: its name. version: of its program, "" where it is missing.

    >>> report = Report("mycas", "1.0", (Outcome("faults", "hang", "std", Kind.FAILED, "crashed"),))
    >>> report.ok
    False
    >>> print(report.text())
    mycas 1.0: 1 failed
    failed       faults     std: hang  (crashed)
    """

    backend: str
    version: str
    outcomes: tuple[Outcome, ...]

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """The checks that failed."""
        return tuple(one for one in self.outcomes if one.kind is Kind.FAILED)

    @property
    def ok(self) -> bool:
        """Whether no check failed. Checks that a missing program kept from running do not count: see `text`."""
        return not self.failed

    def summary(self) -> str:
        """How many checks ended in which way, in one line."""
        counts = Counter(one.kind for one in self.outcomes)
        told = ", ".join(f"{counts[kind]} {kind}" for kind in Kind if counts[kind]) or "no checks"
        return f"{self.backend} {self.version}".rstrip() + f": {told}"

    def text(self, *, passed: bool = False) -> str:
        """The summary, and a line for each check. passed: with a line for checks that passed, too."""
        lines = [str(one) for one in self.outcomes if passed or one.kind is not Kind.PASSED]
        return "\n".join([self.summary(), *lines])

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        told = {"backend": self.backend, "version": self.version or None, "ok": self.ok}
        return {**told, "outcomes": [one.as_dict() for one in self.outcomes]}

    def require(self) -> Report:
        """The report itself. Raises AssertionError, with all checks that failed, where one failed."""
        if not self.ok:
            raise AssertionError("\n".join([self.summary(), *map(str, self.failed)]))
        return self


def existing(what: str, names: Iterable[str] | None, known: Iterable[str]) -> list[str]:
    """The names that a user chose; all that are known for None. A text is one name.

    what: what they name, for the error. Raises UsageError for a name that does not exist.

    >>> existing("fault", ["hang"], ["hang", "lie"]), existing("fault", None, ["hang", "lie"])
    (['hang'], ['hang', 'lie'])
    """
    all_of_them = list(known)
    chosen = all_of_them if names is None else [names] if isinstance(names, str) else list(names)
    for name in chosen:
        if name not in all_of_them:
            raise UsageError(f"no {what} {name!r}", expected=f"one of {', '.join(filter(None, all_of_them))}")
    return chosen


def excluded(outcome: Outcome, exclusions: Iterable[Exclusion]) -> Outcome:
    """An outcome in the light of exclusions: a failure is excluded, and anything else makes the exclusion fail.

    An exclusion says nothing where the program is missing.

    >>> known = [Exclusion("quintic", "solve", "decimal numbers")]
    >>> print(excluded(Outcome("systems", "quintic", "solve", Kind.FAILED, "unparsable"), known))
    excluded     systems    solve: quintic  (decimal numbers)
    >>> print(excluded(Outcome("systems", "quintic", "solve", Kind.PASSED), known))
    failed       systems    solve: quintic  (passed: the exclusion is no longer needed: decimal numbers)
    """
    found = next((one for one in exclusions if one.covers(outcome.method, outcome.case)), None)
    if found is None or outcome.kind is Kind.MISSING:
        return outcome
    if outcome.kind is Kind.FAILED:
        kind, reason = Kind.EXCLUDED, str(found)
    else:
        kind, reason = Kind.FAILED, f"{outcome.kind}: the exclusion is no longer needed: {found}"
    return Outcome(outcome.part, outcome.case, outcome.method, kind, reason, outcome.seconds)


def unused(exclusions: Sequence[Exclusion], outcomes: Iterable[Outcome]) -> list[Outcome]:
    """A failure for each exclusion that covers no check: its system or its method does not exist.

    >>> print(*unused([Exclusion("nothing", "std", "why not")], []))
    failed       systems    std: nothing  (an exclusion that covers no check: why not)
    """
    seen = [(one.method, one.case) for one in outcomes]
    return [
        Outcome("systems", one.system, one.method, Kind.FAILED, f"an exclusion that covers no check: {one}")
        for one in exclusions
        if not any(one.covers(*pair) for pair in seen)
    ]
