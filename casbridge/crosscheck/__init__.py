"""Comparing answers; verdicts and witnesses.

The package is called like its main function, and may be called itself: `casbridge.crosscheck(…)` is that function
whichever of the two was imported first.
"""

import sys
from types import ModuleType
from typing import Any

from casbridge.crosscheck.checking import check
from casbridge.crosscheck.deciding import compare
from casbridge.crosscheck.run import crosscheck
from casbridge.crosscheck.solving import Solving, solutions
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Verdict, VerdictKind, Witness

__all__ = [
    "CheckedResult",
    "Fault",
    "Solving",
    "Verdict",
    "VerdictKind",
    "Witness",
    "check",
    "compare",
    "crosscheck",
    "solutions",
]


class _CallablePackage(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Verdict:
        return crosscheck(*arguments, **options)


sys.modules[__name__].__class__ = _CallablePackage
