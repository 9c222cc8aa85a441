"""The systems that casbridge writes scripts for: their methods, their names, and what they cannot do."""

from __future__ import annotations

import builtins
import keyword
from dataclasses import replace

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET, PYTHON
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.singular_names import SINGULAR_NAMES
from casbridge.scripts.values import Method, Target

#: Singular's factorization and its ordinary exponents end here.
_SINGULAR_LARGEST_FACTORED = 2**29
_SINGULAR_LARGEST_EXPONENT = 2**31 - 1


def _largest_degree(system: PolynomialSystem) -> int:
    patterns = {id(equation.pattern): equation.pattern for equation in system.equations}
    return max((pattern.total_degree for pattern in patterns.values()), default=0)


def _singular_holds(system: PolynomialSystem) -> str | None:
    degree = _largest_degree(system)
    if degree > _SINGULAR_LARGEST_EXPONENT:
        return f"a polynomial has degree {degree}, and Singular's exponents end at {_SINGULAR_LARGEST_EXPONENT}"
    return None


def _singular_factors(system: PolynomialSystem) -> str | None:
    p = system.ring.field.characteristic
    if p >= _SINGULAR_LARGEST_FACTORED:
        return f"Singular factors only below characteristic 2^29, and this is GF({p}); try singular:std"
    return _singular_holds(system)


#: Names that the templates define.
_SINGULAR_SCRIPT = "casbridge_ring equations answer rows_of output write_answer nothing"
_SINGULAR_SMALL = "QQ, GF(p) with p < 2^29"

SINGULAR = Target(
    name="singular",
    title="Singular",
    extension="sing",
    by_hand="Singular {script}",
    methods=(
        Method("char_series", Task.SERIES, "irreducible characteristic series", _SINGULAR_SMALL, "", _singular_factors),
        Method(
            "minAssGTZ",
            Task.PRIMES,
            "minimal associated primes, by Gianni, Trager and Zacharias, of a slimgb basis",
            _SINGULAR_SMALL,
            "",
            _singular_factors,
        ),
        Method("std", Task.BASIS, "reduced Groebner basis", order="degrevlex", objection=_singular_holds),
        Method("slimgb", Task.BASIS, "reduced Groebner basis by slimgb", order="degrevlex", objection=_singular_holds),
        Method("facstd", Task.COMPONENTS, "factorizing Groebner bases", _SINGULAR_SMALL, "", _singular_factors),
    ),
    default_method="minAssGTZ",
    reserved=SINGULAR_NAMES | frozenset(_SINGULAR_SCRIPT.split()),
    style=CARET,
)

#: Singular, counting zeros as the dimension of the ring modulo the ideal.
VDIM = Method("vdim", Task.NUMBER, "the number of zeros, as a dimension", objection=_singular_holds)
#: The target of scripts that use it.
SINGULAR_VDIM = replace(
    SINGULAR,
    methods=(VDIM,),
    default_method="vdim",
    reserved=SINGULAR.reserved | {"basis"},
    by_hand="Singular -q {script}",
)

_PYTHON_NAMES = frozenset(keyword.kwlist) | frozenset(dir(builtins))
#: Names that the templates define or import.
_PYTHON_SCRIPT = "names variables equations write_answer components unsupported lines component file nothing sys"
_SYMPY_SCRIPT = """
QQ basis count doubt error groebner is_nilpotent point polynomials prod reason reduced solutions solve symbols
"""
_SAGE_SCRIPT = """
GF PolynomialRing QQ everywhere field ideal point primes reason ring texts zeros
"""
#: More terms in one sum make an expression too deep for Python's compiler.
_LONGEST_SUM = 200


def _rational_only(system: PolynomialSystem) -> str | None:
    if system.ring.field.characteristic:
        return (
            f"SymPy's solve computes over the complex numbers, not over {system.ring.field}; use --field QQ or groebner"
        )
    return None


SYMPY = Target(
    name="sympy",
    title="SymPy",
    extension="py",
    by_hand="python {script}",
    methods=(
        Method("groebner", Task.BASIS, "reduced Groebner basis", order="lex"),
        Method("solve", Task.POINTS, "solutions, all of which must be rational", "QQ", objection=_rational_only),
    ),
    default_method="groebner",
    reserved=_PYTHON_NAMES | frozenset((_PYTHON_SCRIPT + _SYMPY_SCRIPT).split()),
    style=PYTHON,
    safe_name="(?!__)[A-Za-z_][A-Za-z0-9_]*",
    longest_sum=_LONGEST_SUM,
)


def _has_variables(system: PolynomialSystem) -> str | None:
    return None if system.ring.size else "a ring without variables; try sage:groebner_basis"


SAGE = Target(
    name="sage",
    title="SageMath",
    extension="sage",
    by_hand="sage {script}",
    methods=(
        Method("variety", Task.POINTS, "zeros with coordinates in the field, which must be all"),
        Method("minimal_associated_primes", Task.PRIMES, "minimal associated primes"),
        Method(
            "triangular_decomposition",
            Task.COMPONENTS,
            "triangular sets of a system with finitely many zeros",
            objection=_has_variables,
        ),
        Method("groebner_basis", Task.BASIS, "reduced Groebner basis", order="degrevlex"),
    ),
    default_method="minimal_associated_primes",
    reserved=_PYTHON_NAMES | SINGULAR_NAMES | frozenset((_PYTHON_SCRIPT + _SAGE_SCRIPT).split()),
    style=CARET,
    longest_sum=_LONGEST_SUM,
)

#: Keywords, the only names beginning with a small letter that GAP has or sets by itself, those of one capital letter.
_GAP_NAMES = """
E X Z
and atomic break continue do elif else end fail false fi field for function if in infinity last last2 last3 local
memory_allocated mod not od or quit readonly readwrite rec repeat return then time tmpclh true until while
"""
#: Names that the templates define.
_GAP_SCRIPT = "answer basis component equations field greatest_first nonzero nothing output polynomial text_of"
#: GAP keeps all coefficients of a polynomial in one variable, those that are 0 too.
_GAP_LARGEST_DEGREE = 10**7


def _gap_holds(system: PolynomialSystem) -> str | None:
    degree = _largest_degree(system)
    if degree > _GAP_LARGEST_DEGREE:
        return f"a polynomial has degree {degree}, and GAP keeps all coefficients up to it, zeros too; try singular:std"
    return None


GAP = Target(
    name="gap",
    title="GAP",
    extension="g",
    by_hand="gap -q {script}",
    methods=(Method("ReducedGroebnerBasis", Task.BASIS, "reduced Groebner basis", order="lex", objection=_gap_holds),),
    default_method="ReducedGroebnerBasis",
    # GAP has eleven thousand names of other forms.
    safe_name="[a-z][A-Za-z0-9_]*|[A-Z][0-9_]*",
    reserved=frozenset((_GAP_NAMES + _GAP_SCRIPT).split()),
    style=CARET,
)
