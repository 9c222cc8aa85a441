"""Comparing answers; verdicts and witnesses."""

from casbridge.crosscheck.checking import check
from casbridge.crosscheck.comparison import compare
from casbridge.crosscheck.run import crosscheck
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Verdict, VerdictKind, Witness

__all__ = ["CheckedResult", "Fault", "Verdict", "VerdictKind", "Witness", "check", "compare", "crosscheck"]
