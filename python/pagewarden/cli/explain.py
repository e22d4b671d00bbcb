"""`pagewarden explain`: which rule withholds what of a page and where, for a person, with every value masked."""

from __future__ import annotations

import argparse
import json

from pagewarden.cli import exit_codes, terminal
from pagewarden.cli.numbers import count
from pagewarden.cli.policy_options import add_policy_arguments, policy_from
from pagewarden.page import Page
from pagewarden.reading import DEFAULT_READ_TIMEOUT_MS, read

SUMMARY = "show a person which rule withholds what of a page, with the values masked"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of the command."""
    parser.add_argument("target", metavar="FILE|URL", help="an HTML file or an http(s) address; its scripts do not run")
    add_policy_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--timeout-ms", type=count, default=DEFAULT_READ_TIMEOUT_MS, metavar="N", help="default %(default)s"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints what was withheld."""
    page = read(arguments.target, policy_from(arguments), timeout_ms=arguments.timeout_ms)
    if arguments.json:
        parts = [part.to_dict() for part in page.withheld()]
        terminal.answer(json.dumps({"url": page.url, "withheld": parts}, ensure_ascii=False))
    else:
        terminal.answer("\n".join(_lines(page)))
    return exit_codes.OK


def _lines(page: Page) -> list[str]:
    parts = page.withheld()
    if not parts:
        return ["nothing is withheld"]
    lines = [f"{len(parts)} withheld:"]
    for part in parts:
        place = part.element + (f" [{part.attribute}]" if part.attribute else "")
        lines.append(f"  {part.rule:<22} {place}")
        lines.append(f"  {'':<22} {part.shown}")
    return lines
