"""An answer of branches as one of components, for the check and the provers.

branches ──prepare──▶ parts, or a false zero ──closure_of, one by one──▶ primes ──_examine──▶ components, or a fault
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from casbridge.algebra.answers import Answer, PointComponents
from casbridge.algebra.branches import Branch
from casbridge.algebra.systems import PolynomialSystem
from casbridge.crosscheck.branches.constants import closed_points_of, compare_in_decimals, is_nested
from casbridge.crosscheck.branches.eliminating import Closure, Prime, closure_of
from casbridge.crosscheck.branches.equations import Stated, resolve, state
from casbridge.crosscheck.branches.parametrised import closed_points
from casbridge.crosscheck.branches.points import Part, false_zeros, missing_zeros, own_primes
from casbridge.crosscheck.verdicts import Witness
from casbridge.errors import CasbridgeError, LimitError, UnsupportedError, limit_of, printable
from casbridge.limits import Deadline, Stopwatch
from casbridge.processes.apart import attempt

#: Faults that are told of one answer.
_MOST_FAULTS = 5
_MOST_BRANCHES = 1_000


@dataclass(frozen=True)
class Converted:
    """What the branches of an answer amount to.

    answer: with components, None where there is a fault or a reason.
    faults: what points have shown. reason: why the branches could not be made components.
    note: who eliminated, where not both did.
    evidence: where there is a reason, what decimals show of the answer.
    stopped: where a limit is the reason, which one: "time" or "memory".
    parts: the branches with the primes of their closures, where there are components.
    """

    answer: Answer | None
    faults: tuple[Witness, ...] = ()
    reason: str = ""
    note: str = ""
    evidence: str = ""
    stopped: str = ""
    parts: tuple[Part, ...] = ()


def convert(
    name: str,
    answer: Answer,
    system: PolynomialSystem,
    deadline: Deadline,
    memory: int | None = None,
    *,
    complete: bool = True,
) -> Converted:
    """The answer with components for its branches or parametrisations; or the faults of the answer; or a reason.

    name: of the backend, for messages. complete: whether the answer claims to have all zeros.

    >>> from fractions import Fraction
    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.algebra.radicals import Name, Number, multiply, power
    >>> x, y = variables(Ring.of("x y"))
    >>> root = power(Number(2), Fraction(1, 2))
    >>> branches = [Branch((("x", multiply(Number(sign), root, Name("y"))),)) for sign in (1, -1)]
    >>> system = PolynomialSystem.of(x.ring, [x**2 - 2 * y**2])
    >>> convert("it", Answer.of_branches(x.ring, branches), system, Deadline.after(60)).answer.components
    ((2*y**2 - x**2,),)
    >>> convert("it", Answer.of_branches(x.ring, branches[:1]), system, Deadline.after(60)).faults[0].text
    'it lacks a zero of the system that only the conjugates of its branches have'
    """
    if answer.parametrisations:
        return _of_parametrisations(name, answer, deadline, memory)
    watch = Stopwatch()
    parts: list[Part] = []
    try:
        if len(answer.branches) > _MOST_BRANCHES:
            raise UnsupportedError(f"it has more than {_MOST_BRANCHES} branches")
        soon = deadline.share(0.4)
        done = attempt(prepare, name, answer.branches, system, soon, deadline=soon, memory=memory)
        if done.error is not None:
            raise done.error
        parts, faults = done.value
        if faults:
            return Converted(None, tuple(faults))
        closed, by = _closures(parts, system, deadline.share(0.7), memory)
        done = attempt(_examine, name, closed, system, deadline, complete, deadline=deadline, memory=memory)
        if done.error is not None:
            raise done.error
        parts, faults = done.value
    except (LimitError, MemoryError) as error:
        what = limit_of(error)
        took = f"the elimination of its radicals took too much {what}: it was stopped after {watch.seconds:.1f} s"
        found = _in_decimals(name, parts, system, took, deadline, memory) if complete else Converted(None, reason=took)
        return replace(found, stopped=what)
    except CasbridgeError as error:
        return Converted(None, reason=printable(str(error)))
    if faults:
        return Converted(None, tuple(faults))
    stated = tuple(dict.fromkeys(component for part in parts for component in part.components))
    return Converted(
        replace(answer, components=stated or PointComponents(system.ring, [])), note=by, parts=tuple(parts)
    )


def _of_parametrisations(name: str, answer: Answer, deadline: Deadline, memory: int | None) -> Converted:
    """The answer with the closed points of its parametrisations, in a process apart."""
    given = answer.ring, answer.parametrisations
    done = attempt(closed_points, name, *given, deadline, deadline=deadline, memory=memory)
    if done.error is not None:
        what = limit_of(done.error)
        took = f"its closed points took too much {what}" if what else printable(str(done.error))
        return Converted(None, reason=took, stopped=what)
    components, faults = done.value
    if faults:
        return Converted(None, tuple(faults[:_MOST_FAULTS]))
    return Converted(replace(answer, components=tuple(components) or PointComponents(answer.ring, [])))


def _in_decimals(
    name: str, parts: Sequence[Part], system: PolynomialSystem, reason: str, deadline: Deadline, memory: int | None
) -> Converted:
    """The evidence of decimals about an answer. reason: why its radicals were not eliminated."""
    done = attempt(compare_in_decimals, name, parts, system, deadline, deadline=deadline, memory=memory)
    evidence, fault = done.value or ("", None)
    return Converted(None, () if fault is None else (fault,), reason, evidence=evidence)


def prepare(
    name: str, branches: Sequence[Branch], system: PolynomialSystem, deadline: Deadline
) -> tuple[list[Part], list[Witness]]:
    """The branches as polynomials, and false zeros that their points show.

    Raises UnsupportedError, with the branch, where a branch cannot be stated as polynomials.

    >>> from casbridge.algebra import Ring
    >>> parts, faults = prepare("it", [Branch()], PolynomialSystem(Ring.of("x"), ()), Deadline.after(60))
    >>> len(parts), faults
    (1, [])
    """
    parts: list[Part] = []
    faults: list[Witness] = []
    open_reason = ""
    for number, branch in enumerate(branches, 1):
        text = str(branch)
        try:
            resolved = resolve(branch, system.ring)
            bare = Stated(system.ring, PolynomialSystem(system.ring, ()), (), ())
            fault = false_zeros(name, Part(number, text, resolved, bare), system, deadline)
            if fault is not None and len(faults) < _MOST_FAULTS:
                faults.append(fault)
            if not faults:
                parts.append(Part(number, text, resolved, state(resolved, deadline)))
        except UnsupportedError as error:
            open_reason = open_reason or f"branch {number} ({text}) cannot be compared: {error}"
    if open_reason and not faults:
        raise UnsupportedError(printable(open_reason))
    return parts, faults


def _closures(
    parts: Sequence[Part], system: PolynomialSystem, deadline: Deadline, memory: int | None
) -> tuple[list[Part], str]:
    """The parts with the primes of their closures; and who eliminated, where not both did."""
    closed: list[tuple[Prime] | None] = [None for _ in parts]
    if any(map(is_nested, parts)):
        soon = deadline.share(0.4)
        closed = attempt(closed_points_of, parts, system, soon, deadline=soon, memory=memory).value or closed
    known: dict[Stated, Closure] = {}
    found: list[Part] = []
    notes: dict[str, None] = {}
    for number, part in enumerate(parts):
        own = closed[number]
        if own is not None:
            found.append(replace(part, primes=own))
            continue
        # Equal systems have equal closures, whatever is given directly.
        key = replace(part.stated, direct=())
        if key not in known:
            known[key] = closure_of(part.stated, deadline.share(1.5 / (len(parts) - number + 0.5)), memory)
        closure = known[key]
        if closure.primes is None:
            if closure.stopped:
                raise MemoryError(closure.reason) if closure.stopped == "memory" else LimitError(closure.reason)
            raise UnsupportedError(f"the radicals of branch {part.number} were not eliminated: {closure.reason}")
        if closure.reason:
            notes[f"its radicals were eliminated by {closure.by} alone ({closure.reason})"] = None
        found.append(replace(part, primes=closure.primes))
    return found, "; ".join(notes)


def _examine(
    name: str, parts: Sequence[Part], system: PolynomialSystem, deadline: Deadline, complete: bool = True
) -> tuple[list[Part], tuple[Witness, ...]]:
    """The parts with the primes that are their own, and what is wrong with the answer."""
    own = [own_primes(part, system, deadline) for part in parts]
    return own, missing_zeros(name, own, system, deadline)[:_MOST_FAULTS] if complete else ()
