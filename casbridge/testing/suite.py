"""The conformance suite: what each backend must do, whatever it is.

    backend ──check_contract, check_system, check_fault, check_smuggling──▶ Outcome … ──check_backend──▶ Report

- contract: the names, the methods, the templates, and what is refused;
- systems: each method on each system, its answer against zeros that are stated;
- faults: the backend's program replaced by one that goes wrong;
- smuggling: names, titles, origins and facts that try to become commands.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from casbridge.algebra.answers import Task
from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Backend, Counting, Job, Status
from casbridge.calls import with_hints
from casbridge.errors import BackendError, CasbridgeError, LimitError, UnsupportedError, UsageError
from casbridge.limits import Limits, Stopwatch
from casbridge.scripts import Method, render
from casbridge.testing.faults import FAULTS, Substitute, run_fault
from casbridge.testing.judging import what_is_wrong
from casbridge.testing.smuggling import smuggled_files, smuggled_text
from casbridge.testing.systems import SYSTEM_NAMES, Case, case_named, cases_for
from casbridge.testing.values import Exclusion, Kind, Outcome, Report, excluded, existing, unused

#: Seconds for one job, and for judging its answer.
SECONDS = 60.0
_UNKNOWN = "no-such-method"


@with_hints
def check_backend(
    backend: Backend | str,
    *,
    exclusions: Sequence[Exclusion] = (),
    methods: Iterable[str] | None = None,
    systems: Iterable[str] | None = None,
    faults: Iterable[str] | None = None,
    seconds: float = SECONDS,
    fake: Substitute | None = None,
) -> Report:
    """All checks of a backend, or some of them.

    backend: or the name of one that `casbridge backends` lists.
    exclusions: checks that are known to fail, with the reason.
    methods: the names of the methods to check; None for all of them.
    systems: the names of the systems, as in `SYSTEMS` and `GOAL_SYSTEMS`; None for all of them.
    faults: the names of the faults, as in `FAULTS`; None for all of them. Faults are for a `OneShotBackend`.
    seconds: the limit on each job.
    fake: the program that goes wrong; None for the usual one.

    A check that cannot be made because the program is not installed is `missing`, not failed. `Report.require` raises
    AssertionError where a check failed. What is no backend fails the first check, and gets no other one.

    Raises UsageError for a method, a system or a fault that does not exist.

    >>> from casbridge.backends import registry
    >>> print(check_backend(registry.get("reference"), methods=["split"], systems=["many", "inconsistent-7"]).ok)
    True
    """
    backend = registry.get(backend) if isinstance(backend, str) else backend
    found = list(check_contract(backend))
    if _is_a_backend(backend):
        return Report(str(getattr(backend, "name", type(backend).__name__)), "", tuple(found))
    names = existing("method", methods, [one.name for one in backend.methods])
    wanted = existing("system", systems, SYSTEM_NAMES)
    faulty = existing("fault", faults, FAULTS)
    chosen = [one for one in backend.methods if one.name in names]
    for method in chosen:
        cases = [case for case in cases_for(method) if case.name in wanted]
        found += [check_system(backend, method.name, case.name, exclusions, seconds) for case in cases]
        if backend.target is not None:
            found.append(check_smuggling(backend, method.name, seconds))
    if isinstance(backend, OneShotBackend):
        found += [check_fault(backend, name, fake) for name in faulty]
    if methods is None and systems is None:
        found += unused(exclusions, found)
    return Report(backend.name, backend.availability().version, tuple(found))


# -- contract ---------------------------------------------------------------------------------------------------------


def check_contract(backend: Backend) -> Iterator[Outcome]:
    """The checks of what a backend is, one by one. Its program is not started, except for its version.

    >>> from casbridge.backends import registry
    >>> [one.case for one in check_contract(registry.get("gap")) if one.kind is Kind.FAILED]
    []
    """
    for rule in (_is_a_backend, _methods_are_listed, _availability_is_told, _unknown_methods_raise, _scripts_render):
        watch = Stopwatch()
        try:
            wrong = rule(backend)
        except Exception as error:
            wrong = _raised(error)
        name = rule.__name__.strip("_").replace("_", " ")
        yield Outcome("contract", name, "", Kind.FAILED if wrong else Kind.PASSED, wrong, watch.seconds)
        if wrong and rule is _is_a_backend:
            return


def _is_a_backend(backend: Backend) -> str:
    if isinstance(backend, type):
        return f"it is the class {backend.__name__}; expected an object, {backend.__name__}()"
    members = ("name", "methods", "default_method", "target", "availability", "run")
    lacking = [name for name in members if not hasattr(backend, name)]
    return f"it lacks {', '.join(lacking)} of casbridge.Backend" if lacking else ""


def _methods_are_listed(backend: Backend) -> str:
    names = [method.name for method in backend.methods]
    if len(set(names)) != len(names):
        return f"a method is listed twice: {', '.join(names)}"
    return "" if backend.default_method in names else f"the default method {backend.default_method!r} is not listed"


def _availability_is_told(backend: Backend) -> str:
    found = backend.availability()
    if found.available:
        return "" if found.version else "it is available, and tells no version"
    return "" if found.reason and found.hint else "it is not available, and tells no reason or no hint"


def _unknown_methods_raise(backend: Backend) -> str:
    try:
        backend.run(Job(case_named("one-point").system, _UNKNOWN))
    except UsageError:
        return ""
    except Exception as error:
        return f"a method that does not exist raises no UsageError: {_raised(error)}"
    return "a method that does not exist raises no UsageError"


def _scripts_render(backend: Backend) -> str:
    """Each method has a template, and equal systems give equal scripts."""
    if backend.target is None:
        return ""
    # A method that only counts zeros may have its script elsewhere.
    listed = {method.name for method in backend.target.methods}
    missing = [one.name for one in backend.methods if one.name not in listed and one.task is not Task.NUMBER]
    if missing:
        return f"{missing[0]} is not among the target's methods"
    for method in backend.target.methods:
        rendered = 0
        for case in cases_for(method):
            try:
                first, second = (render(case.system, backend.target, method.name).text for _ in range(2))
            except UnsupportedError:
                continue
            except CasbridgeError as error:
                return f"{method.name}, {case.name}: {error}"
            rendered += 1
            if first != second:
                return f"{method.name}, {case.name}: two scripts differ"
        if not rendered:
            return f"{method.name} takes no system of the suite"
    return ""


# -- systems ----------------------------------------------------------------------------------------------------------


def check_system(
    backend: Backend, method: str, system: str, exclusions: Iterable[Exclusion] = (), seconds: float = SECONDS
) -> Outcome:
    """One method on one system, by name.

    Right are an answer with the zeros that are stated, and a refusal that says why.

    >>> from casbridge.backends import registry
    >>> print(check_system(registry.get("reference"), "general", "positive"))
    passed       systems    general: positive
    """
    watch, case, asked = Stopwatch(), case_named(system), _method(backend, method)
    try:
        kind, reason = _run_system(backend, asked, case, seconds)
    except Exception as error:
        kind, reason = Kind.FAILED, _raised(error)
    return excluded(Outcome("systems", system, method, kind, reason, watch.seconds), exclusions)


def _method(backend: Backend, name: str) -> Method:
    (known,) = existing("method", [name], [method.name for method in backend.methods])
    return next(method for method in backend.methods if method.name == known)


def _raised(error: Exception) -> str:
    """An exception that a backend must not raise, and the line that raised it."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"it raised {type(error).__name__}: {error} (line {place.lineno} of {Path(place.filename).name})"


