"""Programs, sessions and calls in a process apart: within limits, and none left behind.

    name ──locate, versions──▶ path, version  argv ──program──▶ Finished (exited, signal, timeout, memory, flooded)
    function, arguments ──apart──▶ value
              all of them: groups (ends what is left) ──▶ ended (how it ended, in words)

Read ended, groups, program first; then locate, versions, environments, apart with channel. Nothing here knows algebra.
"""
