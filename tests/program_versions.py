"""What is expected of the version of a CAS that is here: `program_versions.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from casbridge.backends import registry
from casbridge.processes.versions import matches


@cache
def expected_of(backend: str) -> dict[str, Any]:
    """The table of the version that is here; {} where nothing is said of it."""
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    version = registry.get(backend).availability().version
    return {key: value for name, table in tables[backend].items() if matches(version, name)
            for key, value in table.items()}  # fmt: skip
