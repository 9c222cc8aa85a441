"""A study from Python: run it, read its table with pandas, and write a page.

In a notebook the name of the study, on a line of its own, shows its tables and plots.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import casbridge

TEXT = """
[study]
name = "two methods"
[[inputs]]
family = "katsura"
n = [1, 2, 3]
[matrix]
backends = ["reference", "sympy:groebner"]
[limits]
seconds = 60
"""

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder, "two-methods.toml")
    file.write_text(TEXT, encoding="utf-8")
    study = casbridge.open_study(file)
    summary = study.run()
    print(f"{summary.done} jobs ran: {dict(summary.statuses)}, verdicts: {dict(summary.verdicts)}")

    # Nothing is missing now, so nothing runs.
    print(f"once more: {study.run().done} jobs ran")

    frame = study.frame()
    print(frame.groupby("backend", observed=True)["degree"].apply(list))
    times = frame.pivot_table(index="n", columns="backend", values="wall_seconds", observed=True)
    print(f"times of {times.shape[0]} sizes by {times.shape[1]} methods")

    for row in study.results(input="katsura-3", backend="reference"):
        print(f"{row.input}: {row.degree} zeros, dimension {row.dimension}, verdict {row.verdict}")
        print(f"  {study.answer(row).components[0]}")

    page = study.report(Path(folder, "two-methods.html"))
    print(f"{page.name} has {page.read_text(encoding='utf-8').count('<table')} tables")
