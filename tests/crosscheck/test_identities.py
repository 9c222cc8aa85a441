"""Identities that prove claims: by the reference and by Singular, expanded by Singular and SymPy."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest
from hypothesis import given, strategies as st

from casbridge import Field, Polynomial, PolynomialSystem, Ring, read_system
from casbridge.crosscheck.identities import By, Identity, RefutedError, identity_of, read_claim
from casbridge.crosscheck.identity_texts import TARGETS, identity_text
from casbridge.errors import BackendError, InputError, LimitError, UnsupportedError, UsageError
from tests.crosscheck.polyrith import IDENTITIES

BY = [pytest.param("reference"), pytest.param("singular", marks=pytest.mark.singular)]


def stated(hypotheses: str, claim: str, field: str = "QQ") -> tuple[PolynomialSystem, Polynomial]:
    names = sorted({name for name in "abcdefghijklmnopqrstuvwxyz" if name in hypotheses + claim})
    text = f"field: {field}\nvariables: {' '.join(names)}\n" + "\n".join(hypotheses.split(";"))
    system = read_system(text)
    return system, read_claim(claim, system.ring)


def expansion(identity: Identity) -> Polynomial:
    """The right side, term by term: nothing shared with what is tested but the terms of a polynomial."""
    found: dict[tuple[int, ...], object] = {}
    for cofactor, equation in zip(identity.cofactors, identity.system.polynomials(), strict=True):
        for (e, c), (f, d) in product(cofactor.terms.items(), equation.terms.items()):
            key = tuple(map(sum, zip(e, f, strict=True)))
            found[key] = found.get(key, 0) + c * d  # type: ignore[operator]
    return Polynomial(identity.system.ring, found)  # type: ignore[arg-type]


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize(("hypotheses", "claim", "exponent"), IDENTITIES)
def test_claims_of_linear_combinations(hypotheses: str, claim: str, exponent: int, by: str) -> None:
    system, wanted = stated(hypotheses, claim)
    identity = identity_of(system, wanted, [by])
    assert (identity.exponent, identity.by) == (exponent, by)
    assert expansion(identity) == wanted**exponent


def texts(to: str) -> list[str]:
    found = [identity_text(identity_of(*stated(*one[:2]), ["reference"]), to) for one in IDENTITIES]
    system, _ = stated("x^2 + 1; x - y; x + 3*y + 1", "x", "GF(7)")
    return [*found, identity_text(identity_of(system, None, ["reference"]), to)]


@pytest.mark.singular
def test_singular_expands_all() -> None:
    for text in texts("singular"):
        ran = subprocess.run(["Singular", "-q"], input=text, capture_output=True, text=True, timeout=60, check=True)
        assert ran.stdout.strip() == "the identity holds"
    wrong = text.replace("claim = ", "claim = 2+")
    ran = subprocess.run(["Singular", "-q"], input=wrong, capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.strip() == "the identity FAILS"


def test_sympy_expands_all() -> None:
    scripts = texts("sympy")
    scripts.append(scripts[0].replace("claim = ", "claim = 2+"))
    ran = subprocess.run(
        [sys.executable, "-c", "\n".join(scripts)], capture_output=True, text=True, timeout=120, check=True
    )
    assert ran.stdout.splitlines() == ["the identity holds"] * (len(scripts) - 1) + ["the identity FAILS"]


def test_lean_over_a_finite_field_holds_over_the_integers() -> None:
    system, _ = stated("x^2 + 1; x - y; x + 3*y + 1", "x", "GF(7)")
    text = identity_text(identity_of(system, None, ["reference"]), "lean")
    assert "[CharP K 7]" in text
    assert "False := by" in text
    multiple = next(line for line in text.splitlines() if line.endswith("* hp")).strip().removeprefix("+ ")
    ring = Ring.of("x y")
    terms = [line.strip().removeprefix("+ ").rpartition(" * h") for line in text.splitlines() if " * h" in line]
    total = read_claim(multiple.removesuffix(" * hp"), ring) * 7
    whole = [read_claim(one, ring) for one in ("x^2 + 1", "x - y", "x + 3*y + 1")]
    for cofactor, _, number in terms:
        if number != "p":
            total = total + read_claim(cofactor, ring) * whole[int(number) - 1]
    assert total == Polynomial.constant(ring, 1)


def test_names_that_lean_has_taken_are_renamed() -> None:
    """A variable of one of the names that the proof uses would hide it."""
    ring = Ring.of("fun one_ne_zero h1 _a")
    system = PolynomialSystem.of(ring, [Polynomial(ring, {(1, 1, 0, 0): 1}), Polynomial(ring, {(0, 0, 1, 1): 1})])
    claim = Polynomial(ring, {(1, 1, 1, 0): 1})
    text = identity_text(identity_of(system, claim, ["reference"]), "lean")
    assert "(v1 v2 h1 v3 : K)" in text
    assert "(hyp1 : v1*v2 = 0)" in text or "(hyp1 : v2*v1 = 0)" in text
    assert "v3 is _a" in text


def test_a_system_without_variables_and_without_equations() -> None:
    empty = Ring.of("")
    one = Polynomial.constant(empty, 3)
    inconsistent = identity_of(PolynomialSystem.of(empty, [one]), None, ["reference"])
    assert [str(c) for c in inconsistent.cofactors] == ["1/3"]
    assert all("1/3" in identity_text(inconsistent, to) or to == "sympy" for to in TARGETS)
    nothing = PolynomialSystem.of(Ring.of("x"), [])
    assert identity_of(nothing, Polynomial(nothing.ring), ["reference"]).cofactors == ()
    with pytest.raises(RefutedError, match="the system has zeros"):
        identity_of(nothing, None, ["reference"])


@pytest.mark.parametrize("by", BY)
def test_a_false_claim_is_refuted_with_a_zero(by: str) -> None:
    system, claim = stated("x*y; y*z", "y")
    with pytest.raises(RefutedError, match="y is not 0 at every zero") as caught:
        identity_of(system, claim, [by])
    assert caught.value.point is not None
    assert system.first_violated(caught.value.point) is None
    assert claim.evaluate(caught.value.point)


def test_a_zero_outside_the_field_refutes_without_a_point() -> None:
    system, claim = stated("x^2 - 2", "x - 1")
    with pytest.raises(RefutedError) as caught:
        identity_of(system, claim, ["reference"])
    assert caught.value.point is None


@given(st.data())
def test_claims_over_small_fields_are_proved_exactly_if_they_hold_everywhere(data: st.DataObject) -> None:
    p = data.draw(st.sampled_from([2, 3]))
    ring = Ring.of("x y", Field(p))
    exponents = [e for e in product(range(3), repeat=2) if sum(e) <= 2]
    polynomial = st.dictionaries(st.sampled_from(exponents), st.integers(1, p - 1), max_size=3).map(
        lambda terms: Polynomial(ring, terms)
    )
    # With these all zeros are in the field.
    domains = [Polynomial(ring, {(p, 0): 1, (1, 0): -1}), Polynomial(ring, {(0, p): 1, (0, 1): -1})]
    system = PolynomialSystem.of(ring, [*domains, *data.draw(st.lists(polynomial, max_size=2))])
    claim = data.draw(polynomial)
    zeros = [point for point in product(range(p), repeat=2) if system.first_violated(point) is None]
    if all(not claim.evaluate(point) for point in zeros):
        assert (
            expansion(identity_of(system, claim, ["reference"]))
            == claim ** identity_of(system, claim, ["reference"]).exponent
        )
    else:
        with pytest.raises(RefutedError):
            identity_of(system, claim, ["reference"])


def test_a_false_identity_is_no_identity() -> None:
    system, claim = stated("x - y; x*y", "x")
    true = identity_of(system, claim, ["reference"])
    with pytest.raises(BackendError, match="differ"):
        Identity(system, claim, true.exponent + 1, true.cofactors)
    with pytest.raises(BackendError, match="1 cofactors for 2 equations"):
        Identity(system, claim, 1, true.cofactors[:1])


def test_a_lie_of_singular_is_no_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    from casbridge.backends import registry
    from casbridge.backends.oneshot import ScriptRun
    from casbridge.backends.protocol import Status

    lines = ["casbridge: exponent 2", "casbridge: cofactor x", "casbridge: cofactor 2"]
    lie = ScriptRun("singular", "", Status.COMPLETE, answer="…", transcript="\n".join(lines))
    monkeypatch.setattr(type(registry.get("singular")), "run_script", lambda *_, **__: lie)
    system, claim = stated("x - y; x*y", "x")
    with pytest.raises(BackendError, match="differ"):
        identity_of(system, claim, ["singular"])


@pytest.mark.parametrize("by", BY)
def test_limits_hold(by: str) -> None:
    names = "a b c d e f g h"
    ring = Ring.of(names)
    cyclic = []
    for size in range(1, 9):
        terms = {tuple(int((v - start) % 8 < size) for v in range(8)): 1 for start in range(8 if size < 8 else 1)}
        cyclic.append(Polynomial(ring, {**terms, **({(0,) * 8: -1} if size == 8 else {})}))
    with pytest.raises(LimitError):
        identity_of(PolynomialSystem.of(ring, cyclic), Polynomial(ring, {(1,) + (0,) * 7: 1}), [by], seconds=0.2)


def test_claims_are_read_with_their_place() -> None:
    ring = Ring.of("x y")
    assert str(read_claim("x = y", ring)) == "-y + x"
    with pytest.raises(InputError, match="--claim"):
        read_claim("x + w", ring)
    with pytest.raises(UsageError, match="a certificate for 'coq'"):
        identity_text(identity_of(*stated("x", "x"), ["reference"]), "coq")


def test_parameters_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="make the parameters variables"):
        identity_of(read_system("parameters: a\nvariables: x\na*x - 1\nx"), None)


def test_who_is_asked() -> None:
    assert [str(by) for by in By] == ["reference", "singular"]
