"""The secrets corpus in a browser: what scripts put into a page, what fields held before, what stands in shadow trees.

The corpus is no part of the repository; without it these tests are skipped and say so.
"""

from __future__ import annotations

import json
import time
from types import ModuleType
from typing import Any

import pytest
from tests.conformance.test_secrets import LEAST_RECALL, MOST_WRONG, corpus, pytestmark
from tests.loopback import Site

import pagewarden
from pagewarden.sync import Browser, Tab

__all__ = ["corpus", "pytestmark"]

SECONDS_OF_SCRIPTS = 0.6
"""After that, what the scripts of the corpus do is done."""


def with_steps(record: dict[str, Any]) -> str:
    """The page of a record; what a person would click there is clicked by the page itself."""
    clicks = (
        f"<script>setTimeout(() => document.querySelector({json.dumps(step['click'])}).click(), 300)</script>"
        for step in record.get("steps", [])
    )
    return "".join(["<!doctype html><meta charset=utf-8>", record["doc"], *clicks])


def everything(tab: Tab) -> str:
    """All that pagewarden gives out of a tab: each kind of reading, the title, the address and every attribute."""
    parts = [
        tab.text().text,
        tab.text(visible_only=False).text,
        tab.text(rendering="innertext").text,
        tab.title(),
        tab.url,
    ]
    for element in tab.query("*", all=True):
        parts += [element.tag, *(f"{name}={value}" for name, value in element.attributes)]
    return "\n".join(parts)


@pytest.fixture(scope="module")
def outputs(corpus: ModuleType) -> dict[str, tuple[dict[str, Any], str]]:
    """Every page of the corpus that has to be right, with all that came out of it."""
    outputs = {}
    with Site() as site, Browser.launch(policy=pagewarden.Policy(allow_hosts=[site.host])) as browser:
        tab = browser.new_tab()
        for name in ("secrets_positives.jsonl", "secrets_negatives.jsonl"):
            for record in corpus.load(name):
                if record["surface"] != "html" or record["tier"] != "must":
                    continue
                tab.navigate(site.serve("/page", with_steps(record)), wait="load")
                if record.get("needs", "static") != "static":
                    time.sleep(SECONDS_OF_SCRIPTS)
                outputs[record["id"]] = record, everything(tab)
    return outputs


def test_what_is_secret_is_withheld_in_a_browser(
    corpus: ModuleType, outputs: dict[str, tuple[dict[str, Any], str]]
) -> None:
    positives = {key: value for key, value in outputs.items() if "forbid" in value[0]}
    leaked = [key for key, (record, output) in positives.items() if corpus.leaks(record, output)]
    assert 1 - len(leaked) / len(positives) >= LEAST_RECALL, leaked


def test_what_is_not_secret_stays_in_a_browser(
    corpus: ModuleType, outputs: dict[str, tuple[dict[str, Any], str]]
) -> None:
    lost = [key for key, (record, output) in outputs.items() if corpus.missing(record, output)]
    assert len(lost) / len(outputs) <= MOST_WRONG, lost
