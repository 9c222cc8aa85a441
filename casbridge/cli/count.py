"""casbridge count

Examples:
  casbridge count 3x3
  casbridge count 3x3 --steps
  casbridge count 3x3 --up-to-symmetry --json
  casbridge count .4.....1..3.2...
  casbridge count 2x2 --backend reference
  casbridge count 2x2 --backend singular:vdim
  casbridge count graph.col --colours 3
  casbridge count noon-3
  casbridge count noon-3 --real
  casbridge count system.txt --backend singular:std --multiplicity
Exit code: 4 with "at least" before the number if a limit was reached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

import click

from casbridge.algebra.polynomials import number_text
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Status
from casbridge.cli import options
from casbridge.cli.output import Documents, answer_each, bar, exit_code, input_document, say, spinner
from casbridge.counting.answering import count_any
from casbridge.counting.burnside import essentially_different
from casbridge.counting.cache import Cache, is_count
from casbridge.counting.completions import COUNTING, Counted
from casbridge.counting.derivation import derivation, is_derivation
from casbridge.counting.symmetries import BoxShape, generators, shape_of, sympy_text
from casbridge.counting.systems import Zeros
from casbridge.counting.totals import is_known, method_of, total_grids
from casbridge.errors import LimitError, UnsupportedError, UsageError
from casbridge.limits import Limits, Stopwatch
from casbridge.processes.apart import call
from casbridge.puzzles import Puzzle

_BURNSIDE = "Burnside's lemma: the mean, over the symmetries, of the grids that each fixes up to relabelling"
_ITSELF = ("backend", COUNTING)
_OF_A_SHAPE = ("steps", "up_to_symmetry", "cache")
_OF_THE_SYSTEM = ("backend", "encoding", "field", "values", "domains", "audit", "simplify")


@options.command(__doc__, source="INPUT", encoding=True, keep=True)
@click.option(
    "--backend", help="Count the zeros of the system: name or name:method.  [default: counting for puzzles, reference]"
)
@click.option("--real", is_flag=True, help="For a system over QQ: only the real zeros.")
@click.option("--rational", is_flag=True, help="For a system: only the zeros with coordinates in the field.")
@click.option("--multiplicity", is_flag=True, help="For a system: count each zero with its multiplicity.")
@click.option("--steps", is_flag=True, help="For a shape: the numbers that lead to the count.")
@click.option("--up-to-symmetry", is_flag=True, help="For a shape: essentially different grids, by Burnside's lemma.")
@click.option("--sympy", "permutations", is_flag=True, help="With --up-to-symmetry: permutations of cells for SymPy.")
@click.option("--cache", type=click.Path(file_okay=False), help="For a shape: a folder where results are kept.")
def command(
    asked: options.Asked,
    backend: str | None,
    real: bool,
    rational: bool,
    multiplicity: bool,
    steps: bool,
    up_to_symmetry: bool,
    permutations: bool,
    cache: str | None,
) -> int:
    """Count the solutions of the puzzles in INPUT, or the different zeros of a system over the algebraic closure.

    Nothing is listed. That a system has infinitely many zeros is an answer too.

    INPUT may be a shape: 3x3 is the empty grid with boxes of 3 rows and 3 columns, counted by formulas; --steps and
    --up-to-symmetry say more about it. Other puzzles are counted by a search that remembers. With --backend, or options
    of the encoding, the zeros of the puzzle's system are counted; the encoding may allow more of them.
    """
    of_system = [f"--{name}" for name in _OF_THE_SYSTEM if options.is_given(name) and (name, backend) != _ITSELF]
    of_shape = ["--" + name.replace("_", "-") for name in _OF_A_SHAPE if options.is_given(name)]
    flags = {Zeros.REAL: real, Zeros.RATIONAL: rational, Zeros.MULTIPLICITY: multiplicity}
    kinds = [kind for kind, is_asked in flags.items() if is_asked]
    if of_shape and of_system:
        found_both = f"{of_shape[0]} together with {of_system[0]}"
        raise UsageError(found_both, expected=f"{of_shape[0]} for a shape such as 3x3")
    if steps and up_to_symmetry:
        raise UsageError("--steps and --up-to-symmetry together", expected="one or the other")
    if permutations and not up_to_symmetry:
        raise UsageError("--sympy without --up-to-symmetry", expected="both, or neither")
    if len(kinds) > 1:
        raise UsageError(f"--{kinds[0]} together with --{kinds[1]}", expected="one of them")
    if kinds and of_shape:
        raise UsageError(f"--{kinds[0]} together with {of_shape[0]}", expected="one or the other")
    which = (kinds or [Zeros.CLOSURE])[0]
    with asked.own_limits() as own:
        found = asked.all_inputs()
        if of_system:
            asked.check_encoding(found)
        if kinds and any(isinstance(each, Puzzle) for each in found):
            raise UsageError(f"--{kinds[0]} for a puzzle", expected="a system of polynomials")
    watch = Stopwatch()

    def count(job: options.OwnLimits, each: Puzzle | PolynomialSystem, documents: Documents) -> int:
        limits, shape = asked.limits, shape_of(each) if isinstance(each, Puzzle) else None
        if of_shape and (shape is None or len(found) > 1):
            raise UsageError(f"{of_shape[0]} for this input", expected="a shape such as 3x3, of at least 2 by 2")
        if of_shape and shape is not None:
            kept = None if cache is None else Cache(cache, say)
            document = _of_shape(shape, limits, kept, steps=steps, classes=up_to_symmetry, permutations=permutations)
        elif of_system or not isinstance(each, Puzzle):
            subject = asked.subject(each, job.deadline)
            document = _document(count_any(subject, backend, limits, which))
        else:
            with spinner("counting") if len(found) == 1 else nullcontext():
                document = _document(count_any(each, limits=limits))
            document = {"shape": str(shape), **document} if shape is not None and is_known(shape) else document
        if not isinstance(each, Puzzle):
            document |= {"counted": str(which), "field": each.ring.field_name}
        document = {**input_document(each), **document}
        job.finish()
        if asked.is_text:
            documents.print_source()
            _print(document, permutations)
            if len(found) == 1 and document["count"] is not None:
                say(f"{document['method']} ({document['seconds']:.1f} s)")
        documents.write(document)
        return exit_code(Status(document["status"]), document["reason"] or "")

    def about(each: Puzzle | PolynomialSystem) -> dict[str, Any]:
        counter = COUNTING if isinstance(each, Puzzle) and not of_system else backend or "reference"
        known = {"count": None, "backend": counter, "method": None, "seconds": round(watch.seconds, 6)}
        return {**input_document(each), **known}

    return answer_each(own, found, asked, count, about)


def _document(counted: Counted) -> dict[str, Any]:
    return {
        "count": counted.number,
        **({} if counted.size is None else counted.size.numbers),
        **({} if counted.at_least is None else {"at_least": counted.at_least}),
        "status": str(counted.status),
        "reason": counted.reason or None,
        "backend": counted.backend,
        "method": counted.method or None,
        "seconds": round(counted.seconds, 6),
    }


def _of_shape(
    shape: BoxShape, limits: Limits, cache: Cache | None, *, steps: bool, classes: bool, permutations: bool
) -> dict[str, Any]:
    """The document of an empty grid's count; with the steps that lead to it, or of the classes under symmetry."""

    def apart(function: Callable[[BoxShape], Any]) -> Any:
        """Computed in this process, or under limits in a process apart."""
        with spinner(f"counting {shape}"):
            if limits == Limits():
                return function(shape)
            return call(function, shape, deadline=limits.deadline(), memory=limits.memory)

    def kept(question: str, is_valid: Callable[[Any], bool], compute: Callable[[], Any]) -> Any:
        found = cache.get({question: str(shape)}, is_valid) if cache else None
        if found is not None:
            return found
        found = compute()
        if cache:
            cache.put({question: str(shape)}, found)
        return found

    watch = Stopwatch()
    document: dict[str, Any] = {"shape": str(shape), "count": None, "status": str(Status.COMPLETE), "reason": None}
    try:
        if classes:
            document |= _classes(shape, limits, permutations, cache)
        elif steps:
            document |= kept("derivation", is_derivation, lambda: apart(derivation).as_json())
        else:
            document["count"] = kept("all grids", is_count, lambda: apart(total_grids))
    except (UnsupportedError, LimitError, MemoryError) as error:
        document |= {"status": str(Status.of(error)), "reason": str(error) or "out of memory"}
    method = None if document["count"] is None else _BURNSIDE if classes else method_of(shape, steps)
    return {**document, "backend": COUNTING, "method": method, "seconds": round(watch.seconds, 6)}


