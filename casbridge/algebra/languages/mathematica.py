"""Polynomial systems in the Wolfram Language."""

from __future__ import annotations

import re

from casbridge.algebra.languages.calls import (
    blanked,
    combined,
    define,
    derivative,
    first,
    forgotten,
    next_prime,
    table,
    total,
)
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Object, Polynomial, Polynomials
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.tables import Asked, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage

_SYNTAX = Syntax("", ("(*", "*)"), nested=True, towers=True)
#: What makes equations of a list of polynomials: Map[# == 0 &, F], # == 0 & /@ F, Thread[F == 0].
_EQUATED = re.compile(
    r"\(?\s*#1?\s*==\s*0\s*&\s*\)?\s*/@(?=\s*[\w{])|Map\s*\[\s*#1?\s*==\s*0\s*&\s*,(?=\s*[\w{]+)|Thread\s*\[(?=\s*\w+\s*==)"
)
_ZERO = re.compile(r"\s*(\w+)\s*==\s*(?:0|\{[0\s,]*\})\s*\Z")
#: What a value is shown with: F // TableForm.
_SHOWN = re.compile(
    r"//\s*(?:N|Simplify|FullSimplify|TableForm|MatrixForm|Timing|AbsoluteTiming|Print|Column|Length|Expand|Factor|Flatten"
    r"|InputForm|TraditionalForm|First|RootReduce|ToRadicals|Quiet)\b"
)
_CONSTANTS = frozenset(("I", "E", "Pi", "Degree", "EulerGamma", "GoldenRatio", "Catalan", "Infinity"))
_FIELDS = frozenset(("Rationals", "RationalFunctions", "Automatic"))
_DOMAINS = frozenset(("Reals", "Integers", "Rationals", "Primes", "NonNegativeReals", "PositiveReals"))


