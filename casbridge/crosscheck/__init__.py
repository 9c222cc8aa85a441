"""Comparing answers; verdicts, witnesses, certificates.

    subject ──run──▶ backends side by side ──checking──▶ each answer alone ──judging──▶ Verdict with Judgements
                                                                               │
                     claims of the answers ──provers, one after the other──▶ Ledger of findings

    claim ──identities──▶ Identity ──identity_texts──▶ text

    system ──metamorphic──▶ Transformed ──repeats──▶ answers of several runs ──judging──▶ Verdict

    answer ──certificates──▶ text ──certificate_reading──▶ data ──verification──▶ Verification

Read `verdicts` (`Fault`, `Witness`), `claims`, `ledger`, `provers.protocol`, then `judging`, a prover, `checking`,
`run`. `tasks` judges answers that are not compared as zero sets: ideals, factors, numbers. `branches` makes the answers
of symbolic solvers polynomials. "The reference" is casbridge's own engine, `casbridge.charset`. For certificates
`certificates`, `certificate_reading`, `verification`; for identities `identities`; for further runs with other seeds
and permuted systems `metamorphic`, `repeats`; for answers to several tasks, and in several orders of the variables,
`mixtures`. `solving` gives the answers of a single backend one by one, `solved` all solutions of a puzzle.

The package is called like its main function, and may be called itself: `casbridge.crosscheck(…)` is that function,
whichever of the two was imported first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casbridge.lazy import called, lazy

if TYPE_CHECKING:
    from types import ModuleType

    from casbridge.crosscheck.checking import check as check
    from casbridge.crosscheck.judging import judge as judge
    from casbridge.crosscheck.run import crosscheck as crosscheck
    from casbridge.crosscheck.solved import Solutions as Solutions, solve as solve
    from casbridge.crosscheck.solving import Solving as Solving, solutions as solutions
    from casbridge.crosscheck.verdicts import (
        CheckedResult as CheckedResult,
        Fault as Fault,
        Verdict as Verdict,
        VerdictKind as VerdictKind,
        Witness as Witness,
    )

    class CalledCrosscheck(ModuleType):
        __call__ = staticmethod(crosscheck)


_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        "checking": "check",
        "judging": "judge",
        "run": "crosscheck",
        "solved": "Solutions solve",
        "solving": "Solving solutions",
        "verdicts": "CheckedResult Fault Verdict VerdictKind Witness",
    },
)
__all__ = [*_HOMES]

called(__name__, "run:crosscheck")
