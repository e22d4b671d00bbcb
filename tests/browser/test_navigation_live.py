"""Going somewhere with a real browser: guarded before and after, and over in time."""

from __future__ import annotations

import asyncio

import pytest
from tests.browser.live import browser_for, in_page, live, needs_chromium, policy_for, read, serve_pages, until
from tests.loopback import Answer, Site

from pagewarden import Blocked, InvalidParameter, NavigationFailed, ReadTimeout
from pagewarden.browser.chromium import Browser

pytestmark = needs_chromium


@live
async def test_a_navigation_tells_where_it_ended(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.new_tab()
        assert tab.url == "about:blank"
        result = await tab.navigate(site.url("/plain?token=abc#part"), wait="load")
        assert (result.status, result.load_state) == (200, "load")
        assert result.url == tab.url == site.url("/plain?token=[REDACTED]#part")
        assert await tab.title() == "Title of /plain"
        site.paths["/absent"] = Answer(b"<body>not here", status=404)
        result = await tab.navigate(site.url("/absent"))
        assert result.status == 404
        result = await tab.navigate(site.url("/absent#elsewhere"))
        assert result.url == site.url("/absent#elsewhere")
        await tab.back()
        result = await tab.back()
        assert result.url == site.url("/plain?token=[REDACTED]#part")
        result = await tab.forward()
        assert result.url == site.url("/absent")
        await tab.back()
        assert (await tab.back()).url == "about:blank"
        with pytest.raises(NavigationFailed):
            await tab.back()


@live
async def test_the_policy_is_asked_before_and_after(site: Site) -> None:
    with Site() as forbidden:
        async with browser_for(site) as browser:
            serve_pages(forbidden)
            tab = await browser.open(site.url("/plain"))
            for url in (
                forbidden.url("/plain"),
                "file:///etc/passwd",
                "chrome://version",
                "data:text/html,x",
                "http://10.0.0.1/",
            ):
                with pytest.raises(Blocked):
                    await tab.navigate(url)
            assert forbidden.seen == []
            captured, _ = await read(tab)
            assert captured.rung.payload == "plain text"
            site.paths["/away"] = Answer(b"", status=302, headers={"Location": forbidden.url("/other")})
            with pytest.raises(Blocked):
                await tab.navigate(site.url("/away"))
            assert tab.url == "about:blank"
            tabs = len(browser.tabs())
            with pytest.raises(Blocked):
                await browser.open(site.url("/away"))
            await until(lambda: len(browser.tabs()) == tabs)


@live
async def test_a_page_that_went_where_nothing_may_be_read_is_not_read(site: Site) -> None:
    with Site() as forbidden:
        async with browser_for(site) as browser:
            serve_pages(forbidden)
            tab = await browser.open(site.url("/plain"))
            await in_page(tab, f"location.href = '{forbidden.url('/other')}'")
            await until(lambda: tab.url == forbidden.url("/other"))
            with pytest.raises(Blocked) as caught:
                await read(tab)
            assert caught.value.reason == "origin"
            with pytest.raises(Blocked):
                await tab.title()
            site.serve("/outer", f"<body>outer<iframe src='{forbidden.url('/other')}'></iframe>")
            tab = await browser.open(site.url("/outer"), wait="load")
            captured, _ = await read(tab)
            assert captured.rung.payload == "outer"
            assert [(frame.payload, frame.status) for frame in captured.frames] == [(None, "denied")]


@live
async def test_a_reading_across_a_navigation_is_thrown_away(site: Site) -> None:
    with Site() as forbidden:
        async with browser_for(site, last_good=False) as browser:
            serve_pages(forbidden)
            tab = await browser.open(site.url("/plain"))
            slow = "(() => { const t = performance.now(); while (performance.now() - t < 400); return 'old'; })()"
            reading = asyncio.create_task(read(tab, timeout_ms=3000, expression=slow))
            await asyncio.sleep(0.05)
            session = tab.session
            assert session is not None
            session.post("Page.navigate", {"url": forbidden.url("/other")})
            outcome = (await asyncio.gather(reading, return_exceptions=True))[0]
            if not isinstance(outcome, Blocked):
                # It may have been over just before the navigation began.
                assert not isinstance(outcome, BaseException)
                assert outcome[0].rung.payload in ("old", None)
            await until(lambda: tab.url == forbidden.url("/other"))
            with pytest.raises(Blocked):
                await read(tab)


@live
async def test_failures_are_told_in_our_words(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.new_tab()
        with Site() as gone:
            host = gone.host
        async with Browser.launch(policy=policy_for(site, gone)) as second:
            with pytest.raises(NavigationFailed) as caught:
                await second.open(f"http://{host}/")
            assert str(caught.value) == "the connection to the host failed"
        site.paths["/file"] = Answer(b"x", headers={"Content-Disposition": "attachment; filename=a.bin"})
        with pytest.raises(NavigationFailed):
            await tab.navigate(site.url("/file"))
        site.paths["/slow"] = Answer(b"late", delay=3.0)
        with pytest.raises(ReadTimeout):
            await tab.navigate(site.url("/slow"), timeout_ms=300)
        with pytest.raises(InvalidParameter):
            await tab.navigate(site.url("/plain"), wait="networkidle")  # type: ignore[arg-type]
        await tab.navigate(site.url("/plain"))
        captured, _ = await read(tab)
        assert captured.rung.payload == "plain text"


@pytest.mark.parametrize("path", ["/loop", "/loopload", "/alertnow", "/micro"])
@live
async def test_a_tab_can_be_sent_away_from_a_page_that_hangs(site: Site, path: str) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url(path), wait="commit")
        await asyncio.sleep(0.3)
        result = await tab.navigate(site.url("/plain"), timeout_ms=6000)
        assert result.load_state in ("domcontentloaded", "load")
        captured, _ = await read(tab)
        assert captured.rung.payload == "plain text"


@live
async def test_opening_a_page_that_hangs_comes_back(site: Site) -> None:
    async with browser_for(site) as browser:
        loop = asyncio.get_running_loop()
        start = loop.time()
        tab = await browser.open(site.url("/loopload"))
        assert loop.time() - start < 4
        assert tab.load_state == "commit"
        start = loop.time()
        tab = await browser.open(site.url("/alertnow"), wait="load")
        assert loop.time() - start < 2


@live
async def test_a_question_before_leaving_is_answered(site: Site) -> None:
    async with browser_for(site) as browser:
        site.serve("/stay", "<body>stay<script>onbeforeunload = (e) => { e.preventDefault(); return 'stay' }</script>")
        tab = await browser.open(site.url("/stay"))
        await in_page(tab, "1")
        session = tab.session
        assert session is not None
        click = {"x": 5, "y": 5, "button": "left", "clickCount": 1}
        await session.send("Input.dispatchMouseEvent", {"type": "mousePressed", **click})
        await session.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **click})
        result = await tab.navigate(site.url("/plain"), timeout_ms=5000)
        assert result.url == site.url("/plain")


@live
async def test_a_tab_closes_whatever_its_page_does(site: Site) -> None:
    async with browser_for(site) as browser:
        for path in ("/loop", "/alertnow", "/plain"):
            tab = await browser.open(site.url(path))
            await asyncio.sleep(0.1)
            async with asyncio.timeout(3):
                await tab.close()
                await tab.close()
            assert tab.status == "disconnected"
        assert browser.tabs() == []
