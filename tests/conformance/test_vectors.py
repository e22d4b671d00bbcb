"""The vectors, which Rust and C read too: the same cases through the Python face."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pagewarden
from pagewarden.network import decide

VECTORS = Path(__file__).resolve().parent.parent / "vectors"


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a file; one without any is a defect of the file."""
    loaded = json.loads((VECTORS / name).read_text("utf-8"))["cases"]
    assert isinstance(loaded, list)
    assert loaded
    return loaded


def test_text_vectors() -> None:
    for case in cases("text.json"):
        reading = pagewarden.parse(case["html"]).text(**case.get("options", {}))
        assert reading.text == case["text"], case["name"]
        if "truncated" in case:
            assert reading.truncated == case["truncated"], case["name"]
        if "hidden" in case:
            assert dict(reading.report.hidden) == case["hidden"], case["name"]


def test_network_vectors() -> None:
    for case in cases("network.json"):
        policy = pagewarden.Policy(**case.get("policy", {}))
        decision = decide(case["url"], case.get("dns"), case.get("redirects"), policy)
        assert (decision.verdict, decision.reason) == (case["verdict"], case["reason"]), case


def test_selector_vectors() -> None:
    seen = 0
    for case in cases("selectors.json"):
        page = pagewarden.parse(case.get("html", "<p>a"))
        if "error" in case:
            with pytest.raises(pagewarden.InvalidSelector, match=rf"at character {case['error']['position']}\b"):
                page.text(case["selector"])
        elif "scope" not in case:
            # The part inside of a scope is for calls that take one; a reading takes the whole page.
            assert page.text(case["selector"]).report.scope_matched == len(case["ids"]), case["selector"]
        seen += 1
    assert seen > 50
