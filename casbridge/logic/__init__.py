"""Deduction with records: why each value of a puzzle is what it is, and proofs of each step.

    Puzzle ──explain──▶ Explanation ──text──▶ words, pictures, pages, JSON ──read──▶ Explanation
                             │
                             ├──states──▶ State: values, candidates, what zeroed each
                             └──check──▶ each Step's Claims, in polynomials ──prove──▶ proved, refused or undecided

Read `steps` and `theorems/catalogue` (what a step is), `position` and `explaining` (how steps are found; a file for
each theorem in `theorems/`), `replay`, `claims`, `proving` and `checking` (whether they are right), then `text/`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casbridge.drawings import register
from casbridge.lazy import lazy

if TYPE_CHECKING:
    from casbridge.board.solutions import is_proper as is_proper
    from casbridge.board.solutions import solutions as solutions
    from casbridge.logic.checking import ExplanationCheck as ExplanationCheck
    from casbridge.logic.checking import StepCheck as StepCheck
    from casbridge.logic.checking import check_explanation as check_explanation
    from casbridge.logic.checking import check_steps as check_steps
    from casbridge.logic.claims import Claim as Claim
    from casbridge.logic.claims import claims_of as claims_of
    from casbridge.logic.explaining import Explanation as Explanation
    from casbridge.logic.explaining import Outcome as Outcome
    from casbridge.logic.explaining import explain as explain
    from casbridge.logic.proving import ProofStatus as ProofStatus
    from casbridge.logic.proving import prover_of as prover_of
    from casbridge.logic.simplifying import encode_simplified as encode_simplified
    from casbridge.logic.simplifying import simplify as simplify
    from casbridge.logic.states import State as State
    from casbridge.logic.states import first_state as first_state
    from casbridge.logic.steps import Difficulty as Difficulty
    from casbridge.logic.steps import Link as Link
    from casbridge.logic.steps import Placement as Placement
    from casbridge.logic.steps import Removal as Removal
    from casbridge.logic.steps import Step as Step
    from casbridge.logic.steps import difficulty_of as difficulty_of
    from casbridge.logic.text.documents import explanation_document as explanation_document
    from casbridge.logic.text.documents import parse_explanation as parse_explanation
    from casbridge.logic.text.documents import read_explanation as read_explanation
    from casbridge.logic.theorems.catalogue import LEVELS as LEVELS
    from casbridge.logic.theorems.catalogue import Theorem as Theorem

_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        ".board.solutions": "is_proper solutions",
        "checking": "ExplanationCheck StepCheck check_explanation check_steps",
        "claims": "Claim claims_of",
        "explaining": "Explanation Outcome explain",
        "proving": "ProofStatus prover_of",
        "simplifying": "encode_simplified simplify",
        "states": "State first_state",
        "steps": "Difficulty Link Placement Removal Step difficulty_of",
        "text.documents": "explanation_document parse_explanation read_explanation",
        "theorems.catalogue": "LEVELS Theorem",
    },
)
__all__ = [*_HOMES]


def _picture(state: State) -> str:
    from casbridge.logic.text.drawing import draw_state

    return draw_state(state)


def _page(explanation: Explanation) -> str:
    from casbridge.logic.text.page import notebook_fragment

    return notebook_fragment(explanation)


register("casbridge.logic.states.State", "svg", _picture)
register("casbridge.logic.explaining.Explanation", "html", _page)
