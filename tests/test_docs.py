"""Every block of code in the README and the guide runs and prints what it shows.

Each page is typed as it stands, from the top, in one empty folder. A page that says "The commands of this page run in a
checkout" is typed in a checkout.

- ``console`` blocks: every line `$ command` is run by bash; standard output and error must be what stands below it.
  `...` stands for anything; times, versions, paths of programs and digests of jobs are not compared, nor is the amount
  of white space.
- ``python`` blocks with `>>>` are doctests, others are executed; all blocks of a page share their names.
- other blocks with `file=NAME` are written to that file. The words before the block say the name, since `file=` is
  not shown. Blocks without it are not run.

`... s` stands for a time, and only pages about benchmarks show measured ones.

Blocks that run Singular or GAP are left out where it is not installed: then the test of their page ends as skipped, or
fails where CASBRIDGE_REQUIRE asks for it.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import pytest
from click.testing import CliRunner

from casbridge.backends.registry import OWN_BACKENDS, names, unregister
from casbridge.cli import main
from casbridge.processes.locate import locate
from tests.conftest import PROGRAMS, required

ROOT = Path(__file__).resolve().parent.parent
#: Figures of one machine are not compared.
FIGURES = ROOT / "docs" / "performance.md"
#: Pages about benchmarks. They say when and where they were measured.
BENCHMARKS = {"performance", "league", "zoo", "series-study", "every-method"}
#: What a page says before it uses files of the project.
IN_A_CHECKOUT = "The commands of this page run in a checkout"
#: It has a test of its own.
GALLERY = ROOT / "docs" / "gallery.md"
#: Pages that `make test` runs; `make test-all` runs all.
QUICK = {"architecture"}
#: `make test` runs the README in this process, and without these commands: one cross-check is in Python.
LONG = re.compile(r"casbridge crosscheck\b")
#: The site's reference is written when the site is built.
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "backends").glob("*.md"))]


def name_of(page: Path) -> str:
    """`tutorial`, `backends/singular`: a page's name in the names of tests."""
    return str(page.relative_to(ROOT).with_suffix("")).removeprefix("docs/")


#: Set-up of the user's machine, not of casbridge.
NOT_RUN = re.compile(r"^\$ (?:git clone|cd casbridge|make |python3 -m venv|apt |brew |pip |pipx |uv )")

#: Program → the marker of its tests; blocks that run it.
_RUNS = {
    "singular": re.compile(
        r"^\$ (?:Singular |.*--(?:backends?|verify) \S*singular|casbridge backends$|casbridge verify (?!--help))"
        r"|\b(?:run|crosscheck)\(.*\"singular|\bverify\(|casbridge\.sympy import|with using\(",
        re.MULTILINE,
    ),
    "macaulay2": re.compile(r"^\$ (?:M2 |.*--backends? \S*macaulay2|casbridge backends$)", re.MULTILINE),
    "maxima": re.compile(r"^\$ (?:maxima |.*--backends? \S*maxima|casbridge backends$)", re.MULTILINE),
    "fricas": re.compile(r"^\$ (?:fricas |.*--backends? \S*fricas|casbridge backends$)", re.MULTILINE),
    "giac": re.compile(r"^\$ (?:giac |.*--backends? \S*giac|casbridge backends$)", re.MULTILINE),
    "msolve": re.compile(r"^\$ (?:msolve |.*--backends? \S*msolve|casbridge backends$)", re.MULTILINE),
    "gap": re.compile(
        r"^\$ (?:gap |.*--backends? \S*gap|.*--count [^-\n]*$|casbridge backends$)"
        r"|\b(?:run|crosscheck\w*)\(.*\bgap\b|\bcrosscheck_group\([^\"]*\)$",
        re.MULTILINE,
    ),
}
_WARM = re.compile(r"casbridge (?P<arguments>(?:'[^']*'|\"[^\"$`]*\"|[^|<>;&$`'\"])+)(?P<rest>|[|>][^;&$`]*)")
_OF_THE_PROJECT = re.compile(r"(?<![\w/])(?:examples|tests|benchmarks|docs)/")
_PLOTS = re.compile(r"casbridge report(?!-)|--figures|pictures/study-")
_PDF = re.compile(r"-o \S+\.pdf|as PDF")
_FENCE = re.compile(r"^```(\w+)(?: +file=(\S+))?[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MASKS = [
    (re.compile(r"(?:\b\d+(?:\.\d+)?|\.\.\.) s\b"), "TIME"),
    (re.compile(r'("(?:wall_|cpu_)?seconds"|"peak_memory"): (?:[\d.e-]+|null)'), r"\1: NUMBER"),
    (re.compile(r'("version"|"path"): (?:"[^"]*"|null)'), r"\1: TEXT"),
    (
        re.compile(rf"^((?:\S+#\d+ +)?(?:{'|'.join(OWN_BACKENDS)})(?::\w+)?) +\d[\w.]*( \([^)]*\))?", re.MULTILINE),
        r"\1 VERSION",
    ),
    (re.compile(r"(casbridge) \d+\.[\w.+]*\d"), r"\1 VERSION"),
    (re.compile(r"\b(Job|begin|end) [0-9a-f]{12}\b"), r"\1 DIGEST"),
    (re.compile(r'("job"): "[0-9a-f]{12}"'), r"\1: DIGEST"),
    (re.compile(r"[ \t]+"), " "),
    (re.compile(r" $", re.MULTILINE), ""),
]


