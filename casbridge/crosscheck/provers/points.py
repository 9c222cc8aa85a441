"""Prover: answers and system are compared at all points over small fields.

Over GF(p) the points have coordinates in GF(p), or in GF(p^k) for a small k. A point that two zero sets do not share is
a proof that they differ. Over QQ the polynomials are reduced modulo a prime, and nothing is ever proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from casbridge.algebra.answers import CHAINS, Answer, Component, Point, Task
from casbridge.algebra.arithmetic import chosen_arithmetic
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.ranks import initial
from casbridge.crosscheck.claims import Within
from casbridge.crosscheck.closed_points import is_lacked, root_name
from casbridge.crosscheck.ledger import Finding, Proof, Trust
from casbridge.crosscheck.provers.protocol import Question, node_of
from casbridge.crosscheck.verdicts import Extension, Fault, Witness
from casbridge.errors import CasbridgeError, UnsupportedError
from casbridge.limits import NEVER, Deadline

#: So many points are looked at in one field, at most.
_MOST_POINTS = 20_000
_MOST_INTEGER_POINTS = 3_000
_PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 101, 131)

_Values = tuple[Any, ...]
#: A polynomial as coefficients of a small field with exponents, by variable.
_Terms = list[tuple[Any, list[tuple[int, int]]]]


@dataclass(frozen=True)
class _Evidence:
    """What points over small fields say of an answer.

    compared: how many zeros of the system or the answer were compared.
    field: where they lie, in words.
    against: the first point at which answer and system differ, or None.
    missing: whether the answer lacks it. If not, the answer has it, and the system has not.
    """

    compared: int = 0
    field: str = ""
    against: Point | Extension | None = None
    missing: bool = False


def prove(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
    """What points over small fields say of each answer, in this process.

    >>> all_points = Answer(Task.PRIMES, Ring.of("x"), ((),))
    >>> question = Question.of(PolynomialSystem(Ring.of("x"), ()), a=all_points, b=all_points)
    >>> {finding.outcome.text for finding in prove(question, Deadline.after(60), None)}
    {'232 points over GF(101), GF(131)'}
    """
    ring, goals = question.system.ring, [goal for goal in question.goals if isinstance(goal, Within)]
    numbers = sorted({node_of(goal) for goal in goals})
    for position, number in enumerate(numbers):
        if ring.parameters:
            yield from question.open(number, "points do not tell for parameters")
            continue
        share = deadline.share(1 / (len(numbers) - position))
        name, answer, complete = question.name(number), question.answer(number), question.is_complete(number)
        try:
            seen = evidence(answer, question.system, complete=complete, deadline=share)
        except CasbridgeError as error:
            yield from question.open(number, f"points could not be compared: {error}")
            continue
        if seen.against is None:
            shown = Proof(f"{seen.compared} points over {seen.field}", Trust.EVIDENCE)
            yield from (Finding(goal, shown) for goal in goals if node_of(goal) == number and seen.compared)
        elif not ring.field.characteristic:
            why = f"it differs from the system at a point modulo a prime, in {seen.field}, which is no proof"
            yield from question.open(number, why)
        else:
            fault = Fault.MISSING_ZERO if seen.missing else Fault.FALSE_ZERO
            what = "lacks a zero of the system" if seen.missing else "has a zero that the system has not"
            coordinates = seen.against.coordinates if isinstance(seen.against, Extension) else seen.against
            where = ", ".join(f"{one} = {value}" for one, value in zip(ring.variables, coordinates, strict=True))
            witness = Witness(fault, name, f"{name} {what}, in {seen.field}: {where}")
            yield from question.refuted(number, witness.at(seen.against))


def evidence(
    answer: Answer, system: PolynomialSystem, *, complete: bool = True, deadline: Deadline = NEVER
) -> _Evidence:
    """Compare an answer with a system at all points over one or more small fields.

    complete: whether the answer is claimed to have all zeros.

    >>> from casbridge.algebra import Field, variables
    >>> x, y = variables(Ring.of("x y", Field(3)))
    >>> system = PolynomialSystem.of(x.ring, [x * y])
    >>> found = evidence(Answer(Task.PRIMES, x.ring, ((x,), (y,))), system)
    >>> found.compared > 0, found.against
    (True, None)
    >>> evidence(Answer(Task.PRIMES, x.ring, ((x,),)), system).against
    (1, 0)
    """
    seen: list[_Evidence] = []
    for small in _small_fields(system.ring):
        if deadline.passed:
            break
        with suppress(UnsupportedError):
            seen.append(_compare(answer, system, small, complete, deadline))
            if seen[-1].against is not None:
                return seen[-1]
    return _Evidence(sum(one.compared for one in seen), ", ".join(one.field for one in seen if one.compared))


def missing_zero(
    answer: Answer, system: PolynomialSystem, chain: Component = (), deadline: Deadline = NEVER
) -> Point | Extension | None:
    """A zero of a system that no component of an answer has: in GF(p) or a small extension, over QQ of small integers.

    chain: polynomials that must be 0 there. None where the field is not small or has parameters, or there is no such
    zero in it.

    >>> from casbridge.algebra import Field, variables
    >>> x, y = variables(Ring.of("x y", Field(7)))
    >>> system = PolynomialSystem.of(x.ring, [x**3 - x, y**2 - x * y - 1])
    >>> missing_zero(Answer(Task.PRIMES, x.ring, ((x, y - 1), (x**2 - 1, y**2 - x * y - 1))), system)
    (0, 6)
    >>> x, y = variables(Ring.of("x y"))
    >>> missing_zero(Answer(Task.PRIMES, x.ring, ((x, y - 1),)), PolynomialSystem.of(x.ring, [x**2, x * y]))
    (0, 0)
    """
    if system.ring.parameters:
        return None
    within = [*system.polynomials(), *chain]
    if not system.ring.field.characteristic:
        lacking_zeros = PolynomialSystem.of(system.ring, within)
        points = deadline.over(_integer_points(system.ring.size))
        return next((point for point in points if is_lacked(point, lacking_zeros, answer.components)), None)
    # With these, no component has zeros but those of the system.
    components = tuple((*component, *within) for component in answer.components)
    lacking = Answer(Task.COMPONENTS, answer.ring, components)
    return evidence(lacking, PolynomialSystem.of(system.ring, within), deadline=deadline).against


def _integer_points(size: int) -> Iterator[Point]:
    """Points with coordinates around 0, the smallest numbers first."""
    radius = max(r for r in range(4) if (2 * r + 1) ** size <= _MOST_INTEGER_POINTS)
    return product(sorted(range(-radius, radius + 1), key=abs), repeat=size)


class _SmallField:
    """A field of p^k elements. Its elements know their arithmetic; `== 0` tells zero, and `bool` does not."""

    def __init__(self, p: int, k: int, root: str = "a") -> None:
        self.p = p
        self.root = root
        self.prime = k == 1
        self.name = f"GF({p})" if self.prime else f"GF({p}^{k})"
        self.elements: list[Any] = list(range(p))
        if not self.prime:
            import flint

            self.context = flint.fq_default_ctx(p, k, root)
            self.elements = [self.context(list(digits)) for digits in product(range(p), repeat=k)]

    def place(self, point: _Values) -> Point | Extension:
        """A point of this field, for a witness."""
        if self.prime:
            return tuple(map(int, point))
        minimal = str(self.context.modulus()).replace("x", self.root).replace("^", "**")
        return Extension(minimal, tuple(str(value).replace("^", "**") for value in point))

    def terms(self, polynomial: Polynomial) -> _Terms:
        """UnsupportedError where a number of a polynomial over QQ is 0 in this field: zeros may come or go there."""
        found: _Terms = []
        for exponents, coefficient in polynomial.terms.items():
            fraction = Fraction(coefficient)
            if not fraction.denominator % self.p or not fraction.numerator % self.p:
                raise UnsupportedError(f"a coefficient is 0, or not defined, modulo {self.p}")
            value = fraction.numerator * pow(fraction.denominator, -1, self.p) % self.p
            found.append((value, [(v, e) for v, e in enumerate(exponents) if e]))
        return found

    def value(self, terms: _Terms, point: _Values) -> Any:
        total: Any = 0
        for coefficient, powers in terms:
            term = coefficient
            for variable, exponent in powers:
                term = term * (pow(point[variable], exponent, self.p) if self.prime else point[variable] ** exponent)
            total = term + total
        return total % self.p if self.prime else total


def _small_fields(ring: Ring) -> Iterator[_SmallField]:
    """Fields with so few points that all can be looked at."""
    p, size = ring.field.characteristic, max(ring.size, 1)
    if not p:
        fitting = [prime for prime in _PRIMES if prime**size <= _MOST_POINTS]
        yield from (_SmallField(prime, 1) for prime in fitting[-2:])
        return
    for k in (1, 2, 3) if chosen_arithmetic() == "flint" else (1,):
        if p ** (k * size) <= _MOST_POINTS:
            yield _SmallField(p, k, root_name(ring))


def _compare(
    answer: Answer, system: PolynomialSystem, small: _SmallField, complete: bool, deadline: Deadline
) -> _Evidence:
    """_Evidence from one field. UnsupportedError where something does not reduce well modulo the prime."""
    chains = answer.task in CHAINS
    equations = [small.terms(polynomial) for polynomial in system.polynomials()]
    components = [[small.terms(polynomial) for polynomial in component] for component in answer.components]
    initials = [
        [small.terms(initial(p) if p.support() else p) for p in one if chains and p] for one in answer.components
    ]
    compared = 0
    for number, point in enumerate(product(small.elements, repeat=system.ring.size)):
        if not number % 256 and deadline.passed:
            break
        is_zero = all(small.value(terms, point) == 0 for terms in equations)
        inside = [i for i, part in enumerate(components) if all(small.value(terms, point) == 0 for terms in part)]
        if is_zero and not inside and complete:
            return _Evidence(compared, small.name, small.place(point), missing=True)
        # Where an initial vanishes too, the point may lie in the closure, or not.
        if not is_zero and any(all(small.value(terms, point) != 0 for terms in initials[i]) for i in inside):
            return _Evidence(compared, small.name, small.place(point))
        compared += bool(is_zero or inside)
    return _Evidence(compared, small.name)
