"""Modular Gröbner bases, exact ones that a prime guides, parametrisations with their proofs, and the start by them."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
from hypothesis import assume, given, reject, settings, strategies as st

import casbridge.charset.general.by_basis
from casbridge import read_system
from casbridge.algebra import Field, Polynomial, PolynomialSystem, Ring, variables
from casbridge.algebra.arithmetic import chosen_arithmetic
from casbridge.algebra.families import family
from casbridge.charset.elements import Elements
from casbridge.charset.general.by_basis import ByBasis
from casbridge.charset.general.decomposition import Decomposition
from casbridge.charset.general.groebner import integer_terms
from casbridge.charset.general.method import GeneralSeries
from casbridge.charset.general.on_basis import OnBasis, guided_basis
from casbridge.charset.ideals.bases import groebner_basis
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import Deadline
from tests.charset.brute import zeros_among
from tests.effort import examples, finished

pytestmark = pytest.mark.skipif(chosen_arithmetic() != "flint", reason="the package needs python-flint")

if chosen_arithmetic() == "flint":
    import casbridge.charset.groebner.guided
    from casbridge.charset.groebner.bounding import is_bounded_by
    from casbridge.charset.groebner.guided import GuidedRun
    from casbridge.charset.groebner.lifting import Lifting
    from casbridge.charset.groebner.modular import ModularRun, Packing, TooLarge
    from casbridge.charset.groebner.newton import lifted_points
    from casbridge.charset.groebner.parametrisation import Parametrisation, parametrised, vanish
    from casbridge.charset.groebner.primes import PRIMES, BadPrime, half_primes
    from casbridge.charset.groebner.quotient import IntegerBasis, ModularQuotient, Staircase, as_vectors


def context_of(ring: Ring) -> Any:
    from flint import fmpz_mpoly_ctx

    return fmpz_mpoly_ctx.get([*reversed(ring.variables)], "degrevlex")


def exact_run(system: PolynomialSystem, **options: Any) -> GuidedRun:
    context = context_of(system.ring)
    run = GuidedRun(context, [context.from_dict(integer_terms(f)) for f in system.polynomials()], PRIMES[0], **options)
    assert all(work > 0 for work in run.steps())
    return run


@st.composite
def polynomials(draw: st.DrawFn, ring: Ring, degree: int = 3, height: int = 5) -> Polynomial:
    exponents = st.tuples(*[st.integers(0, degree)] * ring.size).filter(lambda e: sum(e) <= degree)
    terms = draw(st.dictionaries(exponents, st.integers(-height, height), min_size=1, max_size=4))
    p = ring.field.characteristic
    residues = {e: c % p if p else c for e, c in terms.items()}
    return Polynomial(ring, {e: c for e, c in residues.items() if c})


@st.composite
def some_systems(draw: st.DrawFn, p: int) -> PolynomialSystem:
    ring = Ring.of(draw(st.sampled_from(["x y", "x y z"])), Field(p))
    found = draw(st.lists(polynomials(ring).filter(bool), min_size=1, max_size=4))
    return PolynomialSystem.of(ring, found)


@given(st.lists(st.tuples(*[st.integers(0, 40)] * 3), min_size=1), st.sampled_from([5, 200_000]))
def test_monomials_are_sorted_as_in_degrevlex(monomials: list[tuple[int, int, int]], highest: int) -> None:
    packing = Packing(3, max(highest, 120))
    keys = packing.packed(monomials)
    assert [*map(tuple, packing.exponents(keys).tolist())] == monomials
    assert packing.degree(keys) == max(map(sum, monomials))
    by_key = sorted(range(len(monomials)), key=lambda i: keys[i])
    definition = sorted(range(len(monomials)), key=lambda i: (sum(monomials[i]), *(-e for e in monomials[i][::-1])))
    assert by_key == definition


@settings(max_examples=examples(100))
@given(st.data(), st.sampled_from([2, 3, 7, 32003, PRIMES[0]]) if chosen_arithmetic() == "flint" else st.none())
def test_a_modular_basis_has_the_leading_monomials_of_flints(data: st.DataObject, p: int) -> None:
    system = data.draw(some_systems(p))
    run = ModularRun(system.ring.size, [integer_terms(f) for f in system.polynomials()], p)
    assert all(work > 0 for work in run.steps())
    leading = {run.growing.members[i].leading for i in run.growing.current}
    basis = groebner_basis(system.ring, system.polynomials())
    assert leading == {next(iter(context_of_terms(f)))[::-1] for f in basis}


def context_of_terms(polynomial: Polynomial) -> list[tuple[int, ...]]:
    """The monomials of a polynomial, lowest variable first, the leading one in the order degrevlex first."""
    return sorted(polynomial.terms, key=lambda e: (sum(e), *(-i for i in e)), reverse=True)


@settings(max_examples=examples(100))
@given(st.data(), st.sampled_from([0, 2, 3, 7, 32003]))
def test_a_guided_basis_generates_the_ideal(data: st.DataObject, p: int) -> None:
    system = data.draw(some_systems(p))
    polynomials = list(system.polynomials())
    found = finished(guided_basis(system.ring, polynomials))
    assert found is not None
    wanted = {f.normal() for f in groebner_basis(system.ring, polynomials)}
    assert {f.normal() for f in groebner_basis(system.ring, found)} == wanted
    assert wanted <= {f.normal() for f in found}
    if p:
        assert len(found) == len(wanted)


@pytest.mark.parametrize("p", [0, 7])
def test_turns_on_a_basis_give_what_one_turn_gives(p: int) -> None:
    ring = Ring.of("x y z", Field(p))
    x, y, z = variables(ring)
    system = [x**2 * y - z, x * y**2 - z * x, y * z - x**2]

    def start() -> OnBasis:
        elements = Elements(ring)
        return OnBasis(elements, guided_basis(ring, system), lambda found: Decomposition(elements, found))

    whole, turns = start(), start()
    assert whole.advance(1 << 60)
    told: list[Any] = []
    turns.tell = told.append
    count = 1
    while not turns.advance(200):
        count += 1
    assert count > 2
    assert turns.complete
    assert told == turns.found
    assert [*map(str, turns.found)] == [*map(str, whole.found)]
    assert turns.work > 0


def test_where_there_is_no_basis() -> None:
    ring = Ring.of("x y")
    x, y = variables(ring)
    assert finished(guided_basis(ring, [])) == ()
    elements = Elements(ring)
    too_large = OnBasis(elements, no_basis(), lambda found: Decomposition(elements, found))
    with pytest.raises(UnsupportedError, match="too large"):
        too_large.advance(100)
    late = guided_basis(ring, [x**2 * y - 1, x * y**2 - x], Deadline.after(0))
    with pytest.raises(LimitError):
        finished(late)


def no_basis() -> Generator[int, None, None]:
    yield 1


@settings(max_examples=examples(100))
@given(st.data(), st.sampled_from([2, 7, 101, PRIMES[0]]) if chosen_arithmetic() == "flint" else st.none())
def test_minimal_polynomials_are_flints(data: st.DataObject, p: int) -> None:
    ring = Ring.of("x y z", Field(p))
    generators = []
    for v, x in enumerate(variables(ring)):
        degree = data.draw(st.integers(1, 3))
        generators.append(x**degree + data.draw(polynomials(ring, degree - 1) if degree > 1 else st.just(x * 0 + v)))
    run = ModularRun(3, [integer_terms(f) for f in generators], p)
    assert all(work > 0 for work in run.steps())
    staircase = Staircase(3, [run.growing.members[i].leading for i in run.growing.current])
    assert staircase.standard is not None
    quotient = ModularQuotient(staircase.standard, as_vectors(run.tails(), staircase.standard), p)
    for variable in range(3):
        assert quotient.minimal_polynomial(variable) == quotient._minimal_polynomial(variable)


@settings(max_examples=examples(60))
@given(some_systems(0), st.sampled_from([500, 0]))
def test_an_exact_basis_is_flints(system: PolynomialSystem, long: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(casbridge.charset.groebner.guided, "_LONG", long)
        try:
            run = exact_run(system)
        except TooLarge:  # a few small systems have coefficients of more than 10,000 bits on the way
            reject()
    found = [{tuple(map(int, e))[::-1]: int(c) for e, c in one.to_dict().items()} for one in run.exact_basis()]
    assert {Polynomial(system.ring, terms).normal() for terms in found} == {
        f.normal() for f in groebner_basis(system.ring, system.polynomials())
    }


def test_wide_monomials_join_narrow_ones() -> None:
    x, y = variables(Ring.of("x y"))
    system = PolynomialSystem.of(x.ring, [x**3 - y, y**40 * x - 1, y**3000 - x])
    run = exact_run(system)
    expected = groebner_basis(x.ring, system.polynomials())
    assert len(run.exact_basis()) == len(expected)


@given(st.lists(st.fractions(max_denominator=10**6), min_size=1, max_size=6))
def test_rational_numbers_come_back(numbers: list[Fraction]) -> None:
    lifting = Lifting([len(numbers)])
    for p in half_primes():
        lifting.take(p, [n.numerator * pow(n.denominator, -1, p) % p for n in numbers])
        found = lifting.rationals()
        if found is not None and lifting.modulus > 1 << 400:
            break
    assert found is not None
    ((numerators, denominator),) = found
    assert [Fraction(n, denominator) for n in numerators] == numbers


def by_basis(system: PolynomialSystem, deadline: Deadline | None = None) -> ByBasis:
    elements = Elements(system.ring, deadline=deadline) if deadline else Elements(system.ring)
    start = ByBasis(elements, [*system.polynomials()])
    assert start.advance(1 << 60)
    return start


def degrees(start: ByBasis) -> int:
    return sum(prod(element.degree for element in chain) for chain in start.found)


@pytest.mark.parametrize(
    ("system", "zeros"),
    [
        (family("katsura", 3), 8),
        (family("katsura", 4), 16),
        (family("cyclic", 3), 6),
        (family("cyclic", 5), 70),
        (family("noon", 3), 21),
        pytest.param(family("katsura", 6), 64, marks=pytest.mark.slow),
        pytest.param(family("cyclic", 6), 156, marks=pytest.mark.slow),
        pytest.param(family("noon", 4), 73, marks=pytest.mark.slow),
    ],
)
def test_numbers_of_zeros_from_the_literature(system: PolynomialSystem, zeros: int) -> None:
    start = by_basis(system)
    assert start.complete
    assert degrees(start) == zeros
    for chain in start.found:
        assert not any(remainder(start.elements, f, chain) for f in system.polynomials())


@st.composite
def finite_over_qq(draw: st.DrawFn) -> PolynomialSystem:
    """Finitely many zeros, which may be multiple: a polynomial in each variable, and more equations."""
    ring = Ring.of(draw(st.sampled_from(["x y", "x y z"])))
    generators = variables(ring)
    univariate = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
    ends = [x**2 + a * x + b for x, (a, b) in zip(generators, draw(st.tuples(*[univariate] * ring.size)), strict=True)]
    return PolynomialSystem.of(ring, [*ends, *draw(st.lists(polynomials(ring, 2, 3).filter(bool), max_size=2))])


def remainder(elements: Elements, polynomial: Polynomial, chain: Any) -> bool:
    """Whether the pseudo-remainder by a chain is not 0."""
    return elements.remainder_by(elements.of_polynomial(polynomial), chain) is not elements.zero


@settings(max_examples=examples(100))
@given(finite_over_qq(), st.booleans())
def test_the_chains_are_those_of_the_decomposition(system: PolynomialSystem, lifting: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if lifting:
            patch.setattr(casbridge.charset.general.by_basis, "_BEFORE_LIFTING", ((0, 5), (10_000, 0)))
        start = by_basis(system)
    assert start.complete
    other = Elements(system.ring)
    expected = [*Decomposition(other, system.polynomials()).chains()]

    def inside(chains: list[Any], elements: Elements, others: list[Any], theirs: Elements) -> bool:
        """Whether each chain has all of another one's polynomials vanish: closed points, so they are equal."""
        return all(
            any(
                all(
                    elements.remainder_by(elements.of_polynomial(theirs.polynomial(e)), chain) is elements.zero
                    for e in one
                )
                for one in others
            )
            for chain in chains
        )

    assert inside(start.found, start.elements, expected, other)
    assert inside(expected, other, start.found, start.elements)


