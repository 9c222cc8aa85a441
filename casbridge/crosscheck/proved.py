"""Which single answers are proved, also where the verdict over all answers is not "agree".

A verdict is about all answers together. If one of them is wrong or cannot be compared, the verdict does not show that
the others are proved. Here the others are judged again, without it.

    JointVerdict ──agree──▶ each answer of the part
                 └─else──▶ the answers without faults that are known to be alike ──judge_mixture──▶ JointVerdict …
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from casbridge.algebra.answers import Point
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck.mixtures import JointVerdict, Part, judge_mixture
from casbridge.crosscheck.verdicts import VerdictKind
from casbridge.limits import NEVER, Deadline

_LEAST_SECONDS = 0.05


def proved(
    asked: Sequence[tuple[Result, PolynomialSystem]],
    system: PolynomialSystem,
    verdict: JointVerdict,
    rules: Callable[[Point], str | None] | None = None,
    deadline: Deadline = NEVER,
    memory: int | None = None,
) -> frozenset[int]:
    """The places of the answers that are proved: they are equal to others, and nothing is missing.

    asked, system, rules, memory: as for `judge_mixture`. verdict: what it said of them.
    deadline: for further comparisons. When it is over, the proofs so far are given.

    A partial answer is never proved, and neither is an answer that was compared with nobody.

    >>> from casbridge.algebra.answers import Answer, Task, point_component
    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends import registry
    >>> system = read_system("x^2 - 1")
    >>> wrong = Answer(Task.POINTS, system.ring, [point_component((1,), system.ring)])
    >>> results = [registry.run(system, name) for name in ("reference", "reference:general")]
    >>> results.append(Result("mycas", "points", Status.COMPLETE, wrong))
    >>> asked = [(result, system) for result in results]
    >>> verdict = judge_mixture(asked, system)
    >>> print(verdict.kind, sorted(proved(asked, system, verdict)))
    disagree [0, 1]
    """
    found: set[int] = set()
    for part in verdict.parts:
        answered = [place for place in part.places if verdict.results[place].answer is not None]
        whole = [place for place in answered if verdict.results[place].status is Status.COMPLETE]
        if part.verdict.kind is VerdictKind.AGREE:
            found.update(whole)
            continue
        better = _better(part, [place for place in whole if not verdict.faults(place)])
        left = deadline.left()
        if 2 <= len(better) < len(answered) and (left is None or left > _LEAST_SECONDS):
            some = [asked[place] for place in better]
            again = judge_mixture(some, system, rules, deadline, memory)
            found.update(better[place] for place in proved(some, system, again, rules, deadline, memory))
    return frozenset(found)


def _better(part: Part, places: list[int]) -> list[int]:
    """The answers without faults that are known to be alike; all of them where faults ended the comparison."""
    if part.verdict.kind is VerdictKind.DISAGREE:
        return places
    classes: defaultdict[int | None, list[int]] = defaultdict(list)
    for place in places:
        classes[part.verdict.checked[part.places.index(place)].alike].append(place)
    return max(classes.values(), key=len, default=[])
