"""Planted lies in answers to every task: alone, beside the truth, in pairs, and in the reference; none ends in `agree`.

A change of a right answer is a lie only if SymPy shows that a claim of the task is false: see `sympy_ideals`. Any other
change is right or open, and must not be accused, unless the witness shows the fault.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from sympy import Add, Mul, Poly, Rational, expand, symbols, sympify

from casbridge.algebra import Coefficient, Polynomial, PolynomialSystem
from casbridge.algebra.answers import CHAINS, ONE_IDEAL, Answer, Component, Task
from casbridge.algebra.boxes import Box
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import Goal
from casbridge.backends import registry
from casbridge.backends.protocol import Result, Status
from casbridge.backends.reference_ideals import ideal_answer
from casbridge.charset.ideals.ideal import Ideal
from casbridge.crosscheck import Fault, Verdict, VerdictKind, Witness
from casbridge.crosscheck.judging import judge
from casbridge.crosscheck.provers import reference
from casbridge.crosscheck.tasks import characteristic, comparing, primary, primes, truth
from casbridge.crosscheck.verdicts import Judged
from casbridge.errors import BackendError, CasbridgeError
from casbridge.limits import Deadline
from tests.charset.brute import the_variable, value_at
from tests.crosscheck.planted import chains_of
from tests.crosscheck.sympy_ideals import Ideals, initial_of

SEED = 33
TEXTS = {
    "line and plane": "variables: x y z\nx*z\ny*z",
    "curve": "variables: x y\nx*y^2 + y + 1",
    "three axes": "variables: x y z\nx*y\ny*z\nx*z",
    "roots": "variables: x y\nx^2 - 2\ny^2 - x*y",
    "double": "variables: x y\n(x - 1)^2*(x + 2)\ny^2 - x",
    "circle and line": "variables: x y\nx^2 + y^2 - 25\nx - y - 1",
    "embedded": "variables: x y\nx^2\nx*y*(y - 1)",
    "cubic space curve": "variables: x y z\ny - x^2\nz - x*y",
    "binary": "field: 2\nvariables: x y z\nx*y\n(x + 1)*(1 + x*y)*z",
    "binary conjugates": "field: 2\nvariables: x y\nx^2 + x + 1\ny^2 + y",
    "ternary": "field: 3\nvariables: x y z\nx*z\ny^2*z - z",
    "finite curve": "field: 7\nvariables: x y\nx^3 - x\ny^2 - x*y - 1",
    "point and line": "field: 7\nvariables: x y z\nx*(x - 1)\nx*y\nx*(z - 2)",
    "four points": "field: 11\nvariables: x y\nx^2 - 1\ny^2 - 4",
    "parametric": "parameters: a\nvariables: x y\na*x^2 - a\nx*y",
}
#: Polynomials to factor.
FACTORS = {
    "rational": "factor: 4*(x^2 - 2)*(x^2 - 4)*(y - x)^2",
    "cyclotomic": "factor: (x^4 + 1)*(x^2 + x + 1)",
    "over two": "field: 2\nfactor: x^2*(x^2 + x + 1)*(x + 1)",
    "over three": "field: 3\nfactor: (x^2 + 1)^2*(x - 1)*(x + 1)",
    "over seven": "field: 7\nfactor: 3*(x^2 - 3)*(x - 2)*(x - 1)",
    "over eleven": "field: 11\nfactor: (x^2 - y)*(x + y)",
    "over a tower": "variables: a x\nfactor: 3*(x^2 - 2)^2*(x^2 - 3)\na^2 - 2",
}
#: Systems over QQ with all their zeros, by hand.
REAL = {
    "roots": ["sqrt(2) 0", "-sqrt(2) 0", "sqrt(2) sqrt(2)", "-sqrt(2) -sqrt(2)"],
    "double": ["1 1", "1 -1", "-2 sqrt(2)*I", "-2 -sqrt(2)*I"],
    "circle and line": ["4 3", "-3 -4"],
}
IDEALS = (Task.RADICAL, Task.SATURATION, Task.ELIMINATION, Task.PRIMARY, Task.DIMENSION, Task.CHARSET)
ZEROS = (Task.SERIES, Task.TRIANGULAR, Task.PRIMES, Task.BASIS, Task.COMPONENTS, Task.POINTS)
#: What has no answer of the reference: it has no ideals over parameters.
PARAMETRIC = (Task.SERIES, Task.TRIANGULAR, Task.PRIMES, Task.COMPONENTS)
SETTINGS = ("alone", "beside the truth", "two alike", "two unlike", "in the reference")


def with_goal(system: PolynomialSystem) -> PolynomialSystem:
    ring = system.ring
    last = ring.size - 1
    return replace(system, goal=Goal(eliminate=(last,), saturate=(the_variable(ring, ring.lowest),)))


@cache
def system_of(name: str, task: Task) -> PolynomialSystem:
    text = FACTORS[name] if task is Task.FACTORS else TEXTS[name]
    system = read_system(text)
    return system if task is Task.FACTORS else with_goal(system)


@cache
def ideals_of(name: str, task: Task) -> Ideals:
    if task is Task.FACTORS:
        return Ideals(system_of(name, task))
    return _shared_ideals(name)


@cache
def _shared_ideals(name: str) -> Ideals:
    return Ideals(system_of(name, Task.PRIMES))


@cache
def right_answer(name: str, task: Task) -> Answer | None:
    """The reference's answer; None where the system has none of this kind."""
    system = system_of(name, task)
    ring = system.ring
    if task in CHAINS:
        return Answer(task, ring, tuple(chains_of(system)))
    if ring.parameters:
        return Answer(task, ring, tuple(chains_of(system)))
    if task in (Task.COMPONENTS, Task.POINTS):
        answer = replace(ideal_answer(system, Task.PRIMES), task=task)
        return answer if task is Task.COMPONENTS or None not in answer.points() else None
    return ideal_answer(system, task)


