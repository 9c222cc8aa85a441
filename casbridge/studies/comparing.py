"""Comparing two studies of the same inputs: two versions of a CAS, of casbridge, or two machines.

    Store, Store ──content, encoding, field, order, backend, repeat──▶ pairs of jobs
                       ├─ answers: equal texts ▶ same; others ──compare_pair, in a process apart──▶ alike, wrong, …
                       ├─ statuses, degrees, dimensions, verdicts
                       └─ times ──noise──▶ slower, faster                                  all ──▶ Comparison

Inputs are matched by their content, not by their names. A case without a field is one over the field of its input or
of its encoding. A job that is not done in both studies says nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from math import exp, inf, log
from typing import TYPE_CHECKING

from casbridge.backends.protocol import Status
from casbridge.bugs.failures import bare_name
from casbridge.crosscheck.judging import COMPARISON_SECONDS
from casbridge.crosscheck.sizes import MEASURED
from casbridge.errors import CasbridgeError, UsageError, printable
from casbridge.limits import Deadline, Limits
from casbridge.processes.apart import attempt
from casbridge.puzzles.reading import read_puzzles
from casbridge.studies.answer_pairs import PairOutcome, PairWork, compare_pair, ended
from casbridge.studies.comparisons import CHANGES, Change, Comparison, Side, TimesOfBackend, of_times
from casbridge.studies.noise import FLOOR, RATIO, change_of_times
from casbridge.studies.stating import own_field
from casbridge.studies.stored import WAITING
from casbridge.studies.texts import packed
from casbridge.studies.values import Case, Input, Outcome, Row

if TYPE_CHECKING:
    from casbridge.studies.store import Store

#: Seconds after the limit on a comparison of two answers when its process is killed.
GRACE_SECONDS = 10.0

_ANSWERED = (str(Status.COMPLETE), str(Status.PARTIAL))
_FIELD = re.compile("^field: (.+)$", re.MULTILINE)
# The input as the earlier study names it, encoding, field, order, backend as the later study names it, repeat.
_Key = tuple[str, str, str, str, str, int]


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
    limits: on each comparison of two answers; COMPARISON_SECONDS without one on time.
    workers: how many comparisons are made at once.
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
    found = _Found(first, second)
    matched = 0
    for one, other in _matched(first, second, paired):
        found.take(one, other)
        matched += 1
    found.judge(limits or Limits(), workers, progress)
    found.look_at_times(ratio)
    same_names = {name for name in first.contents if name in second.contents}
    return Comparison(
        first.side(matched, set(second.contents.values()), {*paired}),
        second.side(matched, set(first.contents.values()), {*paired.values()}),
        matched,
        found.unfinished,
        found.same,
        found.alike,
        tuple(_merged(found.changes)),
        tuple(found.times),
        {old: new for old, new in paired.items() if old != new},
        tuple(sorted(name for name in same_names if first.contents[name] != second.contents[name])),
        found.stopped,
        not {*first.contents.values()} & {*second.contents.values()},
        not paired,
    )


class _Reader:
    """A store, read row by row; it counts the rows and notes versions and hosts."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.contents: dict[str, bytes] = {}
        self.kinds: dict[str, str] = {}
        for one in store.inputs():
            self.contents[one.name] = _content(one)
            self.kinds[one.name] = one.kind
        self.digests = dict(store.answer_digests())
        self.backends = tuple(store.counts().backends)
        self._fields: dict[tuple[str, str], str] = {}
        self._jobs = 0
        self._versions: defaultdict[str, set[str]] = defaultdict(set)
        self._hosts: set[str] = set()
        self._casbridge: set[str] = set()
        self._orders: set[str] = set()
        self._encodings: set[str] = set()
        self._known_fields: set[str] = set()
        self._limits: set[tuple[float, float]] = set()

    def rows(self) -> Iterator[Row]:
        """The rows. `side` tells of those that were given."""
        for row in self.store.rows():
            self._jobs += 1
            self._orders.add(row.variable_order)
            self._encodings.add(row.encoding)
            if row.status != WAITING:
                self._limits.add((row.limit_seconds or inf, row.limit_memory or inf))
            if row.version:
                self._versions[row.backend].add(row.version)
            self._hosts.add(row.host)
            self._casbridge.add(row.casbridge)
            yield row

    def key(self, row: Row, name: str, backend: str) -> _Key:
        """What a job is about. name: of the input in the earlier study. backend: in the later one."""
        own = row.field or self._own_field(row)
        self._known_fields.add(own)
        return name, row.encoding, own, row.variable_order, backend, row.repeat

    def answer(self, row: Row) -> str:
        """The text of a job's answer."""
        return self.store.text("answer", row.number) or ""

    def case(self, row: Row) -> Case:
        """The case of a job."""
        text = self.store.text("input", row.number) or ""
        return Case(Input(row.input, self.kinds[row.input], text, row.family, row.n), row.encoding, row.field)

    def side(self, matched: int, others: set[bytes], paired: set[str]) -> Side:
        """What is told of this study. matched: jobs. others: contents of inputs of the other study."""
        return Side(
            str(self.store.path),
            str(self.store.about("name") or ""),
            self._jobs,
            self._jobs - matched,
            tuple(name for name, content in self.contents.items() if content not in others),
            tuple(name for name in self.backends if name not in paired),
            tuple(sorted(self._casbridge - {""})),
            tuple(sorted(self._hosts - {""})),
            {backend: tuple(sorted(found)) for backend, found in self._versions.items()},
            tuple(sorted(self._orders)),
            tuple(sorted(self._encodings - {""})),
            tuple(sorted(self._known_fields - {""})),
            tuple(_limits_in_words(*limits) for limits in sorted(self._limits)),
        )

    def _own_field(self, row: Row) -> str:
        """The name of the field of a case that names none."""
        about = row.input, row.encoding
        if about not in self._fields:
            self._fields[about] = _own_field(self.case(row))
        return self._fields[about]


