"""Polynomial systems in Macaulay2's language: rings, named polynomials, lists and ideals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from casbridge.algebra.languages.calls import first, prime_field
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import (
    MOST_ELEMENTS,
    Field,
    Object,
    Polynomial,
    Polynomials,
    Ring,
    Text,
    Unread,
    bracketed,
    number_of,
)
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.programs import EXPECTED, Statement
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.tables import Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts
from casbridge.errors import InputError, printable

_SYNTAX = Syntax("--", ("-*", "*-"), quoted="///")
_NAME = r"[A-Za-z][A-Za-z0-9'$]*"
_ASSIGNED = r"(?::=|(?<![=!<>])=(?![=>])|<-)"
_ONE_NAME = re.compile(_NAME)
_VARIABLE = re.compile(rf"{_NAME}(?:\s*_(?:[0-9]+|[A-Za-z]\w*|\([^()]*\)))?", re.ASCII)
_LETTERS = re.compile(r"vars\s*\(?\s*(\w+)\s*\.\.\s*(\w+)\s*\)?\s*\Z")
_PRIME_FIELD = re.compile(r"\bZZ(\s*)/")
_BETWEEN = re.compile(r"\.\.")
#: Functions whose values may be rings that they are given.
_CHOOSING = words(
    "apply toList first last select sort unique table pack subsets permutations flatten prune trim time elapsedTime sum"
    " min max"
)
_SUM = re.compile(r"[^\s(]\s*[-+]")
_STRING = re.compile(r'"[^"]*"')
_SHORT_FORM = re.compile(
    r"(?P<number>[0-9]+(?:/[0-9]+)?)|(?P<factor>(?P<letter>[A-Za-z])(?:\[(?P<index>[0-9]+(?:,[0-9]+)*)\])?(?P<power>[0-9]*))"
    r"|(?P<open>\()|(?P<close>\)[0-9]*)|(?P<sign>[-+])|(?P<comma>,)|(?P<other>.)",
    re.ASCII,
)
_OPTION = re.compile(r"\s*(\w+)\s*=>\s*(.*?)\s*\Z", re.DOTALL)
#: Options of a ring that leave it a polynomial ring in a global order.
_HARMLESS = words("Degrees DegreeRank Heft Join VariableBaseName Variables MaximalIdeal DegreeLift MonomialSize")
_GLOBAL = re.compile(
    r"MonomialOrder => [\s{},0-9()]*(?:(?:GRevLex|Lex|GLex|LexSmall|LexTiny|GRevLexSmall|Eliminate|ProductOrder"
    r"|Position|Up|Down|=>)[\s{},0-9()]*)+\Z|Weights => [\s{},0-9]*\Z|Global => true\Z"
)
_RINGS = "a ring such as QQ[x, y] or ZZ/7[x, y], in a global order"
_OTHER = Ring(0, error=InputError("a ring that is not read", expected=_RINGS))
_GLOBAL_ORDERS = "a polynomial ring in an order such as Lex; in a local one zeros are those at 0"
_SHOWN = re.compile(
    r"(?:needsPackage|loadPackage|assert|debug|setRandomSeed|stderr|gbTrace|printWidth|errorDepth|notify|help|viewHelp"
    r"|importFrom\w*|printingPrecision)\b(?!\s*=)|<<"
)
_FUNCTION = re.compile(rf"(?:({_NAME})|\(([\w\s,'$]*)\))\s*->\s*")
_REACHING = re.compile(r"(?<![=!<>?:])=(?![=>!])|<-|\[|\b(?:use|load|value|restart|GF)\b")
#: What ends a line without ending the statement.
_GOES_ON = re.compile(r"(?:[-+*/^=,|&<>.]|:=|->|\b(?:then|else|do|of|and|or|not|in|from|to|when|list))\s*\Z")


@reader(_SYNTAX)
def read_macaulay2(code: Code, notation: Notation) -> Parts:
    """The system in a Macaulay2 script: one ideal with its ring, or else one list of polynomials.

    The ring is `QQ[y, x]` or `ZZ/7[y, x]`, where the first variable is the greatest, or `K[y, x]` with such a field K.
    `frac(QQ[a])[x]` has the parameter a. Ranges are read: `QQ[a..d]`, `QQ[x_1..x_n]`, `QQ[vars(0..3)]`. Polynomials and
    lists may have names. A text without a ring has its variables in natural order. Local orders, quotient rings and
    other rings are named, and so are statements before the ideal whose meaning is not known.

    >>> system = read_macaulay2("kk = ZZ/7; R = kk[x, y]; f = x^2 + y^2 - 1; I = ideal(f, x*y - 1)")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    # No line ends in a string; ZZ/7 is read as the call ZZ 7.
    code.text = _STRING.sub(lambda match: match.group().replace("\n", " "), code.text)
    code.text = _PRIME_FIELD.sub(r"ZZ\1 ", code.text)
    script = Script(code, _MACAULAY2, notation)
    script.run()
    return script.system()


