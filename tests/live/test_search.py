"""Searches of live pages: in the same text as a reading's, and in time whatever the page does."""

from __future__ import annotations

import pytest
from tests.live.conftest import Open
from tests.live.stopwatch import SLACK_MS, timed

import pagewarden


def test_matches_stand_in_the_text_of_the_tab(visit: Open) -> None:
    tab = visit("/plainpage")
    text = tab.text().text
    found = tab.search("the (first|second) paragraph")
    assert found.total_matches == len(found.matches) >= 1
    for match in found.matches:
        assert text[match.offset : match.offset + match.length] == match.text
    assert tab.search("the first paragraph", case_sensitive=True).total_matches == 0
    assert found.status == "ok"


def test_a_refused_pattern_does_not_touch_the_page(visit: Open) -> None:
    tab = visit("/plainpage")
    with pytest.raises(pagewarden.InvalidPattern, match="invalid perl operator"):
        tab.search("a(?!b)")


def test_a_page_in_a_loop_is_searched_in_time(visit: Open) -> None:
    tab = visit("/loop?after=200", settle=1.0)
    found, milliseconds = timed(lambda: tab.search("before it got stuck", timeout_ms=2_000))
    assert found.total_matches == 1
    assert milliseconds <= 2_000 + SLACK_MS


def test_a_page_that_cannot_be_read_has_no_matches_for_now(visit: Open) -> None:
    tab = visit("/sortloop?after=0", wait="commit", settle=1.0)
    found, milliseconds = timed(lambda: tab.search("unseen words", timeout_ms=500))
    assert found.total_matches == 0
    assert milliseconds <= 500 + SLACK_MS
    if found.status == "renderer_busy":
        assert found.total_is_lower_bound or found.report.freshness == "last-good"
