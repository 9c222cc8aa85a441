"""Reading msolve's own output, strictly: all of the text, and nothing else.

msolve knows no job. So the output file must be in the job's own folder, and what msolve says of the field and of the
variables is compared with what it was asked. Nothing is evaluated: polynomials and numbers are parsed.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import NoReturn

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.arithmetic import rational
from casbridge.algebra.boxes import Box, Interval
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.parametrisations import InT, Parametrisation
from casbridge.algebra.polynomials import Polynomial
from casbridge.errors import BackendError, InputError, UnsupportedError, printable
from casbridge.scripts.values import Script

_BASIS = re.compile(
    r"#Reduced Groebner basis data\n"
    r"#---\n"
    r"#field characteristic: ([0-9]+)\n"
    r"#variable order: +([^\n]*)\n"
    r"#monomial order: +graded reverse lexicographical\n"
    r"#length of basis: +([0-9]+) elements?(?: sorted by increasing leading monomials)?\n"
    r"#---\n"
    r"\[([^\[\]:]*)\]:\s*\Z"
)

#: A list's brackets, a number, with a divisor or a power of 2 below it where it is a fraction, or a name.
_TOKEN = re.compile(
    r"\s*(?:([\[\],])|(-?[0-9]+)(?:/([1-9][0-9]{0,3998})|( / 2(?:\^([0-9]{1,9}))?))?|'(\w+)')", re.ASCII
)
_DEEPEST = 10
_LARGEST_POWER = 1_000_000
#: The variable that msolve adds, where no variable of the system has different values at all zeros.
ADDED = "A"

#: A number, a name, or a list of such.
_Item = int | Fraction | str | list["_Item"]


def read(text: str, script: Script) -> Answer:
    """The answer that msolve prints for the options of a script's method. Raises what the readers of methods raise.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends.msolve import MSOLVE
    >>> from casbridge.scripts import render
    >>> len(read("[-1]:\\n", render(read_system("x*y - 2\\n3"), MSOLVE, "parametrization")))
    0
    """
    readers = {Task.BASIS: read_basis, Task.PARAMETRISATION: read_parametrization, Task.REAL: read_real}
    return readers[script.method.task](text, script)


def read_basis(text: str, script: Script) -> Answer:
    """The reduced basis that msolve prints for the option -g 2.

    script: what msolve was asked. Raises BackendError for any other text, and for an answer over another field, in
    other variables, or of another length than it says itself.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends.msolve import MSOLVE
    >>> from casbridge.scripts import render
    >>> script = render(read_system("x*y - 2"), MSOLVE, "groebner")
    >>> head = "#Reduced Groebner basis data\\n#---\\n#field characteristic: 0\\n#variable order:       y, x\\n"
    >>> order = "#monomial order:       graded reverse lexicographical\\n"
    >>> text = head + order + "#length of basis:      1 element\\n#---\\n[y*x-2]:\\n"
    >>> read_basis(text, script).components
    ((x*y - 2,),)
    >>> read_basis(text.replace("y, x", "x, y"), script)
    Traceback (most recent call last):
    casbridge.errors.BackendError: msolve answers in the variables x, y; expected y, x
    """
    found = _BASIS.match(text)
    if found is None:
        _fail_form(text, "a reduced Groebner basis")
    characteristic, names, length, body = found.groups()
    _compare(characteristic, names.split(", "), script)
    lines = [line.strip() for line in body.split(",")]
    if len(lines) != int(length[:18]):
        raise BackendError(f"msolve answers {len(lines)} polynomials, and says that there are {length[:18]}")
    ring = script.system.ring
    there = Ring(ring.field, script.names)
    basis = tuple([_polynomial(line, there, ring) for line in lines])
    return Answer(Task.BASIS, ring, (basis,), script.method.order)


def read_parametrization(text: str, script: Script) -> Answer:
    """The rational parametrisation that msolve prints for the option -P 2.

    Its polynomials are w, w' and vᵢ, and the variables but the last one have the values -vᵢ(t)/(cᵢ·w'(t)). The last
    one is t. Where it is no variable of the system but A, the one that msolve adds, t is minus a linear form of others.

    script: what msolve was asked. Raises BackendError for any other text, and UnsupportedError where msolve says that
    the zeros are infinitely many.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends.msolve import MSOLVE
    >>> from casbridge.scripts import render
    >>> script = render(read_system("variables: x y\\nx*y - 2\\nx^2 + y^2 - 5"), MSOLVE, "parametrization")
    >>> numbers = "[1,\\n[[4, [4, 0, -5, 0, 1]],\\n[3, [0, -10, 0, 4]],\\n[\\n[[3, [20, 0, -8, 0]],\\n1]\\n]]]"
    >>> answer = read_parametrization(f"[0, [0, \\n2, \\n4, \\n['y', 'x'],\\n[0, 1],\\n{numbers}]]:\\n", script)
    >>> print(answer.parametrisations[0].text(["x", "y"]))
    t^4 - 5*t^2 + 4 = 0, x = t, y = (8*t^2 - 20)/(4*t^3 - 10*t), t = x
    >>> read_parametrization("[1, 2, -1, []]:", script)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.UnsupportedError: msolve says that the zeros are infinitely many, ...
    """
    found = _finite(_items(text, "a parametrisation"), script)
    if found is None:
        return Answer.of_parametrisations(script.system.ring, ())
    if len(found) != 1:
        _fail_form(text, "a parametrisation")
    return Answer.of_parametrisations(script.system.ring, (_parametrisation(found[0], script)[0],))


def read_real(text: str, script: Script) -> Answer:
    """The boxes of the real zeros that msolve prints for the option -P 1, after the parametrisation.

    The parametrisation says in which order the coordinates are: msolve changes it where this helps.

    script: what msolve was asked. Raises what `read_parametrization` raises.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends.msolve import MSOLVE
    >>> from casbridge.scripts import render
    >>> script = render(read_system("x^2 - 3*x"), MSOLVE, "real")
    >>> parametrised = "[0, 1, 2, ['x'], [1], [1, [[2, [0, -3, 1]], [1, [-3, 2]], []]]]"
    >>> read_real(f"[0, {parametrised}, [1, [[[0, 0]], [[11 / 2^2, 13 / 2^2]]]]]:", script).boxes
    (((0, 0),), ((Fraction(11, 4), Fraction(13, 4)),))
    """
    ring = script.system.ring
    found = _finite(_items(text, "real zeros"), script)
    if found is None:
        return Answer(Task.REAL, ring, ())
    match found:
        case [parametrised, [1, [*boxes]]]:
            _, names = _parametrisation(parametrised, script)
            return Answer(Task.REAL, ring, (), boxes=tuple([_box(one, names, script.names) for one in boxes]))
    raise BackendError("msolve answers no parametrisation and boxes of its form")


def _box(item: _Item, order: list[str], names: tuple[str, ...]) -> Box:
    """A box, its intervals in the order of the names."""
    intervals: dict[str, Interval] = {}
    match item:
        case [*found] if len(found) == len(order):
            for name, one in zip(order, found, strict=True):
                match one:
                    case [int() | Fraction() as low, int() | Fraction() as high]:
                        intervals[name] = (low, high)
    if len(intervals) != len(names):
        raise BackendError("msolve answers no box of its form: two numbers for each variable")
    return tuple([intervals[name] for name in names])


def _finite(item: _Item, script: Script) -> list[_Item] | None:
    """What msolve says of finitely many zeros; None where it says that there are none."""
    match item:
        case [-1]:
            return None
        case [1, int(size), -1, []]:
            if size != len(script.names):
                raise BackendError(f"msolve answers in {size} variables; expected {len(script.names)}")
            said = "msolve says that the zeros are infinitely many, and gives them only where they are finitely many"
            raise UnsupportedError(f"{said}; try msolve:groebner or singular:minAssGTZ")
        case [0, *found]:
            return found
    raise BackendError("msolve answers another list than one for no, for infinitely or for finitely many zeros")


def _parametrisation(item: _Item, script: Script) -> tuple[Parametrisation, list[str]]:
    """A parametrisation, and the script's names in the order that msolve has chosen."""
    match item:
        case [int(characteristic), int(size), int(), [*names], [*form], [1, [[*top], [*below], [*above]]]]:
            texts = [name for name in names if isinstance(name, str)]
            weights = [one for one in form if isinstance(one, int | Fraction)]
        case _:
            raise BackendError("msolve answers no parametrisation of its form")
    added = texts[len(script.names) :] == [ADDED]
    own = texts[: len(script.names)] if added else texts
    # msolve changes the order of the variables where this helps.
    if sorted(own) != sorted(script.names) or not len(names) == len(texts) == size:
        said = printable(", ".join(map(str, names)), 80)
        raise BackendError(f"msolve answers in the variables {said}; expected {', '.join(script.names)}")
    if characteristic != script.system.ring.field.characteristic:
        raise BackendError(f"msolve answers over characteristic {characteristic}; expected 0")
    if not len(weights) == len(form) == size or not weights[-1] or (not added and weights != [*[0] * (size - 1), 1]):
        raise BackendError("msolve answers no linear form of its form")
    polynomial, derivative = _in_t(top), _in_t(below)
    if len(above) != size - 1:
        raise BackendError(f"msolve answers {len(above)} coordinates beside t; expected {size - 1}")
    values: dict[str, tuple[InT, InT]] = {}
    for name, one in zip(texts, above, strict=False):
        match one:
            case [[*numerator], int(divisor)] if divisor:
                values[name] = (tuple([-c for c in _in_t(numerator)]), tuple([c * divisor for c in derivative]))
            case _:
                raise BackendError(f"msolve answers no coordinate of its form for {name}")
    if not added:
        values[texts[-1]] = ((0, 1), (1,))
    # msolve 0.7 states the form up to a factor; of A itself the weight is 1 then.
    linear: dict[str, Coefficient] = {texts[-1]: 1}
    if added:
        linear = {name: rational(Fraction(-weight) / weights[-1]) for name, weight in zip(own, weights, strict=False)}
    form_of = tuple([linear.get(name, 0) for name in script.names])
    return Parametrisation(polynomial, tuple([values[name] for name in script.names]), form_of), own


