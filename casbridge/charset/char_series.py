"""`char_series`: the irreducible characteristic series of a system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.subjects import is_sympy_system, read_subject
from casbridge.algebra.systems import HasSystem, PolynomialSystem, system_of
from casbridge.calls import with_hints
from casbridge.charset.definitions.chains import Series
from casbridge.charset.series import all_chains
from casbridge.limits import Deadline
from casbridge.logs import Log

_LOG = Log("charset")

if TYPE_CHECKING:
    from casbridge.charset.sympy_front import SymPySeries


@overload
def char_series(
    subject: PolynomialSystem | HasSystem | list[Polynomial],
    *,
    seconds: float | None = None,
    closure: bool = False,
    workers: int = 1,
) -> Series: ...


@overload
def char_series(
    subject: Any,
    *symbols: Any,
    modulus: int | None = None,
    seconds: float | None = None,
    closure: bool = False,
    workers: int = 1,
) -> SymPySeries: ...


@with_hints
def char_series(
    subject: Any,
    *symbols: Any,
    modulus: int | None = None,
    seconds: float | None = None,
    closure: bool = False,
    workers: int = 1,
) -> Series | SymPySeries:
    """The irreducible characteristic series of a system, in Wu's sense: a list of chains, `[]` without zeros.

    The zeros of the system are the union of the sets Zero(C/I): the zeros of a chain C at which none of its initials
    vanishes.

    subject: a PolynomialSystem, an EncodedPuzzle, polynomials of one ring, or SymPy's equations.
    symbols, modulus: for SymPy's equations, see `charset.sympy_front.char_series`; the answer is SymPy's, too.
    seconds: the limit on the time. After it LimitError is raised.
    closure: require only the union of the closures of these sets. This is quicker, see `GeneralSeries`.
    workers: the number of processes that work at a GeneralSeries. The chains are the same with any number.

    Where all variables have split domains the chains are points (see `SplitSeries`, which also streams and counts);
    otherwise they are those of a `GeneralSeries`.

    Raises UsageError for other subjects, LimitError, and UnsupportedError where the arithmetic cannot factor.
    Source: Xu Xiaoning 2019, definitions 3.15 to 3.17; Wang Dongming, Elimination Methods.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> ring = Ring.of("x y", Field(11))
    >>> x, y = variables(ring)
    >>> char_series(PolynomialSystem.of(ring, [x**2 - 1, y - x**2 - x]))
    [[x - 1, y - 2], [x + 1, y]]
    >>> x, y = variables(Ring.of("x y"))
    >>> char_series([x * y**2 + y + 1])
    [[x*y**2 + y + 1], [x, y + 1]]
    >>> import sympy
    >>> x, y = sympy.symbols("x y")
    >>> char_series([x * y**2 + y + 1], x, y)
    [(x*y**2 + y + 1,), (x, y + 1)]
    """
    asked = read_subject(subject, symbols, modulus)
    if is_sympy_system(asked) and asked is not subject:
        from casbridge.charset import sympy_front

        return sympy_front.series_of(asked, seconds=seconds, closure=closure, workers=workers)
    system = system_of(asked)
    with _LOG.work("characteristic series of %s", system) as work:
        series = Series(all_chains(system, Deadline.after(seconds), closure=closure, workers=workers))
        work.result = f"{len(series)} chain{'s' * (len(series) != 1)}"
    return series
