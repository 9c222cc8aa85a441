"""casbridge's plug-in for pytest: the option `--casbridge-backend`. Without it nothing changes.

    pytest --pyargs casbridge.testing.conformance --casbridge-backend mycas

The backend is one that `casbridge backends` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

#: The option's name.
OPTION = "--casbridge-backend"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option.

    >>> OPTION
    '--casbridge-backend'
    """
    group = parser.getgroup("casbridge")
    told = "the backend that `--pyargs casbridge.testing.conformance` checks, such as mycas"
    group.addoption(OPTION, metavar="NAME", default=None, help=told)
