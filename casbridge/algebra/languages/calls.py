"""What calls mean in more than one language: solvers, repetitions over ranges, sums, lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import Field, Object, Polynomial, Polynomials, Unread, matrix
from casbridge.algebra.languages.programs import Statement
from casbridge.algebra.languages.scanning import Code, blank
from casbridge.algebra.languages.tables import Asked, Call
from casbridge.algebra.passages import NAME, Parts, Passage, system_of_parts
from casbridge.algebra.polynomials import CARET
from casbridge.errors import InputError, Location

_LOOP = re.compile(r"\s*'?([A-Za-z]\w*)'?\s*(?:=(?!=)|\bin\b|<-)")
_PARAMETER = re.compile(r"[A-Za-z_]\w*")
_DENOMINATOR = re.compile(r"/\s*(?![0-9])|\^\s*\(?\s*-")
_FACTOR, _POWER_SIGN = re.compile(r"\s*(?:\w+|\()"), re.compile(r"\s*(?:\^|\*\*)")
_MOST = 1 << 62
_MOST_TIMES = 20
_POWER = re.compile(r"[0-9]+(?:\s*\^\s*[0-9]+)?\Z")
_NAME = re.compile(r"\s*'?([A-Za-z]\w*)'?\s*\Z")
#: What a function of the interpreter's tables is.
Reader = Callable[[Interpreter, Call], Object]


def solver(*, greatest_first: bool = False) -> Callable[[Interpreter, Call], Asked]:
    """A solver that gets the variables behind the list, one by one or in a list; none: those that occur.

    greatest_first: whether the first variable is the greatest, as for Gröbner bases; else it is the lowest.

    >>> from casbridge.algebra.languages import read_maxima
    >>> read_maxima("solve([x = y], [y, x]);").ring
    QQ[y, x]
    """

    def read(script: Interpreter, call: Call) -> Asked:
        names = script.names_of([part for part in call.arguments[1:] if script.keyword(part) is None])
        return Asked((names[::-1] if greatest_first else names) or None)

    return read


def repeated(script: Interpreter, call: Call) -> Polynomials:
    """seq(f, i = 1 .. 3), seq(f, i in F), seq(1 .. 3), makelist(f, i, 1, 3), makelist(f, i, F).

    >>> from casbridge.algebra.languages import read_maple
    >>> len(read_maple("F := [seq(x[i] - i, i = 1 .. 3)];"))
    3
    """
    if len(call.arguments) == 1:
        listed = script.listed(call.opening)
        listed.is_sequence = True
        return listed
    if not call.arguments:
        raise script.call_not_plain(call)
    body, *loops = call.arguments
    loop = _LOOP.match(script.code.text, *loops[0])
    if loop is not None and len(loops) == 1:
        values: Sequence[Object] = script.range_of(loop.end(), loops[0][1])
    else:
        loop = _NAME.match(script.code.text[slice(*loops[0])])
        values = _values(script, call, loops[1:])
    if loop is None:
        raise script.not_plain(call.at, loops[-1][1])
    return script.each(loop.group(1), values, lambda: script.value(*body))


def _values(script: Interpreter, call: Call, parts: Sequence[tuple[int, int]]) -> Sequence[Object]:
    """The values of a loop's name: from 1 to a number, from one to another, in steps, or those of a list."""
    if len(parts) == 1:
        value = script.value(*parts[0])
        if isinstance(value, Polynomials) and not value.error:
            value.is_part = True
            return value.elements
        return script.numbers(1, script.integer(*parts[0]), at=call.at).elements
    if len(parts) < len(("first", "last")):
        raise script.call_not_plain(call)
    low, high, step = [*(script.integer(*part) for part in parts[:3]), 1][:3]
    return script.numbers(low, high, step, at=call.at).elements


def table(script: Interpreter, call: Call) -> Polynomials:
    """Table[f, {i, 3}], Table[f, {i, 1, 3}, {j, i, 4}].

    >>> from casbridge.algebra.languages import read_mathematica
    >>> len(read_mathematica("Solve[Table[x[i] == i, {i, 3}]]"))
    3
    """
    body, *loops = call.arguments or [(call.opening, call.opening)]

    def inner(number: int) -> Object:
        if number == len(loops):
            return script.value(*body)
        begin = script.code.begin(*loops[number])
        name, *parts = script.code.arguments(begin) if script.code.text[begin : begin + 1] == "{" else [(begin, begin)]
        loop = _NAME.match(script.code.text[slice(*name)])
        if loop is None or not parts:
            raise script.call_not_plain(call)
        rows = script.each(loop.group(1), _values(script, call, parts), lambda: inner(number + 1))
        rows.is_sequence = False
        return rows

    rows = inner(0)
    assert isinstance(rows, Polynomials)
    return rows


