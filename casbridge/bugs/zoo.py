"""The zoo: threads of issue trackers in which a computer algebra system is wrong, crashes, or was repaired.

    a file ──zoo_reading──▶ Thread (a system, the truth, Statements: which versions do what)
    Thread, a backend ──visit──▶ Visit: what it does here, and whether that is what the file states

A thread says what is true of its system and why. A statement says what one method does in some versions of its system:
"wrong", "crash", "time" (it does not end), "refused" (it says so), "unparsable", or "right".
"""

from __future__ import annotations

import hashlib
import platform
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from casbridge.algebra.answers import OWN_COMPARISON
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result, Status
from casbridge.brief import Brief
from casbridge.bugs.asking import ask, others_of
from casbridge.bugs.failures import bare_name
from casbridge.crosscheck.judging import judge
from casbridge.crosscheck.verdicts import VerdictKind, Witness
from casbridge.errors import UsageError
from casbridge.limits import Limits

#: Seconds for each job where neither the thread nor the user says more.
JOB_SECONDS = 60.0

_SPECIFIER = re.compile(r"\s*(>=|<=|==|!=|>|<)\s*(\d+(?:\.\d+)*)\s*\Z", re.ASCII)


class Outcome(StrEnum):
    """What asking a backend about a system of the zoo amounts to.

    >>> str(Outcome.CRASH)
    'crash'
    """

    WRONG = "wrong"  # shown, with a witness
    CRASH = "crash"
    TIME = "time"  # stopped at a limit of time or memory
    REFUSED = "refused"  # it says that it cannot
    UNPARSABLE = "unparsable"  # an error message, or an answer that cannot be stated exactly
    RIGHT = "right"  # it agrees with the reference
    UNDECIDED = "undecided"  # it answers, and neither is shown
    MISSING = "missing"  # the system or this version of it is not here


#: What a statement may say.
STATED = tuple(
    outcome for outcome in Outcome if outcome not in (Outcome.UNDECIDED, Outcome.MISSING)
)  # fmt: skip


@dataclass(frozen=True, repr=False)
class Versions(Brief):
    """Conditions on a version, all of which must hold; without any, all versions.

    text: conditions with commas between them, such as ">=1.9, <1.14". `==4.4` also means 4.4.1. `!=4.4` excludes it.

    >>> versions = Versions.of(">=1.9, <1.14")
    >>> [version for version in ("1.8", "1.9", "1.13.3", "1.14.0") if versions.hold(version)]
    ['1.9', '1.13.3']
    """

    text: str = ""
    conditions: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @staticmethod
    def of(text: str) -> Versions:
        """The conditions that a text states. Raises UsageError for what is none.

        >>> Versions.of("1.9")
        Traceback (most recent call last):
        casbridge.errors.UsageError: versions '1.9'; expected conditions such as '>=1.9, <1.14'
        """
        conditions = []
        for part in text.split(",") if text.strip() else []:
            match = _SPECIFIER.match(part)
            if match is None:
                raise UsageError(f"versions {text!r}", expected="conditions such as '>=1.9, <1.14'")
            conditions.append((match.group(1), _parts(match.group(2))))
        return Versions(text, tuple(conditions))

    def hold(self, version: str) -> bool:
        """Whether a version, of digits and dots, meets all conditions."""
        found = _parts(version)
        return all(_holds(found, sign, wanted) for sign, wanted in self.conditions)


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def _holds(found: tuple[int, ...], sign: str, wanted: tuple[int, ...]) -> bool:
    prefix = found[: len(wanted)]
    if sign in ("==", "!="):
        return (prefix == wanted) == (sign == "==")
    longest = max(len(found), len(wanted))
    left, right = (parts + (0,) * (longest - len(parts)) for parts in (found, wanted))
    return {">=": left >= right, "<=": left <= right or prefix == wanted, ">": left > right, "<": left < right}[sign]


@dataclass(frozen=True, repr=False)
class Statement(Brief):
    """The outcome of a method in some versions, as a file states it.

    backend: name:method. fault: for "wrong", the kind of fault, such as "missing zero".
    runs: where it depends on chance, so many runs with the seeds 1, 2, … show it at least once.
    seconds: the limit of time for a run; None for JOB_SECONDS.
    seen: the versions in which it was seen.

    >>> Statement("sympy:solve", Versions(), Outcome.WRONG).base
    'sympy'
    """

    backend: str
    versions: Versions
    outcome: Outcome
    fault: str = ""
    runs: int = 1
    seconds: float | None = None
    seen: tuple[str, ...] = ()

    @property
    def base(self) -> str:
        """The backend without the method."""
        return self.backend.partition(":")[0]

    def covers(self, visit: Visit) -> bool:
        """Whether a visit has this outcome."""
        return self.outcome is visit.outcome and self.fault in ("", visit.fault)


