"""A bound of the number of zeros over QQ by a prime, from few exact members of an ideal.

    leading forms modulo p of the generators and exact members ──▶ no common zero but 0? ──▶ dim over QQ ≤ dim modulo p

The number of zeros modulo p alone proves nothing: p·x − 1 has a zero over QQ and none modulo p. But let members of the
ideal with integer coefficients be given whose forms of highest degree have finitely many zeros modulo p. Then the ring
of polynomials over the p-adic integers, modulo the members, is a finite module: it is spanned by the monomials up to
some degree. By Nakayama's lemma it is spanned by any polynomials that span it modulo p. So over QQ there are at most as
many zeros, with their multiplicities, as there are standard monomials modulo p.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from casbridge.algebra.arithmetic import Exponents
from casbridge.charset.groebner.guided import GuidedRun
from casbridge.charset.groebner.modular import ModularRun
from casbridge.limits import NEVER, Deadline

_Terms = Mapping[Exponents, int]


def is_bounded_by(
    run: ModularRun, generators: Sequence[_Terms], context: Any, *, bits: int, deadline: Deadline = NEVER
) -> Generator[int, None, bool]:
    """Whether it is proved that over QQ there are at most as many zeros as a run leaves standard monomials.

    run: of the generators modulo a prime, when it is over. generators: with integer coefficients.
    context: FLINT's, of integer polynomials in the order degrevlex.
    bits: of the coefficients of exact members beyond which TooLarge is raised.

    A zero of multiplicity m counts m times. Yields the work of each step.

    Raises BadPrime where a leading coefficient vanishes modulo the prime.

    >>> from flint import fmpz_mpoly_ctx
    >>> context, generators = fmpz_mpoly_ctx.get(["y", "x"], "degrevlex"), [{(1, 1): 1, (0, 0): 6}, {(0, 2): 1}]
    >>> def steps():
    ...     run = ModularRun(2, generators, 7)
    ...     yield from run.steps()
    ...     print((yield from is_bounded_by(run, generators, context, bits=100)))
    >>> all(work > 0 for work in steps())
    True
    True
    """
    own = [form for terms in generators if (form := _highest(terms, run.p))]
    members = run.growing.members
    forms = own + [_highest(run.terms(i), run.p) for i in range(len(members))]
    ends = [i for i in range(1, len(members) + 1) if i == len(members) or members[i].sugar != members[i - 1].sugar]
    # How many members modulo p are enough. As many exact ones will be, unless the prime misleads.
    enough = yield from _least(run, forms, [len(own) + i for i in (0, *ends)], deadline)
    if enough == len(own):
        return True
    exact = GuidedRun(context, [context.from_dict(terms) for terms in generators], run.p, bits=bits, deadline=deadline)
    tried = 0
    for step in exact.steps():
        yield step
        if len(exact.exact) > tried and len(exact.exact) >= enough - len(own):
            tried = len(exact.exact)
            found = [{tuple(map(int, e)): int(c) for e, c in one.to_dict().items()} for one in exact.exact]
            if (yield from _have_one_zero(run, own + [_highest(terms, run.p) for terms in found], deadline)):
                # Modulo p the exact members must not generate more.
                return run.reduces({e: c % run.p for e, c in terms.items() if c % run.p} for terms in found)
    return False


def _least(
    run: ModularRun, forms: Sequence[_Terms], numbers: Sequence[int], deadline: Deadline
) -> Generator[int, None, int]:
    """The first of some numbers so that so many forms have no common zero but 0. It is at most the last one."""
    low, high = 0, len(numbers) - 1
    while low < high:
        # The first numbers are tried first: they are the cheap ones.
        middle = (2 * low + high) // 3
        if (yield from _have_one_zero(run, forms[: numbers[middle]], deadline)):
            high = middle
        else:
            low = middle + 1
    return numbers[low]


def _have_one_zero(run: ModularRun, forms: Sequence[_Terms], deadline: Deadline) -> Generator[int, None, bool]:
    """Whether forms modulo the prime of a run have no common zero but 0."""
    forms = [form for form in forms if form]
    size = run.packing.size
    if len(forms) < size:
        return False
    own = ModularRun(size, forms, run.p, most=run.most, deadline=deadline)
    yield from own.steps()
    leading = [own.growing.members[i].leading for i in own.growing.current]
    return all(any(e[v] == sum(e) for e in leading) for v in range(size))


def _highest(terms: _Terms, p: int) -> dict[Exponents, int]:
    """The form of highest degree, modulo a prime. The degree is that over the integers."""
    degree = max(map(sum, terms), default=0)
    return {e: c % p for e, c in terms.items() if sum(e) == degree and c % p}
