"""One agent's session: the browser it works with, started when the first tool needs it, and the tabs that are its own.

A tool sees only tabs that this session made or, in a browser that somebody else started, tabs of origins that were
allowed at the start. Everything else does not exist for it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pagewarden.errors import PagewardenError
from pagewarden.tools.failures import TooManyTabs, UnknownTab
from pagewarden.tools.surface import LiveBrowser, LiveTab

Launcher = Callable[[], Awaitable[LiveBrowser]]
"""Starts a browser, or attaches to one."""

MOST_TABS = 20
"""Most tabs that a session may have open at once; each is a process of a hundred megabytes."""

CLOSE_SECONDS = 5.0
_REMEMBERED_CLOSED = 1_000


@dataclass(frozen=True, slots=True)
class Ownership:
    """Whose browser it is.

    Attributes:
        attached: True when the browser was started by somebody else.
        allows: Tells of an address whether its tab may be used in an attached browser.
    """

    attached: bool = False
    allows: Callable[[str], bool] = lambda _: False


class ToolSession:
    """The browser and the tabs of one client.

    Args:
        launcher: Starts the browser; called once, when a tool needs it, and again if the browser has gone.
        ownership: Whose browser that is.
    """

    def __init__(self, launcher: Launcher, ownership: Ownership = Ownership()) -> None:
        self._launcher = launcher
        self._ownership = ownership
        self._starting: asyncio.Task[LiveBrowser] | None = None
        self._browsers = 0
        self._opening = 0
        # By the name that the session gave them, like the closed ones.
        self._own: dict[str, LiveTab] = {}
        # A dict for its order: the oldest are forgotten first.
        self._closed: dict[str, None] = {}
        self._ended = False
        self.identifier = secrets.token_hex(16)

    @property
    def attached(self) -> bool:
        """Whether the browser was started by somebody else."""
        return self._ownership.attached

    @property
    def running(self) -> LiveBrowser | None:
        """The browser, or None while none runs."""
        starting = self._starting
        if starting is None or not starting.done() or starting.cancelled() or starting.exception() is not None:
            return None
        browser = starting.result()
        return None if browser.closed else browser

    async def browser(self) -> LiveBrowser:
        """Returns the browser, started if need be.

        Raises:
            PagewardenError: There is none, or it cannot be started.
        """
        if self._ended:
            raise PagewardenError("the session has ended", reason="session_ended", hint="start a new session")
        if self._starting is not None and self._starting.done() and self.running is None:
            # It failed to start, or has died: its tabs are gone with it, and the next call deserves a new one.
            self._forget()
        if self._starting is None:
            self._browsers += 1
            self._starting = asyncio.ensure_future(self._launcher())
        # A client that cancels one call must not end the start that another call waits for.
        return await asyncio.shield(self._starting)

    async def new_tab(self) -> LiveTab:
        """Opens an empty tab.

        Raises:
            TooManyTabs: The session has its fill.
        """
        browser = await self.browser()
        if len(self._own) + self._opening >= MOST_TABS:
            raise TooManyTabs(
                f"this session already has {MOST_TABS} tabs", hint="close one with tabs_close_mcp, or navigate one"
            )
        self._opening += 1
        try:
            tab = await browser.new_tab()
        finally:
            self._opening -= 1
        self._own[self.name_of(tab)] = tab
        return tab

    def name_of(self, tab: LiveTab) -> str:
        """Returns the id by which tools know a tab.

        Browsers count their tabs from one. When the session has had to start another browser, an id of the first one
        must not lead to a page of the second.
        """
        return tab.id if self._browsers == 1 else f"{tab.id}-{self._browsers}"

    def tabs(self) -> list[LiveTab]:
        """Returns the tabs that the session may use, its own first. Starts nothing."""
        browser = self.running
        if browser is None:
            return []
        existing = {self.name_of(tab): tab for tab in browser.tabs()}
        for gone in [name for name in self._own if name not in existing]:
            self._note_closed(gone)
        others = (tab for name, tab in existing.items() if name not in self._own and self._may_use(tab))
        return [*self._own.values(), *others]

    async def tab(self, identifier: str) -> LiveTab:
        """Returns a tab by the id that the session gave it; ``1`` and ``t1`` are the same.

        Raises:
            UnknownTab: It is closed, or it is not a tab of this session.
        """
        if self.attached:
            # What an attached browser shows was there before the first call, so that an id may be known already.
            await self.browser()
        names = (identifier, f"t{identifier}")
        for tab in self.tabs():
            if self.name_of(tab) in names:
                return tab
        if any(name in self._closed for name in names):
            raise UnknownTab("this tab is closed", reason="tab_closed", hint="tabs_context_mcp lists the open tabs")
        raise UnknownTab(
            "no tab of this session has this id",
            hint="tabs_context_mcp lists the tabs, navigate without tab_id opens a page in a new one",
        )

    async def close_tab(self, identifier: str) -> str:
        """Closes a tab and returns its id.

        Raises:
            UnknownTab: As for `tab`; also for a tab that is not the session's own, which it may read and not close.
        """
        tab = await self.tab(identifier)
        name = self.name_of(tab)
        if name not in self._own:
            raise UnknownTab(
                "this tab was not opened by this session",
                reason="foreign_tab",
                hint="only tabs from tabs_create_mcp and navigate can be closed",
            )
        self._note_closed(name)
        await tab.close()
        return name

    async def drop(self, tab: LiveTab) -> None:
        """Closes a tab that was opened for nothing. Never raises."""
        self._own.pop(self.name_of(tab), None)
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await asyncio.shield(tab.close())
        except (Exception, asyncio.CancelledError):  # noqa: BLE001, S110 (the reason why it was for nothing counts)
            pass

    async def close(self) -> None:
        """Ends the session and the browser that it started. Never raises, and never takes long."""
        self._ended = True
        starting, self._starting = self._starting, None
        self._own.clear()
        if starting is None:
            return
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                if not starting.done():
                    # The launcher cleans up after itself when it is cancelled.
                    starting.cancel()
                browser = await starting
                await browser.close()
        except (Exception, asyncio.CancelledError):  # noqa: BLE001, S110 (the session ends in any case)
            pass

    def _may_use(self, tab: LiveTab) -> bool:
        return self.attached and self._ownership.allows(tab.url)

    def _note_closed(self, identifier: str) -> None:
        self._own.pop(identifier, None)
        self._closed[identifier] = None
        while len(self._closed) > _REMEMBERED_CLOSED:
            self._closed.pop(next(iter(self._closed)))

    def _forget(self) -> None:
        self._starting = None
        for identifier in list(self._own):
            self._note_closed(identifier)
