"""The real server with a browser made of dictionaries; what it does is chosen by the environment.

``PAGEWARDEN_FAKE`` is ``defect`` (reading raises an exception with page text in it, and so does a task that nobody
waits for), ``stuck`` (reading never ends by itself) or anything else.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import warnings
from pathlib import Path

from tests.tools.fakes import FakeBrowser

from pagewarden.errors import PagewardenError, ReadTimeout
from pagewarden.mcp import server
from pagewarden.tools.tool_session import ToolSession

PLANTED = "-".join(("fake", "planted", "page", "text"))
HOME = "https://example.org/"


class LoudBrowser(FakeBrowser):
    """A browser that does everything wrong that could put page text on stderr or stdout."""

    async def launch(self) -> FakeBrowser:
        """Makes noise in every way."""
        print(PLANTED)  # noqa: T201 (stray output must not get into the protocol)
        logging.getLogger("driver").error("%s", PLANTED)
        warnings.warn(PLANTED, stacklevel=1)

        async def nobody_waits() -> None:
            raise ValueError(PLANTED)

        task = asyncio.ensure_future(nobody_waits())
        await asyncio.sleep(0)
        del task
        return await super().launch()


class MarkedBrowser(FakeBrowser):
    """A browser that leaves a mark when it is ended."""

    async def close(self) -> None:
        """Ends the browser."""
        await asyncio.to_thread(Path(os.environ["PAGEWARDEN_FAKE_ENDED"]).touch)
        await super().close()


def main() -> int:
    """Serves; the end of the session is written to the file that the environment names."""
    behaviour = os.environ.get("PAGEWARDEN_FAKE", "")
    kind: type[FakeBrowser] = LoudBrowser if behaviour == "defect" else FakeBrowser
    if "PAGEWARDEN_FAKE_ENDED" in os.environ:
        kind = MarkedBrowser
    browser = kind(
        pages={HOME: f"<title>Home</title><p>{PLANTED if behaviour == 'defect' else 'Tea'}"},
        failures={
            "https://slow.example/": ReadTimeout("the server did not answer in time", hint="try again"),
            "https://odd.example/": PagewardenError("odd", reason="navigation_failed", hint="check the address"),
        },
        stuck=behaviour == "stuck",
    )
    if behaviour == "defect":
        browser.defect = ValueError(PLANTED)
    code = server.run(ToolSession(browser.launch))
    mark = os.environ.get("PAGEWARDEN_FAKE_MARK")
    if mark:
        Path(mark).write_text(f"closed={browser.closed} cancelled={browser.cancelled}", "utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
