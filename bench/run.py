"""One command for every figure that pagewarden claims about its speed: `make bench`.

Nothing is downloaded and nothing is remembered between runs, so that a figure can always be had again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path

import core
import corpus
import growth
import live_costs
import live_report
import live_ways
import peers
from goals import Goal
from interleaved import Result, compare
from live_report import Live
from report import Run, html

import firewall

REPORT = Path(__file__).resolve().parent / "report"


def goals(results: list[Result], figures: dict[str, float], worst_slice: float) -> list[Goal]:
    """The figures that have to reach a bar."""
    ratio = next((result.ratio for result in results if result.ours and result.ratio is not None), None)
    found = [] if ratio is None else [Goal("HTML to text, to resiliparse", ratio, 0.7, "×")]
    return [
        *found,
        Goal("snapshot to text", figures["snapshot_to_text_nodes_per_s"] / 1e6, 20, "M nodes/s"),
        Goal("decoding of wire data", figures["wire_decode_mb_per_s"], 300, "MB/s"),
        Goal("slowest slice, to the first", worst_slice, 2, "×", at_most=True),
    ]


def measure(rounds: int, repeats: int) -> Run:
    """Runs every part of the bench."""
    tools, missing = peers.installed()
    pages = corpus.load()
    program = core.build()
    print(f"text from HTML: {len(pages.pages)} {pages.kind}, {rounds} rounds", file=sys.stderr)
    results, left_out = compare(tools, pages.pages, rounds) if tools else ([], 0)
    print("the core alone", file=sys.stderr)
    figures = core.throughput(program, pages.pages)
    cuts = core.slices(program)
    print("the firewall", file=sys.stderr)
    wall = firewall.measure(program, pages.pages, figures["firewall_share"])
    print("cost against size", file=sys.stderr)
    points = [] if peers.OURS in missing else growth.measure()
    print("hard inputs", file=sys.stderr)
    hard = core.hard(program, repeats)
    return Run(
        corpus=pages.kind,
        page_count=len(pages.pages) - left_out,
        megabytes=pages.size / 1e6,
        rounds=rounds,
        results=results,
        missing=missing,
        left_out=left_out,
        core=figures,
        slices=cuts,
        points=points,
        hard=hard,
        goals=[*goals(results, figures, max(cut["ratio"] for cut in cuts)), *firewall.goals(wall)],
        firewall=wall,
    )


def nothing() -> Run:
    """A run in which the static part is left out."""
    return Run("", 0, 0, 0, [], {}, 0, {}, [], [], [], [])


def measure_live(run: Run, sizes: Sequence[int]) -> Run:
    """Adds the live part to a run, or why it could not be measured."""
    if find_spec("playwright") is None:
        return replace(run, live_missing="Playwright is not installed")
    program = live_costs.program()
    if program is None:
        return replace(run, live_missing="no browser was found")
    print("live pages", file=sys.stderr)
    browser, costs = asyncio.run(live_ways.measure(sizes))
    found = Live(browser, costs, asyncio.run(live_costs.measure()))
    return replace(run, live=found, goals=[*run.goals, *live_report.goals(found)])


def show(run: Run) -> None:
    """Prints the short table."""
    for name, value, limit, verdict in (goal.sentence for goal in run.goals):
        print(f"{name:72} {value:>18}   {limit:>16}   {verdict}")
    for result in sorted(run.results, key=lambda result: result.median_seconds):
        ratio = f"{result.ratio:.2f}× resiliparse" if result.ratio else ""
        print(f"  {result.title:32} {result.megabytes_per_second:8.1f} MB/s   {ratio}")
    for name, reason in run.missing.items():
        print(f"  {name:32} {reason}")
    if run.points:
        first, last = run.points[0], run.points[-1]
        times = last.factor / first.factor
        print(
            f"  a page {times:.0f} times as large: "
            f"reading {last.read_milliseconds / first.read_milliseconds:.2f} times, "
            f"with parsing {last.total_milliseconds / first.total_milliseconds:.1f} times the cost"
        )
    if run.hard:
        worst = max(run.hard, key=lambda row: row.growth)
        print(f"  steepest hard input: {worst.name}, growth {worst.growth:.2f}")
    if run.firewall is not None:
        for speed in run.firewall.speeds:
            print(f"  {speed.tool + ', ' + speed.text:44} {speed.megabytes_per_second:10,.1f} MB/s")
        for name, reason in run.firewall.missing.items():
            print(f"  {name:32} {reason}")
    show_live(run)


def show_live(run: Run) -> None:
    """Prints what live pages cost."""
    for cost in run.live.costs if run.live is not None else []:
        cpu = "" if cost.cpu_ms is None else f"{cost.cpu_ms:10,.1f} ms of the page's main thread"
        print(f"  {cost.elements:>8,} {cost.way:36} {cost.wall_ms:10,.1f} ms {cpu}")
    for moment in run.live.besides.moments if run.live is not None else []:
        took = "no answer" if moment.milliseconds is None else f"{moment.milliseconds:,.0f} ms"
        print(f"  {moment.name:52} {took}")
    if run.live_missing:
        print(f"  live pages: not measured: {run.live_missing}")


def main() -> None:
    """Measures, writes the report and prints the short table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="rounds of the comparison")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each hard input, the best of which counts")
    parser.add_argument("--part", choices=("all", "static", "live"), default="all", help="what is measured")
    parser.add_argument("--largest", type=int, default=max(live_ways.SIZES), help="elements of the largest live page")
    arguments = parser.parse_args()
    run = nothing() if arguments.part == "live" else measure(arguments.rounds, arguments.repeats)
    if arguments.part != "static":
        run = measure_live(run, [size for size in live_ways.SIZES if size <= arguments.largest])
    else:
        run = replace(run, live_missing="it was not asked for")
    REPORT.mkdir(exist_ok=True)
    (REPORT / "report.html").write_text(html(run), encoding="utf-8")
    figures = asdict(run) | {"goals": [asdict(goal) | {"reached": goal.reached} for goal in run.goals]}
    (REPORT / "report.json").write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    show(run)
    print("report: bench/report/report.html")


if __name__ == "__main__":
    main()
