"""Visiting a browser that somebody uses: at once, whatever its tabs do, by leave only, and without a trace."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.browser.live import TEXT, live, needs_chromium, policy_for, read, serve_pages, until
from tests.loopback import Site

from pagewarden import Blocked, Disconnected
from pagewarden.browser.chromium import Browser
from pagewarden.browser.finder import first_usable
from pagewarden.browser.launch import arguments, environment
from pagewarden.browser.tab import Tab

pytestmark = needs_chromium


@asynccontextmanager
async def somebodys_browser(*urls: str) -> AsyncIterator[int]:
    """A browser with tabs that others opened; gives its port."""
    executable = first_usable("chromium")
    assert executable is not None
    profile = Path(tempfile.mkdtemp(prefix="theirs-"))
    line = [flag for flag in arguments(profile, headless=True, pipe=False) if flag != "--no-startup-window"]
    quiet = subprocess.DEVNULL
    running = subprocess.Popen(  # noqa: ASYNC220 (short)
        [executable, *line, "about:blank"],
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        start_new_session=True,
        env=environment(profile),
    )
    try:
        file = profile / "DevToolsActivePort"
        until_time = time.monotonic() + 20
        while not file.exists() or "\n" not in file.read_text("utf-8"):
            assert time.monotonic() < until_time
            await asyncio.sleep(0.02)
        port = int(file.read_text("utf-8").split("\n")[0])
        for url in urls:
            await open_in(port, url)
        yield port
    finally:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait(10)
        shutil.rmtree(profile, ignore_errors=True)


async def open_in(port: int, url: str) -> None:
    """Opens a tab as a person would, without a conversation with the page."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"PUT /json/new?{url} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    assert b" 200 " in await reader.readline()
    writer.close()


def at(browser: Browser, url: str) -> Tab:
    """The tab that shows an address."""
    (found,) = [tab for tab in browser.tabs() if tab.url == url]
    return found


@live
async def test_attaching_waits_for_no_tab(site: Site) -> None:
    serve_pages(site)
    urls = [site.url(path) for path in ("/loop", "/alertnow", "/plain")]
    loop = asyncio.get_running_loop()
    async with somebodys_browser(*urls) as port:
        await asyncio.sleep(1.0)
        start = loop.time()
        async with Browser.attach(port, policy_for(site), [f"http://{site.host}"], collector_call=TEXT) as browser:
            assert loop.time() - start < 0.5
            assert browser.attached
            await until(lambda: len(browser.tabs()) >= 3)
            assert {tab.url for tab in browser.tabs()} >= set(urls)
            assert not any(tab.ours for tab in browser.tabs())
            captured, elapsed = await read(at(browser, site.url("/plain")))
            assert captured.rung.payload == "plain text"
            assert elapsed < 1000
            # This one hung before we came: it says so, in time.
            captured, elapsed = await read(at(browser, site.url("/loop")), timeout_ms=400)
            assert captured.rung.payload is None
            assert captured.rung.status == "renderer_busy"
            assert elapsed < 500
            # A browser without a window closes an alert that nobody sees; one with a window keeps it.
            captured, elapsed = await read(at(browser, site.url("/alertnow")), timeout_ms=400)
            assert captured.rung.status in ("ok", "blocked_by_dialog")
            assert elapsed < 500
            # A tab of ours beside them works as in a browser of ours.
            tab = await browser.open(site.url("/count"))
            await asyncio.sleep(0.3)
            captured, _ = await read(tab)
            assert (captured.rung.payload, captured.rung.how) == ("counting", "paused")


@live
async def test_nothing_is_read_before_its_origin_is_named(site: Site) -> None:
    with Site() as other:
        serve_pages(site)
        serve_pages(other)
        async with somebodys_browser(site.url("/plain"), other.url("/other")) as port:
            await asyncio.sleep(0.5)
            async with Browser.attach(f"http://127.0.0.1:{port}", policy_for(site, other)) as browser:
                await until(lambda: len(browser.tabs()) >= 2)
                sent = watch(browser)
                for tab in browser.tabs():
                    with pytest.raises(Blocked) as caught:
                        await read(tab)
                    assert caught.value.reason == "origin"
                    with pytest.raises(Blocked):
                        await tab.title()
                    assert "127.0.0.1" in tab.url or tab.url == "about:blank"
                # A tab that may not be read is not even attached to; only the blank one has no address to tell.
                assert sent.count("Target.attachToTarget") <= 1
                assert "Runtime.evaluate" not in sent
                assert "Page.createIsolatedWorld" not in sent
            async with Browser.attach(port, policy_for(site, other), [f"http://{other.host}"]) as browser:
                await until(lambda: len(browser.tabs()) >= 2)
                captured, _ = await read(at(browser, other.url("/other")))
                assert captured.rung.payload == "other text"
                assert await at(browser, other.url("/other")).title() == "Title of /other"
                with pytest.raises(Blocked):
                    await read(at(browser, site.url("/plain")))
            async with Browser.attach(port, policy_for(site, other), ["*"]) as browser:
                await until(lambda: len(browser.tabs()) >= 2)
                captured, _ = await read(at(browser, site.url("/plain")))
                assert captured.rung.payload == "plain text"


def watch(browser: Browser) -> list[str]:
    """Collects what is sent from now on."""
    seen: list[str] = []
    post = browser.connection.post

    def watching(method: str, *arguments: object, **named: object) -> asyncio.Future[dict[str, object]]:
        seen.append(method)
        return post(method, *arguments, **named)  # type: ignore[arg-type]

    browser.connection.post = watching  # type: ignore[method-assign]
    return seen


