"""The report of a study in Markdown, as a page of a guide: tables, plots as SVG, bundles of wrong answers, scripts.

Material ──standings, by_group──▶ tables ──┬─▶ NAME.md
         ──plots, without start──▶ SVG ────┤
         ──bundles of wrong answers────────┴─▶ files in the folder NAME
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from html import escape

from casbridge.algebra.answers import Task
from casbridge.backends import registry
from casbridge.bugs.zoo_page import escaped as prose, slug
from casbridge.crosscheck.sizes import MEASURED
from casbridge.errors import CasbridgeError, printable, without_middle
from casbridge.report import cells as cells_module, plots
from casbridge.report.cells import Cell, seconds_text
from casbridge.report.explanations import MISTAKES, Explanation
from casbridge.report.manuals import place_of
from casbridge.report.material import STATUSES, Material, answered, case_of, shown
from casbridge.report.pictures import least_of
from casbridge.report.standings import NOT_ASKED, SOLVED, START, Standing, by_group, group_of, standings
from casbridge.report.systems import known_sizes
from casbridge.studies.values import Row
from casbridge.version import version

# A longer script of a small system is shortened.
_LONGEST_SCRIPT = 6000
# A table with more columns than this is not read.
_MOST_COLUMNS = 8
# The bundle has the whole witness.
_LONGEST_FAULT = 240
_ESCAPED = re.compile(r"([\\`*_{}\[\]|#~])")
_WORDS = """\
- **verified**: the answer equals those of other methods exactly, and a proof shows that no zero is missing.
- **unverified**: nothing refutes the answer, and nothing proves it. No other method answered, or the proof did
  not end.
- **wrong**: a witness refutes the answer. Each wrong answer has a bundle. `casbridge rerun FILE` runs it again.
- **unsupported**: the method cannot do such a system, and says so. This is no fault.
- **median**: the median wall time of the answers that are not wrong, with the start of the program.
- **start**: the median wall time of tiny systems, those in the group `start`, by the same driver. A program that stays
  in a session starts once.
- **without start**: the median of the wall times minus the start.
- **memory**: the largest memory of one job.
"""


@dataclass(frozen=True)
class MarkdownReport:
    """The page and the files that it links to. files: by their names relative to the page."""

    page: str
    files: Mapping[str, str] = field(default_factory=dict)


def markdown_report(material: Material, folder: str, *, made: float | None = None) -> MarkdownReport:
    """The report of a study in Markdown.

    folder: the name of the folder for its files, beside the page.
    made: when, in seconds since 1970; now if None. Equal studies and moments give equal pages.

    Raises UsageError where the library of the plots is missing.

    >>> row = Row(1, "circle", "", None, "", "", "given", "reference", 1, "complete", wall_seconds=0.5)
    >>> found = markdown_report(Material("circles", (row,)), "circles")
    >>> found.page.splitlines()[0], [*found.files]
    ('# circles', ['circles/cactus.svg'])
    """
    files: dict[str, str] = {}
    found = standings(material)
    parts = [
        f"# {escaped(material.name)}",
        _opening(material, made),
        f"## Methods\n\n{_methods_table(found)}\n\n{_WORDS.rstrip()}",
        _plots(material, found, folder, files),
        _families(material),
        _answers(material),
        _systems(material),
        _wrong(material, folder, files),
        _calls(material),
        _origin(material),
    ]
    return MarkdownReport("\n\n".join(part for part in parts if part) + "\n", files)


def escaped(text: str) -> str:
    """A text as Markdown shows it, in one line.

    >>> escaped("a|b_c")
    'a\\\\|b\\\\_c'
    """
    return _ESCAPED.sub(r"\\\1", _html(text))


def _code(text: str) -> str:
    """A name in a table, as code."""
    plain = printable(text, 200).replace("`", "'").replace("|", "\\|")
    return f"`{plain}`"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table in Markdown. left: how many columns are aligned to the left; the others hold numbers.

    >>> print(table(["method", "solved"], [["std", "7"]]))
    | method | solved |
    | --- | --: |
    | std | 7 |
    """
    lines = [head, ["---" if place < left else "--:" for place in range(len(head))], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _opening(material: Material, made: float | None) -> str:
    rows = material.rows
    inputs, fields = {row.input for row in rows}, {row.field for row in rows if row.field}
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() if made is None else made))
    backends = dict.fromkeys(row.backend.partition(":")[0] for row in rows)
    over = f" over {' and '.join(sorted(fields, reverse=True))}" if fields else ""
    return (
        f"{len(inputs)} systems{over}, {len(material.methods)} methods of {len(backends)} backends, {len(rows):,} jobs."
        f" {cells_module.limits_text(rows)} casbridge {version()} made this page on {day} from the store of the study;"
        " [how](#how-this-was-made) is below."
    )


