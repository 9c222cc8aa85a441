"""Provers: each is a way to show that answers have the same zeros, or that one is wrong. `deciding` asks them in turn.

    Question ──▶ direct ──open──▶ reference ──open──▶ singular ──open──▶ points
                    └──────────────────┴─── Findings ──────┴────────────────┘

Read `protocol`, then any of the others. A new prover is one file with a function `prove`, and one line in
`casbridge.crosscheck.deciding.LADDER`.
"""
