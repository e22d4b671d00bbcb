"""`tabs_context_mcp`, `tabs_create_mcp` and `tabs_close_mcp`: which tabs there are, one more, one less."""

from __future__ import annotations

import asyncio
from typing import Any

from pagewarden.errors import PagewardenError
from pagewarden.tools.answers import MOST_TITLE, MOST_URL, Answer, cut
from pagewarden.tools.parameters import Arguments
from pagewarden.tools.surface import LiveTab
from pagewarden.tools.tool_session import ToolSession

MOST_LISTED = 50
TITLE_SECONDS = 0.5


async def context(session: ToolSession, arguments: Arguments) -> Answer:
    """Lists the tabs; starts a browser only when an empty list is asked to be filled."""
    if session.attached:
        await session.browser()
    tabs = session.tabs()
    if not tabs and arguments.truth("createIfEmpty"):
        tabs = [await session.new_tab()]
    listed = tabs[:MOST_LISTED]
    structured: dict[str, Any] = {
        "availableTabs": await asyncio.gather(*(facts_of(session, tab) for tab in listed)),
        "tabGroupId": session.identifier,
    }
    if len(tabs) > len(listed):
        structured["notListed"] = len(tabs) - len(listed)
    return Answer(structured)


async def create(session: ToolSession, arguments: Arguments) -> Answer:
    """Opens an empty tab."""
    del arguments
    tab = await session.new_tab()
    return Answer({"tabId": session.name_of(tab), "tabGroupId": session.identifier})


async def close(session: ToolSession, arguments: Arguments) -> Answer:
    """Closes a tab of the session."""
    name = await session.close_tab(arguments.text("tab_id") or "")
    return Answer({"tabId": name, "remaining": len(session.tabs())})


async def facts_of(session: ToolSession, tab: LiveTab) -> dict[str, str]:
    """Returns what a list says of a tab."""
    return {"tabId": session.name_of(tab), "title": await title_of(tab), "url": cut(tab.url, MOST_URL)}


async def title_of(tab: LiveTab) -> str:
    """Returns the title, or nothing when the page does not tell it soon: a title is not worth waiting for."""
    try:
        async with asyncio.timeout(TITLE_SECONDS):
            return cut(await tab.title() or "", MOST_TITLE)
    except (TimeoutError, PagewardenError):
        return ""
