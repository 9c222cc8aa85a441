"""Wu's method: characteristic sets and series.

`ranks`, `division`, `triangular` and `wu` are the definitions of the textbook, each as a function; the other modules
compute series of larger systems.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from casbridge.charset.chains import Chain, PointChain
from casbridge.charset.split import SplitSeries

if TYPE_CHECKING:
    from casbridge.charset.division import (
        PseudoDivision,
        SetPseudoDivision,
        is_reduced,
        pseudo_division,
        pseudo_division_by_set,
        pseudo_quotient,
        pseudo_remainder,
        pseudo_remainders,
    )
    from casbridge.charset.ranks import (
        Rank,
        SetRank,
        class_of,
        compare_ranks,
        initial,
        leading_coefficient,
        main_degree,
        main_variable,
        rank,
        reductum,
    )
    from casbridge.charset.triangular import AscendingSet, TriangularSet
    from casbridge.charset.wu import (
        FactorRelations,
        ZeroRelations,
        basic_set,
        characteristic_series,
        characteristic_set,
        factor_relations,
        irreducible_characteristic_series,
        is_characteristic_series,
        is_characteristic_set,
        medial_set,
        zero_relations,
    )

#: Public name → the module of this package that defines it; it is imported when the name is first used.
_HOMES = {
    "AscendingSet": "triangular",
    "FactorRelations": "wu",
    "PseudoDivision": "division",
    "Rank": "ranks",
    "SetPseudoDivision": "division",
    "SetRank": "ranks",
    "TriangularSet": "triangular",
    "ZeroRelations": "wu",
    "basic_set": "wu",
    "characteristic_series": "wu",
    "characteristic_set": "wu",
    "class_of": "ranks",
    "compare_ranks": "ranks",
    "factor_relations": "wu",
    "initial": "ranks",
    "irreducible_characteristic_series": "wu",
    "is_characteristic_series": "wu",
    "is_characteristic_set": "wu",
    "is_reduced": "division",
    "leading_coefficient": "ranks",
    "main_degree": "ranks",
    "main_variable": "ranks",
    "medial_set": "wu",
    "pseudo_division": "division",
    "pseudo_division_by_set": "division",
    "pseudo_quotient": "division",
    "pseudo_remainder": "division",
    "pseudo_remainders": "division",
    "rank": "ranks",
    "reductum": "ranks",
    "zero_relations": "wu",
}

__all__ = [
    "AscendingSet",
    "Chain",
    "FactorRelations",
    "PointChain",
    "PseudoDivision",
    "Rank",
    "SetPseudoDivision",
    "SetRank",
    "SplitSeries",
    "TriangularSet",
    "ZeroRelations",
    "basic_set",
    "characteristic_series",
    "characteristic_set",
    "class_of",
    "compare_ranks",
    "factor_relations",
    "initial",
    "irreducible_characteristic_series",
    "is_characteristic_series",
    "is_characteristic_set",
    "is_reduced",
    "leading_coefficient",
    "main_degree",
    "main_variable",
    "medial_set",
    "pseudo_division",
    "pseudo_division_by_set",
    "pseudo_quotient",
    "pseudo_remainder",
    "pseudo_remainders",
    "rank",
    "reductum",
    "zero_relations",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'casbridge.charset' has no attribute {name!r}")
    found = getattr(import_module(f"casbridge.charset.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
