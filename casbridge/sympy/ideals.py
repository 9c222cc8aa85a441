"""What SymPy has no function for: dimension, radical, elimination, and decompositions of ideals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Poly, sympify
from sympy.core.sorting import default_sort_key
from sympy.polys.polyerrors import ComputationFailed, PolificationFailed
from sympy.polys.polyoptions import allowed_flags
from sympy.polys.polytools import GroebnerBasis, parallel_poly_from_expr
from sympy.polys.rings import PolyRing

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import NO_GOAL, Goal, PolynomialSystem
from casbridge.backends.protocol import Result, Status
from casbridge.calls import with_hints
from casbridge.crosscheck.judging import judge
from casbridge.errors import LimitError, UsageError
from casbridge.limits import Deadline
from casbridge.sympy.asking import CannotError, DisagreementError, ask, bases_only, first_answer, second_answer
from casbridge.sympy.bases import finite_field_of, groebner, polynomials_in
from casbridge.sympy.rings import RingPair
from casbridge.sympy.settings import calling, current

_EXPECTED = "expected those of ZZ, QQ or GF(p) (name symbols as generators, give a root a symbol and an equation)"


@dataclass(frozen=True)
class ReadIdeal:
    """Polynomials as SymPy read them: their pair of rings, their system, SymPy's options.

    >>> from sympy.abc import x, y
    >>> read_ideal("dimension", [x * y], (x, y), {}).options.gens
    (x, y)
    """

    pair: RingPair
    system: PolynomialSystem
    options: Any

    def basis(self, generators: Sequence[Polynomial], gens: Sequence[Any]) -> GroebnerBasis:
        """The basis of an ideal, in the order of the options, over the given generators."""
        opt = self.options
        elements = [dict(self.pair.element(f)) for f in generators if f]
        expressions = [Poly.from_dict(terms, *opt.gens, domain=opt.domain).as_expr() for terms in elements]
        with bases_only():
            return groebner(expressions or [0], *gens, domain=opt.domain, order=opt.order, polys=bool(opt.polys))


def read_ideal(name: str, F: Any, gens: Sequence[Any], args: dict[str, Any]) -> ReadIdeal:
    """Polynomials read by SymPy.

    name: of the function, for SymPy's error.
    F: a list of polynomials, one polynomial, or a `GroebnerBasis`. The domain GF(p) of a Poly holds for all.
    gens, args: as for `groebner`.

    Raises SymPy's errors; CannotError for coefficients that backends do not have.

    >>> from sympy.abc import x, y
    >>> read_ideal("dimension", [x * y - 1], (x, y), {}).system.ring
    QQ[y, x]
    """
    if isinstance(F, GroebnerBasis):
        gens, args = gens or F.gens, {"domain": F.domain, "order": F.order, **args}
        F = F.exprs
    F = polynomials_in(F)
    args = {**finite_field_of(F, args), **args}
    allowed_flags(args, ["polys", "method"])
    try:
        polys, opt = parallel_poly_from_expr(F, *gens, **args)
    except PolificationFailed as error:
        raise ComputationFailed(name, len(F), error) from None
    ring = PolyRing(opt.gens, opt.domain, opt.order)
    try:
        pair = RingPair.of(ring)
    except CannotError as error:
        raise CannotError(f"{error}; {_EXPECTED}") from None
    return ReadIdeal(pair, pair.system(ring.from_dict(poly.rep.to_dict()) for poly in polys if poly), opt)


@with_hints
def dimension(F: Any, *gens: Any, **args: Any) -> int:
    """The dimension of the set of zeros over the algebraic closure; -1 where there are none.

    F: a list of polynomials, one polynomial, or a `GroebnerBasis`. The domain GF(p) of a Poly holds for all.
    gens, args: as for `groebner`. Raises SymPy's errors, CannotError for coefficients other
    than those of ZZ, QQ and GF(p), and what `asking.ask` raises.

    >>> from sympy.abc import x, y, z
    >>> dimension([x * z, y * z], x, y, z, backend="reference")
    2
    """
    with calling("dimension", args):
        system = read_ideal("dimension", F, gens, args).system
        found = ask(system, Task.DIMENSION).dimension
        assert found is not None
        if current().second is not None:
            other, name = second_answer(system, Task.DIMENSION)
            if other.dimension != found:
                raise DisagreementError(f"the backends disagree: dimension {found}, and {other.dimension} by {name}")
        return found


@with_hints
def radical(F: Any, *gens: Any, **args: Any) -> GroebnerBasis:
    """The reduced Gröbner basis of the radical: of all polynomials of which a power is in the ideal.

    Arguments and errors: as for `dimension`. The basis is in the order of `order`, by default lex.

    >>> from sympy.abc import x, y
    >>> radical([x**2 * y - x**2, y**2 - y], x, y, backend="reference")
    GroebnerBasis([x*y - x, y**2 - y], x, y, domain='ZZ', order='lex')
    """
    with calling("radical", args):
        (found,) = _ideals("radical", F, gens, args, Task.RADICAL)
        return found


@with_hints
def minimal_primes(F: Any, *gens: Any, **args: Any) -> list[GroebnerBasis]:
    """The minimal primes over the field of the coefficients, each by its reduced Gröbner basis; [] for the ideal of 1.

    Arguments and errors: as for `dimension`. Over ZZ the field is QQ.

    >>> from sympy.abc import x, y
    >>> [tuple(prime) for prime in minimal_primes([x * y, x**3 - 2 * x], x, y, backend="reference")]
    [(x,), (x**2 - 2, y)]
    """
    with calling("minimal_primes", args):
        return _ideals("minimal_primes", F, gens, args, Task.PRIMES)


@with_hints
def primary_decomposition(F: Any, *gens: Any, **args: Any) -> list[GroebnerBasis]:
    """Primary ideals whose intersection is the ideal, each by its reduced Gröbner basis; [] for the ideal of 1.

    Arguments and errors: as for `dimension`. Embedded components are not unique: backends may give different ones.
    With `checked` and such a difference, both decompositions are checked against the ideal.

    >>> from sympy.abc import x, y
    >>> [tuple(part) for part in primary_decomposition([x**2 * y], x, y, backend="reference")]
    [(x**2,), (y,)]
    """
    with calling("primary_decomposition", args):
        return _ideals("primary_decomposition", F, gens, args, Task.PRIMARY)


@with_hints
def eliminate(F: Any, symbols: Any, *gens: Any, **args: Any) -> GroebnerBasis:
    """The reduced Gröbner basis of what an ideal has without some symbols, over the other generators.

    symbols: one or several. Other arguments and errors: as for `dimension`; UsageError for a symbol that is no
    generator, and where no generator would be left.

    >>> from sympy.abc import t, x, y
    >>> eliminate([x - t**2, y - t**3], t, x, y, t, backend="reference")
    GroebnerBasis([x**3 - y**2], x, y, domain='ZZ', order='lex')
    """
    with calling("eliminate", args):
        removed = [sympify(symbol) for symbol in polynomials_in(symbols)]
        (found,) = _ideals("eliminate", F, gens, args, Task.ELIMINATION, removed)
        return found


def _ideals(
    name: str, F: Any, gens: Sequence[Any], args: dict[str, Any], task: Task, removed: Sequence[Any] = ()
) -> list[GroebnerBasis]:
    """The ideals that answer a task, as bases, in SymPy's order of their expressions."""
    read = read_ideal(name, F, gens, args)
    kept = [gen for gen in read.options.gens if gen not in removed]
    goal, system = NO_GOAL, read.system
    if task is Task.ELIMINATION:
        unknown = [symbol for symbol in removed if symbol not in read.options.gens]
        if unknown or not removed:
            raise UsageError(f"{unknown[0] if unknown else 'nothing'} to eliminate", expected="generators of the ideal")
        if not kept:
            raise UsageError("no generator is left", expected="one that is not eliminated")
        places = [len(read.options.gens) - 1 - read.options.gens.index(symbol) for symbol in removed]
        goal = Goal(eliminate=tuple(sorted(set(places))))
        system = PolynomialSystem(system.ring, system.equations, goal=goal)
    first, name = first_answer(system, task)
    found = _bases(read, first, kept)
    if current().second is not None:
        answer, second = second_answer(system, task)
        if _sets(_bases(read, answer, kept)) != _sets(found):
            if task is not Task.PRIMARY:
                raise DisagreementError(f"the backends disagree: {second} has other ideals")
            _compare_parts(system, ((name, first), (second, answer)))
    return found


