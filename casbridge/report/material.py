"""The contents of a report, from any source."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from casbridge.backends.protocol import Status
from casbridge.brief import Brief
from casbridge.crosscheck.verdicts import Fault
from casbridge.errors import InputError, printable
from casbridge.report.explanations import Explanation, explanation_of
from casbridge.studies.stored import WAITING
from casbridge.studies.values import Row

#: Statuses, in the order of the tables; `answered` says which of them come with an answer.
STATUSES = (*map(str, Status), WAITING)
#: What tables and plots count a job as: its status, or "wrong" for an answer that was refuted.
OUTCOMES = (*STATUSES[:2], "wrong", *STATUSES[2:])
#: Verdicts, in the order of the tables.
VERDICTS = ("agree", "consistent", "disagree", "undecided", "failed")
#: Statuses of jobs that failed, beside partial answers that a limit stopped: the page has their texts.
FAILURES = ("timeout", "memory", "crashed", "unparsable")


class WrongBy(NamedTuple):
    """A fault of an answer.

    fault: its kind, see `casbridge.crosscheck.verdicts.Fault`. text: what is wrong, in words.
    """

    fault: str
    text: str


def _no_bundle(row: Row) -> str:
    raise InputError(f"no store has the answer of job {row.number}")


def _no_text(kind: str, number: int) -> str:
    return ""


def _no_grid(row: Row) -> str:
    return ""


@dataclass(frozen=True, repr=False)
class Material(Brief):
    """A study as a report shows it.

    name: the study's name. plan: the study file as it was written.
    command: what goes on with the study. export: what writes its table.
    rows: its jobs, in the order of the matrix.
    verdicts: a dictionary a verdict, with input, encoding, field, repeat, kind, reason, witness.
    runs: a dictionary a run of the driver. facts: what held for all jobs, such as limits and the seed, in words.
    text: a text of the study by kind ("script", "transcript", "input", "verdict") and the job's number; "" where there
    is none.
    grid: the grid of a job in one line, if the job found exactly one; else "".
    bundle: the bundle of a job with a wrong answer, as a text; it raises a CasbridgeError that says why there is
    none.
    explanations: why answers are wrong, see `casbridge.report.explanations`.

    >>> Material("circles", (Row(1, "circle", "", None, "", "", "given", "reference", 1, "complete"),)).methods
    ('reference',)
    """

    name: str
    rows: Sequence[Row] = field(hash=False)
    verdicts: Sequence[Mapping[str, Any]] = field(default=(), hash=False)
    runs: Sequence[Mapping[str, Any]] = field(default=(), hash=False)
    facts: Mapping[str, str] = field(default_factory=dict, hash=False)
    plan: str = ""
    command: str = "casbridge run STUDY.toml"
    export: str = "casbridge export STUDY.toml --to csv"
    text: Callable[[str, int], str] = _no_text
    grid: Callable[[Row], str] = _no_grid
    bundle: Callable[[Row], str] = _no_bundle
    explanations: Sequence[Explanation] = ()

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods, in the order of the rows; see `method_of`."""
        return tuple(dict.fromkeys(map(self.method_of, self.rows)))

    @cached_property
    def orders(self) -> bool:
        """Whether the rows have more than one order of the variables."""
        return len({row.variable_order for row in self.rows}) > 1

    def method_of(self, row: Row) -> str:
        """The name of a row's method: the backend, and the order of the variables where the rows have several."""
        return printable(f"{row.backend} ({row.variable_order})" if self.orders else row.backend, 80)

    @cached_property
    def faults(self) -> Mapping[int, Sequence[WrongBy]]:
        """For the number of each job with a wrong answer: the fault, as the documents of the verdicts say."""
        found: dict[int, Sequence[WrongBy]] = {}
        for rows, backends in self._judged:
            refuted = _refuted(backends) if rows[0].verdict == "disagree" else {}
            for row in rows:
                if faults := refuted.get((row.backend, row.variable_order)):
                    found[row.number] = faults
        return found

    @cached_property
    def wrong(self) -> frozenset[int]:
        """The numbers of the jobs with a wrong answer."""
        return frozenset(self.faults)

    @cached_property
    def contradicted(self) -> frozenset[int]:
        """The numbers of the jobs whose answer contradicts another one, where nobody knows which of them is wrong."""
        found: set[int] = set()
        for rows, backends in self._judged:
            ways = {_way(one) for one in backends if str(Fault.CONTRADICTION) in str(one.get("faults"))}
            found.update(row.number for row in rows if (row.backend, row.variable_order) in ways)
        return frozenset(found)

    def outcome_of(self, row: Row) -> str:
        """One of `OUTCOMES`."""
        return "wrong" if row.number in self.wrong else row.status

    def why(self, row: Row) -> Explanation | None:
        """The explanation of a wrong answer; None if there is none."""
        return explanation_of(row, (one.fault for one in self.faults.get(row.number, ())), self.explanations)

    @cached_property
    def verified(self) -> frozenset[int]:
        """The numbers of the jobs with a complete answer that a verdict proves."""
        found = {row.number for row in self.rows if row.verdict == "agree" and row.status == "complete"}
        for rows, backends in self._judged:
            proved = {_way(one) for one in backends if one.get("proved") is True}
            found.update(row.number for row in rows if (row.backend, row.variable_order) in proved)
        return frozenset(found) - self.wrong

    @cached_property
    def _judged(self) -> list[tuple[list[Row], list[Mapping[str, Any]]]]:
        """For each case and repeat that does not agree, its rows, and what its verdict says of each answer."""
        cases: dict[tuple[str, str, str, int], list[Row]] = {}
        for row in self.rows:
            if row.verdict in ("disagree", "consistent", "undecided"):
                cases.setdefault((row.input, row.encoding, row.field, row.repeat), []).append(row)
        found = []
        for rows in cases.values():
            # A case without any answer, or with one, has nothing that could be wrong or proved.
            if rows[0].verdict == "disagree" or sum(row.status == "complete" for row in rows) > 1:
                try:
                    found.append((rows, _backends(self.text("verdict", rows[0].number))))
                except InputError:  # a damaged text
                    continue
        return found

    def read(self, kind: str, number: int) -> str:
        """A text of a job as a page may show it, see `shown`. A damaged text is an explanation of that."""
        try:
            return shown(self.text(kind, number))
        except InputError as error:
            return str(error)