def right_of(name: str, task: Task) -> Answer:
    right = right_answer(name, task)
    assert right is not None
    return right


def subjects() -> Iterator[tuple[str, Task]]:
    """All systems with all tasks that have a right answer."""
    for name in TEXTS:
        tasks = PARAMETRIC if name == "parametric" else (*ZEROS, *IDEALS)
        for task in tasks:
            if right_answer(name, task) is not None:
                yield name, task
    yield from ((name, Task.FACTORS) for name in FACTORS)
    yield from ((name, Task.REAL) for name in REAL)


SUBJECTS = list(subjects())
#: For each task the system of the quick test.
QUICK = {
    Task.SERIES: "ternary",
    Task.TRIANGULAR: "parametric",
    Task.PRIMES: "three axes",
    Task.BASIS: "roots",
    Task.COMPONENTS: "finite curve",
    Task.POINTS: "four points",
    Task.RADICAL: "embedded",
    Task.SATURATION: "binary",
    Task.ELIMINATION: "cubic space curve",
    Task.PRIMARY: "embedded",
    Task.DIMENSION: "point and line",
    Task.CHARSET: "binary conjugates",
    Task.FACTORS: "over three",
    Task.REAL: "double",
}


# -- changes ----------------------------------------------------------------------------------------------------------


