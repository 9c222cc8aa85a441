"""The zeros of an answer in decimals: each printed digit is certified.

    answer ──▶ points, or chains ──▶ balls at some precision ──▶ decimals
                                                    ▲          │
                                                    └──more────┘ until all is certain

Branches and rational parametrisations become polynomials first. Each chain gives balls, a root of a polynomial in turn
(Arb). The exact numbers of zeros and of real zeros are known before, see `measures`. The precision grows until

- the balls fall into as many disjoint classes as there are zeros: then each class is one zero,
- as many classes as there are real zeros contain real points: then exactly these zeros are real,
- all of each ball rounds to one decimal.

A decimal is the nearest one with so many digits after the point. Half a unit is rounded to the even digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import add
from typing import Any

from casbridge.algebra.answers import CHAINS, Answer, Component, Task
from casbridge.algebra.arithmetic import precision, rational
from casbridge.algebra.fields import Ring
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.ranks import initial
from casbridge.charset.series import series_of
from casbridge.crosscheck.branches.numerics import Ball, UncertainError, ball
from casbridge.crosscheck.branches.points import zeros_of_chain
from casbridge.crosscheck.measures import measure
from casbridge.crosscheck.sizes import MOST_DIGITS
from casbridge.errors import LimitError, UnsupportedError, UsageError
from casbridge.limits import NEVER, Deadline

#: The most zeros that are shown.
MOST_ZEROS = 1_000
#: Bits beyond twice those of the digits at first, and how many times as many are tried.
_MORE_BITS, _MOST_TIMES = 64, 64
_BITS_OF_A_DIGIT = 3.3219281
_LATE = "no decimals"

#: A ball for each variable.
_Place = tuple[Ball, ...]


@dataclass(frozen=True)
class DecimalZero:
    """One zero in decimals.

    coordinates: one a variable, lowest first, such as "1.41" or "0.50 - 0.87*I".
    is_real: whether all coordinates are real. This is exact.
    """

    coordinates: tuple[str, ...]
    is_real: bool


def decimals(
    answer: Answer,
    system: PolynomialSystem,
    digits: int = 20,
    deadline: Deadline = NEVER,
    memory: int | None = None,
) -> tuple[DecimalZero, ...]:
    """All different zeros of an answer over the complex numbers, real ones first, ascending.

    digits: after the point, up to `MOST_DIGITS`. Each coordinate is rounded to the nearest such decimal, and this is
        proved; of a zero that is not real, so are the real and the imaginary part.
    deadline, memory: for the work, which is done in a process apart.

    Raises UsageError for another field than QQ and for a wrong number of digits; UnsupportedError where the zeros are
    infinitely many, more than `MOST_ZEROS` or not counted, and where one lies in the middle between two decimals;
    LimitError, MemoryError.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends.registry import run
    >>> system = read_system("(x^2 - 2)*(x^2 + 1)")
    >>> for zero in decimals(run(system).answer, system, digits=8):
    ...     print(*zero.coordinates)
    -1.41421356
    1.41421356
    0.00000000 - 1.00000000*I
    0.00000000 + 1.00000000*I
    """
    from casbridge.processes.apart import call

    ring = answer.ring
    if ring.field.characteristic or ring.parameters:
        raise UsageError(f"decimals over {ring.field_name}", expected="a system over QQ")
    if not 1 <= digits <= MOST_DIGITS:
        raise UsageError(f"{digits} digits", expected=f"1 to {MOST_DIGITS}")
    size = measure(answer, system, deadline, memory)
    if size.is_infinite:
        raise UnsupportedError(f"the zeros are infinitely many (dimension {size.dimension})")
    if size.degree is None or size.real is None:
        if deadline.left() == 0:
            raise LimitError(_LATE)
        raise UnsupportedError(size.reason or "how many zeros are real is not known")
    if size.degree > MOST_ZEROS:
        raise UnsupportedError(f"there are {size.degree} zeros; decimals are given of {MOST_ZEROS} at most")
    if not answer.components_known:
        from casbridge.crosscheck.branches.converting import convert

        converted = convert("the answer", answer, system, deadline, memory, complete=False)
        if converted.answer is None:
            raise UnsupportedError(converted.reason or "the answer is wrong")
        answer = converted.answer
    arguments = answer, digits, size.degree, size.real, deadline
    found: tuple[DecimalZero, ...] = call(_decimals, *arguments, deadline=deadline, memory=memory)
    return found


def _decimals(answer: Answer, digits: int, zeros: int, real: int, deadline: Deadline) -> tuple[DecimalZero, ...]:
    """What the process apart does. zeros, real: how many there are."""
    points = list(answer.points())
    if all(point is not None for point in points):
        different = sorted(set(points))  # type: ignore[type-var]
        units = ([round(Fraction(x) * 10**digits) for x in point or ()] for point in different)
        return tuple(DecimalZero(tuple([_decimal(one, digits) for one in point]), True) for point in units)
    chains = _chains(answer, deadline)
    bits = int(2 * digits * _BITS_OF_A_DIGIT) + _MORE_BITS
    reason: UncertainError | None = None
    most = bits * _MOST_TIMES
    while bits <= most:
        deadline.check(_LATE)
        with precision(bits):
            try:
                return _at_precision(answer.ring, chains, digits, bits, zeros, real, deadline)
            except UncertainError as error:
                reason = error
        bits *= 2
    raise UnsupportedError(f"{reason} (with {bits // 2} bits)")


def _chains(answer: Answer, deadline: Deadline) -> list[Component]:
    """Chains with the zeros of an answer: its own, or the reference's irreducible ones of each component.

    A chain that may be reducible has multiple roots perhaps. Where its initials are numbers, its zeros are those of its
    polynomials, and the reference's chains have them once.
    """
    found: list[Component] = []
    for component in answer.components:
        if answer.task in CHAINS and len(component) != answer.ring.size:
            raise UnsupportedError("a chain leaves a variable free")
        plain = answer.task is Task.TRIANGULAR and all(initial(f).is_constant for f in component)
        if answer.task in CHAINS and not plain:
            found.append(component)
        else:
            chains = series_of(PolynomialSystem.of(answer.ring, component), deadline)
            found += [tuple(chain.polynomials) for chain in chains]
    return found


def _at_precision(
    ring: Ring, chains: Sequence[Component], digits: int, bits: int, zeros: int, real: int, deadline: Deadline
) -> tuple[DecimalZero, ...]:
    """The zeros in decimals. Raises UncertainError where the precision does not suffice."""
    places: list[_Place] = []
    for chain in chains:
        # The balls have the size 2^(-bits/2) where the chain allows it.
        for zero in zeros_of_chain(chain, {}, deadline, bits // 2):
            place: _Place = tuple([zero.get(v, ball(0)) for v in range(ring.size)])
            if not any(all(a.overlaps(b) for a, b in zip(place, other, strict=True)) for other in places):
                places.append(place)
    if len(places) != zeros:
        raise UncertainError(f"the {zeros} zeros could not be told apart")
    may_be_real = [all(value.imag.contains(0) for value in place) for place in places]
    if sum(may_be_real) != real:
        raise UncertainError(f"the {real} real zeros could not be told from the others")
    found = []
    for place, is_real in zip(places, may_be_real, strict=True):
        parts = [(_rounded(one.real, digits), 0 if is_real else _rounded(one.imag, digits)) for one in place]
        texts = [_decimal(part[0], digits) for part in parts]
        if not is_real:
            signs = (f" {'-' if part[1] < 0 else '+'} {_decimal(abs(part[1]), digits)}*I" for part in parts)
            texts = list(map(add, texts, signs))
        key = (not is_real, [part[0] for part in parts], [abs(part[1]) for part in parts], [part[1] for part in parts])
        found.append((key, DecimalZero(tuple(texts), is_real)))
    return tuple(zero for _, zero in sorted(found, key=lambda one: one[0]))


def _rounded(value: Any, digits: int) -> int:
    """The nearest whole number to 10^digits times each point of a real ball. Raises UncertainError."""
    middle, radius = (Fraction(rational(one.fmpq())) for one in (value.mid(), value.rad()))
    scale = 10**digits
    low: int = round((middle - radius) * scale)
    high: int = round((middle + radius) * scale)
    if low != high:
        told = f"a coordinate lies so near the middle between two decimals with {digits} digits"
        raise UncertainError(f"{told} that it cannot be rounded; ask for more digits")
    return low


def _decimal(value: int, digits: int) -> str:
    """A whole number of units of the last digit."""
    whole, rest = divmod(abs(value), 10**digits)
    return f"{'-' * (value < 0)}{whole}.{rest:0{digits}d}"
