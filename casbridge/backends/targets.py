"""The systems that casbridge writes scripts for: their methods, their names, and what they cannot do."""

from __future__ import annotations

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.singular_names import SINGULAR_NAMES
from casbridge.scripts.values import Method, Target

#: Singular's factorization and its ordinary exponents end here.
_SINGULAR_LARGEST_FACTORED = 2**29
_SINGULAR_LARGEST_EXPONENT = 2**31 - 1


def _largest_degree(system: PolynomialSystem) -> int:
    templates = {id(equation.template): equation.template for equation in system.equations}
    return max((template.total_degree for template in templates.values()), default=0)


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
_SINGULAR_SCRIPT = "casbridge_ring equations series answer row output write_answer components nothing"
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
    default_method="char_series",
    reserved=SINGULAR_NAMES | frozenset(_SINGULAR_SCRIPT.split()),
    style=CARET,
)
