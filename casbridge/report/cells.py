"""Cells of the matrix: a case and a method over its repeats, and the series of the plots.

The page's script computes the same from the rows that a filter leaves (`templates/html/study.js.j2`); a test compares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, inf, log10
from statistics import median
from typing import Any

from casbridge.errors import printable
from casbridge.report.material import FAILURES, Material, answered, case_of
from casbridge.studies.values import Row

#: Shorter times are drawn as this one, in seconds: a logarithm knows no zero.
SHORTEST = 1e-4
# How far apart points without an answer stand, as a part of an axis.
_ASIDE = 0.035


@dataclass(frozen=True, slots=True)
class Cell:
    """What a method did with a case, over the repeats.

    seconds: the median of the wall times, where a job without an answer took for ever; None where that is the median.
    status: of the answers, or the most frequent one of the others; "waiting" where nothing is done.
    done, answers: how many jobs have a status, and an answer. wrong: whether an answer is wrong. contradicted: whether
    an answer contradicts another one, and it is not known which of them is wrong.

    >>> row = Row(1, "circle", "", None, "", "", "given", "reference", 1, "complete", wall_seconds=0.5)
    >>> cell_of("circle", "reference", [row]).seconds
    0.5
    """

    case: str
    method: str
    family: str
    n: int | None
    group: str
    seconds: float | None
    status: str
    verdict: str
    done: int
    answers: int
    wrong: bool = False
    contradicted: bool = False


def cell_of(
    case: str, method: str, rows: Sequence[Row], wrong: Collection[int] = (), contradicted: Collection[int] = ()
) -> Cell:
    """The cell of some rows of one case and one method.

    wrong, contradicted: the numbers of jobs whose answers are wrong, and contradict another one.

    >>> rows = [Row(1, "a", "", None, "", "", "given", "b", 1, status) for status in ("complete", "timeout", "timeout")]
    >>> cell_of("a", "b", rows).status
    'timeout'
    """
    done = [row for row in rows if row.status != "waiting"]
    times = [(row.wall_seconds or 0.0) if answered(row) else inf for row in done]
    middle = median(times) if times else inf
    # Of equally frequent statuses the first one counts.
    kinds = Counter(row.status for row in done if answered(row) == (middle < inf))
    first = rows[0]
    return Cell(
        case,
        method,
        printable(first.family, 1000),
        first.n,
        printable(", ".join(part for part in (first.encoding, first.field) if part), 1000),
        max(middle, SHORTEST) if middle < inf else None,
        kinds.most_common(1)[0][0] if kinds else "waiting",
        worst_verdict(row.verdict for row in rows),
        len(done),
        sum(answered(row) for row in done),
        any(row.number in wrong for row in rows),
        any(row.number in contradicted for row in rows),
    )


def worst_verdict(verdicts: Iterable[str]) -> str:
    """The verdict over several repeats: a disagreement beats all others.

    >>> worst_verdict(["agree", "disagree", ""])
    'disagree'
    """
    found = set(verdicts)
    return next((kind for kind in ("disagree", "failed", "undecided", "consistent", "agree") if kind in found), "")


def cells_of(material: Material) -> list[Cell]:
    """All cells, by cases and then by methods, both in the order of the rows.

    >>> cells_of(Material("empty", ()))
    []
    """
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in material.rows:
        groups.setdefault((case_of(row), material.method_of(row)), []).append(row)
    places = {case: place for place, case in enumerate(dict.fromkeys(case for case, _ in groups))}
    judged = material.wrong, material.contradicted
    found = (cell_of(*names, rows, *judged) for names, rows in groups.items())
    return sorted(found, key=lambda cell: places[cell.case])


def edge_of(cells: Iterable[Cell], limit: float | None) -> float:
    """Where jobs without an answer are drawn: beyond all times and the limit.

    >>> edge_of([], 60)
    120.0
    """
    return 2.0 * max([limit or 0.0, SHORTEST * 10, *(cell.seconds for cell in cells if cell.seconds)])


def scatter(cells: Iterable[Cell], first: str, second: str, edge: float) -> list[dict[str, Any]]:
    """The points of a scatter plot: a case that one of two methods answered, where the other answered or failed.

    x, y: seconds; `edge` where there is no answer. what: "wrong" where one of these two answers is, "disagree" where
    they contradict each other, "both answered", or "one answered".

    >>> cells = [
    ...     Cell("c", "a", "", None, "", 1.0, "complete", "", 1, 1),
    ...     Cell("c", "b", "", None, "", None, "timeout", "", 1, 0),
    ... ]
    >>> [(point["x"], point["y"]) for point in scatter(cells, "a", "b", 20)]
    [(1.0, 20)]
    """
    cases: dict[str, dict[str, Cell]] = {}
    for cell in cells:
        if cell.method in (first, second):
            cases.setdefault(cell.case, {})[cell.method] = cell
    return [
        _point(case, found[first], found[second], edge)
        for case, found in cases.items()
        if len(found) == 2 and _comparable(found.values())
    ]


def _comparable(cells: Collection[Cell]) -> bool:
    """Whether a case has a place in a scatter plot: one method answered, and each answered or failed."""
    answers = sum(cell.seconds is not None for cell in cells)
    return answers > 0 and all(cell.seconds is not None or _failed(cell) for cell in cells)


def _failed(cell: Cell) -> bool:
    return cell.seconds is None and cell.status in (*FAILURES, "partial")


def _point(case: str, first: Cell, second: Cell, edge: float) -> dict[str, Any]:
    both = first.seconds is not None and second.seconds is not None
    what = "wrong" if first.wrong or second.wrong else "both answered" if both else "one answered"
    if both and first.contradicted and second.contradicted:
        what = "disagree"
    return {
        "case": case,
        "x": edge if first.seconds is None else first.seconds,
        "y": edge if second.seconds is None else second.seconds,
        "what": what,
        "about": f"{case}: {_in_words(first)}; {_in_words(second)}",
    }


def _in_words(cell: Cell) -> str:
    words = cell.status if cell.seconds is None else seconds_text(cell.seconds)
    return f"{cell.method} {words}{', wrong' if cell.wrong else ''}"


def seconds_text(seconds: float) -> str:
    """A time with two or three digits.

    >>> seconds_text(0.00341), seconds_text(0.0412), seconds_text(0.412), seconds_text(4.2), seconds_text(123.4)
    ('3.4 ms', '41 ms', '0.41 s', '4.2 s', '123 s')
    """
    if seconds < 0.0995:
        return f"{seconds * 1000:.{1 if seconds < 0.00995 else 0}f} ms"
    return f"{seconds:.{2 if seconds < 0.995 else 1 if seconds < 99.5 else 0}f} s"


def cactus(cells: Iterable[Cell]) -> list[dict[str, Any]]:
    """The lines of a cactus plot: the n-th fastest answer of each method, and its seconds. Wrong answers do not count.

    >>> [(point["n"], point["seconds"]) for point in cactus([Cell("c", "a", "", None, "", 1.0, "complete", "", 1, 1)])]
    [(1, 1.0)]
    """
    times: dict[str, list[float]] = {}
    for cell in cells:
        if cell.seconds is not None and not cell.wrong:
            times.setdefault(cell.method, []).append(cell.seconds)
    return [
        {"method": method, "n": n, "seconds": seconds}
        for method, found in times.items()
        for n, seconds in enumerate(sorted(found), 1)
    ]


def answering(cells: Iterable[Cell], methods: Iterable[str]) -> tuple[str, ...]:
    """The methods with an answer at least, in their order. The others have no place in a plot of times.

    >>> answering([Cell("c", "b", "", None, "", 1.0, "complete", "", 1, 1)], ["a", "b"])
    ('b',)
    """
    found = {cell.method for cell in cells if cell.answers}
    return tuple(method for method in methods if method in found)


def families_of(cells: Iterable[Cell]) -> list[str]:
    """The families with at least two sizes.

    >>> families_of([])
    []
    """
    sizes: dict[str, set[int]] = {}
    for cell in cells:
        if cell.family and cell.n is not None:
            sizes.setdefault(cell.family, set()).add(cell.n)
    return [family for family, found in sizes.items() if len(found) > 1]


def growth(cells: Iterable[Cell], family: str, edge: float) -> list[dict[str, Any]]:
    """The points of how time grows along a family: n, method, group (encoding and field), and seconds.

    x: where the point stands, at n; points without an answer stand side by side around it.
    seconds: the median over the cases of this size, of which one without an answer took for ever; `edge` where that is
    the median. what: "answered", "no answer", or "wrong" where there is no such median without wrong answers.

    >>> cell = Cell("cyclic-6", "a", "cyclic", 6, "QQ", None, "timeout", "", 1, 0)
    >>> [(point["n"], point["seconds"], point["what"]) for point in growth([cell], "cyclic", 20)]
    [(6, 20, 'no answer')]
    """
    places: dict[tuple[int, str, str], list[Cell]] = {}
    for cell in cells:
        if cell.family == family and cell.n is not None and (cell.seconds is not None or _failed(cell)):
            places.setdefault((cell.n, cell.group, cell.method), []).append(cell)
    points = [_size(place, found, family, edge) for place, found in sorted(places.items(), key=lambda item: item[0][0])]
    aside: dict[int, list[dict[str, Any]]] = {}
    for point in points:
        if point["what"] == "no answer":
            aside.setdefault(point["n"], []).append(point)
    sizes = [point["n"] for point in points]
    step = _ASIDE * (max(sizes) - min(sizes)) if sizes else 0.0
    for n, some in aside.items():
        for number, point in enumerate(some):
            point["x"] = n + (number - (len(some) - 1) / 2) * step
    return points


def _size(place: tuple[int, str, str], found: Sequence[Cell], family: str, edge: float) -> dict[str, Any]:
    n, group, method = place
    right = median(inf if cell.seconds is None or cell.wrong else cell.seconds for cell in found)
    middle = right if right < inf else median(inf if cell.seconds is None else cell.seconds for cell in found)
    what = "answered" if right < inf else "wrong" if middle < inf else "no answer"
    if len(found) == 1:
        about = f"{found[0].case}: {_in_words(found[0])}"
    else:
        words = f"{seconds_text(middle)}{', wrong' * (what == 'wrong')}" if middle < inf else what
        about = f"{family}, n = {n}{f', {group}' if group else ''}: {method} {words}, the median of {len(found)} cases"
    return {
        "method": method,
        "group": group,
        "n": n,
        "x": n,
        "seconds": middle if middle < inf else edge,
        "what": what,
        "about": about,
    }


def thinned(points: Iterable[dict[str, Any]], across: int = 120) -> list[dict[str, Any]]:
    """The points of a scatter plot without those that would lie on another one.

    across: how many places a factor of a million has.

    >>> len(thinned([{"x": 1.0, "y": 2.0, "what": "both answered"}] * 3))
    1
    """
    seen: dict[tuple[int, int, str], dict[str, Any]] = {}
    for point in points:
        x, y = (floor(log10(point[axis]) * across / 6 + 0.5) for axis in ("x", "y"))
        seen.setdefault((x, y, point["what"]), point)
    return list(seen.values())


def sampled(points: Sequence[dict[str, Any]], most: int = 250) -> list[dict[str, Any]]:
    """At most about `most` points of each line of a cactus plot, the first and the last among them.

    >>> [point["n"] for point in sampled([{"method": "a", "n": n} for n in range(1, 8)], 3)]
    [1, 4, 7]
    """
    lines: dict[str, list[dict[str, Any]]] = {}
    for point in points:
        lines.setdefault(point["method"], []).append(point)
    return [
        point
        for line in lines.values()
        for place, point in enumerate(line)
        if place % -(-len(line) // most) == 0 or place == len(line) - 1
    ]


def marked(points: Sequence[dict[str, Any]], marks: int = 8) -> list[dict[str, Any]]:
    """The points of a cactus plot as it is drawn: `sampled`, with a sign at some of them, and at the last of each line.

    marks: about how many points of a line have a sign.

    >>> [point["marked"] for point in marked([{"method": "a", "n": n, "seconds": 1.0} for n in (1, 2, 3)], 2)]
    [True, False, True]
    """
    found = sampled(points)
    sizes = Counter(point["method"] for point in found)
    places: Counter[str] = Counter()
    drawn = []
    for point in found:
        method, place = point["method"], places[point["method"]]
        places[method] += 1
        here = place % -(-sizes[method] // marks) == 0 or place == sizes[method] - 1
        about = f"{method}: {point['n']} cases within {seconds_text(point['seconds'])}"
        drawn.append({**point, "marked": here, "about": about})
    return drawn


def status_counts(material: Material) -> dict[str, Counter[str]]:
    """For each method, how many jobs have which status, or a wrong answer; see `OUTCOMES`.

    >>> status_counts(Material("empty", ()))
    {}
    """
    found: dict[str, Counter[str]] = {}
    for row in material.rows:
        found.setdefault(material.method_of(row), Counter())[material.outcome_of(row)] += 1
    return found


def limit_of(rows: Iterable[Row]) -> float | None:
    """The largest limit on the time of a job, in seconds.

    >>> limit_of([]) is None
    True
    """
    return max((row.limit_seconds for row in rows if row.limit_seconds), default=None)


def limits_text(rows: Iterable[Row]) -> str:
    """A sentence on the limits on time that the jobs had; "" where there was none.

    >>> row = Row(1, "circle", "", None, "", "", "given", "reference", 1, "complete", limit_seconds=5.0)
    >>> limits_text([row]), limits_text([])
    ('The limit was 5 s.', '')
    """
    counts = Counter(row.limit_seconds for row in rows if row.status not in ("waiting", "invalid"))
    known = sorted((seconds, count) for seconds, count in counts.items() if seconds)
    none = counts.total() - sum(count for _, count in known)
    if len(known) == 1 and not none:
        return f"The limit was {known[0][0]:g} s."
    said = [f"{seconds:g} s for {_jobs(count)}" for seconds, count in known]
    return f"The limit was {', '.join(said + ([f'none for {_jobs(none)}'] if none else []))}." if said else ""


def _jobs(count: int) -> str:
    return f"{count:,} {'job' if count == 1 else 'jobs'}"


def named_counts(counts: Mapping[str, int], order: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The counts above zero in a fixed order; unknown names come last.

    >>> list(named_counts({"timeout": 2, "complete": 1}, ("complete", "timeout")))
    [('complete', 1), ('timeout', 2)]
    """
    for name in [*order, *sorted(set(counts) - set(order))]:
        if counts.get(name):
            yield name, counts[name]
