"""Families of systems: none is trivial, planted zeros are zeros, the same seed gives the same systems everywhere."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, find, given, settings, strategies as st

from casbridge.algebra.fields import is_prime
from casbridge.algebra.formats import read_system, write_plain
from casbridge.bugs.families import FAMILIES, Generated, drawn, families_of, generated, numbers, strategy
from casbridge.chance import Chance
from casbridge.errors import InputError, UnsupportedError
from tests.effort import examples

PROGRAM = """
import hashlib
from casbridge.algebra.formats import write_plain
from casbridge.bugs.families import generated
texts = "".join(write_plain(generated(7, n).system) for n in range(39))
print(hashlib.sha256(texts.encode()).hexdigest())
"""


def check(made: Generated) -> None:
    polynomials = list(made.system.polynomials())
    assert polynomials
    assert not any(f.is_constant for f in polynomials)
    assert len({f.normal() for f in polynomials}) == len(polynomials)
    assert {v for f in polynomials for v in f.support()} == set(range(made.system.ring.size))
    for zeros in made.planted:
        assert zeros.ring == made.system.ring
        assert not any(zeros(f) for f in polynomials)
        # A planted component is its own image: the free variables stay as they are.
        assert [zeros(image) for image in zeros.images] == list(zeros.images)
    again = read_system(write_plain(made.system))
    assert list(again.polynomials()) == polynomials


@pytest.mark.parametrize("family", FAMILIES)
def test_no_system_is_trivial(family: str) -> None:
    for seed in range(examples(3 if family == "thresholds" else 30)):
        check(drawn(family, Chance(seed)))


@pytest.mark.parametrize(
    "family",
    [
        name if name in ("products", "determinants", "modular") else pytest.param(name, marks=pytest.mark.slow)
        for name in FAMILIES
        if name != "thresholds"
    ],
)
@settings(max_examples=4, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_hypothesis_draws_the_same_families(family: str, data: st.DataObject) -> None:
    check(data.draw(strategy(family)))


@pytest.mark.slow
def test_hypothesis_shrinks() -> None:
    made = find(
        strategy("products"),
        lambda one: len(one.system) > 1,
        settings=settings(max_examples=200, database=None),
    )
    assert made.system.ring.size == 2
    assert sum(len(f.terms) for f in made.system.polynomials()) <= 6


def test_families_take_turns_and_each_number_stands_alone() -> None:
    assert [generated(3, n).family for n in range(len(FAMILIES))] == list(FAMILIES)
    assert [generated(3, n, ["towers", "products"]).family for n in range(3)] == ["towers", "products", "towers"]
    turns = [generated(3, n).family for n in range(8 * len(FAMILIES) - 7)]
    assert (turns.count("towers"), turns.count("thresholds")) == (8, 1)
    assert generated(3, 17) == generated(3, 17)
    assert generated(3, 17) != generated(4, 17)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_systems_in_every_process() -> None:
    def printed(hash_seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
        )
        return run.stdout.strip()

    here = "".join(write_plain(generated(7, n).system) for n in range(39))
    assert {printed("1"), printed("2")} == {hashlib.sha256(here.encode()).hexdigest()}


def test_planted_zeros_are_common() -> None:
    made = [generated(5, n) for n in range(130)]
    assert sum(bool(one.planted) for one in made) > 65
    assert any(any(not image.is_constant for image in zeros.images) for one in made for zeros in one.planted)


def test_numbers_are_the_primes_below_powers_of_two() -> None:
    assert all(is_prime(p) for p in numbers())
    for bits in (15, 16, 26, 29, 31, 32, 62, 63, 64):
        assert max(p for p in numbers() if p < 2**bits) == next(p for p in range(2**bits - 1, 0, -1) if is_prime(p))


def test_modular_systems_have_such_coefficients() -> None:
    def has_one(made: Generated) -> bool:
        values = [Fraction(c) for f in made.system.polynomials() for c in f.terms.values()]
        return any(value.numerator % p == 0 for value in values for p in numbers())

    assert sum(has_one(drawn("modular", Chance(seed))) for seed in range(20)) > 15


def test_thresholds_are_met() -> None:
    degrees = {drawn("thresholds", Chance(seed)).system.equations[0].pattern.total_degree for seed in range(12)}
    assert degrees == {509, 510, 511, 512, 513}


def test_a_family_that_is_none() -> None:
    with pytest.raises(InputError, match="family 'tower'; expected some of common-factors, products"):
        generated(1, 0, ["tower"])
    assert families_of(["towers", "towers"]) == ("towers",)


def test_without_hypothesis_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(UnsupportedError, match=r"Hypothesis is not installed.*casbridge\[fuzz\]"):
        strategy()
    assert generated(1, 0).family == "common-factors"  # which needs no Hypothesis
