"""The driver of a study: jobs go out in chunks, outcomes come back as they are done. Each is kept before it is told.

    Store.waiting ──chunks──▶ Crew ──do_chunk──▶ outcomes ──Store.keep──▶ Progress
                                 └──judge_chunk──▶ verdicts ──Store.keep_verdicts──▶

One thread drives. At any time a few chunks are out, two for each worker, so the memory does not grow with the study.

Where a worker dies, each job of its chunk is a suspect, and runs alone afterwards. A death alone costs a job an
attempt. After three of them the job is set aside as `crashed`. Where a death can end other calls too, a second one does
not count yet: from then on the suspect runs with nothing else out. If the executor breaks as a whole, this happens at
once.
"""

from __future__ import annotations

import os
import platform
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from casbridge.brief import Brief
from casbridge.errors import CasbridgeError, WriteError, printable
from casbridge.limits import Limits, Stopwatch, default_memory
from casbridge.processes.apart import processors
from casbridge.studies.executors import Crew, Executors, deaths_in, differing
from casbridge.studies.keys import basis_of, key_of
from casbridge.studies.progress import Progress
from casbridge.studies.values import Outcome, VerdictOutcome, VerdictWork, Work
from casbridge.studies.work import MEASURE_SECONDS, do_chunk, keys_of_chunk, load_now, versions_here
from casbridge.version import version

if TYPE_CHECKING:
    from casbridge.studies.filters import Filter
    from casbridge.studies.plan import Plan
    from casbridge.studies.store import Store

#: Deaths of workers after which a job is set aside as `crashed`.
MOST_DEATHS = 3
#: A chunk has as many jobs as take about so many seconds.
CHUNK_SECONDS = 0.4
#: The most jobs of a chunk.
MOST_IN_CHUNK = 100
#: Chunks that are out for each worker: the one that it does, and the next.
CHUNKS_A_WORKER = 2

_FIRST_GUESS = 0.2  # seconds of a job of a new kind
_LARGEST_CHUNK = 1 << 20  # characters of the inputs of a chunk
_GRACE_SECONDS = 60.0  # beyond the limits that a worker keeps by itself, until it is killed
_MOST_VERDICTS = 10  # of a chunk: one that takes long keeps the others waiting
_MOST_AT_ONCE = 500  # outcomes that are kept in one transaction
_LOOK_SECONDS = 1.0
_NOTE_SECONDS = 5.0
_SHOW_SECONDS, _MOST_SHOWN = 0.2, 8  # of what runs now
# Levels of suspicion: none; a worker died with it, so it runs in a call of its own; nothing else is out beside it.
_NONE, _ALONE, _LONELY = 0, 1, 2


@dataclass(frozen=True, repr=False)
class Summary(Brief):
    """What a run of a study came to.

    waiting: jobs that waited for a result at the beginning. unsure: of them, those that have a result that may still be
        valid: made by another version of casbridge, or of a CAS. Only their keys tell.
    at_most: whether results that the store has already are looked up, so that fewer jobs may run than wait.
    done: jobs that ran. known: jobs whose result was there, or came from another job that asks the same.
    statuses: how the jobs ended that ran. verdicts: how many of each kind were given.
    deaths: calls that ended with their worker. set_aside: jobs that killed too many workers.
    seconds: wall time. workers: how many jobs run at a time.
    longest: of a dry run: seconds that all waiting jobs take at most; None without a limit on a job's time.
    messages: what was told about hosts with other versions.

    >>> Summary(waiting=10, done=10, verdicts={"disagree": 1}).exit_code
    1
    """

    waiting: int = 0
    unsure: int = 0
    at_most: bool = False
    done: int = 0
    known: int = 0
    statuses: Mapping[str, int] = field(default_factory=dict, hash=False)
    verdicts: Mapping[str, int] = field(default_factory=dict, hash=False)
    deaths: int = 0
    set_aside: int = 0
    seconds: float = 0.0
    workers: int = 1
    longest: float | None = None
    messages: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """1 where a verdict is `disagree`, else 0."""
        return 1 if self.verdicts.get("disagree") else 0


