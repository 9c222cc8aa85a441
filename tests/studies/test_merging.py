"""Stores merged into one: nothing lost, nothing twice."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

from casbridge.errors import InputError, WriteError
from casbridge.limits import Limits
from casbridge.studies import merging
from casbridge.studies.jobs import jobs_of
from casbridge.studies.locating import plan_in
from casbridge.studies.merging import Renamed, merge
from casbridge.studies.plan import Plan
from casbridge.studies.store import Store
from casbridge.studies.texts import packed
from casbridge.studies.values import Input, Outcome, Row, VerdictOutcome

LINES = [Input(f"line-{n}", "system", f"x - {n}", "line", n) for n in range(6)]
PLAN = Plan("lines", (), ("reference", "sympy"), limits=Limits(seconds=10), text='[study]\nname = "lines"\n')


def outcome(number: int, row: Row, **more: object) -> Outcome:
    key = f"{row.input}/{row.backend}"
    values = {"key": key, "script": packed(key), "answer": packed("1"), "started": 1.0, "ended": 2.0, **more}
    return replace(Outcome(number, "", "complete"), **values)


def make(path: Path, inputs: list[Input], plan: Plan = PLAN, *, judged: bool = True, **more: object) -> Path:
    with Store.create(path, plan) as store:
        store.sync(plan, jobs_of(plan, [(one, ()) for one in inputs]))
        store.keep([outcome(row.number, row, **more) for row in store.rows()])
        if judged:
            works = [*store.to_judge(judge="7")]
            store.keep_verdicts(
                [VerdictOutcome(one.number, 1, "k", "agree", "", document=packed("{}")) for one in works], "7"
            )
        store.end_run(store.begin_run(workers=1))
    return path


def content(row: Row) -> Row:
    return replace(row, number=0)


def test_what_stopped_a_verdict_comes_along(tmp_path: Path) -> None:
    for name in "ab":
        path = make(tmp_path / f"{name}.sqlite", LINES[:1], judged=False)
        with Store.open(path, write=True) as store:
            (work,) = store.to_judge()
            said = VerdictOutcome(
                work.number, 1, "k", "undecided", "late", stopped=frozenset({"time"}), limits=Limits(10)
            )
            store.keep_verdicts([said], "7")
    merge([tmp_path / "a.sqlite", tmp_path / "b.sqlite"], tmp_path / "c.sqlite")
    with Store.open(tmp_path / "c.sqlite") as merged:
        assert [len([*merged.to_judge(limits=Limits(seconds), judge="7")]) for seconds in (10, 11)] == [0, 1]


def test_shards_make_the_whole(tmp_path: Path) -> None:
    first = make(tmp_path / "a.sqlite", LINES[:4])
    second = make(tmp_path / "b.sqlite", LINES[2:])
    whole = make(tmp_path / "whole.sqlite", LINES)
    merge([first, second], tmp_path / "c.sqlite")
    with Store.open(tmp_path / "c.sqlite") as merged, Store.open(whole) as expected:
        assert {content(row) for row in merged.rows()} == {content(row) for row in expected.rows()}
        assert merged.counts() == expected.counts()
        assert merged.about("name") == "lines"
        assert merged.about("text") == PLAN.text
        assert [note["jobs"] for note in merged.about("merged")] == [8, 8]
        assert [run["store"] for run in merged.runs()] == ["a.sqlite", "b.sqlite"]
        for row in merged.rows():
            assert merged.text("script", row.number) == row.key
            assert merged.text("verdict", row.number) == "{}"
        assert [*merged.to_judge(judge="7")] == []
        blobs = "SELECT count(*) FROM blobs"
        assert merged.query(blobs) == expected.query(blobs)
    assert {path.name for path in tmp_path.iterdir()} == {"a.sqlite", "b.sqlite", "c.sqlite", "whole.sqlite"}


def test_the_complete_result_stays_else_the_later_one(tmp_path: Path) -> None:
    first = make(tmp_path / "a.sqlite", LINES[:1], status="timeout", reason="a", started=9.0, ended=9.0)
    second = make(tmp_path / "b.sqlite", LINES[:1], status="complete", components=2)
    third = make(tmp_path / "c.sqlite", LINES[:1], status="crashed", reason="c", started=5.0, ended=5.0)
    for sources, expected in (
        ([first, second], "complete"),
        ([second, first], "complete"),
        ([first, third], "timeout"),
        ([third, first], "timeout"),
    ):
        target = tmp_path / "merged.sqlite"
        merge(sources, target)
        with Store.open(target) as merged:
            assert {row.status for row in merged.rows()} == {expected}
            assert merged.counts().statuses == {expected: 2}
        target.unlink()


def test_verdicts_come_only_with_the_results_that_they_are_about(tmp_path: Path) -> None:
    more = replace(PLAN, backends=("reference", "sympy", "giac"))
    first = make(tmp_path / "a.sqlite", LINES[:2])
    second = make(tmp_path / "b.sqlite", LINES[:1], more, judged=False)
    merge([first, second], tmp_path / "c.sqlite")
    with Store.open(tmp_path / "c.sqlite") as merged:
        assert [row["input"] for row in merged.verdict_rows()] == ["line-1"]
        assert [work.case.input.name for work in merged.to_judge(judge="7")] == ["line-0"]


def test_two_studies_make_one_that_says_so(tmp_path: Path) -> None:
    first = make(tmp_path / "a.sqlite", LINES[:2])
    other = [Input("line-0", "system", "y - 7"), Input("bad", "invalid", "", reason="no system")]
    second = make(tmp_path / "b.sqlite", other, replace(PLAN, name="others", text="x"), judged=False)
    with Store.open(second, write=True) as store:
        bad = [row.number for row in store.rows(input="bad")]
        store.keep([Outcome(number, "", "invalid", "no system") for number in bad])
    merge([first, second], tmp_path / "c.sqlite")
    with Store.open(tmp_path / "c.sqlite") as merged:
        assert merged.about("name") == "lines + others"
        assert merged.about("text") == ""
        assert {one.name: one.text for one in merged.inputs()} == {
            "line-0": "x - 0",
            "line-1": "x - 1",
            "line-0 (b)": "y - 7",
            "bad": "",
        }
        assert merged.counts().statuses == {"complete": 6, "invalid": 2}


def test_renamed_inputs_are_told_and_no_run_loses_them(tmp_path: Path) -> None:
    """One study on two machines, with other content in a file of one name."""
    first = make(tmp_path / "a.sqlite", LINES[:2])
    (tmp_path / "two").mkdir()
    second = make(tmp_path / "two" / "a.sqlite", [Input("line-0", "system", "y - 7"), LINES[1]])
    assert merge([first, second], tmp_path / "c.sqlite") == (Renamed(str(second), "line-0", "line-0 (a)"),)
    with Store.open(tmp_path / "c.sqlite", write=True) as merged:
        assert merged.counts().jobs == 6
        with pytest.raises(
            InputError, match=r"kept in it, since it was merged .*run the studies that it was merged of"
        ):
            plan_in(merged)
        with pytest.raises(InputError, match=r"2 inputs that the study has not here, such as line-0 \(a\)"):
            merged.sync(PLAN, jobs_of(PLAN, [(LINES[0], ())]))
        assert merged.counts().jobs == 6
        wider = [(one, ()) for one in [*merged.inputs(), LINES[5]]]
        merged.sync(PLAN, jobs_of(PLAN, wider))
        assert merged.counts().jobs == 8


@pytest.mark.parametrize(
    ("error", "said", "code"),
    [
        (WriteError("{part}", OSError(errno.ENOSPC, "No space left on device")), "No space left on device", 4),
        (WriteError("{part}.lock", OSError(errno.EROFS, "Read-only file system")), "Read-only file system", 2),
        (InputError("a damaged store: malformed", source="{part}"), "no space, or a failing disk", 4),
    ],
)
def test_what_cannot_be_written_is_the_new_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: WriteError | InputError, said: str, code: int
) -> None:
    """The store is written under a hidden name, which nobody has to know, and of which nothing stays."""

    def failing(merged: Store, *_: object) -> None:
        part = str(merged.path)
        if isinstance(error, WriteError):
            raise WriteError(error.path.format(part=part), error.error)
        raise InputError(error.found, source=part)

    first = make(tmp_path / "a.sqlite", LINES[:1])
    monkeypatch.setattr(merging, "_fill", failing)
    with pytest.raises(WriteError) as raised:
        merge([first], tmp_path / "m.sqlite")
    assert str(raised.value).startswith(f"cannot write {tmp_path / 'm.sqlite'}: {said}")
    assert raised.value.exit_code == code
    assert [one.name for one in tmp_path.iterdir()] == ["a.sqlite"]


def test_a_store_whose_log_has_no_room_in_it_gets_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing a store, SQLite says nothing of a log that it could not bring into the file."""
    first = make(tmp_path / "a.sqlite", LINES[:1])
    closed = Store.close

    def full(store: Store) -> None:
        log = store.path.with_name(store.path.name + "-wal")
        content = log.read_bytes() if store.is_writer else b""
        closed(store)
        if content:
            log.write_bytes(content)

    monkeypatch.setattr(Store, "close", full)
    with pytest.raises(WriteError, match=r"cannot write .*/m\.sqlite: No space left on device") as raised:
        merge([first], tmp_path / "m.sqlite")
    assert raised.value.exit_code == 4
    assert [one.name for one in tmp_path.iterdir()] == ["a.sqlite"]


