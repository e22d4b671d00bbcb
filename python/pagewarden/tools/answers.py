"""What a tool gives back, and the rules that every answer keeps: bounded, rounded in time, page text by itself.

Hosts differ in what they show to the model: most of them give it the structured content alone when there is one, the
others the text blocks alone. So the page text stands once in each and never twice in either: as a field of the
structured content, and as a text block of its own, in which no word is ours. What there is to say about it follows in
a second block, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TIME_GRID_MS = 50
"""Times in answers are rounded up to this: a finer time tells a page's secrets to whoever can ask often."""

MOST_TITLE = 300
MOST_URL = 2_000
MOST_FRAMES = 50


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a tool.

    Attributes:
        structured: The answer as the output schema describes it.
        text_field: The field of it that is page text and becomes a text block of its own; None when there is none.
    """

    structured: Mapping[str, Any]
    text_field: str | None = None

    def blocks(self) -> list[str]:
        """Returns the text blocks, for hosts that do not look at structured content."""
        if self.text_field is None:
            return [_compact(self.structured)]
        facts = {key: value for key, value in self.structured.items() if key != self.text_field}
        if isinstance(facts.get("report"), Mapping):
            facts["report"] = _what_is_worth_saying(facts, facts["report"])
        text = self.structured[self.text_field]
        return [text, _compact(facts)] if text else [_compact(facts)]


def rounded(milliseconds: int) -> int:
    """Rounds a time up to the grid."""
    return -(-milliseconds // TIME_GRID_MS) * TIME_GRID_MS


def present(values: Mapping[str, Any]) -> dict[str, Any]:
    """Leaves out what is None: an output schema then needs no type but the one that a value has."""
    return {key: value for key, value in values.items() if value is not None}


def cut(text: str, most: int) -> str:
    """Returns at most so many characters of a title or an address, with a sign where it was cut."""
    return text if len(text) <= most else text[: most - 1] + "\u2026"


def report_of(report: Mapping[str, Any], clamped: tuple[str, ...]) -> dict[str, Any]:
    """Brings the report of a reading into the form of an answer.

    Times are put on the grid, what is unknown is left out, parameters that the tool itself reduced are named, and a
    page with thousands of frames does not fill the answer with them: those that were not read are listed first.
    """
    answer = present(report)
    answer["elapsed_ms"] = rounded(answer["elapsed_ms"])
    answer["age_ms"] = rounded(answer["age_ms"])
    answer["clamped"] = [*clamped, *(name for name in answer["clamped"] if name not in clamped)]
    frames = answer["frames"]
    if len(frames) > MOST_FRAMES:
        unread_first = sorted(frames, key=lambda frame: frame["status"] == "read")
        answer["frames"] = sorted(unread_first[:MOST_FRAMES], key=lambda frame: frame["index"])
        answer["notes"] = [*answer["notes"], f"{len(frames) - MOST_FRAMES:,} more frames are not listed."]
    return answer


def _what_is_worth_saying(facts: Mapping[str, Any], report: Mapping[str, Any]) -> dict[str, Any]:
    """The report without what is empty and without what stands beside it; ``complete`` always stays."""
    return {
        key: value
        for key, value in report.items()
        if key == "complete" or (value and key not in facts and key not in {"policy_revision", "encoding"})
    }


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
