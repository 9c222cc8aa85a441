"""How polynomials are written: what a reader accepts beside products with a sign and whole numbers.

A `Notation` travels from the one who asks to the parser in `expressions`. The strict one is the default.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from casbridge.errors import InputError, printable

#: How the option for decimal numbers is said: refuse them, or read them as exact fractions.
DECIMALS = ("refuse", "exact")
#: Signs of other alphabets that mean those of polynomials; blanks that are none in ASCII. Each is one character.
SIGNS = {
    **dict.fromkeys(map(ord, "\u2212\u2013\u2010\u2011"), "-"),
    **dict.fromkeys(map(ord, "\u00b7\u22c5\u2219\u00d7\u2217"), "*"),
    **dict.fromkeys(map(ord, "\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000"), " "),
}
_RAISED_DIGITS = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
_RAISED = re.compile(f"[{_RAISED_DIGITS}]+")
#: The most digits that a number may have, as written or as computed.
MOST_DIGITS = 100_000

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_STRICT = re.compile(rf"[0-9]+|{_NAME}|\*\*|\S")
_WITH_DECIMALS = re.compile(rf"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|{_NAME}|\*\*|\S")
_SHORT = re.compile(r"[0-9]+|[A-Za-z]|\*\*|\S")
_ANY_NAME = re.compile(_NAME)
_FOREIGN = re.compile(r"[^\w\s+*/^()-]", re.ASCII)
_FOREIGN_BUT_POINTS = re.compile(r"[^\w\s+*/^().-]", re.ASCII)
_DECIMAL = re.compile(r"([0-9]*)\.?([0-9]*)(?:[eE]([+-]?)0*([0-9]*))?")
_SHORT_EXPONENT = 7
_SHORT_NUMBER = 4_000


class Notation(NamedTuple):
    """What may stand in a polynomial.

    implicit: factors side by side are multiplied: `2x`, `3(x + 1)`, `x y`. A name that is no variable is a product of
    variables, if it can be split in one way.
    decimals: decimal numbers are read, as exact fractions: 0.1 is 1/10.
    short: names are single letters, and a number behind a name is its exponent: `2xy2`, as Singular prints it.
    variables: the names of the variables, the lowest first, instead of those that a text states. Empty: the text's.
    raised: raised digits are exponents. towers: x^2^3 is x^(2^3); it is (x^2)^3 in some languages.
    rational: an equation may have quotients by polynomials and negative exponents. Denominators are not 0.
    ideal: which ideal or list of a program is the system, by its name; "" for the only one.

    >>> Notation(implicit=True).names("2x y + xy"), Notation(decimals=True).names("1e-3*e")
    (['x', 'y', 'xy'], ['e'])
    """

    implicit: bool = False
    decimals: bool = False
    short: bool = False
    variables: tuple[str, ...] = ()
    raised: bool = False
    towers: bool = True
    rational: bool = False
    ideal: str = ""

    @staticmethod
    def of(
        implicit: bool = False, decimals: str = "refuse", variables: str | Sequence[str] = (), ideal: str = ""
    ) -> Notation:
        """The notation that options ask for.

        decimals: one of `DECIMALS`. variables: their names; in a text, with commas or spaces between them.
        ideal: the name of one in a program.
        Raises InputError for another value, and for what are no names.

        >>> Notation.of(decimals="exact", variables="x, y").variables
        ('x', 'y')
        """
        if implicit not in (True, False):
            raise InputError(f"implicit {printable(repr(implicit), 40)}", expected="True or False")
        if decimals not in DECIMALS:
            raise InputError(f"decimals {printable(repr(decimals), 40)}", expected=" or ".join(DECIMALS))
        names = tuple(variables.replace(",", " ").split() if isinstance(variables, str) else variables)
        for name in names:
            if not _ANY_NAME.fullmatch(name):
                found = f"the variable {printable(str(name), 40)!r}"
                raise InputError(found, expected="names such as x, x1 or total, with commas between them")
        if not isinstance(ideal, str):
            raise InputError(f"ideal {printable(repr(ideal), 40)}", expected="the name of an ideal, such as i")
        return Notation(implicit, decimals == "exact", variables=names, ideal=ideal)

    @property
    def tokens(self) -> re.Pattern[str]:
        """What finds the numbers, names and signs of a text."""
        return _SHORT if self.short else _WITH_DECIMALS if self.decimals else _STRICT

    @property
    def foreign(self) -> re.Pattern[str]:
        """What finds a character that stands in no polynomial."""
        return _FOREIGN_BUT_POINTS if self.decimals else _FOREIGN

    def names(self, text: str) -> list[str]:
        """The names in a text, one after the other."""
        if not (self.short or self.decimals):
            return _ANY_NAME.findall(text)
        return [token for token in self.tokens.findall(text) if token[0] == "_" or token[0].isalpha()]


def check_no_ideal(ideal: str | None) -> None:
    """Raise InputError for the name of an ideal of an input whose ideals have no names.

    >>> check_no_ideal("*")
    """
    if ideal not in (None, "", "*"):
        found = f"no ideal {printable(str(ideal), 40)!r}, and no names of ideals"
        raise InputError(found, expected="a script that names its ideals, such as one of Singular's")


#: Products with their sign, whole numbers and fractions.
STRICT = Notation()


def lowered(text: str) -> tuple[str, list[int] | None]:
    """The text with x^2 for raised digits, and the place in `text` of each character; None where there are none.

    >>> lowered("x\u00b2 + 1"), lowered("x")
    (('x^2 + 1', [0, 1, 1, 2, 3, 4, 5, 6]), ('x', None))
    """
    pieces: list[str] = []
    places: list[int] = []
    end = 0
    for match in _RAISED.finditer(text):
        digits = "".join(str(_RAISED_DIGITS.index(one)) for one in match.group())
        pieces += [text[end : match.start()], "^", digits]
        places += [*range(end, match.start()), match.start(), *range(match.start(), match.end())]
        end = match.end()
    if not pieces:
        return text, None
    return "".join([*pieces, text[end:]]), [*places, *range(end, len(text) + 1)]


def is_number(token: str) -> bool:
    """Whether a token is a number.

    >>> [is_number(token) for token in ("12", "1.5", ".5", "1e-3", ".", "x1", "")]
    [True, True, True, True, False, False, False]
    """
    return token[:1].isdigit() or (token[:1] == "." and len(token) > 1)


def decimal_value(token: str) -> Fraction | None:
    """The exact value of a decimal number; None for one with more than `MOST_DIGITS` digits.

    >>> decimal_value("0.1"), decimal_value("2.5E+2"), decimal_value("1e-999999999")
    (Fraction(1, 10), Fraction(250, 1), None)
    """
    match = _DECIMAL.fullmatch(token)
    assert match is not None, token
    whole, places, sign, size = match.group(1), match.group(2), match.group(3), match.group(4)
    if len(size or "") > _SHORT_EXPONENT or len(whole) + len(places) + int(size or "0") > MOST_DIGITS:
        return None
    shift = int(f"{sign or ''}{size or '0'}") - len(places)
    digits = integer_of(whole + places or "0")
    return Fraction(digits * 10**shift) if shift >= 0 else Fraction(digits, 10**-shift)


def integer_of(digits: str) -> int:
    """The value of a whole number with any number of digits.

    >>> integer_of("12")
    12
    """
    # int(digits) refuses more than 4300 digits, and takes the square of their number. So does int(Decimal(digits)).
    if len(digits) <= _SHORT_NUMBER:
        return int(digits)
    half = len(digits) // 2
    shift: int = 10**half
    return integer_of(digits[:-half]) * shift + integer_of(digits[-half:])


def split_name(name: str, known: Collection[str]) -> list[str] | None:
    """The known names that a name is made of, one behind the other; None where there is no way.

    Raises InputError where there are two ways.

    >>> split_name("xyx", ["x", "y"]), split_name("xz", ["x", "y"])
    (['x', 'y', 'x'], None)
    >>> split_name("abc", ["a", "bc", "ab", "c"])
    Traceback (most recent call last):
    casbridge.errors.InputError: 'abc' is a*bc and ab*c; expected a sign * between the factors
    """
    longest = max(map(len, known), default=0)
    # For each place the last pieces that end there, at most two.
    ways: list[list[int]] = [[] for _ in range(len(name) + 1)]
    ways[0] = [0]
    for end in range(1, len(name) + 1):
        starts = range(max(0, end - longest), end)
        ways[end] = [start for start in starts if ways[start] and name[start:end] in known][:2]
    if not ways[-1]:
        return None
    found = [_pieces(name, ways, last) for last in (0, -1)]
    if found[0] != found[1]:
        shown = " and ".join("*".join(pieces) for pieces in found)
        raise InputError(f"{name[:40]!r} is {shown[:80]}", expected="a sign * between the factors")
    return found[0]


def _pieces(name: str, ways: list[list[int]], which: int) -> list[str]:
    """The pieces of a name where each last piece is the first (0) or the last (-1) that there is."""
    pieces, end = [], len(name)
    while end:
        start = ways[end][which]
        pieces.append(name[start:end])
        end = start
    return pieces[::-1]
