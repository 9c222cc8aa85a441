"""The real Singular, over both transports."""

from __future__ import annotations

import os
import random
import re
import signal
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from living import none_left, processes_with
from script_cases import done, system as stated, whole_answer, zero_methods

from casbridge.algebra import QQ, Field, Polynomial, PolynomialSystem, Ring, variables
from casbridge.algebra.answers import Task
from casbridge.algebra.families import family
from casbridge.backends import registry
from casbridge.backends.oneshot import ANSWER_FILE, Manner, ScriptRun
from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.session import Sum, judge
from casbridge.backends.singular import SINGULAR, SingularBackend
from casbridge.backends.transcripts import parse
from casbridge.crosscheck import VerdictKind, crosscheck
from casbridge.encodings import encode
from casbridge.errors import UsageError
from casbridge.limits import Deadline, Limits
from casbridge.processes.ended import Finished
from casbridge.processes.groups import end_all
from casbridge.puzzles import read
from casbridge.scripts import render

pytestmark = pytest.mark.singular

MIB = 1 << 20
METHODS = zero_methods(SINGULAR)
#: Those for zeros of any dimension.
GENERAL = [method for method in METHODS if SINGULAR.method(method).sizes.largest_dimension is None]
F11 = Field(11)


TRANSPORTS = ("session", "process")
#: What is the same over both transports: in `make test` over one.
IN_SESSIONS = pytest.mark.parametrize(
    "backend", ["session", pytest.param("process", marks=pytest.mark.slow)], indirect=True
)


@pytest.fixture(params=TRANSPORTS, scope="module")
def backend(request: pytest.FixtureRequest) -> Iterator[SingularBackend]:
    """One for all tests: a session takes many jobs."""
    made = SingularBackend(persistent=request.param == "session")
    yield made
    made.close()


def points(result: Result) -> set[str]:
    answer = done(result).answer
    assert answer is not None
    return {str(point) for point in answer.points()}


def system_in(names: str, field: Field = F11) -> PolynomialSystem:
    """x = ±1, y = x + 1, with other names for the variables."""
    ring = Ring.of(names, field=field)
    x, y = variables(ring)
    return PolynomialSystem.of(ring, [x**2 - 1, y - x - 1])


def shidoku(line: str) -> PolynomialSystem:
    (puzzle,) = read(line)
    return encode(puzzle).system


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("backend", "field"),
    [
        pytest.param(transport, field, marks=pytest.mark.slow if transport == "process" and field != F11 else ())
        for transport in TRANSPORTS
        for field in (F11, QQ, Field(2), Field(536870909))
    ],
    indirect=["backend"],
)
def test_every_method_over_every_field(backend: SingularBackend, field: Field, method: str) -> None:
    """The zeros that the answer's generators share are the system's: x = ±1, y = x + 1."""
    system = system_in("x y", field)
    result = done(backend.run(Job(system, method, Limits(seconds=30))))
    assert result.version
    assert result.script is not None
    assert result.answer is not None
    zeros = [(field.element(x), field.element(x + 1)) for x in (1, -1)]
    others = [(field.element(x), field.element(y)) for x in (-1, 0, 1) for y in (0, 1, 2)]
    for point in [*zeros, *others]:
        is_zero = any(all(p.evaluate(point) == 0 for p in component) for component in result.answer.components)
        assert is_zero == (point in zeros)


@IN_SESSIONS
@pytest.mark.parametrize(
    "names",
    [
        "system ring",
        "write_answer output",
        "equations answer",
        "casbridge_ring series",
        "list LIB",
        "quit exit",
        "i j",
        "F G",
        "x_1 x1",
        "_ __",
        "X x",
    ],
)
def test_any_name_of_a_variable(backend: SingularBackend, names: str) -> None:
    for method in ("char_series", "std"):
        result = done(backend.run(Job(system_in(names), method, Limits(seconds=30))))
        assert result.answer is not None
        assert result.answer.ring == system_in(names).ring
    assert points(backend.run(Job(system_in(names), "char_series"))) == {"(1, 2)", "(10, 0)"}