def _methods_table(found: Sequence[Standing]) -> str:
    counts = sum((one.outcomes for one in found), Counter[str]())
    statuses = [status for status in STATUSES if status != "complete" and counts[status]]
    starts = any(one.start is not None for one in found)
    head = ["method", *SOLVED, *statuses, "median", *(["start", "without start"] if starts else []), "in all", "memory"]
    rows = []
    for one in found:
        times = [one.seconds, *([one.start, one.net] if starts else [])]
        rows.append(
            [
                _code(one.method),
                *(_count(one.outcomes[name], bold=name == "wrong") for name in (*SOLVED, *statuses)),
                *("" if seconds is None else seconds_text(seconds) for seconds in times),
                seconds_text(one.total) if one.total else "",
                "" if one.peak is None else _memory(one.peak),
            ]
        )
    return table(head, rows)


def _count(number: int, *, bold: bool = False) -> str:
    return "" if not number else f"**{number}**" if bold else str(number)


def _memory(size: int) -> str:
    return f"{size / 1e6:.0f} MB" if size < 1e9 else f"{size / 1e9:.2f} GB"


def _plots(material: Material, found: Sequence[Standing], folder: str, files: dict[str, str]) -> str:
    """A quantile plot for each task, and the same without the start where it was measured."""
    if lacking := plots.lacking():
        return f"## Times\n\nNo times are drawn: {escaped(lacking)}."
    drawn = cells_module.cells_of(material)
    edge = cells_module.edge_of(drawn, cells_module.limit_of(material.rows))
    tasks = _tasks(material)
    methods_of: dict[str, list[str]] = {}
    for method in cells_module.answering(drawn, material.methods):
        methods_of.setdefault(tasks[method], []).append(method)
    starts = {one.method: one.start for one in found if one.start is not None}
    parts = []
    for task, methods in methods_of.items():
        name = f"cactus-{_slug(task)}" if len(methods_of) > 1 else "cactus"
        some = [cell for cell in drawn if cell.method in methods]
        kinds = [("", some)]
        if starts:
            kinds.append(("-without-start", [_net(cell, starts) for cell in some if cell.method in starts]))
        pictures = []
        for suffix, cells in kinds:
            if lines := cells_module.cactus(cells):
                shown_methods = [method for method in methods if any(cell.method == method for cell in cells)]
                spec = plots.cactus_plot(shown_methods, least_of(cells), edge)
                file = f"{folder}/{name}{suffix}.svg"
                files[file] = plots.svg_of(plots.with_data(spec, cells_module.marked(lines)))
                words = f"{task}{suffix.replace('-', ' ')}"
                pictures.append(f"![The time of the n-th fastest answer: {escaped(words)}]({file})")
        if pictures:
            title = f"### {escaped(task[:1].upper() + task[1:])}\n\n" if len(methods_of) > 1 else ""
            parts.append(title + "\n\n".join(pictures))
    if not parts:
        return ""
    about = (
        "Each line is a method: the time of its n-th fastest answer. Further to the right is more answers, and lower is"
        " faster. Wrong answers do not count."
    )
    more = " The second picture of each task has the same times without the start." if starts else ""
    return "\n\n".join(["## Times", about + more, *parts])


def _net(cell: Cell, starts: Mapping[str, float]) -> Cell:
    if cell.seconds is None:
        return cell
    return replace(cell, seconds=max(cell.seconds - starts[cell.method], cells_module.SHORTEST))


def _tasks(material: Material) -> dict[str, str]:
    """The task of each method, in words."""
    found: dict[str, str] = {}
    for row in material.rows:
        method = material.method_of(row)
        if method not in found:
            task: Task | None = None
            with suppress(CasbridgeError):  # a method that this casbridge does not have
                task = registry.task_of(*registry.split_name(row.backend))
            found[method] = "other methods" if task is None else str(task)
    return found


