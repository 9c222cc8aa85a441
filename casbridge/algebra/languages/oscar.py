"""Polynomial systems in Julia, for OSCAR."""

from __future__ import annotations

import re

from casbridge.algebra.fields import VARIABLE_NAME
from casbridge.algebra.languages.calls import (
    blanked,
    copied,
    define,
    first,
    prime_field,
    total,
)
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Field, Object, Polynomial, Polynomials, Ring, Unread
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.tables import Asked, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts
from casbridge.errors import InputError, printable

_SYNTAX = Syntax("#", ("#=", "=#"), nested=True, towers=True)
_RANGE = re.compile(r"\s*(?::([A-Za-z]\w*)|\"([^\"]*)\")\s*=>\s*")
_NAMED = re.compile(r"\s*(?::([A-Za-z]\w*)|\"([^\"$]*)\"|(['\"]?)([A-Za-z]\w*)\3)\s*\Z")
_INTERPOLATED = re.compile(r"\s*\"([^\"$]*)\$\(?(\w+)\)?([^\"$]*)\"\s*for\s+(\w+)\s*(?:=|in|∈)\s*")
_CHANGING = re.compile(r"\b([a-z]\w*)!\(")
_MODULE = re.compile(r"\b(?:Oscar|Singular|Nemo|Hecke|AbstractAlgebra|AlgebraicSolving|Groebner)\.(?=[A-Za-z])")
#: Orders, by their names or symbols, whose zeros are those at the origin.
_LOCAL = re.compile(r"\b(?:neg\w*lex|neginvlex|ordering_(?:ds|Ds|ls|ws|Ws)|localization)\b|:(?:ds|Ds|ls|ws|Ws)\b")
_WEIGHTS = re.compile(r"\s*\[\s*-?[0-9\[]")
_OPTION = re.compile(r"\s*[a-z]\w*\s*=(?!=)")
_GOES_ON = re.compile(r"(?:[-+*/^=(,|&<>?]|->)[ \t]*\Z")


def plain_julia(code: Code) -> None:
    """Write f(I; ordering = o) with a comma, and push!(F, f) without its sign, so that a name stands before it.

    >>> code = Code("push!(F, f)", _SYNTAX)
    >>> plain_julia(code)
    >>> code.text
    ' push(F, f)'
    """
    text = list(code.text)
    for at, depth in code.brackets(0):
        if depth and text[at] == ";" and _OPTION.match(code.text, at + 1):
            text[at] = ","
    code.text = _CHANGING.sub(r" \1(", "".join(text))