@dataclass(frozen=True)
class Block:
    kind: str
    file: str
    text: str
    line: int

    @property
    def typed(self) -> list[str]:
        """The lines that a reader types."""
        lines = self.text.splitlines()
        if self.kind == "console":
            return [line for line in lines if line.startswith(("$ ", "> "))]
        is_session = ">>>" in self.text
        return [line for line in lines if self.kind == "python" and (not is_session or line[:3] in (">>>", "..."))]

    @property
    def needs(self) -> set[str]:
        """The markers of the programs that it runs."""
        if self.kind not in ("console", "python"):
            return set()
        return {marker for marker, runs in _RUNS.items() if runs.search(self.text)}


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        yield Block(match.group(1), match.group(2) or "", match.group(3), text.count("\n", 0, match.start()) + 1)


def masked(text: str) -> str:
    for pattern, replacement in _MASKS:
        text = pattern.sub(replacement, text)
    return text.strip() + "\n"


def run_command(command: str, status: int, folder: Path, given: IO[str] | int = subprocess.DEVNULL) -> tuple[str, int]:
    """Standard output with standard error, and the exit status. `$?` is the status of the command before.

    given: standard input.
    """
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"}
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR"):
        environment.pop(name, None)
    # Python's own buffer would put standard error first; a terminal shows things as they come.
    done = subprocess.run(
        ["bash", "-c", f"(exit {status})\n{command}"],
        cwd=folder,
        env={**environment, "PYTHONUNBUFFERED": "1"},
        stdin=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
    )
    return done.stdout, done.returncode


def run_warm(command: str, folder: Path) -> tuple[str, int] | None:
    """As `run_command`, for `casbridge …`, which may end with a pipe or a file: in this process, where all is loaded.

    None for any other command.
    """
    match = _WARM.fullmatch(command.strip())
    if match is None:
        return None
    rest = match["rest"]
    with (
        TemporaryFile("w+", encoding="utf-8") as err,
        TemporaryFile("w+", encoding="utf-8") as piped,
        ExitStack() as stack,
    ):
        out = piped if rest else err
        stack.enter_context(chdir(folder))
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(err))
        code = main(shlex.split(match["arguments"]))
        for file in (out, err):
            file.flush()
            file.seek(0)
        said = err.read()
        if rest:
            more, code = run_command(f"cat {rest}", 0, folder, piped)
            said += more
    return said, code


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, continuation lines `> ` joined, with the output shown."""
    command, output = "", ""
    for line in text.splitlines(keepends=True):
        if line.startswith("$ "):
            if command:
                yield command, output
            command, output = line[2:], ""
        elif line.startswith("> ") and not output:
            command += line[2:]
        else:
            output += line
    if command:
        yield command, output


def run_console(block: Block, folder: Path, where: str, *, warm: bool) -> None:
    checker = doctest.OutputChecker()
    status = 0
    for command, shown in commands(block.text):
        if NOT_RUN.match(f"$ {command}"):
            continue
        if warm and LONG.match(command):
            continue
        done = run_warm(command, folder) if warm else None
        printed, status = done or run_command(command, status, folder)
        if not checker.check_output(masked(shown), masked(printed), doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE):
            pytest.fail(
                f"{where}: $ {command}\n--- shown\n{masked(shown)}\n--- printed\n{masked(printed)}", pytrace=False
            )


def run_python(
    block: Block, names: dict[str, object], folder: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    if ">>>" not in block.text:
        exec(compile(block.text, where, "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, {}, where, None, 0)
    test.globs = names
    said: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    results = doctest.DocTestRunner(optionflags=flags).run(test, out=said.append, clear_globs=False)
    if results.failed:
        pytest.fail(f"{where}\n{''.join(said)}", pytrace=False)


def run_page(
    page: Path, folder: Path, installed: set[str], monkeypatch: pytest.MonkeyPatch, *, warm: bool = False
) -> dict[str, int]:
    """Runs the blocks of a page from the top; for each missing program, how many were left out for it.

    warm: run commands in this process, but for those that take long.
    """
    if says_checkout(page):
        make_checkout(folder)
    names: dict[str, object] = {"__name__": "page"}
    left_out: dict[str, int] = {}
    studies: dict[str, set[str]] = {}  # the beginning of a study file's name, and the programs that it names
    for block in blocks(page):
        where = f"{page.relative_to(ROOT)}:{block.line}"
        if block.file.endswith(".toml"):
            named = {marker for marker in _RUNS if f'"{marker}' in block.text}
            studies[block.file.removesuffix("toml")] = named
        used = [markers for name, markers in studies.items() if not block.file and name in block.text]
        missing = block.needs.union(*used) - installed
        if missing:
            left_out |= {marker: left_out.get(marker, 0) + 1 for marker in missing}
        elif block.file:
            (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.file).write_text(block.text, encoding="utf-8")
        elif block.kind == "console":
            run_console(block, folder, where, warm=warm)
        elif block.kind == "python":
            run_python(block, names, folder, where, monkeypatch)
    return left_out


def says_checkout(page: Path) -> bool:
    return IN_A_CHECKOUT in _FENCE.sub("", page.read_text(encoding="utf-8"))


def make_checkout(folder: Path) -> None:
    """A checkout: `examples/`, in which pages write, is copied; the rest is linked."""
    for entry in ROOT.iterdir():
        if entry.name == "examples":
            shutil.copytree(entry, folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
        elif not entry.name.startswith("."):
            (folder / entry.name).symlink_to(entry)


@pytest.fixture
def own_backends() -> Iterator[None]:
    """Backends that a page registers are gone after it."""
    before = names()
    yield
    for name in set(names()) - set(before):
        unregister(name)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[] if page.stem in QUICK else [pytest.mark.slow], id=name_of(page))
        for page in PAGES
        if page not in (FIGURES, GALLERY)
    ],
)
@pytest.mark.usefixtures("own_backends")
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_page(page, tmp_path, monkeypatch)


@pytest.mark.slow
def test_the_gallery_shows_what_its_code_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of studies are of larger ones than the page runs, and those of pages are photographs."""
    run_page(GALLERY, tmp_path, set(), monkeypatch)
    drawn = {file.name: file.read_text(encoding="utf-8").strip() for file in tmp_path.rglob("*.svg")}
    shown = {file.name: file.read_text(encoding="utf-8").strip() for file in (ROOT / "docs" / "pictures").glob("*.svg")}
    assert {name for name in shown if drawn.get(name) != shown[name]} == {
        "study-cactus.svg",
        "study-growth-katsura.svg",
    }


