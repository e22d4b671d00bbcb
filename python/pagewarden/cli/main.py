"""The `pagewarden` command: picks the command, and turns every ending into an exit code.

It stands on the standard library alone, because an agent may call it once per page and waits for every import.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from pagewarden import __version__
from pagewarden.cli import doctor, exit_codes, explain, mcp, read, terminal, tools
from pagewarden.errors import PagewardenError

_DESCRIPTION = "Reads web pages safely: rendered text within a budget, secrets withheld, nothing hidden about it."


class _Parser(argparse.ArgumentParser):
    """A parser whose errors look like all others: what happened, and what to do about it."""

    def error(self, message: str) -> NoReturn:
        terminal.failure(message, f"{self.prog} --help lists the options")
        sys.exit(exit_codes.USAGE)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="pagewarden",
        description=_DESCRIPTION,
        epilog=exit_codes.help_text(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"pagewarden {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, module in (("read", read), ("mcp", mcp), ("tools", tools), ("explain", explain), ("doctor", doctor)):
        command = commands.add_parser(
            name,
            help=module.SUMMARY,
            description=module.SUMMARY[0].upper() + module.SUMMARY[1:] + ".",
            epilog=exit_codes.help_text(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code; ``pagewarden --help`` lists the codes.

    Args:
        arguments: The words after the program's name. Default: those of the process.
    """
    terminal.prepare()
    parsed = _parser().parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except PagewardenError as error:
        terminal.failure(str(error), error.hint)
        return exit_codes.for_error(error)
    except BrokenPipeError:
        # The interpreter would flush stdout once more at exit and complain, so that it gets somewhere to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exit_codes.READER_GONE
    except KeyboardInterrupt:
        return exit_codes.INTERRUPTED
