"""Certificates hold for right series, are refuted for wrong ones, and never say more than they prove."""

from __future__ import annotations

import re
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sympy

import casbridge
from casbridge.algebra import Field, PolynomialSystem, Ring
from casbridge.algebra.answers import Component
from casbridge.algebra.formats import read_system
from casbridge.crosscheck.certificates import SERIES_TARGET, TARGET, certificate, digest_of
from casbridge.crosscheck.verification import Proof, Verification, run_certificate, verify
from casbridge.encodings import encode
from casbridge.errors import InputError, UnsupportedError, UsageError
from casbridge.processes.locate import locate
from casbridge.puzzles import Puzzle, sudoku
from casbridge.scripts import Target
from casbridge.scripts.rendering import job_of
from tests import fake_cas
from tests.crosscheck.series_cases import CASES, SeriesCase, adjacent_minors, slow_unless_small

TEMPLATES = Path(__file__).resolve().parents[2] / "templates" / "singular"

#: x·y² + y + 1 = 0: at x = 0, its initial, it has the zero y = −1, which is in the closure of the others.
CURVE = CASES["initial-vanishes"]
EACH = [pytest.param(name, marks=slow_unless_small(name)) for name in CASES]
WITH_CHAINS = [pytest.param(name, marks=slow_unless_small(name)) for name, case in CASES.items() if case.chains]


def proof_of(case: SeriesCase, *chains: str, wu: bool = False, irreducible: bool = True) -> Verification:
    components = case.components(*chains)
    return verify(certificate(case.system, components, wu=wu, irreducible=irreducible), seconds=120)


# -- the text ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [TARGET, SERIES_TARGET], ids=lambda target: target.default_method)
def test_no_name_of_the_template_is_a_variables(target: Target) -> None:
    """No variable of a ring can have a name that the script defines."""
    text = (TEMPLATES / f"{target.default_method}.sing.j2").read_text(encoding="utf-8")
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", " ", text, flags=re.DOTALL)
    text = re.sub(r"//.*", "", re.sub(r'"[^"]*"', "", text))
    assert {name for name in re.findall(r"[A-Za-z_]\w*", text) if target.accepts(name)} == set()


def test_the_text_is_the_same_always_and_knows_itself() -> None:
    chains = CURVE.components(*CURVE.chains)
    text = certificate(CURVE.system, chains)
    assert text == certificate(CURVE.system, chains)
    assert f"// Digest of the system: {digest_of(CURVE.system)}." in text
    assert job_of(text) is not None
    assert job_of(text.replace("y^2*x", "y^3*x").replace("x*y^2", "x*y^3")) is None
    assert text.isascii()
    assert "{" + "{" not in text


def test_it_says_what_it_does_not_claim() -> None:
    chains = CURVE.components(*CURVE.chains)
    plain, wu = certificate(CURVE.system, chains), certificate(CURVE.system, chains, wu=True)
    assert "// Not claimed: that V(P) is the union of the Zero(C_i/I)" in plain
    assert "Not claimed" not in wu
    assert "as in Wu's theorem" in wu
    assert "irreducible, by induction" not in certificate(CURVE.system, chains, irreducible=False)


def test_digests_tell_systems_apart() -> None:
    system = read_system("variables: x y\nx - y\nx")
    assert digest_of(system) == digest_of(read_system("variables: x y\n2*y - 2*x\n3*x"))
    others = ["variables: y x\nx - y\nx", "variables: x y\nfield: 5\nx - y\nx", "variables: x y\nx - y\ny", "x - y"]
    assert len({digest_of(read_system(text)) for text in others} | {digest_of(system)}) == 5


def test_chains_of_sympys_expressions() -> None:
    x, y = sympy.symbols("x y")
    equations = [x**2 + y**2 - 5, x * y - 2]
    read = casbridge.from_sympy(equations, x, y)
    ours = casbridge.variables(read.system.ring)
    series = casbridge.char_series(equations, x, y)
    text = certificate(equations, series)
    expected = [f"components[{n}] = ideal({p}, {q});" for n, (p, q) in enumerate(series, 1)]
    assert [line for line in text.splitlines() if line.startswith("components[")] == expected
    # Plain tuples are read in the same symbols, and a chain of another order of the symbols is one of another ring.
    assert certificate(read, [(x - 1, y - 2)]) == certificate(read, [(ours[0] - 1, ours[1] - 2)])
    with pytest.raises(UsageError, match=r"a chain over QQ\[y, x\]; expected chains over QQ\[x, y\]"):
        certificate(equations, casbridge.char_series(equations, y, x))


@pytest.mark.parametrize("chain", ["x - 1", 7, ("x - 1", "y"), [None]])
def test_what_is_no_chain_of_polynomials(chain: Any) -> None:
    with pytest.raises(UsageError, match="in a chain; expected a polynomial of the system's ring"):
        certificate(read_system("x^2 - 1"), [chain])


