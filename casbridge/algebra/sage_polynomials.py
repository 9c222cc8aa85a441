"""Sage's polynomials as systems of equations. Sage is not imported: its objects are asked by their methods."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from casbridge.algebra.denominators import with_conditions
from casbridge.algebra.fields import QQ, Coefficient, Field, Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.errors import InputError, UsageError, printable
from casbridge.notices import notice

_LONGEST_SHOWN = 80


def from_sage(subject: Any) -> PolynomialSystem:
    """The polynomial system of Sage's polynomials, which must be of one ring over ZZ, QQ or GF(p).

    subject: a polynomial, an ideal, or an iterable of polynomials, also a matrix or a vector. A quotient of polynomials
        stands for its numerator; its denominator is not 0, which is an equation with a further variable t.

    Sage names the greatest generator of a ring first, casbridge the lowest variable: the order is reversed.
    Raises InputError for other objects (power series, Laurent and Boolean polynomials), other rings, and polynomials of
    different rings.

    >>> from casbridge.algebra.sage_polynomials import from_sage
    >>> from_sage([3])
    Traceback (most recent call last):
    casbridge.errors.InputError: 3, a int; expected a polynomial or an ideal of Sage (PolynomialRing(QQ, 'y, x')(expression) makes a polynomial of an expression)
    """  # noqa: E501
    given = _polynomials(subject)
    items = [item.numerator() if _is_quotient(item) else item for item in given]
    if not items:
        raise UsageError("no polynomials", expected="polynomials of Sage")
    ring = _ring(items[0])
    for item in items:
        if item.parent() != items[0].parent():
            raise InputError(f"polynomials of {items[0].parent()} and {item.parent()}", expected="one ring")
    system = PolynomialSystem.of(ring, [_polynomial(item, ring) for item in items])
    divisors = [_polynomial(item.denominator(), ring) for item in given if _is_quotient(item)]
    system = with_conditions(system, divisors)
    for fact, text in system.facts:
        notice(f"<equations>: {fact} is {text}")
    return system


def _polynomials(subject: Any) -> list[Any]:
    if hasattr(subject, "gens") and hasattr(subject, "ring"):
        ring = subject.ring()
        return [ring(generator) for generator in subject.gens()]
    if hasattr(subject, "columns") or hasattr(subject, "dot_product"):
        subject = subject.list()
    single = _is_ring_element(subject) or not isinstance(subject, Iterable)
    items = [subject] if single else list(subject)
    rings = [item.parent() for item in items if _is_polynomial(item) or _is_quotient(item)]
    for item in items:
        number = isinstance(item, int) or hasattr(item, "numerator")
        if not _is_polynomial(item) and not _is_quotient(item) and not (rings and number):
            found = f"{printable(str(item), _LONGEST_SHOWN)}, a {type(item).__name__}"
            hint = "PolynomialRing(QQ, 'y, x')(expression) makes a polynomial of an expression"
            raise InputError(found, expected="a polynomial or an ideal of Sage", hint=hint)
    return [item if _is_polynomial(item) or _is_quotient(item) else rings[0](item) for item in items]


def _is_ring_element(item: Any) -> bool:
    return hasattr(item, "parent") and hasattr(item.parent(), "characteristic")


def _is_polynomial(item: Any) -> bool:
    """Whether Sage makes the item's ring of its coefficients by names alone, as it makes rings of polynomials."""
    if not (hasattr(item, "dict") and hasattr(item, "parent") and hasattr(item.parent(), "construction")):
        return False
    made = item.parent().construction()
    return bool(made) and type(made[0]).__name__ in ("PolynomialFunctor", "MultiPolynomialFunctor")


def _is_quotient(item: Any) -> bool:
    """Whether the item is of the field of quotients of a ring of polynomials."""
    parent: Any = item.parent() if _is_ring_element(item) else None
    made: Any = parent.construction() if hasattr(parent, "construction") else None
    return bool(made) and type(made[0]).__name__ == "FractionField" and _is_polynomial(item.denominator())


def _ring(polynomial: Any) -> Ring:
    parent = polynomial.parent()
    base = parent.base_ring()
    p = int(base.characteristic())
    prime = bool(p) and int(base.cardinality()) == p
    if not prime and (p or not hasattr(base.one(), "numerator") or str(base) not in _RATIONAL):
        raise InputError(f"coefficients in {base}", expected="ZZ, QQ or GF(p) with a prime p")
    return Ring(Field(p) if p else QQ, tuple(map(str, parent.variable_names()))[::-1])


#: How Sage prints the rings whose elements are rational numbers.
_RATIONAL = ("Integer Ring", "Rational Field")


def _polynomial(item: Any, ring: Ring) -> Polynomial:
    terms: dict[tuple[int, ...], Coefficient] = {}
    for exponents, coefficient in item.dict().items():
        given = tuple(map(int, exponents)) if isinstance(exponents, Iterable) else (int(exponents),)
        terms[given[::-1]] = _coefficient(coefficient, ring.field)
    return Polynomial(ring, terms)


def _coefficient(value: Any, field: Field) -> Coefficient:
    if field.characteristic:
        return int(value)
    return Fraction(int(value.numerator()), int(value.denominator()))
