"""Irreducibility over towers, against definitions, other factorisations and chains made to split."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from math import prod

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import QQ, Field, Polynomial, Ring, variables
from casbridge.algebra.arithmetic import arithmetic_of
from casbridge.algebra.expressions import parse_polynomial
from casbridge.charset.elements import Element, Elements
from casbridge.charset.towers import (
    Split,
    are_coprime,
    is_nonzero,
    split_tower,
    with_free_initial,
    without_common_factors,
)
from casbridge.charset.towers.residue_points import ResiduePoints, _ResiduePoint, _Residues
from casbridge.charset.towers.tower import Tower
from casbridge.errors import LimitError
from casbridge.limits import Deadline
from tests.effort import examples

BOTH = pytest.mark.parametrize("arithmetic", ["flint", "sympy"])


def make(names: str, p: int, texts: list[str], arithmetic: str = "flint") -> tuple[Elements, list[Element]]:
    ring = Ring.of(names, Field(p) if p else QQ)
    elements = Elements(ring, arithmetic=arithmetic_of(ring, arithmetic))
    return elements, [elements.of_polynomial(parse_polynomial(text, ring)) for text in texts]


def check(elements: Elements, chain: list[Element], split: Split) -> None:
    """The identity of the zero decomposition, and that every factor is reduced, different and irreducible."""
    lower, element = chain[: split.index], chain[split.index]
    assert len(set(split.factors)) == len(split.factors)
    for factor in split.factors:
        assert factor.variable == element.variable
        assert elements.remainder_by(elements.initial(factor), lower) is not elements.zero
        degrees = elements.arithmetic.degrees(factor.native)
        assert all(degrees[c.variable] < c.degree for c in lower)
        assert split_tower(elements, [*lower, factor]) is None
    assert any(holds(elements, lower, element, split.factors, m) for m in multiplicities(element, split.factors))


def multiplicities(element: Element, factors: tuple[Element, ...]) -> list[tuple[int, ...]]:
    ranges = [range(1, element.degree // factor.degree + 1) for factor in factors]
    total = element.degree
    return [
        m for m in itertools.product(*ranges) if sum(f.degree * k for f, k in zip(factors, m, strict=True)) == total
    ]


def holds(
    elements: Elements, lower: list[Element], element: Element, factors: tuple[Element, ...], m: tuple[int, ...]
) -> bool:
    """initial(c)·∏ F^m − ∏ initial(F)^m·c is zero modulo the lower chain."""
    product = elements.initial(element).native
    initials = elements.arithmetic.constant(1)
    for factor, multiplicity in zip(factors, m, strict=True):
        product = product * factor.native**multiplicity
        initials = initials * elements.initial(factor).native ** multiplicity
    return elements.remainder_by(elements.of(product - initials * element.native), lower) is elements.zero


def counted(names: str, p: int, texts: list[str], arithmetic: str = "flint") -> tuple[int, list[int]] | None:
    """Where a chain splits and the degrees of the factors, after checking them."""
    elements, chain = make(names, p, texts, arithmetic)
    split = split_tower(elements, chain)
    if split is None:
        return None
    check(elements, chain, split)
    return split.index, sorted(factor.degree for factor in split.factors)


# -- known answers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arithmetic", ["flint", pytest.param("sympy", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("names", "texts", "expected"),
    [
        ("x y", ["x^2-2", "y^2-8"], (1, [1, 1])),
        ("x y", ["x^2-2", "y^2-3"], None),
        ("x y z", ["x^2-2", "y^2-3", "z^2-6"], (2, [1, 1])),
        ("x y z", ["x^2-2", "y^2-3", "z^4-10*z^2+1"], (2, [1, 1, 1, 1])),
        ("x y z", ["x^4-10*x^2+1", "y^2-2", "z^2-3"], (1, [1, 1])),
        ("x y z", ["x^2-2", "y-x", "z^2-y-2"], None),
        ("x y z", ["x^2-2", "y-2*x", "z^2-y*x-5"], (2, [1, 1])),
        ("x y", ["x^2-2", "y^4-4*y^2+4"], (1, [1, 1])),
        ("x y", ["x^2-2", "y^4-2*x*y^2+2"], (1, [2])),
        ("x y", ["x^2-2", "y^3-3*x*y^2+6*y-2*x"], (1, [1])),
        ("x", ["x^4-4"], (0, [2, 2])),
        ("x", ["x^4-4*x^2+4"], (0, [2])),
        ("x y", ["x^3-x-1", "y^3-y-1"], (1, [1, 2])),
        ("x y", ["2*x^2-1", "x*y^2-1"], None),
        ("x y", ["2*x^2-1", "x*y^2-2*x-2*y*x+1+2*x^2"], (1, [1, 1])),
        ("u x y", ["x^2-u", "y^2-u^3"], (1, [1, 1])),
        ("u x y", ["u*x^2-1", "y^2-u-1"], None),
        ("u v x y", ["x^2-u*x+v", "y^2-u^2+4*v"], (1, [1, 1])),
        ("u v x y", ["v*x^3-u", "(u+1)*y^3-u*v^2*(u+1)"], (1, [1, 2])),
        ("u x y z", ["x^2-u", "y^2-u-1", "z^2-u^2-u"], (2, [1, 1])),
        ("u x y z", ["x^2-u", "y^2-u-1", "z^4-2*(2*u+1)*z^2+1"], (2, [1, 1, 1, 1])),
        ("u x y", ["x^2-u-1", "y^4-2*(2*u+1)*y^2+1"], (1, [2, 2])),
        pytest.param("u x y z", ["x^3-u", "y^2-2", "z^4-2*(2*u+1)*z^2+1"], None, marks=pytest.mark.slow),
        ("x u y v z", ["x^2-2", "y^2-u", "z^2-2*u*v^2"], (2, [1, 1])),
    ],
)
def test_known_answers_over_the_rationals(arithmetic, names, texts, expected):
    assert counted(names, 0, texts, arithmetic) == expected


@pytest.mark.parametrize(
    ("names", "texts", "expected"),
    [
        ("x y", ["x^2-2", "y^2-18"], (1, [1, 1])),
        ("x y", ["x^2-2", "y^2-5"], None),
        ("u x y", ["x^2-u", "y^2-4*u^3"], (1, [1, 1])),
    ],
)
def test_known_answers_by_the_arithmetic_of_sympy(names, texts, expected):
    assert counted(names, 0, texts, "sympy") == expected


@pytest.mark.parametrize(
    ("p", "names", "texts", "expected"),
    [
        (2, "v1 v2 v3 v4 v5", ["v3^2+v1*v3+v1", "v4^2+v2*v4+v2", "v5^2+v1*v2*v5+v1*v2^2+v1^2*v2"], (2, [1, 1])),
        (2, "t u a b x", ["a^2+t", "b^4+u", "x^8+(t+u)*x^4+t*u"], (2, [1, 2])),
        (7, "a x y z", ["a^2+a+3", "x", "y^3-2", "a*y*z^2+y*z^2-a*z-2*z-3"], None),
        (2, "t x", ["x^2+t"], None),
        (2, "t u x y", ["x^2+t", "y^2+u"], None),
        (2, "t u x y z", ["x^2+t", "y^2+u", "z^2+t*u"], (2, [1])),
        (2, "t u x y z", ["x^2+t", "y^2+u", "z^4+t*u"], (2, [2])),
        (2, "t u x y z", ["x^2+t", "y^2+u", "z^2+t+u^3+1"], (2, [1])),
        (2, "t u x y", ["x^4+t*x^2+u", "y^2+t"], None),
        (2, "t u x y", ["x^4+t*x^2+u", "y^2+x^2+t*x+1"], None),
        (2, "t u x y", ["x^4+t*x^2+u", "y^4+t*y^2+u"], (1, [1, 2])),
        (2, "t x y", ["x^2+x+t", "y^2+x"], None),
        (2, "t x y", ["x^2+x+t", "y^2+y+t"], (1, [1, 1])),
        (2, "t x y", ["x^2+x+t", "y^4+y^2+t^2"], (1, [1, 1])),
        (2, "t x y", ["x^2+x+t", "y^2+t^2+x^2"], (1, [1])),
        (3, "t u x y", ["x^6+t*x^3+u", "y^3-x^3-1"], (1, [1])),
        (3, "t u x y", ["x^6+t*x^3+u", "y^6+t*y^3+u"], (1, [1, 3])),
        (3, "t u x y", ["x^6+t*x^3+u", "y^2-x^6+2*x^4-x^2"], (1, [1, 1])),
        (3, "t u x y", ["x^6+t*x^3+u", "y^2-x"], None),
        (3, "t u x y", ["x^6+t*x^3+u", "y^2+t*y+u"], (1, [1, 1])),
        (3, "t x y", ["x^3-t", "y^9-t^2"], (1, [3])),
        (3, "t x y", ["x^9-t", "y^9-t^2"], (1, [1])),
        (3, "t x y", ["x^2-t", "(y^2-x)^3"], (1, [2])),
        (3, "t x y", ["x^2-t", "(y^2-x)^3*(y-x)^2*(y^3-x)"], (1, [1, 2, 3])),
        (2, "t u x y z", ["x^2+t", "y^2+x*y+u", "z^4+x^2*z^2+u^2"], (2, [1, 1])),
        (1073741789, "t x y", ["x^2-t", "y^2-t^3"], (1, [1, 1])),
        (1073741789, "t x y", ["x^2-t", "y^2-t^2-t"], None),
    ],
)
def test_known_answers_in_positive_characteristic(p, names, texts, expected):
    assert counted(names, p, texts) == expected


def test_elements_that_do_not_mention_a_step_are_tested_over_it():
    elements, chain = make("x y", 0, ["x^2-2", "y^2-8"])
    split = split_tower(elements, chain)
    assert split is not None
    assert {str(elements.polynomial(f)) for f in split.factors} == {"y - 2*x", "y + 2*x"}


def test_linear_elements_and_empty_chains():
    elements, chain = make("x y z", 0, ["x-1", "y+x", "x*z+y"])
    assert split_tower(elements, chain) is None


@BOTH
@pytest.mark.parametrize(
    ("chain", "element"),
    [
        (["x^2 - 3*x*u + u^2"], "(x - 2*u)*y^2 + x*y + u^2"),
        (["x^2 - 3*x*u + u^2", "(x + u)*y^2 - u^3"], "(x*y - u^2)*z^2 + y*z + x"),
        (["u*x - 1", "y^3 - x"], "(y^2 + y + u)*z - 1"),
    ],
)
def test_multiples_whose_initial_is_free(arithmetic, chain, element):
    elements, (*lower, element) = make("u x y z", 0, [*chain, element], arithmetic)
    multiple, initial = with_free_initial(elements, lower, element)
    assert (multiple.variable, multiple.degree) == (element.variable, element.degree)
    tower = [step.variable for step in lower if step.degree > 1]
    assert not any(initial.degrees[v] for v in tower)
    assert elements.quotient(initial, elements.initial(multiple)) is not None
    # Each is 0 where the other is: a multiple by a unit has the same remainders.
    assert elements.remainder_by(element, [*lower, multiple]) is elements.zero
    assert elements.remainder_by(multiple, [*lower, element]) is elements.zero
    assert with_free_initial(elements, lower, multiple) is None


@BOTH
def test_coprime_polynomials_over_a_tower(arithmetic):
    elements, (*chain, first, second, third) = make(
        "u x y z", 0, ["x^2 - 3*x*u + u^2", "y^2 - x*u", "z^2 - x*u", "z^2 + x*z + u^2", "x*z - y*x"], arithmetic
    )
    assert are_coprime(elements, chain, [first, second])
    assert are_coprime(elements, chain, [second, first])
    assert not are_coprime(elements, chain, [first, third])
    assert not are_coprime(elements, chain, [first, first])
    assert are_coprime(elements, chain, [first, third, second])


@BOTH
def test_coprime_polynomials_that_are_not_reduced(arithmetic: str) -> None:
    """x² = 2, x·y = 3 and v = y + 1: y and v are elements of the tower of degree 2."""
    texts = ["x^2 - 2", "x*y - 3", "v - y - 1", "x*z - 3", "z - v + 1", "z*(x^3 - 2*x) + z - 1", "(x^2-2)*z^2"]
    elements, (*chain, first, same, other, nothing) = make("x y v z", 0, texts, arithmetic)
    assert not are_coprime(elements, chain, [first, same])
    assert are_coprime(elements, chain, [first, other])
    assert are_coprime(elements, chain, [nothing, same, other])
    assert not are_coprime(elements, chain, [nothing, first, same])


@BOTH
@pytest.mark.parametrize("p", [0, 2, 3, 1009])
def test_elements_that_are_not_zero_over_a_tower(arithmetic: str, p: int) -> None:
    """Also where linear elements of the chain are not in the tower."""
    texts = ["x^2 - x*u - u", "x*y - u", "x*y + x*u - x^2", "(y - 1)*x - u + x", "u*y - x", "y + 1"]
    elements, (first, second, *given) = make("u x y", p, texts, arithmetic)
    proved = arithmetic == "flint" or p not in (2, 3)  # SymPy has no extensions, and so few points
    assert [is_nonzero(elements, [first, second], each) for each in given] == [False, False, proved, proved]
    elements, (line, product) = make("x y", p, ["x", "x*y + x"], arithmetic)
    assert not is_nonzero(elements, [line], product)


@pytest.mark.parametrize("p", [2, 3])
def test_singular_points_prove_nothing(p: int) -> None:
    """The curve crosses itself at the origin, and at no other point."""
    elements, chain = make("u y", p, ["y^2 + u*y + u^2 + u^3"] if p == 2 else ["y^2 - u^2 - u^3"])
    tower = Tower(elements, chain)
    residues, points = _Residues(tower, p, 5), ResiduePoints(tower)
    assert not points._regular(_ResiduePoint(elements.arithmetic, residues, {0: residues.of(0), 1: residues.of(0)}))
    assert all(points._regular(point) for point in points)


@BOTH
def test_factors_that_others_have_are_divided_out(arithmetic: str) -> None:
    texts = ["x^3-2", "(y-x)^2*(y+x^2)*(y^2-x)", "x*(y-x)*(y-5)", "(y+x^2)*(y^2-x)", "x^3+y", "y-7"]
    elements, (step, element, first, second, third, other) = make("x y", 0, texts, arithmetic)
    assert without_common_factors(elements, [step], element, [third, other]) is elements.remainder(element, step)
    left = without_common_factors(elements, [step], element, [third, first])
    assert elements.remainder(second, step) is left
    assert without_common_factors(elements, [step], element, [first, second]) is elements.one
    assert without_common_factors(elements, [step], element, [other, step]) is elements.one


def test_the_deadline_is_kept():
    elements, chain = make("x y", 0, ["x^2-2", "y^2-3"])
    elements.deadline = Deadline.after(0)
    with pytest.raises(LimitError):
        split_tower(elements, chain)


def test_nothing_is_kept_of_elements_that_are_gone():
    from weakref import ref

    elements, chain = make("x y", 0, ["x^2-2", "y^2-8"])
    assert split_tower(elements, chain) is not None
    gone = ref(elements)
    del elements, chain
    import gc

    gc.collect()
    assert gone() is None


def test_the_library_is_loaded_when_it_is_needed():
    code = "import sys, casbridge.charset.towers; print('flint' in sys.modules, 'sympy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert found.stdout.split() == ["False", "False"]


# -- finite fields: against the definition of a field ------------------------------------------------------------------

Terms = dict[tuple[int, ...], int]


class Algebra:
    """GF(p)[y1, …, yr] modulo monic polynomials with ascending main variables, by hand."""

    def __init__(self, p: int, chain: list[Terms]) -> None:
        self.p = p
        self.degrees = [max(e[i] for e in f) for i, f in enumerate(chain)]
        self.tails = [
            {e: -c % p for e, c in f.items() if e[i] < d}
            for i, (f, d) in enumerate(zip(chain, self.degrees, strict=True))
        ]
        self.basis = list(itertools.product(*map(range, self.degrees)))

    def reduced(self, terms: Terms) -> Terms:
        found: Terms = {}
        todo = dict(terms)
        while todo:
            e, c = todo.popitem()
            i = next((i for i in reversed(range(len(e))) if e[i] >= self.degrees[i]), -1)
            if i < 0:
                found[e] = (found.get(e, 0) + c) % self.p
                continue
            rest = tuple(k - self.degrees[i] * (i == j) for j, k in enumerate(e))
            for f, d in self.tails[i].items():
                key = tuple(map(sum, zip(rest, f, strict=True)))
                todo[key] = (todo.get(key, 0) + c * d) % self.p
        return {e: c for e, c in found.items() if c}

    def times(self, first: Terms, second: Terms) -> Terms:
        product: Terms = {}
        for e, c in first.items():
            for f, d in second.items():
                key = tuple(map(sum, zip(e, f, strict=True)))
                product[key] = product.get(key, 0) + c * d
        return self.reduced(product)

    def power(self, terms: Terms, exponent: int) -> Terms:
        found: Terms = {(0,) * len(self.degrees): 1}
        for bit in bin(exponent)[2:]:
            found = self.times(found, found)
            if bit == "1":
                found = self.times(found, terms)
        return found

    def frobenius(self) -> list[list[int]]:
        return [[image.get(f, 0) for f in self.basis] for image in (self.power({e: 1}, self.p) for e in self.basis)]

    def is_field(self) -> bool:
        """No nilpotents (Frobenius is injective), and only GF(p) is fixed by it."""
        matrix = self.frobenius()
        size = len(matrix)
        minus = [[c - (i == j) for j, c in enumerate(row)] for i, row in enumerate(matrix)]
        return rank(matrix, self.p) == size and rank(minus, self.p) == size - 1


def rank(matrix: list[list[int]], p: int) -> int:
    rows = [row[:] for row in matrix]
    found = 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((i for i in range(found, len(rows)) if rows[i][column] % p), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        inverse = pow(rows[found][column], -1, p)
        for i in range(found + 1, len(rows)):
            factor = rows[i][column] * inverse % p
            if factor:
                rows[i] = [(a - factor * b) % p for a, b in zip(rows[i], rows[found], strict=True)]
        found += 1
    return found


def algebra_of(elements: Elements, chain: list[Element]) -> Algebra:
    p = elements.ring.field.characteristic
    size = len(chain)
    return Algebra(p, [{e[:size]: int(c) for e, c in elements.arithmetic.terms(f.native).items()} for f in chain])


def random_text(source: random.Random, p: int, names: list[str], main: str, degree: int, terms: int = 2) -> str:
    """A polynomial that is monic in its main variable."""
    text = f"{main}^{degree}"
    for power in range(degree):
        for _ in range(source.randint(0, terms)):
            coefficient = source.randrange(1, p) if p else source.choice([-3, -2, -1, 1, 2, 3])
            factors = [str(coefficient), *(source.choice(names) for _ in range(source.randint(0, 2)) if names)]
            text += f"+({'*'.join(factors)})*{main}^{power}"
    return text


def irreducible_tower(source: random.Random, names: str, p: int, main: list[str], arithmetic: str = "flint"):
    """A ring and a chain that is irreducible: factors take the place of what splits. Degrees 2 and 3."""
    elements, chain = make(names, p, [], arithmetic)
    below = [name for name in names.split() if name < main[0]]
    for variable in main:
        text = random_text(source, p, below, variable, source.choice([2, 2, 3]))
        chain.append(elements.of_polynomial(parse_polynomial(text, elements.ring)))
        split = split_tower(elements, chain)
        if split is not None:
            chain[-1] = source.choice(split.factors)
        below.append(variable)
    return elements, chain


@BOTH
@settings(deadline=None, derandomize=True, max_examples=examples(25))
@given(seed=st.integers(0, 10**9), p=st.sampled_from([2, 3, 5]))
def test_over_finite_fields_every_factor_makes_a_field(arithmetic, seed, p):
    source = random.Random(seed)
    elements, chain = irreducible_tower(source, "a b c", p, ["a", "b"], arithmetic)
    assert algebra_of(elements, chain).is_field()
    text = random_text(source, p, ["a", "b"], "c", source.choice([2, 3, 4]))
    chain.append(elements.of_polynomial(parse_polynomial(text, elements.ring)))
    split = split_tower(elements, chain)
    assert (split is None) == algebra_of(elements, chain).is_field()
    if split is not None:
        check(elements, chain, split)
        for factor in split.factors:
            assert algebra_of(elements, [*chain[:-1], factor]).is_field()


# -- number fields: against another factorisation ----------------------------------------------------------------------


@settings(deadline=None, derandomize=True, max_examples=examples(20))
@given(seed=st.integers(0, 10**9))
def test_over_number_fields_as_many_factors_as_sympy_finds(seed):
    import sympy

    source = random.Random(seed)
    step = source.choice(["x^2-2", "x^2+1", "x^2+x+1", "x^2-5", "x^3-2"])
    root = {"x^2-2": sympy.sqrt(2), "x^2+1": sympy.I, "x^2-5": sympy.sqrt(5), "x^3-2": sympy.cbrt(2)}.get(
        step, (sympy.sqrt(-3) - 1) / 2
    )
    text = "*".join(f"({random_text(source, 0, ['x'], 'y', source.choice([1, 1, 2]), 1)})" for _ in range(2))
    elements, chain = make("x y", 0, [step, text])
    x, y = sympy.symbols("x y")
    extension = sympy.sqrt(-3) if step == "x^2+x+1" else root
    value = sympy.expand(sympy.sympify(text.replace("^", "**")).subs(x, root))
    _, factors = sympy.factor_list(value, y, extension=extension)
    split = split_tower(elements, chain)
    if split is None:
        assert len(factors) == 1
        assert factors[0][1] == 1
    else:
        check(elements, chain, split)
        assert sorted(f.degree for f in split.factors) == sorted(sympy.degree(f, y) for f, _ in factors)


# -- chains made to split ----------------------------------------------------------------------------------------------


@settings(deadline=None, derandomize=True, max_examples=examples(60))
@given(seed=st.integers(0, 10**9), p=st.sampled_from([0, 0, 2, 2, 3, 5, 101]), parameters=st.integers(0, 2))
def test_products_over_a_tower_split_into_their_factors(seed, p, parameters):
    source = random.Random(seed)
    names = ["a", "b"][:parameters]
    elements, chain = irreducible_tower(source, " ".join([*names, "x", "y", "z"]), p, ["x", "y"])
    lower = [*names, "x", "y"]
    parts = [parse_polynomial(random_text(source, p, lower, "z", d), elements.ring) for d in (1, source.choice([1, 2]))]
    powers = [source.choice([1, 1, 2, p or 3]) if p < 5 else 1 for _ in parts]
    product = elements.of_polynomial(prod((f**m for f, m in zip(parts, powers, strict=True)), start=one(elements.ring)))
    # the product is hidden by multiples of the lower elements
    hidden = elements.polynomial(product) + sum(
        (elements.polynomial(c) * parse_polynomial(f"{source.randint(1, 3)}*x", elements.ring) for c in chain),
        start=Polynomial(elements.ring, {}),
    )
    chain.append(elements.of_polynomial(hidden))
    split = split_tower(elements, chain)
    assert split is not None
    assert split.index == 2
    check(elements, chain, split)
    alone = [split_tower(elements, [*chain[:2], elements.of_polynomial(part)]) for part in parts]
    counts = [len(found.factors) if found else 1 for found in alone]
    assert max(counts) <= len(split.factors) <= sum(counts)
    for part in parts:
        assert any(
            elements.remainder_by(elements.of_polynomial(part), [*chain[:2], f]) is elements.zero for f in split.factors
        )


def one(ring: Ring) -> Polynomial:
    return Polynomial.constant(ring, 1)


@settings(deadline=None, derandomize=True, max_examples=examples(40))
@given(seed=st.integers(0, 10**9), p=st.sampled_from([2, 3]), parameters=st.integers(1, 2), inseparable=st.booleans())
def test_powers_of_elements_have_roots(seed, p, parameters, inseparable):
    source = random.Random(seed)
    names = ["a", "b"][:parameters]
    main = ["x", "y"]
    elements, chain = make(" ".join([*names, *main, "z"]), p, [])
    below = list(names)
    for variable in main:
        text = random_text(source, p, below, variable, 1 if inseparable else 2)
        if inseparable:
            text = f"{variable}^{p}-{variable}+" + text
            if source.random() < 0.6:
                text = f"{variable}^{p}+({random_text(source, p, below, source.choice(names), 1)})"
        chain.append(elements.of_polynomial(parse_polynomial(text, elements.ring)))
        if (split := split_tower(elements, chain)) is not None:
            chain[-1] = source.choice(split.factors)
        below.append(variable)
    root = parse_polynomial(random_text(source, p, below, source.choice(below), 1), elements.ring)
    z = variables(elements.ring)[-1]
    linear = elements.of_polynomial(z - root)
    power = elements.remainder_by(elements.of_polynomial(z**p - root**p), chain)
    split = split_tower(elements, [*chain, power])
    assert split is not None
    assert [factor.degree for factor in split.factors] == [1]
    assert elements.remainder_by(linear, [*chain, *split.factors]) is elements.zero


@pytest.mark.parametrize("name", ["f2-inseparable", "f2-five", "f7-tower", "sqrt2-sqrt8", "biquadratic"])
def test_chains_of_known_series_are_irreducible(name):
    case = SERIES[name]
    for texts in case["chains"]:
        elements, chain = make(" ".join(case["variables"]), case["characteristic"], texts)
        assert split_tower(elements, chain) is None


#: Singular's irreducible series (char_series), from its own test suite and of examples in books.
SERIES = json.loads(
    """
{
"f2-five": {"characteristic": 2, "variables": ["v1", "v2", "v3", "v4", "v5"], "chains": [
  [
    "v1*v3+v3^2+v1",
    "v2*v4+v4^2+v2",
    "v2*v3+v1*v4+v5"
  ],
  [
    "v1*v3+v3^2+v1",
    "v2*v4+v4^2+v2",
    "v1*v2+v2*v3+v1*v4+v5"
  ]
]},
"f2-inseparable": {"characteristic": 2, "variables": ["t", "u", "a", "b", "x"], "chains": [
  [
    "a^2+t",
    "b^4+u",
    "x^2+a"
  ],
  [
    "a^2+t",
    "b^4+u",
    "b+x"
  ]
]},
"f7-tower": {"characteristic": 7, "variables": ["a", "x", "y", "z", "w"], "chains": [
  [
    "a^2+a+3",
    "y^3-2",
    "a*y*z^2+y*z^2-a*z-2*z-3",
    "a*y^2*z-2*a*y^2-3*a*y*z-3*y^2*z-2*y^2-2*a*z+y*z+a*w+a+y+3*z+w+1"
  ],
  [
    "a^2+a+3",
    "y^3-2",
    "a*y*z^2+y*z^2-a*z-2*z-3",
    "-a*y^2*z+2*a*y^2+3*a*y*z+3*y^2*z+2*y^2+2*a*z-y*z+a*w-a-y-3*z+w-1"
  ],
  [
    "a^2+a+3",
    "x",
    "y^3-2",
    "a*y*z^2+y*z^2-a*z-2*z-3"
  ]
]},
"sqrt2-sqrt8": {"characteristic": 0, "variables": ["x", "y"], "chains": [
  [
    "x^2-2",
    "-2*x+y"
  ],
  [
    "x^2-2",
    "2*x+y"
  ]
]},
"biquadratic": {"characteristic": 0, "variables": ["x", "y", "z"], "chains": [
  [
    "x^4-10*x^2+1",
    "-x^3+9*x+2*y",
    "-x^3+11*x+2*z"
  ],
  [
    "x^4-10*x^2+1",
    "-x^3+9*x+2*y",
    "x^3-11*x+2*z"
  ],
  [
    "x^4-10*x^2+1",
    "x^3-9*x+2*y",
    "-x^3+11*x+2*z"
  ],
  [
    "x^4-10*x^2+1",
    "x^3-9*x+2*y",
    "x^3-11*x+2*z"
  ]
]}
}
"""
)
