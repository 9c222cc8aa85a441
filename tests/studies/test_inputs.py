"""The inputs of a study: texts that say the same as the files, and what becomes of files that cannot be read."""

from __future__ import annotations

import os
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem
from casbridge.errors import BackendError, InputError, UsageError
from casbridge.files import read as read_bytes
from casbridge.processes import apart
from casbridge.puzzles import Puzzle, graph, latin, sudoku
from casbridge.puzzles.families import member
from casbridge.puzzles.layouts import Layout, jigsaw
from casbridge.puzzles.reading import read_puzzles
from casbridge.studies import inputs as inputs_module
from casbridge.studies.filters import only
from casbridge.studies.globbing import Budget
from casbridge.studies.inputs import (
    Source,
    check_filter,
    inputs_of,
    read_source,
    sources_of,
    text_of_puzzle,
    text_of_system,
)
from casbridge.studies.plan import InputSpec, Plan
from casbridge.studies.values import Input

SHIDOKU = ".4.....1..3.2..."


def plan_of(folder: Path, *specs: InputSpec) -> Plan:
    return Plan("a plan", specs, ("reference",), path=folder / "study.toml", folder=folder)


def inputs(folder: Path, *specs: InputSpec) -> list[Input]:
    return [one for one, _ in inputs_of(plan_of(folder, *specs))]


def files(*patterns: str, **options: object) -> InputSpec:
    return replace(InputSpec("files", patterns), **options)  # type: ignore[arg-type]


def puzzles(*patterns: str, **options: object) -> InputSpec:
    return replace(files(*patterns, **options), kind="puzzles")


# -- every form -------------------------------------------------------------------------------------------------------

FORMS = {
    "a.xml": ("<INTPS><vars>x,y</vars><basis><poly>x*y-1</poly></basis></INTPS>", "system"),
    "b.ms": ("x,y\n0\nx*y-1,\nx^2-y\n", "system"),
    "c.txt": ("field: GF(11)\nx^2 = 3*y\n", "system"),
    "d.txt": (SHIDOKU, "puzzle"),
    "e.txt": ("+-----+-----+\n|1 2|. .|\n|. .|1 2|\n+-----+-----+\n|2 .|3 .|\n|4 .|. .|", "puzzle"),
    "f.toml": ('family = "latin"\nside = 3\ngiven = { r1c2 = 3 }\n', "puzzle"),
    "g.col": ("p edge 3 2\ne 1 2\ne 2 3\n", "puzzle"),
    "h.txt": ("2x3", "puzzle"),
    "i.toml": ('name = "a jigsaw"\ndiagonals = true\nregions = """\nAABB\nAABB\nCCDD\nCCDD\n"""\n', "puzzle"),
}


def test_each_form_is_read(tmp_path: Path) -> None:
    for name, (text, _) in FORMS.items():
        (tmp_path / name).write_text(text)
    found = inputs(tmp_path, files("*.col", colours=3))
    found += inputs(tmp_path, files("*.xml", "*.ms", "*.txt", "*.toml"))
    assert {one.name: one.kind for one in found} == {name: kind for name, (_, kind) in FORMS.items()}, found
    texts = {one.name: one.text for one in found}
    assert texts["d.txt"] == SHIDOKU
    assert texts["e.txt"] == "12....122.3.4..."
    assert read_puzzles(texts["g.col"])[0].layout == graph(3, ((0, 1), (1, 2)), 3)
    assert read_puzzles(texts["i.toml"])[0].name == "a jigsaw"
    assert read_system(texts["b.ms"]) == read_system(FORMS["b.ms"][0])


def test_a_graph_needs_colours(tmp_path: Path) -> None:
    (tmp_path / "g.col").write_text(FORMS["g.col"][0])
    (one,) = inputs(tmp_path, files("g.col"))
    assert (one.kind, one.text) == ("invalid", "")
    assert one.reason.startswith("g.col: a graph without a number of colours")


