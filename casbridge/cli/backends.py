"""casbridge backends

Examples:
  casbridge backends
  CASBRIDGE_SINGULAR=/opt/singular/bin/Singular casbridge backends --json
"""

from __future__ import annotations

from typing import Any

import click

from casbridge.backends import registry
from casbridge.backends.protocol import Backend
from casbridge.cli import options
from casbridge.cli.output import print_document
from casbridge.processes.locate import Availability


@options.command(__doc__, reading="none", jsonl=None)
def command(asked: options.Asked) -> int:
    """Show every backend: version and place, methods and fields; or why it cannot be used, and what to do."""
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
        "reason": found.reason or None,
        "hint": found.hint or None,
        "scripts": backend.target is not None,
        "default_method": backend.default_method,
        "methods": [
            {"name": m.name, "task": str(m.task), "fields": m.fields, "summary": m.summary} for m in backend.methods
        ],
    }


def _print(document: dict[str, Any]) -> None:
    name = document["name"]
    if document["available"]:
        where = f" ({document['path']})" if document["path"] else ""
        click.echo(f"{name} {document['version'] or ''}{where}")
    else:
        click.echo(f"{name}: {document['reason']}\n  {document['hint']}")
    for method in document["methods"]:
        default = " (default)" if method["name"] == document["default_method"] else ""
        click.echo(f"  {name}:{method['name']}{default}: {method['summary']}; over {method['fields']}")
    if not document["available"] and document["scripts"]:
        click.echo(f"  scripts can be written all the same: casbridge render INPUT --to {name}")
