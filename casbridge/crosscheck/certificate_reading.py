"""Certificates as data: a system and its components, or a puzzle and the steps of an explanation.

A certificate is read by the grammar of what `certificates` and `casbridge.logic.text.proofs` write. It is written anew
from what was read, and compared line by line: a line that is not the same is refused. Only the comments of its title
are taken as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, zip_longest
from typing import Any, NoReturn

from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.denominators import SparseTerms
from casbridge.algebra.expressions import parse_terms
from casbridge.algebra.fields import Field, Ring, local_ring
from casbridge.algebra.languages.scanning import RENAMED
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import Equation, PolynomialSystem, equation_of_terms
from casbridge.crosscheck.certificates import SERIES_TARGET, TARGET, certificate_script, digest_of
from casbridge.encodings import encode
from casbridge.encodings.encoding import default_field
from casbridge.encodings.names import Encoding
from casbridge.encodings.relations import least_exact_apart
from casbridge.errors import InputError
from casbridge.puzzles.layouts import graph
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.variants.protocol import Constraint, WholeGrid
from casbridge.puzzles.variants.relations import Relation, Sandwich, Sum, Tuples
from casbridge.scripts.listing import list_system
from casbridge.scripts.rendering import clean, fill
from casbridge.scripts.values import Target

#: What a certificate should be, for messages.
EXPECTED = "what `casbridge charseries --certificate FILE` or `casbridge explain --proof FILE` writes"


@dataclass(frozen=True)
class ReadCertificate:
    """A certificate as data: the system in it, and the script of its checks, written anew."""

    system: PolynomialSystem
    script: str


class _Text:
    """The lines of a certificate, each taken once and in order. InputError for characters that casbridge never writes.

    line_number: of the line that was taken last, from 1.
    """

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.line_number = 0
        for number, line in enumerate(self.lines, 1):
            if not line.isprintable():
                strange = next(character for character in line if not character.isprintable())
                raise InputError(f"a character that casbridge does not write: {strange!r}", line=number)

    def next_match(self, pattern: str, expected: str) -> re.Match[str]:
        """The next line that matches the pattern in full; InputError where there is none."""
        for number in range(self.line_number, len(self.lines)):
            found = re.fullmatch(pattern, self.lines[number], re.ASCII)
            if found is not None:
                self.line_number = number + 1
                return found
        raise InputError(f"no line with {expected}", line=len(self.lines), expected=EXPECTED)

    def following(self, pattern: str) -> re.Match[str] | None:
        """The line right after the last one, if it matches the pattern in full; then it is taken."""
        line = self.lines[self.line_number] if self.line_number < len(self.lines) else ""
        found = re.fullmatch(pattern, line)
        self.line_number += found is not None
        return found

    def header(self) -> list[str]:
        """The comments before the digest of the system, without their slashes."""
        header: list[str] = []
        while not self.following(r"// Digest of the system: [0-9a-f]{64}\."):
            line = self.next_match(".*", "a digest of the system").group()
            header.append(line.removeprefix("//").removeprefix(" "))
            if not line.startswith("//") or clean(header[-1]) != header[-1].strip():
                self.fail(f"{line!r} before the digest of the system", "a comment as casbridge writes it")
        return header

    def fail(self, found: str, expected: str) -> NoReturn:
        """InputError at the line that was taken last."""
        raise InputError(found, line=self.line_number, expected=expected)

    def is_printed_as(self, expected: str) -> None:
        """InputError at the first line that is another one in `expected`, which our printer gave for the data."""
        for number, (line, ours) in enumerate(zip_longest(self.lines, expected.split("\n")), 1):
            if line != ours:
                found, wanted = ("the end" if one is None else repr(one) for one in (line, ours))
                raise InputError(f"{found} in a certificate", line=number, expected=f"{wanted}, as casbridge writes it")


def read_certificate(text: str) -> ReadCertificate:
    """A certificate as data. Raises InputError, with the line, for what casbridge would not have written.

    >>> from casbridge.crosscheck.certificates import certificate
    >>> read_certificate(certificate(PolynomialSystem(Ring.of("x"), ()), [()])).system.ring
    QQ[x]
    """
    for read in READERS:
        found = read(_Text(text))
        if found is not None:
            return found
    raise InputError("neither components nor steps in a certificate", expected=EXPECTED)


# -- certificates of answers ------------------------------------------------------------------------------------------

_NAME = "[A-Za-z][A-Za-z0-9_]*"
_TEXT = "[A-Za-z0-9_+*^() -]+"
_NUMBERS = r"(?P<bare>0|[1-9][0-9]{0,9})|\((?P<number>0|[1-9][0-9]{0,9}), (?P<parameters>[A-Za-z0-9_, ]+)\)"
_ORDER = r"(?:dp|\(dp, L\(2147483647\)\))"
_RING = rf"ring casbridge_ring = (?:{_NUMBERS}), \((?P<unknowns>[A-Za-z0-9_, ]+)\), {_ORDER};"
_FUNCTION = rf"proc ({_NAME})\((poly {_NAME}(?:, poly {_NAME})*)\) \{{ return\(({_TEXT})\); \}}"
_CALL = rf"({_NAME})\(({_NAME}(?:, {_NAME})*)\)"
_EQUATION = r"  ([A-Za-z0-9_+*^(), -]+)([,;])(?:  // (.*))?"
#: A line that a certificate has exactly if this is claimed.
_CLAIMS = {
    "complete": "  prove_completeness();",
    "irreducible": "  for (number_here = 1; number_here <= size(components); number_here++) "
    "{ prove_irreducibility(number_here); }",
    "wu": "  prove_wu_sense();",
}


def _read_answer(text: _Text) -> ReadCertificate | None:
    """The certificate of an answer; None for a text without components."""
    if "list components;" not in text.lines:
        return None
    header = text.header()
    target = SERIES_TARGET if "  cover_the_system();" in text.lines else TARGET
    ring, named = _rings(text, header, target)
    functions = _functions(text, ring.field)
    system = PolynomialSystem(ring, tuple(_equations(text, ring, named, functions)))
    chains = text.next_match(r"// The (chains, lowest main variable first|components): .*", "the components").group(1)
    task = Task.COMPONENTS if chains == "components" else Task.SERIES
    claims = {claim: line in text.lines for claim, line in _CLAIMS.items()}
    # Their order depends on the roles of equations, which a certificate does not have.
    order = {name: place for place, name in enumerate(functions)}
    ours, _ = list_system(system, target, named.variables)
    more = {"header": header, "functions": sorted(ours, key=lambda one: order.get(one.name, len(order)))}
    script = certificate_script(
        system, Answer(task, ring, _components(text, ring, named)), **claims, more=more, target=target
    ).text
    text.is_printed_as(script)
    return ReadCertificate(system, script)


def _rings(text: _Text, header: Sequence[str], target: Target) -> tuple[Ring, Ring]:
    """The system's ring, and the same with the names that its variables have in the certificate."""
    found = text.next_match(_RING, "a ring")
    unknowns = tuple(reversed(found["unknowns"].split(", ")))
    parameters = tuple(found["parameters"].split(", ")) if found["parameters"] else ()
    names = parameters + (() if unknowns == ("nothing",) else unknowns)
    lines = header[header.index(RENAMED) + 1 :] if RENAMED in header else []
    renamed = {new: old for new, _, old in (line.strip().partition(" is ") for line in lines)}
    try:
        own = tuple(renamed.get(name, name) for name in names)
        ring = Ring(Field(int(found["bare"] or found["number"])), own, own[: len(parameters)])
    except InputError as error:
        text.fail(error.found, error.expected or "a ring")
    if target.names(ring.variables) != names:
        text.fail(f"the variables {', '.join(names)}", "the names that casbridge gives them")
    return ring, Ring(ring.field, names, parameters)


