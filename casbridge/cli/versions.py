"""Options of commands that ask several versions of a backend: --with fetches one, --program names one's program."""

from __future__ import annotations

import functools
import os
import shutil
from collections.abc import Callable, Sequence
from typing import Any

import click

from casbridge.backends import registry
from casbridge.backends.fetching import Obtained, obtain, packaged
from casbridge.backends.oneshot import OneShotBackend
from casbridge.cli import options
from casbridge.cli.output import say
from casbridge.errors import UsageError, printable
from casbridge.processes.versions import variable_of

_WITH = click.option(
    "--with",
    "packages",
    multiple=True,
    metavar="NAME==VERSION",
    help="Fetch a version of a backend, once: sympy==1.11.1 is then sympy@1.11.1. May be repeated.",
)
_PROGRAM = click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="NAME@VERSION=PATH",
    help="The program of a version: singular@4.4=/opt/bin/Singular. May be repeated.",
)


def with_versions(function: Callable[..., int]) -> Callable[..., int]:
    """A decorator that gives a command the options --with and --program.

    The function gets `obtained`: a value of `casbridge.backends.fetching.Obtained` for each --with. A line on standard
    error says which could not be had.

    >>> show = options.command(None)(with_versions(lambda asked, obtained: click.echo(len(obtained))))
    >>> show.main(["--program", "singular@0.1=/nowhere/Singular"], standalone_mode=False)
    0
    """

    @_WITH
    @_PROGRAM
    @functools.wraps(function)
    def run(asked: options.Asked, *, packages: Sequence[str], programs: Sequence[str], **values: Any) -> int:
        for program in programs:
            _name_program(program)
        return function(asked, obtained=_obtained(packages), **values)

    return run


def _name_program(text: str) -> None:
    """Let a version's own environment variable name its program."""
    name, equals, path = text.partition("=")
    if not equals or not path or "@" not in name:
        expected = "NAME@VERSION=PATH, such as singular@4.4=/opt/bin/Singular"
        raise UsageError(f"--program {printable(text, 100)}", expected=expected)
    backend = registry.get(name)
    assert isinstance(backend, OneShotBackend)
    assert backend.program is not None
    os.environ[variable_of(backend.program, backend.wanted)] = path
    if shutil.which(os.path.expanduser(path)) is None:
        say(f"casbridge: --program {printable(text, 200)}: no executable file")


def _obtained(packages: Sequence[str]) -> list[Obtained]:
    """The versions that --with names, made where they are not there yet."""
    for package in packages:
        packaged(package)  # first complain of what is misspelt
    found = []
    for package in dict.fromkeys(packages):
        one = obtain(package)
        found.append(one)
        if one.reason:
            say(f"casbridge: --with {package}: {one.reason}")
    return found
