"""Wu's method: a polynomial system in, the chains of its irreducible characteristic series out.

    definitions ────────────────┬──────────────▶ general ──┐
    elements ──▶ towers ────────┘                          ├──▶ series ──▶ sympy_front ──▶ char_series
    definitions ──▶ finite ────────────────────────────────┘

Read in this order. An arrow points to what imports.

    definitions   ranks, pseudo-division, triangular sets, characteristic sets: the paper's section 3, as functions
    bitmasks      sets of variables and values as integers, for `definitions.orders` and `finite`
    elements      polynomials as the general way computes with them
    towers        factors over towers of algebraic extensions
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
    from casbridge.charset.definitions.chains import Chain as Chain
    from casbridge.charset.definitions.chains import PointChain as PointChain
    from casbridge.charset.definitions.division import PseudoDivision as PseudoDivision
    from casbridge.charset.definitions.division import SetPseudoDivision as SetPseudoDivision
    from casbridge.charset.definitions.division import is_reduced as is_reduced
    from casbridge.charset.definitions.division import pseudo_division as pseudo_division
    from casbridge.charset.definitions.division import pseudo_division_by_set as pseudo_division_by_set
    from casbridge.charset.definitions.division import pseudo_quotient as pseudo_quotient
    from casbridge.charset.definitions.division import pseudo_remainder as pseudo_remainder
    from casbridge.charset.definitions.division import pseudo_remainders as pseudo_remainders
    from casbridge.charset.definitions.ranks import Rank as Rank
    from casbridge.charset.definitions.ranks import SetRank as SetRank
    from casbridge.charset.definitions.ranks import class_of as class_of
    from casbridge.charset.definitions.ranks import compare_ranks as compare_ranks
    from casbridge.charset.definitions.ranks import initial as initial
    from casbridge.charset.definitions.ranks import leading_coefficient as leading_coefficient
    from casbridge.charset.definitions.ranks import main_degree as main_degree
    from casbridge.charset.definitions.ranks import main_variable as main_variable
    from casbridge.charset.definitions.ranks import rank as rank
    from casbridge.charset.definitions.ranks import reductum as reductum
    from casbridge.charset.definitions.triangular import AscendingSet as AscendingSet
    from casbridge.charset.definitions.triangular import TriangularSet as TriangularSet
    from casbridge.charset.definitions.wu import ZeroRelations as ZeroRelations
    from casbridge.charset.definitions.wu import basic_set as basic_set
    from casbridge.charset.definitions.wu import characteristic_series as characteristic_series
    from casbridge.charset.definitions.wu import characteristic_set as characteristic_set
    from casbridge.charset.definitions.wu import is_characteristic_series as is_characteristic_series
    from casbridge.charset.definitions.wu import is_characteristic_set as is_characteristic_set
    from casbridge.charset.definitions.wu import medial_set as medial_set
    from casbridge.charset.definitions.wu import zero_relations as zero_relations
    from casbridge.charset.finite import SplitSeries as SplitSeries
    from casbridge.charset.general.irreducible import FactorRelations as FactorRelations
    from casbridge.charset.general.irreducible import factor_relations as factor_relations
    from casbridge.charset.general.irreducible import in_saturation as in_saturation
    from casbridge.charset.general.irreducible import (
        irreducible_characteristic_series as irreducible_characteristic_series,
    )
    from casbridge.charset.general.irreducible import is_irreducible as is_irreducible

_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        "definitions.chains": "Chain PointChain",
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
