"""Stores and folders of others: reading them changes nothing, runs nothing of theirs, and reaches no other file."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from casbridge.bugs.fuzzing import Folder, Looked, Plan as FuzzPlan
from casbridge.cli import main
from casbridge.errors import CasbridgeError, InputError, WriteError
from casbridge.studies.databases import DriverLock
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.reading import plan_of_text
from casbridge.studies.store import Store
from casbridge.studies.texts import packed
from casbridge.studies.values import Input, Outcome

TEXT = '[[inputs]]\nfiles = "line.txt"\n[matrix]\nbackends = "reference"\n'
MAGIC = bytes.fromhex("d9d505f920a163d7")
READING = {
    "status": ("status", "@"),
    "report": ("report", "@", "-o", "out/page.html"),
    "compare": ("compare", "@", "@"),
    "merge": ("merge", "@", "-o", "out/merged.sqlite"),
    "export": ("export", "@", "--to", "csv"),
    "dry-run": ("run", "@", "--dry-run"),
    "reuse": ("run", "other.toml", "--dry-run", "--reuse", "@"),
}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store with a result, in a folder of its own, beside which commands write."""
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "strangers"
    for folder in (home, tmp_path / "out"):
        folder.mkdir()
    (home / "line.txt").write_text("x - 1\n")
    (tmp_path / "line.txt").write_text("x - 1\n")
    (tmp_path / "other.toml").write_text(TEXT)
    path = home / "ev.sqlite"
    plan = plan_of_text(TEXT, home / "ev.toml")
    with Store.create(path, plan) as made:
        made.sync(plan, jobs_of(plan, [(Input("line.txt", "system", "x - 1\n"), ())]))
        made.keep([Outcome(1, "k", "complete", answer=packed("y"))])
    return path


def call(path: Path, command: str, *more: str) -> int:
    return main([str(path) if part == "@" else part for part in (*READING[command], *more)])


