"""What a method can do, as data: the ground fields that it works over, and the sizes of systems.

`casbridge.scripts.values.Method` has both, and makes of them a text, values for JSON, and objections to systems.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casbridge.algebra.answers import Task
from casbridge.algebra.extensions import tower_of
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.calls import with_hints
from casbridge.drawings import Shown
from casbridge.errors import UsageError


@with_hints
@dataclass(frozen=True)
class Ground(Shown):
    """A kind of ground field: the rationals or the prime fields, and what a method can do over it.

    name: "QQ" or "GF(p)".
    largest_characteristic: of prime fields; None for no limit.
    most_extensions: the most steps of a tower over which the method factors; None for any number.
    most_variables: of the polynomial to factor over the field itself; None for any number.
    most_variables_extended: the same over an extension.

    Raises ValueError for another name.

    >>> str(Ground("GF(p)", 2**29 - 1, most_extensions=1))
    'GF(p) (p < 2^29, one extension)'
    """

    name: str
    largest_characteristic: int | None = None
    most_extensions: int | None = 0
    most_variables: int | None = None
    most_variables_extended: int | None = None

    def __post_init__(self) -> None:
        if self.name not in ("QQ", "GF(p)"):
            raise UsageError(f"ground field {self.name!r}", expected="'QQ' or 'GF(p)', as in RATIONALS and PRIMES")

    def __str__(self) -> str:
        notes = []
        if self.largest_characteristic is not None:
            notes.append(f"p {_bound(self.largest_characteristic)}")
        if self.most_variables is not None:
            notes.append(counted(self.most_variables, "variable"))
        if self.most_extensions != 0:
            towers = "towers" if self.most_extensions is None else counted(self.most_extensions, "extension")
            some = self.most_variables_extended
            notes.append(towers if some is None else f"{towers} with {counted(some, 'variable')}")
        return f"{self.name} ({', '.join(notes)})" if notes else self.name


#: The rationals.
RATIONALS = Ground("QQ")
#: Every prime field that casbridge has.
PRIMES = Ground("GF(p)")
#: Both.
ANY_FIELD = (RATIONALS, PRIMES)


@with_hints
@dataclass(frozen=True)
class Sizes(Shown):
    """Sizes of systems that a method can do; None for no limit.

    smallest_degree, largest_degree: the total degree of polynomials other than 0.
    fewest_variables, most_variables: of the ring.
    fewest_equations: equations 0 = 0 are not counted.
    most_points: of the affine space over the field, p^n. QQ has infinitely many.
    largest_dimension: of the zeros; 0 for finitely many over the algebraic closure. The script itself looks for that,
        since it is not known before.

    >>> Sizes(fewest_variables=1, largest_dimension=0)
    Sizes(smallest_degree=0, largest_degree=None, fewest_variables=1, most_variables=None, fewest_equations=0, \
most_points=None, largest_dimension=0)
    """

    smallest_degree: int = 0
    largest_degree: int | None = None
    fewest_variables: int = 0
    most_variables: int | None = None
    fewest_equations: int = 0
    most_points: int | None = None
    largest_dimension: int | None = None


#: No limit.
ANY_SIZE = Sizes()


def against_field(name: str, fields: Sequence[Ground], task: Task, system: PolynomialSystem) -> str | None:
    """Why a method cannot do a system over its field; None where nothing is known against it.

    name: the method's. task: what it answers; for a factorisation the field's extensions are looked at too.

    >>> from casbridge.algebra import Field, Ring
    >>> system = PolynomialSystem.of(Ring.of("x", Field(7)), [])
    >>> against_field("solve", (RATIONALS,), Task.BRANCHES, system)
    'solve works over QQ, not over GF(7)'
    """
    ground = next((one for one in fields if _has(one, system)), None)
    if ground is None:
        return f"{name} works over {' and '.join(map(str, fields))}, not over {system.ring.field}"
    factor = system.goal.factor if task is Task.FACTORS else None
    return None if factor is None else next(_against_factor(name, ground, system, factor), None)


def against_size(name: str, sizes: Sizes, system: PolynomialSystem) -> str | None:
    """The size of a system that a method cannot do; None where nothing is known against it.

    >>> from casbridge.algebra import Ring
    >>> against_size("solve", Sizes(fewest_variables=1), PolynomialSystem.of(Ring.of(""), []))
    'solve takes at least one variable, and there is none'
    """
    return next(_against_size(name, sizes, system), None)


def sizes_in_words(sizes: Sizes) -> list[str]:
    """The limits of sizes, a text each.

    >>> sizes_in_words(Sizes(largest_degree=2**31 - 1, fewest_variables=1, largest_dimension=0))
    ['degree < 2^31', 'at least one variable', 'finitely many zeros']
    """
    most, parts = sizes.largest_dimension, []
    parts += [f"degree >= {sizes.smallest_degree}"] if sizes.smallest_degree else []
    parts += [f"degree {_bound(sizes.largest_degree)}"] if sizes.largest_degree is not None else []
    parts += _variables_in_words(sizes)
    parts += [f"at least {counted(sizes.fewest_equations, 'equation')}"] if sizes.fewest_equations else []
    parts += [f"at most {counted(sizes.most_points, 'point')}"] if sizes.most_points is not None else []
    parts += ["finitely many zeros" if not most else f"zeros of dimension {_bound(most)}"] if most is not None else []
    return parts


def _variables_in_words(sizes: Sizes) -> list[str]:
    fewest, most = sizes.fewest_variables, sizes.most_variables
    if fewest == most:
        return [f"exactly {counted(fewest, 'variable')}"]
    parts = [f"at least {counted(fewest, 'variable')}"] if fewest else []
    return parts + ([f"at most {counted(most, 'variable')}"] if most is not None else [])


def counted(number: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "extension"), counted(3, "point")
    ('one extension', '3 points')
    """
    return f"one {noun}" if number == 1 else f"{number} {noun}s"