def _functions(text: _Text, field: Field) -> dict[str, Polynomial]:
    """The patterns of the functions, by name."""
    text.next_match(r"option\(redSB\);", "option(redSB);")
    text.following("")
    functions: dict[str, Polynomial] = {}
    while True:
        text.following(r"// .*, multiplied out")
        found = text.following(_FUNCTION)
        if found is None:
            return functions
        parameters = tuple(parameter.removeprefix("poly ") for parameter in found.group(2).split(", "))
        pattern = _polynomial(found.group(3), text, Ring(field, parameters))
        functions[found.group(1)] = Polynomial(local_ring(field, len(parameters)), pattern.terms)


def _equations(text: _Text, ring: Ring, named: Ring, functions: dict[str, Polynomial]) -> Iterator[Equation]:
    text.next_match(r"// The system P: .*", "the system")
    if text.following("ideal equations = 0;"):
        return
    text.next_match("ideal equations =", "the equations")
    end = ","
    while end == ",":
        line = text.next_match(".*", "an equation").group()
        found = re.fullmatch(_EQUATION, line)
        if found is None:
            text.fail(f"{line!r} among the equations", "a polynomial")
        left, end, origin = found.group(1), found.group(2), found.group(3) or ""
        call = re.fullmatch(_CALL, left)
        if call is not None and call.group(1) in functions:
            pattern, arguments = functions[call.group(1)], call.group(2).split(", ")
            if len(arguments) != pattern.ring.size or not set(arguments) <= named.index.keys():
                text.fail(f"{left!r}", f"{pattern.ring.size} variables")
            yield Equation(pattern, tuple(named.index[a] for a in arguments), origin, call.group(1))
        else:
            yield equation_of_terms(_terms(left, text, named), ring, origin)


