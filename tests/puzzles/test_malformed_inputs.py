"""Every malformed input ends in one clear line."""

import pytest

from casbridge.errors import InputError
from casbridge.puzzles.reading import read
from tests.malformed import malformed_inputs

INPUTS = malformed_inputs()


def test_there_are_many_and_they_are_different() -> None:
    assert len(INPUTS) >= 300
    assert len({data for _, data in INPUTS}) > len(INPUTS) - 10


@pytest.mark.slow
@pytest.mark.parametrize("data", [data for _, data in INPUTS], ids=[f"{i}" for i in range(len(INPUTS))])
def test_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(InputError) as caught:
        read(data)
    message = str(caught.value)
    assert message.startswith("<input>")
    assert len(message) < 500
    assert message.isprintable()
    assert caught.value.exit_code == 2
