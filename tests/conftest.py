"""Tests that need a CAS or a browser: skipped where it is not installed, unless CASBRIDGE_REQUIRE says that it must be.

CASBRIDGE_REQUIRE is a comma list of markers, e.g. "singular,sage". What CASBRIDGE_HIDE hides counts as not installed.
Modules beside this file can be imported by tests.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from casbridge.errors import CasbridgeError
from casbridge.processes.locate import HIDE, hidden_names, hides, locate

if TYPE_CHECKING:
    from tests.chromium import Chromium

# How long an example takes depends on how busy the machine is.
_CHECKS = [HealthCheck.too_slow, HealthCheck.filter_too_much]
settings.register_profile("casbridge", deadline=None, suppress_health_check=_CHECKS)
#: For `make test`: fewer examples.
settings.register_profile("quick", deadline=None, suppress_health_check=_CHECKS, max_examples=12)
settings.load_profile("casbridge")

#: marker → program, environment variable that names it
PROGRAMS = {
    "singular": ("Singular", "CASBRIDGE_SINGULAR"),
    "sage": ("sage", "CASBRIDGE_SAGE"),
    "gap": ("gap", "CASBRIDGE_GAP"),
    "macaulay2": ("M2", "CASBRIDGE_MACAULAY2"),
    "maxima": ("maxima", "CASBRIDGE_MAXIMA"),
    "giac": ("giac", "CASBRIDGE_GIAC"),
    "msolve": ("msolve", "CASBRIDGE_MSOLVE"),
    "pari": ("gp", "CASBRIDGE_PARI"),
    "fricas": ("fricas", "CASBRIDGE_FRICAS"),
    # Second versions, found by their variables alone.
    "singular_4_4": ("Singular-4.4", "CASBRIDGE_SINGULAR_4_4"),
    "sympy_1_9": ("python-with-sympy-1.9", "CASBRIDGE_SYMPY_1_9"),
    "chromium": ("chromium", "CASBRIDGE_CHROMIUM"),
}


def required() -> set[str]:
    return {name.strip() for name in os.environ.get("CASBRIDGE_REQUIRE", "").split(",")} - {""}


def pytest_configure(config: pytest.Config) -> None:
    unknown = required() - PROGRAMS.keys()
    if unknown:
        known = ", ".join(PROGRAMS)
        raise pytest.UsageError(f"CASBRIDGE_REQUIRE names {', '.join(sorted(unknown))}; expected some of {known}")
    try:
        hidden_names()
    except CasbridgeError as error:
        raise pytest.UsageError(str(error)) from error
    # pytest rewrites all modules of packages with a plug-in, as it does tests; casbridge's own have no need of that.
    getattr(config.pluginmanager.rewrite_hook, "_must_rewrite", set()).discard("casbridge")
    # Under nohup, and in the background of a shell, signals are ignored, and programs inherit that. Tests send them.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        # Versions of programs are remembered there; the user's own folder is left alone.
        os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="casbridge-tests-")


def pytest_collection_finish() -> None:
    """The tests themselves live to the end: Python's garbage collector need not look at them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_unconfigure() -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, (program, variable) in PROGRAMS.items():
        if item.get_closest_marker(marker) and locate(program, variable) is None:
            hidden = f"CASBRIDGE_HIDE hides {marker}"
            reason = hidden if hides(variable) else f"no {program} on PATH, and {variable} is not set"
            if marker in required():
                pytest.fail(f"{reason}, but CASBRIDGE_REQUIRE asks for it", pytrace=False)
            pytest.skip(reason)


@pytest.fixture
def nothing_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that bring programs of their own, which CASBRIDGE_HIDE would hide."""
    monkeypatch.delenv(HIDE, raising=False)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """Chromium without a window, for the tests of a file."""
    from tests.chromium import Chromium

    with Chromium(tmp_path_factory.mktemp("chromium")) as found:
        yield found
