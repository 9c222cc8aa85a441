"""Polynomial systems in GAP's language: the list in a call for a Gröbner basis, or an ideal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from casbridge.algebra.fields import VARIABLE_NAME
from casbridge.algebra.languages.calls import blanked, combined, define, first, prime_field
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Field, Object, Polynomial, Polynomials, Ring, Text
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.tables import Asked, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Parts
from casbridge.errors import InputError, printable

_SYNTAX = Syntax("#")
_GENERATORS = ("IndeterminatesOfPolynomialRing", "GeneratorsOfLeftOperatorRingWithOne", "Indeterminates")
_EXAMPLE = 'x := Indeterminate(Rationals, "x");'
#: X(Rationals, "x" : old), where a name stands for one variable at all times.
_OLD = re.compile(r":\s*(?:old|new)\s*(?=\))")
_NUMBERED = re.compile("x_[0-9]+")
_NEW = re.compile(r":\s*new\s*\Z")
#: An ideal that homalg makes of a string.
_IN_STRING = re.compile(r"((?:Left|Right)Submodule\s*\(\s*)(\"[^\"]*\")")
_HOMALG = re.compile(
    r"(?P<ring>[A-Za-z]\w*)\s*:=\s*(?:Homalg(?:FieldOfRationals|RingOfIntegers)In\w+\s*\(\s*(?P<number>[0-9]*)\s*\)"
    r"|(?P<field>[A-Za-z]\w*)(?=\s*\*\s*\"))(?:\s*\*\s*\"(?P<names>[^\"]*)\")?\s*\Z"
)
_FUNCTION = re.compile(r"\s*([A-Za-z]\w*)\s*->")


@reader(_SYNTAX)
def read_gap(code: Code, notation: Notation) -> Parts:
    """The system in a script for GAP: the list in `ReducedGroebnerBasis` or `GroebnerBasis`, or that of an ideal.

    The list stands in the call, or a statement gives it a name. The variables are those of an order such as
    `MonomialLexOrdering(y, x)`, where the first is the greatest, or those that `Indeterminate(Rationals, "x")` and
    `PolynomialRing` make, the lowest first: the name in the string is the variable's. `List([1..3], i -> …)` is read;
    other computed lists are refused.

    >>> script = 'x := Indeterminate(GF(7), "x"); y := Indeterminate(GF(7), "y"); '
    >>> system = read_gap(script + "GroebnerBasis([x^2 + y^2 - 1, x*y - 1], MonomialLexOrdering(x, y));")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    blanked(code, _OLD)
    for match in _IN_STRING.finditer(code.whole):
        listed = f"[{match.group(2)[1:-1]}]".replace("\\", " ")
        if code.text[match.start()].strip():
            code.text = code.text[: match.start(2)] + listed + code.text[match.end() :]
    script = Script(code, _GAP, notation)
    script.run()
    return script.system()


def _field(script: Interpreter, part: tuple[int, int]) -> Field:
    value = script.value(*part)
    if isinstance(value, Field):
        return value
    at = script.code.place(script.code.begin(*part))
    raise at.error(f"the field {script.shown(*part)!r}", "Rationals or GF(p)")


def _made(script: Interpreter, name: str, field: Field, call: Call, *, by: str = "") -> Polynomial:
    """The variable with a name over a field. All variables over one field are those of one ring, the lowest first.

    by: whether the script says its name or its number; "" for a variable that is there.
    """
    at = script.code.place(call.at)
    if not VARIABLE_NAME.match(name):
        raise at.error(f"the name {printable(name, 40)!r}", "letters, digits and _")
    number = field.characteristic.text if field.characteristic else "0"
    ring = next((ring for ring in script.rings if (ring.number.text if ring.number else "0") == number), None)
    if ring is None:
        ring = Ring(call.at, [], field.characteristic)
        script.rings.append(ring)
    # Variables with names have numbers, too: those that were free.
    script.declared.add(by)
    if script.declared >= {"name", "number"}:
        call_text = script.shown_call(call)
        ring.error = at.error(f"variables by their numbers and by names: {call_text}", "all of them by names")
        raise ring.error
    if name in ring.variables and _NEW.search(script.code.whole, call.opening, script.code.closing(call.opening)):
        raise at.error(f"several variables with the name {printable(name, 40)}", "another name for each")
    if name not in ring.variables:
        ring.variables = [name, *ring.variables]
    return Polynomial(name, at, (ring,))


