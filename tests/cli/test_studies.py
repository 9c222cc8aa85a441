"""Studies by the command line: a study runs, is killed, goes on, is read meanwhile, and what each mistake gets."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import casbridge
from casbridge.errors import InputError
from casbridge.limits import Limits
from casbridge.report import plots
from casbridge.studies import inputs as inputs_module, keys, starting
from casbridge.studies.keys import basis_of
from casbridge.studies.store import Store
from tests.cli.calling import Caller, process

COMMAND = [sys.executable, "-m", "casbridge"]
TWO = """\
[study]
name = "two systems"
[[inputs]]
files = "*.txt"
[matrix]
backends = ["reference"]
field = ["QQ", "GF(7)"]
[limits]
seconds = 20
[run]
crosscheck = false
"""
#: For the fake CAS, which says that x = 1 and x = -1 for each system.
FAKED = """\
[[inputs]]
puzzles = "puzzles.txt"
[matrix]
backends = ["singular:std"]
[limits]
seconds = 20
[run]
crosscheck = false
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """Two systems over two fields by the reference: four jobs."""
    (tmp_path / "circle.txt").write_text("x^2 + y^2 - 1\nx - y\n")
    (tmp_path / "points.txt").write_text("x^2 - 1\ny - x\n")
    path = tmp_path / "two.toml"
    path.write_text(TWO)
    return path


def edited(study: Path, *changes: tuple[str, str]) -> None:
    """Change the study file."""
    text = study.read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    study.write_text(text)


def run(call: Caller, study: Path, *arguments: str | Path) -> dict[str, Any]:
    """The document of a run that ends well."""
    said = call("run", study, "--json", "--workers", "1", *arguments)
    assert said.code == 0, said
    return said.document()


def rows_of(study: Path) -> list[dict[str, Any]]:
    with Store.open(study.with_suffix(".sqlite")) as store:
        return [row.as_dict() for row in store.rows()]


# -- the way of a study -----------------------------------------------------------------------------------------------


def test_a_study_from_its_file_to_its_table(call: Caller, study: Path) -> None:
    document = run(call, study)
    assert document["status"] == "complete"
    assert (document["study"], document["jobs"], document["ran"]) == ("two systems", 4, 4)
    assert document["statuses"] == {"complete": 4}
    rows = rows_of(study)
    assert {(row["input"], row["field"], row["status"]) for row in rows} == {
        (name, field, "complete") for name in ("circle.txt", "points.txt") for field in ("QQ", "GF(7)")
    }
    # Once more: nothing is missing, so nothing runs.
    again = run(call, study)
    assert (again["ran"], again["done"]) == (0, 4)
    assert rows_of(study) == rows
    status = call("status", study, "--json").document()
    assert (status["status"], status["done"], status["driver"]) == ("complete", 4, None)
    assert status["backends"] == {"reference": {"complete": 4}}
    assert len(status["runs"]) == 2
    # The store says the same as the file beside it, and goes on without the file.
    study.unlink()
    store = study.with_suffix(".sqlite")
    assert call("status", store, "--json").document() == status
    assert run(call, store)["ran"] == 0


def test_texts_for_people(call: Caller, study: Path) -> None:
    said = call("run", study, "--workers", "1")
    assert said.code == 0
    assert said.out.splitlines()[0].startswith("two systems: 4 of 4 jobs done")
    assert "4 jobs to do, 1 worker" in said.err
    status = call("status", study)
    assert "reference         4" in status.out
    assert re.search(r"from \d{4}-\d\d-\d\d \d\d:\d\d UTC: process", status.out)
    assert "ran for " in status.out


