"""Numbers of the command line, refused in the words of every other wrong argument."""

from __future__ import annotations

import argparse


def count(text: str) -> int:
    """Reads a limit: an integer of 1 or more."""
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not an integer of 1 or more")
    return value
