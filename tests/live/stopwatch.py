"""How long a reading took, seen from outside: what the report says of itself is not believed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

SLACK_MS = 100
"""A read of 1,000 ms is back after 1,100 ms: that is the promise."""


def timed(call: Callable[[], Result]) -> tuple[Result, float]:
    """The result of a call and the milliseconds that it took."""
    begin = time.monotonic()
    result = call()
    return result, (time.monotonic() - begin) * 1000