@live
async def test_leaving_leaves_everything_as_it_was(site: Site) -> None:
    serve_pages(site)
    async with somebodys_browser(site.url("/grow"), site.url("/plain")) as port:
        await asyncio.sleep(0.5)
        async with Browser.attach(port, policy_for(site), ["*"], collector_call=TEXT) as browser:
            await until(lambda: len(browser.tabs()) >= 2)
            before = sorted(tab.url for tab in browser.tabs())
            await read(at(browser, site.url("/grow")))
            await browser.open(site.url("/other"))
            assert len(browser.tabs()) == len(before) + 1
        async with Browser.attach(port, policy_for(site), ["*"], last_good=False) as browser:
            await until(lambda: len(browser.tabs()) >= 2)
            await until(lambda: sorted(tab.url for tab in browser.tabs()) == before)
            tab = at(browser, site.url("/grow"))
            stopped = "String(globalThis.__pagewarden_observer)"
            first, _ = await read(tab)
            await asyncio.sleep(0.2)
            second, _ = await read(tab)
            assert len(str(second.rung.payload)) > len(str(first.rung.payload))
            captured, _ = await read(tab, expression=stopped)
            assert captured.rung.payload == "undefined"


@live
async def test_a_page_that_we_hold_paused_runs_on_when_we_leave(site: Site) -> None:
    serve_pages(site)
    async with somebodys_browser(site.url("/plain")) as port:
        await asyncio.sleep(0.5)
        async with Browser.attach(port, policy_for(site), ["*"]) as browser:
            tab = await browser.open(site.url("/count"))
            tab.ours = False
            await asyncio.sleep(0.3)
            session = tab.session
            assert session is not None
            session.pauses.pause()
            await until(lambda: session.pauses.paused)
        async with Browser.attach(port, policy_for(site), ["*"]) as browser:
            await until(lambda: len(browser.tabs()) >= 2)
            assert at(browser, site.url("/count")).status == "ok"


@live
async def test_a_page_that_another_debugger_holds_is_read_and_stays_held(site: Site) -> None:
    serve_pages(site)
    async with (
        somebodys_browser(site.url("/plain")) as port,
        Browser.attach(port, policy_for(site), ["*"]) as theirs,
        Browser.attach(port, policy_for(site), ["*"]) as browser,
    ):
        tab = await theirs.open(site.url("/count"))
        await until(lambda: any(each.url == site.url("/count") for each in browser.tabs()))
        ours = at(browser, site.url("/count"))
        other = tab.session
        assert other is not None
        # Attached to before the page hangs for us: it is held by the other's pause.
        other.pauses.pause()
        await until(lambda: other.pauses.paused)
        captured, elapsed = await read(ours, timeout_ms=600)
        assert elapsed < 700
        assert captured.rung.payload in ("counting", None)
        await asyncio.sleep(0.2)
        assert other.pauses.paused
        assert captured.rung.status in ("ok", "paused_by_debugger", "renderer_busy")
        other.pauses.resume()
        await until(lambda: not other.pauses.paused)


@live
async def test_a_popup_of_a_page_that_we_use_is_prepared(site: Site) -> None:
    serve_pages(site)
    async with (
        somebodys_browser(site.url("/plain")) as port,
        Browser.attach(port, policy_for(site), ["*"]) as browser,
    ):
        tab = await browser.open(site.url("/plain"))
        session = tab.session
        assert session is not None
        count = len(browser.tabs())
        session.post("Runtime.evaluate", {"expression": "window.open('/loop')", "userGesture": True})
        await until(lambda: len(browser.tabs()) == count + 1)
        popup = browser.tabs()[-1]
        await asyncio.sleep(0.5)
        captured, _ = await read(popup)
        assert captured.rung.payload == "before the loop"


@live
async def test_nobody_at_the_endpoint_is_told(site: Site) -> None:
    for endpoint in (f"http://{site.host}", f"ws://{site.host}/devtools/browser/x", 9):
        with pytest.raises(Disconnected) as caught:
            await Browser.attach(endpoint)
        assert caught.value.reason == "disconnected"
        assert "--remote-debugging-port" in caught.value.hint


@live
async def test_a_browser_that_goes_while_visited_is_told(site: Site) -> None:
    serve_pages(site)
    async with somebodys_browser(site.url("/plain")) as port:
        browser = await Browser.attach(port, policy_for(site), ["*"])
        tab = await browser.open(site.url("/plain"))
        browser.connection.post("Browser.close")
        await until(lambda: browser.closed)
        assert tab.status == "disconnected"
        await browser.close()


@live
async def test_nothing_of_ours_stays_in_a_page_that_may_not_be_read(site: Site) -> None:
    with Site() as other:
        serve_pages(site)
        serve_pages(other)
        async with (
            somebodys_browser(site.url("/plain")) as port,
            Browser.attach(port, policy_for(site, other), [f"http://{site.host}"], collector_call=TEXT) as browser,
            Browser.attach(port, policy_for(site, other), ["*"], last_good=False) as looking,
        ):
            await until(lambda: len(browser.tabs()) >= 2 and len(looking.tabs()) >= 2)
            tab, view = at(browser, site.url("/plain")), at(looking, site.url("/plain"))
            await asyncio.sleep(0.5)
            ours = "String(globalThis.__pagewarden_observer) + String(globalThis.pagewardenSensitive)"
            await read(tab)
            await tab.navigate(site.url("/other"))
            await until(lambda: view.url == site.url("/other"))
            session = tab.session
            assert session is not None
            assert await session.evaluate(ours) == "[object Object][object Object]"
            await until(lambda: session.last_good.chars > 0)
            await tab.navigate(other.url("/plain"))
            await asyncio.sleep(0.8)
            assert await session.evaluate(ours) == "undefinedundefined"
            assert session.last_good.chars == 0
            with pytest.raises(Blocked):
                await read(tab)
