"""Eliminating the new variables of a branch: by Singular, and by the reference; each checks the other.

The closure of a projection is given by primes. Singular eliminates by a Gröbner basis and decomposes what is left.
The reference decomposes first: an irreducible chain C of the whole system, with the variables that are kept lowest, has
the projection V(sat(C')), where C' are the polynomials of C in these variables.
Source: Aubry, Lazard and Moreno Maza, "On the theories of triangular sets", 1999, theorem 6.1 and what follows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from casbridge.algebra.answers import Component, Task
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.oneshot import ANSWER_FILE, OneShotBackend
from casbridge.backends.protocol import Status
from casbridge.backends.singular import SINGULAR
from casbridge.backends.transcripts import parse
from casbridge.charset.elements import ElementChain, Elements
from casbridge.charset.general.components import components
from casbridge.charset.general.decomposition import without_contained
from casbridge.charset.series import series_of
from casbridge.crosscheck.branches.algebras import Algebra
from casbridge.crosscheck.branches.equations import Stated
from casbridge.crosscheck.division import Divisor
from casbridge.errors import CasbridgeError, UnsupportedError, limit_of
from casbridge.limits import Deadline, Limits
from casbridge.processes.apart import attempt
from casbridge.scripts import Method, render

_CLOSURE = Method("closure", Task.PRIMES, "the closure of a projection, by elimination")
#: Singular, as branches use it.
TARGET = replace(
    SINGULAR,
    methods=(_CLOSURE,),
    default_method=_CLOSURE.name,
)


class Prime(NamedTuple):
    """A prime ideal of a closure, in the variables that are kept.

    generators: of the ideal. chain: an irreducible chain C with sat(C) = the ideal; () where it is not known and the
        ideal is not 0.
    """

    generators: Component
    chain: Component


@dataclass(frozen=True)
class Closure:
    """What eliminating amounts to.

    primes: of the closure; None where nobody could tell.
    by: who eliminated, in words. reason: why one of them, or both, could not. stopped: the limit
        that is why, "time" or "memory"; "" where none is.
    """

    primes: tuple[Prime, ...] | None
    by: str = ""
    reason: str = ""
    stopped: str = ""


def closure_of(stated: Stated, deadline: Deadline, memory: int | None = None) -> Closure:
    """The primes whose zeros together are the closure of a branch, in its kept variables.

    >>> from casbridge.algebra.branches import Branch
    >>> from casbridge.algebra.radicals import Name, power
    >>> from casbridge.crosscheck.branches.equations import resolve, state
    >>> ring = Ring.of("x y")
    >>> stated = state(resolve(Branch((("y", power(Name("x"), -1)),)), ring))
    >>> closure_of(stated, Deadline.after(60)).primes[0].generators
    (x*y - 1,)
    """
    if not stated.system.equations:
        return Closure(() if stated.empty else (Prime((), ()),), "no elimination")
    theirs = by_singular(stated, deadline.share(0.4), memory)
    done = attempt(by_reference, stated, deadline.share(0.8), deadline=deadline.share(0.8), memory=memory)
    ours: tuple[Prime, ...] | None = done.value
    told = "the reference did not come to an end in time" if limit_of(done.error) else f"the reference: {done.error}"
    if theirs.primes is None:
        if ours is None:
            return Closure(None, reason=f"{theirs.reason}; {told}", stopped=theirs.stopped or limit_of(done.error))
        return Closure(ours, "the reference", theirs.reason)
    if ours is None:
        return Closure(theirs.primes, "Singular", told)
    compared = attempt(agreed, stated.low_ring, theirs.primes, ours, deadline, deadline=deadline, memory=memory)
    if compared.error is not None:
        return Closure(theirs.primes, "Singular", "the reference's closure could not be compared with Singular's")
    if compared.value is None:
        return Closure(None, reason="Singular and the reference eliminate to different closures")
    return Closure(compared.value, "Singular and the reference")


def by_singular(stated: Stated, deadline: Deadline, memory: int | None = None) -> Closure:
    """The closure by Singular, without chains.

    >>> from casbridge.algebra.branches import Branch
    >>> from casbridge.crosscheck.branches.equations import resolve, state
    >>> by_singular(state(resolve(Branch(), Ring.of("x"))), Deadline.after(0)).stopped
    'time'
    """
    left = deadline.left()
    if left is not None and left <= 0:
        return Closure(None, reason="Singular had no time left", stopped="time")
    singular = registry.get("singular")
    if not isinstance(singular, OneShotBackend):
        return Closure(None, reason="the backend singular does not run scripts of ours")
    names = TARGET.names(stated.system.ring.variables)
    more = {"eliminated": names[len(stated.kept) :]}
    script = render(stated.system, TARGET, answer_file=ANSWER_FILE, more=more)
    ran = singular.run_script(lambda: script.text, Limits(left, memory), small=True)
    if ran.answer is None:
        stopped = {Status.TIMEOUT: "time", Status.MEMORY: "memory"}.get(ran.status, "")
        reason = "Singular is not installed" if ran.status is Status.MISSING else f"Singular: {ran.reason}"
        return Closure(None, reason="Singular did not come to an end in time" if stopped else reason, stopped=stopped)
    try:
        answer = parse(ran.answer, script)
        low, places = stated.low_ring, range(len(stated.kept))
        return Closure(tuple(Prime(_lowered(one, low, places), ()) for one in answer.components), "Singular")
    except (CasbridgeError, ValueError) as error:
        return Closure(None, reason=f"Singular: {error}")


def _lowered(component: Component, ring: Ring, places: Sequence[int]) -> Component:
    if any(place not in places for polynomial in component for place in polynomial.support()):
        raise UnsupportedError("a polynomial of the projection has variables that were to be eliminated")
    return tuple(one.within(ring, places).normal() for one in component)


def by_reference(stated: Stated, deadline: Deadline) -> tuple[Prime, ...]:
    """The closure by the reference. Raises LimitError, UnsupportedError.

    >>> from casbridge.algebra.branches import Branch
    >>> from casbridge.algebra.radicals import Name, power
    >>> from casbridge.crosscheck.branches.equations import resolve, state
    >>> stated = state(resolve(Branch((("y", power(Name("x"), -1)),)), Ring.of("x y")))
    >>> by_reference(stated, Deadline.after(60))
    (Prime(generators=(x*y - 1,), chain=(x*y - 1,)),)
    """
    low = stated.low_ring
    elements = Elements(low, deadline=deadline)
    found: dict[ElementChain, None] = {}
    system, size = stated.system, low.size
    if stated.is_constant:
        equations = list(system.polynomials())
        places = range(size, system.ring.size)
        with suppress(UnsupportedError):
            algebra = Algebra(system.ring, places, equations[: len(places)], deadline)
            system = PolynomialSystem.of(low, algebra.relations(low, given_values(equations[len(places) :], size)))
    for chain in series_of(system, deadline):
        lower = [one for one in chain.polynomials if all(place < size for place in one.support())]
        found[tuple(elements.of_polynomial(one.within(low, range(size))) for one in lower)] = None
    return tuple(_prime_of_chain(elements, chain) for chain in without_contained(elements, found, closure=True))


def given_values(equations: Sequence[Polynomial], size: int) -> list[Polynomial]:
    """The values of the first variables, each from the equation of the variable less its value, or the negative one.

    size: how many variables. Each equation has one of them.

    >>> from casbridge.algebra import variables
    >>> x, y, e = variables(Ring.of("x y e"))
    >>> given_values([y - e**2, e - x], 2)
    [e, e**2]
    """
    found = []
    for place, equation in enumerate(sorted(equations, key=lambda one: one.support()[0])):
        variable = tuple(int(i == place) for i in range(equation.ring.size))
        scale = -1 / Fraction(equation.terms[variable])
        found.append(Polynomial(equation.ring, {e: c * scale for e, c in equation.terms.items() if e != variable}))
    return found


def _prime_of_chain(elements: Elements, chain: ElementChain) -> Prime:
    """The prime sat(C) of an irreducible chain C. Raises UnsupportedError where its generators are not found."""
    polynomials = tuple(elements.polynomial(element) for element in chain)
    if all(elements.initial(element).variable < 0 for element in chain):
        return Prime(polynomials, polynomials)
    for step in components(PolynomialSystem(elements.ring, ()), elements, [chain], exact=True):
        elements.check()
        if not isinstance(step, int):
            if not step.exact:
                break
            return Prime(tuple(one.normal() for one in step.polynomials), polynomials)
    raise UnsupportedError("it did not find the generators of a closure")


def agreed(ring: Ring, theirs: Sequence[Prime], ours: Sequence[Prime], deadline: Deadline) -> tuple[Prime, ...] | None:
    """Singular's primes with the reference's chains, where both have the same closure; None where they have not.

    A prime P and a chain C are the same where each generator of P has pseudo-remainder 0 by C, and each polynomial of C
    is in P by division. Each chain must belong to a prime, or its zeros be among those of a prime.

    >>> agreed(Ring.of("x"), [Prime((), ())], [Prime((), ())], Deadline.after(60))
    (Prime(generators=(), chain=()),)
    >>> agreed(Ring.of("x"), [Prime((), ())], [], Deadline.after(60)) is None
    True
    """
    elements = Elements(ring, deadline=deadline)
    chains = [tuple(elements.of_polynomial(one) for one in prime.chain) for prime in ours]
    found: list[Prime] = []
    covered: set[int] = set()
    for prime in theirs:
        generators = [elements.of_polynomial(one) for one in prime.generators]
        divisor = Divisor(prime.generators, "degrevlex", deadline)
        own = None
        for number, chain in enumerate(chains):
            if any(elements.remainder_by(one, chain) is not elements.zero for one in generators):
                continue
            covered.add(number)
            if not any(divisor.remainder(one) for one in ours[number].chain):
                own = ours[number].chain
        if own is None:
            return None
        found.append(Prime(prime.generators, own))
    return tuple(found) if len(covered) == len(chains) else None
