"""`navigate`: to an address, or one page back or forward, in a tab of the session or in a new one."""

from __future__ import annotations

import re
from typing import Any

from pagewarden.errors import Blocked
from pagewarden.tools.answers import MOST_URL, Answer, cut, present
from pagewarden.tools.parameters import Arguments, BadArgument
from pagewarden.tools.surface import LiveTab, Navigation
from pagewarden.tools.tabs import title_of
from pagewarden.tools.tool_session import ToolSession

DEFAULT_TIMEOUT_MS = 15_000

# A host with a port looks like a scheme, so that only what follows the colon can tell them apart.
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d+(?:[/?#]|$))")

_WHO_CAN_ALLOW = (
    "only the person who started this server can allow a host of this machine or of a private network, with "
    "--allow-host HOST:PORT"
)


async def run(session: ToolSession, arguments: Arguments) -> Answer:
    """Navigates; the network policy judges the address before and every redirect after."""
    target = (arguments.text("url") or "").strip()
    identifier = arguments.text("tab_id")
    timeout_ms = arguments.number("timeout_ms")
    if target in {"back", "forward"}:
        if identifier is None:
            raise BadArgument(
                "tab_id",
                f"tab_id is required for {target}",
                "a new tab has no history; name a tab",
            )
        tab = await session.tab(identifier)
        went = await (tab.back(timeout_ms=timeout_ms) if target == "back" else tab.forward(timeout_ms=timeout_ms))
        new_tab = False
    else:
        new_tab = identifier is None
        tab = await session.new_tab() if identifier is None else await session.tab(identifier)
        try:
            went = await _navigate(tab, with_scheme(target), timeout_ms)
        except BaseException:
            # A tab that the caller never learns of would only take up room.
            if new_tab:
                await session.drop(tab)
            raise
    structured: dict[str, Any] = {
        "tab_id": session.name_of(tab),
        "url": cut(went.url, MOST_URL),
        "title": await title_of(tab),
        "http_status": went.status,
        "load_state": went.load_state,
        "new_tab": new_tab,
        "clamped": list(arguments.clamped),
    }
    return Answer(present(structured))


async def _navigate(tab: LiveTab, address: str, timeout_ms: int) -> Navigation:
    try:
        return await tab.navigate(address, timeout_ms=timeout_ms)
    except Blocked as error:
        # The driver's hint is for programmers; here a model reads it, who cannot change the policy and may say who can.
        refusal = Blocked(str(error), reason=error.reason, hint=_WHO_CAN_ALLOW)
    raise refusal


def with_scheme(address: str) -> str:
    """Returns the address with ``https://`` before it when it has no scheme."""
    return address if _SCHEME.match(address) else f"https://{address}"
