"""The matrix of a study: its cases, its jobs, and the order in which they run.

    inputs × encodings × fields = cases;  cases × variable orders × backends × repeats − exclude = jobs

Everything is an iterator, so the memory stays flat. The order needs no list of all jobs: each job gets a place, and the
jobs run by ascending place. A place is a number that follows from the seed and from what is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

from casbridge.errors import InputError
from casbridge.studies.plan import MOST_JOBS, Plan
from casbridge.studies.values import Case, Input

# A place is repeat · _ROUND + a number below _ROUND, and has 63 bits at most.
_ROUND = 1 << 43
# Within a round a job moves by less than this part of it from one repeat to the next.
_MOVES = 4


@dataclass(frozen=True, slots=True)
class JobSpec:
    """A job of the matrix.

    place: jobs run by ascending place. It is below 2^63.

    >>> job = JobSpec(Case(Input("cyclic-6", "system", "", "cyclic", 6), field="QQ"), "given", "reference", 1)
    >>> job.input, job.n, job.field
    ('cyclic-6', 6, 'QQ')
    """

    case: Case
    variable_order: str
    backend: str
    repeat: int
    place: int = 0

    @property
    def input(self) -> str:
        """The name of the input."""
        return self.case.input.name

    @property
    def family(self) -> str:
        """The family of the input; "" for others."""
        return self.case.input.family

    @property
    def n(self) -> int | None:
        """The size of the input in its family."""
        return self.case.input.n

    @property
    def encoding(self) -> str:
        """The encoding of the case."""
        return self.case.encoding

    @property
    def field(self) -> str:
        """The field of the case."""
        return self.case.field


def cases_of(plan: Plan, inputs: Iterable[tuple[Input, tuple[str, ...]]]) -> Iterator[Case]:
    """The cases of the inputs, in order.

    inputs: as `inputs_of` gives them, each with its encodings. They count for puzzles only.
    An input that cannot be read is one case, without encoding and field.

    >>> from casbridge.studies.plan import InputSpec
    >>> plan = Plan("fields", (), ("reference",), fields=("QQ", "GF(7)"))
    >>> [case.field for case in cases_of(plan, [(Input("circle", "system", "x^2 + y^2 - 1"), ())])]
    ['QQ', 'GF(7)']
    """
    for one, encodings in inputs:
        if one.kind == "invalid":
            yield Case(one)
            continue
        for encoding in encodings if one.kind == "puzzle" else ("",):
            for name in plan.used_fields:
                yield Case(one, encoding, name)


def jobs_of(plan: Plan, inputs: Iterable[tuple[Input, tuple[str, ...]]]) -> Iterator[JobSpec]:
    """The jobs of the inputs, without the excluded ones. The jobs of a case follow each other.

    Raises InputError where a study has more than `MOST_JOBS`.

    >>> plan = Plan("two", (), ("reference", "sympy"), repeat=2)
    >>> jobs = list(jobs_of(plan, [(Input("circle", "system", "x^2 + y^2 - 1"), ())]))
    >>> [(job.backend, job.repeat) for job in sorted(jobs, key=lambda job: job.place)][:2]
    [('reference', 1), ('sympy', 1)]
    """
    number = 0
    for case in cases_of(plan, inputs):
        for job in jobs_of_case(plan, case):
            number += 1
            if number > MOST_JOBS:
                found, hint = f"more than {MOST_JOBS} jobs", "make several studies of it"
                raise InputError(found, source=str(plan.path), expected=f"at most {MOST_JOBS}", hint=hint)
            yield job


def jobs_of_case(plan: Plan, case: Case) -> Iterator[JobSpec]:
    """The jobs of one case, without the excluded ones. An input that cannot be read has one job for each backend.

    >>> from casbridge.studies.filters import only
    >>> plan = Plan("two", (), ("reference", "sympy"), exclude=(only(["backends=sympy"]),))
    >>> [job.backend for job in jobs_of_case(plan, Case(Input("circle", "system", "x^2 + y^2 - 1")))]
    ['reference']
    """
    readable = case.input.kind != "invalid"
    for order in plan.variable_orders if readable else plan.variable_orders[:1]:
        for backend in plan.backends:
            for repeat in range(1, (plan.repeat if readable else 1) + 1):
                job = JobSpec(case, order, backend, repeat, place_of(plan.seed, case, order, backend, repeat))
                if not any(one.matches(job) for one in plan.exclude):
                    yield job


def place_of(seed: int, case: Case, variable_order: str, backend: str, repeat: int) -> int:
    """The place of a job in the shuffled order. It follows from the arguments alone.

    First each job runs once, then each a second time, and so on. Each round has an order of its own, but a job moves by
    less than a quarter of a round. So between two repeats of a job about half of all jobs run at least.

    >>> case = Case(Input("circle", "system", "x^2 + y^2 - 1"))
    >>> place_of(1, case, "given", "reference", 1) < place_of(1, case, "given", "sympy", 2) < 2**63
    True
    """
    name = "\0".join((str(seed), case.input.name, case.encoding, case.field, variable_order, backend))
    base = _number(name) % (_ROUND - _ROUND // _MOVES)
    return (repeat * _ROUND) + base + _number(f"{name}\0{repeat}") % (_ROUND // _MOVES)


def _number(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def sample_key(seed: int, job: JobSpec) -> tuple[int, int, int]:
    """The key by which a sample takes jobs, lowest first: first repeats first, whole cases, in an order by chance.

    So a sample is the same for the same seed, and has answers to compare.

    >>> job = JobSpec(Case(Input("circle", "system", "x^2 + y^2 - 1")), "given", "reference", 1)
    >>> sample_key(1, job)[0]
    1
    """
    case = job.case
    name = "\0".join(("sample", str(seed), case.input.name, case.encoding, case.field))
    return job.repeat, _number(name) >> 1, job.place


@dataclass(frozen=True, slots=True)
class Size:
    """How large a study is, for `--dry-run`.

    inputs: all of them. invalid: those that cannot be read.
    cases, jobs: the jobs of inputs that cannot be read count.
    excluded: jobs that `exclude` leaves out.

    >>> Size(1, 0, 1, 4, 0).longest(seconds=60, workers=2)
    120.0
    """

    inputs: int
    invalid: int
    cases: int
    jobs: int
    excluded: int

    def longest(self, seconds: float | None, workers: int = 1) -> float | None:
        """The seconds that all jobs take at most. None without a limit on the time of a job."""
        return None if seconds is None else -(-self.jobs // workers) * float(seconds)


class Sizing:
    """Counts inputs, cases and jobs of a plan while the inputs pass.

    size: what has passed so far.

    >>> sizing = Sizing(Plan("two", (), ("reference", "sympy"), repeat=3))
    >>> [one.name for one, _ in sizing.through([(Input("line", "system", "x"), ())])], sizing.size.jobs
    (['line'], 6)
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.size = Size(0, 0, 0, 0, 0)

    def through(self, inputs: Iterable[tuple[Input, tuple[str, ...]]]) -> Iterator[tuple[Input, tuple[str, ...]]]:
        """The inputs, as they are; each is counted before it is given."""
        plan = self._plan
        for one in inputs:
            invalid = one[0].kind == "invalid"
            cases = [*cases_of(plan, [one])]
            wanted = len(cases) * (len(plan.backends) if invalid else plan.jobs_a_case)
            jobs = sum(1 for case in cases for _ in jobs_of_case(plan, case)) if plan.exclude else wanted
            size = self.size
            self.size = Size(
                size.inputs + 1,
                size.invalid + invalid,
                size.cases + len(cases),
                size.jobs + jobs,
                size.excluded + wanted - jobs,
            )
            yield one


def size_of(plan: Plan, inputs: Iterable[tuple[Input, tuple[str, ...]]]) -> Size:
    """How many inputs, cases and jobs a study has. Each input is read; no more than one is kept.

    >>> size_of(Plan("two", (), ("reference", "sympy"), repeat=3), [(Input("line", "system", "x"), ())]).jobs
    6
    """
    sizing = Sizing(plan)
    for _ in sizing.through(inputs):
        pass
    return sizing.size
