"""What the author of a backend needs: one suite of checks, the same for casbridge's backends and for others'.

    backend ──suite──▶ contract, systems (judging), faults (fake_program), smuggling ──▶ Outcome … ──▶ Report

    check_backend(MyBackend()).require()                    in Python
    class TestMyBackend(BackendTests): backend = MyBackend()  in pytest
    pytest --pyargs casbridge.testing.conformance --casbridge-backend mycas

Read `values`, `systems`, `suite`, then `faults` and `smuggling`; `pytest_class` and `plugin` are for pytest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casbridge.lazy import lazy

if TYPE_CHECKING:
    from casbridge.testing.faults import (
        FAULTS as FAULTS,
        MAIN_FAULTS as MAIN_FAULTS,
        Fault as Fault,
        Substitute as Substitute,
    )
    from casbridge.testing.pytest_class import BackendTests as BackendTests
    from casbridge.testing.suite import (
        check_backend as check_backend,
        check_contract as check_contract,
        check_fault as check_fault,
        check_smuggling as check_smuggling,
        check_system as check_system,
    )
    from casbridge.testing.systems import GOAL_SYSTEMS as GOAL_SYSTEMS, SYSTEMS as SYSTEMS, Case as Case
    from casbridge.testing.values import Exclusion as Exclusion, Kind as Kind, Outcome as Outcome, Report as Report

_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        "faults": "FAULTS MAIN_FAULTS Fault Substitute",
        "pytest_class": "BackendTests",
        "suite": "check_backend check_contract check_fault check_smuggling check_system",
        "systems": "GOAL_SYSTEMS SYSTEMS Case",
        "values": "Exclusion Kind Outcome Report",
    },
)
__all__ = [*_HOMES]
