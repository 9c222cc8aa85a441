"""Numbers that nobody asked for take as long as the answer at most; --measure asks for them."""

from __future__ import annotations

from typing import Any

import pytest

from casbridge.crosscheck import measures
from casbridge.limits import NEVER, Deadline
from tests.cli.calling import Caller

SYSTEM = "x^2 - 2\ny^3 - x\n"


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that each measuring is given."""
    seconds: list[float] = []
    measure = measures.measure

    def noted(subject: Any, system: Any = None, deadline: Deadline = NEVER, *rest: Any, **how: Any) -> Any:
        seconds.append(deadline.left() or 0.0)
        return measure(subject, system, deadline, *rest, **how)

    monkeypatch.setattr(measures, "measure", noted)
    return seconds


@pytest.mark.parametrize(
    "arguments",
    [["charseries"], ["crosscheck", "--backends", "reference,reference:basis"]],
    ids=["series", "crosscheck"],
)
def test_measuring_takes_as_long_as_the_answer(
    arguments: list[str], given: list[float], call: Caller, tmp_path: Any
) -> None:
    path = tmp_path / "system.txt"
    path.write_text(SYSTEM)
    document = call(*arguments, path, "--json").document()
    took = [document["seconds"]] if arguments == ["charseries"] else [one["seconds"] for one in document["backends"]]
    assert given
    assert max(given) <= max(0.2, *took) + 0.01
    given.clear()
    call(*arguments, path, "--json", "--measure")
    assert max(given) > 20
