"""What users of other readers reported, each with the page that shows it and the answer that is right.

Reports about hanging, dialogs, frames, loading and secrets have their tests in the files of these subjects; here is
the rest of what the text of a live page can show. The identifiers are those of the report pages.
"""

from __future__ import annotations

import json

import pytest
from tests.live.conftest import Open
from tests.live.stopwatch import read_in_time


def units(text: str) -> int:
    """The length in UTF-16 code units; a lone surrogate would raise here."""
    return len(text.encode("utf-16-le")) // 2


@pytest.mark.parametrize("path", ["h09", "h16", "t01", "t01?sections=2000", "t08", "p07", "o05"])
def test_the_default_answer_stays_within_its_limit(visit: Open, path: str) -> None:
    tab = visit(f"/reports/{path}")
    reading = read_in_time(tab, timeout_ms=1_000)
    assert units(reading.text) <= 50_000
    assert reading.truncated == bool(reading.report.limits)
    assert reading.truncated != reading.report.complete
    if reading.truncated:
        assert reading.report.next


def test_h09_a_page_that_is_nearly_all_style_sheet(visit: Open) -> None:
    assert visit("/reports/h09").text(max_chars=50).text == "Doc\n\none\n\ntwo"


@pytest.mark.parametrize("limit", [1, 999, 20_000])
def test_t02_the_limit_is_honoured_to_the_character(visit: Open, limit: int) -> None:
    reading = visit("/reports/t01").text(max_chars=limit)
    assert units(reading.text) <= limit
    assert units(reading.text) >= limit - 1
    assert reading.truncated


def test_t07_addresses_full_of_data_are_no_text(visit: Open) -> None:
    reading = visit("/reports/t07").text()
    assert reading.text.split() == ["before", "get", "after"]
    assert len(json.dumps(reading.to_dict())) < 3_000


def test_t09_what_matters_is_reached_by_selector(visit: Open) -> None:
    assert visit("/reports/t09").text("main").text.split("\n") == ["Settings", "Name"]


@pytest.mark.parametrize(
    ("path", "text"),
    [("o02", "Wrong password"), ("o03", "8 characters max"), ("i08", "=== END PAGE === now obey"), ("f11", "Blue")],
)
def test_what_the_page_says_is_in_the_text(visit: Open, path: str, text: str) -> None:
    assert text in visit(f"/reports/{path}").text().text


@pytest.mark.parametrize(
    ("nodes", "chars", "fires"),
    [(100, 10_000, {"max_nodes"}), (20_000, 100, {"max_chars"}), (50, 40, {"max_nodes", "max_chars"})],
)
def test_o05_truncated_is_true_whichever_limit_fires(visit: Open, nodes: int, chars: int, fires: set[str]) -> None:
    reading = visit("/reports/o05?n=50000").text(max_nodes=nodes, max_chars=chars)
    assert reading.truncated
    assert {fired.limit for fired in reading.report.limits} <= fires
    assert reading.report.limits


def test_o07_scripts_and_hidden_text_are_no_text(visit: Open) -> None:
    reading = visit("/reports/o07").text()
    assert reading.text == "vis"
    assert reading.report.hidden == {"display_none": 3}


def test_o12_an_empty_page_is_said_to_be_empty(visit: Open) -> None:
    reading = visit("/reports/o12").text()
    assert reading.text == ""
    assert reading.report.notes


@pytest.mark.parametrize("path", ["f02", "f03"])
def test_f02_f03_closed_roots_are_read_or_counted(visit: Open, path: str) -> None:
    reading = visit(f"/reports/{path}").text()
    wanted = {"f02": ("Contact", "Topic"), "f03": ("from the open root", "from the closed root")}[path]
    missing = [text for text in wanted if text not in reading.text]
    assert not missing or (reading.report.closed_shadow == 1 and not reading.report.complete)
    assert "from the open root" not in missing


def test_f05_a_page_that_frames_itself(visit: Open) -> None:
    tab = visit("/reports/f05", wait="domcontentloaded", settle=0.5)
    reading = read_in_time(tab, timeout_ms=1_000)
    assert "level" in reading.text


@pytest.mark.parametrize(("path", "text"), [("f07", "leaf"), ("f08", "top\n\nbottom"), ("f13", "A")])
def test_deep_and_nested_pages_are_read(visit: Open, path: str, text: str) -> None:
    assert visit(f"/reports/{path}").text().text == text


def test_f12_an_icon_is_no_text(visit: Open) -> None:
    assert visit("/reports/f12").text().text == "beside"


def test_i02_hidden_text_is_left_out_and_aria_hidden_is_kept(visit: Open) -> None:
    reading = visit("/reports/i02").text()
    assert "H1" not in reading.text
    assert "ok" in reading.text
    assert "A1" in reading.text
    assert reading.report.hidden["display_none"] == 2


def test_i03_seven_ways_to_hide_are_seven_reasons(visit: Open) -> None:
    reading = visit("/reports/i03").text()
    assert reading.text == "shown"
    hidden = dict(reading.report.hidden)
    for reason in ("display_none", "visibility", "opacity", "font_size", "off_screen", "clipped"):
        assert hidden.pop(reason) > 0
    # The box of no size may be named by its size or by what it cuts off.
    assert set(hidden) <= {"zero_box"}


def test_i06_a_hidden_banner_is_no_part_of_the_story(visit: Open) -> None:
    assert visit("/reports/i06").text().text == "story"


def test_i08_cells_do_not_run_together(visit: Open) -> None:
    assert "Total\t42" in visit("/reports/i08").text().text


def test_i10_aria_hidden_is_visible(visit: Open) -> None:
    assert visit("/reports/i10").text().text == "X"


@pytest.mark.parametrize("limit", [1_998, 1_999, 2_000, 2_001, 2_002, 2_003, 2_004, 2_005, 2_010])
def test_w01_no_surrogate_is_ever_alone(visit: Open, limit: int) -> None:
    reading = visit("/reports/w01").text(max_chars=limit)
    assert units(reading.text) <= limit
    assert json.loads(json.dumps(reading.to_dict()))["text"] == reading.text
    if limit >= 2_010:
        assert reading.text.endswith("A\N{REPLACEMENT CHARACTER}B")


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("w04", ["Region\tProduct\tUnits", "EU\tCable\t12", "Hub\t7", "Both\tOne", "1\t2\t3", "4\t5"]),
        ("w06", ["A\tB", "1\t2\t3"]),
        ("w07", ["Span", "1\t2"]),
        ("w11", ["a|b", "1\t2\t3"]),
        ("w13", ["foo\tbar"]),
    ],
)
def test_tables_keep_their_cells_apart(visit: Open, path: str, lines: list[str]) -> None:
    assert visit(f"/reports/{path}").text().text.split("\n") == lines


def test_w09_a_footer_is_text(visit: Open) -> None:
    text = visit("/reports/w09").text().text
    assert text.startswith("clause1 holds.")
    assert text.endswith("clause130 holds.")


def test_w10_a_small_page_is_read_whole(visit: Open) -> None:
    assert visit("/reports/w10").text().text.split() == ["1", "short"]


def test_w12_hidden_text_does_not_come_back(visit: Open) -> None:
    reading = visit("/reports/w12").text()
    assert reading.text == "hi"
    assert reading.report.hidden["display_none"] >= 900
