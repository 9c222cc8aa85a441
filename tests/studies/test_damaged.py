"""Stores that are damaged, newer, older, of others or in use: one line each, and the file stays as it was."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.synthetic import make_store
from casbridge.errors import CasbridgeError, InputError, WriteError
from casbridge.studies import schema
from casbridge.studies.jobs import jobs_of
from casbridge.studies.merging import merge
from casbridge.studies.plan import Plan
from casbridge.studies.store import Store
from casbridge.studies.texts import packed
from casbridge.studies.values import Input, Outcome

PLAN = Plan("lines", (), ("reference",))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("sound") / "sound.sqlite"
    make_store(path, 300)
    return path.read_bytes()


def read_all(path: Path) -> None:
    with Store.open(path) as store:
        rows = [*store.rows()]
        store.counts()
        [*store.verdict_rows()]
        [*store.waiting(limits=None)]
        [*store.inputs()]
        store.runs()
        for row in rows[:20]:
            for kind in ("script", "transcript", "verdict", "input"):
                store.text(kind, row.number)


def write_some(path: Path) -> None:
    with Store.open(path, write=True) as store:
        store.keep([Outcome(number, f"new {number}", "complete", answer=packed("1")) for number in range(1, 50)])
        [*store.to_judge()]


def error_of(work: Callable[[Path], object], path: Path) -> str:
    """What it says; "" where it works."""
    try:
        work(path)
    except CasbridgeError as error:
        return str(error)
    return ""


def check_damaged(path: Path, content: bytes, what: str) -> None:
    """Whatever is done with a damaged file, it works or gives one line; reading changes nothing."""
    for work in (read_all, lambda path: merge([path], path.with_suffix(".merged")), write_some):
        path.write_bytes(content)
        said = error_of(work, path)
        assert "\n" not in said, what
        assert not said or path.stem in said, f"{what}: {said}"
        if work is read_all:
            assert path.read_bytes() == content, what
        names = {other.name for other in path.parent.iterdir()}
        # SQLite itself may leave its log of a file that it could not go on with.
        assert names <= {path.name, path.stem + ".merged", path.name + "-wal", path.name + "-shm"}, f"{what}: {names}"
        for name in names:
            (path.parent / name).unlink()


@pytest.mark.parametrize("rounds", [4, pytest.param(60, marks=pytest.mark.slow)])
def test_a_truncated_file_is_told(sound: bytes, tmp_path: Path, rounds: int) -> None:
    chance = random.Random(rounds)
    for _ in range(rounds):
        size = chance.randrange(len(sound))
        check_damaged(tmp_path / "damaged.sqlite", sound[:size], f"truncated to {size}")


def test_a_copy_without_its_log_is_told(tmp_path: Path) -> None:
    """SQLite says nothing of an older state of the file. A file that was copied while pages came to it is damaged."""
    path, copy = tmp_path / "lines.sqlite", tmp_path / "copy.sqlite"
    inputs = [(Input(f"line {n}", "system", f"x - {n}"), ()) for n in range(300)]
    with Store.create(path, PLAN) as store:
        shutil.copy(path, copy)
        store.sync(PLAN, jobs_of(PLAN, inputs))
        with Store.open(copy) as old:
            assert (old.counts().jobs, store.counts().jobs) == (0, 300)
        merge([path], tmp_path / "whole.sqlite")
        with Store.open(tmp_path / "whole.sqlite") as whole:
            assert whole.counts() == store.counts()
    content = path.read_bytes()
    for log in (True, False):
        # The header says whether the file has a log.
        copy.write_bytes(content[:18] + (b"\2\2" if log else b"\1\1") + content[20 : len(content) // 2])
        with pytest.raises(InputError, match="a damaged store") as told, Store.open(copy) as damaged:
            [*damaged.rows()]
        assert ("a copy needs copy.sqlite-wal too" in str(told.value)) == log
        assert "sqlite3 COPY .recover" in str(told.value)
        assert "\n" not in str(told.value)


@pytest.mark.parametrize("rounds", [8, pytest.param(60, marks=pytest.mark.slow)])
def test_flipped_bytes_never_give_a_traceback(sound: bytes, tmp_path: Path, rounds: int) -> None:
    chance = random.Random(rounds)
    for _ in range(rounds):
        content = bytearray(sound)
        places = [chance.randrange(len(content)) for _ in range(chance.choice((1, 10, 100)))]
        for place in places:
            content[place] ^= 1 << chance.randrange(8)
        check_damaged(tmp_path / "damaged.sqlite", bytes(content), f"flipped {places}")


def small(path: Path) -> Path:
    with Store.create(path, PLAN) as store:
        store.sync(PLAN, jobs_of(PLAN, [(Input("line", "system", "x - 1"), ())]))
        store.keep([Outcome(1, "k", "complete", script=packed("x"), answer=packed("y"))])
    return path


def run_sql(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("PRAGMA user_version = 99", "a store of version 99, made by a newer casbridge; .*update casbridge"),
        ("PRAGMA user_version = 0", "a store of version 0; expected 1 to"),
        ("PRAGMA application_id = 5", "not a casbridge store"),
        ("DROP TABLE verdicts", "its (table verdicts|index verdicts_by_kind) is not that of version"),
        ("CREATE TRIGGER t AFTER UPDATE ON jobs BEGIN DELETE FROM results; END", "its trigger t is not"),
        ("CREATE TABLE more (x)", "its table more is not"),
        ("ALTER TABLE results ADD COLUMN more", "its table results is not"),
        ("UPDATE results SET status = 'perfect'", "status is 'perfect'; expected a value that casbridge wrote"),
        ("UPDATE results SET degree = 'many'", "degree is 'many'"),
        ("UPDATE results SET real = 1.5", "real is 1.5"),
        ("UPDATE results SET wall_seconds = 9e999", "wall_seconds is inf"),
        ("UPDATE results SET wall_seconds = x'00'", "wall_seconds is b"),
        ("UPDATE results SET warnings = '{'", "the warnings are"),
        ("UPDATE results SET warnings = '[' || char(0) || ']'", "the warnings are"),
        ("UPDATE results SET reason = 7.5e0, host = x'ff'", "is b|is 7.5"),
        ("UPDATE results SET reason = CAST(x'ff' AS TEXT)", "a damaged store"),
        ("UPDATE blobs SET data = x'00'", "cannot be unpacked"),
        ("UPDATE blobs SET data = 'text'", "a text is missing"),
        ("DELETE FROM blobs", "a text is missing"),
        ("DELETE FROM cases", "a case is missing"),
        ("UPDATE inputs SET kind = 'virus'", "kind is 'virus'"),
        ("UPDATE study SET value = '[1, 2' WHERE name = 'limits'", "the study's limits are"),
        ("UPDATE study SET value = '{\"seconds\": -1}' WHERE name = 'limits'", "the limits of the study: seconds=-1"),
        ("UPDATE runs SET about = '[[[['", "the notes of a run are"),
    ],
)
def test_values_of_others_are_refused(tmp_path: Path, statement: str, told: str) -> None:
    path = small(tmp_path / "others.sqlite")
    with Store.open(path, write=True) as store:
        store.begin_run(workers=1)
    run_sql(path, "UPDATE jobs SET attempts = 1", statement)
    before = path.read_bytes()

    def look() -> None:
        read_all(path)
        with Store.open(path) as store:
            store.number_waiting()
            for work in store.waiting(retry=["complete"]):
                assert work.case

    with pytest.raises(InputError, match=told) as error:
        look()
    assert "\n" not in str(error.value)
    assert "others.sqlite" in str(error.value)
    assert path.read_bytes() == before


def test_a_huge_text_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = small(tmp_path / "huge.sqlite")
    monkeypatch.setattr("casbridge.studies.texts.LONGEST_TEXT", 10_000)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("UPDATE blobs SET data = ?", (packed("x" * 100_000),))
    connection.close()
    with Store.open(path) as store, pytest.raises(InputError, match="cannot be unpacked"):
        store.text("script", 1)


def bomb(length: int) -> bytes:
    """A packed text of so many MB, of which no more than one was in memory."""
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(b"a" * (1 << 20)) for _ in range(length)) + packer.flush()


@pytest.mark.parametrize("part", ["script", "transcript", "answer"])
@pytest.mark.parametrize("text", [None, b"no", packed("x" * 100_000)[:-9], packed("x" * 100_000)])
def test_results_with_unreadable_texts_are_not_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, text: bytes | None
) -> None:
    """Also where they are on a later page than others: then none is taken."""
    monkeypatch.setattr("casbridge.studies.texts.LONGEST_TEXT", 10_000)
    monkeypatch.setattr("casbridge.studies.results.MOST_PARAMETERS", 1)
    first, other, path = (tmp_path / f"{name}.sqlite" for name in ("own", "other", "merged"))
    jobs = [(Input(f"line-{n}", "system", f"x - {n}"), ()) for n in range(2)]
    with Store.create(first, PLAN) as store:
        store.sync(PLAN, jobs_of(PLAN, jobs))
    shutil.copy(first, other)
    with Store.open(other, write=True) as store:
        for number in (1, 2):
            texts = {name: packed(f"{name} {number}") for name in ("script", "transcript", "answer")}
            store.keep([Outcome(number, f"k{number}", "complete", **texts)])
    with sqlite3.connect(other) as connection:
        last = f"(SELECT {part} FROM results WHERE key = 'k2')"
        if text is None:
            connection.execute(f"DELETE FROM blobs WHERE digest = {last}")
        else:
            connection.execute(f"UPDATE blobs SET data = ? WHERE digest = {last}", (text,))
    connection.close()
    said = r"other\.sqlite: a (text that cannot be unpacked|damaged store: a text is missing)"
    with Store.open(other) as store, Store.open(first, write=True) as own:
        with pytest.raises(InputError, match=said):
            own.take_over(store)
        assert own.query("SELECT count(*) FROM results") == [(0,)]
        assert own.counts().statuses == {"waiting": 2}
    with pytest.raises(InputError, match=said):
        merge([first, other], path)
    assert not path.exists()


@pytest.mark.slow
def test_a_text_that_is_too_long_takes_no_memory() -> None:
    """In a process of its own with 500 MB; the text has more than twice as many."""
    program = (
        "import sys, resource\nfrom casbridge.studies.texts import unpacked\ndata = sys.stdin.buffer.read()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (500_000_000, 500_000_000))\n"
        "try: unpacked(data)\nexcept Exception as error: print(repr(error), error)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], input=bomb(1100), capture_output=True, timeout=60, check=True)
    assert "a text that cannot be unpacked; expected one that a study packed" in run.stdout.decode()


@pytest.mark.parametrize("content", [b"", b"notes", b"SQLite format 3\0", b"\0" * 5000])
def test_other_files_are_no_stores(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.sqlite"
    path.write_bytes(content)
    for write in (False, True):
        with pytest.raises(InputError, match=r"notes\.sqlite: (not a casbridge|a damaged) store"):
            Store.open(path, write=write)
    with pytest.raises(InputError, match="there is such a file already"):
        Store.create(path, PLAN)
    assert path.read_bytes() == content
    assert [*tmp_path.iterdir()] == [path]


def test_folders_missing_files_and_other_studies_are_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a folder"):
        Store.open(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        Store.open(tmp_path / "none.sqlite")
    with pytest.raises(WriteError):
        Store.create(tmp_path / "no" / "such.sqlite", PLAN)
    small(tmp_path / "lines.sqlite")
    with pytest.raises(InputError, match="a store of the study 'lines'; expected one of 'others'"):
        Store.open(tmp_path / "lines.sqlite", write=True, name="others")
    Store.open(tmp_path / "lines.sqlite", write=True, name="lines").close()


def test_an_older_store_is_brought_to_the_present_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By an artificial next version, in two steps: one more column, then one more table."""
    path = small(tmp_path / "old.sqlite")
    kept = Store.open(path)
    rows = [*kept.rows()]
    kept.close()
    table = "CREATE TABLE comments (job INTEGER PRIMARY KEY, comment TEXT NOT NULL)"
    wider = tuple(
        statement.replace("about TEXT NOT NULL)", "about TEXT NOT NULL, comment TEXT)") for statement in schema.SCHEMA
    )
    present = schema.VERSION
    monkeypatch.setattr(schema, "VERSION", present + 2)
    monkeypatch.setattr(schema, "SCHEMA", (*wider, table))
    steps = {present: ("ALTER TABLE runs ADD COLUMN comment TEXT",), present + 1: (table, "DROP TABLE gone")}
    monkeypatch.setattr(schema, "MIGRATIONS", steps)
    before = path.read_bytes()
    with pytest.raises(InputError, match="no such table"):
        Store.open(path)
    assert path.read_bytes() == before
    steps[present + 1] = (table,)
    with Store.open(path) as store:
        assert [*store.rows()] == rows
        assert store.query("SELECT count(*) FROM comments") == [(0,)]
        assert store.query("PRAGMA user_version") == [(present + 2,)]
    with Store.open(path, write=True) as store:
        store.keep([Outcome(1, "k", "complete", components=5)])


