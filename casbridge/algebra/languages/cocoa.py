"""Polynomial systems in CoCoA's language: a ring and an ideal, or a list of polynomials."""

from __future__ import annotations

import re

from casbridge.algebra.languages.calls import combined, define, first
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Polynomials, Ring
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.tables import Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts
from casbridge.errors import InputError, printable

_SYNTAX = Syntax("//", ("/*", "*/"), also=("--",))
_RING = re.compile(r"(?:[uU]se\s+)?([A-Za-z]\w*)\s*::=\s*([^;:\[]*)(?=\[)")
_USE = re.compile(r"[uU]se\s+([A-Za-z]\w*)\s*\Z")
_FIELD = re.compile(r"(?:QQ?|ZZ?\s*/\s*\(?\s*([0-9]+)\s*\)?)\s*\Z")
_INDEXED = re.compile(r"\s*([A-Za-z]\w*)\s*\[\s*([0-9]+)\s*\.\.\s*([0-9]+)\s*\]\s*\Z")


@reader(_SYNTAX)
def read_cocoa(code: Code, notation: Notation) -> Parts:
    """The system in a script for CoCoA: an ideal, or else the one list of polynomials.

    The ring is `use R ::= QQ[y, x];` or `ZZ/(7)[y, x]`, where the first variable is the greatest; `x[1..3]` is read as
    x_1, x_2, x_3. Polynomials and lists may have names. Another ring, and ideals that are computed, are refused.

    >>> system = read_cocoa("use R ::= ZZ/(7)[x, y], Lex;\\nI := ideal(x^2 + y^2 - 1, x*y - 1);")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    script = Interpreter(code, _COCOA, notation)
    script.run()
    if not script.rings:
        raise InputError("no ring", source=code.source, expected="use R ::= QQ[x, y];")
    return script.system()


def _named_ring(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """use R ::= QQ[x, y], Lex;"""
    code, ring = script.code, Ring(match.start(2))
    variables: list[str] = []
    lists: dict[str, list[str]] = {}
    try:
        field = _FIELD.fullmatch(match.group(2).strip())
        if field is None:
            found = f"the field {printable(match.group(2).strip(), 40)!r}"
            raise code.place(match.start(2)).error(found, "QQ or ZZ/(p)")
        closing = code.closing(match.end())
        behind = code.text[closing + 1 : statement.end].strip()
        if behind.startswith("/"):
            shown = script.shown(statement.start, statement.end)
            raise code.place(statement.start).error(f"a quotient ring: {shown}", "a ring such as QQ[x, y]")
        for part in code.arguments(match.end()):
            indexed = _INDEXED.match(code.text, *part)
            if indexed is None:
                variables += code.names([part])
            else:
                numbers = script.numbers(int(indexed.group(2)[:9]), int(indexed.group(3)[:9]), at=part[0]).polynomials
                names = [f"{indexed.group(1)}_{one.text}" for one in numbers]
                lists[indexed.group(1)] = names
                variables += names
        ring.variables = variables
        if field.group(1):
            ring.number = code.passage(*match.span(2))._replace(text=field.group(1))
    except InputError as error:
        ring.error = error
    script.rings.append(ring)
    script.bind(match.group(1), ring)
    generators = dict(zip(variables, script.generators(ring).elements, strict=False))
    for name, one in generators.items():
        script.bind(name, one)
    for name, names in lists.items():
        script.bind(name, Polynomials(match.start(), [generators[one] for one in names], is_part=True))
    return True


def _used(script: Interpreter, match: re.Match[str], _: Statement) -> bool:
    """use R;"""
    ring = script.values.get(match.group(1))
    if not isinstance(ring, Ring):
        return False
    for one in script.generators(ring).polynomials:
        script.bind(one.text, one)
    return True


_COCOA = Language(
    "CoCoA",
    "use R ::= QQ[x, y]; I := ideal(x^2 - 1, x*y);",
    assigned=":=",
    blocks=re.compile(
        r"(?P<close>\b(?:End\w*|end\w*)\b)|(?P<open>\b(?:[dD]efine|[fF]or(?:each)?|[iI]f|[wW]hile|[rR]epeat)\b)"
    ),
    joined=re.compile(r"\+"),
    refused={"**": "^, +"},
    functions={
        **dict.fromkeys(("ideal", "Ideal"), lambda script, call: script.ideal(call, call.arguments)),
        **dict.fromkeys(("sum", "Sum"), combined(first)),
        **dict.fromkeys(("product", "Product"), combined(first, "*")),
    },
    questions=words(
        """
        GBasis ReducedGBasis MinGens dim Dim IsZeroDim PrimaryDecomposition radical Radical LT IsRadical HilbertFn
        Hilbert deg multiplicity len Len println print PrintLn minimalize IsPrimary minPrimes MinPrimary
        """
    ),
    computing=words("elim Elim saturate Saturation intersect colon NF subst Subst factor diff CpuTime gens"),
    changing=frozenset(("append", "Append", "ref", "clear")),
    forms=(
        (_RING, _named_ring),
        (_USE, _used),
        (re.compile(r"[dD]efine\s+([A-Za-z]\w*)"), define),
        (re.compile(r"([A-Za-z]\w*)\s*:=\s*func\b"), define),
    ),
    harmless=re.compile(r"(?:[pP]rint\w*|[sS]et\b|TopLevel|SetVerbosityLevel|quit)\b|\""),
    reaching=re.compile(r":=|\bref\b"),
    unread=re.compile(r"\b[sS]ource\b"),
)