def run_study(
    plan: Plan,
    store: Store,
    executor: Executors | None = None,
    *,
    workers: int | None = None,
    only: Sequence[Filter] = (),
    retry: Collection[str] = (),
    dry_run: bool = False,
    progress: Progress | None = None,
    reuse: Sequence[Store] = (),
) -> Summary:
    """Run the jobs of a study that have no valid result, and judge what was answered.

    plan: of the study. store: opened for writing, with the plan's jobs in it (`Store.sync`).
    executor: see `casbridge.studies.executors.Crew`; None is processes on this machine. workers: how many.
    only: filters; a job runs if it matches each of them. retry: statuses that are done again.
    dry_run: say how many jobs wait, and run nothing.
    progress: is told what is in the store. reuse: other stores, whose results count here (`Store.take_over`).

    Where it is interrupted (KeyboardInterrupt), running jobs are ended and count for nothing; what is done is kept.
    Raises WriteError where the disk is full, BackendError where an executor broke that cannot be made again.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from casbridge.studies.jobs import jobs_of
    >>> from casbridge.studies.plan import Plan
    >>> from casbridge.studies.store import Store
    >>> from casbridge.studies.values import Input
    >>> plan = Plan("two", (), ("reference:split", "reference:general"), limits=Limits(seconds=20))
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(Path(folder, "two.sqlite"), plan) as store:
    ...     store.sync(plan, jobs_of(plan, [(Input("two points", "system", "x^2 - 1"), ())]))
    ...     summary = run_study(plan, store, workers=1)
    ...     [row.components for row in store.rows()]
    [2, 2]
    >>> summary.statuses, summary.verdicts
    ({'complete': 2}, {'agree': 1})
    """
    for other in reuse:
        store.take_over(other)
    driver = _Driver(plan, store, progress or Progress(), only=only, retry=retry)
    if dry_run:
        return driver.plan_only(workers)
    with Crew(executor, workers) as crew:
        return driver.run(crew)


@dataclass
class _Task:
    """A call that is out. kind: "jobs", "keys" or "verdicts". level: of suspicion.

    generation: of the executor that it went to.
    """

    kind: str
    works: Sequence[Any]
    level: int = _NONE
    generation: int = 0
    age: Stopwatch = field(default_factory=Stopwatch)