@reader(_SYNTAX)
def read_mathematica(code: Code, notation: Notation) -> Parts:
    """The system in a script in the Wolfram Language: the list or the equations in `Solve` or `GroebnerBasis`.

    The variables are those of `GroebnerBasis[F, {y, x}]`, where the first is the greatest, or of `Solve[F, {x, y}]`,
    where the first is the lowest. Other names are parameters there. Without these the variables are in natural order.
    The characteristic is that of the option `Modulus -> 11`. Products may have a blank, `x[1]` is a variable, and
    tables and sums are read. A list that is changed after a call has taken it is refused.

    >>> system = read_mathematica("f = x^2 + y^2; GroebnerBasis[{f == 1, x y - 1}, {x, y}]")
    >>> system.ring, list(system.polynomials())
    (QQ[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    blanked(code, _SHOWN)
    for match in [*_EQUATED.finditer(code.text)][::-1]:
        # A call, so that the interpreter reads it: Equated[F] for # == 0 & /@ F.
        if match.group().endswith("/@"):
            end = re.compile(r"\s*\w+|\s*").match(code.text, match.end())
            continue_at = end.end() if end else match.end()
            part = code.text[match.end() : continue_at].strip()
            code.text = (
                code.text[: match.start()]
                + f"Thread[{part}]".ljust(continue_at - match.start())[: continue_at - match.start()]
                + code.text[continue_at:]
            )
        elif match.group().startswith("Map"):
            code.text = code.text[: match.start()] + "Thread[".ljust(len(match.group())) + code.text[match.end() :]
    script = Script(code, _MATHEMATICA, notation)
    script.run()
    return script.system()


def _equated(script: Interpreter, call: Call) -> Object:
    """Thread[F == 0]: the list."""
    part = call.arguments[0] if len(call.arguments) == 1 else (call.opening, call.opening)
    zero = _ZERO.match(script.code.text, *part)
    value = script.value(*(zero.span(1) if zero else part))
    if not isinstance(value, Polynomials):
        raise script.call_not_plain(call)
    return value


def _asked(script: Interpreter, call: Call) -> Asked:
    """Solve[F, {x, y}, Modulus -> 7], GroebnerBasis[F, {x, y}]."""
    code = script.code
    characteristic: Passage | None = None
    plain = []
    for part in call.arguments[1:]:
        option = script.keyword(part)
        if option is None:
            plain.append(part)
        elif option[0] == "Modulus":
            characteristic = code.passage(*option[1])
        elif option[0] == "CoefficientDomain" and code.passage(*option[1]).text not in _FIELDS:
            raise code.place(part[0]).error(f"coefficients that are not read: {script.shown(*part)}", "Rationals")
    if not plain and call.name == "GroebnerBasis":
        raise code.place(call.at).error("a call without variables", f"{call.name}[{{…}}, {{x, y}}]")
    if not plain:
        return Asked(None, characteristic)
    if call.name == "GroebnerBasis" and len(plain) == len(("variables", "eliminated")):
        eliminated = script.names_of(plain[1:])
        return Asked([*eliminated, *script.names_of(plain[:1])][::-1], characteristic, None, eliminated)
    for part in plain[1:]:
        if code.passage(*part).text != "Complexes":
            where = "a condition" if code.passage(*part).text in _DOMAINS else "a third argument that is no option"
            raise code.passage(*part).at.error(where, "options such as Modulus -> 7")
    if call.name == "Eliminate":
        return Asked(eliminate=script.names_of(plain[:1]))
    names = script.names_of(plain[:1])
    return Asked(names[::-1] if call.name == "GroebnerBasis" else names, characteristic)


def _appended(script: Interpreter, call: Call) -> Object:
    """AppendTo[F, f], and the list that Append[F, f] makes."""
    listed, addition = [script.value(*part) for part in call.arguments[:2]]
    if not isinstance(listed, Polynomials) or len(call.arguments) > 2:
        raise script.call_not_plain(call)
    if call.name.endswith("To"):
        listed = script.to_change(listed.name, listed)
    else:
        listed.is_part = True
        listed = Polynomials(call.at, [*listed.elements], error=listed.error)
    listed.elements.insert(0 if call.name.startswith("Prepend") else len(listed.elements), addition)
    return listed


def _joined(script: Interpreter, call: Call) -> Object:
    """Join[F, G], Flatten[{F, G}]."""
    joined = Polynomials(call.at)
    for part in call.arguments[:1] if call.name == "Flatten" else call.arguments:
        _flatten(joined, script.value(*part), is_deep=call.name == "Flatten")
    return joined


def _flatten(found: Polynomials, value: Object, *, is_deep: bool) -> None:
    if isinstance(value, Polynomials):
        value.is_part = True
        found.error = found.error or value.error
        for element in value.elements:
            if is_deep and isinstance(element, Polynomials):
                _flatten(found, element, is_deep=True)
            else:
                found.elements.append(element)
    else:
        found.elements.append(value)


def _cleared(script: Interpreter, call: Call) -> Object:
    """Clear[x, y]: the names have no values."""
    for part in call.arguments:
        script.values.pop(script.code.passage(*part).text, None)
    return Polynomials(call.at, is_part=True)


def _equation(script: Interpreter, call: Call) -> Object:
    """Equal[a, b], and And[a, b]: the list of both."""
    sides = [script.value(*part) for part in call.arguments]
    if call.name == "And":
        return Polynomials(call.at, sides)
    plain = [side for side in sides if isinstance(side, Polynomial) and "=" not in side.text]
    if len(plain) != len(("left", "right")) or len(sides) > len(plain):
        raise script.call_not_read(call)
    left, right = plain
    return Polynomial(f"{left.text} = {right.text}", left.at)


_MATHEMATICA = Language(
    "Mathematica",
    "GroebnerBasis[{x^2 - 1, x*y}, {x, y}]",
    lines=re.compile(r"(?:[-+*/^=(,|&<>@]|->)[ \t\r]*\Z"),
    assigned=":?=",
    brackets="{",
    calls="[",
    equals=("==",),
    both="&&",
    refused={"**": "^, +"},
    is_symbolic=True,
    is_lazy=True,
    is_implicit=2,
    numbers=_CONSTANTS,
    functions={
        "Thread": _equated,
        "D": derivative,
        **dict.fromkeys(("AppendTo", "PrependTo", "Append", "Prepend"), _appended),
        **dict.fromkeys(("Join", "Flatten"), _joined),
        **dict.fromkeys(("Clear", "ClearAll", "Remove"), _cleared),
        **dict.fromkeys(("Equal", "And"), _equation),
        **dict.fromkeys(("NextPrime",), next_prime),
        **dict.fromkeys(("Table", "Array"), table),
        "Sum": combined(table),
        "Product": combined(table, "*"),
        "Total": total(),
        **dict.fromkeys(("Expand", "ExpandAll", "Evaluate"), first),
    },
    solvers=dict.fromkeys(
        ("GroebnerBasis", "Solve", "NSolve", "Reduce", "FindInstance", "SolveValues", "NSolveValues", "Eliminate"),
        _asked,
    ),
    questions=words("Print Timing AbsoluteTiming Length Column TableForm MatrixForm Quiet N Short First Last"),
    computing=words(
        """
        Simplify FullSimplify Factor FactorList Variables Eliminate Resultant PolynomialReduce Coefficient
        CoefficientList D Plot Plot3D ContourPlot ContourPlot3D Show Together Cancel Numerator Denominator
        RandomInteger RandomReal Det ReplaceAll Rule Map Apply Select Cases Part Take Drop Sort Union Head ToString
        SetDirectory Import Collect MonomialList Transpose Dot Graphics Range Normal Series Limit RootReduce
        ToRadicals Complement Exponent IdentityMatrix Inverse Eigenvalues Max Min Abs Sqrt Sin Cos Tan Exp Log MemberQ
        FreeQ PolynomialQ Discriminant SymmetricPolynomial Cross Norm Differences Tuples Subsets Partition
        ConstantArray
        """
    ),
    changing=words("Set SetDelayed Unset Do For While Scan Block Module With DynamicModule Get Unprotect"),
    forms=(
        (re.compile(r"(?:ClearAll|Clear|Remove)\s*\[\s*\"|Quit\b"), forgotten),
        (re.compile(r"([A-Za-z$]\w*)\s*\[(?=[^\]]*_)(?P<parameters>(?:\s*[A-Za-z]\w*?_\s*,?)+)\]\s*:?=(?!=)"), define),
        (re.compile(r"([A-Za-z$]\w*)\s*\[(?=[^\]]*_)[^\]]*\]\s*:?=(?!=)"), define),
        (re.compile(r"([A-Za-z$]\w*)\s*=\s*(?:Function\s*\[|[^;]*#[^;]*&\s*\Z)"), define),
    ),
    harmless=re.compile(r"(?:Needs|Off|On|Print|SetOptions|Get|SetSystemOptions)\s*\[|<<|\"|\$\w+\s*="),
    own="casbridgeEquations",
    own_parameters="casbridgeParameters",
    own_variables="casbridgeVariables",
    reaching=re.compile(r"(?<![=!<>:])=(?!=)|To\s*\["),
    unread=re.compile(r"(?<!/)@(?!@)|//(?!@)|\$Assumptions|\bAssuming\s*\[|\bEvaluate\s*\[\s*\w+\s*\]\s*=|;;"),
)
