"""The live part of the report: charts of cost against size, the ratios, and what a live browser costs besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import live_ways
from charts import Line, log_lines
from goals import Goal, table
from live_costs import Costs
from live_ways import CHARACTERS, Cost

# The sizes between which a bounded read must hardly grow, and the one at which ways are compared.
SMALLER, LARGER, COMPARED = 10_000, 300_000, 100_000

# Ways of one chart, the number of the colour of each.
READS = {
    live_ways.TEXT_PERSON: 1,
    live_ways.TEXT_INNERTEXT: 3,
    live_ways.SCOPED: 4,
    live_ways.RAW_INNERTEXT: 5,
    live_ways.INNER_TEXT: 2,
    live_ways.CONTENT: 6,
}
DUMPS = {
    live_ways.SNAPSHOT: 1,
    live_ways.SNAPSHOT_BOXES: 3,
    live_ways.DOM_SNAPSHOT: 2,
    live_ways.AX_TREE: 4,
    live_ways.DOCUMENT: 5,
    live_ways.ARIA: 6,
}
BARS = {
    live_ways.SNAPSHOT: {live_ways.DOM_SNAPSHOT: 6, live_ways.AX_TREE: 10, live_ways.ARIA: 5},
    live_ways.SNAPSHOT_BOXES: {live_ways.DOM_SNAPSHOT: 4, live_ways.AX_TREE: 6, live_ways.ARIA: 3},
}


@dataclass(frozen=True)
class Live:
    """What the live part of a run found."""

    browser: str
    costs: Sequence[Cost]
    besides: Costs

    def cost(self, way: str, elements: int) -> Cost | None:
        """What a way cost on a page."""
        return next((cost for cost in self.costs if (cost.way, cost.elements) == (way, elements)), None)

    def ratio(self, way: str, to: str, elements: int) -> tuple[float, float | None] | None:
        """How many times as much wall time, and time of the page's main thread, one way takes as another."""
        this, other = self.cost(way, elements), self.cost(to, elements)
        return None if this is None or other is None else _ratio(this, other)

    def growth(self, way: str) -> tuple[float, float | None] | None:
        """How many times as much a way costs on the larger page as on the smaller one."""
        small, large = self.cost(way, SMALLER), self.cost(way, LARGER)
        return None if small is None or large is None else _ratio(large, small)


def _ratio(this: Cost, other: Cost) -> tuple[float, float | None]:
    cpu = None if this.cpu_ms is None or not other.cpu_ms else this.cpu_ms / other.cpu_ms
    return this.wall_ms / other.wall_ms, cpu


def goals(run: Live) -> list[Goal]:
    """The bars of the live part, in wall time."""
    found = []
    for way, limit in ((live_ways.TEXT_INNERTEXT, 1.5), (live_ways.TEXT_PERSON, 2.5)):
        if (ratio := run.growth(way)) is not None:
            name = f"{way}: 300k to 10k elements"
            found.append(Goal(name, ratio[0], limit, "×", at_most=True))
    for way in (live_ways.TEXT_INNERTEXT, live_ways.TEXT_PERSON):
        if (ratio := run.ratio(live_ways.INNER_TEXT, way, COMPARED)) is not None:
            name = f"{live_ways.INNER_TEXT} to {way}, 100k"
            found.append(Goal(name, ratio[0], 1, "×"))
    for way, peers in BARS.items():
        for peer, limit in peers.items():
            if (ratio := run.ratio(peer, way, COMPARED)) is not None:
                found.append(Goal(f"{peer} to {way.removeprefix('pagewarden ')}, 100k", ratio[0], limit, "×"))
    gate = run.besides.gate
    found.append(Goal("the firewall's share of all text of a live page", 100 * gate.share, 15, "%", at_most=True))
    return found


