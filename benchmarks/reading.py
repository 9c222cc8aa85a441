"""Seconds of reading for texts that repeat one part, of n and of 2n characters: twice the text, twice the time."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import process_time
from typing import Any

from casbridge.backends.transcripts import first_error_line
from casbridge.errors import CasbridgeError
from casbridge.puzzles.reading import read
from casbridge.strict import read_json

#: What is read → the reader, what stands before, what is repeated, what stands behind.
TEXTS: dict[str, tuple[Callable[[str], Any], str, str, str]] = {
    "names": (read, "i[1]=", "1e", ")"),
    "cells": (read, "", "1a", ""),
    "coefficient": (read, "", "7", "*x - 1\n"),
    "border": (read, "", "-", ")"),
    "generators": (read, "ring r=0,x,dp;\nideal i=x", ",x-1", ";\n"),
    "list": (read, "[x", ",\nx - 1", "]"),
    "edges": (read, "p edge 1000 3\n", "e 1 2\n", ""),
    "signs of TOML": (read, 'side = 4\ngreater = ["', "<", ' c"]\n'),
    "keys of JSON": (read_json, "{", '"a": 1, ', '"b": 1}'),
    "traceback": (first_error_line, "Traceback (most recent call last):\n", "    a\n", ""),
    "blanks in an error": (first_error_line, "? x", " ", "y"),
}


def main(arguments: Sequence[str]) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks reading", description=__doc__)
    parser.add_argument("--characters", type=int, default=80_000, help="of the shorter text")
    n = parser.parse_args(arguments).characters
    print(f"| text | {n} characters | {2 * n} characters |\n|---|---|---|")
    for name, (reader, before, part, behind) in TEXTS.items():
        seconds = []
        for size in (n, 2 * n):
            text = before + part * (size // len(part)) + behind
            start = process_time()
            with suppress(CasbridgeError):
                reader(text)
            seconds.append(f"{process_time() - start:.3f} s")
        print(f"| {name} | {' | '.join(seconds)} |")