def test_encodings_belong_to_puzzles_only(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(FORMS["a.xml"][0])
    (tmp_path / "d.txt").write_text(SHIDOKU)
    found = inputs_of(plan_of(tmp_path, files("*", encodings=("colouring", "symmetric"))))
    assert [(one.name, encodings) for one, encodings in found] == [
        ("a.xml", ()),
        ("d.txt", ("colouring", "symmetric")),
    ]


def test_options_of_reading(tmp_path: Path) -> None:
    (tmp_path / "six.txt").write_text("." * 36)
    (tmp_path / "four.txt").write_text("1... .... .... ....\n" * 4)
    (six,) = inputs(tmp_path, puzzles("six.txt", box=(3, 2)))
    assert read_puzzles(six.text)[0].layout == sudoku(3, 2)
    (six,) = inputs(tmp_path, files("six.txt", layout="latin"))
    assert read_puzzles(six.text)[0].layout == latin(6)
    assert [one.name for one in inputs(tmp_path, files("four.txt", lines=True, first=2))] == [
        "four.txt:1",
        "four.txt:2",
    ]


def test_a_file_of_several_grids(tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text("12..\n..12\n2.3.\n4...\n\n12..\n..12\n2.3.\n4..3\n")
    assert [(one.name, one.text) for one in inputs(tmp_path, files("two.txt"))] == [
        ("two.txt:1", "12....122.3.4..."),
        ("two.txt:6", "12....122.3.4..3"),
    ]


def test_a_puzzle_a_line(tmp_path: Path) -> None:
    (tmp_path / "top.txt").write_text(f"# the first three\n{SHIDOKU}\n\nno puzzle\n{SHIDOKU[::-1]}  # hard\n12.\n")
    found = inputs(tmp_path, puzzles("top.txt"))
    assert [(one.name, one.kind) for one in found] == [
        ("top.txt:2", "puzzle"),
        ("top.txt:4", "invalid"),
        ("top.txt:5", "puzzle"),
        ("top.txt:6", "invalid"),
    ]
    assert found[2].text == SHIDOKU[::-1]
    assert found[1].reason.startswith("top.txt:4:")
    assert found[3].reason == "top.txt:6:3: a line with 3 cells; expected a square number such as 16"
    assert len(inputs(tmp_path, puzzles("top.txt", first=1))) == 1


def test_as_many_lines_as_cells_are_puzzles_too(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("1...............\n" * 16)
    assert len(inputs(tmp_path, puzzles("lines.txt"))) == 16


def test_a_drawn_grid_is_no_file_of_lines(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text("..3......\n" * 9)
    found = inputs(tmp_path, puzzles("grid.txt"))
    assert {one.kind for one in found} == {"invalid"}
    assert "(drawn grids are read by files = …)" in found[0].reason
    assert len(inputs(tmp_path, files("grid.txt"))) == 1


def test_a_system_is_no_file_of_lines(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(FORMS["a.xml"][0])
    (one,) = inputs(tmp_path, puzzles("a.xml"))
    assert one.reason == "a.xml: a polynomial system; expected a puzzle a line (systems are read by files = …)"


def test_one_line_alone_has_the_name_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(f"# comment\n{SHIDOKU}\n")
    assert [one.name for one in inputs(tmp_path, puzzles("one.txt"))] == ["one.txt"]


def test_members_of_families(tmp_path: Path) -> None:
    found = inputs(
        tmp_path,
        InputSpec("family", family="cyclic", n=(3, 4)),
        InputSpec("family", family="noon", n=(3,), parameters=(("c", "1/2"),), name="half"),
        InputSpec("family", family="random", n=(3,), seeds=(1, 2)),
    )
    names = ["cyclic-3", "cyclic-4", "half/noon-3,c=1/2", "random-3,seed=1", "random-3,seed=2"]
    assert [(one.name, one.family, one.n) for one in found] == [
        (name, family, n)
        for name, family, n in zip(names, ["cyclic"] * 2 + ["noon"] + ["random"] * 2, [3, 4, 3, 3, 3], strict=True)
    ]
    assert found[3].text != found[4].text
    assert all(isinstance(read_system(one.text), PolynomialSystem) for one in found)


def test_members_of_families_of_puzzles(tmp_path: Path) -> None:
    spec = InputSpec("family", family="queens", n=(3,), parameters=(("colours", 5),), encodings=("indicators",))
    ((one, encodings),) = inputs_of(plan_of(tmp_path, spec))
    assert (one.name, one.kind, encodings) == ("queens-3,colours=5", "puzzle", ("indicators",))
    assert read_puzzles(one.text) == [member("queens", 3, colours=5)]


def test_a_member_that_cannot_be_made_is_invalid(tmp_path: Path) -> None:
    (one,) = inputs(tmp_path, InputSpec("family", family="kneser", n=(300,), parameters=(("k", 3),)))
    assert (one.kind, one.family, one.n) == ("invalid", "kneser", 300)
    assert one.reason.startswith("kneser-300,k=3 has 4455100 vertices; expected at most 300")


def test_the_study_and_stores_are_no_inputs(tmp_path: Path) -> None:
    for name in ("study.toml", "study.sqlite", "other.sqlite-wal", "d.txt", "study.txt"):
        (tmp_path / name).write_text(SHIDOKU)
    assert [one.name for one in inputs(tmp_path, files("*"))] == ["d.txt", "study.txt"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cyclic-4", ""),
        ("d.txt", ""),
        ("d.txt:3", ""),
        ("d*:*", ""),
        ("*:3", ""),
        ("d.tx:3", "inputs=d.tx matches nothing; expected one of cyclic-4, cyclic-5, d.txt (did you mean d.txt?)"),
        ("cyclic-6", "inputs=cyclic-6 matches nothing"),
        ("family=cyclik", "family=cyclik matches nothing; expected cyclic (did you mean cyclic?)"),
        ("encoding=symmetric", "encoding=symmetric matches nothing; expected colouring"),
        ("repeat=2", "repeat=2 matches nothing; expected 1"),
        ("backends=sympy", "backends=sympy matches nothing; expected reference"),
    ],
)
def test_a_filter_that_matches_nothing_is_told(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "d.txt").write_text(SHIDOKU)
    plan = plan_of(tmp_path, InputSpec("family", family="cyclic", n=(4, 5)), files("d.txt"))
    if not message:
        check_filter(plan, only([text]))
        return
    with pytest.raises(UsageError) as caught:
        check_filter(plan, only([text]))
    assert str(caught.value).startswith(message)


# -- what cannot be read ----------------------------------------------------------------------------------------------


def test_what_cannot_be_read_is_an_input_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "a-good.txt").write_text("x^2 - 1\n")
    (tmp_path / "bad.txt").write_text("x^2 - (\n")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "link.txt").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "zeros.txt").write_bytes(bytes(10))
    (tmp_path / "z-good.txt").write_text("x^2 - 2\n")
    plan = plan_of(tmp_path, files("*.txt"), files("/dev/null", name="device"))
    found = {one.name: one for one, _ in inputs_of(plan)}
    assert [name for name, one in found.items() if one.kind == "system"] == ["a-good.txt", "z-good.txt"]
    reasons = {name: one.reason for name, one in found.items() if one.kind == "invalid"}
    assert reasons.pop("bad.txt").startswith("bad.txt:1:")
    assert reasons.pop("zeros.txt").startswith(r"zeros.txt:1:1: a control character '\x00'")
    assert reasons == {
        "empty.txt": "empty.txt: nothing in it; expected a puzzle or a polynomial system",
        "link.txt": "link.txt: a link to nothing",
        "pipe.txt": "pipe.txt: a pipe; expected a file",
        "device//dev/null": "device//dev/null: a device; expected a file",
    }
    assert all(one.text == "" for one in found.values() if one.kind == "invalid")
    with pytest.raises(InputError, match=r"^bad.txt:1:"):
        list(inputs_of(plan, strict=True))


def test_a_file_that_vanishes(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text("x - 1\n")
    stream = inputs_of(plan_of(tmp_path, puzzles("a.txt"), files("b.txt")))
    assert next(stream)[0].kind == "invalid"  # no puzzles
    (tmp_path / "b.txt").write_text("")
    assert next(stream)[0].reason.startswith("b.txt: nothing in it")
    assert not [*stream]
    spec = files("b.txt")
    for kind in ("files", "puzzles"):
        source = Source("b.txt", replace(spec, kind=kind), str(tmp_path / "gone" / "b.txt"))
        assert [*read_source(source)] == [Input("b.txt", "invalid", "", reason="b.txt: no such file")]


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(InputError, match=r"^name: cannot be read: Permission denied; expected a readable file$"):
        read_bytes(tmp_path / "a", "name", most=1)


def test_a_file_of_puzzles_has_the_time_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text(f"{SHIDOKU}\n" + "#\n" * 3_000_000)
    plan = plan_of(tmp_path, puzzles("long.txt"))
    started = time.monotonic()
    found = [one for one, _ in inputs_of(plan, seconds=0.7)]
    assert time.monotonic() - started < 4  # all of it takes longer
    assert found == [
        Input("long.txt:1", "puzzle", SHIDOKU),
        Input("long.txt:rest", "invalid", "", reason="long.txt: the input was not read within 0.7 s"),
    ]


def test_time_between_two_puzzles_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text(f"{SHIDOKU}\n" * 2000 + "12\n")
    stream = inputs_of(plan_of(tmp_path, puzzles("many.txt")), seconds=0.5)
    first = [next(stream)[0] for _ in range(1000)]
    time.sleep(0.5)
    found = first + [one for one, _ in stream]
    assert (len(found), found[-1].name, found[-1].reason[:14]) == (2001, "many.txt:2001", "many.txt:2001:")


def test_noise_ends_soon(tmp_path: Path) -> None:
    noise = bytes(range(32, 127)) * 5_000
    (tmp_path / "line.txt").write_bytes(noise)
    (tmp_path / "lines.txt").write_bytes(noise.replace(b"~", b"\n"))
    (tmp_path / "binary.txt").write_bytes(os.urandom(500_000))
    started = time.monotonic()
    assert {one.kind for one in inputs(tmp_path, files("*.txt"))} == {"invalid"}
    found = inputs(tmp_path, puzzles("*.txt"))
    assert {one.kind for one in found} == {"invalid"}
    assert len(found) <= inputs_module.MOST_BAD_LINES + 5
    assert time.monotonic() - started < 20


def test_the_rest_of_a_file_without_puzzles_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs_module, "MOST_BAD_LINES", 3)
    (tmp_path / "a.txt").write_text(f"{SHIDOKU}\n" + "no\n" * 10)
    found = inputs(tmp_path, puzzles("a.txt"))
    assert [one.name for one in found] == ["a.txt:1", "a.txt:2", "a.txt:3", "a.txt:4", "a.txt:rest"]
    assert found[-1].reason == "a.txt:5: more than 3 lines that are no puzzles; expected a puzzle a line"


def test_a_file_that_takes_for_ever_is_stopped(tmp_path: Path) -> None:
    # A power of a long sum takes long to multiply out.
    (tmp_path / "a.txt").write_text("(" + " + ".join(f"x{i}" for i in range(60)) + ")^9\n")
    (tmp_path / "b.txt").write_text("x - 1\n")
    started = time.monotonic()
    (tmp_path / "0.txt").write_text("x - 2\n")
    found = [one for one, _ in inputs_of(plan_of(tmp_path, files("*.txt")), seconds=0.3)]
    assert time.monotonic() - started < 5
    assert [one.kind for one in found] == ["system", "invalid", "system"]
    assert found[1].reason.startswith("a.txt")


# -- a Python that does not start -------------------------------------------------------------------------------------


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Path]]:
    """Makes processes apart start a shell script in the place of Python."""

    def make(script: str) -> Path:
        program = tmp_path / "python"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setattr("casbridge.processes.apart.sys.executable", str(program))
        apart._end_workers()
        return program

    yield make
    apart._end_workers()


