"""The firewall measured alone: the search for tokens against tools that do nothing else, and its share of a read.

Every tool is asked for the same text in turn. Ours finds the place of each token; the set of prefixes of RE2 says no
more than which prefixes occur, and so does less. A scanner that is a program is charged for the text alone: what it
takes for a text of one line is taken off.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
import tempfile
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import core
from charts import Bar, bars
from goals import Goal, table
from interleaved import seconds
from peers import UNBOUNDED

ROUNDS = 5
# Bytes of each text, and how many times as much a program gets that searches fast enough to hide behind its start.
SIZE = 2_000_000
TIMES = 8
OURS = "pagewarden"
PREFIXES = "google-re2, set of prefixes"
PROSE, CODE = "prose", "source code"
RULES = core.ROOT / "rust" / "core" / "src" / "firewall" / "rules" / "tokens.toml"

# Scanners that are programs, with what makes them read one file on one core and find in it what they find.
PROGRAMS: dict[str, tuple[str, ...]] = {
    "gitleaks": ("dir", "--no-banner", "--log-level", "error", "--exit-code", "0"),
    "kingfisher": ("scan", "--no-validate", "--no-update-check", "--jobs", "1", "--format", "json"),
}


@dataclass(frozen=True)
class Speed:
    """How fast a tool searches a text: the median of the rounds."""

    text: str
    tool: str
    ours: bool
    megabytes_per_second: float

    @property
    def bar(self) -> Bar:
        """Its bar in the chart."""
        return Bar(self.tool, self.megabytes_per_second, f"{self.megabytes_per_second:,.0f} MB/s", self.ours)


@dataclass(frozen=True)
class Firewall:
    """What the firewall costs."""

    speeds: Sequence[Speed]
    missing: dict[str, str]
    megabytes: float
    compile_ms: float
    share: float

    def speed(self, text: str, tool: str) -> float | None:
        """Megabytes a second of a tool on a text."""
        found = (row.megabytes_per_second for row in self.speeds if (row.text, row.tool) == (text, tool))
        return next(found, None)


def _prose(pages: Sequence[str]) -> bytes:
    """The text of pages, over and over until there is enough."""
    parse = import_module("pagewarden").parse
    text = "\n".join(str(parse(page).text(**UNBOUNDED).text) for page in pages).encode()
    return (text * (SIZE // max(1, len(text)) + 1))[:SIZE].decode(errors="ignore").encode()


def _code() -> bytes:
    """Source code that every machine has: the standard library of Python, file after file."""
    folder = Path(sysconfig.get_path("stdlib"))
    parts: list[bytes] = []
    for path in sorted(folder.glob("*.py")) + sorted(folder.glob("*/*.py")):
        parts.append(path.read_bytes())
        if sum(map(len, parts)) >= SIZE:
            break
    return b"\n".join(parts)[:SIZE].decode(errors="ignore").encode()


def prefixes() -> list[str]:
    """The literals that the tokens of the rules begin with or hold, as they are searched for in plain text."""
    rules = tomllib.loads(RULES.read_text(encoding="utf-8"))["rule"]
    return sorted({literal for rule in rules for literal in rule["literals"] if len(literal) > 1})


def _set_of_prefixes() -> Callable[[bytes], object]:
    re2: Any = import_module("re2")
    found = re2.Set.SearchSet()
    for prefix in prefixes():
        found.Add(re2.escape(prefix))
    found.Compile()
    return partial(found.Match)


def _program(name: str, path: str, file: Path) -> float:
    """Seconds that a scanner takes for a file, on one core."""
    command = [path, *PROGRAMS[name], str(file)]
    environment = os.environ | {"GOMAXPROCS": "1"}
    return seconds(partial(subprocess.run, command, env=environment, capture_output=True, check=True))


def measure(program: Path, pages: Sequence[str], share: float) -> Firewall:
    """Searches prose and source code with every tool that is there, in turn."""
    missing = {}
    try:
        prefix_set = _set_of_prefixes()
    except ImportError:
        prefix_set = None
        missing[PREFIXES] = "not installed (re2)"
    paths = {name: path for name in PROGRAMS if (path := shutil.which(name))}
    missing |= {name: "not on the PATH" for name in PROGRAMS if name not in paths}
    speeds = []
    compiled = []
    with tempfile.TemporaryDirectory() as folder:
        line = Path(folder) / "line" / "text.txt"
        line.parent.mkdir()
        line.write_text("one line\n", encoding="utf-8")
        for name, text in ((PROSE, _prose(pages)), (CODE, _code())):
            small = Path(folder) / name / "text.txt"
            large = Path(folder) / f"{name}, {TIMES} times" / "text.txt"
            for file, times in ((small, 1), (large, TIMES)):
                file.parent.mkdir()
                file.write_bytes(text * times)
            rounds: dict[str, list[float]] = {}
            for _ in range(ROUNDS):
                ours = core.shapes(program, small)
                compiled.append(float(ours["compile_ms"]))
                rounds.setdefault(OURS, []).append(len(text) / ours["shapes_gb_per_s"] / 1e9)
                if prefix_set is not None:
                    # The best of as many runs as ours has.
                    best = min(seconds(partial(prefix_set, text)) for _ in range(core.RUNS))
                    rounds.setdefault(PREFIXES, []).append(best)
                for tool, path in paths.items():
                    start = _program(tool, path, line)
                    rounds.setdefault(tool, []).append((_program(tool, path, large) - start) / TIMES)
            speeds += [Speed(name, tool, tool == OURS, len(text) / median(took) / 1e6) for tool, took in rounds.items()]
    return Firewall(speeds, missing, SIZE / 1e6, median(compiled), share)


def goals(found: Firewall) -> list[Goal]:
    """The bars of the firewall."""
    listed = []
    for text, least in ((PROSE, 1.0), (CODE, 0.3)):
        ours = found.speed(text, OURS) or 0
        listed.append(Goal(f"token shapes in {text}", ours / 1e3, least, "GB/s"))
        for tool, times in ((PREFIXES, 4), *((name, 20) for name in PROGRAMS)):
            theirs = found.speed(text, tool)
            if theirs is not None:
                listed.append(Goal(f"token shapes in {text}, to {tool}", ours / theirs, times, "×"))
    listed.append(Goal("compilation of the rules", found.compile_ms, 150, "ms", at_most=True))
    listed.append(Goal("the firewall's share of parsing and reading", 100 * found.share, 15, "%", at_most=True))
    return listed


def section(found: Firewall) -> str:
    """The part of the report."""
    charts = []
    for text in (PROSE, CODE):
        rows = sorted((row for row in found.speeds if row.text == text), key=lambda row: -row.megabytes_per_second)
        lines = [row.bar for row in rows]
        charts.append(bars(f"Search for tokens in {text}", f"{text}, megabytes a second", lines))
    absent = "".join(f" {escape(name)}: {escape(reason)}." for name, reason in found.missing.items())
    costs = table(
        ("cost", "figure"),
        [
            ("compilation of the rules", f"{found.compile_ms:.1f} ms"),
            ("the gate, to parsing and reading of HTML", f"{100 * found.share:.0f} %"),
        ],
    )
    return (
        f"<h2>The firewall</h2><p>{found.megabytes:.0f} MB of each text, one core, {ROUNDS} rounds in which the tools "
        "take turns. The set of RE2 says which prefixes occur; pagewarden says where each token is, and its end. "
        f"Scanners are charged without their start.{absent}</p>" + "".join(charts) + costs
    )
