"""Exact Gröbner bases over QQ, guided by a prime.

    pairs ──▶ a matrix modulo p: which S-polynomials count ──▶ these alone, exactly by FLINT ──▶ new members

So no exact S-polynomial is reduced to zero, which is most of the work otherwise. Each member is exactly in the ideal.
That none is missing is not proved: an S-polynomial may be zero modulo the prime alone. Traverso has the idea ("Gröbner
trace algorithms", 1988).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from casbridge.algebra.arithmetic import Exponents
from casbridge.charset.groebner.modular import Matrix, ModularRun, Polynomial, TooLarge
from casbridge.charset.groebner.pairs import Member, Pair, degree_key
from casbridge.charset.groebner.primes import BadPrime
from casbridge.limits import NEVER, Deadline

#: Bits of an S-polynomial beyond which it is looked at modulo the prime whether new members reduce it to zero.
_LONG = 500
#: Bits of a machine word.
_WORD = 64


class GuidedRun(ModularRun):
    """A run of Buchberger's algorithm over QQ, in the order degrevlex.

    context: FLINT's, of integer polynomials in the order degrevlex. natives: generators in it, not 0.
    known: more generators, a reduced basis of what they generate, smallest leading monomial first.
    p: a prime below 2^31. bits: of a coefficient, beyond which TooLarge is raised.
    exact: the members.

    >>> from flint import fmpz_mpoly_ctx
    >>> context = fmpz_mpoly_ctx.get(["y", "x"], "degrevlex")
    >>> y, x = context.gens()
    >>> run = GuidedRun(context, [x * y - 1, y**2 - 2 * x], 2_147_483_629)
    >>> all(work > 0 for work in run.steps()), run.exact, run.exact_basis()
    (True, [y*x - 1, y^2 - 2*x, 2*x^2 - y], [2*x^2 - y, y*x - 1, y^2 - 2*x])
    """

    def __init__(
        self,
        context: Any,
        natives: Sequence[Any],
        p: int,
        *,
        known: Sequence[Any] = (),
        bits: int = 10_000,
        deadline: Deadline = NEVER,
    ) -> None:
        self.exact: list[Any] = []
        self._heights: list[int] = []
        self.context, self._natives, self._bits = context, natives, bits
        images = [{tuple(map(int, e)): int(c) % p for e, c in native.to_dict().items()} for native in natives]
        super().__init__(context.nvars(), images, p, deadline=deadline)
        for native, image in zip(known, self._images(known), strict=True):
            leading = _leading(native)
            self.growing.members.append(Member(image, leading, sum(leading)))
        self.exact = [*known]
        self.growing.current = list(range(len(known)))

    def exact_basis(self) -> list[Any]:
        """The members in the basis, each reduced by the others, smallest leading monomial first."""
        from flint import fmpz_mpoly_vec

        found = fmpz_mpoly_vec([self.exact[i] for i in self.growing.current], self.context).autoreduction()
        return sorted((found[i] for i in range(len(found))), key=_order)

    def remainder(self, native: Any) -> Any:
        """The remainder of a polynomial by the members in the basis, up to a constant factor."""
        return self._remainder(native, [self.exact[i] for i in self.growing.current])

    def _new(
        self, reduced: Matrix, counted: Sequence[int], sources: Sequence[Any]
    ) -> Generator[int, None, list[Polynomial]]:
        divisors = sorted((self.exact[i] for i in self.growing.current), key=len)
        new: list[Any] = []
        # Short coefficients first: the new members that they give make the others shorter.
        for source in sorted(sources, key=self._height):
            if isinstance(source, int):
                native = self._natives[source]
            else:
                native = self.exact[source.first].spoly(self.exact[source.second])
            if new and _bits(native) > _LONG and (yield from self._is_reduced_by(new, source)):
                continue
            found = self._remainder(native, [*divisors, *new])
            if found:
                new.append(found)
            yield self._work(native, found, len(divisors))
        changed = True
        while changed:
            changed = False
            for place in reversed(range(len(new))):
                native = new.pop(place)
                if smaller := self._remainder(native, [*divisors, *new]):
                    new.insert(place, smaller)
                changed = changed or not smaller or _leading(smaller) != _leading(native)
                yield self._work(native, smaller, len(divisors))
        new.sort(key=_order)
        self.exact += new
        return self._images(new)

    def _height(self, source: int | Pair) -> int:
        """Bits that the coefficients of a generator or an S-polynomial may have."""
        if isinstance(source, int):
            return 0
        self._heights += map(_bits, self.exact[len(self._heights) :])
        return self._heights[source.first] + self._heights[source.second]

    def _is_reduced_by(self, new: Sequence[Any], source: Any) -> Generator[int, None, bool]:
        """Whether new members and the basis reduce a generator or an S-polynomial to zero modulo the prime.

        Linear algebra does not see multiples of new leading monomials. To find a zero exactly may take long.
        """
        images = self._images(new)
        row = self._of(self._generators[source]) if isinstance(source, int) else self._s_polynomial(source)
        # The exact reduction would take the same polynomials.
        reduced = self._reduced_by([row], [*sorted(self._current(), key=lambda one: len(one.keys)), *images])
        yield 20 * len(images) + reduced.work
        return not reduced.entries.any()

    def _images(self, natives: Sequence[Any]) -> list[Polynomial]:
        """The polynomials modulo the prime."""
        self._make_room(max((sum(_leading(native)) for native in natives), default=0))
        found = []
        for native in natives:
            terms = {tuple(map(int, e)): int(c) % self.p for e, c in native.to_dict().items()}
            if not terms[_leading(native)]:
                raise BadPrime
            found.append(self._of(terms))
        return found

    def _remainder(self, native: Any, divisors: Sequence[Any]) -> Any:
        from flint import fmpz_mpoly_vec

        self.deadline.check("no Groebner basis")
        if not native or not divisors:
            return native
        return native.reduction_primitive_part(fmpz_mpoly_vec(divisors, self.context))

    def _work(self, native: Any, remainder: Any, divisors: int) -> int:
        """The work of a remainder in about microseconds."""
        bits = _bits(remainder)
        if bits > self._bits:
            raise TooLarge
        work = 40 + 5 * divisors + len(remainder) * (5 + min(bits, _WORD) // 5)
        longest = max(bits, _bits(native))
        # Numbers of one word are quick.
        return work + len(native) ** 2 * longest // 800 if longest > _WORD else work


def _bits(native: Any) -> int:
    return max((abs(int(c)).bit_length() for c in native.coeffs()), default=0)


def _leading(native: Any) -> Exponents:
    return tuple(map(int, native.monomial(0)))


def _order(native: Any) -> tuple[int, ...]:
    return degree_key(_leading(native)[::-1])
