"""Random fields, rings and polynomials."""

from __future__ import annotations

from hypothesis import strategies as st

from casbridge.algebra import QQ, Coefficient, Field, Polynomial, Ring

FIELDS = st.sampled_from([QQ, Field(2), Field(3), Field(7), Field(11), Field(2147483647)])


@st.composite
def rings(draw: st.DrawFn, most: int = 3) -> Ring:
    return Ring(draw(FIELDS), ("x", "y1", "z_2")[: draw(st.integers(1, most))])


def coefficients(field: Field) -> st.SearchStrategy[Coefficient]:
    if field.characteristic:
        return st.integers(-20, 20) | st.integers(0, field.characteristic - 1)
    return st.integers(-20, 20) | st.fractions(-9, 9, max_denominator=12)


def polynomials(ring: Ring, terms: int = 5, degree: int = 4) -> st.SearchStrategy[Polynomial]:
    exponents = st.tuples(*[st.integers(0, degree)] * ring.size)
    return st.dictionaries(exponents, coefficients(ring.field), max_size=terms).map(lambda t: Polynomial(ring, t))
