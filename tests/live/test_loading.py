"""Pages that are not done: read at once as far as they are there; and where a tab may go at all."""

from __future__ import annotations

import time

import pytest
from tests.live.conftest import Open, Wait
from tests.live.stopwatch import SLACK_MS, read_in_time, timed
from tests.sites.server import Sites

import pagewarden
from pagewarden.sync import Browser, Tab


@pytest.mark.parametrize(
    ("path", "wait", "text", "absent"),
    [
        ("/neverload", "domcontentloaded", "Readable long before it is complete.", "never read"),
        ("/neverparsed", "commit", "Parsed before the script.", "second half"),
        ("/endless", "commit", "The server sends no end.", "never read"),
        ("/eventsource", "domcontentloaded", "data", "never read"),
        ("/slowresources", "commit", "Text of the document itself.", "never read"),
        ("/reports/h06", "domcontentloaded", "data", "never read"),
        ("/reports/h07", "domcontentloaded", "visible now", "never read"),
        ("/reports/h08", "commit", "Example", "never read"),
        ("/reports/h17", "domcontentloaded", "main", "Inside frame"),
    ],
)
def test_what_is_there_is_read_without_waiting_for_the_rest(
    visit: Open, path: str, wait: Wait, text: str, absent: str
) -> None:
    tab, opening = timed(lambda: visit(path, wait=wait, settle=0.3))
    reading = read_in_time(tab, timeout_ms=1_000)
    assert opening <= 5_000
    assert text in reading.text
    assert absent not in reading.text
    assert reading.freshness == "live"


def test_a_read_in_the_instant_after_the_navigation_is_answered(browser: Browser, sites: Sites) -> None:
    tab = browser.new_tab()
    for _ in range(10):
        tab.navigate(sites.url("/reports/h12"), wait="commit")
        reading = read_in_time(tab, timeout_ms=1_000)
        assert reading.text in {"", "a"}
        assert reading.status != "disconnected"
    tab.close()


def test_a_navigation_tells_where_it_ended(shared_tab: Tab, sites: Sites) -> None:
    result = shared_tab.navigate(sites.url("/plainpage"), wait="load")
    assert result.url == sites.url("/plainpage")
    assert result.status == 200
    assert shared_tab.title() == "Plain page"
    assert shared_tab.navigate(sites.url("/missing"), wait="load").status == 404
    assert shared_tab.text().text == "No such page"


def test_plain_text_is_read(shared_tab: Tab, sites: Sites) -> None:
    shared_tab.navigate(sites.url("/plain"), wait="load")
    assert shared_tab.text().text.split("\n")[:2] == ["plain line one", "plain line two"]


def test_the_query_of_an_address_is_not_given_out(shared_tab: Tab, sites: Sites) -> None:
    secret = "-".join(("fake", "address", "token"))
    shared_tab.navigate(sites.url(f"/plainpage?access_token={secret}"), wait="load")
    assert secret not in (shared_tab.url or "")
    assert secret not in repr(shared_tab)


def test_a_load_that_never_ends_is_no_failure(shared_tab: Tab, sites: Sites) -> None:
    result, milliseconds = timed(
        lambda: shared_tab.navigate(sites.url("/neverload"), timeout_ms=1_500, wait="domcontentloaded")
    )
    assert milliseconds <= 1_500 + SLACK_MS
    assert result.status == 200
    assert result.load_state not in {"load", "complete"}


def test_a_navigation_that_is_never_answered_ends_in_time(shared_tab: Tab, sites: Sites) -> None:
    begin = time.monotonic()
    with pytest.raises(pagewarden.PagewardenError) as caught:
        shared_tab.navigate(sites.url("/hold"), timeout_ms=700)
    assert (time.monotonic() - begin) * 1000 <= 700 + SLACK_MS
    assert caught.value.reason in {"timeout", "navigation_failed"}
    shared_tab.navigate(sites.url("/plainpage"), wait="load")
    assert "The first paragraph." in shared_tab.text().text


def test_a_refused_connection_is_an_error_without_the_driver_s_words(sites: Sites) -> None:
    # The port is allowed and closed.
    with Sites() as gone:
        port = gone.port
    policy = pagewarden.Policy(allow_hosts=[f"127.0.0.1:{port}"])
    with Browser.launch(policy=policy) as browser, pytest.raises(pagewarden.PagewardenError) as caught:
        browser.open(f"http://127.0.0.1:{port}/plainpage?token=fake-token-value")
    assert caught.value.reason == "navigation_failed"
    assert caught.value.hint
    assert "ERR_" not in str(caught.value)
    assert "fake-token-value" not in str(caught.value)
    assert sites.port != port


