"""What scripts in several languages state in the same way: rings, orders, lists of polynomials."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain

from casbridge.algebra.expressions import natural_key
from casbridge.algebra.languages.scanning import Code
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Passage
from casbridge.errors import UNREAD, InputError, printable

#: What scripts that casbridge writes call the list of polynomials.
_OURS = re.compile(r"\b(?:casbridge_e|casbridgeE|systemE)quations\s*:?=\s*[\[{]")
#: Brackets, and names that get a value.
_VALUES = re.compile(r"[(\[{]|[)\]}]|(?<![\w.$'])([A-Za-z]\w*)\s*(:?)=(?![=>])", re.ASCII)
_DOUBLE = re.compile("==")
#: What may run a statement never, or twice, or take a value away.
_CONTROL = re.compile(
    r"\b(?:proc|function|procedure|def|lambda|if|for|while|do|repeat|block|Module|Block|With|local|try|Clear|ClearAll|Remove"
    r"|unassign|kill|remvalue|purge|del|exec|eval|load|read|Get|input|foreach)\b"
)
#: A name that gets a value, or may get one in a loop or a function.
_CHANGES = re.compile(
    r"(?<![\w.$'`])([A-Za-z]\w*)\s*(?:\[[^\]\n]{0,200}\]\s*)?(?:[-+*/^|&.]?:?=(?![=>])|:(?=\s))"
    r"|\b(?:for|def|global|del)\s+([A-Za-z]\w*)\b"
)
#: What stands in no polynomial: a call, a list, a method.
_NO_POLYNOMIAL = re.compile(r"[\[\]{}<>.\"']|[A-Za-z_]\w*\s*\(")
#: A sign behind which a statement goes on in the next line.
_GOES_ON = re.compile(r"[-+*/^=(,\\]\s*\Z")
#: The names that a statement gives values, as group 1, and the values.
_TARGETS = re.compile(r"(?:^|;)[ \t]*([(A-Za-z][\w, \t()]*+):?=(?![=>])([^;\n]*)", re.MULTILINE | re.ASCII)
#: x, y = R.gens(), gens R, polynomial_ring(QQ, ["x", "y"]); R.gen(0), R.1, R_0; var('x y').
_GENERATORS_OF = re.compile(r"[A-Za-z]\w*\.gens\(\)|gens\b|(?:graded_)?polynomial_ring\s*\(|PolynomialRing\s*\(")
_GENERATOR = re.compile(r"[A-Za-z]\w*?(?:\.gen\(|\.|_|\[)\s*([0-9]{1,6})\s*[)\]]?", re.ASCII)
_SYMBOLS_OF = re.compile(r"var\s*\(\s*['\"]([\w ,]*)['\"]")
_NAMED = re.compile(r"(?<![\w.$'])([A-Za-z]\w*)\s*:?=\s*\Z", re.ASCII)
_LONGEST_NAME = 200
_GIVEN_A_NAME = re.compile(r"^\s*[A-Za-z]\w*\s*:?=(?!=)", re.ASCII)
#: Signs that may stand behind a list: it is an argument or an element.
_MAY_FOLLOW = ",)]}"
#: Signs that make another ideal of the one before them.
_OPERATORS = "+-*/^:%|&."
#: What ends a statement, in most languages.
_STATEMENT = r"[;\n]"
#: What may be asked of an ideal in the statement that makes it.
_ASKING = re.compile(
    r"(?:(?:print|println|time|elapsedTime|@time|toString|gens|gb|groebnerBasis|groebner_basis|standard_basis|GroebnerBasis"
    r"|Groebner|Basis|MinimalBasis|mingens|trim|decompose|minimalPrimes|minimal_primes|RadicalDecomposition|radical|Radical"
    r"|primaryDecomposition|primary_decomposition|PrimaryDecomposition|irreducibleCharacteristicSeries|Variety|dim|codim"
    r"|degree|Dimension|isPrime|is_prime|IsProper)(?: ?\( ?| |\Z))*"
)

#: How Maple and Magma give a name another value: with :=, also F ,= f and L cat:= M.
COLON_EQUALS = r"(?:,|(?:[-+*/^]|\b[a-z]+)?\s*:)="
#: How other languages do it: with =, also += and .=.
EQUALS = r"[-+*/^|&.]?:?=(?![=>])"


def one_of(
    code: Code, pattern: re.Pattern[str], *, passed: Collection[int] = (), end: int | None = None
) -> re.Match[str] | None:
    """The match of a pattern outside comments and strings. Raises InputError for a second one with another text.

    passed: where matches begin that do not count. end: where the part of the text ends that counts.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> one_of(Code("plex(x) # plex(y)", Syntax("#")), re.compile("plex")).start()
    0
    """
    first: re.Match[str] | None = None
    said = ""
    for match in pattern.finditer(code.text, 0, len(code.text) if end is None else end):
        code.deadline.check(UNREAD)
        if match.start() in passed:
            continue
        text = _statement(code, match)
        if first is None:
            first, said = match, text
        elif text != said:
            found = f"found {printable(text, 60)!r} after {printable(said, 60)!r}"
            raise code.place(match.start()).error(found, "one such statement")
    return first


def _statement(code: Code, match: re.Match[str]) -> str:
    """The text of a match, with what is in its bracket."""
    text, end = code.text, match.end()
    if text[end - 1] in "([{":
        end = code.closing(end - 1) + 1
    return "".join(text[match.start() : end].split())


def names_in(code: Code, part: tuple[int, int], opening: str, *, reverse: bool = False) -> Passage:
    """The names in a bracket. reverse: the last one first; systems have the lowest variable first.

    Raises InputError where the part is no such bracket.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> code = Code("[z, y, x]", Syntax())
    >>> names_in(code, (0, 9), "[").text, names_in(code, (0, 9), "[", reverse=True).text
    ('z y x', 'x y z')
    """
    start, end = part
    text, at = code.passage(start, end)
    start = code.begin(start, end)
    if not text.startswith(opening) or start + len(text) - 1 != code.closing(start):
        raise at.error(f"found {printable(text, 60)!r}", f"names of variables between brackets {opening}")
    names = code.names(code.arguments(start))
    return Passage(" ".join(reversed(names) if reverse else names), at)


def other_names(code: Code, polynomials: Sequence[Passage], variables: Passage) -> Passage | None:
    """The names in polynomials that are no variables, in natural order: parameters. None without such names.

    >>> from casbridge.errors import START
    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> other_names(Code("", Syntax()), [Passage("a*x - b", START)], Passage("x", START)).text
    'a b'
    """
    passages = code.deadline.over(polynomials, UNREAD)
    found = set(chain.from_iterable(NAME.findall(one.text) for one in passages)).difference(variables.text.split())
    return variables._replace(text=" ".join(sorted(found, key=natural_key))) if found else None


def written_out(code: Code, polynomials: Sequence[Passage], variables: Passage | None = None) -> None:
    """Check that no polynomial has a name to which a statement of the text gives a value. Values are not put in.

    variables: names that do not count.
    Raises InputError for such a name.

    >>> from casbridge.errors import START
    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> written_out(Code("f := x^2; F := [f]", Syntax()), [Passage("f", START)])
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 1: f, a name of another statement; expected each polynomial written out
    """
    depth, named = 0, set()
    for number, match in enumerate(_VALUES.finditer(code.text)):
        if not number % 1000:
            code.deadline.check(UNREAD)
        sign = match.group()
        if match.group(1) is None:
            depth = max(0, depth + (1 if sign in "([{" else -1))
        elif match.group(2) or not depth:
            named.add(match.group(1))
    named.difference_update(variables.text.split() if variables else ())
    for one in code.deadline.over(polynomials, UNREAD):
        if found := named.intersection(NAME.findall(one.text)):
            raise one.at.error(f"{min(found)}, a name of another statement", "each polynomial written out")


def name_before(code: Code, start: int) -> str:
    """The name to which a statement gives the value that begins at a place; "" without such a name.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> name_before(Code("F := [x]", Syntax()), 5)
    'F'
    """
    named = _NAMED.search(code.text[max(0, start - _LONGEST_NAME) : start])
    return named.group(1) if named else ""


def unchanged(code: Code, name: str, start: int, assigned: str, changing: str = "", bases: str = "") -> None:
    """Check that no statement behind a place changes the value of a name. The changed value would be another system.

    assigned: the pattern of the sign with which the language gives values, `EQUALS` or `COLON_EQUALS`.
    changing: the pattern of calls that change a value, up to the name. bases: that of calls for a basis, which may be
    the new value.
    Raises InputError for such a statement.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> unchanged(Code("F := [x]: F[1] := y:", Syntax()), "F", 9, COLON_EQUALS)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 11: a later change of F; expected all its polynomials in one statement
    """
    if not name:
        return
    own = rf"(?<![\w.$'`]){re.escape(name)}(?![\w'`])"
    kept = rf"(?!\s*(?:{bases})\s*[(\[]\s*{re.escape(name)}\s*[,)\]])" if bases else ""
    patterns = [rf"{own}\s*(?:\[[^=;\n]*\]\s*)?{assigned}{kept}"]
    patterns += [rf"(?:{changing})\s*{own}"] if changing else []
    found = re.compile("|".join(patterns)).search(code.text, start)
    if found is not None:
        at = code.place(found.start())
        raise at.error(f"a later change of {printable(name, 40)}", "all its polynomials in one statement")


def behind(code: Code, closing: int, end: str = _STATEMENT) -> Passage:
    """What stands in a statement behind a bracket. end: the pattern of what ends a statement.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> behind(Code("F := [x] minus G; y", Syntax()), 7).text
    'minus G'
    """
    text = re.split(end, code.text[closing + 1 : closing + 1 + _LONGEST_NAME], maxsplit=1)[0]
    return code.passage(closing + 1, closing + 1 + len(text))


def _before(code: Code, start: int, end: str) -> str:
    """What stands in a statement before a place, without the name that gets the value."""
    text = re.split(end, code.text[max(0, start - _LONGEST_NAME) : start])[-1]
    return " ".join(_GIVEN_A_NAME.sub("", text).split())


def alone(code: Code, within: int, end: str = _STATEMENT) -> None:
    """Check that a list is the whole value of its statement: 2*[f, g], [f] + G and map(h, [f, g]) are other lists.

    within: where it begins. end: the pattern of what ends a statement.
    Raises InputError for a list in an expression.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> alone(Code("F := [x, y] minus G: solve(F)", Syntax()), 5, "[;:]")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 13: found 'minus G' behind the list; expected the list alone, ...
    """
    found, at = behind(code, code.closing(within), end)
    if found and found[0] not in _MAY_FOLLOW:
        raise at.error(f"found {printable(found, 40)!r} behind the list", "the list alone, written out")
    if not name_before(code, within):
        before = _before(code, within, r"[;:\n]")
        if _ASKING.fullmatch(before.removesuffix("ideal")) is None:
            at = code.place(within)
            raise at.error(f"found {printable(before, 40)!r} before the list", "the list alone, written out")


def ideal_alone(code: Code, start: int, closing: int, end: str = _STATEMENT) -> None:
    """Check that an ideal is the whole value of its statement, or is asked for a basis, its parts, or its dimension.

    start, closing: where it begins, and its last bracket. end: the pattern of what ends a statement.
    Raises InputError for an ideal in another expression, such as saturate(ideal(…), x): it would be another system.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> ideal_alone(Code("gens gb ideal(x)", Syntax()), 8, 15)
    >>> ideal_alone(Code("I = sub(ideal(x), y)", Syntax()), 8, 15)
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 9: found 'sub(' before the ideal; expected the ideal alone, written out
    """
    before = _before(code, start, _STATEMENT)
    if _ASKING.fullmatch(before) is None:
        at = code.place(start)
        raise at.error(f"found {printable(before, 40)!r} before the ideal", "the ideal alone, written out")
    found, at = behind(code, closing, end)
    if found and (not before or found[0] in _OPERATORS):
        raise at.error(f"found {printable(found, 40)!r} behind the ideal", "the ideal alone, written out")


def kept_list(code: Code, within: int, assigned: str, changing: str = "", end: str = _STATEMENT) -> list[Passage]:
    """The polynomials of a list that is the whole value of its statement, and that no later statement changes.

    within: where it begins. assigned, changing: as for `unchanged`. end: as for `alone`.
    Raises InputError for another list.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> [one.text for one in kept_list(Code("F := [x, y]; solve(F)", Syntax()), 5, COLON_EQUALS)]
    ['x', 'y']
    """
    alone(code, within, end)
    unchanged(code, name_before(code, within), code.closing(within), assigned, changing)
    return polynomials_of(code, within, ":=" if assigned == COLON_EQUALS else "=")


def asked_of(code: Code, part: tuple[int, int], within: int, name: str, call: str) -> None:
    """Check that an argument of a call is the list of polynomials that is read: the list itself, or its name.

    within: where the list begins. name: its name. call: that of the call, for the error.
    Raises InputError for another argument: it would be another system.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> asked_of(Code("F := [x]: Basis(subs(x=2, F), plex(x))", Syntax()), (16, 28), 5, "F", "Basis")
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 17: Basis of 'subs(x=2, F)'; expected the list that is read, or its name
    """
    text, at = code.passage(*part)
    begin = code.begin(*part)
    itself = begin == within and code.closing(within) == begin + len(text) - 1
    if not itself and not (name and text == name):
        shown = printable(" ".join(text.split()), 60)
        raise at.error(f"{call} of {shown!r}", "the list that is read, or its name")


def no_other(code: Code, pattern: re.Pattern[str], what: str, expected: str) -> None:
    """Raise InputError where a pattern matches: a ring or a field in a form that is not read.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> no_other(Code("K = GF(7)", Syntax()), re.compile("GF"), "a field without a ring", "a ring")
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 5: a field without a ring: GF; expected a ring
    """
    match = pattern.search(code.text)
    if match is not None:
        raise code.place(match.start()).error(f"{what}: {printable(match.group().strip(), 60)}", expected)


def no_numbers(
    code: Code, polynomials: Sequence[Passage], numbers: Collection[str], language: str, notation: Notation
) -> None:
    """Check that no polynomial has a name that is a number in a language, such as I. It is no variable there.

    language: its name, as a possessor. notation: the variables that it states do not count.
    Raises InputError for such a name.

    >>> from casbridge.errors import START
    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> no_numbers(Code("", Syntax()), [Passage("x - I", START)], {"I"}, "Maple's", Notation())  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 5: I, a number of Maple's; expected rational coefficients (...)
    """
    counted = set(numbers).difference(notation.variables)
    for one in code.deadline.over(polynomials, UNREAD):
        for match in NAME.finditer(one.text):
            if (name := match.group()) in counted:
                at = one.at.after(one.text[: match.start()])
                hint = f"if it is a variable, name the variables with --variables {name},x"
                raise at.error(f"{name}, a number of {language}", "rational coefficients", hint)


def variables_kept(code: Code, variables: Passage | None, first: int = 0) -> None:
    """Check that no statement gives a variable of the ring another value, as `x = 2` and `y, x = R.gens()` do.

    variables: those of the ring, the lowest first. first: the number of the first generator, in `R.1` and `R_0`.
    Raises InputError for such a statement.

    >>> from casbridge.errors import START
    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> variables_kept(Code("x, y = R.gens()", Syntax()), Passage("y x", START))
    >>> variables_kept(Code("x = 2", Syntax()), Passage("y x", START))
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 1: x gets another value; expected each variable by its own name
    """
    stated = list(reversed(variables.text.split())) if variables else []
    for match in _TARGETS.finditer(code.text):
        code.deadline.check(UNREAD)
        names, value = NAME.findall(match.group(1)), match.group(2).strip()
        whole = code.whole[slice(*match.span(2))].strip()
        if made := _SYMBOLS_OF.match(whole):
            kept = names == made.group(1).replace(",", " ").split()
        elif not set(names).intersection(stated):
            continue
        elif _GENERATORS_OF.match(value):
            kept = names in (stated, [*names[:1], *stated])
        elif one := _GENERATOR.fullmatch(value):
            place = int(one.group(1)) - (0 if "(" in value else first)
            kept = 0 <= place < len(stated) and names == [stated[place]]
        else:
            kept = False
        if not kept:
            wrong = [one for one in names if one in stated] or names
            found = f"{printable(' and '.join(wrong), 40)} get{'s' * (len(wrong) == 1)} another value"
            raise code.place(match.start(1)).error(found, "each variable by its own name")


def no_signs(polynomials: Sequence[Passage], signs: Collection[str], language: str) -> None:
    """Check that no polynomial has a sign that means something else in a language, such as ** where the power is ^.

    language: its name.
    Raises InputError for such a sign.

    >>> from casbridge.errors import START
    >>> no_signs([Passage("x**2", START)], ("**",), "Mathematica")
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1, column 2: found '**', which has another meaning in Mathematica; expected ^, +
    """
    for one in polynomials:
        for sign in signs:
            if (at := one.text.find(sign)) >= 0:
                found = f"found {sign!r}, which has another meaning in {language}"
                raise one.at.after(one.text[:at]).error(found, "^, +")


def characteristic_of(
    code: Code, named: Passage, bound: re.Pattern[str], prime: re.Pattern[str], rationals: str, expected: str
) -> Passage | None:
    r"""The characteristic of a field that stands there, or by a name that a statement gives it; None for the rationals.

    named: the field or its name. bound: a name as group 1, and the field that it gets as group 2.
    prime: a prime field, with its order as group 1. rationals: the pattern of the rationals.
    Raises InputError for another field.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> code, bound, prime = Code("K = GF(7)", Syntax()), re.compile(r"(\w) = (.*)"), re.compile(r"GF\((.*)\)")
    >>> characteristic_of(code, code.passage(0, 1), bound, prime, "QQ", "QQ or GF(p)").text
    '7'
    """
    given = next((one for one in bound.finditer(code.text) if one.group(1) == named.text), None)
    text = given.group(2) if given else named.text
    found = prime.match(text)
    if found:
        return named._replace(text=found.group(1).strip() or "GF()")
    if not re.fullmatch(rationals, text):
        raise named.at.error(f"the field {printable(text, 60)!r}", expected)
    return None


def value_of(code: Code, part: tuple[int, int], assigned: str) -> tuple[int, int]:
    """Where the value of a name stands, if a part is a name to which one statement before it gives a polynomial.

    assigned: the pattern of the sign with which the language gives values. A part that is no such name is given back:
    of a name with two values, or with one in a branch or a loop, it is not known which one counts.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> code = Code("f := x^2 - 1; F := [f]", Syntax())
    >>> code.text[slice(*value_of(code, (20, 21), ":="))].strip()
    'x^2 - 1'
    """
    name = code.text[slice(*part)].strip()
    if not assigned or not NAME.fullmatch(name):
        return part
    starts, changes = _given(code, assigned)
    given = starts.get(name, [])
    if len(given) != 1 or given[0] > part[0] or changes[name] > 1:
        return part
    start, end, depth = given[0], len(code.text), 0
    for at in range(start, end):
        sign = code.text[at]
        depth += (sign in "([{") - (sign in ")]}")
        goes_on = sign == "\n" and _GOES_ON.search(code.text[max(start, at - 20) : at])
        if depth < 0 or (not depth and sign in ",;$:\n" and not goes_on):
            end = at
            break
    value = code.spend(code.text[start:end], start).strip()
    # x = R.gen(0) and x := P.1 name a variable.
    return part if _NO_POLYNOMIAL.search(value) or not value else (start, end)


def _given(code: Code, assigned: str) -> tuple[dict[str, list[int]], Counter[str]]:
    """Where the values begin that statements give to each name, and how often each name may get one."""
    if code.given is None:
        starts: dict[str, list[int]] = {}
        if _CONTROL.search(code.text):
            code.given = starts, Counter()
            return code.given
        statement = rf"(?:^|(?:[;$]|:(?!=))[ \t\n]*)%?([A-Za-z]\w*)\s*(?:{assigned})(?![=>])"
        for match in code.deadline.over(re.finditer(statement, code.text, re.MULTILINE), UNREAD):
            starts.setdefault(match.group(1), []).append(match.end())
        found = (one or other for one, other in _CHANGES.findall(code.text))
        code.given = starts, Counter(found)
    return code.given


def polynomials_of(code: Code, within: int, assigned: str = "") -> list[Passage]:
    """The polynomials of the list that begins with a bracket; 0 for a list without any.

    assigned: the sign with which names of polynomials get their values, see `value_of`.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> [one.text for one in polynomials_of(Code("F := [x^2 - 1, y == 2]", Syntax()), 5)]
    ['x^2 - 1', 'y = 2']
    """
    parts = (value_of(code, part, assigned) for part in code.arguments(within))
    return [equation(code, start, end) for start, end in parts] or [Passage("0", code.place(within))]


def list_of(code: Code, brackets: str, passed: Sequence[int] = (), within: int | None = None) -> int:
    """Where the list of a script begins. A script of casbridge's names its list; other texts have one list.

    brackets: those that lists begin with. passed: opening brackets; the lists in them are others.
    within: the opening bracket of the list, where it is known.
    Raises InputError for no list and for several.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> list_of(Code("F := [x^2 - 1, y == 2]", Syntax()), "[")
    5
    """
    ours = one_of(code, _OURS)
    if within is None and ours is not None:
        within = ours.end() - 1
    if within is None:
        passed_over = [(start, code.closing(start)) for start in passed]
        lists = [at for at in code.lists(brackets) if not any(start <= at <= end for start, end in passed_over)]
        example = "a list of polynomials, such as " + ("{x^2 - 1, x*y}" if brackets == "{" else "[x^2 - 1, x*y]")
        if not lists:
            raise InputError("no list of polynomials", source=code.source, expected=example)
        if len(lists) > 1:
            raise code.place(lists[1]).error("a second list", "one, the list of polynomials")
        within = lists[0]
    return within


def equation(code: Code, start: int, end: int) -> Passage:
    """A polynomial or an equation, with one sign = for ==.

    >>> from casbridge.algebra.languages.scanning import Syntax
    >>> equation(Code("x == 1", Syntax()), 0, 6).text
    'x = 1'
    """
    text, at = code.passage(start, end)
    return Passage(_DOUBLE.sub("=", text), at)