@IN_SESSIONS
def test_no_zeros_and_all_zeros(backend: SingularBackend) -> None:
    ring = Ring.of("x y", field=F11)
    x, _ = variables(ring)
    contradiction = PolynomialSystem.of(ring, [x, x - 1])
    nothing = PolynomialSystem.of(ring, [])
    for method in GENERAL:
        answer = done(backend.run(Job(contradiction, method, Limits(seconds=30)))).answer
        assert answer is not None
        one = Polynomial.constant(ring, 1)
        assert list(answer.components) == ([(one,)] if answer.task is Task.BASIS else []), method
        answer = done(backend.run(Job(nothing, method, Limits(seconds=30)))).answer
        assert answer is not None
        assert list(answer.components) == [()], method


def test_the_papers_example_4_1(backend: SingularBackend) -> None:
    system = shidoku(".4.....1..3.2...")
    assert len(system) == 72
    for method in ("char_series", "minAssGTZ"):
        answer = done(backend.run(Job(system, method, Limits(seconds=60)))).answer
        assert answer is not None
        (point,) = answer.points()
        assert point is not None
        assert system.first_violated(point) is None


def test_a_characteristic_too_large(backend: SingularBackend) -> None:
    result = backend.run(Job(system_in("x y", Field(2**31 - 1)), "char_series"))
    assert result.status is Status.UNSUPPORTED
    assert "2^29" in result.reason
    done(backend.run(Job(system_in("x y", Field(2**31 - 1)), "std")))


def test_a_method_that_does_not_exist(backend: SingularBackend) -> None:
    with pytest.raises(UsageError, match="char_serie"):
        backend.run(Job(system_in("x y"), "char_serie"))


@IN_SESSIONS
def test_jobs_leave_nothing_behind(backend: SingularBackend) -> None:
    """A job gives in a used session what it gives in a new one: rings, fields, patterns and libraries change."""
    systems = [
        (shidoku(".4.....1..3.2..."), "slimgb"),
        (system_in("F G", QQ), "minAssGTZ"),
        (system_in("x1 x2", Field(7)), "char_series"),
        (system_in("answer x", QQ), "facstd"),
        (shidoku(".4.....1..3.2..."), "char_series"),
    ]
    random.Random(1).shuffle(systems)
    fresh = []
    for system, method in systems:
        with_one_job = SingularBackend()
        fresh.append(done(with_one_job.run(Job(system, method, Limits(seconds=60)))).answer)
        with_one_job.close()
    for _ in range(2):
        for (system, method), expected in zip(systems, fresh, strict=True):
            assert done(backend.run(Job(system, method, Limits(seconds=60)))).answer == expected


