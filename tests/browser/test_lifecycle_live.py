"""Starting and ending real browsers: fast, cancellable at any moment, and without leaving anything behind."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.live import browser_for, live, needs_chromium, policy_for, processes_with, read, serve_pages, until
from tests.loopback import Site

from pagewarden import BrowserNotFound, BrowserNotSupported, Disconnected, InvalidParameter
from pagewarden.browser.chromium import Browser

pytestmark = needs_chromium


@pytest.fixture
def profiles(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder in which this test's browsers keep their profiles; empty and unused in the end."""
    # Short, because the browser puts a socket below it.
    folder = Path(tempfile.mkdtemp(prefix="test-"))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    gc.collect()
    assert processes_with(str(folder)) == []
    assert left(folder) == []
    shutil.rmtree(folder)


def left(folder: Path) -> list[Path]:
    """The profiles in a folder."""
    return list(folder.glob("pagewarden-*"))


@live
async def test_a_browser_starts_reads_and_leaves_nothing(site: Site, profiles: Path) -> None:
    loop = asyncio.get_running_loop()
    start = loop.time()
    async with browser_for(site) as browser:
        assert loop.time() - start < 5
        assert browser.version.startswith(("Chrome/", "HeadlessChrome/", "Chromium/"))
        assert len(left(profiles)) == 1
        tab = await browser.open(site.url("/plain"))
        captured, _ = await read(tab)
        assert captured.rung.payload == "plain text"
        assert processes_with(str(profiles))
    assert browser.closed
    await browser.close()
    with pytest.raises(Disconnected):
        await browser.new_tab()


@live
async def test_a_browser_can_be_awaited_and_closed_by_hand(site: Site, profiles: Path) -> None:
    serve_pages(site)
    browser = await Browser.launch(policy=policy_for(site))
    try:
        tab = await browser.open(site.url("/loop"))
        assert browser.tab(tab.id) is tab
    finally:
        # A tab that hangs does not keep the browser from closing.
        await browser.close()
    assert left(profiles) == []
    assert browser.tabs() == []


@pytest.mark.parametrize("delay", [0.0, 0.005, 0.03, 0.1, 0.2])
@live
async def test_a_cancelled_start_leaves_nothing(profiles: Path, delay: float) -> None:
    async def start() -> None:
        async with Browser.launch():
            await asyncio.sleep(60)

    task = asyncio.create_task(start())
    await asyncio.sleep(delay)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert left(profiles) == []


@live
async def test_a_cancelled_close_still_closes(site: Site, profiles: Path) -> None:
    serve_pages(site)
    browser = await Browser.launch(policy=policy_for(site))
    await browser.open(site.url("/loop"))
    closing = asyncio.create_task(browser.close())
    await asyncio.sleep(0.01)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    await browser.close()
    assert left(profiles) == []


@live
async def test_a_cancelled_open_leaves_no_tab(site: Site, profiles: Path) -> None:
    del profiles
    async with browser_for(site) as browser:
        for delay in (0.0, 0.01, 0.03, 0.06, 0.1):
            opening = asyncio.create_task(browser.open(site.url("/loopload"), wait="load"))
            await asyncio.sleep(delay)
            opening.cancel()
            with pytest.raises(asyncio.CancelledError):
                await opening
        await until(lambda: browser.tabs() == [])
        tab = await browser.open(site.url("/plain"))
        captured, _ = await read(tab)
        assert captured.rung.payload == "plain text"


@live
async def test_a_browser_that_dies_leaves_no_profile(site: Site, profiles: Path) -> None:
    async with browser_for(site) as browser:
        tab = await browser.open(site.url("/plain"))
        assert browser.pid is not None
        os.kill(browser.pid, signal.SIGKILL)
        await until(lambda: browser.closed)
        assert tab.status == "disconnected"
        with pytest.raises(Disconnected):
            await tab.navigate(site.url("/plain"))
        captured_or_error = await asyncio.gather(read(tab), return_exceptions=True)
        assert isinstance(captured_or_error[0], Disconnected)
    assert left(profiles) == []


@live
async def test_what_cannot_be_started_says_so(tmp_path: Path, profiles: Path) -> None:
    del profiles
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    silent.chmod(0o755)
    for executable in (str(silent), str(tmp_path / "absent"), str(tmp_path)):
        with pytest.raises(BrowserNotFound) as caught:
            await Browser.launch(executable=executable)
        assert caught.value.reason == "browser_cannot_start"
        assert caught.value.hint


def test_wrong_arguments_are_told_before_anything_starts() -> None:
    with pytest.raises(BrowserNotSupported):
        Browser.launch(engine="firefox")
    with pytest.raises(InvalidParameter):
        Browser.launch(args="--flag")
    for endpoint in (
        "",
        "ftp://127.0.0.1:1",
        "http://127.0.0.1",
        "http://user@127.0.0.1:9222",
        -1,
        70000,
        "ws://:80/x",
    ):
        with pytest.raises(InvalidParameter):
            Browser.attach(endpoint)
    for origin in (
        "example.com",
        "https://example.com/path",
        "https://example.com?x",
        "file:///etc",
        "blob:https://a.example",
    ):
        with pytest.raises(InvalidParameter):
            Browser.attach(9222, allow_origins=[origin])


def test_a_program_that_forgets_to_close_leaves_nothing(profiles: Path) -> None:
    program = textwrap.dedent("""
        import asyncio
        from pagewarden.browser.chromium import Browser

        async def main():
            browser = await Browser.launch()
            await browser.new_tab()
            print("started", flush=True)

        asyncio.run(main())
    """)
    finished = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        env={**os.environ, "TMPDIR": str(profiles)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert finished.stdout.strip() == "started"


def test_a_program_that_is_killed_takes_its_browser_along(profiles: Path) -> None:
    program = textwrap.dedent("""
        import asyncio, time
        from pagewarden.browser.chromium import Browser

        async def main():
            async with Browser.launch() as browser:
                await browser.new_tab()
                print("started", flush=True)
                await asyncio.sleep(60)

        asyncio.run(main())
    """)
    with subprocess.Popen(
        [sys.executable, "-c", program], env={**os.environ, "TMPDIR": str(profiles)}, stdout=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline().strip() == b"started"
        running.kill()
    # The pipe is closed by the system, and that ends the browser. Its profile stays: nobody is left to remove it.
    asyncio.run(until(lambda: processes_with(str(profiles)) == [], 10))
    for profile in left(profiles):
        shutil.rmtree(profile)
