"""casbridge backends

Examples:
  casbridge backends
  casbridge backends --check
  casbridge backends --with sympy==1.11.1 --with singular==4.4.1
  CASBRIDGE_SINGULAR=/opt/singular/bin/Singular casbridge backends --json

Exit code: 0; with --check 3 if a backend that is installed fails at its job.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from casbridge.backends import registry
from casbridge.backends.listing import BackendInfo
from casbridge.backends.protocol import Backend, Status
from casbridge.cli import options
from casbridge.cli.output import print_document
from casbridge.cli.versions import with_versions
from casbridge.limits import Limits
from casbridge.processes.program import side_by_side

if TYPE_CHECKING:
    from casbridge.backends.fetching import Obtained

_FAILED = 3


@options.command(__doc__, reading="none", jsonl=None)
@click.option("--check", is_flag=True, help="Run one tiny job on each backend that is installed.")
@with_versions
def command(asked: options.Asked, check: bool, obtained: Sequence[Obtained]) -> int:
    """Show every backend: versions and places, methods and what they can do; or why it cannot be used, and what to do.

    --check runs a job with one polynomial in one variable on each backend that is installed, some at a time, within
    --timeout (60 s) each, and shows how it ended and how long it took.
    """
    with asked.own_limits("the backends"):
        problems = registry.problems()
        backends = [registry.get(name) for name in registry.names() if name not in problems]
        documents = [one.as_dict() for one in side_by_side([partial(BackendInfo.of, backend) for backend in backends])]
    if check:
        _check(backends, documents, asked.limits)
    broken = [{"name": name, "available": False, "reason": reason} for name, reason in problems.items()]
    if asked.as_json:
        print_document({"status": "failed" if _failed(documents) else "complete", "backends": [*documents, *broken]})
        return _FAILED if _failed(documents) else 0
    for document in documents:
        _print(document)
    for document in broken:
        click.echo(f"{document['name']}: cannot be loaded: {document['reason']}")
    return _FAILED if _failed(documents) else 0


def _check(backends: Sequence[Backend], documents: Sequence[dict[str, Any]], limits: Limits) -> None:
    """Add what a tiny job on each backend that is installed shows: None without a method for it."""
    from casbridge.crosscheck.tiny import check_backends

    here = [(one, document) for one, document in zip(backends, documents, strict=True) if document["available"]]
    for document in documents:
        document["check"] = None
    for (_, document), result in zip(here, check_backends([one for one, _ in here], limits), strict=True):
        if result is not None:
            document["check"] = {
                "method": result.method,
                "status": str(result.status),
                "reason": result.reason or None,
                "seconds": round(result.wall_seconds, 6),
            }


def _failed(documents: Sequence[dict[str, Any]]) -> bool:
    """Whether a tiny job of a backend did not end well."""
    checks = [document.get("check") for document in documents]
    return any(check is not None and check["status"] != Status.COMPLETE for check in checks)


def _print(document: dict[str, Any]) -> None:
    name = document["name"]
    if document["available"]:
        where = f" ({document['path']})" if document["path"] else ""
        click.echo(f"{name} {document['version'] or ''}{where}")
        if check := document.get("check"):
            ended = check["status"] + (f": {check['reason']}" if check["reason"] else "")
            click.echo(f"  checked: {name}:{check['method']}: {ended}, {check['seconds']:.3f} s")
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
