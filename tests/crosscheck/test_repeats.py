"""Asking backends several times: who is wrong in some runs only is caught, and the others are left alone."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from casbridge import Status, crosscheck
from casbridge.algebra import PolynomialSystem, Ring, variables
from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result
from casbridge.backends.reference import ReferenceBackend
from casbridge.backends.singular import SINGULAR
from casbridge.cli import main
from casbridge.crosscheck import Fault, VerdictKind
from casbridge.crosscheck.repeats import plan, shuffled, written
from casbridge.errors import UsageError
from casbridge.processes.locate import Availability
from casbridge.scripts import Method

#: Two lines and a point, and four points.
LINES = "variables: x y z\nx*(x - 1)\nx*(y - 2)"
POINTS = "variables: x y\nx^2 - 1\ny^2 - 4"


#: Five points of a circle on one line: 16 curves. Macaulay2's issue 2839: decompose of its version 1.21 is wrong in
#: some runs only.
CIRCLE = "field: 32003\nvariables: y4 y3 y2 y1 y0 x4 x3 x2 x1 x0\n" + "\n".join(
    [f"x{i}^2 + y{i}^2 - 1" for i in range(5)] + [f"x{i}*y{j} - x{j}*y{i}" for i, j in combinations(range(5), 2)]
)


class Dice:
    """A backend that says what the reference says, but for some runs."""

    name, default_method = "dice", "throw"
    methods = (Method("throw", Task.PRIMES, "by chance"), Method("chain", Task.SERIES, "chains by chance"))

    def __init__(self, spoil: Callable[[Job, Result], Result], *, seeded: bool = True) -> None:
        self.target = SINGULAR if seeded else None
        self.jobs: list[Job] = []
        self._spoil = spoil

    def availability(self) -> Availability:
        return Availability(True, version="1")

    def run(self, job: Job) -> Result:
        self.jobs.append(job)
        result = replace(
            ReferenceBackend().run(replace(job, method="general", seed=0)), backend=self.name, method="throw"
        )
        assert result.answer is not None
        task = Task.SERIES if job.method == "chain" else Task.PRIMES
        return self._spoil(job, replace(result, answer=replace(result.answer, task=task)))


@pytest.fixture
def dice() -> Iterator[Callable[..., Dice]]:
    def register(spoil: Callable[[Job, Result], Result], *, seeded: bool = True) -> Dice:
        made = Dice(spoil, seeded=seeded)
        registry.register(made)
        return made

    yield register
    registry.unregister("dice")


def honest(_: Job, result: Result) -> Result:
    return result


def without_the_first(result: Result) -> Result:
    assert result.answer is not None
    return replace(result, answer=replace(result.answer, components=result.answer.components[1:]))


def loses_in(*seeds: int) -> Callable[[Job, Result], Result]:
    return lambda job, result: without_the_first(result) if job.seed in seeds else result


@pytest.mark.parametrize("text", [LINES, POINTS])
def test_a_loss_in_some_runs_is_a_disagreement_with_itself(text: str, dice: Callable[..., Dice]) -> None:
    dice(loses_in(3, 4))
    system = read_system(text)
    verdict = crosscheck(system, "dice", repeat=5)
    assert verdict.kind is VerdictKind.DISAGREE
    assert verdict.reason == "dice:throw is wrong in 2 of 5 runs (runs 3, 4) and disagrees with itself"
    (repeated,) = verdict.repeated
    assert [run.answer in repeated.wrong for run in repeated.runs] == [False, False, True, True, False]
    assert [run.seed for run in repeated.runs] == [1, 2, 3, 4, 5]
    witness = verdict.witness
    assert witness is not None
    assert (witness.fault, witness.backend) == (Fault.MISSING_ZERO, "dice:throw")
    assert "(run 3)" in witness.text
    lost = without_the_first(next(run.result for run in repeated.runs if run.number == 1)).answer
    assert lost is not None
    if witness.point is not None:  # in the coordinates of the system as it is
        assert system.first_violated(witness.point) is None
        assert all(any(f.evaluate(witness.point) for f in component) for component in lost.components)


def test_the_same_answers_of_all_runs_agree_with_others(dice: Callable[..., Dice]) -> None:
    made = dice(honest)
    verdict = crosscheck(read_system(LINES), "dice,reference", repeat=4)
    assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT)
    assert [one.text for one in verdict.repeated] == ["4 runs, 1 different answer"] * 2
    assert [job.seed for job in sorted(made.jobs, key=lambda job: job.seed)] == [1, 2, 3, 4]
    assert all(job.fresh for job in made.jobs)
    # The odd runs are about the system as it is. The reference has a permuted one in each run but the first.
    assert [bool(run.permutation) for run in verdict.repeated[0].runs] == [False, True, False, True]
    assert [bool(run.permutation) for run in verdict.repeated[1].runs] == [False, True, True, True]
    assert [run.seed for run in verdict.repeated[1].runs] == [0] * 4


def test_one_backend_that_agrees_with_itself_is_not_agreement(dice: Callable[..., Dice]) -> None:
    dice(honest)
    verdict = crosscheck(read_system(POINTS), "dice", repeat=3)
    assert verdict.kind is VerdictKind.UNDECIDED
    assert "only dice:throw answered" in verdict.reason
    assert verdict.repeated[0].text == "3 runs, 1 different answer"


def test_an_order_that_spoils_the_answer_is_caught_without_seeds(dice: Callable[..., Dice]) -> None:
    """A deterministic backend that is wrong where y is the lowest variable."""

    def spoil(job: Job, result: Result) -> Result:
        return without_the_first(result) if job.system.ring.variables[0] == "y" else result

    dice(spoil, seeded=False)
    verdict = crosscheck(read_system(POINTS), "dice", repeat=8)
    assert verdict.kind is VerdictKind.DISAGREE
    (repeated,) = verdict.repeated
    wrong = [run for run in repeated.runs if run.answer in repeated.wrong]
    assert 0 < len(wrong) < 8
    assert all("y" in run.permutation for run in wrong)
    assert verdict.witness is not None


def test_runs_that_fail_are_told_and_do_not_hide_the_others(dice: Callable[..., Dice]) -> None:
    def spoil(job: Job, result: Result) -> Result:
        if job.seed == 2:
            raise ZeroDivisionError("by chance")
        if job.seed == 3:
            return Result("dice", "throw", Status.TIMEOUT, reason="too slow")
        return result

    dice(spoil)
    verdict = crosscheck(read_system(POINTS), "dice,reference", repeat=4)
    assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT)
    (repeated, _) = verdict.repeated
    statuses = [run.result.status for run in repeated.runs]
    assert statuses == [Status.COMPLETE, Status.CRASHED, Status.TIMEOUT, Status.COMPLETE]
    assert "ZeroDivisionError" in repeated.runs[1].result.reason
    assert [run.answer for run in repeated.runs] == [1, 0, 0, 1]
    assert verdict.as_dict()["repeated"][0]["each"][1]["status"] == "crashed"


def test_a_backend_that_always_fails_has_no_different_answers(dice: Callable[..., Dice]) -> None:
    dice(lambda job, _: Result("dice", "throw", Status.UNSUPPORTED, reason="never"))
    verdict = crosscheck(read_system(POINTS), "dice,reference", repeat=2)
    assert verdict.kind is VerdictKind.UNDECIDED
    assert verdict.repeated[0].text == "2 runs, 0 different answers"
    assert verdict.checked[0].result.status is Status.UNSUPPORTED


def test_the_table_shows_the_runs(
    dice: Callable[..., Dice], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    dice(loses_in(3))
    file = tmp_path / "points.txt"
    file.write_text(POINTS)
    assert main(["crosscheck", str(file), "--backends", "dice,reference", "--repeat", "3"]) == 1
    shown = capsys.readouterr().out
    assert "3 runs, 2 different answers" in shown
    assert "dice:throw: answer 2 of 2, which is wrong: 1 run, first run 3 (seed 3)" in shown
    assert "disagree: dice:throw is wrong in 1 of 3 runs (run 3) and disagrees with itself" in shown
    assert main(["crosscheck", str(file), "--backends", "dice,reference", "--repeat", "3", "--json"]) == 1
    (first, second) = json.loads(capsys.readouterr().out)["repeated"]
    assert [each["wrong"] for each in first["each"]] == [False, False, True]
    assert (first["different"], second["different"], second["runs"]) == (2, 1, 3)


def test_progress_is_told_once_a_backend(dice: Callable[..., Dice]) -> None:
    dice(honest)
    told: list[tuple[str, bool]] = []
    crosscheck(read_system(POINTS), "dice", progress=lambda name, result: told.append((name, result is None)), repeat=3)
    assert told == [("dice:throw", True), ("dice:throw", False)]


def test_generators_stay_where_the_answer_belongs_to_their_order() -> None:
    system = read_system(LINES)
    runs = plan(system, Dice(honest), "chain", 9)
    assert {run.transformed.system.ring.index.keys() == system.ring.index.keys() for run in runs} == {True}
    assert all("variables in the order" not in run.transformed.text for run in runs)
    assert any("variables in the order" in run.transformed.text for run in plan(system, Dice(honest), "throw", 9))
    # What is called z is the highest variable's zero set in every run.
    for run in runs:
        back = run.transformed.back
        assert {str(back(f)) for f in run.transformed.system.polynomials()} == {str(f) for f in system.polynomials()}


def test_permutations_are_the_same_in_every_process() -> None:
    x, y = variables(Ring.of("x y"))
    system = PolynomialSystem.of(x.ring, [x - 1, y - 2, x * y])
    assert shuffled(system, 5) == shuffled(system, 5)
    assert len({shuffled(system, number).text for number in range(20)}) > 5


def test_different_answers_are_written_differently() -> None:
    x, y = variables(Ring.of("x y"))
    answer = Answer(Task.PRIMES, x.ring, ((x,), (y,)))
    assert written(answer) == written(Answer(Task.PRIMES, x.ring, ((3 * y,), (x,))))
    assert written(answer) != written(Answer(Task.PRIMES, x.ring, ((x, y),)))
    assert written(answer) != written(Answer(Task.COMPONENTS, x.ring, ((x,), (y,))))


@pytest.mark.parametrize("number", [0, -1, 1001])
def test_a_number_of_runs_that_is_none(number: int) -> None:
    with pytest.raises(UsageError, match=f"{number} runs; expected 2 to 1000"):
        crosscheck(read_system(POINTS), "reference", repeat=number)


def test_names_are_checked_before_anything_runs() -> None:
    with pytest.raises(UsageError, match="named twice"):
        crosscheck(read_system(POINTS), "reference,reference", repeat=2)


@pytest.mark.slow
@pytest.mark.singular
def test_singular_says_the_same_with_all_seeds() -> None:
    verdict = crosscheck(read_system(LINES), "singular:minAssGTZ,singular:std,sympy:groebner", repeat=4, seconds=60)
    assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), verdict.reason
    assert {one.answers for one in verdict.repeated} == {1}


@pytest.mark.slow
@pytest.mark.macaulay2
def test_a_decomposition_that_is_wrong_in_some_runs_only() -> None:
    system = read_system(CIRCLE)
    verdict = crosscheck(system, "macaulay2:decompose", repeat=20, seconds=60)
    version = verdict.checked[0].result.version
    if not version.startswith("1.21"):
        pytest.skip(f"Macaulay2 {version} is not the one that is wrong")
    assert verdict.kind is VerdictKind.DISAGREE, verdict.reason
    (repeated,) = verdict.repeated
    wrong = [run for run in repeated.runs if run.answer in repeated.wrong]
    assert 0 < len(wrong) < 20
    assert "disagrees with itself" in verdict.reason
    witness = verdict.witness
    assert witness is not None
    # By substitution: a zero of the answer at which an equation is not 0, or a zero of the system that it lacks.
    assert witness.point is not None
    is_zero = not any(f.evaluate(witness.point) for f in system.polynomials())
    assert is_zero == (witness.fault is Fault.MISSING_ZERO)


def test_runs_are_two_at_a_time(dice: Callable[..., Dice]) -> None:
    at_work: list[int] = []
    most = 0
    both = threading.Barrier(2, timeout=20)

    def spoil(job: Job, result: Result) -> Result:
        nonlocal most
        at_work.append(job.seed)
        most = max(most, len(at_work))
        both.wait()
        at_work.remove(job.seed)
        return result

    dice(spoil)
    crosscheck(read_system(POINTS), "dice", repeat=6)
    assert most == 2
