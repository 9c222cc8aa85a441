"""Polynomial systems in OSCAR's files, *.mrdi: JSON with a type, its data, and objects that others refer to.

    {"_ns": {"Oscar": ["https://github.com/oscar-system/Oscar.jl", "1.4.0"]},
     "_type": {"name": "MPolyIdeal", "params": "<an id>"},
     "data": [[[["1", "1"], "1"], [["0", "0"], "-1//2"]]],
     "_refs": {"<an id>": {"_type": {"name": "MPolyRing", "params": {"_type": "QQField"}},
                           "data": {"symbols": ["y", "x"]}}}}

A polynomial is a list of terms, and a term is the exponents and the coefficient. In OSCAR before 1.4 the ring's data
has the field, as `base_ring`. A graded ring refers to a ring without grading. A basis (IdealGens) has its polynomials
in `gens`. In a ring PolyRing there is one variable, and each term has one exponent.
"""

from __future__ import annotations

import json
import re
import uuid
from typing import Any

from casbridge.algebra.expressions import parse_terms
from casbridge.algebra.fields import QQ, VARIABLE_NAME, Coefficient, Field, Ring, unused_name
from casbridge.algebra.notation import STRICT, Notation
from casbridge.algebra.polynomials import Polynomial, number_text
from casbridge.algebra.systems import PolynomialSystem, equation_of
from casbridge.errors import UNREAD, InputError
from casbridge.limits import NEVER, Deadline
from casbridge.strict import Place, read_json

_OSCAR = ["https://github.com/oscar-system/Oscar.jl", "1.4.0"]
_RATIONALS = ("QQField", "Nemo.QQField", "FlintRationalField")
_PRIME_FIELDS = ("FiniteField", "fpField", "Nemo.fpField", "FpField", "Nemo.FpField", "FqField", "Nemo.FqField")
_LISTS = ("MPolyIdeal", "Vector", "IdealGens")
_ELEMENTS = ("MPolyRingElem", "MPolyElem", "MPolyDecRingElem", "PolyRingElem")
_RINGS = ("MPolyRing", "PolyRing")
_COEFFICIENT = re.compile(r"-?[0-9]+(?://[0-9]+)?\Z", re.ASCII)
_EXPONENT = re.compile(r"[0-9]{1,10}\Z", re.ASCII)
_LARGEST_EXPONENT = 2**31 - 1
_MOST = 10**7  # polynomials, terms, variables


def read_mrdi(
    text: str,
    *,
    source: str | None = None,
    field: Field | None = None,
    name: str = "",
    deadline: Deadline = NEVER,
    notation: Notation = STRICT,
) -> PolynomialSystem:
    """The system in a file of OSCAR's: an ideal, a basis, a list of polynomials, or a polynomial, over QQ or GF(p).

    The ring's first variable is the greatest. Its grading is not read. A name that casbridge cannot have is changed:
    x[1] is x_1.

    source: the name of the file, for errors. field: the ground field, instead of the one in the file.
    notation: as for the other readers. The file itself has numbers and the names of the variables.
    Raises InputError for another file.

    >>> system = read_mrdi(write_mrdi(PolynomialSystem.of(Ring.of("x y"), [Polynomial(Ring.of("x y"), {(1, 2): 1})])))
    >>> system.ring, list(system.polynomials())
    (QQ[x, y], [x*y**2])
    """
    if notation.variables:
        raise InputError("variables for a file of OSCAR's", source=source, expected="none: the file names its own")
    document = read_json(text, source)
    refs = document.member("_refs")
    if document.member("_type").is_null:
        document.member("_type").fail("a file that OSCAR 1.0 or a later version wrote", "is not there")
    kind, params = _type_of(document)
    data = document.member("data")
    if kind == "Vector":
        kind, params = _type_of(params)
        if kind not in _ELEMENTS:
            params.fail("polynomials (MPolyRingElem)", f"has the type {kind!r}")
    elif kind == "IdealGens":
        ring_there = params.member("base_ring") if isinstance(params.value, dict) else params
        params = params if ring_there.is_null else ring_there
        data = data.member("gens")
    elif kind in _ELEMENTS:
        data = Place([data.value], data.path, source)
    elif kind not in _LISTS:
        document.member("_type").fail(", ".join((*_LISTS, _ELEMENTS[0])), f"is {kind!r}")
    ring = _ring(_referred(params, refs), refs, field)
    equations = []
    for number, one in enumerate(deadline.over(data.items(_MOST), UNREAD, every=1), 1):
        polynomial = _polynomial(one, ring, deadline)
        if polynomial:
            equations.append(equation_of(polynomial, f"polynomial {number}"))
    return PolynomialSystem(ring, tuple(equations), name=name)


