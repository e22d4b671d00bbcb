"""The rendering innertext, case by case, against what the browser itself gave for the same elements."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.sites.server import Sites

from pagewarden.sync import Browser, Tab

RECORDED: dict[str, str] = json.loads(
    (Path(__file__).resolve().parent.parent / "sites" / "recorded" / "eq.json").read_text("utf-8")
)


@pytest.fixture(scope="module")
def equivalence(browser: Browser, sites: Sites) -> Iterator[Tab]:
    """The page of all cases."""
    tab = browser.open(sites.url("/eq"), wait="load")
    yield tab
    tab.close()


@pytest.mark.parametrize("case", RECORDED)
def test_an_element_reads_as_its_inner_text(equivalence: Tab, case: str) -> None:
    assert equivalence.text(f'[data-case="{case}"]', rendering="innertext").text == RECORDED[case]


def test_a_dashboard_reads_as_its_inner_text_in_both_ways_of_asking(browser: Browser, sites: Sites) -> None:
    tab = browser.open(sites.url("/dash?n=3000"), wait="load")
    whole = tab.text(rendering="innertext").text
    assert whole == tab.text("body", rendering="innertext").text
    assert "TASK" not in whole
    assert "Task 1\t" in whole
    tab.close()
