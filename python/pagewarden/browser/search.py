"""The executables that are worth starting, the likeliest first.

Asking a browser for its version takes as long as a third of starting it. So the first one that looks usable is
started at once, and only if that fails are all of them asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from pagewarden.browser.finder import find, first_usable, this_system
from pagewarden.browser.install import install_command
from pagewarden.errors import BrowserNotFound, InvalidParameter


async def executables(explicit: str | None) -> AsyncIterator[str]:
    """Yields paths to try, at least one.

    Raises:
        BrowserNotFound: There is none.
    """
    if explicit is not None and not isinstance(explicit, str):
        raise InvalidParameter("executable must be a path", hint="pass the path of the browser's program")
    if explicit is not None:
        # Whoever names a browser wants this one and no other.
        yield explicit
        return
    likely = first_usable("chromium")
    if likely is not None:
        yield likely
    found = (await asyncio.to_thread(find, "chromium")).found
    if found is not None and found.path is not None and found.path != likely:
        yield found.path
    elif likely is None:
        raise BrowserNotFound(
            "no Chromium, Chrome, Edge or Brave was found",
            hint=f"install one: {install_command('chromium', this_system())}; `pagewarden doctor` lists the places",
        )