def _components(text: _Text, ring: Ring, named: Ring) -> list[Component]:
    text.next_match("list components;", "the components")
    components: list[Component] = []
    while found := text.following(rf"components\[[1-9][0-9]*\] = ideal\(((?:{_TEXT}, )*{_TEXT})\);"):
        polynomials = [_polynomial(one, text, named) for one in found.group(1).split(", ")]
        components.append(tuple(Polynomial(ring, p.terms) for p in polynomials if p))
    return components


def _terms(written: str, text: _Text, ring: Ring) -> SparseTerms:
    try:
        return parse_terms(written, ring.index, ring.field)
    except InputError as error:
        text.fail(error.found, error.expected or "a polynomial")


def _polynomial(written: str, text: _Text, ring: Ring) -> Polynomial:
    return equation_of_terms(_terms(written, text, ring), ring).polynomial(ring)


# -- certificates of explanations -------------------------------------------------------------------------------------

_NUMBER = "(?:0|[1-9][0-9]{0,8})"
_VECTOR = rf"intvec\(({_NUMBER}(?:,{_NUMBER})*)\)"
_STEP = rf'take_step\("([^"\\]*)", {", ".join([_VECTOR] * 6)}(?:, {_VECTOR})?\);'
_SIGNED = r"intvec\((-?[0-9]{1,6}(?:,-?[0-9]{1,6})*)\)"
_BEGIN = rf"begin_trial\(({_NUMBER}), ({_NUMBER})\);"
_END = rf'end_trial\("([^"\\]*)", ({_NUMBER}), ({_NUMBER})\);'
_CONCLUSIONS = {
    'report_check(is_solved(), "each cell has one candidate left, and no unit has a digit twice");': "solved",
    'report_check(is_solved(), "each cell has one candidate left, no unit has a digit twice, and the clues are '
    'fulfilled");': "solved",
    'report_check(is_contradictory, "the steps end in a contradiction");': "contradiction",
}
#: More cells than `explain --proof` writes a step about.
_MOST_CELLS = 2_000


