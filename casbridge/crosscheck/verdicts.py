"""Verdicts: what a comparison says, and the witnesses that anyone can check by substitution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from casbridge.algebra.answers import Point
from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import Polynomial, number_text
from casbridge.backends.protocol import Result, Status
from casbridge.brief import LONGEST, Brief
from casbridge.crosscheck.sizes import Measure
from casbridge.drawings import Shown
from casbridge.errors import printable


class VerdictKind(StrEnum):
    """The result of a comparison.

    >>> str(VerdictKind.AGREE)
    'agree'
    """

    AGREE = "agree"  # two answers or more, all of them right
    CONSISTENT = "consistent"  # nothing speaks against it, but it is not proved
    DISAGREE = "disagree"  # with a witness
    UNDECIDED = "undecided"  # too few answers, or answers that cannot be compared


class Fault(StrEnum):
    """What can be wrong with an answer.

    >>> Fault.FALSE_ZERO.value
    'false zero'
    """

    FALSE_ZERO = "false zero"  # a point of the answer that violates an equation
    MISSING_ZERO = "missing zero"  # a zero of the system that the answer lacks
    SPECIAL_CASE = "special case"  # a missing zero at which a denominator of the answer is 0
    WRONG_POLYNOMIAL = "wrong polynomial"  # a polynomial of the answer that does not vanish at a zero of the system
    OTHER_RING = "other ring"  # an answer over another field, or in other variables, than the system
    NOT_IN_IDEAL = "not in the ideal"  # an equation outside the ideal of a basis, or a basis outside that of the system
    NO_BASIS = "no Groebner basis"  # an S-polynomial of a basis that does not reduce to zero
    OTHER_GROUP = "other group"  # an answer about a group of symmetries that another one contradicts
    FOREIGN_POLYNOMIAL = "foreign polynomial"  # a polynomial of the answer outside the ideal that was asked for
    MISSING_POLYNOMIAL = "missing polynomial"  # a polynomial of the ideal that was asked for outside the answer
    NOT_RADICAL = "not radical"  # a polynomial outside the answer, with a power in the ideal of the equations
    NOT_REDUCED = "not reduced"  # a term of a basis that another leading term divides
    NOT_PRIME = "not prime"  # a component with a product, and neither of its factors
    NOT_PRIMARY = "not primary"  # a component with a product, not its first factor, and no power of its second
    REDUNDANT_COMPONENT = "redundant component"  # a component that could be left out
    MISSING_COMPONENT = "missing component"  # the components have a polynomial in common that the ideal has not
    WRONG_PRODUCT = "wrong product"  # factors whose product is not the polynomial
    REDUCIBLE_FACTOR = "reducible factor"  # a factor that has factors
    REPEATED_FACTOR = "repeated factor"  # a factor that is given twice, up to a constant
    WRONG_NUMBER = "wrong number"  # a dimension or a degree
    NOT_ISOLATED = "not isolated"  # a box with several real zeros, or boxes with common points
    NO_PARAMETRISATION = "no parametrisation"  # a multiple root, a denominator 0 at a root, a form that is not the root
    NOT_TRIANGULAR = "not triangular"  # a characteristic set whose main variables do not ascend
    NONZERO_REMAINDER = "nonzero remainder"  # an equation whose pseudo-remainder by a characteristic set is not 0
    CONTRADICTION = "contradiction"  # an answer that another one contradicts; one of them is wrong


@dataclass(frozen=True, repr=False)
class Extension(Brief):
    """A point in an extension of the field by a root of a polynomial.

    minimal: the polynomial, as text. coordinates: one a variable, as texts in the root.
    """

    minimal: str
    coordinates: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Witness(Brief, Shown):
    """Why an answer is wrong, checkable by substitution (for NOT_IN_IDEAL and NO_BASIS, by division).

    backend: whose answer is wrong.
    point: the zero in question, one coordinate a variable.
    extension: the zero in question, where it is in an extension of the field.
    approximation: the zero in question in decimals, such as "1.5 - 2*I", one a variable, where that shows the fault.
    polynomial: for FALSE_ZERO an equation that is not 0 there. For MISSING_ZERO a polynomial that is not 0 there, and 0
        wherever the answer has zeros. For NOT_IN_IDEAL what is outside the ideal; for NO_BASIS what is left of the
        S-polynomial.
    value: the polynomial's value at the point, computed if it is not given.
    grid: the puzzle's solution in one line, if the point is one.
    chain: the part of the zero set in question, where it is more than points of the field: a chain C for V(sat(C)), or
        generators of an ideal. The polynomial does not vanish on all of that part. For a fault of one component its
        generators; for WRONG_NUMBER the basis whose leading monomials give the number, which is the value.
    factors: for NOT_PRIME and NOT_PRIMARY the two factors of the polynomial; for REDUCIBLE_FACTOR factors of it, for
        REPEATED_FACTOR both.
    power: for NOT_RADICAL the least power of the polynomial in the ideal of the equations; for MISSING_POLYNOMIAL of a
        saturation the least power of the goal's polynomials whose product with it is.

    >>> Witness(Fault.FALSE_ZERO, "a:b", "why", (1, 2)).as_dict(["x", "y"])["point"]
    {'x': '1', 'y': '2'}
    """

    fault: Fault
    backend: str
    text: str
    point: Point | None = None
    polynomial: Polynomial | None = None
    value: str = ""
    grid: str = ""
    chain: tuple[Polynomial, ...] | None = None
    extension: Extension | None = None
    approximation: tuple[str, ...] = ()
    factors: tuple[Polynomial, ...] | None = None
    power: int | None = None

    def __post_init__(self) -> None:
        if self.polynomial is not None and self.point is not None and not self.value:
            value = self.polynomial.ring.field.symmetric(self.polynomial.evaluate(self.point))
            object.__setattr__(self, "value", number_text(value))

    def at(self, place: Point | Extension | None) -> Witness:
        """The witness with a point of the field, or one in an extension, where there is one."""
        if isinstance(place, Extension):
            return replace(self, extension=place)
        return self if place is None else replace(self, point=place)

    def as_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """For JSON; `names` are the ring's variables."""
        point = self.point if self.extension is None else self.extension.coordinates
        near = dict(zip(names, self.approximation, strict=True)) if self.approximation else None
        return {
            "fault": str(self.fault),
            "backend": self.backend,
            "text": self.text,
            "point": None if point is None else dict(zip(names, map(_coordinate, point), strict=True)),
            "extension": None if self.extension is None else self.extension.minimal,
            "approximation": near,
            "polynomial": None if self.polynomial is None else str(self.polynomial),
            "value": self.value or None,
            "grid": self.grid or None,
            "chain": None if self.chain is None else [str(polynomial) for polynomial in self.chain],
            "factors": None if self.factors is None else [str(polynomial) for polynomial in self.factors],
            "power": self.power,
        }


