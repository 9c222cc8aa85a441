"""Certificates of answers as data: the system and the components, by the grammar of what `certificates` writes.

A certificate is read, printed again from what was read, and compared line by line: a line that is not the same is
refused. The checks that are run are written anew. What a certificate says in comments of its title is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NoReturn

from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.expressions import SparseTerms, parse_terms
from casbridge.algebra.fields import Field
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring, local_ring
from casbridge.algebra.systems import Equation, PolynomialSystem, equation_of_terms
from casbridge.crosscheck.certificates import MOST_QUOTIENTS, TARGET, certificate_script, digest_of
from casbridge.errors import InputError
from casbridge.scripts.listing import Function, list_system
from casbridge.scripts.rendering import clean, fill

#: What a certificate should be, for messages.
EXPECTED = "what `casbridge charseries --certificate FILE` or `casbridge explain --proof FILE` writes"

_DIGEST = re.compile(r"// Digest of the system: ([0-9a-f]{64})\.")
_COMMENT = re.compile(r"//(?: (.*))?")


@dataclass(frozen=True)
class ReadCertificate:
    """A certificate as data.

    system: the system in it. digest: the digest of that system, computed from the data.
    script: the checks, written anew from the data.

    >>> from casbridge.algebra import Ring
    >>> ReadCertificate(PolynomialSystem(Ring.of("x"), ()), 64 * "0", "quit;").script
    'quit;'
    """

    system: PolynomialSystem
    digest: str
    script: str


class CertificateText:
    """The lines of a certificate, each taken once and in order. Line numbers begin with 1.

    Raises InputError for characters that casbridge does not write.

    >>> text = CertificateText("// A title.\\nring r = 0;\\n")
    >>> text.next_match(r"ring r = ([0-9]+);", "a ring").group(1), text.line_number
    ('0', 2)
    >>> CertificateText("a\\rb")
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1: a character that casbridge does not write: '\\r'
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
        if self.line_number < len(self.lines):
            found = re.fullmatch(pattern, self.lines[self.line_number])
            if found is not None:
                self.line_number += 1
                return found
        return None

    def header(self) -> tuple[list[str], str]:
        """The comments at the head, without their slashes, and the digest that they name."""
        header: list[str] = []
        for number, line in enumerate(self.lines, 1):
            digest = _DIGEST.fullmatch(line)
            if digest is not None:
                self.line_number = number
                return header, digest.group(1)
            comment = _COMMENT.fullmatch(line)
            if comment is None:
                raise InputError(f"{line!r} before the digest of the system", line=number, expected="a comment")
            said = comment.group(1) or ""
            if clean(said) != said.strip():
                raise InputError(f"{line!r} in a comment", line=number, expected="what casbridge writes there")
            header.append(said)
        raise AssertionError("the caller has seen a digest")

    def check_comment(self, said: str) -> None:
        """InputError unless casbridge could write these words in a comment of the line that was taken last."""
        if clean(said) != said:
            self.fail(f"{said!r} in a comment", "what casbridge writes there")

    def fail(self, found: str, expected: str) -> NoReturn:
        """InputError at the line that was taken last."""
        raise InputError(found, line=self.line_number, expected=expected)

    def check_digest(self, computed: str, named: str) -> None:
        """InputError where the certificate names another digest of the system than the one computed from the data."""
        if computed != named:
            self.line_number = next(n for n, line in enumerate(self.lines, 1) if _DIGEST.fullmatch(line))
            self.fail(f"{named[:12]}… as the digest of the system", f"{computed[:12]}…, that of the equations below")

    def is_printed_as(self, expected: str) -> None:
        """InputError at the first line that is another one in `expected`, which our printer gave for the data."""
        for number, (line, ours) in enumerate(zip_longest(self.lines, expected.split("\n")), 1):
            if line != ours:
                found = "the end" if line is None else repr(line)
                wanted = "the end" if ours is None else repr(ours)
                raise InputError(f"{found} in a certificate", line=number, expected=f"{wanted}, as casbridge writes it")


#: Reads a certificate of one kind; None where the text is of another kind.
Reading = Callable[[CertificateText], ReadCertificate | None]

