"""What the reference says of one answer to a task, and words for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from casbridge.algebra.answers import ONE_IDEAL, Answer, Task
from casbridge.algebra.extensions import number_of_members
from casbridge.algebra.polynomials import Polynomial, short_number
from casbridge.algebra.systems import PolynomialSystem
from casbridge.crosscheck.verdicts import Witness
from casbridge.errors import printable

_MOST_SHOWN = 120


@dataclass(frozen=True)
class Assessment:
    """Faults, or a proof that an answer is right, or neither.

    proof: what the proof rests on, in words; "" without one.
    doubts: the parts of the proof that no second way has confirmed.

    >>> Assessment(proof="a Groebner basis").is_right, Assessment().is_right
    (True, False)
    """

    faults: tuple[Witness, ...] = ()
    proof: str = ""
    doubts: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether it is proved that the answer is right."""
        return bool(self.proof) and not self.faults and not self.doubts


def answer_text(answer: Answer, system: PolynomialSystem | None = None) -> str:
    """What an answer to a system consists of, for a table.

    >>> from casbridge.algebra import Ring
    >>> answer_text(Answer(Task.DIMENSION, Ring.of("x"), (), dimension=0, degree=3))
    'dimension 0, degree 3'
    """
    if answer.task is Task.DIMENSION:
        numbers = {"dimension": answer.dimension, "degree": answer.degree}
        return ", ".join(f"{name} {short_number(value)}" for name, value in numbers.items() if value is not None)
    if answer.task in ONE_IDEAL:
        count = sum(map(len, answer.components))
        return f"{count} generator{'s' * (count != 1)}"
    if answer.task is Task.REAL:
        return f"{len(answer.boxes)} real zero{'s' * (len(answer.boxes) != 1)}"
    if answer.task is Task.CHARSET:
        count = sum(map(len, answer.components))
        return f"{count} polynomial{'s' * (count != 1)}"
    what = "factor" if answer.task is Task.FACTORS else "component"
    count = number_of_members(answer, system)
    return f"{count} {what}{'s' * (count != 1)}"


def shown(polynomial: Polynomial) -> str:
    """A polynomial for a sentence, shortened where it is long.

    >>> from casbridge.algebra import Ring, variables
    >>> shown(variables(Ring.of("x"))[0])
    'x'
    """
    return printable(str(polynomial), _MOST_SHOWN)


def listed(items: Iterable[object]) -> str:
    """Things for a sentence, with commas and a last "and".

    >>> listed("abc"), listed("a")
    ('a, b and c', 'a')
    """
    texts = [printable(str(item), _MOST_SHOWN) for item in items]
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