# -- statements --------------------------------------------------------------------------------------------------------


def _shown(script: Interpreter, _: re.Match[str], statement: Statement) -> bool:
    """assert(dim I == 0), << I: nothing, where no ring is made and no value given."""
    start, end = statement.start, statement.end
    return _REACHING.search(script.code.text, start, end) is None and not script.reaches_out(start, end)


def _behind(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """time I = ideal f, print I: the statement behind the word."""
    return script.read_statement(Statement(match.end(), statement.end))


def _restarted(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """restart: nothing is known from now on."""
    vars(script).update(vars(Script(script.code, script.language, script.notation)))
    return True


def _used(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """use R."""
    ring, ring_name = script.values.get(match.group(1)), printable(match.group(1), 40)
    error = script.code.place(statement.start).error(f"the ring {ring_name}, which is not read", _RINGS)
    return _use(script, ring if isinstance(ring, Ring) else Ring(statement.start, error=error))


def _several(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """(I, k) = …, x_1 = …: what stands there is not read."""
    for name in _ONE_NAME.findall(match.group(1)):
        script.bind(name, Unread(script.not_read(statement)))
    script.unread.append(statement)
    return True


def _assigned(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """R = QQ[x], f = x -> x^2, I = ideal f."""
    name, start, end = match.group(1), match.end(), statement.end
    is_known = name not in script.declared
    if is_known and (function := _FUNCTION.match(script.code.text, start, end)) is not None:
        reaches_out = script.reaches_out(start, end)
        script.bind(name, Unread(script.not_plain(start, end)))
        script.formulas[name] = _ONE_NAME.findall(function.group(1) or function.group(2)), (function.end(), end)
        script.define(name, Statement(start, end))
        script.functions[name] = bool(script.functions[name]) or reaches_out
    elif is_known:
        is_known = script.assign(match, statement) and _is_known(script, script.values[name], start, end)
        value = script.values.get(name)
        if isinstance(value, Polynomials) and value.name != name:  # J = I
            script.values[name] = value = replace(value, name=name, at=statement.start, is_part=False)
            script.stated += [value] if value.is_ideal else []
        elif isinstance(value, Polynomials):
            value.at = max(value.at, statement.start)  # K = I + J
            while not value.is_ideal and script.stated and script.stated[-1].last == statement.end:
                script.stated.pop()  # a list of ideals states none
    if not is_known:
        script.unread.append(statement)
    return True


def _is_known(script: Interpreter, value: Object, start: int, end: int) -> bool:
    """Whether a value is no ring of which nothing is known, and its computation changes nothing."""
    if isinstance(value, Ring):  # S = R, where R is the ring that was used last, or is not read
        variables = (script.cells.get(variable) or script.values.get(variable) for variable in value.variables)
        is_used = all(isinstance(variable, Polynomial) and variable.rings == (value,) for variable in variables)
        return _use(script, value) if value.error else is_used
    text = script.code.text[start:end]
    names = _ONE_NAME.findall(text) or [""]
    named_values = [script.values.get(name) for name in names]
    if isinstance(value, Field) and isinstance(named_values[0], Field):  # K = GF 7; L = K: its generator is called a
        _forget(script, ("a", *value.parameters))
    is_list, given = isinstance(value, Polynomials), (*named_values, *getattr(value, "elements", ()))
    has_values = names[0] in _CHOOSING or (isinstance(value, Polynomials) and not value.is_ideal)
    if has_values and ("[" in text or any(isinstance(one, Ring | Field) for one in given)):
        return False
    if not isinstance(value, Unread) and not getattr(value, "error", None):
        return True
    is_pure = isinstance(named_values[0], Polynomial | Polynomials | Unread) or any(
        names[0] in one for one in script.tables
    )
    is_pure = (is_pure and text.startswith(names[0])) or is_list or text.startswith('"')
    return is_pure and script.is_computing(start, end)


# -- rings -------------------------------------------------------------------------------------------------------------


def _forget(script: Interpreter, names: Iterable[str]) -> None:
    """Names that stood for variables stand for what is not read."""
    for name in names:
        (script.cells if "_" in name else script.values).pop(name, None)


def _use(script: Interpreter, ring: Ring) -> bool:
    """The names of a ring's variables stand for these from now on; with a ring that is not read no name does."""
    if ring.error:
        script.rings.insert(0, ring)
        _forget(script, script.declared)
        script.declared.clear()
    for name in () if ring.error else (*(ring.parameters or ()), *ring.variables):
        variable = Polynomial(name, script.code.place(ring.at), (ring,))
        script.declared.add(name)
        if "_" in name:
            script.cells[name] = variable
        else:
            script.bind(name, variable)
    return True


def _ring(script: Interpreter, value: Object, call: Call) -> Object:
    """QQ[x, y], kk[x_1..x_n, MonomialOrder => Lex]: it is used from now on."""
    code, ring, names = script.code, Ring(call.at), list[str]()
    try:
        for part in call.arguments:
            if option := _OPTION.match(code.text[slice(*part)]):
                _check_option(code, part, *option.groups())
            else:
                names += _names(script, *part)
        if not isinstance(value, Field):
            field_text = printable(code.text[call.at : call.opening].strip(), 40)
            raise code.place(call.at).error(f"the coefficients {field_text}", _RINGS)
        if len({*names}) < len(names):
            raise code.place(call.opening).error("a variable twice", "different names")
        for name in names:
            base = name.partition("_")[0]
            if base in script.functions or (base in script.values and (base != name or name not in script.declared)):
                raise code.place(call.opening).error(f"a variable {name}, which has a value already", "a new name")
        ring.variables, ring.number, ring.parameters = names, value.characteristic, value.parameters
        script.rings.append(ring)
    except InputError as error:
        ring.error = error
    _use(script, ring)
    return ring


def _quotient(script: Interpreter, value: Object, call: Call) -> Object:
    """R/I: it is used where a name gets it."""
    problem = f"a quotient ring: {script.shown(call.at, call.opening)}"
    return Ring(call.at, error=script.code.place(call.at).error(problem, _RINGS))


def _galois_field(script: Interpreter, call: Call) -> Object:
    """GF 7, GF(3, 2): its generator is called a from now on."""
    script.declared.add("a")
    _forget(script, ("a",))
    try:
        for part in call.arguments:
            script.integer(*part)
    except InputError as error:
        return Ring(call.at, error=error)
    return prime_field(script, call)


def _fractions(script: Interpreter, call: Call) -> Object:
    """frac(QQ[a]): a field, whose variables are parameters of a ring over it."""
    ring = first(script, call)
    if not isinstance(ring, Ring) or ring.error or ring.parameters or ring.at < script.statement.start:
        return Ring(call.at, error=script.call_not_read(call))
    _forget(script, ring.variables)
    script.rings.pop()
    return Field(ring.number, tuple(ring.variables))


def _check_option(code: Code, part: tuple[int, int], name: str, value: str) -> None:
    """Check that an option of a ring leaves it a polynomial ring in a global order."""
    option = f"{name} => {value}"
    if name not in _HARMLESS and not _GLOBAL.match(option):
        is_local = name in ("Global", "Local", "MonomialOrder", "Weights")
        kind = "an order that is local, or is not read" if is_local else "a ring that is not read"
        option_text = printable(" ".join(option.split()), 40)
        raise code.place(code.begin(*part)).error(f"{kind}: {option_text}", _GLOBAL_ORDERS)


def _names(script: Interpreter, start: int, end: int) -> list[str]:
    """The variables that stand there, as systems name them: x, x_1, x_1..x_n, a..d, vars(0..3)."""
    code = script.code
    location, range_text = code.place(code.begin(start, end)), script.shown(start, end)
    if letters := _LETTERS.match(code.text, code.begin(start, end), end):
        start, end = (script.integer(*letters.span(one)) for one in (1, 2))
        if not 0 <= start <= end < 26:
            raise location.error(f"the variables {range_text}", "vars(0..25)")
        return [chr(97 + number) for number in range(start, end + 1)]
    between = _BETWEEN.search(code.text, start, end)
    name, low = _name(script, start, between.start() if between else end)
    last_name, high = _name(script, between.end(), end) if between else (name, low)
    if between and not low + high and len(name) == len(last_name) == 1 and name.islower() == last_name.islower():
        return [chr(number) for number in range(ord(name), ord(last_name) + 1)]
    ranges = [range(one, two + 1) for one, two in zip(low, high, strict=False)]
    is_range = name == last_name and len(low) == len(high) and (low or not between)
    if not is_range or prod(map(len, ranges)) > MOST_ELEMENTS:
        raise location.error(
            f"the range {range_text}", f"a range such as x_1..x_4, of at most {MOST_ELEMENTS} variables"
        )
    return ["_".join([name, *map(str, one)]) for one in product(*ranges)]


def _name(script: Interpreter, start: int, end: int) -> tuple[str, list[int]]:
    """A variable that stands there: its name, and the numbers of its index."""
    at = script.code.begin(start, end)
    text = script.code.text[at:end].rstrip()
    if not _VARIABLE.fullmatch(text) or "'" in text or "$" in text:
        raise script.code.place(at).error(f"found {printable(text, 60)!r}", "names of variables")
    name, _, index = text.partition("_")
    begin = at + len(name) + 1
    parts = script.code.arguments(begin) if index.startswith("(") else [(begin, at + len(text))] if index else []
    indices = [script.integer(*part) for part in parts]
    if (index and not indices) or any(number < 0 for number in indices):
        raise script.not_plain(at, at + len(text))
    return name.strip(), indices


def _indexed(script: Interpreter, name: str, at: int) -> Object:
    """x_1, x_i, x_(1,2): a variable with an index."""
    base, indices = _name(script, at, at + len(name))
    value = script.bound.get(base) or script.values.get(base)
    is_variable = "_".join([base, *map(str, indices)]) in script.cells
    if value is not None or base in script.functions or ((script.rings or script.declared) and not is_variable):
        error = getattr(value, "error", None) or next((ring.error for ring in script.rings[:1] if not value), None)
        raise error or script.code.place(at).error(f"{printable(name, 40)}, which has no value that is read", EXPECTED)
    return script.indexed_symbol(base, indices, at)


# -- lists -------------------------------------------------------------------------------------------------------------


def _elements(script: Interpreter, start: int, end: int) -> Sequence[Object]:
    """The elements of {f, g}, F, 1..3, x_1..x_3."""
    code, at = script.code, script.code.begin(start, end)
    if code.text[at] == "(" and not code.text[code.closing(at) + 1 : end].strip():  # (1..3)
        return _elements(script, at + 1, code.closing(at))
    between = _between(script, start, end)
    if between is None:
        value = script.value(start, end)
        if not isinstance(value, Polynomials) or value.is_ideal or value.error:
            raise getattr(value, "error", None) or script.not_plain(start, end)
        value.is_part = True
        return value.elements
    first_value = script.value(start, between.start())
    if isinstance(first_value, Polynomial) and number_of(first_value.text) is not None:
        low, high = script.integer(start, between.start()), script.integer(between.end(), end)
        return script.numbers(low, high, at=at).elements if low <= high else []
    variables = [script.cells.get(one) or script.values.get(one) for one in _names(script, start, end)]
    polynomials = [variable for variable in variables if isinstance(variable, Polynomial) and variable.is_variable]
    if len(polynomials) < len(variables):
        raise script.not_plain(start, end)
    return polynomials


def _between(script: Interpreter, start: int, end: int) -> re.Match[str] | None:
    """The sign .. that stands outside of brackets."""
    signs = _BETWEEN.finditer(script.code.text, start, end)
    return next((sign for sign in signs if not script.depth(start, sign.start())), None)


def _applied(script: Interpreter, call: Call) -> Polynomials:
    """apply(1..3, i -> x_i^2), apply(3, i -> x_(i+1)): the values of a function of one name."""
    if len(call.arguments) != len(("values", "function")):
        raise script.call_not_plain(call)
    part, body = call.arguments
    function = _FUNCTION.match(script.code.text, script.code.begin(*body))
    names = _ONE_NAME.findall(function.group(1) or function.group(2)) if function else []
    if function is None or len(names) != 1:
        raise script.call_not_plain(call)
    is_count = ".." not in script.code.text[slice(*part)] and isinstance(script.value(*part), Polynomial)
    values = script.numbers(0, script.integer(*part) - 1).elements if is_count else _elements(script, *part)
    images = script.each(names[0], values, lambda: script.value(function.end(), body[1]))
    images.is_sequence = False
    return images


def _listed(script: Interpreter, call: Call) -> Polynomials:
    """toList(1..3), toList(x_1..x_3)."""
    if len(call.arguments) != 1:
        raise script.call_not_plain(call)
    return Polynomials(call.at, [*_elements(script, *call.arguments[0])])


def _combined(sign: str) -> Callable[[Interpreter, Call], Polynomial]:
    """sum(1..3, i -> x_i), sum F; the product with the sign *."""

    def read(script: Interpreter, call: Call) -> Polynomial:
        listed = _applied(script, call) if len(call.arguments) > 1 else _listed(script, call)
        return script.added(listed, call.at, sign)

    return read


# -- ideals ------------------------------------------------------------------------------------------------------------


def _ideal(script: Interpreter, call: Call) -> Object:
    """ideal(f, g), ideal {f, g}, ideal F; monomialIdeal(x^2, x*y), which is that of the leading monomials.

    Without variables it is one over the integers.
    """
    is_text = len(call.arguments) == 1 and script.code.text.startswith('"', script.code.begin(*call.arguments[0]))
    ideal = script.ideal(call, [] if is_text else call.arguments)
    if is_text:
        try:
            ideal.elements += _in_short_form(script, call)
        except InputError as unread:
            ideal.error = unread
    if call.name != "ideal" and any(_SUM.search(polynomial.text) for polynomial in ideal.polynomials):
        ideal.error = ideal.error or script.call_not_read(call)
    if script.rings and not ideal.error and not any(polynomial.rings for polynomial in ideal.polynomials):
        error = script.code.place(call.at).error("an ideal without variables", "one in a ring such as QQ[x, y]")
        ideal.error = script.rings[0].error or error
    return ideal


def _in_short_form(script: Interpreter, call: Call) -> list[Polynomial]:
    """ideal "x2-3/2y[1]z, (x+y)3": polynomials in single letters, with no signs for products and powers.

    The grammar is that of the package Classic: a number begins a term, and behind a letter or a bracket it is a power.
    """
    text = script.value(*call.arguments[0])
    if not isinstance(text, Text):
        raise script.call_not_plain(call)
    pieces, rings, previous, depth = [""], [dict[Ring, None]()], "", 0
    for match in _SHORT_FORM.finditer("".join(text.text.split())):
        kind, token = match.lastgroup or "", match.group()
        depth += (token == "(") - token.startswith(")")
        is_term = kind in ("number", "factor", "open")
        is_wrong = kind == "number" and previous not in ("", "sign", "open", "comma")
        is_wrong |= kind == "sign" and previous == "sign"
        is_wrong |= kind in ("comma", "close") and previous in ("", "sign", "open", "comma")
        if is_wrong or kind == "other" or depth < 0 or (kind == "comma" and depth):
            raise script.call_not_plain(call)
        if kind == "comma":
            pieces.append("")
            rings.append({})
        elif kind == "factor":
            name = "_".join([match["letter"], *(match["index"] or "").replace(",", " ").split()])
            value = (script.cells if match["index"] else script.values).get(name)
            if not isinstance(value, Polynomial):
                raise script.call_not_plain(call)
            rings[-1].update(dict.fromkeys(value.rings))
            token = bracketed(value.text) + (f"^{match['power']}" if match["power"] else "")
        elif kind == "close" and len(token) > 1:
            token = f")^{token[1:]}"
        if kind != "comma":
            pieces[-1] += ("*" if is_term and previous in ("number", "factor", "close") else "") + token
        previous = kind
    if depth or previous in ("", "sign", "comma"):
        raise script.call_not_plain(call)
    at = script.code.place(script.code.begin(*call.arguments[0]))
    polynomials = zip(pieces, rings, strict=True)
    return [Polynomial(script.code.spend(one, call.at), at, tuple(of)) for one, of in polynomials]


def _polynomial(script: Interpreter, call: Call) -> Object:
    """poly "x2-y"."""
    polynomials = _in_short_form(script, call)
    if len(call.arguments) > 1 or len(polynomials) > 1:
        raise script.call_not_plain(call)
    return polynomials[0]


def _trimmed(script: Interpreter, call: Call) -> Object:
    """trim ideal f: the same ideal; of an ideal with a name it is another list of generators."""
    value = first(script, call)
    of = value if isinstance(value, Polynomials) and value.is_ideal else None
    return of if of and not of.name else Unread(script.call_not_read(call), of)


_MACAULAY2 = Language(
    "Macaulay2",
    "a statement such as I = ideal(x^2 - 1, x*y)",
    assigned=_ASSIGNED,
    lines=_GOES_ON,
    names=_VARIABLE.pattern,
    indexed=_indexed,
    is_applied=True,
    is_assigned=True,
    brackets="{",
    joined=re.compile(r"\+"),
    equals=(),
    refused={
        "**": "^",
        **dict.fromkeys(("//", "%"), "/"),
        **dict.fromkeys(("_", "#", "!", "."), "polynomials written out"),
    },
    functions={
        **dict.fromkeys(("ideal", "monomialIdeal"), _ideal),
        **dict.fromkeys(("frac", "toField"), _fractions),
        "poly": _polynomial,
        "apply": _applied,
        "toList": _listed,
        "sum": _combined("+"),
        "product": _combined("*"),
        "trim": _trimmed,
        "ZZ": prime_field,
        "GF": _galois_field,
    },
    methods={"[]": _ring, "/": _quotient},
    predefined={"QQ": Field(), **dict.fromkeys(("ZZ", "RR", "CC"), _OTHER)},
    questions=words(
        """
        print time elapsedTime toString netList gens gb groebnerBasis mingens decompose minimalPrimes radical dim codim
        primaryDecomposition irreducibleCharacteristicSeries degree isPrime flatten entries res betti hilbertSeries
        """
    ),
    computing=words(
        """
        associatedPrimes hilbertPolynomial hilbertFunction poincare resolution matrix map random
        numgens rank det minors transpose syz leadTerm saturate quotient intersect eliminate isPrimary basis factor
        support vars length first last image kernel ker coker cokernel module Tor Ext regularity genus multigraded
        variety Proj Spec select sort unique symbol substitute sub homogenize diff jacobian resultant discriminant
        gcd numerator denominator coefficients monomials coefficient terms size isSubset isHomogeneous prune truncate
        timing cpuTime table pack subsets permutations binomial and or not char describe degrees peek isField
        """
    ),
    changing=words("use load value input GF"),
    stop=re.compile(r"(?:end|exit|quit)\b"),
    forms=(
        (_SHOWN, _shown),
        (re.compile(r"(?:(?:time|elapsedTime|timing|print)\b\s*)+"), _behind),
        (re.compile(r"restart\b"), _restarted),
        (re.compile(rf"use\s+({_NAME})\s*\Z"), _used),
        (re.compile(rf"({_NAME})()()\s*:?=(?![=>])\s*"), _assigned),
        (re.compile(rf"([\w\s,'$(){{}}.#]*?){_ASSIGNED}"), _several),
    ),
    own="systemEquations",
    reaching=_REACHING,
    numbers=frozenset(("pi", "ii")),
)