def _read_explanation(text: _Text) -> ReadCertificate | None:
    """The certificate of an explanation; None for a text without units of cells."""
    if "list cells_of_unit;" not in text.lines:
        return None
    header = text.header()
    ring = text.next_match(rf"ring casbridge_ring = {_NUMBER}, \(x\(1..({_NUMBER})\)\), dp;", "a ring")
    (most_cells,) = _numbers(ring)
    if not 1 <= most_cells <= _MOST_CELLS:
        text.fail(f"{most_cells} variables", f"1 to {_MOST_CELLS}")
    (cells,) = _numbers(text.next_match(rf"int number_of_cells = ({_NUMBER});", "the number of cells"))
    (digits,) = _numbers(text.next_match(rf"int number_of_digits = ({_NUMBER});", "the number of digits"))
    text.next_match("list cells_of_unit;", "the units")
    units: list[tuple[str, list[int]]] = []
    while found := text.following(rf"cells_of_unit\[{len(units) + 1}\] = {_VECTOR};  // (.*)"):
        units.append((clean(found.group(2)), _list(found.group(1))))
    relations = list(_relations(text, cells, digits, [members for _, members in units]))
    text.next_match(r"fill_candidates\(\);", "fill_candidates();")
    givens: list[tuple[int, ...]] = []
    while found := text.following(rf"only_candidate\(({_NUMBER}), ({_NUMBER})\);"):
        givens.append(_numbers(found))
    text.next_match(r"check_units\(\);", "check_units();")
    calls = list(_calls(text, digits, is_grid="Cells are numbered row by row, from 1." in header))
    try:
        clues = [relation for relation, _ in relations]
        system = encode(_puzzle(text, cells, digits, [members for _, members in units], givens, clues)).system
        characteristic = least_exact_apart(clues, digits, default_field(digits, Encoding.COLOURING).characteristic)
    except InputError as error:
        text.fail(error.found, error.expected or "another puzzle")
    conclusion = text.following(".*")
    context: dict[str, Any] = {
        "header": header,
        "system_digest": digest_of(system),
        "characteristic": characteristic,
        "most_cells": most_cells,
        "cells": cells,
        "digits": digits,
        "units": units,
        "relations": [stated for _, stated in relations],
        "givens": givens,
        "calls": calls,
        "end": _CONCLUSIONS.get(conclusion.group() if conclusion else "", ""),
    }
    script = fill("singular/explanation.sing.j2", context)
    text.is_printed_as(script)
    return ReadCertificate(system, script)


def _numbers(found: re.Match[str]) -> tuple[int, ...]:
    return tuple(map(int, found.groups()))


def _list(numbers: str) -> list[int]:
    """The numbers of a vector; 0 alone stands for none."""
    return [] if numbers == "0" else [int(number) for number in numbers.split(",")]


@dataclass(frozen=True)
class _Clues(WholeGrid):
    """Relations that were read, as a rule of a puzzle."""

    key = plural = "clues"
    stated: tuple[Relation, ...] = ()

    def relations(self, side: int, others: Sequence[Constraint]) -> Iterator[Relation]:
        yield from self.stated


def _relations(
    text: _Text, cells: int, digits: int, units: Sequence[Sequence[int]]
) -> Iterator[tuple[Relation, tuple[str, int, list[int], list[int]]]]:
    """The relations of clues, and what the script says of them; none where it has no clues."""
    if "intvec kind_of_relation;" not in text.lines:
        return
    text.next_match("intvec kind_of_relation;", "the clues")
    number = 0
    while True:
        at = rf"_of_relation\[{number + 1}\] = "
        line = rf"cells{at}{_VECTOR}; kind{at}([123]); numbers{at}{_SIGNED};  // (all differ; )?(.*)"
        if (found := text.following(line)) is None:
            return
        number += 1
        own = [int(cell) for cell in found.group(1).split(",")]
        kind, differ, words = int(found.group(2)), bool(found.group(4)), clean(found.group(5))
        numbers = [int(one) for one in found.group(3).split(",")]
        if len(set(own)) < len(own) or not all(1 <= cell <= cells for cell in own):
            text.fail("a clue with strange cells", f"different cells from 1 to {cells}")
        places, size = tuple([cell - 1 for cell in own]), len(own)
        relation: Relation
        if kind == 1 and size <= 2:
            digits_of = [] if numbers == [0] else numbers
            allowed = [tuple(digits_of[at : at + size]) for at in range(0, len(digits_of), size)]
            relation = Tuples(places, words, "", frozenset(allowed))
            good = len(digits_of) % size == 0 and all(1 <= digit <= digits for digit in digits_of)
        elif kind == 2:
            pairs = {frozenset(pair) for members in units for pair in combinations(members, 2)}
            relation = Sum(places, words, "", tuple(numbers[:-1]), numbers[-1], differ)
            good = len(numbers) == size + 1 and 0 not in numbers[:-1]
            good = good and (not differ or all(frozenset(pair) in pairs for pair in combinations(own, 2)))
            good = good and (not differ or set(numbers[:-1]) == {1})
        else:
            relation = Sandwich(places, words, "", numbers[0])
            good = kind == 3 and len(numbers) == 1 and size == digits and numbers[0] >= 0
        if not good or (differ and kind != 2):
            text.fail("a clue with strange numbers", "what its kind has")
        yield relation, (f"{'all differ; ' * differ}{words}", kind, own, numbers)


