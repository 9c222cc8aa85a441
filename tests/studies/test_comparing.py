"""Two studies of the same inputs, compared. The stores are real; their answers are made: right ones, planted lies."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from casbridge.algebra import Polynomial, variables
from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.systems import system_of
from casbridge.errors import UsageError
from casbridge.limits import Limits
from casbridge.studies.comparing import compare
from casbridge.studies.comparisons import CHANGES, HEADINGS, Comparison
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.store import Store
from casbridge.studies.texts import packed
from casbridge.studies.values import Input, Outcome, Work
from casbridge.studies.verdicts import JUDGE, judge_chunk
from casbridge.studies.work import subject_of
from tests.studies.made import outcome_of

CIRCLE = "field: QQ\nvariables: x y\nx^2 + y^2 - 25\nx - y - 1\n"
CURVE = "field: QQ\nvariables: x y\nx*y - 1\n"

#: What a job says: an outcome without its number, by the work.
Say = Callable[[Work], Outcome]
Make = Callable[[Polynomial, Polynomial], list[Component]]


def primes(make: Make, *, task: Task = Task.PRIMES, seconds: float = 1.0) -> Say:
    def say(work: Work) -> Outcome:
        ring = system_of(subject_of(work.case, work.variable_order)).ring
        named = dict(zip(ring.variables, variables(ring), strict=True))
        answer = Answer(task, ring, tuple(make(named["x"], named["y"])))
        return replace(outcome_of(answer, work.backend), wall_seconds=seconds, degree=2, dimension=0)

    return say


def failed(status: str, reason: str = "it failed") -> Say:
    return lambda work: Outcome(work.number, "", status, reason, work.backend, limits=work.limits)


RIGHT = primes(lambda x, y: [(x - 4, y - 3), (x + 3, y + 4)])
ALIKE = primes(lambda x, y: [(y + 4, x - y - 1), (2 * y - 6, 4 - x)])
SPLIT = primes(lambda x, y: [(x**2 - x - 12, y - x + 1)], task=Task.COMPONENTS)
#: The same number of components, the same degree, numbers of the same size.
LIE = primes(lambda x, y: [(x - 4, y - 3), (x + 4, y + 3)])
OTHER_LIE = primes(lambda x, y: [(x - 3, y - 4), (x + 3, y + 4)])
NOTHING = primes(lambda x, y: [])


class Studies:
    """A folder for stores, which are closed at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.open: list[Store] = []

    def study(
        self,
        says: Mapping[str, Say],
        *,
        inputs: Mapping[str, str] | None = None,
        repeat: int = 1,
        orders: tuple[str, ...] = ("given",),
        fields: tuple[str, ...] = (),
        encodings: tuple[str, ...] = (),
        limits: Limits | None = None,
        judged: bool = False,
        unless: Callable[[Work], bool] = lambda _: False,
        version: str = "1.0",
    ) -> Store:
        """A study whose backends say what is given. unless: jobs that are not done."""
        name = f"study{len(self.open)}"
        plan = Plan(name, (), tuple(says), fields, orders, repeat=repeat, limits=limits or Limits(seconds=30))
        store = Store.create(self.folder / f"{name}.sqlite", plan)
        self.open.append(store)
        texts = inputs or {"circle": CIRCLE}
        kind = "puzzle" if encodings else "system"
        given = [(Input(one, kind if text else "invalid", text), encodings) for one, text in texts.items()]
        store.sync(plan, jobs_of(plan, given))
        about = {"version": version, "casbridge": "0.1", "host": "here"}
        store.keep(
            [
                replace(
                    says[work.backend](work), number=work.number, key=f"key {work.number}", limits=work.limits, **about
                )
                for work in store.waiting()
                if not unless(work)
            ]
        )
        if judged:
            store.keep_verdicts([judge_chunk([work])[0] for work in list(store.to_judge(judge=JUDGE))], JUDGE)
        return store


@pytest.fixture
def studies(tmp_path: Path) -> Iterator[Studies]:
    found = Studies(tmp_path)
    yield found
    for store in found.open:
        store.close()


