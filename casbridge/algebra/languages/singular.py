"""Polynomial systems in Singular's language: rings, named polynomials and ideals, statement by statement.

    statement                        what it means
    ring r = 7, (x, y), dp;          a ring; the first variable is the greatest
    setring r;                       the ring of the statements behind it
    poly f = x2 - y;                 a name for a polynomial, as are number, int and def
    ideal i = f, x*y;                an ideal; so are i[2] = x; and i = i, x;
    kill f;                          the name is gone
    quit; $                          the end
    LIB, option, print, std(i);      nothing

Local orders and other rings are kept with the reason why they are not read. It is raised where such a ring is needed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from casbridge.algebra.languages.numbered import as_singular_reads, is_short
from casbridge.algebra.languages.programs import EXPECTED, Candidate, Program, Statement, Value, statements
from casbridge.algebra.languages.scanning import Code, Syntax, reader
from casbridge.algebra.notation import Notation
from casbridge.algebra.passages import NAME, Parts, Passage
from casbridge.errors import UNREAD, InputError, printable

_SYNTAX = Syntax("//", ("/*", "*/"))
_NAME = r"[A-Za-z@][\w@']*"
_INDEXED = rf"{_NAME}(?:\s*\(\s*\w+\s*\))*"
_WORD = re.compile(rf"(?<![\w@'])([0-9]*)({_NAME})((?:\s*\(\s*(?:[0-9]+|{_NAME})\s*\))*)")
_IDENTIFIER = re.compile(rf"(?<![\w@']){_NAME}")
_CALL = re.compile(rf"(?<![\w@'])({_NAME})\s*\(")
_OPERAND = re.compile(rf"([0-9]+/[0-9]+)|[0-9]+|({_NAME})(?:\s*\(\s*\w+\s*\))*|\S")
_ALONE = re.compile(rf"\s*({_NAME})\s*\Z")
#: Inequalities, too: these are named where polynomials are read.
_POLYNOMIAL = re.compile(r"(?:[\w\s+*/^()<>\u2260\u2264\u2265-]|[!<>]=)+\Z", re.ASCII)
#: What makes another ideal of one that is stated, and states something itself.
_ADDED = re.compile(r"\bideal\s*\(|\+")
_RANGE = re.compile(rf"({_NAME})\(([^()]*)\.\.([^()]*)\)\Z")
_LETTERS = re.compile(r"([A-Za-z])\s*\.\.\s*([A-Za-z])\Z")
_BRACKETED = re.compile(r"\s*([^\[\]]*)\[([^\[\]]*)\]\s*\Z")
_PRIME = re.compile(r"\(?\s*ZZ\s*/\s*\(?\s*(\w+)\s*\)?\s*\)?\Z")
_BLOCK_OF_ORDER = re.compile(r"([A-Za-z]+)\s*(\([^()]*\))?")
_GLOBAL_ORDERS = ("lp", "rp", "dp", "Dp", "wp", "Wp", "c", "C", "a", "L")
_MOST_VARIABLES = 100_000
_BLOCKS = re.compile(r"(?:static\s+)?proc\b|if\b|else\b|while\b|for\b|\{")
_GLOBAL_TYPES = ("int", "bigint", "string", "intvec", "intmat", "link")
_PLAIN = ("poly", "number", "int", "bigint")
_TYPES = "poly|number|int|bigint|ideal|def|string|list|intvec|intmat|matrix|module|vector|map|resolution|link"
#: In a procedure: a name that gets a value, names that are its own, and statements that change what is outside of it.
_ASSIGNED = re.compile(
    rf"(?<![\w@'.])({_NAME})\s*(?:\([^()=;]{{0,200}}\)\s*)?(?:\[[^\]=;]{{0,200}}\]\s*)?(?:=(?!=)|\+\+|--)"
)
_DECLARED = re.compile(rf"\b(?:{_TYPES}|ring|qring|proc|parameter)\b([^=;()]*)")
_REACHES_OUT = re.compile(r"\b(?:export|exportto|importfrom|keepring|execute|minpoly|qring)\b")
_CHANGING = (
    r"(?<![\w@'.])NAME\s*(?:\[[^\]]*\]\s*)?(?:=(?!=)|\+\+|--)|\bkill\b[^;]*(?<![\w@'])NAME(?![\w@'])"
    r"|\b(?:minpoly\s*=|execute\s*\()|(?<![\w@'])ring\s+NAME\b"
)
_EXAMPLE = "a statement such as ideal i = x^2 - 1, x*y;"
_RINGS = "a polynomial ring over QQ or GF(p), with or without parameters, in a global order"
#: Bases of an ideal: it stays the same. With a polynomial as the second argument it does not.
_BASES = ("std", "groebner", "slimgb", "interred", "modStd", "sba", "stdfglm", "stdhilb", "minbase")
_BASIS = re.compile(rf"(?:(?:{'|'.join(_BASES)})\s*\(\s*)+({_NAME})\s*(?:,\s*\"[^()\"]*\"\s*)?[\s)]*\Z")
_LISTED = re.compile(r"\s*(?:ideal\s*)?\(")
_BASIS_OF_LISTED = re.compile(r"\s*(?:std|groebner|slimgb|interred)\s*\((?=\s*ideal\s*\()")
_FIRST_IS_LOWEST = re.compile(r"\bchar_series\s*\(")
#: Variables of Singular's own that change no ideal.
_SETTINGS = "short|echo|printlevel|timer|rtimer|TRACE|pagewidth|colmax|noether|@?rnd"
#: Functions that compute something, or print it, and change nothing.
_COMPUTING = """
std groebner slimgb sba modStd stdfglm stdhilb interred minbase mstd facstd char_series dim vdim mult degree deg
kbase hilb res mres sres lres nres betti syz lift reduce size ncols nrows print type typeof nameof string sprintf
printf defined memory nvars npars charstr varstr ordstr homog subst diff jacob quotient intersect eliminate sat
radical minAssGTZ minAssChar primdecGTZ primdecSY equidim absPrimdecGTZ triangL triangM triangMH factorize gcd lead
leadcoef leadexp var par maxideal char option LIB help tst_init tst_status tst_ignore system random attrib fglm
simplify sort matrix ideal poly number int module vector list intvec intmat bigint ring_list ringlist status rank
maxdeg maxdeg1 mindeg mindeg1 jet coef coeffs contract wedge minor det trace transpose unitmat freemodule
isPrime is_prime prime gen indepSet highcorner hres finduni weight regularity vspace prune qhweight fprintf write
close dump timer rvar factmodd genus primdecGTZE minAssGTZE radicalEHV equiRadical dbprint imap fetch
"""
_PURE = {*_COMPUTING.split()}


@dataclass(eq=False)
class _Ring:
    """A ring: its variables, the greatest first, as systems name them; and the names of objects in it.

    types: of the names. bases: the ideals whose generators in Singular are others than those that are read.
    """

    at: int
    name: str = ""
    variables: dict[str, None] = field(default_factory=dict)
    number: Passage | None = None
    parameters: dict[str, None] = field(default_factory=dict)
    where: int = 0
    error: InputError | None = None
    names: dict[str, Value] = field(default_factory=dict)
    ideals: dict[str, Value] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    bases: set[str] = field(default_factory=set)

    @cached_property
    def is_short(self) -> bool:
        """Whether Singular reads xy2 as x*y^2 here."""
        return all(len(name) == 1 for name in (*self.variables, *self.parameters))


@reader(_SYNTAX)
def read_singular(code: Code, notation: Notation) -> Parts:
    """The system in a Singular script: one ideal, and its ring.

    The ring is `ring r = 0, (y, x), dp;`, where the first variable is the greatest, and 0 is a prime for GF(p). Where
    the script calls `char_series`, the first variable is the lowest. `ring r = (0, a, b), (y, x), dp;` has parameters.
    `ring r;` is ZZ/32003[x, y, z]. A name x(1) is read as x_1. Polynomials may have names, and the ideal may get its
    generators in several statements. The short form (2xy2) is read where all names are single letters. What Singular
    reads in its own way, such as 2x^2 as (2x)^2, is refused; so are local orders, rings that are no polynomial rings,
    and statements before the ideal whose meaning is not known. Ideals that are computed from it do not count.

    >>> system = read_singular("ring r = 7, (x, y), dp; poly f = x^2 + y^2 - 1; ideal i = f, x*y - 1;")
    >>> system.ring, list(system.polynomials())
    (GF(7)[y, x], [x**2 + y**2 - 1, y*x - 1])
    """
    script = _Script(code, notation)
    script.run()
    name, ring, ideal = script.chosen()
    parts = script.parts_of((name, ring, ideal))
    for other in script.rings_with_ideals() if notation.ideal in ("", "*") else ():
        if other is not ring and other.ideals and not other.error and not _same_field(other, ring):
            raise code.place(other.at).error("a second ring over another field", "one field")
    return parts


class _Script(Program):
    """A script while it is read.

    rings: by their names. ring: the present one. killed: the last one that is gone. others: names of other objects.
    """

    def __init__(self, code: Code, notation: Notation) -> None:
        super().__init__(code)
        self.notation = notation
        self.rings: dict[str, _Ring] = {}
        # A text without a ring may be a part of a script: its variables are the names in it.
        self.ring = self.without_ring = self.killed = _Ring(0)
        self.integers: dict[str, Value] = {}
        self.others: dict[str, Value] = {}
        # The types of names that belong to no ring.
        self.types: dict[str, str] = {}
        # Names that stood for an ideal once, or for what was computed.
        self.computed: set[str] = set()
        self.is_bounded = False

    def run(self) -> None:
        """Read all statements."""
        for statement in self.code.deadline.over(statements(self.code, blocks=_BLOCKS), UNREAD):
            if self.code.text.startswith("$", statement.start):
                return
            for pattern, read in _TABLE:
                match = pattern.match(self.code.text, statement.start, statement.end)
                if match is None:
                    continue
                if not statement.is_closed and read not in (_Script.end, _Script.nothing):
                    raise self.code.place(statement.start).error("a statement without an end", "a semicolon behind it")
                if read is _Script.end:
                    return
                if read(self, match, statement):
                    break
            else:
                self.unread.append(statement)

    def rings_with_ideals(self) -> list[_Ring]:
        """The rings; only a killed one where no other has an ideal: a script may tidy up at its end."""
        rings = [*dict.fromkeys([*self.rings.values(), self.without_ring, self.ring])]
        return rings if any(ring.ideals for ring in rings) else [self.killed]

    def chosen(self) -> tuple[str, _Ring, Value]:
        """The name, the ring and the ideal that is stated, or chosen. Raises InputError for none and for several."""
        ideals = [(name, ring, one) for ring in self.rings_with_ideals() for name, one in ring.ideals.items()]
        # An ideal that is only declared is 0; beside others it states nothing.
        stated_ideals = [ideal for *_, ideal in ideals if not ideal.is_derived]
        counted = {*map(id, [ideal for ideal in stated_ideals if ideal.passages or ideal.error] or stated_ideals)}
        candidates = [
            Candidate(name, ideal.at, (name, ring, ideal), ring.name, id(ideal) in counted)
            for name, ring, ideal in ideals
        ]
        for name, value in self.others.items():
            candidates.append(Candidate(name, value.at, (name, self.ring, value), "", is_stated=False))
        return self.choose(candidates, self.notation.ideal).payload

    def parts_of(self, payload: tuple[str, _Ring, Value]) -> Parts:
        """The parts of an ideal with a name. Raises InputError for what is not read."""
        code, (name, ring, ideal) = self.code, payload
        self.check(ideal, [name, *filter(None, [ring.name])], _CHANGING)
        if error := ideal.error or ring.error:
            raise error
        variables = parameters = None
        if ring.variables:
            is_lowest_first = _FIRST_IS_LOWEST.search(code.text) is not None
            ordered = ring.variables if is_lowest_first else reversed(ring.variables)
            variables = Passage(" ".join(ordered), code.place(ring.where))
            parameters = Passage(" ".join(ring.parameters), code.place(ring.where)) if ring.parameters else None
        polynomials = ideal.passages or [Passage("0", code.place(ideal.at))]
        is_named = self.notation.variables or ring.variables or ring.parameters
        is_written_short = ring.is_short if is_named else is_short(polynomials, (), code.deadline)
        short = self.notation.short or is_written_short
        as_singular_reads(polynomials, short, code.deadline)
        return Parts(polynomials, variables, ring.number, parameters, renamed=code.renamed(), short=short)

    def nothing_stated(self) -> InputError:
        if self.unread and (self.rings or "setring" in self.code.text):
            return self.not_read(self.unread[0])
        return InputError("no ideal", source=self.code.source, expected=_EXAMPLE)

    # -- statements, as in the table: each says whether it read the statement ------------------------------------------

    def nothing(self, _: re.Match[str], __: Statement) -> bool:
        return True

    def end(self, _: re.Match[str], __: Statement) -> bool:
        return True

    def new_ring(self, match: re.Match[str], statement: Statement) -> bool:
        name, start = match.group(1), match.end()
        if self._type(name):
            return False
        ring = _Ring(statement.start, name)
        try:
            self._fill(ring, start, statement.end)
        except InputError as error:
            ring.error = error
        self.rings.pop(name, None)
        self.rings[name] = self.ring = ring
        return True

    def quotient_ring(self, match: re.Match[str], statement: Statement) -> bool:
        if self._type(match.group(1)):
            return False
        error = self.code.place(statement.start).error(f"a quotient ring: {self.shown(*statement[:2])}", _RINGS)
        self.rings.pop(match.group(1), None)
        self.rings[match.group(1)] = self.ring = _Ring(statement.start, match.group(1), error=error)
        return True

    def set_ring(self, match: re.Match[str], statement: Statement) -> bool:
        name = match.group(1)
        if name not in self.rings:
            value = self.others.get(name)
            if value is None:
                return False
            line = printable(" ".join(self.code.text[value.at : value.last].split()), 60)
            problem = f"the ring {printable(name, 40)}, which is not read: {line}"
            error = self.code.place(value.at).error(problem, _RINGS)
            self.rings[name] = _Ring(statement.start, name, error=error)
        self.ring = self.rings[name]
        return True

    def minimal_polynomial(self, _: re.Match[str], statement: Statement) -> bool:
        at = self.code.place(statement.start)
        self.ring.error = at.error(f"an extension of the field: {self.shown(*statement[:2])}", _RINGS)
        return True

    def bound(self, _: re.Match[str], __: Statement) -> bool:
        """A bound on degrees: what is called a basis afterwards may be another ideal."""
        self.is_bounded = True
        return True

    def procedure(self, match: re.Match[str], statement: Statement) -> bool:
        text = self.code.text[statement.start : statement.end]
        local_names = {name for declared in _DECLARED.findall(text) for name in _IDENTIFIER.findall(declared)}
        is_open = any(name not in local_names for name in _ASSIGNED.findall(text)) or "::" in text
        self.functions[match.group(1)] = is_open or _REACHES_OUT.search(text) is not None
        return True

    def kill(self, match: re.Match[str], statement: Statement) -> bool:
        for start, end in self.code.items(match.end(), statement.end):
            name = self._own_name(start, end)
            if name == "basering":
                name = self.ring.name
            self._forget(name, statement)
        return True

    def declaration(self, match: re.Match[str], statement: Statement) -> bool:
        """`TYPE NAME, NAME = VALUE, VALUE`."""
        kind, text = match.group(1), self.code.text
        equals = re.compile(r"=(?!=)").search(text, match.end(), statement.end)
        stop = equals.start() if equals else statement.end
        parts = self.code.items(match.end(), stop)
        if kind in ("matrix", "intmat"):  # matrix m[2][3]
            parts = [
                (start, self.code.text.find("[", start, end) if "[" in self.code.text[start:end] else end)
                for start, end in parts
            ]
        names = [self._own_name(*part) for part in parts]
        if not names or not all(names) or any(self._is_variable(name) or self._is_used(name, kind) for name in names):
            return False
        values = self.code.items(equals.end(), statement.end) if equals else []
        is_matched = len(names) == 1 or len(values) in (0, len(names)) or kind not in (*_PLAIN, "ideal")
        if not is_matched or any(self.reaches_out(*part) for part in values):
            return False
        for name in names:
            self._forget(name, statement)
            (self.types if kind in _GLOBAL_TYPES else self.ring.types)[name] = kind
        alone = _ALONE.match(self.code.text[slice(*values[0])]) if len(values) == 1 else None
        if kind == "def" and alone and (ring := self.rings.get(alone.group(1).replace("basering", self.ring.name))):
            self.rings[names[0]] = ring  # another name of the same ring
            return True
        if kind not in _PLAIN:
            self.computed.update(names)
        if kind == "ideal":
            for number, name in enumerate(names):
                self._set_ideal(name, values if len(names) == 1 else values[number : number + 1], statement)
            return True
        home = {"poly": self.ring.names, "number": self.ring.names, "def": self.ring.names}.get(kind, self.others)
        home = self.integers if kind in ("int", "bigint") else home
        for number, name in enumerate(names):
            value = Value(statement.start, statement.end)
            try:
                if kind not in (*_PLAIN, "def"):
                    raise self.not_plain(*statement[:2])
                if number < len(values):
                    value.passages = [self._of_type(kind, *values[number])]
                    if kind == "def" and self._is_whole(*values[number]):
                        self.types[name] = self.ring.types.pop(name, "") and "int"
                elif kind == "def":
                    raise self.not_plain(*statement[:2])
                else:
                    value.passages = [Passage("0", self.code.place(statement.start))]
            except InputError as error:
                value.error = error
            (self.others if value.error and kind == "def" else home)[name] = value
        return True

    def assignment(self, match: re.Match[str], statement: Statement) -> bool:
        """`NAME = VALUE`, and `NAME[2] = VALUE` for a generator of an ideal."""
        name, index, start = self._own_name(*match.span(1)), match.group(2), match.end()
        values = self.code.items(start, statement.end)
        if any(self.reaches_out(*part) for part in values):
            return False
        ideal = self.ring.ideals.get(name)
        if ideal is None:
            home = self.ring.names if name in self.ring.names else self.integers
            if name not in home or index is not None or len(values) != 1:
                return name in self.others
            value = Value(statement.start, statement.end)
            try:
                value.passages = [self._of_type(self._type(name), *values[0])]
            except InputError as error:
                value.error = error
            home[name] = value
            return True
        if index is None:
            basis_call = _BASIS.match(self.code.text[start : statement.end].strip())
            if basis_call is None or basis_call.group(1) != name or self.is_bounded:
                changed = self._set_ideal(name, values, statement)
                changed.is_derived = changed.is_derived and ideal.is_derived
            else:
                self.ring.bases.add(name)
            return True
        try:
            if name in self.ring.bases:
                raise self.not_plain(*statement[:2])
            position = self._integer(index, statement.start)
            if not 0 < position <= len(ideal.passages) + _MOST_VARIABLES or len(values) != 1:
                return False
            zero = Passage("0", self.code.place(statement.start))
            ideal.passages += [zero] * (position - len(ideal.passages))
            ideal.passages[position - 1] = self._expression(*values[0])
        except InputError as error:
            ideal.error = ideal.error or error
        ideal.last = statement.end
        return True

    def question(self, _: re.Match[str], statement: Statement) -> bool:
        """A statement that prints a value, and changes nothing."""
        text = self.code.text[statement.start : statement.end]
        if re.search(r"(?<![=<>!])=(?!=)|\+\+|--|[{}<]|\$", text):
            return False
        return all(
            name in _PURE
            or not self.functions.get(name, True)
            or name in self.integers
            or self._is_variable(f"{name}_1")
            for name in _CALL.findall(text)
        ) and not re.match(r"(?:return|break|continue|export|setring|keepring|importfrom|apply)\b", text)

    def _forget(self, name: str, statement: Statement) -> None:
        """A name is gone. Without the present ring there is none, until a statement sets one."""
        for names in (self.ring.names, self.ring.ideals, self.integers, self.others, self.ring.types, self.types):
            names.pop(name, None)
        gone = self.rings.pop(name, None)
        if gone is not None and gone is self.ring:
            error = self.code.place(statement.start).error(f"no ring behind {self.shown(*statement[:2])}", _RINGS)
            self.killed, self.ring = gone, _Ring(statement.start, error=error)

    def _type(self, name: str) -> str:
        """The type with which a name was declared in the present ring or outside of rings; "" for another name."""
        return self.ring.types.get(name) or self.types.get(name) or ""

    def _is_used(self, name: str, kind: str) -> bool:
        """Whether Singular refuses to declare a name, because it stands for something of another type."""
        type_name = self._type(name) or kind
        is_other = name in self.rings or name in self.functions or (type_name not in (kind, "def"))
        return is_other and kind != "def"

    # -- values --------------------------------------------------------------------------------------------------------

    def _set_ideal(self, name: str, values: list[tuple[int, int]], statement: Statement) -> Value:
        """Give an ideal its value: generators, and ideals whose generators it takes."""
        ideal = Value(statement.start, statement.end)
        mentioned = {name for part in values for name in _IDENTIFIER.findall(self.code.text[slice(*part)])}
        is_basis = not mentioned.isdisjoint((*_BASES, *self.ring.bases))
        (self.ring.bases.add if is_basis else self.ring.bases.discard)(name)
        try:
            for part in values:
                ideal.passages += self._generators(*part)
            alone = _ALONE.match(self.code.text[slice(*values[0])]) if len(values) == 1 else None
            # j = i is no second ideal.
            ideal.is_derived = alone is not None and alone.group(1) in self.ring.ideals
        except InputError as error:
            is_stated = len(values) > 1 or any(_ADDED.search(self.code.text[slice(*part)]) for part in values)
            ideal.is_derived = not mentioned.isdisjoint(self.computed) and not is_stated
            ideal.error = error
        self.ring.ideals[name] = ideal
        return ideal

    def _generators(self, start: int, end: int) -> list[Passage]:
        text = self.code.text[start:end]
        if (alone := _ALONE.match(text)) and (ideal := self.ring.ideals.get(alone.group(1))) is not None:
            if ideal.error:
                raise ideal.error
            for passage in ideal.passages:
                self.code.spend(passage.text, start)
            return ideal.passages
        called = _LISTED.match(text) or (_BASIS_OF_LISTED.match(text) if not self.is_bounded else None)
        if called and self.code.closing(start + called.end() - 1) == start + len(text.rstrip()) - 1:
            inner = self.code.arguments(start + called.end() - 1)
            if len(inner) > 1 or not text.strip().startswith("("):
                return [one for part in inner for one in self._generators(*part)]
        return [self._expression(start, end)]

    def _expression(self, start: int, end: int) -> Passage:
        """A polynomial, with the values of names put in. Raises InputError for another expression."""
        self._is_whole(start, end)
        text = self.code.text[start:end]
        written = _WORD.sub(lambda match: self._word(match, start), text)
        if not _POLYNOMIAL.match(written) or _CALL.search(written):
            raise self.not_plain(start, end)
        return self.polynomial(written, start)

    def _of_type(self, kind: str, start: int, end: int) -> Passage:
        """A value of a type: no number has variables, and no whole number has a fraction."""
        passage = self._expression(start, end)
        names = {*NAME.findall(passage.text), *(passage.text if self.ring.is_short else "")}
        is_number = kind not in ("number", "int", "bigint") or names.isdisjoint(self.ring.variables)
        if not is_number or (kind in ("int", "bigint") and "/" in passage.text):
            raise self.not_plain(start, end)
        return passage

    def _is_whole(self, start: int, end: int) -> bool:
        """Whether Singular computes whole numbers alone. Raises InputError for their quotients: (3)/2 is 1.

        For each level of brackets: whether all of it is whole, whether the last product is, whether / stands there.
        """
        levels = [[True, True, False]]
        for match in _OPERAND.finditer(self.code.text, start, end):
            sign, is_whole = match.group(), match.group()[0].isdigit() and not match.group(1)
            if sign in "([":
                levels.append([True, True, False])
                continue
            if sign in ")]" and len(levels) > 1:
                is_whole = levels.pop()[0]
            elif sign == "/":
                levels[-1][2] = True
                continue
            elif sign in "+-":
                levels[-1][1] = levels[-1][1] or not levels[-1][2]
                continue
            elif name := match.group(2):
                is_whole = self.types.get(name) in ("int", "bigint")
            elif not sign[0].isdigit():
                continue
            if levels[-1][2] and levels[-1][1] and is_whole:
                problem = f"a quotient in {self.shown(start, end)}, which Singular computes as a whole number"
                raise self.code.place(match.start()).error(problem, "a fraction without blanks, such as 1/2")
            levels[-1] = [levels[-1][0] and is_whole, levels[-1][1] and is_whole, False]
        return levels[0][0]

    def _word(self, match: re.Match[str], start: int) -> str:
        """A name in a polynomial: a variable, the value of a name, or a monomial in the short form."""
        digits, name, indices = match.groups()
        at = start + match.start()
        if indices:
            if name in _PURE or name in self.functions:
                raise self.code.place(at).error(f"a call that is not read: {printable(match.group(), 40)}", EXPECTED)
            indices_read = [str(self._integer(one, at)) for one in re.findall(r"\w+", indices)]
            full_name = f"{name}({')('.join(indices_read)})"
            value = self.ring.names.get(full_name)
            variable = "_".join([name, *indices_read])
            if variable in self.ring.variables or variable in self.ring.parameters:
                return f"{digits}{variable}".ljust(len(match.group()))
        else:
            full_name, value = name, self.ring.names.get(name) or self.integers.get(name)
            is_known = not self.ring.variables or self._is_variable(name) or self._is_monomial(name)
            if value is None and is_known and name not in self.others:
                return match.group()
        if value is None or digits:
            problem = f"{printable(match.group().strip(), 40)}, which has no value that is read"
            raise self.code.place(at).error(problem, EXPECTED)
        if value.error:
            raise value.error
        return self.code.spend(f"({value.passages[0].text})", at)

    def _is_variable(self, name: str) -> bool:
        return name in self.ring.variables or name in self.ring.parameters

    def _is_monomial(self, name: str) -> bool:
        return self.ring.is_short and all(sign.isdigit() or self._is_variable(sign) for sign in name)

    def _integer(self, text: str, at: int) -> int:
        """A whole number, or the name of one."""
        text = text.strip()
        value = self.integers.get(text)
        if value is not None and not value.error:
            text = value.passages[0].text
        if not re.fullmatch(r"-?[0-9]{1,9}", text, re.ASCII):
            raise self.code.place(at).error(
                f"{printable(text, 40)}, where a whole number is read", "a number written out"
            )
        return int(text)

    def _own_name(self, start: int, end: int) -> str:
        """A name that gets a value, with its indices; "" for something else."""
        text = "".join(self.code.text[start:end].split())
        match = re.fullmatch(rf"({_NAME})((?:\(\w+\))*)", text)
        if match is None:
            return ""
        try:
            indices = [f"({self._integer(one, start)})" for one in re.findall(r"\w+", match.group(2))]
        except InputError:
            return ""
        return match.group(1) + "".join(indices)

    # -- rings ---------------------------------------------------------------------------------------------------------

    def _fill(self, ring: _Ring, start: int, end: int) -> None:
        """Read the field, the variables and the order of a ring. Raises InputError for a ring that is not read."""
        code, at = self.code, self.code.place(ring.at)
        ring.where = ring.at
        parts = code.items(start, end)
        if not parts:  # `ring r;`
            ring.variables, ring.number = dict.fromkeys("xyz"), Passage("32003", at)
            return
        if bracketed := _BRACKETED.match(code.text[start:end]) if len(parts) == 1 else None:
            inside = (start + bracketed.start(2), start + bracketed.end(2))
            parts, names = [(start + bracketed.start(1), start + bracketed.end(1))], code.items(*inside)
        else:
            if len(parts) < len(("field", "variables", "order")):
                raise at.error("a ring without variables or an order", "ring r = 0, (x, y), dp;")
            ring.where = code.begin(*parts[1])
            variables_text = code.text[slice(*parts[1])].strip()
            names = code.arguments(ring.where) if variables_text.startswith("(") else [parts[1]]
            for part in parts[2:]:
                self._check_order(*part)
        listed = [name for part in names for name in self._variables(*part)]
        if not listed:
            raise at.error("a ring without variables", "ring r = 0, (x, y), dp;")
        ring.variables = dict.fromkeys(listed)
        listed += self._field(ring, *parts[0])
        twice, times = Counter(listed).most_common(1)[0]
        if times > 1:
            raise at.error(f"two variables named {printable(twice, 40)}", "different names")

    def _variables(self, start: int, end: int) -> list[str]:
        """The names that stand there: x, x(1), x(1..3), a..d."""
        text, at = "".join(self.code.text[start:end].split()), self.code.place(self.code.begin(start, end))
        if letters := _LETTERS.match(text):
            first, last = map(ord, letters.groups())
            return [chr(number) for number in range(first, last + 1)] or [
                chr(number) for number in range(first, last - 1, -1)
            ]
        if bounds := _RANGE.match(text):
            first, last = (self._integer(bounds.group(number), start) for number in (2, 3))
            if abs(last - first) > _MOST_VARIABLES:
                raise at.error(f"{abs(last - first) + 1} variables", f"at most {_MOST_VARIABLES}")
            numbers = range(first, last + 1) if first <= last else range(first, last - 1, -1)
            return [f"{bounds.group(1)}_{number}" for number in numbers]
        name = self._own_name(start, end)
        if not name or "@" in name or "'" in name:
            raise at.error(f"found {printable(text, 60)!r}", "names of variables, such as x, x(1) or x(1..3)")
        return [name.replace(")(", "_").replace("(", "_").replace(")", "")]

    def _field(self, ring: _Ring, start: int, end: int) -> list[str]:
        """Read the characteristic; the parameters."""
        begin = self.code.begin(start, end)
        text = self.code.text[start:end].strip()
        parameter_parts: list[tuple[int, int]] = []
        if text.startswith("(") and self.code.closing(begin) == begin + len(text) - 1:
            (first, *parameter_parts) = self.code.arguments(begin) or [(start, end)]
            text, begin = self.code.text[slice(*first)].strip(), self.code.begin(*first)
        at = self.code.place(begin)
        prime = _PRIME.match(text)
        if text != "QQ":
            try:
                number = self._integer(prime.group(1) if prime else text, begin)
            except InputError:
                raise at.error(f"the coefficients {printable(text, 40)}", _RINGS) from None
            ring.number = Passage(str(number), at)
        names = [name for part in parameter_parts for name in self._variables(*part)]
        ring.parameters = dict.fromkeys(names)
        return names

    def _check_order(self, start: int, end: int) -> None:
        """Check that an order is global."""
        text = self.code.text[start:end]
        for block in _BLOCK_OF_ORDER.finditer(text):
            weights = block.group(2) or ""
            is_known = "-" not in weights and (block.group(1) != "a" or re.fullmatch(r"[(),\s\d]*", weights))
            if block.group(1) not in _GLOBAL_ORDERS or not is_known:
                at = self.code.place(start + block.start())
                kind = "by a matrix" if block.group(1) == "M" else "that is local or mixed"
                expected = "an order such as dp or lp; in a local order the zeros are those at the origin"
                raise at.error(f"an order {kind}: {printable(block.group().strip(), 40)}", expected)


def _same_field(one: _Ring, other: _Ring) -> bool:
    numbers = [(ring.number.text if ring.number else "0") for ring in (one, other)]
    return numbers[0] == numbers[1]


_TABLE: list[tuple[re.Pattern[str], Callable[[_Script, re.Match[str], Statement], bool]]] = [
    (re.compile(pattern), read)
    for pattern, read in (
        (r"LIB\b|\"|(?:help|example)\b", _Script.nothing),
        (r"(?:quit|exit)\b", _Script.end),
        (rf"(?:{_SETTINGS})\s*=(?!=)", _Script.nothing),
        (rf"ring\s+({_NAME})\s*(?:=(?!=))?", _Script.new_ring),
        (rf"qring\s+({_NAME})\s*=", _Script.quotient_ring),
        (rf"setring\s+({_NAME})\s*", _Script.set_ring),
        (r"minpoly\s*=", _Script.minimal_polynomial),
        (r"(?:deg|mult)Bound\s*=", _Script.bound),
        (rf"(?:static\s+)?proc\s+({_NAME})", _Script.procedure),
        (r"kill\b", _Script.kill),
        (
            rf"({_TYPES})\b\s*(?!\()",
            _Script.declaration,
        ),
        (rf"({_INDEXED})\s*(?:\[([^\]]*)\]\s*)?=(?!=)", _Script.assignment),
        (r"", _Script.question),
    )
]
