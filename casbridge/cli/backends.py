"""casbridge backends

Examples:
  casbridge backends
  casbridge backends --with sympy==1.11.1 --with singular==4.4.1
  CASBRIDGE_SINGULAR=/opt/singular/bin/Singular casbridge backends --json
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Backend
from casbridge.cli import options
from casbridge.cli.output import print_document
from casbridge.cli.versions import with_versions
from casbridge.processes.locate import Availability

if TYPE_CHECKING:
    from casbridge.backends.fetching import Obtained


@options.command(__doc__, reading="none", jsonl=None)
@with_versions
def command(asked: options.Asked, obtained: Sequence[Obtained]) -> int:
    """Show every backend: versions and places, methods and fields; or why it cannot be used, and what to do."""
    with asked.own_limits("the backends"):
        problems = registry.problems()
        documents = [_document(registry.get(name), found) for name, found in registry.availabilities().items()]
    broken = [{"name": name, "available": False, "reason": reason} for name, reason in problems.items()]
    if asked.as_json:
        print_document({"status": "complete", "backends": [*documents, *broken]})
        return 0
    for document in documents:
        _print(document)
    for document in broken:
        click.echo(f"{document['name']}: cannot be loaded: {document['reason']}")
    return 0


def _document(backend: Backend, found: Availability) -> dict[str, Any]:
    return {
        "name": backend.name,
        "available": found.available,
        "version": found.version or None,
        "path": found.path or None,
        "versions": [{"version": one.version, "path": one.path} for one in _versions(backend)],
        "reason": found.reason or None,
        "hint": found.hint or None,
        "scripts": backend.target is not None,
        "default_method": backend.default_method,
        "methods": [method.as_dict() for method in backend.methods],
    }


def _versions(backend: Backend) -> list[Availability]:
    """All versions of its program that are here."""
    return backend.versions() if isinstance(backend, OneShotBackend) else []


def _print(document: dict[str, Any]) -> None:
    name = document["name"]
    if document["available"]:
        where = f" ({document['path']})" if document["path"] else ""
        click.echo(f"{name} {document['version'] or ''}{where}")
    else:
        click.echo(f"{name}: {document['reason']}\n  {document['hint']}")
    for one in document["versions"]:
        if one["version"] != document["version"]:
            click.echo(f"  {name}@{one['version']} ({one['path']})")
    for method in document["methods"]:
        default = " (default)" if method["name"] == document["default_method"] else ""
        click.echo(f"  {name}:{method['name']}{default}: {method['summary']}; over {method['does']}")
    if not document["available"] and document["scripts"]:
        click.echo(f"  scripts can be written all the same: casbridge render INPUT --to {name}")
