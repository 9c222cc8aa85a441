"""Draws the pictures of `docs/study-report.md` anew from the store of a study. It needs Chromium.

casbridge run examples/studies/tour.toml -o tour.sqlite
python -m tests.report.photographs tour.sqlite docs/pictures
"""

from __future__ import annotations

import sys
import time
from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory

from casbridge.report import plots, report
from casbridge.report.gathering import material_of
from casbridge.report.pictures import pictures
from casbridge.studies.store import Store
from tests.chromium import Chromium

#: Name → width, height, dark, what is scrolled to the top.
PAGES = {
    "study-report": (1400, 1000, False, ""),
    "study-report-matrix": (1400, 1000, True, "matrix"),
    "study-report-plots": (1400, 1000, False, "plots"),
    "study-report-phone": (400, 850, False, "matrix"),
    "study-report-phone-dark": (400, 850, True, "plots"),
}
#: Plots that the guide shows as they are for a paper.
FIGURES = ("cactus", "growth-eco")


def main(source: str, folder: str) -> None:
    with TemporaryDirectory() as name, Store.open(source) as store:
        page = report(store, Path(name, "page.html"))
        for picture in pictures(material_of(store)):
            if picture.name in FIGURES:
                Path(folder, f"study-{picture.name}.svg").write_text(plots.svg_of(picture.spec), encoding="utf-8")
        with Chromium(Path(name, "chromium")) as browser:
            for picture_name, (width, height, dark, place) in PAGES.items():
                browser.window(width, height, dark=dark, touch=width < 500)
                browser.open(page.as_uri())
                time.sleep(1)
                if place:
                    browser.value(f"void document.getElementById('{place}').scrollIntoView()")
                time.sleep(3)
                Path(folder, f"{picture_name}.png").write_bytes(b64decode(browser.screenshot()))


if __name__ == "__main__":
    main(*sys.argv[1:])
