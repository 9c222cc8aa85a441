"""The values of a study: inputs, cases, work for a worker, what comes of it, and rows of the table.

Plan ──▶ Input ──▶ Case: an input with an encoding and a field ──▶ Work: a case, an order, a backend, a repeat
                                                                    │
                                        Row ◀── store ◀── Outcome ◀─┘ a worker
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from casbridge.brief import Brief
from casbridge.limits import Limits

#: The orders of the variables that a study may ask for: as the input has them, and as `elimination_order` finds them.
VARIABLE_ORDERS = ("given", "auto")


@dataclass(frozen=True, slots=True, repr=False)
class Input(Brief):
    """An input of a study: a system, a puzzle, or what cannot be read.

    name: different for each input of a study, such as "cyclic-6", "systems/Caprasse.xml" or "top95.txt:3".
    kind: "system", "puzzle" or "invalid".
    text: of a system its plain form, of a puzzle one that `read_puzzles` reads as this puzzle; "" where it is invalid.
    family, n: of a classic system; "" and None for others.
    reason: why an invalid input cannot be read; "" for others.

    >>> Input("circle", "system", "x^2 + y^2 - 1").reason
    ''
    """

    name: str
    kind: str
    text: str
    family: str = ""
    n: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Case(Brief):
    """An input as one polynomial system: what a verdict is about.

    encoding: of a puzzle, such as "colouring" or "colouring after singles"; "" for a system.
    field: "QQ", "GF(32003)", or "" for the one that the input or the encoding has.

    >>> Case(Input("circle", "system", "x^2 + y^2 - 1"), field="GF(7)").encoding
    ''
    """

    input: Input
    encoding: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Work(Brief):
    """One job as it goes to a worker, in this process or on another machine. It needs no file and no store.

    number: of the job in the store. repeat: from 1. backend: as the plan names it, such as "singular@4.4:std".
    basis: of the backend when the job was given out, see `casbridge.studies.keys.basis_of`; "" where nobody asked.

    >>> Work(1, Case(Input("circle", "system", "x^2 + y^2 - 1")), "given", "reference", 1, Limits(seconds=5)).repeat
    1
    """

    number: int
    case: Case
    variable_order: str
    backend: str
    repeat: int
    limits: Limits = field(default_factory=Limits)
    basis: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Outcome(Brief):
    """The outcome of one job, as a worker sends it back.

    number: of the job. key: of the result, see `casbridge.studies.keys`; "" where nobody computed one.
    basis: the work's. The store keeps it with the job: as long as it is the same, the key is.
    status: as in `casbridge.backends.protocol.Status`.
    used: backend:method that was really used; "reference:series" uses "reference:split", say.
    components, degree, dimension, multiplicity, rational, real: of the answer; None where they are not known. See
        `casbridge.crosscheck.sizes.Measure`.
    wall_seconds, cpu_seconds, peak_memory (bytes): as in a result.
    version: of the CAS. casbridge: the version of casbridge. host: the machine's name. load: its load when it began.
    started, ended: seconds since 1970, in UTC.
    warnings: of the CAS.
    stopped: the limit that ended a partial answer: "timeout" or "memory"; "" as None is in a result.
    script, transcript, answer: compressed texts, see `casbridge.studies.texts`; None where there is none.

    >>> Outcome(1, "", "invalid", reason="no such file").answer is None
    True
    """

    number: int
    key: str
    status: str
    reason: str = ""
    used: str = ""
    components: int | None = None
    degree: int | None = None
    dimension: int | None = None
    multiplicity: int | None = None
    rational: int | None = None
    real: int | None = None
    wall_seconds: float = 0.0
    cpu_seconds: float | None = None
    peak_memory: int | None = None
    version: str = ""
    casbridge: str = ""
    host: str = ""
    load: float | None = None
    started: float = 0.0
    ended: float = 0.0
    limits: Limits = field(default_factory=Limits)
    warnings: tuple[str, ...] = ()
    script: bytes | None = None
    transcript: bytes | None = None
    answer: bytes | None = None
    basis: str = ""
    stopped: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Row(Brief):
    """A job of a study with what came of it: one row of the table.

    status: "waiting" where nothing came of it yet. attempt: how many times it was given to a worker.
    input to repeat: what was asked. verdict: over the case and the repeat, "" where there is none yet.
    limit_seconds, limit_memory: the limits that held. The other fields are those of `Outcome`.

    >>> Row(1, "cyclic-6", "cyclic", 6, "", "QQ", "given", "singular:std", 1, "waiting").as_dict()["input"]
    'cyclic-6'
    """

    number: int
    input: str
    family: str
    n: int | None
    encoding: str
    field: str
    variable_order: str
    backend: str
    repeat: int
    status: str
    reason: str = ""
    used: str = ""
    components: int | None = None
    degree: int | None = None
    dimension: int | None = None
    multiplicity: int | None = None
    rational: int | None = None
    real: int | None = None
    wall_seconds: float | None = None
    cpu_seconds: float | None = None
    peak_memory: int | None = None
    verdict: str = ""
    attempt: int = 0
    version: str = ""
    casbridge: str = ""
    host: str = ""
    load: float | None = None
    started: float | None = None
    ended: float | None = None
    limit_seconds: float | None = None
    limit_memory: int | None = None
    warnings: tuple[str, ...] = ()
    key: str = ""

    def as_dict(self) -> dict[str, Any]:
        """For JSON and frames, in the order of the columns."""
        return {name: getattr(self, name) for name in COLUMNS}


#: The columns of the table, in their order.
COLUMNS = tuple(Row.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class VerdictWork:
    """The answers about one case in one repeat, to be compared by a worker.

    number: of the case in the store. seconds, memory: limits on the comparison.
    answers: for each job that answered, its backend, its order of the variables, and its outcome.
    generic: whether the closures of branches are compared.
    """

    number: int
    repeat: int
    case: Case
    answers: tuple[tuple[str, str, Outcome], ...]
    limits: Limits = field(default_factory=Limits)
    generic: bool = False


@dataclass(frozen=True, slots=True)
class VerdictOutcome:
    """The verdict over one case in one repeat.

    number: of the case. key: of what was compared: the keys of the results, and the judge's version.
    kind: "agree", "consistent", "disagree", "undecided"; "failed" where casbridge itself failed.
    witness: as `Witness.as_dict` gives it, for "disagree". document: the whole verdict as JSON, compressed.
    stopped: the limits that are why nothing was shown, "time" and "memory". limits: those that held.
    """

    number: int
    repeat: int
    key: str
    kind: str
    reason: str
    witness: dict[str, Any] | None = None
    seconds: float = 0.0
    document: bytes | None = None
    stopped: frozenset[str] = frozenset()
    limits: Limits = field(default_factory=Limits)
