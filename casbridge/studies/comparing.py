"""Comparing two studies of the same inputs: two versions of a CAS, of casbridge, or two machines.

    Store, Store ──content, encoding, field, order, backend, repeat──▶ pairs of jobs
                       ├─ answers: equal texts ▶ same; others ──compare_pair, in a process apart──▶ alike, wrong, …
                       ├─ statuses, degrees, dimensions, verdicts
                       └─ times ──noise──▶ slower, faster                                  all ──▶ Comparison

Inputs are matched by their content, not by their names. A job that is not done in both studies says nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from math import exp, log
from typing import TYPE_CHECKING

from casbridge.backends.protocol import Status
from casbridge.bugs.failures import bare_name
from casbridge.crosscheck.deciding import COMPARISON_SECONDS
from casbridge.errors import LimitError, UsageError, printable
from casbridge.limits import Deadline, Limits
from casbridge.processes.apart import attempt
from casbridge.studies.answer_pairs import PairOutcome, PairWork, compare_pair
from casbridge.studies.comparisons import CHANGES, Change, Comparison, Side, TimesOfBackend, of_times
from casbridge.studies.noise import FLOOR, RATIO, WIDE_RATIO, change_of_times
from casbridge.studies.texts import packed
from casbridge.studies.values import Case, Input, Outcome, Row

if TYPE_CHECKING:
    from casbridge.studies.store import Store

#: Seconds after the limit on a comparison of two answers when its process is killed.
GRACE_SECONDS = 10.0

_ANSWERED = (str(Status.COMPLETE), str(Status.PARTIAL))
_WAITING = "waiting"
# A job's content of the input, encoding, field, order, backend (as the later study names it), and repeat.
_Key = tuple[bytes, str, str, str, str, int]


def compare(
    before: Store,
    after: Store,
    *,
    rename: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    workers: int = 1,
    ratio: float = RATIO,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """What changed between two studies of the same inputs.

    before, after: the stores of both studies. They may be one store, for two backends of one study.
    rename: earlier → later name of a backend, or of a CAS with all its methods: {"singular": "singular@4.4"}. Where a
        backend is in one study only, and one backend of the other study differs from it in the version only, they are
        compared without being named here.
    limits: on each comparison of two answers; COMPARISON_SECONDS without one. workers: how many are made at once.
    ratio: the least ratio of times that is a change, see `casbridge.studies.noise`.
    progress: called with how many comparisons of answers are done, and how many there are.

    Raises UsageError where `rename` names a backend that a study has not, InputError for a damaged store.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from casbridge.studies.jobs import jobs_of
    >>> from casbridge.studies.plan import Plan
    >>> from casbridge.studies.store import Store
    >>> plan = Plan("two", (), ("reference", "sympy"))
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(Path(folder, "two.sqlite"), plan) as store:
    ...     store.sync(plan, jobs_of(plan, [(Input("line", "system", "x - 1"), ())]))
    ...     store.keep([Outcome(work.number, f"key {work.number}", "timeout", "slow") for work in store.waiting()])
    ...     comparison = compare(store, store)
    >>> comparison.matched, comparison.exit_code
    (2, 0)
    """
    if workers < 1:
        raise UsageError(f"{workers} workers", expected="at least 1")
    first, second = _Reader(before), _Reader(after)
    paired = _paired(first.backends, second.backends, rename or {})
    pairs = list(_matched(first, second, paired))
    found = _Found(first, second)
    for key, one, other in pairs:
        found.take(key, one, other)
    limits = limits or Limits(seconds=COMPARISON_SECONDS)
    found.judge(limits, workers, progress)
    found.look_at_times(ratio)
    rows_before = {one.number for _, one, _ in pairs}
    rows_after = {other.number for _, _, other in pairs}
    same_names = {name for name in first.contents if name in second.contents}
    return Comparison(
        first.side(rows_before, set(second.contents.values()), {*paired}),
        second.side(rows_after, set(first.contents.values()), {*paired.values()}),
        len(pairs),
        found.unfinished,
        found.same,
        found.alike,
        tuple(_merged(found.changes)),
        tuple(found.times),
        {old: new for old, new in paired.items() if old != new},
        tuple(sorted(name for name in same_names if first.contents[name] != second.contents[name])),
        found.stopped,
    )


class _Reader:
    """One of the two stores: its rows, and the contents of its inputs."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.contents: dict[str, bytes] = {}
        self.kinds: dict[str, str] = {}
        for one in store.inputs():
            self.contents[one.name] = _content(one)
            self.kinds[one.name] = one.kind
        self.rows = list(store.rows())
        self.digests = dict(store.answer_digests())
        self.backends = tuple(dict.fromkeys(row.backend for row in self.rows))

    def key(self, row: Row, backend: str) -> _Key:
        return self.contents[row.input], row.encoding, row.field, row.variable_order, backend, row.repeat

    def answer(self, row: Row) -> str:
        """The text of a job's answer."""
        return self.store.text("answer", row.number) or ""

    def case(self, row: Row) -> Case:
        text = self.store.text("input", row.number) or ""
        return Case(Input(row.input, self.kinds[row.input], text, row.family, row.n), row.encoding, row.field)

    def side(self, matched: set[int], others: set[bytes], paired: set[str]) -> Side:
        versions: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for row in self.rows:
            if row.version:
                versions[row.backend][row.version] = None
        return Side(
            str(self.store.path),
            str(self.store.about("name") or ""),
            len(self.rows),
            sum(row.number not in matched for row in self.rows),
            tuple(name for name, content in self.contents.items() if content not in others),
            tuple(name for name in self.backends if name not in paired),
            tuple(sorted({row.casbridge for row in self.rows if row.casbridge})),
            tuple(sorted({row.host for row in self.rows if row.host})),
            {backend: tuple(sorted(found)) for backend, found in versions.items()},
        )


