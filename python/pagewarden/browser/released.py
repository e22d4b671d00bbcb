"""What of a tab is shown without reading it, its address and its title, on its way through the firewall.

Both are chosen by the page and can hold secrets, so that there is one way out for them, as for everything else.
"""

from __future__ import annotations

import html
from urllib.parse import urlsplit, urlunsplit

from pagewarden import _core
from pagewarden.policy import Policy

TITLE_CHARS = 1000


def public_url(url: str, policy: Policy | None) -> str:
    """Returns an address without what can be secret in it: the core's form of it, or no query and no fragment."""
    redact = getattr(_core, "redact_url", None)
    if redact is not None:
        return str(redact(url, Policy.native(policy)))
    if url.startswith(("data:", "blob:")):
        return url.split(":", 1)[0] + ":"
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def released_title(title: str, policy: Policy | None) -> str:
    """Passes a title through the firewall, as the title of a page without anything else."""
    page = f"<title>{html.escape(title[:TITLE_CHARS])}</title>"
    return _core.parse(page, Policy.native(policy), None, None, False, None).title or ""  # noqa: FBT003 (the extension takes it by position)