def combined(repeat: Reader, sign: str = "+") -> Reader:
    """The sum of what a call repeats; its product with the sign *.

    >>> from casbridge.algebra.languages import read_maple
    >>> list(read_maple("F := [add(x[i], i = 1 .. 3)];").polynomials())
    [x_3 + x_2 + x_1]
    """

    def read(script: Interpreter, call: Call) -> Object:
        value = repeat(script, call)
        while isinstance(value, Polynomials) and any(isinstance(element, Polynomials) for element in value.elements):
            inner = [element.elements if isinstance(element, Polynomials) else [element] for element in value.elements]
            value = Polynomials(call.at, [element for listed in inner for element in listed])
        return script.added(value, call.at, sign)

    return read


def first(script: Interpreter, call: Call) -> Object:
    """The value of the first argument: expand(f), list(F).

    >>> from casbridge.algebra.languages import read_maple
    >>> list(read_maple("F := [expand(x*(x + 1))];").polynomials())
    [x**2 + x]
    """
    if not call.arguments:
        return Polynomials(call.at)
    return script.value(*call.arguments[0])


def copied(script: Interpreter, call: Call) -> Object:
    """list(F): another list with the same elements.

    >>> from casbridge.algebra.languages import read_sage
    >>> len(read_sage("R.<x> = QQ[]; F = [x]; G = list(F); G.append(x + 1); I = ideal(F)"))
    1
    """
    value = first(script, call)
    if not isinstance(value, Polynomials) or value.is_ideal:
        return value
    value.is_part = True
    return Polynomials(call.at, [*value.items], error=value.error, ring=value.ring)


def vector(script: Interpreter, call: Call) -> Object:
    """Matrix([f, g]), Matrix(1, 2, [f, g]): a list whose sums are those of vectors.

    >>> from casbridge.algebra.languages import read_sympy
    >>> len(read_sympy("solve(Matrix([x, y]), [x, y])"))
    2
    """
    *sizes, part = call.arguments or [(call.opening, call.opening)]
    value = script.value(*part)
    if not isinstance(value, Polynomials) or len(sizes) not in (0, len(("rows", "columns"))):
        raise script.call_not_plain(call)
    value.is_part = True
    if not sizes:
        return replace(value, at=call.at, elements=[*value.elements], is_part=False, is_vector=True, name="")
    rows, columns = (script.integer(*one) for one in sizes)
    if rows * columns != len(value.elements) or columns < 1:
        raise script.call_not_plain(call)
    return matrix([value.elements[at : at + columns] for at in range(0, rows * columns, columns)], call.at)


def total(sign: str = "+") -> Reader:
    """The sum of a list, or its product: of one argument, without lists in it.

    >>> from casbridge.algebra.languages import read_sage
    >>> list(read_sage("R.<x, y> = QQ[]; I = ideal(sum([x, y]))").polynomials())
    [x + y]
    """

    def read(script: Interpreter, call: Call) -> Object:
        if len(call.arguments) != 1:
            raise script.call_not_plain(call)
        return script.added(first(script, call), call.at, sign)

    return read


def forgotten(script: Interpreter, _: re.Match[str], __: Statement) -> bool:
    """restart, kill(all): names have no values from now on.

    >>> from casbridge.algebra.languages import read_maple
    >>> list(read_maple("a := 2: restart: F := [a - x];").polynomials())
    [-x + a]
    """
    for names in (script.values, script.cells, script.formulas, script.functions):
        names.clear()
    return True


def operands(script: Interpreter, call: Call) -> Object:
    """op(F): the elements of a list.

    >>> from casbridge.algebra.languages import read_maple
    >>> len(read_maple("F := [x - 1]: G := [op(F), y];"))
    2
    """
    value = first(script, call)
    if len(call.arguments) != 1 or not isinstance(value, Polynomials):
        raise script.call_not_plain(call)
    value.is_part = True
    return Polynomials(call.at, value.elements, error=value.error, is_sequence=True)


def numbers_below(script: Interpreter, call: Call) -> Object:
    """range(3), range(1, 4), range(1, 9, 2): the last number is not there.

    >>> from casbridge.algebra.languages import read_sage
    >>> len(read_sage("R.<x> = QQ[]; I = ideal([x + i for i in range(2, 5)])"))
    3
    """
    parts = [script.integer(*part) for part in call.arguments[:3]]
    first_number, last, step = (0, parts[0], 1) if len(parts) == 1 else (*parts, 1)[:3]
    return script.numbers(first_number, last - (1 if step > 0 else -1), step, at=call.at)


