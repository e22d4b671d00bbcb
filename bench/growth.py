"""How the cost of a bounded read grows with the page: the promise is that it does not.

Reading 50,000 characters from a page that is already parsed must cost the same however large the page is; with
parsing, the cost is that of the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib import import_module
from math import log

import pages
from interleaved import seconds

FACTORS = (1, 2, 4, 8, 16, 32, 64)
CHARACTERS = 50_000
REPEATS = 7


@dataclass(frozen=True)
class Point:
    """One size of page and what reading it cost at best."""

    factor: int
    megabytes: float
    read_milliseconds: float
    total_milliseconds: float


def exponent(first: tuple[float, float], last: tuple[float, float]) -> float:
    """The power of the size with which the cost grew: 0 is flat, 1 linear, 2 square."""
    return log(last[1] / first[1]) / log(last[0] / first[0])


def measure() -> list[Point]:
    """Reads the beginning of ever larger pages."""
    parse = import_module("pagewarden").parse
    limits = {"max_chars": CHARACTERS, "max_nodes": 1_000_000, "timeout_ms": 600_000}

    def whole(html: str) -> object:
        return parse(html).text(**limits)

    points = []
    for factor in FACTORS:
        html = pages.page("article", 25 * factor)
        parsed = parse(html)
        if len(parsed.text(**limits).text) < CHARACTERS * 0.99:
            raise RuntimeError("the smallest page has less text than is read from it")
        read = min(seconds(partial(parsed.text, **limits)) for _ in range(REPEATS))
        total = min(seconds(partial(whole, html)) for _ in range(max(3, REPEATS - factor // 8)))
        points.append(Point(factor, len(html.encode()) / 1e6, read * 1e3, total * 1e3))
    return points
