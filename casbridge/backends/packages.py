"""The packages of the Python package index that have a computer algebra system, and its version in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from casbridge.processes.versions import matches

#: For each version that could not be had, the reason; `missing` results say it.
_failed: dict[tuple[str, str], str] = {}


@dataclass(frozen=True)
class Package:
    """The distribution that holds a computer algebra system.

    distribution: its name in the index.
    releases: version of the system → version of the distribution, the preferred one first; empty where they are equal.
    alone: whether it is installed without what it depends on.
    beside: more requirements in pip's form.

    >>> Package("passagemath-singular", {"4.4.1.5": "10.8.13"}).release("4.4")
    '10.8.13'
    """

    distribution: str
    releases: Mapping[str, str] = field(default_factory=dict)
    alone: bool = False
    beside: Sequence[str] = ()

    def release(self, version: str) -> str:
        """The version of the distribution that has a version of the system; "" where none is known."""
        if not self.releases:
            return version
        return next((release for known, release in self.releases.items() if matches(known, version)), "")


def cannot(backend: str, version: str, reason: str) -> None:
    """Note why a version that was asked for could not be had in this process.

    >>> cannot("mycas", "0.1", "no connection")
    >>> why_not("mycas", "0.1")
    'no connection'
    """
    _failed[backend, version] = reason


def why_not(backend: str, version: str) -> str:
    """Why a version that was asked for could not be had in this process; "" where it was not asked for.

    >>> why_not("singular", "0.1")
    ''
    """
    return _failed.get((backend, version), "")


def hint_for(backend: str, package: Package | None, version: str) -> str:
    """How to get a version of a system, beside naming its program; "" where no package is known to have it.

    >>> from casbridge.backends.sympy import SymPyBackend
    >>> hint_for("sympy", SymPyBackend.package, "1.11.1")
    '--with sympy==1.11.1'
    """
    return f"--with {backend}=={version}" if package is not None and package.release(version) else ""
