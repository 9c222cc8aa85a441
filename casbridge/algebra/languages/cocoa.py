"""Polynomial systems in CoCoA's language: a ring and an ideal, or a list of polynomials."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product as combinations

from casbridge.algebra.fields import VARIABLE_NAME
from casbridge.algebra.languages.calls import (
    blanked,
    define,
    prime_field,
    total,
)
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Field, Object, Polynomials, Ring, Text
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, Syntax, blank, reader
from casbridge.algebra.languages.tables import Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts
from casbridge.errors import InputError, printable

_SYNTAX = Syntax("//", ("/*", "*/"), also=("--",))
_RING = re.compile(
    r"(?:([uU]se)\s+)?(?:([A-Za-z]\w*)\s*::=\s*)?((?:QQ?|ZZ?|[A-Z]\w*)[^;:=\[\s,()]*(?:\s*/?\s*\([^;()]*\))?)\s*(?=\[)"
)
_USE = re.compile(r"[uU]se\s+([A-Za-z]\w*)\s*\Z")
_FIELD = re.compile(r"(?:QQ?|ZZ?\s*/\s*\(?\s*([0-9]+)\s*\)?)\s*\Z")
_INDEXED = re.compile(r"\s*([A-Za-z]\w*)\s*\[([\s0-9.,]*)\]\s*\Z")
_LETTERS = re.compile(r"\s*([A-Za-z])\s*\.\.\s*([A-Za-z])\s*\Z")
#: R/ideal(f), of which something is asked.
_MODULUS = re.compile(r"(?<=\()\s*[A-Z]\w*\s*/(?=\s*[iI]deal\s*\()")
_PROMPT = re.compile(r"^[ \t]*/\*\*/", re.MULTILINE)
_GOES_ON = re.compile(r"(?:;|:=|[,+*(\[-])[ \t]*(?:(?:--|//).*)?\Z")


@reader(_SYNTAX)
def read_cocoa(code: Code, notation: Notation) -> Parts:
    """The system in a script for CoCoA: an ideal, or else the one list of polynomials.

    The ring is `use R ::= QQ[y, x];` or `ZZ/(7)[y, x]`, where the first variable is the greatest; `x[1..3]` is read as
    x_1, x_2, x_3. Polynomials and lists may have names. Another ring, and ideals that are computed, are refused.

    >>> system = read_cocoa("use R ::= ZZ/(7)[x, y], Lex;\\nI := ideal(x^2 + y^2 - 1, x*y - 1);")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    if _PROMPT.search(code.whole):  # other lines are what the system printed, but for statements
        lines = zip(code.whole.split("\n"), code.text.split("\n"), strict=True)
        code.text = "\n".join(
            text if _PROMPT.match(line) or _GOES_ON.search(line) else blank(text) for line, text in lines
        )
    blanked(code, _MODULUS)
    script = Script(code, _COCOA, notation)
    script.run()
    if not script.rings:
        raise InputError("no ring", source=code.source, expected="use R ::= QQ[x, y];")
    return script.system()