def test_one_session_for_many_jobs() -> None:
    backend = SingularBackend()
    versions = set()
    for number in range(60):
        ring = Ring.of("x y", field=F11)
        x, y = variables(ring)
        system = PolynomialSystem.of(ring, [x - number % 11, y - number // 11])
        result = backend.run(Job(system, "std", Limits(seconds=30)))
        assert points(result) == {f"({number % 11}, {number // 11})"}
        versions.add(result.version)
    assert len(versions) == 1
    backend.close()


@pytest.mark.slow
def test_an_answer_of_four_mebibytes(backend: SingularBackend) -> None:
    ring = Ring.of("x y", field=QQ)
    generator = random.Random(1)
    terms = {(i, j): generator.randrange(10**299, 10**300) for i in range(120) for j in range(120)}
    polynomial = Polynomial(ring, {**terms, (119, 120): 1})
    assert len(polynomial.text()) > 4 * MIB
    script = render(PolynomialSystem.of(ring, [polynomial]), SINGULAR, "std", answer_file=ANSWER_FILE)
    ran = backend.run_script(lambda: script.text, Limits(seconds=60), small=True)
    assert ran.answer is not None, ran.reason
    assert list(parse(ran.answer, script).components) == [(polynomial.normal(),)]
    assert ran.peak_memory is not None
    assert len(ran.transcript) <= 2 * MIB


@pytest.mark.slow
@pytest.mark.parametrize("method", ["char_series", "minAssGTZ"])
def test_a_real_timeout(backend: SingularBackend, method: str) -> None:
    """The empty 4×4 grid: hours for char_series, seconds for minAssGTZ."""
    result = backend.run(Job(shidoku("." * 16), method, Limits(seconds=1)))
    assert result.status is Status.TIMEOUT
    assert result.wall_seconds < 30
    assert result.cpu_seconds is not None
    assert 0 < result.cpu_seconds < 2
    assert points(backend.run(Job(system_in("x y"), "char_series", Limits(seconds=30)))) == {"(1, 2)", "(10, 0)"}


@pytest.mark.slow
def test_a_real_memory_limit(backend: SingularBackend) -> None:
    result = backend.run(Job(shidoku("." * 16), "char_series", Limits(seconds=60, memory=64 * MIB)))
    assert result.status is Status.MEMORY, result
    assert "memory" in result.reason
    done(backend.run(Job(system_in("x y"), "char_series", Limits(seconds=30, memory=500 * MIB))))


@IN_SESSIONS
def test_two_threads(backend: SingularBackend) -> None:
    """A long job does not delay another thread's short ones."""
    answers: list[set[str]] = []

    def long() -> None:
        backend.run(Job(shidoku("." * 16), "char_series", Limits(seconds=120)))

    def short() -> None:
        for _ in range(10):
            answers.append(points(backend.run(Job(system_in("x y"), "char_series", Limits(seconds=30)))))  # noqa: PERF401

    threads = [threading.Thread(target=long), threading.Thread(target=short)]
    for thread in threads:
        thread.start()
    threads[1].join()
    assert threads[0].is_alive()
    while threads[0].is_alive():
        end_all()
        threads[0].join(0.1)
    assert answers == [{"(1, 2)", "(10, 0)"}] * 10


def cpu_seconds(pid: int) -> float:
    """What a process has computed; to start takes Singular a few hundredths of a second."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("persistent", [True, False])
@pytest.mark.parametrize(
    "number",
    [
        signal.SIGSEGV,
        signal.SIGKILL,
        *(pytest.param(one, marks=pytest.mark.slow) for one in (signal.SIGINT, signal.SIGTERM)),
    ],
)
def test_a_signal_to_it(persistent: bool, number: signal.Signals) -> None:
    """Singular handles SIGSEGV itself, by beginning again as if nothing had happened."""
    mark = f"mark-{uuid.uuid4().hex}"
    backend = SingularBackend(persistent=persistent, environment={"CASBRIDGE_TEST_MARK": mark})
    backend.availability()

    def send() -> None:
        end = time.monotonic() + 60
        while not (found := [pid for pid in processes_with(mark) if cpu_seconds(pid) > 0.1]):
            assert time.monotonic() < end
            time.sleep(0.01)
        for pid in found:
            os.kill(pid, number)

    sender = threading.Thread(target=send)
    sender.start()
    seconds = 4 if number == signal.SIGINT else 120
    result = backend.run(Job(shidoku("." * 16), "char_series", Limits(seconds=seconds)))
    sender.join()
    expected = {Status.CRASHED, Status.TIMEOUT} if number == signal.SIGINT else {Status.CRASHED}
    assert result.status in expected, result
    assert none_left(mark)
    done(backend.run(Job(system_in("x y"), "char_series", Limits(seconds=30))))
    backend.close()
    assert none_left(mark)


DAMAGES = [
    (("ideal equations =", "ideal equations +* "), "error occurred in or before"),
    (("write_answer(answer);", "{"), "premature end of file"),
    (("write_answer(answer);", "/*"), ""),
    (("write_answer(answer);", 'string s = "'), ""),
    (("write_answer(answer);", 'ERROR("char_series: not implemented");'), "not implemented"),
    (("write_answer(answer);", "quit;"), "ended before it had done the job"),
    (("write_answer(answer);", ""), "left an empty answer"),
    (("write_answer(answer);", "poly f = no_such_thing;"), "no_such_thing"),
]
#: After these Singular waits for more, until it is given up.
WAITING = {"{": "session", "/*": "process", 'string s = "': "session"}


@pytest.mark.parametrize(
    ("backend", "damage", "reason"),
    [
        pytest.param(*one, marks=() if WAITING.get(one[1][1], one[0]) == one[0] else pytest.mark.slow)
        for one in ((transport, *damage) for transport in TRANSPORTS for damage in DAMAGES)
    ],
    indirect=["backend"],
)
def test_a_script_that_is_wrong(backend: SingularBackend, damage: tuple[str, str], reason: str) -> None:
    text = render(system_in("x y"), SINGULAR, "char_series", answer_file=ANSWER_FILE).text
    assert damage[0] in text
    ran = backend.run_script(lambda: text.replace(*damage), Limits(seconds=60), small=True)
    assert ran.status in (Status.UNPARSABLE, Status.CRASHED, Status.UNSUPPORTED), ran
    assert (ran.status is Status.UNSUPPORTED) == ("not implemented" in damage[1])
    assert reason in ran.reason
    assert not re.search(r"\b\d{9}\b", ran.reason), "our own sum is nothing that Singular said"
    assert ran.wall_seconds < 30, "noticed long before the limit"
    done(backend.run(Job(system_in("x y"), "char_series", Limits(seconds=30))))


class Counted(SingularBackend):
    """One that counts the jobs which go through a session, and draws a random number after each job."""

    in_sessions = 0
    drawn = ""

    def _in_session(self, executable: str, text: str, limits: Limits, deadline: Deadline) -> ScriptRun:
        self.in_sessions += 1
        return super()._in_session(executable, text, limits, deadline)

    def _run_file(
        self, executable: str, text: str, limits: Limits, deadline: Deadline, manner: Manner
    ) -> tuple[Finished, str | None]:
        drawing = 'link drawn = ":w drawn.txt"; write(drawn, string(random(1, 1000000))); close(drawn);'
        drawing += ' write(":a answer.txt", "drawn: " + read("drawn.txt"));'
        finished, answer = super()._run_file(executable, text + drawing, limits, deadline, manner)
        assert answer is not None
        answer, _, self.drawn = answer.partition("drawn: ")
        return finished, answer


def test_a_job_with_a_seed_has_a_process_of_its_own() -> None:
    with closing(Counted()) as backend:
        done(backend.run(Job(system_in("x y"), "std")))
        assert backend.in_sessions == 1
        done(backend.run(Job(system_in("x y"), "std", fresh=True)))
        drawn = []
        for seed in (7, 7, 8):
            done(backend.run(Job(system_in("x y"), "std", seed=seed)))
            drawn.append(backend.drawn)
        assert backend.in_sessions == 1
    assert drawn[0] == drawn[1] != drawn[2]


class TestFinitelyManyZeros:
    """triangL, triangLfak, triangM and vdim, which are for finitely many zeros."""

    METHODS = ("triangL", "triangLfak", "triangM", "vdim")

    @pytest.mark.singular
    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("asked", [stated("x y", ["x*y"]), stated("x y", ["0"]), stated("x", [])])
    def test_infinitely_many_are_refused_with_a_method_that_takes_them(
        self, method: str, asked: PolynomialSystem
    ) -> None:
        result = SingularBackend().run(Job(asked, method))
        assert (result.status, result.answer) == (Status.UNSUPPORTED, None)
        instead = "singular:dim or reference:dimension" if method == "vdim" else "singular:facstd"
        assert result.reason.startswith(f"infinitely many zeros over the algebraic closure; try {instead}")

    @pytest.mark.singular
    @pytest.mark.parametrize("method", METHODS)
    def test_no_zeros_are_a_complete_answer(self, method: str) -> None:
        answer = whole_answer(SingularBackend().run(Job(stated("x y", ["x", "x-1"]), method)))
        assert list(answer.components) == []
        assert (answer.dimension, answer.degree) == ((-1, 0) if method == "vdim" else (None, None))

    @pytest.mark.singular
    def test_vdim_counts_zeros_with_multiplicities(self) -> None:
        answer = whole_answer(SingularBackend().run(Job(stated("x y", ["x^2*(x-1)", "y^2-x*y"]), "vdim")))
        assert (answer.task, answer.dimension, answer.degree) == (Task.DIMENSION, 0, 6)

    @pytest.mark.singular
    @pytest.mark.parametrize("method", METHODS[:3])
    def test_triangular_sets_have_the_systems_zeros(self, method: str) -> None:
        verdict = crosscheck(family("katsura", 2), [f"singular:{method}", "singular:std"], seconds=60)
        assert verdict.kind is VerdictKind.AGREE, verdict.reason
        assert all(chain for chain in whole_answer(verdict.checked[0].result).components)


@pytest.mark.slow
@pytest.mark.singular
@pytest.mark.singular_4_4
@pytest.mark.parametrize("number", range(12))
def test_two_versions_and_the_reference_agree_about_random_systems(number: int) -> None:
    """Every method whose answer can be compared, of both versions, beside the reference."""
    chance = random.Random(number)
    names = "xyz"[: chance.randint(1, 3)]
    p = chance.choice((0, 0, 2, 7, 32003))

    def term() -> str:
        powers = "*".join(f"{name}^{chance.randint(0, 2)}" for name in names)
        return f"{chance.randint(-3, 3)}*{powers}"

    asked = stated(" ".join(names), [" + ".join(term() for _ in range(3)) for _ in names], p)
    backends = [registry.get("singular"), SingularBackend(os.environ["CASBRIDGE_SINGULAR_4_4"], name="singular-4.4")]
    registry.register(backends[1])
    try:
        for reference in ("reference", "reference:dimension"):
            own = reference == "reference:dimension"
            methods = [one.name for one in SINGULAR.methods if one.task is Task.DIMENSION] if own else METHODS
            named = [f"{backend.name}:{method}" for method in methods for backend in backends]
            verdict = crosscheck(asked, [reference, *named], seconds=60)
            statuses = {one.result.status for one in verdict.checked}
            assert statuses <= {Status.COMPLETE, Status.UNSUPPORTED}
            assert verdict.kind is VerdictKind.AGREE, verdict.reason
            # Where one version cannot do it, the other cannot either.
            by_method: dict[str, set[Status]] = {}
            for one in verdict.checked[1:]:
                by_method.setdefault(one.result.method, set()).add(one.result.status)
            assert all(len(found) == 1 for found in by_method.values()), by_method
    finally:
        registry.unregister(backends[1].name)
        backends[1].close()


@pytest.mark.parametrize(
    "line",
    ["// ** i is no standard basis", "// ** dim(i,...) may be wrong because the mixed monomial ordering", "Warning: x"],
)
def test_a_warning_beside_an_answer_is_a_complaint(line: str) -> None:
    status, reason = judge(Finished("exited", 0, output=f"> {line}\n42\n"), Sum(41))
    assert (status, line in reason) == (Status.UNPARSABLE, True)


def test_a_notice_beside_an_answer_is_none() -> None:
    output = "// ** redefining i (ideal i;)\n// ** Could not open dynamic library: x\n42\n"
    assert judge(Finished("exited", 0, output=output), Sum(41)) == (Status.COMPLETE, "")
