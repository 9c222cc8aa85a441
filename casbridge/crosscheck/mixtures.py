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

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import Any

from casbridge.algebra.answers import OWN_COMPARISON, Point, Task
from casbridge.algebra.fields import Ring
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck.judging import COMPARISON_SECONDS, judge
from casbridge.crosscheck.metamorphic import reordered
from casbridge.crosscheck.verdicts import CheckedResult, Judged, Verdict, VerdictKind, Witness
from casbridge.errors import UsageError
from casbridge.limits import NEVER, Deadline

_Rules = Callable[[Point], str | None]


@dataclass(frozen=True)
class Part:
    """One comparison: answers to one task, in one ring.

    places: of the compared results, in the order of `verdict.checked`.
    what: the task and the order of the variables in words; "" for zeros in the system's order.
    """

    places: tuple[int, ...]
    verdict: Verdict
    what: str = ""


@dataclass(frozen=True, repr=False)
class JointVerdict(Verdict):
    """The verdict over several comparisons.

    kind: "disagree" where one comparison says so. "agree" where each answer is in a comparison that says so.
        "consistent" where each answer is in a comparison that says "agree" or "consistent", or is alone, and at least
        two were compared. Else "undecided".
    checked: each result, checked in the last of its parts: that one is in the ring that the backend was asked about. A
        fault in any part makes it wrong. Otherwise one part that proves it is enough.
    witness: the first one. Coordinates of points are in the order of the system; polynomials stay in their part's ring.
    parts: the comparisons.

    >>> from casbridge.algebra.formats import read_system
    >>> judge_mixture([], read_system("x^2 - 1")).reason
    'no backend answered; two are needed'
    """

    parts: tuple[Part, ...] = ()

    def is_proved(self, place: int) -> bool:
        """Whether one result is complete, and a comparison that nothing contradicts has proved it."""
        one = self.checked[place]
        is_right = one.judgement is not None and one.judgement.word is Judged.RIGHT
        return is_right and one.result.status is Status.COMPLETE

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the fields of `Verdict.as_dict`, and `parts` where there are several comparisons."""
        own = super().as_dict()
        if len(self.parts) == 1:
            return own
        documents = [(part.what or None, part.verdict.as_dict()) for part in self.parts]
        named = ("verdict", "reason", "rests_on")
        return {**own, "parts": [{"what": what, **{key: one[key] for key in named}} for what, one in documents]}


def judge_mixture(
    asked: Sequence[tuple[Result, PolynomialSystem]],
    system: PolynomialSystem,
    rules: _Rules | None = None,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    generic: bool = False,
) -> JointVerdict:
    """Judge results of methods for several tasks, about one system in several orders of its variables.

    asked: each result, with the system that the backend was asked about: `system`, or that with its variables in
        another order.
    rules: say why a zero of `system` is no solution of a puzzle, or None.
    deadline: for all comparisons together; COMPARISON_SECONDS from now where none is given.
    memory: bytes for each process that is started.
    generic: compare the closures of branches, as `judge` does with it.

    Raises UsageError for a system whose variables are others.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends import registry
    >>> system = read_system("variables: x y\\nx^2 - y\\ny - 4")
    >>> from casbridge.charset.definitions.orders import reordered
    >>> other = reordered(system, ("y", "x"))
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
        parts.append(Part(places, compare(deadline=share, memory=memory, generic=generic), what))
    return _joined(len(asked), tuple(parts), system.ring)


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
    back = reordered(system, [system.ring.index[name] for name in about.ring.variables]).answer_back(answer)
    if back is None:
        return None, False
    return replace(result, answer=back), answer.task is not Task.BASIS or back.task is Task.BASIS


def _joined(number: int, parts: tuple[Part, ...], ring: Ring) -> JointVerdict:
    """What the comparisons of a number of results say together. ring: the system's."""
    kind, reason = _kind(parts)
    stopped = frozenset(limit for part in parts for limit in part.verdict.stopped)
    rests_on = dict.fromkeys(text for part in parts for text in part.verdict.rests_on)
    verdicts = (part.verdict for part in parts if part.verdict.kind is VerdictKind.DISAGREE)
    return JointVerdict(
        kind,
        reason,
        tuple(_judged(place, parts, ring) for place in range(number)),
        next((_turned(one.witness, one.variables, ring) for one in verdicts if one.witness is not None), None),
        ring.variables,
        stopped=stopped if kind is not VerdictKind.DISAGREE else frozenset(),
        rests_on=tuple(rests_on) if kind is VerdictKind.AGREE else (),
        generic=any(part.verdict.generic for part in parts),
        parts=parts,
    )


def _judged(place: int, parts: Sequence[Part], ring: Ring) -> CheckedResult:
    """One result after all comparisons, see `JointVerdict`."""
    here = [part for part in parts if place in part.places]
    seen = [part.verdict.checked[part.places.index(place)] for part in here]
    faults = tuple(
        _turned(fault, part.verdict.variables, ring)
        for part, one in zip(here, seen, strict=True)
        for fault in one.faults
    )
    right = (one.judgement for one in seen if one.judgement is not None and one.judgement.word is Judged.RIGHT)
    judgement = next(right, seen[-1].judgement)
    return replace(
        seen[-1],
        faults=faults,
        spurious=max((one.spurious for one in seen), key=len),
        note="; ".join(dict.fromkeys(one.note for one in seen if one.note)),
        judgement=None if judgement is None else replace(judgement, faults=faults),
    )


def _turned(witness: Witness, names: Sequence[str], ring: Ring) -> Witness:
    """A witness with the coordinates of its point, given for `names`, in the order of a ring."""
    if tuple(names) == ring.variables:
        return witness
    pick = itemgetter(*map(list(names).index, ring.variables))
    point, extension, near = witness.point, witness.extension, witness.approximation
    return replace(
        witness,
        point=point and pick(point),
        extension=extension and replace(extension, coordinates=pick(extension.coordinates)),
        approximation=near and pick(near),
    )


def _kind(parts: Sequence[Part]) -> tuple[VerdictKind, str]:
    """The kind of the verdict over several comparisons, and the reason."""
    if len(parts) == 1:
        return parts[0].verdict.kind, parts[0].verdict.reason
    wrong = [part for part in parts if part.verdict.kind is VerdictKind.DISAGREE]
    if wrong:
        return VerdictKind.DISAGREE, _reasons(wrong)
    told = [part for part in parts if _answered([part])]
    answered, compared = _answered(told), [part for part in told if len(_answered([part])) > 1]
    shown = _answered(part for part in compared if part.verdict.kind is VerdictKind.AGREE)
    likely = _answered(part for part in compared if part.verdict.kind is not VerdictKind.UNDECIDED)
    kind = VerdictKind.UNDECIDED
    if compared and answered <= shown:
        kind = VerdictKind.AGREE
    elif compared and answered <= likely | (answered - _answered(compared)):
        kind = VerdictKind.CONSISTENT
    return kind, _reasons(told)


def _reasons(parts: Sequence[Part]) -> str:
    """The reasons of several parts; one that was told already is "the same"."""
    said: set[str] = set()
    texts = []
    for part in parts:
        reason = part.verdict.reason
        text = "the same" if part.what and reason in said else reason
        texts.append(f"{part.what}: {text}" if part.what else text)
        said.add(reason)
    return "; ".join(texts)


def _answered(parts: Iterable[Part]) -> set[int]:
    """The places of the results in some parts that have an answer."""
    return {
        place for part in parts for place, one in zip(part.places, part.verdict.checked, strict=True) if one.answered
    }
