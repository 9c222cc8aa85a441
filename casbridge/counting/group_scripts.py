"""Scripts that ask a computer algebra system for the conjugacy classes of a grid's symmetries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from casbridge.backends.targets import GAP, SYMPY
from casbridge.counting.permutation_types import Permutation
from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import ConjugacyClass, conjugacy_classes, generators, group_order
from casbridge.errors import UsageError
from casbridge.scripts.rendering import clean, provenance, write_script

#: SymPy finds classes by listing all elements: it is asked for those of groups up to this order.
MOST_LISTED = 5_000
#: The systems with such scripts, and the number of the first cell there.
_SYSTEMS = {"gap": (GAP, 1), "sympy": (SYMPY, 0)}


class GroupScript(NamedTuple):
    """A script, the digest that its answer carries, the shape, and the number of representatives that it is told.

    >>> group_script(BoxShape(2, 2)).representatives
    20
    """

    text: str
    job: str
    shape: BoxShape
    representatives: int


def group_script(
    shape: BoxShape,
    system: str = "gap",
    *,
    classes: Sequence[ConjugacyClass] | None = None,
    answer_file: str | None = None,
) -> GroupScript:
    """The script for `gap` or `sympy`. It is told the generators and one element of each class, and no sizes.

    classes: those of `conjugacy_classes`, if they are known already.
    answer_file: where the answer goes; without it to standard output.

    For SymPy, if the group has more than MOST_LISTED elements, it asks for the order only.

    >>> print(group_script(BoxShape(2, 2)).text.splitlines()[0])
    # The symmetries of the 2x2 grid: their group, its conjugacy classes.
    """
    if system not in _SYSTEMS:
        raise UsageError(f"a script for {system!r}", expected=f"one of {', '.join(_SYSTEMS)}")
    target, first = _SYSTEMS[system]
    known: Sequence[ConjugacyClass] = ()
    if target is GAP or group_order(shape) <= MOST_LISTED:
        known = list(conjugacy_classes(shape)) if classes is None else classes

    def told(name: str, permutation: Permutation) -> tuple[str, list[int]]:
        return clean(name), [image + first for image in permutation]

    n = shape.side
    context: dict[str, Any] = {
        "header": [
            f"The symmetries of the {shape} grid: their group, its conjugacy classes.",
            "",
            f"Run by hand: {target.by_hand.format(script=f'SCRIPT.{target.extension}')}",
            provenance(),
        ],
        "shape": str(shape),
        "generators": [told(name, permutation) for name, permutation in generators(shape).items()],
        "representatives": [told(found.name, found.representative) for found in known],
        "lines": [[cell + first for cell in cells] for cells in shape.units[: 2 * n]],
    }
    template = f"{target.name}/conjugacy_classes.{target.extension}.j2"
    text, job = write_script(template, context, answer_file=answer_file)
    return GroupScript(text, job, shape, len(known))
