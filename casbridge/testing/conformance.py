"""The suite for a backend that is named on the command line: a file for pytest.

pytest --pyargs casbridge.testing.conformance --casbridge-backend mycas
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casbridge.errors import CasbridgeError
from casbridge.testing.plugin import OPTION
from casbridge.testing.pytest_class import BackendTests

if TYPE_CHECKING:
    import pytest


class TestNamedBackend(BackendTests):
    """The suite for the backend that `--casbridge-backend` names.

    >>> hasattr(TestNamedBackend, "backend")
    False
    """

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """As for each backend. The option says which one it is."""
        import pytest

        from casbridge.backends import registry

        name = metafunc.config.getoption(OPTION)
        if not name:
            raise pytest.UsageError(f"no backend to check; expected {OPTION} NAME")
        try:
            type(self).backend = registry.get(name)
        except CasbridgeError as error:
            raise pytest.UsageError(f"{OPTION}: {error}") from None
        super().pytest_generate_tests(metafunc)
