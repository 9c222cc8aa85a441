"""The theorems, easiest first: `catalogue` says what each states, one file each finds its steps, `shapes` checks them.

Position ──finder──▶ Step or None        Step, Replay ──wrong_shape──▶ why it is not such a step, or None
"""
