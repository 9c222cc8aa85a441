"""The zoo: files read strictly, outcomes compared with what the files state, the page made of the files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result, Status
from casbridge.bugs.bundles import read_bundle
from casbridge.bugs.failures import bare_name
from casbridge.bugs.zoo import Outcome, Statement, Thread, Versions, Visit, programs_for, visit, visit_all
from casbridge.bugs.zoo_page import page
from casbridge.bugs.zoo_reading import parse_thread, read_zoo
from casbridge.bugs.zoo_records import read_records, record
from casbridge.cli import main
from casbridge.errors import InputError, UsageError
from casbridge.limits import Limits
from casbridge.processes.locate import Availability
from tests.conftest import PROGRAMS

ROOT = Path(__file__).resolve().parents[2]
ZOO = ROOT / "examples" / "zoo"
FILE = '''\
thread = "sympy#1"
title = "a title"
system = """
variables: y x
x^2 - 1
y - x
"""
truth = """
x = y = 1 or x = y = -1.
"""

[[outcome]]
backend = "sympy:groebner"
outcome = "right"
seen = ["1.14.0"]

[[outcome]]
backend = "sympy:solve"
versions = ">=1.4, <1.9"
outcome = "wrong"
fault = "missing zero"
runs = 3
timeout = 2.5
'''


class TestFiles:
    def test_a_whole_one(self) -> None:
        thread = parse_thread(FILE, "a.toml")
        assert (thread.name, thread.title, thread.source) == ("sympy#1", "a title", "a.toml")
        assert thread.system.ring.variables == ("y", "x")
        assert thread.text == "variables: y x\nx^2 - 1\ny - x\n"
        assert thread.truth == "x = y = 1 or x = y = -1."
        assert thread.methods == ("sympy:groebner", "sympy:solve")
        right, wrong = thread.statements
        assert right == Statement("sympy:groebner", Versions(), Outcome.RIGHT, seen=("1.14.0",))
        assert (wrong.outcome, wrong.fault, wrong.runs, wrong.seconds) == (Outcome.WRONG, "missing zero", 3, 2.5)
        assert thread.statements_on("sympy:solve", "1.8.1") == [wrong]
        assert thread.statements_on("sympy:solve", "1.9") == []
        assert thread.statements_on("sympy:groebner", "0.1") == [right]

    @pytest.mark.parametrize(
        ("old", "new", "line", "what"),
        [
            ('truth = """', 'truh = """', 8, r"unknown key 'truh'; expected one of thread, .*did you mean 'truth'\?"),
            ('title = "a title"\n', "", 1, "no key 'title'"),
            ('"a title"', "7", 2, "title = 7; expected a text"),
            ('"a title"', '"  "', 2, "title is empty"),
            ('"a title"', '"a\\u0007"', 2, "printable characters in one line"),
            ("sympy#1", "sympy 1", 1, 'thread = .*expected a project and a number, such as "sympy#23110"'),
            ('title = "a title"', "title = ", 2, "bad TOML"),
            ("y - x", "y - z", 6, "z"),
            ("y - x", "y - ", 6, "expected"),
            (
                'backend = "sympy:groebner"',
                'backend = "sympi:groebner"',
                13,
                r"no backend 'sympi'.*did you mean sympy\?",
            ),
            (
                'backend = "sympy:groebner"',
                'backend = "sympy:grobner"',
                13,
                r"no method.*did you mean sympy:groebner\?",
            ),
            ('backend = "sympy:groebner"', 'backend = "sympy"', 13, "expected a backend and a method"),
            ('backend = "sympy:groebner"', 'backend = "sympy@1.9:solve"', 13, "expected a backend and a method"),
            ('backend = "sympy:groebner"\n', "", 12, "no key 'backend'"),
            ('outcome = "right"', 'outcome = "rigth"', 14, r"expected one of wrong, .*did you mean 'right'\?"),
            ('outcome = "right"', 'outcome = "missing"', 14, "outcome = 'missing'"),
            ('outcome = "right"', 'outcome = "wrong"', 14, 'outcome = "wrong" without a fault'),
            ('outcome = "wrong"', 'outcome = "crash"', 21, 'a fault beside outcome = "crash"'),
            ('"missing zero"', '"missing zeros"', 21, r"did you mean 'missing zero'\?"),
            (">=1.4, <1.9", "1.4", 19, "versions '1.4'; expected conditions such as"),
            ("runs = 3", "runs = 0", 22, "expected a whole number from 1 to 100"),
            ("runs = 3", "runs = true", 22, "expected a whole number"),
            ("runs = 3", "rums = 3", 22, r"unknown key 'rums'.*did you mean 'runs'\?"),
            ("timeout = 2.5", "timeout = inf", 23, "expected a number from"),
            ('seen = ["1.14.0"]', 'seen = ["new"]', 15, "seen = .*a list of versions"),
            ('seen = ["1.14.0"]', "seen = 1.14", 15, "a list of versions"),
            ("timeout = 2.5", 'seen = ["1.14.0"]', 23, "seen in 1.14.0; expected only versions that meet"),
            ("[[outcome]]", "[outcome]", 12, "bad TOML|no list of tables"),
        ],
    )
    def test_a_mistake_is_one_line_with_its_place(self, old: str, new: str, line: int, what: str) -> None:
        assert old in FILE
        text = FILE.replace(old, new, 1)
        with pytest.raises(InputError, match=what) as caught:
            parse_thread(text, "a.toml")
        message = str(caught.value)
        assert "\n" not in message
        assert message.startswith(f"a.toml:{line}:") or "bad TOML" in message, message

    def test_a_fault_that_depends_on_chance(self) -> None:
        thread = parse_thread(FILE.replace('fault = "missing zero"\n', ""))
        assert (thread.statements[1].outcome, thread.statements[1].fault) == (Outcome.WRONG, "")
        with pytest.raises(InputError, match="a fault, or runs where it depends on chance"):
            parse_thread(FILE.replace('fault = "missing zero"\nruns = 3\n', ""))

    def test_a_fault_without_a_thread(self) -> None:
        assert parse_thread(FILE.replace("sympy#1", "giac#unreported-lex")).name == "giac#unreported-lex"
        with pytest.raises(InputError, match="expected a project and a number"):
            parse_thread(FILE.replace("sympy#1", "giac#lex"))

    def test_folders_and_files(self, tmp_path: Path) -> None:
        (tmp_path / "b.toml").write_text(FILE.replace("#1", "#2"), encoding="utf-8")
        (tmp_path / "a.toml").write_text(FILE, encoding="utf-8")
        assert [thread.name for thread in read_zoo([tmp_path])] == ["sympy#1", "sympy#2"]
        assert [thread.name for thread in read_zoo([tmp_path / "b.toml", tmp_path / "b.toml"])] == ["sympy#2"]
        (tmp_path / "c.toml").write_text(FILE, encoding="utf-8")
        with pytest.raises(InputError, match=r"c\.toml:1:1: sympy#1 again; expected one file; it is in .*a\.toml"):
            read_zoo([tmp_path])
        (tmp_path / "d").mkdir()
        with pytest.raises(InputError, match=r"a folder without files \*\.toml"):
            read_zoo([tmp_path / "d"])
        with pytest.raises(InputError, match="no such file"):
            read_zoo([tmp_path / "e.toml"])
        (tmp_path / "f").write_bytes(b"\xff")
        with pytest.raises(InputError, match="cannot be read: not UTF-8"):
            read_zoo([tmp_path / "f"])


class TestVersions:
    @pytest.mark.parametrize(
        ("text", "yes", "no"),
        [
            ("", "0.1 9", ""),
            (">=1.9", "1.9 1.9.0 1.10.1 2", "1.8.9 1"),
            (">1.9", "1.9.1 1.10", "1.9 1.9.0 1.8"),
            ("<1.14", "1.13.3 1.9", "1.14 1.14.0"),
            ("<=4.4.1", "4.4.1 4.4.1.5 4.3", "4.4.2 4.5"),
            ("==4.4.1", "4.4.1 4.4.1.5", "4.4.10 4.4 4.4.2"),
            ("!=4.4", "4.3 4.40", "4.4 4.4.1"),
            (" >= 1.6 , < 1.8 , !=1.7.1", "1.6 1.7 1.7.0", "1.5 1.7.1 1.8"),
        ],
    )
    def test_conditions(self, text: str, yes: str, no: str) -> None:
        versions = Versions.of(text)
        assert all(map(versions.hold, yes.split()))
        assert not any(map(versions.hold, no.split()))

    @pytest.mark.parametrize("text", ["1.9", "=1.9", ">=1.9;", ">=", "~=1.9", ">=1.9,", "==1.*", ">=1.9rc1"])
    def test_what_is_none(self, text: str) -> None:
        with pytest.raises(UsageError, match="expected conditions such as"):
            Versions.of(text)


def test_whom_to_ask() -> None:
    methods = ["sympy:solve", "sympy:groebner", "singular:std"]
    assert programs_for(methods) == methods
    assert programs_for(methods, ["singular", "singular@4.4"]) == ["singular:std", "singular@4.4:std"]
    assert programs_for(methods[:1], [], ["sympy@1.9", "singular@4.4"]) == ["sympy:solve", "sympy@1.9:solve"]
    assert programs_for(methods, ["gap"]) == []


class Chancy:
    """A backend that loses a zero with some seeds, and ends otherwise as it is told."""

    name, default_method, target = "chancy", "split", None
    methods = registry.get("reference").methods

    def __init__(self) -> None:
        self.seeds: list[int] = []
        self.bad_seeds = {3}
        self.status: Status | None = None
        self.version = "1.4"
        self.seconds: float | None = None
        self.stops_after = 100

    def availability(self) -> Availability:
        return Availability(True, version=self.version)

    def run(self, job: Job) -> Result:
        if len(self.seeds) == self.stops_after:
            raise KeyboardInterrupt
        self.seeds.append(job.seed)
        self.seconds = job.limits.seconds
        if self.status is not None:
            return Result(self.name, job.method, self.status, reason="it broke", version=self.version)
        result = registry.get("reference").run(job)
        assert result.answer is not None
        answer = result.answer
        if job.seed in self.bad_seeds:
            answer = replace(answer, components=tuple(answer.components)[:1])
        return replace(result, backend=self.name, answer=answer, version=self.version)


@pytest.fixture
def chancy(monkeypatch: pytest.MonkeyPatch) -> Chancy:
    made = Chancy()
    monkeypatch.setitem(registry._registered, "chancy", made)
    return made


def thread_of(**changes: Any) -> Any:
    text = FILE.replace("sympy:groebner", "chancy:split").replace("sympy:solve", "chancy:split")
    text = text.replace('outcome = "right"\nseen = ["1.14.0"]', 'versions = ">=1.9"\noutcome = "right"')
    return replace(parse_thread(text), **changes)


class TestVisits:
    def test_chance_is_asked_until_it_shows(self, chancy: Chancy) -> None:
        found = visit(thread_of(), "chancy:split")
        assert (found.outcome, found.fault, found.shown, found.runs) == (Outcome.WRONG, "missing zero", 1, 3)
        assert found.as_stated is True
        assert "lacks" in found.witness or "zero" in found.witness
        assert chancy.seeds == [1, 2, 3]
        assert chancy.seconds == 2.5
        anyhow = replace(thread_of().statements[1], fault="")
        assert visit(thread_of(statements=(anyhow,)), "chancy:split").as_stated is True
        chancy.bad_seeds = set()
        found = visit(thread_of(), "chancy:split")
        assert (found.outcome, found.as_stated, found.runs) == (Outcome.RIGHT, False, 3)

    def test_a_version_of_which_nothing_is_stated(self, chancy: Chancy) -> None:
        chancy.version, chancy.bad_seeds = "1.3", set()
        found = visit(thread_of(), "chancy:split", Limits(seconds=7))
        assert (found.outcome, found.stated, found.as_stated) == (Outcome.RIGHT, None, None)
        # As often as the file says of another version.
        assert chancy.seeds == [1, 2, 3]
        assert chancy.seconds == 7

    def test_builds_of_one_version_that_differ(self, chancy: Chancy) -> None:
        chancy.bad_seeds = {0}
        statements = tuple(
            Statement("chancy:split", Versions(), outcome, fault)
            for outcome, fault in ((Outcome.RIGHT, ""), (Outcome.WRONG, "missing zero"))
        )
        wrong = visit(thread_of(statements=statements), "chancy:split")
        assert (wrong.stated, wrong.as_stated) == (statements[1], True)
        chancy.bad_seeds = set()
        assert visit(thread_of(statements=statements), "chancy:split").stated == statements[0]

    @pytest.mark.parametrize(
        ("status", "outcome"),
        [
            (Status.CRASHED, Outcome.CRASH),
            (Status.TIMEOUT, Outcome.TIME),
            (Status.MEMORY, Outcome.TIME),
            (Status.UNSUPPORTED, Outcome.REFUSED),
            (Status.UNPARSABLE, Outcome.UNPARSABLE),
        ],
    )
    def test_statuses(self, chancy: Chancy, status: Status, outcome: Outcome) -> None:
        chancy.status, chancy.version = status, "1.9"
        found = visit(thread_of(), "chancy:split")
        assert (found.outcome, found.as_stated, found.reason) == (outcome, False, "it broke")

    @pytest.mark.slow
    def test_a_missing_version_is_a_row_and_the_rest_runs(self, chancy: Chancy) -> None:
        thread = parse_thread(FILE)
        seen: list[tuple[int, int]] = []
        rows = list(visit_all([thread], ["sympy@0.1", "sympy"], progress=lambda *done: seen.append(done)))
        assert [(row.backend, row.outcome) for row in rows][:2] == [
            ("sympy@0.1:groebner", Outcome.MISSING),
            ("sympy:groebner", Outcome.RIGHT),
        ]
        assert "no SymPy 0.1 here" in rows[0].reason
        assert rows[0].as_stated is None
        assert seen == [(0, 4), (1, 4), (2, 4), (3, 4)]

    def test_another_fault_than_stated(self) -> None:
        stated = Statement("a:b", Versions(), Outcome.WRONG, "false zero")
        assert Visit("a#1", "a:b", "1", Outcome.WRONG, "missing zero", stated=stated).as_stated is False


class TestCommand:
    def test_the_table(self, chancy: Chancy, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "a.toml"
        first, _, _ = FILE.replace("sympy:groebner", "chancy:split").partition('[[outcome]]\nbackend = "sympy:solve')
        file.write_text(first, encoding="utf-8")
        chancy.bad_seeds = {0}
        assert main(["zoo", str(file)]) == 0
        output = capsys.readouterr().out
        assert "wrong: missing zero" in output
        assert "no: right" in output
        assert "1 thread: 1 wrong; 1 not as stated" in output
        assert main(["zoo", str(file), "--json"]) == 0
        (found,) = json.loads(capsys.readouterr().out)["threads"]
        assert found["thread"] == "sympy#1"
        (row,) = found["visits"]
        assert (row["outcome"], row["as_stated"], row["version"]) == ("wrong", False, "1.4")
        assert row["stated"] == {"outcome": "right", "fault": None}

    def test_a_run_that_is_stopped_has_its_rows_and_goes_on(
        self, chancy: Chancy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        text = FILE.partition("[[outcome]]")[0] + '[[outcome]]\nbackend = "chancy:split"\noutcome = "right"\n'
        for number in (1, 2, 3):
            (tmp_path / f"{number}.toml").write_text(text.replace("sympy#1", f"a#{number}"), encoding="utf-8")
        records = tmp_path / "records.jsonl"
        chancy.stops_after = 2
        assert main(["zoo", str(tmp_path), "-o", str(records)]) == 130
        assert [row.split()[0] for row in capsys.readouterr().out.splitlines()] == ["thread", "a#1", "a#2"]
        assert [row.thread for row in read_records([records])] == ["a#1", "a#2"]
        with records.open("a", encoding="utf-8") as stream:
            stream.write('{"thread": "a#3", "cut')
        chancy.stops_after, chancy.seeds = 100, []
        assert main(["zoo", str(tmp_path), "-o", str(records), "--jsonl"]) == 0
        assert [json.loads(row)["thread"] for row in capsys.readouterr().out.splitlines()] == ["a#1", "a#2", "a#3"]
        assert len(chancy.seeds) == 1
        assert [row.thread for row in read_records([records])] == ["a#1", "a#2", "a#3"]
        # Another version, and a system that was changed, are asked again.
        chancy.version = "1.5"
        assert main(["zoo", str(tmp_path), "-o", str(records)]) == 0
        (tmp_path / "3.toml").write_text(text.replace("sympy#1", "a#3").replace("y - x", "y + x"), encoding="utf-8")
        assert main(["zoo", str(tmp_path), "-o", str(records)]) == 0
        assert len(read_records([records])) == 7

    def test_records_are_joined_and_make_the_page(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        thread = parse_thread(FILE)
        old = Visit("sympy#1", "sympy:solve", "1.8", Outcome.WRONG, "missing zero", platform="A", system=thread.digest)
        new = replace(old, version="1.14.0", outcome=Outcome.RIGHT, fault="", platform="B")
        changed = replace(old, version="1.7", platform="C", system="0")
        for name, rows in (("a", [old, changed]), ("b", [old, new])):
            for row in rows:
                record(row, f"{tmp_path}/{name}.jsonl")
        joined = f"{tmp_path}/joined.jsonl"
        sources = [f"{tmp_path}/a.jsonl", f"{tmp_path}/b.jsonl"]
        assert main(["merge", *sources, "-o", joined, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["records"] == 3
        assert read_records([joined]) == read_records(sources) == [old, changed, new]
        assert main(["merge", *sources, "-o", joined]) == 2
        (tmp_path / "a.toml").write_text(FILE, encoding="utf-8")
        capsys.readouterr()
        assert main(["zoo", str(tmp_path / "a.toml"), "--page", "--records", joined]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert "| thread | method | A | B |" in lines
        assert any("`sympy:solve` | 1.8: **wrong** | 1.14.0: right |" in line for line in lines)
        assert any("`sympy:solve` | 1.8: **wrong**, 1.14.0: right |" in line for line in lines)
        assert not any("1.7" in line.partition("`sympy:solve`")[2] for line in lines)

    @pytest.mark.parametrize("line", ["", "[]", '{"thread": "a#1"}', "x"])
    def test_a_line_that_is_no_record(self, line: str, tmp_path: Path) -> None:
        path = tmp_path / "a.jsonl"
        record(Visit("a#1", "a:b", "1", Outcome.RIGHT), str(path))
        with path.open("a", encoding="utf-8") as stream:
            stream.write(f"{line}\n")
        with pytest.raises(InputError) as caught:
            read_records([path])
        assert caught.value.source is not None
        assert caught.value.source.startswith(f"{path}:2")

    @pytest.mark.parametrize(
        ("arguments", "why"),
        [
            (["--records", "a.jsonl"], "--records without --page"),
            (["--backends", "sympy:solve"], "expected a backend without a method"),
            (["--backends", "sympi"], "no backend 'sympi'"),
            (["--with", "reference==1"], "reference is no backend in a package"),
            (["--program", "singular=/x"], "expected NAME@VERSION=PATH"),
            (["no-such-file.toml"], "no-such-file.toml: no such file"),
        ],
    )
    def test_what_it_cannot_do(
        self, arguments: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "a.toml").write_text(FILE, encoding="utf-8")
        assert main(["zoo", str(tmp_path / "a.toml"), *arguments]) == 2
        error = capsys.readouterr().err
        assert why in error
        assert error.count("\n") == 1

    def test_without_files_it_is_the_zoo_that_casbridge_brings(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert main(["zoo", "--page"]) == 0
        assert "sympy#23110" in capsys.readouterr().out

    @pytest.mark.usefixtures("nothing_hidden")
    def test_a_program_that_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("CASBRIDGE_SYMPY_0_1", "")
        (tmp_path / "a.toml").write_text(FILE, encoding="utf-8")
        assert (
            main(["zoo", str(tmp_path / "a.toml"), "--backends", "sympy@0.1", "--program", "sympy@0.1=/nowhere"]) == 0
        )
        told = " ".join(capsys.readouterr().out.split())
        assert "CASBRIDGE_SYMPY_0_1 is set to /nowhere: no executable file" in told


THREADS = read_zoo([ZOO])
#: Three runs of the zoo, on three systems.
RECORDS = read_records([ZOO / "debian.jsonl"])
#: Second versions, where they are: a marker of tests, and the name to ask.
SECOND = {"singular_4_4": "singular@4.4", "sympy_1_9": "sympy@1.9"}


def visits() -> Iterator[Any]:
    """Each thread with each name to ask; the markers say what it needs."""
    for thread in THREADS:
        for name in programs_for(thread.methods, more=list(SECOND.values())):
            base = name.partition(":")[0]
            version = base.partition("@")[2]
            if version and not thread.statements_on(bare_name(name), version):
                continue
            needs = next((marker for marker, one in SECOND.items() if one == base), base)
            marks = [getattr(pytest.mark, needs)] if needs in PROGRAMS else []
            yield pytest.param(thread, name, marks=marks, id=f"{thread.name}-{name}")


@pytest.mark.slow
@pytest.mark.parametrize(("thread", "name"), list(visits()))
def test_it_is_as_the_file_states(thread: Thread, name: str) -> None:
    found = visit(thread, name)
    assert found.outcome is not Outcome.MISSING, found.reason
    if found.stated is None:
        pytest.skip(f"nothing is stated of {name} {found.version}; it is {found.outcome}")
    assert found.as_stated, f"{found.outcome} {found.fault}: {found.witness or found.reason}"


class TestTheFilesHere:
    def test_the_page_is_made_of_them(self) -> None:
        made = page(THREADS, RECORDS)
        command = "casbridge zoo examples/zoo --page --records examples/zoo/debian.jsonl > docs/zoo.md"
        assert (ROOT / "docs" / "zoo.md").read_text(encoding="utf-8") == made, command

    def test_the_records_are_as_the_files_state(self) -> None:
        assert len({row.platform for row in RECORDS}) == 3
        threads = {thread.name: thread for thread in THREADS}
        for row in RECORDS:
            thread = threads[row.thread]
            seen = row.beside(thread.statements_on(row.backend, row.version))
            assert seen.system == thread.digest, "ask about the system again"
            assert seen.as_stated or seen.outcome is Outcome.UNDECIDED, seen

    def test_names_of_files(self) -> None:
        for thread in read_zoo([ZOO]):
            assert Path(thread.source).stem == thread.name.replace("#", "-").lower()
            assert thread.statements, thread.name


def test_a_device_is_no_file_of_the_zoo(tmp_path: Path) -> None:
    """It has no size, and no end."""
    endless = tmp_path / "endless.toml"
    endless.symlink_to("/dev/zero")
    with pytest.raises(InputError, match="a device; expected a file"):
        read_zoo([endless])


def test_each_bundle_beside_the_zoo_shows_a_fault_and_is_explained() -> None:
    folder = ZOO / "bundles"
    explained = (folder / "README.md").read_text(encoding="utf-8")
    bundles = {path.name: read_bundle(str(path)) for path in folder.glob("*.json")}
    assert len(bundles) == explained.count(".json` |") > 0
    for name, bundle in bundles.items():
        assert f"| `{name}` |" in explained
        assert bundle.fault is not None
        assert bundle.verdict["verdict"] == "disagree"
        assert bundle.verdict["witness"]["fault"] == bundle.fault.kind


def test_texts_of_a_file_are_no_markdown() -> None:
    """A title or a truth brings no tag and no link to the page."""
    text = "<script>a</script> [b](javascript:b) ![c](http://c) `<i>` ` <i>"
    thread = parse_thread(f"thread = 'a#1'\ntitle = '{text}'\nsystem = 'x^2'\ntruth = '{text}'", "a.toml")
    shown = page([thread]).partition("## a#1: ")[2].partition("## A file")[0].replace("`<i>`", "")
    assert "<" not in shown
    assert "](" not in shown.replace("\\](", "")
