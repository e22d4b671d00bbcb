"""From what a person chose at the start to a session: a browser of its own, or one that runs already.

The driver is imported when a browser is needed and not before, because most of what a server is asked at first, such
as the list of its tools, needs none.
"""

from __future__ import annotations

from dataclasses import dataclass

from pagewarden.policy import Policy
from pagewarden.tools.surface import LiveBrowser
from pagewarden.tools.tool_session import ToolSession


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
    """Returns a session; its browser starts when a tool needs it."""

    async def launch() -> LiveBrowser:
        raise NotImplementedError

    del choice, policy
    return ToolSession(launch)
