"""One JSON document a command, with the fields that the design names."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import pytest

from casbridge.algebra import QQ, Field, Ring
from casbridge.algebra.expressions import parse_polynomial
from casbridge.backends.protocol import Status
from casbridge.cli.group import COMMANDS
from tests.cli.calling import SHIDOKU, SOLVED, Caller
from tests.crosscheck.puppets import Puppet, registered

SYSTEM = "field: 11\nvariables: x y\n(x-1)*(x+5)\n2*y - x - 3\n"
RATIONAL = "variables: x y\n(2*x-1)*(3*x+2)\ny + 1/3\n"


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{SHIDOKU}\n11..............\n1...............\n", encoding="utf-8")
    return path


@pytest.fixture
def system(tmp_path: Path) -> Path:
    path = tmp_path / "system.txt"
    path.write_text(SYSTEM, encoding="utf-8")
    return path


@pytest.mark.parametrize("encoding", ["colouring", "sum-product", "symmetric", "indicators"])
def test_solve(call: Caller, encoding: str) -> None:
    said = call("solve", SHIDOKU, "--json", "--encoding", encoding)
    document = said.document()
    assert (said.code, said.err) == (0, "")
    assert document["status"] == "complete"
    assert document["solutions"] == [SOLVED]
    assert document["count"] == 1
    assert document["puzzle"] == SHIDOKU


def test_solve_without_solution_is_done(call: Caller) -> None:
    said = call("solve", "11..............", "--json")
    assert said.code == 0
    assert (said.document()["solutions"], said.document()["count"]) == ([], 0)


def test_solve_all_and_limited(call: Caller) -> None:
    everything = call("solve", "2x2", "--json").document()
    assert (everything["status"], everything["count"], len(set(everything["solutions"]))) == ("complete", 288, 288)
    limited = call("solve", "2x2", "--json", "--limit", "10")
    assert limited.code == 0
    assert limited.document()["status"] == "partial"
    assert limited.document()["solutions"] == everything["solutions"][:10]
    exact = call("solve", SHIDOKU, "--json", "--limit", "1")
    assert (exact.code, exact.document()["status"]) == (0, "complete")


def test_several_puzzles(call: Caller, puzzles: Path) -> None:
    said = call("solve", puzzles, "--json", "--limit", "3")
    document = said.document()
    assert said.code == 0
    assert [r["puzzle"] for r in document["results"]] == puzzles.read_text().split()
    assert [r["count"] for r in document["results"]] == [1, 0, 3]
    assert [r["status"] for r in document["results"]] == ["complete", "complete", "partial"]
    assert "solutions" not in document
    for command in ("charseries", "count", "crosscheck"):
        arguments = ["--backends", "reference"] if command == "crosscheck" else []
        document = call(command, puzzles, "--json", *arguments).document()
        assert len(document["results"]) == 3, command
        assert "results" not in call(command, SHIDOKU, "--json", *arguments).document()
    document = call("render", puzzles, "--to", "singular", "--json").document()
    assert len(document["results"]) == 3


def test_jsonl(call: Caller, puzzles: Path) -> None:
    one = call("solve", SHIDOKU, "--jsonl").lines()
    assert one[0] == {"solution": SOLVED}
    assert (one[1]["schema"], one[1]["status"], one[1]["count"]) == ("casbridge/1", "complete", 1)
    assert len(one) == 2
    many = call("solve", puzzles, "--jsonl").lines()
    assert [line["count"] for line in many] == [1, 0, 72]
    assert all(line["schema"] == "casbridge/1" and line["status"] == "complete" for line in many)
    assert len(many[2]["solutions"]) == 72
    chains = call("charseries", "2x2", "--jsonl", "--limit", "5").lines()
    assert len(chains) == 6
    assert all(len(line["polynomials"]) == 16 for line in chains[:5])
    assert (chains[5]["status"], chains[5]["count"]) == ("partial", 5)
    assert [line["count"] for line in call("charseries", puzzles, "--jsonl").lines()] == [1, 0, 72]
    assert [line["count"] for line in call("count", puzzles, "--jsonl").lines()] == [1, 0, 72]
    verdicts = call("crosscheck", puzzles, "--jsonl", "--backends", "reference").lines()
    assert [line["verdict"] for line in verdicts] == ["undecided"] * 3


def test_charseries(call: Caller, system: Path) -> None:
    document = call("charseries", system, "--json").document()
    assert document["status"] == "complete"
    assert document["variables"] == ["x", "y"]
    assert document["field"] == "GF(11)"
    assert document["count"] == 2
    chain = {"polynomials": ["x - 1", "y - 2"], "main_variables": ["x", "y"], "degrees": [1, 1]}
    assert document["chains"] == [chain, {**chain, "polynomials": ["x + 5", "y + 1"]}]


@pytest.mark.parametrize(
    ("text", "chains"), [("variables: x\n1\n", []), ("x\nx - 1\n", []), ("variables: x y\n0 = 0\n", [[]])]
)
def test_charseries_of_extremes(call: Caller, tmp_path: Path, text: str, chains: list[list[str]]) -> None:
    path = tmp_path / "system.txt"
    path.write_text(text, encoding="utf-8")
    said = call("charseries", path, "--json")
    assert said.code == 0
    assert [chain["polynomials"] for chain in said.document()["chains"]] == chains
    assert said.document()["count"] == len(chains)


@pytest.mark.parametrize("text", [SYSTEM, RATIONAL], ids=["GF(11)", "QQ"])
def test_chains_are_in_normal_form(call: Caller, tmp_path: Path, text: str) -> None:
    path = tmp_path / "system.txt"
    path.write_text(text, encoding="utf-8")
    document = call("charseries", path, "--json").document()
    ring = Ring.of(document["variables"], Field.from_name(document["field"]))
    for chain in document["chains"]:
        for polynomial, main, degree in zip(
            *(chain[k] for k in ("polynomials", "main_variables", "degrees")), strict=True
        ):
            read = parse_polynomial(polynomial, ring)
            assert str(read.normal()) == polynomial
            assert ring.variables[read.support()[-1]] == main
            assert read.degree(read.support()[-1]) == degree
            numbers = [int(n) for n in re.findall(r"(?<![a-z\d])\d+", polynomial)]
            assert all(n <= 5 for n in numbers) or ring.field == QQ
            assert "/" not in polynomial
    if ring.field == QQ:
        assert {tuple(c["polynomials"]) for c in document["chains"]} == set(
            product(("2*x - 1", "3*x + 2"), ("3*y + 1",))
        )


@pytest.mark.slow
def test_crosscheck(call: Caller) -> None:
    said = call("crosscheck", SHIDOKU, "--backends", "reference,sympy", "--json")
    document = said.document()
    assert said.code == 0
    assert (document["status"], document["verdict"], document["witness"]) == ("complete", "agree", None)
    assert [b["name"] for b in document["backends"]] == ["reference", "sympy"]
    for backend in document["backends"]:
        assert {"name", "version", "status", "seconds", "count"} <= backend.keys()
        assert (backend["status"], backend["count"]) == ("complete", 1)
        assert backend["version"]


def test_count(call: Caller, system: Path) -> None:
    assert call("count", "2x2", "--json").document()["count"] == 288
    document = call("count", system, "--json").document()
    assert (document["status"], document["count"]) == ("complete", 2)


def test_backends(call: Caller) -> None:
    document = call("backends", "--json").document()
    found = {b["name"]: b for b in document["backends"]}
    assert {"reference", "singular", "sympy", "sage", "gap", "macaulay2", "maxima", "giac", "msolve"} <= found.keys()
    assert found["reference"]["available"]
    methods = [m["name"] for m in found["reference"]["methods"]]
    assert methods[:4] == ["series", "split", "general", "closure"]
    assert set(methods[4:]) == {
        *("basis", "primes", "radical", "saturate", "eliminate", "primary", "dimension", "real", "charset", "factor")
    }
    assert found["reference"]["default_method"] == "series"
    assert all(b["available"] or (b["reason"] and b["hint"]) for b in found.values())


def test_audit(call: Caller) -> None:
    document = call("audit", "sum-product", "--digits", "1-9", "--json").document()
    assert document["status"] == "complete"
    assert "[1, 2, 4, 4, 4, 5, 7, 9, 9]" in json.dumps(document)
    assert call("audit", "sum-product", "--digits", "1-5", "--search", "--json").document()["found"]
    assert call("audit", "symmetric", "--digits", "1-4", "--json").code == 0


def test_a_puzzle_becomes_a_png(call: Caller, tmp_path: Path) -> None:
    for asked in ((SHIDOKU, tmp_path / "p.png"), ("examples/puzzles/killer.toml", tmp_path / "p.PNG")):
        said = call("convert", *asked, "--json")
        assert (said.code, said.document()["form"]) == (0, "png")
        assert asked[1].read_bytes().startswith(b"\x89PNG\r\n")
    assert call("convert", SHIDOKU, "-", "--to", "png").code == 2
    assert call("convert", "x^2 - 1", tmp_path / "s.png").code == 2
    # A picture is no puzzle: one line says so.
    said = call("convert", tmp_path / "p.png", "-")
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)


def test_render_and_convert(call: Caller, tmp_path: Path, system: Path) -> None:
    document = call("render", SHIDOKU, "--to", "singular:char_series", "--json").document()
    assert document["equations"] == 72
    assert "char_series" in document["script"]
    assert call("convert", SHIDOKU, "-", "--to", "toml", "--json").document()["form"] == "toml"
    out = tmp_path / "out.ms"
    assert call("convert", system, out, "--json").document()["output"] == str(out)
    assert out.read_text(encoding="utf-8").startswith("x,y\n11\n")


@pytest.mark.slow
def test_parse(call: Caller, tmp_path: Path) -> None:
    transcripts = Path(__file__).parent.parent / "transcripts"
    seen = 0
    for path in sorted(transcripts.rglob("*")):
        if not path.is_file() or "casbridge:begin" not in path.read_text(encoding="utf-8", errors="replace"):
            continue
        said = call("parse", path, "--json")
        document = said.document()
        assert said.code in (0, 2, 3)
        if said.code:
            assert document["status"] == "error"
            continue
        assert "variables" in document
        # An answer of numbers has no parts.
        assert sum(key in document for key in ("chains", "components", "branches")) == ("count" in document)
        assert "dimension" in document
        assert call("parse", path).code == 0
        seen += 1
    assert seen >= 3


ERRORS = [
    ("solve", "nosuchfile"),
    ("solve", SHIDOKU, "--backend", "nosuch"),
    ("solve", SHIDOKU, "--limit", "none"),
    ("solve", SHIDOKU, "--nosuch"),
    ("solve",),
    ("charseries", "nosuchfile"),
    ("charseries", SHIDOKU, "--backend", "sympy"),
    ("crosscheck", SHIDOKU, "--backends", ","),
    ("crosscheck", SHIDOKU, "--backends", "reference,reference:series"),
    ("crosscheck", SHIDOKU, "--backends", "reference:split,reference:split"),
    ("crosscheck", SHIDOKU, "--backends", "reference,nosuch"),
    ("count", "nosuchfile"),
    ("render", SHIDOKU),
    ("render", SHIDOKU, "--to", "reference"),
    ("render", SHIDOKU, "--to", "nosuch"),
    ("convert", SHIDOKU, "x.nosuch"),
    ("convert", SHIDOKU, "/nonexistent/folder/x.toml"),
    ("convert", "nosuchfile", "-"),
    ("parse", "nosuchfile"),
    ("parse", SHIDOKU),
    ("audit", "nosuch"),
    ("audit", "symmetric", "--search"),
    ("audit", "sum-product", "--digits", "1-x"),
    ("backends", "--nosuch"),
    ("nosuch",),
]


@pytest.mark.parametrize("arguments", ERRORS, ids=" ".join)
def test_errors_are_one_document_too(call: Caller, arguments: tuple[str, ...]) -> None:
    said = call(*arguments, "--json")
    document = said.document()
    assert said.code == 2
    assert (document["status"], document["exit_code"]) == ("error", 2)
    assert document["error"] == said.complaint()
    plain = call(*arguments)
    assert (plain.code, plain.out, plain.err) == (2, "", said.err)


@pytest.mark.parametrize("status", [s for s in Status if s not in (Status.COMPLETE, Status.PARTIAL)])
@pytest.mark.parametrize("command", ["solve", "count"])
@pytest.mark.parametrize("several", [False, True])
def test_failures_are_documents_and_codes(
    call: Caller, status: Status, command: str, several: bool, puzzles: Path
) -> None:
    expected = 4 if status in (Status.TIMEOUT, Status.MEMORY) else 3
    with registered(Puppet("puppet", None, status)):
        said = call(command, puzzles if several else SHIDOKU, "--backend", "puppet", "--json")
        document = said.document()
        assert said.code == expected
        results = document["results"] if several else [document]
        assert [r["status"] for r in results] == [str(status)] * len(results)
        assert [r["reason"] for r in results] == ["it was told so"] * len(results)
        if not several:
            plain = call(command, SHIDOKU, "--backend", "puppet")
            assert plain.code == expected
            assert plain.complaint() == f"puppet:told: {status}: it was told so"


def test_every_command_is_here_and_has_examples(call: Caller) -> None:
    for command in COMMANDS:
        said = call(command, "--help")
        assert said.code == 0
        assert f"Usage: casbridge {command}" in said.out
        assert "Examples:" in said.out
        assert f"casbridge {command}" in said.out.split("Examples:")[1]
        assert call(command, "-h").out == said.out
    for arguments in (["--help"], ["-h"]):
        said = call(*arguments)
        assert said.code == 0
        assert all(command in said.out for command in COMMANDS)
        assert "Examples:" in said.out
