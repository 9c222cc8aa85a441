"""The audit of an encoding: do its equations of one unit have other zeros than permutations of the digits?

There are two scopes. *Over the digits* every cell is a digit, as domain polynomials say. The audit asks which multisets
of digits the unit's equations allow. *Over the field* a cell is any element of the field, as in a system without domain
polynomials. Colouring and indicators always have domain polynomials, so their two scopes are the same.

{1, 2, 4, 4, 4, 5, 7, 9, 9} has the sum and product of {1, …, 9}. A blog post of 2019-01-13 on solving Sudoku with SymPy
found this multiset, and the remedy 8 → −1, 9 → −2. Sums and products for 4×4 are in Arnold, Lucas and Taalman 2010,
College Mathematics Journal 41, 101–112.

Over the field three of the values, a, b and c, are moved and all others stay. The curve x·y·z = abc, x + y + z = a + b
+ c is a cubic. Its tangent at (a, b, c) meets the curve once more, in a point with coordinates in the same field. In
the coordinates X = −xy, Y = x²y the curve is Y² + sXY + qY = X³ (s the sum, q the product). By the theorem of Nagell
and Lutz a rational point of finite order has 4X integral there; so a point with another denominator has infinite order,
and its multiples are infinitely many points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice
from math import comb, prod

from casbridge.algebra import QQ, Coefficient, Field
from casbridge.algebra.fields import field_of
from casbridge.algebra.multisets import EqualMultisets
from casbridge.arguments import whole_numbers
from casbridge.brief import Brief
from casbridge.calls import with_hints
from casbridge.encodings.digit_values import require_different
from casbridge.encodings.names import Encoding
from casbridge.errors import EncodingError, InputError
from casbridge.limits import NEVER, Deadline

_LARGEST_UNIT = 64
_LARGEST_VALUE = 10**6

_NUMBER_OR_RANGE = re.compile(r"\s*(-?\d{1,9})(?:\s*-\s*(-?\d{1,9}))?\s*", re.ASCII)
_TANGENTS = 4
_LARGEST_EXHAUSTION = 200_000


class Scope(StrEnum):
    """Where zeros of a unit's equations are looked for.

    >>> Scope("field")
    <Scope.FIELD: 'field'>
    """

    DIGITS = "digits"
    FIELD = "field"


@dataclass(frozen=True, repr=False)
class Audit(Brief):
    """What an encoding's equations of one unit allow, besides permutations of the digits.

    digits, values: the digits, and the value of each in the encoding.
    sufficient: whether they allow nothing else; None where this could not be decided.
    count: how many other multisets of values they allow; None for infinitely many, or where they were not counted.
    others: the first of these multisets, each ascending.
    reason: the proof or the finding in words.

    >>> found = audit("sum-product", range(1, 10))
    >>> found.sufficient, found.count, found.others
    (False, 1, ((1, 2, 4, 4, 4, 5, 7, 9, 9),))
    """

    encoding: Encoding
    digits: tuple[int, ...]
    values: tuple[int, ...]
    field: Field
    scope: Scope
    sufficient: bool | None
    count: int | None
    others: tuple[tuple[Coefficient, ...], ...]
    reason: str

    def as_dict(self) -> dict[str, object]:
        """The audit in JSON's types; fractions are texts such as "-3/2"."""
        return {
            "encoding": str(self.encoding),
            "digits": list(self.digits),
            "values": list(self.values),
            "field": self.field.name,
            "scope": str(self.scope),
            "sufficient": self.sufficient,
            "count": self.count,
            "others": [[c if isinstance(c, int) else str(c) for c in multiset] for multiset in self.others],
            "reason": self.reason,
        }

    def describe(self) -> str:
        """The audit in a few lines.

        >>> print(audit("sum-product", range(1, 10)).describe())
        sum-product, digits 1 2 3 4 5 6 7 8 9, over QQ
        over the digits: not sufficient
          1 other multiset has the sum 45 and the product 362880
          1 2 4 4 4 5 7 9 9
        """
        changed = ", ".join(f"{d} -> {v}" for d, v in zip(self.digits, self.values, strict=True) if d != v)
        head = f"{self.encoding}, digits {' '.join(map(str, self.digits))}{changed and f' with {changed}'}"
        verdict = {True: "sufficient", False: "not sufficient", None: "undecided"}[self.sufficient]
        lines = [f"{head}, over {self.field}", f"over the {self.scope}: {verdict}", f"  {self.reason}"]
        lines += [f"  {' '.join(map(str, multiset))}" for multiset in self.others]
        if self.count is not None and self.count > len(self.others):
            lines.append(f"  and {self.count - len(self.others)} more")
        return "\n".join(lines)


