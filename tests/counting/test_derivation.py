"""The chain of Felgenhauer and Jarvis: its numbers, and what they are numbers of."""

from __future__ import annotations

from math import factorial

import pytest

from casbridge.counting import BoxShape, derivation, total_grids
from casbridge.counting.derivation import Band, _exchanged_columns, _exchanged_cycles, _reduced, _reduced_bands


@pytest.mark.slow
def test_all_numbers() -> None:
    found = derivation(BoxShape(3, 3))
    values = {step.name: step.value for step in found.steps}
    assert values.pop("estimate") == pytest.approx(6.657e21, rel=1e-3)
    assert values.pop("error of the estimate") == pytest.approx(0.0021, rel=0.05)
    assert values == {
        "pure top rows": 2,
        "mixed top rows": 18,
        "ways for pure rows": 1,
        "ways for mixed rows": 3,
        "choices of rows": 56,
        "bands": 2612736,
        "reduced bands": 36288,
        "classes by columns": 6091,
        "classes by boxes": 2051,
        "classes by rows": 416,
        "classes by pairs": 174,
        "classes by cycles": 74,
        "classes by whole columns": 71,
        "classes by digits of columns": 44,
        "N1": 18383222420692992,
        "N": 6670903752021072936960,
    }
    assert found.total == total_grids(BoxShape(3, 3)) == values["N1"] * factorial(9)


def is_band(band: Band) -> bool:
    rows = [{column[row] for column in band} for row in range(3)]
    boxes = [{digit for column in band[start : start + 3] for digit in column} for start in (0, 3, 6)]
    return all(len(digits) == 9 for digits in rows + boxes)


def test_reduced_bands() -> None:
    bands = list(_reduced_bands())
    assert len(set(bands)) == len(bands) == 36_288
    for band in bands[::97]:
        assert is_band(band)
        assert _reduced(band) == band


def test_exchanges_keep_what_is_below() -> None:
    """They are bands again, and each box has columns with the same digits, perhaps in another order."""
    for band in list(_reduced_bands())[::301]:
        for changed in (*_exchanged_cycles(8, band), *_exchanged_columns(band)):
            assert is_band(changed)
            assert changed != band
            assert [set(column) for column in changed] == [set(column) for column in band]
