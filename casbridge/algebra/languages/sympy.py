"""Polynomial systems in Python code for SymPy: the list in `groebner`, `solve` and the like."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from casbridge.algebra.fields import VARIABLE_NAME
from casbridge.algebra.languages.calls import (
    appended,
    blanked,
    derivative_of,
    first,
    number,
    prime_field,
    substituted_in,
    vector,
)
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Field, Object, Polynomial, Polynomials, Text, bracketed
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.programs import EXPECTED, Statement
from casbridge.algebra.languages.sage import (
    PYTHON,
    PYTHON_BLOCKS,
    PYTHON_CHANGING,
    PYTHON_COMPUTING,
    PYTHON_FORMS,
    PYTHON_FUNCTIONS,
    PYTHON_HARMLESS,
    PYTHON_IMPORT,
    PYTHON_LOOPS,
    PYTHON_QUESTIONS,
    PYTHON_REACHING,
    imported_names,
    plain_python,
)
from casbridge.algebra.languages.scanning import Code, reader
from casbridge.algebra.languages.tables import NEVER, Asked, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Parts
from casbridge.errors import printable
from casbridge.notices import notice

_ALIAS = re.compile(r"^[ \t]*import[ \t]+sympy(?:[ \t]+as[ \t]+(\w+))?", re.MULTILINE)
_ABC = re.compile(rf"from\s+sympy\.abc\s+{PYTHON_IMPORT}")
_RANGE = re.compile(r"([A-Za-z_]\w*?)([0-9]*):([0-9]+)\Z")
_ANY_VALUE = words("order method polys dict set check simplify rational quick minimal warn manual particular")
#: What may be True of a symbol: the zeros of a system are complex ones all the same.
_NO_CONDITION = words("real extended_real complex finite commutative hermitian")
#: Without these x*y is not y*x, or x - x not 0.
_CHANGING_SUMS = words("commutative finite infinite")
_POLY = re.compile(r"\bPoly\s*\(")
_DUMMY = ", a Dummy, number "
_DOMAIN = re.compile(r"['\"]?(?:ZZ|QQ)['\"]?|(?:GF|FF)\(([0-9]+)\)|['\"](?:GF|FF)\(([0-9]+)\)['\"]")


_REAL = re.compile(r"\breal\s*=\s*True")


@reader(PYTHON)
def read_sympy(code: Code, notation: Notation) -> Parts:
    """The system in Python code for SymPy: the list in `groebner`, `solve`, `nonlinsolve` or `solve_poly_system`.

    The list stands in the call, or has a name. It may have `Eq(a, b)`, `Poly(f, x)`, `Rational(1, 2)`, names of
    polynomials, and comprehensions over ranges. `groebner(F, y, x)` names the greatest variable first, solvers name the
    lowest first. Without variables these are in natural order. Other symbols are parameters. Nothing is run: `^`, `==`,
    quotients such as 1/2, a decimal number in Python, and symbols such as positive ones in equations are refused.

    >>> system = read_sympy("x, y = symbols('x y')\\ngroebner([x**2 + y**2 - 1, Eq(x*y, 1)], x, y, modulus=7)")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    plain_python(code)
    aliases = {name or "sympy" for name in _ALIAS.findall(code.text)} | {"sympy", "sp", "sym", "smp"}
    blanked(code, re.compile(rf"(?<![\w.])(?:{'|'.join(sorted(aliases))})\s*\.\s*(?=[A-Za-z])(?!abc\b)"))
    script = Script(code, _SYMPY, notation)
    script.run()
    parts = script.system()
    if real := _REAL.search(code.text):
        at = code.place(real.start())
        notice(f"{at.source or '<input>'}:{at.line}: {real.group()}: zeros are complex here, and need not be real")
    return parts


def _declare(script: Interpreter, names: list[str], at: int, known: str = "") -> Polynomials:
    """The symbols of names such as x, or x0:3 for x0, x1, x2. known: what tells them from others of the same names."""
    symbols = Polynomials(at, is_part=True, is_tuple=True)
    for name in names:
        numbered = _RANGE.match(name)
        several = [name]
        if numbered is not None:
            low, high = int(numbered.group(2)[:9] or 0), int(numbered.group(3)[:9])
            script.numbers(low, high, at=at)
            several = [f"{numbered.group(1)}{number}" for number in range(low, high)]
        for one in several:
            if not VARIABLE_NAME.match(one):
                raise script.code.place(at).error(f"the symbol {printable(one, 40)!r}", "letters, digits and _")
            script.declared.add(one)
            number = len(script.symbols) if known == _DUMMY else ""  # each one is another symbol
            symbols.elements.append(script.symbol(one, f"{one}{known}{number}", at))
    return symbols


