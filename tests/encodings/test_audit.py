"""The audit and the search for values: the seeds' facts, and brute force."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice
from math import prod

import pytest
from hypothesis import given, strategies as st

from casbridge.algebra import QQ, Field
from casbridge.algebra.multisets import EqualMultisets, prime_factors
from casbridge.encodings import Encoding, audit, default_values, parse_digits, search_values
from casbridge.encodings.auditing import has_infinite_order, tangent_points
from casbridge.errors import EncodingError, InputError, UnsupportedError

SEED_VALUES = (1, 2, 3, 4, 5, 6, 7, -1, -2)


def brute_force(values: tuple[int, ...], p: int = 0) -> list[tuple[int, ...]]:
    """The multisets with the sum and the product of the values, tried one by one."""

    def key(multiset: tuple[int, ...]) -> tuple[int, int]:
        total, product = sum(multiset), prod(multiset)
        return (total % p, product % p) if p else (total, product)

    wanted = key(values)
    return [m for m in combinations_with_replacement(sorted(values), len(values)) if key(m) == wanted]


class TestMultisets:
    @given(st.sets(st.integers(-12, 14), min_size=1, max_size=6))
    def test_over_the_integers(self, values: set[int]) -> None:
        found = EqualMultisets(tuple(values))
        assert sorted(found) == brute_force(tuple(values))
        assert found.count() == len(list(found))

    @given(st.sets(st.integers(-12, 14), min_size=1, max_size=6), st.sampled_from([2, 3, 7, 11, 31, 101]))
    def test_modulo_p(self, values: set[int], p: int) -> None:
        different = tuple({value % p: value for value in values}.values())
        found = EqualMultisets(different, Field(p))
        assert sorted(found) == brute_force(different, p)
        assert found.count() == len(list(found))

    def test_sixteen_values(self) -> None:
        assert EqualMultisets(range(1, 17)).count() == 377

    @pytest.mark.slow
    def test_twenty_five_values(self) -> None:
        assert EqualMultisets(range(1, 26)).count() == 176128

    def test_budget(self) -> None:
        with pytest.raises(UnsupportedError, match="too large tables"):
            EqualMultisets(range(1, 17), Field(10007), budget=1000)
        with pytest.raises(UnsupportedError, match="values up to"):
            EqualMultisets((1, 2**40))

    @given(st.integers(-5000, 5000).filter(bool))
    def test_prime_factors(self, number: int) -> None:
        by_definition = [q for q in range(2, abs(number) + 1) if number % q == 0 and all(q % d for d in range(2, q))]
        assert (
            prime_factors(number) == by_definition
            if abs(number) < 300
            else all(number % q == 0 for q in prime_factors(number))
        )


class TestSumProduct:
    def test_one_to_nine(self) -> None:
        result = audit("sum-product", range(1, 10))
        assert result.others == ((1, 2, 4, 4, 4, 5, 7, 9, 9),)
        assert (result.sufficient, result.count) == (False, 1)

    def test_two_to_ten(self) -> None:
        result = audit("sum-product", range(2, 11))
        assert (2, 3, 4, 6, 6, 6, 7, 10, 10) in result.others
        assert list(result.others) == [m for m in brute_force(tuple(range(2, 11))) if len(set(m)) < 9]

    def test_the_seeds_values(self) -> None:
        assert audit("sum-product", SEED_VALUES).sufficient
        assert brute_force(SEED_VALUES) == [tuple(sorted(SEED_VALUES))]

    @pytest.mark.parametrize("p", [11, 13, 101, 211])
    def test_modulo_p(self, p: int) -> None:
        result = audit("sum-product", SEED_VALUES, Field(p), listed=10_000)
        others = [m for m in brute_force(SEED_VALUES, p) if m != tuple(sorted(SEED_VALUES))]
        assert list(result.others) == others
        assert result.sufficient == (not others)

    def test_listing_is_bounded_and_counting_is_not(self) -> None:
        result = audit("sum-product", range(1, 17), listed=5)
        assert len(result.others) == 5
        assert result.count == 376
        assert result.describe().endswith("and 371 more")

    def test_zero_as_a_digit(self) -> None:
        result = audit("sum-product", range(5), listed=100)
        assert result.count == 6
        assert all(0 in multiset and sum(multiset) == 10 for multiset in result.others)

    def test_digits_that_are_the_same_in_the_field(self) -> None:
        with pytest.raises(EncodingError, match=r"1 and 8 are the same in GF\(7\)"):
            audit("sum-product", range(1, 10), Field(7))


class TestOverTheField:
    @given(st.sets(st.integers(-9, 12), min_size=3, max_size=5))
    def test_rational_witness(self, values: set[int]) -> None:
        result = audit("sum-product", tuple(values), scope="field")
        if result.sufficient is None:
            assert not result.others
            return
        (witness,) = result.others
        assert sum(witness) == sum(values)
        assert prod(witness) == prod(values)
        assert witness != tuple(sorted(values))

    @given(st.sets(st.integers(-9, 12), min_size=1, max_size=5), st.sampled_from([11, 29, 2003, 2**31 - 1]))
    def test_modular_witness(self, values: set[int], p: int) -> None:
        different = tuple({value % p: value for value in values}.values())
        result = audit("sum-product", different, Field(p), scope="field")
        for witness in result.others:
            assert (sum(witness) - sum(different)) % p == 0
            assert (prod(witness) - prod(different)) % p == 0
            assert witness != tuple(sorted(value % p for value in different))

    def test_two_cells_are_enough(self) -> None:
        assert audit("sum-product", (1, 2), scope="field").sufficient

    def test_infinitely_many(self) -> None:
        result = audit("sum-product", range(1, 5), scope="field")
        assert result.count is None
        assert "infinitely many" in result.reason
        points = list(tangent_points((1, 2, 3), QQ))
        assert len(set(points)) == 4
        assert any(has_infinite_order(point) for point in points)

    def test_torsion_is_undecided(self) -> None:
        result = audit("sum-product", (-2, 1, 4), scope="field")
        assert result.sufficient is None
        assert "complex" in result.reason

    def test_small_fields_are_exhausted(self) -> None:
        result = audit("sum-product", (1, 2, 3), Field(5), scope="field")
        everything = combinations_with_replacement(range(5), 3)
        assert result.count == sum(1 for m in everything if sum(m) % 5 == 1 and prod(m) % 5 == 1) - 1


class TestOtherEncodings:
    @pytest.mark.parametrize("encoding", ["colouring", "symmetric", "indicators"])
    @pytest.mark.parametrize("scope", ["digits", "field"])
    def test_sufficient_with_a_reason(self, encoding: str, scope: str) -> None:
        result = audit(encoding, range(1, 10), Field(11), scope=scope)
        assert result.sufficient
        assert result.count == 0
        assert result.reason

    def test_indicators_modulo_a_small_prime(self) -> None:
        assert "products of pairs" in audit("indicators", range(1, 10), Field(2)).reason

    def test_scope_is_checked(self) -> None:
        with pytest.raises(InputError, match="one of digits, field"):
            audit("colouring", (1, 2), scope="everywhere")


class TestSearch:
    @pytest.mark.slow
    @pytest.mark.parametrize("digits", [1, 4, 8, 9, 10, 11, 12, 13, 14, 16])
    def test_found_values_are_enough(self, digits: int) -> None:
        values = next(search_values(digits))
        assert audit("sum-product", values).sufficient
        assert len(values) == digits
        if digits != 9:
            assert values == default_values(digits)

    def test_nine_digits_need_one_change(self) -> None:
        found = list(islice(search_values(9), 40))
        assert found[0] == (1, 2, 3, 4, 5, 6, 7, 8, -1)
        assert all(audit("sum-product", values).sufficient for values in found)
        assert len(set(found)) == 40

    def test_smallest_changes_by_brute_force(self) -> None:
        kept = [set(range(1, 10)) - {digit} for digit in range(1, 10)]
        enough = {tuple(sorted(k | {new})) for k in kept for new in (-1, -2) if len(brute_force(tuple(k | {new}))) == 1}
        searched = (tuple(sorted(values)) for values in search_values(9))
        assert set(islice(searched, len(enough))) == enough

    def test_modulo_p(self) -> None:
        assert next(search_values(6, Field(11))) == (1, 2, 3, 4, 5, -2)
        values = next(search_values(9, Field(101)))
        assert len(brute_force(values, 101)) == 1

    def test_none_exist_modulo_a_small_prime(self) -> None:
        assert list(search_values(4, Field(5))) == [
            values for values in [(1, 2, 3, 4)] if len(brute_force(values, 5)) == 1
        ]
        nonzero = range(1, 7)
        exist = [chosen for chosen in combinations(nonzero, 5) if len(brute_force(chosen, 7)) == 1]
        assert bool(exist) == bool(list(islice(search_values(5, Field(7)), 1)))

    def test_effort_is_bounded(self) -> None:
        with pytest.raises(UnsupportedError, match="without an end"):
            next(search_values(16, effort=5))
        with pytest.raises(InputError, match="1 to 25"):
            search_values(26)


class TestDefaultValues:
    @pytest.mark.parametrize("digits", [*range(1, 21), 25])
    def test_enough_over_the_rationals(self, digits: int) -> None:
        assert audit("sum-product", default_values(digits)).sufficient

    def test_no_change_where_none_is_needed(self) -> None:
        for digits in range(1, 9):
            assert default_values(digits) == tuple(range(1, digits + 1))
            assert audit("sum-product", range(1, digits + 1)).sufficient

    def test_modulo_p(self) -> None:
        for digits, p in [(4, 11), (6, 11), (9, 211)]:
            assert audit("sum-product", default_values(digits, Field(p)), Field(p)).sufficient
        with pytest.raises(EncodingError, match="9 digits"):
            default_values(9, Field(11))


class TestReports:
    def test_json(self) -> None:
        document = json.loads(json.dumps(audit("sum-product", (1, 2, 3), scope="field").as_dict()))
        assert document["others"] == [["-3/2", "-1/2", 8]]
        assert document["field"] == "QQ"
        assert Fraction(document["others"][0][0]) == Fraction(-3, 2)

    def test_text_says_the_values(self) -> None:
        text = audit("sum-product", range(1, 10), values=SEED_VALUES).describe()
        assert "8 -> -1, 9 -> -2" in text
        assert "over the digits: sufficient" in text
        assert audit("sum-product", range(1, 10)).encoding is Encoding.SUM_PRODUCT


class TestParseDigits:
    @given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=20, unique=True))
    def test_lists(self, digits: list[int]) -> None:
        assert parse_digits(",".join(map(str, digits))) == tuple(digits)

    @given(st.integers(-50, 50), st.integers(0, 60))
    def test_ranges(self, first: int, more: int) -> None:
        assert parse_digits(f"{first}-{first + more}") == tuple(range(first, first + more + 1))

    @pytest.mark.parametrize(
        "text", ["", "a", "1-", "9-1", "1,,2", "1,1", "1-3,2", "1-99999999", "1.5", "9999999", "٣"]
    )
    def test_errors_are_one_line(self, text: str) -> None:
        with pytest.raises(InputError) as caught:
            parse_digits(text)
        assert "\n" not in str(caught.value)
        assert caught.value.exit_code == 2
