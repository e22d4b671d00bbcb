"""`pagewarden read`: the text of a page on stdout, and what was left out of it on stderr.

A cut answer is a success, because a budget is a wish and not an error; the notes say which option lifts the limit.
"""

from __future__ import annotations

import argparse
import json

from pagewarden.cli import exit_codes, terminal
from pagewarden.cli.engines import ENGINES, open_target
from pagewarden.cli.notes import READABLE, tell
from pagewarden.cli.numbers import count
from pagewarden.cli.opened import Clock, Opened
from pagewarden.cli.policy_options import add_policy_arguments, policy_from
from pagewarden.page import DEFAULT_MAX_CHARS, DEFAULT_MAX_NODES, DEFAULT_TIMEOUT_MS
from pagewarden.reading import DEFAULT_MAX_BYTES, DEFAULT_READ_TIMEOUT_MS

SUMMARY = "print the text of a page"


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
        type=count,
        default=DEFAULT_MAX_CHARS,
        help="most characters printed, in UTF-16 code units (default %(default)s)",
    )
    parser.add_argument(
        "--max-nodes",
        metavar="N",
        type=count,
        default=DEFAULT_MAX_NODES,
        help="most nodes visited (default %(default)s)",
    )
    parser.add_argument(
        "--timeout-ms",
        metavar="N",
        type=count,
        help=(
            "most milliseconds for everything "
            f"(default {DEFAULT_READ_TIMEOUT_MS} for the page and then {DEFAULT_TIMEOUT_MS} for its text)"
        ),
    )
    parser.add_argument(
        "--max-bytes",
        metavar="N",
        type=count,
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
    if reading.status not in READABLE and not reading.text:
        terminal.failure(
            f"the page could not be read ({reading.status})",
            "try again, allow more time with --timeout-ms, or fetch it with --engine static",
        )
        return exit_codes.TIMEOUT if reading.status == "renderer_busy" else exit_codes.FAILED
    if reading.report.scope_matched == 0:
        terminal.failure("the selector matched nothing", "check it against the page, or read the whole page without it")
        return exit_codes.FAILED
    if arguments.json:
        terminal.answer(_as_json(opened))
    else:
        terminal.answer(reading.text)
    if not arguments.quiet:
        if opened.loading:
            terminal.note("the page had not finished loading")
        tell(reading.report, clock.elapsed_ms, all_text=arguments.all_text)
    return exit_codes.OK


def _as_json(opened: Opened) -> str:
    return json.dumps(
        {"url": opened.url, "title": opened.title, **opened.reading.to_dict()},
        ensure_ascii=False,
    )
