"""Versions of backends out of the Python package index: `--with sympy==1.11.1` makes an environment of its own.

    "sympy==1.11.1" ──obtain──▶ Obtained: an environment and its name "sympy@1.11.1", or why there is none

Nothing is fetched unless it is named here. What was made stays in the user's cache folder and is found from then on.
"""

from __future__ import annotations

from dataclasses import dataclass

from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.packages import Package, cannot
from casbridge.errors import BackendError, LimitError, UsageError
from casbridge.limits import NEVER, Deadline
from casbridge.processes.environments import Requirement, environment, executables
from casbridge.processes.versions import is_version


@dataclass(frozen=True)
class Obtained:
    """A backend's version that was asked for.

    backend: the name of the backend. version: the system's, or what was asked for where it could not be had.
    reason: why it is not there, else "".

    >>> Obtained("sympy", "1.11.1").name
    'sympy@1.11.1'
    """

    backend: str
    version: str
    reason: str = ""

    @property
    def name(self) -> str:
        """backend@version"""
        return f"{self.backend}@{self.version}"


def packaged(text: str) -> tuple[str, Requirement]:
    """The backend that `NAME==VERSION` is about, and the requirement of the index that it stands for.

    text: the name of a backend and a version of the system, or the name of its distribution and a version of that.
    Raises UsageError for other texts, for a backend that is in no package, and for a version that no package is known
    to have.

    >>> name, requirement = packaged("singular==4.4.1")
    >>> name, requirement.name
    ('singular', 'passagemath-singular')
    """
    wanted = Requirement.of(text)
    offered: dict[str, Package] = {}
    problems = registry.problems()
    for name in registry.names():
        backend = None if name in problems else registry.get(name)
        if isinstance(backend, OneShotBackend) and backend.package is not None:
            offered[name] = backend.package
    for name, package in offered.items():
        if wanted.name == package.distribution != name:
            return name, wanted
        if wanted.name == name:
            if not is_version(wanted.version):
                raise UsageError(f"version {wanted.version!r} of {name}", expected="digits and dots")
            if release := package.release(wanted.version):
                return name, Requirement(package.distribution, release)
            known = ", ".join(package.releases)
            hint = f"a version of the distribution can be named instead: {package.distribution}==…"
            raise UsageError(f"no known package has {name} {wanted.version}", expected=f"one of {known}", hint=hint)
    raise UsageError(f"{wanted.name} is no backend in a package", expected=f"one of {', '.join(offered)}")


def obtain(text: str, deadline: Deadline = NEVER) -> Obtained:
    """Make the environment for `NAME==VERSION`, unless it is there. A failure is a reason, never an exception.

    The deadline is of the making alone; without it, MAKING_SECONDS hold. Raises UsageError as `packaged` does.

    >>> obtain("sympy==0.0.0.1", Deadline.after(0)).reason
    'sympy==0.0.0.1 could not be installed: no environment within 0 s'
    """
    name, requirement = packaged(text)
    backend = registry.get(name)
    assert isinstance(backend, OneShotBackend)
    package, program = backend.package, backend.program
    assert package is not None
    assert program is not None
    asked = Requirement.of(text).version
    try:
        options = ["--no-deps"] if package.alone else []
        folder = environment(requirement, options=options, beside=package.beside, deadline=deadline)
        for path in executables(folder, program.name):
            if version := program.version(path):
                return Obtained(name, version)
        reason = f"{requirement} has no {program.name} that tells its version"
    except (BackendError, LimitError) as error:
        reason = str(error)
    cannot(name, asked, reason)
    return Obtained(name, asked, reason)