@settings(max_examples=examples(150))
@given(st.data(), st.sampled_from([2, 3, 5, 7]))
def test_over_small_fields_the_zeros_are_those_by_brute_force(data: st.DataObject, p: int) -> None:
    system = data.draw(some_systems(p))
    generators = variables(system.ring)
    system = PolynomialSystem.of(system.ring, [*system.polynomials(), *(x**p - x for x in generators)])
    zeros = zeros_among(system, [range(p)] * system.ring.size)
    try:
        start = by_basis(system)
    except UnsupportedError:  # no linear form over so small a field tells the zeros apart
        assume(len(zeros) > 1)
        return
    elements = start.elements
    assert start.complete
    assert len(start.found) == len(zeros)
    for chain in start.found:  # x - a, y - b, …
        point = tuple(int(-elements.polynomial(e).terms.get((0,) * system.ring.size, 0)) % p for e in chain)
        assert point in zeros


def test_every_zero_of_gf_p_is_found() -> None:
    """A field in which forms separate: more points than one prime of it has lines."""
    ring = Ring.of("x y", Field(101))
    x, y = variables(ring)
    start = by_basis(PolynomialSystem.of(ring, [x**3 - x, y**3 - y]))
    assert len(start.found) == 9
    assert len({tuple(map(str, chain)) for chain in start.found}) == 9


