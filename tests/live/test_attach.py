"""Attaching to someone's browser: nothing is read whose origin was not named, and one stuck tab holds up nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from tests.live.stopwatch import SLACK_MS, timed
from tests.sites.foreign_browser import ForeignBrowser
from tests.sites.server import Sites

import pagewarden
from pagewarden.sync import Browser, Tab


@pytest.fixture(scope="module")
def foreign(sites: Sites) -> Iterator[ForeignBrowser]:
    """Somebody's browser, with a page of the site in a tab."""
    with ForeignBrowser() as running:
        running.open(sites.url("/plainpage"))
        time.sleep(1.0)
        yield running


@pytest.fixture
def policy(sites: Sites) -> pagewarden.Policy:
    """A policy by which the site may be visited; attaching needs an origin besides."""
    return pagewarden.Policy(allow_hosts=sites.hosts)


def tab_at(browser: Browser, ending: str) -> Tab:
    """The tab whose address ends so."""
    return next(tab for tab in browser.tabs() if (tab.url or "").endswith(ending))


def test_without_a_named_origin_nothing_is_read(foreign: ForeignBrowser, policy: pagewarden.Policy) -> None:
    with Browser.attach(foreign.endpoint, policy=policy) as browser:
        tabs = browser.tabs()
        assert tabs
        for tab in tabs:
            with pytest.raises(pagewarden.Blocked) as caught:
                tab.text()
            assert caught.value.reason == "origin"
            assert "allow_origins" in caught.value.hint
            assert "paragraph" not in str(caught.value)


def test_a_named_origin_is_read(foreign: ForeignBrowser, policy: pagewarden.Policy, sites: Sites) -> None:
    with Browser.attach(foreign.endpoint, policy=policy, allow_origins=[sites.here]) as browser:
        assert "The first paragraph." in tab_at(browser, "/plainpage").text().text


@pytest.mark.parametrize("form", ["http", "port", "websocket"])
def test_every_form_of_an_endpoint_is_taken(
    foreign: ForeignBrowser, policy: pagewarden.Policy, sites: Sites, form: str
) -> None:
    endpoints: dict[str, Callable[[], str | int]] = {
        "http": lambda: foreign.endpoint,
        "port": lambda: foreign.port,
        "websocket": lambda: str(foreign.ask("version")["webSocketDebuggerUrl"]),
    }
    with Browser.attach(endpoints[form](), policy=policy, allow_origins=[sites.here]) as browser:
        assert tab_at(browser, "/plainpage").title() == "Plain page"


def test_an_origin_is_taken_exactly(foreign: ForeignBrowser, policy: pagewarden.Policy, sites: Sites) -> None:
    for origin in (sites.cross_site, sites.other_port, sites.here.replace("http:", "https:"), "http://127.0.0.1"):
        with Browser.attach(foreign.endpoint, policy=policy, allow_origins=[origin]) as browser:
            tab = tab_at(browser, "/plainpage")
            with pytest.raises(pagewarden.Blocked):
                tab.text()


def test_a_star_names_every_origin(foreign: ForeignBrowser, policy: pagewarden.Policy) -> None:
    with Browser.attach(foreign.endpoint, policy=policy, allow_origins=["*"]) as browser:
        assert "The first paragraph." in tab_at(browser, "/plainpage").text().text


def test_a_frame_of_an_origin_that_was_not_named_is_not_read(policy: pagewarden.Policy, sites: Sites) -> None:
    with ForeignBrowser() as foreign:
        foreign.open(sites.url("/otherorigin"))
        time.sleep(1.0)
        with Browser.attach(foreign.endpoint, policy=policy, allow_origins=[sites.here]) as browser:
            reading = tab_at(browser, "/otherorigin").text()
    assert "Parent text" in reading.text
    assert "Inside frame 9" not in reading.text
    assert [frame.status for frame in reading.report.frames] == ["denied"]
    assert not reading.report.complete


