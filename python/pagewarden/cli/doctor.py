"""`pagewarden doctor`: whether this installation works, and one command for each thing that is missing.

It tries instead of asking: the extension reads a page and redacts a secret before it is called well, and a browser
must tell its version. Everything looked at is listed, because the place that is missing from a list is the clue.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from dataclasses import dataclass

import pagewarden
from pagewarden.browser.finder import Search, find, this_system
from pagewarden.browser.install import install_command
from pagewarden.browser.places import Engine
from pagewarden.cli import exit_codes, terminal
from pagewarden.errors import PagewardenError

SUMMARY = "check the installation and list every place where a browser was looked for"

_ENGINES: tuple[Engine, ...] = ("chromium", "firefox")
_OLDEST_PYTHON = (3, 11)
_REINSTALL = "pip install --force-reinstall pagewarden"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: ``status`` is ``ok``, ``missing`` or ``broken``; ``fix`` is one command or empty."""

    name: str
    status: str
    message: str
    fix: str

    def to_dict(self) -> dict[str, str]:
        """Returns the check as a dictionary of strings."""
        return {"name": self.name, "status": self.status, "message": self.message, "fix": self.fix}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of the command."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Checks and prints. Fails when something is broken or when there is no browser at all."""
    searches = [find(engine) for engine in _ENGINES]
    checks = [_package(), _extension(), _python(), _platform(), *map(_browser, searches)]
    if arguments.json:
        terminal.answer(_as_json(checks, searches))
    else:
        terminal.answer(_as_text(checks, searches))
    if any(check.status == "broken" for check in checks):
        return exit_codes.FAILED
    return exit_codes.OK if any(search.found for search in searches) else exit_codes.NO_BROWSER


def _package() -> Check:
    return Check("package", "ok", f"pagewarden {pagewarden.__version__}", "")


def _extension() -> Check:
    """Reads a page that holds a secret: one look at both halves of the promise."""
    secret = "-".join(("fake", "doctor", "value", "5678"))
    markup = f"<p>well</p><p>https://example.org/?access_token={secret}</p>"
    try:
        text = pagewarden.parse(markup).text().text
    except PagewardenError as error:
        return Check("core", "broken", f"the extension cannot read a page: {error}", _REINSTALL)
    if "well" not in text or secret in text:
        return Check("core", "broken", "the extension misreads a page", _REINSTALL)
    return Check("core", "ok", "the extension reads a page and withholds its secret", "")


def _python() -> Check:
    version = platform.python_version()
    message = f"{platform.python_implementation()} {version}"
    # pip checks this too, but a copied folder does not.
    if sys.version_info < _OLDEST_PYTHON:
        return Check("python", "broken", f"{message}, at least 3.11 is needed", "install Python 3.11 or newer")
    return Check("python", "ok", message, "")


def _platform() -> Check:
    return Check("platform", "ok", f"{platform.system()} {platform.release()} {platform.machine()}", "")


def _browser(search: Search) -> Check:
    found = search.found
    if found is None:
        fix = install_command(search.engine, this_system())
        return Check(search.engine, "missing", f"none found in {len(search.candidates)} places", fix)
    return Check(search.engine, "ok", f"{found.version} at {found.path}", "")


def _as_json(checks: list[Check], searches: list[Search]) -> str:
    return json.dumps(
        {
            "checks": [check.to_dict() for check in checks],
            "browsers": {
                search.engine: [candidate.to_dict() for candidate in search.candidates] for search in searches
            },
        },
        ensure_ascii=False,
    )


def _as_text(checks: list[Check], searches: list[Search]) -> str:
    lines = []
    for check in checks:
        lines.append(f"{check.status:<8} {check.name:<9} {check.message}")
        if check.fix:
            lines.append(f"{'':<8} {'':<9} fix: {check.fix}")
    for search in searches:
        lines += ["", *candidates(search)]
    return "\n".join(lines)


def candidates(search: Search) -> list[str]:
    """Returns every place where a browser was looked for with what was found there, one line each under a heading."""
    lines = [f"{search.engine}: where it was looked for"]
    width = max(len(candidate.origin) for candidate in search.candidates)
    for candidate in search.candidates:
        verdict = f"used: {candidate.version}" if candidate.accepted else candidate.refusal
        place = candidate.place
        if candidate.path is not None and candidate.path != place:
            place = f"{place} -> {candidate.path}"
        lines.append(f"  {candidate.origin:<{width}}  {place}: {verdict}")
    return lines
