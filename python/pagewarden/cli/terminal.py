"""Writing to a person's terminal without letting a page drive it, and to a pipe without changing a byte.

An escape sequence in a page could retitle a window, rewrite what was printed, or worse. On a terminal every control
character is therefore shown as a picture of itself; a pipe gets the text as it is, because a program may want it.
"""

from __future__ import annotations

import os
import sys
from typing import TextIO

# U+2400 and following are the pictures of U+0000 to U+001F. Tab and newline are what text is made of and stay.
_PICTURES = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n"}
_PICTURES[0x7F] = 0x2421
# The second set of controls has no pictures, and U+009B alone begins a sequence on some terminals.
_PICTURES.update(dict.fromkeys(range(0x80, 0xA0), 0xFFFD))

_RED = "31"
_DIM = "2"


def neutral(text: str) -> str:
    """Returns the text with every control character but tab and newline replaced by a visible sign."""
    return text.translate(_PICTURES)


def prepare() -> None:
    """Makes both streams write UTF-8 whatever the locale says, since page text is not limited to it."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def answer(text: str) -> None:
    """Writes the answer to stdout, ending in exactly the newline that a shell expects."""
    if sys.stdout.isatty():
        text = neutral(text)
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    # Here and not at exit, so that a reader that went away is noticed where it can be handled.
    sys.stdout.flush()


def note(text: str, *, label: str = "note") -> None:
    """Writes one line about the answer to stderr."""
    _to_stderr(_paint(f"{label}: {text}", _DIM))


def plain(text: str) -> None:
    """Writes text of our own to stderr as it stands."""
    _to_stderr(neutral(text))


def failure(message: str, hint: str) -> None:
    """Writes an error as two lines: what happened, and what to do about it."""
    _to_stderr(_paint("pagewarden:", _RED) + " " + _one_line(message))
    if hint:
        _to_stderr("hint: " + _one_line(hint))


def _one_line(text: str) -> str:
    return neutral(" ".join(text.splitlines()))


def _to_stderr(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def _paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if _colours(sys.stderr) else text


def _colours(stream: TextIO) -> bool:
    # By convention any non-empty value of NO_COLOR switches colours off.
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
