"""The table of a study in other programs: types, values, files."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.synthetic import make_store
from casbridge.crosscheck.sizes import MEASURED
from casbridge.errors import UsageError, WriteError
from casbridge.studies.frames import export, frame
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.store import Store
from casbridge.studies.texts import packed
from casbridge.studies.values import COLUMNS, Input, Outcome

PLAN = Plan("odd", (), ("reference",))
NAMES = ['comma, "quotes"', "line\nbreak", "=1+1", "ä€𝔽", "plain"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Names that a file must quote; a large number; jobs that wait."""
    with Store.create(tmp_path / "odd.sqlite", PLAN) as made:
        made.sync(PLAN, jobs_of(PLAN, [(Input(name, "system", f"x - {len(name)}", "odd", 3), ()) for name in NAMES]))
        outcome = Outcome(
            0,
            "",
            "complete",
            degree=10**20,
            multiplicity=10**21,
            rational=3,
            real=5,
            started=1e9,
            ended=1e9 + 0.25,
            transcript=packed("x = 0"),
        )
        works = [*made.waiting()]
        made.keep([replace(outcome, number=work.number, key=f"{work.number}") for work in works[:3]])
        made.keep([Outcome(works[3].number, "slow", "timeout", "slow", degree=None, warnings=("one", "two"))])
        yield made


def test_pandas_has_the_types_and_the_values(store: Store) -> None:
    import pandas

    found = frame(store)
    assert [*found.columns] == [*COLUMNS]
    assert isinstance(found["input"].dtype, pandas.CategoricalDtype)
    assert str(found["n"].dtype) == "Int64"
    assert str(found["started"].dtype).endswith("UTC]")
    assert {*found["input"]} == {*NAMES}
    done = found[found.status == "complete"]
    assert [*done["degree"]] == [10**20] * 3
    assert (done["ended"] - done["started"]).dt.total_seconds().tolist() == [0.25] * 3
    assert found[found.status == "waiting"]["wall_seconds"].isna().all()
    assert [one for one in found["warnings"] if one] == [("one", "two")]


def test_polars_has_the_types_and_the_values(store: Store) -> None:
    import polars

    found = frame(store, "polars")
    assert found.columns == [*COLUMNS]
    assert found.schema["n"] == polars.Int64
    assert found.schema["started"] == polars.Datetime("us", "UTC")
    assert {*found["input"].cast(polars.String)} == {*NAMES}
    assert found["degree"].drop_nulls().to_list() == [str(10**20)] * 3