def _bound(largest: int) -> str:
    """An upper bound in words: powers of two are shown as such."""
    beyond = largest + 1
    return f"< 2^{beyond.bit_length() - 1}" if largest > 255 and not beyond & largest else f"<= {largest}"


def _has(ground: Ground, system: PolynomialSystem) -> bool:
    p, most = system.ring.field.characteristic, ground.largest_characteristic
    return (ground.name == "QQ") == (p == 0) and (most is None or p <= most)


def _against_factor(name: str, ground: Ground, system: PolynomialSystem, factor: Polynomial) -> Iterator[str]:
    """Why a polynomial cannot be factored over the tower that a system's equations define."""
    steps, most = len(system), ground.most_extensions
    over = ground.name if ground.name == "QQ" else str(system.ring.field)
    if most is not None and steps > most:
        takes = "none" if not most else counted(most, "extension")
        yield f"a tower of {counted(steps, 'extension')} of {over}, and {name} takes {takes}"
    adjoined = {step.variable for step in tower_of(system)}
    used = len([v for v in factor.support() if v not in adjoined])
    variables = ground.most_variables_extended if steps else ground.most_variables
    if variables is not None and used > variables:
        where = f"over an extension of {over}" if steps else f"over {over}"
        yield f"{name} factors polynomials in {counted(variables, 'variable')} {where}, and this one has {used}"


def _against_size(name: str, sizes: Sizes, system: PolynomialSystem) -> Iterator[str]:
    ring = system.ring
    unknowns = ring.size - ring.lowest
    bounds = _variables_in_words(sizes)
    if unknowns < sizes.fewest_variables:
        yield f"{name} takes {bounds[0]}, and {_there_are(unknowns)}"
    if sizes.most_variables is not None and unknowns > sizes.most_variables:
        yield f"{name} takes {bounds[-1]}, and {_there_are(unknowns)}"
    equations = sum(1 for equation in system.equations if equation.pattern) if sizes.fewest_equations else 0
    if equations < sizes.fewest_equations:
        least = counted(sizes.fewest_equations, "equation")
        yield f"{name} takes at least {least} other than 0 = 0, and {_there_are(equations)}"
    smallest = min((pattern.total_degree for pattern in system.patterns() if pattern), default=sizes.smallest_degree)
    if smallest < sizes.smallest_degree:
        yield f"{name} takes degrees >= {sizes.smallest_degree}, and there is one of {smallest}"
    degree = largest_degree(system) if sizes.largest_degree is not None else 0
    if sizes.largest_degree is not None and degree > sizes.largest_degree:
        yield f"{name} takes degrees {_bound(sizes.largest_degree)}, and there is one of {degree}"
    if sizes.most_points is not None:
        p, n, most = ring.field.characteristic, ring.size, counted(sizes.most_points, "point")
        if not p:
            yield f"{name} takes at most {most}, and QQ has infinitely many"
        elif p**n > sizes.most_points:
            yield f"{name} takes at most {most}, and there are {p}^{n}"


def _there_are(number: int) -> str:
    return f"there {'is' if number < 2 else 'are'} {number or 'none'}"


def largest_degree(system: PolynomialSystem) -> int:
    """The largest total degree of the polynomials of a system and of its goal; 0 without polynomials.

    >>> from casbridge.algebra.formats import read_system
    >>> largest_degree(read_system("saturate: x^5\\nx^2*y - 1"))
    5
    """
    goal = [polynomial for polynomial in (*system.goal.saturate, system.goal.factor) if polynomial is not None]
    return max((pattern.total_degree for pattern in (*system.patterns(), *goal)), default=0)
