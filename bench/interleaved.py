"""Timing of tools against each other, page by page in turn.

A machine gets slower and faster while a bench runs. Measuring one tool after the other would charge that to whoever
is running; in turn, all of them meet the same weather. Medians say what is usual, minima what is possible.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import perf_counter

from peers import OURS, REFERENCE, Tool


@dataclass(frozen=True)
class Result:
    """What a tool needed for all pages."""

    tool: str
    title: str
    ours: bool
    median_seconds: float
    minimum_seconds: float
    megabytes_per_second: float
    ratio: float | None
    characters: int


def _works(tool: Tool, page: str) -> bool:
    try:
        tool.text(page)
    except Exception:  # noqa: BLE001 - a peer may fail in any way, and the page is then left out for all
        return False
    return True


def compare(tools: Sequence[Tool], pages: Sequence[str], rounds: int) -> tuple[list[Result], int]:
    """Times every tool on every page; gives the results and how many pages were left out because a tool failed."""
    usable = [page for page in pages if all(_works(tool, page) for tool in tools)]
    size = sum(len(page.encode()) for page in usable)
    totals: dict[str, list[float]] = {tool.name: [] for tool in tools}
    for round_number in range(rounds):
        spent = dict.fromkeys(totals, 0.0)
        for page_number, page in enumerate(usable):
            first = (round_number + page_number) % len(tools)
            for tool in [*tools[first:], *tools[:first]]:
                spent[tool.name] += seconds(partial(tool.text, page))
        for name, value in spent.items():
            totals[name].append(value)
    reference = median(totals[REFERENCE]) if REFERENCE in totals else None
    results = [
        Result(
            tool=tool.name,
            title=tool.title,
            ours=tool.name == OURS,
            median_seconds=median(totals[tool.name]),
            minimum_seconds=min(totals[tool.name]),
            megabytes_per_second=size / median(totals[tool.name]) / 1e6,
            ratio=reference / median(totals[tool.name]) if reference else None,
            characters=sum(len(tool.text(page)) for page in usable),
        )
        for tool in tools
    ]
    return results, len(pages) - len(usable)


def seconds(run: Callable[[], object]) -> float:
    """How long one call takes, without the collector of garbage, which belongs to no tool."""
    gc.disable()
    try:
        start = perf_counter()
        run()
        return perf_counter() - start
    finally:
        gc.enable()