def test_what_cannot_be_certified() -> None:
    with pytest.raises(UsageError, match="over"):
        certificate(CURVE.system, CASES["f11-i"].components("x - 1, y"))
    large = Ring.of("x", Field(2147483647))
    with pytest.raises(UnsupportedError, match=r"2\^29"):
        certificate(PolynomialSystem(large, ()), [()])


# -- running it -------------------------------------------------------------------------------------------------------


@pytest.mark.singular
@pytest.mark.parametrize("wu", [False, True], ids=["closures", "wu"])
@pytest.mark.parametrize("name", EACH)
def test_the_series_of_singular_are_certified(name: str, wu: bool) -> None:
    case = CASES[name]
    found = proof_of(case, *case.chains, wu=wu)
    assert found.proof is Proof.HOLDS, found
    assert found.reason == ""
    assert found.system == digest_of(case.system)
    assert all(": holds" in check for check in found.checks)
    assert sum("is irreducible" in check for check in found.checks) == len(case.chains)


@pytest.mark.singular
@pytest.mark.parametrize("name", WITH_CHAINS)
def test_a_series_without_a_chain_is_refuted(name: str) -> None:
    case = CASES[name]
    for place in range(len(case.chains)):
        less = [chain for i, chain in enumerate(case.chains) if i != place]
        found = proof_of(case, *less)
        assert found.proof is (Proof.HOLDS if place in case.redundant else Proof.REFUTED), (place, found)
        if found.proof is Proof.REFUTED:
            assert found.witness["fault"] == "missing zero"
            assert found.reason.startswith("every zero of the system is one of a chain: fails, not those of ")
            assert any(": FAILS" in check for check in found.checks)


@pytest.mark.slow
@pytest.mark.singular
@pytest.mark.parametrize("name", WITH_CHAINS)
def test_a_perturbed_series_is_refuted(name: str) -> None:
    case = CASES[name]
    components = list(case.components(*case.chains))
    for place, component in enumerate(components):
        changed: list[Component] = [*components]
        changed[place] = (*component[:-1], component[-1] + 1)
        found = verify(certificate(case.system, changed), seconds=60)
        assert found.proof is Proof.REFUTED, (place, found)
        assert found.witness["fault"] == "false zero"
        assert found.witness["component"] == str(place + 1)


@pytest.mark.singular
def test_closures_are_less_than_wus_theorem() -> None:
    alone = CURVE.chains[0]
    assert proof_of(CURVE, alone).proof is Proof.HOLDS
    found = proof_of(CURVE, alone, wu=True)
    assert found.proof is Proof.REFUTED
    assert "not so for the generic zero of x,y+1" in found.reason
    both = proof_of(CURVE, *CURVE.chains, wu=True)
    assert both.proof is Proof.HOLDS


@pytest.mark.singular
def test_a_reducible_chain_is_refuted_unless_irreducibility_is_not_claimed() -> None:
    cases = [
        (SeriesCase("variables: x y", "x^2 - 2, y^2 - 8", ()), "x^2 - 2, y^2 - 8", "over those before it"),
        (SeriesCase("variables: x y", "x^2 - 4, y - x", ()), "x^2 - 4, y - x", "a polynomial splits: x^2-4"),
        (SeriesCase("variables: x y", "x - 2, y^2 - 2*x", ()), "x - 2, y^2 - 2*x", "a polynomial splits: y^2-2*x"),
        (SeriesCase("variables: x y", "y^2 - x^2", ()), "y^2 - x^2", "a polynomial splits"),
        (SeriesCase("variables: x y z", "y - 1, z - 1", ()), "y^2 - y, y*z - 1", "a polynomial splits: y^2-y"),
        (SeriesCase("variables: t x\nfield: 3", "x^3 - t^3", ()), "x^3 - t^3", "a polynomial splits"),
    ]
    for case, chain, why in cases:
        found = proof_of(case, chain)
        assert found.proof is Proof.REFUTED, (chain, found)
        assert why in found.reason
        assert proof_of(case, chain, irreducible=False).proof is Proof.HOLDS


@pytest.mark.singular
def test_what_is_no_chain_is_no_irreducible_chain() -> None:
    case = SeriesCase("variables: x y", "x, y", ())
    assert "main variables do not ascend" in proof_of(case, "y, x").reason
    none = SeriesCase("variables: x y", "x, x - 1", ())
    assert "it has a constant" in proof_of(none, "1 + 0*x").reason
    inverse = SeriesCase("variables: x y", "x, y - 1", ())
    found = proof_of(inverse, "x, x*y^2 + y - 1")
    assert found.proof is Proof.REFUTED
    assert "every zero of the system" in found.reason or "an initial is 0" in found.reason


