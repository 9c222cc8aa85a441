"""Reading bundles that others wrote: data, never a program. Each field is checked, and an error names its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casbridge.algebra.formats import read_system
from casbridge.backends.protocol import Status
from casbridge.bugs.bundle import (
    FIELDS,
    LARGEST_BUNDLE,
    LONGEST_PROBLEM,
    MOST_COMPONENTS,
    MOST_RUNS,
    SCHEMA,
    Bundle,
    RunNote,
)
from casbridge.bugs.failures import Failure
from casbridge.crosscheck.verdicts import VerdictKind
from casbridge.errors import InputError
from casbridge.limits import Limits
from casbridge.scripts.values import LARGEST_SEED
from casbridge.strict import LONGEST_TEXT, Place, read_json

_LONGEST_NAME = 300
_LONGEST_REASON = 4000
_MOST_NAMES = 20
_LARGEST = 10**15


def parse_bundle(text: str, source: str | None = None) -> Bundle:
    """The bundle that a text is. Nothing in it is run. Raises InputError, with the place, for anything else.

    source: the file's name, for errors.

    >>> parse_bundle('{"schema": "casbridge-bundle/2"}', "find.json")
    Traceback (most recent call last):
    casbridge.errors.InputError: find.json: schema is "casbridge-bundle/2"; expected casbridge-bundle/1
    """
    if len(text) > LARGEST_BUNDLE:
        raise InputError(f"{len(text)} characters", source=source, expected=f"at most {LARGEST_BUNDLE} for a bundle")
    place = read_json(text, source)
    if place.member("schema").value != SCHEMA:
        place.member("schema").fail(SCHEMA)
    place.members(FIELDS)
    status = place.member("status")
    reason = place.member("reason")
    runs = tuple(_run_note(item) for item in place.member("runs").items(MOST_RUNS, least=1))
    bundle = Bundle(
        problem=_problem(place.member("problem")),
        backend=_backend(place.member("backend")),
        against=tuple(_backend(item) for item in place.member("against").items(_MOST_NAMES)),
        status=_status(status),
        reason="" if reason.is_null else reason.text(_LONGEST_REASON),
        fault=_failure(place.member("fault")),
        runs=runs,
        answer=_answer(place.member("answer")),
        warnings=place.member("warnings").texts(MOST_COMPONENTS, _LONGEST_REASON),
        verdict=_verdict(place.member("verdict")),
        script=_long_text(place.member("script")),
        transcript=_long_text(place.member("transcript")),
        versions=_versions(place.member("versions")),
        limits=_limits(place.member("limits")),
    )
    place.member("rerun").text(_LONGEST_NAME)
    if place.member("digest").text(_LONGEST_NAME) != bundle.digest:
        place.member("digest").fail(f"{bundle.digest}, by the fields problem, backend and fault")
    return bundle


def _problem(place: Place) -> str:
    text = place.text(LONGEST_PROBLEM, lines=True, empty=False)
    try:
        read_system(text)
    except InputError as error:
        where = "" if error.line is None else f" line {error.line}:{'' if error.column is None else f'{error.column}:'}"
        raise InputError(
            f"problem{where} {error.found}", source=place.source, expected=error.expected, hint=error.hint
        ) from None
    return text


def _backend(place: Place) -> str:
    """A backend's name as a text. Whether there is such a backend, its user finds out."""
    name = place.text(_LONGEST_NAME, empty=False)
    if "," in name or name != name.strip():
        place.fail("a name such as sympy:solve or singular@4.4:std")
    return name


def _status(place: Place) -> Status:
    return Status(place.choice(Status))


def _failure(place: Place) -> Failure | None:
    if place.is_null:
        return None
    names = ("backend", "kind", "shape")
    place.members(names)
    named = {name: place.member(name).text(_LONGEST_REASON, empty=name == "shape") for name in names}
    return Failure(**named)


def _run_note(place: Place) -> RunNote:
    place.members(("seed", "status", "fault"))
    seed = place.member("seed").whole(0, LARGEST_SEED)
    return RunNote(seed, _status(place.member("status")), _failure(place.member("fault")))


_ANSWER = ("task", "order", "count", "dimension", "degree", "multiplicities", "components", "branches")


def _answer(place: Place) -> Mapping[str, Any] | None:
    if place.is_null:
        return None
    place.members(_ANSWER)
    task, order, count, dimension, degree, multiplicities, components, branches = map(place.member, _ANSWER)
    return {
        "task": task.text(_LONGEST_NAME, empty=False),
        "order": None if order.is_null else order.text(_LONGEST_NAME),
        "count": count.whole(0, _LARGEST),
        "dimension": None if dimension.is_null else dimension.whole(-_LARGEST, _LARGEST),
        "degree": None if degree.is_null else degree.whole(-_LARGEST, _LARGEST),
        "multiplicities": [item.whole(1, _LARGEST) for item in multiplicities.items(MOST_COMPONENTS)],
        "components": None
        if components.is_null
        else [list(item.texts(MOST_COMPONENTS)) for item in components.items(MOST_COMPONENTS)],
        "branches": None if branches.is_null else [_branch(item) for item in branches.items(MOST_COMPONENTS)],
    }


def _branch(place: Place) -> dict[str, Any]:
    place.members(("values", "conditions", "parameters"))
    values, conditions, parameters = map(place.member, ("values", "conditions", "parameters"))
    return {
        "values": _texts_by_name(values),
        "conditions": list(conditions.texts(MOST_COMPONENTS)),
        "parameters": list(parameters.texts(MOST_COMPONENTS)),
    }


def _verdict(place: Place) -> Mapping[str, Any]:
    """The verdict: the fields that casbridge uses are checked, others are kept as data."""
    place.member("verdict").choice(VerdictKind)
    place.member("reason").text(lines=True)
    for row in place.member("backends").items(_MOST_NAMES + 1):
        row.member("name").text(_LONGEST_NAME)
        row.member("faults").items(MOST_COMPONENTS)
    witness = place.member("witness")
    if not witness.is_null:
        for name in ("fault", "backend", "text"):
            witness.member(name).text()
        for name in ("extension", "polynomial", "value"):
            if not witness.member(name).is_null:
                witness.member(name).text()
        for name in ("point", "approximation"):
            if not witness.member(name).is_null:
                _texts_by_name(witness.member(name))
        if not witness.member("chain").is_null:
            witness.member("chain").texts(MOST_COMPONENTS)
    return dict(place.value)


def _texts_by_name(place: Place) -> dict[str, str]:
    if not isinstance(place.value, dict):
        place.fail("an object { … }")
    return {name: place.member(name).text() for name in place.value}


def _long_text(place: Place) -> str:
    return "" if place.is_null else place.text(LONGEST_TEXT, lines=True)


def _versions(place: Place) -> Mapping[str, str]:
    return _texts_by_name(place)


def _limits(place: Place) -> Limits:
    place.members(("seconds", "memory", "limit"))
    seconds, memory, limit = (place.member(name) for name in ("seconds", "memory", "limit"))
    return Limits(
        None if seconds.is_null else seconds.number(),
        None if memory.is_null else memory.whole(1, 2**60),
        None if limit.is_null else limit.whole(1, 10**15),
    )
