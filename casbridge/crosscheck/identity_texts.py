"""An identity as a text that proves its claim without casbridge: for people, Singular, SymPy, or Lean with Mathlib."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from casbridge.algebra.fields import QQ, Coefficient, Ring
from casbridge.algebra.polynomials import Polynomial, format_terms
from casbridge.backends.singular import SINGULAR
from casbridge.backends.sympy import SYMPY
from casbridge.crosscheck.identities import Identity
from casbridge.errors import UsageError
from casbridge.scripts.listing import number_for
from casbridge.scripts.rendering import clean, provenance, write_script
from casbridge.scripts.values import Method, Target

_METHOD = Method("identity", SYMPY.methods[0].task, "an identity that proves a claim")
_TEXT = Target("text", "txt", "", (_METHOD,), "identity", safe_name=".*")
# K is the field there.
_LEAN = Target("lean", "lean", "lake env lean {script}", (_METHOD,), "identity", frozenset("K"))

#: What texts are for: `casbridge certify --to`.
TARGETS = {
    "text": _TEXT,
    "singular": SINGULAR,
    "sympy": SYMPY,
    "lean": _LEAN,
}
# More terms in one sum make an expression too deep for some readers.
_LONGEST_SUM = 100


def identity_text(identity: Identity, to: str = "text") -> str:
    """The text of an identity. The texts for Singular, SymPy and Lean check the identity where they are run.

    to: one of TARGETS. Raises UsageError for another name.

    The text for Lean is a theorem over every field of the system's characteristic, and `linear_combination` proves it.
    A zero over the algebraic closure is a zero over such a field. Over GF(p) the identity is lifted to the integers: a
    multiple of p is added.

    >>> from casbridge.algebra import PolynomialSystem, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> identity = Identity(PolynomialSystem.of(x.ring, [x - y, x * y]), x, 2, (x, x**0))
    >>> print(identity_text(identity, "lean").partition("-/")[2])
    <BLANKLINE>
    import Mathlib
    <BLANKLINE>
    example {K : Type*} [Field K] [CharZero K] (x y : K)
        (h1 : -y + x = 0)
        (h2 : x*y = 0) :
        x = 0 := by
      linear_combination (exp := 2)
        (x) * h1
        + (1) * h2
    <BLANKLINE>
    """
    if to not in TARGETS:
        raise UsageError(f"a certificate for {to!r}", expected=f"one of {', '.join(TARGETS)}")
    target, system = TARGETS[to], identity.system
    field, names = system.ring.field, TARGETS[to].names(system.ring.variables)
    generators = list(system.polynomials())
    printed = partial(_text, target=target, names=names)
    stem = next(stem for stem in ("h", "hyp", "equation_") if not any(name.startswith(stem) for name in names))
    wanted = "" if to != "lean" or not field.characteristic else printed(_multiple_of_p(identity))
    head = [f"{clean(system.name)}."] if system.name else []
    head += [
        "The polynomials have no common zero." if identity.is_inconsistency else "The claim is 0 at every common zero."
    ]
    head += [f"{clean(key)}: {clean(text)}" for key, text in system.facts]
    renamed = [f"{new} is {old}" for new, old in zip(names, system.ring.variables, strict=True) if new != old]
    context = {
        "header": [*head, *renamed, provenance()],
        "variables": names,
        "field": field.name,
        "characteristic": field.characteristic,
        "generators": list(map(printed, generators)),
        "origins": [clean(equation.origin) for equation in system.equations],
        "cofactors": list(map(printed, identity.cofactors)),
        "claim": printed(identity.claim),
        "exponent": identity.exponent,
        "inconsistent": identity.is_inconsistency,
        "by": identity.by,
        "stem": stem,
        "multiple": wanted,
    }
    return write_script(f"{to}/identity.{target.extension}.j2", context)[0]


def _text(polynomial: Polynomial, target: Target, names: Sequence[str]) -> str:
    """A polynomial for a target, with all its denominators."""
    symmetric, terms = polynomial.ring.field.symmetric, polynomial.sorted_terms()
    parts = [terms[i : i + _LONGEST_SUM] for i in range(0, len(terms), _LONGEST_SUM)] or [terms]
    whole = number_for(target)

    def number(value: Coefficient) -> str:
        if target.name != "sympy" or value.denominator == 1:
            return whole(value)
        return f"Rational({whole(value.numerator)}, {whole(value.denominator)})"

    texts = [format_terms(part, names, symmetric, target.style, number=number) for part in parts]
    return texts[0] if len(texts) == 1 else " + ".join(f"({one})" for one in texts)


def _multiple_of_p(identity: Identity) -> Polynomial:
    """(claim^exponent - Σ cᵢ·fᵢ)/p over the integers, where all coefficients are taken in -p/2 … p/2."""
    ring = identity.system.ring
    whole = Ring(QQ, ring.variables)

    def lifted(polynomial: Polynomial) -> Polynomial:
        return Polynomial(whole, {e: ring.field.symmetric(c) for e, c in polynomial.terms.items()})

    difference = lifted(identity.claim) ** identity.exponent
    for cofactor, generator in zip(identity.cofactors, identity.system.polynomials(), strict=True):
        difference = difference - lifted(cofactor) * lifted(generator)
    p = ring.field.characteristic
    return Polynomial(whole, {e: QQ.element(c) // p for e, c in difference.terms.items()})