def _compare_parts(system: PolynomialSystem, answers: Sequence[tuple[str, Answer]]) -> None:
    """Raise DisagreementError for a wrong primary decomposition, and LimitError or CannotError where nothing is proved.

    Embedded components are not unique. Both decompositions may be right, though they differ.
    """
    settings = current()
    named = [(*name.rpartition(":")[::2], answer) for name, answer in answers]
    results = [Result(backend, method, Status.COMPLETE, answer) for backend, method, answer in named]
    verdict = judge(results, system, None, Deadline.after(settings.seconds), settings.memory)
    if verdict.witness is not None:
        raise DisagreementError(f"the backends disagree: {verdict.witness.text}")
    for one in verdict.checked:
        if one.judgement is not None and one.judgement.open:
            error = LimitError if one.judgement.stopped else CannotError
            raise error(f"the decompositions differ, and {one.result.name} is not judged: {one.judgement.why}")


def _bases(read: ReadIdeal, answer: Answer, gens: Sequence[Any]) -> list[GroebnerBasis]:
    components = list(answer.components)
    if not components and answer.task in (Task.RADICAL, Task.ELIMINATION):
        components = [(Polynomial.constant(answer.ring, 1),)]
    found = [read.basis(component, gens) for component in components]
    return sorted(found, key=lambda basis: [default_sort_key(expression) for expression in basis.exprs])


def _sets(bases: Sequence[GroebnerBasis]) -> set[tuple[Any, ...]]:
    return {tuple(basis.exprs) for basis in bases}
