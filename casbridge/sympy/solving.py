"""SymPy's solvers of systems with finitely many zeros, by way of a backend's bases."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sympy import Expr, roots
from sympy.polys.polyerrors import UnsolvableFactorError
from sympy.solvers import polysys

from casbridge.algebra.answers import Task
from casbridge.calls import with_hints
from casbridge.crosscheck.measures import measure
from casbridge.errors import LimitError, printable
from casbridge.limits import Deadline
from casbridge.sympy.asking import CannotError, DisagreementError, bases_only, second_answer
from casbridge.sympy.bases import groebner
from casbridge.sympy.ideals import read_ideal
from casbridge.sympy.rebinding import namespace
from casbridge.sympy.settings import calling, current

#: The names of `sympy.solvers.polysys`. Its functions take their bases from the engine of the settings.
POLYSYS = namespace(polysys, groebner=groebner)
#: The same with `strict` everywhere: SymPy's own does not pass it on to `solve_biquadratic`.
_STRICT = namespace(polysys, groebner=groebner, roots=partial(roots, strict=True))

_LEFT_OUT = (
    "some zeros cannot be written in radicals; expected all, for checked=True (without it they are left out; "
    "real_roots finds the real ones)"
)
_LONGEST_SHOWN = 80
#: Digits of zeros that are compared, and the difference below which numbers are equal.
_DIGITS = 40
_TINY = 1e-20


@with_hints
def solve_poly_system(seq: Any, *gens: Any, strict: bool = False, **args: Any) -> list[tuple[Any, ...]] | None:
    """`sympy.solve_poly_system`, with bases from a backend: the zeros in radicals, None where there are none.

    seq, gens, args: as for `sympy.solve_poly_system`; further options as for `groebner`.
    strict: whether UnsolvableFactorError is raised where some zeros cannot be written in radicals. Without it SymPy
        leaves them out. SymPy 1.14 leaves them out with it, too, for two equations of degree 2 at most in two unknowns.

    SymPy's own code makes zeros from the bases. A root that is no rational number goes into further equations: their
    bases SymPy computes itself. With `checked` no zero may be left out, the number of zeros must be that of the second
    backend, and the polynomials must vanish at them, to 20 digits. Raises SymPy's errors: NotImplementedError for
    infinitely many zeros, UnsolvableFactorError; and what `groebner` raises.

    >>> from sympy.abc import x, y
    >>> solve_poly_system([x * y - 2 * y, 2 * y**2 - x**2], x, y, backend=["singular", "sympy"])
    [(0, 0), (2, -sqrt(2)), (2, sqrt(2))]
    """
    with calling("solve_poly_system", args):
        checked = current().second is not None
        solve = (_STRICT if strict or checked else POLYSYS)["solve_poly_system"]
        try:
            found: list[tuple[Any, ...]] | None = solve(seq, *gens, strict=strict or checked, **args)
        except UnsolvableFactorError:
            if strict:
                raise
            raise UnsolvableFactorError(_LEFT_OUT) from None
        if checked:
            _confirm_zeros(found or [], seq, gens, args)
        return found


def _confirm_zeros(found: Sequence[tuple[Any, ...]], F: Any, gens: Sequence[Any], args: dict[str, Any]) -> None:
    """Raise DisagreementError unless these are zeros, and as many as the second backend's basis has.

    Zeros are checked over ZZ and QQ only.
    """
    try:
        read = read_ideal("solve_poly_system", F, gens, args)
    except CannotError:
        return
    if read.system.ring.field.characteristic:
        return
    points = [[coordinate.evalf(_DIGITS) for coordinate in zero] for zero in found]
    for zero in found:
        for f in read.system.polynomials():
            if abs(f.as_expr(*zero[::-1]).evalf(_DIGITS)) > _TINY:
                raise DisagreementError(f"{_shown(f)} is not 0 at SymPy's zero {_shown(zero)}")
    with bases_only():
        answer, name = second_answer(read.system, Task.BASIS)
    deadline = Deadline.after(current().seconds)
    size = measure(answer, read.system, deadline, current().memory, located=False)
    if size.is_infinite:
        raise DisagreementError(f"SymPy has {len(found)} zeros, and the basis of {name} has infinitely many")
    if size.degree is None:
        raise LimitError(f"the zeros are not counted by {name}: {size.reason}")
    different = [p for place, p in enumerate(points) if not any(_are_equal(p, q) for q in points[:place])]
    if len(different) != size.degree:
        raise DisagreementError(f"SymPy has {len(different)} zeros, and the basis of {name} has {size.degree}")


def _shown(item: object) -> str:
    return printable(str(item), _LONGEST_SHOWN)


def _are_equal(one: Sequence[Expr], other: Sequence[Expr]) -> bool:
    return all(abs(a - b) < _TINY for a, b in zip(one, other, strict=True))


@with_hints
def solve_triangulated(polys: Any, *gens: Any, **args: Any) -> list[tuple[Any, ...]]:
    """`sympy.solve_triangulated`, with bases from a backend: the zeros in a field.

    polys, gens, args: as for `sympy.solve_triangulated`; further options as for `groebner`.

    >>> from sympy.abc import x, y
    >>> solve_triangulated([x**2 - y, y**2 - x], x, y, backend=["singular", "sympy"])
    [(0, 0), (1, 1)]
    """
    with calling("solve_triangulated", args):
        found: list[tuple[Any, ...]] = POLYSYS["solve_triangulated"](polys, *gens, **args)
        return found
