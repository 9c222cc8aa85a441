"""Identities that prove a claim: Σ cᵢ·fᵢ = gⁿ shows that g is 0 at every zero of f₁, …, fₘ.

    system, claim ──reference or Singular──▶ cofactors ──expansion──▶ Identity ──identity_texts──▶ text

With g = 1 it shows that the system has no zeros. By Hilbert's Nullstellensatz every true claim has such an identity.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from casbridge.algebra.answers import Point
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.fields import Coefficient, Ring, unused_name
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.subjects import read_subject
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Status
from casbridge.backends.singular import SINGULAR
from casbridge.charset.general.cofactors import ExplainedBasis
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.operations import in_radical
from casbridge.charset.series import series_of
from casbridge.crosscheck.closed_points import points_of_chain
from casbridge.errors import BackendError, CasbridgeError, InputError, LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline, Limits
from casbridge.processes.apart import attempt, call
from casbridge.scripts import render
from casbridge.scripts.values import Method

#: The largest exponent that is tried.
MOST_POWERS = 64
_SHARE_OF_THE_REFERENCE = 0.4
_SECONDS_OF_THE_REFERENCE = 10.0
_SECONDS_FOR_A_POINT = 2.0
_LINE = re.compile(r"casbridge: (exponent|cofactor|refuted)(?: (.*))?")


class RefutedError(CasbridgeError):
    """The claim is false: it is not 0 at some zero of the system.

    point: such a zero, where one was found in the field.
    """

    exit_code = 1
    point: Point | None = None


class By(StrEnum):
    """Who computes the cofactors."""

    REFERENCE = "reference"
    SINGULAR = "singular"


@dataclass(frozen=True)
class Identity:
    """cofactors[0]·f₁ + cofactors[1]·f₂ + … = claim^exponent, for the polynomials fᵢ of a system.

    by: who has computed it.

    Raises BackendError where the two sides are not equal: both are expanded.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> system = PolynomialSystem.of(x.ring, [x - y, x * y])
    >>> Identity(system, x, 2, (x, x**0)).exponent
    2
    >>> Identity(system, x, 1, (x, x))
    Traceback (most recent call last):
    casbridge.errors.BackendError: the identity is false: expanded, its sides differ
    """

    system: PolynomialSystem
    claim: Polynomial
    exponent: int
    cofactors: tuple[Polynomial, ...]
    by: str = ""

    def __post_init__(self) -> None:
        generators = list(self.system.polynomials())
        if len(self.cofactors) != len(generators):
            raise BackendError(f"an identity with {len(self.cofactors)} cofactors for {len(generators)} equations")
        total = Polynomial(self.system.ring)
        for cofactor, generator in zip(self.cofactors, generators, strict=True):
            total = total + cofactor * generator
        if total != self.claim**self.exponent:
            raise BackendError("the identity is false: expanded, its sides differ")

    @property
    def is_inconsistency(self) -> bool:
        """Whether the claim is 1: the system has no zeros."""
        return self.claim == Polynomial.constant(self.system.ring, 1)


def read_claim(text: str, ring: Ring) -> Polynomial:
    """The polynomial of a claim: `f`, or an equation `f = g` as f - g. Raises InputError.

    >>> read_claim("x*y = -2*y + 1", Ring.of("x y"))
    x*y + 2*y - 1
    """
    left, sign, right = text.partition("=")
    try:
        return parse_polynomial(left, ring) - parse_polynomial(right, ring) if sign else parse_polynomial(left, ring)
    except InputError as error:
        raise error.located("--claim") from None


def identity_of(
    subject: Any,
    claim: Polynomial | None = None,
    by: Sequence[str] = tuple(By),
    *,
    seconds: float | None = None,
    memory: int | None = None,
) -> Identity:
    """An identity that proves that a claim is 0 at every zero of a system, with the least exponent.

    claim: None is 1: the system has no zeros.
    by: who is asked, in this order, as long as nobody answers.
    seconds, memory (bytes): limits.

    Zeros are taken over the algebraic closure. Raises RefutedError for a false claim; LimitError, MemoryError,
    UnsupportedError, BackendError where none was found.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> found = identity_of(PolynomialSystem.of(x.ring, [x - y, x * y]), x, ["reference"])
    >>> found.exponent, found.cofactors
    (2, (x, 1))
    """
    system = system_of(read_subject(subject))
    if system.ring.parameters:
        raise UnsupportedError("an identity over a field with parameters; make the parameters variables")
    wanted = Polynomial.constant(system.ring, 1) if claim is None else claim
    deadline = Deadline.after(seconds)
    stopped: Exception = UnsupportedError("nobody was asked for an identity")
    for number, name in enumerate(map(By, by)):
        soon = (
            deadline.share(_SHARE_OF_THE_REFERENCE, most=_SECONDS_OF_THE_REFERENCE)
            if number + 1 < len(by)
            else deadline
        )
        try:
            if name is By.REFERENCE:
                found: Identity = call(_by_reference, system, wanted, soon, deadline=soon, memory=memory)
                return found
            return _by_singular(system, wanted, soon, memory)
        except RefutedError as error:
            error.point = _counterexample(system, wanted, deadline, memory)
            raise
        except (LimitError, MemoryError, UnsupportedError, BackendError) as error:
            # What stopped the first one is told only if nobody has an answer.
            stopped = error if isinstance(stopped, UnsupportedError) else stopped
    raise stopped


def _refuted(claim: Polynomial) -> RefutedError:
    if claim.is_constant and claim:
        return RefutedError("the claim is false: the system has zeros")
    return RefutedError(f"the claim is false: {claim} is not 0 at every zero of the system")


def _counterexample(
    system: PolynomialSystem, claim: Polynomial, deadline: Deadline, memory: int | None
) -> Point | None:
    """A zero of the system in the field at which a claim is not 0, where one is found soon."""
    soon = deadline.share(1.0, most=_SECONDS_FOR_A_POINT)
    found: Point | None = attempt(_search, system, claim, soon, deadline=soon, memory=memory).value
    return found


def _search(system: PolynomialSystem, claim: Polynomial, deadline: Deadline) -> Point | None:
    points = (
        point for chain in series_of(system, deadline) for point in points_of_chain(chain.polynomials, system.ring)
    )
    return next((point for point in points if claim.evaluate(point) and system.first_violated(point) is None), None)


def _by_reference(system: PolynomialSystem, claim: Polynomial, deadline: Deadline = NEVER) -> Identity:
    """The identity by Buchberger's algorithm here."""
    ring = system.ring
    generators = list(system.polynomials()) or [Polynomial(ring)]
    basis = ExplainedBasis(generators, deadline)
    power, exponent = basis.remainder(claim), 1
    if power and not claim.is_constant and not in_radical(Ideal(ring, generators, deadline), claim):
        raise _refuted(claim)
    while power and exponent < MOST_POWERS and not claim.is_constant:
        power, exponent = basis.remainder(power * claim), exponent + 1
    if power:
        if claim.is_constant:
            raise _refuted(claim)
        raise UnsupportedError(f"the exponent is larger than {MOST_POWERS}")
    cofactors = basis.cofactors(claim**exponent)
    assert cofactors is not None, "its remainder is 0"
    return Identity(system, claim, exponent, cofactors[: len(system)], By.REFERENCE)


