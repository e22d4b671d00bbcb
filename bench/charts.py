"""Charts as inline SVG, so that the report is one file that needs no script, no font and no network.

Colours come from variables of the report's sheet: one drawing is right in light and in dark.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 760


@dataclass(frozen=True)
class Bar:
    """One bar: its name, its length in the unit of the chart, what stands after it, and whether it is ours."""

    name: str
    value: float
    label: str
    ours: bool = False


@dataclass(frozen=True)
class Line:
    """One line of points, with a name and the number of its colour in the sheet."""

    name: str
    points: Sequence[tuple[float, float]]
    colour: int
    ours: bool = False


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "", turn: bool = False) -> str:
    turned = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turn else ""
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}{turned}>{escape(text)}</text>'


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    drawing = "\n".join(parts)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>\n{drawing}\n</svg>"
    )


def _round_step(span: float) -> float:
    """A step of 1, 2 or 5 times a power of ten that divides the span into about five."""
    rough = span / 5
    power: float = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)


def bars(title: str, axis: str, rows: Sequence[Bar]) -> str:
    """Horizontal bars from zero, with the axis and its unit below."""
    left, right, row_height, top = 190, 150, 34, 8
    largest = max((row.value for row in rows), default=1) or 1
    step = _round_step(largest)
    scale = (WIDTH - left - right) / largest
    bottom = top + row_height * len(rows)
    parts = []
    for number in range(int(largest / step) + 1):
        x = left + number * step * scale
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}"/>')
        parts.append(_text(x, bottom + 18, f"{number * step:g}", "middle", "tick"))
    for number, row in enumerate(rows):
        y = top + number * row_height
        kind = "bar ours" if row.ours else "bar"
        width = max(row.value * scale, 1)
        parts.append(_text(left - 10, y + 21, row.name, "end", "name ours" if row.ours else "name"))
        parts.append(
            f'<rect class="{kind}" x="{left}" y="{y + 5}" width="{width:.1f}" height="{row_height - 10}" rx="3"/>'
        )
        parts.append(_text(left + width + 8, y + 21, row.label, "start", "value"))
    parts.append(f'<line class="axis" x1="{left}" y1="{top}" x2="{left}" y2="{bottom}"/>')
    parts.append(_text(left + largest * scale / 2, bottom + 40, axis, "middle", "label"))
    return _svg(bottom + 50, title, parts)


def _decades(low: float, high: float) -> list[float]:
    return [10.0**power for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]


def log_lines(title: str, x_axis: str, y_axis: str, lines: Sequence[Line]) -> str:
    """Lines over two logarithmic axes: equal growth is an equal slope, and what is flat costs the same."""
    left, right, top, height = 76, 190, 14, 340
    bottom, edge = top + height, WIDTH - right
    xs = [x for line in lines for x, _ in line.points]
    ys = [y for line in lines for _, y in line.points]
    x_low, x_high = math.log10(min(xs)), math.log10(max(xs))
    y_marks = _decades(min(ys), max(ys))
    y_low, y_high = math.log10(y_marks[0]), math.log10(y_marks[-1])

    def place(x: float, y: float) -> tuple[float, float]:
        across = (math.log10(x) - x_low) / ((x_high - x_low) or 1)
        up = (math.log10(y) - y_low) / ((y_high - y_low) or 1)
        return left + across * (edge - left), bottom - up * height

    parts = []
    for mark in y_marks:
        _, y = place(min(xs), mark)
        parts.append(f'<line class="grid" x1="{left}" y1="{y:.1f}" x2="{edge}" y2="{y:.1f}"/>')
        parts.append(_text(left - 8, y + 4, f"{mark:g}", "end", "tick"))
    for mark in sorted(set(xs)):
        x, _ = place(mark, y_marks[0])
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}"/>')
        parts.append(_text(x, bottom + 18, f"{mark:.2g}" if mark < 10 else f"{mark:.0f}", "middle", "tick"))
    names = []
    for line in lines:
        places = [place(x, y) for x, y in line.points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline class="line colour{line.colour}" points="{path}"/>')
        parts.extend(f'<circle class="dot colour{line.colour}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in places)
        names.append((places[-1][1], line))
    # Names stand at the ends of their lines, and are moved down when two ends are close.
    last = -math.inf
    for end, line in sorted(names, key=lambda name: name[0]):
        y = max(end, last + 17)
        last = y
        kind = f"series colour{line.colour}" + (" ours" if line.ours else "")
        parts.append(_text(edge + 10, y + 4, line.name, "start", kind))
    parts.append(f'<line class="axis" x1="{left}" y1="{bottom}" x2="{edge}" y2="{bottom}"/>')
    parts.append(f'<line class="axis" x1="{left}" y1="{top}" x2="{left}" y2="{bottom}"/>')
    parts.append(_text((left + edge) / 2, bottom + 42, x_axis, "middle", "label"))
    parts.append(_text(20, top + height / 2, y_axis, "middle", "label", turn=True))
    return _svg(bottom + 52, title, parts)
