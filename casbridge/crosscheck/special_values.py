"""For which values of the parameters answers are right, that are right for general values.

Let P be the system, with parameters as variables, and Cᵢ the chains of its series over all variables, without those
that have a polynomial in parameters alone. At values where the conditions of the series hold (see
`casbridge.charset.generic`) the zeros of P are the union of the Zero(Cᵢ/Iᵢ).

- An answer of generators is decomposed in the same way, each component D into chains Eⱼ. Every polynomial of P has
  pseudo-remainder 0 by each Eⱼ: then it is 0 on Zero(Eⱼ/Jⱼ), for all values. So D has no zeros but the system's, where
  the conditions of its series hold too. And all polynomials of some D have pseudo-remainder 0 by each Cᵢ.
- A chain D of an answer stands for Zero(D/I). Every polynomial of P has pseudo-remainder 0 by D. Each Zero(Cᵢ/Iᵢ) is
  shown to be in some Zero(D/I), where polynomials in parameters alone are not 0: initials of D, and resultants of them
  with Cᵢ, which are 0 where an initial vanishes at a zero of Cᵢ. They are conditions too.

Where that cannot be shown, the values at which an answer is right are not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from casbridge.algebra.answers import CHAINS, Answer
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.ranks import initial
from casbridge.charset.elements import Element, ElementChain, Elements
from casbridge.charset.general.decomposition import contains
from casbridge.charset.generic import Condition, GenericSeries, conditions_text, generic_series, needed
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline
from casbridge.processes.apart import call


@dataclass(frozen=True)
class SpecialValues:
    """Where answers hold.

    conditions: where all hold at some values of the parameters, the answers have the system's zeros at these values.
        See `GenericSeries`.
    unknown: the names of answers for which that is not shown; why, by name.

    >>> SpecialValues((), {}).text
    'holds for all values of the parameters'
    """

    conditions: tuple[Condition, ...]
    unknown: Mapping[str, str]

    @property
    def text(self) -> str:
        """The conditions in words."""
        text = conditions_text(self.conditions)
        return f"holds where {text}" if text else "holds for all values of the parameters"

    def as_dict(self) -> dict[str, object]:
        """The same in JSON's types."""
        conditions = [[str(polynomial) for polynomial in condition] for condition in self.conditions]
        return {"conditions": conditions, "conditions_unknown": dict(self.unknown)}


def special_values(
    system: PolynomialSystem, answers: Mapping[str, Answer], deadline: Deadline = NEVER, memory: int | None = None
) -> SpecialValues:
    """Where answers that agree for general values hold, in a process apart.

    answers: complete ones, by name.
    memory: bytes for this process.
    Raises UsageError for a system without parameters, LimitError, MemoryError.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.algebra.answers import Task
    >>> a, x = variables(Ring.of("x", parameters="a"))
    >>> system = PolynomialSystem.of(x.ring, [a * x**2 - a * x])
    >>> special_values(system, {"it": Answer(Task.BASIS, x.ring, (((a - 1) * (x**2 - x),),), "lex")}).text
    'holds where a != 0 and a - 1 != 0'
    """
    found: SpecialValues = call(_special_values, system, answers, deadline, deadline=deadline, memory=memory)
    return found


def _special_values(system: PolynomialSystem, answers: Mapping[str, Answer], deadline: Deadline) -> SpecialValues:
    series = generic_series(system, deadline)
    comparison = _Comparison(system, series, deadline)
    conditions, unknown = list(series.conditions), {}
    for name, answer in answers.items():
        try:
            own = comparison.of_chains(answer) if answer.task in CHAINS else comparison.of_generators(answer)
            conditions += own
        except UnsupportedError as error:
            unknown[name] = str(error)
    return SpecialValues(needed(conditions), unknown)


class _Comparison:
    """The series of one system, and answers beside it."""

    def __init__(self, system: PolynomialSystem, series: GenericSeries, deadline: Deadline) -> None:
        self.ring = system.ring
        self.plain = system.ring.without_parameters()
        self.deadline = deadline
        self.elements = Elements(self.plain, deadline=deadline)
        self.equations = self._elements(polynomial for polynomial in system.polynomials() if polynomial)
        self.chains = [self._elements(chain.polynomials) for chain in series.chains]

    def _elements(self, polynomials: Iterable[Polynomial]) -> ElementChain:
        return tuple(map(self.elements.of_polynomial, polynomials))

    def _vanish(self, polynomials: ElementChain, chain: ElementChain) -> bool:
        return all(self.elements.remainder_by(one, chain) is self.elements.zero for one in polynomials)

    def of_generators(self, answer: Answer) -> list[Condition]:
        """The conditions of an answer of generators. UnsupportedError where it is not shown to be right."""
        found: list[Condition] = []
        parts = [tuple(one for one in component if one) for component in answer.components]
        for part in parts:
            series = generic_series(PolynomialSystem.of(self.ring, part), self.deadline)
            found += series.conditions
            if not all(self._vanish(self.equations, self._elements(chain.polynomials)) for chain in series.chains):
                raise UnsupportedError("it is not shown to have no other zeros than the system")
        elements = [self._elements(part) for part in parts]
        if not all(any(self._vanish(part, chain) for part in elements) for chain in self.chains):
            raise UnsupportedError("it is not shown to have all zeros")
        return found

    def of_chains(self, answer: Answer) -> list[Condition]:
        """The same of an answer of chains."""
        parts = [self._chain(component) for component in answer.components]
        if not all(self._vanish(self.equations, part) for part in parts):
            raise UnsupportedError("its chains are not shown to have no other zeros than the system")
        conditions = [condition for component in answer.components for condition in self._initials(component)]
        for chain in self.chains:
            for part in parts:
                assumed: set[Element] = set()
                if contains(self.elements, part, chain, units=self.ring.lowest, assumed=assumed):
                    # An initial vanishes somewhere on the chain at values at which one of these is 0.
                    conditions += [(self.elements.polynomial(one),) for one in assumed if one.occurring]
                    break
            else:
                raise UnsupportedError("its chains are not shown to have all zeros outside of their initials' zeros")
        return conditions

    def _chain(self, component: Sequence[Polynomial]) -> ElementChain:
        chain = tuple(sorted(self._elements(one for one in component if one), key=lambda one: one.rank))
        mains = [one.variable for one in chain]
        if len(set(mains)) < len(mains) or min(mains, default=self.ring.lowest) < self.ring.lowest:
            raise UnsupportedError("one of its chains is no chain for general values")
        return chain

    def _initials(self, component: Sequence[Polynomial]) -> Iterable[Condition]:
        """For each initial the condition that it is not identically 0."""
        for polynomial in component:
            if polynomial:
                coefficients = initial(polynomial).coefficients().values()
                yield tuple(Polynomial(self.plain, one.terms) for one in coefficients)
