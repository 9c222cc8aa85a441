"""The page of a study: one HTML file that needs no network and no other file.

    Material ──▶ plain HTML: title, figures, how it was made
             ──▶ data: rows by columns, disagreements, specifications of the plots; scripts and transcripts in chunks

The page's own script fills the tables from the data, and draws a plot when it comes into view.
"""

from __future__ import annotations

import time
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Any, NamedTuple

from casbridge.crosscheck.verdicts import Fault
from casbridge.errors import CasbridgeError, printable, without_middle
from casbridge.report import cells as cells_module, packing, plots
from casbridge.report.drawing import draw_input
from casbridge.report.explanations import MISTAKES
from casbridge.report.material import FAILURES, OUTCOMES, STATUSES, VERDICTS, Material, answered, case_of, failed, shown
from casbridge.report.pictures import groups_of, least_of
from casbridge.report.standings import NOT_ASKED
from casbridge.scripts.rendering import fill
from casbridge.studies.values import COLUMNS, Row
from casbridge.version import version

#: How many characters scripts, transcripts and pictures may have in the page, compressed.
ROOM_FOR_TEXTS = 24_000_000
#: How many puzzles are drawn.
MOST_PICTURES = 400
# How many answers to a puzzle are looked at for a grid.
_MOST_ANSWERS = 12
#: Of more pairs of methods one scatter plot shows the pair that a reader chooses.
MOST_PAIRS = 6
_TITLES = {
    "variable_order": "order",
    "wall_seconds": "time",
    "cpu_seconds": "CPU time",
    "peak_memory": "peak memory",
    "limit_seconds": "time limit",
    "limit_memory": "memory limit",
}
_WITNESS = {"backend": "answer of", "text": "why"}
# What a point, a polynomial and its value say together.
_MEANING = {
    str(
        Fault.FALSE_ZERO
    ): "The point is a zero of the answer. The polynomial is an equation of the system, so its value"
    " at a zero is 0. At this point it is {value}.",
    str(
        Fault.MISSING_ZERO
    ): "The point is a zero of the system. The polynomial is 0 at each zero of the answer. At this"
    " point it is {value}, so the answer lacks this zero.",
    str(Fault.WRONG_POLYNOMIAL): "The point is a zero of the system. The polynomial belongs to the answer, so its value"
    " there should be 0. It is {value}.",
}
_OF_A_RUN = (
    "started",
    "ended",
    "host",
    "machine",
    "executor",
    "workers",
    "load",
    "done",
    "total",
    "rate",
    "statuses",
    "verdicts",
    "limits",
    "casbridge",
    "python",
    "versions",
    "hosts",
)
_RUN_TITLES = {"done": "jobs done", "total": "of", "seconds_left": "seconds left", "pid": "process"}
_ESCAPED_END = {"</script": "<\\/script", "<!--": "<\\!--"}


def study_page(material: Material, *, made: float | None = None) -> str:
    """A self-contained HTML page of a study: verdicts, plots, statuses, disagreements, all jobs.

    made: when, in seconds since 1970; now if None. Equal studies and moments give equal pages.
    Without the library of the plots it has none, and says what adds them.

    >>> row = Row(1, "circle", "", None, "", "", "given", "reference", 1, "complete")
    >>> page = study_page(Material("circles", (row,)))
    >>> page.splitlines()[0], "<h1>circles</h1>" in page
    ('<!DOCTYPE html>', True)
    """
    moment = time.gmtime(time.time() if made is None else made)
    shelf = packing.Shelf(ROOM_FOR_TEXTS)
    data = page_data(material, shelf)
    style = fill(
        "html/study.css.j2",
        {
            "fills": plots.FILLS,
            "dark_fills": plots.DARK_FILLS,
            "signs": plots.SIGNS,
            "light": plots.LIGHT,
            "dark": plots.DARK,
        },
    )
    script, lacking = fill("html/study.js.j2", {}), plots.lacking()
    library = "" if lacking else plots.javascript()
    for end, escaped in _ESCAPED_END.items():
        library = library.replace(end, escaped)
    context = {
        "title": printable(material.name, 200) or "A study",
        "generator": f"casbridge {version()}",
        "made": time.strftime("%Y-%m-%d %H:%M UTC", moment),
        "style": style,
        "script": script,
        "library": library,
        "lacking": lacking,
        "digests": [_digest(text) for text in (library, script)],
        "style_digest": _digest(style),
        "data": packing.packed_json(data),
        "chunks": shelf.chunks(),
        "jobs": len(material.rows),
        "tiles": list(_tiles(material)),
        "statuses": [
            (method, list(cells_module.named_counts(counts, OUTCOMES)))
            for method, counts in cells_module.status_counts(material).items()
        ],
        "signs": plots.SIGNS,
        "facts": [(printable(name, 60), printable(text, 400)) for name, text in material.facts.items()],
        "versions": list(_versions(material)),
        "runs": [_run(run) for run in material.runs],
        "command": printable(material.command, 400),
        "export": printable(material.export, 400),
        "plan": without_middle(shown(material.plan), packing.LONGEST),
        "full": shelf.full,
    }
    return fill("html/study.html.j2", context)


