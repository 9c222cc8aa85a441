"""Judging boxes that isolate the real zeros: one zero in each box, each zero in a box, no common points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from casbridge.algebra.answers import Answer
from casbridge.algebra.boxes import Box, are_apart, box_text, is_box
from casbridge.charset.ideals.real import RealZero
from casbridge.crosscheck.checking import MOST_FAULTS
from casbridge.crosscheck.tasks.assessment import Assessment
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.errors import printable

_MOST_SHOWN = 300
_BITS = 64


def judge_real(name: str, answer: Answer, truth: Truth) -> Assessment:
    """What is found of the boxes of real zeros; `name` is whose.

    Whether a zero is in a box is decided exactly. The borders belong to a box.

    >>> from casbridge.algebra.answers import Task
    >>> from casbridge.algebra.formats import read_system
    >>> truth = Truth(read_system("x^2 - 4"))
    >>> boxes = ((-3, -1),), ((1, 3),)
    >>> judge_real("it", Answer(Task.REAL, truth.ring, (), boxes=boxes), truth).is_right
    True
    >>> [one.text for one in judge_real("it", Answer(Task.REAL, truth.ring, (), boxes=boxes[:1]), truth).faults]
    ['it lacks a real zero: x = 2']
    """
    faults = tuple(islice(_faults(name, answer.boxes, truth), MOST_FAULTS))
    if faults:
        return Assessment(faults)
    count = len(truth.real_zeros)
    proof = f"the isolation of the {count} real zero{'s' * (count != 1)} of the reference's minimal primes"
    return Assessment(proof=proof, doubts=tuple(truth.doubts))


def _faults(name: str, boxes: tuple[Box, ...], truth: Truth) -> Iterator[Witness]:
    names = truth.ring.variables
    for box in boxes:
        if not is_box(box):
            text = f"the box of {name} is empty: its least value is above its greatest one, {box_text(box, names)}"
            yield Witness(Fault.FALSE_ZERO, name, printable(text, _MOST_SHOWN))
            return
    zeros = truth.real_zeros
    homes = [[place for place, box in enumerate(boxes) if zero.is_in(box)] for zero in zeros]
    for place, box in enumerate(boxes):
        inside = [number for number, home in enumerate(homes) if place in home]
        if len(inside) == 1:
            continue
        what = f"{len(inside)} real zeros in a box" if inside else "a box without a real zero"
        text = printable(f"{name} has {what}: {box_text(box, names)}", _MOST_SHOWN)
        near = _decimals(zeros[inside[0]]) if inside else ()
        yield Witness(Fault.NOT_ISOLATED if inside else Fault.FALSE_ZERO, name, text, approximation=near)
    for zero, home in zip(zeros, homes, strict=True):
        if not home:
            text = printable(f"{name} lacks a real zero: {box_text(zero.box(_BITS), names)}", _MOST_SHOWN)
            yield Witness(Fault.MISSING_ZERO, name, text, approximation=_decimals(zero))
    for one, other in combinations(boxes, 2):
        if not are_apart(one, other):
            both = f"{box_text(one, names)} and {box_text(other, names)}"
            text = printable(f"two boxes of {name} have common points: {both}", _MOST_SHOWN)
            yield Witness(Fault.NOT_ISOLATED, name, text)


def _decimals(zero: RealZero) -> tuple[str, ...]:
    return tuple([ball.str(12, radius=False) for ball in zero.balls(_BITS)])