def kinds(comparison: Comparison) -> list[str]:
    json.loads(json.dumps(comparison.as_dict()))
    assert comparison.as_dict()["exit_code"] == comparison.exit_code
    assert all(len(row) == len(HEADINGS) for row in comparison.rows)
    assert comparison.text
    return [change.kind for change in comparison.changes]


def test_equal_studies_have_no_change(studies: Studies) -> None:
    first, second = (studies.study({"mycas:a": RIGHT, "mycas:b": ALIKE}, repeat=2, judged=True) for _ in range(2))
    comparison = compare(first, second)
    assert kinds(comparison) == []
    assert (comparison.matched, comparison.same, comparison.alike, comparison.exit_code) == (4, 4, 0, 0)
    assert "no change" in comparison.text


@pytest.mark.parametrize("other", [ALIKE, SPLIT], ids=["generators", "one component"])
def test_the_same_zeros_written_otherwise_are_no_change(studies: Studies, other: Say) -> None:
    comparison = compare(studies.study({"mycas:a": RIGHT}), studies.study({"mycas:a": other}))
    assert kinds(comparison) == []
    assert (comparison.same, comparison.alike, comparison.exit_code) == (0, 1, 0)


@pytest.mark.parametrize("lie", [LIE, NOTHING], ids=["another zero", "nothing"])
@pytest.mark.parametrize("right", [RIGHT, SPLIT], ids=["points", "one component"])
def test_a_lie_after_is_wrong(studies: Studies, right: Say, lie: Say) -> None:
    comparison = compare(studies.study({"mycas:a": right}), studies.study({"mycas:a": lie}))
    assert kinds(comparison) == ["wrong"]
    assert comparison.exit_code == 1
    (change,) = comparison.changes
    assert change.witness is not None
    assert "after" in change.witness["backend"]
    assert change.witness["point"] in ({"x": "-4", "y": "-3"}, {"x": "-3", "y": "-4"}, {"x": "4", "y": "3"})


def test_a_lie_before_is_mended(studies: Studies) -> None:
    comparison = compare(studies.study({"mycas:a": LIE}), studies.study({"mycas:a": RIGHT}))
    assert kinds(comparison) == ["mended"]
    assert comparison.exit_code == 0


def test_other_lies_are_both_wrong(studies: Studies) -> None:
    comparison = compare(studies.study({"mycas:a": LIE}), studies.study({"mycas:a": OTHER_LIE}))
    assert kinds(comparison) == ["both wrong"]
    assert comparison.exit_code == 0


def test_a_lie_in_one_of_many(studies: Studies) -> None:
    """Each repeat, each order, each backend; only one job lies, and the same lie is compared once."""
    says = {"mycas:a": RIGHT, "mycas:b": SPLIT}
    inputs = {"one": CIRCLE, "other": CIRCLE.replace("25", "24 - 1")}
    first = studies.study(says, repeat=2, orders=("given", "auto"), inputs=inputs)

    def sometimes(work: Work) -> Outcome:
        lying = work.case.input.name == "other" and work.variable_order == "auto"
        return (LIE if lying else RIGHT)(work)

    second = studies.study({**says, "mycas:a": sometimes}, repeat=2, orders=("given", "auto"), inputs=inputs)
    comparison = compare(first, second, workers=2)
    assert kinds(comparison) == ["wrong"]
    (change,) = comparison.changes
    assert (change.input, change.variable_order, change.backend, change.repeats) == ("other", "auto", "mycas:a", (1, 2))
    assert comparison.counts == {"wrong": 2}
    assert change.about == "other, auto order"


def test_lost_and_won(studies: Studies) -> None:
    states = ("complete", "timeout", "crashed", "missing")
    stores = {name: studies.study({"c:a": RIGHT if name == "complete" else failed(name)}) for name in states}
    for before in states:
        for after in states:
            comparison = compare(stores[before], stores[after])
            expected = [] if before == after else ["lost"] if before == "complete" else ["status"]
            expected = ["won"] if after == "complete" != before else expected
            assert kinds(comparison) == expected
            assert comparison.exit_code == (1 if expected == ["lost"] else 0)


