"""What a worker does with a job: the input becomes a system, a backend is asked, its answer is measured.

    Work ──subject_of──▶ system ──backend.run──▶ Result ──key_of, measure──▶ Outcome

Everything that comes of a job is an outcome, also a fault of casbridge itself. The functions are of module level, and
works and outcomes can be pickled: any executor can take them, on any machine where casbridge is installed.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from casbridge.algebra.answer_text import answer_to_text
from casbridge.algebra.extensions import number_of_members
from casbridge.algebra.fields import Field
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.oneshot import ANSWER_FILE, OneShotBackend
from casbridge.backends.protocol import Backend, Job, Status
from casbridge.errors import BackendError, CasbridgeError, EncodingError, InputError, UsageError, reason_of
from casbridge.limits import NEVER, Deadline, Stopwatch, default_memory
from casbridge.processes.apart import limited_memory
from casbridge.studies.keys import key_of, own_code
from casbridge.studies.texts import packed
from casbridge.studies.values import Case, Outcome, Work
from casbridge.version import version

if TYPE_CHECKING:
    from casbridge.algebra.answers import Answer
    from casbridge.crosscheck.sizes import Measure
    from casbridge.encodings.encoding import EncodedPuzzle
    from casbridge.processes.locate import Availability

_Asked = TypeVar("_Asked")
_Given = TypeVar("_Given")

#: Seconds of work after which a chunk's outcomes go back; the jobs that are left go out again.
CHUNK_SECONDS = 1.0
#: The most seconds for measuring an answer: its dimension, and how many zeros it has.
MEASURE_SECONDS = 20.0
#: The most seconds from the answer on for finding how many zeros are in the field, and how many are real.
LOCATE_SECONDS = 2.0
_MOST_SUBJECTS = 32


def do_chunk(works: Sequence[Work]) -> list[Outcome]:
    """The outcomes of some jobs, one after the other, each within its limits.

    After `CHUNK_SECONDS` no further job of the chunk is begun: then there are fewer outcomes than jobs. At least one
    job is done.

    >>> from casbridge.limits import Limits
    >>> from casbridge.studies.values import Input
    >>> case = Case(Input("two points", "system", "x^2 - 1"))
    >>> (outcome,) = do_chunk([Work(1, case, "given", "reference", 1, Limits(seconds=5))])
    >>> outcome.status, outcome.used, outcome.components
    ('complete', 'reference:split', 2)
    """
    return one_after_other(do_job, works)


def one_after_other(do: Callable[[_Asked], _Given], works: Sequence[_Asked]) -> list[_Given]:
    """What a function gives for the works of a chunk. After `CHUNK_SECONDS` no further one is begun; one at least is.

    >>> one_after_other(abs, [-1, 2])
    [1, 2]
    """
    watch = Stopwatch()
    given: list[_Given] = []
    for work in works:
        given.append(do(work))
        if watch.seconds > CHUNK_SECONDS:
            break
    return given


def do_job(work: Work) -> Outcome:
    """The outcome of one job. A fault of casbridge itself is an outcome too.

    >>> from casbridge.studies.values import Input
    >>> outcome = do_job(Work(1, Case(Input("none", "invalid", "", reason="no such file")), "given", "reference", 1))
    >>> outcome.status, outcome.reason
    ('invalid', 'no such file')
    """
    begun = Outcome(
        work.number,
        "",
        "",
        used=work.backend,
        casbridge=version(),
        host=platform.node(),
        load=load_now(),
        started=time.time(),
        limits=work.limits,
        basis=work.basis,
    )
    watch = Stopwatch()
    try:
        with limited_memory(work.limits.memory or default_memory()):
            done = _do(work, begun)
    except (Exception, SystemExit) as error:  # a backend must not end the worker
        done = replace(begun, status=str(_status_of(error)), reason=reason_of(error), wall_seconds=watch.seconds)
    if not done.key:
        done = replace(done, key=key_of(work, done.version))
    return replace(done, ended=time.time())


def keys_of_chunk(works: Sequence[Work]) -> list[str]:
    """The keys that the results of some jobs would have; the scripts are rendered, and no CAS is asked.

    Where a script cannot be rendered within the limits, the key is that of a job without a script.

    >>> from casbridge.studies.values import Input
    >>> work = Work(1, Case(Input("two points", "system", "x^2 - 1")), "given", "reference", 1)
    >>> keys_of_chunk([work]) == [do_job(work).key]
    True
    """
    return [_key(work) for work in works]


def subject_of(case: Case, variable_order: str, deadline: Deadline = NEVER) -> EncodedPuzzle | PolynomialSystem:
    """The system that a case's jobs are about: the text is parsed, a puzzle encoded, the field and the order applied.

    It is an encoded puzzle where the input is a puzzle and the variables are in their given order.

    Raises InputError for an input that cannot be read or stated so, LimitError after the deadline.

    >>> from casbridge.studies.values import Input
    >>> subject_of(Case(Input("circle", "system", "x^2 + y^2 - 1"), field="GF(7)"), "given").ring
    GF(7)[x, y]
    >>> len(subject_of(Case(Input("grid", "puzzle", ".4.....1..3.2..."), "colouring"), "given").system)
    72
    """
    from casbridge.charset.definitions.orders import AUTO, reordered

    given = case.input
    if given.kind == "invalid":
        raise InputError(given.reason or "an input that cannot be read")
    field = Field.from_name(case.field) if case.field else None
    subject: EncodedPuzzle | PolynomialSystem
    if given.kind == "puzzle":
        from casbridge.puzzles.reading import read_puzzles
        from casbridge.studies.stating import stated

        puzzles = read_puzzles(given.text, source=given.name, deadline=deadline)
        if len(puzzles) != 1:
            raise InputError(f"{len(puzzles)} puzzles", source=given.name, expected="one")
        subject = stated(puzzles[0], case.encoding, field, deadline=deadline)
    else:
        from casbridge.algebra.formats import read_system

        subject = read_system(given.text, source=given.name, field=field, deadline=deadline)
    return reordered(system_of(subject), AUTO, deadline) if variable_order == AUTO else subject


#: The systems that this worker parsed last.
_systems: dict[tuple[Case, str], PolynomialSystem] = {}


def _system(work: Work) -> PolynomialSystem:
    """The system of a job, parsed within the job's limit of time, or remembered."""
    about = work.case, work.variable_order
    found = _systems.pop(about, None)
    if found is None:
        found = system_of(subject_of(*about, work.limits.deadline()))
        if len(_systems) >= _MOST_SUBJECTS:
            del _systems[next(iter(_systems))]
    _systems[about] = found
    return found


