"""Pages that Playwright drives, in both of its faces: read as they are, in time, and under a policy if one is given."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import playwright.async_api
import playwright.sync_api
import pytest
from tests.sites.server import Sites

import pagewarden
from pagewarden.browser.finder import find

ENDLESS = "setTimeout(() => { for (;;) {} }, 30)"


def how_to_launch() -> dict[str, Any]:
    """The arguments that make Playwright start the browser of this machine."""
    found = find("chromium").found
    assert found is not None
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {"executable_path": str(found.path), "args": ["--no-sandbox"] if root else []}


@pytest.fixture(scope="module")
def chromium() -> Iterator[playwright.sync_api.Browser]:
    """A browser of Playwright's."""
    with playwright.sync_api.sync_playwright() as running:
        browser = running.chromium.launch(**how_to_launch())
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: playwright.sync_api.Browser) -> Iterator[playwright.sync_api.Page]:
    """An empty page."""
    fresh = chromium.new_page()
    yield fresh
    fresh.close()


def test_a_page_is_read_with_its_frames_and_shadow_trees(page: playwright.sync_api.Page) -> None:
    page.set_content(
        "<title>T</title><p>Outer <span hidden>unseen</span></p><iframe srcdoc='<p>Framed'></iframe>"
        "<div><template shadowrootmode=open><p>Shadow</template></div>"
    )
    reading = pagewarden.page_text(page)
    assert reading.text == "Outer\n\nFramed\n\nShadow"
    assert (reading.source, reading.status, reading.freshness) == ("tree-walker", "ok", "live")
    assert reading.report.hidden == {"display_none": 6}
    assert [frame.status for frame in reading.report.frames] == ["read"]
    assert pagewarden.page_text(page, rendering="innertext").text == page.evaluate("document.body.innerText")


def test_scopes_and_limits_hold(page: playwright.sync_api.Page) -> None:
    page.set_content("<ul id=list>" + "<li>item" * 500 + "</ul><p data-kind=x>other")
    assert pagewarden.page_text(page, "#list li:nth-child(2)").text == "item"
    assert pagewarden.page_text(page, "[data-kind=x]").text == "other"
    cut = pagewarden.page_text(page, max_chars=40)
    assert cut.truncated
    assert cut.text == pagewarden.page_text(page, max_chars=40).text
    assert len(cut.text) == 40


def test_reading_many_times_costs_the_same(page: playwright.sync_api.Page) -> None:
    page.set_content("<p>again</p>")
    worlds = page.context.new_cdp_session(page)
    made: list[object] = []
    worlds.on("Runtime.executionContextCreated", lambda world: made.append(world))  # noqa: PLW0108 (it is given attributes)
    worlds.send("Runtime.enable")
    for _ in range(50):
        assert pagewarden.page_text(page).text == "again"
    ours = [world for world in made if "pagewarden" in str(world)]
    assert len(ours) == 1


def test_a_page_that_hangs_after_the_first_reading_is_read(page: playwright.sync_api.Page) -> None:
    page.set_content("<p>still here</p>")
    assert pagewarden.page_text(page).text == "still here"
    page.evaluate(ENDLESS)
    time.sleep(0.2)
    started = time.monotonic()
    reading = pagewarden.page_text(page, timeout_ms=2_000)
    assert time.monotonic() - started < 2.4
    assert (reading.text, reading.status) == ("still here", "ok")


def test_a_page_that_hung_before_says_so_in_time(page: playwright.sync_api.Page) -> None:
    page.set_content("<p>never seen</p>")
    page.evaluate(ENDLESS)
    time.sleep(0.2)
    started = time.monotonic()
    reading = pagewarden.page_text(page, timeout_ms=700)
    assert time.monotonic() - started < 1.5
    assert (reading.text, reading.status) == ("", "renderer_busy")
    assert any("first met" in note for note in reading.report.notes)


def test_a_policy_gates_the_origin(page: playwright.sync_api.Page, sites: Sites) -> None:
    page.goto(sites.url("/plainpage"))
    assert "The first paragraph." in pagewarden.page_text(page).text
    with pytest.raises(pagewarden.Blocked) as refused:
        pagewarden.page_text(page, policy=pagewarden.Policy())
    assert refused.value.reason == "origin"
    allowed = pagewarden.Policy(allow_hosts=sites.hosts)
    assert "The first paragraph." in pagewarden.page_text(page, policy=allowed).text


def test_wrong_arguments_are_refused(page: playwright.sync_api.Page) -> None:
    with pytest.raises(pagewarden.InvalidSelector):
        pagewarden.page_text(page, "p[")
    with pytest.raises(pagewarden.InvalidParameter):
        pagewarden.page_text(page, max_chars=0)
    with pytest.raises(pagewarden.InvalidParameter):
        pagewarden.page_text("page")  # type: ignore[call-overload]
    page.close()
    assert pagewarden.page_text(page).status == "disconnected"


def test_the_face_with_await_is_the_same() -> None:
    async def read() -> None:
        async with playwright.async_api.async_playwright() as running:
            browser = await running.chromium.launch(**how_to_launch())
            page = await browser.new_page()
            await page.set_content("<p>Hello <b>there</b>")
            assert (await pagewarden.page_text(page)).text == "Hello there"
            several = await asyncio.gather(*(pagewarden.page_text(page, "b") for _ in range(5)))
            assert {reading.text for reading in several} == {"there"}
            await page.evaluate(ENDLESS)
            await asyncio.sleep(0.2)
            assert (await pagewarden.page_text(page)).text == "Hello there"
            await browser.close()

    # The face without await keeps a loop running in this thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, read()).result()