def _run_system(backend: Backend, method: Method, case: Case, seconds: float) -> tuple[Kind, str]:
    job = Job(case.system, method.name, Limits(seconds))
    if method.task is Task.NUMBER and isinstance(backend, Counting):
        return _counted(backend, job, case)
    result = backend.run(job)
    if result.status is Status.MISSING:
        return Kind.MISSING, result.reason
    objection = method.objection_to(case.system)
    if result.status is Status.UNSUPPORTED:
        return Kind.UNSUPPORTED, result.reason
    if objection is not None:
        return Kind.FAILED, f"{result.status}, although the method objects: {objection}"
    if result.answer is None or result.status is not Status.COMPLETE:
        return Kind.FAILED, f"{result.status}: {result.reason}"
    if result.answer.ring != case.system.ring:
        return Kind.FAILED, f"an answer in {result.answer.ring}, not in {case.system.ring}"
    wrong = what_is_wrong(result, case.system, None if case.zeros is None else case.known(), seconds)
    return (Kind.FAILED, wrong) if wrong else (Kind.PASSED, "")


def _counted(backend: Counting, job: Job, case: Case) -> tuple[Kind, str]:
    """A number of zeros, for a method that has no other answer."""
    try:
        found = backend.count(job)
    except UnsupportedError as error:
        return Kind.UNSUPPORTED, str(error)
    except (LimitError, BackendError, MemoryError) as error:
        return Kind.FAILED, f"{type(error).__name__}: {error}"
    if found is None:
        return Kind.MISSING, "it counts nothing here"
    from casbridge.backends import registry

    truth = registry.run(case.system, "reference").answer
    points = set() if truth is None else set(truth.points())
    expected = len(points)
    if truth is None or None in points:
        return Kind.FAILED, f"{found.number} zeros; the zeros are no points of the field"
    return (Kind.PASSED, "") if found.number == expected else (Kind.FAILED, f"{found.number} zeros, not {expected}")


