"""A page that has passed the firewall, and what can be read from it.

A `Page` holds a released snapshot inside the extension and nothing else: the page's bytes are gone, and there is no
attribute that leads back to them. Every reading takes its limits and returns a report.
"""

from __future__ import annotations

import json
from typing import Literal

from pagewarden import _core, checks
from pagewarden.models import Element, Matches, PageText, Report, SearchResult, WithheldPart
from pagewarden.search import DEFAULT_MAX_MATCHES

Rendering = Literal["person", "innertext"]
"""``person``: what a person sees, frames and shadow roots too. ``innertext``: what the innerText property gives."""

DEFAULT_MAX_CHARS = 50_000
DEFAULT_MAX_NODES = 20_000
DEFAULT_TIMEOUT_MS = 3_000

SEARCHED_CHARS = 20_000_000
"""How much text of a page is searched, in UTF-16 code units."""

SEARCHED_NODES = 10_000_000
"""How many nodes of a page that is at hand are searched."""


class Page:
    """A released page. Made by `pagewarden.read` and `pagewarden.parse`; frozen, and safe to share between threads."""

    __slots__ = ("_snapshot",)

    def __init__(self, snapshot: _core.Snapshot) -> None:
        self._snapshot = snapshot

    @property
    def url(self) -> str | None:
        """The address of the page, with secret parts redacted; None when none is known."""
        return self._snapshot.url

    @property
    def title(self) -> str | None:
        """The text of the page's title element, redacted; None when there is none."""
        return self._snapshot.title

    @property
    def node_count(self) -> int:
        """How many nodes the page has, for judging what a budget of nodes means."""
        return self._snapshot.node_count

    def text(
        self,
        selector: str | None = None,
        *,
        visible_only: bool = True,
        rendering: Rendering = "person",
        max_chars: int = DEFAULT_MAX_CHARS,
        max_nodes: int = DEFAULT_MAX_NODES,
        timeout_ms: int = DEFAULT_TIMEOUT_MS,
    ) -> PageText:
        """Returns the rendered text of the page, or of the first element that a selector matches.

        When a limit is reached, the text that there is until then is returned, with ``truncated`` set and the limit
        in the report. Limits above their hard maximum are reduced to it, and the report says so.

        Args:
            selector: A CSS selector; None reads the whole page. It is matched against the redacted page, and
                ``report.scope_matched`` tells how many elements it matches.
            visible_only: False adds the text that a person would not see, marked in ``hidden_runs``.
            rendering: ``"person"`` or ``"innertext"``.
            max_chars: Most UTF-16 code units returned, 1 or more. Default 50,000, hard maximum 100,000,000.
            max_nodes: Most nodes visited, 1 or more. Default 20,000, hard maximum 100,000,000.
            timeout_ms: Most milliseconds, 1 or more. Default 3,000, hard maximum 600,000.

        Raises:
            InvalidSelector: The selector cannot be parsed.
            InvalidParameter: Another argument is of the wrong kind or too small.
        """
        text, hidden_runs, report_json = self._snapshot.text(
            checks.optional_text("selector", selector),
            checks.truth("visible_only", visible_only),
            checks.text("rendering", rendering),
            checks.whole_number("max_chars", max_chars),
            checks.whole_number("max_nodes", max_nodes),
            checks.whole_number("timeout_ms", timeout_ms),
        )
        report = Report.from_dict(json.loads(report_json))
        return PageText.of(text, hidden_runs, report)

    def search(
        self,
        pattern: str,
        case_sensitive: bool = False,
        max_matches: int = DEFAULT_MAX_MATCHES,
        *,
        timeout_ms: int = DEFAULT_TIMEOUT_MS,
    ) -> SearchResult:
        """Finds a pattern in the text that a person sees, across elements; matches of nothing are left out.

        Args:
            pattern: A pattern in the syntax of RE2. It is searched for in the redacted text.
            case_sensitive: Whether case counts. Default False; the pattern can switch it with ``(?i)`` and ``(?-i)``.
            max_matches: Most matches listed, 1 or more. Default 100; above 1,000 it is reduced to that, and the
                report says so. All are counted.
            timeout_ms: Most milliseconds. Default 3,000. What was not searched by then makes the total a lower bound.

        Raises:
            InvalidPattern: The pattern cannot be read, or is too large.
            InvalidParameter: Another argument is of the wrong kind or too small.
        """
        found, report_json = self._snapshot.search(
            checks.text("pattern", pattern),
            checks.truth("case_sensitive", case_sensitive),
            checks.whole_number("max_matches", max_matches),
            SEARCHED_CHARS,
            SEARCHED_NODES,
            checks.whole_number("timeout_ms", timeout_ms),
        )
        return SearchResult.of(Matches.of(*found), Report.from_dict(json.loads(report_json)))

    def withheld(self) -> list[WithheldPart]:
        """Returns what was withheld of this page and by which rule, for the person who owns the rules.

        Up to 1,000 places, in the order in which they were found. It tells where secrets are and how many, which no
        reading does: do not hand it to an agent.
        """
        return [WithheldPart(*part) for part in self._snapshot.withheld()]

    def query(
        self,
        selector: str,
        all: bool = False,  # noqa: A002 (the public name is fixed)
        *,
        timeout_ms: int = DEFAULT_TIMEOUT_MS,
    ) -> list[Element]:
        """Returns the first element that a selector matches, or all of them up to 20,000, in document order.

        Args:
            selector: A CSS selector, matched on the redacted page.
            all: Every match instead of the first alone. Default False.
            timeout_ms: Most milliseconds. Default 3,000.

        Raises:
            InvalidSelector: The selector cannot be parsed.
            InvalidParameter: Another argument is of the wrong kind or too small.
        """
        found, _ = self._snapshot.query(
            checks.text("selector", selector),
            checks.truth("all", all),
            DEFAULT_MAX_NODES,
            checks.whole_number("timeout_ms", timeout_ms),
        )
        return Element.of(found)

    def __repr__(self) -> str:
        return f"<Page url={self.url!r} nodes={self.node_count}>"