@reader(_SYNTAX)
def read_oscar(code: Code, notation: Notation) -> Parts:
    """The system in a Julia script for OSCAR: an ideal, or else the one list of polynomials.

    The ring is that of `polynomial_ring(K, ["y", "x"])`, where the first variable is the greatest, and K is `QQ` or
    `GF(p)`, as it stands there or by a name. `polynomial_ring(QQ, :x => 1:3)` and `polynomial_ring(QQ, 3)` are read.
    Without a ring the variables are in natural order. Polynomials and lists may have names, `2x` is `2*x`, and
    comprehensions over ranges are read.

    >>> system = read_oscar('R, (x, y) = polynomial_ring(GF(7), ["x", "y"])\\nI = ideal(R, [x^2 + y^2 - 1, x*y - 1])')
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    if local := _LOCAL.search(code.text):
        raise code.place(local.start()).error(f"an order that is local: {local.group()}", "a global order, such as lex")
    blanked(code, _MODULE)
    plain_julia(code)
    script = Script(code, OSCAR, notation)
    script.run()
    return script.system()


def _ring(script: Interpreter, call: Call) -> Object:
    """polynomial_ring(QQ, ["x", "y"]): the ring, and the list of its variables."""
    plain = [part for part in call.arguments if script.keyword(part) is None or "=>" in script.code.text[slice(*part)]]
    plain = plain[:2] + [part for part in plain[2:] if not _WEIGHTS.match(script.code.text, *part)]
    expected = 'polynomial_ring(QQ, ["x", "y"])'
    if len(plain) < len(("field", "names")):
        raise script.code.place(call.at).error("a ring without a field or names", expected)
    return _made(script, call, script.value(*plain[0]), plain[1:])


def _made(script: Interpreter, call: Call, field: Object, parts: list[tuple[int, int]]) -> Object:
    code = script.code
    if not isinstance(field, Field):
        at = code.place(code.begin(*call.arguments[0]))
        raise at.error(f"the field {script.shown(*call.arguments[0])!r}", "QQ or GF(p)")
    groups = [_names(script, *part) for part in parts]
    ring = Ring(call.at, [name for one in groups for name in one], field.characteristic, field.parameters)
    script.rings.append(ring)
    variables = iter(script.generators(ring).elements)
    listed = [Polynomials(call.at, [next(variables) for _ in one], is_part=True) for one in groups]
    if len(parts) == 1 and code.text[code.begin(*parts[0])] in '":' and "=>" not in code.text[slice(*parts[0])]:
        return Polynomials(call.at, [ring, *listed[0].elements], is_part=True)  # R, x = polynomial_ring(QQ, "x")
    if len(listed) == 1 or all(len(element.elements) == 1 for element in listed):
        listed = [Polynomials(call.at, [element for part in listed for element in part.elements], is_part=True)]
    return Polynomials(call.at, [ring, *listed], is_part=True)


def _names(script: Interpreter, start: int, end: int) -> list[str]:
    """The names of variables that stand there: a list of strings or symbols, a range of them, or their number."""
    code = script.code
    at, text = code.place(code.begin(start, end)), code.text[start:end].strip()
    if ranged := _RANGE.match(code.whole, start, end):
        name = ranged.group(1) or ranged.group(2)
        numbers = [one for one in script.range_of(ranged.end(), end) if isinstance(one, Polynomial)]
        names = [name.replace("#", number.text) if "#" in name else f"{name}_{number.text}" for number in numbers]
    elif text.isdecimal():
        names = [f"x{polynomial.text}" for polynomial in script.numbers(1, int(text[:9]), at=start).polynomials]
    elif text.startswith("["):
        inside = code.begin(start, end) + 1
        looped = _INTERPOLATED.match(code.whole, inside, end)
        if looped is not None and looped.group(2) == looped.group(4):
            last = code.closing(inside - 1)
            numbers = [one for one in script.range_of(looped.end(), last) if isinstance(one, Polynomial)]
            names = [f"{looped.group(1)}{number.text}{looped.group(3)}" for number in numbers]
        else:
            names = [_name(script, *part) for part in code.arguments(inside - 1) if code.text[slice(*part)].strip()]
    else:
        names = [_name(script, start, end)]
    names = [name.replace("[", "_").replace("]", "").replace(",", "_") for name in names]
    wrong = next((name for name in names if not VARIABLE_NAME.match(name)), None)
    if wrong is not None or not names:
        raise at.error(f"the names {printable(wrong or text, 60)!r}", 'names such as ["x", "y"]')
    return names


def _name(script: Interpreter, start: int, end: int) -> str:
    pair = _NAMED.match(script.code.whole[start:end])
    if pair is None or pair.group(4):
        name_text = printable(script.code.whole[start:end].strip(), 60)
        raise script.code.place(script.code.begin(start, end)).error(
            f"the names {name_text!r}", 'names such as ["x", "y"]'
        )
    return pair.group(1) or pair.group(2)


def _indexed(script: Interpreter, value: Object, call: Call) -> Object:
    """QQ["x", "y"]: the ring, and its variables."""
    return _made(script, call, value, list(call.arguments))


def _ideal(script: Interpreter, call: Call) -> Object:
    """ideal(R, [f, g]), ideal([f, g]), ideal(R, f, g)."""
    ring = script.values.get(script.code.passage(*call.arguments[0]).text) if call.arguments else None
    if isinstance(ring, Ring):
        return script.ideal(call, call.arguments[1:], ring)
    return script.ideal(call, call.arguments)


def _generators(script: Interpreter, call: Call) -> Object:
    """gens(R)."""
    value = first(script, call)
    if isinstance(value, Ring):
        generators = script.generators(value)
        generators.is_part = True
        return generators
    raise script.call_not_plain(call)


def _pushed(script: Interpreter, call: Call) -> Object:
    """push!(F, f), append!(F, G)."""
    listed, *additions = [script.value(*part) for part in call.arguments]
    if not isinstance(listed, Polynomials) or not additions:
        raise script.call_not_plain(call)
    changed = script.to_change(listed.name, listed)
    for one in additions:
        changed.elements += one.elements if isinstance(one, Polynomials) else [one]
    return changed


def _number_field(script: Interpreter, call: Call) -> Object:
    raise InputError(f"the field {script.shown_call(call)}", expected="QQ or GF(p)")


#: The table of Julia, with what OSCAR has.
OSCAR = Language(
    "Julia",
    'R, (x, y) = polynomial_ring(QQ, ["x", "y"]); I = ideal(R, [x^2 - 1, x*y])',
    lines=_GOES_ON,
    loops=re.compile(r"for\s+(?P<name>[A-Za-z]\w*)\s*(?:\bin\b|=|∈)(?P<values>[^;\n]*)"),
    behind_loops="outer",
    blocks=re.compile(r"(?P<close>\bend\b)|(?P<open>\b(?:function|for|while|if|try|struct|module|macro|do|quote)\b)"),
    has_tuples=True,
    equals=(),
    joined=re.compile(r"\+"),
    refused={"**": "^, +", "==": "polynomials"},
    is_implicit=1,
    is_shared=True,
    has_options=True,
    quotient="1//2 for 1/2",
    functions={
        **dict.fromkeys(("polynomial_ring", "graded_polynomial_ring", "PolynomialRing"), _ring),
        **dict.fromkeys(("GF", "FiniteField"), prime_field),
        "finite_field": lambda script, call: Polynomials(
            call.at, [prime_field(script, call), Polynomial("1", script.code.place(call.at))]
        ),
        **dict.fromkeys(("number_field", "quadratic_field", "cyclotomic_field"), _number_field),
        **dict.fromkeys(("ideal", "Ideal"), _ideal),
        "gens": _generators,
        "sum": total(),
        "prod": total("*"),
        **dict.fromkeys(("push", "append"), _pushed),
        "collect": copied,
    },
    rings=frozenset(("polynomial_ring", "graded_polynomial_ring", "PolynomialRing")),
    solvers=dict.fromkeys(
        words("groebner_basis standard_basis groebner_basis_f4 groebner std slimgb groebner_walk f4"),
        lambda *_: Asked(),
    ),
    questions=words(
        """
        println print show display minimal_primes primary_decomposition radical dim
        codim degree is_prime is_radical is_primary is_one is_zero equidimensional_decomposition_weak
        minimal_generating_set absolute_primary_decomposition real_solutions rational_solutions
        length typeof is_homogeneous vector_space_dim leading_ideal equidimensional_hull variety string
        has_local_ordering has_global_ordering ngens ordering isgroebner is_groebner_basis
        real_dimension krull_dim base_ring solve_rational_parametrization rational_parametrization
        """
    ),
    computing=words(
        """
        eliminate saturation quotient intersect ideal_membership radical_membership normal_form reduce quo
        hom evaluate derivative jacobian_matrix jacobian_ideal homogenizer matrix det resultant factor gcd lex
        degrevlex deglex default_ordering normal_basis issubset in map zip time rand invlex wdegrevlex wdeglex
        matrix_ordering weight_ordering canonical_matrix set_verbosity_level monomial_ordering DegRevLex DegLex Lex
        total_degree coefficients monomials leading_term leading_monomial leading_coefficient elements
        """
    ),
    methods={"[]": _indexed},
    changing=frozenset(("pop", "deleteat", "insert", "eval", "empty", "include")),
    forms=(
        (re.compile(r"(?:function\s+)([A-Za-z]\w*)"), define),
        (re.compile(r"([A-Za-z]\w*)\s*\([\w, :{}]*\)\s*=(?!=)"), define),
    ),
    harmless=re.compile(
        r"(?:using|import)\b|let\s*\Z|begin\s*\Z|end\s*\Z|\"|@(?:time|show|btime|assert)\b(?!.*=(?!=))|Oscar\.|println\b"
    ),
    own="casbridge_equations",
    reaching=re.compile(r"\bglobal\b|\b(?:push|append|pop)\b"),
    unread=re.compile(r"@test(?:set|_\w+)?\b"),
    predefined={
        "QQ": Field(),
        **{name: Unread(InputError(f"the coefficients {name}", expected="QQ or GF(p)")) for name in ("ZZ", "RR", "CC")},
    },
)
