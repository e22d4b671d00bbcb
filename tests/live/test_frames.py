"""Frames: read when they are ours to read, named when they are not, and never waited for."""

from __future__ import annotations

import time

import pytest
from tests.live.conftest import Open
from tests.live.stopwatch import read_in_time
from tests.sites.server import Sites

import pagewarden
from pagewarden.models import PageText
from pagewarden.sync import Browser


def statuses(reading: PageText) -> list[str]:
    """What became of each frame."""
    return [frame.status for frame in reading.report.frames]


def test_frames_of_the_same_origin_are_read_in_their_place(visit: Open) -> None:
    text = visit("/reports/f09").text().text
    assert text.index("Products") < text.index("The first paragraph.")


def test_a_frameset_is_read(visit: Open) -> None:
    reading = visit("/frameset").text()
    assert "Inside frame 1" in reading.text
    assert "The first paragraph." in reading.text
    assert "no frames here" not in reading.text
    assert statuses(reading) == ["read", "read"]


@pytest.mark.parametrize(
    ("path", "text"),
    [("/reports/f01", "Inside"), ("/reports/f04", "editor text"), ("/reports/f10", "The first paragraph.")],
)
def test_what_is_in_a_frame_is_part_of_the_page(visit: Open, path: str, text: str) -> None:
    assert text in visit(path).text().text


def test_frames_are_no_part_of_inner_text(visit: Open) -> None:
    reading = visit("/reports/f01").text(rendering="innertext")
    assert reading.text == "top"


def test_frames_of_another_site_are_read_or_named(visit: Open) -> None:
    reading = visit("/oopif", settle=0.5).text()
    assert "Parent document" in reading.text
    assert "Inside frame 2" in reading.text
    assert len(reading.report.frames) >= 3
    unread = [status for status in statuses(reading) if status != "read"]
    if "Inside frame 1" in reading.text:
        assert unread == []
    else:
        assert set(unread) == {"out_of_process"}
        assert not reading.report.complete


def test_a_stuck_frame_of_another_site_does_not_hold_up_its_parent(visit: Open) -> None:
    tab = visit("/oopifloop", wait="domcontentloaded", settle=1.5)
    reading = read_in_time(tab, timeout_ms=1_500)
    assert "Healthy parent" in reading.text
    assert "End of the parent." in reading.text
    assert len(reading.report.frames) == 1


def test_a_frame_of_an_origin_that_is_not_allowed_is_not_read(sites: Sites) -> None:
    policy = pagewarden.Policy(allow_hosts=[f"127.0.0.1:{sites.port}"])
    with Browser.launch(policy=policy) as strict:
        for path in ("/otherorigin", "/oopif"):
            tab = strict.open(sites.url(path), wait="load")
            time.sleep(0.5)
            reading = tab.text()
            assert "Parent" in reading.text
            assert "Inside frame 9" not in reading.text
            assert "Inside frame 1" not in reading.text
            assert not reading.report.complete
            assert set(statuses(reading)) - {"read"}


def test_lazy_frames_that_never_loaded_are_not_waited_for(visit: Open) -> None:
    tab = visit("/lazyframes")
    reading = read_in_time(tab, timeout_ms=1_000)
    assert "Top of the page" in reading.text
    assert "Bottom of the page" in reading.text
    assert len(reading.report.frames) == 2
    assert "Inside frame 1" not in reading.text


def test_a_frame_without_a_document_is_not_waited_for(visit: Open) -> None:
    tab = visit("/hungframe", wait="domcontentloaded", settle=0.3)
    reading = read_in_time(tab, timeout_ms=1_000)
    assert reading.text.split() == ["Above", "the", "frame", "Below", "the", "frame"]


def test_a_page_that_frames_itself_ends(visit: Open) -> None:
    tab = visit("/selfframe", wait="domcontentloaded", settle=2.0)
    reading = read_in_time(tab, timeout_ms=2_000)
    assert "Level 0" in reading.text
    assert "Level 1" in reading.text


def test_many_frames_stay_within_the_limits(visit: Open) -> None:
    tab = visit("/manyframes", settle=0.5)
    reading = read_in_time(tab, timeout_ms=2_000)
    assert "small frame 1" in reading.text
    read = statuses(reading).count("read")
    assert reading.text.count("small frame") == read
    assert reading.report.complete == (read == 150)


def test_a_frame_of_another_port_is_read_when_its_origin_is_allowed(visit: Open) -> None:
    reading = visit("/otherorigin").text()
    assert "Parent text" in reading.text
    assert "Inside frame 9" in reading.text
