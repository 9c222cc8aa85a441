"""Evidence: points over small fields, where nothing is proved.

Over GF(p) the points have coordinates in GF(p), or in GF(p^k) for a small k, and one that two zero sets do not share
is a proof that they differ. Over QQ the polynomials are reduced modulo a prime, and nothing is ever proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from itertools import product
from typing import Any

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.arithmetic import chosen_arithmetic
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring
from casbridge.algebra.systems import PolynomialSystem
from casbridge.limits import Deadline

#: So many points are looked at in one field, at most.
MOST_POINTS = 20_000
_PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 101, 131)
_SECONDS = 5.0

Values = tuple[Any, ...]
#: A polynomial as coefficients of a small field with exponents, by variable.
Terms = list[tuple[Any, list[tuple[int, int]]]]


@dataclass(frozen=True)
class Evidence:
    """What points over small fields say of an answer.

    compared: how many zeros of the system or the answer were compared. field: where they lie, in words.
    against: the first point at which they differ, in words, or nothing. point: the same, where it is one of the
    system's field. missing: whether the answer lacks it, rather than having it wrongly. proved: whether a difference is
    a proof.
    """

    compared: int = 0
    field: str = ""
    against: str = ""
    point: tuple[int, ...] | None = None
    missing: bool = False
    proved: bool = False


def evidence(answer: Answer, system: PolynomialSystem, *, complete: bool = True, seconds: float = _SECONDS) -> Evidence:
    """Compares an answer with a system at all points over one or more small fields.

    complete: whether the answer is claimed to have all zeros.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(3)))
    >>> system = PolynomialSystem.of(x.ring, [x * y])
    >>> found = evidence(Answer(Task.PRIMES, x.ring, ((x,), (y,))), system)
    >>> found.compared > 0, found.against
    (True, '')
    >>> evidence(Answer(Task.PRIMES, x.ring, ((x,),)), system).against
    'x = 1, y = 0'
    """
    deadline = Deadline.after(seconds)
    compared = 0
    fields: list[str] = []
    for small in _small_fields(system.ring):
        if deadline.passed:
            break
        found = _compare(answer, system, small, complete, deadline)
        if found is None:
            continue
        if found.against:
            return found
        compared += found.compared
        fields += [found.field] if found.compared else []
    return Evidence(compared, ", ".join(fields))


class _SmallField:
    """A field of p^k elements. Its elements know their arithmetic; 0 is the only one that is falsy, or equal to 0."""

    def __init__(self, p: int, k: int) -> None:
        self.p = p
        self.name = f"GF({p})" if k == 1 else f"GF({p}^{k})"
        self.elements: list[Any]
        if k == 1:
            self.elements = list(range(p))
        else:
            import flint

            context = flint.fq_default_ctx(p, k)
            self.elements = [context(list(digits)) for digits in product(range(p), repeat=k)]
        self.prime = k == 1

    def terms(self, polynomial: Polynomial) -> Terms | None:
        """None where a number of a polynomial over QQ is 0 in this field: zeros may come or go there."""
        found: Terms = []
        for exponents, coefficient in polynomial.terms.items():
            fraction = Fraction(coefficient)
            if not fraction.denominator % self.p or not fraction.numerator % self.p:
                return None
            value = fraction.numerator * pow(fraction.denominator, -1, self.p) % self.p
            found.append((value, [(v, e) for v, e in enumerate(exponents) if e]))
        return found

    def value(self, terms: Terms, point: Values) -> Any:
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
        fitting = [prime for prime in _PRIMES if prime**size <= MOST_POINTS]
        yield from (_SmallField(prime, 1) for prime in fitting[-2:])
        return
    extensions = find_spec("flint") is not None and chosen_arithmetic() == "flint"
    for k in (1, 2, 3) if extensions else (1,):
        if p ** (k * size) <= MOST_POINTS:
            yield _SmallField(p, k)


def _compare(
    answer: Answer, system: PolynomialSystem, small: _SmallField, complete: bool, deadline: Deadline
) -> Evidence | None:
    """None where something does not reduce well modulo the prime."""
    equations = [small.terms(polynomial) for polynomial in system.polynomials()]
    components = [[small.terms(polynomial) for polynomial in component] for component in answer.components]
    chains = answer.task is Task.SERIES
    initials = [[small.terms(_initial(p)) for p in component if p] for component in answer.components if chains]
    if any(terms is None for group in (equations, *components, *initials) for terms in group):
        return None

    def vanish(group: Sequence[Terms | None], point: Values) -> bool:
        return not any(terms is not None and small.value(terms, point) != 0 for terms in group)

    def differs(point: Values, missing: bool) -> Evidence:
        pairs = zip(system.ring.variables, point, strict=True)
        text = ", ".join(f"{name} = {value}" for name, value in pairs)
        exact = system.ring.field.characteristic > 0
        shown = tuple(map(int, point)) if small.prime and exact else None
        return Evidence(compared, small.name, text, shown, missing, exact)

    compared = 0
    for number, point in enumerate(product(small.elements, repeat=system.ring.size)):
        if not number % 256 and deadline.passed:
            break
        is_zero = vanish(equations, point)
        inside = [i for i, component in enumerate(components) if vanish(component, point)]
        if is_zero and not inside and complete:
            return differs(point, missing=True)
        # Where an initial vanishes too, the point may lie in the closure, or not.
        if not is_zero and any(
            not chains or all(terms is not None and small.value(terms, point) != 0 for terms in initials[i])
            for i in inside
        ):
            return differs(point, missing=False)
        compared += bool(is_zero or inside)
    return Evidence(compared, small.name)


def _initial(polynomial: Polynomial) -> Polynomial:
    """The leading coefficient with respect to the main variable; the polynomial itself where it is a constant."""
    support = polynomial.support()
    if not support:
        return polynomial
    main = support[-1]
    degree = polynomial.degree(main)
    terms = {(*e[:main], 0, *e[main + 1 :]): c for e, c in polynomial.terms.items() if e[main] == degree}
    return Polynomial(polynomial.ring, terms)
