"""Whether a page that was read without running its scripts is only the shell that they would fill.

Many sites send a page of scripts and an empty element, and a reader that runs none sees nothing there. Whoever reads
such a page has to be told, because an empty answer looks like an empty page. The judgement is made on what the page
gives as text, and errs on the side of saying nothing.
"""

from __future__ import annotations

from pagewarden.page import Page

NEXT_TO_NOTHING = 40
"""UTF-16 code units; a line such as "Loading, please wait" has fewer."""

LITTLE = 400
"""UTF-16 code units; a header and a footer around an empty middle have fewer."""

_MOST_NODES = 20_000
_MILLISECONDS = 300

# Where the well-known frameworks put what they build.
_MOUNT_POINTS = (
    "#root, #app, #__next, #__nuxt, #___gatsby, #svelte, #application, #app-root, #react-root, #main-app, "
    "app-root, [ng-app], [data-reactroot], [data-server-rendered], [ng-version]"
)


def is_empty_shell(page: Page) -> bool:
    """Tells whether the page has scripts and next to no text, or little text and an empty place for an application.

    Args:
        page: A page that was read without running its scripts.
    """
    if not _matches(page, "script"):
        return False
    chars, complete = _chars(page, None, LITTLE)
    if not complete or chars >= LITTLE:
        return False
    if chars < NEXT_TO_NOTHING:
        return True
    return _matches(page, _MOUNT_POINTS) > 0 and _chars(page, _MOUNT_POINTS, NEXT_TO_NOTHING)[0] < NEXT_TO_NOTHING


def _matches(page: Page, selector: str) -> int:
    return page.text(selector, max_chars=1, timeout_ms=_MILLISECONDS).report.scope_matched or 0


def _chars(page: Page, selector: str | None, most: int) -> tuple[int, bool]:
    """Returns how much text there is, up to a bound, and whether all nodes were looked at."""
    reading = page.text(selector, max_chars=most, max_nodes=_MOST_NODES, timeout_ms=_MILLISECONDS)
    complete = all(fired.limit == "max_chars" for fired in reading.report.limits)
    return reading.report.returned.chars, complete
