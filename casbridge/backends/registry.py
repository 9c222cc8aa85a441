"""Backends by name: casbridge's own and those of installed packages.

A package adds a backend by an entry point in the group `casbridge.backends`, a name and a class without required
arguments (or a function that makes a backend, or a backend):

    [project.entry-points."casbridge.backends"]
    mycas = "my_package.casbridge:MyBackend"
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from casbridge.backends.protocol import Backend
from casbridge.errors import BackendError, UsageError, printable
from casbridge.processes.availability import Availability

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: The group of entry points.
GROUP = "casbridge.backends"
#: Our own entry points, so that a program that asks for one of them need not look through all packages.
OWN_BACKENDS = {
    "reference": "casbridge.backends.reference:ReferenceBackend",
    "singular": "casbridge.backends.singular:SingularBackend",
    "sympy": "casbridge.backends.sympy:SymPyBackend",
    "sage": "casbridge.backends.sage:SageBackend",
    "gap": "casbridge.backends.gap:GapBackend",
}

_lock = threading.RLock()
_registered: dict[str, Backend] = {}
_loaded: dict[str, Backend] = {}


def names() -> tuple[str, ...]:
    """The names of all backends, casbridge's own first, whether or not they can be loaded or used.

    >>> "singular" in names()
    True
    """
    declared, _ = _declared()
    return tuple(dict.fromkeys([*declared, *_registered]))


def get(name: str) -> Backend:
    """The backend of a name, always the same object.

    Raises UsageError for a name that is not known, BackendError for a backend that cannot be loaded.

    >>> get("singular").name
    'singular'
    """
    with _lock:
        if name in _registered:
            return _registered[name]
        if name in OWN_BACKENDS and name not in _loaded:
            _loaded[name] = _made(partial(_own, OWN_BACKENDS[name]), f"backend {name}")
        if name not in _loaded:
            declared, _ = _declared()
            if name not in declared:
                known = names()
                close = _close_to(name, known)
                raise UsageError(
                    f"no backend {name!r}",
                    expected=f"one of {', '.join(known)}",
                    hint=f"did you mean {close[0]}?" if close else None,
                )
            _loaded[name] = _load(declared[name])
        return _loaded[name]


def split_name(text: str) -> tuple[Backend, str]:
    """The backend and the method's name that `backend:method` means; a bare backend's name means its default method.

    Raises UsageError for a backend or a method that does not exist.

    >>> backend, method = split_name("singular:char_series")
    >>> backend.name, method
    ('singular', 'char_series')
    """
    name, colon, method = text.strip().partition(":")
    backend = get(name)
    if not colon:
        return backend, backend.default_method
    known = [m.name for m in backend.methods]
    if method not in known:
        by_case = [m for m in known if m.lower() == method.lower()]
        close = by_case or _close_to(method, known)
        raise UsageError(
            f"no method {method!r} of {name}",
            expected=f"one of {', '.join(known)}" if known else f"{name} alone",
            hint=f"did you mean {name}:{close[0]}?" if close else None,
        )
    return backend, method


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


def availabilities() -> dict[str, Availability]:
    """For each backend that can be loaded, whether it can be used here. The programs are asked side by side.

    >>> availabilities()["reference"].available
    True
    """
    from casbridge.processes.side_by_side import side_by_side

    broken = problems()
    backends = {name: get(name) for name in names() if name not in broken}
    found = side_by_side([backend.availability for backend in backends.values()])
    return dict(zip(backends, found, strict=True))


def register(backend: Backend, *, replace: bool = False) -> None:
    """Add a backend to this process. Raises UsageError where its name is taken and `replace` is false.

    >>> register(get("sympy"))
    Traceback (most recent call last):
    casbridge.errors.UsageError: a second backend named sympy; expected a name of its own, or replace=True
    """
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
        close = getattr(backend, "close", None)
        if callable(close):
            close()


def _declared() -> tuple[dict[str, EntryPoint], dict[str, str]]:
    """The entry points by name, our own first, and what is wrong with those that were left out."""
    from importlib.metadata import EntryPoint, entry_points

    own = [EntryPoint(name, value, GROUP) for name, value in OWN_BACKENDS.items()]
    declared = {point.name: point for point in own}
    wrong: dict[str, str] = {}
    for point in entry_points(group=GROUP):
        first = declared.setdefault(point.name, point)
        if first.value != point.value:
            wrong[f"{point.name} ({_package(point)})"] = f"the name {point.name} is taken by {_package(first)}"
    return declared, wrong


def _package(point: EntryPoint) -> str:
    if point.dist is None:
        return "casbridge" if OWN_BACKENDS.get(point.name) == point.value else "an unknown package"
    return point.dist.name


def _close_to(name: str, known: Sequence[str]) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(name, known, n=1)


def _own(value: str) -> Any:
    """What one of our own entry points means."""
    module, _, name = value.partition(":")
    return getattr(import_module(module), name)


def _load(point: EntryPoint) -> Backend:
    return _made(point.load, f"backend {point.name} ({point.value} of {_package(point)})")


def _made(load: Callable[[], Any], where: str) -> Backend:
    try:
        found = load()
        backend = found() if callable(found) else found
    except Exception as error:
        raise BackendError(printable(f"{where} cannot be loaded: {type(error).__name__}: {error}")) from error
    return _checked(backend, where)


def _checked(backend: object, where: str) -> Backend:
    if not isinstance(backend, Backend):
        raise BackendError(
            f"{where} is no backend: it needs name, methods, default_method, target, availability(), run()"
        )
    return backend