def _classes(shape: BoxShape, limits: Limits, permutations: bool, cache: Cache | None) -> dict[str, Any]:
    with bar("classes of symmetries") as shown:
        found = essentially_different(shape, shown, seconds=limits.seconds, memory=limits.memory, cache=cache)

    written: Callable[[Sequence[int]], Any] = sympy_text if permutations else list
    generated = [{"name": name, "images": written(image)} for name, image in generators(shape).items()]
    classes = [
        {"size": kind.size, "fixed": fixed, "name": kind.name, "representative": written(kind.representative)}
        for kind, fixed in ((one.conjugacy_class, one.fixed) for one in found.classes)
    ]
    group = {"order": found.order, "generators": generated}
    return {"count": found.number, "group": group, "classes": classes, "fixed_by_all": found.total}


def _print(document: dict[str, Any], permutations: bool) -> None:
    if "steps" in document:
        _print_steps(document["steps"])
    if "classes" in document:
        _print_classes(document, permutations)
    if document["count"] is not None:
        click.echo(number_text(document["count"]))
        return
    if document["status"] == Status.COMPLETE:
        click.echo(f"infinitely many: dimension {document['dimension']}")
        return
    if "at_least" in document:
        click.echo(f"at least {number_text(document['at_least'])}")
    say(f"casbridge: {document['backend']}: {document['status']}: {document['reason']}")


