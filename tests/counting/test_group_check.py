"""The group of symmetries by several sources: right answers, wrong ones, and none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import fake_gap
import pytest

from casbridge.backends.gap import GapBackend
from casbridge.backends.protocol import Status
from casbridge.backends.registry import register, unregister
from casbridge.counting import (
    BoxShape,
    GroupFacts,
    GroupResult,
    GroupVerdict,
    Membership,
    conjugacy_classes,
    crosscheck_group,
    group_order,
    group_script,
    number_of_classes,
)
from casbridge.counting.group_check import _compare_groups, _parse_facts
from casbridge.crosscheck import VerdictKind
from casbridge.errors import BackendError, UnsupportedError, UsageError
from casbridge.limits import Limits
from tests.cli.calling import Caller

SHIDOKU = BoxShape(2, 2)
CLASSES = list(conjugacy_classes(SHIDOKU))
SIZES = tuple(found.size for found in CLASSES)
TRUE = GroupFacts(128, SIZES, tuple(Membership(i, size) for i, size in enumerate(SIZES, 1)))


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Caller:
    return Caller(capsys)


def result(name: str, facts: GroupFacts | None, status: Status = Status.COMPLETE) -> GroupResult:
    return GroupResult(name, "", status, facts, "" if status is Status.COMPLETE else "for a reason")


def compared(*facts: GroupFacts) -> GroupVerdict:
    """Of several sources named a, b, …; those that listed nothing are partial."""
    results = [
        result(name, said, Status.PARTIAL if said.classes is None else Status.COMPLETE)
        for name, said in zip("abc", facts, strict=False)
    ]
    return _compare_groups(SHIDOKU, CLASSES, results)


# -- shapes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (2, 5), (3, 4)])
def test_the_number_of_classes_is_known_without_listing(shape: tuple[int, int]) -> None:
    found = BoxShape(*shape)
    assert number_of_classes(found) == len(list(conjugacy_classes(found)))


def test_shapes_with_too_many_classes() -> None:
    with pytest.raises(UnsupportedError, match="155369252166975 conjugacy classes"):
        crosscheck_group(BoxShape(8, 8))


@pytest.mark.parametrize("backends", ["", ",", "reference,singular", "gap:ReducedGroebnerBasis", "gap,gap"])
def test_other_backends(backends: str) -> None:
    with pytest.raises(UsageError):
        crosscheck_group(SHIDOKU, backends)


# -- comparing --------------------------------------------------------------------------------------------------------


def test_equal_facts_agree_in_any_order_of_the_classes() -> None:
    backwards = GroupFacts(128, SIZES[::-1], tuple(Membership(21 - i, size) for i, size in TRUE.memberships or ()))
    verdict = compared(TRUE, backwards, GroupFacts(128))
    assert verdict.kind is VerdictKind.AGREE
    assert verdict.reason == (
        "a, b have the same group of order 128 with 20 conjugacy classes, which are matched one by one; "
        "c has the same order"
    )


def test_an_order_alone_is_consistent() -> None:
    verdict = compared(TRUE, GroupFacts(128))
    assert verdict.kind is VerdictKind.CONSISTENT
    assert "listed by a only" in verdict.reason
    assert "not listed" in compared(GroupFacts(128), GroupFacts(128)).reason


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_answers_decide_nothing(count: int) -> None:
    results = [result("a", TRUE), result("b", None, Status.CRASHED)][1 - count :]
    verdict = _compare_groups(SHIDOKU, CLASSES, results)
    assert verdict.kind is VerdictKind.UNDECIDED
    with pytest.raises(TypeError):
        bool(verdict)


def changed(sizes: Sequence[int], memberships: Sequence[Membership], order: int = 128) -> GroupFacts:
    return GroupFacts(order, tuple(sizes), tuple(memberships))


MEMBERS = TRUE.memberships or ()
LIES = {
    "order": (GroupFacts(127), "the order of the group: a has 128, b has 127"),
    "missing": (changed(SIZES[:-1], MEMBERS), "the number of conjugacy classes: a has 20, b has 19"),
    "sizes": (
        changed([SIZES[0] + 1, *SIZES[1:]], MEMBERS),
        f"the number of conjugacy classes of size {SIZES[0]}: ",
    ),
    "centraliser": (
        changed(SIZES, [Membership(1, SIZES[0] * 2), *MEMBERS[1:]]),
        f"b: the class of {CLASSES[0].name} has size {SIZES[0] * 2} by its centraliser, {SIZES[0]} in the list",
    ),
    "none": (changed(SIZES, [Membership(0, SIZES[0]), *MEMBERS[1:]]), "is in none of the conjugacy classes"),
    "conjugate": (
        changed(SIZES, [*MEMBERS[:-1], MEMBERS[SIZES.index(SIZES[-1])]]),
        "are conjugate",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found_and_said(lie: str) -> None:
    wrong, what = LIES[lie]
    verdict = compared(TRUE, wrong)
    assert verdict.kind is VerdictKind.DISAGREE
    assert what in verdict.reason
    assert verdict.witness is not None
    document = json.loads(json.dumps(verdict.as_dict()))
    assert document["witness"]["text"] == verdict.reason
    assert compared(wrong, TRUE).kind is VerdictKind.DISAGREE


def test_exchanged_classes_are_found() -> None:
    """The sizes are the same as a whole, and not those of the classes."""
    other = next(i for i, size in enumerate(SIZES) if size != SIZES[0])
    sizes, members = list(SIZES), list(MEMBERS)
    sizes[0], sizes[other] = sizes[other], sizes[0]
    members[0], members[other] = Membership(1, sizes[0]), Membership(other + 1, sizes[other])
    verdict = compared(TRUE, changed(sizes, members))
    assert verdict.kind is VerdictKind.DISAGREE
    assert f"the size of the class of {CLASSES[0].name}" in verdict.reason
    assert verdict.witness is not None
    assert verdict.witness.symmetry == CLASSES[0].representative


def test_sizes_that_do_not_make_up_the_order() -> None:
    verdict = compared(GroupFacts(128), changed([1], [Membership(1, 1)] * 20))
    assert verdict.kind is VerdictKind.DISAGREE
    assert "the sum of the class sizes has 1, b: the order has 128" in verdict.reason


# -- reading ----------------------------------------------------------------------------------------------------------

SCRIPT = group_script(SHIDOKU)
ANSWER = [
    f"casbridge:begin {SCRIPT.job}",
    "task: conjugacy classes",
    "shape: 2x2",
    "method: by hand",
    "order: 128",
    "classes: 20",
    *(f"class: {size}" for size in SIZES),
    *(f"representative: {number} {size}" for number, size in MEMBERS),
    f"casbridge:end {SCRIPT.job} 20",
]


def test_an_answer_is_read_whatever_stands_around_it() -> None:
    text = "\n".join(["Welcome", *ANSWER, "gap> ", ""])
    facts = _parse_facts(text, SCRIPT)
    assert (facts.order, facts.classes, facts.memberships) == (128, SIZES, MEMBERS)
    assert _parse_facts(text.replace("\n", "\r\n"), SCRIPT) == facts


@pytest.mark.parametrize("line", range(len(ANSWER)))
def test_a_line_that_is_missing_doubled_or_strange(line: int) -> None:
    for lines in (
        [*ANSWER[:line], *ANSWER[line + 1 :]],
        [*ANSWER[:line], ANSWER[line], *ANSWER[line:]],
        [*ANSWER[:line], "__import__('os')", *ANSWER[line + 1 :]],
        ANSWER[:line],
    ):
        if lines[: len(ANSWER)] == ANSWER:
            continue  # doubled after the end
        with pytest.raises(BackendError):
            _parse_facts("\n".join(lines), SCRIPT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("order: 128", "order: 128.0"),
        ("order: 128", "order: 0"),
        ("order: 128", "order: -128"),
        ("order: 128", "order: " + "9" * 5000),
        ("classes: 20", "classes: 21"),
        ("classes: 20", "classes: 999999999999"),
        ("classes: 20", "classes: not listed"),
        ("representative: 20 ", "representative: 21 "),
        ("shape: 2x2", "shape: 2x3"),
        (SCRIPT.job, "0123456789ab"),
    ],
)
def test_values_that_cannot_be(old: str, new: str) -> None:
    with pytest.raises(BackendError):
        _parse_facts("\n".join(ANSWER).replace(old, new), SCRIPT)


def test_classes_that_were_not_asked_for() -> None:
    script = group_script(BoxShape(3, 3), "sympy")
    assert script.representatives == 0
    lines = [f"casbridge:begin {script.job}", *ANSWER[1:-1], f"casbridge:end {script.job} 0"]
    with pytest.raises(BackendError, match="the order only"):
        _parse_facts("\n".join(lines).replace("2x2", "3x3"), script)


# -- a GAP that goes wrong --------------------------------------------------------------------------------------------


class Fake:
    """The backend gap is a fake, which says what it is told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.says(ANSWER[3:-1])

    def says(self, lines: Sequence[str]) -> None:
        (self.folder / "lines").write_text("\n".join(lines))

    def goes_wrong(self, fault: str) -> None:
        (self.folder / "plan").write_text(f"{fault}\n")


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Fake:
    monkeypatch.setenv("CASBRIDGE_FAKE_LINES", str(tmp_path / "lines"))
    monkeypatch.setenv("CASBRIDGE_FAKE_PLAN", str(tmp_path / "plan"))
    monkeypatch.delenv("CASBRIDGE_HIDE", raising=False)
    monkeypatch.setenv("CASBRIDGE_GAP", str(fake_gap.install(tmp_path)))
    return Fake(tmp_path)