def _symbols(script: Interpreter, call: Call) -> Object:
    """symbols('x y'), symbols('x0:3'), Symbol('x')."""
    options = dict(filter(None, map(script.keyword, call.arguments)))
    values = [script.value(*part) for part in call.arguments if script.keyword(part) is None]
    listed = [one for value in values for one in (value.elements if isinstance(value, Polynomials) else [value])]
    texts = [element for element in listed if isinstance(element, Text)]
    if len(texts) < len(listed) or not texts:
        raise script.call_not_plain(call)
    options.pop("seq", None)
    option_texts = [printable(f"{one}={script.code.passage(*part).text}", 40) for one, part in options.items()]
    is_dummy = call.name == "Dummy" or "cls=Dummy" in option_texts
    distinction = _DUMMY if is_dummy else "".join(f" with {one}" for one in sorted(option_texts))
    symbols = _declare(script, [name for text in texts for name in text.names], call.at, distinction)
    for (option, part), text in zip(options.items(), option_texts, strict=True):
        error = script.code.place(script.code.begin(*part)).error(f"symbols with {text}", "symbols without assumptions")
        if option in _NO_CONDITION and text.endswith("=True"):
            continue
        if option in _CHANGING_SUMS:
            raise error
        script.conditions.update((polynomial.text, error) for polynomial in symbols.polynomials)
    if call.name == "var":
        for polynomial in symbols.polynomials:
            script.bind(polynomial.text, polynomial)
    string = next((value for value in values if isinstance(value, Text)), Text(""))
    is_list = "," in string.text or len(symbols.elements) != 1 or "seq" in options
    return symbols if is_list else symbols.elements[0]


