"""Timing, and one way to print tables."""

from __future__ import annotations

import argparse
import gc
import platform
import resource
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median

import casbridge

Work = Callable[[], object]


def parser(name: str, about: str | None) -> argparse.ArgumentParser:
    """The parser of a benchmark's options."""
    description = (about or "").strip()
    made = argparse.ArgumentParser(f"python -m benchmarks {name}", description=description)
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    return made


def seconds(work: Work) -> float:
    """Wall time of one call; rubbish of others is collected before."""
    gc.collect()
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def interleaved(ways: Mapping[str, Work], repeats: int, budget: float = float("inf")) -> dict[str, list[float]]:
    """Times of every way, round by round. A way that has taken `budget` seconds takes part in no further round."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(repeats):
        for name, work in ways.items():
            if sum(times[name]) < budget:
                times[name].append(seconds(work))
    return times


def print_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table in Markdown, first column to the left, others to the right."""
    texts = [[cell if isinstance(cell, str) else number(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(headings, *texts, strict=True)]

    def line(cells: Sequence[str]) -> str:
        pairs = list(zip(cells, widths, strict=True))
        return " | ".join([f"| {cells[0]:<{widths[0]}}", *(f"{cell:>{width}}" for cell, width in pairs[1:])]) + " |"

    print(line(headings))
    print("|".join(["|" + "-" * (widths[0] + 2), *("-" * (width + 1) + ":" for width in widths[1:])]) + "|")
    for row in texts:
        print(line(row))
    print(flush=True)


def number(value: object) -> str:
    """Three significant digits, or all of an integer."""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def print_machine(*more: str) -> None:
    """One line on what the figures were measured with."""
    facts = [f"Python {platform.python_version()}", f"casbridge {version('casbridge')}", *more]
    print(", ".join(facts) + f", {platform.machine()}\n")


def puzzle_of(text: str, colours: int | None = None) -> casbridge.Puzzle:
    """The only puzzle in a text."""
    found = casbridge.read(text, colours=colours)
    if not isinstance(found, list) or len(found) != 1:
        raise SystemExit(f"not one puzzle: {text}")
    return found[0]


def memory_now() -> int:
    """Bytes of memory that this process holds at present (Linux; elsewhere the most that it ever held)."""
    statistics = Path("/proc/self/statm")
    if statistics.exists():
        return int(statistics.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


__all__ = [
    "interleaved",
    "median",
    "memory_now",
    "number",
    "parser",
    "print_machine",
    "print_table",
    "puzzle_of",
    "seconds",
]
