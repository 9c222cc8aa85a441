"""One verdict over answers to several tasks, and over answers in several orders of the variables.

    (result, system that was asked) … ──by task──▶ parts in the ring of the system ──judge──▶ JointVerdict
                                          └──────▶ parts in another order of the variables ──┘

`judge` compares answers to one task with a comparison of its own, or answers by their zeros, all of them in one ring.
Here each task is a part of its own. An answer in another order of the variables is brought to the system's order, by
`metamorphic.reordered`. Two kinds of answers lose something on that way: a chain whose initials are not constant stays
a chain of its order, and a Gröbner basis becomes generators of its ideal. They are judged in their own order as well,
beside all answers that can be brought there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from casbridge.algebra.answers import OWN_COMPARISON, Answer, Point, Task
from casbridge.algebra.fields import Ring
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck.judging import COMPARISON_SECONDS, judge
from casbridge.crosscheck.metamorphic import reordered
from casbridge.crosscheck.verdicts import AnyVerdict, CheckedResult, Judged, Verdict, VerdictKind, Witness
from casbridge.errors import UsageError
from casbridge.limits import NEVER, Deadline

_Rules = Callable[[Point], str | None]


@dataclass(frozen=True)
class Part:
    """One comparison: answers to one task, in one ring.

    places: of the compared results, in the order of `verdict.checked`.
    what: the task and the order of the variables in words; "" for zeros in the system's order.

    >>> Part((0, 1), Verdict(VerdictKind.AGREE, "have the same zeros", ())).is_alone
    True
    """

    places: tuple[int, ...]
    verdict: Verdict
    what: str = ""

    @property
    def is_alone(self) -> bool:
        """Whether fewer than two results answered, so that nothing was compared."""
        return sum(one.answered for one in self.verdict.checked) < 2

    @property
    def reason(self) -> str:
        """The verdict's reason, after what was compared."""
        return f"{self.what}: {self.verdict.reason}" if self.what else self.verdict.reason


