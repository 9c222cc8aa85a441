"""The options that the plug-in has beside SymPy's, and the record of who computed what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from logging import getLogger
from typing import Any, NamedTuple

from casbridge.arguments import kind_of
from casbridge.calls import with_hints
from casbridge.drawings import Shown
from casbridge.errors import UsageError, printable
from casbridge.limits import Limits

#: The name that means SymPy itself, in this process.
ITSELF = "sympy"
#: The backend that `checked=True` asks beside.
SECOND = "reference"

_LOGGER = getLogger("casbridge.sympy")


@with_hints
@dataclass(frozen=True)
class Settings(Shown):
    """Options of every function of the plug-in.

    backend: a backend's name, `name:method`, or a list. The first of a list whose program is installed is asked.
        "sympy" is SymPy itself, in this process.
    checked: whether a second backend is asked as well, and must agree. True is casbridge's reference, a name another.
    seconds, memory: limits on each job of a backend, memory in bytes. SymPy itself has none.
    fallback: whether SymPy computes what the backend cannot; otherwise CannotError is raised.

    Raises UsageError for other values.

    >>> Settings(backend=("singular", "sympy")).backends
    ('singular', 'sympy')
    """

    backend: str | Sequence[str] = "singular"
    checked: bool | str = False
    seconds: float | None = None
    memory: int | None = None
    fallback: bool = True

    def __post_init__(self) -> None:
        listed = isinstance(self.backend, (str, list, tuple)) and bool(self.backend)
        if not listed or not all(isinstance(name, str) and name for name in self.backends):
            found = f"backend={printable(repr(self.backend), 60)}"
            raise UsageError(found, expected="a name such as 'singular', or a list of names")
        if not isinstance(self.fallback, bool):
            raise UsageError(f"fallback={printable(repr(self.fallback), 60)}", expected="True or False")
        if not isinstance(self.checked, bool | str) or self.checked == "":
            found = f"checked={printable(repr(self.checked), 60)}"
            raise UsageError(found, expected="True, False, or a second backend's name")
        Limits(self.seconds, self.memory)

    @property
    def backends(self) -> tuple[str, ...]:
        """The names of the backends in the order in which they are tried."""
        return (self.backend,) if isinstance(self.backend, str) else tuple(self.backend)

    @property
    def second(self) -> str | None:
        """The name of the backend that checks; None without one."""
        return SECOND if self.checked is True else self.checked or None


@with_hints
@dataclass(frozen=True)
class Call:
    """Who computed one step of a function.

    function: the function of the plug-in that was called. engine: `backend:method`, or "sympy" for SymPy itself.
    reason: why SymPy itself computed it; "" for a backend. version: the backend's.

    >>> Call("groebner", "singular:std", version="4.4.1").engine
    'singular:std'
    """

    function: str
    engine: str
    reason: str = ""
    version: str = ""


class _State(NamedTuple):
    settings: Settings
    function: str
    records: tuple[list[Call], ...]


_STATE: ContextVar[_State] = ContextVar("casbridge.sympy")
_AT_FIRST = _State(Settings(), "", ())
_NAMES = tuple(field.name for field in fields(Settings))


def current() -> Settings:
    """The settings that hold here.

    >>> current().backends
    ('singular',)
    """
    return _STATE.get(_AT_FIRST).settings


def using(*unnamed: object, **changes: Any) -> AbstractContextManager[list[Call]]:
    """Change settings for all calls inside a `with` block; the block gets the list of what was called.

    changes: fields of `Settings`. Raises UsageError for others, and for values without a name.

    >>> from sympy.abc import x
    >>> from casbridge.sympy import groebner
    >>> with using(backend="sympy") as calls:
    ...     print(groebner([x**2 - 1, x - 1]).exprs)
    [x - 1]
    >>> calls
    [Call(function='groebner', engine='sympy', reason="backend='sympy'", version='')]
    """
    expected = f"settings by name: {', '.join(_NAMES)}"
    if unnamed:
        found = f"using() with {kind_of(unnamed[0])} without a name"
        raise UsageError(found, expected=expected, hint="such as using(backend='singular')")
    unknown = [name for name in changes if name not in _NAMES]
    if unknown:
        raise UsageError(f"the setting {printable(unknown[0], 60)!r}", expected=expected)
    return _changed(replace(current(), **changes))


@contextmanager
def _changed(settings: Settings) -> Iterator[list[Call]]:
    calls: list[Call] = []
    state = _STATE.get(_AT_FIRST)
    changed = _State(settings, state.function, (*state.records, calls))
    token = _STATE.set(changed)
    try:
        yield calls
    finally:
        _STATE.reset(token)


@contextmanager
def calling(function: str, options: dict[str, Any]) -> Iterator[None]:
    """Inside: a function of the plug-in runs, with its own settings. They are taken out of its options.

    function: its name, unless another one calls it.

    >>> options = {"order": "lex", "seconds": 5}
    >>> with calling("groebner", options):
    ...     print(current().seconds, options)
    5 {'order': 'lex'}
    """
    state = _STATE.get(_AT_FIRST)
    own = {name: options.pop(name) for name in _NAMES if name in options}
    token = _STATE.set(state._replace(settings=replace(state.settings, **own), function=state.function or function))
    try:
        yield
    finally:
        _STATE.reset(token)


def note(engine: str, reason: str = "", version: str = "") -> None:
    """Record who computed a step, for the `with using()` blocks around and for the log `casbridge.sympy`.

    >>> with using() as calls:
    ...     note("singular:std")
    >>> calls[0].engine
    'singular:std'
    """
    state = _STATE.get(_AT_FIRST)
    call = Call(state.function, engine, reason, version)
    for calls in state.records:
        calls.append(call)
    _LOGGER.debug("%s by %s%s", call.function or "a basis", engine, f": {reason}" if reason else "")
