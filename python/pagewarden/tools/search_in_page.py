"""`browser_search_in_page`: where a pattern stands in the text of a tab, without the text itself."""

from __future__ import annotations

import asyncio

from pagewarden.errors import ReadTimeout
from pagewarden.tools.answers import MOST_URL, Answer, cut, report_of
from pagewarden.tools.parameters import Arguments
from pagewarden.tools.tool_session import ToolSession

MOST_MATCH = 500
"""Most characters of one match; a pattern can match the whole page."""

MOST_OF_ALL = 60_000
"""Characters that the listed matches share: with many of them each is cut earlier."""

_MARGIN_SECONDS = 1.0


async def run(session: ToolSession, arguments: Arguments) -> Answer:
    """Searches; running out of time gives what was found until then."""
    tab = await session.tab(arguments.text("tab_id") or "")
    timeout_ms = arguments.number("timeout_ms")
    try:
        # As in a reading: the tab answers in time by itself, and this is for the day when it does not.
        async with asyncio.timeout(2 * timeout_ms / 1000 + _MARGIN_SECONDS):
            found = await tab.search(
                arguments.text("pattern") or "",
                arguments.truth("case_sensitive"),
                arguments.number("max_matches"),
                timeout_ms=timeout_ms,
            )
    except TimeoutError:
        raise ReadTimeout(
            f"the tab did not answer within {timeout_ms:,} ms", hint="try again, or open the page in a new tab"
        ) from None
    room = min(MOST_MATCH, MOST_OF_ALL // max(1, len(found.matches)))
    structured = {
        "url": cut(tab.url, MOST_URL),
        "matches": [{**match.to_dict(), "text": cut(match.text, room)} for match in found.matches],
        "total_matches": found.total_matches,
        "total_is_lower_bound": found.total_is_lower_bound,
        "truncated": found.truncated,
        "status": found.status,
        "report": report_of(found.report.to_dict(), arguments.clamped),
    }
    return Answer(structured)
