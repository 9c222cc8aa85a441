"""Systems with their characteristic series as Singular 4.3.1 and 4.4.1 print them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from casbridge.algebra import PolynomialSystem
from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.formats import read_system
from casbridge.charset import Chain


@dataclass(frozen=True)
class SeriesCase:
    """A system, Singular's series, and the places of chains whose zeros are in the closure of another's."""

    head: str
    polynomials: str
    chains: tuple[str, ...]
    redundant: tuple[int, ...] = ()

    @property
    def system(self) -> PolynomialSystem:
        return read_system(f"{self.head}\n" + self.polynomials.replace(", ", "\n"))

    @property
    def known(self) -> list[Chain]:
        """Singular's chains, with polynomials as the reference writes them."""
        system = self.system
        return [Chain(system.ring, tuple(f.normal() for f in chain)) for chain in self.components(*self.chains)]

    def components(self, *texts: str) -> tuple[Component, ...]:
        """Components in the system's ring, each written with commas."""
        return tuple(tuple(read_system(f"{self.head}\n" + t.replace(", ", "\n")).polynomials()) for t in texts)

    def series(self, *texts: str) -> Answer:
        """Chains as the answer; Singular's without any given."""
        return Answer(Task.SERIES, self.system.ring, self.components(*(texts or self.chains)))


def adjacent_minors(columns: int) -> PolynomialSystem:
    """The 2×2 minors of neighbouring columns of a 2×n matrix: a series has more chains than there are primes."""
    names = " ".join(f"a{i} b{i}" for i in range(columns))
    minors = [f"a{i}*b{i + 1} - b{i}*a{i + 1}" for i in range(columns - 1)]
    return read_system(f"variables: {names}\n" + "\n".join(minors))