def reversed_list(script: Interpreter, call: Call) -> Object:
    """A list in the other order.

    >>> from casbridge.algebra.languages import read_sage
    >>> list(read_sage("R.<x> = QQ[]; I = ideal(list(reversed([x, x + 1])))").polynomials())
    [x + 1, x]
    """
    value = first(script, call)
    if not isinstance(value, Polynomials):
        raise script.call_not_plain(call)
    value.is_part = True
    return Polynomials(call.at, value.elements[::-1], error=value.error, is_part=True)


def appended(script: Interpreter, value: Object, call: Call) -> Object:
    """F.append(f), F.extend(G): F has more elements from now on.

    >>> from casbridge.algebra.languages import read_sage
    >>> len(read_sage("R.<x> = QQ[]; F = [x]; F.append(x + 1); I = ideal(F)"))
    2
    """
    if not isinstance(value, Polynomials) or len(call.arguments) != 1 or value.is_ideal:
        raise script.not_plain(call.at, script.statement.end)
    addition = script.value(*call.arguments[0])
    changed = script.to_change(value.name, value)
    changed.elements += addition.elements if call.name == "extend" and isinstance(addition, Polynomials) else [addition]
    return changed


def numerators(script: Interpreter, call: Call) -> Object:
    """numer(F), where no denominator has a name: the same zeros.

    >>> from casbridge.algebra.languages import read_maple
    >>> list(read_maple("F := numer([x/2 - 1]);").polynomials())
    [1/2*x - 1]
    """
    value = first(script, call)
    elements = value.elements if isinstance(value, Polynomials) else [value]
    if any(not isinstance(element, Polynomial) or _DENOMINATOR.search(element.text) for element in elements):
        raise script.call_not_plain(call)
    return value


def next_prime(script: Interpreter, call: Call) -> Object:
    """nextprime(n), NextPrime(n), prevprime(n).

    >>> from casbridge.algebra.languages import read_maple
    >>> read_maple("Basis([x], plex(x), characteristic = nextprime(10));").ring
    GF(11)[x]
    """
    number_given = script.integer(*call.arguments[0]) if len(call.arguments) == 1 else -1
    if not 1 < number_given < _MOST:
        raise script.call_not_plain(call)
    from sympy import nextprime, prevprime

    prime = (prevprime if call.name.lower().startswith("prev") else nextprime)(number_given)
    return Polynomial(str(prime), script.code.place(call.at), is_integer=True)


def derivative(script: Interpreter, call: Call) -> Object:
    """diff(f, x), diff(f, x, y), diff(f, x, 2).

    >>> from casbridge.algebra.languages import read_maple
    >>> list(read_maple("F := [diff(x^3*y, x, 2)];").polynomials())
    [6*x*y]
    """
    return derivative_of(script, first(script, call), replace(call, arguments=call.arguments[1:]))


def derivative_of(script: Interpreter, value: Object, call: Call) -> Object:
    """f.diff(x).

    >>> from casbridge.algebra.languages import read_sage
    >>> list(read_sage("R.<x> = QQ[]; I = ideal((x^3).diff(x))").polynomials())
    [3*x**2]
    """
    names: list[str] = []
    for one in [script.value(*part) for part in call.arguments]:
        if isinstance(one, Polynomial) and one.is_variable:
            names.append(one.text)
        elif isinstance(one, Polynomial) and one.number in range(1, _MOST_TIMES) and names:
            names += names[-1:] * (int(one.number or 0) - 1)
        else:
            raise script.not_plain(call.at, script.statement.end)
    if not isinstance(value, Polynomial) or not names or "=" in value.text:
        raise script.not_plain(call.at, script.statement.end)
    text = value.text.replace("//", "/ ")
    for name in names:
        text = _derivative(script, text, name, value.at)
    return Polynomial(f"({text})", value.at, value.rings)


