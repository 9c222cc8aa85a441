"""A page for each backend, made from what the registry and the templates say.

    python tests/backend_pages.py

writes docs/backends/ anew. A test compares the pages with what is written.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import casbridge
from casbridge.algebra.answers import Task
from casbridge.backends import registry
from casbridge.backends.authors import Backend, Program, Target

DOCS = Path(__file__).resolve().parents[1] / "docs"
FOLDER = DOCS / "backends"
ZOO = DOCS.parent / "examples" / "zoo"

#: The systems of the examples: PARI's methods factor, all others look for zeros.
_ZEROS = "variables: x y\nx^2 + y^2 - 1\nx - y\n"
_FACTORS = "variables: x y\nfactor: x^4 - y^4\n"
#: The name in the headings of the guide's notes, where it is not the program's.
_HEADINGS = {"sage": "SageMath"}
_HEAD = "`python tests/backend_pages.py` makes this page from casbridge itself."


def pages() -> dict[str, str]:
    """The name of each file of the folder, and its text."""
    return {f"{name}.md": page(registry.get(name)) for name in registry.OWN_BACKENDS}


def page(backend: Backend) -> str:
    """A backend's page."""
    target = backend.target
    title = target.title if target is not None and target.title else backend.name
    program = getattr(backend, "program", None)
    parts = [f"# {title}" if target is not None else "# The reference", _what(backend, title, program)]
    if isinstance(program, Program):
        parts.append(_found(backend.name, title, program))
    parts.append(_methods(backend))
    if target is not None:
        parts.append(_example(backend.name, target))
    parts.append(_notes(backend.name, title))
    return "\n\n".join(parts) + "\n"


def _what(backend: Backend, title: str, program: object) -> str:
    if registry.is_script_only(backend):
        answer = "reads what it prints" if any(one.task is not Task.NUMBER for one in backend.methods) else ""
        said = (
            f"casbridge writes scripts for {title}{' and ' + answer if answer else ''}. It never runs {title} itself."
        )
        asked = f"In Python and on the command line the target is called `{backend.name}`."
    elif backend.target is None:
        said = "The reference is casbridge's own implementation of Wu's method, in Python. It is always there."
        asked = f"The backend is called `{backend.name}`."
    else:
        said = f"casbridge runs {title} as a program, within limits, and reads its answer."
        asked = f"The backend is called `{backend.name}`."
    default = f"Without a method, `{backend.name}` means `{backend.name}:{backend.default_method}`."
    return f"{said} {asked} {default}\n\n{_HEAD}"


def _found(name: str, title: str, program: Program) -> str:
    rows = [
        ("program", f"`{program.name}`"),
        (
            "where casbridge looks",
            f"the file that `{program.variable}` names; else PATH, then installed passagemath wheels",
        ),
        ("how to install it", program.hint),
        ("version of the guide's examples", _versions().get(name, "")),
    ]
    lines = [f"| {what} | {said} |" for what, said in rows if said]
    return "\n".join(
        [
            "## How it is found",
            "",
            f"| what | {title} |",
            "|---|---|",
            *lines,
            "",
            f"`casbridge backends` says whether {title} is here, and which version. "
            "[The programs](../backends.md#the-programs) has more, and "
            "[two versions of one system](../backends.md#two-versions-of-one-system) shows how to ask both.",
        ]
    )


@cache
def _versions() -> dict[str, str]:
    """The version of each program with which the page of all methods was made."""
    text = (DOCS / "every-method.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `(\w+)` \| (\d[\w.]*) \|$", text, re.M))


def _methods(backend: Backend) -> str:
    lines = ["## Its methods", "", "| method | task | what | what it can do |", "|---|---|---|---|"]
    for method in sorted(backend.methods, key=lambda one: [*Task].index(one.task)):
        name = f"`{backend.name}:{method.name}`" + (" (default)" if method.name == backend.default_method else "")
        what = method.summary + (f"; order {method.order}" if method.order else "")
        lines.append(f"| {name} | {method.task} | {what} | {method.does} |")
    more = "[The tasks](../backends.md#the-tasks) says what each task answers. "
    more += "[Methods](../methods.md) has the methods of all backends."
    return "\n".join([*lines, "", more])


def _example(name: str, target: Target) -> str:
    text = _FACTORS if target.method().task is Task.FACTORS else _ZEROS
    script = casbridge.render(casbridge.read_system(text), name).text
    by_hand = target.by_hand.format(script=f"script.{target.extension}", options=" ".join(target.method().options))
    return "\n".join(
        [
            "## A script",
            "",
            "`system.txt`:",
            "",
            "```text file=system.txt",
            text.rstrip("\n"),
            "```",
            "",
            "```console",
            f"$ casbridge render system.txt --to {name} -o script.{target.extension}",
            "```",
            "",
            "```text",
            script.rstrip("\n"),
            "```",
            "",
            f"The script runs without casbridge: `{' '.join(by_hand.split())}`. "
            "`casbridge parse` reads such an output. [Scripts and templates](../scripts.md) has more."
            if any(one.task is not Task.NUMBER for one in target.methods)
            else f"The script runs without casbridge: `{by_hand}`.",
        ]
    )


def _notes(name: str, title: str) -> str:
    heading = _HEADINGS.get(name, title)
    lines = ["## More", ""]
    if registry.is_script_only(registry.get(name)):
        lines.append(
            "- [What is asked, and what the answer means](../script-targets.md#what-is-asked-and-what-the-answer-means)"
        )
    elif name == "reference":
        lines += [
            "- [The reference backend](../reference-backend.md): how it works, its two ways, its limits",
            "- [Wu's method](../wu-method.md), definition by definition",
        ]
    elif f"\n## {heading}\n" in (DOCS / "backend-notes.md").read_text(encoding="utf-8"):
        anchor = heading.lower().replace(" ", "-")
        lines.append(f"- [Notes on {title}](../backend-notes.md#{anchor}): how casbridge calls it, and what was seen")
    asked = sorted(
        (file for file in ZOO.glob("*.toml") if re.search(rf'"{name}[:"]', file.read_text(encoding="utf-8"))),
        key=lambda file: file.name,
    )
    if asked:
        inputs = "1 input" if len(asked) == 1 else f"{len(asked)} inputs"
        lines.append(f"- [The zoo](../zoo.md) asks it about {inputs} on which some system is, or was, wrong")
    if f"`{name}:" in (DOCS / "every-method.md").read_text(encoding="utf-8"):
        lines.append("- [Every method on eight systems](../every-method.md)")
    return "\n".join(lines)


def write() -> None:
    """Write the folder anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
