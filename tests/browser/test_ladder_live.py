"""The ladder on real pages that hang, block, crash or go: an answer in time, and the page unharmed."""

from __future__ import annotations

import asyncio
import json
import os
import signal

import pytest
from tests.browser.live import TEXT, browser_for, in_page, live, needs_chromium, read, until
from tests.loopback import Answer, Site

from pagewarden import _core
from pagewarden.browser.tab import Tab

pytestmark = needs_chromium

# What an answer may come after its deadline, on a machine that does other things too.
SLACK_MS = 100


async def settled(tab: Tab, seconds: float = 0.25) -> None:
    """Waits until the page has begun what it is there for."""
    await asyncio.sleep(seconds)
    assert tab.status in ("ok", "blocked_by_dialog")


@live
async def test_a_quiet_page_is_read_directly(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/plain"))
        captured, _ = await read(tab)
        assert (captured.rung.payload, captured.rung.status, captured.rung.how) == ("plain text", "ok", "direct")
        assert captured.rung.freshness == "live"
        assert captured.frames == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/loop", "before the loop"),
        ("/regex", "regex text"),
        ("/micro", "promise text"),
        ("/loopload", "loading and looping"),
    ],
)
@live
async def test_a_page_in_a_loop_is_read_from_a_pause_and_runs_on(site: Site, path: str, text: str) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url(path), wait="commit")
        await settled(tab)
        for _ in range(3):
            captured, elapsed = await read(tab)
            assert (captured.rung.payload, captured.rung.status, captured.rung.how) == (text, "ok", "paused")
            assert elapsed < 600
        session = tab.session
        assert session is not None
        await until(lambda: not session.pauses.paused)


