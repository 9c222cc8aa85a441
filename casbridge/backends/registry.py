"""Backends by name, casbridge's own and those of installed packages; `run` asks one of them.

A package adds a backend by an entry point in the group `casbridge.backends`, a name and a class without required
arguments (or a function that makes a backend, or a backend):

    [project.entry-points."casbridge.backends"]
    mycas = "my_package.casbridge:MyBackend"
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from fnmatch import fnmatchcase
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from casbridge.algebra.answers import OWN_COMPARISON, Task
from casbridge.algebra.subjects import read_subject
from casbridge.algebra.systems import system_of
from casbridge.arguments import text_of, wrong
from casbridge.backends.protocol import Backend, Job, Versioned
from casbridge.calls import with_hints
from casbridge.errors import BackendError, UsageError, printable
from casbridge.limits import Limits

if TYPE_CHECKING:
    from casbridge.backends.protocol import Result

#: casbridge's own backends: a name, and where its class is, or the backend itself.
OWN_BACKENDS = {
    "reference": "casbridge.backends.reference:ReferenceBackend",
    "singular": "casbridge.backends.singular:SingularBackend",
    "sympy": "casbridge.backends.sympy:SymPyBackend",
    "sage": "casbridge.backends.sage:SageBackend",
    "gap": "casbridge.backends.gap:GapBackend",
    "macaulay2": "casbridge.backends.macaulay2:Macaulay2Backend",
    "maxima": "casbridge.backends.maxima:MaximaBackend",
    "giac": "casbridge.backends.giac:GiacBackend",
    "msolve": "casbridge.backends.msolve:MsolveBackend",
    "pari": "casbridge.backends.pari:PariBackend",
    "fricas": "casbridge.backends.fricas:FricasBackend",
    "maple": "casbridge.backends.maple:BACKEND",
    "magma": "casbridge.backends.magma:BACKEND",
    "mathematica": "casbridge.backends.mathematica:BACKEND",
    "oscar": "casbridge.backends.oscar:BACKEND",
    "phcpack": "casbridge.backends.phcpack:BACKEND",
    "bertini": "casbridge.backends.bertini:BACKEND",
}

_NAME = "the name of a backend, such as 'singular' or 'singular:std'"
_lock = threading.RLock()
_registered: dict[str, Backend] = {}
_loaded: dict[str, Backend] = {}


def names() -> tuple[str, ...]:
    """The names of all backends, casbridge's own first, whether or not they can be loaded or used.

    >>> "singular" in names()
    True
    """
    return tuple(dict.fromkeys([*_declared()[0], *_registered]))


def get(name: str) -> Backend:
    """The backend of a name, always the same object. `name@version` is the backend with a program of that version.

    Raises UsageError for a name that is not known, also in CASBRIDGE_HIDE; BackendError for a backend that cannot be
    loaded.

    >>> get("singular").name
    'singular'
    """
    text_of(name, _NAME)
    if os.environ.get("CASBRIDGE_HIDE"):
        from casbridge.processes.locate import hidden_names

        hidden_names()  # a name that is not known is an error before anything starts
    with _lock:
        if name in _registered:
            return _registered[name]
        base, at, version = name.partition("@")
        if at and name not in _loaded:
            _loaded[name] = _of_version(get(base), version)
        if name not in _loaded:
            own = OWN_BACKENDS.get(name)
            value, package = (own, "casbridge") if own else _declared()[0].get(name, ("", ""))
            if not value:
                raise _unknown_backend(name)
            _loaded[name] = _made(value, f"backend {name} ({value} of {package})")
        return _loaded[name]


def split_name(text: str, task: Task | None = None) -> tuple[Backend, str]:
    """The backend and the method's name that `backend:method` means; a bare backend's name means its default method.

    task: a system's goal is for this task. Then a bare name means the backend's first method for it.

    `backend@version:method` means a program of that version: 4.4.1, say, for singular@4.4:std. It is looked for when
    the backend is used. Where there is none, the result is `missing`.

    Raises UsageError for a backend or a method that does not exist, and where a backend has no method for the task.

    >>> split_name("sympy", Task.FACTORS)[1]
    'factor_list'
    >>> backend, method = split_name("singular:char_series")
    >>> backend.name, method
    ('singular', 'char_series')
    >>> split_name("singular@4.4:std")[0].name
    'singular@4.4'
    """
    hint = {"other": "register(backend), then its name"} if isinstance(text, Backend) else None
    name, colon, method = text_of(text, _NAME, hint).strip().partition(":")
    backend = get(name)
    if not colon:
        if task is None:
            return backend, backend.default_method
        fitting = next((one.name for one in backend.methods if one.task is task), None)
        if fitting is None:
            raise UsageError(f"{name} has no method for {task}", expected="another backend, or one of its methods")
        return backend, fitting
    known = [m.name for m in backend.methods]
    if method not in known:
        raise _unknown(f"no method {method!r} of {name}", method, known, f"{name}:")
    return backend, method


def is_pattern(text: str) -> bool:
    """Whether a name is a pattern for `matching`.

    >>> is_pattern("singular:*"), is_pattern("singular:std")
    (True, False)
    """
    return any(sign in text for sign in "*?[")


def matching(pattern: str) -> tuple[str, ...]:
    """The methods whose answers have the system's zeros, by a shell pattern for backend:method, as whole names.

    A pattern without a colon stands for backends: "*" is each method of each backend whose program casbridge runs. A
    backend that cannot be loaded has no methods, see `problems`. A version may stand in the pattern: "singular@4.4:*".

    >>> matching("reference:s*")
    ('reference:series', 'reference:split')
    """
    wanted, _, methods = pattern.strip().partition(":")
    base, at, version = wanted.partition("@")
    broken = problems()
    return tuple(
        f"{name}{at}{version}:{method.name}"
        for name in names()
        if name not in broken and fnmatchcase(name, base) and not (base == "*" and is_script_only(get(name)))
        for method in get(name).methods
        if method.task not in OWN_COMPARISON | {Task.NUMBER} and fnmatchcase(method.name, methods or "*")
    )


def expanded(given: Sequence[str]) -> list[str]:
    """The names, each pattern replaced by the methods that it matches, except those that another name means already.

    Raises UsageError for a pattern that matches no method.

    >>> expanded(["reference:split", "reference:s*"])
    ['reference:split', 'reference:series']
    """
    found: list[str] = []
    for name in given:
        if not is_pattern(name):
            found.append(name)
            continue
        matched = matching(name)
        if not matched:
            said = f"the pattern {printable(name, 60)} matches no method that gives zeros"
            raise UsageError(said, expected=f'"*", or a pattern for methods of {", ".join(names())}')
        named = [split_name(one) for one in given if not is_pattern(one)]
        found += [one for one in matched if one not in found and split_name(one) not in named]
    return found


def is_script_only(backend: Backend) -> bool:
    """Whether a backend writes scripts, and casbridge never runs its program.

    >>> is_script_only(get("maple")), is_script_only(get("gap"))
    (True, False)
    """
    return bool(getattr(backend, "scripts_only", False))


def split_zeros_name(text: str) -> tuple[Backend, str]:
    """`split_name` for a method whose answers have the system's zeros. Raises UsageError for other methods too.

    >>> split_zeros_name("singular:dim")
    Traceback (most recent call last):
    casbridge.errors.UsageError: singular:dim gives dimension and degree; expected a method that gives zeros
    """
    backend, method = split_name(text)
    task = task_of(backend, method)
    if task in OWN_COMPARISON:
        raise UsageError(f"{backend.name}:{method} gives {task}", expected="a method that gives zeros")
    return backend, method


def split_counting_name(text: str) -> tuple[Backend, str]:
    """`split_zeros_name`, also for a method by which the backend counts zeros without listing them.

    >>> split_counting_name("singular:vdim")[1]
    'vdim'
    """
    backend, method = split_name(text)
    return (backend, method) if method in getattr(backend, "counted", ()) else split_zeros_name(text)


def task_of(backend: Backend, method: str) -> Task | None:
    """The task of a backend's method; None for a method that it does not list.

    >>> task_of(*split_name("singular:dim")), task_of(*split_name("sympy"))
    (<Task.DIMENSION: 'dimension and degree'>, <Task.BASIS: 'groebner basis'>)
    """
    return next((one.task for one in backend.methods if one.name == method), None)


def tasks_of(chosen: Sequence[tuple[Backend, str]]) -> list[tuple[str, Task | None]]:
    """The whole name and the task of each method.

    >>> tasks_of([split_name("singular:dim")])
    [('singular:dim', <Task.DIMENSION: 'dimension and degree'>)]
    """
    return [(f"{backend.name}:{method}", task_of(backend, method)) for backend, method in chosen]


@with_hints
def run(
    subject: Any,
    backend: str = "reference",
    *,
    seconds: float | None = None,
    memory: int | None = None,
    limit: int | None = None,
    seed: int = 0,
    fresh: bool = False,
) -> Result:
    """Ask one backend (`name` or `name:method`) about a system.

    subject: a PolynomialSystem, an EncodedPuzzle, or equations of SymPy's, Sage's or casbridge's; see `read_subject`.
    seconds, memory (bytes), limit (answers): limits on the job; see `casbridge.limits.Limits`.
    seed, fresh: the CAS's random seed, 0 for its own; whether the job gets a process of its own. See `Job`.
    A failure of the backend is a status of the result, never an exception. Raises UsageError for a backend or method
    that does not exist, for a limit that is no positive number, and for a wrong seed.

    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> result = run(encode(Puzzle(sudoku(2, 2), (0,) * 16)))
    >>> str(result.status), len(result.answer)
    ('complete', 288)
    """
    system = system_of(read_subject(subject))
    chosen, method = split_name(backend, system.goal.task)
    return chosen.run(Job(system, method, Limits(seconds, memory, limit), seed, fresh))


def problems() -> dict[str, str]:
    """The backends that cannot be loaded, or whose name is taken, with the reason. The others do not suffer from them.

    >>> "singular" in problems()
    False
    """
    _, found = _declared()
    for name in names():
        try:
            get(name)
        except BackendError as error:
            found[name] = str(error)
    return found


@with_hints
def register(backend: Backend, *, replace: bool = False) -> None:
    """Add a backend to this process. Raises UsageError where its name is taken and `replace` is false.

    >>> register(get("sympy"))
    Traceback (most recent call last):
    casbridge.errors.UsageError: a second backend named sympy; expected a name of its own, or replace=True
    """
    if not isinstance(backend, Backend):
        needs = "an instance with name, methods, default_method, target, availability() and run()"
        raise wrong(
            backend, f"a backend: {needs}", {"text": "the backends of packages are found by their entry points"}
        )
    with _lock:
        if not replace and backend.name in names():
            raise UsageError(f"a second backend named {backend.name}", expected="a name of its own, or replace=True")
        _registered[backend.name] = _checked(backend, backend.name)


def unregister(name: str) -> None:
    """Remove a backend that `register` added; one of the same name that was hidden by it is visible again.

    >>> unregister("mycas")
    """
    with _lock:
        _registered.pop(name, None)


def close_all() -> None:
    """Close what backends keep open (sessions). They can be used again.

    >>> close_all()
    """
    with _lock:
        backends = [*_loaded.values(), *_registered.values()]
    for backend in backends:
        if callable(close := getattr(backend, "close", None)):
            close()


def _declared() -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    """The entry points, name → value and package, our own first, and what is wrong with those that were left out."""
    from importlib.metadata import entry_points

    declared = {name: (value, "casbridge") for name, value in OWN_BACKENDS.items()}
    wrong: dict[str, str] = {}
    for point in entry_points(group="casbridge.backends"):
        package = "an unknown package" if point.dist is None else point.dist.name
        value, first = declared.setdefault(point.name, (point.value, package))
        if value != point.value:
            wrong[f"{point.name} ({package})"] = f"the name {point.name} is taken by {first}"
    return declared, wrong


def _unknown_backend(name: str) -> UsageError:
    """The error for a backend that does not exist. The name may be a backend and its method, or two backends."""
    found = f"no backend {name!r}"
    for sign in "./;+| ":
        first, _, second = (part.strip() for part in name.partition(sign))
        if second and first in names():
            colon = f"a method stands behind a colon: {first}:{second}"
            hint = colon if sign in "./" else f"a comma stands between two names: {first},{second}"
            return UsageError(found, expected=f"one of {', '.join(names())}", hint=hint)
    return _unknown(found, name, names())


def _unknown(found: str, name: str, known: Sequence[str], prefix: str = "") -> UsageError:
    """The error for a name that is not among the known ones. prefix: of a method's whole name."""
    from difflib import get_close_matches

    close = [one for one in known if one.lower() == name.lower()] or get_close_matches(name, known, n=1)
    expected = f"one of {', '.join(known)}" if known else f"{prefix.rstrip(':')} alone"
    return UsageError(found, expected=expected, hint=f"did you mean {prefix}{close[0]}?" if close else None)


def _of_version(backend: Backend, version: str) -> Backend:
    """The backend with a program of a version. Raises UsageError for one without versions, and for what is none."""
    from casbridge.processes.versions import is_version

    if not is_version(version):
        expected = "digits and dots, such as 4.4.1"
        raise UsageError(f"version '{printable(version, 40)}' of {backend.name}", expected=expected)
    if not isinstance(backend, Versioned):
        raise UsageError(f"{backend.name} has no versions to choose from", expected=f"{backend.name} alone")
    return backend.of_version(version)


def _made(value: str, where: str) -> Backend:
    """The backend that an entry point's value means: an instance, or what makes one."""
    module, _, attributes = value.partition(":")
    try:
        found = attrgetter(attributes)(import_module(module.strip()))
        backend = found() if callable(found) else found
    except Exception as error:
        raise BackendError(printable(f"{where} cannot be loaded: {type(error).__name__}: {error}")) from error
    return _checked(backend, where)


def _checked(backend: object, where: str) -> Backend:
    if isinstance(backend, Backend):
        return backend
    raise BackendError(f"{where} is no backend: it needs name, methods, default_method, target, availability(), run()")
