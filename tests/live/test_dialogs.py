"""Dialogs: nothing in the page can be read while one is open, so the last good copy answers, at once, and says why."""

from __future__ import annotations

import pytest
from tests.live.conftest import Open
from tests.live.stopwatch import timed

BEFORE = "Text from before it got stuck."
AT_ONCE_MS = 1_500
"""Half of what the readings may take, which a page that is only busy would use up."""


@pytest.mark.parametrize("name", ["alert", "confirm", "prompt", "alertloop"])
def test_an_open_dialog_is_said_at_once_with_the_last_good_copy(visit: Open, name: str) -> None:
    tab = visit(f"/{name}?after=2000", settle=3.0)
    for _ in range(2):
        reading, milliseconds = timed(lambda: tab.text(timeout_ms=3_000))
        assert milliseconds <= AT_ONCE_MS
        assert reading.status == "blocked_by_dialog"
        assert reading.freshness == "last-good"
        assert reading.report.age_ms > 0
        assert not reading.report.complete
        assert BEFORE in reading.text
        assert "unseen words" not in reading.text


def test_a_dialog_without_a_copy_is_said_at_once(visit: Open) -> None:
    tab = visit("/alert?after=0", wait="commit", settle=0.7)
    reading, milliseconds = timed(lambda: tab.text(timeout_ms=3_000))
    assert milliseconds <= AT_ONCE_MS
    assert reading.status == "blocked_by_dialog"
    assert not reading.report.complete


def test_the_words_of_a_dialog_are_not_in_the_text(visit: Open) -> None:
    reading = visit("/alert?after=1500", settle=2.5).text()
    assert "asks for attention" not in reading.text


@pytest.mark.parametrize("path", ["/reports/d01?click", "/reports/d02?click"])
def test_a_dialog_that_an_action_opened_is_said(visit: Open, path: str) -> None:
    tab = visit(path, settle=2.5)
    reading, milliseconds = timed(lambda: tab.text(timeout_ms=3_000))
    assert milliseconds <= AT_ONCE_MS
    assert reading.status == "blocked_by_dialog"


def test_a_tab_with_a_dialog_holds_up_no_other(visit: Open) -> None:
    visit("/alert?after=0", wait="commit", settle=0.7)
    assert "The first paragraph." in visit("/plainpage").text().text


def test_a_tab_with_a_dialog_can_be_closed(visit: Open) -> None:
    tab = visit("/confirm?after=0", wait="commit", settle=0.7)
    _, milliseconds = timed(tab.close)
    assert milliseconds <= 5_000
