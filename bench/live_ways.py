"""A live page read by us and by the ways that people use today, in turn, in one browser.

Each way is asked for the same page in the same tab. Wall time is what a program waits; the time of the page's main
thread is what the page loses, and does not change when the machine does something else meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import renderer
from dashboard import Server

from pagewarden import Policy, _core
from pagewarden.browser.chromium import Browser
from pagewarden.browser.question import Question
from pagewarden.browser.tab import Tab

if TYPE_CHECKING:
    from playwright.async_api import Page

SIZES = (1_000, 10_000, 30_000, 100_000, 300_000)
CHARACTERS = 20_000
LIMIT_MS = 60_000
MOST = 10**8
# After so many seconds no way is measured more than once on a page.
SECONDS = 240

# Elements up to which a way is measured, in which rounds: dumps of a whole large page take minutes.
ALL = 300_000
DUMPS = 100_000
ROUNDS = {1_000: 7, 10_000: 7, 30_000: 5, 100_000: 3, 300_000: 3}
SLOW_ROUNDS = {1_000: 3, 10_000: 3, 30_000: 2, 100_000: 1}

# The styles that a snapshot needs to tell what is hidden.
STYLES = ["display", "visibility", "opacity", "content-visibility"]

TEXT_INNERTEXT = "pagewarden text, innertext"
TEXT_PERSON = "pagewarden text, person"
SCOPED = "pagewarden one row by selector"
SNAPSHOT = "pagewarden full snapshot"
SNAPSHOT_BOXES = "pagewarden full snapshot, boxes"
RAW_INNERTEXT = "raw innerText"
INNER_TEXT = "Playwright inner_text"
CONTENT = "Playwright content"
ARIA = "Playwright aria_snapshot"
DOM_SNAPSHOT = "DOMSnapshot, 4 styles, rectangles"
DOCUMENT = "DOM.getDocument"
AX_TREE = "Accessibility tree"


@dataclass(frozen=True)
class Way:
    """A way to read a page, and up to which size and how often it is measured."""

    name: str
    run: Callable[[], Awaitable[object]]
    ours: bool = False
    up_to: int = ALL
    slow: bool = False
    whole: bool = False

    def rounds(self, size: int) -> int:
        """How often it is measured on a page."""
        if size > self.up_to:
            return 0
        if self.whole and size > DUMPS:
            return 1
        return (SLOW_ROUNDS if self.slow else ROUNDS)[size]


@dataclass(frozen=True)
class Cost:
    """What a way cost on one page: medians in milliseconds. ``cpu_ms`` is that of the page's main thread."""

    way: str
    ours: bool
    elements: int
    rounds: int
    wall_ms: float
    least_ms: float
    cpu_ms: float | None


def _ours(tab: Tab) -> list[Way]:
    policy = Policy.native(None)

    def text(rendering: str) -> Callable[[], Awaitable[object]]:
        async def run() -> object:
            reading = await tab.text(
                rendering=rendering,  # type: ignore[arg-type]
                max_chars=CHARACTERS,
                max_nodes=MOST,
                timeout_ms=LIMIT_MS,
            )
            if not reading.text:
                raise RuntimeError("a page of the bench gave no text")
            return reading

        return run

    async def scoped() -> object:
        reading = await tab.text("#row-5", max_chars=CHARACTERS, max_nodes=MOST, timeout_ms=LIMIT_MS)
        if "details" not in reading.text:
            raise RuntimeError("the row of the bench was not found")
        return reading

    def snapshot(*, boxes: bool) -> Callable[[], Awaitable[object]]:
        question = Question("full", hidden=True, max_chars=10 * MOST, max_nodes=MOST, boxes=boxes)

        async def run() -> object:
            captured = await tab.capture(question, timeout_ms=LIMIT_MS)
            payload = (captured.rung.payload or "").encode("utf-8", "surrogatepass")
            return _core.release_capture(policy, payload, [], "not_read", 0, 10 * MOST, MOST, LIMIT_MS)

        return run

    return [
        Way(TEXT_INNERTEXT, text("innertext"), ours=True),
        Way(TEXT_PERSON, text("person"), ours=True),
        Way(SCOPED, scoped, ours=True),
        Way(SNAPSHOT, snapshot(boxes=False), ours=True, whole=True),
        Way(SNAPSHOT_BOXES, snapshot(boxes=True), ours=True, whole=True),
    ]


