"""`run`: one system, one backend, one Result; `render`: one system, one script, by the backend's name."""

from __future__ import annotations

from pathlib import Path

from casbridge.algebra.systems import HasSystem, PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result
from casbridge.errors import UsageError
from casbridge.limits import NEVER, Deadline, Limits
from casbridge.scripts import Script, Target, render as render_script


def run(
    subject: PolynomialSystem | HasSystem,
    backend: str = "reference",
    *,
    seconds: float | None = None,
    memory: int | None = None,
    limit: int | None = None,
) -> Result:
    """Ask one backend (`name` or `name:method`) about a system.

    seconds, memory (bytes), limit (answers): limits on the job; see `casbridge.limits.Limits`.
    A failure of the backend is a status of the result, never an exception. Raises UsageError for a backend or method
    that does not exist, and for a limit that is no positive number.

    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> result = run(encode(Puzzle(sudoku(2, 2), (0,) * 16)))
    >>> str(result.status), len(result.answer)
    ('complete', 288)
    """
    chosen, method = registry.split_name(backend)
    return chosen.run(Job(system_of(subject), method, Limits(seconds, memory, limit)))


def render(
    subject: PolynomialSystem | HasSystem,
    to: str | Target = "singular",
    *,
    templates: Path | None = None,
    deadline: Deadline = NEVER,
) -> Script:
    """The script that asks a CAS (`name` or `name:method`, or a Target) about a system; the CAS need not be installed.

    templates: a folder of templates that are taken before casbridge's own; see `casbridge.scripts.render`.
    Raises UsageError for a backend without scripts, UnsupportedError where the method cannot do the system.

    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> script = render(encode(Puzzle(sudoku(2, 2), (0,) * 16)), "singular:char_series")
    >>> "char_series(equations)" in script.text
    True
    """
    system = system_of(subject)
    if isinstance(to, Target):
        return render_script(system, to, templates=templates, deadline=deadline)
    backend, method = registry.split_name(to)
    if backend.target is None:
        raise UsageError(f"{backend.name} has no scripts", expected="another backend, such as singular")
    return render_script(system, backend.target, method, templates=templates, deadline=deadline)
