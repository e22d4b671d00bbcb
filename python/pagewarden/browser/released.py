"""What of a tab is shown without reading it, its address and its title, on its way through the firewall.

Both are chosen by the page and can hold secrets, so that there is one way out for them, as for everything else.
"""

from __future__ import annotations

import html
from urllib.parse import unquote, urlsplit

from pagewarden import _core
from pagewarden.policy import Policy

TITLE_CHARS = 1000

# A query shorter than this holds no secret, and may be in a title by chance.
_SHORTEST_SECRET = 6


def public_url(url: str, policy: Policy | None) -> str:
    """Returns an address with its secret parts replaced. Of what is no address but a document itself, the scheme."""
    if url.startswith(("data:", "blob:")):
        return url.split(":", 1)[0] + ":"
    return _core.redact_url(url, Policy.native(policy))


def released_title(title: str, policy: Policy | None, url: str = "") -> str:
    """Passes a title through the firewall, as the title of a page without anything else.

    Args:
        title: What the browser calls the page.
        policy: The rules.
        url: The address of the page. A browser calls a page without a title by its address, whose secrets are found
            by their place in it, which a title has not: such a title is left out.
    """
    if repeats_address(title, url):
        return ""
    page = f"<title>{html.escape(title[:TITLE_CHARS])}</title>"
    return _core.parse(page, Policy.native(policy), None, None, False, None).title or ""  # noqa: FBT003 (the extension takes it by position)


def repeats_address(title: str, url: str) -> bool:
    """Whether a title is the address, in one of the forms that browsers show, or repeats its query or fragment."""
    shown, address = unquote(title).casefold(), unquote(url).casefold()
    if not shown or not address:
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        # What cannot be compared might be the same.
        return True
    host = parts.netloc.rpartition("@")[2].casefold()
    try:
        readable = host.encode("ascii").decode("idna")
    except UnicodeError:
        readable = host
    without_scheme = shown.removeprefix(f"{parts.scheme}://")
    beginnings = tuple(name + sign for name in (host, readable) if name for sign in "/?#")
    if shown == address or without_scheme in (host, readable) or without_scheme.startswith(beginnings):
        return True
    ends = (unquote(part).casefold() for part in (parts.query, parts.fragment))
    return any(len(end) >= _SHORTEST_SECRET and end in shown for end in ends)
