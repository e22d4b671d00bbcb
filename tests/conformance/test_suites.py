"""Rendered text held against what browsers give, on corpora that lie beside the repository.

The corpora are not ours to ship. Where they are absent the test says so and is skipped; the text vectors of the
repository always run.
"""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

import pagewarden

DATA = Path(os.environ.get("PAGEWARDEN_SHARED_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))


def suite(name: str) -> list[dict[str, Any]]:
    """The cases of a corpus, or a skip that says where it was looked for."""
    file = DATA / name
    if not file.is_file():
        pytest.skip(f"{name} is neither in ../shared/data nor where PAGEWARDEN_SHARED_DATA points")
    content = file.read_bytes()
    cases = json.loads(gzip.decompress(content) if name.endswith(".gz") else content)["cases"]
    assert isinstance(cases, list)
    assert len(cases) > 100
    return cases


def squeezed(text: str) -> list[str]:
    """The lines of a text without empty ones, each with its spaces squeezed."""
    return [line for line in (" ".join(line.split()) for line in text.splitlines()) if line]


def test_innertext_is_the_platforms_word_for_word() -> None:
    cases = [case for case in suite("innertext.dev.json") if case["tier"] != "contested"]
    wrong = [case["id"] for case in cases if innertext(case) not in case["expect"]]
    rate = 1 - len(wrong) / len(cases)
    print(f"innertext: {len(cases) - len(wrong)} of {len(cases)}")  # noqa: T201 (the score is for people)
    assert rate >= 0.98, wrong[:40]


def innertext(case: dict[str, Any]) -> str:
    """The innerText of the target of a case."""
    page = pagewarden.parse(case["html"])
    many = 10_000_000
    return page.text(case["target"], rendering="innertext", max_chars=many, max_nodes=many, timeout_ms=60_000).text


def test_whole_pages_read_like_in_a_browser() -> None:
    cases = suite("pages.dev.json.gz")
    wrong = [case["id"] for case in cases if squeezed(innertext(case)) != squeezed(case["expect"]["text"])]
    rate = 1 - len(wrong) / len(cases)
    print(f"pages: {len(cases) - len(wrong)} of {len(cases)}")  # noqa: T201 (the score is for people)
    assert rate >= 0.995, wrong[:40]