def test_a_limit_that_ended_a_job_is_told(studies: Studies) -> None:
    first = studies.study({"c:a": RIGHT})
    second = studies.study({"c:a": failed("timeout", "no answer within 5 s")}, limits=Limits(seconds=5))
    comparison = compare(first, second)
    assert "limits: 30 s → 5 s" in comparison.summary[2:]
    assert comparison.summary.index("limits: 30 s → 5 s") < comparison.summary.index("lost: 1 (answers that were lost)")
    assert not any(line.startswith("limits") for line in compare(first, first).summary)
    (change,) = comparison.changes
    assert change.row == ("lost", "circle", "c:a", "1", "complete", "timeout", "no answer within 5 s")


def test_a_new_answer_may_be_wrong(studies: Studies) -> None:
    """It is judged beside the system, for there is nothing to compare it with."""
    slow = failed("timeout")
    comparison = compare(studies.study({"c:a": slow}), studies.study({"c:a": LIE}))
    assert kinds(comparison) == ["wrong"]
    assert comparison.exit_code == 1
    judged = studies.study({"c:a": RIGHT, "c:b": ALIKE}, judged=True)
    comparison = compare(studies.study({"c:a": slow, "c:b": ALIKE}), judged)
    assert kinds(comparison) == ["won"]
    assert "verdict" in comparison.changes[0].reason


def test_verdicts_and_numbers_that_change(studies: Studies) -> None:
    first = studies.study({"c:a": RIGHT, "c:b": ALIKE}, repeat=2, judged=True)

    def other_degree(work: Work) -> Outcome:
        return replace(RIGHT(work), degree=3, dimension=1, real=2)

    second = studies.study({"c:a": other_degree, "c:b": LIE}, repeat=2, judged=True)
    comparison = compare(first, second)
    assert kinds(comparison) == ["wrong", "dimension", "degree", "verdict"]
    assert [(one.before, one.after) for one in comparison.changes[1:]] == [
        ("0", "1"),
        ("2", "3"),
        ("agree", "disagree"),
    ]
    assert comparison.counts["verdict"] == 2


def test_inputs_are_matched_by_their_content(studies: Studies) -> None:
    """By another name, and with other comments; the same name with another content is another input."""
    first = studies.study({"c:a": RIGHT}, inputs={"circle": CIRCLE, "curve": CIRCLE + "x - 4\n"})
    second = studies.study({"c:a": LIE}, inputs={"the circle": f"# name: the circle\n{CIRCLE}", "curve": CURVE})
    comparison = compare(first, second)
    assert kinds(comparison) == ["wrong"]
    assert comparison.changes[0].input == "the circle"
    assert comparison.matched == 1
    assert comparison.before.inputs == comparison.after.inputs == ("curve",)
    assert comparison.other_content == ("curve",)
    assert "names for different inputs in the two studies: curve" in comparison.text


def test_equal_contents_are_matched_by_name(studies: Studies) -> None:
    inputs = {"one": CIRCLE, "two": CIRCLE}

    def by_name(lying: str) -> Say:
        return lambda work: (LIE if work.case.input.name == lying else RIGHT)(work)

    comparison = compare(
        studies.study({"c:a": by_name("one")}, inputs=inputs),
        studies.study({"c:a": by_name("one")}, inputs=dict(reversed(inputs.items()))),
    )
    assert kinds(comparison) == []
    assert comparison.same == 2


@pytest.mark.parametrize("field", ["", "QQ"])
@pytest.mark.parametrize("other", [("",), ("QQ",), ("GF(7)", "QQ"), ("QQ", "")])
def test_the_field_of_an_input_is_the_same_with_and_without_its_name(
    studies: Studies, field: str, other: tuple[str, ...]
) -> None:
    first, second = (studies.study({"c:a": failed("crashed")}, fields=fields) for fields in ((field,), other))
    comparison = compare(first, second)
    assert (comparison.matched, comparison.after.unmatched) == (1, len(other) - 1)
    comparison = compare(second, second)
    assert (comparison.matched, comparison.after.unmatched) == (len(other), 0)


