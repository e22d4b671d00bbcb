"""Frames, popups and background tabs of a real browser: each read in its own place, or named as not read."""

from __future__ import annotations

import asyncio

from tests.browser.live import browser_for, in_page, live, needs_chromium, read, until
from tests.loopback import Site

from pagewarden.browser.capture import FrameCapture

pytestmark = needs_chromium


def by_payload(frames: list[FrameCapture]) -> set[tuple[str | None, str]]:
    """What the frames gave, without their ids and their order."""
    return {(frame.payload, frame.status) for frame in frames}


@live
async def test_frames_of_the_same_process_are_read_each_in_its_own_world(site: Site) -> None:
    with Site() as neighbour:
        async with browser_for(site, neighbour) as browser:
            outside = neighbour.url("/plain").replace("127.0.0.1", "localhost")
            site.serve(
                "/frames",
                f"""<body>top<iframe src="/plain"></iframe><iframe src="{neighbour.url("/other")}"></iframe>
                <iframe src="{outside}"></iframe><iframe srcdoc="<p>from srcdoc"></iframe>
                <iframe src="data:text/html,from data"></iframe><iframe id="blank"></iframe>
                <script>blank.contentDocument.body.append('from blank')</script>""",
            )
            tab = await browser.open(site.url("/frames"), wait="load")
            await asyncio.sleep(0.2)
            for _ in range(2):
                captured, elapsed = await read(tab)
                assert str(captured.rung.payload).strip() == "top"
                assert by_payload(captured.frames) == {
                    ("plain text", "ok"),
                    ("other text", "ok"),
                    ("from srcdoc", "ok"),
                    ("from data", "ok"),
                    ("from blank", "ok"),
                    (None, "out_of_process"),
                }
                assert all(frame.parent_id == captured.frame_id for frame in captured.frames)
                assert len({frame.frame_id for frame in captured.frames}) == 6
                assert elapsed < 600


@live
async def test_nested_frames_come_after_those_around_them(site: Site) -> None:
    async with browser_for(site) as browser:
        site.serve("/inner", "<body>inner<iframe src='/plain'></iframe>")
        site.serve("/outer", "<body>outer<iframe src='/inner'></iframe><iframe src='/other'></iframe>")
        tab = await browser.open(site.url("/outer"), wait="load")
        captured, _ = await read(tab)
        assert [frame.payload for frame in captured.frames] == ["inner", "plain text", "other text"]
        assert captured.frames[1].parent_id == captured.frames[0].frame_id


@live
async def test_frames_within_out_of_process_frames_are_listed(site: Site) -> None:
    async with browser_for(site) as browser:
        site.serve("/around", "<body>around<iframe src='/plain'></iframe>")
        outside = site.url("/around").replace("127.0.0.1", "localhost")
        site.serve("/outer", f"<body>outer<iframe src='{outside}'></iframe>")
        tab = await browser.open(site.url("/outer"), wait="load")
        await asyncio.sleep(0.2)
        captured, _ = await read(tab)
        assert [frame.status for frame in captured.frames] == ["out_of_process", "out_of_process"]
        assert captured.frames[1].parent_id == captured.frames[0].frame_id
        # Gone with the element that held them.
        await in_page(tab, "document.querySelector('iframe').remove()")
        await asyncio.sleep(0.2)
        captured, _ = await read(tab)
        assert captured.frames == []


@live
async def test_one_pause_serves_all_frames_of_a_page_that_hangs(site: Site) -> None:
    async with browser_for(site) as browser:
        frames = "<iframe src='/plain'></iframe>" * 8
        site.serve("/many", f"<body>many{frames}<script>onload = () => setTimeout(() => {{ for (;;); }}, 50)</script>")
        tab = await browser.open(site.url("/many"), wait="load")
        await asyncio.sleep(0.3)
        for _ in range(2):
            captured, elapsed = await read(tab)
            assert (captured.rung.payload, captured.rung.how) == ("many", "paused")
            assert [frame.payload for frame in captured.frames] == ["plain text"] * 8
            assert elapsed < 900