def _indeterminate(script: Interpreter, call: Call) -> Object:
    """Indeterminate(Rationals, "x"), X(Rationals, 1)."""
    if not call.arguments:
        raise script.code.place(call.at).error(f"a call that is not read: {script.shown_call(call)}", _EXAMPLE)
    field = _field(script, call.arguments[0])
    values = [script.value(*part) for part in call.arguments[1:2]]
    if values and isinstance(values[0], Text):
        return _made(script, values[0].text, field, call, by=_kind_of([values[0].text]))
    number = values[0].number if values and isinstance(values[0], Polynomial) else 1
    return _made(script, f"x_{number}", field, call, by="number")


def _kind_of(names: Sequence[str]) -> str:
    """Whether variables are made by names or by numbers: "x_1" is the number 1, which GAP gives to a next name, too."""
    return "number" if any(_NUMBERED.fullmatch(name) for name in names) else "name"


def _ring(script: Interpreter, call: Call) -> Object:
    """PolynomialRing(Rationals, ["x", "y"])."""
    expected = 'PolynomialRing(Rationals, ["x", "y"])'
    if not call.arguments:
        raise script.code.place(call.at).error("a ring without a field", expected)
    field = _field(script, call.arguments[0])
    value = script.value(*call.arguments[1]) if len(call.arguments) > 1 else Polynomial("1", script.code.place(call.at))
    names: list[str] = []
    by = ""
    elements: list[Object] = value.elements if isinstance(value, Polynomials) else [value]
    if isinstance(value, Polynomial) and value.number is not None:
        by, elements = "number", []
        names = [f"x_{polynomial.text}" for polynomial in script.numbers(1, value.number, at=call.at).polynomials]
    for element in elements:
        by = "name" if isinstance(element, Text) else by
        if isinstance(element, Text) or (isinstance(element, Polynomial) and element.is_variable):
            names.append(element.text)
        else:
            at = script.code.place(call.at)
            raise at.error(f"a ring without names of variables: {script.shown_call(call)}", expected)
    if isinstance(value, Polynomials):
        value.is_part = True
    by = _kind_of(names) if by == "name" else by
    variables = [_made(script, name, field, call, by=by) for name in names]
    ring = Ring(call.at, names, field.characteristic)
    script.shared[ring] = variables[0].rings[0] if variables else ring
    return ring


def _ideal(script: Interpreter, call: Call) -> Object:
    """Ideal(R, [f, g])."""
    if len(call.arguments) != len(("ring", "generators")):
        raise script.call_not_plain(call)
    ideal, ring = script.ideal(call, call.arguments[1:]), script.value(*call.arguments[0])
    if not isinstance(ring, Ring) or ring not in script.shared:
        raise script.not_plain(*call.arguments[0])
    # Variables that are made for other rings are not in this one.
    own_ring = Ring(ring.at, ring.variables[::-1], ring.number, error=script.shared[ring].error)
    for n, one in enumerate(ideal.elements):
        if isinstance(one, Polynomial) and {*NAME.findall(one.text)} <= {*ring.variables}:
            ideal.elements[n] = replace(
                one, rings=(own_ring,) if {*one.rings} <= {script.shared[ring]} else (own_ring, *one.rings)
            )
    ideal.ring = own_ring
    return ideal


def _generators(script: Interpreter, call: Call) -> Object:
    """IndeterminatesOfPolynomialRing(R)."""
    ring = first(script, call)
    if not isinstance(ring, Ring):
        raise script.call_not_plain(call)
    return replace(script.generators(ring), is_part=True)


