"""Proof that no zero is missing, by identities: polynomials in the ideal of the system, each explained and expanded.

Let P be the system, and K₁, …, Kₘ the components of an answer. Some polynomials are known to be 0 at all zeros of P,
because each is a sum Σ cᵢ·pᵢ. The sums are kept by `ExplainedBasis`, and expanded. They prove one of these:

- 1 is among them: there are no zeros.
- The answer is N points, and only N monomials are no multiples of leading monomials: no more zeros are possible.
  Where zeros are multiple, the ∏ (xᵥ − a) over all coordinates a of the points are added. Some power of each is known.
- Each zero of P is in a component. Where few monomials are no multiples of leading ones, products of the components'
  polynomials are shown to be nilpotent modulo P, see `finite`. Elsewhere there are branches. Zeros outside K₁ are where
  some f of K₁ is not 0: there 1 − t·f = 0 for a new t. Each f gives a branch, in which K₂, …, Kₘ are tried likewise. A
  branch ends where all polynomials of a component are known to be 0, or where 1 is known. A chain K holds the closure
  of its zeros at which no initial is 0. For it there is one more branch for each initial h: that of h = 0.

Parameters are treated as variables. A polynomial in parameters alone is not 0. So u·d − 1 may be added for such a d and
a new u. Any d will do; the reference proposes one, by its conditions on the parameters.

Nothing is believed of the reference here, nor of another system: only sums and products are computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from casbridge.algebra.answers import CHAINS, Answer, Component, Point, Task
from casbridge.algebra.fields import Ring, unused_name
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.ranks import initial
from casbridge.charset.elements import Elements
from casbridge.charset.general.cofactors import ExplainedBasis
from casbridge.charset.generic import generic_series
from casbridge.charset.ideals.quotients import Algebra
from casbridge.crosscheck.claims import SYSTEM, Has, Quality, Within
from casbridge.crosscheck.division import Divisor, standard_monomials
from casbridge.crosscheck.ledger import Finding, Proof, Unknown
from casbridge.crosscheck.provers.finite import are_covered, small_algebra
from casbridge.crosscheck.provers.protocol import Question, found_apart
from casbridge.errors import LimitError, UnsupportedError, limit_of
from casbridge.limits import NEVER, Deadline

_MOST_EQUATIONS = 200
_MOST_COMPONENTS = 40
_MOST_POINTS = 200
_MOST_BRANCHES = 2_000
_MOST_SQUARES = 4
_SHARE_OF_CONDITIONS = 0.3
_SHARE_OF_PRODUCTS = 0.5
_NO_ZEROS = "an identity that was expanded: 1 is in the ideal of the equations"
_COUNTED = "identities that were expanded: no more standard monomials than zeros"
_COVERED = "identities that were expanded: no zero is outside the components"


def prove(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
    """What identities prove: that nothing is missing, and of bases that they are in the ideal; in a process apart.

    >>> from casbridge import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> question = Question.of(PolynomialSystem.of(x.ring, [x * y]), a=Answer(Task.PRIMES, x.ring, ((x,), (y,))))
    >>> [finding.outcome.text for finding in prove(question, Deadline.after(60), None)]
    ['division', 'identities that were expanded: no zero is outside the components']
    """
    if len(question.system) <= _MOST_EQUATIONS:
        yield from found_apart(_cover_all, question, deadline, memory, "the proof by identities")


def _cover_all(question: Question, deadline: Deadline) -> Iterator[Finding]:
    covering, goals = Covering(question.system, deadline), set(question.goals)
    numbers = sorted(question.concerned, key=lambda number: len(question.answer(number)))
    for position, number in enumerate(numbers):
        answer, zeros = question.answer(number), question.answers[number].zeros
        if not answer.components_known:
            continue
        sound, complete, ideal = Within(number, SYSTEM), Within(SYSTEM, number), Has(number, Quality.IDEAL)
        is_known = zeros is not None and question.ledger.proofs(sound) is not None
        try:
            # The first one gets the basis of the ideal; from then on each has its share of the time.
            root = covering.root
            covering.deadline = root.deadline = deadline.share(1 / (len(numbers) - position))
            if sound in goals and is_sound(answer, question.system, covering.deadline):
                yield Finding(sound, Proof("division"))
            if complete in goals:
                # The number of zeros bounds only what is known to be zeros.
                text = covering.of_points(zeros) if zeros is not None and is_known else ""
                if text := text or covering.of_components(answer):
                    yield Finding(complete, Proof(text))
                else:
                    yield Finding(complete, Unknown("identities do not prove that it has all zeros"))
            basis = answer.components[0] if answer.components else (Polynomial.constant(answer.ring, 1),)
            # Over parameters the root has an inverse of what is not 0, so that it decides the ideal over QQ(a), too.
            outside = ideal not in goals or any(root.remainder(_lifted(one, covering.ring)) for one in basis)
            if not outside and covers_equations(answer, question.system, covering.deadline):
                yield Finding(ideal, Proof("identities that were expanded: each polynomial is in the ideal"))
        except (LimitError, UnsupportedError) as error:
            for goal in goals & {sound, complete}:
                yield Finding(goal, Unknown(f"identities: {error}", limit_of(error)))


def covers_equations(basis: Answer, system: PolynomialSystem, deadline: Deadline = NEVER) -> bool:
    """Whether division shows that each equation is in the ideal of a basis.

    >>> x, y = variables(Ring.of("x y"))
    >>> covers_equations(Answer(Task.BASIS, x.ring, ((x,),), order="lex"), PolynomialSystem.of(x.ring, [x * y]))
    True
    """
    component = basis.components[0] if basis.components else (Polynomial.constant(system.ring, 1),)
    divisor = Divisor(component, basis.order or "degrevlex", deadline)
    return not any(divisor.remainder(equation) for equation in system.polynomials())


def is_sound(answer: Answer, system: PolynomialSystem, deadline: Deadline = NEVER) -> bool:
    """Whether division shows that an answer has no zeros but the system's.

    For chains it is pseudo-division: I·p ∈ ⟨C⟩ for a product I of initials, so that p is 0 on V(sat C).

    >>> x, y = variables(Ring.of("x y"))
    >>> is_sound(Answer(Task.SERIES, x.ring, ((x * y - 1,),)), PolynomialSystem.of(x.ring, [x**2 * y - x]))
    True
    """
    equations = [equation for equation in system.polynomials() if equation]
    elements = Elements(system.ring, deadline=deadline)
    for component in answer.components:
        if any(polynomial.is_constant and polynomial for polynomial in component):
            continue
        if answer.task in CHAINS:
            chain = sorted((elements.of_polynomial(one) for one in component if one), key=lambda one: one.rank)
            if len({one.variable for one in chain}) < len(chain):
                return False
            left = (elements.remainder_by(elements.of_polynomial(one), chain) for one in equations)
            if any(one is not elements.zero for one in left):
                return False
        else:
            divisor = Divisor(component, answer.order or "degrevlex", deadline)
            outside = [equation for equation in equations if divisor.remainder(equation)]
            if outside and (not component or any(map(ExplainedBasis(component, deadline).remainder, outside))):
                return False
    return True


@dataclass(frozen=True)
class _Part:
    """A component. initials: those of a chain that are no constants."""

    polynomials: tuple[Polynomial, ...]
    initials: tuple[Polynomial, ...] = ()


class Covering:
    """The proofs for one system. UnsupportedError where the system or the answer is too large for them.

    >>> x, y = variables(Ring.of("x y"))
    >>> covering = Covering(PolynomialSystem.of(x.ring, [x**2 - 2, y**2 - x * y]))
    >>> covering.of_components(Answer(Task.PRIMES, x.ring, ((x**2 - 2, y), (x**2 - 2, y - x))))
    'identities that were expanded: no zero is outside the components'
    >>> covering.of_components(Answer(Task.PRIMES, x.ring, ((x**2 - 2, y),)))
    ''
    """

    def __init__(self, system: PolynomialSystem, deadline: Deadline = NEVER) -> None:
        self.ring = system.ring
        self.deadline = deadline
        self.equations = [polynomial for polynomial in system.polynomials() if polynomial]
        if self.ring.parameters:
            unit = _proposed_unit(system, deadline)
            self.ring, u = _wider(self.ring, unused_name("u", self.ring.variables))
            self.equations = [*(_lifted(one, self.ring) for one in self.equations), u * _lifted(unit, self.ring) - 1]
        self._branches = 0

    @cached_property
    def root(self) -> ExplainedBasis:
        """What is known to be 0 at all zeros of the system."""
        return self._explained(self.equations or [Polynomial(self.ring)])

    def _explained(self, polynomials: Sequence[Polynomial]) -> ExplainedBasis:
        basis = ExplainedBasis(polynomials, self.deadline)
        if not basis.is_explained():
            raise UnsupportedError("a sum is not what it should be")
        return basis

    def of_points(self, points: frozenset[Point]) -> str:
        """The proof that a system has no zeros but these; "" where there is none."""
        if _is_empty(self.root):
            return _NO_ZEROS
        if not points or self.ring.parameters or len(points) > _MOST_POINTS:
            return ""
        most = len(points)
        counted = _monomials(self.root, most) <= most or _monomials(self._with_coordinates(points), most) <= most
        return _COUNTED if counted else ""

    def _with_coordinates(self, points: frozenset[Point]) -> ExplainedBasis:
        """The basis with the ∏ (xᵥ − a) of which a power is in the ideal."""
        found = []
        for v, x in enumerate(variables(self.ring)):
            own = Polynomial.constant(self.ring, 1)
            for value in sorted({point[v] for point in points}):
                own = own * (x - value)
            power = self.root.remainder(own)
            for _ in range(_MOST_SQUARES):
                if power:
                    power = self.root.remainder(power * power)
            if not power:
                found.append(own)
        return self._explained([*self.root.members, *found])

    def of_components(self, answer: Answer) -> str:
        """The proof that each zero of the system is in a component; "" where there is none."""
        if _is_empty(self.root):
            return _NO_ZEROS
        if len(answer.components) > _MOST_COMPONENTS:
            raise UnsupportedError(f"there are more than {_MOST_COMPONENTS} components")
        chains = answer.task in CHAINS
        parts = []
        for component in answer.components:
            polynomials = tuple(polynomial for polynomial in component if polynomial)
            own = [one for one in polynomials if one.support() and one.support()[-1] >= self.ring.lowest]
            initials = map(initial, own) if chains else ()
            parts.append(_Part(polynomials, tuple(dict.fromkeys(one for one in initials if not one.is_constant))))
        self._branches = 0
        return _COVERED if self._covered(self.root, parts) else ""

    def of_parts(self, where: Sequence[Polynomial], parts: Iterable[tuple[Component, Component]]) -> bool:
        """Whether it is proved that each zero of the system at which `where` are 0 is in a part.

        parts: pairs of polynomials that are 0 on a part, and of polynomials none of which is 0 there.

        >>> x, y = variables(Ring.of("x y"))
        >>> covering = Covering(PolynomialSystem.of(x.ring, [x * y - 1]))
        >>> covering.of_parts([], [((x * y - 1,), (y,))]), covering.of_parts([x], [((), (x,))])
        (True, True)
        """
        self._branches = 0
        members = [*self.equations, *(_lifted(one, self.ring) for one in where)]
        known = self._explained(members or [Polynomial(self.ring)])
        return self._covered(known, [_Part(*part) for part in parts])

    def _covered(self, known: ExplainedBasis, parts: Sequence[_Part]) -> bool:
        """Whether each zero of a branch is in one of the parts."""
        if _is_empty(known):
            return True
        self.deadline.check("no proof")
        still_open: list[tuple[list[Polynomial], list[Polynomial]]] = []
        for part in parts:
            lifted = [_lifted(one, known.ring) for one in part.polynomials]
            polynomials = [one for one in lifted if known.remainder(one)]
            still_open.append((polynomials, [_lifted(one, known.ring) for one in part.initials]))
            if not polynomials and not part.initials:
                return True
        if not parts:
            return False
        if not self._branches and (covered := self._finitely_many(known, still_open)) is not None:
            return covered
        best = min(range(len(parts)), key=lambda i: sum(map(len, still_open[i])))
        others = [*parts[:best], *parts[best + 1 :]]
        polynomials, initials = still_open[best]
        return all(self._covered(self._where_not_zero(known, one), others) for one in polynomials) and all(
            self._covered(self._next([*known.members, one]), others) for one in initials
        )

    def _finitely_many(self, known: ExplainedBasis, parts: Sequence[Sequence[Sequence[Polynomial]]]) -> bool | None:
        """Whether finitely many zeros are in one of the parts; None where linear algebra does not tell."""
        soon = self.deadline.share(_SHARE_OF_PRODUCTS)
        try:
            algebra = self._algebra if known is self.root else small_algebra(known, soon)
            return None if algebra is None else are_covered(known, algebra, parts, soon)
        except LimitError:
            return None

    @cached_property
    def _algebra(self) -> Algebra | None:
        return small_algebra(self.root, self.deadline.share(_SHARE_OF_PRODUCTS))

    def _where_not_zero(self, known: ExplainedBasis, polynomial: Polynomial) -> ExplainedBasis:
        """What is known in addition where a polynomial is not 0."""
        name = next(name for number in count(1) if (name := f"t{number}") not in known.ring.index)
        wider, t = _wider(known.ring, name)
        return self._next([*(_lifted(one, wider) for one in known.members), t * _lifted(polynomial, wider) - 1])

    def _next(self, polynomials: Sequence[Polynomial]) -> ExplainedBasis:
        self._branches += 1
        if self._branches > _MOST_BRANCHES:
            raise UnsupportedError(f"there are more than {_MOST_BRANCHES} branches")
        return self._explained(polynomials)


def _proposed_unit(system: PolynomialSystem, deadline: Deadline) -> Polynomial:
    """A product of polynomials in the parameters that should not be 0. 1 where none are found in time."""
    unit = Polynomial.constant(system.ring.without_parameters(), 1)
    try:
        for condition in generic_series(system, deadline.share(_SHARE_OF_CONDITIONS)).conditions:
            unit = unit * condition[0]
    except (LimitError, UnsupportedError):
        deadline.check("no proof")
    return unit


def _is_empty(known: ExplainedBasis) -> bool:
    """Whether nothing can be 0 at the same time: 1 is known to be 0, or a polynomial in the parameters alone."""
    if known.is_whole_ring:
        return True
    few = len(known.ring.parameters)
    return bool(few) and any(max(one.support(), default=0) < few for one in known.members)


def _wider(ring: Ring, name: str) -> tuple[Ring, Polynomial]:
    """A ring with one more variable behind its own, and this variable."""
    wider = Ring(ring.field, (*ring.variables, name), ring.parameters)
    return wider, variables(wider)[-1]


def _lifted(polynomial: Polynomial, ring: Ring) -> Polynomial:
    """The polynomial in a ring with more variables behind its own."""
    return polynomial.rename(ring, range(polynomial.ring.size))


def _monomials(basis: ExplainedBasis, most: int) -> int:
    """How many monomials are no multiples of leading ones; most + 1 where there are more than `most`."""
    return standard_monomials(Answer(Task.BASIS, basis.ring, (tuple(basis.members),), "degrevlex"), most)
