"""Arguments are checked before they cross into Rust, where a wrong type would be a bare TypeError or OverflowError.

Each check returns the value in the form that the extension takes, or raises `InvalidParameter` with the same words
that the core would use.
"""

from __future__ import annotations

from collections.abc import Iterable

from pagewarden.errors import InvalidParameter

_HINT = "pass a value in the range that the message names"
# The extension takes unsigned 64-bit numbers; the core clamps to its own, far smaller, hard maxima and says so.
_LARGEST = 2**64 - 1


def whole_number(name: str, value: object) -> int:
    """Returns ``value`` when it is an integer of 1 or more; one too large for the extension is reduced to fit."""
    # A bool is an int to Python, but max_chars=True is a slip and not a limit of one character.
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidParameter(f"{name} must be an integer of 1 or more", hint=_HINT)
    return min(value, _LARGEST)


def truth(name: str, value: object) -> bool:
    """Returns ``value`` when it is a bool, and refuses things that merely behave like one."""
    if not isinstance(value, bool):
        raise InvalidParameter(f"{name} must be True or False", hint=_HINT)
    return value


def text(name: str, value: object) -> str:
    """Returns ``value`` when it is a string, with every lone surrogate replaced by U+FFFD.

    Python strings may hold lone surrogates, for instance from JSON; UTF-8, and so the core, cannot.
    """
    if not isinstance(value, str):
        raise InvalidParameter(f"{name} must be a string", hint=_HINT)
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        # By way of UTF-16, so that two surrogates that form a pair become the character they stand for.
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return value


def optional_text(name: str, value: object) -> str | None:
    """The same for an argument that may be None."""
    return None if value is None else text(name, value)


def texts(name: str, values: object) -> list[str]:
    """Returns a list of strings, and refuses a single string, whose characters would pass for a list."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InvalidParameter(f"{name} must be a list of strings", hint=_HINT)
    return [text(name, value) for value in values]