# -- faults and smuggling ---------------------------------------------------------------------------------------------


def check_fault(backend: OneShotBackend, fault: str, fake: Substitute | None = None) -> Outcome:
    """One fault by name. The real program need not be installed.

    >>> from casbridge.backends.gap import GapBackend
    >>> print(check_fault(GapBackend(), "half-answer"))
    passed       faults     ReducedGroebnerBasis: half-answer  (unparsable)
    """
    watch, method = Stopwatch(), backend.default_method
    name = fault or "none"
    (known,) = existing("fault", [fault], FAULTS)
    try:
        result, wrong = run_fault(backend, FAULTS[known], fake)
    except UnsupportedError as error:
        return Outcome("faults", name, method, Kind.UNSUPPORTED, str(error), watch.seconds)
    except Exception as error:
        return Outcome("faults", name, method, Kind.FAILED, _raised(error), watch.seconds)
    kind, reason = (Kind.FAILED, wrong) if wrong else (Kind.PASSED, str(result.status))
    return Outcome("faults", name, method, kind, reason, watch.seconds)


def check_smuggling(backend: Backend, method: str, seconds: float = SECONDS) -> Outcome:
    """Texts that try to become commands: in the script nothing but their cleaned form, and no file after a run.

    >>> from casbridge.backends import registry
    >>> check_smuggling(registry.get("reference"), "split").kind
    <Kind.UNSUPPORTED: 'unsupported'>
    """
    watch = Stopwatch()

    def outcome(kind: Kind, reason: str) -> Outcome:
        return Outcome("smuggling", "commands in texts", method, kind, reason, watch.seconds)

    if backend.target is None or method not in {one.name for one in backend.target.methods}:
        return outcome(Kind.UNSUPPORTED, "it has no script")
    checks: list[Callable[[], str | None]] = [
        lambda: smuggled_text(backend, method),
        lambda: smuggled_files(backend, method, seconds),
    ]
    for check in checks:
        try:
            wrong = check()
        except UnsupportedError as error:
            return outcome(Kind.UNSUPPORTED, str(error))
        except Exception as error:
            return outcome(Kind.FAILED, _raised(error))
        if wrong is None:
            return outcome(Kind.MISSING, "the program is not installed; the script is right")
        if wrong:
            return outcome(Kind.FAILED, wrong)
    return outcome(Kind.PASSED, "")
