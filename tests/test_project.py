"""The project as a whole: what imports what, the public names, and the built distributions in an empty environment."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

import casbridge
from casbridge.backends import registry
from casbridge.backends.protocol import Backend
from casbridge.backends.registry import OWN_BACKENDS

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "casbridge"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SHIDOKU = ".4.....1..3.2..."
SOLVED = "1423324141322314"


def test_the_guide_names_each_extra_and_what_it_needs() -> None:
    optional: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
    guide = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    for name, needed in optional.items():
        (row,) = re.findall(rf"^\| `{name}` \|.*$", guide, re.M)
        packages = {re.split(r"[\[<>=;]", one)[0] for one in needed} - {"casbridge"}
        assert {package for package in packages if package not in row} == set()
    for one in PROJECT["build-system"]["requires"] + PROJECT["project"]["dependencies"]:
        assert re.split("[<>=;]", one)[0] in guide


#: What stands at the top of the project, beside what is made there.
TOP_LEVEL = {
    *(".ci", ".github", ".gitignore", "LICENSE", "Makefile", "pyproject.toml", "CITATION.cff"),
    *("CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"),
    *("benchmarks", "casbridge", "docs", "examples", "templates", "tests"),
}


def test_nothing_else_stands_at_the_top() -> None:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("no checkout, or no git")
    # In a container the checkout may belong to another user.
    command = ["git", "-c", "safe.directory=*", "ls-files"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {line.partition("/")[0] for line in listed.splitlines()} == TOP_LEVEL


def test_a_citation_names_this_version() -> None:
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", cited, re.M) == [PROJECT["project"]["version"]]
    assert f"license: {PROJECT['project']['license']}\n" in cited


RELEASED = (
    "## [Unreleased]\n\n## [9.8.7] - 2030-01-02\n\n### Added\n\n- A thing.\n\n## [9.8.6] - 2029-01-01\n\n- Old.\n"
)


@pytest.mark.parametrize(
    ("version", "changelog", "said"),
    [
        ("9.8.7", RELEASED, "### Added\n\n- A thing.\n"),
        ("9.8.7", RELEASED.replace(" - 2030-01-02", ""), "the section [9.8.7] of CHANGELOG.md has no date"),
        ("9.8.7", RELEASED.replace("[9.8.7]", "[9.8.8]"), "CHANGELOG.md has no section [9.8.7]"),
        ("9.8.6", RELEASED, "pyproject.toml has the version 9.8.7, not 9.8.6"),
        ("", RELEASED, "the section [Unreleased] of CHANGELOG.md is empty"),
        ("", RELEASED.replace("Unreleased]", "Unreleased]\n\n- New."), "- New.\n"),
    ],
)
def test_release_notes_are_a_section_of_the_changelog(version: str, changelog: str, said: str, tmp_path: Path) -> None:
    script = tmp_path / ".github" / "release-notes"
    script.parent.mkdir()
    script.write_bytes((ROOT / ".github" / "release-notes").read_bytes())
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "9.8.7"\n')
    (tmp_path / "CITATION.cff").write_text("version: 9.8.7\n")
    (tmp_path / "CHANGELOG.md").write_text(changelog)
    run = subprocess.run([sys.executable, script, *version.split()], capture_output=True, text=True, check=False)
    assert said in (run.stderr if run.returncode else run.stdout)
    assert (run.returncode == 0) == said.startswith(("### Added", "- New"))


# -- layers -----------------------------------------------------------------------------------------------------------

#: A room imports only from its left.
WAY = (
    "version",
    "lazy",
    "errors",
    "drawings",
    "brief",
    "arguments",
    "calls",
    "logs",
    "notices",
    "limits",
    "chance",
    "files",
    "strict",
    "processes",
    "algebra",
    "charset",
    "puzzles",
    "board",
    "encodings",
    "scripts",
    "backends",
    "crosscheck",
    "studies",
    "report",
    "cli",
)
#: Each imports the rooms on its left here and everything up to `crosscheck`; of the main way only what stands right
#: of `crosscheck` imports them.
SIDE_ROOMS = ("geometry", "logic", "counting", "making", "bugs")
#: Rooms for authors of other packages and users of SymPy: nothing imports them; they import all but the command line.
OUTER_ROOMS = ("testing", "sympy", "notebook")
#: The package itself and `python -m casbridge` stand above all rooms.
TOP = ("__init__", "__main__")


class Import(NamedTuple):
    """One import of a casbridge module, anywhere in a file."""

    file: Path
    line: int
    module: str

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line} imports {self.module}"


def room_of(module: str) -> str:
    """The second component of a dotted name; the package itself is `__init__`."""
    return [*module.split("."), "__init__"][1]


def may_import(importer: str, imported: str) -> bool:
    if importer in TOP or importer == imported:
        return True
    if importer in OUTER_ROOMS or imported in OUTER_ROOMS:
        return importer in OUTER_ROOMS and imported not in (*OUTER_ROOMS, *TOP, "cli")
    if importer in SIDE_ROOMS:
        to_the_left = SIDE_ROOMS[: SIDE_ROOMS.index(importer)]
        return imported in to_the_left or imported in WAY[: WAY.index("crosscheck") + 1]
    if imported in SIDE_ROOMS:
        return importer in WAY and WAY.index(importer) > WAY.index("crosscheck")
    return importer in WAY and imported in WAY[: WAY.index(importer)]


class Facts(NamedTuple):
    """What the tests below ask of a file: it is parsed once, and its syntax tree is not kept."""

    imports: tuple[Import, ...]
    #: The module and the names of each `from … import …`.
    named: tuple[tuple[str, tuple[str, ...]], ...]
    documented: bool
    undocumented: tuple[str, ...]


@cache
def facts_of(file: Path) -> Facts:
    source = file.read_text(encoding="utf-8")
    tree = ast.parse(source)
    nodes = [*ast.walk(tree)]
    named = tuple(
        (node.module, tuple(alias.name for alias in node.names))
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module
    )
    wanting = tuple(undocumented(file, source, tree))
    return Facts(tuple(imports_of(file, nodes)), named, bool(ast.get_docstring(tree)), wanting)


def imports_of(file: Path, nodes: Sequence[ast.AST]) -> Iterator[Import]:
    """All imports of casbridge's modules: at the top, in functions, for type checkers, and by `import_module`."""
    package = [*file.relative_to(ROOT).parent.parts]
    for node in nodes:
        found: list[str] = []
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            # `from casbridge import errors` means a room, `from casbridge.algebra import Ring` a name in one.
            found = [f"{base}.{alias.name}" for alias in node.names] if base == "casbridge" else [base]
        elif isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("import_module", "__import__"):
                found = [_start_of_text(node.args[0])]
        for module in found:
            if module.split(".")[0] == "casbridge":
                yield Import(file, node.lineno, module)


