"""Filters of jobs: patterns, their short forms, and what is told of those that match nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casbridge.errors import UsageError
from casbridge.studies.filters import ALL_JOBS, FILTER_KEYS, Filter, check_values, filter_of, only
from casbridge.studies.values import Row

ROW = Row(1, "sub/top95.txt:3", "", None, "symmetric", "GF(11)", "auto", "singular@4.4:std", 2, "waiting")
CYCLIC = replace(ROW, input="cyclic-6", family="cyclic", n=6, encoding="", field="", backend="reference")


@pytest.mark.parametrize(
    "text",
    [
        "sub/top95.txt:3",
        "sub/top95.txt",
        "*top95*",
        "inputs=*:3",
        "input=sub/*",
        "backends=singular",
        "backends=singular@4.4",
        "backends=singular@*",
        "backend=singular@4.4:std",
        "backends=*:std",
        "field=11",
        "field=GF(11)",
        "field=F_11",
        "field=GF*",
        "encoding=sym*",
        "variable_order=auto",
        "repeat=2",
        "repeat=1,2",
        "family=",
    ],
)
def test_a_row_matches(text: str) -> None:
    if text == "family=":
        assert Filter((("family", ("",)),)).matches(ROW)
        return
    assert only([text]).matches(ROW)


@pytest.mark.parametrize(
    "text",
    [
        "top95.txt",
        "sub",
        "backends=std",
        "backends=singular@4.3",
        "field=QQ",
        "repeat=1",
        "n=6",
        "inputs=SUB/*",
        "field=own",
    ],
)
def test_a_row_does_not_match(text: str) -> None:
    assert not only([text]).matches(ROW)


def test_the_own_field_and_the_size_of_a_family() -> None:
    assert only(["field=own", "n=6", "family=cyclic"]).matches(CYCLIC)
    assert only(["field=*"]).matches(CYCLIC)


def test_alternatives_of_a_key_and_all_keys() -> None:
    wanted = only(["cyclic-*", "katsura-*", "backends=reference", "backends=sympy"])
    assert wanted.matches(CYCLIC)
    assert not wanted.matches(replace(CYCLIC, backend="singular"))
    assert not wanted.matches(replace(CYCLIC, input="noon-3"))


def test_no_pattern_means_each_job() -> None:
    assert ALL_JOBS.matches(ROW)
    assert only([]) == ALL_JOBS


def test_a_name_with_brackets_is_found_by_itself() -> None:
    assert only(["a[1].xml"]).matches(replace(ROW, input="a[1].xml"))


def test_a_table_and_texts_mean_the_same() -> None:
    assert filter_of({"inputs": "cyclic-6", "n": [5, 6]}) == only(["cyclic-6", "n=5,6"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("backnds=a", "unknown key 'backnds'; expected one of inputs, family"),
        ("backnds=a", "(did you mean 'backends'?)"),
        ("n=", "no pattern in 'n='; expected KEY=PATTERN, or a pattern for inputs"),
        ("n=4,", "no pattern in 'n=4,'"),
        ("", "no pattern in ''"),
        ("\x1b[31m=2", r"unknown key '\\x1b[31m'"),
    ],
)
def test_a_text_that_is_no_filter(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        only([text])
    assert message in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("value", [1.5, True, None, [], [[]], "", [""], {"a": 1}])
def test_a_value_that_is_no_pattern(value: object) -> None:
    with pytest.raises(UsageError, match="expected a pattern, a number or a list of them"):
        filter_of({"n": value})


def test_a_pattern_that_matches_nothing() -> None:
    known = {"inputs": [f"cyclic-{n}" for n in range(4, 9)], "field": ["", "GF(7)"]}
    check_values(only(["cyclic-*", "field=7", "field=own", "backends=unchecked"]), known)
    with pytest.raises(UsageError) as caught:
        check_values(only(["cylic-5"]), known)
    assert str(caught.value) == (
        "inputs=cylic-5 matches nothing; expected one of cyclic-4, cyclic-5, cyclic-6, cyclic-7, cyclic-8"
        " (did you mean cyclic-5?)"
    )
    with pytest.raises(UsageError, match=r"field=QQ matches nothing; expected one of own, GF\(7\)"):
        check_values(only(["field=QQ"]), known)


def test_each_key_is_a_column() -> None:
    assert all(hasattr(ROW, name) for name in FILTER_KEYS.values())


def test_a_hostile_pattern_ends() -> None:
    assert not only(["*a" * 200 + "b"]).matches(replace(ROW, input="a" * 5000))
