"""The theorems: `catalogue` has their statements, one file each finds the steps, `shapes` checks their shape.

Position ──finder──▶ Step or None        Step, Replay ──wrong_shape──▶ why it is not such a step, or None
"""