FAULTS = {
    "hang": (Status.TIMEOUT, 4),
    "exit-3": (Status.CRASHED, 3),
    "segfault": (Status.CRASHED, 3),
    "no-more-memory": (Status.MEMORY, 4),
    "flood": (Status.UNPARSABLE, 3),
    "die-silently": (Status.UNPARSABLE, 3),
    "half-answer": (Status.UNPARSABLE, 3),
    "wrong-count": (Status.UNPARSABLE, 3),
    "junk": (Status.UNPARSABLE, 3),
    "other-job": (Status.UNPARSABLE, 3),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_its_status_and_its_exit_code(fake: Fake, call: Caller, fault: str) -> None:
    status, code = FAULTS[fault]
    fake.goes_wrong(fault)
    limit = ["--timeout", "1"] if fault == "hang" else []
    said = call("crosscheck", "--count", "2x2", "--backends", "reference,gap", "--json", *limit)
    document = said.document()
    assert said.code == code
    assert (document["status"], document["verdict"]) == ("undecided", "undecided")
    gap = document["backends"][1]
    assert (gap["status"], gap["version"]) == (str(status), "4.99.1")
    assert gap["reason"]
    assert gap["order"] is gap["classes"] is gap["sizes"] is None


WRONG = {
    "size": ("class: 1", "class: 2"),
    "order": ("order: 128", "order: 64"),
    "class": ("classes: 20", "classes: 19"),
}


@pytest.mark.slow
@pytest.mark.parametrize("lie", WRONG)
def test_a_wrong_answer_is_a_disagreement(fake: Fake, call: Caller, lie: str) -> None:
    old, new = WRONG[lie]
    lines = ANSWER[3:-1]
    at = lines.index(old)
    lines[at] = new
    if lie == "class":
        lines.remove("class: 1")
        lines = [line.replace("representative: 20", "representative: 19") for line in lines]
    fake.says(lines)
    said = call("crosscheck", "--count", "2x2", "--backends", "reference,gap,sympy", "--json")
    document = said.document()
    assert (said.code, document["verdict"]) == (1, "disagree")
    assert document["witness"]["said"]
    plain = call("crosscheck", "--count", "2x2", "--backends", "reference,gap")
    assert plain.code == 1
    assert "disagree: " in plain.out


@pytest.mark.usefixtures("nothing_hidden")
def test_a_right_answer(fake: Fake, call: Caller) -> None:
    said = call("crosscheck", "--count", "2x2", "--backends", "reference,gap")
    assert said.code == 0
    assert "agree: reference, gap have the same group of order 128 with 20 conjugacy classes" in " ".join(
        said.out.split()
    )


@pytest.mark.usefixtures("nothing_hidden")
def test_a_missing_gap_leaves_the_others(monkeypatch: pytest.MonkeyPatch, call: Caller) -> None:
    monkeypatch.setenv("CASBRIDGE_GAP", "/no/such/gap")
    document = call("crosscheck", "--count", "2x2", "--json").document()
    assert document["verdict"] == "agree"
    assert [one["status"] for one in document["backends"]] == ["complete", "missing", "complete"]


def test_a_backend_of_another_kind_under_the_name_gap() -> None:
    class Other:
        name, default_method, target, methods = "gap", "", None, ()
        availability = GapBackend().availability
        run = GapBackend().run

    register(Other(), replace=True)
    try:
        verdict = crosscheck_group(SHIDOKU, "reference,gap")
    finally:
        unregister("gap")
    assert verdict.results[1].status is Status.UNSUPPORTED


# -- the command line -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("2x2", "--count", "2x2"),
        ("--count", "3x"),
        ("--count", "99x99"),
        ("--count", "2x2", "--encoding", "indicators"),
        ("--count", "2x2", "--limit", "3"),
        ("--count", "2x2", "--box", "2x2"),
        ("--count", "2x2", "--lines"),
        ("--count", "2x2", "--backends", "singular"),
    ],
)
def test_what_does_not_go_together(call: Caller, arguments: Sequence[str]) -> None:
    said = call("crosscheck", *arguments)
    assert said.code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1


