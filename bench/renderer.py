"""What a page costs its own process: the processor time of the renderer's main thread, and memory.

Wall time depends on what else the machine does; the scheduler's account of one thread hardly does. It is there on Linux
alone; elsewhere the figure is left out.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from pagewarden.browser.chromium import Browser
from pagewarden.browser.tab import Tab

PROC = Path("/proc")


def cpu_seconds(pid: int | None) -> float | None:
    """Processor time of the main thread of a process until now."""
    if pid is None:
        return None
    try:
        text = (PROC / str(pid) / "task" / str(pid) / "schedstat").read_text(encoding="ascii")
    except OSError:
        return None
    return int(text.split()[0]) / 1e9


def resident_megabytes(pid: int | None) -> float | None:
    """Memory of a process."""
    if pid is None:
        return None
    try:
        pages = int((PROC / str(pid) / "statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def pid_of(browser: Browser, tab: Tab) -> int | None:
    """The process of a tab: of the browser's renderers, the one that works when the page does."""
    told = await browser.connection.send("SystemInfo.getProcessInfo")
    pids = [int(process["id"]) for process in told["processInfo"] if process["type"] == "renderer"]
    before = {pid: cpu_seconds(pid) for pid in pids}
    session = await tab.attached()
    busy = "(()=>{const end=performance.now()+80;while(performance.now()<end);return ''})()"
    await session.evaluate(busy, timeout_ms=10_000)
    worked = {
        pid: now - then for pid, then in before.items() if then is not None and (now := cpu_seconds(pid)) is not None
    }
    return max(worked, key=lambda pid: worked[pid]) if worked else None


async def settled(pid: int | None) -> None:
    """Waits until the page has nothing left to do, so that no measurement pays for the one before."""
    before = cpu_seconds(pid)
    for _ in range(100):
        await asyncio.sleep(0.02)
        now = cpu_seconds(pid)
        if before is None or now is None or now - before < 0.001:
            return
        before = now


async def heap_megabytes(tab: Tab) -> float:
    """Live JavaScript heap of a page."""
    session = await tab.attached()
    await session.send("HeapProfiler.collectGarbage")
    return float((await session.send("Runtime.getHeapUsage"))["usedSize"]) / 1e6
