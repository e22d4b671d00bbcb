"""`browser_status`: whether there is a browser, which tabs there are, and what keeps one of them from answering."""

from __future__ import annotations

import asyncio

from pagewarden import _core
from pagewarden.browser.finder import Search, find, this_system
from pagewarden.browser.install import install_command
from pagewarden.errors import PagewardenError
from pagewarden.tools.answers import Answer, present
from pagewarden.tools.parameters import Arguments
from pagewarden.tools.surface import LiveBrowser
from pagewarden.tools.tabs import MOST_LISTED, facts_of
from pagewarden.tools.tool_session import ToolSession


async def run(session: ToolSession, arguments: Arguments) -> Answer:
    """Looks and starts nothing."""
    del arguments
    browser = await _attached_to(session) if session.attached else session.running
    name, available, fix = "", False, None
    if browser is not None:
        name, available = browser.version, True
    elif not session.attached:
        # Looking runs programs and reads folders, which must not hold up other calls.
        name, fix = await asyncio.to_thread(_what_could_run)
        available = fix is None
    tabs = session.tabs()[:MOST_LISTED]
    facts = await asyncio.gather(*(facts_of(session, tab) for tab in tabs))
    return Answer(
        present(
            {
                "running": browser is not None,
                "available": available,
                "browser": name,
                "attached": session.attached,
                "fix": fix,
                "tabs": [{**fact, "status": tab.status} for fact, tab in zip(facts, tabs, strict=True)],
                "tabGroupId": session.identifier,
                "read_only": True,
                "version": _core.__version__,
            }
        )
    )


async def _attached_to(session: ToolSession) -> LiveBrowser | None:
    """The browser of somebody else, which is there or not; attaching to it starts nothing."""
    try:
        return await session.browser()
    except PagewardenError:
        return None


def _what_could_run() -> tuple[str, str | None]:
    search: Search = find("chromium")
    if search.found is None:
        return "", install_command("chromium", this_system())
    return f"{search.found.version} at {search.found.path}", None
