"""Irreducibility over towers of algebraic extensions (being written)."""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.charset.elements import Element, Elements


def split_tower(elements: Elements, chain: Sequence[Element]) -> tuple[int, tuple[Element, ...] | None]:
    return len(chain), None
