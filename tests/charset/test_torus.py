"""Systems without zeros off the coordinate hyperplanes: the fan of weights, and the proof by a prime."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from casbridge.algebra.arithmetic import chosen_arithmetic
from casbridge.charset.elements import Elements
from casbridge.charset.general import decomposition
from casbridge.charset.general.decomposition import Decomposition
from tests.charset.test_general import assert_same_points, check, make, published

if chosen_arithmetic() == "flint":
    from casbridge.charset.groebner.torus import TorusTest, has_trivial_fan

pytestmark = pytest.mark.skipif(chosen_arithmetic() != "flint", reason="the package needs python-flint")

_Terms = dict[tuple[int, ...], int]


def _random_terms(random: Random, size: int, terms: int) -> _Terms:
    found: _Terms = {}
    while len(found) < terms:
        found[tuple(random.randint(0, 3) for _ in range(size))] = random.randint(1, 4)
    return found


def _is_in_fan(weights: tuple[int, ...], generators: list[_Terms]) -> bool:
    for terms in generators:
        values = sorted(sum(w * e for w, e in zip(weights, exponents, strict=True)) for exponents in terms)
        if values[0] != values[1]:
            return False
    return True


@pytest.mark.parametrize("size", [2, 3])
def test_fans_by_trying_small_weights(size: int) -> None:
    random, trivial = Random(size), 0
    for _ in range(150):
        generators = [_random_terms(random, size, random.randint(2, 4)) for _ in range(random.randint(size, size + 2))]
        found = has_trivial_fan(generators, size)
        trivial += found
        if found:
            weights = product(range(-3, 4), repeat=size)
            assert not any(any(w) and _is_in_fan(w, generators) for w in weights)
    assert trivial > 10


def test_a_zero_modulo_no_prime_but_over_the_rationals_is_not_excluded() -> None:
    """p·x = 1 has a zero, but none modulo p. A prime that divides no coefficient is taken, and the fan tells."""
    p = 2_147_483_629
    shifted: list[_Terms] = [{(1, 0): p, (0, 0): -1}, {(0, 1): 1, (0, 0): -1}, {(1, 1): p, (0, 0): -1}]
    test = TorusTest(shifted, 2)
    assert test.is_promising
    assert all(work > 0 for work in test.remaining)
    assert not test.is_empty
    # x = 1/(p + 1) and y = p: the coefficients are prime to p, but not the coordinates.
    line: list[_Terms] = [{(1, 1): 1, (1, 0): 1, (0, 0): -1}, {(2, 1): 1, (2, 0): 1, (1, 0): -1}]
    assert not TorusTest(line, 2).is_promising


def test_a_sparse_system_without_zeros_is_ended_by_a_prime() -> None:
    """Euclid's algorithm takes minutes."""
    system = make(
        "x y z",
        0,
        "x*y*(4*x^4*y^4*z^3 + 9*x^4*y^2*z^5 + 2*x*y^3*z^4 + 6);"
        "x*y*z*(2*x*y*z^5 + 5*y^3 + x*z^2 + 5*y*z);"
        "x*y*z*(3*x^3*y*z^4 + 5*x^2*y^2*z + x*y^4*z + 7*y^3);"
        "x*z*(8*x^4*y^5 + 9*x*y^2*z^2 + 7*x^2*z^3 + 3*y*z)",
    )
    start = Decomposition(Elements(system.ring), system.polynomials())
    assert start.advance(20_000_000)
    assert len(start.found) == 2
    assert start.promise == 1


@pytest.mark.parametrize("characteristic", [3, 5])
def test_all_points_where_primes_prove(characteristic: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decomposition, "_LONG_ELIMINATION", 0)
    random, proofs = Random(characteristic), 0
    for _ in range(40):
        generators = [_random_terms(random, 3, random.randint(2, 3)) for _ in range(5)]
        texts = ("+".join(f"{c}*x^{e[0]}*y^{e[1]}*z^{e[2]}" for e, c in terms.items()) for terms in generators)
        system = make("x y z", characteristic, ";".join(texts))
        start = Decomposition(Elements(system.ring), system.polynomials())
        chains = published(start.elements, start.chains())
        proofs += any(test.is_empty for test in start.tests.values())
        check(system, chains)
        assert_same_points(system, chains, 64)
    assert proofs > 0