_NAME = "[A-Za-z][A-Za-z0-9_]*"
_TEXT = "[A-Za-z0-9_+*^() -]+"
_RENAMED = "Renamed, because the name is taken or unreadable there:"
_RING = r"ring casbridge_ring = (0|[1-9][0-9]{0,9}), \(([A-Za-z0-9_, ]+)\), (?:dp|\(dp, L\(2147483647\)\));"
_FUNCTION = rf"proc ({_NAME})\((poly {_NAME}(?:, poly {_NAME})*)\) \{{ return\(({_TEXT})\); \}}"
_REMARK = r"// (.*), multiplied out"
_CALL = re.compile(rf"({_NAME})\(({_NAME}(?:, {_NAME})*)\)")
_EQUATION = r"  ([A-Za-z0-9_+*^(), -]+)([,;])(?:  // (.*))?"
#: A line that a certificate has exactly if this is claimed.
_CLAIMS = {
    "complete": "  prove_completeness();",
    "irreducible": "  for (number_here = 1; number_here <= size(components); number_here++) "
    "{ prove_irreducibility(number_here); }",
    "wu": "  prove_wu_sense();",
}


def read_answer_certificate(text: CertificateText) -> ReadCertificate | None:
    """The certificate of an answer; None for a text without components.

    Raises InputError, with the line, for what casbridge does not write, and for a digest that is not the system's.

    >>> from casbridge.algebra import variables
    >>> from casbridge.crosscheck.certificates import certificate
    >>> x, y = variables(Ring.of("x y"))
    >>> written = certificate(PolynomialSystem.of(x.ring, [x * y]), [(x,), (y,)])
    >>> list(read_answer_certificate(CertificateText(written)).system.polynomials())
    [x*y]
    """
    if "list components;" not in text.lines:
        return None
    header, named_digest = text.header()
    ring, names = _ring(text, header)
    functions = _functions(text, ring.field)
    equations, lines = _equations(text, ring, names, functions)
    system = PolynomialSystem(ring, tuple(equations))
    chains = text.next_match(r"// The (chains, lowest main variable first|components): .*", "the components").group(1)
    components = _components(text, ring, names)
    listing = list_system(system, TARGET, names)
    _same_functions(text, functions, listing.functions)
    for (number, line, _), ours in zip(lines, listing.lines, strict=True):
        if line != ours.text:
            raise InputError(
                f"{line!r} in a certificate", line=number, expected=f"{ours.text!r}, as casbridge writes it"
            )
    claims = {claim: line in text.lines for claim, line in _CLAIMS.items()}
    digest = digest_of(system)
    text.check_digest(digest, named_digest)
    count = len(equations)
    context: dict[str, Any] = {
        "header": header,
        "system_digest": named_digest,
        "characteristic": ring.field.characteristic,
        "variables": names,
        "largest_degree": max((equation.pattern.total_degree for equation in equations), default=0),
        "functions": [function for function, _ in functions.values()],
        "sized": f"{count} {'equation' if count == 1 else 'equations'}",
        "equations": [(line, origin) for _, line, origin in lines],
        "components": [[p.cleared().text(names, TARGET.style) for p in component] for component in components],
        "chains": chains != "components",
        "most_quotients": MOST_QUOTIENTS,
        **claims,
    }
    text.is_printed_as(fill(f"{TARGET.name}/certificate.{TARGET.extension}.j2", context))
    answer = Answer(Task.SERIES if context["chains"] else Task.COMPONENTS, ring, components)
    return ReadCertificate(system, digest, certificate_script(system, answer, **claims).text)


def _ring(text: CertificateText, header: Sequence[str]) -> tuple[Ring, tuple[str, ...]]:
    """The system's ring, and what its variables are called in the certificate."""
    found = text.next_match(_RING, "a ring")
    names = tuple(reversed(found.group(2).split(", ")))
    names = () if names == ("nothing",) else names
    renamed: dict[str, str] = {}
    if _RENAMED in header:
        for line in header[header.index(_RENAMED) + 1 :]:
            new, _, old = line.strip().partition(" is ")
            renamed[new] = old
    try:
        ring = Ring(Field(int(found.group(1))), tuple(renamed.get(name, name) for name in names))
    except InputError as error:
        text.fail(error.found, error.expected or "a ring")
    if TARGET.names(ring.variables) != names:
        text.fail(f"the variables {', '.join(names)}", "the names that casbridge gives them")
    return ring, names


