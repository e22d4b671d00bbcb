"""Bars that figures have to reach, and the tables in which a report shows things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    """A bar that a figure has to reach."""

    name: str
    value: float
    limit: float
    unit: str
    at_most: bool = False

    @property
    def reached(self) -> bool:
        """Whether the figure is on the right side of the bar."""
        return self.value <= self.limit if self.at_most else self.value >= self.limit

    @property
    def sentence(self) -> tuple[str, str, str, str]:
        """Name, figure, bar and verdict as text."""
        sign = "≤" if self.at_most else "≥"
        verdict = "reached" if self.reached else "missed"
        return self.name, f"{self.value:,.2f} {self.unit}", f"{sign} {self.limit:g} {self.unit}", verdict


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose cells are HTML."""
    first = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{first}</tr></thead><tbody>{body}</tbody></table></div>'
