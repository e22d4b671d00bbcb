"""What the tests with a real browser share: one of their own for each, pages that hurt, and a look at what is left."""

from __future__ import annotations

import asyncio
import functools
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.loopback import Site

from pagewarden import Policy
from pagewarden.browser.capture import Captured
from pagewarden.browser.chromium import Browser
from pagewarden.browser.finder import first_usable
from pagewarden.browser.tab import Tab

needs_chromium = pytest.mark.skipif(first_usable("chromium") is None, reason="no Chromium on this machine")

TEXT = "document.body ? document.body.innerText : ''"

# Each opens with the text that a reading gives, and goes on with the script that makes it hurt.
SCRIPTS = {
    "/plain": ("plain text", ""),
    "/other": ("other text", ""),
    "/loop": ("before the loop", "setTimeout(() => { for (;;); }, 30)"),
    "/count": ("counting", "setTimeout(() => { let n = 0; for (;;) document.body.dataset.n = ++n; }, 30)"),
    "/loopload": ("loading and looping", "for (;;) {}"),
    "/regex": ("regex text", "setTimeout(() => /^(a+)+$/.test('a'.repeat(60) + 'b'), 30)"),
    "/micro": ("promise text", "setTimeout(() => { const f = () => Promise.resolve().then(f); f(); }, 30)"),
    "/busy": (
        "busy text",
        "setInterval(() => { const t = performance.now(); while (performance.now() - t < 1900); }, 2000)",
    ),
    "/sort": (
        "sorting text",
        """setTimeout(() => { const a = new Float64Array(4e7);
        for (let i = 0; i < a.length; i++) a[i] = (i * 7919) % 4000037;
        for (;;) { a.sort(); a.reverse(); } }, 1500)""",
    ),
    "/xhr": (
        "waiting text",
        "setTimeout(() => { const x = new XMLHttpRequest(); x.open('GET', '/slow', false); x.send(); }, 1500)",
    ),
    "/alert": ("alert text", "setTimeout(() => alert('secret words'), 1500)"),
    "/alertnow": ("alert text", "setTimeout(() => alert('secret words'), 30)"),
    "/never": ("readable all the same<img src='/slow'>", ""),
    "/debugger": (
        "debugger text",
        "setInterval(() => { debugger; document.body.dataset.n = Number(document.body.dataset.n || 0) + 1; }, 5)",
    ),
    "/print": ("printing text", "setInterval(() => { for (let i = 0; i < 300; i++) console.log({i}); }, 10)"),
    "/grow": ("growing text", "setInterval(() => document.body.append(new Text(' more')), 5)"),
}


def serve_pages(site: Site) -> None:
    """Puts all pages on a site."""
    for path, (text, script) in SCRIPTS.items():
        site.serve(path, f"<title>Title of {path}</title><body>{text}<script>{script}</script>")


def live(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Makes a test of a coroutine function."""

    @functools.wraps(test)
    def run(*arguments: object, **named: object) -> None:
        asyncio.run(test(*arguments, **named))

    return run


def policy_for(*sites: Site) -> Policy:
    """A policy that lets the sites be reached by both of their names."""
    hosts = [site.host for site in sites]
    return Policy(allow_hosts=[*hosts, *(host.replace("127.0.0.1", "localhost") for host in hosts)])


@asynccontextmanager
async def browser_for(*sites: Site, last_good: bool = True) -> AsyncIterator[Browser]:
    """A browser that may go to the sites."""
    for site in sites:
        serve_pages(site)
    async with Browser.launch(policy=policy_for(*sites), last_good=last_good, collector_call=TEXT) as browser:
        yield browser


async def read(tab: Tab, timeout_ms: int = 1500, expression: str = TEXT) -> tuple[Captured, float]:
    """Captures a tab; returns what came and how long it took, in milliseconds."""
    loop = asyncio.get_running_loop()
    start = loop.time()
    captured = await tab.capture(lambda _: expression, timeout_ms=timeout_ms)
    return captured, (loop.time() - start) * 1000


async def in_page(tab: Tab, expression: str) -> str:
    """Evaluates in the page's own world, as the page itself would; tests look at the page with it."""
    session = await tab.attached()
    async with asyncio.timeout(5):
        answer = await session.send(
            "Runtime.evaluate", {"expression": f"String({expression})", "userGesture": True, "disableBreaks": True}
        )
    return str(answer["result"]["value"])


async def until(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    """Waits for something to become true."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 (what is waited for announces nothing)
            await asyncio.sleep(0.01)


def processes_with(word: str) -> list[int]:
    """The processes whose command line holds a word."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes().decode("utf-8", "replace")
            except OSError:
                continue
            if word in line and int(entry.name) != os.getpid():
                found.append(int(entry.name))
    return found
