"""Provers: each is a way to prove or to refute claims of answers. `judging` asks them in turn.

    Question ──▶ direct ──open──▶ reference ──open──▶ singular ──open──▶ points
                    └──────────────────┴─── Findings ──────┴────────────────┘

Read `protocol`, then any of the others. A new prover is one file with a function `prove`, and one line in
`casbridge.crosscheck.judging.PROVERS`.
"""