def _limits_in_words(seconds: float, memory: float) -> str:
    time = "no limit on time" if seconds == inf else f"{seconds:g} s"
    return time if memory == inf else f"{time} and {memory / 2**20:g} MB"


def _own_field(case: Case) -> str:
    """The name of the field that the input or the encoding has; "" where it is not known."""
    if case.input.kind == "system":
        stated = _FIELD.search(case.input.text)
        return stated[1] if stated else ""
    try:
        (puzzle,) = read_puzzles(case.input.text)
        return own_field(puzzle, case.encoding).name
    except (CasbridgeError, ValueError):  # an input that cannot be read
        return ""


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
            raise UsageError(
                f"rename: the earlier study has no backend {printable(old, 80)}", expected=f"one of {_names(before)}"
            )
        wrong = [name for name in some.values() if name not in after]
        if len(wrong) == len(some):
            raise UsageError(
                f"rename: the later study has no backend {printable(wrong[0], 80)}", expected=f"one of {_names(after)}"
            )
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


def _matched(first: _Reader, second: _Reader, paired: Mapping[str, str]) -> Iterator[tuple[Row, Row]]:
    """The pairs of jobs that are about the same."""
    names = _same_inputs(first.contents, second.contents)
    earlier: defaultdict[_Key, list[Row]] = defaultdict(list)
    for row in first.rows():
        if row.backend in paired:
            earlier[first.key(row, row.input, paired[row.backend])].append(row)
    for row in second.rows():
        some = earlier.get(second.key(row, names[row.input], row.backend)) if row.input in names else None
        if some:
            # Two, where a study names no field as well as the input's own.
            like = max(some, key=lambda one: one.field == row.field)
            some.remove(like)
            yield like, row


