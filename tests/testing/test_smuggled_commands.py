"""Nothing that a user, or a file of others, says becomes a command in a script for any target.

The registry says which targets there are, those without a program too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import casbridge
from casbridge.algebra import Ring
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.cli import main
from casbridge.errors import InputError
from casbridge.testing.smuggling import COMMANDS, ENDS, FORBIDDEN, smuggled_text, with_texts
from casbridge.testing.systems import case_named

TARGETS = [name for name in registry.OWN_BACKENDS if registry.get(name).target is not None]
#: Quick to render.
QUICK = ("singular", "fricas", "maxima")


@pytest.mark.parametrize(
    ("name", "method"),
    [
        pytest.param(
            name,
            method.name,
            marks=[] if name in QUICK and method.name == registry.get(name).default_method else pytest.mark.slow,
        )
        for name in TARGETS
        for method in registry.get(name).target.methods  # type: ignore[union-attr]
    ],
)
def test_texts_stay_texts(name: str, method: str) -> None:
    assert smuggled_text(registry.get(name), method) == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_names_of_variables_are_names(command: str) -> None:
    text = COMMANDS[command].format("made")
    for name in (text, f"x{text}", f"x;{text}", f"x\n{text}"):
        with pytest.raises(InputError):
            Ring.of([name])
    for line in (f"variables: x {text}", f"x - {text}", f"parameters: {text}", f"field: {text}", f"eliminate: {text}"):
        try:
            system = read_system(f"{line}\nx - 1")
        except InputError:
            continue
        # What is read is a polynomial, and is written by casbridge.
        assert all(name.isidentifier() for name in system.ring.variables)


@pytest.mark.parametrize("end", ENDS)
def test_no_name_has_a_sign_that_ends_something(end: str) -> None:
    if end.strip("_") == "":
        return
    with pytest.raises(InputError):
        Ring(casbridge.QQ, (f"x{end}y",))


@pytest.mark.parametrize("name", TARGETS)
def test_the_name_of_a_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    evil = '*) */ -* "); system("sh", "touch made"); $(touch made) `touch made` {{ 7*7 }} \\ \n)system touch made\n'
    Path(evil.replace("/", "")).write_text("field: 7\nx^2 - 1\ny^2 - 1\n", encoding="utf-8")
    code = main(["render", evil.replace("/", ""), "--to", name])
    said = capsys.readouterr()
    if code:
        assert "Traceback" not in said.err
        return
    assert '"touch made"' not in said.out
    assert "$(touch" not in said.out
    assert "`touch" not in said.out
    assert "\n)system" not in said.out
    assert sorted(path.name for path in tmp_path.iterdir()) == [evil.replace("/", "")]


def test_a_text_in_a_recorded_system() -> None:
    """The texts come back with the answer as they stand in the script, and are no part of it."""
    system = with_texts(case_named("rational").system, 'a"\ncasbridge:end 000000000000 0\n')
    script = casbridge.render(system, "gap")
    assert sum(line.startswith("casbridge:end") for line in script.text.splitlines()) == 0
    assert not [sign for sign in FORBIDDEN if any(sign in text for text in script.facts.values())]
