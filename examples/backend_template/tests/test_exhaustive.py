"""The backend in casbridge's conformance suite, and a transcript of the real program."""

from pathlib import Path

from exhaustive_backend import ExhaustiveBackend

import casbridge
from casbridge.testing import BackendTests


class TestExhaustive(BackendTests):
    """One test for each method and system, each fault, and each method with texts that try to become commands."""

    backend = ExhaustiveBackend()
    # A check that is known to fail, with the reason and the address of the upstream report:
    # exclusions = (Exclusion("quintic", "search", "why it fails", "https://example.org/issues/1"),)


def test_a_recorded_transcript() -> None:
    """Without the program: what it printed once is read as ever."""
    text = Path(__file__).with_name("transcript.txt").read_text(encoding="utf-8")
    assert list(casbridge.parse(text).points()) == [(1, 2), (9, 10)]
