"""`report` writes the page of a study, `markdown` the same for a guide, `figures` its plots for a paper."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from casbridge import files
from casbridge.arguments import wrong
from casbridge.calls import with_hints
from casbridge.errors import UsageError, WriteError, printable
from casbridge.report import plots
from casbridge.report.explanations import Explanation
from casbridge.report.gathering import material_of
from casbridge.report.markdown_page import markdown_report
from casbridge.report.material import Material
from casbridge.report.page import study_page
from casbridge.report.pictures import pictures
from casbridge.studies.store import Store

# Without an ending: a device, such as /dev/stdout.
_SUFFIXES = (".html", ".htm", "")


@with_hints
def report(
    study: Material | Store,
    path: str | os.PathLike[str],
    *,
    made: float | None = None,
    explanations: Sequence[Explanation] = (),
) -> Path:
    """Write the page of a study: one HTML file that needs no network and no other file.

    study: its store, or what was gathered from one.
    path: the file. made: when, in seconds since 1970; now if None.
    explanations: why answers are wrong, see `casbridge.report.explanations.read_explanations`.
    Returns the file. Raises WriteError where it cannot be written,
    UsageError where its name ends with .pdf, say. Without the library of the plots the page has none.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report(Material("empty", ()), f"{folder}/page.html").name
    'page.html'
    """
    if Path(path).suffix.lower() not in _SUFFIXES:
        expected = "a name that ends with .html or .md; the page has a print layout, and a browser makes a PDF of it"
        raise UsageError(f"a page in {printable(os.fspath(path), 200)}", expected=expected)
    with _read(study) as material:
        page = study_page(_explained(material, explanations), made=made)
    files.write(path, page)
    return Path(path)


def markdown(
    study: Material | Store,
    path: str | os.PathLike[str],
    *,
    made: float | None = None,
    explanations: Sequence[Explanation] = (),
) -> list[Path]:
    """Write the report of a study in Markdown, and its plots and bundles into a folder beside it.

    study: its store, or what was gathered from one.
    path: a file whose name ends with .md; the folder has the same name without the ending.
    made: when, in seconds since 1970; now if None.
    explanations: why answers are wrong, see `casbridge.report.explanations.read_explanations`.
    Returns the files, the page first. Raises WriteError where one cannot be written,
    UsageError for another ending. Without the library of the plots the page has none.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [file.name for file in markdown(Material("empty", ()), f"{folder}/page.md")]
    ['page.md']
    """
    page = Path(path)
    if page.suffix.lower() != ".md" or not page.stem:
        raise UsageError(f"a page in {printable(os.fspath(path), 200)}", expected="a name that ends with .md")
    with _read(study) as material:
        found = markdown_report(_explained(material, explanations), page.stem, made=made)
    written = [page]
    for name, text in found.files.items():
        file = page.parent / name
        with _made(file.parent, named=False):
            files.write(file, text, follow=False)
        written.append(file)
    files.write(page, found.page)
    return written


def figures(study: Material | Store, folder: str | os.PathLike[str]) -> list[Path]:
    """Write each plot of a study as SVG and PNG, and `captions.txt` with a caption for each.

    study: its store, or what was gathered from one.
    folder: made if it does not exist. Files of the same names are replaced.
    Returns the files. Raises WriteError where one cannot be written,
    UsageError where the library of the plots is missing.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [file.name for file in figures(Material("empty", ()), folder)]
    ['captions.txt']
    """
    place = Path(folder)
    with _made(place):
        return _write_figures(study, place)


@contextmanager
def _made(place: Path, *, named: bool = True) -> Iterator[None]:
    """A folder, made where it does not exist. Where the block ends with an error, new folders that are empty go.

    named: whether the user named it. Any other one may be no link.
    """
    try:
        missing = [one for one in (place, *place.parents) if not one.exists()]
        place.mkdir(parents=True, exist_ok=True) if named else files.own_folder(place)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise WriteError(place, error) from None
    try:
        yield
    except BaseException:
        for one in missing:
            with suppress(OSError):
                one.rmdir()
        raise


def _write_figures(study: Material | Store, place: Path) -> list[Path]:
    with _read(study) as material:
        drawn = list(pictures(material))
    written, captions = [], []
    for picture in drawn:
        for suffix, content in ((".svg", plots.svg_of(picture.spec)), (".png", plots.png_of(picture.spec))):
            file = place / f"{picture.name}{suffix}"
            files.write(file, content, follow=False)
            written.append(file)
        captions.append(f"{picture.name}: {picture.caption}\n")
    files.write(place / "captions.txt", "\n".join(captions), follow=False)
    return [*written, place / "captions.txt"]


def _explained(material: Material, explanations: Sequence[Explanation]) -> Material:
    return replace(material, explanations=(*explanations, *material.explanations))


@contextmanager
def _read(study: Material | Store) -> Iterator[Material]:
    """What is shown of a study. A store is read as it is at the beginning, whatever a driver writes meanwhile."""
    if isinstance(study, Material):
        yield study
    elif not isinstance(study, Store):
        opened = "open_study(path).report(page) writes the page of a study"
        raise wrong(study, "the store of a study", {**dict.fromkeys(("text", "path", "study"), opened)})
    else:
        with study.snapshot():
            yield material_of(study)
