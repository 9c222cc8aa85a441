"""A program that takes a CAS's place and goes wrong on demand. It computes nothing.

    python fake_program.py PLAN ARGUMENT…

PLAN is a JSON file: "fault", the name of what goes wrong (a method `fault_…` of `Fake`; "" for nothing), and "answer",
the text that it writes to the answer's file. `casbridge.testing.faults` writes both. Standard library only, and
nothing of casbridge, and modules that take long to import only where they are used, so that it starts quickly.

A program with a dialogue, such as a session, needs a fake of its own: a file with a subclass of `Fake`, which finds its
job in another way and writes its answer to another place.
"""

from __future__ import annotations

import os
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

#: The name of the answer's file, in the folder where the program runs.
ANSWER_FILE = "answer.txt"


class Fake:
    """What goes wrong, a method for each fault.

    answered: the text of the answer. mark: a text in the arguments of each descendant, to find it by.

    >>> Fake("casbridge:begin 1f2e\\n", "a mark").answered[:15]
    'casbridge:begin'
    """

    def __init__(self, answered: str, mark: str) -> None:
        self.answered = answered
        self.mark = mark

    def job(self, fault: str) -> None:
        """Do a job: go wrong, or answer."""
        act: Callable[[], None] | None = getattr(self, "fault_" + fault.replace("-", "_"), None)
        if fault and act is None:
            sys.exit(f"no fault named {fault}")
        (act or self.answer)()

    def answer(self) -> None:
        """Write the answer that was planned."""
        self.write(self.answered)

    def write(self, text: str) -> None:
        """Write a text in place of the answer."""
        write(ANSWER_FILE, text.encode())

    # -- it does not end ----------------------------------------------------------------------------------------------

    def fault_hang(self) -> None:
        time.sleep(3600)

    def fault_hang_ignoring_signals(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        while True:
            time.sleep(1)

    def fault_compute_forever(self) -> None:
        while True:
            pass

    def fault_close_output(self) -> None:
        sys.stdout.flush()
        os.close(1)
        os.close(2)
        time.sleep(3600)

    def fault_grandchild_and_hang(self) -> None:
        self.grandchild()
        time.sleep(3600)

    # -- it ends badly ------------------------------------------------------------------------------------------------

    def fault_exit_3(self) -> None:
        os._exit(3)

    def fault_last_words(self) -> None:
        say("words\nthe last words")
        os._exit(5)

    def fault_be_killed(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def fault_segfault(self) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)

    def fault_grandchild_and_die(self) -> None:
        self.grandchild()
        os._exit(3)

    def fault_answer_and_die(self) -> None:
        """A right answer of a program that then fails is no answer."""
        self.answer()
        os._exit(3)

    # -- memory -------------------------------------------------------------------------------------------------------

    def fault_no_more_memory(self) -> None:
        say("error: out of memory")
        os._exit(14)

    def fault_eat_memory(self) -> None:
        eaten = []
        while True:
            eaten.append(bytearray(1 << 24))

    # -- it says something else ---------------------------------------------------------------------------------------

    def fault_flood(self) -> None:
        while True:
            sys.stdout.write("all work and no play\n" * 1000)

    def fault_flood_one_line(self) -> None:
        while True:
            sys.stdout.write("y" * 10000)

    def fault_no_answer(self) -> None:
        pass

    def fault_empty_answer(self) -> None:
        self.write("")

    def fault_no_file(self) -> None:
        """A pipe in place of the answer's file: whoever opens it waits for ever."""
        os.mkfifo(ANSWER_FILE)

    def fault_enormous_answer(self) -> None:
        """A file with a hole: it takes no room on the disk, and two gigabytes to be read."""
        write(ANSWER_FILE, b"")
        os.truncate(ANSWER_FILE, 1 << 31)

    def fault_endless_answer(self) -> None:
        """A file with a hole, which grows without end."""
        write(ANSWER_FILE, b"")
        size = 0
        while True:
            size += 1 << 20
            os.truncate(ANSWER_FILE, size)
            time.sleep(1e-4)

    def fault_junk(self) -> None:
        write(ANSWER_FILE, b"\xff\xfe\x00 what is this\x1b[31m\n" * 10)

    def fault_half_answer(self) -> None:
        self.write(self.answered[: len(self.answered) * 2 // 3])

    def fault_wrong_count(self) -> None:
        *lines, last = self.answered.rstrip("\n").split("\n")
        marker, job, parts, *rest = last.split(" ")
        self.write("\n".join([*lines, " ".join([marker, job, str(int(parts) + 1), *rest]), ""]))

    def fault_lost_line(self) -> None:
        """The last line of the answer is not there; what ends the answer is."""
        lines = self.answered.split("\n")
        self.write("\n".join([*lines[:-3], *lines[-2:]]))

    def fault_doubled_line(self) -> None:
        lines = self.answered.split("\n")
        self.write("\n".join([*lines[:-2], *lines[-3:]]))

    def fault_two_answers(self) -> None:
        self.write(self.answered * 2)

    def fault_other_job(self) -> None:
        digest = self.answered.split(maxsplit=2)[1]
        self.write(self.answered.replace(digest, "0123456789ab"))

    def fault_warning_inside(self) -> None:
        head, _, rest = self.answered.partition("\n")
        self.write(f"{head}\nWarning: this may be wrong\n{rest}")

    def fault_warning_beside(self) -> None:
        """A warning on the terminal, and an answer."""
        say("Warning: this may be wrong")
        self.answer()

    # -- it answers ---------------------------------------------------------------------------------------------------

    def fault_grandchild(self) -> None:
        """A grandchild that outlives us and holds our output open."""
        self.grandchild()
        self.answer()

    def grandchild(self) -> None:
        """Start a program that stays."""
        import subprocess

        subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(3600)", self.mark])


def write(path: str, content: bytes) -> None:
    """Write a file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(f"{folder}/answer.txt", b"words")
    ...     read(f"{folder}/answer.txt")
    'words'
    """
    with open(path, "wb") as file:  # pathlib would take as long to import as all else
        file.write(content)


def read(path: str) -> str:
    """The text of a file.

    >>> read("/dev/null")
    ''
    """
    with open(path, encoding="utf-8") as file:
        return file.read()


def say(text: str) -> None:
    """Print a line at once.

    >>> say("words")
    words
    """
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> None:
    """Do what a plan says.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(f"{folder}/plan", b'{"fault": "no-answer", "answer": ""}')
    ...     main([f"{folder}/plan", "script"])
    """
    import json

    plan = json.loads(read(arguments[0]))
    Fake(plan["answer"], arguments[0]).job(plan["fault"])


if __name__ == "__main__":
    main(sys.argv[1:])
