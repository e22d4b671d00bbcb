"""Pages whose main thread is taken: read by a short pause, or answered from the last good copy, and always in time."""

from __future__ import annotations

import pytest
from tests.live.conftest import Open, Wait
from tests.live.stopwatch import SLACK_MS, read_in_time, timed

BEFORE = "Text from before it got stuck."

# The pause reaches script, also inside regular expressions, promises and loops over the layout.
READ_WHILE_STUCK = ("loop", "loopdirty", "nativeloop", "layoutloop", "microloop")

# Native code and synchronous requests have no place to pause at, or hardly any.
NOT_INTERRUPTIBLE = ("sortloop", "flatloop", "syncxhr")


@pytest.mark.parametrize("name", READ_WHILE_STUCK)
def test_a_loop_of_script_is_read_live(visit: Open, name: str) -> None:
    tab = visit(f"/{name}?after=300", settle=1.0)
    for _ in range(3):
        reading = read_in_time(tab, timeout_ms=2_000)
        assert reading.freshness == "live"
        assert reading.status in {"ok", "partial"}
        assert BEFORE in reading.text
        assert "unseen words" not in reading.text


def test_a_loop_before_load_is_read_live(visit: Open) -> None:
    tab = visit("/loopload", wait="commit", settle=1.0)
    reading = read_in_time(tab, timeout_ms=2_000)
    assert reading.freshness == "live"
    assert BEFORE in reading.text
    assert "never parsed" not in reading.text


@pytest.mark.parametrize("name", NOT_INTERRUPTIBLE)
def test_native_code_is_answered_from_the_last_good_copy(visit: Open, name: str) -> None:
    tab = visit(f"/{name}?after=2000", settle=3.0)
    reading, milliseconds = timed(lambda: tab.text(timeout_ms=1_000))
    assert milliseconds <= 1_000 + SLACK_MS
    assert BEFORE in reading.text
    assert "unseen words" not in reading.text
    if reading.freshness == "last-good":
        assert reading.status == "renderer_busy"
        assert reading.report.age_ms > 0
        assert not reading.report.complete
    else:
        # Between two native calls there may be a moment in which the page answers itself.
        assert name != "syncxhr"


@pytest.mark.parametrize("name", NOT_INTERRUPTIBLE)
def test_a_page_that_gets_stuck_at_once_is_answered_in_time(visit: Open, name: str) -> None:
    tab = visit(f"/{name}?after=0", wait="commit", settle=1.0)
    reading, milliseconds = timed(lambda: tab.text(timeout_ms=700))
    assert milliseconds <= 700 + SLACK_MS
    if reading.freshness == "live" and reading.text:
        assert BEFORE in reading.text
    else:
        assert reading.status == "renderer_busy"


def test_a_busy_page_is_read_between_or_within_its_tasks(visit: Open) -> None:
    tab = visit("/busy", settle=1.0)
    for _ in range(4):
        reading = read_in_time(tab, timeout_ms=1_000)
        assert "Readable between two tasks." in reading.text
        assert reading.freshness == "live"


def test_a_pause_leaves_the_page_running(visit: Open) -> None:
    tab = visit("/busy", settle=1.0)
    rounds = []
    for _ in range(2):
        rounds.append(int(read_in_time(tab, "#rounds", timeout_ms=1_000).text.split()[0]))
        # Longer than one task, so that another round has ended if the page runs on.
        visit("/plainpage", settle=4.5)
    assert rounds[1] > rounds[0]


@pytest.mark.parametrize(("path", "wait"), [("/print", "load"), ("/debuggerstatement", "load")])
def test_what_only_seems_to_block_is_read_live(visit: Open, path: str, wait: Wait) -> None:
    tab = visit(path + "?after=200", wait=wait, settle=1.0)
    reading = read_in_time(tab, timeout_ms=1_000)
    assert reading.freshness == "live"
    assert reading.status == "ok"
    assert BEFORE in reading.text


def test_a_stuck_tab_holds_up_no_other(visit: Open) -> None:
    visit("/sortloop?after=200", settle=0.5)
    visit("/loop?after=200", settle=0.5)
    healthy, milliseconds = timed(lambda: visit("/plainpage").text(timeout_ms=5_000))
    assert "The first paragraph." in healthy.text
    assert milliseconds <= 5_000


def test_a_stuck_tab_can_be_left_and_closed(visit: Open) -> None:
    tab = visit("/loop?after=200", settle=0.7)
    _, milliseconds = timed(tab.close)
    assert milliseconds <= 5_000
    assert "The first paragraph." in visit("/plainpage").text().text


def test_a_read_after_a_read_that_ran_out_of_time_is_answered(visit: Open) -> None:
    tab = visit("/sortloop?after=300", settle=1.0)
    for _ in range(4):
        _, milliseconds = timed(lambda: tab.text(timeout_ms=300))
        assert milliseconds <= 300 + SLACK_MS


def test_a_busy_page_with_a_long_time_limit_is_read(visit: Open) -> None:
    tab = visit("/reports/h04", wait="domcontentloaded", settle=0.5)
    reading, milliseconds = timed(lambda: tab.text(timeout_ms=12_000))
    assert reading.text == "hello"
    assert milliseconds <= 12_000 + SLACK_MS


def test_a_busy_page_with_a_short_time_limit_is_read_or_said_to_be_busy(visit: Open) -> None:
    tab = visit("/reports/h04", wait="domcontentloaded", settle=0.5)
    reading, milliseconds = timed(lambda: tab.text(timeout_ms=1_000))
    assert milliseconds <= 1_000 + SLACK_MS
    assert reading.text == "hello" or reading.status == "renderer_busy"
