"""`render`: the script of a backend, whether or not its program is here."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from casbridge.algebra.subjects import read_subject
from casbridge.algebra.systems import system_of
from casbridge.arguments import wrong
from casbridge.backends import registry
from casbridge.backends.refusing import refusal
from casbridge.calls import with_hints
from casbridge.errors import UnsupportedError, UsageError
from casbridge.limits import NEVER, Deadline
from casbridge.scripts import Script, Target, render as render_script


@with_hints
def render(
    subject: Any,
    to: str | Target = "singular",
    *,
    templates: str | PathLike[str] | None = None,
    seed: int = 0,
    deadline: Deadline = NEVER,
) -> Script:
    """The script that asks a CAS (`name` or `name:method`, or a Target) about a system; the CAS need not be installed.

    subject: as for `run`.
    templates: a folder of templates that are taken before casbridge's own; see `casbridge.scripts.render`.
    seed: the CAS's random seed; 0 leaves the CAS its own, and the script has no line for it.
    Raises UsageError for a backend without scripts; UnsupportedError where the method cannot do the system, with the
    methods that can.

    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> script = render(encode(Puzzle(sudoku(2, 2), (0,) * 16)), "singular:char_series")
    >>> "char_series(equations)" in script.text
    True
    """
    system = system_of(read_subject(subject))
    if templates is not None:
        if not isinstance(templates, (str, PathLike)):
            raise wrong(templates, "the path of a folder of templates, or None")
        templates = Path(templates)
    Deadline.checked(deadline)
    if isinstance(to, Target):
        return render_script(system, to, templates=templates, seed=seed, deadline=deadline)
    backend, method = registry.split_name(to, system.goal.task)
    if backend.target is None:
        raise UsageError(f"{backend.name} has no scripts", expected="another backend, such as singular")
    if (refused := refusal(backend.target.name, backend.target.method(method), system)) is not None:
        raise UnsupportedError(refused)
    return render_script(system, backend.target, method, templates=templates, seed=seed, deadline=deadline)