def test_multiple_zeros_are_made_simple() -> None:
    x, y, z = variables(Ring.of("x y z"))
    start = by_basis(PolynomialSystem.of(x.ring, [(x - 1) ** 3, (y**2 - x) ** 2, z**4 + y * z**2]))
    assert start.complete
    assert degrees(start) == 6
    assert len(start.found) == 5  # y = 1: z = 0, z^2 = -1; y = -1: z = 0, z = 1, z = -1


def test_multiple_zeros_of_a_part_that_is_too_large_are_given_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = variables(Ring.of("x y"))
    monkeypatch.setattr(casbridge.charset.general.by_basis, "_MOST_BITS_OF_PARTS", 0)
    with pytest.raises(UnsupportedError, match="multiple zeros in a part"):
        by_basis(PolynomialSystem.of(x.ring, [(x - 1) ** 3 * (x + 1), y**2 - x]))


def test_no_zeros() -> None:
    x, y = variables(Ring.of("x y"))
    start = by_basis(PolynomialSystem.of(x.ring, [x * y - 1, x]))
    assert start.complete
    assert start.found == []


@pytest.mark.parametrize("p", [0, 7])
def test_infinitely_many_zeros_are_refused(p: int) -> None:
    x, y = variables(Ring.of("x y", Field(p)))
    start = ByBasis(Elements(x.ring), [x * y])
    with pytest.raises(UnsupportedError, match="infinitely many"):
        start.advance(1 << 60)
    assert not start.fits


