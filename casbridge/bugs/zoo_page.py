"""The zoo as a page of the guide: the outcomes that its files state and that records of earlier runs hold.

Nothing is computed for the page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from casbridge.bugs.failures import bare_name
from casbridge.bugs.zoo import Outcome, Thread, Visit

_FAULTS = (Outcome.WRONG, Outcome.CRASH)

_HEAD = """\
# The zoo

Each file of `examples/zoo` is about one thread of an issue tracker: a system of equations on which a computer algebra
system is, or was, wrong, crashes, or does not end. A name such as giac#unreported-lex is a fault of which we know no
thread. The file says what is true and why, and what was seen in which
version. `casbridge zoo` asks the systems and versions that are here, and says whether they do what the files state:

    casbridge zoo
    casbridge zoo --with sympy==1.11.1 --with singular==4.4.1
    casbridge zoo examples/zoo/sympy-23110.toml --json

The answers are judged as any other ones, with the reference beside them ([cross-checks](crosscheck.md)). A fault has
a witness. A file with a mistake is one line with its place. A system or a version that is not here is `missing` in
its row, and the rest runs.

With `-o FILE` each row is kept as it comes, and a run that was stopped goes on from there. `casbridge merge` joins such
files. This page is made of the files of the zoo and of such records, from several operating systems:

    casbridge zoo -o debian13.jsonl
    casbridge merge debian12.jsonl debian13.jsonl sid.jsonl -o debian.jsonl
    casbridge zoo examples/zoo --page --records debian.jsonl
