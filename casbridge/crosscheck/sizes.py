"""The size of an answer as a value: dimension, number of zeros, multiplicity, rational and real zeros.

`measures` computes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from casbridge.drawings import Shown
from casbridge.errors import printable

#: The most digits after the point in decimals of zeros.
MOST_DIGITS = 1_000
#: The numbers of a `Measure` about zeros, by their names in tables and in JSON.
MEASURED = ("dimension", "degree", "multiplicity", "rational", "real")


@dataclass(frozen=True, slots=True, repr=False)
class Measure(Shown):
    """The size of an answer.

    components: how many components, or branches, the answer has.
    dimension: of its zero set; -1 without zeros; None where it is not known.
    degree: the number of different zeros over the algebraic closure; None where they are infinitely many (then the
        dimension is positive) or the number is not known.
    rational: how many of the zeros have their coordinates in the field; None where that is not known.
    real: how many have real coordinates, over QQ; None elsewhere, and where that is not known.
    multiplicity: the number of zeros counted with multiplicity: the dimension of the ring modulo the answer's ideal, as
        a vector space. None where the zeros are infinitely many, and where the answer states no ideal: chains, primes
        and points state the zeros, not their multiplicities. 0 without zeros.
    reason: why a number that was asked for is not known; "" if all are known.

    >>> Measure(3, 0, 5, 1, 3).as_dict()
    {'components': 3, 'dimension': 0, 'degree': 5, 'multiplicity': None, 'rational': 1, 'real': 3, 'reason': None}
    """

    components: int
    dimension: int | None = None
    degree: int | None = None
    rational: int | None = None
    real: int | None = None
    multiplicity: int | None = None
    reason: str = ""

    def __repr__(self) -> str:
        number = f"{self.components} component{'s' * (self.components != 1)}"
        return f"<Measure of {number}: {printable(self.text, 320)}>"

    @property
    def text(self) -> str:
        """In words.

        >>> Measure(3, 0, 5).text, Measure(1, 2).text, Measure(0, -1, 0).text
        ('dimension 0, 5 different zeros over the algebraic closure', 'dimension 2', 'no zeros')
        >>> Measure(3, 0, 5, 1, 3).text
        'dimension 0, 5 different zeros over the algebraic closure, 1 in the field, 3 real'
        """
        if self.dimension is not None and self.dimension < 0:
            return "no zeros"
        known = [] if self.dimension is None else [f"dimension {self.dimension}"]
        if self.degree is not None:
            known.append(f"{self.degree} different zero{'s' * (self.degree != 1)} over the algebraic closure")
        if self.multiplicity is not None:
            known.append(f"{self.multiplicity} with multiplicity")
        if self.rational is not None:
            known.append(f"{self.rational} in the field")
        if self.real is not None:
            known.append(f"{self.real} real")
        return ", ".join([*known, f"not measured: {self.reason}"] if self.reason else known)

    @property
    def is_infinite(self) -> bool:
        """Whether there are infinitely many zeros."""
        return self.dimension is not None and self.dimension > 0

    @property
    def numbers(self) -> dict[str, Any]:
        """The numbers of `MEASURED`."""
        return {name: getattr(self, name) for name in MEASURED}

    def fields(self) -> dict[str, int | str | None]:
        """For JSON, as fields of a larger document: the numbers, and as `unmeasured` why one is not known."""
        return {**self.numbers, "unmeasured": self.reason or None}

    def as_dict(self) -> dict[str, int | str | None]:
        """For JSON."""
        return {"components": self.components, **self.numbers, "reason": self.reason or None}