def _start_of_text(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr) and node.values:
        node = node.values[0]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def modules() -> list[str]:
    """The dotted names of all modules of the package."""
    files = sorted(PACKAGE.rglob("*.py"))
    return [".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for file in files]


def test_a_room_imports_only_from_its_left() -> None:
    wrong = []
    for file in sorted(PACKAGE.rglob("*.py")):
        importer = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
        wrong += [str(found) for found in facts_of(file).imports if not may_import(importer, room_of(found.module))]
    assert not wrong, "\n".join(wrong)


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports inside functions and for type checkers count; the package's own list of public names does not."""
    known = set(modules())
    graph: dict[str, set[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        importer = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if importer == "casbridge":
            continue
        found = graph.setdefault(importer, set())
        for module, imported in facts_of(file).named:
            names = {f"{module}.{name}" for name in imported}
            found |= names & known or {module} & known
        if file.name == "__init__.py":
            # A package may give its modules' names; a module that asks the package for them makes a cycle all the same.
            found |= {name for name in lazy_homes(importer) if name in known}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def lazy_homes(package: str) -> set[str]:
    """The modules that a package imports when one of their names is first used."""
    homes: dict[str, str] = getattr(importlib.import_module(package), "_HOMES", {})
    return {f"{package}.{home}" for home in homes.values()}


def test_every_room_has_its_place() -> None:
    rooms = {room_of(module) for module in modules()} - set(TOP)
    assert rooms <= {*WAY, *SIDE_ROOMS, *OUTER_ROOMS}


def test_all_imports_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    file = tmp_path / "casbridge" / "algebra" / "rings.py"
    file.parent.mkdir(parents=True)
    file.write_text(
        "import casbridge.cli.solve as s\n"
        "from ..report import page\n"
        "from .fields import Field\n"
        "from casbridge import errors, Ring\n"
        "import sys, sympy\n"
        "def later():\n"
        "    import_module(f'casbridge.backends.{name}')\n"
    )
    assert [(found.line, room_of(found.module)) for found in facts_of(file).imports] == [
        (1, "cli"),
        (2, "report"),
        (3, "algebra"),
        (4, "errors"),
        (4, "Ring"),
        (7, "backends"),
    ]
    assert not may_import("algebra", "Ring")


# -- what is imported when --------------------------------------------------------------------------------------------

HEAVY = ("sympy", "flint", "jinja2", "pexpect", "rich", "numpy")


def imported_by(*arguments: str) -> set[str]:
    """The heavy modules that a run of the command line has imported when it ends."""
    program = (
        "import sys\n"
        "from casbridge.cli import main\n"
        f"code = main({list(arguments)!r})\n"
        f"print('imported', *(name for name in {HEAVY!r} if name in sys.modules), file=sys.stderr)\n"
        "sys.exit(code)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert run.returncode == 0, run.stderr
    return set(run.stderr.strip().splitlines()[-1].split()[1:])


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_help_imports_nothing_heavy(argument: str) -> None:
    assert imported_by(argument) == set()


def test_solving_starts_no_other_algebra_system() -> None:
    assert imported_by("solve", SHIDOKU) & {"sympy", "pexpect", "numpy"} == set()


# -- public names -----------------------------------------------------------------------------------------------------


def test_the_list_of_public_names_is_the_lazy_table() -> None:
    homes = casbridge._HOMES
    assert len(casbridge.__all__) == len(set(casbridge.__all__))
    assert set(casbridge.__all__) == {*homes, "crosscheck"}


def test_type_checkers_see_the_public_names() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {alias.asname for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    seen |= {
        node.target.id for node in block.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    assert seen - {None} == {name for name in dir(casbridge) if not name.startswith("__")}


@pytest.mark.parametrize("name", sorted(casbridge.__all__))
def test_a_public_name_is_there_and_has_an_example(name: str) -> None:
    """A class may have it in a method, a value in its class, a package that can be called in its function."""
    found = getattr(casbridge, name)
    if isinstance(found, ModuleType):
        places = [found, *([getattr(found, name)] if callable(found) else [])]
    else:
        shown = found if inspect.isroutine(found) or isinstance(found, type) else type(found)
        places = [shown, *(vars(shown).values() if isinstance(shown, type) else ())]
    assert (places[0].__doc__ or "").strip(), name
    assert any(">>>" in (place.__doc__ or "") for place in places), f"casbridge.{name} has no example"
    assert name in dir(casbridge)


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        casbridge.nonsense  # noqa: B018
    assert casbridge.__version__ == PROJECT["project"]["version"]


@pytest.mark.parametrize("name", OWN_BACKENDS)
def test_our_own_backends_load(name: str) -> None:
    backend = registry.get(name)
    assert isinstance(backend, Backend)
    assert backend.name == name


def test_no_two_test_files_have_one_name() -> None:
    """pytest imports them by their names alone."""
    names = sorted(file.name for file in (ROOT / "tests").rglob("test_*.py"))
    assert names == sorted(set(names))


def test_every_module_says_what_it_is_for() -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    assert [file.name for file in files if not facts_of(file).documented] == []


def undocumented(file: Path, source: str, tree: ast.Module) -> Iterator[str]:
    """Public functions and classes without an example, public constants without a line.

    The examples of commands are in their `--help`. A class with fields alone needs none: its docstring names them.
    """
    lines = source.splitlines()
    for node in tree.body:
        where = f"{file.relative_to(ROOT)}:{node.lineno}"
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            parts = [node, *(part for part in node.body if isinstance(part, ast.FunctionDef))]
            if isinstance(node, ast.ClassDef) and not parts[1:]:
                continue
            decorators = " ".join(ast.unparse(decorator) for decorator in node.decorator_list)
            examples = any(">>>" in (ast.get_docstring(part) or "") for part in parts)
            if not examples and "overload" not in decorators and not re.search(r"click\.|command\(", decorators):
                yield f"{where}: {node.name} has no example"
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            described = "#" in lines[node.lineno - 1] or lines[node.lineno - 2].lstrip().startswith("#")
            if not described and any(re.match(r"[A-Z][A-Z_]*\Z", name) and name != "TYPE_CHECKING" for name in names):
                yield f"{where}: {', '.join(names)} has no line"


def test_what_is_public_is_documented_with_an_example() -> None:
    found = [line for file in sorted(PACKAGE.rglob("*.py")) for line in facts_of(file).undocumented]
    assert not found, "\n".join(found)


#: Modules whose examples look for programs that do not exist, and show what is said.
PROGRAM_EXAMPLES = {"casbridge.backends.oneshot", "casbridge.processes.locate", "casbridge.processes.versions"}
#: Modules whose examples take seconds.
SLOW_EXAMPLES = {
    "casbridge.bugs.asking",
    "casbridge.bugs.bundles",
    "casbridge.bugs.fuzzing",
    "casbridge.bugs.reporting",
    "casbridge.bugs.rerunning",
    "casbridge.bugs.zoo",
    "casbridge.counting.bands",
    "casbridge.making.filling",
    "casbridge.testing.smuggling",
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in SLOW_EXAMPLES else name
        for name in modules()
        if not name.endswith("__main__")
    ],
)
def test_the_examples_in_docstrings(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in PROGRAM_EXAMPLES:
        monkeypatch.delenv("CASBRIDGE_HIDE", raising=False)
    done = doctest.testmod(importlib.import_module(name))
    assert done.failed == 0


# -- distributions ----------------------------------------------------------------------------------------------------


def offline(output: str) -> bool:
    """Whether pip failed for want of a package index."""
    return bool(re.search(r"Could not find a version|No matching distribution|Connection|Network is unreach", output))


def pip(python: str | Path, *arguments: str) -> None:
    """Run a module that installs. Without a package index in reach the test is skipped, but never in CI."""
    command = [str(python), "-m", *arguments]
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}
    environment.pop("PYTHONPATH", None)
    run = subprocess.run(command, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL)
    output = run.stdout + run.stderr
    if run.returncode and offline(output) and not os.environ.get("CI"):
        pytest.skip(f"no package index in reach: {output.strip().splitlines()[-1]}")
    assert run.returncode == 0, output


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sdist, the wheel that is built from it, and the wheel that is built from the tree."""
    pytest.importorskip("build")
    folder = tmp_path_factory.mktemp("dist")
    pip(sys.executable, "build", "--outdir", str(folder / "both"), str(ROOT))
    pip(sys.executable, "build", "--wheel", "--outdir", str(folder / "tree"), str(ROOT))
    (sdist,) = (folder / "both").glob("*.tar.gz")
    (from_sdist,) = (folder / "both").glob("*.whl")
    (from_tree,) = (folder / "tree").glob("*.whl")
    return {"sdist": sdist, "from the sdist": from_sdist, "from the tree": from_tree}


@pytest.fixture(scope="module")
def empty_environment(tmp_path_factory: pytest.TempPathFactory, built: dict[str, Path]) -> Path:
    """The programs of a virtual environment that has casbridge and what it depends on, and no more."""
    folder = tmp_path_factory.mktemp("an empty environment")
    venv.create(folder, with_pip=True, symlinks=True)
    pip(folder / "bin" / "python", "pip", "install", "--quiet", str(built["from the tree"]))
    return folder / "bin"


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.slow
class TestDistributions:
    def test_the_wheel_has_all_it_needs(self, built: dict[str, Path]) -> None:
        names = set(contents(built["from the tree"]))
        wanted = {str(file.relative_to(ROOT)) for file in PACKAGE.rglob("*.py")} | {"casbridge/py.typed"}
        wanted |= {f"casbridge/{file.relative_to(ROOT)}" for file in (ROOT / "templates").rglob("*.j2")}
        wanted |= {f"casbridge/{file.relative_to(ROOT)}" for file in (ROOT / "examples" / "zoo").glob("*.toml")}
        assert wanted <= names
        assert any(name.endswith("licenses/LICENSE") for name in names)
        foreign = [name for name in names if not re.match(r"casbridge(-[\d.]+\.dist-info)?/", name)]
        assert not foreign

    def test_the_wheel_is_the_same_from_the_tree_and_from_the_sdist(self, built: dict[str, Path]) -> None:
        assert contents(built["from the tree"]) == contents(built["from the sdist"])

    def test_the_sdist_has_the_tests(self, built: dict[str, Path]) -> None:
        with tarfile.open(built["sdist"]) as archive:
            names = {name.partition("/")[2] for name in archive.getnames()}
        assert {"pyproject.toml", "README.md", "LICENSE", "Makefile", "tests/test_project.py", "docs/conf.py"} <= names
        assert not [name for name in names if name.startswith((".ci/", ".venv/", ".git/"))]

    @pytest.mark.parametrize("origin", ["from the tree", "from the sdist"])
    def test_it_works_in_an_empty_environment(
        self, origin: str, built: dict[str, Path], empty_environment: Path, tmp_path: Path
    ) -> None:
        python = empty_environment / "python"
        pip(python, "pip", "install", "--quiet", "--force-reinstall", "--no-deps", str(built[origin]))

        def output(*command: str) -> str:
            environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL"))}
            run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
            assert run.returncode == 0, run.stderr
            return run.stdout

        def bridge(*arguments: str) -> str:
            return output(str(empty_environment / "casbridge"), *arguments)

        where = output(str(python), "-c", "import casbridge; print(casbridge.__file__)")
        assert Path(where.strip()).is_relative_to(empty_environment.parent)
        assert bridge("--version") == f"casbridge {casbridge.__version__}\n"
        assert bridge("solve", SHIDOKU, "--format", "line") == f"{SOLVED}\n"
        for target in ("singular", "sympy", "sage", "gap", "macaulay2"):
            assert SHIDOKU in bridge("render", SHIDOKU, "--to", target)
        assert "agree" in bridge("crosscheck", SHIDOKU, "--backends", "reference,sympy")
        assert "sympy" in bridge("zoo", "--backends", "sympy", "--timeout", "0.01")
        assert list(tmp_path.iterdir()) == []
