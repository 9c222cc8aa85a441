"""Names that mean something to some system: none reaches a script as it is, and answers have them again."""

from __future__ import annotations

import builtins
import keyword
import re
import string
from collections.abc import Iterator, Sequence

import pytest
from _pytest.mark import ParameterSet
from script_cases import with_goal

from casbridge.algebra.answers import Task
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Status
from casbridge.crosscheck import VerdictKind, crosscheck
from casbridge.limits import Limits
from casbridge.scripts import Method, Target
from casbridge.testing.judging import what_is_wrong
from casbridge.testing.systems import Case

_WORDS = """
QQ ZZ RR CC GF SR Current Standard Ring General Matrix Random Elim Triang Primdec Polylib Inout Absfact bothcoeff
browser isomorphism ideal ring poly std list int proc link matrix map basering option short system output
casbridge_ring casbridgeRing equations answer write_answer nothing names variables parameters symbols groebner solve
Poly Rational Symbol Integer oo zoo nan beta_of sum_of pattern1 patternSum pattern2 F_of component multiplicity branch
free unstated unsupported warning task field order fact begin end local function od fi then elif else repeat until
Indeterminate Rationals Factors last last2 last3 gb gens decompose radical stdio exit apply toString QQx inf minf und
ind true false simp algebraic ratmx free_r1 free_r2 kill block quit poly_monomial_order display2d numer oops log sin
cos sqrt exp real_part imag concat cons nil quo rem is has elt error string String Polynomial Symbol_ Fraction xi
euler_gamma left_sides unknowns purge restart approx Pi Euler Catalan Mod factor polrootsreal default read print_
write D_ I_ E_ Sqrt Exp Solve GroebnerBasis Modulus tdeg plex Basis with_ proc_ export_ var_ let_ NoInit
polynomial_ring minimal_primes Julia Oscar variable_group equation1 INPUT CONFIG END pathvariable i1 o1 i2 o2 ii e1 E1
r1 r2 c1 z1 t1 v1 v2 v3 x_1 x_2 y_1 a_1_2 a1_2 _x __ _1 _C1 __init__ x__1 xx XX xX Xx vdim numbers R1 J1 h1 hyp1 f1
p_1 K1 alpha beta gamma delta epsilon zeta eta theta iota kappa lambda_ mu nu omicron pi rho sigma tau upsilon phi chi
psi omega Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Omicron Rho Sigma Tau Upsilon Phi Chi
Psi Omega
"""
_OF_PYTHON = [name for name in (*keyword.kwlist, *keyword.softkwlist, *dir(builtins)) if not name.startswith("__")]
WORDS = [*dict.fromkeys([*_WORDS.split(), *_OF_PYTHON])]
LETTERS = [*string.ascii_letters]
#: Names in systems of so many as each method takes: those that may stay in a script, and all others.
_MOST = 50
BATCHES = {
    "common": ["x_1", "y", *"xeiIEODNSQCKXZt", "x1", "x_2", "browser", "isomorphism", "QQ", "lambda", "alpha", "v1"],
    "letters": LETTERS,
    "numbered": [f"{letter}1" for letter in LETTERS],
    "indexed": [f"{letter}_1" if letter.islower() else f"{letter}0" for letter in LETTERS],
    # Words are v1, v2, ... in a script, so that all of them make the same scripts: the first test holds it.
    "words": WORDS[:_MOST],
}
TARGETS = [target for name in registry.OWN_BACKENDS if (target := registry.get(name).target) is not None]
METHODS = [(target, method) for target in TARGETS for method in target.methods]


def case_of(names: Sequence[str], method: Method) -> Case:
    """A system with two zeros in these variables; for methods that factor, one polynomial."""
    first, *rest = names
    if method.task is Task.FACTORS:
        system = read_system(f"variables: {' '.join(names)}\n{' * '.join(f'({name} - 5)^2' for name in names)}")
        return Case(first, with_goal(system, method), "", None)
    lines = [f"{name} - {number}*{first}" for number, name in enumerate(rest, 2)]
    system = read_system("\n".join([f"variables: {' '.join(names)}", f"{first}^2 - 1", *lines]))
    return Case(first, with_goal(system, method), "", ((f"{first} - 1", *lines), (f"{first} + 1", *lines)))


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_no_word_of_a_user_reaches_a_script(target: Target) -> None:
    names = [*WORDS, *LETTERS]
    assert len(names) > 300
    written = target.names(names)
    assert len(set(written)) == len(names)
    changed = {new for new, old in zip(written, names, strict=True) if new != old}
    assert changed.isdisjoint(names)
    # msolve's input has no words.
    assert target.name == "msolve" or [name for name in written if re.fullmatch(r"[A-Za-z][0-9_]*", name) is None] == []


#: Tasks and methods that take few variables, or whose answers take long to judge: so many at once.
_FEW = {"factorisation": 3, "dimension and degree": 8, "maxima:charset": 5, "maxima:charser": 5, "maxima:ics": 5}
#: Methods that run with the first names in the quick tests.
_QUICK = ("singular:std", "gap:ReducedGroebnerBasis", "maxima:solve", "giac:gbasis", "pari:nffactor", "msolve:groebner")


def _runs() -> Iterator[ParameterSet]:
    """Each method that runs here with the first names, and a target's first method of each task with all letters.

    Its first method of all has all names. The first ones only are tried where all take many starts.
    """
    tried: set[tuple[str, str]] = set()
    for target, method in METHODS:
        name = f"{target.name}:{method.name}"
        size = _FEW.get(name, _FEW.get(method.task, 0))
        if all(ground.most_variables == 1 for ground in method.fields if ground.name == "QQ"):
            size = 1
        for batch, names in BATCHES.items():
            if registry.is_script_only(registry.get(target.name)) or (size and batch != "common"):
                continue
            tries = (f"{target.name}: {method.task}" if batch == "letters" else target.name, batch)
            if batch != "common" and tries in tried:
                continue
            tried.add(tries)
            marks = [getattr(pytest.mark, target.name)] if target.name != "sympy" else []
            marks += [pytest.mark.slow] if batch != "common" or name not in _QUICK else []
            yield pytest.param(name, names, size or len(names), id=f"{name}-{batch}", marks=marks)


@pytest.mark.parametrize(("name", "names", "size"), [*_runs()])
def test_zeros_come_back_under_these_names(name: str, names: list[str], size: int) -> None:
    backend, method = registry.split_name(name)
    chosen = next(one for one in backend.methods if one.name == method)
    for start in range(0, len(names), size):
        case = case_of(names[start : start + size], chosen)
        result = backend.run(Job(case.system, method, Limits(seconds=60)))
        if result.status in (Status.MISSING, Status.UNSUPPORTED):
            pytest.skip(result.reason)
        assert result.status is Status.COMPLETE, (result.status, result.reason)
        assert result.answer is not None
        assert result.answer.ring == case.system.ring
        assert what_is_wrong(result, case.system, case.known() if case.zeros else None, 60.0) == ""


@pytest.mark.slow
@pytest.mark.sage
def test_free_parameters_are_no_variables() -> None:
    """Sage calls its free parameters r1, r2, ..., whatever the variables are called."""
    system = read_system("variables: c1 z1 r1 t\nc1*z1 - r1*c1\nt - r1")
    assert crosscheck(system, ["reference", "sage:solve"]).kind is VerdictKind.AGREE