def modular_run(system: PolynomialSystem, p: int) -> ModularRun:
    images = [{e: c % p for e, c in integer_terms(f).items() if c % p} for f in system.polynomials()]
    run = ModularRun(system.ring.size, images, p)
    assert all(work > 0 for work in run.steps())
    return run


def number_is_proved(system: PolynomialSystem, p: int) -> bool:
    generators = [integer_terms(f) for f in system.polynomials()]
    return finished(is_bounded_by(modular_run(system, p), generators, context_of(system.ring), bits=10_000))


@pytest.mark.parametrize("system", [family("katsura", 3), family("cyclic", 5), family("noon", 3)])
def test_a_good_prime_bounds_the_number_of_zeros(system: PolynomialSystem) -> None:
    assert number_is_proved(system, PRIMES[0])


@pytest.mark.parametrize(
    "equations", ["7*x^2 + x\ny - x", "7*x - 1\ny", "x*y - 1\n7*y^2 + y - x", "7*x^3 + x*y - 1\ny^2 + x"]
)
def test_zeros_that_vanish_modulo_the_prime_are_not_overlooked(equations: str) -> None:
    """Modulo 7 these have fewer zeros than over QQ."""
    system = read_system(equations)
    run = modular_run(system, 7)
    standard = Staircase(2, [run.growing.members[i].leading for i in run.growing.current]).standard
    assert standard is not None
    exact = exact_run(system)
    right = Staircase(2, [exact.growing.members[i].leading for i in exact.growing.current]).standard
    assert right is not None
    assert len(standard) < len(right)
    with suppress(BadPrime):
        assert not number_is_proved(system, 7)