def test_version_1_as_it_was_kept(tmp_path: Path) -> None:
    """A store of version 1 as SQL: each later casbridge must read it."""
    path = tmp_path / "version-1.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript((Path(__file__).parent / "version-1.sql").read_text(encoding="utf-8"))
    connection.close()
    with Store.open(path) as store:
        (row, _) = store.rows()
        assert (row.input, row.backend, row.status, row.degree, row.verdict) == (
            "circle",
            "reference",
            "complete",
            2,
            "agree",
        )
        assert store.text("script", row.number) == "solve it"
        assert store.counts().statuses == {"complete": 1, "timeout": 1}
        assert store.query("SELECT stopped, limit_seconds, judge FROM verdicts") == [("", None, "1")]
        assert store.query("SELECT stopped FROM results") == [("",)] * 2
        assert (row.multiplicity, row.rational, row.real) == (None, None, None)
        assert store.query("PRAGMA user_version") == [(schema.VERSION,)]


def test_verdicts_of_version_1_that_a_limit_may_have_stopped_are_made_again(tmp_path: Path) -> None:
    path = tmp_path / "version-1.sqlite"
    connection = sqlite3.connect(path)
    text = (Path(__file__).parent / "version-1.sql").read_text(encoding="utf-8")
    connection.executescript(text.replace("'k','agree','as a test'", "'k','undecided','too long'"))
    connection.close()
    with Store.open(path, write=True) as store:
        assert [work.repeat for work in store.to_judge(judge="1")] == [1]
        assert store.counts().verdicts == {"undecided": 1}


