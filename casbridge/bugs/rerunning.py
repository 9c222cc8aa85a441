"""Running a bundle's job again: the same outcome, or another one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from casbridge.algebra.answers import OWN_COMPARISON
from casbridge.backends.protocol import Status
from casbridge.brief import Brief
from casbridge.bugs.asking import Run, ask_each, others_of, whole_name
from casbridge.bugs.bundle import Bundle
from casbridge.bugs.failures import bare_name
from casbridge.crosscheck.verdicts import Fault
from casbridge.errors import InputError, UnsupportedError, UsageError
from casbridge.limits import Limits

_RATIONAL = re.compile(r"-?[0-9]{1,1000}(?:/0*[1-9][0-9]{0,999})?", re.ASCII)


@dataclass(frozen=True, repr=False)
class Rerun(Brief):
    """The outcome of a bundle's job when one backend ran it again.

    backend: the name by which it was asked for.
    runs: one for each seed.
    same: whether the outcome is the bundle's. If the bundle has a fault: whether some run shows it. Else: whether each
        run has a status that the bundle has, and no failure.
    shown: the number of runs that show the bundle's fault.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.bugs.bundles import bundle_of
    >>> (again,) = rerun(bundle_of(read_system("x^2 - 1"), "sympy:groebner"))
    >>> again.same, again.shown
    (True, 0)
    """

    backend: str
    runs: tuple[Run, ...]
    same: bool
    shown: int

    @property
    def chosen(self) -> Run:
        """The first run with a failure, or the first run."""
        return next((run for run in self.runs if run.failures), self.runs[0])


def rerun(
    bundle: Bundle,
    backends: Sequence[str] = (),
    *,
    against: Sequence[str] | None = None,
    limits: Limits | None = None,
    seeds: Sequence[int] | None = None,
) -> tuple[Rerun, ...]:
    """Run a bundle's job again, and say for each backend whether the outcome is the bundle's.

    backends: names; () is the bundle's own. Other versions, methods and systems are asked the same.
    against, limits, seeds: instead of the bundle's.

    Raises UsageError for a backend that does not exist.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.bugs.bundles import bundle_of
    >>> bundle = bundle_of(read_system("x^2 - 2"), "reference:split", ["sympy"])
    >>> [again.same for again in rerun(bundle, ["reference:split", "reference:general"])]
    [True, False]
    """
    asked = tuple(seeds) if seeds is not None else bundle.seeds
    if not asked:
        raise UsageError("no seeds", expected="at least one")
    several, used = len(asked) > 1, limits or bundle.limits
    done, goal = [], bundle.system.goal.task
    for backend in backends or (bundle.backend,):
        whole = whole_name(backend, goal)
        given = bundle.against if against is None else tuple(against)
        others = [name for name in given if whole_name(name, goal) != whole] or others_of(whole, goal)
        made = ask_each(bundle.system, backend, others, used, seeds=asked, fresh=several)
        runs = tuple(_with_witness(run, bundle) for run in made)
        fault = bundle.fault
        shown = 0 if fault is None else sum(run.shows(fault) for run in runs)
        before = {note.status for note in bundle.runs}
        alike = all(not run.failures and run.result.status in before for run in runs)
        done.append(Rerun(backend, runs, bool(shown) if fault is not None else alike, shown))
    return tuple(done)


def _with_witness(run: Run, bundle: Bundle) -> Run:
    """A run whose answer lacks the zero that the bundle's answer lacks has the bundle's fault.

    So it is seen also where the others have no answer, such as for a zero that was planted.
    """
    answer, fault = run.result.answer, bundle.fault
    if run.failures or answer is None or fault is None or run.result.status is not Status.COMPLETE:
        return run
    witness = bundle.verdict.get("witness") or {}
    point, ring = witness.get("point"), bundle.system.ring
    known = answer.ring == ring and answer.components_known and answer.task not in OWN_COMPARISON
    if fault.kind != Fault.MISSING_ZERO or not point or witness.get("extension") or not known:
        return run
    texts = [point.get(name, "") for name in ring.variables]
    if not all(_RATIONAL.fullmatch(text) for text in texts):
        return run
    try:
        values = [ring.field.element(Fraction(text)) for text in texts]
        lacks = all(any(f.evaluate(values) for f in component) for component in answer.components)
        if not lacks or bundle.system.first_violated(values) is not None:
            return run
    except (InputError, UnsupportedError):  # no element of the field, or a number that is too large
        return run
    return replace(run, failures=(replace(fault, backend=bare_name(run.result.name)),))
