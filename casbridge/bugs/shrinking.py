"""Shrinking: the smallest system that shows a bundle's fault.

    Bundle ──▶ take away equations, then terms; then each of REDUCTIONS ──▶ again, until nothing is smaller ──▶ Shrunk

A candidate is taken if it is smaller and the same backend shows the same fault: kind and shape, judged anew. So at the
end no equation and no term can be taken away. The same bundle gives the same system, unless the time ends first or the
CAS is wrong in some runs only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TypeVar

from casbridge.algebra.extensions import tower_of
from casbridge.algebra.formats import read_system, write_plain
from casbridge.algebra.systems import PolynomialSystem
from casbridge.brief import Brief
from casbridge.bugs.asking import Run, ask_each
from casbridge.bugs.bundle import Bundle, fault_in
from casbridge.bugs.bundles import bundle_of_runs
from casbridge.bugs.failures import Failure, bare_name
from casbridge.bugs.reductions import (
    REDUCTIONS,
    Reduction,
    Size,
    size_of,
    without_pieces,
    without_terms,
)
from casbridge.calls import with_hints
from casbridge.charset.ideals.factors import OverTower
from casbridge.errors import BackendError, InputError, LimitError, UnsupportedError, UsageError
from casbridge.limits import Deadline, Limits, Stopwatch
from casbridge.processes.apart import processors
from casbridge.processes.program import side_by_side

_Item = TypeVar("_Item")

#: Seconds for shrinking where no budget is given.
BUDGET_SECONDS = 60.0

#: A candidate's job may take so many times as long as the bundle's did, and so many seconds at least.
_TIMES_AS_LONG = 5
_LEAST_SECONDS = 5.0
_LEAST_LEFT = 1.0
#: The other backends and the comparison may take so many times as long as all that was done about the bundle's system.
_TIMES_AS_PATIENT = 2
_LEAST_PATIENCE = 2.0


@dataclass(frozen=True, repr=False)
class Shrunk(Brief):
    """What shrinking came to.

    bundle: of the smallest system that was found, with a fault like that of the bundle before.
    before, after: the sizes of the systems.
    asked: how many systems the backend was asked about.
    minimal: whether each smaller candidate was asked about. Otherwise the budget was used up.
    seconds: elapsed.

    >>> Shrunk.__dataclass_fields__["minimal"].type
    'bool'
    """

    bundle: Bundle
    before: Size
    after: Size
    asked: int
    minimal: bool
    seconds: float


#: Told the bundle of each smaller system that shows the fault, and how many systems were asked about so far.
Told = Callable[[Bundle, int], None]


@with_hints
def shrink(
    bundle: Bundle | Shrunk,
    *,
    seconds: float = BUDGET_SECONDS,
    runs: int | None = None,
    tell: Told = lambda bundle, asked: None,
) -> Shrunk:
    """The smallest system that shows the bundle's fault with the bundle's backend.

    seconds: the budget. A job that is at work then is finished first.
    runs: how often the backend is asked about each candidate, with the seeds 1 to `runs`; one run that shows the fault
        is enough. None is the bundle's number where its fault shows in some runs only, else one run.
    tell: called with each smaller bundle.

    Raises InputError for a bundle without a fault, BackendError where the fault does not show here.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.bugs.bundles import bundle_of
    >>> shrink(bundle_of(read_system("x^2 - 1"), "reference"))
    Traceback (most recent call last):
    casbridge.errors.InputError: a bundle without a fault; expected one with a fault to keep while shrinking
    """
    bundle, fault = fault_in(bundle, "one with a fault to keep while shrinking")
    return _Shrinking(bundle, fault, seconds, runs, tell).run()


class _Shrinking:
    """One bundle's shrinking: the smallest system so far, and what is known of candidates."""

    def __init__(self, bundle: Bundle, fault: Failure, seconds: float, runs: int | None, tell: Told) -> None:
        self.watch = Stopwatch()
        self.deadline = Deadline.after(seconds)
        self.bundle, self.fault, self.tell = bundle, fault, tell
        number = runs or (len(bundle.runs) if bundle.shown < len(bundle.runs) else 1)
        shown = next((note.seed for note in bundle.runs if fault.is_like(note.fault)), bundle.seeds[0])
        self.seeds = tuple(range(1, number + 1)) if number > 1 else (shown,)
        self.fresh = number > 1 or len(bundle.runs) > 1
        self.limits = bundle.limits
        self.against = bundle.against
        self.patience: float | None = None
        self.known: dict[str, Run | None] = {}
        self.best = bundle.system
        self.defines_field = self._defines_field(self.best)
        self.size = size_of(self.best)

    def run(self) -> Shrunk:
        before = self.size
        self._start()
        minimal = self._descend()
        is_smaller = self.best is not self.bundle.system
        final = self._bundle(self._final_runs()) if is_smaller else self.bundle
        return Shrunk(final, before, self.size, len(self.known), minimal, self.watch.seconds)

    def _start(self) -> None:
        """See the fault here, and learn how long a job takes. Raises BackendError where it does not show."""
        runs, taken = self._timed_runs()
        shown = next((run for run in runs if run.shows(self.fault)), None)
        if shown is None:
            run = next((run for run in runs if run.failures), runs[0])
            result = run.result
            name = " ".join(filter(None, [self.bundle.backend, result.version]))
            often = f" in {len(runs)} runs" if len(runs) > 1 else ""
            seen = f"{result.status}{f', {run.failure}' if run.failure and run.failure.kind != result.status else ''}"
            why = f" ({result.reason})" if result.reason else ""
            if run.verdict.stopped and not run.failures:
                why = " (the comparison did not come to an end in time; --timeout gives it more)"
            raise BackendError(f"the fault does not show here: {name} is {seen}{often}{why}; expected {self.fault}")
        self.known[write_plain(self.best)] = shown
        references = tuple(name for name in self.against if bare_name(name).startswith("reference"))[:1]
        if references and references != self.against:
            # Candidates are compared with the reference alone, if that is enough.
            self.against = references
            runs, less = self._timed_runs()
            if any(run.shows(self.fault) for run in runs):
                taken = less
            else:
                self.against = self.bundle.against
        if self.fault.kind != "timeout":
            usual = max(_LEAST_SECONDS, _TIMES_AS_LONG * shown.result.wall_seconds)
            self.patience = max(_LEAST_PATIENCE, _TIMES_AS_PATIENT * taken)
            self.limits = replace(self.limits, seconds=min(self.limits.seconds or usual, usual))

    def _timed_runs(self) -> tuple[list[Run], float]:
        watch = Stopwatch()
        return self._runs(self.best, self.limits), watch.seconds

    def _descend(self) -> bool:
        """Take smaller systems until there is none. Whether the budget sufficed."""
        size: Size | None = None
        while size != self.size:
            size = self.size
            self._take_away(len(self.best) + len(self.best.goal.saturate), without_pieces)
            self._climb(REDUCTIONS[0])
            self._take_away(size_of(self.best).terms, without_terms)
            for reduction in REDUCTIONS:
                self._climb(reduction)
            if self._is_over:
                return False
        return True

    @property
    def _is_over(self) -> bool:
        left = self.deadline.left() or 0.0
        # The limit of time is part of a fault that consists in too much time.
        return left <= (self.limits.seconds or 0.0 if self.fault.kind == "timeout" else 0.0)

    def _take_away(self, number: int, made: Callable[[PolynomialSystem, list[int]], PolynomialSystem | None]) -> None:
        """Delta debugging: remove halves, quarters, …, single items, as long as the fault remains.

        number: of the things. made: the system with only some of them.
        """
        whole, kept = self.best, list(range(number))
        chunk = max(1, number // 2)
        while not self._is_over:
            start, changed = 0, False
            while start < len(kept) and not self._is_over:
                options = [kept[:place] + kept[place + chunk :] for place in range(start, len(kept), chunk)]
                found = self._first(made(whole, option) for option in options)
                if found is None:
                    break
                kept, changed = options[found], True
                start += found * chunk
            if chunk == 1 and not changed:
                return
            chunk = max(1, chunk // 2)

    def _climb(self, reduction: Reduction) -> None:
        """Take each smaller system of a reduction that still shows the fault, until there is none."""
        tried = 0
        while not self._is_over:
            # What was refused before the last success is asked again only at the end.
            found = self._first(islice(reduction(self.best, self.deadline), tried, None))
            if found is not None:
                tried += found
            elif tried:
                tried = 0
            else:
                return

    def _first(self, candidates: Iterable[PolynomialSystem | None]) -> int | None:
        """The number of the first candidate that is smaller and shows the fault. It becomes the best."""
        for some in _batches(enumerate(candidates), 1 if len(self.seeds) > 1 else processors()):
            if self._is_over:
                return None
            fit = [(number, one) for number, one in some if one is not None and size_of(one) < self.size]
            runs = side_by_side([partial(self._showing, one) for _, one in fit])
            for (number, system), run in zip(fit, runs, strict=True):
                if run is not None:
                    self.best, self.size = system, size_of(system)
                    self.tell(self._bundle([run]), len(self.known))
                    return number
        return None

    def _showing(self, system: PolynomialSystem) -> Run | None:
        """A run that shows the fault on a system, or None."""
        text = write_plain(system)
        if text not in self.known:
            limits = self.limits
            if self.fault.kind != "timeout" and limits.seconds is not None:
                left = max(_LEAST_LEFT, (self.deadline.left() or 0.0) / 2)
                limits = replace(limits, seconds=min(limits.seconds, left))
            # As it will be read from the bundle.
            try:
                candidate = read_system(text)
                runs = [] if self.defines_field > self._defines_field(candidate) else self._runs(candidate, limits)
            except UsageError:  # no system of the task, such as equations that are no tower
                runs = []
            self.known[text] = next((run for run in runs if run.shows(self.fault)), None)
        return self.known[text]

    def _defines_field(self, system: PolynomialSystem) -> bool:
        """Whether the equations are a tower that is known to be irreducible, over which something is to be factored."""
        with suppress(InputError, LimitError, UnsupportedError):
            over = OverTower(system.ring, tower_of(system), self.deadline)
            return system.goal.factor is not None and over.reducible_step is None
        return False

    def _runs(self, system: PolynomialSystem, limits: Limits) -> list[Run]:
        """The runs on a system, up to the first ones that show the fault."""
        given = partial(ask_each, system, self.bundle.backend, self.against, limits, seeds=self.seeds)
        return given(fresh=self.fresh, lazily=True, until=self.fault, patience=self.patience)

    def _final_runs(self) -> Sequence[Run]:
        """Runs on the best system, with all the others' answers.

        If the time is over and each system is asked about several times, it is the run that is known.
        """
        known = self.known[write_plain(self.best)]
        assert known is not None, "the best system shows the fault"
        if len(self.seeds) > 1 and self._is_over:
            return [known]
        ask = partial(ask_each, read_system(write_plain(self.best)), self.bundle.backend, self.bundle.against)
        runs = ask(self.bundle.limits, seeds=self.seeds, fresh=self.fresh)
        if any(run.shows(self.fault) for run in runs):
            return runs
        return [known]

    def _bundle(self, runs: Sequence[Run]) -> Bundle:
        showing = next(run for run in runs if run.shows(self.fault))
        # The bundle is about this fault, also where it is not the run's first.
        first = [failure for failure in showing.failures if self.fault.is_like(failure)]
        chosen = replace(showing, failures=(*first, *(one for one in showing.failures if one not in first)))
        others = [run for run in runs if run is not showing]
        made = bundle_of_runs(
            self.best, [chosen, *others], self.bundle.backend, self.bundle.against, self.bundle.limits
        )
        return replace(made, runs=tuple(sorted(made.runs, key=lambda note: note.seed)))


def _batches(items: Iterable[_Item], number: int) -> Iterator[list[_Item]]:
    """So many items at a time."""
    iterator = iter(items)
    while some := list(islice(iterator, number)):
        yield some