@live
async def test_the_loop_of_the_page_goes_on_after_it_was_read(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/count"))
        await settled(tab)
        seen = []
        for _ in range(3):
            captured, _elapsed = await read(tab, expression="document.body.dataset.n")
            assert captured.rung.payload is not None
            seen.append(int(captured.rung.payload))
            await asyncio.sleep(0.05)
        assert seen[0] < seen[1] < seen[2]


@live
async def test_a_collector_that_overruns_in_a_pause_does_not_end_the_loop_of_the_page(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/count"))
        await settled(tab)
        slow = "(() => { const t = performance.now(); while (performance.now() - t < 900); return 'slow'; })()"
        captured, elapsed = await read(tab, timeout_ms=400, expression=slow)
        assert captured.rung.payload is None
        assert captured.rung.status == "renderer_busy"
        assert elapsed < 400 + SLACK_MS
        # The next reading waits for the former question and then asks its own.
        first, _ = await read(tab, timeout_ms=3000, expression="document.body.dataset.n")
        second, _ = await read(tab, timeout_ms=3000, expression="document.body.dataset.n")
        assert int(str(first.rung.payload)) < int(str(second.rung.payload))


@live
async def test_a_busy_page_is_read_within_its_deadline(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/busy"))
        await asyncio.sleep(2.1)
        for _ in range(4):
            captured, elapsed = await read(tab)
            assert captured.rung.payload == "busy text"
            assert elapsed < 700
            await asyncio.sleep(0.3)


@live
async def test_debugger_statements_are_inert(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/debugger"))
        await asyncio.sleep(0.2)
        first = int(await in_page(tab, "document.body.dataset.n"))
        captured, _ = await read(tab)
        assert captured.rung.payload == "debugger text"
        await asyncio.sleep(0.2)
        assert int(await in_page(tab, "document.body.dataset.n")) > first


@live
async def test_a_pause_that_did_not_come_is_disarmed(site: Site) -> None:
    async with browser_for(site, last_good=False) as browser:
        tab = await browser.open(site.url("/plain"))
        session = tab.session
        assert session is not None
        # An idle page: the pause stays armed, as after a collector that took long on a healthy page.
        session.pauses.pause()
        await asyncio.sleep(0.1)
        assert not session.pauses.paused
        session.pauses.resume()
        await asyncio.sleep(0.1)
        assert not session.pauses.paused
        await in_page(tab, "setTimeout(() => { document.body.dataset.ran = 'yes' }, 0)")
        await asyncio.sleep(0.1)
        captured, _ = await read(tab, expression="String(document.body.dataset.ran)")
        assert (captured.rung.payload, captured.rung.how) == ("yes", "direct")


@live
async def test_a_stray_pause_is_resumed(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/grow"))
        session = tab.session
        assert session is not None
        session.pauses.pause()
        session.pauses.resume()
        await asyncio.sleep(0.3)
        assert not session.pauses.paused
        before, _ = await read(tab)
        await asyncio.sleep(0.1)
        after, _ = await read(tab)
        assert len(str(after.rung.payload)) > len(str(before.rung.payload))


@live
async def test_a_slow_collector_on_a_healthy_page_comes_late(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/plain"))
        slow = "(() => { const t = performance.now(); while (performance.now() - t < 300); return 'done'; })()"
        captured, _ = await read(tab, expression=slow)
        assert (captured.rung.payload, captured.rung.how) == ("done", "late")
        captured, elapsed = await read(tab)
        assert captured.rung.how == "direct"
        assert elapsed < 100


@live
async def test_an_alert_is_told_at_once_with_the_last_copy(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/alert"))
        await until(lambda: tab.dialog == "alert")
        captured, elapsed = await read(tab)
        assert elapsed < 50
        assert tab.status == captured.rung.status == "blocked_by_dialog"
        assert (captured.rung.payload, captured.rung.freshness) == ("alert text", "last-good")
        assert 0 < captured.rung.age_ms < 5000
        assert await tab.dismiss_dialog()
        captured, _ = await read(tab)
        assert (captured.rung.payload, captured.rung.freshness) == ("alert text", "live")


@live
async def test_an_alert_that_opens_while_the_page_is_read_ends_the_reading(site: Site) -> None:
    async with browser_for(site, last_good=False) as browser:
        tab = await browser.open(site.url("/plain"))
        slow = "(() => { const t = performance.now(); while (performance.now() - t < 100); return 'done'; })()"
        reading = asyncio.create_task(read(tab, expression=slow))
        await asyncio.sleep(0.02)
        session = tab.session
        assert session is not None
        session.post("Runtime.evaluate", {"expression": "setTimeout(() => alert(1), 0)"})
        await reading
        await until(lambda: tab.dialog == "alert")
        captured, elapsed = await read(tab)
        assert captured.rung.status == "blocked_by_dialog"
        assert captured.rung.payload is None
        assert elapsed < 50


@pytest.mark.parametrize(("path", "text"), [("/sort", "sorting text"), ("/xhr", "waiting text")])
@live
async def test_what_cannot_be_paused_gives_the_last_copy_in_time(site: Site, path: str, text: str) -> None:
    site.paths["/slow"] = Answer(b"late", delay=20.0)
    async with browser_for(site) as browser:
        tab = await browser.open(site.url(path))
        await asyncio.sleep(2.4)
        captured, elapsed = await read(tab, timeout_ms=600)
        assert elapsed < 600 + SLACK_MS
        if captured.rung.how == "last-good":
            assert captured.rung.status == "renderer_busy"
            assert captured.rung.age_ms > 0
        # A sort may reach its end within the time; nothing else may be said then.
        assert captured.rung.payload == text
        captured, elapsed = await read(tab, timeout_ms=300)
        assert elapsed < 300 + SLACK_MS


@live
async def test_an_answer_that_came_to_nothing_gives_way_to_the_last_copy(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/plain"))
        await until(lambda: tab.session is not None and len(tab.session.last_good) == 1)
        for answer in (_core.LATE, 'pagewarden1:2:{}z17:{"cut":"timeout_ms"}'):
            captured, _ = await read(tab, expression=json.dumps(answer))
            assert captured.rung.how == "last-good"
            assert captured.rung.status == "renderer_busy"
            assert captured.rung.payload == "plain text"


@live
async def test_without_copies_a_blocked_page_gives_nothing_in_time(site: Site) -> None:
    site.paths["/slow"] = Answer(b"late", delay=3.0)
    async with browser_for(site, last_good=False) as browser:
        tab = await browser.open(site.url("/xhr"))
        await asyncio.sleep(1.8)
        captured, elapsed = await read(tab, timeout_ms=400)
        assert (captured.rung.payload, captured.rung.status, captured.rung.how) == (None, "renderer_busy", "none")
        assert elapsed < 400 + SLACK_MS
        assert tab.status == "renderer_busy"
        # One question is on its way, and no second one is added by asking again.
        waiting = browser.connection.pending
        for _ in range(3):
            await read(tab, timeout_ms=200)
        assert browser.connection.pending <= waiting + 1
        captured, _ = await read(tab, timeout_ms=5000)
        assert captured.rung.payload == "waiting text"
        session = tab.session
        assert session is not None
        await until(lambda: not session.pauses.paused)


@live
async def test_a_crash_is_told_at_once_and_a_reload_recovers(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/loop"))
        await settled(tab)
        session = tab.session
        assert session is not None
        slow = "(() => { const t = performance.now(); while (performance.now() - t < 5000); return 'done'; })()"
        reading = asyncio.create_task(read(tab, timeout_ms=8000, expression=slow))
        await asyncio.sleep(0.3)
        session.post("Page.crash")
        captured, elapsed = await reading
        assert captured.rung.status == "crashed"
        assert elapsed < 3000
        assert tab.status == "crashed"
        captured, elapsed = await read(tab)
        assert (captured.rung.status, captured.rung.how) == ("crashed", "none")
        assert elapsed < 50
        await tab.navigate(site.url("/plain"))
        captured, _ = await read(tab)
        assert captured.rung.payload == "plain text"
        # Also the new process can be paused: what prepares a page outlives the old one.
        await tab.navigate(site.url("/loop"))
        await settled(tab)
        captured, _ = await read(tab)
        assert (captured.rung.payload, captured.rung.how) == ("before the loop", "paused")


@live
async def test_a_killed_browser_is_told_at_once(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/loop"))
        await settled(tab)
        slow = "(() => { const t = performance.now(); while (performance.now() - t < 5000); return 'done'; })()"
        reading = asyncio.create_task(read(tab, timeout_ms=8000, expression=slow))
        await asyncio.sleep(0.3)
        assert browser.pid is not None
        os.killpg(browser.pid, signal.SIGKILL)
        captured, elapsed = await reading
        assert captured.rung.status == "disconnected"
        assert elapsed < 1500
        assert browser.closed
        assert tab.status == "disconnected"


@live
async def test_a_page_that_never_loads_is_readable(site: Site) -> None:
    site.paths["/slow"] = Answer(b"late", delay=5.0)
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/never"))
        assert tab.load_state == "domcontentloaded"
        captured, elapsed = await read(tab)
        assert captured.rung.payload == "readable all the same"
        assert elapsed < 100


@live
async def test_a_cancelled_reading_leaves_the_page_running_and_readable(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/loop"))
        await settled(tab)
        slow = "(() => { const t = performance.now(); while (performance.now() - t < 400); return 'done'; })()"
        for delay in (0.0, 0.02, 0.1, 0.16, 0.2, 0.3):
            reading = asyncio.create_task(read(tab, expression=slow))
            await asyncio.sleep(delay)
            reading.cancel()
            with pytest.raises(asyncio.CancelledError):
                await reading
        captured, _ = await read(tab, timeout_ms=3000)
        assert captured.rung.payload == "before the loop"
        session = tab.session
        assert session is not None
        await until(lambda: not session.pauses.paused)


@live
async def test_a_thousand_readings_leave_nothing_behind(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/plain"))
        session = tab.session
        assert session is not None

        async def heap() -> float:
            await session.send("HeapProfiler.collectGarbage")
            metrics = (await session.send("Performance.getMetrics"))["metrics"]
            return next(float(metric["value"]) for metric in metrics if metric["name"] == "JSHeapUsedSize")

        for _ in range(50):
            await read(tab)
        before = await heap()
        tasks = len(asyncio.all_tasks())
        for _ in range(1000):
            captured, _ = await read(tab, expression=TEXT)
            assert captured.rung.payload == "plain text"
        assert await heap() < before + 300_000
        assert browser.connection.pending == 0
        assert len(asyncio.all_tasks()) <= tasks
        main = session.frames.main
        assert main is not None
        assert main.world is not None


@live
async def test_a_page_that_prints_without_end_is_read(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/print"))
        await asyncio.sleep(0.3)
        for _ in range(3):
            captured, elapsed = await read(tab)
            assert captured.rung.payload == "printing text"
            assert elapsed < 1000