@pytest.mark.slow
def test_a_document_for_json(call: Caller) -> None:
    said = call("crosscheck", "--count", "2x3", "--backends", "reference,sympy", "--json")
    document = said.document()
    assert (said.code, document["shape"], document["verdict"], document["witness"]) == (0, "2x3", "agree", None)
    for backend in document["backends"]:
        assert (backend["order"], backend["classes"], sum(backend["sizes"])) == (3456, 90, 3456)
        assert backend["sizes"] == sorted(backend["sizes"])


@pytest.mark.slow
def test_an_order_alone_is_no_failure(call: Caller) -> None:
    said = call("crosscheck", "--count", "3x3", "--backends", "reference,sympy")
    assert said.code == 0
    assert "consistent: " in said.out
    assert "up to 5000 elements" in said.out


def test_sympy_has_limits_too() -> None:
    assert crosscheck_group(SHIDOKU, "sympy", Limits(seconds=0.05)).results[0].status is Status.TIMEOUT
    assert crosscheck_group(SHIDOKU, "sympy", Limits(memory=24 << 20)).results[0].status is Status.MEMORY


def by_hand(program: Sequence[str], file: Path, text: str) -> str:
    file.write_text(text, encoding="utf-8")
    run = subprocess.run(
        [*program, file.name], cwd=file.parent, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    return run.stdout


@pytest.mark.slow
@pytest.mark.parametrize("shape", [BoxShape(2, 2), BoxShape(2, 3)], ids=str)
def test_sympys_script_runs_by_hand(shape: BoxShape, tmp_path: Path) -> None:
    script = group_script(shape, "sympy")
    facts = _parse_facts(by_hand([sys.executable], tmp_path / "script.py", script.text), script)
    assert facts.order == group_order(shape)


# -- the real GAP -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.gap
@pytest.mark.parametrize("shape", [BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 2), BoxShape(3, 3)], ids=str)
def test_gap_agrees_class_by_class(shape: BoxShape) -> None:
    verdict = crosscheck_group(shape, "reference,gap,sympy")
    assert verdict.kind is VerdictKind.AGREE, verdict.reason
    assert [one.status for one in verdict.results[:2]] == [Status.COMPLETE] * 2
    facts = verdict.results[1].answer
    assert facts is not None
    assert facts.order == group_order(shape)
    assert facts.method == "ConjugacyClasses"
    assert facts.sizes == tuple(sorted(found.size for found in conjugacy_classes(shape)))