def _families(material: Material) -> str:
    groups = by_group(material)
    if len(groups) < 2:
        return ""
    head = ["method", *map(escaped, groups)]
    rows = [
        [_code(method), *(_share(found.get(method, Counter())) for found in groups.values())]
        for method in material.methods
    ]
    about = (
        "Solved, and not wrong, of the jobs that the method takes. Empty where it takes none; a bold figure has wrong"
        " answers beside it."
    )
    return f"## Families\n\n{about}\n\n{table(head, rows)}"


def _answers(material: Material) -> str:
    """What each method said of each case, where the methods are few."""
    cells = cells_module.cells_of(material)
    if len(material.methods) > _MOST_COLUMNS or not any(cell.answers for cell in cells):
        return ""
    sizes = {(case_of(row), material.method_of(row)): row.components for row in material.rows if answered(row)}
    lines: dict[str, dict[str, str]] = {}
    for cell in cells:
        text = cell.status
        if cell.seconds is not None:
            size = sizes[cell.case, cell.method]
            text = seconds_text(cell.seconds) + ("" if size is None else f", {size:,}")
        lines.setdefault(cell.case, {})[cell.method] = f"**{text}**" if cell.wrong else text
    about = (
        "The wall time of each answer, with the start of the program, and of how many components it is: chains, sets,"
        " or the members of a basis. Or why there is no answer. A bold answer is wrong."
    )
    rows = [[escaped(case), *(found.get(method, "") for method in material.methods)] for case, found in lines.items()]
    listed = table(["system", *map(_code, material.methods)], rows)
    heading = f"<details><summary>{len(rows)} systems</summary>"
    return f"## Answers\n\n{about}\n\n{heading}\n\n{listed}\n\n</details>"


def _systems(material: Material) -> str:
    """What is known of the zeros of each system."""
    sizes = known_sizes(material)
    if not any(number is not None for one in sizes for number in one.numbers.values()):
        return ""
    rows = [
        [
            escaped(one.case),
            *map(one.text, MEASURED),
            str(one.answers) if one.verified else f"{one.answers}, unverified",
        ]
        for one in sizes
    ]
    about = (
        "What the answers say: the dimension of the zeros; their number over the algebraic closure, each counted once"
        " (degree), and with multiplicity; how many lie in the field; how many are real. Verified answers are asked,"
        " and where there are none those that are not wrong. Empty: no answer knows the number, or they differ."
    )
    listed = table(["system", *MEASURED, "answers"], rows)
    heading = f"<details><summary>{len(rows)} systems</summary>"
    return f"## Systems\n\n{about}\n\n{heading}\n\n{listed}\n\n</details>"


def _share(outcomes: Counter[str]) -> str:
    asked = outcomes.total() - sum(outcomes[name] for name in NOT_ASKED)
    if not asked:
        return ""
    text = f"{outcomes['verified'] + outcomes['unverified']}/{asked}"
    return f"**{text}**" if outcomes["wrong"] else text


def _wrong(material: Material, folder: str, files: dict[str, str]) -> str:
    rows = [row for row in material.rows if row.number in material.wrong]
    if not rows:
        return "## Wrong answers\n\nNo answer was refuted." if any(row.verdict for row in material.rows) else ""
    lines = []
    explained: dict[str, tuple[Explanation, list[Row]]] = {}
    for row in rows:
        method = material.method_of(row)
        what = "; ".join(dict.fromkeys(f"{one.fault}: {one.text}".rstrip(": ") for one in material.faults[row.number]))
        name = _slug("-".join(part for part in (method, case_of(row), f"{row.repeat}") if part))
        file = f"{folder}/wrong/{name}.json"
        try:
            files[file] = material.bundle(row)
            link = f"[bundle]({file})"
        except CasbridgeError as error:
            link = escaped(f"none: {error}")
        why = material.why(row)
        told = ""
        if why is not None:
            explained.setdefault(why.title, (why, []))[1].append(row)
            told = f"[{escaped(why.title)}](#{slug(printable(why.title, 200))})"
        lines.append([_code(method), escaped(case_of(row)), escaped(printable(what, _LONGEST_FAULT)), told, link])
    head = ["method", "case", "what is wrong", "why", "bundle"]
    parts = [
        f"## Wrong answers\n\n{_explained_words(explained.values(), len(rows))}",
        table(head, lines, left=5),
        *(_explanation(why, its_rows) for why, its_rows in explained.values()),
    ]
    return "\n\n".join(parts)