@pytest.mark.parametrize(
    ("encoding", "field"),
    [("colouring", "GF(11)"), ("sum-product", "QQ"), ("symmetric after singles", "GF(11)"), ("symmetric", "QQ")],
)
def test_the_field_of_an_encoding_is_the_same_with_and_without_its_name(
    studies: Studies, encoding: str, field: str
) -> None:
    given, named = (
        studies.study({"c:a": failed("crashed")}, inputs={"grid": "1..."}, encodings=(encoding,), fields=fields)
        for fields in ((), (field,))
    )
    assert compare(given, named).matched == compare(named, given).matched == (encoding != "symmetric")


def test_backends_of_other_versions_are_paired(studies: Studies) -> None:
    first = studies.study({"mycas@1.0:a": RIGHT, "other:b": RIGHT}, version="1.0")
    second = studies.study({"mycas@2.0:a": LIE, "third:b": RIGHT}, version="2.0")
    comparison = compare(first, second)
    assert kinds(comparison) == ["wrong"]
    assert comparison.paired == {"mycas@1.0:a": "mycas@2.0:a"}
    assert "mycas@1.0:a 1.0 → mycas@2.0:a 2.0" in comparison.text
    assert (comparison.before.backends, comparison.after.backends) == (("other:b",), ("third:b",))
    assert (comparison.before.unmatched, comparison.after.unmatched) == (1, 1)


def test_rename(studies: Studies) -> None:
    first = studies.study({"mycas:a": RIGHT, "mycas:b": RIGHT, "old:a": RIGHT})
    second = studies.study({"mycas:a": RIGHT, "new:a": LIE, "new:b": ALIKE})
    assert kinds(compare(first, second, rename={"old:a": "new:a"})) == ["wrong"]
    comparison = compare(first, second, rename={"mycas": "new"})
    assert comparison.paired == {"mycas:a": "new:a", "mycas:b": "new:b"}
    assert kinds(comparison) == ["wrong"]
    assert comparison.before.backends == ("old:a",)
    with pytest.raises(UsageError, match="rename: the earlier study has no backend nobody"):
        compare(first, second, rename={"nobody": "new"})
    with pytest.raises(UsageError, match="rename: the later study has no backend nobody:a"):
        compare(first, second, rename={"old": "nobody"})


def test_two_backends_of_one_study(studies: Studies) -> None:
    store = studies.study({"old:a": RIGHT, "new:a": LIE})
    comparison = compare(store, store, rename={"old:a": "new:a"})
    assert comparison.matched == 1
    assert kinds(comparison) == ["wrong"]


def test_two_versions_of_one_study_are_compared_one_way(studies: Studies) -> None:
    """The later version is not compared with the earlier one as well."""
    store = studies.study({"mycas@1:a": LIE, "mycas:a": RIGHT, "other:b": RIGHT})
    comparison = compare(store, store, rename={"mycas@1": "mycas"})
    assert comparison.paired == {"mycas@1:a": "mycas:a"}
    assert kinds(comparison) == ["mended"]
    assert comparison.exit_code == 0


def test_jobs_that_are_not_done_say_nothing(studies: Studies) -> None:
    first = studies.study({"c:a": RIGHT}, repeat=3)
    second = studies.study({"c:a": failed("crashed")}, repeat=3, unless=lambda work: work.repeat > 1)
    comparison = compare(first, second)
    assert comparison.unfinished == 2
    assert comparison.counts == {"lost": 1}
    nothing = studies.study({"c:a": RIGHT}, repeat=3, unless=lambda _: True)
    comparison = compare(first, nothing)
    assert (comparison.unfinished, comparison.exit_code) == (3, 3)
    assert "no change" not in comparison.text


