"""The table of a study for other programs: as a frame of pandas or Polars, or as a file.

    Store ──pages──▶ Row ──frame──▶ pandas, Polars
                      └───export──▶ CSV, JSON lines, Parquet

Texts that repeat are categories, times are timestamps in UTC, and whole numbers that may be missing stay whole.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, cast

from casbridge.errors import UsageError, printable
from casbridge.files import writing
from casbridge.studies.rows import TEXTS
from casbridge.studies.store import Store
from casbridge.studies.stored import LARGE_COLUMNS, REPEATED_COLUMNS
from casbridge.studies.values import COLUMNS, Row

if TYPE_CHECKING:
    from io import FileIO

#: The engines that `frame` knows.
ENGINES = ("pandas", "polars")
#: The forms that `export` knows.
FORMS = ("csv", "jsonl", "parquet")
#: Columns of whole numbers. Columns beside `REPEATED_COLUMNS` and these hold texts that seldom repeat, and warnings.
WHOLES = ("number", "n", "repeat", *LARGE_COLUMNS, "dimension", "peak_memory", "attempt", "limit_memory")
#: Columns of moments: seconds since 1970 in a `Row`, timestamps in a frame.
MOMENTS = ("started", "ended")
#: Columns of other numbers.
REALS = ("wall_seconds", "cpu_seconds", "load", "limit_seconds")
_WARNINGS = "warnings"
_BATCH = 20_000
_LATEST = 253402300799


def frame(store: Store, engine: str = "pandas", **wanted: Any) -> Any:
    """The rows of a store as a frame.

    engine: "pandas" or "polars". wanted: columns with a value or several, as in `Store.rows`.

    A column of `LARGE_COLUMNS` whose numbers are too large for 64 bits has Python's numbers in pandas, texts in Polars.

    Raises UsageError for another engine, and where the library is not installed.

    >>> import tempfile
    >>> from casbridge.studies.plan import Plan
    >>> plan = Plan("two", (), ())
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(f"{folder}/two.sqlite", plan) as store:
    ...     frame(store).dtypes["degree"]
    Int64Dtype()
    """
    if engine not in ENGINES:
        raise UsageError(f"engine {printable(repr(engine), 60)}", expected=" or ".join(ENGINES))
    library = _library(engine)
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    lists = [*columns.values()]
    for row in store.rows(**wanted):
        for name, values in zip(COLUMNS, lists, strict=True):
            values.append(getattr(row, name))
    make = _pandas_column if engine == "pandas" else _polars_column
    return library.DataFrame({name: make(library, name, values) for name, values in columns.items()})


def export(store: Store, path: str | os.PathLike[str], to: str = "", texts: Sequence[str] = (), **wanted: Any) -> int:
    """Write the rows of a store to a file. How many there are. The file appears whole; memory stays flat.

    path: a file, or a device such as /dev/stdout.
    to: "csv", "jsonl" or "parquet"; "" is the ending of the path.
    texts: of `casbridge.studies.rows.TEXTS`, further fields of each line of "jsonl".
    wanted: columns with a value or several, as in `Store.rows`.

    All rows are those of one moment, also while a driver writes the store.

    Raises UsageError for another form and for names that no job has, WriteError where the file cannot be written.

    >>> import tempfile
    >>> from casbridge.studies.plan import Plan
    >>> plan = Plan("two", (), ())
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(f"{folder}/two.sqlite", plan) as store:
    ...     export(store, f"{folder}/two.csv"), open(f"{folder}/two.csv").read()[:19]
    (0, 'number,input,family')
    """
    form = to or os.path.splitext(os.fspath(path))[1].removeprefix(".")
    if form not in FORMS:
        where = f"the ending of {printable(os.fspath(path), 200)}" if not to else f"the form {printable(repr(to), 60)}"
        raise UsageError(where, expected=f"one of {', '.join(FORMS)}", hint=None if to else "or name one: --to csv")
    unknown = [one for one in texts if one not in TEXTS]
    if unknown:
        raise UsageError(f"texts {printable(repr(unknown[0]), 60)}", expected=f"some of {', '.join(TEXTS)}")
    if texts and form != "jsonl":
        raise UsageError(f"{', '.join(texts)} in {form}", expected="jsonl, where each line may have texts")
    if form == "parquet":
        _library("pyarrow")
    write = {"csv": _write_csv, "jsonl": _write_jsonl, "parquet": _write_parquet}[form]
    store.check(**wanted)  # before there is a file
    with store.snapshot(), writing(path) as file:
        return write(file, store, texts, store.rows(**wanted))


def _library(name: str) -> Any:
    from importlib import import_module

    extra = "polars" if name == "polars" else "studies"
    try:
        return import_module(name)
    except ImportError:
        hint = f"python -m pip install 'casbridge[{extra}]'"
        raise UsageError(f"{name} is not installed", expected="it, for this table", hint=hint) from None


def _is_large(values: Sequence[Any]) -> bool:
    return any(value is not None and not -(1 << 63) <= value < 1 << 63 for value in values)


def _microseconds(moment: float | None) -> int | None:
    return None if moment is None or not 0 <= moment < _LATEST else round(moment * 1_000_000)


def _pandas_column(pandas: Any, name: str, values: list[Any]) -> Any:
    if name in REPEATED_COLUMNS:
        return pandas.Categorical(values)
    if name in WHOLES:
        large = name in LARGE_COLUMNS and _is_large(values)
        return pandas.Series(values, dtype=object) if large else pandas.array(values, dtype="Int64")
    if name in MOMENTS:
        moments = pandas.array([_microseconds(value) for value in values], dtype="Int64")
        return pandas.to_datetime(pandas.Series(moments), unit="us", utc=True)
    if name in REALS:
        return pandas.array([float("nan") if value is None else value for value in values], dtype="float64")
    return pandas.Series(values, dtype=object if name == _WARNINGS else "string")


def _polars_column(polars: Any, name: str, values: list[Any]) -> Any:
    if name in WHOLES and name in LARGE_COLUMNS and _is_large(values):
        return polars.Series(name, [None if value is None else str(value) for value in values], dtype=polars.String)
    if name in REPEATED_COLUMNS:
        return polars.Series(name, values, dtype=polars.Categorical)
    if name in WHOLES:
        return polars.Series(name, values, dtype=polars.Int64)
    if name in MOMENTS:
        numbers = polars.Series(name, [_microseconds(value) for value in values], dtype=polars.Int64)
        return numbers.cast(polars.Datetime("us", "UTC"))
    if name in REALS:
        return polars.Series(name, values, dtype=polars.Float64, strict=False)
    if name == _WARNINGS:
        return polars.Series(name, [[*value] for value in values], dtype=polars.List(polars.String))
    return polars.Series(name, values, dtype=polars.String)


# -- files ------------------------------------------------------------------------------------------------------------


def _plain(row: Row) -> dict[str, Any]:
    """The columns of a row; moments become texts such as 2026-11-22T12:00:00.250000Z."""
    found = row.as_dict()
    for name in MOMENTS:
        moment = _microseconds(found[name])
        found[name] = None if moment is None else _moment(moment)
    return found


def _moment(microseconds: int) -> str:
    seconds, rest = divmod(microseconds, 1_000_000)
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S") + f".{rest:06d}Z"


def _write_csv(file: FileIO, store: Store, texts: Sequence[str], rows: Iterator[Row]) -> int:
    del store, texts
    number = 0
    with _as_text(file) as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows:
            found = _plain(row)
            found[_WARNINGS] = "; ".join(row.warnings)
            writer.writerow(found.values())
            number += 1
    return number


def _write_jsonl(file: FileIO, store: Store, texts: Sequence[str], rows: Iterator[Row]) -> int:
    number = 0
    with _as_text(file) as text:
        for row in rows:
            found = _plain(row)
            found |= {kind: store.text(kind, row.number) for kind in texts if kind != "input"}
            if "input" in texts:
                found["input_text"] = store.text("input", row.number)
            text.write(json.dumps(found, ensure_ascii=False, allow_nan=False) + "\n")
            number += 1
    return number


@contextmanager
def _as_text(file: FileIO) -> Iterator[IO[str]]:
    """A file as UTF-8. At the end of the block its text is written, and the file stays open."""
    text = io.TextIOWrapper(io.BufferedWriter(file), encoding="utf-8", errors="backslashreplace", newline="")
    yield text
    text.flush()
    cast(io.BufferedWriter, text.detach()).detach()


def _write_parquet(file: FileIO, store: Store, texts: Sequence[str], rows: Iterator[Row]) -> int:
    del texts
    arrow, parquet = _library("pyarrow"), _library("pyarrow.parquet")
    large = store.large_columns()
    types = [(name, _arrow_type(arrow, name, name in large)) for name in COLUMNS]
    schema = arrow.schema(types, metadata={"pandas": _for_pandas([name for name in WHOLES if name not in large])})
    number = 0
    buffered = io.BufferedWriter(file)
    with parquet.ParquetWriter(buffered, schema, compression="zstd") as writer:
        while batch := [*islice(rows, _BATCH)]:
            number += len(batch)
            arrays = [
                arrow.array(_arrow_values(batch, field.name, field.name in large), field.type) for field in schema
            ]
            writer.write_table(arrow.table(arrays, schema=schema))
    buffered.flush()
    buffered.detach()
    return number


def _for_pandas(names: Sequence[str]) -> str:
    """What pandas reads of a Parquet file's columns of whole numbers: where values are missing, they stay whole."""
    whole = {"pandas_type": "int64", "numpy_type": "Int64", "metadata": None}
    columns = [{"name": name, "field_name": name, **whole} for name in names]
    library = {"library": "pyarrow", "version": str(_library("pyarrow").__version__)}
    about = {"index_columns": [], "column_indexes": [], "columns": columns, "creator": library}
    return json.dumps({**about, "pandas_version": "2.0.0"})


def _arrow_type(arrow: Any, name: str, large: bool) -> Any:
    if name in REPEATED_COLUMNS:
        return arrow.dictionary(arrow.int32(), arrow.string())
    if name in WHOLES:
        return arrow.string() if large else arrow.int64()
    if name in MOMENTS:
        return arrow.timestamp("us", "UTC")
    if name in REALS:
        return arrow.float64()
    return arrow.list_(arrow.string()) if name == _WARNINGS else arrow.string()


def _arrow_values(batch: list[Row], name: str, large: bool) -> list[Any]:
    values = [getattr(row, name) for row in batch]
    if name in MOMENTS:
        return [_microseconds(value) for value in values]
    if large:
        return [None if value is None else str(value) for value in values]
    return values
