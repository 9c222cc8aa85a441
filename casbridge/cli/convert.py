"""casbridge convert"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from casbridge import files
from casbridge.algebra import formats
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.cli import options
from casbridge.cli.output import print_document
from casbridge.errors import UsageError
from casbridge.puzzles import Puzzle, drawing, printing

#: Form → (how a puzzle is written, endings of file names).
PUZZLE_FORMS: dict[str, tuple[Callable[[Puzzle], str], tuple[str, ...]]] = {
    "line": (printing.print_line, (".line", ".sdm")),
    "grid": (printing.print_grid, (".grid", ".txt", ".sdk")),
    "toml": (printing.print_toml, (".toml",)),
    "dimacs": (printing.print_dimacs, (".col",)),
    "svg": (drawing.draw_svg, (".svg",)),
    "html": (drawing.draw_html, (".html", ".htm")),
}
SYSTEM_FORMS: dict[str, tuple[Callable[[PolynomialSystem], str], tuple[str, ...]]] = {
    "plain": (formats.write_plain, (".txt", ".system")),
    "symbolicdata": (formats.write_symbolicdata, (".xml",)),
    "msolve": (formats.write_msolve, (".ms",)),
}

EPILOG = """\b
Examples:
  casbridge convert puzzle.txt puzzle.toml
  casbridge convert .4.....1..3.2... - --to grid
  casbridge convert puzzle.toml puzzle.svg
  casbridge convert puzzle.txt system.ms --encoding sum-product
  casbridge convert system.xml system.txt
"""


@click.command(name="convert", epilog=EPILOG)
@options.input_options
@click.argument("target", metavar="OUT")
@click.option("--to", "form", type=click.Choice([*PUZZLE_FORMS, *SYSTEM_FORMS]), help="[default: by OUT's ending]")
@options.encoding_options
@options.json_option
def command(
    source: str,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    lines: bool,
    target: str,
    form: str | None,
    encoding: str,
    field: Any,
    values: str | None,
    domains: bool,
    simplify: str | None,
    as_json: bool,
) -> int:
    """Write INPUT to OUT (- is standard output) in another form; a puzzle may become a polynomial system.

    \b
    Puzzles: line, grid, toml, dimacs; svg and html draw them.
    Systems: plain, symbolicdata, msolve.
    """
    found = options.read_input(source, colours, box, family, lines, field)
    chosen = form or _form_of(target, isinstance(found, PolynomialSystem))
    if chosen in PUZZLE_FORMS:
        if isinstance(found, PolynomialSystem):
            raise UsageError(f"a polynomial system as {chosen}", expected=f"--to {', '.join(SYSTEM_FORMS)}")
        text = _puzzles(found, chosen)
    else:
        subjects = options.subjects(found, encoding, field, values, domains, simplify)
        if len(subjects) != 1:
            raise UsageError(f"{len(subjects)} puzzles as one system", expected="one puzzle")
        (subject,) = subjects
        system = system_of(subject)
        text = SYSTEM_FORMS[chosen][0](system)
    text = text if text.endswith("\n") else text + "\n"
    if target == "-":
        if as_json:
            print_document({"status": "complete", "form": chosen, "text": text})
        else:
            click.echo(text, nl=False)
        return 0
    files.write(target, text)
    if as_json:
        print_document({"status": "complete", "form": chosen, "output": target})
    return 0


def _form_of(target: str, is_system: bool) -> str:
    forms: list[tuple[str, tuple[str, ...]]] = [(name, endings) for name, (_, endings) in SYSTEM_FORMS.items()]
    if not is_system:
        forms = [(name, endings) for name, (_, endings) in PUZZLE_FORMS.items()] + forms
    for name, endings in forms:
        if Path(target).suffix.lower() in endings:
            return name
    if target == "-":
        return "plain" if is_system else "grid"
    raise UsageError(f"the form of {target!r} is not clear", expected=f"--to {', '.join(name for name, _ in forms)}")


def _puzzles(puzzles: list[Puzzle], form: str) -> str:
    if len(puzzles) > 1 and form != "line":
        raise UsageError(f"{len(puzzles)} puzzles as {form}", expected="--to line")
    write = PUZZLE_FORMS[form][0]
    return "".join(write(puzzle).rstrip("\n") + "\n" for puzzle in puzzles)