@pytest.mark.parametrize("hops", [1, 5])
def test_redirects_within_the_policy_are_followed(shared_tab: Tab, sites: Sites, hops: int) -> None:
    result = shared_tab.navigate(sites.url(f"/redirect?to=here&hops={hops}"), wait="load")
    assert result.url == sites.url("/arrived")
    assert "The last stop of a redirect." in shared_tab.text().text


@pytest.mark.parametrize("to", ["other_port", "cross_site"])
def test_a_redirect_out_of_the_policy_is_blocked(sites: Sites, to: str) -> None:
    policy = pagewarden.Policy(allow_hosts=[f"127.0.0.1:{sites.port}"])
    with Browser.launch(policy=policy) as browser:
        tab = browser.new_tab()
        with pytest.raises(pagewarden.Blocked) as caught:
            tab.navigate(sites.url(f"/redirect?to={to}&hops=2"), wait="load")
        assert caught.value.hint
        assert "The last stop of a redirect." not in tab.text().text


def test_a_redirect_to_a_file_is_refused(shared_tab: Tab, sites: Sites) -> None:
    # The browser itself does not go from the web to a file.
    with pytest.raises(pagewarden.PagewardenError) as caught:
        shared_tab.navigate(sites.url("/redirect?to=file"), wait="load")
    assert caught.value.reason in {"blocked_by_policy", "navigation_failed"}
    shared_tab.navigate(sites.url("/arrived"), wait="load")


def test_redirects_without_end_are_an_error(shared_tab: Tab, sites: Sites) -> None:
    with pytest.raises(pagewarden.PagewardenError):
        shared_tab.navigate(sites.url("/redirect?to=self"), timeout_ms=5_000)
    shared_tab.navigate(sites.url("/arrived"), wait="load")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:1/",
        "http://[::1]:1/",
        "http://169.254.169.254/latest/meta-data/",
        "file:///etc/hostname",
        "chrome://version",
        "javascript:alert(1)",
        "view-source:http://127.0.0.1:1/",
        "http://user:fake-word@127.0.0.1:1/",
    ],
)
def test_an_address_out_of_the_policy_is_not_visited(browser: Browser, url: str) -> None:
    with pytest.raises(pagewarden.Blocked) as caught:
        browser.open(url)
    assert caught.value.hint
    assert "fake-word" not in str(caught.value)


def test_a_page_opens_no_window_by_itself(visit: Open, browser: Browser) -> None:
    before = len(browser.tabs())
    opener = visit("/popup", settle=1.0)
    assert len(browser.tabs()) == before + 1
    assert "Text of the opener." in opener.text().text


def test_a_popup_is_a_tab_of_its_own(sites: Sites) -> None:
    policy = pagewarden.Policy(allow_hosts=sites.hosts)
    with Browser.launch(policy=policy, args=["--disable-popup-blocking"]) as browser:
        opener = browser.open(sites.url("/popup"), wait="load")
        time.sleep(1.5)
        popups = [tab for tab in browser.tabs() if "/plainpage" in tab.url]
        assert len(popups) == 1
        assert "The first paragraph." in popups[0].text().text
        assert "Text of the opener." in opener.text().text


def test_tabs_have_names_that_do_not_return(browser: Browser, sites: Sites) -> None:
    first = browser.open(sites.url("/plainpage"))
    first.close()
    second = browser.open(sites.url("/plainpage"))
    assert first.id != second.id
    assert second.id in {tab.id for tab in browser.tabs()}
    assert first.id not in {tab.id for tab in browser.tabs()}
    second.close()


def test_history_is_gone_through(shared_tab: Tab, sites: Sites) -> None:
    shared_tab.navigate(sites.url("/plainpage"), wait="load")
    shared_tab.navigate(sites.url("/arrived"), wait="load")
    shared_tab.back()
    assert "The first paragraph." in shared_tab.text().text
    shared_tab.forward()
    assert "The last stop" in shared_tab.text().text


@pytest.mark.parametrize(
    ("path", "visible", "hidden"),
    [("/hiddenroot", "", "Cloaked heading"), ("/hiddenhtml", "", "Nobody sees this"), ("/reports/h15", "", "Hi")],
)
def test_a_hidden_root_is_empty_counted_and_read_on_request(visit: Open, path: str, visible: str, hidden: str) -> None:
    tab = visit(path)
    reading = read_in_time(tab, timeout_ms=1_000)
    assert reading.text == visible
    assert reading.report.hidden["display_none"] >= len(hidden)
    assert hidden in tab.text(visible_only=False).text
