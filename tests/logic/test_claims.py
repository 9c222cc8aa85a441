"""Claims as polynomials: what the forms of a claim have to do with each other, by algebra and by trying all digits."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import QQ, Field, Polynomial
from casbridge.encodings import patterns
from casbridge.errors import UnsupportedError
from casbridge.logic import Claim, ProofStatus, claims_of, explain, first_state
from casbridge.logic.claims import LARGEST_PRODUCT, _one_is, claim_field, unit_lemma
from casbridge.logic.proving import ReferenceProver, first_zero
from tests.effort import examples
from tests.logic.test_checking import first_named


@st.composite
def claims(draw: st.DrawFn, digits: int = 4) -> Claim:
    """Claims about at most four cells."""
    size = draw(st.integers(1, 4))
    everything = (1 << digits) - 1
    domains = tuple(draw(st.lists(st.integers(0, everything), min_size=size, max_size=size)))
    pairs = list(combinations(range(size), 2))
    differ = tuple(draw(st.lists(st.sampled_from(pairs), unique=True))) if pairs else ()
    places = st.lists(st.integers(0, size - 1), min_size=1, unique=True).map(lambda found: tuple(sorted(found)))
    occurs = tuple(draw(st.lists(st.tuples(places, st.integers(1, digits)), max_size=2)))
    target = draw(st.integers(-1, size - 1))
    concluded = draw(st.integers(0, everything)) & domains[target] if target >= 0 else 0
    return Claim(digits, domains, differ, occurs, target, concluded)


PROVER = ReferenceProver()


@settings(max_examples=examples(200), deadline=None)
@given(claims(), st.integers(0, 15))
def test_all_forms_of_a_claim_say_the_same(claim: Claim, relevant: int) -> None:
    holds = claim.counterexample_by_search() is None
    assert (PROVER.decide(claim).proof is ProofStatus.PROVED) is holds
    for same in (
        claim.negation,
        claim.smaller,
        claim.negation.smaller,
        claim.canonical,
        claim.negation.smaller.canonical,
    ):
        assert (same.counterexample_by_search() is None) is holds
    relaxed = claim.relaxed(relevant)
    if relaxed.counterexample_by_search() is None:
        assert holds
    assert (PROVER.decide(claim, relevant).proof is ProofStatus.PROVED) is holds
    zero = first_zero(claim.negation)
    assert (zero is None) is holds
    if zero is not None:
        assert claim.is_counterexample(zero)
    assert claim.canonical.canonical == claim.canonical


@settings(max_examples=examples(100), deadline=None)
@given(claims(3))
def test_the_polynomials_vanish_where_the_claim_says(claim: Claim) -> None:
    """Over the field of claims and over QQ, at all points whose coordinates are digits."""
    from itertools import product

    for field in (None, QQ):
        whole = list(claim.hypotheses(field).polynomials())
        conclusion = claim.conclusion(field)
        for point in product(range(1, 4), repeat=len(claim.domains)):
            vanish = not any(polynomial.evaluate(point) for polynomial in whole)
            if claim.is_counterexample(point):
                assert vanish
                assert conclusion.evaluate(point)
            elif vanish:
                assert not conclusion.evaluate(point)
                assert claim.target >= 0


@pytest.mark.parametrize("field", [QQ, Field(11)])
def test_a_digit_that_occurs_is_a_combination_of_the_units_symmetric_equations(field: Field) -> None:
    """∏ (x_i − d) = Σ (e_k(x) − e_k(digits)) · (−d)^(n−k), and it vanishes at all permutations."""
    for n in (1, 2, 3, 4, 5):
        digits = range(1, n + 1)
        elementary = [patterns.elementary(field, digits, degree) for degree in digits]
        for d in digits:
            product = _one_is(field, n, d)
            combination = Polynomial.constant(product.ring, 0)
            for degree, polynomial in zip(digits, elementary, strict=True):
                # ∏ (x_i − d) has e_k(x) with the coefficient (−d)^(n−k); at the digits themselves it is 0.
                combination += polynomial * (-d) ** (n - degree)
            assert product == combination
            assert not any(product.evaluate(point) for point in permutations(digits))


def test_differences_of_a_whole_unit_imply_that_each_digit_occurs() -> None:
    for n in (2, 3, 4):
        cells = tuple(range(n))
        for d in range(1, n + 1):
            without = tuple([(1 << n) - 1 & ~(1 << (d - 1))] * n)
            claim = Claim(n, without, tuple(combinations(cells, 2)), (), -1, 0)
            assert PROVER.decide(claim).proof is ProofStatus.PROVED


def test_the_conclusions_lie_in_the_ideal_itself() -> None:
    """The hypotheses' ideal is radical: SymPy's Gröbner basis of it, as it stands, reduces the conclusion to zero."""
    from sympy import GF, groebner, symbols
    from sympy.parsing.sympy_parser import parse_expr

    small = [
        Claim(4, (0b0011, 0b0011, 0b1111), ((0, 1), (0, 2), (1, 2)), (), 2, 0b1110),
        Claim(4, (0b1110, 0b1110, 0b0111, 0b1111), (), (((0, 1, 2, 3), 4),), 3, 0b1111),
        Claim(4, (0b0110, 0b0011, 0b0101, 0b1111), ((0, 1), (0, 2), (1, 3), (2, 3)), (), 3, 0b1110),
    ]
    for claim in small:
        holds = claim.counterexample_by_search() is None
        names = symbols(claim.ring().variables)
        scope = {str(name): name for name in names}
        hypotheses = [parse_expr(text, scope) for text in claim.hypothesis_texts()]
        basis = groebner(hypotheses, *names, domain=GF(11), order="grevlex")
        conclusion = parse_expr(claim.conclusion_text(), scope)
        assert basis.contains(conclusion) is holds
    assert [claim.counterexample_by_search() is None for claim in small] == [True, True, True]


def test_the_lemma_about_units() -> None:
    for digits in (1, 2, 4, 9, 10, 16):
        for digit in range(1, digits + 1):
            assert PROVER.decide(unit_lemma(digits, digit)).proof is ProofStatus.PROVED
    assert claim_field(25).characteristic == 29


def test_the_texts_are_the_polynomials() -> None:
    from casbridge.algebra.expressions import parse_polynomial

    for name in ("hidden single", "X-wing", "XY-wing"):
        puzzle, before, step = first_named(name)
        claim = next(claims_of(step, puzzle.layout, first_state(puzzle).after(*before).candidates))
        if max((len(places) for places, _ in claim.occurs), default=0) > LARGEST_PRODUCT:
            continue
        ring = claim.ring()
        written = [parse_polynomial(text, ring) for text in claim.hypothesis_texts()]
        assert written == list(claim.hypotheses().polynomials())
        assert parse_polynomial(claim.conclusion_text(), ring) == claim.conclusion()


def test_only_what_is_named_is_used() -> None:
    """The variables of a claim are the cells that the step names, those of its digits' units, and the concluded one."""
    puzzle, before, step = first_named("naked pair")
    claim = next(claims_of(step, puzzle.layout, first_state(puzzle).after(*before).candidates))
    named = {puzzle.layout.cell_name(cell) for cell in step.cells} | {
        puzzle.layout.cell_name(cell) for pair in step.differ for cell in pair
    }
    assert set(claim.names) == named
    target = claim.names[claim.target]
    assert claim.domains[claim.target] == 0b111111111
    assert target == puzzle.layout.cell_name(step.removals[0].cell)


def test_a_product_that_is_too_long_has_a_system_all_the_same() -> None:
    claim = Claim(25, ((1 << 25) - 1,) * 25, (), ((tuple(range(25)), 7),), -1, 0)
    with pytest.raises(UnsupportedError, match="25 factors"):
        claim.hypotheses()
    assert PROVER.decide(claim).proof is ProofStatus.REFUSED


def test_claims_of_an_explanation_are_remembered() -> None:
    prover = ReferenceProver()
    puzzle, _, _ = first_named("hidden single")
    from casbridge.logic import check_explanation

    check = check_explanation(explain(puzzle), prover)
    assert check.asked < 60 < check.claims
    assert check_explanation(explain(puzzle), prover).asked == 0
