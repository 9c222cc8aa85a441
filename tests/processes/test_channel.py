"""Channels between two processes."""

from __future__ import annotations

import os
from threading import Thread

import pytest

from casbridge.processes.channel import pair, wait


def test_a_value_larger_than_the_systems_buffer_arrives_whole() -> None:
    one, other = pair()
    value = os.urandom(5_000_000)
    sender = Thread(target=one.send, args=(value,))
    sender.start()
    assert other.receive() == value
    sender.join()


def test_an_end_in_the_middle_of_a_value_is_an_end() -> None:
    one, other = pair()
    os.write(one.fileno(), (100).to_bytes(8, "big") + b"begun")
    one.close()
    assert other.poll()
    with pytest.raises(EOFError):
        other.receive()


def test_only_channels_with_something_to_read_are_given() -> None:
    (one, other), (quiet, _) = pair(), pair()
    one.send(None)
    # More milliseconds than the system takes at once.
    assert wait([quiet, other], 1e10) == [other]
    assert wait([quiet], 0.01) == []


def test_a_closed_channel_says_so() -> None:
    one, other = pair()
    one.close()
    one.close()
    with pytest.raises(OSError, match="closed"):
        one.send(1)
    with pytest.raises(BrokenPipeError):
        other.send(1)