class _Driver:
    """One run of a study."""

    def __init__(
        self,
        plan: Plan,
        store: Store,
        progress: Progress,
        *,
        only: Sequence[Filter],
        retry: Collection[str],
    ) -> None:
        self.plan, self.store, self.progress = plan, store, progress
        self.only, self.retry = only, retry
        self.watch, self.noted, self.shown = Stopwatch(), Stopwatch(), Stopwatch()
        self.times = _Times()
        self.ready: deque[Work] = deque()  # jobs that came back undone
        self.to_judge: deque[VerdictWork] = deque()
        self.unjudged: Iterator[VerdictWork] = iter(())  # cases that were done before this run
        self.suspects: tuple[deque[_Task], deque[_Task]] = deque(), deque()  # alone, lonely
        self.out: dict[Future[Any], _Task] = {}
        self.lonely_out = 0
        self.back: SimpleQueue[Future[Any]] = SimpleQueue()
        self.deaths: Counter[tuple[str, int, int]] = Counter()
        self.statuses: Counter[str] = Counter()
        self.verdicts: Counter[str] = Counter()
        self.known = self.done = self.died = self.set_aside = 0
        self.messages: tuple[str, ...] = ()
        self.versions: dict[str, str] = {}
        self.bases: dict[str, str] = {}
        self.limits = plan.limits

    # -- before the first job -----------------------------------------------------------------------------------------

    def plan_only(self, workers: int | None) -> Summary:
        """What would run."""
        width = workers or processors()
        self.prepare(width)
        seconds = self.plan.limits.seconds
        longest = None if seconds is None else -(-self.waiting // width) * float(seconds)
        about = self.waiting, self.unsure, self.look_up
        return Summary(*about, seconds=self.watch.seconds, workers=width, longest=longest)

    def prepare(self, width: int) -> None:
        """Share the memory among the workers where no limit is given, look for the backends, and count what waits."""
        if self.limits.memory is None:
            self.limits = replace(self.limits, memory=default_memory(width))
        self.versions = versions_here(self.plan.backends)[1]
        told = {name: self.versions.get(name.partition(":")[0], "") for name in self.plan.backends}
        self.bases = {name: basis_of(name, version) for name, version in told.items()}
        # A result that is there already may be that of a job with another basis, or that of another job.
        self.look_up = self.store.has_other_results(self.bases)
        self.waiting = self.store.number_waiting(self.only, self.retry, self.limits, self.bases)
        self.unsure = 0
        if self.look_up:
            self.unsure = self.waiting - self.store.number_waiting(self.only, self.retry, self.limits)

    # -- the loop -----------------------------------------------------------------------------------------------------

    def run(self, crew: Crew) -> Summary:
        """Run what waits, to the end."""
        self.prepare(crew.width)
        told = crew.versions(self.plan.backends)
        self.messages = tuple(differing(told, self.versions))
        for message in self.messages:
            self.progress.warn("versions", message)
        self.crew = crew
        self.jobs = self.store.waiting(self.only, self.retry, self.limits, self.bases)
        self.number, why = self.store.begin_run(**self.about(crew, told)), ""
        try:
            self.progress.begin(self.waiting, crew.width, at_most=self.look_up)
            if self.plan.crosscheck:
                self.store.hold(self.only, self.retry, self.limits, self.bases)
            self.find_cases_to_judge(None)
            self.loop()
            self.progress.end(self.progress.line())
        except KeyboardInterrupt:
            for future in self.out:
                future.cancel()
            crew.kill()
            self.keep_what_is_back()
            self.progress.end(f"stopped; {self.progress.line()}; the same command goes on", stopped=True)
            raise
        except CasbridgeError as error:
            why = str(error)
            raise
        finally:
            self.progress.running = ()
            # Of a full disk something else was told already.
            with suppress(WriteError):
                self.store.note_run(self.number, load=load_now(), **self.progress.state())
            with suppress(WriteError):
                self.store.end_run(self.number, why)
            with suppress(WriteError):
                self.store.release()
        return Summary(
            self.waiting,
            self.unsure,
            self.look_up,
            self.done,
            self.known,
            dict(self.statuses),
            dict(self.verdicts),
            self.died,
            self.set_aside,
            self.watch.seconds,
            crew.width,
            messages=self.messages,
        )

    def about(self, crew: Crew, told: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
        """What the store notes of this run."""
        return {
            "executor": crew.name,
            "workers": crew.width,
            "casbridge": version(),
            "python": platform.python_version(),
            "machine": f"{platform.platform()}, {os.cpu_count()} processors",
            "versions": self.versions,
            "hosts": {host: dict(versions) for host, versions in told.items()},
            "limits": {"seconds": self.limits.seconds, "memory": self.limits.memory},
        }

    def loop(self) -> None:
        """Send calls out and take what comes back, until there is neither."""
        looked = False
        while True:
            self.fill()
            if not self.out:
                if looked:
                    return
                # Inputs that say the same share results. One that was done again took verdicts over the other away.
                looked = True
                self.store.release()
                self.find_cases_to_judge(None)
                continue
            back = [self.settled(future) for future in self.returned()]
            self.take([one for one in back if one is not None])
            self.note_state()

    def note_state(self) -> None:
        """Now and then: note in the store what runs, and what the load is, for those who ask from elsewhere."""
        if self.noted.seconds >= _NOTE_SECONDS:
            self.noted = Stopwatch()
            self.store.note_run(self.number, load=load_now(), **self.progress.state())

    def fill(self) -> None:
        """Send out calls until each worker has enough."""
        most = self.crew.width * CHUNKS_A_WORKER
        while len(self.out) < most:
            alone, lonely = self.suspects
            if alone:
                self.send(alone.popleft())
                continue
            if lonely or self.lonely_out:
                if not self.out:
                    self.send(lonely.popleft())
                return
            task = self.next_task()
            if task is None:
                return
            self.send(task)

    def next_task(self) -> _Task | None:
        """The next chunk: first verdicts, so that few answers wait in memory; then jobs."""
        if judged := self.chunk(self.to_judge, self.unjudged, _MOST_VERDICTS):
            return _Task("verdicts", judged)
        works = self.chunk(self.ready, iter(()) if self.look_up else self.jobs, MOST_IN_CHUNK)
        if not works and self.look_up:
            found = list(islice(self.jobs, MOST_IN_CHUNK))
            return _Task("keys", found) if found else None
        return _Task("jobs", works) if works else None

    def chunk(self, first: deque[Any], then: Iterator[Any], most: int) -> list[Any]:
        """Works that take about `CHUNK_SECONDS` together, at most so many: a slow one alone."""
        works: list[Any] = []
        seconds, size = 0.0, 0
        while len(works) < most:
            work = first.popleft() if first else next(then, None)
            if work is None:
                break
            expected = self.times.expected(work)
            seconds += expected
            size += len(work.case.input.text)
            if works and (seconds > CHUNK_SECONDS or size > _LARGEST_CHUNK):
                first.appendleft(work)
                break
            works.append(work)
        return works

    def send(self, task: _Task) -> None:
        """Send a call out."""
        future = self.crew.submit(_patience(task), _function(task.kind), tuple(task.works))
        task.generation = self.crew.generation
        self.out[future] = task
        self.lonely_out += task.level == _LONELY
        self.show_running()
        future.add_done_callback(self.back.put)

    def show_running(self) -> None:
        """Tell what runs: as many calls as there are workers, the oldest first; the others wait for a worker."""
        if self.shown.seconds >= _SHOW_SECONDS or len(self.out) <= _MOST_SHOWN:
            self.shown = Stopwatch()
            most = min(_MOST_SHOWN, self.crew.width)
            self.progress.running = tuple(_label(one) for one in islice(self.out.values(), most))

    def returned(self) -> list[Future[Any]]:
        """The calls that came back: at least one, unless a moment passed without any."""
        found: list[Future[Any]] = []
        try:
            found.append(self.back.get(timeout=_LOOK_SECONDS))
            while len(found) < _MOST_AT_ONCE:
                found.append(self.back.get_nowait())
        except Empty:
            if not found:
                self.progress.moved()
        return found

    def settled(self, future: Future[Any]) -> tuple[_Task, Any] | None:
        """What a call gave; None where it came to no end, which is noted."""
        task = self.out.pop(future)
        self.lonely_out -= task.level == _LONELY
        self.show_running()
        try:
            return task, future.result()
        except Exception as error:  # a CancelledError too
            self.note_death(task, error)
            return None

    def take(self, back: Sequence[tuple[_Task, Any]]) -> None:
        """What came of some calls: the outcomes of all their jobs are kept in one transaction."""
        done: list[tuple[Work, Outcome]] = []
        judged: list[tuple[VerdictWork, VerdictOutcome]] = []
        for task, value in back:
            works = task.works
            if task.kind == "keys":
                self.take_keys(works, value)
            elif task.kind == "verdicts":
                self.times.note(works[: len(value)], [outcome.seconds for outcome in value])
                judged += zip(works, value, strict=False)
                self.to_judge.extendleft(reversed(works[len(value) :]))
            else:
                self.times.note(works[: len(value)], [outcome.ended - outcome.started for outcome in value])
                done += zip(works, value, strict=False)
                self.ready.extendleft(reversed(works[len(value) :]))
            if task.level:
                self.deaths.pop(_about(task.kind, works[0]), None)
        self.keep(done)
        self.keep_verdicts(judged)

    def take_keys(self, works: Sequence[Work], keys: Sequence[str]) -> None:
        """Give jobs the results that the store has already; the others run."""
        there = self.store.found(keys, self.limits, self.retry)
        linked = [(work.number, key, work.basis) for work, key in zip(works, keys, strict=True) if key in there]
        self.ready.extend(work for work, key in zip(works, keys, strict=True) if key not in there)
        if linked:
            numbers = [number for number, _, _ in linked]
            numbers += [other for others in self.store.sharing(numbers).values() for other in others]
            self.store.link_all(linked)
            self.known += len(numbers)
            self.progress.known(len(numbers))
            self.find_cases_to_judge(numbers)

    def keep(self, pairs: Sequence[tuple[Work, Outcome]]) -> None:
        """Keep outcomes in one transaction, and tell of them afterwards."""
        if not pairs:
            return
        others = self.store.sharing(work.number for work, _ in pairs)
        self.store.keep([outcome for _, outcome in pairs])
        shared = [outcome.status for work, outcome in pairs for _ in others.get(work.number, ())]
        self.done += len(pairs)
        self.known += len(shared)
        self.statuses.update(outcome.status for _, outcome in pairs)
        self.progress.done(pairs)
        self.progress.known(len(shared), shared)
        self.find_cases_to_judge(
            [number for work, _ in pairs for number in (work.number, *others.get(work.number, ()))]
        )

    def find_cases_to_judge(self, numbers: Sequence[int] | None) -> None:
        """Note the cases of these jobs, or of all, whose jobs are done and that have no verdict."""
        if not self.plan.crosscheck:
            return
        if numbers is None:
            self.unjudged = self.store.to_judge(judge=_judge(self.plan))
        else:
            self.store.release(numbers)
            self.to_judge.extend(self.store.to_judge(numbers, judge=_judge(self.plan)))

    def keep_verdicts(self, pairs: Sequence[tuple[VerdictWork, VerdictOutcome]]) -> None:
        """Keep verdicts, and tell of them afterwards."""
        if not pairs:
            return
        names = {(work.number, work.repeat): work.case.input.name for work, _ in pairs}
        kept = self.store.keep_verdicts([outcome for _, outcome in pairs], _judge(self.plan))
        self.verdicts.update(outcome.kind for outcome in kept)
        self.progress.judged([(names[outcome.number, outcome.repeat], outcome) for outcome in kept])

    # -- workers that die ---------------------------------------------------------------------------------------------

    def note_death(self, task: _Task, error: BaseException) -> None:
        """A call came to no end: its works run alone from now on, and one that ran alone has had a death."""
        if isinstance(error, BrokenExecutor) and task.generation == self.crew.generation:
            self.crew.renew()
        self.died += 1
        words = printable(str(error) or type(error).__name__, 300)
        alone, lonely = self.suspects
        if task.level < (_ALONE if self.crew.isolates else _LONELY):
            again = _LONELY if task.level == _ALONE or isinstance(error, BrokenExecutor) else _ALONE
            for work in task.works:
                (alone if again == _ALONE else lonely).append(_Task(task.kind, (work,), again))
            self.progress.warn("death", f"a worker died with {_label(task)}: {words}; each runs again alone")
            return
        (work,) = task.works
        about = _about(task.kind, work)
        self.deaths[about] += deaths_in(error)
        if task.kind == "jobs":
            # The store remembers deaths of earlier runs.
            self.deaths[about] = max(self.deaths[about], self.store.attempt([work.number]).get(work.number, 0))
        if self.deaths[about] < MOST_DEATHS:
            (alone if self.crew.isolates else lonely).append(_Task(task.kind, (work,), task.level))
            self.progress.warn("death", f"a worker died with {_label(task)}: {words}; it runs again")
            return
        self.set_aside += 1
        number = self.deaths.pop(about)
        reason = f"{number} workers died with it; the last one: {words}"
        self.progress.warn("set aside", f"{_label(task)} is set aside: {reason}")
        if task.kind == "keys":
            self.ready.append(work)
        elif task.kind == "verdicts":
            self.keep_verdicts([(work, _no_verdict(work, reason))])
        else:
            self.keep([(work, self.crashed(work, reason, task.age.seconds))])

    def crashed(self, work: Work, reason: str, seconds: float) -> Outcome:
        """The outcome of a job that no worker survives."""
        told = self.versions.get(work.backend.partition(":")[0], "")
        now = time.time()
        return Outcome(
            work.number,
            key_of(work, told),
            "crashed",
            reason,
            work.backend,
            wall_seconds=seconds,
            version=told,
            casbridge=version(),
            host=platform.node(),
            started=now - seconds,
            ended=now,
            limits=work.limits,
            basis=work.basis,
        )

    def keep_what_is_back(self) -> None:
        """After an interrupt: keep what had come back already."""
        self.take(
            [
                (task, future.result())
                for future, task in self.out.items()
                if future.done() and not future.cancelled() and future.exception() is None and task.kind != "keys"
            ]
        )
        self.out.clear()


class _Times:
    """How long jobs take, by what is known before: the backend, the encoding, the field, the input's length."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[Any, ...], float] = {}

    def expected(self, work: Any) -> float:
        """Seconds that a job or a verdict is expected to take in a worker."""
        return self._seconds.get(self._kind(work), _FIRST_GUESS)

    def note(self, works: Sequence[Any], seconds: Sequence[float]) -> None:
        """Learn from works that are done. A longer time counts at once, a shorter one slowly."""
        for work, taken in zip(works, seconds, strict=True):
            kind = self._kind(work)
            before = self._seconds.get(kind, taken)
            self._seconds[kind] = taken if taken > before else 0.7 * before + 0.3 * max(0.0, taken)

    def _kind(self, work: Any) -> tuple[Any, ...]:
        case = work.case
        about = case.encoding, case.field, case.input.family, len(case.input.text).bit_length()
        return (work.backend, work.variable_order, *about) if isinstance(work, Work) else ("", *about)


def _function(kind: str) -> Callable[..., Any]:
    """What a worker calls. What judges is imported late: a study without verdicts need not load it."""
    if kind == "verdicts":
        from casbridge.studies.verdicts import judge_chunk

        return judge_chunk
    return do_chunk if kind == "jobs" else keys_of_chunk


def _patience(task: _Task) -> float | None:
    """Seconds after which a worker hangs: all limits that it keeps by itself are over long since."""
    seconds = _GRACE_SECONDS
    for work in task.works:
        limits: Limits = work.limits
        if limits.seconds is None:
            return None
        # To parse, to run, to measure.
        seconds += 2 * limits.seconds + MEASURE_SECONDS
    return seconds


def _about(kind: str, work: Any) -> tuple[str, int, int]:
    return kind, work.number, work.repeat


def _label(task: _Task) -> str:
    """The first work of a call in words, and how many more there are."""
    work = task.works[0]
    name = work.case.input.name if task.kind == "verdicts" else f"{work.case.input.name} by {work.backend}"
    what = {"jobs": "", "keys": "the key of ", "verdicts": "the verdict over "}[task.kind]
    more = f" and {len(task.works) - 1} more" if len(task.works) > 1 else ""
    return f"{what}{name}{more}"


def _judge(plan: Plan) -> str:
    """The version of what judges, and whether it compares closures."""
    from casbridge.studies.verdicts import JUDGE

    return f"{JUDGE} generic" if plan.generic else JUDGE


def _no_verdict(work: VerdictWork, reason: str) -> VerdictOutcome:
    from casbridge.studies.verdicts import FAILED, key_of_answers

    return VerdictOutcome(work.number, work.repeat, key_of_answers(work.answers, work.generic), FAILED, reason)
