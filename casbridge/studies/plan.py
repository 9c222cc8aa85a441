"""The plan of a study: what a study file says, checked. `casbridge.studies.reading` makes one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from casbridge.brief import Brief
from casbridge.limits import Limits
from casbridge.studies.filters import Filter

#: The most jobs of a study. One with more is split into several studies.
MOST_JOBS = 100_000_000
#: The most repeats of a job.
MOST_REPEATS = 10_000


@dataclass(frozen=True, slots=True, repr=False)
class InputSpec(Brief):
    """One `[[inputs]]` of a study file.

    kind: "files" (a file is one input, or as many as it has puzzles), "puzzles" (a puzzle a line), or "family".
    patterns: of files, relative to the study's folder.
    family, n, seeds: a family's name, sizes and seeds. Each size has a member for each seed.
    parameters: of a family, such as ("c", "1/2").
    encodings: for puzzles; names of `casbridge.studies.stating.stated_by`.
    name: put before the names of the inputs, with "/" between them; "" is nothing.
    first: take at most so many inputs from each file; None is all.
    colours, box, layout, lines: how puzzles are read, see `casbridge.puzzles.options.ReadingOptions`. Its family is
        the layout.
    ideal: of the scripts in the files, by its name; "*" is each, as an input of its own.

    >>> InputSpec("family", family="cyclic", n=(4, 5)).encodings
    ('colouring',)
    """

    kind: str
    patterns: tuple[str, ...] = ()
    family: str = ""
    n: tuple[int, ...] = ()
    seeds: tuple[int, ...] = (0,)
    parameters: tuple[tuple[str, int | float | str | bool], ...] = ()
    encodings: tuple[str, ...] = ("colouring",)
    name: str = ""
    first: int | None = None
    colours: int | None = None
    box: tuple[int, int] | None = None
    layout: str | None = None
    lines: bool = False
    ideal: str = ""


@dataclass(frozen=True, repr=False)
class Plan(Brief):
    """A study: its inputs, the matrix of jobs, limits, and how often and in which order jobs run.

    name: of the study.
    specs: where the inputs come from.
    backends: as the file names them, such as "singular@4.4:std". Patterns are replaced by what they match.
    fields: names such as "GF(32003)"; "" is the field of the input or of its encoding. () means ("",).
    variable_orders: of `casbridge.studies.values.VARIABLE_ORDERS`.
    exclude: jobs that match one of these filters are left out.
    limits: on each job.
    comparison: seconds for the comparison of the answers about a case; None is the limit on a job.
    repeat: each job runs so often, with the same script.
    seed: of the order of the jobs, and of a sample.
    crosscheck: whether there is a verdict for each case and repeat. generic: whether it is one over closures.
    patterns: those of the file for backends, such as "singular:*".
    text: the study file as it is. path: where it is. folder: relative paths begin there.

    >>> plan = Plan("two", (InputSpec("family", family="cyclic", n=(4, 5)),), ("reference", "sympy"))
    >>> plan.used_fields, plan.repeat, plan.crosscheck
    (('',), 1, True)
    """

    name: str
    specs: tuple[InputSpec, ...]
    backends: tuple[str, ...]
    fields: tuple[str, ...] = ()
    variable_orders: tuple[str, ...] = ("given",)
    exclude: tuple[Filter, ...] = ()
    limits: Limits = field(default_factory=Limits)
    repeat: int = 1
    seed: int = 0
    crosscheck: bool = True
    generic: bool = False
    comparison: float | None = None
    patterns: tuple[str, ...] = ()
    text: str = ""
    path: Path = Path("study.toml")
    folder: Path = Path()

    @property
    def used_fields(self) -> tuple[str, ...]:
        """The fields of the matrix, at least one; "" is the input's own."""
        return self.fields or ("",)

    @property
    def jobs_a_case(self) -> int:
        """How many jobs a case has at most: variable orders × backends × repeats."""
        return len(self.variable_orders) * len(self.backends) * self.repeat
