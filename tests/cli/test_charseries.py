"""casbridge charseries of systems that have no split domains: orders, trees, pictures, limits; and count of them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from casbridge.algebra.answers import Answer, Task, point_component
from casbridge.backends.protocol import Status
from casbridge.charset.general.method import STRATEGIES
from casbridge.cli import charseries
from casbridge.crosscheck.solving import solutions
from casbridge.encodings import encode
from casbridge.errors import LimitError
from casbridge.puzzles import Puzzle, sudoku
from tests.cli.calling import SHIDOKU, Caller, process
from tests.crosscheck.puppets import Puppet, registered

PLANES = "variables: x y z\nx*y - z\ny*z - x\n"
CHAINS = ["[x, z]", "[y + 1, z + x]", "[y - 1, z - x]"]
#: The chain [t - 1] at once, and then nothing for very long.
EASY_AND_HARD = """variables: t x y z w
(t - 1)*(3*x^3*y - 2*y^2*z + 5*x*w^2 - 7*z + 1)
(t - 1)*(2*x^2*w - 3*y^3*z + w^3 - 5*x*y + 2)
(t - 1)*(7*x*y*z*w - 2*z^3 + 3*w^2 - x - 4)
(t - 1)*(x^3*z - 5*y^2*w^2 + 3*z^2 - 2*y + 6)
"""


@pytest.fixture
def planes(tmp_path: Path) -> Path:
    path = tmp_path / "planes.txt"
    path.write_text(PLANES, encoding="utf-8")
    return path


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    path = tmp_path / "hard.txt"
    path.write_text(EASY_AND_HARD, encoding="utf-8")
    return path


def test_the_general_way_answers_by_its_name(call: Caller, planes: Path) -> None:
    said = call("charseries", planes)
    assert (said.code, said.out.splitlines(), said.err) == (0, CHAINS, "")
    document = call("charseries", planes, "--json").document()
    assert (document["backend"], document["status"], document["reason"]) == ("reference:general", "complete", None)
    assert [f"[{', '.join(chain['polynomials'])}]" for chain in document["chains"]] == CHAINS
    assert "tree" not in document


# -- orders -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["z,y,x", "z y x", "z, y, x"])
def test_order(call: Caller, planes: Path, order: str) -> None:
    said = call("charseries", planes, "--order", order)
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == ["[y + 1, x + z]", "[y - 1, x - z]", "[z, x]"]
    assert call("charseries", planes, "--order", order, "--json").document()["variables"] == ["z", "y", "x"]


def test_order_as_given_changes_nothing(call: Caller, planes: Path) -> None:
    assert call("charseries", planes, "--order", "x,y,z").out == call("charseries", planes).out


def test_order_auto(call: Caller, tmp_path: Path) -> None:
    path = tmp_path / "star.txt"
    path.write_text("variables: a b c m\na*m - 1\nb*m - 1\nc*m - 1\n", encoding="utf-8")
    document = call("charseries", path, "--order", "auto", "--json").document()
    assert sorted(document["variables"]) == ["a", "b", "c", "m"]
    assert document["variables"].index("m") < 2
    assert document["count"] == 1
    assert call("charseries", path, "--order", "auto").code == 0


def test_a_variable_called_auto(call: Caller, tmp_path: Path) -> None:
    path = tmp_path / "auto.txt"
    path.write_text("variables: auto\nauto - 1\n", encoding="utf-8")
    assert call("charseries", path, "--order", "auto").out == "[auto - 1]\n"


def test_order_of_a_puzzle_and_of_another_backend(call: Caller) -> None:
    said = call("charseries", SHIDOKU, "--order", "auto", "--json")
    (chain,) = said.document()["chains"]
    assert sorted(chain["polynomials"]) == sorted(
        call("charseries", SHIDOKU, "--json").document()["chains"][0]["polynomials"]
    )


@pytest.mark.parametrize("order", ["z,y", "z,y,x,w", "x,x,y,z", "", "Auto"])
def test_no_such_order(call: Caller, planes: Path, order: str) -> None:
    said = call("charseries", planes, "--order", order)
    assert (said.code, said.out) == (2, "")
    assert "expected auto, or each of x, y, z once" in said.complaint()


# -- trees ------------------------------------------------------------------------------------------------------------


def test_tree(call: Caller, planes: Path) -> None:
    said = call("charseries", planes, "--tree")
    assert (said.code, said.err) == (0, "")
    chains, tree = said.out.rstrip("\n").split("\n\n")
    assert sorted(chains.splitlines()) == sorted(CHAINS)
    first, *lines = tree.splitlines()
    assert first.endswith(" = 0")
    assert all(line[0] in "├└│ " for line in lines)
    assert sum("→ chain " in line for line in lines) == 3
    for number, chain in enumerate(chains.splitlines(), 1):
        assert sum(line.endswith(f"→ chain {number}: {chain}") for line in lines) == 1


def test_tree_as_data(call: Caller, planes: Path) -> None:
    document = call("charseries", planes, "--tree", "--json").document()
    tree = document["tree"]
    assert tree["complete"]
    assert tree["variables"] == document["variables"]
    assert tree["chains"] == [chain["polynomials"] for chain in document["chains"]]
    assert [node["number"] for node in tree["nodes"]] == sorted(node["number"] for node in tree["nodes"])
    assert sum(node["end"] == "chain" for node in tree["nodes"]) == 3
    *chains, last = call("charseries", planes, "--tree", "--jsonl").lines()
    assert [chain["polynomials"] for chain in chains] == tree["chains"]
    assert last["tree"] == tree


def test_tree_of_split_domains_is_that_of_the_general_way(call: Caller, tmp_path: Path) -> None:
    path = tmp_path / "points.txt"
    path.write_text("field: 7\nx^2 - 1\ny - x\n", encoding="utf-8")
    plain = call("charseries", path, "--json").document()
    traced = call("charseries", path, "--json", "--tree").document()
    assert (plain["backend"], traced["backend"]) == ("reference:split", "reference:general")
    first, second = ([chain["polynomials"] for chain in document["chains"]] for document in (plain, traced))
    assert sorted(first) == sorted(second)


def test_tree_of_closures(call: Caller, tmp_path: Path) -> None:
    path = tmp_path / "system.txt"
    path.write_text("x*y^2 + y + 1\n", encoding="utf-8")
    document = call("charseries", path, "--tree", "--json", "--backend", "reference:closure").document()
    assert document["backend"] == "reference:closure"
    assert [chain["polynomials"] for chain in document["chains"]] == [["x*y**2 + y + 1"]]
    assert call("charseries", path, "--tree", "--json").document()["count"] == 2


def test_svg(call: Caller, planes: Path, tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    said = call("charseries", planes, "--svg", path)
    assert (said.code, said.out.splitlines()) == (0, CHAINS)
    assert said.complaint() == f"wrote {path}"
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    said = call("charseries", planes, "--tree", "--json", "--svg", path)
    assert said.code == 0
    assert said.document()["tree"]["complete"]


def test_a_picture_that_cannot_be_written(call: Caller, planes: Path, tmp_path: Path) -> None:
    """The answer is there all the same."""
    path = tmp_path / "no" / "tree.svg"
    said = call("charseries", planes, "--svg", path)
    assert (said.code, said.out.splitlines()) == (2, CHAINS)
    assert str(path) in said.complaint()


def test_trees_are_of_the_reference_and_pictures_of_one_system(call: Caller, planes: Path, tmp_path: Path) -> None:
    for arguments in (["--tree"], ["--svg", tmp_path / "tree.svg"]):
        said = call("charseries", planes, "--backend", "singular:char_series", *arguments)
        assert (said.code, said.out) == (2, "")
        assert "expected --backend reference" in said.complaint()
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(f"{SHIDOKU}\n11..............\n", encoding="utf-8")
    said = call("charseries", puzzles, "--svg", tmp_path / "tree.svg")
    assert (said.code, said.out) == (2, "")
    assert "--svg for 2 puzzles" in said.complaint()
    assert list(tmp_path.glob("*.svg")) == []


@pytest.mark.slow
def test_an_unfinished_tree(hard: Path) -> None:
    said = process("charseries", hard, "--tree", "--timeout", "1.5")
    assert said.code == 4
    assert said.out.startswith("[t - 1]\n\n")
    assert "not finished" in said.out
    assert "partial: stopped after 1.5 s" in said.complaint()
    document = process("charseries", hard, "--tree", "--timeout", "1.5", "--json").document()
    assert (document["status"], document["count"], document["tree"]["complete"]) == ("partial", 1, False)


# -- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("limits", [["--timeout", "2"], ["--timeout", "2", "--memory", "1G"]], ids=" ".join)
def test_what_was_found_in_time(hard: Path, limits: list[str]) -> None:
    started = time.monotonic()
    said = process("charseries", hard, *limits)
    assert time.monotonic() - started < 20
    assert (said.code, said.out) == (4, "[t - 1]\n")
    assert said.complaint() == "reference:general: partial: no complete answer within 2 s: 1 chain so far"
    said = process("charseries", hard, "--json", *limits)
    document = said.document()
    assert (said.code, said.err) == (4, "")
    assert (document["status"], document["count"]) == ("partial", 1)
    assert document["reason"] == "no complete answer within 2 s: 1 chain so far"
    assert document["backend"] == "reference:general"


def test_a_limit_that_is_met(call: Caller, planes: Path) -> None:
    said = call("charseries", planes, "--limit", "2", "--json")
    document = said.document()
    assert (said.code, document["status"], document["reason"], document["count"]) == (0, "partial", None, 2)
    said = call("charseries", planes, "--limit", "3", "--json")
    assert (said.code, said.document()["status"], said.document()["count"]) == (0, "complete", 3)


@pytest.mark.slow
def test_what_was_found_in_time_beside_another_answer(hard: Path) -> None:
    """Nothing speaks against it, but nobody asked for less: the exit code is that of a limit."""
    said = process("crosscheck", hard, "--backends", "reference,reference:closure", "--timeout", "2", "--json")
    document = said.document()
    assert (said.code, document["verdict"]) == (4, "consistent")
    assert document["reason"].endswith("; 2 of them stopped at a limit on time or memory")
    assert [backend["status"] for backend in document["backends"]] == ["partial", "partial"]
    said = process("crosscheck", hard, "--backends", "reference,reference:split", "--timeout", "2")
    assert said.code == 3
    assert "undecided: only reference:general answered" in said.out


def test_two_kinds_of_limits(call: Caller, planes: Path) -> None:
    said = call("crosscheck", planes, "--backends", "reference,reference:closure", "--limit", "2", "--json")
    assert said.code == 0
    assert said.document()["reason"].endswith("; 2 of them stopped at the limit on answers")


def test_a_puzzle_whose_solutions_are_not_all_found_in_time(call: Caller) -> None:
    """A result that a limit cut short is no complete list, for the exit code and for `solutions`."""
    encoded = encode(Puzzle(sudoku(2, 2), (0,) * 16))
    grid = point_component(tuple(map(int, "1234341221434321")), encoded.system.ring)
    answer = Answer(Task.SERIES, encoded.system.ring, (grid,))
    for reason, code in (("stopped: 1 chain so far", 4), ("", 0)):
        with registered(Puppet("puppet", answer, Status.PARTIAL, reason=reason)):
            said = call("solve", "2x2", "--backend", "puppet", "--json")
            assert (said.code, said.document()["status"]) == (code, "partial")
            assert call("solve", "2x2", "--backend", "puppet").code == code
            assert call("solve", "2x2", "--backend", "puppet", "--jsonl").code == code
            if reason:
                with pytest.raises(LimitError, match="1 chain so far"):
                    solutions(encoded, "puppet")


# -- count ------------------------------------------------------------------------------------------------------------


def test_count_of_other_systems(call: Caller, tmp_path: Path) -> None:
    path = tmp_path / "circle.txt"
    path.write_text("x^2 + y^2 - 5\ny - x - 1\n", encoding="utf-8")
    document = call("count", path, "--json").document()
    assert (document["count"], document["status"], document["backend"]) == (2, "complete", "reference:basis")
    assert call("count", path).out == "2\n"
    assert call("count", SHIDOKU, "--json").document()["backend"] == "counting"
    assert call("count", SHIDOKU, "--backend", "reference", "--json").document()["backend"] == "reference:split"
    said = call("count", path, "--backend", "reference:split", "--json")
    assert (said.code, said.document()["status"], said.document()["backend"]) == (3, "unsupported", "reference:split")


def test_infinitely_many_zeros_have_no_count(call: Caller, planes: Path) -> None:
    said = call("count", planes, "--json")
    document = said.document()
    assert (said.code, document["count"], document["status"], document["reason"]) == (0, None, "complete", None)
    assert document["dimension"] > 0


@pytest.mark.slow
def test_a_count_that_is_stopped(tmp_path: Path) -> None:
    hard = tmp_path / "hard.txt"
    cubes = (f"{u}^7 + {v}^5*{w}^2 - 3*{u}*{w} + {v} - 7" for u, v, w in ("abc", "bcd", "cde", "def", "efa", "fab"))
    hard.write_text("\n".join(["variables: a b c d e f", *cubes]), encoding="utf-8")
    said = process("count", hard, "--timeout", "1.5", "--json")
    assert (said.code, said.document()["count"]) == (4, None)
    assert said.document()["reason"] == "no count within 1.5 s"
    assert json.loads(said.out)["backend"] == "reference:basis"


# -- parameters -------------------------------------------------------------------------------------------------------


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "lines.txt"
    path.write_text("parameters: a b\nvariables: x y\na*x = b\n(a + 1)*x*y = (a + 1)*b\n", encoding="utf-8")
    return path


def test_parameters_are_in_the_document(call: Caller, lines: Path) -> None:
    document = call("charseries", lines, "--json").document()
    assert (document["field"], document["parameters"], document["variables"]) == ("QQ(a, b)", ["a", "b"], ["x", "y"])
    assert document["chains"][0]["polynomials"] == ["a*x - b", "y - a"]
    assert "conditions" not in document


def test_conditions(call: Caller, lines: Path) -> None:
    said = call("charseries", lines, "--conditions")
    assert (said.code, said.out, said.err) == (
        0,
        "[a*x - b, y - a]\nholds where a != 0 and a + 1 != 0 and b != 0\n",
        "",
    )
    document = call("charseries", lines, "--conditions", "--json").document()
    assert document["conditions"] == [["a"], ["a + 1"], ["b"]]


def test_no_conditions(call: Caller, tmp_path: Path) -> None:
    path = tmp_path / "root.txt"
    path.write_text("parameters: a\nx^2 = a", encoding="utf-8")
    assert call("charseries", path, "--conditions").out == "[x**2 - a]\nholds for all values of the parameters\n"
    assert call("charseries", path, "--conditions", "--json").document()["conditions"] == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--tree"], "--conditions with --tree or --svg; expected one or the other"),
        (["--backend", "reference:split"], "--conditions with reference:split; expected --backend reference"),
        (["--backend", "reference:closure"], "--conditions with reference:closure; expected --backend reference"),
        (["--order", "x,a,b,y"], "an order x, a, b, y; expected the parameters first"),
    ],
)
def test_what_has_no_conditions(call: Caller, lines: Path, options: list[str], said: str) -> None:
    done = call("charseries", lines, "--conditions", *options)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_conditions_of_a_system_without_parameters(call: Caller, planes: Path) -> None:
    done = call("charseries", planes, "--conditions")
    assert done.code == 2
    assert "--conditions for a system without parameters" in done.err


def test_crosscheck_says_where_answers_agree(call: Caller, lines: Path) -> None:
    said = call("crosscheck", lines, "--backends", "reference:general,reference:closure", "--conditions")
    assert said.code == 0
    assert said.out.splitlines()[-1] == "holds where a != 0 and a + 1 != 0 and b != 0"
    document = call(
        "crosscheck", lines, "--backends", "reference:general,reference:closure", "--conditions", "--json"
    ).document()
    assert (document["conditions"], document["conditions_unknown"]) == ([["a"], ["a + 1"], ["b"]], {})
    assert (document["field"], document["parameters"]) == ("QQ(a, b)", ["a", "b"])


def test_crosscheck_without_parameters_has_no_conditions(call: Caller, planes: Path) -> None:
    done = call("crosscheck", planes, "--conditions")
    assert done.code == 2
    assert "--conditions for a system without parameters" in done.err


def test_zeros_in_decimals(call: Caller) -> None:
    said = call("charseries", "x^2 - 2", "--digits", "5")
    assert (said.code, said.out.splitlines()[:2]) == (0, ["[x**2 - 2]", ""])
    lines = ["2 zeros, 2 real, rounded to 5 digits after the point:", "  x = -1.41421", "  x = 1.41421"]
    assert said.out.splitlines()[2:] == lines
    document = call("charseries", "x^2 + 2", "--digits", "3", "--json").document()
    zeros = [{"real": False, "point": {"x": f"0.000 {sign} 1.414*I"}} for sign in "-+"]
    assert document["decimals"] == {"digits": 3, "zeros": zeros}
    *chains, tail = call("charseries", "x^2 + 2", "--digits", "3", "--jsonl").lines()
    assert len(chains) == 1
    assert tail["decimals"] == document["decimals"]
    assert "decimals" not in call("charseries", "x^2 + 2", "--json").document()


def test_no_decimals(call: Caller) -> None:
    """The chains are printed; a line says why there are no decimals."""
    said = call("charseries", "x^2*y - 1", "--digits", "5")
    assert (said.code, said.out) == (3, "[x**2*y - 1]\n")
    assert said.complaint() == "no decimals: the zeros are infinitely many (dimension 1)"
    said = call("charseries", "x^2*y - 1", "--digits", "5", "--json")
    assert (said.code, said.document()["decimals"]) == (3, None)
    for arguments in (("x^2 - 2", "--field", "GF(7)"), ("2x2",), ("x^2 - 1", "--limit", "1")):
        said = call("charseries", *arguments, "--digits", "5")
        assert (said.code, said.out) == (2, "")
    for digits in ("0", "1001", "x"):
        assert call("charseries", "x^2 - 2", "--digits", digits).code == 2


SIZE = ("dimension", "degree", "multiplicity", "rational", "real", "unmeasured")


@pytest.mark.parametrize(
    ("system", "size", "words"),
    [
        ("x^2 - 2\ny - x", (0, 2, None, 0, 2, None), "dimension 0, 2 different zeros over"),
        ("x^2 - 1\ny - x", (0, 2, None, 2, 2, None), "dimension 0, 2 different zeros over"),
        (
            "field: GF(5)\nx^2 - 2",
            (0, 2, None, 0, None, None),
            "dimension 0, 2 different zeros over",
        ),
        ("x*y", (1, None, None, None, None, None), "dimension 1"),
        ("x\nx - 1", (-1, 0, 0, 0, 0, None), "no zeros"),
    ],
)
def test_the_size_of_a_series(call: Caller, tmp_path: Path, system: str, size: tuple[object, ...], words: str) -> None:
    path = tmp_path / "system.txt"
    path.write_text(system + "\n", encoding="utf-8")
    for form in ("--json", "--jsonl"):
        document = json.loads(call("charseries", path, form).out.splitlines()[-1])
        assert tuple(document[name] for name in SIZE) == size
    assert call("charseries", path, "--measure").out.splitlines()[-1].startswith(words)
    assert not call("charseries", path).out.splitlines()[-1].startswith(words)


def test_chains_are_counted_and_not_listed(call: Caller, planes: Path, hard: Path) -> None:
    assert call("charseries", planes, "--count").out == "3 chains of dimension 1\n"
    assert call("charseries", "x*(y - 1)*(x - 2)", "--count", "--limit", "1").out == "1 chain of dimension 1\n"
    assert call("charseries", "x*y - 1\nx", "--count").out == "no chains: the system has no zeros\n"
    path = planes.with_name("mixed.txt")
    path.write_text("variables: x y z\nx*y\nx*z\n", encoding="utf-8")
    assert call("charseries", path, "--count").out == "2 chains: 1 of dimension 2, 1 of dimension 1\n"
    listed = call("charseries", path, "--json").document()
    for form in ("--json", "--jsonl"):
        (document,) = call("charseries", path, "--count", form).lines()
        assert document["dimensions"] == [{"dimension": 1, "chains": 1}, {"dimension": 2, "chains": 1}]
        assert "chains" not in document
        assert (document["count"], document["degree"]) == (listed["count"], listed["degree"])
    said = process("charseries", hard, "--count", "--timeout", "1.5")
    assert (said.code, said.out) == (4, "1 chain of dimension 4\n")
    assert "1 chain so far" in said.err


def test_a_part_of_a_series_is_not_measured(call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    document = call("charseries", "2x2", "--limit", "3", "--json").document()
    assert [document[name] for name in SIZE] == [None] * 5 + ["the answer is partial, not complete"]
    assert call("charseries", "2x2", "--json").document()["degree"] == 288
    monkeypatch.setattr(charseries, "_MOST_MEASURED", 287)
    document = call("charseries", "2x2", "--json").document()
    assert (document["count"], document["degree"]) == (288, None)
    assert document["unmeasured"] == "more than 287 chains are not measured"


def test_solve_names_what_lists_the_zeros_of_a_system(call: Caller, planes: Path) -> None:
    said = call("solve", planes)
    assert said.code == 2
    assert "use casbridge charseries; --digits 20 lists its zeros in decimals" in said.err


def test_strategies(call: Caller, tmp_path: Path) -> None:
    """Each strategy has a line, or more; exactly one start finished, and its chains are the answer."""
    path = tmp_path / "point.txt"
    path.write_text("x^2 - 2\ny - x\n", encoding="utf-8")
    said = call("charseries", path, "--explain-strategy").out
    assert said.startswith("[x**2 - 2, y - x]\n\nwork is in about microseconds\nstrategy ")
    assert said.count("finished") == 1
    document = call("charseries", path, "--explain-strategy", "--json").document()
    (finished,) = [row for row in document["strategies"] if row["outcome"] == "finished"]
    assert finished["chains"] == document["count"] == 1
    assert finished["joined"] == 0
    assert [row["strategy"] for row in document["strategies"]] == [known.name for known in STRATEGIES]


def test_strategies_of_a_run_that_is_not_over(call: Caller) -> None:
    document = call("charseries", "cyclic-7", "--explain-strategy", "--json", "--timeout", "2").document()
    outcomes = {row["strategy"]: row["outcome"] for row in document["strategies"]}
    assert document["status"] in ("timeout", "partial")
    assert outcomes["equations"] == "at work"
    assert "finished" not in outcomes.values()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--tree"], "--explain-strategy with --tree, --svg or --conditions; expected one or the other"),
        (["--backend", "reference:split"], "--explain-strategy of reference:split; expected --backend reference"),
        (["--backend", "singular:char_series"], "--explain-strategy of singular:char_series; expected"),
    ],
)
def test_strategies_are_the_general_ways(call: Caller, options: list[str], complaint: str) -> None:
    said = call("charseries", "cyclic-3", "--explain-strategy", *options)
    assert said.code == 2
    assert complaint in said.err