def _explained_words(explained: Iterable[tuple[Explanation, list[Row]]], count: int) -> str:
    """How many wrong answers are explained, and whose mistakes they are."""
    numbers: Counter[str] = Counter()
    for why, rows in explained:
        numbers[MISTAKES[why.mistake_of]] += len(rows)
    parts = [f"{number} {'is' if number == 1 else 'are'} {words}" for words, number in numbers.items()]
    if left := count - numbers.total():
        parts.append(f"{left} {'is' if left == 1 else 'are'} not explained")
    answers = "1 answer is wrong" if count == 1 else f"{count} answers are wrong"
    return f"{answers}: {'; '.join(parts)}."


def _explanation(why: Explanation, rows: Sequence[Row]) -> str:
    links = ", ".join(f"[{escaped(name)}]({address})" for name, address in why.links)
    words = MISTAKES[why.mistake_of]
    answers = f"{len(rows)} {'answer' if len(rows) == 1 else 'answers'}"
    about = f"{words[:1].upper()}{words[1:]}: {answers}.{f' See {links}.' if links else ''}"
    return f"### {escaped(why.title)}\n\n{prose(why.text)}\n\n{about}"


def _calls(material: Material) -> str:
    """How each method is called: its script for one small system, with the place in the CAS's manual."""
    samples: dict[str, Row] = {}
    for row in sorted(filter(answered, material.rows), key=_smallness):
        samples.setdefault(material.method_of(row), row)
    parts = []
    for method in material.methods:
        sample = samples.get(method)
        text = material.read("script", sample.number) if sample is not None else ""
        if sample is None or not text:
            continue
        place, address = place_of(sample.backend)
        source = f" It follows: [{escaped(place)}]({address})." if place and address else ""
        parts.append(
            f"<details><summary>{_html(method)}, for {_html(case_of(sample))}</summary>\n\n"
            f"{_template(sample)}{source}\n\n{_fenced(text)}\n\n</details>"
        )
    if not parts:
        return ""
    about = (
        "casbridge calls each system as its manual recommends, by a template. Here is what each template makes of one"
        " small system. A maintainer who knows a better way changes one template; the study then runs these jobs again,"
        " and no others. Methods without a script run inside casbridge."
    )
    return "\n\n".join(["## How each system is called", about, *parts])


def _smallness(row: Row) -> tuple[bool, bool, float]:
    """A key by which small systems over QQ come first."""
    return group_of(row) != START, row.field not in ("", "QQ"), row.wall_seconds or 0.0


def _template(row: Row) -> str:
    """Which file makes the script."""
    try:
        backend, method = registry.split_name(row.used or row.backend)
    except CasbridgeError:
        return ""
    target = backend.target
    if target is None or target.templates is not None:
        return ""
    return f"Template: `templates/{target.name}/{method}.{target.extension}.j2`."


def _fenced(text: str) -> str:
    text = without_middle(text, _LONGEST_SCRIPT)
    longest = max((len(found) for found in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text.rstrip()}\n{fence}"


def _html(text: str) -> str:
    return escape(printable(text, 1000), quote=False)


def _origin(material: Material) -> str:
    versions: dict[str, dict[str, None]] = {}
    hosts: Counter[str] = Counter()
    for row in material.rows:
        if row.status not in NOT_ASKED:
            versions.setdefault(row.backend.partition(":")[0], {})[row.version] = None
            hosts[row.host] += 1
    lines = [[_code(name), escaped(", ".join(filter(None, found)) or "unknown")] for name, found in versions.items()]
    facts = [f"- {escaped(name)}: {escaped(text)}" for name, text in material.facts.items()]
    runs = [line for run in material.runs for line in _run(run)]
    command = f"```sh\n{printable(material.command, 400)}\n{printable(material.export, 400)}\n```"
    plan = f"The study file:\n\n{_fenced(shown(material.plan))}" if material.plan else ""
    parts = [
        "## How this was made",
        "The first command runs the study, or goes on with it; the second one writes the whole table.",
        command,
        table(["backend", "version"], lines, left=2) if lines else "",
        "\n".join([*facts, *dict.fromkeys(runs)]),
        plan,
    ]
    return "\n\n".join(part for part in parts if part)


def _run(run: Mapping[str, object]) -> Iterator[str]:
    """What is known of the machine and of the workers of a run."""
    for name in ("machine", "workers"):
        if run.get(name):
            yield f"- {name}: {escaped(str(run[name]))}"


def _slug(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-.").lower() or "study"
