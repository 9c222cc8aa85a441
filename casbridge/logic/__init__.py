"""Deduction with records: the numerical-analysis solver, its theorems, and what it says of each step."""

from casbridge.board.solutions import is_proper, solutions
from casbridge.logic.checking import ExplanationCheck, StepCheck, check_explanation, check_steps
from casbridge.logic.claims import Claim, claims_of
from casbridge.logic.difficulty import Difficulty, difficulty_of
from casbridge.logic.explain import Explanation, Outcome, explain
from casbridge.logic.proving import Proof, prover_of
from casbridge.logic.simplify import encode_simplified, simplify
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
    "Proof",
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
