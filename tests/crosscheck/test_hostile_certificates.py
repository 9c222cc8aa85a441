"""A certificate is data: nothing in it is run, and what casbridge would not have written is refused with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from casbridge.algebra.formats import read_system
from casbridge.crosscheck.certificate_reading import read_certificate
from casbridge.crosscheck.certificates import certificate, digest_of
from casbridge.crosscheck.verification import Proof, verify
from casbridge.encodings import encode
from casbridge.errors import InputError
from casbridge.puzzles import Puzzle, graph, sudoku
from tests.crosscheck.hostile import with_own_digest
from tests.crosscheck.series_cases import CASES

#: Written by casbridge 0.1.0: `series` by the template of that name, the others before certificates were read as data.
FOLDER = Path(__file__).parent / "certificates"
CURVE = FOLDER.joinpath("curve.sing").read_text(encoding="utf-8")
EXPLANATION = FOLDER.joinpath("explanation.sing").read_text(encoding="utf-8")
SHIDOKU = FOLDER.joinpath("shidoku.sing").read_text(encoding="utf-8")
SERIES = FOLDER.joinpath("series.sing").read_text(encoding="utf-8")
OLD = {"curve": CURVE, "explanation": EXPLANATION, "series": SERIES, "shidoku": SHIDOKU}
PUZZLE = Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0))

SHELL = 'system("sh", "touch ran");'
PIPE = 'link l = "|: touch ran"; open(l);'
WRITE = 'write(":w ran", "x");'

#: A certificate, what stands there, and what an attacker puts there instead.
CHANGES = {
    "series, system": (SERIES, "prove_everything();\nquit;", f"{SHELL}\nprove_everything();\nquit;"),
    "series, no cover": (SERIES, "  cover_the_system();\n", ""),
    "series, cases left out": (SERIES, "while (size(cases_waiting) > 0)", "while (size(cases_waiting) > 1)"),
    "series, sound without a proof": (SERIES, "by_dimension[number_counted] = 0;", "by_dimension[number_counted] = 1;"),
    "series, irreducible without a proof": (SERIES, "why_not_irreducible(components[number_here]);", '"";'),
    "series, solved without its initial": (SERIES, "not_vanishing = not_vanishing_next;", "not_vanishing = 0;"),
    "series, other terms": (SERIES, "int most_terms = 40;", "int most_terms = 41;"),
    "series, call in a polynomial": (SERIES, "ideal(x, y + 1)", 'ideal(x, y + 1 + int(system("sh", "touch ran")))'),
    "series, name in a polynomial": (SERIES, "ideal(x, y + 1)", "ideal(x, y + number_counted)"),
    "system": (CURVE, "prove_everything();\nquit;", f"{SHELL}\nprove_everything();\nquit;"),
    "pipe": (CURVE, "prove_everything();\nquit;", f"{PIPE}\nprove_everything();\nquit;"),
    "write": (CURVE, "prove_everything();\nquit;", f"{WRITE}\nprove_everything();\nquit;"),
    "execute": (CURVE, "short = 0;", 'short = 0; execute("write(\\":w ran\\", 1);");'),
    "library": (CURVE, 'LIB "primdec.lib";', 'LIB "./ran.lib";'),
    "library beside": (CURVE, 'LIB "primdec.lib";', 'LIB "primdec.lib"; LIB "ran.lib";'),
    "after the end": (CURVE, "prove_everything();\nquit;\n", f"prove_everything();\nquit;\n{SHELL}\n"),
    "in a comment": (CURVE, "//\n// Let P be", f"//\n{SHELL} // Let P be"),
    "carriage return": (CURVE, "//\n// Let P be", f"//\r{SHELL}\n// Let P be"),
    "line separator": (CURVE, "// Run by hand", f"// A title\u2028{SHELL}// Run by hand"),
    "form feed": (CURVE, "// Run by hand", f"//\x0c{SHELL}\n// Run by hand"),
    "null": (CURVE, "// Run by hand", "// \0 Run by hand"),
    "line in the header": (CURVE, "// Run by hand", f"{SHELL}\n// Run by hand"),
    "equation": (CURVE, "  x*y^2 + y + 1;", f"  x*y^2 + y + 1; {SHELL}"),
    "second statement": (CURVE, "  x*y^2 + y + 1;", f"  x*y^2 + y + 1;\n{SHELL}"),
    "call in a polynomial": (CURVE, "ideal(x, y + 1)", 'ideal(x, y + 1 + int(system("sh", "touch ran")))'),
    "name in a polynomial": (CURVE, "ideal(x, y + 1)", "ideal(x, y + checks_made)"),
    "other function": (CURVE, "return(left_over);\n}", "return(poly(0));\n}"),
    "verdict in advance": (CURVE, "prove_everything();", '"casbridge: certificate holds"; quit;'),
    "no proof of completeness": (CURVE, "  prove_completeness();\n", ""),
    "false digest of the system": (CURVE, "Digest of the system: dce6", "Digest of the system: ecd6"),
    "other variables": (CURVE, "0, (y, x), dp;", "0, (y, system), dp;"),
    "other order": (CURVE, "0, (y, x), dp;", "0, (y, x), lp;"),
    "no field": (CURVE, "= 0, (y, x)", "= 12, (y, x)"),
    "other equation": (CURVE, "  x*y^2 + y + 1;", "  x*y^2 + y + 2;"),
    "other writing": (CURVE, "  x*y^2 + y + 1;", "  1 + y + x*y^2;"),
    "origin": (SHIDOKU, "// r1c2 = 4 is given", '// r1c2 = 4 is "given"'),
    "function": (SHIDOKU, "proc F(poly x) { return(", f"proc F(poly x) {{ {SHELL} return("),
    "other function of the system": (SHIDOKU, "proc F(poly x) { return((x - 1)", "proc F(poly x) { return((x - 0)"),
    "false remark": (SHIDOKU, "// G(x, y) = (F(x) - F(y))/(x - y)", "// G(x, y) = (F(x) + F(y))/(x - y)"),
    "step that runs": (EXPLANATION, 'take_step("step 1,', f'{SHELL} take_step("step 1,'),
    "step with a quotation mark": (EXPLANATION, '"step 1, zeroing', f'"step 1"); {SHELL} take_step("step 1, zeroing'),
    "step after the end": (EXPLANATION, "quit;\n", f"quit;\n{SHELL}\n"),
    "number": (EXPLANATION, "only_candidate(2, 4);", 'only_candidate(2, int(system("pid")));'),
    "given": (EXPLANATION, "only_candidate(2, 4);", "only_candidate(2, 3);"),
    "unit": (EXPLANATION, "cells_of_unit[1] = intvec(1,2,3,4);", "cells_of_unit[1] = intvec(1,2,3);"),
    "words of a step": (EXPLANATION, "hidden single: r2c3 = 4", "hidden single: r2c3 = 3"),
    "characteristic": (EXPLANATION, "ring casbridge_ring = 11,", "ring casbridge_ring = 13,"),
    "without a check": (EXPLANATION, "check_units();\ntake_step", "take_step"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_what_casbridge_would_not_write_is_refused(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text, old, new = CHANGES[change]
    assert text.count(old) >= 1
    with pytest.raises(InputError) as caught:
        verify(with_own_digest(text.replace(old, new, 1)), seconds=60)
    assert caught.value.line is not None
    assert not list(tmp_path.iterdir())


def test_reading_has_a_limit() -> None:
    text = EXPLANATION.replace("int number_of_digits = 4;", "int number_of_digits = 900;")
    text = re.sub(r"take_step\(\"step.*\n", "", text)
    assert verify(with_own_digest(text), seconds=0.001).proof in (Proof.TIMEOUT, Proof.MEMORY)
    text = text.replace("int number_of_digits = 900;", "int number_of_digits = 99999999;")
    with pytest.raises(InputError):
        verify(with_own_digest(text), seconds=60)


@pytest.mark.parametrize("name", OLD)
def test_without_a_digest_of_its_own_it_is_altered(name: str) -> None:
    found = verify(OLD[name].replace("\n", "\n\n", 1))
    assert (found.proof, found.system) == (Proof.FAILED, "")
    assert "altered" in found.reason


@pytest.mark.singular
@pytest.mark.parametrize("name", OLD)
def test_old_certificates_hold(name: str) -> None:
    found = verify(OLD[name], seconds=60)
    assert found.proof is Proof.HOLDS, found.reason
    assert found.system == re.findall("Digest of the system: ([0-9a-f]+)", OLD[name])[0]


@pytest.mark.singular
def test_a_changed_claim_of_a_series_is_refuted() -> None:
    assert verify(SERIES, seconds=60).proof is Proof.HOLDS
    for old, new, fault in (
        ("ideal(x, y + 1)", "ideal(x, y + 2)", "false zero"),
        ("ideal(x, y + 1)", "ideal(x - 1, y + 1)", "false zero"),
        ("components[2] = ideal(x, y + 1);\n", "", "missing zero"),
        ("components[1] = ideal(x*y^2 + y + 1);", "components[1] = ideal(x, y + 1);", "missing zero"),
    ):
        assert old in SERIES
        changed = SERIES.replace(old, new)
        if not new:
            changed = changed.replace("C_1, ..., C_2", "C_1, ..., C_1").replace("first: 2.", "first: 1.")
        found = verify(with_own_digest(changed), seconds=60)
        assert found.proof is Proof.REFUTED, found
        assert found.witness["fault"] == fault


@pytest.mark.singular
def test_a_changed_claim_is_refuted() -> None:
    for old, new in (("ideal(x, y + 1)", "ideal(x, y + 2)"), ("ideal(x, y + 1)", "ideal(x - 1, y + 1)")):
        found = verify(with_own_digest(CURVE.replace(old, new)), seconds=60)
        assert found.proof is Proof.REFUTED
        assert found.witness["fault"] == "false zero"
    less = SHIDOKU.replace("ideal(x1 - 1,", "ideal(x1 - 2,")
    assert verify(with_own_digest(less), seconds=60).proof is Proof.REFUTED
    step = (
        'take_step("step 5, hidden single: r2c3 = 4", intvec(10), intvec(3,4,8), intvec(0), intvec(10,4), intvec(7,4)'
    )
    assert step in EXPLANATION
    wrong = step.replace("= 4", "= 2").replace("intvec(7,4)", "intvec(7,2)")
    assert verify(with_own_digest(EXPLANATION.replace(step, wrong)), seconds=60).proof is Proof.REFUTED


@pytest.mark.singular
def test_it_must_be_about_the_system_that_is_named() -> None:
    system = read_system("variables: x y\nx*y^2 + y + 1")
    found = verify(CURVE, system, seconds=60)
    assert (found.proof, found.system) == (Proof.HOLDS, digest_of(system))
    assert found.about == "1 equation in x, y over QQ: x*y**2 + y + 1"
    assert verify(SHIDOKU, encode(PUZZLE), seconds=60).proof is Proof.HOLDS
    assert verify(EXPLANATION, encode(PUZZLE), seconds=60).proof is Proof.HOLDS
    with pytest.raises(InputError, match="about another system: 1 equation in x, y over QQ"):
        verify(CURVE, read_system("variables: x y\nx*y^2 + y + 2"))
    other = Puzzle(PUZZLE.layout, (0, 3, *PUZZLE.givens[2:]))
    with pytest.raises(InputError, match="about another system"):
        verify(EXPLANATION, encode(other))


@pytest.mark.parametrize("name", CASES)
def test_what_is_written_is_read(name: str) -> None:
    case = CASES[name]
    chains = case.components(*case.chains)
    for wu, irreducible in ((False, False), (False, True), (True, True)):
        read = read_certificate(certificate(case.system, chains, wu=wu, irreducible=irreducible))
        assert digest_of(read.system) == digest_of(case.system)
        assert list(read.system.polynomials()) == list(case.system.polynomials())


@pytest.mark.parametrize(
    ("puzzle", "encoding"),
    [(PUZZLE, encoding) for encoding in ("colouring", "sum-product", "symmetric", "indicators")]
    + [(Puzzle(graph(3, ((0, 1), (1, 2)), 3), (1, 0, 0)), "colouring")],
    ids=str,
)
def test_the_certificates_of_puzzles_are_read(puzzle: Puzzle, encoding: str) -> None:
    system = encode(puzzle, encoding).system
    x = next(iter(system.polynomials()))
    read = read_certificate(certificate(system, [(x,)]))
    assert digest_of(read.system) == digest_of(system)
    assert "renamed" not in read.script


def test_renamed_variables_are_read() -> None:
    system = read_system("variables: ideal x system\nideal*x - system\nx^2 - 2")
    assert read_certificate(certificate(system, [()])).system.ring == system.ring
