"""What the tools need of a browser, and nothing more.

The tools are written against these shapes and not against a driver, so that a second engine fits without a change
here, and so that the tools can be tested where no browser is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pagewarden.models import PageText, SearchResult
from pagewarden.page import Rendering


class Navigation(Protocol):
    """What became of a navigation."""

    @property
    def url(self) -> str:
        """The address of the page that is shown now, redacted."""

    @property
    def status(self) -> int | None:
        """The HTTP status of the answer; None when there was none, as for a page from the history."""

    @property
    def load_state(self) -> str:
        """How far loading had come when the navigation answered."""


class LiveTab(Protocol):
    """A tab."""

    @property
    def id(self) -> str:
        """The id that tools name it by."""

    @property
    def url(self) -> str:
        """The address of the page, redacted."""

    @property
    def status(self) -> str:
        """``ok``, or what keeps the page from answering."""

    async def title(self) -> str:
        """The title of the page, redacted."""

    async def navigate(self, url: str, *, timeout_ms: int) -> Navigation:
        """Goes to an address, under the network policy."""

    async def back(self, *, timeout_ms: int) -> Navigation:
        """Goes one page back."""

    async def forward(self, *, timeout_ms: int) -> Navigation:
        """Goes one page forward."""

    async def close(self) -> None:
        """Closes the tab."""

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
        """Reads the text."""

    async def search(
        self,
        pattern: str,
        case_sensitive: bool,
        max_matches: int,
        *,
        timeout_ms: int,
    ) -> SearchResult:
        """Finds a pattern in the text."""


class LiveBrowser(Protocol):
    """A running browser."""

    @property
    def version(self) -> str:
        """Name and version, as the browser tells them."""

    @property
    def closed(self) -> bool:
        """Whether it is gone."""

    def tabs(self) -> Sequence[LiveTab]:
        """Every tab."""

    async def new_tab(self) -> LiveTab:
        """Opens an empty tab."""

    async def close(self) -> None:
        """Ends the browser, or only lets go of it when it is somebody else's."""
