"""casbridge convert

Examples:
  casbridge convert puzzle.txt puzzle.toml
  casbridge convert .4.....1..3.2... - --to grid
  casbridge convert puzzle.toml puzzle.svg
  casbridge convert puzzle.toml puzzle.png
  casbridge convert puzzle.txt system.ms --encoding sum-product
  casbridge convert system.xml system.txt
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import click

from casbridge import files
from casbridge.algebra import formats
from casbridge.algebra.languages.mrdi import write_mrdi
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.cli import options
from casbridge.cli.output import print_document, write_or_print
from casbridge.errors import UsageError
from casbridge.puzzles import Puzzle, drawing, exchange, printing

#: Form → (how a puzzle is written, endings of file names).
_PUZZLE_FORMS: dict[str, tuple[Callable[[Puzzle], str | bytes], tuple[str, ...]]] = {
    "line": (printing.print_line, (".line", ".sdm")),
    "grid": (printing.print_grid, (".grid", ".txt", ".sdk")),
    "toml": (printing.print_toml, (".toml",)),
    "csv": (printing.print_csv, (".csv",)),
    "ss": (printing.print_ss, (".ss",)),
    "opensudoku": (exchange.print_opensudoku, (".opensudoku",)),
    "fpuzzles": (exchange.print_fpuzzles, (".json",)),
    "fpuzzles-link": (exchange.print_fpuzzles_link, ()),
    "link": (exchange.print_link, ()),
    "dimacs": (printing.print_dimacs, (".col",)),
    "svg": (drawing.draw_svg, (".svg",)),
    "png": (drawing.draw_png, (".png",)),
    "html": (drawing.draw_html, (".html", ".htm")),
}
#: Form → (how a system is written, endings of file names).
_SYSTEM_FORMS: dict[str, tuple[Callable[[PolynomialSystem], str], tuple[str, ...]]] = {
    "plain": (formats.write_plain, (".txt", ".system")),
    "symbolicdata": (formats.write_symbolicdata, (".xml",)),
    "msolve": (formats.write_msolve, (".ms",)),
    "mrdi": (write_mrdi, (".mrdi",)),
    "list": (formats.write_list, ()),
}


@options.command(__doc__, source="INPUT", encoding=True, jsonl=None)
@click.argument("target", metavar="OUT")
@click.option("--to", "form", type=click.Choice([*_PUZZLE_FORMS, *_SYSTEM_FORMS]), help="[default: by OUT's ending]")
def command(asked: options.Asked, target: str, form: str | None) -> int:
    """Write INPUT to OUT (- is standard output) in another form; a puzzle may become a polynomial system.

    \b
    Puzzles: line, grid, csv, toml, dimacs; svg, png, html draw them. For other
    programs: ss (Simple Sudoku), opensudoku, fpuzzles (its JSON),
    fpuzzles-link, link (SudokuPad's).
    Systems: plain, symbolicdata, msolve, mrdi (OSCAR's file), list.
    """
    with asked.own_limits():
        found = asked.inputs()
        chosen = form or _form_of(target, isinstance(found[0], PolynomialSystem))
        if chosen == "png" and target == "-":
            raise UsageError("a PNG on standard output", expected="a file, such as puzzle.png")
        text = _in_form(found, chosen, asked)
    if target != "-":
        files.write(target, text)
    if asked.as_json:
        made = {"text": text} if target == "-" else {"output": target}
        notes = found[0].notes() if isinstance(found[0], PolynomialSystem) else []
        print_document({"status": "complete", "form": chosen, **made, **({"notes": notes} if notes else {})})
    elif isinstance(text, str) and target == "-":
        write_or_print(text)
    return 0


def _in_form(found: Sequence[Puzzle | PolynomialSystem], form: str, asked: options.Asked) -> str | bytes:
    if form in _SYSTEM_FORMS:
        if len(found) != 1:
            raise UsageError(f"{len(found)} puzzles as one system", expected="one puzzle")
        return _SYSTEM_FORMS[form][0](system_of(asked.subject(found[0]))).rstrip("\n") + "\n"
    puzzles = [one for one in found if not isinstance(one, PolynomialSystem)]
    if not puzzles:
        raise UsageError(f"a polynomial system as {form}", expected=f"--to {', '.join(_SYSTEM_FORMS)}")
    if len(puzzles) > 1 and form != "line":
        raise UsageError(f"{len(puzzles)} puzzles as {form}", expected="--to line")
    texts = [_PUZZLE_FORMS[form][0](puzzle) for puzzle in puzzles]
    # Only a single puzzle is written as bytes.
    return next((one for one in texts if isinstance(one, bytes)), None) or "".join(
        one.rstrip("\n") + "\n" for one in texts if isinstance(one, str)
    )


#: Endings of pictures that are not written here → what to do.
_OTHER_PICTURES = {
    ".pdf": "casbridge worksheet INPUT -o sheet.pdf writes a PDF",
    **dict.fromkeys((".jpg", ".jpeg", ".gif"), "write .png or .svg"),
}


def _form_of(target: str, is_system: bool) -> str:
    forms: dict[str, tuple[Any, tuple[str, ...]]] = {**({} if is_system else _PUZZLE_FORMS), **_SYSTEM_FORMS}
    ending = os.path.splitext(target)[1].lower()
    chosen = next((name for name, (_, endings) in forms.items() if ending in endings), None)
    if chosen is None and target == "-":
        return "plain" if is_system else "grid"
    if chosen is None:
        hint = None if is_system else _OTHER_PICTURES.get(ending)
        raise UsageError(f"the form of {target!r} is not clear", expected=f"--to {', '.join(forms)}", hint=hint)
    return chosen
