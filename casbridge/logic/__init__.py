"""Deduction with records: the numerical-analysis solver, its theorems, and what it says of each step."""

from casbridge.logic.difficulty import Difficulty, difficulty_of
from casbridge.logic.explain import Explanation, Outcome, explain
from casbridge.logic.states import State, first_state
from casbridge.logic.steps import Link, Placement, Removal, Step
from casbridge.logic.theorems import LEVELS, Theorem

__all__ = [
    "LEVELS",
    "Difficulty",
    "Explanation",
    "Link",
    "Outcome",
    "Placement",
    "Removal",
    "State",
    "Step",
    "Theorem",
    "difficulty_of",
    "explain",
    "first_state",
]