def test_the_readme_in_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    check_page(ROOT / "README.md", tmp_path, monkeypatch, warm=True)


def check_page(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, *, warm: bool = False) -> None:
    installed = {marker for marker in _RUNS if locate(*PROGRAMS[marker]) is not None}
    left_out = run_page(page, folder, installed, monkeypatch, warm=warm)
    if left_out:
        reason = ", ".join(f"{count} blocks need {marker}" for marker, count in left_out.items()) + "; the others ran"
        if required() & left_out.keys():
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: name_of(page))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    missing = []
    for target in re.findall(r"\]\(([^)\s]+)\)", _FENCE.sub("", text)):
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        there = (page.parent / path).resolve() if path else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            missing.append(target)
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_reader_sees_the_name_of_each_file(page: Path) -> None:
    """`file=` is not shown: the paragraph before the block has the name, so that the reader can make the file."""
    text = page.read_text(encoding="utf-8")
    unseen = []
    for match in _FENCE.finditer(text):
        paragraph = text[: match.start()].rstrip("\n").rpartition("\n\n")[2]
        if match[2] and (f"`{match[2]}`" not in paragraph or paragraph.endswith("```")):
            unseen.append(match[2])
    assert not unseen


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_of_the_project_are_used_in_a_checkout(page: Path) -> None:
    typed = [line for block in blocks(page) for line in block.typed]
    assert says_checkout(page) or not list(filter(_OF_THE_PROJECT.search, typed))


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem not in BENCHMARKS], ids=name_of)
def test_pages_name_the_extra_that_draws(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for extra, shows in (("report", _PLOTS), ("pdf", _PDF)):
        assert re.search(rf"'(?:casbridge|\.)\[{extra}\]'", text) or not shows.search(text)


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem not in BENCHMARKS], ids=name_of)
def test_times_are_left_out(page: Path) -> None:
    assert not re.findall(r"\b\d+\.\d+ s\b", "".join(block.text for block in blocks(page)))


def anchors(page: Path) -> set[str]:
    """The names that GitHub gives to headings."""
    headings = re.findall(r"^#+ (.+)$", _FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_command_line_page_has_every_command_and_option() -> None:
    from casbridge.cli.group import COMMANDS, casbridge

    text = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        said = CliRunner().invoke(casbridge, [command, "--help"], prog_name="casbridge").output
        assert f"$ casbridge {command} --help" in text
        options = set(re.findall(r"^  .*?(--[a-z-]+)", said, re.MULTILINE))
        assert [option for option in options if option not in text] == []
