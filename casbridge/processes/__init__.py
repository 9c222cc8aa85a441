"""Programs within limits, sessions, pools, work in a process apart, and how each ended."""
