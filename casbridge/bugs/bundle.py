"""The value Bundle: all of one job, from the problem to the verdict, and its text in JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from casbridge.algebra.formats import read_system
from casbridge.arguments import wrong
from casbridge.backends.protocol import Status
from casbridge.brief import Brief
from casbridge.bugs.failures import Failure, bare_name
from casbridge.errors import InputError
from casbridge.limits import Limits

if TYPE_CHECKING:
    from casbridge.algebra.systems import PolynomialSystem

#: The format's name and version.
SCHEMA = "casbridge-bundle/1"
#: The most characters of a bundle's file.
LARGEST_BUNDLE = 32 << 20
#: The most runs of one job.
MOST_RUNS = 1000
#: The most characters of the problem.
LONGEST_PROBLEM = 4 << 20
#: The most components of an answer that are kept.
MOST_COMPONENTS = 100_000
#: The fields of a bundle, in their order.
FIELDS = (
    "schema",
    "digest",
    "problem",
    "backend",
    "against",
    "status",
    "reason",
    "fault",
    "runs",
    "answer",
    "warnings",
    "verdict",
    "script",
    "transcript",
    "versions",
    "limits",
    "rerun",
)


@dataclass(frozen=True, repr=False)
class RunNote(Brief):
    """The outcome of one run of the job.

    >>> RunNote(3, Status.COMPLETE).fault is None
    True
    """

    seed: int
    status: Status
    fault: Failure | None = None

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        fault = None if self.fault is None else self.fault.as_dict()
        return {"seed": self.seed, "status": str(self.status), "fault": fault}


@dataclass(frozen=True, repr=False)
class Bundle(Brief):
    """A job, its outcome, and everything that one needs to run it again.

    problem: the system in casbridge's plain text form.
    backend: name:method, with a version where one was asked for.
    against: the backends that it was compared with.
    status, reason: as in a result, of the run that shows the fault, or of the first run.
    fault: the first failure of that run; None where nothing is wrong.
    runs: each run's seed, status and failure.
    answer: the answer as data, or None; see docs/bundles.md.
    warnings: the CAS's own.
    verdict: as `Verdict.as_dict` gives it, with the witness.
    script, transcript: the CAS's input, and everything that it printed and wrote. Long ones are shortened in the
    middle.
    versions: "casbridge", "python", "platform", and the name of each backend that was asked.
    limits: on each job.

    Raises InputError for a problem that is no system in the plain form.

    >>> from casbridge.bugs.bundles import bundle_of
    >>> bundle = bundle_of(read_system("x^2 - 1"), "reference:basis", "sympy")
    >>> str(bundle.status), bundle.fault, bundle.verdict["verdict"], bundle.system.ring
    ('complete', None, 'agree', QQ[x])
    """

    problem: str
    backend: str
    against: tuple[str, ...]
    status: Status
    reason: str = ""
    fault: Failure | None = None
    runs: tuple[RunNote, ...] = ()
    answer: Mapping[str, Any] | None = field(default=None, hash=False)
    warnings: tuple[str, ...] = ()
    verdict: Mapping[str, Any] = field(default_factory=dict, hash=False)
    script: str = field(default="", repr=False)
    transcript: str = field(default="", repr=False)
    versions: Mapping[str, str] = field(default_factory=dict, hash=False)
    limits: Limits = field(default_factory=Limits)

    @cached_property
    def system(self) -> PolynomialSystem:
        """The problem as a system."""
        return read_system(self.problem)

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of the runs."""
        return tuple(run.seed for run in self.runs) or (0,)

    @property
    def shown(self) -> int:
        """The number of runs that show the fault."""
        return sum(self.fault is not None and self.fault.is_like(run.fault) for run in self.runs)

    @property
    def digest(self) -> str:
        """Twelve digits for the problem, the backend without its version, and the fault: equal for equal finds."""
        fault = "" if self.fault is None else f"{self.fault.kind}\n{self.fault.shape}"
        about = "\n".join([bare_name(self.backend), fault, self.problem])
        return hashlib.sha256(about.encode()).hexdigest()[:12]

    @property
    def title(self) -> str:
        """What the bundle says, in a few words."""
        if self.fault is not None:
            return f"{self.backend}: {self.fault}"
        return f"{self.backend}: {self.status}, {self.verdict.get('verdict', 'not compared')}"

    def within(self, seconds: float | None = None, memory: int | None = None) -> Bundle:
        """The bundle with other limits, where they are given."""
        limits = Limits(seconds or self.limits.seconds, memory or self.limits.memory, self.limits.limit)
        return replace(self, limits=limits)

    def as_dict(self) -> dict[str, Any]:
        """For JSON, in the order of docs/bundles.md."""
        return {
            "schema": SCHEMA,
            "digest": self.digest,
            "problem": self.problem,
            "backend": self.backend,
            "against": list(self.against),
            "status": str(self.status),
            "reason": self.reason or None,
            "fault": None if self.fault is None else self.fault.as_dict(),
            "runs": [run.as_dict() for run in self.runs],
            "answer": self.answer,
            "warnings": list(self.warnings),
            "verdict": dict(self.verdict),
            "script": self.script or None,
            "transcript": self.transcript or None,
            "versions": dict(self.versions),
            "limits": {
                "seconds": self.limits.seconds,
                "memory": self.limits.memory,
                "limit": self.limits.limit,
            },
            "rerun": "casbridge rerun FILE",
        }


def bundle_text(bundle: Bundle) -> str:
    """A bundle as JSON, in ASCII, a line for each field.

    >>> from casbridge.bugs.bundles import bundle_of
    >>> bundle_text(bundle_of(read_system("x^2 - 1"), "reference")).splitlines()[1]
    '  "schema": "casbridge-bundle/1",'
    """
    return json.dumps(bundle.as_dict(), indent=2) + "\n"


def fault_in(bundle: object, expected: str) -> tuple[Bundle, Failure]:
    """A bundle with its fault. It may also be a value that has a bundle: what `shrink` gave.

    Raises UsageError for another value, InputError for a bundle without a fault.

    >>> fault_in("x.json", "a bundle to shrink")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.UsageError: a str; expected a Bundle (read_bundle(path) reads one; bundle_of(...) makes one)
    """
    found = bundle if isinstance(bundle, type) else getattr(bundle, "bundle", bundle)
    if not isinstance(found, Bundle):
        makes = "bundle_of(system, backend) makes one"
        hints = dict.fromkeys(("text", "path"), f"read_bundle(path) reads one; {makes}")
        raise wrong(bundle, "a Bundle", {**dict.fromkeys(("verdict", "system", "sympy", "sympys"), makes), **hints})
    if found.fault is None:
        raise InputError("a bundle without a fault", expected=expected)
    return found, found.fault