@pytest.mark.slow
@pytest.mark.gap
def test_two_by_five() -> None:
    """GAP 4.12.1 notices that its algorithm for the classes has failed."""
    verdict = crosscheck_group(BoxShape(2, 5), "reference,gap")
    assert verdict.kind is VerdictKind.AGREE, verdict.reason
    assert verdict.results[1].answer is not None
    assert len(verdict.results[1].answer.classes or ()) == 1260


@pytest.mark.slow
@pytest.mark.gap
def test_where_gaps_algorithm_fails_it_compares_the_representatives(tmp_path: Path) -> None:
    script = group_script(SHIDOKU)
    text = script.text.replace("CALL_WITH_CATCH(ConjugacyClasses", 'CALL_WITH_CATCH(function(g) Error("wrong"); end')
    assert text != script.text
    facts = _parse_facts(by_hand(["gap", "-q"], tmp_path / "script.g", text), script)
    assert facts.method == "Centralizer and IsConjugate"
    assert compared(TRUE, facts).kind is VerdictKind.AGREE


@pytest.mark.slow
@pytest.mark.gap
@pytest.mark.parametrize("change", ["a class twice", "a class less"])
def test_gap_notices_representatives_that_are_not_those_of_the_classes(tmp_path: Path, change: str) -> None:
    classes = [*CLASSES[:-1], CLASSES[3]] if change == "a class twice" else CLASSES[:-1]
    script = group_script(SHIDOKU, classes=classes)
    for text in (
        script.text,
        script.text.replace("CALL_WITH_CATCH(ConjugacyClasses", 'CALL_WITH_CATCH(function(g) Error("wrong"); end'),
    ):
        facts = _parse_facts(by_hand(["gap", "-q"], tmp_path / "script.g", text), script)
        sizes = tuple(found.size for found in classes)
        said = GroupFacts(128, sizes, tuple(Membership(i, size) for i, size in enumerate(sizes, 1)))
        results = [result("told", said), result("gap", facts)]
        assert _compare_groups(SHIDOKU, classes, results).kind is VerdictKind.DISAGREE


@pytest.mark.slow
@pytest.mark.gap
def test_gap_refuses_what_is_no_symmetry(tmp_path: Path) -> None:
    cells = list(range(16))
    cells[0], cells[5] = 5, 0
    script = group_script(SHIDOKU, classes=[*CLASSES[:-1], CLASSES[-1]._replace(representative=tuple(cells))])
    with pytest.raises(BackendError, match="no answers"):
        _parse_facts(by_hand(["gap", "-q"], tmp_path / "script.g", script.text), script)
