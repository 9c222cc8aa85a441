"""Filters: which jobs of a study are meant, by shell patterns for what they are asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Protocol

from casbridge.algebra.fields import Field
from casbridge.errors import InputError, UsageError, printable

#: The keys of a filter, each with the field of a job that it looks at.
FILTER_KEYS = {
    "inputs": "input",
    "family": "family",
    "n": "n",
    "encoding": "encoding",
    "field": "field",
    "variable_order": "variable_order",
    "backends": "backend",
    "repeat": "repeat",
}
#: The field of an input or of its encoding, in a study file and in a filter. A case has "" for it.
OWN_FIELD = "own"
# What is right for one word and wrong for its plural is a mistake that says nothing.
_SYNONYMS = {"input": "inputs", "backend": "backends", "encodings": "encoding", "fields": "field"}
_SYNONYMS |= {"variable_orders": "variable_order", "families": "family", "repeats": "repeat"}
_LINE = re.compile(r":\d+\Z")
_WILD = re.compile(r"[*?\[]")


class Asked(Protocol):
    """What a filter looks at. `JobSpec` and `Row` have these fields.

    >>> from casbridge.studies.values import Row
    >>> row: Asked = Row(1, "cyclic-6", "cyclic", 6, "", "QQ", "given", "reference", 1, "waiting")
    """

    @property
    def input(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def n(self) -> int | None: ...
    @property
    def encoding(self) -> str: ...
    @property
    def field(self) -> str: ...
    @property
    def variable_order(self) -> str: ...
    @property
    def backend(self) -> str: ...
    @property
    def repeat(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Filter:
    """Jobs, by patterns. A job matches if for each key at least one of the key's patterns matches.

    patterns: pairs of a key of `FILTER_KEYS` and its patterns. A filter without pairs matches each job.

    A pattern is a shell pattern, and `*` matches "/" too. It is compared with the whole value. Three kinds of values
    have a shorter form: "top95.txt" means each puzzle "top95.txt:3" of that file; "singular" means each method and each
    version of Singular, and "singular@4.4" each method of that version; "32003" means the field GF(32003).

    >>> from casbridge.studies.values import Row
    >>> row = Row(1, "cyclic-6", "cyclic", 6, "", "GF(7)", "given", "singular:std", 1, "waiting")
    >>> Filter((("inputs", ("katsura-*", "cyclic-*")), ("backends", ("singular",)))).matches(row)
    True
    >>> Filter((("inputs", ("cyclic-*",)), ("field", ("QQ",)))).matches(row)
    False
    """

    patterns: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def matches(self, job: Asked) -> bool:
        """Whether a job is meant."""
        for key, patterns in self.patterns:
            value = getattr(job, FILTER_KEYS[key])
            if not value_matches(key, "" if value is None else str(value), patterns):
                return False
        return True

    def __str__(self) -> str:
        return ", ".join(f"{key}={'|'.join(patterns)}" for key, patterns in self.patterns)


#: The filter that each job matches.
ALL_JOBS = Filter()


@lru_cache(maxsize=1 << 16)
def value_matches(key: str, value: str, patterns: tuple[str, ...]) -> bool:
    """Whether one of the patterns matches a job's value for a key.

    >>> value_matches("backends", "singular@4.4:std", ("singular",)), value_matches("n", "6", ("[45]",))
    (True, False)
    """
    values = _forms(key, value)
    return any(
        form == pattern or fnmatchcase(form, pattern)
        for pattern in (_pattern(key, one) for one in patterns)
        for form in values
    )


def filter_of(table: Mapping[str, object]) -> Filter:
    """The filter that a table of a study file, or keyword arguments, mean: a text, a number or a list for each key.

    Raises UsageError for an unknown key and for values of another kind.

    >>> print(filter_of({"backends": "sympy:groebner", "n": [5, 6]}))
    backends=sympy:groebner, n=5|6
    """
    found: dict[str, tuple[str, ...]] = {}
    for key, value in table.items():
        name = _key(key)
        if name in found:
            raise UsageError(f"{printable(key, 60)!r} is given twice", expected="it once")
        values = value if isinstance(value, list | tuple) else [value]
        if not values or not all(type(one) in (str, int) and str(one) for one in values):
            raise UsageError(f"{name} = {printable(repr(value), 60)}", expected="a pattern, a number or a list of them")
        found[name] = tuple(map(str, values))
    return Filter(tuple(found.items()))


def only(texts: Iterable[str]) -> Filter:
    """The filter that several texts `KEY=PATTERN` mean; a text without `=` is a pattern for inputs.

    Texts with the same key are alternatives. A job must match each key that is named. For any key but `inputs` commas
    separate alternatives too.

    Raises UsageError for an unknown key and for a text without a pattern.

    >>> print(only(["cyclic-*", "katsura-5", "n=5,6"]))
    inputs=cyclic-*|katsura-5, n=5|6
    """
    found: dict[str, list[str]] = {}
    for text in texts:
        key, sign, pattern = text.partition("=")
        if not sign:
            key, pattern = "inputs", text
        name = _key(key.strip())
        patterns = [part.strip() for part in (pattern.split(",") if name != "inputs" else [pattern])]
        if not all(patterns):
            expected = "KEY=PATTERN, or a pattern for inputs"
            raise UsageError(f"no pattern in {printable(text, 60)!r}", expected=expected)
        found.setdefault(name, []).extend(patterns)
    return Filter(tuple((key, tuple(dict.fromkeys(patterns))) for key, patterns in found.items()))


def check_values(wanted: Filter, known: Mapping[str, Sequence[str]]) -> None:
    """Raise UsageError for a pattern that matches no value of a study, with the values that are close.

    known: the values that the study has, for each key that is to be checked.

    >>> check_values(only(["backends=singulr"]), {"backends": ["reference", "singular:std"]})
    Traceback (most recent call last):
    casbridge.errors.UsageError: backends=singulr matches nothing; expected one of reference, singular:std \
