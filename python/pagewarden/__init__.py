"""A safe, bounded reader of web pages for programs that must not be hurt by them.

`read` takes an address or a path, `parse` takes HTML; both return a `Page` that has passed the firewall. Importing
this package loads the extension and a few small modules, no browser driver and no protocol library.
"""

from __future__ import annotations

from pagewarden import network
from pagewarden._core import __version__
from pagewarden.errors import (
    Blocked,
    BrowserNotFound,
    BrowserNotSupported,
    DialogOpen,
    Disconnected,
    FetchFailed,
    InternalError,
    InvalidParameter,
    InvalidSelector,
    NavigationFailed,
    PageCrashed,
    PagewardenError,
    PolicyError,
    ReadTimeout,
    SnapshotError,
)
from pagewarden.models import Amount, Decision, FrameStatus, HiddenRun, LimitFired, PageText, Report
from pagewarden.page import Page
from pagewarden.policy import Policy
from pagewarden.reading import parse, read

__all__ = [
    "Amount",
    "Blocked",
    "BrowserNotFound",
    "BrowserNotSupported",
    "Decision",
    "DialogOpen",
    "Disconnected",
    "FetchFailed",
    "FrameStatus",
    "HiddenRun",
    "InternalError",
    "InvalidParameter",
    "InvalidSelector",
    "LimitFired",
    "NavigationFailed",
    "Page",
    "PageCrashed",
    "PageText",
    "PagewardenError",
    "Policy",
    "PolicyError",
    "ReadTimeout",
    "Report",
    "SnapshotError",
    "__version__",
    "network",
    "parse",
    "read",
]
