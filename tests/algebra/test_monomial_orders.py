"""Monomial orders by name: SymPy's orders are the second way."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from sympy.polys.orderings import grevlex, grlex, lex

from casbridge.algebra.orders import ORDERS, monomial_key
from casbridge.errors import UnsupportedError

SYMPYS = {"lex": lex, "deglex": grlex, "degrevlex": grevlex}
exponents = st.tuples(*[st.integers(0, 4)] * 3)


def test_all_orders_have_a_counterpart() -> None:
    assert set(SYMPYS) == set(ORDERS)


@given(st.sampled_from(ORDERS), exponents, exponents)
def test_monomials_are_compared_as_by_sympy(order: str, one: tuple[int, ...], other: tuple[int, ...]) -> None:
    key, own = SYMPYS[order], monomial_key(order)
    assert (own(one) < own(other)) == (key(one[::-1]) < key(other[::-1]))


def test_another_order_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"'weighted'.*lex or deglex or degrevlex"):
        monomial_key("weighted")
