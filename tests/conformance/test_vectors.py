"""The text vectors, which Rust and C read too: the same cases through the Python face."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pagewarden

VECTORS = Path(__file__).resolve().parent.parent / "vectors" / "text.json"


def cases() -> list[dict[str, Any]]:
    """The cases of the file; one without any is a defect of the file."""
    loaded = json.loads(VECTORS.read_text("utf-8"))["cases"]
    assert isinstance(loaded, list)
    assert loaded
    return loaded


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["name"]))
def test_text_vector(case: dict[str, Any]) -> None:
    reading = pagewarden.parse(case["html"]).text(**case.get("options", {}))
    assert reading.text == case["text"]
    if "truncated" in case:
        assert reading.truncated == case["truncated"]
    if "hidden" in case:
        assert dict(reading.report.hidden) == case["hidden"]
