"""The values that stand for the digits in an encoding."""

from __future__ import annotations

from functools import lru_cache

from casbridge.algebra import QQ, Coefficient, Field, next_prime
from casbridge.algebra.fields import is_prime
from casbridge.errors import EncodingError, UnsupportedError
from casbridge.limits import NEVER, Deadline

# Digits whose value is not their own in the sum-product encoding over QQ. For 9 digits this is the choice of the blog
# post that `auditing` names. `search_values` found the others, with the fewest changes (for 9 it finds 9 → −1 alone).
_CHANGED = {
    9: {8: -1, 9: -2},
    10: {9: -1, 10: -3},
    11: {9: -1, 10: -3},
    12: {4: -1, 10: -4},
    13: {4: -1, 10: -4},
    14: {5: -1, 6: -5, 12: -9},
    15: {3: -1, 5: -7, 6: -13, 12: -15},
    16: {4: -1, 10: -7, 12: -13, 14: -17},
}
_LARGEST_TABULATED = max(_CHANGED)
# What a default over GF(p) may cost: at most some seconds, once.
_DEFAULT_EFFORT = 200
_DEFAULT_TABLE = 2_000_000
_LARGEST_SEARCHED = 12
#: Values that were proved enough, with their field.
_ENOUGH: set[tuple[tuple[int, ...], Field]] = set()
_MOST_REMEMBERED = 1000
_MOST_NAMED = 30


def default_values(digits: int, field: Field = QQ) -> tuple[int, ...]:
    """Values of the digits 1 … n with which sum and product say "a permutation of the digits", over the digits.

    Over QQ: up to 8 the digits themselves; up to 16 a table. Beyond, every digit that is neither 1 nor prime gets a
    prime above n, and by unique factorisation the product alone is enough. Over GF(p): the same values if they are
    enough modulo p, else those of a short search. Raises EncodingError where the search finds none.

    >>> default_values(9)
    (1, 2, 3, 4, 5, 6, 7, -1, -2)
    >>> default_values(6, Field(11))
    (1, 2, 3, 4, 5, -2)
    """
    if field != QQ:
        return _modular_values(digits, field)
    own = range(1, digits + 1)
    if digits <= _LARGEST_TABULATED:
        changed = _CHANGED.get(digits, {})
        return tuple(changed.get(digit, digit) for digit in own)
    values, prime = [], digits
    for digit in own:
        keeps = digit == 1 or is_prime(digit)
        prime = prime if keeps else next_prime(prime)
        values.append(digit if keeps else prime)
    return tuple(values)


@lru_cache(maxsize=64)
def _modular_values(digits: int, field: Field) -> tuple[int, ...]:
    from casbridge.algebra.multisets import EqualMultisets
    from casbridge.encodings.value_search import search_values

    rational = default_values(digits)
    found: tuple[int, ...] | None = rational
    try:
        if not (_distinct(rational, field) and EqualMultisets(rational, field, budget=_DEFAULT_TABLE).count() == 1):
            searched = digits <= _LARGEST_SEARCHED
            found = next(search_values(digits, field, effort=_DEFAULT_EFFORT), None) if searched else None
    except UnsupportedError:
        found = None
    if found is None:
        raise EncodingError(
            f"found no values of {digits} digits with which sums and products are enough in {field}",
            hint="try QQ or a larger prime field, or give values, or use the encoding colouring",
        )
    return found


def _distinct(values: tuple[int, ...], field: Field) -> bool:
    return len({field.element(value) for value in values}) == len(values)


def require_enough(values: tuple[int, ...], field: Field, deadline: Deadline = NEVER) -> None:
    """Raise EncodingError unless sum and product of the values say "a permutation of the digits", over the digits.

    Raises LimitError after the deadline.

    >>> require_enough((1, 2, 3, 4, 5, 6, 7, -1, -2), QQ)
    >>> require_enough((1, 2, 3, 11), Field(13))
    Traceback (most recent call last):
    casbridge.errors.EncodingError: the values 1, 2, 3, 11 are not enough for the encoding sum-product: \
1, 1, 1, 1 have the same sum and product in GF(13); expected values that are enough \
(casbridge audit sum-product --search finds some; --no-audit, or audit=False, states the system all the same)
    """
    if (values, field) in _ENOUGH:
        return
    from casbridge.algebra.multisets import EqualMultisets

    listed = ", ".join(map(str, values[:_MOST_NAMED])) + (", …" if len(values) > _MOST_NAMED else "")
    itself, anyway = sorted(values), "--no-audit, or audit=False, states the system all the same"
    try:
        found = EqualMultisets(values, field, budget=_DEFAULT_TABLE, deadline=deadline)
        other = next((multiset for multiset in found if [*multiset] != itself), None)
    except UnsupportedError as error:
        said = f"whether the values {listed} are enough for the encoding sum-product in {field} is not known: {error}"
        raise EncodingError(said, hint=anyway) from None
    if other is not None:
        same = f"{', '.join(map(str, other))} have the same sum and product in {field}"
        said = f"the values {listed} are not enough for the encoding sum-product: {same}"
        search = f"casbridge audit sum-product --search finds some; {anyway}"
        raise EncodingError(said, expected="values that are enough", hint=search)
    if len(_ENOUGH) < _MOST_REMEMBERED:
        _ENOUGH.add((values, field))


def require_different(field: Field, values: tuple[int, ...]) -> None:
    """Raise EncodingError where two digits have the same value in the field; it names the least field that works.

    >>> require_different(Field(3), (1, 2, 3, 4))
    Traceback (most recent call last):
    casbridge.errors.EncodingError: 1 and 4 are the same in GF(3); expected different values (try GF(5), the least)
    """
    seen: dict[Coefficient, int] = {}
    for value in values:
        residue = field.element(value)
        if residue in seen:
            hint = f"try {least_field(values)}, the least" if len(set(values)) == len(values) else None
            found = f"{seen[residue]} and {value} are the same in {field}"
            raise EncodingError(found, expected="different values", hint=hint)
        seen[residue] = value


def least_field(values: tuple[int, ...], start: int = 2) -> Field:
    """The smallest prime field GF(p), p ≥ start, in which the integers differ.

    >>> least_field((1, 2, 3, 4)), least_field((1, 2, 3, 4), start=11)
    (GF(5), GF(11))
    """
    prime = next_prime(start - 1)
    while not _distinct(values, Field(prime)):
        prime = next_prime(prime)
    return Field(prime)
