"""Systems with infinitely many zeros, and with zeros outside the field: what the chains of a series say.

A chain describes a part of the zeros. The variables that are no main variable of it are free; each other one is given
by the polynomial of which it is the main variable, wherever that polynomial's initial is not 0. Each chain is
irreducible: its polynomials are irreducible over the field of the zeros of those below. The variables are listed lowest
first.
"""

import casbridge
from casbridge import Field, PolynomialSystem, Ring, variables
from casbridge.charset import irreducible_characteristic_series
from casbridge.charset.definitions.orders import reordered
from casbridge.charset.general.trace import trace_series


def show(title: str, system: PolynomialSystem) -> None:
    print(f"{title}: {system.ring}")
    for chain in casbridge.char_series(system):
        zeros = chain.triangular_set()
        free = f"free: {', '.join(zeros.parameters)}" if zeros.parameters else f"{zeros.degree} zeros"
        conditions = [f"{initial} != 0" for initial in zeros.initials if not initial.is_constant]
        print(f"  {chain}  dimension {zeros.dimension}, {'; '.join([free, *conditions])}")


def main() -> None:
    show("a quadratic equation and what becomes of it", casbridge.read_system("variables: a b c x\na*x^2 + b*x + c"))

    # A surface; its lowest variable decides what is given by what.
    x, y, z = variables(Ring.of("x y z"))
    whitney = PolynomialSystem.of(x.ring, [x**2 - y**2 * z])
    show("Whitney's umbrella", whitney)
    show("the same, z lowest", reordered(whitney, ["z", "y", "x"]))

    # Each polynomial is irreducible over QQ; over the field of the square root of 2 the second one is not.
    show("two square roots", PolynomialSystem.of(x.ring, [x**2 - 2, y**2 - 8, z**2 - x * y]))
    show("... of a parameter", PolynomialSystem.of(x.ring, [y**2 - x, z**2 - x**3]))

    # Over GF(p), zeros in extensions of it; and a tower that is inseparable, for t has no square root in GF(2)(t).
    u, v = variables(Ring.of("u v", Field(7)))
    show("conjugate points", PolynomialSystem.of(u.ring, [u**2 - 3, v**2 - u * v - 1]))
    t, a, b = variables(Ring.of("t a b", Field(2)))
    show("an inseparable tower", PolynomialSystem.of(t.ring, [a**2 - t, b**4 + t * b**2 + t**2]))

    # How it came about, and the series by the textbook's own recursion beside it.
    x, y = variables(Ring.of("x y"))
    curve = PolynomialSystem.of(x.ring, [x * y**2 + y + 1])
    chains, tree = trace_series(curve)
    print(tree.text())
    print(
        "the same by the definitions:", irreducible_characteristic_series(curve) == [c.triangular_set() for c in chains]
    )
    print("closures only:", casbridge.char_series(curve, closure=True))


if __name__ == "__main__":
    main()
