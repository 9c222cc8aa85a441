"""`casbridge count` for an empty grid with boxes: formulas, their derivation, and classes under symmetry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from casbridge.backends.protocol import Status
from casbridge.cli.progress import bar, spinner
from casbridge.counting.burnside import EssentiallyDifferent, essentially_different
from casbridge.counting.cache import Cache, is_count
from casbridge.counting.derivation import Derivation, Step, derivation, is_derivation, method_of_steps
from casbridge.counting.permutation_types import sympy_text
from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import generators
from casbridge.counting.totals import method_of, total_grids
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import Limits, Stopwatch
from casbridge.processes.apart import call

_BURNSIDE = "Burnside's lemma: the mean, over the symmetries, of the grids that each fixes up to relabelling"

Found = TypeVar("Found")


def count_grids(
    shape: BoxShape,
    limits: Limits,
    *,
    steps: bool = False,
    up_to_symmetry: bool = False,
    permutations: bool = False,
    cache: Cache | None = None,
) -> dict[str, Any]:
    """The document of an empty grid's count.

    steps: with the numbers that lead to it.
    up_to_symmetry: the count of classes under symmetry instead.
    permutations: generators and representatives in SymPy's form.
    """
    watch = Stopwatch()
    method: str | None = _BURNSIDE if up_to_symmetry else method_of_steps(shape) if steps else method_of(shape)
    document: dict[str, Any] = {"shape": str(shape), "count": None, "status": str(Status.COMPLETE), "reason": None}
    try:
        if up_to_symmetry:
            document |= _classes(shape, limits, permutations, cache)
        elif steps:
            document |= _steps(shape, limits, cache)
        else:
            question = {"all grids": str(shape)}
            document["count"] = _kept(cache, question, is_count, lambda: _computed(total_grids, shape, limits))
    except UnsupportedError as error:
        document |= {"status": str(Status.UNSUPPORTED), "reason": str(error)}
    except LimitError as error:
        document |= {"status": str(Status.TIMEOUT), "reason": str(error)}
    except MemoryError as error:
        document |= {"status": str(Status.MEMORY), "reason": str(error) or "out of memory"}
    if document["count"] is None:
        method = None
    return {**document, "backend": "counting", "method": method, "seconds": round(watch.seconds, 6)}


def _computed(function: Callable[[BoxShape], Found], shape: BoxShape, limits: Limits) -> Found:
    """In this process, or under limits in a process apart."""
    with spinner(f"counting {shape}"):
        if limits == Limits():
            return function(shape)
        found: Found = call(function, shape, deadline=limits.deadline(), memory=limits.memory)
        return found


def _kept(
    cache: Cache | None, question: dict[str, Any], is_valid: Callable[[Any], bool], compute: Callable[[], Any]
) -> Any:
    found = cache.get(question, is_valid) if cache else None
    if found is None:
        found = compute()
        if cache:
            cache.put(question, found)
    return found


def _steps(shape: BoxShape, limits: Limits, cache: Cache | None) -> dict[str, Any]:
    def compute() -> dict[str, Any]:
        found: Derivation = _computed(derivation, shape, limits)
        return found.as_json()

    found: dict[str, Any] = _kept(cache, {"derivation": str(shape)}, is_derivation, compute)
    return found


def _classes(shape: BoxShape, limits: Limits, permutations: bool, cache: Cache | None) -> dict[str, Any]:
    with bar("classes of symmetries") as shown:
        found: EssentiallyDifferent = essentially_different(
            shape,
            shown,
            seconds=limits.seconds,
            memory=limits.memory,
            cache=cache,
        )

    def written(permutation: Sequence[int]) -> str | list[int]:
        return sympy_text(permutation) if permutations else list(permutation)

    return {
        "count": found.number,
        "group": {
            "order": found.order,
            "generators": [{"name": name, "images": written(image)} for name, image in generators(shape).items()],
        },
        "classes": [
            {
                "size": one.conjugacy_class.size,
                "fixed": one.fixed,
                "name": one.conjugacy_class.name,
                "representative": written(one.conjugacy_class.representative),
            }
            for one in found.classes
        ],
        "fixed_by_all": found.total,
    }


# -- text -------------------------------------------------------------------------------------------------------------


def print_details(document: dict[str, Any], permutations: bool) -> None:
    """The numbers that lead to the count, if they were asked for."""
    if "steps" in document:
        _print_steps([Step(**step) for step in document["steps"]])
    if "classes" in document:
        _print_classes(document, permutations)


def _print_steps(steps: Sequence[Step]) -> None:
    values = [f"{step.value:.6g}" if isinstance(step.value, float) else str(step.value) for step in steps]
    width, wide = max(len(step.name) for step in steps), max(map(len, values))
    for step, value in zip(steps, values, strict=True):
        click.echo(f"{step.name:{width}}  {value:>{wide}}  {step.explanation}")
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
