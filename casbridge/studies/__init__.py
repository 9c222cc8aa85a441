"""Studies: many systems through many methods, each result kept, a table and a page at the end.

    STUDY.toml ──reading──▶ Plan ──inputs──▶ Cases ──▶ Work ──executor──▶ Outcome ──▶ Store (STUDY.sqlite)
                                                                                       │
                                                 Study: frame, results, verdicts ◀─────┘

Read `values`, then `plan`, `reading` (with `inputs`, `globbing`, `filters`) and `jobs`; then `driver`,
`store` and `study`.
"""

from __future__ import annotations

from casbridge.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from casbridge.studies.comparing import compare as compare
    from casbridge.studies.comparisons import Change as Change, Comparison as Comparison
    from casbridge.studies.driver import Summary as Summary
    from casbridge.studies.frames import export as export, frame as frame
    from casbridge.studies.merging import merge as merge
    from casbridge.studies.plan import InputSpec as InputSpec, Plan as Plan
    from casbridge.studies.reading import read_plan as read_plan
    from casbridge.studies.store import Store as Store
    from casbridge.studies.study import StoredStudy as StoredStudy
    from casbridge.studies.values import Case as Case, Input as Input, Outcome as Outcome, Row as Row, Work as Work

_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        "comparing": "compare",
        "comparisons": "Change Comparison",
        "driver": "Summary",
        "frames": "export frame",
        "merging": "merge",
        "plan": "InputSpec Plan",
        "reading": "read_plan",
        "store": "Store",
        "study": "StoredStudy",
        "values": "Case Input Outcome Row Work",
    },
)
__all__ = [*_HOMES]
