"""Which jobs are meant: filters and samples, and those that mean nothing."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pytest

from casbridge.errors import InputError, UsageError
from casbridge.studies.choosing import Choice
from casbridge.studies.inputs import Source, all_sources, inputs_of
from casbridge.studies.jobs import JobSpec, jobs_of, size_of
from casbridge.studies.plan import InputSpec, Plan
from casbridge.studies.reading import plan_of_text
from casbridge.studies.values import Input

SPEC = InputSpec("files", ("*.txt",))
PLAN = Plan("order", (SPEC,), ("reference", "singular", "sympy"), repeat=3, seed=1)


def systems(count: int) -> list[tuple[Input, tuple[str, ...]]]:
    return [(Input(f"line-{n}.txt", "system", f"x - {n}"), ()) for n in range(count)]


def meant(
    plan: Plan, inputs: list[tuple[Input, tuple[str, ...]]], *texts: str, size: int | None = None
) -> list[JobSpec]:
    """The jobs that are meant, in the order of the plan."""
    sources = [Source(one.name, SPEC) for one, _ in inputs]
    choice = Choice(plan, sources, texts, size)
    deque(choice.jobs(inputs), maxlen=0)
    found = [job for job in jobs_of(plan, inputs) if all(one.matches(job) for one in choice.filters)]
    assert len(found) == choice.number
    return found


def test_a_sample_has_whole_cases_and_is_the_same_for_the_same_seed() -> None:
    chosen = meant(PLAN, systems(200), size=30)
    inputs = [job.input for job in chosen]
    assert len(chosen) == 30
    assert {job.repeat for job in chosen} == {1}
    assert all(inputs.count(name) == 3 for name in inputs)
    assert set(chosen) == set(meant(PLAN, systems(200)[::-1], size=30))
    other = Plan("order", (SPEC,), PLAN.backends, repeat=3, seed=2)
    assert {job.input for job in meant(other, systems(200), size=30)} != set(inputs)


def test_a_sample_larger_than_the_study_is_all_of_it() -> None:
    assert len(meant(PLAN, systems(5), size=10**6)) == size_of(PLAN, systems(5)).jobs


def test_a_sample_of_what_is_meant() -> None:
    chosen = meant(PLAN, systems(20), "line-1*.txt", "backends=sympy", size=4)
    assert len(chosen) == 4
    assert {job.backend for job in chosen} == {"sympy"}
    assert all(job.input.startswith("line-1") for job in chosen)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "few.txt").write_text(".4.....1..3.2...\n14............12\n")
    (tmp_path / "bad.xml").write_text("<")
    return tmp_path


def plan_in(folder: Path, *lines: str, files: str = 'puzzles = "few.txt"') -> Plan:
    text = "\n".join(["[[inputs]]", files, "[[inputs]]", 'family = "cyclic"', "n = [3, 4]", "[matrix]"])
    return plan_of_text("\n".join([text, 'backends = ["reference", "sympy"]', *lines, ""]), folder / "study.toml")


def chosen(plan: Plan, *texts: str) -> int:
    sources = all_sources(plan)
    choice = Choice(plan, sources, texts)
    deque(choice.jobs(inputs_of(plan, sources)), maxlen=0)
    return choice.number


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["few.txt:2"], 2),
        (["*:1", "backends=sympy"], 1),
        (["few.txt"], 4),
        (["few.txt:999"], "inputs=few.txt:999 matches nothing; expected the name of an input"),
        (["few.txt:2", "few.txt:3"], "inputs=few.txt:3 matches nothing"),
        (["few.tx:2"], "inputs=few.tx matches nothing"),
        (["family=cyclic", "few.txt"], "--only family=cyclic, inputs=few.txt matches no job"),
    ],
)
def test_only(folder: Path, texts: list[str], found: int | str) -> None:
    plan = plan_in(folder)
    if isinstance(found, int):
        assert chosen(plan, *texts) == found
        return
    with pytest.raises(UsageError) as caught:
        chosen(plan, *texts)
    assert str(caught.value).startswith(found)


@pytest.mark.parametrize(
    ("exclude", "found"),
    [
        ('{ inputs = "few.txt:2" }', 6),
        ('[{ inputs = "few.txt:2", backends = "sympy" }, { n = 4 }]', 5),
        # A filter whose jobs an earlier one has left out already is no mistake.
        ('[{ inputs = "few.txt" }, { inputs = "few.txt:2", backends = "sympy" }]', 4),
        ('[{ n = 4 }, { inputs = "few.txt:999" }]', "study.toml:8:25: inputs=few.txt:999 matches nothing"),
        ('[{ inputs = "few.txt" }, { family = "cyclic" }]', "study.toml:8:1: exclude leaves no job; expected a filter"),
        ('{ inputs = "few.txt:3" }', "study.toml:8:13: inputs=few.txt:3 matches nothing"),
        ('{ inputs = "few.txt", n = 4 }', "study.toml:8:1: a filter that matches no job: inputs=few.txt, n=4"),
    ],
)
def test_exclude(folder: Path, exclude: str, found: int | str) -> None:
    plan = plan_in(folder, f"exclude = {exclude}")
    if isinstance(found, int):
        assert chosen(plan) == found
        return
    with pytest.raises(InputError) as caught:
        chosen(plan)
    assert str(caught.value).startswith(f"{folder}/{found}")


def test_a_file_that_cannot_be_read_may_have_the_line(folder: Path) -> None:
    plan = plan_in(folder, 'exclude = { inputs = "bad.xml:3" }', files='files = "bad.xml"')
    assert chosen(plan) == 6
    # But nothing runs for it now.
    with pytest.raises(UsageError, match=r"--only inputs=bad.xml:3 matches no job"):
        chosen(plan, "bad.xml:3")