@dataclass(frozen=True, repr=False)
class Thread(Brief):
    """One file of the zoo.

    name: of the thread, such as "sympy#23110". title: what happens there, in a line.
    text: the system in casbridge's plain form. truth: what is true, and why.
    source: the file's name.

    >>> from casbridge.bugs.zoo_reading import parse_thread
    >>> thread = parse_thread('thread = "a#1"\\ntitle = "t"\\nsystem = "x^2"\\ntruth = "x = 0"')
    >>> thread.name, thread.methods
    ('a#1', ())
    """

    name: str
    title: str
    text: str
    system: PolynomialSystem = field(repr=False)
    truth: str
    statements: tuple[Statement, ...] = ()
    source: str = ""

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that statements are about, each once."""
        return tuple(dict.fromkeys(statement.backend for statement in self.statements))

    @property
    def digest(self) -> str:
        """A digest of the system. A visit of a system that has changed since does not count."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    def statements_on(self, method: str, version: str) -> list[Statement]:
        """What the file says of a version of a method: several statements where builds of one version differ."""
        return [each for each in self.statements if each.backend == method and each.versions.hold(version)]


@dataclass(frozen=True, repr=False)
class Visit(Brief):
    """What a backend does with a thread's system.

    backend: name:method, with a version where one was named. version: as the program tells it.
    fault: of "wrong". witness: what shows it, in words.
    shown, runs: the outcome showed in so many of so many runs.
    stated: what the file says of this version, None where it says nothing.
    reason: why there is no answer, or why nothing is shown.
    platform: the operating system's name. system: a digest of the equations.

    >>> Visit("a#1", "sympy:solve", "1.14.0", Outcome.RIGHT).as_stated is None
    True
    """

    thread: str
    backend: str
    version: str
    outcome: Outcome
    fault: str = ""
    witness: str = ""
    reason: str = ""
    seconds: float = 0.0
    shown: int = 1
    runs: int = 1
    stated: Statement | None = None
    platform: str = ""
    system: str = ""

    @property
    def identity(self) -> tuple[str, ...]:
        """Thread, system, backend, version and platform: two visits that agree in these are about the same thing."""
        return self.thread, self.system, self.backend, self.version, self.platform

    @property
    def as_stated(self) -> bool | None:
        """Whether it is what the file states; None where nothing was seen or nothing is stated."""
        if self.stated is None or self.outcome is Outcome.MISSING:
            return None
        return self.stated.covers(self)

    def beside(self, statements: Sequence[Statement]) -> Visit:
        """The same visit with the statement that it agrees with, else the first one."""
        first = statements[0] if statements else None
        return replace(self, stated=next((each for each in statements if each.covers(self)), first))

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        stated = self.stated
        return {
            "backend": self.backend,
            "version": self.version or None,
            "outcome": str(self.outcome),
            "fault": self.fault or None,
            "witness": self.witness or None,
            "reason": self.reason or None,
            "seconds": round(self.seconds, 3),
            "shown": self.shown,
            "runs": self.runs,
            "stated": None if stated is None else {"outcome": str(stated.outcome), "fault": stated.fault or None},
            "as_stated": self.as_stated,
        }


def _platform_name() -> str:
    """The name of this operating system, such as "Debian GNU/Linux 13 (trixie)"."""
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.platform()


def programs_for(methods: Iterable[str], programs: Sequence[str] = (), more: Sequence[str] = ()) -> list[str]:
    """The names to ask for the methods of a thread: `name:method`, or `name@version:method`.

    programs: the only ones to ask, as `sympy` or `sympy@1.11.1`; empty for each method's own.
    more: versions to ask beside them.

    >>> programs_for(["sympy:solve", "singular:std"], more=["sympy@1.9"])
    ['sympy:solve', 'sympy@1.9:solve', 'singular:std']
    """
    names = []
    for method in methods:
        base, _, own = method.partition(":")
        chosen = [*(programs or [base]), *more]
        names += [f"{name}:{own}" for name in chosen if name.partition("@")[0] == base]
    return list(dict.fromkeys(names))