def page_data(material: Material, shelf: packing.Shelf) -> dict[str, Any]:
    """The data of the page's script. Texts are put on the shelf; the data say where.

    >>> data = page_data(Material("empty", ()), packing.Shelf(1000))
    >>> data["count"], data["disagreements"]
    (0, [])
    """
    found = cells_module.cells_of(material)
    edge, least = cells_module.edge_of(found, cells_module.limit_of(material.rows)), least_of(found)
    methods = material.methods
    plotted = cells_module.answering(found, methods)
    drawn = [cell for cell in found if cell.method in plotted]
    themes = () if plots.lacking() else (("light", plots.LIGHT), ("dark", plots.DARK))
    disagreements = list(_disagreements(material, shelf))
    return {
        "count": len(material.rows),
        "columns": packing.columns(material.rows),
        "titles": {name: _TITLES.get(name, name) for name in COLUMNS},
        "methods": methods,
        "plotted": plotted,
        "orders": material.orders,
        "edge": edge,
        "shortest": cells_module.SHORTEST,
        "statuses": STATUSES,
        "verdicts": VERDICTS,
        "failures": FAILURES,
        "not_asked": NOT_ASKED,
        "signs": dict(plots.SIGNS),
        "export": printable(material.export, 400),
        "command": printable(material.command, 400),
        "disagreements": disagreements,
        # A digit a job: whether its answer is proved.
        "verified": "".join("1" if row.number in material.verified else "0" for row in material.rows),
        "texts": _texts(material, shelf),
        "pictures": _pictures(material, shelf),
        "plots": {name: _specs(drawn, plotted, least, edge, theme) for name, theme in themes},
    }


def _specs(
    found: Sequence[cells_module.Cell],
    methods: Sequence[str],
    least: float,
    edge: float,
    theme: plots.Theme,
) -> list[dict[str, Any]]:
    """What plots there are: kind, what of, and the specification without points."""
    specs: list[dict[str, Any]] = [{"kind": "cactus", "spec": plots.cactus_plot(methods, least, edge, theme)}]
    for family in cells_module.families_of(found):
        groups = groups_of(cells_module.growth(found, family, edge))
        spec = plots.growth_plot(family, methods, groups, least, edge, theme)
        specs.append({"kind": "growth", "family": family, "spec": spec})
    pairs = list(combinations(methods, 2))
    for first, second in pairs if len(pairs) <= MOST_PAIRS else pairs[:1]:
        spec = plots.scatter_plot(first, second, least, edge, theme)
        chosen = len(pairs) > MOST_PAIRS
        specs.append({"kind": "scatter", "first": first, "second": second, "chosen": chosen, "spec": spec})
    return specs


