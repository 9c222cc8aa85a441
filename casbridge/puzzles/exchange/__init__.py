"""Puzzles as other programs hand them on: links, JSON, XML, and text forms with sections.

    link ──links──▶ packed text ──lzstring──▶ JSON ──fpuzzles, sudokupad──▶ Puzzle
    text ──programs──▶ Puzzle                         (SadMan's sections, HoDoKu's lines, OpenSudoku's XML)
    JSON ──plain_json──▶ [Puzzle, …]                (rows of numbers, objects with a puzzle each: no other rules)

`recognising` says which form a text is, and `read_exchanged` reads it. `constraints` is the table of the constraints
that such documents name: read it first, and add a constraint there. `rules` reads them into `stated`, and `writing`
writes them. Nothing is fetched from anywhere.
"""

from typing import TYPE_CHECKING

from casbridge.lazy import lazy

if TYPE_CHECKING:
    from casbridge.puzzles.exchange.fpuzzles import print_fpuzzles as print_fpuzzles
    from casbridge.puzzles.exchange.links import print_fpuzzles_link as print_fpuzzles_link, print_link as print_link
    from casbridge.puzzles.exchange.programs import print_opensudoku as print_opensudoku
    from casbridge.puzzles.exchange.recognising import (
        exchanged_form as exchanged_form,
        read_exchanged as read_exchanged,
    )

_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        "fpuzzles": "print_fpuzzles",
        "links": "print_fpuzzles_link print_link",
        "programs": "print_opensudoku",
        "recognising": "exchanged_form read_exchanged",
    },
)
__all__ = [*_HOMES]
