"""`pagewarden tools`: the reference of the tools, from the table that the server uses."""

from __future__ import annotations

import argparse
import json

from pagewarden.cli import exit_codes, terminal

SUMMARY = "print the reference of the tools that pagewarden mcp serves"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of the command."""
    parser.add_argument("--json", action="store_true", help="print one JSON object with every schema")


def run(arguments: argparse.Namespace) -> int:
    """Prints the reference."""
    # Here and not above, because every command would wait for what the tools need.
    from pagewarden.tools.reference import as_markdown  # noqa: PLC0415
    from pagewarden.tools.table import TOOLS  # noqa: PLC0415

    if arguments.json:
        terminal.answer(json.dumps({"tools": [tool.to_dict() for tool in TOOLS]}, ensure_ascii=False))
    else:
        terminal.answer(as_markdown(TOOLS))
    return exit_codes.OK
