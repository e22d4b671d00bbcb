"""The proposal's own test plan: a heavy page, a bounded call, an answer in time that says what it is."""

from __future__ import annotations

import json

import pytest
from tests.live.conftest import Open
from tests.live.stopwatch import read_in_time
from tests.sites.generated import HIDDEN_WORD, HIDING_REASONS

LIMITS = {"max_chars", "max_nodes", "timeout_ms"}


def units(text: str) -> int:
    """The length in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


@pytest.mark.parametrize("path", ["/spa", "/reports/h02", "/dash?n=100000"])
def test_a_bounded_read_of_a_heavy_page_is_back_in_time(visit: Open, path: str) -> None:
    tab = visit(path)
    reading = read_in_time(tab, max_chars=2_000, max_nodes=500, timeout_ms=1_000)
    assert reading.truncated
    assert {fired.limit for fired in reading.report.limits} <= LIMITS
    assert reading.report.limits
    assert 0 < units(reading.text) <= 2_000
    assert reading.report.returned.nodes <= 500
    assert not reading.report.complete
    assert reading.report.next


def test_the_same_read_gives_the_same_text(visit: Open) -> None:
    tab = visit("/spa")
    texts = {read_in_time(tab, max_chars=2_000, max_nodes=500, timeout_ms=1_000).text for _ in range(5)}
    assert len(texts) == 1


def test_a_smaller_limit_gives_a_prefix(visit: Open) -> None:
    tab = visit("/dash?n=20000")
    whole = tab.text(max_chars=5_000).text
    for limit in (1, 2, 17, 100, 999, 2_500, 4_999):
        cut = tab.text(max_chars=limit)
        assert cut.truncated
        assert [fired.limit for fired in cut.report.limits] == ["max_chars"]
        assert cut.report.limits[0].value == limit
        assert units(cut.text) <= limit
        assert whole.startswith(cut.text)


def test_max_nodes_alone_cuts_and_is_named(visit: Open) -> None:
    tab = visit("/dash?n=20000")
    reading = tab.text(max_nodes=300)
    assert reading.truncated
    assert [fired.limit for fired in reading.report.limits] == ["max_nodes"]
    assert reading.report.returned.nodes <= 300
    assert tab.text(max_nodes=600).text.startswith(reading.text)


def test_a_page_that_fits_is_complete(visit: Open) -> None:
    reading = visit("/plainpage").text()
    assert reading.text == ("Plain page\n\nThe first paragraph.\n\nThe second paragraph, with a link.\n\none\ntwo")
    assert not reading.truncated
    assert reading.report.complete
    assert reading.status == "ok"
    assert reading.freshness == "live"
    assert reading.source in {"tree-walker", "visible-dom"}
    assert reading.report.limits == ()
    assert reading.report.geometry == "checked"


def test_the_time_budget_gives_partial_text_and_does_not_hang(visit: Open) -> None:
    tab = visit("/dash?n=100000")
    reading = read_in_time(tab, max_chars=100_000_000, max_nodes=100_000_000, timeout_ms=150)
    # A machine that reads a hundred thousand elements in so short a time has done nothing wrong.
    if "End of the dashboard" not in reading.text:
        assert reading.truncated
        assert not reading.report.complete
        assert "timeout_ms" in {fired.limit for fired in reading.report.limits}


def test_a_scope_is_read_alone(visit: Open) -> None:
    tab = visit("/spa")
    reading = read_in_time(tab, "#summary", timeout_ms=1_000)
    assert reading.text == "Summary\n\n20000 tasks in all"
    assert reading.report.scope_matched == 1
    assert not reading.truncated
    assert tab.text("#task-7").text == "Task 7owner 7x" or tab.text("#task-7").text.split() == [
        "Task",
        "7",
        "owner",
        "7",
        "x",
    ]


def test_a_scope_that_matches_nothing_is_empty_and_says_so(visit: Open) -> None:
    reading = visit("/plainpage").text("#nothing-of-that-name")
    assert reading.text == ""
    assert reading.report.scope_matched == 0
    assert reading.report.notes


def test_hidden_rows_are_left_out_and_counted_by_reason(visit: Open) -> None:
    reading = visit("/dash?n=2000").text()
    assert HIDDEN_WORD not in reading.text
    assert "Task 1\t" in reading.text
    assert "End of the dashboard" in reading.text
    assert set(HIDING_REASONS) <= set(reading.report.hidden)
    assert all(reading.report.hidden[reason] > 0 for reason in HIDING_REASONS)


def test_hidden_rows_are_marked_when_they_are_asked_for(visit: Open) -> None:
    reading = visit("/dash?n=2000").text(visible_only=False)
    assert HIDDEN_WORD in reading.text
    encoded = reading.text.encode("utf-16-le")
    marked = [
        encoded[2 * run.offset : 2 * (run.offset + run.length)].decode("utf-16-le") for run in reading.hidden_runs
    ]
    assert {run.reason for run in reading.hidden_runs} >= set(HIDING_REASONS)
    assert sum(text.count(HIDDEN_WORD) for text in marked) == reading.text.count(HIDDEN_WORD)


def test_no_field_value_is_in_the_text_or_the_report(visit: Open) -> None:
    for path in ("/dash?n=2000", "/spa?rows=100"):
        tab = visit(path)
        for reading in (tab.text(), tab.text(visible_only=False), tab.text(rendering="innertext")):
            everything = json.dumps(reading.to_dict())
            assert "fake-dash-password-1" not in everything
            assert "fake-spa-password-1" not in everything
            assert "typed words" not in everything
            assert "typed filter" not in everything


def test_shadow_trees_and_frames_of_the_dashboard_are_read(visit: Open) -> None:
    reading = visit("/dash?n=2000&frames=3").text()
    assert "Card 7 of " in reading.text
    assert [f"Inside frame {number}" in reading.text for number in (1, 2, 3)] == [True] * 3
    assert [frame.status for frame in reading.report.frames] == ["read"] * 3


def test_one_large_node_is_cut_at_the_limit(visit: Open) -> None:
    tab = visit("/bigtext")
    reading = read_in_time(tab, timeout_ms=1_000)
    assert reading.truncated
    assert 49_000 <= units(reading.text) <= 50_000
    assert reading.text.startswith("Big text\n\n[000000] lorem ipsum")
    assert read_in_time(tab, timeout_ms=1_000).text == reading.text


@pytest.mark.parametrize("depth", [500, 1_500, 2_000])
def test_deep_nesting_is_no_obstacle(visit: Open, depth: int) -> None:
    reading = visit(f"/deep?d={depth}").text()
    assert reading.text == "Surface\n\nleaf\n\nSurface again"
    assert reading.report.complete


def test_fifty_thousand_levels_are_no_obstacle(visit: Open) -> None:
    tab = visit("/deepscript")
    reading = read_in_time(tab, timeout_ms=2_000)
    assert "Surface" in reading.text
    assert "leaf" not in reading.text


def test_style_rules_are_no_text_and_cost_no_budget(visit: Open) -> None:
    tab = visit("/stylesheet?rules=40000")
    reading = read_in_time(tab, max_chars=100, timeout_ms=1_000)
    assert reading.text == "Doc\n\none\n\ntwo"
    assert not reading.truncated
