"""One command for every figure that pagewarden claims about its speed: `make bench`.

Nothing is downloaded and nothing is remembered between runs, so that a figure can always be had again.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

import core
import corpus
import growth
import peers
from interleaved import Result, compare
from report import Goal, Run, html

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
        goals=goals(results, figures, max(cut["ratio"] for cut in cuts)),
    )


def show(run: Run) -> None:
    """Prints the short table."""
    for name, value, limit, verdict in (goal.sentence for goal in run.goals):
        print(f"{name:32} {value:>18}   {limit:>16}   {verdict}")
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
    worst = max(run.hard, key=lambda row: row.growth)
    print(f"  steepest hard input: {worst.name}, growth {worst.growth:.2f}")


def main() -> None:
    """Measures, writes the report and prints the short table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="rounds of the comparison")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each hard input, the best of which counts")
    arguments = parser.parse_args()
    run = measure(arguments.rounds, arguments.repeats)
    REPORT.mkdir(exist_ok=True)
    (REPORT / "report.html").write_text(html(run), encoding="utf-8")
    figures = asdict(run) | {"goals": [asdict(goal) | {"reached": goal.reached} for goal in run.goals]}
    (REPORT / "report.json").write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    show(run)
    print("report: bench/report/report.html")


if __name__ == "__main__":
    main()
