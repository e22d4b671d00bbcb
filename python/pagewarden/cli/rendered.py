"""Reads an address in a browser that lives for this one page."""

from __future__ import annotations

import asyncio
import time

from pagewarden.browser.chromium import Browser
from pagewarden.browser.tab import Tab
from pagewarden.cli.opened import Clock, Opened, Wanted
from pagewarden.errors import FetchFailed, ReadTimeout
from pagewarden.models import PageText
from pagewarden.policy import Policy

_FIRST_ERROR_STATUS = 400
# What is kept of the time for reading what a page has shown by then, when it does not finish loading.
_KEPT_FOR_TEXT = 0.2
# How long a page may take to come to rest once it has loaded, and how long it must have been at rest.
_MOST_SETTLING_SECONDS = 2.0
_PAUSE_MS = 250


def render(address: str, policy: Policy, wanted: Wanted, clock: Clock) -> Opened:
    """Renders the address and reads it.

    Args:
        address: An http or https address.
        policy: The rules under which it is opened and released.
        wanted: What to read.
        clock: The time for everything, the start of the browser included.

    Raises:
        FetchFailed: The server answered with an error status.
        ReadTimeout: There was no document in time.
        PagewardenError: The browser or the page failed.
    """
    return asyncio.run(_render(address, policy, wanted, clock))


async def _render(address: str, policy: Policy, wanted: Wanted, clock: Clock) -> Opened:
    # What goes wrong where nobody waits for it, such as in a browser that is given up, is no news to a person, and the
    # loop would print it with its text.
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
    try:
        async with asyncio.timeout(clock.for_page() / 1000):
            browser = await Browser.launch(policy=policy)
    except TimeoutError:
        # Outside of this handler, what was going on in the driver stays with the error.
        late = ReadTimeout("the browser did not start in time", hint="allow more time with --timeout-ms")
        raise late from None
    try:
        tab = await browser.new_tab()
        left = clock.for_page()
        went = await tab.navigate(address, timeout_ms=max(1, int(left * (1 - _KEPT_FOR_TEXT))), wait="load")
        if went.status is not None and went.status >= _FIRST_ERROR_STATUS:
            raise FetchFailed(
                f"the server answered with status {went.status}",
                hint="check the URL; the server answered with an error status",
            )
        reading = await _settled(tab, wanted, clock)
        return Opened(tab.url, await tab.title(), reading, loading=went.load_state != "load")
    finally:
        await browser.close()


async def _settled(tab: Tab, wanted: Wanted, clock: Clock) -> PageText:
    """Reads until two readings are the same: what a page fetches when it has loaded comes a moment later."""

    async def read() -> PageText:
        return await tab.text(
            wanted.selector,
            visible_only=wanted.visible_only,
            rendering=wanted.rendering,
            max_chars=wanted.max_chars,
            max_nodes=wanted.max_nodes,
            timeout_ms=clock.for_text(),
        )

    reading = await read()
    until = time.monotonic() + _MOST_SETTLING_SECONDS
    while reading.status == "ok" and time.monotonic() < until and clock.allows(2 * _PAUSE_MS + reading.elapsed_ms):
        await asyncio.sleep(_PAUSE_MS / 1000)
        again = await read()
        if again.text == reading.text or again.status != "ok":
            break
        reading = again
    return reading
