"""SageMath as a backend: the rendered script, run by the `sage` executable in a process of its own."""

from __future__ import annotations

from dataclasses import replace

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.backends.objections import LONGEST_NUMBER, LONGEST_SUM, SOLVERS
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.singular import LARGEST_TO_FACTOR
from casbridge.processes.locate import Program
from casbridge.scripts.abilities import RATIONALS, Ground, Sizes
from casbridge.scripts.values import INDEXED, Method, Target

_TRIANGULAR = "triangular sets of a system with finitely many zeros"
_PRIMES = "minimal associated primes"
_HILBERT = "the dimension, and the degree by the Hilbert polynomial"
_VARIETY = "zeros with coordinates in the field, which must be all"
#: Sage's ideals are Singular's.
_HOLDS = Sizes(largest_degree=2**31 - 1, most_variables=2**15 - 1)
_MAPPED = replace(_HOLDS, largest_degree=2**15 - 1)
_POINTS = replace(_MAPPED, largest_dimension=0)
_FINITE = replace(_MAPPED, fewest_variables=1, largest_dimension=0)
_SOLVES = replace(SOLVERS, fewest_variables=1)
#: The fields of methods that factor: where Singular does, which Sage calls.
_FACTORING = (RATIONALS, Ground("GF(p)", LARGEST_TO_FACTOR))
#: Beyond, Sage factors polynomials in one variable, which are not Singular's.
_BEYOND = Ground("GF(p)", most_extensions=1, most_variables=1, most_variables_extended=1)
_TOWERS = (Ground("QQ", most_extensions=None), Ground("GF(p)", LARGEST_TO_FACTOR, most_extensions=1), _BEYOND)


#: What scripts for SageMath look like.
SAGE = Target(
    name="sage",
    title="SageMath",
    extension="sage",
    by_hand="sage {script}",
    methods=(
        Method("variety", Task.POINTS, _VARIETY, _FACTORING, sizes=_POINTS),
        Method("minimal_associated_primes", Task.PRIMES, _PRIMES, _FACTORING, parameters=True, sizes=_MAPPED),
        Method("triangular_decomposition", Task.COMPONENTS, _TRIANGULAR, sizes=_FINITE),
        Method(
            "groebner_basis", Task.BASIS, "reduced Groebner basis", order="degrevlex", parameters=True, sizes=_HOLDS
        ),
        Method("radical", Task.RADICAL, "generators of the radical", _FACTORING, sizes=_MAPPED),
        Method("saturation", Task.SATURATION, "generators of the saturation", sizes=_HOLDS),
        Method("elimination_ideal", Task.ELIMINATION, "generators without some variables", sizes=_HOLDS),
        Method("primary_decomposition", Task.PRIMARY, "primary ideals", _FACTORING, sizes=_MAPPED),
        Method("hilbert_polynomial", Task.DIMENSION, _HILBERT, sizes=_HOLDS),
        Method("factor", Task.FACTORS, "irreducible factors", _TOWERS),
        Method("solve", Task.BRANCHES, "solutions in radicals, as solve states them", (RATIONALS,), sizes=_SOLVES),
    ),
    default_method="minimal_associated_primes",
    # In the answers of solve r1, r2, ... are free parameters.
    safe_name=f"(?!r[0-9]){INDEXED}",
    reserved=frozenset("I"),
    style=CARET,
    longest_sum=LONGEST_SUM,
    longest_number=LONGEST_NUMBER,
    seed_variable="PYTHONHASHSEED",
)


class SageBackend(OneShotBackend):
    """Sage's ideals over polynomial rings. Sage preparses a script into a Python file beside it and runs that.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_SAGE, PATH).

    >>> SageBackend().command("sage", "job.sage")
    ['sage', 'job.sage']
    """

    script_target = SAGE
    program = Program(
        "sage",
        "CASBRIDGE_SAGE",
        title="Sage",
        hint="apt install sagemath (Debian, Ubuntu), or conda install -c conda-forge sage",
    )