def _component_changes(
    answer: Answer, system: PolynomialSystem, dice: random.Random
) -> Iterator[tuple[str, Sequence[Component]]]:
    components, ring = list(answer.components), system.ring
    equations = tuple(system.polynomials())
    one = Polynomial.constant(ring, 1)
    own = [the_variable(ring, v) for v in range(ring.lowest, ring.size)]
    x, number = dice.choice(own), dice.randrange(2, 5)
    i = dice.randrange(len(components)) if components else 0
    if answer.task not in (*ONE_IDEAL, Task.CHARSET):
        yield "left out", components[:i] + components[i + 1 :]
        if components:
            yield "doubled", [*components, components[i]]
            yield "embedded", [*components, (*components[i], x - number)]
            yield "squared", [*components[:i], tuple(f * f for f in components[i]), *components[i + 1 :]]
        yield "added", [*components, tuple(v - dice.randrange(4) for v in own)]
        yield "a line added", [*components, tuple(v - dice.randrange(4) for v in own[:-1])]
        if len(components) > 1:
            first, second, *others = dice.sample(components, len(components))
            yield "merged", [tuple(dict.fromkeys((*first, *second))), *others]
            yield "multiplied", [tuple(f * g for f in first for g in second), *others]
        yield "cut", components[: len(components) // 2]
        yield "empty", []
    if not components:
        return
    component = components[i]

    def instead(*polynomials: Polynomial) -> list[Component]:
        return [*components[:i], polynomials, *components[i + 1 :]]

    yield "everything", [()]
    yield "whole", [(one,)]
    yield "the equations", [equations]
    u, v = dice.sample(range(ring.lowest, ring.size), 2) if len(own) > 1 else (0, 0)
    order = [v if k == u else u if k == v else k for k in range(ring.size)]
    yield "variables exchanged", [tuple(f.rename(ring, order) for f in one) for one in components]
    yield "polynomial added", instead(*component, x - number)
    yield "a strange polynomial added", instead(*component, dice.choice(own) * dice.choice(own) - number)
    yield "last variable added", instead(*component, *equations[:1])
    if answer.task in ONE_IDEAL:
        yield "ideal squared", instead(*(f * g for f in component for g in component))
        yield "half of the polynomials", instead(*component[: len(component) // 2])
    if not component:
        return
    j = dice.randrange(len(component))
    f = component[j]

    def changed(polynomial: Polynomial) -> list[Component]:
        return instead(*component[:j], polynomial, *component[j + 1 :])

    yield "polynomial left out", instead(*component[:j], *component[j + 1 :])
    yield "times a variable", changed(f * x)
    exponents, coefficient = dice.choice(f.sorted_terms())
    yield "coefficient", changed(Polynomial(ring, {**f.terms, exponents: coefficient + dice.choice((1, 2))}))
    yield "sign", changed(Polynomial(ring, {**f.terms, exponents: -coefficient}))
    k = dice.randrange(ring.lowest, ring.size)
    step = dice.choice((1, -1)) if exponents[k] else 1
    raised = (*exponents[:k], exponents[k] + step, *exponents[k + 1 :])
    yield (
        "exponent",
        changed(
            Polynomial(ring, f.terms)
            - Polynomial(ring, {exponents: coefficient})
            + Polynomial(ring, {raised: coefficient})
        ),
    )
    yield "constant", changed(f + number)


def _factor_changes(answer: Answer, system: PolynomialSystem, dice: random.Random) -> Iterator[tuple[str, Answer]]:
    powers = [(f, n) for (f,), n in zip(answer.components, answer.multiplicities, strict=True)]
    ring = system.ring
    x = the_variable(ring, ring.size - 1)

    def made(*changed: tuple[Polynomial, int]) -> Answer:
        return replace(answer, components=tuple((f,) for f, _ in changed), multiplicities=tuple(n for _, n in changed))

    i = dice.randrange(len(powers))
    (f, n), others = powers[i], powers[:i] + powers[i + 1 :]
    yield "left out", made(*others)
    yield "doubled", made(*powers, (f, n))
    yield "split in two", made(*others, (f, 1), (f, n)) if n == 1 else made(*others, (f, 1), (f, n - 1))
    yield "added", made(*powers, (x - 1, 1))
    g, m = dice.choice(others)
    rest = [one for one in others if one != (g, m)]
    yield "merged", made(*rest, (f * g, 1), *[(h, k - 1) for h, k in ((f, n), (g, m)) if k > 1])
    yield "squared", made(*others, (f * f, n))
    yield "multiplicity", made(*others, (f, n + 1))
    yield "the square as a factor", made(*others, (f**n, 1))
    yield "times a variable", made(*others, (f * x, n))
    exponents, coefficient = dice.choice(f.sorted_terms())
    yield "coefficient", made(*others, (Polynomial(ring, {**f.terms, exponents: coefficient + 1}), n))
    yield "sign", made(*others, (Polynomial(ring, {**f.terms, exponents: -coefficient}), n))
    yield "another sign", made(*others, (-f, n))
    yield "the polynomial", made((system.goal.factor or x, 1))
    yield "empty", made()
    yield "cut", made(*powers[: len(powers) // 2])


def _box_changes(answer: Answer, dice: random.Random) -> Iterator[tuple[str, Answer]]:
    boxes = list(answer.boxes)
    i = dice.randrange(len(boxes))
    box, others = boxes[i], boxes[:i] + boxes[i + 1 :]
    k = dice.randrange(len(box))

    def made(*changed: Box) -> Answer:
        return replace(answer, boxes=tuple(changed))

    def shifted(low: Fraction | int, high: Fraction | int) -> Box:
        return (*box[:k], (low, high), *box[k + 1 :])

    low, high = box[k]
    yield "dropped", made(*others)
    yield "doubled", made(*boxes, box)
    yield "moved", made(*others, shifted(low + 1, high + 1))
    yield "moved a little", made(*others, shifted(low + Fraction(1, 1000), high + Fraction(1, 1000)))
    yield "turned", made(*others, shifted(high + 1, low))
    other = dice.choice(others)
    hull = tuple((min(a, c), max(b, d)) for (a, b), (c, d) in zip(box, other, strict=True))
    yield "widened over two zeros", made(*[one for one in others if one != other], hull)
    yield "widened beside", made(*others, hull)
    yield "widened a little", made(*others, shifted(low - Fraction(1, 100), high + Fraction(1, 100)))
    yield "coordinates exchanged", made(*others, box[::-1])
    yield "added", made(*boxes, tuple((7, 8) for _ in box))
    yield "everything", made(tuple((-100, 100) for _ in box))
    yield "empty", made()
    yield "cut", made(*boxes[: len(boxes) // 2])


def _number_changes(answer: Answer) -> Iterator[tuple[str, Answer]]:
    dimension, degree = answer.dimension or 0, answer.degree or 0
    yield "dimension", replace(answer, dimension=dimension + 1)
    yield "dimension below", replace(answer, dimension=dimension - 1)
    yield "degree", replace(answer, degree=degree + 1)
    yield "degree below", replace(answer, degree=degree - 1)
    yield "exchanged", replace(answer, dimension=degree, degree=dimension)
    yield "empty", replace(answer, dimension=-1, degree=0)
    yield "no degree", replace(answer, degree=None)


def changes(name: str, task: Task, rounds: int = 2) -> Iterator[tuple[str, Answer]]:
    """Different changed answers, each with the kind of its change."""
    system, right = system_of(name, task), right_of(name, task)
    seen = {right}
    for number in range(rounds):
        dice = random.Random(f"{SEED} {number} {name} {task}")
        if task is Task.FACTORS:
            made = _factor_changes(right, system, dice)
        elif task is Task.REAL:
            made = _box_changes(right, dice)
        elif task is Task.DIMENSION:
            made = _number_changes(right)
        else:
            made = (
                (kind, replace(right, components=tuple(map(tuple, one))))
                for kind, one in _component_changes(right, system, dice)
            )
        for kind, answer in made:
            if answer not in seen:
                seen.add(answer)
                yield kind, answer


# -- what is a lie ----------------------------------------------------------------------------------------------------


def _zeros_by_hand(name: str) -> list[list[Any]]:
    return [[sympify(value) for value in text.split()] for text in REAL[name]]


def _real_claims(name: str, answer: Answer) -> set[str]:
    """By the zeros that are known by hand: `test_the_zeros_by_hand_are_all`."""
    zeros = [zero for zero in _zeros_by_hand(name) if all(value.is_real for value in zero)]

    def inside(zero: Sequence[Any], box: Box) -> bool:
        pairs = zip(zero, box, strict=True)
        return all(bool(Rational(str(low)) <= value <= Rational(str(high))) for value, (low, high) in pairs)

    homes = [[i for i, box in enumerate(answer.boxes) if inside(zero, box)] for zero in zeros]
    held = Counter(i for home in homes for i in home)
    claims = {"missing zero"} if not all(homes) else set()
    claims |= {"not isolated"} if any(count > 1 for count in held.values()) or any(len(h) > 1 for h in homes) else set()
    claims |= {"false zero"} if any(not held[i] for i in range(len(answer.boxes))) else set()
    for i, box in enumerate(answer.boxes):
        for other in answer.boxes[:i]:
            if all(a <= d and c <= b for (a, b), (c, d) in zip(box, other, strict=True)):
                claims.add("not isolated")
    return claims


@cache
def false_claims(name: str, task: Task, answer: Answer) -> frozenset[str]:
    """The claims of an answer that are shown to be false, without the judge and the reference."""
    if task is Task.REAL:
        return frozenset(_real_claims(name, answer))
    false = set(ideals_of(name, task).false_claims(answer, right_of(name, task)))
    if task in CHAINS and any(is_not_triangular(component) for component in answer.components):
        false.add("triangular")
    return frozenset(false)


def is_not_triangular(component: Iterable[Polynomial]) -> bool:
    """Whether two polynomials have the same highest variable, or are constants."""
    highest = [max(f.support(), default=-1) for f in component if f]
    return len(set(highest)) < len(highest)


@dataclass(frozen=True)
class Lie:
    name: str
    task: Task
    kind: str
    answer: Answer

    @property
    def system(self) -> PolynomialSystem:
        return system_of(self.name, self.task)

    @property
    def right(self) -> Answer:
        return right_of(self.name, self.task)

    @property
    def claims(self) -> frozenset[str]:
        return false_claims(self.name, self.task, self.answer)

    def __str__(self) -> str:
        shown = self.answer.boxes or (self.answer.dimension, self.answer.degree)
        shown = list(self.answer.components) if self.answer.components else shown
        return f"{self.name!r}, {self.task}, {self.kind}: {shown} {self.answer.multiplicities or ''}"


@cache
def lies_of(name: str, task: Task, rounds: int = 2) -> tuple[Lie, ...]:
    return tuple(
        Lie(name, task, kind, answer)
        for kind, answer in changes(name, task, rounds)
        if false_claims(name, task, answer)
    )


# -- judging ----------------------------------------------------------------------------------------------------------


def judged(system: PolynomialSystem, *answers: tuple[str, Answer]) -> Verdict:
    results = [Result(name, "planted", Status.COMPLETE, answer) for name, answer in answers]
    return judge(results, system, deadline=Deadline.after(60))


def judged_words(verdict: Verdict) -> list[Judged]:
    return [one.judgement.word for one in verdict.checked if one.judgement is not None]


def _is_zero(terms: Mapping[tuple[int, ...], Coefficient], p: int, witness: Witness) -> bool:
    """Whether a polynomial is 0 at the witness's point, by substitution."""
    if witness.extension is None:
        assert witness.point is not None
        return value_at(terms, witness.point, p) == 0
    root = symbols("the_root")
    name = next(iter(sympify(witness.extension.minimal).free_symbols))
    minimal, *values = (
        sympify(text).subs(name, root) for text in (witness.extension.minimal, *witness.extension.coordinates)
    )
    total = Add(
        *(
            Mul(Rational(str(c)), *(value**e for value, e in zip(values, exponents, strict=True)))
            for exponents, c in terms.items()
        )
    )
    own = {"modulus": p} if p else {"domain": "QQ"}
    return bool(Poly(total, root, **own).rem(Poly(minimal, root, **own)).is_zero)


def check_witness(name: str, answer: Answer, witness: Witness) -> None:
    """A point shows the fault by substitution."""
    if witness.point is None and witness.extension is None:
        return
    own = ideals_of(name, answer.task)
    equations, f = list(own.system.polynomials()), witness.polynomial
    p = own.system.ring.field.characteristic
    number = int if p else Fraction

    def zero(polynomial: Polynomial) -> bool:
        return _is_zero(polynomial.terms, p, witness)

    def inside(component: Component) -> bool:
        """Whether the point is a zero of a component; for chains, in the closure that they stand for."""
        if own.system.ring.parameters:
            initials = [initial for f in component if (initial := initial_of(f)) and answer.task in CHAINS]
            return all(map(zero, component)) and not any(map(zero, initials))
        elements = own.component(component, answer.task)
        return all(_is_zero({m[::-1]: number(str(c)) for m, c in e.terms()}, p, witness) for e in elements)

    match witness.fault:
        case Fault.FALSE_ZERO:
            assert not all(map(zero, equations))
            assert any(map(inside, answer.components))
            # At a point in an extension no equation is named.
            assert f in equations or (f is None and witness.extension)
        case Fault.MISSING_ZERO | Fault.WRONG_POLYNOMIAL:
            assert all(map(zero, equations))
            assert not any(map(inside, answer.components))
        case Fault.FOREIGN_POLYNOMIAL:
            assert all(map(zero, equations))
        case Fault.NONZERO_REMAINDER:
            (chain,) = answer.components
            assert all(map(zero, chain))
            assert not any(zero(one) for one in map(initial_of, chain) if one is not None)
        case _:
            raise AssertionError(witness.fault)
    if f is not None:
        assert not zero(f), (f, witness)


def is_shown(name: str, task: Task, answer: Answer, witness: Witness) -> bool:
    """Whether SymPy says that a witness without a point shows a fault of a form."""
    if witness.fault is Fault.NOT_TRIANGULAR:
        return is_not_triangular(witness.chain or ())
    own = ideals_of(name, task)
    parts = [own.element(f) for f in witness.factors or ()]
    if witness.fault in (Fault.NOT_PRIME, Fault.NOT_PRIMARY):
        basis = own.of(witness.chain or ())
        assert basis in [own.of(component) for component in answer.components]
        if own.is_whole(basis):
            return True
        first, second = parts
        broken = own.in_radical if witness.fault is Fault.NOT_PRIMARY else own.has
        return own.has(basis, first * second) and not own.has(basis, first) and not broken(basis, second)
    if witness.fault is Fault.CONTRADICTION and task is Task.FACTORS:
        # A factor of the right answer divides one of this answer, and is less.
        pairs = product(
            (own.element(f) for (f,) in answer.components), (own.element(f) for (f,) in right_of(name, task).components)
        )
        return any(not f.rem([part]) and 0 < sum(part.degrees()) < sum(f.degrees()) for f, part in pairs)
    if witness.fault is Fault.REDUCIBLE_FACTOR:
        f = own.element(witness.polynomial or Polynomial(answer.ring))
        degree = sum(f.degrees())
        return all(not f.rem([part]) and 0 < sum(part.degrees()) < degree for part in parts)
    return False


def check_faults(lie: Lie, verdict: Verdict) -> None:
    """Each fault is one of a false claim, and points show it."""
    for one in verdict.checked:
        answer = one.result.answer
        assert answer is not None
        for witness in one.faults:
            check_witness(lie.name, answer, witness)
            assert answer != lie.right, (str(lie), witness)
            is_false = bool(false_claims(lie.name, lie.task, answer))
            assert is_false or is_shown(lie.name, lie.task, answer, witness), (str(lie), witness)


def in_this_process(*arguments: object, **options: object) -> Iterator[object]:
    """A prover that a test has patched. As in a process apart, whatever it raises is an error of the backend."""
    compute, question, deadline = arguments[:3]
    try:
        yield from compute(question, deadline)  # type: ignore[operator]
    except CasbridgeError:
        raise
    except Exception as error:
        raise BackendError(str(error)) from error


@contextmanager
def lying_reference(lie: Lie) -> Iterator[None]:
    """What the reference computes about the system is what the lie says, as far as its kind allows."""
    system, answer, ring = lie.system, lie.answer, lie.system.ring
    own = {f.normal() for f in system.polynomials()}
    chains = [one for one in answer.components if lie.task not in ONE_IDEAL]

    def of_system(polynomials: Sequence[Polynomial]) -> bool:
        return {f.normal() for f in polynomials if f} == own

    class Chain:
        def __init__(self, polynomials: Component) -> None:
            self.polynomials = polynomials

    true_series, true_primes, true_ideal_of = reference.series_of, truth.minimal_primes, truth.Truth.ideal_of

    def series_of(asked: PolynomialSystem, deadline: Deadline) -> Sequence[object]:
        if not of_system(tuple(asked.polynomials())):
            return list(true_series(asked, deadline))
        if lie.task in CHAINS:
            return [Chain(one) for one in chains]
        return list(true_series(asked, deadline))[1:]

    def minimal_primes(ideal: Ideal) -> Sequence[object]:
        return true_primes(ideal)[1:] if of_system(ideal.generators) else true_primes(ideal)

    def lying_ideal(*_: object, **__: object) -> Ideal:
        return Ideal(ring, answer.components[0])

    def ideal_of(self: truth.Truth, polynomials: tuple[Polynomial, ...]) -> Ideal:
        ideal = true_ideal_of(self, polynomials)
        if lie.task is Task.BASIS and answer.components and of_system(polynomials):
            ideal.__dict__["basis"] = tuple(f.normal() for f in answer.components[0] if f)
        return ideal

    with pytest.MonkeyPatch.context() as patched:
        for module in (reference, comparing):
            patched.setattr(module, "found_apart", in_this_process)
        patched.setattr(reference, "series_of", series_of)
        for module in (truth, primes, primary):
            patched.setattr(module, "minimal_primes", minimal_primes)
        patched.setattr(truth.Truth, "ideal_of", ideal_of)
        if lie.task in (Task.SATURATION, Task.ELIMINATION) and answer.components:
            patched.setattr(truth, "saturated", lying_ideal)
            patched.setattr(truth, "eliminated", lying_ideal)
        if lie.task is Task.RADICAL and answer.components:
            patched.setattr(truth, "intersected", lying_ideal)
        if lie.task is Task.PRIMARY:
            patched.setattr(truth, "intersected", lambda bases: Ideal(ring, system.polynomials()))
            patched.setattr(primary, "mixed_product", lambda ideal: None)
        if lie.task is Task.PRIMES:
            patched.setattr(primes, "zero_divisors", lambda *_: None)
        if lie.task is Task.DIMENSION:
            patched.setattr(truth, "dimension_and_degree", lambda ideal: (answer.dimension, answer.degree))
        if lie.task is Task.FACTORS:
            patched.setattr(truth.OverTower, "proper_factors", lambda self, polynomial: None)
        if lie.task is Task.REAL:
            true_zeros = truth.real_zeros
            patched.setattr(truth, "real_zeros", lambda *arguments: true_zeros(*arguments)[1:])
        if lie.task is Task.CHARSET:
            patched.setattr(characteristic, "pseudo_remainders", lambda all_, chain: [Polynomial(ring) for _ in all_])
            patched.setattr(characteristic, "in_radical", lambda ideal, polynomial: True)
        yield


def judge_lie(lie: Lie, setting: str, other: Lie) -> list[Verdict]:
    """The verdicts over a lie in a setting. Nothing is `agree`, the lie is never right, the truth is never wrong."""
    liar, honest = ("liar", lie.answer), ("honest", lie.right)
    if setting == "alone":
        verdicts = [judged(lie.system, liar)]
    elif setting == "beside the truth":
        verdicts = [judged(lie.system, liar, honest)]
    elif setting == "two alike":
        verdicts = [judged(lie.system, liar, ("second", lie.answer))]
    elif setting == "two unlike":
        verdicts = [judged(lie.system, liar, ("second", other.answer))]
    else:
        with lying_reference(lie):
            verdicts = [
                judged(lie.system, ("reference", lie.answer), ("second", lie.answer)),
                judged(lie.system, ("reference", lie.answer), honest),
            ]
    for verdict in verdicts:
        assert verdict.kind is not VerdictKind.AGREE, (str(lie), setting, verdict.reason)
        assert judged_words(verdict)[0] is not Judged.RIGHT, (str(lie), setting, verdict.checked[0].judgement)
        if verdict.checked[-1].result.answer != lie.right:
            assert judged_words(verdict)[-1] is not Judged.RIGHT, (str(lie), setting, str(other))
        check_faults(lie, verdict)
    return verdicts


def unlike(lies: Sequence[Lie], number: int) -> Lie:
    """The next lie."""
    return lies[(number + 1) % len(lies)]


# -- the other way ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*TEXTS, *FACTORS])
def test_sympy_has_nothing_against_the_truth(name: str) -> None:
    for subject, task in SUBJECTS:
        if subject == name:
            assert not false_claims(name, task, right_of(name, task)), task


@pytest.mark.parametrize("name", [name for name, text in TEXTS.items() if "field" in text])
def test_sympy_sees_what_points_show(name: str) -> None:
    """At all points of the field: a zero that is missing, or false, makes a lie."""
    system = system_of(name, Task.COMPONENTS)
    p = system.ring.field.characteristic
    points = list(product(range(p), repeat=system.ring.size))
    shown = 0

    def zeros(polynomials: Iterable[Polynomial]) -> set[tuple[int, ...]]:
        terms = [f.terms for f in polynomials]
        return {point for point in points if all(value_at(one, point, p) == 0 for one in terms)}

    wanted = zeros(system.polynomials())
    for _, answer in changes(name, Task.COMPONENTS):
        stated = set().union(*map(zeros, answer.components))
        claims = false_claims(name, Task.COMPONENTS, answer)
        shown += stated != wanted
        assert stated >= wanted or "missing zero" in claims
        assert stated <= wanted or "false zero" in claims
    assert shown >= 4


@pytest.mark.parametrize("name", REAL)
def test_the_zeros_by_hand_are_all(name: str) -> None:
    """As many as there are standard monomials, after square factors were taken away."""
    system, own, zeros = system_of(name, Task.REAL), ideals_of(name, Task.REAL), _zeros_by_hand(name)
    for zero in zeros:
        values = dict(zip(symbols(system.ring.variables), zero, strict=True))
        assert all(expand(sympify(str(f)).subs(values)) == 0 for f in system.polynomials())
    x = own.ring.gens[-1]
    squarefree = own.basis([*own.equations, (x - 1) * (x + 2)]) if name == "double" else own.equations
    assert all(own.in_radical(own.equations, f) for f in squarefree)
    leading = [f.LM for f in squarefree]
    standard = [m for m in product(range(5), repeat=2) if not any(a <= m[0] and b <= m[1] for a, b in leading)]
    assert len(standard) == len(zeros) == len({tuple(zero) for zero in zeros})


# -- the lies ---------------------------------------------------------------------------------------------------------


def accepted_or_open(lie: Lie) -> bool:
    """Over parameters the reference has no ideals: a fault of the form is not seen, and the answer not judged."""
    return bool(lie.system.ring.parameters) and not {"false zero", "missing zero"} & lie.claims


def judge_in_all_settings(lies: Sequence[Lie], number: int) -> Counter[str]:
    """How often the lie is judged in which way."""
    words: Counter[str] = Counter()
    lie = lies[number]
    for setting in SETTINGS:
        for verdict in judge_lie(lie, setting, unlike(lies, number)):
            word = judged_words(verdict)[0]
            assert word is Judged.WRONG or setting == "in the reference" or accepted_or_open(lie), (str(lie), setting)
            words[f"{setting}: {word}"] += 1
    return words


@pytest.mark.parametrize("task", list(QUICK))
def test_no_lie_ends_in_agree(task: Task) -> None:
    lies = lies_of(QUICK[task], task)
    for number in random.Random(f"{SEED} {task}").sample(range(len(lies)), 2):
        judge_in_all_settings(lies, number)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "task"), SUBJECTS)
def test_no_lie_of_many_ends_in_agree(name: str, task: Task) -> None:
    """About 5,000 cases: six lies for each system and task, in five settings."""
    lies = lies_of(name, task)
    for number in random.Random(f"{SEED} {name} {task}").sample(range(len(lies)), min(6, len(lies))):
        judge_in_all_settings(lies, number)


@pytest.mark.slow
def test_there_are_5000_cases() -> None:
    counts = {subject: len(lies_of(*subject)) for subject in SUBJECTS}
    assert sum(min(6, count) for count in counts.values()) * len(SETTINGS) >= 5_000
    assert {task for _, task in counts} == {*ZEROS, *IDEALS, Task.FACTORS, Task.REAL}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "task"), SUBJECTS)
def test_no_other_change_is_accused(name: str, task: Task) -> None:
    """But for faults of the form that the witness shows: see `check_faults`."""
    right = right_of(name, task)
    for kind, answer in changes(name, task):
        if not false_claims(name, task, answer):
            verdict = judged(system_of(name, task), ("changed", answer), ("honest", right))
            check_faults(Lie(name, task, kind, answer), verdict)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 30))])
