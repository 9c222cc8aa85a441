"""Files that did not change are not read again, and one that changed is, whatever its times say."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from casbridge.errors import InputError
from casbridge.studies import keys, unchanged
from casbridge.studies.filters import only
from casbridge.studies.inputs import inputs_of
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import InputSpec, Plan
from casbridge.studies.store import Store
from casbridge.studies.unchanged import NotedFiles

SHIDOKU = ".4.....1..3.2..."
#: Gives the names of the files that were read, after the store is brought to a plan.
Sync = Callable[..., list[str]]


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").write_text(f"{name}^2 - 1\n")
    (tmp_path / "few.puz").write_text(f"{SHIDOKU}\n" * 12)
    specs = (
        InputSpec("files", ("*.txt",)),
        InputSpec("puzzles", ("few.puz",)),
        InputSpec("family", family="cyclic", n=(3,)),
    )
    return Plan("files", specs, ("reference",), path=tmp_path / "files.toml", folder=tmp_path)


@pytest.fixture
def sync(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sync]:
    read: list[str] = []
    note = NotedFiles.note

    def spied(self: NotedFiles, name: str, stamp: bytes | None, inputs: int) -> None:
        read.append(name)
        note(self, name, stamp, inputs)

    monkeypatch.setattr(NotedFiles, "note", spied)
    # The times of files that were written a moment ago count, but for one test.
    monkeypatch.setattr(unchanged, "YOUNG", -(10**12))
    with Store.create(plan.folder / "files.sqlite", plan) as store:

        def sync(plan: Plan = plan, **options: bool) -> list[str]:
            read.clear()
            store.sync(plan, jobs_of(plan, inputs_of(plan, noted=store.files, **options)))
            # What is in the store is what the files say.
            expected = {one.name: one for one, _ in inputs_of(plan)}
            assert {one.name: one for one in store.inputs()} == {
                job.input: expected[job.input] for job in jobs_of(plan, inputs_of(plan))
            }
            return sorted(read)

        yield sync


ALL = ["a.txt", "b.txt", "c.txt", "few.puz"]


def test_what_did_not_change_is_not_read_again(sync: Sync, plan: Plan) -> None:
    assert sync() == ALL
    assert sync() == []
    (plan.folder / "d.txt").write_text("d - 1\n")
    assert sync() == ["d.txt"]
    (plan.folder / "a.txt").unlink()
    (plan.folder / "few.puz").write_text(f"{SHIDOKU}\n" * 11)
    assert sync() == ["few.puz"]
    assert sync() == []
    (plan.folder / "a.txt").write_text("a - 1\n")
    assert sync() == ["a.txt"]


def test_a_change_that_the_size_and_the_time_do_not_show(sync: Sync, plan: Plan) -> None:
    sync()
    path = plan.folder / "b.txt"
    before = path.stat()
    path.write_text("b^2 - 4\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert sync() == ["b.txt"]
    # Another file in its place.
    other = plan.folder / "other"
    other.write_text("b^2 - 9\n")
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.rename(path)
    assert sync() == ["b.txt"]
    assert sync() == []


def test_a_young_file_is_read_again(sync: Sync, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a tick of the clock it may change once more, with the same times."""
    monkeypatch.setattr(unchanged, "YOUNG", 2 * 10**9)
    assert sync() == ALL
    assert sync() == ALL
    for name in ALL:
        os.utime(plan.folder / name, (0, 0))  # the time of the inode stays young
    assert sync() == ALL
    now = unchanged.time.time_ns
    monkeypatch.setattr(unchanged.time, "time_ns", lambda: now() + 3 * 10**9)
    assert sync() == ALL
    assert sync() == []


def test_other_options_and_other_code_read_again(sync: Sync, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    sync()
    systems, puzzles, family = plan.specs
    latin = replace(plan, specs=(systems, replace(puzzles, layout="latin"), family))
    assert sync(latin) == ["few.puz"]
    assert sync(replace(plan, specs=(systems, replace(puzzles, first=3), family))) == ["few.puz"]
    assert sync(replace(plan, specs=(systems, replace(puzzles, first=3, encodings=("symmetric",)), family))) == []
    monkeypatch.setattr(keys, "_code", lambda: "other")
    assert sync() == ALL


def test_what_is_not_whole_in_the_store_is_read(sync: Sync, plan: Plan) -> None:
    sync()
    few = replace(plan, exclude=(only(["few.puz:3"]), only(["b.txt"])))
    sync(few)
    # The excluded inputs are not in the store.
    assert sync(few) == ["b.txt", "few.puz"]
    assert sync() == ["b.txt", "few.puz"]


def test_what_cannot_be_read_is_read_again(sync: Sync, plan: Plan) -> None:
    (plan.folder / "bad.txt").write_text("x^2 - (\n")
    with (plan.folder / "few.puz").open("a") as file:
        file.write("no puzzle\n")
    sync()
    assert sync() == ["bad.txt", "few.puz"]
    with pytest.raises(InputError, match=r"^bad.txt:1"):
        sync(strict=True)


def test_names_that_look_like_lines(sync: Sync, plan: Plan) -> None:
    (plan.folder / "a.txt:1").write_text("x - 1\n")
    (plan.folder / "few.puz:x").write_text("x - 2\n")
    odd = replace(plan, specs=(*plan.specs, InputSpec("files", ("a.txt:1", "few.puz:x"))))
    assert len(sync(odd)) == 6
    assert sync(odd) == []
