"""Example 4.2 of Xu Xiaoning 2019: the empty 4×4 grid. Its system has 288 chains, one for each grid.

The reference and Singular's minimal primes agree on all of them. Singular's `char_series`, which the paper used, agrees
too; it takes about two minutes, so it runs only with `--char-series`.
"""

import sys

import casbridge


def main() -> None:
    (empty,) = casbridge.read_puzzles("2x2")
    encoded = casbridge.encode(empty)
    backends = ["reference", "singular:minAssGTZ"]
    if "--char-series" in sys.argv:
        backends.append("singular:char_series")
    verdict = casbridge.crosscheck(encoded, backends)
    for one in verdict.checked:
        print(f"{one.result.name}: {one.count} zeros")
    print(f"{verdict.kind}: {verdict.reason}")
    series = casbridge.char_series(encoded)
    print("chains:", len(series))
    print("every one like in Example 4.1:", all(chain.degrees == (1,) * 16 for chain in series))


if __name__ == "__main__":
    main()