def test_times_beyond_the_noise(studies: Studies) -> None:
    def by_repeat(*seconds: float) -> Say:
        return lambda work: replace(RIGHT(work), wall_seconds=seconds[work.repeat - 1])

    says = {"c:same": by_repeat(1.0, 1.1, 1.2), "c:slow": by_repeat(1.0, 1.1, 1.2), "c:fast": by_repeat(2.0, 2.1, 2.2)}
    later = {"c:same": by_repeat(1.1, 1.3, 1.0), "c:slow": by_repeat(2.0, 2.1, 2.2), "c:fast": by_repeat(1.0, 1.0, 1.1)}
    says["c:noisy"], later["c:noisy"] = by_repeat(1.0, 1.0, 9.0), by_repeat(3.0, 3.0, 3.0)
    comparison = compare(studies.study(says, repeat=3), studies.study(later, repeat=3))
    assert [(one.kind, one.backend) for one in comparison.changes] == [("slower", "c:slow"), ("faster", "c:fast")]
    assert comparison.exit_code == 0
    assert comparison.changes[0].repeats == (1, 2, 3)
    assert comparison.changes[0].reason == "1.91 times; p = 0.05"
    assert [one.text for one in comparison.times if one.backend == "c:slow"] == [
        "c:slow: 1 job, 1.1 s → 2.1 s, on average 1.91 times as long; 1 slower, 0 faster"
    ]
    assert [one.kind for one in compare(*studies.open, ratio=2).changes] == ["faster"]


def test_one_repeat_tells_no_noise(studies: Studies) -> None:
    def taking(seconds: float) -> Say:
        return lambda work: replace(RIGHT(work), wall_seconds=seconds)

    first, near, far = (studies.study({"c:a": taking(seconds)}) for seconds in (1.0, 1.9, 2.1))
    assert kinds(compare(first, near)) == []
    (change,) = compare(first, far).changes
    assert change.reason == "2.1 times; too few repeats to know the noise"


def test_what_cannot_be_compared_is_told_and_is_no_agreement(studies: Studies) -> None:
    hard = "field: QQ\nvariables: x y z\nx^5 + y^4 - z^3 - 1\nx^3*y^2 - z^4 + y - 2\nx*y*z^3 - x^2 + 7\n"

    def generators(change: bool) -> Say:
        def say(work: Work) -> Outcome:
            system = system_of(subject_of(work.case, "given"))
            first, *others = system.polynomials()
            component = (first + others[0] if change else first, *others)
            return outcome_of(Answer(Task.COMPONENTS, system.ring, (component,)), work.backend)

        return say

    inputs = {"hard": hard}
    first, second = (studies.study({"c:a": generators(change)}, inputs=inputs) for change in (False, True))
    comparison = compare(first, second, limits=Limits(seconds=0.05))
    assert kinds(comparison) == ["undecided"]
    assert comparison.stopped
    assert comparison.exit_code == 4


def test_nothing_in_common_is_no_agreement(studies: Studies) -> None:
    comparison = compare(studies.study({"c:a": RIGHT}), studies.study({"c:a": RIGHT}, inputs={"curve": CURVE}))
    assert comparison.matched == 0
    assert comparison.exit_code == 3
    assert "nothing could be compared: no input is in both studies, by content" in comparison.summary
    assert "no change" not in comparison.text


def test_why_nothing_could_be_compared(studies: Studies) -> None:
    def said(**options: tuple[str, ...]) -> str:
        return compare(first, studies.study({"c:a": RIGHT}, **options)).reason  # type: ignore[arg-type]

    first = studies.study({"c:a": RIGHT})
    assert said() == ""
    assert said(orders=("auto",)) == "the orders of the variables differ: given → auto"
    assert said(fields=("GF(7)",)) == "the fields differ: QQ → GF(7)"
    both = "the orders of the variables differ: given → auto; the fields differ: QQ → GF(7)"
    assert said(orders=("auto",), fields=("GF(7)",)) == both
    other = compare(first, studies.study({"d:b": RIGHT}))
    assert other.reason == "no backend is in both studies (--rename OLD=NEW compares two)"
    assert other.exit_code == 3
    assert repr(other).startswith("<Comparison of 0 pairs of jobs: no backend is in both studies")


