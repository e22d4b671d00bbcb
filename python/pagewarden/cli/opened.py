"""A page that was opened for reading, whichever engine opened it, and how long everything may take.

The command prints one and the same answer for all engines, so that it works on this and not on a page or a tab.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

from pagewarden.models import PageText
from pagewarden.page import DEFAULT_TIMEOUT_MS, Page, Rendering
from pagewarden.reading import DEFAULT_READ_TIMEOUT_MS


@dataclass(frozen=True, slots=True)
class Opened:
    """The answer of the command: the page's address and title, and its reading.

    ``loading`` is True when the page was read before it had finished loading.
    """

    url: str | None
    title: str | None
    reading: PageText
    loading: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to read of a page."""

    selector: str | None
    visible_only: bool
    rendering: Rendering
    max_chars: int
    max_nodes: int

    @classmethod
    def from_arguments(cls, arguments: argparse.Namespace) -> Wanted:
        """Takes it from the options of the command."""
        return cls(
            selector=arguments.selector,
            visible_only=not arguments.all_text,
            rendering=arguments.rendering,
            max_chars=arguments.max_chars,
            max_nodes=arguments.max_nodes,
        )

    def of(self, page: Page, timeout_ms: int) -> Opened:
        """Reads it from a page that is no longer in need of a network."""
        reading = page.text(
            self.selector,
            visible_only=self.visible_only,
            rendering=self.rendering,
            max_chars=self.max_chars,
            max_nodes=self.max_nodes,
            timeout_ms=timeout_ms,
        )
        return Opened(page.url, page.title, reading)


class Clock:
    """The time that the command has: one limit for everything, or one for the page and then one for its text.

    Args:
        limit_ms: What ``--timeout-ms`` said; None for the defaults.
    """

    def __init__(self, limit_ms: int | None) -> None:
        self._limit_ms = limit_ms
        self._started = time.monotonic()

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds since the command began."""
        return int((time.monotonic() - self._started) * 1000)

    def for_page(self) -> int:
        """Milliseconds for getting the page."""
        return self._left(DEFAULT_READ_TIMEOUT_MS)

    def for_text(self) -> int:
        """Milliseconds for reading its text."""
        return self._left(DEFAULT_TIMEOUT_MS)

    def allows(self, milliseconds: int) -> bool:
        """Whether there is that much time beside what the defaults give."""
        return self._limit_ms is None or self._limit_ms - self.elapsed_ms >= milliseconds

    def _left(self, default: int) -> int:
        return default if self._limit_ms is None else max(1, self._limit_ms - self.elapsed_ms)