def _content(one: Input) -> bytes:
    """A digest of what an input says. Comments of a system, with its name, do not count."""
    text = one.text if one.kind != "invalid" else one.name
    if one.kind == "system":
        text = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    return sha256(f"{one.kind}\n{text}".encode("utf-8", "surrogatepass")).digest()


def _paired(before: Sequence[str], after: Sequence[str], rename: Mapping[str, str]) -> dict[str, str]:
    """For each backend of the earlier study that is compared: its name in the later one."""
    paired: dict[str, str] = {}
    for old, new in rename.items():
        some = {name: _with_cas(name, old, new) for name in before if name == old or name.partition(":")[0] == old}
        if not some:
            raise UsageError(f"rename: no backend {printable(old, 80)} before", expected=f"one of {_names(before)}")
        wrong = [name for name in some.values() if name not in after]
        if len(wrong) == len(some):
            raise UsageError(f"rename: no backend {printable(wrong[0], 80)} after", expected=f"one of {_names(after)}")
        paired |= {name: later for name, later in some.items() if later in after}
    paired |= {name: name for name in before if name in after and name not in paired and name not in paired.values()}
    left = [name for name in before if name not in paired and name not in after]
    others = [name for name in after if name not in paired.values() and name not in before]
    for name in left:
        bare = bare_name(name)
        like = [other for other in others if bare_name(other) == bare]
        if len(like) == 1 and sum(bare_name(other) == bare for other in left) == 1:
            paired[name] = like[0]
    return paired


def _with_cas(name: str, old: str, new: str) -> str:
    return new if name == old else f"{new}{name[len(old) :]}"


def _names(names: Iterable[str]) -> str:
    return ", ".join(printable(name, 80) for name in islice(names, 20)) or "none"


def _matched(first: _Reader, second: _Reader, paired: Mapping[str, str]) -> Iterator[tuple[_Key, Row, Row]]:
    """The pairs of jobs that are about the same. Of inputs with equal contents those with the same name go together."""
    earlier: defaultdict[_Key, list[Row]] = defaultdict(list)
    for row in first.rows:
        if row.backend in paired:
            earlier[first.key(row, paired[row.backend])].append(row)
    for row in second.rows:
        some = earlier.get(second.key(row, row.backend))
        if some:
            place = next((place for place, one in enumerate(some) if one.input == row.input), 0)
            yield second.key(row, row.backend), some.pop(place), row


@dataclass(frozen=True, slots=True)
class _Question:
    """Two answers that are written differently, or a new answer; the first of some that ask the same."""

    one: Row | None
    other: Row


