"""Search in a text that the caller has, with the same engine and the same answers as in a page."""

from __future__ import annotations

from pagewarden import _core, checks
from pagewarden.models import Matches

DEFAULT_MAX_MATCHES = 100

_DEFAULT_TIMEOUT_MS = 3_000


def search_text(
    text: str,
    pattern: str,
    case_sensitive: bool = False,
    max_matches: int = DEFAULT_MAX_MATCHES,
    keep_empty: bool = False,
    *,
    timeout_ms: int = _DEFAULT_TIMEOUT_MS,
) -> Matches:
    """Finds a pattern in a text. Time grows with the text and with the pattern, never with their combinations.

    The text is the caller's own: it is not redacted.

    Args:
        text: The text.
        pattern: A pattern in the syntax of RE2: no lookaround and no backreferences; matches are leftmost-first.
        case_sensitive: Whether case counts. Default False; the pattern can switch it with ``(?i)`` and ``(?-i)``.
        max_matches: Most matches listed, 1 or more; above 1,000 it is 1,000. Default 100. All are counted.
        keep_empty: Whether a match of nothing counts. Default False.
        timeout_ms: Most milliseconds of counting. Default 3,000. Then the total is a lower bound.

    Raises:
        InvalidPattern: The pattern cannot be read, or is too large.
        InvalidParameter: Another argument is of the wrong kind or too small.
    """
    return Matches.of(
        *_core.search_text(
            checks.text("text", text),
            checks.text("pattern", pattern),
            checks.truth("case_sensitive", case_sensitive),
            checks.whole_number("max_matches", max_matches),
            checks.truth("keep_empty", keep_empty),
            checks.whole_number("timeout_ms", timeout_ms),
        )
    )
