"""When a sum and a product say "each digit once", and when they do not.

1 + 2 + … + 9 = 1 + 2 + 4 + 4 + 4 + 5 + 7 + 9 + 9 and the products are equal too, as the second seed found by hand. Its
way out, 8 → -1 and 9 → -2, is checked here over QQ and modulo primes, and smaller changes are searched for.
"""

from itertools import islice

import casbridge
from casbridge.encodings import search_values

DIGITS = range(1, 10)
OF_THE_SEED = (1, 2, 3, 4, 5, 6, 7, -1, -2)


def main() -> None:
    print(casbridge.audit("sum-product", DIGITS).describe())
    print(casbridge.audit("sum-product", range(2, 11)).describe())
    print(casbridge.audit("sum-product", DIGITS, values=OF_THE_SEED).describe())
    for p in (11, 101, 10007):
        found = casbridge.audit("sum-product", DIGITS, casbridge.Field(p), values=OF_THE_SEED)
        print(f"modulo {p}: sufficient over the digits: {found.sufficient}, others: {found.count}")
    for values in islice(search_values(9), 3):
        print("also sufficient:", *values)
    print(casbridge.audit("symmetric", DIGITS, scope="field").describe())


if __name__ == "__main__":
    main()
