"""What is said on stderr about a reading: in a few lines what its report says in full."""

from __future__ import annotations

from pagewarden.cli import terminal
from pagewarden.models import Report

READABLE = {"ok", "partial"}
"""A reading with another status says what kept the page from answering."""

_OPTION_FOR_LIMIT = {
    "max_chars": "--max-chars",
    "max_nodes": "--max-nodes",
    "timeout_ms": "--timeout-ms",
    "max_bytes": "--max-bytes",
}


def tell(report: Report, elapsed_ms: int, *, all_text: bool) -> None:
    """Says it.

    Args:
        report: The report of the reading.
        elapsed_ms: How long everything took.
        all_text: Whether hidden text was asked for, and so is not missing.
    """
    at_least = "at least " if report.total_is_lower_bound else ""
    amount = f"{report.returned.chars:,} characters"
    if not report.complete and report.total.chars > report.returned.chars:
        amount = f"{report.returned.chars:,} of {at_least}{report.total.chars:,} characters"
    terminal.note(f"{amount} in {elapsed_ms:,} ms ({report.source})", label="pagewarden")
    if report.status not in READABLE:
        terminal.note(f"the page did not answer as it should ({report.status})")
    if report.freshness != "live":
        terminal.note(f"this is a copy from {report.age_ms:,} ms ago")
    for fired in report.limits:
        option = _OPTION_FOR_LIMIT.get(fired.limit)
        advice = f"; {option} N reads more" if option else ""
        terminal.note(f"cut by {fired.limit} = {fired.value:,}{advice}")
    if report.hidden and not all_text:
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in report.hidden.items())
        terminal.note(f"hidden characters left out: {reasons}; --all-text adds them")
    withheld = [name for name, present in (report.withheld or {}).items() if present]
    if withheld:
        terminal.note(f"secrets withheld: {', '.join(withheld)}")
    _tell_what_was_not_read(report)
    for name in report.clamped:
        terminal.note(f"{_OPTION_FOR_LIMIT.get(name, name)} was reduced to its maximum")
    for sentence in report.notes:
        terminal.note(sentence)


def _tell_what_was_not_read(report: Report) -> None:
    unread = sum(frame.status != "read" for frame in report.frames)
    if unread:
        terminal.note(f"frames not read: {unread}")
    if report.closed_shadow:
        terminal.note(f"closed shadow roots not read: {report.closed_shadow}")
    if report.canvas:
        terminal.note(f"canvas elements, whose pixels are not text: {report.canvas}")
