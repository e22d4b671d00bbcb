"""The test pages themselves: each can be fetched, says what it is for, and the recorded values fit the fixtures."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.sites.server import Sites
from tests.sites.visibility import UNCOUNTED, Fixture, fixtures

# The reasons that the report can name.
REASONS = {
    "display_none",
    "visibility",
    "opacity",
    "clipped",
    "off_screen",
    "zero_box",
    "font_size",
    "covered",
    "content_visibility",
    "closed_details",
    UNCOUNTED,
}

# The reports whose symptom is one of a page.
REPORTS = """
H02 H04 H06 H07 H08 H09 H12 H15 H16 H17 D01 D02 D06 T01 T02 T07 T08 T09 T10 O02 O03 O04 O05 O07 O12 F01 F02 F03 F04
F05 F07 F08 F09 F10 F11 F12 F13 I02 I03 I05 I06 I08 I10 S01 S02 S04 S06 S07 S09 S10 S12 S13 W01 W03 W04 W05 W06 W07
W08 W09 W10 W11 W12 W13 W14 W17 R02 R03 R04 M02 P07
"""

# What never ends is asked for no end.
ENDLESS = {"/hold", "/hold.js", "/hold.css", "/hold.png", "/stream", "/endless"}
ALL = pytest.mark.parametrize("fixture", fixtures(), ids=lambda fixture: fixture.name)


@pytest.fixture(scope="module")
def sites() -> Iterator[Sites]:
    """The running site."""
    with Sites() as running:
        yield running


def get(host: str, port: int, path: str) -> tuple[int, str, bytes]:
    """The status, the type and the body of a page."""
    connection = http.client.HTTPConnection(host, port, timeout=10)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.headers.get("Content-Type", ""), answer.read()
    finally:
        connection.close()


def test_every_page_can_be_fetched(sites: Sites) -> None:
    assert len(sites.pages) > 300
    for path, page in sites.pages.items():
        assert page.purpose
        if path not in ENDLESS:
            status, kind, body = get("127.0.0.1", sites.port, path)
            assert (status == 302) or (status in {200, 404} and kind and body), path
            assert b"{{" not in body, path


def test_every_page_is_the_same_each_time(sites: Sites) -> None:
    for path in ("/dash?n=500&frames=2", "/spa", "/deep?d=10", "/reports/t01?sections=3", "/bigtext?kb=2"):
        assert sites.answer(path) == sites.answer(path)


def test_the_dashboard_has_the_elements_that_were_asked_for(sites: Sites) -> None:
    for elements in (2_000, 20_000):
        tags = sites.answer(f"/dash?n={elements}").body.count(b"<") - sites.answer(f"/dash?n={elements}").body.count(
            b"</"
        )
        assert 0.9 * elements <= tags <= 1.2 * elements


def test_the_site_is_reached_as_three_origins(sites: Sites) -> None:
    bodies = {
        get(host, port, "/frame?n=5")[2]
        for host, port in (("127.0.0.1", sites.port), ("localhost", sites.port), ("127.0.0.1", sites.second_port))
    }
    assert len(bodies) == 1
    assert len({sites.here, sites.cross_site, sites.other_port}) == 3


def test_a_redirect_ends_where_it_says(sites: Sites) -> None:
    assert sites.answer("/redirect?to=other_port").headers["Location"] == sites.other_port + "/arrived"
    assert "hops=2" in sites.answer("/redirect?to=here&hops=3").headers["Location"]


def test_a_silent_page_sends_nothing(sites: Sites) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", sites.port, timeout=0.3)
    connection.request("GET", "/hold")
    with pytest.raises(TimeoutError):
        connection.getresponse()
    connection.close()


def test_every_report_of_the_field_that_needs_a_page_has_one(sites: Sites) -> None:
    named = " ".join(page.purpose.partition(":")[0] for page in sites.pages.values() if "/reports/" in page.path)
    for report in re.findall(r"\w+", REPORTS):
        assert report in named, report


@ALL
def test_a_fixture_names_known_reasons(fixture: Fixture) -> None:
    for reasons in fixture.hidden.values():
        assert reasons
        assert set(reasons) <= REASONS
    for text in fixture.texts:
        assert text in fixture.html or text in fixture.html.replace("&quot;", '"')


@ALL
def test_a_fixture_that_departs_from_what_is_painted_says_why(fixture: Fixture) -> None:
    unpainted = set(fixture.seen) - set(fixture.painted)
    painted = set(fixture.hidden) & set(fixture.painted)
    assert not (unpainted or painted) or fixture.why


def test_fixtures_have_names_of_their_own() -> None:
    names = [fixture.name for fixture in fixtures()]
    assert len(names) == len(set(names)) > 200


def test_every_case_of_inner_text_was_recorded(sites: Sites) -> None:
    recorded = json.loads((Path(__file__).resolve().parent / "recorded" / "eq.json").read_text("utf-8"))
    body = sites.answer("/eq").body.decode()
    assert body.count("data-case=") == len(recorded)
    assert all(f'data-case="{case}"' in body for case in recorded)