def test_the_gate_is_asked_again_when_the_tab_has_moved(policy: pagewarden.Policy, sites: Sites) -> None:
    with ForeignBrowser() as foreign:
        foreign.open(sites.url("/jumps?after=2500"))
        with Browser.attach(foreign.endpoint, policy=policy, allow_origins=[sites.cross_site]) as browser:
            time.sleep(0.5)
            for _ in range(2):
                tab = next(tab for tab in browser.tabs() if tab.url != "about:blank")
                with pytest.raises(pagewarden.Blocked):
                    tab.text()
                time.sleep(2.5)


def test_a_stuck_tab_and_one_with_a_dialog_do_not_hold_up_attaching(policy: pagewarden.Policy, sites: Sites) -> None:
    with ForeignBrowser() as foreign:
        foreign.open(sites.url("/loop?after=100"))
        foreign.open(sites.url("/alert?after=100"))
        foreign.open(sites.url("/sortloop?after=100"))
        foreign.open(sites.url("/plainpage"))
        time.sleep(2.0)

        def attach_and_read() -> str:
            with Browser.attach(foreign.endpoint, policy=policy, allow_origins=[sites.here]) as browser:
                return tab_at(browser, "/plainpage").text(timeout_ms=4_000).text

        text, milliseconds = timed(attach_and_read)
        assert "The first paragraph." in text
        assert milliseconds <= 5_000


@pytest.mark.parametrize("name", ["loop", "alert", "sortloop"])
def test_a_tab_that_was_stuck_before_is_said_to_be(policy: pagewarden.Policy, sites: Sites, name: str) -> None:
    with ForeignBrowser() as foreign:
        foreign.open(sites.url(f"/{name}?after=100"))
        time.sleep(1.5)
        with Browser.attach(foreign.endpoint, policy=policy, allow_origins=[sites.here]) as browser:
            tab = next(tab for tab in browser.tabs() if name in (tab.url or ""))
            reading, milliseconds = timed(lambda: tab.text(timeout_ms=1_000))
    assert milliseconds <= 1_000 + SLACK_MS
    assert reading.text == ""
    assert reading.status in {"renderer_busy", "blocked_by_dialog"}
    assert not reading.report.complete


def test_closing_leaves_the_browser_and_its_tabs(policy: pagewarden.Policy, sites: Sites) -> None:
    with ForeignBrowser() as foreign:
        foreign.open(sites.url("/plainpage"))
        time.sleep(0.5)
        before = set(foreign.tabs())
        with Browser.attach(foreign.endpoint, policy=policy, allow_origins=[sites.here]) as browser:
            tab_at(browser, "/plainpage").text()
        assert foreign.is_running()
        assert before <= set(foreign.tabs())


def test_a_browser_that_goes_away_is_said_to_be_gone(policy: pagewarden.Policy, sites: Sites) -> None:
    with ForeignBrowser() as foreign:
        foreign.open(sites.url("/plainpage"))
        time.sleep(0.5)
        with Browser.attach(foreign.endpoint, policy=policy, allow_origins=[sites.here]) as browser:
            tab = tab_at(browser, "/plainpage")
            tab.text()
            foreign.close()
            time.sleep(0.3)
            begin = time.monotonic()
            try:
                status = tab.text(timeout_ms=1_000).status
            except pagewarden.PagewardenError as error:
                # Without a copy there is nothing to return, and the error says as much.
                status = error.reason
            assert (time.monotonic() - begin) * 1000 <= 1_000 + SLACK_MS
            assert status in {"disconnected", "tab_closed"}


def test_a_closed_port_is_an_error_in_time(policy: pagewarden.Policy) -> None:
    with Sites() as gone:
        port = gone.port
    begin = time.monotonic()
    with pytest.raises(pagewarden.PagewardenError) as caught, Browser.attach(port, policy=policy):
        pass
    assert caught.value.hint
    assert time.monotonic() - begin < 5