#: Singular's manual and test suite, Greuel and Pfister, and edge cases.
CASES = {
    "manual-xyz": SeriesCase("variables: x y z\nfield: 32003", "x*y*z, x*z, y", ("y, z", "x, y")),
    "manual-four": SeriesCase(
        "variables: x y z u",
        "-3*z*u+y^2-2*x+2, -3*x^2*u-4*y*z-6*x*z+2*y^2+3*x*y, -3*z^2*u-x*u+y^2*z+y",
        (
            (
                "-9*x^4*y^2+18*x^5-12*x^2*y^3-18*x^4+24*x^3*y+9*x*y^3+2*y^4-24*x^2*y+8*x*y^2-8*y^2, "
                "3*x^2*z-y^2+2*y*z, 3*x^2*u-3*x*y-2*y^2+2*y*u"
            ),
            "x, -y+2*z, -2*y^2+3*y*u-4",
        ),
    ),
    "f2-three": SeriesCase(
        "variables: x y z\nfield: 2",
        "x*z^2+y^2+y, x*y+y^2*z^2",
        ("y^3+x^2+y^2, x*z^2+y^2+y", "x, y", "y, z", "x, y+1, z"),
        redundant=(3,),
    ),
    "f2-five": SeriesCase(
        "variables: v1 v2 v3 v4 v5\nfield: 2",
        "v3^2+v1*v3+v1, v4^2+v2*v4+v2, v5^2+v1*v2*v5+v1*v2^2+v1^2*v2",
        ("v1*v3+v3^2+v1, v2*v4+v4^2+v2, v2*v3+v1*v4+v5", "v1*v3+v3^2+v1, v2*v4+v4^2+v2, v1*v2+v2*v3+v1*v4+v5"),
    ),
    "q-order-xyz": SeriesCase("variables: x y z", "-3*y^2-3, -3*x^2+1, -x*y+2*z^2", ("3*x^2-1, y^2+1, -x*y+2*z^2",)),
    "q-order-zyx": SeriesCase("variables: z y x", "-3*y^2-3, -3*x^2+1, -x*y+2*z^2", ("12*z^4+1, y^2+1, -2*z^2+y*x",)),
    "f31991-cubes": SeriesCase(
        "variables: x y z\nfield: 31991",
        "x^3-y^2, x^3-z^2, y^3-z^2",
        ("x, y, z", "x-1, y-1, z+1", "x-1, y-1, z-1", "x^2+x+1, y-1, z+1", "x^2+x+1, y-1, z-1"),
    ),
    "q-minors": SeriesCase(
        "variables: a b c d e f g h j",
        "d*b-e*a, c*e-f*b, g*e-h*d, h*f-j*e",
        (
            "-b*d+a*e, -c*d+a*f, -b*g+a*h, -c*g+a*j",
            "a, b, c, -e*g+d*h, -f*g+d*j",
            "a, b, c, d, g, -f*h+e*j",
            "b, e, h",
            "a, d, -c*e+b*f, g, -c*h+b*j",
            "d, e, f",
        ),
        redundant=(1, 2, 4),
    ),
    "f2-inseparable": SeriesCase(
        "variables: t u a b x\nfield: 2",
        "a^2+t, b^4+u, x^8+(t+u)*x^4+t*u",
        ("a^2+t, b^4+u, x^2+a", "a^2+t, b^4+u, b+x"),
    ),
    "f7-tower": SeriesCase(
        "variables: a x y z w\nfield: 7",
        "-2*a*y*z^2-2*y*z^2+2*a*z-3*z-1, -2*x*w^2-3*a*x+x, -a*y^3+y^3+2*a-2, a^2+a+3",
        (
            "a^2+a+3, y^3-2, a*y*z^2+y*z^2-a*z-2*z-3, a*y^2*z-2*a*y^2-3*a*y*z-3*y^2*z-2*y^2-2*a*z+y*z+a*w+a+y+3*z+w+1",
            "a^2+a+3, y^3-2, a*y*z^2+y*z^2-a*z-2*z-3, -a*y^2*z+2*a*y^2+3*a*y*z+3*y^2*z+2*y^2+2*a*z-y*z+a*w-a-y-3*z+w-1",
            "a^2+a+3, x, y^3-2, a*y*z^2+y*z^2-a*z-2*z-3",
        ),
    ),
    "greuel-pfister-4.6.26": SeriesCase(
        "variables: x4 x1 x2 x3",
        "-x1*x2+x1*x4+x3, -x1*x2-2*x2^2+x3*x4-1, -x1*x2*x4+x1*x4^2+x1*x2-x2*x4+x4^2+3*x2",
        (
            "x4^2*x1+x4^2+2*x4+x1+3, -x4+2*x2-1, -x4^3+2*x4^2*x3-x4^2-x4+2*x3+3",
            "2*x4^2*x1+2*x4^2-2*x4*x1-4*x4+x1+3, x4+x2-1, -4*x4^3+2*x4^2*x3+10*x4^2-2*x4*x3-10*x4+x3+3",
        ),
    ),
    "sqrt2-sqrt8": SeriesCase("variables: x y", "x^2-2, y^2-8", ("x^2-2, -2*x+y", "x^2-2, 2*x+y")),
    "biquadratic": SeriesCase(
        "variables: x y z",
        "x^4-10*x^2+1, y^2-2, z^2-3",
        (
            "x^4-10*x^2+1, -x^3+9*x+2*y, -x^3+11*x+2*z",
            "x^4-10*x^2+1, -x^3+9*x+2*y, x^3-11*x+2*z",
            "x^4-10*x^2+1, x^3-9*x+2*y, -x^3+11*x+2*z",
            "x^4-10*x^2+1, x^3-9*x+2*y, x^3-11*x+2*z",
        ),
    ),
    "initial-vanishes": SeriesCase("variables: x y", "x*y^2+y+1", ("x*y^2+y+1", "x, y+1"), redundant=(1,)),
    "f11-i": SeriesCase("variables: x y\nfield: 11", "x^2+1, y^2+1, x+y", ("x^2+1, x+y",)),
    "inconsistent": SeriesCase("variables: x y\nfield: 11", "x-1, x-2, y", ()),
}

#: Small ones of each kind, for questions to Singular in `make test`: fields of characteristic 0, 2 and more, chains
#: that are redundant, chains with extensions, no chains.
SMALL = ("manual-xyz", "f2-three", "sqrt2-sqrt8", "initial-vanishes", "f11-i", "inconsistent")


def slow_unless_small(name: str) -> tuple[pytest.MarkDecorator, ...]:
    """The mark of a case that is left to `make test-all` where Singular is asked."""
    return () if name in SMALL else (pytest.mark.slow,)