def test_frames_take_filters_and_refuse_what_they_do_not_know(store: Store) -> None:
    assert len(frame(store, status="timeout")) == 1
    with pytest.raises(UsageError, match="engine 'excel'; expected pandas or polars"):
        frame(store, "excel")
    with pytest.raises(UsageError, match="a column 'colour'"):
        frame(store, colour="red")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_missing_library_is_a_line_that_says_what_to_install(
    store: Store, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(UsageError, match=rf"{library} is not installed.*pip install 'casbridge\[") as error:
        frame(store, library)
    assert error.value.exit_code == 2


def test_the_three_files_say_the_same(store: Store, tmp_path: Path) -> None:
    from pyarrow import parquet

    for form in ("csv", "jsonl", "parquet"):
        assert export(store, tmp_path / f"odd.{form}") == 5
    with open(tmp_path / "odd.csv", newline="", encoding="utf-8") as file:
        from_csv = [*csv.DictReader(file)]
    from_jsonl = [json.loads(line) for line in (tmp_path / "odd.jsonl").read_text(encoding="utf-8").splitlines()]
    from_parquet = parquet.read_table(tmp_path / "odd.parquet").to_pylist()
    rows = [*store.rows()]
    assert [row["input"] for row in from_csv] == [row.input for row in rows]
    for row, one, two, three in zip(rows, from_csv, from_jsonl, from_parquet, strict=True):
        assert (one["input"], two["input"], three["input"]) == (row.input,) * 3
        assert (one["degree"] or None, three["degree"]) == (row.degree and str(row.degree),) * 2
        assert two["degree"] == row.degree
        assert (one["multiplicity"] or None, three["multiplicity"]) == (row.multiplicity and str(row.multiplicity),) * 2
        assert (three["rational"], three["real"]) == (two["rational"], two["real"]) == (row.rational, row.real)
        assert (one["started"] or None) == two["started"]
        assert [*two] == [*COLUMNS]
    assert {row["started"] for row in from_jsonl} >= {"2001-09-09T01:46:40.000000Z"}
    assert {row["started"].isoformat() for row in from_parquet if row["started"]} >= {"2001-09-09T01:46:40+00:00"}


def test_whole_numbers_of_a_parquet_file_stay_whole_in_pandas_and_polars(tmp_path: Path) -> None:
    import pandas
    import polars

    degree = 2**60 + 1  # a float has no such number
    with Store.create(tmp_path / "whole.sqlite", PLAN) as made:
        made.sync(PLAN, jobs_of(PLAN, [(Input(name, "system", name), ()) for name in ("x", "y")]))
        first, _ = made.waiting()
        made.keep([Outcome(first.number, "key", "complete", degree=degree, dimension=0)])
        export(made, tmp_path / "whole.parquet")
    found = pandas.read_parquet(tmp_path / "whole.parquet")
    assert [*found.columns] == [*COLUMNS]
    for name in ("n", "components", *MEASURED, "peak_memory", "limit_memory"):
        assert str(found[name].dtype) == "Int64", name
    assert [*found["degree"].dropna()] == [degree]
    assert isinstance(found["backend"].dtype, pandas.CategoricalDtype)
    assert str(found["started"].dtype) == "datetime64[us, UTC]"
    assert [*found.index] == [0, 1]
    assert polars.read_parquet(tmp_path / "whole.parquet")["degree"].drop_nulls().to_list() == [degree]


def test_lines_of_json_may_have_texts(store: Store, tmp_path: Path) -> None:
    export(store, tmp_path / "odd.jsonl", texts=["transcript", "input"], status="complete")
    for line in (tmp_path / "odd.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        assert row["input"] in NAMES
        assert (row["transcript"], row["input_text"]) == ("x = 0", f"x - {len(row['input'])}")
    with pytest.raises(UsageError, match="transcript in csv"):
        export(store, tmp_path / "odd.csv", texts=["transcript"])


def test_a_file_appears_whole_or_not_at_all(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "odd.csv"
    target.write_text("old")
    with pytest.raises(UsageError):
        export(store, target, colour="red")
    with pytest.raises(UsageError, match="expected one of csv, jsonl, parquet"):
        export(store, tmp_path / "odd.xls")
    assert target.read_text() == "old"
    with pytest.raises(WriteError, match="cannot write"):
        export(store, tmp_path / "no" / "such.csv")
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_an_export_goes_through_a_pipe(store: Store, tmp_path: Path, form: str) -> None:
    pipe, found = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    export(store, pipe, form)
    reader.join()
    export(store, tmp_path / f"file.{form}")
    assert found == [(tmp_path / f"file.{form}").read_bytes()]


def test_an_export_is_of_one_moment_while_a_driver_writes(store: Store, tmp_path: Path) -> None:
    with Store.open(store.path) as reader, reader.snapshot():
        before = reader.counts()
        store.keep([Outcome(work.number, "new", "complete") for work in store.waiting()])
        assert reader.counts() == before
    assert store.counts() != before


@pytest.mark.slow
def test_memory_stays_flat(tmp_path: Path) -> None:
    """Exporting ten times the rows to JSON lines needs no more memory."""
    peaks = []
    for jobs in (500, 5_000):
        make_store(tmp_path / f"{jobs}.sqlite", jobs)
        program = (
            "import sys, resource\nfrom casbridge.studies.frames import Store, export\n"
            "with Store.open(sys.argv[1]) as store:\n    export(store, '/dev/null', 'jsonl')\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        command = [sys.executable, "-c", program, f"{tmp_path}/{jobs}.sqlite"]
        peaks.append(int(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    assert peaks[1] < 1.5 * peaks[0]