@pytest.mark.singular
def test_an_initial_that_vanishes_at_a_lone_zero() -> None:
    """x = 0, x·y² + y − 1 = 0 has one zero, but x is an initial: sat(C) = ⟨1⟩, and the chain says nothing."""
    case = SeriesCase("variables: x y", "x, y - 1", ())
    assert proof_of(case, "x, x*y^2 + y - 1", irreducible=False).proof is Proof.REFUTED
    assert proof_of(case, "x, y - 1", "x, x*y^2 + y - 1", irreducible=False).proof is Proof.HOLDS


@pytest.mark.singular
@pytest.mark.parametrize("field", ["", "\nfield: 7"], ids=["QQ", "GF(7)"])
def test_no_zeros_and_everything(field: str) -> None:
    none = SeriesCase(f"variables: x y{field}", "x*y - 1, x", ())
    assert verify(certificate(none.system, [], wu=True)).checks == (
        "check 1: every zero of the system is one of a chain: holds, 1 being in the ideal of the system, "
        "which has no zeros",
        "check 2: every zero of the system is one of a chain at which no initial of that chain vanishes: holds, "
        "1 being in the ideal of the system, which has no zeros",
    )
    everything = PolynomialSystem(none.system.ring, ())
    assert verify(certificate(everything, [()], wu=True)).proof is Proof.HOLDS
    assert verify(certificate(everything, [])).proof is Proof.REFUTED
    assert verify(certificate(none.system, [()])).proof is Proof.REFUTED
    nothing = PolynomialSystem(Ring.of(""), ())
    assert verify(certificate(nothing, [()])).proof is Proof.HOLDS


@pytest.mark.singular
def test_zeros_with_multiplicity() -> None:
    """There are more standard monomials than zeros: those of the squarefree parts are counted."""
    few = SeriesCase("variables: x y", "(x^2 - 2)^2, (y - x)^2", ())
    found = proof_of(few, "x^2 - 2, y - x")
    assert found.proof is Proof.HOLDS
    assert found.checks[-1].endswith("by counting, as many zeros as standard monomials: 2")
    roots = "*".join(f"(x - {i})" for i in range(13))
    many = SeriesCase("variables: x y", f"{roots}, y^2", ())
    found = proof_of(many, *(f"x - {i}, y" for i in range(13)))
    assert found.proof is Proof.HOLDS
    assert found.checks[-1].endswith("by counting, as many zeros as standard monomials: 13")
    assert proof_of(many, *(f"x - {i}, y" for i in range(13) if i != 5), "x, y").proof is Proof.REFUTED


@pytest.mark.singular
def test_a_chain_that_has_the_dimension_of_a_case() -> None:
    """V(P) without the zeros of the initials lies in Zero(C/I), and has its dimension: no remainders are computed."""
    found = proof_of(CURVE, *CURVE.chains, wu=True)
    assert found.checks[0] == "check 1: the zeros of chain 1 are zeros of the system: holds, by dimension"
    assert found.checks[-1].endswith("holds, by 2 cases")
    # P has a part of that dimension, but only where the initial vanishes.
    lower = SeriesCase("variables: x y z", "x*(y*z - 1), x*y, x*(z^2 + 1)", ())
    assert proof_of(lower, "x", wu=True).proof is Proof.HOLDS
    assert proof_of(lower, "x", "x*y + z", wu=True).proof is Proof.REFUTED


@pytest.mark.singular
@pytest.mark.parametrize("field", ["", "\nfield: 7"], ids=["QQ", "GF(7)"])
def test_irreducible_at_values(field: str) -> None:
    """x is a square at some values of x; t^2 - x and y^2 - t are conjugates at others; two roots need a linear form."""
    for variables, chain in (
        ("x y", "y^2 - x"),
        ("x t y", "t^2 - x, y^2 - t"),
        ("a b x y", "x^2 - a, y^2 - b"),
        ("a x y", "a*x^2 - a - 1, x*y^3 - a*y + 1"),
    ):
        case = SeriesCase(f"variables: {variables}{field}", chain, ())
        found = proof_of(case, chain)
        assert sum("is irreducible: holds" in check for check in found.checks) == 1, found
    for variables, chain in (("a x y", "x^2 - a, y^2 - 4*a"), ("a x y", "x^2 - a^2, y - x"), ("x y", "y^3 - x^3")):
        case = SeriesCase(f"variables: {variables}{field}", chain, ())
        assert "splits" in proof_of(case, chain).reason


