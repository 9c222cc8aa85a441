"""casbridge count: shapes by formulas, derivations, classes under symmetry, limits, the cache; puzzles by search."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from sympy.combinatorics import Permutation

from casbridge.counting import BoxShape, conjugacy_classes, derivation, generators
from tests.cli.calling import SHIDOKU, Caller, process

TOTALS = {"2x2": 288, "2x3": 28200960, "3x2": 28200960, "2x4": 29136487207403520, "3x3": 6670903752021072936960}


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "number"), TOTALS.items())
def test_shapes(call: Caller, shape: str, number: int) -> None:
    said = call("count", shape)
    assert (said.code, said.out) == (0, f"{number}\n")
    assert said.err.startswith("Σ")
    document = call("count", shape, "--json").document()
    assert (document["count"], document["status"], document["backend"]) == (number, "complete", "counting")
    assert document["shape"] == shape
    assert set(document["puzzle"]) == {"."}


@pytest.mark.slow
def test_an_empty_puzzle_is_a_shape(call: Caller) -> None:
    assert call("count", "." * 81).out == "6670903752021072936960\n"
    assert call("count", "." * 36, "--family", "latin").out == "812851200\n"


@pytest.mark.slow
def test_steps(call: Caller) -> None:
    said = call("count", "3x3", "--steps")
    lines = said.out.splitlines()
    assert lines[-1] == "6670903752021072936960"
    for words in ("2612736  56·6⁶", "36288", "2051", "416", "71", "44", "18383222420692992", "6.65708e+21", "0.00207"):
        assert any(words in line for line in lines), words
    document = call("count", "2x3", "--steps", "--json").document()
    assert document["steps"] == [step._asdict() for step in derivation(BoxShape(2, 3)).steps]
    assert document["count"] == 28200960


@pytest.mark.parametrize(
    ("shape", "number"), [("2x2", 2), ("2x3", 49), pytest.param("3x2", 49, marks=pytest.mark.slow)]
)
def test_up_to_symmetry(call: Caller, shape: str, number: int) -> None:
    document = call("count", shape, "--up-to-symmetry", "--json").document()
    box = BoxShape.of(shape)
    assert (document["count"], document["status"]) == (number, "complete")
    assert document["fixed_by_all"] == number * document["group"]["order"]
    assert sum(one["size"] * one["fixed"] for one in document["classes"]) == document["fixed_by_all"]
    assert sorted((one["size"], one["representative"]) for one in document["classes"]) == sorted(
        (found.size, list(found.representative)) for found in conjugacy_classes(box)
    )
    assert [one["images"] for one in document["group"]["generators"]] == list(map(list, generators(box).values()))
    said = call("count", shape, "--up-to-symmetry")
    assert said.out.splitlines()[-1] == str(number)
    assert len(said.out.splitlines()) > len(document["classes"])


def test_permutations_for_sympy(call: Caller) -> None:
    plain = call("count", "2x2", "--up-to-symmetry", "--json").document()
    written = call("count", "2x2", "--up-to-symmetry", "--sympy", "--json").document()

    def images(text: str) -> list[int]:
        found = eval(text, {"Permutation": Permutation, "__builtins__": {}})
        return [found(cell) for cell in range(16)]

    for one, other in zip(plain["classes"], written["classes"], strict=True):
        assert images(other["representative"]) == one["representative"]
    for one, other in zip(plain["group"]["generators"], written["group"]["generators"], strict=True):
        assert images(other["images"]) == one["images"]
    assert "Permutation([[0, 4]" in call("count", "2x2", "--up-to-symmetry", "--sympy").out


# -- puzzles ----------------------------------------------------------------------------------------------------------


def test_puzzles(call: Caller, tmp_path: Path) -> None:
    assert call("count", SHIDOKU).out == "1\n"
    path = tmp_path / "many.txt"
    path.write_text(f"{SHIDOKU}\n44..............\n................\n1...............\n", encoding="utf-8")
    said = call("count", path, "--lines")
    assert (said.out, said.err) == ("1\n0\n288\n72\n", "")
    lines = call("count", path, "--lines", "--jsonl").lines()
    assert [line["count"] for line in lines] == [1, 0, 288, 72]
    assert {line["backend"] for line in lines} == {"counting"}


@pytest.mark.slow
def test_at_least(tmp_path: Path) -> None:
    """What is not counted to its end is a bound, not a number."""
    said = process("count", "3x4", "--timeout", "2", "--json")
    document = said.document()
    assert (said.code, document["count"], document["status"]) == (4, None, "partial")
    assert 0 <= document["at_least"] < 81171437193104932746936103027318645818654720000
    assert document["reason"] == "the limit of 2 s"
    said = process("count", "3x4", "--timeout", "2")
    assert said.code == 4
    assert said.out.startswith("at least ")
    assert "partial" in said.complaint()


@pytest.mark.slow
def test_the_system_instead(call: Caller) -> None:
    """The same number by formulas, by the series, by a Gröbner basis."""
    for arguments in ((), ("--backend", "reference"), ("--encoding", "symmetric"), ("--field", "GF(13)")):
        document = call("count", "2x2", *arguments, "--json").document()
        assert (document["count"], document["backend"]) == (288, "reference:split" if arguments else "counting")
    document = call("count", "1234............", "--backend", "sympy", "--json").document()
    assert (document["count"], document["backend"]) == (12, "sympy:groebner")
    assert "dimension" in document["method"]


def test_counting_by_its_name(call: Caller) -> None:
    """The same name in JSON and as a backend."""
    document = call("count", "2x2", "--backend", "counting", "--json").document()
    assert (document["count"], document["backend"]) == (288, "counting")


@pytest.mark.slow
@pytest.mark.singular
def test_by_dimension(call: Caller, tmp_path: Path) -> None:
    document = call("count", "2x2", "--backend", "singular:vdim", "--json").document()
    assert (document["count"], document["status"], document["backend"]) == (288, "complete", "singular:vdim")
    assert call("count", "44..............", "--backend", "singular:vdim").out == "0\n"
    path = tmp_path / "line.txt"
    path.write_text("x - y\n", encoding="utf-8")
    said = call("count", path, "--backend", "singular:vdim", "--json")
    assert (said.code, said.document()["status"], said.document()["count"]) == (3, "unsupported", None)
    said = process("count", "2x3", "--backend", "singular:vdim", "--timeout", "2", "--json")
    assert (said.code, said.document()["status"]) == (4, "timeout")


@pytest.mark.parametrize(
    ("arguments", "number"), [((), 21), (("--real",), 7), (("--rational",), 0), (("--multiplicity",), 21)]
)
def test_zeros_of_a_system(call: Caller, arguments: tuple[str, ...], number: int) -> None:
    said = call("count", "noon-3", *arguments)
    assert (said.code, said.out) == (0, f"{number}\n")
    document = call("count", "noon-3", *arguments, "--json").document()
    assert (document["count"], document["status"], document["field"]) == (number, "complete", "QQ")
    assert document["counted"] == (arguments[0][2:] if arguments else "closure")
    sizes = [document[name] for name in ("dimension", "degree", "multiplicity", "rational", "real")]
    assert sizes == [0, 21, 21, 0, 7]


def test_infinitely_many_zeros_are_an_answer(call: Caller) -> None:
    said = call("count", "x^2*y")
    assert (said.code, said.out) == (0, "infinitely many: dimension 1\n")
    (document,) = call("count", "x^2*y", "--jsonl").lines()
    assert (document["count"], document["status"], document["dimension"]) == (None, "complete", 1)
    said = call("count", "x^2*y", "--real", "--json")
    assert (said.code, said.document()["status"]) == (3, "unsupported")


# -- limits, interrupts -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("2x5",), ("2x5", "--steps"), ("3x3", "--up-to-symmetry")], ids=" ".join)
def test_limits(arguments: tuple[str, ...]) -> None:
    started = time.monotonic()
    said = process("count", *arguments, "--timeout", "2", "--json")
    assert time.monotonic() - started < 15
    assert (said.code, said.document()["count"], said.document()["status"]) == (4, None, "timeout")
    assert "2 s" in said.document()["reason"]


@pytest.mark.slow
def test_too_little_memory() -> None:
    said = process("count", "3x3", "--up-to-symmetry", "--memory", "2M")
    assert said.code in (0, 4)  # Python's own reserve may be enough
    said = process("count", "2x5", "--memory", "1M", "--timeout", "120")
    assert said.code == 4
    assert "memory" in said.complaint()


def test_an_interrupt_leaves_no_process(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "casbridge", "count", "3x3", "--up-to-symmetry"],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    children = Path(f"/proc/{child.pid}/task/{child.pid}/children")
    deadline = time.monotonic() + 30
    while len(children.read_text().split()) < 2 and time.monotonic() < deadline:  # a guardian, and who counts
        time.sleep(0.02)
    assert len(children.read_text().split()) >= 2
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out, err) == (130, "", "casbridge: interrupted\n")
    assert list(tmp_path.iterdir()) == []


# -- the cache --------------------------------------------------------------------------------------------------------


def _kept(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(file.read_text(encoding="utf-8")) for file in folder.iterdir()]


def test_the_cache(call: Caller, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    first = call("count", "2x2", "--up-to-symmetry", "--cache", folder, "--json").document()
    assert len(_kept(folder)) == len(first["classes"])
    second = call("count", "2x2", "--up-to-symmetry", "--cache", folder, "--json").document()
    assert {**second, "seconds": 0} == {**first, "seconds": 0}
    assert len(_kept(folder)) == len(first["classes"])
    # A result that was changed is not believed: it is set aside and computed again.
    file = next(folder.iterdir())
    kept = json.loads(file.read_text(encoding="utf-8"))
    for result in (kept["result"] + 1, "1", [1], None, {"a": [None]}):
        file.write_text(json.dumps({**kept, "result": result}), encoding="utf-8")
        said = call("count", "2x2", "--up-to-symmetry", "--cache", folder)
        assert (said.code, said.out.splitlines()[-1]) == (0, "2")
        assert f"{file} is damaged" in said.err
        assert json.loads(file.read_text(encoding="utf-8")) == kept
    file.with_suffix(".damaged").unlink()
    for arguments in ((), ("--steps",)):
        once = call("count", "2x3", *arguments, "--cache", folder, "--json").document()
        again = call("count", "2x3", *arguments, "--cache", folder, "--json").document()
        assert {**once, "seconds": 0} == {**again, "seconds": 0}


def test_a_damaged_cache(call: Caller, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    call("count", "2x2", "--cache", folder)
    (file,) = folder.iterdir()
    for content in (b"{", b"", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"a": [null]}'):
        file.write_bytes(content)
        said = call("count", "2x2", "--cache", folder)
        assert (said.code, said.out) == (0, "288\n")
        assert f"{file} is damaged" in said.err
    assert call("count", "2x2", "--cache", "").code == 2
    said = call("count", "2x2", "--cache", file)
    assert said.code == 2
    said = call("count", "2x2", "--cache", file / "below")
    assert said.code == 2
    said.complaint()


# -- usage ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("2x2", "--steps", "--up-to-symmetry"),
        ("2x2", "--sympy"),
        ("2x2", "--steps", "--backend", "reference"),
        ("2x2", "--up-to-symmetry", "--encoding", "symmetric"),
        (SHIDOKU, "--steps"),
        (SHIDOKU, "--up-to-symmetry"),
        (SHIDOKU, "--cache", "somewhere"),
        ("1x4", "--steps"),
        ("3x", "--steps"),
        ("99x99",),
        ("x - 1", "--up-to-symmetry"),
        ("2x2", "--timeout", "0"),
        ("2x2", "--backend", "singular:nosuch"),
        ("x^2 - 2", "--real", "--rational"),
        ("x^2 - 2", "--backend", "singular:nosuch"),
        ("2x2", "--real"),
        ("2x2", "--rational", "--backend", "reference"),
        ("2x2", "--multiplicity", "--steps"),
        ("x^2 - 2", "--real", "--field", "GF(7)"),
    ],
    ids=" ".join,
)
def test_usage(call: Caller, arguments: tuple[str, ...]) -> None:
    said = call("count", *arguments)
    assert (said.code, said.out) == (2, "")
    said.complaint()


@pytest.mark.parametrize(
    "arguments", [("3x4", "--steps"), ("3x4", "--up-to-symmetry"), ("2x5", "--up-to-symmetry")], ids=" ".join
)
def test_what_is_not_claimed(call: Caller, arguments: tuple[str, str]) -> None:
    said = call("count", *arguments)
    assert (said.code, said.out) == (3, "")
    assert arguments[0] in said.complaint()


def test_a_graph_without_givens_and_without_colourings(call: Caller, tmp_path: Path) -> None:
    graph = tmp_path / "triangle.col"
    graph.write_text("p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n", encoding="utf-8")
    said = call("count", graph, "-k", "2")
    assert (said.code, said.out) == (0, "0\n")
    assert "givens" not in said.err


def test_zeros_over_a_field_with_parameters(call: Caller, tmp_path: Path) -> None:
    file = tmp_path / "system.txt"
    file.write_text("parameters: a\nvariables: x y\nx^2 - a\ny - x\n", encoding="utf-8")
    said = call("count", file)
    assert (said.code, said.out) == (0, "2\n")
    said = call("count", file, "--multiplicity")
    assert said.code == 3
    assert "ask for a Gröbner basis, such as singular:std or sympy:groebner" in said.complaint()