def _raw(tab: Tab) -> list[Way]:
    """Ways over the bare protocol, on our own connection: nobody pays for a layer that somebody else does not have."""

    def command(method: str, params: dict[str, Any], *, enable: str = "") -> Callable[[], Awaitable[object]]:
        async def run() -> object:
            session = await tab.attached()
            if enable:
                await session.send(f"{enable}.enable")
            try:
                return await session.send(method, params)
            finally:
                if enable:
                    session.post(f"{enable}.disable")

        return run

    inner_text = {"expression": "document.body.innerText", "returnByValue": True}
    snapshot = {"computedStyles": STYLES, "includeDOMRects": True}
    return [
        Way(RAW_INNERTEXT, command("Runtime.evaluate", inner_text)),
        Way(
            DOM_SNAPSHOT, command("DOMSnapshot.captureSnapshot", snapshot, enable="DOMSnapshot"), up_to=DUMPS, slow=True
        ),
        Way(DOCUMENT, command("DOM.getDocument", {"depth": -1, "pierce": True}, enable="DOM"), up_to=DUMPS, slow=True),
        Way(AX_TREE, command("Accessibility.getFullAXTree", {}), up_to=DUMPS, slow=True),
    ]


def _playwright(page: Page) -> list[Way]:
    body = page.locator("body")
    return [
        Way(INNER_TEXT, lambda: body.inner_text(timeout=LIMIT_MS)),
        Way(CONTENT, page.content),
        Way(ARIA, lambda: body.aria_snapshot(timeout=LIMIT_MS), up_to=DUMPS, slow=True),
    ]


async def _once(way: Way, pid: int | None) -> tuple[float, float | None]:
    """Wall time and the main thread's time of one reading, in seconds."""
    await renderer.settled(pid)
    gc.collect()
    gc.disable()
    try:
        before = renderer.cpu_seconds(pid)
        start = perf_counter()
        answer = await asyncio.wait_for(way.run(), LIMIT_MS / 1000)
        wall = perf_counter() - start
        after = renderer.cpu_seconds(pid)
    finally:
        gc.enable()
    del answer
    return wall, None if before is None or after is None else after - before


async def _measure(ways: Sequence[Way], size: int, pid: int | None, until: float) -> list[Cost]:
    """All ways in turn on one page, each round beginning with another. Past a moment there is one round for all."""
    spent: dict[str, list[tuple[float, float | None]]] = {way.name: [] for way in ways}
    given_up: set[str] = set()
    for way in ways:
        # Whoever comes first to a page pays for what it puts off: nobody does that here.
        if not way.slow and way.rounds(size):
            await way.run()
    for number in range(max(way.rounds(size) for way in ways)):
        first = number % len(ways)
        for way in [*ways[first:], *ways[:first]]:
            if number >= way.rounds(size) or way.name in given_up:
                continue
            if number > 0 and perf_counter() > until:
                continue
            try:
                spent[way.name].append(await _once(way, pid))
            except Exception as error:
                if way.ours:
                    raise
                print(f"  {way.name} gave nothing at {size:,} elements ({type(error).__name__})", file=sys.stderr)
                given_up.add(way.name)
    return [_cost(way, size, spent[way.name]) for way in ways if spent[way.name]]


def _cost(way: Way, size: int, spent: Sequence[tuple[float, float | None]]) -> Cost:
    walls = [wall for wall, _ in spent]
    cpus = [cpu for _, cpu in spent if cpu is not None]
    return Cost(
        way=way.name,
        ours=way.ours,
        elements=size,
        rounds=len(spent),
        wall_ms=median(walls) * 1e3,
        least_ms=min(walls) * 1e3,
        cpu_ms=median(cpus) * 1e3 if cpus else None,
    )


def free_port() -> int:
    """A port of loopback on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def measure(sizes: Sequence[int] = SIZES) -> tuple[str, list[Cost]]:
    """Reads every size of page in every way; returns the browser's name and what it cost."""
    from playwright.async_api import async_playwright  # noqa: PLC0415 (the static part runs without it)

    port = free_port()
    costs: list[Cost] = []
    until = perf_counter() + SECONDS
    with Server() as server:
        policy = Policy(allow_hosts=[server.host])
        async with (
            Browser.launch(policy=policy, args=[f"--remote-debugging-port={port}"]) as browser,
            async_playwright() as playwright,
        ):
            for size in sizes:
                print(f"  {size:,} elements", file=sys.stderr)
                tab = await browser.open(server.url(size), timeout_ms=LIMIT_MS, wait="load")
                pid = await renderer.pid_of(browser, tab)
                theirs = await playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
                page = next(page for context in theirs.contexts for page in context.pages if "dashboard" in page.url)
                with _quiet():
                    costs += await _measure([*_ours(tab), *_raw(tab), *_playwright(page)], size, pid, until)
                await theirs.close()
                await tab.close()
        version = browser.version
    return version, costs


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Garbage of the set-up is not collected in the middle of a measurement."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
