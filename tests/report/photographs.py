"""Draws the pictures of `docs/study-report.md` anew from the stores of the example studies. It needs Chromium.

casbridge run examples/studies/classic.toml -o stores/classic.sqlite
casbridge run examples/studies/seventeen.toml -o stores/seventeen.sqlite
casbridge run examples/studies/two-versions.toml -o stores/two-versions.sqlite --with sympy==1.9
python -m tests.report.photographs stores docs/pictures
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

#: Name → study, width, height, dark, what is scrolled to the top.
PAGES = {
    "study-report": ("two-versions", 1400, 1000, False, ""),
    "study-report-matrix": ("classic", 1400, 1000, True, "matrix"),
    "study-report-plots": ("classic", 1400, 1000, False, "plots"),
    "study-report-puzzles": ("seventeen", 1400, 1000, False, "puzzles"),
    "study-report-phone": ("two-versions", 400, 850, False, ""),
    "study-report-phone-dark": ("seventeen", 400, 850, True, "plots"),
}
#: Plots of a study that the guide shows as they are for a paper.
FIGURES = ("classic", ("cactus", "growth-katsura"))


def main(source: str, folder: str) -> None:
    with TemporaryDirectory() as name:
        pages = {
            study: _page(Path(source, f"{study}.sqlite"), Path(name), Path(folder)) for study, *_ in PAGES.values()
        }
        with Chromium(Path(name, "chromium")) as browser:
            for picture_name, (study, width, height, dark, place) in PAGES.items():
                browser.window(width, height, dark=dark, touch=width < 500)
                browser.open(pages[study].as_uri())
                time.sleep(1)
                if place:
                    browser.value(f"void document.getElementById('{place}').scrollIntoView()")
                time.sleep(3)
                Path(folder, f"{picture_name}.png").write_bytes(b64decode(browser.screenshot()))


def _page(source: Path, folder: Path, figures: Path) -> Path:
    """The page of a study in a folder; its figures go where the guide has them."""
    study, names = FIGURES
    with Store.open(source) as store:
        for picture in pictures(material_of(store)) if source.stem == study else ():
            if picture.name in names:
                Path(figures, f"study-{picture.name}.svg").write_text(plots.svg_of(picture.spec), encoding="utf-8")
        return report(store, folder / f"{source.stem}.html")


if __name__ == "__main__":
    main(*sys.argv[1:])