def _order(script: Interpreter, call: Call) -> Object:
    """MonomialLexOrdering(x, y), where the first variable is the greatest."""
    names = script.names_of(call.arguments)
    return Polynomials(call.at, is_part=True, variables=tuple(reversed(names)) or None)


def _basis(script: Interpreter, call: Call) -> Asked:
    """GroebnerBasis(F, MonomialLexOrdering(x, y))."""
    order = None
    for part in call.arguments[1:2]:
        try:
            order = script.value(*part)
        except InputError:
            if script.code.text[slice(*part)].strip().isidentifier() is False:
                raise
    if not isinstance(order, Polynomials) or order.variables is None:
        return Asked()
    for ring in script.rings:
        if {*order.variables} <= {*ring.variables}:
            # The variables that the order leaves out, such as parameters of a greater ring, may not occur.
            ring.variables = [
                *reversed(order.variables),
                *(variable for variable in ring.variables if variable not in order.variables),
            ]
    return Asked(order.variables)


def _listed(script: Interpreter, call: Call) -> Object:
    """List([1..3], i -> x[i]^2)."""
    if len(call.arguments) == 1:
        return first(script, call)
    values, body = call.arguments[:2]
    function = _FUNCTION.match(script.code.text, *body)
    if function is None:
        raise script.call_not_plain(call)
    images = script.each(function.group(1), script.range_of(*values), lambda: script.value(function.end(), body[1]))
    images.is_sequence = False
    return images