@with_hints
def audit(
    encoding: str | Encoding,
    digits: Sequence[int],
    field: Field | str = QQ,
    values: Sequence[int] | None = None,
    *,
    scope: str | Scope = Scope.DIGITS,
    listed: int = 20,
    deadline: Deadline = NEVER,
) -> Audit:
    """Audit any encoding for one unit that is to be a permutation of the digits.

    For sum-product over the digits the search is exhaustive and exact. Over the field one other zero is proof enough;
    over QQ it usually comes with a proof that there are infinitely many.

    values: the value of each digit; the default is the digits themselves.
    listed: at most so many other multisets are listed. All are counted.
    Raises EncodingError where digits have the same value in the field, UnsupportedError where the search is too large,
    LimitError after the deadline.

    >>> audit("sum-product", range(1, 10), values=(1, 2, 3, 4, 5, 6, 7, -1, -2)).sufficient
    True
    >>> audit("sum-product", range(1, 4), scope="field").others
    ((Fraction(-3, 2), Fraction(-1, 2), 8),)
    >>> audit("symmetric", range(1, 10), scope="field").sufficient
    True
    """
    chosen = Encoding.from_name(encoding)
    hints = {"number": "range(1, 10) are the digits 1 to 9", "text": "parse_digits(text) reads digits"}
    digits = whole_numbers(digits, "the digits of a unit", hints)
    used = digits if values is None else whole_numbers(values, "the value of each digit")
    field, deadline = field_of(field) or QQ, Deadline.checked(deadline)
    if len(used) != len(digits):
        raise EncodingError(f"{len(used)} values for {len(digits)} digits", expected="a value for every digit")
    if not 1 <= len(digits) <= _LARGEST_UNIT:
        raise InputError(f"{len(digits)} digits", expected=f"1 to {_LARGEST_UNIT}")
    if chosen is not Encoding.INDICATORS:
        require_different(field, used)
    try:
        used_scope = Scope(scope)
    except ValueError:
        raise InputError(f"scope {scope!r}", expected=f"one of {', '.join(Scope)}") from None
    finding: _Finding = (True, 0, (), _proof(chosen, len(digits), field))
    if chosen is Encoding.SUM_PRODUCT:
        judge = _over_the_digits if used_scope is Scope.DIGITS else _over_the_field
        finding = judge(used, field, listed, deadline)
    return Audit(chosen, digits, used, field, used_scope, *finding)


def audit_sum_product(
    values: Sequence[int],
    field: Field = QQ,
    *,
    digits: Sequence[int] | None = None,
    scope: str | Scope = Scope.DIGITS,
    listed: int = 20,
    deadline: Deadline = NEVER,
) -> Audit:
    """`audit` of sums and products for a unit with these values, which are the digits themselves where none are given.

    >>> audit_sum_product(range(2, 11)).others[0]
    (2, 3, 4, 6, 6, 6, 7, 10, 10)
    """
    named = values if digits is None else digits
    return audit(Encoding.SUM_PRODUCT, named, field, values, scope=scope, listed=listed, deadline=deadline)


#: Audit's sufficient, count, others and reason.
_Finding = tuple[bool | None, int | None, tuple[tuple[Coefficient, ...], ...], str]


def _over_the_digits(values: tuple[int, ...], field: Field, listed: int, deadline: Deadline) -> _Finding:
    multisets = EqualMultisets(values, field, deadline=deadline)
    count = multisets.count() - 1
    itself = tuple(sorted(values))
    others = sorted(islice((multiset for multiset in multisets if multiset != itself), listed))
    sum_and_product = f"the sum {field.element(sum(values))} and the product {field.element(prod(values))}"
    if field != QQ:
        sum_and_product += f" modulo {field.characteristic}"
    which = {0: "no other multiset has", 1: "1 other multiset has"}.get(count, f"{count} other multisets have")
    return not count, count, tuple(others), f"{which} {sum_and_product}"


def _over_the_field(values: tuple[int, ...], field: Field, listed: int, deadline: Deadline) -> _Finding:
    deadline.check("no audit")
    if len(values) <= 2:
        return True, 0, (), "for at most two cells sum and product are all elementary symmetric functions (Vieta)"
    if field == QQ:
        witness, infinite = _rational_witness(values)
        if witness is None:
            return None, None, (), "no other rational zero found; over the complex numbers there are infinitely many"
        many = "there are infinitely many other rational zeros" if infinite else "there are other rational zeros"
        return False, None, (witness,), f"without domain polynomials {many}, such as"
    p, size = field.characteristic, len(values)
    if comb(p + size - 1, size) <= _LARGEST_EXHAUSTION:
        itself = tuple(sorted(value % p for value in values))
        total, product = sum(values) % p, prod(values) % p
        others = [
            multiset
            for multiset in combinations_with_replacement(range(p), size)
            if sum(multiset) % p == total and prod(multiset) % p == product and multiset != itself
        ]
        reason = f"{len(others)} other multisets of elements of {field} have the same sum and product"
        return not others, len(others), tuple(others[:listed]), reason
    found = next(_moved([field.element(value) for value in values], field), None)
    if found is None:
        return None, None, (), f"no other zero found in {field}; in its extensions there are infinitely many"
    return False, None, (found[0],), f"without domain polynomials there are other zeros in {field}, such as"


