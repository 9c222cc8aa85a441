"""Sessions as people copy them from a terminal, and notebooks: what was typed, without what the system printed.

Prompts and printed lines become blanks, so that each place in the text stays where it is. Of a notebook the code cells
are taken; places in it count their lines.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from casbridge.algebra.languages.scanning import blank


class _Prompt(NamedTuple):
    """The prompts of a system. further: the prompt of a line that goes on.

    until: lines without a prompt go on with a statement, up to an empty line, or behind a line whose end this finds.
    """

    first: re.Pattern[str]
    further: re.Pattern[str] | None = None
    until: re.Pattern[str] | None = None


_NEVER = re.compile(r"(?!)")


_PROMPTS = (
    _Prompt(re.compile(r"sage: ?"), re.compile(r"\.\.\.\.: ?")),  # Sage
    _Prompt(re.compile(r">>> ?"), re.compile(r"\.\.\. ?")),  # Python
    _Prompt(re.compile(r"In\[[0-9]+\]:= ?"), until=_NEVER),  # Mathematica
    _Prompt(re.compile(r"In ?\[[0-9]+\]: ?"), re.compile(r" *\.\.\.: ?")),  # IPython
    _Prompt(re.compile(r"i[0-9]+ : ?"), until=_NEVER),  # Macaulay2
    _Prompt(re.compile(r"\(%i[0-9]+\) ?"), until=re.compile(r"[;$][ \t]*\Z")),  # Maxima
    _Prompt(re.compile(r"\([0-9]+\) -> ?")),  # FriCAS
    _Prompt(re.compile(r"julia> ?"), until=re.compile(r"[^-+*/=,(\[{\s][ \t]*\Z")),
    _Prompt(re.compile(r"gap> ?"), re.compile(r"> ?")),
    _Prompt(re.compile(r"magma> ?"), re.compile(r"magma> ?")),
    _Prompt(re.compile(r"[0-9]+>> ?")),  # Giac
    _Prompt(re.compile(r"> ?(?!=)"), re.compile(r"\. ")),  # Singular, Maple, Magma
)
#: The first prompt, behind comments.
_BEGINNING = re.compile(
    r"(?:\s*(?:#|//|--)[^\n]*\n)*\s*(?=sage:|>|In ?\[|i[0-9]+ :|\(%i[0-9]|\([0-9]+\) ->|julia>|gap>|magma>|[0-9]+>>)"
)


def code_cells(text: str) -> str:
    """The code of a Jupyter notebook, with blanks for its commands to the notebook itself; another text as it is.

    >>> code_cells('{"cells": [{"cell_type": "code", "source": "[x - 1]"}]}').split()
    ['[x', '-', '1]']
    """
    if not re.match(r"\s*\{", text) or '"cells"' not in text or '"cell_type"' not in text:
        return text
    import json

    try:
        cells = json.loads(text)["cells"]
        sources = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
        code = "\n".join(source if isinstance(source, str) else "".join(source) for source in sources)
    except (ValueError, RecursionError, KeyError, TypeError):
        return text
    lines = (blank(line) if line.lstrip()[:1] in ("%", "!") else line for line in code.split("\n"))
    return "\n".join(lines)


def without_prompts(text: str) -> str:
    """The text with blanks for prompts and for what a system printed, if the first line behind comments has one.

    >>> without_prompts("sage: R.<x> = QQ[]\\nsage: x^2\\nx^2\\nsage: [x - 1,\\n....:  x]").split()
    ['R.<x>', '=', 'QQ[]', 'x^2', '[x', '-', '1,', 'x]']
    >>> without_prompts("x > 1")
    'x > 1'
    """
    text = code_cells(text)
    beginning = _BEGINNING.match(text)
    prompt = next((prompt for prompt in _PROMPTS if beginning and prompt.first.match(text, beginning.end())), None)
    if prompt is None:
        return text
    lines: list[str] = []
    inside = False  # a statement that may go on
    for line in text.split("\n"):
        stripped = line.lstrip()
        prompt_match, end = prompt.first.match(stripped), len(line) - len(stripped)
        if prompt_match is None and prompt.further is not None and inside:
            prompt_match, end = prompt.further.match(line), 0
        if prompt_match is not None:
            end += prompt_match.end()
            lines.append(" " * end + line[end:])
            inside = prompt.until is None or prompt.until.search(line) is None
        elif inside and prompt.until is not None and stripped:
            lines.append(line)
            inside = prompt.until.search(line) is None
        else:
            lines.append(blank(line))
            inside = False
    typed = "\n".join(lines)
    return typed if typed.strip() else text
