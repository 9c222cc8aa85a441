"""Verdicts: what a comparison says, and the witnesses that anyone can check by substitution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from casbridge.algebra.answers import Point
from casbridge.algebra.polynomials import Polynomial
from casbridge.backends.protocol import Result, Status


class VerdictKind(StrEnum):
    """What a comparison says."""

    AGREE = "agree"  # equality shown exactly
    CONSISTENT = "consistent"  # nothing speaks against it, but it is not proved
    DISAGREE = "disagree"  # with a witness
    UNDECIDED = "undecided"  # too few answers, or answers that cannot be compared


class Fault(StrEnum):
    """What can be wrong with an answer."""

    FALSE_ZERO = "false zero"  # a point of the answer that violates an equation
    MISSING_ZERO = "missing zero"  # a zero of the system that the answer lacks
    WRONG_POLYNOMIAL = "wrong polynomial"  # a polynomial of the answer that does not vanish at a zero of the system
    OTHER_RING = "other ring"  # an answer over another field, or in other variables, than the system
    NOT_IN_IDEAL = "not in the ideal"  # an equation that does not reduce to zero modulo the answer's basis


@dataclass(frozen=True)
class Witness:
    """Why an answer is wrong, checkable by substitution (or, for NOT_IN_IDEAL, by division).

    point: the zero in question, one coordinate a variable. polynomial: what does not vanish there, and its value.
    grid: the point as a puzzle's one-line solution, where it is one.
    chain: the part of the zero set in question, where it is more than points: a chain C for V(sat(C)), or generators of
        an ideal. A polynomial given with it does not vanish on all of that part; if zeros are missing, it vanishes
        wherever the answer has zeros.
    """

    fault: Fault
    backend: str
    text: str
    point: Point | None = None
    polynomial: Polynomial | None = None
    value: str = ""
    grid: str = ""
    chain: tuple[Polynomial, ...] | None = None

    def as_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """For JSON; `names` are the ring's variables."""
        return {
            "fault": str(self.fault),
            "backend": self.backend,
            "text": self.text,
            "point": None
            if self.point is None
            else {name: str(value) for name, value in zip(names, self.point, strict=True)},
            "polynomial": None if self.polynomial is None else str(self.polynomial),
            "value": self.value or None,
            "grid": self.grid or None,
            "chain": None if self.chain is None else [str(polynomial) for polynomial in self.chain],
        }


@dataclass(frozen=True)
class CheckedResult:
    """A result, what it amounts to, and what was found wrong with it.

    zeros: the zero set as points, or None where the answer is not given by finitely many points of the field.
    count: the number of different zeros where they are known, else the number of components; None without an answer.
    redundant: how many components only repeat others.
    closed_points: where the zeros are no points of the field, but each component is a prime with finitely many zeros:
    the reduced lex bases of those that are zeros of the system, and how many zeros each has. Else None.
    spurious: zeros of the system that are no solutions of the puzzle, as (point, why): the encoding's fault.
    """

    result: Result
    zeros: frozenset[Point] | None = None
    count: int | None = None
    redundant: int = 0
    spurious: tuple[tuple[Point, str], ...] = ()
    faults: tuple[Witness, ...] = ()
    note: str = ""
    closed_points: Mapping[frozenset[Polynomial], int] | None = None

    @property
    def answered(self) -> bool:
        return self.result.status in (Status.COMPLETE, Status.PARTIAL)


@dataclass(frozen=True)
class Verdict:
    """The verdict, why, and everything that it rests on. It has no truth value: look at `kind`."""

    kind: VerdictKind
    reason: str
    checked: tuple[CheckedResult, ...]
    witness: Witness | None = None
    variables: tuple[str, ...] = field(default=(), repr=False)

    def __bool__(self) -> bool:
        raise TypeError("a Verdict has no truth value; look at its kind")

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "verdict": str(self.kind),
            "reason": self.reason,
            "backends": [
                {
                    "name": checked.result.name,
                    "backend": checked.result.backend,
                    "method": checked.result.method,
                    "version": checked.result.version,
                    "status": str(checked.result.status),
                    "reason": checked.result.reason or None,
                    "seconds": round(checked.result.wall_seconds, 6),
                    "cpu_seconds": checked.result.cpu_seconds,
                    "peak_memory": checked.result.peak_memory,
                    "task": str(checked.result.answer.task) if checked.result.answer else None,
                    "count": checked.count,
                    "redundant": checked.redundant,
                    "spurious": len(checked.spurious),
                    "faults": [witness.as_dict(self.variables) for witness in checked.faults],
                    "note": checked.note or None,
                }
                for checked in self.checked
            ],
            "witness": self.witness.as_dict(self.variables) if self.witness else None,
        }
