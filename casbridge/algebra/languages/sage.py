"""Polynomial systems in Sage's language: a ring and an ideal, or a list of polynomials."""

from __future__ import annotations

import re

from casbridge.algebra.expressions import natural_key
from casbridge.algebra.families import family
from casbridge.algebra.fields import VARIABLE_NAME
from casbridge.algebra.languages.calls import (
    appended,
    blanked,
    copied,
    define,
    derivative,
    derivative_of,
    first,
    forgotten,
    numbers_below,
    prime_field,
    reversed_list,
    solver,
    substituted_in,
    total,
)
from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Field, Object, Polynomial, Polynomials, Ring, Text, Unread, number_of
from casbridge.algebra.languages.operands import Script
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.languages.tables import NEVER, Call, Language, words
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Parts
from casbridge.algebra.polynomials import CARET
from casbridge.errors import START, InputError, printable

#: The syntax of Python.
PYTHON = Syntax("#", towers=True, quoted='"""', single=True)
_RINGS = "R.<x, y> = QQ[] or R.<x, y> = GF(7)[]"
#: R.<x, y> = QQ[], R.<x, y> = PolynomialRing(QQ, order="lex")
_NAMED = re.compile(r"([A-Za-z]\w*)\s*\.\s*<([^<>\n]*)>\s*=\s*")
_EMPTY = re.compile(r"\[\s*\]\s*\Z")
_MODULE = re.compile(r"\bsage\.rings\.ideal\.(?=[KC])")
_LINE_GOES_ON = re.compile(r"\\[ \t]*\r?\n")
#: Words that open a block in Python.
PYTHON_BLOCKS = re.compile(r"(?:for|while|if|elif|else|try|except|finally|with|def|class|async|match)\b|@")
#: How loops begin that run over values.
PYTHON_LOOPS = re.compile(r"for\s+(?P<name>[A-Za-z_]\w*)\s+in\b(?P<values>[^:\n]*):")
#: Statements of Python that mean nothing for a system.
PYTHON_HARMLESS = re.compile(r"print\b(?!\s*\()|pass\b|[\"']|\?|help\s*\(|return\b")
#: Functions of Python that only show a value.
PYTHON_QUESTIONS = words("print list len str repr set tuple sorted latex show view pretty_print pprint display")
#: Functions of Python that compute something else, and change nothing.
PYTHON_COMPUTING = words(
    """
    time perf_counter int float bool type min max abs any all zip enumerate isinstance map filter cputime
    walltime open input format dict factor simplify gcd lcm resultant det
    """
)
#: Functions and methods of Python that change a value in ways that are not read.
PYTHON_CHANGING = words(
    "append extend insert remove pop clear sort reverse __setitem__ exec eval setattr globals locals"
)
#: What makes a function of Python change what is outside of it.
PYTHON_REACHING = re.compile(
    r"\b(?:global|nonlocal|exec|eval|globals)\b|\.\s*(?:append|extend|insert|remove|pop|clear|sort|reverse)\b|\]\s*[-+*/]?=(?!=)|\w\s*\+=|\bdel\b"
)
#: The names in an import statement, up to its end.
PYTHON_IMPORT = r"import\b\s*\(?(?P<names>[^();]*)\)?\s*\Z"
_FROM = re.compile(r"from\s+(\w*)(\.\w)?")
#: Modules whose functions change nothing, and that have none with a name that means something here.
_PLAIN_MODULES = words("math time timeit typing pprint Crypto")


def imported_names(text: str) -> list[tuple[str, str]]:
    """The names that an import statement lists, and what each is called from then on.

    >>> imported_names("a, b.c as d")
    [('a', 'a'), ('b.c', 'd')]
    """
    parts = [part.split() for part in text.split(",") if part.strip()]
    return [(part[0], part[-1]) for part in parts]


