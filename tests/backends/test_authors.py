"""What the author of a backend is told of a mistake, before and when the backend is used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import casbridge
from casbridge.backends import registry
from casbridge.backends.authors import (
    PYTHON,
    Availability,
    Ground,
    Method,
    OneShotBackend,
    Program,
    Sizes,
    Target,
    Task,
)
from casbridge.testing import check_backend

METHOD = Method("gb", Task.BASIS, "a basis", order="degrevlex")


def target(**changed: Any) -> Target:
    stated: dict[str, Any] = {
        "name": "mine",
        "extension": "py",
        "by_hand": "python {script}",
        "methods": (METHOD,),
        "default_method": "gb",
        "style": PYTHON,
    }
    return Target(**{**stated, **changed})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Target("mine"), r"Target\(\) without extension, by_hand, methods and default_method"),
        (lambda: target(method=METHOD), "did you mean methods?"),
        (lambda: target(default_method="std"), "the default method 'std' of mine; expected one of gb"),
        (lambda: target(methods=METHOD), "a Method for methods"),
        (lambda: target(methods=("gb",)), "methods of mine that are no Method"),
        (lambda: target(reserved="sin cos"), r"frozenset\(text.split\(\)\)"),
        (lambda: target(style="python"), "expected CARET, PYTHON"),
        (lambda: target(by_hand="python"), "with {script} for its file"),
        (lambda: target(name="My CAS"), "the target's name 'My CAS'"),
        (lambda: target(extension=".py"), "the extension '.py'"),
        (lambda: Method("gb", "basis", "a basis"), "a str for the task of 'gb'; expected Task"),  # type: ignore[arg-type]
        (lambda: Method("gb", Task.BASIS, "a basis", fields=Ground("QQ")), "a tuple, such as"),  # type: ignore[arg-type]
        (lambda: Sizes(degree=3), "did you mean largest_degree?"),  # type: ignore[call-arg]
        (lambda: Ground("R"), "ground field 'R'"),
        (lambda: Program("mycas"), r"Program\(\) without variable, title and hint"),  # type: ignore[call-arg]
        (lambda: type("Bare", (OneShotBackend,), {})(), "the class Bare without a script_target"),
        (lambda: check_backend("reference", system=["many"]), "did you mean systems?"),  # type: ignore[call-arg]
    ],
)
def test_a_mistake_is_told_where_it_is_made(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(casbridge.UsageError, match=message):
        call()


def test_what_can_be_meant_is_taken() -> None:
    made = target(methods=[METHOD], reserved=["sin", "cos"], templates="templates")
    assert (made.methods, made.reserved, made.templates) == ((METHOD,), frozenset({"sin", "cos"}), Path("templates"))
    assert hash(made)


def test_a_class_that_lacks_something() -> None:
    class Mine(OneShotBackend):
        script_target = target()

    with pytest.raises(casbridge.UsageError, match="the class Mine without a program"):
        Mine().availability()
    with pytest.raises(casbridge.UsageError, match=r"register\(backend\), then its name"):
        casbridge.run(casbridge.read_system("x - 1 = 0"), Mine())  # type: ignore[arg-type]


def test_a_command_in_one_text(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "gb.py.j2").write_text("print(1)\n")

    class Mine(OneShotBackend):
        script_target = target(templates=tmp_path)

        def availability(self) -> Availability:
            return Availability(True, path="python3", version="1")

        def command(self, executable: str, script: str) -> Any:
            return f"{executable} {script}"

    casbridge.register(Mine())
    try:
        with pytest.raises(casbridge.UsageError, match="a str from Mine"):
            casbridge.run(casbridge.read_system("x - 1 = 0"), "mine")
    finally:
        registry.unregister("mine")
