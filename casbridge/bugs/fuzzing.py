"""Looking for faults: systems of families by chance, asked and judged one after the other; finds go to a folder.

    Plan ──jobs──▶ Generated ──look──▶ Looked (a line of jobs.jsonl, and bundles of what is wrong) ──▶ Summary

The folder holds run.json (the plan), jobs.jsonl (a line for each system, in order) and finds/ (a bundle for each kind
of find). A line is written when all else of its system is. So a run that was killed goes on where it stopped.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from casbridge import files
from casbridge.algebra.answers import Task
from casbridge.algebra.formats import read_system, write_plain
from casbridge.algebra.systems import NO_GOAL, PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Backend, Job, Result, Status
from casbridge.brief import Brief
from casbridge.bugs.asking import Run, whole_name
from casbridge.bugs.bundle import Bundle, bundle_text
from casbridge.bugs.bundles import bundle_of_runs
from casbridge.bugs.failures import Failure, bare_name, failures_of
from casbridge.bugs.families import Generated, families_of, generated
from casbridge.bugs.oracles import asked_moved, with_planted
from casbridge.chance import Chance
from casbridge.crosscheck.asking import ask_all, check_once, names_of, run_job
from casbridge.crosscheck.judging import judge
from casbridge.crosscheck.tasks.comparing import own_task
from casbridge.crosscheck.verdicts import Verdict, VerdictKind
from casbridge.errors import InputError, UsageError, WriteError, printable
from casbridge.limits import Deadline, Limits, Stopwatch

#: The format of a run's folder.
SCHEMA = "casbridge-fuzz/1"
#: Programs that work at the same time.
AT_ONCE = 2
#: The verdict of a system at which casbridge itself failed.
FAILED = "failed"
#: Seconds for each job where no limit is given.
JOB_SECONDS = 5.0
_MOST_SECONDS = 1e9

_RUN, _JOBS, _FINDS = "run.json", "jobs.jsonl", "finds"
_LARGEST_FILE = 1 << 30
_BY_JUDGE, _BY_PLANTED, _BY_MOVING = "comparison", "planted zeros", "transformation"


@dataclass(frozen=True, repr=False)
class Plan(Brief):
    """What is asked. Equal plans give the same systems in the same order.

    backends: names. families: names, all where none are given. limits: on each job, and on each comparison.

    Raises UsageError for a backend that does not exist or is named twice, InputError for a family that is none.

    >>> Plan(("reference", "sympy:solve"), 1).families[:2]
    ('common-factors', 'products')
    """

    backends: tuple[str, ...]
    seed: int
    families: tuple[str, ...] = ()
    limits: Limits = field(default_factory=lambda: Limits(seconds=JOB_SECONDS))

    def __post_init__(self) -> None:
        object.__setattr__(self, "families", families_of(self.families))
        Chance(self.seed)
        names_of(self.backends)
        names = [f"{backend.name}:{method}" for backend, method in self.chosen]
        check_once(names)
        task = own_task(registry.tasks_of(self.chosen))
        if task is not None and NO_GOAL.objection(task) is not None:
            raise UsageError(f"methods for {task}", expected="a task that needs no goal: the systems have none")

    @property
    def chosen(self) -> list[tuple[Backend, str]]:
        """The backends with the names of their methods."""
        return [registry.split_name(name) for name in self.backends]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        limits = {"seconds": self.limits.seconds, "memory": self.limits.memory}
        return {
            "schema": SCHEMA,
            "backends": list(self.backends),
            "seed": self.seed,
            "families": list(self.families),
            **limits,
        }


@dataclass(frozen=True, repr=False)
class Asked(Brief):
    """The outcome of one backend for one system.

    kinds: of what is wrong, as (kind, shape). by: who found it: the comparison, planted zeros, a transformation.
    """

    name: str
    status: str
    seconds: float
    kinds: tuple[tuple[str, str], ...] = ()
    by: str = ""


@dataclass(frozen=True, repr=False)
class Looked(Brief):
    """What came of one system.

    verdict: of the comparison; FAILED where casbridge itself failed, and `error` says how.
    elapsed: seconds of the whole run until it was done.

    >>> Looked(7, "towers", "agree", (), 1.5).line
    '{"number": 7, "family": "towers", "verdict": "agree", "elapsed": 1.5, "backends": []}'
    """

    number: int
    family: str
    verdict: str
    asked: tuple[Asked, ...]
    elapsed: float
    error: str = ""

    @property
    def line(self) -> str:
        """The line of jobs.jsonl, without its end."""
        rows = [
            {
                "name": one.name,
                "status": one.status,
                "seconds": round(one.seconds, 3),
                **({"faults": [list(kind) for kind in one.kinds], "by": one.by} if one.kinds else {}),
            }
            for one in self.asked
        ]
        head: dict[str, Any] = {"number": self.number, "family": self.family, "verdict": self.verdict}
        head |= {"error": self.error} if self.error else {}
        return json.dumps({**head, "elapsed": round(self.elapsed, 3), "backends": rows}, ensure_ascii=False)

    @staticmethod
    def of_line(text: str) -> Looked:
        """A line that was written. Raises ValueError, KeyError or TypeError for another text.

        >>> Looked.of_line(Looked(7, "towers", "agree", (), 1.5).line).number
        7
        """
        line = json.loads(text)
        asked = tuple(
            Asked(
                _word(row["name"]),
                _word(row["status"]),
                _seconds(row["seconds"]),
                tuple((_word(kind), _word(shape)) for kind, shape in row.get("faults", ())),
                _word(row.get("by", "")),
            )
            for row in line["backends"]
        )
        head = int(line["number"]), _word(line["family"]), _word(line["verdict"])
        return Looked(*head, asked, _seconds(line["elapsed"]), _word(line.get("error", "")))


def _word(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError("no text in one line")
    return value


def _seconds(value: object) -> float:
    if not isinstance(value, int | float) or not 0 <= value <= _MOST_SECONDS:
        raise ValueError("no number of seconds")
    return float(value)


@dataclass(frozen=True, repr=False)
class Kind(Brief):
    """Finds that are alike: of one backend, with the same kind and shape.

    first, seconds: the number of the first system, and when it was found. times: how many there are.
    by: who found the first one. file: of the smallest bundle.

    >>> print(Kind("sympy:solve", "missing zero", "a point", 17, 12.5, 3, "comparison", "find.json"))
    missing zero (a point)
    """

    backend: str
    kind: str
    shape: str
    first: int
    seconds: float
    times: int
    by: str
    file: str

    def __str__(self) -> str:
        return f"{self.kind} ({self.shape})" if self.shape else self.kind

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**self.__dict__}


@dataclass(frozen=True, repr=False)
class Summary(Brief):
    """What a run has come to.

    jobs: systems. verdicts: how many of each kind. statuses: for each backend how its jobs ended.
    kinds: the finds, in the order in which they were found.

    >>> Summary.of([Looked(0, "towers", "agree", (Asked("a", "complete", 0.1),), 2.0)]).as_dict()["jobs"]
    1
    """

    jobs: int
    seconds: float
    verdicts: Mapping[str, int]
    statuses: Mapping[str, Mapping[str, int]]
    kinds: tuple[Kind, ...]

    @staticmethod
    def of(looked: Sequence[Looked]) -> Summary:
        """The summary of systems, in their order."""
        statuses: dict[str, Counter[str]] = {}
        kinds: dict[tuple[str, str, str], Kind] = {}
        for one in looked:
            for asked in one.asked:
                statuses.setdefault(asked.name, Counter())[asked.status] += 1
                for kind, shape in asked.kinds:
                    key = asked.name, kind, shape
                    first = kinds.get(key) or Kind(*key, one.number, one.elapsed, 0, asked.by, file_of(*key))
                    kinds[key] = replace(first, times=first.times + 1)
        verdicts = Counter(one.verdict for one in looked)
        return Summary(len(looked), looked[-1].elapsed if looked else 0.0, verdicts, statuses, tuple(kinds.values()))

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "jobs": self.jobs,
            "seconds": round(self.seconds, 3),
            "verdicts": dict(self.verdicts),
            "backends": {name: dict(found) for name, found in self.statuses.items()},
            "finds": [kind.as_dict() for kind in self.kinds],
        }


def file_of(backend: str, kind: str, shape: str) -> str:
    """The name of the file for finds of one backend that are alike.

    >>> file_of("sympy:solve", "missing zero", "a point")
    'sympy-solve-missing-zero-a-point.json'
    """
    import hashlib

    text = "-".join(re.findall(r"[a-z0-9]+", f"{backend} {kind} {shape}".lower()))
    digest = hashlib.sha256(f"{backend}\n{kind}\n{shape}".encode()).hexdigest()[:8]
    return f"{text[:80]}-{digest}.json" if len(text) > 80 else f"{text}.json"


class Folder:
    """The folder of a run: its plan, and the outcomes of its systems so far.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as path:
    ...     made = Folder.new(f"{path}/run", Plan(("reference",), 1))
    ...     Folder.resumed(f"{path}/run").plan == made.plan
    True
    """

    def __init__(self, path: Path, plan: Plan, looked: Sequence[Looked] = (), damaged: Sequence[int] = ()) -> None:
        self.path, self.plan, self.looked, self.damaged = path, plan, [*looked], tuple(damaged)

    @staticmethod
    def new(path: files.Path, plan: Plan) -> Folder:
        """A new run in a folder, which is made. Raises UsageError where a run is, InputError where no folder can be."""
        folder = Path(path)
        if not os.fspath(path):
            raise UsageError("a folder without a name", expected="a folder for finds")
        if any(os.path.lexists(folder / name) for name in (_RUN, _JOBS)):
            raise UsageError(
                f"{folder} holds a run already", expected="another folder", hint="--resume goes on with it"
            )
        try:
            files.own_folder(folder / _FINDS)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"cannot make the folder {printable(str(folder))}: {reason}", expected="another") from None
        files.write(folder / _RUN, json.dumps(plan.as_dict(), ensure_ascii=False) + "\n", follow=False)
        return Folder(folder, plan)

    @staticmethod
    def resumed(path: files.Path) -> Folder:
        """The run that is in a folder. Lines that are damaged stay, and count for nothing; see `damaged`.

        Raises InputError where there is no run.
        """
        folder = Path(path)
        try:
            run = json.loads(files.read(folder / _RUN, most=_LARGEST_FILE))
            if run["schema"] != SCHEMA:
                raise ValueError
            backends, families = (tuple(map(str, run[key])) for key in ("backends", "families"))
            plan = Plan(backends, int(run["seed"]), families, Limits(run["seconds"], run["memory"]))
            files.own_folder(folder / _FINDS)
        except (OSError, ValueError, KeyError, TypeError, RecursionError, InputError):
            expected = f"a folder that casbridge fuzz made, with a {_RUN} of {SCHEMA}"
            raise InputError(f"no run in {printable(str(folder))}", expected=expected) from None
        return Folder(folder, plan, *_lines_of(folder / _JOBS))

    def keep(self, looked: Looked, bundles: Sequence[Bundle]) -> None:
        """Write the bundles of one system, the smallest of each kind, then its line."""
        for bundle in bundles:
            assert bundle.fault is not None
            # Two versions of one backend have files of their own.
            file = self.path / _FINDS / file_of(whole_name(bundle.backend), bundle.fault.kind, bundle.fault.shape)
            if _length_of_problem(file) > len(bundle.problem):
                files.write(file, bundle_text(bundle), follow=False)
        files.append(self.path / _JOBS, f"{looked.line}\n", follow=False)
        self.looked.append(looked)


def _lines_of(jobs: Path) -> tuple[list[Looked], list[int]]:
    """The lines of a run that are whole and in order, and where the others are. Only half a last line is taken away."""
    try:
        os.close(files.own_file(jobs, os.O_RDWR))
    except FileNotFoundError:
        return [], []
    except OSError as error:
        raise WriteError(jobs, error) from None
    content = files.read(jobs, most=_LARGEST_FILE)
    looked: list[Looked] = []
    damaged: list[int] = []
    for line_number, line in enumerate(content.decode("utf-8", "replace").removesuffix("\n").split("\n"), 1):
        try:
            read = Looked.of_line(line)
            if looked and read.number <= looked[-1].number:
                raise ValueError
            looked.append(read)
        except (ValueError, KeyError, TypeError, RecursionError):
            damaged.append(line_number)
    if not content.endswith(b"\n"):
        if damaged[-1:] == [line_number]:
            os.truncate(jobs, content.rfind(b"\n") + 1)
            damaged.pop()
        else:
            files.append(jobs, "\n", follow=False)
    return looked, damaged


def _length_of_problem(file: Path) -> float:
    try:
        return len(json.loads(files.read(file, most=_LARGEST_FILE))["problem"])
    except (InputError, ValueError, KeyError, TypeError, RecursionError):
        return float("inf")


def fuzz(folder: Folder, *, seconds: float | None = None, systems: int | None = None) -> Iterator[Looked]:
    """Ask about one system after the other and keep what comes of it, until the time is over.

    seconds: for the whole run, with what it took before it was resumed. A system that was begun is finished.
    systems: how many there are in the whole run, at most.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as path:
    ...     folder = Folder.new(f"{path}/run", Plan(("reference", "sympy:groebner"), 1, ("idempotents",)))
    ...     [(one.number, one.verdict) for one in fuzz(folder, systems=1)]
    [(0, 'agree')]
    """
    plan, before = folder.plan, folder.looked[-1].elapsed if folder.looked else 0.0
    deadline, watch = Deadline.after(None if seconds is None else max(0.0, seconds - before)), Stopwatch()
    for number in count(folder.looked[-1].number + 1 if folder.looked else 0):
        if deadline.passed or number == systems:
            return
        made = generated(plan.seed, number, plan.families)
        looked = Looked(number, made.family, FAILED, (), 0.0)
        bundles: Sequence[Bundle] = ()
        try:
            found = look(plan, made, number)
            looked, bundles = found.looked, found.bundles
        except Exception as error:
            # A fault of casbridge itself must not end the run.
            looked = replace(looked, error=printable(f"{type(error).__name__}: {error}"))
        looked = replace(looked, elapsed=before + watch.seconds)
        folder.keep(looked, bundles)
        yield looked


@dataclass(frozen=True, repr=False)
class Found(Brief):
    """The outcome for one system: the bundles of its faults, and the verdict over all answers.

    >>> from casbridge.bugs.families import drawn
    >>> look(Plan(("reference", "sympy:groebner"), 1), drawn("idempotents", Chance(3))).bundles
    ()
    """

    looked: Looked
    bundles: tuple[Bundle, ...]
    verdict: Verdict


def look(plan: Plan, made: Generated, number: int = 0) -> Found:
    """Ask all backends of a plan about one system, and judge their answers.

    1. The answers are compared, as in `crosscheck`.
    2. Planted zeros must be in each complete answer.
    3. If nothing is decided, each backend that answered is asked about a transformed system too.

    Answers with a comparison of their own, such as radicals, are only compared.

    >>> from casbridge.bugs.families import drawn
    >>> look(Plan(("reference", "sympy:groebner"), 1), drawn("binomials", Chance(1))).looked.verdict
    'agree'
    """
    # Equations as they are read back from a bundle: then a rerun gives the same scripts.
    system = replace(read_system(write_plain(made.system)), name=made.system.name)
    limits = plan.limits
    names = [f"{backend.name}:{method}" for backend, method in plan.chosen]
    asks = [partial(run_job, backend, Job(system, method)) for backend, method in plan.chosen]
    results = ask_all(names, asks, limits, at_once=AT_ONCE)
    task = own_task(registry.tasks_of(plan.chosen))
    compared = judge(results, system, None, Deadline.after(limits.seconds), limits.memory)
    compared = replace(compared, names=plan.backends)
    verdict = with_planted(compared, made) if task is None else compared
    asked, bundles = [], []
    for place, one in enumerate(verdict.checked):
        result = one.result
        found = _shown(plan, place, failures_of(verdict, result.name))
        by = _BY_JUDGE if one.faults == compared.checked[place].faults else _BY_PLANTED
        if found:
            bundles += _bundles(plan, place, system, result, verdict, found)
        elif task is None and compared.kind is VerdictKind.UNDECIDED and result.status is Status.COMPLETE:
            found, moved = _by_moving(plan, place, system, result, number)
            by = _BY_MOVING if found else by
            bundles += moved
        kinds = tuple((failure.kind, failure.shape) for failure in found)
        asked.append(Asked(names[place], str(result.status), result.wall_seconds, kinds, by if kinds else ""))
    kind = VerdictKind.DISAGREE if any(one.by == _BY_MOVING for one in asked) else verdict.kind
    return Found(Looked(number, made.family, str(kind), tuple(asked), 0.0), tuple(bundles), verdict)


def _shown(plan: Plan, place: int, failures: Sequence[Failure]) -> tuple[Failure, ...]:
    """The failures of a backend without those that a limit on time or memory explains.

    An expression that cannot be stated, such as a condition set, is no failure of a symbolic solver either.
    """
    task = registry.task_of(*plan.chosen[place])
    ignored = {str(Status.TIMEOUT), str(Status.MEMORY), *([str(Status.UNPARSABLE)] if task is Task.BRANCHES else [])}
    return tuple(failure for failure in failures if failure.kind not in ignored)


def _bundles(
    plan: Plan, place: int, system: PolynomialSystem, result: Result, verdict: Verdict, failures: Sequence[Failure]
) -> list[Bundle]:
    """A bundle for each failure of a result."""
    others = [name for number, name in enumerate(plan.backends) if number != place]
    runs = [Run(0, result, verdict, (failure, *(f for f in failures if f != failure))) for failure in failures]
    return [bundle_of_runs(system, [run], plan.backends[place], others, plan.limits) for run in runs]


def _by_moving(
    plan: Plan, place: int, system: PolynomialSystem, result: Result, number: int
) -> tuple[tuple[Failure, ...], list[Bundle]]:
    """What a transformed system shows of a backend: in its first answer, or in the one about the transformed system."""
    backend, method = plan.chosen[place]
    moved = asked_moved(system, backend, method, result, Chance(plan.seed, number), plan.limits)
    if moved is None:
        return (), []
    failures: list[Failure] = []
    bundles: list[Bundle] = []
    for name, where, one in ((result.name, system, result), (moved.name, moved.transformed.system, moved.result)):
        named = [replace(f, backend=bare_name(result.name)) for f in failures_of(moved.verdict, name)]
        found = _shown(plan, place, named)
        failures += found
        bundles += _bundles(plan, place, where, one, moved.verdict, found)
    return tuple(dict.fromkeys(failures)), bundles
