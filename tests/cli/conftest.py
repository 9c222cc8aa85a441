"""`call` runs the command line in this process."""

from __future__ import annotations

import pytest

from tests.cli.calling import Caller


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Caller:
    return Caller(capsys)
