"""The report of a run: one HTML file that can be sent to anybody, and the same figures as JSON.

It says what was measured and against what, but nothing about the machine's files or who ran it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from charts import Bar, Line, bars, log_lines
from core import Hard
from goals import Goal, table
from growth import CHARACTERS, Point
from interleaved import Result
from live_report import Live
from live_report import section as live_section

from firewall import Firewall
from firewall import section as firewall_section

STYLE = """
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--soft:#5b6570;--grid:#e3e7ec;--bar:#9aa7b5;--ours:#0b6e99;
--one:#0b6e99;--two:#c4561b;--three:#2a9d8f;--four:#8a4fbf;--five:#6b7885;--six:#b08900;--good:#1a7f37;--bad:#c62828}
@media (prefers-color-scheme:dark){:root{--paper:#14181d;--ink:#e8ecf1;--soft:#9da8b4;--grid:#2b323a;--bar:#5d6b79;
--ours:#4fb3dc;--one:#4fb3dc;--two:#f0935a;--three:#4fd1c1;--four:#c39bea;--five:#9aa7b5;--six:#e0b93a;--good:#56c271;--bad:#ff7b72}}
body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;max-width:800px;margin:2rem auto;
padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin-top:2.2rem}p{color:var(--soft);margin:.3rem 0 1rem}
svg{width:100%;height:auto;font:13px system-ui,sans-serif}text{fill:var(--ink)}.tick,.label{fill:var(--soft)}
.value{font-variant-numeric:tabular-nums}.name.ours{font-weight:600}
.grid{stroke:var(--grid)}.axis{stroke:var(--soft)}.bar{fill:var(--bar)}.bar.ours{fill:var(--ours)}
.line{fill:none;stroke-width:2.5;stroke:var(--colour)}.dot,.series{fill:var(--colour)}.series.ours{font-weight:600}
.colour1{--colour:var(--one)}.colour2{--colour:var(--two)}.colour3{--colour:var(--three)}
.colour4{--colour:var(--four)}.colour5{--colour:var(--five)}.colour6{--colour:var(--six)}h3{font-size:1rem}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem;border-bottom:1px solid var(--grid);text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}th{color:var(--soft);font-weight:500}.good{color:var(--good)}
.bad{color:var(--bad);font-weight:600}
"""


@dataclass(frozen=True)
class Run:
    """Everything that one run of the bench found."""

    corpus: str
    page_count: int
    megabytes: float
    rounds: int
    results: Sequence[Result]
    missing: dict[str, str]
    left_out: int
    core: dict[str, Any]
    slices: Sequence[dict[str, Any]]
    points: Sequence[Point]
    hard: Sequence[Hard]
    goals: Sequence[Goal]
    firewall: Firewall | None = None
    live: Live | None = None
    live_missing: str = ""


def _goals(run: Run) -> str:
    rows = []
    for goal in run.goals:
        name, value, limit, verdict = map(escape, goal.sentence)
        rows.append((name, value, limit, f'<span class="{"good" if goal.reached else "bad"}">{verdict}</span>'))
    return "<h2>Bars</h2>" + table(("figure", "measured", "bar", ""), rows)


def _comparison(run: Run) -> str:
    ordered = sorted(run.results, key=lambda result: -result.megabytes_per_second)
    rows = [
        Bar(
            result.title,
            result.megabytes_per_second,
            f"{result.megabytes_per_second:.1f} MB/s" + (f", {result.ratio:.2f}×" if result.ratio else ""),
            result.ours,
        )
        for result in ordered
    ]
    absent = "".join(f" {escape(name)}: {escape(reason)}." for name, reason in run.missing.items())
    left_out = f" {run.left_out} pages were left out because a tool failed on them." if run.left_out else ""
    details = table(
        ("tool", "median ms", "minimum ms", "characters of text"),
        [
            (
                escape(result.title),
                f"{result.median_seconds * 1e3:,.1f}",
                f"{result.minimum_seconds * 1e3:,.1f}",
                f"{result.characters:,}",
            )
            for result in ordered
        ],
    )
    return (
        "<h2>Text from HTML</h2>"
        f"<p>{run.page_count} {escape(run.corpus)}, {run.megabytes:.1f} MB, {run.rounds} rounds, "
        f"all tools in turn on each page in one process. × is the ratio of medians to resiliparse. "
        f"Only pagewarden computes styles, and so leaves out what cannot be seen.{left_out}{absent}</p>"
        + bars("Throughput by tool", "megabytes of HTML a second (longer is better)", rows)
        + details
    )


def _growth(run: Run) -> str:
    if not run.points:
        return ""
    lines = [
        Line("parse and read", [(point.megabytes, point.total_milliseconds) for point in run.points], 2),
        Line("read, page parsed", [(point.megabytes, point.read_milliseconds) for point in run.points], 1),
    ]
    return (
        f"<h2>Cost against the size of the page</h2><p>The first {CHARACTERS:,} characters of ever larger pages. "
        "Reading a page that is parsed costs the same however large it is; parsing costs what the page has.</p>"
        + log_lines("Cost against size", "size of the page in MB", "milliseconds", lines)
    )


def _core(run: Run) -> str:
    rows = [
        ("HTML to text", f"{run.core['html_to_text_mb_per_s']:.1f} MB/s"),
        ("parsing alone", f"{run.core['parse_mb_per_s']:.1f} MB/s"),
        ("snapshot to text", f"{run.core['snapshot_to_text_nodes_per_s'] / 1e6:.1f} M nodes/s"),
        ("decoding of wire data", f"{run.core['wire_decode_mb_per_s']:,.0f} MB/s"),
    ]
    cuts = [(f"{row['slice_offset']:,}", f"{row['nanoseconds']:,.0f} ns", f"{row['ratio']:.2f}×") for row in run.slices]
    return (
        "<h2>The core alone</h2><p>The same pages without Python.</p>"
        + table(("step", "speed"), rows)
        + "<p>A slice of 600 units out of 1,000,000 in mixed scripts:</p>"
        + table(("offset in UTF-16 units", "time", "to the first"), cuts)
    )


def _hard(run: Run) -> str:
    rows = [
        (
            escape(row.name),
            f"{row.sizes[1]:,}",
            f"{row.bytes / 1e6:.2f}",
            f"{row.milliseconds[0]:,.1f}",
            f"{row.milliseconds[1]:,.1f}",
            f'<span class="{"bad" if row.growth > 1.5 else "good"}">{row.growth:.2f}</span>',
            escape(", ".join(row.limits) or "none"),
        )
        for row in run.hard
    ]
    head = ("input", "size", "MB", "ms at a quarter", "ms", "growth", "limits fired")
    return (
        "<h2>Hard inputs</h2><p>Parsing, release and reading without a budget. Growth is the power of the bytes "
        "with which the time grew between a quarter of the size and the size: 1 is linear, 2 is square.</p>"
        + table(head, rows)
    )


def html(run: Run) -> str:
    """The report as one page."""
    parts = [_goals(run), live_section(run.live, run.live_missing)]
    if run.results:
        parts.append(_comparison(run))
    if run.firewall is not None:
        parts.append(firewall_section(run.firewall))
    if run.core:
        parts.append(_core(run))
    parts.append(_growth(run))
    if run.hard:
        parts.append(_hard(run))
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>pagewarden: bench</title><style>{STYLE}</style><h1>pagewarden: bench</h1>"
        f"<p>Measured in one run; compare ratios, not absolute figures of different machines.</p>"
        f"{''.join(parts)}</html>\n"
    )
