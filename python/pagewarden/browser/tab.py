"""A tab: where it is, how to send it elsewhere, and what it shows, within what the policy lets be seen.

A tab of a browser that was there before us is not even attached to until it is used, so that one that hangs keeps
nobody waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pagewarden import checks
from pagewarden.browser.capture import Captured, capture, may_read, origin_denied
from pagewarden.browser.connection import CommandFailed
from pagewarden.browser.ladder import GRACE_MS
from pagewarden.browser.navigation import NavigationResult, Wait, go
from pagewarden.browser.origins import BLANK
from pagewarden.browser.reading_tab import elements_of, matches_in, text_of
from pagewarden.browser.released import public_url, released_title
from pagewarden.browser.target_session import TargetSession, tab_closed
from pagewarden.errors import InvalidParameter, NavigationFailed, ReadTimeout
from pagewarden.models import Element, PageText, SearchResult
from pagewarden.page import DEFAULT_MAX_CHARS, DEFAULT_MAX_NODES, DEFAULT_TIMEOUT_MS, Rendering
from pagewarden.policy import Policy
from pagewarden.search import DEFAULT_MAX_MATCHES

if TYPE_CHECKING:
    from pagewarden.browser.chromium import Browser

NAVIGATION_TIMEOUT_MS = 15_000

_CALL_SECONDS = 5.0


@dataclass(slots=True)
class TargetInfo:
    """What the browser itself tells about a tab, without asking the page."""

    url: str = BLANK
    opener_id: str | None = None


class Tab:
    """A tab of a `Browser`. Made by the browser, never directly.

    Attributes:
        id: The name of the tab, such as ``t1``; never used twice by a browser.
        ours: Whether we opened it.
    """

    def __init__(self, browser: Browser, tab_id: str, target_id: str, *, ours: bool) -> None:
        self._browser = browser
        self._target_id = target_id
        self._session: TargetSession | None = None
        self._attaching: asyncio.Task[TargetSession] | None = None
        self._navigating = asyncio.Lock()
        self._closed = False
        self._info = TargetInfo()
        self.id = tab_id
        self.ours = ours

    def __repr__(self) -> str:
        return f"<Tab {self.id} {self.status}>"

    @property
    def url(self) -> str:
        """The address without what can be secret in it."""
        return public_url(self._address(), self._browser.policy)

    @property
    def policy(self) -> Policy:
        """The rules under which the tab is read."""
        return self._browser.policy or Policy()

    @property
    def status(self) -> str:
        """What is known without asking the page.

        One of ``ok``, ``renderer_busy``, ``blocked_by_dialog``, ``paused_by_debugger``, ``crashed``, ``disconnected``.
        """
        if self._closed or self._browser.closed:
            return "disconnected"
        return "ok" if self._session is None else self._session.status

    @property
    def load_state(self) -> str:
        """How far the document has come: ``commit``, ``domcontentloaded``, ``load`` or ``unknown``."""
        return "unknown" if self._session is None else self._session.load_state

    @property
    def dialog(self) -> str | None:
        """The kind of dialog that is open (``alert``, ``confirm``, ``prompt``, ``beforeunload``), or None."""
        dialog = None if self._session is None else self._session.dialog
        return None if dialog is None else str(dialog.get("type") or "alert")

    async def title(self) -> str:
        """Returns the title, with secrets replaced. The browser tells it, so that it comes also when the page hangs.

        Raises:
            Blocked: The page may not be read (reason ``origin``).
            Disconnected: The tab or the browser is gone.
        """
        self._check_address()
        session = await self._attached()
        async with _bounded("the browser did not answer"):
            told = (await self._browser.connection.send("Target.getTargetInfo", {"targetId": self._target_id}))[
                "targetInfo"
            ]
        main, url = session.frames.main, str(told.get("url", ""))
        # Both are asked: what the browser says now, and what the page said last, if it said anything.
        if not self._browser.gate.allows(url, origin="" if main is None else main.origin):
            raise origin_denied()
        if session.tree_known and main is not None and not may_read(session, self._browser.gate, main):
            raise origin_denied()
        return released_title(told.get("title", ""), self._browser.policy, told.get("url", ""))

    async def navigate(
        self, url: str, timeout_ms: int = NAVIGATION_TIMEOUT_MS, wait: Wait = "domcontentloaded"
    ) -> NavigationResult:
        """Goes to an address.

        Args:
            url: An http or https address that the network policy allows, or ``about:blank``.
            timeout_ms: Most milliseconds. Default 15,000.
            wait: What to wait for: ``commit`` (the document begins), ``domcontentloaded`` (default) or ``load``.

        Returns:
            Where the tab is. When the time is over after the document has begun, ``load_state`` says how far it came.

        Raises:
            Blocked: The policy refuses the address, or the one to which it redirects. The tab is then blank.
            NavigationFailed: The browser could not go there.
            ReadTimeout: The document did not begin in time.
            PageCrashed: The page crashed.
            Disconnected: The tab or the browser is gone.
        """
        address = checks.text("url", url)
        return await self._go(address, timeout_ms, wait, "Page.navigate", {"url": address})

    async def back(self, timeout_ms: int = NAVIGATION_TIMEOUT_MS) -> NavigationResult:
        """Goes back in the history; see `navigate`. NavigationFailed when there is nothing before."""
        return await self._step(-1, timeout_ms)

    async def forward(self, timeout_ms: int = NAVIGATION_TIMEOUT_MS) -> NavigationResult:
        """Goes forward in the history; see `navigate`. NavigationFailed when there is nothing after."""
        return await self._step(1, timeout_ms)

    async def reload(
        self, timeout_ms: int = NAVIGATION_TIMEOUT_MS, wait: Wait = "domcontentloaded"
    ) -> NavigationResult:
        """Loads the document again; see `navigate`. Brings back a page that crashed."""
        return await self._go(self._address(), timeout_ms, wait, "Page.reload", {})

    async def dismiss_dialog(self) -> bool:
        """Closes an open dialog with its negative answer. Returns whether there was one."""
        session = await self._attached()
        if session.dialog is None:
            return False
        with contextlib.suppress(CommandFailed):
            async with _bounded("the dialog did not close"):
                await session.send("Page.handleJavaScriptDialog", {"accept": False})
        session.dialog = None
        return True

    async def text(
        self,
        selector: str | None = None,
        *,
        visible_only: bool = True,
        rendering: Rendering = "person",
        max_chars: int = DEFAULT_MAX_CHARS,
        max_nodes: int = DEFAULT_MAX_NODES,
        timeout_ms: int = DEFAULT_TIMEOUT_MS,
    ) -> PageText:
        """Returns the rendered text of the page, or of the first element that a selector matches.

        The answer comes within ``timeout_ms`` and holds what could be read by then; ``status`` says what kept the page
        from answering, and ``report`` what was left out. A page that hangs is read all the same where that is possible,
        or else from its last copy, which ``freshness`` and ``report.age_ms`` tell.

        Args:
            selector: A CSS selector; None reads the whole page. One that asks only for types, ids, classes, roles and
                places in the tree is resolved in the page, and the rest of the page costs nothing then.
            visible_only: False adds the text that a person would not see, marked in ``hidden_runs``.
            rendering: ``"person"``: what a person sees, frames and shadow trees too. ``"innertext"``: what the
                innerText property gives.
            max_chars: Most UTF-16 code units returned, 1 or more. Default 50,000, hard maximum 100,000,000.
            max_nodes: Most nodes visited, 1 or more. Default 20,000, hard maximum 100,000,000.
            timeout_ms: Most milliseconds, 1 or more. Default 3,000, hard maximum 600,000.

        Raises:
            InvalidSelector: The selector cannot be parsed.
            InvalidParameter: Another argument is of the wrong kind or too small.
            Blocked: The page may not be read (reason ``origin``); nothing of it was looked at.
            Disconnected: The tab was closed.
        """
        return await text_of(
            self,
            selector,
            visible_only=visible_only,
            rendering=rendering,
            max_chars=max_chars,
            max_nodes=max_nodes,
            timeout_ms=timeout_ms,
        )

    async def search(
        self,
        pattern: str,
        case_sensitive: bool = False,
        max_matches: int = DEFAULT_MAX_MATCHES,
        *,
        timeout_ms: int = DEFAULT_TIMEOUT_MS,
    ) -> SearchResult:
        """Finds a pattern in the text that a person sees, across elements, shadow roots and frames.

        Args:
            pattern: A pattern in the syntax of RE2. It is searched for in the redacted text.
            case_sensitive: Whether case counts. Default False; the pattern can switch it with ``(?i)`` and ``(?-i)``.
            max_matches: Most matches listed, 1 or more. Default 100; above 1,000 it is reduced to that, and the
                report says so. All are counted.
            timeout_ms: Most milliseconds. Default 3,000. What could not be read and searched by then makes the total
                a lower bound; ``status`` says what kept the page from answering.

        Raises:
            InvalidPattern: The pattern cannot be read, or is too large.
            Blocked: The page may not be read (reason ``origin``).
        """
        return await matches_in(
            self, pattern, case_sensitive=case_sensitive, max_matches=max_matches, timeout_ms=timeout_ms
        )

    async def query(
        self,
        selector: str,
        all: bool = False,  # noqa: A002 (the public name is fixed)
        *,
        timeout_ms: int = DEFAULT_TIMEOUT_MS,
    ) -> list[Element]:
        """Returns the first element that a selector matches, or all of them, in document order.

        The selector is matched on the released page. An element that is in no document of ours when the time is over
        is not in the list.

        Args:
            selector: A CSS selector.
            all: Every match, up to 20,000, instead of the first alone. Default False.
            timeout_ms: Most milliseconds. Default 3,000.

        Raises:
            InvalidSelector: The selector cannot be parsed.
            Blocked: The page may not be read (reason ``origin``).
            ReadTimeout: The page did not answer in time.
        """
        return await elements_of(self, selector, all=all, timeout_ms=timeout_ms)

    async def close(self) -> None:
        """Closes the tab, without asking the page. Closing twice does nothing."""
        if self._closed or self._browser.closed:
            return
        with contextlib.suppress(CommandFailed, ReadTimeout):
            async with _bounded("the tab did not close"):
                await self._browser.connection.send("Target.closeTarget", {"targetId": self._target_id})
        self.on_gone()
        self._browser.forget(self)

    async def capture(
        self, expression_for: Callable[[int], str], *, timeout_ms: int = 3000, grace_ms: int = GRACE_MS
    ) -> Captured:
        """Runs the collector in every frame of the page that may be read and that shares the page's process.

        Args:
            expression_for: Gives the collector call for the milliseconds that are left.
            timeout_ms: When to answer at the latest. Default 3,000.
            grace_ms: How long the page may take before it is paused. Default 150.

        Raises:
            Blocked: The page may not be read (reason ``origin``); nothing was evaluated in it.
            InternalError: The collector failed.
        """
        deadline = asyncio.get_running_loop().time() + timeout_ms / 1000
        self._check_address()
        session = await self._attached()
        return await capture(session, self._browser.gate, expression_for, deadline=deadline, grace_ms=grace_ms)

    # -- for the browser that owns the tab

    @property
    def target_id(self) -> str:
        """The browser's id of the tab."""
        return self._target_id

    @property
    def session(self) -> TargetSession | None:
        """The conversation with the page, once there is one."""
        return self._session

    @property
    def is_closed(self) -> bool:
        """Whether the tab is gone."""
        return self._closed

    def on_attached(self, session: TargetSession) -> None:
        """Takes the session that sees the tab."""
        self._session = session

    def on_info(self, told: dict[str, Any]) -> None:
        """Takes what the browser tells about the tab."""
        self._info = TargetInfo(str(told.get("url", "")), told.get("openerId"))

    def on_gone(self) -> None:
        """The tab is closed, by us or by somebody else."""
        self._closed = True
        if self._session is not None and not self._session.detached:
            self._session.detach()

    async def attached(self) -> TargetSession:
        """Attaches to the tab if that has not been done, and returns the session. Does not wait for the page."""
        return await self._attached()

    # -- inside

    def _address(self) -> str:
        main = None if self._session is None else self._session.frames.main
        return main.url if main is not None and main.url else self._info.url

    def _check_address(self) -> None:
        """Refuses a tab of somebody else's by its address, before it is even attached to."""
        if self._session is None and self._browser.gate.refuses(self._info.url):
            raise origin_denied()

    async def _attached(self) -> TargetSession:
        if self._closed:
            raise tab_closed()
        if self._session is not None:
            return self._session
        if self._attaching is None:
            # A task of its own, so that one caller who gives up does not take it from the others.
            self._attaching = asyncio.ensure_future(self._browser.attach_to(self))
            self._attaching.add_done_callback(self._on_attaching_done)
        return await asyncio.shield(self._attaching)

    def _on_attaching_done(self, task: asyncio.Task[TargetSession]) -> None:
        self._attaching = None
        if not task.cancelled():
            task.exception()

    async def _step(self, offset: Literal[-1, 1], timeout_ms: int) -> NavigationResult:
        session = await self._attached()
        async with _bounded("the browser did not answer"):
            history = await session.send("Page.getNavigationHistory")
        index = history["currentIndex"] + offset
        if not 0 <= index < len(history["entries"]):
            raise NavigationFailed("there is no such page in the history", hint="navigate to an address")
        entry = history["entries"][index]
        params = {"entryId": entry["id"]}
        return await self._go(entry["url"], timeout_ms, "domcontentloaded", "Page.navigateToHistoryEntry", params)

    async def _go(self, url: str, timeout_ms: int, wait: Wait, method: str, params: dict[str, Any]) -> NavigationResult:
        if wait not in ("commit", "domcontentloaded", "load"):
            raise InvalidParameter("wait must be commit, domcontentloaded or load", hint="use one of the three")
        session = await self._attached()
        async with self._navigating:
            return await go(session, url, method, params, policy=self._browser.policy, timeout_ms=timeout_ms, wait=wait)


@contextlib.asynccontextmanager
async def _bounded(message: str) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(_CALL_SECONDS):
            yield
    except TimeoutError:
        raise ReadTimeout(message, hint="try again, or close the tab") from None
