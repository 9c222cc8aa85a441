"""Polynomial systems that are no puzzles, in the three forms that casbridge reads.

In each of them the variables are listed lowest first. The reference takes the quick way where each variable has a
finite domain, given by its own polynomials or following from others, and Wu's method elsewhere; asked for the first way
alone it says what that cannot do.
"""

from pathlib import Path

import casbridge
from casbridge import Field, PolynomialSystem, Ring, variables
from casbridge.algebra.formats import write_plain

SYSTEMS = Path(__file__).parent / "systems"


def main() -> None:
    bits = casbridge.read_system((SYSTEMS / "bits.xml").read_bytes())
    print("bits.xml:", bits.ring, [str(chain) for chain in casbridge.char_series(bits)])

    for name in ("circle.txt", "cyclic3.ms"):
        system = casbridge.read_system((SYSTEMS / name).read_bytes())
        print(f"{name}: {system.ring}, {len(system)} equations")
        split = casbridge.run(system, "reference:split")
        print(f"  {split.name}: {split.status}: {split.reason}")
        for chain in casbridge.char_series(system):
            print("  Chain:", chain)
        answer = casbridge.run(system, "sympy:groebner").answer
        if answer is not None:
            (basis,) = answer.components
            print("  Gröbner basis:", ", ".join(map(str, basis)))

    ring = Ring.of("a b c", Field(7))
    a, b, c = variables(ring)
    made = PolynomialSystem.of(ring, [a**2 - 1, b - 2 * a, c - a * b], name="made in Python")
    print(write_plain(made), end="")
    for chain in casbridge.char_series(made):
        print(chain)


if __name__ == "__main__":
    main()
