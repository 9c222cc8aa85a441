"""Backends: one module per computer algebra system, and the registry of them.

    Job (system, method, limits) ──backend.run──▶ Result (status, answer or reason, script, transcript, times)

    --with NAME==VERSION ──fetching──▶ a version of a backend, in an environment of its own (packages)

    registry ──▶ reference                              casbridge's own answer
             ──▶ gap, sage, fricas, … ──▶ oneshot       a script, a process, an answer file
             ──▶ singular ──▶ oneshot, session    the same, or a session that stays

Read protocol and registry first; then oneshot, transcripts, macaulay2 (a small backend), singular, session. A backend's
module has its target, which says what scripts look like, and its class. `objections` is what the targets share.
"""
