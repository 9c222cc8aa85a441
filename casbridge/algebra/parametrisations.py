"""Rational parametrisations: finitely many points, given by one polynomial and a rational function a variable.

The points are those with the coordinates x1 = n1(t)/d1(t), …, for each root t of the polynomial w. A linear form of the
variables has the value t there, so that different roots are different points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import CARET, format_terms

#: The coefficients of a polynomial in t, that of the power 0 first.
InT = tuple[Coefficient, ...]


@dataclass(frozen=True)
class Parametrisation:
    """Points by the roots t of a polynomial.

    polynomial: w, without multiple roots. A constant has no roots, and so there are no points.
    coordinates: the numerator and the denominator of each variable, lowest variable first.
    form: the coefficients of the linear form whose value is t, lowest variable first.

    Nothing of this is checked here: it is what a CAS says.

    >>> print(Parametrisation((-2, 0, 1), (((0, 1), (1,)), ((4,), (0, 2))), (1, 0)).text(["x", "y"]))
    t^2 - 2 = 0, x = t, y = 4/(2*t), t = x
    """

    polynomial: InT
    coordinates: tuple[tuple[InT, InT], ...]
    form: InT

    @property
    def degree(self) -> int:
        """The degree of the polynomial, which is the number of points.

        >>> Parametrisation((-2, 0, 1), (((0, 1), (1,)),), (1,)).degree
        2
        """
        return len(self.polynomial) - 1

    def text(self, names: Sequence[str]) -> str:
        """The parametrisation in one line.

        names: of the variables. The root is t, or t_ where a variable has this name.

        >>> Parametrisation((1,), (((), (1,)),), (1,)).text(["t"])
        '1 = 0, t = 0, t_ = t'
        """
        root = root_name(names)
        values = [
            f"{name} = {_quotient(one, other, root)}"
            for name, (one, other) in zip(names, self.coordinates, strict=True)
        ]
        places = range(len(names))
        units = [tuple(int(place == v) for place in places) for v in places]
        form = format_terms([(e, c) for e, c in zip(units, self.form, strict=True) if c], names, _same, CARET)
        return ", ".join([f"{in_t(self.polynomial, root)} = 0", *values, f"{root} = {form}"])

    def as_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """The parametrisation for JSON: polynomials in the root as texts.

        >>> Parametrisation((-2, 0, 1), (((0, 1), (1,)),), (1,)).as_dict(["x"])["polynomial"]
        't^2 - 2'
        """
        root = root_name(names)
        return {
            "root": root,
            "polynomial": in_t(self.polynomial, root),
            "coordinates": {
                name: {"numerator": in_t(one, root), "denominator": in_t(other, root)}
                for name, (one, other) in zip(names, self.coordinates, strict=True)
            },
            "form": [str(value) for value in self.form],
        }


def root_name(names: Sequence[str]) -> str:
    """A name for the root that no variable has.

    >>> root_name(["x"]), root_name(["t"])
    ('t', 't_')
    """
    name = "t"
    while name in names:
        name += "_"
    return name


def in_t(coefficients: InT, root: str = "t") -> str:
    """A polynomial in the root as text.

    >>> in_t((-2, 0, 1))
    't^2 - 2'
    """
    terms: list[tuple[tuple[int, ...], Coefficient]] = [((n,), c) for n, c in enumerate(coefficients) if c]
    return format_terms(terms[::-1], [root], _same, CARET)


def _same(value: Coefficient) -> Coefficient:
    return value


def _quotient(numerator: InT, denominator: InT, root: str) -> str:
    texts = [in_t(numerator, root), in_t(denominator, root)]
    if texts[1] == "1":
        return texts[0]
    return "/".join(f"({text})" if set(" */") & set(text) else text for text in texts)