@dataclass(frozen=True)
class JointVerdict(AnyVerdict):
    """The verdict over several comparisons.

    kind: "disagree" where one comparison says so. "agree" where each answer is in a comparison that says so.
        "consistent" where each answer is in a comparison that says "agree" or "consistent", or is alone, and at least
        two were compared. Else "undecided".
    results: the results as they were given.
    parts: the comparisons.

    >>> from casbridge.algebra.formats import read_system
    >>> judge_mixture([], read_system("x^2 - 1")).reason
    'no backend answered; two are needed'
    """

    results: tuple[Result, ...]
    parts: tuple[Part, ...]

    @property
    def stopped(self) -> frozenset[str]:
        """The limits on the comparisons that are why nothing was shown: "time", "memory"."""
        if self.kind is VerdictKind.DISAGREE:
            return frozenset()
        return frozenset(limit for part in self.parts for limit in part.verdict.stopped)

    @property
    def rests_on(self) -> tuple[str, ...]:
        """For "agree": what proves that the answers have all zeros of the system."""
        if self.kind is not VerdictKind.AGREE:
            return ()
        return tuple(dict.fromkeys(text for part in self.parts for text in part.verdict.rests_on))

    @property
    def witness(self) -> tuple[Witness, tuple[str, ...]] | None:
        """For "disagree": the first witness, and the variables of its ring."""
        wrong = [part.verdict for part in self.parts if part.verdict.kind is VerdictKind.DISAGREE]
        return next(((one.witness, one.variables) for one in wrong if one.witness is not None), None)

    def seen(self, place: int) -> Iterator[tuple[CheckedResult, tuple[str, ...]]]:
        """One result as each comparison checked it, in the variables of that comparison's ring."""
        for part in self.parts:
            if place in part.places:
                yield part.verdict.checked[part.places.index(place)], part.verdict.variables

    def faults(self, place: int) -> list[Witness]:
        """What is wrong with one result."""
        return [witness for one, _ in self.seen(place) for witness in one.faults]

    def is_proved(self, place: int) -> bool:
        """Whether one result is complete, and a comparison that nothing contradicts has proved it."""
        judged = [one.judgement for one, _ in self.seen(place) if one.judgement is not None]
        whole = self.results[place].status is Status.COMPLETE and not self.faults(place)
        return whole and any(one.word is Judged.RIGHT for one in judged)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the fields of `Verdict.as_dict`, and `parts` where there are several comparisons."""
        parts = [part.verdict.as_dict() for part in self.parts]
        rows: list[dict[str, Any]] = []
        for place in range(len(self.results)):
            here = [
                said["backends"][part.places.index(place)]
                for part, said in zip(self.parts, parts, strict=True)
                if place in part.places
            ]
            # The last part that it is in judges it as it is, in the ring that was asked.
            notes = dict.fromkeys(row["note"] for row in here if row["note"])
            faults = [fault for row in here for fault in row["faults"]]
            # A fault in any part counts; else one part that proves it is enough.
            judged = next((row for row in here if row["judgement"] == Judged.RIGHT), here[-1])
            judgement = str(Judged.WRONG) if faults else judged["judgement"]
            texts = {key: judged[key] for key in ("proofs", "open")}
            rows.append(
                {**here[-1], **texts, "judgement": judgement, "faults": faults, "note": "; ".join(notes) or None}
            )
        said = self.witness
        each = [
            {"what": part.what or None, "verdict": one["verdict"], "reason": one["reason"], "rests_on": one["rests_on"]}
            for part, one in zip(self.parts, parts, strict=True)
        ]
        return {
            "verdict": str(self.kind),
            "reason": self.reason,
            "rests_on": list(self.rests_on),
            "backends": rows,
            "witness": None if said is None else said[0].as_dict(said[1]),
            **({"parts": each} if len(each) > 1 else {}),
        }


def judge_mixture(
    asked: Sequence[tuple[Result, PolynomialSystem]],
    system: PolynomialSystem,
    rules: _Rules | None = None,
    deadline: Deadline = NEVER,
    memory: int | None = None,
) -> JointVerdict:
    """Judge results of methods for several tasks, about one system in several orders of its variables.

    asked: each result, with the system that the backend was asked about: `system`, or that with its variables in
        another order.
    rules: say why a zero of `system` is no solution of a puzzle, or None.
    deadline: for all comparisons together; COMPARISON_SECONDS from now where none is given.
    memory: bytes for each process that is started.

    Raises UsageError for a system whose variables are others.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends import registry
    >>> system = read_system("variables: x y\\nx^2 - y\\ny - 4")
    >>> other = in_order(system, ("y", "x"))
    >>> asked = [(registry.run(one, name), one) for one in (system, other) for name in ("reference", "reference:basis")]
    >>> verdict = judge_mixture(asked, system)
    >>> print(verdict.kind, [(part.places, part.what) for part in verdict.parts])
    agree [((0, 1, 2, 3), ''), ((0, 1, 2, 3), 'in the order y, x')]
    """
    deadline = Deadline.after(COMPARISON_SECONDS) if deadline == NEVER else deadline
    for _, one in asked:
        if sorted(one.ring.variables) != sorted(system.ring.variables):
            found = f"a result about a system in {', '.join(one.ring.variables)}"
            raise UsageError(found, expected=f"the variables {', '.join(system.ring.variables)} in any order")
    planned = list(_planned(asked, system, rules))
    parts = []
    for number, (places, what, compare) in enumerate(planned):
        share = deadline.share(1 / (len(planned) - number))
        parts.append(Part(places, compare(deadline=share, memory=memory), what))
    return _joined(tuple(result for result, _ in asked), tuple(parts))


def in_order(system: PolynomialSystem, names: Sequence[str]) -> PolynomialSystem:
    """The system with its variables in another order, lowest first, and with its goal.

    >>> from casbridge.algebra.formats import read_system
    >>> in_order(read_system("variables: x y\\nx^2 - y"), ("y", "x")).ring
    QQ[y, x]
    """
    return reordered(system, [system.ring.index[name] for name in names]).system


def _planned(
    asked: Sequence[tuple[Result, PolynomialSystem]], system: PolynomialSystem, rules: _Rules | None
) -> Iterator[tuple[tuple[int, ...], str, Callable[..., Verdict]]]:
    """The comparisons to make: the places of the results, what is compared, and the comparison without its limits."""
    tasks = [None if result.answer is None else result.answer.task for result, _ in asked]
    groups = [task if task in OWN_COMPARISON else None for task in tasks]
    # A result without an answer goes with the first answer.
    first = next((group for task, group in zip(tasks, groups, strict=True) if task is not None), None)
    by_group: dict[Task | None, list[int]] = {first: []}
    for place, (task, group) in enumerate(zip(tasks, groups, strict=True)):
        by_group.setdefault(first if task is None else group, []).append(place)
    for task, places in by_group.items():
        what = "" if task is None else str(task)
        here = {place: _brought(*asked[place], system) for place in places}
        at_home = {place: result for place, (result, _) in here.items() if result is not None}
        if at_home or not places:
            yield tuple(at_home), what, partial(judge, [*at_home.values()], system, rules)
        others: dict[Ring, PolynomialSystem] = {}
        for place, (_, is_whole) in here.items():
            if not is_whole:
                others.setdefault(asked[place][1].ring, asked[place][1])
        for ring, other in others.items():
            there = {place: _brought(*asked[place], other)[0] for place in places}
            brought = {place: result for place, result in there.items() if result is not None}
            order = f"in the order {', '.join(ring.variables)}"
            yield tuple(brought), f"{what}, {order}" if what else order, partial(judge, [*brought.values()], other)


def _brought(result: Result, about: PolynomialSystem, system: PolynomialSystem) -> tuple[Result | None, bool]:
    """A result about a system as one about the system in another order, or None; and whether it lost nothing.

    A chain with constant initials becomes generators of its ideal. They have the zeros that the chain stands for.
    """
    answer = result.answer
    if about.ring == system.ring or answer is None:
        return result, True
    if answer.ring != about.ring:
        return None, False  # it is judged where it was asked, and is wrong there
    back = _taken(answer, about, system)
    if back is None:
        return None, False
    return replace(result, answer=back), answer.task is not Task.BASIS or back.task is Task.BASIS


def _taken(answer: Answer, about: PolynomialSystem, system: PolynomialSystem) -> Answer | None:
    order = [system.ring.index[name] for name in about.ring.variables]
    return reordered(system, order).answer_back(answer)


def _joined(results: tuple[Result, ...], parts: tuple[Part, ...]) -> JointVerdict:
    """What the comparisons say together."""
    if len(parts) == 1:
        return JointVerdict(parts[0].verdict.kind, parts[0].verdict.reason, results, parts)
    wrong = [part for part in parts if part.verdict.kind is VerdictKind.DISAGREE]
    if wrong:
        return JointVerdict(VerdictKind.DISAGREE, _reasons(wrong), results, parts)
    answered = {place for place, result in enumerate(results) if result.answer is not None}
    compared = [part for part in parts if not part.is_alone]
    shown = _in_parts(part for part in compared if part.verdict.kind is VerdictKind.AGREE)
    likely = _in_parts(part for part in compared if part.verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT))
    alone = answered - _in_parts(iter(compared))
    kind = VerdictKind.UNDECIDED
    if compared and answered <= shown:
        kind = VerdictKind.AGREE
    elif compared and answered <= likely | alone:
        kind = VerdictKind.CONSISTENT
    told = [part for part in parts if any(one.answered for one in part.verdict.checked)]
    return JointVerdict(kind, _reasons(told), results, parts)


def _reasons(parts: Sequence[Part]) -> str:
    """The reasons of several parts; one that was told already is "the same"."""
    said: set[str] = set()
    texts = []
    for part in parts:
        reason = part.verdict.reason
        texts.append(f"{part.what}: the same" if part.what and reason in said else part.reason)
        said.add(reason)
    return "; ".join(texts)


def _in_parts(parts: Iterator[Part]) -> set[int]:
    return {place for part in parts for place in part.places}
