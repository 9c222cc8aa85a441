"""Studies: many systems through many methods, each result kept, a table and a page at the end.

    STUDY.toml ──reading──▶ Plan ──inputs──▶ Cases ──▶ Work ──executor──▶ Outcome ──▶ Store (STUDY.sqlite)
                                                                                       │
                                                 Study: frame, results, verdicts ◀─────┘

Read `values`, then `plan`, `reading` (with `inputs`, `globbing`, `filters`) and `jobs`; then `driver`,
`store` and `study`.
"""