@pytest.mark.parametrize(
    ("system", "form"),
    [
        (family("katsura", 3), [0, 0, 0, 1]),
        (family("katsura", 3), [3, -1, 2, -4]),
        (family("noon", 3), [1, -2, 5]),
        (read_system("2*x - 1\ny*x - 3"), [0, 1]),
        (read_system("x^2 - 2\ny^2 - 3\nx*y + 5*(x^2 - 2)*y - x*y"), [1, 2]),
    ],
)
def test_simple_zeros_are_lifted(system: PolynomialSystem, form: list[int]) -> None:
    run = modular_run(system, PRIMES[0])
    standard = Staircase(len(form), [run.growing.members[i].leading for i in run.growing.current]).standard
    assert standard is not None
    points = ModularQuotient(standard, as_vectors(run.tails(), standard), run.p).parametrized(form)
    assert points is not None
    equations = [integer_terms(f) for f in system.polynomials()]
    found = finished(lifted_points(points, form, equations, run.p, most=200))
    assert found is not None
    assert sum(one.minimal.degree() for one in found) == len(standard)
    assert all(finished(vanish(one, equations, [one.minimal])) for one in found)


def test_a_chain_by_another_proof_is_the_same() -> None:
    """√2 and √3 + √2: the lowest variable does not generate the field."""
    from casbridge.charset.groebner.closed_points import closed_point

    system = read_system("x^2 - 2\ny^2 - 2*x*y - 1")
    equations = [integer_terms(f) for f in system.polynomials()]
    run = modular_run(system, PRIMES[0])
    standard = Staircase(2, [run.growing.members[i].leading for i in run.growing.current]).standard
    assert standard is not None
    points = ModularQuotient(standard, as_vectors(run.tails(), standard), run.p).parametrized([1, 0])
    assert points is not None
    (found,) = finished(lifted_points(points, [1, 0], equations, run.p, most=100)) or ()
    chains = [finished(closed_point(found, found.minimal, equations, good=p)) for p in (0, run.p)]
    assert chains[0] == chains[1]
    assert chains[0] is not None
    assert [max(sum(e) for e in terms) for terms in chains[0]] == [2, 2]
    wrong = Parametrisation(found.minimal, (found.numerators[0], found.numerators[1] + 1), found.denominator, (1, 0))
    with pytest.raises(LimitError):
        finished(closed_point(wrong, found.minimal, equations, Deadline.after(0.2), good=run.p))


def test_multiple_zeros_and_zeros_of_the_prime_alone_are_not_lifted() -> None:
    from casbridge.charset.groebner.quotient import Parametrized

    point = Parametrized([0, 1], [[0]])
    assert finished(lifted_points(point, [1], [{(2,): 1}], 7, most=50)) is None
    assert finished(lifted_points(point, [1], [{(1,): 1}, {(2,): 1, (0,): 7}], 7, most=50)) is None


