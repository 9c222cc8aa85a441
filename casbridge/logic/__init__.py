"""Deduction with records: why each value of a puzzle is what it is, and proofs of each step.

    Puzzle ──explain──▶ Explanation ──text──▶ words, pictures, pages, JSON ──read──▶ Explanation
                             │
                             ├──states──▶ State: values, candidates, what zeroed each
                             └──check──▶ each Step's Claims, in polynomials ──prove──▶ proved, refused or undecided

Read `steps` and `theorems/catalogue` (what a step is), `position` and `explain` (how steps are found; a file for each
theorem in `theorems/`), `replay`, `claims`, `proving` and `checking` (whether they are right), then `text/`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from casbridge.board.solutions import is_proper, solutions
from casbridge.drawings import register

if TYPE_CHECKING:
    from casbridge.logic.checking import ExplanationCheck, StepCheck, check_explanation, check_steps
    from casbridge.logic.claims import Claim, claims_of
    from casbridge.logic.difficulty import Difficulty, difficulty_of
    from casbridge.logic.explaining import Explanation, Outcome, explain
    from casbridge.logic.proving import ProofStatus, prover_of
    from casbridge.logic.simplifying import encode_simplified, simplify
    from casbridge.logic.states import State, first_state
    from casbridge.logic.steps import Link, Placement, Removal, Step
    from casbridge.logic.text.documents import explanation_document, parse_explanation, read_explanation
    from casbridge.logic.theorems.catalogue import LEVELS, Theorem

__all__ = [
    "LEVELS",
    "Claim",
    "Difficulty",
    "Explanation",
    "ExplanationCheck",
    "Link",
    "Outcome",
    "Placement",
    "ProofStatus",
    "Removal",
    "State",
    "Step",
    "StepCheck",
    "Theorem",
    "check_explanation",
    "check_steps",
    "claims_of",
    "difficulty_of",
    "encode_simplified",
    "explain",
    "explanation_document",
    "first_state",
    "is_proper",
    "parse_explanation",
    "prover_of",
    "read_explanation",
    "simplify",
    "solutions",
]

#: Public name → the module that defines it: nothing is imported before it is used.
_HOMES = {
    name: module
    for module, names in {
        "checking": ("ExplanationCheck", "StepCheck", "check_explanation", "check_steps"),
        "claims": ("Claim", "claims_of"),
        "difficulty": ("Difficulty", "difficulty_of"),
        "explaining": ("Explanation", "Outcome", "explain"),
        "proving": ("ProofStatus", "prover_of"),
        "simplifying": ("encode_simplified", "simplify"),
        "states": ("State", "first_state"),
        "steps": ("Link", "Placement", "Removal", "Step"),
        "text.documents": ("explanation_document", "parse_explanation", "read_explanation"),
        "theorems.catalogue": ("LEVELS", "Theorem"),
    }.items()
    for name in names
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def _picture(state: State) -> str:
    from casbridge.logic.text.drawing import draw_state

    return draw_state(state)


def _page(explanation: Explanation) -> str:
    from casbridge.logic.text.page import notebook_fragment

    return notebook_fragment(explanation)


register("casbridge.logic.states.State", "svg", _picture)
register("casbridge.logic.explaining.Explanation", "html", _page)
