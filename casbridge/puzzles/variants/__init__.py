"""Variants: constraints on the cells of a grid, beside rows, columns, boxes, regions and diagonals.

    TOML ──reading──▶ (Constraint, …) ──▶ Layout.units      the cells that differ
                                          Layout.relations  what else their digits fulfil

Read `protocol` (what a constraint is) and `relations` (the three forms of what it demands); then `regions`, `lines` and
`pairs`, which have the variants; `reading` and `printing` for TOML; `drawing` for pictures.
"""

from casbridge.puzzles.variants.lines import Arrow, LittleKiller, SandwichSum, Thermometer
from casbridge.puzzles.variants.pairs import (
    AllBars,
    AllDots,
    Bar,
    BlackDot,
    Greater,
    NonConsecutive,
    Parity,
    WhiteDot,
)
from casbridge.puzzles.variants.protocol import Constraint
from casbridge.puzzles.variants.regions import AntiKing, AntiKnight, Cage, Windoku

#: All kinds of constraints, in the order in which a layout has them.
KINDS: tuple[type[Constraint], ...] = (
    Windoku,
    AntiKnight,
    AntiKing,
    NonConsecutive,
    Cage,
    Thermometer,
    Arrow,
    WhiteDot,
    BlackDot,
    AllDots,
    Bar,
    AllBars,
    Parity,
    Greater,
    LittleKiller,
    SandwichSum,
)

__all__ = [
    "KINDS",
    "AllBars",
    "AllDots",
    "AntiKing",
    "AntiKnight",
    "Arrow",
    "Bar",
    "BlackDot",
    "Cage",
    "Constraint",
    "Greater",
    "LittleKiller",
    "NonConsecutive",
    "Parity",
    "SandwichSum",
    "Thermometer",
    "WhiteDot",
    "Windoku",
]
