"""Sessions that wait for their next job."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from casbridge.limits import NEVER, Deadline
from casbridge.processes.session import Session

#: Seconds after which a session without jobs is closed.
IDLE_SECONDS = 60.0
#: Sessions that a pool keeps.
MOST_IDLE = 4


class SessionPool:
    """Idle sessions, to be taken by one thread at a time; closed when they have been idle for long.

    start: starts a session of an executable, with a memory limit (bytes or None) and a deadline for its first answer.
    idle_seconds: how long a session waits for a job.

    >>> pool = SessionPool(lambda executable, memory, deadline: Session([executable], sentinel=None))
    >>> pool.close()
    """

    _idle: list[Session]
    _timer: threading.Timer | None

    def __init__(
        self, start: Callable[[str, int | None, Deadline], Session], *, idle_seconds: float = IDLE_SECONDS
    ) -> None:
        self._start = start
        self._idle_seconds = idle_seconds
        self._forget()

    def take(self, executable: str, memory: int | None, deadline: Deadline = NEVER) -> Session:
        """A session of this executable with this memory limit, ready for a job. Raises what starting one raises."""
        if os.getpid() != self._owner:
            self._forget()
        dead: list[Session] = []
        found = None
        with self._lock:
            for session in reversed(self._idle[:]):
                if not session.usable:
                    self._idle.remove(session)
                    dead.append(session)
                elif found is None and session.executable == executable and session.memory == memory:
                    self._idle.remove(session)
                    found = session
        for session in dead:
            session.close()
        return found if found is not None else self._start(executable, memory, deadline)

    def give_back(self, session: Session) -> None:
        """Keep a session for the next job, or close it if it is not fit for one."""
        surplus = session
        with self._lock:
            if session.usable:
                self._idle.append(session)
                self._arm()
                if len(self._idle) <= MOST_IDLE:
                    return
                surplus = self._idle.pop(0)
        surplus.close()

    def close(self) -> None:
        """Close all idle sessions. The pool can be used again."""
        with self._lock:
            idle, self._idle = self._idle, []
            timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
        for session in idle:
            session.close()

    def _arm(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(self._idle_seconds, self._close_idle)
            self._timer.daemon = True
            self._timer.start()

    def _close_idle(self) -> None:
        with self._lock:
            self._timer = None
            old = [session for session in self._idle if session.idle.seconds >= self._idle_seconds]
            self._idle = [session for session in self._idle if session not in old]
            if self._idle:
                self._arm()
        for session in old:
            session.close()

    def _forget(self) -> None:
        """At the beginning; and in a fork's child, where the sessions and the lock are the parent's."""
        self._owner = os.getpid()
        self._lock = threading.RLock()
        self._idle = []
        self._timer = None