@dataclass(frozen=True)
class SpecialCases:
    """Whether an answer lacks zeros at which a denominator of its branches is 0.

    faults: a zero that is lost. proof: why none is. reason: why that is not decided. Two of them are empty.
    """

    faults: tuple[Witness, ...] = ()
    proof: str = ""
    reason: str = ""


class Judged(StrEnum):
    """What is known of one answer."""

    RIGHT = "right"  # each claim that `claims.is_required` names is proved
    WRONG = "wrong"  # a claim is refuted
    NOT_JUDGED = "not judged"  # neither


@dataclass(frozen=True, repr=False)
class Judgement(Brief):
    """The judgement of one answer, from which everything is told: words, table, JSON, counts and reports.

    proofs: by which each claim is proved, in words. faults: all that were shown. open: the claims that are neither,
        each with the reason. stopped: the limits that are why, "time" and "memory".
    completeness: the proofs that nothing is missing, in words; they are among `proofs`.

    >>> Judgement(open=("no false zero: out of time",)).word
    <Judged.NOT_JUDGED: 'not judged'>
    """

    proofs: tuple[str, ...] = ()
    faults: tuple[Witness, ...] = ()
    open: tuple[str, ...] = ()
    stopped: frozenset[str] = frozenset()
    completeness: tuple[str, ...] = ()

    @property
    def word(self) -> Judged:
        """Right, wrong or not judged."""
        return Judged.WRONG if self.faults else Judged.NOT_JUDGED if self.open else Judged.RIGHT

    @property
    def why(self) -> str:
        """By what it is proved, what is wrong, or why it is not judged, in one sentence."""
        return "; ".join([fault.text for fault in self.faults]) or by_reason(self.open or self.proofs)


