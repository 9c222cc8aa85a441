"""Classic systems and colourings by name and size: what is known of their zeros, and what the reference finds."""

import casbridge

FAMILIES = casbridge.families.FAMILIES


def main() -> None:
    for name, n in (("katsura", 3), ("noon", 3), ("cyclic", 4), ("cyclic", 5), ("kss", 4), ("minors", 3)):
        system, known = casbridge.family(name, n), FAMILIES[name]
        found = casbridge.run(system, "reference:dimension").answer
        assert found.dimension == known.dimension(n)
        expected = "unknown" if known.degree(n) is None else known.degree(n)
        print(f"{system.name}: dimension {found.dimension}, degree {found.degree} (known: {expected})")
    for name, n in (("wheel", 5), ("mycielski", 3), ("latin", 3)):
        puzzle = casbridge.member(name, n)
        encoded = casbridge.encode(puzzle)
        count = sum(1 for _ in casbridge.solutions(encoded))
        print(f"{puzzle.name}: {puzzle.layout.description}, {count} solutions (known: {FAMILIES[name].zeros(n)})")
    system = casbridge.family("random", 3, seed=7, terms=3)
    print(f"{system.name}: {', '.join(f.text() for f in system.polynomials())}")


if __name__ == "__main__":
    main()