def test_the_average_of_times_is_told_or_why_there_is_none(studies: Studies) -> None:
    short = studies.study({"c:a": primes(lambda x, y: [(x - 4, y - 3)], seconds=0.01)})
    (times,) = compare(short, short).times
    assert times.text == "c:a: 1 job, 0.01 s → 0.01 s, each shorter than 0.05 s, so no average; 0 slower, 0 faster"
    long = studies.study({"c:a": RIGHT})
    (times,) = compare(long, long).times
    assert times.text == "c:a: 1 job, 1 s → 1 s, on average as long; 0 slower, 0 faster"


def test_the_same_text_packed_in_another_way_is_the_same(studies: Studies) -> None:
    """Versions of zlib pack differently; nothing is to be compared then."""

    def repacked(work: Work) -> Outcome:
        said = RIGHT(work)
        return replace(said, answer=zlib.compress(zlib.decompress(said.answer or b""), 0))

    comparison = compare(studies.study({"c:a": RIGHT}), studies.study({"c:a": repacked}))
    assert (comparison.same, comparison.alike, kinds(comparison)) == (1, 0, [])


def test_a_complete_job_without_an_answer_is_no_agreement(studies: Studies) -> None:
    def empty(work: Work) -> Outcome:
        return replace(RIGHT(work), answer=None)

    comparison = compare(studies.study({"c:a": empty}), studies.study({"c:a": empty}))
    assert kinds(comparison) == ["failed"]
    assert comparison.exit_code == 3


def test_a_damaged_answer_is_told(studies: Studies) -> None:
    def damaged(work: Work) -> Outcome:
        return replace(RIGHT(work), answer=packed("{}"))

    comparison = compare(studies.study({"c:a": RIGHT}), studies.study({"c:a": damaged}))
    assert kinds(comparison) == ["failed"]
    assert comparison.exit_code == 3


def test_each_kind_is_explained() -> None:
    assert set(CHANGES) >= {"wrong", "differ", "lost", "both wrong", "undecided", "failed", "mended", "won"}
    with pytest.raises(TypeError, match="no truth value"):
        bool(Comparison.__new__(Comparison))


def test_progress(studies: Studies) -> None:
    seen: list[tuple[int, int]] = []
    inputs = {str(n): CIRCLE.replace("x - y - 1", f"{n}*(x - y - 1)") for n in range(1, 4)}
    first, second = studies.study({"c:a": RIGHT}, inputs=inputs), studies.study({"c:a": ALIKE}, inputs=inputs)
    comparison = compare(first, second, workers=2, progress=lambda done, of: seen.append((done, of)))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert comparison.alike == 3


def test_inputs_that_cannot_be_read_are_matched_by_name(studies: Studies) -> None:
    inputs = {"broken": "", "also": "", "circle": CIRCLE}

    def say(work: Work) -> Outcome:
        return (failed("invalid", "no such file") if work.case.input.kind == "invalid" else RIGHT)(work)

    first = studies.study({"c:a": say}, inputs=inputs)
    comparison = compare(first, studies.study({"c:a": say}, inputs={**inputs, "also": CURVE}, unless=lambda _: False))
    assert kinds(comparison) == []
    assert comparison.matched == 2
    assert comparison.other_content == ("also",)


def test_a_comparison_shows_itself_in_short(studies: Studies) -> None:
    names = {f"<b>{number}": CIRCLE.replace("25", f"{25 + number}") for number in range(60)}
    first, second = (studies.study({"c:a": failed(status)}, inputs=names) for status in ("timeout", "crashed"))
    comparison = compare(first, second)
    assert repr(comparison) == "<Comparison of 60 pairs of jobs: {'status': 60}; exit_code 0>"
    shown = comparison._repr_html_()
    assert shown.count("<tr>") == 51
    assert "and 10 more" in shown
    assert "<b>" not in shown
    assert "&lt;b&gt;0" in shown
    assert "status: 60" in shown
    assert "<table" not in compare(first, first)._repr_html_()
