"""The installed version, looked up only when somebody asks."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1)
def version() -> str:
    """casbridge's version as installed, e.g. "0.1.0"; "uninstalled" in a bare checkout."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("casbridge")
    except PackageNotFoundError:
        return "uninstalled"