def by_reason(texts: Iterable[str]) -> str:
    """Texts "what: why" as one sentence, in which each reason stands once.

    >>> by_reason(["nothing is false: no time", "nothing is missing: it crashed", "it is a basis: no time"])
    'nothing is false, it is a basis: no time; nothing is missing: it crashed'
    """
    grouped: dict[str, list[str]] = {}
    for text in texts:
        what, _, why = text.partition(": ")
        grouped.setdefault(why, []).append(what)
    return "; ".join(f"{', '.join(whats)}: {why}" if why else "; ".join(whats) for why, whats in grouped.items())


def _coordinate(value: Coefficient | str) -> str:
    return value if isinstance(value, str) else number_text(value)


def list_text(polynomials: Iterable[Polynomial]) -> str:
    """Polynomials in brackets, shortened where they are long.

    >>> list_text([])
    '[]'
    """
    return printable(f"[{', '.join(map(str, polynomials))}]", 200)


@dataclass(frozen=True, repr=False)
class CheckedResult(Brief, Shown):
    """A result with its zeros and its faults.

    zeros: the zero set as points, or None where the answer is not given by finitely many points of the field.
    count: the number of different zeros where they are known, else the number of components; None without an answer.
    redundant: how many components only repeat others.
    spurious: zeros of the system that are no solutions of the puzzle, as (point, why): the encoding's fault.
    faults: what is wrong with it.
    note: a remark that is no fault.
    uncompared: why the answer is not compared with others, where it is not.
    evidence: where it is not, what nevertheless speaks for it.
    stopped: where a limit is why it is not, which one: "time" or "memory".
    closed_points: where each component is a prime with finitely many zeros, and they are not all in the field: the
        reduced lex bases of these primes, and how many zeros each has. Else None.
    sound: how it was shown that the answer has no zeros but the system's, in words; "" where it was not.
    alike: the number of the first answer that is shown to have the same zeros; None where nothing was shown.
    judgement: of the answer; None without one.
    size: dimension, degree, multiplicity, rational and real zeros of the answer; None where it was not measured.
    special_cases: whether zeros are lost where a denominator of its branches is 0; None where only the closures of its
        branches were compared, or it has none.

    >>> CheckedResult(Result("it", "", Status.TIMEOUT, reason="too slow")).answered
    False
    """

    result: Result
    zeros: frozenset[Point] | None = field(default=None, repr=False)
    count: int | None = None
    redundant: int = 0
    spurious: tuple[tuple[Point, str], ...] = ()
    faults: tuple[Witness, ...] = ()
    note: str = ""
    closed_points: Mapping[frozenset[Polynomial], int] | None = field(default=None, hash=False)
    uncompared: str = ""
    evidence: str = ""
    stopped: str = ""
    sound: str = ""
    alike: int | None = None
    judgement: Judgement | None = None
    size: Measure | None = None
    special_cases: SpecialCases | None = None

    @property
    def answered(self) -> bool:
        """Whether there is an answer, whole or partial."""
        return self.result.status in (Status.COMPLETE, Status.PARTIAL)


@dataclass(frozen=True, repr=False)
class Run(Brief):
    """One of several runs of a backend about one system.

    number: from 1. seed: the CAS's random seed; 0 for a backend without one.
    permutation: how the system was permuted before, in words; "" where it was not.
    result: about the permuted system.
    answer: which of the different answers it gave, from 1; 0 where it gave none.

    >>> Run(3, 3, "", Result("it", "", Status.TIMEOUT, reason="too slow")).as_dict()["status"]
    'timeout'
    """

    number: int
    seed: int
    permutation: str
    result: Result
    answer: int = 0

    @property
    def how(self) -> str:
        """The run in words, with everything that one needs to repeat it."""
        parts = (f"seed {self.seed}" if self.seed else "", self.permutation)
        return f"run {self.number} ({'; '.join(filter(None, parts)) or 'the system as it is'})"

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "run": self.number,
            "seed": self.seed,
            "permutation": self.permutation or None,
            "status": str(self.result.status),
            "reason": self.result.reason or None,
            "seconds": round(self.result.wall_seconds, 6),
            "answer": self.answer or None,
        }