def test_answers_to_different_tasks(seed: int) -> None:
    """Two or three answers that are compared by their zeros, true, changed or partial, to tasks by chance."""
    dice = random.Random(f"{SEED} {seed}")
    for _ in range(20 if seed else 8):
        name = dice.choice(list(TEXTS))
        tasks = [task for subject, task in SUBJECTS if subject == name and task in ZEROS]
        given = []
        for _ in range(dice.choice((2, 2, 3))):
            task = dice.choice(tasks)
            changed = [answer for _, answer in changes(name, task)]
            answer = right_of(name, task) if dice.random() < 0.35 else dice.choice(changed)
            partial = task is not Task.BASIS and dice.random() < 0.15
            given.append((answer, Status.PARTIAL if partial else Status.COMPLETE))
        results = [Result(f"cas{n}", "planted", status, answer) for n, (answer, status) in enumerate(given)]
        verdict = judge(results, system_of(name, Task.PRIMES), deadline=Deadline.after(60))
        for (answer, status), one, word in zip(given, verdict.checked, judged_words(verdict), strict=True):
            claims = false_claims(name, answer.task, answer)
            is_lie = bool(claims if status is Status.COMPLETE else claims - {"missing zero"})
            assert not (is_lie and word is Judged.RIGHT), (name, given, verdict.reason)
            assert not (is_lie and verdict.kind is VerdictKind.AGREE), (name, given, verdict.reason)
            for witness in one.faults:
                check_witness(name, answer, witness)
                assert is_lie or is_shown(name, answer.task, answer, witness), (name, given, witness)