def write_mrdi(system: PolynomialSystem) -> str:
    """The system as a file of OSCAR's: the ideal of its polynomials. Equal systems give equal texts.

    Raises InputError for a system with a goal or with parameters.

    >>> x = Polynomial(Ring.of("x"), {(1,): 1})
    >>> len(json.loads(write_mrdi(PolynomialSystem.of(x.ring, [x, x**2])))["data"])
    2
    """
    if system.goal:
        raise InputError("a goal in OSCAR's form", expected="a system without it", hint="the plain form has it")
    if system.ring.parameters:
        raise InputError("parameters in OSCAR's form", expected="a system without them", hint="the plain form has them")
    p = system.ring.field.characteristic
    field: dict[str, Any] = {"_type": "QQField"}
    if p:
        field = {"_type": {"name": "FiniteField", "_instance": "fpField"}, "data": str(p)}
    symbols = list(reversed(system.ring.variables))
    data = [
        [[[str(e) for e in reversed(exponents)], _coefficient(value)] for exponents, value in polynomial.sorted_terms()]
        for polynomial in system.polynomials()
    ]
    ring = {"_type": {"name": "MPolyRing", "params": field}, "data": {"symbols": symbols}}
    key = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{_OSCAR[0]} {json.dumps(ring)}"))
    document = {
        "_ns": {"Oscar": _OSCAR},
        "_type": {"name": "MPolyIdeal", "params": key},
        "data": data,
        "_refs": {key: ring},
    }
    return json.dumps(document, separators=(",", ":")) + "\n"


def _coefficient(value: Coefficient) -> str:
    return number_text(value).replace("/", "//")


def _type_of(place: Place) -> tuple[str, Place]:
    """The name of a type, and its parameters."""
    kind = place.member("_type") if isinstance(place.value, dict) and "_type" in place.value else place
    if isinstance(kind.value, str):
        return kind.value, kind
    return kind.member("name").text(), kind.member("params")


def _referred(place: Place, refs: Place) -> Place:
    """The object that an id refers to; an object as it is."""
    if not isinstance(place.value, str):
        return place
    if not isinstance(refs.value, dict) or place.value not in refs.value:
        place.fail("an id in _refs")
    return refs.member(place.value)


def _ring(place: Place, refs: Place, field: Field | None) -> Ring:
    kind, params = _type_of(place)
    data = place.member("data")
    if kind == "MPolyDecRing":
        place = _referred(data.member("ring") if isinstance(data.value, dict) else params.member("ring"), refs)
        kind, params = _type_of(place)
        data = place.member("data")
    if kind not in _RINGS:
        place.fail(" or ".join(_RINGS), f"is of type {kind!r}")
    base = data.member("base_ring")
    ground = _field(_referred(params if base.is_null else base, refs))
    symbols = [one.text(1000) for one in data.member("symbols").items(_MOST)]
    names: list[str] = []
    taken = set(symbols)
    for symbol in reversed(symbols):
        wanted = symbol
        if not VARIABLE_NAME.match(symbol):
            wanted = unused_name(re.sub(r"\W+", "_", symbol, flags=re.ASCII).strip("_") or "x", taken)
            wanted = wanted if VARIABLE_NAME.match(wanted) else unused_name(f"x_{wanted}", taken)
        taken.add(wanted)
        names.append(wanted)
    if kind == "PolyRing" and len(names) != 1:
        data.member("symbols").fail("one variable", f"has {len(names)} variables")
    try:
        return Ring(field or ground, tuple(names))
    except InputError as error:
        data.member("symbols").fail(error.expected or "names", f"has no names of variables: {error.found}")


def _field(place: Place) -> Field:
    kind, _ = _type_of(place)
    if kind in _RATIONALS:
        return QQ
    order = place.member("data") if isinstance(place.value, dict) else place
    digits = str(order.value) if isinstance(order.value, str | int) else ""
    if kind not in _PRIME_FIELDS or not _EXPONENT.match(digits):
        place.fail("QQField or a prime field", f"is of type {kind!r}" if digits or place.value == kind else "")
    try:
        return Field(int(digits))
    except InputError as error:
        order.fail(error.expected or "a prime", error.found)


def _polynomial(place: Place, ring: Ring, deadline: Deadline) -> Polynomial:
    terms: dict[tuple[int, ...], Coefficient] = {}
    for one in deadline.over(place.items(_MOST), UNREAD):
        exponents, value = one.items(2, 2)
        listed = exponents.value if isinstance(exponents.value, list) else [exponents.value]
        written = [str(e) for e in listed]
        powers = tuple([int(e) for e in written if _EXPONENT.match(e)])
        if len(powers) != ring.size or len(written) != ring.size or max(powers, default=0) > _LARGEST_EXPONENT:
            exponents.fail(f"{ring.size} whole numbers below 2^31")
        text = str(value.value) if isinstance(value.value, str | int) else ""
        if not _COEFFICIENT.match(text):
            value.fail("a number such as -3//2")
        try:
            number = parse_terms(text.replace("//", "/"), {}, ring.field).get((), 0)
        except InputError as error:
            value.fail(error.expected or "a number", f"is no number of {ring.field}: {error.found}")
        key = tuple(reversed(powers))
        terms[key] = ring.field.element(terms.get(key, 0) + number)
    return Polynomial(ring, {key: value for key, value in terms.items() if value})