@dataclass(frozen=True, repr=False)
class Repeated(Brief):
    """All runs of one backend about one system.

    answers: how many different answers there are.
    wrong: which of them are wrong.

    >>> Repeated((), 0).text
    '0 runs, 0 different answers'
    """

    runs: tuple[Run, ...]
    answers: int
    wrong: frozenset[int] = frozenset()

    @property
    def text(self) -> str:
        """How many runs and different answers there are, in words."""
        runs, answers = len(self.runs), self.answers
        return f"{runs} run{'s' * (runs != 1)}, {answers} different answer{'s' * (answers != 1)}"

    def with_answer(self, number: int) -> list[Run]:
        """The runs that gave one of the different answers."""
        return [run for run in self.runs if run.answer == number]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        runs = [{**run.as_dict(), "wrong": run.answer in self.wrong} for run in self.runs]
        return {"runs": len(self.runs), "different": self.answers, "each": runs}


@dataclass(frozen=True, repr=False)
class AnyVerdict(Shown):
    """What a comparison says, and why. It has no truth value: look at `kind`.

    >>> AnyVerdict(VerdictKind.AGREE, "all have the same zeros").kind
    <VerdictKind.AGREE: 'agree'>
    """

    kind: VerdictKind
    reason: str

    def __bool__(self) -> bool:
        raise TypeError(f"a {type(self).__name__} has no truth value; look at its kind")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.kind}: {printable(self.reason, LONGEST - 60)}>"


@dataclass(frozen=True, repr=False)
class Verdict(AnyVerdict):
    """The verdict over answers about a system, and everything that it rests on.

    checked: what was found of each backend's result, in the order in which they were asked.
    witness: the first fault, for DISAGREE.
    variables: the names of the ring's variables, for the witness.
    names: the names by which the backends were asked for.
    stopped: the limits that stopped the comparison before anything was shown, "time" and "memory"; empty without one.
    rests_on: for AGREE, what proves that the answers have all zeros of the system.
    repeated: where the backends were asked several times, the runs of each.
    generic: whether branches were compared as the closures of their points, so that special cases may be lost.

    >>> Verdict(VerdictKind.UNDECIDED, "no backend answered", ()).as_dict()["verdict"]
    'undecided'
    """

    checked: tuple[CheckedResult, ...]
    witness: Witness | None = None
    variables: tuple[str, ...] = field(default=(), repr=False)
    names: tuple[str, ...] = field(default=(), repr=False)
    stopped: frozenset[str] = frozenset()
    rests_on: tuple[str, ...] = ()
    repeated: tuple[Repeated, ...] = ()
    generic: bool = False

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        names = self.names or [checked.result.name for checked in self.checked]
        return {
            "verdict": str(self.kind),
            **({"generic": True} if self.generic else {}),
            "reason": self.reason,
            "rests_on": list(self.rests_on),
            "backends": [
                {
                    "name": name,
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
                    **(checked.size or Measure(0)).fields(),
                    "redundant": checked.redundant,
                    "spurious": len(checked.spurious),
                    "judgement": str(checked.judgement.word) if checked.judgement else None,
                    "proofs": list(checked.judgement.proofs) if checked.judgement else [],
                    "faults": [witness.as_dict(self.variables) for witness in checked.faults],
                    "open": list(checked.judgement.open) if checked.judgement else [],
                    "note": checked.note or None,
                    "warnings": list(checked.result.warnings),
                }
                for name, checked in zip(names, self.checked, strict=True)
            ],
            "witness": self.witness.as_dict(self.variables) if self.witness else None,
            **({"repeated": [one.as_dict() for one in self.repeated]} if self.repeated else {}),
        }
