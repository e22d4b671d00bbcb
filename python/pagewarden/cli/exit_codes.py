"""What the exit codes mean, in the one place from which the help text and the program take them.

Scripts branch on these numbers, so they are part of the interface and do not change.
"""

from __future__ import annotations

from pagewarden.errors import (
    Blocked,
    BrowserNotFound,
    BrowserNotSupported,
    InvalidParameter,
    InvalidSelector,
    PagewardenError,
    PolicyError,
    ReadTimeout,
)

OK = 0
FAILED = 1
USAGE = 2
NO_BROWSER = 3
REFUSED = 4
TIMEOUT = 124
INTERRUPTED = 130
READER_GONE = 141

MEANINGS: dict[int, str] = {
    OK: "the answer is on stdout, also when a limit cut it; the notes on stderr then say what was left out",
    FAILED: "the page could not be read, or the selector matched nothing",
    USAGE: "the command line, the selector or the policy is not valid",
    NO_BROWSER: "no usable browser was found (doctor, read --engine chromium)",
    REFUSED: "the network policy refuses the address",
    TIMEOUT: "nothing could be read in time",
    INTERRUPTED: "interrupted by the keyboard",
    READER_GONE: "the program that read stdout went away",
}


def for_error(error: PagewardenError) -> int:
    """Returns the exit code for an exception."""
    if isinstance(error, BrowserNotFound | BrowserNotSupported):
        return NO_BROWSER
    if isinstance(error, Blocked):
        return REFUSED
    if isinstance(error, ReadTimeout):
        return TIMEOUT
    if isinstance(error, InvalidSelector | InvalidParameter | PolicyError):
        return USAGE
    return FAILED


def help_text() -> str:
    """Returns the list of codes for the help of the command line."""
    lines = [f"  {code:>3}  {meaning}" for code, meaning in MEANINGS.items()]
    return "exit codes:\n" + "\n".join(lines)
