"""Polynomial systems in Bertini's input: declared variables and functions, then a value for each function."""

from __future__ import annotations

import re

from casbridge.algebra.languages.scanning import Code, Syntax, blank, reader
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage
from casbridge.errors import UNREAD, InputError, printable

_SYNTAX = Syntax("%", strings=False)
_WORDS = re.compile(r"\bINPUT\b|\bEND\s*;")
_CONFIG, _END = re.compile(r"\bCONFIG\b"), re.compile(r"\bEND\s*;")
_DECLARATION = re.compile(r"(variable_group|variable|function|[a-z_]+)\s+(?=[A-Za-z])")
_VALUE = re.compile(r"([A-Za-z]\w*)\s*=(?!=)", re.ASCII)
_OURS = ("variable_group", "variable")
#: What else a declaration may be, and what to do about it.
_OTHERS = {
    "hom_variable_group": "set one of its variables to 1, and declare the others with variable_group",
    "constant": "write the number in place of the constant",
    "parameter": "write the value in place of the parameter",
    "pathvariable": "casbridge reads systems without a path",
    "random": "write a number in its place",
    "random_real": "write a number in its place",
}
_SPECIAL = frozenset(("I", "Pi"))


@reader(_SYNTAX)
def read_bertini(code: Code, notation: Notation) -> Parts:
    """The system in an input of Bertini.

    `variable_group x, y;` declares variables, in one group or several, the lowest first. `function f, g;` declares
    functions, and `f = x^2 - 1;` is the value of one. What else Bertini has (constants, parameters, homogeneous groups,
    subfunctions) is refused. Numbers are exact: decimal ones and the imaginary unit I are refused.

    >>> system = read_bertini("variable_group x, y; function f, g; f = x^2 + y^2 - 1; g = x*y - 1;")
    >>> system.ring, list(system.polynomials())
    (QQ[x, y], [y**2 + x**2 - 1, x*y - 1])
    """
    config = _CONFIG.search(code.text)
    end_of_config = _END.search(code.text, config.end()) if config else None
    if config is not None and end_of_config is not None:
        settings = slice(config.start(), end_of_config.end())
        code.text = code.text[: settings.start] + blank(code.text[settings]) + code.text[settings.stop :]
    code.text = _WORDS.sub(lambda match: blank(match.group()), code.text)
    variables: dict[str, None] = {}  # in their order
    functions: dict[str, None] = {}
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
            key = value.group(1)
            if key not in functions:
                expected, hint = "the value of a declared function", "write a subfunction out where it stands"
                raise statement.at.error(f"a value of {printable(key, 60)!r}", expected, hint)
            if key in values:
                raise statement.at.error(f"a second value of {printable(key, 60)!r}", "one value of each function")
            values[key] = code.passage(behind + value.end(), end)
        elif declared is not None and declared.group(1) in (*_OURS, "function"):
            names = code.names(code.items(behind + declared.end(), end))
            known = functions if declared.group(1) == "function" else variables
            for one in names:
                if one in known:
                    raise statement.at.error(f"{printable(one, 60)} is declared twice", "each name once")
                known[one] = None
            first = first or statement
        else:
            found = f"found {printable(' '.join(statement.text.split()), 60)!r}"
            advice = _OTHERS.get(declared.group(1)) if declared is not None else None
            raise statement.at.error(found, "variable_group, function, or the value of a function", advice)
    missing = next((one for one in functions if one not in values), None)
    if missing is not None or first is None or not functions:
        found = f"no value of {printable(missing, 60)!r}" if missing else "no variables or no functions"
        raise InputError(found, source=code.source, expected="variable_group x; function f; f = x^2 - 1;")
    used = {one for value in values.values() for one in notation.names(value.text)}
    if special := used & _SPECIAL:
        raise InputError(f"{min(special)}, a number of Bertini's", source=code.source, expected="rational coefficients")
    polynomials = [values[one] for one in functions]
    listed = first._replace(text=" ".join(variables))
    return Parts(polynomials, listed, renamed=code.renamed())