def _derivative(script: Interpreter, text: str, name: str, at: Location) -> str:
    """The derivative of a polynomial with quotients, each of which stands for a variable meanwhile."""
    divisors: dict[str, str] = {}
    plain, end, unused = "", 0, "q" * len(f"{text}{name}")
    for sign in re.finditer("/", text):
        stop = _end_of_factor(text, sign.end())
        if sign.start() >= end and NAME.search(text, sign.end(), stop):
            variable = f"{unused[: max(map(len, [*NAME.findall(text), name])) + 1]}{len(divisors)}"
            divisors[variable] = text[sign.end() : stop]
            plain, end = f"{plain}{text[end : sign.start()]}*{variable}", stop
    plain += text[end:]
    variables = Passage(" ".join(dict.fromkeys([*NAME.findall(plain), *divisors, name])), at)
    system = system_of_parts(Parts([Passage(plain, at)], variables))
    terms = []
    for polynomial in system.polynomials():
        for one in (name, *divisors):
            part = polynomial.derivative(system.ring.index[one])
            inner = _derivative(script, divisors[one], name, at) if part and one in divisors else "1"
            terms += (
                [f"({part.text(style=CARET)})" + (f"*(-({inner}))*{one}^2" if one in divisors else "")] if part else []
            )
    written = NAME.sub(
        lambda one: f"(1/({divisors[one.group()]}))" if one.group() in divisors else one.group(),
        " + ".join(terms) or "0",
    )
    return script.code.spend(written, script.statement.start)


def _end_of_factor(text: str, at: int) -> int:
    """Where a factor ends that stands there: a name, a number or a bracket, with its powers."""
    while factor := _FACTOR.match(text, at):
        at, depth = factor.end(), int(text[factor.end() - 1] == "(")
        while depth and at < len(text):
            depth += (text[at] == "(") - (text[at] == ")")
            at += 1
        if (power := _POWER_SIGN.match(text, at)) is None:
            break
        at = power.end()
    return at


def substituted(script: Interpreter, value: Object, pairs: Sequence[tuple[str, Polynomial]], at: int) -> Object:
    """A polynomial, or a list of them, with other values for variables, all at once.

    >>> from casbridge.algebra.languages import read_maple
    >>> list(read_maple("F := subs(x = y + 1, [x - z]);").polynomials())
    [-z + y + 1]
    """
    values = dict(pairs)
    if isinstance(value, Polynomials):
        elements = [substituted(script, element, pairs, at) for element in value.elements]
        value.is_part = True
        return Polynomials(at, elements, error=value.error)
    if not isinstance(value, Polynomial):
        raise value.error if isinstance(value, Unread) else script.not_plain(at, script.statement.end)
    rings = dict.fromkeys([*value.rings, *(ring for one in values.values() for ring in one.rings)])

    def written(match: re.Match[str]) -> str:
        replacement = values.get(match.group())
        return match.group() if replacement is None else script.code.spend(f"({replacement.text})", at)

    return Polynomial(NAME.sub(written, value.text), value.at, tuple(rings))


def _pair_of(script: Interpreter, equation: Object, at: int) -> tuple[str, Polynomial]:
    """The variable of x = 2, and its new value."""
    left, sign, right = equation.text.partition("=") if isinstance(equation, Polynomial) else ("", "", "")
    if not isinstance(equation, Polynomial) or not sign or not NAME.fullmatch(left.strip()):
        raise script.not_plain(at, script.statement.end)
    return left.strip(), Polynomial(right.strip(), equation.at, equation.rings)


def substitution(*, value_last: bool) -> Reader:
    """subs(x = 2, F), subs({x = 2, y = 3}, F); with the value first: ev(F, x = 2).

    >>> from casbridge.algebra.languages import read_maxima
    >>> list(read_maxima("f: x*y - 1$ solve([ev(f, y = 2)], [x]);").polynomials())
    [2*x - 1]
    """

    def read(script: Interpreter, call: Call) -> Object:
        parts = [script.value(*part) for part in call.arguments]
        if not parts:
            raise script.not_plain(call.at, script.statement.end)
        value, equations = (parts[-1], parts[:-1]) if value_last else (parts[0], parts[1:])
        if not value_last and isinstance(value, Polynomial | Polynomials):  # ev evaluates once more
            texts = [value] if isinstance(value, Polynomial) else value.polynomials
            if any(name in script.values for text in texts for name in NAME.findall(text.text)):
                raise script.not_plain(call.at, script.statement.end)
        flat = [one for part in equations for one in (part.elements if isinstance(part, Polynomials) else [part])]
        pairs = [_pair_of(script, one, call.at) for one in flat]
        if any(isinstance(equation, Polynomials) for equation in equations) or len(pairs) < 2 or not value_last:
            return substituted(script, value, pairs, call.at)
        for pair in pairs:  # Maple's subs(x = y, y = z, f) does one after the other
            value = substituted(script, value, [pair], call.at)
        return value

    return read


