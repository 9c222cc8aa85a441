"""Fields, the rationals or a prime field, and polynomial rings: a field and its variables, lowest first."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, count
from typing import Any

from casbridge.arguments import text_of, wrong
from casbridge.brief import LONGEST
from casbridge.calls import with_hints
from casbridge.drawings import Shown
from casbridge.errors import InputError, printable

#: An element of a field: over GF(p) an integer 0 ≤ a < p, over QQ an integer or a Fraction with denominator > 1.
Coefficient = int | Fraction

_LARGEST_CHARACTERISTIC = 2**31  # every characteristic is below it
_FIELD_NAME = re.compile(r"(?:GF\s*\(\s*(\d+)\s*\)|(?:F_?|Z/|ZZ/)?(\d+))\Z", re.IGNORECASE | re.ASCII)
# What names GF(q) in casbridge and in other languages, where q is no prime: 4, GF(4), F_4, GF(2^2), GF(2,2), GF(4,'a').
_EXTENSION = re.compile(
    r"(?:GF|F|FF|FiniteField|finite_field)?[\s_(]*0*(\d{1,40})(?:\s*(?:\^|\*\*|,)\s*0*([1-9]\d{0,8}))?(?!\w)",
    re.IGNORECASE | re.ASCII,
)
_WITH_PARAMETERS = re.compile(r"\(\s*[A-Za-z]")
_MOST_NAMES = 100  # of variables, in a repr
_EXPECTED = "0 or a prime below 2^31"


@with_hints
@dataclass(frozen=True, slots=True)
class Field(Shown):
    """QQ (characteristic 0) or GF(p), p prime below 2³¹. Raises InputError for another characteristic.

    >>> Field(11), QQ, Field.from_name("GF(11)") == Field.from_name("11")
    (GF(11), QQ, True)
    """

    characteristic: int

    def __post_init__(self) -> None:
        p = self.characteristic
        if not isinstance(p, int):
            raise wrong(p, _EXPECTED, {"text": "Field.from_name('GF(11)') reads a name"})
        if p > 1 and (p >= _LARGEST_CHARACTERISTIC or not is_prime(p)) and (power := _prime_power(p)) is not None:
            raise _unread_extension(*power)
        if p and not 2 <= p < _LARGEST_CHARACTERISTIC:
            shown = p if p.bit_length() < 200 else f"of {p.bit_length()} bits"  # Python refuses to print it
            raise InputError(f"characteristic {shown}", expected=_EXPECTED)
        if p and not is_prime(p):
            raise InputError(f"characteristic {p} is not a prime", expected=_EXPECTED, hint=f"try {next_prime(p)}")

    @staticmethod
    def from_name(name: str) -> Field:
        """The field that a user names: ``QQ``, ``11``, ``GF(11)``, ``F_11``, ``0``. InputError for another name.

        >>> Field.from_name("GF(0)")
        Traceback (most recent call last):
        casbridge.errors.InputError: field 'GF(0)'; expected QQ, a prime such as 11, or GF(11)
        """
        text = name.strip()
        if text.upper() in ("QQ", "Q", "0"):
            return QQ
        if (extension := _EXTENSION.match(text)) and (power := _prime_power(int(extension[1]))):
            p, k = power[0], power[1] * int(extension[2] or 1)
            if k > 1:
                raise _unread_extension(p, k)
        match = _FIELD_NAME.match(text)
        digits = (match.group(1) or match.group(2)).lstrip("0") if match else ""
        if not digits:
            hint = (
                "parameters stand in a header of their own, 'parameters: a b'" if _WITH_PARAMETERS.search(text) else ""
            )
            raise InputError(f"field {printable(name, 60)!r}", expected="QQ, a prime such as 11, or GF(11)", hint=hint)
        if len(digits) > len(str(_LARGEST_CHARACTERISTIC)):
            raise InputError(f"characteristic {printable(digits, 40)}", expected=_EXPECTED)
        return Field(int(digits))

    @property
    def name(self) -> str:
        """How the field is written: QQ, GF(11)."""
        return f"GF({self.characteristic})" if self.characteristic else "QQ"

    def __repr__(self) -> str:
        return self.name

    def element(self, value: Coefficient) -> Coefficient:
        """The field element that an integer or a fraction stands for.

        Raises InputError where the denominator is zero in the field.

        >>> Field(11).element(-1), QQ.element(Fraction(4, 2))
        (10, 2)
        """
        p = self.characteristic
        if p:
            if isinstance(value, int):
                return value % p
            if value.denominator % p == 0:
                raise InputError(f"{value} has no value in {self}", expected=f"a denominator prime to {p}")
            return value.numerator * pow(value.denominator, -1, p) % p
        if isinstance(value, int) or value.denominator != 1:
            return value
        return value.numerator

    def symmetric(self, value: Coefficient) -> Coefficient:
        """The representative nearest to zero: −(p−1)/2 … (p−1)/2 over GF(p), the number itself over QQ.

        >>> Field(11).symmetric(10)
        -1
        """
        p = self.characteristic
        return value - p if p and value > p // 2 else value

    def inverse(self, value: Coefficient) -> Coefficient:
        """1/value. Raises ZeroDivisionError for zero.

        >>> Field(11).inverse(2), QQ.inverse(2)
        (6, Fraction(1, 2))
        """
        p = self.characteristic
        if not p:
            return self.element(Fraction(1) / value)
        if value % p == 0:
            raise ZeroDivisionError(f"0 has no inverse in {self}")
        return pow(int(value), -1, p)


#: The rationals.
QQ = Field(0)


def field_of(given: Field | str | int | None) -> Field | None:
    """The field that a user means, by its value or its name; None where none is given.

    Raises UsageError for a value that names no field, InputError for a name that none has.

    >>> field_of("GF(7)"), field_of(7), field_of(QQ), field_of(None)
    (GF(7), GF(7), QQ, None)
    """
    if given is None or isinstance(given, Field):
        return given
    if isinstance(given, int) and not isinstance(given, bool):
        given = str(given)
    return Field.from_name(text_of(given, "a field: QQ, a prime such as 11, or 'GF(11)'"))


_SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


@lru_cache(maxsize=1024)
def is_prime(n: int) -> bool:
    """Whether n is prime, for n < 3·10²⁴, by the test of Miller and Rabin with the first twelve primes as bases.

    Four bases are enough for n < 3·10⁹.

    >>> is_prime(2), is_prime(9), [n for n in range(2**29 - 9, 2**29 + 20) if is_prime(n)]
    (True, False, [536870909, 536870923])
    """
    if n < 41 or not all(n % p for p in _SMALL_PRIMES):
        return n in _SMALL_PRIMES
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    for base in _SMALL_PRIMES[:4] if n < 3_000_000_000 else _SMALL_PRIMES:
        power = pow(base, (n - 1) >> twos, n)
        if power != 1 and not any(pow(power, 2**i, n) == n - 1 for i in range(twos)):
            return False
    return True


def _prime_power(q: int) -> tuple[int, int] | None:
    """The prime p < 2^31 and the exponent k with p^k = q < 2^134; None where there are none."""
    for k in range(1, 1 + q.bit_length() if q < 2**134 else 0):
        p = round(q ** (1 / k))
        if p < _LARGEST_CHARACTERISTIC and p**k == q and is_prime(p):
            return p, k
    return None


def _unread_extension(p: int, k: int) -> InputError:
    """The error for GF(p^k)."""
    size = f" = GF({p**k})" if k <= 32 else ""
    hint = f"write GF({p}), a further variable, and as an equation its irreducible polynomial of degree {k}"
    found = f"the field GF({p}^{k}){size}, which exists and is not read"
    return InputError(found, expected="QQ or GF(p), p a prime below 2^31", hint=hint)


def next_prime(n: int) -> int:
    """The smallest prime above n.

    >>> next_prime(10), next_prime(25)
    (11, 29)
    """
    return next(filter(is_prime, count(n + 1)))


#: What a variable may be called.
VARIABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z", re.ASCII)
#: The most characters of a variable's name.
LONGEST_NAME = 100


def unused_name(stem: str, taken: Container[str]) -> str:
    """The stem if it is not taken, or the stem with the first number that makes it another name.

    >>> unused_name("a", ["x", "y"]), unused_name("a", ["a", "b"])
    ('a', 'a1')
    """
    return next(name for name in chain([stem], (f"{stem}{n}" for n in count(1))) if name not in taken)


@with_hints
@dataclass(frozen=True, repr=False)
class Ring(Shown):
    """K[x1, …, xn] with x1 < … < xn: the first variable is the lowest, as in Wu's method.

    field: QQ or GF(p), the field of the numbers.
    variables: all names that a polynomial may have, parameters among them. A polynomial has an exponent for each.
    parameters: the lowest variables that are parameters. With parameters a and b, K is QQ(a, b) or GF(p)(a, b), and a
        polynomial in a and b alone, if it is not 0, is a unit. A polynomial stands for its multiples by units, so that
        no denominators are needed.

    Raises InputError for a name that is no name of a variable, for a name that stands twice, and for parameters that
    are not the lowest variables.

    >>> Ring.of("x y z", field=QQ)
    QQ[x, y, z]
    >>> ring = Ring.of("x y", parameters="a b")
    >>> ring, ring.variables, ring.unknowns
    (QQ(a, b)[x, y], ('a', 'b', 'x', 'y'), ('x', 'y'))
    """

    field: Field
    variables: tuple[str, ...]
    parameters: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.parameters and self.variables[: len(self.parameters)] != self.parameters:
            found = f"the parameters {', '.join(self.parameters)} of a ring in {', '.join(self.variables)}"
            raise InputError(found, expected="parameters that are the lowest variables")
        seen: set[str] = set()
        for name in self.variables:
            if not isinstance(name, str):
                raise wrong(name, "the name of a variable")
            if not VARIABLE_NAME.match(name) or len(name) > LONGEST_NAME:
                raise InputError(f"variable name {name!r}", expected="a letter followed by letters, digits or _")
            if name in seen:
                raise InputError(f"variable {name} is named twice", expected="distinct variables")
            seen.add(name)

    @staticmethod
    def of(variables: str | Iterable[str], field: Field | str = QQ, parameters: str | Iterable[str] = ()) -> Ring:
        """A ring from names, given as one string (separated by spaces or commas) or one by one.

        variables: without the parameters.
        """
        for given in (variables, parameters):
            if isinstance(given, (bytes, dict)) or not isinstance(given, Iterable):
                raise wrong(given, "names of variables, such as 'x y'")
        names, lowest = (
            tuple(given.replace(",", " ").split() if isinstance(given, str) else given)
            for given in (variables, parameters)
        )
        return Ring(field_of(field) or QQ, lowest + names, lowest)

    def __str__(self) -> str:
        return f"{self.field_name}[{', '.join(self.unknowns)}]"

    def __repr__(self) -> str:
        if len(self.variables) <= _MOST_NAMES:
            return printable(str(self), LONGEST)
        first, last = ", ".join(self.unknowns[:3]), self.unknowns[-1] if self.unknowns else ""
        return printable(f"{self.field_name}[{first}, ..., {last}]", LONGEST)

    @property
    def field_name(self) -> str:
        """How the field of the coefficients is written: QQ, GF(11), QQ(a, b)."""
        return f"{self.field}({', '.join(self.parameters)})" if self.parameters else self.field.name

    @property
    def unknowns(self) -> tuple[str, ...]:
        """The variables that are no parameters."""
        return self.variables[len(self.parameters) :]

    @property
    def lowest(self) -> int:
        """The position of the lowest variable that is no parameter: the number of parameters."""
        return len(self.parameters)

    def as_dict(self) -> dict[str, Any]:
        """The ring in JSON's types.

        >>> Ring.of("x y").as_dict()
        {'variables': ['x', 'y'], 'field': 'QQ'}
        >>> Ring.of("x", parameters="a").as_dict()
        {'variables': ['x'], 'field': 'QQ(a)', 'parameters': ['a']}
        """
        parameters = {"parameters": list(self.parameters)} if self.parameters else {}
        return {"variables": list(self.unknowns), "field": self.field_name, **parameters}

    def without_parameters(self) -> Ring:
        """The ring in which the parameters are variables like the others.

        >>> Ring.of("x", parameters="a").without_parameters()
        QQ[a, x]
        """
        return Ring(self.field, self.variables) if self.parameters else self

    @cached_property
    def index(self) -> dict[str, int]:
        """The position of every variable, 0 for the lowest."""
        return {name: position for position, name in enumerate(self.variables)}

    @cached_property
    def size(self) -> int:
        """The number of variables."""
        return len(self.variables)


@lru_cache(maxsize=512)
def local_ring(field: Field, size: int) -> Ring:
    """The ring of patterns in `size` local variables, t1 < … < tn.

    >>> local_ring(QQ, 2)
    QQ[t1, t2]
    """
    return Ring(field, tuple(f"t{i + 1}" for i in range(size)))
