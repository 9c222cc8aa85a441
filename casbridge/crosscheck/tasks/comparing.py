"""Provers of what tasks promise: beside the reference's truth, and by comparing answers with each other.

Each answer is judged beside the reference's truth, in a process apart. Where that ends without a proof, the answers are
compared with each other: an ideal, primes, factors and numbers can be given in one way only, up to generators and
constants. So answers that differ contradict each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from casbridge.algebra.answers import (
    CHAINS,
    ONE_IDEAL,
    OWN_COMPARISON,
    Answer,
    Component,
    Point,
    PointComponents,
    Task,
)
from casbridge.algebra.boxes import are_apart, box_text
from casbridge.algebra.polynomials import Polynomial, short_number
from casbridge.charset.definitions.ranks import class_of
from casbridge.crosscheck.checking import is_linear
from casbridge.crosscheck.claims import SYSTEM, Has, Quality, Within
from casbridge.crosscheck.ledger import Finding, Proof, Trust, Unknown, equal
from casbridge.crosscheck.provers.covering import covers_equations
from casbridge.crosscheck.provers.protocol import Question, failure_of, found_apart, node_of
from casbridge.crosscheck.tasks.assessment import Assessment, answer_text, shown
from casbridge.crosscheck.tasks.characteristic import judge_characteristic_set
from casbridge.crosscheck.tasks.factors import judge_factors
from casbridge.crosscheck.tasks.ideals import basis_faults, judge_ideal
from casbridge.crosscheck.tasks.numbers import judge_numbers
from casbridge.crosscheck.tasks.primary import judge_primary
from casbridge.crosscheck.tasks.primes import judge_primes
from casbridge.crosscheck.tasks.real import judge_real
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.errors import BackendError, LimitError, UnsupportedError, UsageError, printable
from casbridge.limits import Deadline

#: Judges one answer: told its name, the answer and the truth.
Judge = Callable[[str, Answer, Truth], Assessment]

_JUDGES: dict[Task, Judge] = {
    **dict.fromkeys((Task.BASIS, Task.RADICAL, Task.SATURATION, Task.ELIMINATION), judge_ideal),
    Task.PRIMES: judge_primes,
    Task.PRIMARY: judge_primary,
    Task.DIMENSION: judge_numbers,
    Task.FACTORS: judge_factors,
    Task.REAL: judge_real,
    Task.CHARSET: judge_characteristic_set,
}

#: Tasks with several right answers to one system.
_NOT_UNIQUE = frozenset({Task.PRIMARY, Task.CHARSET})


def own_task(methods: Sequence[tuple[str, Task | None]]) -> Task | None:
    """The task with a comparison of its own that all methods have; None where the answers are compared by their zeros.

    methods: the name and the task of each one; None for a method whose task is not known.

    Raises UsageError for methods with such a task and with another one.

    >>> own_task([("a", Task.RADICAL), ("b", Task.RADICAL)]), own_task([("a", Task.PRIMES), ("b", Task.BASIS)])
    (<Task.RADICAL: 'radical'>, None)
    """
    kinds: dict[Task | None, list[str]] = {}
    for name, task in methods:
        if task is not None:
            kinds.setdefault(task if task in OWN_COMPARISON else None, []).append(name)
    if len(kinds) > 1:
        by_task = [f"{', '.join(names)} ({task or 'zeros'})" for task, names in kinds.items()]
        raise UsageError(f"methods for different tasks: {'; '.join(by_task)}", expected="methods for one of them")
    return next(iter(kinds), None)


def prove(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
    """What the reference's truth says of what tasks promise, in a process apart.

    >>> from casbridge.algebra.formats import read_system
    >>> system = read_system("x^2*y")
    >>> answer = Answer(Task.RADICAL, system.ring, (tuple(read_system("x*y").polynomials()),))
    >>> [finding.outcome.text for finding in prove(Question.of(system, a=answer), Deadline.after(60), None)][-1]
    "the reference's 2 minimal primes"
    """
    yield from found_apart(_judge_all, question, deadline, memory, "the reference")


def _judge_all(question: Question, deadline: Deadline) -> Iterator[Finding]:
    truth = Truth(question.system, deadline)
    for number in sorted(set(question.concerned) & set(question.readable)):
        answer = question.answer(number)
        truth.begin()
        try:
            one = _JUDGES[answer.task](question.name(number), answer, truth)
        except (LimitError, UnsupportedError, BackendError) as error:
            why, stopped = failure_of(error, deadline)
            yield from question.open(number, f"the reference {why}", stopped)
            continue
        yield from question.refuted(number, *one.faults)
        for goal in question.goals if one.proof and not one.faults else ():
            # Of primes only the form is judged here; an ideal is judged whole.
            if node_of(goal) == number and not (answer.task is Task.PRIMES and isinstance(goal, Within)):
                yield Finding(goal, Proof(one.proof, Trust.ONE_WAY if one.doubts else Trust.CONFIRMED))
                if one.doubts:
                    yield Finding(goal, Unknown(printable("; ".join(one.doubts))))


def prove_form(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
    """Whether bases are reduced Gröbner bases, in a process apart.

    >>> from casbridge.algebra.formats import read_system
    >>> system = read_system("x^2 - y\\nx*y - 1")
    >>> echo = Answer(Task.BASIS, system.ring, (tuple(system.polynomials()),), order="degrevlex")
    >>> [str(one.outcome.fault) for one in prove_form(Question.of(system, a=echo), Deadline.after(60), None)]
    ['no Groebner basis']
    """
    yield from found_apart(_forms, question, deadline, memory, "Buchberger's criterion")


def form_at_sight(question: Question, number: int) -> Iterator[Finding]:
    """Whether the chains of an answer are triangular, and its linear components prime.

    >>> from casbridge.algebra.formats import read_system
    >>> system = read_system("x^2 - 1")
    >>> chains = Question.of(system, a=Answer(Task.SERIES, system.ring, (tuple(system.polynomials()),)))
    >>> [finding.outcome.text for finding in form_at_sight(chains, 0)]
    ['its main variables']
    """
    if question.task(number) in CHAINS:
        yield from _of_chains(question, number)
    elif question.task(number) is Task.PRIMES:
        yield from _of_primes(question, number)


def _of_chains(question: Question, number: int) -> Iterator[Finding]:
    """The main variables of a chain are different."""
    answer, name = question.answer(number), question.name(number)
    if isinstance(answer.components, PointComponents):
        yield Finding(Has(number, Quality.FORM), Proof("points"))
        return
    for position, chain in enumerate(answer.components, 1):
        classes = [class_of(polynomial) for polynomial in chain if polynomial]
        if len(set(classes)) < len(classes):
            text = f"chain {position} of {name} is not triangular: two of its polynomials have the same main variable"
            yield from question.refuted(number, Witness(Fault.NOT_TRIANGULAR, name, text, chain=chain))
            return
    yield Finding(Has(number, Quality.FORM), Proof("its main variables"))


def _of_primes(question: Question, number: int) -> Iterator[Finding]:
    """Linear components that have zeros are prime. Different points do not lie in each other."""
    one, name, answer = question.answers[number], question.name(number), question.answer(number)
    if not is_linear(answer):
        return
    if one.redundant:
        text = f"{name} has {one.redundant} of its components twice"
        yield from question.refuted(number, Witness(Fault.REDUNDANT_COMPONENT, name, text))
    whole = [i for i, pair in enumerate(zip(answer.components, answer.points(), strict=True)) if not _has_zeros(*pair)]
    # A lone constant says that there are no zeros.
    if whole and not (len(answer.components) == 1 and all(f.is_constant for f in answer.components[0])):
        text = f"component {whole[0] + 1} of {name} is not prime: it is the whole ring"
        yield from question.refuted(number, Witness(Fault.NOT_PRIME, name, text, chain=answer.components[whole[0]]))
        return
    yield Finding(Has(number, Quality.FORM), Proof("linear equations"))
    if (one.zeros is not None or len(answer.components) < 2) and not one.redundant:
        yield Finding(Has(number, Quality.IRREDUNDANT), Proof("different points, or one component"))


def _has_zeros(component: Component, point: Point | None) -> bool:
    """Whether linear equations have a zero. point: the one that they describe, if each describes a coordinate."""
    rows = [] if point is not None else [polynomial for polynomial in component if polynomial]
    while rows:
        row = rows.pop()
        own = [v for v in row.support() if v >= row.ring.lowest]
        if not own:
            return False
        leading, v = row.derivative(own[-1]), own[-1]
        rows = [left for other in rows if (left := other * leading - row * other.derivative(v))]
    return True


def _forms(question: Question, deadline: Deadline) -> Iterator[Finding]:
    for number in question.concerned:
        try:
            yield from _form(question, number, deadline)
        except UnsupportedError as error:  # an order that is not known
            yield from question.open(number, f"Buchberger's criterion cannot tell: {error}")


def _form(question: Question, number: int, deadline: Deadline) -> Iterator[Finding]:
    faults = basis_faults(question.name(number), question.answer(number), deadline)
    yield from question.refuted(number, *faults)
    if not any(witness.fault is Fault.NO_BASIS for witness in faults):
        yield Finding(Has(number, Quality.FORM), Proof("Buchberger's criterion"))
    if not faults:
        yield Finding(Has(number, Quality.IRREDUNDANT), Proof("no leading term divides a term"))


def prove_radical(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
    """That bases of puzzles have the ideal of the equations, in a process apart.

    If each variable has an equation f in it alone with gcd(f, f') = 1, the ideal I is radical: Seidenberg's lemma 92. A
    polynomial that is 0 at all zeros is in I then. So a basis with all equations and all zeros has the ideal I.

    >>> from casbridge.algebra.formats import read_system
    >>> question = Question.of(read_system("x^2 - x"), a=Answer(Task.BASIS, read_system("x").ring, ((),), order="lex"))
    >>> list(prove_radical(question, Deadline.after(60), None))
    []
    """
    system = question.system
    squarefree = {
        equation.variables[0]
        for equation in system.equations
        if len(equation.variables) == 1 and equation.pattern and _is_squarefree(equation.pattern)
    }
    shown = [goal for goal in question.goals if question.ledger.proofs(Within(SYSTEM, node_of(goal))) is not None]
    if len(squarefree) == system.ring.size and shown and not system.ring.parameters:
        yield from found_apart(_have_equations, replace(question, goals=tuple(shown)), deadline, memory, "division")


def _is_squarefree(pattern: Polynomial) -> bool:
    return pattern.gcd(pattern.derivative(0)).is_constant


def _have_equations(question: Question, deadline: Deadline) -> Iterator[Finding]:
    for goal in question.goals:
        if covers_equations(question.answer(node_of(goal)), question.system, deadline):
            yield Finding(goal, Proof("division, and the ideal is radical: no root of a variable is multiple"))


def prove_alike(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
    """Whether answers to a task that has one right answer are the same, in a process apart.

    >>> from casbridge.algebra.formats import read_system
    >>> system = read_system("x^2*y")
    >>> answer = Answer(Task.RADICAL, system.ring, (tuple(system.polynomials()),))
    >>> [finding.claim for finding in prove_alike(Question.of(system, a=answer, b=answer), Deadline.after(60), None)]
    [Within(lower=0, upper=1), Within(lower=1, upper=0)]
    """
    yield from found_apart(_compare_all, question, deadline, memory, "the comparison of the answers with each other")


def _compare_all(question: Question, deadline: Deadline) -> Iterator[Finding]:
    truth = Truth(question.system, deadline)
    numbers = [number for number in question.readable if question.is_complete(number)]
    if not numbers or question.task(numbers[0]) in _NOT_UNIQUE:
        return
    # Others are compared with an answer that is known to be right, or with the first one that is open.
    known = [number for number in numbers if question.ledger.are_equal(SYSTEM, number)]
    unknown = [number for number in numbers if number in question.concerned]
    base = (known or unknown or numbers)[0]
    for number in unknown:
        if number == base:
            continue
        names, answers = (question.name(base), question.name(number)), (question.answer(base), question.answer(number))
        why = _difference(names[0], answers[0], names[1], answers[1], truth)
        if why is None:
            # One computation says so, and of boxes no more than that they overlap.
            yield from equal(base, number, Proof("the same answer", Trust.ONE_WAY))
            continue
        text, polynomial, is_base = why
        text = f"{' and '.join(names)} contradict each other: {text}"
        holder, lacker = (base, number) if is_base else (number, base)
        witness = Witness(Fault.CONTRADICTION, question.name(number), printable(text), polynomial=polynomial)
        yield Finding(Within(holder, lacker), witness)


def _difference(
    first_name: str, first: Answer, name: str, answer: Answer, truth: Truth
) -> tuple[str, Polynomial | None, bool] | None:
    """Why two answers cannot both be right, with a polynomial where one shows it, and whether the first one has more.

    None where they are the same.
    """
    if first.task is Task.DIMENSION:
        for what, one, other in (
            ("dimension", first.dimension, answer.dimension),
            ("degree", first.degree, answer.degree),
        ):
            if one is not None and other is not None and one != other:
                return f"{first_name} has the {what} {short_number(one)}, {name} {short_number(other)}", None, True
        return None
    if first.task is Task.REAL:
        return _boxes_difference(first_name, first, name, answer) or _boxes_difference(name, answer, first_name, first)
    of = _ideal_difference if first.task in ONE_IDEAL else _factors_difference
    if (more := of(first_name, name, first, answer, truth)) is not None:
        return (*more, True)
    less = of(name, first_name, answer, first, truth)
    return None if less is None else (*less, False)


def _boxes_difference(holder: str, one: Answer, lacker: str, other: Answer) -> tuple[str, None, bool] | None:
    """A box of one answer in which the other one has no zero, or the numbers of boxes."""
    if len(one.boxes) != len(other.boxes):
        return f"{holder} has {answer_text(one)}, {lacker} has {len(other.boxes)}", None, True
    for box in one.boxes:
        if all(are_apart(box, another) for another in other.boxes):
            text = f"{holder} has a real zero that {lacker} has not: {box_text(box, one.ring.variables)}"
            return printable(text), None, True
    return None


def _ideal_difference(
    holder: str, lacker: str, one: Answer, other: Answer, truth: Truth
) -> tuple[str, Polynomial | None] | None:
    lacking = truth.ideal_of(other.components[0])
    extra = lacking.outside(one.components[0])
    if extra is None:
        return None
    truth.confirm(lacking)
    return f"{holder} has {shown(extra)}, and {lacker} has not", extra


def _factors_difference(
    holder: str, lacker: str, one: Answer, other: Answer, truth: Truth
) -> tuple[str, Polynomial | None] | None:
    over = truth.over_tower
    theirs = [(f, n) for (f,), n in zip(other.components, other.multiplicities, strict=True) if not over.is_number(f)]
    for (factor,), times in zip(one.components, one.multiplicities, strict=True):
        if not over.is_number(factor) and [n for f, n in theirs if over.are_associated(factor, f)] != [times]:
            return f"{holder} has the factor {shown(factor)} with multiplicity {times}, and {lacker} has not", factor
    return None
