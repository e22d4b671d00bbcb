"""A safe, bounded reader of web pages for programs that must not be hurt by them.

`read` takes an address or a path, `parse` takes HTML; both return a `Page` that has passed the firewall. `Browser` and
`page_text` read live pages; they are loaded when they are first named, so that importing this package loads the
extension and a few small modules, no browser driver and no protocol library.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pagewarden import network
from pagewarden._core import __version__
from pagewarden.errors import (
    Blocked,
    BrowserNotFound,
    BrowserNotSupported,
    DialogOpen,
    Disconnected,
    FetchFailed,
    FirewallUnfinished,
    InternalError,
    InvalidParameter,
    InvalidPattern,
    InvalidSelector,
    NavigationFailed,
    PageCrashed,
    PagewardenError,
    PolicyError,
    ReadTimeout,
    SnapshotError,
)
from pagewarden.models import (
    Amount,
    Decision,
    Element,
    ElementFacts,
    FrameStatus,
    HiddenRun,
    LimitFired,
    Match,
    Matches,
    PageText,
    Report,
    SearchResult,
    WithheldPart,
)
from pagewarden.page import Page
from pagewarden.policy import Policy
from pagewarden.reading import parse, read
from pagewarden.redaction import Withheld, explain, redact
from pagewarden.search import search_text

if TYPE_CHECKING:
    from pagewarden import sync
    from pagewarden.browser.chromium import Browser
    from pagewarden.browser.playwright_page import page_text
    from pagewarden.browser.tab import Tab

__all__ = [
    "Amount",
    "Blocked",
    "Browser",
    "BrowserNotFound",
    "BrowserNotSupported",
    "Decision",
    "DialogOpen",
    "Disconnected",
    "Element",
    "ElementFacts",
    "FetchFailed",
    "FirewallUnfinished",
    "FrameStatus",
    "HiddenRun",
    "InternalError",
    "InvalidParameter",
    "InvalidPattern",
    "InvalidSelector",
    "LimitFired",
    "Match",
    "Matches",
    "NavigationFailed",
    "Page",
    "PageCrashed",
    "PageText",
    "PagewardenError",
    "Policy",
    "PolicyError",
    "ReadTimeout",
    "Report",
    "SearchResult",
    "SnapshotError",
    "Tab",
    "Withheld",
    "WithheldPart",
    "__version__",
    "explain",
    "network",
    "page_text",
    "parse",
    "read",
    "redact",
    "search_text",
    "sync",
]

# Where each name lives that is not loaded with the package.
_LATER = {
    "Browser": ("pagewarden.browser.chromium", "Browser"),
    "Tab": ("pagewarden.browser.tab", "Tab"),
    "page_text": ("pagewarden.browser.playwright_page", "page_text"),
    "sync": ("pagewarden.sync", None),
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 (a module's attribute)
    try:
        module_name, attribute = _LATER[name]
    except KeyError:
        raise AttributeError(f"module 'pagewarden' has no attribute {name!r}") from None
    module = importlib.import_module(module_name)
    value = module if attribute is None else getattr(module, attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
