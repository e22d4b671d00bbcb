"""A browser made of dictionaries, so that the tools can be tested where no browser is.

Its pages are read by the real reader of HTML, so that readings and reports are those that a client would see.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pagewarden
from pagewarden import PageText, SearchResult
from pagewarden.errors import Blocked, PagewardenError
from pagewarden.page import Rendering


@dataclass(frozen=True)
class FakeNavigation:
    """What became of a navigation."""

    url: str
    status: int | None = 200
    load_state: str = "domcontentloaded"


class FakeTab:
    """A tab that shows pages of its browser."""

    def __init__(self, browser: FakeBrowser, identifier: str, url: str = "about:blank") -> None:
        self._browser = browser
        self._history = [url]
        self.id = identifier
        self.status = "ok"

    @property
    def url(self) -> str:
        """The address."""
        return self._history[-1]

    async def title(self) -> str:
        """The title; late when the browser is told so."""
        if self._browser.slow_titles:
            await asyncio.sleep(30)
        return pagewarden.parse(self._browser.pages.get(self.url, "")).title or ""

    async def navigate(self, url: str, *, timeout_ms: int) -> FakeNavigation:
        """Goes to a page of the browser, or fails as told."""
        del timeout_ms
        if url in self._browser.failures:
            raise self._browser.failures[url]
        if url not in self._browser.pages:
            raise Blocked("the address is refused: loopback", hint="--allow-host HOST:PORT")
        self._history.append(url)
        return FakeNavigation(url)

    async def back(self, *, timeout_ms: int) -> FakeNavigation:
        """Takes the last page off."""
        del timeout_ms
        if len(self._history) > 1:
            self._history.pop()
        return FakeNavigation(self.url, status=None)

    async def forward(self, *, timeout_ms: int) -> FakeNavigation:
        """There is no way forward here, so that it goes back."""
        return await self.back(timeout_ms=timeout_ms)

    async def close(self) -> None:
        """Closes the tab."""
        self._browser.open_tabs.pop(self.id, None)

    async def text(
        self,
        selector: str | None,
        *,
        visible_only: bool,
        rendering: Rendering,
        max_chars: int,
        max_nodes: int,
        timeout_ms: int,
    ) -> PageText:
        """Reads the page, unless the browser is told to hang or to fail."""
        if self._browser.stuck:
            self._browser.reading.set()
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                self._browser.cancelled = True
                raise
        if self._browser.defect is not None:
            raise self._browser.defect
        page = pagewarden.parse(self._browser.pages.get(self.url, ""), url=self.url)
        return page.text(
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
        case_sensitive: bool,
        max_matches: int,
        *,
        timeout_ms: int,
    ) -> SearchResult:
        """Searches the page."""
        page = pagewarden.parse(self._browser.pages.get(self.url, ""), url=self.url)
        return page.search(pattern, case_sensitive, max_matches, timeout_ms=timeout_ms)


@dataclass
class FakeBrowser:
    """A browser; ``pages`` are what its web consists of."""

    pages: dict[str, str] = field(default_factory=dict)
    failures: dict[str, PagewardenError] = field(default_factory=dict)
    defect: Exception | None = None
    stuck: bool = False
    slow_titles: bool = False
    version: str = "Fake/1.0"
    closed: bool = False
    cancelled: bool = False
    launches: int = 0
    open_tabs: dict[str, FakeTab] = field(default_factory=dict)
    reading: asyncio.Event = field(default_factory=asyncio.Event)

    async def launch(self) -> FakeBrowser:
        """The launcher of a session."""
        await asyncio.sleep(0)
        self.launches += 1
        self.closed = False
        return self

    def tabs(self) -> list[FakeTab]:
        """Every tab."""
        return list(self.open_tabs.values())

    def add(self, url: str) -> FakeTab:
        """Puts a tab there."""
        tab = FakeTab(self, f"t{len(self.open_tabs) + 1}", url)
        self.open_tabs[tab.id] = tab
        return tab

    async def new_tab(self) -> FakeTab:
        """Opens a tab."""
        await asyncio.sleep(0)
        return self.add("about:blank")

    async def close(self) -> None:
        """Ends the browser."""
        self.closed = True