def _puzzle(
    text: _Text,
    cells: int,
    digits: int,
    units: Sequence[Sequence[int]],
    givens: Sequence[tuple[int, ...]],
    clues: Sequence[Relation],
) -> Puzzle:
    """The puzzle as a graph: its system is that of the puzzle, for each pair of a unit's cells must differ."""
    for members in units:
        if len(set(members)) < len(members) or not all(1 <= cell <= cells for cell in members):
            text.fail("a unit with strange cells", f"different cells from 1 to {cells}")
    edges = {(a - 1, b - 1) for members in units for a, b in combinations(members, 2)}
    layout = graph(cells, tuple(edges), digits)
    if clues:
        layout = replace(layout, constraints=(_Clues(tuple(clues)),))
    filled = [0] * cells
    for cell, digit in givens:
        if not (1 <= cell <= cells and 1 <= digit <= digits):
            text.fail(f"the given {digit} in cell {cell}", f"cells 1 to {cells}, digits 1 to {digits}")
        filled[cell - 1] = digit
    return Puzzle(layout, tuple(filled))


def _calls(text: _Text, digits: int, *, is_grid: bool) -> Iterator[str]:
    """The lines of the steps; InputError where the words of one do not fit its numbers."""

    def cell_name(cell: int) -> str:
        return f"r{(cell - 1) // digits + 1}c{(cell - 1) % digits + 1}" if is_grid else f"v{cell}"

    def must_say(said: str, *tails: str) -> None:
        name = r'step [1-9][0-9]*(?:\.[1-9][0-9]*)*, [^:="\\]{1,200}'
        if not any(re.fullmatch(name + re.escape(tail), said) for tail in tails) or clean(said) != said:
            text.fail(f"a step called {said!r}", f"a name that ends in {' or '.join(map(repr, tails))}")

    while found := text.following(_STEP) or text.following(_END) or text.following(_BEGIN):
        if found.re.pattern == _END:
            must_say(found.group(1), f": no {found.group(3)} in {cell_name(int(found.group(2)))}")
        elif found.re.pattern == _STEP:
            cells, value, zeroed = (_list(found.group(place)) for place in (3, 6, 7))
            by_digit: dict[int, list[str]] = {}
            for cell, digit in zip(zeroed[::2], zeroed[1::2], strict=False):
                by_digit.setdefault(digit, []).append(cell_name(cell))
            if value:
                must_say(found.group(1), f": {cell_name(value[0])} = {value[-1]}")
            elif zeroed:
                removed = ", ".join(f"no {digit} in {' '.join(names)}" for digit, names in by_digit.items())
                by = [f" by {cell_name(cells[0])} = {next(iter(by_digit))}"] if len(cells) == len(by_digit) == 1 else []
                must_say(found.group(1), f": {removed}", *by)
            else:
                must_say(found.group(1), "")
        yield found.group()


#: A function for each kind of certificate, which gives None for other kinds. A new kind is one more line.
READERS: tuple[Callable[[_Text], ReadCertificate | None], ...] = (_read_answer, _read_explanation)