def seen(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {one.name: (one.stat().st_mtime_ns, one.read_bytes()) for one in folder.iterdir()}


def test_a_journal_that_names_another_file(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SQLite would roll the journal back, look for a child of that file, and unlink it."""
    victim = tmp_path / "thesis.txt"
    victim.write_text("years of work")
    name = os.fsencode(victim)
    header = bytes.fromhex("d9d505f920a163d7") + bytes(4) + bytes(4) + bytes(4) + (512).to_bytes(4, "big")
    header += (4096).to_bytes(4, "big")
    page = (0x40000000 // 4096 + 1).to_bytes(4, "big")
    tail = page + name + len(name).to_bytes(4, "big") + sum(name).to_bytes(4, "big") + MAGIC
    store.with_name("ev.sqlite-journal").write_bytes(header.ljust(512, b"\0") + tail)
    before = seen(store.parent)
    for command in READING:
        assert call(store, command) == 2
        assert victim.read_text() == "years of work"
    assert main(["run", str(store)]) == 2
    assert victim.exists()
    assert seen(store.parent) == before
    assert "ev.sqlite-journal" in capsys.readouterr().err


@pytest.mark.parametrize("command", READING)
def test_reading_changes_nothing_beside_a_store(store: Path, command: str) -> None:
    before = seen(store.parent)
    assert call(store, command) in (0, 3)
    assert seen(store.parent) == before


def killed(path: Path, journal: str = "wal") -> None:
    """Leave a store as a killed writer does: one commit in the log, or half of one in the file."""
    program = (
        "import os, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        f"c.execute('PRAGMA journal_mode = {journal}')\n"
        "c.execute('PRAGMA cache_spill = 1'); c.execute('PRAGMA cache_size = 1')\n"
        "c.execute('BEGIN')\n"
        "c.execute(\"UPDATE results SET host = 'new'\")\n"
        + ("c.execute('COMMIT')\n" if journal == "wal" else "c.execute('CREATE TABLE t AS SELECT zeroblob(99999)')\n")
        + "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(path)], check=True)


@pytest.mark.parametrize(("journal", "host"), [("wal", "new"), ("delete", "")])
def test_what_a_killed_driver_left_is_read_from_a_copy(store: Path, journal: str, host: str) -> None:
    killed(store, journal)
    assert store.with_name(f"ev.sqlite-{'wal' if journal == 'wal' else 'journal'}").stat().st_size
    before = seen(store.parent)
    with Store.open(store) as opened:
        assert [row.host for row in opened.rows()] == [host]
        assert opened.query("PRAGMA integrity_check") == [("ok",)]
    assert call(store, "status") == 0
    assert seen(store.parent) == before
    with Store.open(store, write=True) as opened:
        assert [row.host for row in opened.rows()] == [host]


def test_a_store_of_an_older_version_is_read_from_a_copy(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript((Path(__file__).parent / "version-1.sql").read_text(encoding="utf-8"))
    connection.close()
    before = seen(tmp_path)
    with Store.open(path) as store:
        assert store.counts().statuses == {"complete": 1, "timeout": 1}
    assert seen(tmp_path) == before
    Store.open(path, write=True).close()
    with Store.open(path) as store:
        assert [row.status for row in store.rows()] == ["complete", "timeout"]


def test_a_store_that_is_written_while_it_is_read(store: Path) -> None:
    with Store.open(store) as reader:
        assert reader.counts().jobs == 1
        with Store.open(store, write=True) as writer:
            writer.keep([Outcome(1, "k2", "complete")])
            with Store.open(store) as other:
                assert other.counts().statuses == {"complete": 1}
        with pytest.raises(InputError, match="written while it was read"):
            reader.counts()


TRIGGER = "CREATE TRIGGER sqlite_t AFTER INSERT ON verdicts BEGIN UPDATE verdicts SET kind = judge; END"
WRITE_SCHEMA = "UPDATE sqlite_master SET sql = replace(sql, {}, {}) WHERE name = '{}'"


@pytest.mark.parametrize("version", [5, 1])
@pytest.mark.parametrize(
    "statement",
    [
        f"INSERT INTO sqlite_master VALUES ('trigger', 'sqlite_t', 'verdicts', 0, {TRIGGER!r})",
        TRIGGER.replace("sqlite_t", "t"),
        WRITE_SCHEMA.format("'kind TEXT NOT NULL,'", "'kind TEXT NOT NULL CHECK (kind = ''agree''),'", "verdicts"),
        WRITE_SCHEMA.format("'judge TEXT NOT NULL'", "'judge TEXT NOT NULL DEFAULT (random())'", "verdicts"),
        WRITE_SCHEMA.format("'kind TEXT NOT NULL,'", "'kind TEXT NOT NULL COLLATE NOCASE,'", "verdicts"),
        WRITE_SCHEMA.format("'kind TEXT NOT NULL,'", "'kind TEXT NOT NULL ON CONFLICT IGNORE,'", "verdicts"),
        WRITE_SCHEMA.format("'(kind)'", "'(lower(kind))'", "verdicts_by_kind"),
        WRITE_SCHEMA.format("'dimension INTEGER,'", "'dimension INTEGER AS (0),'", "results"),
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'cases') "
        "WHERE name = 'jobs'",
        "CREATE VIEW more AS SELECT 1",
        "CREATE TABLE more (x)",
        "ANALYZE",
    ],
)
def test_a_schema_that_casbridge_did_not_write(store: Path, tmp_path: Path, statement: str, version: int) -> None:
    path = store
    if version == 1:
        path = tmp_path / "old.sqlite"
        connection = sqlite3.connect(path)
        connection.executescript((Path(__file__).parent / "version-1.sql").read_text(encoding="utf-8"))
        connection.close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(statement)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    content = path.read_bytes()
    for write in (False, True):
        with pytest.raises(CasbridgeError):
            Store.open(path, write=write)
    assert path.read_bytes() == content


@pytest.mark.parametrize("end", [".lock", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_links_beside_a_store_are_not_followed(store: Path, tmp_path: Path, end: str, link: object) -> None:
    victim = tmp_path / "mine.txt"
    victim.write_text("mine")
    assert callable(link)
    link(victim, f"{store}{end}")
    with pytest.raises((InputError, WriteError)):
        Store.open(store, write=True)
    if end != ".lock":
        store.unlink()
        with pytest.raises(InputError, match="there is such a file already"):
            Store.create(store, Plan("ev", (), ()))
    assert victim.read_text() == "mine"


@pytest.mark.parametrize("kind", ["file", "fifo"])
def test_a_lock_that_casbridge_did_not_write(store: Path, kind: str) -> None:
    lock = store.with_name("ev.sqlite.lock")
    lock.write_text("my notes") if kind == "file" else os.mkfifo(lock)
    with pytest.raises(WriteError, match=r"ev\.sqlite\.lock"):
        DriverLock(store)
    with Store.open(store) as opened:
        assert opened.driver() is None
    assert lock.exists()


def fuzz_folder(path: Path) -> Path:
    folder = Folder.new(path, FuzzPlan(("reference",), 1))
    for number in range(50):
        folder.keep(Looked(number, "towers", "agree", (), 1.0), [])
    return path / "jobs.jsonl"


def test_damaged_lines_of_a_fuzz_run_stay_and_count_for_nothing(tmp_path: Path) -> None:
    jobs = fuzz_folder(tmp_path / "run")
    lines = jobs.read_text().splitlines(keepends=True)
    lines[2] = lines[2].replace("agree", "a\x00gree")
    jobs.write_text("".join(lines))
    folder = Folder.resumed(tmp_path / "run")
    assert (len(folder.looked), folder.damaged, folder.looked[-1].number) == (49, (3,), 49)
    assert jobs.read_text() == "".join(lines)
    jobs.write_text("".join(lines) + '{"number": 50, "fam')
    assert Folder.resumed(tmp_path / "run").damaged == (3,)
    assert jobs.read_text() == "".join(lines)
    jobs.write_text("".join(lines).rstrip("\n"))
    assert len(Folder.resumed(tmp_path / "run").looked) == 49
    assert jobs.read_text() == "".join(lines)


@pytest.mark.parametrize("name", ["jobs.jsonl", "finds"])
def test_a_fuzz_run_follows_no_link(tmp_path: Path, name: str) -> None:
    fuzz_folder(tmp_path / "run")
    place, mine = tmp_path / "run" / name, tmp_path / "mine"
    place.rename(mine)
    content = None if mine.is_dir() else mine.read_bytes()
    place.symlink_to(mine)
    assert main(["fuzz", "-o", str(tmp_path / "run"), "--resume", "--systems", "51"]) == 2
    assert content is None or mine.read_bytes() == content
    place.unlink()
    (tmp_path / "run" / "run.json").unlink()
    (tmp_path / "run" / "run.json").symlink_to(tmp_path / "nothing")
    assert main(["fuzz", "-o", str(tmp_path / "run"), "--systems", "1"]) == 2
    assert not (tmp_path / "nothing").exists()


def test_a_report_follows_no_link_beside_its_page(store: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (tmp_path / "out" / "page").symlink_to(mine)
    assert main(["report", str(store), "-o", "out/page.md"]) in (2, 4)
    assert [*mine.iterdir()] == []


def test_a_store_that_is_a_link_is_written_only_where_it_is_named(store: Path, tmp_path: Path) -> None:
    (tmp_path / "other.sqlite").symlink_to(store)
    before = seen(store.parent)
    assert main(["run", "other.toml", "--dry-run"]) == 2
    assert main(["run", "other.toml"]) == 2
    assert seen(store.parent) == before


@pytest.mark.slow
def test_packed_texts_are_bounded_by_the_limits(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A million bytes that unpack to a thousand times as much, in each input."""
    connection = sqlite3.connect(store, isolation_level=None)
    (name,) = connection.execute("SELECT text FROM inputs").fetchone()
    data = packed(" " * (250 << 20))
    connection.execute("UPDATE blobs SET data = ? WHERE digest = ?", (data, name))
    connection.close()
    assert len(data) < 1 << 20
    assert call(store, "compare", "--memory", "200M", "--json") == 4
    assert json.loads(capsys.readouterr().out)["exit_code"] == 4
    data = packed(" " * (300 << 20))
    connection = sqlite3.connect(store, isolation_level=None)
    connection.execute("UPDATE blobs SET data = ? WHERE digest = ?", (data, name))
    connection.close()
    assert call(store, "compare", "--json") == 2


NO_LOCKS = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
int fcntl(int f, int c, ...) {
  va_list v; va_start(v, c); void *a = va_arg(v, void *); va_end(v);
  if (c == F_SETLK || c == F_SETLKW || c == F_GETLK) { errno = ENOLCK; return -1; }
  return ((int (*)(int, int, ...))dlsym(RTLD_NEXT, "fcntl"))(f, c, a);
}
int fcntl64(int f, int c, ...) {
  va_list v; va_start(v, c); void *a = va_arg(v, void *); va_end(v);
  if (c == F_SETLK || c == F_SETLKW || c == F_GETLK) { errno = ENOLCK; return -1; }
  return ((int (*)(int, int, ...))dlsym(RTLD_NEXT, "fcntl64"))(f, c, a);
}
"""


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_reader_needs_no_file_locks(store: Path, tmp_path: Path) -> None:
    (tmp_path / "locks.c").write_text(NO_LOCKS)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", "locks.so", "locks.c", "-ldl"], check=True, cwd=tmp_path)
    environment = {**os.environ, "LD_PRELOAD": str(tmp_path / "locks.so")}

    def run(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "casbridge", *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=25, check=False)
        return done.returncode, done.stderr

    assert run("status", str(store))[0] == 0
    code, error = run("run", str(store))
    assert (code, "no file locks" in error) == (2, True)
    killed(store)
    assert run("status", str(store))[0] == 0
    assert not store.with_name("ev.sqlite.lock").exists()
