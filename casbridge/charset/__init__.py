"""Wu's method: characteristic sets and series.

`ranks`, `division`, `triangular` and `wu` are the definitions of the textbook, each as a function; the other modules
compute series of larger systems.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from casbridge.charset.definitions.chains import Chain, PointChain
from casbridge.charset.finite import SplitSeries

if TYPE_CHECKING:
    from casbridge.charset.definitions.division import (
        PseudoDivision,
        SetPseudoDivision,
        is_reduced,
        pseudo_division,
        pseudo_division_by_set,
        pseudo_quotient,
        pseudo_remainder,
        pseudo_remainders,
    )
    from casbridge.charset.definitions.ranks import (
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
    from casbridge.charset.definitions.triangular import AscendingSet, TriangularSet
    from casbridge.charset.definitions.wu import (
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
    "AscendingSet": "definitions.triangular",
    "FactorRelations": "definitions.wu",
    "PseudoDivision": "definitions.division",
    "Rank": "definitions.ranks",
    "SetPseudoDivision": "definitions.division",
    "SetRank": "definitions.ranks",
    "TriangularSet": "definitions.triangular",
    "ZeroRelations": "definitions.wu",
    "basic_set": "definitions.wu",
    "characteristic_series": "definitions.wu",
    "characteristic_set": "definitions.wu",
    "class_of": "definitions.ranks",
    "compare_ranks": "definitions.ranks",
    "factor_relations": "definitions.wu",
    "initial": "definitions.ranks",
    "irreducible_characteristic_series": "definitions.wu",
    "is_characteristic_series": "definitions.wu",
    "is_characteristic_set": "definitions.wu",
    "is_reduced": "definitions.division",
    "leading_coefficient": "definitions.ranks",
    "main_degree": "definitions.ranks",
    "main_variable": "definitions.ranks",
    "medial_set": "definitions.wu",
    "pseudo_division": "definitions.division",
    "pseudo_division_by_set": "definitions.division",
    "pseudo_quotient": "definitions.division",
    "pseudo_remainder": "definitions.division",
    "pseudo_remainders": "definitions.division",
    "rank": "definitions.ranks",
    "reductum": "definitions.ranks",
    "zero_relations": "definitions.wu",
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
