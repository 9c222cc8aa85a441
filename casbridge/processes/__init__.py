"""Programs, sessions and calls in a process apart: within limits, and none left behind.

    name ──locate──▶ path, version            argv ──program──▶ Finished (exited, signal, timeout, memory, flooded)
    function, arguments ──apart──▶ value      statement ──session──▶ Finished (open)
              all of them: groups ──▶ guardian (ends what is left), ended (how it ended, in words)

Read ended, guardian, groups, program first; then session, locate, apart, side_by_side. Nothing here knows algebra.
"""