def test_only_and_sample_and_dry_run(call: Caller, study: Path) -> None:
    dry = call("run", study, "--dry-run", "--json", "--workers", "2").document()
    assert (dry["status"], dry["inputs"], dry["jobs"], dry["done"]) == ("dry-run", 2, 4, 0)
    assert (dry["to_do"], dry["longest_seconds"]) == (4, 40)
    text = call("run", study, "--dry-run", "--workers", "2").out
    assert "4 jobs to do with 2 workers: at most 40 s for the jobs; measuring the answers comes on top" in text
    assert not study.with_suffix(".sqlite").exists()
    document = run(call, study, "--only", "circle*", "--only", "field=7")
    assert (document["status"], document["ran"], document["statuses"]) == ("partial", 1, {"complete": 1, "waiting": 3})
    (row,) = [row for row in rows_of(study) if row["status"] == "complete"]
    assert (row["input"], row["field"]) == ("circle.txt", "GF(7)")
    dry = call("run", study, "--dry-run", "--json", "--only", "points.txt").document()
    assert (dry["chosen"], dry["done"], dry["to_do"]) == (2, 1, 2)
    assert call("run", study, "--dry-run", "--json", "--only", "circle.txt").document()["to_do"] == 1
    assert call("run", study, "--dry-run", "--json", "--sample", "3").document()["chosen"] == 3
    # A sample is the same one each time.
    first = run(call, study, "--sample", "2")["ran"]
    assert run(call, study, "--sample", "2")["ran"] == 0
    assert run(call, study)["ran"] == 3 - first


