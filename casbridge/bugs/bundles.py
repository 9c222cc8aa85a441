"""Bundles: a job is packed into one file, from the problem to the verdict, so that others can run it again.

    system, backend, others ──bundle_of──▶ Bundle ──write_bundle──▶ file ──read_bundle──▶ Bundle ──rerun──▶ Reruns

docs/bundles.md has the format field by field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from casbridge import files
from casbridge.algebra.formats import read_system, write_plain
from casbridge.algebra.subjects import read_subject
from casbridge.algebra.systems import system_of
from casbridge.bugs.asking import Run, ask_each, others_of, whole_name
from casbridge.bugs.bundle import LONGEST_PROBLEM, MOST_COMPONENTS, Bundle, RunNote, bundle_text
from casbridge.bugs.bundle_reading import parse_bundle
from casbridge.bugs.failures import fault_of as fault_of, witness_of
from casbridge.bugs.rerunning import rerun as rerun
from casbridge.calls import with_hints
from casbridge.crosscheck.asking import names_of
from casbridge.errors import InputError, without_middle
from casbridge.limits import Limits
from casbridge.puzzles.reading import read_text

if TYPE_CHECKING:
    from casbridge.algebra.answers import Answer, Task
    from casbridge.algebra.systems import PolynomialSystem

_LONGEST_KEPT = 1 << 20


@with_hints
def bundle_of(
    subject: Any,
    backend: str,
    against: str | Sequence[str] | None = None,
    limits: Limits | None = None,
    *,
    seconds: float | None = None,
    memory: int | None = None,
    seeds: Sequence[int] = (0,),
) -> Bundle:
    """Ask a backend about a system, compare its answer with others, and pack all of it.

    subject: a PolynomialSystem, an EncodedPuzzle, or equations of SymPy's or Sage's, as for `crosscheck`.
    against: names of backends, in a sequence or in one text; None is the reference, or Singular where the reference
        itself is asked.
    seconds, memory (bytes): limits on each job, and on each comparison; or both of them as `limits`.
    seeds: one run for each. More than one run are each in a process of their own. The bundle keeps the first run that
        shows a failure, or the first run.

    Raises UsageError for a backend that does not exist or is named twice; for answers that cannot be compared with each
    other; for a system that lacks the goal that a method needs. Raises InputError for a problem that is too long.

    >>> from casbridge.algebra.formats import read_system
    >>> str(bundle_of(read_system("x^2 - 2"), "reference:split", ["sympy"]).status)
    'unsupported'
    """
    limits = Limits.chosen(limits, seconds, memory, None)
    problem = _problem_of(system_of(read_subject(subject)))
    # Equations as they are read back: then a rerun gives the same script.
    system = read_system(problem)
    name = _named(backend, system.goal.task)
    others = others_of(name, system.goal.task) if against is None else tuple(names_of(against) if against else ())
    runs = ask_each(system, name, others, limits, seeds=seeds, fresh=len(seeds) > 1)
    return bundle_of_runs(system, runs, name, others, limits)


def bundle_of_runs(
    system: PolynomialSystem,
    runs: Sequence[Run],
    backend: str,
    against: Sequence[str],
    limits: Limits,
) -> Bundle:
    """A bundle of runs that were made already, at least one.

    >>> from casbridge.algebra.formats import read_system
    >>> system = read_system("x^2 - 1")
    >>> bundle_of_runs(system, ask_each(system, "sympy:groebner", seeds=[0]), "sympy:groebner", (), Limits()).title
    'sympy:groebner: complete, undecided'
    """
    chosen = next((run for run in runs if run.failures), runs[0])
    result, judged = chosen.result, chosen.verdict
    # The verdict may be about several backends, and several faults. The bundle is about one.
    witness = None if chosen.failure is None else witness_of(judged, result.name, chosen.failure)
    verdict = (judged if witness is None else replace(judged, witness=witness)).as_dict()
    named = {row["name"]: row["version"] for row in verdict["backends"] if row["version"]}
    return Bundle(
        problem=_problem_of(system),
        backend=backend,
        against=tuple(against),
        status=result.status,
        reason=result.reason,
        fault=chosen.failure,
        runs=tuple(RunNote(run.seed, run.result.status, run.failure) for run in runs),
        answer=None if result.answer is None else _answer_document(result.answer),
        warnings=result.warnings,
        verdict=verdict,
        script=_kept(result.script.text if result.script is not None else ""),
        transcript=_kept(result.transcript),
        versions={**_own_versions(), **named},
        limits=limits,
    )


def _named(backend: str, task: Task | None) -> str:
    """The backend's name with its method, and with a version where the user named one."""
    name, _, method = backend.strip().partition(":")
    return f"{name}:{method or whole_name(backend, task).partition(':')[2]}"


def _problem_of(system: PolynomialSystem) -> str:
    problem = write_plain(replace(system, facts=()))
    if len(problem) > LONGEST_PROBLEM:
        raise InputError(f"a system of {len(problem)} characters", expected=f"at most {LONGEST_PROBLEM} for a bundle")
    return problem


def _own_versions() -> dict[str, str]:
    import platform

    from casbridge.version import version

    return {"casbridge": version(), "python": platform.python_version(), "platform": platform.platform()}


def _kept(text: str) -> str:
    """A text of a CAS, shortened in the middle, without halves of characters."""
    return without_middle(text.encode("utf-8", "replace").decode("utf-8"), _LONGEST_KEPT)


def _answer_document(answer: Answer) -> dict[str, Any]:
    """An answer as data. Components and branches that are too many or too long are left out."""
    head = {
        "task": str(answer.task),
        "order": answer.order or None,
        "count": len(answer),
        "dimension": answer.dimension,
        "degree": answer.degree,
        "multiplicities": list(answer.multiplicities),
    }
    if len(answer) > MOST_COMPONENTS:
        return {**head, "components": None, "branches": None}
    components: list[list[str]] = []
    left = _LONGEST_KEPT
    for component in answer.components if answer.components_known else ():
        components.append([str(polynomial) for polynomial in component])
        left -= sum(map(len, components[-1]))
        if left < 0:
            return {**head, "components": None, "branches": None}
    branches = []
    for branch in answer.branches:
        branches.append(branch.as_dict())
        left -= len(str(branch))
        if left < 0:
            return {**head, "components": None, "branches": None}
    return {**head, "components": components, "branches": branches}


def write_bundle(bundle: Bundle, path: files.Path) -> None:
    """Write a bundle's file whole: others find the old file or the new one. Raises WriteError.

    >>> import tempfile
    >>> from casbridge.algebra.formats import read_system
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_bundle(bundle_of(read_system("x^2 - 1"), "reference"), f"{folder}/one.json")
    ...     read_bundle(f"{folder}/one.json").backend
    'reference:series'
    """
    files.write(path, bundle_text(bundle))


def read_bundle(path: str) -> Bundle:
    """The bundle in a file; `-` is standard input. Raises InputError, with the place, for anything else.

    >>> read_bundle("no/such/file")
    Traceback (most recent call last):
    casbridge.errors.InputError: no such file: 'no/such/file'; expected a file, or '-'
    """
    text, source = read_text(path, expected="a bundle")
    return parse_bundle(text, source)