@pytest.mark.parametrize("script", ["exit 126", "exit 127", "exec /no/such/program", "kill -9 $$", None])
@pytest.mark.parametrize("spec", [InputSpec("family", family="cyclic", n=(2, 3)), InputSpec("files", ("a.txt",))])
def test_a_python_that_does_not_start_is_no_fault_of_the_inputs(
    tmp_path: Path, broken: Callable[[str], Path], script: str | None, spec: InputSpec
) -> None:
    (tmp_path / "a.txt").write_text("x - 1\n")
    program = broken(script or "")
    if script is None:
        program.chmod(0o644)
    with pytest.raises(BackendError, match="inputs cannot be read, since no process of casbridge starts: ") as told:
        inputs(tmp_path, spec)
    assert told.value.exit_code == 3


def test_a_process_that_ended_is_tried_again(tmp_path: Path, broken: Callable[[str], Path]) -> None:
    flag = tmp_path / "flag"
    broken(f'if [ ! -e "{flag}" ]; then touch "{flag}"; exit 126; fi; exec "{sys.executable}" "$@"')
    found = inputs(tmp_path, InputSpec("family", family="cyclic", n=(2, 3)))
    assert [(one.name, one.kind) for one in found] == [("cyclic-2", "system"), ("cyclic-3", "system")]
    assert flag.exists()


