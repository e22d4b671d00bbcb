"""What a person sees, technique by technique, and next to it exactly what innerText gives."""

from __future__ import annotations

import time

import pytest
from tests.sites.server import Sites
from tests.sites.visibility import UNCOUNTED, Fixture, fixtures, path

from pagewarden.sync import Tab

ALL = pytest.mark.parametrize("fixture", fixtures(), ids=lambda fixture: fixture.name)


def go(tab: Tab, sites: Sites, fixture: Fixture) -> None:
    """Shows a fixture and waits until its frames are there."""
    tab.navigate(sites.url(path(fixture.name)), wait="load")


@ALL
def test_person_sees_what_is_seen(shared_tab: Tab, sites: Sites, fixture: Fixture) -> None:
    go(shared_tab, sites, fixture)
    reading = shared_tab.text()
    missing = [text for text in fixture.seen if text not in reading.text]
    leaked = [text for text in fixture.hidden if text in reading.text]
    assert (missing, leaked) == ([], []), fixture.why
    assert reading.report.complete or fixture.either


@ALL
def test_what_is_hidden_is_counted_by_reason(shared_tab: Tab, sites: Sites, fixture: Fixture) -> None:
    go(shared_tab, sites, fixture)
    counted = {reason for reason, characters in shared_tab.text().report.hidden.items() if characters}
    for text, reasons in fixture.hidden.items():
        assert UNCOUNTED in reasons or counted.intersection(reasons), text
    if not fixture.either:
        assert counted <= {reason for reasons in fixture.hidden.values() for reason in reasons}


def test_boxes_are_what_decides_in_a_live_page(shared_tab: Tab, sites: Sites) -> None:
    for name in ("second-line-cut", "left-absolute", "display-none"):
        shared_tab.navigate(sites.url(path(name)), wait="load")
        assert shared_tab.text().report.geometry == "checked"


@ALL
def test_innertext_is_exactly_that_of_the_browser(shared_tab: Tab, sites: Sites, fixture: Fixture) -> None:
    go(shared_tab, sites, fixture)
    # Content that is skipped until a frame has been drawn is in nobody's innerText before that.
    last = time.monotonic() + 2
    while (text := shared_tab.text(rendering="innertext").text) != fixture.innertext and time.monotonic() < last:
        time.sleep(0.05)
    assert text == fixture.innertext
