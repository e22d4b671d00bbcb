"""`pagewarden mcp`: the tools for an agent, over stdin and stdout; and what to write into a host's configuration.

The configuration names this very installation, because that is the one that works; run from uv's cache, which may be
emptied at any time, it names uvx instead.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path

from pagewarden.cli import exit_codes, terminal
from pagewarden.cli.policy_options import add_policy_arguments, policy_from

SUMMARY = "serve the tools to an agent over stdin and stdout (Model Context Protocol)"

HOSTS = ("claude", "cursor", "vscode", "codex", "gemini", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of the command."""
    add_policy_arguments(parser)
    parser.add_argument("--browser", metavar="PATH", help="start this browser instead of the one that is found")
    parser.add_argument("--headed", action="store_true", help="show the browser's window")
    parser.add_argument(
        "--attach",
        metavar="ENDPOINT",
        help="use a running browser: http://127.0.0.1:9222, ws://... or a port; nothing of it is read without "
        "--allow-origin",
    )
    parser.add_argument(
        "--allow-origin",
        metavar="ORIGIN",
        action="append",
        default=[],
        help="with --attach: let the agent read this origin, such as https://example.org (repeatable; * for all)",
    )
    parser.add_argument(
        "--print-config",
        metavar="HOST",
        choices=HOSTS,
        help=f"print how to add this server to a host, with these options, and stop: {', '.join(HOSTS)}",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serves until stdin ends."""
    problem = _problem(arguments)
    if problem:
        terminal.failure(problem, "pagewarden mcp --help explains the options")
        return exit_codes.USAGE
    policy = policy_from(arguments)
    if arguments.print_config:
        terminal.answer(configuration(arguments.print_config, [*this_command(), "mcp", *_options(arguments)]))
        return exit_codes.OK
    if sys.stdin.isatty():
        terminal.note("waiting for a host on stdin; --print-config HOST tells how to add this to one", label="mcp")
    # Here and not above: what stands behind them takes more than a second to import.
    from pagewarden.mcp import server  # noqa: PLC0415
    from pagewarden.tools.launching import Attached, Launched, session_for  # noqa: PLC0415

    if arguments.attach is not None:
        session = session_for(Attached(arguments.attach, tuple(arguments.allow_origin)), policy)
    else:
        session = session_for(Launched(arguments.browser, headed=arguments.headed), policy)
    return server.run(session)


def _problem(arguments: argparse.Namespace) -> str:
    if arguments.attach is None:
        return "--allow-origin is for --attach" if arguments.allow_origin else ""
    if arguments.browser or arguments.headed:
        return "--attach uses a browser that runs already: --browser and --headed do not go with it"
    return ""


def this_command() -> list[str]:
    """Returns the words that start pagewarden as it was started now."""
    if "uv" in Path(sys.prefix).parts and "archive-v0" in Path(sys.prefix).parts:
        return ["uvx", "pagewarden"]
    script = Path(sys.prefix) / ("Scripts/pagewarden.exe" if sys.platform == "win32" else "bin/pagewarden")
    return [str(script)] if script.is_file() else [sys.executable, "-m", "pagewarden"]


def configuration(host: str, command: list[str]) -> str:
    """Returns what a person pastes: a command for Claude Code, else the content of the host's file.

    Args:
        host: One of `HOSTS`.
        command: The words that start the server.
    """
    program, *words = command
    entry: dict[str, object] = {"command": program, "args": words}
    if host == "claude":
        return f"claude mcp add pagewarden -- {shlex.join(command)}"
    if host == "codex":
        # JSON's strings and lists of strings are TOML too.
        quoted = [json.dumps(word, ensure_ascii=False) for word in words]
        name = json.dumps(program, ensure_ascii=False)
        return f"[mcp_servers.pagewarden]\ncommand = {name}\nargs = [{', '.join(quoted)}]"
    if host == "vscode":
        return json.dumps({"servers": {"pagewarden": {"type": "stdio", **entry}}}, indent=2, ensure_ascii=False)
    return json.dumps({"mcpServers": {"pagewarden": entry}}, indent=2, ensure_ascii=False)


def _options(arguments: argparse.Namespace) -> list[str]:
    options = [word for host in arguments.allow_host for word in ("--allow-host", host)]
    for name in ("policy", "browser"):
        path = getattr(arguments, name)
        if path:
            # A host starts the server wherever it likes.
            options += [f"--{name}", str(Path(path).absolute())]
    if arguments.headed:
        options.append("--headed")
    if arguments.attach is not None:
        options += ["--attach", arguments.attach]
    return options + [word for origin in arguments.allow_origin for word in ("--allow-origin", origin)]