def test_a_dry_run_says_what_a_run_does_and_changes_nothing(
    call: Caller, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dry(*arguments: str) -> dict[str, Any]:
        store = study.with_suffix(".sqlite")
        before = store.read_bytes() if store.exists() else b""
        said = call("run", study, "--dry-run", "--json", "--workers", "1", *arguments)
        assert said.code == 0, said
        assert (store.read_bytes() if store.exists() else b"") == before
        return said.document()

    def agree(*arguments: str) -> int:
        """Jobs to do by a dry run, which are the jobs that a run does."""
        to_do = int(dry(*arguments)["to_do"])
        assert run(call, study, *arguments)["ran"] == to_do
        return to_do

    assert agree("--only", "circle.txt") == 2
    assert agree() == 2
    assert agree() == 0
    assert "no job to do" in call("run", study, "--dry-run").out
    assert agree("--retry", "complete", "--only", "field=7") == 2
    # An input with other content, and a backend that is new.
    (study.parent / "circle.txt").write_text("x^2 + y^2 - 4\nx - y\n")
    assert agree() == 2
    edited(study, ('"reference"', '"reference", "reference:general"'))
    assert agree() == 4
    # A job that a limit stopped is to do again where the limit was raised, and only then.
    with Store.open(study.with_suffix(".sqlite"), write=True) as store:
        (row, *_) = store.rows()
        (outcome,) = [one for results in store.results() for one, _ in results if one.key == row.key]
        stopped = replace(outcome, number=row.number, key="stopped", status="timeout", limits=Limits(seconds=20))
        store.keep([replace(stopped, basis=basis_of(row.backend, row.version))])
    assert dry()["to_do"] == 0
    found = dry("--timeout", "21")
    assert (found["to_do"], found["longest_seconds"]) == (1, 21)
    assert run(call, study, "--timeout", "21")["known"] == 1  # the complete result is still there
    # Where only keys are to be checked, that is said.
    monkeypatch.setattr(keys, "_code", lambda: "changed")
    found = dry()
    assert (found["to_do"], found["unsure"], found["done"]) == (8, 8, 8)
    assert "at most 8 jobs to do with " in call("run", study, "--dry-run").out
    said = call("run", study, "--workers", "1")
    assert "at most 8 jobs to do, 1 worker; results that are there already are looked up first" in said.err
    assert "8 needed no run" in said.err


def test_inputs_are_listed_and_read_once_a_start(call: Caller, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def counted(name: str) -> None:
        real = getattr(starting, name)
        monkeypatch.setattr(starting, name, lambda *given, **options: (calls.append(name), real(*given, **options))[1])

    counted("all_sources")
    counted("inputs_of")
    # Whatever lists or reads elsewhere would be seen too.
    monkeypatch.setattr(inputs_module, "all_sources", lambda plan: calls.append("again"))
    for options in ((), ("--dry-run",)):
        run(call, study, "--only", "circle.txt", "--sample", "1", "--strict", *options)
        assert calls == ["all_sources", "inputs_of"]
        calls.clear()


def test_a_dry_run_beside_a_driver(call: Caller, study: Path) -> None:
    run(call, study, "--only", "circle.txt")
    with Store.open(study.with_suffix(".sqlite"), write=True):
        assert call("run", study, "--dry-run", "--json").document()["to_do"] == 2


def test_an_input_that_cannot_be_read_is_a_row(call: Caller, study: Path) -> None:
    (study.parent / "wrong.txt").write_text("x^2 + + 1 =\n")
    strict = call("run", study, "--strict")
    assert strict.code == 2
    assert "wrong.txt:1" in strict.complaint()
    assert not [*study.parent.glob("*.sqlite")]
    document = run(call, study)
    assert document["statuses"] == {"complete": 4, "invalid": 1}
    (row,) = [row for row in rows_of(study) if row["status"] == "invalid"]
    assert (row["input"], row["components"]) == ("wrong.txt", None)
    assert "wrong.txt:1:7" in row["reason"] or "expected" in row["reason"]
    # Repaired, it is done.
    (study.parent / "wrong.txt").write_text("x^2 + 1\n")
    document = run(call, study)
    assert (document["ran"], document["statuses"]) == (2, {"complete": 6})


def test_retry_does_jobs_again(call: Caller, study: Path) -> None:
    run(call, study)
    assert run(call, study, "--retry", "timeout,crashed")["ran"] == 0
    assert run(call, study, "--retry", "complete", "--only", "circle.txt")["ran"] == 2


def test_reuse_takes_results_over(call: Caller, study: Path) -> None:
    run(call, study)
    edited(study, ('name = "two systems"', 'name = "three fields"'), ('"GF(7)"]', '"GF(7)", "GF(11)"]'))
    other = study.parent / "other.sqlite"
    document = run(call, study, "-o", other, "--reuse", study.with_suffix(".sqlite"))
    assert (document["known"], document["ran"], document["statuses"]) == (4, 2, {"complete": 6})


@pytest.mark.slow
def test_another_file_in_place_of_the_only_one(call: Caller, tmp_path: Path) -> None:
    (tmp_path / "few.txt").write_text("14............12\n")
    (tmp_path / "mine [1].txt").write_text(".4.....1..3.2...\n1...............\n")
    study = tmp_path / "puzzles.toml"
    study.write_text('[[inputs]]\npuzzles = "few.txt" # one\nfirst = 1\n[matrix]\nbackends = "reference"\n')
    store = tmp_path / "mine.sqlite"
    run(call, study, "--input", tmp_path / "mine [1].txt", "-o", store)
    (row,) = rows_of(store)
    assert row["input"].startswith("mine [1].txt")
    # The store knows what it was made from.
    assert run(call, store)["ran"] == 0
    assert call("run", study, "--input", tmp_path / "none.txt").code == 2
    study.write_text('[[inputs]]\nfamily = "cyclic"\nn = 2\n[matrix]\nbackends = "reference"\n')
    said = call("run", study, "--input", tmp_path / "few.txt")
    assert (said.code, "a study with 0 files" in said.complaint()) == (2, True)


def test_a_log_has_a_line_for_each_event(call: Caller, study: Path) -> None:
    log = study.parent / "log.jsonl"
    run(call, study, "--log", log)
    events = [json.loads(line) for line in log.read_text().splitlines()]
    assert [one["event"] for one in events].count("job") == 4
    assert {"begin", "end"} <= {one["event"] for one in events}
    said = call("run", study, "--log", study.parent / "none" / "log")
    assert (said.code, "cannot write" in said.complaint()) == (2, True)


# -- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "place", "text"),
    [
        (('"reference"', '"refrence"'), ":6:", "reference"),
        (('files = "*.txt"', 'file = "*.txt"'), ":3:", "files"),
        (("seconds = 20", "seconds = -1"), ":9:", "seconds"),
        (('"GF(7)"]', '"GF(8)"]'), ":7:16:", "GF(8)"),
        (("crosscheck = false", "crosscheck = false\ncrosscheck = true"), ":12:", "TOML"),
    ],
)
def test_a_mistake_in_the_study(call: Caller, study: Path, change: tuple[str, str], place: str, text: str) -> None:
    edited(study, change)
    said = call("run", study, "--json")
    assert said.code == 2
    assert f"two.toml{place}" in said.complaint()
    assert text in said.complaint()
    assert said.document()["status"] == "error"
    assert not [*study.parent.glob("*.sqlite*")]


def test_usage(call: Caller, study: Path) -> None:
    for wrong, expected in (
        (("--only", "backends=singular"), "backends=singular matches nothing"),
        (("--only", "circel.txt"), "inputs=circel.txt matches nothing"),
        (("--only", "family=cyclic", "--dry-run"), "family=cyclic matches nothing"),
        (("--only", "circle.txt:1"), "inputs=circle.txt:1 matches nothing"),
        (("--only", "circle.txt:1", "--dry-run"), "inputs=circle.txt:1 matches nothing"),
        (("--only", "nothing=1"), "unknown key"),
        (("--retry", "timeouts"), "a status 'timeouts' to retry"),
        (("--dask", "nowhere"), "tcp://"),
        (("--reuse", str(study.parent / "none.sqlite")), "no such file"),
        (("-o", str(study.parent / "today.db")), "today.db; expected a name that ends with .sqlite"),
        (("--workers", "0"), "--workers: number '0'; expected a whole number from 1"),
        (("--timeout", "abc"), "--timeout: time 'abc'; expected a positive number of seconds"),
        (("--memory", "abc"), "--memory: size 'abc'; expected at least 1M"),
    ):
        said = call("run", study, *wrong)
        assert said.code == 2, wrong
        assert expected in said.complaint()
        assert wrong[0] != "--only" or not [*study.parent.glob("*.sqlite*")]
    assert call("run", study.parent / "none.toml").code == 2
    assert call("run", study.parent / "none.sqlite").code == 2


@pytest.mark.parametrize("command", ["status", "export", "report", "merge", "compare"])
def test_what_is_no_store(call: Caller, study: Path, command: str) -> None:
    more = {
        "export": ["--to", "csv"],
        "report": ["-o", study.parent / "page.html"],
        "merge": [study, "-o", study.parent / "both.sqlite"],
        "compare": [study],
    }.get(command, [])
    said = call(command, study, *more)  # it was not run yet
    assert said.code == 2
    told = said.complaint()
    assert "two.sqlite: no store yet; expected the .sqlite file of a study (casbridge run " in told
    assert told.endswith("two.toml makes it)")
    store = study.with_suffix(".sqlite")
    for content in (b"", b"x" * 5000, b"SQLite format 3\0" + b"\0" * 5000):
        store.write_bytes(content)
        said = call(command, store, *more)
        assert said.code == 2
        assert "two.sqlite" in said.complaint()
        assert store.read_bytes() == content
        assert call("run", study).code == 2
        assert store.read_bytes() == content
    assert not (study.parent / "both.sqlite").exists()


@pytest.mark.parametrize("command", ["status", "export", "report", "merge", "compare"])
def test_a_path_that_is_no_study_is_told_as_it_was_given(call: Caller, study: Path, command: str) -> None:
    more = {
        "export": ["--to", "csv"],
        "report": ["-o", study.parent / "page.html"],
        "merge": ["-o", study.parent / "both.sqlite"],
        "compare": [study],
    }.get(command, [])
    expected = "expected a study file, or the .sqlite file of a study"
    said = call(command, study.parent / "circle.txt", *more)
    assert (said.code, said.complaint()[-125:].rpartition("/")[2]) == (
        2,
        f"circle.txt: no study, and no circle.sqlite beside it; {expected}",
    )
    said = call(command, study.parent / "none.toml", *more)
    assert (said.code, said.complaint().rpartition("/")[2]) == (2, f"none.toml: no such file; {expected}")


def test_a_page_is_written_as_html_only(call: Caller, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "javascript", lambda: "")  # a second's work, which this test is not about
    run(call, study)
    for name in ("page.pdf", "page.HTML"):
        said = call("report", study, "-o", study.parent / name)
        assert (study.parent / name).exists() == (said.code == 0) == (name == "page.HTML")
    said = call("report", study, "-o", study.parent / "page.pdf")
    assert said.code == 2
    assert "page.pdf; expected a name that ends with .html" in said.complaint()


def test_a_program_that_is_not_there_is_told(call: Caller, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASBRIDGE_SINGULAR_0_1", "")
    said = call("run", study, "--dry-run", "--program", "singular@0.1=/nowhere/Singular")
    assert said.code == 0
    assert said.complaint() == "--program singular@0.1=/nowhere/Singular: no executable file"


def test_stores_of_others_stay_as_they_are(call: Caller, study: Path) -> None:
    run(call, study)
    store = study.with_suffix(".sqlite")
    connection = sqlite3.connect(store)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute(f"PRAGMA user_version = {version + 1}")
    connection.close()
    content = store.read_bytes()
    for command in (["run", study], ["status", study], ["export", study, "--to", "csv"]):
        said = call(*command)
        assert (said.code, "newer" in said.complaint()) == (2, True)
    assert store.read_bytes() == content
    connection = sqlite3.connect(store)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    edited(study, ('name = "two systems"', 'name = "another"'))
    content = store.read_bytes()
    said = call("run", study)
    assert (said.code, "of the study 'two systems'" in said.complaint()) == (2, True)
    assert store.read_bytes() == content


# -- tables, pages, stores --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_table_as_a_file(call: Caller, study: Path) -> None:
    run(call, study)
    rows = process("export", study, "--to", "jsonl").lines()
    assert [(row["number"], row["status"]) for row in rows] == [(row["number"], "complete") for row in rows_of(study)]
    table = list(csv.DictReader(process("export", study, "--to", "csv").out.splitlines()))
    assert [row["input"] for row in table] == [row["input"] for row in rows]
    file = study.parent / "circle.jsonl"
    for more in (["--to", "csv"], ["-o", study.parent / "none.csv"]):
        said = call("export", study, "--only", "nosuch", *more)
        assert (said.code, said.out) == (2, "")
        assert "input=nosuch matches nothing; expected one of " in said.complaint()
    assert not (study.parent / "none.csv").exists()
    said = call("export", study, "-o", file, "--only", "circle*", "--texts", "input,answer", "--json")
    assert said.document()["rows"] == 2
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert all(line["input"] == "circle.txt" for line in lines)
    assert all("components" in line["answer"] and "variables: " in line["input_text"] for line in lines)
    for wrong in ([], ["--to", "csv", "--json"], ["--to", "csv", "--texts", "answer"], ["-o", study.parent / "x.ods"]):
        assert call("export", study, *wrong).code == 2, wrong


@pytest.mark.slow
def test_the_table_as_parquet(call: Caller, study: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run(call, study)
    file = study.parent / "table.parquet"
    assert call("export", study, "-o", file).code == 0
    assert parquet.read_table(file).num_rows == 4


@pytest.mark.slow
def test_the_page(call: Caller, study: Path) -> None:
    pytest.importorskip("vl_convert")
    run(call, study)
    page, figures = study.parent / "page.html", study.parent / "figures"
    said = call("report", study, "-o", page, "--figures", figures, "--json")
    assert said.document()["files"][0] == str(page)
    assert "two systems" in page.read_text()
    assert {file.suffix for file in figures.iterdir()} == {".svg", ".png", ".txt"}
    assert call("report", study).code == 2
    said = call("report", study, "-o", study.parent / "none" / "page.html")
    assert (said.code, "cannot write" in said.complaint()) == (2, True)


@pytest.mark.parametrize("name", ["page.html", "page.md"])
def test_the_page_without_what_draws_plots(
    call: Caller, study: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(call, study)
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    said = call("report", study, "-o", study.parent / name)
    assert said.code == 0
    lines = [line for line in said.err.splitlines() if "pip install 'casbridge[report]'" in line]
    assert len(lines) == 1
    page = (study.parent / name).read_text()
    assert "two systems" in page
    assert "casbridge[report]" in page.replace("\\", "")
    said = call("report", study, "--figures", study.parent / "figures")
    assert (said.code, "casbridge[report]" in said.complaint()) == (2, True)


def test_a_study_file_with_another_name_is_not_that_of_its_store(call: Caller, study: Path) -> None:
    run(call, study)
    store = study.with_suffix(".sqlite")
    edited(study, ('name = "two systems"', 'name = "another"'))
    page, copy = study.parent / "page.html", study.parent / "copy.sqlite"
    for command in (
        ["run", study],
        ["status", study],
        ["report", study, "-o", page],
        ["export", study, "--to", "csv"],
        ["merge", study, "-o", copy],
        ["compare", store, study],
    ):
        said = call(*command)
        assert (said.code, said.out) == (2, ""), command
        assert "of the study 'two systems'; expected one of 'another'" in said.complaint()
    assert not page.exists()
    assert not copy.exists()
    with pytest.raises(InputError, match=r"name two\.sqlite to read it"):
        casbridge.open_study(study).counts()
    assert call("status", store).code == 0
    # A file with a mistake, as one that is being written, says nothing of its name.
    study.write_text("[study")
    assert call("status", study).code == 0


def test_a_merge_says_which_inputs_it_renames(call: Caller, study: Path) -> None:
    other = study.parent / "there"
    other.mkdir()
    for name in ("two.toml", "points.txt"):
        (other / name).write_text((study.parent / name).read_text())
    (other / "circle.txt").write_text("x^2 + y^2 - 4\nx - y\n")
    for one in (study, other / study.name):
        run(call, one)
    both, again = study.parent / "both.sqlite", study.parent / "again.sqlite"
    renamed = {"store": str(other / "two.sqlite"), "old": "circle.txt", "new": "circle.txt (two)"}
    document = call("merge", study, other / study.name, "-o", both, "--json").document()
    assert (document["jobs"], document["renamed"]) == (6, [renamed])
    said = call("merge", study, other / study.name, "-o", again).out
    assert f"circle.txt of {renamed['store']} is 'circle.txt (two)' here: another store has other content" in said
    for command in (["run", both], ["run", study, "-o", both]):
        refused = call(*command)
        assert (refused.code, "run the studies that it was merged of" in refused.complaint()) == (2, True)
    assert call("status", both, "--json").document()["jobs"] == 6


def test_shards_become_one_store(call: Caller, study: Path) -> None:
    """Two machines do a part each. The whole is what one machine would have."""
    first, second, both = (study.parent / f"{name}.sqlite" for name in ("first", "second", "both"))
    run(call, study, "-o", first, "--only", "circle.txt")
    run(call, study, "-o", second, "--only", "points.txt")
    document = call("merge", first, second, "-o", both, "--json").document()
    assert (document["status"], document["jobs"], document["statuses"]) == ("complete", 4, {"complete": 4})
    said = call("merge", first, second, "-o", both)
    assert (said.code, "there is such a file already" in said.complaint()) == (2, True)
    copied = call("merge", first, "-o", study.parent / "one.sqlite", "--json").document()
    original = call("status", first, "--json").document()
    assert {copied[name] == original[name] for name in ("study", "jobs", "statuses", "verdicts")} == {True}
    assert call("merge", "-o", study.parent / "none.sqlite").code == 2
    # It is the study's store: nothing is missing in it.
    both.rename(study.with_suffix(".sqlite"))
    assert run(call, study)["ran"] == 0


def test_two_runs_compared(call: Caller, study: Path) -> None:
    run(call, study)
    other = study.parent / "other.sqlite"
    run(call, study, "-o", other)
    said = call("compare", study, other, "--json", "--ratio", "1000")
    document = said.document()
    assert (said.code, document["matched"], document["same"], document["changes"]) == (0, 4, 4, [])
    text = call("compare", study, other, "--ratio", "1000")
    assert "4 pairs of jobs: 4 answers are the same" in text.out
    for wrong in ("reference", "=x", "nobody=reference"):
        assert call("compare", study, other, "--rename", wrong).code == 2
    # An answer that is lost.
    with Store.open(other, write=True) as store:
        work = next(store.waiting(retry=("complete",)))
        store.attempt([work.number])
        connection = sqlite3.connect(other)
        connection.execute("UPDATE results SET status = 'crashed', answer = NULL WHERE id = 1")
        connection.commit()
        connection.close()
    said = call("compare", study, other)
    assert said.code == 1
    assert "lost: 1" in said.out


def test_what_cannot_be_read_and_what_is_missing_is_named_with_its_reason(call: Caller, study: Path) -> None:
    for number in range(7):
        (study.parent / f"bad{number}.txt").write_text("x^2 - 1 =\n")
    edited(study, ('["reference"]', '["reference", "singular@0.2:std"]'))
    missing = "missing: singular@0.2:std: "

    def told(*arguments: str | Path) -> list[str]:
        said = call(*arguments)
        assert said.code == 0
        return [line for line in said.out.splitlines() if line.startswith(("invalid", "missing"))]

    dry = told("run", study, "--dry-run")
    assert [line.split(":")[1].strip() for line in dry[:5]] == [f"bad{number}.txt" for number in range(5)]
    assert all("expected" in line for line in dry[:5])
    assert dry[5] == "invalid: and 2 more inputs"
    assert dry[6].startswith(missing)
    ran = told("run", study, "--workers", "1")
    assert ran[:6] == dry[:6]
    assert ran[6].startswith(missing)
    assert told("status", study) == ran
    edited(study, ('["reference", "singular@0.2:std"]', '["reference"]'))
    for number in range(7):
        (study.parent / f"bad{number}.txt").write_text("x^2 - 1\n")
    assert told("run", study, "--workers", "1") == []
    assert told("status", study) == []