@live
async def test_a_hanging_out_of_process_frame_keeps_nobody_waiting(site: Site) -> None:
    async with browser_for(site) as browser:
        outside = site.url("/loopload").replace("127.0.0.1", "localhost")
        site.serve("/outer", f"<body>outer<iframe src='{outside}'></iframe>")
        tab = await browser.open(site.url("/outer"))
        await asyncio.sleep(0.5)
        captured, elapsed = await read(tab)
        assert captured.rung.payload == "outer"
        assert [frame.status for frame in captured.frames] == ["out_of_process"]
        assert elapsed < 400


@live
async def test_worlds_are_dropped_with_their_documents(site: Site) -> None:
    async with browser_for(site) as browser:
        site.serve("/outer", "<body>outer<iframe src='/plain'></iframe>")
        tab = await browser.open(site.url("/outer"), wait="load")
        session = tab.session
        assert session is not None
        for path, text in (("/other", "other text"), ("/plain", "plain text"), ("/other", "other text")):
            await in_page(tab, f"document.querySelector('iframe').src = '{path}'")
            await asyncio.sleep(0.15)
            captured, _ = await read(tab)
            assert [frame.payload for frame in captured.frames] == [text]
        worlds = [frame.world for frame in session.frames]
        assert len(worlds) == len(set(worlds)) == 2


@live
async def test_a_tab_that_a_page_opens_is_listed_and_readable(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/plain"))
        await in_page(tab, "window.open('/loopload') && 1")
        await until(lambda: len(browser.tabs()) == 2)
        popup = browser.tabs()[1]
        assert popup.id != tab.id
        assert not popup.ours
        await until(lambda: popup.load_state == "commit")
        await asyncio.sleep(0.3)
        captured, _ = await read(popup)
        # It was prepared before its first script ran: a page that hangs from the start is read.
        assert captured.rung.payload == "loading and looping"
        await popup.close()
        assert browser.tabs() == [tab]


@live
async def test_a_blank_popup_is_read_as_its_opener(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/plain"))
        await in_page(tab, "window.open('about:blank').document.write('written by the opener') || 1")
        await until(lambda: len(browser.tabs()) == 2)
        await asyncio.sleep(0.2)
        captured, _ = await read(browser.tabs()[1])
        assert captured.rung.payload == "written by the opener"


@live
async def test_a_page_that_closes_itself_is_gone(site: Site) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/plain"))
        await in_page(tab, "window.open('/other') && 1")
        await until(lambda: len(browser.tabs()) == 2)
        popup = browser.tabs()[1]
        await until(lambda: popup.load_state == "load")
        session = await popup.attached()
        session.post("Runtime.evaluate", {"expression": "window.close()"})
        await until(lambda: browser.tabs() == [tab])
        assert popup.status == "disconnected"


@live
async def test_tabs_in_the_background_are_read_like_the_one_in_front(site: Site) -> None:
    async with browser_for(site) as browser:
        tabs = [await browser.open(site.url(path)) for path in ("/grow", "/loop", "/plain")]
        await asyncio.sleep(0.3)
        texts = [(await read(tab))[0].rung.payload for tab in tabs]
        assert str(texts[0]).startswith("growing text more")
        assert texts[1:] == ["before the loop", "plain text"]


@live
async def test_an_alert_in_an_out_of_process_frame_does_not_keep_the_page_from_answering(site: Site) -> None:
    async with browser_for(site) as browser:
        outside = site.url("/alertnow").replace("127.0.0.1", "localhost")
        site.serve("/outer", f"<body>outer<iframe src='{outside}'></iframe>")
        tab = await browser.open(site.url("/outer"))
        await until(lambda: tab.dialog == "alert")
        captured, elapsed = await read(tab)
        assert captured.rung.payload == "outer"
        assert elapsed < 1000


@live
async def test_frames_without_number_are_bounded(site: Site) -> None:
    async with browser_for(site) as browser:
        frames = "for (let i = 0; i < 150; i++) document.body.append(document.createElement('iframe'))"
        site.serve("/bomb", f"<body>bomb<script>{frames}</script>")
        tab = await browser.open(site.url("/bomb"), wait="load")
        await until(lambda: tab.load_state == "load", 20)
        captured, elapsed = await read(tab, timeout_ms=3000)
        assert captured.rung.payload == "bomb"
        statuses = [frame.status for frame in captured.frames]
        assert (len(statuses), statuses.count("max_frames")) == (150, 50)
        assert elapsed < 3100