# -- what the lies brought to light -----------------------------------------------------------------------------------


def primes_of(system: PolynomialSystem, *components: str) -> Answer:
    read = (tuple(parse_polynomial(text, system.ring) for text in one.split(",")) for one in components)
    return Answer(Task.PRIMES, system.ring, tuple(read))


def faults_of(verdict: Verdict, number: int) -> list[Fault]:
    return [witness.fault for witness in verdict.checked[number].faults]


@pytest.mark.parametrize("text", ["variables: x y\nx^2 - 1\ny", "parameters: a\nvariables: x y\na*x^2 - a\ny"])
def test_linear_equations_without_a_zero_are_no_prime(text: str) -> None:
    system = read_system(text)
    right, lie = primes_of(system, "x - 1, y", "x + 1, y"), primes_of(system, "x - 1, y", "x + 1, y", "x - 1, x + 1, y")
    for answers in ((("liar", lie),), (("liar", lie), ("honest", right)), (("liar", lie), ("second", lie))):
        verdict = judged(system, *answers)
        assert Fault.NOT_PRIME in faults_of(verdict, 0)
        assert verdict.kind is VerdictKind.DISAGREE
    no_zeros = read_system(f"{text}\ny - 1")
    for nothing in (primes_of(no_zeros, "1"), replace(primes_of(no_zeros), components=())):
        assert judged_words(judged(no_zeros, ("it", nothing))) == [Judged.RIGHT]