@pytest.mark.slow
@pytest.mark.singular
def test_a_puzzle() -> None:
    encoded = encode(Puzzle(sudoku(2, 2), (1, 4, *[0] * 12, 1, 2)))
    chains = casbridge.char_series(encoded)
    found = verify(certificate(encoded, chains, wu=True), seconds=60)
    assert found.proof is Proof.HOLDS
    assert "by counting, as many zeros as standard monomials: 1" in found.checks[-2]
    four = encode(Puzzle(sudoku(2, 2), (1, 4, *[0] * 14)))
    chains = casbridge.char_series(four)
    assert verify(certificate(four, chains), seconds=60).proof is Proof.HOLDS
    assert verify(certificate(four, chains[1:]), seconds=60).proof is Proof.REFUTED
    assert verify(certificate(four, [*chains[1:], chains[1]]), seconds=60).proof is Proof.REFUTED


@pytest.mark.singular
def test_adjacent_minors_in_wus_sense() -> None:
    result = casbridge.run(adjacent_minors(4), "singular:char_series")
    assert result.answer is not None
    assert len(result.answer) == 8
    assert verify(certificate(adjacent_minors(4), result.answer.components), seconds=60).proof is Proof.HOLDS


@pytest.mark.singular
def test_variables_with_names_that_the_script_takes() -> None:
    names = ["left_over", "chain_here", "ideal", "components", "T", "x_1", "_y", "equations"]
    equations = [f"{a}*{b} - 1" for a, b in pairwise(names)]
    system = read_system(f"variables: {' '.join(names)}\n" + "\n".join(equations))
    result = casbridge.run(system, "singular:char_series")
    assert result.answer is not None
    text = certificate(system, result.answer.components, wu=True)
    assert "// Renamed" in text
    assert verify(text, seconds=60).proof is Proof.HOLDS


@pytest.mark.singular
def test_it_runs_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "proof.sing"
    file.write_text(certificate(CURVE.system, CURVE.components(*CURVE.chains)), encoding="utf-8")
    singular = locate("Singular", "CASBRIDGE_SINGULAR")
    done = subprocess.run(
        [str(singular), "-q", str(file)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("casbridge: ")]
    assert lines[-1] == "casbridge: certificate holds"
    assert len(lines) == 6


# -- what is no verdict -----------------------------------------------------------------------------------------------


def test_what_is_no_certificate_or_was_altered() -> None:
    with pytest.raises(InputError, match="no certificate"):
        verify("quit;")
    text = certificate(CURVE.system, CURVE.components(*CURVE.chains))
    for altered in (text.replace("ideal(x, y + 1)", "ideal(x, y + 2)"), text[:-10], text + "\n", text + '"casbridge"'):
        found = verify(altered)
        assert found.proof is Proof.FAILED
        assert "altered" in found.reason
    with pytest.raises(TypeError, match="no truth value"):
        bool(found)


@pytest.mark.singular
@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("prove_everything();\nquit;", "quit;", "no verdict"),
        ("  prove_completeness();\n", '  ERROR("oh no");\n', "oh no"),
        ("prove_everything();\nquit;", "prove_everything();\nprove_everything();\nquit;", "2 verdicts"),
        ("int checks_made", "int checks_made, (", "Singular"),
        ('LIB "primdec.lib";', 'LIB "no-such.lib";', "Singular"),
    ],
)
def test_a_script_that_fails_proves_nothing(old: str, new: str, why: str) -> None:
    text = certificate(CURVE.system, CURVE.components(*CURVE.chains))
    assert old in text
    found = run_certificate(text.replace(old, new), seconds=60)
    assert found.proof is Proof.FAILED
    assert why in found.reason


@pytest.mark.singular
def test_limits() -> None:
    text = certificate(CURVE.system, CURVE.components(*CURVE.chains))
    slow = text.replace("prove_everything();\nquit;", "while (1) { 1; }")
    assert run_certificate(text.replace("quit;", ""), seconds=60).proof is Proof.HOLDS
    assert run_certificate(slow.replace("{ 1; }", "{ }"), seconds=0.2).proof is Proof.TIMEOUT
    assert verify(text, seconds=60, memory=2 << 20).proof is Proof.MEMORY


@pytest.mark.usefixtures("nothing_hidden")
def test_singular_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASBRIDGE_SINGULAR", "/no/such/Singular")
    found = verify(certificate(CURVE.system, CURVE.components(*CURVE.chains)))
    assert found.proof is Proof.MISSING
    assert "no such file" in found.reason


@pytest.mark.parametrize("fault", ["be-killed", "junk", "no-more-memory"])
@pytest.mark.usefixtures("nothing_hidden")
def test_a_program_that_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: str) -> None:
    monkeypatch.setenv("CASBRIDGE_SINGULAR", str(fake_cas.install(tmp_path)))
    monkeypatch.setenv("CASBRIDGE_FAKE_PLAN", str(tmp_path / "plan"))
    (tmp_path / "plan").write_text(f"{fault}\n" * 3, encoding="utf-8")
    found = verify(certificate(CURVE.system, CURVE.components(*CURVE.chains)), seconds=20)
    assert found.proof in (Proof.FAILED, Proof.MEMORY)
    assert found.reason
