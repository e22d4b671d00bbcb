"""`browser_page_text`: the rendered text of a tab, within a budget, with the report of how it was read."""

from __future__ import annotations

import asyncio

from pagewarden.errors import ReadTimeout
from pagewarden.page import Rendering
from pagewarden.tools.answers import MOST_URL, Answer, cut, report_of, rounded
from pagewarden.tools.parameters import Arguments
from pagewarden.tools.tabs import title_of
from pagewarden.tools.tool_session import ToolSession

MOST_HIDDEN_RUNS = 100
_MARGIN_SECONDS = 1.0


async def run(session: ToolSession, arguments: Arguments) -> Answer:
    """Reads the text; running out of time gives what there is."""
    tab = await session.tab(arguments.text("tab_id") or "")
    visible_only = arguments.truth("visible_only")
    rendering: Rendering = "innertext" if arguments.text("rendering") == "innertext" else "person"
    timeout_ms = arguments.number("timeout_ms")
    try:
        # The tab answers in time by itself, with what it has. This is for the day when it does not: whoever called
        # must have an answer before the host gives up on the whole server.
        async with asyncio.timeout(2 * timeout_ms / 1000 + _MARGIN_SECONDS):
            reading = await tab.text(
                arguments.text("selector"),
                visible_only=visible_only,
                rendering=rendering,
                max_chars=arguments.number("max_chars"),
                max_nodes=arguments.number("max_nodes"),
                timeout_ms=timeout_ms,
            )
    except TimeoutError:
        raise ReadTimeout(
            f"the tab did not answer within {timeout_ms:,} ms", hint="try again, or open the page in a new tab"
        ) from None
    report = report_of(reading.report.to_dict(), arguments.clamped)
    structured = {
        "url": cut(tab.url, MOST_URL),
        "title": await title_of(tab),
        "text": reading.text,
        "truncated": reading.truncated,
        "elapsed_ms": rounded(reading.elapsed_ms),
        "source": reading.source,
        "freshness": reading.freshness,
        "status": reading.status,
    }
    if not visible_only:
        runs = [run.to_dict() for run in reading.hidden_runs]
        if len(runs) > MOST_HIDDEN_RUNS:
            report["notes"] = [
                *report["notes"],
                f"{len(runs) - MOST_HIDDEN_RUNS:,} more hidden runs are not listed.",
            ]
        structured["hidden_runs"] = runs[:MOST_HIDDEN_RUNS]
    structured["report"] = report
    return Answer(structured, text_field="text")