def _print_steps(steps: Sequence[dict[str, Any]]) -> None:
    values = [f"{step['value']:.6g}" if isinstance(step["value"], float) else str(step["value"]) for step in steps]
    width, wide = max(len(step["name"]) for step in steps), max(map(len, values))
    for step, value in zip(steps, values, strict=True):
        click.echo(f"{step['name']:{width}}  {value:>{wide}}  {step['explanation']}")
    click.echo()


def _print_classes(document: dict[str, Any], permutations: bool) -> None:
    group, classes = document["group"], document["classes"]
    click.echo(f"{group['order']} symmetries of the {document['shape']} grid, generated by")
    for generator in group["generators"]:
        click.echo(f"  {generator['name']}" + (f": {generator['images']}" if permutations else ""))
    fixing = [one for one in classes if one["fixed"]]
    click.echo(f"\n{len(classes)} conjugacy classes; those that fix grids up to relabelling: {len(fixing)}\n")
    wide = max(len("size"), *(len(str(one["size"])) for one in classes))
    width = max(len("fixed"), *(len(str(one["fixed"])) for one in classes))
    click.echo(f"{'size':>{wide}}  {'fixed':>{width}}  a representative")
    for one in classes:
        text = f"{one['size']:>{wide}}  {one['fixed']:>{width}}  {one['name']}"
        click.echo(text + (f": {one['representative']}" if permutations else ""))
    click.echo(f"\n{document['fixed_by_all']} fixed by all symmetries together: Σ size·fixed")
    click.echo(f"{document['fixed_by_all']}/{group['order']} essentially different grids:")