def _imported(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """from sympy.abc import x, y."""
    for name, called in imported_names(match["names"]):
        script.bind(called, _declare(script, [name], statement.start).elements[0])
    return True


def _equation(script: Interpreter, call: Call) -> Object:
    """Eq(a, b)."""
    parts = [part for part in call.arguments if script.keyword(part) is None]
    sides = [script.value(*part) for part in parts]
    plain = [side for side in sides if isinstance(side, Polynomial) and "=" not in side.text]
    if len(plain) < len(sides) or len(sides) not in (1, 2):
        raise script.code.place(call.at).error(f"Eq with {len(sides)} arguments", "Eq(a, b), an equation")
    left_side, right = (*plain, Polynomial("0", plain[0].at))[:2]
    return Polynomial(f"{left_side.text} = {right.text}", left_side.at, (*left_side.rings, *right.rings))


def _polynomial(script: Interpreter, call: Call) -> Object:
    """Poly(f, x, y), Poly([1, 0, -1], x) with coefficients, those of the highest power first."""
    options = dict(filter(None, map(script.keyword, call.arguments)))
    if "modulus" in options or ("domain" in options and not _rational(script, options["domain"])) or not call.arguments:
        raise script.code.place(call.at).error("Poly with a modulus", "modulus=7 in the call")
    value = script.value(*call.arguments[0])
    if not isinstance(value, Polynomials):
        return value
    names = script.names_of([part for part in call.arguments[1:] if script.keyword(part) is None])
    if len(names) != 1 or value.error or len(value.polynomials) < len(value.elements):
        raise script.call_not_plain(call)
    value.is_part, highest = True, len(value.elements) - 1
    at, texts = script.code.place(call.at), [bracketed(polynomial.text) for polynomial in value.polynomials]
    terms = [Polynomial(f"{text}*{names[0]}**{highest - position}", at) for position, text in enumerate(texts)]
    return script.added(Polynomials(call.at, [*terms]), call.at)


def _rational(script: Interpreter, part: tuple[int, int]) -> bool:
    match = _DOMAIN.fullmatch(script.code.whole[slice(*part)].strip())
    return match is not None and not (match.group(1) or match.group(2))


def _asked(script: Interpreter, call: Call) -> Asked:
    """The variables that a call names, the lowest first, and the characteristic of its domain or modulus."""
    value, characteristic = script.asked, None
    names = []
    for part in call.arguments[1:]:
        keyword = script.keyword(part)
        if keyword is None:
            text = script.code.text[slice(*part)]
            begin = script.code.begin(*part)
            names.append((begin + text.strip().startswith("*"), part[1]))
            continue
        key, where = keyword
        domain_text = script.code.passage(*where)._replace(text=script.code.whole[slice(*where)].strip())
        domain = _DOMAIN.fullmatch(domain_text.text) if key == "domain" else None
        field = script.values.get(domain_text.text)
        if key == "modulus":
            characteristic = domain_text._replace(text=str(script.integer(*where)))
        elif domain is not None:
            prime = domain.group(1) or domain.group(2)
            characteristic = domain_text._replace(text=prime) if prime else characteristic
        elif key == "domain" and isinstance(field, Field):
            characteristic = field.characteristic
        elif key not in _ANY_VALUE:
            problem = f"the option {printable(' '.join(script.code.whole[slice(*part)].split()), 40)}"
            raise script.code.place(script.code.begin(*part)).error(problem, "domain=QQ, modulus=7, or no such option")
    variables = script.names_of(names)
    if (
        not variables
        and call.name != "solve"
        and (poly_call := _POLY.search(script.code.text, 0, call.arguments[0][1]))
    ):
        raise script.code.place(poly_call.start()).error("variables in Poly", f"the variables in {call.name}, too")
    if call.name == "groebner":  # the ideal is the same, whatever is known of symbols
        return Asked(variables[::-1] or None, characteristic)
    _check_conditions(script, value, variables)
    return Asked(variables or None, characteristic)


def _check_conditions(script: Interpreter, value: Object, variables: Sequence[str] = ()) -> None:
    """Raise InputError where a list has symbols with conditions on their values, such as positive=True."""
    listed = value.elements if isinstance(value, Polynomials) else [value]
    texts = [element.text for element in listed if isinstance(element, Polynomial)]
    for name in chain(variables, *map(NAME.findall, texts)) if script.conditions else ():
        if name in script.conditions:
            raise script.conditions[name]


def _side(script: Interpreter, value: Object, call: Call) -> Object:
    """The left or the right side of an equation."""
    if not isinstance(value, Polynomial) or "=" not in value.text:
        raise script.not_plain(call.at, script.statement.end)
    left, _, right = value.text.partition("=")
    return replace(value, text=f"({(left if call.name == 'lhs' else right).strip()})")


def _linear(script: Interpreter, call: Call) -> Asked:
    """The list in linsolve: equations, the rows of an augmented matrix, or a matrix and a column."""
    value = script.asked
    names = script.names_of([part for part in call.arguments[1:] if script.keyword(part) is None])
    nested = (
        [element for element in value.elements if isinstance(element, Polynomials)]
        if isinstance(value, Polynomials)
        else []
    )
    if not isinstance(value, Polynomials) or not nested or len(nested) < len(value.elements):
        return Asked(names or None)
    rows = [one.polynomials for one in nested]
    if len(nested) == len(("matrix", "column")) and any(
        isinstance(element, Polynomials) for element in nested[0].elements
    ):
        column = [
            element.polynomials[0] if isinstance(element, Polynomials) else element for element in nested[1].elements
        ]
        rows = [
            [*row.polynomials, last]
            for row, last in zip(nested[0].elements, column, strict=False)
            if isinstance(row, Polynomials) and isinstance(last, Polynomial)
        ]
    if any(len(row) != len(names) + 1 for row in rows):
        raise script.not_plain(call.at, script.statement.end)
    texts = [" + ".join(f"({one.text})*{name}" for one, name in zip(row, names, strict=False)) for row in rows]
    at = script.code.place(call.at)
    listed = [Polynomial(f"{text} = {row[-1].text}", at) for text, row in zip(texts, rows, strict=True)]
    return Asked(names or None, equations=Polynomials(call.at, [*listed]))


def _refused(script: Interpreter, call: Call) -> Object:
    raise script.code.place(call.at).error(f"no polynomial over QQ: {script.shown_call(call)}", EXPECTED)


_SYMPY = Language(
    "Python",
    "groebner([x**2 - 1, x*y], x, y)",
    lines=NEVER,
    loops=PYTHON_LOOPS,
    blocks=PYTHON_BLOCKS,
    is_indented=True,
    has_tuples=True,
    equals=(),
    joined=re.compile(r"\+"),
    refused={"^": "**, since ^ is no power in Python", "==": "Eq(a, b), since == compares in Python"},
    numbers=frozenset(("I", "E", "pi", "oo", "zoo", "nan", "GoldenRatio")),
    first=0,
    is_shared=True,
    has_options=True,
    quotient="Rational(1, 2) for 1/2",
    functions={
        **PYTHON_FUNCTIONS,
        **dict.fromkeys(("symbols", "Symbol", "var", "Dummy"), _symbols),
        "Eq": _equation,
        "Poly": _polynomial,
        **dict.fromkeys(("Rational", "Integer", "S", "QQ", "ZZ"), number),
        **dict.fromkeys(("GF", "FF"), prime_field),
        **dict.fromkeys(("expand", "sympify", "nsimplify"), first),
        "Matrix": vector,
        "sqrt": _refused,
    },
    solvers={
        **dict.fromkeys(("groebner", "solve", "nonlinsolve", "solve_poly_system", "solve_triangulated"), _asked),
        **dict.fromkeys(("linsolve", "solve_linear_system"), _linear),
    },
    questions=PYTHON_QUESTIONS,
    computing=PYTHON_COMPUTING | words("init_printing diff series lambdify checksol together cancel apart N Function"),
    methods={
        **dict.fromkeys(("append", "extend"), appended),
        "frac_field": lambda script, value, call: Field(
            None, tuple(script.names_of([(a + 1, b) for a, b in call.arguments]))
        ),
        "diff": derivative_of,
        "subs": substituted_in,
        **dict.fromkeys(("lhs", "rhs"), _side),
        "as_expr": lambda script, value, call: value,
        "expand": lambda script, value, call: value,
    },
    changing=PYTHON_CHANGING,
    forms=(
        (_ABC, _imported),
        *PYTHON_FORMS,
    ),
    harmless=PYTHON_HARMLESS,
    own="equations",
    own_variables="variables",
    own_parameters="parameters",
    reaching=PYTHON_REACHING,
    predefined={"QQ": Field(), "True": Text("True"), "False": Text("False")},
)