"""

_OUTCOMES = """\
| outcome | when |
|---|---|
| wrong | an answer with a fault that is shown: a zero is missing or false, a polynomial is wrong, … |
| crash | the program died, or ended with an error that it did not expect |
| time | it did not end within the file's limit of time, or ran out of memory |
| refused | it said that it cannot |
| unparsable | an error message in place of an answer, or an answer that cannot be stated exactly |
| right | its answer agrees with the reference's |
| undecided | it answered, and neither was shown; no file states that |
| missing | the system, or this version of it, is not here |
"""

_FORMAT = '''\
## A file

```toml
thread = "sympy#23110"          # project and number, or sympy#unreported-NAME
title = "solve loses x = 0"
system = """
variables: v z y x
x*y
x*z
x*v
"""
truth = "What is true of the system, and why."

[[outcome]]
backend = "sympy:solve"         # a backend and its method
versions = ">=1.9, <1.14"       # all versions where it is left out; ==4.4 is also 4.4.1
outcome = "wrong"               # wrong, crash, time, refused, unparsable or right
fault = "missing zero"          # for wrong, as in casbridge's witnesses; it may be left out beside runs
runs = 20                       # where it depends on chance: it shows in one of so many runs, with the seeds 1, 2, …
timeout = 10                    # seconds for a run, 60 where it is left out
seen = ["1.11.1", "1.13.3"]     # versions in which it was seen
```
'''


def page(threads: Sequence[Thread], visits: Sequence[Visit] = ()) -> str:
    """The page, in Markdown.

    visits: the records of runs. Those of a system that a thread no longer states are left out.

    >>> print(page([]).splitlines()[0])
    # The zoo
    """
    digests = {thread.name: thread.digest for thread in threads}
    current = [visit for visit in visits if visit.outcome is not Outcome.MISSING]
    current = [visit for visit in current if digests.get(visit.thread) == visit.system]
    parts = [_HEAD, _OUTCOMES, *_platform_table(threads, current), _version_table(threads, current)]
    parts += [_section(thread) for thread in threads]
    return "\n".join([*parts, _FORMAT])


def _platform_table(threads: Sequence[Thread], visits: Sequence[Visit]) -> list[str]:
    """The faults on each operating system: a line for each thread and method that is wrong or crashes somewhere."""
    platforms = sorted({visit.platform for visit in visits})
    if not platforms:
        return []
    cells: dict[tuple[str, str], dict[str, Visit]] = {}
    for visit in visits:
        if "@" not in visit.backend:
            cells.setdefault((visit.thread, visit.backend), {})[visit.platform] = visit
    faulty = {key: row for key, row in cells.items() if any(visit.outcome in _FAULTS for visit in row.values())}
    counts = [
        len({thread for (thread, _), row in faulty.items() if platform in row and row[platform].outcome in _FAULTS})
        for platform in platforms
    ]
    lines = ["## Faults on each system", "", f"Threads with a method that is wrong or crashes, of {len(threads)}: "]
    lines[-1] += ", ".join(f"{count} on {platform}" for platform, count in zip(platforms, counts, strict=True)) + "."
    lines += ["", f"| thread | method | {' | '.join(platforms)} |", "|---|---" + "|---" * len(platforms) + "|"]
    for thread in threads:
        for method in thread.methods:
            row = faulty.get((thread.name, method))
            if row is not None:
                texts = [f"{row[name].version}: {_text_of(row[name])}" if name in row else "" for name in platforms]
                lines.append(f"| [{thread.name}](#{_anchor(thread)}) | `{method}` | {' | '.join(texts)} |")
    return ["\n".join([*lines, ""])]


def _version_table(threads: Sequence[Thread], visits: Sequence[Visit]) -> str:
    """The outcomes in each version, stated or recorded: a line for each thread and method."""
    systems = sorted({statement.base for thread in threads for statement in thread.statements})
    lines = [
        "## Outcomes by version",
        "",
        f"{len(threads)} threads, {len(systems)} systems: {', '.join(systems)}.",
        "",
        "| thread | method | version: outcome |",
        "|---|---|---|",
    ]
    for thread in threads:
        for method in thread.methods:
            outcomes = {
                version: _text(statement.outcome, statement.runs > 1)
                for statement in thread.statements
                if statement.backend == method
                for version in statement.seen
            }
            rows = [visit for visit in visits if (visit.thread, bare_name(visit.backend)) == (thread.name, method)]
            outcomes |= {visit.version: _text_of(visit) for visit in rows}
            texts = ", ".join(f"{version}: {outcomes[version]}" for version in sorted(outcomes, key=_numbers))
            lines.append(f"| [{thread.name}](#{_anchor(thread)}) | `{method}` | {texts} |")
    return "\n".join([*lines, ""])


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def _text_of(visit: Visit) -> str:
    return _text(visit.outcome, visit.outcome in _FAULTS and visit.runs > 1)


def _text(outcome: Outcome, in_some_runs: bool) -> str:
    often = " in some runs" if in_some_runs else ""
    return f"**{outcome}**{often}" if outcome in _FAULTS else f"{outcome}{often}"


def _section(thread: Thread) -> str:
    lines = [
        f"## {thread.name}: {escaped(thread.title)}",
        "",
        "```text",
        thread.text.rstrip("\n"),
        "```",
        "",
        escaped(thread.truth),
        "",
    ]
    for statement in thread.statements:
        versions = f" {statement.versions.text}" if statement.versions.text else ", all versions"
        fault = f", {statement.fault}" if statement.fault else ""
        often = f", in at least one of {statement.runs} runs" if statement.runs > 1 else ""
        limit = f", within {statement.seconds:g} s" if statement.seconds is not None else ""
        seen = f" (seen: {', '.join(statement.seen)})" if statement.seen else " (reported, not seen here)"
        lines.append(f"- `{statement.backend}`{versions}: {statement.outcome}{fault}{often}{limit}{seen}")
    return "\n".join([*lines, ""])


def _anchor(thread: Thread) -> str:
    """The place of a thread's heading, as sites made of Markdown name it."""
    return slug(f"{thread.name}: {thread.title}")


def escaped(text: str) -> str:
    """A text in Markdown as it is, but for `code`: no sign begins emphasis, a link or a tag.

    >>> print(escaped("2*x_1*y is `2*x_1*y`, in [0, 1]"))
    2\\*x\\_1\\*y is `2*x_1*y`, in \\[0, 1\\]
    """

    def plain(part: str) -> str:
        return re.sub(r"([\\*_`\[\]])", r"\\\1", part).replace("<", "&lt;")

    *pairs, last = re.split(r"(`[^`]*`)", text)
    return "".join([part if place % 2 else plain(part) for place, part in enumerate(pairs)] + [plain(last)])


def slug(heading: str) -> str:
    """A heading's anchor: small letters, digits and underscores, blanks as hyphens.

    >>> slug("sympy#23110: solve loses x = 0")
    'sympy23110-solve-loses-x--0'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
