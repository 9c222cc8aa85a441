"""Deduction with records: why each value of a puzzle is what it is, and proofs of each step.

    Puzzle ──explain──▶ Explanation ──text──▶ words, pictures, pages, JSON ──read──▶ Explanation
                             │
                             ├──next_hint──▶ Hint: the next step in growing clarity
                             ├──states──▶ State: values, candidates, what zeroed each
                             └──check──▶ each Step's Claims, in polynomials ──prove──▶ proved, refused or undecided

Read `steps` and `theorems/catalogue` (what steps and states are), `position`, `explaining` and `theorems/` (how steps
are found), `replay`, `claims`, `cases`, `proving` and `checking` (whether they are right), then `text/`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casbridge.drawings import register
from casbridge.lazy import lazy

if TYPE_CHECKING:
    from casbridge.board.solutions import is_proper as is_proper, solutions as solutions
    from casbridge.logic.checking import (
        ExplanationCheck as ExplanationCheck,
        StepCheck as StepCheck,
        check_explanation as check_explanation,
        check_steps as check_steps,
    )
    from casbridge.logic.claims import Claim as Claim, claims_of as claims_of
    from casbridge.logic.explaining import Explanation as Explanation, Outcome as Outcome, explain as explain
    from casbridge.logic.proving import ProofStatus as ProofStatus, prover_of as prover_of
    from casbridge.logic.simplifying import encode_simplified as encode_simplified, simplify as simplify
    from casbridge.logic.steps import (
        Difficulty as Difficulty,
        Link as Link,
        Placement as Placement,
        Removal as Removal,
        State as State,
        Step as Step,
        difficulty_of as difficulty_of,
        first_state as first_state,
    )
    from casbridge.logic.text.documents import (
        explanation_document as explanation_document,
        parse_explanation as parse_explanation,
        read_explanation as read_explanation,
    )
    from casbridge.logic.text.hints import Hint as Hint, next_hint as next_hint
    from casbridge.logic.text.words import describe as describe
    from casbridge.logic.theorems.catalogue import LEVELS as LEVELS, Theorem as Theorem

_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        ".board.solutions": "is_proper solutions",
        "checking": "ExplanationCheck StepCheck check_explanation check_steps",
        "claims": "Claim claims_of",
        "explaining": "Explanation Outcome explain",
        "proving": "ProofStatus prover_of",
        "simplifying": "encode_simplified simplify",
        "steps": "Difficulty Link Placement Removal State Step difficulty_of first_state",
        "text.documents": "explanation_document parse_explanation read_explanation",
        "text.hints": "Hint next_hint",
        "text.words": "describe",
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


register("casbridge.logic.steps.State", "svg", _picture)
register("casbridge.logic.explaining.Explanation", "html", _page)
