"""The page of a large study: seconds to make it, its size, and how soon Chromium shows its rows and its plots."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from string import ascii_letters
from tempfile import TemporaryDirectory

from benchmarks.measure import median, parser, print_machine, print_table
from benchmarks.synthetic import make_store
from casbridge.processes.locate import locate
from casbridge.report import report
from casbridge.report.gathering import material_of
from casbridge.studies.store import Store
from tests.chromium import Chromium

#: Height of a window in which all plots are in view, so that they are drawn at once.
_TALL = 9000
_DRAWN = "Boolean(window.study) && study.plots.every((plot) => plot.view || plot.holder.querySelector('.none'))"
#: When the page itself noted something, in milliseconds after the beginning of the navigation.
_NOTED = "performance.getEntriesByName('{}')[0].startTime"


def _noise(kind: str, number: int) -> str:
    """A text that is hard to compress."""
    return "".join(random.Random(f"{kind} {number}").choices(ascii_letters, k=6000))


def seconds_in_chromium(page: Path, folder: Path, repeats: int) -> list[float]:
    """Seconds from the beginning of the navigation until the first rows, the first plot and all plots are there."""
    found = []
    with Chromium(folder) as browser:
        browser.window(1400, _TALL)
        for _ in range(repeats):
            browser.open(page.as_uri())
            deadline = time.monotonic() + 120
            while not browser.value(_DRAWN):
                assert time.monotonic() < deadline, "the plots are not drawn"
                time.sleep(0.05)
            noted = [browser.value(_NOTED.format(name)) for name in ("rows", "plot")]
            found.append([float(one) / 1000 for one in (*noted, browser.value("performance.now()"))])
        assert browser.complaints == [], browser.complaints
    return [median(column) for column in zip(*found, strict=True)]


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("page", __doc__)
    options.add_argument("--jobs", type=int, nargs="*", default=[1000, 10_000, 100_000], help="jobs of the studies")
    options.add_argument("--repeats", type=int, default=5, help="times that Chromium opens each page")
    options.add_argument("--full", action="store_true", help="fill the room for scripts and transcripts")
    chosen = options.parse_args(arguments)
    found = []
    for jobs in chosen.jobs:
        with TemporaryDirectory() as name:
            folder = Path(name)
            make_store(folder / "study.sqlite", jobs)
            with Store.open(folder / "study.sqlite") as store:
                count = store.counts().jobs
                began = time.perf_counter()
                material = material_of(store)
                page = report(replace(material, text=_noise) if chosen.full else material, folder / "page.html")
                made = time.perf_counter() - began
            line: list[object] = [count, made, page.stat().st_size / 1e6]
            if locate("chromium", "CASBRIDGE_CHROMIUM") is not None:
                line += seconds_in_chromium(page, folder / "chromium", chosen.repeats)
            found.append(line)
    print_machine()
    print_table(["jobs", "s to make", "MB", "s to the first rows", "s to the first plot", "s to all plots"], found)