def _functions(text: CertificateText, field: Field) -> dict[str, tuple[Function, Polynomial]]:
    """The functions by name, each with its pattern."""
    text.next_match(r"option\(redSB\);", "option(redSB);")
    text.following("")
    functions: dict[str, tuple[Function, Polynomial]] = {}
    while True:
        said = text.following(_REMARK)
        found = text.following(_FUNCTION)
        if found is None:
            if said is not None:
                text.fail("a remark without its function", "a function")
            return functions
        name, body = found.group(1), found.group(3)
        parameters = tuple(parameter.removeprefix("poly ") for parameter in found.group(2).split(", "))
        pattern = _polynomial(body, text, Ring(field, parameters))
        remark = ""
        if said is not None:
            form = re.fullmatch(rf"{name}\({', '.join(parameters)}\) = (.*)", said.group(1))
            if form is None:
                text.fail(f"the remark {said.group(1)!r}", f"one about {name}")
            remark = form.group(1)
        functions[name] = (Function(name, parameters, body, remark), _local(pattern))


def _equations(
    text: CertificateText, ring: Ring, names: Sequence[str], functions: Mapping[str, tuple[Function, Polynomial]]
) -> tuple[list[Equation], list[tuple[int, str, str]]]:
    """The equations, and for each the number of its line, its left side and its origin as they are written."""
    text.next_match(r"// The system P: .*", "the system")
    named = Ring(ring.field, tuple(names))
    equations: list[Equation] = []
    lines: list[tuple[int, str, str]] = []
    if text.following("ideal equations = 0;"):
        return equations, lines
    text.next_match("ideal equations =", "the equations")
    end = ","
    while end == ",":
        found = text.following(_EQUATION)
        if found is None:
            text.line_number += 1
            text.fail(f"{text.lines[text.line_number - 1]!r} among the equations", "a polynomial")
        left, end, origin = found.group(1), found.group(2), found.group(3) or ""
        call = _CALL.fullmatch(left)
        if call is not None and call.group(1) in functions:
            _, pattern = functions[call.group(1)]
            arguments = call.group(2).split(", ")
            if len(arguments) != pattern.ring.size or not set(arguments) <= set(names):
                text.fail(f"{left!r}", f"{pattern.ring.size} variables")
            equations.append(Equation(pattern, tuple(named.index[a] for a in arguments), origin, call.group(1)))
        else:
            equations.append(equation_of_terms(_terms(left, text, named), ring, origin))
        text.check_comment(origin)
        lines.append((text.line_number, left, origin))
    return equations, lines


def _components(text: CertificateText, ring: Ring, names: Sequence[str]) -> list[Component]:
    text.next_match("list components;", "the components")
    named = Ring(ring.field, tuple(names))
    components: list[Component] = []
    while found := text.following(rf"components\[([1-9][0-9]*)\] = ideal\(((?:{_TEXT}, )*{_TEXT})\);"):
        polynomials = [_polynomial(one, text, named) for one in found.group(2).split(", ")]
        components.append(tuple(Polynomial(ring, p.terms) for p in polynomials if p))
    return components


def _terms(written: str, text: CertificateText, ring: Ring) -> SparseTerms:
    try:
        return parse_terms(written, ring.index, ring.field)
    except InputError as error:
        text.fail(error.found, error.expected or "a polynomial")


def _polynomial(written: str, text: CertificateText, ring: Ring) -> Polynomial:
    return equation_of_terms(_terms(written, text, ring), ring).polynomial(ring)


def _local(polynomial: Polynomial) -> Polynomial:
    """The same in the ring of patterns."""
    return Polynomial(local_ring(polynomial.ring.field, polynomial.ring.size), polynomial.terms)


def _same_functions(
    text: CertificateText, read: Mapping[str, tuple[Function, Polynomial]], ours: Sequence[Function]
) -> None:
    """InputError unless casbridge gives the same functions for the same equations; their order is not looked at."""
    printed = {function.name: function for function in ours}
    for name in read.keys() | printed.keys():
        found, wanted = read.get(name), printed.get(name)
        if found is None or wanted is None or found[0] != wanted:
            line = next((n for n, one in enumerate(text.lines, 1) if one.startswith(f"proc {name}(")), text.line_number)
            raise InputError(
                f"the function {name}", line=line, expected="those that casbridge writes for the equations"
            )