def _chart(run: Live, title: str, ways: dict[str, int]) -> str:
    lines = []
    for way, colour in ways.items():
        points = [(cost.elements / 1000, cost.wall_ms) for cost in run.costs if cost.way == way]
        if points:
            ours = way.startswith("pagewarden")
            name = way.removeprefix("pagewarden ") if ours else way.partition(",")[0]
            lines.append(Line(name, points, colour, ours=ours))
    return log_lines(title, "thousand elements of the page", "milliseconds", lines) if lines else ""


def _milliseconds(value: float | None) -> str:
    return "" if value is None else f"{value:,.1f}"


def _figures(run: Live) -> str:
    sizes = sorted({cost.elements for cost in run.costs})
    ways = list(dict.fromkeys(cost.way for cost in run.costs))
    head = ("wall ms (main thread ms)", *(f"{size:,}" for size in sizes))
    rows = []
    for way in ways:
        cells = []
        for size in sizes:
            cost = run.cost(way, size)
            cells.append("" if cost is None else f"{cost.wall_ms:,.1f} ({_milliseconds(cost.cpu_ms)})")
        rows.append((escape(way), *cells))
    return table(head, rows)


def _times(ratio: tuple[float, float | None] | None) -> str:
    if ratio is None:
        return ""
    wall, cpu = ratio
    return f"{wall:.1f}×" + ("" if cpu is None else f" ({cpu:.1f}×)")


def _ratios(run: Live) -> str:
    sizes = sorted({cost.elements for cost in run.costs if cost.way in DUMPS and cost.elements <= live_ways.DUMPS})
    rows = [
        (
            escape(f"{peer} to {way.removeprefix('pagewarden ')}"),
            *(_times(run.ratio(peer, way, size)) for size in sizes),
        )
        for way in (live_ways.SNAPSHOT, live_ways.SNAPSHOT_BOXES)
        for peer in (live_ways.DOM_SNAPSHOT, live_ways.AX_TREE, live_ways.ARIA, live_ways.DOCUMENT)
    ]
    return table(("wall (main thread)", *(f"{size:,}" for size in sizes)), rows)


def _besides(run: Live) -> str:
    besides = run.besides
    moments = [
        (
            escape(moment.name),
            "no answer in 2 s" if moment.milliseconds is None else f"{moment.milliseconds:,.0f} ms",
            "" if moment.least is None else f"{moment.least:,.0f} ms",
        )
        for moment in besides.moments
    ]
    memory = [
        (escape(row.what), f"{row.before:,.1f}", f"{row.after:,.1f}", f"{row.after - row.before:+,.1f}")
        for row in besides.memory
    ]
    return (
        "<h3>Start, attach, hang</h3>"
        + table(("", "median", "least"), moments)
        + f"<h3>The firewall</h3><p>All text of a page of {besides.gate.elements:,} elements took "
        f"{besides.gate.wall_ms:,.1f} ms, {besides.gate.gate_ms:,.1f} ms of which was the firewall.</p>"
        + f"<h3>Memory</h3><p>{besides.reads:,} reads of one page, {besides.read_ms:.1f} ms each, after 20 to warm up. "
        "The heap is measured after a collection.</p>" + table(("megabytes", "before", "after", ""), memory)
    )


def section(run: Live | None, why_not: str) -> str:
    """The live part as HTML."""
    if run is None:
        return f"<h2>Live pages</h2><p>Not measured: {escape(why_not)}.</p>"
    return (
        f"<h2>Live pages</h2><p>A dashboard of rows, cards and tables in {escape(run.browser)}, all ways in turn in "
        f"one tab, medians. Ours read {CHARACTERS:,} characters where the others read the page; snapshots are whole, "
        "decoded and released. The time in brackets is the processor time of the page's main thread.</p>"
        "<h3>Reading</h3>"
        + _chart(run, "Cost of reading against the size of the page", READS)
        + "<h3>Everything on the page</h3>"
        + _chart(run, "Cost of a snapshot against the size of the page", DUMPS)
        + _figures(run)
        + "<p>How many times as much the other ways cost:</p>"
        + _ratios(run)
        + _besides(run)
    )
