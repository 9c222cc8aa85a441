"""What names stand for in a script: polynomials, lists, rings, fields, strings, and what is not read."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from casbridge.algebra.passages import NAME, Passage
from casbridge.errors import InputError, Location

# A polynomial that needs no brackets as an operand.
_ATOM = re.compile(r"\s*(?:\w+|\([^()]*\))\s*\Z", re.ASCII)
#: The most signs of a whole number that is computed.
LONGEST_NUMBER = 200
#: The most numbers of a range, and the most elements that a list gets by a product such as 3*[0].
MOST_ELEMENTS = 100_000
_GREATEST_EXPONENT = 64
_NUMBERS_ALONE = re.compile(r"[-+*/%^()0-9\s]+\Z")


@dataclass(eq=False)
class Ring:
    """A polynomial ring.

    variables: the greatest first. number: the characteristic. parameters: None for all other names of a polynomial.
    error: why the ring is not read.

    >>> Ring(0, ["x", "y"]).parameters
    ()
    """

    at: int
    variables: Sequence[str] = ()
    number: Passage | None = None
    parameters: Sequence[str] | None = ()
    error: InputError | None = None


@dataclass(eq=False)
class Polynomial:
    """A polynomial or an equation: its text, with the values of names put in, and the rings of its variables.

    is_integer: whether it is computed of whole numbers alone, so that some languages divide it as a decimal number.

    >>> from casbridge.errors import START
    >>> Polynomial("x", START).is_variable, Polynomial("(2)", START).number
    (True, 2)
    """

    text: str
    at: Location
    rings: tuple[Ring, ...] = ()
    is_integer: bool = False

    @property
    def is_variable(self) -> bool:
        """Whether it is a variable alone."""
        return NAME.fullmatch(self.text) is not None

    @property
    def number(self) -> int | None:
        """The whole number that it is; None for another polynomial."""
        digits = self.text.replace(" ", "").strip("()")
        return int(digits) if digits.removeprefix("-").isdecimal() and len(digits) < 10 else None


@dataclass(eq=False)
class Polynomials:
    """A list or an ideal.

    last: where the last statement ends that says something of it. error: why it is not read.
    is_sequence: whether its elements become those of the list around it. is_part: whether another list or ideal has it.
    is_single: whether it is one polynomial, which stands in no list.
    is_vector: whether it is a matrix, whose sums are no lists of both. is_tuple: whether a change makes another one.
    first: the number of its first element, where those of a language begin with 1.
    variables, the lowest first, characteristic, eliminate: what a solver or a call for a basis says of them.

    >>> Polynomials(0).elements
    []
    """

    at: int
    elements: list[Object] = field(default_factory=list)
    last: int = 0
    name: str = ""
    error: InputError | None = None
    ring: Ring | None = None
    is_ideal: bool = False
    is_sequence: bool = False
    is_part: bool = False
    is_single: bool = False
    is_vector: bool = False
    is_tuple: bool = False
    first: int = 1
    variables: tuple[str, ...] | None = None
    characteristic: Passage | None = None
    eliminate: tuple[str, ...] = ()

    @property
    def polynomials(self) -> list[Polynomial]:
        """Its elements that are polynomials."""
        return [element for element in self.elements if isinstance(element, Polynomial)]

    @property
    def items(self) -> list[Object]:
        """Its elements; of a matrix those of its rows."""
        return [one for row in self.rows for one in row] if self.is_vector else self.elements

    @property
    def rows(self) -> list[list[Object]]:
        """The rows of a matrix."""
        return [element.elements if isinstance(element, Polynomials) else [element] for element in self.elements]


@dataclass(frozen=True)
class Field:
    """The rationals, or a prime field. characteristic: None for 0. parameters: those of a field of fractions.

    >>> Field().parameters
    ()
    """

    characteristic: Passage | None = None
    parameters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Text:
    """A string.

    >>> Text("x,y").names
    ['x', 'y']
    """

    text: str

    @property
    def names(self) -> list[str]:
        """The names in it."""
        return self.text.replace(",", " ").split()


@dataclass(frozen=True)
class Unread:
    """A value that is not read, and why.

    of: the ideal or the list of which it was computed. is_basis: whether it is its basis.

    >>> Unread(InputError("sin(x)")).is_basis
    False
    """

    error: InputError
    of: Polynomials | None = None
    is_basis: bool = False


Object = Ring | Polynomial | Polynomials | Field | Text | Unread


def matrix(rows: Sequence[list[Object]], at: int) -> Polynomials:
    """The matrix with these rows. Raises InputError for rows of several lengths.

    >>> matrix([[Text("a"), Text("b")]], 0).rows
    [[Text(text='a'), Text(text='b')]]
    """
    if not rows or not rows[0] or len({len(row) for row in rows}) > 1:
        raise InputError("a matrix without elements, or with rows of several lengths", expected="rows of one length")
    is_column = len(rows[0]) == 1
    return Polynomials(
        at, [row[0] if is_column else Polynomials(at, row, is_part=True) for row in rows], is_vector=True
    )


def bracketed(text: str) -> str:
    """A polynomial as an operand.

    >>> bracketed("x + 1"), bracketed("x")
    ('(x + 1)', 'x')
    """
    return text if _ATOM.match(text) else f"({text})"


def number_of(text: str) -> int | None:
    """The whole number that a text is; None for another text.

    >>> number_of("2*(3 + 1)"), number_of("7 % 4"), number_of("x"), number_of("1/2")
    (8, 3, None, None)
    """
    if len(text) > LONGEST_NUMBER or not _NUMBERS_ALONE.match(text):
        return None
    try:
        return _computed(ast.parse(text.strip().replace("^", "**"), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _computed(node: ast.AST) -> int:
    """Raises ValueError for what is no small whole number."""
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_computed(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _computed(operand)
        case ast.BinOp(left=left, op=operator, right=right):
            one, other = _computed(left), _computed(right)
            match operator:
                case ast.Add():
                    return one + other
                case ast.Sub():
                    return one - other
                case ast.Mult():
                    return one * other
                case ast.Pow() if 0 <= other <= _GREATEST_EXPONENT and abs(one) <= MOST_ELEMENTS:
                    return int(one**other)
                case ast.Div() | ast.FloorDiv() if other and not one % other:
                    return one // other
                case ast.Mod() if other > 0:
                    return one % other
    raise ValueError