def _named_ring(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """use R ::= QQ[x, y], Lex;"""
    code = script.code
    if not match.group(1) and not match.group(2):
        return False
    ring = Ring(match.start(3))
    try:
        field = _FIELD.fullmatch(match.group(3).strip())
        if field is None:
            problem = f"the field {printable(match.group(3).strip(), 40)!r}"
            raise code.place(match.start(3)).error(problem, "QQ or ZZ/(p)")
        closing = code.closing(match.end())
        behind = code.text[closing + 1 : statement.end].strip()
        if behind.startswith("/"):
            statement_text = script.shown(statement.start, statement.end)
            raise code.place(statement.start).error(f"a quotient ring: {statement_text}", "a ring such as QQ[x, y]")
        if field.group(1):
            ring.number = code.passage(*match.span(3))._replace(text=field.group(1))
        _name(script, ring, [code.text[slice(*part)] for part in code.arguments(match.end())])
    except InputError as error:
        ring.error = error
    script.rings.append(ring)
    if match.group(2):
        script.bind(match.group(2), ring)
    return _bind(script, ring) if match.group(1) else True


def _name(script: Interpreter, ring: Ring, names: Sequence[str]) -> None:
    """Give a ring its variables: x, x[1..3], x[1..2, 1..3], a..d."""
    variables: list[str] = []
    for name in names:
        if letters := _LETTERS.match(name):
            variables += [chr(code) for code in range(ord(letters.group(1)), ord(letters.group(2)) + 1)]
        elif indexed := _INDEXED.match(name):
            ranges = []
            for part in indexed.group(2).split(","):
                low, _, high = part.partition("..")
                if not (low.strip().isdecimal() and (high or low).strip().isdecimal()):
                    raise script.code.place(ring.at).error(f"variable {printable(name, 60)!r}", "x[1..3]")
                ranges.append(script.numbers(int(low[:9]), int((high or low)[:9]), at=ring.at).polynomials)
            variables += ["_".join([indexed.group(1), *(n.text for n in indices)]) for indices in combinations(*ranges)]
        elif VARIABLE_NAME.match(name.strip()):
            variables.append(name.strip())
        else:
            raise script.code.place(ring.at).error(f"variable {printable(name, 60)!r}", "x or x[1..3]")
    ring.variables = variables


def _bind(script: Interpreter, ring: Ring) -> bool:
    """Give the names of a ring's variables their values; x_1_2 is x[1, 2]."""
    lists: dict[str, Polynomials] = {}
    for polynomial in script.generators(ring).polynomials:
        name, *indices = polynomial.text.split("_")
        script.bind(polynomial.text, polynomial)
        if not indices or not all(index.isdecimal() for index in indices):
            continue
        listed = lists.setdefault(name, Polynomials(ring.at, is_part=True, first=int(indices[0])))
        for index in map(int, indices[:-1]):
            if index - listed.first >= len(listed.elements):
                listed.elements.append(Polynomials(ring.at, is_part=True, first=int(indices[-1])))
            inner = listed.elements[index - listed.first]
            assert isinstance(inner, Polynomials)
            listed = inner
        if int(indices[-1]) == listed.first + len(listed.elements):
            listed.elements.append(polynomial)
    for name, listed in lists.items():
        script.bind(name, listed)
    return True


def _used(script: Interpreter, match: re.Match[str], _: Statement) -> bool:
    """use R;"""
    ring = script.values.get(match.group(1))
    return isinstance(ring, Ring) and _bind(script, ring)


def _ring(script: Interpreter, call: Call) -> Object:
    """NewPolyRing(QQ, "x,y", M, 1)."""
    field = script.value(*call.arguments[0]) if len(call.arguments) > 1 else None
    if not isinstance(field, Field):
        raise script.code.place(call.at).error(f"the ring {script.shown_call(call)}", 'NewPolyRing(QQ, "x,y")')
    ring = Ring(call.at, number=field.characteristic)
    names = script.value(*call.arguments[1])
    texts = [
        one.text for one in (names.elements if isinstance(names, Polynomials) else [names]) if isinstance(one, Text)
    ]
    _name(script, ring, re.findall(r"[^,\[\]]+(?:\[[^\]]*\])?", ",".join(texts)))
    script.rings.append(ring)
    return ring


def _ideal(script: Interpreter, call: Call) -> Object:
    """ideal(f, g), ideal([f, g]), ideal(R, [f, g])."""
    ring = script.values.get(script.code.passage(*call.arguments[0]).text) if call.arguments else None
    return script.ideal(call, call.arguments[isinstance(ring, Ring) :], ring if isinstance(ring, Ring) else None)


_COCOA = Language(
    "CoCoA",
    "use R ::= QQ[x, y]; I := ideal(x^2 - 1, x*y);",
    assigned=":=",
    blocks=re.compile(
        r"(?P<close>\b(?:End\w*|end\w*)\b)|(?P<open>\b(?:[dD]efine|[fF]or(?:each)?|[iI]f|[wW]hile|[rR]epeat)\b)"
    ),
    joined=re.compile(r"\+"),
    equals=(),
    refused={"**": "^, +", "=": "polynomials"},
    functions={
        **dict.fromkeys(("ideal", "Ideal"), _ideal),
        "NewPolyRing": _ring,
        "NewZZmod": prime_field,
        **dict.fromkeys(("sum", "Sum"), total()),
        **dict.fromkeys(("product", "Product"), total("*")),
    },
    rings=frozenset(("NewPolyRing",)),
    predefined={"QQ": Field(), "Q": Field()},
    is_assigned=True,
    questions=words(
        """
        GBasis ReducedGBasis MinGens dim Dim IsZeroDim PrimaryDecomposition radical Radical LT IsRadical HilbertFn
        AffHilbertFn AffHilbertSeries HilbertSeries HilbertPoly HVector FrbAssociatedPrimes PrimaryDecompositionGTZ0
        PrimaryDecomposition0 RadicalOfUnmixed gin rgin TgCone StdBasis res Res PrintRes BettiDiagram NumGens indent
        LeadTerm InitialIdeal IsPrime IsMaximal QuotientBasis UniversalGBasis HasGBasis reg depth Describe
        RationalSolve RationalAffinePoints ApproxSolve IsZero IsOne MinSubsetOfGens interreduced SectionalMatrix
        Hilbert deg multiplicity len Len println print PrintLn minimalize IsPrimary minPrimes MinPrimary
        """
    ),
    computing=words(
        """
        elim Elim saturate Saturation intersect colon NF subst Subst factor diff CpuTime gens matrix mat
        MakeTermOrdMat TimeFrom deriv gcd lcm degree wdeg LC LM GenRepr homog minors HColon HSaturation IsIn ring
        RingOf indets
        """
    ),
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