def _in_t(item: list[_Item]) -> InT:
    """A polynomial, given by its degree and its coefficients, the lowest first; without zeros at its end."""
    match item:
        case [int(degree), [*coefficients]] if len(coefficients) == degree + 1:
            found: list[Coefficient] = [one for one in coefficients if isinstance(one, int)]
            if len(found) == len(coefficients):
                while found and not found[-1]:
                    found.pop()
                return tuple(found)
    raise BackendError("msolve answers no polynomial of its form: a degree, and one coefficient more")


def _items(text: str, what: str) -> _Item:
    """The nested list that msolve prints; a colon ends it."""
    stack: list[list[_Item]] = [[]]
    at, after_item = 0, False
    while not (after_item and len(stack) == 1) and (found := _TOKEN.match(text, at)):
        sign, digits, divisor, below, power, name = found.groups()
        if sign == "," and after_item:
            after_item = False
        elif sign == "]" and len(stack) > 1 and (after_item or not stack[-1]):
            closed = stack.pop()
            stack[-1].append(closed)
            after_item = True
        elif after_item or sign in ("]", ",") or (sign and len(stack) > _DEEPEST):
            break
        elif sign:
            stack.append([])
        else:
            number = 0 if name else _number(digits, below, power)
            stack[-1].append(name or (rational(Fraction(number) / int(divisor)) if divisor else number))
            after_item = True
        at = found.end()
    if len(stack) != 1 or not after_item or text[at:].strip() != ":":
        _fail_form(text, what)
    return stack[0][0]