#: A point of the cubic curve.
Triple = tuple[Coefficient, Coefficient, Coefficient]


def _rational_witness(values: Sequence[int]) -> tuple[tuple[Coefficient, ...] | None, bool]:
    """Another rational multiset with the values' sum and product, and whether it is proved that infinitely many exist.

    values: three at least.
    """
    found: tuple[Coefficient, ...] | None = None
    if 0 in values:
        others = [value for value in values if value]
        spread = 3 * max(map(abs, values))
        return tuple(sorted([0, others[0] + spread, others[1] - spread, *others[2:]])), True
    for multiset, point in _moved(values, QQ):
        found = found or multiset
        if has_infinite_order(point):
            return found, True
    return found, False


def _moved(values: Sequence[Coefficient], field: Field) -> Iterator[tuple[tuple[Coefficient, ...], Triple]]:
    """Other multisets with the values' sum and product, found by tangents; each with the point that it came from."""
    for a, b, c in combinations(values, 3):
        rest = [value for value in values if value not in (a, b, c)]
        for point in tangent_points((a, b, c), field):
            yield tuple(sorted([*point, *rest])), point


def tangent_points(triple: Triple, field: Field) -> Iterator[Triple]:
    """The points that tangents lead to, each from the one before, until one does not exist or is not new.

    >>> next(tangent_points((1, 2, 3), QQ))
    (Fraction(-1, 2), 8, Fraction(-3, 2))
    """
    seen = {tuple(sorted(triple))}
    for _ in range(_TANGENTS):
        a, b, c = triple
        denominator = field.element((c - b) * (a - c) * (b - a))
        if not denominator or not a or not b or not c:
            return
        step = (a * a + b * b + c * c - a * b - b * c - c * a) * field.inverse(denominator)
        moved = a + step * a * (c - b), b + step * b * (a - c), c + step * c * (b - a)
        triple = field.element(moved[0]), field.element(moved[1]), field.element(moved[2])
        if tuple(sorted(triple)) in seen:
            return
        seen.add(tuple(sorted(triple)))
        yield triple


def has_infinite_order(point: Triple) -> bool:
    """Whether a rational point has infinite order by the theorem of Nagell and Lutz. False is no proof of the contrary.

    >>> has_infinite_order((Fraction(-1, 2), 8, Fraction(-3, 2)))
    False
    """
    x, y, z = point
    s, q = x + y + z, x * y * z
    if Fraction(s).denominator > 1 or Fraction(q).denominator > 1 or not q or s**3 == 27 * q:
        return False
    return any((4 * Fraction(u) * v).denominator > 1 for u, v in ((x, y), (y, z), (z, x)))


def _proof(encoding: Encoding, size: int, field: Field) -> str:
    """Why an encoding other than sum-product is sufficient."""
    if encoding is Encoding.SYMMETRIC:
        return (
            "by Vieta the cells are the roots of the polynomial of the values: a permutation of them, in any extension"
        )
    if encoding is Encoding.COLOURING:
        where = "where F(x) = F(y) = G(x, y) = 0, x and y are different values"
        return f"F has simple roots, the values, and G(x, x) = F'(x) is not zero there: {where}"
    p, bits = field.characteristic, f"{size} bits"
    if 0 < p < size:
        excluded = "the products of pairs, which are in the system too, exclude them"
        return f"modulo {p} the sum 1 of {bits} would allow {p + 1} ones; {excluded}"
    return f"x^2 = x says 0 or 1, and {bits} with the sum 1 in {field} are exactly one 1"


def parse_digits(text: str) -> tuple[int, ...]:
    """Digits as a user writes them: numbers and ranges between commas. Raises InputError for anything else.

    >>> parse_digits("1-9"), parse_digits("1-7,-1,-2"), parse_digits("-2-1")
    ((1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2, 3, 4, 5, 6, 7, -1, -2), (-2, -1, 0, 1))
    """
    digits: list[int] = []
    column = 1
    for part in text.split(","):
        found = _NUMBER_OR_RANGE.fullmatch(part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if last < first:
            shown = f"digits {part.strip()!r} at column {column}"
            raise InputError(shown, expected="numbers and rising ranges, such as 1-9 or 1-7,-1,-2")
        for digit in range(first, last + 1):
            if abs(digit) > _LARGEST_VALUE:
                raise InputError(f"digit {digit}", expected=f"at most {_LARGEST_VALUE} in size")
            if digit in digits:
                raise InputError(f"digit {digit} occurs twice", expected="different digits")
            digits.append(digit)
            if len(digits) > _LARGEST_UNIT:
                raise InputError(f"digits {text!r}", expected=f"at most {_LARGEST_UNIT} of them")
        column += len(part) + 1
    return tuple(digits)
