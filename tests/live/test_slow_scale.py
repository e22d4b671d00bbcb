"""Large pages, measured: what is read costs by what was asked for, not by how much there is."""

from __future__ import annotations

import statistics

import pytest
from tests.live.conftest import Open
from tests.live.stopwatch import SLACK_MS, read_in_time, timed

from pagewarden.sync import Tab

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def median_of_reads(tab: Tab) -> float:
    """The usual milliseconds of a small read, after a first one."""
    tab.text(max_chars=2_000, max_nodes=500)
    return statistics.median(timed(lambda: tab.text(max_chars=2_000, max_nodes=500))[1] for _ in range(9))


def test_three_hundred_thousand_elements_are_read_in_time(visit: Open) -> None:
    tab = visit("/dash?n=300000", settle=1.0)
    for _ in range(5):
        reading = read_in_time(tab, max_chars=2_000, max_nodes=500, timeout_ms=1_000)
        assert reading.text.startswith("Dashboard")
        assert reading.truncated
        assert not reading.report.complete


def test_three_hundred_thousand_elements_with_the_default_limits(visit: Open) -> None:
    tab = visit("/dash?n=300000", settle=1.0)
    reading, milliseconds = timed(tab.text)
    assert milliseconds <= 3_000 + SLACK_MS
    assert reading.truncated
    assert len(reading.text) > 10_000


def test_three_hundred_thousand_elements_without_limits_but_time(visit: Open) -> None:
    tab = visit("/dash?n=300000", settle=1.0)
    reading = read_in_time(tab, max_chars=100_000_000, max_nodes=100_000_000, timeout_ms=1_500)
    assert reading.truncated == bool(reading.report.limits)
    if reading.truncated:
        assert "timeout_ms" in {fired.limit for fired in reading.report.limits}


def test_the_cost_follows_the_limit_and_not_the_page(visit: Open) -> None:
    small, large = (median_of_reads(visit(f"/dash?n={elements}", settle=1.0)) for elements in (20_000, 300_000))
    # Fifteen times the page; the same cost, within what two shared cores waver.
    assert large <= 3 * small + 20


def test_a_large_page_that_gets_stuck_is_read(visit: Open) -> None:
    tab = visit("/loopdirty?after=1000", settle=2.0)
    for _ in range(3):
        reading = read_in_time(tab, max_chars=5_000, timeout_ms=2_000)
        assert "Text from before it got stuck." in reading.text