def _disagreements(material: Material, shelf: packing.Shelf) -> Iterator[dict[str, Any]]:
    jobs: dict[tuple[str, str, str, int], list[int]] = {}
    for place, row in enumerate(material.rows):
        if row.verdict == "disagree":
            jobs.setdefault((row.input, row.encoding, row.field, row.repeat), []).append(place)
    for verdict in material.verdicts:
        key = (verdict["input"], verdict["encoding"], verdict["field"], verdict["repeat"])
        if verdict["kind"] != "disagree" or key not in jobs:
            continue
        witness = verdict.get("witness") or {}
        first = material.rows[jobs[key][0]]
        yield {
            "case": case_of(first),
            "repeat": verdict["repeat"],
            "reason": printable(str(verdict.get("reason") or ""), 1000),
            "witness": [(name, value) for name, value in _witness(witness)],
            "jobs": jobs[key],
            "wrong": [place for place in jobs[key] if material.rows[place].number in material.wrong],
            "contradicted": [place for place in jobs[key] if material.rows[place].number in material.contradicted],
            "why": list(_explanations(material, jobs[key])),
            "picture": shelf.place(_picture(material, first, str(witness.get("grid") or ""))),
        }


def _explanations(material: Material, jobs: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Why answers to a case are wrong: each explanation with the methods that it is about."""
    about: dict[str, list[str]] = {}
    found = {}
    for place in jobs:
        row = material.rows[place]
        why = material.why(row) if row.number in material.wrong else None
        if why is not None:
            found[why.title] = why
            about.setdefault(why.title, []).append(material.method_of(row))
    for title, why in found.items():
        yield {
            "methods": list(dict.fromkeys(about[title])),
            "title": printable(title, 200),
            "text": printable(" ".join(why.text.split()), 4000),
            "mistake": MISTAKES[why.mistake_of],
            "links": [[printable(name, 200), address] for name, address in why.links],
        }


def _witness(witness: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a witness says, in words for a table."""
    for name, value in witness.items():
        if value is None or value == "" or value == []:
            continue
        if isinstance(value, Mapping):
            text = ", ".join(f"{key} = {part}" for key, part in value.items())
        elif isinstance(value, list | tuple):
            text = ", ".join(map(str, value))
        else:
            text = str(value)
        yield printable(_WITNESS.get(name, name), 60), printable(text, 4000)
    value, meaning = witness.get("value"), _MEANING.get(str(witness.get("fault")))
    if meaning and value and witness.get("polynomial") and (witness.get("point") or witness.get("extension")):
        yield "what it shows", meaning.format(value=printable(str(value), 200))


def _texts(material: Material, shelf: packing.Shelf) -> dict[str, list[Any]]:
    """Where the script and the transcript of each disagreement and failure are: [place, script, transcript].

    Disagreements come first, since the room is limited; then other failures, then what a limit stopped.
    """
    ranks = {"crashed": 1, "unparsable": 1}
    wanted = sorted(
        (0 if row.verdict == "disagree" else ranks.get(row.status, 2), place)
        for place, row in enumerate(material.rows)
        if row.verdict == "disagree" or failed(row)
    )
    found: dict[str, list[Any]] = {}
    for _, place in wanted:
        if shelf.full:
            break
        number = material.rows[place].number
        texts = [shelf.place(material.read(kind, number)) for kind in ("script", "transcript")]
        if any(texts):
            found[str(place)] = texts
    return found


def _pictures(material: Material, shelf: packing.Shelf) -> dict[str, list[int]]:
    """Where the drawing of each puzzle is, by the name of the input: with the first grid that a job found."""
    rows: dict[str, list[Row]] = {}
    for row in material.rows:
        if row.encoding and row.status != "invalid" and (row.input in rows or len(rows) < MOST_PICTURES):
            rows.setdefault(row.input, []).append(row)
    found: dict[str, list[int]] = {}
    for name, own in rows.items():
        grids = (material.grid(row) for row in own[:_MOST_ANSWERS])
        place = shelf.place(_picture(material, own[0], next((grid for grid in grids if grid), "")))
        if place is not None:
            found[printable(name, 1000)] = place
    return found


def _picture(material: Material, row: Row, grid: str) -> str:
    """The drawing of the row's puzzle, or of a grid in it; "" for other inputs."""
    if not row.encoding:
        return ""
    try:
        return draw_input(material.text("input", row.number), grid)
    except CasbridgeError:
        return ""


class Tile(NamedTuple):
    """A large figure at the head of the page. A click on it filters by a value of a column, where it has one."""

    number: int
    what: str
    about: str
    column: str = ""
    value: str = ""


def _tiles(material: Material) -> Iterator[Tile]:
    jobs = len(material.rows)
    waiting = sum(row.status == "waiting" for row in material.rows)
    wrong = sum(row.number in material.wrong for row in material.rows)
    answers = sum(answered(row) and row.number not in material.wrong for row in material.rows)
    failures = sum(map(failed, material.rows))
    statuses = Counter(row.status for row in material.rows)
    yield Tile(jobs, "job" if jobs == 1 else "jobs", f"{waiting} waiting" if waiting else "")
    yield Tile(answers, "answered", _share(answers, jobs), "status", "answered")
    if wrong:
        yield Tile(wrong, "wrong", _share(wrong, jobs), "status", "wrong")
    yield Tile(failures, "failed", _share(failures, jobs), "status", "failed")
    for status in ("unsupported", "missing", "invalid"):
        if statuses[status]:
            yield Tile(statuses[status], status, _share(statuses[status], jobs), "status", status)
    verdicts = {(row.input, row.encoding, row.field, row.repeat): row.verdict for row in material.rows if row.verdict}
    counts = Counter(verdicts.values())
    for kind in VERDICTS:
        if counts[kind] or kind == "disagree":
            yield Tile(counts[kind], kind, _share(counts[kind], len(verdicts)), "verdict", kind)


def _share(part: int, whole: int) -> str:
    """In per cent with one digit after the point. Less than all is never 100 %, more than nothing is never 0 %."""
    if not whole:
        return ""
    percent = 100 * part / whole
    if 0 < percent < 0.05:
        return "< 0.1 %"
    if 99.95 <= percent < 100:
        return "> 99.9 %"
    return f"{percent:.1f} %".replace(".0 ", " ")


def _versions(material: Material) -> Iterator[tuple[str, str, str, int]]:
    """Method, versions, hosts, jobs."""
    found: dict[str, list[Row]] = {}
    for row in material.rows:
        if row.status != "waiting":
            found.setdefault(material.method_of(row), []).append(row)
    for method, rows in found.items():
        names = [{getattr(row, name) for row in rows} - {""} for name in ("version", "host")]
        versions, hosts = (printable(", ".join(sorted(parts)), 300) or "unknown" for parts in names)
        yield method, versions, hosts, len(rows)


def _run(run: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is known of a run, the most telling first; without what only a running one needs."""
    ended = run.get("ended") is not None
    names = [*(name for name in _OF_A_RUN if name in run), *(name for name in run if name not in _OF_A_RUN)]
    left_out = {"number", "running", *(("seconds_left", "total") if ended else ())}
    if len(run["hosts"] if isinstance(run.get("hosts"), Mapping) else ()) == 1:
        left_out.add("hosts")
    said = ((name, _value(name, run[name])) for name in names if name not in left_out)
    return [(printable(_RUN_TITLES.get(name, str(name)), 60), value) for name, value in said if value]


def _value(name: str, value: Any) -> str:
    if value in (None, "", [], {}):
        return ""
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
    if number is not None and name in ("started", "ended") and 0 <= number < 1e11:
        return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(number))
    if number is not None and name == "rate":
        return f"{number:g} jobs a second"
    if name == "limits" and isinstance(value, Mapping):
        return _limits(value)
    return printable(_said(value), 600)


def _limits(limits: Mapping[str, Any]) -> str:
    seconds, memory = limits.get("seconds"), limits.get("memory")
    said = [f"{seconds:g} s"] if isinstance(seconds, int | float) else []
    said += [f"{memory / 2**30:.3g} GiB"] if isinstance(memory, int | float) else []
    return ", ".join(said)


def _said(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(
            f"{key} ({_said(part)})" if isinstance(part, Mapping) else f"{key} {part}" for key, part in value.items()
        )
    return str(value)


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
