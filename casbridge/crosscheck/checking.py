"""Checking one answer on its own: every zero into every equation and into the puzzle's rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from math import prod

from casbridge.algebra.answers import ONE_COMPONENT, Answer, Point, PointComponents, Task
from casbridge.algebra.extensions import number_of_members
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import Equation, PolynomialSystem
from casbridge.backends.protocol import Result, Status
from casbridge.charset.definitions.ranks import main_degree
from casbridge.charset.finite import zeros
from casbridge.crosscheck.branches.converting import convert
from casbridge.crosscheck.branches.special_cases import special_cases
from casbridge.crosscheck.closed_points import ClosedPoint, reducible, triangular_basis, vanish
from casbridge.crosscheck.division import Divisor, failing_pair
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Witness
from casbridge.errors import LimitError, UnsupportedError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.processes.apart import attempt

#: Faults that are told of one answer.
MOST_FAULTS = 5
_MOST_SPURIOUS = 20
_MOST_SHOWN = 200
#: The part of the time in which the points of several answers are read off.
_FOR_POINTS = 0.7

# Says why a zero is no solution of a puzzle, or None; see `EncodedPuzzle.spurious`.
_Rules = Callable[[Point], str | None]


def check_all(
    results: Sequence[Result],
    system: PolynomialSystem,
    rules: _Rules | None = None,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    generic: bool = False,
) -> tuple[CheckedResult, ...]:
    """`check` for each result, in a process apart where reading its points may take long: limits hold there.

    generic: whether branches mean the closures of their points; see `branches.special_cases`.

    >>> from casbridge.algebra import Ring
    >>> check_all([], PolynomialSystem(Ring.of("x"), ()))
    ()
    """
    checked: list[CheckedResult] = []
    # Several answers whose points take long leave time to compare them.
    soon = deadline.share(_FOR_POINTS) if len(results) > 1 else deadline
    # A point that was a zero for one answer is a zero for the next one.
    known: set[Point] = set()
    for result in results:
        checked.append(_check_apart(result, system, rules, deadline, soon, memory, known, generic=generic))
        points = checked[-1].zeros
        if points is not None and not checked[-1].faults:
            known |= points
    return tuple(checked)


def _check_apart(
    result: Result,
    system: PolynomialSystem,
    rules: _Rules | None,
    deadline: Deadline,
    soon: Deadline,
    memory: int | None,
    known: Set[Point],
    *,
    generic: bool,
) -> CheckedResult:
    """`check`, after branches were made components. soon: the deadline of what may take long, an earlier one."""
    answer, note, special = result.answer, "", None
    if answer is not None and not answer.components_known and answer.ring == system.ring:
        complete = result.status is Status.COMPLETE
        found = convert(result.name, answer, system, soon.share(0.6), memory, complete=complete)
        if found.answer is None:
            return CheckedResult(
                result,
                count=len(answer),
                faults=found.faults,
                uncompared=found.reason,
                evidence=found.evidence,
                stopped=found.stopped,
            )
        answer, note = found.answer, found.note
        if complete and not generic:
            special = special_cases(result.name, found.parts, system, soon.share(0.3), memory)
        result = replace(result, answer=answer)
    # The points of linear polynomials are read off at once.
    if answer is None or is_linear(answer):
        checked = check(result, system, rules, deadline, known)
    else:
        bare = replace(result, script=None, transcript="")
        done = attempt(check, bare, system, rules, soon.share(0.5), deadline=soon, memory=memory)
        told: CheckedResult = done.value or CheckedResult(result, count=len(answer), note=_not_read(done.error))
        checked = replace(told, result=result)
    note = "; ".join(filter(None, (checked.note, note)))
    return replace(checked, note=note, special_cases=special)


def form_objection(answer: Answer) -> str:
    """Why an answer has not the form that its task prescribes, in words; "" where it has. It cannot be judged then.

    >>> from casbridge.algebra import Ring
    >>> form_objection(Answer(Task.CHARSET, Ring.of("x"), ()))
    'an answer to characteristic set is one component, and this one has 0'
    """
    count = len(answer.components)
    # No component at all is {1} for an ideal; a characteristic set that has no zeros is one constant.
    if (answer.task in ONE_COMPONENT and count > 1) or (answer.task is Task.CHARSET and not count):
        return f"an answer to {answer.task} is one component, and this one has {count}"
    if not isinstance(answer.components, PointComponents):
        rings = (f.ring for component in answer.components for f in component if f.ring is not answer.ring)
        if (other := next((ring for ring in rings if ring != answer.ring), None)) is not None:
            return printable(f"a polynomial of {other} in an answer over {answer.ring}")
    if answer.task is Task.DIMENSION and answer.dimension is None:
        return "it states no dimension"
    if answer.task is Task.REAL and any(len(box) != answer.ring.size for box in answer.boxes):
        return "a box has not one interval for each variable"
    if answer.task is Task.FACTORS:
        if any(len(component) != 1 for component in answer.components):
            return "a factor is not one polynomial"
        if len(answer.multiplicities) != count or any(number < 1 for number in answer.multiplicities):
            return "the multiplicities are not one positive number for each factor"
    return ""


def is_linear(answer: Answer) -> bool:
    """Whether an answer's components are given by linear equations.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> [is_linear(Answer(Task.PRIMES, x.ring, (component,))) for component in ((x - y, y - 1), (x * y,))]
    [True, False]
    """
    if isinstance(answer.components, PointComponents):
        return True
    return all(f.total_degree <= 1 for component in answer.components for f in component)


def _not_read(error: Exception | None) -> str:
    if isinstance(error, LimitError | MemoryError):
        what = "long" if isinstance(error, LimitError) else "much memory"
        return f"reading the points off the answer took too {what}"
    return f"the points could not be read off the answer: {error}"


def counted(result: Result, system: PolynomialSystem) -> CheckedResult:
    """A result with the number of its members; or why its answer cannot be judged: another ring, or another form.

    >>> from casbridge.algebra import Ring
    >>> counted(Result("it", "", Status.TIMEOUT, reason="late"), PolynomialSystem(Ring.of("x"), ())).count is None
    True
    """
    answer = result.answer
    if answer is None:
        return CheckedResult(result)
    if answer.ring != system.ring:
        text = printable(f"{result.name} answered over {answer.ring}, but the system is over {system.ring}")
        return CheckedResult(result, count=len(answer), faults=(Witness(Fault.OTHER_RING, result.name, text),))
    if objection := form_objection(answer):
        return CheckedResult(result, count=len(answer), uncompared=objection)
    return CheckedResult(result, count=number_of_members(answer, system))


def check(
    result: Result,
    system: PolynomialSystem,
    rules: _Rules | None = None,
    deadline: Deadline = NEVER,
    known: Set[Point] = frozenset(),
) -> CheckedResult:
    """The result with what substitution finds.

    rules: say why a zero is no solution of a puzzle, or None. known: points that are known to be zeros of the system.

    - A zero of the answer that violates an equation is the backend's fault: FALSE_ZERO.
    - A zero of the system that violates the puzzle's rules is the encoding's fault: `spurious`.
    - A zero that is given twice is `redundant`.
    - An equation that does not reduce to zero modulo a Gröbner basis is the backend's fault: NOT_IN_IDEAL. If the
      answer is no Gröbner basis at all, the fault is NO_BASIS.
    - An equation that is not 0 at the zeros of a closed point of the answer is the backend's fault: FALSE_ZERO.

    >>> from casbridge import Ring, Status, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> result = Result("it", "", Status.COMPLETE, Answer(Task.PRIMES, x.ring, ((x - 1, y),)))
    >>> check(result, PolynomialSystem.of(x.ring, [x * y - x])).faults[0].text
    'it has a zero at which an equation is -1, not 0'
    """
    answer, name = result.answer, result.name
    unread = counted(result, system)
    if answer is None or unread.faults or unread.uncompared:
        return unread
    if not answer.components_known:
        what = "parametrisations" if answer.parametrisations else "branches"
        return replace(unread, uncompared=f"its {what} are not all points, and were not made polynomials")
    faults: list[Witness] = []
    closed: dict[ClosedPoint, int] | None = None
    sound = ""
    soon = deadline.share(0.5)
    try:
        points = _points(answer, soon)
        if points is None:
            outside = _outside_ideal(answer, system, soon)
            if outside is None:
                sound = "division"
                # All its zeros are zeros of the system: within the system's domains none of them is overlooked.
                points = _points(answer, soon, system)
            elif answer.order:
                faults.append(_wrong_basis(name, answer, outside, system, soon))
        if points is None and answer.task in (Task.SERIES, Task.PRIMES, Task.PARAMETRISATION):
            # Division has shown already that no equation is violated.
            closed, wrong = _closed_points(name, answer, () if sound else system.equations, soon)
            faults += wrong
            sound = sound or ("division" if closed is not None and not wrong else "")
    except LimitError as error:
        return replace(unread, note=_not_read(error))
    if points is not None:
        return _substituted(unread, points, system, rules, deadline, known)
    unread = replace(unread, sound="" if faults else sound)
    if faults:
        return replace(unread, redundant=_repeated(answer), faults=tuple(faults), closed_points=closed)
    if closed is None:
        return replace(unread, redundant=_repeated(answer))
    return replace(unread, redundant=len(answer.components) - len(closed), closed_points=closed)


def _substituted(
    unread: CheckedResult,
    points: Sequence[Point],
    system: PolynomialSystem,
    rules: _Rules | None,
    deadline: Deadline,
    known: Set[Point],
) -> CheckedResult:
    """The check of an answer that consists of finitely many points of the field."""
    different = dict.fromkeys(points)
    faults: list[Witness] = []
    spurious: list[tuple[Point, str]] = []
    name = unread.result.name
    try:
        for point in different:
            deadline.check()
            violated = None if point in known else system.first_violated(point)
            if violated is not None:
                if len(faults) < MOST_FAULTS:
                    equation = violated.polynomial(system.ring)
                    witness = Witness(Fault.FALSE_ZERO, name, "", point, equation)
                    value = printable(witness.value, _MOST_SHOWN)
                    text = f"{name} has a zero at which an equation{_origin(violated)} is {value}, not 0"
                    faults.append(replace(witness, text=text))
            elif rules is not None and len(spurious) < _MOST_SPURIOUS:
                why = rules(point)
                if why is not None:
                    spurious.append((point, why))
    except (UnsupportedError, LimitError) as error:
        note = f"not all of its zeros could be substituted: {error}"
        note = "substituting its zeros took too long" if isinstance(error, LimitError) else note
        return replace(unread, faults=tuple(faults), note=note)
    return replace(
        unread,
        zeros=frozenset(different),
        count=len(different),
        redundant=len(points) - len(different),
        spurious=tuple(spurious),
        faults=tuple(faults),
        sound="" if faults else "substitution",
    )


def _points(answer: Answer, deadline: Deadline, within: PolynomialSystem | None = None) -> list[Point] | None:
    """The points of the answer, or None where it is not given by finitely many points of the field."""
    with suppress(UnsupportedError):
        return list(zeros(answer, deadline, within=within))
    return None


def _outside_ideal(answer: Answer, system: PolynomialSystem, deadline: Deadline) -> Equation | None:
    """An equation that does not reduce to zero modulo some component; None where each does.

    Then the zeros of every component are zeros of the system. The converse holds for Gröbner bases only. For a chain C
    this is division, not pseudo-division: it shows V(C) ⊆ V(system), not only V(sat(C)), so that an initial that
    vanishes somewhere is not overlooked.
    """
    for component in answer.components:
        divisor = Divisor(component, answer.order or "lex", deadline)
        for equation in system.equations:
            if divisor.remainder(equation.polynomial(system.ring)):
                return equation
    return None


def closed_text(closed: Mapping[ClosedPoint, int]) -> str:
    """How many closed points there are, and how many zeros.

    >>> closed_text({frozenset(): 2})
    '1 closed point of total degree 2'
    """
    return f"{len(closed)} closed point{'s' * (len(closed) != 1)} of total degree {sum(closed.values())}"


def _closed_points(
    name: str, answer: Answer, violable: Sequence[Equation], deadline: Deadline
) -> tuple[dict[ClosedPoint, int] | None, list[Witness]]:
    """The closed points at which no equation is violated, or None where a component is not one; and the others."""
    found: dict[ClosedPoint, int] = {}
    faults: list[Witness] = []
    all_closed = True
    equations = [(equation, equation.polynomial(answer.ring)) for equation in violable]
    for position, component in enumerate(answer.components, 1):
        basis = triangular_basis(component, answer.ring, deadline)
        if basis is None:
            all_closed = False
            continue
        # The product of the main degrees is the number of zeros, counted with multiplicity.
        degree, divisor = prod(map(main_degree, basis)), Divisor(basis, "lex", deadline)
        culprit = next(((e, f) for e, f in equations if not vanish(divisor, degree, f)), None)
        if culprit is not None:
            equation, polynomial = culprit
            shown = printable(f"{{{', '.join(map(str, component))}}}", _MOST_SHOWN)
            text = f"{name} has zeros at which an equation{_origin(equation)} is not 0: those of component {position}, "
            if len(faults) < MOST_FAULTS:
                faults.append(Witness(Fault.FALSE_ZERO, name, text + shown, polynomial=polynomial, chain=basis))
        elif reducible(basis):
            all_closed = False
        else:
            found[frozenset(basis)] = degree
    return found if all_closed else None, faults


def _wrong_basis(
    name: str, answer: Answer, equation: Equation, system: PolynomialSystem, deadline: Deadline
) -> Witness:
    """What is wrong with a basis to which an equation does not reduce."""
    pair = failing_pair(answer.components[0], answer.order, deadline)
    if pair is not None:
        return not_a_basis(name, *pair)
    text = f"an equation{_origin(equation)} is not in the ideal of the Groebner basis of {name}"
    return Witness(Fault.NOT_IN_IDEAL, name, text, polynomial=equation.polynomial(system.ring))


def not_a_basis(name: str, first: Polynomial, second: Polynomial, left: Polynomial) -> Witness:
    """The fault of an answer that is no Gröbner basis, by what `division.failing_pair` gives.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> not_a_basis("it", y**2 - x, x * y - 1, y - x**2).text
    'it is no Groebner basis: the S-polynomial of y**2 - x and x*y - 1 does not reduce to zero'
    """
    pair = f"{printable(str(first), _MOST_SHOWN)} and {printable(str(second), _MOST_SHOWN)}"
    text = f"{name} is no Groebner basis: the S-polynomial of {pair} does not reduce to zero"
    return Witness(Fault.NO_BASIS, name, text, polynomial=left, chain=(first, second))


def _origin(equation: Equation) -> str:
    return f" ({equation.origin})" if equation.origin else ""


def _repeated(answer: Answer) -> int:
    """How many components are the same polynomials as an earlier one."""
    if answer.task is Task.BASIS:
        return 0
    if answer.branches:
        return len(answer) - len(set(answer.branches))
    return len(answer.components) - len({frozenset(p.normal() for p in c) for c in answer.components})
