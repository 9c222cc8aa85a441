"""No false alarm: answers of SymPy's `solve` that are right. How that is known stands in `right_solves.json`.

Those with the key "lost" are right where no denominator is 0, and lack a special case.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sympy import Pow, sympify
from test_branches import branch, judged

from casbridge.algebra.formats import read_system
from casbridge.crosscheck import Fault, VerdictKind, crosscheck

DATA = json.loads((Path(__file__).parent / "right_solves.json").read_text(encoding="utf-8"))
SYSTEMS: list[dict[str, Any]] = DATA["systems"]
LOST = [one for one in SYSTEMS if "lost" in one]
FINE = (VerdictKind.AGREE, VerdictKind.CONSISTENT)


def verdict_kinds(systems: list[dict[str, Any]]) -> Counter[VerdictKind]:
    kinds: Counter[VerdictKind] = Counter()
    for one in systems:
        verdict = judged(" ".join(one["variables"]), one["equations"], ["; ".join(lines) for lines in one["branches"]])
        faults = {witness.fault for checked in verdict.checked for witness in checked.faults}
        assert faults == ({Fault.SPECIAL_CASE} if "lost" in one else set()), (one, verdict.witness)
        if "lost" not in one:
            kinds[verdict.kind] += 1
    return kinds


def test_there_are_two_hundred_different_systems() -> None:
    different = {(tuple(one["variables"]), tuple(one["equations"])) for one in SYSTEMS}
    assert len(different) == len(SYSTEMS) >= 200
    assert sum("sympy/" in one["source"] for one in SYSTEMS) >= 50
    for one in SYSTEMS:
        system = read_system("\n".join([f"variables: {' '.join(one['variables'])}", *one["equations"]]))
        assert all(branch("; ".join(lines), system.ring) for lines in one["branches"])


@pytest.mark.parametrize("one", LOST, ids=lambda one: one["equations"][0])
def test_what_is_lost_is_a_zero_without_a_branch(one: dict[str, Any]) -> None:
    point = {name: sympify(value) for name, value in (line.split(" = ") for line in one["lost"])}
    assert all(sympify(equation.replace("^", "**")).subs(point) == 0 for equation in one["equations"])
    for lines in one["branches"]:
        values = [sympify(line.partition(" = ")[2].replace("^", "**")) for line in lines]
        below = [part.base for value in values for part in value.atoms(Pow) if part.exp.is_negative]
        assert any(denominator.subs(point) == 0 for denominator in below)


def test_special_cases_that_are_lost() -> None:
    assert verdict_kinds(LOST) == {}


def test_no_alarm_on_some_right_answers() -> None:
    kinds = verdict_kinds(SYSTEMS[::40])
    assert set(kinds) <= set(FINE), kinds


@pytest.mark.slow
def test_no_alarm_on_right_answers() -> None:
    kinds = verdict_kinds(SYSTEMS)
    assert kinds[VerdictKind.UNDECIDED] <= len(SYSTEMS) // 20, kinds


@pytest.mark.slow
def test_no_alarm_on_what_solve_says_here() -> None:
    for one in SYSTEMS[5::40]:
        system = read_system("\n".join([f"variables: {' '.join(one['variables'])}", *one["equations"]]))
        verdict = crosscheck(system, ["reference", "sympy:solve"], seconds=60)
        assert verdict.kind in FINE, (one, verdict.reason, verdict.witness)