def test_a_component_that_is_given_twice_over_parameters() -> None:
    system = read_system("parameters: a\nvariables: x\n(x - a)*(x^2 - a)")
    lies = primes_of(system, "x - a", "x^2 - a", "x^2 - a"), primes_of(system, "x - a", "x - a", "x^2 - a")
    for lie in lies:
        verdict = judged(system, ("liar", lie), ("second", lie))
        assert faults_of(verdict, 0) == faults_of(verdict, 1) == [Fault.REDUNDANT_COMPONENT]
    linear = read_system("parameters: a\nvariables: x\n(x - a)*(x + a)")
    assert faults_of(judged(linear, ("liar", primes_of(linear, "x - a", "x + a", "x - a"))), 0)
    assert judged_words(judged(linear, ("it", primes_of(linear, "x - a", "x + a")))) == [Judged.RIGHT]


def test_a_false_zero_accuses_nobody_else() -> None:
    """The reference said that points are zeros of the system, also false ones that the check had refuted."""
    system = system_of("circle and line", Task.PRIMES)
    false, short = primes_of(system, "x + 3, x*y + 4", "x - 4, y - 3"), primes_of(system, "x - 4, y - 3")
    verdict = judged(system, ("false", false), ("short", short))
    assert set(faults_of(verdict, 0)) == {Fault.FALSE_ZERO, Fault.MISSING_ZERO}
    assert faults_of(verdict, 1) == [Fault.MISSING_ZERO]
    assert verdict.checked[1].faults[0].point == (-3, -4)


