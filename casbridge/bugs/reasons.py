"""Why an answer is wrong, in words that need no casbridge, and checked by substitution."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Status
from casbridge.bugs.bundle import Bundle
from casbridge.bugs.failures import COMPONENT
from casbridge.charset.definitions.ranks import initial
from casbridge.crosscheck.division import Divisor
from casbridge.crosscheck.verdicts import Fault
from casbridge.errors import InputError, printable
from casbridge.limits import Deadline
from casbridge.processes.apart import attempt

_MOST_SHOWN = 4
_LONGEST_EQUATION = 200
_LONGEST_VALUE = 100
_SECONDS_TO_SUBSTITUTE = 10.0


def reasons(bundle: Bundle, names: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Why the answer is wrong, a line each, in words that need no casbridge.

    Points are substituted into the equations first. names: what the variables are called, if they have other names.

    Raises InputError where the witness is none: a "missing zero" at which an equation is not 0.

    >>> from casbridge.bugs.failures import Failure
    >>> from casbridge.limits import Limits
    >>> bundle = Bundle("x^2 - 1", "mycas:solve", (), Status.TIMEOUT, "slow", Failure("mycas:solve", "timeout"))
    >>> reasons(bundle.within(5))
    ('No answer came within 5 s.',)
    """
    assert bundle.fault is not None, "a bundle with a fault"
    witness, kind = bundle.verdict.get("witness"), bundle.fault.kind
    if kind in (Status.CRASHED, Status.UNPARSABLE, Status.TIMEOUT, Status.MEMORY) or witness is None:
        return _about_the_end(bundle)
    words = _Words(bundle.system, names or {})
    lines: list[str] = []
    if kind in (Fault.MISSING_ZERO, Fault.SPECIAL_CASE, Fault.FALSE_ZERO):
        lines = (_about_false if kind == Fault.FALSE_ZERO else _about_missing)(words, witness, bundle.fault.shape)
        # What only a witness's text says: which denominator is 0, or how many of the conjugates the answer has.
        if kind == Fault.SPECIAL_CASE or "only the conjugates" in str(witness.get("text")):
            lines.append(f"{printable(str(witness.get('text', kind)), 1000)}.")
            lines += [f"It lacks a zero where {place}, too." for place in _others(bundle, witness, words)]
    if not lines:
        polynomial = witness.get("polynomial")
        lines = [printable(str(witness.get("text", kind)), 1000)]
        lines += [f"The polynomial is {words.text(polynomial)}."] if polynomial else []
    return tuple(lines)


def _others(bundle: Bundle, witness: Mapping[str, Any], words: _Words) -> list[str]:
    """Further zeros in decimals that the answer lacks, in words."""
    rows = [row for row in bundle.verdict.get("backends", []) if isinstance(row, dict)]
    faults = [fault for row in rows for fault in row.get("faults") or () if isinstance(fault, dict)]
    alike = [one for one in faults if all(one.get(key) == witness.get(key) for key in ("backend", "fault", "text"))]
    places = [words.coordinates(one.get("approximation") or {}, "is about") for one in alike]
    own = words.coordinates(witness.get("approximation") or {}, "is about")
    return [printable(place, 1000) for place in places if place not in ("", own)]


class _Words:
    """Facts about a system in words. names: what its variables are called there."""

    def __init__(self, system: PolynomialSystem, names: Mapping[str, str]) -> None:
        self.system, self.names = system, names
        self.polynomials = list(system.polynomials())

    def text(self, polynomial: str) -> str:
        """A polynomial of a witness, as we print it."""
        try:
            return self.own(parse_polynomial(polynomial, self.system.ring))
        except InputError:
            return printable(polynomial, _LONGEST_EQUATION)

    def own(self, polynomial: Polynomial) -> str:
        """A polynomial."""
        names = [self.names.get(name, name) for name in self.system.ring.variables]
        return printable(polynomial.text(names), _LONGEST_EQUATION)

    def place(self, witness: Mapping[str, Any]) -> str:
        """The witness's point; "" where there is none."""
        point, minimal = witness.get("point"), witness.get("extension")
        near = self.coordinates(witness.get("approximation") or {}, "is about")
        said = self.coordinates(point or {}, "=")
        # Where a point is one of several conjugates, decimals say which one it is.
        parts = [said, f"where {minimal} = 0" if said and minimal else "", near if minimal or not said else ""]
        return printable(", ".join(filter(None, parts)), 1000)

    def coordinates(self, values: Mapping[str, Any], sign: str) -> str:
        """The variables with their values."""
        return ", ".join(f"{self.names.get(name, name)} {sign} {value}" for name, value in values.items())

    def part(self, chain: Sequence[str]) -> str:
        """What holds on the zeros of a chain."""
        said = ", ".join(f"{self.text(one)} = 0" for one in chain) or "nothing need hold"
        try:
            found = [parse_polynomial(one, self.system.ring) for one in chain]
            plain = all(initial(f).is_constant for f in found if not f.is_constant)
        except InputError:
            plain = True
        return said if plain else f"{said}, and no leading coefficient is 0"

    def equations_vanish(self) -> str:
        if len(self.polynomials) <= _MOST_SHOWN and all(len(str(f)) <= _LONGEST_EQUATION for f in self.polynomials):
            return "There " + ", ".join(f"{self.own(f)} = 0" for f in self.polynomials) + "."
        return f"Each of the {len(self.polynomials)} polynomials of the system is 0 there."

    def values(self, polynomials: Sequence[Polynomial], witness: Mapping[str, Any]) -> list[str] | None:
        """The values of polynomials at the witness's point; None where they could not be computed."""
        point = {str(name): str(value) for name, value in (witness.get("point") or {}).items()}
        deadline = Deadline.after(_SECONDS_TO_SUBSTITUTE)
        done = attempt(_values_at, tuple(polynomials), point, witness.get("extension"), deadline=deadline)
        return None if done.error is not None else done.value


