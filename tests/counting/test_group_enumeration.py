"""The classes of symmetries of the 3x3 grid by going through all elements, without any theory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from casbridge.counting import BoxShape, conjugacy_classes, generators, group_order

#: Makes a permutation of up to so many points into a table for `bytes.translate`.
_PADDING = bytes(256)


def on_lines(shape: BoxShape, symmetry: Sequence[int]) -> bytes:
    """What a symmetry does to the rows and columns: the number of the image of each, as a byte."""
    lines = [frozenset(cells) for cells in shape.units[: 2 * shape.side]]
    return bytes(lines.index(frozenset(symmetry[cell] for cell in cells)) for cells in lines)


def table(permutation: bytes) -> bytes:
    return (permutation + _PADDING)[:256]


def all_elements(moving: Sequence[bytes]) -> set[bytes]:
    """The closure of permutations under multiplication: `a.translate(table(b))` is b after a."""
    tables = [table(permutation) for permutation in moving]
    identity = bytes(range(len(moving[0])))
    found, new = {identity}, [identity]
    while new:
        element = new.pop()
        for after in tables:
            product = element.translate(after)
            if product not in found:
                found.add(product)
                new.append(product)
    return found


def classes_of(elements: set[bytes], moving: Sequence[bytes]) -> list[set[bytes]]:
    """The orbits of all elements under conjugation by permutations that generate them and are their own inverses."""
    assert all(permutation.translate(table(permutation)) == bytes(range(len(permutation))) for permutation in moving)
    padding = _PADDING[: 256 - len(moving[0])]
    pairs = [(permutation, table(permutation)) for permutation in moving]
    left = set(elements)
    classes = []
    while left:
        new = [left.pop()]
        orbit = set(new)
        while new:
            element = new.pop()
            for inverse, after in pairs:
                conjugate = inverse.translate(element.translate(after) + padding)
                if conjugate not in orbit:
                    orbit.add(conjugate)
                    new.append(conjugate)
        left -= orbit
        classes.append(orbit)
    return classes


def check(shape: BoxShape) -> None:
    """Generates the group, sorts its elements into classes, and finds each class of the theory as one of these."""
    moving = [on_lines(shape, symmetry) for symmetry in generators(shape).values()]
    elements = all_elements(moving)
    assert len(elements) == group_order(shape)
    classes = classes_of(elements, moving)
    theory = list(conjugacy_classes(shape))
    assert len(classes) == len(theory)
    assert Counter(map(len, classes)) == Counter(found.size for found in theory)
    number_of = {}
    wanted = {on_lines(shape, found.representative): found.size for found in theory}
    for number, orbit in enumerate(classes):
        for representative in wanted.keys() & orbit:
            assert len(orbit) == wanted[representative]
            number_of[representative] = number
    assert sorted(number_of.values()) == list(range(len(classes)))


@pytest.mark.parametrize("shape", [BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 2)], ids=str)
def test_small_shapes(shape: BoxShape) -> None:
    check(shape)


@pytest.mark.slow
def test_three_by_three() -> None:
    """All 3,359,232 elements, generated from the generators and sorted into 275 classes by conjugating with these.

    Takes about 32 s, and 0.8 GB of memory.
    """
    check(BoxShape(3, 3))