class _Found:
    """What is found of the pairs, one after the other."""

    def __init__(self, first: _Reader, second: _Reader) -> None:
        self.first, self.second = first, second
        self.same = self.alike = self.unfinished = 0
        self.changes: list[Change] = []
        self.times: list[TimesOfBackend] = []
        self.stopped = False
        self._walls: defaultdict[tuple[str, str, str, str, str], list[tuple[int, float, float]]] = defaultdict(list)
        self._verdicts: set[tuple[str, str, str, int]] = set()
        # What is asked → the pairs that ask it.
        self._questions: defaultdict[bytes, list[tuple[Row | None, Row, Row]]] = defaultdict(list)

    def take(self, key: _Key, one: Row, other: Row) -> None:
        """Look at one pair of jobs. Answers that are written differently are kept for `judge`."""
        if _WAITING in (one.status, other.status):
            self.unfinished += 1
            return
        answered = one.status in _ANSWERED, other.status in _ANSWERED
        if all(answered):
            self._both(key, one, other)
        elif answered[0]:
            self._add("lost", one, other, one.status, other.status, _because(other))
        elif answered[1]:
            self._ask(None, one, other, key, self.second.answer(other))
        elif one.status != other.status:
            self._add("status", one, other, one.status, other.status, _because(other))
        about = other.input, other.encoding, other.field, other.repeat
        if one.verdict and other.verdict and one.verdict != other.verdict and about not in self._verdicts:
            self._verdicts.add(about)
            change = _change("verdict", one, other, one.verdict, other.verdict)
            self.changes.append(replace(change, variable_order="", backend=""))

    def _both(self, key: _Key, one: Row, other: Row) -> None:
        if one.status != other.status:
            kind = "lost" if one.status == str(Status.COMPLETE) else "won"
            self._add(kind, one, other, one.status, other.status, _because(other))
        elif one.status == str(Status.COMPLETE) and one.wall_seconds is not None and other.wall_seconds is not None:
            job = (other.input, other.encoding, other.field, other.variable_order, other.backend)
            self._walls[job].append((other.repeat, one.wall_seconds, other.wall_seconds))
        for name in ("dimension", "degree"):
            numbers = getattr(one, name), getattr(other, name)
            if None not in numbers and numbers[0] != numbers[1]:
                self._add(name, one, other, str(numbers[0]), str(numbers[1]), "")
        digests = self.first.digests.get(one.number), self.second.digests.get(other.number)
        if digests[0] == digests[1] is not None:
            self.same += 1
            return
        # Two versions of zlib may pack the same text in two ways.
        texts = self.first.answer(one), self.second.answer(other)
        if texts[0] == texts[1] != "":
            self.same += 1
        else:
            self._ask(one, one, other, key, *texts)

    def _ask(self, earlier: Row | None, one: Row, other: Row, key: _Key, *texts: str) -> None:
        """Keep a question for `judge`. earlier: None for a new answer."""
        if earlier is None and other.verdict == "agree":
            self._add("won", one, other, one.status, other.status, "the study's verdict is agree")
            return
        about = "\n".join([key[0].hex(), *map(repr, (*key[1:4], one.status, other.status)), *map(_digest, texts)])
        self._questions[sha256(about.encode()).digest()].append((earlier, one, other))

    def _add(self, kind: str, one: Row, other: Row, before: str, after: str, reason: str) -> None:
        self.changes.append(_change(kind, one, other, before, after, reason))

    def judge(self, limits: Limits, workers: int, progress: Callable[[int, int], None] | None) -> None:
        """Compare the answers that are written differently, each pair once, in processes apart."""
        asked = list(self._questions.values())
        works = (self._work(number, *some[0], limits) for number, some in enumerate(asked))
        with ThreadPoolExecutor(workers) as threads:
            running = [threads.submit(_compare_apart, work) for work in islice(works, 2 * workers)]
            for number in range(len(asked)):
                outcome = running.pop(0).result()
                running += [threads.submit(_compare_apart, work) for work in islice(works, 1)]
                for earlier, one, other in asked[outcome.number]:
                    self._said(outcome, earlier, one, other)
                if progress is not None:
                    progress(number + 1, len(asked))

    def _work(self, number: int, earlier: Row | None, _: Row, other: Row, limits: Limits) -> PairWork:
        said = None if earlier is None else _outcome(earlier, self.first.answer(earlier))
        later = _outcome(other, self.second.answer(other))
        return PairWork(number, self.second.case(other), other.variable_order, said, later, limits)

    def _said(self, outcome: PairOutcome, earlier: Row | None, one: Row, other: Row) -> None:
        """Keep what came of a comparison, for one of the pairs that asked for it."""
        kind, reason = outcome.kind, outcome.reason
        if earlier is None and kind in ("equal", "undecided"):
            kind = "won"
            if outcome.kind == "undecided":
                reason = f"not checked: {reason}"
        if kind == "equal":
            self.alike += 1
            return
        self.stopped |= outcome.stopped and kind == "undecided"
        change = _change(kind, one, other, one.status, other.status, reason)
        self.changes.append(replace(change, witness=outcome.witness))

    def look_at_times(self, ratio: float) -> None:
        """Compare the times of each job over its repeats, and of each backend over its jobs."""
        of_backend: defaultdict[str, list[tuple[float, float, str]]] = defaultdict(list)
        for job, walls in self._walls.items():
            repeats, before, after = zip(*walls, strict=True)
            times = change_of_times(before, after, ratio=ratio, wide_ratio=max(ratio, WIDE_RATIO))
            of_backend[job[-1]].append((times.before, times.after, times.kind))
            if times.kind:
                self.changes.append(of_times(job, tuple(sorted(repeats)), times))
        for backend, medians in sorted(of_backend.items()):
            logs = [
                log(after / before)
                for before, after, _ in medians
                if min(before, after) > 0 and max(before, after) >= FLOOR
            ]
            kinds = [kind for _, _, kind in medians]
            self.times.append(
                TimesOfBackend(
                    backend,
                    len(medians),
                    sum(before for before, _, _ in medians),
                    sum(after for _, after, _ in medians),
                    exp(sum(logs) / len(logs)) if logs else None,
                    kinds.count("slower"),
                    kinds.count("faster"),
                )
            )


