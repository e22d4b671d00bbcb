"""The face with await: the same answers, several tabs at once, and a caller who changes his mind."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest
from tests.sites.server import Sites

import pagewarden


def run(sites: Sites, scenario: Callable[[pagewarden.Browser], Awaitable[None]]) -> None:
    """Runs a scenario with a browser of its own."""

    async def whole() -> None:
        async with pagewarden.Browser.launch(policy=pagewarden.Policy(allow_hosts=sites.hosts)) as browser:
            await scenario(browser)

    asyncio.run(whole())


def test_a_tab_is_opened_and_read(sites: Sites) -> None:
    async def scenario(browser: pagewarden.Browser) -> None:
        tab = await browser.open(sites.url("/plainpage"))
        reading = await tab.text("#first", max_chars=1_000, max_nodes=100, timeout_ms=1_000)
        assert reading.text == "The first paragraph."
        assert str(reading) == reading.text
        assert await tab.title() == "Plain page"

    run(sites, scenario)


def test_a_browser_is_awaited_and_closed_by_hand(sites: Sites) -> None:
    async def scenario() -> None:
        browser = await pagewarden.Browser.launch(policy=pagewarden.Policy(allow_hosts=sites.hosts))
        try:
            tab = await browser.open(sites.url("/arrived"))
            assert "The last stop" in (await tab.text()).text
        finally:
            await browser.close()

    asyncio.run(scenario())


def test_tabs_are_read_at_once_and_a_stuck_one_holds_up_none(sites: Sites) -> None:
    async def scenario(browser: pagewarden.Browser) -> None:
        stuck = await browser.open(sites.url("/syncxhr?after=100"))
        tabs = [await browser.open(sites.url(f"/frame?n={number}")) for number in range(6)]
        await asyncio.sleep(0.5)
        begin = time.monotonic()
        slow = asyncio.ensure_future(stuck.text(timeout_ms=2_000))
        readings = await asyncio.gather(*(tab.text(timeout_ms=1_800) for tab in tabs))
        assert time.monotonic() - begin < 1.9
        assert [reading.text for reading in readings] == [f"Inside frame {number}" for number in range(6)]
        assert (await slow).status == "renderer_busy"

    run(sites, scenario)


def test_one_tab_is_read_twice_at_once(sites: Sites) -> None:
    async def scenario(browser: pagewarden.Browser) -> None:
        tab = await browser.open(sites.url("/dash?n=5000"))
        first, second = await asyncio.gather(tab.text(max_chars=3_000), tab.text("main", max_chars=500))
        assert first.text.startswith("Dashboard")
        assert len(second.text) <= 500
        assert second.text[:20] in first.text

    run(sites, scenario)


def test_a_read_that_is_cancelled_leaves_the_tab_usable(sites: Sites) -> None:
    async def scenario(browser: pagewarden.Browser) -> None:
        tab = await browser.open(sites.url("/busy"))
        await asyncio.sleep(1.0)
        task = asyncio.ensure_future(tab.text(timeout_ms=5_000))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        reading = await tab.text(timeout_ms=12_000)
        assert "Readable between two tasks." in reading.text

    run(sites, scenario)


def test_a_closed_tab_says_so(sites: Sites) -> None:
    async def scenario(browser: pagewarden.Browser) -> None:
        tab = await browser.open(sites.url("/plainpage"))
        await tab.close()
        with pytest.raises(pagewarden.PagewardenError) as caught:
            await tab.text()
        assert caught.value.hint

    run(sites, scenario)
