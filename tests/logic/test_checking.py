"""Checking steps: right ones are proved, wrong ones are refused, and so are true conclusions with false reasons."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, combinations
from math import prod
from operator import itemgetter

import pytest
from hypothesis import assume, given, settings, strategies as st

from casbridge import read_puzzles
from casbridge.board.peers import board_of
from casbridge.logic import (
    Claim,
    Explanation,
    Link,
    Outcome,
    Placement,
    ProofStatus,
    Removal,
    State,
    Step,
    StepCheck,
    Theorem,
    check_explanation,
    check_steps,
    claims_of,
    explain,
    first_state,
)
from casbridge.logic.checking import end_objection
from casbridge.logic.position import distinct
from casbridge.logic.proving import ClaimProver, Decision, ReferenceProver, prover_of
from casbridge.puzzles import Puzzle, graph, jigsaw, latin, sudoku
from tests.effort import examples
from tests.logic.cases import LAYOUTS, SIX_REGIONS, random_puzzle
from tests.logic.test_deduction import OF_LEVEL, WITH_STEP, puzzle_of

#: What was proved once in these tests is remembered.
PROVER = ReferenceProver()


@lru_cache(maxsize=64)
def explained(line: str) -> Explanation:
    return explain(puzzle_of(line))


def first_named(name: str) -> tuple[Puzzle, tuple[Step, ...], Step]:
    """The first step of this name in the puzzle for it, and the steps before it."""
    found = explained(WITH_STEP[name])
    place = next(place for place, step in enumerate(found.steps) if step.name == name)
    return found.puzzle, found.steps[:place], found.steps[place]


def check_last(puzzle: Puzzle, before: Sequence[Step], step: Step, prover: ClaimProver = PROVER) -> StepCheck:
    (last,) = check_steps(puzzle, [step], prover, before=before)
    return last


def assert_counterexample(puzzle: Puzzle, before: Sequence[Step], step: Step, check: StepCheck) -> None:
    """All that the step names holds at the digits that the check gives, but one of its conclusions does not."""
    layout = puzzle.layout
    state = first_state(puzzle).after(*before)
    cell_of = {layout.cell_name(cell): cell for cell in range(layout.cells)}
    digits = {cell_of[name]: digit for name, digit in check.counterexample}
    assert all(digits[cell] in state.digits(cell) for cell in step.cells)
    assert all(1 <= digit <= layout.digits for digit in digits.values())
    # Pairs that speak of no cell of the counterexample would be of other conclusions; there are none.
    assert all(digits[a] != digits[b] for a, b in step.differ)
    assert all(any(digits[cell] == digit for cell in layout.units[unit].cells) for unit, digit in step.occurs)
    wrong = [digits[removal.cell] == removal.digit for removal in step.removals if removal.cell in digits]
    if step.placement is not None:
        wrong.append(digits[step.placement.cell] != step.placement.digit)
    assert any(wrong) or step.theorem is Theorem.CONTRADICTION


# -- right steps ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(WITH_STEP))
def test_every_step_of_every_kind_is_proved(name: str) -> None:
    check = check_explanation(explained(WITH_STEP[name]), PROVER)
    assert check.proof is ProofStatus.PROVED, [step for step in check.steps if step.proof is not ProofStatus.PROVED][:1]
    assert check.end is None
    assert check.claims >= len(check.steps)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@pytest.mark.parametrize("seed", [0, *[pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3)]])
def test_every_step_is_proved_in_every_family(name: str, seed: int) -> None:
    layout = LAYOUTS[name]
    for clues in (0, layout.cells // 5, layout.cells // 3):
        puzzle = random_puzzle(layout, seed, clues)
        check = check_explanation(explain(puzzle), PROVER)
        assert check.proof is ProofStatus.PROVED, (puzzle, check.end, [s for s in check.steps if s.reason][:1])


def test_graphs_contradictions_and_large_grids() -> None:
    wheel = graph(5, ((0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4), (2, 4), (3, 4)), 3)
    puzzles = [
        Puzzle(wheel, (1, 0, 0, 0, 3)),
        Puzzle(wheel, (1, 2, 3, 0, 0)),
        Puzzle(graph(2, ((0, 1),), 1), (0, 0)),
        Puzzle(sudoku(2, 2), (1, 1, *[0] * 14)),
        Puzzle(sudoku(2, 2), (1, 2, 3, 0, 0, 0, 0, 4, *[0] * 8)),
        Puzzle(latin(1), (0,)),
        Puzzle(jigsaw(SIX_REGIONS), (1, 2, 3, *[0] * 33)),
    ]
    for puzzle in puzzles:
        check = check_explanation(explain(puzzle), PROVER)
        assert check.proof is ProofStatus.PROVED, (puzzle, check.end)
    # A whole row of 16 but one cell: 2^16 terms would be in a product, were it not divided.
    layout = sudoku(4, 4)
    check = check_explanation(explain(Puzzle(layout, (*range(1, 16), *[0] * 241)), up_to="intersections"), PROVER)
    assert check.proof is ProofStatus.PROVED


def test_the_counterexamples_of_brute_force() -> None:
    """Each claim of small explanations holds by trying all digits, as it stands."""
    tried = 0
    for name in ("4×4", "jigsaw", "latin"):
        for seed in range(6):
            puzzle = random_puzzle(LAYOUTS[name], seed, 4)
            state = first_state(puzzle)
            for step in explain(puzzle).steps:
                for claim in claims_of(step, puzzle.layout, state.candidates):
                    if prod(domain.bit_count() for domain in claim.domains) < 3_000:
                        assert claim.counterexample_by_search() is None
                        tried += 1
                state = state.after(step)
    assert tried > 200


@pytest.mark.slow
@pytest.mark.singular
def test_singular_proves_steps_of_every_kind() -> None:
    prover = prover_of("singular")
    for name in WITH_STEP:
        check = check_explanation(explained(WITH_STEP[name]), prover)
        assert check.proof is ProofStatus.PROVED, next(
            step for step in check.steps if step.proof is not ProofStatus.PROVED
        )
    assert prover.name == "singular:std"
    assert prover.version


@pytest.mark.parametrize(
    "name",
    [
        "reference:general",
        *[pytest.param(f"sympy:{method}", marks=pytest.mark.slow) for method in ("groebner", "solve")],
    ],
)
def test_every_backend_proves_and_refuses(name: str) -> None:
    """Series, bases and points; over GF(11), or over QQ where a method knows nothing else."""
    prover = prover_of(name)
    zeroed = Claim(2, (0b01, 0b11), ((0, 1),), (), 1, 0b10)
    assert prover.decide(zeroed).proof is ProofStatus.PROVED, prover.decide(zeroed)
    assert prover.decide(replace(zeroed, differ=())).proof is ProofStatus.REFUSED


@pytest.mark.singular
def test_every_way_of_singular_decides_alike() -> None:
    pair = Claim(3, (0b011, 0b011, 0b111), ((0, 1), (0, 2), (1, 2)), (), 2, 0b110)
    for method in ("char_series", "minAssGTZ", "slimgb", "facstd"):
        prover = prover_of(f"singular:{method}")
        assert prover.decide(pair).proof is ProofStatus.PROVED, prover.decide(pair)
        assert prover.decide(replace(pair, differ=pair.differ[:1])).proof is ProofStatus.REFUSED


def test_a_missing_backend_leaves_steps_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    from casbridge.processes.locate import Availability

    prover = prover_of("sympy")
    monkeypatch.setattr(type(prover.backend), "_find", lambda self, deadline: Availability(False, reason="not here"))
    check = check_explanation(explain(Puzzle(sudoku(1, 2), (0, 2, 0, 0))), prover)
    assert check.proof is ProofStatus.UNDECIDED
    assert "not here" in check.steps[0].reason


# -- wrong steps ------------------------------------------------------------------------------------------------------

Spoil = Callable[[Step], Step]


def without(step: Step, field: str, place: int = 0) -> Step:
    values = getattr(step, field)
    place %= len(values)
    return replace(step, **{field: (*values[:place], *values[place + 1 :])})


def wrong_value(step: Step) -> Step:
    assert step.placement is not None
    return replace(step, placement=Placement(step.placement.cell, step.placement.digit % 9 + 1))


#: name of the step → what is done to it.
FALSE_REASONS: list[tuple[str, str, Spoil]] = [
    ("hidden single", "a place is left out", lambda s: without(s, "cells")),
    ("hidden single", "the digit need not occur", lambda s: replace(s, occurs=((s.units[0], s.digits[0] % 9 + 1),))),
    ("last cell", "a cell is left out", lambda s: without(s, "cells")),
    ("last cell", "a pair is left out", lambda s: without(s, "differ", -1)),
    ("naked single", "its candidates are left out", lambda s: without(s, "cells")),
    ("pointing", "a cell is left out", lambda s: without(s, "cells")),
    ("claiming", "a cell is left out", lambda s: without(s, "cells")),
    ("naked pair", "a cell is left out", lambda s: without(s, "cells")),
    ("naked pair", "the pair need not differ", lambda s: without(s, "differ")),
    ("naked triple", "a cell is left out", lambda s: without(s, "cells")),
    ("hidden pair", "a cell is left out", lambda s: without(s, "cells")),
    ("hidden triple", "a digit is left out", lambda s: without(s, "occurs")),
    ("X-wing", "a line is left out", lambda s: replace(s, occurs=(s.occurs[0], (s.units[-1], s.digits[0])))),
    ("swordfish", "a cell is left out", lambda s: without(s, "cells")),
    ("XY-wing", "the pivot is left out", lambda s: without(s, "cells")),
    ("XYZ-wing", "a wing is left out", lambda s: without(s, "cells", 1)),
    ("W-wing", "the link is left out", lambda s: replace(s, occurs=())),
    ("colour trap", "a link is left out", lambda s: without(s, "occurs")),
    ("colour wrap", "a link is left out", lambda s: without(s, "occurs")),
    ("colour wrap", "the clash is left out", lambda s: without(s, "differ", -1)),
]


@pytest.mark.parametrize(("name", "fault", "spoil"), FALSE_REASONS, ids=[f"{n}: {f}" for n, f, _ in FALSE_REASONS])
def test_a_true_conclusion_with_a_false_reason_is_refused(name: str, fault: str, spoil: Spoil) -> None:
    puzzle, before, step = first_named(name)
    assert check_last(puzzle, before, step).proof is ProofStatus.PROVED
    spoiled = spoil(step)
    assert spoiled != step
    check = check_last(puzzle, before, spoiled)
    assert check.proof is ProofStatus.REFUSED
    if check.counterexample:
        assert_counterexample(puzzle, before, spoiled, check)
        assert "all that the step names holds, but" in check.reason
    else:
        assert "occur" in check.reason, check.reason


@pytest.mark.parametrize("name", ["hidden single", "naked single", "last cell"])
def test_a_wrong_value_is_refused(name: str) -> None:
    puzzle, before, step = first_named(name)
    check = check_last(puzzle, before, wrong_value(step))
    assert check.proof is ProofStatus.REFUSED
    assert_counterexample(puzzle, before, wrong_value(step), check)


@pytest.mark.parametrize("name", ["pointing", "naked pair", "X-wing", "XY-wing", "colour trap", "swordfish"])
def test_a_wrong_candidate_is_refused(name: str) -> None:
    puzzle, before, step = first_named(name)
    state = first_state(puzzle).after(*before)
    cell, _, by, unit = step.removals[0]
    others = [d for d in state.digits(cell) if Removal(cell, d, by, unit)[:2] not in {r[:2] for r in step.removals}]
    assert others
    spoiled = replace(step, removals=(*step.removals, Removal(cell, others[0], by, unit)))
    check = check_last(puzzle, before, spoiled)
    assert check.proof is ProofStatus.REFUSED
    assert_counterexample(puzzle, before, spoiled, check)


def test_a_hidden_single_in_another_unit_of_the_cell_is_refused() -> None:
    """The value is right, but the unit that is named has another place for it."""
    tried = 0
    for name in ("hidden single", "naked pair", "X-wing"):
        found = explained(WITH_STEP[name])
        for place, step in enumerate(found.steps):
            if step.name != "hidden single" or step.placement is None:
                continue
            before = found.steps[:place]
            state = first_state(found.puzzle).after(*before)
            cell, digit = step.placement
            for number, unit in enumerate(found.puzzle.layout.units):
                if cell not in unit.cells or sum(digit in state.digits(one) for one in unit.cells) < 2:
                    continue
                others = tuple([one for one in unit.cells if one != cell])
                wrong = replace(step, cells=others, units=(number,), occurs=((number, digit),))
                check = check_last(found.puzzle, before, wrong)
                assert check.proof is ProofStatus.REFUSED
                assert_counterexample(found.puzzle, before, wrong, check)
                tried += 1
            if tried > 10:
                return


@pytest.mark.parametrize(
    "name",
    [
        *["naked pair", "XY-wing", "pointing"],
        *[pytest.param(name, marks=pytest.mark.slow) for name in ("naked triple", "X-wing", "hidden pair")],
    ],
)
def test_a_step_before_its_time_is_refused(name: str) -> None:
    """A naked pair whose cells have a third candidate yet, a fish with one more place in its rows, …"""
    puzzle, before, step = first_named(name)
    state = first_state(puzzle).after(*before)
    states = accumulate(before[:-1], State.after, initial=first_state(puzzle))
    last = max(
        place
        for place, earlier in enumerate(states)
        if any(earlier.candidates[cell] != state.candidates[cell] for cell in step.cells)
    )
    checks = [check_last(puzzle, before[:place], step) for place in (0, last // 2, last)]
    assert any(check.counterexample for check in checks)
    for place, check in zip((0, last // 2, last), checks, strict=True):
        if check.counterexample:
            assert_counterexample(puzzle, before[:place], step, check)


@pytest.mark.parametrize(
    ("name", "spoil", "reason"),
    [
        ("naked pair", lambda s: replace(s, units=()), "names no unit with both"),
        ("naked pair", lambda s: replace(s, differ=(*s.differ, (3, 3))), "differs from itself"),
        ("hidden single", lambda s: replace(s, units=()), "which it does not name"),
        ("hidden single", lambda s: replace(s, name="naked single"), "no hidden single is called"),
        ("hidden single", lambda s: replace(s, theorem=Theorem.NAKED_SINGLE, name="naked single"), "does not use"),
        ("hidden single", lambda s: replace(s, cells=(*s.cells, 99)), "a cell that is none of the 81"),
        ("hidden single", lambda s: replace(s, placement=Placement(s.placement.cell, 10)), "a digit that is none"),
        ("hidden single", lambda s: replace(s, placement=None), "concludes a value, not nothing"),
        ("pointing", lambda s: replace(s, units=(*s.units, 27)), "a unit that is none of the 27"),
        ("pointing", lambda s: replace(s, removals=s.removals * 2), "is no candidate of"),
        ("pointing", lambda s: replace(s, removals=()), "concludes zeroed candidates, not nothing"),
        ("pointing", lambda s: replace(s, cells=s.cells * 2), "names a cell twice"),
        ("naked pair", lambda s: replace(s, removals=(s.removals[0]._replace(unit=0 if s.units != (0,) else 1),)), "n"),
        ("preset", lambda s: replace(s, nested=s.nested[:-1]), "do not end in a contradiction"),
        ("preset", lambda s: replace(s, nested=()), "do not end in a contradiction"),
        ("preset", lambda s: replace(s, nested=(s.nested[-1], *s.nested)), "after the contradiction"),
        ("forcing chain", lambda s: replace(s, links=()), "has links"),
        ("forcing chain", lambda s: replace(s, links=s.links[:-1]), "do not end in a contradiction"),
        ("forcing chain", lambda s: replace(s, links=s.links[1:]), "first link"),
        ("forcing chain", lambda s: without(s, "differ"), "link"),
        ("forcing chain", lambda s: replace(s, links=tuple(_cut(s.links))), "link"),
    ],
)
def test_a_record_that_cannot_be_is_objected_to(name: str, spoil: Spoil, reason: str) -> None:
    puzzle, before, step = first_named(name)
    check = check_last(puzzle, before, spoil(step))
    assert check.proof is ProofStatus.REFUSED
    assert reason in check.reason
    assert not check.counterexample


def _cut(links: tuple[Link, ...]) -> list[Link]:
    """A chain whose second link is missing: those after it lose their causes."""
    return [links[0], *[link._replace(cause=max(link.cause - 1, 0)) for link in links[2:]]]


def test_a_preset_with_a_gap_is_refused() -> None:
    """Without one of its steps a later one does not follow, or the contradiction does not."""
    puzzle, before, step = first_named("preset")
    refused = 0
    for place in range(len(step.nested) - 1):
        check = check_last(puzzle, before, without(step, "nested", place))
        # Some steps are of no use for the contradiction.
        assert check.proof in (ProofStatus.REFUSED, ProofStatus.PROVED)
        if check.proof is ProofStatus.REFUSED:
            refused += 1
            assert check.within
            assert check.within[0] > place
    assert refused


def test_a_preset_of_a_true_candidate_is_refused() -> None:
    puzzle, before, step = first_named("preset")
    solution = explained(WITH_STEP["preset"]).solution
    assert solution is not None
    cell = step.cells[0]
    digit = solution.digits[cell]
    wrong = replace(step, digits=(digit,), removals=(Removal(cell, digit, (cell,), -1),))
    assert check_last(puzzle, before, wrong).proof is ProofStatus.REFUSED


def test_what_comes_after_a_refused_step_is_checked_in_what_it_leaves() -> None:
    found = explain(Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0)))
    place = next(place for place, step in enumerate(found.steps) if step.placement is not None)
    steps = (*found.steps[:place], replace(found.steps[place], cells=()), *found.steps[place + 1 :])
    check = check_explanation(replace(found, steps=steps), PROVER)
    assert [step.number for step in check.steps if step.proof is not ProofStatus.PROVED] == [place + 1]
    assert check.proof is ProofStatus.REFUSED


def test_an_end_that_is_not_as_told_is_refused() -> None:
    found = explain(Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0)))
    assert end_objection(found) is None
    assert "has no value" in str(end_objection(replace(found, steps=found.steps[:5])))
    assert "no contradiction" in str(end_objection(replace(found, outcome=Outcome.CONTRADICTION)))
    assert "does not give two" in str(end_objection(replace(found, outcome=Outcome.SEVERAL)))
    several = explain(Puzzle(sudoku(2, 2), (1, *[0] * 15)))
    assert end_objection(several) is None
    assert "does not give two" in str(end_objection(replace(several, witnesses=several.witnesses[:1] * 2)))
    assert "cannot be carried out" in str(end_objection(replace(found, steps=(found.steps[0], *found.steps))))


def test_a_lying_backend_does_not_become_a_counterexample() -> None:
    """A backend that refuses what is true leaves the step undecided: the reference has no counterexample."""

    class Refusing(ClaimProver):
        def ask(self, negated: object) -> Decision:
            return Decision(ProofStatus.REFUSED)

    class SaysNothing(Refusing):
        def decide(self, claim: object, relevant: int | None = None) -> Decision:
            return Decision(ProofStatus.REFUSED)

    check = check_explanation(explain(Puzzle(sudoku(1, 2), (0, 2, 0, 0))), SaysNothing("liar"))
    assert {step.proof for step in check.steps} == {ProofStatus.UNDECIDED}


# -- what is left out by chance ---------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _small_steps() -> list[tuple[Puzzle, tuple[Step, ...], Step]]:
    found = []
    for name in ("4×4", "jigsaw", "latin", "diagonals"):
        for seed in range(8):
            puzzle = random_puzzle(LAYOUTS[name], seed, 4)
            steps = explain(puzzle).steps
            found += [(puzzle, steps[:place], step) for place, step in enumerate(steps)]
    return [one for one in found if one[2].theorem is not Theorem.PRESET]


@pytest.mark.slow
@settings(max_examples=examples(100), deadline=None)
@given(st.data())
def test_less_of_a_reason_is_judged_as_brute_force_judges_it(data: st.DataObject) -> None:
    puzzle, before, step = data.draw(st.sampled_from(_small_steps()))
    for _ in range(data.draw(st.integers(1, 2))):
        field = data.draw(st.sampled_from(["cells", "differ", "occurs"]))
        size = len(getattr(step, field))
        assume(size)
        step = without(step, field, data.draw(st.integers(0, size - 1)))
    check = check_last(puzzle, before, step)
    state = first_state(puzzle).after(*before)
    claims = list(claims_of(step, puzzle.layout, state.candidates))
    assume(all(prod(domain.bit_count() for domain in claim.domains) < 20_000 for claim in claims))
    holds = all(claim.counterexample_by_search() is None for claim in claims)
    if check.counterexample:
        assert not holds
        assert_counterexample(puzzle, before, step, check)
    elif check.proof is ProofStatus.PROVED:
        assert holds
    else:  # its form is not that of its theorem any more
        assert check.reason
        assert not check.counterexample


def test_random_explanations_of_shuffled_steps_never_mislead() -> None:
    """Steps in another order are proved or refused, and what is proved zeroes nothing that is true."""
    chance = random.Random(5)
    for name, seed in combinations(["4×4", "latin", "jigsaw"], 2):
        puzzle = random_puzzle(LAYOUTS[name], len(seed), 6)
        found = explain(puzzle)
        if found.solution is None:
            continue
        steps = list(found.steps)
        chance.shuffle(steps)
        for check in check_steps(puzzle, steps, PROVER):
            assert check.proof in (ProofStatus.PROVED, ProofStatus.REFUSED)


def test_a_concluded_cell_is_not_its_own_reason() -> None:
    # r2c2 is 2 as it has no other candidate; that 2 has no other place in row 2 is true too, but not because of r2c2.
    shidoku = Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0))
    explanation = explain(shidoku)
    number, step = next((n, s) for n, s in enumerate(explanation.steps) if s.placement == (5, 2))
    state = first_state(shidoku).after(*explanation.steps[:number])
    assert state.digits(5) == (2,)
    claimed = replace(
        step,
        theorem=Theorem.HIDDEN_SINGLE,
        name="hidden single",
        cells=(5,),
        units=(1,),
        differ=(),
        occurs=((1, 2),),
    )
    check = check_last(shidoku, explanation.steps[:number], claimed)
    assert check.proof is ProofStatus.REFUSED
    assert check.reason == "a hidden single is known by the other cells of its unit alone"


@pytest.mark.parametrize(
    ("name", "spoil", "reason"),
    [
        (
            "naked pair",
            lambda s: replace(s, name="naked triple"),
            "a naked triple is of 3 cells and digits, not of 2 and 2",
        ),
        (
            "X-wing",
            lambda s: replace(s, name="swordfish"),
            "a swordfish is of 3 rows in 3 columns, or turned, not of 2 in 2",
        ),
        ("last cell", lambda s: replace(s, units=(*s.units, 0 if s.units[0] else 1)), "which it does not use"),
        ("claiming", lambda s: replace(s, digits=(s.digits[0] % 9 + 1,)), "of the digits that it names only"),
        ("pointing", lambda s: replace(s, digits=(*s.digits, s.digits[0] % 9 + 1)), "is of one digit, not of 2"),
    ],
)
def test_a_reason_of_another_kind_than_the_name_says_is_refused(name: str, spoil: Spoil, reason: str) -> None:
    puzzle, before, step = first_named(name)
    check = check_last(puzzle, before, spoil(step))
    assert check.proof is ProofStatus.REFUSED
    assert reason in check.reason


@pytest.mark.parametrize("name", list(WITH_STEP))
def test_a_reason_may_not_have_more_than_its_theorem(name: str) -> None:
    puzzle, before, step = first_named(name)
    board = board_of(puzzle.layout)
    there = {cell for unit in step.units for cell in board.members[unit]}
    there |= {*step.cells, *map(itemgetter(0), step.removals)}
    other = next(cell for cell in range(81) if cell not in there)
    apart = [
        unit for unit, mask in enumerate(board.masks) if not any(mask >> a & mask >> b & 1 for a, b in step.differ)
    ]
    unit = next(unit for unit in apart if unit not in step.units)
    peer, both = min((b, unit) for (a, b), unit in board.unit_of_both.items() if a == other)
    for more in (
        replace(step, cells=(*step.cells, other)),
        replace(step, units=(*step.units, unit)),
        replace(step, units=distinct((*step.units, both)), differ=(*step.differ, (other, peer))),
        replace(step, units=(*step.units, unit), occurs=(*step.occurs, (unit, (step.digits or (1,))[0]))),
    ):
        assert check_last(puzzle, before, more).proof is ProofStatus.REFUSED


@pytest.mark.parametrize("name", [name for name in WITH_STEP if "single" not in name and name not in ("last cell",)])
def test_which_cells_zeroed_a_candidate_is_checked(name: str) -> None:
    puzzle, before, step = first_named(name)
    first, *rest = step.removals
    strange = next(cell for cell in range(81) if cell not in first.by)
    for by in ((), (first.cell,), (*first.by, strange), (*first.by, first.by[0]), first.by[1:]):
        if by != first.by:
            spoiled = replace(step, removals=(first._replace(by=by), *rest))
            assert check_last(puzzle, before, spoiled).proof is ProofStatus.REFUSED, by


def test_the_whole_puzzle_is_no_local_reason() -> None:
    """All givens, all units and all pairs as the reason of an intersection: true, and refused all the same."""
    (puzzle,) = read_puzzles(OF_LEVEL["presets"])
    board = board_of(puzzle.layout)
    solution = explain(puzzle).last_state.values
    givens = tuple([cell for cell, digit in enumerate(puzzle.givens) if digit])
    pairs = tuple(sorted((a, b) for a, b in board.unit_of_both if a < b))
    state = first_state(puzzle)
    digit = 9
    places = tuple([cell for cell in board.members[8] if state.candidates[cell] >> (digit - 1) & 1])
    removals = tuple(
        [Removal(cell, digit, places, -1) for cell in range(81) if not puzzle.givens[cell] and solution[cell] != digit]
    )
    step = Step(
        Theorem.INTERSECTION,
        "crossing",
        givens,
        (digit,),
        tuple(range(27)),
        differ=pairs,
        occurs=((8, digit),),
        removals=removals[:1],
    )
    check = check_last(puzzle, (), step)
    assert check.proof is ProofStatus.REFUSED


@pytest.mark.parametrize(
    ("puzzle", "spoil"),
    [
        ("44.....1..3.2...", lambda s: replace(s, cells=(15, *s.cells))),
        ("44.....1..3.2...", lambda s: replace(s, cells=(), units=(3,), digits=(3,), name="no place")),
        ("44.....1..3.2...", lambda s: replace(s, units=(3,))),
        ("44.....1..3.2...", lambda s: replace(s, digits=(3,))),
    ],
)
def test_a_contradiction_is_what_it_says(puzzle: str, spoil: Spoil) -> None:
    (read,) = read_puzzles(puzzle)
    *before, last = explain(read).steps
    assert last.theorem is Theorem.CONTRADICTION
    assert check_last(read, tuple(before), last).proof is ProofStatus.PROVED
    assert check_last(read, tuple(before), spoil(last)).proof is ProofStatus.REFUSED
