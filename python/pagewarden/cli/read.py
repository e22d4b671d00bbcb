"""`pagewarden read`: the text of a page on stdout, and what was left out of it on stderr.

A cut answer is a success, because a budget is a wish and not an error; the notes say which option lifts the limit.
"""

from __future__ import annotations

import argparse
import json

from pagewarden.cli import exit_codes, terminal
from pagewarden.cli.engines import ENGINES, open_target
from pagewarden.cli.opened import Clock, Opened
from pagewarden.cli.policy_options import add_policy_arguments, policy_from
from pagewarden.models import Report
from pagewarden.page import DEFAULT_MAX_CHARS, DEFAULT_MAX_NODES, DEFAULT_TIMEOUT_MS
from pagewarden.reading import DEFAULT_MAX_BYTES, DEFAULT_READ_TIMEOUT_MS

SUMMARY = "print the text of a page"

_OPTION_FOR_LIMIT = {
    "max_chars": "--max-chars",
    "max_nodes": "--max-nodes",
    "timeout_ms": "--timeout-ms",
    "max_bytes": "--max-bytes",
}


def _count(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not an integer of 1 or more")
    return value


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of the command."""
    parser.add_argument("target", metavar="URL|FILE|-", nargs="?", help="http(s) address, file, or - for stdin")
    parser.add_argument("--sample", action="store_true", help="read a bundled heavy page instead of a target")
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="chromium renders an address in a browser, static fetches it without running scripts, "
        "auto renders when a browser is found (default %(default)s)",
    )
    parser.add_argument("--selector", metavar="CSS", help="read only the first element that this selector matches")
    parser.add_argument(
        "--max-chars",
        metavar="N",
        type=_count,
        default=DEFAULT_MAX_CHARS,
        help="most characters printed, in UTF-16 code units (default %(default)s)",
    )
    parser.add_argument(
        "--max-nodes",
        metavar="N",
        type=_count,
        default=DEFAULT_MAX_NODES,
        help="most nodes visited (default %(default)s)",
    )
    parser.add_argument(
        "--timeout-ms",
        metavar="N",
        type=_count,
        help=(
            "most milliseconds for everything "
            f"(default {DEFAULT_READ_TIMEOUT_MS} for the page and then {DEFAULT_TIMEOUT_MS} for its text)"
        ),
    )
    parser.add_argument(
        "--max-bytes",
        metavar="N",
        type=_count,
        default=DEFAULT_MAX_BYTES,
        help="most bytes taken from a page that is not rendered (default %(default)s)",
    )
    parser.add_argument("--all-text", action="store_true", help="also print the text that a person would not see")
    parser.add_argument(
        "--rendering",
        choices=("person", "innertext"),
        default="person",
        help="what a person sees, or what the platform's innerText gives (default %(default)s)",
    )
    add_policy_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object with the text and its report")
    parser.add_argument("--quiet", action="store_true", help="print nothing but the answer and errors")


def run(arguments: argparse.Namespace) -> int:
    """Reads and prints; exceptions are turned into exit codes by the caller."""
    if arguments.sample == (arguments.target is not None):
        terminal.failure("give one target: a URL, a file, - or --sample", "pagewarden read --help lists the options")
        return exit_codes.USAGE
    clock = Clock(arguments.timeout_ms)
    opened = open_target(arguments, policy_from(arguments), clock)
    reading = opened.reading
    if reading.report.scope_matched == 0:
        terminal.failure("the selector matched nothing", "check it against the page, or read the whole page without it")
        return exit_codes.FAILED
    if arguments.json:
        terminal.answer(_as_json(opened))
    else:
        terminal.answer(reading.text)
    if not arguments.quiet:
        _tell(reading.report, clock.elapsed_ms, all_text=arguments.all_text)
    return exit_codes.OK


def _as_json(opened: Opened) -> str:
    return json.dumps(
        {"url": opened.url, "title": opened.title, **opened.reading.to_dict()},
        ensure_ascii=False,
    )


def _tell(report: Report, elapsed_ms: int, *, all_text: bool) -> None:
    """Says in a few lines what the report says in full."""
    at_least = "at least " if report.total_is_lower_bound else ""
    amount = f"{report.returned.chars:,} characters"
    if not report.complete and report.total.chars > report.returned.chars:
        amount = f"{report.returned.chars:,} of {at_least}{report.total.chars:,} characters"
    terminal.note(f"{amount} in {elapsed_ms:,} ms ({report.source})", label="pagewarden")
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
    unread = sum(frame.status != "read" for frame in report.frames)
    if unread:
        terminal.note(f"frames not read: {unread}")
    if report.closed_shadow:
        terminal.note(f"closed shadow roots not read: {report.closed_shadow}")
    if report.canvas:
        terminal.note(f"canvas elements, whose pixels are not text: {report.canvas}")
    for name in report.clamped:
        terminal.note(f"{_OPTION_FOR_LIMIT.get(name, name)} was reduced to its maximum")
    for sentence in report.notes:
        terminal.note(sentence)
