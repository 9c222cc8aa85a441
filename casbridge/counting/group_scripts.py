"""Scripts that ask a computer algebra system about the symmetries of a grid, and the facts read from their output.

A script prints

    casbridge:begin 1f2e3d4c5b6a       a digest of the script: an answer to another one is noticed
    task: conjugacy classes
    shape: 2x2
    method: ConjugacyClasses           how it found the classes
    order: 128
    classes: 20                        or: not listed
    class: 8                           the size of each class, in an order of its own
    ...
    representative: 3 8                for each representative that it was told: the number of the class that it is in,
    ...                                0 for none, and the size of its class
    casbridge:end 1f2e3d4c5b6a 20      the number of representatives: a truncated answer is noticed
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from casbridge.backends.targets import GAP, SYMPY
from casbridge.counting.permutation_types import Permutation
from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import ConjugacyClass, conjugacy_classes, generators, group_order
from casbridge.errors import BackendError, UsageError, printable
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


#: No number of a group here has more digits.
_NUMBER = "[1-9][0-9]{0,99}"


class Membership(NamedTuple):
    """The class of a representative.

    number: the place of the class in the list of its source, from 1; 0 for none.
    size: the number of symmetries in the class.

    >>> Membership(3, 8).size
    8
    """

    number: int
    size: int


@dataclass(frozen=True)
class GroupFacts:
    """What a source says of the group.

    order: the number of symmetries.
    classes: the sizes of all conjugacy classes, in the source's own order; None where it did not list them.
    memberships: for each representative that the source was told, in that order; None like classes.
    method: how it found the classes.

    >>> GroupFacts(4, (2, 1, 1)).sizes
    (1, 1, 2)
    """

    order: int
    classes: tuple[int, ...] | None = None
    memberships: tuple[Membership, ...] | None = None
    method: str = ""

    @property
    def sizes(self) -> tuple[int, ...] | None:
        """The sizes of the classes, ascending."""
        return None if self.classes is None else tuple(sorted(self.classes))


def parse_facts(text: str, script: GroupScript) -> GroupFacts:
    """The facts in the output of a script that was run. Lines before and after its markers are skipped.

    Raises BackendError, with the line, for output that is no complete answer to that script in the right form. Whether
    the numbers are true is not checked here.

    >>> from casbridge.counting import BoxShape
    >>> script = GroupScript("...", "1f2e3d4c5b6a", BoxShape(2, 2), 0)
    >>> output = '''casbridge:begin 1f2e3d4c5b6a
    ... task: conjugacy classes
    ... shape: 2x2
    ... method: order
    ... order: 128
    ... classes: not listed
    ... casbridge:end 1f2e3d4c5b6a 0'''
    >>> parse_facts(output, script)
    GroupFacts(order=128, classes=None, memberships=None, method='order')
    """
    lines = [line.rstrip("\r") for line in text.split("\n")]
    begins = [number for number, line in enumerate(lines) if line.startswith("casbridge:begin")]
    if len(begins) != 1:
        raise BackendError(f"{len(begins) or 'no'} answers in the output; expected one")
    reader = _AnswerLines(lines, begins[0])
    reader.line(f"casbridge:begin {script.job}")
    reader.line("task: conjugacy classes")
    reader.line(f"shape: {script.shape}")
    method = reader.value("method", "[ -~]{1,200}")
    order = int(reader.value("order", _NUMBER))
    listed = reader.value("classes", f"{_NUMBER}|not listed")
    if listed == "not listed":
        if script.representatives:
            reader.fail("no classes, where the script asks for them")
        reader.line(f"casbridge:end {script.job} 0")
        return GroupFacts(order, method=method)
    if not script.representatives:
        reader.fail("classes, where the script asks for the order only")
    if int(listed) > len(lines):
        reader.fail(f"{listed} classes in {len(lines)} lines")
    classes = tuple([int(reader.value("class", _NUMBER)) for _ in range(int(listed))])
    memberships = []
    for _ in range(script.representatives):
        number, size = reader.value("representative", f"(?:0|{_NUMBER}) (?:0|{_NUMBER})").split()
        if int(number) > len(classes):
            reader.fail(f"class {number} of {len(classes)}")
        memberships.append(Membership(int(number), int(size)))
    reader.line(f"casbridge:end {script.job} {script.representatives}")
    return GroupFacts(order, classes, tuple(memberships), method)


class _AnswerLines:
    """The lines of an answer, from a place on."""

    def __init__(self, lines: list[str], at: int) -> None:
        self._lines = lines
        self._at = at

    def line(self, expected: str) -> None:
        """The next line, which must be this one."""
        if self._next() != expected:
            self._at -= 1
            self.fail(f"{printable(self._next(), 80)!r}; expected {expected}")

    def value(self, key: str, form: str) -> str:
        """What the next line says after its key."""
        line = self._next()
        found = re.fullmatch(f"{key}: ({form})", line)
        if found is None:
            self.fail(f"{printable(line, 80)!r}; expected {key}: and its value")
        return found.group(1)

    def fail(self, what: str) -> NoReturn:
        raise BackendError(f"line {self._at}: {what}")

    def _next(self) -> str:
        if self._at >= len(self._lines):
            raise BackendError(f"the answer ends at line {self._at}, before casbridge:end")
        self._at += 1
        return self._lines[self._at - 1]
