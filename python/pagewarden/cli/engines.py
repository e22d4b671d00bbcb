"""Which engine opens a target, and what is said about it on stderr.

``auto`` renders an address when there is a browser, because a page is what its scripts make of it, and fetches it
otherwise and says so. Files and standard input are not rendered: a browser would run their scripts with the rights of
a file or of an address that they never had.
"""

from __future__ import annotations

import argparse
import sys
from urllib.parse import urlsplit

from pagewarden import samples
from pagewarden.browser.finder import find, this_system
from pagewarden.browser.install import install_command
from pagewarden.cli import terminal
from pagewarden.cli.doctor import candidates
from pagewarden.cli.empty_shell import is_empty_shell
from pagewarden.cli.opened import Clock, Opened, Wanted
from pagewarden.errors import BrowserNotFound, BrowserNotSupported, InvalidParameter
from pagewarden.network import decide
from pagewarden.page import Page
from pagewarden.policy import Policy
from pagewarden.reading import is_address, parse, read, read_stream

ENGINES = ("auto", "chromium", "static")


def open_target(arguments: argparse.Namespace, policy: Policy, clock: Clock) -> Opened:
    """Opens the target of the command with the engine that was asked for and reads it.

    Raises:
        BrowserNotFound: ``--engine chromium`` without a browser; every place that was looked at is then on stderr.
        PagewardenError: The page cannot be had.
    """
    wanted = Wanted.from_arguments(arguments)
    if arguments.target is None or not is_address(arguments.target):
        if arguments.engine == "chromium":
            raise InvalidParameter(
                "--engine chromium renders addresses, and not files, standard input or the sample",
                hint="serve the file over http and allow its host, or leave --engine out",
            )
        page = _local(arguments, policy, clock)
        return _told(page, wanted.of(page, clock.for_text()), arguments, advice="")
    if arguments.engine == "static":
        return _fetched(arguments, policy, clock, wanted, advice="; without --engine static a browser renders it")
    return _with_browser(arguments, policy, clock, wanted)


def _with_browser(arguments: argparse.Namespace, policy: Policy, clock: Clock, wanted: Wanted) -> Opened:
    """Renders the address; what stands in the way of a browser sends ``auto`` to the fetcher."""
    if decide(arguments.target, policy=policy).verdict == "block":
        # The refusal of the fetcher says how to allow it, and no browser has to be started to be refused.
        return _fetched(arguments, policy, clock, wanted, advice="")
    # Here and not above: a driver is not needed for files, and takes its time.
    from pagewarden.cli.rendered import render  # noqa: PLC0415

    _announce(arguments, "rendering", "")
    try:
        return render(arguments.target, policy, wanted, clock)
    except (BrowserNotFound, BrowserNotSupported) as error:
        if arguments.engine == "chromium":
            # The place that is missing from the list is the clue, so that the list comes before what to do.
            terminal.plain("\n".join(candidates(find("chromium"))))
            raise
        if not arguments.quiet:
            terminal.note(f"{error}, so that the page's scripts do not run; {error.hint}")
    command = install_command("chromium", this_system())
    return _fetched(arguments, policy, clock, wanted, advice=f"; a browser renders it: {command}")


def _local(arguments: argparse.Namespace, policy: Policy, clock: Clock) -> Page:
    if arguments.sample:
        return parse(samples.dashboard(), policy=policy)
    if arguments.target == "-":
        return read_stream(
            sys.stdin.buffer, policy, url=None, timeout_ms=clock.for_page(), max_bytes=arguments.max_bytes
        )
    return read(arguments.target, policy, timeout_ms=clock.for_page(), max_bytes=arguments.max_bytes)


def _fetched(arguments: argparse.Namespace, policy: Policy, clock: Clock, wanted: Wanted, *, advice: str) -> Opened:
    _announce(arguments, "fetching from", ", running no scripts")
    page = read(arguments.target, policy, timeout_ms=clock.for_page(), max_bytes=arguments.max_bytes)
    return _told(page, wanted.of(page, clock.for_text()), arguments, advice=advice)


def _told(page: Page, opened: Opened, arguments: argparse.Namespace, *, advice: str) -> Opened:
    """Says so when the page is but a shell, for an empty answer must not look like an empty page."""
    if not arguments.quiet and is_empty_shell(page):
        terminal.note(f"the page has scripts and next to no text: it is probably built by its scripts{advice}")
    return opened


def _announce(arguments: argparse.Namespace, what: str, how: str) -> None:
    if arguments.quiet:
        return
    # The host alone: the rest of an address may hold secrets, and stderr ends up in logs.
    try:
        host = urlsplit(arguments.target).hostname
    except ValueError:
        host = None
    if host:
        terminal.note(f"{what} {terminal.neutral(host)}{how}", label="pagewarden")
