"""Shadow trees, open and closed, and pixels that are no text."""

from __future__ import annotations

from tests.live.conftest import Open


def test_open_and_closed_trees_are_read_or_counted(visit: Open) -> None:
    reading = visit("/closedshadow").text()
    assert "Light text" in reading.text
    assert "Open card" in reading.text
    assert "slotted into open" in reading.text
    assert "unseen in closed" not in reading.text
    assert "fake-closed-password-1" not in reading.text
    if reading.report.closed_shadow == 0:
        for text in ("Closed card", "slotted into closed", "Outer card", "Inner card"):
            assert text in reading.text
    else:
        assert not reading.report.complete


def test_slotted_text_stands_where_its_slot_is(visit: Open) -> None:
    text = visit("/closedshadow").text().text
    assert text.index("Open card") < text.index("slotted into open")


def test_shadow_trees_are_no_part_of_inner_text(visit: Open) -> None:
    text = visit("/closedshadow").text(rendering="innertext").text
    assert text.split("\n\n")[0] == "Light text"
    assert "card" not in text
    assert "slotted into closed" in text


def test_canvas_elements_are_counted(visit: Open) -> None:
    reading = visit("/canvas").text()
    assert reading.text.strip() == "Beside the canvas"
    assert reading.report.canvas == 2