def substituted_in(script: Interpreter, value: Object, call: Call) -> Object:
    """f.subs(x=2), f.subs(x, 2), f.subs({x: 2}).

    >>> from casbridge.algebra.languages import read_sage
    >>> list(read_sage("R.<x, y> = QQ[]; f = x*y; I = ideal(f.subs({x: 2}))").polynomials())
    [2*y]
    """
    code = script.code
    pairs: list[tuple[str, Polynomial]] = []
    parts = list(call.arguments)
    if len(parts) == 1 and code.text[code.begin(*parts[0])] == "{":
        parts = code.arguments(code.begin(*parts[0]))
        cuts = [_halves(code, part) for part in parts]
    elif len(parts) == 2 and not script.keyword(parts[0]):
        cuts = [parts]
    else:
        cuts = [_halves(code, part, "=") for part in parts]
    for halves in cuts:
        if len(halves) != 2:
            raise script.not_plain(call.at, script.statement.end)
        name, new = (script.value(*half) for half in halves)
        if not isinstance(name, Polynomial) or not name.is_variable or not isinstance(new, Polynomial):
            raise script.not_plain(call.at, script.statement.end)
        pairs.append((name.text, new))
    no_overlap(script, pairs, call)
    return substituted(script, value, pairs, call.at)


def no_overlap(script: Interpreter, pairs: Sequence[tuple[str, Polynomial]], call: Call) -> None:
    """Refuse new values that have names which get new values, too: systems differ in what they do.

    >>> from casbridge.algebra.languages import read_sympy
    >>> read_sympy("solve([(x + 2*y).subs({x: y, y: x})], x)")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 8: a value that is not read: ...
    """
    names = {name for name, _ in pairs}
    if len(pairs) > 1 and any(not names.isdisjoint(NAME.findall(new.text)) for _, new in pairs):
        raise script.call_not_plain(call)


def _halves(code: Code, part: tuple[int, int], sign: str = ":") -> list[tuple[int, int]]:
    """What stands before and behind a sign."""
    cut = code.text.find(sign, *part)
    return [part] if cut < 0 else [(part[0], cut), (cut + 1, part[1])]


def define(script: Interpreter, match: re.Match[str], statement: Statement) -> bool:
    """A function of the script: its name, and the parameters of one that is an expression, which stands behind.

    >>> from casbridge.algebra.languages import read_maple
    >>> list(read_maple("f := x -> x^2 - 1: F := [f(y)];").polynomials())
    [y**2 - 1]
    """
    parameters = match.groupdict().get("parameters")
    if parameters is not None:
        end = statement.end - (script.code.text[statement.end - 1] == ">")  # Magma's func<x | …>
        names = _PARAMETER.findall(parameters)
        names = [name.rstrip("_") for name in names] if script.language.calls == "[" else names
        script.formulas[match.group(1)] = names, (match.end(), end)
    else:
        script.formulas.pop(match.group(1), None)
    return script.define(match.group(1), statement)


def prime_field(script: Interpreter, call: Call) -> Field:
    """GF(7), GF(p), GF(2^31 - 1). A power of a prime is refused where the field is needed.

    >>> from casbridge.algebra.languages import read_sage
    >>> read_sage("R.<x> = GF(7)[]; I = ideal(x)").ring
    GF(7)[x]
    """
    parts: list[Passage] = []
    for part in call.arguments:
        if script.keyword(part) is None:
            passage = script.code.passage(*part)
            if not parts and not _POWER.match(passage.text):
                with suppress(InputError):
                    passage = passage._replace(text=str(script.integer(*part)))
            parts.append(passage)
    power = f"^{parts[1].text}" if len(parts) > 1 and parts[1].text.isdecimal() and parts[1].text != "1" else ""
    return Field(parts[0]._replace(text=parts[0].text + power) if parts else Passage("0", script.code.place(call.at)))


def number(script: Interpreter, call: Call) -> Object:
    """Rational(1, 2), Integer(3), S(1): exact numbers.

    >>> from casbridge.algebra.languages import read_sympy
    >>> list(read_sympy("solve([x - Rational(1, 2)], x)").polynomials())
    [x - 1/2]
    """
    texts = [script.integer(*part) for part in call.arguments]
    if len(texts) == 1:
        return Polynomial(f"({texts[0]})", script.code.place(call.at))
    if len(texts) != 2:
        raise script.call_not_plain(call)
    sign = "-" if (texts[0] < 0) != (texts[1] < 0) else ""
    return Polynomial(f"({sign}{abs(texts[0])}/{abs(texts[1])})", script.code.place(call.at))


def blanked(code: Code, pattern: re.Pattern[str]) -> None:
    """Put blanks in place of what a pattern matches: it means nothing.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> code = Code("Pkg.f(x)", Syntax())
    >>> blanked(code, re.compile(r"Pkg\\."))
    >>> code.text
    '    f(x)'
    """
    code.text = pattern.sub(lambda match: blank(match.group()), code.text)