def _added(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """Add(F, f);"""
    listed = script.values.get(match.group(2))
    if not isinstance(listed, Polynomials):
        return False
    addition = script.value(match.end(), script.code.closing(match.end(1)))
    changed = script.to_change(match.group(2), listed)
    changed.elements += (
        addition.elements if match.group(1) == "Append" and isinstance(addition, Polynomials) else [addition]
    )
    return True


def _assigned(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """AssignGeneratorVariables(R);"""
    ring = script.values.get(match.group(1))
    if not isinstance(ring, Ring):
        return False
    for polynomial in script.generators(ring).polynomials:
        script.bind(polynomial.text, polynomial)
    return True


def _homalg(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """R := HomalgFieldOfRationalsInSingular() * "x,y,z", or Q * "x,y,z" with a field Q."""
    field: Object = Field()
    if match["field"]:
        field = script.values.get(match["field"], field)
    elif match["number"]:
        field = Field(script.code.passage(*match.span("number")))
    if not isinstance(field, Field):
        return False
    if not match["names"]:
        script.bind(match["ring"], field)
        return True
    names = script.code.whole[slice(*match.span("names"))].replace(" ", "").split(",")
    ring = Ring(statement.start, names, field.characteristic)
    if wrong := next((name for name in names if not VARIABLE_NAME.match(name)), None):
        problem = f"the names {printable(wrong, 40)!r}"
        ring.error = script.code.place(match.start("names")).error(problem, "names such as x,y,z")
    script.rings.append(ring)
    script.bind(match["ring"], ring)
    return True


def _submodule(script: Interpreter, call: Call) -> Object:
    """LeftSubmodule("x^2-1, x*y", R): an ideal. In a string the names are those of the ring."""
    *parts, last = call.arguments or [(call.opening, call.opening)]
    try:
        ring = script.value(*last)
    except InputError as error:
        ideal = script.ideal(call, [])
        ideal.error = error
        return ideal
    if not isinstance(ring, Ring):
        return script.ideal(call, call.arguments)
    outer_values = dict(script.bound)
    if script.code.whole.startswith('"', script.code.begin(*parts[0])):
        script.bound.update({polynomial.text: polynomial for polynomial in script.generators(ring).polynomials})
    try:
        return script.ideal(call, parts, ring)
    finally:
        script.bound = outer_values


_GAP = Language(
    "GAP",
    "ReducedGroebnerBasis([x^2 - 1, x*y], MonomialLexOrdering(x, y))",
    assigned=":=",
    loops=re.compile(r"for\s+(?P<name>[A-Za-z]\w*)\s+in\b(?P<values>[^;]*?)\bdo\b"),
    blocks=re.compile(r"(?P<close>\b(?:end|od|fi|until)\b)|(?P<open>\b(?:function|do|if|repeat)\b)"),
    equals=(),
    refused={"**": "^, +", "=": "polynomials"},
    is_shared=True,
    is_assigned=True,
    functions={
        **dict.fromkeys(("Indeterminate", "X"), _indeterminate),
        "PolynomialRing": _ring,
        "GF": prime_field,
        **dict.fromkeys(_GENERATORS, _generators),
        **dict.fromkeys(("Ideal", "TwoSidedIdeal"), _ideal),
        **dict.fromkeys(("MonomialLexOrdering", "MonomialGrlexOrdering", "MonomialGrevlexOrdering"), _order),
        **dict.fromkeys(("LeftSubmodule", "RightSubmodule"), _submodule),
        "One": lambda script, call: Polynomial("1", script.code.place(call.at)),
        "String": lambda script, call: Text(str(script.integer(*call.arguments[0]))),
        "List": _listed,
        "Sum": combined(_listed),
        "Product": combined(_listed, "*"),
        "Concatenation": lambda script, call: _joined(script, call),
    },
    rings=frozenset(("PolynomialRing",)),
    solvers=dict.fromkeys(("GroebnerBasis", "ReducedGroebnerBasis", "GroebnerBasisNC", "SGrobner"), _basis),
    questions=words(
        """
        Print Display Length Size View ViewObj GeneratorsOfTwoSidedIdeal GeneratorsOfIdeal Dimension Assert IsZero
        PolynomialDivisionAlgorithm MaximalIndependentSet FactorObject ProjectiveDimension SingularInterface
        """
    ),
    computing=words(
        """
        Resultant Factors Value Derivative Runtime SetInfoLevel PolynomialReduction PolynomialReducedRemainder
        GcdUsingSingular LeadingTermOfPolynomial LeadingCoefficientOfPolynomial LeadingMonomialOfPolynomial
        InfoLevel Degree IsZero
        Filtered Zero SetTermOrdering Random HasTrivialGroebnerBasis
        """
    ),
    changing=words("Unbind Remove Sort Read Exec Apply"),
    forms=(
        (_HOMALG, _homalg),
        (re.compile(r"(Add|Append)(?=\s*\()\s*\(\s*([A-Za-z]\w*)\s*,"), _added),
        (re.compile(r"AssignGeneratorVariables\s*\(\s*([A-Za-z]\w*)\s*\)"), _assigned),
        (re.compile(r"([A-Za-z]\w*)\s*:=\s*(?:function\b|\{?[\w, ]*\}?\s*->)"), define),
    ),
    harmless=re.compile(
        r"(?:LoadPackage|SetInfoLevel|Print|Display|SetTermOrdering|InfoLevel|SingularSetBaseRing|SingularLibrary|(?:START|STOP)_TEST|SizeScreen|SetAssertionLevel)\s*\(|quit\b|\""
    ),
    own="equations",
    reaching=re.compile(r":="),
    predefined={"Rationals": Field()},
)


def _joined(script: Interpreter, call: Call) -> Object:
    """Concatenation(F, G), Concatenation("x", String(i))."""
    joined, values = Polynomials(call.at), [script.value(*part) for part in call.arguments]
    texts = [value.text for value in values if isinstance(value, Text)]
    if texts and len(texts) == len(values):
        return Text("".join(texts))
    for part, value in zip(call.arguments, values, strict=True):
        if not isinstance(value, Polynomials):
            raise script.not_plain(*part)
        value.is_part = True
        joined.elements += value.elements
        joined.error = joined.error or value.error
    return joined
