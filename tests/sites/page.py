"""What a page of the test site is made of: what was asked for, and what is sent back.

Kept apart from the server so that a page can be written, and read, without knowing how it travels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Request:
    """What a browser asked for, and by which addresses it can reach the same site in other ways.

    Attributes:
        path: The path without its query.
        query: The query, the last value of each key.
        here: The site's own address, ``http://127.0.0.1:PORT``.
        cross_site: The same port by the name localhost: another site, so another process of the browser.
        other_port: A second port of 127.0.0.1: another origin of the same site.
    """

    path: str
    query: Mapping[str, str]
    here: str
    cross_site: str
    other_port: str

    def number(self, key: str, default: int, most: int = 1_000_000) -> int:
        """The number that the query has for a key, at least 0 and at most ``most``."""
        text = self.query.get(key, "")
        return max(0, min(int(text), most)) if text.isdecimal() else default


@dataclass(frozen=True)
class Reply:
    """What is sent back.

    Attributes:
        body: The bytes after the headers.
        status: The status of HTTP.
        headers: Headers besides the length and the ban on caching.
        delay: Seconds before the first byte.
        silent: Nothing is sent at all until the browser or the site gives up.
        open_ended: After the body the connection stays open, as if more were to come.
    """

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "text/html; charset=utf-8"})
    delay: float = 0.0
    silent: bool = False
    open_ended: bool = False

    @classmethod
    def html(cls, text: str) -> Reply:
        """A page."""
        return cls(text.encode())


Answer = Callable[[Request], Reply]
"""How a page is made."""


@dataclass(frozen=True)
class Page:
    """A page of the site: where it is, what it is for, and how it is made."""

    path: str
    purpose: str
    answer: Answer
