"""A true conclusion with a false reason: the algebra behind a step of an explanation refuses it.

In a proper puzzle every true value follows from the whole system, so only a local claim tells whether a reason is one.
"""

from __future__ import annotations

from dataclasses import replace

from casbridge import read_puzzles
from casbridge.logic import check_explanation, claims_of, explain, first_state

PUZZLE = ".4.....1..3.2..."


def main() -> None:
    """Print a step's claim, a check of all steps, and what is wrong with a spoiled reason."""
    (puzzle,) = read_puzzles(PUZZLE)
    explanation = explain(puzzle)
    number = next(number for number, step in enumerate(explanation.steps) if step.name == "hidden single")
    step = explanation.steps[number]
    state = first_state(puzzle).after(*explanation.steps[:number])

    (claim,) = claims_of(step, puzzle.layout, state.candidates)
    print(f"step {number + 1}, {step.name}, claims that {claim.conclusion_text()} is in the radical of")
    for hypothesis in claim.hypothesis_texts():
        print(f"  {hypothesis}")

    check = check_explanation(explanation)
    print(f"{check.backend}: {len(check.steps)} steps, {check.claims} claims: {check.proof}")

    # The value stays true. But one of the cells that cannot have the digit is not named any more.
    spoiled = replace(step, cells=step.cells[:-1])
    steps = (*explanation.steps[:number], spoiled, *explanation.steps[number + 1 :])
    check = check_explanation(replace(explanation, steps=steps))
    print(f"with {len(spoiled.cells)} cells of {len(step.cells)}: {check.proof}")
    for one in check.steps:
        if one.reason:
            print(f"step {one.number}: {one.reason}")


if __name__ == "__main__":
    main()
