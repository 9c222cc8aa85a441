"""Macaulay2 as a backend: the rendered script, run by the `M2` executable in a process of its own."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.objections import LONGEST_SUM, NUMBERS
from casbridge.backends.oneshot import OneShotBackend
from casbridge.processes.locate import Program
from casbridge.scripts.abilities import RATIONALS, Ground, Sizes
from casbridge.scripts.values import Method, Target

#: Names of Macaulay2 1.21 of the forms that variables keep: the keys of all dictionaries that it opens by itself.
_MACAULAY2_NAMES = """
BKZ CC EXAMPLE GF GTZ HH LLL NTL OO POSIX QQ RR SPACE SVD SYNOPSIS TEST URL ZZ about abs accumulate acos acosh acot
acoth adjoint agm alarm all ambient ancestor ancestors and ann annihilator antipode any append apply apropos argument
ascii asin asinh ass assert atan atan2 atanh autoload backtrace basis benchmark betti between binomial borel break
cache capture catch ceiling char characters check chi class clean close code codim coefficient coefficients cohomology
coimage coker cokernel columnate combine commonest comodule complement complete components compose compositions
compress concatenate conductor cone conjugate content continue contract copy copyright cos cosh cot coth cover csc
csch current dd debug decompose default degree degrees delete demark denominator depth describe det determinant
diameter dictionary diff difference dim disassemble discriminant dismiss distinguished do doc document drop dual edit
eigenvalues eigenvectors eint elements eliminate else end endl entries environment erase erf erfc error euler eulers
even examples exec exit exp expm1 exponents export expression extend factor false first firstkey flatten flip floor
flush fold for fork format formation frac fraction frames from gb gcd genera generator generators gens genus get getc
getenv global gramm hash heft height help hermite hh hold homogenize homology homomorphism hooks html hypertext id
ideal idealizer identity if ii image in incomparable indeterminate index indices infinity info input insert instance
instances integrate intersect intersection interval inverse isc iterator jacobian join ker kernel keys kill koszul
last lcm left length lift liftable lines list lngamma load local localize locate log log1p lookup map match matrix max
member memoize merge method methods midpoint min mingens mingle minors minprimes minus mkdir mod module modulo monoid
monomials multidegree multidoc multigraded multiplicity mutable nanosleep needs net new newline next nextkey norm not
notify null nullhomotopy number numcols numerator numeric numgens numrows odd oeis of on oo ooo oooo options or order
override pack package pad pager pairs parent part partition partitions parts path pdim peek permanents permutations
pfaffians pi pivots plus poincare polarize poly position positions power powermod precision preimage prepend
presentation pretty print printerr product profile promote protect prune pseudocode quit quotient radical random rank
read readlink realpath regex regularity relations remainder remove reorganize replace res reshape resolution restart
resultant return reverse right ring roots rotate round rsort run s same saturate scan schedule sec sech select
separate sequence set setup sheaf shield show sin sinh size size2 sleep solve sort source span splice sqrt stack
status stderr stdio step sub sublists submatrix subquotient subscript subsets substitute substring subtable sum super
superscript support switch symbol synonym syz table take tally tan tanh target tensor terms tests tex then throw time
times timing to top trace transpose trim true truncate try tutorial ultimate unbag uncurry undocumented uniform unique
unsequence unstack use utf8 utf8check utf8substring value values variety vars vector version wait when while width
wikipedia wrap xor youngest zero zeta
"""
#: Macaulay2's exponents end there.
_HOLDS = Sizes(largest_degree=2**31 - 1)
#: In its orders for elimination Macaulay2's exponents have 16 bits; it says where one does not fit.
_ELIMINATED = Sizes(largest_degree=2**14 - 1)
_NUMBERED = replace(_HOLDS, fewest_variables=1)
#: The fields of methods that factor.
_FACTORING = (RATIONALS, Ground("GF(p)", 2**29 - 1))
_general = partial(Method, sizes=_HOLDS)
_factoring = partial(Method, fields=_FACTORING, sizes=_HOLDS)
_SERIES = "irreducible characteristic series, where Macaulay2 takes the variables in the order of the ring"


def _has_unknowns(system: PolynomialSystem) -> str | None:
    """An objection to systems at which Macaulay2's characteristic series dies by SIGSEGV."""
    if all(pattern.is_constant for pattern in system.patterns()):
        return "each equation is a number, and Macaulay2's characteristic series dies of that"
    return None


#: What scripts for Macaulay2 look like.
MACAULAY2 = Target(
    name="macaulay2",
    title="Macaulay2",
    extension="m2",
    by_hand="M2 --script {script}",
    methods=(
        _factoring("decompose", Task.PRIMES, "minimal primes"),
        _general("gb", Task.BASIS, "reduced Groebner basis", order="degrevlex", parameters=True),
        _factoring("irreducibleCharacteristicSeries", Task.SERIES, _SERIES, objection=_has_unknowns),
        _factoring("radical", Task.RADICAL, "generators of the radical"),
        Method("saturate", Task.SATURATION, "generators of the saturation", sizes=_ELIMINATED),
        Method("eliminate", Task.ELIMINATION, "generators without some variables", sizes=_ELIMINATED),
        Method("primaryDecomposition", Task.PRIMARY, "primary ideals", _FACTORING, sizes=_ELIMINATED),
        Method("dim", Task.DIMENSION, "the dimension", sizes=_NUMBERED),
        Method("degree", Task.DIMENSION, NUMBERS, sizes=_NUMBERED),
        _factoring("factor", Task.FACTORS, "irreducible factors"),
    ),
    default_method="decompose",
    # Macaulay2 has a thousand names of other forms; an underscore is an operator there.
    safe_name="[a-z][a-z0-9]*|[A-Z][A-Z0-9]*",
    reserved=frozenset(_MACAULAY2_NAMES.split()),
    style=CARET,
    longest_sum=LONGEST_SUM,
)


class Macaulay2Backend(OneShotBackend):
    """Macaulay2's minimal primes, Groebner bases and other answers about ideals.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_MACAULAY2, PATH).

    >>> Macaulay2Backend().command("M2", "job.m2")
    ['M2', '--script', 'job.m2']
    """

    script_target = MACAULAY2
    #: Quiet, without the user's own files; an error ends it with another exit code than 0.
    options = ("--script",)
    program = Program(
        "M2",
        "CASBRIDGE_MACAULAY2",
        title="Macaulay2",
        hint="apt install macaulay2 (Debian, Ubuntu), or brew install Macaulay2/tap/M2 (macOS)",
    )
