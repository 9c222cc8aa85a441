"""What several backends must do alike: keep names that they can have, and give the basis that Singular gives."""

from __future__ import annotations

import pytest
from script_cases import system, whole_answer

from casbridge.algebra.answers import OWN_COMPARISON
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.backends.protocol import Job
from casbridge.crosscheck import VerdictKind, crosscheck
from casbridge.limits import Limits
from casbridge.scripts import render

#: Backend → names that it has or cannot read, and names that it leaves alone.
NAMES = {
    "fricas": ("system x_1 _y Ax XY if quo elt nil true string list alpha", "x x1 E I F1 e"),
    "gap": ("E X Z GF Print if od last2 time _y Size answer x_1 A_1 aB_c gcd", "x x1 A F X1"),
    "giac": ("e i I pi xi x_1 _y solve euler_gamma left_sides", "x x1 E i1 D e2 F"),
    "macaulay2": ("ideal gb QQ of size2 x_1 _y Ax casbridgeRing pi i1 o2 XY isomorphism", "x x1 F R E i o"),
    "maxima": ("inf ratmx then true simp _ __x free_r1 I sqrt all browser pi", "x x_1 e i D"),
    "msolve": ("A _x _", "x x1 F E I t list AA a_b"),
    "pari": ("I O Pi factor list _ x_1 Mod oo", "x y a e i E x1 I1"),
    "singular": ("system ring std list alpha QQ a_b x_ _x", "x x1 x_1 x_1_2 i e E I"),
    "sympy": ("I S lambda list alpha QQ a_b x_ _x x__1", "x x1 x_1 E N O Q C e i"),
    "sage": ("I lambda list alpha QQ a_b x_ _x", "x x1 x_1 E N e i"),
}


@pytest.mark.parametrize("backend", NAMES)
def test_names_that_a_backend_has_are_not_used_and_others_stay(backend: str) -> None:
    target = registry.get(backend).target
    for names, is_taken in zip(NAMES[backend], (True, False), strict=True):
        for name in names.split():
            goal = f"factor: {name}^2 - 1" if backend == "pari" else f"{name} - 1"
            assert render(read_system(f"variables: {name}\n{goal}"), target).names == ("v1" if is_taken else name,)


#: Backends with several methods, and those that work over QQ only.
SEVERAL = {"fricas": ["groebnerFactorize"], "macaulay2": []}
ORDERS = [
    pytest.param("fricas:groebner", "singular:std", marks=pytest.mark.fricas),
    pytest.param("fricas:groebner_lex", "singular:std_lp", marks=pytest.mark.fricas),
    pytest.param("macaulay2:gb", "singular:std", marks=pytest.mark.macaulay2),
    pytest.param("msolve:groebner", "singular:std", marks=pytest.mark.msolve),
]


@pytest.mark.slow
@pytest.mark.singular
@pytest.mark.parametrize("p", [0, 2, 3, 7, 101, 257, 65521, 65537, 2147483647])
@pytest.mark.parametrize(("ours", "singulars"), ORDERS)
def test_a_basis_is_singulars(ours: str, singulars: str, p: int) -> None:
    """Both are reduced, and in the same order."""
    for texts in (["x^2*y-3*x+1", "y^2-x*z-5", "z^3-2*x*y+z"], ["x*y+z", "y*z+x", "x*z+y+1"], ["x*y*z", "x+y"]):
        asked = system("x y z", texts, p)
        bases = []
        for name in (ours, singulars):
            backend, _, method = name.partition(":")
            answer = whole_answer(registry.get(backend).run(Job(asked, method, Limits(seconds=60))))
            bases.append({polynomial.normal() for polynomial in answer.components[0]})
        assert bases[0] == bases[1]


@pytest.mark.slow
@pytest.mark.parametrize("backend", [pytest.param(name, marks=getattr(pytest.mark, name)) for name in SEVERAL])
def test_every_method_over_a_prime_above_two_bytes(backend: str) -> None:
    """The conformance suite has smaller and larger primes."""
    methods = [one.name for one in registry.get(backend).target.methods if one.task not in OWN_COMPARISON]
    asked = system("x y", ["x^2-1", "y-x-1"], 65537)
    verdict = crosscheck(asked, ["reference", *(f"{backend}:{method}" for method in methods)], seconds=60)
    assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), verdict.reason
    refused = [one.result.name for one in verdict.checked if one.result.answer is None]
    assert refused == [f"{backend}:{method}" for method in SEVERAL[backend]]