INSEPARABLE = [
    (
        "x y z",
        "x*z^2 + y^2 + y, x*y + y^2*z^2",
        ("x, y", "y, z", "y^3 + y^2 + x^2, x*z^2 + y^2 + y, y*z^2 + x, z^4 + y + 1"),
    ),
    ("x y", "y^2 + x", ("y^2 + x",)),
    ("a t x y", "y^2 + a, x^2 + a + t^2", ("y^2 + a, x^2 + a + t^2",)),
]


@pytest.mark.parametrize(("names", "equations", "components"), INSEPARABLE)
def test_inseparable_chains_are_separable_in_another_order(
    names: str, equations: str, components: tuple[str, ...]
) -> None:
    def polynomials(text: str) -> tuple[Polynomial, ...]:
        lines = text.replace(",", "\n")
        return tuple(read_system(f"field: 2\nvariables: {names}\n{lines}").polynomials())

    system = read_system(f"field: 2\nvariables: {names}\n" + equations.replace(",", "\n"))
    answer = Answer(Task.PRIMES, system.ring, tuple(map(polynomials, components)))
    results = [Result(name, "primes", Status.COMPLETE, answer) for name in "ab"]
    verdict = judge(results, system)
    is_prime = names != "a t x y"  # there (x + y + t)^2 is in the ideal
    assert verdict.kind is (VerdictKind.AGREE if is_prime else VerdictKind.DISAGREE)


@pytest.mark.parametrize(
    ("component", "word"),
    [("x - 4, y - 3", Judged.RIGHT), ("x - 4, y - 3, x + 3", Judged.WRONG), ("x*y - 12, x - y - 1", Judged.WRONG)],
)
def test_a_partial_answer_promises_the_form_of_what_it_has(component: str, word: Judged) -> None:
    system = read_system("variables: x y\nx^2 + y^2 - 25\nx - y - 1")
    polynomials = tuple(parse_polynomial(text, system.ring) for text in component.split(","))
    answer = Answer(Task.PRIMES, system.ring, (polynomials,))
    result = Result("it", "primes", Status.PARTIAL, answer)
    verdict = judge([result, registry.run(system, "reference:primes")], system)
    assert [one.judgement and one.judgement.word for one in verdict.checked] == [word, Judged.RIGHT]
