"""Certificates: scripts that prove, without casbridge, that an answer has exactly the zeros of a system."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from casbridge.algebra.answers import CHAINS, Answer, Component, Task
from casbridge.algebra.fields import local_ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.subjects import is_sympy, is_sympy_system, read_subject
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.arguments import wrong
from casbridge.backends.singular import SINGULAR
from casbridge.calls import with_hints
from casbridge.charset import Chain, PointChain
from casbridge.errors import UsageError, printable
from casbridge.scripts import Script, Target, render

# Where there are finitely many zeros and more components, minimal primes are faster than quotients.
_MOST_QUOTIENTS = 12
_CERTIFICATE = replace(
    SINGULAR.method("char_series"), name="certificate", summary="a proof that an answer has the zeros of the system"
)
#: Singular, as certificates use it.
TARGET = replace(
    SINGULAR,
    methods=(_CERTIFICATE,),
    default_method="certificate",
    by_hand="Singular -q {script}",
)
_SERIES = replace(_CERTIFICATE, name="series", summary="a proof that chains are a characteristic series of the system")
#: The same for series, whose zeros are covered case by case. The script of TARGET still reads older certificates.
SERIES_TARGET = replace(
    TARGET,
    methods=(_SERIES,),
    default_method="series",
)


@with_hints
def certificate(
    subject: Any,
    chains: Iterable[Chain | PointChain | Component] | None = None,
    *,
    irreducible: bool = True,
    wu: bool = False,
) -> str:
    """A Singular script that proves that chains are a characteristic series of a system, or prints a witness.

    It proves V(P) = ∪ V(sat(C)), where V(sat(C)) is the closure of the zeros of the chain C at which no initial of C
    vanishes. Comments say what is proved, and how. It prints a line for each check, and at last
    `casbridge: certificate holds` or `casbridge: certificate REFUTED: …`. See `verify`.

    irreducible: prove too that each chain is irreducible.
    wu: prove too, as in Wu's theorem, that each zero of the system is a zero of a chain at which none of its initials
        vanishes. Closures are not enough then.

    chains: of polynomials; also SymPy's, as `char_series` makes them of the same symbols.

    Raises UsageError for chains over another ring and for what is no chain, UnsupportedError where Singular cannot do
    it (GF(p) with p > 2^29).
    Source: Wang Dongming, Elimination Methods, 2001, sections 2.2 and 4.3.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> script = certificate(PolynomialSystem.of(x.ring, [x * y**2 + y + 1]), [(x * y**2 + y + 1,), (x, y + 1)])
    >>> [line for line in script.splitlines() if line.startswith("components[")]
    ['components[1] = ideal(x*y^2 + y + 1);', 'components[2] = ideal(x, y + 1);']
    """
    read = read_subject(subject)
    system = system_of(read)
    if isinstance(chains, (str, bytes, dict)) or not isinstance(chains, Iterable):
        hints = {"none": "certificate(system, char_series(system)) proves the reference's chains"}
        raise wrong(chains, "the chains of a series, as char_series gives them", hints)
    components = [_component(one, read) for one in chains]
    strange = next((p.ring for component in components for p in component if p.ring != system.ring), None)
    if strange is not None:
        raise UsageError(f"a chain over {strange}", expected=f"chains over {system.ring}, as the system is")
    answer = Answer(Task.SERIES, system.ring, components)
    return certificate_script(system, answer, irreducible=irreducible, wu=wu, target=SERIES_TARGET).text


def _component(chain: Any, read: Any) -> Component:
    """The polynomials of a chain. Raises UsageError for anything else.

    read: the system, or what `from_sympy` made, which says what SymPy's symbols stand for.
    """
    # A chain of `char_series` knows its polynomials.
    given = getattr(chain, "triangular", chain)
    given = getattr(given, "polynomials", given)
    items = tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)
    if is_sympy_system(read):
        items = tuple(read.symbols.polynomial(item) if is_sympy(item) else item for item in items)
    for item in items:
        if not isinstance(item, Polynomial):
            raise UsageError(f"{printable(repr(item), 60)} in a chain", expected="a polynomial of the system's ring")
    return items


def certificate_script(
    system: PolynomialSystem,
    answer: Answer,
    *,
    complete: bool = True,
    irreducible: bool = False,
    wu: bool = False,
    more: Mapping[str, Any] | None = None,
    target: Target = TARGET,
) -> Script:
    """The certificate of any answer: of chains for a series, else of ideals by their generators.

    complete: whether the answer is claimed to have all zeros, not only zeros.
    irreducible, wu: as for `certificate`.
    more: names for the template in place of its own.
    target: SERIES_TARGET for chains that are claimed to be all.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> answer = Answer(Task.PRIMES, x.ring, ((x,), (y,)))
    >>> "// The components: 2." in certificate_script(PolynomialSystem.of(x.ring, [x * y]), answer).text
    True
    """
    if answer.ring != system.ring:
        raise UsageError(f"an answer over {answer.ring}", expected=f"one over {system.ring}, as the system is")
    chains = answer.task in CHAINS
    names = target.names(system.ring.variables)
    return render(
        system,
        target,
        more={
            "components": [
                [polynomial.cleared().text(names, target.style) for polynomial in component if polynomial]
                for component in answer.components
            ],
            "chains": chains,
            "complete": complete,
            "irreducible": irreducible and chains,
            "wu": wu and chains and complete,
            "most_quotients": _MOST_QUOTIENTS,
            "system_digest": digest_of(system),
            **(more or {}),
        },
    )


def digest_of(system: PolynomialSystem) -> str:
    """SHA-256 of a system: of its field, its variables and its polynomials in normal form, a line each.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> digest_of(PolynomialSystem.of(x.ring, [2 * x - 2 * y]))[:12]
    '550e6e3e2f85'
    """
    names = system.ring.variables
    lines = [system.ring.field_name, " ".join(names)]
    # No polynomial is as wide as the ring, and equations share their patterns.
    normal: dict[tuple[int, tuple[int, ...]], Polynomial] = {}
    for equation in system.equations:
        pattern, ascending = equation.pattern, sorted(equation.variables)
        ranks = tuple([ascending.index(variable) for variable in equation.variables])
        if (id(pattern), ranks) not in normal:
            ring = local_ring(pattern.ring.field, len(ranks))
            normal[id(pattern), ranks] = pattern.rename(ring, ranks).normal()
        lines.append(normal[id(pattern), ranks].text([names[variable] for variable in ascending]))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