def _backends(document: str) -> list[Mapping[str, Any]]:
    """What a verdict says of each backend. A text that casbridge did not write says nothing."""
    try:
        found = json.loads(document)["backends"]
        return [one for one in found if _way(one)]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []


def _way(one: Mapping[str, Any]) -> tuple[str, str]:
    return one["name"], one["variable_order"]


def _refuted(backends: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], Sequence[WrongBy]]:
    """For the backend and order of each refuted answer: its fault."""
    try:
        # Of two answers that contradict each other nobody knows which one is wrong.
        return {
            _way(one): [
                WrongBy(str(fault["fault"]), str(fault.get("text") or ""))
                for fault in one["faults"]
                if fault["fault"] != str(Fault.CONTRADICTION)
            ]
            for one in backends
        }
    except (KeyError, TypeError, AttributeError):
        return {}


def answered(row: Row) -> bool:
    """Whether there is the answer that was asked for: a complete one, or as many answers as the job was to have.

    >>> row = Row(1, "circle", "", None, "", "", "given", "reference", 1, "partial", reason="stopped after 60 s")
    >>> answered(row), failed(row)
    (False, True)
    """
    return row.status == "complete" or (row.status == "partial" and not row.reason)


def failed(row: Row) -> bool:
    """Whether a job ran without the answer that was asked for; a partial answer that a limit stopped is none.

    >>> failed(Row(1, "circle", "", None, "", "", "given", "sympy", 1, "unsupported", reason="no primes"))
    False
    """
    return row.status in FAILURES or (row.status == "partial" and bool(row.reason))


def case_of(row: Row) -> str:
    """The name of a case in tables and plots.

    >>> case_of(Row(1, "circle", "", None, "", "GF(7)", "given", "reference", 1, "complete"))
    'circle, GF(7)'
    """
    return ", ".join(printable(part, 200) for part in (row.input, row.encoding, row.field) if part)


def shown(text: str) -> str:
    """A text in its lines; characters that cannot be printed become escapes.

    >>> shown("a\\0b\\n\\tc\\u202e")
    'a\\\\x00b\\n\\tc\\\\u202e'
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character in "\n\t" else _escape(character)
        for character in text.replace("\r\n", "\n")
    )


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
