"""Judges of answers about systems that are too large for the reference: planted zeros, and transformed systems.

answer, planted zeros ──lost──▶ a Witness, or None
verdict, Generated ──with_planted──▶ the verdict, with the planted zeros that answers lack
backend, result ──Moved.ask──▶ the answer about a transformed system ──judged──▶ Verdict over both
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from casbridge.algebra.answers import Answer, Component
from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Backend, Job, Result, Status
from casbridge.brief import Brief
from casbridge.bugs.families import Generated, Planted
from casbridge.chance import Chance
from casbridge.crosscheck.closed_points import short_product
from casbridge.crosscheck.judging import judge
from casbridge.crosscheck.metamorphic import TRANSFORMATIONS, Relation, Transformed, by_chance
from casbridge.crosscheck.tasks.comparing import own_task
from casbridge.crosscheck.verdicts import Fault, Verdict, VerdictKind, Witness, list_text
from casbridge.errors import CasbridgeError, InputError
from casbridge.limits import Deadline, Limits

_VALUES = (1, 2, -1, 3, 0, -2, 5, 7)
_MOST_POINTS = 500


def lost(name: str, answer: Answer, planted: Iterable[Planted]) -> Witness | None:
    """The first planted zeros that an answer lacks, as a witness; None where it has all, or where nobody can tell.

    Planted zeros are irreducible. They lie in no component if each component has a polynomial that is not 0 on them.

    >>> from casbridge import Ring, Task
    >>> x, y = variables(Ring.of("x y"))
    >>> line = Planted(x.ring, (y**2, y))
    >>> print(lost("it", Answer(Task.PRIMES, x.ring, ((y,),)), [line]).text)
    it lacks planted zeros: those of [y**2 - x]
    >>> lost("it", Answer(Task.PRIMES, x.ring, ((x - y**2,),)), [line]) is None
    True
    """
    if not answer.components_known:
        return None
    for zeros in planted:
        if zeros.ring != answer.ring:
            continue
        factors = [_not_zero_on(zeros, component) for component in answer.components]
        found = [factor for factor in factors if factor is not None]
        if len(found) == len(factors):
            return _witness(name, zeros, found)
    return None


def _not_zero_on(zeros: Planted, component: Component) -> Polynomial | None:
    """A polynomial of the component that does not vanish on planted zeros; None where all do.

    Then the zeros are in the component, or its initials vanish there too, and nobody can tell.
    """
    return next((f for f in component if zeros(f)), None)


def _witness(name: str, zeros: Planted, factors: Sequence[Polynomial]) -> Witness:
    ring = zeros.ring
    pairs = zip(variables(ring), zeros.images, strict=True)
    chain = tuple((variable - image).normal() for variable, image in pairs if variable != image)
    polynomial = short_product(factors, ring)
    point = _point(zeros, factors)
    if point is not None and len(chain) == ring.size and all(image.is_constant for image in zeros.images):
        where = ", ".join(f"{one} = {value}" for one, value in zip(ring.variables, point, strict=True))
        text = f"{name} lacks a planted zero: {where}"
        return Witness(Fault.MISSING_ZERO, name, text, point, polynomial)
    text = f"{name} lacks planted zeros: those of {list_text(chain)}"
    return Witness(Fault.MISSING_ZERO, name, text, point, polynomial, chain=chain)


def _point(zeros: Planted, factors: Sequence[Polynomial]) -> tuple[Coefficient, ...] | None:
    """One of the planted zeros at which no factor is 0, with small coordinates where they are free."""
    ring = zeros.ring
    free = {v for image in zeros.images for v in image.support()}
    choices = [[ring.field.element(value) for value in _VALUES] if v in free else [0] for v in range(ring.size)]
    for values in islice(product(*choices), _MOST_POINTS):
        point = zeros.point(values)
        if all(factor.evaluate(point) for factor in factors):
            return point
    return None


def with_planted(verdict: Verdict, generated: Generated) -> Verdict:
    """The verdict, where each answer must have the planted zeros too.

    An answer that lacks some gets a fault unless it has one already, and the verdict is `disagree`.

    >>> from casbridge import Ring, Task
    >>> from casbridge.crosscheck import CheckedResult
    >>> x, y = variables(Ring.of("x y"))
    >>> made = Generated("mine", PolynomialSystem.of(x.ring, [x * y]), (Planted(x.ring, (x, Polynomial(x.ring))),))
    >>> half = CheckedResult(Result("it", "", Status.COMPLETE, Answer(Task.PRIMES, x.ring, ((x,),))))
    >>> found = with_planted(Verdict(VerdictKind.UNDECIDED, "too large", (half,)), made)
    >>> str(found.kind), found.reason, found.witness.point
    ('disagree', 'it lacks planted zeros: those of [y]', (1, 0))
    """
    checked, new = [], []
    for one in verdict.checked:
        answer = one.result.answer
        witness = None
        if answer is not None and one.result.status is Status.COMPLETE and not one.faults:
            witness = lost(one.result.name, answer, generated.planted)
        checked.append(one if witness is None else replace(one, faults=(witness,)))
        new += [] if witness is None else [witness]
    if not new:
        return verdict
    if verdict.kind is VerdictKind.DISAGREE:
        return replace(verdict, checked=tuple(checked))
    but = "" if verdict.kind is VerdictKind.UNDECIDED else f", though: {verdict.reason}"
    reason = f"{'; '.join(witness.text for witness in new)}{but}"
    return replace(verdict, kind=VerdictKind.DISAGREE, reason=reason, checked=tuple(checked), witness=new[0])


@dataclass(frozen=True, repr=False)
class Moved(Brief):
    """A result about a system, one about the transformed system, and the verdict over both.

    result: about `transformed.system`. name: by which the verdict calls it.

    >>> from casbridge.backends import registry
    >>> from casbridge.algebra.formats import read_system
    >>> system, backend = read_system("x*y"), registry.get("reference")
    >>> found = asked_moved(system, backend, "general", backend.run(Job(system, "general")), Chance(3), Limits())
    >>> found.name, found.result.name
    ('reference:general (variables renamed)', 'reference:general')
    """

    transformed: Transformed
    result: Result
    name: str
    verdict: Verdict


def asked_moved(
    system: PolynomialSystem, backend: Backend, method: str, result: Result, chance: Chance, limits: Limits
) -> Moved | None:
    """Ask a backend about a transformed system too, and compare both answers; None where there is no second answer.

    result: the first answer. chance: chooses the transformation.

    >>> from casbridge.backends import registry
    >>> from casbridge.algebra.formats import read_system
    >>> system, backend = read_system("x*y"), registry.get("reference")
    >>> found = asked_moved(system, backend, "general", backend.run(Job(system, "general")), Chance(3), Limits())
    >>> found.transformed.name, str(found.verdict.kind)
    ('variables renamed', 'agree')
    """
    try:
        made = by_chance(chance.pick([*TRANSFORMATIONS]), system, chance)
    except InputError:  # a goal that cannot be taken along
        return None
    other = backend.run(Job(made.system, method, limits))
    if other.answer is None or result.answer is None:
        return None
    name = f"{other.method} ({made.name})"
    forth = made.relation is Relation.MORE
    task = own_task([(one.name, one.answer.task) for one in (result, other) if one.answer is not None])
    if forth and task is not None:  # it says more than which zeros there are
        return None
    kept = made.answer_forth(result.answer) if forth else made.answer_back(other.answer)
    if kept is None:
        return None
    first = replace(result, answer=kept, status=Status.PARTIAL) if forth else result
    second = replace(other, method=name, answer=other.answer if forth else kept)
    where = made.system if forth else system
    deadline = Deadline.after(limits.seconds)
    try:
        verdict = judge([first, second], where, None, deadline, limits.memory)
    except CasbridgeError as error:
        verdict = Verdict(VerdictKind.UNDECIDED, str(error), ())
    if verdict.kind is VerdictKind.DISAGREE:
        verdict = replace(verdict, reason=f"{verdict.reason}, by a transformation: {made.statement}")
    return Moved(made, other, second.name, verdict)
