"""Channels between two processes, which carry any values that can be pickled.

They are those of `multiprocessing.connection` without the rest of that package, which takes 10 ms to load.
"""

from __future__ import annotations

import math
import os
import pickle
import select
import socket
import time
from collections.abc import Sequence
from typing import Any

_LENGTH_BYTES = 8
_CHUNK = 1 << 20
_LONGEST_WAIT = 1e6  # seconds: the system takes milliseconds as an integer of 32 bits


class Channel:
    """One end of a channel: a descriptor of a socket, which is closed with it.

    >>> one, other = pair()
    >>> one.send({"x": 1})
    >>> other.poll(), other.receive(), other.poll()
    (True, {'x': 1}, False)
    >>> one.close()
    >>> other.receive()
    Traceback (most recent call last):
    EOFError
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    def __enter__(self) -> Channel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Close this end. The other end reads what was sent, and then raises EOFError."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def fileno(self) -> int:
        """The descriptor. Raises OSError where this end is closed."""
        if self._descriptor is None:
            raise OSError("the channel is closed")
        return self._descriptor

    def send(self, value: Any) -> None:
        """Send a value. Raises BrokenPipeError or ConnectionResetError where the other end is closed."""
        payload = pickle.dumps(value)
        self._write(len(payload).to_bytes(_LENGTH_BYTES, "big"))
        self._write(payload)

    def receive(self) -> Any:
        """The next value. Raises EOFError or ConnectionResetError where the other end is closed."""
        return pickle.loads(self.receive_bytes())

    def receive_bytes(self) -> bytearray:
        """The next value, still pickled. Errors as for `receive`."""
        return self._read(int.from_bytes(self._read(_LENGTH_BYTES), "big"))

    def poll(self) -> bool:
        """Whether a value, or the end, can be read now."""
        return bool(wait([self], 0))

    def _write(self, what: bytes) -> None:
        rest = memoryview(what)
        while rest:
            rest = rest[os.write(self.fileno(), rest) :]

    def _read(self, size: int) -> bytearray:
        found = bytearray()
        while len(found) < size:
            chunk = os.read(self.fileno(), min(_CHUNK, size - len(found)))
            if not chunk:
                raise EOFError
            found += chunk
        return found


def pair() -> tuple[Channel, Channel]:
    """The two ends of a new channel.

    >>> one, other = pair()
    >>> other.send("hello")
    >>> one.receive()
    'hello'
    """
    one, other = socket.socketpair()
    for end in (one, other):
        end.setblocking(True)  # whatever the default for sockets is
    return Channel(one.detach()), Channel(other.detach())


def wait(channels: Sequence[Channel], seconds: float | None = None) -> list[Channel]:
    """The channels from which something, or their end, can be read; waits for one.

    seconds: then none may be ready. None: no limit.

    >>> wait(pair(), 0)
    []
    """
    poll = select.poll()
    by_descriptor = {one.fileno(): one for one in channels}
    for descriptor in by_descriptor:
        poll.register(descriptor, select.POLLIN)
    end = None if seconds is None else time.monotonic() + seconds
    while True:
        left = None if end is None else max(0.0, end - time.monotonic())
        ready = poll.poll(None if left is None else math.ceil(min(left, _LONGEST_WAIT) * 1000))
        if ready or left == 0:
            return [by_descriptor[descriptor] for descriptor, _ in ready]
