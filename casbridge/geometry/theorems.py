"""Proving theorems of elementary geometry by Wu's method.

A theorem says that the conclusions vanish wherever the hypotheses do. Few theorems hold so literally: a triangle may be
degenerate. Wu's answer: some variables, the parameters, are free to choose. The zeros of the hypotheses are decomposed
with the parameters lowest. A component is *general* if the parameters stay free on it, and *degenerate* if they satisfy
a relation there. A theorem is true if the conclusions vanish on the general components: their pseudo-remainders by
these chains are 0. Degenerate components on which a conclusion fails give the conditions of the theorem. Nobody has to
know these in advance.

Sources: Wu Wen-tsün, "On the decision problem and the mechanization of theorem-proving in elementary geometry", 1978;
Chou Shang-Ching, *Mechanical Geometry Theorem Proving*, 1988; Wang Dongming, *Elimination Practice*, 2004.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from casbridge.algebra.arithmetic import arithmetic_of
from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.polynomials import Polynomial, latex_name
from casbridge.algebra.systems import PolynomialSystem
from casbridge.brief import Brief
from casbridge.charset.definitions.chains import Chain
from casbridge.charset.definitions.division import pseudo_remainder
from casbridge.charset.definitions.ranks import initial, ring_of_all
from casbridge.charset.general.method import GeneralSeries
from casbridge.charset.general.trace import shortened
from casbridge.errors import InputError, UnsupportedError
from casbridge.limits import Deadline

#: Polynomials, or words → polynomial.
Statements = Polynomial | Mapping[str, Polynomial] | Iterable[Polynomial]

#: Polynomials with ascending main variables → a statement that implies that not all of them are 0, or None.
Words = Callable[[Sequence[Polynomial]], str | None]

_LONGEST_SHOWN = 100


class TheoremOutcome(StrEnum):
    """The outcome of a proof.

    >>> str(TheoremOutcome.PROVED)
    'proved'
    """

    PROVED = "proved"
    FAILS = "fails"  # on some general component
    VACUOUS = "vacuous"  # there is no general component: the hypotheses restrict the parameters


@dataclass(frozen=True, repr=False)
class Statement(Brief):
    """A polynomial that is to vanish, and its meaning in words, or "".

    >>> from casbridge.algebra import variables
    >>> (x,) = variables(Ring.of("x"))
    >>> str(Statement(x - 1, "A is on the line"))
    'A is on the line: x - 1 = 0'
    """

    polynomial: Polynomial
    words: str = ""

    def __str__(self) -> str:
        equation = f"{self.polynomial.normal()} = 0"
        return f"{self.words}: {equation}" if self.words else equation


@dataclass(frozen=True, repr=False)
class TheoremComponent(Brief):
    """One chain of the series of the hypotheses. (`Component` is a part of an answer, in `algebra.answers`.)

    relations: its polynomials in the parameters alone. Without any the component is general.
    initials: the different irreducible factors of its initials, which do not vanish on it.
    free: variables beside the parameters that it leaves free.
    remainders: the pseudo-remainder of each conclusion.
    excluded: whether one of the polynomials `nonzero` vanishes on it.
    """

    chain: Chain
    relations: tuple[Polynomial, ...]
    initials: tuple[Polynomial, ...]
    free: tuple[str, ...]
    remainders: tuple[Polynomial, ...]
    excluded: bool = False

    @property
    def kind(self) -> str:
        """ "general", "degenerate" or "excluded"."""
        return "excluded" if self.excluded else "degenerate" if self.relations else "general"

    @property
    def is_general(self) -> bool:
        return self.kind == "general"

    @property
    def holds(self) -> bool:
        """Whether all conclusions vanish on it. Remainders decide this, since the chain is irreducible."""
        return not any(self.remainders)

    def instance(self, values: Mapping[str, Coefficient]) -> dict[str, Coefficient]:
        """A point of the component: the values of all variables. Of several roots in the field the largest is taken.

        values: for the variables that are free on the component.

        Raises InputError for a missing value or a vanishing initial, and UnsupportedError without a root in the field.

        >>> from fractions import Fraction
        >>> from casbridge.algebra import variables
        >>> u, x = variables(Ring.of("u x"))
        >>> prove([x**2 - u], x - x, [u]).components[0].instance({"u": Fraction(9, 4)})
        {'u': Fraction(9, 4), 'x': Fraction(3, 2)}
        """
        ring = self.chain.ring
        by_variable = dict(zip(self.chain.main_variables, self.chain.polynomials, strict=True))
        point: list[Coefficient] = []
        for name in ring.variables:
            if name in by_variable:
                point.append(_root(by_variable[name], len(point), point))
            elif name in values:
                point.append(ring.field.element(values[name]))
            else:
                raise InputError(f"no value for {name}", expected=f"one, because it is free on {self.chain}")
        return dict(zip(ring.variables, point, strict=True))


def _no_words(_: Sequence[Polynomial]) -> str | None:
    return None


@dataclass(frozen=True, repr=False)
class TheoremProof(Brief):
    """The proof or the refutation of a theorem. `text()` is all of it in words. (`Proof` is a checked certificate.)

    ring: of all polynomials, the parameters lowest.
    components: one for each chain, general ones first.
    nonzero: polynomials that must not vanish.
    words: see `prove`.

    >>> from casbridge.algebra import variables
    >>> u, x = variables(Ring.of("u x"))
    >>> proof = prove([u * x - u], x - 1, [u])
    >>> proof.outcome, proof.conditions, proof.general[0].chain, proof.degenerate[0].chain
    (<TheoremOutcome.PROVED: 'proved'>, ((u,),), [x - 1], [u])
    """

    ring: Ring
    parameters: tuple[str, ...]
    hypotheses: tuple[Statement, ...]
    conclusions: tuple[Statement, ...]
    components: tuple[TheoremComponent, ...]
    nonzero: tuple[Statement, ...] = ()
    words: Words = field(default=_no_words, compare=False, repr=False)

    @property
    def general(self) -> tuple[TheoremComponent, ...]:
        return tuple(component for component in self.components if component.is_general)

    @property
    def degenerate(self) -> tuple[TheoremComponent, ...]:
        return tuple(component for component in self.components if component.kind == "degenerate")

    @cached_property
    def outcome(self) -> TheoremOutcome:
        if not self.general:
            return TheoremOutcome.VACUOUS
        return TheoremOutcome.PROVED if all(component.holds for component in self.general) else TheoremOutcome.FAILS

    @property
    def proved(self) -> bool:
        """Whether all conclusions hold on all general components, and there are some."""
        return self.outcome is TheoremOutcome.PROVED

    @property
    def witness(self) -> TheoremComponent | None:
        """A general component on which a conclusion fails."""
        return next((component for component in self.general if not component.holds), None)

    @cached_property
    def conditions(self) -> tuple[tuple[Polynomial, ...], ...]:
        """The conditions of the theorem: of each of these tuples at least one polynomial is not 0.

        They exclude the degenerate components on which a conclusion fails. A component that earlier conditions exclude
        needs no condition of its own.
        """
        found: list[tuple[Polynomial, ...]] = []
        for component in self.degenerate:
            kept_away = any(
                not any(pseudo_remainder(p, component.chain.polynomials) for p in condition) for condition in found
            )
            if not component.holds and not kept_away:
                found.append(component.relations)
        return tuple(found)

    def condition_texts(self) -> list[str]:
        """The conditions as polynomials, and in words if words are known."""
        return [self._not_zero(condition) for condition in self.conditions]

    def text(self, *, full: bool = False) -> str:
        """The proof in words: hypotheses, series, pseudo-remainders, conditions.

        full: write degenerate components like general ones. Otherwise they are counted.
        """
        lines = [f"Parameters: {', '.join(self.parameters) or 'none'}"]
        stated = {"Hypotheses": self.hypotheses, "Conclusions": self.conclusions, "Not zero": self.nonzero}
        for title, statements in stated.items():
            if statements:
                lines += [f"{title}:", *(f"  {_short(statement)}" for statement in statements)]
        lines.append(f"Series of the hypotheses: {_counted(len(self.components), 'chain')}")
        for component in self.components if full else self.general:
            lines += self._component_lines(component)
        if self.degenerate and not full:
            holding = sum(component.holds for component in self.degenerate)
            lines.append(f"  {len(self.degenerate)} degenerate, the conclusions hold on {holding} of them")
        return "\n".join([*lines, *self._summary()])

    def _component_lines(self, component: TheoremComponent) -> list[str]:
        said = component.kind
        if component.excluded:
            said += ", because something vanishes on it that must not"
        elif component.relations:
            said += f", {', '.join(f'{relation} = 0' for relation in component.relations)}"
        if component.free:
            said += f" (also free: {', '.join(component.free)})"
        lines = [f"  {said}:", *(f"    {_short(text)}" for text in component.chain.texts())]
        if component.initials and not component.excluded:
            lines += ["    where", *(f"      {self._not_zero([factor])}" for factor in component.initials)]
        if component.holds:
            lines.append("    conclusions: pseudo-remainder 0")
        for statement, remainder in zip(self.conclusions, component.remainders, strict=True):
            if remainder:
                factors = [factor for factor, _ in remainder.factors()] or [remainder]
                lines.append(f"    {statement.words or 'conclusion'}: pseudo-remainder with the factors")
                lines += [f"      {_short(factor)}" for factor in factors]
        return lines

    def _summary(self) -> list[str]:
        general = _counted(len(self.general), "general component")
        if self.outcome is TheoremOutcome.VACUOUS:
            return ["Nothing is said: the hypotheses leave no component on which the parameters are free."]
        if self.outcome is TheoremOutcome.FAILS:
            failing = sum(not component.holds for component in self.general)
            return [f"Not proved: fails on {failing} of {general}."]
        if not self.conditions:
            return [f"Proved: holds on {general}" + (", and on all degenerate ones." if self.degenerate else ".")]
        return [f"Proved: holds on {general}, and wherever", *(f"  {text}" for text in self.condition_texts())]

    def _not_zero(self, polynomials: Sequence[Polynomial]) -> str:
        words = self.words(polynomials)
        text = " or ".join(f"{_short(polynomial)} ≠ 0" for polynomial in polynomials)
        return f"{words}, so that {text}" if words else text

    def _repr_latex_(self) -> str:
        rows = [rf"\text{{{self.outcome}}}: &\; {', '.join(map(latex_name, self.parameters))}\ \text{{free}}"]
        for component in self.components:
            sign = r"\vDash" if component.holds else r"\nvDash"
            polynomials = ", ".join(p.latex() for p in component.chain.polynomials)
            goals = ", ".join(f"{statement.polynomial.latex()} = 0" for statement in self.conclusions)
            rows.append(rf"\text{{{component.kind}}}: &\; \left[{polynomials}\right] {sign} {goals}")
        return "$\\displaystyle \\begin{aligned}" + r" \\ ".join(rows) + "\\end{aligned}$"


def prove(
    hypotheses: Statements,
    conclusions: Statements,
    parameters: Iterable[str | Polynomial],
    *,
    nonzero: Statements = (),
    words: Words | None = None,
    seconds: float | None = None,
) -> TheoremProof:
    """Proves or refutes that the conclusions vanish where the hypotheses do and the parameters are free.

    hypotheses, conclusions: polynomials of one ring, or words → polynomial.
    parameters: variables or their names, lowest first. They become the lowest variables; the others keep their order.
    nonzero: polynomials that must not vanish. Components on which one vanishes are left aside.
    words: a function that says in words that polynomials are not all 0, see `casbridge.geometry.plane.Plane.words`.
    seconds: a limit on the time.

    All zeros are over the algebraic closure. A proved theorem is true over the real numbers, too. A refuted theorem may
    fail at complex points only.

    Raises InputError for polynomials of several rings and for unknown parameters, and LimitError.
    Sources: Wu 1978; Chou 1988, chapters 3 and 4.

    >>> from casbridge.algebra import variables
    >>> u, v, x, y = variables(Ring.of("u v x y"))
    >>> prove({"the middle": 2 * x - u, "half of it": 2 * y - x}, 4 * y - u, [u]).proved
    True
    >>> refuted = prove([u * x - v], x - v, [u, v])
    >>> refuted.outcome, refuted.witness.chain, refuted.witness.remainders
    (<TheoremOutcome.FAILS: 'fails'>, [u*x - v], (-u*v + v,))
    >>> print(refuted.text())
    Parameters: u, v
    Hypotheses:
      u*x - v = 0
    Conclusions:
      x - v = 0
    Series of the hypotheses: 2 chains
      general (also free: y):
        u*x - v
        where
          u ≠ 0
        conclusion: pseudo-remainder with the factors
          u - 1
          v
      1 degenerate, the conclusions hold on 0 of them
    Not proved: fails on 1 of 1 general component.
    """
    given, goals, apart = _statements(hypotheses), _statements(conclusions), _statements(nonzero)
    if not goals:
        raise InputError("no conclusions", expected="at least one polynomial")
    old = ring_of_all([statement.polynomial for statement in (*given, *goals, *apart)])
    names = tuple(str(parameter) for parameter in parameters)
    unknown = [name for name in names if name not in old.index]
    if unknown or len(set(names)) < len(names):
        raise InputError(f"the parameters {', '.join(names)}", expected=f"different variables of {old}")
    ring = Ring(old.field, (*names, *(name for name in old.variables if name not in names)))
    places = [ring.index[name] for name in old.variables]

    given, goals, apart = (
        tuple(Statement(statement.polynomial.rename(ring, places), statement.words) for statement in statements)
        for statements in (given, goals, apart)
    )
    system = PolynomialSystem.of(ring, [statement.polynomial for statement in given])
    deadline = Deadline.after(seconds)
    found = []
    for chain in GeneralSeries(system, deadline):
        deadline.check("no proof")
        polynomials = chain.polynomials
        factors = {factor: None for p in polynomials for factor, _ in initial(p).factors()}
        component = TheoremComponent(
            chain,
            tuple(p for p in polynomials if p.support()[-1] < len(names)),
            tuple(factors),
            tuple(name for name in ring.variables[len(names) :] if name not in chain.main_variables),
            tuple(pseudo_remainder(statement.polynomial, polynomials) for statement in goals),
            any(not pseudo_remainder(statement.polynomial, polynomials) for statement in apart),
        )
        found.append(component)
    found.sort(key=lambda component: (component.excluded, len(component.relations)))
    return TheoremProof(ring, names, given, goals, tuple(found), apart, words or _no_words)


def _statements(statements: Statements) -> tuple[Statement, ...]:
    if isinstance(statements, Polynomial):
        return (Statement(statements),)
    if isinstance(statements, Mapping):
        return tuple(Statement(polynomial, words) for words, polynomial in statements.items())
    return tuple(Statement(polynomial) for polynomial in statements)


def _root(polynomial: Polynomial, variable: int, point: Sequence[Coefficient]) -> Coefficient:
    """The largest root in the field. point: the values of all lower variables."""
    ring, arithmetic = polynomial.ring, arithmetic_of(polynomial.ring)
    substituted = arithmetic.substitute(polynomial.native, dict(enumerate(point)))
    if not substituted or arithmetic.degrees(substituted)[variable] < polynomial.degree(variable):
        raise InputError(
            f"an initial is 0 for {ring.variables[variable]}", expected="values at which none of the chain vanishes"
        )
    roots, _ = arithmetic.roots(substituted, variable)
    if not roots:
        shown = Polynomial(ring, native=substituted)
        raise UnsupportedError(f"{shown} has no root in {ring.field}; choose other values")
    return max(roots)


def _short(item: object) -> str:
    return shortened(str(item), _LONGEST_SHOWN)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")
