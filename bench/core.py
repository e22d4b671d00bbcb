"""The Rust core measured alone, through the `throughput` example, without the border to Python.

The example prints one JSON object a line; this module builds it, feeds it and puts its answers together.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from growth import exponent

ROOT = Path(__file__).resolve().parents[1]

# How often the example measures each thing.
RUNS = 7

# Each hard input with the size of the smaller run; the larger is four times that.
HARD: dict[str, tuple[str, int]] = {
    "div": ("nested <div>", 25_000),
    "b": ("unclosed <b>", 25_000),
    "b-distinct": ("unclosed <b>, all different", 10_000),
    "p-div": ("<p><div> nested", 25_000),
    "a": ("unclosed <a>", 25_000),
    "li": ("nested lists", 25_000),
    "table": ("nested tables", 10_000),
    "foster": ("text that tables throw out", 25_000),
    "svg": ("nested SVG", 25_000),
    "lt": ("only <", 1_000_000),
    "entities": ("only &nGt;", 100_000),
    "text": ("one long text", 250_000),
    "elements": ("flat elements", 75_000),
    "attributes": ("attributes of one element", 25_000),
    "body-attributes": ("repeated <body>", 10_000),
    "select": ("options", 50_000),
    "slots": ("slots of one host", 10_000),
    "srcdoc": ("frames in frames", 2),
    "out-of-flow": ("boxes out of the flow", 25_000),
    "rules": ("10,000 rules", 10_000),
    "rules-universal": ("10,000 rules for any element", 5_000),
    "rules-has": (":has() rules", 10_000),
}


@dataclass(frozen=True)
class Hard:
    """One hard input in two sizes."""

    name: str
    sizes: tuple[int, int]
    bytes: int
    milliseconds: tuple[float, float]
    growth: float
    limits: list[str]


def build() -> Path:
    """Builds the example and gives its path."""
    command = ["cargo", "build", "--release", "--locked", "--quiet", "-p", "pagewarden-core", "--example", "throughput"]
    subprocess.run(command, cwd=ROOT, check=True)  # noqa: S603
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "examples" / "throughput"


def _lines(program: Path, *arguments: str) -> list[dict[str, Any]]:
    done = subprocess.run([program, *arguments], check=True, capture_output=True, text=True)  # noqa: S603
    return [json.loads(line) for line in done.stdout.splitlines()]


def throughput(program: Path, pages: Sequence[str]) -> dict[str, Any]:
    """Speeds on the pages of the comparison."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, page in enumerate(pages):
            path = Path(folder) / f"{number:03}.html"
            path.write_bytes(page.encode())
            files.append(str(path))
        return _lines(program, "html", *files)[0]


def shapes(program: Path, file: Path) -> dict[str, Any]:
    """How fast token shapes are found in a file, the best of :data:`RUNS`, and how long their rules compile."""
    return _lines(program, "shapes", str(file))[0]


def capture(program: Path, answer: str) -> dict[str, Any]:
    """Milliseconds that the core takes for the answer of a live page: decoding, the gate, reading."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answer"
        path.write_bytes(answer.encode("utf-8", "surrogatepass"))
        return _lines(program, "capture", str(path))[0]


def slices(program: Path) -> list[dict[str, Any]]:
    """Nanoseconds of a slice at several offsets, and the ratio to the first."""
    rows = _lines(program, "slices")
    return [row | {"ratio": row["nanoseconds"] / rows[0]["nanoseconds"]} for row in rows]


def hard(program: Path, repeats: int) -> list[Hard]:
    """Reads every hard input in two sizes and says with which power of the size the time grew."""
    results = []
    for name, (title, small) in HARD.items():
        sizes = (small, small * 4)
        runs = [[_lines(program, "hard", name, str(size))[0] for _ in range(repeats)] for size in sizes]
        times = [min(row["parse_ms"] + row["release_ms"] + row["text_ms"] for row in rows) for rows in runs]
        small_bytes, large_bytes = (rows[0]["bytes"] for rows in runs)
        growth = exponent((small_bytes, times[0]), (large_bytes, times[1]))
        results.append(Hard(title, sizes, large_bytes, (times[0], times[1]), growth, runs[1][0]["limits"]))
    return results
