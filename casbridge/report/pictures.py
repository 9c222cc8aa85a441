"""All plots of a study, each with its name and a caption: for figures in files and for a notebook."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from casbridge.errors import printable
from casbridge.report import cells as cells_module, plots
from casbridge.report.cells import Cell, seconds_text
from casbridge.report.material import OUTCOMES, STATUSES, VERDICTS, Material

#: The largest matrix that is drawn as one picture.
MOST_CASES = 120


@dataclass(frozen=True)
class Picture:
    """A plot with its data. name: of its files. caption: a sentence for a paper. spec: for Vega-Lite."""

    name: str
    caption: str
    spec: plots.Spec


def pictures(material: Material) -> Iterator[Picture]:
    """The plots of a study: quantiles, growth along families, times of each pair of methods, statuses, the matrix.

    A plot without points is left out, and the matrix where it has more than MOST_CASES cases.

    >>> from casbridge.studies.values import Row
    >>> rows = (Row(1, "circle", "", None, "", "", "given", "reference", 1, "complete", wall_seconds=0.5),)
    >>> [picture.name for picture in pictures(Material("circles", rows))]
    ['cactus', 'statuses', 'matrix']
    """
    name = printable(material.name, 200)
    found, limit = cells_module.cells_of(material), cells_module.limit_of(material.rows)
    edge, least = cells_module.edge_of(found, limit), least_of(found)
    methods, stopped = cells_module.answering(found, material.methods), cells_module.limits_text(material.rows)
    stopped = f" {stopped}" if stopped else ""
    left = [method for method in material.methods if method not in methods]
    others = f" Without any answer, and not drawn: {', '.join(left)}." if left else ""
    drawn = [cell for cell in found if cell.method in methods]
    median = " Times are medians over the repeats." if any(row.repeat > 1 for row in material.rows) else ""
    if lines := cells_module.cactus(found):
        yield Picture(
            "cactus",
            f"Quantile plot of {name}: the wall time of the n-th fastest answer of each method."
            f"{median}{stopped}{others}",
            plots.with_data(plots.cactus_plot(methods, least, edge), cells_module.marked(lines)),
        )
    for family in cells_module.families_of(drawn):
        if points := cells_module.growth(drawn, family, edge):
            yield Picture(
                f"growth-{_slug(family)}",
                f"Wall time along the family {family}.{median} Hollow points at the border are jobs without an answer."
                f"{stopped}{others}",
                plots.with_data(plots.growth_plot(family, methods, groups_of(points), least, edge), points),
            )
    for first, second in combinations(methods, 2):
        if points := cells_module.scatter(found, first, second, edge):
            yield Picture(
                f"scatter-{_slug(first)}-{_slug(second)}",
                f"Wall times of {first} and {second} on {len(points)} cases.{median} Points at the border are"
                f" cases that only one of the two answered; dashed lines are a factor of ten.{stopped}",
                plots.with_data(plots.scatter_plot(first, second, least, edge), cells_module.thinned(points)),
            )
    if material.rows:
        yield Picture(
            "statuses",
            f"The statuses of the {len(material.rows)} jobs, by method.",
            plots.with_data(plots.status_plot(material.methods, _statuses(material)), _bars(material)),
        )
        yield from _matrix(found, material.methods)


def least_of(found: list[Cell]) -> float:
    """The shortest time of an answer in seconds.

    >>> least_of([])
    0.001
    """
    return min((cell.seconds for cell in found if cell.seconds is not None), default=1e-3)


def groups_of(points: list[dict[str, Any]]) -> list[str]:
    """The encodings and fields of the points of a growth plot.

    >>> groups_of([{"group": "QQ"}, {"group": "QQ"}])
    ['QQ']
    """
    return list(dict.fromkeys(point["group"] for point in points))


def _statuses(material: Material) -> list[str]:
    counts = Counter(map(material.outcome_of, material.rows))
    return [status for status, _ in cells_module.named_counts(counts, OUTCOMES)]


def _bars(material: Material) -> list[dict[str, object]]:
    wide = len(material.rows) / max(len(material.methods), 1) / 20
    return [
        {"method": method, "status": status, "jobs": jobs, "place": place, "wide": jobs > wide}
        for method, counts in cells_module.status_counts(material).items()
        for place, (status, jobs) in enumerate(cells_module.named_counts(counts, OUTCOMES))
    ]


def _matrix(found: list[Cell], methods: tuple[str, ...]) -> Iterator[Picture]:
    cases = list(dict.fromkeys(cell.case for cell in found))
    if len(cases) > MOST_CASES:
        return
    points = [
        {
            "case": cell.case,
            "column": cell.method,
            "kind": "disagree" if cell.wrong else cell.status,
            "label": _label(cell),
        }
        for cell in found
    ]
    verdicts = {case: cells_module.worst_verdict(cell.verdict for cell in found if cell.case == case) for case in cases}
    points += [
        {"case": case, "column": "verdict", "kind": kind, "label": f"{plots.SIGNS[kind]} {kind}"}
        for case, kind in verdicts.items()
        if kind in VERDICTS
    ]
    columns = ["verdict", *methods] if any(verdicts.values()) else [*methods]
    signs = ", ".join(
        f"{plots.SIGNS[status]} {status}"
        for status in STATUSES[1:]
        if any(cell.status == status and cell.seconds is None for cell in found)
    )
    if any(cell.wrong for cell in found):
        signs += f"{', ' if signs else ''}{plots.SIGNS['disagree']} a wrong answer"
    yield Picture(
        "matrix",
        f"For each case the verdict, and the wall time of each method that answered{f' ({signs})' if signs else ''}.",
        plots.with_data(plots.matrix_plot(cases, columns), points),
    )


def _label(cell: Cell) -> str:
    words = plots.SIGNS.get(cell.status, "?") if cell.seconds is None else seconds_text(cell.seconds)
    return f"{plots.SIGNS['disagree']} {words}" if cell.wrong else words


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9.]+", "_", name).strip("_.") or "method"
