"""Polynomial systems in Bertini's input: declared variables and functions, then a value for each function."""

from __future__ import annotations

import re
from collections.abc import Mapping

from casbridge.algebra.languages.scanning import Code, Syntax, blank, reader, without_indices
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Parts, Passage
from casbridge.errors import UNREAD, InputError, printable

_SYNTAX = Syntax("%", strings=False)
_WORDS = re.compile(r"\bINPUT\b|\bEND\s*;")
_CONFIG, _END = re.compile(r"\bCONFIG\b"), re.compile(r"\bEND\s*;")
_DECLARATION = re.compile(r"(variable_group|variable|function|constant|[a-z_]+)\s+(?=[A-Za-z])")
_VALUE = re.compile(r"([A-Za-z]\w*)\s*=(?!=)", re.ASCII)
#: What each declaration names.
_DECLARED = {"variable_group": "variable", "variable": "variable", "function": "function", "constant": "constant"}
#: What else a declaration may be, and what to do about it.
_OTHERS = {
    "hom_variable_group": "set one of its variables to 1, and declare the others with variable_group",
    "parameter": "write the value in place of the parameter",
    "pathvariable": "casbridge reads systems without a path",
    "random": "write a number in its place",
    "random_real": "write a number in its place",
}
#: Bertini's own numbers. The number e has no name there: e and E are names as others.
_NUMBERS = {"I": "the imaginary unit", "Pi": "the number pi"}


@reader(_SYNTAX)
def read_bertini(code: Code, notation: Notation) -> Parts:
    """The system in an input of Bertini.

    `variable_group x, y;` declares variables, in one group or several, the lowest first. `function f, g;` declares
    functions and `constant a;` constants; `f = x^2 - a;` is the value of one. A value with another name is that of a
    subfunction. Constants, subfunctions and functions count behind their values. Parameters and homogeneous groups are
    refused. Numbers are exact: decimal ones and Bertini's own, I and Pi, are refused.

    >>> system = read_bertini("variable_group x, y; function f, g; s = x*y; f = x^2 + y^2 - 1; g = s - 1;")
    >>> system.ring, list(system.polynomials())
    (QQ[x, y], [y**2 + x**2 - 1, x*y - 1])
    """
    config = _CONFIG.search(code.text)
    end_of_config = _END.search(code.text, config.end()) if config else None
    if config is not None and end_of_config is not None:
        settings = slice(config.start(), end_of_config.end())
        code.text = code.text[: settings.start] + blank(code.text[settings]) + code.text[settings.stop :]
    code.text = without_indices(_WORDS.sub(lambda match: blank(match.group()), code.text), code.source)
    kinds: dict[str, str] = {}  # of the declared names, in their order
    values: dict[str, Passage] = {}
    first: Passage | None = None
    *statements, last = code.items(0, len(code.text), ";") or [(0, 0)]
    if code.passage(*last).text:
        raise code.passage(*last).at.error("a statement without a semicolon", "a semicolon behind it")
    for start, end in code.deadline.over(statements, UNREAD):
        if not code.text[start:end].strip():
            continue
        statement = code.passage(start, end)
        behind = code.begin(start, end)
        declared, value = _DECLARATION.match(statement.text), _VALUE.match(statement.text)
        if value is not None:
            name = value.group(1)
            if name in values or kinds.get(name) == "variable" or name in _NUMBERS:
                what = "a second value of" if name in values else "a value of"
                raise statement.at.error(f"{what} {printable(name, 60)!r}", "one value of each function")
            values[name] = _with_values(code, behind + value.end(), end, kinds, values, notation)
        elif declared is not None and declared.group(1) in _DECLARED:
            for name in code.names(code.items(behind + declared.end(), end)):
                if name in kinds or name in values or name in _NUMBERS:
                    what = f"is {_NUMBERS[name]}" if name in _NUMBERS else "is declared twice"
                    raise statement.at.error(f"{printable(name, 60)} {what}", "each name once")
                kinds[name] = _DECLARED[declared.group(1)]
            first = first or (statement if kinds else None)
        else:
            problem = f"found {printable(' '.join(statement.text.split()), 60)!r}"
            advice = _OTHERS.get(declared.group(1)) if declared is not None else None
            raise statement.at.error(problem, "variable_group, function, constant, or a value of a name", advice)
    missing = next((name for name, kind in kinds.items() if kind != "variable" and name not in values), None)
    functions = [name for name, kind in kinds.items() if kind == "function"]
    if missing is not None or first is None or not functions:
        problem = f"no value of {printable(missing, 60)!r}" if missing else "no variables or no functions"
        raise InputError(problem, source=code.source, expected="variable_group x; function f; f = x^2 - 1;")
    polynomials = [values[name] for name in functions]
    variables = Passage(" ".join(name for name, kind in kinds.items() if kind == "variable"), first.at)
    return Parts(polynomials, variables, renamed=code.renamed())


def _with_values(
    code: Code, start: int, end: int, kinds: Mapping[str, str], values: Mapping[str, Passage], notation: Notation
) -> Passage:
    """The polynomial between two places, with the values of names that are no variables."""
    passage = code.passage(start, end)
    if notation.foreign.search(passage.text):
        return passage  # the error has its place in what is written
    pieces, at = [], start
    for match in notation.tokens.finditer(code.text, start, end):
        name, location = match.group(), code.place(match.start())
        if not NAME.fullmatch(name) or code.text[match.start() - 1].isdigit() or kinds.get(name) == "variable":
            continue
        if name in _NUMBERS:
            raise location.error(f"{name}, {_NUMBERS[name]} in Bertini", "rational numbers")
        if name in values:
            pieces += [code.text[at : match.start()], code.spend(f"({values[name].text})", match.start())]
            at = match.end()
        elif name in kinds or not notation.implicit:
            problem = "before its value" if name in kinds else "without a value"
            raise location.error(
                f"{printable(name, 60)} {problem}", "a declared variable, or a name whose value stands before"
            )
    if not pieces:
        return passage
    return Passage("".join([*pieces, code.text[at:end]]).strip(), passage.at._replace(column=None))
