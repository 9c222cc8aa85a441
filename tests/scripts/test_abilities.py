"""What a method can do, as data: texts, values for JSON, objections."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from casbridge.algebra import Field, PolynomialSystem, Ring
from casbridge.algebra.answers import Task
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.errors import UsageError
from casbridge.scripts import ANY_FIELD, PRIMES, RATIONALS, Ground, Method, Sizes

EMPTY = PolynomialSystem.of(Ring.of(""), [])


def factoring(*fields: Ground) -> Method:
    return Method("factor", Task.FACTORS, "factors", fields)


@pytest.mark.parametrize(
    ("ground", "text"),
    [
        (RATIONALS, "QQ"),
        (PRIMES, "GF(p)"),
        (Ground("GF(p)", 65521), "GF(p) (p <= 65521)"),
        (Ground("GF(p)", 2**31 - 1), "GF(p) (p < 2^31)"),
        (Ground("GF(p)", 2), "GF(p) (p <= 2)"),
        (Ground("QQ", most_extensions=2), "QQ (2 extensions)"),
        (Ground("QQ", most_extensions=None, most_variables_extended=1), "QQ (towers with one variable)"),
        (Ground("GF(p)", most_variables=1), "GF(p) (one variable)"),
    ],
)
def test_a_ground_field_in_words(ground: Ground, text: str) -> None:
    assert str(ground) == text


def test_there_are_two_kinds_of_ground_fields() -> None:
    with pytest.raises(UsageError, match="expected 'QQ' or 'GF"):
        Ground("RR")


@pytest.mark.parametrize(
    ("method", "text", "reason"),
    [
        (factoring(RATIONALS), "factor: x^2 - 1", None),
        (factoring(RATIONALS), "field: 7\nfactor: x^2 - 1", "m:factor works over QQ, not over GF(7)"),
        (factoring(Ground("GF(p)", 7)), "field: 7\nfactor: x^2 - 1", None),
        (
            factoring(Ground("GF(p)", 7)),
            "field: 11\nfactor: x^2 - 1",
            "m:factor works over GF(p) (p <= 7), not over GF(11)",
        ),
        (factoring(PRIMES), "factor: x^2 - 1", "m:factor works over GF(p), not over QQ"),
        (factoring(*ANY_FIELD), "factor: x^2 - a\na^2 - 2", "a tower of one extension of QQ, and m:factor takes none"),
        (
            factoring(Ground("QQ", most_extensions=1)),
            "variables: a b x\nfactor: x^2 - a*b\na^2 - 2\nb^2 - a",
            "a tower of 2 extensions of QQ, and m:factor takes one extension",
        ),
        (factoring(Ground("QQ", most_extensions=1)), "factor: x^2 - a\na^2 - 2", None),
        (factoring(Ground("QQ", most_extensions=None)), "variables: a b x\nfactor: x^2 - a*b\na^2 - 2\nb^2 - a", None),
        (
            factoring(Ground("QQ", most_variables=1)),
            "factor: x^2 - y^2",
            "m:factor factors polynomials in one variable over QQ, and this one has 2",
        ),
        (factoring(Ground("QQ", most_variables=1)), "variables: x y\nfactor: x^2 - 1", None),
        (
            factoring(Ground("QQ", most_extensions=1, most_variables_extended=1)),
            "factor: x^2 - a*y^2\na^2 - 2",
            "m:factor factors polynomials in one variable over an extension of QQ, and this one has 2",
        ),
        (factoring(Ground("QQ", most_extensions=1, most_variables_extended=1)), "factor: x^2 - y^2", None),
        # The equations of a system are a tower only where a polynomial is factored over it.
        (Method("std", Task.BASIS, "a basis"), "factor: x^2 - 1\nx*y - 1\ny^2", None),
        (Method("std", Task.BASIS, "a basis"), "parameters: a\na*x - 1", "m:std takes no parameters"),
        (Method("std", Task.BASIS, "a basis", parameters=True), "parameters: a\na*x - 1", None),
    ],
)
def test_fields_that_a_method_has_not(method: Method, text: str, reason: str | None) -> None:
    assert method.objection_to(read_system(text), "m") == reason


@pytest.mark.parametrize(
    ("sizes", "text", "reason"),
    [
        (Sizes(), "field: 7\nx^9 - 1", None),
        (Sizes(largest_degree=9), "x^9 - 1", None),
        (Sizes(largest_degree=8), "x^9 - 1", "m:do takes degrees <= 8, and there is one of 9"),
        (Sizes(largest_degree=8), "saturate: x^5*y^4\nx - y", "m:do takes degrees <= 8, and there is one of 9"),
        (Sizes(smallest_degree=1), "x^9 - 1\n3", "m:do takes degrees >= 1, and there is one of 0"),
        (Sizes(smallest_degree=1), "x^9 - 1\n0", None),
        (Sizes(fewest_variables=2), "x^9 - 1", "m:do takes at least 2 variables, and there is 1"),
        (Sizes(fewest_variables=1, most_variables=1), "x - y", "m:do takes exactly one variable, and there are 2"),
        (Sizes(fewest_variables=1, most_variables=2), "0", "m:do takes at least one variable, and there is none"),
        (Sizes(fewest_variables=1, most_variables=1), "0", "m:do takes exactly one variable, and there is none"),
        (Sizes(most_variables=1), "x - y", "m:do takes at most one variable, and there are 2"),
        (Sizes(most_variables=1), "x", None),
        (
            Sizes(fewest_equations=1),
            "variables: x\n0",
            "m:do takes at least one equation other than 0 = 0, and there is none",
        ),
        (Sizes(fewest_equations=1), "x", None),
        (Sizes(most_points=49), "field: 7\nx*y - 1", None),
        (Sizes(most_points=48), "field: 7\nx*y - 1", "m:do takes at most 48 points, and there are 7^2"),
        (Sizes(most_points=48), "x*y - 1", "m:do takes at most 48 points, and QQ has infinitely many"),
        # What is not known before the script has run is no objection.
        (Sizes(largest_dimension=0), "x*y - 1", None),
    ],
)
def test_sizes_that_a_method_has_not(sizes: Sizes, text: str, reason: str | None) -> None:
    assert Method("do", Task.PRIMES, "anything", sizes=sizes).objection_to(read_system(text), "m") == reason


def test_parameters_are_no_variables() -> None:
    method = Method("do", Task.PRIMES, "anything", parameters=True, sizes=Sizes(fewest_variables=2, most_variables=2))
    assert method.objection_to(read_system("parameters: a b\nvariables: x y\na*x - y")) is None


def test_an_objection_of_the_author_comes_last() -> None:
    """It is asked about no system that the data refuses."""
    asked: list[PolynomialSystem] = []

    def tired(system: PolynomialSystem) -> str:
        asked.append(system)
        return "I am tired"

    seven = PolynomialSystem(Ring.of("x", Field(7)), ())
    method = Method("do", Task.PRIMES, "anything", (PRIMES,), objection=tired)
    assert method.objection_to(EMPTY) == "do works over GF(p), not over QQ"
    small = Method("do", Task.PRIMES, "anything", (PRIMES,), sizes=Sizes(most_variables=0), objection=tired)
    assert small.objection_to(seven) != "I am tired"
    assert not asked
    assert method.objection_to(seven) == "I am tired"


@pytest.mark.parametrize("name", registry.OWN_BACKENDS)
def test_what_our_methods_can_do_is_data(name: str) -> None:
    for method in registry.get(name).methods:
        document = json.loads(json.dumps(method.as_dict()))
        assert {one["name"] for one in document["fields"]} <= {"QQ", "GF(p)"}
        assert document["fields"]
        assert document["does"].startswith("QQ" if document["fields"][0]["name"] == "QQ" else "GF(p)")
        assert document["sizes"] == {**vars(method.sizes)}


def test_each_limit_is_in_the_words() -> None:
    limits = {
        "smallest_degree": "degree >= 3",
        "largest_degree": "degree <= 3",
        "fewest_variables": "at least 3 variables",
        "most_variables": "at most 3 variables",
        "fewest_equations": "at least 3 equations",
        "most_points": "at most 3 points",
        "largest_dimension": "zeros of dimension <= 3",
    }
    assert set(limits) == set(vars(Sizes()))
    for name, text in limits.items():
        assert Method("do", Task.PRIMES, "", (RATIONALS,), sizes=replace(Sizes(), **{name: 3})).does == f"QQ; {text}"


def test_a_field_of_each_kind_is_recognised() -> None:
    primes = Method("do", Task.PRIMES, "", (PRIMES,))
    assert primes.objection_to(PolynomialSystem.of(Ring.of("x", Field(2)), [])) is None
    assert primes.objection_to(PolynomialSystem.of(Ring.of("x"), [])) == "do works over GF(p), not over QQ"
