"""A limit on memory is for a program with all that it starts, not for each process by itself."""

import sys
from pathlib import Path

import pytest

from casbridge.limits import Deadline
from casbridge.processes.program import run_program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the memory of processes")

MIB = 1 << 20
#: Starts six processes of 60 MiB each, far below the limit, and waits. With an argument they leave the session.
FORKING = """
import os, sys, time
for _ in range(6):
    if os.fork() == 0:
        if len(sys.argv) > 1:
            os.setsid()
        held = bytearray(b"x" * (60 << 20))
        time.sleep(60)
        os._exit(0)
time.sleep(60)
"""


@pytest.mark.parametrize("further", [[], ["leave"]], ids=["in its session", "out of its session"])
def test_processes_together_reach_the_limit(further: list[str], tmp_path: Path) -> None:
    deadline = Deadline.after(40)
    finished = run_program([sys.executable, "-c", FORKING, *further], cwd=tmp_path, memory=250 * MIB, deadline=deadline)
    assert finished.ended == "memory"


def test_shared_memory_counts_once(tmp_path: Path) -> None:
    """Forks share what their parent holds: 100 MiB are seen five times, and held once."""
    sharing = """
import os, time
held = bytearray(b"x" * (100 << 20))
children = []
for _ in range(4):
    children.append(os.fork())
    if not children[-1]:
        time.sleep(1)
        os._exit(0)
for child in children:
    os.waitpid(child, 0)
"""
    finished = run_program([sys.executable, "-c", sharing], cwd=tmp_path, memory=350 * MIB, deadline=Deadline.after(40))
    assert (finished.ended, finished.exit_code) == ("exited", 0)
