"""Backends: one module per computer algebra system, and the registry of them.

    Job (system, method, limits) ──backend.run──▶ Result (status, answer or reason, script, transcript, times)

    --with NAME==VERSION ──fetching──▶ a version of a backend, in an environment of its own (packages)

    registry ──▶ reference                              casbridge's own answer
             ──▶ gap, sage, fricas, … ──▶ oneshot       a script, a process, an answer file
             ──▶ singular ──▶ oneshot, session    the same, or a session that stays

Read protocol and registry first; then oneshot, transcripts, macaulay2 (a small backend), singular, session. A backend's
module has its target, which says what scripts look like, and its class. `objections` is what the targets share.
The package may be called: `casbridge.backends()` is `list_backends()`.
"""

from __future__ import annotations

from casbridge.lazy import called, lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from casbridge.backends.listing import BackendInfo as BackendInfo, list_backends as list_backends
    from casbridge.backends.oneshot import OneShotBackend as OneShotBackend
    from casbridge.backends.protocol import (
        AnyResult as AnyResult,
        Backend as Backend,
        Count as Count,
        Counting as Counting,
        Job as Job,
        Result as Result,
        Status as Status,
        Stream as Stream,
        Streaming as Streaming,
        Versioned as Versioned,
    )
    from casbridge.backends.registry import (
        get as get,
        names as names,
        problems as problems,
        register as register,
        run as run,
        unregister as unregister,
    )
    from casbridge.backends.transcripts import parse as parse
    from casbridge.backends.writing import render as render

    class CalledBackends(ModuleType):
        __call__ = staticmethod(list_backends)


_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        "listing": "BackendInfo list_backends",
        "oneshot": "OneShotBackend",
        "protocol": "AnyResult Backend Count Counting Job Result Status Stream Streaming Versioned",
        "registry": "get names problems register run unregister",
        "transcripts": "parse",
        "writing": "render",
    },
)
__all__ = [*_HOMES]
called(__name__, "listing:list_backends")