def test_a_lock_without_room_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = make(tmp_path / "a.sqlite", LINES[:1])

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", full)
        with pytest.raises(WriteError, match=r"cannot write .*/m\.sqlite: No space") as raised:
            merge([first], tmp_path / "m.sqlite")
    assert raised.value.exit_code == 4
    assert [one.name for one in tmp_path.iterdir()] == ["a.sqlite"]


def test_a_store_where_nothing_may_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a file system that is read only, even a file that is not there cannot be removed."""
    first = make(tmp_path / "a.sqlite", LINES[:1])

    opened = os.open

    def refused(path: str, flags: int = os.O_CREAT, *more: object) -> int:
        if flags & (os.O_CREAT | os.O_RDWR | os.O_WRONLY):
            raise OSError(errno.EROFS, "Read-only file system")
        return opened(path, flags)

    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", refused)
        patch.setattr(os, "open", refused)
        with pytest.raises(WriteError, match=r"cannot write .*/m\.sqlite: Read-only file system"):
            merge([first], tmp_path / "m.sqlite")
        with pytest.raises(WriteError, match=r"cannot write .*/n\.sqlite: Read-only file system"):
            Store.create(tmp_path / "n.sqlite", PLAN)


def test_a_copy_of_one_store_is_that_study(tmp_path: Path) -> None:
    first = make(tmp_path / "a.sqlite", LINES[:2])
    assert merge([first], tmp_path / "c.sqlite") == ()
    with Store.open(tmp_path / "c.sqlite", write=True) as copy:
        copy.sync(PLAN, jobs_of(PLAN, [(LINES[0], ())]))
        assert copy.counts().jobs == 2


def test_nothing_is_overwritten_and_bad_sources_are_named(tmp_path: Path) -> None:
    first = make(tmp_path / "a.sqlite", LINES[:1])
    before = first.read_bytes()
    with pytest.raises(InputError, match="there is such a file already"):
        merge([first, first], first)
    (tmp_path / "notes.sqlite").write_text("notes")
    with pytest.raises(InputError, match=r"notes\.sqlite: not a casbridge store"):
        merge([first, tmp_path / "notes.sqlite"], tmp_path / "c.sqlite")
    with pytest.raises(InputError, match=r"none\.sqlite: no such file"):
        merge([first, tmp_path / "none.sqlite"], tmp_path / "c.sqlite")
    assert {path.name for path in tmp_path.iterdir()} == {"a.sqlite", "notes.sqlite"}
    assert first.read_bytes() == before


def test_a_store_merged_with_itself_is_itself(tmp_path: Path) -> None:
    first = make(tmp_path / "a.sqlite", LINES)
    merge([first, first], tmp_path / "c.sqlite")
    with Store.open(tmp_path / "c.sqlite") as merged, Store.open(first) as expected:
        assert {content(row) for row in merged.rows()} == {content(row) for row in expected.rows()}
        assert merged.counts() == expected.counts()