def _same_inputs(before: dict[str, bytes], after: dict[str, bytes]) -> dict[str, str]:
    """For each later input with the content of an earlier one: the earlier name. Equal names go together first."""
    same = {name: name for name in after if before.get(name) == after[name]}
    left: defaultdict[bytes, list[str]] = defaultdict(list)
    for name in reversed(before):
        if name not in same:
            left[before[name]].append(name)
    for name, content in after.items():
        if name not in same and left[content]:
            same[name] = left[content].pop()
    return same


class _Found:
    """The findings about the pairs, one after the other."""

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

    def take(self, one: Row, other: Row) -> None:
        """Look at one pair of jobs. Answers that are written differently are kept for `judge`."""
        if WAITING in (one.status, other.status):
            self.unfinished += 1
            return
        answered = one.status in _ANSWERED, other.status in _ANSWERED
        if all(answered):
            self._both(one, other)
        elif answered[0]:
            self._add("lost", one, other, one.status, other.status, _because(other))
        elif answered[1]:
            self._ask(None, one, other, self.second.answer(other))
        elif one.status != other.status:
            self._add("status", one, other, one.status, other.status, _because(other))
        about = other.input, other.encoding, other.field, other.repeat
        if one.verdict and other.verdict and one.verdict != other.verdict and about not in self._verdicts:
            self._verdicts.add(about)
            change = _change("verdict", one, other, one.verdict, other.verdict)
            self.changes.append(replace(change, variable_order="", backend=""))

    def _both(self, one: Row, other: Row) -> None:
        if one.status != other.status:
            kind = "lost" if one.status == str(Status.COMPLETE) else "won"
            self._add(kind, one, other, one.status, other.status, _because(other))
        elif one.status == str(Status.COMPLETE) and one.wall_seconds is not None and other.wall_seconds is not None:
            job = (other.input, other.encoding, other.field, other.variable_order, other.backend)
            self._walls[job].append((other.repeat, one.wall_seconds, other.wall_seconds))
        for name in MEASURED:
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
            self._ask(one, one, other, *texts)

    def _ask(self, earlier: Row | None, one: Row, other: Row, *texts: str) -> None:
        """Keep a question for `judge`. earlier: None for a new answer."""
        if earlier is None and other.verdict == "agree":
            self._add("won", one, other, one.status, other.status, "the study's verdict is agree")
            return
        case = self.second.contents[other.input].hex(), other.encoding, other.field, other.variable_order
        about = repr((*case, one.status, other.status, *map(_digest, texts)))
        self._questions[sha256(about.encode()).digest()].append((earlier, one, other))

    def _add(self, kind: str, one: Row, other: Row, before: str, after: str, reason: str) -> None:
        self.changes.append(_change(kind, one, other, before, after, reason))

    def judge(self, limits: Limits, workers: int, progress: Callable[[int, int], None] | None) -> None:
        """Compare the answers that are written differently, each pair once, in processes apart."""
        asked = list(self._questions.values())
        if progress is not None:
            progress(0, len(asked))
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
        """Count the outcome of a comparison for one pair of jobs."""
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
            times = change_of_times(before, after, ratio=ratio)
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
    """`compare_pair` in a process apart, which is killed some seconds after the limit on time."""
    seconds = (work.limits.seconds or COMPARISON_SECONDS) + GRACE_SECONDS
    done = attempt(compare_pair, work, deadline=Deadline.after(seconds), memory=work.limits.memory)
    outcome: PairOutcome = done.value if done.error is None else ended(work, done.error)
    return outcome


def _outcome(row: Row, answer: str) -> Outcome:
    """The outcome of a row's job."""
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
    if row.status != "timeout" or row.limit_seconds is None:
        return row.reason
    limit = f"{row.limit_seconds:g} s"
    return row.reason if re.search(rf"(?<![\d.]){re.escape(limit)}\b", row.reason) else f"{row.reason} (limit {limit})"


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
