"""Polynomials as HTML: variables with their indices below, exponents above. Any browser shows it without a library."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from heapq import nlargest
from html import escape

from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.polynomials import Polynomial, format_terms, short_number
from casbridge.algebra.systems import Equation

#: Of a polynomial with more terms so many are shown.
MOST_TERMS = 40
_FIRST_TERMS = 12
_MOST_NAME = 60

#: What is the larger the earlier a term is shown.
_Key = Callable[[tuple[Exponents, Coefficient]], object]


def formula(polynomial: Polynomial) -> str:
    """A polynomial in HTML; of one with many terms the first ones, and how many there are.

    >>> from casbridge.algebra import variables
    >>> x1, x2 = variables(Ring.of("x1 x2"))
    >>> formula(x1**2 - 3)
    '<i>x</i><sub>1</sub><sup>2</sup> − 3'
    """
    return _sum(polynomial, names_of(polynomial.ring), lambda term: term[0][::-1])


def equation_formula(equation: Equation, ring: Ring) -> str:
    """The left side of an equation, highest variable first. Nothing as wide as the ring is built.

    >>> from casbridge.algebra.formats import read_system
    >>> system = read_system("y - x^2")
    >>> equation_formula(system.equations[0], system.ring)
    '<i>y</i> − <i>x</i><sup>2</sup>'
    """
    positions = equation.variables
    order = sorted(range(len(positions)), key=positions.__getitem__, reverse=True)
    every = names_of(ring)
    return _sum(equation.pattern, [every[v] for v in positions], lambda term: [term[0][place] for place in order])


def linear_formula(name: str, value: Coefficient, ring: Ring) -> str:
    """An assignment of a value to a variable.

    >>> linear_formula("x", 10, Ring.of("x"))
    '<i>x</i> = 10'
    """
    return f"{name_in_html(name)} = {escape(short_number(ring.field.symmetric(value)))}"


def _sum(polynomial: Polynomial, names: Sequence[str], key: _Key) -> str:
    number = len(polynomial.terms)
    shown = number if number <= MOST_TERMS else _FIRST_TERMS
    terms = nlargest(shown, polynomial.terms.items(), key=key)  # type: ignore[arg-type]
    text = format_terms(terms, names, polynomial.ring.field.symmetric, ("<sup>", "\u202f"), "</sup>", short_number)
    text = re.sub(r"^-", "\N{MINUS SIGN}", text).replace(" - ", " \N{MINUS SIGN} ")
    return text if shown == number else f"{text} + … ({number} terms)"


@lru_cache(maxsize=64)
def names_of(ring: Ring) -> tuple[str, ...]:
    """The names of a ring's variables in HTML.

    >>> names_of(Ring.of("x12 speed"))
    ('<i>x</i><sub>12</sub>', '<i>speed</i>')
    """
    return tuple(map(name_in_html, ring.variables))


def name_in_html(name: str) -> str:
    """A variable's name in HTML: what follows an underscore, and digits at the end, stand below.

    >>> name_in_html("x1_2"), name_in_html("a<b")
    ('<i>x</i><sub>1,2</sub>', '<i>a&lt;b</i>')
    """
    if len(name) > _MOST_NAME:
        name = f"{name[: _MOST_NAME // 2]}…{name[-_MOST_NAME // 2 :]}"
    match = re.fullmatch(r"([A-Za-z]+)_?([0-9]+)(?:_([0-9]+))?", name)
    if match is None:
        return f"<i>{escape(name)}</i>"
    below = ",".join(filter(None, match.groups()[1:]))
    return f"<i>{match.group(1)}</i><sub>{below}</sub>"


def formulas(polynomials: Iterable[Polynomial]) -> str:
    """Polynomials in brackets.

    >>> from casbridge.algebra import variables
    >>> (x,) = variables(Ring.of("x"))
    >>> formulas([x, x - 1])
    '[<i>x</i>,  <i>x</i> − 1]'
    """
    return f"[{',  '.join(map(formula, polynomials))}]"
