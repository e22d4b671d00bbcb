"""What can go wrong, as exceptions that a program can tell apart and a person can act on.

Every exception carries a stable ``reason`` and a ``hint``. None carries page text: an exception travels to logs and
to models, outside the firewall. The core raises them through `from_reason`, so that its list and this one are one.
"""

from __future__ import annotations

from typing import ClassVar


class PagewardenError(Exception):
    """The parent of every exception that pagewarden raises on purpose.

    Attributes:
        reason: A stable word for programs, the same in Python, on the command line and in C.
        hint: What the caller can do next, one sentence.
    """

    default_reason: ClassVar[str] = "internal"

    reason: str
    hint: str

    def __init__(self, message: str, *, reason: str | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.reason = self.default_reason if reason is None else reason
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        # Without this, an exception that crosses a process pool would come back without its reason and hint.
        return _revive, (type(self), str(self), self.reason, self.hint)


class ReadTimeout(PagewardenError):  # noqa: N818 (the public name is fixed)
    """Nothing could be read before the deadline. A read that has something returns it instead."""

    default_reason = "timeout"


class InvalidSelector(PagewardenError):  # noqa: N818
    """A CSS selector cannot be parsed; the message names the position."""

    default_reason = "invalid_selector"


class InvalidPattern(PagewardenError):  # noqa: N818
    """A pattern of a search cannot be read, or is too large.

    Attributes:
        kind: The kind of the error by the name that RE2 gives it, such as ``ErrorBadEscape``.
        argument: The piece of the pattern that is meant; empty when there is none.
    """

    default_reason = "invalid_pattern"

    kind: str = ""
    argument: str = ""

    def __reduce__(self) -> tuple[object, ...]:
        return _revive_pattern, (str(self), self.hint, self.kind, self.argument)


class InvalidParameter(PagewardenError):  # noqa: N818
    """An argument is of the wrong kind or below its minimum."""

    default_reason = "invalid_parameter"


class PolicyError(PagewardenError):
    """A policy is not valid; the message names the line when it comes from a file."""

    default_reason = "invalid_policy"


class SnapshotError(PagewardenError):
    """A page cannot be held: it exceeds a hard size limit, or its data is damaged."""

    default_reason = "invalid_snapshot"


class FirewallUnfinished(PagewardenError):  # noqa: N818
    """A text or a page is made so that it cannot be searched in bounded time: nothing of it is given out."""

    default_reason = "firewall_unfinished"


class Blocked(PagewardenError):  # noqa: N818
    """The network policy refuses the target; the message names the class of the refusal."""

    default_reason = "blocked_by_policy"


class FetchFailed(PagewardenError):  # noqa: N818
    """The page could not be fetched, or the file could not be read."""

    default_reason = "fetch_failed"


class BrowserNotFound(PagewardenError):  # noqa: N818 (the public name is fixed)
    """No usable browser is on this machine, or the one that was named cannot be started."""

    default_reason = "browser_not_found"


class BrowserNotSupported(PagewardenError):  # noqa: N818
    """The browser is of a kind, or of an age, that pagewarden cannot drive."""

    default_reason = "browser_not_supported"


class Disconnected(PagewardenError):  # noqa: N818
    """The browser or the tab is gone."""

    default_reason = "disconnected"


class PageCrashed(PagewardenError):  # noqa: N818
    """The process of the page has crashed; navigating or reloading starts a new one."""

    default_reason = "crashed"


class DialogOpen(PagewardenError):  # noqa: N818
    """A dialog of the page is open, and nothing can be done before it is closed."""

    default_reason = "blocked_by_dialog"


class NavigationFailed(PagewardenError):  # noqa: N818
    """The browser could not go to the address."""

    default_reason = "navigation_failed"


class InternalError(PagewardenError):
    """A defect of pagewarden itself; its details are withheld, because they may hold page text."""

    default_reason = "internal"


BY_REASON: dict[str, type[PagewardenError]] = {
    "timeout": ReadTimeout,
    "invalid_selector": InvalidSelector,
    "invalid_pattern": InvalidPattern,
    "invalid_parameter": InvalidParameter,
    "invalid_policy": PolicyError,
    "invalid_snapshot": SnapshotError,
    "too_large": SnapshotError,
    "blocked_by_policy": Blocked,
    "fetch_failed": FetchFailed,
    "firewall_unfinished": FirewallUnfinished,
    "internal": InternalError,
}
"""Which class stands for which reason of the core. A test compares this list with the core's."""


def from_reason(reason: str, message: str, hint: str) -> PagewardenError:
    """Makes the exception for a reason of the core; called by the extension."""
    return BY_REASON.get(reason, PagewardenError)(message, reason=reason, hint=hint)


def _revive(kind: type[PagewardenError], message: str, reason: str, hint: str) -> PagewardenError:
    return kind(message, reason=reason, hint=hint)


def _revive_pattern(message: str, hint: str, kind: str, argument: str) -> InvalidPattern:
    error = InvalidPattern(message, hint=hint)
    error.kind, error.argument = kind, argument
    return error
