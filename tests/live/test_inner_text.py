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


@pytest.mark.parametrize(("query", "raised"), [("", "small beginning 390"), ("?late", "Small beginning 390")])
def test_a_first_letter_is_raised_where_a_sheet_says_so(
    browser: Browser, sites: Sites, query: str, raised: str
) -> None:
    tab = browser.open(sites.url(f"/firstletters{query}"), wait="load")
    try:
        lines = tab.text().text.splitlines()
        assert "small beginning 389" in lines
        assert raised in lines
        # A shadow tree has sheets of its own.
        assert "Within the shadow" in lines
        assert raised in tab.text(rendering="innertext").text.splitlines()
    finally:
        tab.close()
