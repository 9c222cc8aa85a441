"""Faults of computer algebra systems: packed into bundles, run again, and shrunk.

    system, backend, others ──ask──▶ Run (a result, a verdict, Failures) ──bundle_of──▶ Bundle ──write_bundle──▶ a file
    a file ──read_bundle──▶ Bundle ──rerun──▶ Rerun: the same outcome, or another one
                                   ──shrink──▶ Shrunk: the smallest system with the same fault
                                   ──report──▶ Report: a text for the CAS's tracker

    seed ──families──▶ Generated ──oracles, fuzzing──▶ a folder with bundles
    a zoo's file ──read_zoo──▶ Thread ──visit──▶ Visit: what a version does with its system, and what the file states

Read `failures` (the kinds of failure), `asking` (one backend, asked and judged), `bundle` (the value), `bundles`;
then `reductions` (smaller systems) and `shrinking`; `reasons` (why an answer is wrong) and `reporting`.
To look for faults: `families`, `oracles`, `fuzzing`.
"""

from casbridge.bugs.asking import Run, ask
from casbridge.bugs.bundle import Bundle, RunNote, bundle_text
from casbridge.bugs.bundle_reading import parse_bundle
from casbridge.bugs.bundles import bundle_of, bundle_of_runs, read_bundle, write_bundle
from casbridge.bugs.failures import Failure, failures_of, fault_of
from casbridge.bugs.reporting import Report, report
from casbridge.bugs.rerunning import Rerun, rerun
from casbridge.bugs.shrinking import Shrunk, shrink
from casbridge.lazy import public

__all__ = [
    "Bundle",
    "Failure",
    "Report",
    "Rerun",
    "Run",
    "RunNote",
    "Shrunk",
    "ask",
    "bundle_of",
    "bundle_of_runs",
    "bundle_text",
    "failures_of",
    "fault_of",
    "parse_bundle",
    "read_bundle",
    "report",
    "rerun",
    "shrink",
    "write_bundle",
]

__dir__ = public(__name__)
