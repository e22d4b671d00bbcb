"""From what a person chose at the start to a session: a browser of its own, or one that runs already.

The driver is imported when a browser is needed and not before, because most of what a server is asked at first, such
as the list of its tools, needs none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from pagewarden.browser.origins import OriginGate
from pagewarden.policy import Policy
from pagewarden.tools.surface import LiveBrowser
from pagewarden.tools.tool_session import Ownership, ToolSession


@dataclass(frozen=True, slots=True)
class Launched:
    """A browser of the session's own.

    Attributes:
        executable: The program; None takes the one that is found.
        headed: Whether its window is shown.
    """

    executable: str | None = None
    headed: bool = False


@dataclass(frozen=True, slots=True)
class Attached:
    """A browser that runs already.

    Attributes:
        endpoint: Where it listens.
        origins: What may be read in it; ``*`` is everything.
    """

    endpoint: str
    origins: tuple[str, ...] = ()


def session_for(choice: Launched | Attached, policy: Policy) -> ToolSession:
    """Returns a session; its browser starts, or is attached to, when a tool needs it."""
    if isinstance(choice, Launched):
        return ToolSession(partial(_launch, choice, policy))
    # Made now and not with the browser, so that an origin that is none is refused before the server starts.
    gate = OriginGate.for_attach(policy, choice.origins)
    return ToolSession(partial(_attach, choice, policy), Ownership(attached=True, allows=gate.allows))


async def _launch(choice: Launched, policy: Policy) -> LiveBrowser:
    from pagewarden.browser.chromium import Browser  # noqa: PLC0415

    return await Browser.launch(policy=policy, executable=choice.executable, headless=not choice.headed)


async def _attach(choice: Attached, policy: Policy) -> LiveBrowser:
    from pagewarden.browser.chromium import Browser  # noqa: PLC0415

    return await Browser.attach(choice.endpoint, policy=policy, allow_origins=choice.origins)