def _compare_apart(work: PairWork) -> PairOutcome:
    """What comes of a pair, from a process apart: one that does not return is killed, and its memory is limited."""
    seconds = (work.limits.seconds or COMPARISON_SECONDS) + GRACE_SECONDS
    done = attempt(compare_pair, work, deadline=Deadline.after(seconds), memory=work.limits.memory)
    if done.error is None:
        outcome: PairOutcome = done.value
        return outcome
    stopped = isinstance(done.error, LimitError | MemoryError)
    return PairOutcome(work.number, "undecided" if stopped else "failed", printable(str(done.error)), stopped=stopped)


def _outcome(row: Row, answer: str) -> Outcome:
    """A row with its answer as the outcome that it was."""
    return Outcome(
        row.number,
        row.key,
        row.status,
        row.reason,
        row.used or row.backend,
        wall_seconds=row.wall_seconds or 0.0,
        version=row.version,
        answer=packed(answer),
    )


def _because(row: Row) -> str:
    limit = f" (limit {row.limit_seconds:g} s)" if row.status == "timeout" and row.limit_seconds is not None else ""
    return f"{row.reason}{limit}"


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _change(kind: str, one: Row, other: Row, before: str, after: str, reason: str = "") -> Change:
    about = other.input, other.encoding, other.field, other.variable_order, other.backend
    return Change(kind, *about, (other.repeat,), before, after, reason, jobs=(one.number, other.number))


def _merged(changes: Iterable[Change]) -> Iterator[Change]:
    """The gravest first; what changed alike in several repeats is one change."""
    merged: dict[tuple[str, ...], Change] = {}
    for one in changes:
        about = (one.kind, one.input, one.encoding, one.field, one.variable_order, one.backend, one.before, one.after)
        known = merged.setdefault(about, one)
        if known is not one:
            repeats = tuple(sorted({*known.repeats, *one.repeats}))
            merged[about] = replace(known, repeats=repeats, witness=known.witness or one.witness)
    grave = list(CHANGES)
    return iter(sorted(merged.values(), key=lambda one: (grave.index(one.kind), one.input, one.backend, one.repeats)))
