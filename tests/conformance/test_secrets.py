"""The secrets corpus: what has to be withheld is, what has to stay does, in pages, texts, addresses, headers and HARs.

The corpus is no part of the repository; without it these tests are skipped and say so.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from tests.conformance.test_suites import DATA

import pagewarden

# The loader of the corpus leaves its file to the garbage collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

LEAST_RECALL = 0.98
MOST_WRONG = 0.01


@pytest.fixture(scope="module")
def corpus() -> ModuleType:
    """The loader and the checker of the corpus."""
    path = DATA.parent / "score" / "secrets_data.py"
    if not (DATA / "secrets_positives.jsonl").is_file() or not path.is_file():
        pytest.skip("the secrets corpus is not at hand: set PAGEWARDEN_SHARED_DATA to its folder")
    spec = importlib.util.spec_from_file_location("secrets_data", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def everything(record: dict[str, Any]) -> str:
    """All that pagewarden gives out of a record: the text, the title, the address and every attribute of a page."""
    if record["surface"] != "html":
        redacted = pagewarden.redact(record["doc"])
        if record["surface"] in {"json", "har"}:
            # The same as an object.
            redacted += "\n" + json.dumps(pagewarden.redact(json.loads(record["doc"])), ensure_ascii=False)
        return str(redacted)
    page = pagewarden.parse(record["doc"], url=record["base_url"])
    parts = [page.text(visible_only=False).text, page.url or "", page.title or ""]
    for element in page.query("*", all=True):
        parts += [element.tag, *(f"{name}={value}" for name, value in element.attributes)]
    return "\n".join(parts)


def static_records(corpus: ModuleType, name: str) -> Iterator[dict[str, Any]]:
    return (
        record for record in corpus.load(name) if record.get("needs", "static") == "static" and record["tier"] == "must"
    )


def test_what_is_secret_is_withheld(corpus: ModuleType) -> None:
    records = list(static_records(corpus, "secrets_positives.jsonl"))
    leaked = [record["id"] for record in records if corpus.leaks(record, everything(record))]
    assert 1 - len(leaked) / len(records) >= LEAST_RECALL, leaked


def test_what_stands_beside_a_secret_stays(corpus: ModuleType) -> None:
    records = list(static_records(corpus, "secrets_positives.jsonl"))
    lost = [record["id"] for record in records if corpus.missing(record, everything(record))]
    assert len(lost) / len(records) <= MOST_WRONG, lost


def test_what_is_not_secret_stays(corpus: ModuleType) -> None:
    records = list(static_records(corpus, "secrets_negatives.jsonl"))
    wrong = [record["id"] for record in records if corpus.missing(record, everything(record))]
    assert len(wrong) / len(records) <= MOST_WRONG, wrong


def test_withholding_twice_changes_nothing(corpus: ModuleType) -> None:
    """Requirement R8: the placeholder is constant, and a text with placeholders is left as it is."""
    for name in ("secrets_positives.jsonl", "secrets_negatives.jsonl"):
        for record in corpus.load(name):
            once = pagewarden.redact(record["doc"])
            assert pagewarden.redact(once) == once, record["id"]
