"""Keys of results: what determines a result, as a hash. Equal keys, equal results.

Work, rendered script ──key_of──▶ the key of its result
backend, version ──basis_of──▶ a fingerprint without rendering: while it is the same, so are the keys
"""

from __future__ import annotations

import hashlib
import inspect
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from casbridge import files
from casbridge.backends import registry
from casbridge.errors import BackendError, UsageError
from casbridge.version import version as own_version

if TYPE_CHECKING:
    from casbridge.scripts import Script
    from casbridge.studies.values import Work

#: One more when the meaning of keys changes.
_FORM = "result 1"
_DIGITS = 32
_SHORT = 16


def key_of(work: Work, version: str, method: str = "", script: Script | None = None) -> str:
    """The key of a job's result: a hash of its input, its script, its method, the versions and the repeat.

    Limits do not count, nor does the name of the input. Where there is no script, casbridge's version counts instead;
    in a script its own line with that version does not count.

    version: of the CAS. method: the method's name; "" for the one that the work names, or else the backend's default.
    script: as rendered with an answer's file.

    >>> from casbridge.studies.values import Case, Input, Work
    >>> first = Work(1, Case(Input("circle", "system", "x^2 + y^2 - 1")), "given", "reference:general", 1)
    >>> again = Work(2, Case(Input("a circle", "system", "x^2 + y^2 - 1")), "given", "reference:general", 1)
    >>> key_of(first, "1.0") == key_of(again, "1.0"), key_of(first, "1.0") == key_of(first, "1.1")
    (True, False)
    """
    name, _, named = work.backend.partition(":")
    base = name.partition("@")[0]
    chosen = method or named or _default_method(base)
    case = work.case
    about = [case.input.kind, case.input.text, case.encoding, case.field, work.variable_order]
    written = [own_version(), case.input.reason] if script is None else [_own(script)]
    parts = [_FORM, *about, base, chosen, str(_method_version(base, chosen)), version, str(work.repeat), *written]
    return _digest(parts)[:_DIGITS]


def basis_of(backend: str, version: str) -> str:
    """A fingerprint of what determines the keys of a backend's jobs beside the jobs themselves; no script is rendered.

    It has casbridge's code, the templates of the backend, its methods with their versions, and the version of the CAS.
    While the basis of a job's backend is the same, the job's key is the same.

    backend: as a plan names it. version: of the CAS, "" where it is missing.

    >>> basis_of("singular:std", "4.4.1") == basis_of("singular:std", "4.4.0")
    False
    """
    base = backend.partition(":")[0].partition("@")[0]
    methods = [f"{name} {number}" for name, number in _methods(base)]
    return _digest([_FORM, backend, version, own_version(), _code(), _backend_code(base), *methods])[:_SHORT]


def _own(script: Script) -> str:
    """A script's text without what names it: casbridge's version and the digest of the job."""
    from casbridge.scripts.rendering import clean

    return script.text.replace(f"Written by casbridge {clean(own_version())}. Job {script.job}.", "").replace(
        script.job, ""
    )


@cache
def _methods(base: str) -> tuple[tuple[str, int], ...]:
    try:
        return tuple((method.name, getattr(method, "version", 1)) for method in registry.get(base).methods)
    except (UsageError, BackendError):  # it cannot be loaded: the job itself says so
        return ()


def _method_version(base: str, method: str) -> int:
    return dict(_methods(base)).get(method, 0)


@cache
def _default_method(base: str) -> str:
    try:
        return registry.get(base).default_method
    except (UsageError, BackendError):
        return ""


def own_code() -> str:
    """A hash of casbridge's code and of the templates that come with it.

    >>> own_code() == own_code()
    True
    """
    return _code()


@cache
def _code() -> str:
    package = Path(__file__).resolve().parents[1]
    return _hash_of([*package.rglob("*.py"), *files.shipped("templates").rglob("*.j2")])


@cache
def _backend_code(base: str) -> str:
    """A hash of a backend's own module and templates, where others than casbridge's own brought them."""
    try:
        backend = registry.get(base)
        found = [Path(inspect.getfile(type(backend)))]
    except (UsageError, BackendError, TypeError, OSError):
        return ""
    if backend.target is not None and backend.target.templates is not None:
        found += [path for path in backend.target.templates.rglob("*") if path.is_file()]
    return _hash_of(found)


def _hash_of(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        try:
            content = path.read_bytes()
        except OSError:
            continue
        digest.update(f"{path.parent.name}/{path.name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _digest(parts: list[str]) -> str:
    """A hash of texts, each with its length: no two lists have the same."""
    digest = hashlib.sha256()
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(encoded))
        digest.update(encoded)
    return digest.hexdigest()