# -- in use, no space, no permission ----------------------------------------------------------------------------------


def run_python(program: str, *arguments: object, preexec: Callable[[], None] | None = None) -> tuple[int, str]:
    run = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=preexec,
    )
    return run.returncode, run.stdout + run.stderr


def test_a_store_in_use_names_its_driver_and_readers_read(tmp_path: Path) -> None:
    path = small(tmp_path / "lines.sqlite")
    program = (
        "import sys\nfrom casbridge.studies.store import Store\n"
        "with Store.open(sys.argv[1]) as store: print(store.counts().jobs, store.driver()['pid'])\n"
        "try: Store.open(sys.argv[1], write=True)\nexcept Exception as error: print(error)"
    )
    with Store.open(path, write=True):
        _, said = run_python(program, path)
    assert said.startswith(f"1 {os.getpid()}\n")
    assert f", process {os.getpid()}; expected one driver at a time" in said
    with Store.open(path) as store:
        assert (store.counts().jobs, store.driver()) == (1, None)
    Store.open(path, write=True).close()


def test_kill_9_frees_the_store_and_keeps_what_was_told(tmp_path: Path) -> None:
    path = tmp_path / "lines.sqlite"
    with Store.create(path, PLAN) as store:
        store.sync(PLAN, jobs_of(PLAN, [(Input(f"line {n}", "system", f"x - {n}"), ()) for n in range(1000)]))
    program = (
        "import os, signal, sys\nfrom casbridge.studies.store import Store\n"
        "from casbridge.studies.values import Outcome\n"
        "store = Store.open(sys.argv[1], write=True)\n"
        "for start in range(0, 400, 20):\n"
        "    store.keep([Outcome(n, f'k{n}', 'complete') for n in range(start + 1, start + 21)])\n"
        "    print(start + 20, flush=True)\n"
        "store._connection.execute('BEGIN IMMEDIATE')\n"
        "store._connection.execute('DELETE FROM results')\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    code, said = run_python(program, path)
    assert code == -9
    assert said.split()[-1] == "400"
    with Store.open(path, write=True) as store:
        assert store.counts().statuses == {"complete": 400, "waiting": 600}
        assert sum(1 for _ in store.waiting()) == 600


FILL = """
import sys
from casbridge.errors import WriteError
from casbridge.studies.store import Store
from casbridge.studies.values import Outcome
store = Store.open(sys.argv[1], write=True)
import os
kept = 0
try:
    for number in range(1, 1000):
        store.keep([Outcome(number, f"k{number}", "complete", transcript=os.urandom(80000))])
        kept = number
except WriteError as error:
    print(error.exit_code, error)
assert store.counts().done == kept, (store.counts(), kept)
store.close()
"""


def test_a_full_disk_is_told_and_the_store_goes_on_later(tmp_path: Path) -> None:
    """The size of files is limited: the system then says what it says for a quota."""
    import resource

    path = tmp_path / "lines.sqlite"
    with Store.create(path, PLAN) as store:
        store.sync(PLAN, jobs_of(PLAN, [(Input(f"line {n}", "system", f"x - {n}"), ()) for n in range(1000)]))

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (3_000_000, 3_000_000))

    code, said = run_python(FILL, path, preexec=limited)
    assert code == 0, said
    assert said.startswith("4 cannot write ")
    assert "make room there" in said
    with Store.open(path, write=True) as store:
        done = store.counts().done
        assert done > 10
        store.keep([Outcome(work.number, f"later {work.number}", "complete") for work in store.waiting()])
        assert store.counts().statuses == {"complete": 1000}
        assert sum(1 for _ in store.rows(key="k*")) == done


