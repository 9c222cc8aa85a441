"""The backends as values: which are here, in which version, and what they can do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from casbridge.arguments import text_of
from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Backend
from casbridge.calls import with_hints
from casbridge.drawings import Shown
from casbridge.errors import printable
from casbridge.processes.locate import Availability
from casbridge.processes.program import side_by_side
from casbridge.scripts.values import Method


@dataclass(frozen=True, repr=False)
class BackendInfo(Shown):
    """A backend: whether it can be used here, and its methods.

    available: whether its program is here. version, path: of the program. Else reason says why, and hint what to do.
    versions: all versions of the program that are here.
    scripts: whether scripts can be written for it, also where it is not here.
    default_method: what its bare name means. methods: what `name:method` may mean.

    >>> reference = next(one for one in list_backends() if one.name == "reference")
    >>> reference.available, reference.default_method, len(reference.methods) > 5
    (True, 'series', True)
    """

    name: str
    availability: Availability
    versions: tuple[Availability, ...] = ()
    scripts: bool = False
    default_method: str = ""
    methods: tuple[Method, ...] = ()

    @property
    def available(self) -> bool:
        """Whether its program is here."""
        return self.availability.available

    @property
    def version(self) -> str:
        """The version of its program."""
        return self.availability.version

    @property
    def path(self) -> str:
        """Where its program is."""
        return self.availability.path

    @property
    def reason(self) -> str:
        """Why it cannot be used here."""
        return self.availability.reason

    @property
    def hint(self) -> str:
        """What to do where it cannot be used."""
        return self.availability.hint

    @staticmethod
    def of(backend: Backend) -> BackendInfo:
        """What a backend is. Its program is started if its version is not known yet."""
        found = backend.availability()
        versions = tuple(backend.versions(found)) if isinstance(backend, OneShotBackend) else ()
        known = backend.target is not None, backend.default_method, tuple(backend.methods)
        return BackendInfo(backend.name, found, versions, *known)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "name": self.name,
            "available": self.available,
            "version": self.version or None,
            "path": self.path or None,
            "versions": [{"version": one.version, "path": one.path} for one in self.versions],
            "reason": self.reason or None,
            "hint": self.hint or None,
            "scripts": self.scripts,
            "default_method": self.default_method,
            "methods": [method.as_dict() for method in self.methods],
        }

    def __repr__(self) -> str:
        there = self.version or "here" if self.available else f"missing: {self.availability.complaint}"
        return f"<Backend {self.name}, {printable(there, 160)}>"


class BackendList(tuple[BackendInfo, ...], Shown):
    """Backends, with a short `repr`.

    >>> BackendList(one for one in list_backends() if one.name == "reference")  # doctest: +ELLIPSIS
    <1 backend: reference ...>
    """

    __slots__ = ()

    def __repr__(self) -> str:
        here = [f"{one.name} {one.version}".strip() for one in self if one.available]
        missing = [one.name for one in self if not one.available]
        said = ", ".join(here) + (f"; missing: {', '.join(missing)}" if missing else "")
        return f"<{len(self)} backend{'s' * (len(self) != 1)}: {printable(said, 360)}>"


@with_hints
def list_backends(*names: str) -> BackendList:
    """All backends, casbridge's own first: the programs that are here with their versions, and the missing ones.

    names: list only these backends, such as "singular". Raises UsageError for a name that no backend has.

    The programs whose version is not known yet are started, side by side; at the first time this takes some seconds.

    >>> [one.name for one in list_backends()][:2]
    ['reference', 'singular']
    >>> [one.name for one in list_backends("reference")]
    ['reference']
    """
    for name in names:
        registry.get(text_of(name, "the name of a backend"))
    problems = {name: why for name, why in registry.problems().items() if not names or name in names}
    asked = [name for name in registry.names() if not names or name in names]
    backends = [registry.get(name) for name in asked if name not in problems]
    found = side_by_side([partial(BackendInfo.of, backend) for backend in backends])
    broken = [BackendInfo(name, Availability(False, reason=reason)) for name, reason in problems.items()]
    return BackendList([*found, *broken])