_LIFT = Method("lift", SINGULAR.method("std").task, "cofactors of a power", sizes=SINGULAR.method("std").sizes)


def _by_singular(system: PolynomialSystem, claim: Polynomial, deadline: Deadline, memory: int | None) -> Identity:
    """The identity by Singular's `lift`."""
    singular = registry.get("singular")
    if not isinstance(singular, OneShotBackend):
        raise UnsupportedError("the backend singular does not run scripts of ours")
    target = replace(SINGULAR, methods=(_LIFT,), default_method=_LIFT.name)
    names = target.names(system.ring.variables)
    more = {
        "claim": claim.cleared().text(names, target.style),
        "inverse": unused_name("t", names),
        "most_powers": MOST_POWERS,
    }
    script = render(system, target, "lift", more=more)
    ran = singular.run_script(
        lambda: script.text.removesuffix("quit;\n"), Limits(deadline.left(), memory), printed=True
    )
    if ran.status is Status.TIMEOUT:
        raise LimitError(f"Singular: {ran.reason}")
    if ran.status is Status.MEMORY:
        raise MemoryError(f"Singular: {ran.reason}")
    if ran.status is not Status.COMPLETE:
        raise BackendError(f"Singular: {ran.reason}")
    said = [
        (match.group(1), match.group(2) or "") for match in map(_LINE.fullmatch, ran.transcript.splitlines()) if match
    ]
    if ("refuted", "") in said:
        raise _refuted(claim)
    exponents = [text for kind, text in said if kind == "exponent"]
    written = [text for kind, text in said if kind == "cofactor"]
    if len(exponents) != 1 or not exponents[0].isdecimal() or len(written) != len(system):
        raise BackendError("Singular gives no identity")
    exponent = int(exponents[0])
    if exponent > MOST_POWERS:
        raise UnsupportedError(f"the exponent is larger than {MOST_POWERS}")
    named = Ring(system.ring.field, script.names)
    read = (Polynomial(system.ring, parse_polynomial(text, named).terms) for text in written)
    # The script has multiples of the claim and of the equations, without denominators.
    cofactors = [one * _scale(f) for one, f in zip(read, system.polynomials(), strict=True)]
    undone = system.ring.field.inverse(_scale(claim) ** exponent)
    return Identity(system, claim, exponent, tuple(one * undone for one in cofactors), By.SINGULAR)


def _scale(polynomial: Polynomial) -> Coefficient:
    """The number s for which `polynomial.cleared()` is s times the polynomial."""
    cleared, terms = polynomial.cleared().terms, polynomial.terms
    return next((polynomial.ring.field.element(Fraction(cleared[e]) / c) for e, c in terms.items()), 1)
