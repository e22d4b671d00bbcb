"""What a live browser costs besides the reading itself: to start it, to attach to it, a page that hangs, and memory."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import core
import renderer
from dashboard import Server
from live_ways import CHARACTERS, LIMIT_MS, MOST, free_port

from pagewarden import Policy
from pagewarden.browser.chromium import Browser
from pagewarden.browser.finder import first_usable
from pagewarden.browser.question import Question

ROUNDS = 5
READS = 1_000
MEMORY_ELEMENTS = 5_000
GATE_ELEMENTS = 30_000
SMALL = 1_000
PEER_LIMIT_MS = 2_000
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@dataclass(frozen=True)
class Moment:
    """How long something takes that is done once; ``milliseconds`` is None where it did not end within the limit."""

    name: str
    ours: bool
    milliseconds: float | None
    least: float | None


@dataclass(frozen=True)
class Memory:
    """Megabytes before and after many reads of one page."""

    what: str
    before: float
    after: float


@dataclass(frozen=True)
class Gate:
    """A reading of all text of one page: what a program waits for, and how much of that is the firewall."""

    elements: int
    wall_ms: float
    gate_ms: float

    @property
    def share(self) -> float:
        """What the firewall adds to the reading without it."""
        return self.gate_ms / (self.wall_ms - self.gate_ms)


@dataclass(frozen=True)
class Costs:
    """All of it."""

    moments: list[Moment]
    memory: list[Memory]
    reads: int
    read_ms: float
    gate: Gate


def program() -> str | None:
    """The browser that is measured."""
    return first_usable("chromium")


async def _in_turn(ways: dict[str, Callable[[], Awaitable[float]]], rounds: int) -> list[Moment]:
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            times[name].append(await way() * 1e3)
    return [Moment(name, name.startswith("pagewarden"), median(spent), min(spent)) for name, spent in times.items()]


async def _starts(server: Server) -> list[Moment]:
    """From nothing to the text of a small page; and the same with a browser that runs."""
    from playwright.async_api import async_playwright  # noqa: PLC0415 (the static part runs without it)

    policy = Policy(allow_hosts=[server.host])
    url = server.url(SMALL)
    found = program()
    async with async_playwright() as playwright:

        async def ours() -> float:
            start = perf_counter()
            async with Browser.launch(policy=policy) as browser:
                await (await browser.open(url)).text(max_chars=CHARACTERS)
                return perf_counter() - start

        async def theirs() -> float:
            start = perf_counter()
            browser = await playwright.chromium.launch(
                executable_path=found, args=["--disable-background-networking"], chromium_sandbox=not ROOT
            )
            try:
                page = await browser.new_page()
                await page.goto(url, wait_until="domcontentloaded")
                await page.locator("body").inner_text()
                return perf_counter() - start
            finally:
                await browser.close()

        moments = await _in_turn(
            {"pagewarden: launch, open, read": ours, "Playwright: launch, open, inner_text": theirs}, ROUNDS
        )
        port = free_port()
        async with Browser.launch(policy=policy, args=[f"--remote-debugging-port={port}"]) as running:
            await running.open(url)

            async def attach() -> float:
                start = perf_counter()
                browser = await Browser.attach(port, allow_origins=["*"], policy=policy)
                try:
                    tab = next(tab for tab in browser.tabs() if "dashboard" in tab.url)
                    await tab.text(max_chars=CHARACTERS)
                    return perf_counter() - start
                finally:
                    await browser.close()

            async def connect() -> float:
                start = perf_counter()
                browser = await playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
                try:
                    pages = (page for context in browser.contexts for page in context.pages)
                    await next(page for page in pages if "dashboard" in page.url).locator("body").inner_text()
                    return perf_counter() - start
                finally:
                    await browser.close()

            moments += await _in_turn(
                {"pagewarden: attach, read": attach, "Playwright: connect_over_cdp, inner_text": connect}, ROUNDS
            )
        return moments


async def _hanging(server: Server) -> list[Moment]:
    """A page whose script never ends."""
    from playwright.async_api import Error, async_playwright  # noqa: PLC0415 (the static part runs without it)

    port = free_port()
    policy = Policy(allow_hosts=[server.host])
    async with (
        Browser.launch(policy=policy, args=[f"--remote-debugging-port={port}"]) as browser,
        async_playwright() as playwright,
    ):
        tab = await browser.open(server.loop, wait="load")
        await asyncio.sleep(0.5)

        async def ours() -> float:
            start = perf_counter()
            reading = await tab.text(max_chars=CHARACTERS)
            if "Still to be read" not in reading.text:
                raise RuntimeError("the page that hangs was not read")
            return perf_counter() - start

        first = await _in_turn({"pagewarden: a page in an endless loop, first read": ours}, 1)
        later = await _in_turn({"pagewarden: the same page again": ours}, ROUNDS)
        await tab.close()
        theirs = await playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        page = await (await theirs.new_context()).new_page()
        await page.goto(server.loop)
        await asyncio.sleep(0.5)
        start = perf_counter()
        took: float | None
        try:
            await page.locator("body").inner_text(timeout=PEER_LIMIT_MS)
            took = (perf_counter() - start) * 1e3
        except Error:
            took = None
    return [*first, *later, Moment("Playwright: inner_text of such a page", ours=False, milliseconds=took, least=took)]


async def _memory(server: Server, reads: int) -> tuple[list[Memory], float]:
    async with Browser.launch(policy=Policy(allow_hosts=[server.host])) as browser:
        tab = await browser.open(server.url(MEMORY_ELEMENTS), wait="load")
        pid = await renderer.pid_of(browser, tab)

        async def now() -> list[float | None]:
            return [
                await renderer.heap_megabytes(tab),
                renderer.resident_megabytes(pid),
                renderer.resident_megabytes(os.getpid()),
            ]

        for _ in range(20):
            await tab.text(max_chars=CHARACTERS)
        before = await now()
        start = perf_counter()
        for _ in range(reads):
            await tab.text(max_chars=CHARACTERS)
        took = perf_counter() - start
        after = await now()
    names = ("JavaScript heap of the page", "resident, the page's process", "resident, our process")
    memory = [
        Memory(name, then, later)
        for name, then, later in zip(names, before, after, strict=True)
        if then is not None and later is not None
    ]
    return memory, took / reads * 1e3


async def _gate(server: Server) -> Gate:
    """The firewall's share of a reading of all text of a live page."""
    async with Browser.launch(policy=Policy(allow_hosts=[server.host])) as browser:
        tab = await browser.open(server.url(GATE_ELEMENTS), wait="load")
        walls = []
        for _ in range(ROUNDS):
            start = perf_counter()
            await tab.text(max_chars=MOST, max_nodes=MOST, timeout_ms=LIMIT_MS)
            walls.append((perf_counter() - start) * 1e3)
        question = Question("person", hidden=False, max_chars=MOST, max_nodes=MOST)
        captured = await tab.capture(question, timeout_ms=LIMIT_MS)
    figures = core.capture(core.build(), captured.rung.payload or "")
    return Gate(GATE_ELEMENTS, median(walls), figures["gate_ms"])


async def measure(reads: int = READS) -> Costs:
    """Measures everything."""
    with Server() as server:
        print("  launch and attach", file=sys.stderr)
        moments = await _starts(server)
        print("  a page that hangs", file=sys.stderr)
        moments += await _hanging(server)
        print(f"  {reads:,} reads of one page", file=sys.stderr)
        memory, read_ms = await _memory(server, reads)
        print("  the firewall's share", file=sys.stderr)
        gate = await _gate(server)
    return Costs(moments, memory, reads, read_ms, gate)
