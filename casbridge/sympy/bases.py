"""Gröbner bases: SymPy's `groebner` and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from sympy import QQ, Eq, Expr, Poly, SympifyError, sympify
from sympy.polys import polytools
from sympy.polys.polyerrors import BasePolynomialError
from sympy.polys.polytools import GroebnerBasis
from sympy.utilities.iterables import iterable

from casbridge.arguments import wrong
from casbridge.calls import with_hints
from casbridge.sympy import rings
from casbridge.sympy.rebinding import over
from casbridge.sympy.settings import calling

_new = over(polytools, GroebnerBasis.__new__, _groebner=rings.groebner)


@with_hints
def groebner(F: Any, *gens: Any, **args: Any) -> GroebnerBasis:
    """`sympy.groebner`, computed by a backend.

    F, gens, args: as for `sympy.groebner`: `order`, `modulus`, `domain`, `symmetric`, `polys`, `method` and others.
    Further options are those of `Settings`: `backend`, `checked`, `seconds`, `memory`, `fallback`.

    SymPy reads the arguments and makes the result. Raises SymPy's errors, and what `asking.ask` raises.

    >>> from sympy.abc import x, y
    >>> groebner([x**2 + y, x * y - 1], x, y, order="grevlex", backend="reference")
    GroebnerBasis([x**2 + y, x*y - 1, y**2 + x], x, y, domain='ZZ', order='grevlex')
    """
    with calling("groebner", args):
        return _new(GroebnerBasis, F, *gens, **args)


@with_hints
def is_zero_dimensional(F: Any, *gens: Any, **args: Any) -> bool:
    """`sympy.is_zero_dimensional`: whether some power of each generator is a leading monomial of the ideal's basis.

    As in SymPy the ideal that contains 1 is not zero-dimensional. Without `order` the basis is in the order grevlex,
    which is quicker than lex and has the same answer. Arguments and errors: as for `groebner`.

    >>> from sympy.abc import x, y
    >>> is_zero_dimensional([x**2 - y, y**2 - x], x, y, backend="reference")
    True
    """
    args.setdefault("order", "grevlex")
    with calling("is_zero_dimensional", args):
        return bool(groebner(F, *gens, **args).is_zero_dimensional)


@with_hints
def ideal_contains(F: Any, f: Any, *gens: Any, **args: Any) -> bool:
    """Whether a polynomial is in the ideal that polynomials generate; over ZZ, in the ideal over QQ.

    F: a list of polynomials or a `GroebnerBasis`, which brings its generators and its domain.
    f: an expression, an Eq or a Poly. Other arguments and errors: as for `groebner`; without `order` it is grevlex.

    >>> from sympy.abc import x, y
    >>> from casbridge.sympy import using
    >>> with using(backend="reference"):
    ...     [ideal_contains([x**2 - y, y - 1], f, x, y) for f in (x**4 / 3 - y / 3, x - 1)]
    [True, False]
    """
    if isinstance(F, GroebnerBasis):
        gens, args = gens or F.gens, {"domain": F.domain, **args}
    else:
        F = polynomials_in(F)
        args = {**finite_field_of(F, args), **args}
    args.setdefault("order", "grevlex")
    with calling("ideal_contains", args):
        basis = groebner(F, *gens, **args)
        with suppress(SympifyError):
            f = sympify(f)
        if isinstance(f, Eq):
            f = f.lhs - f.rhs
        if not isinstance(f, (Expr, Poly)):
            raise wrong(f, "a polynomial: an expression, an Eq or a Poly")
        if basis.domain.is_ZZ:
            with suppress(BasePolynomialError):
                f = Poly(f, *basis.gens, domain=QQ).clear_denoms(convert=True)[1]
        # Before 1.14 `contains` takes no Poly.
        return bool(basis.contains(f.as_expr() if isinstance(f, Poly) else f))


def polynomials_in(F: Any) -> list[Any]:
    """The polynomials in a list, or in a single one. Raises UsageError for anything else.

    >>> from sympy.abc import x
    >>> polynomials_in(x), polynomials_in([x])
    ([x], [x])
    """
    found = list(F) if iterable(F) and not isinstance(F, Mapping) else [F]
    with suppress(SympifyError):
        if all(isinstance(sympify(f), (Eq, Expr, Poly)) for f in found):
            return found
    raise wrong(F, "polynomials: expressions, Eqs or Polys")


def finite_field_of(F: Sequence[Any], args: Mapping[str, Any]) -> dict[str, Any]:
    """The option `domain` for Polys over GF(p). SymPy keeps it for two Polys, and forgets it for one or three.

    F, args: polynomials and the other options. Nothing is added without such a Poly, or to `domain` or `modulus`.

    >>> from sympy.abc import x
    >>> finite_field_of([Poly(x, x, modulus=5)], {}), finite_field_of([x], {})
    ({'domain': GF(5)}, {})
    """
    domains = {f.domain for f in F if isinstance(f, Poly) and f.domain.is_FF}
    return {"domain": domains.pop()} if len(domains) == 1 and not {"domain", "modulus"} & args.keys() else {}