def test_sqlite_itself_finds_no_space(tmp_path: Path) -> None:
    path = small(tmp_path / "lines.sqlite")
    with Store.open(path, write=True) as store:
        (pages,) = store.query("PRAGMA page_count")[0]
        store.query(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(WriteError, match="No space left on device") as error:
            store.keep([Outcome(1, "big", "complete", transcript=os.urandom(100_000))])
        assert error.value.exit_code == 4
        assert [row.key for row in store.rows()] == ["k"]
        store.query(f"PRAGMA max_page_count = {pages + 1000}")
        store.keep([Outcome(1, "big", "complete", transcript=os.urandom(100_000))])
        assert [row.key for row in store.rows()] == ["big"]


def stopped_for_lack_of_space(path: Path) -> int:
    """A driver whose store has no space for anything from the first result on. The number of its run."""
    with Store.open(path, write=True) as store:
        store.query(f"PRAGMA max_page_count = {store.query('PRAGMA page_count')[0][0] + 1}")
        run = store.begin_run(workers=1)
        with pytest.raises(WriteError) as full:
            store.keep([Outcome(1, "big", "complete", transcript=os.urandom(100_000))])
        # The reason takes more room than there is.
        with pytest.raises(WriteError):
            store.end_run(run, str(full.value) + " " * 20_000)
    return run


def test_a_driver_on_a_full_disk_leaves_word_of_it(tmp_path: Path) -> None:
    path = small(tmp_path / "lines.sqlite")
    run = stopped_for_lack_of_space(path)
    for _ in range(2):  # readers take no word away
        with Store.open(path) as store:
            last = store.runs()[-1]
            assert store.query("SELECT ended FROM runs ORDER BY id")[-1] == (None,)
            assert (last["number"], store.driver()) == (run, None)
            assert last["ended"] >= last["started"]
            assert last["stopped"].startswith(f"cannot write {path}: No space left on device")
    # One who writes and is no driver keeps the word; the next driver notes it.
    Store.open(path, write=True).close()
    with Store.open(path, write=True) as store:
        assert "No space" in store.runs()[-1]["stopped"]
        later = store.begin_run()
        first, second = store.runs()[-2:]
        assert (first["number"], second["number"]) == (run, later)
        assert "No space" in first["stopped"]
        assert first["ended"] is not None
        assert (second["ended"], second.get("stopped")) == (None, None)
        store.end_run(later)
    assert sorted(one.name for one in tmp_path.iterdir()) == [path.name]


@pytest.mark.parametrize(
    "word", ["", "{", "[]", '{"word": 7}', '{"word": {"run": 1, "pid": "x", "ended": 1, "why": ""}}']
)
def test_a_damaged_word_is_no_word(tmp_path: Path, word: str) -> None:
    path = small(tmp_path / "lines.sqlite")
    with Store.open(path, write=True) as store:
        store.begin_run()
    path.with_name(path.name + ".lock").write_text(word)
    with Store.open(path) as store:
        assert store.runs()[-1]["ended"] is None
    with Store.open(path, write=True) as store:
        store.end_run(store.begin_run())
    assert not path.with_name(path.name + ".lock").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_store_that_may_only_be_read_is_read(tmp_path: Path) -> None:
    path = small(tmp_path / "lines.sqlite")
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        with Store.open(path) as store:
            assert store.counts().jobs == 1
        with pytest.raises(WriteError):
            Store.open(path, write=True)
    finally:
        tmp_path.chmod(0o755)