def test_a_wrong_parametrisation_is_refuted() -> None:
    system = family("katsura", 3)
    run = exact_run(system)
    basis = IntegerBasis(run.exact_basis(), Staircase(4, [run.growing.members[i].leading for i in run.growing.current]))
    points = finished(parametrised(basis, [0, 0, 0, 1]))
    assert points is not None
    factors = [factor for factor, _ in points.minimal.factor()[1]]
    equations = [integer_terms(f) for f in system.polynomials()]
    assert finished(vanish(points, equations, factors))
    first, *others = points.numerators
    for wrong in (first + 1, first * 2, -first):
        changed = Parametrisation(points.minimal, (wrong, *others), points.denominator, points.form)
        assert not finished(vanish(changed, equations, factors))


def test_a_number_that_is_a_multiple_of_many_primes_is_not_zero() -> None:
    """The bound of the proof is real: it asks more primes than those that divide the number."""
    from flint import fmpz_poly

    from casbridge.charset.groebner.primes import word_primes

    primes = word_primes()
    number = prod(next(primes) for _ in range(4))
    points = Parametrisation(fmpz_poly([-2, 0, 1]), (fmpz_poly([4]),), 1, (1,))
    assert finished(vanish(points, [{(2,): number, (0,): -2 * number}], [points.minimal]))
    assert not finished(vanish(points, [{(1,): number}], [points.minimal]))


def test_a_prime_that_divides_coefficients_does_no_harm() -> None:
    x, y = variables(Ring.of("x y"))
    p = PRIMES[0]
    system = PolynomialSystem.of(x.ring, [x**2 - p, y * (p * x - 1) - 1])
    start = by_basis(system)
    assert start.complete
    assert degrees(start) == 2
    chains = [*GeneralSeries(PolynomialSystem.of(x.ring, [p * x**2 - 1, p * y - x]))]
    assert len(chains) == 1


def test_too_large_coefficients_and_the_deadline() -> None:
    with pytest.raises(TooLarge):
        exact_run(family("katsura", 4), bits=8)
    with pytest.raises(LimitError):
        by_basis(family("katsura", 6), Deadline.after(0))


def test_a_leading_coefficient_that_vanishes_modulo_the_prime_is_noticed() -> None:
    x, y = variables(Ring.of("x y"))
    with pytest.raises(BadPrime):
        exact_run(PolynomialSystem.of(x.ring, [PRIMES[0] * x**2 - y, x * y - 1]))


@pytest.mark.parametrize("lifting", [False, True])
@pytest.mark.parametrize("length", [1, 2, 3])
def test_points_whose_lowest_variable_does_not_tell_them_apart(
    length: int, lifting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """√2, √3 and √6 times signs: x stands for few numbers, y for more."""
    if lifting:
        monkeypatch.setattr(casbridge.charset.general.by_basis, "_BEFORE_LIFTING", ((0, 5), (10_000, 0)))
    ring = Ring.of("x y z")
    x, y, z = variables(ring)
    system = PolynomialSystem.of(ring, [x**2 - 2, y**2 - 3 - x, (z - y) ** length * (z - x * y)])
    start = by_basis(system)
    assert start.complete
    assert degrees(start) == 8
    assert sorted(tuple(e.degree for e in chain) for chain in start.found) == [(2, 2, 1), (2, 2, 1)]


def test_all_sign_changes_of_a_point() -> None:
    ring = Ring.of("x y z")
    x, y, z = variables(ring)
    start = by_basis(PolynomialSystem.of(ring, [x**2 - 1, y**2 - 4, z**2 - 9]))
    assert {tuple(map(str, chain)) for chain in start.found} == {
        (f"x{a}", f"y{b}", f"z{c}") for a, b, c in product((" - 1", " + 1"), (" - 2", " + 2"), (" - 3", " + 3"))
    }
