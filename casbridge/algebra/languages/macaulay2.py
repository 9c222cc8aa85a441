"""Polynomial systems in Macaulay2's language: rings, named polynomials, lists and ideals, statement by statement.

    statement                        what it means
    R = QQ[x, y], use R              a ring; the first variable is the greatest
    kk = ZZ/7, n = 3                 a name for a field, or for a whole number
    f = x^2 - y                      a name for a polynomial
    F = {f, x*y}                     a list of polynomials; it is the system where no ideal is stated
    I = ideal(f, x*y), ideal F       an ideal; so are trim ideal(…) and the ideal in gens gb ideal(…)
    end, exit                        the end
    needsPackage "…", dim I, << I    nothing

A name is a variable of the ring that was made or used last with this variable.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from casbridge.algebra.languages.programs import EXPECTED, Candidate, Program, Statement, Value, statements
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import Parts, Passage
from casbridge.errors import UNREAD, InputError, printable

_SYNTAX = Syntax("--", ("-*", "*-"), quoted="///")
_NAME = r"[A-Za-z][A-Za-z0-9'$]*"
_INDEX = r"_(?:[0-9]+|[A-Za-z]\w*|\([^()]*\))"
_WORD = re.compile(rf"(?<![\w'$])([0-9]*)({_NAME})((?:\s*{_INDEX})?)")
_ASSIGNED = re.compile(rf"({_NAME})\s*:?=(?![=>])")
_IDENTIFIER = re.compile(rf"(?<![\w'$])({_NAME})")
_POLYNOMIAL = re.compile(r"[\w\s+*/^()-]+\Z", re.ASCII)
_CALL = re.compile(rf"(?<![\w'$]){_NAME}\s*\(")
_FIELD = re.compile(
    r"\(?\s*(?:(QQ)|ZZ\s*/\s*\(?\s*(\w+)\s*\)?|GF\s*\(?\s*(\w+)\s*\)?|(?:frac|toField)\s*\(?\s*(\w+)\s*\[(.*)\]\s*\)?|(\w+))\s*\)?\Z",
    re.DOTALL,
)
_RANGE = re.compile(rf"({_NAME})(?:_(\w+|\([^()]*\)))?\s*\.\.\s*({_NAME})(?:_(\w+|\([^()]*\)))?\Z")
_LETTERS = re.compile(r"vars\s*\(?\s*(\w+)\s*\.\.\s*(\w+)\s*\)?\Z")
_OPTION = re.compile(r"\s*(\w+)\s*=>\s*(.*?)\s*\Z", re.DOTALL)
#: Options of a ring that leave it a polynomial ring in a global order.
_HARMLESS = ("Degrees", "DegreeRank", "Heft", "Join", "VariableBaseName", "Variables", "MaximalIdeal", "DegreeLift")
_GLOBAL = re.compile(
    r"[\s{},0-9()]*(?:(?:GRevLex|Lex|GLex|LexSmall|LexTiny|GRevLexSmall|Eliminate|ProductOrder|Position|Up|Down|=>)[\s{},0-9()]*)+\Z"
)
_MOST_VARIABLES = 100_000
_RINGS = "a ring such as QQ[x, y] or ZZ/7[x, y], in a global order"
_CHANGING = (
    r"(?<![\w'$.])NAME\s*(?:_[^\s=]*\s*)?(?:[-+*/^|]?=(?![=>])|:=|<-)"
    r"|\([^()=]{0,200}(?<![\w'$])NAME(?![\w'$])[^()=]{0,200}\)\s*:?=(?!=)|\b(?:restart|clearAll)\b"
)
#: What ends a line without ending the statement.
_GOES_ON = re.compile(r"(?:[-+*/^=,|&<>.]|:=|->|\b(?:then|else|do|of|and|or|not|in|from|to|when|list))\s*\Z")
_HARMLESS_STATEMENT = re.compile(
    r"(?:needsPackage|loadPackage|assert|print|debug|setRandomSeed|<<|stderr|gbTrace|printWidth|errorDepth|notify|help|viewHelp"
    r"|importFrom|printingPrecision)\b|<<"
)
#: What is asked of an ideal that stands in the same statement: the ideal is stated, and its answer is not needed.
_ASKING = re.compile(
    r"(?:(?:print|time|elapsedTime|toString|netList|gens|gb|groebnerBasis|mingens|trim|decompose|minimalPrimes|radical|dim|codim"
    r"|primaryDecomposition|irreducibleCharacteristicSeries|degree|isPrime|flatten|entries|res|betti|hilbertSeries)\b[\s(]*)+"
)
_PREFIX = re.compile(r"(?:time|elapsedTime|timing|print)\b\s*")
#: Functions whose values are no rings, and which change nothing.
_COMPUTING = """
gb gens mingens groebnerBasis trim decompose minimalPrimes associatedPrimes primaryDecomposition radical dim codim
degree hilbertSeries hilbertPolynomial hilbertFunction poincare res resolution betti matrix map random apply toList
flatten entries numgens rank det minors transpose syz leadTerm saturate quotient intersect eliminate isPrime
isPrimary basis factor support vars length netList toString irreducibleCharacteristicSeries first last image kernel
ker coker cokernel module Tor Ext regularity genus multigraded variety Proj Spec select sort unique sum symbol
substitute sub homogenize diff jacobian resultant discriminant gcd numerator denominator coefficients monomials
coefficient terms size isSubset isHomogeneous prune regularity truncate monomialIdeal timing cpuTime table pack
subsets permutations binomial ideal
"""
_PURE = {*_COMPUTING.split()}


@dataclass(eq=False)
class _Ring:
    """A ring: its variables, the greatest first; the characteristic; why it is not read."""

    at: int
    variables: dict[str, str] = field(default_factory=dict)
    number: Passage | None = None
    parameters: dict[str, str] = field(default_factory=dict)
    error: InputError | None = None


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
    script = _Script(code)
    script.run()
    ring, stated = script.stated(notation.ideal)
    variables = parameters = number = None
    if ring is not None:
        at = code.place(ring.at)
        variables, number = Passage(" ".join(reversed(ring.variables.values())), at), ring.number
        parameters = Passage(" ".join(ring.parameters.values()), at) if ring.parameters else None
    polynomials = stated.passages or [Passage("0", code.place(stated.at))]
    return Parts(polynomials, variables, number, parameters, renamed=code.renamed())


class _Script(Program):
    """A script while it is read: what its names stand for."""

    states = "systems"

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.rings: dict[str, _Ring] = {}
        self.fields: dict[str, tuple[Passage | None, dict[str, str]]] = {}
        self.integers: dict[str, int] = {}
        self.polynomials: dict[str, Value] = {}
        self.lists: dict[str, Value] = {}
        self.ideals: dict[str, Value] = {}
        self.others: dict[str, Value] = {}
        # A name, or a name with an index, and the ring whose variable it is. Other names may be variables of `unknown`.
        self.variables: dict[str, _Ring] = {}
        self.unknown: _Ring | None = None

    def run(self) -> None:
        """Read all statements."""
        for statement in self.code.deadline.over(statements(self.code, goes_on=_GOES_ON), UNREAD):
            text = self.code.text[statement.start : statement.end]
            if re.match(r"(?:end|exit|quit)\b", text):
                return
            if text.startswith("restart"):
                self.__init__(self.code)  # type: ignore[misc]
            elif not self._read(statement):
                self.unread.append(statement)

    def stated(self, chosen: str = "") -> tuple[_Ring | None, Value]:
        """The ring and the polynomials that are stated or chosen. Raises InputError for none and several."""
        if "systemEquations" in self.lists and chosen in ("", "*"):  # a script of casbridge's
            value = self.lists["systemEquations"]
            if value.error:
                raise value.error
            return next(iter(self.rings.values()), None), value
        # A list of numbers is no system.
        stated = {id(value) for value in self.ideals.values() if not value.is_derived} or {
            id(value)
            for value in self.lists.values()
            if value.ring or (not self.rings and any(re.search("[A-Za-z]", one.text) for one in value.passages))
        }
        found = [*self.ideals.items(), *self.lists.items(), *self.others.items()]
        # Names that the script does not give have a blank.
        candidates = [
            Candidate("" if " " in name else name, one.at, (name, one), "", id(one) in stated) for name, one in found
        ]
        name, value = self.choose(candidates, chosen).payload
        ring = value.ring if isinstance(value.ring, _Ring) else None
        if ring is None and self.rings and any(re.search("[A-Za-z]", one.text) for one in value.passages):
            raise self.code.place(value.at).error("polynomials before their ring", "the ring first")
        if ring is None and len(self.rings) == 1:
            (ring,) = self.rings.values()
        named = [one for one, other in self.rings.items() if other is ring]
        self.check(value, [name, *named], _CHANGING)
        if error := value.error or (ring and ring.error):
            raise error
        if ring is None and self.rings:
            raise self.code.place(value.at).error("an ideal without variables beside several rings", "one ring")
        return ring, value

    def nothing_stated(self) -> InputError:
        if self.unread:
            return self.not_read(self.unread[0])
        errors = [value.error for value in self.others.values() if value.error]
        if errors and self.rings:
            return errors[0]
        example = "a statement such as I = ideal(x^2 - 1, x*y)"
        return InputError("no ideal and no list of polynomials", source=self.code.source, expected=example)

    def _read(self, statement: Statement) -> bool:
        """Read a statement; whether it is known."""
        start, end = statement.start, statement.end
        text = self.code.text[start:end]
        while prefix := _PREFIX.match(text):
            start += prefix.end()
            text = self.code.text[start:end]
        if used := re.match(rf"use\s+({_NAME})\s*\Z", text):
            ring = self.rings.get(used.group(1))
            self._use(ring or _Ring(start, error=self._unread_ring(used.group(1), start)))
            return True
        assigned = _ASSIGNED.match(text)
        if assigned is None:
            return self._question(start, end)
        name, begin = assigned.group(1), self.code.begin(start + assigned.end(), end)
        if name in self.variables or self.reaches_out(begin, end):
            return False
        return self._assign(name, begin, end, statement)

    def _assign(self, name: str, begin: int, end: int, statement: Statement) -> bool:
        text, was_ideal = self.code.text[begin:end], name in self.ideals
        ideal = self._ideal(begin, end, statement)
        polynomial = Value(statement.start, statement.end)
        if ideal is None:
            try:
                polynomial.passages, polynomial.ring = self._expressions([(begin, end)])
            except InputError as unread:
                polynomial.error = unread
        self._forget(name)
        if re.match(r"-?[0-9]+\s*\Z", text):
            self.integers[name] = int(text[:20])
        elif (found := self._field(begin, end)) is not None:
            self.fields[name] = found
        elif (opening := self._ring_at(begin, end)) is not None:
            self._make_ring(name, begin, opening, end)
        elif (quotient := re.match(rf"({_NAME})\s*/", text)) and quotient.group(1) in self.rings:
            error = self.code.place(begin).error(f"a quotient ring: {self.shown(begin, end)}", _RINGS)
            self.rings[name] = _Ring(begin, error=error)
            self._use(self.rings[name])
        elif text in self.rings:
            self.rings[name] = self.rings[text]
            self._use(self.rings[name])
        elif ideal is not None:
            self.ideals[name] = ideal
        elif text.startswith(("{", "(")) and self.code.closing(begin) == end - 1 - (len(text) - len(text.rstrip())):
            self._assign_list(name, begin, statement)
        elif "->" in text:
            self.functions[name] = _reaches_out(text)
        elif polynomial.error is None:
            self.polynomials[name] = polynomial
        elif was_ideal:  # a value of an ideal that is not read
            self.ideals[name] = polynomial
        else:
            self.others[name] = polynomial
            return self._asks(begin, end) or self._is_computed(begin, end)
        return True

    def _assign_list(self, name: str, begin: int, statement: Statement) -> None:
        value = Value(statement.start, statement.end)
        parts = self.code.arguments(begin)
        try:
            value.passages, value.ring = self._expressions(parts)
        except InputError as error:
            value.error = error
        if self.code.text[begin] == "(" and len(parts) == 1:
            home = self.polynomials if value.error is None else self.others
        else:
            home = self.lists if value.error is None or name == "systemEquations" else self.others
        home[name] = value

    def _question(self, start: int, end: int) -> bool:
        """A statement that gives no name a value: a ring, an ideal of which something is asked, or a printed value."""
        text = self.code.text[start:end]
        if (opening := self._ring_at(start, end)) is not None:
            self._make_ring("", start, opening, end)
            return True
        if self._asks(start, end):
            return True
        if text.startswith("{") and self.code.closing(start) == end - 1:
            self._assign_list(f"list {len(self.lists) + 1}", start, Statement(start, end))
            return True
        if _HARMLESS_STATEMENT.match(text):
            return True
        if re.search(
            r"(?<![=!<>?:])=(?![=>])|:=|<-|->|\b(?:use|scan|for|while|if|load|input|value|install|export|endPackage|newPackage)\b",
            text,
        ):
            return False
        called = re.match(_NAME, text)
        if not self.rings and called and called.group() not in _PURE and called.group() not in self.functions:
            # It may make the ring.
            self.unknown = _Ring(start, error=self.not_read(Statement(start, end)))
        return not self.reaches_out(start, end)

    # -- ideals and polynomials ----------------------------------------------------------------------------------------

    def _asks(self, start: int, end: int) -> bool:
        """Whether a value is what is asked of an ideal that stands in it; then the ideal is stated."""
        asking = _ASKING.match(self.code.text, start, end)
        if asking is None or not re.match(r"ideal\b", self.code.text[asking.end() : end]):
            return False
        whole = self.code.text[asking.end() : end]
        for _ in range(asking.group().count("(")):
            whole = whole.rstrip().removesuffix(")")
        value = self._ideal(asking.end(), asking.end() + len(whole), Statement(start, end))
        if value is None or value.is_derived:
            return False
        self.ideals[f"ideal {len(self.ideals) + 1}"] = value
        return True

    def _ideal(self, start: int, end: int, statement: Statement) -> Value | None:
        """The value of an ideal, or of a sum of ideals; None for something else."""
        text = self.code.text[start:end]
        if trimmed := re.match(r"trim\s+(?=ideal\b)|trim\s*(?=\(\s*ideal\b)", text):
            start = self.code.begin(start + trimmed.end(), end)
            text = self.code.text[start:end]
            if text.startswith("("):
                end, start = self.code.closing(start), start + 1
                text = self.code.text[start:end]
        summands = self._summands(start, end)
        if not summands or not all(self._is_ideal(*part) for part in summands):
            return None
        value = Value(statement.start, statement.end)
        try:
            for part in summands:
                passages, ring = self._generators(*part)
                value.passages += passages
                value.ring = value.ring or ring
                if ring is not None and value.ring is not ring:
                    raise self.code.place(start).error("an ideal in two rings", "one ring")
        except InputError as error:
            value.error = error
        return value

    def _summands(self, start: int, end: int) -> list[tuple[int, int]]:
        """The parts between signs + that stand in no brackets."""
        cuts, depth = [start - 1], 0
        for at in range(start, end):
            sign = self.code.text[at]
            depth += (sign in "([{") - (sign in ")]}")
            if sign == "+" and not depth:
                cuts.append(at)
        return [(first + 1, second) for first, second in zip(cuts, [*cuts[1:], end], strict=True)]

    def _is_ideal(self, start: int, end: int) -> bool:
        text = self.code.text[start:end].strip()
        return re.match(r"(?:monomialI|i)deal\b", text) is not None or text in self.ideals

    def _generators(self, start: int, end: int) -> tuple[list[Passage], object]:
        begin = self.code.begin(start, end)
        text = self.code.text[begin:end].rstrip()
        if text in self.ideals:
            known = self.ideals[text]
            if known.error:
                raise known.error
            return [one._replace(text=self.code.spend(one.text, begin)) for one in known.passages], known.ring
        keyword = re.match(r"(?:monomialI|i)deal\s*", text)
        assert keyword is not None
        at = begin + keyword.end()
        inner = text[keyword.end() :].strip()
        if inner.startswith('"'):  # ideal"ab, c2" has a syntax of its own
            raise self.not_plain(begin, end)
        if inner[:1] in ("(", "{") and self.code.closing(at) == begin + len(text) - 1:
            parts = self.code.arguments(at)
            if len(parts) == 1 and self.code.text[slice(*parts[0])].strip()[:1] == "{":
                at = self.code.begin(*parts[0])
                parts = self.code.arguments(at)
        else:
            parts = [(at, begin + len(text))]
        if len(parts) == 1 and (listed := self.lists.get(self.code.text[slice(*parts[0])].strip())):
            if listed.error:
                raise listed.error
            return [one._replace(text=self.code.spend(one.text, at)) for one in listed.passages], listed.ring
        return self._expressions(parts)

    def _expressions(self, parts: list[tuple[int, int]]) -> tuple[list[Passage], _Ring | None]:
        """Polynomials with the values of names put in, and the ring of their variables.

        Raises InputError for other expressions.
        """
        rings: dict[_Ring, None] = {}
        found = []
        for start, end in self.code.deadline.over(parts, UNREAD):
            text = self.code.text[start:end]
            if _CALL.search(text) or "**" in text:
                raise self.not_plain(start, end)
            written = _WORD.sub(lambda match, at=start: self._word(match, at, rings), text)  # type: ignore[misc]
            if not _POLYNOMIAL.match(written):
                raise self.not_plain(start, end)
            found.append(self.polynomial(written, start))
        if len(rings) > 1:
            raise self.code.place(parts[0][0]).error("variables of two rings in one value", "one ring")
        ring = next(iter(rings), None)
        if ring is not None and ring.error:
            raise ring.error
        return found, ring

    def _word(self, match: re.Match[str], start: int, rings: dict[_Ring, None]) -> str:
        """A name in a polynomial: a variable, or the value of a name."""
        digits, name, index = match.groups()
        at = start + match.start()
        key = _key(name, self._numbers(index, at)) if index else name
        if key in self.variables and not digits:
            ring = self.variables[key]
            rings[ring] = None
            return ring.variables.get(key, ring.parameters.get(key, key)).ljust(len(match.group()))
        if not index and not digits:
            if name in self.integers:
                return f"({self.integers[name]})"
            if value := self.polynomials.get(name):
                if isinstance(value.ring, _Ring):
                    rings[value.ring] = None
                return self.code.spend(f"({value.passages[0].text})", at)
        if not digits and (value := self.others.get(name)) is not None:
            assert value.error is not None
            raise value.error
        if self.unknown is not None and self.unknown.error and not digits:
            raise self.unknown.error
        has_value = name in self.functions or (index and self._has_value(key))
        if not (self.rings or self.fields or self.unread or digits or has_value):
            return key.replace("(", "").replace(",", "_").replace(")", "").ljust(len(match.group()))
        shown = printable(match.group().strip(), 40)
        raise self.code.place(at).error(f"{shown}, which has no value that is read", EXPECTED)

    def _numbers(self, index: str, at: int) -> tuple[int, ...]:
        """The numbers of an index: _1 or _(1,2)."""
        return tuple([self._integer(one, at) for one in re.findall(r"\w+", index.strip()[1:])])

    def _integer(self, text: str, at: int) -> int:
        text = text.strip()
        if text in self.integers:
            return self.integers[text]
        if not re.fullmatch(r"-?[0-9]{1,9}", text, re.ASCII):
            raise self.code.place(at).error(f"{printable(text, 40)}, where a whole number is read", "a number")
        return int(text)

    def _is_computed(self, start: int, end: int) -> bool:
        """Whether a value is no ring, and changes nothing: it begins with a function that is known for that."""
        text = self.code.text[start:end]
        first = re.match(_NAME, text)
        names = set(_IDENTIFIER.findall(text))
        is_known = first is not None and first.group() in _PURE and first.group() != "ideal"
        if is_known and names & self.ideals.keys():
            return True
        return (is_known or text.startswith('"')) and not names & {"use", "load", "value"}

    # -- rings ---------------------------------------------------------------------------------------------------------

    @property
    def _homes(self) -> tuple[dict[str, Any], ...]:
        """What names may stand for, beside variables and functions."""
        return self.rings, self.fields, self.integers, self.polynomials, self.lists, self.ideals, self.others

    def _forget(self, name: str) -> None:
        for home in (*self._homes, self.functions):
            home.pop(name, None)

    def _use(self, ring: _Ring) -> None:
        """The names of a ring's variables stand for these from now on."""
        if ring.error:
            self.variables, self.unknown = {}, ring
        for key in (*ring.parameters, *ring.variables):
            self._forget(key)
            self.variables[key] = ring

    def _unread_ring(self, name: str, at: int) -> InputError:
        return self.code.place(at).error(f"the ring {printable(name, 40)}, which is not read", _RINGS)

    def _field(self, start: int, end: int) -> tuple[Passage | None, dict[str, str]] | None:
        """The characteristic and the parameters of a field; None for something else. Raises InputError."""
        begin = self.code.begin(start, end)
        text = self.code.text[begin:end].strip()
        match = _FIELD.match(text)
        if match is None:
            return None
        rationals, prime, galois, below, _, name = match.groups()
        if rationals:
            return None, {}
        if name:
            return self.fields.get(name)
        if below:
            if below != "QQ" and below not in self.fields:
                return None
            number = self.fields[below][0] if below in self.fields else None
            names = self.code.items(begin + match.start(5), begin + match.end(5))
            return number, {key: own for part in names for key, own in self._names(*part).items()}
        return Passage(str(self._integer(prime or galois, begin)), self.code.place(begin)), {}

    def _ring_at(self, start: int, end: int) -> int | None:
        """Where the bracket of a ring's variables opens: QQ[x], (ZZ/7)[x], kk[x], R/I; None for another value."""
        text = self.code.text[start:end]
        match = re.match(
            rf"(?:(?:QQ|RR|CC|ZZ|frac|toField|GF)\b|\((?:\s*(?:ZZ|GF|QQ|frac|toField)\b)|{_NAME}\s*\[)", text
        )
        if match is None:
            return None
        opening = None
        for at, depth in self.code.brackets(start, end):
            if not depth and self.code.text[at] == "[":
                opening = at
                break
        if opening is None:
            return None
        before = self.code.text[start:opening].strip()
        is_field = before in self.fields or re.match(r"\(?\s*(?:QQ|RR|CC|ZZ|frac|toField|GF)\b", before) is not None
        is_name = re.fullmatch(_NAME, before) is not None and before not in (*self.lists, *self.integers, *self.ideals)
        return opening if is_field or is_name else None

    def _make_ring(self, name: str, start: int, opening: int, end: int) -> None:
        ring = _Ring(start)
        closing = self.code.closing(opening)
        try:
            behind = self.code.text[closing + 1 : end].strip()
            for part in self.code.arguments(opening):
                if option := _OPTION.match(self.code.text[slice(*part)]):
                    self._check_option(option.group(1), option.group(2), part)
                else:
                    ring.variables |= self._names(*part)
            if behind:
                what = "a quotient ring" if behind.startswith("/") else "a ring that is not read"
                raise self.code.place(closing + 1).error(f"{what}: {printable(behind, 40)}", _RINGS)
            found = self._field(start, opening)
            if found is None:
                shown = printable(self.code.text[start:opening].strip(), 40)
                raise self.code.place(start).error(f"the coefficients {shown}", _RINGS)
            ring.number, ring.parameters = found
            taken = next((one for one in ring.variables if self._has_value(one)), None)
            if taken is not None:
                raise self.code.place(opening).error(f"a variable {taken}, which has a value already", "a new name")
        except InputError as error:
            ring.error = error
        if name:
            self.rings[name] = ring
        else:
            self.rings[f"ring {len(self.rings) + 1}"] = ring
        self._use(ring)

    def _has_value(self, key: str) -> bool:
        """Whether a name has a value, so that it cannot be a variable."""
        base = key.partition("_")[0]
        return any(base in home for home in self._homes) or (base != key and base in self.variables)

    def _check_option(self, name: str, value: str, part: tuple[int, int]) -> None:
        """Check that an option of a ring leaves it a polynomial ring in a global order."""
        at = self.code.place(self.code.begin(*part))
        if name == "MonomialOrder" and _GLOBAL.match(value) and "Weights" not in value:
            return
        if name == "Weights" and re.fullmatch(r"[\s{},0-9]*", value):
            return
        if name in _HARMLESS or (name == "Global" and value == "true") or (name == "MonomialSize"):
            return
        shown = printable(" ".join(f"{name} => {value}".split()), 40)
        is_local = name in ("Global", "Local", "MonomialOrder", "Weights")
        what = "an order that is local, or is not read" if is_local else "a ring that is not read"
        raise at.error(
            f"{what}: {shown}", "a polynomial ring in an order such as Lex; in a local one zeros are those at 0"
        )

    def _names(self, start: int, end: int) -> dict[str, str]:
        """The variables that stand there, as the text and as systems name them: x, x_1, x_1..x_n, a..d, vars(0..3)."""
        at = self.code.begin(start, end)
        text = self.code.text[at:end].strip()
        if letters := _LETTERS.match(text):
            first, last = (self._integer(one, at) for one in letters.groups())
            if not 0 <= first <= last < 26:
                raise self.code.place(at).error(f"the variables {printable(text, 40)}", "vars(0..25)")
            return {chr(97 + one): chr(97 + one) for one in range(first, last + 1)}
        if found := _RANGE.match(text):
            name, low, other, high = found.groups()
            if low is None and high is None and len(name) == len(other) == 1:
                letters_between = [chr(one) for one in range(ord(name), ord(other) + 1) if chr(one).isalpha()]
                return {one: one for one in letters_between}
            if name != other or low is None or high is None:
                raise self.code.place(at).error(f"the range {printable(text, 40)}", "a range such as x_1..x_4")
            bounds = [[self._integer(one, at) for one in re.findall(r"-?\w+", side)] for side in (low, high)]
            size = 1
            for first, last in zip(*bounds, strict=False):
                size *= max(0, last - first + 1)
            if size > _MOST_VARIABLES or len(bounds[0]) != len(bounds[1]):
                raise self.code.place(at).error(
                    f"the range {printable(text, 40)}", f"at most {_MOST_VARIABLES} variables"
                )
            tuples = product(*(range(first, last + 1) for first, last in zip(*bounds, strict=True)))
            return {_key(name, one): "_".join([name, *map(str, one)]) for one in tuples}
        match = _WORD.fullmatch(text)
        if match is None or match.group(1):
            raise self.code.place(at).error(f"found {printable(text, 60)!r}", "names of variables")
        _, name, index = match.groups()
        if not index:
            if "'" in name or "$" in name:
                raise self.code.place(at).error(f"the name {printable(name, 40)}", "letters and digits")
            return {name: name}
        numbers = self._numbers(index, at)
        return {_key(name, numbers): "_".join([name, *map(str, numbers)])}


def _key(name: str, numbers: tuple[int, ...]) -> str:
    """A name with an index as the script has it, without blanks."""
    return f"{name}_{numbers[0]}" if len(numbers) == 1 else f"{name}_({','.join(map(str, numbers))})"


def _reaches_out(text: str) -> bool:
    """Whether a function may change what is outside of it."""
    return re.search(r"(?<![=!<>?:])=(?![=>])|<-|\b(?:use|load|value|restart)\b", text) is not None
