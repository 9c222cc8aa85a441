"""A store of made-up results: how long it takes to be made, counted, exported and read."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.measure import parser, print_machine, print_table, seconds
from benchmarks.synthetic import make_store
from casbridge.studies.frames import export, frame
from casbridge.studies.store import Store


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("tables", __doc__)
    options.add_argument("--rows", type=int, default=100_000, help="jobs (default 100,000)")
    chosen = options.parse_args(arguments)
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "made.sqlite")
        rows: list[list[object]] = [["make", seconds(lambda: make_store(path, chosen.rows)), size(path)]]

        def counts() -> None:
            with Store.open(path) as store:
                store.counts()

        rows.append(["status", seconds(counts), ""])
        with Store.open(path) as store:
            for form in ("csv", "jsonl", "parquet"):
                file = path.with_suffix(f".{form}")
                rows.append([f"export to {form}", seconds(partial(export, store, file)), size(file)])
            rows += [[f"frame of {name}", seconds(partial(frame, store, name)), ""] for name in ("pandas", "polars")]
        print_table([f"{chosen.rows:,} jobs", "seconds", "MB"], rows)


def size(path: Path) -> str:
    """In megabytes."""
    return f"{path.stat().st_size / 1e6:.1f}"
