"""Which documents of a browser may be read, by their origin.

A browser of our own goes where the network policy lets it, so that the same decision says what may be read. A browser
that a person uses holds their mail and their bank: nothing of it is read before its origin is named.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

from pagewarden import checks
from pagewarden.errors import InvalidParameter
from pagewarden.network import decide
from pagewarden.policy import Policy

BLANK = "about:blank"

# These have no address of their own: they show what the document that made them put there.
_INHERITING = ("about:blank", "about:srcdoc", "data:", "blob:")

_DEFAULT_PORTS = {"http": 80, "https": 443}


def origin_of(url: str) -> str | None:
    """Returns ``scheme://host[:port]`` of an http or https address, None for all others."""
    url = url.removeprefix("blob:")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    scheme, host = parts.scheme.lower(), (parts.hostname or "").lower()
    if scheme not in _DEFAULT_PORTS or not host:
        return None
    if ":" in host:
        host = f"[{host}]"
    return f"{scheme}://{host}" if port in (None, _DEFAULT_PORTS[scheme]) else f"{scheme}://{host}:{port}"


class OriginGate:
    """Decides whether a document may be read. `for_launch` and `for_attach` make the two kinds.

    Args:
        policy: The network policy; asked when no list is given.
        origins: The origins that may be read; None asks the policy.
        anything: Every http and https origin may be read.
    """

    def __init__(self, policy: Policy | None, *, origins: frozenset[str] | None = None, anything: bool = False) -> None:
        self._policy = policy
        self._origins = origins
        self._anything = anything
        self._decided = lru_cache(maxsize=512)(self._decide)

    @classmethod
    def for_launch(cls, policy: Policy | None) -> OriginGate:
        """The gate of a browser that we started."""
        return cls(policy)

    @classmethod
    def for_attach(cls, policy: Policy | None, allow_origins: Iterable[str]) -> OriginGate:
        """The gate of somebody's browser.

        Raises:
            InvalidParameter: An entry is neither ``"*"`` nor an origin such as ``"https://example.com"``.
        """
        entries = checks.texts("allow_origins", allow_origins)
        origins = {_exact(entry) for entry in entries if entry != "*"}
        return cls(policy, origins=frozenset(origins), anything="*" in entries)

    def allows(self, url: str, *, origin: str = "", parent: str | None = None) -> bool:
        """Whether a document may be read.

        Args:
            url: Its address.
            origin: Its origin, as the browser tells it. Asked for documents without an address of their own.
            parent: The address of the document that made it. Asked when the browser tells no origin.
        """
        if url.startswith(_INHERITING) or not url:
            if (inherited := origin_of(url) or origin_of(origin)) is not None:
                return self._decided(inherited)
            if parent is not None:
                return not parent.startswith(_INHERITING) and self.allows(parent)
            # A blank document that nobody made is ours in a browser of ours, and anybody's in another.
            return url in ("", BLANK) and self._origins is None
        return self._decided(url if self._origins is None else origin_of(url) or "")

    @property
    def condition(self) -> str:
        """A JavaScript condition that holds in the documents where a script of ours may stay between reads.

        In a browser of ours it always holds: what the policy refuses is not read, and is nobody's secret from us.
        """
        if self._origins is None:
            return "true"
        if self._anything:
            return "/^https?:/.test(globalThis.origin)"
        return f"{json.dumps(sorted(self._origins))}.includes(globalThis.origin)"

    def refuses(self, url: str) -> bool:
        """Whether an address alone tells that its document may not be read."""
        return not url.startswith(_INHERITING) and bool(url) and not self.allows(url)

    def _decide(self, url: str) -> bool:
        if self._origins is not None:
            return bool(url) and (self._anything or url in self._origins)
        return decide(url, policy=self._policy).verdict == "allow"


def _exact(entry: str) -> str:
    origin = origin_of(entry)
    if origin is None or entry.startswith("blob:") or entry.rstrip("/").count("/") != 2 or "@" in entry:  # noqa: PLR2004 (those of ://)
        raise InvalidParameter(
            "allow_origins must hold origins such as https://example.com:8443, or *",
            hint="name the scheme, the host and, if it is not the usual one, the port; no path",
        )
    if any(sign in entry for sign in "?#\\"):
        raise InvalidParameter("allow_origins must hold origins without path or query", hint="remove them")
    return origin
