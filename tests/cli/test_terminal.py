"""A page must not drive a person's terminal; a real pseudo-terminal says whether it does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pagewarden.cli import terminal

HOSTILE = "a\x1b]0;owned\x07b\x9b31mc\x08d\x7fe\rf\tg"


def test_every_control_but_tab_and_newline_becomes_visible() -> None:
    shown = terminal.neutral(HOSTILE + "\n")
    assert shown == "a\u241b]0;owned\u2407b\ufffd31mc\u2408d\u2421e\u240df\tg\n"
    harmless = "caf\u00e9 \u20ac \U0001f600\n\t"
    assert terminal.neutral(harmless) == harmless
    for code in (*range(0x20), *range(0x7F, 0xA0)):
        assert (terminal.neutral(chr(code)) == chr(code)) == (chr(code) in "\t\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are of another kind there")
@pytest.mark.parametrize("no_colour", [False, True])
def test_a_terminal_sees_no_escape_of_the_page(tmp_path: Path, no_colour: bool) -> None:
    file = tmp_path / "page.html"
    file.write_text(f"<pre>{HOSTILE}</pre>", encoding="utf-8")
    environ = {**os.environ, "TERM": "xterm", "NO_COLOR": "1" if no_colour else ""}
    shown = run_in_terminal(["read", str(file)], environ)
    assert "\u241b]0;owned" in shown
    assert "\x1b]" not in shown
    # What colours there are, are ours.
    assert ("\x1b[2m" in shown) != no_colour
    assert not no_colour or "\x1b" not in shown


def run_in_terminal(words: list[str], environ: dict[str, str]) -> str:
    """Runs the command with a terminal as stdout and stderr, and returns what the terminal got."""
    controller, terminal_end = os.openpty()
    command = [sys.executable, "-m", "pagewarden", *words]
    with subprocess.Popen(command, stdout=terminal_end, stderr=terminal_end, env=environ) as process:
        os.close(terminal_end)
        chunks = []
        while True:
            try:
                chunk = os.read(controller, 4096)
            except OSError:
                # Linux reports the end of a terminal as an error.
                break
            if not chunk:
                break
            chunks.append(chunk)
        assert process.wait(timeout=60) == 0
    os.close(controller)
    return b"".join(chunks).decode("utf-8")
