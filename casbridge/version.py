"""The installed version, looked up only when somebody asks."""

from __future__ import annotations

import os
import sys
from functools import cache


@cache
def version() -> str:
    """casbridge's version as installed; "uninstalled" in a bare checkout.

    >>> version()[0] in "0123456789u"
    True
    """
    # The folder's name has it, as the standard for installed packages says. To look for it takes 1 ms and to import
    # importlib.metadata, which reads the same, 20 ms.
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:  # no folder, such as an archive
            continue
        for name in names:
            if name.startswith("casbridge-") and name.endswith(".dist-info"):
                return name.removeprefix("casbridge-").removesuffix(".dist-info")
    from importlib.metadata import PackageNotFoundError, version as installed

    try:
        return installed("casbridge")
    except PackageNotFoundError:
        return "uninstalled"