def test_a_name_with_strange_bytes(tmp_path: Path) -> None:
    (tmp_path / "line\nbreak.txt").write_text("x - 1\n")
    (tmp_path / os.fsdecode(b"\xff.txt")).write_text("x - 1\n")
    found = inputs(tmp_path, files("*.txt"))
    assert [(one.name, one.kind) for one in found] == [(r"line\nbreak.txt", "system"), (r"\xff.txt", "system")]
    assert all(one.name.isprintable() for one in found)


def test_names_are_different(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{SHIDOKU}\n{SHIDOKU}\n")
    (tmp_path / "a.txt:2").write_text(SHIDOKU)
    names = [one.name for one in inputs(tmp_path, puzzles("*"))]
    assert len(names) == len(set(names)) == 3


def test_small_files_are_read_together_as_if_alone(tmp_path: Path) -> None:
    for number in range(130):
        text = {0: "x - (\n", 1: f"{SHIDOKU}\n{SHIDOKU}\n"}.get(number % 50, f"x - {number}\n")
        (tmp_path / f"{number:03}.txt").write_text(text)
    os.mkfifo(tmp_path / "105.fifo.txt")
    (tmp_path / "110.txt").write_text("x - 110\n" + "# long\n" * 200_000)
    plan = plan_of(tmp_path, files("*.txt"))
    found = [one for one, _ in inputs_of(plan)]
    alone = [one for source in sources_of(plan, plan.specs[0], Budget()) for one in read_source(source)]
    assert found == alone
    assert len(found) == 130 + 3 + 1
    assert sum(one.kind == "invalid" for one in found) == 4


def test_one_of_several_keeps_its_line(tmp_path: Path) -> None:
    (tmp_path / "top.txt").write_text(f"# two\n{SHIDOKU}\n{SHIDOKU}\n")
    for spec in (files("top.txt", first=1), puzzles("top.txt", first=1)):
        assert [one.name for one in inputs(tmp_path, spec)] == ["top.txt:2"]


# -- many -------------------------------------------------------------------------------------------------------------


def test_many_puzzles_of_one_file_stream(tmp_path: Path) -> None:
    count = 4_000
    line = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n"
    (tmp_path / "many.txt").write_text(line * count)
    plan = plan_of(tmp_path, puzzles("many.txt"))
    assert sum(1 for _ in inputs_of(plan)) == count
    stream = inputs_of(plan)
    tracemalloc.start()
    try:
        for _ in range(count // 2):
            next(stream)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 6 * os.path.getsize(tmp_path / "many.txt")


# -- texts ------------------------------------------------------------------------------------------------------------

SYSTEMS = [
    "x^2 - y = 3",
    "field: GF(11)\nvariables: z y x\nx*y*z - 1\n5*x - 8",
    "parameters: a b\nx^2/a = y/b",
    "field: GF(7)\nparameters: a\nvariables: x\na*x^2 - 1",
    "variables: x y\n0",
    "variables: x y z\neliminate: x z\nx*y - z",
    "saturate: x, y - 1\nx*y*(y - 1)",
    "factor: x^4 - 1/4\nx^2 - 2",
    "parameters: a\nvariables: x\nfactor: a*x^2 - a",
    "1",
    "123456789012345678901234567890*x - 1/7",
    "variables: b a\nb - a",
]


@pytest.mark.parametrize("text", SYSTEMS)
def test_the_text_of_a_system_says_the_same(text: str) -> None:
    system = read_system(text, name="a name\nof two lines")
    again = read_system(text_of_system(system))
    assert again.ring == system.ring
    assert list(again.polynomials()) == list(system.polynomials())
    assert again.goal == system.goal
    assert text_of_system(again) == text_of_system(system)


_LAYOUTS = [
    sudoku(1, 1),
    sudoku(1, 2),
    sudoku(1, 3),
    sudoku(2, 2),
    sudoku(2, 3),
    sudoku(3, 2),
    sudoku(1, 4),
    sudoku(2, 2, diagonals=True),
    sudoku(3, 3),
    sudoku(4, 4),
    sudoku(6, 6),
    latin(1),
    latin(4),
    latin(5, diagonals=True),
    latin(37),
    jigsaw((0, 0, 1, 1)),
    jigsaw((0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3), diagonals=True),
    graph(4, ((0, 1), (1, 2), (0, 3)), 3),
    graph(3, (), 2),
]


@given(st.data(), st.sampled_from(_LAYOUTS), st.text(st.characters(exclude_categories=["Cs"]), max_size=8))
def test_the_text_of_a_puzzle_says_the_same(data: st.DataObject, layout: Layout, name: str) -> None:
    cells = st.lists(st.integers(0, layout.digits), min_size=layout.cells, max_size=layout.cells)
    givens = data.draw(cells | st.just([0] * layout.cells) | st.just([layout.digits] * layout.cells))
    puzzle = Puzzle(layout, tuple(givens), name)
    assert read_puzzles(text_of_puzzle(puzzle)) == [puzzle]


# -- ideals of scripts -------------------------------------------------------------------------------------------------

IDEALS = "ring r = 0, (x, y), dp; ideal i = x, y;\nring s = 7, z, dp; ideal i = z2 - 1;\nfoo(i);\nideal j = z;\n"


def test_each_ideal_of_a_script_is_an_input(tmp_path: Path) -> None:
    (tmp_path / "t.sing").write_text(IDEALS, encoding="utf-8")
    (tmp_path / "one.txt").write_text("x^2 - 1\n", encoding="utf-8")
    found = inputs(tmp_path, files("t.sing", "one.txt", ideal="*"))
    assert [(one.name, one.kind) for one in found] == [
        ("t.sing:r.i", "system"),
        ("t.sing:s.i", "system"),
        ("t.sing:j", "invalid"),
        ("one.txt", "system"),
    ]
    assert "variables: y x" in found[0].text
    assert "field: GF(7)" in found[1].text
    assert found[2].reason.startswith("t.sing:j:3:1: a statement that is not read: foo(i)")


def test_one_ideal_of_a_script_is_chosen(tmp_path: Path) -> None:
    (tmp_path / "t.sing").write_text(IDEALS, encoding="utf-8")
    (chosen,) = inputs(tmp_path, files("t.sing", ideal="s.i"))
    assert (chosen.name, chosen.kind) == ("t.sing", "system")
    assert "field: GF(7)" in chosen.text
    for ideal, reason in (("", "several ideals: r.i in line 1"), ("k", "no ideal 'k'")):
        (refused,) = inputs(tmp_path, files("t.sing", ideal=ideal))
        assert (refused.name, refused.kind) == ("t.sing", "invalid")
        assert reason in refused.reason