def _imported(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """from module import name, import module as name: the name stands for something else from now on."""
    module = _FROM.match(script.code.whole, statement.start)
    package, inner = module.groups() if module else ("", "")
    own = "sympy" if script.language.name == "Python" else "sage"
    for name, called in imported_names(match["names"]) if package != "__future__" else ():
        hidden = {called.partition(".")[0]}
        if name == "*":
            hidden = {*script.values, *script.functions}
            if package == own == "sympy" and not inner:
                import sympy

                hidden &= {*dir(sympy)}
            elif hidden or package not in (own, *_PLAIN_MODULES):
                script.unread.append(statement)
                return True
        for one in hidden:
            for names in (script.values, script.formulas, script.bodies, script.functions):
                names.pop(one, None)
            if package != own or called != name:
                script.functions[one] = False if package in _PLAIN_MODULES else None
    return True


#: Statements of Python that import, and that define functions.
PYTHON_FORMS = (
    (re.compile(rf"(?:from\b[\s\w.]*\s)?{PYTHON_IMPORT}"), _imported),
    (re.compile(r"(?:def\s+|class\s+)([A-Za-z]\w*)"), define),
    (re.compile(r"([A-Za-z]\w*)\s*=\s*lambda\b(?P<parameters>[\w, ]+):"), define),
    (re.compile(r"([A-Za-z]\w*)\s*=\s*lambda\b"), define),
)


def _string(script: Interpreter, call: Call) -> Object:
    """str(3)."""
    value = script.value(*call.arguments[0]) if len(call.arguments) == 1 else None
    number = number_of(value.text) if isinstance(value, Polynomial) else None
    of = value if isinstance(value, Polynomials) else getattr(value, "of", None)
    return Unread(script.call_not_read(call), of) if number is None else Text(str(number))


#: What functions of Python mean.
PYTHON_FUNCTIONS = {
    "range": numbers_below,
    "sum": total(),
    "prod": total("*"),
    **dict.fromkeys(("list", "tuple"), copied),
    "diff": derivative,
    "reversed": reversed_list,
    "str": _string,
}


def plain_python(code: Code) -> None:
    """Put blanks in place of backslashes at ends of lines: the statement goes on.

    >>> code = Code("x \\\\\\n+ y", PYTHON)
    >>> plain_python(code)
    >>> code.text
    'x   + y'
    """
    code.text = _LINE_GOES_ON.sub(lambda match: " " * len(match.group()), code.text)


@reader(PYTHON)
def read_sage(code: Code, notation: Notation) -> Parts:
    """The system in a Sage script: an ideal, the list that `solve` gets, or else the one list of polynomials.

    The ring is `R.<y, x> = QQ[]`, `R.<y, x> = PolynomialRing(GF(7), 2)` or `PolynomialRing(QQ, 'y,x')`, where the first
    variable is the greatest. `solve([…], x, y)` names the lowest variable first. Polynomials and lists may have names.
    Quotient rings, assumptions, and lists or ideals that are computed are refused.

    >>> system = read_sage("R.<x,y> = PolynomialRing(QQ, order='lex')\\nf = x*y - 1\\nI = R.ideal([x^2 + y^2 - 1, f])")
    >>> system.ring, list(system.polynomials())
    (QQ[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    plain_python(code)
    blanked(code, _MODULE)
    script = Script(code, _SAGE, notation)
    script.run()
    return script.system()


def _named_ring(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """R.<x, y> = QQ[]."""
    code, start, end = script.code, match.end(), statement.end
    ring = Ring(statement.start)
    try:
        names = code.names(code.items(*match.span(2)))
        empty = _EMPTY.search(code.text, start, end)
        value = script.value(start, empty.start() if empty else end)
        if isinstance(value, Ring):
            ring = value
        elif not isinstance(value, Field) or empty is None:
            raise _unread_ring(script, statement.start, end)
        else:
            ring.number, ring.parameters = value.characteristic, value.parameters
        ring.variables = names
    except InputError as error:
        ring.error = error if ring.error is None else ring.error
        names = re.findall(r"[A-Za-z]\w*", match.group(2))
        ring.variables = names
    if ring not in script.rings:
        script.rings.append(ring)
    script.bind(match.group(1), ring)
    for number, name in enumerate(names, 1):
        script.bind(name, script.generator(ring, number, statement.start))
    return True


def _unread_ring(script: Interpreter, start: int, end: int) -> InputError:
    return script.code.place(start).error(f"a ring that is not read: {script.shown(start, end)}", _RINGS)


def _names(script: Interpreter, values: list[Object], at: int) -> list[str]:
    """The names that strings, lists of strings and a number of variables say."""
    sizes = [value.number for value in values if isinstance(value, Polynomial) and value.number is not None]
    listed = [value for value in values if isinstance(value, Polynomials)]
    texts = [
        one for one in (*values, *(inner for element in listed for inner in element.elements)) if isinstance(one, Text)
    ]
    names = [name for text in texts for name in text.names]
    if (
        sizes
        and len(names) == 1
        and sizes[0] is not None
        and 0 < sizes[0] < 100_000
        and not (listed or "," in texts[0].text)
    ):
        is_spelt = sizes[0] == len(names[0]) > 1 and names[0].isalpha()  # PolynomialRing(QQ, 3, 'xyz')
        names = [*names[0]] if is_spelt else [f"{names[0]}{number}" for number in range(sizes[0])]
    wrong = next((name for name in names if not VARIABLE_NAME.match(name)), None)
    if wrong is not None:
        raise script.code.place(at).error(f"the name {printable(wrong, 40)!r}", "letters, digits and _")
    return names


def _ring(script: Interpreter, call: Call) -> Object:
    """PolynomialRing(QQ, 'x,y'), PolynomialRing(QQ, 2, names='x,y'), PolynomialRing(QQ, 'x', 3)."""
    whole = (call.at, script.code.closing(call.opening) + 1)
    values = []
    for number, part in enumerate(call.arguments):
        keyword = script.keyword(part)
        if keyword is None or keyword[0] == "names":
            values.append(script.value(*(keyword[1] if keyword else part)))
        elif keyword[0] == "order" and (order := script.code.whole[slice(*keyword[1])]) and "neg" in order:
            raise script.code.place(part[0]).error(
                f"an order that is local: {printable(order.strip(), 40)}", "an order such as lex or degrevlex"
            )
        elif keyword[0] not in ("order", "implementation", "sparse", "n"):
            raise _unread_ring(script, *whole)
        if not number and not isinstance(values[0], Field):
            raise _unread_ring(script, *whole)
    field = values[0] if values else None
    if not isinstance(field, Field):
        raise _unread_ring(script, *whole)
    ring = Ring(call.at, _names(script, values[1:], call.at), field.characteristic, field.parameters)
    script.rings.append(ring)
    return ring


def _indexed(script: Interpreter, value: Object, call: Call) -> Object:
    """QQ['x,y'], QQ['x']['y'] is refused; QQ[x, y] of names of variables."""
    if not isinstance(value, Field) or not call.arguments:
        raise _unread_ring(script, call.at, script.code.closing(call.opening) + 1)
    names = _names(script, [script.value(*part) for part in call.arguments], call.at)
    ring = Ring(call.at, names, value.characteristic, value.parameters)
    if not names:
        ring.error = _unread_ring(script, call.at, script.code.closing(call.opening) + 1)
    script.rings.append(ring)
    return ring


def _fractions(script: Interpreter, call: Call) -> Object:
    """Frac(R): the field of fractions of a ring, whose variables are parameters."""
    return _fractions_of(script, script.value(*call.arguments[0]) if call.arguments else Field(), call)


def _fractions_of(script: Interpreter, value: Object, call: Call) -> Object:
    """The field of fractions of a ring."""
    if not isinstance(value, Ring) or value.error or not value.variables or value.parameters:
        raise _unread_ring(script, call.at, script.statement.end)
    script.rings.remove(value)
    # The ring's variables are parameters: they belong to no ring of their own.
    for name in value.variables:
        if isinstance(variable := script.values.get(name), Polynomial) and variable.rings == (value,):
            script.values[name] = Polynomial(name, variable.at)
    return Field(value.number, tuple(value.variables))


def _generators(script: Interpreter, value: Object, call: Call) -> Object:
    if isinstance(value, Field):  # F.gens() of a field of fractions
        at = script.code.place(call.at)
        return Polynomials(call.at, [Polynomial(parameter, at) for parameter in value.parameters], is_part=True)
    if not isinstance(value, Ring):
        raise script.not_plain(call.at, script.statement.end)
    generators = script.generators(value)
    generators.is_part = True
    return generators


def _generator(script: Interpreter, value: Object, call: Call) -> Object:
    number = script.integer(*call.arguments[0]) if call.arguments else 0
    generators = _generators(script, value, call)
    assert isinstance(generators, Polynomials)
    if not 0 <= number < len(generators.elements):
        raise script.not_plain(call.at, script.statement.end)
    return generators.elements[number]


def _ideal(script: Interpreter, value: Object, call: Call) -> Object:
    """R.ideal(f, g)."""
    if isinstance(value, Ring):
        return script.ideal(call, call.arguments, value)
    raise script.not_plain(call.at, script.statement.end)


def _inject(script: Interpreter, value: Object, call: Call) -> Object:
    """R.inject_variables(): the names of the variables stand for them."""
    if not isinstance(value, Ring):
        raise script.not_plain(call.at, script.statement.end)
    for number, name in enumerate(value.variables, 1):
        script.bind(name, script.generator(value, number, call.at))
    return Text("")


def _katsura(script: Interpreter, call: Call) -> Object:
    """sage.rings.ideal.Katsura(R), of as many variables as the ring has or as are given; and Cyclic(R)."""
    ring = script.value(*call.arguments[0]) if call.arguments else None
    if not isinstance(ring, Ring) or len(call.arguments) > len(("ring", "number")) or ring.error:
        raise script.call_not_plain(call)
    size = script.integer(*call.arguments[1]) if len(call.arguments) > 1 else len(ring.variables)
    if not 1 < size <= len(ring.variables):
        raise script.call_not_plain(call)
    system = family(call.name.lower(), size - (call.name == "Katsura"))
    own = sorted(system.ring.variables, key=natural_key)
    names = dict(zip(own, ring.variables, strict=False))
    texts = [
        NAME.sub(lambda match: names[match.group()], polynomial.text(style=CARET))
        for polynomial in system.polynomials()
    ]
    at = script.code.place(call.at)
    ideal = Polynomials(call.at, [Polynomial(text, at, (ring,)) for text in texts], ring=ring, is_ideal=True)
    ideal.last = script.statement.end
    script.stated.append(ideal)
    return ideal


def _variables(script: Interpreter, call: Call) -> Object:
    """var('x y'): variables of expressions."""
    names: list[str] = []
    for part in call.arguments:
        if (option := script.keyword(part)) is not None:
            option_text = printable(f"{option[0]}={script.code.whole[slice(*option[1])].strip()}", 40)
            raise script.code.place(part[0]).error(f"variables with {option_text}", "variables without conditions")
        value = script.value(*part)
        if not isinstance(value, Text):
            raise script.call_not_plain(call)
        names += value.names
    variables = Polynomials(call.at, is_part=True)
    for name in names:
        if not VARIABLE_NAME.match(name):
            raise script.code.place(call.at).error(f"the name {printable(name, 40)!r}", "letters, digits and _")
        variable = script.symbol(name, name, call.at)
        script.declared.add(name)
        variables.elements.append(variable)
        script.bind(name, variable)
    return variables if len(names) > 1 else variables.elements[0] if names else variables


_SAGE = Language(
    "Sage",
    "R.<x, y> = QQ[] and I = ideal(x^2 - 1, x*y)",
    lines=NEVER,
    loops=PYTHON_LOOPS,
    blocks=PYTHON_BLOCKS,
    is_indented=True,
    has_tuples=True,
    equals=("==",),
    joined=re.compile(r"\+"),
    numbers=frozenset(("I", "pi", "e")),
    first=0,
    is_shared=True,
    has_options=True,
    functions={
        **PYTHON_FUNCTIONS,
        "PolynomialRing": _ring,
        **dict.fromkeys(("GF", "FiniteField"), prime_field),
        **dict.fromkeys(("Frac", "FractionField"), _fractions),
        **dict.fromkeys(("ideal", "Ideal"), lambda script, call: script.ideal(call, call.arguments)),
        "var": _variables,
        **dict.fromkeys(("Katsura", "Cyclic"), _katsura),
        **dict.fromkeys(("Sequence", "Set"), copied),
        **dict.fromkeys(("expand", "QQ", "ZZ"), first),
        "srange": numbers_below,
    },
    rings=frozenset(("PolynomialRing",)),
    solvers={"solve": solver()},
    questions=PYTHON_QUESTIONS
    | words(
        """
        groebner_basis dimension variety minimal_associated_primes associated_primes primary_decomposition is_prime
        complete_primary_decomposition gens ngens basis triangular_decomposition vector_space_dimension hilbert_series
        hilbert_polynomial normal_basis interreduced_basis is_one is_zero groebner_fan plot degree_of_semi_regularity
        transformed_basis genus basis_is_groebner ring
        """
    ),
    computing=PYTHON_COMPUTING | words("reset set_verbose matrix vector random_matrix set_random_seed ZZ QQ"),
    methods={
        "[]": _indexed,
        "gens": _generators,
        "gen": _generator,
        "ideal": _ideal,
        "inject_variables": _inject,
        "var": lambda script, _, call: _variables(script, call),
        "fraction_field": _fractions_of,
        **dict.fromkeys(("diff", "derivative"), derivative_of),
        **dict.fromkeys(("subs", "substitute"), substituted_in),
        **dict.fromkeys(("append", "extend"), appended),
    },
    changing=PYTHON_CHANGING,
    forms=(
        (re.compile(r"reset\s*\(\s*\)"), forgotten),
        (_NAMED, _named_ring),
        *PYTHON_FORMS,
        (re.compile(r"([A-Za-z]\w*)\s*\((?P<parameters>[\w, ]+)\)\s*=(?!=)"), define),
    ),
    harmless=PYTHON_HARMLESS,
    own="equations",
    own_variables="unknowns",
    reaching=PYTHON_REACHING,
    unread=re.compile(r"\b(?:assume|load|attach|sage_eval|forget)\s*\("),
    predefined={"QQ": Field(), "x": Polynomial("x", START)},
)
