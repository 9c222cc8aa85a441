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
from casbridge.scripts.values import NUMBERED, Method, Target

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
    # An underscore is an operator there; i1, o1, i2, o2, ... are a session's inputs and outputs.
    safe_name=f"(?![io][0-9]){NUMBERED}",
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
