"""The suite as a class of tests: one test for each check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Backend
from casbridge.testing.faults import FAULTS, Substitute
from casbridge.testing.suite import SECONDS, check_contract, check_fault, check_smuggling, check_system
from casbridge.testing.systems import SYSTEM_NAMES, cases_for
from casbridge.testing.values import Exclusion, Kind, Outcome, existing, unused

if TYPE_CHECKING:
    import pytest


class BackendTests:
    """Tests of one backend. A subclass names it; pytest finds the subclass by its name, `Test…`:

        class TestMyCas(BackendTests):
            backend = MyCasBackend()
            exclusions = (Exclusion("quintic", "solve", "it gives decimal numbers"),)

    backend: what is tested. exclusions: checks that are known to fail.
    systems, faults: names, to have some checks only; None for all. seconds: the limit on each job.
    fake: the program that goes wrong, see `Substitute`; None for the usual one.

    A check that is excluded is an expected failure. A check whose program is missing, and a system that a method
    refuses, are skipped with the reason.

    >>> from casbridge.backends import registry
    >>> class TestReference(BackendTests):
    ...     backend = registry.get("reference")
    ...     systems = ("many",)
    >>> TestReference().test_system("split", "many")
    """

    backend: ClassVar[Backend]
    exclusions: ClassVar[Sequence[Exclusion]] = ()
    systems: ClassVar[Sequence[str] | None] = None
    faults: ClassVar[Sequence[str] | None] = None
    seconds: ClassVar[float] = SECONDS
    fake: ClassVar[Substitute | None] = None

    @classmethod
    def pairs(cls) -> list[tuple[str, str]]:
        """The methods with the systems that they are asked about, by name.

        Raises UsageError for the name of a system that does not exist.
        """
        chosen = existing("system", cls.systems, SYSTEM_NAMES)
        return [
            (method.name, case.name)
            for method in cls.backend.methods
            for case in cases_for(method)
            if case.name in chosen
        ]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Each pair of a method and a system, and each fault, is a test."""
        names = metafunc.fixturenames
        if {"method", "system"} <= {*names}:
            metafunc.parametrize(("method", "system"), self.pairs())
        elif "method" in names:
            scripted = self.backend.methods if self.backend.target is not None else ()
            metafunc.parametrize("method", [method.name for method in scripted])
        elif "fault" in names:
            known = existing("fault", self.faults, FAULTS)
            faults = known if isinstance(self.backend, OneShotBackend) else []
            metafunc.parametrize("fault", faults, ids=[name or "none" for name in faults])

    def test_contract(self) -> None:
        """The names, the methods, the templates, and what is refused."""
        wrong = [str(one) for one in check_contract(self.backend) if one.kind is Kind.FAILED]
        assert not wrong, "\n".join(wrong)

    def test_system(self, method: str, system: str) -> None:
        """One method on one system."""
        _judge(check_system(self.backend, method, system, self.exclusions, self.seconds))

    def test_fault(self, fault: str) -> None:
        """The program goes wrong."""
        assert isinstance(self.backend, OneShotBackend)
        _judge(check_fault(self.backend, fault, self.fake))

    def test_smuggling(self, method: str) -> None:
        """Texts that try to become commands."""
        _judge(check_smuggling(self.backend, method, self.seconds))

    def test_each_exclusion_covers_a_check(self) -> None:
        """An exclusion whose method or system does not exist is a mistake."""
        known = [Outcome("systems", system, method, Kind.PASSED) for method, system in self.pairs()]
        wrong = unused(self.exclusions, known) if self.systems is None else []
        assert not wrong, "\n".join(map(str, wrong))


def _judge(outcome: Outcome) -> None:
    """Pass, fail, skip, or fail as expected."""
    import pytest

    if outcome.kind is Kind.FAILED:
        pytest.fail(str(outcome), pytrace=False)
    if outcome.kind is Kind.EXCLUDED:
        pytest.xfail(outcome.reason)
    if outcome.kind in (Kind.MISSING, Kind.UNSUPPORTED):
        pytest.skip(f"{outcome.kind}: {outcome.reason}")