def visit(
    thread: Thread, backend: str, limits: Limits | None = None, recorded: Mapping[tuple[str, ...], Visit] | None = None
) -> Visit:
    """Ask a backend about a thread's system, as often as the file says, and compare with what the file says.

    backend: name:method, or name@version:method.
    limits: on each job; the file's own limit of time goes before JOB_SECONDS, not before these.
    recorded: visits of an earlier run, by their identity. One that is there is not made again.

    >>> from casbridge.bugs.zoo_reading import parse_thread
    >>> thread = parse_thread('thread = "a#1"\\ntitle = "t"\\nsystem = "x^2 - 1"\\ntruth = "x = 1 or x = -1"')
    >>> str(visit(thread, "sympy:groebner").outcome), visit(thread, "sympy@0.1:solve").outcome
    ('right', <Outcome.MISSING: 'missing'>)
    """
    program = registry.split_name(backend)[0].availability()
    if not program.available:
        return Visit(thread.name, backend, "", Outcome.MISSING, reason=program.complaint)
    method = bare_name(backend)
    statements = thread.statements_on(method, program.version)
    earlier = (recorded or {}).get((thread.name, thread.digest, backend, program.version, _platform_name()))
    if earlier is not None:
        return earlier.beside(statements)
    stated = statements[0] if statements else None
    limits = limits or Limits()
    seconds = limits.seconds or (stated and stated.seconds) or JOB_SECONDS
    limits = Limits(seconds, limits.memory, limits.limit)
    # A version of which nothing is stated is run as often as another one.
    alike = statements or [each for each in thread.statements if each.backend == method]
    often = max((each.runs for each in alike), default=1)
    wanted = None if stated is None else stated.outcome
    runs = list(_runs(thread.system, backend, limits, often, wanted))
    outcomes = [outcome_of(run) for run in runs]
    worst = next((place for place, one in enumerate(outcomes) if one is not Outcome.RIGHT), 0)
    run, outcome = runs[worst], outcomes[worst]
    # Of several faults the one that is stated counts, if it is among them.
    own = [one for one in run.faults if stated is not None and str(one.fault) == stated.fault] or run.faults
    witness = own[0] if outcome is Outcome.WRONG else None
    answered = outcome in (Outcome.RIGHT, Outcome.WRONG)
    return Visit(
        thread.name,
        backend,
        program.version,
        outcome,
        str(witness.fault) if witness else "",
        witness.text if witness else "",
        run.result.reason or ("" if answered else run.reason),
        sum(one.result.wall_seconds for one in runs),
        outcomes.count(outcome),
        len(runs),
        platform=_platform_name(),
        system=thread.digest,
    ).beside(statements)


@dataclass(frozen=True, repr=False)
class Judged(Brief):
    """A result, and what was found of it.

    right: whether it is shown, or agrees with the reference. reason: why neither this nor a fault was found.
    """

    result: Result
    faults: tuple[Witness, ...] = ()
    right: bool = False
    reason: str = ""


def judged(system: PolynomialSystem, backend: str, limits: Limits, seed: int = 0) -> Judged:
    """Ask a backend once, in a process of its own, and judge its answer beside the reference.

    >>> from casbridge.algebra.formats import read_system
    >>> judged(read_system("factor: x^2 - 1"), "sympy:factor_list", Limits(seconds=60)).right
    True
    """
    chosen, method = registry.split_name(backend)
    task = registry.task_of(chosen, method)
    if task not in OWN_COMPARISON:
        run = ask(system, backend, others_of(backend, system.goal.task), limits, seed=seed, fresh=True, lazily=True)
        agreed = run.verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT)
        return Judged(run.result, run.verdict.checked[0].faults, agreed, run.verdict.reason)
    result = chosen.run(Job(system, method, limits, seed, fresh=True))
    (checked,) = judge([result], system, None, limits.deadline(), limits.memory).checked
    if checked.judgement is None:
        return Judged(result)
    return Judged(result, checked.faults, checked.judgement.word == "right", checked.judgement.why)


def _runs(
    system: PolynomialSystem, backend: str, limits: Limits, often: int, wanted: Outcome | None
) -> Iterator[Judged]:
    """Runs of a backend: one, or several with the seeds 1, 2, … until one shows what is wanted."""
    for seed in range(1, often + 1) if often > 1 else [0]:
        run = judged(system, backend, limits, seed)
        yield run
        if outcome_of(run) is wanted:
            return


def outcome_of(run: Judged) -> Outcome:
    """What a run amounts to.

    >>> str(outcome_of(Judged(Result("mycas", "solve", Status.TIMEOUT, reason="stopped after 5 s"))))
    'time'
    """
    by_status = {
        Status.CRASHED: Outcome.CRASH,
        Status.TIMEOUT: Outcome.TIME,
        Status.MEMORY: Outcome.TIME,
        Status.UNPARSABLE: Outcome.UNPARSABLE,
        Status.UNSUPPORTED: Outcome.REFUSED,
        Status.MISSING: Outcome.MISSING,
    }
    if run.result.status in by_status:
        return by_status[run.result.status]
    if run.faults:
        return Outcome.WRONG
    return Outcome.RIGHT if run.right else Outcome.UNDECIDED


def visit_all(
    threads: Sequence[Thread],
    programs: Sequence[str] = (),
    more: Sequence[str] = (),
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
    recorded: Iterable[Visit] = (),
) -> Iterator[Visit]:
    """All visits of some threads, one after the other; `programs` and `more` as for `programs_for`.

    progress: called before each visit, with the number of those before it and of all.
    recorded: visits of an earlier run, which are not made again.

    >>> list(visit_all([]))
    []
    """
    known = {visit.identity: visit for visit in recorded}
    plan = [(thread, backend) for thread in threads for backend in programs_for(thread.methods, programs, more)]
    for number, (thread, backend) in enumerate(plan):
        if progress is not None:
            progress(number, len(plan))
        yield visit(thread, backend, limits, known)
