"""The result of a comparison of two studies, as values: changes, times, what is only in one; with a table and JSON.

`casbridge.studies.comparing` makes them.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any

from casbridge.drawings import Shown
from casbridge.errors import printable
from casbridge.studies.noise import FLOOR, ChangeOfTimes

#: The kinds of changes, the gravest first, with what they mean in words.
CHANGES = {
    "wrong": "answers that got wrong",
    "differ": "answers that contradict each other, and it is not known which one is wrong",
    "lost": "answers that were lost",
    "both wrong": "answers that were wrong and are wrong in another way",
    "undecided": "answers that differ as texts and could not be compared",
    "failed": "comparisons in which casbridge itself failed",
    "mended": "answers that were wrong and are not any more",
    "won": "answers that are new",
    "status": "jobs that failed and fail in another way",
    "dimension": "dimensions that differ",
    "degree": "degrees that differ",
    "multiplicity": "multiplicities that differ",
    "rational": "numbers of rational zeros that differ",
    "real": "numbers of real zeros that differ",
    "verdict": "verdicts that changed",
    "slower": "jobs that are slower",
    "faster": "jobs that are faster",
}
#: The kinds of changes for which the exit code is 1: an answer got wrong, may have got wrong, or was lost.
GRAVE = ("wrong", "differ", "lost")
#: The headings of the table of changes.
HEADINGS = ("change", "input", "backend", "repeats", "before", "after", "why")

_MOST_LISTED = 20
_MOST_SHOWN = 50  # changes in a notebook


@dataclass(frozen=True, slots=True)
class Change(Shown):
    """The change of a job, in one or several repeats.

    kind: of `CHANGES`.
    input, encoding, field, variable_order, backend: of the job, as the later study names them. A verdict has no order
        and no backend.
    repeats: in which it changed.
    before, after: the statuses, the verdicts, the numbers or the times.
    reason: more about it, in words. witness: for a wrong answer, as `Witness.as_dict` gives it.
    jobs: the numbers of the first such job in both studies.

    >>> Change("lost", "cyclic-6", "", "QQ", "auto", "sympy", (1, 2), "complete", "timeout").row[:4]
    ('lost', 'cyclic-6, QQ, auto order', 'sympy', '1, 2')
    """

    kind: str
    input: str
    encoding: str
    field: str
    variable_order: str
    backend: str
    repeats: tuple[int, ...]
    before: str
    after: str
    reason: str = ""
    witness: dict[str, Any] | None = dataclasses.field(default=None, hash=False)
    jobs: tuple[int, int] | None = None

    @property
    def about(self) -> str:
        """The input with its encoding, its field and its order, in words."""
        order = f"{self.variable_order} order" if self.variable_order not in ("", "given") else ""
        return ", ".join(filter(None, (self.input, self.encoding, self.field, order)))

    @property
    def row(self) -> tuple[str, ...]:
        """The change as a row below `HEADINGS`."""
        repeats = ", ".join(map(str, self.repeats))
        return (self.kind, self.about, self.backend, repeats, self.before, self.after, printable(self.reason, 200))


@dataclass(frozen=True, slots=True)
class TimesOfBackend:
    """The times of one backend in both studies, over the jobs that are complete in both.

    jobs: how many jobs there are, each with all its repeats.
    before, after: the sums of the jobs' medians, in seconds.
    ratio: the geometric mean of later by earlier medians, over jobs of `FLOOR` seconds or more; None without such jobs.
    slower, faster: how many jobs changed beyond the noise.

    >>> TimesOfBackend("sympy", 3, 1.5, 3.0, 2.0, 1, 0).text
    'sympy: 3 jobs, 1.5 s → 3 s, on average 2 times as long; 1 slower, 0 faster'
    """

    backend: str
    jobs: int
    before: float
    after: float
    ratio: float | None
    slower: int
    faster: int

    @property
    def text(self) -> str:
        """The same in words."""
        if self.ratio is None:
            mean = f"each shorter than {FLOOR:g} s, so no average"
        else:
            times = f"{self.ratio:.3g}"
            mean = "on average as long" if times == "1" else f"on average {times} times as long"
        jobs = f"{self.jobs} job{'s' * (self.jobs != 1)}"
        changed = f"{self.slower} slower, {self.faster} faster"
        return f"{self.backend}: {jobs}, {self.before:.3g} s → {self.after:.3g} s, {mean}; {changed}"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two studies.

    source: its file. name: of the study. jobs: how many it has; unmatched: how many are not in the other study.
    inputs: names of inputs that are not in the other study, by content; backends: likewise.
    casbridge, hosts: versions and machines of its results. versions: backend → versions of the CAS.
    orders, encodings, fields: of its jobs. limits: of its results, in words; more than one where they were changed.

    >>> Side("a.sqlite", "night", 10, 0).text
    'a.sqlite: 10 jobs'
    """

    source: str
    name: str
    jobs: int
    unmatched: int
    inputs: tuple[str, ...] = ()
    backends: tuple[str, ...] = ()
    casbridge: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    versions: dict[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    orders: tuple[str, ...] = ()
    encodings: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The same in words."""
        parts = [f"{self.jobs} job{'s' * (self.jobs != 1)}"]
        parts += [f"casbridge {', '.join(self.casbridge)}"] if self.casbridge else []
        parts += [f"on {', '.join(self.hosts)}"] if self.hosts else []
        return printable(f"{self.source}: {', '.join(parts)}", 300)


@dataclass(frozen=True, repr=False)
class Comparison:
    """What changed between two studies of the same inputs. It has no truth value: look at `exit_code`.

    matched: pairs of jobs. unfinished: pairs of which one is not done yet; nothing is said of them.
    same: pairs of equal answers. alike: pairs of answers that are written differently and say the same.
    changes: the gravest first. times: of each backend. paired: earlier → later name of a backend, where they differ.
    other_content: names that both studies use for different inputs.
    stopped: whether a limit on a comparison is why answers are undecided.
    no_input, no_backend: whether the studies have no input, by content, and no backend in common.

    >>> side = Side("night.sqlite", "night", 4, 0)
    >>> comparison = Comparison(side, side, 4, 0, 4, 0, ())
    >>> print(comparison.text)
    before: night.sqlite: 4 jobs
    after: night.sqlite: 4 jobs
    4 pairs of jobs: 4 answers are the same
    no change
    >>> comparison.exit_code
    0
    """

    before: Side
    after: Side
    matched: int
    unfinished: int
    same: int
    alike: int
    changes: tuple[Change, ...]
    times: tuple[TimesOfBackend, ...] = ()
    paired: dict[str, str] = field(default_factory=dict, hash=False)
    other_content: tuple[str, ...] = ()
    stopped: bool = False
    no_input: bool = False
    no_backend: bool = False

    def __repr__(self) -> str:
        found = self.counts or self.reason or "no change"
        return f"<Comparison of {self.matched} pairs of jobs: {found}; exit_code {self.exit_code}>"

    def _repr_html_(self) -> str:
        """The summary, and the first changes as a table."""
        lines = "<br>".join(map(escape, self.summary))
        if not self.changes:
            return f"<p>{lines}</p>"
        head = "".join(f"<th>{name}</th>" for name in HEADINGS)
        shown = [change.row for change in self.changes[:_MOST_SHOWN]]
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in shown)
        more = f"<p>and {len(self.changes) - _MOST_SHOWN} more</p>" * (len(self.changes) > _MOST_SHOWN)
        return f"<p>{lines}</p><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"

    def __bool__(self) -> bool:
        raise TypeError("a Comparison has no truth value; look at its exit_code or its changes")

    @property
    def counts(self) -> dict[str, int]:
        """How many changes there are of each kind, the gravest first. Each repeat counts."""
        found = Counter[str]()
        for change in self.changes:
            found[change.kind] += len(change.repeats) or 1
        return {kind: found[kind] for kind in CHANGES if found[kind]}

    @property
    def exit_code(self) -> int:
        """1 where an answer got wrong, may have got wrong, or was lost. Else 4 where a limit ended a comparison of
        answers, 3 where answers could not be compared, or nothing could. Else 0.
        """
        counts = self.counts
        if any(kind in counts for kind in GRAVE):
            return 1
        if "undecided" in counts or "failed" in counts:
            return 4 if self.stopped and "failed" not in counts else 3
        return 0 if self.matched > self.unfinished else 3

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The changes as rows below `HEADINGS`."""
        return [change.row for change in self.changes]

    @property
    def summary(self) -> list[str]:
        """Lines that say what was compared, and how many changes there are."""
        return [*self._compared(), *self._unmatched(), *(one.text for one in self.times), *self._counted()]

    @property
    def text(self) -> str:
        """The summary, and a line for each change."""
        lines = [": ".join(filter(None, (" | ".join(filter(None, row[:-1])), row[-1]))) for row in self.rows]
        return "\n".join([*self.summary, *lines])

    def _compared(self) -> Iterator[str]:
        yield f"before: {self.before.text}"
        yield f"after: {self.after.text}"
        for backend, versions in self.after.versions.items():
            earlier = next((old for old, new in self.paired.items() if new == backend), backend)
            told = self.before.versions.get(earlier, ())
            if earlier != backend or (told and versions and told != versions):
                yield f"{earlier} {', '.join(told)} → {backend} {', '.join(versions)}"
        limits = [" or ".join(side.limits) for side in (self.before, self.after)]
        if all(limits) and limits[0] != limits[1]:
            yield f"limits: {limits[0]} → {limits[1]}"
        if not self.matched:
            yield f"nothing could be compared: {self.reason}"
            return
        pairs = f"{self.matched} pair{'s' * (self.matched != 1)} of jobs: {self.same} answers are the same"
        pairs += f", {self.alike} say the same in other words" * (self.alike > 0)
        yield pairs + f"; {self.unfinished} pairs are not done in both studies" * (self.unfinished > 0)

    @property
    def reason(self) -> str:
        """Why nothing could be compared, in words; "" where something was."""
        if self.matched:
            return ""
        one, other = self.before, self.after
        for side in (one, other):
            if not side.jobs:
                return f"no job in {printable(side.source, 200)}"
        shared = {
            "orders of the variables": (one.orders, other.orders),
            "encodings": (one.encodings, other.encodings),
            "fields": (one.fields, other.fields),
        }
        told = [
            f"the {what} differ: {_listed(first)} → {_listed(second)}"
            for what, (first, second) in shared.items()
            if first and second and not {*first} & {*second}
        ]
        if self.no_input:
            told.insert(0, "no input is in both studies, by content")
        if self.no_backend:
            told.insert(0, "no backend is in both studies (--rename OLD=NEW compares two)")
        return "; ".join(told) or "no job has the same input, encoding, field, order, backend and repeat"

    def _unmatched(self) -> Iterator[str]:
        for label, side in (("before", self.before), ("after", self.after)):
            if side.unmatched:
                yield f"only in the study {label}: {side.unmatched} jobs"
            if side.inputs:
                yield f"inputs only in the study {label}: {_listed(side.inputs)}"
            if side.backends:
                yield f"backends only in the study {label}: {_listed(side.backends)}"
        if self.other_content:
            yield f"names for different inputs in the two studies: {_listed(self.other_content)}"

    def _counted(self) -> Iterator[str]:
        for kind, number in self.counts.items():
            yield f"{kind}: {number} ({CHANGES[kind]})"
        if not self.changes and self.matched > self.unfinished:
            yield "no change"

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "before": asdict(self.before),
            "after": asdict(self.after),
            "paired": dict(self.paired),
            "matched": self.matched,
            "unfinished": self.unfinished,
            "same": self.same,
            "alike": self.alike,
            "other_content": list(self.other_content),
            "stopped": self.stopped,
            "reason": self.reason,
            "counts": self.counts,
            "times": [asdict(one) for one in self.times],
            "changes": [asdict(change) for change in self.changes],
            "exit_code": self.exit_code,
        }


def _listed(names: tuple[str, ...]) -> str:
    shown = ", ".join(printable(name, 80) for name in names[:_MOST_LISTED])
    return shown + f" and {len(names) - _MOST_LISTED} more" * (len(names) > _MOST_LISTED)


def of_times(key: tuple[str, str, str, str, str], repeats: tuple[int, ...], times: ChangeOfTimes) -> Change:
    """The change of a job's times. key: the input, encoding, field, order and backend.

    >>> from casbridge.studies.noise import change_of_times
    >>> of_times(("cyclic-5", "", "QQ", "given", "sympy"), (1,), change_of_times([1.0], [3.0])).row[4:]
    ('1 s', '3 s', '3 times; too few repeats to know the noise')
    """
    seconds = f"{times.before:.3g} s", f"{times.after:.3g} s"
    return Change(times.kind, *key, repeats, *seconds, f"{times.ratio:.3g} times; {times.noise}")
