"""Pages that never stand still: each read is one moment of them, in time, and does not wait for rest."""

from __future__ import annotations

import re
import time

import pytest
from tests.live.conftest import Open
from tests.live.stopwatch import SLACK_MS, read_in_time, timed


def test_the_panel_of_a_virtual_list_is_read_by_selector(visit: Open) -> None:
    reading = visit("/virt?still").text("#panel")
    assert reading.text.split("\n") == [f"Task {number}" for number in range(1, 22)]
    assert "Outside the panel" not in reading.text
    assert not reading.truncated


def test_a_virtual_list_says_that_only_mounted_rows_were_read(visit: Open) -> None:
    assert visit("/virt?still").text().report.only_mounted_rows
    assert not visit("/plainpage").text().report.only_mounted_rows


def test_a_list_that_is_rendered_anew_every_16_ms_gives_one_whole_moment(visit: Open) -> None:
    tab = visit("/virt")
    for _ in range(20):
        reading = read_in_time(tab, "#panel", timeout_ms=1_000)
        numbers = [int(number) for number in re.findall(r"Task (\d+)", reading.text)]
        assert numbers == list(range(numbers[0], numbers[0] + 21))
        assert reading.freshness == "live"


def test_reading_does_not_stop_the_page(visit: Open) -> None:
    tab = visit("/virt")
    before = int(tab.text("#ticks").text)
    time.sleep(0.3)
    assert int(tab.text("#ticks").text) > before


@pytest.mark.parametrize("path", ["/grow", "/growfast"])
def test_text_that_grows_without_end_is_read_at_its_beginning(visit: Open, path: str) -> None:
    tab = visit(path, settle=1.0)
    for _ in range(5):
        reading = read_in_time(tab, max_chars=5_000, timeout_ms=1_000)
        assert reading.text.startswith("Growing")
        assert reading.truncated
        assert reading.freshness == "live"


def test_a_page_whose_style_is_never_clean_is_read(visit: Open) -> None:
    tab = visit("/dirtystyle")
    for _ in range(5):
        reading = read_in_time(tab, max_chars=5_000, timeout_ms=4_000)
        assert "Never clean" in reading.text
        assert "Line 1" in reading.text


def test_a_subtree_that_is_replaced_all_the_time_is_read_whole(visit: Open) -> None:
    tab = visit("/replacing")
    for _ in range(10):
        reading = tab.text("#heap", max_chars=1_000_000, timeout_ms=2_000)
        assert reading.text.split("\n") == [f"Line {number} value" for number in range(1, 1_001)]


def test_a_page_in_the_background_is_read(visit: Open) -> None:
    behind = visit("/virt")
    visit("/plainpage")
    reading, milliseconds = timed(lambda: behind.text("#panel", timeout_ms=1_000))
    assert milliseconds <= 1_000 + SLACK_MS
    assert "Task 1" in reading.text
    assert reading.freshness == "live"


def test_late_rendering_is_seen_by_the_next_read(visit: Open) -> None:
    tab = visit("/lateapp")
    empty = tab.text()
    assert empty.text == ""
    assert empty.report.returned.chars == 0
    time.sleep(1.8)
    assert tab.text().text == "Docs\n\nRendered late."


def test_a_route_of_the_application_changes_the_address_of_the_tab(visit: Open) -> None:
    tab = visit("/spanav", settle=1.0)
    assert tab.text().text == "Route two"
    assert tab.url is not None
    assert tab.url.endswith("/spanav/two")


def test_a_tab_that_leaves_by_itself_is_read_where_it_is(visit: Open) -> None:
    tab = visit("/jumps?after=200", settle=1.5)
    reading = tab.text()
    assert reading.text == "Arrived\n\nThe last stop of a redirect."
    assert "gone" not in reading.text
