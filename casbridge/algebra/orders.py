"""The monomial orders of Gröbner bases, by name."""

from __future__ import annotations

from collections.abc import Callable

from casbridge.algebra.arithmetic import Exponents
from casbridge.errors import UnsupportedError


def _lex(exponents: Exponents) -> tuple[int, ...]:
    return exponents[::-1]


def _deglex(exponents: Exponents) -> tuple[int, ...]:
    return (sum(exponents), *exponents[::-1])


def _degrevlex(exponents: Exponents) -> tuple[int, ...]:
    return (sum(exponents), *(-e for e in exponents))


_KEYS: dict[str, Callable[[Exponents], tuple[int, ...]]] = {"lex": _lex, "deglex": _deglex, "degrevlex": _degrevlex}
#: The names. In each order the highest variable is the greatest.
ORDERS = tuple(_KEYS)


def monomial_key(order: str) -> Callable[[Exponents], tuple[int, ...]]:
    """The key that sorts monomials in an order. Exponents are lowest variable first.

    order: "lex", "deglex" (degree first, then lex) or "degrevlex". Raises UnsupportedError for another one.

    >>> x_cubed, x_z, y_squared = (3, 0, 0), (1, 0, 1), (0, 2, 0)
    >>> [max((x_cubed, x_z, y_squared), key=monomial_key(order)) for order in ORDERS]
    [(1, 0, 1), (3, 0, 0), (3, 0, 0)]
    >>> [max((x_z, y_squared), key=monomial_key(order)) for order in ORDERS]
    [(1, 0, 1), (1, 0, 1), (0, 2, 0)]
    """
    key = _KEYS.get(order)
    if key is None:
        raise UnsupportedError(f"the monomial order {order!r} is not known here; expected {' or '.join(ORDERS)}")
    return key
