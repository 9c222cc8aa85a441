"""What a notebook shows of a study: its figures, the statuses, the first rows, and the plots. No script, no network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape

from casbridge.crosscheck.sizes import MEASURED
from casbridge.errors import CasbridgeError, printable
from casbridge.report import cells, plots
from casbridge.report.material import OUTCOMES, VERDICTS, Material, case_of, failed
from casbridge.report.pictures import pictures
from casbridge.studies.values import Row

#: Rows, plots, and plots of two methods among these, that a notebook shows.
MOST_ROWS, MOST_PLOTS, MOST_PAIRS = 10, 8, 3
_SVG = 'style="max-width:100%;height:auto"'
_CELL = 'style="text-align:left;padding:2px 10px 2px 0"'
_TABLE = 'style="margin:0 0 1em 0"'
_CAPTION = 'style="text-align:left;font-weight:bold;white-space:nowrap"'
_COLUMNS = ("case", "method", "repeat", "status", "verdict", "time", "components", *MEASURED)


def fragment(material: Material) -> str:
    """The study as HTML for a cell of a notebook.

    >>> rows = (Row(1, "circle", "", None, "", "", "given", "reference", 1, "complete", wall_seconds=0.5),)
    >>> fragment(Material("circles", rows)).count("<svg")
    1
    """
    parts = [
        f"<h3>{escape(printable(material.name, 200))}</h3>",
        f"<p>{escape(_figures(material))}</p>",
        *_status_table(material),
        *_first_rows(material),
        *_drawn(material),
    ]
    return "<div>\n" + "\n".join(parts) + "\n</div>"


def plain(material: Material) -> str:
    """The study in one line.

    >>> plain(Material("circles", ()))
    'circles: 0 jobs'
    """
    return f"{printable(material.name, 200)}: {_figures(material)}"


def _figures(material: Material) -> str:
    jobs = len(material.rows)
    statuses = Counter(map(material.outcome_of, material.rows))
    verdicts = Counter({_case(row): row.verdict for row in material.rows if row.verdict}.values())
    said = [f"{jobs} {'job' if jobs == 1 else 'jobs'}"]
    said += [f"{count} {status}" for status, count in cells.named_counts(statuses, OUTCOMES)]
    found = ", ".join(f"{count} {kind}" for kind, count in cells.named_counts(verdicts, VERDICTS))
    return ", ".join(said) + (f"; verdicts: {found}" if found else "")


def _case(row: Row) -> tuple[str, str, str, int]:
    return row.input, row.encoding, row.field, row.repeat


def _status_table(material: Material) -> Iterator[str]:
    counts = cells.status_counts(material)
    present = [status for status, _ in cells.named_counts(sum(counts.values(), Counter()), OUTCOMES)]
    if counts:
        lines = [[method, *(str(found[status] or "") for status in present)] for method, found in counts.items()]
        yield _table("Jobs by method and status", ["method", *present], lines)


def _first_rows(material: Material) -> Iterator[str]:
    if not material.rows:
        return
    lines = [
        [
            case_of(row),
            material.method_of(row),
            str(row.repeat),
            row.status,
            row.verdict,
            "" if row.wall_seconds is None else cells.seconds_text(row.wall_seconds),
            # Of a part of an answer the numbers are no facts about the system.
            *(
                "" if value is None or failed(row) else str(value)
                for value in (row.components, *(getattr(row, name) for name in MEASURED))
            ),
        ]
        for row in material.rows[:MOST_ROWS]
    ]
    shown = len(lines)
    yield _table(f"The first {shown} of {len(material.rows)} jobs" if shown > 1 else "One job", _COLUMNS, lines)


def _table(caption: str, heads: list[str] | tuple[str, ...], lines: list[list[str]]) -> str:
    head = "".join(f'<th scope="col" {_CELL}>{escape(name)}</th>' for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td {_CELL}>{escape(printable(cell, 100))}</td>" for cell in line) + "</tr>\n"
        for line in lines
    )
    head = f"<caption {_CAPTION}>{escape(caption)}</caption>\n<thead><tr>{head}</tr></thead>"
    return f"<table {_TABLE}>\n{head}\n<tbody>\n{body}</tbody>\n</table>"


def _drawn(material: Material) -> Iterator[str]:
    """The plots as SVG in the text of the page, each with its caption."""
    wanted = [picture for picture in pictures(material) if picture.name not in ("statuses", "matrix")]
    pairs = [picture for picture in wanted if picture.name.startswith("scatter-")][:MOST_PAIRS]
    shown = [*[one for one in wanted if not one.name.startswith("scatter-")][: MOST_PLOTS - len(pairs)], *pairs]
    try:
        for place, picture in enumerate(shown):
            caption = escape(printable(picture.caption, 400))
            svg = plots.svg_of(picture.spec, f"study-{place}-").replace("<svg ", f"<svg {_SVG} ", 1)
            yield (
                '<figure style="display:inline-block;margin:0 1em 1em 0;max-width:460px;vertical-align:top">\n'
                f"{svg}\n<figcaption>{caption}</figcaption>\n</figure>"
            )
    except CasbridgeError as error:
        yield f"<p>{escape(str(error))}</p>"
    if len(wanted) > len(shown):
        yield f"<p>{len(shown)} of {len(wanted)} plots; the study's report has all of them.</p>"
