"""The reference's judgements in a process of its own: limits hold there even while a library's function is at work.

The process reads pickled questions that its parent wrote, and writes a pickled judgement for each as soon as it has it.
"""

from __future__ import annotations

import pickle
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from casbridge.algebra.answers import Answer, Point
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.worker import EXIT_FOR_MEMORY, ran_out_of_memory, run_python, without_answer
from casbridge.crosscheck.inclusion import Inclusion, Judgement
from casbridge.errors import BackendError, printable
from casbridge.limits import Deadline

_PROGRAM = "from casbridge.crosscheck.apart import main; main()"
_QUESTIONS = "questions"


@dataclass(frozen=True)
class Question:
    """Whether an answer has the system's zeros; the fields are `Inclusion.judge`'s arguments."""

    name: str
    answer: Answer
    complete: bool = True
    points: frozenset[Point] | None = None


def judge_apart(
    system: PolynomialSystem, questions: Sequence[Question], seconds: float, memory: int | None = None
) -> list[tuple[Judgement, int]]:
    """A judgement for each question, and how many irreducible chains the system has (0 where that is not known).

    memory: the limit in bytes, beside what Python takes.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="casbridge-", ignore_cleanup_errors=True) as name:
            folder = Path(name)
            (folder / _QUESTIONS).write_bytes(pickle.dumps((system, tuple(questions), seconds)))
            finished = run_python(["-c", _PROGRAM], folder, seconds, memory)
            written = [_outcome(folder / str(number)) for number in range(len(questions))]
    except (OSError, BackendError) as error:
        reason = printable(f"the reference could not be given a process: {error}")
        return [(Judgement(reason=reason), 0)] * len(questions)
    if ran_out_of_memory(finished, limited=memory is not None):
        reason = "the reference ran out of memory"
    elif finished.ended == "timeout":
        reason = "the reference did not come to an end in time"
    else:
        reason = printable(without_answer(finished))
    return [outcome or (Judgement(reason=reason), 0) for outcome in written]


def _outcome(path: Path) -> tuple[Judgement, int] | None:
    if not path.exists():
        return None
    judgement, count = pickle.loads(path.read_bytes())
    assert isinstance(judgement, Judgement)
    assert isinstance(count, int)
    return judgement, count


def main() -> None:
    """What the process does, in the folder where the questions are."""
    system, questions, seconds = pickle.loads(Path(_QUESTIONS).read_bytes())
    inclusion = Inclusion(system, Deadline.after(seconds))
    for number, question in enumerate(questions):
        try:
            found = inclusion.judge(question.name, question.answer, complete=question.complete, points=question.points)
        except (MemoryError, SystemError):
            # An allocation that fails inside the interpreter or a library may show as SystemError.
            sys.exit(EXIT_FOR_MEMORY)
        count = len(inclusion.chains) if found.proved and question.complete else 0
        # Moved into its place, so that half a file is never read.
        half = Path(f"{number}.part")
        half.write_bytes(pickle.dumps((found, count)))
        half.rename(str(number))