def _values_at(polynomials: Sequence[Polynomial], point: Mapping[str, str], minimal: str | None) -> list[str]:
    """The values of polynomials at a point, which may be in an extension by a root of `minimal`."""
    if not polynomials:
        return []
    before, field = polynomials[0].ring, polynomials[0].ring.field
    roots = sorted(set(re.findall(r"[A-Za-z_]\w*", minimal or ""))) or ["a"]
    ring = Ring(field, (roots[0],))
    divisor = Divisor([parse_polynomial(minimal, ring)] if minimal else [], "lex")
    images = [parse_polynomial(point[name], ring) for name in before.variables]

    def power(base: Polynomial, exponent: int) -> Polynomial:
        made = Polynomial.constant(ring, 1)
        while exponent:
            if exponent % 2:
                made = divisor.remainder(made * base)
            base, exponent = divisor.remainder(base * base), exponent // 2
        return made

    values = []
    for f in polynomials:
        total = Polynomial(ring)
        for exponents, c in f.terms.items():
            term = Polynomial.constant(ring, field.element(c))
            for image, exponent in zip(images, exponents, strict=True):
                term = divisor.remainder(term * power(image, exponent)) if exponent else term
            total = total + term
        values.append(printable(str(divisor.remainder(total)), _LONGEST_VALUE))
    return values


def _about_missing(words: _Words, witness: Mapping[str, Any], shape: str) -> list[str]:
    where, polynomial, value, chain = words.place(witness), *map(witness.get, ("polynomial", "value", "chain"))
    lines = []
    if witness.get("point"):
        values = words.values(words.polynomials, witness)
        if values is None:
            lines.append(f"{where} is said to be a zero of the system. That could not be checked here.")
        elif wrong := [f for f, one in zip(words.polynomials, values, strict=True) if one != "0"]:
            found = f"a witness at which {words.own(wrong[0])} is not 0"
            raise InputError(found, expected="a zero of the system")
        else:
            lines.append(f"{where} is a zero of the system. {words.equations_vanish()}")
    elif where:
        lines.append(f"The system has a zero where {where}.")
    if where:
        known = ""
        if polynomial and value:
            known = f": {words.text(polynomial)} is 0 at each zero of the answer, and {value} there"
        lines.append(f"The answer does not have it{known}.")
    if chain and (shape == COMPONENT or not where):
        lines.append(f"{'So are' if where else 'The system has'} all points where {words.part(chain)}.")
        lines += [] if where else ["The answer does not have all of them."]
    return lines


def _about_false(words: _Words, witness: Mapping[str, Any], shape: str) -> list[str]:
    where, polynomial, value, chain = words.place(witness), *map(witness.get, ("polynomial", "value", "chain"))
    lines = [f"The answer has {'the zero' if witness.get('point') else 'a zero where'} {where}."] if where else []
    if chain and not where:
        lines.append(f"The answer has the points where {words.part(chain)}.")
    if polynomial:
        equation = next((f for f in words.polynomials if words.own(f) == words.text(polynomial)), None)
        if equation is not None and witness.get("point"):
            computed = words.values([equation], witness)
            value = computed[0] if computed else None
            if value == "0":
                raise InputError(f"a witness at which {words.own(equation)} is 0", expected="an equation that is not")
        told = f"{value}, not 0" if value else "not 0"
        says = " The system says that it is 0." if equation is not None else ""
        lines.append(f"There {words.text(polynomial)} is {told}.{says}")
    return lines


def _about_the_end(bundle: Bundle) -> tuple[str, ...]:
    assert bundle.fault is not None
    if bundle.fault.kind == Status.TIMEOUT and bundle.limits.seconds is not None:
        first = f"No answer came within {bundle.limits.seconds:g} s."
    else:
        first = f"It ended without an answer: {printable(bundle.reason) or bundle.fault.kind}"
    lines = [first]
    for row in bundle.verdict.get("backends", [])[1:]:
        seconds = row.get("seconds")
        if row.get("status") == Status.COMPLETE and isinstance(seconds, int | float):
            name = printable(" ".join(filter(None, [str(row["name"]), str(row.get("version", ""))])), 100)
            lines.append(f"{name} has an answer after {seconds:.2f} s.")
    return tuple(lines)