def _number(digits: str, below: str | None, power: str | None) -> Coefficient:
    # Python itself converts no number of more than 4,300 digits.
    whole = int(digits) if len(digits) < 4_000 else int(Decimal(digits))
    if below is None:
        return whole
    if int(power or 1) > _LARGEST_POWER:
        raise BackendError(f"msolve answers a denominator 2^{power}; expected at most 2^{_LARGEST_POWER}")
    return rational(Fraction(whole, 2 ** int(power or 1)))


def _polynomial(text: str, there: Ring, ring: Ring) -> Polynomial:
    """A polynomial in the script's names as one in the system's."""
    try:
        read = parse_polynomial(text, there)
    except InputError as error:
        raise BackendError(f"msolve answers {printable(text, 80)!r}: {error}") from None
    if not read:
        raise BackendError(f"msolve answers {printable(text, 80)!r}; expected a polynomial that is not zero")
    return Polynomial(ring, read.terms)


def _compare(characteristic: str, names: list[str], script: Script) -> None:
    """Check the field and the variables, highest first."""
    field = script.system.ring.field.characteristic
    if characteristic != str(field):
        raise BackendError(f"msolve answers over characteristic {printable(characteristic, 40)}; expected {field}")
    wanted = [*reversed(script.names)]
    if names != wanted:
        said = printable(", ".join(names), 80)
        raise BackendError(f"msolve answers in the variables {said}; expected {printable(', '.join(wanted), 80)}")


def _fail_form(text: str, what: str) -> NoReturn:
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    raise BackendError(
        f"no answer in the output: expected {what} as msolve writes it; it begins {printable(first, 80)!r}"
    )
