"""Systems with parameters: their series for general values, and the values at which something else happens.

Two lines in the plane meet in one point, as long as they are not parallel. A conic and a line meet in two points, which
are conjugate over QQ(a, b). The conditions say for which values of the parameters the chains are right.
"""

import casbridge
from casbridge.charset.generic import generic_series

SYSTEMS = {
    "two lines": "parameters: a b c d\nvariables: x y\na*x + b*y = 1\nc*x + d*y = 1",
    "an ellipse and a line": "parameters: a b\nvariables: x y\nb^2*x^2 + a^2*y^2 = a^2*b^2\ny = x",
    "eigenvalues": "parameters: m\nvariables: x y z\n(1-m)*x + y + z\nx + (1-m)*y + z\nx + y + (1-m)*z",
}


def main() -> None:
    for name, text in SYSTEMS.items():
        system = casbridge.read_system(text)
        series = generic_series(system)
        print(f"{name}, over {system.ring.field_name}:")
        for chain in series.chains:
            print("  ", chain)
        print("   holds", f"where {series.text}" if series.text else "for all values")

    lines = casbridge.read_system(SYSTEMS["two lines"])
    series = generic_series(lines)
    for values in ((1, 2, 3, 4), (1, 2, 2, 4)):
        said = "the chain holds" if series.holds_at(values) else "another case"
        print(f"a, b, c, d = {', '.join(map(str, values))}: {said}")


if __name__ == "__main__":
    main()
