"""The theorems: `catalogue` has their statements; the other files find steps, Position ──finder──▶ Step or None."""
