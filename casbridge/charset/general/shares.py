"""The starts of the general way that a process works at, and its reports about them; see `side_by_side`."""

from __future__ import annotations

from typing import NamedTuple

#: A place in the schedule of turns: (turn, −start), since the latest start comes first; (turn,) before all of them.
Place = tuple[float, ...]


class Ran(NamedTuple):
    """What a start did so far.

    strategy: its name. joined: the work that had been offered to each other start.
    work: in about microseconds. chains: how many it found. outcome: in words.
    """

    strategy: str
    joined: int
    work: int
    chains: int
    outcome: str


class Step(NamedTuple):
    """What a process tells of its share.

    place: its starts are done with all that comes before this place.
    ran: what the start at this place did in its turn. waits: at the end of a turn, whether one of its starts makes
    others wait. At the beginning of a start's turn both are None.

    >>> Step((0, -1)).ran is None
    True
    """

    place: Place
    ran: Ran | None = None
    waits: bool | None = None


class Question(NamedTuple):
    """A process waits to be told: whether a start of another process made others wait at the end of the last turn."""

    turn: int


class Share:
    """The starts that a process works at: all of them, and nobody is told.

    >>> ALONE.has(7), ALONE.others_wait(2)
    (True, False)
    """

    def has(self, number: int) -> bool:
        """Whether the start with this number is in the share."""
        return True

    def note(self, number: int) -> None:
        """A start joined."""

    def begin(self, turn: int, number: int) -> None:
        """A start of the share begins its turn."""

    def tell(self, ran: Ran) -> None:
        """This start has done its turn."""

    def end(self, turn: int, waits: bool) -> None:
        """All starts of the share have done their turns before this one. waits: whether one makes others wait."""

    def others_wait(self, turn: int) -> bool:
        """Whether a start of another share made others wait when this turn began."""
        return False


#: The share of a process that works alone.
ALONE = Share()


class OneOf(Share):
    """Each `of`-th start, beginning with the start `first`. The caller of the process is told.

    >>> share = OneOf(1, 2)
    >>> [share.has(number) for number in range(4)], share.is_alone
    ([False, True, False, True], True)
    """

    def __init__(self, first: int, of: int) -> None:
        self._first, self._of = first, of
        self._place: Place = (0,)
        #: Whether no start of another share joined so far.
        self.is_alone = True

    def has(self, number: int) -> bool:
        return number % self._of == self._first

    def note(self, number: int) -> None:
        self.is_alone = self.is_alone and self.has(number)

    def begin(self, turn: int, number: int) -> None:
        self._send(Step((turn, -number)))

    def tell(self, ran: Ran) -> None:
        self._send(Step(self._place, ran=ran))

    def end(self, turn: float, waits: bool) -> None:
        self._send(Step((turn,), waits=waits))

    def others_wait(self, turn: int) -> bool:
        from casbridge.processes.apart import ask_caller

        return not self.is_alone and bool(ask_caller(Question(turn)))

    def _send(self, step: Step) -> None:
        from casbridge.processes.apart import send_item

        self._place = step.place
        send_item(step)
