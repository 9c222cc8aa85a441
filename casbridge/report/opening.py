"""A study in Python with its pages: what `casbridge.open_study` gives, and what a notebook shows of it."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path

from casbridge.arguments import wrong
from casbridge.calls import with_hints
from casbridge.errors import CasbridgeError
from casbridge.studies.study import StoredStudy


class Study(StoredStudy):
    """A study by its path: tables, texts, runs, comparisons, pages and figures. In a notebook it shows itself.

    path: a study file in TOML, or the store of a study.

    >>> from casbridge.studies.plan import Plan
    >>> from casbridge.studies.store import Store
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     Store.create(f"{folder}/two.sqlite", Plan("two", (), ())).close()
    ...     Study(f"{folder}/two.sqlite").report(f"{folder}/two.html").name
    'two.html'
    """

    def report(self, path: str | os.PathLike[str], explanations: str | os.PathLike[str] | None = None) -> Path:
        """Write the study as one page of HTML; see `casbridge.report.report`.

        explanations: a file that says why answers are wrong, see `casbridge.report.explanations`.
        """
        from casbridge.report.explanations import read_explanations
        from casbridge.report.writing import report

        why = read_explanations(explanations) if explanations is not None else ()
        with self.store() as store:
            return report(store, path, explanations=why)

    def markdown(self, path: str | os.PathLike[str], explanations: str | os.PathLike[str] | None = None) -> list[Path]:
        """Write the report in Markdown, with a folder beside it; see `casbridge.report.markdown_page`.

        explanations: a file that says why answers are wrong, see `casbridge.report.explanations`.
        """
        from casbridge.report.explanations import read_explanations
        from casbridge.report.writing import markdown

        why = read_explanations(explanations) if explanations is not None else ()
        with self.store() as store:
            return markdown(store, path, explanations=why)

    def figures(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write the study's plots as SVG and PNG; see `casbridge.report.figures`."""
        from casbridge.report.writing import figures

        with self.store() as store:
            return figures(store, folder)

    def _repr_html_(self) -> str:
        from casbridge.report.gathering import material_of
        from casbridge.report.notebook import fragment

        try:
            with self.store() as store, store.snapshot():
                return fragment(material_of(store))
        except CasbridgeError as error:
            return f"<p>{escape(str(error))}</p>"


@with_hints
def open_study(path: str | os.PathLike[str]) -> Study:
    """A study by its path: a study file in TOML, or the store of a study, which is NAME.sqlite beside it.

    >>> open_study("studies/first.toml").path.as_posix()
    'studies/first.sqlite'
    """
    if not isinstance(path, (str, os.PathLike)):
        raise wrong(path, "the path of a study file or of a store")
    return Study(path)
