"""Chains: triangular sets as an answer shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, partial
from typing import TYPE_CHECKING

from casbridge.algebra.answers import Component, Point, point_component
from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.polynomials import MOST_TERMS_SHOWN, Polynomial
from casbridge.brief import in_short
from casbridge.drawings import Shown

if TYPE_CHECKING:
    from casbridge.charset.definitions.triangular import TriangularSet


@dataclass(frozen=True, repr=False)
class Chain(Shown):
    """Polynomials with ascending main variables, in normal form; `[]` for the zero ideal.

    The main variable of a polynomial is the highest variable that occurs, its main degree the degree in this variable.
    An answer without zeros may have a constant, whose main variable is "" and whose degree is 0.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> chain = Chain(x.ring, (x**2 - 2, x * y - 1))
    >>> chain, chain.main_variables, chain.degrees
    ([x**2 - 2, x*y - 1], ('x', 'y'), (2, 1))
    >>> chain.triangular_set().initials
    (1, x)
    """

    ring: Ring
    polynomials: tuple[Polynomial, ...]

    @cached_property
    def main_variables(self) -> tuple[str, ...]:
        return tuple("".join(self.ring.variables[v] for v in p.support()[-1:]) for p in self.polynomials)

    @cached_property
    def degrees(self) -> tuple[int, ...]:
        return tuple(sum(p.degree(v) for v in p.support()[-1:]) for p in self.polynomials)

    def texts(self) -> list[str]:
        """The polynomials in Python syntax."""
        return [str(p) for p in self.polynomials]

    def triangular_set(self) -> TriangularSet:
        """The chain as a TriangularSet. Raises InputError if it is not triangular."""
        from casbridge.charset.definitions.triangular import TriangularSet

        return TriangularSet.of(self)

    def __str__(self) -> str:
        return f"[{', '.join(self.texts())}]"

    def __repr__(self) -> str:
        return in_short(map(repr, self.polynomials), len(self.polynomials))

    def _repr_latex_(self) -> str | None:
        if sum(len(p.terms) for p in self.polynomials) > MOST_TERMS_SHOWN:
            return None
        return f"$\\displaystyle \\left[{', '.join(p.latex() for p in self.polynomials)}\\right]$"


@dataclass(slots=True, unsafe_hash=True, repr=False)
class PointChain(Shown):
    """The chain xi − ai of a point. The polynomials are built when they are asked for.

    variables: positions, one for each coordinate of the point.

    >>> from casbridge.algebra import Field
    >>> PointChain(Ring.of("x y", Field(11)), (0, 1), (4, 10))
    [x - 4, y + 1]
    """

    ring: Ring = field(hash=False)
    variables: tuple[int, ...]
    point: Point

    @property
    def polynomials(self) -> tuple[Polynomial, ...]:
        return self.chain().polynomials

    @property
    def main_variables(self) -> tuple[str, ...]:
        return tuple([self.ring.variables[v] for v in self.variables])

    @property
    def degrees(self) -> tuple[int, ...]:
        return (1,) * len(self.variables)

    def chain(self) -> Chain:
        """The same as a Chain."""
        return Chain(self.ring, point_component(self.point, self.ring, self.variables))

    def triangular_set(self) -> TriangularSet:
        """The chain as a TriangularSet."""
        return self.chain().triangular_set()

    def texts(self) -> list[str]:
        """The polynomials in Python syntax."""
        return [text(a) for text, a in zip(_linear_texts(self.ring, self.variables), self.point, strict=True)]

    def __str__(self) -> str:
        return f"[{', '.join(self.texts())}]"

    def __repr__(self) -> str:
        linear = zip(_linear_texts(self.ring, self.variables), self.point, strict=True)
        return in_short((text(a) for text, a in linear), len(self.point))

    def _repr_latex_(self) -> str | None:
        return self.chain()._repr_latex_()


class Series(list[Chain | PointChain], Shown):
    """A characteristic series: a list of chains, [] without zeros. Its `repr` is short, also for many chains.

    Lists have no hash; `tuple(series)` has one.

    >>> Series([PointChain(Ring.of("x"), (0,), (number,)) for number in range(1000)])  # doctest: +ELLIPSIS
    [[x], [x - 1], ... (1000 in all)]
    """

    def __repr__(self) -> str:
        return in_short(map(repr, self), len(self), 1000)


@lru_cache(maxsize=32)
def _linear_texts(ring: Ring, variables: tuple[int, ...]) -> list[Callable[[Coefficient], str]]:
    """For each variable a function: a → the text of x − a in normal form."""

    def text(own: Ring, value: Coefficient) -> str:
        return str(Polynomial(own, {(1,): 1, (0,): -value}).normal())

    return [cache(partial(text, Ring(ring.field, (ring.variables[v],)))) for v in variables]


def in_order(chains: Iterable[Chain], degrees: Iterable[tuple[int, ...]] | None = None) -> list[Chain]:
    """Chains in a fixed order: the shortest first, then by main degrees, then by their texts.

    degrees: the main degrees of each chain, where they are known.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> in_order([Chain(x.ring, (x - 1, y)), Chain(x.ring, (y - 1,)), Chain(x.ring, (x, y))])
    [[y - 1], [x, y], [x - 1, y]]
    """
    given = list(chains)
    alike: dict[tuple[int, tuple[int, ...]], list[Chain]] = {}
    for chain, own in zip(given, degrees or [chain.degrees for chain in given], strict=True):
        alike.setdefault((len(own), own), []).append(chain)
    texts: dict[int, str] = {}
    return [chain for shape in sorted(alike) for chain in _by_texts(alike[shape], texts)]


def _by_texts(chains: list[Chain], texts: dict[int, str], place: int = 0) -> list[Chain]:
    """Chains with the same first polynomials in the order of the texts of all, written only where it is needed.

    texts: those of the objects, by their identity: chains share them.
    """
    if len(chains) < 2 or place == len(chains[0].polynomials):
        return chains
    found: dict[str, list[Chain]] = {}
    for chain in chains:
        polynomial = chain.polynomials[place]
        text = texts.get(id(polynomial))
        if text is None:
            text = texts[id(polynomial)] = str(polynomial)
        found.setdefault(text, []).append(chain)
    return [chain for text in sorted(found) for chain in _by_texts(found[text], texts, place + 1)]


def chain_of(component: Component, ring: Ring) -> Chain:
    """The chain of an answer's component: its polynomials in normal form, by ascending main variables.

    >>> from casbridge.algebra import variables
    >>> ring = Ring.of("x y")
    >>> x, y = variables(ring)
    >>> chain_of((2 * y - 2 * x, 3 - x), ring)
    [x - 3, y - x]
    """
    ordered = sorted((p.normal() for p in component), key=lambda p: p.support()[-1:])
    return Chain(ring, tuple(ordered))
