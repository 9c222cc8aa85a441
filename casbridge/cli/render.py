"""casbridge render

Examples:
  casbridge render .4.....1..3.2... --to singular:char_series -o shidoku.sing
  casbridge render 3x3 --to sage:groebner_basis
  casbridge render system.xml --to sympy:groebner
  casbridge render puzzles.txt --to singular -o scripts/
  casbridge render puzzle.txt --to singular --template my-templates
The script prints its answer in a form that casbridge parse reads.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from casbridge import files
from casbridge.algebra.systems import system_of
from casbridge.backends import registry
from casbridge.backends.writing import render
from casbridge.cli import options
from casbridge.cli.output import name_of, print_document, refusal, say, write_or_print
from casbridge.errors import InputError, UsageError, WriteError, printable
from casbridge.scripts import Script


@options.command(__doc__, source="INPUT", encoding=True, goal=True, jsonl=None)
@click.option("--to", "target", required=True, help="target or target:method, e.g. singular:char_series.")
@click.option(
    "-o", "--output", "place", type=click.Path(), help="File, or an existing folder; for several puzzles a folder."
)
@click.option(
    "--template",
    "templates",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of templates that are taken before casbridge's own.",
)
def command(asked: options.Asked, target: str, place: str | None, templates: Path | None) -> int:
    """Write INPUT as a script for a computer algebra system, which need not be installed.

    INPUT is a puzzle or a polynomial system in any form that casbridge reads.
    """
    backend, _ = registry.split_name(target)
    if backend.target is None:
        named = [name for name in registry.names() if name not in registry.problems()]
        known = ", ".join(name for name in named if registry.get(name).target is not None)
        raise UsageError(f"--to {target}: {backend.name} has no scripts", expected=f"one of {known}")
    with asked.own_limits() as own:
        found = asked.all_inputs()
    if len(found) > 1 and place is None and not asked.as_json:
        raise UsageError(f"{len(found)} scripts for standard output", expected="--output FOLDER")
    scripts: list[Script | InputError] = []
    results, code = [], 0
    for one, each in own.of_each(found):
        source = {"source": name} if len(found) > 1 and (name := name_of(each)) else {}
        if isinstance(each, InputError):
            say(f"casbridge: {each}")
            code = each.exit_code
            scripts.append(each)
            results.append({**source, **refusal(each)})
            continue
        with one:
            script = render(system_of(asked.subject(each, one.deadline)), target, templates=templates)
        scripts.append(script)
        results.append({**source, **_document(script)})
    if asked.as_json:
        status = "failed" if code else "complete"
        print_document({"status": status, **(results[0] if len(results) == 1 else {"results": results})})
    if place is not None:
        _write(scripts, place)
    elif not asked.as_json:
        write_or_print(script.text)
    return code


def _document(script: Script) -> dict[str, Any]:
    return {
        "target": script.target.name,
        "method": script.method.name,
        "equations": len(script.system),
        **script.system.ring.as_dict(),
        "job": script.job,
        "script": script.text,
    }


def _write(scripts: list[Script | InputError], place: str) -> None:
    if len(scripts) == 1 and isinstance(scripts[0], Script) and not os.path.isdir(place):
        files.write(place, scripts[0].text)
        return
    try:
        os.makedirs(place, exist_ok=True)
    except OSError as error:
        raise WriteError(place, error) from None
    for number, script in enumerate(scripts, 1):
        if isinstance(script, InputError):
            continue
        file = os.path.join(place, f"{number:0{len(str(len(scripts)))}}.{script.target.extension}")
        files.write(file, script.text, follow=False)
    if len(scripts) == 1:
        say(f"casbridge: wrote {printable(file)}")