def _do(work: Work, begun: Outcome) -> Outcome:
    """The outcome of a job; raises where casbridge itself does not come as far as asking the backend."""
    system = _system(work)
    backend, method = registry.split_name(work.backend, system.goal.task)
    # A process of its own for each job: a session that is warm already would mix the times.
    result = backend.run(Job(system, method, work.limits, fresh=True))
    told = result.version or _availability(work.backend.partition(":")[0]).version
    answer, size = result.answer, None
    if answer is not None:
        # After the job, and not in its time.
        deadline = Deadline.after(min(MEASURE_SECONDS, work.limits.seconds or MEASURE_SECONDS))
        size = _size(answer, system, deadline, work.limits.memory, result.wall_seconds)
    return replace(
        begun,
        key=key_of(work, told, method, result.script),
        status=str(result.status),
        reason=result.reason,
        used=result.name,
        wall_seconds=result.wall_seconds,
        cpu_seconds=result.cpu_seconds,
        peak_memory=result.peak_memory,
        version=told,
        warnings=result.warnings,
        stopped="" if result.stopped is None else str(result.stopped),
        components=None if answer is None else number_of_members(answer, system),
        **{} if size is None else size.numbers,
        script=None if result.script is None else packed(result.script.text),
        transcript=packed(result.transcript) if result.transcript else None,
        answer=None if answer is None else packed(answer_to_text(answer)),
    )


def _size(
    answer: Answer, system: PolynomialSystem, deadline: Deadline, memory: int | None, seconds: float
) -> Measure | None:
    """The size of an answer, which took so many seconds; None where measuring itself failed."""
    from casbridge.crosscheck.measures import as_long_as, measure

    try:
        soon = Deadline.after(LOCATE_SECONDS)
        return measure(answer, system, as_long_as(seconds, deadline), memory, soon=soon)
    except Exception:  # a number that is not known must not cost the answer
        return None


def _key(work: Work) -> str:
    method, script, told = "", None, ""
    try:
        name = work.backend.partition(":")[0]
        told = _availability(name).version
        system = _system(work)
        backend, method = registry.split_name(work.backend, system.goal.task)
        if isinstance(backend, OneShotBackend) and told:
            from casbridge.scripts import render

            deadline = work.limits.deadline()
            script = render(system, backend.script_target, method, answer_file=ANSWER_FILE, deadline=deadline)
    except (CasbridgeError, MemoryError, RecursionError):
        pass  # the job itself says what is wrong
    return key_of(work, told, method, script)


@lru_cache(64)
def _availability(name: str) -> Availability:
    """Whether a backend is here, and which version: asked once in a worker."""
    backend: Backend = registry.get(name)
    return backend.availability()


def versions_here(backends: Sequence[str]) -> tuple[str, dict[str, str]]:
    """This machine's name, and the versions of casbridge and of each backend here: "" for a backend that is missing.

    casbridge's has the beginning of a hash of its code: two copies may have the same number.

    >>> versions_here(["reference"])[1].keys()
    dict_keys(['casbridge', 'reference'])
    """
    told = {"casbridge": f"{version()} (code {own_code()[:8]})"}
    for backend in backends:
        name = backend.partition(":")[0]
        with suppress(CasbridgeError, OSError):
            told.setdefault(name, _availability(name).version)
        told.setdefault(name, "")
    return platform.node(), told


def missing_here(backends: Sequence[str]) -> dict[str, str]:
    """The backends that are missing on this machine, each with the reason and what to do.

    >>> missing_here(["reference"])
    {}
    """
    found = {}
    for backend in backends:
        try:
            one = _availability(backend.partition(":")[0])
        except (CasbridgeError, OSError) as error:
            found[backend] = str(error)
            continue
        if not one.available:
            found[backend] = one.complaint
    return found


def _status_of(error: BaseException) -> Status:
    """How a job ended of which an error came, before the backend was asked."""
    if isinstance(error, EncodingError | UsageError):  # the input is fine, and this cannot be asked about it
        return Status.UNSUPPORTED
    if isinstance(error, InputError):
        return Status.INVALID
    return Status.MISSING if isinstance(error, BackendError) else Status.of(error)


def load_now() -> float | None:
    """The machine's load in the last minute; None where the system does not tell it.

    >>> load_now() is None or load_now() >= 0
    True
    """
    try:
        return round(os.getloadavg()[0], 2)
    except OSError:
        return None
