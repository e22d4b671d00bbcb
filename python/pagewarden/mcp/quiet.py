"""Keeps stderr free of what pages say.

Hosts write a server's stderr into logs. The protocol library, the event loop and Python itself print exceptions with
their texts and tracebacks there, and an exception may have met a page. What is left of them is where they came from.
"""

from __future__ import annotations

import logging
import sys
import threading
from types import TracebackType


class _PlaceOnly(logging.Formatter):
    """Prints of a record who made it and how grave it is, and of an exception its class."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns one line without the message and its arguments."""
        kind = record.exc_info[0] if record.exc_info else None
        what = f" ({kind.__name__})" if kind is not None else ""
        return f"pagewarden: {record.levelname.lower()} in {record.name}{what}; details are withheld"


def keep_quiet() -> None:
    """Sends all logging, warnings and uncaught exceptions of the process through a line that holds no details."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_PlaceOnly())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)
    sys.excepthook = _uncaught
    threading.excepthook = lambda arguments: _say(arguments.exc_type)
    sys.unraisablehook = lambda arguments: _say(arguments.exc_type)


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    del error, trace
    _say(kind)


def _say(kind: type[BaseException] | None) -> None:
    name = "an exception" if kind is None else kind.__name__
    sys.stderr.write(f"pagewarden: {name} was not handled; details are withheld\n")
