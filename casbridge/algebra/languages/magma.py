"""Polynomial systems in Magma's language."""

from __future__ import annotations

import re

from casbridge.algebra.languages.calls import combined, define, first, next_prime, prime_field
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Field, Object, Polynomial, Polynomials, Ring
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.tables import Asked, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts
from casbridge.errors import InputError, printable

_SYNTAX = Syntax("//", ("/*", "*/"))
_EXAMPLE = "P<x, y> := PolynomialRing(Rationals(), 2)"
_FIELDS = "Rationals(), GF(p), or a FunctionField over one of them"
_NAMED = re.compile(r"([A-Za-z]\w*)\s*<([^<>;]*)>\s*:=\s*")
_MAKER = re.compile(r"(Polynomial(?:Ring|Algebra)|AffineSpace|(?:Rational)?FunctionField)\s*\(")
_IDEAL = re.compile(r"\bideal\s*<([^<>;]*)>")
_SUM = re.compile(r"&([+*])\s*\[")
_MOST = 100_000


@reader(_SYNTAX)
def read_magma(code: Code, notation: Notation) -> Parts:
    """The system in a Magma script: an ideal, or else the one list of polynomials.

    The ring is that of `P<y, x> := PolynomialRing(K, 2)`, where the first variable is the greatest. K is `Rationals()`
    or `GF(p)`, as it stands there or by a name. `F<a, b> := FunctionField(K, 2)` makes parameters. Without a ring the
    variables are in natural order. Polynomials and lists may have names; lists over ranges, and sums of them, are read.

    >>> system = read_magma("P<x, y> := PolynomialRing(GF(7), 2); I := ideal<P | x^2 + y^2 - 1, x*y - 1>;")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    # ideal<P | f> and &+[f] as calls, so that brackets match.
    code.text = _IDEAL.sub(lambda match: f"{match.group()[: -len(match.group(1)) - 2]}({match.group(1)})", code.text)
    for match in [*_SUM.finditer(code.text)]:
        closing = code.closing(match.end() - 1)
        name = "S" if match.group(1) == "+" else "P"
        inner = code.text[match.end() : closing]
        code.text = f"{code.text[: match.start()]}{name}(".ljust(match.end()) + f"{inner}){code.text[closing + 1 :]}"
    script = Script(code, _MAGMA, notation)
    script.run()
    return script.system()


def _named_ring(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """P<x, y> := PolynomialRing(K, 2), F<a> := FunctionField(K)."""
    code = script.code
    ring = Ring(statement.start)
    names = [part for part in code.items(*match.span(2)) if code.text[slice(*part)].strip()]
    listed = code.text[slice(*match.span(2))].strip()
    maker = _MAKER.match(code.text, match.end())
    is_field = maker is not None and "Function" in maker.group()
    try:
        if maker is None or code.closing(maker.end() - 1) < statement.end - 1:
            ring_text = script.shown(match.end(), statement.end)
            raise code.place(match.end()).error(f"a ring that is not read: {ring_text}", _EXAMPLE)
        arguments = code.arguments(maker.end() - 1)
        field = _field(script, arguments[:1], maker.end())
        size = script.integer(*arguments[1]) if len(arguments) > 1 else 1
        if listed.startswith("["):  # P<[x]>
            ring.variables = [f"{listed.strip('[] ')}_{number}" for number in range(1, min(size, _MOST) + 1)]
        else:
            ring.variables = code.names(names)
        if size != len(ring.variables):
            at = code.place(match.start(2))
            raise at.error(f"{len(ring.variables)} names for {size} variables", "as many names as variables")
        ring.number, ring.parameters = field.characteristic, field.parameters
    except InputError as error:
        ring.error = error
        ring.variables = [*ring.variables] or re.findall(r"[A-Za-z]\w*", listed)
    if is_field and not ring.error:
        script.bind(match.group(1), Field(ring.number, tuple(ring.variables)))
        for name in ring.variables:
            script.bind(name, Polynomial(name, code.place(statement.start)))
        return True
    script.rings.append(ring)
    script.bind(match.group(1), ring)
    variables = script.generators(ring)
    if listed.startswith("["):
        variables.is_part = True
        script.bind(listed.strip("[] "), variables)
        return True
    for name, one in zip(ring.variables, variables.elements, strict=True):
        script.bind(name, one)
    return True


def _field(script: Interpreter, argument: list[tuple[int, int]], at: int) -> Field:
    """The field that stands in an argument, by its name or as it is."""
    part = argument[0] if argument else (at, at)
    try:
        field = script.value(*part)
    except InputError:
        field = None
    if not isinstance(field, Field):
        field_text = printable(script.code.passage(*part).text, 60)
        raise script.code.place(script.code.begin(*part)).error(f"the field {field_text!r}", _FIELDS)
    return field


def _nameless(script: Interpreter, call: Call) -> Object:
    """PolynomialRing(K, 2), whose variables are P.1 and P.2: they have no names that could be written."""
    field = _field(script, list(call.arguments[:1]), call.opening)
    size = script.integer(*call.arguments[1]) if len(call.arguments) > 1 else 1
    names = [f"x{polynomial.text}" for polynomial in script.numbers(1, size, at=call.at).polynomials]
    ring = Ring(call.at, names, field.characteristic, field.parameters)
    script.rings.append(ring)
    return ring


def _ideal(script: Interpreter, call: Call) -> Object:
    """ideal<P | f, g>, Ideal([f, g])."""
    parts = list(call.arguments)
    if call.name == "ideal" and parts:
        start, end = parts[0]
        cut = script.code.text.find("|", start, end)
        ring = script.value(start, cut) if cut >= 0 else None
        if not isinstance(ring, Ring):
            raise script.call_not_plain(call)
        parts[0] = (cut + 1, end)
        return script.ideal(call, [part for part in parts if script.code.text[slice(*part)].strip()], ring)
    return script.ideal(call, parts)


def _appended(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """Append(~F, f)."""
    listed = script.values.get(match.group(1))
    if not isinstance(listed, Polynomials) or script.code.text[statement.end - 1] != ")":
        return False
    changed = script.to_change(match.group(1), listed)
    changed.elements.append(script.value(match.end(), statement.end - 1))
    return True


def _generators(script: Interpreter, call: Call) -> Object:
    value = first(script, call)
    return script.generators(value) if isinstance(value, Ring) else value


_MAGMA = Language(
    "Magma",
    f"{_EXAMPLE}; I := ideal<P | x^2 - 1, x*y>;",
    assigned=":=",
    loops=re.compile(
        r"for\s+(?P<name>[A-Za-z]\w*)\s*(?:in\b(?P<values>[^;]*?)|:=(?P<first>[^;]*?)\bto\b(?P<last>[^;]*?)"
        r"(?:\bby\b(?P<step>[^;]*?))?)\bdo\b"
    ),
    behind_loops="outer",
    blocks=re.compile(
        r"(?P<close>\bend\s+(?:for|if|while|function|procedure|case|try|repeat)\b|\buntil\b)"
        r"|(?P<open>\b(?:for|if|while|function|procedure|case|try|repeat)\b)"
    ),
    brackets="[{",
    joined=re.compile(r"cat\b|\+"),
    has_universe=True,
    refused={"**": "^, +"},
    functions={
        **dict.fromkeys(("GF", "FiniteField"), prime_field),
        **dict.fromkeys(("Rationals", "RationalField"), lambda _, __: Field()),
        **dict.fromkeys(("PolynomialRing", "PolynomialAlgebra"), _nameless),
        **dict.fromkeys(("ideal", "Ideal"), _ideal),
        "Scheme": lambda script, call: script.ideal(call, call.arguments[1:]),
        **dict.fromkeys(("NextPrime", "PreviousPrime"), next_prime),
        "S": combined(lambda script, call: script.listed(call.opening)),
        "P": combined(lambda script, call: script.listed(call.opening), "*"),
        "Generators": _generators,
    },
    rings=frozenset(("PolynomialRing", "PolynomialAlgebra")),
    solvers=dict.fromkeys(("GroebnerBasis", "Groebner"), lambda _, __: Asked()),
    questions=words(
        """
        GroebnerBasis Groebner Variety Dimension IsProper RadicalDecomposition PrimaryDecomposition Radical IsPrime
        IsRadical Degree Basis VarietySequence VarietySizeOverAlgebraicClosure TriangularDecomposition
        IsZeroDimensional ProbableRadicalDecomposition QuotientDimension HilbertSeries print MinimalBasis IsMaximal
        IsPrimary
        """
    ),
    computing=words(
        """
        EliminationIdeal Saturation ColonIdeal Cputime Realtime Factorization Resultant Derivative Evaluate Random
        JacobianMatrix LeadingTerm LeadingMonomial NormalForm Discriminant Matrix Determinant Coefficients GCD
        HomogeneousComponents Time Rank ProjectiveClosure Curve Points Genus
        """
    ),
    changing=frozenset(("Exclude", "Include", "Insert", "Remove", "Prune", "AssignNames", "Reverse", "Sort")),
    forms=(
        (_NAMED, _named_ring),
        (re.compile(r"Append\s*(?=\(\s*~)\(\s*~\s*([A-Za-z]\w*)(?=\s*,)\s*,"), _appended),
        (re.compile(r"([A-Za-z]\w*)\s*:=\s*func\s*<(?P<parameters>[\w, ]+)\|(?=[^<>;]*>\s*\Z)"), define),
        (re.compile(r"(?:function|procedure|intrinsic)\s+([A-Za-z]\w*)"), define),
        (re.compile(r"([A-Za-z]\w*)\s*:=\s*(?:func|proc|function|procedure|map|hom)\b"), define),
    ),
    harmless=re.compile(
        r"(?:Set\w+|Attach|AttachSpec)\s*\(|(?:print|printf|quit|exit|import|freeze|time\s+(?!\w+\s*:=))\b|\"|load\s+\"galpols"
    ),
    own="casbridgeEquations",
    reaching=re.compile(r"~"),
    unread=re.compile(r"\bload\s+\"|\beval\b"),
)