(did you mean singular?)
    """
    for key, patterns in wanted.patterns:
        for pattern in patterns if key in known else ():
            if not any(value_matches(key, value, (pattern,)) for value in known[key]):
                raise no_match(key, pattern, known[key])


def no_match(key: str, pattern: str, values: Sequence[str]) -> UsageError:
    """The error for a pattern that matches no value of a study.

    >>> print(no_match("status", "timout", ["complete", "timeout"]))
    status=timout matches nothing; expected one of complete, timeout (did you mean timeout?)
    """
    from difflib import get_close_matches

    forms = dict.fromkeys(form for value in values[:2000] for form in reversed(_forms(key, value)) if form)
    near = get_close_matches(pattern, [*forms], 1)
    shown = ", ".join(OWN_FIELD if key == "field" and not value else value or "none" for value in values[:5])
    if len(values) > 5:
        shown = f"one of {shown}, … ({len(values)} in all)"
    elif len(values) > 1:
        shown = f"one of {shown}"
    hint = f"did you mean {near[0]}?" if near else None
    found = f"{key}={printable(pattern, 60)} matches nothing"
    return UsageError(found, expected=printable(shown, 300) or f"no {key} at all", hint=hint)


def _key(key: str) -> str:
    name = _SYNONYMS.get(key, key)
    if name not in FILTER_KEYS:
        from difflib import get_close_matches

        near = get_close_matches(key, FILTER_KEYS, 1)
        hint = f"did you mean {near[0]!r}?" if near else None
        raise UsageError(f"unknown key {printable(key, 60)!r}", expected=f"one of {', '.join(FILTER_KEYS)}", hint=hint)
    return name


def _forms(key: str, value: str) -> tuple[str, ...]:
    """A value, and the shorter forms that mean it among others."""
    if key == "inputs":
        return value, _LINE.sub("", value)
    if key == "field":
        return (value or OWN_FIELD,)
    if key == "backends":
        name = value.partition(":")[0]
        return value, name, name.partition("@")[0]
    return (value,)


@lru_cache(maxsize=1 << 12)
def _pattern(key: str, pattern: str) -> str:
    """A pattern as it is compared: a field by its full name."""
    if key != "field" or pattern == OWN_FIELD or _WILD.search(pattern):
        return pattern
    try:
        return Field.from_name(pattern).name
    except InputError:
        return pattern
