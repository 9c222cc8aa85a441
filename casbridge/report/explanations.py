"""Why answers of a study are wrong: explanations from a file beside the study, for the pages that show these answers.

    [[explanation]]
    title = "nonlinsolve loses zeros"
    text = "It divides by a variable."
    mistake_of = "backend"
    backends = "sympy:nonlinsolve"
    fault = "missing zero"
    links = { "sympy#23011" = "https://github.com/sympy/sympy/issues/23011" }

The keys of a filter say which jobs are meant, and `fault` which faults. An explanation explains a wrong answer if both
match. Of several the first one counts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from casbridge import files
from casbridge.crosscheck.verdicts import Fault
from casbridge.errors import UsageError, printable
from casbridge.puzzles.reading import decoded
from casbridge.puzzles.toml import toml_table
from casbridge.puzzles.toml_tables import TomlTable, shown
from casbridge.studies.filters import ALL_JOBS, FILTER_KEYS, Filter, filter_of
from casbridge.studies.values import Row

#: Bytes that a file of explanations may have.
LARGEST_FILE = 1 << 20
_OWN_KEYS = ("title", "text", "mistake_of", "fault", "links")
#: A web address, or a file relative to the page: a browser must not take it for a script.
_ADDRESS = re.compile(r"(?:https?://[\w.-]+(?:/[^\s()<>\"'\\]*)?|(?![\w+.-]*:|//)[^\s()<>\"'\\]+)\Z")


class MistakeOf(StrEnum):
    """Whose mistake a wrong answer is."""

    BACKEND = "backend"  # the CAS says something wrong
    CASBRIDGE = "casbridge"  # casbridge asked wrongly, read wrongly or judged wrongly


#: What a page says of each.
MISTAKES: Mapping[MistakeOf, str] = {
    MistakeOf.BACKEND: "a mistake of the backend",
    MistakeOf.CASBRIDGE: "a mistake of casbridge, mended since",
}


@dataclass(frozen=True)
class Explanation:
    """Why some answers are wrong.

    title: a heading. text: the explanation. mistake_of: whose mistake it is.
    jobs: which jobs are meant. faults: which faults of their answers.
    links: names and addresses, such as a thread of a tracker or a place in the zoo's page.

    >>> Explanation("It divides by x", "So zeros are lost.", MistakeOf.BACKEND, faults=("missing zero",)).links
    ()
    """

    title: str
    text: str
    mistake_of: MistakeOf
    jobs: Filter = ALL_JOBS
    faults: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()

    def explains(self, row: Row, faults: Iterable[str]) -> bool:
        """Whether it is about a job whose answer has these faults: all of them."""
        return self.jobs.matches(row) and {*faults} <= {*self.faults}


def explanation_of(row: Row, faults: Iterable[str], explanations: Iterable[Explanation]) -> Explanation | None:
    """The first explanation of a wrong answer; None if there is none.

    >>> row = Row(1, "circle", "", None, "", "QQ", "given", "sympy:solve", 1, "complete")
    >>> explanation_of(row, ["missing zero"], []) is None
    True
    """
    kinds = {*faults}
    return next((one for one in explanations if one.explains(row, kinds)), None)


def read_explanations(path: str | os.PathLike[str]) -> tuple[Explanation, ...]:
    """The explanations in a file.

    Raises InputError for a file that cannot be read and for a mistake in it, with its place.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "circles.toml")
    ...     _ = file.write_text("# none yet")
    ...     read_explanations(file)
    ()
    """
    source = printable(os.fspath(path), 200)
    content = files.read(path, source, most=LARGEST_FILE)
    return parse_explanations(decoded(content, source, "a file of explanations"), source)


def parse_explanations(text: str, source: str | None = None) -> tuple[Explanation, ...]:
    """The explanations in a text.

    source: the text's name, for errors.
    Raises InputError for a mistake, with its place.

    >>> parse_explanations('[[explanation]]\\ntitle = "a"', "why.toml")
    Traceback (most recent call last):
    casbridge.errors.InputError: why.toml:1:3: no key 'text'; expected the keys title, text, mistake_of, fault
    """
    whole = TomlTable(toml_table(text, source, "a file of explanations"), text, source)
    whole.check_keys(("explanation",))
    found: dict[str, Explanation] = {}
    for table in whole.tables("explanation"):
        one = _explanation(table)
        if one.title in found:
            table.fail("title", found=f"title = {shown(one.title)} again", expected="another title")
        found[one.title] = one
    return tuple(found.values())


def _explanation(table: TomlTable) -> Explanation:
    table.check_keys((*_OWN_KEYS, *FILTER_KEYS), required=_OWN_KEYS[:-1])
    faults = table.texts("fault")
    known = [str(one) for one in Fault]
    stray = next((one for one in faults if one not in known), None)
    if stray is not None:
        table.fail("fault", found=f"fault = {shown(stray)}", expected="a fault of a verdict, such as missing zero")
    patterns: list[tuple[str, tuple[str, ...]]] = []
    for key in FILTER_KEYS:
        if key in table:
            try:
                patterns += filter_of({key: table.values[key]}).patterns
            except UsageError as error:
                raise table.placed(error, key) from None
    return Explanation(
        table.text("title"),
        table.text("text", lines=True).strip(),
        MistakeOf(table.choice("mistake_of", [str(one) for one in MistakeOf])),
        Filter(tuple(patterns)),
        faults,
        tuple(_links(table.table("links"))),
    )


def _links(table: TomlTable) -> Iterable[tuple[str, str]]:
    for name in table.values:
        address = table.text(name)
        if not name.strip() or not name.isprintable() or not _ADDRESS.match(address):
            expected = "a web address, or a file relative to the page"
            table.fail(name, found=f"{shown(name)} = {shown(address)}", expected=expected)
        yield name, address
