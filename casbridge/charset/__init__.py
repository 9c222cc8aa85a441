"""Wu's method: a polynomial system in, the chains of its irreducible characteristic series out.

    definitions ────────────────┬──────────────▶ general ──┐
    elements ──▶ towers ────────┘                          ├──▶ series ──▶ sympy_front ──▶ char_series
    definitions ──▶ finite ────────────────────────────────┘

Read in this order. An arrow points to what imports.

    definitions   ranks, pseudo-division, triangular sets, characteristic sets: the paper's section 3, as functions
    bitmasks      sets of variables and values as integers, for `definitions.orders` and `finite`
    elements      polynomials as the general way computes with them
    towers        factors over towers of algebraic extensions
    groebner      Gröbner bases modulo primes and over QQ, and all zeros where they are finitely many, or a curve
    general       the general way: every system, in any dimension
    finite        the way by split domains: finitely many values for every variable
    series        the choice between the two ways
    sympy_front   the same functions for SymPy's expressions
    char_series   the public entrance
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casbridge.lazy import lazy

if TYPE_CHECKING:
    from casbridge.charset.definitions.chains import Chain as Chain, PointChain as PointChain, Series as Series
    from casbridge.charset.definitions.division import (
        PseudoDivision as PseudoDivision,
        SetPseudoDivision as SetPseudoDivision,
        is_reduced as is_reduced,
        pseudo_division as pseudo_division,
        pseudo_division_by_set as pseudo_division_by_set,
        pseudo_quotient as pseudo_quotient,
        pseudo_remainder as pseudo_remainder,
        pseudo_remainders as pseudo_remainders,
    )
    from casbridge.charset.definitions.ranks import (
        Rank as Rank,
        SetRank as SetRank,
        class_of as class_of,
        compare_ranks as compare_ranks,
        initial as initial,
        leading_coefficient as leading_coefficient,
        main_degree as main_degree,
        main_variable as main_variable,
        rank as rank,
        reductum as reductum,
    )
    from casbridge.charset.definitions.triangular import AscendingSet as AscendingSet, TriangularSet as TriangularSet
    from casbridge.charset.definitions.wu import (
        ZeroRelations as ZeroRelations,
        basic_set as basic_set,
        characteristic_series as characteristic_series,
        characteristic_set as characteristic_set,
        is_characteristic_series as is_characteristic_series,
        is_characteristic_set as is_characteristic_set,
        medial_set as medial_set,
        zero_relations as zero_relations,
    )
    from casbridge.charset.finite import SplitSeries as SplitSeries
    from casbridge.charset.general.irreducible import (
        FactorRelations as FactorRelations,
        factor_relations as factor_relations,
        in_saturation as in_saturation,
        irreducible_characteristic_series as irreducible_characteristic_series,
        is_irreducible as is_irreducible,
    )

_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        "definitions.chains": "Chain PointChain Series",
        "definitions.division": (
            "PseudoDivision SetPseudoDivision is_reduced pseudo_division pseudo_division_by_set pseudo_quotient "
            "pseudo_remainder pseudo_remainders"
        ),
        "definitions.ranks": (
            "Rank SetRank class_of compare_ranks initial leading_coefficient main_degree main_variable rank reductum"
        ),
        "definitions.triangular": "AscendingSet TriangularSet",
        "definitions.wu": (
            "ZeroRelations basic_set characteristic_series characteristic_set is_characteristic_series "
            "is_characteristic_set medial_set zero_relations"
        ),
        "finite": "SplitSeries",
        "general.irreducible": (
            "FactorRelations factor_relations in_saturation irreducible_characteristic_series is_irreducible"
        ),
    },
)

__all__ = [*_HOMES]
